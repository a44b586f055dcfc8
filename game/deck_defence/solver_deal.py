"""A position to be solved, with what follows from the order of its deck alone: the table without the hand."""

from __future__ import annotations

from bisect import bisect

from game.deck_defence.public import SPACES
from game.deck_defence.rules import State
from game.deck_defence.solver_costs import FULL, JAM
from game.deck_defence.solver_tables import (
    ALLY_MASK,
    CARDS,
    DRAWN_BITS,
    ENEMY,
    ENEMY_COUNTS,
    HAND,
    KIND_OF,
    MAIN,
    OCCUPIED,
    PARTS,
    PLUS,
    REVEAL,
    SET_BITS,
    SETS,
    SIZE,
    SPEND,
    SPENT,
    STACK_OF,
    hand_of,
    set_of,
)

NEVER = 99
HOLDING = 12
EXPLORING = 13

Costs = tuple[tuple[int, ...], ...]
Scene = tuple[int, int, int, Costs, Costs]
"""What a table without its hand has to do with costs: the enemies in play (two bits a suit), the masks of the allies in
main and of those that come next, the costs of jams and those of full hands."""
Move = tuple[int, tuple[int, ...]]
"""The kind that leaves main or is repelled, or else `HOLDING` or `EXPLORING`; and what the table can be after it, once
for each choice of the refill."""
Table = tuple[int, tuple[Move, ...], tuple[Move, ...], tuple[Move, ...], tuple[Move, ...]]
"""The need of the suits not done with; the moves that spend nothing and those that spend; and the same where nothing
will be explored any more."""

ENEMIES_IN = tuple(len([kind for kind in kinds if kind & 3 == ENEMY]) for kinds in SETS)
IN_PLAY_NEED = tuple(sum(min(counts >> 2 * suit & 3, 2) << 2 * suit for suit in range(3)) for counts in range(64))


class Deal:
    """A position and the deck below it. Tables are worked out when first met, and kept."""

    def __init__(self, state: State) -> None:
        areas = state.areas
        self.remake = state.remake
        self.deck = [KIND_OF[card] for card in state.deck[state.looked :]]
        looked = state.deck[: state.looked]
        spent = sum([SPEND[KIND_OF[card]] for card in (*state.discard, *areas.repelled)])
        first, second, third = (STACK_OF[tuple([KIND_OF[card] for card in stack])] for stack in areas.hand)
        rows = [set_of(row) for row in (areas.main, (*areas.reveal, *looked), areas.occupied)]
        self.root = (
            spent << SPENT
            | hand_of(first, second, third) << HAND
            | rows[2] << OCCUPIED
            | rows[1] << REVEAL
            | rows[0] << MAIN
        )
        on_table = [
            card for row in (areas.main, areas.reveal, areas.occupied, looked, *areas.hand) for card in row if card
        ]
        code = spent + sum([SPEND[KIND_OF[card]] for card in on_table])
        self.drawn = [code]
        """By the number of cards drawn from here on: all cards that have been drawn, counted as if they were spent."""
        for kind in self.deck:
            code += SPEND[kind]
            self.drawn.append(code)
        if code != 0xFFFFFF:
            raise ValueError("these are not the 36 cards")
        self._end = len(self.deck)
        self.scenes: dict[int, Scene] = {}
        self.tables: dict[int, Table] = {}
        self.enemies = [(code >> 6 & 3) + (code >> 14 & 3) + (code >> 22) for code in self.drawn]
        self.allies = [CARDS[code & 255] + CARDS[code >> 8 & 255] + CARDS[code >> 16] for code in self.drawn]
        self.coming = [self._next(drawn) for drawn in range(len(self.deck) + 1)]
        self._room: dict[int, list[int]] = {}

    def _next(self, drawn: int) -> tuple[int, Costs]:
        """Return the mask of the allies among the next four cards, and the costs of full hands before them."""
        allies = enemies = 0
        for kind in self.deck[drawn : drawn + 4]:
            if kind & 3 == ENEMY:
                enemies += 1
            else:
                allies |= 1 << kind
        return allies, FULL[enemies if enemies < 2 else 2]  # noqa: FURB136 - no call in here

    def scene(self, bits: int) -> Scene:
        """Return what the cost of a position takes from everything but its hand."""
        occupied, reveal, main = bits >> OCCUPIED, bits >> REVEAL & SET_BITS, bits >> MAIN & SET_BITS
        coming, full = self.coming[bits & DRAWN_BITS]
        found = self.scenes[bits] = (
            ENEMY_COUNTS[main] + ENEMY_COUNTS[occupied],
            ALLY_MASK[main],
            coming | ALLY_MASK[reveal],
            JAM[SIZE[reveal]][SIZE[occupied]][ENEMIES_IN[main]],
            full,
        )
        return found

    def table(self, bits: int) -> Table:
        """Return what can be done at a table, whatever is in the hand."""
        occupied, reveal = bits >> OCCUPIED, bits >> REVEAL & SET_BITS
        main, drawn = bits >> MAIN & SET_BITS, bits & DRAWN_BITS
        full, kept = SIZE[occupied] == SPACES, occupied << OCCUPIED
        moves: list[Move] = []
        losses: list[Move] = []
        held: Move | None = None
        for kind, rest in PARTS[main]:
            if reveal:
                plus, after = PLUS[rest], kept | drawn
                refilled = tuple([after | plus[card] << MAIN | left << REVEAL for card, left in PARTS[reveal]])
            elif drawn < self._end:
                refilled = (kept | PLUS[rest][self.deck[drawn]] << MAIN | drawn + 1,)
            else:
                refilled = (kept | rest << MAIN | drawn,)
            if kind & 3 != ENEMY:
                moves.append((kind, refilled))
            elif not full:
                more = PLUS[occupied][kind] - occupied << OCCUPIED
                moves.append((HOLDING, tuple([after + more for after in refilled])))
                held = held or moves[-1]
            elif kind not in SETS[occupied]:
                # With its like in occupied, repelling that one and holding this one off comes to the same. It is never
                # the ninth: three more lie in occupied.
                losses.append((kind, refilled))
        for kind, rest in PARTS[occupied]:
            losses.append((kind, (bits - (occupied - rest << OCCUPIED),)))
        quiet, spending = tuple(moves), tuple(losses)
        if self.remake or SIZE[reveal] < SPACES:
            filled, taken = reveal, drawn
            while SIZE[filled] < SPACES and taken < self._end:
                filled = PLUS[filled][self.deck[taken]]
                taken += 1
            losses.append((EXPLORING, (kept | filled << REVEAL | main << MAIN | taken,)))
        need = IN_PLAY_NEED[ENEMY_COUNTS[main] + ENEMY_COUNTS[occupied]]
        found = self.tables[bits] = (
            (need, quiet, tuple(losses), (held,), ()) if held else (need, quiet, tuple(losses), quiet, spending)
        )
        return found

    def drawable(self, spent: int, *, explored: bool) -> int:
        """Return how many cards can have been drawn when this was spent.

        Without waste since the root nothing was explored, so main has at most two cards when one is drawn, the hand
        nine and occupied three enemies. With waste, a card may be drawn into reveal: then main has up to three, reveal
        two, and the hand eight.
        """
        repelled = (spent >> 6 & 3) + (spent >> 14 & 3) + (spent >> 22)
        room = self._room.get(repelled << 1 | explored)
        if room is None:
            room = self._room[repelled << 1 | explored] = self._crowd(repelled, 8 if explored else 5)
        discarded = CARDS[spent & 255] + CARDS[spent >> 8 & 255] + CARDS[spent >> 16 & 255]
        return bisect(room, discarded + (16 if explored else 14))

    def _crowd(self, repelled: int, most: int) -> list[int]:
        """Return, by cards drawn, how many lie on the table if only enemies are gone, three always in occupied."""
        crowd = []
        for code in self.drawn[:-1]:
            allies = CARDS[code & 255] + CARDS[code >> 8 & 255] + CARDS[code >> 16]
            enemies = (code >> 6 & 3) + (code >> 14 & 3) + (code >> 22) - repelled
            crowd.append(NEVER if enemies > most else allies + max(enemies, 3))
        return crowd
