"""Deal codes of Deck Defence: a number, fixed for ever to an order of the deck, or the 36 cards themselves (7.1).

Also the deal of a day, share codes that can be read aloud, and how hard a numbered deal is. All of it is fixed for
ever: what a code, a day or a number stands for must never change.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from game.core import BadInput, Chance, Reason
from game.deal_number import deal_number
from game.deck_defence.public import COPIES, ID, KINDS, Card
from game.rng import Random, Script

FULL_DECK = tuple(card for card in KINDS for _ in range(COPIES))


def normal(deal: str) -> str:
    """Return `deal` in its one normal spelling ("1204", "S1 F2 …"); raise `BadInput` where it is no deal code.

    Full-width letters and digits, small letters, commas and leading zeros are understood, and share codes, whose rule
    set only `shared` tells.
    """
    text = unicodedata.normalize("NFKC", deal).strip().upper()
    if text and text[0] in _MARKS:
        return shared(text).deal
    if re.fullmatch(r"[0-9]+", text):
        return str(deal_number(text))
    return " ".join(str(card) for card in _cards(text))


def chance(deal: str) -> Chance:
    """Return the chance that shuffles the deck into the order of this deal; raise `BadInput` as `normal` does."""
    text = normal(deal)
    if text.isdigit():
        return Random.seeded(ID, int(text))
    return Script((_cards(text),))


def _cards(text: str) -> tuple[Card, ...]:
    words = [word for word in re.split(r"[\s,、]+", text) if word]
    cards: list[Card] = []
    for position, word in enumerate(words, start=1):
        try:
            cards.append(Card.parse(word))
        except KeyError:
            if len(words) == 1:
                raise BadInput(Reason.of("bad.deal", value=word[:20])) from None
            raise BadInput(Reason.of("bad.deal_card", position=position, value=word[:20])) from None
    if len(cards) != len(FULL_DECK):
        raise BadInput(Reason.of("bad.deal_count", count=len(cards), needed=len(FULL_DECK)))
    for card in KINDS:
        if (count := cards.count(card)) != COPIES:
            raise BadInput(Reason.of("bad.deal_copies", card=str(card), count=count, needed=COPIES))
    return tuple(cards)


@dataclass(frozen=True, slots=True)
class Shared:
    """What a share code stands for: a deal in its normal spelling, and whether the remake's rules are meant."""

    deal: str
    remake: bool


_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 signs: no I, L, O, U, so that nothing is mistaken for a 1, a 0 or a V."""
_MARKS = "DR"
"""What a share code begins with, by the rule set: no card begins so."""
_ORDER_SIGNS = 22
"""A typed order has so many signs; a number has at most six."""


def share_code(deal: str, *, remake: bool = False) -> str:
    """Return a short text that stands for a deal and its rule set: "D15M7" for a number, 24 signs for an order.

    A wrong sign or two neighbours exchanged are noticed by its last sign. Raises `BadInput` as `normal` does.
    """
    text = normal(deal)
    signs = _written(int(text)) if text.isdigit() else _written(_rank(_cards(text))).rjust(_ORDER_SIGNS, "0")
    mark = _MARKS[remake]
    return mark + signs + _SIGNS[_check(mark + signs)]


def shared(code: str) -> Shared:
    """Return what a share code stands for; raise `BadInput` where it is none, or was not copied rightly.

    Small and full-width letters, spaces and hyphens are understood, O as 0, I and L as 1.
    """
    text = re.sub(r"[\s\-]", "", unicodedata.normalize("NFKC", code).upper())
    mark, signs = text[:1], text[1:].translate(str.maketrans("OIL", "011"))
    if mark not in _MARKS or not mark or len(signs) < 2 or any(sign not in _SIGNS for sign in signs):
        raise BadInput(Reason.of("bad.deal_code", value=code.strip()[:30]))
    if len(signs) > _ORDER_SIGNS + 1 or _check(mark + signs[:-1]) != _SIGNS.index(signs[-1]):
        raise BadInput(Reason.of("bad.deal_code_check", value=code.strip()[:30]))
    number = 0
    for sign in signs[:-1]:
        number = number * 32 + _SIGNS.index(sign)
    if len(signs) <= _ORDER_SIGNS:
        return Shared(normal(str(number)), mark == _MARKS[True])
    return Shared(" ".join([str(card) for card in _order(number)]), mark == _MARKS[True])


def remake_named(typed: str) -> bool | None:
    """Return whether a deal was typed as a share code of the remake's rules; None where it is no share code."""
    try:
        return shared(typed).remake
    except BadInput:
        return None


def _written(number: int) -> str:
    signs = ""
    while number:
        number, sign = divmod(number, 32)
        signs = _SIGNS[sign] + signs
    return signs


def _check(text: str) -> int:
    """Return the check value: a polynomial over the field of 32 elements, which no single fault leaves unchanged."""
    value = 0
    for sign in text:
        value ^= _SIGNS.index(sign)
        value = value << 1 ^ (0b100101 if value & 16 else 0)
    return value


def _ways(counts: list[int]) -> int:
    """Return in how many orders so many cards of each kind can lie."""
    ways, placed = 1, 0
    for count in counts:
        for number in range(1, count + 1):
            placed += 1
            ways = ways * placed // number
    return ways


def _rank(cards: tuple[Card, ...]) -> int:
    """Return the place of an order among all orders of the deck, counted from 0."""
    counts = [COPIES] * len(KINDS)
    rank = 0
    for card in cards:
        for kind in range(KINDS.index(card)):
            if counts[kind]:
                rank += _ways(_less(counts, kind))
        counts = _less(counts, KINDS.index(card))
    return rank


def _order(rank: int) -> list[Card]:
    """Return the order that has this place; raise `BadInput` where there are not so many."""
    counts = [COPIES] * len(KINDS)
    if rank >= _ways(counts):
        raise BadInput(Reason.of("bad.deal_code", value=_written(rank)))
    cards: list[Card] = []
    while any(counts):
        kind, ways = -1, 0
        while rank >= ways:
            rank -= ways
            kind += 1
            ways = _ways(_less(counts, kind)) if counts[kind] else 0
        cards.append(KINDS[kind])
        counts = _less(counts, kind)
    return cards


def _less(counts: list[int], kind: int) -> list[int]:
    return [count - (place == kind) for place, count in enumerate(counts)]


LABELLED = 10_000
"""So many numbers, from 1 on, have a label; the deals of the days are among them."""
_STRIDE = 7_919
"""Has no factor in common with `LABELLED`: in so many days no deal comes twice, but for those beside a lost one."""
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def daily(year: int, month: int, day: int, *labels: bytes) -> int:
    """Return the number of the deal of a day, the same for everybody; raise `ValueError` where there is no such day.

    In the place of a deal that one of `labels` calls unwinnable comes the next number that none of them does. With the
    labels of all rule sets a day has one number, whatever rules it is played by; as they are shipped with the program
    and a label is for ever, nothing else decides.
    """
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not (year >= 1 and 1 <= month <= 12 and 1 <= day <= _MONTHS[month - 1] + (leap and month == 2)):
        raise ValueError(f"there is no day {year}-{month}-{day}")
    past = year - 1
    days = 365 * past + past // 4 - past // 100 + past // 400
    days += sum(_MONTHS[: month - 1]) + (leap and month > 2) + day
    number = days * _STRIDE % LABELLED + 1
    while any(difficulty(number, data) is Difficulty.UNWINNABLE for data in labels):
        number = number % LABELLED + 1
    return number


class Difficulty(Enum):
    """How often a simple fair player (`habit`) wins a deal. The value is the end of a locale key."""

    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"
    BRUTAL = "brutal"
    UNWINNABLE = "unwinnable"
    """Proved: not even whoever knows the order of the deck can win."""


PARTS = 14
"""A label counts the wins of the simple player in fourteenths: they fit into half a byte with one more value."""
_AT_LEAST = ((10, Difficulty.EASY), (5, Difficulty.FAIR), (2, Difficulty.HARD), (0, Difficulty.BRUTAL))


def label(wins: int) -> Difficulty:
    """Return the label for so many wins in `PARTS` games; one more than that stands for "cannot be won"."""
    if wins > PARTS:
        return Difficulty.UNWINNABLE
    return next(difficulty for least, difficulty in _AT_LEAST if wins >= least)


def difficulty(number: int, data: bytes) -> Difficulty | None:
    """Return how hard a deal is, by the bytes of a file in `assets/deals`; None where they do not reach it."""
    place, half = divmod(number - 1, 2)
    if not 0 <= place < len(data):
        return None
    return label(data[place] >> 4 * half & 15)


def of_difficulty(wanted: Difficulty, data: bytes, after: int) -> int | None:
    """Return the next number with this label after `after`, from the start again at the end; None without any."""
    count = 2 * len(data)
    start = after % count if count else 0
    numbers: Iterator[int] = chain(range(start + 1, count + 1), range(1, start + 1))
    return next((number for number in numbers if difficulty(number, data) is wanted), None)
