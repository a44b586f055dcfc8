"""The crests of the seven characters: sun, snow crystal, camellia, folded crane, morning glory, spring, and moon.

They are neutral signs in the manner of family crests, our own drawing, with no likeness of anybody. All count 120 by
120 units. Ink, frame and paper are the same for all seven, so that a corner of a card tells nothing of who it is.
"""

from __future__ import annotations

from math import cos, pi, sin

from game.haruhi.card_set import Person
from scenes.drawing.shapes import lined, moved, path
from scenes.haruhi.gifts import veil

INK = (0x4A, 0x35, 0x66)
LIGHT = (0x9B, 0x82, 0xBE)
ON_DARK = (0xC9, 0xB4, 0xE8)
_GROUND = "#fbf6ea"


def crest(person: Person, ink: str, light: str, ground: str = _GROUND) -> str:
    """Return the crest of a person, in two shades upon `ground`."""
    return _CRESTS[person](ink, light, ground)


def _sun(ink: str, light: str, ground: str) -> str:
    rays = ""
    for index in range(16):
        angle = index / 16 * 360
        long = 56 if index % 2 == 0 else 46
        rays += moved(
            path(f"M0 -31L7 -33L0 -{long}Z", ink) + path(f"M0 -31L-7 -33L0 -{long}Z", light), 60, 60, turn=angle
        )
    disc = f'<circle cx="60" cy="60" r="27" fill="{ink}"/><path d="M60 33A27 27 0 0 1 60 87Z" fill="{light}"/>'
    return rays + disc + f'<circle cx="60" cy="60" r="9" fill="{ground}"/>'


def _snow(ink: str, light: str, ground: str) -> str:
    arm = (
        lined("M0 -6V-52", ink, 6) + lined("M-13 -49L0 -36L13 -49", ink, 5.4) + lined("M-10 -31L0 -21L10 -31", light, 5)
    )
    arms = "".join(moved(arm, 60, 60, turn=60 * index) for index in range(6))
    corners = " ".join(f"{60 + 12 * sin(k * pi / 3):.1f},{60 - 12 * cos(k * pi / 3):.1f}" for k in range(6))
    return arms + f'<polygon points="{corners}" fill="{ink}"/><circle cx="60" cy="60" r="4.6" fill="{ground}"/>'


def _camellia(ink: str, light: str, ground: str) -> str:
    petal = (
        f'<path d="M0 2C-20 -6 -34 -26 -27 -42C-22 -53 -8 -55 0 -47C8 -55 22 -53 27 -42C34 -26 20 -6 0 2Z" '
        f'fill="{ink}" stroke="{ground}" stroke-width="3" stroke-linejoin="round"/>'
        + path("M0 0C16 -10 28 -26 24 -39C20 -48 9 -49 2 -43C10 -36 8 -16 0 0Z", light)
    )
    petals = "".join(moved(petal, 60, 62, turn=72 * index) for index in range(5))
    stamens = "".join(
        f'<circle cx="{60 + 9.5 * cos(k * pi / 4):.1f}" cy="{62 + 9.5 * sin(k * pi / 4):.1f}" r="2.6" fill="{ink}"/>'
        for k in range(8)
    )
    return (
        petals
        + f'<circle cx="60" cy="62" r="15" fill="{ground}"/>{stamens}<circle cx="60" cy="62" r="4" fill="{ink}"/>'
    )


def _crane(ink: str, light: str, ground: str) -> str:
    """Return a crane folded from paper, seen from the side."""
    fold = f'stroke="{ground}" stroke-width="2.4" stroke-linejoin="round"'
    return (
        f'<path d="M104 40L116 56L100 52L78 84L66 74L100 40Z" fill="{ink}" {fold}/>'
        f'<path d="M4 38L50 80L34 84Z" fill="{light}" {fold}/>'
        f'<path d="M26 6L64 62L44 80Z" fill="{light}" {fold}/>'
        f'<path d="M86 4L80 84L42 78Z" fill="{ink}" {fold}/>'
        f'<path d="M86 4L96 42L80 84Z" fill="{light}" {fold}/>'
        f'<path d="M36 78L84 80L60 114Z" fill="{ink}" {fold}/>'
        f'<path d="M60 79L84 80L60 114Z" fill="{light}" {fold}/>'
    )


def _glory(ink: str, light: str, ground: str) -> str:
    """Return a morning glory, seen from the front."""
    edge = ""
    for index in range(5):
        a, b, c = ((index + shift) * 2 * pi / 5 - pi / 2 for shift in (-0.5, 0, 0.5))
        start, end = ((60 + 47 * cos(x), 60 + 47 * sin(x)) for x in (a, c))
        top = (60 + 64 * cos(b), 60 + 64 * sin(b))
        edge += f"M{start[0]:.1f} {start[1]:.1f}" if not index else ""
        edge += f"Q{top[0]:.1f} {top[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    star = ""
    for index in range(5):
        star += moved(path("M0 0L-8 -14L0 -50L8 -14Z", ground), 60, 60, turn=72 * index)
    throat = f'<circle cx="60" cy="60" r="30" fill="{light}"/>'
    return path(edge + "Z", ink) + throat + star + f'<circle cx="60" cy="60" r="8" fill="{ink}"/>'


def _spring(ink: str, light: str, ground: str) -> str:
    """Return a drop above the rings it has made on the water."""
    drop = path("M60 4C72 22 82 34 82 47A22 22 0 0 1 38 47C38 34 48 22 60 4Z", ink)
    shine = path("M60 4C72 22 82 34 82 47A22 22 0 0 1 60 69Z", light)
    rings = "".join(
        f'<ellipse cx="60" cy="90" rx="{rx}" ry="{ry}" fill="none" stroke="{tint}" stroke-width="5"/>'
        for rx, ry, tint in ((54, 24, ink), (34, 14, light), (15, 5.4, ink))
    )
    gap = f'<path d="M60 -2C74 20 86 33 86 47A26 26 0 0 1 34 47C34 33 46 20 60 -2Z" fill="{ground}"/>'
    return rings + gap + drop + shine


def _moon(ink: str, light: str, ground: str) -> str:
    """Return a crescent over hills."""
    moon = path("M66 6A38 38 0 1 0 104 58A33 33 0 0 1 66 6Z", ink)
    shine = path("M66 6A38 38 0 0 0 36 68A40 40 0 0 1 66 6Z", light)
    hills = path("M4 112C14 88 34 82 50 94C62 80 88 78 116 112Z", ink) + path(
        "M50 94C62 80 88 78 116 112H66C62 104 57 98 50 94Z", light
    )
    cut = f'<path d="M2 110C13 83 34 77 50 88C62 74 91 72 119 110" fill="none" stroke="{ground}" stroke-width="4"/>'
    return moon + shine + cut + hills


_CRESTS = {
    Person.HARUHI: _sun,
    Person.NAGATO: _snow,
    Person.MIKURU: _camellia,
    Person.TSURUYA: _crane,
    Person.ASAKURA: _glory,
    Person.KOIZUMI: _spring,
    Person.KYON: _moon,
}


def corners(ink: str) -> str:
    """Return the frame of all character cards: two lines, with a knot in every corner."""
    outer = "M14 6H136A8 8 0 0 1 144 14V196A8 8 0 0 1 136 204H14A8 8 0 0 1 6 196V14A8 8 0 0 1 14 6Z"
    inner = "M24 11H126M24 199H126M11 24V186M139 24V186"
    knots = ""
    for x, y in ((17, 17), (133, 17), (17, 193), (133, 193)):
        knots += f"M{x - 6} {y}L{x} {y - 6}L{x + 6} {y}L{x} {y + 6}Z"
    return (
        f'<path d="{outer}" fill="none" stroke="{ink}" stroke-opacity="0.6" stroke-width="1.5"/>'
        f'<path d="{inner}" fill="none" stroke="{ink}" stroke-opacity="0.4" stroke-width="1"/>'
        f'<path d="{knots}" fill="none" stroke="{ink}" stroke-opacity="0.7" stroke-width="1.4"/>'
    )


def paper(within: str) -> tuple[str, str]:
    """Return the paper of all character cards: rings around the crest, and where they are to be seen."""
    found = ""
    for index in range(11):
        r = 30 + 11 * index
        found += f"M{75 - r} 88A{r} {r} 0 1 0 {75 + r} 88A{r} {r} 0 1 0 {75 - r} 88Z"
    for index in range(48):
        x, y = cos(index * pi / 24), sin(index * pi / 24)
        found += f"M{75 + 52 * x:.1f} {88 + 52 * y:.1f}L{75 + 180 * x:.1f} {88 + 180 * y:.1f}"
    lines = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="210" viewBox="0 0 150 210">'
        f'<path d="{found}" fill="none" stroke="#4a3566" stroke-opacity="0.26" stroke-width="1"/></svg>'
    )
    return lines, veil(within)
