"""The faces of the cards: number and letter, the emblem of the series grown by the number, and seals for effects.

What a card shows is data (a table may play with another card set), so a face is drawn from a `CardLook`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase

import pygame

from game.kanu.card_set import CardSet, Effect
from scenes.desk import BACK, Face
from scenes.drawing.painter import Painter, hexed, svg
from scenes.drawing.paper import HEIGHT, sheet
from scenes.drawing.shapes import square
from scenes.drawing.theme import PAPER, VERMILION
from scenes.kanu.emblems import STYLES, emblem, mark
from scenes.kanu.icons import seal
from scenes.kanu.patterns import frame, pattern
from scenes.words import sentences

FaceMaker = Callable[[Painter, Face, int], pygame.Surface]

_MARKED = 52
"""Cards narrower than this have no mark under the letter: the letter takes its room."""
_PATTERNED = 64
"""Cards narrower than this have no pattern: it would be noise."""
_NAMED = 90
"""Cards narrower than this say neither the name of the series nor what their seals mean."""
_WORDS = (0.13, 0.122, 0.105)
"""How large the words on seals are, in card widths: the first at which all of them have room beside each other."""


@dataclass(frozen=True, slots=True)
class SeriesLook:
    """How a series is shown: its style (see `emblems.STYLES`), its letter and its short name."""

    style: int
    letter: str
    name: str


KNOWN: dict[str, SeriesLook] = {
    "yokoyama": SeriesLook(0, "Y", "横山"),
    "ikkitousen": SeriesLook(1, "I", "一騎"),
    "koihime": SeriesLook(2, "K", "恋姫"),
    "musou": SeriesLook(3, "M", "無双"),
    "souten": SeriesLook(4, "S", "蒼天"),
    "lord": SeriesLook(5, "H", "覇"),
}
"""The looks of the game's own series, by their ids; the names, like the pictures, are the same in every language."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """What a card shows: its series, its number, and the effects of its pair in their order."""

    series: SeriesLook
    number: int
    effects: tuple[Effect, ...] = ()


def series_looks(card_set: CardSet) -> tuple[SeriesLook, ...]:
    """Return how each series of a set is shown.

    The game's own keep their looks wherever they stand; others get what is left: a style, the first letter of their
    English name that is free, and the first two signs of their Japanese name.
    """
    styles = [style for style in range(len(STYLES)) if style not in _known_styles(card_set)]
    letters = {KNOWN[series.id].letter for series in card_set.series if series.id in KNOWN}
    looks = []
    for series in card_set.series:
        look = KNOWN.get(series.id)
        if look is None:
            wanted = (*(sign for sign in series.name.en.upper() if "A" <= sign <= "Z"), *ascii_uppercase)
            letter = next(sign for sign in wanted if sign not in letters)
            letters.add(letter)
            look = SeriesLook(styles.pop(0), letter, series.name.ja[:2])
        looks.append(look)
    return tuple(looks)


def _known_styles(card_set: CardSet) -> set[int]:
    return {KNOWN[series.id].style for series in card_set.series if series.id in KNOWN}


def card_looks(card_set: CardSet) -> dict[Face, CardLook]:
    """Return what each card of a set shows, by its short text ("11" to "66")."""
    series = series_looks(card_set)
    return {
        str(card): CardLook(series[card.series - 1], card.number, card_set.effects(card)) for card in card_set.kinds
    }


def face_maker(looks: Mapping[Face, CardLook]) -> FaceMaker:
    """Return what draws the cards with these looks by their short texts, the back included."""

    def draw(painter: Painter, face: Face, width: int) -> pygame.Surface:
        if face == BACK:
            return painter.drawing(painter.back, (width, round(width * HEIGHT)))
        return face_surface(painter, looks[face], width)

    return draw


def face_surface(painter: Painter, look: CardLook, width: int) -> pygame.Surface:
    """Return the face of a card at `width` pixels, kept by the painter."""
    return painter.hold(("kanu-face", look, width, painter.language), lambda: _draw(painter, look, width))


def _draw(painter: Painter, look: CardLook, width: int) -> pygame.Surface:
    size = (width, round(width * HEIGHT))
    style = look.series.style
    surface = svg(sheet(*size, frame(style, hexed(STYLES[style].ink))), size)
    if width >= _PATTERNED:
        surface.blit(painter.keep(("kanu-pattern", style, width), lambda: _ground(style, size)), (0, 0))
    side = round(width * 0.70)
    picture = _emblem(painter, look, side)
    middle = 0.565 if look.effects else 0.59
    surface.blit(picture, (round((width - side) / 2), round(size[1] * middle - side / 2)))
    _index(painter, surface, look)
    _ribbon(painter, surface, look)
    _seals(painter, surface, look)
    return surface


def _emblem(painter: Painter, look: CardLook, side: int) -> pygame.Surface:
    index = look.series.style
    style = STYLES[index]
    inner = emblem(index, look.number, hexed(style.ink), hexed(style.light))
    return painter.keep(("kanu-emblem", index, look.number, side), lambda: square(inner, 120, side))


def series_mark(painter: Painter, series: SeriesLook, side: int, *, on_dark: bool = False) -> pygame.Surface:
    """Return the emblem of a series at its plainest, for lines of text and panels."""
    style = STYLES[series.style]
    colour = style.on_dark if on_dark else style.ink
    key = ("kanu-mark", series.style, side, on_dark)
    return painter.keep(key, lambda: square(mark(series.style, hexed(colour)), 120, side))


def _ground(style: int, size: tuple[int, int]) -> pygame.Surface:
    """Return the pattern of a series, fading towards the middle of the card, where the emblem stands."""
    lines, veil = pattern(style, hexed(STYLES[style].ink))
    surface = svg(lines, size)
    surface.blit(svg(veil, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _index(painter: Painter, surface: pygame.Surface, look: CardLook) -> None:
    """Write the number in the upper left corner, and beside it the letter of the series over its mark."""
    width = surface.get_width()
    ink = STYLES[look.series.style].ink
    tiny = width < _MARKED
    number = painter.type.write(str(look.number), max(13, round(width * (0.36 if tiny else 0.31))), ink, bold=True)
    left, upper = round(width * 0.095), round(width * 0.035)
    surface.blit(number, (left, upper))
    column = left + number.get_width() + round(width * 0.03)
    size = max(10, round(width * (0.27 if tiny else 0.175)))
    letter = painter.type.write(look.series.letter, size, ink, bold=True)
    surface.blit(letter, (column, upper + round(width * 0.05)))
    if not tiny:
        side = round(width * 0.145)
        surface.blit(series_mark(painter, look.series, side), (column, upper + round(width * 0.24)))


def _ribbon(painter: Painter, surface: pygame.Surface, look: CardLook) -> None:
    """Hang a ribbon with the short name of the series from the upper edge, in the colour of the series."""
    width = surface.get_width()
    if width < _NAMED or not look.series.name:
        return
    ink = STYLES[look.series.style].ink
    letters = (
        [_upright(painter, letter, width, look) for letter in look.series.name] if _stands(look.series.name) else []
    )
    if not letters:
        room = round(width * 0.46)
        size = painter.type.shrink(look.series.name, round(width * 0.115), room, bold=True)
        text = painter.type.fit(look.series.name, size, room, bold=True)
        letters = [pygame.transform.rotate(painter.type.write(text, size, PAPER, bold=True), -90)]
    step = max(letter.get_height() for letter in letters) * (0.98 if len(letters) > 1 else 1)
    across = round(width * 0.165)
    down = round(step * len(letters) + width * 0.115)
    tail = round(across * 0.32)
    cloth = svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down + tail}" '
        f'viewBox="0 0 {across} {down + tail}"><path fill="{hexed(ink)}" '
        f'd="M0 0H{across}V{down + tail}L{across / 2} {down}L0 {down + tail}Z"/></svg>',
        (across, down + tail),
    )
    left = round(width * 0.745)
    surface.blit(cloth, (left, round(width * 0.012)))
    y = width * 0.05
    for letter in letters:
        surface.blit(letter, (left + (across - letter.get_width()) // 2, round(y)))
        y += step


def _stands(name: str) -> bool:
    """Whether a name can be written from top to bottom."""
    return len(name) <= 4 and all(letter >= "⺀" for letter in name)


def _upright(painter: Painter, letter: str, width: int, look: CardLook) -> pygame.Surface:
    size = max(9, round(width * (0.13 if len(look.series.name) <= 3 else 0.10)))
    written = painter.type.write(letter, size, PAPER, bold=True)
    return pygame.transform.rotate(written, -90) if letter in "ー〜～" else written


def _seals(painter: Painter, surface: pygame.Surface, look: CardLook) -> None:
    """Stamp the effects along the foot: icon and word, or the icon alone where there is no room for words."""
    if not look.effects:
        return
    width = surface.get_width()
    count, gap = len(look.effects), round(width * 0.03)
    room = round(width * 0.9) - gap * (count - 1)
    stamps: list[pygame.Surface] = []
    for part in _WORDS if painter.language and width >= _NAMED else ():
        stamps = [_stamp(painter, effect, width, part) for effect in look.effects]
        if sum(stamp.get_width() for stamp in stamps) <= room:
            break
    else:
        side = min(max(9, round(width * 0.235)), room // count)
        stamps = [seal(painter, effect, side) for effect in look.effects]
    left = (width - sum(stamp.get_width() for stamp in stamps) - gap * (count - 1)) // 2
    middle = round(width * HEIGHT * 0.897)
    for stamp in stamps:
        surface.blit(stamp, (left, middle - stamp.get_height() // 2))
        left += stamp.get_width() + gap


def _stamp(painter: Painter, effect: Effect, width: int, part: float) -> pygame.Surface:
    """Return a seal with the word for it, whose letters are a part of the card's width."""
    high = round(width * 0.16)
    side = round(high * 0.92)
    size, name = max(8, round(width * part)), f"kanu.effect.{effect.value}"
    word = painter.type.write(sentences(painter.language)[name], size, PAPER, bold=True)
    across = side + word.get_width() + round(width * 0.055)
    plate = painter.plate((across, high), VERMILION, radius=high * 0.28).copy()
    plate.blit(seal(painter, effect, side), (round(width * 0.012), (high - side) // 2))
    plate.blit(word, (side + round(width * 0.022), (high - word.get_height()) // 2))
    return plate
