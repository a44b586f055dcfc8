"""Looks for texts that leave their box: cut off, over an edge, out of the window, or over another text.

`Watch` stands in for the typefaces and the painter of a program, and remembers what was written and which plates were
drawn; `faults` then reads a finished picture. `python build/text_boxes.py` goes where the pictures of `shots.py` are
taken, in both languages, with letters of 200 per cent, in a window of 800 by 600, with sentences two fifths longer.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pygame

from build import shots
from scenes import app, words
from scenes.drawing import painter
from scenes.drawing.stage import Paint
from scenes.drawing.text import Type
from scenes.drawing.theme import Colour, Size
from scenes.inputs import Motion, Wheel
from scenes.keymap import Keys
from scenes.preferences import Language, Preferences, TextScale
from scenes.table.table import TableScene

WALKS: tuple[tuple[str, Size, TextScale, bool], ...] = (
    ("large", (800, 600), 200, False),
    ("long", (1280, 720), 100, True),
    ("small", (800, 600), 100, True),
    ("worst", (800, 600), 200, True),
)
"""Name, window, size of the letters, and whether sentences are longer."""
_LONGER = 0.4
_PAGES, _TURN = 30, 6
"""So often a page is turned at most, and so far."""
_SLACK = 2
"""Pixels by which letters may touch: their edges are blurred."""
_SMALLEST = 14
"""Plates below so many pixels are dots and lines, and no boxes for texts."""
_FIELD = re.compile(r"(\{[^}]*\})")


def longer(sentence: str) -> str:
    """Return a sentence with every line two fifths longer, its fields and markup as they were."""
    return "\n".join(map(_longer_line, sentence.split("\n")))


def _longer_line(line: str) -> str:
    literal = "".join(part for part in _FIELD.split(line) if not part.startswith("{"))
    letters = re.findall(r"[^\W\d_]+", literal)
    wanted = round(_LONGER * sum(map(len, letters)))
    added, between = "", " " if literal.isascii() or " " in literal.strip() else ""
    for word in letters:
        if wanted > len(added):
            added += between + word[: wanted - len(added)]
    return line + added


class LongWords(words.Words):
    """A language in which everything takes more letters to say."""

    def __init__(self, language: str, keys: Keys | None = None) -> None:
        super().__init__(language, keys)
        self._sentences = {key: longer(text) for key, text in self._sentences.items()}


class Watch:
    """What was written and which plates were drawn while it watched."""

    def __init__(self) -> None:
        self.texts: dict[int, tuple[pygame.Surface, str]] = {}
        self.cut: set[str] = set()
        self.plates: dict[int, pygame.Surface] = {}

    @contextmanager
    def watching(self, *, long: bool = False) -> Iterator[None]:
        """Watch every program that is made meanwhile; `long`: its sentences are longer."""
        watch = self

        class Watched(Type):
            def write(self, text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
                surface = super().write(text, size, colour, bold=bold)
                watch.texts[id(surface)] = (surface, text)
                return surface

            def fit(self, text: str, size: int, width: int, *, bold: bool = False) -> str:
                fitted = super().fit(text, size, width, bold=bold)
                if fitted != text:
                    watch.cut.add(fitted)
                return fitted

        class Painter(painter.Painter):
            def plate(self, *args: Any, **options: Any) -> pygame.Surface:  # noqa: ANN401 - whatever a plate takes
                surface = super().plate(*args, **options)
                watch.plates[id(surface)] = surface
                return surface

            def sliced(
                self, key: Hashable, size: Size, edge: int, make: Callable[[Size], pygame.Surface]
            ) -> list[Paint]:
                return [(self.keep((key, size, edge), lambda: make(size)), (0, 0))]  # a text is in the whole of it

        with (
            patch.object(painter, "Type", Watched),
            patch.object(app, "Painter", Painter),
            patch.object(app, "Words", LongWords if long else words.Words),
        ):
            yield


@dataclass(frozen=True, slots=True)
class _Text:
    """A text in a picture: its place among the paints, its words, the rectangle of its letters.

    It is not `whole` where a scroll ends above or below, and `short` where words are missing at its side.
    """

    at: int
    words: str
    rect: pygame.Rect
    whole: bool
    short: bool


def faults(watch: Watch, picture: list[Paint]) -> list[str]:
    """Return a line for each text of a picture that is cut off, leaves the window or its box, or lies on another."""
    window = picture[0][0].get_rect()  # the ground covers it
    found = list(_texts(watch, picture))
    told = []
    for text in found:
        if text.short:
            told.append(f"cut short: {text.words!r}")
        if text.whole and not window.contains(text.rect):
            told.append(f"out of the window: {text.words!r} {text.rect}")
        if text.whole and (box := _left(watch, picture, text)) is not None:
            told.append(f"over an edge: {text.words!r} {text.rect} {box}")
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            both = one.rect.clip(other.rect)
            if min(both.size) > _SLACK and not _covered(picture, both, one.at, other.at):
                told.append(f"over another: {one.words!r} {one.rect}, {other.words!r} {other.rect}")
    return told


def _texts(watch: Watch, picture: list[Paint]) -> Iterator[_Text]:
    """Yield the texts of a picture that can be seen."""
    for at, (surface, pos) in enumerate(picture):
        written = surface if id(surface) in watch.texts else surface.get_parent()
        known = watch.texts.get(id(written))
        if known is None or known[0] is not written:
            continue
        ink = surface.get_bounding_rect().move(pos)
        if ink.w and not _covered(picture, ink, at, len(picture)):
            narrow = surface.get_width() < written.get_width()
            yield _Text(at, known[1], ink, surface is written, known[1] in watch.cut or narrow)


def _left(watch: Watch, picture: list[Paint], text: _Text) -> pygame.Rect | None:
    """Return a plate whose edge a text crosses, of those that are seen behind it."""
    for at in range(text.at - 1, -1, -1):
        surface, pos = picture[at]
        if watch.plates.get(id(surface)) is not surface or min(surface.get_size()) < _SMALLEST:
            continue
        box = surface.get_rect(topleft=pos)
        both = box.clip(text.rect)
        if min(both.size) > _SLACK and not box.inflate(2, 2).contains(text.rect):
            if not _covered(picture, both, at, text.at):
                return box
        elif both.size == text.rect.size and _opaque(surface, box, both.center):
            return None  # whatever lies further below is hidden
    return None


def _covered(picture: list[Paint], rect: pygame.Rect, above: int, below: int) -> bool:
    """Whether something opaque that was painted between the two hides the rectangle; a large sheet is several parts."""
    right, bottom = rect.right - 1, rect.bottom - 1
    hidden = {rect.topleft, (right, rect.y), rect.center, (rect.x, bottom), (right, bottom)}
    for surface, pos in picture[above + 1 : below]:
        box = surface.get_rect(topleft=pos)
        hidden -= {point for point in hidden if box.collidepoint(point) and _opaque(surface, box, point)}
        if not hidden:
            return True
    return False


def _opaque(surface: pygame.Surface, box: pygame.Rect, point: tuple[int, int]) -> bool:
    inside = min(point[0] - box.x, box.w - 1), min(point[1] - box.y, box.h - 1)
    return not surface.get_flags() & pygame.SRCALPHA or surface.get_at(inside).a > 200


class Walk(shots.Book):
    """A book that takes no pictures: it looks whether their texts stay in their boxes, and tells each fault once."""

    def __init__(self, name: str, preferences: Preferences, watch: Watch) -> None:
        super().__init__(name, preferences, [])
        self.told: dict[str, str] = {}
        self.looks = 0
        self._watch = watch

    def take(self, program: app.Program, name: str) -> None:
        """Look at what the program shows now; on a page, at all of it."""
        program.frame([], 0.0)
        self._look(program, name)
        if isinstance(program.stack[-1], TableScene):
            return
        middle = program.kit.metrics.size[0] // 2, program.kit.metrics.size[1] // 2
        for _ in range(_PAGES):
            before = program.picture()
            program.frame([Motion(middle), Wheel(-_TURN)], 0.0)
            if program.picture() == before:
                break
            self._look(program, name)
        program.frame([Wheel(_TURN * _PAGES), Motion((0, 0))], 0.0)

    def save(self, name: str) -> None:
        """Take no picture."""

    def _look(self, program: app.Program, name: str) -> None:
        self.looks += 1
        for fault in faults(self._watch, program.picture()):
            self.told.setdefault(fault, name)


def walks() -> Iterator[tuple[str, Preferences, bool]]:
    """Yield what is looked at in both languages: large letters in a small window, long sentences, all of it at once."""
    languages: tuple[Language, ...] = ("ja", "en")
    for language in languages:
        for name, size, scale, long in WALKS:
            yield f"{language}-{name}", Preferences(language=language, window=size, text_scale=scale), long


def main() -> int:
    """Look at everything, or go the walks named, and print what is wrong; return 1 if there is anything."""
    pygame.display.init()
    pygame.font.init()
    wrong = 0
    for name, preferences, long in walks():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        watch = Watch()
        with watch.watching(long=long):
            walk = Walk(name, preferences, watch)
            shots.walk(walk)
            walk.close()
        for fault, where in walk.told.items():
            print(f"{name} {where}: {fault}", flush=True)
        wrong += len(walk.told)
        print(f"{name}: {walk.looks} pictures, {len(walk.told)} faults", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
