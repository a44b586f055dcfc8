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
from itertools import combinations, pairwise

from game.deck_defence.public import (
    ENEMIES,
    SPACES,
    Action,
    Areas,
    Card,
    Explore,
    HoldOff,
    Muster,
    Repel,
    MAIN_SPACES,
    OCCUPIED_SPACES,
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
    ENEMY_MASK,
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
TABLE = 1_000_000
HIGHEST = 9
SLICE = 256
