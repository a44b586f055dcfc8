"""The controls of one page together: which is hovered, pressed, focused, and which takes an input."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.inputs import Input, Key, Motion, Point, Press, Release, Text, Wheel
from scenes.pages.controls import Control, Field, Look
from scenes.pages.scroll import Scroll
from scenes.scene import Command


class Controls:
    """The controls of one page: who is hovered, pressed, focused. `metrics` are those the page was laid out with."""

    def __init__(self, controls: Sequence[Control]) -> None:
        self.all: list[Control] = []
        self.focus: int | None = None
        self.focus_shown = False
        self._given: list[Control] = []
        self._home: dict[int, Scroll] = {}
        self._pressed: Control | None = None
        self._pointer: Point = (-1, -1)
        self._metrics = Metrics(theme.DEFAULT)
        self.replace(controls)

    def replace(self, controls: Sequence[Control]) -> None:
        """Take the controls of a new layout of the same page; the focus stays on the one that had it."""
        before = self.all
        self._given = list(controls)
        self._pressed = None
        self.all, self._home = [], {}
        for control in controls:
            self.all.append(control)
            if isinstance(control, Scroll):
                self.all += control.inner
                self._home |= {id(inner): control for inner in control.inner}
        if self.focus is not None:
            self.focus = self._again(self.focus, before)
        self._show_focus()

    def _again(self, place: int, before: list[Control]) -> int | None:
        """Return where the control is that was in this place among those `before`.

        Where the same kinds of controls follow each other it is there again, though its words may be others now; else
        it is the only one of its kind that is called the same.
        """
        if [type(control) for control in self.all] != [type(control) for control in before]:
            alike = [index for index, control in enumerate(self.all) if _called(control) == _called(before[place])]
            place = alike[0] if len(alike) == 1 else place
        return place if place < len(self.all) else None

    @property
    def focused(self) -> Control | None:
        """The control that gets the keys."""
        return None if self.focus is None else self.all[self.focus]

    @property
    def meant(self) -> Control | None:
        """The control at which the frame of the keys is shown, else the one under the pointer."""
        return self.focused if self.focus_shown else self.at(self._pointer)

    def lead_to(self, control: Control) -> None:
        """Give one of these controls the focus, and bring it into view."""
        self.focus = next(index for index, one in enumerate(self.all) if one is control)
        self.focus_shown = True
        self._show_focus()

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


def _called(control: Control) -> tuple[type, str]:
    """Return of what kind a control is, and what it is called."""
    return type(control), str(getattr(control, "name", "") or getattr(control, "label", ""))
