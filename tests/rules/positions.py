"""Positions of Deck Defence written as text, for tests."""

from __future__ import annotations

from typing import TypeVar

from game.deck_defence.public import ENEMIES, Areas, Card, legal_actions
from game.deck_defence.rules import State

Item = TypeVar("Item")
NOTHING = "-- -- --"


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards written as `text` ("S1 F2")."""
    return tuple(Card.parse(word) for word in text.split())


def position(  # noqa: PLR0913 - one for each area of the table
    main: str = NOTHING,
    hand: str = NOTHING,
    occupied: str = NOTHING,
    reveal: str = NOTHING,
    *,
    repelled: str = "",
    deck: str = "",
    discard: str = "",
    open_discards: bool = False,
    show_budget: bool = False,
    remake: bool = False,
    looked: int = 0,
) -> State:
    """Return a position: areas by place, `--` empty, stacks bottom/top; deck from the top, discard from the bottom.

    A test need not account for all 36 cards.
    """
    stacks = [() if word == "--" else cards(word.replace("/", " ")) for word in hand.split()]
    areas = Areas(_row(main), _three(stacks), _row(occupied), _row(reveal), cards(repelled))
    legal = legal_actions(areas, remake=remake, looked=looked) if len(areas.repelled) < ENEMIES else ()
    return State(areas, cards(deck), cards(discard), open_discards, show_budget, legal, remake, looked)


def _row(text: str) -> tuple[Card | None, Card | None, Card | None]:
    return _three([None if word == "--" else Card.parse(word) for word in text.split()])


def _three(items: list[Item]) -> tuple[Item, Item, Item]:
    first, second, third = items
    return (first, second, third)
