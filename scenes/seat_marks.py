"""The marks of the seats: a colour and a shape for each, so that whose is whose is told by shape alone as well."""

from __future__ import annotations

import pygame

from scenes.drawing.painter import IMAGES, Painter, hexed, svg
from scenes.drawing.theme import Colour, Palette

COLOURS: tuple[Colour, ...] = (
    (0xF0, 0x8A, 0x6B),
    (0x6F, 0xB4, 0xEA),
    (0x5C, 0xCB, 0x9F),
    (0xD9, 0x9C, 0xE6),
    (0xC9, 0xCF, 0x6B),
    (0xF3, 0xEE, 0xE0),
    (0x8F, 0x80, 0xF2),
)
"""The colour of each mark, bright enough for lines and large texts on a dark table and its panels.

The drawings `seat-0` (a circle), diamond, square, triangle, hexagon, star and `seat-6` (a drop) have them too.
"""
_BY_DAY: tuple[Colour, ...] = (
    (0xB2, 0x3F, 0x1E),
    (0x0B, 0x5C, 0x9E),
    (0x0C, 0x70, 0x52),
    (0x8A, 0x3A, 0xA0),
    (0x66, 0x6C, 0x10),
    (0x33, 0x35, 0x3C),
    (0x4A, 0x3A, 0xB8),
)
"""The same upon a light table."""


def seat_colour(mark: int, palette: Palette) -> Colour:
    """Return the colour of a mark on a table."""
    return (COLOURS if palette.dark else _BY_DAY)[mark]


def seat_mark(painter: Painter, mark: int, side: int) -> pygame.Surface:
    """Return a mark, `side` pixels wide and high."""
    name, size = f"seat-{mark}", (side, side)
    if painter.palette.dark:
        return painter.drawing(name, size)

    def make() -> pygame.Surface:
        markup = (IMAGES / f"{name}.svg").read_text("utf-8")
        return svg(markup.replace(hexed(COLOURS[mark]).upper(), hexed(_BY_DAY[mark])), size)

    return painter.keep(("seat by day", mark, size), make)
