"""What a person does, as values: the only function that reads pygame's event queue is here.

Keys are names: "enter", "escape", "left", "z", with "ctrl+", "alt+", "shift+" before them in this order. Positions come
from the events alone, never from the pointer's present place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import pygame

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Press:
    """The left (1) or right (3) button went down, or a finger, which means the right one by resting."""

    pos: Point
    button: int = 1
    touch: bool = False


@dataclass(frozen=True, slots=True)
class Release:
    """The button went up."""

    pos: Point
    button: int = 1


@dataclass(frozen=True, slots=True)
class Motion:
    """The pointer moved; `held` says that the left button is down."""

    pos: Point
    held: bool = False


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel was turned by `lines`, upwards positive."""

    lines: int


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down, or is down and was `repeated` by the keyboard, which is the same to the scene it began on."""

    name: str
    repeated: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key went up; its name is without modifiers."""

    name: str


@dataclass(frozen=True, slots=True)
class Meant:
    """A key of something without letters on it: it means what `event` does by the first keys, whichever were chosen."""

    event: Key | KeyUp


@dataclass(frozen=True, slots=True)
class Text:
    """Text was typed, as the system's input method composed it."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window now has `size` pixels."""

    size: Point


@dataclass(frozen=True, slots=True)
class Moved:
    """The window lies at `place` now, in pixels of all screens together."""

    place: Point


@dataclass(frozen=True, slots=True)
class Focus:
    """The window gained or lost the keyboard; being minimised loses it too."""

    here: bool


@dataclass(frozen=True, slots=True)
class Exposed:
    """The window's content must be shown again."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window's close button or the system asked the program to end."""


Input = Press | Release | Motion | Wheel | Key | KeyUp | Meant | Text | Resized | Moved | Focus | Exposed | Quit

_NAMES = {"return": "enter", "keypad enter": "enter", "enter": "enter", "delete": "delete"}


_DIGITS = {getattr(pygame, f"KSCAN_{digit}"): str(digit) for digit in range(10)}
"""The upper row by its place: on some keyboards there are signs in it, and digits with Shift alone."""


def _key_name(key: int, mods: int, place: int) -> str:
    name = pygame.key.name(key) or pygame.key.name(key, use_compat=False).lower()  # pygame's own names know no "é"
    name = _DIGITS.get(place, name)
    name = _NAMES.get(name, name)
    if name.startswith("[") and name.endswith("]") and len(name) == 3:
        name = name[1]  # the digits of the keypad
    parts = [
        label
        for label, mask in (("ctrl", pygame.KMOD_CTRL | pygame.KMOD_META), ("alt", pygame.KMOD_ALT))
        if mods & mask
    ]
    if mods & pygame.KMOD_SHIFT:
        parts.append("shift")
    return "+".join([*parts, name])


def read(
    other: Callable[[pygame.Event], Iterable[Input]] | None = None, down: set[int] | None = None
) -> Iterator[Input]:
    """Yield what happened since the last call, oldest first. Motions in a row become one.

    `other` is asked what events mean that are none of mouse, keyboard and window. `down` are the keys that are held,
    from one call to the next.
    """
    down = set() if down is None else down
    motion: Motion | None = None
    for event in pygame.event.get():
        if event.type == pygame.MOUSEMOTION:
            motion = Motion(event.pos, bool(event.buttons[0]))
            continue
        if motion is not None:
            yield motion
            motion = None
        value = _value(event, down)
        if value is not None:
            yield value
        elif other is not None:
            yield from other(event)
    if motion is not None:
        yield motion


def _value(event: pygame.Event, down: set[int]) -> Input | None:
    match event.type:
        case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
            return Press(event.pos, event.button, touch=bool(getattr(event, "touch", False)))
        case pygame.MOUSEBUTTONUP if event.button in (1, 3):
            return Release(event.pos, event.button)
        case pygame.MOUSEWHEEL:
            return Wheel(event.y)
        case pygame.KEYDOWN:
            repeated = event.key in down
            down.add(event.key)
            return Key(_key_name(event.key, event.mod, event.scancode), repeated)
        case pygame.KEYUP:
            down.discard(event.key)
            return KeyUp(_key_name(event.key, 0, event.scancode))
        case pygame.TEXTINPUT:
            return Text(event.text)
        case pygame.VIDEORESIZE:
            return Resized((event.w, event.h))
        case pygame.WINDOWMOVED:
            return Moved((event.x, event.y))
        case pygame.WINDOWFOCUSGAINED | pygame.WINDOWRESTORED:
            return Focus(here=True)
        case pygame.WINDOWFOCUSLOST | pygame.WINDOWMINIMIZED:
            down.clear()
            return Focus(here=False)
        case pygame.WINDOWEXPOSED | pygame.WINDOWSHOWN:
            return Exposed()
        case pygame.QUIT:
            return Quit()
    return None
