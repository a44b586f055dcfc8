"""One question about a position: can this score be reached? A search that can be continued."""

from __future__ import annotations

from game.deck_defence.solver_costs import COVERS, EXPLORED, FIRST, HOLD_OFF, JAM_NEXT, READY, SLACK, STRONG, Habits
from game.deck_defence.solver_deal import EXPLORING, HOLDING, Deal
from game.deck_defence.solver_flow import ALL_DONE, DONE, LOUD, SLACK_BITS, Flow
from game.deck_defence.solver_tables import (
    CLOSED,
    DRAWN_BITS,
    HAND,
    HAND_BITS,
    HEIGHT,
    JOINED,
    JOINED_APART,
    MAIN,
    REVEAL,
    SCENE_BITS,
    SET_BITS,
    SIZE,
    SPENT,
    TOP_KEY,
    pack,
)

_FIRST = HAND + 18
_SECOND = HAND + 9
CAREFUL = 200
"""Positions searched before the puzzle of discards is worth its time."""
THOROUGH = 1_000
"""Positions searched before `Flow.leads` is worth its time; where nothing can be wasted it is so with the puzzle."""
SPARE = 4
"""Ranks to waste up to which a position is tested by `Flow.leads` then: with more it rules out little."""
NARROW = 7
"""Scores from which on both rule out so much that they are worth their time from the start."""


class Question:
    """Can a score of at least `least` be reached?

    `answer` is None while it is open; after a win, `last` is the won position. `seen` has for every position met the
    one before it: each is searched once, since a position, not the way to it, decides what can be reached.
    """

    _RANGE = 320
    """Levels of promise. A path of at most 63 moves sinks by one level with each, and rises by what its moves cost."""
    _START = 64

    def __init__(self, deal: Deal, habits: Habits, least: int) -> None:
        self.deal = deal
        self.habits = habits
        self.least = least
        self.nodes = 0
        self.seen: dict[int, int] = {deal.root: -1}
        self.last = deal.root
        self.answer: bool | None = None
        self.quiet = False
        self.flow = Flow(deal, least)
        self._low = self._START
        self._levels: list[list[int]] = []
        spent = deal.root >> SPENT
        state = self.flow.reachable(spent, 0) if least >= NARROW else self.flow.packed(spent, 0)
        if state < 0:
            self.answer = False
        elif state >> DONE == ALL_DONE:
            self.answer = True
        else:
            self.quiet = not state & LOUD and not deal.root >> REVEAL & SET_BITS
            self._levels = [[] for _ in range(self._RANGE)]
            self._levels[self._START].append(deal.root)

    @property
    def held(self) -> int:
        """The positions kept in mind."""
        return len(self.seen) + len(self.flow.led)

    @property
    def score(self) -> int:
        """The score of the won position."""
        return pack(self.last >> SPENT)

    def run(self, nodes: int) -> None:  # noqa: C901, PLR0912, PLR0915 - see below
        """Search up to `nodes` more positions.

        One long function, because this is where all the time goes: calls and attributes in it would double it.
        The most promising position is taken from the lowest level that has one, the latest first. Of the moves from
        it the best sinks by a level, the others lie above it by as much as they cost more.
        """
        deal, habits, flow, seen, levels = self.deal, self.habits, self.flow, self.seen, self._levels
        tables, scenes, low, top = deal.tables, deal.scenes, self._low, self._RANGE - 1
        musters, repels, rows = habits.musters, habits.repels, habits.rows
        joins = JOINED_APART if deal.remake else JOINED
        careful = self.nodes >= CAREFUL or self.least >= NARROW
        spare = SPARE if self.nodes >= THOROUGH or self.least >= NARROW else 0 if careful else -1
        states, judge, led = flow.plain, flow.packed, flow.led
        if careful:
            states, judge = flow.states, flow.reachable
        for _ in range(nodes):
            while not levels[low]:
                low += 1
                if low > top:
                    self.answer = False
                    return
            node = levels[low].pop()
            self.nodes += 1
            spent = node >> SPENT
            state = states.get(spent)
            if state is None:
                state = judge(spent, node & DRAWN_BITS)
            if state < 0:
                continue
            hand = node >> HAND & HAND_BITS
            first, second, third = hand >> 18, hand >> 9 & SET_BITS, hand & SET_BITS
            first_top, second_top, third_top = TOP_KEY[first], TOP_KEY[second], TOP_KEY[third]
            tops = first_top << 8 | second_top << 4 | third_top
            cards = HEIGHT[first] + HEIGHT[second] + HEIGHT[third]
            if state >> 1 & SLACK_BITS <= spare:
                drawn = node & DRAWN_BITS
                window = drawn if node >> REVEAL & SET_BITS else 0
                leads = led.get(node >> HAND << 2 * MAIN | window << MAIN | drawn)
                if leads is None:
                    leads = flow.leads(node >> HAND, drawn, window)
                if not leads:
                    continue
            table = tables.get(node & SCENE_BITS)
            if table is None:
                table = deal.table(node & SCENE_BITS)
            if state & LOUD:
                need, moves, losses, _, _ = table
            else:  # nothing will be explored any more: holding off at once loses nothing
                need, _, _, moves, losses = table
            need |= state >> DONE
            kept = spent << SPENT
            fresh: list[tuple[int, int, int]] = []
            stacks: list[tuple[int, int, int, int, int]] = []
            for kind, refilled in moves:
                if kind == HOLDING:
                    for bits in refilled:
                        child = kept | hand << HAND | bits
                        if child not in seen:
                            seen[child] = node
                            fresh.append((HOLD_OFF, child, bits))
                    continue
                if not stacks:  # the different stacks, each with the two others and the tops of these
                    stacks.append((first, second, third, first_top, second_top << 4 | third_top))
                    if second != first:
                        stacks.append((second, first, third, second_top, first_top << 4 | third_top))
                    if third != second:
                        stacks.append((third, first, second, third_top, first_top << 4 | second_top))
                joined = joins[kind]
                for stack, lower, higher, below, others in stacks:
                    grown = joined[stack]
                    if grown < 0:
                        continue
                    if grown > higher:
                        after = kept | (lower << 18 | higher << 9 | grown) << HAND
                    elif grown > lower:
                        after = kept | (lower << 18 | grown << 9 | higher) << HAND
                    else:
                        after = kept | (grown << 18 | lower << 9 | higher) << HAND
                    cost = None
                    for bits in refilled:
                        child = after | bits
                        if child in seen:
                            continue
                        seen[child] = node
                        if cost is None:
                            cost = musters.get(need << 13 | stack << 4 | kind)
                            if cost is None:
                                cost = habits.muster(need << 13 | stack << 4 | kind)
                            suit = kind >> 2
                            cost += READY[(need >> 2 * suit & 3) << 12 | kind << 8 | others]
                            if not stack:
                                cost += FIRST[(not first) + (not second) + (not third)][cards][kind & 3]
                            elif below >> 2 != suit:
                                cost += COVERS[(need >> 2 * (below >> 2) & 3) << 12 | below << 8 | others]
                        fresh.append((cost, child, bits))
            able = STRONG[tops]
            for kind, refilled in losses:
                if kind == EXPLORING:
                    ends = habits.explored(need, hand, EXPLORED[SIZE[refilled[0] >> REVEAL & SET_BITS]])
                elif able >> (kind >> 2) & 1:
                    ends = repels.get(need << 31 | hand << 4 | kind >> 2) or habits.repel(
                        need << 31 | hand << 4 | kind >> 2
                    )
                else:
                    continue
                for after, cost in ends:
                    spends = spent + (after >> SPENT)
                    now = states.get(spends)
                    if now is None:
                        now = judge(spends, node & DRAWN_BITS)
                    if now < 0:
                        continue
                    loss = 3 if kind == EXPLORING else 2 if (now ^ state) >> 1 & SLACK_BITS else 1
                    price = cost + SLACK[loss][now >> 1 & SLACK_BITS]
                    for bits in refilled:
                        child = kept + after + bits
                        if child not in seen:
                            seen[child] = node
                            fresh.append((price, child, bits))
                        if now >> DONE == ALL_DONE:
                            self.last, self.answer = child, True
                            return
            if not fresh:
                continue
            low -= 1
            if len(fresh) == 1:
                levels[low].append(fresh[0][1])
                continue
            found: list[tuple[int, int]] = []
            for cost, child, bits in fresh:
                first, second, third = child >> _FIRST & SET_BITS, child >> _SECOND & SET_BITS, child >> HAND & SET_BITS
                tops = TOP_KEY[first] << 8 | TOP_KEY[second] << 4 | TOP_KEY[third]
                scene = scenes.get(bits)
                if scene is None:
                    scene = deal.scene(bits)
                in_play, in_main, coming, jams, full = scene
                row = rows[tops]
                about = row[in_play] if row else None
                if about is None:
                    about = habits.about(tops, in_play)
                suits, more = about
                closed = CLOSED[first] & CLOSED[second] & CLOSED[third]
                jam = (in_main & closed).bit_count()
                more += jams[suits][jam] + JAM_NEXT[jam][(coming & closed).bit_count()]
                more += full[suits][HEIGHT[first] + HEIGHT[second] + HEIGHT[third]]
                found.append((cost + more, child))
            least = min(found)[0]
            for total, child in found:
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
