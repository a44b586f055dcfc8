"""The player of habit, and the search of all moves side by side: nothing they find is more than there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.core import Chance
from game.deck_defence.deals import FULL_DECK, chance
from game.deck_defence.fan import GOALS, Branch, Order, position_code
from game.deck_defence.habit import Habit
from game.deck_defence.promise import Habits
from game.deck_defence.solver import Solver
from game.deck_defence.solver_tables import KIND_OF
from game.rng import Random
from tests.rules.late import GAME, OPTIONS

VECTORS = Path(__file__).parents[1] / "golden" / "vectors"
SOLVED: list[dict[str, Any]] = json.loads((VECTORS / "deck_defence_solved.json").read_text("utf-8"))["deals"]

LUCK = [5, 5, 3, -1, -1, -1, -1, 5, -1, -1, -1, -1, -1, 5, 3, -1, -1, 6, -1, 4, 4, -1, -1, -1]
"""What it reaches with the deals 1 to 12, two games each."""


def _kinds(deal: str) -> list[int]:
    deck, _ = chance(deal).shuffled(FULL_DECK)
    return [KIND_OF[card] for card in deck]


def test_habit_never_changes() -> None:
    """Labels are for ever: a number gives the same games, whoever made the tables before."""
    habit, luck = Habit(Habits()), []
    for number in range(1, 13):
        source: Chance = Random.seeded("label", number)
        for _ in range(2):
            score, source = habit.play(_kinds(str(number)), source)
            luck.append(score)
    assert luck == LUCK


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
