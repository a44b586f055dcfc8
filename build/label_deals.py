"""Labels the first 10,000 deals of Deck Defence, and writes the files in assets/deals.

`python build/label_deals.py [remake]` plays every deal 28 times by habit (`game/deck_defence/habit.py`, seeds from the
number of the deal alone) and writes the wins in fourteenths, half a byte each. `python build/label_deals.py prove
[remake]` then lets the solver look at the deals that were won once at most, at those it leaves open again with more and
more positions, and marks those that cannot be won. Both go on where they were stopped.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.core import Chance  # noqa: E402 - the path comes first
from game.deck_defence import deals  # noqa: E402
from game.deck_defence.habit import Habit  # noqa: E402
from game.deck_defence.promise import Habits  # noqa: E402
from game.deck_defence.public import REMAKE, WEB  # noqa: E402
from game.deck_defence.solver_tables import KIND_OF  # noqa: E402
from game.rng import Random  # noqa: E402

FILES = {rules: ROOT / "assets" / "deals" / f"deck-defence{end}.bin" for rules, end in ((WEB, ""), (REMAKE, "-remake"))}
PROVED = {rules: ROOT / "out" / f"label-deals-{rules}.json" for rules in FILES}
SEEDS = {WEB: "label", REMAKE: "label remake"}
GAMES = 28
NODES = (20_000, 400_000, 8_000_000)
BATCH = 20
_SETTLED = -1


def wins(habit: Habit, number: int, rules: str = WEB) -> int:
    """Return in fourteenths how many of its games the simple player wins with a deal; `habit` plays by `rules`."""
    deck, _ = deals.chance(str(number)).shuffled(deals.FULL_DECK)
    kinds = [KIND_OF[card] for card in deck]
    chance: Chance = Random.seeded(SEEDS[rules], number)
    won = 0
    for _ in range(GAMES):
        score, chance = habit.play(kinds, chance)
        won += score >= 0
    return won * deals.PARTS // GAMES


def write(file: Path, data: bytes) -> None:
    """Put the bytes in place of the file at once, so that a torn file never stands there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(file)


def play(rules: str) -> None:
    """Play on from the last deal that is in the file."""
    file = FILES[rules]
    data = bytearray(file.read_bytes() if file.exists() else b"")
    habit = Habit(Habits(), remake=rules == REMAKE)
    while 2 * len(data) < deals.LABELLED:
        for _ in range(BATCH // 2):
            first = 2 * len(data) + 1
            data.append(wins(habit, first, rules) | wins(habit, first + 1, rules) << 4)
        write(file, bytes(data))


def prove(rules: str) -> None:
    """Mark the deals that the solver proves unwinnable; what it leaves open stays as it is."""
    from game.deck_defence.review import start_of
    from game.deck_defence.solver import Solver

    file, proved = FILES[rules], PROVED[rules]
    data = bytearray(file.read_bytes())
    looked: dict[str, int] = json.loads(proved.read_text("utf-8")) if proved.exists() else {}
    proved.parent.mkdir(exist_ok=True)
    solver = Solver()
    for nodes in NODES:
        for number in range(1, 2 * len(data) + 1):
            place, half = divmod(number - 1, 2)
            tried = looked.get(str(number), 0)
            if data[place] >> 4 * half & 15 or tried == _SETTLED or tried >= nodes:
                continue
            start = start_of(str(number), remake=rules == REMAKE)
            winnable = solver.winnable(start, nodes=nodes, table=3 * nodes).winnable
            if winnable is False:
                data[place] |= (deals.PARTS + 1) << 4 * half
                write(file, bytes(data))
            looked[str(number)] = nodes if winnable is None else _SETTLED
            proved.write_text(json.dumps(looked), "utf-8")
    print(json.dumps({"left_open": [int(number) for number, tried in looked.items() if tried != _SETTLED]}))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)
    chosen = REMAKE if REMAKE in sys.argv[1:] else WEB
    if "prove" in sys.argv[1:]:
        prove(chosen)
    else:
        play(chosen)
    labels = [deals.difficulty(number, FILES[chosen].read_bytes()) for number in range(1, deals.LABELLED + 1)]
    print(json.dumps({each.value: labels.count(each) for each in deals.Difficulty}))
