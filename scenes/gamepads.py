"""Game controllers, as keys: whatever can be done by keyboard can be done with one, wherever SDL knows it.

They are looked for once the first picture is there, may come and go, and cost nothing while there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from scenes.inputs import Key, KeyUp, Meant

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "enter",
    pygame.CONTROLLER_BUTTON_B: "escape",
    pygame.CONTROLLER_BUTTON_X: "h",
    pygame.CONTROLLER_BUTTON_Y: "space",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "shift+tab",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "tab",
    pygame.CONTROLLER_BUTTON_START: "escape",
    pygame.CONTROLLER_BUTTON_BACK: "f1",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
"""What each button means, by the first keys of the commands."""
AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("up", "down"),
    pygame.CONTROLLER_AXIS_RIGHTY: ("page up", "page down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("", "ctrl+z"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("", "ctrl+y"),
}
"""What sticks and triggers mean at their two ends."""
_PRESSED, _LET_GO = 0.55, 0.35
"""How far from the middle a stick means its key, and how near it must come before it can again."""
_FULL = 32768


class Gamepads:
    """The controllers that are connected."""

    def __init__(self) -> None:
        """Begin to look for controllers; where this build has no support for them there are none."""
        self._open: dict[int, Controller] = {}
        self._ends: dict[tuple[int, int], int] = {}
        try:
            from pygame._sdl2 import controller

            controller.init()
        except (ImportError, pygame.error):
            return
        self._make = controller.Controller
        for index in range(controller.get_count()):
            self._add(index)

    @property
    def present(self) -> bool:
        """Whether there is one: SDL cannot sleep then, for a controller has to be asked."""
        return bool(self._open)

    def read(self, event: pygame.Event) -> Iterator[Meant]:
        """Yield what an event of a controller means; note controllers that come and go."""
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._open.pop(event.instance_id, None)
            case pygame.CONTROLLERBUTTONDOWN if event.button in BUTTONS:
                yield Meant(Key(BUTTONS[event.button]))
            case pygame.CONTROLLERBUTTONUP if event.button in BUTTONS:
                yield Meant(KeyUp(BUTTONS[event.button].removeprefix("shift+")))
            case pygame.CONTROLLERAXISMOTION if event.axis in AXES:
                yield from self._moved((event.instance_id, event.axis), event.value / _FULL)

    def _moved(self, stick: tuple[int, int], value: float) -> Iterator[Meant]:
        """Yield the key that a stick means once it has gone far enough."""
        before = self._ends.get(stick, 0)
        if abs(value) < _LET_GO:
            self._ends[stick] = 0
        elif abs(value) >= _PRESSED and (end := 1 if value > 0 else -1) != before:
            self._ends[stick] = end
            if name := AXES[stick[1]][end > 0]:
                yield Meant(Key(name))

    def _add(self, index: int) -> None:
        try:
            pad = self._make(index)
            self._open[pad.as_joystick().get_instance_id()] = pad
        except pygame.error:
            return  # a joystick that SDL has no layout for, or that has gone already
