"""No text leaves its box, whatever the language, the window and the size of the letters.

`build/text_boxes.py` is the instrument, and goes everywhere; here it goes through the tables and pages at their most
crowded: letters of 200 per cent in a window of 800 by 600, and every sentence two fifths longer than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from build import shots, shots_haruhi, shots_kanu, shots_lessons
from build.text_boxes import LongWords, Walk, Watch, faults, longer
from scenes import app
from scenes.drawing.stage import Paint
from scenes.drawing.text import Type
from scenes.pages import controls, page
from scenes.preferences import Language, Preferences
from scenes.scene import Push
from scenes.store import Store
from scenes.words import sentences

SMALL = (800, 600)


@pytest.fixture(autouse=True)
def _window() -> None:
    pygame.font.init()
    pygame.display.set_mode(SMALL)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_no_text_leaves_its_box(language: Language) -> None:
    """On every page and in every phase of the three games nothing is cut off, over an edge, or over another text."""
    watch = Watch()
    with watch.watching(long=True):
        walk = Walk(language, Preferences(language=language, window=SMALL, text_scale=200), watch)
        for part in (shots._pages, shots._tables, shots._remake):
            part(walk)
        for pictures in (shots_lessons.pictures, shots_kanu.pictures, shots_haruhi.pictures):
            pictures(walk.program(), walk.take)
        walk.close()

    assert walk.looks > 140
    assert not walk.told


def picture(tmp_path: Path, watch: Watch, name: str) -> list[Paint]:
    """Return the picture of a page, as the instrument sees it."""
    with watch.watching():
        store = Store(tmp_path)
        program = app.Program(store, Preferences(language="en", text_scale=200), app.Start())
        program.obey(Push(dict(shots.book_pages(program))[name]))
        program.frame([], 0.0)
        store.close()
        return program.picture()


def tight_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines stand closer than letters are high."""
    monkeypatch.setattr(Type, "line_height", staticmethod(lambda size: round(size * 0.6)))


def narrow_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buttons are half as wide as their words need."""

    def half(*args: object, **options: object) -> tuple[int, int]:
        width, height = controls.button_size(*args, **options)  # type: ignore[arg-type] # whatever was asked
        return width // 3, height

    monkeypatch.setattr(page, "button_size", half)


def shifted_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a choice stand beside its parts."""
    centred = controls.write_centred

    def shifted(*args: object, **options: object) -> Paint:
        surface, (x, y) = centred(*args, **options)  # type: ignore[arg-type] # whatever was asked
        return surface, (x + 60, y)

    monkeypatch.setattr(controls, "write_centred", shifted)


def wide_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are written as if the page were wider than the window."""
    wrap = Type.wrap

    def wide(
        self: Type, text: str, size: int, width: int, *, bold: bool = False, indent: int = 0, loose: bool = False
    ) -> list[str]:
        return wrap(self, text, size, 3 * width, bold=bold, indent=indent, loose=loose)

    monkeypatch.setattr(Type, "wrap", wide)


Mutation = Callable[[pytest.MonkeyPatch], None]
MUTATIONS: list[tuple[Mutation, str, str]] = [
    (tight_lines, "settings", "over another"),
    (narrow_buttons, "settings", "cut short"),
    (shifted_labels, "settings", "over an edge"),
    (wide_page, "notice", "cut short"),
]


@pytest.mark.parametrize(("mutation", "name", "fault"), MUTATIONS, ids=[row[0].__name__ for row in MUTATIONS])
def test_the_instrument_bites(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    mutation: Callable[[pytest.MonkeyPatch], None],
    name: str,
    fault: str,
) -> None:
    """A layout that is wrong in one way is told of in that way; the right one is not."""
    watch = Watch()
    assert not faults(watch, picture(tmp_path / "right", watch, name))

    mutation(monkeypatch)
    watch = Watch()

    assert any(told.startswith(fault) for told in faults(watch, picture(tmp_path / "wrong", watch, name)))


def test_longer_sentences_are_longer() -> None:
    """Every sentence grows by two fifths of its letters, and keeps the fields that values are put in."""
    for language in ("ja", "en"):
        said = LongWords(language)
        for key, text in sentences(language).items():
            grown = said._sentences[key]
            assert list(fields(grown)) == list(fields(text))
            letters = sum(character.isalpha() for character in text)
            assert len(grown) >= len(text) + (round(0.3 * letters) if "{" not in text and letters > 20 else 0)
    assert longer("Held off {card}") == "Held off {card} Hel"


def fields(text: str) -> Iterator[str]:
    """Yield the fields of a sentence."""
    for part in text.split("{")[1:]:
        yield part.partition("}")[0]
