"""How beats of 涼宮ハルヒの贈殖 are shown: frames that add up, no card lost in between, moves from place to place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from game.core import DOWN, Beat, Down, Up
from game.haruhi.notices import (
    Accused,
    EventSetAside,
    EventTaken,
    Laid,
    Notice,
    Passed,
    Peeked,
    SosLaid,
    Stolen,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import Pass, View, decode
from scenes.desk import Frame, Move, Pose
from scenes.drawing.theme import Metrics
from scenes.drawing.timeline import backwards, schedule
from scenes.haruhi.frames import unfold
from scenes.haruhi.layout import layout
from scenes.haruhi.moves import moves
from scenes.haruhi.shown import Brought, Named, Shown, Silent, Watched, Winner, covered, shown
from scenes.preferences import Preferences
from tests.scenes.haruhi_sitting import Round, courses, games

pytestmark = pytest.mark.usefixtures("screen")
METRICS = Metrics((1280, 720))
SEATS = [4, 7]
PACK = 50


def beats(seats: int) -> Iterator[tuple[View, Beat[View, Notice]]]:
    """Yield beats of random games as every seat meets them, with the view before; of four seats' games all."""
    for before, _, told in courses(seats)[:: 1 if seats == 4 else 2]:
        yield from zip(before, told, strict=True)


@pytest.mark.parametrize("seats", SEATS)
def test_frames_add_up_to_the_beat(seats: int) -> None:
    """The last frame has the beat's own view, all of them together its notices in their order."""
    for before, beat in beats(seats):
        frames = unfold(before, beat)

        assert frames[-1].beat.view is beat.view
        assert not frames[-1].stays
        assert tuple(notice for frame in frames for notice in frame.beat.notices) == beat.notices


@pytest.mark.parametrize("seats", SEATS)
def test_no_card_is_lost_in_between(seats: int) -> None:
    """In every picture all cards and events lie somewhere, and nothing can be done in one that is over soon."""
    for before, beat in beats(seats):
        for frame in unfold(before, beat):
            picture = shown(frame.beat.view)
            board = picture.board
            middle = 1 if picture.glance is not None and not picture.glance.role else 0
            assert sum(board.hands) + sum(map(len, board.laid)) + board.deck + board.discard + middle == PACK
            events = board.pile + sum(map(len, board.owned)) + len(board.aside) + (board.event is not None)
            assert events == len(board.card_set.events)
            assert len(picture.hand) == board.hands[picture.seat]
            assert len(board.passed) == len(set(board.passed)) <= board.acted
            assert tuple(sum(card.value for card in cards) for cards in board.laid) == board.totals
            assert frame.beat.view is beat.view or (picture.momentary and not picture.legal)


def stays(frames: tuple[Frame, ...], kind: type[Notice]) -> list[Shown]:
    """Return the pictures that stay after a notice of a kind."""
    return [
        shown(frame.beat.view)
        for frame in frames
        if frame.stays and any(isinstance(notice, kind) for notice in frame.beat.notices)
    ]


def test_what_is_over_soon_stays_to_be_looked_at() -> None:
    """What others do, who takes the event, who is named, looks and thefts stay, each with what there is to see."""
    seen = set()
    for before, beat in beats(4):
        frames = unfold(before, beat)
        for notice in beat.notices:
            match notice:
                case Laid(seat, to, cards) if seat != before.seat:
                    assert Brought(seat, sum(card.value for card in cards)) in {
                        picture.sign(to) for picture in stays(frames, Laid)
                    }
                case SosLaid(seat, to):
                    assert [picture.sign(to) for picture in stays(frames, SosLaid)] == [Brought(seat, None)]
                case Passed(seat) if seat != before.seat:
                    assert Silent() in {picture.sign(seat) for picture in stays(frames, Passed)}
                    assert any(seat in picture.board.passed for picture in stays(frames, Passed))
                case EventTaken(seat):
                    assert any(picture.sign(seat) == Winner() for picture in stays(frames, EventTaken))
                case EventSetAside(event):
                    assert any(picture.board.aside[-1] == event for picture in stays(frames, EventSetAside))
                case Accused(_, target, person, right):
                    assert [picture.sign(target) for picture in stays(frames, Accused)] == [Named(person, right)]
                case Peeked(_, target, role):
                    (picture,) = stays(frames, Peeked)
                    assert picture.sign(target) == Watched()
                    assert picture.glance is not None
                    assert picture.glance.card == Up(role)
                case WasPeeked(_, target):
                    (picture,) = stays(frames, WasPeeked)
                    assert picture.sign(target) == Watched()
                    assert picture.glance is not None
                    assert picture.glance.card == DOWN
                case Stolen(card=card):
                    (picture,) = stays(frames, Stolen)
                    assert picture.glance is not None
                    assert picture.glance.card == Up(card)
                case WasStolen():
                    (picture,) = stays(frames, WasStolen)
                    assert picture.glance is not None
                    assert isinstance(picture.glance.card, Down)
                case _:
                    continue
            seen.add(type(notice))

    assert seen >= {Laid, SosLaid, Passed, EventTaken, Accused, Peeked, WasPeeked, Stolen, WasStolen}


def test_whoever_acts_is_in_turn_while_it_is_shown() -> None:
    """The bar and the lit panel name who lays cards or passes, not who began the lap; then whoever takes the event."""
    seen = set()
    for before, beat in beats(4):
        for frame in unfold(before, beat):
            board = shown(frame.beat.view).board
            acts = [notice for notice in frame.beat.notices if isinstance(notice, Laid | SosLaid | Passed | EventTaken)]
            if not acts or frame.beat.view is beat.view:
                continue
            last = acts[-1]
            if isinstance(last, EventTaken):
                assert (board.taker, board.turn) == (last.seat, None)
            else:
                assert board.turn == last.seat
            seen.add(type(last))

    assert seen == {Laid, SosLaid, Passed, EventTaken}


def test_ones_own_gift_is_not_waited_for() -> None:
    """Whoever lays cards or passes has seen it; what follows goes on at once."""
    for before, beat in beats(4):
        own = [notice for notice in beat.notices if isinstance(notice, Laid | Passed) and notice.seat == before.seat]
        for picture in [*stays(unfold(before, beat), Laid), *stays(unfold(before, beat), Passed)]:
            assert not any(notice in own for notice in picture.news)


@pytest.mark.parametrize("hand_up", [True, False], ids=["held", "covered"])
@pytest.mark.parametrize("seats", SEATS)
def test_moves_begin_and_end_where_cards_lie(seats: int, hand_up: bool) -> None:
    """Every move has a card to set out from and one to become, and every new card comes from somewhere."""
    for before, beat in beats(seats):
        chain = [Beat(before, ()), *(frame.beat for frame in unfold(before, beat))]
        shown_chain = chain if hand_up else [covered(one) for one in chain]
        for earlier, later in pairwise(shown_chain):
            old, new = (layout(shown(one.view), METRICS, 0) for one in (earlier, later))
            ways = [move for group in moves(earlier.view, later.view, later, new) for move in group]
            for move in ways:
                assert isinstance(move.target, Pose) or move.target in new.cards, move
                assert isinstance(move.source, Pose) or move.source in old.cards, move
            assert len(schedule((tuple(ways),), old, new, 1.0, {})) == len(ways)
            arriving = {move.target for move in ways}
            for name in new.cards.keys() - old.cards.keys():
                if name[0] not in "PB" and name not in ("deck", "discard", "pile"):
                    assert name in arriving, (name, later.notices)


@pytest.mark.parametrize("seats", SEATS)
def test_a_whole_beat_moves_both_ways(seats: int) -> None:
    """A replay shows a beat as one frame, forwards and taken back; nothing of it is missing then."""
    for before, beat in beats(seats):
        old, new = layout(shown(before), METRICS, 0), layout(shown(beat.view), METRICS, 0)
        schedule(moves(before, beat.view, beat, new), old, new, 1.0, {})
        undone = Beat(before, beat.notices, undone=True)
        assert unfold(beat.view, undone) == (Frame(undone),)
        schedule(backwards(moves(before, beat.view, undone, old)), new, old, 1.0, {})


def test_a_gift_flies_from_the_hand_to_the_receiver() -> None:
    """Each card leaves its own place of the hand in front, or the one card that stands for another's hand."""
    found = 0
    for before, beat in beats(4):
        frame = unfold(before, beat)[0].beat
        laid = [notice for notice in frame.notices if isinstance(notice, Laid)]
        if not laid:
            continue
        (notice,) = laid
        new = layout(shown(frame.view), METRICS, 0)
        ways = [move for group in moves(before, frame.view, frame, new) for move in group]
        gifts = [move for move in ways if str(move.target).startswith(f"S{notice.to}.")]
        assert len(gifts) == len(notice.cards)
        if notice.seat == before.seat:
            places = [int(str(move.source)[1:]) for move in gifts]
            assert [shown(before).card_at(place) for place in places] == list(notice.cards)
            found += 1
        else:
            assert {move.source for move in gifts} == {f"B{notice.seat}"}

    assert found


def test_the_event_goes_to_whoever_takes_it() -> None:
    """From the middle to the row of its new owner."""
    taken = 0
    for before, beat in beats(4):
        for earlier, later in pairwise([Beat(before, ()), *(frame.beat for frame in unfold(before, beat))]):
            groups = moves(earlier.view, later.view, later, layout(shown(later.view), METRICS, 0))
            ways = [move for group in groups for move in group]
            for notice in later.notices:
                if isinstance(notice, EventTaken):
                    assert Move("event", f"E{notice.event.number}") in ways
                    taken += 1

    assert taken


def test_an_event_that_nobody_takes_goes_aside() -> None:
    """Where all have passed, it is laid beside the piles, and everybody sees it there."""
    sitting = Round(4, actions="P P P")
    before = sitting.view
    sitting.table.beats(sitting.match.chair.seat)
    sitting.act(Pass())
    (beat,) = sitting.table.beats(sitting.match.chair.seat)
    frame = next(frame for frame in unfold(before, beat) if frame.beat.view.board.aside)
    groups = moves(before, frame.beat.view, frame.beat, layout(shown(frame.beat.view), METRICS, 0))

    assert frame.stays
    assert (Move("event", "aside"),) in groups


def test_the_deal_comes_from_the_deck() -> None:
    """Hands fly from the deck, then the first event is turned, all within little more than a second."""
    sitting = Round(4, preferences=Preferences(speed="normal"))
    flights = sitting.scene._board.timeline.flights

    assert len(flights) == 5 * 4 + 1
    assert max(one.start + one.length for one in flights) - min(one.start for one in flights) < 1.6


@pytest.mark.parametrize("way", ["pass", "table"])
def test_at_rest_the_cards_lie_as_the_layout_says(way: str) -> None:
    """With all motion shown, a game comes to rest after every action exactly where its view puts the cards."""
    deal, actions = games(3, 1, 4)[0]
    sitting = Round(4, deal, "pass" if way == "pass" else "table", preferences=Preferences(speed="fast", stay="short"))
    for text in actions[:22]:
        sitting.hand_over()
        sitting.scene._choosing.follow(decode(text))
        sitting.settle()
        board = sitting.scene._board
        assert not board.timeline.running
        assert board.layout == sitting.desk.layout(sitting.picture, sitting.kit.metrics)
        here: Beat[View | Shown, Notice] = Beat(sitting.view, ())
        assert board.view == (here.view if way == "pass" else covered(here).view)
        sitting.scene.paint()


def test_no_picture_shows_a_hidden_face() -> None:
    """Over the shoulder all hands and unexposed characters are backs; a player sees no hand but the own one."""
    for before, beat in beats(4):
        for frame in unfold(before, beat):
            for picture in (shown(frame.beat.view), covered(frame.beat).view):
                cards = layout(picture, METRICS, 0).cards
                for name, pose in cards.items():
                    if name[0] == "B" or (picture.covered and name[0] == "H"):
                        assert pose.face == ""
                    if picture.covered and name[0] == "R":
                        open_ = isinstance(picture.board.roles[int(name[1])], Up)
                        assert open_ or pose.face == "p-"
                if picture.covered and picture.glance is not None:
                    assert picture.glance.card == DOWN
