"""What the program is made of: its parts and their licences, from the one table in assets/licences/README.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scenes.assets import ASSETS

LICENCES = ASSETS / "licences"
OWN = ASSETS.parent / "LICENSE"
_FULL, _PAGE = 56, 67
"""Letters in a line that was broken for its width, at least, and in one that had room for one word more, at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of others: its name, what it is under, the files with the terms, its home, and the names of its files.

    `files` are patterns below the folder that PyInstaller makes, empty where the executable holds the part itself.
    """

    name: str
    licence: str
    texts: tuple[Path, ...]
    home: str
    files: tuple[str, ...]


@cache
def parts() -> tuple[Part, ...]:
    """Return all parts in the order of the table."""
    table = (LICENCES / "README.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    cells = [row for row in rows if len(row) == 5 and row[0] != "part"]
    return tuple(
        Part(name, licence, tuple(LICENCES / text for text in _code(texts)), home.strip("<>"), tuple(_code(files)))
        for name, licence, texts, home, files in cells
    )


def _code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def lines(file: Path) -> list[str]:
    """Return a text with terms, without what no font can draw: a line for each of its own, a broken paragraph whole."""
    text = file.read_text(encoding="utf-8").expandtabs(4)
    shown = ["".join(letter for letter in line if letter.isprintable()).rstrip() for line in text.splitlines()]
    whole: list[str] = []
    for index, line in enumerate(shown):
        if index and _goes_on(shown[index - 1], line):
            whole[-1] += f" {line}"
        else:
            whole.append(line)
    return whole


def _goes_on(before: str, line: str) -> bool:
    """Whether a line was broken off the one before for the width of a page alone: it could not have held one word more.

    Indented lines, lists and lines of other kinds stay as they are.
    """
    first = line.partition(" ")[0]
    flush = bool(line) and line[0].isalpha() and before[:1].strip() != "" and not line.startswith("Copyright")
    return flush and len(before) >= _FULL and len(before) + 1 + len(first) > _PAGE
