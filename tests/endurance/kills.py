"""Programs that are really killed: a child plays, is ended at any moment by SIGKILL, and the next one goes on.

The child tells over a pipe what it hands to its store, before and after; what lies on the disk when it is dead must be
no more than the action in flight behind that. Every call to the system takes a moment, so that the end often comes in
the middle of one. Needs a system that can fork, and a parent without threads.
"""

from __future__ import annotations

import dataclasses
import json
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from game import record as records
from game.record import Record
from scenes import preferences as settings
from scenes.files import Files
from scenes.preferences import Preferences
from scenes.statistics import Finished
from scenes.store import TABLE, Store
from tests.endurance.monkey import Monkey

_LONGEST = 60.0
"""Seconds after which a child that says nothing is a fault of its own."""


def slow_files(rng: Random) -> Files:
    """Return files on which every call takes a moment, and writing happens in two halves."""
    real = Files()

    def slowly(call: Callable[..., Any]) -> Callable[..., Any]:
        def wait(*values: Any) -> Any:
            time.sleep(rng.random() * 0.002)
            return call(*values)

        return wait

    def write(fd: int, data: bytes) -> None:
        half = rng.randrange(len(data) + 1)
        real.write(fd, data[:half])
        time.sleep(rng.random() * 0.004)
        real.write(fd, data[half:])

    calls: dict[str, Any] = {one.name: slowly(getattr(real, one.name)) for one in dataclasses.fields(Files)}
    calls["write"] = write
    return Files(**calls)


class Telling(Store):
    """A store that says what it is given, before it takes it and after."""

    say: Callable[[str, str], None]

    def keep(self, record: Record, *, wait: bool = True) -> None:
        """Keep, and say so."""
        kind = "act" if wait else "look"
        self.say(f"try {kind}", records.dump(record))
        super().keep(record, wait=wait)
        self.say(kind, records.dump(record))

    def forget_record(self) -> None:
        """Forget, and say so."""
        self.say("try act", "")
        super().forget_record()
        self.say("act", "")

    def save_preferences(self, preferences: Preferences) -> None:
        """Save, and say so."""
        self.say("try settings", settings.dump(preferences))
        super().save_preferences(preferences)
        self.say("settings", settings.dump(preferences))

    def remember(self, finished: Finished, record: Record) -> None:
        """Remember, and say so."""
        super().remember(finished, record)
        self.say("ended", finished.match)


@dataclasses.dataclass
class Tally:
    """What many kills came to. `lost` counts those after which more than the action in flight was missing.

    `behind` counts those after which that one was; `at_once` children that had done nothing yet; `halves` files left
    half written. `left` is the game that lies on the disk.
    """

    kills: int = 0
    lost: int = 0
    told: int = 0
    actions: int = 0
    ended: int = 0
    at_once: int = 0
    behind: int = 0
    halves: int = 0
    left: str = ""
    faults: list[str] = dataclasses.field(default_factory=list)


def begun(game: str, seed: str, folder: Path) -> Tally:
    """Return the tally before the first kill: there is a folder, perhaps with a game."""
    Monkey(game, seed, folder).prepare()
    path = folder / TABLE
    return Tally(left=path.read_text("utf-8") if path.exists() else "")


def kill(game: str, seed: str, folder: Path, tally: Tally) -> None:
    """Let one more child play in `folder`, kill it, and look at what it left."""
    rng = Random(seed)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _play(game, seed, folder, writing)
    os.close(writing)
    heard = _listen(reading, child, rng)
    tally.kills += 1
    tally.halves += bool(list(folder.glob("*.part")))
    _check(folder, heard, tally)


def _play(game: str, seed: str, folder: Path, pipe: int) -> None:
    """Play until the end comes; nothing that the parent has open is closed or written by that."""
    code = 1
    try:

        def say(kind: str, text: str) -> None:
            os.write(pipe, (json.dumps([kind, text]) + "\n").encode())

        def store(place: Path) -> Store:
            one = Telling(place, slow_files(Random(seed)))
            one.say = say
            return one

        Monkey(game, seed, folder, anew=False, store=store, checks=False).play(10**9)
        code = 0
    except BaseException as fault:  # noqa: BLE001 - the parent tells it
        os.write(pipe, (json.dumps(["fault", repr(fault)]) + "\n").encode())
    finally:
        os._exit(code)


def _listen(pipe: int, child: int, rng: Random) -> list[tuple[str, str]]:
    """Hear some of what the child says, kill it within a moment, and return all that it has said."""
    wanted, data = rng.choice((1, 3, 10, 30, 80)), b""
    ends = time.monotonic() + _LONGEST
    while data.count(b"\n") < wanted:
        ready, _, _ = select.select([pipe], [], [], max(0.0, ends - time.monotonic()))
        piece = os.read(pipe, 65536) if ready else b""
        if not piece:
            break
        data += piece
    time.sleep(rng.random() * 0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while piece := os.read(pipe, 65536):
        data += piece
    os.close(pipe)
    whole = data[: data.rfind(b"\n") + 1].decode().splitlines()
    return [(kind, text) for kind, text in map(json.loads, whole)]


def _check(folder: Path, heard: list[tuple[str, str]], tally: Tally) -> None:
    """Compare what a dead child has said with what lies there."""
    faults = [text for kind, text in heard if kind == "fault"]
    acts = [(kind, text) for kind, text in heard if kind in ("act", "look", "try act", "try look")]
    tally.at_once += not acts
    tally.actions += sum(kind == "act" for kind, _ in acts)
    acts.insert(0, ("act", tally.left))
    with closing(Store(folder)) as store:
        left = store.load_record()
        kept = "" if left is None else records.dump(left)
        chosen = settings.dump(store.load_preferences())
        history = {one.match for one in store.history()}
        problems = store.take_problems()
    tally.told += bool(problems)
    faults += [f"told: {problem}" for problem in problems]
    places = [place for place, (_, text) in enumerate(acts) if text == kept]
    tally.left = kept
    if not places:
        faults.append("the game on the disk was never kept")
    else:
        behind = sum(kind == "act" for kind, _ in acts[places[-1] + 1 :])
        tally.behind += behind == 1
        if behind > 1:
            faults.append(f"{behind} actions were lost")
    saved = [text for kind, text in heard if kind in ("settings", "try settings")]
    if sum(kind == "settings" for kind, _ in heard) > 1 and chosen not in saved[-5:]:
        faults.append("the settings were lost")
    ended, later = set(), False
    for kind, text in reversed(heard):
        if kind == "ended" and later:
            ended.add(text)
        later = later or kind == "act"
    tally.ended += len(ended)
    playing = set() if left is None else {left.match}
    if missing := ended - history - playing:
        faults.append(f"ended and not counted: {missing}")
    if faults:
        tally.lost += 1
        tally.faults += faults
