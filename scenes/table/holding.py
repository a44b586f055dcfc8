"""A card in the player's hand: how it follows the pointer, how it leans, and which space it would be dropped on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from scenes.desk import Selection
from scenes.drawing.theme import Size
from scenes.inputs import Point

DRAG_STARTS = 5
"""Pixels a pressed card is moved before it is dragged."""
WANDERS = 10
"""Pixels a hand may wander during a click; a card that was never farther from where it was pressed was not dragged."""
_STEEPEST = 6.0
"""Degrees that a card leans at most against its movement."""
_UPRIGHT = 7.0
"""How quickly it comes upright again: the share of its lean that it would lose in a second."""
_LEAST_PART = 12
"""A target must be covered by one part in so many of the card."""


@dataclass(slots=True)
class Held:
    """A pressed card: from which spot, by which point of it, where it is now, and where it may be dropped.

    `joins` says that it goes on with the selection; otherwise a drag begins a new one and `before` was the one before.
    `far` is how many pixels the pointer was away at most.
    """

    spot: str
    card: str
    size: Size
    grip: Point
    pressed: Point
    pos: Point
    targets: Mapping[str, object]
    joins: bool
    before: Selection
    far: int = 0
    dragging: bool = False
    lean: float = 0.0

    def to(self, pos: Point) -> None:
        """Follow the pointer."""
        self.pos = pos
        self.far = max(self.far, abs(pos[0] - self.pressed[0]), abs(pos[1] - self.pressed[1]))

    def lean_with(self, sideways: int) -> None:
        """Lean against a movement of so many pixels to the right."""
        self.lean = max(-_STEEPEST, min(_STEEPEST, self.lean * 0.8 - sideways * 0.25))

    def upright(self, dt: float) -> bool:
        """Come upright again while the hand rests; return whether it still leans."""
        self.lean *= math.exp(-_UPRIGHT * dt)
        if abs(self.lean) < 0.5:
            self.lean = 0.0
        return self.lean != 0.0

    @property
    def rect(self) -> pygame.Rect:
        """Where the card is."""
        rect = pygame.Rect((0, 0), self.size)
        rect.center = (self.pos[0] - self.grip[0], self.pos[1] - self.grip[1])
        return rect

    def best_target(self, spots: Mapping[str, pygame.Rect]) -> str | None:
        """Return the target the card covers most, one under the pointer before others; None where it covers none."""
        rect, whole = self.rect, self.size[0] * self.size[1]
        best: tuple[int, str] | None = None
        for spot in self.targets:
            part = spots[spot].clip(rect)
            covered = part.w * part.h
            if covered <= whole // _LEAST_PART:
                continue
            area = covered + (whole if spots[spot].collidepoint(self.pos) else 0)
            if best is None or area > best[0]:
                best = (area, spot)
        return None if best is None else best[1]
