"""The sound device: opened after the picture, closed when all is quiet; silence without a fault where there is none."""

from __future__ import annotations

import dataclasses
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from scenes.assets import ASSETS
from scenes.preferences import Preferences
from scenes.sound.sound import GROUPS, Sound
from scenes.sound.speaker import Speaker

ON = Preferences()
OFF = dataclasses.replace(ON, sound=False)


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds, which the thread of the sound sees to."""
    for _ in range(2000):
        if holds():
            return
        time.sleep(0.005)
    raise AssertionError(f"never: {what}")


def missing(speaker: Speaker) -> bool:
    """Whether no device was found."""
    return speaker.missing


def awake(speaker: Speaker) -> bool:
    """Whether the device is open, or about to be."""
    return speaker._awake


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let SDL's dummy be the sound device, whatever the machine has."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield monkeypatch
    assert pygame.mixer.get_init() is None, "a test left the device open"


Played = list[tuple[Sound, float]]


@pytest.fixture
def played(driver: pytest.MonkeyPatch) -> Played:
    """Give a list of what the device is told to play."""
    from scenes.sound.speaker import _Device

    found: Played = []
    play = _Device.play

    def note(self: _Device, sound: Sound, gain: float) -> None:
        found.append((sound, gain))
        play(self, sound, gain)

    driver.setattr(_Device, "play", note)
    return found


def test_nothing_is_opened_before_the_first_picture(played: Played) -> None:
    """A sound waits for the frame it belongs to; then device and thread are there, and it is played."""
    speaker = Speaker()
    speaker.adopt(ON)
    speaker.play("deal")
    assert not awake(speaker)
    assert speaker._thread is None
    speaker.after_frame(touched=False)
    until(lambda: bool(played), "the sound is played")
    assert played[0][0] == "deal"
    speaker.close()
    assert not awake(speaker)


def test_a_touch_opens_the_device_and_quiet_closes_it(played: Played) -> None:
    """Who touches something will soon hear something; after a while of quiet the device costs nothing any more."""
    speaker = Speaker(quiet=0.05)
    speaker.adopt(ON)
    speaker.after_frame(touched=False)
    assert not awake(speaker)
    for _ in range(2):
        speaker.after_frame(touched=True)
        assert awake(speaker)
        until(lambda: pygame.mixer.get_init() is not None, "it is open")
        until(lambda: not awake(speaker), "it is closed")
        until(lambda: pygame.mixer.get_init() is None, "it is closed")
    assert played == []
    speaker.close()


def test_every_sound_can_be_played(played: Played) -> None:
    """All files can be read by the mixer; loudness goes by the volumes of all and of the group."""
    speaker = Speaker()
    speaker.adopt(dataclasses.replace(ON, volume=80, volume_events=40, volume_signals=0))
    speaker.play("die")
    speaker.after_frame(touched=True)
    until(lambda: bool(played), "it is open")
    played.clear()
    for sound in GROUPS:
        speaker.play(sound)
    speaker.play("lift", 0.5)
    heard = {sound for sound, group in GROUPS.items() if group != "signals"}
    until(lambda: len(played) > len(heard), "all are played")
    assert {sound for sound, _ in played} == heard
    assert len(speaker._device._takes) == len(GROUPS)
    gains = dict(played[:-1])
    assert gains["deal"] == pytest.approx(0.64)
    assert gains["repel"] == pytest.approx(0.1024)
    assert played[-1][1] == pytest.approx(0.32)
    speaker.close()


def test_cards_never_take_a_voice_from_others(driver: pytest.MonkeyPatch) -> None:
    """With all voices taken a card is not heard, but an event is; takes of a sound follow each other."""
    speaker = Speaker()
    device = speaker._device
    assert device.start()
    takes = list(device._takes["slide"])
    for _ in range(20):
        device.play("slide", 1.0)
    assert pygame.mixer.get_busy()
    assert pygame.mixer.find_channel() is None
    assert sum(take.get_num_channels() for take in takes) == pygame.mixer.get_num_channels()
    assert all(take.get_num_channels() >= 2 for take in takes)
    device.play("win", 1.0)
    assert device._takes["win"][0].get_num_channels() == 1
    device.shut()


def test_mute_closes_the_device_at_once(played: Played) -> None:
    """Muted nothing is played nor opened; switched on again it is."""
    speaker = Speaker()
    speaker.adopt(ON)
    speaker.after_frame(touched=True)
    until(lambda: pygame.mixer.get_init() is not None, "it is open")
    speaker.adopt(OFF)
    speaker.play("win")
    until(lambda: not awake(speaker), "it is closed")
    speaker.after_frame(touched=True)
    assert not awake(speaker)
    speaker.adopt(ON)
    speaker.play("turn")
    speaker.after_frame(touched=False)
    until(lambda: bool(played), "it plays again")
    assert [sound for sound, _ in played] == ["turn"]
    speaker.close()


def test_without_a_device_it_is_silent_and_says_so_once(driver: pytest.MonkeyPatch) -> None:
    """No device: no error at start, while playing, or at the end; switched off and on it is looked for again."""
    driver.setenv("SDL_AUDIODRIVER", "no such driver")
    told: list[int] = []
    speaker = Speaker(tell=lambda: told.append(1))
    speaker.adopt(ON)
    for _ in range(3):
        speaker.play("win")
        speaker.after_frame(touched=True)
        until(lambda: missing(speaker), "it is known that there is none")
        assert not awake(speaker)
    assert told == [1]
    speaker.adopt(OFF)
    assert not missing(speaker)
    driver.setenv("SDL_AUDIODRIVER", "dummy")
    speaker.adopt(ON)
    speaker.after_frame(touched=True)
    until(lambda: pygame.mixer.get_init() is not None, "it is found")
    assert not missing(speaker)
    speaker.close()
    assert told == [1]


def test_what_piles_up_while_the_device_opens_is_not_played_at_once(played: Played) -> None:
    """A device that takes its time must not let a whole deal be heard in one stroke."""
    speaker = Speaker()
    speaker.adopt(ON)
    for _ in range(12):
        speaker.play("deal")
    speaker.after_frame(touched=False)
    until(lambda: bool(played), "one is played")
    speaker.play("flip")
    until(lambda: len(played) > 1, "the next one is played")
    assert [sound for sound, _ in played] == ["deal", "flip"]
    speaker.close()


def test_files_that_cannot_be_read_are_not_heard(driver: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that is missing or damaged costs its sound and nothing else."""
    shutil.copy(ASSETS / "sounds" / "win.wav", tmp_path)
    (tmp_path / "loss.wav").write_bytes(b"RIFF")
    speaker = Speaker(tmp_path)
    assert speaker._device.start()
    for sound in ("win", "loss", "deal"):
        speaker._device.play(sound, 1.0)
    assert list(speaker._device._takes) == ["win"]
    speaker._device.shut()


def test_it_can_be_closed_at_any_time(driver: pytest.MonkeyPatch) -> None:
    """Before anything was opened, twice, and with much still to be played."""
    Speaker().close()
    speaker = Speaker()
    speaker.adopt(ON)
    for _ in range(50):
        speaker.play("shuffle")
        speaker.after_frame(touched=True)
    speaker.close()
    speaker.close()
    speaker.play("win")
    speaker.after_frame(touched=True)
    assert not awake(speaker)
