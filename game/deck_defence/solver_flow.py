"""What can be ruled out without searching: by packing, by the puzzle of discards, and by what must happen in the hand.

The puzzle is the game with everything left out but this: a card is drawn when those in play fit on the table; only
drawn cards are discarded and drawn enemies repelled. Where even the puzzle cannot be won with the score asked for, the
position cannot. Its answers hang on what was spent alone, and are kept. `Flow.leads` then asks of every repel and
exploring of such a way whether its cards can come to the tops of the hand in time.
"""

from __future__ import annotations

from bisect import bisect
from functools import cache
from itertools import product

from game.deck_defence.public import SPACES
from game.deck_defence.solver_deal import NEVER, Deal
from game.deck_defence.solver_tables import (
    ALL_REPELLED,
    ALLIES,
    CARDS,
    EMPTY_TOP,
    ENEMY,
    HAND_BITS,
    HEIGHT,
    LOSS,
    MAIN,
    PACK,
    POP,
    REPELS,
    SET_BITS,
    SPEND,
    SPENT,
    STACKS,
    TOP_KEY,
    WASTE,
    hand_of,
)

LOST = -1
LOUD = 1
"""The bit of a state that says: some card may still be explored with."""
SLACK_BITS = 15
DONE = 5
"""From this bit on a state has two bits for each suit, both set where all its enemies are repelled."""
ALL_DONE = 63

_Split = tuple[int, int, tuple[tuple[int, int], ...]]
"""A way to take the cards to spend: the mask of the hand spaces whose tops are taken, how many cards come from
elsewhere, and which kinds, each with the number of its copies less 1."""
ROOM = tuple(
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
_Event = tuple[int, int, int, int, bool]
"""A next repel or exploring: when its enemy has been drawn, its suit's place in "spent", its key in `WAYS`, what was
spent then (from bit `SPENT_ABOVE` on), and whether it explores."""
SPENT_ABOVE = HAND_BITS.bit_length()
GONE = tuple(sum([SPEND[kind] for kind in stack]) for stack in STACKS)
"""By stack: its cards, counted as if they were spent."""
_DONE = tuple(3 if byte >> 6 == 3 else 0 for byte in range(256))


def wasted(spent: int) -> int:
    """Return the ranks spent beyond 5 for each enemy repelled."""
    return WASTE[spent & 255] + WASTE[spent >> 8 & 255] + WASTE[spent >> 16]


class Flow:
    """What was spent, judged for one score asked for.

    A state is `LOST`, or `LOUD` where some card may still be explored with, and above that bit the ranks to waste (four
    bits) and the suits that are done with (`DONE`).
    """

    def __init__(self, deal: Deal, least: int) -> None:
        self.deal = deal
        self.least = least
        self.states: dict[int, int] = {}
        self.plain: dict[int, int] = {}
        self._waste = wasted(deal.root >> SPENT)
        self.led: dict[int, bool] = {}
        self._steps: dict[int, tuple[_Event, ...]] = {}
        self._places = [self._place(kind) for kind in range(12)]
        self.stays = [self._stay(repelled) for repelled in range(10)]

    def packed(self, spent: int, drawn: int) -> int:  # noqa: ARG002 - asked in the place of `reachable`
        """Return the state by the packing bound alone, and keep it in `plain`."""
        first, second, third = spent & 255, spent >> 8 & 255, spent >> 16
        slack = PACK[first] + PACK[second] + PACK[third] - self.least
        if slack < 0:
            self.plain[spent] = LOST
            return LOST
        loud = slack >= LOSS[first] or slack >= LOSS[second] or slack >= LOSS[third]
        found = self.plain[spent] = (_DONE[first] | _DONE[second] << 2 | _DONE[third] << 4) << DONE | slack << 1 | loud
        return found

    def reachable(self, spent: int, drawn: int) -> int:
        """Return the state by the puzzle of discards after `drawn` more cards at least, and keep it in `states`."""
        found = self.states.get(spent)
        if found is None:
            found = self.packed(spent, drawn)
            if found >= 0 and found >> DONE != ALL_DONE:
                drawn = max(drawn, self.deal.drawable(spent, explored=wasted(spent) > self._waste))
                if not self._puzzle(spent, drawn, self.deal.drawn[drawn] - spent, loud=found & LOUD):
                    found = LOST
            self.states[spent] = found
        return found

    def _puzzle(self, spent: int, drawn: int, within: int, *, loud: int) -> bool:
        """Whether some discard of the cards `within` reach leads on."""
        states = self.states
        for place in (0, 8, 16):
            byte = within >> place & 255
            if byte >> 6:
                for repel in REPELS[byte & 63]:
                    after = spent + (repel << place)
                    state = states.get(after)
                    if (self.reachable(after, drawn) if state is None else state) >= 0:
                        return True
        if loud:
            for kind in ALLIES:
                if within >> 8 * (kind >> 2) + 2 * (kind & 3) & 3 and self.reachable(spent + SPEND[kind], drawn) >= 0:
                    return True
        return False

    def _place(self, kind: int) -> tuple[int, ...]:
        """Return how many cards must have been drawn to have seen the first, second and third card of a kind.

        For more cards it is `NEVER`.
        """
        counts = [code >> 8 * (kind >> 2) + 2 * (kind & 3) & 3 for code in self.deal.drawn]
        return (*[counts.index(next(had for had in counts if had >= copy)) for copy in (1, 2, 3)], NEVER, NEVER, NEVER)

    def _stay(self, repelled: int) -> list[int]:
        """Return, by cards drawn, how many of their allies are spent or in hand at least, when the last has left main.

        Later cards take the space of the last one, so main has at most two of the cards up to it; of the enemies among
        them at most three are in occupied.
        """
        enemies = [drawn - repelled for drawn in self.deal.enemies]
        return [
            allies - (SPACES - 1) + max(waiting - SPACES, 0)
            for allies, waiting in zip(self.deal.allies, enemies, strict=True)
        ]

    def _step(self, spent: int) -> tuple[_Event, ...]:
        """Return the next repels and discards that the puzzle does not rule out, and keep them."""
        drawn = self.deal.drawable(spent, explored=wasted(spent) > self._waste)
        within = self.deal.drawn[drawn] - spent
        found: list[_Event] = []
        for suit in range(3):
            place = 8 * suit
            byte = within >> place & 255
            if byte >> 6:
                comes = self._places[4 * suit + ENEMY][spent >> place + 6 & 3]
                found += [
                    (comes, place, (repel << 2 | suit) << 12, spent + (repel << place) << SPENT_ABOVE, False)
                    for repel in REPELS[byte & 63]
                    if self.reachable(spent + (repel << place), drawn) >= 0
                ]
        if self.reachable(spent, drawn) & LOUD:
            found += [
                (0, 8 * (kind >> 2), (SPEND[kind & 3] << 2 | kind >> 2) << 12, spent + SPEND[kind] << SPENT_ABOVE, True)
                for kind in ALLIES
                if within >> 8 * (kind >> 2) + 2 * (kind & 3) & 3 and self.reachable(spent + SPEND[kind], drawn) >= 0
            ]
        self._steps[spent] = tuple(found)
        return self._steps[spent]

    def leads(self, node: int, drawn: int, window: int) -> bool:  # noqa: C901, PLR0912 - half of the time goes here
        """Whether from these cards on the hand, and others that may be anywhere, enemies can be repelled to the end.

        `node` has the cards whose order is held on to, `drawn` cards have been drawn at least. The others that were
        drawn and not spent, and all that come, are free: they may lie in main or on top of any stack. For the next
        repel or exploring, with some cards from the tops held on to and others free, this is necessary:

        - every free card spent is on top of another stack, and that had a space left;
        - a stack whose top is spent has no free card on it, the others have no more than three cards;
        - all cards up to the last one needed have left main, but for those that can still be there (`stays`; where
          the last one is an enemy, or was needed before, one more may be). If the last one needed is not beyond the
          card `window`, three more may lie in reveal: after an exploring the deck waits until reveal is empty again.

        What it leaves is the same question again, with fewer cards held on to and no fewer drawn.
        """
        spent, hand = node >> SPENT_ABOVE, node & HAND_BITS
        if spent & ALL_REPELLED == ALL_REPELLED:
            return True
        events = self._steps.get(spent)
        if events is None:
            events = self._step(spent)
        first, second, third = hand >> 18, hand >> 9 & SET_BITS, hand & SET_BITS
        tops = TOP_KEY[first] << 8 | TOP_KEY[second] << 4 | TOP_KEY[third]
        room = ROOM[HEIGHT[first] << 4 | HEIGHT[second] << 2 | HEIGHT[third]]
        gone = spent + GONE[first] + GONE[second] + GONE[third]
        kept = CARDS[gone & 255] + CARDS[gone >> 8 & 255] + CARDS[gone >> 16]
        stays = self.stays[(spent >> 6 & 3) + (spent >> 14 & 3) + (spent >> 22)]
        places, allies, led = self._places, self.deal.allies, self.led
        for comes, suit, key, after, explores in events:
            ways = WAYS.get(key | tops)
            if ways is None:
                ways = ways_of(key >> 12, tops)
            own = gone >> suit
            for taken, outside, counts in ways:
                space, stacks = room[taken]
                if outside > stacks:
                    continue
                last = drawn
                for kind, copy in counts:
                    place = places[kind][(own >> 2 * (kind & 3) & 3) + copy]
                    if place > last:  # noqa: PLR1730 - no call in here
                        last = place
                if last == NEVER:
                    continue
                if comes > last:
                    last = comes
                    more = stays[last] - allies[last] > -2
                else:
                    more = last == drawn
                if stays[last] - kept - more > space and (last > window or stays[last] - kept - 1 - SPACES > space):
                    continue
                left = after
                if not taken:
                    left |= hand
                else:
                    left |= hand_of(
                        POP[first] if taken & 1 else first,
                        POP[second] if taken & 2 else second,
                        POP[third] if taken & 4 else third,
                    )
                later = window if window >= last else 0
                if explores:
                    later = bisect(stays, space + kept + 1 + SPACES) - 1
                further = led.get(left << 2 * MAIN | later << MAIN | last)
                if further is None:
                    further = self.leads(left, last, later)
                if further:
                    led[node << 2 * MAIN | window << MAIN | drawn] = True
                    return True
        led[node << 2 * MAIN | window << MAIN | drawn] = False
        return False


WAYS: dict[int, tuple[_Split, ...]] = {}
"""By the cards to spend (ranks and suit, as in `Flow._step`) and key of tops (twelve bits): `_splits`; it grows to some
ten thousand entries."""


def ways_of(repel: int, tops: int) -> tuple[_Split, ...]:
    """Return the ways to take the cards of a repel, and keep them."""
    suit = repel & 3
    kinds = tuple([4 * suit + rank for rank in range(3) for _ in range(repel >> 2 * rank + 2 & 3)])
    own = tuple([top if top >> 2 == suit else EMPTY_TOP for top in (tops >> 8, tops >> 4 & 15, tops & 15)])
    found = WAYS[repel << 12 | tops] = _splits(kinds, own)
    return found


@cache
def _splits(kinds: tuple[int, ...], tops: tuple[int, ...]) -> tuple[_Split, ...]:
    """Return the ways to take these cards: some from three tops, each from another, the others from elsewhere."""
    ways: set[_Split] = set()
    choices = [[-1, *[place for place in range(SPACES) if tops[place] == kind]] for kind in kinds]
    for places in product(*choices):
        used = [place for place in places if place >= 0]
        if len(set(used)) == len(used):
            outside = [kind for kind, place in zip(kinds, places, strict=True) if place < 0]
            counts = tuple([(kind, outside.count(kind) - 1) for kind in sorted(set(outside))])
            ways.add((sum([1 << place for place in used]), len(outside), counts))
    return tuple(sorted(ways, reverse=True))
