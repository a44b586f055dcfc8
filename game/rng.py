"""The project's own generator and shuffle: a number gives the same cards on every machine, for ever.

The standard library promises that only for `random.random()`. This is SplitMix64 (Steele, Lea, Flood 2014) with a
Fisher-Yates shuffle and draws without bias; a golden file holds its results. No other chance exists in the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@dataclass(frozen=True, slots=True)
class Random:
    """A generator as a value: its 64-bit `word` is its whole state. Implements `core.Chance`."""

    word: int

    @classmethod
    def seeded(cls, *parts: int | str) -> Random:
        """Return the generator that belongs to these numbers and texts, in this order."""
        word = 0
        for part in parts:
            if isinstance(part, str):
                for byte in part.encode("utf-8"):
                    word = _mix((word ^ byte) + _GAMMA & _MASK)
            else:
                word = _mix((word ^ (part & _MASK)) + _GAMMA & _MASK)
            word = _mix(word + _GAMMA & _MASK)
        return cls(word)

    def next_word(self) -> tuple[int, Random]:
        """Return 64 random bits and the generator after them."""
        word = (self.word + _GAMMA) & _MASK
        return _mix(word), Random(word)

    def below(self, bound: int) -> tuple[int, Random]:
        """Return a number from 0 to `bound` - 1, every one equally likely; `bound` lies in 1 to 2**64."""
        if not 1 <= bound <= 1 << 64:
            raise ValueError(f"bound {bound} is not in 1 to 2**64")
        limit = (1 << 64) - (1 << 64) % bound
        source = self
        while True:
            word, source = source.next_word()
            if word < limit:
                return word % bound, source

    def shuffled(self, items: Sequence[Item]) -> tuple[tuple[Item, ...], Random]:
        """Return `items` in one of their orders, every one equally likely (as far as 64 bits reach)."""
        cards = list(items)
        source = self
        for last in range(len(cards) - 1, 0, -1):
            pick, source = source.below(last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        return tuple(cards), source


class ChanceMismatch(Exception):  # noqa: N818 - named from what it found
    """The rules asked a `Script` for other chance than it holds."""


@dataclass(frozen=True, slots=True)
class Script:
    """Chance that is written down: each draw takes the next of `draws`. Implements `core.Chance`.

    A shuffle takes a tuple (the cards in their new order), `below` takes an int. It serves typed deals and transcripts;
    asking for more, or for another kind of draw, raises `ChanceMismatch`.
    """

    draws: tuple[int | tuple[object, ...], ...]

    def below(self, bound: int) -> tuple[int, Script]:
        """Return the next written number, which must be below `bound`."""
        match self.draws:
            case (int(number), *rest) if 0 <= number < bound:
                return number, Script(tuple(rest))
        raise ChanceMismatch(f"a number below {bound} was asked for, next is {self.draws[:1]}")

    def shuffled(self, items: Sequence[Item]) -> tuple[tuple[Item, ...], Script]:
        """Return the next written order, which must be one of `items`."""
        match self.draws:
            case (tuple(written), *rest):
                pool = list(items)
                order: list[Item] = []
                for wanted in written:
                    if wanted not in pool:
                        break
                    order.append(pool.pop(pool.index(wanted)))
                if not pool and len(order) == len(written):
                    return tuple(order), Script(tuple(rest))
        raise ChanceMismatch(f"an order of {len(items)} cards was asked for, next is {self.draws[:1]}")
