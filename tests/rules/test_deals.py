"""Ruling 7.1 of Deck Defence: deal numbers, and deals that are typed or pasted."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, Reason
from game.deal_number import HIGHEST_NUMBER
from game.deck_defence import deals
from game.deck_defence.deals import (
    FULL_DECK,
    LABELLED,
    PARTS,
    Difficulty,
    Shared,
    chance,
    daily,
    difficulty,
    label,
    normal,
    of_difficulty,
    share_code,
    shared,
)
from game.deck_defence.public import REMAKE, WEB, Card
from game.deck_defence.review import start_of
from game.deck_defence.solver import Solver
from tests.rules.labels import LABELS, wins

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


GOLDEN_CODES = [
    ("1", False, "D1K"),
    ("1204", False, "D15MZ"),
    ("1204", True, "R15M8"),
    ("999999999", False, "DXSNJFZG"),
    (WHOLE, False, "D00000000000000000000001"),
]


@pytest.mark.parametrize(("deal", "remake", "code"), GOLDEN_CODES, ids=["1", "1204", "remake", "highest", "order"])
def test_a_share_code_never_changes(deal: str, remake: bool, code: str) -> None:
    """Ruling 7.1: codes that were given out stand for the same deal for ever."""
    assert share_code(deal, remake=remake) == code
    assert shared(code) == Shared(deal, remake)


@given(st.integers(1, HIGHEST_NUMBER), st.booleans())
def test_a_number_and_its_rules_survive_sharing(number: int, remake: bool) -> None:
    """A code is short, and understood wherever a deal is."""
    code = share_code(str(number), remake=remake)
    assert len(code) <= 8
    assert shared(code) == Shared(str(number), remake)
    assert normal(code) == str(number)


@given(st.permutations(FULL_DECK), st.booleans())
def test_a_typed_order_survives_sharing(deck: list[Card], remake: bool) -> None:
    """The code of a typed deal is longer, and stands for its very order."""
    text = " ".join(map(str, deck))
    code = share_code(text, remake=remake)
    assert len(code) == 24
    assert shared(code) == Shared(text, remake)
    assert chance(code) == chance(text)


def test_a_share_code_may_be_typed_in_many_ways() -> None:
    """Small and full-width letters, hyphens and spaces, and the letters that look like digits."""
    code = share_code("1025")  # D101 and its check
    for typed in (code.lower(), f" {code[:2]}-{code[2:]} ", code.replace("0", "O").replace("1", "l"), f"Ｄ{code[1:]}"):
        assert shared(typed) == Shared("1025", False)


@given(st.integers(1, HIGHEST_NUMBER), st.data())
def test_a_slip_in_a_share_code_is_noticed(number: int, data: st.DataObject) -> None:
    """One wrong sign, the mark among them, or two neighbours exchanged: refused, never another deal."""
    code = share_code(str(number))
    place = data.draw(st.integers(0, len(code) - 1))
    wrong = code[:place] + data.draw(st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ")) + code[place + 1 :]
    swapped = code[:place] + code[place : place + 2][::-1] + code[place + 2 :]
    for slip in {wrong, swapped} - {code}:
        with pytest.raises(BadInput):
            shared(slip)


@pytest.mark.parametrize("code", ["", "D", "D1", "X123", "D1U2", "DÄÖ1", "D!!!", "1204"])
def test_what_is_no_share_code_is_refused(code: str) -> None:
    """The refusal names the text."""
    with pytest.raises(BadInput) as caught:
        shared(code)
    assert caught.value.reason == Reason.of("bad.deal_code", value=code)


def _checked(signs: str) -> str:
    return signs + deals._SIGNS[deals._check(signs)]


def test_a_share_code_beyond_its_range_is_refused() -> None:
    """Right by its last sign, but no number and no order has it."""
    assert _refusal(_checked("D0")) == Reason.of("bad.deal_number", value="0", most=HIGHEST_NUMBER)
    assert _refusal(_checked("DZZZZZZZ")).key == "bad.deal_number"
    assert _refusal(_checked("D" + "Z" * 22)).key == "bad.deal_code"
    assert _refusal(_checked("D" + "1" * 23)).key == "bad.deal_code_check"


def test_the_deal_of_a_day_never_changes() -> None:
    """Everybody has the same deal on a day, for ever."""
    assert [daily(2026, 1, 1), daily(2026, 12, 31), daily(2028, 2, 29), daily(1, 1, 1)] == [7024, 9540, 5115, 7920]


def test_no_day_has_a_lost_deal() -> None:
    """Where a label says that a deal cannot be won, the day has the next number of which none says so."""
    lost = Difficulty.UNWINNABLE
    for rules in LABELS:
        data = LABELS[rules].read_bytes()
        days = [
            daily(year, month, day, data) for year in range(2026, 2054) for month in range(1, 13) for day in (1, 28)
        ]
        assert lost not in [difficulty(number, data) for number in days]
    one, other = bytearray(5_000), bytearray(5_000)
    number = daily(2026, 1, 1)
    assert number % 2 == 0
    one[number // 2 - 1], one[number // 2] = 0xF0, 0x0F
    assert daily(2026, 1, 1, bytes(one)) == number + 2
    other[number // 2] = 0xF0
    assert daily(2026, 1, 1, bytes(one), bytes(other)) == number + 3
    assert daily(2026, 1, 1, bytes(other)) == number
    last = bytearray(5_000)
    last[-1] = 0xF0
    days = [
        daily(year, month, day, bytes(last))
        for year in range(2026, 2054)
        for month in range(1, 13)
        for day in range(1, 29)
    ]
    assert LABELLED not in days


def test_the_days_have_different_deals() -> None:
    """No deal comes again within 27 years, and all of them have a label."""
    days = [
        (year, month, day)
        for year in range(2026, 2053)
        for month in range(1, 13)
        for day in range(1, 32)
        if (year, month, day) != (2026, 2, 29) and _is_day(year, month, day)
    ]
    numbers = [daily(*day) for day in days]
    assert len(set(numbers)) == len(numbers) > 9_800
    assert all(1 <= number <= LABELLED for number in numbers)


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "day", [(2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 2, 29), (1900, 2, 29), (0, 1, 1), (2026, 1, 0)]
)
def test_there_is_no_deal_for_no_day(day: tuple[int, int, int]) -> None:
    """2000 and 2028 are leap years, 1900 and 2026 are not."""
    with pytest.raises(ValueError, match="no day"):
        daily(*day)
    assert daily(2000, 2, 29)


def test_labels_by_wins() -> None:
    """From the most wins to none: easy, fair, hard, brutal; one more than all stands for unwinnable."""
    found = [label(won) for won in range(PARTS + 2)]
    assert found[0] is Difficulty.BRUTAL
    assert found[PARTS] is Difficulty.EASY
    assert found[PARTS + 1] is Difficulty.UNWINNABLE
    assert list(dict.fromkeys(found)) == [
        Difficulty.BRUTAL,
        Difficulty.HARD,
        Difficulty.FAIR,
        Difficulty.EASY,
        Difficulty.UNWINNABLE,
    ]


def test_a_label_is_read_from_its_half_byte() -> None:
    """The odd number is in the lower half; outside the bytes there is no label."""
    data = bytes([PARTS << 4 | 0, 15])
    assert [difficulty(number, data) for number in range(6)] == [
        None,
        Difficulty.BRUTAL,
        Difficulty.EASY,
        Difficulty.UNWINNABLE,
        Difficulty.BRUTAL,
        None,
    ]


def test_the_next_number_of_a_label() -> None:
    """It goes on from the start; None where there is none."""
    data = bytes([PARTS << 4 | 0, 15])
    assert of_difficulty(Difficulty.BRUTAL, data, 0) == 1
    assert of_difficulty(Difficulty.BRUTAL, data, 1) == 4
    assert of_difficulty(Difficulty.BRUTAL, data, 4) == 1
    assert of_difficulty(Difficulty.EASY, data, 999_999) == 2
    assert of_difficulty(Difficulty.HARD, data, 2) is None
    assert of_difficulty(Difficulty.EASY, b"", 2) is None


@pytest.mark.parametrize("rules", [WEB, REMAKE])
def test_the_shipped_labels_are_made_again(rules: str) -> None:
    """A sample of the shipped labels comes out the same: the simple player never changes."""
    data = LABELS[rules].read_bytes()
    assert len(data) == LABELLED // 2
    numbers = [
        number
        for number in range(1, 2 * len(data), 997)
        if data[(number - 1) // 2] >> 4 * ((number - 1) % 2) & 15 <= PARTS
    ]
    assert numbers
    for number in numbers:
        assert data[(number - 1) // 2] >> 4 * ((number - 1) % 2) & 15 == wins(number, rules)


@pytest.mark.parametrize("rules", [WEB, REMAKE])
def test_what_is_labelled_unwinnable_was_never_won(rules: str) -> None:
    """They are few; of the first, the simple player won no game and the solver finds no way."""
    data = LABELS[rules].read_bytes()
    found = [each for each in range(1, LABELLED + 1) if difficulty(each, data) is Difficulty.UNWINNABLE]
    assert len(found) < LABELLED // 50
    for number in found[:2]:
        assert wins(number, rules) == 0
        assert not Solver().winnable(start_of(str(number), remake=rules == REMAKE), nodes=100_000).winnable
