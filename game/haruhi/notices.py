"""What a seat notices at a table of 涼宮ハルヒの贈殖: everything that happens, with no more than that seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.core import Outcome, Seat, Seen
from game.haruhi.card_set import Card, Effect, EventCard, Person, Role, Rule


class Passing(Enum):
    """Why somebody passed."""

    WISH = "wish"
    """He did not want to lay anything."""
    EMPTY = "empty"
    """His hand is empty: he passed by itself."""
    STUCK = "stuck"
    """Passing is forbidden, but he could lay nothing (3.3)."""

    __hash__ = object.__hash__  # members are single objects


@dataclass(frozen=True, slots=True)
class WasDealt:
    """The cards were dealt (2.1, 2.2): one's own `hand` and `role`, how many cards `hands` and `deck` hold.

    `first` was drawn by lot.
    """

    hand: tuple[Card, ...]
    role: Role
    hands: tuple[int, ...]
    deck: int
    first: Seat


@dataclass(frozen=True, slots=True)
class EventTurned:
    """The first player turned an event (3.1): auction number `round`, for which `rules` hold (4.2)."""

    seat: Seat
    round: int
    event: EventCard
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards were laid before `to`, whose total is `total` now (3.2)."""

    seat: Seat
    to: Seat
    cards: tuple[Card, ...]
    total: int


@dataclass(frozen=True, slots=True)
class SosLaid:
    """An SOS card was laid before `to`, who is out of the auction, which has ended (3.4)."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody laid nothing (3.3)."""

    seat: Seat
    why: Passing


@dataclass(frozen=True, slots=True)
class EventTaken:
    """The highest total, `total`, took the event (3.5); its owner is the next first player (3.8)."""

    seat: Seat
    event: EventCard
    total: int


@dataclass(frozen=True, slots=True)
class EventSetAside:
    """Nobody took the event: it is out of the game (3.6)."""

    event: EventCard


@dataclass(frozen=True, slots=True)
class Cleared:
    """All laid cards, so many, went to the discard (3.7)."""

    cards: int


@dataclass(frozen=True, slots=True)
class DeckMade:
    """The deck was empty, and so many cards of the discard were shuffled to be the new one (3.7)."""

    cards: int


@dataclass(frozen=True, slots=True)
class SawDraw:
    """A player drew (3.7, 4.2): one's own cards lie up, those of others face down."""

    seat: Seat
    cards: tuple[Seen[Card], ...]


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """A part of the effect of the taken event takes place (4.1)."""

    seat: Seat
    effect: Effect


@dataclass(frozen=True, slots=True)
class EffectForgone:
    """The taker did not use the effect (4.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EffectLapsed:
    """A part of the effect was impossible, and was skipped (4.1)."""

    seat: Seat
    effect: Effect


@dataclass(frozen=True, slots=True)
class Accused:
    """Somebody was said to be this person, and answered (5.1)."""

    seat: Seat
    target: Seat
    person: Person
    right: bool


@dataclass(frozen=True, slots=True)
class RoleTurned:
    """A character was turned up by a right accusation (5.2)."""

    seat: Seat
    role: Role


@dataclass(frozen=True, slots=True)
class HandDiscarded:
    """A hand of so many cards went to the discard, face down (5.2, 5.3)."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class EventsHandedOut:
    """The accuser gave each event of the accused to somebody, in the order in which they lay there (5.2)."""

    seat: Seat
    accused: Seat
    moves: tuple[tuple[EventCard, Seat], ...]


@dataclass(frozen=True, slots=True)
class EventClaimed:
    """The wrongly accused took an event from before the accuser (5.3)."""

    seat: Seat
    accuser: Seat
    event: EventCard


@dataclass(frozen=True, slots=True)
class NothingClaimed:
    """The wrongly accused took none of the accuser's events (5.3)."""

    seat: Seat
    accuser: Seat


@dataclass(frozen=True, slots=True)
class Peeked:
    """One looked oneself at a face-down character (4.2)."""

    seat: Seat
    target: Seat
    role: Role


@dataclass(frozen=True, slots=True)
class WasPeeked:
    """Somebody else looked at a face-down character (4.2)."""

    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Stolen:
    """One took a random card, or lost it (4.2)."""

    seat: Seat
    target: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class WasStolen:
    """Somebody else took a random card from a third (4.2)."""

    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Swapped:
    """The taker exchanged an event for one of `target` (4.2)."""

    seat: Seat
    own: EventCard
    target: Seat
    other: EventCard


@dataclass(frozen=True, slots=True)
class Given:
    """The taker gave an event to `target` (4.2)."""

    seat: Seat
    target: Seat
    event: EventCard


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The next auction will be under this rule (4.2)."""

    seat: Seat
    rule: Rule


@dataclass(frozen=True, slots=True)
class RolesTurned:
    """All characters were turned up (6.3), by seat."""

    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over (6)."""

    outcome: Outcome


Notice = (
    WasDealt
    | EventTurned
    | Laid
    | SosLaid
    | Passed
    | EventTaken
    | EventSetAside
    | Cleared
    | DeckMade
    | SawDraw
    | EffectBegan
    | EffectForgone
    | EffectLapsed
    | Accused
    | RoleTurned
    | HandDiscarded
    | EventsHandedOut
    | EventClaimed
    | NothingClaimed
    | Peeked
    | WasPeeked
    | Stolen
    | WasStolen
    | Swapped
    | Given
    | RuleSet
    | RolesTurned
    | Ended
)
