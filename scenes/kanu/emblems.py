"""The emblems of the series, each in forms that grow with the number of the card, as markup of SVG.

Every drawing counts 120 by 120 units. How many locks, stars, petals, glaives, waves or peaks there are is the number,
so that no card is another one with a different figure in its corner. All of it is our own drawing, in the manner of
family crests; no likeness and no sign of any work is in it. Card sets may have up to nine series and nine numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from scenes.drawing.shapes import lined, moved, path
from scenes.drawing.theme import Colour

PAPER = "#fbf6ea"


@dataclass(frozen=True, slots=True)
class Style:
    """How a series looks: its colour on paper, a lighter shade of it, and its colour on dark ground."""

    ink: Colour
    light: Colour
    on_dark: Colour


STYLES: tuple[Style, ...] = (
    Style((0x8C, 0x2F, 0x39), (0xC4, 0x6F, 0x72), (0xE8, 0x8F, 0x94)),
    Style((0x0B, 0x63, 0xA5), (0x5F, 0xA3, 0xD9), (0x6F, 0xB4, 0xEA)),
    Style((0xB0, 0x46, 0x7E), (0xE0, 0x8C, 0xB6), (0xF0, 0x92, 0xC2)),
    Style((0x0A, 0x7A, 0x5A), (0x58, 0xB3, 0x94), (0x4F, 0xCF, 0xA3)),
    Style((0x5B, 0x4B, 0xA8), (0x9A, 0x8D, 0xD8), (0xAF, 0xA2, 0xF0)),
    Style((0x9A, 0x6A, 0x00), (0xD6, 0xA8, 0x45), (0xE6, 0xBE, 0x5C)),
    Style((0x3D, 0x4A, 0x5C), (0x86, 0x95, 0xA8), (0xB4, 0xC2, 0xD3)),
    Style((0x5A, 0x6B, 0x1E), (0x9D, 0xB0, 0x56), (0xC3, 0xD6, 0x7A)),
    Style((0x7A, 0x4A, 0x2B), (0xBC, 0x8A, 0x66), (0xDD, 0xAE, 0x8C)),
)
"""Beard, star, heart, glaive, waves, crown for the six series of the game; drop, leaf, lozenge for more of them."""


def emblem(style: int, number: int, ink: str, light: str, ground: str = PAPER) -> str:
    """Return the emblem of a style (0 to 8) for a number (1 to 9), in two shades upon `ground`."""
    return _FORMS[style](number, ink, light, ground)


def mark(style: int, ink: str) -> str:
    """Return the emblem at its plainest, in one shade and stout, for where there is little room."""
    match style:
        case 1:
            return _burst(60, 60, 58, 4, ink, ink, stout=0.34)
        case 3:
            blade = moved(path(_BLADE, ink), 0, -52, scale=1.3)
            return moved(lined("M0 0V-54", ink, 10) + blade, 22, 108, turn=36)
        case _:
            return _FORMS[style](1, ink, ink, "none")


# --- beard ------------------------------------------------------------------------------------------------------------


def _beard(number: int, ink: str, light: str, ground: str) -> str:
    """Draw a moustache over as many locks as the number says; the more, the longer they flow."""
    spread = (0, 13, 21, 27, 32, 36, 38, 40, 42)[number - 1]
    width = (13, 12, 10.5, 9.4, 8.4, 7.6, 6.8, 6.2, 5.7)[number - 1]
    locks = []
    for index in range(number):
        side = 0.0 if number == 1 else 2 * index / (number - 1) - 1  # -1 at the left, 1 at the right
        top, sway = 60 + side * spread, side if number > 1 else 0.5
        tip_x, tip_y = top + sway * 20, 112 - 22 * side * side if number > 2 else 110
        bend = tip_x - sway * 15
        right = f"C{top + width:.1f} 62 {bend + width:.1f} {tip_y - 22:.1f} {tip_x:.1f} {tip_y:.1f}"
        left = f"C{bend - width * 0.9:.1f} {tip_y - 14:.1f} {top - width:.1f} 66 {top - width:.1f} 36Z"
        middle = f"C{bend:.1f} {tip_y - 16:.1f} {top:.1f} 66 {top:.1f} 36Z"
        lock = f'<path d="M{top - width:.1f} 36L{top + width:.1f} 36{right}{left}" fill="{ink}" {_edge(ground)}/>'
        lock += path(f"M{top:.1f} 36L{top + width - 1:.1f} 36{right}{middle}", light)
        locks.append((abs(side), lock))
    locks.sort(key=lambda lock: -lock[0])
    half = "C68 15 83 15 94 23C101 28 108 29 116 23C115 38 100 46 86 42C75 39 68 33 60 33Z"
    other = "M60 24C52 15 37 15 26 23C19 28 12 29 4 23C5 38 20 46 34 42C45 39 52 33 60 33Z"
    whiskers = f'<path d="{other}M60 24{half}" fill="{ink}" {_edge(ground)}/>'
    shine = path("M60 24C68 15 83 15 94 23C101 28 108 29 116 23C110 34 97 36 86 31C76 26 68 25 60 28Z", light)
    return "".join(lock for _, lock in locks) + whiskers + shine


def _edge(ground: str) -> str:
    """Return what sets a shape off from the one under it."""
    return "" if ground == "none" else f'stroke="{ground}" stroke-width="3" stroke-linejoin="round"'


# --- star -------------------------------------------------------------------------------------------------------------


def _burst(x: float, y: float, radius: float, points: int, ink: str, light: str, *, stout: float = 0.22) -> str:
    """Draw a star of slender points, each lit from one side; `stout` is the size of its heart."""
    inner = radius * (stout if points == 4 else 0.36)
    dark, lit = "", ""
    for index in range(points):
        at = 2 * pi * index / points - pi / 2
        tip = (radius * cos(at), radius * sin(at))
        left, right = ((inner * cos(at + sign * pi / points), inner * sin(at + sign * pi / points)) for sign in (-1, 1))
        dark += f"M0 0L{left[0]:.2f} {left[1]:.2f}L{tip[0]:.2f} {tip[1]:.2f}L0 0Z"
        lit += f"M0 0L{right[0]:.2f} {right[1]:.2f}L{tip[0]:.2f} {tip[1]:.2f}L0 0Z"
    halves = path(dark + lit, ink) if ink == light else path(dark, ink) + path(lit, light)
    return moved(halves, x, y)


def _star(number: int, ink: str, light: str, _ground: str) -> str:
    """Draw one large star and the others on its orbit."""
    if number == 1:
        return _burst(60, 60, 58, 4, ink, light)
    if number == 2:
        return _burst(52, 67, 51, 4, ink, light) + _burst(90, 30, 24, 4, ink, light, stout=0.26)
    radius, points, small, first = {
        3: (45, 4, 22, -45),
        4: (36, 6, 20, -60),
        5: (43, 4, 19, -45),
        6: (31, 5, 18, -54),
        7: (30, 6, 16, -60),
        8: (29, 7, 14, -64),
        9: (28, 8, 13, -67.5),
    }[number]
    orbit, drawn = 45, _burst(60, 60, radius, points, ink, light)
    step, gap = 360 / (number - 1), 25 if number < 7 else 20
    for index in range(number - 1):
        at = first + step * index
        x, y = _on_circle(at, orbit)
        drawn += _burst(x, y, small, 4, ink, light, stout=0.26)
        (a, b), (c, d) = _on_circle(at + gap, orbit), _on_circle(at + step - gap, orbit)
        far = int(step - 2 * gap > 180)
        drawn += lined(f"M{a:.2f} {b:.2f}A{orbit} {orbit} 0 {far} 1 {c:.2f} {d:.2f}", light, 2.2)
    return drawn


def _on_circle(degrees: float, radius: float) -> tuple[float, float]:
    at = degrees * pi / 180
    return 60 + radius * cos(at), 60 + radius * sin(at)


# --- heart ------------------------------------------------------------------------------------------------------------

_HEART = (
    "M0 0C-9 -11 -27 -21 -27 -38C-27 -49 -19 -56 -11 -56C-5 -56 -1.5 -53 0 -48"
    "C1.5 -53 5 -56 11 -56C19 -56 27 -49 27 -38C27 -21 9 -11 0 0Z"
)
_HEART_HALF = "M0 0C9 -11 27 -21 27 -38C27 -49 19 -56 11 -56C5 -56 1.5 -53 0 -48Z"


def _heart(number: int, ink: str, light: str, ground: str) -> str:
    """Draw hearts as the petals of a flower."""
    one = path(_HEART, ink) + path(_HEART_HALF, light)
    if number == 1:
        return moved(one, 60, 108, scale=1.78)
    if number == 2:
        return moved(one, 58, 98, turn=-42, scale=1.12) + moved(one, 62, 98, turn=42, scale=1.12)
    tall = (0.98, 0.96, 0.93, 0.88, 0.88, 0.86, 0.86)[number - 3]
    narrow = (1, 0.92, 0.80, 0.70, 0.62, 0.56, 0.50)[number - 3]
    away = (2, 3, 5, 6.5, 8, 9, 10)[number - 3]
    petal = f'<g transform="translate(0 {-away}) scale({tall * narrow:.3f} {tall:.3f})">{one}</g>'
    y = 66 if number == 3 else 62 if number == 5 else 60
    first = 45 if number == 4 else 0
    drawn = "".join(moved(petal, 60, y, turn=first + 360 * index / number) for index in range(number))
    if number >= 5:
        drawn += f'<circle cx="60" cy="{y}" r="{number + 2}" fill="{ground}"/>'
        drawn += f'<circle cx="60" cy="{y}" r="{number - 0.5}" fill="{light}"/>'
    return drawn


# --- glaive -----------------------------------------------------------------------------------------------------------


_BLADE = (
    "M-4 0L4 0C9 -5 17.5 -13 19 -26C20.5 -41 11 -53 -7 -59C0.5 -51 3.5 -44 2.4 -37.5C1 -33 -4 -32 -12 -34.5"
    "C-7.5 -29 -6 -22 -6 -14C-6 -8 -5 -4 -4 0Z"
)
_BLADE_EDGE = "M4 0C9 -5 17.5 -13 19 -26C20.5 -41 11 -53 -7 -59C5.5 -50 12 -41 11 -28C10.4 -17 6.5 -8 4 0Z"


def _polearm(length: float, head: float, ink: str, light: str, ground: str) -> str:
    """Draw a glaive that stands on the origin: shaft, collar with tassels, and the broad curved blade."""
    shaft = 5.2 * (0.55 + 0.45 * head)
    top = -length + 58 * head
    halo = "" if ground == "none" else lined(f"M0 -5V{top:.1f}", ground, shaft + 5)
    tassel = (
        "M-1 0C-9 3 -13 10 -12 19C-8 16 -7 13 -4.5 12C-5 17 -4 21 0 25C4 21 5 17 4.5 12C7 13 8 16 12 19C13 10 9 3 1 0Z"
    )
    blade = f'<path d="{_BLADE}" fill="{ink}" {_edge(ground)}/>' + path(_BLADE_EDGE, light)
    collar = f'<rect x="-6.5" y="-3" width="13" height="7" rx="2" fill="{ink}"/>'
    return (
        halo + lined(f"M0 -3V{top:.1f}", ink, shaft) + moved(path(tassel, light) + blade + collar, 0, top, scale=head)
    )


def _glaive(number: int, ink: str, light: str, ground: str) -> str:
    """Draw glaives alone, crossed, in a fan, in a wheel."""

    def one(length: float, head: float) -> str:
        return _polearm(length, head, ink, light, ground)

    if number == 1:
        return moved(one(136, 1.02), 24, 116, turn=33)
    if number > 5:
        head = 0.6 - 0.05 * (number - 6)
        return "".join(moved(one(59, head), 60, 60, turn=360 * index / number) for index in range(number))
    turns, length, head, foot, pivot = {
        2: ((-36, 36), 122, 0.94, 34, 82),
        3: ((-46, 46, 0), 112, 0.80, 30, 84),
        4: ((-57, 57, -19, 19), 100, 0.68, 24, 86),
        5: ((-68, 68, -34, 34, 0), 98, 0.60, 22, 88),
    }[number]
    drawn = ""
    for turn in turns:
        weapon = moved(one(length, head), 0, foot)
        weapon = f'<g transform="scale(-1 1)">{weapon}</g>' if turn > 0 else weapon  # edges up on both sides
        drawn += moved(weapon, 60, pivot, turn=turn)
    return drawn


# --- waves ------------------------------------------------------------------------------------------------------------

_CREST = (
    "M-50 34C-30 32 -22 20 -15 6C-7 -10 6 -24 26 -24C46 -24 56 -8 52 5C49 15 38 19 31 14C25 10 26 1 32 0"
    "C27 -6 17 -3 14 6C9 20 24 32 50 34Z"
)
_CREST_LIGHT = "M-34 34C-20 29 -12 20 -6 8C1 -6 12 -15 26 -16C37 -16 44 -9 45 -1C40 -9 26 -12 16 -5C4 3 0 22 14 34Z"


def _waves(number: int, ink: str, light: str, ground: str) -> str:
    """Draw breaking waves, one before the other."""
    places, scale = {
        1: (((58, 58),), 1.14),
        2: (((68, 46), (50, 78)), 0.92),
        3: (((60, 40), (36, 76), (84, 76)), 0.66),
        4: (((60, 30), (36, 58), (84, 58), (60, 86)), 0.64),
        5: (((37, 38), (83, 38), (60, 63), (37, 88), (83, 88)), 0.56),
        6: (((60, 30), (41, 58), (80, 58), (23, 86), (60, 86), (97, 86)), 0.44),
        7: (((41, 34), (80, 34), (23, 61), (60, 61), (97, 61), (41, 88), (80, 88)), 0.42),
        8: (((23, 34), (60, 34), (97, 34), (41, 61), (80, 61), (23, 88), (60, 88), (97, 88)), 0.42),
        9: (tuple((x, y) for y in (34, 61, 88) for x in (23, 60, 97)), 0.42),
    }[number]
    drawn = ""
    for x, y in places:
        halo = "" if ground == "none" else f'<path d="{_CREST}" fill="{ground}" stroke="{ground}" stroke-width="9"/>'
        drawn += moved(halo + path(_CREST, ink) + path(_CREST_LIGHT, light), x, y, scale=scale)
    return drawn


# --- crown ------------------------------------------------------------------------------------------------------------


def _crown(number: int, ink: str, light: str, _ground: str) -> str:
    """Draw a crown with as many peaks, balls and jewels as the number says."""
    half = (38, 42, 46, 48, 51, 53, 53, 53, 53)[number - 1]
    tall = (58, 54, 56, 56, 57, 58, 58, 58, 58)[number - 1]
    base, valley, foot = 84.0, 67.0, half * 0.86
    left, right = (60.0 - half - 5, base - 34), (60.0 + half + 5, base - 34)
    leans = [2 * (index + 1) / (number + 1) - 1 for index in range(number)]
    peaks = [(60 + half * lean + 5 * lean, base - tall * (1 - 0.22 * lean * lean)) for lean in leans]
    outline, facets, balls, jewels = f"M{60 - foot:.1f} {base}L{left[0]:.1f} {left[1]}", "", "", ""
    size = max(3.4, 7.5 - 0.5 * number)
    for index, (x, y) in enumerate(peaks):
        before, after = (left, *peaks)[index][0], (*peaks, right)[index + 1][0]
        outline += f"L{(before + x) / 2:.1f} {valley}L{x:.1f} {y:.1f}"
        facets += f"M{x:.1f} {y:.1f}L{(x + after) / 2:.1f} {valley}L{60 + (x - 60) * 0.84:.1f} {base}Z"
        balls += f'<circle cx="{x + leans[index]:.1f}" cy="{y - size + 1:.1f}" r="{size:.1f}" fill="{ink}"/>'
        gem = 60 + (index - (number - 1) / 2) * (2 * foot / (number + 0.6))
        middle = base + 10.5
        jewels += f"M{gem:.1f} {middle - 4}L{gem + 4:.1f} {middle}L{gem:.1f} {middle + 4}L{gem - 4:.1f} {middle}Z"
    outline += f"L{(peaks[-1][0] + right[0]) / 2:.1f} {valley}L{right[0]:.1f} {right[1]}L{60 + foot:.1f} {base}Z"
    body = f'<path d="{outline}" fill="{ink}" stroke="{ink}" stroke-width="2" stroke-linejoin="round"/>'
    band = f'<rect x="{60 - foot:.1f}" y="{base + 4}" width="{2 * foot:.1f}" height="13" rx="3.5" fill="{ink}"/>'
    return body + path(facets, light) + balls + band + path(jewels, light)


# --- what card sets with more than six series get --------------------------------------------------------------------

_DROP = (
    "M0 -2C-13 -12 -20 -22 -20 -34A20 20 0 0 1 20 -34C20 -22 13 -12 0 -2Z",
    "M0 -2C13 -12 20 -22 20 -34A20 20 0 0 0 0 -54Z",
)
_LEAF = ("M0 -2C-22 -16 -22 -38 0 -58C22 -38 22 -16 0 -2Z", "M0 -2C22 -16 22 -38 0 -58Z")
_LOZENGE = ("M0 -2L-18 -29L0 -56L18 -29Z", "M0 -2L18 -29L0 -56Z")


def _ring_of(shape: tuple[str, str]) -> Callable[[int, str, str, str], str]:
    """Return a form that lays as many shapes around the middle as the number says."""

    def form(number: int, ink: str, light: str, _ground: str) -> str:
        one = path(shape[0], ink) + path(shape[1], light)
        if number == 1:
            return moved(one, 60, 116, scale=1.9)
        narrow = min(1.0, 3.6 / number)
        away, tall = 2 + number * 0.7, 0.98 - number * 0.012
        petal = f'<g transform="translate(0 {-away:.1f}) scale({narrow:.3f} {tall:.3f})">{one}</g>'
        return "".join(moved(petal, 60, 60, turn=360 * index / number) for index in range(number))

    return form


_FORMS: tuple[Callable[[int, str, str, str], str], ...] = (
    _beard,
    _star,
    _heart,
    _glaive,
    _waves,
    _crown,
    _ring_of(_DROP),
    _ring_of(_LEAF),
    _ring_of(_LOZENGE),
)
