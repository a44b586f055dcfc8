"""Letters: the bundled font, rendered texts kept for reuse, and line breaking that knows Japanese."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from weakref import WeakSet

import pygame

from scenes.assets import ASSETS
from scenes.drawing.breaking import pieces, spread
from scenes.drawing.keeping import Kept
from scenes.drawing.theme import Colour

FILES: Mapping[bool, Path] = {
    False: ASSETS / "fonts" / "BIZUDPGothic-Regular.ttf",
    True: ASSETS / "fonts" / "BIZUDPGothic-Bold.ttf",
}
"""The letters of the program: plain and bold."""
_SIZES = 4
"""Sizes at hand of plain and of bold letters, a quarter of a megabyte each; another one takes a font's place."""
_MEASURED = 6_000
"""Widths and broken lines kept, after which they are made afresh: a megabyte or two."""


def _drawable(text: str) -> str:
    """Return `text` without what no font can be asked for: zeros, and halves of characters out of a spoiled file.

    The font has the curly apostrophe as a closing quotation mark, with a gap after it: the plain one stands for it.
    """
    return text.replace("\0", "").replace("\u2019", "'").encode("utf-8", "replace").decode("utf-8")


def _level(written: pygame.Surface, height: int) -> pygame.Surface:
    """Return a line of at least this height: what hangs below others makes it a pixel higher, and would lift it."""
    if written.get_height() >= height:
        return written
    level = pygame.Surface((written.get_width(), height), pygame.SRCALPHA, written)
    level.blit(written, (0, 0))
    return level


class Type:
    """The typefaces in use and what has been written with them. Holds the only fonts of the program."""

    def __init__(self, files: Mapping[bool, Path] = FILES, kept: Kept | None = None) -> None:
        """Use the font files for plain and bold letters; what is written lies with what else is `kept`."""
        self._files = files
        self._kept = Kept() if kept is None else kept
        self._fonts: dict[tuple[int, bool], pygame.Font] = {}
        self._widths: dict[tuple[str, int, bool], int] = {}
        self._wrapped: dict[tuple[str, int, int, bool, int, bool], tuple[str, ...]] = {}
        self._written: WeakSet[pygame.Surface] = WeakSet()

    @cached_property
    def _empty(self) -> pygame.Surface:
        return pygame.Surface((0, 0), pygame.SRCALPHA)

    def _font(self, size: int, bold: bool) -> pygame.Font:
        font = self._fonts.pop((size, bold), None)
        if font is None:
            alike = [known for known in self._fonts if known[1] == bold]
            if len(alike) < _SIZES:
                font = pygame.Font(self._files[bold], size)
            else:
                font = self._fonts.pop(alike[0])
                font.set_point_size(size)
        self._fonts[size, bold] = font  # the last is the one used last
        return font

    def write(self, text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        """Return one line of text as a surface; the same text again is the same surface."""
        if not text:
            return self._empty

        def make() -> pygame.Surface:
            if not self.width(text, size, bold=bold):  # a soft hyphen alone, which cannot be drawn
                return self._empty
            font, drawable = self._font(size, bold), _drawable(text)
            written = _level(font.render(drawable, True, colour), font.get_height() + 1)
            self._thicken(font, drawable, written, max(1, size // 18), colour)
            self._written.add(written)
            return written

        return self._kept.get(("text", text, size, colour, bold), make)

    @staticmethod
    def _thicken(font: pygame.Font, drawable: str, written: pygame.Surface, thick: int, colour: Colour) -> None:
        """Draw the strokes that the font leaves out where they are thinner than a pixel: "_", minus and dashes."""
        for at in (at for at, character in enumerate(drawable) if character in "_\u2212\u2013\u2014"):
            left, right = font.size(drawable[:at])[0], font.size(drawable[: at + 1])[0]
            top = min(font.get_ascent() - font.get_descent(), written.get_height()) - thick
            if drawable[at] != "_":
                shape = font.metrics(drawable[at])[0]
                if shape is None or shape[2] < shape[3]:
                    continue  # it is drawn
                left, right, top = left + shape[0], left + shape[1], font.get_ascent() - shape[2] - thick
            written.fill(colour, (left, top, right - left, thick))

    def wrote(self, surface: pygame.Surface) -> bool:
        """Whether a surface is a line of text that was written here."""
        return surface in self._written

    def width(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return how many pixels wide a line would be."""
        key = (text, size, bold)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) >= _MEASURED:
                self._widths.clear()
            width = self._widths[key] = self._font(size, bold).size(_drawable(text))[0]
        return width

    @staticmethod
    def line_height(size: int) -> int:
        """Return the distance of two lines: the font's own is too tight for kanji."""
        return round(size * 1.42)

    def shrink(self, text: str, size: int, width: int, least: int | None = None, *, bold: bool = False) -> int:
        """Return the largest size up to `size` at which a line is at most `width` pixels wide, else `least`.

        Where no `least` is given, it is half of `size`.
        """
        least = max(9, size // 2) if least is None else least
        while size > least and self.width(text, size, bold=bold) > width:
            size -= 1
        return size

    def fit(self, text: str, size: int, width: int, *, bold: bool = False) -> str:
        """Return `text`, shortened with an ellipsis if it is wider than `width`."""
        if self.width(text, size, bold=bold) <= width:
            return text
        while text and self.width(text + "…", size, bold=bold) > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def wrap(
        self, text: str, size: int, width: int, *, bold: bool = False, indent: int = 0, loose: bool = False
    ) -> list[str]:
        """Return `text` in lines of at most `width` pixels, with the Japanese rules for line starts and ends.

        The first line leaves `indent` pixels free; it is empty where nothing goes beside them. A `loose` text stands
        where there is room for a line more, and takes it rather than cut a phrase.
        """
        key = (text, size, width, bold, indent, loose)
        lines = self._wrapped.get(key)
        if lines is None:
            if len(self._wrapped) >= _MEASURED:
                self._wrapped.clear()
            lines = self._wrapped[key] = tuple(self._wrap(text, size, width, bold, indent, loose))
        return list(lines)

    def _wrap(self, text: str, size: int, width: int, bold: bool, indent: int, loose: bool) -> list[str]:
        lines: list[str] = []
        for paragraph in text.split("\n"):
            free = 0 if lines else indent
            filled = self._filled(paragraph, size, width, bold, free)
            several = len(filled) > 1 and filled[0]
            lines += self._spread(paragraph, size, width, bold, free, filled, loose) if several else filled
        return lines

    def _spread(
        self, paragraph: str, size: int, width: int, bold: bool, indent: int, filled: list[str], loose: bool
    ) -> list[str]:
        """Return lines that end between phrases; where the text is not `loose`, no more of them than `filled`."""
        parts = pieces(paragraph)
        widths = [self.width(piece, size, bold=bold) for piece in parts]
        blanks = [whole - self.width(one.rstrip(), size, bold=bold) for one, whole in zip(parts, widths, strict=True)]
        drawn = self.width(paragraph, size, bold=bold) / max(1, sum(widths))  # each of them was rounded
        scrap = max(2.2 * size, min(3.2 * size, width / 4), width / 6)
        lines = spread(paragraph, [drawn * one for one in widths], blanks, width, indent, scrap, loose=loose)
        rooms = [width - indent, *[width] * len(lines)]
        fit = all(self.width(line, size, bold=bold) <= room for line, room in zip(lines, rooms, strict=False))
        return lines if lines and fit and (loose or len(lines) <= len(filled)) else filled

    def _filled(self, paragraph: str, size: int, width: int, bold: bool, indent: int) -> list[str]:
        """Return a paragraph in lines as full as can be; the first is empty where nothing fits after the indent."""
        lines: list[str] = []
        line = ""
        for piece in pieces(paragraph):
            room = width if lines else width - indent
            if line and self.width((line + piece).rstrip(), size, bold=bold) > room:
                lines.append(line.rstrip())
                line = piece.lstrip()
            elif not lines and indent and not line and self.width(piece.rstrip(), size, bold=bold) > room:
                lines.append("")
                line = piece
            else:
                line += piece
            while self.width(line.rstrip(), size, bold=bold) > width and len(line) > 1:
                fitting = (end for end in range(1, len(line)) if self.width(line[:end], size, bold=bold) <= width)
                cut = max(fitting, default=1)
                lines.append(line[:cut])
                line = line[cut:]
        return [*lines, line.rstrip()]
