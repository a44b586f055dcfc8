"""The cards of Kan'u Collection as data: which series and numbers there are, and what a set decides for the rules.

A set comes from a card file (TOML text) or from the record of a game that is played with it. The rulings leave open
which card bears which effect and several tables (1.2 to 1.4); the default set in `assets/cards/kanu.toml` is this
project's own, and another file may take its place.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from game import cards
from game.core import BadInput, Reason

ID = "kanu"
FORMAT = "kanu-cards/1"
LEAST_SEATS, MOST_SEATS = 3, 6
COPIES = 2
"""Ruling 1.1: two cards make a pair, and there are no more of them."""
_MOST_SERIES = _MOST_NUMBERS = 9
"""A card is written as two digits."""
_MOST_SIDE = 6
_MOST_HAND = 20
_MOST_DRAWN = 9
_MOST_SEEN = 99
_MOST_BONUS = 9
_MOST_ROUNDS = 99
_NAME_LENGTH = 60
_NOTE_LENGTH = 200


class Effect(Enum):
    """The special effects (section 5); the value is the id in card files and locale keys."""

    FORMATION = "formation"
    SUPPORT = "support"
    SEARCH = "search"
    NIGHT = "night"
    ESPIONAGE = "espionage"
    DUEL = "duel"

    __hash__ = object.__hash__  # members are single objects


EFFECTS = {effect.value: effect for effect in Effect}


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: the place of its series in the set, and its number, both from 1 (1.1). Equal cards match."""

    series: int
    number: int

    def __str__(self) -> str:
        return f"{self.series}{self.number}"


@dataclass(frozen=True, slots=True)
class Named:
    """A name or a note in both languages."""

    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Series:
    """A series of cards. `effects` has, for each number from 1, the effects of that pair in the order they resolve."""

    id: str
    name: Named
    effects: tuple[tuple[Effect, ...], ...]


@dataclass(frozen=True, slots=True)
class Draws:
    """How many cards a success brings at the end of the turn (4.1)."""

    sortie: int
    reinforce: int
    scout: int
    develop: int
    ambush: int


@dataclass(frozen=True, slots=True)
class CardSet:
    """Everything that a card file decides.

    `origin` names whose set it is, `note` says more. `hands` are the cards dealt to each of 3, 4, 5, 6 players (2.1);
    a field of `small` cards or fewer is filled (4.2). `peek` is how many cards of a hand are seen, by the number of
    series among one's pairs from 0 (1.3); `duel_bonus` is added to the die, by the number of pairs in one's largest
    series from 0 (1.4). So many `guard_rounds` without a capture end the game (6.2); 0 is never, but no
    file may say it.
    """

    name: Named
    origin: str
    note: Named
    series: tuple[Series, ...]
    numbers: int
    hands: tuple[int, ...]
    rows: int
    columns: int
    small: int
    draws: Draws
    peek: tuple[int, ...]
    duel_bonus: tuple[int, ...]
    guard_rounds: int

    @property
    def cells(self) -> int:
        """How many cards the field holds (2.1)."""
        return self.rows * self.columns

    @property
    def kinds(self) -> tuple[Card, ...]:
        """Every kind of card, by series and number: so many pairs there are (1.1)."""
        places, numbers = range(1, len(self.series) + 1), range(1, self.numbers + 1)
        return tuple([Card(series, number) for series, number in product(places, numbers)])

    def has(self, card: Card) -> bool:
        """Whether there is such a card."""
        return 1 <= card.series <= len(self.series) and 1 <= card.number <= self.numbers

    def effects(self, card: Card) -> tuple[Effect, ...]:
        """Return the effects of a pair, in the order they resolve (1.2)."""
        return self.series[card.series - 1].effects[card.number - 1]

    def hand(self, seats: int) -> int:
        """Return how many cards each of so many players is dealt (2.1)."""
        return self.hands[seats - LEAST_SEATS]

    def seen(self, pairs: Sequence[Card]) -> int:
        """Return how many cards of a hand the owner of these pairs looks at (1.3)."""
        return self.peek[len({pair.series for pair in pairs})]

    def bonus(self, pairs: Sequence[Card]) -> int:
        """Return what the owner of these pairs adds to the die of a duel (1.4)."""
        series = [pair.series for pair in pairs]
        return self.duel_bonus[max(map(series.count, series), default=0)]


def from_toml(text: str) -> CardSet:
    """Return the set of a card file; raise `BadInput` with the first fault, naming its place."""
    return _checked(cards.from_toml(text))


def from_record(text: str) -> CardSet:
    """Return the set that `record_text` wrote; raise `BadInput` as `from_toml` does."""
    return _checked(cards.from_json(text))


def record_text(card_set: CardSet) -> str:
    """Return the whole set as one normal text: a game keeps it, and is played on when the file has changed."""
    content = {
        "format": FORMAT,
        "name": _named_content(card_set.name),
        "origin": card_set.origin,
        "note": _named_content(card_set.note),
        "numbers": card_set.numbers,
        "copies": COPIES,
        "series": [
            {
                "id": series.id,
                "name": _named_content(series.name),
                "effects": {
                    str(number): [effect.value for effect in effects]
                    for number, effects in enumerate(series.effects, start=1)
                    if effects
                },
            }
            for series in card_set.series
        ],
        "hands": {str(seats): card_set.hand(seats) for seats in range(LEAST_SEATS, MOST_SEATS + 1)},
        "field": {"rows": card_set.rows, "columns": card_set.columns, "small": card_set.small},
        "draws": {key: getattr(card_set.draws, key) for key in _DRAWS},
        "peek": list(card_set.peek),
        "duel_bonus": list(card_set.duel_bonus),
        "guard_rounds": card_set.guard_rounds,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


_DRAWS = ("sortie", "reinforce", "scout", "develop", "ambush")


def _named_content(named: Named) -> dict[str, str]:
    return {"ja": named.ja, "en": named.en}


def _checked(block: cards.Block) -> CardSet:
    block.word("format", (FORMAT,))
    name = _named(block, "name", _NAME_LENGTH)
    origin = block.text("origin", _NAME_LENGTH)
    note = _named(block, "note", _NOTE_LENGTH)
    numbers = block.number("numbers", 1, _MOST_NUMBERS)
    block.number("copies", COPIES, COPIES)
    series = _all_series(block, numbers)
    dealt = block.block("hands")
    hands = tuple([dealt.number(str(seats), 1, _MOST_HAND) for seats in range(LEAST_SEATS, MOST_SEATS + 1)])
    dealt.done()
    field = block.block("field")
    rows, columns = field.number("rows", 1, _MOST_SIDE), field.number("columns", 1, _MOST_SIDE)
    small = field.number("small", 0, rows * columns)
    field.done()
    drawn = block.block("draws")
    draws = Draws(**{key: drawn.number(key, 0, _MOST_DRAWN) for key in _DRAWS})
    drawn.done()
    card_set = CardSet(
        name=name,
        origin=origin,
        note=note,
        series=series,
        numbers=numbers,
        hands=hands,
        rows=rows,
        columns=columns,
        small=small,
        draws=draws,
        peek=block.numbers("peek", len(series) + 1, 0, _MOST_SEEN),
        duel_bonus=block.numbers("duel_bonus", numbers + 1, 0, _MOST_BONUS),
        guard_rounds=block.number("guard_rounds", 1, _MOST_ROUNDS),
    )
    block.done()
    _check_enough(card_set)
    return card_set


def _named(block: cards.Block, key: str, most: int) -> Named:
    names = block.block(key)
    named = Named(names.text("ja", most), names.text("en", most))
    names.done()
    return named


def _all_series(block: cards.Block, numbers: int) -> tuple[Series, ...]:
    found: list[Series] = []
    for part in block.blocks("series", 1, _MOST_SERIES):
        key = part.text("id", _NAME_LENGTH)
        if key in [series.id for series in found]:
            raise BadInput(Reason.of("cards.twice", place=f"{part.place}.id", value=key))
        part.place = f"series.{key}"  # tells a reader more than a number
        name = _named(part, "name", _NAME_LENGTH)
        borne: list[tuple[Effect, ...]] = [()] * numbers
        effects = part.block("effects")
        for number in effects.optional([str(number) for number in range(1, numbers + 1)]):
            borne[int(number) - 1] = tuple([EFFECTS[word] for word in effects.words(number, tuple(EFFECTS))])
        effects.done()
        part.done()
        found.append(Series(key, name, tuple(borne)))
    return tuple(found)


def _check_enough(card_set: CardSet) -> None:
    """Raise `BadInput` unless hands and field can be dealt for every number of players."""
    there = len(card_set.kinds) * COPIES
    for seats in range(LEAST_SEATS, MOST_SEATS + 1):
        needed = seats * card_set.hand(seats) + card_set.cells
        if needed > there:
            raise BadInput(Reason.of("cards.too_few", seats=seats, needed=needed, cards=there))
