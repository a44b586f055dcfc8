"""The cards of 涼宮ハルヒの贈殖 as data: normal cards, events with their effects, characters with their win conditions.

How many cards there are is ruled (1.1); what stands on them is left open (1.2), so the default set in
`assets/cards/haruhi.toml` is this project's own, and another file may take its place (`card_file`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.haruhi.conditions import Condition

ID = "haruhi"
LEAST_SEATS, MOST_SEATS = 4, 7
EVENTS = 19
HAND = 5
"""Ruling 2.2: so many cards are dealt to everybody."""


class Colour(Enum):
    """The colours of normal cards; the value is the word in card files and locale keys."""

    RED = "red"
    BLUE = "blue"
    BROWN = "brown"
    GREEN = "green"
    SOS = "sos"

    __hash__ = object.__hash__  # members are single objects


COUNTS = {Colour.RED: 16, Colour.BLUE: 12, Colour.BROWN: 12, Colour.GREEN: 8, Colour.SOS: 2}
"""Ruling 1.1: how many normal cards of each colour there are."""


class Person(Enum):
    """Who a character may be (1.1); the value is the word in card files."""

    HARUHI = "haruhi"
    NAGATO = "nagato"
    MIKURU = "mikuru"
    TSURUYA = "tsuruya"
    ASAKURA = "asakura"
    KOIZUMI = "koizumi"
    KYON = "kyon"

    __hash__ = object.__hash__  # members are single objects


PERSONS = tuple(Person)


class Op(Enum):
    """What a part of an effect does (4.2); the value is the word in card files and locale keys."""

    ACCUSE = "accuse"
    DRAW = "draw"
    PEEK = "peek"
    STEAL = "steal"
    SWAP = "swap"
    GIVE = "give"
    NEXT = "next"

    __hash__ = object.__hash__  # members are single objects


class Rule(Enum):
    """What may hold for one auction (4.2); the value is the word in card files and locale keys."""

    NOBODY_PASSES = "no_pass"
    GIFT_ONLY = "gift_only"
    DOUBLE = "double"

    __hash__ = object.__hash__  # members are single objects


@dataclass(frozen=True, slots=True)
class Card:
    """A normal card. Cards of the same colour and value cannot be told apart; an SOS card has the value 0."""

    colour: Colour
    value: int

    def __str__(self) -> str:
        return f"{LETTERS[self.colour]}{self.value}"


LETTERS = {Colour.RED: "r", Colour.BLUE: "b", Colour.BROWN: "n", Colour.GREEN: "g", Colour.SOS: "s"}
COLOURS = {letter: colour for colour, letter in LETTERS.items()}
SOS = Card(Colour.SOS, 0)


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event, by its place in the set, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Role:
    """The character card of a person: what lies face down before a player."""

    person: Person


@dataclass(frozen=True, slots=True)
class Effect:
    """One part of an event's effect (4.2): `count` cards for a draw, the `rule` for what holds next."""

    op: Op
    count: int = 0
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A name or a text in both languages."""

    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A mark that events may bear and win conditions may count."""

    id: str
    name: Named


@dataclass(frozen=True, slots=True)
class EventFace:
    """What stands on an event: points, marks, the parts of its effect in their order, and its text."""

    id: str
    name: Named
    points: int
    tags: tuple[str, ...]
    effects: tuple[Effect, ...]
    text: Named


@dataclass(frozen=True, slots=True)
class Character:
    """What stands on a character: how its owner wins, and that in words."""

    person: Person
    name: Named
    win: Condition
    text: Named


@dataclass(frozen=True, slots=True)
class CardSet:
    """Everything that a card file decides.

    `origin` names whose set it is, `note` says more. `pack` are all normal cards by colour and value, SOS cards last;
    `events` have their number by their place, `characters` stand in the order of `PERSONS`.
    """

    name: Named
    origin: str
    note: Named
    pack: tuple[Card, ...]
    tags: tuple[Tag, ...]
    events: tuple[EventFace, ...]
    characters: tuple[Character, ...]

    @property
    def kinds(self) -> tuple[Card, ...]:
        """Every kind of normal card, by colour and value."""
        return tuple(dict.fromkeys(self.pack))

    @property
    def event_cards(self) -> tuple[EventCard, ...]:
        """Every event, by number."""
        return tuple([EventCard(number) for number in range(1, len(self.events) + 1)])

    def event(self, card: EventCard) -> EventFace:
        """Return what stands on an event."""
        return self.events[card.number - 1]

    def character(self, person: Person) -> Character:
        """Return what stands on a character."""
        return self.characters[PERSONS.index(person)]

    def tag(self, tag: str) -> Tag:
        """Return the mark of this id."""
        return next(each for each in self.tags if each.id == tag)
