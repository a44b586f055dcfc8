"""One evening of the whole program, on files of which any one call to the system may fail, or be the last one.

From the shelf into a game that is nearly won, its last actions, the result, the statistics, an export, a change of the
settings, a new game and its first action, and out. The player gets a sentence or everything is on the disk; what was
there before is there whole.
"""

from __future__ import annotations

import errno
import itertools
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from game import record as records
from game.catalogue import find
from game.core import Seat
from game.record import Record
from game.table import Table
from scenes import host
from scenes import preferences as settings
from scenes.after.result import Result
from scenes.app import Program, Start
from scenes.inputs import Input, Key, Press, Release
from scenes.pages.notice import Notice
from scenes.preferences import Preferences
from scenes.scene import Home
from scenes.store import SETTINGS, TABLE, Store
from scenes.table.table import TableScene
from scenes.window import set_mode
from tests.endurance.watch import AnyTable
from tests.scenes.sitting import clicked, won_games
from tests.scenes.test_store_faults import Faulty, Killed

OLD = Preferences(language="en", speed="off", tell_lost=False)
ERRORS = (errno.ENOSPC, errno.EACCES, errno.EIO)
_LEFT = 2
"""Actions that are left of the game that is nearly won."""


def laid(folder: Path) -> None:
    """Lay the settings and the game into a new folder with which the evening begins."""
    folder.mkdir(parents=True)
    (folder / SETTINGS).write_text(settings.dump(OLD), encoding="utf-8")
    (folder / TABLE).write_text(records.dump(_nearly_won()), encoding="utf-8")


def _nearly_won() -> Record:
    deal, line = won_games()[0]
    table: AnyTable = Table(find("deck-defence"), deal, 1, {}, match="nearly won")
    for text in line[:-_LEFT]:
        table.act(Seat(0), table.game.decode(text))
    return table.record()


@dataclass
class Evening:
    """The program, and what it has told the player."""

    folder: Path
    faulty: Faulty
    told: list[str] = field(default_factory=list)
    killed: bool = False
    won: bool = False

    def play(self) -> None:
        """Play the whole evening; a kill ends it."""
        self._store = Store(self.folder, self.faulty.files())
        try:
            preferences = self._store.load_preferences()
            set_mode(preferences)
            self._program = Program(self._store, preferences, Start())
            self._read()
            self._evening()
            self._store.close()
            self.told += [problem.key for problem in self._store.take_problems()]
        except Killed:
            self.killed = True
            with suppress(Killed):
                self._store.close()
        finally:
            self.faulty.bury()

    def _evening(self) -> None:
        self._keys("enter")
        if isinstance(self._program.stack[-1], TableScene):
            self._finish()
        self._until(lambda: isinstance(self._program.stack[-1], Result))
        self._keys("escape", "escape")
        while len(self._program.stack) > 1:
            self._keys("escape")
        self._program.obey(Home(self._program.routes.shelf()))
        self._keys("f2")
        self._store.export("games", ".csv", "one,two\n")
        self._keys("escape", "f11")
        self._program.obey(Home(self._program.routes.table(host.begin(self._store, "deck-defence", "77", {}))))
        scene = self._program.stack[0]
        assert isinstance(scene, TableScene)
        scene.match.chair.submit(scene.match.chair.view().legal[0])
        scene.take_beats()
        self._read()

    def _finish(self) -> None:
        """Click the last actions of the game that is nearly won."""
        game, line = find("deck-defence"), won_games()[0][1]
        for text in line[-_LEFT:]:
            scene = self._program.stack[0]
            assert isinstance(scene, TableScene)
            spots, refill = clicked(game.decode(text))
            for spot in spots:
                self._click(scene, spot)
            if scene._choosing.selection.pending and refill is not None:
                self._click(scene, f"R{refill + 1}")
        scene = self._program.stack[0]
        assert isinstance(scene, TableScene)
        self.won = bool(getattr(scene.match.chair.standing().outcome, "winners", ()))

    def _click(self, scene: TableScene, spot: str) -> None:
        self._frame(Press(scene.spot_centre(spot)), Release(scene.spot_centre(spot)))
        scene._pointing._clicked = None
        self._read()

    def _keys(self, *names: str) -> None:
        for name in names:
            self._frame(Key(name))
            self._read()

    def _frame(self, *inputs: Input) -> None:
        self._program.frame(list(inputs), 0.1)

    def _read(self) -> None:
        """Read what the program tells, and close it."""
        self._store.settle()
        for _ in range(30):
            self._frame()
            upper = self._program.stack[-1]
            if not isinstance(upper, Notice):
                return
            self.told.append(upper._text)
            self._frame(Key("escape"))

    def _until(self, reached: Callable[[], bool]) -> None:
        for _ in range(40):
            if reached():
                return
            self._frame()
            self._read()


def check(evening: Evening, *, kill: bool) -> None:
    """Ask what must hold after an evening on which one call failed, or was the last one."""
    folder = evening.folder
    everything = {path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for name in (SETTINGS, TABLE):
        path = folder / name
        if path.exists():
            (settings.load if name == SETTINGS else records.load)(path.read_text("utf-8"))  # whole, or this says so
    with closing(Store(folder)) as store:
        left, chosen, history = store.load_record(), store.load_preferences(), store.history()
        assert store.take_problems() == [], "what was left is damaged"
    if kill:
        assert evening.killed
        return
    assert not evening.killed
    counted = [one.match for one in history if one.ending == "won"] == ["nearly won"]
    complete = counted and left is not None and left.at == 1 and chosen.full_screen
    old = records.dump(_nearly_won()).encode()
    assert complete or evening.told, "something is missing, and nothing was said"
    assert evening.won or old in everything, "the game is gone"


def run(work: Path, every: int = 1) -> dict[str, int]:
    """Play the evening once for each call and each way to fail, or every so many of these; return how often.

    Raises `AssertionError`, or whatever came out of the program, with a note that tells the call.
    """
    folders = (work / f"evening {number}" for number in itertools.count())
    plain = _evening(next(folders), -1, None)
    check(plain, kill=False)
    assert plain.told == []
    assert plain.won
    calls = plain.faulty.calls
    cases = [(at, way) for at in range(len(calls)) for way in (*ERRORS, None)][::every]
    told = 0
    for at, way in cases:
        try:
            evening = _evening(next(folders), at, way)
            check(evening, kill=way is None)
        except Exception as fault:
            fault.add_note(f"{'kill' if way is None else errno.errorcode[way]} at call {at}: {calls[at]}")
            raise
        told += bool(evening.told)
    return {"calls": len(calls), "evenings": len(cases), "told": told}


def _evening(folder: Path, at: int, way: int | None) -> Evening:
    """Play an evening on which the call with this number fails, or kills."""
    laid(folder)
    failure: BaseException = Killed() if way is None else OSError(way, "injected")
    evening = Evening(folder, Faulty(lambda call, _name: call == at, failure))
    evening.play()
    return evening
