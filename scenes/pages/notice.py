"""A dialog with one message and a few buttons: problems to tell, questions to ask."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.inputs import Input, Key
from scenes.pages import page
from scenes.pages.controls import Button
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.pages.still_page import StillPage
from scenes.scene import Act, Back, Command, Kit


class Notice(StillPage):
    """`text` and a button for each of `actions`, the first one being the main one; Esc means the last.

    An action that returns None closes the dialog. `danger` marks the first action as one that costs something: then
    Enter alone does not choose it.
    """

    covers = False

    def __init__(self, kit: Kit, text: str, actions: Sequence[tuple[str, Act]], *, danger: bool = False) -> None:
        super().__init__(kit)
        self._text = text
        self._actions = tuple(actions)
        self._danger = danger
        self._scroll: Scroll | None = None

    def title(self) -> str:
        """Return nothing: a dialog leaves the title to what lies below it."""
        return ""

    def lay_out(self) -> None:
        """Build the dialog for the present window."""
        kit, metrics = self._kit, self._kit.metrics
        column = Column(kit, page.dialog_width(kit, 520))
        column.text(self._text, metrics.body, kit.palette.text)
        column.skip(24)
        buttons = [
            Button(
                page.nowhere(), label, self._closing(act), danger=self._danger and index == 0, main=index == self._main
            )
            for index, (label, act) in enumerate(self._actions)
        ]
        if len(buttons) > 1:
            buttons[-1].note = kit.words("keys.escape")
        column.flow(buttons, align=1.0)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._paints, self._scroll = page.dialog(kit, column, offset)
        self._controls.replace((self._scroll,))

    @property
    def _main(self) -> int:
        return len(self._actions) - 1 if self._danger else 0

    def handle(self, event: Input) -> Command | None:
        """Let a button answer; Esc is the last one."""
        taken, command = self._controls.handle(event)
        if not taken and event == Key("escape"):
            return self._closing(self._actions[-1][1])()
        return command

    @staticmethod
    def _closing(act: Act) -> Act:
        def close() -> Command | None:
            return act() or Back()

        return close
