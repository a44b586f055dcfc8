"""Stories of the packaged program in a real window: whole games, a kill, strange places, and bad files."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from game.core import Seat
from game.deck_defence.public import decode
from tests.e2e.conftest import Begin, Start
from tests.e2e.player import Player
from tests.e2e.window import until

pytestmark = pytest.mark.e2e

# Two deals with a line that wins them; together they hold every kind of action.
MOUSE_DEAL = (
    "F4 F1 W4 F1 F4 S2 F2 W3 F2 W4 W1 S2 F3 W1 S4 S3 W4 S1 W3 W3 S4 W2 F4 W2 F3 S3 F3 S3 S4 F2 S1 W1 W2 S1 F1 S2"
)
MOUSE_LINE = (
    "M1>O1 M3>O2 M3>O3 M1>H1 M2>H2 M3>H3 M1>H3 M3>H1 O1xH1H2H3 M1>O1 M3>H1 M1>H3 M3>H2 M2>H2 M2>H2 M3xH2H3 M3>H1 H1? "
    "M1>H2=R3 M1>H3=R2 M3>H3=R1 O1xH1H2H3 M1>O1 O2xH2H3 M1>O2 M1>H3 M3>H2 M2xH2H3 M3>H2 O1xH2H3 M1>H3 M1>O1 M1>H1 "
    "O2xH1H2 M1>H2 M1>H2 M3>H3 M2>H3 M2>H2 O3xH1H2H3 M3>H2 M2>H1 O1xH1H3"
)


@pytest.fixture
def folder(tmp_path: Path, hidden_screen: None) -> Path:
    """Give a data folder with a space and Japanese letters in its name."""
    return tmp_path / "わたしの 卓"


def sit_down(start: Start, folder: Path, *arguments: str) -> Player:
    """Start the program on a data folder and take a seat before it."""
    return Player(start("--data-dir", str(folder), *arguments), folder)


def won(player: Player) -> bool:
    """Whether the save says that the game was won."""
    outcome = player.table().outcome
    return outcome is not None and outcome.winners == (Seat(0),)


def test_a_whole_game_by_mouse(start: Start, folder: Path) -> None:
    """A game is won by drags and clicks alone; every kind of action is dragged once, and the pixels follow."""
    player = sit_down(start, folder, "--game", "deck-defence", "--deal", MOUSE_DEAL, "--language", "ja")
    player.sees(0)
    for number, text in enumerate(MOUSE_LINE.split(), start=1):
        player.drag_action(decode(text))
        if number % 9 == 0:
            player.sees(number)
    assert won(player)
    assert {"muster", "hold off", "explore", "repel", "repel with a hand card"} <= player.kinds
    before = player.program.window.screenshot().get_at((640, 200))
    until(lambda: player.program.window.screenshot().get_at((640, 200)) != before or None, "the result over the table")


def test_a_whole_game_by_keys(start: Start, folder: Path) -> None:
    """The same game is won by Tab and Enter alone; Ctrl+Z and Ctrl+Y take back and repeat on the way."""
    player = sit_down(start, folder, "--game", "deck-defence", "--deal", MOUSE_DEAL, "--language", "en")
    player.sees(0)
    for number, text in enumerate(MOUSE_LINE.split(), start=1):
        player.key_action(decode(text))
        if number == 10:
            player.program.window.key("ctrl+z", "ctrl+z")
            player.wait_for(8)
            player.program.window.key("ctrl+y", "ctrl+y")
            player.sees(10)
    assert won(player)


def test_killed_in_mid_game_and_continued(start: Start, folder: Path) -> None:
    """Kill -9 right after an action loses nothing: the next start offers Continue, and the same cards lie there."""
    line = MOUSE_LINE.split()
    player = sit_down(start, folder, "--game", "deck-defence", "--deal", MOUSE_DEAL)
    player.sees(0)
    for text in line[:18]:
        player.key_action(decode(text))
    kept = player.record()
    player.program.process.kill()
    player.program.process.wait()
    again = sit_down(start, folder)
    again.program.window.key("Return")
    again.sees(18)
    assert again.record() == kept
    again.key_action(decode(line[18]))
    again.sees(19)


def test_from_the_shelf_to_the_table_with_keys(start: Start, folder: Path) -> None:
    """Enter on the shelf and Enter at the set-up begin a game with a deal of its own."""
    player = sit_down(start, folder)
    player.program.window.key("Return")
    player.program.window.key("Return")
    player.wait_for(0)
    player.sees(0)


def test_strange_place_no_sound_no_locale(
    packaged: Path, display: dict[str, str], tmp_path: Path, begin: Begin, hidden_screen: None
) -> None:
    """From a folder with spaces and Japanese letters, without sound device, in the C locale, from elsewhere."""
    place = tmp_path / "カード ゲーム 試作"
    shutil.copytree(packaged.parent, place, symlinks=True)
    environment = {**display, "LC_ALL": "C", "HOME": str(tmp_path)}
    environment.pop("SDL_AUDIODRIVER")
    folder = tmp_path / "data"
    program = begin(
        [str(place / packaged.name), "--data-dir", str(folder), "--game", "deck-defence", "--deal", "7"],
        environment,
        "/",
    )
    Player(program, folder).sees(0)


@pytest.mark.parametrize(
    "text",
    [b"", b"\x00\xff\xfe" * 50, b"{", b'{"mark": "other"}', b'{"mark": "tefuda-record", "format": 99}'],
    ids=["empty", "binary", "torn", "foreign", "future"],
)
def test_bad_files_are_kept_aside(start: Start, folder: Path, text: bytes) -> None:
    """With unusable settings and an unusable game the program starts, says so, and keeps both files aside."""
    folder.mkdir(parents=True)
    (folder / "settings.json").write_bytes(text)
    (folder / "table.tefuda").write_bytes(text)
    program = start("--data-dir", str(folder))
    until(
        lambda: [*folder.glob("settings.json.bad-*")] and [*folder.glob("table.tefuda.bad-*")], "both files kept aside"
    )
    assert all(kept.read_bytes() == text for kept in folder.glob("*.bad-*"))
    program.window.key("Return", "Return", "Return", "Return")
    Player(program, folder).wait_for(0)


def test_nothing_can_be_kept(start: Start, tmp_path: Path) -> None:
    """Where the data folder cannot be made, the game is played all the same."""
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    program = start("--data-dir", str(blocked / "data"), "--game", "deck-defence", "--deal", "7")
    program.window.key("Return")
    shown = program.window.screenshot()
    program.window.key("1", "1")
    until(lambda: program.window.screenshot().get_buffer().raw != shown.get_buffer().raw or None, "the game going on")
    assert program.process.poll() is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--gmae", "deck-defence"], "--gmae"),
        (["--deal", "S1 F9"], "F9"),
        (["--deal", "0"], "999999999"),
        (["--game", "chess"], "chess"),
        (["--language", "fr"], "fr"),
        (["conform"], "conform"),
        (["conform", "nowhere.json"], "nowhere.json"),
    ],
)
def test_nonsense_on_the_command_line(packaged: Path, arguments: list[str], named: str) -> None:
    """Nonsense gets one sentence on standard error that names it, and exit code 2."""
    done = subprocess.run(
        [packaged, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
    )
    sentences = [line for line in done.stderr.splitlines() if line.strip()]
    assert done.returncode == 2
    assert len(sentences) == 1
    assert named in sentences[0]
    assert "Traceback" not in done.stderr


def test_a_missing_file_of_the_program_is_told_in_a_window(
    packaged: Path, display: dict[str, str], tmp_path: Path, begin: Begin
) -> None:
    """Not silence: a window stays until it is closed, standard error names the file, a report is written."""
    place = tmp_path / "tefuda"
    shutil.copytree(packaged.parent, place, symlinks=True)
    (place / "_internal" / "assets" / "images" / "seal.svg").unlink()
    folder = tmp_path / "data"
    program = begin([str(place / packaged.name), "--data-dir", str(folder)], {**display, "HOME": str(tmp_path)}, "/")
    program.wait_until_it_says("images/seal.svg")
    assert program.process.poll() is None

    def closed() -> bool:
        program.window.key("Return")  # what is pressed before the window listens it passes over
        return program.process.poll() is not None

    until(closed, "the window to close")
    assert program.wait_for_end() == 1
    assert "Traceback" not in program.said()
    assert "FileNotFoundError" in (folder / "report-1.txt").read_text(encoding="utf-8")


def test_no_window_system(packaged: Path, tmp_path: Path) -> None:
    """Without a display the program does not run unseen: one sentence, exit code 2."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    done = subprocess.run([packaged], capture_output=True, text=True, check=False, env=environment, timeout=30)
    assert done.returncode == 2
    *of_the_system, ours = [line for line in done.stderr.splitlines() if line.strip()]
    assert "Tefuda" in ours
    assert not any("Traceback" in line for line in of_the_system)
