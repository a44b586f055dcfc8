"""Win conditions (6.4): what they may say, when they hold, and whether they ever can.

A condition is a value that a card file brings along. It looks at a `Tally` of the table, at whose condition it is, and
at where Haruhi sits; nothing here knows hands, or who anybody is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import chain, combinations, product
from typing import assert_never


class Kind(Enum):
    """What a predicate asks; the value is its word in card files and the end of its locale key."""

    RANK_IS = "rank_is"
    RANK_AT_MOST = "rank_at_most"
    IS_LAST = "is_last"
    NEXT_TO_HARUHI = "next_to_haruhi"
    ABOVE_HARUHI = "above_haruhi"
    BELOW_HARUHI = "below_haruhi"
    RANK_GAP_AT_MOST = "rank_gap_at_most"
    REVEALED = "revealed"
    EVENTS_AT_LEAST = "events_at_least"
    POINTS_AT_LEAST = "points_at_least"
    HAND_AT_LEAST = "hand_at_least"
    TAG_AT_LEAST = "tag_at_least"
    MOST_TAG = "most_tag"

    __hash__ = object.__hash__  # members are single objects


class Share(Enum):
    """A rank that depends on how many play."""

    HALF = "half"
    MIDDLE = "middle"

    __hash__ = object.__hash__  # members are single objects


@dataclass(frozen=True, slots=True)
class Predicate:
    """One question: `bound` is its number where it has one, `tag` its tag; `of_haruhi` asks it of Haruhi's seat."""

    kind: Kind
    bound: int | Share = 0
    tag: str = ""
    of_haruhi: bool = False


@dataclass(frozen=True, slots=True)
class Every:
    """All parts hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Never:
    """The part does not hold."""

    part: Condition


Condition = Predicate | Every | Some | Never


@dataclass(frozen=True, slots=True)
class Tally:
    """How the seats stand: rank, points, number of events and of hand cards, whether an accusation has exposed them.

    `tags` are those of the events before each seat: a tag as often as it is borne.
    """

    ranks: tuple[int, ...]
    points: tuple[int, ...]
    events: tuple[int, ...]
    hands: tuple[int, ...]
    exposed: tuple[bool, ...]
    tags: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """What is possible at all: numbers of players, of events, of hand cards, of points, and of events with each tag."""

    seats: range
    events: int
    cards: int
    points: tuple[int, int]
    tags: Mapping[str, int]


def ranks(points: tuple[int, ...], events: tuple[int, ...]) -> tuple[int, ...]:
    """Return the provisional ranks (6.1): by points, then by number of events; who is equal shares the better (6.2)."""
    strengths = list(zip(points, events, strict=True))
    return tuple([1 + sum(other > own for other in strengths) for own in strengths])


def resolved(bound: int | Share, seats: int) -> int:
    """Return a bound as a number, at a table of so many seats."""
    match bound:
        case Share.HALF:
            return seats // 2
        case Share.MIDDLE:
            return (seats + 1) // 2
        case _:
            return bound


def true(condition: Condition, answer: Callable[[Predicate], bool]) -> bool:
    """Return whether a condition holds where its predicates have these answers."""
    match condition:
        case Predicate():
            return answer(condition)
        case Every(parts):
            return all(true(part, answer) for part in parts)
        case Some(parts):
            return any(true(part, answer) for part in parts)
        case Never(part):
            return not true(part, answer)
    assert_never(condition)


def holds(condition: Condition, tally: Tally, seat: int, haruhi: int) -> bool:
    """Return whether the condition of whoever sits at `seat` holds while Haruhi sits at `haruhi` (6.4)."""
    return true(condition, lambda predicate: _answer(predicate, tally, seat, haruhi))


def _answer(predicate: Predicate, tally: Tally, seat: int, haruhi: int) -> bool:
    who = haruhi if predicate.of_haruhi else seat
    bound = resolved(predicate.bound, len(tally.ranks))
    rank, hers = tally.ranks[who], tally.ranks[haruhi]
    match predicate.kind:
        case Kind.RANK_IS:
            return rank == bound
        case Kind.RANK_AT_MOST:
            return rank <= bound
        case Kind.IS_LAST:
            return rank == max(tally.ranks)
        case Kind.NEXT_TO_HARUHI:
            return not any(min(rank, hers) < other < max(rank, hers) for other in tally.ranks)
        case Kind.ABOVE_HARUHI:
            return rank < hers
        case Kind.BELOW_HARUHI:
            return rank > hers
        case Kind.RANK_GAP_AT_MOST:
            return abs(rank - hers) <= bound
        case _:
            return _number_answer(predicate, tally, who, bound)


def _number_answer(predicate: Predicate, tally: Tally, seat: int, bound: int) -> bool:
    """Answer what does not ask for ranks."""
    match predicate.kind:
        case Kind.REVEALED:
            return tally.exposed[seat]
        case Kind.EVENTS_AT_LEAST:
            return tally.events[seat] >= bound
        case Kind.POINTS_AT_LEAST:
            return tally.points[seat] >= bound
        case Kind.HAND_AT_LEAST:
            return tally.hands[seat] >= bound
        case Kind.TAG_AT_LEAST:
            return tally.tags[seat].count(predicate.tag) >= bound
        case _:
            borne = [tags.count(predicate.tag) for tags in tally.tags]
            return 0 < borne[seat] == max(borne)


def predicates(condition: Condition) -> Iterator[Predicate]:
    """Yield every predicate of a condition."""
    match condition:
        case Predicate():
            yield condition
        case Every(parts) | Some(parts):
            for part in parts:
                yield from predicates(part)
        case Never(part):
            yield from predicates(part)
        case _:
            assert_never(condition)


_Case = tuple[Tally, int, int]
"""A table as it might stand, the seat in question, and Haruhi's."""
_NUMBERS = (Kind.EVENTS_AT_LEAST, Kind.POINTS_AT_LEAST, Kind.HAND_AT_LEAST, Kind.REVEALED)
_TAGS = (Kind.TAG_AT_LEAST, Kind.MOST_TAG)


def can_hold(condition: Condition, limits: Limits, *, haruhis: bool) -> bool:
    """Return whether some table could fulfil a condition, Haruhi's own or another's.

    Ranks, each number and each tag are looked at apart from each other: False is certain, True is not.
    """
    groups: dict[tuple[str, str], list[Predicate]] = {}
    for predicate in dict.fromkeys(predicates(condition)):
        groups.setdefault(_group(predicate), []).append(predicate)
    worlds: list[set[tuple[bool, ...]]] = []
    for (name, tag), asked in groups.items():
        if name == "rank":
            columns = [_rank_answers(each, limits.seats, own_is_haruhi=haruhis) for each in asked]
        else:
            cases = _numbered(limits) if name != "tag" else _tagged(limits.seats[0], tag, limits.tags[tag])
            columns = [tuple([_answer(each, *case) for case in cases]) for each in asked]
        worlds.append(set(zip(*columns, strict=True)))
    order = [each for asked in groups.values() for each in asked]
    return any(true(condition, dict(zip(order, chain(*world), strict=True)).__getitem__) for world in product(*worlds))


def _group(predicate: Predicate) -> tuple[str, str]:
    """Return what a predicate's answer hangs together with."""
    if predicate.kind in _TAGS:
        return "tag", predicate.tag
    return (predicate.kind.value if predicate.kind in _NUMBERS else "rank"), ""


@lru_cache(maxsize=256)
def _rank_answers(predicate: Predicate, tables: range, *, own_is_haruhi: bool) -> tuple[bool, ...]:
    """Return what a predicate about ranks answers in every case."""
    return tuple([_answer(predicate, *case) for case in _ranked(tables, own_is_haruhi=own_is_haruhi)])


@lru_cache(maxsize=2)
def _ranked(tables: range, *, own_is_haruhi: bool) -> tuple[_Case, ...]:
    """Return every order of ranks at every size of table, with every rank in it for oneself and for Haruhi."""
    found: list[_Case] = []
    for seats in tables:
        for cuts in (cuts for size in range(seats) for cuts in combinations(range(1, seats), size)):
            order = tuple([1 + max((cut for cut in cuts if cut <= place), default=0) for place in range(seats)])
            firsts = (0, *cuts)
            for own in firsts:
                # Haruhi is oneself, or the first of another rank, or shares one's own with somebody.
                others = [place for place in firsts if place != own] + [own + 1] * (order.count(order[own]) > 1)
                found += [(_plain(seats, ranks=order), own, haruhi) for haruhi in ([own] if own_is_haruhi else others)]
    return tuple(found)


def _numbered(limits: Limits) -> list[_Case]:
    """Return every number of events, points and hand cards that one seat may have, exposed or not."""
    least, most = limits.points
    tables = [
        _plain(
            limits.seats[0],
            points=max(least, min(number, most)),
            events=max(0, min(number, limits.events)),
            hand=max(0, min(number, limits.cards)),
            exposed=number > 0,
        )
        for number in range(min(least, 0), max(most, limits.cards) + 1)
    ]
    return [(table, 0, 1) for table in tables]


def _tagged(seats: int, tag: str, borne: int) -> list[_Case]:
    """Return every number of events with a tag before one seat, alone with them or beside another."""
    return [
        (_plain(seats, tags=((tag,) * own, (tag,) * other)), 0, 1)
        for own, other in product(range(borne + 1), repeat=2)
        if own + other <= borne
    ]


def _plain(
    seats: int,
    *,
    ranks: tuple[int, ...] = (),
    points: int = 0,
    events: int = 0,
    hand: int = 0,
    exposed: bool = False,
    tags: tuple[tuple[str, ...], ...] = (),
) -> Tally:
    """Return a table at which nothing is special but what is named, of seat 0 where it is of one."""
    others = (0,) * (seats - 1)
    return Tally(
        ranks=ranks or (1,) * seats,
        points=(points, *others),
        events=(events, *others),
        hands=(hand, *others),
        exposed=(exposed, *(False for _ in others)),
        tags=tags + ((),) * (seats - len(tags)),
    )
