"""Which desk a game has."""

from __future__ import annotations

from collections.abc import Callable

from scenes.desk import Desk
from scenes.host import Match


def desk_for(match: Match) -> Desk:
    """Return a game's side of the table. The tables are imported here, when one is laid: the shelf shows sooner."""
    from scenes.deck_defence.desk import DeckDefenceDesk
    from scenes.haruhi.desk import HaruhiDesk
    from scenes.kanu.desk import KanuDesk

    desks: dict[str, Callable[[], Desk]] = {
        DeckDefenceDesk.game_id: DeckDefenceDesk,
        KanuDesk.game_id: lambda: KanuDesk(match),
        HaruhiDesk.game_id: lambda: HaruhiDesk(match),
    }
    return desks[match.game_id]()
