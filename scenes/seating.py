"""Who sits where: the names and marks of the seats, who of them is a computer, how people share one screen.

A sitting is a value that is kept with every game (`Record.sitting`) and, for the next set-up, in the settings. It holds
nothing that anybody at the table may not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from game.bots.core import Level
from game.core import BadInput, Outcome, Reason, Seat
from scenes.words import Words

Way = Literal["pass", "table"]
"""`pass`: the seat in front of the screen is handed over, behind a curtain. `table`: all sit around one screen, and a
hand is seen only while it is held up."""
WAYS: tuple[Way, ...] = get_args(Way)
GAMES = (1, 3)
"""Match play: one game, or the best of three."""
MARKS = 7
"""So many seat marks there are, each a shape and a colour."""
LONGEST_NAME = 12
"""Characters of a seat's name."""


Levels = tuple[Level | None, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Names and marks by seat, the way of sitting, how many games are played, and how many each seat has won of them.

    `dealt` counts the games of this match play that are over. `levels` says for each seat how well the computer plays
    that has it, None for a person; at least one seat is a person's, and it is empty where all are. `earlier` holds, for
    each time a seat changed hands, how many actions had been taken by then and the `levels` that held until then.
    Nobody is named in a game for one.
    """

    names: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    way: Way = "pass"
    games: int = 1
    won: tuple[int, ...] = ()
    dealt: int = 0
    levels: Levels = ()
    earlier: tuple[tuple[int, Levels], ...] = ()

    @classmethod
    def of(
        cls,
        names: tuple[str, ...],
        marks: tuple[int, ...],
        way: Way = "pass",
        games: int = 1,
        levels: Levels = (),
    ) -> Sitting:
        """Return a sitting at which no game is over yet."""
        return cls(names, marks, way, games, (0,) * len(names), levels=levels if any(levels) else ())

    @property
    def together(self) -> bool:
        """Whether this is a game of several players, people or computers."""
        return len(self.names) > 1

    @property
    def shared(self) -> bool:
        """Whether several people share the screen, so that a hand must be hidden from the others."""
        return len(self.people) > 1

    @property
    def passes(self) -> bool:
        """Whether a curtain falls between two people."""
        return self.shared and self.way == "pass"

    @property
    def around(self) -> bool:
        """Whether several people look at the screen together, so that a hand is seen only while it is held up."""
        return self.shared and self.way == "table"

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have."""
        return tuple(Seat(seat) for seat in range(len(self.names)) if self.level(Seat(seat)) is None)

    @property
    def computers(self) -> dict[Seat, Level]:
        """The seats that computers have, and how well they play."""
        return {Seat(seat): level for seat, level in enumerate(self.levels) if level is not None}

    def level(self, seat: Seat) -> Level | None:
        """Return how well the computer plays that has a seat; None where a person has it."""
        return self.levels[seat] if seat < len(self.levels) else None

    def level_at(self, seat: Seat, actions: int) -> Level | None:
        """Return how well the computer played that had a seat after so many actions; None where a person had it."""
        levels = next((levels for until, levels in self.earlier if actions < until), self.levels)
        return levels[seat] if seat < len(levels) else None

    @property
    def computers_ever(self) -> bool:
        """Whether a computer has had a seat at any time of the game."""
        return any(any(levels) for levels in (self.levels, *(levels for _, levels in self.earlier)))

    def changed_to(self, other: Sitting, actions: int) -> Sitting:
        """Return `other`, who take these seats after so many actions, with who had them before."""
        return replace(other, earlier=(*self.earlier, (actions, self.levels)))

    @property
    def settled(self) -> bool:
        """Whether the match play is over: all its games are played, or nobody can catch up with the leader."""
        if not self.together or self.dealt >= self.games:
            return True
        first, second, *_ = sorted(self.won, reverse=True)
        return first - second > self.games - self.dealt

    def after(self, outcome: Outcome) -> Sitting:
        """Return the sitting with one more game over; a shared win is one for each of the winners."""
        won = tuple(count + (Seat(seat) in outcome.winners) for seat, count in enumerate(self.won))
        return replace(self, won=won, dealt=self.dealt + 1, earlier=())

    def afresh(self) -> Sitting:
        """Return the same sitting with no game over."""
        return replace(self, won=(0,) * len(self.names), dealt=0, earlier=())

    def dump(self) -> str:
        """Return the sitting as text that `load` reads; empty where somebody plays alone."""
        return json.dumps(self.plain(), separators=(",", ":")) if self.names else ""

    def plain(self) -> dict[str, Any]:
        """Return the sitting as what JSON knows."""
        return {
            "names": list(self.names),
            "marks": list(self.marks),
            "way": self.way,
            "games": self.games,
            "won": list(self.won),
            "dealt": self.dealt,
            **({"levels": _words(self.levels)} if self.levels else {}),
            **({"earlier": [[until, _words(levels)] for until, levels in self.earlier]} if self.earlier else {}),
        }


ALONE = Sitting()


def player_name(words: Words, name: str, level: Level | None) -> str:
    """Return what a player is called where it matters whether it is a computer."""
    return name if level is None else words("seat.computer", name=name, level=level.words)


def why_not_names(names: tuple[str, ...]) -> Reason | None:
    """Return what is wrong with the names of the seats, which are told apart by them; None where all is well."""
    for seat, name in enumerate(names):
        if not name.strip():
            return Reason.of("seat.why.empty", seat=seat + 1)
        if len(name) > LONGEST_NAME:
            return Reason.of("seat.why.long", seat=seat + 1, most=LONGEST_NAME)
        if not name.isprintable():
            return Reason.of("seat.why.sign", seat=seat + 1)
        if name.strip().casefold() in {other.strip().casefold() for other in names[:seat]}:
            return Reason.of("seat.why.twice", seat=seat + 1, name=name)
    return None


def load(text: str, seats: int) -> Sitting:
    """Return the sitting that `dump` wrote, for so many seats; raise `BadInput` for any other text."""
    if not text and seats == 1:
        return ALONE
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(Reason.of("bad.save_damaged")) from None
    sitting = from_plain(body)
    if sitting is None or len(sitting.names) != seats:
        raise BadInput(Reason.of("bad.save_damaged"))
    return sitting


def from_plain(body: object) -> Sitting | None:
    """Return the sitting that stands in `body` as `Sitting.plain` gives it; None where there is none."""
    if not isinstance(body, Mapping):
        return None
    names, marks, won = (_row(body.get(key)) for key in ("names", "marks", "won"))
    way, games, dealt = body.get("way"), body.get("games"), body.get("dealt")
    levels = _levels(body.get("levels", []), len(names))
    earlier = _earlier(body.get("earlier", []), len(names))
    if (
        len(names) > 1
        and all(isinstance(name, str) for name in names)
        and why_not_names(names) is None
        and len(marks) == len(won) == len(names)
        and all(type(mark) is int and 0 <= mark < MARKS for mark in marks)
        and len(set(marks)) == len(marks)
        and all(type(count) is int and count >= 0 for count in won)
        and way in WAYS
        and type(games) is int
        and games in GAMES
        and type(dealt) is int
        and 0 <= dealt <= games
        and levels is not None
        and earlier is not None
    ):
        return Sitting(names, marks, way, games, won, dealt, levels, earlier)
    return None


def _words(levels: Levels) -> list[str | None]:
    return [level and level.value for level in levels]


def _earlier(value: object, seats: int) -> tuple[tuple[int, Levels], ...] | None:
    """Return who had the seats before they changed hands, as `Sitting.earlier` has it; None where it cannot be."""
    if not isinstance(value, list):
        return None
    found: list[tuple[int, Levels]] = []
    for item in value:
        until, words = item if isinstance(item, list) and len(item) == 2 else (None, None)
        levels = _levels(words, seats)
        if type(until) is not int or until < (found[-1][0] if found else 0) or levels is None:
            return None
        found.append((until, levels))
    return tuple(found)


def _levels(value: object, seats: int) -> Levels | None:
    """Return who is a computer, as `Sitting.levels` has it, nobody where an earlier text says nothing; else None."""
    if value == []:
        return ()
    words = {level.value: level for level in Level}
    row = _row(value)
    if len(row) != seats or None not in row or not any(row):
        return None
    if not all(word is None or (isinstance(word, str) and word in words) for word in row):
        return None
    return tuple(None if word is None else words[word] for word in row)


def _row(value: object) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else ()
