"""The choice of a card set at the set-up: the program's own, a player's file, a file with a fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.core import Reason
from game.haruhi import card_file
from game.kanu import card_set
from scenes.assets import card_files
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.pages.card_sets import CardSets
from scenes.pages.page import Column
from scenes.preferences import Preferences
from scenes.scene import Kit
from scenes.store import Store
from scenes.words import Words

OWN = card_files()["kanu"]
OTHER = OWN.replace("develop = 3", "develop = 2")


@pytest.fixture
def kit(screen: pygame.Surface, tmp_path: Path) -> Iterator[Kit]:
    """Give a kit with a store on an empty folder."""
    with closing(Store(tmp_path)) as store:
        yield Kit(Words("en"), Painter(), Metrics((1280, 720)), Preferences(), store)


def put(kit: Kit, name: str, text: str) -> None:
    """Lay a file into the player's folder of card files."""
    assert isinstance(kit.store.put_card_file(name, text), Path)


def said(kit: Kit, sets: CardSets) -> int:
    """Return how tall the rows are: what is said takes room."""
    column = Column(kit, 800)
    sets.rows(column)
    return column.y


def test_without_files_the_own_set_is_played(kit: Kit) -> None:
    """There is nothing to choose, and the option has the whole of the program's own set."""
    sets = CardSets(kit, "kanu", lambda: None)
    assert sets.complaint is None
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OWN))}
    assert said(kit, sets) > 0


def test_a_players_file_is_played_when_chosen(kit: Kit) -> None:
    """The set of the file goes into the game, not the file's name: it may change or go."""
    assert OTHER != OWN
    put(kit, "mine", OTHER)
    told: list[int] = []
    sets = CardSets(kit, "kanu", lambda: told.append(1))
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OWN))}
    sets._choose(1)
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OTHER))}
    assert told == [1]


def test_a_faulty_file_is_named_and_the_own_set_played_instead(kit: Kit) -> None:
    """One sentence names the file and what is wrong with it; the game begins all the same."""
    put(kit, "mine", OTHER.replace("develop = 2", "develop = 200"))
    sets = CardSets(kit, "kanu", lambda: None)
    before = said(kit, sets)
    sets._choose(1)
    complaint = sets.complaint
    assert complaint is not None
    assert complaint.key == "cards.faulty"
    assert dict(complaint.values)["file"] == "mine.toml"
    assert isinstance(dict(complaint.values)["cause"], Reason)
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OWN))}
    assert said(kit, sets) > before


def test_a_copy_to_change_is_offered_at_once(kit: Kit) -> None:
    """The button writes the program's own set where the player can change it, and it can be chosen then."""
    sets = CardSets(kit, "kanu", lambda: None)
    sets._copy()
    assert kit.store.card_files() == {"kanu.toml": OWN}
    assert isinstance(sets._copied, Path)
    sets._choose(1)
    assert sets.complaint is None
    said(kit, sets)


def test_a_copy_leaves_the_chosen_file_chosen(kit: Kit) -> None:
    """Whoever had chosen a file of their own and made a copy beside it was to play with the copy, unasked."""
    put(kit, "my", OTHER)
    sets = CardSets(kit, "kanu", lambda: None)
    sets._choose(1)
    sets._copy()

    assert list(sets._sets) == ["kanu.toml", "my.toml"]
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OTHER))}
    said(kit, sets)


def test_a_chosen_file_may_go(kit: Kit, tmp_path: Path) -> None:
    """A file taken away while the page was open ended the program at the next copy; now the own set is chosen."""
    for name in "xyz":
        put(kit, name, OTHER)
    sets = CardSets(kit, "kanu", lambda: None)
    sets._choose(3)
    for name in "xyz":
        (tmp_path / "cards" / f"{name}.toml").unlink()
    sets._copy()

    assert list(sets._sets) == ["kanu.toml"]
    assert sets.complaint is None
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OWN))}
    said(kit, sets)


def test_a_copy_beside_many_files_is_offered(kit: Kit) -> None:
    """Whoever had as many files as are offered was told of the copy and did not find it among the sets."""
    for name in "abc":
        put(kit, name, OTHER)
    sets = CardSets(kit, "kanu", lambda: None)
    sets._choose(3)
    sets._copy()

    assert list(sets._sets) == ["a.toml", "c.toml", "kanu.toml"]
    assert sets.options() == {"cards": card_set.record_text(card_set.from_toml(OTHER))}


def test_a_copy_that_cannot_be_written_says_why(kit: Kit, tmp_path: Path) -> None:
    """A file where the folder should be, a full disk: the reason stands on the page."""
    (tmp_path / "cards").write_text("in the way", encoding="utf-8")
    sets = CardSets(kit, "kanu", lambda: None)
    sets._copy()
    assert isinstance(sets._copied, Reason)
    said(kit, sets)


def test_files_of_another_game_are_passed_over(kit: Kit) -> None:
    """Each game offers its own files alone; one that names no game at all may be anybody's, and is told of."""
    for name in ("kanu", "haruhi"):
        put(kit, name, card_files()[name])
    put(kit, "zettel", "format = 3")

    for game in ("kanu", "haruhi"):
        assert list(CardSets(kit, game, lambda: None)._sets) == [f"{game}.toml", "zettel.toml"]


def test_the_cards_of_the_gift_auction_are_offered_too(kit: Kit) -> None:
    """Its own set goes into the game as the option takes it."""
    text = str(CardSets(kit, "haruhi", lambda: None).options()["cards"])

    assert card_file.from_record(text) == card_file.from_toml(card_files()["haruhi"])
