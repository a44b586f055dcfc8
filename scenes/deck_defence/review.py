"""What the rules know of a finished game, in words for the page about it: what was possible, where it was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.core import Reason
from game.deck_defence.advisor import Estimate
from game.deck_defence.public import Action, Explore, Muster, Reorder, View, card_name
from game.deck_defence.review import LEAST_LOSS, Judged, Review, review_of
from game.deck_defence.solver import Solution
from game.record import Record
from scenes.after.review import Possible, Reviewed, Turn

Caption = Callable[[View, Any], Reason | None]


def reviewed(record: Record, stop: Callable[[], bool], caption: Caption) -> Iterator[Reviewed]:
    """Yield the growing review of a game; its turning points come when all of it has been looked at."""
    for found in review_of(record, stop):
        yield _reviewed(found, caption)


def _reviewed(found: Review, caption: Caption) -> Reviewed:
    return Reviewed(
        possible=None if found.possible is None else _possible(found.possible),
        chances=tuple(move.best.win for move in found.moves),
        scores=tuple(move.best.score for move in found.moves),
        good=sum(move.loss < LEAST_LOSS for move in found.moves),
        turns=tuple(_turn(move, caption) for move in found.turning_points()) if found.done else (),
        share=found.share,
        done=found.done,
    )


def _possible(solution: Solution) -> Possible:
    if solution.winnable is False:
        return Possible(None, Reason.of("deck-defence.review.unwinnable"))
    if solution.best is None or solution.most is None:
        return Possible(None, Reason.of("deck-defence.review.unknown"))
    if solution.proved:
        return Possible(solution.best, Reason.of("deck-defence.review.proved"))
    return Possible(solution.best, Reason.of("deck-defence.review.at_most", most=solution.most))


def _turn(move: Judged, caption: Caption) -> Turn:
    played = _words(move.view, move.action, caption)
    better = None if move.better is None else _words(move.view, move.better, caption)
    if played == better:  # cards that look alike may lie on stacks that do not
        played, better = _with_stack(played, move.action), _with_stack(played, move.better)
    return Turn(move.at, played, better, _cost(move.best, move.played))


def _words(view: View, action: Action, caption: Caption) -> Reason:
    """Return an action in words, with the card that refills where there was a choice."""
    said = caption(view, action)
    assert said is not None  # every action has a caption
    if isinstance(action, Explore | Reorder) or action.refill is None:
        return said
    reveal = view.areas.reveal
    card = reveal[action.refill]
    if card is None or len({one for one in reveal if one is not None}) < 2:
        return said
    return Reason.of("deck-defence.review.refilled", what=said, card=card_name(card))


def _with_stack(said: Reason, action: Action | None) -> Reason:
    if not isinstance(action, Muster):
        return said
    return Reason.of("deck-defence.review.stack", what=said, number=action.hand + 1)


def _cost(best: Estimate, played: Estimate) -> Reason:
    """Return what the action took from the chance and from the score to expect, of each what it took."""
    before, after = round(100 * best.win), round(100 * played.win)
    scores = {"score": f"{best.score:.1f}", "less": f"{played.score:.1f}"}
    if after >= before:
        return Reason.of("deck-defence.review.score", **scores)
    if played.score >= best.score:
        return Reason.of("deck-defence.review.win", win=before, lower=after)
    return Reason.of("deck-defence.review.cost", win=before, lower=after, **scores)
