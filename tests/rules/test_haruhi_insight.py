"""Win conditions of 涼宮ハルヒの贈殖: when they hold, what a seat can work out of them, and the words for all that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random as Picks
from typing import Any

import pytest

from game.core import DOWN, Reason, Seat, Up
from game.haruhi import insight, scoring
from game.haruhi.card_set import PERSONS, CardSet, EventCard, Person, Role
from game.haruhi.conditions import Condition, Every, Kind, Never, Predicate, Share, Some, Tally, holds, ranks, resolved
from game.haruhi.insight import Finding, candidates, explained, predicate_words, progress
from game.haruhi.public import Accusation, View
from game.haruhi.rules import Haruhi
from scenes.words import Words
from tests.rules.haruhi_bench import CARDS, choose

GAME = Haruhi(CARDS)
OPTIONS = {spec.key: spec.default for spec in GAME.options}
NOBODY: tuple[Role | None, ...] = (None,) * 4
H, N, M, T, A, K, Y = PERSONS


def tally(*order: int, **more: Any) -> Tally:
    """Return a table with these ranks and nothing else special."""
    seats = len(order)
    nothing: dict[str, Any] = dict.fromkeys(("points", "events", "hands"), (0,) * seats)
    return Tally(**{"ranks": order, **nothing, "exposed": (False,) * seats, "tags": ((),) * seats, **more})


# 6 End


def test_ranks() -> None:
    """Rulings 6.1 and 6.2: by points, then by events; who is equal shares the better rank."""
    assert ranks((5, 9, 7, 1), (1, 1, 1, 1)) == (3, 1, 2, 4)
    assert ranks((5, 5, 7, 5), (1, 2, 1, 1)) == (3, 2, 1, 3)
    assert ranks((5, 5, 1, -2), (2, 2, 0, 1)) == (1, 1, 3, 4)
    assert ranks((0, 0, 0, 0), (0, 0, 0, 0)) == (1, 1, 1, 1)


def test_points() -> None:
    """Rulings 4.2 and 6.1: summed up, some doubled."""
    owned = (EventCard(1), EventCard(18), EventCard(17))
    assert scoring.points(CARDS, owned, ()) == 4
    assert scoring.points(CARDS, owned, (18, 2)) == 3


@pytest.mark.parametrize(("seats", "half", "middle"), [(4, 2, 2), (5, 2, 3), (6, 3, 3), (7, 3, 4)])
def test_shares(seats: int, half: int, middle: int) -> None:
    """Ruling 6.4: half of the seats, and the middle one."""
    assert [resolved(bound, seats) for bound in (Share.HALF, Share.MIDDLE, 5)] == [half, middle, 5]


@pytest.mark.parametrize(
    ("predicate", "table", "haruhi", "who_win"),
    [
        (Predicate(Kind.RANK_IS, 1), tally(1, 1, 3, 4), 2, {0, 1}),
        (Predicate(Kind.RANK_IS, Share.MIDDLE), tally(1, 2, 3, 4), 2, {1}),
        (Predicate(Kind.RANK_IS, 3, of_haruhi=True), tally(1, 2, 3, 4), 2, {0, 1, 2, 3}),
        (Predicate(Kind.RANK_AT_MOST, 2), tally(1, 2, 2, 4), 2, {0, 1, 2}),
        (Predicate(Kind.RANK_AT_MOST, Share.HALF, of_haruhi=True), tally(1, 2, 3, 4), 2, set()),
        (Predicate(Kind.IS_LAST), tally(1, 3, 2, 3), 2, {1, 3}),
        (Predicate(Kind.IS_LAST, of_haruhi=True), tally(1, 3, 2, 3), 2, set()),
        (Predicate(Kind.NEXT_TO_HARUHI), tally(1, 2, 3, 4), 2, {1, 2, 3}),
        (Predicate(Kind.NEXT_TO_HARUHI), tally(1, 2, 2, 4), 3, {1, 2, 3}),
        (Predicate(Kind.NEXT_TO_HARUHI), tally(1, 4, 2, 3), 1, {1, 3}),
        (Predicate(Kind.ABOVE_HARUHI), tally(1, 2, 2, 4), 1, {0}),
        (Predicate(Kind.BELOW_HARUHI), tally(1, 2, 2, 4), 1, {3}),
        (Predicate(Kind.RANK_GAP_AT_MOST, 1), tally(1, 2, 3, 4), 1, {0, 1, 2}),
        (Predicate(Kind.REVEALED), tally(1, 2, 3, 4, exposed=(False, True, False, False)), 0, {1}),
        (Predicate(Kind.EVENTS_AT_LEAST, 3), tally(1, 2, 3, 4, events=(2, 3, 4, 0)), 0, {1, 2}),
        (Predicate(Kind.POINTS_AT_LEAST, -1), tally(1, 2, 3, 4, points=(2, 0, -1, -2)), 0, {0, 1, 2}),
        (Predicate(Kind.HAND_AT_LEAST, 8), tally(1, 2, 3, 4, hands=(8, 7, 9, 0)), 0, {0, 2}),
        (Predicate(Kind.TAG_AT_LEAST, 2, "x"), tally(1, 2, 3, 4, tags=(("x",), ("x", "x"), ("y", "y"), ())), 0, {1}),
        (Predicate(Kind.MOST_TAG, tag="x"), tally(1, 2, 3, 4, tags=(("x",), ("y", "x"), ("y", "y"), ())), 0, {0, 1}),
        (Predicate(Kind.MOST_TAG, tag="z"), tally(1, 2, 3, 4, tags=(("x",), (), (), ())), 0, set()),
    ],
    ids=range(20),
)
def test_a_predicate(predicate: Predicate, table: Tally, haruhi: int, who_win: set[int]) -> None:
    """Ruling 6.4: for every seat."""
    assert {seat for seat in range(4) if holds(predicate, table, seat, haruhi)} == who_win


def test_conditions_are_combined() -> None:
    """Ruling 6.4: all, any, not."""
    first, last = Predicate(Kind.RANK_IS, 1), Predicate(Kind.IS_LAST)

    def winners(condition: Condition) -> set[int]:
        return {seat for seat in range(4) if holds(condition, tally(1, 2, 3, 4), seat, 0)}

    assert winners(Some((first, last))) == {0, 3}
    assert winners(Every((first, last))) == set()
    assert winners(Never(Some((first, last)))) == {1, 2}
    assert winners(Every((Never(first), Never(last)))) == {1, 2}


# What a seat can work out


def view(
    seat: int,
    roles: tuple[Person, ...],
    *,
    peeked: tuple[Role | None, ...] = (),
    owned: tuple[str, ...] = (),
    exposed: tuple[int, ...] = (),
    said: tuple[Accusation, ...] = (),
    card_set: CardSet = CARDS,
) -> View:
    """Return what a seat sees of a table with these characters."""
    seats = len(roles)
    state = GAME.start(GAME.chance("1"), seats, OPTIONS).state
    board = replace(
        state.board,
        card_set=card_set,
        owned=tuple(tuple(EventCard(int(number)) for number in row.split()) for row in owned) or ((),) * seats,
        roles=tuple(Up(Role(person)) if other in exposed else DOWN for other, person in enumerate(roles)),
        exposed=tuple(other in exposed for other in range(seats)),
        accusations=said,
    )
    return View(Seat(seat), board, state.hands[seat], Role(roles[seat]), peeked or (None,) * seats, ())


def wrong(target: int, person: Person) -> Accusation:
    """Return an accusation that was denied."""
    return Accusation(Seat(0), Seat(target), person, right=False)


def known(seen: View) -> list[set[Person]]:
    """Return the candidates as sets that can be written down."""
    return [set(persons) for persons in candidates(seen)]


def test_at_first_one_knows_oneself() -> None:
    """Ruling 2.1: anybody else may be any other."""
    other = set(PERSONS) - {N}
    assert known(view(1, (H, N, M, T))) == [other, {N}, other, other]


def test_peeks_exposures_and_denials_are_remembered() -> None:
    """Rulings 4.2 and 7: and nobody is whom somebody else is known to be."""
    found = known(
        view(1, (H, N, M, T), peeked=(None, None, None, Role(T)), exposed=(2,), said=(wrong(0, A), wrong(0, K)))
    )
    assert found == [{H}, {N}, {M}, {T}]
    found = known(view(0, (H, N, M, T), said=(wrong(3, A), Accusation(Seat(0), Seat(2), M, right=True))))
    assert found == [{H}, set(PERSONS) - {H}, set(PERSONS) - {H}, set(PERSONS) - {H, A}]


def test_haruhi_is_among_them() -> None:
    """Ruling 2.1: who else could be Haruhi is."""
    found = known(view(1, (H, N, M, T), said=(wrong(2, H), wrong(3, H))))
    assert found[0] == {H}


def test_with_seven_seats_everybody_is_there() -> None:
    """Ruling 2.1: who can be nobody else is the one that is left."""
    roles = (H, N, M, T, A, K, Y)
    denied = tuple(wrong(seat, Y) for seat in range(6))
    assert known(view(2, roles, said=denied))[6] == {Y}
    # Seats 0 and 1 are Haruhi and Nagato in some order: nobody else is either of them.
    pair = tuple(wrong(seat, person) for seat in (0, 1) for person in PERSONS if person not in (H, N))
    found = known(view(2, roles, said=pair))
    assert found[:2] == [{H, N}, {H, N}]
    assert all(found[seat] == {T, A, K, Y} for seat in (3, 4, 5, 6))


def worlds(seen: View) -> Iterator[tuple[Person, ...]]:
    """Yield everybody's character in every way that fits what a seat has seen."""
    board = seen.board
    for roles in permutations(PERSONS, len(board.hands)):
        known = [(seen.seat, seen.role), *((seat, role) for seat, role in enumerate(seen.peeked) if role)]
        known += [(Seat(seat), up.card) for seat, up in enumerate(board.roles) if isinstance(up, Up)]
        if H not in roles or any(roles[seat] != role.person for seat, role in known):
            continue
        if any((roles[said.target] == said.person) != said.right for said in board.accusations):
            continue
        yield roles


@pytest.mark.parametrize("seats", [4, 7])
def test_what_can_be_known_is_known_in_real_games(seats: int) -> None:
    """Candidates are exactly those of all possible worlds; progress holds where it holds in all of them."""
    picks = Picks(seats)
    state = GAME.start(GAME.chance("5"), seats, OPTIONS).state
    looked = 0
    while legal := GAME.legal(state):
        state = GAME.apply(state, choose(state, legal, picks)).state
        if state.board.acted == 1 and state.board.round % 6 == 0:
            for seat in range(seats):
                seen = GAME.view(state, Seat(seat))
                all_worlds = list(worlds(seen))
                assert candidates(seen) == tuple(map(frozenset, zip(*all_worlds, strict=True)))
                win = CARDS.character(seen.role.person).win
                verdicts = {holds(win, scoring.tally(seen.board), seat, roles.index(H)) for roles in all_worlds}
                assert progress(seen).holds == (verdicts.pop() if len(verdicts) == 1 else None)
                looked += 1
    assert looked >= 3 * seats
    for seat, finding in enumerate(explained(state.board)):
        assert finding.holds == (seat in state.board.outcome.winners if state.board.outcome else None)
        assert progress(GAME.view(state, Seat(seat))).holds == finding.holds


def key(finding: Finding) -> str:
    """Return the end of the key of a finding's words."""
    return finding.words.key.removeprefix("haruhi.condition.")


def test_progress_does_not_know_where_haruhi_is() -> None:
    """What hangs on that is open; the rest is told, part by part."""
    asakura = view(0, (A, H, N, M), owned=("1", "4", "9", ""))
    found = progress(asakura)
    assert [(key(part), part.holds) for part in found.parts] == [
        ("rank_at_most", True),
        ("not_rank_at_most_haruhi", None),
    ]
    assert (key(found), found.holds) == ("all", None)
    worse = progress(replace(asakura, seat=Seat(3), role=Role(A)))
    assert [part.holds for part in worse.parts] == [False, None]
    assert worse.holds is False


def test_progress_knows_what_is_the_same_wherever_haruhi_is() -> None:
    """Two may be Haruhi, at different ranks, both in the lower half."""
    found = progress(view(0, (A, H, N, M), owned=("1", "7", "", "2"), said=(wrong(3, H),)))
    assert [part.holds for part in found.parts] == [True, True]
    assert found.holds is True
    other = progress(view(0, (A, H, N, M), owned=("1", "2", "", "7"), said=(wrong(3, H),)))
    assert [part.holds for part in other.parts] == [True, None]


def test_progress_knows_haruhi_by_a_peek() -> None:
    """One's own secret knowledge counts."""
    roles = (K, H, N, M)
    owned = ("4", "1", "9", "")
    assert progress(view(0, roles, owned=owned)).holds is None
    known = progress(view(0, roles, owned=owned, peeked=(None, Role(H), None, None)))
    assert [part.holds for part in known.parts] == [True, True, True]


def test_haruhi_knows_herself() -> None:
    """A single predicate has no parts."""
    found = progress(view(1, (A, H, N, M), owned=("1", "4", "9", "")))
    assert found == Finding(Reason.of("haruhi.condition.rank_is", count=1), holds=False)


def test_denials_are_told_of_each_part() -> None:
    """Not all of this: one of the contraries; not one of this: all of the contraries; not not: itself."""
    first, last = Predicate(Kind.RANK_IS, 1), Predicate(Kind.IS_LAST)
    win = Never(Every((first, Never(Some((last, Never(first)))))))
    characters = tuple(replace(each, win=win) if each.person is N else each for each in CARDS.characters)
    chosen = replace(CARDS, characters=characters)
    found = progress(view(0, (N, H, M, T), owned=("1", "4", "9", ""), card_set=chosen))
    assert (key(found), found.holds) == ("any", False)
    first_part, second = found.parts
    assert (key(first_part), first_part.holds) == ("not_rank_is", False)
    assert (key(second), second.holds) == ("any", False)
    assert [(key(part), part.holds) for part in second.parts] == [("is_last", False), ("not_rank_is", False)]


def test_before_the_end_nothing_is_explained() -> None:
    """Characters lie face down."""
    assert explained(view(0, (A, H, N, M)).board) == ()


# Words


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("kind", Kind)
def test_every_predicate_has_its_words(kind: Kind, language: str) -> None:
    """Ruling 6.4: in both languages, with its contrary, of oneself and of Haruhi."""
    words = Words(language)
    for of_haruhi in (False, True) if kind in (Kind.RANK_IS, Kind.RANK_AT_MOST, Kind.IS_LAST) else (False,):
        said = set()
        for bound in (1, 3):
            for denied in (False, True):
                predicate = Predicate(kind, bound, "costume", of_haruhi)
                sentence = words.say(predicate_words(CARDS, predicate, 5, denied=denied))
                assert "{" not in sentence
                said.add(sentence)
        assert len(said) in (2, 4)


def test_ranks_are_said_as_numbers() -> None:
    """Half and middle hang on how many play; at most the first is the first."""
    words = Words("en")
    first = Predicate(Kind.RANK_AT_MOST, 1, of_haruhi=True)
    assert words.say(predicate_words(CARDS, first, 5)) == "Haruhi has rank 1"
    assert words.say(predicate_words(CARDS, first, 5, denied=True)) == "Haruhi does not have rank 1"
    half = Predicate(Kind.RANK_AT_MOST, Share.HALF)
    assert [words.say(predicate_words(CARDS, half, seats)) for seats in (4, 7)] == [
        "Rank 2 or better",
        "Rank 3 or better",
    ]
    tagged = Predicate(Kind.MOST_TAG, tag="costume")
    assert words.say(predicate_words(CARDS, tagged, 4)) == "Most “costume” events (at least 1)"
    assert Words("ja").say(predicate_words(CARDS, tagged, 4)) == "「衣装」のイベントが一番多い（1枚以上）"
    assert insight.Finding(Reason("x"), holds=None).parts == ()
