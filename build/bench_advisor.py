"""Measures how well the fair advisor plays: wins, scores and time a move over numbered deals, as JSON.

`python build/bench_advisor.py --deals 300 --first 1 --ms 1000 --seed 7 [--remake] [--forget] [--out FILE]`. With
`--out` every game is written down as it ends (one JSON line), and a later call with the same settings goes on from
there: a long measurement can be made in parts. `ms` is the longest the advisor may think about a move, in time of the
processor, so that a busy machine measures the same.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from math import sqrt
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.core import Seat  # noqa: E402 - the path comes first
from game.deck_defence.advisor import STAGES, Advisor, Stage  # noqa: E402
from game.deck_defence.knowledge import Knowledge, Memory, remember  # noqa: E402
from game.deck_defence.public import REMAKE, WEB, Action, Notice, View  # noqa: E402
from game.deck_defence.rules import DeckDefence, Event, State  # noqa: E402
from game.rng import Random  # noqa: E402
from game.table import Table  # noqa: E402


def play(
    deal: int, ms: float, seed: int, *, memory: bool, rules: str = WEB, stages: tuple[Stage, ...] = STAGES
) -> dict[str, Any]:
    """Play one deal with the advisor, and return how it went."""
    game = DeckDefence()
    table: Table[State, Action, Event, View, Notice] = Table(game, str(deal), 1, {"rules": rules})
    chair = table.chair(Seat(0))
    advisor = Advisor()
    kept = Memory()
    times, chances = [], []
    chair.beats()  # the deal, with nothing to remember
    move = 0
    while chair.standing().turn is not None:
        began = time.process_time()
        end = began + ms / 1000
        knowledge = Knowledge.of(chair.view(), kept if memory else None)
        thinking = advisor.think(
            knowledge,
            Random.seeded("bench", seed, deal, move),
            stop=lambda end=end: time.process_time() >= end,  # type: ignore[misc]
            stages=stages,
        )
        *_, advice = thinking
        times.append((time.process_time() - began) * 1000)
        chances.append(round(advice.best.win, 3))
        chair.submit(advice.best.action)
        for beat in chair.beats():
            kept = remember(kept, beat)
        move += 1
    outcome = chair.standing().outcome
    assert outcome is not None
    won = bool(outcome.winners)
    return {
        "deal": deal,
        "won": won,
        "score": outcome.scores[0] if won else 0,
        "moves": move,
        "ms": [round(spent, 1) for spent in times],
        "chances": chances,
    }


def summary(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return win rate, mean score and time a move, with 95 % intervals."""
    count = len(games)
    rate = sum(game["won"] for game in games) / count
    scores = [game["score"] for game in games]
    spread = statistics.stdev(scores) if count > 1 else 0.0
    times = sorted(spent for game in games for spent in game["ms"])
    centre = (rate + 1.92 / count) / (1 + 3.84 / count)
    half = 1.96 / (1 + 3.84 / count) * sqrt(rate * (1 - rate) / count + 0.96 / count**2)
    return {
        "games": count,
        "win_rate": round(rate, 4),
        "win_rate_95": [round(centre - half, 4), round(centre + half, 4)],
        "mean_score": round(statistics.mean(scores), 3),
        "mean_score_95": round(1.96 * spread / sqrt(count), 3),
        "ms_a_move": {
            "median": round(statistics.median(times), 1),
            "mean": round(statistics.mean(times), 1),
            "p99": round(times[min(int(len(times) * 0.99), len(times) - 1)], 1),
        },
    }


def main() -> None:
    """Play, and print the summary as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--ms", type=float, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forget", action="store_true", help="do not remember what went by")
    parser.add_argument("--remake", action="store_true", help="play by the remake's rules")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    games: list[dict[str, Any]] = []
    if asked.out is not None and asked.out.exists():
        games = [json.loads(line) for line in asked.out.read_text("utf-8").splitlines()]
    done = {game["deal"] for game in games}
    for deal in range(asked.first, asked.first + asked.deals):
        if deal in done:
            continue
        rules = REMAKE if asked.remake else WEB
        games.append(play(deal, asked.ms, asked.seed, memory=not asked.forget, rules=rules))
        if asked.out is not None:
            with asked.out.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(games[-1]) + "\n")
    print(json.dumps(summary(games), indent=1))


if __name__ == "__main__":
    main()
