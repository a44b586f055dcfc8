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
    PUSH,
    SET_BITS,
    SPEND,
    SPENT,
    STACKS,
    TOP,
    hand_of,
)

MEMO = 100_000
"""Repels kept in mind; then the memory starts afresh."""

About = tuple[int, int]
"""How many suits in play three tops can repel, and what their ranks cost."""
Row = list[About | None]
"""By the enemies in play (two bits a suit) what to know of three tops; None where it was never asked."""
Loss = tuple[int, int]
"""The end of a repel or of exploring: the bits of the hand and of what was spent, counted from 0, and the cost."""

EMPTY_TOP = 12
"""What stands for the top of an empty stack in a key of tops, which has four bits for each."""
TOP_KEY = tuple(EMPTY_TOP if kind < 0 else kind for kind in TOP)

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
JAM_NEXT = tuple(tuple(weights.JAM_NEXT.get((coming, jam), 0) for coming in range(8)) for jam in range(4))
FULL = tuple(
    tuple(tuple(weights.FULL.get((cards, min(suits, 1), coming), 0) for cards in range(10)) for suits in range(4))
    for coming in range(3)
)
"""By enemies coming next (to 2), suits that can be repelled and cards in hand: a cost."""
EXPLORED = tuple(weights.REVEAL.get((cards, 1), 0) - weights.REVEAL.get((cards, 0), 0) for cards in range(4))
"""By cards in reveal: what is added when they have just been explored."""
SLACK = tuple(tuple(weights.SLACK.get((kind, min(slack, 6)), 0) for slack in range(10)) for kind in range(4))
"""By 1 repel, 2 repel with loss, 3 explore, and the ranks still to waste."""
_CHOICES = ((0, 1), (0, 2), (1, 2), (0, 1, 2))
"""The sets of hand spaces that may repel: no ally is strong enough alone."""


def _beside(costs: weights.Costs, *, with_rank: bool) -> tuple[int, ...]:
    """Return the costs of a top among two others, by its need (2 bits), its kind (4) and the others (8)."""
    table = [0] * (4 << 12)
    for others in range(256):
        for suit in range(3):
            ranks = [(top & 3) + 1 for top in (others & 15, others >> 4) if top >> 2 == suit]
            for rank in range(1, 4):
                total = sum(ranks) + rank
                enough = 0 if total < 5 else 1 if total == 5 else 2
                for need in range(4):
                    key = (need, enough, len(ranks), rank) if with_rank else (need, enough, len(ranks))
                    table[need << 12 | suit << 10 | rank - 1 << 8 | others] = costs.get(key, 0)
    return tuple(table)


READY = _beside(weights.READY, with_rank=True)
COVERS = _beside(weights.COVERS, with_rank=False)
FIRST = tuple(
    tuple(tuple(weights.FIRST.get((rank, empty, cards), 0) for rank in range(1, 5)) for cards in range(10))
    for empty in range(4)
)
"""By empty hand spaces, cards in hand and a rank less 1: the cost of joining an empty space."""
HOLD_OFF = weights.HOLD_OFF[()]
_EXPLORE_HAND = tuple(weights.EXPLORE_HAND.get((cards,), 0) for cards in range(10))
_TOPS = tuple(
    tuple(weights.TOPS.get((min(in_play, 2), min(ranks & 15, 5), ranks >> 4), 0) for ranks in range(64))
    for in_play in range(4)
)
"""By enemies of a suit in play, and ranks on top with 16 for each card: a cost."""
JOINED = tuple(tuple(PUSH[number][kind] for number in range(len(STACKS))) for kind in range(12))
"""By kind and stack: the stack with that card on top, -1 where it may not join."""
JOINED_APART = tuple(
    tuple(-1 if kind in stack else JOINED[kind][number] for number, stack in enumerate(STACKS)) for kind in range(12)
)
"""The same by the remake's rules: no two identical cards in one stack."""


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
        found = self.musters[key] = _muster_cost(key >> 13, key >> 4 & SET_BITS, key & 15)
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
                    cost = self._explores[need << 9 | stack] = _explore_cost(stack, need)
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
        for chosen in _CHOICES:
            used = [stacks[index] for index in chosen]
            if all(TOP_KEY[stack] >> 2 == suit for stack in used):
                ranks = sum([(TOP[stack] & 3) + 1 for stack in used])
                if ranks > ENEMY + 1:
                    first, second, third = (
                        POP[stack] if index in chosen else stack for index, stack in enumerate(stacks)
                    )
                    spent = sum([SPEND[TOP[stack]] for stack in used]) + SPEND[suit * 4 + ENEMY]
                    after = spent << 27 | hand_of(first, second, third)
                    ends[after] = (after << HAND, _repel_cost(used, ranks, suit, need))
        found = self.repels[key] = tuple(ends.values())
        return found


def _muster_cost(need: int, stack: int, kind: int) -> int:
    """Return the part of a muster's cost that hangs on the stack and the kind alone."""
    suit, rank = kind >> 2, (kind & 3) + 1
    wanted = need >> 2 * suit & 3
    cost = weights.CARD.get((rank, wanted == 3), 0)
    if not stack:
        return cost + weights.FIRST_SUIT.get((wanted, rank), 0)
    height, below = HEIGHT[stack], TOP[stack]
    below_suit, below_rank = below >> 2, (below & 3) + 1
    relation = 0 if below == kind else 1 if below_suit == suit else 2
    cost += weights.ONTO.get((height, relation, rank, below_rank), 0)
    cost += weights.ONTO_SUIT.get((height, relation, wanted, need >> 2 * below_suit & 3), 0)
    if height == 2:
        lowest = STACKS[stack][0]
        lowest_suit = lowest >> 2
        over = need >> 2 * lowest_suit & 3 == 3
        cost += weights.BOTTOM.get((lowest_suit == suit, lowest_suit == below_suit, (lowest & 3) + 1, over), 0)
    return cost


def _repel_cost(used: list[int], ranks: int, suit: int, need: int) -> int:
    """Return the cost of spending the tops of these stacks."""
    cost = weights.REPEL.get((len(used), ranks), 0)
    cost += weights.REPEL_SUIT.get((need >> 2 * suit & 3, len(used)), 0)
    for stack in used:
        if HEIGHT[stack] == 1:
            cost += weights.EMPTIES[()]
        else:
            below = TOP[POP[stack]]
            cost += weights.UNCOVERS.get((below >> 2 == suit, need >> 2 * (below >> 2) & 3, (below & 3) + 1), 0)
    return cost


def _explore_cost(stack: int, need: int) -> int:
    """Return the cost of exploring with the top of a stack."""
    suit = TOP[stack] >> 2
    cost = weights.EXPLORE.get(((TOP[stack] & 3) + 1, need >> 2 * suit & 3), 0)
    if HEIGHT[stack] > 1:
        below = TOP[POP[stack]] >> 2
        cost += weights.EXPLORE_UNCOVERS.get((below == suit, need >> 2 * below & 3), 0)
    return cost
