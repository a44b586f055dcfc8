"""The sheets that cards are drawn on: paper with a few fibres, or dark lacquer, and a hairline within the edge."""

from __future__ import annotations

from scenes.drawing import theme
from scenes.drawing.painter import hexed
from scenes.drawing.theme import Colour, Size

HEIGHT = 1.4
"""The height of a card, in widths."""


def card_size(width: int) -> Size:
    """Return width and height of a card so many pixels wide."""
    return width, round(width * HEIGHT)


_LACQUER = ("#3d3442", "#221b26")
_FIBRES = (
    (22, 40, 34, 46),
    (112, 30, 128, 24),
    (60, 70, 71, 80),
    (118, 120, 131, 117),
    (30, 150, 44, 158),
    (88, 178, 102, 184),
    (52, 118, 58, 106),
    (126, 168, 133, 180),
    (70, 24, 82, 20),
    (24, 96, 30, 108),
)


def sheet(width: int, height: int, within: str, *, dark: bool = False) -> str:
    """Return the markup of an empty card of so many pixels; `within`, drawn last, counts 150 by 210 units."""
    upper, lower = _LACQUER if dark else (hexed(theme.PAPER), hexed(theme.PAPER_SHADE))
    edge = "#000000" if dark else "#b9a988"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 150 210">'
        f'<defs><linearGradient id="p" x1="0" y1="0" x2="0" y2="210" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{upper}"/><stop offset="1" stop-color="{lower}"/></linearGradient></defs>'
        f'<rect x="0.5" y="0.5" width="149" height="209" rx="12" fill="url(#p)" stroke="{edge}" stroke-opacity="0.55"/>'
        f"{'' if dark else _fibres()}{within}</svg>"
    )


def hairline(tint: Colour) -> str:
    """Return the markup of the plain line within the edge of a card."""
    return (
        f'<rect x="6" y="6" width="138" height="198" rx="8" fill="none" stroke="{hexed(tint)}" stroke-opacity="0.45" '
        f'stroke-width="1.4"/>'
    )


def _fibres() -> str:
    """Return a few pale fibres, as washi has them; always the same, so that no card can be told from another."""
    return "".join(
        f'<path d="M{a} {b} Q{(a + c) / 2 + 3} {(b + d) / 2 - 3} {c} {d}" fill="none" stroke="#a48f63" '
        f'stroke-opacity="0.16" stroke-width="0.9"/>'
        for a, b, c, d in _FIBRES
    )
