"""Buttons, choices, fields and scrolling texts: by pointer and by keyboard alike.

A page holds a list of controls. Tab and the arrow keys move a focus that is shown once a key was used; Enter and Space
activate; everything answers a click on release, within itself. What does not fit lies in a `Scroll`, which follows the
focus. No label is ever cut off by a layout that asked `button_size` and `choice_size` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from scenes import theme
from scenes.inputs import Input, Key, Motion, Point, Press, Release, Text, Wheel
from scenes.painter import Painter
from scenes.scene import Act, Command
from scenes.stage import Paint, clipped
from scenes.theme import Metrics, Size


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
    """Return a line in the middle of `rect`, shortened where it does not fit."""
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


@dataclass(eq=False)
class Button:
    """A button. `main` is the one that most people want here; `note` stands small behind the label (its key)."""

    rect: pygame.Rect
    label: str
    on: Act
    main: bool = False
    note: str = ""
    enabled: bool = True
    danger: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the plate, the label, the key."""
        lit = look.hovered or look.focused
        if self.main:
            fill, opacity, colour = (theme.PAPER if not look.pressed else theme.SAND), 1.0, theme.INK
        else:
            fill, opacity, colour = (255, 255, 255), (0.05 if not lit else 0.15 if look.pressed else 0.11), theme.CREAM
        if self.danger and lit:
            fill, opacity, colour = theme.VERMILION, 0.9, (255, 255, 255)
        if not self.enabled:
            fill, opacity, colour = (255, 255, 255), 0.03, theme.FAINT
        line = theme.GOLD if look.focused or (lit and self.main) else (255, 255, 255)
        plate = painter.plate(
            self.rect.size,
            fill,
            opacity=opacity,
            line=line,
            line_opacity=1.0 if line == theme.GOLD else 0.16,
            line_width=2.5 if line == theme.GOLD else 1.2,
            radius=min(self.rect.h / 2, metrics.px(14)),
        )
        return [(plate, self.rect.topleft), *self._words(painter, metrics, colour)]

    def _words(self, painter: Painter, metrics: Metrics, colour: theme.Colour) -> list[Paint]:
        side, _ = _padding(metrics)
        inner = self.rect.inflate(-2 * side + 2, 0)
        note = painter.type.write(self.note, metrics.note, theme.INK if self.main else theme.MUTED)
        gap = _before_note(metrics) if self.note else 0
        room = inner.w - note.get_width() - gap
        size, bold, typed = metrics.body, self.main, painter.type
        lines = typed.wrap(self.label, size, room, bold=bold)
        step = typed.line_height(size)
        most = max(1, self.rect.h // step)
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

    def click(self, _pos: Point, /) -> Command | None:
        """Do what the button says."""
        return self.on()

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Answer Enter and Space."""
        return (True, self.on()) if name in ("enter", "space") else (False, None)

    def text(self, _text: str, /) -> None:
        """Buttons take no text."""


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
        line = theme.GOLD if look.focused else (255, 255, 255)
        strip = painter.plate(
            self.rect.size,
            theme.PANEL,
            opacity=0.5,
            line=line,
            line_opacity=1.0 if look.focused else 0.14,
            line_width=2.5 if look.focused else 1.2,
            radius=radius,
        )
        paints: list[Paint] = [(strip, self.rect.topleft)]
        for index, (label, part) in enumerate(zip(self.labels, self._parts(), strict=True)):
            inner = part.inflate(-metrics.px(6), -metrics.px(6))
            faint = painter.plate(inner.size, (255, 255, 255), opacity=0.09, radius=radius * 0.8)
            if index == self.chosen and self.enabled:
                paints.append((painter.plate(inner.size, theme.PAPER, radius=radius * 0.8), inner.topleft))
                colour = theme.INK
            elif index == self.chosen:
                paints.append((faint, inner.topleft))
                colour = theme.MUTED
            elif look.hovered and part.collidepoint(look.pointer) and self.enabled:
                paints.append((faint, inner.topleft))
                colour = theme.CREAM
            else:
                colour = theme.MUTED if self.enabled else theme.FAINT
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
        line = theme.GOLD if look.focused else (255, 255, 255)
        plate = painter.plate(
            self.rect.size,
            theme.PANEL,
            opacity=0.7,
            line=line,
            line_opacity=1.0 if look.focused else 0.2,
            line_width=2.5 if look.focused else 1.2,
            radius=metrics.px(10),
        )
        inner = self.rect.inflate(-metrics.px(24), -metrics.px(8))
        shown = self.value or painter.type.fit(self.hint, metrics.body, inner.w)
        colour = theme.CREAM if self.value else theme.FAINT
        text = painter.type.write(shown, metrics.body, colour)
        before = painter.type.width(self.value[: self.caret], metrics.body)
        shift = min(0, inner.w - metrics.px(4) - before)
        self._carets = [
            inner.x + shift + painter.type.width(self.value[:end], metrics.body) for end in range(len(self.value) + 1)
        ]
        line_paints: list[Paint] = [(text, (inner.x + shift, inner.centery - text.get_height() // 2))]
        if look.focused:
            height = round(metrics.body * 1.25)
            bar = painter.plate((max(2, metrics.px(2)), height), theme.GOLD, radius=1)
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

    def _set(self, value: str, caret: int) -> None:
        self.value, self.caret = value, caret
        self.on(value)


def pasted() -> str:
    """Return the text in the clipboard, or nothing where there is none or the system gives none."""
    try:
        return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except pygame.error:
        return ""  # a clipboard that cannot be read is an empty one


@dataclass(eq=False)
class Scroll:
    """A picture taller than its window: wheel, bar, arrow keys, Page Up and Down, Home and End move it.

    `content` and the rectangles of `inner`, the controls that lie on it, count from the upper left corner of the
    content; the rectangles are moved into the window from then on. A column `gutter` wide is left for the bar.
    """

    rect: pygame.Rect
    content: list[Paint]
    height: int
    step: int
    offset: int = 0
    enabled: bool = True
    main: bool = False
    inner: Sequence[Control] = ()
    stop: bool = True
    """Whether it takes the focus itself, as texts do; where the controls on it tell all, it need not."""
    _homes: list[Point] = field(default_factory=list)
    _cut: dict[tuple[int, Point], tuple[pygame.Surface, Paint]] = field(default_factory=dict)
    _held: int | None = None

    def __post_init__(self) -> None:
        self._homes = [control.rect.topleft for control in self.inner]
        self.by(0)

    @staticmethod
    def gutter(metrics: Metrics) -> int:
        """Return the width of the column for the bar."""
        return max(16, metrics.px(20))

    @property
    def furthest(self) -> int:
        """The offset at which the end of the content is seen."""
        return max(0, self.height - self.rect.h)

    def by(self, pixels: int) -> None:
        """Move the window by `pixels`, downwards positive, as far as there is something."""
        self.offset = max(0, min(self.furthest, self.offset + pixels))
        for control, (x, y) in zip(self.inner, self._homes, strict=True):
            control.rect.topleft = (self.rect.x + x, self.rect.y + y - self.offset)

    def reveal(self, rect: pygame.Rect) -> None:
        """Move the window so that `rect`, given where it is now, can be seen with something of what is around it."""
        around = rect.inflate(0, 2 * min(self.step, max(0, self.rect.h - rect.h) // 2))
        if around.top < self.rect.top or around.h > self.rect.h:
            self.by(around.top - self.rect.top)
        elif around.bottom > self.rect.bottom:
            self.by(around.bottom - self.rect.bottom)

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw what lies in the window, and a bar that says where it is."""
        self.by(0)
        moved = [(surface, (x + self.rect.x, y + self.rect.y - self.offset)) for surface, (x, y) in self.content]
        paints = self.within(moved)
        if self.furthest:
            thumb = self._thumb(metrics)
            lit = look.focused or look.hovered
            colour = theme.GOLD if look.focused else theme.MUTED
            track = painter.plate((thumb.w, self.rect.h), (255, 255, 255), opacity=0.06, radius=thumb.w / 2)
            paints.append((track, (thumb.x, self.rect.y)))
            bar = painter.plate(thumb.size, colour, opacity=0.9 if lit else 0.55, radius=thumb.w / 2)
            paints.append((bar, thumb.topleft))
        return paints

    def within(self, paints: Iterable[Paint]) -> list[Paint]:
        """Return `paints` cut off at the window. The same cut is the same surface, so that nothing is drawn twice."""
        shown: list[Paint] = []
        for surface, pos in paints:
            rect = surface.get_rect(topleft=pos)
            if self.rect.contains(rect):
                shown.append((surface, pos))
            elif rect.colliderect(self.rect):
                kept = self._cut.get((id(surface), pos))
                if kept is None or kept[0] is not surface:
                    if len(self._cut) > 400:
                        self._cut.clear()
                    pieces = clipped([(surface, pos)], self.rect)
                    kept = self._cut[(id(surface), pos)] = (surface, pieces[0])
                shown.append(kept[1])
        return shown

    def _thumb(self, metrics: Metrics) -> pygame.Rect:
        width = max(5, metrics.px(6))
        length = min(self.rect.h, max(metrics.px(32), self.rect.h * self.rect.h // max(1, self.height)))
        top = self.rect.y + (self.rect.h - length) * self.offset // max(1, self.furthest)
        return pygame.Rect(self.rect.right - width, top, width, length)

    def press(self, pos: Point, metrics: Metrics) -> None:
        """Take hold of the bar; beside it, turn a page."""
        self._held = None
        if not self.furthest or pos[0] < self.rect.right - self.gutter(metrics):
            return
        thumb = self._thumb(metrics)
        if thumb.top <= pos[1] < thumb.bottom:
            self._held = pos[1] - thumb.top
        else:
            self.by((self.rect.h - self.step) * (1 if pos[1] >= thumb.bottom else -1))

    def drag(self, pos: Point, metrics: Metrics) -> None:
        """Let a held bar follow the pointer."""
        if self._held is not None:
            way = self.rect.h - self._thumb(metrics).h
            wanted = (pos[1] - self._held - self.rect.y) * self.furthest // max(1, way)
            self.by(wanted - self.offset)

    def click(self, _pos: Point, /) -> Command | None:
        """A click only gives it the focus."""
        return None

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Move by lines, pages, or to an end."""
        page = self.rect.h - self.step
        steps = {"down": self.step, "up": -self.step, "page down": page, "space": page, "page up": -page}
        steps |= {"home": -self.height, "end": self.height}
        if name not in steps or not self.furthest:
            return False, None
        before = self.offset
        self.by(steps[name])
        return self.offset != before or name not in ("up", "down"), None

    def text(self, _text: str, /) -> None:
        """Scrolled texts take no text."""


class Controls:
    """The controls of one page: who is hovered, pressed, focused. `metrics` are those the page was laid out with."""

    def __init__(self, controls: Sequence[Control], focus: int | None = None) -> None:
        self.all: list[Control] = []
        self.focus: int | None = focus
        self.focus_shown = focus is not None
        self._given: list[Control] = []
        self._home: dict[int, Scroll] = {}
        self._pressed: Control | None = None
        self._pointer: Point = (-1, -1)
        self._metrics = Metrics(theme.DEFAULT)
        self.replace(controls)

    def replace(self, controls: Sequence[Control]) -> None:
        """Take the controls of a new layout of the same page, keeping the focus."""
        self._given = list(controls)
        self._pressed = None
        self.all, self._home = [], {}
        for control in controls:
            self.all.append(control)
            if isinstance(control, Scroll):
                self.all += control.inner
                self._home |= {id(inner): control for inner in control.inner}
        if self.focus is not None and self.focus >= len(self.all):
            self.focus = None
        self._show_focus()

    @property
    def focused(self) -> Control | None:
        """The control that gets the keys."""
        return None if self.focus is None else self.all[self.focus]

    def at(self, pos: Point) -> Control | None:
        """Return the enabled control at `pos`; what is scrolled out of its window is not there."""
        hits = [control for control in self.all if control.rect.collidepoint(pos) and self._open(control, pos)]
        usable = [control for control in hits if control.enabled]
        return next((control for control in usable if not isinstance(control, Scroll)), usable[0] if usable else None)

    def _open(self, control: Control, pos: Point) -> bool:
        home = self._home.get(id(control))
        return home is None or home.rect.collidepoint(pos)

    def handle(self, event: Input) -> tuple[bool, Command | None]:
        """Return whether a control took the input, and what follows from it."""
        match event:
            case Motion(pos, held):
                self._pointer = pos
                if held and isinstance(self._pressed, Scroll):
                    self._pressed.drag(pos, self._metrics)
                return False, None
            case Press(pos, 1):
                return self._press(pos), None
            case Release(pos, 1):
                pressed, self._pressed = self._pressed, None
                if pressed is not None and pressed is self.at(pos):
                    return True, pressed.click(pos)
                return pressed is not None, None
            case Wheel(lines):
                return self._wheel(lines), None
            case Text(text) if self.focused is not None:
                self.focused.text(text)
                return True, None
            case Key(name):
                return self._key(name)
        return False, None

    def _press(self, pos: Point) -> bool:
        self._pointer = pos
        pressed = self._pressed = self.at(pos)
        if pressed is None:
            return False
        if isinstance(pressed, Scroll):
            pressed.press(pos, self._metrics)
        self.focus = next(index for index, control in enumerate(self.all) if control is pressed)
        self.focus_shown = isinstance(pressed, Field)
        return True

    def _wheel(self, lines: int) -> bool:
        scrolls = [control for control in self._given if isinstance(control, Scroll) and control.furthest]
        under = [scroll for scroll in scrolls if scroll.rect.collidepoint(self._pointer)]
        for scroll in (under or scrolls)[:1]:
            scroll.by(-lines * scroll.step * 2)
        return bool(scrolls)

    def _key(self, name: str) -> tuple[bool, Command | None]:
        if self.focused is not None and self.focus_shown and self.focused.enabled:
            taken, command = self.focused.key(name)
            if taken:
                return True, command
        if name in ("tab", "down", "right", "shift+tab", "up", "left"):
            self._move(-1 if name in ("shift+tab", "up", "left") else 1)
            return True, None
        if name in ("page down", "page up", "home", "end"):
            return any(control.key(name)[0] for control in self._given if isinstance(control, Scroll)), None
        if name == "enter":  # without a focus Enter presses the page's main button
            for control in self.all:
                if control.main and control.enabled:
                    return control.key(name)
        return False, None

    def _stops(self, control: Control) -> bool:
        if isinstance(control, Scroll):
            return control.stop and control.furthest > 0
        return control.enabled

    def _move(self, step: int) -> None:
        if not any(self._stops(control) for control in self.all):
            return
        if self.focus is None:
            index = 0 if step > 0 else len(self.all) - 1
        elif self.focus_shown:
            index = (self.focus + step) % len(self.all)
        else:  # the first key after a click only shows where the focus is
            index = self.focus
        while not self._stops(self.all[index]):
            index = (index + step) % len(self.all)
        self.focus, self.focus_shown = index, True
        self._show_focus()

    def _show_focus(self) -> None:
        focused = self.focused if self.focus_shown else None
        home = None if focused is None else self._home.get(id(focused))
        if home is not None and focused is not None:
            home.reveal(focused.rect)

    def paint(self, painter: Painter, metrics: Metrics) -> list[Paint]:
        """Return the picture of all controls."""
        self._metrics = metrics
        hovered = self.at(self._pointer)
        paints: list[Paint] = []
        for index, control in enumerate(self.all):
            look = Look(
                hovered=control is hovered,
                pressed=control is self._pressed and control is hovered,
                focused=self.focus_shown and self.focus == index,
                pointer=self._pointer,
            )
            picture = control.paint(painter, metrics, look)
            home = self._home.get(id(control))
            paints += picture if home is None else home.within(picture)
        return paints
