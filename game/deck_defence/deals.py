"""Deal codes of Deck Defence: a number, fixed for ever to an order of the deck, or the 36 cards themselves (7.1)."""

from __future__ import annotations

import re
import unicodedata

from game.core import BadInput, Chance, Reason
from game.deck_defence.public import COPIES, ID, KINDS, Card
from game.rng import Random, Script

FULL_DECK = tuple(card for card in KINDS for _ in range(COPIES))
HIGHEST_NUMBER = 999_999_999


def normal(deal: str) -> str:
    """Return `deal` in its one normal spelling ("1204", "S1 F2 …"); raise `BadInput` where it is no deal code.

    Full-width letters and digits, small letters, commas and leading zeros are understood.
    """
    text = unicodedata.normalize("NFKC", deal).strip().upper()
    if re.fullmatch(r"[0-9]+", text):
        number = int(text.lstrip("0")[:20] or "0")  # twenty digits are too many already
        if not 1 <= number <= HIGHEST_NUMBER:
            raise BadInput(Reason.of("bad.deal_number", value=text[:20], most=HIGHEST_NUMBER))
        return str(number)
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
