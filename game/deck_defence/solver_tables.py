"""How the searches write a position: small numbers for rows and stacks, one whole number for everything.

The spaces of an area are interchangeable (4.5), so an area is a multiset. With the order of the deck known, what has
been drawn and what still lies on the table tell what was spent, and so the waste.

A kind of card is `suit * 4 + rank - 1`. `SETS` numbers the multisets of up to three kinds (455), for the main, the
occupied and the reveal area; `STACKS` the hand stacks (280). "Spent" has eight bits for each suit: how many of its
allies of rank 1, 2 and 3 are discarded and how many of its enemies are repelled, two bits each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

from game.deck_defence.public import KINDS, STACK_LIMIT, Card

ENEMY = 3
"""The lowest two bits of an enemy's kind."""
KIND_OF: dict[Card, int] = {card: kind for kind, card in enumerate(KINDS)}
ALLIES = tuple(kind for kind in range(12) if kind & 3 != ENEMY)

SETS: tuple[tuple[int, ...], ...] = tuple(
    kinds for size in range(4) for kinds in combinations_with_replacement(range(12), size)
)
SET_OF = {kinds: number for number, kinds in enumerate(SETS)}
SIZE = tuple(len(kinds) for kinds in SETS)


def set_of(row: Iterable[Card | None]) -> int:
    """Return the number of the set that lies in an area."""
    return SET_OF[tuple(sorted([KIND_OF[card] for card in row if card]))]


def _without(kinds: tuple[int, ...], kind: int) -> int:
    rest = list(kinds)
    rest.remove(kind)
    return SET_OF[tuple(rest)]


PARTS = tuple(tuple((kind, _without(kinds, kind)) for kind in sorted(set(kinds))) for kinds in SETS)
"""By set: each kind in it, with the set that is left without it."""
PLUS = tuple(
    tuple(SET_OF[tuple(sorted((*kinds, kind)))] for kind in range(12)) if len(kinds) < 3 else () for kinds in SETS
)
"""By set and kind: the set with one more."""
ALLY_MASK = tuple(sum(1 << kind for kind in set(kinds) if kind & 3 != ENEMY) for kinds in SETS)
ENEMY_COUNTS = tuple(sum(1 << 2 * (kind >> 2) for kind in kinds if kind & 3 == ENEMY) for kinds in SETS)
"""By set: how many enemies of each suit, two bits each."""


def _kin(first: int, second: int) -> bool:
    return first >> 2 == second >> 2 or first & 3 == second & 3


def _stacks() -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = [()]
    layer: list[tuple[int, ...]] = [()]
    for _ in range(STACK_LIMIT):
        layer = [(*stack, kind) for stack in layer for kind in ALLIES if not stack or _kin(stack[-1], kind)]
        found += layer
    return tuple(found)


STACKS = _stacks()
STACK_OF = {kinds: number for number, kinds in enumerate(STACKS)}
PUSH = tuple(tuple(STACK_OF.get((*stack, kind), -1) for kind in range(12)) for stack in STACKS)
"""By stack and kind: the stack with that card on top, -1 where it may not join (4.1)."""
TOP = tuple(stack[-1] if stack else -1 for stack in STACKS)
POP = tuple(STACK_OF[stack[:-1]] if stack else -1 for stack in STACKS)
HEIGHT = tuple(len(stack) for stack in STACKS)
CLOSED = tuple(sum(1 << kind for kind in ALLIES if PUSH[number][kind] < 0) for number in range(len(STACKS)))
"""By stack: the mask of the allies that may not join."""
JOINED = tuple(tuple(PUSH[number][kind] for number in range(len(STACKS))) for kind in range(12))
"""By kind and stack: the stack with that card on top, -1 where it may not join."""
JOINED_APART = tuple(
    tuple(-1 if kind in stack else JOINED[kind][number] for number, stack in enumerate(STACKS)) for kind in range(12)
)
"""The same by the remake's rules: no two identical cards in one stack (section 6)."""
EMPTY_TOP = 12
"""What stands for the top of an empty stack in a key of tops, which has four bits for each."""
TOP_KEY = tuple(EMPTY_TOP if kind < 0 else kind for kind in TOP)
REPELLERS = ((0, 1), (0, 2), (1, 2), (0, 1, 2))
"""The sets of hand spaces that may repel: no ally is strong enough alone."""

SPEND = tuple(1 << ((kind >> 2) * 8 + 2 * (kind & 3)) for kind in range(12))
"""By kind: what it adds to "spent" when it is discarded or repelled."""
ALL_REPELLED = 0xC0C0C0

_STRONG = tuple(
    sorted(
        (ranks for size in (2, 3) for ranks in combinations_with_replacement((1, 2, 3), size) if sum(ranks) >= 5),
        key=lambda ranks: (sum(ranks), -len(ranks)),
    )
)
"""The ranks that can repel an enemy (4.2): at least 5, of at most three stacks; least waste first."""

BYTES = range(256)
CARDS = tuple((byte & 3) + (byte >> 2 & 3) + (byte >> 4 & 3) for byte in BYTES)
"""By the spent byte of a suit: how many allies are discarded."""
WASTE = tuple((byte & 3) + 2 * (byte >> 2 & 3) + 3 * (byte >> 4 & 3) - 5 * (byte >> 6) for byte in BYTES)
"""By the spent byte of a suit: ranks discarded beyond 5 for each enemy repelled."""
REPELS = tuple(
    tuple(
        (1 << 6) + sum(1 << 2 * (rank - 1) for rank in ranks)
        for ranks in _STRONG
        if all(ranks.count(rank) <= (allies >> 2 * (rank - 1) & 3) for rank in (1, 2, 3))
    )
    for allies in range(64)
)
"""By the allies of a suit that can be had, two bits for each rank: what every possible repel adds to its spent byte."""


@cache
def _packed(allies: tuple[int, int, int], enemies: int) -> int:
    if not enemies:
        return allies[0] + 2 * allies[1] + 3 * allies[2]
    best = -100
    for ranks in _STRONG:
        one, two, three = (have - ranks.count(rank) for rank, have in zip((1, 2, 3), allies, strict=True))
        if min(one, two, three) >= 0:
            best = max(best, _packed((one, two, three), enemies - 1))
    return best


PACK = tuple(_packed((3 - (byte & 3), 3 - (byte >> 2 & 3), 3 - (byte >> 4 & 3)), 3 - (byte >> 6)) for byte in BYTES)
"""By the spent byte of a suit: the most ranks that can be left over when its remaining enemies are repelled, each with
at most three cards; far below 0 where that is impossible. The three suits' sum bounds the score from above."""
LOSS = tuple(
    PACK[byte] - max([PACK[byte + (1 << 2 * rank)] for rank in range(3) if byte >> 2 * rank & 3 != 3], default=-1000)
    for byte in BYTES
)
"""By the spent byte of a suit: by how much the packing sinks at least when one more of its allies is discarded."""

MAIN = 6
REVEAL = 15
OCCUPIED = 24
HAND = 33
SPENT = 60
"""A position is one whole number: from the lowest bits the cards drawn from the deck (6 bits), the sets in main, reveal
and occupied (9 bits each), the three stacks of the hand, lowest number first (27 bits), and what was spent (24)."""
DRAWN_BITS = (1 << MAIN) - 1
SET_BITS = (1 << 9) - 1
LOW_BITS = (1 << OCCUPIED) - 1
SCENE_BITS = (1 << HAND) - 1
HAND_BITS = (1 << 27) - 1


def hand_of(first: int, second: int, third: int) -> int:
    """Return three stacks as the bits of a hand, lowest number first."""
    if first > second:
        first, second = second, first
    if second > third:
        second, third = third, second
        if first > second:
            first, second = second, first
    return first << 18 | second << 9 | third


def pack(spent: int) -> int:
    """Return an upper bound of the score; below 0 where the suits' enemies cannot all be repelled."""
    return PACK[spent & 255] + PACK[spent >> 8 & 255] + PACK[spent >> 16]
