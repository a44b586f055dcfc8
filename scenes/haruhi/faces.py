"""The faces of the cards: gifts as many as the value, events with points and seals, characters with their crests.

What a card shows is data (a table may play with another card set), so a face is drawn from a look. Names and texts come
from the card file, in the language asked for. Pictures, seals and figures say all that decides without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import assert_never

import pygame

from game.haruhi.card_set import Card, CardSet, Colour, Effect, EventCard, Named, Person
from scenes.desk import BACK, Face
from scenes.drawing import theme
from scenes.drawing.breaking import phrases
from scenes.drawing.painter import Painter, hexed, svg
from scenes.drawing.paper import HEIGHT, sheet
from scenes.drawing.shapes import square
from scenes.drawing.theme import INK, PAPER
from scenes.haruhi import crests, gifts, icons, pictures
from scenes.haruhi.gifts import STYLES

FaceMaker = Callable[[Painter, Face, int], pygame.Surface]

EVENT_BACK: Face = "e-"
ROLE_BACK: Face = "p-"
"""The backs of events and characters; `BACK` is that of the normal cards."""

_MARKED = 52
"""Normal cards narrower than this have no shape under the letter: the letter takes its room."""
_PATTERNED = 64
"""Cards narrower than this have no pattern: it would be noise."""
_NAMED = 56
"""Cards narrower than this do not say their names."""
_TOLD = 140
"""Events narrower than this do not say in words what they do: their seals show it."""
_BELOW_ZERO: theme.Colour = (0xFF, 0xB8, 0xA2)
_EDGE = "M14 6H136A8 8 0 0 1 144 14V196A8 8 0 0 1 136 204H14A8 8 0 0 1 6 196V14A8 8 0 0 1 14 6Z"
_LETTERS = {
    "ja": {Colour.RED: "赤", Colour.BLUE: "青", Colour.BROWN: "茶", Colour.GREEN: "緑", Colour.SOS: "SOS"},
    "en": {Colour.RED: "R", Colour.BLUE: "B", Colour.BROWN: "Br", Colour.GREEN: "G", Colour.SOS: "SOS"},
}
"""What stands beside the value, for colours that cannot be seen."""


@dataclass(frozen=True, slots=True)
class NormalLook:
    """What a normal card shows: colour and value, and the letter of the colour."""

    colour: Colour
    value: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class EventLook:
    """What an event shows: its picture, points, seals in their order, marks by style, and its words."""

    picture: str
    number: int
    points: int
    effects: tuple[Effect, ...] = ()
    tags: tuple[int, ...] = ()
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class RoleLook:
    """What a character shows: whose crest, and the name. How it wins is told beside it."""

    person: Person
    name: str = ""


Look = NormalLook | EventLook | RoleLook

_KNOWN_TAGS = {"costume": 0}


def event_face(event: EventCard) -> Face:
    """Return the short text of an event: "e" and its number."""
    return f"e{event.number}"


def role_face(person: Person) -> Face:
    """Return the short text of a character: "p" and its place among the seven, from 0."""
    return f"p{tuple(Person).index(person)}"


def tag_styles(card_set: CardSet) -> dict[str, int]:
    """Return the style of each mark of a set, by its id: known ones keep theirs, others get what is left."""
    taken = {_KNOWN_TAGS[tag.id] for tag in card_set.tags if tag.id in _KNOWN_TAGS}
    free = iter([style for style in range(icons.TAGS) if style not in taken])
    return {tag.id: _KNOWN_TAGS[tag.id] if tag.id in _KNOWN_TAGS else next(free) for tag in card_set.tags}


def card_looks(card_set: CardSet, language: str = "") -> dict[Face, Look]:
    """Return what each card of a set shows, by its short text ("r1", "s0", "e19", "p6"); in no language, no words."""
    letters = _LETTERS.get(language, {})
    looks: dict[Face, Look] = {str(card): normal_look(card, letters.get(card.colour, "")) for card in card_set.kinds}
    styles = tag_styles(card_set)
    for event in card_set.event_cards:
        face = card_set.event(event)
        looks[event_face(event)] = EventLook(
            picture=face.id if pictures.known(face.id) else "",
            number=event.number,
            points=face.points,
            effects=face.effects,
            tags=tuple([styles[tag] for tag in face.tags]),
            name=_said(face.name, language),
            text=_said(face.text, language),
        )
    for character in card_set.characters:
        looks[role_face(character.person)] = RoleLook(character.person, _said(character.name, language))
    return looks


def normal_look(card: Card, letter: str = "") -> NormalLook:
    """Return what a normal card shows."""
    return NormalLook(card.colour, card.value, letter)


def _said(named: Named, language: str) -> str:
    match language:
        case "ja":
            return named.ja
        case "en":
            return named.en
        case _:
            return ""


def face_maker(looks: Mapping[Face, Look]) -> FaceMaker:
    """Return what draws the cards with these looks by their short texts, the three backs included."""

    def draw(painter: Painter, face: Face, width: int) -> pygame.Surface:
        if face in _BACKS:
            return painter.drawing(_BACKS[face] or painter.back, (width, round(width * HEIGHT)))
        return face_surface(painter, looks[face], width)

    return draw


_BACKS = {BACK: "", EVENT_BACK: "back-event", ROLE_BACK: "back-character"}
"""The drawings of the backs. The gifts have that of the player's choice; by theirs the other decks are told apart."""


def face_surface(painter: Painter, look: Look, width: int) -> pygame.Surface:
    """Return the face of a card at `width` pixels, kept by the painter."""
    return painter.hold(("haruhi-face", look, width), lambda: _draw(painter, look, width))


def _draw(painter: Painter, look: Look, width: int) -> pygame.Surface:
    size = (width, round(width * HEIGHT))
    match look:
        case NormalLook():
            return _normal(painter, look, size)
        case EventLook():
            return _event(painter, look, size)
        case RoleLook():
            return _role(painter, look, size)
    assert_never(look)


def colour_mark(painter: Painter, colour: Colour, side: int, *, on_dark: bool = False) -> pygame.Surface:
    """Return the shape of a colour, for lines of text and panels."""
    style = STYLES[colour]
    ink = style.on_dark if on_dark else style.ink
    return painter.keep(
        ("haruhi-mark", colour, side, on_dark), lambda: square(gifts.mark(colour, hexed(ink)), 120, side)
    )


def role_mark(painter: Painter, person: Person, side: int, *, on_dark: bool = False) -> pygame.Surface:
    """Return the crest of a person, for lines of text, panels and notes."""
    ink, light = (crests.ON_DARK, (0xF3, 0xEE, 0xE0)) if on_dark else (crests.INK, crests.LIGHT)
    ground = hexed(painter.palette.ground[1]) if on_dark else gifts.PAPER
    return painter.keep(
        ("haruhi-crest", person, side, on_dark),
        lambda: square(crests.crest(person, hexed(ink), hexed(light), ground), 120, side),
    )


# --- normal cards -----------------------------------------------------------------------------------------------------


def _normal(painter: Painter, look: NormalLook, size: tuple[int, int]) -> pygame.Surface:
    colour = look.colour
    surface = svg(sheet(*size, gifts.frame(colour)), size)
    if size[0] >= _PATTERNED:
        surface.blit(
            painter.keep(("haruhi-paper", colour, size), lambda: _veiled(*gifts.pattern(colour), size)), (0, 0)
        )
    surface.blit(
        painter.keep(("haruhi-gifts", colour, look.value, size), lambda: svg(gifts.gifts(colour, look.value), size)),
        (0, 0),
    )
    if colour is Colour.SOS:
        _sos(painter, surface)
    else:
        _index(painter, surface, look)
    return surface


def _veiled(lines: str, veil: str, size: tuple[int, int]) -> pygame.Surface:
    """Return a pattern, fading towards the middle of the card."""
    surface = svg(lines, size)
    surface.blit(svg(veil, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _index(painter: Painter, surface: pygame.Surface, look: NormalLook) -> None:
    """Write the value in the upper left corner, and beside it the letter of the colour over its shape."""
    width = surface.get_width()
    ink = STYLES[look.colour].ink
    tiny = width < _MARKED
    value = painter.type.write(str(look.value), max(13, round(width * (0.38 if tiny else 0.33))), ink, bold=True)
    left, upper = round(width * 0.095), round(width * 0.03)
    surface.blit(value, (left, upper))
    column = left + value.get_width() + round(width * 0.035)
    side = round(width * (0.2 if tiny or not look.letter else 0.145))
    if look.letter and not tiny:
        letter = painter.type.write(look.letter, max(9, round(width * 0.165)), ink, bold=True)
        surface.blit(letter, (column, upper + round(width * 0.05)))
        surface.blit(colour_mark(painter, look.colour, side), (column, upper + round(width * 0.235)))
    else:
        surface.blit(colour_mark(painter, look.colour, side), (column, upper + round(width * 0.09)))


def _sos(painter: Painter, surface: pygame.Surface) -> None:
    """Write the name of the SOS card: the same in every language."""
    width = surface.get_width()
    size = painter.type.shrink("SOS", max(12, round(width * 0.27)), round(width * 0.82), 7, bold=True)
    name = painter.type.write("SOS", size, STYLES[Colour.SOS].ink, bold=True)
    surface.blit(name, (round(width * 0.095), round(width * 0.045)))


# --- events -----------------------------------------------------------------------------------------------------------


def _event(painter: Painter, look: EventLook, size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    told = width >= _TOLD and bool(look.text)
    surface = svg(sheet(*size, _band()), size)
    letters, lines = _name(painter, look.name, width, round(width * 0.86), 1 if told else 2)
    low = told or len(lines) > 1
    side = round(width * (0.44 if low else 0.6))
    middle = round(width * (0.64 if low else 0.79 if lines else 0.87))
    key = ("haruhi-event", look.picture or look.number, side)
    drawn = painter.keep(key, lambda: square(pictures.picture(look.picture, look.number), 120, side))
    surface.blit(drawn, ((width - side) // 2, middle - side // 2))
    _seals(painter, surface, look.effects, _points(painter, surface, look.points))
    _tags(painter, surface, look.tags)
    step = round(letters * 1.14)
    y = round(width * (0.945 if told else 1.13 if low else 1.225)) - step * len(lines) // 2
    for line in lines:
        written = painter.type.write(line, letters, INK, bold=True)
        surface.blit(written, ((width - written.get_width()) // 2, y + (step - written.get_height()) // 2))
        y += step
    if told:
        _text(painter, surface, look.text, round(width * 1.015), height - round(width * 0.055))
    return surface


def _band() -> str:
    """Return the dark band across the head of an event, and the line within its edge."""
    return (
        '<defs><linearGradient id="b" x1="0" y1="4" x2="0" y2="62" gradientUnits="userSpaceOnUse">'
        '<stop offset="0" stop-color="#34456e"/><stop offset="1" stop-color="#1d2844"/></linearGradient></defs>'
        '<path d="M0.5 58V12.5A12 12 0 0 1 12.5 0.5H137.5A12 12 0 0 1 149.5 12.5V58Z" fill="url(#b)"/>'
        '<rect x="0.5" y="58" width="149" height="2.6" fill="#d9a43a"/>'
        '<path d="M6 66V196A8 8 0 0 0 14 204H136A8 8 0 0 0 144 196V66" fill="none" stroke="#34456e" '
        'stroke-opacity="0.45" stroke-width="1.4"/>'
    )


def _points(painter: Painter, surface: pygame.Surface, points: int) -> int:
    """Write the points upon the band, large, and pale red where they are lost; return where they end."""
    width = surface.get_width()
    colour = PAPER if points >= 0 else _BELOW_ZERO
    written = painter.type.write(str(abs(points)), max(12, round(width * 0.38)), colour, bold=True)
    box = written.get_bounding_rect()
    left, middle = round(width * 0.085), round(width * 0.195)
    if points < 0:  # a short minus of our own: after that of the font the next card of a full row would hide the number
        sign = pygame.Rect(round(width * 0.06), 0, max(5, round(width * 0.13)), max(2, round(width * 0.032)))
        sign.centery = middle
        surface.fill(colour, sign)
        left = sign.right + max(1, round(width * 0.022))
    surface.blit(written, (left - box.x, middle - box.centery))
    return left + box.w


def _seals(painter: Painter, surface: pygame.Surface, effects: tuple[Effect, ...], left: int) -> None:
    """Stamp what the taker may do at the right end of the band, beside the points."""
    if not effects:
        return
    width, gap = surface.get_width(), max(1, round(surface.get_width() * 0.02))
    rows = 1 if len(effects) <= 4 else 2 if len(effects) <= 8 else 3
    columns = -(-len(effects) // rows)
    room = round(width * 0.93) - left
    largest = round(width * ((0.32 if width < _PATTERNED else 0.28), 0.17, 0.11)[rows - 1])
    side = max(2, min(largest, (room - gap * (columns - 1)) // columns))
    for place, effect in enumerate(effects):
        row, column = divmod(place, columns)
        x = round(width * 0.95) - (columns - column) * (side + gap) + gap
        y = round(width * 0.195) - (rows * (side + gap) - gap) // 2 + row * (side + gap)
        surface.blit(icons.seal(painter, effect, side), (x, y))


def _tags(painter: Painter, surface: pygame.Surface, tags: tuple[int, ...]) -> None:
    """Draw the marks of an event, one below the other from under the band."""
    width = surface.get_width()
    side = max(2, min(max(9, round(width * 0.17)), round(width * 0.42) // max(1, len(tags)) - 1))
    for place, tag in enumerate(tags):
        y = round(width * 0.45) + place * (side + 1)
        surface.blit(icons.tag_mark(painter, tag, side, _TAG), (round(width * 0.94) - side, y))


_TAG: theme.Colour = (0xA8, 0x3C, 0x6E)


def _name(painter: Painter, name: str, width: int, room: int, allowed: int) -> tuple[int, list[str]]:
    """Return the size of a name's letters on a card so wide, and its lines: rather two than small letters."""
    typed = painter.type
    if not name or width < _NAMED:
        return 0, []
    size = max(9, round(width * (0.125 if width >= _TOLD else 0.17)))
    parts = phrases(name) if allowed > 1 else [name]
    widest = max(parts, key=lambda part: typed.width(part.rstrip(), size, bold=True)).rstrip()
    size = typed.shrink(widest, size, room, 9, bold=True)
    lines = typed.wrap(name, size, room, bold=True) if allowed > 1 else [name]
    while len(lines) > allowed and size > 9:
        size -= 1
        lines = typed.wrap(name, size, room, bold=True)
    if len(lines) > allowed:
        lines[allowed - 1 :] = [lines[allowed - 1] + "…"]
    return size, [typed.fit(line, size, room, bold=True) for line in lines]


def _text(painter: Painter, surface: pygame.Surface, text: str, top: int, bottom: int) -> None:
    """Write what an event does, as large as there is room for, and shortened where there is none."""
    width = surface.get_width()
    room = round(width * 0.86)
    size = max(9, round(width * 0.085))
    while True:
        step, lines = round(size * 1.25), painter.type.wrap(text, size, room, loose=True)
        allowed = (bottom - top) // step
        lonely, crowded = len(lines) > 1 and len(lines[-1]) <= 2, len(lines) * step > 0.85 * (bottom - top)
        if size == 9 or not (crowded or lonely):
            break
        size -= 1
    if len(lines) > allowed:
        lines[allowed - 1 :] = [painter.type.fit(lines[allowed - 1] + "…", size, room)]
    y = top + (bottom - top - len(lines) * step) // 2
    for line in lines:
        written = painter.type.write(line, size, INK)
        surface.blit(written, ((width - written.get_width()) // 2, y + (step - written.get_height()) // 2))
        y += step


# --- characters -------------------------------------------------------------------------------------------------------


def _role(painter: Painter, look: RoleLook, size: tuple[int, int]) -> pygame.Surface:
    width = size[0]
    surface = svg(sheet(*size, crests.corners(hexed(crests.INK))), size)
    if width >= _PATTERNED:
        surface.blit(painter.keep(("haruhi-role-paper", size), lambda: _veiled(*crests.paper(_EDGE), size)), (0, 0))
    letters, lines = _name(painter, look.name, width, round(width * 0.78), 1)
    side = round(width * 0.66)
    middle = round(width * (0.6 if lines else 0.7))
    surface.blit(role_mark(painter, look.person, side), ((width - side) // 2, middle - side // 2))
    for line in lines:
        plate = painter.plate((round(width * 0.86), round(width * 0.22)), crests.INK, radius=width * 0.06)
        place = plate.get_rect(midtop=(width // 2, round(width * 1.075)))
        name = painter.type.write(line, letters, PAPER, bold=True)
        surface.blits([(plate, place), (name, name.get_rect(center=place.center))])
    return surface
