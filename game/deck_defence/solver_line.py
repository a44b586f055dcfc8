"""From the positions of a search to the actions of a player, with the spaces as they are on the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

from game.deck_defence.public import (
    LOOK,
    MAIN_SPACES,
    OCCUPIED_SPACES,
    SPACES,
    Action,
    Explore,
    HoldOff,
    Muster,
    Reorder,
    Repel,
)
from game.deck_defence.rules import State
from game.deck_defence.solver_tables import (
    ALL_REPELLED,
    ENEMY,
    HAND,
    HAND_BITS,
    KIND_OF,
    OCCUPIED,
    POP,
    PUSH,
    REPELLERS,
    REVEAL,
    SET_BITS,
    SETS,
    SPENT,
    STACK_OF,
    TOP,
    hand_of,
)


def line_of(position: State, path: list[int]) -> tuple[Action, ...]:
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
    rest = list(SETS[before >> place & SET_BITS])
    for kind in SETS[after >> place & SET_BITS]:
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
            if not (before >> SPENT ^ after >> SPENT) & ALL_REPELLED and before >> SPENT != after >> SPENT:
                break  # the next exploring
            for kind in _gone(before, after, REVEAL):
                place = next(place for place in places if self.deck[place] == kind)
                places.remove(place)
                order.append(place)
        order += places
        self.deck[:looked] = [self.deck[place] for place in order]
        return Reorder(tuple(order))

    def follow(self, before: int, after: int) -> Action:
        """Carry out the action between two positions, and return it."""
        hand = after >> HAND & HAND_BITS
        enemies = _gone(before, after, OCCUPIED)
        if before >> SPENT == after >> SPENT:
            held = _gone(after, before, OCCUPIED)
            if held:
                source = self.main.index(held[0])
                space = self.occupied.index(-1)
                self.occupied[space] = held[0]
                return HoldOff(source, space, self._refill(source, before, after))
            return self._muster(hand, before, after)
        if (before >> SPENT ^ after >> SPENT) & ALL_REPELLED:
            repelled = self._suit_repelled(before, after) * 4 + ENEMY
            chosen = next(
                spaces for spaces in REPELLERS if self._popped(spaces) == hand and self._tops(spaces, repelled >> 2)
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
            and hand_of(PUSH[self.hand[index]][self.main[source]], self.hand[index - 1], self.hand[index - 2]) == hand
        )
        self.hand[index] = PUSH[self.hand[index]][self.main[source]]
        return Muster(source, index, self._refill(source, before, after))

    @staticmethod
    def _suit_repelled(before: int, after: int) -> int:
        more = (after >> SPENT & ALL_REPELLED) - (before >> SPENT & ALL_REPELLED)
        return (more.bit_length() - 7) // 8

    def _popped(self, chosen: tuple[int, ...]) -> int:
        stacks = [POP[stack] if index in chosen else stack for index, stack in enumerate(self.hand)]
        return hand_of(*stacks)

    def _tops(self, chosen: tuple[int, ...], suit: int) -> bool:
        return all(self.hand[index] and TOP[self.hand[index]] >> 2 == suit for index in chosen)

    def _refill(self, source: int, before: int, after: int) -> int | None:
        """Fill the emptied main space as the position after it has it, and return the reveal space it came from."""
        taken = [] if self._remake else _gone(before, after, REVEAL)
        if taken:
            space = self.reveal.index(taken[0])
            self.main[source], self.reveal[space] = taken[0], -1
            return space
        self.main[source] = self.deck.pop(0) if self.deck else -1
        return None
