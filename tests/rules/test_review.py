"""The review after a game of Deck Defence."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from game.core import BadInput
from game.deck_defence.advisor import Stage
from game.deck_defence.review import LEAST_LOSS, Review, review, review_of, solve_deal, start_of
from game.deck_defence.solver import Solver
from game.record import Record
from game.rng import Random
from tests.rules.late import GAME, course

SHORT = (Stage(3, 300, 100, 4, 9.0),)
LONGER = (*SHORT, Stage(6, 300, 100, 1, 9.0))
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


def _reviews(record: Record, again: int = 0) -> list[Review]:
    return list(review(record, CHANCE, stop=_never, nodes=2_000, stages=SHORT, again=again, closer=LONGER))


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


def test_a_review_can_be_stopped_at_the_second_look() -> None:
    """What the first look found stands."""
    record = _record(6, 12)
    count = len(_reviews(record)) - 1
    asked_again = False

    def stop() -> bool:
        return asked_again

    found = []
    for each in review(record, CHANCE, stop=stop, nodes=2_000, stages=SHORT, again=2, closer=LONGER):
        found.append(each)
        asked_again = len(each.moves) == count
    assert len(found[-1].moves) == count
    assert not found[-1].done


def test_what_seems_to_have_lost_most_is_looked_at_again() -> None:
    """The second look is at more orders; its share of the work is told, and the end comes once."""
    record = _record(6, 12)
    first, found = _reviews(record)[-1], _reviews(record, again=2)
    doubtful = [move.at for move in first.turning_points(2)]
    whole = found[-1]
    assert [each.done for each in found] == [False] * (len(found) - 1) + [True]
    assert len(found) == 1 + len(first.moves) + len(doubtful)
    assert [each.share for each in found] == sorted(each.share for each in found)
    assert (found[0].share, whole.share) == (0, 1)
    for move in whole.moves:
        seldom = first.moves[move.at]
        assert (move.best.samples > seldom.best.samples) == (move.at in doubtful) or seldom == move


def test_a_game_that_lost_nothing_ends_its_review_too() -> None:
    """There is nothing to look at again."""
    found = _reviews(_record(5, 1), again=2)
    if not found[-1].turning_points():
        assert found[-1].done
        assert found[-1].share == 1
    nothing = _reviews(_record(5, 0), again=2)
    assert [each.done for each in nothing] == [True]


def test_the_same_game_is_reviewed_in_the_same_way() -> None:
    """What the table shows does not change when it is opened again."""
    record = _record(5, 0)
    assert list(review_of(record, _never)) == list(review_of(record, _never))


def test_the_remake_is_reviewed_too() -> None:
    """Section 6: looking at the deck and putting back are actions as others are."""
    actions = (
        "M2>H1",
        "M1>H2",
        "M2>O1",
        "O1xH1H2",
        "M1>H1",
        "M1>H2",
        "M3>H3",
        "M3>H1",
        "M1>H3",
        "M3>H3",
        "M3>H1",
        "H3?",
        "=213",
        "M3>H2",
    )
    record = replace(_record(3, 0, "remake"), actions=actions, at=len(actions))
    whole = _reviews(record)[-1]
    assert whole.done
    assert [GAME.encode(move.action) for move in whole.moves] == list(actions)
    assert whole.possible == Solver().solve(start_of("3", remake=True), nodes=2_000)


def test_a_deal_is_solved_by_its_code() -> None:
    """What the command line asks for."""
    assert solve_deal("5", nodes=500) == Solver().solve(start_of("5"), nodes=500)
    assert solve_deal("5", remake=True, nodes=500) == Solver().solve(start_of("5", remake=True), nodes=500)
    with pytest.raises(BadInput):
        solve_deal("S9")
