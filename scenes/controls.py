"""Buttons, choices, fields and scrolling texts: by pointer and by keyboard alike.

A page holds a list of controls. Tab and the arrow keys move a focus that is shown once a key was used; Enter and Space
activate; everything answers a click on release, within itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from scenes import theme
from scenes.inputs import Input, Key, Motion, Point, Press, Release, Text, Wheel
from scenes.painter import Painter
from scenes.scene import Act, Command
from scenes.stage import Paint, clipped
from scenes.theme import Metrics


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

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Return its picture."""
        ...

    def click(self, pos: Point) -> Command | None:
        """Use it at `pos`."""
        ...

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Take a key while focused; return whether it was its own, and what follows."""
        ...

    def text(self, text: str) -> None:
        """Take typed text while focused."""
        ...


def write_centred(
    painter: Painter, text: str, size: int, colour: theme.Colour, rect: pygame.Rect, *, bold: bool = False
) -> Paint:
    """Return a line in the middle of `rect`, shortened where it does not fit."""
    surface = painter.type.write(painter.type.fit(text, size, rect.w, bold=bold), size, colour, bold=bold)
    return surface, (rect.centerx - surface.get_width() // 2, rect.centery - surface.get_height() // 2)


@dataclass
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
            fill, opacity = theme.VERMILION, 0.75
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
        paints: list[Paint] = [(plate, self.rect.topleft)]
        inner = self.rect.inflate(-metrics.px(20), 0)
        note = painter.type.write(self.note, metrics.note, theme.FAINT if not self.main else theme.INK)
        gap = metrics.px(10) if self.note else 0
        label = painter.type.fit(self.label, metrics.body, inner.w - note.get_width() - gap, bold=self.main)
        text = painter.type.write(label, metrics.body, colour, bold=self.main)
        left = inner.centerx - (text.get_width() + gap + note.get_width()) // 2
        paints.append((text, (left, inner.centery - text.get_height() // 2)))
        if self.note:
            at = (left + text.get_width() + gap, inner.centery - note.get_height() // 2 + 1)
            paints.append((note, at))
        return paints

    def click(self, pos: Point) -> Command | None:
        """Do what the button says."""
        return self.on()

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Answer Enter and Space."""
        return (True, self.on()) if name in ("enter", "space") else (False, None)

    def text(self, text: str) -> None:
        """Buttons take no text."""


@dataclass
class Choice:
    """Some values side by side of which one holds; `on` is called with the index of the one chosen."""

    rect: pygame.Rect
    labels: Sequence[str]
    chosen: int
    on: Callable[[int], Command | None]
    enabled: bool = True

    def _parts(self) -> list[pygame.Rect]:
        edges = [self.rect.x + self.rect.w * index // len(self.labels) for index in range(len(self.labels) + 1)]
        return [
            pygame.Rect(left, self.rect.y, right - left, self.rect.h)
            for left, right in zip(edges, edges[1:], strict=False)
        ]

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the strip with the chosen part on paper."""
        radius = min(self.rect.h / 2, metrics.px(12))
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
            if index == self.chosen and self.enabled:
                paints.append((painter.plate(inner.size, theme.PAPER, radius=radius * 0.8), inner.topleft))
                colour = theme.INK
            elif look.hovered and part.collidepoint(look.pointer) and self.enabled:
                paints.append((painter.plate(inner.size, (255, 255, 255), opacity=0.09, radius=radius * 0.8), inner.topleft))
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

    def text(self, text: str) -> None:
        """Choices take no text."""

    def _choose(self, index: int) -> Command | None:
        self.chosen = index
        return self.on(index)


@dataclass
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
        shown = self.value or self.hint
        colour = theme.CREAM if self.value else theme.FAINT
        text = painter.type.write(shown, metrics.body, colour)
        before = painter.type.width(self.value[: self.caret], metrics.body)
        shift = min(0, inner.w - metrics.px(4) - before)
        line_paints: list[Paint] = [(text, (inner.x + shift, inner.centery - text.get_height() // 2))]
        if look.focused:
            height = round(metrics.body * 1.25)
            bar = painter.plate((max(2, metrics.px(2)), height), theme.GOLD, radius=1)
            line_paints.append((bar, (inner.x + shift + before, inner.centery - height // 2)))
        return [(plate, self.rect.topleft), *clipped(line_paints, inner.inflate(4, 4))]

    def click(self, pos: Point) -> Command | None:
        """Put the caret at the end."""
        self.caret = len(self.value)
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


@dataclass
class Scroll:
    """A picture taller than its window: wheel, arrow keys, Page Up and Down, Home and End move it."""

    rect: pygame.Rect
    content: list[Paint]
    height: int
    step: int
    offset: int = 0
    enabled: bool = True

    @property
    def furthest(self) -> int:
        """The offset at which the end of the content is seen."""
        return max(0, self.height - self.rect.h)

    def by(self, pixels: int) -> None:
        """Move the window by `pixels`, downwards positive, as far as there is something."""
        self.offset = max(0, min(self.furthest, self.offset + pixels))

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw what lies in the window, and a bar that says where it is."""
        self.by(0)
        moved = [(surface, (x + self.rect.x, y + self.rect.y - self.offset)) for surface, (x, y) in self.content]
        paints = clipped(moved, self.rect)
        if self.furthest:
            length = max(metrics.px(24), self.rect.h * self.rect.h // self.height)
            top = self.rect.y + (self.rect.h - length) * self.offset // self.furthest
            colour = theme.GOLD if look.focused else theme.MUTED
            bar = painter.plate((metrics.px(4), length), colour, opacity=0.6, radius=2)
            paints.append((bar, (self.rect.right - metrics.px(4), top)))
        return paints

    def click(self, pos: Point) -> Command | None:
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

    def text(self, text: str) -> None:
        """Scrolled texts take no text."""


class Controls:
    """The controls of one page: who is hovered, pressed, focused."""

    def __init__(self, controls: Sequence[Control], focus: int | None = None) -> None:
        self.all = list(controls)
        self.focus = focus
        self.focus_shown = focus is not None
        self._pressed: Control | None = None
        self._pointer: Point = (-1, -1)

    def replace(self, controls: Sequence[Control]) -> None:
        """Take the controls of a new layout of the same page, keeping the focus."""
        self.all = list(controls)
        self._pressed = None
        if self.focus is not None and self.focus >= len(self.all):
            self.focus = None

    @property
    def focused(self) -> Control | None:
        """The control that gets the keys."""
        return None if self.focus is None else self.all[self.focus]

    def at(self, pos: Point) -> Control | None:
        """Return the enabled control at `pos`."""
        return next((control for control in self.all if control.enabled and control.rect.collidepoint(pos)), None)

    def handle(self, event: Input) -> tuple[bool, Command | None]:
        """Return whether a control took the input, and what follows from it."""
        match event:
            case Motion(pos):
                self._pointer = pos
                return False, None
            case Press(pos, 1):
                self._pointer = pos
                self._pressed = self.at(pos)
                if self._pressed is not None:
                    self.focus = self.all.index(self._pressed)
                    self.focus_shown = isinstance(self._pressed, Field)
                return self._pressed is not None, None
            case Release(pos, 1):
                pressed, self._pressed = self._pressed, None
                if pressed is not None and pressed.rect.collidepoint(pos):
                    return True, pressed.click(pos)
                return pressed is not None, None
            case Wheel(lines):
                for control in self.all:
                    if isinstance(control, Scroll):
                        control.by(-lines * control.step * 2)
                        return True, None
                return False, None
            case Text(text) if self.focused is not None:
                self.focused.text(text)
                return True, None
            case Key(name):
                return self._key(name)
        return False, None

    def _key(self, name: str) -> tuple[bool, Command | None]:
        if self.focused is not None and self.focus_shown:
            taken, command = self.focused.key(name)
            if taken:
                return True, command
        if name in ("tab", "down", "right", "shift+tab", "up", "left"):
            self._move(-1 if name in ("shift+tab", "up", "left") else 1)
            return True, None
        if name == "enter":  # without a focus Enter presses the page's main button
            for control in self.all:
                if isinstance(control, Button) and control.main and control.enabled:
                    return True, control.on()
        return False, None

    def _move(self, step: int) -> None:
        if not any(control.enabled for control in self.all):
            return
        if self.focus is None or not self.focus_shown:
            start = self.focus if self.focus is not None else (-1 if step > 0 else 0)
        else:
            start = self.focus
        index = (start + step) % len(self.all)
        while not self.all[index].enabled:
            index = (index + step) % len(self.all)
        self.focus, self.focus_shown = index, True

    def paint(self, painter: Painter, metrics: Metrics) -> list[Paint]:
        """Return the picture of all controls."""
        paints: list[Paint] = []
        for index, control in enumerate(self.all):
            hovered = control.enabled and control.rect.collidepoint(self._pointer)
            look = Look(
                hovered=hovered,
                pressed=control is self._pressed and hovered,
                focused=self.focus_shown and self.focus == index,
                pointer=self._pointer,
            )
            paints += control.paint(painter, metrics, look)
        return paints
