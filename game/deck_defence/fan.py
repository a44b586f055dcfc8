"""All moves from one position whose deck order is known, searched side by side: what score does each still reach?

One memory of won positions serves all of them: most plays are good after another first move too, so that a search
that meets the way of a win already found is done. Unlike the solver it proves next to nothing and prunes by the packing
bound alone, which makes a position cheap: it is made for many orders, a few hundred positions each. What is reached is
true; what is not found may still be possible.

By the remake's rules the cards looked at count as drawn into reveal, in no order: a refill takes any of them, the deck
comes after them, and exploring makes them up to three. In which order they lie on the deck is thus decided as late as
it matters; nothing is learnt in between, so that it could as well have been decided when they were put back. An order
that is fixed already is a part of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.deck_defence.promise import (
    CLOSED_APART,
    COVERS_COST,
    EXPLORE_COST,
    EXPLORE_HAND_COST,
    FIRST_COST,
    FULL_COST,
    HOLD_OFF_COST,
    JAM_COST,
    JAM_NEXT_COST,
    READY_COST,
    REVEAL_COST,
    SLACK_COST,
    Habits,
)
from game.deck_defence.public import SPACES
from game.deck_defence.rules import State
from game.deck_defence.solver_tables import (
    ALL_REPELLED,
    ALLIES,
    ALLY_MASK,
    CLOSED,
    DRAWN_BITS,
    ENEMY,
    ENEMY_COUNTS,
    HAND,
    HAND_BITS,
    HEIGHT,
    JOINED,
    JOINED_APART,
    KIND_OF,
    LOW_BITS,
    MAIN,
    OCCUPIED,
    PARTS,
    PLUS,
    POP,
    REVEAL,
    SCENE_BITS,
    SET_BITS,
    SETS,
    SIZE,
    SPEND,
    SPENT,
    STACK_OF,
    TOP,
    TOP_KEY,
    hand_of,
    pack,
    set_of,
)

GOALS = (9, 7, 4, 0)
"""The scores that are asked for."""
_SLICE = 16
"""Positions between two looks at what the others have won, and at `stop`."""
_FIRST = 48

_Costs = tuple[tuple[int, ...], ...]
_Scene = tuple[int, int, int, _Costs, _Costs, int]


def position_code(state: State, drawn: int) -> int:
    """Return a position as one whole number (see `promise`), `drawn` cards after the root.

    Cards that are looked at are drawn, into reveal.
    """
    areas = state.areas
    reveal = state.deck[: state.looked] if state.looked else areas.reveal
    first, second, third = (STACK_OF[tuple([KIND_OF[card] for card in stack])] for stack in areas.hand)
    return (
        sum([SPEND[KIND_OF[card]] for card in (*state.discard, *areas.repelled)]) << SPENT
        | hand_of(first, second, third) << HAND
        | set_of(areas.occupied) << OCCUPIED
        | set_of(reveal) << REVEAL
        | set_of(areas.main) << MAIN
        | drawn + state.looked
    )


def slack(spent: int, least: int) -> int:
    """Return -1 where `least` is out of reach, else twice the ranks to waste, 1 more where one may still explore."""
    left = pack(spent) - least
    if left < 0:
        return -1
    for kind in ALLIES:
        if spent >> 8 * (kind >> 2) + 2 * (kind & 3) & 3 != 3 and pack(spent + SPEND[kind]) >= least:
            return 2 * left + 1
    return 2 * left


Won = dict[int, dict[int, int]]
"""By goal: won positions and their scores."""


class Order:
    """A deck order, and what follows from it alone.

    Orders that differ in their first `apart` cards alone may share `won`: it takes in only what lies behind these.
    """

    def __init__(
        self,
        deck: Sequence[int],
        habits: Habits,
        *,
        remake: bool = False,
        won: Won | None = None,
        apart: int = 0,
    ) -> None:
        self.deck = deck
        self.habits = habits
        self.remake = remake
        self.apart = apart
        self.scenes: dict[int, _Scene] = {}
        self.won: Won = {goal: {} for goal in GOALS} if won is None else won
        self.lost: dict[int, dict[int, int]] = {goal: {} for goal in GOALS}
        self._coming = [self._next(drawn) for drawn in range(len(deck) + 1)]

    def _next(self, drawn: int) -> tuple[int, int]:
        """Return the mask of the allies among the next four cards, and how many enemies (to 2)."""
        cards = self.deck[drawn : drawn + 4]
        allies = {kind for kind in cards if kind & 3 != ENEMY}
        return sum([1 << kind for kind in allies]), min(len([kind for kind in cards if kind & 3 == ENEMY]), 2)

    def scene(self, bits: int) -> _Scene:
        """Return what the cost of a position takes from everything but its hand."""
        reveal, main = bits >> REVEAL & SET_BITS, bits >> MAIN & SET_BITS
        occupied = bits >> OCCUPIED
        allies, enemies = self._coming[bits & DRAWN_BITS]
        in_main = len([kind for kind in SETS[main] if kind & 3 == ENEMY])
        found = self.scenes[bits] = (
            (ENEMY_COUNTS[main] + ENEMY_COUNTS[occupied]) << 12,
            ALLY_MASK[main],
            allies | ALLY_MASK[reveal],
            JAM_COST[SIZE[occupied]][in_main],
            FULL_COST[enemies],
            REVEAL_COST[SIZE[reveal]][0],
        )
        return found


class Search:
    """Can a score of at least `least` be reached? A search that can be continued.

    `answer` is None while it is open; after a win, `last` is the won position. `seen` has for every position met the
    one before it: each is searched once, since a position, not the way to it, decides what can be reached.
    """

    _RANGE = 700
    """Levels of promise. A path of at most 63 moves sinks by one level with each, and rises by what its moves cost."""
    _START = 80

    def __init__(self, order: Order, root: int, least: int) -> None:
        self.order = order
        self.least = least
        self.nodes = 0
        lost = order.lost[least]
        self.seen: dict[int, int] = {**lost, root: -1}
        self.last = root
        self.answer: bool | None = None
        self.slacks = order.habits.slacks[least]
        self.low = self._START
        self.levels: list[list[int]] = []
        spent = root >> SPENT
        if root in lost or self.slack(spent) < 0:
            self.answer = False
        elif spent & ALL_REPELLED == ALL_REPELLED:
            self.answer = True
        else:
            self.levels = [[] for _ in range(self._RANGE)]
            self.levels[self._START].append(root)

    def slack(self, spent: int) -> int:
        """Return `slack` of what was spent, and keep it."""
        found = self.slacks[spent] = slack(spent, self.least)
        return found

    def run(self, nodes: int) -> None:  # noqa: C901, PLR0912, PLR0915 - see below
        """Search up to `nodes` more positions.

        One long function, because this is where all the time goes: calls and attributes in it would double it.
        The most promising position is taken from the lowest level that has one, the latest first. Of the moves from
        it the best sinks by a level, the others lie above it by as much as they cost more.
        """
        order, habits, seen, flow, levels = self.order, self.order.habits, self.seen, self.slacks, self.levels
        deck, scenes, low = order.deck, order.scenes, self.low
        end, top = len(deck), self._RANGE - 1
        remake = order.remake
        joins, shut = (JOINED_APART, CLOSED_APART) if remake else (JOINED, CLOSED)
        needs, musters, strong, repels, tops = (
            habits.needs,
            habits.musters,
            habits.strong,
            habits.repels,
            habits.tops,
        )
        for _ in range(nodes):
            while not levels[low]:
                low += 1
                if low > top:
                    self.answer = False
                    return
            node = levels[low].pop()
            self.nodes += 1
            drawn = node & DRAWN_BITS
            main = node >> MAIN & SET_BITS
            reveal = node >> REVEAL & SET_BITS
            occupied = node >> OCCUPIED & SET_BITS
            hand = node >> HAND & HAND_BITS
            spent = node >> SPENT
            slacks = flow.get(spent)
            state = self.slack(spent) if slacks is None else slacks
            room = SIZE[occupied] < SPACES
            sources = PARTS[main]
            forced = False
            if room and not state & 1:  # nothing will be explored any more: holding off at once loses nothing
                for source in sources:
                    if source[0] & 3 == ENEMY:
                        sources, forced = (source,), True
                        break
            first, second, third = hand >> 18, hand >> 9 & SET_BITS, hand & SET_BITS
            first_top, second_top, third_top = TOP_KEY[first], TOP_KEY[second], TOP_KEY[third]
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
                    refills = [plus[card] << MAIN | left << REVEAL | drawn for card, left in PARTS[reveal]]
                elif drawn < end:
                    refills = [PLUS[rest][deck[drawn]] << MAIN | drawn + 1]
                else:
                    refills = [rest << MAIN | drawn]
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
                    kept = spent << SPENT | occupied << OCCUPIED
                    for stack, lower, higher, below, others in options:
                        grown = joined[stack]
                        if grown < 0:
                            continue
                        if grown > higher:
                            after = kept | (lower << 18 | higher << 9 | grown) << HAND
                        elif grown > lower:
                            after = kept | (lower << 18 | grown << 9 | higher) << HAND
                        else:
                            after = kept | (grown << 18 | lower << 9 | higher) << HAND
                        cost = musters.get(need << 13 | stack << 4 | kind)
                        if cost is None:
                            cost = habits.muster(need << 13 | stack << 4 | kind)
                        cost += READY_COST[ready | others]
                        if not stack:
                            cost += FIRST_COST[(not first) + (not second) + (not third)][cards][kind & 3]
                        elif below >> 2 != suit:
                            cost += COVERS_COST[(need >> 2 * (below >> 2) & 3) << 12 | below << 8 | others]
                        for refill in refills:
                            child = after | refill
                            if child not in seen:
                                seen[child] = node
                                children.append(child)
                                costs.append(cost)
                elif room:
                    kept = spent << SPENT | hand << HAND | PLUS[occupied][kind] << OCCUPIED
                    for refill in refills:
                        child = kept | refill
                        if child not in seen:
                            seen[child] = node
                            children.append(child)
                            costs.append(HOLD_OFF_COST)
                elif able >> (kind >> 2) & 1 and kind not in SETS[occupied]:
                    # With its like in occupied, repelling that one and holding this one off comes to the same.
                    key = need << 31 | hand << 4 | kind >> 2
                    losses = repels.get(key)
                    if losses is None:
                        losses = habits.repel(key)
                    for hand_after, spends, cost in losses:
                        now = flow.get(spent + spends)
                        if now is None:
                            now = self.slack(spent + spends)
                        if now < 0:
                            continue
                        total = cost + SLACK_COST[1 if now >> 1 == state >> 1 else 2][now >> 1]
                        kept = spent + spends << SPENT | hand_after | occupied << OCCUPIED
                        for refill in refills:
                            child = kept | refill
                            if child not in seen:
                                seen[child] = node
                                children.append(child)
                                costs.append(total)
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
                            now = self.slack(spent + spends)
                        if now < 0:
                            continue
                        child = spent + spends << SPENT | hand_after | rest << OCCUPIED | node & LOW_BITS
                        if child not in seen:
                            seen[child] = node
                            children.append(child)
                            costs.append(cost + SLACK_COST[1 if now >> 1 == state >> 1 else 2][now >> 1])
                        if spent + spends & ALL_REPELLED == ALL_REPELLED:
                            self.last, self.answer = child, True
                            return
                if state & 1 and (remake or SIZE[reveal] < SPACES):
                    filled, taken = reveal, drawn
                    while SIZE[filled] < SPACES and taken < end:
                        filled = PLUS[filled][deck[taken]]
                        taken += 1
                    kept = occupied << OCCUPIED | filled << REVEAL | main << MAIN | taken
                    extra = REVEAL_COST[SIZE[filled]][1] - REVEAL_COST[SIZE[filled]][0] + EXPLORE_HAND_COST[cards]
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
                            now = self.slack(spends)
                        if now < 0:
                            continue
                        child = spends << SPENT | hand_of(POP[stack], lower, higher) << HAND | kept
                        if child not in seen:
                            seen[child] = node
                            children.append(child)
                            costs.append(extra + EXPLORE_COST[need][stack] + SLACK_COST[3][now >> 1])
            if len(children) == 1:
                low -= 1
                levels[low].append(children[0])
            elif children:
                for index, child in enumerate(children):
                    scene = scenes.get(child & SCENE_BITS)
                    if scene is None:
                        scene = order.scene(child & SCENE_BITS)
                    tops_key, in_main, coming, jams, fulls, cost = scene
                    hand = child >> HAND
                    first, second, third = hand >> 18 & SET_BITS, hand >> 9 & SET_BITS, hand & SET_BITS
                    tops_key |= TOP_KEY[first] << 8 | TOP_KEY[second] << 4 | TOP_KEY[third]
                    about = tops.get(tops_key)
                    if about is None:
                        about = habits.top(tops_key)
                    suits, more = about
                    closed = shut[first] & shut[second] & shut[third]
                    jam = (in_main & closed).bit_count()
                    costs[index] += (
                        cost
                        + more
                        + jams[suits][jam]
                        + JAM_NEXT_COST[jam][(coming & closed).bit_count()]
                        + fulls[suits][HEIGHT[first] + HEIGHT[second] + HEIGHT[third]]
                    )
                least = min(costs)
                low -= 1
                for cost, child in zip(costs, children, strict=True):
                    level = low + (cost - least >> 2)
                    levels[min(level, top)].append(child)
            self.low = low

    def path(self) -> list[int]:
        """Return the positions from the root to the won one."""
        node, found = self.last, []
        while node != -1:
            found.append(node)
            node = self.seen[node]
        return found[::-1]


class Branch:
    """A position to be judged: `best` is the score reached (-1: none), `most` the highest that is not refuted."""

    def __init__(self, order: Order, root: int) -> None:
        self.order = order
        self.root = root
        self.best = -1
        self.most = max(min(pack(root >> SPENT), GOALS[0]), -1)
        self.nodes = 0
        self.path: list[int] = []
        self._searches: dict[int, Search] = {}

    def search(self, nodes: int, stop: Callable[[], bool], enough: int = GOALS[0]) -> None:
        """Search until the best score up to `enough` is known, or for `nodes` positions in all, or until `stop`."""
        budget = _FIRST
        while True:
            settled = True
            for goal in GOALS:
                if self.best < goal <= min(self.most, enough):
                    settled = False
                    if not self._ask(goal, budget, nodes, stop):
                        return
            if settled:
                return
            budget *= 2

    def _ask(self, goal: int, budget: int, nodes: int, stop: Callable[[], bool]) -> bool:
        """Search for one score until `budget`; return whether the limits leave more to do."""
        order = self.order
        search = self._searches.get(goal)
        if search is None:
            search = self._searches[goal] = Search(order, self.root, goal)
        won = order.won[goal].keys()
        while True:
            if not won.isdisjoint(search.seen.keys()):
                last = max(won & search.seen.keys(), key=lambda node: (order.won[goal][node], node))
                self._win(search, last, order.won[goal][last])
                return True
            if search.answer:
                self._win(search, search.last, pack(search.last >> SPENT))
                return True
            if search.answer is False:
                self.most = goal - 1
                order.lost[goal] = search.seen
                del self._searches[goal]
                return True
            left = nodes - self.nodes
            if left <= 0 or stop():
                return False
            if search.nodes >= budget:
                return True
            before = search.nodes
            search.run(min(_SLICE, budget - before, left))
            self.nodes += search.nodes - before
            order.habits.tidy()

    def _win(self, search: Search, last: int, score: int) -> None:
        """Note the way to a won position, for all who search in this order."""
        self.best = score
        search.last = last
        self.path = search.path()
        for goal in GOALS:
            if goal <= score:
                self._searches.pop(goal, None)  # it is not asked again, and takes much memory
                won = self.order.won[goal]
                for node in self.path:
                    if node & DRAWN_BITS >= self.order.apart:
                        won[node] = max(score, won.get(node, 0))
