"""Imports run one way, read from the source: rules are pure, scenes reach no State, chance has one source."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PURE = {
    "__future__",
    "base64",
    "binascii",
    "bisect",
    "collections",
    "dataclasses",
    "difflib",
    "enum",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "tomllib",
    "tomli",
    "types",
    "typing",
    "unicodedata",
    "zlib",
}
"""What `game` may import beside itself: nothing here reads a clock, a disk, a window or outside chance."""
OUTSIDE_CALLS = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
CHANCE = {"random", "secrets", "uuid"}
CLOCKS = {"time", "datetime", "calendar"}
CLOCK = "scenes/calendar.py"
"""The one module that reads the date."""
LENGTHS = {"time.sleep", "time.monotonic", "time.perf_counter"}
"""What tells how long something takes, not when it is."""
HOST = "scenes/host.py"
TABLE_FOR_ALL = {"game.table.Chair", "game.table.ChairClosed", "game.table.Standing"}


def imported(source: str) -> Iterator[str]:
    """Yield every name that a module imports, wherever in it, in full: `from game import rng` is `game.rng`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module, names, level):
                place = "." * level + (module or "")
                yield from (f"{place}.{name.name}" for name in names)


def impurities(file: str, source: str) -> list[str]:
    """Return what a module of `game` imports or calls beyond the pure."""
    names = [name for name in imported(source) if name.split(".")[0] not in {"game", *PURE}]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name(name)) if name in OUTSIDE_CALLS:
                names.append(f"{name}()")
    return [f"{file}: {name}" for name in names]


def back_doors(file: str, source: str) -> list[str]:
    """Return what a module of `scenes` imports by which it could hold a State or more of the table than a chair."""
    names = set()
    for name in imported(source):
        rules = re.match(r"game\.\w+\.(rules|course|transcripts)\b", name)
        chance = re.match(r"game\.rng\b", name)
        table = re.match(r"game\.table\b", name) and name not in TABLE_FOR_ALL and file != HOST
        if rules or chance or table or name == "game" or re.match(r"game\.[\w.]*\*", name):
            names.add(name)
    return [f"{file}: {name}" for name in sorted(names)]


def fingers(file: str, source: str) -> list[str]:
    """Return where a module reaches past a chair by a private name: types cannot hide the other seats behind it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(ast.Name("self"), _):
                pass
            case ast.Attribute(_, "_table" | "_open" | "_state" | "_steps" as name):
                found.append(f"{file}:{node.lineno}: {name}")
    return found


def openings(file: str, source: str) -> list[str]:
    """Return where a module lays a state open; `Course` alone may, of games that are over."""
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute))
    return [f"{file}:{node.lineno}" for node in nodes if node.attr == "lay_open" and file != "game/table.py"]


def chances(file: str, source: str) -> list[str]:
    """Return what a module imports that makes chance; the host draws fresh deal numbers with `secrets`."""
    names = {name for name in imported(source) if name.split(".")[0] in CHANCE}
    allowed = {"secrets"} if file == HOST else set()
    return [f"{file}: {name}" for name in sorted(names - allowed)]


def clocks(file: str, source: str) -> list[str]:
    """Return what a module imports by which it could read the date, or, where it may only wait, reads of it."""
    if file == CLOCK:
        return []
    names = {name for name in imported(source) if name.split(".")[0] in CLOCKS}
    if "time" in names:
        read = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute))
        names |= {f"time.{node.attr}" for node in read if isinstance(node.value, ast.Name) and node.value.id == "time"}
    return [f"{file}: {name}" for name in sorted(names - {"time"} - LENGTHS)]


def scene_imports(file: str, source: str) -> list[str]:
    """Return what a module of `game` imports of the scenes or of pygame."""
    return [
        f"{file}: {name}" for name in imported(source) if name.split(".")[0] in {"scenes", "pygame", "main", "build"}
    ]


def _complaints(reader: Callable[[str, str], list[str]], *tops: str) -> list[str]:
    files = [file for top in tops for file in sorted(ROOT.glob(top))]
    assert files
    found = []
    for file in files:
        found += reader(file.relative_to(ROOT).as_posix(), file.read_text("utf-8"))
    return found


def test_the_rules_are_pure() -> None:
    """Decision 1: `game` imports itself and pure standard modules; no window, clock, disk, or outside chance."""
    assert _complaints(impurities, "game/**/*.py") == []


def test_the_rules_know_no_scenes() -> None:
    """Imports run one way: `game` imports nothing of `scenes`."""
    assert _complaints(scene_imports, "game/**/*.py") == []


def test_scenes_reach_no_state() -> None:
    """Decision 6: scenes import no rules; the host alone may hold a Table, all others take a Chair."""
    assert _complaints(back_doors, "scenes/**/*.py") == []


def test_scenes_do_not_reach_past_a_chair() -> None:
    """Decision 6: a chair's table is private."""
    assert _complaints(fingers, "scenes/**/*.py", "main.py") == []
    assert fingers("scenes/table/table.py", "chair._table.view(other)")
    assert fingers("scenes/table/table.py", "self.chair._open")
    assert fingers("scenes/table/table.py", "self._table") == []


def test_a_table_is_laid_open_in_one_place() -> None:
    """Nobody but `Course` asks a game for what lies face down, and a course is made of a game that is over."""
    assert _complaints(openings, "main.py", "game/**/*.py", "scenes/**/*.py", "build/**/*.py") == []
    assert openings("scenes/host.py", "find(game).lay_open(state)")
    source = (ROOT / "game/table.py").read_text("utf-8")
    calls = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute) and node.attr == "lay_open"
    ]
    assert len(calls) == 1
    assert back_doors("scenes/after/replay.py", "from game.table import Course")


def test_chance_has_one_source() -> None:
    """Nothing but `game/rng.py` makes chance; the host alone draws a fresh deal number from the system."""
    assert _complaints(chances, "main.py", "game/**/*.py", "scenes/**/*.py", "build/**/*.py") == []


def test_the_date_has_one_reader() -> None:
    """Motion knows time as `dt` alone; when a game ended is read in `scenes/calendar.py`, which tests replace."""
    assert _complaints(clocks, "main.py", "game/**/*.py", "scenes/**/*.py") == []
    assert clocks("scenes/pages/menu.py", "from datetime import datetime")
    assert clocks("scenes/pages/menu.py", "from time import time")
    assert clocks("scenes/store.py", "import time\ntime.time()")
    assert clocks("scenes/store.py", "import time\ntime.sleep(1)") == []


def test_the_shelf_opens_no_database() -> None:
    """What the page about finished games needs is imported when it is opened, or when a game ends."""
    program = "import sys; from scenes import app; print([n for n in sys.argv[1:] if n in sys.modules])"
    late = ["sqlite3", "scenes.history", "scenes.pages.stats", "scenes.after.replay", "scenes.pages.ledger"]
    said = subprocess.run([sys.executable, "-c", program, *late], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import os.path",
        "from os import path",
        "import time",
        "import random",
        "from pathlib import Path",
        "from datetime import datetime",
        "import sys",
        "import io",
        "import importlib",
        "import pygame",
        "import json, threading",
        "from . import core",
        "from .core import Seat",
        "def f():\n    import os",
        "open('x')",
        "f = eval('1')",
        "__import__('os')",
    ],
)
def test_an_impure_line_is_noticed(line: str) -> None:
    """The reader finds imports wherever they stand, and calls that need no import."""
    assert impurities("game/x.py", line)


@pytest.mark.parametrize(
    "line",
    ["from game.core import Seat", "import json", "from collections.abc import Sequence", "from typing import Any"],
)
def test_a_pure_line_is_let_through(line: str) -> None:
    """The reader finds no fault where there is none."""
    assert impurities("game/x.py", line) == []


@pytest.mark.parametrize(
    "line",
    [
        "from game.deck_defence.rules import DeckDefence",
        "from game.deck_defence import rules",
        "import game.deck_defence.rules as r",
        "from game.deck_defence.transcripts import check_deals",
        "from game.kanu.course import State",
        "from game.table import Table",
        "from game.table import Chair, lay_again",
        "from game.table import *",
        "from game import table",
        "import game.table",
        "import game",
        "from game import *",
        "from game.deck_defence import *",
        "from game.rng import Random",
        "from game import rng",
        "if x:\n    from game.kanu.rules import State",
    ],
)
def test_a_back_door_is_noticed(line: str) -> None:
    """Every spelling that leads to a State, a Table or the generator."""
    assert back_doors("scenes/table/table.py", line)


@pytest.mark.parametrize(
    "line",
    [
        "from game.table import Chair, ChairClosed, Standing",
        "from game.core import Beat, Reason",
        "from game.deck_defence import public",
        "from game.deck_defence.public import View",
        "from game.deck_defence.deals import Difficulty",
        "from game import catalogue",
        "from game.record import Record",
        "from scenes.pages.rules import RulesPage",
    ],
)
def test_an_open_door_is_let_through(line: str) -> None:
    """What a scene needs is not forbidden."""
    assert back_doors("scenes/table/table.py", line) == []


def test_the_host_may_hold_a_table_but_no_rules() -> None:
    """`scenes/host.py` lays tables with games from the catalogue, and draws deal numbers."""
    assert back_doors(HOST, "from game.table import Table, lay_again") == []
    assert back_doors(HOST, "from game.deck_defence.rules import State")
    assert chances(HOST, "import secrets") == []
    assert chances(HOST, "import random")
    assert chances("scenes/pages/menu.py", "from secrets import randbelow")


def test_a_scene_in_the_rules_is_noticed() -> None:
    """The one way has no exception."""
    assert scene_imports("game/x.py", "from scenes import table")
    assert scene_imports("game/x.py", "import pygame.font")


def test_the_shelf_shows_before_any_game_is_loaded() -> None:
    """Rules, card sets, tables and the pages behind the shelf are imported by whoever goes there."""
    program = "import sys, main, scenes.app; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"scenes.pages.menu", "scenes.host"} <= loaded
    games = re.compile(r"game\.(kanu|haruhi|deck_defence|bots\.catalogue)|scenes\.(kanu|haruhi|deck_defence)")
    pages = {
        "scenes.pages.setup",
        "scenes.pages.settings",
        "scenes.pages.rules",
        "scenes.table.table",
        "scenes.pages.stats",
        "sqlite3",
        "scenes.pages.about",
    }
    assert {name for name in loaded if games.match(name)} | pages & loaded == set()
