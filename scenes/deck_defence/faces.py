"""The faces of the cards: paper for allies, lacquer for enemies, a mark and a letter beside every colour."""

from __future__ import annotations

import pygame

from game.deck_defence.public import Card, Suit
from scenes.desk import BACK, Face
from scenes.drawing.painter import Painter, svg
from scenes.drawing.paper import HEIGHT, hairline, sheet
from scenes.drawing.theme import Colour

LIGHT: dict[Suit, Colour] = {
    Suit.SWORD: (0x0B, 0x63, 0xA5),
    Suit.FIRE: (0xCC, 0x4A, 0x12),
    Suit.FOREST: (0x0A, 0x7A, 0x5A),
}
"""Suit colours on paper."""
DARK: dict[Suit, Colour] = {
    Suit.SWORD: (0x6F, 0xB4, 0xEA),
    Suit.FIRE: (0xFF, 0x8A, 0x4C),
    Suit.FOREST: (0x4F, 0xCF, 0xA3),
}
"""Suit colours on dark ground."""


def face_surface(painter: Painter, face: Face, width: int) -> pygame.Surface:
    """Return the card `face` ("S1" to "W4", or a back) at `width` pixels, kept by the painter."""
    return painter.hold(("face", painter.language, face, width), lambda: _draw(painter, face, width))


def _draw(painter: Painter, face: Face, width: int) -> pygame.Surface:
    size = (width, round(width * HEIGHT))
    if face == BACK:
        return painter.drawing(painter.back, size)
    card = Card.parse(face)
    surface = _blank(card, size)
    emblem = round(width * 0.66)
    name = f"deck_defence/{card.suit.name.lower()}-{card.rank}"
    picture = painter.drawing(name, (emblem, emblem))
    surface.blit(picture, (round((width - emblem) / 2 + width * 0.045), round(size[1] * 0.60 - emblem / 2)))
    _index(painter, surface, card)
    return surface


def _blank(card: Card, size: tuple[int, int]) -> pygame.Surface:
    tint = (DARK if card.is_enemy else LIGHT)[card.suit]
    return svg(sheet(*size, hairline(tint), dark=card.is_enemy), size)


def _index(painter: Painter, surface: pygame.Surface, card: Card) -> None:
    """Write the rank, the suit's mark and letter in the upper left corner, and the rank turned in the lower right."""
    width = surface.get_width()
    colour = (DARK if card.is_enemy else LIGHT)[card.suit]
    number = painter.type.write(str(card.rank), max(9, round(width * 0.27)), colour, bold=True)
    left, upper = round(width * 0.09), round(width * 0.045)
    surface.blit(number, (left, upper))
    mark = max(6, round(width * 0.15))
    dark = "-dark" if card.is_enemy else ""
    picture = painter.drawing(f"suit-{card.suit.name.lower()}{dark}", (mark, mark))
    column = left + number.get_width() + round(width * 0.03)
    surface.blit(picture, (column, upper + round(width * 0.075)))
    sign, size = (card.suit.value, 0.16) if painter.language == "en" else (_KANJI[card.suit], 0.13)
    letter = painter.type.write(sign, max(8, round(width * size)), colour, bold=True)
    middle = upper + round(width * 0.075) + mark // 2
    surface.blit(letter, letter.get_rect(midleft=(column + mark + round(width * 0.03), middle)))
    foot = pygame.transform.rotate(number, 180)
    right, lower = width - left, round(width * HEIGHT) - upper
    surface.blit(foot, (right - foot.get_width(), lower - foot.get_height()))


_KANJI = {Suit.SWORD: "剣", Suit.FIRE: "火", Suit.FOREST: "森"}
"""The letters on the cards; English ones bear those by which a deal is written."""
