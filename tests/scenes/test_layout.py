"""Where the cards of Deck Defence lie, at every size and text scale: inside, apart, large enough, always the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pygame
import pytest

from game.deck_defence.public import View
from scenes.deck_defence import layout as layouts
from scenes.deck_defence.layout import layout, plan
from scenes.desk import Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.preferences import SMALLEST_WINDOW, TEXT_SCALES
from tests.scenes.sitting import DESK, games, views, won_games

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
    pytest.param(Metrics(size, scale), id=f"{size[0]}x{size[1]} {scale}%") for size in SIZES for scale in TEXT_SCALES
] + [pytest.param(Metrics(size, 100, left_handed=True), id=f"{size[0]}x{size[1]} left") for size in SIZES[:3]]
PANELS = {"R": "reveal", "O": "occupied", "M": "main", "H": "hand", "d": "deck", "V": "repelled"}


@cache
def crowded() -> tuple[View, ...]:
    """Return positions with much on the table: full stacks, a full reveal and occupied area, all enemies repelled."""
    every = [view for deal, actions in (*games(7, 6), *won_games()[:25]) for view in views(deal, actions)]

    def full(view: View) -> tuple[int, ...]:
        areas = view.areas
        rows = [sum(card is not None for card in row) for row in (areas.reveal, areas.occupied, areas.main)]
        return (*rows, *(len(stack) for stack in areas.hand), len(areas.repelled), min(1, view.deck))

    parts = range(len(full(every[0])))
    extremes = [chosen(every, key=lambda view: full(view)[part]) for part in parts for chosen in (max, min)]
    return (*extremes, *every[:: len(every) // 6])


def rect_of(pose: Pose) -> pygame.Rect:
    """Return what a card covers."""
    height = pose.width * HEIGHT
    return pygame.Rect(round(pose.x - pose.width / 2), round(pose.y - height / 2), round(pose.width), round(height))


@pytest.mark.parametrize("metrics", EVERY)
def test_everything_lies_inside_the_window(metrics: Metrics) -> None:
    """Every spot, card, panel, the log and the buttons lie inside the window."""
    window = pygame.Rect((0, 0), metrics.size)
    for view in crowded():
        shown = layout(view, metrics)
        for name, rect in shown.spots.items():
            assert window.contains(rect), name
        for name, pose in shown.cards.items():
            assert window.contains(rect_of(pose)), name
    for name, panel in plan(metrics).panels.items():
        assert window.contains(panel), name
        assert panel.y >= metrics.bar, name
    assert window.contains(DESK.log_area(metrics))
    assert window.contains(DESK.button_area(metrics))


@pytest.mark.parametrize("metrics", EVERY)
def test_no_two_spots_overlap(metrics: Metrics) -> None:
    """A point of the table means one spot at most, and the log and the buttons lie beside all of them."""
    for view in crowded():
        rects = {**layout(view, metrics).spots, "log": DESK.log_area(metrics), "buttons": DESK.button_area(metrics)}
        names = list(rects)
        for index, one in enumerate(names):
            for other in names[index + 1 :]:
                assert not rects[one].colliderect(rects[other]), (one, other)


@pytest.mark.parametrize("metrics", EVERY)
def test_cards_and_panels_keep_to_themselves(metrics: Metrics) -> None:
    """Panels do not overlap, and every card lies in the panel of its area."""
    panels = plan(metrics).panels
    names = list(panels)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            assert not panels[one].colliderect(panels[other]), (one, other)
    for view in crowded():
        for name, pose in layout(view, metrics).cards.items():
            assert panels["discard" if name == "discard" else PANELS[name[0]]].contains(rect_of(pose)), name


@pytest.mark.parametrize("metrics", EVERY)
def test_cards_can_be_read(metrics: Metrics) -> None:
    """Cards are never narrower than 36 pixels, and at 1280 x 720 with the usual texts at least 80."""
    for view in crowded():
        for name, pose in layout(view, metrics).cards.items():
            least = 80 if metrics == Metrics((1280, 720)) and name[0] != "V" else 36
            assert pose.width >= least, name


@pytest.mark.parametrize("metrics", EVERY)
def test_covered_cards_show_their_index(metrics: Metrics) -> None:
    """Ruling 2.2: in a fan every covered card shows its upper corner, rank and suit."""
    view = max(crowded(), key=lambda one: max(len(stack) for stack in one.areas.hand))
    cards = layout(view, metrics).cards
    for key, pose in cards.items():
        under = f"{key[:3]}{int(key[3]) - 1}" if key[0] == "H" else ""
        if under in cards:
            assert pose.y - cards[under].y >= 0.27 * HEIGHT * pose.width


@pytest.mark.parametrize("metrics", EVERY)
def test_the_middle_of_every_card_belongs_to_its_spot(metrics: Metrics) -> None:
    """A card that can be taken lies within the spot that stands for it, down to its corners."""
    for view in crowded():
        shown = layout(view, metrics)
        for spot, card in shown.top.items():
            assert shown.spots[spot].inflate(2, 2).contains(rect_of(shown.cards[card])), spot


@pytest.mark.parametrize("metrics", EVERY)
def test_the_same_view_lies_in_the_same_places(metrics: Metrics) -> None:
    """The layout is a pure map of the view and the sizes."""
    for view in crowded():
        first = layout(view, replace(metrics))
        layouts.plan.cache_clear()
        again = layout(view, metrics)
        assert dict(first.cards) == dict(again.cards)
        assert list(first.cards) == list(again.cards)
        assert dict(first.spots) == dict(again.spots)
        assert dict(first.top) == dict(again.top)


def test_every_card_on_the_table_is_drawn_once() -> None:
    """Hands, rows and repelled enemies are all there, the piles as one card each with the right thickness."""
    for view in crowded():
        shown = layout(view, Metrics((1280, 720)))
        areas = view.areas
        rows = [card for row in (areas.main, areas.occupied, areas.reveal) for card in row if card is not None]
        faces = sorted(
            str(card) for card in (*rows, *(card for stack in areas.hand for card in stack), *areas.repelled)
        )
        drawn = sorted(pose.face for name, pose in shown.cards.items() if name not in ("deck", "discard"))
        assert drawn == faces
        assert ("deck" in shown.cards) == (view.deck > 0)
        if "deck" in shown.cards:
            assert shown.cards["deck"].pile == view.deck
        if "discard" in shown.cards:
            assert shown.cards["discard"].pile == len(view.discard)


def test_repelled_cards_of_one_suit_are_drawn_in_order() -> None:
    """Of overlapping enemies the later one lies on the earlier, so that each one's corner stays visible."""
    view = max(crowded(), key=lambda one: len(one.areas.repelled))
    names = [name for name in layout(view, Metrics((1280, 720))).cards if name[0] == "V"]
    assert len(names) == 9
    for suit in "SFW":
        assert [name for name in names if name[1] == suit] == [f"V{suit}{number}" for number in (1, 2, 3)]


@pytest.mark.parametrize("size", SIZES[:5])
def test_for_the_left_handed_the_table_lies_the_other_way_round(size: tuple[int, int]) -> None:
    """The panels change sides; the spaces of a row keep their order, so that keys and words mean the same."""
    left, right = Metrics(size, left_handed=True), Metrics(size)
    mirrored, plain = plan(left), plan(right)
    assert mirrored.card == plain.card
    assert {name: size[0] - panel.right for name, panel in mirrored.panels.items()} == {
        name: panel.x for name, panel in plain.panels.items()
    }
    assert mirrored.panels["buttons"].right < size[0] / 2 < mirrored.panels["log"].x
    spots = layout(crowded()[0], left).spots
    assert all(spots[f"{row}1"].x < spots[f"{row}2"].x < spots[f"{row}3"].x for row in "ROMH")
