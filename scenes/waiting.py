"""Sleeping until something happens: SDL's own wait, which pygame does not offer.

`pygame.event.wait` looks every millisecond (pygame-ce issue 1541) and a loop that polls 20 times a second still costs
a third of a per cent of a core. SDL_WaitEventTimeout sleeps in the window system instead and wakes with the first
event. It is called in the library that pygame has loaded already; where that is not found, the caller polls.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path

import pygame

_Wait = Callable[[None, int], int]
_TRULY_SLEEPING = ("x11", "windows", "cocoa", "wayland")
"""The drivers of which SDL waits for the window system; with others its wait is a poll."""


def _library() -> str | None:
    """Return the path or name of the SDL that pygame uses, or None where it cannot be told."""
    if sys.platform == "win32":
        return "SDL2.dll"
    if sys.platform == "darwin":
        found = sorted(Path(pygame.__file__).parent.glob(".dylibs/libSDL2-2*.dylib"))
        return str(found[0]) if found else None
    try:
        rows = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None  # no /proc: the caller polls
    return next((row[row.index("/") :] for row in rows if "/libSDL2-2" in row), None)


def sleeper() -> _Wait | None:
    """Return SDL's wait (an unused pointer, milliseconds), or None where polling must do."""
    if pygame.display.get_driver() not in _TRULY_SLEEPING or (path := _library()) is None:
        return None
    try:
        wait = ctypes.CDLL(path).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None  # an SDL of another make: the caller polls
    wait.argtypes = [ctypes.c_void_p, ctypes.c_int]
    wait.restype = ctypes.c_int
    return wait
