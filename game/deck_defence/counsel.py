"""Advice at the table: what somebody who sees what the player sees would think, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.deck_defence.advisor import Advice, Advisor
from game.deck_defence.knowledge import Knowledge, Memory
from game.deck_defence.public import View
from game.rng import Random


def counsel(view: View, memory: Memory | None, seed: int, stop: Callable[[], bool]) -> Iterator[Advice]:
    """Yield better and better advice for `view` until `stop` says True.

    `memory` is what the player remembers, None for a player who does not; see `Knowledge.of`. The same arguments give
    the same advice where `stop` says the same.
    """
    yield from Advisor().think(Knowledge.of(view, memory), Random.seeded("advice", seed), stop=stop)
