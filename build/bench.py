"""Measures what the product promises and prints it as JSON: start, memory, idle cost, frame times, speed of the rules.

`python build/task.py bench` runs it. The parts that need a window run the packaged program under Xvfb (Linux) and are
null, with the reason in `left_out`, where Xvfb or the package is missing. Figures of a shared machine are noisy: quote
medians.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "out" / "package" / "tefuda"
STARTS = 5
IDLE_SECONDS = 20
DEALS = 400
FRAMES_OF = 5
"""Opening deals that are timed frame by frame."""

sys.path.insert(0, str(ROOT))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def rule_actions_per_second() -> float:
    """Return the actions a second of random play, the listing of all legal actions at each included (best of five)."""
    from game.deck_defence.rules import DeckDefence
    from game.rng import Random

    game = DeckDefence()
    options = {spec.key: spec.default for spec in game.options}
    picks, source = [], Random.seeded("bench")
    for _ in range(60 * DEALS):
        word, source = source.next_word()
        picks.append(word / 2**64)
    best = 0.0
    for _ in range(5):
        pick = iter(picks)
        states = [game.start(game.chance(str(deal)), 1, options).state for deal in range(1, DEALS + 1)]
        count, began = 0, time.perf_counter()
        for first in states:
            state = first
            while legal := game.legal(state):
                state = game.apply(state, legal[int(next(pick) * len(legal))]).state
                count += 1
        best = max(best, count / (time.perf_counter() - began))
    return best


@contextmanager
def screen(width: int, height: int) -> Iterator[str]:
    """Run an Xvfb of that size and yield its display name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            shutil.which("Xvfb") or "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-noreset",
            "-nolisten",
            "tcp",
        ],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Pixels:
    """Looks at single pixels of a display, quickly."""

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_int] * 2, *[ctypes.c_uint] * 2]
        self._x.XGetImage.argtypes += [ctypes.c_ulong, ctypes.c_int]
        self._x.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self._x.XGetPixel.restype = ctypes.c_ulong
        self._x.XFree.argtypes = [ctypes.c_void_p]
        self._display = self._x.XOpenDisplay(display.encode())
        self._root = self._x.XDefaultRootWindow(self._display)

    def lit(self, x: int, y: int) -> bool:
        """Whether something other than black is shown there."""
        image = self._x.XGetImage(self._display, self._root, x, y, 1, 1, 0xFFFFFF, 2)
        try:
            return bool(self._x.XGetPixel(image, 0, 0) & 0xFFFFFF)
        finally:
            self._x.XFree(image)


def _environment(display: str, home: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG")}
    return {**kept, "DISPLAY": display, "HOME": home, "SDL_AUDIODRIVER": "dummy"}


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pss_megabytes(pid: int) -> float:
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1024


def start_seconds(display: str, corners: tuple[tuple[int, int], ...]) -> float:
    """Return the seconds from starting the packaged program until its picture covers the screen."""
    pixels = Pixels(display)
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        program = subprocess.Popen([PACKAGE / "tefuda"], env=_environment(display, home))
        try:
            while not all(pixels.lit(*corner) for corner in corners):
                if time.perf_counter() - began > 30 or program.poll() is not None:
                    raise RuntimeError("the packaged program showed nothing")
                time.sleep(0.002)
            return time.perf_counter() - began
        finally:
            program.kill()
            program.wait()
            time.sleep(0.2)


def at_rest(display: str) -> dict[str, float]:
    """Return PSS and processor share of the packaged program with a game on the table and nobody touching it."""
    with tempfile.TemporaryDirectory() as home:
        program = subprocess.Popen(
            [PACKAGE / "tefuda", "--game", "deck-defence", "--deal", "1204"], env=_environment(display, home)
        )
        try:
            time.sleep(6)  # the deal is over and the loop has gone to sleep
            before = _cpu_seconds(program.pid)
            time.sleep(IDLE_SECONDS)
            share = (_cpu_seconds(program.pid) - before) / IDLE_SECONDS
            return {"pss_mb": round(_pss_megabytes(program.pid), 1), "idle_percent": round(100 * share, 3)}
        finally:
            program.kill()
            program.wait()


def frames(width: int, height: int) -> dict[str, float]:
    """Return median and p99 milliseconds of the frames in which 36 cards are shuffled and dealt (run as a child)."""
    import pygame

    from scenes import app
    from scenes.preferences import Preferences
    from scenes.store import Store

    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        preferences = Preferences(window=(width, height))
        app.open_window(preferences)
        for deal in range(1, FRAMES_OF + 1):
            program = app.Program(store, preferences, app.Start("deck-defence", str(deal)))
            program.frame([], 0.0)
            moving = True
            while moving:
                began = time.perf_counter()
                moving = program.frame([], 1 / 60)
                times.append((time.perf_counter() - began) * 1000)
                pygame.event.pump()
        store.close()
    times.sort()
    return {
        "frames": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[int(len(times) * 0.99)], 2),
        "max_ms": round(times[-1], 2),
    }


def _frames_in_child(display: str, width: int, height: int) -> dict[str, float]:
    """Time frames in a process of their own, with the real window driver of `display`."""
    answer = subprocess.run(
        [sys.executable, __file__, "frames", str(width), str(height)],
        env={**os.environ, "DISPLAY": display},
        stdout=subprocess.PIPE,
        check=True,
    )
    result: dict[str, float] = json.loads(answer.stdout)
    return result


def _package_megabytes() -> float:
    return sum(file.lstat().st_size for file in PACKAGE.rglob("*") if file.is_file()) / 1e6


def main() -> int:
    """Measure everything and print one JSON object."""
    if sys.argv[1:2] == ["frames"]:
        print(json.dumps(frames(int(sys.argv[2]), int(sys.argv[3]))))
        return 0
    report: dict[str, Any] = {"rule_actions_per_second": round(rule_actions_per_second()), "left_out": []}
    if shutil.which("Xvfb") is None:
        report["left_out"].append("everything with a window: there is no Xvfb")
    else:
        with screen(1920, 1080) as display:
            report["deal_1920x1080"] = _frames_in_child(display, 1920, 1080)
        with screen(3840, 2160) as display:
            report["deal_3840x2160"] = _frames_in_child(display, 3840, 2160)
        if not (PACKAGE / "tefuda").exists():
            report["left_out"].append("the packaged program: make it with `python build/task.py package`")
        else:
            report["package_mb"] = round(_package_megabytes(), 1)
            with screen(1280, 720) as display:
                starts = [start_seconds(display, ((8, 8), (1270, 8), (8, 710), (1270, 710))) for _ in range(STARTS)]
                report["start_seconds"] = {
                    "median": round(statistics.median(starts), 3),
                    "all": [round(one, 3) for one in starts],
                }
                report["at_rest_1280x720"] = at_rest(display)
    print(json.dumps(report, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
