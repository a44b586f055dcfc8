"""Where the cards of Kan'u Collection lie, for three to six players at every size and text scale."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pygame
import pytest

from game.core import Seat, Up
from game.kanu.card_set import Card
from game.kanu.public import Phase
from scenes.desk import Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.kanu.layout import layout
from scenes.kanu.plan import Plan, plan
from scenes.kanu.shown import Laid, Shown, shown
from scenes.kanu.standard import standard_set
from scenes.preferences import SMALLEST_WINDOW, TEXT_SCALES
from tests.scenes.kanu_sitting import positions

SIZES = [
    SMALLEST_WINDOW,
    (800, 600),
    (1024, 768),
    (1280, 720),
    (1920, 1080),
    (3840, 2160),
    (720, 1280),
    (1000, 1000),
    (3440, 1440),
    (1366, 600),
]
EVERY = [
    pytest.param(Metrics(size, scale), seats, id=f"{size[0]}x{size[1]} {scale}% {seats}")
    for size in SIZES
    for scale in TEXT_SCALES
    for seats in (3, 4, 5, 6)
] + [
    pytest.param(Metrics(size, 100, left_handed=True), seats, id=f"{size[0]}x{size[1]} left {seats}")
    for size in SIZES[:4]
    for seats in (3, 4, 5, 6)
]
CELLS = standard_set().rows, standard_set().columns


@cache
def pictures(seats: int) -> tuple[Shown, ...]:
    """Return pictures with much on the table: full hands and rows, a choice among pairs, cards in the middle."""
    views = [shown(before) for before, _, _ in positions(seats, count=1)]
    fullest = max(views, key=lambda one: len(one.hand))
    last = views[-1]
    kinds = standard_set().kinds
    pairs = tuple(kinds[15 * seat : 15 * seat + 15] if seat < 2 else kinds[30 + seat - 2 :: 4] for seat in range(seats))
    taking = replace(
        last,
        board=replace(last.board, pairs=pairs, phase=Phase.TAKE, loser=Seat((last.seat + 1) % seats), turn=last.seat),
    )
    crowd = replace(
        fullest,
        hand=tuple(Up(card) for card in kinds[:14]),
        board=replace(fullest.board, hands=(14,) * seats),
        laid=tuple(Laid(Up(card), fullest.seat, secret=True) for card in kinds[:7]),
    )
    return (views[0], fullest, last, taking, crowd)


def rect_of(pose: Pose) -> pygame.Rect:
    """Return what a card covers."""
    height = pose.width * HEIGHT
    return pygame.Rect(round(pose.x - pose.width / 2), round(pose.y - height / 2), round(pose.width), round(height))


def planned(metrics: Metrics, seats: int) -> Plan:
    """Return how the window is shared out."""
    return plan(metrics, seats, *CELLS)


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_everything_lies_inside_the_window(metrics: Metrics, seats: int) -> None:
    """Every spot, card, panel, the log and the buttons lie inside the window, below the bar."""
    window = pygame.Rect((0, 0), metrics.size)
    shared = planned(metrics, seats)
    bar = pygame.Rect(0, 0, metrics.size[0], round(metrics.crowded.title * 2.3))
    for panel in (*shared.panels.values(), *shared.seats):
        assert window.contains(panel)
        assert not panel.colliderect(bar)
    for area in (shared.log, shared.buttons, shared.facts, *shared.actions):
        assert window.contains(area)
    for picture in pictures(seats):
        lying = layout(picture, metrics, 0)
        for name, rect in lying.spots.items():
            assert window.contains(rect), name
        for name, pose in lying.cards.items():
            assert window.inflate(2, 2).contains(rect_of(pose)), name


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_no_two_spots_overlap(metrics: Metrics, seats: int) -> None:
    """A point means one spot at most (a pair to take lies on its owner's panel), beside the log and the buttons."""
    shared = planned(metrics, seats)
    for picture in pictures(seats):
        rects = {**layout(picture, metrics, 0).spots, "log": shared.log, "buttons": shared.buttons}
        names = list(rects)
        for index, one in enumerate(names):
            for other in names[index + 1 :]:
                if {one[0], other[0]} != {"S", "T"}:
                    assert not rects[one].colliderect(rects[other]), (one, other)


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_cards_keep_to_their_panels(metrics: Metrics, seats: int) -> None:
    """Panels do not overlap; the field, the hand and each seat's cards lie in the panel of their own."""
    shared = planned(metrics, seats)
    panels = [*shared.panels.values(), *shared.seats]
    for index, one in enumerate(panels):
        assert not any(one.colliderect(other) for other in panels[index + 1 :])
    for picture in pictures(seats):
        lying = layout(picture, metrics, 0)
        for name, pose in lying.cards.items():
            around = rect_of(pose)
            if name[0] in "FdL":
                assert shared.panels["field"].inflate(2, 2).contains(around), name
            elif name[0] == "H":
                assert shared.panels["hand"].inflate(2, 2).contains(around), name
            else:
                seat = int(name[1])
                assert lying.spots[f"S{seat}"].inflate(2, 2).contains(around), name


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_cards_of_the_field_can_be_told_apart(metrics: Metrics, seats: int) -> None:
    """No two cards of the field overlap, and captured pairs show at least part of their index."""
    for picture in pictures(seats):
        lying = layout(picture, metrics, 0)
        field = [rect_of(pose) for name, pose in lying.cards.items() if name[0] == "F"]
        assert not any(one.colliderect(other) for index, one in enumerate(field) for other in field[index + 1 :])
        for seat in range(seats):
            row = sorted(pose.x for name, pose in lying.cards.items() if name.startswith(f"S{seat}."))
            gaps = [after - before for before, after in pairwise(row)]
            assert all(gap >= 0.2 * planned(metrics, seats).pair for gap in gaps)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_there_is_room_for_the_log_and_large_cards(seats: int) -> None:
    """At 1280 x 720 the log holds four lines, cards of the field are 70 pixels wide, those of the hand no less."""
    metrics = Metrics((1280, 720))
    shared = planned(metrics, seats)

    assert shared.log.h >= 4 * round(metrics.note * 1.42)
    assert shared.field >= 70
    assert shared.hand >= 70
    assert shared.pair >= 36


def test_seats_stand_clockwise_from_the_lower_left() -> None:
    """The first is at the lower left, the next above or across, the last at the lower right."""
    for seats in (3, 4, 5, 6):
        stands = planned(Metrics((1280, 720)), seats).seats
        left = [rect for rect in stands if rect.x < 640]
        right = [rect for rect in stands if rect.x > 640]

        assert stands == (*left, *right)
        assert [rect.y for rect in left] == sorted((rect.y for rect in left), reverse=True)
        assert [rect.y for rect in right] == sorted(rect.y for rect in right)


def test_for_the_left_handed_hand_and_log_change_sides_and_the_turns_go_round_as_before() -> None:
    """Whoever comes next sits clockwise from the one before: up at the left, down at the right."""
    for seats in (3, 4, 5, 6):
        shared = planned(Metrics((1280, 720), left_handed=True), seats)
        plain = planned(Metrics((1280, 720)), seats)
        own, *others = shared.seats
        left = [rect for rect in others if rect.x < 640]
        right = [rect for rect in others if rect.x > 640]

        assert shared.panels["hand"].x > 640 > shared.panels["actions"].right
        assert own.bottom < shared.panels["hand"].y
        assert others == [*left, *right]
        assert [rect.y for rect in left] == sorted((rect.y for rect in left), reverse=True)
        assert [rect.y for rect in (*right, own)] == sorted(rect.y for rect in (*right, own))
        assert (shared.field, shared.hand, shared.pair) == (plain.field, plain.hand, plain.pair)


def test_pairs_lie_by_series() -> None:
    """However they were captured, pairs of a series lie beside each other."""
    picture = pictures(3)[0]
    pairs = (Card(3, 1), Card(1, 2), Card(3, 4), Card(1, 6))
    board = replace(picture.board, pairs=(pairs, (), ()))

    row = [name for name in layout(replace(picture, board=board), Metrics((1280, 720)), 0).cards if name[0] == "S"]

    assert row == ["S0.12", "S0.16", "S0.31", "S0.34"]


@pytest.mark.parametrize(("rows", "columns"), [(6, 6), (1, 1), (2, 6), (6, 2)])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1000, 1000)])
def test_other_fields_fit_as_well(rows: int, columns: int, size: tuple[int, int]) -> None:
    """Card sets may have fields of other sizes: their cells lie apart, beside deck and show."""
    for seats in (3, 6):
        shared = plan(Metrics(size), seats, rows, columns)
        x, y, width = shared.deck
        rects = [rect_of(Pose(*cell, shared.field, "")) for cell in shared.cells]
        rects += [rect_of(Pose(x, y, width, "")), shared.show]

        assert len(shared.cells) == rows * columns
        assert all(shared.panels["field"].inflate(2, 2).contains(rect) for rect in rects)
        assert not any(one.colliderect(other) for index, one in enumerate(rects) for other in rects[index + 1 :])


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("seats", "few", "many"), [(3, 6, 12), (4, 6, 12), (5, 3, 8), (6, 6, 12)])
def test_no_card_of_a_hand_is_covered(size: tuple[int, int], seats: int, few: int, many: int) -> None:
    """A small hand is larger than the cards of the field, a larger one not much smaller; no card covers another."""
    shared = planned(Metrics(size), seats)
    picture, cards = pictures(seats)[0], standard_set().kinds
    for count in range(1, many + 1):
        lying = layout(replace(picture, hand=tuple(Up(card) for card in cards[:count])), Metrics(size), 0)
        hand = [rect_of(pose) for name, pose in lying.cards.items() if name[0] == "H"]

        assert len(hand) == count
        assert not any(one.colliderect(other) for index, one in enumerate(hand) for other in hand[index + 1 :])
        assert {rect.w for rect in hand} == {shared.hand if count <= few else shared.close}
    assert shared.hand > shared.field * 1.15
    assert shared.field * 0.85 <= shared.close < shared.hand
