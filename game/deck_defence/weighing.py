"""What learnt weights come to: the costs of moves and positions, as the searches read them.

Weights are one of the modules `promise_weights` and `solver_weights`, which list the same features. Stacks, kinds and
"spent" are the numbers of `solver_tables`; need has two bits for each suit.
"""

from __future__ import annotations

from typing import Protocol

from game.deck_defence.solver_tables import HEIGHT, POP, STACKS, TOP

Costs = dict[tuple[int, ...], int]
"""By feature; what is not listed costs nothing."""


class Weights(Protocol):
    """The features that a cost of a single move is made of."""

    CARD: Costs
    FIRST_SUIT: Costs
    ONTO: Costs
    ONTO_SUIT: Costs
    BOTTOM: Costs
    REPEL: Costs
    REPEL_SUIT: Costs
    UNCOVERS: Costs
    EMPTIES: Costs
    EXPLORE: Costs
    EXPLORE_UNCOVERS: Costs


def costs(text: str) -> Costs:
    """Read "key:cost" words; every digit of a key is one number."""
    words = [word.split(":") for word in text.split()]
    return {tuple(int(digit) for digit in key): int(cost) for key, cost in words}


def beside(features: Costs, *, with_rank: bool) -> tuple[int, ...]:
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
                    table[need << 12 | suit << 10 | rank - 1 << 8 | others] = features.get(key, 0)
    return tuple(table)


def in_empty_space(features: Costs) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the costs of joining an empty space, by empty hand spaces, cards in hand and a rank less 1."""
    return tuple(
        tuple(tuple(features.get((rank, empty, cards), 0) for rank in range(1, 5)) for cards in range(10))
        for empty in range(4)
    )


def by_cards_in_hand(features: Costs) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return costs by enemies coming next (to 2), suits that can be repelled and cards in hand."""
    return tuple(
        tuple(tuple(features.get((cards, min(suits, 1), coming), 0) for cards in range(10)) for suits in range(4))
        for coming in range(3)
    )


def by_jam_and_next(features: Costs) -> tuple[tuple[int, ...], ...]:
    """Return costs by kinds in main that cannot join and how many of the next cards can."""
    return tuple(tuple(features.get((coming, jam), 0) for coming in range(8)) for jam in range(4))


def by_slack(features: Costs) -> tuple[tuple[int, ...], ...]:
    """Return costs by 1 repel, 2 repel with loss, 3 explore, and the ranks still to waste."""
    return tuple(tuple(features.get((kind, min(slack, 6)), 0) for slack in range(10)) for kind in range(4))


def muster_cost(weights: Weights, need: int, stack: int, kind: int) -> int:
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


def repel_cost(weights: Weights, used: list[int], ranks: int, suit: int, need: int) -> int:
    """Return the cost of spending the tops of these stacks, `ranks` in all."""
    cost = weights.REPEL.get((len(used), ranks), 0)
    cost += weights.REPEL_SUIT.get((need >> 2 * suit & 3, len(used)), 0)
    for stack in used:
        if HEIGHT[stack] == 1:
            cost += weights.EMPTIES[()]
        else:
            below = TOP[POP[stack]]
            cost += weights.UNCOVERS.get((below >> 2 == suit, need >> 2 * (below >> 2) & 3, (below & 3) + 1), 0)
    return cost


def explore_cost(weights: Weights, stack: int, need: int) -> int:
    """Return the cost of exploring with the top of a stack."""
    suit = TOP[stack] >> 2
    cost = weights.EXPLORE.get(((TOP[stack] & 3) + 1, need >> 2 * suit & 3), 0)
    if HEIGHT[stack] > 1:
        below = TOP[POP[stack]] >> 2
        cost += weights.EXPLORE_UNCOVERS.get((below == suit, need >> 2 * below & 3), 0)
    return cost
