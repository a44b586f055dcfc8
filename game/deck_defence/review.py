"""After a game of Deck Defence: what its deal was worth, and where the chance was lost.

The best that was possible is what the solver finds with the order of the deck; the chance at each move is what the fair
advisor saw there, with the discards remembered. All of it is plain data, for a chart and for going back to a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.core import Chance
from game.deck_defence import deals
from game.deck_defence.advisor import QUICK, Advice, Advisor, Estimate, Stage
from game.deck_defence.knowledge import Knowledge
from game.deck_defence.public import REMAKE, WEB, Action
from game.deck_defence.rules import PLAYER, DeckDefence, State
from game.deck_defence.solver import NODES, Solution, Solver
from game.record import Record

_GAME = DeckDefence()
_OPTIONS = {spec.key: spec.default for spec in _GAME.options}
LEAST_LOSS = 0.05
"""A smaller loss is within what the advisor cannot tell."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that was made when `at` actions lay behind: what the best action promised there, and what this one did.

    `loss` is how much less it was worth, at least 0; `better` is the best action, None where it was the one made.
    """

    at: int
    action: Action
    best: Estimate
    played: Estimate
    loss: float
    better: Action | None


@dataclass(frozen=True, slots=True)
class Review:
    """What is known so far: `possible` is None until it was searched for; `done` says that no more is coming."""

    possible: Solution | None
    moves: tuple[Judged, ...]
    done: bool

    def turning_points(self, count: int = 3) -> tuple[Judged, ...]:
        """Return the moves that lost most, the worst first, none that lost next to nothing."""
        lost = [move for move in self.moves if move.loss >= LEAST_LOSS]
        return tuple(sorted(lost, key=lambda move: (-move.loss, move.at))[:count])


def _never() -> bool:
    return False


def start_of(deal: str, *, remake: bool = False) -> State:
    """Return the first position of a deal; raise `BadInput` where it is none."""
    options = {**_OPTIONS, "rules": REMAKE if remake else WEB}
    return _GAME.start(deals.chance(deal), 1, options).state


def solve_deal(deal: str, *, remake: bool = False, nodes: int = NODES, stop: Callable[[], bool] = _never) -> Solution:
    """Return the best that can be reached with a deal whose order is known; raise `BadInput` where it is no deal."""
    return Solver().solve(start_of(deal, remake=remake), nodes=nodes, stop=stop)


def review(
    record: Record,
    chance: Chance,
    *,
    stop: Callable[[], bool],
    nodes: int = NODES,
    stages: tuple[Stage, ...] = QUICK,
) -> Iterator[Review]:
    """Yield a growing review of a game that was laid from `record`: first what was possible, then move by move.

    It ends soon after `stop`, with what it has. Moves that were taken back are not looked at. By the remake's rules
    there is no advice, so that only what was possible is told.
    """
    remake = dict(record.options).get("rules") == REMAKE
    state = start_of(record.deal, remake=remake)
    possible = Solver().solve(state, nodes=nodes, stop=stop)
    played = () if remake else record.actions[: record.at]
    moves: list[Judged] = []
    yield Review(possible, (), not played)
    advisor = Advisor()
    for at, text in enumerate(played):
        action = _GAME.decode(text)
        *_, advice = advisor.think(
            Knowledge.of(_GAME.view(state, PLAYER), state.discard), chance, stop=stop, stages=stages, watched=action
        )
        if stop():
            return
        moves.append(_judged(at, action, advice))
        state = _GAME.apply(state, action).state
        yield Review(possible, tuple(moves), at == len(played) - 1)


def _judged(at: int, action: Action, advice: Advice) -> Judged:
    played = advice.of(action)
    loss = max(advice.best.worth - played.worth, 0.0)
    return Judged(at, action, advice.best, played, loss, None if played is advice.best else advice.best.action)
