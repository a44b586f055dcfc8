"""Fair advice for Deck Defence: for every action the chance to win and the score to expect, by what the player knows.

It takes a `Knowledge` and a `Chance`, never a State of the real game: it imagines deck orders that agree with what is
known and searches each of them by score (`fan`). An action is worth 1 + score / 5 where it wins, averaged over the
orders. By the remake's rules every way of putting cards back is such an action, searched as the cards would then lie.
That judges a play by what could be made of it if the deck were known from then on, so that chances are a little too
rosy; the order of the actions is what the search is good at.

No clock and no threads: the caller takes one `Advice` after the other from `Advisor.think`, each better than the one
before, and stops when it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import sqrt

from game.core import Chance
from game.deck_defence.fan import Branch, Order, position_code
from game.deck_defence.habit import UNIT, Habit
from game.deck_defence.knowledge import Knowledge
from game.deck_defence.promise import Habits
from game.deck_defence.public import Action, Card, Explore, HoldOff, Muster, Reorder, Repel
from game.deck_defence.rules import DeckDefence, State
from game.deck_defence.solver_tables import KIND_OF

_GAME = DeckDefence()
SCORE_WEIGHT = 0.2
"""What a point is worth, where a win is worth 1: measured, 0.2 plays better than 0.1, which plays better than 0."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of thinking: how many orders, how many positions each for the position itself and for each action.

    `keep` says how many actions at most are still looked at, and `reach` how much worse than the best they may be.
    """

    orders: int
    root: int
    branch: int
    keep: int
    reach: float


STAGES = (
    Stage(orders=2, root=1000, branch=150, keep=6, reach=9.0),
    Stage(orders=4, root=2000, branch=300, keep=5, reach=0.6),
    Stage(orders=8, root=2000, branch=300, keep=4, reach=0.4),
    Stage(orders=8, root=6000, branch=1500, keep=4, reach=0.3),
    Stage(orders=16, root=6000, branch=1500, keep=3, reach=0.2),
    Stage(orders=24, root=6000, branch=1500, keep=2, reach=0.1),
)
QUICK = STAGES[:3]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One action and those that come to the same. `win` lies in 0 to 1, `score` counts losses as 0.

    The errors are standard errors of the mean over `samples` orders. `value` is what the estimates are sorted by: the
    worth, less what goes against the grain of habit (see `GRAIN`).
    """

    action: Action
    same: tuple[Action, ...]
    samples: int
    win: float
    win_error: float
    score: float
    score_error: float
    value: float

    @property
    def worth(self) -> float:
        """What the action promises: 1 + score / 5 where it wins."""
        return self.win + SCORE_WEIGHT * self.score


@dataclass(frozen=True, slots=True)
class Advice:
    """The estimates, best first; every legal action is in exactly one of them. `orders` imagined, `nodes` searched.

    `settled`: thinking on would change nothing, since there is nothing to choose or all is known.
    """

    estimates: tuple[Estimate, ...]
    orders: int
    nodes: int
    settled: bool

    @property
    def best(self) -> Estimate:
        """The estimate of the action to play."""
        return self.estimates[0]

    def of(self, action: Action) -> Estimate:
        """Return the estimate of a legal action; raise `KeyError` for any other."""
        found = next((each for each in self.estimates if _plain(action) in each.same), None)
        if found is None:
            raise KeyError(action)
        return found


def _plain(action: Action) -> Action:
    """Return an action as the legal ones are listed: a repel may name its hands in any order (4.6)."""
    return replace(action, hands=tuple(sorted(action.hands))) if isinstance(action, Repel) else action


class _Imagined:
    """One imagined order, and the searches in it."""

    def __init__(self, state: State, actions: list[Action], habits: Habits) -> None:
        order = Order(self._kinds(state), habits, remake=state.remake, apart=state.looked)
        self.root = Branch(order, position_code(state, 0))
        self.branches: list[Branch] = []
        for action in actions:
            after = _GAME.apply(state, action).state
            own = order
            if state.looked:  # each way of putting back is a deck of its own; what is won behind these cards is won
                own = Order(self._kinds(after), habits, remake=True, won=order.won, apart=state.looked)
            self.branches.append(Branch(own, position_code(after, len(state.deck) - len(after.deck))))

    @staticmethod
    def _kinds(state: State) -> list[int]:
        return [KIND_OF[card] for card in state.deck]


class Advisor:
    """Thinks about one position after the other.

    What it keeps from one to the next is bounded and only saves time: no advice hangs on it, and thoughts may overlap.
    """

    def __init__(self) -> None:
        self._habits = Habits()

    def think(
        self,
        knowledge: Knowledge,
        chance: Chance,
        *,
        stop: Callable[[], bool],
        stages: tuple[Stage, ...] = STAGES,
        watched: Action | None = None,
    ) -> Iterator[Advice]:
        """Yield better and better advice: the first by habit alone, at once, then one after each imagined order.

        `stop` is asked about every 16 positions, about a quarter of a millisecond; once it is true, an order that is
        not finished is forgotten and the thinking ends. Equal knowledge and chance give equal advice. Nothing is
        yielded where nothing can be done. A `watched` action is looked at in every order, however bad it is.
        """
        if knowledge.legal:
            yield from _Thought(knowledge, chance, self._habits, stop).stages(stages, watched)


def _merged(state: State, legal: tuple[Action, ...]) -> list[list[Action]]:
    """Return the actions, those together that lead to the same position."""
    groups: dict[tuple[int, tuple[Card, ...]], list[Action]] = {}
    for action in legal:
        after = _GAME.apply(state, action).state
        code = position_code(after, len(state.deck) - len(after.deck))
        groups.setdefault((code, after.deck[: state.looked]), []).append(action)
    return list(groups.values())


_STRANGE = 6.0
"""How much a move goes against the grain that habit does not know, in natural logarithms."""
GRAIN = 0.03
"""What a natural logarithm against the grain takes from the worth of an action: a search that knows the order of the
deck finds nearly every first move good, and habit tells those that are so without knowing it."""
_FEW = 12
"""Cards in the deck below which that matters less and less."""
_LIKED: dict[type[Action], int] = {Repel: 0, HoldOff: 1, Muster: 2, Explore: 3, Reorder: 4}
"""Among equals: an enemy gone first, exploring last."""


class _Thought:
    """The state of thinking about one position."""

    def __init__(self, knowledge: Knowledge, chance: Chance, habits: Habits, stop: Callable[[], bool]) -> None:
        self._knowledge = knowledge
        self._habits = habits
        self._stop = stop
        first, self._chance = knowledge.imagined(chance)
        self._groups = _merged(first, knowledge.legal)
        self._imagined: list[_Imagined] = []
        self._values: list[list[int | None]] = []
        """By order and group: the score reached, -1 none, None not looked at."""
        self._orders = min(knowledge.orders(), 1 << 30)
        self._against = [0.0] * len(self._groups) if first.looked else self._grain(first)

    def _grain(self, first: State) -> list[float]:
        """Return by group what goes against the grain of habit."""
        blind = replace(first, deck=())
        habit = Habit(self._habits, remake=first.remake)
        costs = {code: level * UNIT for level, code in habit.moves(position_code(blind, 0))}
        after = [position_code(_GAME.apply(blind, group[0]).state, 0) for group in self._groups]
        grain = GRAIN * max(min(len(first.deck) / _FEW, 1.0), 0.01)  # where all is known, habit only breaks ties
        return [grain * min(costs.get(code, _STRANGE), _STRANGE) for code in after]

    def stages(self, stages: tuple[Stage, ...], watched: Action | None) -> Iterator[Advice]:
        alone = len(self._groups) == 1
        yield self._advice(settled=alone)
        if alone:
            return
        for stage in stages:
            kept = self._kept(stage)
            if watched is not None:
                kept += [
                    group for group, same in enumerate(self._groups) if _plain(watched) in same and group not in kept
                ]
            for index in range(1 if self._orders == 1 else stage.orders):
                if self._stop() or not self._look(index, kept, stage):
                    return
                yield self._advice(settled=False)
            if len(kept) == 1:
                return

    def _kept(self, stage: Stage) -> list[int]:
        """Return the groups that are worth looking at, best first."""
        means = [self._mean(group) for group in range(len(self._groups))]
        full = len(self._values)
        ranked = sorted(range(len(means)), key=lambda group: -means[group])
        looked = [group for group in ranked if all(row[group] is not None for row in self._values)]
        best = means[looked[0]]
        return [group for group in looked if not full or means[group] >= best - stage.reach][: stage.keep]

    def _look(self, index: int, kept: list[int], stage: Stage) -> bool:
        """Search in one order: first for the position itself, whose way then helps the others.

        Return False where `stop` came in between: then nothing is noted, for a part of an order would mislead.
        """
        imagined = self._order(index)
        imagined.root.search(stage.root, self._stop)
        for group in kept:
            imagined.branches[group].search(stage.branch, self._stop, imagined.root.best)
            if self._stop():
                return False
        if index == len(self._values):
            self._values.append([None] * len(self._groups))
        for group in kept:
            self._values[index][group] = imagined.branches[group].best
        return True

    def _order(self, index: int) -> _Imagined:
        if index == len(self._imagined):
            state, self._chance = self._knowledge.imagined(self._chance)
            self._imagined.append(_Imagined(state, [group[0] for group in self._groups], self._habits))
        return self._imagined[index]

    def _worth(self, group: int) -> list[float]:
        scores = [row[group] for row in self._values]
        return [0.0 if score < 0 else 1 + SCORE_WEIGHT * score for score in scores if score is not None]

    def _mean(self, group: int) -> float:
        worth = self._worth(group)
        value = sum(worth) / len(worth) if worth else 0.0
        return value - self._against[group]

    def _advice(self, *, settled: bool) -> Advice:
        estimates = [self._estimate(group) for group in range(len(self._groups))]
        most = max(estimate.samples for estimate in estimates)
        estimates.sort(key=lambda e: (e.samples < most, -e.value, _LIKED[type(e.action)]))
        nodes = sum([branch.nodes for each in self._imagined for branch in (each.root, *each.branches)])
        return Advice(tuple(estimates), len(self._values), nodes, settled)

    def _estimate(self, group: int) -> Estimate:
        scores = [row[group] for row in self._values]
        known = [score for score in scores if score is not None]
        wins = [float(score >= 0) for score in known]
        points = [float(max(score, 0)) for score in known]
        win, win_error = _mean_error(wins)
        score, score_error = _mean_error(points)
        return Estimate(
            action=self._groups[group][0],
            same=tuple(self._groups[group]),
            samples=len(known),
            win=win,
            win_error=win_error,
            score=score,
            score_error=score_error,
            value=self._mean(group),
        )


def _mean_error(numbers: list[float]) -> tuple[float, float]:
    """Return the mean and its standard error; (0, 0) of nothing."""
    count = len(numbers)
    if not count:
        return 0.0, 0.0
    mean = sum(numbers) / count
    if count == 1:
        return mean, 0.0
    return mean, sqrt(sum([(number - mean) ** 2 for number in numbers]) / (count - 1) / count)
