"""Markup of SVG that drawings are put together from, and drawings of it that are as wide as high."""

from __future__ import annotations

import pygame

from scenes.drawing.painter import svg


def path(d: str, fill: str) -> str:
    """Return a filled shape."""
    return f'<path d="{d}" fill="{fill}"/>'


def lined(d: str, stroke: str, width: float) -> str:
    """Return a line with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )


def moved(inner: str, x: float, y: float, *, turn: float = 0.0, scale: float = 1.0) -> str:
    """Return a drawing around (0, 0), laid somewhere."""
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.2f}) scale({scale:.3f})">{inner}</g>'


def square(inner: str, units: int, side: int) -> pygame.Surface:
    """Draw markup of `units` by `units`, `side` pixels wide and high."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{units}" height="{units}" viewBox="0 0 {units} {units}">'
    return svg(f"{head}{inner}</svg>", (side, side))
