"""The advisor's estimates as hints on the table: which spots, which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, assert_never

from game.core import Reason
from game.deck_defence.advisor import Estimate
from game.deck_defence.counsel import counsel
from game.deck_defence.knowledge import Memory
from game.deck_defence.public import (
    HAND_SPACES,
    MAIN_SPACES,
    OCCUPIED_SPACES,
    REVEAL_SPACES,
    Action,
    Explore,
    HoldOff,
    Muster,
    Reorder,
    Repel,
    View,
)
from scenes.table.hints import Hint

Caption = Callable[[View, Any], Reason | None]


def hints(
    view: View, memory: Memory | None, seed: int, stop: Callable[[], bool], caption: Caption
) -> Iterator[tuple[Hint, ...]]:
    """Yield the estimates of `game.deck_defence.advisor` as hints, best first, each time better founded."""
    for advice in counsel(view, memory, seed, stop):
        found = advice.estimates
        yield tuple(_hint(view, found, place, caption) for place in range(len(found)))


def _hint(view: View, estimates: tuple[Estimate, ...], place: int, caption: Caption) -> Hint:
    """Return an estimate as a hint, with all that its numbers do not tell by themselves."""
    estimate = estimates[place]
    unseen = "unseen" if estimates[0].samples else "thinking"
    said = _chance(estimate) if estimate.samples else Reason.of(f"deck-defence.hint.{unseen}")
    if (why := _why_behind(estimates, place)) is not None:
        said = Reason.of(f"deck-defence.hint.{why}", chance=said)
    what = caption(view, estimate.action)
    assert what is not None  # every action has a caption
    if len(estimates) == 1:
        words = Reason.of("deck-defence.hint.only", what=what)
    elif place:
        words = Reason.of("deck-defence.hint.next", place=place + 1, what=what, chance=said)
    else:
        words = Reason.of("deck-defence.hint.action", what=what, chance=said)
    return Hint(estimate.action, spots(view, estimate.action), words, _chance(estimate) if estimate.samples else None)


def _percent(estimate: Estimate) -> int:
    return round(100 * estimate.win)


def _chance(estimate: Estimate) -> Reason:
    return Reason.of("deck-defence.hint.chance", win=_percent(estimate), score=f"{estimate.score:.1f}")


def _why_behind(estimates: tuple[Estimate, ...], place: int) -> str | None:
    """Return why an estimate stands behind one that shows a smaller chance to win; None where the numbers tell it.

    Fewer orders were looked at, or the points that the other promises weigh more, or habit speaks against it.
    """
    estimate = estimates[place]
    least = min(estimates[:place], key=_percent, default=estimate)
    if not estimate.samples or _percent(least) >= _percent(estimate):
        return None
    if estimate.samples < least.samples:
        return "brief"
    return "fewer_points" if estimate.worth <= least.worth else "unusual"


def spots(view: View, action: Action) -> tuple[str, ...]:
    """Return the spots by which an action is made, in order; of cards put back, those that change places."""
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
            moved = [index for index, place in enumerate(order) if view.looked[index] != view.looked[place]]
            return (*(str(REVEAL_SPACES[index]) for index in moved), "deck")
    assert_never(action)


def _refill(refill: int | None) -> tuple[str, ...]:
    return () if refill is None else (str(REVEAL_SPACES[refill]),)
