"""The hands and eyes of a window story: a real window on a real X server, driven by xdotool and seen by xwd.

Coordinates are pixels from the window's upper left corner. Nothing here sleeps for a guessed time: `until` asks again
until a condition holds, and says what was awaited when it never does.
"""

import os
import struct
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

import pygame

PATIENCE = 20.0
"""Seconds to wait for what should take a fraction of one; a busy machine is no fault of the game."""

Point = tuple[int, int]
T = TypeVar("T")


def until(found: Callable[[], T | None], awaited: str, patience: float = PATIENCE) -> T:
    """Ask again and again until the answer is neither None nor empty, and return it; fail naming what was awaited."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"waited {patience:g} s for {awaited}")


@dataclass(frozen=True)
class Window:
    """One window of the program: what a player can do with it, and what a player sees of it."""

    id: str
    environment: Mapping[str, str]

    @classmethod
    def find(cls, environment: Mapping[str, str], window_class: str = "^tefuda$") -> Self:
        """Wait for a visible window of the class (its title is not asked: xdotool finds no Japanese ones)."""
        search = ["xdotool", "search", "--onlyvisible", "--class", window_class]

        def first() -> str | None:
            done = subprocess.run(search, env=environment, capture_output=True, text=True, check=False)
            return next(iter(done.stdout.split()), None)

        window = cls(until(first, f"a window of class {window_class}"), environment)
        window._tell("windowfocus", window.id)  # Without a window manager nobody else gives it the keyboard.
        return window

    def _tell(self, *words: object) -> str:
        command = ["xdotool", *map(str, words)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout

    def _to(self, at: Point) -> tuple[object, ...]:
        return ("mousemove", "--window", self.id, *at)

    def move(self, at: Point) -> None:
        """Move the pointer."""
        self._tell(*self._to(at))

    def press(self, at: Point, button: int = 1) -> None:
        """Press a mouse button and hold it."""
        self._tell(*self._to(at), "mousedown", button)

    def release(self, at: Point, button: int = 1) -> None:
        """Let a mouse button go."""
        self._tell(*self._to(at), "mouseup", button)

    def click(self, at: Point, button: int = 1, times: int = 1) -> None:
        """Press and let go in one place, so many times."""
        self._tell(*self._to(at), "click", "--repeat", times, "--delay", 15, button)

    def drag(self, start: Point, end: Point, steps: int = 12) -> None:
        """Press at the start, go to the end in a straight line of many small moves as a hand does, and let go."""
        path: list[object] = [*self._to(start), "mousedown", 1]
        for step in range(1, steps + 1):
            at = (
                round(start[0] + (end[0] - start[0]) * step / steps),
                round(start[1] + (end[1] - start[1]) * step / steps),
            )
            path += ["sleep", 0.01, *self._to(at)]
        self._tell(*path, "mouseup", 1)

    def key(self, *names: str) -> None:
        """Press keys one after the other, by their X names: "Escape", "F11", "ctrl+v"."""
        self._tell("key", *names)

    def type(self, text: str) -> None:
        """Type ASCII text. xdotool loses Japanese characters now and then: paste those, or post them as events."""
        if not text.isascii():
            raise ValueError(f"{text!r} cannot be typed reliably")
        self._tell("type", "--delay", 20, "--", text)

    def size(self) -> Point:
        """Return the window's width and height."""
        numbers = dict(
            line.split("=", 1) for line in self._tell("getwindowgeometry", "--shell", self.id).splitlines() if line
        )
        return int(numbers["WIDTH"]), int(numbers["HEIGHT"])

    def resize(self, size: Point) -> None:
        """Ask for another size and wait until the window has it."""
        self._tell("windowsize", self.id, *size)
        until(lambda: self.size() == size, f"a window of {size[0]}x{size[1]}")

    def screenshot(self) -> pygame.Surface:
        """Return what the window shows at this moment."""
        command = ["xwd", "-silent", "-id", self.id]
        return read_xwd(subprocess.run(command, env=self.environment, capture_output=True, check=True).stdout)


@dataclass(frozen=True)
class Program:
    """A running program: its process, its window and the file its output goes to."""

    process: subprocess.Popen[bytes]
    window: Window
    output: Path

    def said(self) -> str:
        """Return everything the program has written so far."""
        return self.output.read_text(encoding="utf-8", errors="replace")

    def wait_until_it_says(self, text: str) -> None:
        """Wait for a text in the program's output."""
        until(lambda: text in self.said(), f"the program to say {text!r}")

    def wait_for_end(self) -> int:
        """Wait until the program has left by itself; return its exit code."""
        return self.process.wait(PATIENCE)


def read_xwd(dump: bytes) -> pygame.Surface:
    """Turn an X window dump of 32 bits a pixel, which is what Xvfb gives at depth 24, into a surface."""
    header = struct.unpack_from(">25I", dump)
    header_size, _, pixmap_format, _, width, height = header[:6]
    byte_order, bits_per_pixel, bytes_per_line, colours = header[7], header[11], header[12], header[19]
    if (pixmap_format, byte_order, bits_per_pixel) != (2, 0, 32):
        raise ValueError("only little-endian ZPixmap dumps of 32 bits a pixel can be read")
    start = header_size + 12 * colours
    pixels = bytearray(dump[start : start + bytes_per_line * height])
    pixels[3::4] = b"\xff" * len(pixels[3::4])  # The fourth byte is unused, not transparency.
    return pygame.image.frombytes(bytes(pixels), (width, height), "BGRA", pitch=bytes_per_line)


def without_display(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return a copy of an environment without whatever would lead a program to another display or a fake one."""
    misleading = {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SDL_VIDEODRIVER", "SDL_VIDEO_X11_WMCLASS"}
    return {name: value for name, value in environment.items() if name not in misleading}
