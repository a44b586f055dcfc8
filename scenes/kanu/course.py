"""How a game of Kan'u Collection went, from what a chair was shown. Pairs are open to all: nothing here is secret."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import Beat
from game.kanu.public import Notice, View


def course(beats: Iterable[Beat[View, Notice]]) -> tuple[tuple[int, ...], ...]:
    """Return how many pairs each seat had: first at the deal, then after every turn. Turns taken back do not count."""
    found: dict[int, tuple[int, ...]] = {}
    for beat in beats:
        board = beat.view.board
        found = {turn: pairs for turn, pairs in found.items() if turn <= board.turns}
        found.setdefault(board.turns, tuple([len(pairs) for pairs in board.pairs]))
    return tuple([found[turn] for turn in sorted(found)])
