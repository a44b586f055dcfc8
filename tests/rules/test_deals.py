"""Ruling 7.1 of Deck Defence: deal numbers, and deals that are typed or pasted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, Reason
from game.deck_defence.deals import FULL_DECK, HIGHEST_NUMBER, chance, normal
from game.deck_defence.public import Card

WHOLE = " ".join(map(str, FULL_DECK))


def _refusal(deal: str) -> Reason:
    with pytest.raises(BadInput) as caught:
        normal(deal)
    with pytest.raises(BadInput):
        chance(deal)
    return caught.value.reason


@pytest.mark.parametrize(
    ("deal", "number"),
    [
        ("1", "1"),
        ("  1204\n", "1204"),
        ("0042", "42"),
        ("0" * 40 + "7", "7"),
        ("999999999", "999999999"),
        ("１２０４", "1204"),
        ("\u3000００５\u3000", "5"),
    ],
)
def test_a_deal_number_has_one_normal_spelling(deal: str, number: str) -> None:
    """Ruling 7.1: full-width digits, spaces around it and leading zeros are understood."""
    assert normal(deal) == number


@pytest.mark.parametrize(
    "deal", ["0", "000", "1000000000", "9" * 18, pytest.param("9" * 5000, id="long"), "1" + "0" * 25]
)
def test_a_deal_number_lies_between_1_and_999999999(deal: str) -> None:
    """Ruling 7.1: outside this, the refusal names the number (its beginning) and the highest one."""
    assert _refusal(deal) == Reason.of("bad.deal_number", value=deal[:20], most=HIGHEST_NUMBER)


@pytest.mark.parametrize(
    "deal",
    [
        WHOLE,
        WHOLE.lower(),
        WHOLE.replace(" ", ","),
        WHOLE.replace(" ", "、"),
        WHOLE.replace(" ", "\n"),
        f" {WHOLE.replace(' ', ', ')},",
        "".join(chr(ord(sign) + 0xFEE0) if sign != " " else "\u3000" for sign in WHOLE),
        WHOLE.replace(" ", "，"),
    ],
)
def test_cards_may_be_typed_in_many_ways(deal: str) -> None:
    """Ruling 7.1: small and full-width letters, commas, Japanese commas and line ends."""
    assert normal(deal) == WHOLE


@given(st.permutations(FULL_DECK))
def test_a_typed_deal_comes_in_its_own_order(deck: list[Card]) -> None:
    """Ruling 7.1: the shuffle of a typed deal gives the cards as they were typed."""
    order, _ = chance(" ".join(map(str, deck))).shuffled(FULL_DECK)
    assert list(order) == deck


@given(st.integers(1, HIGHEST_NUMBER))
def test_a_deal_number_gives_the_whole_deck(number: int) -> None:
    """Ruling 7.1: a number stands for one order of all 36 cards, however it is spelled."""
    order, _ = chance(str(number)).shuffled(FULL_DECK)
    again, _ = chance(f"0{number} ").shuffled(FULL_DECK)
    assert order == again
    assert sorted(map(str, order)) == sorted(map(str, FULL_DECK))


def test_a_wrong_card_is_named_with_its_position() -> None:
    """Ruling 7.1: the refusal says which word is no card, counted from 1."""
    words = WHOLE.split()
    words[16] = "x9" + "y" * 30
    assert _refusal(" ".join(words)) == Reason.of("bad.deal_card", position=17, value=words[16].upper()[:20])


@pytest.mark.parametrize("deal", ["hello", "-1", "1.5", "X" * 50])
def test_one_word_that_is_neither_is_no_deal(deal: str) -> None:
    """Ruling 7.1: not taken for a deal of one wrong card."""
    assert _refusal(deal) == Reason.of("bad.deal", value=deal.upper()[:20])


@pytest.mark.parametrize(("deal", "count"), [("", 0), ("S1", 1), (" , ,", 0), (WHOLE[3:], 35), (f"{WHOLE} S1", 37)])
def test_a_deal_has_36_cards(deal: str, count: int) -> None:
    """Ruling 7.1: the refusal says how many there were."""
    assert _refusal(deal) == Reason.of("bad.deal_count", count=count, needed=36)


def test_a_deal_has_three_copies_of_each_card() -> None:
    """Ruling 1.1: the refusal names the first card whose count is wrong."""
    assert _refusal(WHOLE.replace("F2", "W4")) == Reason.of("bad.deal_copies", card="F2", count=0, needed=3)
    assert _refusal(WHOLE.replace("W4", "S1", 1)) == Reason.of("bad.deal_copies", card="S1", count=4, needed=3)


@given(st.text() | st.text(alphabet="SFWsfw1234 ,0"))
def test_any_text_is_a_deal_or_is_refused(text: str) -> None:
    """`normal` gives a spelling that it keeps, or `BadInput`; never another error."""
    try:
        spelled = normal(text)
    except BadInput:
        return
    assert normal(spelled) == spelled
