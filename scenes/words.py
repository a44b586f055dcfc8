"""Words: every sentence of the product, by key, from `assets/locales/<language>.toml`."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Any

import tomli

from game.core import Reason
from scenes import keymap
from scenes.assets import ASSETS
from scenes.keymap import Keys

LANGUAGES = ("ja", "en")


@cache
def sentences(language: str) -> dict[str, str]:
    """Return all sentences of a language by dotted key."""
    with (ASSETS / "locales" / f"{language}.toml").open("rb") as file:
        return dict(_flat("", tomli.load(file)))


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flat(f"{prefix}{key}.", value)
        else:
            found.append((prefix + key, value))
    return found


def figure(number: int) -> str:
    """Return a number in figures, with the sign for minus rather than a hyphen."""
    return str(number).replace("-", "\u2212")


class Words:
    """Puts keys and reasons into one language. A missing key is a fault of the program and raises `KeyError`.

    `keys` are those of the keyboard that were chosen anew; "{key_hint}" in a sentence is the one in force. Who learns
    has "you" for a name; what is theirs is "your". A sentence is always text, though a file may have a name that is
    none.
    """

    def __init__(self, language: str, keys: Keys | None = None) -> None:
        self.language = language
        self.keys = dict(keys or {})
        self._sentences = sentences(language)
        self._of_you = re.compile(rf"(?<!\w){re.escape(self._sentences['lesson.of_you'])}")
        self._caps = {f"key_{command}": keymap.cap(key) for command, key in keymap.in_force(self.keys).items()}

    def __call__(self, key: str, **values: int | str | Reason) -> str:
        """Return the sentence `key` with its values put in. Where there is a form `key.one`, it serves a count of 1."""
        if values.get("count") == 1 and f"{key}.one" in self._sentences:
            key = f"{key}.one"
        elif key not in self._sentences:
            key = f"{key}.other"
        said = self._sentences[key].format(**self._caps, **{name: self._value(one) for name, one in values.items()})
        return self._of_you.sub(self._sentences["lesson.your"], said)

    def _value(self, value: int | str | Reason) -> int | str:
        if isinstance(value, Reason):
            return self.say(value)
        if isinstance(value, str):
            return value.encode("utf-8", "replace").decode("utf-8")
        return figure(value) if value < 0 else value

    def say(self, reason: Reason) -> str:
        """Return a reason in words."""
        return self(reason.key, **dict(reason.values))

    def key(self, command: str) -> str:
        """Return what the key of a command is called."""
        return self._caps[f"key_{command}"]

    def has(self, key: str) -> bool:
        """Whether there is a sentence with this key."""
        return key in self._sentences


def preferred(locales: list[str]) -> str:
    """Return the language that suits the system's locales best ("ja_JP", "en"): the first known one, else English."""
    for name in locales:
        language = name.replace("-", "_").partition("_")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def system_locales() -> list[str]:
    """Return the system's locales in order of preference, "ja_JP" or "en"; empty where it names none."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return [value.partition(".")[0]]
    import pygame  # only systems that set no variable (Windows, macOS) need to be asked, and SDL knows how

    return [f"{locale['language']}_{locale['country'] or ''}" for locale in pygame.system.get_pref_locales()]
