"""Games that ended, for tests: rows made by hand, and stores in whose history they lie."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from typing import Any

from game.deck_defence.public import ID
from game.record import Record
from scenes.statistics import Finished
from scenes.store import Store

USUAL = (("open_discards", False), ("show_budget", False))
OPEN = (("open_discards", True), ("show_budget", False))
BUDGET = (("open_discards", False), ("show_budget", True))
EVENING = 1_790_000_000
"""When the first of the games ended."""


def won(score: int = 5, **fields: Any) -> Finished:
    """Return a game that was won."""
    return dataclasses.replace(_game(**fields), ending="won", score=score)


def lost(**fields: Any) -> Finished:
    """Return a game that was lost."""
    return _game(**fields)


def conceded(**fields: Any) -> Finished:
    """Return a game that was given up."""
    return dataclasses.replace(_game(**fields), ending="conceded")


def _game(**fields: Any) -> Finished:
    usual = Finished("m", ID, USUAL, "1204", None, EVENING, "lost", 0, 40, 0, 0)
    return dataclasses.replace(usual, **fields)


def many(count: int, *, labels: bool = True) -> list[Finished]:
    """Return so many games of all kinds, one every two hours."""
    rng = random.Random(1)
    games = []
    for number in range(count):
        fields: dict[str, Any] = {
            "match": f"match {number}",
            "finished": EVENING + 7200 * number,
            "options": rng.choices((USUAL, OPEN, BUDGET), (7, 2, 1))[0],
            "deal": str(rng.randrange(1, 999_999)) if rng.random() < 0.9 else "S1 F3",
            "difficulty": rng.choice(("easy", "hard", "brutal", None)) if labels else None,
            "actions": rng.randrange(15, 60),
            "take_backs": rng.choice((0, 0, 0, 1, 12)),
            "hints": rng.choice((0, 0, 0, 0, 3)),
        }
        make = rng.choice((won, won, lost, conceded))
        games.append(make(**fields) if make is not won else won(rng.randrange(10), **fields))
    return games


def record(match: str = "m") -> Record:
    """Return a record that is kept with a game and means nothing."""
    return Record(match, ID, 1, "1204", 1, USUAL, (), 0, True, 0, 0, (0,), "d" * 32)


def remember(store: Store, games: Iterable[Finished]) -> None:
    """Hand games to a store, one after the other."""
    for one in games:
        store.remember(one, record(one.match))
    store.settle()
