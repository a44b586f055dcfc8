"""An evening with computer players, for tests: the whole `Program`, with people who click and computers that think.

Computers think at once, in the thread that asks, unless a test is about their thinking: so nothing waits for a clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.bots.core import Level
from game.core import Beat, Seat
from game.haruhi.public import View as HaruhiView
from game.record import Record
from game.table import Table, lay_again
from scenes.haruhi.shown import shown
from scenes.preferences import Preferences
from scenes.seating import Sitting, Way
from scenes.thinking import Stop, Thinker
from tests.scenes import haruhi_sitting, kanu_sitting
from tests.scenes.hands import AnyTable
from tests.scenes.hot_seat import House, keep
from tests.scenes.people import NAMES

QUIET = Preferences(language="en", speed="off", stay="short", pace="off")
"""Nothing flies, and computers follow each other at once."""
RULES: dict[str, Any] = {rules.GAME.id: rules.GAME for rules in (kanu_sitting, haruhi_sitting)}
EASY, MEDIUM, STRONG = Level


class AtOnce(Thinker[Any]):
    """A thinker that is done as soon as it is asked."""

    _answer: Any = None

    def begin(self, job: Callable[[Stop], Iterator[Any]], seconds: float) -> None:  # noqa: ARG002 - it needs none
        """Think to the end."""
        self._answer = list(job(lambda: False))[-1]

    def cancel(self) -> None:
        """Forget the answer."""
        self._answer = None

    def look(self) -> Any:
        """Return the answer."""
        return self._answer


class Never(AtOnce):
    """A thinker that is never done."""

    @property
    def busy(self) -> bool:
        """Whether it thinks."""
        return True

    def begin(self, job: Callable[[Stop], Iterator[Any]], seconds: float) -> None:
        """Think, and go on thinking."""


def new_table(
    game: str, levels: tuple[Level | None, ...], *, deal: str = "7", way: Way = "pass", games: int = 1
) -> AnyTable:
    """Return a table at which nobody has done anything."""
    seats = len(levels)
    sitting = Sitting.of(NAMES[:seats], tuple(range(seats)), way, games, levels)
    return Table(RULES[game], deal, seats, {}, match="m1", sitting=sitting.dump())


def beats_of(record: Record, seat: int) -> list[Beat[Any, Any]]:
    """Return all that a seat has met, from the deal on."""
    table: AnyTable = lay_again(RULES[record.game], record)
    return [*table.past(Seat(seat)), *table.beats(Seat(seat))]


@dataclass
class Evening(House):
    """The program at a table with company, and people who do something at random when they are in turn."""

    preferences: Preferences = QUIET
    step: float = 0.25
    nap: float = 0.0
    """Real seconds between two frames, where something else goes on meanwhile."""

    def __post_init__(self) -> None:
        self.rng = random.Random(5)
        super().__post_init__()

    @property
    def turn(self) -> Seat | None:
        """Who is in turn."""
        return self.chair.standing().turn

    @property
    def due(self) -> bool:
        """Whether the person in front is in turn and has seen everything."""
        return self.names == ["TableScene"] and self.turn == self.chair.seat and not self.table._showing.busy

    def act(self, action: Any) -> None:
        """Carry out an action by clicks, or keys, the hand held up where it lies face down."""
        view = self.chair.view()
        around = self.table.match.sitting.around
        if around:
            self.table._pointing.hold_up(up=True)
        if isinstance(view, HaruhiView):
            for spot in haruhi_sitting.steps(shown(view), action):
                if spot == "yes":
                    self.keys("enter")
                else:
                    self.click(spot)
        else:
            self.do(action)
        if around and self.names == ["TableScene"]:
            self.table._pointing.hold_up(up=False)

    def move(self) -> None:
        """Let the person in front do something."""
        self.act(self.rng.choice(self.chair.view().legal))

    def go_on(self) -> None:
        """Let one frame pass, and whoever has to do something do it: open the curtain, act."""
        time.sleep(self.nap)
        if self.behind_curtain:
            self.open_curtain()
        elif self.due:
            self.move()
        else:
            self.frame()

    def play(self, until: Callable[[], bool] | None = None) -> None:
        """Play on until something holds, by default to the end."""
        done = until or (lambda: self.names == ["TableScene", "Ranking"])
        for _ in range(4000):
            if done():
                return
            self.go_on()
        raise AssertionError(f"that never came; on the stack: {self.names}")


def sit_down(folder: Path, table: AnyTable, preferences: Preferences = QUIET, **how: Any) -> Evening:
    """Start the program on a table that is kept, and go on with it."""
    keep(table, folder)
    return come_back(folder, preferences, **how)


def come_back(folder: Path, preferences: Preferences = QUIET, **how: Any) -> Evening:
    """Start the program on its folder, and go on with the game."""
    evening = Evening(folder, preferences, **how)
    evening.keys("enter")
    return evening
