"""The player's own notebook: who may be whom, and how far the own win condition is fulfilled.

It is made from what one seat sees and what that seat has written, and must never be given that of another. While the
hand lies face down it has no page: nothing is drawn, and nothing can be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import pygame

from game.core import Seat
from game.haruhi import insight, scoring
from game.haruhi.card_set import PERSONS, Person
from game.haruhi.public import View, person_name
from scenes.drawing import theme
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.haruhi.faces import role_mark
from scenes.haruhi.shown import Shown
from scenes.haruhi.signs import Sign, sign
from scenes.haruhi.verdicts import SIGNS, Part, parts, tint
from scenes.scene import Kit
from scenes.seat_marks import seat_mark
from scenes.words import Words


class Mark(Enum):
    """What somebody writes at a person and a player; the value is how it is kept."""

    CERTAIN = "o"
    MAYBE = "t"
    NO = "x"


Marks = Mapping[tuple[Seat, Person], Mark]

_CYCLE: tuple[Mark | None, ...] = (None, Mark.CERTAIN, Mark.MAYBE, Mark.NO)
_SIGNS = {Mark.CERTAIN: Sign.RING, Mark.MAYBE: Sign.TRIANGLE, Mark.NO: Sign.CROSS}
_WRITTEN = re.compile(r"([0-6])([0-6])([otx])")
_SPOT = re.compile(r"N([0-6])([0-6])")
_SMALLEST_PART = 50
"""Per cent to which the texts shrink in a small window."""
_ENDS = {True: "wins", False: "fails", None: "open"}


def read(notes: str) -> Marks:
    """Return the marks that stand in `notes`; whatever else stands there is passed over."""
    found = (_WRITTEN.fullmatch(word) for word in notes.split(" "))
    return {(Seat(int(one[1])), PERSONS[int(one[2])]): Mark(one[3]) for one in found if one is not None}


def written(marks: Marks) -> str:
    """Return marks as text that `read` reads."""
    places = sorted((seat, PERSONS.index(person)) for seat, person in marks)
    return " ".join([f"{seat}{place}{marks[Seat(seat), PERSONS[place]].value}" for seat, place in places])


def spot_of(seat: Seat, person: Person) -> str:
    """Return the name of the spot where a player and a person meet."""
    return f"N{seat}{PERSONS.index(person)}"


def jot(picture: View | Shown, notes: str, spot: str, step: int) -> str | None:
    """Return `notes` with the mark at `spot` gone on by `step`; None where no mark of one's own can stand.

    It goes from none to certain, maybe, no, and round again.
    """
    view, found = _open(picture), _SPOT.fullmatch(spot)
    if view is None or found is None:
        return None
    key = Seat(int(found[1])), PERSONS[int(found[2])]
    if key not in free(view):
        return None
    marks = dict(read(notes))
    mark = _CYCLE[(_CYCLE.index(marks.pop(key, None)) + step) % len(_CYCLE)]
    return written(marks if mark is None else {**marks, key: mark})


def _open(picture: View | Shown) -> View | None:
    """Return what the player knows, None while it is covered."""
    if isinstance(picture, View):
        return picture
    if picture.role is None:
        return None
    return View(picture.seat, picture.board, picture.cards, picture.role, picture.peeked, picture.legal)


def free(view: View) -> tuple[tuple[Seat, Person], ...]:
    """Return where the player can write: what is not known already by what is open or the player's own."""
    possible = insight.candidates(view)
    return tuple(
        [
            (Seat(seat), person)
            for seat, persons in enumerate(possible)
            if len(persons) > 1
            for person in PERSONS
            if person in persons
        ]
    )


# Where it lies


@dataclass(frozen=True, slots=True)
class _Grid:
    """The rows of the other players, clockwise from the next one, and the columns of the persons, within a page."""

    page: pygame.Rect
    seats: tuple[Seat, ...]
    left: int
    column: float
    top: int
    row: int
    crest: int
    line: int
    """The height of a line of names; there are two, each name with the room of two columns."""
    size: int

    @property
    def bottom(self) -> int:
        """Where the grid ends."""
        return self.top + self.row * len(self.seats)

    def middle(self, place: int) -> int:
        """Return the middle of a column."""
        return round(self.left + (place + 0.5) * self.column)

    def cell(self, row: int, place: int) -> pygame.Rect:
        """Return the place of a mark."""
        gap = max(1, round(self.row * 0.06))
        left, right = round(self.left + place * self.column), round(self.left + (place + 1) * self.column)
        return pygame.Rect(left + gap, self.top + row * self.row + gap, right - left - 2 * gap, self.row - 2 * gap)


def _grid(view: View, page: pygame.Rect, metrics: Metrics) -> _Grid:
    count = len(view.board.hands)
    left = page.x + round(page.w * 0.26)
    column = (page.right - left) / len(PERSONS)
    size = metrics.crowded.note
    line, crest = round(size * 1.2), min(round(column * 0.76), metrics.px(22))
    top = page.y + 2 * line + crest + metrics.px(6)
    row = min(round(column * 0.92), metrics.px(30), round((page.y + page.h * 0.58 - top) / (count - 1)))
    seats = tuple([Seat((view.seat + step) % count) for step in range(1, count)])
    return _Grid(page, seats, left, column, top, max(8, row), crest, line, size)


def spots(picture: View | Shown, page: pygame.Rect, metrics: Metrics) -> dict[str, pygame.Rect]:
    """Return where marks can be set on a page, by the names of the spots: none while it is covered."""
    if (view := _open(picture)) is None:
        return {}
    grid, wanted = _grid(view, page, metrics), frozenset(free(view))
    return {
        spot_of(seat, person): grid.cell(row, place)
        for row, seat in enumerate(grid.seats)
        for place, person in enumerate(PERSONS)
        if (seat, person) in wanted
    }


# How it looks


@dataclass(frozen=True, slots=True)
class Notebook:
    """Draws the notebook at one table: `names` and `marks` are those of the seats."""

    names: tuple[str, ...]
    marks: tuple[int, ...]

    def paint(self, picture: View | Shown, notes: str, kit: Kit, page: pygame.Rect) -> list[Paint]:
        """Return the grid with all marks, and below it who one is, how one wins, and how far that is.

        Nothing while it is covered.
        """
        if (view := _open(picture)) is None:
            return []
        grid = _grid(view, page, kit.metrics)
        paints = [*_head(view, kit, grid), *self._rows(view, notes, kit, grid)]
        below = pygame.Rect(page.x, grid.bottom + kit.metrics.px(8), page.w, 0)
        below.h = max(0, page.bottom - below.y)
        return paints + _told(view, kit, below)

    def _rows(self, view: View, notes: str, kit: Kit, grid: _Grid) -> Iterator[Paint]:
        possible, marks, wanted = insight.candidates(view), read(notes), frozenset(free(view))
        painter = kit.painter
        for row, seat in enumerate(grid.seats):
            yield from self._name(seat, kit, grid, row, known=len(possible[seat]) == 1)
            for place, person in enumerate(PERSONS):
                cell = grid.cell(row, place)
                if (seat, person) in wanted:
                    plate = painter.plate(
                        cell.size,
                        painter.palette.wash,
                        opacity=0.07,
                        line=painter.palette.wash,
                        line_opacity=0.12,
                        radius=cell.h * 0.22,
                    )
                    yield plate, cell.topleft
                    if (mark := marks.get((seat, person))) is not None:
                        yield _in(cell, sign(painter, _SIGNS[mark], round(cell.h * 0.86), painter.palette.strong))
                elif person in possible[seat]:
                    yield _in(cell, sign(painter, Sign.SEAL, round(cell.h * 0.86), painter.palette.accent))
                else:
                    yield _in(cell, sign(painter, Sign.CROSS, round(cell.h * 0.5), painter.palette.faint))

    def _name(self, seat: Seat, kit: Kit, grid: _Grid, row: int, *, known: bool) -> Iterator[Paint]:
        painter, typed = kit.painter, kit.painter.type
        side = round(grid.row * 0.5)
        middle = grid.top + row * grid.row + grid.row // 2
        yield seat_mark(painter, self.marks[seat], side), (grid.page.x, middle - side // 2)
        left = grid.page.x + side + max(3, round(side * 0.4))
        room, name = grid.left - left - max(2, round(side * 0.25)), self.names[seat]
        largest = min(kit.metrics.crowded.note, round(grid.row * 0.66))
        size = typed.shrink(name, largest, room, max(9, largest * 3 // 4))
        lines = [name]
        if typed.width(name, size) > room:  # in two lines where there is room for them
            size = max(9, min(size, round(grid.row * 0.42)))
            lines = typed.wrap(name, size, room)
            lines = lines if len(lines) <= max(1, grid.row // size) else [typed.fit(name, size, room)]
        step = round(size * 1.12)
        y = middle - step * len(lines) // 2
        for line in lines:
            text = typed.write(line, size, painter.palette.muted if known else painter.palette.text)
            yield text, (left, y + (step - text.get_height()) // 2)
            y += step


def _in(rect: pygame.Rect, picture: pygame.Surface) -> Paint:
    return picture, picture.get_rect(center=rect.center).topleft


def _head(view: View, kit: Kit, grid: _Grid) -> Iterator[Paint]:
    """Yield the crests of the persons and their names, by turns in the upper and the lower line above them."""
    painter, typed = kit.painter, kit.painter.type
    names = [kit.words.say(person_name(view.board.card_set, person)) for person in PERSONS]
    room = round(grid.column * 2) - max(3, round(grid.column * 0.16))  # a hair goes between two of the lower line
    size = min([typed.shrink(name, grid.size, room, 8) for name in names])
    for place, person in enumerate(PERSONS):
        middle, upper = grid.middle(place), place % 2 == 0
        text = typed.write(typed.fit(names[place], size, room), size, painter.palette.text)
        top = grid.page.y + (0 if upper else grid.line)
        left = min(middle - text.get_width() // 2, grid.page.right - text.get_width())
        yield text, (left, top + (grid.line - text.get_height()) // 2)
        below = grid.page.y + 2 * grid.line
        if upper:
            hair = painter.plate((1, grid.line), painter.palette.wash, opacity=0.22, radius=0)
            yield hair, (middle, grid.page.y + grid.line)
        crest = role_mark(painter, person, grid.crest, on_dark=painter.palette.dark)
        yield crest, (middle - grid.crest // 2, below)


@dataclass(frozen=True, slots=True)
class _Line:
    """A statement below the grid. One that is `spare` is left out first where there is not room for all."""

    text: str
    colour: theme.Colour
    large: bool = False
    part: Part | None = None
    spare: bool = False


def _told(view: View, kit: Kit, area: pygame.Rect) -> list[Paint]:
    """Return who one is, how one wins and how far that is, as large as there is room for."""
    lines = _lines(view, kit.words, kit.palette)
    short = [line for line in lines if not line.spare]
    sizes = [(lines, 100), *[(short, percent) for percent in range(100, _SMALLEST_PART - 1, -5)]]
    for said, percent in sizes:
        paints, bottom = _write(said, view.role.person, kit, area, percent)
        if bottom <= area.bottom:
            return paints
    return [paint for paint in paints if paint[1][1] + paint[0].get_height() <= area.bottom]


def _lines(view: View, words: Words, palette: theme.Palette) -> list[_Line]:
    board = view.board
    character, found, table = board.card_set.character(view.role.person), insight.progress(view), scoring.tally(board)
    text = character.text.ja if words.language == "ja" else character.text.en
    over = "ended" if board.outcome is not None else "now"
    standing = words(f"haruhi.notes.{over}", rank=table.ranks[view.seat], count=table.points[view.seat])
    return [
        _Line(
            words("haruhi.notes.you", person=person_name(board.card_set, view.role.person)), palette.text, large=True
        ),
        _Line(text, palette.muted, spare=True),
        _Line(standing, palette.text),
        *[
            _Line(words.say(part.words), palette.text if part.leaf else palette.muted, part=part)
            for part in parts(found)
        ],
        _Line(words(f"haruhi.notes.{over}_{_ENDS[found.holds]}"), tint(found.holds, palette)),
    ]


def _write(
    lines: Sequence[_Line], person: Person, kit: Kit, area: pygame.Rect, percent: int
) -> tuple[list[Paint], int]:
    """Return the lines from the top of the area on, so many per cent of their size, and where they end."""
    metrics, painter, typed = kit.metrics.crowded, kit.painter, kit.painter.type
    paints: list[Paint] = []
    y = area.y
    for said in lines:
        size = max(9, (metrics.body if said.large else metrics.note) * percent // 100)
        step, x = round(size * 1.3), area.x
        if said.large:
            crest = role_mark(painter, person, round(size * 1.3), on_dark=painter.palette.dark)
            paints.append((crest, (x, y)))
            x += crest.get_width() + round(size * 0.4)
        if said.part is not None:
            x += round(size * 0.9) * said.part.deep
            picture = sign(painter, SIGNS[said.part.holds], round(size * 0.95), tint(said.part.holds, painter.palette))
            paints.append((picture, (x, y + (step - picture.get_height()) // 2)))
            x += round(size * 1.3)
        for line in typed.wrap(said.text, size, max(1, area.right - x), bold=said.large):
            text = typed.write(line, size, said.colour, bold=said.large)
            paints.append((text, (x, y + (step - text.get_height()) // 2)))
            y += step
        y += max(1, round(size * 0.12))
    return paints, y
