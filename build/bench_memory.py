"""Measures the memory of an evening in which everything is used, one thing after the other, and prints it as JSON.

`python build/bench_memory.py [WIDTH HEIGHT]` does it in a real window (Xvfb), in this order: the shelf; every page that
opens from it, to its end (settings, keys, About, statistics, set-ups, all sections of all rules); then each game: its
lesson is opened, the table is laid (Kan'u with three computers, Haruhi with four, medium ones), its cards are dealt and
sixteen actions played at sixty frames a second, in Deck Defence after a hint each; every place is looked at closely,
menu and rules are opened, and it is left for the shelf; the game alone is given up before, for its result and review.
At last all pages are opened again. Told is the proportional set size (PSS) after each step and its peak, looked at in
every tenth frame.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from build.bench import pss_megabytes, screen
from game.bots.core import Level
from game.catalogue import GAMES
from game.core import Chance
from game.rng import Random
from scenes import host, memory, window
from scenes.app import Program, Start
from scenes.host import Match
from scenes.inputs import Input, Key, Motion
from scenes.pages.card_sets import CardSets
from scenes.preferences import Preferences
from scenes.scene import Back, Home, Learn, Push, Scene
from scenes.seating import Sitting
from scenes.sound.speaker import Speaker
from scenes.store import Store
from scenes.table.table import TableScene

ACTIONS = 16
_SEATS = {"kanu": 4, "haruhi": 5}
_PATIENCE = 60.0
"""Seconds after which a game is left though its actions are not yet played."""


class Evening:
    """A program at which everything is used, and what memory it had."""

    def __init__(self, store: Store, preferences: Preferences, sounds: Speaker) -> None:
        self._program = Program(store, preferences, Start(), sounds)
        self._store = store
        self._chance: Chance = Random.seeded("evening")
        self._frames = 0
        self._step = "shelf"
        self.steps: dict[str, float] = {}
        self.peak: tuple[float, str] = (0.0, "")

    def pass_(self) -> dict[str, Any]:
        """Use everything; return what it came to."""
        self._mark("shelf")
        self._pages("pages")
        for game in GAMES:
            self._game(game)
        self._pages("pages again")
        return {"peak_mb": self.peak[0], "peak_in": self.peak[1], "pss_mb": self.steps, "frames": self._frames}

    def _mark(self, step: str) -> None:
        """End a step."""
        self._step = step
        self._settle()
        self._look()
        self.steps[step] = round(pss_megabytes(os.getpid()), 1)

    def _look(self) -> None:
        self.peak = max(self.peak, (round(pss_megabytes(os.getpid()), 1), self._step))

    def _frame(self, *inputs: Input, dt: float = 1 / 60) -> bool:
        moving = self._program.frame(list(inputs), dt)
        pygame.event.pump()
        if not moving:
            self._program.rest()
        self._frames += 1
        if self._frames % 10 == 0:
            self._look()
        return moving

    def _settle(self, most: int = 30) -> None:
        """Let frames pass until nothing moves."""
        while self._frame() and most:
            most -= 1

    def _over(self, scene: Scene) -> None:
        """Open a scene over the others, go to its end, and close it."""
        self._program.obey(Push(scene))
        self._settle()
        self._frame(Key("end"))
        self._settle()
        self._program.obey(Back())
        self._frame()

    def _pages(self, step: str) -> None:
        self._step = step
        for scene in self._all_pages():
            self._over(scene)
        self._mark(step)

    def _all_pages(self) -> Iterator[Scene]:
        from scenes.pages.about import About
        from scenes.pages.key_page import KeyPage
        from scenes.pages.rules import SECTIONS, RulesPage
        from scenes.pages.settings import Settings
        from scenes.pages.setup import SetUp

        kit, routes = self._program.kit, self._program.routes
        yield from (Settings(kit), KeyPage(kit), About(kit), routes.statistics(running=False))
        for game, sections in SECTIONS.items():
            yield SetUp(kit, game, False, routes.table)
            for section in sections:
                yield RulesPage(kit, game, section)

    def _game(self, game: str) -> None:
        program = self._program
        self._step = f"{game} lesson"
        program.obey(Learn(game))
        self._settle(240)
        program.obey(Back())
        self._mark(f"{game} lesson")
        self._step = f"{game} dealt"
        match = self._begun(game)
        program.obey(Home(program.routes.table(match)))
        self._settle(600)
        self._mark(f"{game} dealt")
        self._play(f"{game} played")
        self._look_around(f"{game} looked at")
        if game not in _SEATS:
            self._give_up(match)
        self._step = f"{game} left"
        program.obey(Home(program.routes.shelf()))
        del match
        self._mark(f"{game} left")

    def _begun(self, game: str) -> Match:
        seats = _SEATS.get(game)
        if seats is None:
            return host.begin(self._store, game, "1204", {})
        names = ("アオイ", "ハル", "ナツ", "アキ", "フユ")[:seats]
        sitting = Sitting.of(names, tuple(range(seats)), "pass", 1, (None, *(Level.MEDIUM,) * (seats - 1)))
        options = CardSets(self._program.kit, game, lambda: None).options()
        return host.begin(self._store, game, "1204", options, sitting)

    @property
    def _table(self) -> TableScene:
        scene = self._program.stack[0]
        assert isinstance(scene, TableScene)
        return scene

    def _play(self, step: str) -> None:
        self._step, played, began = step, 0, time.monotonic()
        while played < ACTIONS and time.monotonic() < began + _PATIENCE and len(self._program.stack) == 1:
            table = self._table
            standing = table.match.chair.standing()
            if standing.outcome is not None:
                break
            if standing.turn != table.match.chair.seat or table._showing.busy:
                self._frame()
                time.sleep(0.003)
                continue
            table.match.chair.submit(self._chosen(table))
            table.take_beats()
            played += 1
        self._mark(step)

    def _chosen(self, table: TableScene) -> object:
        """Return what the advisor says where there is one, else any action, the pointer moved over the table."""
        legal = table.match.chair.view().legal
        for spot in [*table._board.layout.spots][::6]:
            self._frame(Motion(table.spot_centre(spot)))
        if table.advised:
            table._advice.ask()
            for _ in range(400):
                self._frame()
                time.sleep(0.005)
                if (best := table._advice.hints.best) is not None:
                    return best.action
        index, self._chance = self._chance.below(len(legal))
        return legal[index]

    def _look_around(self, step: str) -> None:
        self._step = step
        table = self._table
        for spot in [*table._board.layout.spots]:
            if spot in table._board.layout.spots:
                self._frame(Motion(table.spot_centre(spot)))
                for _ in range(14):
                    self._frame(dt=0.1)
        self._over(self._program.routes.menu(table))
        self._frame(Key("f1"))
        self._settle()
        self._frame(Key("escape"))
        self._mark(step)

    def _give_up(self, match: Match) -> None:
        self._step = "result and review"
        if match.chair.standing().outcome is None:
            self._table.concede()
        self._settle(400)
        record = self._store.record_of(match.name)
        assert record is not None
        review = self._program.routes.review(record, running=False)
        self._program.obey(Push(review))
        for _ in range(600):
            self._frame()
            time.sleep(0.005)
        self._program.obey(Back())
        self._mark(self._step)


def evening(width: int, height: int) -> dict[str, Any]:
    """Pass an evening in a window of that size, in this process."""
    memory.be_frugal()
    with tempfile.TemporaryDirectory() as folder:
        preferences = Preferences(language="ja", window=(width, height), pace="off", stay="short")
        store, sounds = Store(Path(folder)), Speaker()
        window.open_window(preferences)
        try:
            told = Evening(store, preferences, sounds)
            gc.freeze()  # as `scenes.app.run` does
            return told.pass_()
        finally:
            sounds.close()
            store.close()


def in_child(display: str, width: int, height: int) -> dict[str, Any]:
    """Pass an evening in a process of its own, whose memory is nothing else's."""
    answer = subprocess.run(
        [sys.executable, __file__, "here", str(width), str(height)],
        env={**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"},
        stdout=subprocess.PIPE,
        check=True,
    )
    told: dict[str, Any] = json.loads(answer.stdout)
    return told


def main() -> int:
    """Measure, and print one JSON object."""
    here = sys.argv[1:2] == ["here"]
    width, height = (int(word) for word in (*sys.argv[1 + here :], "1920", "1080")[:2])
    if here:
        print(json.dumps(evening(width, height)))
        return 0
    if shutil.which("Xvfb") is None:
        print("there is no Xvfb", file=sys.stderr)
        return 1
    with screen(width, height) as display:
        print(json.dumps(in_child(display, width, height), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
