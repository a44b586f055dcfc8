"""What a player of Deck Defence knows, and deals that agree with it.

A `Knowledge` is built from a View alone, and by choice from what the player remembers: the discards, and by the
remake's rules the cards put back on the deck. Both happened before their eyes. It holds nothing else; the States that
`imagined` makes of it are made up, card by card, by chance.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate, product
from math import comb, factorial

from game.core import Beat, Chance, Up
from game.deck_defence.deals import FULL_DECK
from game.deck_defence.public import (
    ENEMIES_PER_SUIT,
    ENEMY_RANK,
    RANKS_PER_SUIT,
    Action,
    Areas,
    Card,
    Drawn,
    Explored,
    Looked,
    Notice,
    PutBack,
    Repelled,
    Suit,
    View,
)
from game.deck_defence.rules import State

Pile = tuple[Card, ...]
"""Discards as they are remembered, from the bottom to the top."""

_Counts = tuple[int, int, int]
"""How many cards of rank 1, 2 and 3."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player who forgets nothing remembers of what went by.

    `pile` are the discards from the bottom to the top, `ahead` the cards that were looked at and put back and not drawn
    since, from the top of the deck (section 6). `before` is the memory before the last action.
    """

    pile: Pile = ()
    ahead: Pile = ()
    before: Memory | None = field(default=None, compare=False, repr=False)

    def after(self, notices: Iterable[Notice]) -> Memory:
        """Return the memory after one more action."""
        pile, ahead = self.pile, self.ahead
        for notice in notices:
            match notice:
                case Explored(card, _):
                    pile = (*pile, card)
                case Repelled(_, _, cards, _):
                    pile = (*pile, *cards)
                case Looked(cards) | PutBack(cards):
                    ahead = cards  # never fewer than were known: as many as one may look at
                case Drawn(_, _):
                    ahead = ahead[1:]
                case _:
                    pass
        return Memory(pile, ahead, self)


def remember(memory: Memory | None, beat: Beat[View, Notice]) -> Memory:
    """Return what is remembered after one more beat; what is taken back is as if it had not been.

    So a card that was drawn and taken back is not remembered, though it was seen: hints do not live on take-backs.
    """
    if not beat.undone:
        return (memory or Memory()).after(beat.notices)
    assert memory is not None
    assert memory.before is not None  # the deal is never taken back
    return memory.before


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What lies open, how many cards the deck has, and the discards: None where one is not known.

    `budget` and `doomed` are as in the View, where discards are unknown: what it tells there must be agreed with.
    `ahead` are the uppermost cards of the deck as far as they are known; `looked` of them must be put back (section 6).
    """

    areas: Areas
    deck: int
    pile: tuple[Card | None, ...]
    legal: tuple[Action, ...]
    budget: tuple[int, int, int] | None
    doomed: Suit | None
    remake: bool
    ahead: Pile = ()
    looked: int = 0

    @classmethod
    def of(cls, view: View, memory: Memory | Pile | None = None) -> Knowledge:
        """Return what `view` tells, and what is remembered if it is given: a bare pile are the discards alone.

        Raises `ValueError` where what is remembered is not what lies there.
        """
        if memory is not None and not isinstance(memory, Memory):
            memory = Memory(memory)
        seen = tuple(card.card if isinstance(card, Up) else None for card in view.discard)
        looked = tuple([card.card for card in view.looked])
        ahead = looked if looked or memory is None else memory.ahead
        if len(ahead) > view.deck:
            raise ValueError("these cards do not lie on the deck of this view")
        known = cls(view.areas, view.deck, seen, view.legal, view.budget, view.doomed, view.remake, ahead, len(looked))
        if memory is not None:
            pile = memory.pile
            if len(pile) != len(seen) or any(card not in (None, kept) for card, kept in zip(seen, pile, strict=True)):
                raise ValueError("these are not the discards of this view")
            return replace(known, pile=pile, budget=None, doomed=None)
        return known if None in seen else replace(known, budget=None, doomed=None)

    def unseen(self) -> tuple[Card, ...]:
        """Return the cards that are in the deck, known to lie there or not, or among the unknown discards."""
        rest = list(FULL_DECK)
        areas = self.areas
        for row in (areas.main, areas.occupied, areas.reveal, *areas.hand, areas.repelled, self.pile):
            for card in row:
                if card is not None:
                    rest.remove(card)
        return tuple(rest)

    def _unknown(self) -> list[Card]:
        """Return the cards of which it is not known where they lie."""
        rest = list(self.unseen())
        for card in self.ahead:
            rest.remove(card)
        return rest

    def orders(self) -> int:
        """Return how many different decks agree with this, as far as the discards are known (else at least 2)."""
        if None in self.pile:
            return 2
        rest = self._unknown()
        count = factorial(len(rest))
        for card in set(rest):
            count //= factorial(rest.count(card))
        return count

    def imagined(self, chance: Chance) -> tuple[State, Chance]:
        """Return a State that agrees with this, every one as likely as it is to the player, and the chance after it."""
        rest = self._unknown()
        pile = list(self.pile)
        holes = [index for index, card in enumerate(pile) if card is None]
        if holes:
            hidden, chance = self._hidden(rest, len(holes), chance)
            for card in hidden:
                rest.remove(card)
            mixed, chance = chance.shuffled(hidden)
            for index, card in zip(holes, mixed, strict=True):
                pile[index] = card
        deck, chance = chance.shuffled(rest)
        discard = tuple([card for card in pile if card is not None])
        state = State(
            self.areas,
            (*self.ahead, *deck),
            discard,
            open_discards=False,
            show_budget=False,
            legal=self.legal,
            remake=self.remake,
            looked=self.looked,
        )
        return state, chance

    def _hidden(self, rest: list[Card], count: int, chance: Chance) -> tuple[list[Card], Chance]:
        """Return cards that may be the unknown discards; each choice weighs as many as there are such decks."""
        ways = [_ways(self._choices(suit, rest), count) for suit in Suit]
        # From the last suit on: in how many ways the suits from here can make up a number of cards.
        after = [[1] + [0] * count]
        for of_suit in reversed(ways):
            later = after[0]
            total = [sum([w * later[n - size] for size, _, w in of_suit if size <= n]) for n in range(count + 1)]
            after.insert(0, total)
        hidden: list[Card] = []
        left = count
        for suit, of_suit, later in zip(Suit, ways, after[1:], strict=True):
            fitting = [(counts, w * later[left - size]) for size, counts, w in of_suit if size <= left]
            sums = list(accumulate([w for _, w in fitting]))
            pick, chance = chance.below(sums[-1])
            counts = fitting[bisect(sums, pick)][0]
            for rank, number in enumerate(counts, start=1):
                hidden += [Card(suit, rank)] * number
            left -= sum(counts)
        return hidden, chance

    def _choices(self, suit: Suit, rest: list[Card]) -> list[tuple[_Counts, int]]:
        """Return what may lie hidden of a suit, each with the number of ways to choose it."""
        known = [len([card for card in self.pile if card == Card(suit, rank)]) for rank in (1, 2, 3)]
        free = [rest.count(Card(suit, rank)) for rank in (1, 2, 3)]
        repelled = len([card for card in self.areas.repelled if card.suit is suit])
        found: list[tuple[_Counts, int]] = []
        for one, two, three in product(*[range(number + 1) for number in free]):
            all_spent = (known[0] + one, known[1] + two, known[2] + three)
            if could_repel(all_spent, repelled) and self._agrees(suit, all_spent, repelled):
                weight = comb(free[0], one) * comb(free[1], two) * comb(free[2], three)
                found.append(((one, two, three), weight))
        return found

    def _agrees(self, suit: Suit, spent: _Counts, repelled: int) -> bool:
        """Whether these discards of a suit agree with what the View tells about its ranks (5.4)."""
        ranks = spent[0] + 2 * spent[1] + 3 * spent[2]
        left = RANKS_PER_SUIT - ranks - (ENEMY_RANK + 1) * (ENEMIES_PER_SUIT - repelled)
        place = list(Suit).index(suit)
        if self.budget is not None and self.budget[place] != left:
            return False
        if self.doomed is None or place < list(Suit).index(self.doomed):
            return left >= 0
        return left < 0 or suit is not self.doomed


def _ways(choices: list[tuple[_Counts, int]], most: int) -> list[tuple[int, _Counts, int]]:
    return [(sum(counts), counts, weight) for counts, weight in choices if sum(counts) <= most]


@cache
def could_repel(spent: _Counts, enemies: int) -> bool:
    """Whether discards of one suit can have repelled so many enemies, the rest being explored with (4.2)."""
    if not enemies:
        return True
    for taken in product(*[range(number + 1) for number in spent]):
        if sum(taken) <= 3 and taken[0] + 2 * taken[1] + 3 * taken[2] > ENEMY_RANK:
            one, two, three = (have - used for have, used in zip(spent, taken, strict=True))
            if could_repel((one, two, three), enemies - 1):
                return True
    return False
