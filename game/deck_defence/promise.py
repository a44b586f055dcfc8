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
    ALLIES,
    CLOSED,
    ENEMY,
    HEIGHT,
    POP,
    PUSH,
    SPEND,
    STACKS,
    TOP,
)

_MEMO = 20_000
"""Entries of each table about hands, after which it starts afresh."""


MAIN = 6
REVEAL = 15
OCCUPIED = 24
HAND = 33
SPENT = 60
DRAWN_BITS = (1 << MAIN) - 1
SET_BITS = (1 << 9) - 1
LOW_BITS = (1 << OCCUPIED) - 1
SCENE_BITS = (1 << HAND) - 1
HAND_BITS = (1 << 27) - 1


def sorted3(first: int, second: int, third: int) -> int:
    """Return three stacks as the bits of a hand, lowest number first."""
    if first > second:
        first, second = second, first
    if second > third:
        second, third = third, second
        if first > second:
            first, second = second, first
    return first << 18 | second << 9 | third


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
JAM_NEXT_COST = tuple(tuple(weights.JAM_NEXT.get((coming, jam), 0) for coming in range(8)) for jam in range(4))
REVEAL_COST = tuple(tuple(weights.REVEAL.get((size, explored), 0) for explored in range(2)) for size in range(4))
SLACK_COST = tuple(tuple(weights.SLACK.get((kind, min(slack, 6)), 0) for slack in range(10)) for kind in range(4))
HOLD_OFF_COST = weights.HOLD_OFF[()]


_EMPTY_TOP = 12
"""What stands for the top of an empty stack in a key of tops, which has four bits for each."""
TOP_KEY = tuple(_EMPTY_TOP if kind < 0 else kind for kind in TOP)
JOINED = tuple(tuple(PUSH[stack][kind] for stack in range(len(STACKS))) for kind in range(12))
"""By kind and stack: the stack with that card on top, -1 where it may not join."""
JOINED_APART = tuple(
    tuple(-1 if kind in STACKS[stack] else grown for stack, grown in enumerate(row)) for kind, row in enumerate(JOINED)
)
"""The same by the remake's rules: no two identical cards in one stack (section 6)."""
CLOSED_APART = tuple(
    closed | sum(1 << kind for kind in set(stack)) for closed, stack in zip(CLOSED, STACKS, strict=True)
)
"""By stack: the mask of the allies that may not join by the remake's rules."""
_CHOICES = ((0, 1), (0, 2), (1, 2), (0, 1, 2))
"""The sets of hand spaces that may repel: no ally is strong enough alone."""


def _popped(stacks: Sequence[int], chosen: tuple[int, ...]) -> int:
    first, second, third = (POP[stack] if index in chosen else stack for index, stack in enumerate(stacks))
    return sorted3(first, second, third)


def _tops(key: int, suit: int, count: int) -> list[int]:
    """Return the ranks of a suit among the `count` tops of a key."""
    tops = [key >> 4 * index & 15 for index in range(count)]
    return [(top & 3) + 1 for top in tops if top >> 2 == suit]


def _beside(costs: weights.Costs, *, with_rank: bool) -> tuple[int, ...]:
    """Return the costs of a top among two others, by its need (2 bits), its kind (4) and the others (8)."""
    table = [0] * (4 << 12)
    for kind in ALLIES:
        for others in range(256):
            ranks = _tops(others, kind >> 2, 2)
            total = sum(ranks) + (kind & 3) + 1
            enough = 0 if total < 5 else 1 if total == 5 else 2
            rank = ((kind & 3) + 1,) if with_rank else ()
            for need in range(4):
                table[need << 12 | kind << 8 | others] = costs.get((need, enough, len(ranks), *rank), 0)
    return tuple(table)


READY_COST = _beside(weights.READY, with_rank=True)
COVERS_COST = _beside(weights.COVERS, with_rank=False)
FIRST_COST = tuple(
    tuple(tuple(weights.FIRST.get((rank, empty, cards), 0) for rank in range(1, 5)) for cards in range(10))
    for empty in range(4)
)
"""By empty hand spaces, cards in hand and a rank less 1: the cost of joining an empty space."""
FULL_COST = tuple(
    tuple(tuple(weights.FULL.get((cards, min(suits, 1), coming), 0) for cards in range(10)) for suits in range(4))
    for coming in range(3)
)
"""By enemies coming next, suits that can be repelled and cards in hand."""


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
        need, stack, kind = key >> 13, key >> 4 & SET_BITS, key & 15
        suit, rank = kind >> 2, (kind & 3) + 1
        wanted = need >> 2 * suit & 3
        cost = weights.CARD.get((rank, wanted == 3), 0)
        if stack:
            cost += _onto_cost(stack, kind, need)
        else:
            cost += weights.FIRST_SUIT.get((wanted, rank), 0)
        self.musters[key] = cost
        return cost

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
        for chosen in _CHOICES:
            used = [stacks[index] for index in chosen]
            if all(stack and TOP[stack] >> 2 == suit for stack in used):
                ranks = sum([(TOP[stack] & 3) + 1 for stack in used])
                if ranks > ENEMY + 1:
                    after = _popped(stacks, chosen) << HAND
                    spent = sum([SPEND[TOP[stack]] for stack in used]) + SPEND[suit * 4 + ENEMY]
                    ends[after] = (after, spent, _repel_cost(used, ranks, suit, need))
        found = self.repels[key] = tuple(ends.values())
        return found


def _onto_cost(stack: int, kind: int, need: int) -> int:
    """Return what it costs that this ally covers that stack."""
    suit, rank = kind >> 2, (kind & 3) + 1
    height, below = HEIGHT[stack], TOP[stack]
    below_suit, below_rank = below >> 2, (below & 3) + 1
    relation = 0 if below == kind else 1 if below_suit == suit else 2
    cost = weights.ONTO.get((height, relation, rank, below_rank), 0)
    cost += weights.ONTO_SUIT.get((height, relation, need >> 2 * suit & 3, need >> 2 * below_suit & 3), 0)
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


def _explore_costs() -> tuple[tuple[int, ...], ...]:
    """Return by need and stack the cost of exploring with its top."""
    table = []
    for need in range(64):
        row = [0]
        for stack in STACKS[1:]:
            suit = stack[-1] >> 2
            cost = weights.EXPLORE.get(((stack[-1] & 3) + 1, need >> 2 * suit & 3), 0)
            if len(stack) > 1:
                below = stack[-2] >> 2
                cost += weights.EXPLORE_UNCOVERS.get((below == suit, need >> 2 * below & 3), 0)
            row.append(cost)
        table.append(tuple(row))
    return tuple(table)


EXPLORE_COST = _explore_costs()
EXPLORE_HAND_COST = tuple(weights.EXPLORE_HAND.get((cards,), 0) for cards in range(10))
