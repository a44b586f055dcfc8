"""Measures what the product promises and prints it as JSON: start, memory, idle cost, frame times, speed of the rules.

`python build/task.py bench` runs it. The parts that need a window run the packaged program under Xvfb (Linux) and are
null, with the reason in `left_out`, where Xvfb or the package is missing. Figures of a shared machine are noisy: quote
medians.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenes.app import Program, Start
    from scenes.preferences import Preferences
    from scenes.sound.sound import Sounds
    from scenes.store import Store

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "out" / "package" / "tefuda"
STARTS = 5
IDLE_SECONDS = 20
DEALS = 400
FRAMES_OF = 5
"""Deals of each kind that are timed frame by frame."""

sys.path.insert(0, str(ROOT))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def rule_actions_per_second() -> float:
    """Return the actions a second of random play, the listing of all legal actions at each included (best of five)."""
    from game.deck_defence.rules import DeckDefence
    from game.rng import Random

    game = DeckDefence()
    options = {spec.key: spec.default for spec in game.options}
    picks, source = [], Random.seeded("bench")
    for _ in range(60 * DEALS):
        word, source = source.next_word()
        picks.append(word / 2**64)
    best = 0.0
    for _ in range(5):
        pick = iter(picks)
        states = [game.start(game.chance(str(deal)), 1, options).state for deal in range(1, DEALS + 1)]
        count, began = 0, time.perf_counter()
        for first in states:
            state = first
            while legal := game.legal(state):
                state = game.apply(state, legal[int(next(pick) * len(legal))]).state
                count += 1
        best = max(best, count / (time.perf_counter() - began))
    return best


@contextmanager
def screen(width: int, height: int) -> Iterator[str]:
    """Run an Xvfb of that size and yield its display name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            shutil.which("Xvfb") or "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-noreset",
            "-nolisten",
            "tcp",
        ],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


class Pixels:
    """Looks at single pixels of a display, quickly."""

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_int] * 2, *[ctypes.c_uint] * 2]
        self._x.XGetImage.argtypes += [ctypes.c_ulong, ctypes.c_int]
        self._x.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self._x.XGetPixel.restype = ctypes.c_ulong
        self._x.XDestroyImage.argtypes = [ctypes.c_void_p]
        self._display = self._x.XOpenDisplay(display.encode())
        self._root = self._x.XDefaultRootWindow(self._display)

    def lit(self, x: int, y: int) -> bool:
        """Whether something other than black is shown there."""
        image = self._x.XGetImage(self._display, self._root, x, y, 1, 1, 0xFFFFFF, 2)
        try:
            return bool(self._x.XGetPixel(image, 0, 0) & 0xFFFFFF)
        finally:
            self._x.XDestroyImage(image)


def _environment(display: str, home: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG")}
    return {**kept, "DISPLAY": display, "HOME": home, "SDL_AUDIODRIVER": "dummy"}


def cpu_seconds(pid: int) -> float:
    """Return how long the processor has worked for a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pss_megabytes(pid: int) -> float:
    """Return the memory of a process; what it shares with others counts by its share."""
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1024


def start_seconds(display: str, corners: tuple[tuple[int, int], ...]) -> float:
    """Return the seconds from starting the packaged program until its picture covers the screen."""
    pixels = Pixels(display)
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        program = subprocess.Popen([PACKAGE / "tefuda"], env=_environment(display, home))
        try:
            while not all(pixels.lit(*corner) for corner in corners):
                if time.perf_counter() - began > 30 or program.poll() is not None:
                    raise RuntimeError("the packaged program showed nothing")
                time.sleep(0.002)
            return time.perf_counter() - began
        finally:
            program.kill()
            program.wait()
            time.sleep(0.2)


def at_rest(display: str) -> dict[str, float]:
    """Return PSS and processor share of the packaged program with a game on the table and nobody touching it."""
    with tempfile.TemporaryDirectory() as home:
        program = subprocess.Popen(
            [PACKAGE / "tefuda", "--game", "deck-defence", "--deal", "1204"], env=_environment(display, home)
        )
        try:
            time.sleep(16)  # the deal is over, the loop has gone to sleep, and the sound device is closed again
            before = cpu_seconds(program.pid)
            time.sleep(IDLE_SECONDS)
            share = (cpu_seconds(program.pid) - before) / IDLE_SECONDS
            return {"pss_mb": round(pss_megabytes(program.pid), 1), "idle_percent": round(100 * share, 3)}
        finally:
            program.kill()
            program.wait()


def frames(what: str, width: int, height: int) -> dict[str, float]:
    """Return median and p99 milliseconds of the frames in which cards are on their way and heard (run as a child).

    The processor's own time stands beside: on a machine that does other things too, it alone says what a frame costs.
    `what` is one of `SCENES`. SDL's dummy plays the sounds, unless another driver is named.
    """
    import pygame

    from scenes import memory, window
    from scenes.preferences import Preferences
    from scenes.sound.speaker import Speaker
    from scenes.store import Store

    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    memory.be_frugal()
    speaker = Speaker()
    times: list[float] = []
    busy: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        preferences = Preferences(window=(width, height))
        window.open_window(preferences)
        for program in SCENES[what](store, preferences, speaker):
            table, moving = program.stack[-1], True
            while moving:
                began, worked = time.perf_counter(), time.process_time()
                moving = program.frame([], 1 / 60)
                took, cpu = (time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000
                pygame.event.pump()
                if program.stack[-1] is not table:
                    break  # the curtain has fallen
                times.append(took)
                busy.append(cpu)
        speaker.close()
        store.close()
    times.sort()
    busy.sort()
    return {
        "frames": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[int(len(times) * 0.99)], 2),
        "max_ms": round(times[-1], 2),
        "cpu_median_ms": round(statistics.median(busy), 2),
        "cpu_p99_ms": round(busy[int(len(busy) * 0.99)], 2),
    }


def _start(store: Store, deal: str) -> Start:
    """Return the start at a game of Deck Defence; one that is kept, and would be asked about first, is let go of."""
    from scenes.app import Start

    store.forget_record()
    return Start("deck-defence", deal)


def _deals(store: Store, preferences: Preferences, sounds: Sounds) -> Iterator[Program]:
    """Yield the program as 36 cards are about to be shuffled and dealt."""
    from scenes.app import Program

    for deal in range(1, FRAMES_OF + 1):
        program = Program(store, preferences, _start(store, str(deal)), sounds)
        program.frame([], 0.0)
        yield program


def _kanu_deals(store: Store, preferences: Preferences, sounds: Sounds) -> Iterator[Program]:
    """Yield the program as hands and field of Kan'u Collection are about to be dealt to four people."""
    for deal in range(1, FRAMES_OF + 1):
        yield _at_kanu(store, preferences, sounds, deal, ())


def _formations(store: Store, preferences: Preferences, sounds: Sounds) -> Iterator[Program]:
    """Yield the program at turns whose last capture is about to bring a formation: the field is shuffled and laid."""
    from scenes.table.table import TableScene

    for deal, (*actions, last) in _with_formation():
        program = _at_kanu(store, preferences, sounds, deal, actions)
        scene = program.stack[-1]
        assert isinstance(scene, TableScene)
        while program.frame([], 1 / 60):
            pass
        scene.match.chair.submit(last)
        scene.take_beats()
        yield program


def _with_formation() -> Iterator[tuple[int, list[Any]]]:
    """Yield deals with a first turn of two sorties that capture, the first one a formation."""
    from game.kanu.card_set import Effect
    from game.kanu.public import OpenCard, Sortie
    from game.kanu.rules import Kanu
    from scenes.kanu.standard import standard_set

    cards = standard_set()
    game = Kanu(cards)
    options = {spec.key: spec.default for spec in game.options}
    found = 0
    for deal in range(1, 10_000):
        field = game.start(game.chance(str(deal)), 4, options).state.field
        pairs = [
            (cell, field.index(card, cell + 1))
            for cell, card in enumerate(field)
            if card is not None and card in field[cell + 1 :]
        ]
        effects = [cards.effects(card) for cell, _ in pairs if (card := field[cell]) is not None]
        forms = [pair for pair, effect in zip(pairs, effects, strict=True) if effect == (Effect.FORMATION,)]
        plain = [pair for pair, effect in zip(pairs, effects, strict=True) if not effect]
        if forms and plain:
            (one, two), (three, four) = forms[0], plain[0]
            yield deal, [OpenCard(one), Sortie(two), OpenCard(three), Sortie(four)]
            found += 1
        if found == FRAMES_OF:
            return


def _at_kanu(store: Store, preferences: Preferences, sounds: Sounds, deal: int, actions: Sequence[Any]) -> Program:
    """Return the program at a game of four people after some actions, its curtain just opened."""
    from game.kanu import card_set
    from scenes.app import Program, Start
    from scenes.host import begin
    from scenes.inputs import Key, Press, Release
    from scenes.kanu.standard import standard_set
    from scenes.seating import Sitting

    sitting = Sitting.of(("A", "B", "C", "D"), (0, 1, 2, 3))
    match = begin(store, card_set.ID, str(deal), {"cards": card_set.record_text(standard_set())}, sitting)
    if actions:
        match.chair.beats()
    for action in actions:
        match.chair.submit(action)
        match.chair.beats()
    program = Program(store, preferences, Start(), sounds)
    program.frame([Key("enter")], 1 / 60)
    program.frame([Press((5, 5))], 1 / 60)
    while len(program.stack) == 1 and type(program.stack[0]).__name__ == "Curtain":
        program.frame([], 1 / 60)
    program.frame([Release((5, 5))], 0.0)
    return program


def _wins(store: Store, preferences: Preferences, sounds: Sounds) -> Iterator[Program]:
    """Yield the program as the result of a game that was won is about to be shown: marks fill, and slips fall."""
    from build import shots
    from game.deck_defence.public import decode
    from scenes.after.result import Result
    from scenes.app import Program

    for _ in range(FRAMES_OF):
        program = Program(store, preferences, _start(store, shots.DEAL), sounds)
        table = program.stack[-1]
        for text in shots.WINNING.split():
            table.match.chair.submit(decode(text))  # type: ignore[attr-defined] # it is a table
        table.take_beats()  # type: ignore[attr-defined]
        while not isinstance(program.stack[-1], Result):
            program.frame([], 1 / 10)
        yield program


def _drags(store: Store, preferences: Preferences, sounds: Sounds) -> Iterator[Program]:
    """Yield the program with a card in the hand, which swings over the whole table once a second."""
    from scenes.app import Program
    from scenes.inputs import Input, Key, Motion, Press

    class Swinging(Program):
        """A program whose pointer never rests."""

        time = 0.0

        def frame(self, inputs: list[Input], dt: float) -> bool:
            self.time += dt
            width, height = preferences.window or (1280, 720)
            x, y = 0.5 + 0.4 * math.cos(self.time * 6.3), 0.5 + 0.4 * math.sin(self.time * 12.6)
            moved = [Motion((round(x * width), round(y * height)), held=True)] if self.time > dt else []
            super().frame([*inputs, *moved], dt)
            return self.time < 4

    for deal in range(1, FRAMES_OF + 1):
        program = Swinging(store, preferences, _start(store, str(deal)), sounds)
        Program.frame(program, [Key("shift")], 1 / 60)
        table = program.stack[-1]
        centre = table.spot_centre("M1")  # type: ignore[attr-defined]
        Program.frame(program, [Motion(centre), Press(centre)], 1 / 60)
        yield program


def _auctions(store: Store, preferences: Preferences, sounds: Sounds) -> Iterator[Program]:
    """Yield the program as one of four lays a gift in 涼宮ハルヒの贈殖."""
    from game.haruhi.card_set import ID
    from game.haruhi.public import Gift
    from scenes.app import Program, Start
    from scenes.host import begin
    from scenes.pages.card_sets import CardSets
    from scenes.seating import Sitting
    from scenes.table.table import TableScene

    sitting = Sitting.of(("A", "B", "C", "D"), (0, 1, 2, 3), "table")
    for deal in range(1, FRAMES_OF + 1):
        program = Program(store, preferences, Start(), sounds)
        cards = CardSets(program.kit, ID, lambda: None).options()
        match = begin(store, ID, str(deal), cards, sitting)
        scene = program.routes.seat(match)
        program._stack = [scene]
        program._lay_out()
        assert isinstance(scene, TableScene)
        while program.frame([], 1 / 60):
            pass
        yield program
        gift = next(one for one in match.chair.view().legal if isinstance(one, Gift))
        match.chair.submit(gift)
        scene.take_beats()
        yield program


SCENES: dict[str, Callable[[Store, Preferences, Sounds], Iterator[Program]]] = {
    "deal": _deals,
    "kanu_deal": _kanu_deals,
    "kanu_formation": _formations,
    "drag": _drags,
    "win": _wins,
    "haruhi_gift": _auctions,
}
"""What is timed frame by frame."""


def _frames_in_child(display: str, what: str, width: int, height: int) -> dict[str, float]:
    """Time frames in a process of their own, with the real window driver of `display`."""
    answer = subprocess.run(
        [sys.executable, __file__, "frames", what, str(width), str(height)],
        env={**os.environ, "DISPLAY": display},
        stdout=subprocess.PIPE,
        check=True,
    )
    result: dict[str, float] = json.loads(answer.stdout)
    return result


def _package_megabytes() -> float:
    return sum(file.lstat().st_size for file in PACKAGE.rglob("*") if file.is_file()) / 1e6


def main() -> int:
    """Measure everything and print one JSON object."""
    if sys.argv[1:2] == ["frames"]:
        print(json.dumps(frames(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
        return 0
    report: dict[str, Any] = {"rule_actions_per_second": round(rule_actions_per_second()), "left_out": []}
    if shutil.which("Xvfb") is None:
        report["left_out"].append("everything with a window: there is no Xvfb")
    else:
        for width, height in ((1920, 1080), (3840, 2160)):
            with screen(width, height) as display:
                for what in SCENES:
                    report[f"{what}_{width}x{height}"] = _frames_in_child(display, what, width, height)
        from build import bench_memory

        with screen(1920, 1080) as display:
            report["everything_used_1920x1080"] = bench_memory.in_child(display, 1920, 1080)
        if not (PACKAGE / "tefuda").exists():
            report["left_out"].append("the packaged program: make it with `python build/task.py package`")
        else:
            report["package_mb"] = round(_package_megabytes(), 1)
            with screen(1280, 720) as display:
                starts = [start_seconds(display, ((8, 8), (1270, 8), (8, 710), (1270, 710))) for _ in range(STARTS)]
                report["start_seconds"] = {
                    "median": round(statistics.median(starts), 3),
                    "all": [round(one, 3) for one in starts],
                }
                report["at_rest_1280x720"] = at_rest(display)
    print(json.dumps(report, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
