"""The sound device: the one place that opens it, in a thread of its own, so that no picture ever waits for it.

It is opened when the first sound is due or somebody touches something, and closed again once all has been quiet for a
while: an open device costs processor time even in silence. Where there is none the program is silent, and says so in
the settings; it is looked for again when sound is switched off and on.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal

import pygame

from scenes import native
from scenes.assets import ASSETS
from scenes.preferences import Preferences
from scenes.sound.sound import GROUPS, Group, Sound, Sounds

_QUIET = 6.0
"""Seconds without sound or touch after which the device is closed; it may take twice as long."""
_RATE, _BUFFER = 44100, 512
_VOICES = 8
"""So many sounds are heard at once; a card that finds no voice is not heard, everything else takes the oldest's."""
_PATIENCE = 1.0
"""Seconds that the end of the program waits for a device that does not let go."""

_Wish = tuple[Sound, float] | Literal["open", "rest", "end"]


class Speaker(Sounds):
    """Plays the files of a folder. All of it but the thread's own work is quick, and raises nothing.

    `quiet` is after how many seconds the device is closed; `tell` is called, in the thread, where there is none.
    """

    def __init__(
        self, folder: Path = ASSETS / "sounds", quiet: float = _QUIET, tell: Callable[[], None] = lambda: None
    ) -> None:
        self._tell = tell
        self._device = _Device(folder)
        self._quiet = quiet
        self._wishes: SimpleQueue[_Wish] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._on = False
        self._gains: dict[Group, float] = {}
        self._awake = False
        """Whether the device is open, or about to be."""
        self._touched = False
        self._missing = False

    @property
    def missing(self) -> bool:
        """Whether there should be sound, and no device was found."""
        return self._missing and self._on

    def adopt(self, preferences: Preferences) -> None:
        """Take volumes and mute; an ear hears the square of what is set as its half, so that is what is played."""
        whole = preferences.volume
        parts: dict[Group, int] = {
            "table": preferences.volume_table,
            "events": preferences.volume_events,
            "signals": preferences.volume_signals,
        }
        self._gains = {group: (whole * part / 10_000) ** 2 for group, part in parts.items()}
        before, self._on = self._on, preferences.sound
        if self._on and not before:
            self._missing = False
        if before and not self._on and self._awake:
            self._wishes.put("rest")

    def play(self, sound: Sound, loudness: float = 1.0) -> None:
        """Let a sound be heard; at once where the device is open, else after the frame."""
        gain = self._gains.get(GROUPS[sound], 0.0) * loudness
        if self._on and not self._missing and gain > 0:
            self._wishes.put((sound, gain))

    def after_frame(self, *, touched: bool) -> None:
        """Open the device where something is to be heard or soon may be, and keep it open."""
        if not self._on or self._missing:
            return
        if touched or not self._wishes.empty():
            self._touched = True
            if not self._awake:
                self._awake = True
                self._wishes.put("open")
                if self._thread is None:
                    self._thread = threading.Thread(target=self._work, name="sound", daemon=True)
                    self._thread.start()

    def close(self) -> bool:
        """Close the device and end the thread; return False where the device does not let go: SDL must not be ended."""
        self._on = False
        if self._thread is None:
            return True
        self._wishes.put("end")
        self._thread.join(_PATIENCE)
        return not self._thread.is_alive()

    # In the thread

    def _work(self) -> None:
        while True:
            try:
                wish = self._wishes.get(timeout=self._quiet if self._device.open else None)
            except Empty:
                wish = "open" if self._touched else "rest"
                self._touched = False
            if wish == "end":
                self._rest()
                return
            if wish == "rest":
                self._rest()
            elif not self._device.open:
                self._begin(wish)
            elif wish != "open":
                self._device.play(*wish)

    def _begin(self, wish: _Wish) -> None:
        """Open the device. Of the sounds that piled up meanwhile the first is played: they would come all at once."""
        if not self._on or self._missing:
            return
        self._missing = not self._device.start()
        self._awake = not self._missing
        if self._missing and self._on:
            self._tell()
        piled = [wish]
        while not self._wishes.empty():
            piled.append(self._wishes.get())
        sounds = [one for one in piled if isinstance(one, tuple) and self._awake]
        orders = [one for one in piled if one in ("rest", "end")]
        for one in (*sounds[:1], *orders[-1:]):
            self._wishes.put(one)

    def _rest(self) -> None:
        self._device.shut()
        self._awake = False


class _Device:
    """SDL's mixer with the sounds in it. Everything happens in one thread: a sound must not outlive the mixer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._takes: dict[str, list[pygame.mixer.Sound]] = {}
        self.open = False

    def start(self) -> bool:
        """Open the device and load the sounds; return False where there is no device."""
        native.hush_alsa()
        try:
            changes = pygame.AUDIO_ALLOW_FREQUENCY_CHANGE
            pygame.mixer.init(_RATE, -16, 2, _BUFFER, allowedchanges=changes)
            pygame.mixer.set_num_channels(_VOICES)
        except pygame.error:
            return False
        for file in sorted(self._folder.glob("*.wav")):
            with contextlib.suppress(pygame.error, OSError):  # one that cannot be read is not heard
                sound = pygame.mixer.Sound(file)
                self._takes.setdefault(file.stem.partition("-")[0], []).append(sound)
        self.open = True
        return True

    def play(self, sound: Sound, gain: float) -> None:
        """Play the next take of a sound; a card for which no voice is free is not heard."""
        takes = self._takes.get(sound)
        if not takes:
            return
        channel = pygame.mixer.find_channel(force=GROUPS[sound] != "table")
        if channel is None:
            return
        channel.set_volume(gain)
        channel.play(takes[0])
        takes.append(takes.pop(0))

    def shut(self) -> None:
        """Close the device; pygame would crash on a sound that is played after that, so there is none."""
        if self.open:
            pygame.mixer.stop()
            self._takes.clear()
            self.open = False
            pygame.mixer.quit()
