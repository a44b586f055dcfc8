"""What the table shows of a View, and of the moments between two Views: cards laid open for a look, answers, dice.

A picture holds no more than the View and the notices that it was made from; one that is `covered` holds no hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.core import DOWN, Beat, Down, Seat, Seen, Up
from game.kanu.card_set import Card
from game.kanu.choices import legal_actions
from game.kanu.public import Action, Board, Notice, SawDraw, Spied, View, WasDealt, WasSpied

_LAST = (99, 99)
"""Where what lies face down stands in the order of a hand."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's yes or no, for each card asked for."""

    answers: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Raised:
    """Whether a player raises a hand, when supporters are asked for (5.2)."""

    hand: bool


@dataclass(frozen=True, slots=True)
class Rolled:
    """A player's die in a duel, what is added to it, and whether that wins (5.7)."""

    die: int
    bonus: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """So many cards of a player's hand are being looked at (5.6)."""

    count: int


Sign = Answer | Raised | Rolled | Watched


@dataclass(frozen=True, slots=True)
class Laid:
    """A card out of the hand of `seat`, lying for a moment on the one at `cell` of the field, or in the middle.

    `gap` is the place that it left free in the player's own hand. One that is `secret` is seen by the player alone.
    """

    card: Seen[Card]
    seat: Seat
    gap: int | None = None
    secret: bool = False
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of the table. `hand` is that of `seat`, by series and number.

    A place of the hand is empty while its card lies in the middle. `laid` and `signs` (by seat) last for a moment.
    `gathered` says that the field lies on the deck to be laid afresh. `news` is what has just led here.
    """

    seat: Seat
    board: Board
    hand: tuple[Seen[Card] | None, ...]
    legal: tuple[Action, ...]
    laid: tuple[Laid, ...] = ()
    signs: tuple[Sign | None, ...] = ()
    gathered: bool = False
    news: tuple[Notice, ...] = ()

    @property
    def covered(self) -> bool:
        """Whether the hand lies face down, so that what can be done with it is not known."""
        return any(isinstance(card, Down) for card in self.hand)

    @property
    def momentary(self) -> bool:
        """Whether something is shown that is over soon: nothing can be done meanwhile."""
        return bool(self.news) or self.gathered

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand that lie face up."""
        return tuple([seen.card for seen in self.hand if isinstance(seen, Up)])

    def sign(self, seat: int) -> Sign | None:
        """Return the sign beside a seat."""
        return self.signs[seat] if seat < len(self.signs) else None


def by_series(cards: Iterable[Card]) -> list[Card]:
    """Return cards in the order they lie in: by series, then by number."""
    return sorted(cards, key=_series_first)


def in_order(hand: Iterable[Seen[Card]]) -> tuple[Seen[Card], ...]:
    """Return a hand as it is held: by series, then by number; face-down cards have no order and come last."""
    return tuple(sorted(hand, key=lambda seen: _series_first(seen.card) if isinstance(seen, Up) else _LAST))


def _series_first(card: Card) -> tuple[int, int]:
    return (card.series, card.number)


def shown(view: View | Shown) -> Shown:
    """Return the picture of a View; a picture is itself."""
    if isinstance(view, Shown):
        return view
    return Shown(view.seat, view.board, in_order([Up(card) for card in view.hand]), view.legal)


def covered(beat: Beat[View | Shown, Notice]) -> Beat[Shown, Notice]:
    """Return a beat as it may be seen over the player's shoulder while the hand lies face down.

    What can be done is all that does not need the hand: it follows from the board alone.
    """
    return Beat(_cover(shown(beat.view)), tuple([_cover_notice(notice) for notice in beat.notices]), beat.undone)


def _cover(picture: Shown) -> Shown:
    held = sum(seen is not None for seen in picture.hand)
    return replace(
        picture,
        hand=(DOWN,) * held + (None,) * (len(picture.hand) - held),
        legal=legal_actions(picture.board, ()) if picture.legal else (),
        laid=tuple([_cover_laid(laid, len(picture.hand)) for laid in picture.laid]),
        news=tuple([_cover_notice(notice) for notice in picture.news]),
    )


def _cover_laid(laid: Laid, places: int) -> Laid:
    return replace(
        laid,
        card=DOWN if laid.secret else laid.card,
        gap=None if laid.gap is None else places - 1,
        secret=False,
    )


def _cover_notice(notice: Notice) -> Notice:
    """Return a notice as those who do not see the hand notice it."""
    match notice:
        case WasDealt(_, hands, field, deck):
            return WasDealt((), hands, field, deck)
        case Spied(seat, target, cards):
            return WasSpied(seat, target, len(cards))
        case SawDraw(seat, cards):
            return SawDraw(seat, (DOWN,) * len(cards))
        case _:
            return notice
