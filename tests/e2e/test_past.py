"""A story of the packaged program: a game is given up, counted once whatever happens, replayed, and played on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.e2e.player import Player
from tests.e2e.window import until

pytestmark = pytest.mark.e2e


def counted(folder: Path) -> list[tuple[str, str, int]]:
    """Return deal, ending and take-backs of every game in the history, as another program reads it."""
    file = folder / "history.sqlite3"
    if not file.exists():
        return []
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            return []  # it is being made
        return list(connection.execute("SELECT deal, ending, take_backs FROM games ORDER BY rowid"))


def test_a_game_is_given_up_counted_replayed_and_played_on(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """By keys alone, with a kill in between; the packaged program has everything that its database needs."""
    folder = tmp_path / "わたしの 卓"
    player = Player(start("--data-dir", str(folder), "--game", "deck-defence", "--deal", "7"), folder)
    player.sees(0)
    window = player.program.window
    window.key("Escape", *["Tab"] * 8, "Return", "Tab", "Return")
    until(lambda: counted(folder) == [("7", "conceded", 0)] or None, "the game in the history")
    player.program.process.kill()
    player.program.process.wait()

    again = Player(start("--data-dir", str(folder)), folder)
    again.program.window.key("F2", *["Tab"] * 4, "Return", "Return")

    def played_on() -> bool | None:
        record = again.record()
        return (record is not None and not record.conceded and record.take_backs == 1) or None

    until(played_on, "a game of its own that goes on")
    assert counted(folder) == [("7", "conceded", 0)]
    again.sees(0)
