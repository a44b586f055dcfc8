"""The pictures of the events: one for each event of our own set by its id, and a star for events of other card files.

Every drawing counts 120 by 120 units. All of it is our own; no likeness and no sign of any work is in it.
"""

from __future__ import annotations

from math import cos, pi, sin

from scenes.drawing.shapes import lined, moved, path

INK = "#27375c"
PALE = "#8ea3c8"
GOLD = "#d9a43a"
RED = "#c8452f"
GREEN = "#2f7f63"
PAPER = "#fbf6ea"


def picture(key: str, number: int) -> str:
    """Return the picture of an event by its id; by its number where the id is not of our own set."""
    made = _PICTURES.get(key)
    return made() if made is not None else star(number)


def known(key: str) -> bool:
    """Whether an event of this id has a picture of its own."""
    return key in _PICTURES


def star(number: int) -> str:
    """Return a star with three more points than the number says, within a ring."""
    points = []
    for index in range(2 * (number + 3)):
        angle, r = index * pi / (number + 3) - pi / 2, 48 if index % 2 == 0 else 27
        points.append(f"{60 + r * cos(angle):.1f} {60 + r * sin(angle):.1f}")
    ring = f'<circle cx="60" cy="60" r="54" fill="none" stroke="{PALE}" stroke-width="4"/>'
    return ring + path(f"M{'L'.join(points)}Z", INK) + f'<circle cx="60" cy="60" r="13" fill="{GOLD}"/>'


def _rect(x: float, y: float, w: float, h: float, fill: str, rx: float = 0.0) -> str:
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{rx}" fill="{fill}"/>'


def _dot(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{fill}"/>'


def _film() -> str:
    """Return a clapper board."""
    stripes = "".join(path(f"M{x} 0h11l-8 17h-11Z", PAPER) for x in (14, 38, 62, 86))
    arm = moved(_rect(0, 0, 98, 17, INK, 3) + stripes, 11, 38, turn=-15)
    lower = _rect(12, 42, 96, 66, INK, 5) + "".join(path(f"M{x} 42h11l8 15h-11Z", PAPER) for x in (14, 38, 62, 86))
    lines = lined("M24 74H96M24 90H60", PALE, 4)
    return arm + lower + lines + _dot(88, 91, 8, RED)


def _festival() -> str:
    """Return a paper lantern."""
    body = f'<ellipse cx="60" cy="62" rx="40" ry="38" fill="{RED}"/>' + path(
        "M60 24C83 24 100 41 100 62C100 83 83 100 60 100Z", "#e27a62"
    )
    ribs = "".join(
        lined(f"M{60 - w} {y}Q60 {y + 5} {60 + w} {y}", PAPER, 2.2) for y, w in ((40, 32), (54, 39), (70, 38), (85, 29))
    )
    caps = _rect(40, 17, 40, 11, INK, 3) + _rect(40, 96, 40, 10, INK, 3)
    return lined("M60 4V18", INK, 4) + body + ribs + caps + lined("M52 106V117M60 106V117M68 106V117", GOLD, 3.4)


def _camp() -> str:
    """Return a tent under the sun."""
    sun = _dot(92, 30, 15, GOLD)
    tent = path("M58 24L112 104H4Z", INK) + path("M58 24L112 104H74Z", PALE) + path("M58 50L76 104H40Z", PAPER)
    return sun + tent + path("M58 50L58 104H40Z", GOLD) + lined("M2 106H118", GREEN, 6)


def _baseball() -> str:
    """Return a ball and a bat."""
    bat = moved(
        path("M-5 0L-11 -62C-12 -76 12 -76 11 -62L5 0Z", "#a9713a")
        + path("M0 -72C9 -72 11.6 -68 11 -62L5 0H0Z", "#c9955c")
        + _rect(-8, 0, 16, 7, INK, 3)
        + lined("M-5 -8H5M-6 -15H6", INK, 2.4),
        26,
        106,
        turn=38,
    )
    ball = _dot(78, 78, 31, PAPER) + f'<circle cx="78" cy="78" r="31" fill="none" stroke="{INK}" stroke-width="5"/>'
    seams = lined("M60 56C72 66 72 90 60 101", RED, 3.4) + lined("M96 56C84 66 84 90 96 101", RED, 3.4)
    ticks = "".join(
        lined(d, RED, 2.4)
        for d in ("M62 68L71 64", "M65 79H73", "M62 90L71 93", "M94 68L85 64", "M91 79H83", "M94 90L85 93")
    )
    return moved(bat + ball + seams + ticks, -19, -16, scale=1.2)


def _gig() -> str:
    """Return an electric guitar."""
    neck = _rect(-4.5, -72, 9, 66, "#a9713a") + lined("M-4 -60H4M-4 -49H4M-4 -38H4M-4 -27H4", INK, 1.8)
    head = path("M-8 -92L9 -86L6 -70H-6Z", INK)
    body = path(
        "M0 -14C9 -16 19 -22 22 -14C25 -5 19 0 21 9C30 19 24 42 0 42"
        "C-24 42 -30 19 -21 9C-19 0 -27 -8 -22 -16C-17 -22 -8 -16 0 -14Z",
        RED,
    )
    shine = path("M0 -14C9 -16 19 -22 22 -14C25 -5 19 0 21 9C30 19 24 42 0 42Z", "#e27a62")
    parts = _rect(-10, 2, 20, 5, INK, 2) + _rect(-10, 14, 20, 5, INK, 2) + _rect(-12, 28, 24, 5, PAPER, 2)
    note = _dot(22, 86, 9, INK) + _dot(48, 80, 9, INK) + lined("M29 86V60L55 54V80", INK, 5)
    return moved(body + shine + neck + head + parts, 54, 80, turn=30, scale=0.94) + moved(note, -10, -40, scale=0.9)


def _fireworks() -> str:
    """Return two bursts."""
    found = ""
    for x, y, r, count, tint in ((50, 50, 42, 14, RED), (92, 92, 24, 10, GOLD)):
        for index in range(count):
            across, down = r * cos(index / count * 2 * pi), r * sin(index / count * 2 * pi)
            near, far = (f"{x + across * part:.1f} {y + down * part:.1f}" for part in (0.36, 0.78))
            found += lined(f"M{near}L{far}", tint, 4)
            found += _dot(x + across, y + down, 3.6, INK if tint == RED else RED)
        found += _dot(x, y, r * 0.15, INK)
    return found + lined("M30 116C34 108 38 104 44 100", PALE, 3.4)


def _snow() -> str:
    """Return mountains under snow."""
    back = path("M76 34L118 104H46Z", PALE) + path("M76 34L88 54L80 52L74 60L66 50Z", PAPER)
    front = path("M46 14L98 106H2Z", INK) + path("M46 14L63 44L54 41L47 52L39 42L29 44Z", PAPER)
    flakes = _dot(98, 20, 4, PALE) + _dot(86, 8, 3, PALE) + _dot(112, 36, 3, PALE) + _dot(12, 26, 4, PALE)
    return back + front + flakes


def _pool() -> str:
    """Return a swimming ring on the water."""
    wave = "q7.5 -9 15 0t15 0t15 0t15 0t15 0t15 0t15 0"
    ring = f'<circle cx="60" cy="50" r="29" fill="none" stroke="{RED}" stroke-width="19"/>'
    white = ""
    for k in range(4):
        a, b = k * pi / 2 + pi / 8, k * pi / 2 + 3 * pi / 8
        start, end = (f"{60 + 29 * cos(x):.1f} {50 + 29 * sin(x):.1f}" for x in (a, b))
        white += f'<path d="M{start}A29 29 0 0 1 {end}" fill="none" stroke="{PAPER}" stroke-width="19"/>'
    edge = "".join(
        f'<circle cx="60" cy="50" r="{r}" fill="none" stroke="{INK}" stroke-width="2.6"/>' for r in (38.5, 19.5)
    )
    water = path(f"M7.5 82{wave}V114H7.5Z", "#2f7fbf") + lined(f"M7.5 98{wave}", PAPER, 3)
    return ring + white + edge + water


def _stars() -> str:
    """Return bamboo with strips of paper, and a star."""
    stem = lined("M30 116C38 80 48 44 80 10", GREEN, 5)
    leaves = "".join(
        moved(path("M0 0C10 -8 26 -8 36 0C26 6 10 6 0 0Z", GREEN), x, y, turn=t)
        for x, y, t in ((76, 14, 20), (62, 30, -150), (56, 40, 15), (44, 62, -165), (70, 22, -95))
    )
    strips = "".join(
        lined(f"M{x + 7} {y - 14}V{y}", INK, 2) + _rect(x, y, 14, 34, tint, 2)
        for x, y, tint in ((84, 44, RED), (62, 66, GOLD), (14, 74, PALE))
    )
    corners = []
    for k in range(10):
        r = 13 if k % 2 == 0 else 5.4
        corners.append(f"{22 + r * sin(k * pi / 5):.1f} {24 - r * cos(k * pi / 5):.1f}")
    return stem + leaves + strips + path(f"M{'L'.join(corners)}Z", GOLD)


def _patrol() -> str:
    """Return a folded map with a way to a pin."""
    sheet = (
        path("M6 36L42 24V96L6 108Z", PALE)
        + path("M42 24L78 36V108L42 96Z", INK)
        + path("M78 36L114 24V96L78 108Z", PALE)
    )
    way = "".join(_dot(x, y, 3.4, PAPER) for x, y in ((20, 88), (30, 79), (42, 75), (54, 78), (66, 81), (77, 76)))
    pin = path("M84 74C72 56 66 48 66 38A18 18 0 0 1 102 38C102 48 96 56 84 74Z", RED) + _dot(84, 38, 7, PAPER)
    return sheet + way + pin


def _courage() -> str:
    """Return a ghost with a candle."""
    ghost = path(
        "M56 8C80 8 92 26 92 50C92 78 96 92 108 108C96 112 88 106 80 100C74 110 66 114 56 106"
        "C46 114 38 110 32 100C26 106 16 112 6 104C18 94 20 78 20 50C20 26 32 8 56 8Z",
        INK,
    )
    face = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{PAPER}"/>'
        for x, y, rx, ry in ((44, 44, 6.4, 9), (69, 44, 6.4, 9), (56.5, 68, 8, 10))
    )
    fire = path("M102 12C110 24 116 30 114 40C112 50 94 50 92 40C90.6 32 99 26 102 12Z", GOLD) + path(
        "M103 28C107 34 109 36 108 41C106 45 99 45 98 41C97 37 102 34 103 28Z", RED
    )
    return ghost + face + fire


def _magazine() -> str:
    """Return an open book and a pencil."""
    book = path("M60 34C46 24 26 22 8 26V96C26 92 46 94 60 104Z", INK) + path(
        "M60 34C74 24 94 22 112 26V96C94 92 74 94 60 104Z", PALE
    )
    lines = lined("M18 42C30 40 40 42 50 47M18 56C30 54 40 56 50 61M18 70C30 68 40 70 50 75", PAPER, 3.4)
    pencil = moved(
        _rect(-6, -52, 12, 46, GOLD)
        + path("M-6 -6H6L0 10Z", "#e7c896")
        + path("M-2.4 3.6H2.4L0 10Z", INK)
        + _rect(-6, -60, 12, 9, RED, 3),
        80,
        76,
        turn=32,
    )
    return book + lines + pencil


def _hotpot() -> str:
    """Return a steaming pot."""
    steam = "".join(lined(f"M{x} 36C{x - 8} 28 {x + 8} 20 {x} 10", PALE, 5) for x in (38, 60, 82))
    food = _dot(38, 56, 11, RED) + _dot(60, 53, 12, GOLD) + _dot(83, 56, 11, GREEN)
    pot = path("M12 60H108C108 88 94 106 74 106H46C26 106 12 88 12 60Z", INK) + path(
        "M60 60H108C108 88 94 106 74 106H60Z", "#3d5282"
    )
    return steam + food + pot + _rect(2, 58, 116, 9, INK, 4.5) + lined("M34 82C48 90 72 90 86 82", GOLD, 4)


def _computer() -> str:
    """Return two screens that face each other."""
    one = (
        _rect(6, 24, 104, 66, INK, 6)
        + _rect(13, 31, 90, 52, "#dfe8f2", 2)
        + _rect(48, 90, 20, 10, INK)
        + _rect(32, 99, 52, 8, INK, 4)
    )
    ships = (
        path("M24 70L38 56L30 76Z", RED)
        + path("M92 42L76 52L88 58Z", GREEN)
        + lined("M46 62L66 54", GOLD, 3.4)
        + _dot(44, 42, 3, PALE)
        + _dot(70, 72, 3, PALE)
    )
    return one + ships


def _cafe() -> str:
    """Return a cup with a bow."""
    cup = path("M18 46H86V62C86 88 74 100 52 100C30 100 18 88 18 62Z", INK) + path(
        "M52 46H86V62C86 88 74 100 52 100Z", "#3d5282"
    )
    grip = f'<circle cx="90" cy="64" r="13" fill="none" stroke="{INK}" stroke-width="7"/>'
    steam = lined("M40 34C34 26 46 20 40 10M62 34C56 26 68 20 62 10", PALE, 5)
    bow = moved(path("M0 0L-19 -11V11ZM0 0L19 -11V11Z", RED) + _dot(0, 0, 6, "#e27a62"), 52, 72)
    return grip + cup + steam + bow + _rect(8, 102, 90, 8, INK, 4)


def _seats() -> str:
    """Return desks in rows, two of which change places."""
    desks = ""
    for row in range(3):
        for column in range(3):
            tint = RED if (row, column) == (0, 0) else GOLD if (row, column) == (2, 2) else INK
            x, y = 8 + 38 * column, 10 + 38 * row
            desks += _rect(x, y, 28, 18, tint, 3) + _rect(x + 8, y + 20, 12, 7, tint, 2)
    arrows = lined("M40 26C62 30 78 46 86 66", PAPER, 9) + lined("M80 94C56 92 38 76 32 56", PAPER, 9)
    arrows += lined("M40 26C62 30 78 46 86 66M74 58L87 68L91 52", RED, 4.4) + lined(
        "M80 94C56 92 38 76 32 56M44 64L31 54L27 69", GOLD, 4.4
    )
    return desks + arrows


def _cleanup() -> str:
    """Return a broom and a dustpan."""
    broom = moved(
        _rect(-4, -74, 8, 66, "#a9713a", 4)
        + path("M-14 -10H14L24 32H-24Z", GOLD)
        + _rect(-15, -14, 30, 9, RED, 3)
        + lined("M-10 0L-15 30M0 0V30M10 0L15 30", "#a9713a", 2.6),
        50,
        74,
        turn=22,
    )
    pan = path("M66 84H112L116 110H60Z", INK) + _rect(82, 62, 11, 24, INK, 5)
    dust = _dot(20, 108, 4, PALE) + _dot(44, 112, 3, PALE) + _dot(8, 98, 3, PALE)
    return pan + broom + dust


def _exams() -> str:
    """Return a marked sheet."""
    sheet = _rect(18, 8, 76, 104, INK, 5) + _rect(23, 13, 66, 94, PAPER, 2)
    lines = lined("M34 50H78M34 66H78M34 82H62", PALE, 5)
    ring = f'<circle cx="43" cy="31" r="9" fill="none" stroke="{RED}" stroke-width="4.4"/>'
    cross = lined("M62 23L77 38M77 23L62 38", RED, 4.4)
    pencil = moved(
        _rect(-6, -54, 12, 48, GOLD)
        + path("M-6 -6H6L0 10Z", "#e7c896")
        + path("M-2.4 3.6H2.4L0 10Z", INK)
        + _rect(-6, -62, 12, 9, RED, 3),
        80,
        98,
        turn=28,
    )
    return sheet + lines + ring + cross + pencil


def _lessons() -> str:
    """Return a clock over a blackboard."""
    board = (
        _rect(6, 34, 108, 72, "#a9713a", 4) + _rect(12, 40, 96, 58, GREEN, 2) + lined("M24 62H52M24 78H60", PAPER, 4)
    )
    clock = (
        _dot(84, 40, 30, PAPER) + _dot(84, 40, 27, INK) + _dot(84, 40, 21, PAPER) + lined("M84 27V40L94 46", RED, 4.4)
    )
    return board + clock + _rect(70, 96, 26, 6, PAPER, 3)


_PICTURES = {
    "film": _film,
    "festival": _festival,
    "camp": _camp,
    "baseball": _baseball,
    "gig": _gig,
    "fireworks": _fireworks,
    "snow": _snow,
    "pool": _pool,
    "stars": _stars,
    "patrol": _patrol,
    "courage": _courage,
    "magazine": _magazine,
    "hotpot": _hotpot,
    "computer": _computer,
    "cafe": _cafe,
    "seats": _seats,
    "cleanup": _cleanup,
    "exams": _exams,
    "lessons": _lessons,
}
