"""How a game of 涼宮ハルヒの贈殖 went, from what a chair was shown. Events and points are open to all."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import Beat
from game.haruhi.notices import Notice
from game.haruhi.public import Board, View
from game.haruhi.scoring import tally


def course(beats: Iterable[Beat[View, Notice]]) -> tuple[tuple[int, ...], ...]:
    """Return the points of every seat: first at the deal, then after every event and its effect."""
    found: dict[int, tuple[int, ...]] = {}
    for beat in beats:
        board = beat.view.board
        done = _done(board)
        found = {events: points for events, points in found.items() if events < done}  # more were taken back
        found[done] = tally(board).points
    return tuple([found[events] for events in sorted(found)])


def _done(board: Board) -> int:
    """Return how many events have been bid for to the end."""
    return board.round - (board.event is not None)
