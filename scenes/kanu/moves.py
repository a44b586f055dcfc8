"""How the cards of Kan'u Collection move from one picture to the next: notices turned into the ways of single cards.

A card that comes out of a hand of which only the number is known sets out from its end: nobody is told its place.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Beat, Seat, Seen, Up
from game.kanu.card_set import Card
from game.kanu.public import (
    Captured,
    CardClosed,
    CardOpened,
    Cell,
    FieldLaid,
    Notice,
    PairTaken,
    Place,
    Reinforced,
    SawDraw,
    Sortied,
    View,
    WasDealt,
)
from scenes.desk import Group, Layout, Move
from scenes.kanu.plan import DECK
from scenes.kanu.shown import Laid, Shown, shown


def moves(
    before: View | Shown | None, after: View | Shown, beat: Beat[View | Shown, Notice], layout: Layout
) -> tuple[Group, ...]:
    """Return the groups of moves of one frame (or a whole beat), in order; see `scenes.desk.Desk.moves`."""
    later = shown(after)
    groups = _deal(later) if before is None else _Ways(shown(before), later).groups(beat.notices)
    known = [
        tuple([move for move in group if _ends(move, beat.undone, before is None) <= layout.cards.keys()])
        for group in groups
    ]
    return tuple([group for group in known if group])


def _ends(move: Move, undone: bool, dealt: bool) -> set[str]:
    """Return the cards that must lie there after a move: its target, or its source where it is taken back."""
    ends = (move.source, move.target) if dealt else (move.source,) if undone else (move.target,)
    return {end for end in ends if isinstance(end, str)}


def _deal(after: Shown) -> list[Group]:
    """Everything comes from the deck: a card to each hand in turn, then the field."""
    hands = [(place, seat) for seat, count in enumerate(after.board.hands) for place in range(count)]
    dealt = tuple([Move(DECK, _in_hand(after, Seat(seat), place)) for place, seat in sorted(hands)])
    return [dealt, _laid(after)]


def _laid(after: Shown) -> Group:
    return tuple([Move(DECK, f"F{cell}") for cell, seen in enumerate(after.board.field) if seen is not None])


def _in_hand(picture: Shown, seat: Seat, place: int) -> str:
    """Return the card at a place of a hand; of others' hands only their backs in the heading are seen."""
    return f"H{place}" if seat == picture.seat else f"B{seat}.{place}"


@dataclass
class _Ways:
    """From one picture to the next."""

    before: Shown
    after: Shown

    def __post_init__(self) -> None:
        self._free: list[int] = list(range(len(self.before.laid)))
        """The cards in the middle that have not gone anywhere yet."""
        self._taken: list[str] = []
        """The cards that have set out already."""

    def groups(self, notices: tuple[Notice, ...]) -> list[Group]:
        """Return the moves for these notices, then those of what lies in the middle no longer, or now does."""
        if self.after.gathered:
            field = enumerate(self.before.board.field)
            return [tuple([Move(f"F{cell}", DECK) for cell, seen in field if seen is not None])]
        groups: list[Group] = []
        draws: list[Group] = []
        drawn = 0
        closed: list[Move] = []
        over: str | None = None
        for notice in notices:
            match notice:
                case CardOpened(_, cell, _) | Sortied(_, cell, _, _):
                    groups.append((Move(f"F{cell}", f"F{cell}"),))
                case Reinforced(_, cell, _):
                    over = f"F{cell}"
                case Captured():
                    groups.append(self._capture(notice, over))
                case CardClosed(cell, _):
                    closed.append(Move(f"F{cell}", f"F{cell}"))
                case PairTaken(seat, loser, card):
                    groups.append(_pair(f"S{loser}.{card}", f"U{loser}.{card}", seat, card))
                case SawDraw(seat, cards) if seat == self.after.seat:
                    drawn += len(cards)
                case SawDraw(seat, cards):
                    draws.append(self._draw(seat, cards))
                case FieldLaid():
                    draws.append(_laid(self.after))
                case WasDealt():
                    return _deal(self.after)
                case _:
                    pass
        middle, home = self._to_the_middle(), self._homewards()
        shifted, arriving = self._hand(home, drawn)
        return [*groups, middle, (*home, *closed, *shifted), arriving, *draws]

    def _capture(self, notice: Captured, over: str | None) -> Group:
        """Both cards of a pair go to their owner's row, a reinforcement by way of the card that it meets."""
        first, second = (self._source(place, notice.card) for place in notice.places)
        target = (f"S{notice.seat}.{notice.card}", f"U{notice.seat}.{notice.card}")
        return (Move(first, target[1]), Move(second, target[0], via=over))

    def _source(self, place: Place, card: Card) -> str:
        """Return the card that leaves a place: one shown in the middle before one in a hand."""
        if isinstance(place, Cell):
            return f"F{place.index}"
        for index in self._free:
            laid = self.before.laid[index]
            if laid.seat == place.seat and laid.card == Up(card):
                self._free.remove(index)
                return f"L{index}"
        return self._from_hand(place.seat, Up(card))

    def _from_hand(self, seat: Seat, card: Seen[Card]) -> str:
        """Return a card of a hand that has not set out yet: this one where it is seen, else the last."""
        count = len(self.before.hand) if seat == self.before.seat else self.before.board.hands[seat]
        places = [_in_hand(self.before, seat, place) for place in range(count)]
        left = [name for name in places if name not in self._taken]
        if seat == self.before.seat:
            alike = [name for name, seen in zip(places, self.before.hand, strict=True) if seen == card]
            left = [name for name in alike if name in left] or left
        if not left:
            return _in_hand(self.before, seat, 0)
        chosen = left[0] if seat == self.before.seat and isinstance(card, Up) and not self.before.covered else left[-1]
        self._taken.append(chosen)
        return chosen

    def _draw(self, seat: Seat, cards: tuple[Seen[Card], ...]) -> Group:
        count = self.after.board.hands[seat]
        return tuple([Move(DECK, _in_hand(self.after, seat, place)) for place in range(count - len(cards), count)])

    def _hand(self, home: list[Move], drawn: int) -> tuple[Group, Group]:
        """Return how the cards that stay in the hand in front make room or close up, and how so many new ones come."""
        came = {move.target for move in home}
        free = [place for place in range(len(self.after.hand)) if f"H{place}" not in came]
        shifted: list[Move] = []
        for place, seen in enumerate(self.before.hand):
            to = next((other for other in free if self.after.hand[other] == seen), None)
            if seen is None or to is None or f"H{place}" in self._taken:
                continue
            free.remove(to)
            if to != place:
                shifted.append(Move(f"H{place}", f"H{to}"))
        return tuple(shifted), tuple([Move(DECK, f"H{place}") for place in free[:drawn]])

    def _to_the_middle(self) -> Group:
        """Cards that lie in the middle from now on come out of their hands."""
        if len(self.after.laid) <= len(self.before.laid):
            return ()
        laid = enumerate(self.after.laid)
        return tuple([Move(self._laid_from(one), f"L{place}") for place, one in laid if not self._unknown(one)])

    def _unknown(self, laid: Laid) -> bool:
        """Whether a card of the player's own hand is looked at by somebody else: nobody can tell the player which."""
        return laid.seat == self.after.seat and laid.gap is None and not isinstance(laid.card, Up)

    def _laid_from(self, laid: Laid) -> str:
        if laid.gap is not None:
            return f"H{laid.gap}"
        return self._from_hand(laid.seat, laid.card)

    def _homewards(self) -> list[Move]:
        """Cards that were shown in the middle and not captured go back into their hands."""
        if self.after.laid:
            return []
        ways: list[Move] = []
        for index in self._free:
            laid = self.before.laid[index]
            if self._unknown(laid):
                continue
            own = laid.seat == self.after.seat
            count = len(self.after.hand) if own else self.after.board.hands[laid.seat]
            place = laid.gap if laid.gap is not None else max(0, count - 1 - index)
            if own and laid.card in self.after.hand:  # what has been drawn meanwhile may lie before it
                place = self.after.hand.index(laid.card)
            ways.append(Move(f"L{index}", _in_hand(self.after, laid.seat, place)))
        return ways


def _pair(face: str, under: str, seat: Seat, card: Card) -> Group:
    """A captured pair goes from one owner to another."""
    return (Move(under, f"U{seat}.{card}"), Move(face, f"S{seat}.{card}"))
