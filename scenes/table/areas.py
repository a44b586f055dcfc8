"""What the tables of several games share: the ground below the bar, a panel's inside and heading, a plaque on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from scenes.drawing import theme
from scenes.drawing.stage import Paint
from scenes.drawing.text import Type
from scenes.drawing.theme import Metrics
from scenes.scene import Kit

_BETWEEN = 0.16
"""The room between two parts of a plaque, in its heights."""
_SMALLEST = 7
"""Letters on a button are never smaller, in pixels."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What all parts of a plan are measured by. `top` and `high` are where panels begin, and their height in all."""

    metrics: Metrics
    top: int
    high: int
    heading: int
    gap: int
    pad: int

    @classmethod
    def of(cls, metrics: Metrics, heading: float, most: float) -> Ground:
        """Return the ground of a window below its bar.

        The heading of a panel is as high as `heading` titles, but at most that share of the ground.
        """
        gap = metrics.px(10)
        top = metrics.bar + gap
        high = metrics.size[1] - top - gap
        tall = min(round(metrics.crowded.title * heading), round(high * most))
        return cls(metrics, top, high, tall, gap, metrics.px(10))

    def body(self, panel: pygame.Rect) -> pygame.Rect:
        """Return the inside of a panel below its heading."""
        return body(panel, self.heading, self.pad)


def body(panel: pygame.Rect, heading: int, pad: int) -> pygame.Rect:
    """Return the inside of a panel below its heading."""
    return pygame.Rect(panel.x + pad, panel.y + heading, panel.w - 2 * pad, max(8, panel.h - heading - pad))


def heading(kit: Kit, panel: pygame.Rect, high: int, pad: int, text: str, note: str) -> list[Paint]:
    """Return the heading of a panel, and a note at its right end that gives way to it."""
    typed, metrics = kit.painter.type, kit.metrics.crowded
    inner = panel.w - 2 * pad
    size = typed.shrink(text, min(metrics.title, round(high * 0.62)), inner, bold=True)
    words = typed.write(typed.fit(text, size, inner, bold=True), size, kit.palette.heading, bold=True)
    middle = panel.y + high // 2
    paints: list[Paint] = [(words, (panel.x + pad, middle - words.get_height() // 2))]
    free = inner - words.get_width() - pad
    small = typed.shrink(note, min(metrics.note, round(high * 0.55)), max(1, free))
    if typed.width(note, small) <= free:
        written = typed.write(note, small, kit.palette.muted)
        paints.append((written, (panel.right - pad - written.get_width(), middle - written.get_height() // 2)))
    return paints


def _labelled(typed: Type, labels: Sequence[str], key: str, size: int, width: int) -> int:
    """Return the size up to `size` at which any of these labels stands beside its key on a button `width` wide."""
    while size > _SMALLEST:
        beside = typed.width(key, round(size * 0.86)) + size // 2
        if all(typed.width(label, size, bold=True) + beside <= width for label in labels):
            break
        size -= 1
    return size


def action_button(
    kit: Kit, rect: pygame.Rect, text: str, key: str, *, able: bool, high: float, alike: Sequence[str] = ()
) -> list[Paint]:
    """Return the button of an action with its key at the right end: bright where it can be done.

    Its letters are at most as high as that part of it, and small enough that all texts which are to be `alike` fit.
    """
    painter, own, pad = kit.painter, kit.palette, kit.metrics.px(12)
    plate = painter.plate(
        rect.size,
        own.button if able else own.wash,
        opacity=0.92 if able else 0.04,
        line=own.wash,
        line_opacity=0.10 if able else 0.12,
        radius=min(rect.h / 2, pad),
    )
    largest = min(kit.metrics.crowded.body, round(rect.h * high))
    size = _labelled(painter.type, alike or (text,), key, largest, rect.w - 2 * pad)
    number = painter.type.write(key, round(size * 0.86), own.beside_button if able else own.faint)
    label = painter.type.write(text, size, own.on_button if able else own.faint, bold=True)
    return [
        (plate, rect.topleft),
        (label, (rect.x + pad, rect.centery - label.get_height() // 2)),
        (number, (rect.right - pad - number.get_width(), rect.centery - number.get_height() // 2)),
    ]


def plaque_width(parts: Sequence[pygame.Surface], high: int) -> int:
    """Return how wide a plaque with these parts is."""
    return sum(part.get_width() for part in parts) + round(high * _BETWEEN) * (len(parts) - 1) + 2 * round(high * 0.25)


def plaque(kit: Kit, parts: Sequence[pygame.Surface], rect: pygame.Rect, line: theme.Colour) -> list[Paint]:
    """Return a plaque: its parts from left to right in the middle of a plate as wide as `plaque_width` says."""
    between = round(rect.h * _BETWEEN)
    plate = kit.painter.plate(
        rect.size, kit.palette.sheet, opacity=0.95, line=line, line_width=max(2.0, rect.h * 0.05), radius=rect.h * 0.28
    )
    paints: list[Paint] = [(plate, rect.topleft)]
    x = rect.centerx - (sum(part.get_width() for part in parts) + between * (len(parts) - 1)) // 2
    for part in parts:
        paints.append((part, (x, rect.centery - part.get_height() // 2)))
        x += part.get_width() + between
    return paints
