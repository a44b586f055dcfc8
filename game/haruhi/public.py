"""What a player of 涼宮ハルヒの贈殖 may know and do: the board, actions, the View, and the notation.

Scenes and computer players import this module, `notices`, `choices` and `insight`, never `rules`. A hidden card stands
nowhere in it: hands of others, deck, discard and the pile of events are numbers. The numbers in docstrings are the
rulings'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import assert_never

from game.core import BadInput, Outcome, Reason, Seat, Seen
from game.haruhi.card_set import COLOURS, LETTERS, PERSONS, Card, CardSet, Colour, Effect, EventCard, Person, Role, Rule


@dataclass(frozen=True, slots=True)
class Gift:
    """Lay hand cards of one colour before `to`, oneself or another (3.2). `cards` are kept in ascending order."""

    to: Seat
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.cards, key=_by_colour_and_value))
        object.__setattr__(self, "cards", ordered)  # the one way to set a field of a frozen value while it is made


@dataclass(frozen=True, slots=True)
class LaySos:
    """Lay an SOS card before `to`: the auction ends, and that player is out of it (3.4)."""

    to: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing (3.3)."""


@dataclass(frozen=True, slots=True)
class Forgo:
    """Do not use the effect of the event just taken (4.1)."""


@dataclass(frozen=True, slots=True)
class Use:
    """Use an effect that needs no choice: a draw, or a rule for the next auction (4.2)."""


@dataclass(frozen=True, slots=True)
class Accuse:
    """まっがーれ↓: say that `target` is this person (5.1)."""

    target: Seat
    person: Person


@dataclass(frozen=True, slots=True)
class HandOut:
    """After a right accusation: who gets each event of the accused, in the order in which they lie there (5.2)."""

    receivers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """After a wrong accusation of oneself: take this event from before the accuser (5.3)."""

    event: EventCard


@dataclass(frozen=True, slots=True)
class ClaimNothing:
    """After a wrong accusation of oneself: take no event (5.3)."""


@dataclass(frozen=True, slots=True)
class Peek:
    """Look in secret at the face-down character of `target` (4.2)."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a random card from the hand of `target` (4.2)."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange one's own event for another player's (4.2)."""

    own: EventCard
    other: EventCard


@dataclass(frozen=True, slots=True)
class Give:
    """Give one's own event to another player (4.2)."""

    event: EventCard
    to: Seat


Action = Gift | LaySos | Pass | Forgo | Use | Accuse | HandOut | Claim | ClaimNothing | Peek | Steal | Swap | Give


class Phase(Enum):
    """What is to be decided."""

    AUCTION = "auction"
    """What to lay, and before whom (3.1)."""
    EFFECT = "effect"
    """Whether and how to use the effect of the event just taken (4.1)."""
    HAND_OUT = "hand_out"
    """Who gets the events of the accused (5.2)."""
    CLAIM = "claim"
    """Which event the wrongly accused takes (5.3)."""
    OVER = "over"

    __hash__ = object.__hash__  # members are single objects


@dataclass(frozen=True, slots=True)
class Accusation:
    """What was said of whom, and whether it was right: all have heard it (7)."""

    seat: Seat
    target: Seat
    person: Person
    right: bool


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that is open to all (7), the same for every seat.

    `hands`, `deck`, `discard` and `pile` (events still to be turned) are numbers of cards. `event` is under the hammer,
    None between auctions; `rules` hold for it, `coming` for the next one. `laid` are the cards before each seat, in the
    order laid, `totals` their sums; `since` says by which lay of the auction, from 1, each total was reached (3.5).
    `acted` seats have acted in it, from `first` on. `owned` are the events before each seat in the order they came
    there, `aside` those that nobody took (3.6); those with a number in `doubled` count double wherever they lie (4.2).

    `turn` decides now: nobody after the end. While an effect is decided upon, and what follows from it, `taker` has
    taken the event; `effects` are the parts of its effect still to come, the first under decision, and `optional` says
    that it may be forgone (4.1). `accused` is whose events are handed out (5.2), or who claims one (5.3).

    `roles` are the characters of all seats: up once `exposed` by an accusation, all of them after the end (6.3).
    """

    card_set: CardSet = field(compare=False, repr=False)
    """The same for the whole game; its record names it."""
    hands: tuple[int, ...]
    deck: int
    discard: int
    pile: int
    event: EventCard | None
    rules: tuple[Rule, ...]
    coming: tuple[Rule, ...]
    laid: tuple[tuple[Card, ...], ...]
    totals: tuple[int, ...]
    since: tuple[int, ...]
    acted: int
    owned: tuple[tuple[EventCard, ...], ...]
    doubled: tuple[int, ...]
    aside: tuple[EventCard, ...]
    first: Seat
    turn: Seat | None
    phase: Phase
    taker: Seat | None
    effects: tuple[Effect, ...]
    optional: bool
    accused: Seat | None
    accusations: tuple[Accusation, ...]
    roles: tuple[Seen[Role], ...]
    exposed: tuple[bool, ...]
    outcome: Outcome | None
    passed: tuple[Seat, ...] = field(default=(), compare=False)
    """Who has passed in this auction, or had no cards: for the eye alone, not compared, so that old digests hold."""

    @property
    def round(self) -> int:
        """Which auction this is, from 1."""
        return len(self.card_set.events) - self.pile

    @property
    def top(self) -> int:
        """The highest total on the table."""
        return max(self.totals)

    def owner(self, event: EventCard) -> Seat | None:
        """Return before whom an event lies, or None."""
        return next((Seat(seat) for seat, events in enumerate(self.owned) if event in events), None)


@dataclass(frozen=True, slots=True)
class View:
    """The table as `seat` may see it: what is open to all, its own hand in the order drawn, its own character.

    `peeked` has for each seat the character that this seat has looked at in secret (4.2). `legal` is what it may do
    now; of the ways to hand out many events it lists some (`choices.legal_actions`).
    """

    seat: Seat
    board: Board
    hand: tuple[Card, ...]
    role: Role
    peeked: tuple[Role | None, ...]
    legal: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with every hand open, in the order drawn, and every character, by seat."""

    board: Board
    hands: tuple[tuple[Card, ...], ...]
    roles: tuple[Role, ...]


_COLOURS = tuple(Colour)
_RANK = {colour: place for place, colour in enumerate(_COLOURS)}


def _by_colour_and_value(card: Card) -> tuple[int, int]:
    return _RANK[card.colour], card.value


def card_name(card: Card) -> Reason:
    """Return the words for a normal card."""
    if card.colour is Colour.SOS:
        return Reason.of("haruhi.card.sos")
    return Reason.of(f"haruhi.card.{card.colour.value}", value=card.value)


def event_name(card_set: CardSet, event: EventCard) -> Reason:
    """Return the words for an event; its name comes from the card set, in both languages."""
    name = card_set.event(event).name
    return Reason.of("haruhi.name", ja=name.ja, en=name.en)


def person_name(card_set: CardSet, person: Person) -> Reason:
    """Return the words for a person; the name comes from the card set, in both languages."""
    name = card_set.character(person).name
    return Reason.of("haruhi.name", ja=name.ja, en=name.en)


def encode(action: Action) -> str:
    """Return the notation: `B2r112` `S2` `P` `F` `U` `A24` `D013` `T7` `N` `K2` `L2` `X3,11` `G3,2`.

    Seats count from 0, persons too; a gift is its receiver, its colour and its values; an event is its number.
    """
    match action:
        case Gift(to, cards):
            letter = LETTERS[cards[0].colour] if cards else ""
            return f"B{to}{letter}{''.join([str(card.value) for card in cards])}"
        case LaySos(to):
            return f"S{to}"
        case Pass():
            return "P"
        case Accuse(target, person):
            return f"A{target}{PERSONS.index(person)}"
        case HandOut(receivers):
            return f"D{''.join(map(str, receivers))}"
        case Swap(own, other):
            return f"X{own.number},{other.number}"
        case Give(event, to):
            return f"G{event.number},{to}"
        case _:
            return _encode_rest(action)


def _encode_rest(action: Forgo | Use | Claim | ClaimNothing | Peek | Steal) -> str:
    match action:
        case Forgo():
            return "F"
        case Use():
            return "U"
        case Claim(event):
            return f"T{event.number}"
        case ClaimNothing():
            return "N"
        case Peek(target):
            return f"K{target}"
        case Steal(target):
            return f"L{target}"
    assert_never(action)


_NOTATION = re.compile(
    "B(?P<to>[0-6])(?P<gift>[rbng][1-9]+)|S(?P<sos>[0-6])|A(?P<target>[0-6])(?P<accuse>[0-6])|D(?P<hand_out>[0-6]+)"
    "|T(?P<claim>[1-9][0-9]?)|K(?P<peek>[0-6])|L(?P<steal>[0-6])|X(?P<own>[1-9][0-9]?),(?P<swap>[1-9][0-9]?)"
    "|G(?P<given>[1-9][0-9]?),(?P<give>[0-6])|(?P<plain>[PFUN])"
)
_PLAIN: dict[str, Action] = {"P": Pass(), "F": Forgo(), "U": Use(), "N": ClaimNothing()}


def decode(text: str) -> Action:
    """Return the action written as `text`; raise `BadInput` for any other text."""
    found = _NOTATION.fullmatch(text)
    if found is None:
        raise BadInput(Reason.of("haruhi.bad.action", text=text))
    action = _decoded(found)
    if encode(action) != text:  # the values of a gift in another order
        raise BadInput(Reason.of("haruhi.bad.action", text=text))
    return action


def _decoded(found: re.Match[str]) -> Action:
    kind = found.lastgroup
    value = found[kind or ""]
    match kind:
        case "gift":
            colour = COLOURS[value[0]]
            return Gift(Seat(int(found["to"])), tuple([Card(colour, int(digit)) for digit in value[1:]]))
        case "sos":
            return LaySos(Seat(int(value)))
        case "accuse":
            return Accuse(Seat(int(found["target"])), PERSONS[int(value)])
        case "hand_out":
            return HandOut(tuple([Seat(int(digit)) for digit in value]))
        case "claim":
            return Claim(EventCard(int(value)))
        case "peek":
            return Peek(Seat(int(value)))
        case "steal":
            return Steal(Seat(int(value)))
        case "swap":
            return Swap(EventCard(int(found["own"])), EventCard(int(value)))
        case "give":
            return Give(EventCard(int(found["given"])), Seat(int(value)))
        case _:
            return _PLAIN[value]
