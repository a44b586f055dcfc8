"""A finger on the screen: SDL makes a mouse of it; one that rests is a click with the right button besides.

It means that to the scene alone on which it was put down: a curtain that is held open leaves nothing to the table.
"""

from __future__ import annotations

import math

from scenes.inputs import Input, Motion, Point, Press, Release

_LONG = 0.6
"""Seconds that a finger rests until it means the right button."""
_STILL = 12
"""Pixels that it may wander meanwhile."""


class Finger:
    """The finger that is down, if one is."""

    def __init__(self) -> None:
        self._at: Point | None = None
        self._on: object = None
        self._rested = 0.0

    @property
    def resting(self) -> bool:
        """Whether a finger rests whose time is not over yet."""
        return self._at is not None

    def note(self, event: Input, scene: object) -> None:
        """Take notice of an input that a scene is given: a finger that comes, wanders or goes."""
        match event:
            case Press(pos, 1, touch=True):
                self._at, self._on, self._rested = pos, scene, 0.0
            case Press() | Release():
                self._at = None
            case Motion(pos) if self._at is not None and math.dist(pos, self._at) > _STILL:
                self._at = None

    def rest(self, dt: float, scene: object) -> tuple[Input, ...]:
        """Let `dt` seconds pass, and return the click of the right button once it is due on this scene."""
        self._rested += dt
        if scene is not self._on:
            self._at = self._on = None  # a scene that was left is let go
        if self._at is None or self._rested < _LONG:
            return ()
        at, self._at = self._at, None
        return Press(at, 3, touch=True), Release(at, 3), Motion(at, held=True)
