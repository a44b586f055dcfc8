"""What can still be reached when the order of the deck is known: winnable or not, the best score, one line of play.

The solver asks "can a score of k or more be reached?" for several k and searches for each a while in turn. A question
(`solver_search`; `solver_exact` where nothing can be wasted) searches best first, led by the costs of `solver_costs`.
It leaves out only what provably cannot reach k: by packing and by a puzzle of discards (`solver_flow`), and

- *holding off at once* where no card can be wasted any more, so that nothing is ever explored: it only brings cards
  earlier. (With waste to spare this would be wrong: a later exploring may want the card where it is.)
- a repel in main where holding off and repelling in occupied leads to the very same position.

No clock, no threads: the caller counts time in `stop`, which is asked about every 256 positions. A solver keeps what it
learnt about hands for the next position; it must not be used by two threads at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.deck_defence.public import Action
from game.deck_defence.rules import State
from game.deck_defence.solver_costs import Habits
from game.deck_defence.solver_deal import Deal
from game.deck_defence.solver_exact import Exact, ask
from game.deck_defence.solver_line import line_of
from game.deck_defence.solver_search import Question
from game.deck_defence.solver_tables import SPENT, pack

NODES = 300_000
"""Positions searched unless the caller says otherwise; some seconds."""
TABLE = 1_000_000
"""Positions kept in mind unless the caller says otherwise; about 150 bytes each."""
SLICE = 256
"""Positions between two calls of `stop`."""
HIGHEST = 9
"""Ruling 5.4: no win scores more."""
_GUIDES = (0, 3)
"""The scores asked for to find any win: with less waste allowed a search is narrower; a loss is proved by any waste."""
_ANY_WIN = 400
_BEST = 4_000
_LEAST = 60
"""Positions of the first round for each guide; for the highest score not refuted; and the fewest worth the while."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position. Whatever is said is true; what could not be settled is None or not `proved`.

    `winnable` is None while unsettled. `best` is the score that `line` reaches (None without a line) and `most` the
    highest that is not refuted (None where the position is lost), so best <= truth <= most. `proved` says that the
    question asked is settled: for `solve`, that `best` is the best score. `nodes` counts the positions searched.
    """

    winnable: bool | None
    best: int | None
    most: int | None
    proved: bool
    line: tuple[Action, ...]
    nodes: int


def _never() -> bool:
    return False


class _Limits:
    """What a search may use: positions searched, positions in mind, and a caller's patience."""

    def __init__(self, nodes: int, table: int, stop: Callable[[], bool]) -> None:
        self.nodes = nodes
        self.table = table
        self.stop = stop
        self.over = False


class Solver:
    """Answers questions about positions whose deck order is known. One object for one thread at a time.

    Every question takes the same limits: `nodes` positions to search, `table` positions to keep in mind, and `stop`,
    asked about every 256 positions; when one of them ends the search, what is not settled by then stays open.
    A position that is not one of the 36 cards raises `ValueError`.
    """

    def __init__(self) -> None:
        self._habits = Habits()

    def solve(
        self, position: State, *, nodes: int = NODES, table: int = TABLE, stop: Callable[[], bool] = _never
    ) -> Solution:
        """Find the best score and a line of play that reaches it."""
        search = self._search(position, _Limits(nodes, table, stop))
        search.find_best()
        return search.solution(proved=search.best == search.most)

    def winnable(
        self, position: State, *, nodes: int = NODES, table: int = TABLE, stop: Callable[[], bool] = _never
    ) -> Solution:
        """Find out whether the position can be won, with any score."""
        search = self._search(position, _Limits(nodes, table, stop))
        search.find_any()
        return search.solution(proved=search.best >= 0 or search.most < 0)

    def reaches(
        self,
        position: State,
        score: int,
        *,
        nodes: int = NODES,
        table: int = TABLE,
        stop: Callable[[], bool] = _never,
    ) -> Solution:
        """Find out whether a win with `score` or more can be reached."""
        search = self._search(position, _Limits(nodes, table, stop))
        search.find(score)
        return search.solution(proved=search.best >= score or search.most < score)

    def _search(self, position: State, limits: _Limits) -> _Search:
        return _Search(position, self._habits, limits)


class _Search:
    """The questions about one position. `best` is the score of the best line found (-1: none), `most` not refuted."""

    def __init__(self, position: State, habits: Habits, limits: _Limits) -> None:
        self._position = position
        self._habits = habits
        self._limits = limits
        self._deal = Deal(position)
        self._questions: dict[int, Question | Exact] = {}
        self._won: Question | Exact | None = None
        self._nodes = 0
        self.best = -1
        self.most = max(min(pack(self._deal.root >> SPENT), HIGHEST), -1)

    def find_best(self) -> None:
        """Ask for every score that is open, from the highest down, each a fourth as long as the one above it.

        The highest has to be settled in any case; the others bring a line of play while it is open.
        """
        budget = _BEST
        while self.best < self.most and not self._limits.over:
            allowed = budget
            for least in range(self.most, -1, -1):
                if least > self.best and allowed >= _LEAST and self._go_on(least, allowed) is None:
                    allowed //= 4
            budget *= 2

    def find_any(self) -> None:
        """Ask for scores in turn until one of them is reached or none can be."""
        budget = _ANY_WIN
        while self.best < 0 <= self.most and not self._limits.over:
            for least in _GUIDES:
                if self.best < 0 and least <= self.most:
                    self._go_on(least, budget)
            budget *= 2

    def find(self, score: int) -> None:
        """Ask for one score until it is settled."""
        while self.best < score <= self.most and not self._limits.over:
            self._go_on(score, self._limits.nodes + 1)

    def _go_on(self, least: int, budget: int) -> bool | None:
        """Search for one score until `budget`, and return the answer if there is one by then."""
        question = self._questions.get(least)
        if question is None:
            question = self._questions[least] = ask(self._deal, self._habits, least)
        limits = self._limits
        while question.answer is None and question.nodes < budget:
            held = sum([asked.held for asked in self._questions.values()])
            left = limits.nodes - self._nodes
            if limits.over or left <= 0 or held >= limits.table or limits.stop():
                limits.over = True
                return None
            before = question.nodes
            question.run(min(SLICE, budget - before, left))
            self._nodes += question.nodes - before
            self._habits.tidy()
        if question.answer:
            self.best, self._won = question.score, question
        elif question.answer is False:
            self.most = least - 1
        if question.answer is not None:
            for settled in [asked for asked in self._questions if not self.best < asked <= self.most]:
                del self._questions[settled]
        return question.answer

    def solution(self, *, proved: bool) -> Solution:
        """Return what has been found out."""
        won = self._won
        return Solution(
            winnable=True if won is not None else False if self.most < 0 else None,
            best=None if won is None else self.best,
            most=None if self.most < 0 else self.most,
            proved=proved,
            line=() if won is None else line_of(self._position, won.path()),
            nodes=self._nodes,
        )
