"""Real programs, really killed."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from inspect import getsource
from pathlib import Path
from typing import IO

import pytest

from game.core import Reason
from scenes.store import TABLE, Store
from tests.scenes.test_store import game

ROOT = Path(__file__).resolve().parents[2]
START = f"""
import sys
from pathlib import Path
from game.record import Record
from scenes.store import Store
{getsource(game)}
"""
PLAYS = (
    START
    + """
store = Store(Path(sys.argv[1]))
number = store.load_record().at if store.load_record() else 0
while True:
    number += 1
    store.keep(game(number))
    store.settle()
    print(number, flush=True)
"""
)
HOLDS = START + "store = Store(Path(sys.argv[1])); store.keep(game(7)); store.settle(); print(7, flush=True); input()"
IS_FULL = (
    START
    + """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
store = Store(Path(sys.argv[1]))
store.load_record()
store.keep(game(5000))
store.settle()
print([(reason.key, dict(reason.values)["cause"].key) for reason in store.take_problems()])
store.keep(game(2))
store.close()
print(store.is_keeping())
"""
)


@contextmanager
def program(text: str, folder: Path) -> Iterator[tuple["subprocess.Popen[str]", IO[str]]]:
    """Run a program on a folder; give its process and what it says; it is gone at the end."""
    command = [sys.executable, "-c", text, str(folder)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout
        finally:
            process.kill()


def test_a_killed_program_leaves_a_whole_game_at_most_one_action_behind(tmp_path: Path) -> None:
    """Twenty times killed at random moments: what was said to be on disk is there, and the next start goes on."""
    chance = random.Random(11)
    folder = tmp_path / "手札 table"
    for _ in range(20):
        with program(PLAYS, folder) as (process, said):
            heard = [said.readline() for _ in range(chance.randrange(1, 12))]
            time.sleep(chance.random() * 0.004)  # Anywhere within an action, not just after one.
            process.kill()
            heard += said.readlines()
        settled = int([line for line in heard if line.endswith("\n")][-1])
        with closing(Store(folder)) as store:
            record = store.load_record()
            assert record is not None
            assert record == game(record.at)
            assert record.at in {settled, settled + 1}
            assert store.take_problems() == []
        assert {path.name for path in folder.iterdir()} == {TABLE, "tefuda.lock"}


def test_two_programs_on_one_folder(tmp_path: Path) -> None:
    """The second says that it keeps nothing; once the first is killed, no stale lock stands in the way."""
    with program(HOLDS, tmp_path) as (process, said):
        assert said.readline() == "7\n"
        with closing(Store(tmp_path)) as second:
            second.keep(game(1))
            second.settle()
            assert second.take_problems() == [Reason.of("store.second_copy")]
        process.kill()
        process.wait()
        with closing(Store(tmp_path)) as next_one:
            assert next_one.load_record() == game(7)
            next_one.keep(game(8))
            next_one.settle()
            assert next_one.take_problems() == []


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_file_that_can_only_be_half_written_does_not_replace_the_old_one(tmp_path: Path) -> None:
    """The system itself takes some bytes and then no more; a smaller game is kept again afterwards."""
    with closing(Store(tmp_path)) as store:
        store.keep(game(1))
    with program(IS_FULL, tmp_path) as (_, said):
        assert said.readline() == "[('store.cannot_keep', 'store.cause.other')]\n"
        assert said.readline() == "True\n"
    with closing(Store(tmp_path)) as store:
        assert store.load_record() == game(2)


def test_an_ordinary_end_writes_what_was_handed_over(tmp_path: Path) -> None:
    """Even a program that ends by an error, without closing the store, has its last action on disk."""
    text = START + "store = Store(Path(sys.argv[1])); store.keep(game(9)); sys.exit(3)"
    with program(text, tmp_path) as (process, _):
        assert process.wait(20) == 3
    with closing(Store(tmp_path)) as store:
        assert store.load_record() == game(9)
