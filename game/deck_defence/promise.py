"""How promising a move of Deck Defence looks: the costs of `promise_weights` for positions written as whole numbers.

They only lead a search; no answer follows from them. A position is one whole number: from the lowest bits the cards
drawn from the deck (6 bits), the sets in main, reveal and occupied (9 bits each), the three stacks of the hand, lowest
number first (27 bits), and what was spent (24); see `solver_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.deck_defence import promise_weights as weights
from game.deck_defence.public import SPACES
from game.deck_defence.solver_tables import (
    CLOSED,
    ENEMY,
    HAND,
    HAND_BITS,
    POP,
    REPELLERS,
    SET_BITS,
    SPEND,
    STACKS,
    TOP,
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

_MEMO = 20_000
"""Entries of each table about hands, after which it starts afresh."""

JAM_COST = tuple(
    tuple(
        tuple(
            tuple(
                weights.JAM.get((jam, enemies + 1 if size == SPACES else 0, min(suits, 1)), 0)
                + weights.CAN_REPEL.get((suits, size), 0)
                for jam in range(4)
            )
            for suits in range(4)
        )
        for enemies in range(4)
    )
    for size in range(4)
)
"""By enemies in occupied, enemies in main, suits that can be repelled and kinds in main that cannot join: a cost."""
JAM_NEXT_COST = by_jam_and_next(weights.JAM_NEXT)
REVEAL_COST = tuple(tuple(weights.REVEAL.get((size, explored), 0) for explored in range(2)) for size in range(4))
SLACK_COST = by_slack(weights.SLACK)
HOLD_OFF_COST = weights.HOLD_OFF[()]

CLOSED_APART = tuple(
    closed | sum(1 << kind for kind in set(stack)) for closed, stack in zip(CLOSED, STACKS, strict=True)
)
"""By stack: the mask of the allies that may not join by the remake's rules."""


def _popped(stacks: Sequence[int], chosen: tuple[int, ...]) -> int:
    first, second, third = (POP[stack] if index in chosen else stack for index, stack in enumerate(stacks))
    return hand_of(first, second, third)


def _tops(key: int, suit: int, count: int) -> list[int]:
    """Return the ranks of a suit among the `count` tops of a key."""
    tops = [key >> 4 * index & 15 for index in range(count)]
    return [(top & 3) + 1 for top in tops if top >> 2 == suit]


READY_COST = beside(weights.READY, with_rank=True)
COVERS_COST = beside(weights.COVERS, with_rank=False)
FIRST_COST = in_empty_space(weights.FIRST)
FULL_COST = by_cards_in_hand(weights.FULL)


class Habits:
    """Costs and repels that are worked out when first asked for, and then remembered for all positions.

    "Need" has two bits for each suit, as in `solver_weights`; it stands highest in every key.
    """

    def __init__(self) -> None:
        self.needs: dict[int, int] = {}
        self.musters: dict[int, int] = {}
        self.tops: dict[int, tuple[int, int]] = {}
        self.strong: dict[int, int] = {}
        self.repels: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self.slacks: tuple[dict[int, int], ...] = tuple([{} for _ in range(10)])

    def tidy(self) -> None:
        """Forget what may grow too large; the other tables are small by their keys."""
        for slacks in (self.musters, *self.slacks):
            if len(slacks) > _MEMO:
                slacks.clear()
        if len(self.tops) > _MEMO:
            self.tops.clear()
        if len(self.repels) > _MEMO:
            self.repels.clear()

    def need(self, key: int) -> int:
        """Return the need for enemies in play (two bits each) above the spent bits that count repelled enemies."""
        need = 0
        for suit in range(3):
            in_play = min(key >> 24 + 2 * suit & 3, 2)
            need |= (3 if key >> 8 * suit + 6 & 3 == 3 else in_play) << 2 * suit
        self.needs[key] = need
        return need

    def muster(self, key: int) -> int:
        """Return the part of a muster's cost that hangs on the stack (nine bits) and the kind (four) alone."""
        found = self.musters[key] = muster_cost(weights, key >> 13, key >> 4 & SET_BITS, key & 15)
        return found

    def top(self, key: int) -> tuple[int, int]:
        """Return how many suits in play three tops can repel, and a cost; in the key enemies in play, then the tops."""
        suits = cost = 0
        for suit in range(3):
            ranks = _tops(key, suit, 3)
            in_play = key >> 12 + 2 * suit & 3
            suits += in_play > 0 and sum(ranks) > ENEMY + 1
            cost += weights.TOPS.get((min(in_play, 2), min(sum(ranks), 5), len(ranks)), 0)
        found = self.tops[key] = (suits, cost)
        return found

    def strength(self, key: int) -> int:
        """Return the mask of the suits that three tops can repel."""
        found = self.strong[key] = sum([1 << suit for suit in range(3) if sum(_tops(key, suit, 3)) > ENEMY + 1])
        return found

    def repel(self, key: int) -> tuple[tuple[int, int, int], ...]:
        """Return the ends of repelling an enemy of a suit, for need, hand (27 bits) and suit (four) in a key.

        An end is the bits of the hand, the bits added to "spent", and the cost.
        """
        need, hand, suit = key >> 31, key >> 4 & HAND_BITS, key & 15
        stacks = (hand >> 18, hand >> 9 & SET_BITS, hand & SET_BITS)
        ends: dict[int, tuple[int, int, int]] = {}
        for chosen in REPELLERS:
            used = [stacks[index] for index in chosen]
            if all(stack and TOP[stack] >> 2 == suit for stack in used):
                ranks = sum([(TOP[stack] & 3) + 1 for stack in used])
                if ranks > ENEMY + 1:
                    after = _popped(stacks, chosen) << HAND
                    spent = sum([SPEND[TOP[stack]] for stack in used]) + SPEND[suit * 4 + ENEMY]
                    ends[after] = (after, spent, repel_cost(weights, used, ranks, suit, need))
        found = self.repels[key] = tuple(ends.values())
        return found


EXPLORE_COST = tuple(
    (0, *(explore_cost(weights, stack, need) for stack in range(1, len(STACKS)))) for need in range(64)
)
"""By need and stack: the cost of exploring with its top."""
EXPLORE_HAND_COST = tuple(weights.EXPLORE_HAND.get((cards,), 0) for cards in range(10))
