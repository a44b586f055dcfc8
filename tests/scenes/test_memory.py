"""What is let go of is given back to the system, and nothing is asked of a C library that is not GNU's."""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from scenes import memory
from scenes.app import Program, Start
from scenes.pages.settings import Settings
from scenes.preferences import Preferences
from scenes.scene import Back, Home, Learn, Push
from scenes.store import Store

ROOT = Path(__file__).resolve().parents[2]
_CHILD = """
import json
from pathlib import Path
import pygame
from scenes import memory

def resident():
    rows = Path("/proc/self/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS:"))

memory.be_frugal()
told = [resident()]
large = [pygame.Surface((200, 200)) for _ in range(400)]
small = [pygame.Surface((40, 60)) for _ in range(4000)]
kept = small[::50]
told.append(resident())
del large
told.append(resident())
small.clear()
memory.give_back()
told.append(resident())
print(json.dumps(told))
"""


@pytest.mark.skipif(memory._library() is None, reason="the C library is not GNU's")
def test_what_is_let_go_of_is_given_back() -> None:
    """Large surfaces go at once; small ones, some of which stay between them, when it is tidied up."""
    answer = subprocess.run([sys.executable, "-c", _CHILD], cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=60)
    before, full, without_large, tidied = json.loads(answer.stdout.splitlines()[-1])
    assert full - before > 90_000
    assert full - without_large > 60_000
    assert tidied - before < 8_000


class Circle:
    """Holds itself."""

    def __init__(self) -> None:
        self.button = lambda: self


def test_circles_are_let_go_of() -> None:
    """A scene whose buttons know it goes, too."""
    scene = Circle()
    gone = weakref.ref(scene)
    del scene
    memory.give_back()
    assert gone() is None


def test_nothing_is_asked_of_another_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows and macOS, and where there is another C library, only circles are let go of."""
    monkeypatch.setattr(sys, "platform", "win32")
    memory._library.cache_clear()
    try:
        assert memory._library() is None
        memory.be_frugal()
        memory.give_back()
    finally:
        monkeypatch.undo()
        memory._library.cache_clear()


@pytest.mark.usefixtures("screen")
def test_the_program_tidies_up_once_what_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a page or a table was left, when nothing moves; and on the shelf no card is held any more."""
    given: list[str] = []
    monkeypatch.setattr(memory, "give_back", lambda: given.append("back"))
    program = Program(store := Store(tmp_path), Preferences(language="en"), Start())
    program.frame([], 0.1)
    program.rest()
    assert not given

    program.obey(Push(Settings(program.kit)))
    program.rest()
    assert not given
    program.obey(Back())
    for _ in range(2):
        program.rest()
    assert given == ["back"]

    program.obey(Learn("kanu"))
    assert program.kit.painter._held
    program.obey(Home(program.routes.shelf()))
    assert not program.kit.painter._held
    program.rest()
    assert given == ["back"] * 2
    store.close()
