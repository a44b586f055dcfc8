"""The rows of a set-up page that say who sits where: how many, their names and marks, how they share the screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.catalogue import find
from game.core import Reason
from scenes import page, theme
from scenes.controls import Choice, Field, Look
from scenes.inputs import Point
from scenes.page import Column
from scenes.painter import Painter
from scenes.scene import Act, Command, Kit
from scenes.seating import GAMES, LONGEST_NAME, MARKS, WAYS, Sitting, why_not_names
from scenes.stage import Paint
from scenes.theme import Metrics

_WRONG = (0xFF, 0x9A, 0x80)
"""Vermilion, light enough to be read on the dark table."""


@dataclass(eq=False)
class Mark:
    """A seat's mark: a click gives the seat the next mark that nobody has."""

    rect: pygame.Rect
    drawing: str
    on: Act
    enabled: bool = True
    main: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the mark on a plate; focused it has a gold edge."""
        lit = look.hovered or look.focused
        plate = painter.plate(
            self.rect.size,
            (255, 255, 255),
            opacity=0.15 if lit else 0.05,
            line=theme.GOLD if look.focused else (255, 255, 255),
            line_opacity=1.0 if look.focused else 0.16,
            line_width=2.5 if look.focused else 1.2,
            radius=metrics.px(10),
        )
        side = round(self.rect.h * 0.66)
        picture = painter.drawing(self.drawing, (side, side))
        return [(plate, self.rect.topleft), (picture, picture.get_rect(center=self.rect.center).topleft)]

    def click(self, _pos: Point, /) -> Command | None:
        """Take the next mark."""
        return self.on()

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Answer Enter and Space."""
        return (True, self.on()) if name in ("enter", "space") else (False, None)

    def text(self, _text: str, /) -> None:
        """Marks take no text."""


class Seats:
    """What is chosen about the seats of `game_id`.

    `again` lays the page out anew, `done` is what Enter does in a name.
    """

    def __init__(self, kit: Kit, game_id: str, again: Callable[[], None], done: Act) -> None:
        self._kit = kit
        self._range = find(game_id).seats
        self._again = again
        kept = kit.preferences.sittings.get(game_id)
        named = [] if kept is None or len(kept.names) not in self._range else list(kept.names)
        self._count = len(named) or self._range[1]
        spare = [name for name in re.split("[,、]", kit.words("seat.names")) if name not in named]
        self._names = (named + spare)[: self._range[-1]]
        marks = [] if kept is None else list(kept.marks[: len(named)])
        self._marks = marks + [mark for mark in range(MARKS) if mark not in marks]
        self._way = WAYS.index(kept.way) if kept is not None else 0
        self._games = GAMES.index(kept.games) if kept is not None else 0
        self._fields = [
            Field(page.nowhere(), name, self._naming(seat), done, limit=LONGEST_NAME)
            for seat, name in enumerate(self._names)
        ]

    @property
    def complaint(self) -> Reason | None:
        """What is wrong with the names."""
        return why_not_names(self.sitting.names)

    @property
    def sitting(self) -> Sitting:
        """What is chosen."""
        names = tuple(name.strip() for name in self._names[: self._count])
        return Sitting.of(names, tuple(self._marks[: self._count]), WAYS[self._way], GAMES[self._games])

    def rows(self, column: Column) -> None:
        """Add the rows to a set-up page."""
        kit, words = self._kit, self._kit.words
        counts = [words("menu.seats", seats=str(seats), count=seats) for seats in self._range]
        count = Choice(page.nowhere(), counts, self._count - self._range[0], self._seat)
        page.setting(column, kit, "seat.count", count, last=True)
        self._places(column)
        if (complaint := self.complaint) is not None:
            column.text(words.say(complaint), kit.metrics.note, _WRONG)
            column.skip(8)
        column.line()
        ways = [words(f"seat.way_{way}") for way in WAYS]
        way = Choice(page.nowhere(), ways, self._way, self._sit)
        page.setting(column, kit, "seat.way", way, help_key=f"seat.way_{WAYS[self._way]}_help")
        games = [words(f"seat.games_{games}") for games in GAMES]
        page.setting(column, kit, "seat.games", Choice(page.nowhere(), games, self._games, self._play))

    def _places(self, column: Column) -> None:
        """Add a mark and a name for each seat, in as many columns as fit."""
        metrics = self._kit.metrics
        gap, height = metrics.px(12), max(metrics.px(44), round(metrics.body * 2.2))
        wide = max(1, min(3, column.width // max(metrics.text(230), 1)))
        wide = -(-self._count // -(-self._count // wide))  # rows of the same length
        cell = (column.width - gap * (wide - 1)) // wide
        for seat in range(self._count):
            row, across = divmod(seat, wide)
            x, y = across * (cell + gap), column.y + row * (height + gap)
            mark = Mark(pygame.Rect(x, y, height, height), f"seat-{self._marks[seat]}", self._marking(seat))
            field = self._fields[seat]
            field.rect = pygame.Rect(x + height + metrics.px(6), y, cell - height - metrics.px(6), height)
            column.controls += [mark, field]
        column.y += -(-self._count // wide) * (height + gap)
        column.skip(6)

    def _naming(self, seat: int) -> Callable[[str], None]:
        def name(text: str) -> None:
            before, self._names[seat] = self.complaint, text
            if self.complaint != before:
                self._again()

        return name

    def _marking(self, seat: int) -> Act:
        def mark() -> None:
            free = self._marks[self._count :]
            later = [one for one in free if one > self._marks[seat]] or free
            if later:
                taken = self._marks.index(min(later))
                self._marks[seat], self._marks[taken] = self._marks[taken], self._marks[seat]
                self._again()

        return mark

    def _seat(self, index: int) -> None:
        self._count = self._range[index]
        self._again()

    def _sit(self, index: int) -> None:
        self._way = index
        self._again()

    def _play(self, index: int) -> None:
        self._games = index
