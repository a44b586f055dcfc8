"""The tables: what is written on any of them can be read, marks differ on it, and another one is there at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from scenes import app
from scenes.drawing.painter import Painter
from scenes.drawing.theme import PALETTES, Colour, Palette, palette
from scenes.preferences import BACKS, TABLES, Preferences
from scenes.scene import Prefer
from scenes.seat_marks import COLOURS, seat_colour
from scenes.store import Store

EVERY = [palette(table, firm=firm) for table in TABLES for firm in (False, True)]
NAMES = [f"{table}{'-contrast' if firm else ''}" for table in TABLES for firm in (False, True)]
every_table = pytest.mark.parametrize("own", EVERY, ids=NAMES)


@pytest.fixture(autouse=True)
def _window() -> None:
    pygame.font.init()
    pygame.display.set_mode((1280, 720))


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def over(upper: Colour, lower: Colour, opacity: float) -> Colour:
    """Return what is seen of a colour over another."""
    red, green, blue = (round(a * opacity + b * (1 - opacity)) for a, b in zip(upper, lower, strict=True))
    return red, green, blue


def rgb(surface: pygame.Surface, at: tuple[int, int]) -> Colour:
    """Return the colour of a pixel."""
    red, green, blue, _ = surface.get_at(at)
    return red, green, blue


def grounds(own: Palette) -> list[Colour]:
    """Return all that texts lie upon: the cloth, panels on it, a button that is pressed, a dialog."""
    panels = [over(own.panel, cloth, own.panel_opacity) for cloth in own.ground]
    return [*own.ground, *panels, over(own.wash, own.ground[1], 0.15), own.sheet]


def test_every_table_of_the_preferences_is_there() -> None:
    """The settings offer what can be laid, and nothing else."""
    assert tuple(PALETTES) == TABLES


@every_table
def test_texts_can_be_read_on_every_ground(own: Palette) -> None:
    """Letters have a contrast of 4.5 wherever they may stand, faint ones and lines 3; in high contrast 7 and 4.5."""
    for ground in grounds(own):
        for colour in (own.text, own.strong, own.heading, own.muted):
            assert contrast(colour, ground) >= (7 if own.firm else 4.5)
        for colour in (own.accent, own.good, own.bad, own.faint):
            assert contrast(colour, ground) >= (4.4 if own.firm else 2.9)
    for colour in (own.on_button, own.beside_button):
        assert contrast(colour, own.button) >= 4.5


@every_table
def test_seats_are_seen_on_every_table(own: Palette) -> None:
    """The line around the seat in turn is seen on cloth and panel."""
    for mark in range(len(COLOURS)):
        for ground in (own.ground[1], over(own.panel, own.ground[1], own.panel_opacity)):
            assert contrast(seat_colour(mark, own), ground) >= 3


def test_tables_and_backs_differ() -> None:
    """No two tables have the same cloth, and no two backs are the same picture."""
    cloths = [own.ground for own in PALETTES.values()]
    assert len(set(cloths)) == len(cloths)
    backs = [pygame.image.tobytes(Painter().drawing(f"back-{back}", (75, 105)), "RGBA") for back in BACKS]
    assert all(one != other for one, other in combinations(backs, 2))


def test_high_contrast_draws_firm_lines_and_opaque_panels() -> None:
    """What lies below a panel does not shine through, and its outline is drawn strongly."""
    painter = Painter()
    soft = painter.panel((100, 80), 10)
    painter.palette = palette("pine", firm=True)
    firm = painter.panel((100, 80), 10)

    assert soft.get_at((50, 40)).a < 128
    assert firm.get_at((50, 40)).a == 255
    assert contrast(rgb(firm, (50, 0)), rgb(firm, (50, 40))) > 7


def test_another_table_is_there_at_once(tmp_path: Path) -> None:
    """The picture after the change shows the new cloth, its backs and nothing of the old; it is kept for next time."""
    store = Store(tmp_path)
    program = app.Program(store, Preferences(speed="off"), app.Start("deck-defence", "7"))
    program.frame([], 0.1)
    before = program.picture()
    chosen = replace(program.kit.preferences, table="washi", back="arrows")

    program.obey(Prefer(chosen))
    program.frame([], 0.1)

    painter = program.kit.painter
    after = program.picture()
    assert painter.palette is PALETTES["washi"]
    assert not {id(surface) for surface, _ in after} & {id(surface) for surface, _ in before if surface.get_width() > 1}
    shown = pygame.display.get_surface()
    assert shown is not None
    assert luminance(rgb(shown, (3, 400))) > 0.3
    assert store.load_preferences() == chosen
    store.close()
