"""A beat of Kan'u Collection as what is seen one after the other: cards turned up for a look, answers, dice, captures.

Between the View before and the View after lies everything that is over again by then: it stands in the notices alone.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from game.core import DOWN, Beat, Seat, Seen, Up
from game.kanu.card_set import Card
from game.kanu.public import (
    Ambushed,
    Answered,
    Captured,
    CardClosed,
    CardOpened,
    Cell,
    DuelFought,
    FieldLaid,
    HandsRaised,
    Notice,
    PairTaken,
    Place,
    Reinforced,
    SawDraw,
    Scouted,
    Sortied,
    Spied,
    View,
    WasSpied,
)
from scenes.desk import Frame
from scenes.kanu.shown import Answer, Laid, Raised, Rolled, Shown, Sign, Watched, in_order, shown


def unfold(before: View | Shown | None, beat: Beat[View | Shown, Notice]) -> tuple[Frame, ...]:
    """Return the frames of a beat; see `scenes.desk.Desk.unfold`. What was taken back is one frame."""
    if before is None or beat.undone:
        return (Frame(beat),)
    course = _Course(shown(before))
    for notice, following in pairwise((*beat.notices, None)):
        assert notice is not None
        course.take(notice, following)
    return (*course.frames, Frame(Beat(beat.view, tuple(course.part))))


class _Course:
    """The table while the notices of a beat are gone through: what lies where by now, and the frames so far."""

    def __init__(self, before: Shown) -> None:
        self.frames: list[Frame] = []
        self.part: list[Notice] = []
        self._before = replace(before, legal=(), laid=(), signs=(), gathered=False, news=())
        board = before.board
        self._field = list(board.field)
        self._opened = board.opened
        self._hands = list(board.hands)
        self._hand: list[Seen[Card] | None] = list(before.hand)
        self._pairs = list(board.pairs)
        self._deck = board.deck
        self._laid: list[Laid] = []
        self._signs: list[Sign | None] = [None] * len(board.hands)
        self._asked: tuple[tuple[Card, int | None], ...] = ()

    def _cut(self, *, stays: bool, gathered: bool = False) -> None:
        """End a frame here: the table as it is now."""
        field = tuple(self._field)
        opened = tuple([cell for cell in self._opened if isinstance(field[cell], Up)])
        board = replace(
            self._before.board,
            field=field,
            opened=opened,
            hands=tuple(self._hands),
            pairs=tuple(self._pairs),
            deck=self._deck,
        )
        picture = replace(
            self._before,
            board=board,
            hand=tuple(self._hand),
            laid=tuple(self._laid),
            signs=tuple(self._signs) if any(self._signs) else (),
            gathered=gathered,
            news=tuple(self.part),
        )
        self.frames.append(Frame(Beat(picture, tuple(self.part)), stays))
        self.part = []
        self._signs = [None] * len(self._hands)

    def take(self, notice: Notice, following: Notice | None) -> None:
        """Take notice of one thing; end a frame where it is to be looked at by itself."""
        if isinstance(notice, FieldLaid):
            self._gather()
        self.part.append(notice)
        match notice:
            case CardOpened(_, cell, card):
                self._field[cell] = Up(card)
                self._opened += (cell,)
                if isinstance(following, Captured):
                    self._cut(stays=False)
            case Sortied(_, cell, card, hit):
                self._field[cell] = Up(card)
                self._cut(stays=not hit)
            case CardClosed(cell, _):
                self._field[cell] = DOWN
            case Reinforced() | Scouted() | Ambushed():
                self._reach_out(notice)
            case Answered(seat, answers):
                self._answer(seat, answers)
                if not isinstance(following, Answered):
                    self._cut(stays=True)
            case Captured(seat, card, _, places):
                self._capture(seat, card, places)
                if not isinstance(following, Captured):
                    self._take_back()
                    self._cut(stays=False)
            case SawDraw(seat, cards):
                self._draw(seat, cards)
            case PairTaken(seat, loser, card):
                self._pairs[loser] = tuple([pair for pair in self._pairs[loser] if pair != card])
                self._pairs[seat] += (card,)
            case HandsRaised() | Spied() | WasSpied() | DuelFought():
                self._sign(notice)

    def _reach_out(self, notice: Reinforced | Scouted | Ambushed) -> None:
        """Lay a hand card on its match or show it to all; note for which cards the answers that follow are."""
        match notice:
            case Reinforced(seat, cell, card):
                self._lay(seat, card, cell)
                self._cut(stays=False)
            case Scouted(_, cells, cards, _):
                self._asked = tuple(zip(cards, cells, strict=True))
            case Ambushed(seat, card):
                self._asked = ((card, None),)
                self._lay(seat, card)

    def _sign(self, notice: HandsRaised | Spied | WasSpied | DuelFought) -> None:
        """Show what an effect lets everybody see, and the spy alone."""
        match notice:
            case HandsRaised(seats):
                self._signs = [Raised(Seat(seat) in seats) for seat in range(len(self._hands))]
            case Spied(_, target, cards):
                self._signs[target] = Watched(len(cards))
                self._laid = [Laid(Up(card), target, secret=True) for card in cards]
            case WasSpied(_, target, count):
                self._signs[target] = Watched(count)
                self._laid = [Laid(DOWN, target)] * count
            case DuelFought(seat, target, dice, bonuses, winner):
                for one, die, bonus in zip((seat, target), dice, bonuses, strict=True):
                    self._signs[one] = Rolled(die, bonus, one == winner)
        self._cut(stays=True)
        self._laid = []

    def _lay(self, seat: Seat, card: Card, cell: int | None = None) -> None:
        """Lay a card out of a hand on its match at a cell, or in the middle, for everybody to see."""
        gap = self._place_of(card) if seat == self._before.seat else None
        if gap is not None:
            self._hand[gap] = None
        self._hands[seat] -= 1
        self._laid.append(Laid(Up(card), seat, gap, cell=cell))

    def _place_of(self, card: Card) -> int:
        """Return where a card is in the player's own hand; the last place where the hand lies face down."""
        if Up(card) in self._hand:
            return self._hand.index(Up(card))
        return max(place for place, seen in enumerate(self._hand) if seen is not None)

    def _answer(self, seat: Seat, answers: tuple[bool, ...]) -> None:
        self._signs[seat] = Answer(answers)
        for (card, cell), yes in zip(self._asked, answers, strict=True):
            if yes:
                self._lay(seat, card, cell)

    def _capture(self, seat: Seat, card: Card, places: tuple[Place, Place]) -> None:
        """Lay a pair before its owner; its cards come from the field, out of a hand, or from the middle."""
        for place in places:
            if isinstance(place, Cell):
                self._field[place.index] = None
                continue
            shown_first = next((laid for laid in self._laid if laid.card == Up(card) and laid.seat == place.seat), None)
            if shown_first is None:
                self._lay(place.seat, card)
                shown_first = self._laid[-1]
            self._laid.remove(shown_first)
        self._pairs[seat] += (card,)

    def _take_back(self) -> None:
        """Close the gaps in the hand; nothing lies in the middle any more."""
        self._hand = [seen for seen in self._hand if seen is not None]
        self._laid = []

    def _draw(self, seat: Seat, cards: tuple[Seen[Card], ...]) -> None:
        self._return_laid()
        self._hands[seat] += len(cards)
        self._deck -= len(cards)
        if seat == self._before.seat:
            self._hand = list(in_order([*(seen for seen in self._hand if seen is not None), *cards]))

    def _return_laid(self) -> None:
        """Let the cards that were only shown go back into their hands."""
        for laid in self._laid:
            self._hands[laid.seat] += 1
            if laid.gap is not None:
                self._hand[laid.gap] = laid.card
        self._laid = []

    def _gather(self) -> None:
        """Show what happened before the field is laid afresh, then the whole field lying on the deck (4.2)."""
        self._return_laid()
        if self.part:
            self._cut(stays=False)
        self._deck += sum(card is not None for card in self._field)
        self._field = [None] * len(self._field)
        self._cut(stays=False, gathered=True)
