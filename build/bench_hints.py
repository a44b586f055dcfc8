"""Measures what thinking beside the game costs it, and prints it as JSON: frames, cancelling, memory.

`python build/bench_hints.py [--remake] [--seconds 20] [--hints 1000] [--driver dummy]`. Frames of the real program at
1920 x 1080 are timed, 60 a second, while cards are shuffled and dealt: by turns with nobody thinking and with a hint
being thought out all the while. Without a window (the `dummy` driver) all is measured but the way of the picture to the
screen. Then so many hints are begun and cancelled. Figures of a shared machine are noisy: compare the two kinds of
frames.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

FRAME = 1 / 60
SIZE = (1920, 1080)
LOOKS = 0.02
"""Seconds after which each of the many hints is cancelled."""


def _timed(program: Any, *, seconds: float) -> list[float]:  # noqa: ANN401 - pygame is imported once the driver is set
    """Return the milliseconds of each frame of a deal, up to `seconds` of them, each begun at its time."""
    times: list[float] = []
    due = time.perf_counter()
    moving = True
    while moving and len(times) * FRAME < seconds:
        due += FRAME
        if (pause := due - time.perf_counter()) > 0:
            time.sleep(pause)
        began = time.perf_counter()
        moving = program.frame([], FRAME)
        times.append((time.perf_counter() - began) * 1000)
    return times


def _told(times: list[float]) -> dict[str, float]:
    times.sort()
    return {
        "frames": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[int(len(times) * 0.99)], 2),
        "max_ms": round(times[-1], 2),
        "over_16_ms": sum(spent > 16 for spent in times),
    }


def frames(rules: str, seconds: float) -> dict[str, Any]:
    """Return the times of frames with and without a hint being thought out."""
    from game.deck_defence.public import View
    from scenes import app, window
    from scenes.deck_defence.desk import DeckDefenceDesk
    from scenes.preferences import Preferences
    from scenes.store import Store
    from scenes.table.table import TableScene
    from scenes.thinking import Stop, Thinker

    desk, thinker = DeckDefenceDesk(), Thinker[object]()
    alone: list[float] = []
    beside: list[float] = []
    preferences = Preferences(window=SIZE).with_options("deck-defence", {"rules": rules})
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        window.open_window(preferences)
        deal = 0
        while len(beside) * FRAME < seconds:
            deal += 1
            store.forget_record()  # a game that goes on would be asked about first
            program = app.Program(store, preferences, app.Start("deck-defence", str(deal)))
            program.frame([], 0.0)
            if deal % 2:
                found = _timed(program, seconds=seconds)
                alone += found if deal > 1 else []  # the first deal draws what the others find drawn
                continue
            table = program.stack[-1]
            assert isinstance(table, TableScene)
            view: View = table.match.chair.view()

            def job(stop: Stop, view: View = view) -> Iterator[object]:
                while not stop():
                    yield from desk.advise(view, None, 1, stop)

            thinker.begin(job, 60.0)
            beside += _timed(program, seconds=seconds)
            assert thinker.busy
            thinker.look()  # raises what went wrong there
            thinker.cancel()
        store.close()
    return {"alone": _told(alone), "beside_a_hint": _told(beside)}


def _megabytes() -> float | None:
    """Return the memory that this process holds, None where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return None
    return int(status.read_text("ascii").partition("VmRSS:")[2].split()[0]) / 1024


def many(rules: str, count: int) -> dict[str, Any]:
    """Begin and cancel so many hints, in the positions of a few games; return what is left of them."""
    from game.core import Seat
    from game.deck_defence.public import View
    from game.deck_defence.rules import DeckDefence
    from scenes.deck_defence.desk import DeckDefenceDesk
    from scenes.thinking import Stop, Thinker

    game, desk = DeckDefence(), DeckDefenceDesk()
    views: list[View] = []
    options = {**{spec.key: spec.default for spec in game.options}, "rules": rules}
    for deal in range(1, 21):
        state = game.start(game.chance(str(deal)), 1, options).state
        for number in range(40):
            if not state.legal:
                break
            views.append(game.view(state, Seat(0)))
            state = game.apply(state, state.legal[number * 7 % len(state.legal)]).state
    thinker = Thinker[object]()
    memory, endings = [], []
    for number in range(count):
        view, run = views[number % len(views)], number

        def job(stop: Stop, view: View = view, run: int = run) -> Iterator[object]:
            yield from desk.advise(view, None, run, stop)

        thinker.begin(job, 60.0)
        time.sleep(LOOKS)
        thinker.look()
        began = time.perf_counter()
        thinker.cancel()
        while threading.active_count() > 1:
            time.sleep(0.0002)
        endings.append((time.perf_counter() - began) * 1000)
        if number % (count // 10) == count // 10 - 1:
            memory.append(_megabytes())
    endings.sort()
    return {
        "hints": count,
        "megabytes_after_each_tenth": [None if size is None else round(size, 1) for size in memory],
        "ms_until_cancelled": {"median": round(statistics.median(endings), 2), "max": round(endings[-1], 2)},
    }


def main() -> None:
    """Measure, and print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--remake", action="store_true", help="by the remake's rules")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--hints", type=int, default=1000)
    parser.add_argument("--driver", default="dummy", help="what SDL draws with; empty for a real window")
    asked = parser.parse_args()
    if asked.driver:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = asked.driver
    rules = "remake" if asked.remake else "web"
    print(json.dumps({"frames": frames(rules, asked.seconds), "many": many(rules, asked.hints)}, indent=1))


if __name__ == "__main__":
    main()
