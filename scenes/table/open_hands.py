"""Hands laid open after a game, in the moments between two pictures of it."""

from __future__ import annotations

from typing import TypeVar

CardT = TypeVar("CardT")


def between(before: tuple[CardT, ...], after: tuple[CardT, ...], count: int) -> tuple[CardT, ...]:
    """Return the `count` cards of a hand between `before` and `after`: what goes is gone before anything comes."""
    cards = list(before)
    for card in before:
        if len(cards) > count and cards.count(card) > after.count(card):
            cards.remove(card)
    if len(cards) < count:
        cards += after[len(after) - (count - len(cards)) :]
    return tuple(cards[:count])
