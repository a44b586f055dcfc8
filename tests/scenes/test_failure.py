"""When the program cannot start or go on: log, report without a secret, a sentence that is seen, the game kept."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pygame
import pytest

import main
from game.core import Reason
from scenes import app, assets, diagnosis, failure, seating, window, words
from scenes.app import Start
from scenes.drawing import painter, text
from scenes.files import Files
from scenes.inputs import Key
from scenes.pages.menu import Shelf
from scenes.preferences import Preferences
from scenes.store import LOG, LOG_BEFORE, SETTINGS, TABLE, Store
from scenes.words import LANGUAGES, Words
from tests.scenes.hot_seat import keep, kept, new_table
from tests.scenes.people import NAMES

SECRETS = "the card S1 of 花子"
"""Words that a fault may carry, and nobody may read anywhere."""
LEAK = re.compile("S1|花子")


def broken(*_: Any, **__: Any) -> NoReturn:
    """Fail as a fault in the rules would, with what it was about in its words."""
    raise ValueError(SECRETS) from KeyError(SECRETS)


@pytest.fixture
def unseen(hidden_screen: None, screen: pygame.Surface, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the whole program run in this process, on a screen that nobody sees."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame, "quit", lambda: None)


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Give the message boxes that the system is asked for; the screen counts as one that somebody sees."""
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(diagnosis, "UNSEEN", ())
    monkeypatch.setattr(pygame.display, "message_box", lambda title, message, **_: shown.append((title, message)))
    return shown


@pytest.fixture
def own_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a copy of the program's own files, which can be broken, and let the program use it."""
    copy = tmp_path / "assets"
    shutil.copytree(assets.ASSETS, copy, ignore=shutil.ignore_patterns("licences", "deals", "screenshots"))
    for module in (diagnosis, failure, window, words):
        monkeypatch.setattr(module, "ASSETS", copy)
    monkeypatch.setattr(painter, "IMAGES", copy / "images")
    fonts = {bold: copy / "fonts" / file.name for bold, file in text.FILES.items()}
    monkeypatch.setattr(text, "FILES", fonts)
    monkeypatch.setattr(text.Type.__init__, "__defaults__", (fonts, None))
    words.sentences.cache_clear()
    yield copy
    words.sentences.cache_clear()


def run(folder: Path, *arguments: str, language: str = "en") -> int:
    """Run the program as its command line does."""
    return main.main(["--data-dir", str(folder), "--language", language, *arguments])


def test_a_fault_in_play_is_told_and_the_game_kept(
    unseen: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence each of what happened, of the game, and of the report; the report holds the game, sealed."""
    monkeypatch.setattr("scenes.table.table.TableScene.update", broken)
    assert run(tmp_path, "--game", "deck-defence", "--deal", "1204") == 1
    said = capsys.readouterr().err
    english = Words("en")
    assert english("failure.playing") in said
    assert english("failure.kept") in said
    assert str(tmp_path / "report-1.txt") in said
    assert str(tmp_path / LOG) in said
    assert "Traceback" not in said
    report = (tmp_path / "report-1.txt").read_text(encoding="utf-8")
    assert "on the screen: TableScene" in report
    assert re.search(r"  tests/scenes/test_failure\.py:\d+ in broken\nKeyError", report) is None  # it was never raised
    assert re.search(r"KeyError\n(  .+\n)+  tests/scenes/test_failure\.py:\d+ in broken\nValueError\n", report)
    assert report.rstrip().endswith((tmp_path / TABLE).read_text(encoding="utf-8").strip())
    assert kept(tmp_path).deal == "1204"
    again = Store(tmp_path)
    assert again.load_record() is not None  # the lock is free again
    again.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_that_tells_it(
    language: str,
    screen: pygame.Surface,
    unseen: None,
    boxes: list[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is drawn in the player's language, stays until it is closed, and needs no message box."""
    seen: list[pygame.Surface] = []
    at: list[tuple[int, int]] = []
    draw = failure._draw

    def drawn(surface: pygame.Surface, *rest: Any) -> pygame.Rect:
        button = draw(surface, *rest)
        seen.append(surface.copy())
        at.append(button.center)
        return button

    monkeypatch.setattr(failure, "_draw", drawn)
    for closing in (
        lambda: pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN),
        lambda: pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE),
        lambda: pygame.Event(pygame.QUIT),
        lambda: pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at[0], button=1),
    ):
        events = iter(
            [
                lambda: pygame.Event(pygame.KEYDOWN, key=pygame.K_q),
                lambda: pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(0, 0), button=1),
                lambda: pygame.Event(pygame.VIDEORESIZE, size=(640, 480)),
                closing,
            ]
        )
        monkeypatch.setattr(pygame.event, "wait", lambda _, events=events: next(events)())
        failure.tell([Reason.of("failure.starting")], language)
        assert next(events, None) is None
    assert boxes == []
    assert Words(language)("failure.starting") in capsys.readouterr().err
    assert pygame.mask.from_threshold(seen[0], failure._CREAM, (40, 40, 40)).count() > 300


class Gone(io.StringIO):
    """A terminal that was closed."""

    encoding = "utf-8"
    error: Exception = OSError(errno.EIO, "the terminal has gone")

    def write(self, _text: str) -> NoReturn:
        raise self.error


@pytest.mark.parametrize("error", [OSError(errno.EIO, ""), BrokenPipeError(), ValueError("closed")], ids=repr)
@pytest.mark.parametrize("fault", ["scenes.table.table.TableScene.update", "scenes.app.run"])
def test_a_terminal_that_has_gone_keeps_the_window_from_nobody(
    fault: str, error: Exception, unseen: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Started from a terminal that was closed since then, Tefuda would be gone without a word, as if it had crashed."""
    shown: list[str] = []
    monkeypatch.setattr(failure, "_show", lambda _words, text: shown.append(text))
    monkeypatch.setattr(fault, broken)
    monkeypatch.setattr(Gone, "error", error)
    monkeypatch.setattr(sys, "stderr", Gone())
    assert run(tmp_path, "--game", "deck-defence", "--deal", "1204") == 1
    (text,) = shown
    assert Words("en")("failure.starting" if fault == "scenes.app.run" else "failure.playing") in text


def test_without_a_window_system_nobody_is_waited_for(
    unseen: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a screen that nobody sees the sentence goes to standard error alone."""
    monkeypatch.setattr(pygame.event, "wait", broken)
    failure.tell([Reason.of("failure.starting")], "en")
    assert Words("en")("failure.starting") in capsys.readouterr().err


def test_no_window_system_is_logged(
    tmp_path: Path, hidden_screen: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one sentence ends with where the log is, and the log says what SDL said."""

    def refuse(_: Preferences) -> NoReturn:
        raise window.NoWindowError("x11 not available")

    monkeypatch.setattr(app, "open_window", refuse)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    assert run(tmp_path) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(tmp_path / LOG) in said
    assert "no window: x11 not available" in (tmp_path / LOG).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "files",
    [
        ["fonts/BIZUDPGothic-Regular.ttf"],
        ["fonts/BIZUDPGothic-Bold.ttf"],
        ["fonts/BIZUDPGothic-Regular.ttf", "fonts/BIZUDPGothic-Bold.ttf"],
        ["images/icon.svg"],
        ["images/seal.svg"],
    ],
    ids=["plain", "bold", "all letters", "icon", "picture"],
)
@pytest.mark.parametrize("content", [None, b"not what it was"], ids=["missing", "damaged"])
@pytest.mark.usefixtures("unseen")
def test_a_broken_file_of_the_program_is_named(
    files: list[str],
    content: bytes | None,
    own_assets: Path,
    boxes: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In a window, or where all letters are missing in a message box; and on standard error."""
    monkeypatch.setattr(pygame.event, "wait", lambda _: pygame.Event(pygame.QUIT))
    for file in files:
        (own_assets / file).unlink()
        if content is not None:
            (own_assets / file).write_bytes(content)
    assert run(tmp_path / "data") == 1
    said = capsys.readouterr().err
    assert any(Words("en")("failure.damaged", file=file) in said for file in files)
    assert [title for title, _ in boxes] == (["Tefuda"] if len(files) == 2 else [])
    assert all(message in said for _, message in boxes)


@pytest.mark.parametrize("content", [None, b"a = [", b"\xff\xfe"], ids=["missing", "torn", "binary"])
def test_without_words_there_are_last_words(
    content: bytes | None,
    unseen: None,
    own_assets: Path,
    boxes: list[tuple[str, str]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where the sentences themselves cannot be read the program still says that it must be installed again."""
    for language in LANGUAGES:
        (own_assets / "locales" / f"{language}.toml").unlink()
        if content is not None:
            (own_assets / "locales" / f"{language}.toml").write_bytes(content)
    assert run(tmp_path / "data") == 1
    assert "install it again" in capsys.readouterr().err
    assert [title for title, _ in boxes] == ["Tefuda"]
    assert main.main(["conform", "x.json"]) == 1  # a command opens no window for that
    assert len(boxes) == 1


def test_a_fault_of_a_command_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], boxes: list[tuple[str, str]]
) -> None:
    """It is told on standard error, with its place and without its words."""
    monkeypatch.setattr("game.deck_defence.review.solve_deal", broken)
    assert main.main(["solve", "--deal", "7", "--language", "en"]) == 1
    said = capsys.readouterr().err
    assert "in broken\nValueError\n" in said
    assert not LEAK.search(said)
    assert said.endswith(Words("en")("failure.starting") + "\n")
    assert boxes == []


def test_ctrl_c_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever stops a command gets the shell's own code and no words."""

    def stopped(*_: Any, **__: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.deck_defence.review.solve_deal", stopped)
    assert main.main(["solve", "--deal", "7"]) == 130
    assert capsys.readouterr().err == ""


def test_a_report_that_cannot_be_written(
    unseen: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then the reason is told, and that the game is not kept."""
    blocked = tmp_path / "a file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setattr("scenes.pages.notice.Notice.update", broken)  # the dialog that tells of it
    assert run(blocked / "data", "--game", "deck-defence", "--deal", "7") == 1
    said = capsys.readouterr().err
    english = Words("en")
    assert english("failure.not_kept") in said
    assert english("failure.no_report", cause=english("store.cause.in_the_way")) in said


def test_unreadable_settings_and_no_folder_are_told_in_the_window(screen: pygame.Surface, tmp_path: Path) -> None:
    """Neither stops the start: the shelf opens with one dialog for each problem, and the log names it by its key."""
    (tmp_path / SETTINGS).write_bytes(b"\x00")
    store = Store(tmp_path)
    program = app.Program(store, store.load_preferences(), Start(language="en"))
    assert [type(scene).__name__ for scene in program.stack] == ["Shelf", "Notice"]
    store.close()
    assert "problem: store.bad_settings store.cause.damaged" in (tmp_path / LOG).read_text(encoding="utf-8")
    blocked = Store(tmp_path / LOG / "data")
    program = app.Program(blocked, blocked.load_preferences(), Start(language="en"))
    assert isinstance(program.stack[0], Shelf)
    assert len(program.stack) == 2
    blocked.close()


# Secrets


def written(folder: Path) -> str:
    """Return all that log and reports say, without times and without the sealed game."""
    texts = [file.read_text(encoding="utf-8") for file in (*sorted(folder.glob("*.txt")), folder / LOG)]
    whole = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME", "\n".join(texts))
    return re.sub(r'"(sealed|check)": "[^"]*"', r'"\1": ""', whole)


def test_twins_leave_the_same_log_and_report(
    unseen: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games that differ in every hidden card end by the same fault: what was written down is the same."""
    monkeypatch.setattr("scenes.curtain.Curtain.update", broken)
    monkeypatch.setattr("scenes.app.read", lambda: iter([Key("enter")]))
    said: list[str] = []
    for deal in ("7", "8"):
        folder = tmp_path / "twin"
        keep(new_table(deal=deal), folder)
        assert run(folder) == 1
        said.append(written(folder) + capsys.readouterr().err)
        shutil.rmtree(folder)
    assert said[0] == said[1]
    assert not LEAK.search(said[0])
    assert not any(name in said[0] for name in NAMES)


def test_whatever_is_logged_tells_no_name(screen: pygame.Surface, tmp_path: Path) -> None:
    """A problem is logged by its key; the values in it, which may have been typed, are not."""
    store = Store(tmp_path)
    store.load_preferences()
    reason = Reason.of(
        "store.bad_setting", setting="sittings.kanu", value="花子", allowed=Reason.of("store.allowed.sitting")
    )
    program = app.Program(store, Preferences(), Start())
    program._tell(reason)
    store.close()
    assert "problem: store.bad_setting store.allowed.sitting\n" in written(tmp_path)
    assert not LEAK.search(written(tmp_path))


# The log and the reports, as files


def test_the_log_stays_small(tmp_path: Path) -> None:
    """A full one takes the place of the one before; both together never grow beyond twice the limit and a line."""
    store = Store(tmp_path)
    store.log("before anything is opened nothing is written")
    store.load_preferences()
    for number in range(3000):
        store.log(f"{number:05} " + "x" * 94)
    store.close()
    sizes = [(tmp_path / name).stat().st_size for name in (LOG, LOG_BEFORE)]
    assert sizes[0] < 100_101
    assert 100_000 < sizes[1] <= 100_101
    lines = [
        line[:5] for name in (LOG_BEFORE, LOG) for line in (tmp_path / name).read_text(encoding="utf-8").split("\n")
    ]
    assert lines[-2] == "02999"
    assert [line for line in lines if line] == [f"{number:05}" for number in range(3000 - len(lines) + 2, 3000)]


def test_a_log_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    """No problem is told, and the game is kept."""

    def full(*_: Any) -> NoReturn:
        raise OSError(errno.ENOSPC, "no space")

    store = Store(tmp_path, replace(Files(), append=full))
    store.load_preferences()
    store.log("a line")
    store.save_preferences(Preferences(language="ja"))
    store.close()
    assert store.take_problems() == []
    assert {path.name for path in tmp_path.iterdir()} == {SETTINGS, "tefuda.lock"}


def test_the_second_program_writes_no_log_but_reports(tmp_path: Path) -> None:
    """The log is the first one's; a report has a name of its own."""
    first, second = Store(tmp_path), Store(tmp_path)
    first.load_preferences()
    second.load_preferences()
    first.log("first")
    second.log("second")
    assert second.log_file is None
    assert second.report("what happened") == tmp_path / "report-1.txt"
    first.close()
    second.close()
    assert (tmp_path / LOG).read_text(encoding="utf-8") == "first\n"


def test_the_last_nine_reports_are_kept(tmp_path: Path) -> None:
    """After that the oldest gives way."""
    store = Store(tmp_path)
    for number in range(1, 12):
        path = store.report(f"{number}")
        assert isinstance(path, Path)
        os.utime(path, (number, number))
    store.close()
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("report-*")}
    assert texts == {f"report-{(number - 1) % 9 + 1}.txt": str(number) for number in range(3, 12)}


# --diagnose


def diagnosed(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, dict[str, Any]]:
    """Return what `--diagnose` prints, as it is and read."""
    assert main.main(["--diagnose", "--data-dir", str(folder)]) == 0
    said = capsys.readouterr().out
    return said, json.loads(said)


@pytest.fixture
def quiet_drivers(monkeypatch: pytest.MonkeyPatch, hidden_screen: None) -> None:
    """Leave the screen of the other tests alone, and the machine's sound."""
    monkeypatch.setattr(pygame.display, "quit", lambda: None)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


def test_diagnose_tells_the_machine_and_no_name(
    quiet_drivers: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Versions, drivers, places, files and settings; nobody who sits at a table, no card, and nothing is changed."""
    sitting = new_table().record().sitting
    store = Store(tmp_path)
    store.save_preferences(Preferences(text_scale=150).with_sitting("kanu", seating.load(sitting, 4)))
    store.settle()
    keep(new_table(), tmp_path)
    said, told = diagnosed(tmp_path, capsys)
    store.close()
    assert told["versions"].startswith("Tefuda ")
    assert told["display"].startswith("dummy, ")
    assert set(told["files"]) == {SETTINGS, TABLE, "tefuda.lock"}
    assert told["settings"]["text_scale"] == 150
    assert told["places"]["log"] == str(tmp_path / LOG)
    assert set(told["fonts"]) == {"BIZUDPGothic-Bold.ttf", "BIZUDPGothic-Regular.ttf"}
    assert told["damaged"] == []
    assert not any(name in said for name in NAMES)


@pytest.mark.parametrize(
    ("prepare", "expected"),
    [
        (lambda folder: folder.rmdir(), {}),
        (lambda folder: (folder / SETTINGS).write_bytes(b"\xff\xfe"), "store.cause.damaged"),
        (lambda folder: (folder / SETTINGS).write_bytes(b"{}"), "store.cause.foreign"),
        (lambda folder: (folder / SETTINGS).mkdir(), "store.cause.in_the_way"),
    ],
    ids=["no folder", "binary", "foreign", "a folder"],
)
def test_diagnose_changes_nothing(
    prepare: Callable[[Path], Any],
    expected: object,
    quiet_drivers: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever lies in the folder stays as it is, and is named."""
    folder = tmp_path / "data"
    folder.mkdir()
    prepare(folder)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    _, told = diagnosed(folder, capsys)
    assert told["settings"] == expected if expected else told["settings"]["language"] == "auto"
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_diagnose_names_what_fails(
    quiet_drivers: None,
    own_assets: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A screen or a sound device that cannot be had, a file of the program that is damaged, a home that is nowhere."""

    def refuse() -> NoReturn:
        raise pygame.error("no such device")

    (own_assets / "images" / "seal.svg").write_text("no picture", encoding="utf-8")
    monkeypatch.setattr(pygame.display, "init", refuse)
    monkeypatch.setattr(pygame.mixer, "init", refuse)
    monkeypatch.setattr("scenes.store.user_folder", lambda: None)
    assert main.main(["--diagnose"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["display"] == told["sound"] == "pygame.error: no such device"
    assert told["damaged"] == ["images/seal.svg"]
    assert told["places"]["log"] is None
    assert told["settings"] == "store.cause.missing"
