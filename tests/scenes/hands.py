"""Hands and eyes at a table scene, and what a scene leads to: what all tables of the tests share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from game.core import Reason
from game.table import Table
from scenes.desk import Layout, Selection
from scenes.drawing.stage import Paint
from scenes.inputs import Input, Key, KeyUp, Motion, Point, Press, Release
from scenes.scene import Command
from scenes.table.table import TableScene

AnyTable = Table[Any, Any, Any, Any, Any]

FRAME = 1 / 60
NOWHERE: Point = (2, 2)
"""A point of the bar where nothing reacts."""


class Elsewhere:
    """A scene that another one leads to; it does nothing."""

    covers = True

    def __init__(self, name: str = "") -> None:
        self.name = name

    def lay_out(self) -> None: ...

    def handle(self, event: Input) -> Command | None: ...

    def update(self, dt: float) -> bool:  # noqa: ARG002 - a protocol's
        return False

    def paint(self) -> list[Paint]:
        return []

    def title(self) -> str:
        return self.name


class Hands(ABC):
    """Whoever plays at `scene`. `commands` is what the scene asked of the program."""

    table: AnyTable
    scene: TableScene
    commands: list[Command]

    @abstractmethod
    def at(self, spot: str) -> Point:
        """Return where to point at a spot."""

    # What is

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def selection(self) -> Selection:
        """What is chosen."""
        return self.scene._choosing.selection

    @property
    def layout(self) -> Layout:
        """Where everything lies, what is being chosen included."""
        return self.scene._board.layout

    @property
    def refusal(self) -> Reason | None:
        """The reason that stands on the table."""
        return None if self.scene._choosing.refusal is None else self.scene._choosing.refusal.reason

    def why(self) -> str | None:
        """Return the key of the reason that stands on the table."""
        return None if self.refusal is None else self.refusal.key

    def played(self) -> list[str]:
        """Return the actions on the table, as the record writes them."""
        record = self.table.record()
        return list(record.actions[: record.at])

    # Inputs

    def give(self, *events: Input) -> None:
        """Hand the scene some inputs, one frame's worth."""
        for event in events:
            command = self.scene.handle(event)
            if command is not None:
                self.commands.append(command)

    def settle(self) -> None:
        """Wait until nothing is in the air and nothing stays to be looked at."""
        for _ in range(4000):
            if not self.scene._showing.busy:
                return
            self.scene.update(FRAME)
        raise AssertionError("the cards never came to rest")

    def rest(self) -> None:
        """Take the pointer off the table and wait until nothing moves or is said any more."""
        self.give(Motion(NOWHERE))
        for _ in range(4000):
            if not self.scene.update(FRAME) or (self.over and not self.scene._showing.busy and self.refusal is None):
                return
        raise AssertionError("the table never came to rest")

    def press(self, where: str | Point) -> None:
        """Press the left button."""
        self.give(Press(self.at(where) if isinstance(where, str) else where))

    def release(self, where: str | Point) -> None:
        """Let the left button go."""
        self.give(Release(self.at(where) if isinstance(where, str) else where))

    def click(self, spot: str) -> None:
        """Click a spot, and wait long enough not to double-click."""
        self.press(spot)
        self.release(spot)
        self.scene._pointing._clicked = None

    def double_click(self, spot: str) -> None:
        """Click a spot twice at the same point, within a moment."""
        point = self.at(spot)
        for _ in range(2):
            self.press(point)
            self.scene.update(0.05)
            self.release(point)
            self.scene.update(0.05)

    def keys(self, *names: str) -> None:
        """Press keys one after the other and let each go."""
        for name in names:
            self.give(Key(name), KeyUp(name))
