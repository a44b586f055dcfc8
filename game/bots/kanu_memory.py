"""What a computer player of Kan'u Collection remembers, and how it forgets: places, and who holds or lacks what.

Everything comes from the notices of its own seat. Memories are ordered from the oldest to the newest; each level keeps
so many, loses some with every turn, and mixes some up. Nothing here may look at more than Views and notices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from game.bots.kanu_pack import Kind, Pack
from game.core import Beat, Down, Seat
from game.kanu.public import (
    Ambushed,
    Answered,
    Board,
    Captured,
    CardClosed,
    CardOpened,
    Cell,
    FieldLaid,
    HandsRaised,
    Notice,
    Place,
    SawDraw,
    Scouted,
    Sortied,
    Spied,
    StepBegan,
    TurnEnded,
    View,
)
from game.rng import Random

MemoryT = TypeVar("MemoryT")

_HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Memory:
    """How well somebody remembers.

    So many `places` of field cards and so many `facts` about hands at once. In a hundred turns, how often one of the
    places and one of the facts `fades`, and how often a place is `mixed` up with the one beside it, or its card with
    the number beside it. `field` says that what lay on the field before it was laid afresh is still known to lie
    somewhere on it.
    """

    places: int
    facts: int
    fades: int
    mixed: int
    field: bool


PERFECT = Memory(places=99, facts=999, fades=0, mixed=0, field=True)


@dataclass(frozen=True, slots=True)
class Lies:
    """A card of this kind lies face down at this cell."""

    cell: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Holds:
    """This player holds a card of this kind: it was shown, or spied."""

    seat: Seat
    kind: Kind


@dataclass(frozen=True, slots=True)
class Lacks:
    """This player did not hold a card of this kind, and has drawn so many since.

    `said` he did himself; otherwise it follows from what he did: he asked another for it, or let it lie.
    """

    seat: Seat
    kind: Kind
    drawn: int
    said: bool


@dataclass(frozen=True, slots=True)
class Raised:
    """This player did, or did not, hold a card that bears the 支援 mark (5.2), and has drawn so many since."""

    seat: Seat
    holds: bool
    drawn: int


Fact = Holds | Lacks


@dataclass(frozen=True, slots=True)
class Notes:
    """All that a player remembers; `loose` cards lie on the field, nobody knows where. `random` decides what fades."""

    random: Random
    lies: tuple[Lies, ...] = ()
    loose: tuple[Kind, ...] = ()
    facts: tuple[Fact, ...] = ()
    raised: tuple[Raised, ...] = ()


def remembered(memory: Memory, pack: Pack, notes: Notes, beat: Beat[View, Notice]) -> Notes:
    """Return the notes after a beat. What is taken back tells nothing: only what tells nothing is ever taken back."""
    if beat.undone or _TELLING.isdisjoint([type(notice) for notice in beat.notices]):
        return notes
    recall = _Recall(memory, notes, beat.view.seat)
    turned = [notice.cell for notice in beat.notices if isinstance(notice, Sortied)]
    for place, notice in enumerate(beat.notices):
        if type(notice) not in _TELLING:
            continue
        match notice:
            case CardOpened(_, cell, card) | Sortied(_, cell, card):
                recall.saw(cell, pack.kind(card))
            case Scouted(seat, _, cards, _):
                asked = pack.kinds(cards)
                recall.lacks(seat, asked, said=False)
                recall.answers(asked, beat.notices[place + 1 :])
            case Ambushed(seat, card):
                asked = (pack.kind(card),)
                recall.holds(seat, asked)
                recall.answers(asked, beat.notices[place + 1 :])
            case CardClosed(cell, card) if cell not in turned:  # whoever opened it could not take it
                recall.lacks(_player(beat.notices[place:]), (pack.kind(card),), said=False)
            case Captured(_, card):
                recall.captured(pack.kind(card), notice.places)
            case HandsRaised(seats):
                recall.hands_raised(seats, len(beat.view.board.hands))
            case Spied(_, target, cards):
                recall.holds(target, pack.kinds(cards))
            case SawDraw(seat, drawn):
                recall.drew(seat, len(drawn))
            case FieldLaid():
                recall.laid_afresh()
            case _:  # the turn is over
                recall.time_passes(beat.view.board)
    return recall.notes()


_TELLING = frozenset(
    (CardOpened, Sortied, Scouted, Ambushed, CardClosed, Captured, HandsRaised, Spied, SawDraw, FieldLaid, TurnEnded)
)
"""The notices that change what is remembered: most do not."""


def _player(notices: Sequence[Notice]) -> Seat:
    """Return whose step it was that ends with these notices."""
    return next(notice.seat for notice in notices if isinstance(notice, StepBegan | TurnEnded))


class _Recall:
    """The notes while a beat is taken in."""

    def __init__(self, memory: Memory, notes: Notes, me: Seat) -> None:
        self.memory = memory
        self.me = me
        self.random = notes.random
        self.lies: Sequence[Lies] = notes.lies
        self.loose: Sequence[Kind] = notes.loose
        self.facts: Sequence[Fact] = notes.facts
        self.raised: Sequence[Raised] = notes.raised

    def notes(self) -> Notes:
        """Return what is left in mind: the newest."""
        lies, facts = tuple(self.lies[-self.memory.places :]), tuple(self.facts[-self.memory.facts :])
        return Notes(self.random, lies, tuple(self.loose), facts, tuple(self.raised))

    def saw(self, cell: int, kind: Kind) -> None:
        """Remember the card at a cell anew, whatever it was taken for."""
        self.lies = [*[lies for lies in self.lies if lies.cell != cell], Lies(cell, kind)]
        if kind in self.loose:
            place = self.loose.index(kind)
            self.loose = [*self.loose[:place], *self.loose[place + 1 :]]

    def holds(self, seat: Seat, kinds: Sequence[Kind]) -> None:
        """Remember cards of a hand that were seen at once, as often as they were."""
        self._note([Holds(seat, kind) for kind in kinds])

    def lacks(self, seat: Seat, kinds: Sequence[Kind], *, said: bool) -> None:
        """Remember that somebody else has not got these cards."""
        if seat != self.me:
            self._note([Lacks(seat, kind, 0, said) for kind in kinds])

    def answers(self, kinds: Sequence[Kind], notices: Sequence[Notice]) -> None:
        """Remember who else said no to which of the cards asked for; who says yes loses the card."""
        told: list[Fact] = []
        for answer in takewhile(lambda notice: isinstance(notice, Answered), notices):
            assert isinstance(answer, Answered)
            if answer.seat != self.me:
                held = zip(kinds, answer.answers, strict=True)
                told += [Lacks(answer.seat, kind, 0, said=True) for kind, yes in held if not yes]
        self._note(told)

    def _note(self, facts: Sequence[Fact]) -> None:
        """Remember facts in place of all that was known of these cards in these hands."""
        about = {(fact.seat, fact.kind) for fact in facts}
        self.facts = [*[fact for fact in self.facts if (fact.seat, fact.kind) not in about], *facts]

    def captured(self, kind: Kind, places: Sequence[Place]) -> None:
        """Forget a pair that is gone, and what was thought to lie where it lay.

        Whoever gives up a card for which he raised a hand is asked anew at once: that pair bears the mark (5.2).
        """
        cells = [place.index for place in places if isinstance(place, Cell)]
        self.lies = [lies for lies in self.lies if lies.kind != kind and lies.cell not in cells]
        self.loose = [other for other in self.loose if other != kind]
        self.facts = [fact for fact in self.facts if fact.kind != kind]

    def hands_raised(self, seats: Sequence[Seat], count: int) -> None:
        """Remember who raised a hand, and who did not: the last time counts."""
        self.raised = [Raised(Seat(seat), seat in seats, 0) for seat in range(count) if seat != self.me]

    def drew(self, seat: Seat, count: int) -> None:
        """Remember that a hand has grown: what it lacked it may hold now."""
        self.facts = [
            Lacks(seat, fact.kind, fact.drawn + count, fact.said)
            if fact.seat == seat and isinstance(fact, Lacks)
            else fact
            for fact in self.facts
        ]
        self.raised = [
            Raised(seat, each.holds, each.drawn + count) if each.seat == seat else each for each in self.raised
        ]

    def laid_afresh(self) -> None:
        """Forget all places; only the best know what must still be among these cards."""
        if self.memory.field:
            self.loose = [*self.loose, *[lies.kind for lies in self.lies]]
        self.lies = ()

    def time_passes(self, board: Board) -> None:
        """Forget and mix up some of it."""
        self.lies, self.facts = self._faded(self.lies), self._faded(self.facts)
        if self.lies and self._happens(self.memory.mixed):
            place, self.random = self.random.below(len(self.lies))
            mixed = self._mixed_up(self.lies[place], board)
            others = [*self.lies[:place], *self.lies[place + 1 :]]
            self.lies = [*[lies for lies in others if lies.cell != mixed.cell], mixed]

    def _faded(self, memories: Sequence[MemoryT]) -> Sequence[MemoryT]:
        """Return what is left of some memories after a turn."""
        if not memories or not self._happens(self.memory.fades):
            return memories
        place, self.random = self.random.below(len(memories))
        return [*memories[:place], *memories[place + 1 :]]

    def _mixed_up(self, lies: Lies, board: Board) -> Lies:
        """Return a memory beside the true one: of a card that lies there too, or of the number before or after."""
        rows, columns, numbers = board.card_set.rows, board.card_set.columns, board.card_set.numbers
        row, column = divmod(lies.cell, columns)
        beside = [
            (row + down) * columns + column + right
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if 0 <= row + down < rows and 0 <= column + right < columns
        ]
        number = lies.kind % numbers
        taken_for = [
            *[Lies(cell, lies.kind) for cell in beside if isinstance(board.field[cell], Down)],
            *[Lies(lies.cell, lies.kind + by) for by in (-1, 1) if 0 <= number + by < numbers],
            lies,
        ]
        pick, self.random = self.random.below(len(taken_for))
        return taken_for[pick]

    def _happens(self, often: int) -> bool:
        if not often:
            return False
        drawn, self.random = self.random.below(_HUNDRED)
        return drawn < often
