from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from game import record as records
from scenes.store import Store
from tests.endurance.kills import Tally, _check
from tests.scenes.test_store import game

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="the parent forks")
def test_a_program_killed_at_any_moment_loses_no_more_than_the_action_in_flight() -> None:
    """Two programs of each game, really killed; `build/endure.py kills` does as many as wanted."""
    command = [sys.executable, "build/endure.py", "kills", "--count", "6"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout)
    assert told["kills"] == 6
    assert told["actions"] > 0


@pytest.mark.parametrize(("left", "lost", "behind"), [(3, 0, 0), (2, 0, 1), (1, 1, 0), (9, 1, 0)])
def test_what_was_lost_is_noticed(tmp_path: Path, left: int, lost: int, behind: int) -> None:
    """The last action may be missing; two of them may not, and no other game may lie there."""
    with closing(Store(tmp_path)) as store:
        store.keep(game(left))
    heard = [(kind, records.dump(game(number))) for number in (1, 2, 3) for kind in ("try act", "act")]
    tally = Tally()
    _check(tmp_path, heard, tally)
    assert (tally.lost, tally.behind) == (lost, behind)


def test_a_game_that_ended_and_was_not_counted_is_noticed(tmp_path: Path) -> None:
    """It is in the history, or lies there to be counted at the next start."""
    with closing(Store(tmp_path)) as store:
        store.keep(game(3))
    heard = [("ended", "another"), *[(kind, records.dump(game(3))) for kind in ("try act", "act")]]
    tally = Tally()
    _check(tmp_path, heard, tally)
    assert tally.faults == ["ended and not counted: {'another'}"]
