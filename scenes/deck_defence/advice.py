"""The advisor's estimates as hints on the table: which spots, which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, assert_never

from game.core import Reason
from game.deck_defence.advisor import Estimate
from game.deck_defence.counsel import counsel
from game.deck_defence.knowledge import Pile
from game.deck_defence.public import (
    HAND_SPACES,
    MAIN_SPACES,
    OCCUPIED_SPACES,
    Action,
    Explore,
    HoldOff,
    Muster,
    Reorder,
    Repel,
    View,
)
from scenes.hints import Hint

Caption = Callable[[View, Any], Reason | None]


def hints(
    view: View, memory: Pile | None, seed: int, stop: Callable[[], bool], caption: Caption
) -> Iterator[tuple[Hint, ...]]:
    """Yield the estimates of `game.deck_defence.advisor` as hints, best first, each time better founded."""
    for advice in counsel(view, memory, seed, stop):
        yield tuple(_hint(view, estimate, caption) for estimate in advice.estimates)


def _hint(view: View, estimate: Estimate, caption: Caption) -> Hint:
    win = round(100 * estimate.win)
    score = f"{estimate.score:.1f}"
    what = caption(view, estimate.action)
    chance = Reason.of("deck-defence.hint.chance", win=win, score=score)
    words = chance if what is None else Reason.of("deck-defence.hint.action", what=what, chance=chance)
    return Hint(estimate.action, spots(estimate.action), words, chance)


def spots(action: Action) -> tuple[str, ...]:
    """Return the spots by which an action is made, in order."""
    match action:
        case Muster(main, hand, refill):
            return (str(MAIN_SPACES[main]), str(HAND_SPACES[hand]), *_refill(refill))
        case HoldOff(main, occupied, refill):
            return (str(MAIN_SPACES[main]), str(OCCUPIED_SPACES[occupied]), *_refill(refill))
        case Repel(target, hands, refill):
            return (str(target), *(str(HAND_SPACES[hand]) for hand in hands), *_refill(refill))
        case Explore(hand):
            return (str(HAND_SPACES[hand]), "discard")
        case Reorder(order):
            return tuple(f"R{place + 1}" for place in order)
    assert_never(action)


def _refill(refill: int | None) -> tuple[str, ...]:
    return () if refill is None else (f"R{refill + 1}",)
