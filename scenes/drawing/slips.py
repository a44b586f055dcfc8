"""Paper slips that fall over a win: by time alone, ended by any input, and gone without a trace.

Where a slip begins and how it sways follows from its number, so that a picture at a time is always the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from scenes.drawing import theme
from scenes.drawing.painter import Painter, hexed, svg
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Colour
from scenes.scene import Kit

_COUNT = 56
_TURNS = 12
"""Pictures of a slip while it turns over once."""
_SPREAD = 1.1
"""Seconds within which all slips have set out."""
_FALL, _SLOWER = 1.5, 0.7
"""Seconds that the fastest slip falls through the window, and how much longer the slowest takes."""
_COLOURS: tuple[Colour, ...] = (theme.GOLD, theme.VERMILION, theme.PAPER, (0x6F, 0xB4, 0xEA), (0x4F, 0xCF, 0xA3))
_GOLDEN = (math.sqrt(5) - 1) / 2
"""Its multiples lie evenly between two whole numbers, however many there are."""


@dataclass(frozen=True, slots=True)
class _Slip:
    """One slip: where it begins across the window and when, how long it falls, how it sways, and its colour."""

    across: float
    start: float
    length: float
    sway: float
    phase: float
    colour: Colour

    @classmethod
    def of(cls, number: int) -> _Slip:
        """Return the slip of a number."""
        one, other = number * _GOLDEN % 1, number * math.sqrt(2) % 1
        colour = _COLOURS[number % len(_COLOURS)]
        return cls(one, _SPREAD * other, _FALL + _SLOWER * (one + other) / 2, 0.01 + 0.03 * other, one, colour)


class Slips:
    """The slips over one window; `pace` stretches their fall, and at 0 there are none."""

    def __init__(self, kit: Kit, pace: float) -> None:
        self._kit = kit
        self._pace = pace
        self._slips = tuple(map(_Slip.of, range(1, _COUNT + 1)))
        self._time = 0.0
        self._over = not pace

    @property
    def falling(self) -> bool:
        """Whether any is still in the air."""
        return not self._over

    def lay_out(self) -> None:
        """Draw every picture of a slip for the present size, so that no frame has to."""
        if self.falling:
            for colour in _COLOURS:
                for turn in range(_TURNS):
                    self._picture(colour, turn)

    def finish(self) -> None:
        """Take them all away."""
        self._over = True

    def update(self, dt: float) -> bool:
        """Let time pass and return whether any is still in the air."""
        if not self._over:
            self._time += dt
            self._over = self._time >= (_SPREAD + _FALL + _SLOWER) * self._pace
        return not self._over

    def paint(self) -> list[Paint]:
        """Return those that are in the air."""
        if self._over:
            return []
        width, height = self._kit.metrics.size
        paints: list[Paint] = []
        for slip in self._slips:
            past = (self._time / self._pace - slip.start) / slip.length
            if 0 < past < 1:
                picture = self._picture(slip.colour, int((past * 3 + slip.phase) * _TURNS) % _TURNS)
                sway = slip.sway * math.sin((past * 1.6 + slip.phase) * 2 * math.pi)
                side = picture.get_height()
                x, y = round((slip.across + sway) * width), round(past * (height + 2 * side)) - side
                paints.append((picture, (x - picture.get_width() // 2, y - side // 2)))
        return paints

    def _picture(self, colour: Colour, turn: int) -> pygame.Surface:
        side = self._kit.metrics.px(20)
        painter: Painter = self._kit.painter
        return painter.keep(("slip", colour, turn, side), lambda: _slip(colour, turn, side))


def _slip(colour: Colour, turn: int, side: int) -> pygame.Surface:
    """Draw a slip at one point of its turn: seen from the edge it is narrow, from behind a little darker."""
    angle = 2 * math.pi * turn / _TURNS
    narrow, behind = max(0.16, abs(math.cos(angle))), math.cos(angle) < 0
    shaded = tuple([round(part * 0.8) for part in colour]) if behind else colour
    tilt = 25 + 20 * math.sin(angle)
    return svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 24 24">'
        f'<g transform="rotate({tilt:.1f} 12 12)"><rect x="{12 - 6 * narrow:.2f}" y="3" width="{12 * narrow:.2f}" '
        f'height="18" rx="1" fill="{hexed((shaded[0], shaded[1], shaded[2]))}"/></g></svg>',
        (side, side),
    )
