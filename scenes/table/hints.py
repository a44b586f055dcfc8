"""Hints at the table: asked for, thought out beside the game, shown on the cards. They see what the player sees.

A hint is never waited for and never acts. What it knows comes from the View and from what the player saw before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core import Beat, Reason
from scenes.desk import Desk
from scenes.thinking import Stop, Thinker

THINK = 1.0
"""Seconds of thinking for a hint."""
GLANCE = 0.6
"""Seconds of thinking for the line that tells the chance."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One action, the spots by which it is made, and what can be said for it; `chance` where that is known by now."""

    action: object
    spots: tuple[str, ...]
    words: Reason
    chance: Reason | None


class Hints:
    """The hints of one table: what was seen so far, what is being thought, what is shown."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._thinker: Thinker[tuple[Hint, ...]] = Thinker()
        self._memory: object = None
        self._count = 0
        self._shown: int | None = None
        self._line = False

    def see(self, beat: Beat[object, object]) -> None:
        """Remember what happened, as a player may, and forget the hint: it was for the position before."""
        self._memory = self._desk.remember(self._memory, beat)
        self.clear()

    def clear(self) -> None:
        """Show nothing and think of nothing."""
        self._thinker.cancel()
        self._shown, self._line = None, False

    def hide(self) -> bool:
        """Show no hint any more; return whether one was shown."""
        shown, self._shown = self._shown, None
        return shown is not None

    def ask(self, view: object, *, remembering: bool) -> bool:
        """Show the best action, or where one is shown the next best; return whether this is a new question."""
        if self._shown is not None:
            self._shown += 1
            return False
        self._shown = 0
        self._begin(view, THINK, remembering=remembering)
        return True

    def glance(self, view: object, *, remembering: bool) -> None:
        """Think about the chance of this position, once, without showing a hint."""
        if not self._line:
            self._line = True
            self._begin(view, GLANCE, remembering=remembering)

    def _begin(self, view: object, seconds: float, *, remembering: bool) -> None:
        self._count += 1
        memory, seed, desk = self._memory if remembering else None, self._count, self._desk

        def job(stop: Stop) -> Iterator[tuple[Hint, ...]]:
            return desk.advise(view, memory, seed, stop)

        self._thinker.begin(job, seconds)

    @property
    def thinking(self) -> bool:
        """Whether an answer is still growing."""
        return self._thinker.busy

    @property
    def hint(self) -> Hint | None:
        """The hint that is shown, as far as it has been thought out."""
        if self._shown is None or not (found := self._thinker.look()):
            return None
        return found[self._shown % len(found)]

    @property
    def chance(self) -> Reason | None:
        """What the best action promises, where the chance was asked for and is known."""
        found = self._thinker.look() if self._line else None
        return found[0].chance if found else None

    @property
    def best(self) -> Hint | None:
        """The best action once thinking has ended."""
        found = self._thinker.look()
        return found[0] if found and not self._thinker.busy else None
