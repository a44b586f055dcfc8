"""Small signs of yes, maybe, no: what somebody writes into the notebook, and whether conditions hold.

Each has a shape of its own, so that no colour is needed to tell them apart.
"""

from __future__ import annotations

from enum import Enum

import pygame

from scenes.drawing.painter import Painter, hexed, svg
from scenes.drawing.theme import Colour


class Sign(Enum):
    """A sign; the value is its drawing, 24 by 24 units, in one ink."""

    RING = '<circle cx="12" cy="12" r="7.6" fill="none" stroke="{ink}" stroke-width="2.7"/>'
    TRIANGLE = '<path d="M12 3.6L20.6 19H3.4Z" fill="none" stroke="{ink}" stroke-width="2.5" stroke-linejoin="round"/>'
    CROSS = '<path d="M5.4 5.4L18.6 18.6M18.6 5.4L5.4 18.6" fill="none" stroke="{ink}" stroke-width="2.7"/>'
    SEAL = (
        '<circle cx="12" cy="12" r="8.2" fill="none" stroke="{ink}" stroke-width="2.4"/>'
        '<circle cx="12" cy="12" r="4.4" fill="{ink}"/>'
    )
    OPEN = (
        '<path d="M7.4 8.6C7.4 2.4 16.6 2.4 16.6 8.6C16.6 12 12 12.200 12 15.6" fill="none" stroke="{ink}" '
        'stroke-width="2.6" stroke-linecap="round"/><circle cx="12" cy="20" r="1.8" fill="{ink}"/>'
    )


def sign(painter: Painter, which: Sign, side: int, ink: Colour) -> pygame.Surface:
    """Return a sign, `side` pixels wide and high, kept by the painter."""
    side = max(7, side)

    def make() -> pygame.Surface:
        drawn = which.value.format(ink=hexed(ink))
        return svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 24 24">{drawn}</svg>',
            (side, side),
        )

    return painter.keep(("haruhi-sign", which, side, ink), make)
