"""Why the computer players of a finished game did what they did, in words, for whoever looks back at it.

Nobody wrote it down while the game went on: a computer player decides by the name of the match, its seat and its beats
alone, so that it can be asked again. Where its answer is another one today (it had to answer in a hurry, or plays by
newer habits), nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from game.catalogue import find
from game.core import Reason, Seat
from scenes.host import AnyCourse
from scenes.seating import Sitting
from scenes.thinking import Stop, Thinker

if TYPE_CHECKING:
    from game.bots.core import AnyPlayer, Level
    from game.record import Record

_PATIENCE = 600.0
"""Seconds for which the players are asked at most; a game takes them a few."""


class Thoughts:
    """What the computer players of `record` believed; `course` is that game, `sitting` tells which seats they had.

    They are asked beside the replay, from the first action on; `leave` lets go of them.
    """

    def __init__(self, record: Record, course: AnyCourse, sitting: Sitting) -> None:
        self._thinker: Thinker[Mapping[int, Reason]] = Thinker()
        self._told: Mapping[int, Reason] = {}
        if sitting.computers_ever:
            self._thinker.begin(lambda stop: _asked(record, course, sitting, stop), _PATIENCE)

    @property
    def coming(self) -> bool:
        """Whether more may be said later on."""
        return self._thinker.busy

    def of(self, action: int) -> Reason | None:
        """Return why action `action`, counted from 1, was taken; None where no computer did or it is not known."""
        self._told = self._thinker.look() or self._told
        return self._told.get(action)

    def leave(self) -> None:
        """Ask no further."""
        self._thinker.cancel()


def _asked(record: Record, course: AnyCourse, sitting: Sitting, stop: Stop) -> Iterator[Mapping[int, Reason]]:
    """Yield what is known so far, after each action of a computer player."""
    from game.bots.catalogue import player

    game = find(record.game)
    players: dict[tuple[Seat, Level], tuple[AnyPlayer, int]] = {}
    told: dict[int, Reason] = {}
    for at in range(len(course)):
        turn = course.turn(at)
        level = None if turn is None else sitting.level_at(turn, at)
        if turn is None or level is None:
            continue
        one, heard = players.get((turn, level)) or (player(record.game, level, record.match, turn), 0)
        one.see(course.beat(beat, turn) for beat in range(heard, at + 1))
        players[turn, level] = one, at + 1
        decision = one.decide(stop)
        if stop():
            return
        if game.encode(decision.action) == record.actions[at]:
            told[at + 1] = _named(decision.why, sitting.names)
            yield dict(told)


def _named(why: Reason, names: tuple[str, ...]) -> Reason:
    """Return the same words with the seats called by their names."""
    return Reason(why.key, tuple([(key, _name(value, names)) for key, value in why.values]))


def _name(value: int | str | Reason, names: tuple[str, ...]) -> int | str | Reason:
    match value:
        case Reason("bots.seat", (("number", int(number)),)):
            return names[number - 1]
        case Reason():
            return _named(value, names)
        case _:
            return value
