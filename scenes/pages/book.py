"""A page to read in: a list of sections, and the text of the one that is open. Rules and licences are such books."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.inputs import Input, Key
from scenes.pages import page
from scenes.pages.controls import Look, Pressed
from scenes.pages.links import Link
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.pages.still_page import StillPage
from scenes.scene import Act, Back, Command, Kit


@dataclass(eq=False)
class Entry(Pressed):
    """A section's name in the list; the one being read has a gold edge."""

    rect: pygame.Rect
    label: str
    on: Act
    chosen: bool
    enabled: bool = True
    main: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the name, and a plate under it where it is chosen, hovered or focused."""
        paints: list[Paint] = []
        lit = look.hovered or look.focused
        if self.chosen or lit:
            plate = painter.plate(
                self.rect.size,
                painter.palette.wash,
                opacity=0.12 if self.chosen else 0.07,
                line=painter.palette.accent if look.focused else None,
                line_width=2.5,
                radius=metrics.px(10),
            )
            paints.append((plate, self.rect.topleft))
        if self.chosen:
            edge = painter.plate(
                (max(3, metrics.px(4)), self.rect.h - metrics.px(16)), painter.palette.accent, radius=2
            )
            paints.append((edge, (self.rect.x + metrics.px(6), self.rect.y + metrics.px(8))))
        colour = painter.palette.strong if self.chosen or lit else painter.palette.muted
        room = self.rect.w - metrics.px(32)
        label = painter.type.fit(self.label, metrics.body, room, bold=self.chosen)
        text = painter.type.write(label, metrics.body, colour, bold=self.chosen)
        paints.append((text, (self.rect.x + metrics.px(20), self.rect.centery - text.get_height() // 2)))
        return paints


class Book(StillPage, ABC):
    """A book whose sections have the names of `names`, opened at `section` or, where there is none, at the first."""

    def __init__(self, kit: Kit, section: str | None = None) -> None:
        super().__init__(kit)
        sections = tuple(self.names())
        self._section = section if section is not None and section in sections else sections[0]
        self._scroll: Scroll | None = None
        self._list: Scroll | None = None
        self._left: list[tuple[str, int]] = []
        """Sections that a link was followed from, and how far down each was read."""

    @abstractmethod
    def title(self) -> str:
        """Return the page's name."""

    @abstractmethod
    def heading(self) -> str:
        """Return what stands at the head of the page."""

    @abstractmethod
    def names(self) -> Mapping[str, str]:
        """Return the names of the sections in the order of reading."""

    @abstractmethod
    def text(self, width: int) -> Column:
        """Return the section that is open."""

    def others(self) -> Mapping[str, Act]:
        """Return the names of books that one can turn to from this one, and the way to each."""
        return {}

    @property
    def section(self) -> str:
        """The section being read."""
        return self._section

    def lay_out(self) -> None:
        """Build the page: list and text side by side, or the list below the text where the window is narrow."""
        kit, metrics = self._kit, self._kit.metrics
        head, back, top = page.header(kit, self.heading(), Back)
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head]
        edge, gutter, gap = page.margin(kit), Scroll.gutter(metrics), metrics.px(40)
        entries, others = self._entries()
        listed = max(entry.rect.w for entry in (*entries, *others))
        room = metrics.size[0] - 2 * edge - gutter - gutter - listed - gap
        offset = self._scroll.offset if self._scroll is not None else 0
        if room >= metrics.text(400):
            width = min(room, metrics.text(760))
            left = edge + (room - width) // 2
            contents = Column(kit, listed)
            _list(contents, entries, others)
            aside = Scroll(
                page.body(kit, top, left, listed),
                contents.paints,
                contents.y,
                entries[0].rect.h,
                self._list.offset if self._list is not None else 0,
                inner=contents.controls,
                stop=False,
            )
            aside.reveal(next(entry.rect for entry in entries if entry.chosen))
            self._list = aside
            text = self.text(width)
            panel = page.body(kit, top, left + listed + gutter + gap, width)
            scroll = self.scrolled(panel, text, offset, stop=True)
            self._controls.replace((aside, scroll, back))
        else:
            width = metrics.size[0] - 2 * edge - gutter
            text = self.text(width)
            text.skip(32)
            text.line()
            text.skip(16)
            text.text(kit.words("rules.contents"), metrics.title, kit.palette.heading, bold=True)
            text.skip(8)
            _list(text, entries, others)
            scroll = self.scrolled(page.body(kit, top, edge, width), text, offset, stop=True)
            self._list = None
            self._controls.replace((scroll, back))
        self._scroll = scroll

    def scrolled(self, rect: pygame.Rect, column: Column, offset: int, *, stop: bool) -> Scroll:
        """Return the window onto a column."""
        step = self._kit.painter.type.line_height(self._kit.metrics.body)
        return Scroll(rect, column.paints, column.y, step, offset, inner=column.controls, stop=stop, said=column.said)

    def _entries(self) -> tuple[list[Entry], list[Entry]]:
        """Return the names of the sections, and those of other books."""
        metrics, typed = self._kit.metrics, self._kit.painter.type
        names, others = self.names(), self.others()
        width = max(typed.width(name, metrics.body, bold=True) for name in (*names.values(), *others)) + metrics.px(40)
        height = max(metrics.px(38), typed.line_height(metrics.body) + metrics.px(12))
        rect = pygame.Rect(0, 0, width, height)
        sections = [
            Entry(rect.copy(), name, self._opening(section), section == self._section)
            for section, name in names.items()
        ]
        return sections, [Entry(rect.copy(), name, act, chosen=False) for name, act in others.items()]

    def _opening(self, section: str) -> Act:
        def show() -> None:
            self._left.clear()
            self._open(section)

        return show

    def _open(self, section: str, offset: int = 0) -> None:
        self._section = section
        if self._scroll is not None:
            self._scroll.offset = offset
        if self._list is None or not isinstance(self._controls.focused, Entry):
            self._controls.focus = None  # what had it belongs to the section that is left
        self.lay_out()

    def following(self, section: str) -> Act:
        """Return the way to another section along a link, from which one comes back."""

        def follow() -> None:
            self._left.append((self._section, 0 if self._scroll is None else self._scroll.offset))
            self._open(section)

        return follow

    @property
    def left(self) -> str | None:
        """The section that was left along a link, to which `come_back` leads."""
        return self._left[-1][0] if self._left else None

    def come_back(self) -> None:
        """Go back to where the last link stood; by keyboard the link has the focus again."""
        if not self._left:
            return
        here, by_key = self._section, self._controls.focus_shown
        self._open(*self._left.pop())
        link = next((one for one in self._controls.all if isinstance(one, Link) and one.target == here), None)
        if by_key and link is not None:
            self._controls.lead_to(link)

    def handle(self, event: Input) -> Command | None:
        """Let list and text answer; Esc and F1 lead back."""
        taken, command = self._controls.handle(event)
        if not taken and event == Key("backspace"):
            self.come_back()
        elif not taken and event in (Key("escape"), Key("f1")):
            return Back()
        return command


def _list(column: Column, sections: list[Entry], others: list[Entry]) -> None:
    """List the sections, and below a hairline the other books."""
    for entry in (*sections, *others):
        if entry in others[:1]:
            column.skip(5)
            column.line()
            column.skip(8)
        column.add(entry)
        column.skip(3)
