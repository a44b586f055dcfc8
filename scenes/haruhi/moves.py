"""How the cards of 涼宮ハルヒの贈殖 move from one picture to the next: notices turned into the ways of single cards.

Piles are places, not cards: what comes from the deck or goes to the discard leaves them lying. Of another hand only its
number is known, so every card of it sets out from the same place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.core import DOWN, Beat, Seat, Seen, Up
from game.haruhi.card_set import SOS, Card
from game.haruhi.notices import (
    Cleared,
    DeckMade,
    EventClaimed,
    EventSetAside,
    EventsHandedOut,
    EventTaken,
    EventTurned,
    Given,
    HandDiscarded,
    Laid,
    Notice,
    Peeked,
    RolesTurned,
    RoleTurned,
    SawDraw,
    SosLaid,
    Stolen,
    Swapped,
    WasDealt,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import View
from scenes.desk import BACK, Face, Group, Layout, Move, Pose
from scenes.haruhi.faces import EVENT_BACK
from scenes.haruhi.plan import EVENT, GLANCE
from scenes.haruhi.shown import Shown, shown


def moves(
    before: View | Shown | None, after: View | Shown, beat: Beat[View | Shown, Notice], layout: Layout
) -> tuple[Group, ...]:
    """Return the groups of moves of one frame (or a whole beat), in order; see `scenes.desk.Desk.moves`."""
    later = shown(after)
    ways = _Ways(later if before is None else shown(before), later, layout)
    groups = ways.deal() if before is None else ways.groups(beat.notices)
    lying = layout.cards.keys()
    known = [
        tuple(
            [
                move
                for move in group
                if isinstance(end := move.source if beat.undone and before is not None else move.target, Pose)
                or end in lying
            ]
        )
        for group in groups
    ]
    return tuple([group for group in known if group])


@dataclass
class _Ways:
    """From one picture to the next."""

    before: Shown
    after: Shown
    layout: Layout
    _gone: list[int] = field(default_factory=list)
    """Places of the hand in front whose cards have set out."""

    def _pile(self, name: str, face: Face = BACK) -> Pose:
        rect = self.layout.spots[name]
        return Pose(*rect.center, rect.w, face)

    def deal(self) -> list[Group]:
        """Everything comes from the piles: a card to each hand in turn, then the first event."""
        counts = self.after.board.hands
        dealt = [(place, seat) for seat, count in enumerate(counts) for place in range(count)]
        deck = self._pile("deck")
        hands = tuple([Move(deck, self._in_hand(self.after, Seat(seat), place)) for place, seat in sorted(dealt)])
        return [hands, self._turned()]

    @staticmethod
    def _in_hand(picture: Shown, seat: Seat, place: int) -> str:
        """Return the card at a place of a hand; another's hand is a single card."""
        return f"H{place}" if seat == picture.seat else f"B{seat}"

    def _turned(self) -> Group:
        return (Move(self._pile("pile", EVENT_BACK), EVENT),)

    def groups(self, notices: tuple[Notice, ...]) -> list[Group]:
        """Return the moves for these notices, then those within the hand in front."""
        groups: list[Group] = [self._from_glance()]
        arriving: list[Seen[Card]] = []
        for notice in notices:
            match notice:
                case WasDealt():
                    return self.deal()
                case SawDraw(seat, cards) if seat == self.after.seat:
                    arriving += cards
                case Stolen(seat, _, card) if seat == self.after.seat and self.after.glance is None:
                    arriving.append(Up(card))
                case _:
                    groups.append(self._group(notice))
        own, shifted = self._hand(arriving)
        turned = groups.pop() if groups and groups[-1] and groups[-1][0].target == EVENT else ()
        return [*groups, (*own, *shifted), turned]

    def _group(self, notice: Notice) -> Group:
        """Return the moves for one notice, but those into the hand in front."""
        match notice:
            case Laid(seat, to, cards):
                return self._laid(seat, to, cards)
            case SosLaid(seat, to):
                return self._laid(seat, to, (SOS,))
            case Cleared():
                board, discard = self.before.board, self._pile("discard")
                laid = [f"S{seat}.{place}" for seat, cards in enumerate(board.laid) for place in range(len(cards))]
                return tuple([Move(card, discard) for card in laid])
            case SawDraw(seat, cards):
                return (Move(self._pile("deck"), f"B{seat}"),) * len(cards)
            case EventTurned():
                return self._turned()
            case EventTaken(_, event):
                return (Move(EVENT, f"E{event.number}"),)
            case EventSetAside():
                return (Move(EVENT, "aside"),)
            case EventsHandedOut(_, accused, found):
                return tuple([Move(f"E{event.number}", f"E{event.number}") for event, to in found if to != accused])
            case EventClaimed(_, _, event) | Given(_, _, event):
                return (Move(f"E{event.number}", f"E{event.number}"),)
            case Swapped(_, own, _, other):
                return tuple([Move(f"E{event.number}", f"E{event.number}") for event in (own, other)])
            case _:
                return self._hidden(notice)

    def _hidden(self, notice: Notice) -> Group:
        """Return the moves of what is turned up, thrown away, or looked at for a moment."""
        match notice:
            case DeckMade(count):
                return (Move(self._pile("discard"), self._pile("deck")),) * min(count, 5)
            case HandDiscarded(seat, count):
                return self._thrown(seat, count)
            case RoleTurned(seat):
                return (Move(f"R{seat}", f"R{seat}"),)
            case RolesTurned():
                old, new = self.before.board.roles, self.after.board.roles
                turned = [f"R{seat}" for seat in range(len(new)) if old[seat] != new[seat]]
                return tuple([Move(card, card) for card in turned])
            case Peeked(_, target) | WasPeeked(_, target) if self.after.glance is not None:
                return (Move(f"R{target}", GLANCE),)
            case Stolen(_, target) | WasStolen(_, target) if self.after.glance is not None:
                card = Up(notice.card) if isinstance(notice, Stolen) else DOWN
                return (Move(self._leaving(target, card), GLANCE),)
            case Stolen(seat, target) | WasStolen(seat, target):
                return (Move(self._leaving(target, DOWN), f"B{seat}"),)
            case _:
                return ()

    def _laid(self, seat: Seat, to: Seat, cards: tuple[Card, ...]) -> Group:
        """Cards go from a hand to the end of the row before a player."""
        first = len(self.before.board.laid[to])
        return tuple(
            [Move(self._leaving(seat, Up(card)), f"S{to}.{first + place}") for place, card in enumerate(cards)]
        )

    def _leaving(self, seat: Seat, card: Seen[Card]) -> str:
        """Return a card that leaves a hand: in the hand in front this one where it is seen, else the last."""
        if seat != self.before.seat:
            return f"B{seat}"
        left = [place for place in range(len(self.before.hand)) if place not in self._gone]
        alike = [place for place in left if self.before.hand[place] == card]
        place = (alike or left[-1:] or [0])[0]
        self._gone.append(place)
        return f"H{place}"

    def _thrown(self, seat: Seat, count: int) -> Group:
        discard = self._pile("discard")
        if seat != self.before.seat:
            return (Move(f"B{seat}", discard),) * count
        self._gone = list(range(len(self.before.hand)))
        return tuple([Move(f"H{place}", discard) for place in self._gone])

    def _hand(self, arriving: list[Seen[Card]]) -> tuple[list[Move], list[Move]]:
        """Return how new cards come into the hand in front, and how those that stay make room for them."""
        free = list(range(len(self.after.hand)))
        shifted: list[Move] = []
        for place, seen in enumerate(self.before.hand):
            if place in self._gone:
                continue
            to = next((other for other in free if self.after.hand[other] == seen), None)
            if to is None:
                continue
            free.remove(to)
            if to != place:
                shifted.append(Move(f"H{place}", f"H{to}"))
        stolen = self.before.glance is not None and not self.before.glance.role
        sources: list[str | Pose] = [
            GLANCE if stolen and index == 0 else self._pile("deck") for index in range(len(free))
        ]
        if not arriving and not stolen:
            return [], shifted
        return [Move(source, f"H{place}") for source, place in zip(sources, free, strict=True)], shifted

    def _from_glance(self) -> Group:
        """What was looked at goes back where it belongs, or to whoever took it."""
        if self.before.glance is None or self.after.glance is not None:
            return ()
        for notice in self.before.news:
            match notice:
                case Peeked(_, target) | WasPeeked(_, target):
                    return (Move(GLANCE, f"R{target}"),)
                case Stolen(seat) | WasStolen(seat) if seat != self.after.seat:
                    return (Move(GLANCE, f"B{seat}"),)
                case _:
                    pass
        return ()
