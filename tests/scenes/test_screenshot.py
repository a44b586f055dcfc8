"""Pictures that the player keeps: what the window shows, and never a hand that the others may not see."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from scenes.app import Program, Start
from scenes.inputs import Key, KeyUp
from scenes.preferences import Preferences
from scenes.scene import Home, Private
from scenes.store import Store
from tests.scenes.kanu_sitting import Round, games


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store on an empty folder."""
    store = Store(tmp_path / "data")
    yield store
    store.close()


def test_a_picture_is_what_the_window_shows(screen: pygame.Surface, store: Store, tmp_path: Path) -> None:
    """Each under a name of its own, pixel by pixel; the line that tells where goes by itself."""
    program = Program(store, Preferences(language="en", speed="off"), Start("deck-defence", "1204"))
    program.frame([], 1.0)
    before = pygame.image.tobytes(screen, "RGB")
    program.frame([Key("f12")], 1 / 60)
    assert pygame.image.tobytes(screen, "RGB") != before
    for _ in range(50):
        moving = program.frame([], 0.1)
    assert not moving
    assert pygame.image.tobytes(screen, "RGB") == before
    program.frame([Key("f12")], 1 / 60)
    files = sorted((tmp_path / "data" / "screenshots").iterdir())
    assert len(files) == 2
    assert all(pygame.image.tobytes(pygame.image.load(file), "RGB") == before for file in files)


def test_what_cannot_be_kept_is_told(screen: pygame.Surface, store: Store, tmp_path: Path) -> None:
    """Something lies where the folder should be: the game goes on, one line says why."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "screenshots").write_text("")
    program = Program(store, Preferences(language="en"), Start())
    program.frame([Key("f12")], 1 / 60)
    assert program._toast._text.startswith("The picture cannot be kept.")


def test_no_picture_of_a_hand_that_others_may_not_see(screen: pygame.Surface, store: Store, tmp_path: Path) -> None:
    """At a table that is passed on the hand lies open; around one table only while it is held up."""
    deal, actions = games(3, 1, 3)[0]
    program = Program(store, Preferences(language="en"), Start())
    kept = 0
    for way, held, private in (("pass", False, True), ("table", False, False), ("table", True, True)):
        sitting = Round(3, deal, "pass" if way == "pass" else "table", " ".join(actions[:9]))
        turn = sitting.table.turn
        assert turn is not None
        sitting.sit(turn)
        sitting.scene.take_beats()
        sitting.scene._showing.land()
        if held:
            sitting.give(Key("space"))
        assert isinstance(sitting.scene, Private)
        assert sitting.scene.private == private
        program.obey(Home(sitting.scene))
        program.frame([Key("f12")], 1 / 60)
        files = [*(tmp_path / "data" / "screenshots").glob("*.png")]
        kept += not private
        assert len(files) == kept
        if private:
            assert program._toast._text.startswith("No picture:")
        sitting.give(KeyUp("space"))
