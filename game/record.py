"""A game as it is kept: the deal and the actions, never the positions. Text for saves, digests, upgrades.

The text hides its content from a casual reader (no card stands there in clear) and carries a checksum, so that a torn
or altered file is noticed. It is no protection against somebody who wants to cheat at a table of one PC.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import hashlib
import json
import zlib
from dataclasses import dataclass
from enum import Enum
from typing import Any

from game.core import BadInput, OptionValue, Reason

MARK = "tefuda-record"
FORMAT = 3
"""What `dump` writes. Format 1 knew no `sitting`, formats 1 and 2 knew no `notes`."""
_LACKING: dict[object, dict[str, Any]] = {1: {"sitting": "", "notes": []}, 2: {"notes": []}}
"""What takes the place of the fields that an earlier format did not have."""
_MANY = 1 << 31
"""No number in a record is as high: of actions, seats, hints."""
_LARGEST = 4_000_000
"""Bytes a record may unpack to; a real one has a few thousand."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game in progress or finished.

    `match` names this one game among all that were ever played, so that it is counted once; it may be empty.
    `actions` holds all actions in order, of which the first `at` stand on the table; the rest were taken back and can
    be done again. `looked` says, for each seat, how much it has been shown: 0 nothing, 1 the deal, k + 1 also action k.
    `sitting` says who sits where, in the words of those who seat them (`scenes.seating`); the rules do not read it.
    `notes` has for each seat what it has written for itself, in the words of its notebook; it is empty while nobody has
    written anything.
    `digest` is the `fingerprint` of the position after `at` actions.
    """

    match: str
    game: str
    rules_version: int
    deal: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...]
    actions: tuple[str, ...]
    at: int
    conceded: bool
    take_backs: int
    hints: int
    looked: tuple[int, ...]
    digest: str
    sitting: str = ""
    notes: tuple[str, ...] = ()


def fingerprint(value: object) -> str:
    """Return a digest of a frozen value, the same on every supported Python, without the fields that do not compare.

    A field marked `core.LATER` counts only where it differs from its default.
    """
    return hashlib.sha256(_canonical(value).encode("utf-8")).hexdigest()[:32]


def _canonical(value: object) -> str:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [(field, getattr(value, field.name)) for field in dataclasses.fields(value) if field.compare]
        parts = (
            _canonical(part) for field, part in fields if not ("later" in field.metadata and part == field.default)
        )
        return f"{type(value).__name__}({','.join(parts)})"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple):
        return f"({','.join(_canonical(item) for item in value)})"
    if value is None or isinstance(value, bool | int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value)
    raise TypeError(f"a state may not hold a {type(value).__name__}")


def dump(record: Record) -> str:
    """Return `record` as one line of text that `load` reads back."""
    body = dataclasses.asdict(record)
    packed = zlib.compress(json.dumps(body, separators=(",", ":")).encode("ascii"), 6)
    sealed = base64.b64encode(packed).decode("ascii")
    frame = {"mark": MARK, "format": FORMAT, "check": hashlib.sha256(packed).hexdigest(), "sealed": sealed}
    return json.dumps(frame) + "\n"


def load(text: str) -> Record:
    """Return the record written as `text`; raise `BadInput` for anything else: torn, foreign or from the future."""
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(Reason.of("bad.save_damaged")) from None
    if not isinstance(frame, dict) or frame.get("mark") != MARK:
        raise BadInput(Reason.of("bad.save_foreign"))
    version = frame.get("format")
    if isinstance(version, int) and version > FORMAT:
        raise BadInput(Reason.of("bad.save_newer", version=version))
    body = _unsealed(frame)
    return _record({**_LACKING.get(version, {}), **body} if isinstance(body, dict) else body)


def _unsealed(frame: dict[str, Any]) -> object:
    damaged = BadInput(Reason.of("bad.save_damaged"))
    if frame.get("format") not in range(1, FORMAT + 1) or not isinstance(frame.get("sealed"), str):
        raise damaged
    try:
        packed = base64.b64decode(frame["sealed"], validate=True)
        if hashlib.sha256(packed).hexdigest() != frame.get("check"):
            raise damaged
        unpacker = zlib.decompressobj()
        body = unpacker.decompress(packed, _LARGEST)
        if not unpacker.eof:
            raise damaged
        content: object = json.loads(body.decode("utf-8"))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise damaged from None
    return content


def _record(body: object) -> Record:
    """Check every field by hand: a record that passes here can be replayed, and counted, without a surprise of type."""
    damaged = BadInput(Reason.of("bad.save_damaged"))
    if not isinstance(body, dict) or set(body) != {field.name for field in dataclasses.fields(Record)}:
        raise damaged
    options, actions, looked, notes = body["options"], body["actions"], body["looked"], body["notes"]
    numbers = [body[key] for key in ("rules_version", "seats", "at", "take_backs", "hints")]
    if not (
        isinstance(options, list)
        and all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in options)
        and all(isinstance(pair[1], bool | int | str) for pair in options)
        and isinstance(actions, list)
        and all(isinstance(action, str) for action in actions)
        and isinstance(notes, list)
        and all(isinstance(text, str) for text in notes)
        and isinstance(looked, list)
        and all(type(number) is int and 0 <= number < _MANY for number in (*numbers, *looked))
        and isinstance(body["conceded"], bool)
        and all(isinstance(body[key], str) for key in ("match", "game", "deal", "digest", "sitting"))
    ):
        raise damaged
    return Record(
        **{
            **body,
            "options": tuple((key, value) for key, value in options),
            "actions": tuple(actions),
            "looked": tuple(looked),
            "notes": tuple(notes),
        }
    )
