"""Where the cards of 涼宮ハルヒの贈殖 lie, for four to seven players at every size and text scale."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pygame
import pytest

from game.core import DOWN, Seat, Up
from game.haruhi.card_set import Card, Colour, EventCard, Op, Person, Role
from game.haruhi.public import Phase
from scenes.desk import Layout, Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.haruhi import gestures
from scenes.haruhi.faces import EVENT_BACK, ROLE_BACK
from scenes.haruhi.layout import KNOWN, layout, role_at
from scenes.haruhi.plan import PILES, Plan, plan
from scenes.haruhi.shown import Brought, Glance, Named, Shown, Sign, Silent, Watched, Winner, shown
from scenes.haruhi.speech import Speech
from scenes.haruhi.standard import standard_set
from scenes.haruhi.stands import Stands
from scenes.preferences import SMALLEST_WINDOW, TEXT_SCALES
from tests.scenes.haruhi_sitting import Round, decisions

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
    for scale in TEXT_SCALES[1::2]
    for seats in (4, 5, 6, 7)
] + [
    pytest.param(Metrics(size, 100, left_handed=True), seats, id=f"{size[0]}x{size[1]} left {seats}")
    for size in SIZES[:4]
    for seats in (4, 5, 6, 7)
]
ON_PANELS = frozenset("ER")
"""Spots that lie on the panel of a seat: events, and characters that are known."""


@cache
def pictures(seats: int) -> tuple[Shown, ...]:
    """Return pictures with much on the table: nearly all events before one seat, twenty cards in hand, a glance."""
    views = [shown(view) for view in decisions(seats)]
    first, accusing = views[0], next(view for view in views if gestures.buttons(view) and _names(view))
    events = standard_set().event_cards
    hand = tuple(
        Up(card) for card in (*standard_set().pack[:26:2], *standard_set().pack[30:44:2], *standard_set().pack[-2:])
    )
    rich = (events[:16], events[16:18], *((),) * (seats - 2))
    laid = (standard_set().pack[:14], standard_set().pack[14:16], *((),) * (seats - 2))
    board = replace(
        first.board,
        owned=rich,
        laid=laid,
        totals=tuple(sum(card.value for card in cards) for cards in laid),
        event=events[18],
        hands=(22,) * seats,
        aside=(),
        doubled=(3, 17),
    )
    crowd = replace(first, board=board, hand=hand, chosen=frozenset({1, 5, 21}))
    handed = replace(
        crowd, board=replace(board, event=None, phase=Phase.HAND_OUT, accused=first.seat, taker=first.seat)
    )
    glance = replace(accusing, glance=Glance(Up(Role(Person.KYON)), role=True), news=(None,))  # type: ignore[arg-type]
    return (first, crowd, handed, accusing, glance, views[-1])


def _names(picture: Shown) -> bool:
    return picture.board.phase is Phase.EFFECT and picture.board.effects[0].op is Op.ACCUSE


def lying(picture: Shown, metrics: Metrics) -> Layout:
    """Return where everything lies, as the desk asks for it."""
    return layout(picture, metrics, 0, tuple(gestures.buttons(picture)))


def rect_of(pose: Pose) -> pygame.Rect:
    """Return what a card covers."""
    height = pose.width * HEIGHT
    return pygame.Rect(round(pose.x - pose.width / 2), round(pose.y - height / 2), round(pose.width), round(height))


def panels_of(shared: Plan) -> list[pygame.Rect]:
    """Return all panels."""
    return [*shared.panels.values(), *shared.seats]


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_everything_lies_inside_the_window(metrics: Metrics, seats: int) -> None:
    """Every spot, card, panel, the log and the buttons lie inside the window, below the bar; panels lie apart."""
    window, shared = pygame.Rect((0, 0), metrics.size), plan(metrics, seats)
    bar = pygame.Rect(0, 0, metrics.size[0], round(metrics.crowded.title * 2.3))
    panels = panels_of(shared)
    for index, panel in enumerate(panels):
        assert window.contains(panel)
        assert not panel.colliderect(bar)
        assert not any(panel.colliderect(other) for other in panels[index + 1 :])
    for area in (shared.log, shared.prompt, shared.notes, shared.facts, *shared.buttons, *shared.piles):
        assert window.contains(area)
        assert min(area.size) > 0
    for picture in pictures(seats):
        found = lying(picture, metrics)
        for name, rect in found.spots.items():
            assert window.contains(rect), name
        for name, pose in found.cards.items():
            assert window.inflate(2, 2).contains(rect_of(pose)), name


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_no_two_spots_overlap(metrics: Metrics, seats: int) -> None:
    """A point means one spot at most; events and characters lie on their owners' panels, apart from each other."""
    shared = plan(metrics, seats)
    for picture in pictures(seats):
        rects = {**lying(picture, metrics).spots, "log": shared.log, "prompt": shared.prompt}
        names = list(rects)
        for index, one in enumerate(names):
            for other in names[index + 1 :]:
                on_panel = {one[0], other[0]} <= {"S", *ON_PANELS} and "S" in (one[0], other[0])
                chosen = one[0] == other[0] == "H"  # chosen cards look out, so the strips of their neighbours touch
                if not on_panel and not chosen:
                    assert not rects[one].colliderect(rects[other]), (one, other)


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_cards_keep_to_their_panels(metrics: Metrics, seats: int) -> None:
    """The event, persons and piles, the hand, and each seat's cards lie in the panel of their own."""
    shared = plan(metrics, seats)
    for picture in pictures(seats):
        found = lying(picture, metrics)
        for name, pose in found.cards.items():
            around = rect_of(pose)
            if name[0] == "H":
                assert shared.panels["hand"].inflate(2, 2).contains(around), name
            elif name[0] == "E":
                owner = picture.board.owner(EventCard(int(name[1:])))
                assert found.spots[f"S{owner}"].inflate(2, 2).contains(around), name
            elif name[0] in "SRB":
                assert found.spots[f"S{name[1]}"].inflate(2, 2).contains(around), name
            else:
                assert shared.panels["event"].inflate(2, 2).contains(around), name


@pytest.mark.parametrize(("metrics", "seats"), EVERY)
def test_cards_before_a_seat_keep_apart(metrics: Metrics, seats: int) -> None:
    """Laid cards, events and the character of a seat do not cover each other, however many there are."""
    for picture in pictures(seats):
        cards = lying(picture, metrics).cards
        for seat in range(seats):
            laid = [rect_of(pose) for name, pose in cards.items() if name.startswith(f"S{seat}.")]
            owned = picture.board.owned[seat]
            events = [rect_of(cards[f"E{event.number}"]) for event in owned]
            role = rect_of(cards[f"R{seat}"])
            assert not any(role.colliderect(card) for card in (*laid, *events))
            assert not any(one.colliderect(other) for one in laid for other in events)


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)])
def test_for_the_left_handed_what_lies_below_the_seats_changes_sides(size: tuple[int, int]) -> None:
    """The seats stand as they stood; hand and buttons swap sides with the rest, and nothing changes its size."""
    left, right = plan(Metrics(size, left_handed=True), 5), plan(Metrics(size), 5)

    assert left.seats == right.seats
    assert {name: (size[0] - panel.right, panel.y, panel.size) for name, panel in left.panels.items()} == {
        name: (panel.x, panel.y, panel.size) for name, panel in right.panels.items()
    }


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_cards_can_be_read_at_the_usual_size(seats: int) -> None:
    """At 1280 x 720 the event tells what it does, cards before a seat are 50 pixels wide, those of the hand 70."""
    metrics = Metrics((1280, 720))
    shared = plan(metrics, seats)

    assert shared.event[2] >= 140
    assert shared.hand >= 70
    assert shared.stand.card >= 50
    assert shared.log.h >= 4 * round(metrics.note * 1.42)


@pytest.mark.parametrize("seats", [4, 7])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_long_hand_and_many_events_show_their_figures(size: tuple[int, int], seats: int) -> None:
    """Of twenty-two cards, and of sixteen events, the corner with the figure is seen of each."""
    crowd = pictures(seats)[1]
    found = lying(crowd, Metrics(size))
    for name, rect in found.spots.items():
        if name[0] in "HE":
            assert rect.w >= 0.27 * found.cards[name].width, name
            assert name in found.closer  # and the pointer brings up the whole card


def test_the_seats_stand_from_the_left() -> None:
    """The first is at the upper left, and clockwise is from left to right, row by row."""
    for size in ((1280, 720), (720, 1280)):
        stands = plan(Metrics(size), 7).seats
        assert [(rect.y, rect.x) for rect in stands] == sorted((rect.y, rect.x) for rect in stands)


def test_the_hand_lies_by_colour_and_value() -> None:
    """However it was drawn, a hand is sorted; the button's place is the same for all."""
    view = next(view for view in decisions(4) if len({card.colour for card in view.hand}) > 2)
    hand = [seen.card for seen in shown(view).hand if isinstance(seen, Up)]

    order = [Colour.RED, Colour.BLUE, Colour.BROWN, Colour.GREEN, Colour.SOS]
    assert hand == sorted(view.hand, key=lambda card: (order.index(card.colour), card.value))
    assert sorted(map(str, hand)) == sorted(map(str, view.hand))


def test_a_character_is_dim_where_only_this_player_knows_it() -> None:
    """Exposed ones show their face, known ones the face dimmed, all others a back."""
    view = next(view for view in decisions(4) if any(view.peeked) and not all(view.board.exposed))
    picture = shown(view)
    for seat in range(4):
        face = role_at(picture, seat)
        if view.board.roles[seat] != DOWN:
            assert face[0] == "p"
            assert not face.endswith(("-", KNOWN))
        elif seat == view.seat or view.peeked[seat] is not None:
            assert face.endswith(KNOWN)
        else:
            assert face == ROLE_BACK


def test_piles_show_how_many_there_are() -> None:
    """Deck and discard lie face down, the events to come show their own back, and an empty pile is no card."""
    picture = pictures(4)[0]
    board = replace(picture.board, deck=9, discard=0, pile=5, aside=(EventCard(4),))
    cards = lying(replace(picture, board=board), Metrics((1280, 720))).cards

    assert [cards[name].pile for name in PILES if name in cards] == [9, 5, 1]
    assert (cards["deck"].face, cards["pile"].face, cards["aside"].face) == ("", EVENT_BACK, "e4")


def test_a_stolen_card_is_seen_by_the_two_only() -> None:
    """In the middle lies its face, or a back."""
    picture = pictures(4)[3]
    for seen, face in ((Up(Card(Colour.RED, 2)), "r2"), (DOWN, "")):
        found = lying(replace(picture, glance=Glance(seen, role=False)), Metrics((1280, 720)))
        assert found.cards["glance"].face == face


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [4, 7])
def test_signs_of_a_moment_lie_beside_the_words(size: tuple[int, int], seats: int) -> None:
    """They stay on the panel of their seat, and cover neither its points nor its total."""
    sitting = Round(seats, size=size)
    kit, stands = sitting.kit, Stands(Speech(()), ())
    shared = plan(kit.metrics, seats)
    found: tuple[Sign, ...] = (Brought(Seat(1), 12), Brought(Seat(1), None), Silent(), Winner(), Watched())
    for sign in (*found, *(Named(person, right) for person in Person for right in (True, False))):
        for seat, panel in enumerate(shared.seats):
            plate, place = stands._sign(sitting.picture, kit, sign, seat, panel, shared)[0]
            rect = plate.get_rect(topleft=place)
            assert panel.inflate(4, 0).contains(rect)
            assert not rect.colliderect(shared.stand.told.move(panel.topleft))
            assert not rect.colliderect(shared.stand.total.move(panel.topleft))


@pytest.mark.usefixtures("screen")
def test_totals_are_told_alike_at_all_seats() -> None:
    """Where the words have no room beside title and number, no seat has the title: rather than a bare number."""
    for seats, titled in ((4, True), (7, False)):
        sitting = Round(seats, language="en")
        picture = pictures(seats)[0]
        totals = (12, *(0,) * (seats - 1))
        picture = replace(picture, board=replace(picture.board, totals=totals))
        kit, shared = sitting.kit, plan(sitting.kit.metrics, seats)
        size, small = round(kit.metrics.crowded.title * 1.4), kit.metrics.crowded.note
        assert Stands(Speech(()), ())._form(picture, kit, size, small, shared.stand.total.w - 15) == (titled, False)
        assert Stands(Speech(()), ())._form(picture, kit, size, small, 60) == (False, True)
