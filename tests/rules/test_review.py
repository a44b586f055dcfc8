"""The review after a game of Deck Defence."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import pytest

from game.core import BadInput
from game.deck_defence.advisor import Stage
from game.deck_defence.review import LEAST_LOSS, Review, review, solve_deal, start_of
from game.deck_defence.solver import Solver
from game.record import Record
from game.rng import Random
from tests.rules.late import GAME, course

SHORT = (Stage(3, 300, 100, 4, 9.0),)
CHANCE = Random.seeded("review")


def _never() -> bool:
    return False


def _record(deal: int, moves: int, rules: str = "web") -> Record:
    """Return the record of a game with so many moves on the table, and one that was taken back."""
    states = list(islice(course(deal, random.Random(deal), 0.3), moves + 2))
    actions = [
        next(GAME.encode(action) for action in before.legal if GAME.apply(before, action).state == after)
        for before, after in pairwise(states)
    ]
    options = (("open_discards", False), ("rules", rules), ("show_budget", False))
    return Record("", GAME.id, 1, str(deal), 1, options, tuple(actions), moves, False, 1, 0, (0,), "")


def _reviews(record: Record) -> list[Review]:
    return list(review(record, CHANCE, stop=_never, nodes=2_000, stages=SHORT))


def test_a_review_grows_move_by_move() -> None:
    """First what was possible, then one move after the other, as they were made; the last review is the whole."""
    record = _record(5, 8)
    found = _reviews(record)
    assert [len(each.moves) for each in found] == list(range(9))
    assert [each.done for each in found] == [False] * 8 + [True]
    assert all(each.possible == found[0].possible for each in found)
    assert found[0].possible == Solver().solve(start_of("5"), nodes=2_000)
    whole = found[-1]
    assert [GAME.encode(move.action) for move in whole.moves] == list(record.actions[:8])
    assert [move.at for move in whole.moves] == list(range(8))


def test_a_loss_is_measured_against_the_best() -> None:
    """Both were looked at in the same orders; the best itself loses nothing, whatever it is called."""
    whole = _reviews(_record(5, 8))[-1]
    for move in whole.moves:
        assert move.action in move.played.same
        assert move.best.samples == move.played.samples
        assert move.loss == max(move.best.worth - move.played.worth, 0)
        assert (move.better is None) == (move.played == move.best)
        assert move.better in (None, move.best.action)
    assert any(move.better is None for move in whole.moves)


def test_turning_points_are_the_largest_losses() -> None:
    """The worst first, and none that lost next to nothing."""
    whole = _reviews(_record(6, 12))[-1]
    points = whole.turning_points(2)
    losses = sorted((move.loss for move in whole.moves if move.loss >= LEAST_LOSS), reverse=True)
    assert [move.loss for move in points] == losses[:2]
    assert points


def test_a_review_can_be_stopped() -> None:
    """It ends with what it has."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 60

    found = list(review(_record(5, 8), CHANCE, stop=stop, nodes=2_000, stages=SHORT))
    assert 1 <= len(found) < 9
    assert not found[-1].done


def test_the_remake_is_told_what_was_possible() -> None:
    """Section 6: there is no advisor for its rules yet."""
    (only,) = _reviews(_record(5, 0, "remake"))
    assert only.done
    assert only.moves == ()
    assert only.possible == Solver().solve(start_of("5", remake=True), nodes=2_000)


def test_a_deal_is_solved_by_its_code() -> None:
    """What the command line asks for."""
    assert solve_deal("5", nodes=500) == Solver().solve(start_of("5"), nodes=500)
    assert solve_deal("5", remake=True, nodes=500) == Solver().solve(start_of("5", remake=True), nodes=500)
    with pytest.raises(BadInput):
        solve_deal("S9")
