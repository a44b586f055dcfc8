"""The games of this table, by id. A new game is added here and nowhere else in `game/`."""

from __future__ import annotations

from typing import Any

from game.core import BadInput, Game, Reason
from game.deck_defence.rules import DeckDefence
from game.haruhi.rules import Haruhi
from game.kanu.rules import Kanu

AnyGame = Game[Any, Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {game.id: game for game in (DeckDefence(), Kanu(), Haruhi())}


def find(game_id: str) -> AnyGame:
    """Return the game with this id; raise `BadInput`, naming those there are, where there is none."""
    try:
        return GAMES[game_id]
    except KeyError:
        raise BadInput(Reason.of("bad.game", value=game_id[:40], games=", ".join(GAMES))) from None
