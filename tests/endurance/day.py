"""A day at the table in one sitting: game after game, a hint before every action, and memory that stays where it is."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from game.bots.core import Level
from scenes import host, memory
from scenes.app import Program, Start
from scenes.assets import card_files
from scenes.host import Match
from scenes.inputs import Input, Key
from scenes.pages.card_sets import CARD_SETS
from scenes.preferences import Preferences
from scenes.scene import Home
from scenes.seating import ALONE, Sitting
from scenes.store import Store
from scenes.table.table import TableScene
from scenes.window import set_mode
from tests.endurance.thinking import from_a_seed

_QUICK = Preferences(language="en", speed="off", stay="short", pace="off")
_EVERY = 4
"""Among so many games one of Kan'u and one of Haruhi is played against computers, the others alone with hints."""


def resident() -> int:
    """Return the kilobytes of memory that this process has now."""
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


class Day:
    """One program, and the games that are played in it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rng = Random(seed)
        self._store = Store(folder)
        set_mode(_QUICK)
        self._program = Program(self._store, _QUICK, Start())
        self.games = 0
        self.hints = 0
        self.actions = 0

    def game(self) -> None:
        """Play one game to its end, see its result and the statistics, and go back to the shelf."""
        match = self._begun()
        self._program.obey(Home(self._program.routes.table(match)))
        for _ in range(5000):
            scene = self._program.stack[0]
            assert isinstance(scene, TableScene)
            standing = scene.match.chair.standing()
            if standing.outcome is not None:
                break
            if standing.turn == scene.match.chair.seat:
                self._act(scene)
            self._frame(0.3)
        else:
            raise AssertionError("the game never came to its end")
        for _ in range(12):
            self._frame(0.3)
        self._program.obey(Home(self._program.routes.shelf()))
        for name in ("f2", "escape"):
            self._frame(0.1, Key(name))
            self._frame(0.1)
        self._store.take_problems()
        self.games += 1

    def _frame(self, dt: float, *inputs: Input) -> None:
        """Let a frame pass, and the program rest where nothing moves, as its loop does."""
        if not self._program.frame(list(inputs), dt):
            self._program.rest()

    def _begun(self) -> Match:
        place = self.games % _EVERY
        if place > 1:
            return host.begin(self._store, "deck-defence", str(self._rng.randrange(1, 10**6)), {})
        game, seats = (("kanu", 3), ("haruhi", 4))[place]
        levels = (None, *(Level.EASY,) * (seats - 1))
        sitting = Sitting.of(("A", "B", "C", "D")[:seats], tuple(range(seats)), "pass", 1, levels)
        assert sitting != ALONE
        options = {"cards": CARD_SETS[game](card_files()[game])}
        return host.begin(self._store, game, str(self._rng.randrange(1, 10**6)), options, sitting)

    def _act(self, scene: TableScene) -> None:
        """Ask for a hint and follow it; where there are none do anything."""
        legal = scene.match.chair.view().legal
        action = self._rng.choice(legal)
        if scene.advised:
            scene._advice.ask()
            self.hints += 1
            for _ in range(60):
                self._frame(0.02)
                if (best := scene._advice.hints.best) is not None:
                    action = best.action
                    break
        scene.match.chair.submit(action)
        scene.take_beats()
        self.actions += 1

    def end(self) -> None:
        """Close the program."""
        self._store.close()


def pass_day(folder: Path, games: int, seed: int, told: Callable[[int, int], None], *, trace: bool) -> dict[str, Any]:
    """Play so many games; return the memory after each tenth of them."""
    memory.be_frugal()
    marks: dict[int, int] = {}
    tenths = {max(1, games * tenth // 10) for tenth in range(1, 11)}
    with from_a_seed(Random(seed), drawings=False):
        day = Day(folder, seed)
        before: tracemalloc.Snapshot | None = None
        for number in range(games):
            day.game()
            if number + 1 in tenths:
                marks[number + 1] = resident()
                told(number + 1, marks[number + 1])
                if trace and before is None:
                    tracemalloc.start()
                    before = tracemalloc.take_snapshot()
        grown = [] if before is None else tracemalloc.take_snapshot().compare_to(before, "lineno")[:8]
        day.end()
    return {
        "games": day.games,
        "hints": day.hints,
        "actions": day.actions,
        "resident_kb": marks,
        "grown": [f"{one.traceback}: {one.size_diff // 1024} KiB" for one in grown],
    }
