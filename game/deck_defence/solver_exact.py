"""One question about a position in which no card can be wasted any more: a smaller game, and a sharper test.

Where the score asked for leaves nothing to waste (asking a fresh deal for 9, above all), nothing is explored again and
every enemy is held off at once (see `solver`). With the reveal area empty, the hand and what was spent then tell
everything: a card is drawn whenever main has a space left after holding off, so what has left the table says how many
were drawn, and the rest of them lies in main and occupied. Which of the enemies wait in main when there are more than
three never matters: each may be repelled, and the others end up the same. A position here is therefore only what was
spent (from bit `SPENT_ABOVE` on) and the hand below it, and no move is a holding off.

A position is tested by `Flow.leads`, which asks far more than the tests of a `Question` do.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from game.deck_defence.public import SPACES
from game.deck_defence.solver_costs import COVERS, FIRST, JAM, JAM_NEXT, READY, SLACK, STRONG, Habits
from game.deck_defence.solver_deal import IN_PLAY_NEED, Costs, Deal
from game.deck_defence.solver_flow import ALL_DONE, DONE, GONE, SLACK_BITS, SPENT_ABOVE, Flow
from game.deck_defence.solver_search import Question
from game.deck_defence.solver_tables import (
    ALL_REPELLED,
    ALLIES,
    CARDS,
    CLOSED,
    ENEMY,
    HAND,
    HAND_BITS,
    HEIGHT,
    JOINED,
    JOINED_APART,
    MAIN,
    OCCUPIED,
    SET_BITS,
    SET_OF,
    SETS,
    SPEND,
    SPENT,
    TOP_KEY,
    pack,
)

_SPENDS = {SPEND[kind]: kind for kind in range(12)}

_Table = tuple[int, int, int, tuple[int, ...], int, int, int, Costs, Costs]
"""What lies outside the hand: cards drawn, the need of the suits not done with, the mask of suits in play, the allies
in main and then, for the costs, what `Deal.scene` has: enemies in play, masks of main and of what comes, two costs."""


def ask(deal: Deal, habits: Habits, least: int) -> Question | Exact:
    """Put the question whether a score of at least `least` can be reached, in the way that answers it sooner."""
    question = Question(deal, habits, least)
    return Exact(deal, habits, question.flow) if question.quiet else question


class Exact:
    """Can the score that `flow` is for be reached, where nothing can be wasted and reveal is empty?

    To be used like a `Question`. The root must not be ruled out by `flow`, and not be won.
    """

    _RANGE = 320
    """Levels of promise, as in `Question`."""
    _START = 64

    def __init__(self, deal: Deal, habits: Habits, flow: Flow) -> None:
        self.deal = deal
        self.habits = habits
        self.nodes = 0
        self.answer: bool | None = None
        self._flow = flow
        self.last = deal.root >> SPENT << SPENT_ABOVE | deal.root >> HAND & HAND_BITS
        self.seen: dict[int, int] = {self.last: -1}
        self._tables: dict[int, _Table] = {}
        self._low = self._START
        self._levels: list[list[int]] = [[] for _ in range(self._RANGE)]
        self._levels[self._START].append(self.last)

    @property
    def held(self) -> int:
        """The positions kept in mind."""
        return len(self.seen) + len(self._flow.led)

    @property
    def score(self) -> int:
        """The score of the won position."""
        return pack(self.last >> SPENT_ABOVE)

    def _table(self, gone: int) -> _Table:
        """Return what lies outside the hand when these cards have left main for good, enemies when repelled."""
        deal = self.deal
        allies = CARDS[gone & 255] + CARDS[gone >> 8 & 255] + CARDS[gone >> 16]
        repelled = (gone >> 6 & 3) + (gone >> 14 & 3) + (gone >> 22)
        # The first card that finds main full: there the cards in hand and spent are one more than `stays` says.
        drawn = min(bisect_left(self._flow.stays[repelled], allies + 1), len(deal.deck))
        rest = deal.drawn[drawn] - gone
        in_play = rest >> 6 & 3 | rest >> 12 & 12 | rest >> 18 & 48
        kinds = tuple([kind for kind in ALLIES if rest >> 8 * (kind >> 2) + 2 * (kind & 3) & 3])
        enemies = deal.enemies[drawn] - repelled
        coming, full = deal.coming[drawn]
        found = self._tables[gone] = (
            drawn,
            IN_PLAY_NEED[in_play],
            sum([1 << suit for suit in range(3) if in_play >> 2 * suit & 3]),
            kinds,
            in_play,
            sum([1 << kind for kind in kinds]),
            coming,
            JAM[0][min(enemies, SPACES)][max(enemies - SPACES, 0)],
            full,
        )
        return found

    def run(self, nodes: int) -> None:  # noqa: C901, PLR0912, PLR0915 - see `Question.run`
        """Search up to `nodes` more positions, in the way of `Question.run`."""
        habits, flow, seen, levels = self.habits, self._flow, self.seen, self._levels
        tables, led, low, top = self._tables, flow.led, self._low, self._RANGE - 1
        musters, repels, rows = habits.musters, habits.repels, habits.rows
        joins = JOINED_APART if self.deal.remake else JOINED
        for _ in range(nodes):
            while not levels[low]:
                low += 1
                if low > top:
                    self.answer = False
                    return
            node = levels[low].pop()
            self.nodes += 1
            spent, hand = node >> SPENT_ABOVE, node & HAND_BITS
            first, second, third = hand >> 18, hand >> 9 & SET_BITS, hand & SET_BITS
            gone = spent + GONE[first] + GONE[second] + GONE[third]
            drawn, need, suits, kinds, _, _, _, _, _ = tables.get(gone) or self._table(gone)
            leads = led.get(node << 2 * MAIN | drawn)
            if leads is None:
                leads = flow.leads(node, drawn, 0)
            if not leads:
                continue
            state = flow.reachable(spent, drawn)
            need |= state >> DONE
            kept = spent << SPENT_ABOVE
            fresh: list[tuple[int, int]] = []
            first_top, second_top, third_top = TOP_KEY[first], TOP_KEY[second], TOP_KEY[third]
            tops = first_top << 8 | second_top << 4 | third_top
            cards = HEIGHT[first] + HEIGHT[second] + HEIGHT[third]
            stacks = [(first, second, third, first_top, second_top << 4 | third_top)]
            if second != first:
                stacks.append((second, first, third, second_top, first_top << 4 | third_top))
            if third != second:
                stacks.append((third, first, second, third_top, first_top << 4 | second_top))
            for kind in kinds:
                joined, suit = joins[kind], kind >> 2
                after = gone + SPEND[kind]
                _, _, _, _, in_play, in_main, coming, jams, full = tables.get(after) or self._table(after)
                ready = (need >> 2 * suit & 3) << 12 | kind << 8
                for stack, lower, higher, below, others in stacks:
                    grown = joined[stack]
                    if grown < 0:
                        continue
                    if grown > higher:
                        child = kept | lower << 18 | higher << 9 | grown
                    elif grown > lower:
                        child = kept | lower << 18 | grown << 9 | higher
                    else:
                        child = kept | grown << 18 | lower << 9 | higher
                    if child in seen:
                        continue
                    seen[child] = node
                    cost = musters.get(need << 13 | stack << 4 | kind)
                    if cost is None:
                        cost = habits.muster(need << 13 | stack << 4 | kind)
                    cost += READY[ready | others]
                    if not stack:
                        cost += FIRST[(not first) + (not second) + (not third)][cards][kind & 3]
                    elif below >> 2 != suit:
                        cost += COVERS[(need >> 2 * (below >> 2) & 3) << 12 | below << 8 | others]
                    row = rows[others << 4 | kind]
                    about = row[in_play] if row else None
                    if about is None:
                        about = habits.about(others << 4 | kind, in_play)
                    able, more = about
                    closed = CLOSED[grown] & CLOSED[lower] & CLOSED[higher]
                    jam = (in_main & closed).bit_count()
                    cost += more + jams[able][jam] + JAM_NEXT[jam][(coming & closed).bit_count()]
                    fresh.append((cost + full[able][cards + 1], child))
            strong = STRONG[tops] & suits
            if strong:
                for suit in (0, 1, 2):
                    if not strong >> suit & 1:
                        continue
                    ends = repels.get(need << 31 | hand << 4 | suit) or habits.repel(need << 31 | hand << 4 | suit)
                    for end, price in ends:
                        spends = spent + (end >> SPENT)
                        now = flow.reachable(spends, drawn)
                        if now < 0:
                            continue
                        hand_left = end >> HAND & HAND_BITS
                        child = spends << SPENT_ABOVE | hand_left
                        if child in seen:
                            continue
                        seen[child] = node
                        if now >> DONE == ALL_DONE:
                            self.last, self.answer = child, True
                            return
                        lowest, lower, higher = hand_left >> 18, hand_left >> 9 & SET_BITS, hand_left & SET_BITS
                        after = spends + GONE[lowest] + GONE[lower] + GONE[higher]
                        _, _, _, _, in_play, in_main, coming, jams, full = tables.get(after) or self._table(after)
                        left = TOP_KEY[lowest] << 8 | TOP_KEY[lower] << 4 | TOP_KEY[higher]
                        row = rows[left]
                        about = row[in_play] if row else None
                        if about is None:
                            about = habits.about(left, in_play)
                        able, more = about
                        closed = CLOSED[lowest] & CLOSED[lower] & CLOSED[higher]
                        jam = (in_main & closed).bit_count()
                        cost = price + more + jams[able][jam] + JAM_NEXT[jam][(coming & closed).bit_count()]
                        cost += full[able][HEIGHT[lowest] + HEIGHT[lower] + HEIGHT[higher]]
                        loss = 2 if (now ^ state) >> 1 & SLACK_BITS else 1
                        fresh.append((cost + SLACK[loss][now >> 1 & SLACK_BITS], child))
            if not fresh:
                continue
            low -= 1
            if len(fresh) == 1:
                levels[low].append(fresh[0][1])
                continue
            least = min(fresh)[0]
            for total, child in fresh:
                level = low + (total - least >> 2)
                levels[level if level < top else top].append(child)  # noqa: FURB136 - no call in here
        self._low = low

    def path(self) -> list[int]:
        """Return the positions from the root to the won one, as a `Question` does, with every holding off."""
        node, nodes = self.last, []
        while node != -1:
            nodes.append(node)
            node = self.seen[node]
        root = self.deal.root
        way = _Way(self.deal, list(SETS[root >> MAIN & SET_BITS]), list(SETS[root >> OCCUPIED & SET_BITS]))
        for before, after in pairwise(nodes[::-1]):
            way.hold_off(before)
            way.follow(before, after)
        return [root, *way.path]


class _Way:
    """The cards of main and occupied, while a line of play is carried out."""

    def __init__(self, deal: Deal, main: list[int], occupied: list[int]) -> None:
        self.path: list[int] = []
        self._deck = deal.deck
        self._main = main
        self._occupied = occupied
        self._drawn = 0

    def hold_off(self, node: int) -> None:
        """Hold off what can be held off."""
        while len(self._occupied) < SPACES and any(kind & 3 == ENEMY for kind in self._main):
            enemy = next(kind for kind in self._main if kind & 3 == ENEMY)
            self._leave(enemy)
            self._occupied.append(enemy)
            self._reach(node)

    def follow(self, before: int, after: int) -> None:
        """Carry out the muster or repel between two positions."""
        repelled = (after >> SPENT_ABOVE & ALL_REPELLED) - (before >> SPENT_ABOVE & ALL_REPELLED)
        kind = _SPENDS[repelled or _gone(after) - _gone(before)]
        if repelled and kind in self._occupied:
            self._occupied.remove(kind)
        else:
            self._leave(kind)
        self._reach(after)

    def _leave(self, kind: int) -> None:
        """Take a card from main, and fill its space."""
        self._main.remove(kind)
        if self._drawn < len(self._deck):
            self._main.append(self._deck[self._drawn])
            self._drawn += 1

    def _reach(self, node: int) -> None:
        """Write down the position."""
        main, occupied = (SET_OF[tuple(sorted(row))] for row in (self._main, self._occupied))
        hand = node & HAND_BITS
        self.path.append(
            node >> SPENT_ABOVE << SPENT | hand << HAND | occupied << OCCUPIED | main << MAIN | self._drawn
        )


def _gone(node: int) -> int:
    """Return what was spent and the cards on the hand, added up."""
    hand = node & HAND_BITS
    return (node >> SPENT_ABOVE) + GONE[hand >> 18] + GONE[hand >> 9 & SET_BITS] + GONE[hand & SET_BITS]
