"""Any open card can be looked at closely, with what the rules say of it; one that lies face down says nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.deck_defence.public import HoldOff
from scenes.desk import NOTHING, Desk, Layout, is_back
from scenes.haruhi.laid_open import LookingDesk as haruhi_looking  # noqa: N813 - two of one name
from scenes.inputs import Key, Motion, Press
from scenes.kanu.laid_open import LookingDesk as kanu_looking  # noqa: N813 - two of one name
from scenes.table import closer
from scenes.words import LANGUAGES, Words
from tests.scenes import haruhi_sitting, kanu_sitting
from tests.scenes.hands import NOWHERE
from tests.scenes.people import People
from tests.scenes.sitting import DESK, Sitting, won_games

STACKS = (won_games()[0][0], " ".join(won_games()[0][1][:8]))
"""A table of Deck Defence with stacks of two, one and two cards in hand."""
RIGHT = 3


def tables(size: tuple[int, int] = (1280, 720), scale: int = 100) -> Iterator[Sitting | People]:
    """Yield a table of each game, some of it played."""
    yield Sitting(*STACKS, size=size, scale=scale, language="en")
    yield kanu_sitting.Round(3, "326", actions="oO", size=size, scale=scale, language="en")
    yield haruhi_sitting.Round(4, "9", actions="P P P", size=size, scale=scale, language="en")


def desks() -> list[Desk]:
    """Return the desks of the three games, and those of whoever looks back at a game with all cards open."""
    found: list[Desk] = [DESK]
    for table in tables():
        if isinstance(table, People):
            looking = kanu_looking if table.game.id == "kanu" else haruhi_looking
            found += [table.desk, looking(table.match)]
    return found


def looked_at(table: Sitting | People) -> str | None:
    """Return the spot whose cards are shown closely."""
    return table.scene._looking.spot


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_does(language: str, screen: pygame.Surface) -> None:
    """Each face has a name and at least one sentence in both languages, each back nothing at all."""
    words = Words(language)
    for desk in desks():
        for face in desk.faces:
            told = [words.say(reason) for reason in desk.reading(face)]
            if is_back(face):
                assert told == [], face
            else:
                assert len(told) >= 2, face
                assert all(told), face
                assert told[0] not in told[1:], face
    assert screen is not None


def test_different_cards_say_different_things(screen: pygame.Surface) -> None:
    """Of no two faces the same is told, but for the same character shown otherwise."""
    for desk in desks():
        plain = [face for face in desk.faces if not is_back(face) and face[-1] not in "~_"]
        assert len({desk.reading(face) for face in plain}) == len(plain)
    assert screen is not None


def test_resting_long_on_a_single_card_shows_it(screen: pygame.Surface) -> None:
    """A card that can be read where it lies is shown large after a good second; the pointer gone, it is gone."""
    sitting = Sitting(*STACKS)
    sitting.give(Motion(sitting.at("H2")))
    sitting.pass_time(1.0)
    assert looked_at(sitting) is None
    sitting.pass_time(0.3)
    assert looked_at(sitting) == "H2"
    sitting.give(Motion(NOWHERE))
    assert looked_at(sitting) is None
    assert screen is not None


def test_what_was_clicked_is_not_shown_large_of_itself(screen: pygame.Surface) -> None:
    """Whoever opens a card wants to see the table; the pointer has to leave the card and come again."""
    sitting = Sitting(*STACKS)
    sitting.click("H2")
    sitting.click("H2")
    sitting.give(Motion(sitting.at("H2")))
    sitting.pass_time(5)
    assert sitting.selection == NOTHING
    assert looked_at(sitting) is None
    sitting.give(Motion(NOWHERE), Motion(sitting.at("H2")))
    sitting.pass_time(1.3)
    assert looked_at(sitting) == "H2"
    assert screen is not None


def test_what_comes_under_a_resting_pointer_is_not_shown_large(screen: pygame.Surface) -> None:
    """Nobody pointed at it: a card that is laid there while the pointer lies still is seen where it lies."""
    deal, line = won_games()[0]
    before = next(number for number, action in enumerate(line) if ">O" in action)
    sitting = Sitting(deal, " ".join(line[:before]))
    hold_off = next(action for action in sitting.view.legal if isinstance(action, HoldOff))
    place = f"O{hold_off.occupied + 1}"
    sitting.give(Motion(sitting.layout.spots[place].center))
    sitting.pass_time(3)
    sitting.scene.match.chair.submit(hold_off)
    sitting.scene.take_beats()
    sitting.pass_time(8)
    assert closer.patience(DESK, sitting.layout, place) is not None
    assert looked_at(sitting) is None
    sitting.give(Motion(NOWHERE), Motion(sitting.layout.spots[place].center))
    sitting.pass_time(3)
    assert looked_at(sitting) == place
    assert screen is not None


def test_the_right_button_reads_or_lets_go(screen: pygame.Surface) -> None:
    """It shows the card under the pointer closely; where something is chosen, it lets go of that instead."""
    sitting = Sitting(*STACKS)
    sitting.give(Press(sitting.at("H2"), RIGHT))
    assert looked_at(sitting) == "H2"
    sitting.click("H1")
    assert sitting.selection.spots == ("H1",)
    sitting.give(Press(sitting.at("H2"), RIGHT))
    assert sitting.selection == NOTHING
    assert looked_at(sitting) is None
    sitting.give(Press(sitting.layout.spots["deck"].center, RIGHT))
    assert looked_at(sitting) is None
    assert screen is not None


@pytest.mark.parametrize("key", ["i", "space"])
def test_a_key_reads_the_focused_card(key: str, screen: pygame.Surface) -> None:
    """The key shows the card of the frame, else the one under the pointer; Esc only closes it."""
    sitting = Sitting(*STACKS)
    sitting.scene._choosing.focus = "H2"
    sitting.keys(key)
    assert looked_at(sitting) == "H2"
    sitting.keys("escape")
    assert looked_at(sitting) is None
    assert sitting.commands == []
    sitting.scene._choosing.focus = None
    sitting.give(Motion(sitting.at("M1")))
    sitting.keys(key)
    assert looked_at(sitting) == "M1"
    assert screen is not None


def test_where_no_card_lies_open_the_key_says_so(screen: pygame.Surface) -> None:
    """The deck tells nothing, and the table says that."""
    sitting = Sitting(*STACKS)
    sitting.scene._choosing.focus = "deck"
    sitting.keys("i")
    assert looked_at(sitting) is None
    assert sitting.why() == "table.nothing_to_read"
    assert screen is not None


@pytest.mark.parametrize("game", [kanu_sitting.Round, haruhi_sitting.Round], ids=["kanu", "haruhi"])
def test_a_hand_that_lies_face_down_cannot_be_read(game: type[People], screen: pygame.Surface) -> None:
    """Around one table the hand says nothing until it is held up."""
    sitting = game(4, "7", "table")
    hand = [spot for spot in sitting.layout.spots if spot[0] == "H"]
    assert hand
    for spot in hand:
        sitting.give(Press(sitting.layout.spots[spot].center, RIGHT))
        assert looked_at(sitting) is None
        assert closer.patience(sitting.desk, sitting.layout, spot) is None
    sitting.give(Key("space"))
    assert closer.patience(sitting.desk, sitting.layout, hand[0]) is not None
    assert screen is not None


def test_closed_cards_of_the_field_say_nothing(screen: pygame.Surface) -> None:
    """Of Kan'u's field only the opened card can be read."""
    sitting = kanu_sitting.Round(3, "326", actions="oO")
    sitting.scene._showing.land()
    able = [f"F{cell}" for cell in range(25) if closer.patience(sitting.desk, sitting.layout, f"F{cell}") is not None]
    assert able == ["F14"]
    assert screen is not None


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((800, 600), 200), ((640, 480), 200)])
def test_what_is_read_fits(size: tuple[int, int], scale: int, screen: pygame.Surface) -> None:
    """Cards and words lie on their plate, and the plate in the window, for every spot of every game."""
    for table in tables(size, scale):
        layout: Layout = table.layout
        desk: Desk = DESK if isinstance(table, Sitting) else table.desk
        read = 0
        for spot in layout.spots:
            paints = closer.look(table.kit, desk, layout, spot, table.scene._board.cards)
            if not paints:
                continue
            read += 1
            plate = paints[0][0].get_rect(topleft=paints[0][1])
            assert pygame.Rect((0, 0), size).contains(plate), spot
            cards = len(closer.cards_on(layout, spot))
            for surface, pos in paints[1 + cards :]:
                assert plate.contains(surface.get_rect(topleft=pos)), spot
            again = closer.look(table.kit, desk, layout, spot, table.scene._board.cards)
            assert [(id(one), pos) for one, pos in paints] == [(id(one), pos) for one, pos in again]
        assert read > 3
    assert screen is not None
