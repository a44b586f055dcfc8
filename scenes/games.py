"""What each game brings to the scenes, imported when it is wanted: the shelf shows sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.catalogue import DECK_DEFENCE, HARUHI, KANU
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
