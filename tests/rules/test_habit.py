"""The player of habit, and the search of all moves side by side: nothing they find is more than there is."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.core import Chance
from game.deck_defence.deals import FULL_DECK, chance
from game.deck_defence.fan import GOALS, Branch, Order, position_code
from game.deck_defence.habit import Habit
from game.deck_defence.promise import Habits
from game.deck_defence.rules import State
from game.deck_defence.solver import Solver
from game.deck_defence.solver_tables import KIND_OF
from game.rng import Random
from tests.rules.late import GAME, OPTIONS, REMAKE_OPTIONS, course

VECTORS = Path(__file__).parents[1] / "golden" / "vectors"
SOLVED: list[dict[str, Any]] = json.loads((VECTORS / "deck_defence_solved.json").read_text("utf-8"))["deals"]

LUCK = {
    False: [5, 5, 3, -1, -1, -1, -1, 5, -1, -1, -1, -1, -1, 5, 3, -1, -1, 6, -1, 4, 4, -1, -1, -1],
    True: [5, -1, -1, -1, -1, -1, -1, -1, 2, -1, -1, -1, 1, -1, 1, 1, 7, 5, 3, 2, -1, -1, -1, -1],
}
"""What it reaches with the deals 1 to 12, two games each, by the web rules and by the remake's."""


def _kinds(deal: str) -> list[int]:
    deck, _ = chance(deal).shuffled(FULL_DECK)
    return [KIND_OF[card] for card in deck]


@pytest.mark.parametrize("remake", [False, True])
def test_habit_never_changes(remake: bool) -> None:
    """Labels are for ever: a number gives the same games, whoever made the tables before."""
    habit, luck = Habit(Habits(), remake=remake), []
    for number in range(1, 13):
        source: Chance = Random.seeded("label", number)
        for _ in range(2):
            score, source = habit.play(_kinds(str(number)), source)
            luck.append(score)
    assert luck == LUCK[remake]


def test_habit_forgets_what_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves that it keeps have a bound, and change nothing."""
    monkeypatch.setattr("game.deck_defence.habit._MEMO", 50)
    habit = Habit(Habits())
    score, _ = habit.play(_kinds("1"), Random.seeded("label", 1))
    assert score == LUCK[False][0]
    habit.play(_kinds("2"), Random.seeded("label", 2))
    assert len(habit._choices) <= 50


def test_habit_needs_no_deck() -> None:
    """A position is all that it is asked about, and the first of its moves costs nothing."""
    node = position_code(GAME.start(chance("5"), 1, OPTIONS).state, 0)
    assert Habit(Habits()).moves(node) == Habit(Habits()).moves(node)
    assert next(level for level, _ in Habit(Habits()).moves(node)) == 0


@pytest.mark.parametrize("solved", SOLVED[::8], ids=lambda solved: str(solved["seed"]))
def test_nobody_does_better_than_the_best(solved: dict[str, Any]) -> None:
    """Neither habit nor the search finds more than the proved best score; what it finds has a way from the start."""
    best = -1 if solved["best"] is None else solved["best"]
    habits = Habits()
    score, _ = Habit(habits).play(_kinds(solved["deal"]), Random.seeded("best"))
    assert score <= best
    state = GAME.start(chance(solved["deal"]), 1, OPTIONS).state
    order = Order([KIND_OF[card] for card in state.deck], habits)
    root = Branch(order, position_code(state, 0))
    root.search(1_500, lambda: False)
    assert root.best <= best <= root.most
    if root.path:
        assert root.path[0] == root.root
    for action in state.legal:
        after = GAME.apply(state, action).state
        branch = Branch(order, position_code(after, len(state.deck) - len(after.deck)))
        branch.search(300, lambda: False, root.best)
        assert branch.best <= best
        if branch.best >= 0:
            assert branch.path[0] == branch.root
            solution = Solver().reaches(after, branch.best, nodes=2_000)
            assert solution.most is not None
            assert solution.most >= branch.best


def _most(state: State, score: int) -> int:
    """Return the most that the solver does not refute, asked for a score."""
    most = Solver().reaches(state, score, nodes=5_000).most
    return -1 if most is None else most


@pytest.mark.parametrize("deal", [*range(1, 7), 353])
def test_nobody_does_better_than_the_best_of_the_remake(deal: int) -> None:
    """Section 6: the same with cards that are looked at, in mind or put back in some order."""
    first = GAME.start(chance(str(deal)), 1, REMAKE_OPTIONS).state
    habits, luck = Habits(), Random.seeded("best")
    score, _ = Habit(habits, remake=True).play(_kinds(str(deal)), luck)
    assert score <= _most(first, max(score, 0))
    orders = 0
    for state in course(deal, random.Random(deal), 0.1, remake=True):
        if not state.looked:
            continue
        order = Order([KIND_OF[card] for card in state.deck], habits, remake=True, apart=state.looked)
        root = Branch(order, position_code(state, 0))
        root.search(300, lambda: False)
        assert root.best <= _most(state, max(root.best, 0))
        for action in state.legal:
            after = GAME.apply(state, action).state
            deck = [KIND_OF[card] for card in after.deck]
            own = Order(deck, habits, remake=True, won=order.won, apart=state.looked)
            branch = Branch(own, position_code(after, 0))
            branch.search(300, lambda: False, root.best)
            assert branch.best <= root.most
            assert branch.best <= _most(after, max(branch.best, 0))
            orders += 1
    assert orders


def test_a_search_goes_on_where_it_stopped() -> None:
    """More nodes never make the answer worse; `stop` ends it before the next slice, and `enough` is not exceeded."""
    state = GAME.start(chance("3"), 1, OPTIONS).state
    branch = Branch(Order([KIND_OF[card] for card in state.deck], Habits()), position_code(state, 0))
    branch.search(500, lambda: True)
    assert branch.nodes == 0
    branch.search(500, lambda: False, -1)
    assert branch.nodes == 0
    found = []
    for nodes in (200, 800, 3_000):
        branch.search(nodes, lambda: False)
        found.append(branch.best)
        assert branch.nodes <= nodes
    assert found == sorted(found)
    assert found[-1] >= 0
    assert branch.most <= GOALS[0]
