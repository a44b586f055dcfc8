"""Somebody who listens, for tests: sounds that are written down instead of played."""

from __future__ import annotations

from scenes.sound.sound import Sound, Sounds


class Heard(Sounds):
    """What has been heard, in order."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.loudness: list[float] = []
        self.deaf = False
        """Whether there is no device."""

    @property
    def missing(self) -> bool:
        return self.deaf

    def play(self, sound: Sound, loudness: float = 1.0) -> None:
        self.sounds.append(sound)
        self.loudness.append(loudness)

    def take(self) -> list[Sound]:
        """Return what has been heard since the last call."""
        found, self.sounds = self.sounds, []
        return found
