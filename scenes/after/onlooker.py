"""The chair of somebody who looks back at a game that is over, with the eyes of one seat or with all cards open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core import Beat, Illegal, Reason, Seat
from game.record import Record
from game.table import Standing
from scenes.games import open_beats
from scenes.host import AnyCourse

See = Callable[[int, bool], Beat[Any, Any]]
"""Returns an action of a course, counted from 1 (0 is the deal), or the beat of taking it back."""


class Onlooker:
    """The chair of somebody who looks back at a game that is over, from its action `at` on; it takes no action itself.

    `record` tells what was counted while it was played; going back here is no taking back. It sees with the eyes of
    `seat`, or as `see` says.
    """

    def __init__(self, course: AnyCourse, record: Record, at: int, seat: Seat, see: See | None = None) -> None:
        self.seat = seat
        self._course = course
        self._record = record
        self._see = see or self._as_seat
        self._at = at
        self._unseen = [self._see(action, False) for action in range(at + 1)]
        self._told: list[Beat[Any, Any]] = []

    def _as_seat(self, at: int, back: bool) -> Beat[Any, Any]:
        return self._course.back(at, self.seat) if back else self._course.beat(at, self.seat)

    def standing(self) -> Standing:
        """Return how the table stood at this point; how it ended is known at its last one."""
        last = self._at == len(self._course)
        return Standing(
            turn=self._course.turn(self._at),
            outcome=self._course.outcome if last else None,
            actions=self._at,
            take_backs=self._record.take_backs,
            hints=self._record.hints,
            may_undo=self._at > 0,
            may_redo=not last,
        )

    def last(self) -> Beat[Any, Any]:
        """Return the beat that led to this point."""
        return self._see(self._at, False)

    def view(self) -> Any:  # noqa: ANN401 - a game's own
        """Return what is seen at this point."""
        return self.last().view

    def beats(self, most: int | None = None) -> tuple[Beat[Any, Any], ...]:
        """Return what has been gone through since the last call, at most so many beats of it."""
        found = tuple(self._unseen[:most])
        del self._unseen[: len(found)]
        self._told += found
        return found

    def past(self) -> tuple[Beat[Any, Any], ...]:
        """Return what had been gone through before."""
        return tuple(self._told)

    def undo(self) -> None:
        """Go one action back; raise `Illegal` at the deal."""
        if self._at == 0:
            raise Illegal(Reason.of("why.no_undo"))
        self._unseen.append(self._see(self._at, True))
        self._at -= 1

    def redo(self) -> None:
        """Go one action on; raise `Illegal` at the end."""
        if self._at == len(self._course):
            raise Illegal(Reason.of("why.no_redo"))
        self._at += 1
        self._unseen.append(self._see(self._at, False))

    def submit(self, action: Any) -> None:  # noqa: ANN401, ARG002 - a game's own; none is taken
        """Refuse: the game is over."""
        raise Illegal(Reason.of("why.game_over"))

    def concede(self) -> None:
        """Refuse: the game is over."""
        raise Illegal(Reason.of("why.game_over"))

    def count_hint(self) -> None:
        """Refuse: the game is over."""
        raise Illegal(Reason.of("why.game_over"))

    def notes(self) -> str:
        """Return nothing: what players wrote for themselves is not looked back at."""
        return ""

    def jot(self, notes: str) -> None:  # noqa: ARG002 - a protocol's
        """Refuse: the game is over."""
        raise Illegal(Reason.of("why.game_over"))

    def close(self) -> None:
        """Look on no more: there is nothing to hand over."""


def all_open(game_id: str, course: AnyCourse, seat: Seat) -> See:
    """Return what shows a course with all cards open, the hand of `seat` in front."""
    open_beat = open_beats(game_id)
    return lambda at, back: open_beat(course, at, seat, back=back)
