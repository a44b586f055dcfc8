"""Cards in the air: from the old place to the new one, by time alone, however time is cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.catalogue import find
from game.core import Beat, Seat
from game.deck_defence.public import ID, Area, Card, Drawn, Notice, Place, Shuffled, View, decode
from game.table import Table
from scenes.deck_defence.layout import layout
from scenes.desk import BACK, Layout, Pose
from scenes.drawing.theme import SPEEDS, Metrics
from scenes.drawing.timeline import FLIP, Flight, Timeline, backwards, schedule
from tests.scenes.sitting import DESK, Sitting, games, won_games

METRICS = Metrics((1280, 720))
NORMAL = SPEEDS["normal"]

numbers = st.integers(-4000, 8000).map(lambda half: half / 2)
poses = st.builds(Pose, numbers, numbers, st.integers(20, 400).map(float), st.sampled_from(["S1", "F4", BACK]))
flights = st.builds(
    Flight,
    stops=st.lists(poses, min_size=2, max_size=3).map(tuple),
    start=st.floats(0, 2),
    length=st.floats(0.01, 2),
    key=st.sampled_from([None, "M1"]),
    source=st.just("deck"),
)
shares = st.integers(0, 1000).map(lambda part: part / 1000)


@given(flights)
def test_a_flight_leads_from_its_first_stop_to_its_last(flight: Flight) -> None:
    """Before it sets out the card is at its first stop, after it has landed exactly at its last, flat on the table."""
    first, last = flight.at(flight.start - 1), flight.at(flight.start + flight.length + 1)

    assert first.pose == flight.stops[0]
    assert last.pose == flight.stops[-1]
    for end in (first, last):
        assert end.squash == pytest.approx(1.0)


@given(flights, shares)
@example(Flight((Pose(0, 0, 80, BACK), Pose(9, 9, 80, "S1")), 0.0, 1.0, "M1", "deck"), 0.49)
@example(Flight((Pose(0, 0, 80, BACK), Pose(9, 9, 80, "S1")), 0.0, 1.0, "M1", "deck"), 0.51)
def test_a_card_turns_over_half_way_and_only_where_its_face_differs(flight: Flight, share: float) -> None:
    """A flight whose ends differ shows its first face, then its last, and is narrow in between; others never turn."""
    shown = flight.at(flight.start + share * flight.length)
    before, after = flight.stops[0].face, flight.stops[-1].face

    if before == after:
        assert shown.squash == 1.0
        assert shown.pose.face == before
    elif share != 0.5:
        assert shown.pose.face == (before if share < 0.5 else after)
        assert shown.squash < 1.0 or share in (0.0, 1.0)
    else:
        assert shown.squash < 0.01


@given(flights, shares)
def test_a_flying_card_stays_between_its_stops(flight: Flight, share: float) -> None:
    """No card overshoots: it is always within the rectangle that its stops span."""
    shown = flight.at(flight.start + share * flight.length).pose
    for value, ends in (
        (shown.x, [stop.x for stop in flight.stops]),
        (shown.y, [stop.y for stop in flight.stops]),
        (shown.width, [stop.width for stop in flight.stops]),
    ):
        assert min(ends) - 1e-6 <= value <= max(ends) + 1e-6


@given(st.lists(flights, min_size=1, max_size=5), st.lists(st.floats(0.001, 0.5), max_size=40))
def test_time_may_be_cut_in_any_way(some: list[Flight], steps: list[float]) -> None:
    """After the same time the same is in the air, whether it passed in one piece or in many."""
    many, one = Timeline(), Timeline()
    many.begin(tuple(some))
    one.begin(tuple(some))
    passed = 0.0

    for step in steps:
        passed += step
        many.update(step)
        if passed >= many.length or not many.running:
            break
    one.update(passed)

    assert many.running == one.running
    if one.running:
        for flight in some:
            assert flight.at(many.time).pose.x == pytest.approx(flight.at(one.time).pose.x, abs=1e-3)


@given(st.lists(flights, max_size=5))
def test_a_very_long_moment_lands_everything(some: list[Flight]) -> None:
    """After a sleep of the machine nothing is in the air."""
    timeline = Timeline()
    timeline.begin(tuple(some))

    timeline.update(3600.0)

    assert not timeline.running
    assert timeline.time == 0.0


@given(st.lists(flights, max_size=5))
def test_finish_lands_everything_at_once(some: list[Flight]) -> None:
    """Whatever is in the air can be made to land, and then the timeline is as new."""
    timeline = Timeline()
    timeline.begin(tuple(some))

    timeline.finish()

    assert (timeline.running, timeline.time, timeline.length) == (False, 0.0, 0.0)


@dataclass(frozen=True)
class Leg:
    """What flies at one beat, with the layouts around it."""

    old: Layout | None
    new: Layout
    flights: tuple[Flight, ...]
    undone: bool


@cache
def legs() -> tuple[Leg, ...]:
    """Return what flies at every beat of a few games, in which every action is also taken back and done again."""
    found: list[Leg] = []
    for deal, actions in (*games(3, 4), *won_games()[8:11]):
        before: Any = None
        beats: list[Beat[Any, Any]] = []
        table: Table[Any, Any, Any, Any, Any] = Table(find(ID), deal, 1, {})
        chair = table.chair(Seat(0))
        for action in actions:
            chair.submit(decode(action))
            chair.undo()
            chair.redo()
            beats += chair.beats()
        for beat in beats:
            old = None if before is None else layout(before, METRICS)
            new = layout(beat.view, METRICS)
            earlier, later = (beat.view, before) if beat.undone else (before, beat.view)
            groups = DESK.moves(earlier, later, beat, new)
            flights = schedule(backwards(groups) if beat.undone else groups, old, new, NORMAL, {})
            found.append(Leg(old, new, flights, beat.undone))
            before = beat.view
    return tuple(found)


def lying(layout_: Layout, key: str) -> Pose:
    """Return a card of a layout as a single one."""
    return replace(layout_.cards[key], pile=1)


def test_every_flight_sets_out_where_its_card_lay() -> None:
    """The first stop of every flight is the card as it lay before, forwards and backwards."""
    for leg in legs():
        for flight in leg.flights:
            if flight.source is None:
                continue  # the shuffle throws cards in from beside the table
            lay = lying(leg.old or leg.new, flight.source)
            assert replace(flight.stops[0], face=lay.face) == lay
            assert flight.stops[0].face == lay.face or flight.source == "discard"


def test_every_flight_ends_where_its_card_lies() -> None:
    """The last stop of every flight is the card as it lies afterwards, forwards and backwards."""
    for leg in legs():
        for flight in leg.flights:
            lies = lying(leg.new, flight.key or "deck")
            assert replace(flight.stops[-1], face=lies.face) == lies
            assert flight.stops[-1].face == lies.face or flight.key == "discard"


def test_a_spent_card_keeps_its_face() -> None:
    """Of several cards that go to the discard or come from it, each shows itself all the way, not the pile's top."""
    several = 0
    for leg in legs():
        place = "source" if leg.undone else "key"
        spent = [flight for flight in leg.flights if getattr(flight, place) == "discard"]
        several += len(spent) > 1
        for flight in spent:
            hand = leg.new if leg.undone else leg.old
            card = flight.key if leg.undone else flight.source
            assert hand is not None
            assert card is not None
            assert {stop.face for stop in flight.stops} == {hand.cards[card].face}
    assert several > 10


def test_cards_from_the_deck_are_turned_over() -> None:
    """What is drawn shows its back first, what goes back to the deck shows it last."""
    drawn = [flight for leg in legs() for flight in leg.flights if flight.source == "deck"]
    back = [flight for leg in legs() for flight in leg.flights if flight.key == "deck" and flight.source is not None]
    assert drawn
    assert back
    assert all(flight.stops[0].face == BACK != flight.stops[-1].face for flight in drawn)
    assert all(flight.stops[0].face != BACK == flight.stops[-1].face for flight in back)
    assert all(flight.length >= FLIP for flight in (*drawn, *back))


def test_every_card_that_changed_its_place_flies() -> None:
    """No card jumps: whatever lies elsewhere than before, piles aside, arrives by a flight."""
    for leg in legs():
        if leg.old is None:
            continue
        arrived = {flight.key for flight in leg.flights}
        for key, pose in leg.new.cards.items():
            assert key in arrived or key in ("deck", "discard") or leg.old.cards.get(key) == pose, key
        gone = {flight.source for flight in leg.flights}
        for key in set(leg.old.cards) - set(leg.new.cards) - {"deck", "discard"}:
            assert key in gone, key


def test_taking_back_flies_backwards() -> None:
    """A taken-back action runs its flights from their ends to their beginnings, the last first."""
    for forth, back in pairwise(legs()):
        if not back.undone:
            continue
        assert [(flight.key, flight.source) for flight in back.flights] == [
            (flight.source, flight.key) for flight in reversed(forth.flights)
        ]


def test_the_deal_takes_about_two_seconds_and_an_action_about_one() -> None:
    """At normal speed 36 cards are gathered and three dealt within 2.2 s; the longest action takes 1.5 s."""
    deals = [leg for leg in legs() if leg.old is None]
    actions = [leg for leg in legs() if leg.old is not None]
    assert max(length(leg) for leg in deals) <= 2.2
    assert max(length(leg) for leg in actions) <= 1.5
    assert all(0.16 <= flight.length <= 0.5 for leg in legs() for flight in leg.flights)


def length(leg: Leg) -> float:
    """Return how long everything of a beat is in the air."""
    return max((flight.start + flight.length for flight in leg.flights), default=0.0)


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("speed", SPEEDS)
def test_speed_stretches_everything_alike(speed: str) -> None:
    """Half the time is half the time for every card; at speed "off" nothing flies at all."""
    view = Sitting().view
    beat: Beat[View, Notice] = Beat(view, (Shuffled(36), *(Drawn(card, place) for card, place in drawn(view))))
    lies = layout(view, METRICS)
    groups = DESK.moves(None, view, beat, lies)

    normal = schedule(groups, None, lies, NORMAL, {})
    other = schedule(groups, None, lies, SPEEDS[speed], {})

    assert len(other) == (0 if speed == "off" else len(normal))
    for one, two in zip(other, normal, strict=False):
        assert one.start == pytest.approx(two.start * SPEEDS[speed])
        assert one.length == pytest.approx(two.length * SPEEDS[speed])


def drawn(view: View) -> list[tuple[Card, Place]]:
    """Return the three cards of the deal with their places."""
    return [(card, Place(Area.MAIN, index)) for index, card in enumerate(view.areas.main) if card is not None]


@pytest.mark.usefixtures("screen")
def test_a_held_card_sets_out_from_the_hand_that_holds_it() -> None:
    """A card that was dragged flies on from where it was let go, not from the place it was taken from."""
    sitting = Sitting("1204")
    seen = sitting.view
    before = layout(seen, METRICS)
    action = seen.legal[0]
    sitting.match.chair.submit(action)
    beat = sitting.match.chair.beats()[-1]
    after = layout(beat.view, METRICS)
    groups = DESK.moves(seen, beat.view, beat, after)
    source = next(move.source for group in groups for move in group)
    assert isinstance(source, str)
    let_go = before.cards[source].at(333, 222)

    flights = schedule(groups, before, after, NORMAL, {source: let_go})

    assert flights[0].stops[0] == let_go
