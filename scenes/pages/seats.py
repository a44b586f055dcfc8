"""The rows of a set-up page that say who sits where: names and marks, who is a computer, how people share the screen.

The same rows let somebody take over a seat of a game that is going on, or give one to a computer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.bots.core import Level
from game.catalogue import find
from game.core import Reason, Seat
from scenes import company
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.pages import page
from scenes.pages.controls import Button, Choice, Field, Look, Pressed, button_size
from scenes.pages.page import Column
from scenes.scene import Act, Kit
from scenes.seat_marks import seat_mark
from scenes.seating import GAMES, LONGEST_NAME, MARKS, WAYS, Sitting, why_not_names

_KINDS: tuple[Level | None, ...] = (None, *Level)
"""Who may have a seat, in the order of the clicks: a person, or a computer of a level."""


@dataclass(eq=False)
class Mark(Pressed):
    """A seat's mark: a click gives the seat the next mark that nobody has."""

    rect: pygame.Rect
    mark: int
    on: Act
    enabled: bool = True
    main: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the mark on a plate; focused it has a gold edge."""
        lit = look.hovered or look.focused
        plate = painter.plate(
            self.rect.size,
            painter.palette.wash,
            opacity=0.15 if lit else 0.05,
            line=painter.palette.accent if look.focused else painter.palette.wash,
            line_opacity=1.0 if look.focused else 0.16,
            line_width=2.5 if look.focused else 1.2,
            radius=metrics.px(10),
        )
        side = round(self.rect.h * 0.66)
        picture = seat_mark(painter, self.mark, side)
        return [(plate, self.rect.topleft), (picture, picture.get_rect(center=self.rect.center).topleft)]


class Seats:
    """What is chosen about the seats of `game_id`, at first as it is in `sitting`, else as it was last.

    `again` lays the page out anew, `done` is what Enter does in a name. A seat has two names: one for the person who
    has it, and one for the computer.
    """

    def __init__(
        self, kit: Kit, game_id: str, again: Callable[[], None], done: Act, sitting: Sitting | None = None
    ) -> None:
        self._kit = kit
        self._range = find(game_id).seats
        self._again = again
        self._company = game_id in company.GAMES
        kept = sitting or kit.preferences.sittings.get(game_id)
        if kept is not None and len(kept.names) not in self._range:
            kept = None
        self._count = self._range[1] if kept is None else len(kept.names)
        self._levels = [None if kept is None else kept.level(Seat(seat)) for seat in range(self._range[-1])]
        self._people = self._named(kept, "seat.names", computers=False)
        self._computers = self._named(kept, "seat.computer_names", computers=True)
        marks = [] if kept is None else list(kept.marks)
        self._marks = marks + [mark for mark in range(MARKS) if mark not in marks]
        self._way = WAYS.index(kept.way) if kept is not None else 0
        self._games = GAMES.index(kept.games) if kept is not None else 0
        self._fields = [
            Field(page.nowhere(), name, self._naming(seat), done, limit=LONGEST_NAME)
            for seat, name in enumerate(self._names)
        ]

    def _named(self, kept: Sitting | None, key: str, *, computers: bool) -> list[str]:
        """Return for each seat the name of the person or of the computer there: as kept, else one that is left."""
        names = {} if kept is None else dict(enumerate(kept.names))
        names = {seat: name for seat, name in names.items() if (self._levels[seat] is not None) == computers}
        spare = iter([name for name in re.split("[,、]", self._kit.words(key)) if name not in names.values()])
        return [names[seat] if seat in names else next(spare) for seat in range(self._range[-1])]

    @property
    def _names(self) -> list[str]:
        """The names of those who have the seats."""
        pairs = zip(self._people, self._computers, self._levels, strict=True)
        return [person if level is None else computer for person, computer, level in pairs]

    @property
    def last_name(self) -> Field:
        """The field below which the complaint about the names stands."""
        return self._fields[self._count - 1]

    @property
    def complaint(self) -> Reason | None:
        """What is wrong with the names."""
        return why_not_names(self.sitting.names)

    @property
    def sitting(self) -> Sitting:
        """What is chosen."""
        names = tuple(name.strip() for name in self._names[: self._count])
        marks, levels = tuple(self._marks[: self._count]), tuple(self._levels[: self._count])
        return Sitting.of(names, marks, WAYS[self._way], GAMES[self._games], levels)

    def rows(self, column: Column) -> None:
        """Add the rows to a set-up page."""
        kit, words = self._kit, self._kit.words
        counts = [words("seat.count_value", count=seats) for seats in self._range]
        count = Choice(page.nowhere(), counts, self._count - self._range[0], self._seat)
        page.setting(column, kit, "seat.count", count, last=True)
        self.places(column)
        column.line()
        self.ways(column)
        column.line()
        games = [words(f"seat.games_{games}") for games in GAMES]
        page.setting(column, kit, "seat.games", Choice(page.nowhere(), games, self._games, self._play))

    def ways(self, column: Column) -> None:
        """Add the row about how people share the screen."""
        shared = self.sitting.shared
        ways = [self._kit.words(f"seat.way_{way}") for way in WAYS]
        way = Choice(page.nowhere(), ways, self._way, self._sit, enabled=shared)
        told = f"seat.way_{WAYS[self._way]}_help" if shared else "seat.way_alone_help"
        page.setting(column, self._kit, "seat.way", way, told=self._kit.words(told), last=True)

    def places(self, column: Column) -> None:
        """Add a mark, a name and who plays for each seat, in as many columns as fit; and what is wrong with them."""
        metrics, words = self._kit.metrics, self._kit.words
        gap, height = metrics.px(12), max(metrics.px(44), round(metrics.body * 2.2))
        labels = [words("seat.person") if kind is None else words("seat.kind", level=kind.words) for kind in _KINDS]
        sizes = [button_size(self._kit.painter, metrics, label) for label in labels]
        kind_width = max(width for width, _ in sizes) if self._company else 0
        wide = max(1, min(3, column.width // max(metrics.text(230) + kind_width, 1)))
        wide = -(-self._count // -(-self._count // wide))  # rows of the same length
        cell = (column.width - gap * (wide - 1)) // wide
        for seat in range(self._count):
            row, across = divmod(seat, wide)
            x, y = across * (cell + gap), column.y + row * (height + gap)
            mark = Mark(pygame.Rect(x, y, height, height), self._marks[seat], self._marking(seat))
            field = self._fields[seat]
            between = metrics.px(6)
            free = cell - height - between - (kind_width + between if self._company else 0)
            field.rect = pygame.Rect(x + height + between, y, free, height)
            column.controls += [mark, field]
            if self._company:
                rect = pygame.Rect(field.rect.right + between, y, kind_width, height)
                able = self.sitting.people != (Seat(seat),)  # there is a person at every table
                label = labels[_KINDS.index(self._levels[seat])]
                column.controls.append(Button(rect, label, self._changing(seat), enabled=able))
        column.y += -(-self._count // wide) * (height + gap)
        column.skip(6)
        if (complaint := self.complaint) is not None:
            column.text(words.say(complaint), metrics.note, self._kit.palette.bad)
            column.skip(8)

    def _naming(self, seat: int) -> Callable[[str], None]:
        def name(text: str) -> None:
            before = self.complaint
            (self._people if self._levels[seat] is None else self._computers)[seat] = text
            if self.complaint != before:
                self._again()

        return name

    def _changing(self, seat: int) -> Act:
        """Return what gives a seat to the next in the order of who may have it."""

        def change() -> None:
            self._levels[seat] = _KINDS[(_KINDS.index(self._levels[seat]) + 1) % len(_KINDS)]
            self._fields[seat].show(self._names[seat])
            self._again()

        return change

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
        if not self.sitting.people:
            self._levels[0] = None
            self._fields[0].show(self._names[0])
        self._again()

    def _sit(self, index: int) -> None:
        self._way = index
        self._again()

    def _play(self, index: int) -> None:
        self._games = index
