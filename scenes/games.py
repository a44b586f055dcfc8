"""What each game brings to the scenes, imported when it is wanted: the shelf shows sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game import catalogue
from game.core import Beat
from scenes.desk import Desk
from scenes.host import Match

if TYPE_CHECKING:
    from scenes.table.lesson import Lesson


def desk_for(match: Match) -> Desk:
    """Return a game's side of the table."""
    match match.game_id:
        case catalogue.DECK_DEFENCE:
            from scenes.deck_defence.desk import DeckDefenceDesk

            return DeckDefenceDesk()
        case catalogue.KANU:
            from scenes.kanu.desk import KanuDesk

            return KanuDesk(match)
        case catalogue.HARUHI:
            from scenes.haruhi.desk import HaruhiDesk

            return HaruhiDesk(match)
    raise KeyError(match.game_id)


def lesson_for(game_id: str) -> Lesson:
    """Return the lesson of a game."""
    match game_id:
        case catalogue.DECK_DEFENCE:
            from scenes.deck_defence.lesson import LESSON as SOLITAIRE

            return SOLITAIRE
        case catalogue.KANU:
            from scenes.kanu.lesson import LESSON as MEMORY

            return MEMORY
        case catalogue.HARUHI:
            from scenes.haruhi.lesson import LESSON as AUCTION

            return AUCTION
    raise KeyError(game_id)


def looking_back(match: Match) -> Desk:
    """Return the desk of somebody who looks back at a game of several people."""
    from scenes.haruhi.laid_open import LookingDesk as HaruhiLooking
    from scenes.kanu.laid_open import LookingDesk as KanuLooking

    desks: dict[str, Callable[[Match], Desk]] = {catalogue.KANU: KanuLooking, catalogue.HARUHI: HaruhiLooking}
    return desks[match.game_id](match)


def open_beats(game_id: str) -> Callable[..., Beat[Any, Any]]:
    """Return how an action of a game of several people looks with all cards open (see its `laid_open.open_beat`)."""
    from scenes.haruhi.laid_open import open_beat as haruhi_beat
    from scenes.kanu.laid_open import open_beat as kanu_beat

    return {catalogue.KANU: kanu_beat, catalogue.HARUHI: haruhi_beat}[game_id]
