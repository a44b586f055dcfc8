"""What can still be reached when the order of the deck is known: winnable or not, the best score, one line of play.

The solver asks "can a score of k or more be reached?" for several k and lets every question search a while in turn, a
little longer each time: a high k allows little waste, so its search is narrow and often the first to find a win.
A question searches best first, led by `solver_weights`. It leaves out only what provably cannot reach k:

- *Packing*: the ranks left over in each suit when its enemies are repelled by the cheapest sets (`PACK`).
- *Flow*: a small puzzle in which only the discards count. The table holds few cards at once, so some must have been
  discarded before the next can be drawn, and only drawn cards and enemies can be discarded and repelled. Where even
  the puzzle cannot be won with k, the position cannot. Its answers hang on what was spent alone, and are kept.
- *Holding off at once* where no card can be wasted any more, so that nothing is ever explored: it only brings cards
  earlier. (With waste to spare this would be wrong: a later exploring may want the card where it is.)
- A repel in main where holding off and repelling in occupied leads to the very same position.

No clock, no threads: the caller counts time in `stop`, which is asked about every 256 positions. A solver keeps what it
learnt about hands for the next position; it must not be used by two threads at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from game.deck_defence import solver_weights as weights
from game.deck_defence.public import (
    LOOK,
    MAIN_SPACES,
    OCCUPIED_SPACES,
    SPACES,
    Action,
    Card,
    Explore,
    HoldOff,
    Muster,
    Reorder,
    Repel,
)
from game.deck_defence.rules import State
from game.deck_defence.solver_tables import (
    ALL_REPELLED,
    ALLIES,
    ALLY_MASK,
    CARDS,
    CLOSED,
    ENEMY,
    ENEMY_COUNTS,
    HEIGHT,
    KIND_OF,
    PACK,
    PARTS,
    PLUS,
    POP,
    PUSH,
    REPELS,
    SET_OF,
    SETS,
    SIZE,
    SPEND,
    STACK_OF,
    STACKS,
    TOP,
    WASTE,
)

NODES = 300_000
"""Positions searched unless the caller says otherwise; some seconds."""
TABLE = 1_000_000
"""Positions kept in mind unless the caller says otherwise; about 150 bytes each."""
SLICE = 256
"""Positions between two calls of `stop`."""
HIGHEST = 9
"""Ruling 5.4: no win scores more."""
_FIRST_BUDGET = 60
_ROUNDS = 6
_GROWTH = 2
_CAREFUL = 200
_MEMO = 150_000
"""Entries of each table about hands, after which it starts afresh."""

# A position is one whole number: from the lowest bits the cards drawn from the deck (6 bits), the sets in main, reveal
# and occupied (9 bits each), the three stacks of the hand, lowest number first (27 bits), and what was spent (24).
_MAIN = 6
_REVEAL = 15
_OCCUPIED = 24
_HAND = 33
_SPENT = 60
_DRAWN_BITS = (1 << _MAIN) - 1
_SET_BITS = (1 << 9) - 1
_LOW_BITS = (1 << _OCCUPIED) - 1
_HAND_BITS = (1 << 27) - 1
_SCENE_BITS = (1 << _HAND) - 1


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position. Whatever is said is true; what could not be settled is None or not `proved`.

    `winnable` is None while unsettled. `best` is the score that `line` reaches (None without a line) and `most` the
    highest that is not refuted (None where the position is lost), so best <= truth <= most. `proved` says that the
    question asked is settled: for `solve`, that `best` is the best score. `nodes` counts the positions searched.
    """

    winnable: bool | None
    best: int | None
    most: int | None
    proved: bool
    line: tuple[Action, ...]
    nodes: int


def _never() -> bool:
    return False


def _sorted3(first: int, second: int, third: int) -> int:
    """Return three stacks as the bits of a hand, lowest number first."""
    if first > second:
        first, second = second, first
    if second > third:
        second, third = third, second
        if first > second:
            first, second = second, first
    return first << 18 | second << 9 | third


def _pack(spent: int) -> int:
    """Return an upper bound of the score; below 0 where the suits' enemies cannot all be repelled."""
    return PACK[spent & 255] + PACK[spent >> 8 & 255] + PACK[spent >> 16]


_JAM = tuple(
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
_JAM_NEXT = tuple(tuple(weights.JAM_NEXT.get((coming, jam), 0) for coming in range(8)) for jam in range(4))
_REVEAL_COST = tuple(tuple(weights.REVEAL.get((size, explored), 0) for explored in range(2)) for size in range(4))
_SLACK = tuple(tuple(weights.SLACK.get((kind, min(slack, 6)), 0) for slack in range(10)) for kind in range(4))
_HOLD_OFF = weights.HOLD_OFF[()]


_EMPTY_TOP = 12
"""What stands for the top of an empty stack in a key of tops, which has four bits for each."""
_TOP_KEY = tuple(_EMPTY_TOP if kind < 0 else kind for kind in TOP)
_LOOK = tuple((_EMPTY_TOP if kind < 0 else kind) << 2 | HEIGHT[stack] for stack, kind in enumerate(TOP))
"""By stack: all that matters of it until its top is discarded: the top (four bits) and the height (two)."""
_JOINED = tuple(tuple(PUSH[stack][kind] for stack in range(len(STACKS))) for kind in range(12))
"""By kind and stack: the stack with that card on top, -1 where it may not join."""
_JOINED_APART = tuple(
    tuple([-1 if kind in STACKS[stack] else grown for stack, grown in enumerate(row)])
    for kind, row in enumerate(_JOINED)
)
"""The same by the remake's rules: no two identical cards in one stack."""
_CHOICES = ((0, 1), (0, 2), (1, 2), (0, 1, 2))
"""The sets of hand spaces that may repel: no ally is strong enough alone."""


def _popped(stacks: Sequence[int], chosen: tuple[int, ...]) -> int:
    first, second, third = (POP[stack] if index in chosen else stack for index, stack in enumerate(stacks))
    return _sorted3(first, second, third)


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


_READY = _beside(weights.READY, with_rank=True)
_COVERS = _beside(weights.COVERS, with_rank=False)
_FIRST = tuple(
    tuple(tuple(weights.FIRST.get((rank, empty, cards), 0) for rank in range(1, 5)) for cards in range(10))
    for empty in range(4)
)
"""By empty hand spaces, cards in hand and a rank less 1: the cost of joining an empty space."""

_LOOK_CLOSED = tuple(
    next((CLOSED[stack] for stack, found in enumerate(_LOOK) if found == look), 0) for look in range(64)
)
"""By look: the mask of the allies that may not join."""
_LOOK_RANK = tuple(
    tuple((look >> 2 & 3) + 1 + 16 if look >> 4 == suit and look & 3 else 0 for look in range(64)) for suit in range(3)
)
"""By suit and look: the rank on top if it is of that suit, and 16 to count it."""
_TOPS = tuple(
    tuple(weights.TOPS.get((min(in_play, 2), min(ranks & 15, 5), ranks >> 4), 0) for ranks in range(64))
    for in_play in range(4)
)
"""By enemies of a suit in play, and ranks on top with 16 for each card: a cost."""
_Split = tuple[int, int, tuple[tuple[int, int], ...]]
"""A way to take the cards of a repel: the mask of the hand spaces whose tops are taken, how many cards come from
elsewhere, and which kinds, each with the number of its copies less 1."""
_ROOM = tuple(
    tuple(
        (
            sum([SPACES - (heights >> 2 * (2 - index) & 3) for index in range(SPACES) if not taken >> index & 1]),
            len([index for index in range(SPACES) if not taken >> index & 1 and heights >> 2 * (2 - index) & 3 != 3]),
        )
        for taken in range(8)
    )
    for heights in range(64)
)
"""By three heights and the mask of stacks that must take no card: the cards that the others can take, and how many
others can take one."""


class _Habits:
    """Costs and repels that are worked out when first asked for, and then remembered for all positions.

    "Need" has two bits for each suit, as in `solver_weights`; it stands highest in every key.
    """

    def __init__(self) -> None:
        self.needs: dict[int, int] = {}
        self.musters: dict[int, int] = {}
        self.looks: dict[int, tuple[int, int, int]] = {}
        self.splits: dict[tuple[tuple[int, ...], int], tuple[_Split, ...]] = {}
        self.strong: dict[int, int] = {}
        self.repels: dict[int, tuple[tuple[int, int, int], ...]] = {}

    def tidy(self) -> None:
        """Forget what may grow too large; the other tables are small by their keys."""
        if len(self.repels) > _MEMO:
            self.repels.clear()
        if len(self.looks) > _MEMO:
            self.looks.clear()

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
        need, stack, kind = key >> 13, key >> 4 & _SET_BITS, key & 15
        suit, rank = kind >> 2, (kind & 3) + 1
        wanted = need >> 2 * suit & 3
        cost = weights.CARD.get((rank, wanted == 3), 0)
        if stack:
            cost += _onto_cost(stack, kind, need)
        else:
            cost += weights.FIRST_SUIT.get((wanted, rank), 0)
        self.musters[key] = cost
        return cost

    def look(self, key: int) -> tuple[int, int, int]:
        """Return for three looks the mask of allies that cannot join, how many suits in play they repel, and a cost.

        Above the looks the key has the enemies in play (two bits a suit), and how many come next (to 2).
        """
        first, second, third = key & 63, key >> 6 & 63, key >> 12 & 63
        closed = _LOOK_CLOSED[first] & _LOOK_CLOSED[second] & _LOOK_CLOSED[third]
        suits = cost = 0
        for suit in range(3):
            ranks = _LOOK_RANK[suit][first] + _LOOK_RANK[suit][second] + _LOOK_RANK[suit][third]
            in_play = key >> 18 + 2 * suit & 3
            suits += in_play > 0 and ranks & 15 > ENEMY + 1
            cost += _TOPS[in_play][ranks]
        cards = (first & 3) + (second & 3) + (third & 3)
        cost += weights.FULL.get((cards, min(suits, 1), key >> 24), 0)
        found = self.looks[key] = (closed, suits, cost)
        return found

    def split(self, kinds: tuple[int, ...], tops: int) -> tuple[_Split, ...]:
        """Return the ways to take these cards: some from three tops, each from another, the others from elsewhere."""
        ways: set[_Split] = set()
        on_top = [tops >> 4 * (2 - place) & 15 for place in range(SPACES)]
        choices = [[-1, *[place for place in range(SPACES) if on_top[place] == kind]] for kind in kinds]
        for places in product(*choices):
            used = [place for place in places if place >= 0]
            if len(set(used)) == len(used):
                outside = [kind for kind, place in zip(kinds, places, strict=True) if place < 0]
                counts = tuple([(kind, outside.count(kind) - 1) for kind in sorted(set(outside))])
                ways.add((sum([1 << place for place in used]), len(outside), counts))
        found = self.splits[kinds, tops] = tuple(sorted(ways))
        return found

    def strength(self, key: int) -> int:
        """Return the mask of the suits that three tops can repel."""
        found = self.strong[key] = sum([1 << suit for suit in range(3) if sum(_tops(key, suit, 3)) > ENEMY + 1])
        return found

    def repel(self, key: int) -> tuple[tuple[int, int, int], ...]:
        """Return the ends of repelling an enemy of a suit, for need, hand (27 bits) and suit (four) in a key.

        An end is the bits of the hand, the bits added to "spent", and the cost.
        """
        need, hand, suit = key >> 31, key >> 4 & _HAND_BITS, key & 15
        stacks = (hand >> 18, hand >> 9 & _SET_BITS, hand & _SET_BITS)
        ends: dict[int, tuple[int, int, int]] = {}
        for chosen in _CHOICES:
            used = [stacks[index] for index in chosen]
            if all(stack and TOP[stack] >> 2 == suit for stack in used):
                ranks = sum([(TOP[stack] & 3) + 1 for stack in used])
                if ranks > ENEMY + 1:
                    after = _popped(stacks, chosen) << _HAND
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


_EXPLORE = _explore_costs()
_EXPLORE_HAND = tuple(weights.EXPLORE_HAND.get((cards,), 0) for cards in range(10))


class _Deal:
    """A position to be solved, and what follows from the order of its deck alone."""

    def __init__(self, state: State) -> None:
        areas = state.areas
        self.remake = state.remake
        self.deck = [KIND_OF[card] for card in state.deck[state.looked :]]
        looked = state.deck[: state.looked]
        spent = sum([SPEND[KIND_OF[card]] for card in (*state.discard, *areas.repelled)])
        first, second, third = (STACK_OF[tuple([KIND_OF[card] for card in stack])] for stack in areas.hand)
        rows = [_set(row) for row in (areas.main, (*areas.reveal, *looked), areas.occupied)]
        self.root = (
            spent << _SPENT
            | _sorted3(first, second, third) << _HAND
            | rows[2] << _OCCUPIED
            | rows[1] << _REVEAL
            | rows[0] << _MAIN
        )
        on_table = [
            card for row in (areas.main, areas.reveal, areas.occupied, looked, *areas.hand) for card in row if card
        ]
        self.drawn = [spent + sum([SPEND[KIND_OF[card]] for card in on_table])]
        """By the number of cards drawn from here on: all cards that have been drawn, counted as if they were spent."""
        for kind in self.deck:
            self.drawn.append(self.drawn[-1] + SPEND[kind])
        if self.drawn[-1] != 0xFFFFFF:
            raise ValueError("these are not the 36 cards")
        self.allies = [CARDS[code & 255] + CARDS[code >> 8 & 255] + CARDS[code >> 16] for code in self.drawn]
        self.enemies = [(code >> 6 & 3) + (code >> 14 & 3) + (code >> 22) for code in self.drawn]
        self.scenes: dict[int, _Scene] = {}
        self.refills: dict[int, _Refills] = {}
        self._coming = [self._next(drawn) for drawn in range(len(self.deck) + 1)]

    def _next(self, drawn: int) -> tuple[int, int]:
        """Return the mask of the allies among the next four cards, and, placed for the key of a look, how many enemies.

        Of enemies two count as many.
        """
        cards = self.deck[drawn : drawn + 4]
        allies = {kind for kind in cards if kind & 3 != ENEMY}
        return sum([1 << kind for kind in allies]), min(len([kind for kind in cards if kind & 3 == ENEMY]), 2) << 24

    def scene(self, bits: int) -> _Scene:
        """Return what the cost of a position takes from everything but its hand."""
        reveal, main = bits >> _REVEAL & _SET_BITS, bits >> _MAIN & _SET_BITS
        occupied = bits >> _OCCUPIED
        allies, enemies = self._coming[bits & _DRAWN_BITS]
        in_main = len([kind for kind in SETS[main] if kind & 3 == ENEMY])
        found = self.scenes[bits] = (
            (ENEMY_COUNTS[main] + ENEMY_COUNTS[occupied]) << 18 | enemies,
            ALLY_MASK[main],
            allies | ALLY_MASK[reveal],
            _JAM[SIZE[occupied]][in_main],
            _REVEAL_COST[SIZE[reveal]][0],
        )
        return found

    def refill(self, bits: int) -> _Refills:
        """Return, for cards drawn, main and reveal, after how many refills of main a card of each kind is there.

        That is for the first, the second and the third card of the kind, `_NEVER` where there are not so many; and by
        refills how many enemies have been in main or reveal by then. The order of reveal is free.
        """
        main, reveal = SETS[bits >> _MAIN & _SET_BITS], SETS[bits >> _REVEAL]
        places: list[list[int]] = [[] for _ in range(12)]
        now = 0
        for number, kinds in enumerate((main, reveal)):
            for kind in kinds:
                places[kind].append(number)
                now += kind & 3 == ENEMY
        enemies = [now] * (len(reveal) + 1)
        for number, kind in enumerate(self.deck[bits & _DRAWN_BITS :], start=len(reveal) + 1):
            places[kind].append(number)
            now += kind & 3 == ENEMY
            enemies.append(now)
        copies = [tuple([(*found, *_NO_PLACES)[copy] for found in places]) for copy in range(3)]
        found = self.refills[bits] = (copies[0], copies[1], copies[2], tuple(enemies))
        return found


_NEVER = 99
_NO_PLACES = (_NEVER, _NEVER, _NEVER)
_Places = tuple[int, ...]
_Refills = tuple[_Places, _Places, _Places, tuple[int, ...]]
_Costs = tuple[tuple[int, ...], ...]
_Scene = tuple[int, int, int, _Costs, int]


def _set(row: Sequence[Card | None]) -> int:
    return SET_OF[tuple(sorted([KIND_OF[card] for card in row if card]))]


class _Question:
    """Can a score of at least `least` be reached? A search that can be continued.

    `answer` is None while it is open; after a win, `last` is the won position. `seen` has for every position met the
    one before it: each is searched once, since a position, not the way to it, decides what can be reached.
    """

    _RANGE = 320
    """Levels of promise. A path of at most 63 moves sinks by one level with each, and rises by what its moves cost."""
    _START = 64

    def __init__(self, deal: _Deal, habits: _Habits, least: int) -> None:
        self.deal = deal
        self.habits = habits
        self.least = least
        self.nodes = 0
        self.seen: dict[int, int] = {deal.root: -1}
        self.last = deal.root
        self.answer: bool | None = None
        self._spent = deal.root >> _SPENT
        self._waste = self._wasted(self._spent)
        self._flow: dict[int, int] = {}
        self._quiet: dict[int, bool] = {}
        self._next: dict[int, tuple[tuple[int, tuple[int, ...]], ...]] = {}
        self._low = self._START
        self._levels: list[list[int]] = []
        if _pack(self._spent) < least or self._reachable(self._spent, 0) < 0:
            self.answer = False
        elif self._spent & ALL_REPELLED == ALL_REPELLED:
            self.answer = True
        else:
            self._levels = [[] for _ in range(self._RANGE)]
            self._levels[self._START].append(deal.root)

    @staticmethod
    def _wasted(spent: int) -> int:
        return WASTE[spent & 255] + WASTE[spent >> 8 & 255] + WASTE[spent >> 16]

    def _reachable(self, spent: int, drawn: int) -> int:
        """Solve the puzzle of discards, after `drawn` more cards at least: -1 lost, else twice the ranks to waste.

        One more where some card may still be explored with. The puzzle is the game with everything left out but this:
        a card is drawn when those in play fit on the table; only drawn cards are discarded and drawn enemies repelled.
        Without waste since the root nothing was explored, so main has at most two cards when one is drawn, the hand
        nine and occupied three enemies. With waste, a card may be drawn into reveal: then main has up to three, reveal
        two, and the hand eight.
        """
        found = self._flow.get(spent)
        if found is not None:
            return found
        slack = _pack(spent) - self.least
        if slack < 0:
            self._flow[spent] = -1
            return -1
        deal = self.deal
        drawn = self._drawable(spent, drawn)
        may_explore = any(
            spent >> 8 * (kind >> 2) + 2 * (kind & 3) & 3 != 3 and _pack(spent + SPEND[kind]) >= self.least
            for kind in ALLIES
        )
        won = spent & ALL_REPELLED == ALL_REPELLED or self._puzzle(spent, drawn, deal.drawn[drawn] - spent, may_explore)
        found = self._flow[spent] = 2 * slack + may_explore if won else -1
        return found

    def _drawable(self, spent: int, drawn: int) -> int:
        """Return how many cards can have been drawn when this was spent, at least `drawn`."""
        deal = self.deal
        discarded = CARDS[spent & 255] + CARDS[spent >> 8 & 255] + CARDS[spent >> 16]
        repelled = (spent >> 6 & 3) + (spent >> 14 & 3) + (spent >> 22)
        explored = self._wasted(spent) > self._waste
        while drawn < len(deal.deck):
            allies = deal.allies[drawn] - discarded
            enemies = max(deal.enemies[drawn] - repelled, 3)
            if (allies + enemies > 14 or enemies > 5) and (not explored or allies + enemies > 16 or enemies > 8):
                break
            drawn += 1
        return drawn

    def _puzzle(self, spent: int, drawn: int, within: int, may_explore: bool) -> bool:
        """Whether some discard of the cards `within` reach leads on."""
        for place in (0, 8, 16):
            byte = within >> place & 255
            if byte >> 6:
                for repel in REPELS[byte & 63]:
                    if self._reachable(spent + (repel << place), drawn) >= 0:
                        return True
        return may_explore and any(
            within >> 8 * (kind >> 2) + 2 * (kind & 3) & 3 and self._reachable(spent + SPEND[kind], drawn) >= 0
            for kind in ALLIES
        )

    def _fitting(self, spent: int, drawn: int) -> int:
        """Return how many cards can have been drawn without another discard, if from `drawn` on nothing is explored."""
        deal = self.deal
        discarded = CARDS[spent & 255] + CARDS[spent >> 8 & 255] + CARDS[spent >> 16]
        repelled = (spent >> 6 & 3) + (spent >> 14 & 3) + (spent >> 22)
        while drawn < len(deal.deck):
            enemies = deal.enemies[drawn] - repelled
            if enemies > 5 or deal.allies[drawn] - discarded + max(enemies, 3) > 14:
                break
            drawn += 1
        return drawn

    def _quietly(self, spent: int, drawn: int) -> bool:
        """Solve the puzzle where nothing is explored any more, after `drawn` cards at least."""
        if _pack(spent) < self.least:
            return False
        drawn = self._fitting(spent, drawn)
        key = spent << _MAIN | drawn
        found = self._quiet.get(key)
        if found is None:
            within = self.deal.drawn[drawn] - spent
            found = self._quiet[key] = spent & ALL_REPELLED == ALL_REPELLED or any(
                within >> place + 6 & 3
                and any(self._quietly(spent + (repel << place), drawn) for repel in REPELS[within >> place & 63])
                for place in (0, 8, 16)
            )
        return found

    def _possible(self, child: int, looks: int) -> bool:
        """Whether a position without exploring allows a next repel that the puzzle does not rule out.

        Until then the cards under the tops stay where they are, a stack whose top is to be spent takes no card, and
        what is drawn passes through main: what comes before the last card needed must be mustered or held off.
        """
        spent, drawn = child >> _SPENT, child & _DRAWN_BITS
        events = self._next.get(spent << _MAIN | drawn)
        if events is None:
            events = self._events(spent, drawn)
        if not events:
            return False
        refills = self.deal.refills.get(child & _LOW_BITS)
        if refills is None:
            refills = self.deal.refill(child & _LOW_BITS)
        first_places, enemies = refills[0], refills[3]
        occupied = SETS[child >> _OCCUPIED & _SET_BITS]
        space = SPACES - len(occupied)
        tops = looks >> 6 & 0xF00 | looks >> 4 & 0xF0 | looks >> 2 & 0xF
        room = _ROOM[looks >> 8 & 0x30 | looks >> 4 & 0xC | looks & 3]
        splits = self.habits.splits
        for enemy, kinds in events:
            comes = 0 if enemy in occupied else first_places[enemy]
            ways = splits.get((kinds, tops))
            if ways is None:
                ways = self.habits.split(kinds, tops)
            for taken, outside, counts in ways:
                latest = 0
                for kind, copy in counts:
                    place = refills[copy][kind]
                    latest = max(latest, place)
                last = max(comes, latest)
                if last >= len(enemies):
                    continue
                # The last card, if it is an ally to be spent, must leave main as well.
                passed = last - min(space, enemies[last]) + (latest == last > 0)
                left, stacks = room[taken]
                if passed <= left and outside <= left and outside <= stacks:
                    return True
        return False

    def _events(self, spent: int, drawn: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return the next repels that the puzzle does not rule out when nothing is explored: enemy and allies."""
        most = self._fitting(spent, drawn)
        within = self.deal.drawn[most] - spent
        events: list[tuple[int, tuple[int, ...]]] = []
        for suit in range(3):
            byte = within >> 8 * suit & 255
            for repel in REPELS[byte & 63] if byte >> 6 else ():
                if self._quietly(spent + (repel << 8 * suit), most):
                    kinds = [4 * suit + rank for rank in range(3) for _ in range(repel >> 2 * rank & 3)]
                    events.append((4 * suit + ENEMY, tuple(kinds)))
        found = self._next[spent << _MAIN | drawn] = tuple(events)
        return found

    def run(self, nodes: int) -> None:  # noqa: C901, PLR0912, PLR0915 - see below
        """Search up to `nodes` more positions.

        One long function, because this is where all the time goes: calls and attributes in it would double it.
        The most promising position is taken from the lowest level that has one, the latest first. Of the moves from
        it the best sinks by a level, the others lie above it by as much as they cost more.
        """
        deal, habits, seen, flow, levels = self.deal, self.habits, self.seen, self._flow, self._levels
        deck, scenes, low = deal.deck, deal.scenes, self._low
        end, top = len(deck), self._RANGE - 1
        needs, musters, strong, repels = habits.needs, habits.musters, habits.strong, habits.repels
        looks = habits.looks
        remake = deal.remake
        joins = _JOINED_APART if remake else _JOINED
        careful = self.nodes >= _CAREFUL
        for _ in range(nodes):
            while not levels[low]:
                low += 1
                if low > top:
                    self.answer = False
                    return
            node = levels[low].pop()
            self.nodes += 1
            drawn = node & _DRAWN_BITS
            main = node >> _MAIN & _SET_BITS
            reveal = node >> _REVEAL & _SET_BITS
            occupied = node >> _OCCUPIED & _SET_BITS
            hand = node >> _HAND & _HAND_BITS
            spent = node >> _SPENT
            state = flow[spent]
            room = SIZE[occupied] < SPACES
            sources = PARTS[main]
            forced = False
            if room and not state & 1:  # nothing will be explored any more: holding off at once loses nothing
                for source in sources:
                    if source[0] & 3 == ENEMY:
                        sources, forced = (source,), True
                        break
            first, second, third = hand >> 18, hand >> 9 & _SET_BITS, hand & _SET_BITS
            first_top, second_top, third_top = _TOP_KEY[first], _TOP_KEY[second], _TOP_KEY[third]
            need_key = (ENEMY_COUNTS[main] + ENEMY_COUNTS[occupied]) << 24 | spent & ALL_REPELLED
            need = needs.get(need_key)
            if need is None:
                need = habits.need(need_key)
            tops_key = first_top << 8 | second_top << 4 | third_top
            able = strong.get(tops_key)
            if able is None:
                able = habits.strength(tops_key)
            cards = HEIGHT[first] + HEIGHT[second] + HEIGHT[third]
            children: list[int] = []
            costs: list[int] = []
            options: list[tuple[int, int, int, int, int]] = []
            for kind, rest in sources:
                if reveal:
                    plus = PLUS[rest]
                    refills = [plus[card] << _MAIN | left << _REVEAL | drawn for card, left in PARTS[reveal]]
                elif drawn < end:
                    refills = [PLUS[rest][deck[drawn]] << _MAIN | drawn + 1]
                else:
                    refills = [rest << _MAIN | drawn]
                if kind & 3 != ENEMY:
                    if not options:  # the different stacks, each with the two others and the tops of these
                        options.append((first, second, third, first_top, second_top << 4 | third_top))
                        if second != first:
                            options.append((second, first, third, second_top, first_top << 4 | third_top))
                        if third != second:
                            options.append((third, first, second, third_top, first_top << 4 | second_top))
                    joined = joins[kind]
                    suit = kind >> 2
                    ready = (need >> 2 * suit & 3) << 12 | kind << 8
                    kept = spent << _SPENT | occupied << _OCCUPIED
                    for stack, lower, higher, below, others in options:
                        grown = joined[stack]
                        if grown < 0:
                            continue
                        if grown > higher:
                            after = kept | (lower << 18 | higher << 9 | grown) << _HAND
                        elif grown > lower:
                            after = kept | (lower << 18 | grown << 9 | higher) << _HAND
                        else:
                            after = kept | (grown << 18 | lower << 9 | higher) << _HAND
                        cost = musters.get(need << 13 | stack << 4 | kind)
                        if cost is None:
                            cost = habits.muster(need << 13 | stack << 4 | kind)
                        cost += _READY[ready | others]
                        if not stack:
                            cost += _FIRST[(not first) + (not second) + (not third)][cards][kind & 3]
                        elif below >> 2 != suit:
                            cost += _COVERS[(need >> 2 * (below >> 2) & 3) << 12 | below << 8 | others]
                        for refill in refills:
                            child = after | refill
                            if child not in seen:
                                seen[child] = node
                                children.append(child)
                                costs.append(cost)
                elif room:
                    kept = spent << _SPENT | hand << _HAND | PLUS[occupied][kind] << _OCCUPIED
                    for refill in refills:
                        child = kept | refill
                        if child not in seen:
                            seen[child] = node
                            children.append(child)
                            costs.append(_HOLD_OFF)
                elif able >> (kind >> 2) & 1 and kind not in SETS[occupied]:
                    # With its like in occupied, repelling that one and holding this one off comes to the same. It is
                    # never the ninth: three more lie in occupied.
                    key = need << 31 | hand << 4 | kind >> 2
                    losses = repels.get(key)
                    if losses is None:
                        losses = habits.repel(key)
                    for hand_after, spends, cost in losses:
                        now = flow.get(spent + spends)
                        if now is None:
                            now = self._reachable(spent + spends, drawn)
                        if now < 0:
                            continue
                        price = cost + _SLACK[1 if now >> 1 == state >> 1 else 2][now >> 1]
                        kept = spent + spends << _SPENT | hand_after | occupied << _OCCUPIED
                        for refill in refills:
                            child = kept | refill
                            if child not in seen:
                                seen[child] = node
                                children.append(child)
                                costs.append(price)
            if not forced:
                for kind, rest in PARTS[occupied]:
                    if not able >> (kind >> 2) & 1:
                        continue
                    key = need << 31 | hand << 4 | kind >> 2
                    losses = repels.get(key)
                    if losses is None:
                        losses = habits.repel(key)
                    for hand_after, spends, cost in losses:
                        now = flow.get(spent + spends)
                        if now is None:
                            now = self._reachable(spent + spends, drawn)
                        if now < 0:
                            continue
                        child = spent + spends << _SPENT | hand_after | rest << _OCCUPIED | node & _LOW_BITS
                        if child not in seen:
                            seen[child] = node
                            children.append(child)
                            costs.append(cost + _SLACK[1 if now >> 1 == state >> 1 else 2][now >> 1])
                        if spent + spends & ALL_REPELLED == ALL_REPELLED:
                            self.last, self.answer = child, True
                            return
                if state & 1 and (remake or SIZE[reveal] < SPACES):
                    filled, taken = reveal, drawn
                    while SIZE[filled] < SPACES and taken < end:
                        filled = PLUS[filled][deck[taken]]
                        taken += 1
                    kept = occupied << _OCCUPIED | filled << _REVEAL | main << _MAIN | taken
                    extra = _REVEAL_COST[SIZE[filled]][1] - _REVEAL_COST[SIZE[filled]][0] + _EXPLORE_HAND[cards]
                    for stack, lower, higher in (
                        (first, second, third),
                        (second, first, third),
                        (third, first, second),
                    ):
                        if not stack:
                            continue
                        spends = spent + SPEND[TOP[stack]]
                        now = flow.get(spends)
                        if now is None:
                            now = self._reachable(spends, drawn)
                        if now < 0:
                            continue
                        child = spends << _SPENT | _sorted3(POP[stack], lower, higher) << _HAND | kept
                        if child not in seen:
                            seen[child] = node
                            children.append(child)
                            costs.append(extra + _EXPLORE[need][stack] + _SLACK[3][now >> 1])
            low -= 1
            least = 0
            promising: list[tuple[int, int]] = []
            for move_cost, child in zip(costs, children, strict=True):
                scene = scenes.get(child & _SCENE_BITS)
                if scene is None:
                    scene = deal.scene(child & _SCENE_BITS)
                in_play, in_main, coming, jams, more = scene
                hand = child >> _HAND
                looks_key = _LOOK[hand >> 18 & _SET_BITS] << 12 | _LOOK[hand >> 9 & _SET_BITS] << 6
                looks_key |= _LOOK[hand & _SET_BITS]
                about = looks.get(in_play | looks_key)
                if about is None:
                    about = habits.look(in_play | looks_key)
                closed, suits, extra = about
                if careful and not flow[child >> _SPENT] & 1 and not self._possible(child, looks_key):
                    continue
                jam = (in_main & closed).bit_count()
                total = move_cost + more + extra + jams[suits][jam] + _JAM_NEXT[jam][(coming & closed).bit_count()]
                if not promising or total < least:
                    least = total
                promising.append((total, child))
            for total, child in promising:
                level = low + (total - least >> 2)
                levels[level if level < top else top].append(child)  # noqa: FURB136 - no call in here
            self._low = low

    def path(self) -> list[int]:
        """Return the positions from the root to the won one."""
        node, found = self.last, []
        while node != -1:
            found.append(node)
            node = self.seen[node]
        return found[::-1]


class Solver:
    """Answers questions about positions whose deck order is known. One object for one thread at a time.

    Every question takes the same limits: `nodes` positions to search, `table` positions to keep in mind, and `stop`,
    asked about every 256 positions; when one of them ends the search, what is not settled by then stays open.
    A position that is not one of the 36 cards raises `ValueError`.
    """

    def __init__(self) -> None:
        self._habits = _Habits()

    def solve(
        self, position: State, *, nodes: int = NODES, table: int = TABLE, stop: Callable[[], bool] = _never
    ) -> Solution:
        """Find the best score and a line of play that reaches it."""
        search = _Search(position, self._habits, _Limits(nodes, table, stop))
        for least in range(HIGHEST - 2, -1, -3):  # what lies lower only costs time while the higher ones are open
            search.ask(range(HIGHEST, least - 1, -1), HIGHEST, rounds=_ROUNDS)
        search.ask(range(HIGHEST, -1, -1), HIGHEST)
        return search.solution(proved=search.best == search.most)

    def winnable(
        self, position: State, *, nodes: int = NODES, table: int = TABLE, stop: Callable[[], bool] = _never
    ) -> Solution:
        """Find out whether the position can be won, with any score."""
        search = _Search(position, self._habits, _Limits(nodes, table, stop))
        search.ask(_GUIDES, 0)
        return search.solution(proved=search.best >= 0 or search.most < 0)

    def reaches(
        self,
        position: State,
        score: int,
        *,
        nodes: int = NODES,
        table: int = TABLE,
        stop: Callable[[], bool] = _never,
    ) -> Solution:
        """Find out whether a win with `score` or more can be reached."""
        search = _Search(position, self._habits, _Limits(nodes, table, stop))
        search.ask((score,), score)
        return search.solution(proved=search.best >= score or search.most < score)


_GUIDES = (7, 5, 3, 0)
"""The scores asked for to find any win: one with little waste, or a less narrow search, or, to prove a loss, any."""


class _Limits:
    """What a search may use: positions searched, positions in mind, and a caller's patience."""

    def __init__(self, nodes: int, table: int, stop: Callable[[], bool]) -> None:
        self.nodes = nodes
        self.table = table
        self.stop = stop
        self.over = False


class _Search:
    """The questions about one position. `best` is the score of the best line found (-1: none), `most` not refuted."""

    def __init__(self, position: State, habits: _Habits, limits: _Limits) -> None:
        self._position = position
        self._habits = habits
        self._limits = limits
        self._deal = _Deal(position)
        self._questions: dict[int, _Question] = {}
        self._won: _Question | None = None
        self._nodes = 0
        self.best = -1
        self.most = max(min(_pack(self._deal.root >> _SPENT), HIGHEST), -1)

    def ask(self, scores: Sequence[int], goal: int, rounds: int = 99) -> None:
        """Search for `scores` in turn until one of `goal` is reached, none is open any more, or a limit is met.

        Each of the `rounds` searches further.
        """
        budget = _FIRST_BUDGET
        for _ in range(rounds):
            if self.best >= goal or not any(self.best < least <= self.most for least in scores):
                return
            for least in scores:
                if self.best < min(goal, least) and least <= self.most and not self._go_on(least, budget):
                    return
            budget *= _GROWTH

    def _go_on(self, least: int, budget: int) -> bool:
        """Search for one score until `budget`; return whether the limits leave more to do."""
        question = self._questions.get(least)
        if question is None:
            question = self._questions[least] = _Question(self._deal, self._habits, least)
        limits = self._limits
        while question.answer is None and question.nodes < budget:
            held = sum([len(asked.seen) for asked in self._questions.values()])
            left = limits.nodes - self._nodes
            if limits.over or left <= 0 or held >= limits.table or limits.stop():
                limits.over = True
                return False
            before = question.nodes
            question.run(min(SLICE, budget - before, left))
            self._nodes += question.nodes - before
            self._habits.tidy()
        if question.answer:
            self.best, self._won = _pack(question.last >> _SPENT), question
        elif question.answer is False:
            self.most = least - 1
            del self._questions[least]
        return True

    def solution(self, *, proved: bool) -> Solution:
        """Return what has been found out."""
        won = self._won
        return Solution(
            winnable=True if won is not None else False if self.most < 0 else None,
            best=None if won is None else self.best,
            most=None if self.most < 0 else self.most,
            proved=proved,
            line=() if won is None else _line(self._position, won.path()),
            nodes=self._nodes,
        )


def _line(position: State, path: list[int]) -> tuple[Action, ...]:
    """Return the actions that lead along these positions, with the spaces as they are on the table."""
    hands = _Hands(position)
    steps = list(pairwise(path))
    line: list[Action] = []
    if position.looked:
        line.append(hands.put_back(position.looked, steps))
    for number, (before, after) in enumerate(steps, start=1):
        line.append(hands.follow(before, after))
        if position.remake and isinstance(line[-1], Explore) and hands.deck:
            line.append(hands.put_back(min(LOOK, len(hands.deck)), steps[number:]))
    return tuple(line)


def _gone(before: int, after: int, place: int) -> list[int]:
    """Return the kinds that are in an area before and no longer after."""
    rest = list(SETS[before >> place & _SET_BITS])
    for kind in SETS[after >> place & _SET_BITS]:
        if kind in rest:
            rest.remove(kind)
    return rest


class _Hands:
    """The spaces of the table, while a line of play is carried out: kinds of card, -1 for an empty space."""

    def __init__(self, position: State) -> None:
        areas = position.areas
        self.main, self.occupied, self.reveal = (
            [-1 if card is None else KIND_OF[card] for card in row]
            for row in (areas.main, areas.occupied, areas.reveal)
        )
        self.hand = [STACK_OF[tuple([KIND_OF[card] for card in stack])] for stack in areas.hand]
        self.deck = [KIND_OF[card] for card in position.deck]
        self._remake = position.remake

    def put_back(self, looked: int, steps: Sequence[tuple[int, int]]) -> Action:
        """Put the cards looked at back in the order in which these steps take them from what the solver calls reveal.

        By the remake's rules the solver has them in the reveal area: a refill takes any of them, the deck comes after
        them, and exploring fills it up to three. That is the same as choosing their order at once.
        """
        places = list(range(looked))
        order: list[int] = []
        for before, after in steps:
            if not (before >> _SPENT ^ after >> _SPENT) & ALL_REPELLED and before >> _SPENT != after >> _SPENT:
                break  # the next exploring
            for kind in _gone(before, after, _REVEAL):
                place = next(place for place in places if self.deck[place] == kind)
                places.remove(place)
                order.append(place)
        order += places
        self.deck[:looked] = [self.deck[place] for place in order]
        return Reorder(tuple(order))

    def follow(self, before: int, after: int) -> Action:
        """Carry out the action between two positions, and return it."""
        hand = after >> _HAND & _HAND_BITS
        enemies = _gone(before, after, _OCCUPIED)
        if before >> _SPENT == after >> _SPENT:
            held = _gone(after, before, _OCCUPIED)
            if held:
                source = self.main.index(held[0])
                space = self.occupied.index(-1)
                self.occupied[space] = held[0]
                return HoldOff(source, space, self._refill(source, before, after))
            return self._muster(hand, before, after)
        if (before >> _SPENT ^ after >> _SPENT) & ALL_REPELLED:
            repelled = self._suit_repelled(before, after) * 4 + ENEMY
            chosen = next(
                spaces for spaces in _CHOICES if self._popped(spaces) == hand and self._tops(spaces, repelled >> 2)
            )
            for index in chosen:
                self.hand[index] = POP[self.hand[index]]
            if enemies:
                space = self.occupied.index(repelled)
                self.occupied[space] = -1
                return Repel(OCCUPIED_SPACES[space], chosen, None)
            source = self.main.index(repelled)
            return Repel(MAIN_SPACES[source], chosen, self._refill(source, before, after))
        index = next(index for index in range(SPACES) if self.hand[index] and self._popped((index,)) == hand)
        self.hand[index] = POP[self.hand[index]]
        for space in range(SPACES):
            if self.reveal[space] < 0 and self.deck and not self._remake:
                self.reveal[space] = self.deck.pop(0)
        return Explore(index)

    def _muster(self, hand: int, before: int, after: int) -> Action:
        """Muster an ally that makes this hand."""
        source, index = next(
            (source, index)
            for source, index in product(range(SPACES), repeat=2)
            if self.main[source] >= 0
            and PUSH[self.hand[index]][self.main[source]] >= 0
            and _sorted3(PUSH[self.hand[index]][self.main[source]], self.hand[index - 1], self.hand[index - 2]) == hand
        )
        self.hand[index] = PUSH[self.hand[index]][self.main[source]]
        return Muster(source, index, self._refill(source, before, after))

    @staticmethod
    def _suit_repelled(before: int, after: int) -> int:
        more = (after >> _SPENT & ALL_REPELLED) - (before >> _SPENT & ALL_REPELLED)
        return (more.bit_length() - 7) // 8

    def _popped(self, chosen: tuple[int, ...]) -> int:
        first, second, third = self.hand
        return _popped((first, second, third), chosen)

    def _tops(self, chosen: tuple[int, ...], suit: int) -> bool:
        return all(self.hand[index] and TOP[self.hand[index]] >> 2 == suit for index in chosen)

    def _refill(self, source: int, before: int, after: int) -> int | None:
        """Fill the emptied main space as the position after it has it, and return the reveal space it came from."""
        taken = [] if self._remake else _gone(before, after, _REVEAL)
        if taken:
            space = self.reveal.index(taken[0])
            self.main[source], self.reveal[space] = taken[0], -1
            return space
        self.main[source] = self.deck.pop(0) if self.deck else -1
        return None
