"""The games of this table, by id. A new game is added here and nowhere else in `game/`.

A game's rules are imported when it is first asked for: the shelf shows its box without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from game.core import BadInput, Game, Reason

DECK_DEFENCE, KANU, HARUHI = "deck-defence", "kanu", "haruhi"
AnyGame = Game[Any, Any, Any, Any, Any]


def _deck_defence() -> AnyGame:
    from game.deck_defence.rules import DeckDefence

    return DeckDefence()


def _kanu() -> AnyGame:
    from game.kanu.rules import Kanu

    return Kanu()


def _haruhi() -> AnyGame:
    from game.haruhi.rules import Haruhi

    return Haruhi()


SEATS: dict[str, range] = {DECK_DEFENCE: range(1, 2), KANU: range(3, 7), HARUHI: range(4, 8)}
"""For how many each game is, as its rules say it too."""


class _Games(Mapping[str, AnyGame]):
    """The games in the order in which they stand on the shelf, each made at first use."""

    def __init__(self, makers: Mapping[str, Callable[[], AnyGame]]) -> None:
        self._makers = makers
        self._made: dict[str, AnyGame] = {}

    def __getitem__(self, game_id: str) -> AnyGame:
        if game_id not in self._made:
            self._made[game_id] = self._makers[game_id]()
        return self._made[game_id]

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


GAMES: Mapping[str, AnyGame] = _Games({DECK_DEFENCE: _deck_defence, KANU: _kanu, HARUHI: _haruhi})


def find(game_id: str) -> AnyGame:
    """Return the game with this id; raise `BadInput`, naming those there are, where there is none."""
    if game_id not in GAMES:
        raise BadInput(Reason.of("bad.game", value=game_id[:40], games=", ".join(GAMES)))
    return GAMES[game_id]
