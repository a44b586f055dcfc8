"""What pages and dialogs are built of: a column that grows downwards, a header, the sheet of a dialog.

A page is laid out as a column of any height and shown in a `Scroll`; so every text size fits every window.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol

import pygame

from game.catalogue import SEATS
from game.core import Reason
from game.record import Record
from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, moved
from scenes.drawing.text import Type
from scenes.drawing.theme import Colour, Size
from scenes.host import Match
from scenes.pages.controls import Button, Choice, Control, button_size, choice_size
from scenes.pages.scroll import Scroll
from scenes.scene import Act, Kit, Scene


class Paths(Protocol):
    """Where the dialogs over a table lead to; the program answers with `scenes.routes.Routes`."""

    def table(self, match: Match) -> Scene:
        """Return the table for a match."""
        ...

    def curtain(self, match: Match) -> Scene:
        """Leave the seat of a match, and return the curtain that opens to it."""
        ...

    def shelf(self) -> Scene:
        """Return the shelf, with the game that is kept."""
        ...

    def standing(self, match: Match) -> Reason:
        """Return how far a match is, with the numbers `count` and `total`."""
        ...

    def statistics(self, *, running: bool) -> Scene:
        """Return the page about finished games; `running` says that a game is kept that is not finished."""
        ...

    def replay(self, record: Record, at: int = 0, *, running: bool) -> Scene:
        """Return the replay of a finished game from its action `at` on; raise `BadInput` where it does not replay."""
        ...

    def review(self, record: Record, *, running: bool) -> Scene:
        """Return the review of a finished game; raise `BadInput` where it does not replay."""
        ...


class Column:
    """Texts and controls from top to bottom, `width` pixels wide, counted from its own upper left corner."""

    def __init__(self, kit: Kit, width: int) -> None:
        self._kit = kit
        self.width = width
        self.y = 0
        self.paints: list[Paint] = []
        self.controls: list[Control] = []
        self.said: list[str] = []
        """What is written, in order."""

    def skip(self, length: float) -> None:
        """Leave so many pixels of the design free."""
        self.y += self._kit.metrics.px(length)

    def text(
        self,
        text: str,
        size: int,
        colour: Colour,
        *,
        bold: bool = False,
        left: int = 0,
        centred: bool = False,
    ) -> None:
        """Write a text in as many lines as it needs."""
        self.said.append(text)
        typed = self._kit.painter.type
        room = self.width - left
        step = typed.line_height(size)
        for line in typed.wrap(text, size, room, bold=bold, loose=True):
            surface = typed.write(line, size, colour, bold=bold)
            x = left + ((room - surface.get_width()) // 2 if centred else 0)
            self.paints.append((surface, (x, self.y + (step - surface.get_height()) // 2)))
            self.y += step

    def line(self) -> None:
        """Draw a hairline across."""
        hair = self._kit.painter.plate((self.width, 1), self._kit.palette.wash, opacity=0.1, radius=0)
        self.paints.append((hair, (0, self.y)))
        self.y += 1

    def add(self, control: Control) -> None:
        """Put a control, sized already, at the left and go on below it."""
        control.rect.topleft = (0, self.y)
        self.controls.append(control)
        self.y = control.rect.bottom

    def place(self, other: Column, left: int, top: int) -> None:
        """Lay another column into this one; how far down it reaches is for the caller to take up."""
        self.said += other.said
        self.paints += moved(other.paints, (left, top))
        for control in other.controls:
            control.rect.move_ip(left, top)
            self.controls.append(control)

    def facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Write what things are and how much, one below the other with hairlines between them."""
        typed, metrics = self._kit.painter.type, self._kit.metrics
        step = typed.line_height(metrics.note) + metrics.px(8)
        for label, value in facts:
            self.said.append(f"{label} {value}")
            self.line()
            said = typed.write(label, metrics.note, self._kit.palette.muted)
            told = typed.write(value, metrics.note, self._kit.palette.text, bold=True)
            beside = said.get_width() + told.get_width() + metrics.px(12) <= self.width
            self.paints.append((said, (0, self.y + (step - said.get_height()) // 2)))
            self.y += 0 if beside else step
            self.paints.append((told, (self.width - told.get_width(), self.y + (step - told.get_height()) // 2)))
            self.y += step
        self.line()

    def button(self, button: Button) -> None:
        """Put a button as wide as the column."""
        _, height = self._size(button)
        button.rect = pygame.Rect(0, self.y, self.width, height)
        self.controls.append(button)
        self.y += height

    def flow(self, buttons: Sequence[Button], *, align: float = 0.0) -> None:
        """Put buttons side by side, in as many rows as they need; `align` is 0 at the left, 1 at the right."""
        gap = self._kit.metrics.px(12)
        for button in buttons:
            button.rect = pygame.Rect((0, 0), self._size(button))
        for row in self._rows(buttons, gap):
            tallest = max(button.rect.h for button in row)
            across = sum(button.rect.w for button in row) + gap * (len(row) - 1)
            left = round((self.width - across) * align)
            for button in row:
                button.rect = pygame.Rect(left, self.y, button.rect.w, tallest)
                self.controls.append(button)
                left += button.rect.w + gap
            self.y += tallest + gap
        self.y -= gap

    def _rows(self, buttons: Sequence[Button], gap: int) -> list[Sequence[Button]]:
        """Return the buttons in as few rows as they fit in, and no row much fuller than another."""
        for count in range(1, len(buttons)):
            ends = [-(-len(buttons) * row // count) for row in range(count + 1)]
            rows = [buttons[first:last] for first, last in itertools.pairwise(ends)]
            if all(sum(button.rect.w for button in row) + gap * (len(row) - 1) <= self.width for row in rows):
                return rows
        return [[button] for button in buttons]

    def _size(self, button: Button) -> tuple[int, int]:
        painter, metrics = self._kit.painter, self._kit.metrics
        return button_size(painter, metrics, button.label, button.note, widest=self.width, main=button.main)


def sized_choice(kit: Kit, choice: Choice, widest: int) -> Choice:
    """Return `choice` with a rectangle in which all its labels can be read."""
    width, height = choice_size(kit.painter, kit.metrics, choice.labels, widest=widest)
    _, row = choice_size(kit.painter, kit.metrics, choice.labels[:1])
    choice.rect = pygame.Rect(0, 0, width, height)
    choice.rows = max(1, round(height / row))
    return choice


def nowhere() -> pygame.Rect:
    """Return the rectangle of a control that has no place yet: a column gives it one."""
    return pygame.Rect(0, 0, 0, 0)


def margin(kit: Kit) -> int:
    """Return the room between a page's content and the window's edges."""
    return kit.metrics.px(40)


def header(kit: Kit, title: str, back: Act) -> tuple[list[Paint], Button, int]:
    """Return the top of a page: its picture, the button that leads back, and its height."""
    painter, metrics = kit.painter, kit.metrics
    edge = margin(kit)
    label, note = kit.words("common.back"), kit.words("keys.escape")
    width, height = button_size(painter, metrics, label, note)
    tall = max(metrics.px(80), height + metrics.px(24))
    button = Button(
        pygame.Rect(metrics.size[0] - edge - width, (tall - height) // 2, width, height), label, back, note=note
    )
    seal = metrics.px(40)
    left = edge + seal + metrics.px(16)
    room = button.rect.x - left - metrics.px(16)
    size = painter.type.shrink(title, metrics.text(26), room, max(12, metrics.text(13) // 2), bold=True)
    text = painter.type.write(painter.type.fit(title, size, room, bold=True), size, painter.palette.text, bold=True)
    paints: list[Paint] = [
        (painter.drawing("seal", (seal, seal)), (edge, (tall - seal) // 2)),
        (text, (left, (tall - text.get_height()) // 2)),
    ]
    return paints, button, tall


def dialog_width(kit: Kit, wanted: float) -> int:
    """Return the width of a dialog's content: `wanted` pixels of the design, grown with the text, within the window."""
    metrics = kit.metrics
    most = metrics.size[0] - 2 * (metrics.px(24) + _sheet_pad(kit)) - Scroll.gutter(metrics)
    return min(most, max(metrics.px(wanted), metrics.text(wanted)))


def dialog(kit: Kit, column: Column, offset: int = 0, foot: Column | None = None) -> tuple[list[Paint], Scroll]:
    """Return the sheet that a dialog is written on, with the veil behind it, and `column` in the middle of it.

    The controls of `foot` are moved below it, where they stay however far it is scrolled.
    """
    painter, metrics = kit.painter, kit.metrics
    pad, gutter = _sheet_pad(kit), Scroll.gutter(metrics)
    below = 0 if foot is None else foot.y + metrics.px(24)
    height = min(column.y, metrics.size[1] - 2 * (metrics.px(16) + pad) - below)
    bar = gutter if column.y > height else 0
    sheet = pygame.Rect(0, 0, column.width + 2 * pad + bar, height + below + 2 * pad)
    sheet.center = (metrics.size[0] // 2, metrics.size[1] // 2)
    radius = metrics.px(20)

    def plate(size: Size) -> pygame.Surface:
        ground, line = painter.palette.sheet, painter.palette.heading
        return painter.plate(size, ground, opacity=0.985, line=line, line_opacity=0.28, line_width=1.4, radius=radius)

    paper = moved(painter.sliced("sheet", sheet.size, radius + 2, plate), sheet.topleft)
    paints: list[Paint] = [*painter.veil(metrics.size), *shadow(kit, sheet), *paper]
    rect = pygame.Rect(sheet.x + pad, sheet.y + pad, column.width + bar, height)
    step = painter.type.line_height(metrics.body)
    scroll = Scroll(rect, column.paints, column.y, step, offset, inner=column.controls, stop=not column.controls)
    scroll.said = column.said
    if foot is not None:
        for control in foot.controls:
            control.rect.move_ip(rect.x, rect.bottom + below - foot.y)
    return paints, scroll


def _sheet_pad(kit: Kit) -> int:
    return kit.metrics.px(32)


def shadow(kit: Kit, rect: pygame.Rect) -> list[Paint]:
    """Return the soft shadow of a sheet at `rect`."""
    return halo(kit, rect, (2, 8, 10), 150 if kit.palette.dark else 90, drop=kit.metrics.px(3))


def halo(kit: Kit, rect: pygame.Rect, colour: Colour, strength: int, *, drop: int = 0) -> list[Paint]:
    """Return soft light or shade around `rect`, `strength` of 255 at its edge, moved down by `drop`."""
    reach = kit.metrics.px(32)

    def make(size: Size) -> pygame.Surface:
        # Blurring a window's worth of pixels costs a tenth of a second; a few thousand, made larger, look the same.
        part = max(4, reach // 8)
        small = pygame.Surface((max(8, size[0] // part), max(8, size[1] // part)), pygame.SRCALPHA)
        small.fill((*colour, 0))
        inner = pygame.Rect(0, 0, (size[0] - 2 * reach) // part, (size[1] - 2 * reach) // part)
        inner.center = (small.get_width() // 2, small.get_height() // 2)
        pygame.draw.rect(small, (*colour, strength), inner, border_radius=max(1, reach // (2 * part)))
        return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, max(1, reach // (3 * part))), size)

    whole = (rect.w + 2 * reach, rect.h + 2 * reach)
    paints = kit.painter.sliced(("halo", colour, strength), whole, 2 * reach, make)
    return moved(paints, (rect.x - reach, rect.y - reach + drop))


def body(kit: Kit, top: int, left: int, width: int) -> pygame.Rect:
    """Return where a page's content is shown: below the header, with the bar's gutter at its right."""
    above, below = kit.metrics.px(8), kit.metrics.px(24)
    return pygame.Rect(left, top + above, width + Scroll.gutter(kit.metrics), kit.metrics.size[1] - top - above - below)


def panelled(kit: Kit, rect: pygame.Rect, height: int) -> tuple[list[Paint], pygame.Rect]:
    """Return a panel for content of `height` within `rect`, as low as it can be, and where the content goes on it."""
    pad = kit.metrics.px(20)
    panel = pygame.Rect(rect.x, rect.y, rect.w, min(rect.h, height + 2 * pad))
    inside = pygame.Rect(panel.x + kit.metrics.px(32), panel.y + pad, panel.w - kit.metrics.px(40), panel.h - 2 * pad)
    return kit.painter.panel_at(panel, kit.metrics.px(18)), inside


def panel_room(kit: Kit, width: int) -> int:
    """Return how wide the content of a panel `width` wide is, the bar's gutter left free."""
    return width - kit.metrics.px(40) - Scroll.gutter(kit.metrics)


def progress(kit: Kit, done: int, total: int, mark: int) -> list[Paint]:
    """Return a row of small round marks, filled as far as something is done, from the upper left corner on."""
    painter, gap = kit.painter, max(2, round(mark * 0.4))
    full = painter.plate((mark, mark), theme.VERMILION, radius=mark / 2)
    hollow = painter.plate(
        (mark, mark), theme.INK, opacity=0.05, line=(0xB9, 0xA9, 0x88), line_width=1.4, radius=mark / 2
    )
    return [(full if index < done else hollow, (index * (mark + gap), 0)) for index in range(total)]


def setting(
    column: Column, kit: Kit, key: str, control: Choice | Button, *, told: str = "", last: bool = False
) -> None:
    """Add a row: name and explanation, and the control beside them, or below where it is narrow.

    The explanation is `told`, or stands where `key` says: "settings.speed_help", "deck-defence.option_help.x".
    """
    metrics, words = kit.metrics, kit.words
    gap = metrics.px(32)
    control.name = words(key)
    if isinstance(control, Choice):
        sized_choice(kit, control, column.width)
    else:
        control.rect.size = button_size(
            kit.painter, metrics, control.label, control.note, widest=column.width, main=control.main
        )
    room = column.width - control.rect.w - gap
    label = Column(kit, room if room >= metrics.text(250) else column.width)
    label.text(words(key), metrics.body, kit.palette.text if control.enabled else kit.palette.muted, bold=True)
    label.text(told or words(_help_key(key)), metrics.note, kit.palette.muted)
    column.skip(12)
    if label.width == room:
        tall = max(label.y, control.rect.h)
        column.place(label, 0, column.y + (tall - label.y) // 2)
        control.rect.topleft = (column.width - control.rect.w, column.y + (tall - control.rect.h) // 2)
        column.controls.append(control)
        column.y += tall
    else:
        column.place(label, 0, column.y)
        column.y += label.y
        column.skip(8)
        column.add(control)
    column.skip(12)
    if not last:
        column.line()


def _help_key(key: str) -> str:
    """Return the key of a setting's explanation; those of rule options stand in a table of their own."""
    before, option, name = key.partition(".option.")
    return f"{before}.option_help.{name}" if option else f"{key}_help"


def joined(kit: Kit, facts: Sequence[str], room: int) -> list[str]:
    """Return facts in few lines of small print, no fact torn apart where it fits a line of its own."""
    typed, note = kit.painter.type, kit.metrics.note
    lines: list[str] = []
    for fact in facts:
        longer = kit.words("list.dot", first=lines[-1], second=fact) if lines else fact
        if lines and typed.width(longer, note) <= room:
            lines[-1] = longer
        else:
            lines.append(fact)
    return lines


def deal_name(kit: Kit, deal: str) -> str:
    """Return the words for a deal code: its number, or that it was typed card by card."""
    return kit.words("table.deal", deal=deal) if deal.isdigit() else kit.words("table.own_deal")


_BOX = (300, 380)
"""The drawing of a box; its front is x 12-268, y 24-362, its title stands on the paper band around (140, 328)."""


def box_height(width: int) -> int:
    """Return how tall the picture of a box is that is so wide."""
    return round(width * _BOX[1] / _BOX[0])


def box_front(rect: pygame.Rect) -> pygame.Rect:
    """Return the front of the box that is drawn in `rect`; its lower edge is where the box stands."""
    scale = rect.w / _BOX[0]
    return pygame.Rect(rect.x + round(12 * scale), rect.y + round(24 * scale), round(256 * scale), round(338 * scale))


def box(kit: Kit, game_id: str, name: str, rect: pygame.Rect) -> list[Paint]:
    """Return the picture of a boxed game with its name on the band."""
    return box_picture(kit.painter, box_drawing(game_id), name, rect)


def box_drawing(game_id: str) -> str:
    """Return the name of the drawing of a game's box."""
    return f"box-{game_id.replace('-', '_')}"


def box_picture(painter: Painter, drawing: str, name: str, rect: pygame.Rect) -> list[Paint]:
    """Return a box's drawing in `rect` with `name` on its band, a long one in two lines."""
    scale, typed = rect.w / _BOX[0], painter.type
    room = round(212 * scale)
    size, lines = typed.shrink(name, round(rect.w * 0.125), room, 8, bold=True), [name]
    if size < rect.w * 0.075 or typed.width(name, size, bold=True) > room:
        size, room = round(rect.w * 0.085), round(236 * scale)
        while size > 8 and (len(typed.wrap(name, size, room, bold=True)) > 2 or _longest(typed, name, size) > room):
            size -= 1
        lines = typed.wrap(name, size, room, bold=True)[:2]
    centre, step = (rect.x + round(140 * scale), rect.y + round(328 * scale)), round(size * 1.2)
    paints: list[Paint] = [(painter.drawing(drawing, rect.size), rect.topleft)]
    for row, line in enumerate(lines):
        title = typed.write(line, size, theme.INK, bold=True)
        middle = centre[1] + round((row - (len(lines) - 1) / 2) * step)
        paints.append((title, title.get_rect(center=(centre[0], middle)).topleft))
    return paints


def box_glow(painter: Painter, drawing: str, size: tuple[int, int], strength: float) -> pygame.Surface:
    """Return a line of light around the outline of a box, with the same room on every side."""

    def make() -> pygame.Surface:
        thick = max(2, round(size[0] * 0.014))
        reach = 6 * thick
        outline = pygame.mask.from_surface(painter.drawing(drawing, size), 200)
        light = outline.to_surface(setcolor=(*painter.palette.accent, 255), unsetcolor=(0, 0, 0, 0))
        line = pygame.Surface((size[0] + 2 * reach, size[1] + 2 * reach), pygame.SRCALPHA)
        for x in range(-thick, thick + 1):
            for y in range(-thick, thick + 1):
                if x * x + y * y <= thick * thick:
                    line.blit(light, (reach + x, reach + y))
        glow = pygame.transform.gaussian_blur(line, 2 * thick)
        glow.blit(line, (0, 0))
        glow.set_alpha(round(255 * strength))
        return glow

    return painter.keep(("box glow", drawing, size, strength), make)


def _longest(typed: Type, name: str, size: int) -> int:
    """Return how wide the longest word of a name is."""
    return max(typed.width(word, size, bold=True) for word in name.split())


def sitting(kit: Kit, game_id: str) -> str:
    """Return for how many a game is, and how long it takes."""
    words, seats = kit.words, SEATS[game_id]
    least, most = seats[0], seats[-1]
    span = str(least) if least == most else words("menu.range", least=least, most=most)
    players = words("menu.seats", seats=span, count=most)
    minutes = words("menu.minutes", least=words(f"{game_id}.least_minutes"), most=words(f"{game_id}.most_minutes"))
    return words("list.dot", first=players, second=minutes)
