"""About Tefuda: its version, and the terms of everything it is made of, to be read in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from scenes.command_line import VERSION
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.pages.book import Book
from scenes.pages.controls import Look
from scenes.pages.licences import OWN, lines, parts
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.scene import Kit

_TEFUDA = "tefuda"


@dataclass(eq=False)
class LongText(Scroll):
    """A window onto a text of any length below a column: only the lines that are seen are written."""

    lines: Sequence[str] = ()
    top: int = 0
    letters: int = 0

    def __post_init__(self) -> None:
        self._column = self.content
        super().__post_init__()

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Write the lines in the window, and draw the rest as any window does."""
        step = painter.type.line_height(self.letters)
        first = max(0, (self.offset - self.top) // step)
        shown = self.lines[first : max(0, (self.offset + self.rect.h - self.top) // step + 1)]
        written = [painter.type.write(line, self.letters, painter.palette.text) for line in shown]
        places = [(surface, (0, self.top + (first + row) * step)) for row, surface in enumerate(written)]
        self.content = [*self._column, *places]
        return super().paint(painter, metrics, look)


class About(Book):
    """The book of licences: Tefuda itself, then part by part."""

    def __init__(self, kit: Kit, section: str | None = None) -> None:
        self._lines: list[str] = []
        self._top = 0
        super().__init__(kit, section)

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("about.title")

    def heading(self) -> str:
        """Return name and version."""
        return self._kit.words("about.heading", version=VERSION)

    def names(self) -> Mapping[str, str]:
        """Return the names of the parts, by themselves."""
        return {_TEFUDA: self._kit.words("product.name")} | {part.name: part.name for part in parts()}

    def text(self, width: int) -> Column:
        """Return what a part is, and leave room for its terms, which `scrolled` writes."""
        kit, metrics = self._kit, self._kit.metrics
        column = Column(kit, width)
        column.text(self.names()[self.section], metrics.text(26), kit.palette.strong, bold=True)
        column.skip(8)
        part = next((part for part in parts() if part.name == self.section), None)
        if part is None:
            for key in ("own", "parts", "thanks"):
                column.text(kit.words(f"about.{key}"), metrics.body, kit.palette.text)
                column.skip(8)
        else:
            for said in (part.licence, part.home):
                column.text(said, metrics.body, kit.palette.muted)
        column.skip(20)
        found = [line for file in dict.fromkeys((OWN,) if part is None else part.texts) for line in (*lines(file), "")]
        wrap = kit.painter.type.wrap
        self._lines = [piece for line in found for piece in wrap(line, metrics.note, width)]
        column.said += found
        self._top = column.y
        column.y += len(self._lines) * kit.painter.type.line_height(metrics.note)
        return column

    def scrolled(self, rect: pygame.Rect, column: Column, offset: int, *, stop: bool) -> Scroll:
        """Return the window onto the text."""
        step = self._kit.painter.type.line_height(self._kit.metrics.body)
        return LongText(
            rect,
            column.paints,
            column.y,
            step,
            offset,
            inner=column.controls,
            stop=stop,
            said=column.said,
            lines=self._lines,
            top=self._top,
            letters=self._kit.metrics.note,
        )
