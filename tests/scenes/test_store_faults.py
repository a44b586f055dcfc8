import dataclasses
import errno
import itertools
import os
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game import record as records
from game.core import Reason
from game.record import Record
from scenes import preferences
from scenes.files import Files
from scenes.preferences import Preferences
from scenes.store import LOCK, SETTINGS, TABLE, Store
from tests.scenes.test_store import game

OPERATIONS = [item.name for item in dataclasses.fields(Files)]
ERRORS = [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO]
CAUSES = {"no_space", "no_access", "read_only", "io"}
OLD, FIRST, SECOND, LAST = game(1), game(2), game(3), game(200)
OLD_SETTINGS, NEW_SETTINGS = Preferences(speed="slow"), Preferences(speed="off", text_scale=200)
GARBAGE = b"garbage " * 9
Story = Callable[[Store], None]
Fails = Callable[[int, str], bool]


def only(at: int) -> Fails:
    """Return that the call with this number fails, and no other."""
    return lambda call, _name: call == at


class Killed(BaseException):
    """The program ends here; nothing that follows happens."""


class Faulty:
    """Files on which chosen calls fail: by their number from 0 and the name of the operation."""

    def __init__(self, fails: Fails, failure: BaseException) -> None:
        self.calls: list[str] = []
        self.failed: list[str] = []
        self._fails = fails
        self._failure = failure
        self._dead = False
        self._real = Files()
        self._descriptors: set[int] = set()

    def files(self) -> Files:
        """Return the files as a store wants them."""
        wrapped: dict[str, Any] = {name: self._wrapped(name) for name in OPERATIONS}
        return Files(**wrapped)

    def bury(self) -> None:
        """Let go of what the system takes from a dead program: its open files and locks."""
        for fd in self._descriptors:
            with suppress(OSError):
                os.close(fd)

    def _wrapped(self, name: str) -> Callable[..., object]:
        real = getattr(self._real, name)

        def call(*values: Any) -> object:
            if self._dead:
                raise self._failure
            self.calls.append(name)
            if self._fails(len(self.calls) - 1, name):
                self.failed.append(name)
                self._dead = isinstance(self._failure, Killed)
                if name == "write":
                    real(values[0], values[1][: len(values[1]) // 2])
                if name == "close" and not self._dead:
                    real(*values)  # A close that fails has closed all the same.
                raise self._failure
            result = real(*values)
            if name in {"create", "lock"} and isinstance(result, int):
                self._descriptors.add(result)
            if name == "close":
                self._descriptors.discard(*values)
            return result

        return call


def plays_on(store: Store) -> None:
    """An evening: load what is there, change the settings, play two actions."""
    store.load_preferences()
    store.load_record()
    store.save_preferences(NEW_SETTINGS)
    store.keep(FIRST)
    store.keep(SECOND)
    store.close()


def ends_a_game(store: Store) -> None:
    """Play the last action, and let the game go."""
    store.load_record()
    store.keep(FIRST)
    store.forget_record()
    store.close()


def ordinary(folder: Path) -> None:
    """Lay old settings and an old game there."""
    (folder / SETTINGS).write_text(preferences.dump(OLD_SETTINGS))
    (folder / TABLE).write_text(records.dump(OLD))


def garbled(folder: Path) -> None:
    """Lay files there that nobody can read, beside as many as may be kept aside."""
    for name in (SETTINGS, TABLE):
        (folder / name).write_bytes(GARBAGE + name.encode())
    for number in range(1, 10):
        (folder / f"{TABLE}.bad-{number}").write_text("older")
        os.utime(folder / f"{TABLE}.bad-{number}", (1_000 + number, 1_000))


def game_in(folder: Path) -> Record | None:
    """Return the game lying in a folder, which must be whole; a torn one raises `BadInput`."""
    path = folder / TABLE
    return records.load(path.read_text("utf-8")) if path.exists() else None


def settings_in(folder: Path) -> Preferences:
    """Return the settings lying in a folder, which must be whole."""
    return preferences.load((folder / SETTINGS).read_text("utf-8"))[0]


def evening(folder: Path, story: Story, faulty: Faulty) -> list[Reason]:
    """Play a story with faults; return the problems told, with everything closed as if the program had ended."""
    store = Store(folder, faulty.files())
    try:
        story(store)
    except Killed:
        with suppress(Killed):
            store.close()
    finally:
        faulty.bury()
    return store.take_problems()


def bad_files_in(folder: Path) -> set[bytes]:
    """Return the contents of all files of a folder that are not ours as we write them."""
    return {path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def number_of_calls(folder: Path, story: Story) -> int:
    """Return how many calls a story makes when nothing fails."""
    faulty = Faulty(lambda _number, _name: False, OSError())
    assert not [reason for reason in evening(folder, story, faulty) if reason.key == "store.cannot_keep"]
    return len(faulty.calls)


@pytest.fixture
def laid(tmp_path: Path) -> Callable[[Callable[[Path], None]], Path]:
    """Return a maker of fresh folders with something laid in them."""
    numbers = itertools.count()

    def make(lay: Callable[[Path], None]) -> Path:
        folder = tmp_path / f"folder {next(numbers)}"
        folder.mkdir()
        lay(folder)
        return folder

    return make


Laid = Callable[[Callable[[Path], None]], Path]


def test_a_game_is_on_disk_before_it_takes_the_old_ones_place(laid: Laid) -> None:
    """A power cut is no kill: without the two syncs, in this order, it could leave an empty file."""
    faulty = Faulty(lambda _call, _name: False, OSError())
    store = Store(laid(ordinary), faulty.files())
    store.load_record()
    before = len(faulty.calls)
    store.keep(FIRST)
    store.settle()
    assert faulty.calls[before:] == ["remove", "create", "write", "sync", "close", "replace", "sync_folder"]
    store.close()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="what is open is read from Linux's /proc")
def test_both_syncs_are_the_systems(laid: Laid, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file and its folder are waited for by the call that means it."""
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(Path(f"/proc/self/fd/{fd}").readlink().name))
    folder = laid(ordinary)
    store = Store(folder)
    store.load_record()
    synced.clear()
    store.keep(FIRST)
    store.settle()
    store.close()
    assert len(synced) == 2
    assert synced[1] == folder.name


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_any_one_call_may_fail(laid: Laid, number: int) -> None:
    """No exception; either all is on disk or a message says why not; what lies there is whole."""
    for at in range(number_of_calls(laid(ordinary), plays_on)):
        folder = laid(ordinary)
        faulty = Faulty(only(at), OSError(number, "injected"))
        problems = evening(folder, plays_on, faulty)
        assert len(faulty.failed) == 1
        kept, chosen = game_in(folder), settings_in(folder)
        assert kept in {OLD, FIRST, SECOND}
        assert chosen in (OLD_SETTINGS, NEW_SETTINGS)
        assert problems or (kept == SECOND and chosen == NEW_SETTINGS)
        assert len(problems) <= 1
        assert not list(folder.glob("*.part")) or faulty.failed == ["remove"]
        with closing(Store(folder)) as after:
            assert after.load_record() == kept
            assert after.take_problems() == []


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_may_fail_all_evening_and_recover(laid: Laid, operation: str, number: int) -> None:
    """The player hears of it, not at every action; the old files stay whole; when it works again games are kept."""
    folder = laid(ordinary)
    broken = True
    faulty = Faulty(lambda _call, name: broken and name == operation, OSError(number, "injected"))
    store = Store(folder, faulty.files())
    store.load_preferences()
    store.load_record()
    store.save_preferences(NEW_SETTINGS)
    for record in (FIRST, SECOND) * 5:
        store.keep(record)
    store.settle()
    problems = store.take_problems()
    assert len(problems) <= 3
    assert len(problems) >= 1 or game_in(folder) == SECOND
    assert {dict(problem.values)["cause"] for problem in problems} <= {
        Reason.of(f"store.cause.{key}") for key in CAUSES
    }
    whole = {records.dump(record).encode() for record in (OLD, SECOND)}
    assert whole & bad_files_in(folder)

    broken = False
    store.keep(LAST)
    store.close()
    assert game_in(folder) == LAST
    assert not list(folder.glob("*.part"))
    assert all(reason.key in {"store.bad_record", "store.bad_settings"} for reason in store.take_problems())


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_a_bad_file_survives_any_one_failure(laid: Laid, number: int) -> None:
    """What cannot be read is never written over, even where keeping it aside fails at first."""
    for at in range(number_of_calls(laid(garbled), plays_on)):
        folder = laid(garbled)
        faulty = Faulty(only(at), OSError(number, "injected"))
        problems = evening(folder, plays_on, faulty)
        assert {GARBAGE + SETTINGS.encode(), GARBAGE + TABLE.encode()} <= bad_files_in(folder)
        assert len(problems) >= 2
        assert len(list(folder.glob(f"{TABLE}.bad-*"))) == 9


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("operation", ["replace", "age"])
def test_a_file_that_cannot_be_kept_aside_is_left_in_place(laid: Laid, operation: str, number: int) -> None:
    """Nothing is written in its place, nor is it deleted, until it could be kept aside after all."""
    folder = laid(garbled)
    broken = True
    faulty = Faulty(lambda _call, name: broken and name == operation, OSError(number, "injected"))
    store = Store(folder, faulty.files())
    assert store.load_preferences() == Preferences()
    assert store.load_record() is None
    store.forget_record()
    store.keep(FIRST)
    store.settle()
    told = [reason.key for reason in store.take_problems()]
    assert told == ["store.left_in_place", "store.left_in_place", "store.cannot_forget", "store.cannot_keep"]
    assert (folder / TABLE).read_bytes() == GARBAGE + TABLE.encode()

    broken = False
    store.keep(SECOND)
    store.close()
    assert [reason.key for reason in store.take_problems()] == ["store.bad_record"]
    assert game_in(folder) == SECOND
    assert GARBAGE + TABLE.encode() in bad_files_in(folder)


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_a_finished_game_is_forgotten_or_the_player_is_told(laid: Laid, number: int) -> None:
    """A game that would come back at the next start does not come back as a surprise."""
    for at in range(number_of_calls(laid(ordinary), ends_a_game)):
        folder = laid(ordinary)
        faulty = Faulty(only(at), OSError(number, "injected"))
        problems = evening(folder, ends_a_game, faulty)
        assert game_in(folder) in {OLD, FIRST, None}
        assert problems or game_in(folder) is None


def test_killed_at_any_call_the_game_is_at_most_one_action_behind(laid: Laid) -> None:
    """Whichever call to the system was the last: what lies there loads, and what was settled is there."""
    games = [OLD, LAST, FIRST, SECOND]

    def story(settled: list[Record], store: Store) -> None:
        store.load_record()
        for record in games[1:]:
            store.keep(record)
            store.settle()
            settled.append(record)
        store.close()

    for at in range(number_of_calls(laid(ordinary), partial(story, []))):
        folder = laid(ordinary)
        settled = [OLD]
        faulty = Faulty(only(at), Killed())
        evening(folder, partial(story, settled), faulty)
        assert faulty.failed == faulty.calls[-1:]
        with closing(Store(folder)) as after:
            assert after.load_record() in games[len(settled) - 1 : len(settled) + 1]
            assert after.take_problems() == []
        assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("story", [plays_on, ends_a_game])
def test_killed_at_any_call_a_bad_file_is_still_there(laid: Laid, story: Story) -> None:
    """It lies in its place or aside, and never a torn one of ours."""
    for at in range(number_of_calls(laid(garbled), story)):
        folder = laid(garbled)
        evening(folder, story, Faulty(only(at), Killed()))
        assert GARBAGE + TABLE.encode() in bad_files_in(folder)
        with closing(Store(folder)) as after:
            assert after.load_record() in {None, FIRST, SECOND}
