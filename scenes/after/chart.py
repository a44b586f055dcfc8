"""The chart of a game of several people: a line for each seat in its colour, with its mark wherever something changed.

It knows no game: it is given numbers that everybody may know.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.drawing import theme
from scenes.drawing.painter import hexed, svg
from scenes.drawing.stage import Paint, moved
from scenes.drawing.theme import Size
from scenes.pages.page import Column
from scenes.scene import Kit
from scenes.seat_marks import seat_colour, seat_mark
from scenes.words import figure

Course = tuple[tuple[int, ...], ...]
"""What every seat had: first at the beginning, then after each turn."""


def chart(kit: Kit, column: Column, title: str, course: Course, marks: Sequence[int]) -> None:
    """Add the chart on a dark panel; `marks` are those of the seats. Seats with the same number lie side by side."""
    metrics, painter, typed = kit.metrics, kit.painter, kit.painter.type
    pad, mark = metrics.px(16), max(10, metrics.px(15), metrics.text(13))
    note = typed.shrink(title, metrics.note, column.width - 2 * pad, 9)
    step = typed.line_height(note)
    highest = max(max(row) for row in course)
    lowest = min(0, *(min(row) for row in course))
    ticks = _ticks(lowest, max(highest, lowest + 4))
    left = pad + max(typed.width(figure(tick), note) for tick in ticks) + metrics.px(10)
    high = max(metrics.px(150), metrics.text(120))
    plot = pygame.Rect(left, pad + step + metrics.px(12), column.width - left - pad - 2 * mark, high)
    tall = plot.bottom + metrics.px(6) + step + metrics.px(8)
    paints: list[Paint] = [
        (painter.panel((column.width, tall), metrics.px(12)), (0, 0)),
        (typed.write(title, note, painter.palette.muted), (pad, pad)),
    ]
    graph = _Graph(plot, course, (lowest, max(highest, lowest + 4)))
    for tick in ticks:
        y = round(graph.y(tick))
        hair = painter.plate((plot.w, 1), painter.palette.wash, opacity=0.3 if tick == 0 else 0.1, radius=0)
        said = typed.write(figure(tick), note, painter.palette.muted)
        paints += [(hair, (plot.x, y)), (said, (left - metrics.px(10) - said.get_width(), y - said.get_height() // 2))]
    taken = left
    for turn in _ticks(0, len(course) - 1)[1:]:
        said = typed.write(str(turn), note, painter.palette.muted)
        x = round(graph.x(turn)) - said.get_width() // 2
        if x > taken:
            paints.append((said, (x, plot.bottom + metrics.px(6))))
            taken = x + said.get_width() + metrics.px(6)
    order = sorted(range(len(marks)), key=lambda seat: course[-1][seat])  # who leads is drawn over the others
    key = ("chart", course, tuple(marks), plot.size)
    lines = painter.keep(
        key, lambda: graph.lines([(seat, seat_colour(marks[seat], painter.palette)) for seat in order])
    )
    paints.append((lines, (plot.x, plot.y - graph.over)))
    small = max(7, round(mark * 0.62))
    for seat in order:
        picture = seat_mark(painter, marks[seat], small)
        for turn in range(1, len(course)):
            if course[turn][seat] != course[turn - 1][seat]:
                paints.append((picture, _centred(picture, graph.point(turn, seat))))
    ends = _apart([graph.point(-1, seat)[1] for seat in reversed(order)], mark)
    for seat, height in zip(reversed(order), ends, strict=True):
        picture = seat_mark(painter, marks[seat], mark)
        paints.append((picture, _centred(picture, (plot.right + mark * 1.1, height))))
    column.paints += moved(paints, (0, column.y))
    column.y += tall


class _Graph:
    """Where the points of a course lie in `plot`, for numbers in `span`."""

    def __init__(self, plot: pygame.Rect, course: Course, span: tuple[int, int]) -> None:
        self._plot = plot
        self._course = course
        self._span = span
        self.thick = max(1.6, plot.h / 75)
        self.over = round(self.thick * len(course[0]))
        """Pixels that lines may leave the plot by, above and below."""

    def x(self, turn: int) -> float:
        """Return where a turn lies."""
        return self._plot.x + self._plot.w * turn / max(1, len(self._course) - 1)

    def y(self, number: float) -> float:
        """Return where a number lies."""
        lowest, highest = self._span
        return self._plot.bottom - self._plot.h * (number - lowest) / (highest - lowest)

    def point(self, turn: int, seat: int) -> tuple[float, float]:
        """Return where the line of a seat is after a turn; -1 is the last one. Equal seats lie side by side."""
        turn %= len(self._course)
        row = self._course[turn]
        alike = [other for other, number in enumerate(row) if number == row[seat]]
        beside = (alike.index(seat) - (len(alike) - 1) / 2) * self.thick * 1.15
        return self.x(turn), self.y(row[seat]) + beside

    def lines(self, seats: Sequence[tuple[int, theme.Colour]]) -> pygame.Surface:
        """Draw the lines of these seats, the last one above the others."""
        size: Size = (self._plot.w, self._plot.h + 2 * self.over)
        drawn = ""
        for seat, colour in seats:
            points = [self.point(turn, seat) for turn in range(len(self._course))]
            told = " L".join(f"{x - self._plot.x:.1f} {y - self._plot.y + self.over:.1f}" for x, y in points)
            drawn += (
                f'<path d="M{told}" fill="none" stroke="{hexed(colour)}" stroke-width="{self.thick:.1f}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )
        return svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
            f'viewBox="0 0 {size[0]} {size[1]}">{drawn}</svg>',
            size,
        )


def _ticks(first: int, last: int) -> list[int]:
    """Return round numbers from `first` to `last`, six at most beside 0."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (last - first) / step <= 6)
    return [number for number in range(first, last + 1) if number % step == 0]


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Return heights, given from the top down, so far apart that marks there do not cover each other."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + least) if placed else height)
    sunk = sum(placed) / len(placed) - sum(heights) / len(heights)
    return [height - sunk for height in placed]


def _centred(picture: pygame.Surface, at: tuple[float, float]) -> tuple[int, int]:
    return picture.get_rect(center=(round(at[0]), round(at[1]))).topleft
