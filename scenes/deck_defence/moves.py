"""How the cards of Deck Defence move from one View to the next: notices turned into the ways of single cards."""

from __future__ import annotations

from game.core import Beat
from game.deck_defence.public import (
    Area,
    Drawn,
    Ended,
    Explored,
    Looked,
    Mustered,
    Notice,
    Place,
    PutBack,
    Refilled,
    Repelled,
    Shuffled,
    View,
    WasHeldOff,
)
from scenes.deck_defence.layout import repelled_key
from scenes.deck_defence.reorder import DECK, SPOTS
from scenes.desk import BACK, Group, Layout, Move, Pose

_THROWN = 12
"""Shuffled cards fly in from so many places beside the deck."""


def moves(before: View | None, after: View, beat: Beat[View, Notice], layout: Layout) -> tuple[Group, ...]:
    """Return the groups of moves of one beat, in order; see `scenes.desk.Desk.moves`.

    All cards drawn or refilled after each other by one action form one group, so that an explore deals three cards in
    a row and a deal its first three.
    """
    groups: list[Group] = []
    drawn: list[Move] = []
    for notice in beat.notices:
        match notice:
            case Shuffled(cards):
                groups.append(_shuffle(cards, layout))
            case Drawn(_, place):
                drawn.append(Move("deck", str(place)))
            case Refilled(_, source, place):
                drawn.append(Move(str(source), str(place)))
            case Mustered(_, source, place):
                depth = 0 if before is None else len(before.areas.hand[place.index])
                groups.append((Move(str(source), f"{place}.{depth}"),))
            case WasHeldOff(_, source, place):
                groups.append((Move(str(source), str(place)),))
            case Explored(_, source):
                groups.append((Move(_top(before, source), "discard"),))
            case Looked(cards):
                groups.append(tuple(Move(DECK, spot) for spot in SPOTS[: len(cards)]))
            case PutBack(cards):
                groups.append(tuple(Move(spot, DECK) for spot in reversed(SPOTS[: len(cards)])))
            case Repelled():
                groups += _repel(before, after, notice)
            case Ended():
                pass
    if drawn:
        groups.append(tuple(drawn))
    return tuple(groups)


def _top(view: View | None, place: Place) -> str:
    stack = () if view is None else view.areas.hand[place.index]
    return f"{Place(Area.HAND, place.index)}.{len(stack) - 1}"


def _repel(before: View | None, after: View, notice: Repelled) -> list[Group]:
    """The hand cards strike the enemy and fall to the discard; then the enemy leaves."""
    count = sum(enemy.suit is notice.card.suit for enemy in after.areas.repelled)
    via = str(notice.source)
    strike = tuple(
        Move(_top(before, hand), "discard", via, str(card))
        for hand, card in zip(notice.hands, notice.spent, strict=True)
    )
    return [strike, (Move(str(notice.source), repelled_key(notice.card, count - 1)),)]


def _shuffle(cards: int, layout: Layout) -> Group:
    """All cards come flying from beside the table and gather in the deck."""
    deck = layout.cards["deck"]
    thrown = []
    for index in range(cards):
        turn = index % _THROWN
        x = deck.x - deck.width * (2.6 + 0.15 * (turn % 3))
        y = deck.y + deck.width * (turn - (_THROWN - 1) / 2) * 0.42
        thrown.append(Move(Pose(x, y, deck.width, BACK), "deck"))
    return tuple(thrown)
