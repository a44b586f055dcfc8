"""Files spoiled in every way a disk, an editor or another program spoils them, and what the program makes of them.

Each time one file of a whole folder is spoiled, the program starts on it and shows what it has to do with that file.
No fault may come out, and nothing may be lost in silence: what cannot be used is kept aside as it was, and told.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from game import record as records
from game.core import BadInput
from scenes import preferences as settings
from scenes.app import Program, Start
from scenes.assets import card_files
from scenes.inputs import Key
from scenes.pages.notice import Notice
from scenes.pages.setup import SetUp
from scenes.store import CARDS, HISTORY, SETTINGS, TABLE, Store
from scenes.window import set_mode
from tests.endurance.thinking import from_a_seed

SAVES = Path(__file__).parents[1] / "golden" / "saves"
NASTY = (
    *(b"\0", b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"[" * 100_000, b"{" * 5000),
    *(b"9" * 5000, b"-1", b"1e999", b"NaN", b"null", b'"\\ud800"', b"\r\n\r\n", b"\xe6\x89\x8b" * 3000, b"true"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 10**400, 1.5, "", "x" * 5000, "\0", "\ud800", "👻", [], {}, [[]]),
    *([None] * 3, {"a": {"b": {}}}, [1, "2", None], float("inf"), "ja", 100),
)
Spoil = Callable[[Random, bytes], bytes]


def _flip(rng: Random, data: bytes) -> bytes:
    spoiled = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 20))):
        spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
    return bytes(spoiled)


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def _garbage(rng: Random, data: bytes) -> bytes:
    return rng.randbytes(rng.choice((1, 100, len(data))))


def _zeros(rng: Random, data: bytes) -> bytes:
    at, length = rng.randrange(len(data)), rng.choice((1, 16, 512, len(data)))
    return data[:at] + b"\0" * min(length, len(data) - at) + data[at + length :]


def _insert(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(NASTY) + data[at:]


def _doubled(rng: Random, data: bytes) -> bytes:
    half = rng.randrange(len(data))
    return rng.choice((data + data, data[:half] + data, data + data[half:]))


def _values(rng: Random, data: bytes) -> bytes:
    """Put a value that does not belong there somewhere into JSON text, or into what a save seals."""
    body = json.loads(data)
    if "sealed" in body:
        record = records.load(data.decode())
        inner = {name: getattr(record, name) for name in record.__slots__}
        _replace(rng, inner)
        return _sealed(inner)
    _replace(rng, body)
    return json.dumps(body).encode("utf-8", "surrogatepass")


def _replace(rng: Random, body: Any) -> None:
    """Replace one value, at any depth, or leave it out."""
    keys: list[Any] = list(body) if isinstance(body, dict) else list(range(len(body)))
    if not keys:
        return
    key = rng.choice(keys)
    if isinstance(body[key], dict | list) and body[key] and rng.random() < 0.7:
        _replace(rng, body[key])
    elif rng.random() < 0.1:
        del body[key]
    else:
        body[key] = rng.choice(VALUES)


def _sealed(body: dict[str, Any]) -> bytes:
    """Seal what no program of ours would have sealed, as whoever wants to see it fall might."""
    import base64
    import hashlib
    import zlib

    packed = zlib.compress(json.dumps(body).encode("utf-8", "surrogatepass"))
    frame = {
        "mark": records.MARK,
        "format": records.FORMAT,
        "check": hashlib.sha256(packed).hexdigest(),
        "sealed": base64.b64encode(packed).decode("ascii"),
    }
    return json.dumps(frame).encode()


def _lines(rng: Random, data: bytes) -> bytes:
    """Leave out, double, exchange or change a line: what an editor does to a card file."""
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            key = lines[at].split(b"=")[0]
            lines[at] = (
                key + b"= " + rng.choice((b"[]", b"-5", b"99999999999999999999", b"true", b'"?"', b"{}", b"1.5"))
            )
        case _:
            lines[at] = lines[at].replace(b'"', b"") + rng.choice(NASTY)
    return b"\n".join(lines)


ANY: dict[str, Spoil] = {
    "flip": _flip,
    "cut": _cut,
    "garbage": _garbage,
    "zeros": _zeros,
    "insert": _insert,
    "doubled": _doubled,
    "empty": lambda _rng, _data: b"",
    "newer": lambda _rng, data: data.replace(b'"format": ', b'"format": 9', 1),
}


@dataclass
class Tally:
    """What many spoiled files came to: how often they were told of, and how often nothing was lost by it."""

    files: int = 0
    told: int = 0
    harmless: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Spoiler:
    """Spoils one file after the other, each in a fresh folder; everything follows from the seed."""

    def __init__(self, work: Path, seed: int) -> None:
        self._work = work
        self._seed = seed
        self._version = max(path for path in SAVES.iterdir() if path.is_dir())
        self._games = sorted(self._version.glob("*.tefuda"))
        self.tally = Tally()

    def spoil(self, number: int) -> None:
        """Spoil the file with this number, start the program on it, and look."""
        rng = Random(f"{self._seed} {number}")
        folder = self._work / "folder"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / CARDS).mkdir(parents=True)
        save = rng.choice(self._games)
        shutil.copyfile(save, folder / TABLE)
        for name in (SETTINGS, HISTORY):
            shutil.copyfile(self._version / name, folder / name)
        for game, text in card_files().items():
            (folder / CARDS / f"{game}.toml").write_text(text, encoding="utf-8")
        kind, path = rng.choice(
            (("settings", SETTINGS), ("game", TABLE), ("game", TABLE), ("history", HISTORY), ("cards", CARDS))
        )
        target = rng.choice(sorted((folder / CARDS).iterdir())) if kind == "cards" else folder / path
        if kind == "cards":
            (folder / TABLE).unlink()  # nothing is to be asked before the game begins
        before = target.read_bytes()
        how, data = self._spoiled(rng, kind, before)
        target.write_bytes(data)
        self.tally.files += 1
        self.tally.kinds[f"{kind}: {how}"] += 1
        try:
            with from_a_seed(Random(number)):
                lost = {"settings": _settings, "game": _game, "history": _history, "cards": _cards}[kind](
                    folder, target, before, data
                )
        except Exception:  # noqa: BLE001 - whatever it is, it is what was looked for
            lost = traceback.format_exc()
        if lost == _TOLD:
            self.tally.told += 1
        elif lost == _HARMLESS:
            self.tally.harmless += 1
        else:
            self.tally.faults.append(f"{number} ({kind}: {how}): {lost}")

    def _spoiled(self, rng: Random, kind: str, before: bytes) -> tuple[str, bytes]:
        ways = dict(ANY)
        if kind in ("settings", "game"):
            ways |= {"values": _values, "more values": _values, "still more values": _values}
        if kind == "cards":
            ways |= {"lines": _lines, "more lines": _lines, "still more lines": _lines}
        if kind == "history":
            ways["rows"] = self._rows
        if rng.random() < 0.05:
            others = [self._version / SETTINGS, self._version / HISTORY, *self._games]
            return "swapped", rng.choice([path.read_bytes() for path in others if path.read_bytes() != before])
        how = rng.choice(sorted(ways))
        return how, ways[how](rng, before)

    def _rows(self, rng: Random, data: bytes) -> bytes:
        """Put a value that does not belong there into a row of the history, or drop or add something."""
        path = self._work / "rows.sqlite3"
        path.write_bytes(data)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            table = rng.choice(("games", "records"))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            value = rng.choice((None, -1, 10**18, 1.5, "", "x", "{", "[[1]]", b"\xff\xfe", "[]", "\0", "[" * 50_000))
            statement = rng.choice(
                (
                    f"UPDATE {table} SET {rng.choice(columns)} = ? WHERE rowid = (SELECT max(rowid) FROM {table})",  # noqa: S608
                    f"ALTER TABLE {table} RENAME COLUMN {rng.choice(columns)} TO other",
                    f"DROP TABLE {table}",
                    f"PRAGMA user_version = {rng.choice((0, 1, 2, 99))}",
                    f"PRAGMA application_id = {rng.choice((0, 77))}",
                    f"CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END",
                )
            )
            with contextlib.suppress(sqlite3.Error):  # a column that takes no such value keeps its own
                connection.execute(statement, (value,) if "?" in statement else ())
        return path.read_bytes()


_TOLD, _HARMLESS = "told", "harmless"


def _program(folder: Path, start: Start | None = None) -> tuple[Store, Program, list[str]]:
    """Start the program and read all that it has to tell."""
    store = Store(folder)
    preferences = store.load_preferences()
    set_mode(preferences)
    program = Program(store, preferences, start or Start())
    return store, program, _read(program)


def _read(program: Program) -> list[str]:
    """Return what the program tells, and say yes to it."""
    said: list[str] = []
    for _ in range(60):
        program.frame([], 0.05)
        if not program.running or not isinstance(upper := program.stack[-1], Notice):
            break
        said.append(upper._text)
        program.frame([Key("escape")], 0.05)
    return said


def _keys(program: Program, *names: str) -> list[str]:
    said: list[str] = []
    for name in names:
        if program.running:
            program.frame([Key(name)], 0.1)
            said += _read(program)
    return said


def _kept_aside(folder: Path, data: bytes) -> bool:
    """Whether what could not be used lies there as it was."""
    return any(path.read_bytes() == data for path in folder.iterdir() if path.is_file())


def _settings(folder: Path, _target: Path, before: bytes, data: bytes) -> str:
    """Start, look at set-up and settings, change something, and start again."""
    wanted = settings.load(before.decode())[0]
    store, program, said = _program(folder)
    found = program.kit.preferences
    _keys(program, "f11", "f11")
    store.close()
    try:
        usable = settings.load(data.decode("utf-8-sig"))
    except (BadInput, UnicodeDecodeError):
        return _TOLD if said and _kept_aside(folder, data) else "unusable settings, and nothing said or kept"
    if said and usable[1]:
        return _TOLD
    return _HARMLESS if found == usable[0] and not said and _follows(data, found, wanted) else f"other settings: {said}"


def _follows(data: bytes, found: settings.Preferences, wanted: settings.Preferences) -> bool:
    """Whether settings that nobody complained about are what stands in the file."""
    body = json.loads(data.decode("utf-8-sig"))
    now, plain = json.loads(settings.dump(found)), json.loads(settings.dump(wanted))
    missing = set(plain) - set(body)
    return all(now[key] == body[key] for key in now if key in body) and not (set(body) - set(plain) and missing)


def _game(folder: Path, _target: Path, before: bytes, data: bytes) -> str:
    """Start, go on with the game, end, and start again."""
    store, program, said = _program(folder)
    said += _keys(program, "enter")
    names = [type(scene).__name__ for scene in program.stack]
    for _ in range(4):
        program.frame([], 0.3)
    store.close()
    if said:
        return _TOLD if _kept_aside(folder, data) else f"told, but not kept aside: {said}"
    try:
        same = records.load(data.decode("utf-8-sig")) == records.load(before.decode())
    except (BadInput, UnicodeDecodeError):
        return f"an unusable game, and nothing said: {names}"
    if not same and names[0] == "Shelf":
        return f"another game, which does not go on: {names}"
    return _HARMLESS


def _history(folder: Path, _target: Path, _before: bytes, data: bytes) -> str:
    """Look at the statistics, replay what there is, finish a game, and look again."""
    store, program, said = _program(folder)
    said += _keys(program, "f2", "tab", "tab", "tab", "enter", "escape")
    games = store.history()
    for one in games:
        try:
            store.record_of(one.match)
        except BadInput:
            said.append("damaged record")
    said += _read(program)
    store.close()
    if len(games) == _GAMES:
        return _TOLD if said else _HARMLESS
    if not said:
        return f"{_GAMES - len(games)} games are gone, and nothing said"
    partly = len(games) > 0
    return _TOLD if partly or _kept_aside(folder, data) else f"told, but not kept aside: {said}"


_GAMES = len(json.loads((max(SAVES.iterdir()) / "expected.json").read_text("utf-8"))["history"])


def _cards(folder: Path, target: Path, _before: bytes, data: bytes) -> str:
    """Choose the player's cards at the set-up, and begin a game with them."""
    game = target.stem
    store, program, said = _program(folder, Start(game))
    page = program.stack[-1]
    assert isinstance(page, SetUp)
    chooser = page._cards
    assert chooser is not None
    wrong = True
    for index in range(len(chooser._sets)):
        chooser._choose(index + 1)
        program.frame([], 0.05)
        wrong = chooser.complaint is not None
    said += [] if chooser.complaint is None else [program.kit.words.say(chooser.complaint)]
    said += _keys(program, "enter", "enter")
    names = [type(scene).__name__ for scene in program.stack]
    store.close()
    assert target.read_bytes() == data, "the player's file was changed"
    if wrong:
        return _TOLD if said else "no cards, and nothing said"
    return _HARMLESS if names[0] in ("Curtain", "TableScene") else f"the game did not begin: {names} {said}"
