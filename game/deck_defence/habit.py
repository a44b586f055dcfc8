"""A fair player of few thoughts: it moves by habit, by what lies open alone, and plays a game in milliseconds.

Its habits are the costs of `promise`, blind to what will be drawn. It ranks the moves for the advisor before anything
is searched, and labels the deals: what it does with a deal and a chance must never change.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

from game.core import Chance
from game.deck_defence.fan import Order, Search
from game.deck_defence.promise import Habits
from game.deck_defence.public import SPACES
from game.deck_defence.solver_tables import ALL_REPELLED, MAIN, PLUS, REVEAL, SET_BITS, SET_OF, SIZE, SPENT, pack

UNIT = 0.25
"""A level of a `Search` in units of a natural logarithm."""
_LEVELS = 24
"""A move that costs more levels than this is never made by habit."""


def _likelihoods() -> tuple[int, ...]:
    """Return by level how likely a move is: three fifths of the level before, in whole numbers."""
    found = [1 << 20]
    while len(found) < _LEVELS:
        found.append(found[-1] * 3 // 5)
    return tuple(found)


_LIKELY = _likelihoods()
_Choice = tuple[list[int], list[int]]
"""The moves that may be made, and how likely each and those before it are together."""
_MEMO = 20_000
"""Positions whose moves are kept, after which it starts afresh."""


class Habit:
    """Ranks moves, and plays. One object for one thread at a time.

    By the remake's rules it keeps the cards looked at in mind and decides one by one which is to be drawn. Nothing is
    learnt before they are drawn, so that a player who puts them back in that order at once plays the same game (`fan`).
    """

    def __init__(self, habits: Habits, *, remake: bool = False) -> None:
        self._blind = Order((), habits, remake=remake)
        self._choices: dict[int, _Choice] = {}

    def moves(self, node: int) -> list[tuple[int, int]]:
        """Return the moves worth a thought, least costly first: the level and the position before anything is drawn.

        `node` is a position with no cards drawn. A move that wins is the only one; none is left in a lost position.
        """
        self._blind.scenes.clear()
        search = Search(self._blind, node, 0)
        if search.answer is False:
            return []
        search.run(1)
        if search.answer:
            return [(0, search.last)]
        low, levels = search.low, search.levels
        return [(level - low, child) for level in range(low, len(levels)) for child in levels[level]]

    def play(self, deck: Sequence[int], chance: Chance) -> tuple[int, Chance]:
        """Play a deal (36 kinds in draw order) and return the score, -1 for a loss, and the chance after it."""
        return self.finish(SET_OF[tuple(sorted(deck[:SPACES]))] << MAIN, deck[SPACES:], chance)

    def finish(self, node: int, deck: Sequence[int], chance: Chance) -> tuple[int, Chance]:
        """Play on from a position with no cards drawn, with this deck; return as `play` does."""
        drawn = 0
        while node >> SPENT & ALL_REPELLED != ALL_REPELLED:
            sums, children = self._choices.get(node) or self._choice(node)
            if not children:
                return -1, chance
            pick, chance = chance.below(sums[-1])
            node, drawn = _filled(node, children[bisect(sums, pick)], deck, drawn)
        return pack(node >> SPENT), chance

    def _choice(self, node: int) -> _Choice:
        """Return the moves that may be made, and keep them: the games of one deal begin alike."""
        moves = [(_LIKELY[level], child) for level, child in self.moves(node) if level < _LEVELS]
        if len(self._choices) >= _MEMO:
            self._choices.clear()
        found = list(accumulate([weight for weight, _ in moves])), [child for _, child in moves]
        self._choices[node] = found
        return found


def _filled(before: int, after: int, deck: Sequence[int], drawn: int) -> tuple[int, int]:
    """Draw what a move lets be drawn: into reveal if it explored, into main if a space is empty."""
    main, reveal = after >> MAIN & SET_BITS, after >> REVEAL & SET_BITS
    spent = after >> SPENT ^ before >> SPENT
    if spent and not spent & ALL_REPELLED:
        while SIZE[reveal] < SPACES and drawn < len(deck):
            reveal = PLUS[reveal][deck[drawn]]
            drawn += 1
    elif SIZE[main] < SPACES and not reveal and drawn < len(deck):
        main = PLUS[main][deck[drawn]]
        drawn += 1
    return after & ~(SET_BITS << MAIN | SET_BITS << REVEAL) | main << MAIN | reveal << REVEAL, drawn
