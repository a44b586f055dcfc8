"""A window onto something taller than itself: texts and the controls that lie on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pygame

from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, clipped, moved
from scenes.drawing.theme import Metrics
from scenes.inputs import Point
from scenes.pages.controls import Control, Look
from scenes.scene import Command


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
    said: Sequence[str] = ()
    """What is written on the content."""
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
        paints = self.within(moved(self.content, (self.rect.x, self.rect.y - self.offset)))
        if self.furthest:
            thumb = self._thumb(metrics)
            lit = look.focused or look.hovered
            colour = painter.palette.accent if look.focused else painter.palette.muted
            track = painter.plate((thumb.w, self.rect.h), painter.palette.wash, opacity=0.06, radius=thumb.w / 2)
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
