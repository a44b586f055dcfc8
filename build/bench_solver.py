#!/usr/bin/env python3
"""Measure the solver of Deck Defence on numbered deals, beside a fixed workload; print JSON.

With `--vectors` it proves instead solved deals of the golden file to the end, all or those named by their seeds,
replays each line through the rules, and fails unless all agree.

The fixed workload is plain Python of the solver's kind (whole numbers, tuples, dictionaries). It is timed before every
deal, so that "ratio", a deal's time in units of it (the median of the last nine), says the same on a slow or busy
machine; the limit for each question counts in these units as well, about 6 milliseconds each on a quiet core. Times are
processor time in milliseconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.deck_defence.public import REMAKE, WEB
from game.deck_defence.rules import DeckDefence, State
from game.deck_defence.solver import Solution, Solver

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "golden" / "vectors" / "deck_defence_solved.json"


def reference() -> float:
    """Run the fixed workload once, and return the milliseconds it took; about 6 on a quiet core."""
    began = time.process_time()
    table: dict[int, tuple[int, int]] = {}
    value = 1
    for number in range(20_000):
        value = (value * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        key = value >> 52
        first, second = table.get(key, (0, number))
        table[key] = (first ^ key << 3 & 0xFFF, second + (key & 7))
    return (time.process_time() - began) * 1000


def at(values: list[float], share: float) -> float:
    """Return the value that `share` of the values do not exceed."""
    return round(sorted(values)[min(int(share * len(values)), len(values) - 1)], 2)


class Runs:
    """The answers to one question for many deals."""

    def __init__(self) -> None:
        self.nodes: list[float] = []
        self.times: list[float] = []
        self.ratios: list[float] = []
        self.settled = 0

    def add(self, solution: Solution, spent: float, unit: float) -> None:
        """Count one answer that took `spent` milliseconds when the fixed workload took `unit`."""
        self.nodes.append(solution.nodes)
        self.times.append(spent)
        self.ratios.append(spent / unit)
        self.settled += solution.proved

    def summary(self) -> dict[str, object]:
        """Return the figures."""
        shares = {"median": 0.5, "p90": 0.9, "p99": 0.99, "most": 1.0}
        return {
            "nodes": {name: at(self.nodes, share) for name, share in shares.items()},
            "ms": {name: at(self.times, share) for name, share in shares.items()},
            "ratio": {name: at(self.ratios, share) for name, share in shares.items()},
            "us_per_node": round(1000 * sum(self.times) / max(sum(self.nodes), 1), 1),
            "settled": round(self.settled / len(self.times), 4),
        }


def timed(solver: Solver, question: str, state: State, limit: float) -> tuple[Solution, float]:
    """Ask one question with a limit in milliseconds, and return the answer and its milliseconds."""
    began = time.process_time()
    ask = solver.winnable if question == "winnable" else solver.solve
    solution = ask(state, nodes=10_000_000, table=3_000_000, stop=lambda: (time.process_time() - began) * 1000 > limit)
    return solution, (time.process_time() - began) * 1000


def start(deal: str, rules: str) -> State:
    """Return the start of a deal, by its number or its 36 cards."""
    game = DeckDefence()
    options: dict[str, bool | str] = {"rules": rules, "open_discards": False, "show_budget": False}
    return game.start(game.chance(deal), 1, options).state


def agrees(deal: dict[str, Any], solution: Solution, state: State) -> bool:
    """Whether a solution is that of the golden file, and its line reaches it by the rules."""
    game = DeckDefence()
    for action in solution.line:
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    reached = outcome.scores[0] if outcome is not None and outcome.winners else None
    return (
        solution.proved
        and solution.winnable == deal["winnable"]
        and solution.best == deal["best"]
        and (reached == deal["best"] if deal["winnable"] else solution.line == ())
    )


def prove_vectors(seeds: list[int], table: int) -> int:
    """Settle these deals of the golden file, all where none is named; print a line of JSON for each, and a summary."""
    deals: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["deals"]
    chosen = [deal for deal in deals if not seeds or deal["seed"] in seeds]
    solver = Solver()
    wrong: list[int] = []
    unproved: list[int] = []
    for deal in chosen:
        state, began = start(deal["deal"], WEB), time.process_time()
        solution = solver.solve(state, nodes=100_000_000, table=table)
        spent = round(time.process_time() - began, 3)
        fits = agrees(deal, solution, state)
        found = {"best": solution.best, "proved": solution.proved, "nodes": solution.nodes, "seconds": spent}
        print(json.dumps({"seed": deal["seed"], "agrees": fits, **found}), flush=True)
        if not fits:
            (wrong if solution.proved else unproved).append(deal["seed"])
    print(json.dumps({"vectors": len(chosen), "unproved": unproved, "wrong": wrong}))
    return 1 if wrong or unproved else 0


def main() -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals 1 to this number")
    parser.add_argument("--units", type=float, default=300, help="limit for each question, in times of the workload")
    parser.add_argument("--remake", action="store_true", help="by the remake's rules")
    parser.add_argument("--vectors", nargs="*", type=int, metavar="SEED", help="prove solved deals of the golden file")
    parser.add_argument("--table", type=int, default=60_000_000, help="positions kept in mind for a vector")
    arguments = parser.parse_args()
    gc.freeze()  # as the program does
    if arguments.vectors is not None:
        return prove_vectors(arguments.vectors, arguments.table)
    rules = REMAKE if arguments.remake else WEB
    solver, units = Solver(), []
    runs = {"winnable": Runs(), "best": Runs()}
    scores: dict[str, int] = {}
    for number in range(1, arguments.deals + 1):
        units.append(reference())
        unit = median(units[-9:])
        state = start(str(number), rules)
        for question, run in runs.items():
            solution, spent = timed(solver, question, state, arguments.units * unit)
            run.add(solution, spent, unit)
        score = str(solution.best) if solution.proved else "open"
        scores[score] = scores.get(score, 0) + 1
    report = {
        "deals": arguments.deals,
        "rules": rules,
        "units": arguments.units,
        "python": sys.version.split()[0],
        "reference_ms": {"median": at(units, 0.5), "p90": at(units, 0.9)},
        **{question: run.summary() for question, run in runs.items()},
        "best_scores": dict(sorted(scores.items())),
    }
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
