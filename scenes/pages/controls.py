"""Buttons, choices, fields and scrolling texts: by pointer and by keyboard alike.

A page holds a list of controls. Tab and the arrow keys move a focus that is shown once a key was used; Enter and Space
activate; everything answers a click on release, within itself (`focus`). What does not fit lies in a `Scroll`. No label
is ever cut off by a layout that asked `button_size` and `choice_size` first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, clipped
from scenes.drawing.theme import Metrics, Size
from scenes.inputs import Point
from scenes.scene import Act, Command


@dataclass(frozen=True, slots=True)
class Look:
    """How a control is met at the moment."""

    hovered: bool
    pressed: bool
    focused: bool
    pointer: Point


class Control(Protocol):
    """Something on a page that can be used."""

    rect: pygame.Rect
    enabled: bool
    main: bool
    """Whether Enter means this one while nothing has the focus."""

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Return its picture."""
        ...

    def click(self, pos: Point, /) -> Command | None:
        """Use it at `pos`."""
        ...

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Take a key while focused; return whether it was its own, and what follows."""
        ...

    def text(self, text: str, /) -> None:
        """Take typed text while focused."""
        ...


def write_centred(
    painter: Painter, text: str, size: int, colour: theme.Colour, rect: pygame.Rect, *, bold: bool = False
) -> Paint:
    """Return a line in the middle of `rect`, smaller where it does not fit, and shortened where that is not enough."""
    size = painter.type.shrink(text, size, rect.w, bold=bold)
    surface = painter.type.write(painter.type.fit(text, size, rect.w, bold=bold), size, colour, bold=bold)
    return surface, (rect.centerx - surface.get_width() // 2, rect.centery - surface.get_height() // 2)


def _padding(metrics: Metrics) -> tuple[int, int]:
    """Return the room to the left and right of a label, and above and below it."""
    return max(metrics.px(18), round(metrics.body * 0.8)), metrics.px(9)


def _before_note(metrics: Metrics) -> int:
    """Return the room between a label and the key behind it."""
    return max(metrics.px(10), round(metrics.body * 0.5))


def button_size(
    painter: Painter, metrics: Metrics, label: str, note: str = "", *, widest: int = 100_000, main: bool = False
) -> Size:
    """Return the size of a button with all of its label, in several lines where it would be over `widest` pixels."""
    side, above = _padding(metrics)
    behind = painter.type.width(note, metrics.note) + _before_note(metrics) if note else 0
    room = max(1, widest - 2 * side - behind)
    lines = painter.type.wrap(label, metrics.body, room, bold=main)
    width = max(painter.type.width(line, metrics.body, bold=main) for line in lines)
    height = len(lines) * painter.type.line_height(metrics.body) + 2 * above
    return min(widest, width + 2 * side + behind), max(height, metrics.px(44))


class Pressed:
    """What all controls have in common that do one thing: by a click, or by Enter or Space where the frame is."""

    on: Act

    def click(self, _pos: Point, /) -> Command | None:
        """Do it."""
        return self.on()

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Answer Enter and Space."""
        return (True, self.on()) if name in ("enter", "space") else (False, None)

    def text(self, _text: str, /) -> None:
        """Take no text."""


@dataclass(eq=False)
class Button(Pressed):
    """A button. `main` is the one that most people want here; `note` stands small behind the label (its key)."""

    rect: pygame.Rect
    label: str
    on: Act
    main: bool = False
    note: str = ""
    enabled: bool = True
    danger: bool = False
    name: str = ""
    """What it belongs to, for those who do not see what stands beside it."""

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the plate, the label, the key."""
        lit, own = look.hovered or look.focused, painter.palette
        if self.main:
            fill, opacity, colour = (own.button if not look.pressed else own.heading), 1.0, own.on_button
        else:
            fill, opacity, colour = own.wash, (0.05 if not lit else 0.15 if look.pressed else 0.11), own.text
        if self.danger and lit:
            fill, opacity, colour = theme.VERMILION, 0.9, (255, 255, 255)
        if not self.enabled:
            fill, opacity, colour = own.wash, 0.03, own.faint
        line = own.accent if look.focused or (lit and self.main) else own.wash
        plate = painter.plate(
            self.rect.size,
            fill,
            opacity=opacity,
            line=line,
            line_opacity=1.0 if line == own.accent else 0.16,
            line_width=2.5 if line == own.accent else 1.2,
            radius=min(self.rect.h / 2, metrics.px(14)),
        )
        return [(plate, self.rect.topleft), *self._words(painter, metrics, colour)]

    def _words(self, painter: Painter, metrics: Metrics, colour: theme.Colour) -> list[Paint]:
        side, own = min(_padding(metrics)[0], self.rect.h // 2), painter.palette
        inner = self.rect.inflate(-2 * side + 2, 0)
        beside = own.faint if not self.enabled else own.on_button if self.main else own.muted
        note = painter.type.write(self.note, metrics.note, beside)
        gap = _before_note(metrics) if self.note else 0
        room = inner.w - note.get_width() - gap
        bold, typed = self.main, painter.type
        for size in range(metrics.body, 6, -1):
            lines, step = typed.wrap(self.label, size, room, bold=bold), typed.line_height(size)
            most = max(1, self.rect.h // step)
            if len(lines) <= most and all(typed.width(line, size, bold=bold) <= room for line in lines):
                break
        if len(lines) > most:  # the page did not ask `button_size`: better an ellipsis than words over an edge
            lines = [*lines[: most - 1], "".join(lines[most - 1 :])]
        texts = [typed.write(typed.fit(line, size, room, bold=bold), size, colour, bold=bold) for line in lines]
        widest = max(text.get_width() for text in texts)
        left = inner.centerx - (widest + gap + note.get_width()) // 2
        top = inner.centery - len(texts) * step // 2
        paints: list[Paint] = [
            (text, (left + (widest - text.get_width()) // 2, top + index * step + (step - text.get_height()) // 2))
            for index, text in enumerate(texts)
        ]
        if self.note:
            paints.append((note, (left + widest + gap, inner.centery - note.get_height() // 2)))
        return paints


def choice_size(painter: Painter, metrics: Metrics, labels: Sequence[str], *, widest: int = 100_000) -> Size:
    """Return the size of a choice whose parts show all of their labels, in several rows where one would be too wide."""
    side, above = _padding(metrics)
    part = max(painter.type.width(label, metrics.body) for label in labels) + 2 * side
    columns = _columns(len(labels), widest // part)
    row = max(painter.type.line_height(metrics.body) + 2 * above, metrics.px(44))
    return min(part * columns, widest), row * -(-len(labels) // columns)


def _columns(parts: int, most: int) -> int:
    """Return how many parts stand side by side: all, or a number that leaves no row with one part alone if possible."""
    if parts <= most:
        return parts
    rows = -(-parts // max(1, most))
    return -(-parts // rows)


@dataclass(eq=False)
class Choice:
    """Some values side by side of which one holds; `on` is called with the index of the one chosen.

    Where `rect` has the height that `choice_size` gave for several rows, the values stand in that many.
    """

    rect: pygame.Rect
    labels: Sequence[str]
    chosen: int
    on: Callable[[int], Command | None]
    enabled: bool = True
    rows: int = 1
    main: bool = False
    name: str = ""
    """What is chosen here, for those who do not see what stands beside it."""

    def _parts(self) -> list[pygame.Rect]:
        columns = -(-len(self.labels) // self.rows)
        across = [self.rect.x + self.rect.w * index // columns for index in range(columns + 1)]
        down = [self.rect.y + self.rect.h * index // self.rows for index in range(self.rows + 1)]
        cells = [divmod(index, columns) for index in range(len(self.labels))]
        return [
            pygame.Rect(across[column], down[row], across[column + 1] - across[column], down[row + 1] - down[row])
            for row, column in cells
        ]

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the strip with the chosen part on paper."""
        radius = min(self.rect.h / self.rows / 2, metrics.px(12))
        line = painter.palette.accent if look.focused else painter.palette.wash
        strip = painter.plate(
            self.rect.size,
            painter.palette.panel,
            opacity=0.5,
            line=line,
            line_opacity=1.0 if look.focused else 0.14,
            line_width=2.5 if look.focused else 1.2,
            radius=radius,
        )
        paints: list[Paint] = [(strip, self.rect.topleft)]
        for index, (label, part) in enumerate(zip(self.labels, self._parts(), strict=True)):
            inner = part.inflate(-metrics.px(6), -metrics.px(6))
            faint = painter.plate(inner.size, painter.palette.wash, opacity=0.09, radius=radius * 0.8)
            if index == self.chosen and self.enabled:
                paints.append((painter.plate(inner.size, painter.palette.button, radius=radius * 0.8), inner.topleft))
                colour = painter.palette.on_button
            elif index == self.chosen:
                paints.append((faint, inner.topleft))
                colour = painter.palette.muted
            elif look.hovered and part.collidepoint(look.pointer) and self.enabled:
                paints.append((faint, inner.topleft))
                colour = painter.palette.text
            else:
                colour = painter.palette.muted if self.enabled else painter.palette.faint
            paints.append(write_centred(painter, label, metrics.body, colour, inner.inflate(-4, 0)))
        return paints

    def click(self, pos: Point) -> Command | None:
        """Choose the part under the pointer."""
        for index, part in enumerate(self._parts()):
            if part.collidepoint(pos) and index != self.chosen:
                return self._choose(index)
        return None

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Left and right choose the neighbour; Enter and Space the next in turn."""
        if name in ("left", "right"):
            index = max(0, min(len(self.labels) - 1, self.chosen + (1 if name == "right" else -1)))
            return True, (self._choose(index) if index != self.chosen else None)
        if name in ("enter", "space"):
            return True, self._choose((self.chosen + 1) % len(self.labels))
        return False, None

    def text(self, _text: str, /) -> None:
        """Choices take no text."""

    def _choose(self, index: int) -> Command | None:
        self.chosen = index
        return self.on(index)


@dataclass(eq=False)
class Field:
    """One line of text. `on` is called with the text at every change; Enter calls `done`."""

    rect: pygame.Rect
    value: str
    on: Callable[[str], None]
    done: Act
    hint: str = ""
    limit: int = 200
    enabled: bool = True
    caret: int = field(default=-1)
    main: bool = False
    _carets: list[int] = field(default_factory=list)
    """Where the caret would stand in the window before each character, as last drawn: what a click looks up."""

    def __post_init__(self) -> None:
        if not 0 <= self.caret <= len(self.value):
            self.caret = len(self.value)

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the field with its text, and the caret while focused."""
        line = painter.palette.accent if look.focused else painter.palette.wash
        plate = painter.plate(
            self.rect.size,
            painter.palette.panel,
            opacity=0.7,
            line=line,
            line_opacity=1.0 if look.focused else 0.2,
            line_width=2.5 if look.focused else 1.2,
            radius=metrics.px(10),
        )
        inner = self.rect.inflate(-metrics.px(24), -metrics.px(8))
        shown = self.value or painter.type.fit(self.hint, metrics.body, inner.w)
        colour = painter.palette.text if self.value else painter.palette.faint
        text = painter.type.write(shown, metrics.body, colour)
        before = painter.type.width(self.value[: self.caret], metrics.body)
        shift = min(0, inner.w - metrics.px(4) - before)
        self._carets = [
            inner.x + shift + painter.type.width(self.value[:end], metrics.body) for end in range(len(self.value) + 1)
        ]
        line_paints: list[Paint] = [(text, (inner.x + shift, inner.centery - text.get_height() // 2))]
        if look.focused:
            height = round(metrics.body * 1.25)
            bar = painter.plate((max(2, metrics.px(2)), height), painter.palette.accent, radius=1)
            line_paints.append((bar, (inner.x + shift + before, inner.centery - height // 2)))
        return [(plate, self.rect.topleft), *clipped(line_paints, inner.inflate(4, 4))]

    def click(self, pos: Point) -> Command | None:
        """Put the caret where the click was."""
        if len(self._carets) == len(self.value) + 1:
            self.caret = min(range(len(self._carets)), key=lambda index: abs(self._carets[index] - pos[0]))
        return None

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Edit the line; Enter is done with it."""
        caret, value = self.caret, self.value
        match name:
            case "left" | "right":
                self.caret = max(0, min(len(value), caret + (1 if name == "right" else -1)))
            case "home" | "end":
                self.caret = 0 if name == "home" else len(value)
            case "backspace" if caret:
                self._set(value[: caret - 1] + value[caret:], caret - 1)
            case "delete" if caret < len(value):
                self._set(value[:caret] + value[caret + 1 :], caret)
            case "backspace" | "delete":
                return True, None
            case "ctrl+a":
                self._set("", 0)
            case "ctrl+v":
                self.text(pasted())
            case "enter":
                return True, self.done()
            case _:
                return False, None
        return True, None

    def text(self, text: str) -> None:
        """Insert typed or pasted text at the caret."""
        clean = " ".join(text.split()) if len(text) > 1 else text
        clean = "".join(character for character in clean if character.isprintable())[: self.limit - len(self.value)]
        self._set(self.value[: self.caret] + clean + self.value[self.caret :], self.caret + len(clean))

    def show(self, value: str) -> None:
        """Hold another text, the caret behind it; nobody typed that, so that `on` is not called."""
        self.value, self.caret = value, len(value)

    def _set(self, value: str, caret: int) -> None:
        self.value, self.caret = value, caret
        self.on(value)


def nothing() -> None:
    """What a button does by itself whose owner asks which one was pressed."""


def pasted() -> str:
    """Return the text in the clipboard, or nothing where there is none or the system gives none."""
    try:
        return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except (pygame.error, UnicodeDecodeError):
        return ""  # a clipboard that cannot be read is an empty one


def copied(text: str) -> bool:
    """Put text into the clipboard; return whether the system took it."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
