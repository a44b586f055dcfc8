"""Small drawings of this game: what a captured pair does, the raised hand, the faces of a die.

An icon is a shape of one colour; a seal is an icon on a vermilion stamp, which can be read on any ground. Every effect
has its own silhouette, so that neither colour nor words are needed to tell them apart.
"""

from __future__ import annotations

from typing import assert_never

import pygame

from game.kanu.card_set import Effect
from scenes.drawing.painter import Painter, hexed
from scenes.drawing.shapes import lined, square
from scenes.drawing.theme import CREAM, VERMILION, Colour

_HAND = (
    "M7.2 13.4V5.6A1.3 1.3 0 0 1 9.8 5.6V11H10.2V3.6A1.35 1.35 0 0 1 12.9 3.6V10.8H13.3V4.4A1.3 1.3 0 0 1 15.9 4.4V11.4"
    "H16.3V6.8A1.2 1.2 0 0 1 18.7 6.8V14.8C18.7 19.4 16.4 21.8 12.6 21.8C9.4 21.8 7.8 20.2 6.4 17.6L3.9 13"
    "C3.3 11.8 4.7 10.6 5.8 11.7Z"
)


def _glyph(effect: Effect, ink: str) -> str:
    """Return the markup of an icon, 24 by 24 units."""
    match effect:
        case Effect.FORMATION:  # the field, laid afresh
            return "".join(
                f'<rect x="{x}" y="{y}" width="5" height="5.6" rx="1.1" fill="{ink}"/>'
                for x in (2.4, 9.5, 16.6)
                for y in (1.8, 9.2, 16.6)
            )
        case Effect.SUPPORT:
            return f'<path d="{_HAND}" fill="{ink}"/>'
        case Effect.SEARCH:  # a lens
            return lined("M15.4 15.4L20.6 20.6", ink, 3.6) + (
                f'<circle cx="10" cy="10" r="6.3" fill="none" stroke="{ink}" stroke-width="2.4"/>'
                + lined("M6.9 9.6A3.2 3.2 0 0 1 9.8 6.9", ink, 1.3)
            )
        case Effect.NIGHT:  # a crescent and a star
            moon = "M14.4 2.6A9.6 9.6 0 1 0 21.6 15.4A8.4 8.4 0 0 1 14.4 2.6Z"
            star = "M18.6 4.2L19.5 7L22.3 7.9L19.5 8.8L18.6 11.6L17.7 8.8L14.9 7.9L17.7 7Z"
            return f'<path d="{moon}" fill="{ink}"/><path d="{star}" fill="{ink}"/>'
        case Effect.ESPIONAGE:  # an eye
            lids = (
                "M1.4 12C4.6 6.6 8 4.6 12 4.6C16 4.6 19.4 6.6 22.6 12C19.4 17.4 16 19.4 12 19.4C8 19.4 4.6 17.4 1.4 12Z"
            )
            iris = "M12 7.2A4.8 4.8 0 1 0 12 16.8A4.8 4.8 0 1 0 12 7.2Z"
            pupil = f'<circle cx="12" cy="12" r="2.5" fill="{ink}"/>'
            return f'<path d="{lids}{iris}" fill="{ink}" fill-rule="evenodd"/>{pupil}'
        case Effect.DUEL:  # two dice
            back = (
                "M9.4 1.8L20.6 3.2A1.6 1.6 0 0 1 22 5L20.6 16A1.6 1.6 0 0 1 18.9 17.4V9.6A3 3 0 0 0 15.9 6.6H7.6L8 3.2"
                "A1.4 1.4 0 0 1 9.4 1.8Z"
            )
            front = (
                "M3.4 8.4H14.8A1.8 1.8 0 0 1 16.6 10.2V20.6A1.8 1.8 0 0 1 14.8 22.4H3.4A1.8 1.8 0 0 1 1.6 20.6V10.2"
                "A1.8 1.8 0 0 1 3.4 8.4Z"
            )
            pips = "".join(
                f"M{x - 1.5} {y}A1.5 1.5 0 1 0 {x + 1.5} {y}A1.5 1.5 0 1 0 {x - 1.5} {y}Z"
                for x, y in ((5.4, 12.0), (9.1, 15.4), (12.8, 18.8))
            )
            return (
                f'<path d="{back}" fill="{ink}" fill-opacity="0.75"/>'
                f'<path d="{front}{pips}" fill="{ink}" fill-rule="evenodd"/>'
            )
    assert_never(effect)


def icon(painter: Painter, effect: Effect, side: int, colour: Colour = CREAM) -> pygame.Surface:
    """Return the icon of an effect, `side` pixels wide and high."""
    return painter.keep(("kanu-icon", effect, side, colour), lambda: square(_glyph(effect, hexed(colour)), 24, side))


def raised_hand(painter: Painter, side: int, colour: Colour = CREAM) -> pygame.Surface:
    """Return a raised hand: what 支援 asks for, and so its icon too."""
    return icon(painter, Effect.SUPPORT, side, colour)


def seal(painter: Painter, effect: Effect, side: int, colour: Colour = VERMILION) -> pygame.Surface:
    """Return the seal of an effect: its icon, cut out of a stamp."""

    def make() -> pygame.Surface:
        stamp = (
            f'<rect x="0.4" y="0.4" width="23.2" height="23.2" rx="6.2" fill="{hexed(colour)}"/>'
            f'<g transform="translate(3.6 3.6) scale(0.7)">{_glyph(effect, "#fbf6ea")}</g>'
        )
        return square(stamp, 24, side)

    return painter.keep(("kanu-seal", effect, side, colour), make)


_PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((6.6, 6.6), (12, 12), (17.4, 17.4)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((6.8, 6.8), (17.2, 6.8), (12, 12), (6.8, 17.2), (17.2, 17.2)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


def die(painter: Painter, number: int, side: int) -> pygame.Surface:
    """Return the face of a die; its one is large and red, as dice in Japan have it."""

    def make() -> pygame.Surface:
        ink, radius = (hexed(VERMILION), 3.6) if number == 1 else ("#1f2a44", 2.0)
        pips = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>' for x, y in _PIPS[number])
        body = (
            '<defs><linearGradient id="d" x1="0" y1="0" x2="0" y2="24" gradientUnits="userSpaceOnUse">'
            '<stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#e6dac0"/></linearGradient></defs>'
            '<rect x="0.6" y="1.6" width="22.8" height="22.2" rx="5" fill="#0a191b" fill-opacity="0.45"/>'
            '<rect x="0.6" y="0.4" width="22.8" height="22.4" rx="5" fill="#cbbb98"/>'
            '<rect x="1.2" y="0.8" width="21.6" height="21" rx="4.6" fill="url(#d)"/>'
        )
        return square(f'{body}<g transform="translate(0 -0.7)">{pips}</g>', 24, side)

    return painter.keep(("kanu-die", number, side), make)
