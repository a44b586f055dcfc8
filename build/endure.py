"""Endurance: what the suite does in short, done for as long as wanted; prints what it came to as JSON.

`python build/endure.py monkey --game haruhi --events 1000000 --seed 1` plays without sense, round after round; a round
that fails ends the run, with its number and its last inputs, and `--first` begins with a round (see
`tests/endurance`). `kills --count 500` kills programs while they play, and looks at what they leave.
`corrupt --count 5000` starts the program on folders in which one file is spoiled.
`story` plays one evening of the whole program with each call to the system failing in turn, or being the last one.
`day --games 200` plays game after game with hints in one program, and tells its memory.
`corpus FOLDER` writes what this version leaves on a disk, for `tests/golden/saves`.
Nothing here touches the player's own files.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

_ROUND = 8000
"""Events of a round, which begins with an empty folder and can be played again by itself."""


def monkey(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play rounds without sense until so many events have been sent, or a law is broken."""
    from scenes.preferences import Preferences
    from scenes.window import open_window
    from tests.endurance.monkey import Monkey, Report

    total, number, began = Report(), asked.first, time.process_time()
    open_window(Preferences())
    told: dict[str, Any] = {"game": asked.game, "seed": asked.seed}
    while total.events < asked.events:
        one = Monkey(asked.game, f"{asked.seed} {number}", folder / "files")
        try:
            total += one.play(min(_ROUND, asked.events - total.events))
        except Exception:  # noqa: BLE001 - whatever it is, it is what was looked for, and is told
            told |= {"failed_in_round": number, "after_events": one.report.events, "last": one.trail[-asked.last :]}
            told["fault"] = traceback.format_exc().splitlines()
            break
        number += 1
        if asked.progress:
            print(number, vars(total), file=sys.stderr, flush=True)
    return {**told, "rounds": number - asked.first, **vars(total), "cpu_s": time.process_time() - began}


def kills(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Kill so many children, a third of them in each game; each goes on where the one before it was ended."""
    from game.catalogue import GAMES
    from scenes.preferences import Preferences
    from scenes.window import open_window
    from tests.endurance.kills import Tally, begun, kill
    from tests.endurance.monkey import Monkey

    open_window(Preferences())
    came: dict[str, Any] = {}
    for number, game in enumerate(GAMES):
        Monkey(game, "0", folder / "warm").play(300)  # so that no child has to import and draw everything anew
        place = folder / game
        tally: Tally = begun(game, f"{asked.seed}", place)
        for one in range(asked.count // len(GAMES) + (number < asked.count % len(GAMES))):
            kill(game, f"{asked.seed} {one}", place, tally)
            if asked.progress:
                print(game, one, tally.lost, tally.behind, file=sys.stderr, flush=True)
        tally.left = ""
        came[game] = vars(tally)
    sums = {key: sum(one[key] for one in came.values()) for key in ("kills", "lost", "told", "actions", "behind")}
    return {**sums, **came, **({"fault": "see the faults of the games"} if sums["lost"] else {})}


def corrupt(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Start the program on so many folders with one spoiled file each."""
    from scenes.preferences import Preferences
    from scenes.window import open_window
    from tests.endurance.corruption import Spoiler

    open_window(Preferences())
    spoiler = Spoiler(folder, asked.seed)
    for number in range(asked.first, asked.first + asked.count):
        spoiler.spoil(number)
        if asked.progress and number % 100 == 99:
            print(number + 1, len(spoiler.tally.faults), file=sys.stderr, flush=True)
    told = vars(spoiler.tally)
    return {**told, **({"fault": "see the faults"} if told["faults"] else {})}


def story(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play an evening once for each call to the system and each way in which it may fail."""
    from scenes.preferences import Preferences
    from scenes.window import open_window
    from tests.endurance.story import run

    open_window(Preferences())
    try:
        return dict(run(folder, asked.every))
    except Exception:  # noqa: BLE001 - whatever it is, it is what was looked for, and is told
        return {"fault": traceback.format_exc().splitlines()}


def day(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play so many games in one program, with a hint before every action, and look at its memory."""
    from scenes.preferences import Preferences
    from scenes.window import open_window
    from tests.endurance.day import pass_day

    open_window(Preferences())

    def told(games: int, memory: int) -> None:
        print(games, memory, file=sys.stderr, flush=True)

    return pass_day(folder / "files", asked.games, asked.seed, told, trace=asked.trace)


def corpus(asked: argparse.Namespace, _folder: Path) -> dict[str, Any]:
    """Write what this version leaves on a disk into a new folder."""
    from tests.endurance.corpus import make

    return make(asked.folder)


def main() -> int:
    """Do what was asked for; return 1 where a fault was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    one = tasks.add_parser("monkey", help="any input at any rate")
    one.add_argument("--game", default="deck-defence")
    one.add_argument("--events", type=int, default=20_000)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--first", type=int, default=0, help="the round to begin with")
    one.add_argument("--last", type=int, default=40, help="so many of the last inputs are told")
    one.add_argument("--progress", action="store_true")
    many = tasks.add_parser("kills", help="programs that are killed at any moment")
    many.add_argument("--count", type=int, default=500)
    many.add_argument("--seed", type=int, default=1)
    many.add_argument("--progress", action="store_true")
    bad = tasks.add_parser("corrupt", help="spoiled files of every kind")
    bad.add_argument("--count", type=int, default=5000)
    bad.add_argument("--seed", type=int, default=1)
    bad.add_argument("--first", type=int, default=0)
    bad.add_argument("--progress", action="store_true")
    evening = tasks.add_parser("story", help="each call to the system failing in turn, or the last one")
    evening.add_argument("--every", type=int, default=1, help="only every so many of the cases")
    long = tasks.add_parser("day", help="many games and hints in one program: memory")
    long.add_argument("--games", type=int, default=200)
    long.add_argument("--seed", type=int, default=1)
    long.add_argument("--trace", action="store_true", help="tell what has grown since a tenth of the games (slow)")
    made = tasks.add_parser("corpus", help="what this version leaves on a disk, once for a release")
    made.add_argument("folder", type=Path)
    asked = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is chance, too
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606
    with tempfile.TemporaryDirectory(prefix="tefuda-") as folder:
        told = {"monkey": monkey, "kills": kills, "corrupt": corrupt, "story": story, "day": day, "corpus": corpus}[
            asked.task
        ](asked, Path(folder))
    print(json.dumps(told, indent=2, ensure_ascii=False))
    return 1 if "fault" in told else 0


if __name__ == "__main__":
    sys.exit(main())
