"""Pictures of tables in the rules: each can be laid, points at what is there, and is named by its section."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from scenes.drawing import theme
from scenes.drawing.theme import Metrics
from scenes.games import desk_for
from scenes.pages import examples
from scenes.pages.examples import EXAMPLES
from scenes.pages.rulebook import blocks
from scenes.pages.rules import SECTIONS
from scenes.preferences import Preferences
from scenes.scene import Kit
from scenes.store import Store
from scenes.table.lesson import pointed
from scenes.words import LANGUAGES, Words, sentences
from tests.scenes.sitting import painter

ALL = [(game, name) for game, found in EXAMPLES.items() for name in found]


def kit(language: str = "en", *, left_handed: bool = False) -> Kit:
    """Return what a page is drawn with."""
    metrics = Metrics((1280, 720), left_handed=left_handed)
    return Kit(Words(language), painter(), metrics, Preferences(), Store(Path("/never/written")))


def reds(surface: pygame.Surface) -> int:
    """Count the pixels in the colour of what is pointed at."""
    mask = pygame.mask.from_threshold(surface, theme.VERMILION, (12, 12, 12, 255))
    return mask.count()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_stands_once_in_its_section(language: str) -> None:
    """The sections with a mark for a picture are those that have one, and all say what it shows."""
    found = [
        (game, section)
        for game, sections in SECTIONS.items()
        for section in sections
        for block in blocks(sentences(language)[f"{game}.rules.{section}.text"])
        if block.mark == "@" and block.text
    ]
    assert sorted(found) == sorted(ALL)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_an_example_points_at_what_lies_on_its_table(game: str, name: str, screen: pygame.Surface) -> None:
    """The prepared game can be played so far, every spot that is named is there, and it is nobody else's secret."""
    example = EXAMPLES[game][name]
    match = examples._laid(kit(), game, example)
    layout = desk_for(match).layout(match.chair.view(), Metrics((1280, 720)))

    wanted = example.spots.split()
    assert len(list(pointed(layout, wanted))) == len(wanted)
    assert set(pointed(layout, wanted)) <= layout.spots.keys()
    assert match.chair.seat == 0
    assert screen is not None


@pytest.mark.parametrize("width", [300, 720, 1140])
@pytest.mark.parametrize(("game", "name"), [("deck-defence", "repel"), ("kanu", "scout"), ("haruhi", "gift")])
def test_the_picture_is_as_wide_as_its_column(game: str, name: str, width: int, screen: pygame.Surface) -> None:
    """It is drawn for any width, once, and what is pointed at stands out in red."""
    own = kit()
    shown = examples.picture(own, game, name, width)

    assert shown.get_width() == width
    assert 0.45 * width < shown.get_height() < 0.5625 * width
    assert examples.picture(own, game, name, width) is shown
    if width >= 720:
        plain = examples._picture(own, game, replace(EXAMPLES[game][name], spots=""), width)
        assert reds(shown) > reds(plain) + 200
    assert screen is not None


def test_the_picture_lies_as_the_table_of_a_left_handed_player(screen: pygame.Surface) -> None:
    """Deck and main area change sides in the picture as they do on the table."""
    right = examples.picture(kit(), "deck-defence", "table", 720)
    left = examples.picture(kit(left_handed=True), "deck-defence", "table", 720)

    assert pygame.image.tobytes(right, "RGBA") != pygame.image.tobytes(left, "RGBA")
    assert screen is not None
