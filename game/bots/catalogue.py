"""The computer players there are: for each game a brain of each level, and what a simulation counts of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.bots import haruhi, kanu
from game.bots.core import AnyBrain, AnyPlayer, Level, Player
from game.core import BadInput, Reason, Seat
from game.haruhi import card_file as haruhi_file
from game.haruhi import card_set as haruhi_cards
from game.haruhi.public import OpenTable as HaruhiTable
from game.kanu import card_set as kanu_cards
from game.kanu.public import OpenTable as KanuTable
from game.rng import Random
from game.table import Course

AnyCourse = Course[Any, Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is counted of a finished game beside its outcome.

    `length` in the game's own measure (turns, rounds), the `first` player, and what each seat played (its character);
    empty where all play the same.
    """

    length: int
    first: Seat
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Company:
    """The computer players of one game.

    `cards` turns its card file into the text of the option `cards`; `facts` reads a finished game; `most` is a number
    of actions, by the number of seats, that no game reaches.
    """

    brain: Callable[[Level], AnyBrain]
    cards: Callable[[str], str]
    facts: Callable[[AnyCourse], Facts]
    most: Callable[[int], int]


def _kanu_facts(course: AnyCourse) -> Facts:
    table = course.all_open(len(course))
    assert isinstance(table, KanuTable)
    return Facts(table.board.turns, table.board.start)


def _haruhi_facts(course: AnyCourse) -> Facts:
    table = course.all_open(len(course))
    assert isinstance(table, HaruhiTable)
    persons = tuple([role.person.value for role in table.roles])
    return Facts(table.board.round, course.view(0, Seat(0)).board.first, persons)


COMPANIES: Mapping[str, Company] = {
    kanu_cards.ID: Company(
        brain=kanu.KanuBrain,
        cards=lambda text: kanu_cards.record_text(kanu_cards.from_toml(text)),
        facts=_kanu_facts,
        most=lambda seats: 300 + 100 * seats,
    ),
    haruhi_cards.ID: Company(
        brain=haruhi.HaruhiBrain,
        cards=lambda text: haruhi_file.record_text(haruhi_file.from_toml(text)),
        facts=_haruhi_facts,
        most=lambda seats: haruhi_cards.EVENTS * (seats + 2),
    ),
}


def company(game_id: str) -> Company:
    """Return the computer players of a game; raise `BadInput`, naming the games that have some, where it has none."""
    if game_id not in COMPANIES:
        raise BadInput(Reason.of("bots.bad.game", value=game_id[:40], games=", ".join(COMPANIES)))
    return COMPANIES[game_id]


def player(game_id: str, level: Level, match: str, seat: Seat) -> AnyPlayer:
    """Return a computer player for a seat; all its chance comes from the name of the match and the seat."""
    word, _ = Random.seeded(match, seat).next_word()
    return Player(company(game_id).brain(level), word)


def level(word: str) -> Level:
    """Return the level with this id; raise `BadInput`, naming all, where there is none."""
    found = next((one for one in Level if one.value == word), None)
    if found is None:
        raise BadInput(Reason.of("bots.bad.level", value=word[:40], levels=", ".join(one.value for one in Level)))
    return found
