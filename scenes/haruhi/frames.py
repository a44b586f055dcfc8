"""A beat of 涼宮ハルヒの贈殖 as what is seen one after the other: cards laid, events taken, somebody named, a glance.

Between the View before and the View after lies everything that is over again by then: it stands in the notices alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core import DOWN, Beat, Seat, Seen, Up
from game.haruhi.card_set import SOS, Card, EventCard, Role, Rule
from game.haruhi.choices import accused_events
from game.haruhi.notices import (
    Accused,
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
    Passed,
    Peeked,
    RolesTurned,
    RoleTurned,
    RuleSet,
    SawDraw,
    SosLaid,
    Stolen,
    Swapped,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import Board, HandOut, Phase, View
from scenes.desk import Frame
from scenes.haruhi.shown import Brought, Glance, Named, Shown, Sign, Silent, Watched, Winner, in_order, shown


def unfold(before: View | Shown | None, beat: Beat[View | Shown, Notice]) -> tuple[Frame, ...]:
    """Return the frames of a beat; see `scenes.desk.Desk.unfold`. What was taken back is one frame."""
    if before is None or beat.undone:
        return (Frame(beat),)
    course = _Course(shown(before))
    for notice in beat.notices:
        course.take(notice)
    return (*course.frames, Frame(Beat(beat.view, tuple(course.part))))


class _Course:
    """The table while the notices of a beat are gone through: what lies where by now, and the frames so far."""

    def __init__(self, before: Shown) -> None:
        self.frames: list[Frame] = []
        self.part: list[Notice] = []
        self._now = replace(before, legal=(), chosen=frozenset(), glance=None, signs=(), news=())
        board = before.board
        self._board = replace(board, turn=None)
        self._hands = list(board.hands)
        self._laid = list(board.laid)
        self._totals = list(board.totals)
        self._owned = list(board.owned)
        self._hand = before.hand
        self._peeked = list(before.peeked)

    def _cut(self, *, stays: bool, signs: dict[Seat, Sign] | None = None, glance: Glance | None = None) -> None:
        """End a frame here: the table as it is now."""
        board = replace(
            self._board,
            hands=tuple(self._hands),
            laid=tuple(self._laid),
            totals=tuple(self._totals),
            owned=tuple(self._owned),
        )
        found = signs or {}
        picture = replace(
            self._now,
            board=board,
            hand=self._hand,
            peeked=tuple(self._peeked),
            glance=glance,
            signs=tuple([found.get(Seat(seat)) for seat in range(len(self._hands))]) if found else (),
            news=tuple(self.part),
        )
        self.frames.append(Frame(Beat(picture, tuple(self.part)), stays))
        self.part = []

    def take(self, notice: Notice) -> None:
        """Take notice of one thing; end a frame where it is to be looked at by itself."""
        self.part.append(notice)
        match notice:
            case Laid() | SosLaid() | Passed():
                self._act(notice)
            case EventTaken(seat, event):
                self._owned[seat] += (event,)
                self._board = replace(self._board, event=None, taker=seat, first=seat, turn=None)
                self._cut(stays=True, signs={seat: Winner()})
            case EventSetAside(event):
                self._board = replace(self._board, event=None, aside=(*self._board.aside, event), turn=None)
                self._cut(stays=True)
            case Cleared(count):
                self._board = replace(self._board, discard=self._board.discard + count)
                self._laid, self._totals = [()] * len(self._laid), [0] * len(self._laid)
            case EventTurned(seat, _, event, rules):
                self._turn(seat, event, rules)
            case DeckMade() | SawDraw() | HandDiscarded():
                self._piles(notice)
            case Accused(_, target, person, right):
                self._cut(stays=True, signs={target: Named(person, right)})
            case RoleTurned(seat, role):
                self._turn_up({seat: role})
            case RolesTurned(roles):
                self._turn_up({Seat(seat): role for seat, role in enumerate(roles)})
            case Peeked() | WasPeeked() | Stolen() | WasStolen():
                self._glance(notice)
            case EventsHandedOut() | EventClaimed() | Swapped() | Given():
                self._move(notice)
            case RuleSet(_, rule):
                self._board = replace(self._board, coming=(*self._board.coming, rule))

    def _act(self, notice: Laid | SosLaid | Passed) -> None:
        """What a player does in the lap stays to be looked at by the others."""
        seat = notice.seat
        passed = (*self._board.passed, seat) if isinstance(notice, Passed) else self._board.passed
        self._board = replace(self._board, acted=self._board.acted + 1, passed=passed, turn=seat)
        sign: dict[Seat, Sign] = {seat: Silent()}
        if isinstance(notice, Laid):
            self._lay(seat, notice.to, notice.cards)
            self._totals[notice.to] = notice.total
            sign = {notice.to: Brought(seat, sum([card.value for card in notice.cards]))}
        elif isinstance(notice, SosLaid):
            self._lay(seat, notice.to, (SOS,))
            sign = {notice.to: Brought(seat, None)}
        self._cut(stays=seat != self._now.seat or isinstance(notice, SosLaid), signs=sign)

    def _lay(self, seat: Seat, to: Seat, cards: tuple[Card, ...]) -> None:
        self._hands[seat] -= len(cards)
        self._laid[to] += cards
        if seat == self._now.seat:
            self._lose(cards)

    def _lose(self, cards: Sequence[Card]) -> None:
        """Take cards out of the hand in front; where it lies face down, any."""
        left = list(self._hand)
        for card in cards:
            left.remove(Up(card) if Up(card) in left else DOWN)
        self._hand = tuple(left)

    def _turn(self, first: Seat, event: EventCard, rules: tuple[Rule, ...]) -> None:
        board = self._board
        doubled = (*board.doubled, event.number) if Rule.DOUBLE in rules else board.doubled
        self._board = replace(
            board,
            event=event,
            rules=rules,
            coming=(),
            pile=board.pile - 1,
            doubled=doubled,
            first=first,
            acted=0,
            passed=(),
            phase=Phase.AUCTION,
            taker=None,
            effects=(),
            accused=None,
        )

    def _piles(self, notice: DeckMade | SawDraw | HandDiscarded) -> None:
        """Cards go between the hands and the piles."""
        board = self._board
        match notice:
            case DeckMade(count):
                self._board = replace(board, deck=board.deck + count, discard=board.discard - count)
            case SawDraw(seat, cards):
                self._board = replace(board, deck=board.deck - len(cards))
                self._hands[seat] += len(cards)
                if seat == self._now.seat:
                    self._gain(cards)
            case HandDiscarded(seat, count):
                self._board = replace(board, discard=board.discard + count)
                self._hands[seat] = 0
                if seat == self._now.seat:
                    self._hand = ()

    def _gain(self, cards: tuple[Seen[Card], ...]) -> None:
        self._hand = in_order((*self._hand, *cards))

    def _turn_up(self, roles: dict[Seat, Role]) -> None:
        seen = [Up(roles[Seat(seat)]) if seat in roles else old for seat, old in enumerate(self._board.roles)]
        self._board = replace(self._board, roles=tuple(seen))

    def _glance(self, notice: Peeked | WasPeeked | Stolen | WasStolen) -> None:
        """Show a character or a stolen card in the middle, to those alone who may see it."""
        match notice:
            case Peeked(_, target, role):
                self._cut(stays=True, signs={target: Watched()}, glance=Glance(Up(role), role=True))
                self._peeked[target] = role
            case WasPeeked(_, target):
                self._cut(stays=True, signs={target: Watched()}, glance=Glance(DOWN, role=True))
            case Stolen(seat, target) | WasStolen(seat, target):
                seen: Seen[Card] = Up(notice.card) if isinstance(notice, Stolen) else DOWN
                self._hands[target] -= 1
                if target == self._now.seat:
                    self._lose((notice.card,) if isinstance(notice, Stolen) else ())
                self._cut(stays=True, glance=Glance(seen, role=False))
                self._hands[seat] += 1
                if seat == self._now.seat:
                    self._gain((seen,))

    def _move(self, notice: EventsHandedOut | EventClaimed | Swapped | Given) -> None:
        """Events go from one player to another."""
        match notice:
            case EventsHandedOut(_, accused, moves):
                self._owned = _handed(self._owned, accused, moves)
            case EventClaimed(seat, _, event):
                self._pass_on(event, seat)
            case Swapped(seat, own, target, other):
                self._pass_on(own, target)
                self._pass_on(other, seat)
            case Given(_, target, event):
                self._pass_on(event, target)

    def _pass_on(self, event: EventCard, to: Seat) -> None:
        self._owned = _passed_on(self._owned, event, to)


def handed_out(board: Board, action: HandOut) -> Board:
    """Return the board as it will be when the events of the accused are handed out so (5.2)."""
    assert board.accused is not None
    moves = tuple(zip(accused_events(board), action.receivers, strict=True))
    return replace(board, owned=tuple(_handed(list(board.owned), board.accused, moves)))


_Owned = list[tuple[EventCard, ...]]


def _handed(owned: _Owned, accused: Seat, moves: Sequence[tuple[EventCard, Seat]]) -> _Owned:
    """Return the events with some of them moved; what the accused keeps stays where it lies."""
    for event, to in moves:
        if to != accused:
            owned = _passed_on(owned, event, to)
    return owned


def _passed_on(owned: _Owned, event: EventCard, to: Seat) -> _Owned:
    found = [tuple([other for other in events if other != event]) for events in owned]
    found[to] += (event,)
    return found
