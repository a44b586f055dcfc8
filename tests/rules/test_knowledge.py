"""What a player of Deck Defence knows: built from the View, and deals imagined that agree with it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from game.core import Seat
from game.deck_defence.deals import FULL_DECK
from game.deck_defence.knowledge import Memory, could_repel, remember
from game.deck_defence.public import REMAKE, WEB, Action, Notice, Suit, View
from game.deck_defence.rules import Event, State, left_to_lose
from game.rng import Random
from game.table import Table
from tests.rules.late import GAME, SEAT, course, known, remembered_course
from tests.rules.positions import cards, position


def _all_cards(state: State) -> list[str]:
    areas = state.areas
    on_table = [card for row in (areas.main, areas.occupied, areas.reveal, *areas.hand) for card in row if card]
    return sorted(map(str, (*on_table, *areas.repelled, *state.discard, *state.deck)))


@pytest.mark.parametrize("options", [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("remembered", [True, False])
def test_what_is_imagined_agrees_with_the_view(options: tuple[bool, bool], remembered: bool) -> None:
    """All 36 cards, and the very same View, with every option; what is remembered stays as it was."""
    picks, chance = random.Random(3), Random.seeded("imagined")
    for deal in range(8):
        for plain in course(deal + 1, picks):
            state = replace(plain, open_discards=options[0], show_budget=options[1])
            found, after = known(state, state.discard if remembered else None).imagined(chance)
            assert isinstance(after, Random)
            chance = after
            found = replace(found, open_discards=options[0], show_budget=options[1])
            assert GAME.view(found, SEAT) == GAME.view(state, SEAT)
            assert _all_cards(found) == sorted(map(str, FULL_DECK))
            if remembered:
                assert found.discard == state.discard
            for suit in Suit:
                spent = [card.rank for card in found.discard if card.suit is suit]
                repelled = [card for card in found.areas.repelled if card.suit is suit]
                assert could_repel((spent.count(1), spent.count(2), spent.count(3)), len(repelled))


def test_hidden_discards_are_as_likely_as_they_are() -> None:
    """One card lies hidden under the top: each ally that may be it, as often as there are copies to be it.

    It is no third forest ally: with the one on top that would be four ranks, and the View would say that it is lost.
    """
    state = position(
        main="S1 S1 S1",
        discard="S2 W1",
        deck="S2 S2 S3 S3 S3 S4 S4 S4 F1 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4",
    )
    knowledge, chance = known(state, None), Random.seeded("likely")
    counts: Counter[str] = Counter()
    for _ in range(1_000):
        found, after = knowledge.imagined(chance)
        assert isinstance(after, Random)
        chance = after
        counts[str(found.discard[0])] += 1
    assert set(counts) == {"S2", "S3", "F1", "F2", "F3", "W1", "W2"}
    for card, count in counts.items():
        copies = 2 if card == "W1" else 3
        assert abs(count - 50 * copies) < 45, card


def test_a_doomed_suit_is_believed() -> None:
    """What the View tells of a suit is in every deal imagined: here one that is lost though the discards are hidden."""
    state = position(
        main="S1 S1 F1",
        discard="S3 S1 W1",
        deck="S2 S2 S2 S3 S3 S4 S4 S4 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 W1 W1 W2 W2 W2 W3 W3 W3 W4 W4 W4",
    )
    assert left_to_lose(state, Suit.SWORD) < 0
    knowledge, chance = known(state, None), Random.seeded("doomed")
    for _ in range(20):
        found, after = knowledge.imagined(chance)
        assert isinstance(after, Random)
        chance = after
        assert left_to_lose(found, Suit.SWORD) < 0


def test_orders_are_counted() -> None:
    """Different decks, identical cards alike; where discards are not known there are several at least."""
    state = replace(position(), deck=cards("S1 S1 F2"), discard=cards("F3 F3"))
    rest = [card for card in FULL_DECK if card not in (*state.deck, *state.discard)]
    full = replace(state, discard=(*[card for card in rest if not card.is_enemy], *cards("S1 F2 F2 F3")))
    assert known(full, None).orders() == 2
    table = replace(state.areas, repelled=tuple([card for card in FULL_DECK if card.is_enemy]))
    pile = tuple([card for card in FULL_DECK if not card.is_enemy])
    for card in state.deck:
        pile = (*pile[: pile.index(card)], *pile[pile.index(card) + 1 :])
    known_all = replace(state, areas=table, discard=pile)
    assert known(known_all, pile).orders() == 3


def test_another_pile_is_refused() -> None:
    """What is remembered must be what lies there: as many cards, and the same top."""
    state = position(main="S1 F1 W1", discard="S2 W1")
    for pile in ((), cards("S2"), cards("S2 W2")):
        with pytest.raises(ValueError, match="not the discards"):
            known(state, pile)


@pytest.mark.parametrize("remembered", [True, False])
def test_what_is_imagined_keeps_the_cards_put_back(remembered: bool) -> None:
    """Section 6: who remembers knows the top of the deck in order; who does not knows it while looking at it alone."""
    picks, chance = random.Random(4), Random.seeded("put back")
    kept = 0
    for deal in range(8):
        for state, memory in remembered_course(deal + 1, picks, remake=True):
            knowledge = known(state, memory if remembered else None)
            ahead = len(memory.ahead) if remembered else state.looked
            assert knowledge.ahead == state.deck[:ahead]
            assert len(memory.ahead) >= state.looked
            found, after = knowledge.imagined(chance)
            assert isinstance(after, Random)
            chance = after
            assert GAME.view(found, SEAT) == GAME.view(state, SEAT)
            assert found.deck[:ahead] == state.deck[:ahead]
            assert (found.remake, found.looked) == (True, state.looked)
            assert _all_cards(found) == sorted(map(str, FULL_DECK))
            kept += ahead > state.looked
    assert (kept > 20) == remembered


def test_known_cards_leave_fewer_orders() -> None:
    """Only what is not known to lie on top can lie in another order."""
    state = position(deck="S1 S2 S3 F1", remake=True, looked=3)
    rest = list(FULL_DECK)
    for card in state.deck:
        rest.remove(card)
    repelled = tuple([card for card in rest if card.is_enemy])
    pile = tuple([card for card in rest if not card.is_enemy])
    state = replace(state, areas=replace(state.areas, repelled=repelled), discard=pile)
    assert known(state, pile).orders() == 1
    closed = replace(state, looked=0)
    assert known(closed, Memory(pile, cards("S1 S2"))).orders() == 2
    assert known(closed, pile).orders() == 24


def test_cards_that_do_not_lie_there_are_refused() -> None:
    """There cannot be more cards known on the deck than it has."""
    with pytest.raises(ValueError, match="do not lie on the deck"):
        known(position(deck="S1", remake=True), Memory((), cards("S1 S2")))


@pytest.mark.parametrize("rules", [WEB, REMAKE])
@pytest.mark.parametrize("deal", [3, 4])
def test_memory_follows_the_beats(deal: int, rules: str) -> None:
    """What went by is remembered as it happens, and forgotten when it is taken back and done again."""
    table: Table[State, Action, Event, View, Notice] = Table(GAME, str(deal), 1, {"rules": rules})
    chair = table.chair(Seat(0))
    memory: Memory | None = None
    states = list(remembered_course(deal, random.Random(deal), remake=rules == REMAKE))
    for beat in chair.beats():
        memory = remember(memory, beat)
    for (before, kept_before), (after, kept_after) in pairwise(states):
        chair.submit(next(action for action in before.legal if GAME.apply(before, action).state == after))
        for step in (None, chair.undo, chair.redo):
            if step is not None:
                step()
            for beat in chair.beats():
                memory = remember(memory, beat)
            assert memory == (kept_before if step == chair.undo else kept_after)
            assert memory is not None
            assert memory.pile == (before if step == chair.undo else after).discard
