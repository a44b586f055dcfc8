"""Pages below a header with the way back, and among them those of rows that can be scrolled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from scenes.drawing.stage import Paint
from scenes.inputs import Input, Key
from scenes.narration import Paged
from scenes.pages import page
from scenes.pages.focus import Controls
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.scene import Back, Command, Kit


class StillPage(Paged, ABC):
    """A page in which nothing moves of itself; its name (`title`) and how it looks is what each has of its own."""

    covers = True

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._controls = Controls(())
        self._paints: list[Paint] = []

    @abstractmethod
    def lay_out(self) -> None:
        """Build the page in the present language and size."""

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
        """Return ground, header and all that the page has."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]


class ScrolledPage(StillPage, ABC):
    """A page of rows that can be scrolled."""

    read: ClassVar[bool] = False
    """Whether there is more to read than controls tell, so that the rows themselves take the focus."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._scroll: Scroll | None = None

    @abstractmethod
    def _rows(self, column: Column) -> None:
        """Write the rows into the column."""

    def lay_out(self) -> None:
        """Build the page, scrolled as far as it was."""
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
            rect, column.paints, column.y, step, offset, inner=column.controls, stop=self.read, said=column.said
        )
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head, *panel]
        self._controls.replace((self._scroll, back))
