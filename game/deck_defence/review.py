"""After a game of Deck Defence: what its deal was worth, and where the chance was lost.

The best that was possible is what the solver finds with the order of the deck; the chance at each move is what the fair
advisor saw there, with all remembered that went by. All of it is plain data, for a chart and for going back to a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.core import Beat, Chance
from game.deck_defence import deals
from game.deck_defence.advisor import QUICK, Advice, Advisor, Estimate, Stage
from game.deck_defence.knowledge import Knowledge, Memory, remember
from game.deck_defence.public import REMAKE, WEB, Action, Notice, View
from game.deck_defence.rules import PLAYER, DeckDefence, Event, State
from game.deck_defence.solver import NODES, Solution, Solver
from game.record import Record
from game.rng import Random

_GAME = DeckDefence()
_OPTIONS = {spec.key: spec.default for spec in _GAME.options}
LEAST_LOSS = 0.1
"""A smaller loss, half a point or a tenth of a win, is within what the advisor cannot tell."""
AGAIN = 4
"""So many moves that seem to have lost most are looked at again."""
CLOSER = (*QUICK, Stage(orders=24, root=2000, branch=300, keep=1, reach=0.3))
"""How long they are thought about: whoever picks the best of many by few samples finds it better than it is."""
_FIRST_LOOK = 0.75
"""The share of the work that the first look takes."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that was made in `view`, when `at` actions lay behind: what the best action promised, and what this did.

    `loss` is how much less it was worth, at least 0; `better` is the best action, None where it was the one made.
    """

    at: int
    view: View
    action: Action
    best: Estimate
    played: Estimate
    loss: float
    better: Action | None


@dataclass(frozen=True, slots=True)
class Review:
    """What is known so far: `possible` is None until it was searched for; `done` says that no more is coming.

    `share` of the work has been done, from 0 to 1.
    """

    possible: Solution | None
    moves: tuple[Judged, ...]
    share: float
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


def review_of(record: Record, stop: Callable[[], bool]) -> Iterator[Review]:
    """Yield the growing review of a finished game; the same game is always thought about in the same way."""
    yield from review(record, Random.seeded("review", record.deal), stop=stop, nodes=NODES, stages=QUICK, closer=CLOSER)


def review(
    record: Record,
    chance: Chance,
    *,
    stop: Callable[[], bool],
    nodes: int = NODES,
    stages: tuple[Stage, ...] = QUICK,
    again: int = AGAIN,
    closer: tuple[Stage, ...] = CLOSER,
) -> Iterator[Review]:
    """Yield a growing review of a game that was laid from `record`: first what was possible, then move by move.

    Then the `again` moves that seem to have lost most are looked at more closely. It ends soon after `stop`, with what
    it has. Moves that were taken back are not looked at.
    """
    remake = dict(record.options).get("rules") == REMAKE
    possible = Solver().solve(start_of(record.deal, remake=remake), nodes=nodes, stop=stop)
    played = record.actions[: record.at]
    yield Review(possible, (), 0.0, not played)
    advisor = Advisor()

    def thought(knowledge: Knowledge, stages: tuple[Stage, ...], watched: Action) -> Advice:
        *_, last = advisor.think(knowledge, chance, stop=stop, stages=stages, watched=watched)
        return last

    moves: list[Judged] = []
    known: list[Knowledge] = []
    for at, (view, knowledge, action) in enumerate(_course(record, remake)):
        advice = thought(knowledge, stages, action)
        if stop():
            return
        moves.append(_judged(at, view, action, advice))
        known.append(knowledge)
        share = _FIRST_LOOK * (at + 1) / len(played)
        yield Review(possible, tuple(moves), share, done=not again and at == len(played) - 1)
    doubtful = Review(possible, tuple(moves), 0.0, done=False).turning_points(again)
    for number, move in enumerate(doubtful):
        advice = thought(known[move.at], closer, move.action)
        if stop():
            return
        moves[move.at] = _judged(move.at, move.view, move.action, advice)
        share = _FIRST_LOOK + (1 - _FIRST_LOOK) * (number + 1) / len(doubtful)
        yield Review(possible, tuple(moves), share, done=number == len(doubtful) - 1)
    if again and played and not doubtful:
        yield Review(possible, tuple(moves), 1.0, done=True)


def _course(record: Record, remake: bool) -> Iterator[tuple[View, Knowledge, Action]]:
    """Yield what the player saw and knew before each action of a game, and the action."""
    options = {**_OPTIONS, "rules": REMAKE if remake else WEB}
    step = _GAME.start(deals.chance(record.deal), 1, options)
    memory: Memory | None = None
    for text in record.actions[: record.at]:
        view = _GAME.view(step.state, PLAYER)
        memory = remember(memory, Beat(view, _noticed(step.events)))
        action = _GAME.decode(text)
        yield view, Knowledge.of(view, memory), action
        step = _GAME.apply(step.state, action)


def _noticed(events: tuple[Event, ...]) -> tuple[Notice, ...]:
    return tuple([_GAME.see(event, PLAYER) for event in events])


def _judged(at: int, view: View, action: Action, advice: Advice) -> Judged:
    played = advice.of(action)
    loss = max(advice.best.worth - played.worth, 0.0)
    return Judged(at, view, action, advice.best, played, loss, None if played is advice.best else advice.best.action)
