"""Who is who in 涼宮ハルヒの贈殖, as one seat may believe: what is certain, and what others' deeds make likely.

Each deed is compared with what the same seat could have brought about instead: who acts as if an event served him is
more likely somebody whom it serves. Such a hint depends on who the actor is and on where Haruhi sits, so hints are kept
by seat, person and Haruhi's seat. All deeds are open, so every seat that watches reckons with the same hints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

from game.bots.haruhi_sight import HARUHI, Sight, Stakes
from game.haruhi.card_set import PERSONS, Person

Hints = tuple[tuple[tuple[float, ...], ...], ...]
"""By seat, person and Haruhi's seat: the logarithm of how well it fits that the seat did all it did."""
Hint = tuple[tuple[float, ...], ...]
"""The same of one seat and of one deed."""

_FURTHEST = 5.0
"""No pile of hints weighs more than this: people change their plans."""
_PASS_TELLS = 0.3
"""Who passes may lack the cards, or save them: his pass tells so much of what it would tell otherwise."""


def no_hints(seats: int) -> Hints:
    """Return what deeds tell before there are any."""
    return (((0.0,) * seats,) * len(PERSONS),) * seats


@lru_cache(maxsize=16)  # all seats see the same deeds
def added(hints: Hints, seat: int, hint: Hint) -> Hints:
    """Return the hints after another deed of a seat."""
    return (*hints[:seat], both(hints[seat], hint), *hints[seat + 1 :])


def both(hint: Hint, other: Hint) -> Hint:
    """Return what two hints of one seat tell together."""
    return tuple(
        [
            tuple([max(-_FURTHEST, min(_FURTHEST, old + new)) for old, new in zip(row, more, strict=True)])
            for row, more in zip(hint, other, strict=True)
        ]
    )


@dataclass(frozen=True, slots=True)
class _Appeal:
    """How an auction appeals to one seat as one person: each outcome, and the mean of all it could bring about.

    All are logarithms of weights; `mean` is over all players as takers, `mean_or_nobody` over these and nobody.
    """

    outcomes: tuple[float, ...]
    mean: float
    mean_or_nobody: float


@lru_cache(maxsize=128)
def _appeals(at_stake: Stakes, seat: int, keenness: float) -> tuple[tuple[_Appeal | None, ...], ...]:
    """Return how an auction appeals to a seat, by person and Haruhi's seat; None where both cannot be."""
    seats = range(at_stake.nobody)

    def appeal(person: int, haruhi: int) -> _Appeal | None:
        if (person == HARUHI) != (haruhi == seat):
            return None
        outcomes = [keenness * chance for chance in at_stake.chances(person, seat, haruhi)]
        weights = [exp(one) for one in outcomes]
        everybody = sum(weights[:-1])
        return _Appeal(tuple(outcomes), log(everybody / len(seats)), log((everybody + weights[-1]) / (len(seats) + 1)))

    return tuple([tuple([appeal(person, haruhi) for haruhi in seats]) for person in range(len(PERSONS))])


@lru_cache(maxsize=256)
def bid_tells(at_stake: Stakes, seat: int, before: int, after: int, *, passed: bool, keenness: float) -> Hint:
    """Return what it tells that `seat` let outcome `after` follow on `before`; both may be the same.

    `keenness` says how strictly players are thought to follow their chances.
    """
    open_still = before == at_stake.nobody
    part = _PASS_TELLS if passed else 1.0
    return tuple(
        [
            tuple(
                [
                    0.0
                    if appeal is None
                    else part * (appeal.outcomes[after] - (appeal.mean_or_nobody if open_still else appeal.mean))
                    for appeal in row
                ]
            )
            for row in _appeals(at_stake, seat, keenness)
        ]
    )


def change_tells(before: Sight, after: Sight, seat: int, keenness: float) -> Hint:
    """Return what it tells that `seat` has moved events so that it stands otherwise now."""
    seats = range(len(before.stands.hands))

    def told(person: int, haruhi: int) -> float:
        if (person == HARUHI) != (haruhi == seat):
            return 0.0
        gain = after.chance(person, seat, haruhi) - before.chance(person, seat, haruhi)
        return -log(1 + exp(-keenness * gain))

    return tuple([tuple([told(person, haruhi) for haruhi in seats]) for person in range(len(PERSONS))])


def accusing_tells(seats: int, person: Person) -> Hint:
    """Return what it tells that somebody accuses another of being `person`: he hardly is that person himself."""
    return tuple([(-2.0 if one is person else 0.0,) * seats for one in PERSONS])


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How likely everything is to one seat: by seat, person and Haruhi's seat, all three at once."""

    joint: tuple[tuple[tuple[float, ...], ...], ...]

    def who(self, seat: int, person: int) -> float:
        """Return how likely a seat is a person."""
        return sum(self.joint[seat][person])

    def haruhi(self, seat: int) -> float:
        """Return how likely Haruhi sits at a seat."""
        return self.joint[seat][HARUHI][seat]

    def places(self, seat: int, person: int) -> list[tuple[int, float]]:
        """Return where Haruhi may sit, and how likely, if `seat` is this person; nothing where it cannot be."""
        row = self.joint[seat][person]
        whole = sum(row)
        return [(haruhi, part / whole) for haruhi, part in enumerate(row) if part > 0.0]

    def best(self, seat: int) -> tuple[int, float]:
        """Return who a seat most likely is, and how likely."""
        person = max(range(len(PERSONS)), key=lambda one: self.who(seat, one))
        return person, self.who(seat, person)


@lru_cache(maxsize=32)
def believe(candidates: tuple[frozenset[Person], ...], hints: Hints) -> Belief:
    """Return how likely everything is by what is certain and by these hints."""
    seats = len(candidates)
    joint = [[[0.0] * seats for _ in PERSONS] for _ in candidates]
    # Who is certain goes first: then no way to seat the others is begun in vain.
    order = sorted(range(seats), key=lambda seat: len(candidates[seat]))
    for haruhi in range(seats):
        if Person.HARUHI in candidates[haruhi]:
            ways = [_ways(candidates[seat], hints[seat], seat, haruhi) for seat in order]
            _seat_all(order, ways, haruhi, joint)
    whole = sum([part for row in joint[0] for part in row])
    return Belief(tuple([tuple([tuple([part / whole for part in row]) for row in rows]) for rows in joint]))


def _ways(persons: frozenset[Person], hint: Hint, seat: int, haruhi: int) -> list[tuple[int, float]]:
    """Return who a seat may be while Haruhi sits at `haruhi`, with the weight of each."""
    if seat == haruhi:
        return [(HARUHI, exp(hint[HARUHI][haruhi]))]
    places = [place for place, person in enumerate(PERSONS) if person in persons and place != HARUHI]
    return [(place, exp(hint[place][haruhi])) for place in places]


def _seat_all(
    order: Sequence[int],
    ways: Sequence[Sequence[tuple[int, float]]],
    haruhi: int,
    joint: list[list[list[float]]],
) -> None:
    """Add the weight of every way to seat different persons to the `joint` weights of who sits where."""

    def seated(place: int, taken: int, weight: float) -> float:
        if place == len(order):
            return weight
        rows, whole = joint[order[place]], 0.0
        for person, factor in ways[place]:
            if not taken >> person & 1:
                part = seated(place + 1, taken | 1 << person, weight * factor)
                rows[person][haruhi] += part
                whole += part
        return whole

    seated(0, 0, 1.0)


def suspicion(hint: Hint, seat: int, excluded: frozenset[Person], person: int) -> float:
    """Return how likely others must think it that `seat` is this person, by its deeds alone.

    `excluded` are persons who it is known not to be; this person is not among them.
    """
    weights = []
    for place, one in enumerate(PERSONS):
        row = hint[place]
        if one in excluded:
            weights.append(0.0)
        elif place == HARUHI:
            weights.append(exp(row[seat]))
        else:
            weights.append(sum([exp(told) for haruhi, told in enumerate(row) if haruhi != seat]) / (len(row) - 1))
    return weights[person] / sum(weights)
