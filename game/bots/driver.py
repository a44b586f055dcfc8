"""Lets computer players play a whole game at a table, each on its own chair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.bots.core import AnyBrain, AnyPlayer, Player
from game.core import Seat
from game.rng import Random
from game.table import Chair, Table

AnyTable = Table[Any, Any, Any, Any, Any]
AnyChair = Chair[Any, Any, Any]


def play(table: AnyTable, brains: Sequence[AnyBrain], random: Random, most: int) -> int | None:
    """Play `table` to its end with one brain for each seat; return how many actions were taken.

    None where it is not over after `most` of them. A brain that does what it may not raises `Illegal`.
    """
    seated = [_sit(table, Seat(seat), brain, random) for seat, brain in enumerate(brains)]
    for actions in range(most + 1):
        turn = table.turn
        if turn is None:
            return actions
        chair, player = seated[turn]
        player.see(chair.beats())
        if actions < most:
            chair.submit(player.decide().action)
    return None


def _sit(table: AnyTable, seat: Seat, brain: AnyBrain, random: Random) -> tuple[AnyChair, AnyPlayer]:
    word, _ = Random.seeded(random.word, seat).next_word()
    return table.chair(seat), Player(brain, word)
