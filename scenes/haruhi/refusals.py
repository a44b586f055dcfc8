"""Why something cannot be chosen at the table of 涼宮ハルヒの贈殖, as `game.haruhi.choices` says it where it can.

Where the hand lies face down nothing is said that follows from it: whatever needs it asks for it to be held up first.
"""

from __future__ import annotations

from game.core import Reason, Seat
from game.haruhi.card_set import PERSONS, SOS, EventCard, Op, Rule
from game.haruhi.choices import accused_events, why_none, why_not
from game.haruhi.public import Accuse, Gift, Give, LaySos, Pass, Peek, Phase, Steal
from scenes.desk import Selection
from scenes.haruhi.gestures import chosen_cards, event_of, place_of, seat_of
from scenes.haruhi.plan import EVENT, PILES
from scenes.haruhi.shown import Shown


def why_not_spot(picture: Shown, selection: Selection, spot: str) -> Reason:
    """Return why a spot cannot follow a selection, as the rules would put it."""
    board = picture.board
    if board.phase is Phase.OVER:
        return Reason.of("why.game_over")
    if not picture.decides:
        return Reason.of("why.not_your_turn")
    if place_of(spot) is not None or (spot == "use" and board.phase is Phase.AUCTION):
        return _why_not_hand(picture, spot)
    if spot == "pass":
        return _why_not_passed(picture, selection)
    if spot in (EVENT, *PILES) or spot[0] == "N":
        return Reason.of("haruhi.why.nothing_there")
    reason: Reason | None = None
    owner = _owner(picture, spot)
    match board.phase:
        case Phase.AUCTION if owner is not None:
            reason = _why_not_given(picture, selection, owner)
        case Phase.EFFECT:
            reason = _why_not_effect(picture, selection, owner)
        case Phase.HAND_OUT:
            reason = _why_not_handed_out(picture, selection, spot)
        case Phase.CLAIM:
            reason = Reason.of("haruhi.why.choose_claim")
    return reason or Reason.of("haruhi.why.nowhere")


def _owner(picture: Shown, spot: str) -> Seat | None:
    """Return whose panel a spot is, or lies in."""
    if (seat := seat_of(spot)) is not None:
        return seat
    if (event := event_of(spot)) is not None:
        return picture.board.owner(event)
    return Seat(int(spot[1:])) if spot[0] == "R" else None


def _why_not_hand(picture: Shown, spot: str) -> Reason:
    """Return why a hand card cannot be chosen now, or the SOS button not be used."""
    if picture.board.phase is not Phase.AUCTION:
        return why_none(picture.board, picture.cards, Gift) or Reason.of("haruhi.why.nowhere")
    if picture.covered:
        return Reason.of("haruhi.why.hold_up")
    if spot == "use":
        return why_none(picture.board, picture.cards, LaySos) or Reason.of("haruhi.why.let_go")
    return Reason.of("haruhi.why.to_a_player")


def _why_not_passed(picture: Shown, selection: Selection) -> Reason:
    if selection.spots:
        return Reason.of("haruhi.why.let_go")
    if picture.covered and Rule.NOBODY_PASSES in picture.board.rules:
        return Reason.of("haruhi.why.no_pass")
    return why_none(picture.board, picture.cards, Pass) or Reason.of("haruhi.why.nowhere")


def _why_not_given(picture: Shown, selection: Selection, to: Seat) -> Reason | None:
    """Return why the chosen cards cannot be laid before a player."""
    cards = chosen_cards(picture, selection)
    if not cards:
        return Reason.of("haruhi.why.hold_up" if picture.covered else "haruhi.why.nothing_chosen")
    return why_not(picture.board, picture.cards, LaySos(to) if cards == (SOS,) else Gift(to, cards))


def _why_not_effect(picture: Shown, selection: Selection, owner: Seat | None) -> Reason | None:
    """Return why a spot is none for the part of the effect under decision."""
    board = picture.board
    match board.effects[0].op:
        case Op.DRAW | Op.NEXT:
            return Reason.of("haruhi.why.use_or_not")
        case Op.PEEK if owner is not None:
            return why_not(board, (), Peek(owner))
        case Op.STEAL if owner is not None:
            return why_not(board, (), Steal(owner))
        case Op.ACCUSE if owner is not None:
            return why_not(board, (), Accuse(owner, PERSONS[0]))
        case Op.SWAP:
            return Reason.of("haruhi.why.choose_swap")
        case Op.GIVE:
            chosen = event_of(selection.spots[0]) if selection.spots else None
            if chosen is None or owner is None:
                return Reason.of("haruhi.why.choose_give")
            return why_not(board, (), Give(chosen, owner))
    return None


def _why_not_handed_out(picture: Shown, selection: Selection, spot: str) -> Reason | None:
    """Return why an event cannot go to a player, or not be handed out at all."""
    event: EventCard | None = event_of(spot)
    if event is not None and event not in accused_events(picture.board) and not selection.spots:
        return Reason.of("haruhi.why.other_event")
    if selection.spots:
        return Reason.of("haruhi.why.lies_there")
    return Reason.of("haruhi.why.choose_event")
