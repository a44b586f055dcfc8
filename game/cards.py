"""Card files: from TOML text to checked values. A set is never half read.

Every fault is one `BadInput` that names its place and, where it can, what may have been meant. Nothing here opens a
file or knows a game: text comes in, and each game says what its card files hold.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import tomli

from game.core import BadInput, Reason

_SHOWN = 40
"""So many characters of a wrong value are shown."""


def from_toml(text: str) -> Block:
    """Return what stands in a card file; raise `BadInput` where it is no TOML."""
    try:
        return Block("", tomli.loads(text))
    except tomli.TOMLDecodeError as error:
        raise BadInput(Reason.of("cards.no_toml", line=error.lineno, column=error.colno)) from None
    except (ValueError, RecursionError):  # a number with thousands of digits, tables in tables in tables
        raise BadInput(Reason.of("cards.too_much")) from None


def written_for(text: str, formats: Sequence[str]) -> str:
    """Return which of these formats a card file names, and so its game; raise `BadInput` where it names none."""
    return from_toml(text).word("format", formats)


def from_json(text: str) -> Block:
    """Return what stands in a set that a game is kept with; raise `BadInput` where it is none."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise BadInput(Reason.of("cards.no_set"))
    return Block("", content)


class Block:
    """One table of a card file. `place` tells where it stands, as far as keys tell it: `series.2.effects`.

    Every key is asked for by its kind; `done` then refuses those that nobody asked for.
    """

    def __init__(self, place: str, content: dict[str, Any]) -> None:
        self.place = place
        self._content = content
        self._asked: list[str] = []

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def _value(self, key: str) -> object:
        self._asked.append(key)
        if key not in self._content:
            near = difflib.get_close_matches(key, [other for other in self._content if other not in self._asked], n=1)
            if near:
                raise BadInput(Reason.of("cards.missing_near", place=self._at(key), found=near[0][:_SHOWN]))
            raise BadInput(Reason.of("cards.missing", place=self._at(key)))
        return self._content[key]

    def _wrong(self, key: str, value: object, wanted: str) -> BadInput:
        kind = Reason.of(f"cards.kind_{wanted}")
        return BadInput(Reason.of("cards.wrong_kind", place=self._at(key), value=_shown(value), wanted=kind))

    def text(self, key: str, most: int) -> str:
        """Return a text of 1 to `most` characters in one line."""
        value = self._value(key)
        if not isinstance(value, str):
            raise self._wrong(key, value, "text")
        if not value.strip() or not value.isprintable() or len(value) > most:
            raise BadInput(Reason.of("cards.bad_text", place=self._at(key), value=_shown(value), most=most))
        return value

    def word(self, key: str, allowed: Sequence[str]) -> str:
        """Return a text that is one of `allowed`."""
        value = self._value(key)
        if not isinstance(value, str):
            raise self._wrong(key, value, "text")
        return self._known(key, value, allowed)

    def words(self, key: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Return a list of texts, each one of `allowed` and none twice."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self._wrong(key, value, "texts")
        for place, word in enumerate(value):
            self._known(key, word, allowed)
            if word in value[:place]:
                raise BadInput(Reason.of("cards.twice", place=self._at(key), value=word))
        return tuple(value)

    def _known(self, key: str, word: str, allowed: Sequence[str]) -> str:
        if word in allowed:
            return word
        near = difflib.get_close_matches(word, allowed, n=1)
        if near:
            raise BadInput(
                Reason.of("cards.unknown_value_near", place=self._at(key), value=_shown(word), suggestion=near[0])
            )
        raise BadInput(
            Reason.of("cards.unknown_value", place=self._at(key), value=_shown(word), allowed=", ".join(allowed))
        )

    def number(self, key: str, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`."""
        return self._within(key, self._value(key), least, most)

    def numbers(self, key: str, count: int, least: int, most: int) -> tuple[int, ...]:
        """Return a list of exactly `count` whole numbers from `least` to `most`."""
        value = self._value(key)
        if not isinstance(value, list):
            raise self._wrong(key, value, "numbers")
        if len(value) != count:
            raise BadInput(Reason.of("cards.wrong_count", place=self._at(key), found=len(value), needed=count))
        return tuple([self._within(key, number, least, most) for number in value])

    def number_or_word(self, key: str, least: int, most: int, allowed: Sequence[str]) -> int | str:
        """Return a whole number from `least` to `most`, or a text that is one of `allowed`."""
        value = self._value(key)
        return self._known(key, value, allowed) if isinstance(value, str) else self._within(key, value, least, most)

    def _within(self, key: str, value: object, least: int, most: int) -> int:
        if type(value) is not int:
            raise self._wrong(key, value, "number")
        if value != least == most:
            raise BadInput(Reason.of("cards.only", place=self._at(key), value=_shown(value), needed=least))
        if not least <= value <= most:
            raise BadInput(
                Reason.of("cards.out_of_range", place=self._at(key), value=_shown(value), least=least, most=most)
            )
        return value

    def block(self, key: str) -> Block:
        """Return the table under `key`."""
        value = self._value(key)
        if not isinstance(value, dict):
            raise self._wrong(key, value, "table")
        return Block(self._at(key), value)

    def blocks(self, key: str, least: int, most: int) -> tuple[Block, ...]:
        """Return the `least` to `most` tables under `key`; their places count from 1."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self._wrong(key, value, "tables")
        if not least <= len(value) <= most:
            raise BadInput(
                Reason.of("cards.out_of_range", place=self._at(key), value=str(len(value)), least=least, most=most)
            )
        return tuple([Block(f"{self._at(key)}.{number}", item) for number, item in enumerate(value, start=1)])

    def optional(self, keys: Sequence[str]) -> Iterator[str]:
        """Yield those of `keys` that stand here; the others may be left out, and are known all the same."""
        self._asked += keys
        return (key for key in keys if key in self._content)

    def done(self) -> None:
        """Raise `BadInput` for a key that nobody has asked for."""
        for key in self._content:
            if key not in self._asked:
                missing = [asked for asked in self._asked if asked not in self._content]
                near = difflib.get_close_matches(key, missing or self._asked, n=1)
                if near:
                    raise BadInput(
                        Reason.of("cards.unknown_key_near", place=self._at(key[:_SHOWN]), suggestion=near[0])
                    )
                known = ", ".join(dict.fromkeys(self._asked))
                raise BadInput(Reason.of("cards.unknown_key", place=self._at(key[:_SHOWN]), known=known))


def _shown(value: object) -> str:
    """Return a value as it may stand in a sentence."""
    text = str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
