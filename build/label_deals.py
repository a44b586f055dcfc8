"""Labels the first 10,000 deals of Deck Defence, and writes assets/deals/deck-defence.bin.

`python build/label_deals.py` plays every deal 28 times by habit (`game/deck_defence/habit.py`, seeds from the number of
the deal alone) and writes the wins in fourteenths, half a byte each. `python build/label_deals.py prove` then lets the
solver look at the deals that were never won, and marks those that cannot be won. Both go on where they were stopped.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.core import Chance  # noqa: E402 - the path comes first
from game.deck_defence import deals  # noqa: E402 - the path comes first
from game.deck_defence.habit import Habit  # noqa: E402
from game.deck_defence.promise import Habits  # noqa: E402
from game.deck_defence.solver_tables import KIND_OF  # noqa: E402
from game.rng import Random  # noqa: E402

FILE = ROOT / "assets" / "deals" / "deck-defence.bin"
PROVED = ROOT / "out" / "label-deals.json"
GAMES = 28
NODES = 400_000
BATCH = 20


def wins(habit: Habit, number: int) -> int:
    """Return in fourteenths how many of its games the simple player wins with a deal."""
    deck, _ = deals.chance(str(number)).shuffled(deals.FULL_DECK)
    kinds = [KIND_OF[card] for card in deck]
    chance: Chance = Random.seeded("label", number)
    won = 0
    for _ in range(GAMES):
        score, chance = habit.play(kinds, chance)
        won += score >= 0
    return won * deals.PARTS // GAMES


def write(data: bytes) -> None:
    """Put the bytes in place of the file at once, so that a torn file never stands there."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    fresh = FILE.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(FILE)


def play() -> None:
    """Play on from the last deal that is in the file."""
    data = bytearray(FILE.read_bytes() if FILE.exists() else b"")
    habit = Habit(Habits())
    while 2 * len(data) < deals.LABELLED:
        for _ in range(BATCH // 2):
            first = 2 * len(data) + 1
            data.append(wins(habit, first) | wins(habit, first + 1) << 4)
        write(bytes(data))


def prove() -> None:
    """Mark the deals that the solver proves unwinnable; the others that were never won stay as they are."""
    from game.deck_defence.review import start_of
    from game.deck_defence.solver import Solver

    data = bytearray(FILE.read_bytes())
    looked: list[int] = json.loads(PROVED.read_text("utf-8")) if PROVED.exists() else []
    done = set(looked)
    solver = Solver()
    for number in range(1, 2 * len(data) + 1):
        place, half = divmod(number - 1, 2)
        if data[place] >> 4 * half & 15 or number in done:
            continue
        if solver.winnable(start_of(str(number)), nodes=NODES).winnable is False:
            data[place] |= (deals.PARTS + 1) << 4 * half
            write(bytes(data))
        looked.append(number)
        PROVED.parent.mkdir(exist_ok=True)
        PROVED.write_text(json.dumps(looked), "utf-8")


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)
    if sys.argv[1:] == ["prove"]:
        prove()
    else:
        play()
    labels = [deals.difficulty(number, FILE.read_bytes()) for number in range(1, deals.LABELLED + 1)]
    print(json.dumps({each.value: labels.count(each) for each in deals.Difficulty}))
