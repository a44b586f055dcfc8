"""The history of finished games: what is counted, how often, and that no fault of a disk loses or doubles it."""

from __future__ import annotations

import errno
import itertools
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from game import record as records
from game.bots.core import Level
from game.catalogue import find
from game.core import BadInput, Illegal, Reason
from game.deck_defence.public import ID, decode
from scenes import calendar, history, host
from scenes import files as system
from scenes import store as store_module
from scenes.files import Files
from scenes.host import Match
from scenes.pages import dealing
from scenes.preferences import Preferences
from scenes.statistics import Finished, numbers
from scenes.store import HISTORY, LOCK, Store
from scenes.words import LANGUAGES, Words
from tests.scenes.past import EVENING, conceded, lost, many, play_kanu, played, record, remember, seated, won
from tests.scenes.sitting import won_games
from tests.scenes.test_store_faults import ERRORS, Faulty, Killed, only

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions, limits and open files of POSIX")
ROOT = Path(__file__).resolve().parents[2]
SQL_ERRORS = {
    "SQLITE_FULL": "no_space",
    "SQLITE_IOERR_WRITE": "io",
    "SQLITE_READONLY_DBMOVED": "read_only",
    "SQLITE_BUSY_SNAPSHOT": "busy",
    "SQLITE_CANTOPEN": "no_access",
    "SQLITE_PROTOCOL": "other",
}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let every look at the calendar be a minute after the one before; give the first."""
    minutes = itertools.count(EVENING, 60)
    monkeypatch.setattr(calendar, "now", lambda: next(minutes))
    return EVENING


def keys(store: Store) -> list[str]:
    """Return the keys of the problems told since last time."""
    return [reason.key for reason in store.take_problems()]


def in_file(folder: Path) -> tuple[Finished, ...]:
    """Return what another program reads in the file, which must be whole."""
    with closing(sqlite3.connect(folder / HISTORY)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return history.read(connection)[0]


def others_in(folder: Path) -> set[str]:
    """Return the names of all files but the history and the lock."""
    return {path.name for path in folder.iterdir()} - {HISTORY, LOCK}


# What is counted


def win(match: Match, line: tuple[str, ...] = won_games()[0][1]) -> None:
    """Play a game to its winning end."""
    for action in line:
        match.chair.submit(decode(action))


def begun(store: Store) -> Match:
    """Return a match that a line is known for that wins it."""
    return host.begin(store, ID, won_games()[0][0], {})


def test_a_win_is_counted_once(tmp_path: Path, clock: int) -> None:
    """With its score; however often the program then starts, quits, or shows the result again."""
    with closing(Store(tmp_path)) as store:
        match = begun(store)
        win(match)
        (counted,) = store.history()
        for _ in range(3):
            host.resume(store)
    names = {match.name, counted.match}
    for _ in range(2):
        with closing(Store(tmp_path)) as store:
            resumed = host.resume(store)
            assert resumed is not None
            names.add(resumed.name)
            assert store.history() == (counted,)
    assert len(names) == 1
    outcome = match.chair.standing().outcome
    assert outcome is not None
    assert (counted.ending, counted.score, counted.deal) == ("won", outcome.scores[0], won_games()[0][0])
    assert (counted.actions, counted.take_backs, counted.hints) == (len(won_games()[0][1]), 0, 0)
    assert counted.finished == clock
    assert dict(counted.options) == {spec.key: spec.default for spec in find(ID).options}


def test_leaving_is_no_loss(tmp_path: Path) -> None:
    """A game that is closed, replaced by another or gone on with later has not ended."""
    with closing(Store(tmp_path)) as store:
        for _ in range(3):
            match = begun(store)
            match.chair.submit(match.chair.view().legal[0])
    with closing(Store(tmp_path)) as store:
        assert host.resume(store) is not None
        assert store.history() == ()
        assert not (tmp_path / HISTORY).exists()


def test_giving_up_is_a_loss_until_the_same_game_is_won(tmp_path: Path, clock: int) -> None:
    """One row all the time: given up, then given up later, then won, with what was taken back."""
    with closing(Store(tmp_path)) as store:
        match = begun(store)
        match.chair.concede()
        first = store.history()
        match.chair.undo()
        match.chair.submit(match.chair.view().legal[0])
        match.chair.concede()
        second = store.history()
        match.chair.undo()
        match.chair.undo()
        win(match)
        third = store.history()
        assert [(one.ending, one.actions, one.take_backs) for (one,) in (first, second, third)] == [
            ("conceded", 0, 0),
            ("conceded", 1, 0),
            ("won", len(won_games()[0][1]), 1),
        ]
        assert first[0].finished < second[0].finished < third[0].finished
        kept = store.record_of(third[0].match)
    assert kept is not None
    assert (kept.at, kept.conceded) == (len(won_games()[0][1]), False)


def test_what_was_won_stays_won(tmp_path: Path) -> None:
    """Whoever goes back after a win to see what else might have been does not lose it."""
    with closing(Store(tmp_path)) as store:
        match = begun(store)
        win(match)
        counted = store.history()
        match.chair.undo()
        match.chair.concede()
        match.chair.undo()
        match.chair.redo()
        assert store.history() == counted
        kept = store.record_of(counted[0].match)
        assert kept is not None
        assert not kept.conceded


def test_every_match_is_counted(tmp_path: Path) -> None:
    """The same deal played twice is two games."""
    with closing(Store(tmp_path)) as store:
        for _ in range(2):
            begun(store).chair.concede()
        assert numbers(store.history(), 9).games == 2


def test_a_game_that_ended_when_the_program_was_killed_is_counted_at_the_next_start(tmp_path: Path) -> None:
    """The last action was on disk, the history was not."""
    with closing(Store(tmp_path)) as store:
        match = begun(store)
        win(match)
    (tmp_path / HISTORY).unlink()
    with closing(Store(tmp_path)) as store:
        host.resume(store)
        assert [one.ending for one in store.history()] == ["won"]


def test_a_replay_is_not_counted_and_playing_on_is_a_game_of_its_own(tmp_path: Path) -> None:
    """The new game has a name of its own, counts what had come to light as taken back, and leaves the old one alone."""
    with closing(Store(tmp_path)) as store:
        match = begun(store)
        win(match)
        (old,) = store.history()
        kept = store.record_of(old.match)
        assert kept is not None
        looked_at, outcome = host.replay(kept)
        for _ in range(5):
            looked_at.chair.undo()
        for _ in range(5):
            looked_at.chair.redo()
        assert outcome == match.chair.standing().outcome
        assert store.history() == (old,)

        on = host.play_on(store, kept, kept.at - 1)
        assert on.chair.standing().actions == kept.at - 1
        assert on.chair.standing().take_backs >= 1
        assert not on.chair.standing().may_redo
        win(on, won_games()[0][1][-1:])
        new = store.history()[1]
        assert (new.ending, new.score) == (old.ending, old.score)
        assert new.match != old.match
        assert not new.unaided
        resumed = host.resume(store)
        assert resumed is not None
        assert resumed.chair.standing().actions == kept.at


def test_playing_on_from_a_game_given_up_is_not_unaided(tmp_path: Path) -> None:
    """Even from its last position: its player has given the game up once already."""
    with closing(Store(tmp_path)) as store:
        match = begun(store)
        match.chair.submit(match.chair.view().legal[0])
        match.chair.concede()
        kept = store.record_of(store.history()[0].match)
        assert kept is not None
        on = host.play_on(store, kept, 1)
        assert on.chair.standing().take_backs == 1
        assert on.chair.standing().outcome is None
        with pytest.raises(Illegal):
            host.play_on(store, kept, -1)


def test_the_difficulty_of_a_deal_is_kept_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is known: for numbered deals as far as they were worked out, by the usual rules."""
    monkeypatch.setattr(
        dealing, "labels", lambda _game, options: b"" if options.get("rules") == "remake" else bytes([0x0E, 0x0F])
    )
    with closing(Store(tmp_path)) as store:
        for deal, options in (("1", {}), ("3", {}), ("5", {}), ("1", {"rules": "remake"})):
            host.begin(store, ID, deal, options).chair.concede()
        found = sorted((one.deal, one.difficulty or "") for one in store.history())
    assert found == [("1", ""), ("1", "easy"), ("3", "unwinnable"), ("5", "")]


# The file


def test_what_was_remembered_is_there_at_the_next_start(tmp_path: Path) -> None:
    """In the order in which the games ended, each with its record."""
    games = many(30)
    with closing(Store(tmp_path)) as store:
        remember(store, games)
    with closing(Store(tmp_path)) as store:
        assert list(store.history()) == games
        assert store.record_of("match 7") == record("match 7")
        assert store.record_of("no such match") is None
        assert store.take_problems() == []
    assert others_in(tmp_path) == set()


def test_nothing_is_made_before_there_is_something_to_keep(tmp_path: Path) -> None:
    """A look at the page of a player who has finished nothing leaves no file."""
    with closing(Store(tmp_path)) as store:
        assert store.history() == ()
        assert store.record_of("m") is None
    assert not (tmp_path / HISTORY).exists()


def test_remembering_waits_for_nothing(tmp_path: Path) -> None:
    """Not even for a disk that hangs: the frame goes on."""

    def connect(path: Path, read_only: bool) -> sqlite3.Connection:
        time.sleep(0.3)
        return Files().connect(path, read_only)

    with closing(Store(tmp_path, Files(connect=connect))) as store:
        began = time.perf_counter()
        store.remember(lost(), record())
        assert time.perf_counter() - began < 0.1
        assert len(store.history()) == 1


def test_the_sealed_record_shows_no_card(tmp_path: Path) -> None:
    """A casual reader of the file learns the deal's number, and no card of it."""
    with closing(Store(tmp_path)) as store:
        match = host.begin(store, ID, "1204", {})
        for _ in range(4):
            match.chair.submit(match.chair.view().legal[0])
        match.chair.concede()
    content = (tmp_path / HISTORY).read_bytes()
    assert b"M1>" not in content
    assert b"1204" in content


def test_two_ways_through_the_upgrades_end_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A history of today opens in the version after it, with all its games; a killed upgrade begins anew."""
    with closing(Store(tmp_path)) as store:
        remember(store, many(5))
    more = ("ALTER TABLE games ADD COLUMN mood TEXT", "CREATE TABLE moods (mood TEXT)")
    monkeypatch.setattr(history, "_UPGRADES", (*history._UPGRADES, more))
    monkeypatch.setattr(history, "VERSION", len(history._UPGRADES))
    with closing(sqlite3.connect(tmp_path / HISTORY, isolation_level=None)) as connection:
        with suppress(ZeroDivisionError), history.Transaction(connection):
            connection.execute(more[0])
            raise ZeroDivisionError
        assert connection.execute("PRAGMA user_version").fetchone() == (history.VERSION - 1,)
    with closing(Store(tmp_path)) as store:
        assert list(store.history()) == many(5)
        remember(store, [won(match="new")])
        assert len(store.history()) == 6
        assert store.take_problems() == []
    with closing(sqlite3.connect(tmp_path / HISTORY)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (history.VERSION,)
        assert connection.execute("SELECT count(*) FROM moods").fetchone() == (0,)


def changed(folder: Path, *statements: str) -> None:
    """Change the file as somebody with a database tool might."""
    with closing(sqlite3.connect(folder / HISTORY)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET score = 'many'",
        "UPDATE games SET score = -1",
        "UPDATE games SET finished = 999999999999999",
        "UPDATE games SET ending = 'drawn'",
        "UPDATE games SET options = '{'",
        "UPDATE games SET options = '[1]'",
        "UPDATE games SET options = '{\"a\": [1]}'",
        "UPDATE games SET deal = x'ff'",
        "UPDATE games SET difficulty = x'07'",
        "UPDATE games SET ending = 'played'",
        'UPDATE games SET players = \'[["A", 1, true], ["B", 0, false]]\'',
        "UPDATE games SET players = x'5b5d'",
        "UPDATE games SET players = ''",
    ],
)
def test_a_row_spoiled_by_hand_is_left_out(tmp_path: Path, statement: str) -> None:
    """The others are read, the player is told how many were not; nothing is thrown away."""
    with closing(Store(tmp_path)) as store:
        remember(store, [won(match="m1"), lost(match="m2")])
    changed(tmp_path, f"{statement} WHERE match = 'm1'")
    with closing(Store(tmp_path)) as store:
        assert store.history() == (lost(match="m2"),)
        assert store.take_problems() == [Reason.of("store.spoiled_games", count=1)]
    assert others_in(tmp_path) == set()


@pytest.mark.parametrize(
    "players",
    [
        "",
        "{",
        "[]",
        "7",
        '{"A": 1}',
        '[["A", 1, true]]',
        '[["A", 1, true], ["B", 0]]',
        '[["A", 1, true], "B"]',
        '[["A", 1, true], [2, 0, false]]',
        '[["A", 1, true], ["B", "0", false]]',
        '[["A", 1, true], ["B", 0.5, false]]',
        '[["A", 1, true], ["B", true, false]]',
        '[["A", 1, true], ["B", 0, 1]]',
        '[["A", 1, true], ["B", 0, false, "best"]]',
        '[["A", 1, true], ["B", 0, false, null]]',
        '[["A", 1, true], ["B", true, false, "easy"]]',
        '[["A", 1, true], ["B", -1000000000, false, "easy"]]',
        '[["A", 1, true], ["B", -1000000000, false]]',
        '[["A", 1, true], ["B", 1' + "0" * 400 + ", false]]",
        '[["A", 1, true], [" ", 0, false]]',
        '[["A", 1, true], ["a", 0, false]]',
        '[["A", 1, true], ["\\u0007", 0, false]]',
        '[["A", 1, true], ["\\ud800", 0, false]]',
        '[["A", 1, true], ["' + "B" * 200 + '", 0, false]]',
        "[" * 100_000,
    ],
)
def test_players_spoiled_by_hand_are_left_out(tmp_path: Path, players: str) -> None:
    """Whatever stands there: their game is passed over, the others are read, and nothing is thrown away."""
    others = [played(3, 2, 1, match="k2"), won(match="m2")]
    with closing(Store(tmp_path)) as store:
        remember(store, [played(3, 2, 1, match="k1"), *others])
    with closing(sqlite3.connect(tmp_path / HISTORY)) as connection:
        connection.execute("UPDATE games SET players = ? WHERE match = 'k1'", (players,))
        connection.commit()
    with closing(Store(tmp_path)) as store:
        assert list(store.history()) == others
        assert store.take_problems() == [Reason.of("store.spoiled_games", count=1)]
    assert others_in(tmp_path) == set()


def test_computers_are_kept_as_what_they_were(tmp_path: Path) -> None:
    """A row says of a computer how well it played; a row of people looks as it always did."""
    people = played(3, 2, 1, match="k1")
    mixed = replace(
        people, match="k2", players=(people.players[0], *(replace(one, level=Level.EASY) for one in people.players[1:]))
    )
    with closing(Store(tmp_path)) as store:
        remember(store, [people, mixed])
    with closing(sqlite3.connect(tmp_path / HISTORY)) as connection:
        texts = [row[0] for row in connection.execute("SELECT players FROM games ORDER BY match")]
    assert ["easy" in text for text in texts] == [False, True]
    with closing(Store(tmp_path)) as store:
        assert list(store.history()) == [people, mixed]


FIRST = (
    """
    CREATE TABLE games (
        match TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        deal TEXT NOT NULL,
        difficulty TEXT,
        finished INTEGER NOT NULL,
        ending TEXT NOT NULL,
        score INTEGER NOT NULL,
        actions INTEGER NOT NULL,
        take_backs INTEGER NOT NULL,
        hints INTEGER NOT NULL
    )
    """,
    "CREATE TABLE records (match TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL)",
    "PRAGMA application_id = 1413891144",
    "PRAGMA user_version = 1",
    """
    INSERT INTO games VALUES
    (
        'a', 'deck-defence', '{"open_discards": false, "show_budget": false}', '1204', 'easy',
        1790000000, 'won', 7, 40, 1, 2
    ),
    (
        'b', 'deck-defence', '{"open_discards": false, "show_budget": false}', '9', NULL,
        1790000060, 'conceded', 0, 3, 0, 0
    )
    """,
)
"""What the first version of the program wrote, word for word."""


def of_the_first_version(folder: Path, *statements: str) -> None:
    """Make a history as the first version of the program left it."""
    with closing(sqlite3.connect(folder / HISTORY)) as connection:
        for statement in (*FIRST, *statements):
            connection.execute(statement)
        connection.commit()


def test_a_history_of_the_first_version_is_read_on(tmp_path: Path) -> None:
    """With all its games and records, which were of one player each; games of several people come after them."""
    of_the_first_version(tmp_path)
    with closing(sqlite3.connect(tmp_path / HISTORY)) as connection:
        connection.execute("INSERT INTO records VALUES ('a', ?)", (records.dump(record("a")),))
        connection.commit()
    old = [
        won(7, match="a", difficulty="easy", take_backs=1, hints=2),
        conceded(match="b", deal="9", finished=EVENING + 60, actions=3),
    ]
    with closing(Store(tmp_path)) as store:
        assert list(store.history()) == old
        assert store.record_of("a") == record("a")
        remember(store, [played(4, 9, 2, finished=EVENING + 120)])
        assert list(store.history()) == [*old, played(4, 9, 2, finished=EVENING + 120)]
        assert store.take_problems() == []
    assert others_in(tmp_path) == set()
    with closing(sqlite3.connect(tmp_path / HISTORY)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert connection.execute("SELECT match, players FROM games ORDER BY match").fetchall() == [
            ("a", "[]"),
            ("b", "[]"),
            ("k", '[["\\u30a2\\u30aa\\u30a4", 4, false], ["\\u30cf\\u30eb", 9, true], ["Natsu", 2, false]]'),
        ]


def test_a_second_copy_leaves_a_history_of_the_first_version_alone(tmp_path: Path) -> None:
    """It may change no byte, so it cannot bring it to the present, and shows none."""
    of_the_first_version(tmp_path)
    with closing(Store(tmp_path)) as first:
        first.save_preferences(Preferences())
        first.settle()  # only now is the folder the first one's
        before = (tmp_path / HISTORY).read_bytes()
        with closing(Store(tmp_path)) as second:
            assert second.history() == ()
        assert (tmp_path / HISTORY).read_bytes() == before
        assert len(first.history()) == 2


def test_a_history_that_says_it_is_of_a_version_that_it_is_not(tmp_path: Path) -> None:
    """Its tables have a column already, or not yet: it is kept aside as damaged, and none of it is lost."""
    of_the_first_version(tmp_path, "ALTER TABLE games ADD COLUMN players TEXT")
    before = (tmp_path / HISTORY).read_bytes()
    with closing(Store(tmp_path)) as store:
        remember(store, [won()])
        assert store.history() == (won(),)
        assert keys(store) == ["store.bad_history"]
    (aside,) = others_in(tmp_path)
    assert (tmp_path / aside).read_bytes() == before


# Several people


def test_a_game_of_several_people_is_counted_once_with_everybody(tmp_path: Path, clock: int) -> None:
    """Names, scores and wins by seat, however often the program then starts; nobody alone has won or lost it."""
    with closing(Store(tmp_path)) as store:
        match = play_kanu(store, seated(4))
        (counted,) = store.history()
        outcome = match.chair.standing().outcome
        assert outcome is not None
        for _ in range(2):
            host.resume(store)
        assert store.history() == (counted,)
        kept = store.record_of(counted.match)
    assert kept is not None
    assert kept.seats == 4
    assert (counted.ending, counted.won, counted.seats) == ("played", False, 4)
    assert [player.name for player in counted.players] == list(seated(4).names)
    assert tuple(player.score for player in counted.players) == outcome.scores
    assert tuple(seat for seat, player in enumerate(counted.players) if player.won) == outcome.winners
    assert counted.score == max(outcome.scores)
    assert counted.finished == clock
    with closing(Store(tmp_path)) as store:
        assert store.history() == (counted,)


def test_how_a_game_of_several_people_ended_last_is_what_counts(tmp_path: Path) -> None:
    """The same game told with other scores gives way to them: after as many actions, one of them taken back."""
    with closing(Store(tmp_path)) as store:
        remember(store, [played(3, 2, 1), played(3, 2, 1, finished=EVENING + 9)])
        assert store.history() == (played(3, 2, 1),)
        remember(store, [played(3, 4, 1, finished=EVENING + 9)])
        assert store.history() == (played(3, 4, 1, finished=EVENING + 9),)


def test_scores_below_nothing_are_kept(tmp_path: Path) -> None:
    """Where several people play, rules may have them."""
    with closing(Store(tmp_path)) as store:
        remember(store, [played(-3, -2, -7)])
        assert store.history() == (played(-3, -2, -7),)


def test_a_damaged_record_is_told_when_it_is_asked_for(tmp_path: Path) -> None:
    """The list is read all the same."""
    with closing(Store(tmp_path)) as store:
        remember(store, [won()])
    changed(tmp_path, "UPDATE records SET record = substr(record, 1, 200)")
    with closing(Store(tmp_path)) as store:
        assert len(store.history()) == 1
        with pytest.raises(BadInput):
            store.record_of("m")


# Files that cannot be used


def _words(folder: Path) -> None:
    (folder / HISTORY).write_text("hello\n" * 50)


def _noise(folder: Path) -> None:
    (folder / HISTORY).write_bytes(random.Random(3).randbytes(9000))


def _foreign(folder: Path) -> None:
    (folder / HISTORY).unlink()
    with closing(sqlite3.connect(folder / HISTORY)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def _other_application(folder: Path) -> None:
    (folder / HISTORY).unlink()
    with closing(sqlite3.connect(folder / HISTORY)) as connection:
        connection.execute("PRAGMA application_id = 1234")
        connection.execute("CREATE TABLE recipes (name TEXT)")


def _future(folder: Path) -> None:
    changed(folder, f"PRAGMA user_version = {history.VERSION + 1}")


def _cut(folder: Path) -> None:
    data = (folder / HISTORY).read_bytes()
    (folder / HISTORY).write_bytes(data[: len(data) // 2])


def _stump(folder: Path) -> None:
    (folder / HISTORY).write_bytes((folder / HISTORY).read_bytes()[:60])


def _scribbled(folder: Path) -> None:
    data = bytearray((folder / HISTORY).read_bytes())
    data[4096:8000] = b"\x5a" * 3904
    (folder / HISTORY).write_bytes(data)


def _folder(folder: Path) -> None:
    (folder / HISTORY).unlink()
    (folder / HISTORY).mkdir()
    (folder / HISTORY / "something").write_text("mine")


def _without_tables(folder: Path) -> None:
    changed(folder, "DROP TABLE games")


def _other_columns(folder: Path) -> None:
    changed(folder, "ALTER TABLE games RENAME COLUMN ending TO result")


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "text": (_words, "damaged"),
    "binary": (_noise, "damaged"),
    "cut": (_cut, "damaged"),
    "stump": (_stump, "damaged"),
    "scribbled": (_scribbled, "damaged"),
    "without tables": (_without_tables, "damaged"),
    "other columns": (_other_columns, "damaged"),
    "foreign": (_foreign, "foreign"),
    "other application": (_other_application, "foreign"),
    "future": (_future, "newer"),
    "folder": (_folder, "in_the_way"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("reads_first", [True, False])
def test_what_cannot_be_used_is_kept_aside(tmp_path: Path, kind: str, reads_first: bool) -> None:
    """The player is told once, a new history is begun, and the old file is there as it was, under another name."""
    spoil, cause = BAD[kind]
    with closing(Store(tmp_path)) as store:
        remember(store, many(40))
    spoil(tmp_path)
    path = tmp_path / HISTORY
    before = path.read_bytes() if path.is_file() else b""
    with closing(Store(tmp_path)) as store:
        if reads_first:
            assert store.history() == ()
        remember(store, [won(match="new")])
        assert store.history() == (won(match="new"),)
        assert store.is_keeping()
        (problem,) = store.take_problems()
        values = dict(problem.values)
        assert problem.key == "store.bad_history"
        assert cast("Any", values["cause"]).key == f"store.cause.{cause}"
    aside = tmp_path / str(values["kept_as"])
    assert others_in(tmp_path) == {aside.name}
    assert aside.is_dir() if kind == "folder" else aside.read_bytes() == before
    assert in_file(tmp_path) == (won(match="new"),)
    with closing(Store(tmp_path)) as store:
        assert store.history() == (won(match="new"),)
        assert store.take_problems() == []


def test_an_empty_file_becomes_a_history(tmp_path: Path) -> None:
    """A program killed while it made one leaves such a file, or a disk that lost it all: so the player is told."""
    (tmp_path / HISTORY).touch()
    with closing(Store(tmp_path)) as store:
        assert store.history() == ()
        remember(store, [won()])
        assert len(store.history()) == 1
        assert store.take_problems() == [Reason.of("store.empty_history")]


def test_the_journal_of_a_bad_file_goes_where_it_goes(tmp_path: Path) -> None:
    """Left behind it would be played into the new history."""
    (tmp_path / HISTORY).write_bytes(b"no database at all" * 40)
    (tmp_path / f"{HISTORY}-journal").write_bytes(b"its journal")
    (tmp_path / f"{HISTORY}.bad-1-wal").write_bytes(b"of an older one")
    with closing(Store(tmp_path)) as store:
        remember(store, [won()])
    assert others_in(tmp_path) == {f"{HISTORY}.bad-1", f"{HISTORY}.bad-1-journal"}
    assert (tmp_path / f"{HISTORY}.bad-1-journal").read_bytes() == b"its journal"
    assert in_file(tmp_path) == (won(),)


@posix
def test_a_named_pipe_does_not_hang_the_program(tmp_path: Path) -> None:
    """Whatever lies there under the name: no wait without end, no exception, and the player is told."""
    os.mkfifo(tmp_path / HISTORY)
    with closing(Store(tmp_path)) as store:
        assert store.history() == ()
        remember(store, [won()])
        assert store.take_problems()


# Two programs


def test_a_second_copy_reads_and_writes_nothing(tmp_path: Path) -> None:
    """It shows what was, and changes no byte; what it plays is not counted."""
    with closing(Store(tmp_path)) as first:
        remember(first, [won()])
        before = (tmp_path / HISTORY).read_bytes()
        with closing(Store(tmp_path)) as second:
            begun(second).chair.concede()
            assert second.history() == (won(),)
            assert second.record_of("m") == record()
            assert keys(second) == ["store.second_copy"]
            assert not second.is_keeping()
        assert (tmp_path / HISTORY).read_bytes() == before
        assert first.history() == (won(),)


@pytest.mark.parametrize("kind", ["text", "future", "folder", "foreign"])
def test_a_second_copy_leaves_a_bad_file_alone(tmp_path: Path, kind: str) -> None:
    """Only who keeps anything may put something aside."""
    with closing(Store(tmp_path)) as store:
        remember(store, [won()])
    BAD[kind][0](tmp_path)
    with closing(Store(tmp_path)) as first:
        first.load_record()
        with closing(Store(tmp_path)) as second:
            assert second.history() == ()
            begun(second).chair.concede()
            assert second.history() == ()
        assert others_in(tmp_path) == set()


def test_another_program_has_the_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer that reads is no hindrance; one that writes is waited for, then the player is told; nothing is lost."""
    monkeypatch.setattr(system, "_BUSY", 0.05)
    with closing(Store(tmp_path)) as store:
        remember(store, [won(match="m1")])
    with closing(Store(tmp_path)) as store, closing(sqlite3.connect(tmp_path / HISTORY)) as viewer:
        assert viewer.execute("SELECT count(*) FROM games").fetchone() == (1,)
        viewer.execute("BEGIN EXCLUSIVE")
        remember(store, [won(match="m2")])
        (problem,) = store.take_problems()
        assert problem.key == "store.cannot_remember"
        assert cast("Any", dict(problem.values)["cause"]).key == "store.cause.busy"
        assert store.history() == ()
        assert keys(store) == ["store.cannot_read_history"]
        viewer.execute("ROLLBACK")
        remember(store, [won(match="m3")])
        assert {one.match for one in store.history()} == {"m1", "m2", "m3"}
        assert store.take_problems() == []
    assert others_in(tmp_path) == set()


# Faults of the disk


def ends_games(store: Store) -> None:
    """End two games, look at the page, and leave."""
    store.remember(won(match="m1"), record("m1"))
    store.remember(lost(match="m2"), record("m2"))
    store.history()
    store.close()


def evening(folder: Path, files: Files, faulty: Faulty | None = None) -> Store:
    """Live through an evening with faults; everything is closed afterwards as if the program had ended."""
    store = Store(folder, files)
    try:
        ends_games(store)
    except Killed:
        with suppress(Killed):
            store.close()
    finally:
        if faulty is not None:
            faulty.bury()
    return store


def laid(folder: Path) -> Path:
    """Lay a history of one game into a fresh folder."""
    if folder.exists():
        shutil.rmtree(folder)
    with closing(Store(folder)) as store:
        remember(store, [won(match="m0")])
    return folder


WHOLE = ({"m0"}, {"m0", "m1"}, {"m0", "m1", "m2"})
"""What may lie in the file after that evening."""


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_any_one_call_to_the_system_may_fail(tmp_path: Path, number: int) -> None:
    """No exception, the file is whole, and either all games are in it or the player was told."""
    folder = tmp_path / "table"
    faulty = Faulty(lambda _call, _name: False, OSError())
    evening(laid(folder), faulty.files())
    for at in range(len(faulty.calls)):
        faulty = Faulty(only(at), OSError(number, "injected"))
        store = evening(laid(folder), faulty.files(), faulty)
        assert len(faulty.failed) == 1
        games = {one.match for one in in_file(folder)}
        assert games in WHOLE
        assert games == WHOLE[-1] or store.take_problems()
        assert others_in(folder) == set()


class Connection:
    """A database on which chosen statements fail, as SQLite says it, or end the program."""

    def __init__(self, real: sqlite3.Connection, fails: Callable[[], BaseException | None]) -> None:
        self._real = real
        self._fails = fails

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        """Fail, or do it."""
        if (failure := self._fails()) is not None:
            raise failure
        return self._real.execute(*statement)

    @property
    def in_transaction(self) -> bool:
        """Say what the real one says."""
        return self._real.in_transaction

    def close(self) -> None:
        """Close the real one, which rolls back what was not committed."""
        self._real.close()


def failing_at(at: int, failure: BaseException) -> tuple[Files, list[int]]:
    """Return files whose databases fail at one statement, and a list that grows with every statement."""
    calls: list[int] = []

    def fails() -> BaseException | None:
        calls.append(len(calls))
        return failure if calls[-1] == at or (isinstance(failure, Killed) and calls[-1] > at) else None

    def connect(path: Path, read_only: bool) -> sqlite3.Connection:
        return cast("sqlite3.Connection", Connection(Files().connect(path, read_only), fails))

    return Files(connect=connect), calls


def sql_error(name: str) -> sqlite3.OperationalError:
    """Return an error as SQLite reports it."""
    error = sqlite3.OperationalError("injected")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize("name", SQL_ERRORS)
def test_any_one_statement_may_fail(tmp_path: Path, name: str) -> None:
    """The disk is full, gone, or read-only in the middle of it: whole games are there, and the player is told why."""
    folder = tmp_path / "table"
    files, calls = failing_at(-1, sql_error(name))
    evening(laid(folder), files)
    for at in range(len(calls)):
        files, _ = failing_at(at, sql_error(name))
        store = evening(laid(folder), files)
        games = {one.match for one in in_file(folder)}
        assert games == WHOLE[-1], at  # whatever failed once was done at the next occasion
        problems = store.take_problems()
        assert len(problems) == 1, at
        assert cast("Any", dict(problems[0].values)["cause"]).key == f"store.cause.{SQL_ERRORS[name]}"
        assert others_in(folder) == set()


@pytest.mark.parametrize("name", ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CORRUPT_INDEX"])
def test_damage_may_be_found_at_any_statement(tmp_path: Path, name: str) -> None:
    """The damaged file is kept, and the games of the evening are in a new one."""
    folder = tmp_path / "table"
    files, calls = failing_at(-1, sql_error(name))
    evening(laid(folder), files)
    for at in range(len(calls)):
        files, _ = failing_at(at, sql_error(name))
        store = evening(laid(folder), files)
        assert keys(store) == ["store.bad_history"]
        assert others_in(folder) == {f"{HISTORY}.bad-1"}
        new = {one.match for one in in_file(folder)} if (folder / HISTORY).exists() else set()
        with closing(sqlite3.connect(folder / f"{HISTORY}.bad-1")) as connection:
            old = {one.match for one in history.read(connection)[0]}
        assert old | new == WHOLE[-1], at
        assert "m0" in old


def test_ending_at_any_statement_leaves_whole_games(tmp_path: Path) -> None:
    """Whatever was the last statement: what is in the file are whole games, with their records."""
    folder = tmp_path / "table"
    files, calls = failing_at(-1, Killed())
    evening(laid(folder), files)
    for at in range(len(calls)):
        files, _ = failing_at(at, Killed())
        evening(laid(folder), files)
        games = {one.match for one in in_file(folder)}
        assert games in WHOLE
        with closing(Store(folder)) as store:
            assert {one.match for one in store.history() if store.record_of(one.match)} == games
            assert store.take_problems() == []


def test_a_disk_that_is_full_all_evening(tmp_path: Path) -> None:
    """The player hears of it once; when there is room again everything is written, in the order it was played."""
    full = True

    def connect(path: Path, read_only: bool) -> sqlite3.Connection:
        if full:
            raise sql_error("SQLITE_FULL")
        return Files().connect(path, read_only)

    games = many(9)
    with closing(Store(tmp_path, Files(connect=connect))) as store:
        remember(store, games[:6])
        assert keys(store) == ["store.cannot_remember"]
        full = False
        remember(store, games[6:])
        assert list(store.history()) == games
        assert store.take_problems() == []


@posix
def test_the_folder_is_removed_while_we_play(tmp_path: Path) -> None:
    """It is made again; what is played from then on is kept."""
    folder = tmp_path / "table"
    with closing(Store(folder)) as store:
        remember(store, [won(match="m1")])
        shutil.rmtree(folder)
        remember(store, [won(match="m2")])
        assert [one.match for one in store.history()] == ["m2"]
        assert store.take_problems() == []


@posix
def test_a_bad_file_that_cannot_be_kept_aside_is_left(tmp_path: Path) -> None:
    """Nothing is written in its place until it can be moved; then the games that waited are counted."""
    (tmp_path / HISTORY).write_text("hello" * 100)
    broken = True

    def replace(source: Path, target: Path) -> None:
        if broken and source.name == HISTORY:
            raise OSError(errno.EACCES, "injected")
        source.replace(target)

    with closing(Store(tmp_path, Files(replace=replace))) as store:
        remember(store, [won(match="m1")])
        assert "store.left_in_place" in keys(store)
        assert (tmp_path / HISTORY).read_text() == "hello" * 100
        broken = False
        remember(store, [won(match="m2")])
        assert [one.match for one in store.history()] == ["m1", "m2"]
        assert keys(store) == ["store.bad_history"]


# Programs really killed

START = """
import itertools, sys
from pathlib import Path
from scenes.store import Store
from tests.scenes.past import record, won
"""
PLAYS = (
    START
    + """
store = Store(Path(sys.argv[1]))
for number in itertools.count(len(store.history())):
    store.remember(won(match=f"m{number}", finished=number), record(f"m{number}"))
    store.settle()
    print(number, flush=True)
"""
)
IS_FULL = (
    START
    + """
import resource
store = Store(Path(sys.argv[1]))
store.history()
resource.setrlimit(resource.RLIMIT_FSIZE, (40960, resource.RLIM_INFINITY))
for number in range(200):
    store.remember(won(match=f"m{number}"), record(f"m{number}"))
store.settle()
told = store.take_problems()
print([reason.key for reason in told], len(store.history()) < 200)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(len(store.history()), store.take_problems() == [])
store.close()
"""
)


def said_by(text: str, folder: Path, *, kill_after: int | None = None, pause: float = 0.0) -> list[str]:
    """Run a program on a folder, kill it after some lines, and return whole lines of what it said."""
    command = [sys.executable, "-c", text, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if kill_after is None:
            return process.stdout.readlines()
        said = [process.stdout.readline() for _ in range(kill_after)]
        time.sleep(pause)
        process.kill()
        said += process.stdout.readlines()
    return [line for line in said if line.endswith("\n")]


def test_a_killed_program_leaves_whole_games(tmp_path: Path) -> None:
    """Killed at random moments: every game said to be on disk is there, at most one more, none half."""
    chance = random.Random(5)
    folder = tmp_path / "手札 table"
    for _ in range(8):
        said = said_by(PLAYS, folder, kill_after=chance.randrange(1, 8), pause=chance.random() * 0.004)
        with closing(Store(folder)) as store:
            games = store.history()
            assert [one.match for one in games] == [f"m{number}" for number in range(len(games))]
            assert len(games) in {int(said[-1]) + 1, int(said[-1]) + 2}
            assert store.record_of(games[-1].match) == record(games[-1].match)
            assert store.take_problems() == []
        assert others_in(folder) <= {f"{HISTORY}-journal"}  # an empty one may stay until the next game


@posix
def test_a_disk_that_really_takes_no_more(tmp_path: Path) -> None:
    """The system itself refuses to let the file grow; later everything that waited is written."""
    with closing(Store(tmp_path)) as store:
        remember(store, [won(match="m0")])
    first, second = said_by(IS_FULL, tmp_path)
    assert first == "['store.cannot_remember'] True\n"
    assert second == "200 True\n"
    assert len(in_file(tmp_path)) == 200


# Files that the player asks for


def test_an_export_never_takes_another_files_place(tmp_path: Path) -> None:
    """Each gets a free name; what cannot be written whole is not there at all."""
    with closing(Store(tmp_path)) as store:
        paths = [store.export("tefuda", ".csv", text) for text in ("one", "two", "手札")]
        assert [cast("Path", path).name for path in paths] == ["tefuda.csv", "tefuda (2).csv", "tefuda (3).csv"]
        assert [cast("Path", path).read_text("utf-8") for path in paths] == ["one", "two", "手札"]


def test_an_export_goes_to_the_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are such, else into our own folder, and the player is told where."""
    documents, own = tmp_path / "書類", tmp_path / "own"
    monkeypatch.setattr(store_module, "documents_folder", lambda: documents)
    monkeypatch.setattr(store_module, "user_folder", lambda: own)
    with closing(Store()) as store:
        assert store.export("a", ".csv", "x") == own / "a.csv"
        documents.mkdir()
        assert store.export("a", ".csv", "x") == documents / "a.csv"


@pytest.mark.parametrize("operation", ["create", "write", "sync", "close", "age"])
def test_an_export_that_fails_says_why(tmp_path: Path, operation: str) -> None:
    """No exception, and no half file."""
    faulty = Faulty(lambda _call, name: name == operation, OSError(errno.ENOSPC, "injected"))
    with closing(Store(tmp_path, faulty.files())) as store:
        answer = store.export("a", ".csv", "x" * 1000)
        assert getattr(answer, "key", None) == "store.cause.no_space"
    assert not list(tmp_path.glob("*.csv"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_words(language: str) -> None:
    """Whatever is told of the history, the player reads a sentence with the cause in it and nothing left open."""
    words = Words(language)
    for name in (*SQL_ERRORS, "SQLITE_LOCKED", "SQLITE_PERM"):
        cause = store_module._database_cause(store_module._primary(sql_error(name)))
        for key in ("store.cannot_remember", "store.cannot_read_history"):
            said = words.say(Reason.of(key, path="/手札", cause=cause))
            assert words.say(cause) in said
            assert "/手札" in said
        said = words.say(Reason.of("store.bad_history", file=HISTORY, kept_as=f"{HISTORY}.bad-1", cause=cause))
        assert f"{HISTORY}.bad-1" in said
    assert "17" in words.say(Reason.of("store.spoiled_games", count=17))
    assert words.say(Reason.of("store.empty_history"))
