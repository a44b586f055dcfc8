"""Small drawings of this game: what an effect does, and the marks that events bear.

An icon is a shape of one colour. A seal is an icon on a stamp: square and vermilion for what happens at once, pointed
to the right and indigo for what holds in the next auction. Every effect has its own silhouette, so that neither colour
nor words are needed to tell them apart; how many cards are drawn stands on the icon as a figure.
"""

from __future__ import annotations

from typing import assert_never

import pygame

from game.haruhi.card_set import Effect, Op, Rule
from scenes.drawing.painter import Painter, hexed
from scenes.drawing.shapes import lined, path, square
from scenes.drawing.theme import CREAM, GOLD, VERMILION, Colour
from scenes.haruhi.gifts import PAPER

NEXT: Colour = (0x3B, 0x5B, 0x92)
"""The stamp of what holds in the next auction."""
_BOX = "M2.6 7.2H10.6V11.6H2.6ZM13.4 7.2H21.4V11.6H13.4ZM3.6 13.4H10.6V21.8H3.6ZM13.4 13.4H20.4V21.8H13.4Z"
_BOW = "M11.4 6C7 5.6 5.4 3.6 6.6 2.2C8 .8 10.8 2.4 12 5.4C13.2 2.4 16 .8 17.4 2.2C18.6 3.6 17 5.6 12.6 6Z"


def _glyph(effect: Effect, ink: str, ground: str) -> str:
    """Return the markup of an icon, 24 by 24 units; `ground` is what shows through it."""
    match effect.op:
        case Op.ACCUSE:  # an arrow that bends down
            return lined("M3.4 5.2H10.2A5.4 5.4 0 0 1 15.6 10.6V15", ink, 3.8) + path("M8.4 13.4H22.8L15.6 22.4Z", ink)
        case Op.DRAW:  # two cards; the figure is written on the upper one
            return (
                f'<path d="M5.4 1.6H15A2 2 0 0 1 17 3.6V4H9A3.4 3.4 0 0 0 5.6 7.4V18.6H5.4A2 2 0 0 1 3.4 16.6V3.6'
                f'A2 2 0 0 1 5.4 1.6Z" fill="{ink}" fill-opacity="0.72"/>'
                f'<rect x="7" y="5.4" width="14" height="17.2" rx="2.2" fill="{ink}"/>'
            )
        case Op.PEEK:  # an eye
            lids = (
                "M1.4 12C4.6 6.6 8 4.6 12 4.6C16 4.6 19.4 6.6 22.6 12C19.4 17.4 16 19.4 12 19.4C8 19.4 4.6 17.4 1.4 12Z"
            )
            iris = "M12 7.2A4.8 4.8 0 1 0 12 16.8A4.8 4.8 0 1 0 12 7.2Z"
            pupil = f'<circle cx="12" cy="12" r="2.5" fill="{ink}"/>'
            return f'<path d="{lids}{iris}" fill="{ink}" fill-rule="evenodd"/>{pupil}'
        case Op.STEAL:  # a card pulled out of a fan
            fan = "M2 9.6L8.6 6.4L13.8 19.2L7.4 22.2Z"
            card = (
                f'<rect x="10.2" y="6.6" width="8.6" height="13" rx="1.4" fill="{ink}" transform="rotate(14 14.5 13)"/>'
            )
            return f'<path d="{fan}" fill="{ink}" fill-opacity="0.7"/>{card}' + lined(
                "M18.6 1.6L22.4 4.6L18.4 7.4M22 4.6H13.4", ink, 2.2
            )
        case Op.SWAP:  # two arrows that pass each other
            return path("M2 6H14.4V1.6L22.6 8.2L14.4 12V10.4H2Z", ink) + path(
                "M22 18.2H9.6V22.6L1.4 16L9.6 12.6V14H22Z", ink
            )
        case Op.GIVE:  # a gift
            return path(_BOX, ink) + path(_BOW, ink)
        case Op.NEXT:
            return _rule(effect.rule, ink, ground)
    assert_never(effect.op)


def _rule(rule: Rule | None, ink: str, ground: str) -> str:
    """Return the icon of what holds in the next auction."""
    match rule:
        case Rule.GIFT_ONLY:  # a person, barred
            body = path("M4.4 21.4C4.4 15.6 7.4 13 12 13C16.6 13 19.6 15.6 19.6 21.4Z", ink)
            head = f'<circle cx="12" cy="7" r="4.8" fill="{ink}"/>'
            return body + head + lined("M3.4 2.6L20.6 21.4", ground, 5) + lined("M3.4 2.6L20.6 21.4", ink, 2.4)
        case Rule.DOUBLE:  # times two
            return lined("M2.6 9L9 16.4M9 9L2.6 16.4", ink, 2.8) + lined(
                "M12.8 8.4C12.8 4.6 15 3.2 17.2 3.2C19.8 3.2 21.6 5 21.6 7.4C21.6 10.6 18.6 13.2 13 19.8H21.8", ink, 3
            )
        case _:  # skipping, barred
            skip = path("M2.4 4.4L10.6 12L2.4 19.6ZM10.6 4.4L18.8 12L10.6 19.6Z", ink) + lined(
                "M20.6 5.4V18.6", ink, 2.6
            )
            return skip + lined("M4 21.4L20 2.6", ground, 5) + lined("M4 21.4L20 2.6", ink, 2.4)


def _figure(
    painter: Painter, surface: pygame.Surface, effect: Effect, box: tuple[float, float, float], ink: Colour
) -> None:
    """Write how many cards are drawn; `box` is where the figure's middle is and how high it is, in units of 24."""
    if effect.op is not Op.DRAW:
        return
    unit = surface.get_width() / 24
    figure = painter.type.write(str(effect.count), max(7, round(box[2] * unit)), ink, bold=True)
    ink_box = figure.get_bounding_rect()
    left, top = box[0] * unit - ink_box.centerx, box[1] * unit - ink_box.centery
    surface.blit(figure, (round(left), round(top)))


def icon(
    painter: Painter, effect: Effect, side: int, colour: Colour = CREAM, ground: Colour = (0x1F, 0x36, 0x39)
) -> pygame.Surface:
    """Return the icon of an effect, `side` pixels wide and high, to lie upon `ground`."""

    def make() -> pygame.Surface:
        surface = square(_glyph(effect, hexed(colour), hexed(ground)), 24, side)
        _figure(painter, surface, effect, (14, 14, 13), ground)
        return surface

    return painter.keep(("haruhi-icon", effect, side, colour, ground), make)


def seal(painter: Painter, effect: Effect, side: int) -> pygame.Surface:
    """Return the seal of an effect: its icon, cut out of a stamp."""

    def make() -> pygame.Surface:
        colour = NEXT if effect.op is Op.NEXT else VERMILION
        if effect.op is Op.NEXT:
            plate = path(
                "M5.6 .6H16.4C17.8 .6 18.7 1 19.6 2L23.2 10.6C23.6 11.6 23.6 12.4 23.2 13.4L19.6 22C18.7 23 17.8 23.4 "
                "16.4 23.4H5.6A5 5 0 0 1 .6 18.4V5.6A5 5 0 0 1 5.6 .6Z",
                hexed(colour),
            )
            shift = "translate(2.6 4.2) scale(0.65)"
        else:
            plate = f'<rect x="0.4" y="0.4" width="23.2" height="23.2" rx="6.2" fill="{hexed(colour)}"/>'
            shift = "translate(3.6 3.6) scale(0.7)"
        surface = square(f'{plate}<g transform="{shift}">{_glyph(effect, PAPER, hexed(colour))}</g>', 24, side)
        _figure(painter, surface, effect, (3.6 + 14 * 0.7, 3.6 + 14 * 0.7, 10), colour)
        return surface

    return painter.keep(("haruhi-seal", effect, side), make)


_TAGS = (
    "M12 8.4V7.2C14.2 6.8 15 5.6 15 4.4A3 3 0 0 0 9.2 3.6M12 8.4L22 16.6C23 17.6 22.4 19 21 19H3C1.6 19 1 17.6 2 16.6Z",
    "M12 2.6L14.9 8.9L21.8 9.7L16.7 14.4L18.1 21.2L12 17.8L5.9 21.2L7.3 14.4L2.2 9.7L9.1 8.9Z",
    "M5 21.4V3H20L16.4 8L20 13H5",
    "M12 21C5 16 2.4 12.4 2.4 8.6A4.8 4.8 0 0 1 12 7A4.8 4.8 0 0 1 21.6 8.6C21.6 12.4 19 16 12 21Z",
    "M12 2.4L21 12L12 21.6L3 12Z",
    "M4 8L9 12L12 4L15 12L20 8L18.4 19.4H5.6Z",
    "M12 2.6C16.6 8.6 18.6 11.8 18.6 15A6.6 6.6 0 0 1 5.4 15C5.4 11.8 7.4 8.6 12 2.6Z",
    "M14.4 2.8A9.4 9.4 0 1 0 21.4 15.4A8.2 8.2 0 0 1 14.4 2.8Z",
    "M3 5H21V19H3ZM3 5L12 13L21 5",
)
"""Hanger, star, pennant, heart, lozenge, crown, drop, moon, letter: as many as a set may have marks."""
TAGS = len(_TAGS)


def tag_mark(painter: Painter, style: int, side: int, colour: Colour = GOLD) -> pygame.Surface:
    """Return the mark of a tag by its style, 0 to 8; a hanger, for costumes, is the first."""

    def make() -> pygame.Surface:
        return square(lined(_TAGS[style], hexed(colour), 2.6), 24, side)

    return painter.keep(("haruhi-tag", style, side, colour), make)
