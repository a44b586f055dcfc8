"""How the rest of a game of 涼宮ハルヒの贈殖 may go: many sampled futures, asked all at once.

A set of futures is a number with one bit for each of them, so that "in which futures is this seat ahead of that one"
is one look-up, and "and", "or", "not" are those of numbers. Futures follow from what all players know; the same ones
serve every seat, so that two plans are compared by the same luck.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import sub

from game.bots.haruhi_study import WEIGHT, Study
from game.rng import Random

_STAYS_HIDDEN = 0.95
"""How likely a seat is not exposed by one event that accuses."""


class Ladder:
    """A number for each future, sorted: asked in which futures it is above a bound."""

    def __init__(self, numbers: Sequence[int]) -> None:
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        self._numbers = [numbers[future] for future in order]
        self._futures = [0]
        for future in reversed(order):
            self._futures.append(self._futures[-1] | 1 << future)
        self._futures.reverse()

    def over(self, bound: int) -> int:
        """Return the futures in which the number is greater than `bound`."""
        return self._futures[bisect_right(self._numbers, bound)]


@lru_cache(maxsize=16)
def _luck(
    seats: int, events: int, count: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[float, ...], ...], tuple[tuple[float, ...], ...]]:
    """Return chance fixed for ever: who gets each event in each future, and by seat how much it lays and is suspected.

    Every seat gets each event about equally often.
    """
    random = Random.seeded("haruhi futures", seats)
    shares = []
    for _ in range(events):
        share, random = random.shuffled([future % seats for future in range(count)])
        shares.append(share)
    spread = [(future + 0.5) / count for future in range(count)]
    lavish, suspected = [], []
    for _ in range(seats):
        row, random = random.shuffled(spread)
        lavish.append(row)
        row, random = random.shuffled(spread)
        suspected.append(row)
    return tuple(shares), tuple(lavish), tuple(suspected)


class Futures:
    """So many ways in which the events `left` may still be shared out; all gains are counted from now on."""

    def __init__(self, study: Study, seats: int, left: tuple[int, ...], count: int) -> None:
        self.every = (1 << count) - 1
        self.count = count
        self._left = left
        self._study = study
        shares, self._lavish, self._suspected = _luck(seats, len(study.strengths), count)
        self._shares = {number: _turned(shares[number - 1], number * len(left)) for number in left}
        self._gains = self._summed(seats, study.strengths)
        self._ladders: dict[tuple[object, ...], Ladder] = {}
        self._exposed: dict[int, int] = {}
        self._tags: dict[int, list[list[int]]] = {}

    def _summed(self, seats: int, worth: Sequence[int]) -> list[list[int]]:
        """Return by seat and future the sum of what its events are worth."""
        sums = [[0] * self.count for _ in range(seats)]
        for number, share in self._shares.items():
            if value := worth[number - 1]:
                for future, seat in enumerate(share):
                    sums[seat][future] += value
        return sums

    def _borne(self, tag: int) -> list[list[int]]:
        if tag not in self._tags:
            self._tags[tag] = self._summed(len(self._gains), self._study.borne[tag])
        return self._tags[tag]

    def lead(self, seat: int, other: int, bound: int) -> int:
        """Return the futures in which `seat` gains more than `bound` strength more than `other`."""
        ladder = self._ladder(("lead", seat, other), lambda: map(sub, self._gains[seat], self._gains[other]))
        return ladder.over(bound)

    def tag_lead(self, tag: int, seat: int, other: int, bound: int) -> int:
        """Return the futures in which `seat` gains over `bound` more events with a tag than `other` does."""
        ladder = self._ladder((tag, seat, other), lambda: map(sub, self._borne(tag)[seat], self._borne(tag)[other]))
        return ladder.over(bound)

    def tagged(self, tag: int, seat: int, bound: int) -> int:
        """Return the futures in which a seat gains more than `bound` events with a tag."""
        return self._ladder(("tag", tag, seat), lambda: self._borne(tag)[seat]).over(bound)

    def points(self, seat: int, bound: int) -> int:
        """Return the futures in which a seat gains more than `bound` points."""
        return self._ladder(("points", seat), lambda: [gain // WEIGHT for gain in self._gains[seat]]).over(bound)

    def events(self, seat: int, bound: int) -> int:
        """Return the futures in which a seat gains more than `bound` events."""
        return self._ladder(("events", seat), lambda: [gain % WEIGHT for gain in self._gains[seat]]).over(bound)

    def lays(self, seat: int, draws: int, bound: int) -> int:
        """Return the futures in which a seat that draws so many more times lays more than `bound` cards."""
        laid = self._ladder(
            ("lays", seat, draws), lambda: [int(draws * (0.35 + 0.85 * lavish)) for lavish in self._lavish[seat]]
        )
        return laid.over(bound)

    def exposed(self, seat: int) -> int:
        """Return the futures in which a seat is exposed yet."""
        found = self._exposed.get(seat)
        if found is None:
            risk = 1.0 - _STAYS_HIDDEN ** sum([self._study.accuses[number - 1] for number in self._left])
            found = sum([1 << future for future, luck in enumerate(self._suspected[seat]) if luck < risk])
            self._exposed[seat] = found
        return found

    def _ladder(self, key: tuple[object, ...], numbers: Callable[[], Iterable[int]]) -> Ladder:
        ladder = self._ladders.get(key)
        if ladder is None:
            ladder = self._ladders[key] = Ladder(list(numbers()))
        return ladder


def _turned(share: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return a row of futures begun at another place: what fell together in one round does not in the next."""
    place = by * 7 % len(share)
    return share[place:] + share[:place]


@lru_cache(maxsize=64)
def futures(study: Study, seats: int, left: tuple[int, ...], count: int) -> Futures:
    """Return the futures of a table at which the events of these numbers are still to come."""
    return Futures(study, seats, left, count)
