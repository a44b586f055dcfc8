"""What the cards of Kan'u Collection say in words, for those who look closely."""

from __future__ import annotations

from game.core import Reason
from game.kanu.card_set import Card, CardSet
from game.kanu.public import card_name
from scenes.desk import Face, is_back


def reading(card_set: CardSet, face: Face) -> tuple[Reason, ...]:
    """Return a card's name, and what each effect of its pair does; nothing of a back."""
    if is_back(face):
        return ()
    card = Card(int(face[0]), int(face[1:]))
    told = [Reason.of(f"kanu.reading.{effect.value}") for effect in card_set.effects(card)]
    return (card_name(card_set, card), *(told or [Reason.of("kanu.reading.plain")]))
