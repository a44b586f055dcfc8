"""Sets the rules of a game: lines of the locale files with marks, as lists, keys, rows of cards, rules of our own.

A line that begins with "- " is one of a list (what stands before ": " is its head), "# " a heading, "& " keys and what
they do, "! " a rule of this table rather than of the game's author, "= " a row of cards and what it shows: card names,
"--" for a back, "□" for an empty space, signs, and after " : " the words; "@ " what the picture of a table shows that
belongs to the section. Any other line is a paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint, moved
from scenes.pages.links import Link, Terms
from scenes.pages.page import Column
from scenes.scene import Act, Kit

Face = Callable[[Painter, str, int], pygame.Surface]
"""Draws a card by the game's own short text, at a width."""
Picture = Callable[[int], pygame.Surface]
"""Draws the table that belongs to the section, at a width."""

_BACK = "--"
_SPACE = "□"
_YES, _NO = "○", "×"


@dataclass(frozen=True, slots=True)
class Block:
    """One line of a section: its mark, the part before the colon where that counts, and the text."""

    mark: str
    head: str
    text: str


def blocks(text: str) -> list[Block]:
    """Return the lines of a section taken apart."""
    found: list[Block] = []
    for line in text.strip().split("\n"):
        mark, rest = (line[0], line[2:]) if line[:2] in ("- ", "# ", "& ", "! ", "= ", "@ ") else ("", line)
        head, colon, tail = rest.partition(" : " if mark in ("&", "=") else ": ")
        splits = bool(colon) and mark in ("-", "&", "=")
        found.append(Block(mark, head if splits else "", tail if splits else rest))
    return found


class Writer:
    """Sets blocks into a column. Where there are `terms`, the first of each leads where `opening` says."""

    def __init__(
        self,
        kit: Kit,
        column: Column,
        face: Face,
        picture: Picture,
        terms: Terms | None = None,
        opening: Callable[[str], Act] | None = None,
    ) -> None:
        self._kit = kit
        self._column = column
        self._face = face
        self._picture = picture
        self._terms = terms
        self._opening = opening

    def write(self, mark: str, group: Sequence[Block]) -> None:
        """Set neighbouring blocks of one mark."""
        column = self._column
        before = len(column.said)
        match mark:
            case "-":
                for block in group:
                    self._item(block)
            case "#":
                for block in group:
                    column.skip(12)
                    column.text(block.text, self._kit.metrics.title, self._kit.palette.heading, bold=True)
                    column.skip(4)
            case "&":
                self._keys(group)
            case "=":
                self._rows(group)
            case "@":
                for block in group:
                    self._table(block)
            case "!":
                self._own(group)
            case _:
                for block in group:
                    self._lines(block.text)
                    column.skip(10)
        if mark in ("-", "&", "="):
            column.said[before:] = [f"{block.head}: {block.text}" if block.head else block.text for block in group]

    def _item(self, block: Block) -> None:
        column, metrics, painter = self._column, self._kit.metrics, self._kit.painter
        left = metrics.px(20)
        dot = max(5, metrics.px(6))
        step = painter.type.line_height(metrics.body)
        column.paints.append(
            (painter.plate((dot, dot), painter.palette.accent, radius=dot / 2), (2, column.y + (step - dot) // 2))
        )
        size, room = metrics.body, column.width - left
        head = painter.type.write(block.head, size, painter.palette.heading, bold=True)
        indent = head.get_width() + metrics.px(14) if block.head else 0
        if indent > room * 0.6:
            column.text(block.head, size, painter.palette.heading, bold=True, left=left)
            self._lines(block.text, left)
        else:
            if block.head:
                column.paints.append((head, (left, column.y + (step - head.get_height()) // 2)))
                self._link(block.head, left, column, bold=True)
            self._lines(block.text, left, indent)
        column.skip(8)

    def _lines(self, text: str, left: int = 0, indent: int = 0, column: Column | None = None) -> None:
        """Set running text, its first line `indent` further to the right, and link the terms in it."""
        column, typed, size = column or self._column, self._kit.painter.type, self._kit.metrics.body
        step = typed.line_height(size)
        for index, line in enumerate(typed.wrap(text, size, column.width - left, indent=indent, loose=True)):
            surface = typed.write(line, size, self._kit.palette.text)
            x = left + (indent if index == 0 else 0)
            column.paints.append((surface, (x, column.y + (step - surface.get_height()) // 2)))
            self._link(line, x, column)
            column.y += step

    def _link(self, line: str, left: int, column: Column, *, bold: bool = False) -> None:
        """Link the terms of a line that stands at the column's present height."""
        if self._terms is None or self._opening is None:
            return
        typed, size = self._kit.painter.type, self._kit.metrics.body
        for start, end, target in self._terms.take(line):
            x, upto = (typed.width(line[:place], size, bold=bold) for place in (start, end))
            rect = pygame.Rect(left + x, column.y, upto - x, typed.line_height(size))
            column.controls.append(Link(rect, line[start:end], target, self._opening(target)))

    def _keys(self, group: Sequence[Block]) -> None:
        column, metrics, painter = self._column, self._kit.metrics, self._kit.painter
        caps = [[self._cap(name) for name in block.head.split(" ")] for block in group]
        gap = metrics.px(6)
        widest = max(sum(cap[0].get_width() + gap for cap in row) for row in caps) + metrics.px(16)
        beside = widest <= column.width * 0.5
        height = caps[0][0][0].get_height()
        step = painter.type.line_height(metrics.body)
        for block, row in zip(group, caps, strict=True):
            x = 0
            for plate, label in row:
                if x and x + plate.get_width() > column.width:
                    x = 0
                    column.y += height + gap
                column.paints.append((plate, (x, column.y)))
                middle = (plate.get_width() - label.get_width()) // 2, (height - label.get_height()) // 2
                column.paints.append((label, (x + middle[0], column.y + middle[1])))
                x += plate.get_width() + gap
            if beside:
                lines = painter.type.wrap(block.text, metrics.body, column.width - widest)
                for index, line in enumerate(lines):
                    text = painter.type.write(line, metrics.body, painter.palette.text)
                    y = column.y + (height - text.get_height()) // 2 + index * step
                    column.paints.append((text, (widest, y)))
                column.y += height + (len(lines) - 1) * step
            else:
                column.y += height + gap
                column.text(block.text, metrics.body, painter.palette.text)
            column.skip(8)
        column.skip(4)

    def _cap(self, name: str) -> tuple[pygame.Surface, pygame.Surface]:
        """Return a key as it looks on a keyboard: its cap, its label."""
        metrics, painter = self._kit.metrics, self._kit.painter
        label = painter.type.write(name, metrics.note, theme.INK, bold=True)
        height = painter.type.line_height(metrics.note) + metrics.px(6)
        width = max(height, label.get_width() + metrics.px(16))
        cap = painter.plate(
            (width, height),
            theme.PAPER_SHADE,
            line=theme.SAND if painter.palette.dark else painter.palette.faint,
            line_width=max(1.5, metrics.px(2)),
            radius=metrics.px(6),
        )
        return cap, label

    def _rows(self, group: Sequence[Block]) -> None:
        column, metrics = self._column, self._kit.metrics
        rows = [self._cards(block.head.split(" "), column.width) for block in group]
        widest = max(width for _, width, _ in rows)
        left = widest + metrics.px(24)
        beside = column.width - left >= metrics.text(190)
        column.skip(4)
        for block, (paints, _, height) in zip(group, rows, strict=True):
            side = Column(self._kit, column.width - left)
            if beside:
                self._lines(block.text, column=side)
            tall = max(height, side.y)
            column.paints += moved(paints, (0, column.y + (tall - height) // 2))
            column.place(side, left, column.y + (tall - side.y) // 2)
            column.y += tall
            if not beside:
                column.skip(4)
                self._lines(block.text)
            column.skip(10)
        column.skip(4)

    def _cards(self, names: Sequence[str], room: int) -> tuple[list[Paint], int, int]:
        """Return a row of cards and signs, its width and its height; smaller cards where it would be over `room`."""
        metrics = self._kit.metrics
        width = max(30, metrics.text(54))
        gap = metrics.px(8)
        while True:
            height = round(width * HEIGHT)
            paints: list[Paint] = []
            x = 0
            for name in names:
                surface = self._token(name, width)
                paints.append((surface, (x, (height - surface.get_height()) // 2)))
                x += surface.get_width() + gap
            if x - gap <= room or width <= 24:
                return paints, x - gap, height
            width = width * 9 // 10

    def _token(self, name: str, width: int) -> pygame.Surface:
        painter, size = self._kit.painter, max(9, round(width * (0.6 if name == _NO else 0.44)))
        if name == _BACK:
            return self._face(painter, "", width)
        if name == _SPACE:
            room = (width, round(width * HEIGHT))
            return painter.plate(
                room,
                painter.palette.wash,
                opacity=0.05,
                line=painter.palette.muted,
                line_opacity=0.7,
                radius=width * 0.08,
            )
        if len(name) == 2:
            return self._face(painter, name, width)
        colour = (
            painter.palette.accent if name == _YES else painter.palette.bad if name == _NO else painter.palette.muted
        )
        return painter.type.write(name, size, colour, bold=True)

    def _table(self, block: Block) -> None:
        """Set the picture of a table on a quiet ground, and below it what it shows."""
        column, kit = self._column, self._kit
        pad = kit.metrics.px(10)
        picture = self._picture(column.width - 2 * pad)
        ground = (column.width, picture.get_height() + 2 * pad)
        column.skip(4)
        column.paints.append((kit.painter.panel(ground, kit.metrics.px(16)), (0, column.y)))
        column.paints.append((picture, (pad, column.y + pad)))
        column.y += ground[1]
        column.skip(6)
        column.text(block.text, kit.metrics.note, kit.palette.muted, centred=True)
        column.skip(14)

    def _own(self, group: Sequence[Block]) -> None:
        """Set the rules that this table has made for itself, apart from those of the game's author."""
        column, metrics, painter = self._column, self._kit.metrics, self._kit.painter
        pad = metrics.px(16)
        inner = Column(self._kit, column.width - 2 * pad - metrics.px(6))
        inner.text(self._kit.words("rules.own"), metrics.note, painter.palette.accent, bold=True)
        inner.skip(4)
        for index, block in enumerate(group):
            if index:
                inner.skip(8)
            self._lines(block.text, column=inner)
        column.skip(8)
        size = (column.width, inner.y + 2 * metrics.px(12))
        column.paints.append((painter.panel(size, metrics.px(12)), (0, column.y)))
        edge = painter.plate(
            (max(3, metrics.px(4)), size[1] - metrics.px(20)), painter.palette.accent, opacity=0.8, radius=2
        )
        column.paints.append((edge, (metrics.px(8), column.y + metrics.px(10))))
        column.place(inner, pad + metrics.px(6), column.y + metrics.px(12))
        column.y += size[1]
        column.skip(12)
