"""Why something cannot be chosen at the table of Kan'u Collection, as `game.kanu.choices` says it where it can.

Where the hand lies face down nothing is said that follows from it: whatever needs it asks for it to be held up first.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core import Reason, Seat
from game.kanu.card_set import Card
from game.kanu.choices import opened_cards, why_none, why_not
from game.kanu.public import (
    Action,
    Ambush,
    Challenge,
    Develop,
    HoldBack,
    OpenCard,
    Phase,
    Reinforce,
    Scout,
    Sortie,
    Spy,
    card_name,
)
from scenes.desk import Selection
from scenes.kanu.gestures import KINDS, asked_for, cell_of, held, in_the_dark, opened_at, seat_of
from scenes.kanu.plan import ACTIONS, SHOW
from scenes.kanu.shown import Shown


def why_not_spot(picture: Shown, selection: Selection, spot: str) -> Reason:
    """Return why a spot cannot follow a selection, as the rules would put it."""
    if picture.board.phase is Phase.OVER:
        return Reason.of("why.game_over")
    if picture.momentary or not picture.legal:
        return Reason.of("why.not_your_turn")
    if spot[0] == "H" and picture.covered:
        return Reason.of("kanu.why.hold_up")
    first = selection.spots[0] if selection.spots else spot
    reason: Reason | None = None
    if spot in ACTIONS:
        reason = _why_not_button(picture, spot)
    elif (card := held(picture, first)) is not None and first != spot:
        reason = _why_not_hand(picture, card, spot)
    elif (cell := cell_of(spot)) is not None:
        reason = _why_not_cell(picture, selection, cell)
    elif (seat := seat_of(spot)) is not None:
        reason = _why_not_seat(picture, selection, seat)
    elif spot == SHOW:
        reason = _why_not_show(picture, selection)
    elif spot[0] == "H":
        reason = _why_not_held(picture, selection, spot)
    return reason or Reason.of("kanu.why.nowhere")


def _tell(picture: Shown) -> Callable[[Action], Reason | None]:
    """Return what asks the rules about an action, by the hand as it is seen."""
    return lambda action: why_not(picture.board, picture.cards, action)


def _why_not_button(picture: Shown, name: str) -> Reason | None:
    if name == "pass":
        return why_not(picture.board, picture.cards, HoldBack())
    if in_the_dark(picture, name):
        return Reason.of("kanu.why.hold_up")
    return why_none(picture.board, picture.cards, KINDS[name])


def _why_not_hand(picture: Shown, card: Card, spot: str) -> Reason | None:
    """Return why a hand card cannot go to a spot."""
    place = opened_at(picture, spot)
    if place is not None:
        differ = opened_cards(picture.board)[place] != card
        return Reason.of("kanu.why.differ", card=_name(picture, card)) if differ else _tell(picture)(Reinforce(place))
    if (other := held(picture, spot)) is not None:
        differ = other != card
        return Reason.of("kanu.why.not_alike") if differ else _tell(picture)(Develop(card))
    if cell_of(spot) is not None:
        return _tell(picture)(Reinforce(0)) if picture.board.phase is not Phase.ACT else Reason.of("kanu.why.closed")
    if (seat := seat_of(spot)) is not None:
        return Reason.of("kanu.why.nowhere" if seat == picture.seat else "kanu.why.show_to_all")
    return _tell(picture)(Ambush(card))


def _why_not_cell(picture: Shown, selection: Selection, cell: int) -> Reason | None:
    """Return why a cell cannot be chosen, or why its card cannot be taken there."""
    ask = _tell(picture)
    if selection.spots[:1] == (f"F{cell}",) or (not selection.spots and cell in picture.board.opened):
        return ask(Sortie(cell)) if picture.board.phase is Phase.ACT else ask(OpenCard(cell))
    if picture.board.phase is Phase.OPEN:
        return ask(OpenCard(cell)) or Reason.of("kanu.why.stays_there")
    return ask(Sortie(cell)) or Reason.of("kanu.why.stays_there" if not selection.spots else "kanu.why.nowhere")


def _why_not_seat(picture: Shown, selection: Selection, seat: Seat) -> Reason | None:
    ask = _tell(picture)
    match picture.board.phase:
        case Phase.SPY:
            return ask(Spy(seat))
        case Phase.DUEL:
            return ask(Challenge(seat))
        case Phase.TAKE:
            return Reason.of("kanu.why.take_first")
    if not selection.spots and picture.board.phase is Phase.ACT and seat != picture.board.player:
        return Reason.of("kanu.why.choose_first")
    asked = asked_for(picture, selection) or (0,)
    reason = ask(Scout(asked, seat))
    return reason or Reason.of("kanu.why.choose_card")


def _why_not_show(picture: Shown, selection: Selection) -> Reason | None:
    if selection.spots and (selection.spots[0] == "scout" or opened_at(picture, selection.spots[0]) is not None):
        return _tell(picture)(Scout(asked_for(picture, selection) or (0,), None)) or Reason.of("kanu.why.choose_card")
    return _why_not_button(picture, "ambush") or Reason.of("kanu.why.show_first")


def _why_not_held(picture: Shown, selection: Selection, spot: str) -> Reason | None:
    """Return why a hand card cannot be chosen: there is nothing to do with it now, or not with this action."""
    card = held(picture, spot)
    if card is None:
        return None
    ask = _tell(picture)
    match selection.spots[:1]:
        case ("develop",):
            return ask(Develop(card))
        case ("reinforce",):
            return Reason.of("kanu.why.differ", card=_name(picture, card))
        case _ if selection.spots and opened_at(picture, selection.spots[0]) is not None:
            return Reason.of("kanu.why.differ", card=_name(picture, card))
    return ask(Ambush(card))


def _name(picture: Shown, card: Card) -> Reason:
    return card_name(picture.board.card_set, card)
