"""What a seat can work out: who the others may be, whether its win condition holds, and after the end why each does.

All of it follows from a View, or from the board alone: nothing here looks at what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from game.core import Reason, Seat, Up
from game.haruhi import scoring
from game.haruhi.card_set import PERSONS, CardSet, Person
from game.haruhi.conditions import Condition, Every, Kind, Never, Predicate, Some, Tally, holds, resolved
from game.haruhi.public import Board, View


@dataclass(frozen=True, slots=True)
class Finding:
    """A condition, or a part of one, in words: whether it holds, None where nobody who knows no more can tell.

    Only what combines others has `parts`.
    """

    words: Reason
    holds: bool | None
    parts: tuple[Finding, ...] = ()


def candidates(view: View) -> tuple[frozenset[Person], ...]:
    """Return for each seat who it may be, as far as this seat can know.

    It knows itself, whom it has peeked at, who was exposed, and the accusations; nobody is two persons, no two are the
    same one, and Haruhi is among them (2.1).
    """
    board = view.board
    known: list[Person | None] = [None if role is None else role.person for role in view.peeked]
    known[view.seat] = view.role.person
    for seat, seen in enumerate(board.roles):
        if isinstance(seen, Up):
            known[seat] = seen.card.person
    denied = [(accusation.target, accusation.person) for accusation in board.accusations if not accusation.right]
    return _candidates(tuple(known), tuple(denied))


@lru_cache(maxsize=32)  # a table asks again and again while the same is known, and seven players can sit in many ways
def _candidates(
    known: tuple[Person | None, ...], denied: tuple[tuple[Seat, Person], ...]
) -> tuple[frozenset[Person], ...]:
    """Return who each seat may be by who is known and what was denied."""
    possible = [set(PERSONS) if person is None else {person} for person in known]
    for target, person in denied:
        possible[target].discard(person)
    return tuple(
        [
            frozenset([person for person in PERSONS if person in persons and _fits(possible, seat, person)])
            for seat, persons in enumerate(possible)
        ]
    )


def _fits(possible: Sequence[set[Person]], seat: int, person: Person) -> bool:
    """Whether everybody can be somebody, Haruhi among them, while this seat is this person."""
    return _seated([{person} if other == seat else persons for other, persons in enumerate(possible)], ())


def _seated(possible: Sequence[set[Person]], taken: tuple[Person, ...]) -> bool:
    """Whether the seats from here on can be persons other than those taken, so that Haruhi is among them all."""
    if not possible:
        return Person.HARUHI in taken
    return any(person not in taken and _seated(possible[1:], (*taken, person)) for person in possible[0])


def progress(view: View) -> Finding:
    """Return how far one's own win condition would be fulfilled if the game ended now.

    What hangs on where Haruhi sits is told where all the places that this seat must reckon with give one answer.
    """
    board = view.board
    table = scoring.tally(board)
    places = [Seat(seat) for seat, persons in enumerate(candidates(view)) if Person.HARUHI in persons]

    def verdict(condition: Condition) -> bool | None:
        found = {holds(condition, table, view.seat, place) for place in places}
        return found.pop() if len(found) == 1 else None

    return _finding(board.card_set, board.card_set.character(view.role.person).win, len(board.hands), verdict)


def explained(board: Board) -> tuple[Finding, ...]:
    """Return, after the end, for every seat which parts of its win condition hold (6.3); before the end nothing."""
    persons = [seen.card.person for seen in board.roles if isinstance(seen, Up)]
    if board.outcome is None:
        return ()
    table, haruhi = scoring.tally(board), persons.index(Person.HARUHI)
    return tuple(
        [
            _finding(
                board.card_set,
                board.card_set.character(person).win,
                len(persons),
                _verdict(table, seat, haruhi),
            )
            for seat, person in enumerate(persons)
        ]
    )


def _verdict(table: Tally, seat: int, haruhi: int) -> Callable[[Condition], bool]:
    return lambda condition: holds(condition, table, seat, haruhi)


def _finding(
    card_set: CardSet,
    condition: Condition,
    seats: int,
    verdict: Callable[[Condition], bool | None],
    *,
    denied: bool = False,
) -> Finding:
    """Put a condition, or what denies it, into words part by part; a denial is told of each part on its own."""
    match condition:
        case Never(part):
            return _finding(card_set, part, seats, verdict, denied=not denied)
        case Every(parts) | Some(parts):
            every = isinstance(condition, Every) != denied
            found = tuple([_finding(card_set, part, seats, verdict, denied=denied) for part in parts])
            words = Reason.of("haruhi.condition.all" if every else "haruhi.condition.any")
            return Finding(words, _of(verdict(condition), denied=denied), found)
        case Predicate():
            words = predicate_words(card_set, condition, seats, denied=denied)
            return Finding(words, _of(verdict(condition), denied=denied))
    assert_never(condition)


def _of(verdict: bool | None, *, denied: bool) -> bool | None:
    return None if verdict is None else verdict != denied


def predicate_words(card_set: CardSet, predicate: Predicate, seats: int, *, denied: bool = False) -> Reason:
    """Return the words for a predicate (6.4), or for its contrary; ranks are numbers at a table of so many seats."""
    bound, kind = resolved(predicate.bound, seats), predicate.kind
    if kind is Kind.RANK_AT_MOST and bound == 1:
        kind = Kind.RANK_IS
    key = f"{kind.value}{'_haruhi' if predicate.of_haruhi else ''}"
    values: dict[str, int | str | Reason] = {"count": bound}
    if predicate.kind in (Kind.TAG_AT_LEAST, Kind.MOST_TAG):
        name = card_set.tag(predicate.tag).name
        values["tag"] = Reason.of("haruhi.name", ja=name.ja, en=name.en)
    if denied:
        return Reason.of(f"haruhi.condition.not_{key}", **values)
    return Reason.of(f"haruhi.condition.{key}", **values)
