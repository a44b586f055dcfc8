"""The table of Kan'u Collection in words: what its places are called, and its cards."""

from __future__ import annotations

from game.core import Reason
from game.kanu.card_set import Card, CardSet
from game.kanu.public import Phase, card_name
from scenes.desk import Face
from scenes.kanu.plan import ACTIONS, DECK, SHOW
from scenes.kanu.shown import Shown
from scenes.kanu.speech import Speech
from scenes.narration import lies


def read(card_set: CardSet, face: Face) -> Reason:
    """Return the name of a card."""
    return card_name(card_set, Card(int(face[0]), int(face[1:].rstrip("~"))))


def told(speech: Speech, picture: Shown, spot: str, lying: Reason | None) -> Reason | None:
    """Return what is at a spot, or of cards that lie at none; see `scenes.desk.Desk.told`."""
    board = picture.board
    if spot in ACTIONS:
        return Reason.of(
            "kanu.action.pass_duel" if spot == "pass" and board.phase is Phase.DUEL else f"kanu.action.{spot}"
        )
    if spot == SHOW:
        return None
    if spot == DECK:
        return Reason.of("kanu.area.deck", count=board.deck)
    number = spot[1:]
    match spot[0]:
        case "F":
            row, column = divmod(int(number), board.card_set.columns)
            return lies(Reason.of("narration.cell", row=row + 1, column=column + 1), lying)
        case "H":
            return lies(Reason.of("narration.hand", number=int(number) + 1), lying)
        case "S":
            seat = int(number)
            counts = Reason.of(
                "list.comma",
                first=Reason.of("kanu.count.pairs", count=len(board.pairs[seat])),
                second=Reason.of("kanu.count.hand", count=board.hands[seat]),
            )
            name = Reason.of("narration.seat", name=speech.name(seat), counts=counts)
            return name if lying is None else lies(name, lying)
        case "T" | "L" if lying is not None:
            return Reason.of("narration.shown", cards=lying)
    return None  # what lies under a pair, and the backs of hands, are told with their seats
