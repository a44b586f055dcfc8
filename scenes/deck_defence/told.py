"""The table of Deck Defence in words: what its places are called, and its cards."""

from __future__ import annotations

from game.core import Reason
from game.deck_defence.public import Card, Suit, View, card_name
from scenes.deck_defence import gestures
from scenes.desk import Face
from scenes.narration import lies, listed

_ROWS = {"M": "main", "H": "hand", "O": "occupied", "R": "reveal"}


def read(face: Face) -> Reason:
    """Return the name of a card."""
    return card_name(Card(Suit(face[0]), int(face[1])))


def told(view: View, spot: str, lying: Reason | None) -> Reason | None:
    """Return what is at a spot; see `scenes.desk.Desk.told`."""
    if spot in ("deck", "discard"):
        return lies(Reason.of(f"deck-defence.area.{spot}"), lying)
    if spot == gestures.REPELLED:
        return lies(Reason.of("deck-defence.area.repelled"), listed(card_name(card) for card in view.areas.repelled))
    if spot[0] not in _ROWS:
        return None  # repelled enemies are told together
    row = "looked" if view.remake and spot[0] == "R" else _ROWS[spot[0]]
    return lies(Reason.of("narration.space", area=Reason.of(f"deck-defence.area.{row}"), number=int(spot[1])), lying)
