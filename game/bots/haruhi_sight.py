"""How likely each seat wins a game of 涼宮ハルヒの贈殖, whoever it is: of a table as it stands, or as it might stand.

Everything is reckoned from what is open to all and from a supposition who somebody is. It can be asked of any seat and
any person, so that the same reckoning serves one's own plans and what others may be planning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from game.bots.haruhi_future import Futures, futures
from game.bots.haruhi_study import WEIGHT, Study
from game.core import Seat
from game.haruhi.card_set import EventCard
from game.haruhi.conditions import Condition, Every, Kind, Never, Predicate, Some, resolved
from game.haruhi.public import Board, Phase

HARUHI = 0
"""Her place among `PERSONS`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts of a table, by seat: strength (points, then events), events with each tag, hands, who is exposed.

    Everybody still draws `draws` times; the events of the numbers `left` are still to come.
    """

    strengths: tuple[int, ...]
    tags: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    exposed: tuple[bool, ...]
    draws: int
    left: tuple[int, ...]


def standing(study: Study, board: Board) -> Standing:
    """Return what counts of a board. An event under the hammer is nobody's, and is not among those to come."""
    gone = {event.number for events in (*board.owned, board.aside) for event in events}
    if board.event is not None:
        gone.add(board.event.number)
    return Standing(
        strengths=tuple([sum([study.strength(event, board.doubled) for event in owned]) for owned in board.owned]),
        tags=tuple([tuple([_borne(row, owned) for owned in board.owned]) for row in study.borne]),
        hands=board.hands,
        exposed=board.exposed,
        draws=board.pile + (board.phase is Phase.AUCTION),
        left=tuple([number for number in range(1, len(study.strengths) + 1) if number not in gone]),
    )


def _borne(row: Sequence[int], owned: Sequence[EventCard]) -> int:
    """Return how many of these events bear a tag."""
    return sum([row[event.number - 1] for event in owned])


@dataclass(frozen=True, slots=True)
class Move:
    """An event that comes before `to` from before `giver`, or from under the hammer."""

    event: EventCard
    giver: int | None
    to: int


def moved(study: Study, before: Standing, moves: tuple[Move, ...], doubled: tuple[int, ...]) -> Standing:
    """Return how it stands after events have moved."""
    strengths, tags = list(before.strengths), [list(row) for row in before.tags]
    for move in moves:
        strength = study.strength(move.event, doubled)
        for seat, sign in ((move.to, 1), (move.giver, -1)):
            if seat is not None:
                strengths[seat] += sign * strength
                for row, borne in zip(tags, study.borne, strict=True):
                    row[seat] += sign * borne[move.event.number - 1]
    return replace(before, strengths=tuple(strengths), tags=tuple(map(tuple, tags)))


class Sight:
    """The futures of one standing, asked who wins in them."""

    def __init__(self, study: Study, stands: Standing, count: int) -> None:
        seats = len(stands.strengths)
        self.stands = stands
        self.seats = range(seats)
        self.futures: Futures = futures(study, seats, stands.left, count)
        self.asks = _all_asked(study, seats)
        self.asks_haruhi = study.asks_haruhi
        strengths, lead = stands.strengths, self.futures.lead
        self._ahead = [
            [0 if seat == other else lead(seat, other, strengths[other] - strengths[seat]) for other in self.seats]
            for seat in self.seats
        ]
        self._behind: list[list[int] | None] = [None] * seats
        self._before_anybody: list[int | None] = [None] * seats
        self._parted: dict[tuple[int, int], int] = {}
        self._chances: dict[tuple[int, int, int], float] = {}

    def chance(self, person: int, seat: int, haruhi: int) -> float:
        """Return how likely `seat` wins as this person while Haruhi sits at `haruhi`."""
        if not self.asks_haruhi[person]:
            haruhi = seat
        key = (person, seat, haruhi)
        found = self._chances.get(key)
        if found is None:
            won = self.asks[person](self, seat, haruhi)
            found = self._chances[key] = won.bit_count() / self.futures.count
        return found

    def ahead(self, seat: int, other: int) -> int:
        """Return the futures in which `seat` ranks better than `other`."""
        return self._ahead[seat][other]

    def outrun(self, seat: int, count: int) -> int:
        """Return the futures in which at least `count` others rank better than a seat."""
        behind = self._behind[seat]
        if behind is None:
            most = len(self.seats)
            behind = self._behind[seat] = [self.futures.every] + [0] * most
            for row in self._ahead:
                better = row[seat]
                if better:
                    for place in range(most - 1, 0, -1):
                        behind[place] |= behind[place - 1] & better
        return behind[count] if count < len(behind) else 0

    def ranked(self, seat: int, better: int) -> int:
        """Return the futures in which exactly so many others rank better."""
        return self.outrun(seat, better) & ~self.outrun(seat, better + 1)

    def before_anybody(self, seat: int) -> int:
        """Return the futures in which a seat ranks better than anybody."""
        found = self._before_anybody[seat]
        if found is None:
            found = 0
            for worse in self._ahead[seat]:
                found |= worse
            self._before_anybody[seat] = found
        return found

    def parted(self, seat: int, other: int) -> int:
        """Return the futures in which somebody ranks between two seats."""
        found = self._parted.get((seat, other))
        if found is None:
            found, mine, theirs = 0, self._ahead[seat], self._ahead[other]
            for third, row in enumerate(self._ahead):
                found |= mine[third] & row[other] | theirs[third] & row[seat]
            self._parted[seat, other] = self._parted[other, seat] = found
        return found

    def near(self, seat: int, other: int, gap: int) -> int:
        """Return the futures in which two ranks are at most `gap` apart."""
        found = 0
        for better in self.seats:
            for rank in range(max(0, better - gap), better + gap + 1):
                found |= self.ranked(seat, better) & self.ranked(other, rank)
        return found

    def most(self, tag: int, seat: int) -> int:
        """Return the futures in which a seat has events with a tag, and nobody has more of them."""
        borne = self.stands.tags[tag]
        held = self.futures.tagged(tag, seat, -borne[seat])
        for other in self.seats:
            if other != seat and held:
                held &= self.futures.tag_lead(tag, seat, other, borne[other] - borne[seat] - 1)
        return held


Ask = Callable[[Sight, int, int], int]
"""A condition made ready: in which futures of a sight it holds for a seat while Haruhi sits at another, or there."""


@lru_cache(maxsize=16)
def _all_asked(study: Study, seats: int) -> tuple[Ask, ...]:
    return tuple([asked(condition, seats, study.tags) for condition in study.wins])


def asked(condition: Condition, seats: int, tags: Sequence[str]) -> Ask:
    """Make a condition (6.4) ready for a table of so many seats."""
    match condition:
        case Predicate():
            tag = tags.index(condition.tag) if condition.tag else 0
            ask = _asked(condition.kind, resolved(condition.bound, seats), tag)
            return (lambda seen, _, haruhi: ask(seen, haruhi, haruhi)) if condition.of_haruhi else ask
        case Never(part):
            denied = asked(part, seats, tags)
            return lambda seen, seat, haruhi: seen.futures.every ^ denied(seen, seat, haruhi)
        case Every(parts):
            return _every([asked(part, seats, tags) for part in parts])
        case Some(parts):
            return _some([asked(part, seats, tags) for part in parts])
    assert_never(condition)


def _every(asks: Sequence[Ask]) -> Ask:
    def ask(seen: Sight, seat: int, haruhi: int) -> int:
        held = seen.futures.every
        for part in asks:
            held &= part(seen, seat, haruhi)
        return held

    return ask


def _some(asks: Sequence[Ask]) -> Ask:
    def ask(seen: Sight, seat: int, haruhi: int) -> int:
        held = 0
        for part in asks:
            held |= part(seen, seat, haruhi)
        return held

    return ask


def _asked(kind: Kind, bound: int, tag: int) -> Ask:
    """Make one question ready."""
    match kind:
        case Kind.RANK_AT_MOST:
            return lambda seen, seat, _: seen.futures.every ^ seen.outrun(seat, bound)
        case Kind.RANK_IS:
            return lambda seen, seat, _: seen.ranked(seat, bound - 1)
        case Kind.IS_LAST:
            return lambda seen, seat, _: seen.futures.every ^ seen.before_anybody(seat)
        case Kind.NEXT_TO_HARUHI:
            return lambda seen, seat, haruhi: seen.futures.every ^ seen.parted(seat, haruhi)
        case Kind.ABOVE_HARUHI:
            return lambda seen, seat, haruhi: seen.ahead(seat, haruhi)
        case Kind.BELOW_HARUHI:
            return lambda seen, seat, haruhi: seen.ahead(haruhi, seat)
        case Kind.RANK_GAP_AT_MOST:
            return lambda seen, seat, haruhi: seen.near(seat, haruhi, bound)
        case _:
            return _asked_number(kind, bound - 1, tag)


def _asked_number(kind: Kind, below: int, tag: int) -> Ask:
    """Make a question ready that does not ask for ranks, but for more than `below`."""
    match kind:
        case Kind.REVEALED:
            return lambda seen, seat, _: seen.futures.every if seen.stands.exposed[seat] else seen.futures.exposed(seat)
        case Kind.EVENTS_AT_LEAST:
            return lambda seen, seat, _: seen.futures.events(seat, below - seen.stands.strengths[seat] % WEIGHT)
        case Kind.POINTS_AT_LEAST:
            return lambda seen, seat, _: seen.futures.points(seat, below - seen.stands.strengths[seat] // WEIGHT)
        case Kind.HAND_AT_LEAST:
            return lambda seen, seat, _: (
                seen.futures.every
                ^ seen.futures.lays(seat, seen.stands.draws, seen.stands.hands[seat] + seen.stands.draws - below - 1)
            )
        case Kind.TAG_AT_LEAST:
            return lambda seen, seat, _: seen.futures.tagged(tag, seat, below - seen.stands.tags[tag][seat])
        case _:
            return lambda seen, seat, _: seen.most(tag, seat)


@lru_cache(maxsize=256)
def sight(study: Study, stands: Standing, count: int) -> Sight:
    """Return the sight of a standing by so many futures."""
    return Sight(study, stands, count)


class Stakes:
    """What an auction is about: how it would stand whoever takes the event, by seat, and if nobody does, last."""

    def __init__(self, outcomes: Sequence[Sight]) -> None:
        self.outcomes = outcomes
        self.nobody = len(outcomes) - 1
        """The outcome that nobody takes it."""
        self._chances: dict[tuple[int, int, int], tuple[float, ...]] = {}

    def chances(self, person: int, seat: int, haruhi: int) -> tuple[float, ...]:
        """Return by outcome how likely a seat wins as this person, while Haruhi sits at `haruhi`."""
        key = (person, seat, haruhi if self.outcomes[0].asks_haruhi[person] else seat)
        found = self._chances.get(key)
        if found is None:
            ask, count = self.outcomes[0].asks[person], self.outcomes[0].futures.count
            found = tuple([ask(seen, seat, haruhi).bit_count() / count for seen in self.outcomes])
            self._chances[key] = found
        return found


@lru_cache(maxsize=64)
def stakes(study: Study, before: Standing, event: EventCard, doubled: tuple[int, ...], count: int) -> Stakes:
    """Return what is at stake where `event` is under the hammer; `count` futures tell."""
    taken = [
        sight(study, moved(study, before, (Move(event, None, seat),), doubled), count)
        for seat in range(len(before.hands))
    ]
    return Stakes([*taken, sight(study, before, count)])


def with_hand(study: Study, seen: Sight, seat: int, cards: int, count: int) -> Sight:
    """Return the same standing, but that a seat holds so many cards."""
    hands = tuple([cards if other == seat else held for other, held in enumerate(seen.stands.hands)])
    return sight(study, replace(seen.stands, hands=hands), count)


def leader(totals: tuple[int, ...], since: tuple[int, ...], out: Seat | None = None) -> int:
    """Return who takes the event if the auction ends now, without `out` (3.4, 3.5); the number of seats is nobody."""
    total, _, seat = max([(total, -since[seat], seat) for seat, total in enumerate(totals) if seat != out])
    return seat if total else len(totals)
