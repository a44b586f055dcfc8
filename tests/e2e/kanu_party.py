"""Several people who play Kan'u Collection at the packaged program, with the mouse alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from game.core import Up
from game.kanu.choices import opened_cards
from game.kanu.public import Ambush, Develop, Reinforce, Scout, View
from scenes.desk import Face, Pose
from scenes.kanu.shown import shown
from scenes.table.table import TableScene
from tests.e2e.party import Party
from tests.scenes.hot_seat import spots
from tests.scenes.kanu_sitting import GAME


@dataclass
class KanuParty(Party):
    """People who play Kan'u Collection."""

    game: ClassVar[Any] = GAME

    def clicks(self, scene: TableScene, action: Any) -> list[str]:
        """Return the spots that are clicked."""
        return spots(_seen(scene), action)

    def drags(self, scene: TableScene, action: Any) -> list[tuple[str, ...]]:
        """Return the drag of actions that are made with one."""
        view = _seen(scene)
        opened = [f"F{cell}" for cell in view.board.opened]
        hand = [seen.card for seen in shown(view).hand if isinstance(seen, Up)]
        held = [f"H{place}" for place in range(len(hand))]
        match action:
            case Reinforce(place):
                return [(held[hand.index(opened_cards(view.board)[place])], opened[place])]
            case Scout((place,), target):
                return [(opened[place], "show" if target is None else f"S{target}")]
            case Develop(card):
                first = hand.index(card)
                return [(held[first], held[hand.index(card, first + 1)])]
            case Ambush(card):
                return [(held[hand.index(card)], "show")]
            case _:
                return []

    def tells(self, card: str) -> bool:
        """Look at the field and the hand."""
        return card[0] in "FH"

    def face_is_up(self, cell: int, face: Face) -> bool:
        """Whether the window shows this face (`BACK`: a back) on a cell of the field."""
        rect = self.scene(self.table())._board.layout.spots[f"F{cell}"]
        return self.shows(Pose(*rect.center, rect.w, face))

    def turned_up(self, cell: int) -> Face:
        """Return the face of the card that really lies on a cell."""
        return str(self.table()._state.field[cell])


def _seen(scene: TableScene) -> View:
    view = scene.match.chair.view()
    assert isinstance(view, View)
    return view
