"""Reviews for tests of the page about them: made by hand, by a desk that thinks for as long as it is told to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from game.core import Reason
from game.record import Record
from scenes.after.review import Possible, Review, Reviewed, Turn
from scenes.deck_defence.desk import DeckDefenceDesk
from tests.scenes.hands import FRAME

PATIENCE = 30.0


def reviewed(moves: int, *, done: bool) -> Reviewed:
    """Return a review of so many moves of a game, with three turning points where it is done."""
    chances = tuple(0.9 - 0.01 * (move % 40) for move in range(moves))
    card = Reason.of("deck-defence.card.name", suit=Reason.of("deck-defence.suit.forest"), rank=3)
    played = Reason.of("deck-defence.caption.stack_suit", card=card, top=card)
    better = Reason.of("deck-defence.review.refilled", what=played, card=card)
    turns = (
        Turn(17, played, better, Reason.of("deck-defence.review.cost", win=88, lower=62, score="5.0", less="2.8")),
        Turn(3, played, better, Reason.of("deck-defence.review.win", win=88, lower=62)),
        Turn(16, played, None, Reason.of("deck-defence.review.score", score="5.0", less="2.8")),
    )
    return Reviewed(
        possible=Possible(8, Reason.of("deck-defence.review.at_most", most=9)),
        chances=chances,
        scores=tuple(5 * chance for chance in chances),
        good=moves - 3,
        turns=turns if done else (),
        share=1.0 if done else 0.5,
        done=done,
    )


class Reviewing(DeckDefenceDesk):
    """A desk whose review is known beforehand; where it `goes_on`, it thinks until it is stopped, and `ended` tells.

    Where nobody stops it, it gives up after a while, so as not to outlast its test for long.
    """

    def __init__(self, *found: Reviewed, goes_on: bool = False) -> None:
        self._found = found
        self._goes_on = goes_on
        self.ended = threading.Event()

    def review(self, record: Record, stop: Callable[[], bool]) -> Iterator[Reviewed]:  # noqa: ARG002 - a protocol's
        """Yield what is known."""
        yield from self._found
        patience = time.monotonic() + PATIENCE
        while self._goes_on and not stop() and time.monotonic() < patience:
            time.sleep(0.01)
        self.ended.set()


def let_think(page: Review, until: Callable[[], bool]) -> None:
    """Let frames pass until something holds."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "nothing was thought of"
        page.update(FRAME)
        time.sleep(0.001)
