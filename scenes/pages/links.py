"""Links in a book: the first time a section speaks of a term, the term leads to the section that explains it.

Which words mean a section stands in the locale files (`<game>.rules.terms.<section>`, forms parted by "|").
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.pages.controls import Look, Pressed
from scenes.scene import Act


@dataclass(eq=False)
class Link(Pressed):
    """A term in a text that leads to the section `target`: a line below it; the words themselves are the text's."""

    rect: pygame.Rect
    label: str
    target: str
    on: Act
    enabled: bool = True
    main: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the line, and a plate around the words while they are hovered or focused."""
        palette, thick = painter.palette, max(1, metrics.px(1.5))
        line = painter.plate((self.rect.w, thick), palette.accent, opacity=0.75, radius=0)
        paints: list[Paint] = [(line, (self.rect.x, self.rect.bottom - thick))]
        if look.hovered or look.focused:
            reach = metrics.px(3)
            plate = painter.plate(
                (self.rect.w + 2 * reach, self.rect.h),
                palette.wash,
                opacity=0.12,
                line=palette.accent if look.focused else None,
                line_width=2,
                radius=metrics.px(6),
            )
            paints.append((plate, (self.rect.x - reach, self.rect.y)))
        return paints


class Terms:
    """The terms that one section may link, each once. `terms` are their forms and what they lead to."""

    def __init__(self, terms: Iterable[tuple[str, str]]) -> None:
        self._targets = {form.casefold(): target for form, target in terms}
        forms = "|".join(re.escape(form) for form in sorted(self._targets, key=len, reverse=True))
        self._pattern = re.compile(f"(?<![A-Za-z])(?:{forms})(?![A-Za-z])", re.IGNORECASE) if forms else None
        self._linked: set[str] = set()

    def take(self, line: str) -> list[tuple[int, int, str]]:
        """Return where terms stand in a line that were not linked yet: from, to, and what they lead to."""
        found = []
        for one in self._pattern.finditer(line) if self._pattern is not None else ():
            target = self._targets[one[0].casefold()]
            if target not in self._linked:
                self._linked.add(target)
                found.append((one.start(), one.end(), target))
        return found
