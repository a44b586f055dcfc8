"""The keys that can be chosen anew: which command has which, what a pressed key means, and what a key is called.

Scenes know commands by their default keys alone; `Keyboard` puts those in the place of what was pressed, once, where
the program takes its inputs. What is typed into a field is never touched. Nothing here knows the window system.
"""

from __future__ import annotations

from collections.abc import Mapping

from scenes.inputs import Input, Key, KeyUp, Meant

COMMANDS: Mapping[str, str] = {
    "hint": "h",
    "undo": "ctrl+z",
    "redo": "ctrl+y",
    "look": "space",
    "inspect": "i",
    "notes": "n",
    "describe": "f3",
    "rules": "f1",
    "statistics": "f2",
    "full_screen": "f11",
    "screenshot": "f12",
    "mute": "m",
}
"""Every command whose key can be chosen, with its default key, in the order they are listed in."""

_DIGITS = tuple("0123456789")
_MOVING = ("left", "right", "up", "down", "page up", "page down", "home", "end", "tab", "shift+tab")
_EDITING = ("backspace", "delete", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x")
FIXED = frozenset(
    (*_MOVING, *_DIGITS, *_EDITING, "enter", "escape", "ctrl+shift+z", "alt+tab", "alt+f4", "alt+enter"),
)
"""Keys that always mean the same, here or to the system."""

_NAMED = frozenset(("space", "insert", "print screen", "menu", *(f"f{number}" for number in range(1, 16))))
"""The keys with longer names that a command can have."""
_HELD = ("ctrl+", "alt+", "shift+")
MODIFIERS = frozenset(
    (*(f"{side} {name}" for side in ("left", "right") for name in ("shift", "ctrl", "alt", "meta")), "alt gr"),
)
"""Keys that are held while another is pressed; alone they are no command's."""

Keys = Mapping[str, str]
"""By command the key chosen for it; commands that keep their default key are left out."""


def base(name: str) -> str:
    """Return a key's name without the modifiers held with it."""
    for modifier in _HELD:
        name = name.removeprefix(modifier)
    return name


def usable(name: str) -> bool:
    """Whether a command can have this key."""
    bare = base(name)
    known = bare in _NAMED or (len(bare) == 1 and bare.isprintable() and not bare.isspace() and bare == bare.lower())
    return known and name not in FIXED


def in_force(keys: Keys) -> dict[str, str]:
    """Return the key of every command."""
    return {**COMMANDS, **keys}


def clashing(keys: Keys) -> list[str]:
    """Return the commands of `keys` whose key another command has too."""
    all_keys = list(in_force(keys).values())
    return [command for command, key in keys.items() if all_keys.count(key) > 1]


def chosen(keys: Keys, command: str, name: str) -> tuple[dict[str, str], str | None]:
    """Return `keys` with `name` for a command, and the command that had it so far, which takes the old key for it."""
    now = in_force(keys)
    loser = next((other for other, key in now.items() if key == name and other != command), None)
    if loser is not None:
        now[loser] = now[command]
    now[command] = name
    return {one: key for one, key in now.items() if key != COMMANDS[one]}, loser


def meaning(keys: Keys, name: str) -> str | None:
    """Return the key that scenes know by what was pressed, None for a key that lost its command."""
    for command, key in in_force(keys).items():
        if key == name:
            return COMMANDS[command]
    return None if name in COMMANDS.values() else name


def cap(name: str) -> str:
    """Return what a key is called in words: "Ctrl+Z", "F1", "Space"; without a space that could be taken apart."""
    bare = base(name)
    held = name[: len(name) - len(bare)].title()
    if len(bare) == 1:
        return held + (bare.upper() if len(bare.upper()) == 1 else bare)  # "ß" stands on its key as it is
    return held + bare.title().replace(" ", "\N{NO-BREAK SPACE}")


class Keyboard:
    """What the keys mean that are down now."""

    def __init__(self) -> None:
        self._down: dict[str, str | None] = {}

    def translated(self, event: Input, keys: Keys, *, typing: bool, listening: bool) -> Input | None:
        """Return an input as scenes know it, None where it means nothing.

        While text is `typing`, keys that type stay what they are. A key goes up as what it went down as. While somebody
        is `listening` for a key to choose, every key stays what it is, and of what has no letters only Esc means any.
        """
        match event:
            case Key() if listening:
                return event
            case Key(name):
                known = name if typing and _types(name) else meaning(keys, name)
                self._down[base(name)] = None if known is None else base(known)
                return None if known is None else Key(known)
            case KeyUp(name):
                known = self._down.pop(name, name)
                return None if known is None else KeyUp(known)
            case Meant(meant):
                return None if listening and meant != Key("escape") else meant
        return event


def _types(name: str) -> bool:
    """Whether a key writes something into a field."""
    bare = base(name)
    return (len(bare) == 1 or bare == "space") and name.removeprefix("shift+") == bare
