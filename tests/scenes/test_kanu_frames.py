"""How beats of Kan'u Collection are shown: frames that add up, no card lost in between, moves from place to place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from game.core import Beat, Seat, Up
from game.kanu.public import (
    Ambushed,
    Answered,
    Captured,
    CardClosed,
    DuelFought,
    FieldLaid,
    HandsRaised,
    Notice,
    PairTaken,
    Reinforced,
    Scouted,
    Sortied,
    Spied,
    View,
    WasSpied,
)
from scenes.desk import Frame, Move
from scenes.drawing.theme import Metrics
from scenes.drawing.timeline import backwards, schedule
from scenes.inputs import Key
from scenes.kanu.frames import unfold
from scenes.kanu.layout import layout
from scenes.kanu.moves import moves
from scenes.kanu.plan import DECK
from scenes.kanu.shown import Answer, Raised, Rolled, Shown, Watched, covered, in_order, shown
from scenes.preferences import Preferences
from tests.scenes.kanu_sitting import Round, courses, games

pytestmark = pytest.mark.usefixtures("screen")
METRICS = Metrics((1280, 720))
SEATS = [3, 4, 6]


def beats(seats: int) -> Iterator[tuple[View, Beat[View, Notice]]]:
    """Yield every beat of random games as every seat meets it, with the view before."""
    for before, _, told in courses(seats):
        yield from zip(before, told, strict=True)


def stays(frames: tuple[Frame, ...], kind: type[Notice]) -> list[Shown]:
    """Return the pictures that stay after a notice of a kind."""
    return [
        shown(frame.beat.view)
        for frame in frames
        if frame.stays and any(isinstance(notice, kind) for notice in frame.beat.notices)
    ]


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
    """In every picture all 72 cards lie somewhere, and nothing can be done in one that is over soon."""
    for before, beat in beats(seats):
        for frame in unfold(before, beat):
            picture = shown(frame.beat.view)
            board = picture.board
            looked_at = any(isinstance(sign, Watched) for sign in picture.signs)
            middle = 0 if looked_at else len(picture.laid)
            field = sum(seen is not None for seen in board.field)
            assert field + sum(board.hands) + 2 * sum(map(len, board.pairs)) + board.deck + middle == 72
            assert sum(seen is not None for seen in picture.hand) == board.hands[picture.seat]
            assert frame.beat.view is beat.view or (picture.momentary and not picture.legal)


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_over_soon_stays_to_be_looked_at(seats: int) -> None:
    """A miss, an answer, raised hands, dice and cards spied upon stay, each with what there is to see."""
    seen = set()
    for before, beat in beats(seats):
        frames = unfold(before, beat)
        for notice in beat.notices:
            match notice:
                case Sortied(_, cell, card, hit) if not hit:
                    assert [picture.board.field[cell] for picture in stays(frames, Sortied)] == [Up(card)]
                case Answered(seat, answers):
                    (picture,) = stays(frames, Answered)
                    assert picture.sign(seat) == Answer(answers)
                case Ambushed(seat, card):
                    (picture,) = stays(frames, Ambushed)
                    assert picture.laid[0].card == Up(card)
                case HandsRaised(raised):
                    assert any(
                        [seat for seat in range(seats) if picture.sign(seat) == Raised(hand=True)] == list(raised)
                        for picture in stays(frames, HandsRaised)
                    )
                case DuelFought(seat, target, dice, bonuses, winner):
                    (picture,) = stays(frames, DuelFought)
                    assert picture.sign(seat) == Rolled(dice[0], bonuses[0], winner == seat)
                    assert picture.sign(target) == Rolled(dice[1], bonuses[1], winner == target)
                case Spied(_, _, cards):
                    (picture,) = stays(frames, Spied)
                    assert [laid.card for laid in picture.laid] == [Up(card) for card in cards]
                    assert all(laid.secret for laid in picture.laid)
                case WasSpied(_, _, count):
                    (picture,) = stays(frames, WasSpied)
                    assert len(picture.laid) == count
                    assert not any(isinstance(laid.card, Up) for laid in picture.laid)
                case _:
                    continue
            seen.add(type(notice))

    assert seen == {Sortied, Answered, Ambushed, HandsRaised, DuelFought, Spied, WasSpied}


@pytest.mark.parametrize("hand_up", [True, False], ids=["held", "covered"])
@pytest.mark.parametrize("seats", SEATS)
def test_moves_begin_and_end_where_cards_lie(seats: int, hand_up: bool) -> None:
    """Every move has a card to set out from and one to become, forwards from frame to frame."""
    for before, beat in beats(seats):
        chain = [Beat(before, ()), *(frame.beat for frame in unfold(before, beat))]
        shown_chain = chain if hand_up else [covered(one) for one in chain]
        for earlier, later in pairwise(shown_chain):
            old, new = (layout(shown(one.view), METRICS, 0) for one in (earlier, later))
            groups = moves(earlier.view, later.view, later, new)
            ways = [move for group in groups for move in group]
            assert all(move.target in new.cards and move.source in old.cards for move in ways), ways
            assert len(schedule(groups, old, new, 1.0, {})) == len(ways)
            arriving = {move.target for move in ways}
            for name, pose in new.cards.items():
                fresh = name not in old.cards or (name[0] == "F" and old.cards[name].face != pose.face)
                unknown = name[0] == "L" and not ways  # a card of one's own hand that somebody else looks at
                shifted = name[0] in "HB" and len(new.cards) >= len(old.cards)
                if fresh and name != "deck" and not unknown and not shifted:
                    assert name in arriving, (name, later.notices)


@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_in_front_is_in_order_and_its_cards_make_room(seats: int) -> None:
    """By series and number; no card changes in its place: it comes from the deck, out of the middle, or from beside."""
    ways = set()
    for before, beat in beats(seats):
        earlier = shown(before)
        for frame in unfold(before, beat):
            picture = shown(frame.beat.view)
            held = [seen for seen in picture.hand if seen is not None]
            assert held == list(in_order(held))
            found = moves(earlier, picture, frame.beat, layout(picture, METRICS, 0))
            came = {move.target: move.source for group in found for move in group}
            for place, seen in enumerate(picture.hand):
                source = came.get(f"H{place}")
                if source is None:
                    assert place >= len(earlier.hand) or seen is None or earlier.hand[place] == seen
                elif isinstance(source, str) and source[0] == "H":
                    assert earlier.hand[int(source[1:])] == seen
                ways.add("stays" if source is None else str(source)[0])
            earlier = picture
    assert ways == {"stays", "H", "L", DECK[0]}


@pytest.mark.parametrize("seats", SEATS)
def test_a_whole_beat_moves_both_ways(seats: int) -> None:
    """A replay shows a beat as one frame, forwards and taken back; nothing of it is missing then."""
    for before, beat in beats(seats):
        old, new = layout(shown(before), METRICS, 0), layout(shown(beat.view), METRICS, 0)
        schedule(moves(before, beat.view, beat, new), old, new, 1.0, {})
        undone = Beat(before, beat.notices, undone=True)
        assert unfold(beat.view, undone) == (Frame(undone),)
        schedule(backwards(moves(before, beat.view, undone, old)), new, old, 1.0, {})


def test_captured_cards_fly_to_their_owners_row() -> None:
    """Both cards of a pair set out from where they lay or were shown, and become the pair."""
    for before, beat in beats(4):
        for earlier, later in pairwise([Beat(before, ()), *(frame.beat for frame in unfold(before, beat))]):
            captured = [notice for notice in later.notices if isinstance(notice, Captured)]
            if not captured:
                continue
            groups = moves(earlier.view, later.view, later, layout(shown(later.view), METRICS, 0))
            targets = {move.target for group in groups for move in group}
            for notice in captured:
                assert {f"S{notice.seat}.{notice.card}", f"U{notice.seat}.{notice.card}"} <= targets


def test_a_match_out_of_a_hand_is_laid_on_its_card() -> None:
    """A reinforcement, and what a scout finds, lies on the opened card before both are captured."""
    found = set()
    for before, beat in beats(4):
        for frame in unfold(before, beat):
            picture = shown(frame.beat.view)
            for laid in picture.laid:
                if laid.cell is not None:
                    assert picture.board.field[laid.cell] == laid.card
                    found |= {type(notice) for notice in frame.beat.notices}

    assert {Reinforced, Scouted} <= found


def test_formation_gathers_the_field_and_lays_it_afresh() -> None:
    """All cards of the field go to the deck, and from there to their cells."""
    found = 0
    for before, beat in beats(4):
        if not any(isinstance(notice, FieldLaid) for notice in beat.notices):
            continue
        *_, gathered, laid = unfold(before, beat)
        picture = shown(gathered.beat.view)
        assert picture.gathered
        assert not any(picture.board.field)
        groups = moves(gathered.beat.view, laid.beat.view, laid.beat, layout(shown(laid.beat.view), METRICS, 0))
        cells = {f"F{cell}" for cell, seen in enumerate(shown(laid.beat.view).board.field) if seen is not None}
        assert {move.target for group in groups for move in group if move.source == "deck"} >= cells
        found += 1

    assert found


def test_the_deal_comes_from_the_deck() -> None:
    """Hands and field fly from the deck, all of the field within little more than a second."""
    sitting = Round(4, preferences=Preferences(speed="normal"))
    flights = sitting.scene._board.timeline.flights

    assert {flight.source for flight in flights} == {"deck"}
    assert len(flights) == 25 + 4 * 6
    field = [flight for flight in flights if flight.key is not None and flight.key[0] == "F"]
    assert max(one.start + one.length for one in field) - min(one.start for one in field) < 1.4


def test_a_taken_pair_goes_from_row_to_row() -> None:
    """The winner of a duel gets the pair from the loser's row."""
    for before, beat in beats(4):
        for notice in beat.notices:
            if isinstance(notice, PairTaken):
                groups = moves(before, beat.view, beat, layout(shown(beat.view), METRICS, 0))
                ways = [move for group in groups for move in group]
                assert Move(f"S{notice.loser}.{notice.card}", f"S{notice.seat}.{notice.card}") in ways
                return
    raise AssertionError("no pair was taken")


@pytest.mark.parametrize("way", ["pass", "table"])
def test_at_rest_the_cards_lie_as_the_layout_says(way: str) -> None:
    """With all motion shown, a game comes to rest after every action exactly where its view puts the cards."""
    deal, actions = games(3, 1, 3)[0]
    sitting = Round(3, deal, "pass" if way == "pass" else "table", preferences=Preferences(speed="fast", stay="short"))
    for text in actions[:25]:
        sitting.hand_over()
        sitting.scene._choosing.follow(sitting.table.game.decode(text))
        sitting.settle()
        board = sitting.scene._board
        assert not board.timeline.running
        assert board.layout == sitting.desk.layout(sitting.picture, sitting.kit.metrics)
        here: Beat[View | Shown, Notice] = Beat(sitting.view, ())
        assert board.view == (here.view if way == "pass" else covered(here).view)
        sitting.scene.paint()


def test_an_input_goes_on_past_what_stays() -> None:
    """What stays waits for its time or for any input, which does nothing else."""
    deal, actions = games(3, 1, 3)[0]
    sitting = Round(3, deal, preferences=Preferences(speed="off", stay="click"))
    for text in actions:
        sitting.hand_over() if sitting.scene._seat_ends else None
        sitting.settle()
        sitting.scene._choosing.follow(sitting.table.game.decode(text))
        if sitting.scene._showing._stays:
            break
    assert sitting.scene._showing._stays
    before = sitting.played()
    for _ in range(10):
        if not sitting.scene._showing.watching:
            break
        sitting.give(Key("1"))
        for _ in range(5):  # what does not stay goes by
            sitting.scene.update(1 / 60)

    assert not sitting.scene._showing.watching
    assert sitting.played() == before
    assert sitting.selection.spots == ()


def test_closed_cards_turn_back_in_place() -> None:
    """A card that was turned up in vain is turned down where it lies."""
    for before, beat in beats(3):
        frames = unfold(before, beat)
        closed = [notice.cell for notice in frames[-1].beat.notices if isinstance(notice, CardClosed)]
        laid = any(isinstance(notice, FieldLaid) for notice in beat.notices)
        if closed and not laid:
            earlier = frames[-2].beat.view if len(frames) > 1 else before
            groups = moves(earlier, beat.view, frames[-1].beat, layout(shown(beat.view), METRICS, 0))
            ways = [move for group in groups for move in group]
            assert all(Move(f"F{cell}", f"F{cell}") in ways for cell in closed)
            return
    raise AssertionError("nothing was closed")


def test_the_cards_of_another_seat_keep_their_place_secret() -> None:
    """What leaves another hand sets out from its end, whichever card it is."""
    for before, beat in beats(4):
        seat = Seat(before.seat)
        for earlier, later in pairwise([Beat(before, ()), *(frame.beat for frame in unfold(before, beat))]):
            groups = moves(earlier.view, later.view, later, layout(shown(later.view), METRICS, 0))
            taken = [str(move.source) for group in groups for move in group if str(move.source)[0] == "B"]
            for name in taken:
                other, place = (int(part) for part in name[1:].split("."))
                assert other != seat
                assert place >= shown(earlier.view).board.hands[other] - len(taken)
