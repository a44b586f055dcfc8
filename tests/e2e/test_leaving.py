"""The program leaves without a fault, whatever the X server still has to say about its window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

LATE = """
import ctypes, sys
import pygame
from scenes import window
from scenes.preferences import Preferences

if sys.argv[1] == "ours":
    window.open_window(Preferences())
else:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
if sys.argv[2] == "closed":
    pygame.display.quit()
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
server = ctypes.c_void_p(x11.XOpenDisplay(None))
x11.XMapWindow(server, ctypes.c_ulong(0xFFFFF))
x11.XSync(server, 0)
print("left")
"""
"""Asks for something with a window that is not there, as SDL does when it wakes its own wait too late."""


@pytest.mark.parametrize("state", ["open", "closed"])
@pytest.mark.parametrize("window", ["ours", "SDL's"])
def test_a_window_that_has_gone_is_no_fault(display: dict[str, str], window: str, state: str) -> None:
    """X11's library ends a program for it, and SDL lets it."""
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", LATE, window, state]
    done = subprocess.run(command, env=display, cwd=root, capture_output=True, text=True, check=False, timeout=60)
    survives = window == "ours"
    assert done.returncode == (0 if survives else 1), done.stderr
    assert ("left" in done.stdout) == survives
    assert ("BadWindow" in done.stderr) != survives
