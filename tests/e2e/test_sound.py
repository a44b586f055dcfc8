"""Stories that are listened to: the packaged program plays its sounds, and where nothing can play them it is silent."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from tests.e2e.conftest import Begin
from tests.e2e.player import Player
from tests.e2e.window import Program, until

pytestmark = pytest.mark.e2e

AUDIBLE = 600
"""Of 32768: a card is louder."""


def loudest(record: Path) -> int:
    """Return the loudest sample that a loudspeaker would have got so far."""
    heard = record.read_bytes() if record.is_file() else b""
    return max(map(abs, array("h", heard[: len(heard) // 2 * 2])), default=0)


def leave(program: Program) -> None:
    """Go from the table to the shelf and leave there; the program ends without a fault."""
    program.window.key("Escape", "shift+Tab", "Return")
    program.window.key("shift+Tab", "Return")
    assert program.wait_for_end() == 0, program.said()


def test_a_deal_is_heard(
    packaged: Path, display: dict[str, str], tmp_path: Path, begin: Begin, hidden_screen: None
) -> None:
    """What SDL hands to a device is not silence; muted by its key it is, and that is kept for the next start."""
    record, folder = tmp_path / "heard.raw", tmp_path / "data"
    environment = {**display, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(record), "HOME": str(tmp_path)}
    command = [str(packaged), "--data-dir", str(folder), "--game", "deck-defence", "--deal", "7"]
    program = begin(command, environment, tmp_path)
    Player(program, folder).sees(0)
    until(lambda: loudest(record) > AUDIBLE or None, "the deal is heard")
    program.window.key("m")
    leave(program)

    record.unlink()
    muted = begin(command, environment, tmp_path)
    Player(muted, folder).sees(0)
    muted.window.key("Tab", "Return", "Escape")
    leave(muted)
    assert not record.exists()


def test_no_device_is_no_fault(
    packaged: Path, display: dict[str, str], tmp_path: Path, begin: Begin, hidden_screen: None
) -> None:
    """Without a sound device the game is played to its end in silence; the log says so, the terminal nothing."""
    folder = tmp_path / "data"
    environment = {**display, "SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": "/nowhere", "HOME": str(tmp_path)}
    program = begin(
        [str(packaged), "--data-dir", str(folder), "--game", "deck-defence", "--deal", "7"], environment, tmp_path
    )
    Player(program, folder).sees(0)
    program.window.key("Tab", "Return", "Escape")
    log = folder / "tefuda.log"
    until(lambda: "no sound device" in log.read_text("utf-8") or None, "the log tells of it")
    leave(program)
    assert log.read_text("utf-8").count("no sound device") == 1
    assert "ALSA" not in program.said()
