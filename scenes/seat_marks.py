"""The marks of the seats: a colour and a shape for each, so that whose is whose is told by shape alone as well."""

from __future__ import annotations

import pygame

from scenes.painter import Painter
from scenes.theme import Colour

COLOURS: tuple[Colour, ...] = (
    (0xF0, 0x8A, 0x6B),
    (0x6F, 0xB4, 0xEA),
    (0x5C, 0xCB, 0x9F),
    (0xD9, 0x9C, 0xE6),
    (0xC9, 0xCF, 0x6B),
    (0xF3, 0xEE, 0xE0),
    (0x8F, 0x80, 0xF2),
)
"""The colour of each mark, bright enough for lines and large texts on the table and its panels.

The drawings `seat-0` (a circle), diamond, square, triangle, hexagon, star and `seat-6` (a drop) have them too.
"""


def seat_colour(mark: int) -> Colour:
    """Return the colour of a mark."""
    return COLOURS[mark]


def seat_mark(painter: Painter, mark: int, side: int) -> pygame.Surface:
    """Return a mark, `side` pixels wide and high."""
    return painter.drawing(f"seat-{mark}", (side, side))
