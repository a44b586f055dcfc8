"""What a player of 涼宮ハルヒの贈殖 can do now, and why something else cannot be done.

All of it follows from the board, open to all, and one's own hand: nothing here can tell what others hold, or who they
are. So accusing somebody of being whom one knows to be elsewhere is as possible as any other accusation (5.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import assert_never

from game.core import Down, Reason, Seat
from game.haruhi.card_set import MOST_SEATS, PERSONS, SOS, Card, Colour, Effect, EventCard, Op, Rule
from game.haruhi.public import (
    Accuse,
    Action,
    Board,
    Claim,
    ClaimNothing,
    Forgo,
    Gift,
    Give,
    HandOut,
    LaySos,
    Pass,
    Peek,
    Phase,
    Steal,
    Swap,
    Use,
    card_name,
)

LISTED = 256
"""Where the events of an accused can be handed out in more ways than this, `legal_actions` lists some of them."""

_EVERYBODY = tuple([Seat(seat) for seat in range(MOST_SEATS)])
_KINDS: dict[Phase, tuple[type[Action], ...]] = {
    Phase.AUCTION: (Gift, LaySos, Pass),
    Phase.EFFECT: (Forgo, Use, Accuse, Peek, Steal, Swap, Give),
    Phase.HAND_OUT: (HandOut,),
    Phase.CLAIM: (Claim, ClaimNothing),
    Phase.OVER: (),
}
"""What is done in each phase."""
_OPS: dict[Op, type[Action]] = {
    Op.ACCUSE: Accuse,
    Op.DRAW: Use,
    Op.NEXT: Use,
    Op.PEEK: Peek,
    Op.STEAL: Steal,
    Op.SWAP: Swap,
    Op.GIVE: Give,
}
"""By what action each part of an effect is used."""

# Actions made once: `legal_actions` only picks from these.
_SOS = tuple([LaySos(seat) for seat in _EVERYBODY])
_PASS = (Pass(),)
_ACCUSE = tuple([tuple([Accuse(seat, person) for person in PERSONS]) for seat in _EVERYBODY])


def legal_actions(board: Board, hand: tuple[Card, ...]) -> tuple[Action, ...]:
    """Return the possible actions of whoever decides and holds `hand`, in a fixed order; none after the end.

    All of them, but for one kind: where the events of an accused can be handed out in more than `LISTED` ways, those
    by which all but at most one event go to the same player. `why_not` knows the others.
    """
    match board.phase:
        case Phase.AUCTION:
            return _auction_actions(board, hand)
        case Phase.EFFECT:
            effect = board.effects[0]
            parts = tuple(_effect_actions(board, effect))
            return (Forgo(), *parts) if board.optional else parts
        case Phase.HAND_OUT:
            return tuple([HandOut(receivers) for receivers in _listed(len(board.hands), len(accused_events(board)))])
        case Phase.CLAIM:
            assert board.taker is not None
            return (*[Claim(event) for event in board.owned[board.taker]], ClaimNothing())
        case Phase.OVER:
            return ()
    assert_never(board.phase)


def can_be_used(board: Board, effect: Effect) -> bool:
    """Whether a part of an effect is possible for the taker (4.1)."""
    return next(_effect_actions(board, effect), None) is not None


def accused_events(board: Board) -> tuple[EventCard, ...]:
    """Return the events to be handed out (5.2)."""
    return () if board.accused is None else board.owned[board.accused]


def equal_sum(board: Board, to: Seat) -> int | None:
    """Return the sum of cards that may not be laid before `to`, since it would equal the highest total (3.2)."""
    return board.top - board.totals[to] or None


# The auction


def _auction_actions(board: Board, hand: tuple[Card, ...]) -> tuple[Action, ...]:
    receivers, top, totals = _receivers(board), board.top, board.totals
    colours, sos = _by_colour(hand)
    found: list[Action] = []
    for colour, values in colours:
        sums, gifts = _gifts(colour, values)
        for to in receivers:
            refused = top - totals[to]
            if refused in sums:
                found += [gift for total, gift in zip(sums, gifts[to], strict=True) if total != refused]
            else:
                found += gifts[to]
    if sos:
        found += [_SOS[to] for to in receivers]
    if Rule.NOBODY_PASSES not in board.rules or not found:
        found += _PASS
    return tuple(found)


def _receivers(board: Board) -> Sequence[Seat]:
    """Return before whom cards may be laid now (4.2)."""
    seats = _EVERYBODY[: len(board.hands)]
    return [seat for seat in seats if seat != board.turn] if Rule.GIFT_ONLY in board.rules else seats


def _by_colour(hand: tuple[Card, ...]) -> tuple[list[tuple[Colour, tuple[int, ...]]], bool]:
    """Return the values of each colour in a hand, ascending, and whether an SOS card is there."""
    rows: dict[Colour, list[int]] = {}
    for card in hand:
        rows.setdefault(card.colour, []).append(card.value)
    sos = rows.pop(Colour.SOS, None) is not None
    return [(colour, tuple(sorted(rows[colour]))) for colour in Colour if colour in rows], sos


@lru_cache(maxsize=1024)
def _gifts(colour: Colour, values: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[tuple[Gift, ...], ...]]:
    """Return the sum of every different choice of these cards, and for each seat its gifts, in the same order."""
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    choices = [
        tuple([value for (value, _), count in zip(runs, counts, strict=True) for _ in range(count)])
        for counts in product(*[range(count + 1) for _, count in runs])
    ][1:]  # the first takes none of each
    laid = [tuple([Card(colour, value) for value in chosen]) for chosen in choices]
    gifts = [tuple([Gift(to, cards) for cards in laid]) for to in _EVERYBODY]
    return tuple([sum(chosen) for chosen in choices]), tuple(gifts)


# Effects and accusations


def _others(board: Board) -> list[Seat]:
    return [seat for seat in _EVERYBODY[: len(board.hands)] if seat != board.taker]


def _effect_actions(board: Board, effect: Effect) -> Iterator[Action]:
    """Yield every way to use a part of an effect."""
    taker = board.taker
    assert taker is not None
    others = _others(board)
    match effect.op:
        case Op.ACCUSE:
            for seat in others:
                yield from _ACCUSE[seat] if isinstance(board.roles[seat], Down) else ()
        case Op.DRAW | Op.NEXT:
            yield Use()  # a draw of no card is one (3.7), a rule for no auction too
        case Op.PEEK:
            yield from (Peek(seat) for seat in others if isinstance(board.roles[seat], Down))
        case Op.STEAL:
            yield from (Steal(seat) for seat in others if board.hands[seat])
        case Op.SWAP:
            for own in board.owned[taker]:
                yield from (Swap(own, event) for seat in others for event in board.owned[seat])
        case Op.GIVE:
            yield from (Give(event, seat) for event in board.owned[taker] for seat in others)
        case _:
            assert_never(effect.op)


def _listed(seats: int, events: int) -> Iterator[tuple[Seat, ...]]:
    """Yield who gets each of so many events: in every way, or where these are too many, with at most one exception."""
    everybody = _EVERYBODY[:seats]
    if seats**events <= LISTED:
        yield from product(everybody, repeat=events)
        return
    for most in everybody:
        yield (most,) * events
        for place in range(events):
            for other in everybody:
                if other != most:
                    yield (*(most,) * place, other, *(most,) * (events - place - 1))


# Why not


def why_not(board: Board, hand: tuple[Card, ...], action: Action) -> Reason | None:
    """Return why whoever decides and holds `hand` cannot do this now, or None where it is possible."""
    if (reason := _why_not_now(board, type(action))) is not None:
        return reason
    match action:
        case Gift(to, cards):
            return _why_not_laid(board, to) or _why_not_held(hand, cards) or _why_not_given(board, to, cards)
        case LaySos(to):
            return _why_not_laid(board, to) or _why_not_held(hand, (SOS,))
        case Pass():
            return _why_no_pass(board, hand)
        case Accuse(target, _) | Peek(target):
            return _why_not_face_down(board, target)
        case HandOut(receivers):
            return _why_not_handed_out(board, receivers)
        case Claim(event):
            return None if board.owner(event) == board.taker else Reason.of("haruhi.why.not_accusers_event")
        case Steal(target):
            return _why_not_other(board, target) or (
                None if board.hands[target] else Reason.of("haruhi.why.no_cards_there")
            )
        case Swap(own, other):
            owner = board.owner(other)
            theirs = None if owner is not None and owner != board.taker else Reason.of("haruhi.why.not_their_event")
            return _why_not_own(board, own) or theirs
        case Give(event, to):
            return _why_not_own(board, event) or _why_not_other(board, to)
        case Forgo() | Use() | ClaimNothing():
            return None
    assert_never(action)


def why_none(board: Board, hand: tuple[Card, ...], kind: type[Action]) -> Reason | None:
    """Return why no action of this kind is possible now, or None where one is: for a button that offers the kind.

    In its own phase every kind but those of the auction is possible: an effect that is not is never asked for (4.1).
    """
    if (reason := _why_not_now(board, kind)) is not None:
        return reason
    if kind is Pass:
        return _why_no_pass(board, hand)
    if kind is LaySos and SOS not in hand:
        return Reason.of("haruhi.why.not_held", card=card_name(SOS))
    if kind is Gift and not any(isinstance(action, Gift) for action in legal_actions(board, hand)):
        return Reason.of("haruhi.why.no_gift")
    return None


def _why_not_now(board: Board, kind: type[Action]) -> Reason | None:
    """Return why nothing of this kind is done now: where possible, what is to be done first."""
    if kind in _KINDS[board.phase]:
        return _why_not_this_effect(board, kind) if board.phase is Phase.EFFECT else None
    match board.phase:
        case Phase.OVER:
            return Reason.of("why.game_over")
        case Phase.EFFECT:
            return Reason.of("haruhi.why.effect_first" if kind in _KINDS[Phase.AUCTION] else "haruhi.why.no_accusation")
        case Phase.HAND_OUT:
            return Reason.of("haruhi.why.hand_out_first")
        case Phase.CLAIM:
            return Reason.of("haruhi.why.claim_first")
        case Phase.AUCTION:
            return Reason.of("haruhi.why.auction_first" if kind in _KINDS[Phase.EFFECT] else "haruhi.why.no_accusation")
    assert_never(board.phase)


def _why_not_this_effect(board: Board, kind: type[Action]) -> Reason | None:
    if kind is Forgo:
        return None if board.optional else Reason.of("haruhi.why.no_forgoing")
    return None if kind is _OPS[board.effects[0].op] else Reason.of("haruhi.why.other_effect")


def _why_not_laid(board: Board, to: Seat) -> Reason | None:
    if to >= len(board.hands):
        return Reason.of("haruhi.why.no_such_seat")
    return None if to in _receivers(board) else Reason.of("haruhi.why.gift_only")


def _why_not_held(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> Reason | None:
    for card in cards:
        if hand.count(card) < cards.count(card):
            return Reason.of("haruhi.why.not_held", card=card_name(card))
    return None


def _why_not_given(board: Board, to: Seat, cards: tuple[Card, ...]) -> Reason | None:
    colours = {card.colour for card in cards}
    if not cards:
        return Reason.of("haruhi.why.nothing_chosen")
    if Colour.SOS in colours:
        return Reason.of("haruhi.why.sos_is_no_gift")
    if len(colours) > 1:
        return Reason.of("haruhi.why.one_colour")
    if sum(card.value for card in cards) == equal_sum(board, to):
        return Reason.of("haruhi.why.equals_top", total=board.top)
    return None


def _why_no_pass(board: Board, hand: tuple[Card, ...]) -> Reason | None:
    return None if Pass() in _auction_actions(board, hand) else Reason.of("haruhi.why.no_pass")


def _why_not_other(board: Board, target: Seat) -> Reason | None:
    if target == board.taker:
        return Reason.of("haruhi.why.oneself")
    return None if target < len(board.hands) else Reason.of("haruhi.why.no_such_seat")


def _why_not_face_down(board: Board, target: Seat) -> Reason | None:
    return _why_not_other(board, target) or (
        None if isinstance(board.roles[target], Down) else Reason.of("haruhi.why.known_to_all")
    )


def _why_not_own(board: Board, event: EventCard) -> Reason | None:
    return None if board.owner(event) == board.taker else Reason.of("haruhi.why.not_own_event")


def _why_not_handed_out(board: Board, receivers: tuple[Seat, ...]) -> Reason | None:
    count = len(accused_events(board))
    if len(receivers) != count:
        return Reason.of("haruhi.why.hand_out_all", count=count)
    return None if max(receivers) < len(board.hands) else Reason.of("haruhi.why.no_such_seat")
