"""Shows a display list, and only what changed of it.

A scene's picture is a list of paints in painter's order, the first one covering the window. The stage compares it with
the list shown before: equal paints cost nothing, and where two lists differ only those rectangles are drawn again. So
scenes keep no account of what is dirty; they return what should be seen. Surfaces are never changed once painted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pygame

from scenes.inputs import Point

Paint = tuple[pygame.Surface, Point]
"""A finished surface and where its top left corner goes."""

_WASTE = 1.25
"""So many times the pixels that have to be drawn are drawn at most, for fewer rectangles."""


def moved(paints: Iterable[Paint], by: Point) -> list[Paint]:
    """Return `paints` so many pixels further to the right and down."""
    return [(surface, (x + by[0], y + by[1])) for surface, (x, y) in paints]


def clipped(paints: Iterable[Paint], window: pygame.Rect) -> list[Paint]:
    """Return `paints` with everything outside `window` cut off."""
    inside: list[Paint] = []
    for surface, pos in paints:
        rect = surface.get_rect(topleft=pos)
        part = rect.clip(window)
        if part.size == rect.size:
            inside.append((surface, pos))
        elif part.w and part.h:
            inside.append((surface.subsurface(part.move(-rect.x, -rect.y)), part.topleft))
    return inside


class Stage:
    """The window's surface and the display list that it shows."""

    def __init__(self) -> None:
        self._shown: list[Paint] = []
        self._size: Point = (0, 0)

    @property
    def empty(self) -> bool:
        """Whether everything is to be drawn at the next `show`."""
        return not self._shown

    def forget(self) -> None:
        """Draw everything at the next `show`: the window lost its content."""
        self._shown = []

    def show(self, paints: list[Paint]) -> int:
        """Bring `paints` into the window and return how many rectangles were drawn (0: nothing had changed)."""
        window = pygame.display.get_surface()
        if window is None:
            return 0
        if window.get_size() != self._size:
            self._size = window.get_size()
            self.forget()
        dirty = _merged(_changed(self._shown, paints), window.get_rect())
        places = [surface.get_rect(topleft=pos) for surface, pos in paints] if dirty else []
        for rect in dirty:
            window.set_clip(rect)
            window.fblits([paints[index] for index in rect.collidelistall(places)])
        window.set_clip(None)
        if dirty:
            pygame.display.update(dirty)
        self._shown = paints
        return len(dirty)


def _changed(old: list[Paint], new: list[Paint]) -> list[pygame.Rect]:
    """Return the rectangles of all paints that came, went, or changed their order among the others."""
    start = 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start][0] is new[start][0] and old[start][1] == new[start][1]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end][0] is new[-1 - end][0] and old[-1 - end][1] == new[-1 - end][1]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    kept = _kept(before, after)
    changed = [paint for paint in (*before, *after) if _key(paint) not in kept]
    return [surface.get_rect(topleft=pos) for surface, pos in changed]


_Key = tuple[int, Point]
"""Which surface, and where."""


def _key(paint: Paint) -> _Key:
    return id(paint[0]), paint[1]


def _kept(before: list[Paint], after: list[Paint]) -> set[_Key]:
    """Return the paints that are in both lists, once in each, and lie above and below the same others as before."""
    earlier = {_key(paint): order for order, paint in enumerate(before)}
    times = Counter(map(_key, (*before, *after)))
    common = [paint for paint in after if (key := _key(paint)) in earlier and times[key] == 2]
    orders = [earlier[_key(paint)] for paint in common]
    kept = set(map(_key, common))
    if all(one < next_ for one, next_ in pairwise(orders)):
        return kept
    rects = [surface.get_rect(topleft=pos) for surface, pos in common]
    for later, (paint, order) in enumerate(zip(common, orders, strict=True)):
        touched = rects[later].collidelistall(rects)
        if any((other < later) != (orders[other] < order) for other in touched if other != later):
            kept.discard(_key(paint))
    return kept


def _merged(rects: list[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Return rectangles that cover `rects` within `window`, joining those that are cheaper drawn as one."""
    merged: list[tuple[pygame.Rect, int]] = []
    """Each with how much of it has to be drawn, in pixels: what is joined must not grow over what is not."""
    for raw in rects:
        rect = raw.clip(window)
        needed = rect.w * rect.h
        if not needed:
            continue
        grown = True
        while grown:
            grown = False
            for index, (other, others) in enumerate(merged):
                union, both = rect.union(other), rect.clip(other)
                together = max(needed, others, needed + others - both.w * both.h)
                if union.w * union.h <= _WASTE * together:
                    rect, needed = union, together
                    del merged[index]
                    grown = True
                    break
        merged.append((rect, needed))
    return [rect for rect, _ in merged]
