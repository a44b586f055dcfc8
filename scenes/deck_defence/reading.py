"""What the cards of Deck Defence say in words, for those who look closely."""

from __future__ import annotations

from game.core import Reason
from game.deck_defence.public import Card, card_name
from scenes.desk import Face, is_back


def reading(face: Face) -> tuple[Reason, ...]:
    """Return a card's name and what it is for; nothing of a back."""
    if is_back(face):
        return ()
    card = Card.parse(face)
    suit = Reason.of(f"deck-defence.suit.{card.suit.name.lower()}")
    if card.is_enemy:
        return card_name(card), Reason.of("deck-defence.reading.enemy", suit=suit)
    return card_name(card), Reason.of("deck-defence.reading.ally", suit=suit, rank=card.rank)
