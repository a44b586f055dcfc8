"""The words that all games share, and the list of the games."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil

import pytest

import game as package
from game.catalogue import GAMES, SEATS, find
from game.core import DOWN, BadInput, Down, Game, Illegal, OptionSpec, Reason, Up
from game.deck_defence.rules import DeckDefence
from tests.rules.toy import Toy


def test_a_face_down_card_has_no_identity() -> None:
    """One is like the other: nothing of it but its place can be followed through a shuffle."""
    assert Down() == DOWN
    assert {Down(), Down()} == {DOWN}
    assert Down.__slots__ == ()
    assert Up(1) != Up(2)


def test_rules_are_values() -> None:
    """Decision 1: every dataclass in `game` is frozen and has slots, so no state can be changed in place."""
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(package.__path__, "game.")]
    kinds = {kind for module in modules for _, kind in inspect.getmembers(module, inspect.isclass)}
    values = [vars(kind) for kind in kinds if dataclasses.is_dataclass(kind)]
    assert len(values) > 25
    assert [kind for kind in values if not kind["__dataclass_params__"].frozen or "__slots__" not in kind] == []


def test_a_reason_is_a_key_and_named_values() -> None:
    """Reasons with the same values are the same; a value may itself be a reason."""
    inner = Reason.of("card.name", rank=3)
    assert Reason.of("why", card=inner, total=4) == Reason("why", (("card", inner), ("total", 4)))
    assert Reason.of("why") == Reason("why")


@pytest.mark.parametrize("kind", [Illegal, BadInput])
def test_a_refusal_carries_its_reason(kind: type[Illegal | BadInput]) -> None:
    """For the screen as a reason, for a log as text."""
    refusal = kind(Reason.of("why.too_weak", total=4))
    assert refusal.reason == Reason.of("why.too_weak", total=4)
    assert str(refusal) == "why.too_weak {'total': 4}"


def test_an_option_is_a_choice_of_yes_and_no_unless_it_says_more() -> None:
    """The default lies among the values, for every option of every game."""
    assert OptionSpec("aid", default=False).values == (False, True)
    for game in (*GAMES.values(), Toy()):
        assert all(spec.default in spec.values for spec in game.options)
        assert len({spec.key for spec in game.options}) == len(game.options)


@pytest.mark.parametrize("game", [*GAMES.values(), Toy()], ids=lambda game: game.id)
def test_games_keep_to_the_protocol(game: object) -> None:
    """Every game offers what the table asks for."""
    assert isinstance(game, Game)


def test_games_are_found_by_id() -> None:
    """The id is the one in saves."""
    assert {key: game.id for key, game in GAMES.items()} == {key: key for key in GAMES}
    assert {key: game.seats for key, game in GAMES.items()} == SEATS
    assert isinstance(find("deck-defence"), DeckDefence)


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    """A long name is cut short."""
    with pytest.raises(BadInput) as caught:
        find("x" * 99)
    assert caught.value.reason == Reason.of("bad.game", value="x" * 40, games=", ".join(GAMES))
