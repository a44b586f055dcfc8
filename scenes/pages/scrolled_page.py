"""A page of rows that can be scrolled, below its header with the way back."""

from __future__ import annotations

from abc import ABC, abstractmethod

from scenes.drawing.stage import Paint
from scenes.inputs import Input, Key
from scenes.narration import Paged
from scenes.pages import page
from scenes.pages.focus import Controls
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.scene import Back, Command, Kit


class ScrolledPage(Paged, ABC):
    """Such a page; what it is called (`title`) and its rows are what each page has of its own."""

    covers = True

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None

    @abstractmethod
    def _rows(self, column: Column) -> None:
        """Write the rows into the column."""

    def lay_out(self) -> None:
        """Build the page in the present language and size, scrolled as far as it was."""
        kit, metrics = self._kit, self._kit.metrics
        head, back, top = page.header(kit, self.title(), Back)
        edge, gutter = page.margin(kit), Scroll.gutter(metrics)
        width = min(metrics.size[0] - 2 * edge - gutter, max(metrics.px(920), metrics.text(920)))
        column = Column(kit, page.panel_room(kit, width + gutter))
        self._rows(column)
        left = (metrics.size[0] - width - gutter) // 2
        panel, rect = page.panelled(kit, page.body(kit, top, left, width), column.y)
        step = kit.painter.type.line_height(metrics.body)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._scroll = Scroll(
            rect, column.paints, column.y, step, offset, inner=column.controls, stop=False, said=column.said
        )
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head, *panel]
        self._controls.replace((self._scroll, back))

    def handle(self, event: Input) -> Command | None:
        """Let the controls answer; Esc leads back."""
        taken, command = self._controls.handle(event)
        if not taken and event == Key("escape"):
            return Back()
        return command

    def update(self, _dt: float) -> bool:
        """Stand still."""
        return False

    def paint(self) -> list[Paint]:
        """Return ground, header and rows."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]
