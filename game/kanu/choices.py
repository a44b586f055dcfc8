"""What a player of Kan'u Collection can do now, and why something else cannot be done.

All of it follows from the board, open to all, and one's own hand: nothing here can tell what others hold. So asking a
player who has nothing, or for a card one holds oneself, is as possible as any other question (3.4).
"""

from __future__ import annotations

from typing import assert_never

from game.core import Down, Reason, Seat, Up
from game.kanu.card_set import MOST_SEATS, Card
from game.kanu.public import (
    CELLS,
    Action,
    Ambush,
    Board,
    Challenge,
    DeclineDuel,
    Develop,
    HoldBack,
    OpenCard,
    Phase,
    Reinforce,
    Scout,
    Sortie,
    Spy,
    TakePair,
    card_name,
)

_KINDS: dict[Phase, tuple[type[Action], ...]] = {
    Phase.OPEN: (OpenCard,),
    Phase.ACT: (Sortie, Reinforce, Scout, Develop, Ambush),
    Phase.AMBUSH: (Ambush, HoldBack),
    Phase.SPY: (Spy,),
    Phase.DUEL: (Challenge, DeclineDuel),
    Phase.TAKE: (TakePair,),
    Phase.OVER: (),
}
"""What is done in each phase."""

# Actions that name no card, made once: `legal_actions` only picks from these.
_OPEN = tuple(OpenCard(cell) for cell in range(len(CELLS)))
_SORTIE = tuple(Sortie(cell) for cell in range(len(CELLS)))
_REINFORCE = tuple(Reinforce(place) for place in range(2))
_EVERYBODY = tuple(Seat(seat) for seat in range(MOST_SEATS))
_ASKED: tuple[tuple[tuple[int, ...], ...], ...] = ((), ((0,),), ((0,), (1,), (0, 1)))
"""By how many cards are open: what can be asked for."""
_SCOUT = {(asked, target): Scout(asked, target) for asked in _ASKED[-1] for target in (None, *_EVERYBODY)}


def legal_actions(board: Board, hand: tuple[Card, ...]) -> tuple[Action, ...]:
    """Return every possible action of whoever decides and holds `hand`, in a fixed order; none after the end."""
    match board.phase:
        case Phase.OPEN:
            return tuple([_OPEN[cell] for cell in _closed(board)])
        case Phase.ACT:
            held = dict.fromkeys(hand)
            alike = [card for card in held if hand.count(card) > 1] if len(held) < len(hand) else []
            targets = _targets(board)
            return (
                *[_SORTIE[cell] for cell in _closed(board)],
                *[_REINFORCE[place] for place, card in enumerate(opened_cards(board)) if card in held],
                *[_SCOUT[asked, target] for asked in _ASKED[len(board.opened)] for target in targets],
                *[Develop(card) for card in alike],
                *[Ambush(card) for card in held],
            )
        case Phase.AMBUSH:
            return (*[Ambush(card) for card in dict.fromkeys(hand)], HoldBack())
        case Phase.SPY:
            return tuple([Spy(seat) for seat in spy_targets(board)])
        case Phase.DUEL:
            return (*[Challenge(seat) for seat in duel_targets(board)], DeclineDuel())
        case Phase.TAKE:
            assert board.loser is not None
            return tuple([TakePair(pair) for pair in board.pairs[board.loser]])
        case Phase.OVER:
            return ()
    assert_never(board.phase)


def opened_cards(board: Board) -> tuple[Card, ...]:
    """Return the cards that lie open on the field, in the order they were opened."""
    seen = [board.field[cell] for cell in board.opened]
    return tuple([each.card for each in seen if isinstance(each, Up)])


def spy_targets(board: Board) -> tuple[Seat, ...]:
    """Return the other players with cards in hand (5.6)."""
    return tuple([seat for seat in _others(board) if board.hands[seat]])


def duel_targets(board: Board) -> tuple[Seat, ...]:
    """Return the other players with a captured pair (5.7)."""
    return tuple([seat for seat in _others(board) if board.pairs[seat]])


def _closed(board: Board) -> list[int]:
    """Return the cells where a card lies face down."""
    return [cell for cell, seen in enumerate(board.field) if isinstance(seen, Down)]


def _others(board: Board) -> list[Seat]:
    return [seat for seat in _EVERYBODY[: len(board.hands)] if seat != board.player]


def _targets(board: Board) -> list[Seat | None]:
    return [*_others(board), None] if board.tokens.search else [*_others(board)]


def why_not(board: Board, hand: tuple[Card, ...], action: Action) -> Reason | None:
    """Return why whoever decides and holds `hand` cannot do this now, or None where it is possible."""
    if (reason := _why_not_now(board, type(action))) is not None:
        return reason
    match action:
        case OpenCard(cell):
            return _why_not_turned(board, cell)
        case Sortie(cell):
            reason = _why_not_turned(board, cell)
            return reason and (why_none(board, hand, Sortie) or reason)
        case Reinforce(place):
            return _why_not_opened(board, (place,)) or _why_no_match(board, hand, place)
        case Scout(asked, target):
            return _why_not_opened(board, asked) or _why_not_asked(board, target)
        case Develop(card):
            held = hand.count(card)
            if held == 1:
                return Reason.of("kanu.why.only_one", card=card_name(board.card_set, card))
            return None if held else _not_held(board, card)
        case Ambush(card):
            return None if card in hand else _not_held(board, card)
        case Spy(target):
            return _why_not_other(board, target) or (
                None if board.hands[target] else Reason.of("kanu.why.no_cards_there")
            )
        case Challenge(target):
            return _why_not_other(board, target) or (
                None if board.pairs[target] else Reason.of("kanu.why.no_pairs_there")
            )
        case TakePair(pair):
            assert board.loser is not None
            return None if pair in board.pairs[board.loser] else Reason.of("kanu.why.not_their_pair")
        case HoldBack() | DeclineDuel():
            return None
    assert_never(action)


def why_none(board: Board, hand: tuple[Card, ...], kind: type[Action]) -> Reason | None:
    """Return why no action of this kind is possible now, or None where one is: for a button that offers the kind."""
    if (reason := _why_not_now(board, kind)) is not None:
        return reason
    if kind is Sortie and not _closed(board):
        return Reason.of("kanu.why.no_other_card")
    if kind is Reinforce and not any(card in hand for card in opened_cards(board)):
        return Reason.of("kanu.why.no_match")
    if kind is Develop and len(set(hand)) == len(hand):
        return Reason.of("kanu.why.no_two_alike")
    if kind is Ambush and not hand:
        return Reason.of("kanu.why.no_cards")
    return None


def _why_not_now(board: Board, kind: type[Action]) -> Reason | None:
    """Return why nothing of this kind is done in this phase: where possible, what is to be done first."""
    if kind in _KINDS[board.phase]:
        return None
    match board.phase:
        case Phase.OVER:
            return Reason.of("why.game_over")
        case Phase.SPY:
            return Reason.of("kanu.why.spy_first")
        case Phase.DUEL:
            return Reason.of("kanu.why.duel_first")
        case Phase.TAKE:
            return Reason.of("kanu.why.take_first")
        case Phase.AMBUSH:
            return Reason.of("kanu.why.only_ambush")
        case Phase.OPEN if kind in _KINDS[Phase.ACT]:
            return Reason.of("kanu.why.open_second" if board.opened else "kanu.why.open_first")
        case Phase.ACT if kind is OpenCard:
            return Reason.of("kanu.why.opened_already")
        case Phase.OPEN | Phase.ACT:
            return Reason.of("kanu.why.no_pass" if kind is HoldBack else "kanu.why.no_effect")
    assert_never(board.phase)


def _why_not_turned(board: Board, cell: int) -> Reason | None:
    seen = board.field[cell] if cell < len(board.field) else None
    if seen is None:
        return Reason.of("kanu.why.empty_cell")
    return None if isinstance(seen, Down) else Reason.of("kanu.why.lies_open")


def _why_not_opened(board: Board, places: tuple[int, ...]) -> Reason | None:
    return None if places[-1] < len(board.opened) else Reason.of("kanu.why.not_opened")


def _why_no_match(board: Board, hand: tuple[Card, ...], place: int) -> Reason | None:
    card = opened_cards(board)[place]
    return None if card in hand else _not_held(board, card)


def _not_held(board: Board, card: Card) -> Reason:
    if not board.card_set.has(card):
        return Reason.of("kanu.why.no_such_card")
    return Reason.of("kanu.why.not_held", card=card_name(board.card_set, card))


def _why_not_asked(board: Board, target: Seat | None) -> Reason | None:
    if target is None:
        return None if board.tokens.search else Reason.of("kanu.why.no_search")
    return _why_not_other(board, target)


def _why_not_other(board: Board, target: Seat) -> Reason | None:
    if target == board.player:
        return Reason.of("kanu.why.oneself")
    return None if target < len(board.hands) else Reason.of("kanu.why.no_such_seat")
