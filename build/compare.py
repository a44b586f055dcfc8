"""Compares the packaged Tefuda with the card games of two large desktops: start, memory, idle cost, installed size.

`python -m build.compare` prints a table. It needs Xvfb, dbus-run-session, and Debian's packages kpat (KPatience) and
aisleriot. All programs run on the same machine in the same run, one start of each after the other, every one of them
with a home of its own in which it has been started before. The clock runs from the start of the process until the whole
first picture is on the screen: the first one that differs from what stays there afterwards in less than a fiftieth of
what the program covers.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from build.bench import IDLE_SECONDS, Pixels, cpu_seconds, pss_megabytes, screen
from build.packing import ROOT

STARTS = 12
SCREEN = (1280, 720)
_ROWS = 36
"""Lines of pixels across the screen that are looked at."""
_STILL = 2.0
"""Seconds without any change after which a first picture is there to stay."""
_COMING_TO_REST = 20.0
"""Seconds after the first picture in which a program may still put things in order."""
_PATIENCE = 60.0
_PART = 0.02


@dataclass
class Game:
    """A program to be compared: what starts it, and the package it is installed by."""

    name: str
    command: str
    package: str
    starts: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    """Seconds that the processor worked for it until then; what else the machine does is not counted."""
    pss: float = 0.0
    idle: float = 0.0
    own: float = 0.0
    everything: float = 0.0


GAMES = (
    Game("Tefuda", str(ROOT / "out" / "package" / "tefuda" / "tefuda"), "tefuda"),
    Game("KPatience", "/usr/games/kpat", "kpat"),
    Game("AisleRiot", "/usr/games/sol", "aisleriot"),
)


class Eyes(Pixels):
    """Looks at lines of pixels all over a display, quickly enough to see a window come up."""

    def look(self) -> tuple[bytes, ...]:
        """Return what is on the screen now, line by line."""
        step = SCREEN[1] // _ROWS
        return tuple(self._row(y) for y in range(step // 2, SCREEN[1], step))

    def _row(self, y: int) -> bytes:
        image = self._x.XGetImage(self._display, self._root, 0, y, SCREEN[0], 1, 0xFFFFFF, 2)
        try:
            data = ctypes.cast(image, ctypes.POINTER(_Image)).contents
            return ctypes.string_at(data.data, SCREEN[0] * 4)
        finally:
            self._x.XDestroyImage(ctypes.c_void_p(image))


class _Image(ctypes.Structure):
    """The beginning of Xlib's XImage."""

    _fields_ = (
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.c_void_p),
    )


def differing(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> int:
    """Return how many of the pixels that were looked at differ."""
    return sum(
        one_row[at : at + 3] != other_row[at : at + 3]
        for one_row, other_row in zip(one, other, strict=True)
        if one_row != other_row
        for at in range(0, len(one_row), 4)
    )


@contextmanager
def running(game: Game, display: str, home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a game and end it."""
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "DBUS_SESSION_BUS_ADDRESS")}
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
    environment |= {"DISPLAY": display, "HOME": str(home), "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(runtime)}
    environment |= {"SDL_AUDIODRIVER": "dummy"}
    quiet = subprocess.DEVNULL
    program = subprocess.Popen(
        [game.command], env=environment, cwd="/", stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        yield program
    finally:
        program.terminate()
        try:
            program.wait(5)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def start(game: Game, display: str, home: Path, *, rest: bool = False) -> tuple[float, float]:
    """Return the seconds until the whole first picture of a game is there, and those that the processor worked for it.

    `rest` measures it at rest besides.
    """
    eyes = Eyes(display)
    empty = eyes.look()
    pictures: list[tuple[float, float, tuple[bytes, ...]]] = [(0.0, 0.0, empty)]
    began = time.perf_counter()
    with running(game, display, home) as program:
        while pictures[-1][2] == empty or time.perf_counter() - began - pictures[-1][0] < _STILL:
            seen, now = eyes.look(), time.perf_counter() - began
            if seen != pictures[-1][2]:
                pictures.append((now, sum(map(cpu_seconds, family(program.pid))), seen))
            if now > _PATIENCE or program.poll() is not None:
                raise RuntimeError(f"{game.name} showed nothing that stays")
            time.sleep(0.008)
        if rest:
            time.sleep(_COMING_TO_REST)
            before = sum(map(cpu_seconds, family(program.pid)))
            time.sleep(IDLE_SECONDS)
            game.idle = 100 * (sum(map(cpu_seconds, family(program.pid))) - before) / IDLE_SECONDS
            game.pss = sum(map(pss_megabytes, family(program.pid)))
    while eyes.look() != empty:
        time.sleep(0.02)
    last = pictures[-1][2]
    covered = differing(last, empty)
    return next((when, work) for when, work, picture in pictures if differing(picture, last) < _PART * covered)


def family(pid: int) -> list[int]:
    """Return a process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(one for child in children for one in family(int(child)))]


# What is installed


def installed(game: Game) -> None:
    """Find out how large a package is, and all that it needs."""
    if game.package == "tefuda":
        (deb,) = (ROOT / "out" / "package").glob("*.deb")
        told = _said("dpkg-deb", "--field", str(deb), "Installed-Size", "Depends")
        needed = {name for word in told.partition("Depends:")[2].split(",") if (name := word.split()[0])}
        game.own = int(told.partition("Installed-Size:")[2].split()[0]) / 1000
        game.everything = game.own + _megabytes(_needs(needed))
    else:
        game.own = _megabytes({game.package})
        game.everything = _megabytes(_needs({game.package}))


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _needs(packages: set[str]) -> set[str]:
    """Return packages with everything that must be there for them."""
    left_out = ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")
    options = [f"--no-{relation}" for relation in left_out]
    lines = _said("apt-cache", "depends", "--recurse", "--installed", *options, *sorted(packages)).splitlines()
    return {line.strip() for line in lines if re.fullmatch(r"[a-z0-9][a-z0-9.+-]+(:\w+)?", line)}


def _megabytes(packages: set[str]) -> float:
    """Return what installed packages take, in megabytes."""
    form = "--showformat=${db:Status-Status} ${Installed-Size}\\n"
    asked = ["dpkg-query", "--show", form, *sorted(packages)]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # some are not installed
    sizes = [line.split()[1] for line in said.splitlines() if line.startswith("installed")]
    return sum(map(int, sizes)) / 1000


def table() -> str:
    """Return what was measured as a table for the README."""
    rows = [
        ("", *(game.name for game in GAMES)),
        ("---", *("---:" for _ in GAMES)),
        ("start to the whole first picture, median", *(f"{statistics.median(game.starts):.2f} s" for game in GAMES)),
        ("fastest and slowest", *(f"{min(game.starts):.2f}-{max(game.starts):.2f} s" for game in GAMES)),
        ("work of the processor for it, median", *(f"{statistics.median(game.work):.2f} s" for game in GAMES)),
        ("memory (PSS) with the first picture", *(f"{game.pss:.0f} MB" for game in GAMES)),
        ("processor at rest, of one core", *(f"{game.idle:.2f} %" for game in GAMES)),
        ("installed, the package alone", *(f"{game.own:.0f} MB" for game in GAMES)),
        ("installed, with all that it needs", *(f"{game.everything:.0f} MB" for game in GAMES)),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> int:
    """Measure in turn, and print the table and all figures."""
    for tool in ("Xvfb", "dbus-run-session", *(game.command for game in GAMES)):
        if shutil.which(tool) is None:
            print(f"compare: {tool} is missing; see the head of build/compare.py", file=sys.stderr)
            return 2
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        again = ["dbus-run-session", "--", sys.executable, "-m", "build.compare"]
        return subprocess.run(again, check=False).returncode
    with screen(*SCREEN) as display, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        homes = {game.name: Path(folder) / game.name for game in GAMES}
        for game in GAMES:
            installed(game)
            start(game, display, homes[game.name], rest=True)  # the first start in a new home makes caches
        for _ in range(STARTS):
            for game in GAMES:
                seconds, work = start(game, display, homes[game.name])
                game.starts.append(seconds)
                game.work.append(work)
    print(table())
    print(json.dumps({game.name: {"starts": game.starts, "work": game.work} for game in GAMES}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
