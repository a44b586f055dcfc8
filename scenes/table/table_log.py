"""The log beside the table: what has happened, line by line, the newest last."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import pygame

from game.core import Beat, Reason
from scenes.desk import Desk
from scenes.drawing.stage import Paint
from scenes.inputs import Point
from scenes.scene import Kit


@dataclass(frozen=True, slots=True)
class Line:
    """What the log says of a beat, nothing of some, and the spots that it speaks of."""

    said: Reason | None
    places: tuple[str, ...]


class TableLog:
    """The log of one table; it is painted where it was last laid out."""

    def __init__(self, kit: Kit, desk: Desk) -> None:
        self._kit = kit
        self._desk = desk
        self._area = pygame.Rect(0, 0, 0, 0)
        self._rows: list[tuple[pygame.Rect, int]] = []
        """Where the lines that are shown stand."""
        self.lines: list[Line] = []
        self.scrolled = 0
        """So many of the newest lines are scrolled out of sight."""
        self.paints: list[Paint] = []

    def tell(self, beat: Beat[object, object]) -> Reason | None:
        """Write a beat into the log, or take its line back; return what is said of it, if anything."""
        said = self._desk.log_line(beat)
        self.scrolled = 0
        if beat.undone:
            del self.lines[-1:]
        else:
            self.lines.append(Line(said, self._desk.places(beat)))
        return said

    def scroll(self, lines: int) -> None:
        """Move the log by some lines, upwards positive."""
        self.scrolled = max(0, min(len(self.lines) - 1, self.scrolled + lines))
        self.lay_out(self._area)

    def lay_out(self, area: pygame.Rect) -> None:
        """Write as many lines into an area as there is room for, smaller where the newest has no room."""
        self._area = area
        kit, metrics, typed = self._kit, self._kit.metrics, self._kit.painter.type
        numbers = list(accumulate((line.said is not None for line in self.lines[1:]), initial=0))  # none for silence
        number_width = typed.width("0" * max(2, len(str(numbers[-1]))), metrics.note) + metrics.px(10)
        size, line_height = self._size(area.w - number_width, area.h)
        self.paints, self._rows = [], []
        newest = max((index for index, line in enumerate(self.lines) if line.said is not None), default=None)
        y = area.y
        for index, lines, whole in self._fitting(size, area.w - number_width, area.h // line_height):
            self._rows.append((pygame.Rect(area.x, y, area.w, line_height * len(lines)), index))
            colour = kit.palette.text if index == newest else kit.palette.muted
            if index and whole:
                self.paints.append((typed.write(str(numbers[index]), size, kit.palette.faint), (area.x, y)))
            for row, line in enumerate(lines):
                written = typed.write(line, size, colour)
                self.paints.append((written, (area.x + number_width, y + row * line_height)))
            y += line_height * len(lines)

    def _size(self, width: int, high: int) -> tuple[int, int]:
        """Return the largest size at which the newest line in sight has room, not too small, and how high a row is."""
        typed, note = self._kit.painter.type, self._kit.metrics.note
        seen = reversed(self.lines[: len(self.lines) - self.scrolled])
        newest = next((line.said for line in seen if line.said is not None), None)
        said = "" if newest is None else self._kit.words.say(newest)
        size = note
        while size > note * 2 // 3 and len(typed.wrap(said, size, width, loose=True)) * typed.line_height(size) > high:
            size -= 1
        return size, typed.line_height(size)

    def _fitting(self, size: int, width: int, free: int) -> list[tuple[int, list[str], bool]]:
        """Return which beats have room in so many rows, the oldest first: what is seen of each, and whether all is."""
        shown: list[tuple[int, list[str], bool]] = []
        for index in range(len(self.lines) - 1 - self.scrolled, -1, -1):
            said = self.lines[index].said
            if said is None:
                continue
            lines = self._kit.painter.type.wrap(self._kit.words.say(said), size, width, loose=True)
            free -= len(lines)
            room = len(lines) + min(0, free)
            if room <= 0:
                break
            if shown:
                shown.insert(0, (index, lines[-room:], free >= 0))
            else:
                shown.insert(0, (index, lines[:room], True))  # of the newest at least the beginning
        return shown

    def spoken_of(self, pointer: Point) -> tuple[tuple[str, ...], list[Paint]]:
        """Return the spots that the line under the pointer speaks of, and a plate over that line."""
        for rect, index in self._rows:
            if (places := self.lines[index].places) and rect.collidepoint(pointer):
                kit, reach = self._kit, self._kit.metrics.px(6)
                size = (rect.w + 2 * reach, rect.h)
                plate = kit.painter.plate(size, kit.palette.wash, opacity=0.07, radius=reach)
                return places, [(plate, (rect.x - reach, rect.y))]
        return (), []
