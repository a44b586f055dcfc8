"""The fair advisor of Deck Defence: it knows what the player knows, and can be stopped at any moment."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import Chance
from game.deck_defence.advisor import QUICK, SCORE_WEIGHT, STAGES, Advice, Advisor, Stage
from game.deck_defence.fan import GOALS
from game.deck_defence.knowledge import Knowledge
from game.deck_defence.promise import Habits
from game.deck_defence.public import Repel
from game.deck_defence.rules import State
from game.deck_defence.solver import Solver
from game.rng import Random
from tests.rules.benches import DECK_DEFENCE
from tests.rules.late import GAME, SEAT, course, known, remembered_course
from tests.rules.positions import position

ROOT = Path(__file__).parents[2]
SHORT = (Stage(2, 200, 60, 9, 9.0), Stage(3, 400, 120, 3, 0.5))
CHANCE = Random.seeded("advisor")


def _never() -> bool:
    return False


def _advice(
    knowledge: Knowledge, chance: Chance = CHANCE, stages: tuple[Stage, ...] = SHORT, advisor: Advisor | None = None
) -> list[Advice]:
    return list((advisor or Advisor()).think(knowledge, chance, stop=_never, stages=stages))


def _middle(deal: int, moves: int) -> State:
    return next(islice(course(deal, random.Random(deal), 0.0), moves, None))


@settings(max_examples=24)
@given(st.integers(1, 500), st.integers(0, 25), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_the_unknown_has_no_influence(
    deal: int, moves: int, remake: bool, remembers: bool, picks: random.Random
) -> None:
    """Decision 10, the law of non-interference: with all that is not known permuted, the same advice.

    That is the deck and forgotten discards; of the deck not what is looked at, nor what was put back and is remembered.
    """
    *_, (state, memory) = islice(remembered_course(deal, random.Random(deal), remake=remake), moves + 1)
    other = DECK_DEFENCE.hide(replace(state, looked=max(state.looked, len(memory.ahead) * remembers)), SEAT, picks)
    other = replace(other, looked=state.looked)
    if remembers:
        other = replace(other, discard=state.discard)
    kept = memory if remembers else None
    assert _advice(known(other, kept)) == _advice(known(state, kept))


def test_looking_and_memory_are_among_what_is_permuted() -> None:
    """The law above is asked where it matters: there are looks, and cards known on the deck, in many of its games."""
    looks = ahead = 0
    for deal in range(1, 21):
        *_, (state, memory) = islice(remembered_course(deal, random.Random(deal), remake=True), 15)
        looks += state.looked > 0
        ahead += len(memory.ahead) > state.looked
    assert looks
    assert ahead > 3


PLAYER = """
from game.core import Chance
from game.deck_defence.advisor import Advisor
from game.deck_defence.knowledge import Knowledge, Memory
from game.deck_defence.proof import proof
from game.deck_defence.public import View
from game.deck_defence.rules import State


def ask(state: State, view: View, knowledge: Knowledge, chance: Chance) -> None:
    {line}
"""
ALLOWED = (
    "Knowledge.of(view)",
    "Knowledge.of(view, ())",
    "Knowledge.of(view, Memory())",
    "proof(knowledge)",
    "Advisor().think(knowledge, chance, stop=lambda: False)",
)
REFUSED = (
    "Knowledge.of(state)",
    "Advisor().think(state, chance, stop=lambda: False)",
    "Advisor().think(view, chance, stop=lambda: False)",
    "proof(state)",
)


def test_mypy_lets_no_state_into_the_advisor(tmp_path: Path) -> None:
    """Decision 10: a State in place of the knowledge, or of the View it is made from, is an error of type."""
    for number, line in enumerate((*ALLOWED, *REFUSED)):
        (tmp_path / f"line_{number}.py").write_text(PLAYER.format(line=line), "utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
        + [str(file) for file in sorted(tmp_path.glob("*.py"))],
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    errors = {line.partition(":")[0] for line in found if ": error: " in line and "[arg-type]" in line}
    assert errors == {f"line_{len(ALLOWED) + number}.py" for number in range(len(REFUSED))}, "\n".join(found)


@pytest.mark.parametrize("remake", [False, True])
@pytest.mark.parametrize("deal", range(1, 6))
def test_advice_covers_the_legal_actions(deal: int, remake: bool) -> None:
    """Every legal action stands in exactly one estimate, all through a game; the best comes first."""
    advisor = Advisor()
    for number, state in enumerate(course(deal, random.Random(deal), remake=remake)):
        if number % 7 and not state.looked:
            continue
        for advice in _advice(known(state, None), stages=SHORT[:1], advisor=advisor):
            actions = [action for estimate in advice.estimates for action in estimate.same]
            assert sorted(map(str, actions)) == sorted(map(str, state.legal))
            assert all(estimate.action == estimate.same[0] for estimate in advice.estimates)
            assert advice.best is advice.estimates[0]
            most = max(estimate.samples for estimate in advice.estimates)
            full = [estimate.value for estimate in advice.estimates if estimate.samples == most]
            assert full == sorted(full, reverse=True)
            for estimate in advice.estimates:
                assert 0 <= estimate.win <= 1
                assert 0 <= estimate.score <= GOALS[0]
                assert estimate.worth == pytest.approx(estimate.win + SCORE_WEIGHT * estimate.score)
                assert estimate.win_error >= 0 <= estimate.score_error


def test_equivalent_actions_share_an_estimate() -> None:
    """Ruling 4.5: which empty space a card goes to never matters; nor in which order a repel names its hands (4.6)."""
    state = position(
        main="S1 S4 F1",
        hand="S2 S3 --",
        deck="S1 S1 S2 S2 S3 S3 S4 S4 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 W1 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4",
    )
    *_, advice = _advice(known(state, ()))
    hold_off = [action for action in state.legal if GAME.encode(action).startswith("M2>O")]
    assert [set(each.same) for each in advice.estimates if hold_off[0] in each.same] == [set(hold_off)]
    repel = GAME.decode("M2xH2H1")
    assert isinstance(repel, Repel)
    assert advice.of(repel) is advice.of(replace(repel, hands=(0, 1)))
    with pytest.raises(KeyError):
        advice.of(GAME.decode("O1xH1"))


def test_the_same_question_has_the_same_answer() -> None:
    """Equal knowledge and chance, equal advice, whatever the advisor thought about before; another chance, another."""
    knowledge = known(_middle(7, 14), None)
    advisor = Advisor()
    first = _advice(knowledge, advisor=advisor)
    _advice(known(_middle(8, 20), None), advisor=advisor)
    assert _advice(knowledge, advisor=advisor) == first
    assert _advice(knowledge) == first
    assert _advice(knowledge, Random.seeded("another")) != first


def test_certainty_grows() -> None:
    """The first advice comes at once, by habit; every other rests on more orders or a deeper search."""
    advice = _advice(known(_middle(5, 12), None))
    assert [each.orders for each in advice] == [0, 1, 2, 2, 2, 3]
    assert advice[0].nodes == 0
    assert [each.nodes for each in advice] == sorted(each.nodes for each in advice)
    assert advice[0].best.samples == 0
    assert advice[-1].best.samples == 3
    assert not advice[-1].settled


def test_one_choice_needs_no_thought() -> None:
    """Where all actions come to the same, the advice is settled at once; without an action there is none."""
    only = position(main="S1 S1 S1", deck="S4 S4")
    (advice,) = _advice(_knowing(only))
    assert advice.settled
    assert len(advice.estimates) == 1
    assert _advice(replace(_knowing(only), legal=())) == []


def _knowing(state: State) -> Knowledge:
    """Return the knowledge of a position whose other cards have been discarded or repelled."""
    from game.deck_defence.deals import FULL_DECK

    rest = list(FULL_DECK)
    areas = state.areas
    for card in (*areas.main, *areas.occupied, *areas.reveal, *(c for stack in areas.hand for c in stack), *state.deck):
        if card is not None:
            rest.remove(card)
    repelled = tuple([card for card in rest if card.is_enemy])
    discard = tuple([card for card in rest if not card.is_enemy])
    full = replace(state, areas=replace(areas, repelled=repelled), discard=discard)
    return known(full, discard)


def test_like_orders_share_an_estimate() -> None:
    """Section 6: with two like cards among three there are three ways to put them back, and one best way each time."""
    state = position(
        main="S1 F1 W1",
        hand="S2 -- --",
        deck="S3 S4 S3 S1 S1 S2 S2 S4 S4 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4",
        discard="S3",
        remake=True,
        looked=3,
    )
    *_, advice = _advice(known(state, state.discard))
    assert sorted(sorted(map(GAME.encode, each.same)) for each in advice.estimates) == [
        ["=123", "=321"],
        ["=132", "=312"],
        ["=213", "=231"],
    ]


def test_the_order_that_wins_is_found() -> None:
    """Cards are put back as they are needed: with all known, every order is judged as the solver judges it."""
    checked = told_apart = 0
    for deal in (*range(1, 20), 353):  # in the last one some orders win and some do not
        for state in course(deal, random.Random(deal), 0.1, remake=True):
            if not 1 < len(state.deck) == state.looked:
                continue
            *_, advice = _advice(known(state, state.discard), stages=STAGES)
            for estimate in advice.estimates:
                solution = Solver().solve(GAME.apply(state, estimate.action).state, nodes=3_000)
                if solution.proved:
                    assert estimate.win == bool(solution.winnable)
                    assert estimate.score <= (solution.best or 0)
                    checked += 1
            told_apart += advice.best.win == 1 and advice.estimates[-1].win == 0
    assert checked > 20
    assert told_apart


def test_a_stop_ends_it_at_once() -> None:
    """`stop` is asked often; what is not finished is forgotten, so that no action is judged by more orders."""
    knowledge = known(_middle(5, 12), None)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > limit

    for limit in (0, 1, 5, 40, 41, 42, 43):
        asked = 0
        found = list(Advisor().think(knowledge, CHANCE, stop=stop, stages=STAGES))
        assert found
        assert asked <= limit + 1 + len(found[0].estimates)
        for advice in found:
            assert len({estimate.samples for estimate in advice.estimates[:2]}) == 1


def test_a_win_that_is_seen_is_taken() -> None:
    """With all known it is the solver's move: the score that the solver proves is the one promised."""
    checked = 0
    for deal, remake in product(range(1, 30), (False, True)):
        for state in course(deal, random.Random(deal), 0.05, remake=remake):
            if state.deck:
                continue
            solution = Solver().solve(state, nodes=3_000)
            if not (solution.proved and solution.winnable):
                continue
            *_, advice = _advice(known(state, state.discard), stages=STAGES)
            best = max(estimate.score for estimate in advice.estimates)
            assert advice.best.win == 1
            assert advice.best.score == best
            assert best <= (solution.best or 0)
            checked += 1
    assert checked > 5


def test_a_thousand_hints_leave_memory_flat() -> None:
    """What is kept from one thought to the next has a bound, and no thought leaves anything else."""
    advisor = Advisor()
    tiny = (Stage(1, 16, 8, 3, 9.0),)
    picks = random.Random(1)
    states = [state for deal in range(1, 26) for state in course(deal, picks)]
    for number in range(1_000):
        knowledge = known(states[number % len(states)], None)
        list(advisor.think(knowledge, Random.seeded(number), stop=_never, stages=tiny))
    habits = advisor._habits
    kept = [len(table) for table in (habits.needs, habits.musters, habits.strong, *habits.slacks)]
    assert max(*kept, len(habits.tops), len(habits.repels)) < 70_000


def test_habits_forget_what_grows() -> None:
    """Beyond their bound the tables start afresh."""
    habits = Habits()
    for table in (habits.musters, habits.slacks[3]):
        table.update(dict.fromkeys(range(60_001), 0))
    habits.tops.update(dict.fromkeys(range(60_001), (0, 0)))
    habits.repels.update(dict.fromkeys(range(60_001), ()))
    habits.tidy()
    assert [len(each) for each in (habits.musters, habits.slacks[3], habits.tops, habits.repels)] == [0] * 4


def test_a_watched_action_is_never_left_out() -> None:
    """The action that was played is judged by as many orders as the best."""
    state = _middle(5, 12)
    knowledge = known(state, None)
    *_, plain = _advice(knowledge, stages=QUICK)
    worst = plain.estimates[-1]
    assert worst.samples < plain.best.samples
    *_, watched = Advisor().think(knowledge, CHANCE, stop=_never, stages=QUICK, watched=worst.action)
    assert watched.of(worst.action).samples == watched.orders == plain.orders
