"""The one window: opened as large as it last was, and there, where that fits the screens of today."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path

import pygame

from scenes import native
from scenes.assets import ASSETS
from scenes.drawing import theme
from scenes.drawing.theme import Size
from scenes.inputs import Point
from scenes.preferences import Preferences

_TRIES = 5
"""How often a window is asked to take its size back after full screen; a tiling window manager never will."""
_GRIP = 100
"""Pixels of a window that must lie on a screen, so that it can be moved from there."""


class NoWindowError(Exception):
    """There is no window system to show anything in; `args[0]` is SDL's word for it."""

    log: Path | None = None
    """Where that was written down."""


def open_window(preferences: Preferences) -> None:
    """Open the one window as large as it last was, and there; raise `NoWindowError` where there is no screen."""
    os.environ.setdefault("SDL_APP_NAME", "Tefuda")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    if "DISPLAY" in os.environ:
        native.hush_x11()  # before SDL adds a handler of its own, which calls this one
    try:
        pygame.display.init()
        pygame.font.init()
    except pygame.error as error:
        raise NoWindowError(str(error)) from error
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        raise NoWindowError(driver)  # SDL would run unseen for ever
    if driver == "x11":
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"  # plain shared memory: much faster and smaller without a GPU
    icon = pygame.image.load_sized_svg(str(ASSETS / "images" / "icon.svg"), (64, 64))
    pygame.display.set_icon(icon)
    set_mode(preferences)
    pygame.key.set_repeat(350, 45)


def set_mode(preferences: Preferences) -> None:
    """Make the window full screen, or a window of the preferred size that fits the screen."""
    desktop = pygame.display.get_desktop_sizes()[0]
    if preferences.full_screen:
        pygame.display.set_mode(desktop, pygame.FULLSCREEN)
        return
    wanted = preferences.window or theme.DEFAULT
    size = (
        max(theme.SMALLEST[0], min(wanted[0], desktop[0])),
        max(theme.SMALLEST[1], min(wanted[1], desktop[1])),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it says what is mended here
        for _ in range(_TRIES):
            pygame.display.set_mode(size, pygame.RESIZABLE)
            if pygame.display.get_window_size() == size:
                break
            pygame.event.pump()  # X11 gives the old size back for a moment after full screen
            pygame.time.wait(20)
    if preferences.place is not None and can_be_reached(preferences.place, size, pygame.display.get_desktop_sizes()):
        pygame.display.set_window_position(preferences.place)


def can_be_reached(place: Point, size: Size, screens: Sequence[Size]) -> bool:
    """Whether a window lies so that its upper edge can be seen and taken, on screens side by side.

    How screens are arranged SDL does not tell here; where one has gone or shrunk the system chooses a place.
    """
    wide, high = sum(width for width, _ in screens), max(height for _, height in screens)
    return -size[0] + _GRIP <= place[0] <= wide - _GRIP and 0 <= place[1] <= high - _GRIP


def window_size() -> Size:
    """Return how large the window is."""
    surface = pygame.display.get_surface()
    assert surface is not None  # `open_window` comes first
    return surface.get_size()
