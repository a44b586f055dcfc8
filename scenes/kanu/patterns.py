"""The paper of the series: each has a pattern and a frame of its own, so that shape tells what colour tells.

All of it counts 150 by 210 units, as a card does.
"""

from __future__ import annotations

from math import pi, sin

_VIEW = 'xmlns="http://www.w3.org/2000/svg" width="150" height="210" viewBox="0 0 150 210"'


def frame(style: int, ink: str) -> str:
    """Return the line within the edge of a card of a style (0 to 8)."""
    path, more = _FRAMES[style % len(_FRAMES)]
    line = f'<path d="{path}" fill="none" stroke="{ink}" stroke-opacity="0.55" stroke-width="1.5"/>'
    return line + more.replace("INK", ink)


def pattern(style: int, ink: str) -> tuple[str, str]:
    """Return two drawings: the lines of a style over the whole card, and where they are to be seen."""
    lines = (
        f'<svg {_VIEW}><path d="{_LINES[style % len(_LINES)]()}" fill="none" stroke="{ink}" stroke-opacity="0.34" '
        f'stroke-width="1"/></svg>'
    )
    veil = (
        f'<svg {_VIEW}><defs><radialGradient id="v" cx="75" cy="118" r="112" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0.30" stop-color="#ffffff" stop-opacity="0.12"/>'
        f'<stop offset="0.62" stop-color="#ffffff" stop-opacity="0.62"/>'
        f'<stop offset="1" stop-color="#ffffff" stop-opacity="1"/></radialGradient></defs>'
        f'<path d="{_FRAMES[style % len(_FRAMES)][0]}" fill="url(#v)"/></svg>'
    )
    return lines, veil


def _tortoise() -> str:
    """Return hexagons, as on a tortoise's shell."""
    side, path = 11.0, ""
    high = side * 3**0.5 / 2
    for row in range(-1, 24):
        for column in range(-1, 6):
            x, y = column * 3 * side + (row % 2) * 1.5 * side, row * high
            path += f"M{x:.1f} {y:.1f}H{x + side:.1f}L{x + 1.5 * side:.1f} {y + high:.1f}"
            path += f"M{x:.1f} {y:.1f}L{x - side / 2:.1f} {y + high:.1f}"
    return path


def _hemp() -> str:
    """Return hemp leaves: stars of six points in triangles."""
    side, path = 26.0, ""
    high = side * 3**0.5 / 2
    for row in range(-1, 10):
        for column in range(-1, 7):
            x, y = column * side + (row % 2) * side / 2, row * high
            corners = (
                ((x, y), (x + side, y), (x + side / 2, y + high)),
                ((x + side, y), (x + side / 2, y + high), (x + 1.5 * side, y + high)),
            )
            for triangle in corners:
                cx, cy = (sum(point[axis] for point in triangle) / 3 for axis in (0, 1))
                path += "".join(f"M{cx:.1f} {cy:.1f}L{a:.1f} {b:.1f}" for a, b in triangle)
            path += f"M{x:.1f} {y:.1f}H{x + side:.1f}L{x + side / 2:.1f} {y + high:.1f}Z"
    return path


def _rings() -> str:
    """Return rings that overlap by half, so that petals stand between them."""
    radius, path = 11.0, ""
    for row in range(-1, 21):
        for column in range(-1, 9):
            x, y = column * 2 * radius + (row % 2) * radius, row * radius
            path += f"M{x - radius:.1f} {y:.1f}A{radius} {radius} 0 1 0 {x + radius:.1f} {y:.1f}"
            path += f"A{radius} {radius} 0 1 0 {x - radius:.1f} {y:.1f}Z"
    return path


def _lozenges() -> str:
    """Return lozenges within lozenges."""
    wide, high, path = 18.0, 24.0, ""
    for row in range(-1, 19):
        for column in range(-1, 10):
            x, y = column * wide + (row % 2) * wide / 2, row * high / 2
            for part in (1.0, 0.5):
                a, b = wide / 2 * part, high / 2 * part
                path += f"M{x - a:.1f} {y:.1f}L{x:.1f} {y - b:.1f}L{x + a:.1f} {y:.1f}L{x:.1f} {y + b:.1f}Z"
    return path


def _swell() -> str:
    """Return long waves that run across."""
    path = ""
    for row in range(-1, 31):
        y = row * 7.5
        shift = 12.5 * (row % 2)
        path += f"M{-25 + shift:.1f} {y:.1f}"
        path += "q6.2 -6.4 12.5 0t12.5 0" * 8
    return path


def _scales() -> str:
    """Return rows of triangles, every other one hatched."""
    side, path = 20.0, ""
    high = side * 3**0.5 / 2
    for row in range(-1, 13):
        for column in range(-1, 9):
            x, y = column * side + (row % 2) * side / 2, row * high
            path += f"M{x:.1f} {y + high:.1f}L{x + side / 2:.1f} {y:.1f}L{x + side:.1f} {y + high:.1f}Z"
            for part in (0.25, 0.5, 0.75):
                a = side / 2 * part
                path += f"M{x + side / 2 - a:.1f} {y + high * part:.1f}H{x + side / 2 + a:.1f}"
    return path


def _stripes() -> str:
    """Return upright stripes, two by two."""
    return "".join(f"M{x} 0V210M{x + 3} 0V210" for x in range(2, 150, 11))


def _arrows() -> str:
    """Return feathers of arrows, row beside row."""
    return "".join(f"M{x} {y}L{x + 9} {y + 9}L{x + 18} {y}" for x in range(-3, 150, 18) for y in range(-9, 210, 7))


def _checks() -> str:
    """Return squares, every other one crossed."""
    path = ""
    for row in range(14):
        for column in range(10):
            x, y = 15 * column, 15 * row
            path += f"M{x} {y}h15v15h-15z"
            path += f"M{x} {y}l15 15M{x} {y + 15}l15 -15" if (row + column) % 2 else ""
    return path


_LINES = (_tortoise, _hemp, _rings, _lozenges, _swell, _scales, _stripes, _arrows, _checks)


def _rippled() -> str:
    """Return a frame whose upper and lower edges are waves."""
    steps = 64
    upper = [(12 + 126 * i / steps, 7.4 - 1.9 * sin(i / steps * 2 * pi * 7)) for i in range(steps + 1)]
    lower = [(x, 210 - y) for x, y in reversed(upper)]
    points = [*upper, (144, 13), (144, 197), *lower, (6, 197), (6, 13)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _lobed() -> str:
    """Return a frame whose corners have two lobes."""
    lobe = "A9 9 0 0 1"
    right = f"M22 6H128{lobe} 137 13{lobe} 144 22V188{lobe} 137 197{lobe} 128 204"
    return f"{right}H22{lobe} 13 197{lobe} 6 188V22{lobe} 13 13{lobe} 22 6Z"


_FRAMES: tuple[tuple[str, str], ...] = (
    (  # two lines, one within the other
        "M14 6H136A8 8 0 0 1 144 14V196A8 8 0 0 1 136 204H14A8 8 0 0 1 6 196V14A8 8 0 0 1 14 6Z",
        '<path d="M9.4 9.4H140.6V200.6H9.4Z" fill="none" stroke="INK" stroke-opacity="0.35" stroke-width="0.9"/>',
    ),
    (  # hollow corners
        "M16 6H134A10 10 0 0 0 144 16V194A10 10 0 0 0 134 204H16A10 10 0 0 0 6 194V16A10 10 0 0 0 16 6Z",
        "",
    ),
    (_lobed(), ""),
    ("M18 6H132L144 18V192L132 204H18L6 192V18Z", ""),  # cut corners
    (_rippled(), ""),
    (  # stepped corners
        "M18 6H132V12H138V18H144V192H138V198H132V204H18V198H12V192H6V18H12V12H18Z",
        "",
    ),
)
