"""The history of finished games: its tables, their upgrades, its rows, as SQL over a connection that the store opened.

This module opens no file and decides nothing about files. A game is one row, whatever happens to it: what was lost may
still be won, and what was won stays won.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from game import record as records
from game.bots.core import Level
from game.core import BadInput, Reason
from game.record import Record
from scenes.calendar import LATEST
from scenes.seating import why_not_names
from scenes.statistics import ENDINGS, Finished, Player, Settings

APPLICATION = 0x54464448
"""What the database says it is for (PRAGMA application_id): "TFDH"."""

_UPGRADES: tuple[tuple[str, ...], ...] = (
    (
        # The records lie apart: the list of games is read often, a record only to replay it.
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
    ),
    # Who played, by seat, as JSON: [[name, score, won], ...]. Before this version everybody played alone.
    ("ALTER TABLE games ADD COLUMN players TEXT NOT NULL DEFAULT '[]'",),
)
"""What leads from each version of the tables to the next. A version that was shipped is never changed."""
VERSION = len(_UPGRADES)

_NAMES = ("match", "game", "options", "deal", "difficulty", "finished", "ending", "score", "actions")
_COLUMNS = (*_NAMES, "take_backs", "hints", "players")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM games ORDER BY finished, rowid"  # noqa: S608 - names of our own
# The same ending told again changes nothing, not even when it was; a win gives way to nothing.
_PUT = f"""
    INSERT INTO games ({", ".join(_COLUMNS)}) VALUES ({", ".join("?" * len(_COLUMNS))})
    ON CONFLICT (match) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[1:])}
    WHERE games.ending <> 'won' AND NOT (
        games.ending = excluded.ending AND games.actions = excluded.actions
        AND games.take_backs = excluded.take_backs AND games.hints = excluded.hints
        AND games.players = excluded.players
    )
"""  # noqa: S608 - names of our own
_PUT_RECORD = """
    INSERT INTO records (match, record) VALUES (?, ?) ON CONFLICT (match) DO UPDATE SET record = excluded.record
"""
_HIGHEST = 10**9
"""No score of a player is so far from 0."""
_HEADER = b"SQLite format 3\0"
HEADER_LENGTH = 100


def check_header(data: bytes) -> None:
    """Raise `BadInput` where the first bytes of a file say that it is no history of ours; an empty file may become one.

    So a foreign file is told from ours without a database library having touched it.
    """
    if not data:
        return
    if not data.startswith(_HEADER):
        raise BadInput(Reason.of("store.cause.damaged"))
    if len(data) < HEADER_LENGTH:
        raise BadInput(Reason.of("store.cause.damaged"))
    version, application = int.from_bytes(data[60:64], "big"), int.from_bytes(data[68:72], "big")
    if application not in (0, APPLICATION):
        raise BadInput(Reason.of("store.cause.foreign"))
    if application == APPLICATION and version > VERSION:
        raise BadInput(Reason.of("store.cause.newer"))


def prepare(connection: sqlite3.Connection, *, check: bool = True) -> None:
    """Bring a database to the present version. Raises `BadInput` where it is damaged, foreign or from the future.

    Every step is done whole or not at all, whenever the program ends. `check` reads all of it for damage.
    """
    connection.execute("PRAGMA trusted_schema = OFF")
    application, version = (_pragma(connection, name) for name in ("application_id", "user_version"))
    if application != APPLICATION and (application or version or _any_table(connection)):
        raise BadInput(Reason.of("store.cause.foreign"))
    if version > VERSION:
        raise BadInput(Reason.of("store.cause.newer"))
    if check and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise BadInput(Reason.of("store.cause.damaged"))
    for number in range(version, VERSION):
        with Transaction(connection):
            for statement in _UPGRADES[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {number + 1}")
    connection.execute(f"{_SELECT} LIMIT 1")  # the tables are as they should be, or this says so
    connection.execute("SELECT match, record FROM records LIMIT 1")


def is_present(connection: sqlite3.Connection) -> bool:
    """Return whether a database is of the present version: one that may only be read cannot be brought to it."""
    return _pragma(connection, "application_id") == APPLICATION and _pragma(connection, "user_version") == VERSION


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _any_table(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None


class Transaction:
    """All of the statements inside, or none: `with Transaction(connection): ...`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._connection.execute("COMMIT")
        elif self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def put(connection: sqlite3.Connection, games: Iterable[tuple[Finished, Record]]) -> None:
    """Write how games ended, all or none. A loss gives way to what the same match came to later, a win stays."""
    with Transaction(connection):
        for one, record in games:
            options = json.dumps(dict(one.options), sort_keys=True)
            row = (one.match, one.game, options, one.deal, one.difficulty, one.finished, one.ending, one.score)
            players = json.dumps([_row(player) for player in one.players])
            written = connection.execute(_PUT, (*row, one.actions, one.take_backs, one.hints, players))
            if written.rowcount:
                connection.execute(_PUT_RECORD, (one.match, records.dump(record)))


def read(connection: sqlite3.Connection) -> tuple[tuple[Finished, ...], int]:
    """Return all games in the order in which they ended, and how many rows were left out: they are spoiled."""
    options: dict[str, Settings | None] = {}
    found = [_finished(row, options) for row in connection.execute(_SELECT)]
    games = tuple(one for one in found if one is not None)
    return games, len(found) - len(games)


def record_text(connection: sqlite3.Connection, match: str) -> str | None:
    """Return the sealed record of a game, None where there is none."""
    row = connection.execute("SELECT record FROM records WHERE match = ?", (match,)).fetchone()
    return None if row is None else str(row[0])


def _finished(row: tuple[Any, ...], known: dict[str, Settings | None]) -> Finished | None:
    """Return a row as a value; `known` keeps options that were read before, which are nearly always the same."""
    match, game, options, deal, difficulty, finished, ending, score, actions, take_backs, hints, told = row
    if not all(type(text) is str for text in (match, game, options, deal, difficulty or "", told)):
        return None
    counts = (actions, take_backs, hints)
    if not all(type(count) is int and count >= 0 for count in (finished, *counts)) or finished > LATEST:
        return None
    if options not in known:
        known[options] = _options(options)
    settings, players = known[options], _players(told)
    if ending not in ENDINGS or settings is None or players is None or (ending == "played") != bool(players):
        return None
    if type(score) is not int or (score < 0 and not players):
        return None
    return Finished(match, game, settings, deal, difficulty, finished, ending, score, *counts, players)


def _options(text: str) -> Settings | None:
    options = _plain(text)
    if not isinstance(options, dict) or not all(isinstance(value, bool | int | str) for value in options.values()):
        return None
    return tuple(sorted(options.items()))


def _row(player: Player) -> list[str | int | bool]:
    """Return what is written of a player, and of a computer its level as well."""
    return [player.name, player.score, player.won, *([] if player.level is None else [player.level.value])]


def _players(text: str) -> tuple[Player, ...] | None:
    """Return who played, nobody where somebody played alone; None for what `put` never wrote."""
    if text == "[]":
        return ()
    rows = _plain(text)
    if not isinstance(rows, list) or len(rows) < 2:
        return None
    players: list[Player] = []
    levels = {level.value: level for level in Level}
    for row in rows:
        match row:
            case [str(name), int(score), bool(won)] if not isinstance(score, bool):
                players.append(Player(name, score, won))
            case [str(name), int(score), bool(won), str(word)] if not isinstance(score, bool) and word in levels:
                players.append(Player(name, score, won, levels[word]))
            case _:
                return None
    if any(abs(player.score) >= _HIGHEST for player in players):
        return None
    return None if why_not_names(tuple(player.name for player in players)) is not None else tuple(players)


def _plain(text: str) -> object:
    """Return what JSON text says, None where it is none."""
    try:
        content: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content
