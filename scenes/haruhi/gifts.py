"""The gifts on the normal cards: each colour has a shape, a paper and a frame of its own, so that shape tells it too.

Circle, diamond, square and triangle are wrapped boxes seen from above, tied with a ribbon; as many as the value lie on
a card. The SOS card has a gavel, for it ends the auction. All of it is our own drawing, as markup of SVG. A card counts
150 by 210 units, a mark 120 by 120.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from game.haruhi.card_set import Colour
from scenes.drawing import theme
from scenes.drawing.painter import hexed
from scenes.drawing.shapes import lined, moved, path

PAPER = "#fbf6ea"
_VIEW = 'xmlns="http://www.w3.org/2000/svg" width="150" height="210" viewBox="0 0 150 210"'


@dataclass(frozen=True, slots=True)
class Style:
    """How a colour looks: its ink on paper, a lighter shade of it, and its colour on dark ground."""

    ink: theme.Colour
    light: theme.Colour
    on_dark: theme.Colour


STYLES: dict[Colour, Style] = {
    Colour.RED: Style((0xC2, 0x3B, 0x3B), (0xE2, 0x80, 0x78), (0xF2, 0x8B, 0x84)),
    Colour.BLUE: Style((0x0B, 0x63, 0xA5), (0x5F, 0xA3, 0xD9), (0x6F, 0xB4, 0xEA)),
    Colour.BROWN: Style((0x8A, 0x5A, 0x2B), (0xBF, 0x92, 0x62), (0xDD, 0xAE, 0x7C)),
    Colour.GREEN: Style((0x0A, 0x7A, 0x5A), (0x58, 0xB3, 0x94), (0x4F, 0xCF, 0xA3)),
    Colour.SOS: Style((0x1F, 0x2A, 0x44), (0xD6, 0xA8, 0x45), (0xF2, 0xC1, 0x4E)),
}


_SHAPES: dict[Colour, tuple[str, str, str]] = {
    Colour.RED: (
        "M-46 0A46 46 0 1 0 46 0A46 46 0 1 0 -46 0Z",
        "M0 -46A46 46 0 0 1 0 46Z",
        "M-5 -45.7H5V-5H45.7V5H5V45.7H-5V5H-45.7V-5H-5Z",
    ),
    Colour.BLUE: (
        "M0 -54L46 0L0 54L-46 0Z",
        "M0 -54L46 0L0 54Z",
        "M-5 -48.1L0 -54L5 -48.1V-5H41.7L46 0L41.7 5H5V48.1L0 54L-5 48.1V5H-41.7L-46 0L-41.7 -5H-5Z",
    ),
    Colour.BROWN: (
        "M-41 -41H41V41H-41Z",
        "M0 -41H41V41H0Z",
        "M-5 -41H5V-5H41V5H5V41H-5V5H-41V-5H-5Z",
    ),
    Colour.GREEN: (
        "M0 -50L50 38H-50Z",
        "M0 -50L50 38H0Z",
        "M-5 -41.2L0 -50L5 -41.2V3H30.1L35.8 13H5V38H-5V13H-35.8L-30.1 3H-5Z",
    ),
}
"""The outline of a gift, its lighter half, and its ribbon, around (0, 0)."""
_KNOT = {Colour.RED: 0.0, Colour.BLUE: 0.0, Colour.BROWN: 0.0, Colour.GREEN: 8.0}
"""How far below the middle the ribbons cross."""


def gift(colour: Colour, ink: str, light: str, *, bow: bool = True) -> str:
    """Return a wrapped gift around (0, 0), about 100 units wide."""
    outline, half, ribbon = _SHAPES[colour]
    drawn = path(outline, ink) + path(half, light) + path(ribbon, PAPER)
    if not bow:
        return drawn
    loop = "M0 0C7 -15 24 -20 29 -12C33 -4 18 4 0 0Z"
    tail = "M0 0L17 9L12 18L4 5Z"
    tied = "".join(
        f'<path d="{part}" fill="{PAPER}" stroke="{ink}" stroke-width="3.4" stroke-linejoin="round"/>'
        for part in (tail, loop)
    )
    other = f'<g transform="scale(-1 1)">{tied}</g>'
    knot = f'<circle cx="0" cy="-1" r="5.4" fill="{PAPER}" stroke="{ink}" stroke-width="3"/>'
    return drawn + moved(tied + other + knot, 0, _KNOT[colour])


def mark(colour: Colour, ink: str) -> str:
    """Return the plain shape of a colour, 120 by 120 units, for where there is little room; for SOS the gavel."""
    if colour is Colour.SOS:
        return moved(_gavel(ink, ink), 60, 60, scale=0.98)
    return moved(path(_SHAPES[colour][0], ink), 60, 66 if colour is Colour.GREEN else 60, scale=1.08)


_PLACES: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (0.92, ((75, 128),)),
    2: (0.58, ((75, 96), (75, 163))),
    3: (0.52, ((75, 96), (44, 158), (106, 158))),
    4: (0.48, ((46, 98), (104, 98), (46, 160), (104, 160))),
    5: (0.4, ((42, 90), (108, 90), (75, 128), (42, 166), (108, 166))),
    6: (0.385, ((48, 86), (102, 86), (48, 128), (102, 128), (48, 170), (102, 170))),
    7: (0.34, ((42, 88), (108, 88), (75, 108), (42, 130), (108, 130), (42, 172), (108, 172))),
    8: (0.34, ((42, 86), (108, 86), (75, 107), (42, 128), (108, 128), (75, 149), (42, 170), (108, 170))),
    9: (
        0.335,
        ((38, 86), (75, 86), (112, 86), (38, 128), (75, 128), (112, 128), (38, 170), (75, 170), (112, 170)),
    ),
}
"""Where the gifts of a value lie on the card, and how large they are."""


def gifts(colour: Colour, value: int) -> str:
    """Return what lies in the middle of a normal card, on its own: 150 by 210 units."""
    style = STYLES[colour]
    ink, light = hexed(style.ink), hexed(style.light)
    if colour is Colour.SOS:
        inner = moved(_gavel(ink, light), 75, 130, scale=1.0)
    else:
        scale, places = _PLACES[value]
        one = gift(colour, ink, light, bow=value <= 6)
        inner = "".join(moved(one, x, y, scale=scale) for x, y in places)
    return f"<svg {_VIEW}>{inner}</svg>"


def _gavel(ink: str, light: str) -> str:
    """Return a gavel that strikes its block, around (0, 0)."""
    head = (
        '<rect x="-27" y="-17" width="54" height="34" rx="3" fill="INK"/>'
        '<rect x="-38" y="-21" width="13" height="42" rx="4" fill="INK"/>'
        '<rect x="25" y="-21" width="13" height="42" rx="4" fill="INK"/>'
        '<rect x="-19" y="-17" width="6" height="34" fill="LIGHT"/>'
        '<rect x="13" y="-17" width="6" height="34" fill="LIGHT"/>'
    ).replace("INK", ink)
    head = head.replace("LIGHT", PAPER if ink == light else light)
    handle = lined("M0 18V66", ink, 11)
    block = f'<rect x="-50" y="38" width="58" height="13" rx="4" fill="{ink}"/>'
    blow = "".join(lined(d, light, 5) for d in ("M-52 24L-44 18", "M-58 4L-49 4", "M-50 -16L-43 -10"))
    return moved(head + handle, -9, -9, turn=-50) + block + blow


def frame(colour: Colour) -> str:
    """Return the line within the edge of a normal card."""
    ink = hexed(STYLES[colour].ink)
    return f'<path d="{_FRAMES[colour]}" fill="none" stroke="{ink}" stroke-opacity="0.55" stroke-width="1.5"/>'


def pattern(colour: Colour) -> tuple[str, str]:
    """Return two drawings: the lines of a colour's paper over the whole card, and where they are to be seen."""
    ink = hexed(STYLES[colour].ink)
    lines = (
        f'<svg {_VIEW}><path d="{_LINES[colour]()}" fill="none" stroke="{ink}" stroke-opacity="0.3" '
        f'stroke-width="1"/></svg>'
    )
    return lines, veil(_FRAMES[colour])


def veil(within: str) -> str:
    """Return a drawing that lets a pattern be seen inside a frame, and less towards the middle."""
    return (
        f'<svg {_VIEW}><defs><radialGradient id="v" cx="75" cy="122" r="112" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0.3" stop-color="#ffffff" stop-opacity="0.14"/>'
        f'<stop offset="0.62" stop-color="#ffffff" stop-opacity="0.55"/>'
        f'<stop offset="1" stop-color="#ffffff" stop-opacity="1"/></radialGradient></defs>'
        f'<path d="{within}" fill="url(#v)"/></svg>'
    )


def _bubbles() -> str:
    """Return rows of circles that touch, a smaller one within each."""
    found = ""
    for row in range(15):
        for column in range(-1, 11):
            x, y = 15 * column + 7.5 * (row % 2), 15 * row * 0.866
            for r in (7.5, 3.2):
                found += f"M{x - r:.1f} {y:.1f}A{r} {r} 0 1 0 {x + r:.1f} {y:.1f}A{r} {r} 0 1 0 {x - r:.1f} {y:.1f}Z"
    return found


def _lattice() -> str:
    """Return lines that cross aslant."""
    return "".join(f"M{x} 0l175 210M{x + 3.2} 0l175 210M{x + 175} 0l-175 210" for x in range(-182, 150, 16))


def _checks() -> str:
    """Return squares, every other one with lines in it."""
    found = ""
    for row in range(16):
        for column in range(11):
            x, y = 14 * column - 2, 14 * row - 7
            found += f"M{x} {y}h14v14h-14z"
            if (row + column) % 2:
                found += f"M{x + 3.5} {y}v14M{x + 7} {y}v14M{x + 10.5} {y}v14"
    return found


def _scales() -> str:
    """Return rows of triangles, one within the other."""
    side, found = 21.0, ""
    high = side * 3**0.5 / 2
    for row in range(-1, 12):
        for column in range(-1, 9):
            x, y = column * side + (row % 2) * side / 2, row * high
            found += f"M{x:.1f} {y + high:.1f}L{x + side / 2:.1f} {y:.1f}L{x + side:.1f} {y + high:.1f}Z"
            found += f"M{x + 5.5:.1f} {y + high - 3.2:.1f}H{x + side - 5.5:.1f}L{x + side / 2:.1f} {y + 6.4:.1f}Z"
    return found


def _rays() -> str:
    """Return rays from where the gavel strikes."""
    found = ""
    for index in range(72):
        angle, near = index / 72 * 2 * pi, 44 + 14 * (index % 2)
        x, y = cos(angle), sin(angle)
        found += f"M{75 + near * x:.1f} {130 + near * y:.1f}L{75 + 200 * x:.1f} {130 + 200 * y:.1f}"
    return found


_LINES = {
    Colour.RED: _bubbles,
    Colour.BLUE: _lattice,
    Colour.BROWN: _checks,
    Colour.GREEN: _scales,
    Colour.SOS: _rays,
}
_FRAMES = {
    Colour.RED: "M26 6H124A20 20 0 0 1 144 26V184A20 20 0 0 1 124 204H26A20 20 0 0 1 6 184V26A20 20 0 0 1 26 6Z",
    Colour.BLUE: "M18 6H132L144 18V192L132 204H18L6 192V18Z",
    Colour.BROWN: "M18 6H132V12H138V18H144V192H138V198H132V204H18V198H12V192H6V18H12V12H18Z",
    Colour.GREEN: "M16 6H134A10 10 0 0 0 144 16V194A10 10 0 0 0 134 204H16A10 10 0 0 0 6 194V16A10 10 0 0 0 16 6Z",
    Colour.SOS: "M14 6H136A8 8 0 0 1 144 14V196A8 8 0 0 1 136 204H14A8 8 0 0 1 6 196V14A8 8 0 0 1 14 6Z",
}
