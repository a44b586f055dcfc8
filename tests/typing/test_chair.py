"""Whoever is typed to take a Chair cannot reach a State: mypy refuses every way there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

PLAYER = """
from typing import assert_type

from game.core import Beat, Outcome
from game.deck_defence.public import Action, Notice, View
from game.table import Chair, Standing


def play(chair: Chair[Action, View, Notice]) -> None:
    {line}
"""

ALLOWED = (
    "assert_type(chair.view(), View)",
    "assert_type(chair.beats(), tuple[Beat[View, Notice], ...])",
    "assert_type(chair.standing(), Standing)",
    "assert_type(chair.view().deck, int)",
    "chair.submit(chair.view().legal[0])",
    "chair.undo()",
    "chair.close()",
)
REFUSED = {
    "chair._state": "attr-defined",
    "chair._table._state": "attr-defined",
    "chair._table._steps": "attr-defined",
    "chair._table.record()": "attr-defined",
    "chair.table": "attr-defined",
    "chair.game": "attr-defined",
    "chair.view().deck[0]": "index",
    "chair.view().state": "attr-defined",
    "chair.submit('M1>H1')": "arg-type",
    "chair.view().deck = 3": "misc",
}
TABLE = """
from game.deck_defence import public
from game.deck_defence.rules import Event, State
from game.table import Chair, Table


def play(chair: Chair[public.Action, public.View, public.Notice]) -> None: ...


def host(table: Table[State, public.Action, Event, public.View, public.Notice]) -> None:
    play(table)
"""


def test_mypy_lets_a_chair_reach_no_state(tmp_path: Path) -> None:
    """What a player may do passes; each way to the State, and a Table in place of the Chair, is an error."""
    lines = [*ALLOWED, *REFUSED]
    for number, line in enumerate(lines):
        (tmp_path / f"line_{number}.py").write_text(PLAYER.format(line=line), "utf-8")
    (tmp_path / "table.py").write_text(TABLE, "utf-8")

    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    found = subprocess.run(
        [*command, *sorted(tmp_path.glob("*.py"))],
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()

    errors = {line.partition(":")[0]: line for line in found if ": error: " in line}
    wanted = {f"line_{len(ALLOWED) + number}.py": code for number, code in enumerate(REFUSED.values())}
    wanted["table.py"] = "arg-type"
    assert {file: line.rpartition("[")[2].rstrip("]") for file, line in errors.items()} == wanted, "\n".join(found)
