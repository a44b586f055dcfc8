"""Several people who play 涼宮ハルヒの贈殖 at the packaged program, with the mouse alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pygame

from game.core import Seat
from game.haruhi.card_set import Person
from game.haruhi.public import View
from scenes.desk import Face, Pose
from scenes.haruhi.layout import KNOWN
from scenes.haruhi.notebook import spot_of
from scenes.haruhi.plan import EVENT, plan
from scenes.haruhi.shown import Shown, shown
from scenes.table.table import TableScene
from tests.e2e.party import ASIDE, Party
from tests.e2e.window import until
from tests.scenes.haruhi_sitting import GAME, drags, steps


@dataclass
class HaruhiParty(Party):
    """People who play 涼宮ハルヒの贈殖. Nothing counts as shown before the notebook of the seat is as it should be."""

    game: ClassVar[Any] = GAME

    def clicks(self, scene: TableScene, action: Any) -> list[str]:
        """Return the spots that are clicked."""
        return steps(_seen(scene), action)

    def drags(self, scene: TableScene, action: Any) -> list[tuple[str, ...]]:
        """Return the drags of actions that are made with some."""
        return drags(_seen(scene), action)

    def tells(self, card: str) -> bool:
        """Look at hand, characters and events, those of the seats and the one under the hammer."""
        return card[0] in "HRE" or card == EVENT

    def panels(self, scene: TableScene) -> list[pygame.Rect]:
        """Look at the log and the notebook."""
        return [*super().panels(scene), plan(self.kit.metrics, len(_seen(scene).board.hands)).notes]

    def cell(self, seat: Seat, person: Person) -> bytes:
        """Return what the window shows where a player and a person meet in the notebook of the seat in turn."""
        rect = self.scene(self.table())._board.layout.spots[spot_of(seat, person)]
        return pygame.image.tobytes(self.program.window.screenshot().subsurface(rect), "RGB")

    def mark(self, seat: Seat, person: Person) -> None:
        """Click there once, and wait until the mark is on disk and in the window."""
        table = self.table()
        rect = self.scene(table)._board.layout.spots[spot_of(seat, person)]
        self.program.window.click(rect.center)
        self.program.window.move(ASIDE)
        until(lambda: self.table().record().notes != table.record().notes, "the mark on disk")
        until(self.all_is_shown, "the mark in the notebook")

    def glances_at(self, face: Face) -> bool:
        """Whether a character of this face is shown in the middle."""
        x, y, width = plan(self.kit.metrics, self.table().seats).glance
        return self.shows(Pose(x, y, width, face))

    def knows(self, seat: Seat, face: Face) -> bool:
        """Whether the window shows to the seat in turn this character, which lies face down before another."""
        lies = self.scene(self.table())._board.layout.cards[f"R{seat}"]
        return self.shows(replace(lies, face=face + KNOWN))


def _seen(scene: TableScene) -> Shown:
    view = scene.match.chair.view()
    assert isinstance(view, View)
    return shown(view)
