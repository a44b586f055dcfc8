"""What moves and positions cost by `solver_weights`, and the memory of what can be done with a hand.

A move's cost hangs on the hand and the need of the suits; a position's on the tops of its hand and on the rest of the
table. Nothing here makes an answer: it only leads the search.
"""

from __future__ import annotations

from game.deck_defence import solver_weights as weights
from game.deck_defence.public import SPACES
from game.deck_defence.solver_tables import (
    ENEMY,
    HAND,
    HEIGHT,
    POP,
    REPELLERS,
    SET_BITS,
    SPEND,
    SPENT,
    TOP,
    TOP_KEY,
    hand_of,
)
from game.deck_defence.weighing import (
    beside,
    by_cards_in_hand,
    by_jam_and_next,
    by_slack,
    explore_cost,
    in_empty_space,
    muster_cost,
    repel_cost,
)

MEMO = 100_000
"""Repels kept in mind; then the memory starts afresh."""

About = tuple[int, int]
"""How many suits in play three tops can repel, and what their ranks cost."""
Row = list[About | None]
"""By the enemies in play (two bits a suit) what to know of three tops; None where it was never asked."""
Loss = tuple[int, int]
"""The end of a repel or of exploring: the bits of the hand and of what was spent, counted from 0, and the cost."""

STRONG = tuple(
    sum(
        1 << suit
        for suit in range(3)
        if sum([(top & 3) + 1 for top in (tops >> 8, tops >> 4 & 15, tops & 15) if top >> 2 == suit]) > ENEMY + 1
    )
    for tops in range(1 << 12)
)
"""By the key of three tops: the mask of the suits that they can repel."""
JAM = tuple(
    tuple(
        tuple(
            tuple(
                tuple(
                    weights.JAM.get((jam, enemies + 1 if size == SPACES else 0, min(suits, 1)), 0)
                    + weights.CAN_REPEL.get((suits, size), 0)
                    + weights.REVEAL.get((cards, 0), 0)
                    for jam in range(4)
                )
                for suits in range(4)
            )
            for enemies in range(4)
        )
        for size in range(4)
    )
    for cards in range(4)
)
"""By cards in reveal, enemies in occupied, enemies in main, suits that can be repelled and
kinds in main that cannot join: a cost."""
JAM_NEXT = by_jam_and_next(weights.JAM_NEXT)
FULL = by_cards_in_hand(weights.FULL)
EXPLORED = tuple(weights.REVEAL.get((cards, 1), 0) - weights.REVEAL.get((cards, 0), 0) for cards in range(4))
"""By cards in reveal: what is added when they have just been explored."""
SLACK = by_slack(weights.SLACK)
READY = beside(weights.READY, with_rank=True)
COVERS = beside(weights.COVERS, with_rank=False)
FIRST = in_empty_space(weights.FIRST)
HOLD_OFF = weights.HOLD_OFF[()]
_EXPLORE_HAND = tuple(weights.EXPLORE_HAND.get((cards,), 0) for cards in range(10))
_TOPS = tuple(
    tuple(weights.TOPS.get((min(in_play, 2), min(ranks & 15, 5), ranks >> 4), 0) for ranks in range(64))
    for in_play in range(4)
)
"""By enemies of a suit in play, and ranks on top with 16 for each card: a cost."""


class Habits:
    """Costs and repels that are worked out when first asked for, and then remembered for all positions.

    "Need" has two bits for each suit, as in `solver_weights`; it stands highest in every key.
    """

    def __init__(self) -> None:
        self.musters: dict[int, int] = {}
        self._explores: dict[int, int] = {}
        self.repels: dict[int, tuple[Loss, ...]] = {}
        self.rows: list[Row] = [[] for _ in range(1 << 12)]

    def tidy(self) -> None:
        """Forget what may grow too large; the other tables are small by their keys."""
        if len(self.repels) > MEMO:
            self.repels.clear()

    def muster(self, key: int) -> int:
        """Return the part of a muster's cost that hangs on the stack (nine bits) and the kind (four) alone."""
        found = self.musters[key] = muster_cost(weights, key >> 13, key >> 4 & SET_BITS, key & 15)
        return found

    def explored(self, need: int, hand: int, extra: int) -> tuple[Loss, ...]:
        """Return the ends of discarding a top, each `extra` dearer than it is in itself."""
        first, second, third = hand >> 18, hand >> 9 & SET_BITS, hand & SET_BITS
        extra += _EXPLORE_HAND[HEIGHT[first] + HEIGHT[second] + HEIGHT[third]]
        ends = []
        for stack, lower, higher in ((first, second, third), (second, first, third), (third, first, second)):
            if stack:
                cost = self._explores.get(need << 9 | stack)
                if cost is None:
                    cost = self._explores[need << 9 | stack] = explore_cost(weights, stack, need)
                ends.append((SPEND[TOP[stack]] << SPENT | hand_of(POP[stack], lower, higher) << HAND, cost + extra))
        return tuple(ends)

    def about(self, tops: int, in_play: int) -> About:
        """Return what to know of three tops for these enemies in play."""
        row = self.rows[tops]
        if not row:
            row += [None] * 64
        suits = cost = 0
        for suit in range(3):
            ranks = sum([(top & 3) + 17 for top in (tops >> 8, tops >> 4 & 15, tops & 15) if top >> 2 == suit])
            enemies = in_play >> 2 * suit & 3
            suits += enemies > 0 and ranks & 15 > ENEMY + 1
            cost += _TOPS[enemies][ranks]
        found = row[in_play] = (suits, cost)
        return found

    def repel(self, key: int) -> tuple[Loss, ...]:
        """Return the ends of repelling an enemy of a suit, each once, for need, hand (27 bits) and suit (four)."""
        need, suit = key >> 31, key & 15
        stacks = (key >> 22 & SET_BITS, key >> 13 & SET_BITS, key >> 4 & SET_BITS)
        ends: dict[int, Loss] = {}
        for chosen in REPELLERS:
            used = [stacks[index] for index in chosen]
            if all(TOP_KEY[stack] >> 2 == suit for stack in used):
                ranks = sum([(TOP[stack] & 3) + 1 for stack in used])
                if ranks > ENEMY + 1:
                    first, second, third = (
                        POP[stack] if index in chosen else stack for index, stack in enumerate(stacks)
                    )
                    spent = sum([SPEND[TOP[stack]] for stack in used]) + SPEND[suit * 4 + ENEMY]
                    after = spent << 27 | hand_of(first, second, third)
                    ends[after] = (after << HAND, repel_cost(weights, used, ranks, suit, need))
        found = self.repels[key] = tuple(ends.values())
        return found
