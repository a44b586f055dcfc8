"""Moving cards: flights from pose to pose, by time alone, that can be finished at any moment.

A flight turns its card over half-way where the faces differ. Nothing here knows a game or waits for anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from scenes.desk import Group, Layout, Move, Pose

FLIP = 0.20
"""Seconds that turning a card over takes at normal speed."""
_STAGGER = 0.07
_SHORTEST, _LONGEST = 0.16, 0.25
_OVERLAP = 0.75
"""The share of a group after which the next one sets out."""
_MANY = 0.95
"""Seconds within which all cards of a large group have set out."""


@dataclass(frozen=True, slots=True)
class Flying:
    """A card in the air: where, and how much narrower it looks while it turns.

    `drawn` is the width at which its face is drawn, that of its end once it has set out; a card that grows or shrinks
    on its way is scaled from there.
    """

    pose: Pose
    squash: float
    drawn: float


@dataclass(frozen=True, slots=True)
class Flight:
    """One card's way along `stops`; it sets out at `start` and takes `length` seconds.

    `key` is the card of the layout that it becomes, None for one that ends in the air; `source` the card it was.
    """

    stops: tuple[Pose, ...]
    start: float
    length: float
    key: str | None
    source: str | None

    def at(self, time: float) -> Flying:
        """Return the card at `time` on the timeline."""
        share = 1.0 if self.length <= 0 else max(0.0, min(1.0, (time - self.start) / self.length))
        legs = len(self.stops) - 1
        leg = min(int(share * legs), legs - 1)
        part = _eased(share * legs - leg)
        a, b = self.stops[leg], self.stops[leg + 1]
        turning = self.stops[0].face != self.stops[-1].face
        face = self.stops[-1].face if not turning or share >= 0.5 else self.stops[0].face
        pose = Pose(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, a.width + (b.width - a.width) * part, face)
        squash = abs(math.cos(share * math.pi)) if turning else 1.0
        setting_out = share > 0 or not self.start  # it may come from a hand, larger than any is drawn
        return Flying(pose, squash, self.stops[-1 if setting_out else 0].width)


def _eased(share: float) -> float:
    """Set out quickly, land softly (cubic ease in and out, leaning to the end)."""
    return 1 - (1 - share) ** 3 if share > 0.5 else 3.5 * share * share


class Timeline:
    """The flights under way and the time since they began."""

    def __init__(self) -> None:
        self.flights: tuple[Flight, ...] = ()
        self.time = 0.0

    @property
    def length(self) -> float:
        """When the last flight lands."""
        return max((flight.start + flight.length for flight in self.flights), default=0.0)

    @property
    def running(self) -> bool:
        """Whether something is in the air."""
        return bool(self.flights)

    def begin(self, flights: tuple[Flight, ...]) -> None:
        """Let these flights set out now."""
        self.flights, self.time = flights, 0.0

    def update(self, dt: float) -> None:
        """Let time pass; landed flights stay until all have landed, then all are gone."""
        self.time += dt
        if self.time >= self.length:
            self.finish()

    def finish(self) -> None:
        """Let everything land at once."""
        self.flights, self.time = (), 0.0


def backwards(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Return the same moves taken back: the last first, each from its target to its source."""
    return tuple(
        tuple(Move(move.target, move.source, move.via, move.face) for move in reversed(group))
        for group in reversed(groups)
    )


def schedule(
    groups: tuple[Group, ...],
    before: Layout | None,
    after: Layout,
    pace: float,
    held: Mapping[str, Pose],
) -> tuple[Flight, ...]:
    """Return the flights of all groups, one group after the other.

    `pace` stretches all times (0: no flight at all). `held` are cards that set out from elsewhere than their place,
    because the player holds them.
    """
    if pace <= 0:
        return ()
    flights: list[Flight] = []
    start = 0.0
    for group in groups:
        stagger = min(_STAGGER, _MANY / max(1, len(group)))
        ends = start
        for index, move in enumerate(group):
            if before is not None and isinstance(move.source, str) and move.source not in {*before.cards, *held}:
                continue  # the player's hand has moved this card already
            flight = _flight(move, before, after, start + index * stagger * pace, pace, held)
            flights.append(flight)
            ends = max(ends, flight.start + flight.length)
        start += (ends - start) * _OVERLAP
    return tuple(flights)


def _flight(
    move: Move, before: Layout | None, after: Layout, start: float, pace: float, held: Mapping[str, Pose]
) -> Flight:
    source = _pose(move.source, before or after, held)
    target = _pose(move.target, after, {})
    if move.face is not None:
        source, target = replace(source, face=move.face), replace(target, face=move.face)
    stops = [source]
    if move.via is not None:
        rect = after.spots[move.via]
        stops.append(replace(source, x=rect.centerx, y=rect.centery, pile=1))
    stops.append(target)
    length = 0.0
    for a, b in pairwise(stops):
        distance = math.hypot(b.x - a.x, b.y - a.y) / max(1.0, target.width)
        length += min(_LONGEST, _SHORTEST + 0.02 * distance)
    if source.face != target.face:
        length = max(length, FLIP)
    return Flight(
        stops=tuple(replace(stop, pile=1) for stop in stops),
        start=start,
        length=length * pace,
        key=move.target if isinstance(move.target, str) else None,
        source=move.source if isinstance(move.source, str) else None,
    )


def _pose(place: str | Pose, layout: Layout, held: Mapping[str, Pose]) -> Pose:
    if isinstance(place, Pose):
        return place
    return held.get(place) or layout.cards[place]
