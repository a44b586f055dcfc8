"""Ruling 7.3: proofs that a game of Deck Defence is lost are true, and name their reason."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from game.core import Reason
from game.deck_defence.proof import Cause, Proof, proof
from game.deck_defence.public import Suit
from game.deck_defence.rules import State
from game.deck_defence.solver import Solver
from scenes.words import LANGUAGES, Words
from tests.rules.late import GAME, course, known
from tests.rules.positions import position

ORDERS = 30


def _can_be_won(state: State) -> bool | None:
    """Whether the solver wins some order of the deck; None where it cannot tell."""
    solver = Solver()
    answers = set()
    for deck in dict.fromkeys(permutations(state.deck)):
        answers.add(solver.winnable(replace(state, deck=deck), nodes=5_000).winnable)
        if True in answers:
            return True
    return None if None in answers else False


@pytest.mark.parametrize("first", range(1, 46, 15))
def test_a_proof_is_never_false(first: int) -> None:
    """At the end of many games: where a proof is given, no order of the deck can be won, remembered discards or not."""
    picks = random.Random(first)
    proved = compared = 0
    for deal in range(first, first + 15):
        for state in course(deal, picks):
            knowledge = known(state, state.discard)
            if len(state.deck) > 5 or knowledge.orders() > ORDERS:
                continue
            found = [proof(knowledge, nodes=600), proof(known(state, None), nodes=600)]
            possible = _can_be_won(state)
            compared += 1
            proved += found[0] is not None
            if possible:
                assert found == [None, None]
    assert compared > 15
    assert proved > 10


@pytest.mark.parametrize("deal", range(1, 25))
def test_no_proof_while_the_order_can_be_won(deal: int) -> None:
    """All along a line that wins there is no proof, whatever is remembered."""
    state = next(course(deal, random.Random(deal)))
    solution = Solver().winnable(state, nodes=3_000)
    for index, action in enumerate(solution.line):
        state = GAME.apply(state, action).state
        if index % 5 == 0:
            assert proof(known(state, state.discard), nodes=100) is None
            assert proof(known(state, None), nodes=100) is None


def test_too_few_ranks_of_a_suit() -> None:
    """Ruling 5.4: four ranks wasted are one too many; the View says so even where discards are not remembered."""
    state = position(
        main="S1 S2 F1",
        discard="S3 S1",
        deck="S1 S2 S2 S3 S3 S4 S4 S4 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 W1 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4",
    )
    for pile in (state.discard, None):
        found = proof(known(state, pile))
        assert found == Proof(Cause.SUIT, Suit.SWORD)
        assert found.reason == Reason.of("deck-defence.proof.suit", suit=Reason.of("deck-defence.suit.sword"))


def test_ranks_that_cannot_be_divided() -> None:
    """Ruling 4.2: five ranks are left for the last enemy of a suit, but on four cards, and at most three repel."""
    state = position(
        main="S2 F1 F1",
        repelled="S4 S4",
        discard="S3 S3 S2 S3 S2",
        deck="S1 S1 S1 S4 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 W1 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4",
    )
    found = proof(known(state, state.discard))
    assert found == Proof(Cause.PACKING, Suit.SWORD)


JAM = position(
    main="W4 F4 F4",
    hand="S1/F1/S1 F1/F2/S2 W1/W2/F2",
    occupied="W4 W4 F4",
    reveal="S1 S2 S2",
    discard="",
    deck="S3 S3 S3 S4 S4 S4 F1 F2 F3 F3 F3 W1 W1 W2 W2 W3 W3 W3",
)


def test_no_path() -> None:
    """A jam that is not yet the end: nothing leads out of it, whatever is drawn."""
    for pile in (JAM.discard, None):
        found = proof(known(JAM, pile))
        assert found == Proof(Cause.NO_PATH, None)
        assert found.reason == Reason.of("deck-defence.proof.no_path")


def test_limits_end_in_silence() -> None:
    """Without nodes, or when it is stopped at once, nothing is claimed."""
    assert proof(known(JAM, JAM.discard), nodes=0) is None
    assert proof(known(JAM, JAM.discard), stop=lambda: True) is None


def test_no_path_is_searched_by_the_remakes_rules() -> None:
    """The search knows the web rules only; the counts hold for both."""
    assert proof(replace(known(JAM, JAM.discard), remake=True)) is None


def test_every_reason_has_words() -> None:
    """The scenes say the cause in both languages."""
    for language in LANGUAGES:
        words = Words(language)
        for cause in Cause:
            assert words.say(Proof(cause, None if cause is Cause.NO_PATH else Suit.FIRE).reason)
