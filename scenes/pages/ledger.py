"""The parts of the page about finished games: a row of the list, the picture of the scores, tiles with one number.

They know no database and decide nothing; `scenes.pages.stats` says what stands in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, moved
from scenes.drawing.theme import Metrics
from scenes.inputs import Point
from scenes.pages import page
from scenes.pages.controls import Look
from scenes.pages.page import Column
from scenes.scene import Act, Command, Kit

_ASH = (0xB4, 0xAA, 0x97)
"""The number of nothing."""
_EDGE = (0xB0, 0x84, 0x22)
"""Gold, dark enough to be seen on paper."""


@dataclass(eq=False)
class GameRow:
    """A finished game in the list: a small card with its score, what it was, and what can be done with it.

    A click beside the ways, or Enter, takes the first of them; Left and Right choose another.
    """

    rect: pygame.Rect
    words: list[Paint]
    """What stands on it, counted from its upper left corner."""
    ways: Sequence[tuple[pygame.Rect, Act]]
    """Where the ways stand, counted likewise, and where they lead."""
    chosen: int = 0
    enabled: bool = True
    main: bool = False
    label: str = ""
    """The same, for those who do not see it."""

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the words, and plates under them and under the way to be taken where it is hovered or focused."""
        x, y = self.rect.topleft
        paints: list[Paint] = []
        lit = self._under(look.pointer) if look.hovered else self.chosen if look.focused else None
        if look.hovered or look.focused:
            plate = painter.plate(
                self.rect.size,
                painter.palette.wash,
                opacity=0.13 if look.pressed else 0.08,
                line=painter.palette.accent if look.focused else None,
                line_width=2.5,
                radius=metrics.px(10),
            )
            paints.append((plate, (x, y)))
        if lit is not None and len(self.ways) > 1:
            place, _ = self.ways[lit]
            line = painter.palette.accent if look.focused else painter.palette.wash
            mark = painter.plate(place.size, painter.palette.wash, opacity=0.14, line=line, radius=metrics.px(10))
            paints.append((mark, (x + place.x, y + place.y)))
        return paints + moved(self.words, (x, y))

    def _under(self, pos: Point) -> int:
        """Return the way under a point, the first one where there is none."""
        at = (pos[0] - self.rect.x, pos[1] - self.rect.y)
        return next((index for index, (place, _) in enumerate(self.ways) if place.collidepoint(at)), 0)

    def click(self, pos: Point, /) -> Command | None:
        """Take the way under the pointer."""
        return self.ways[self._under(pos)][1]()

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Enter and Space take the chosen way; Left and Right choose, as long as there is another."""
        if name in ("enter", "space"):
            return True, self.ways[self.chosen][1]()
        to = self.chosen + {"left": -1, "right": 1}.get(name, 0)
        if to == self.chosen or not 0 <= to < len(self.ways):
            return False, None
        self.chosen = to
        return True, None

    def text(self, _text: str, /) -> None:
        """Rows take no text."""


def badge(kit: Kit, text: str, *, won: bool) -> tuple[list[Paint], tuple[int, int]]:
    """Return a small card with a score on paper, or with the mark of a loss on the dark, and its size.

    Up to two digits all are as wide, so that what stands beside them stands below each other.
    """
    metrics, painter = kit.metrics, kit.painter
    size = metrics.text(20)
    one, two, needed = (painter.type.width(digits, size, bold=True) + round(size * 0.8) for digits in ("0", "00", text))
    width = max(metrics.px(36), two, needed)
    tall = max(round(max(metrics.px(36), one) * 1.3), painter.type.line_height(size))
    if won:
        plate = painter.plate((width, tall), theme.PAPER, line=theme.SAND, line_width=1.5, radius=metrics.px(6))
    else:
        plate = painter.plate(
            (width, tall),
            painter.palette.wash,
            opacity=0.04,
            line=painter.palette.faint,
            line_width=1.2,
            radius=metrics.px(6),
        )
    digit = painter.type.write(text, size, theme.INK if won else painter.palette.muted, bold=True)
    middle = ((width - digit.get_width()) // 2, (tall - digit.get_height()) // 2)
    return [(plate, (0, 0)), (digit, middle)], (width, tall)


def row(
    kit: Kit,
    width: int,
    mark: tuple[str, bool],
    lines: tuple[str, Sequence[str]],
    ways: Sequence[tuple[str, Act]],
) -> GameRow:
    """Return a row `width` pixels wide: `mark` is what stands on its card and whether the game was won.

    `lines` are its name and what is told below it, in as many lines as that needs; `ways` what can be done with it.
    """
    metrics, painter = kit.metrics, kit.painter
    typed, side, above = painter.type, metrics.px(10), metrics.px(8)
    card, (wide, tall) = badge(kit, mark[0], won=mark[1])
    labels = [typed.write(name, metrics.note, painter.palette.text) for name, _ in ways]
    gap = metrics.px(8)
    plate_size = (
        max(label.get_width() for label in labels) + metrics.px(24),
        typed.line_height(metrics.note) + metrics.px(6),
    )
    across = len(ways) * plate_size[0] + (len(ways) - 1) * gap
    left = side + wide + metrics.px(14)
    room = width - left - across - side - metrics.px(12)
    below = room < metrics.text(200)  # in a narrow list the way to the replay stands under the words
    if below:
        room = width - left - side
    words: list[Paint] = []
    y = above
    name, facts = lines
    small = [(line, metrics.note, painter.palette.muted, False) for line in page.joined(kit, facts, room)]
    for text, size, colour, bold in ((name, metrics.body, painter.palette.text, True), *small):
        for line in typed.wrap(text, size, room, bold=bold):
            words.append((typed.write(line, size, colour, bold=bold), (left, y)))
            y += typed.line_height(size)
    height = max(y, above + tall) + above
    corner = (width - side - across, (height - plate_size[1]) // 2)
    step = (plate_size[0] + gap, 0)
    if below:
        corner = (left, y + metrics.px(4))
        step = step if across <= room else (0, plate_size[1] + gap)
    places = [pygame.Rect((corner[0] + n * step[0], corner[1] + n * step[1]), plate_size) for n in range(len(ways))]
    if below:
        height = places[-1].bottom + above
    words += moved(card, (side, above if below else (height - tall) // 2))
    plate = painter.plate(
        plate_size,
        painter.palette.wash,
        opacity=0.05,
        line=painter.palette.wash,
        line_opacity=0.16,
        radius=metrics.px(10),
    )
    for place, label in zip(places, labels, strict=True):
        words += [(plate, place.topleft), (label, label.get_rect(center=place.center).topleft)]
    doings = [(place, act) for place, (_, act) in zip(places, ways, strict=True)]
    return GameRow(pygame.Rect(0, 0, width, height), words, doings, label=", ".join((mark[0], name, *facts)))


def tiles(kit: Kit, column: Column, numbers: Sequence[tuple[str, str, str]]) -> None:
    """Add numbers side by side, each with its name above and a note below it: the first one in gold."""
    metrics, typed = kit.metrics, kit.painter.type
    gap, large = metrics.px(20), metrics.text(30)
    needed = [
        max(typed.width(name, metrics.note), typed.width(note, metrics.note), typed.width(number, large, bold=True))
        for name, number, note in numbers
    ]
    across = next((count for count in (4, 2) if max(_row_widths(needed, count, gap)) <= column.width), 1)
    for first in range(0, len(numbers), across):
        widths = needed[first : first + across]
        if across != len(numbers):  # in several rows the numbers stand below each other
            widths = [(column.width - gap * (across - 1)) // across] * len(widths)
        spare = (column.width - sum(widths) - gap * (across - 1)) // across
        left, top, bottom = 0, column.y, column.y
        for index, width in enumerate(widths, start=first):
            name, number, note = numbers[index]
            tile = Column(kit, max(width, 1))
            tile.text(name, metrics.note, kit.palette.muted)
            tile.text(number, large, kit.palette.accent if index == 0 else kit.palette.strong, bold=True)
            tile.text(note, metrics.note, kit.palette.muted)
            column.place(tile, left, top)
            left += width + spare + gap
            bottom = max(bottom, top + tile.y)
        column.y = bottom
        column.skip(14)


def _row_widths(needed: Sequence[int], count: int, gap: int) -> list[int]:
    """Return how wide each row would be with `count` tiles in it; in several rows all are as wide as the widest."""
    if count >= len(needed):
        return [sum(needed) + gap * (len(needed) - 1)]
    return [max(needed) * count + gap * (count - 1)]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's line: the name, a number for each heading, and the share of something, drawn as a bar below them."""

    name: str
    numbers: Sequence[str]
    share: float


def players(kit: Kit, column: Column, headings: Sequence[str], rows: Sequence[PlayerRow]) -> None:
    """Add a line for each player, of whom there is one at least, the numbers below their headings.

    In a narrow column each number stands with its heading.
    """
    metrics, typed = kit.metrics, kit.painter.type
    gap = metrics.px(22)
    widths = [
        max(typed.width(heading, metrics.note), *(typed.width(row.numbers[at], metrics.body) for row in rows))
        for at, heading in enumerate(headings)
    ]
    room = column.width - sum(widths) - gap * len(widths)
    names = max(typed.width(row.name, metrics.body, bold=True) for row in rows)
    if room < min(names, metrics.text(200)):
        _narrow_players(kit, column, headings, rows)
        return
    ends = [column.width - sum(widths[at + 1 :]) - gap * (len(widths) - 1 - at) for at in range(len(widths))]
    high = typed.line_height(metrics.note)
    for heading, end in zip(headings, ends, strict=True):
        said = typed.write(heading, metrics.note, kit.palette.muted)
        column.paints.append((said, (end - said.get_width(), column.y + (high - said.get_height()) // 2)))
    column.y += high
    column.skip(2)
    step = typed.line_height(metrics.body) + metrics.px(8)
    for row in rows:
        size = typed.shrink(row.name, metrics.body, room, 9, bold=True)
        name = typed.write(row.name, size, kit.palette.text, bold=True)
        column.paints.append((name, (0, column.y + (step - name.get_height()) // 2)))
        for number, end in zip(row.numbers, ends, strict=True):
            told = typed.write(number, metrics.body, kit.palette.strong)
            column.paints.append((told, (end - told.get_width(), column.y + (step - told.get_height()) // 2)))
        column.y += step
        _share(kit, column, row.share)


def _narrow_players(kit: Kit, column: Column, headings: Sequence[str], rows: Sequence[PlayerRow]) -> None:
    metrics = kit.metrics
    for row in rows:
        column.skip(6)
        column.text(row.name, metrics.body, kit.palette.text, bold=True)
        facts = [
            kit.words("stats.player_fact", heading=heading, number=number)
            for heading, number in zip(headings, row.numbers, strict=True)
        ]
        for line in page.joined(kit, facts, column.width):
            column.text(line, metrics.note, kit.palette.muted)
        column.skip(4)
        _share(kit, column, row.share)


def _share(kit: Kit, column: Column, share: float) -> None:
    """Add a thin bar, filled as far as the share goes."""
    painter, tall = kit.painter, max(2, kit.metrics.px(3))
    track = painter.plate((column.width, tall), painter.palette.wash, opacity=0.1, radius=tall / 2)
    column.paints.append((track, (0, column.y)))
    if done := round(column.width * share):
        bar = painter.plate((done, tall), painter.palette.accent, opacity=0.9, radius=min(tall, done) / 2)
        column.paints.append((bar, (0, column.y)))
    column.y += tall
    column.skip(5)


def scores(kit: Kit, column: Column, counts: Sequence[int], good: int) -> None:
    """Add the picture of the scores: on paper a bar for each with its number, golden from the score `good` on."""
    metrics, painter, typed = kit.metrics, kit.painter, kit.painter.type
    pad, gap = metrics.px(14), metrics.px(3)
    slot = (column.width - 2 * pad) // len(counts)
    size = typed.shrink(str(max(counts)), metrics.note, slot - gap, 9, bold=True)
    step, high = typed.line_height(size), metrics.px(112)
    tall = pad + step + high + metrics.px(4) + typed.line_height(metrics.note) + metrics.px(6)
    paper = painter.plate((column.width, tall), theme.PAPER, line=theme.SAND, line_width=1.5, radius=metrics.px(12))
    column.paints.append((paper, (0, column.y)))
    foot = column.y + pad + step + high
    left = (column.width - slot * len(counts)) // 2
    axis = painter.plate((slot * len(counts), metrics.px(1)), theme.INK, opacity=0.45, radius=0)
    bar = min(round(slot * 0.62), metrics.px(44))
    for score, count in enumerate(counts):
        middle = left + score * slot + slot // 2
        length = round(high * count / max(1, *counts))
        if count:
            tip = max(metrics.px(3), length)
            golden = score >= good
            surface = painter.plate(
                (bar, tip),
                theme.GOLD if golden else theme.VERMILION,
                line=_EDGE if golden else None,
                line_width=1.2,
                radius=min(metrics.px(4), tip / 2),
            )
            column.paints.append((surface, (middle - bar // 2, foot - tip)))
        number = typed.write(str(count), size, theme.INK if count else _ASH, bold=True)
        column.paints.append((number, (middle - number.get_width() // 2, foot - length - step + gap)))
        said = typed.write(str(score), metrics.note, theme.QUIET)
        column.paints.append((said, (middle - said.get_width() // 2, foot + metrics.px(5))))
    column.paints.append((axis, (left, foot)))
    column.y += tall
