"""What each game brings to the scenes, imported when it is wanted: the shelf shows sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.catalogue import DECK_DEFENCE, HARUHI, KANU
from game.core import Beat
from scenes.desk import Desk
from scenes.host import Match

if TYPE_CHECKING:
    from scenes.table.lesson import Lesson


def desk_for(match: Match) -> Desk:
    """Return a game's side of the table."""
    from scenes.deck_defence.desk import DeckDefenceDesk
    from scenes.haruhi.desk import HaruhiDesk
    from scenes.kanu.desk import KanuDesk

    desks: dict[str, Callable[[], Desk]] = {
        DeckDefenceDesk.game_id: DeckDefenceDesk,
        KanuDesk.game_id: lambda: KanuDesk(match),
        HaruhiDesk.game_id: lambda: HaruhiDesk(match),
    }
    return desks[match.game_id]()


def lesson_for(game_id: str) -> Lesson:
    """Return the lesson of a game."""
    from scenes.deck_defence import lesson as deck_defence
    from scenes.haruhi import lesson as haruhi
    from scenes.kanu import lesson as kanu

    return {DECK_DEFENCE: deck_defence.LESSON, KANU: kanu.LESSON, HARUHI: haruhi.LESSON}[game_id]


def looking_back(match: Match) -> Desk:
    """Return the desk of somebody who looks back at a game of several people."""
    from scenes.haruhi.laid_open import LookingDesk as HaruhiLooking
    from scenes.kanu.laid_open import LookingDesk as KanuLooking

    desks: dict[str, Callable[[Match], Desk]] = {KANU: KanuLooking, HARUHI: HaruhiLooking}
    return desks[match.game_id](match)


def open_beats(game_id: str) -> Callable[..., Beat[Any, Any]]:
    """Return how an action of a game of several people looks with all cards open (see its `laid_open.open_beat`)."""
    from scenes.haruhi.laid_open import open_beat as haruhi_beat
    from scenes.kanu.laid_open import open_beat as kanu_beat

    return {KANU: kanu_beat, HARUHI: haruhi_beat}[game_id]
