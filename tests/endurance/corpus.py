"""What a release leaves on a player's disk: games of every kind, settings, a history. Kept for ever, never changed.

`python build/endure.py corpus tests/golden/saves/VERSION` makes it once for a release, with what is to be read in it;
`tests/scenes/test_upgrades.py` reads all there are. From then on nothing in such a folder is written anew.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from game import record as records
from game.bots.core import Level
from game.catalogue import find
from game.core import Illegal, Options, Seat
from game.record import fingerprint
from game.table import lay_again
from scenes import host
from scenes import preferences as settings
from scenes.assets import card_files
from scenes.drawing.theme import DEFAULT, Metrics
from scenes.games import desk_for
from scenes.host import Match
from scenes.pages.card_sets import CARD_SETS
from scenes.preferences import Preferences
from scenes.seating import ALONE, Sitting
from scenes.statistics import Finished
from scenes.store import HISTORY, SETTINGS, TABLE, Store
from tests.endurance.watch import BENCHES, AnyTable, table_of
from tests.scenes.sitting import won_games

EXPECTED = "expected.json"
NAMES = ("アオイ", "Jean-Luc", "O'Hara", "フユ", 'A "B"', "ソラ", "レン")
EASY, MEDIUM, STRONG = Level


def _company(seats: int, people: int, way: Any = "pass", games: int = 1) -> Sitting:
    levels = tuple(None if seat < people else (EASY, MEDIUM, STRONG)[seat % 3] for seat in range(seats))
    return Sitting.of(NAMES[:seats], tuple(range(seats)), way, games, levels)


KINDS: dict[str, tuple[str, Options, Sitting, float]] = {
    "deck-defence-web": ("deck-defence", {}, ALONE, 0.5),
    "deck-defence-web-helped": ("deck-defence", {"open_discards": True, "show_budget": True}, ALONE, 0.8),
    "deck-defence-remake": ("deck-defence", {"rules": "remake"}, ALONE, 0.6),
    "deck-defence-begun": ("deck-defence", {"rules": "remake"}, ALONE, 0.0),
    "deck-defence-over": ("deck-defence", {}, ALONE, 1.0),
    "kanu-4-pass": ("kanu", {}, _company(4, 4), 0.5),
    "kanu-3-table": ("kanu", {}, _company(3, 3, "table"), 0.7),
    "kanu-6-computers": ("kanu", {}, _company(6, 1), 0.4),
    "kanu-5-best-of-three": ("kanu", {}, _company(5, 2, "pass", 3), 1.0),
    "haruhi-4-pass": ("haruhi", {}, _company(4, 4), 0.5),
    "haruhi-7-table": ("haruhi", {}, _company(7, 7, "table"), 0.3),
    "haruhi-5-computers": ("haruhi", {}, _company(5, 1), 0.8),
    "haruhi-6-best-of-three": ("haruhi", {}, _company(6, 3, "table", 3), 1.0),
}
"""For each save its game, options, who sits there, and how much of the game is played."""


def make(folder: Path) -> dict[str, Any]:
    """Write the corpus into a new folder, and return what is to be read in it."""
    folder.mkdir(parents=True)
    expected: dict[str, Any] = {"saves": {}}
    work = folder / "work"
    chosen = _settings()
    with closing(Store(work)) as store:
        store.save_preferences(chosen)
        for number, (name, kind) in enumerate(KINDS.items()):
            store.settle()
            text = _played(store, work / TABLE, Random(number), *kind)
            (folder / f"{name}.tefuda").write_text(text, encoding="utf-8")
            expected["saves"][name] = told(text)
        for deal, line in won_games()[:2]:
            match = host.begin(store, "deck-defence", deal, {})
            for action in line:
                match.chair.submit(find("deck-defence").decode(action))
        match = host.begin(store, "deck-defence", "7", {})
        match.chair.count_hint()
        match.chair.concede()
        expected["history"] = [plain(one) for one in store.history()]
    for name in (SETTINGS, HISTORY):
        (work / name).rename(folder / name)
    for path in work.iterdir():
        path.unlink()
    work.rmdir()
    expected["settings"] = json.loads(settings.dump(chosen))
    (folder / EXPECTED).write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return {"saves": len(expected["saves"]), "history": len(expected["history"])}


def told(text: str) -> dict[str, Any]:
    """Return what stands in a save, and what is on the table that is laid again from it."""
    record = records.load(text)
    table: AnyTable = lay_again(find(record.game), record)
    outcome = table.outcome
    return {
        "record": _short(json.loads(json.dumps(dataclasses.asdict(record)))),
        "turn": table.turn,
        "outcome": None if outcome is None else [list(outcome.winners), list(outcome.scores), outcome.reason.key],
    }


def plain(finished: Finished) -> dict[str, Any]:
    """Return a game of the history as JSON has it."""
    return _short(json.loads(json.dumps(dataclasses.asdict(finished), default=lambda level: level.value)))


def _short(body: dict[str, Any]) -> dict[str, Any]:
    """Return a record or finished game with a digest in place of the text of its cards."""
    options = [
        [key, fingerprint(value) if key == "cards" and isinstance(value, str) else value]
        for key, value in body["options"]
    ]
    return {**body, "options": options}


def _settings() -> Preferences:
    """Return settings of which none is as usual."""
    other: dict[str, Any] = {}
    for key, allowed in settings._CHOICES.items():
        other[key] = next(value for value in allowed if value != getattr(Preferences(), key))
    sittings = {"kanu": _company(5, 2, "table", 3), "haruhi": _company(7, 3)}
    options: dict[str, Options] = {"deck-defence": {"rules": "remake", "open_discards": True, "show_budget": True}}
    return Preferences(**other, window=(1024, 768), options=options, sittings=sittings)


def _played(store: Store, path: Path, rng: Random, game: str, options: Options, sitting: Sitting, share: float) -> str:
    """Play a game as far as wanted, with take-backs, notes and hints, and return what lies on the disk then."""
    if game in CARD_SETS:
        options = {**options, "cards": CARD_SETS[game](card_files()[game])}
    whole = _course(host.begin(store, game, str(rng.randrange(1, 10**6)), options, sitting), rng, lambda _: True)
    match = host.begin(store, game, whole.record().deal, options, sitting)
    wanted = round(share * whole.record().at)
    table = _course(match, rng, lambda table: share == 1.0 or table.record().at < wanted)
    if table.turn is not None and table.seats == 1 and wanted:
        table.count_hint(table.turn)
    store.settle()
    return path.read_text("utf-8")


def _course(match: Match, rng: Random, goes_on: Callable[[AnyTable], bool]) -> AnyTable:
    table = table_of(match)
    assert table is not None
    bench = BENCHES[match.game_id]
    while (turn := table.turn) is not None and goes_on(table):
        table.beats(turn)
        table.act(turn, bench.choose(table._state, table.game.legal(table._state), rng))
        if rng.random() < 0.1:
            _take_back(table, turn)
        if rng.random() < 0.2 and table.turn is not None:
            _jot(match, table, turn, rng)
    return table


def _take_back(table: AnyTable, seat: Seat) -> None:
    try:
        table.undo(seat)
    except Illegal:
        return  # what was revealed stays


def _jot(match: Match, table: AnyTable, seat: Seat, rng: Random) -> None:
    """Set one more mark in the notebook of a seat, in a game that has one."""
    desk, view, notes = desk_for(match), table.view(seat), table.notes(seat)
    spots = [spot for spot in desk.layout(view, Metrics(DEFAULT)).spots if desk.jot(view, notes, spot, 1) is not None]
    if spots:
        table.jot(seat, desk.jot(view, notes, rng.choice(spots), 1) or "")
