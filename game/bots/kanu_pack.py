"""A card set of Kan'u Collection as computer players count it: kinds are whole numbers, their places in the set."""

from __future__ import annotations

from game.core import Reason
from game.kanu.card_set import Card, CardSet, Effect
from game.kanu.public import card_name

Kind = int
"""A card's place among `CardSet.kinds`; comparing numbers is many times faster than comparing cards."""


class Pack:
    """The kinds of a card set, with what is asked of them often."""

    def __init__(self, card_set: CardSet) -> None:
        self.card_set = card_set
        self.cards = card_set.kinds
        self.effects = tuple([card_set.effects(card) for card in self.cards])
        self.bearing = tuple([kind for kind, effects in enumerate(self.effects) if Effect.SUPPORT in effects])
        """Kinds that bear the 支援 mark (5.2)."""

    def kind(self, card: Card) -> Kind:
        """Return the number of a card."""
        return (card.series - 1) * self.card_set.numbers + card.number - 1

    def kinds(self, cards: tuple[Card, ...]) -> tuple[Kind, ...]:
        """Return the numbers of several cards."""
        return tuple([self.kind(card) for card in cards])

    def word(self, kind: Kind) -> Reason:
        """Return the words for a card."""
        return card_name(self.card_set, self.cards[kind])
