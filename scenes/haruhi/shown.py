"""What the table shows of a View, and of the moments between two Views: who laid what, who was named, what is seen.

A picture holds no more than the View and the notices that it was made from; one that is `covered` holds no hand and no
character that only its owner may know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core import DOWN, Beat, Seat, Seen, Up
from game.haruhi.card_set import Card, Colour, Person, Role, Rule
from game.haruhi.choices import legal_actions
from game.haruhi.notices import Notice, Peeked, SawDraw, Stolen, WasDealt, WasPeeked, WasStolen
from game.haruhi.public import Action, Board, Pass, Phase, View

_COLOURS = tuple(Colour)
_NOBODY = Role(Person.HARUHI)
"""Stands in a covered deal for the character, whoever it is: always the same one, so that it says nothing."""


@dataclass(frozen=True, slots=True)
class Brought:
    """Beside a receiver: who has just laid cards there, and their sum; None for an SOS card."""

    giver: Seat
    total: int | None


@dataclass(frozen=True, slots=True)
class Silent:
    """Beside a player who has just passed."""


@dataclass(frozen=True, slots=True)
class Winner:
    """Beside the player who has just taken the event."""


@dataclass(frozen=True, slots=True)
class Named:
    """Beside the accused: who he is said to be, and whether he is."""

    person: Person
    right: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """Beside a player whose character is being looked at in secret."""


Sign = Brought | Silent | Winner | Named | Watched


@dataclass(frozen=True, slots=True)
class Glance:
    """A card in the middle for a moment: a character looked at, or a stolen card. Its face is for its `seat`s alone."""

    card: Seen[Card] | Seen[Role]
    role: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of the table. `hand` is that of `seat`, by colour and value; `role` and `peeked` what this seat knows.

    `legal` is what can be done. `chosen` are the places of hand cards that are to be given. `signs` (by seat) and
    `glance` last for a moment, and `news` is what has just led here.
    """

    seat: Seat
    board: Board
    hand: tuple[Seen[Card], ...]
    role: Role | None
    peeked: tuple[Role | None, ...]
    legal: tuple[Action, ...]
    chosen: frozenset[int] = frozenset()
    glance: Glance | None = None
    signs: tuple[Sign | None, ...] = ()
    news: tuple[Notice, ...] = ()

    @property
    def covered(self) -> bool:
        """Whether the hand lies face down, so that what can be done with it is not known."""
        return self.role is None

    @property
    def momentary(self) -> bool:
        """Whether something is shown that is over soon: nothing can be done meanwhile."""
        return bool(self.news)

    @property
    def decides(self) -> bool:
        """Whether the player in front is to decide now."""
        return self.board.turn == self.seat and not self.momentary

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand that lie face up."""
        return tuple([seen.card for seen in self.hand if isinstance(seen, Up)])

    def card_at(self, place: int) -> Card | None:
        """Return the card at a place of the hand, where it lies face up."""
        seen = self.hand[place]
        return seen.card if isinstance(seen, Up) else None

    def sign(self, seat: int) -> Sign | None:
        """Return the sign beside a seat."""
        return self.signs[seat] if seat < len(self.signs) else None

    def known(self, seat: int) -> Role | None:
        """Return the face-down character of a seat, where the player in front knows it."""
        if isinstance(self.board.roles[seat], Up):
            return None
        return self.role if seat == self.seat else self.peeked[seat]


def in_order(cards: tuple[Seen[Card], ...]) -> tuple[Seen[Card], ...]:
    """Return a hand as it is held: by colour, then by value; face-down cards have no order."""
    return tuple(sorted(cards, key=_rank))


def _rank(seen: Seen[Card]) -> tuple[int, int]:
    return (_COLOURS.index(seen.card.colour), seen.card.value) if isinstance(seen, Up) else (len(_COLOURS), 0)


def shown(view: View | Shown) -> Shown:
    """Return the picture of a View; a picture is itself."""
    if isinstance(view, Shown):
        return view
    hand = in_order(tuple([Up(card) for card in view.hand]))
    return Shown(view.seat, view.board, hand, view.role, view.peeked, view.legal)


def covered(beat: Beat[View | Shown, Notice]) -> Beat[Shown, Notice]:
    """Return a beat as it may be seen over the player's shoulder while hand and character lie face down.

    What can be done is all that does not need the hand: it follows from the board alone.
    """
    return Beat(_cover(shown(beat.view)), tuple([_cover_notice(notice) for notice in beat.notices]), beat.undone)


def _cover(picture: Shown) -> Shown:
    return replace(
        picture,
        hand=(DOWN,) * len(picture.hand),
        role=None,
        peeked=(None,) * len(picture.peeked),
        legal=_without_hand(picture.board) if picture.legal else (),
        chosen=frozenset(),
        glance=None if picture.glance is None else replace(picture.glance, card=DOWN),
        news=tuple([_cover_notice(notice) for notice in picture.news]),
    )


def _without_hand(board: Board) -> tuple[Action, ...]:
    """Return what can be done whatever the hand is: where passing is forbidden, only the hand knows an exception."""
    if board.phase is Phase.AUCTION:
        return () if Rule.NOBODY_PASSES in board.rules else (Pass(),)
    return legal_actions(board, ())


def _cover_notice(notice: Notice) -> Notice:
    """Return a notice as those who do not see hand and character notice it."""
    match notice:
        case WasDealt(_, _, hands, deck, first):
            return WasDealt((), _NOBODY, hands, deck, first)
        case Peeked(seat, target):
            return WasPeeked(seat, target)
        case Stolen(seat, target):
            return WasStolen(seat, target)
        case SawDraw(seat, cards):
            return SawDraw(seat, (DOWN,) * len(cards))
        case _:
            return notice
