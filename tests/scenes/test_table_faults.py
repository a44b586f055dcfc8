"""Faults that card tables have really had, one by one: clicks, drags, lost buttons, sudden sizes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pygame
import pytest

from game.deck_defence.public import Muster, Repel, decode
from scenes.drawing.cards import LIFT
from scenes.drawing.theme import Metrics
from scenes.inputs import Exposed, Focus, Key, Motion, Point, Press, Release
from scenes.preferences import TEXT_SCALES, Preferences
from scenes.scene import Push
from scenes.table import closer
from tests.scenes.hands import FRAME, NOWHERE
from tests.scenes.sitting import DESK, Sitting, won_games
from tests.scenes.test_table import at_rest, picture, rested

pytestmark = pytest.mark.usefixtures("screen")
MOVING = Preferences(speed="normal")
SIZES = [(640, 480), (800, 600), (1280, 720), (1920, 1080), (3840, 2160), (720, 1280)]
EVERY = [pytest.param(size, scale, id=f"{size[0]}x{size[1]} {scale}%") for size, scale in product(SIZES, TEXT_SCALES)]


def dealt(actions: str = "") -> Sitting:
    """Return a table at normal speed on which everything has landed; M1 can only go to an empty hand space."""
    sitting = Sitting(actions=actions, preferences=MOVING)
    sitting.settle()
    return sitting


def near(point: Point, x: int, y: int) -> Point:
    """Return a point beside another."""
    return (point[0] + x, point[1] + y)


def untouched(sitting: Sitting) -> None:
    """Assert that nothing was done or chosen, and that everything lies at home."""
    sitting.settle()
    assert sitting.played() == []
    assert sitting.selection.spots == ()
    assert sitting.lifted is None
    at_rest(sitting)


def refill_open() -> tuple[Sitting, Muster]:
    """Return a table on which M -> H is done but for its refill, on a stack that had a card already."""
    for deal, line in won_games():
        for index, text in enumerate(line):
            action = decode(text)
            if not isinstance(action, Muster) or action.refill is None:
                continue
            sitting = Sitting(deal, " ".join(line[:index]))
            if not sitting.view.areas.hand[action.hand]:
                continue
            sitting.click(f"M{action.main + 1}")
            sitting.click(f"H{action.hand + 1}")
            if sitting.selection.pending:
                return sitting, action
    raise AssertionError("no game opens a refill like that")


# Clicks


def test_many_clicks_during_an_animation_lose_no_card() -> None:
    """Triple and further clicks on a card, while others fly, never make a card vanish or fly twice."""
    sitting = Sitting(preferences=MOVING)
    for _ in range(12):
        point = sitting.at("M1")
        for _ in range(3):
            sitting.press(point)
            sitting.release(point)
            sitting.scene.update(FRAME)
            keys = [
                flight.key for flight in sitting.scene._board.timeline.flights if flight.key not in (None, "discard")
            ]
            assert len(keys) == len(set(keys))
    sitting.give(Key("escape"))
    sitting.rest()
    at_rest(sitting)
    assert picture(sitting) == rested(sitting.fresh())


@pytest.mark.parametrize("distance", range(9))
@pytest.mark.parametrize("direction", [(1, 0), (0, -1), (-1, 1)])
def test_a_double_click_may_tremble(distance: int, direction: Point) -> None:
    """Two clicks with up to 8 pixels of motion in each are a double click all the same."""
    sitting = dealt()
    start = sitting.at("M1")
    end = near(start, direction[0] * distance, direction[1] * distance)
    for _ in range(2):
        sitting.press(start)
        sitting.pass_time(0.05)
        sitting.move(end)
        sitting.release(end)
        sitting.pass_time(0.05)
    assert sitting.played() == ["M1>H1"]


@pytest.mark.parametrize("distance", [0, 4, 6, 9])
def test_a_click_that_trembles_chooses_its_spot(distance: int) -> None:
    """A click may wander a little over a card that could be dragged itself, and still means its spot."""
    sitting = dealt("M1>H1")
    view = sitting.view
    main = next(a.main for a in view.legal if isinstance(a, Muster) and a.hand == 0 and view.areas.hand[0])
    sitting.click(f"M{main + 1}")
    start = sitting.at("H1")

    sitting.press(start)
    sitting.move(near(start, distance, 0))
    sitting.release(near(start, distance, 0))

    assert sitting.played() == ["M1>H1", f"M{main + 1}>H1"]


def test_two_slow_clicks_are_no_double_click() -> None:
    """A card clicked, and clicked again after half a second, is chosen and let go."""
    sitting = dealt()
    for _ in range(2):
        sitting.press("M1")
        sitting.release("M1")
        sitting.pass_time(0.5)
    untouched(sitting)


def test_clicks_on_two_cards_are_no_double_click() -> None:
    """Two quick clicks on different cards choose the second."""
    sitting = dealt()
    for spot in ("M1", "M2"):
        sitting.press(spot)
        sitting.release(spot)
    assert sitting.selection.spots == ("M2",)
    assert sitting.played() == []


def test_a_double_click_on_an_enemy_keeps_what_was_chosen_against_it() -> None:
    """After the cards of an attack were chosen by hand, a double click never repels with other cards."""
    for deal, line in won_games()[:40]:
        index = next(index for index, text in enumerate(line) if "x" in text)
        sitting = Sitting(deal, " ".join(line[:index]))
        action = decode(line[index])
        assert isinstance(action, Repel)
        first = f"H{action.hands[0] + 1}"
        sitting.click(first)
        sitting.click(str(action.target))
        assert sitting.selection.spots == (str(action.target), first)

        sitting.double_click(str(action.target))

        assert sitting.played() == list(line[:index])


def test_left_and_right_together_do_nothing() -> None:
    """The right button pressed while the left one is down lets go, and the left one going up means nothing then."""
    for order in ((1, 3), (3, 1)):
        sitting = dealt()
        point = sitting.at("M1")
        sitting.give(Press(point), Press(point, 3), *(Release(point, button) for button in order))
        untouched(sitting)
        sitting.lift("M1")
        to = sitting.at("H1")
        sitting.move(to)
        sitting.give(Press(to, 3), *(Release(to, button) for button in order))
        untouched(sitting)


def test_right_click_twice_only_lets_go() -> None:
    """Two quick right clicks on a chosen card let it go and do nothing more."""
    sitting = dealt()
    sitting.click("M1")
    point = sitting.at("M1")
    for _ in range(2):
        sitting.give(Press(point, 3))
        sitting.pass_time(0.05)
        sitting.give(Release(point, 3))
        sitting.pass_time(0.05)
    untouched(sitting)
    assert sitting.commands == []


def test_a_button_let_go_elsewhere_does_nothing() -> None:
    """A press on undo that ends beside it, or after the window lost the keyboard, undoes nothing."""
    sitting = dealt("M1>H1")
    point = sitting.scene._panels._buttons["undo"].rect.center
    sitting.press(point)
    sitting.release(NOWHERE)
    sitting.press(point)
    sitting.give(Focus(here=False))
    sitting.release(point)
    assert sitting.played() == ["M1>H1"]


# Drags


def test_letting_go_without_pressing_does_nothing() -> None:
    """A button that goes up after it went down on another screen or in another program chooses nothing."""
    sitting = dealt()
    for spot in ("M1", "H1", "deck"):
        sitting.release(spot)
        sitting.give(Release(sitting.at(spot), 3))
    untouched(sitting)
    assert sitting.why() is None


def test_a_press_here_and_a_release_there_is_no_click() -> None:
    """A press on an empty space or on the bare table, let go on a card, chooses nothing."""
    sitting = dealt()
    for start in (sitting.at("H1"), NOWHERE, sitting.at("deck")):
        sitting.press(start)
        sitting.release("M1")
        untouched(sitting)


def test_the_button_up_is_lost_outside_the_window() -> None:
    """A pointer that comes back with no button down carries no card."""
    sitting = dealt()
    sitting.lift("M1")
    sitting.move((-40, 300))
    sitting.give(Motion((400, 300)))
    assert sitting.lifted is None
    sitting.release("H1")
    untouched(sitting)


def test_a_new_press_ends_a_drag_whose_end_was_lost() -> None:
    """Even if nobody said that the button went up, a new press begins anew and the old card lies at home."""
    for second in ("M2", "H2"):
        sitting = dealt()
        sitting.lift("M1")
        sitting.press(second)
        assert sitting.lifted is None
        sitting.release(second)
        sitting.give(Key("escape"))
        untouched(sitting)
    sitting = dealt("M1>H1")
    sitting.lift("M1")
    sitting.button("undo")
    untouched(sitting)


def test_focus_stolen_in_mid_drag_sends_the_card_home() -> None:
    """A screenshot tool or Alt+Tab takes the keyboard: the card goes home and does not stick to the pointer."""
    sitting = dealt()
    sitting.lift("M1")
    sitting.move("H1")
    sitting.give(Focus(here=False))
    assert sitting.lifted is None
    sitting.give(Focus(here=True))
    sitting.move("H2")
    assert sitting.lifted is None
    sitting.release("H2")
    untouched(sitting)


@pytest.mark.parametrize("size", [(800, 600), (720, 1280), (1920, 1080)])
def test_resize_in_mid_drag_leaves_no_stale_place(size: tuple[int, int]) -> None:
    """The card lies at its new home at once; the button that goes up then drops and chooses nothing."""
    sitting = dealt()
    sitting.lift("M1")
    sitting.move("H1")

    sitting.kit.metrics = Metrics(size)
    sitting.scene.lay_out()

    assert sitting.lifted is None
    assert sitting.layout == DESK.layout(sitting.view, Metrics(size))
    sitting.move("H1")
    sitting.release("H1")
    untouched(sitting)


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0, 1.6])
def test_resize_in_mid_animation_lands_everything(seconds: float) -> None:
    """Maximised or restored during the deal or a move, the table is laid out anew and nothing flies to old places."""
    for actions in ("", "M1>H1"):
        sitting = Sitting(preferences=MOVING)
        if actions:
            sitting.settle()
            sitting.by_click(decode(actions))
        sitting.pass_time(seconds)
        for size in ((1920, 1080), (800, 600)):
            sitting.kit.metrics = Metrics(size)
            sitting.scene.lay_out()
            at_rest(sitting)
        sitting.rest()
        assert picture(sitting) == rested(sitting.fresh())


def test_the_open_refill_survives_a_resize() -> None:
    """What was chosen stays chosen in a window of another size."""
    sitting, action = refill_open()
    sitting.kit.metrics = Metrics((800, 600))
    sitting.scene.lay_out()
    assert sitting.selection.pending
    assert action.refill is not None
    sitting.click(f"R{action.refill + 1}")
    assert isinstance(decode(sitting.played()[-1]), Muster)


@pytest.mark.parametrize("where", [(5, 400), (-30, -30), (1279, 719), (4000, 4000), (640, 55), (0, 300)])
def test_a_drop_on_nothing_sends_the_card_home(where: Point) -> None:
    """Dropped on the bare table, the border or outside the window, the card glides home and no reason is needed."""
    sitting = dealt()
    home = sitting.layout.cards["M1"]
    assert sitting.scene._board.layout.spot_at(where) is None
    sitting.lift("M1")
    sitting.move(where)
    sitting.release(where)
    assert sitting.why() is None
    assert [flight.stops[-1] for flight in sitting.scene._board.timeline.flights] == [home]
    untouched(sitting)


def test_a_drop_on_its_own_place_does_nothing() -> None:
    """A card carried about and put back where it was taken is not chosen, nor does it serve an earlier choice."""
    sitting = dealt("M1>H1")
    sitting.click("M1")
    point = sitting.at("H1")
    sitting.lift("H1")
    sitting.move("discard")
    sitting.move(near(point, 3, 3))
    sitting.release(near(point, 3, 3))
    sitting.settle()
    assert sitting.played() == ["M1>H1"]
    assert sitting.selection.spots == ()
    assert sitting.why() is None
    at_rest(sitting)


def test_a_drop_counts_where_the_card_lies_not_where_the_pointer_is() -> None:
    """A card held by its corner is dropped on the space that it covers, though the pointer is beside it."""
    sitting = dealt()
    pose = sitting.layout.cards["M1"]
    corner = (round(pose.x - pose.width * 0.45), round(pose.y - pose.width * 0.65))
    grip = (corner[0] - pose.x, corner[1] - pose.y)
    space = sitting.layout.spots["H2"]
    end = (round(space.centerx + grip[0] - 15), round(space.centery + grip[1] - 15))
    assert not space.collidepoint(end)

    sitting.press(corner)
    sitting.move(near(corner, 30, 30))
    sitting.move(end)
    sitting.release(end)

    assert sitting.played() == ["M1>H2"]


def test_a_drop_between_two_spaces_goes_to_the_one_covered_more() -> None:
    """Two targets partly covered: the larger share wins, either way."""
    for nearer, share in (("H1", 0.4), ("H2", 0.6)):
        sitting = dealt()
        one, two = sitting.layout.spots["H1"], sitting.layout.spots["H2"]
        x = round(one.centerx + (two.centerx - one.centerx) * share)
        sitting.lift("M1")
        sitting.move((x, one.centery))
        sitting.release((x, one.centery))
        assert sitting.played() == [f"M1>{nearer}"]


def test_the_release_itself_counts() -> None:
    """A quick hand lets go beyond the last motion that was told: the drop is where the button went up."""
    sitting = dealt()
    sitting.lift("M1")
    sitting.release("H3")
    assert sitting.played() == ["M1>H3"]


def test_a_wrong_drop_says_why_and_glides_home() -> None:
    """The reason stands on the table for a few seconds, in words, beside the place that refused."""
    sitting = dealt("M1>H1")
    spot, reason = "O1", "deck-defence.why.ally_occupied"
    start = next(f"M{index + 1}" for index, card in enumerate(sitting.view.areas.main) if card and not card.is_enemy)
    home = sitting.layout.cards[start]
    calm = len(sitting.scene.paint())

    sitting.drag(start, spot)

    assert sitting.why() == reason
    way = [flight.stops for flight in sitting.scene._board.timeline.flights]
    dropped = home.at(*sitting.layout.spots[spot].center)
    assert way == [(replace(dropped, width=dropped.width * LIFT), home)]
    sitting.settle()
    assert len(sitting.scene.paint()) > calm
    sitting.pass_time(3.5)
    assert sitting.why() is None
    assert sitting.played() == ["M1>H1"]
    at_rest(sitting)


def test_a_card_that_can_go_nowhere_says_why_when_it_is_pulled() -> None:
    """A reveal card or the deck stays where it is; pulled away, the card says why; a click says it too."""
    deal, line = next(game for game in won_games() if any("?" in text for text in game[1]))
    index = next(index for index, text in enumerate(line) if "?" in text)
    sitting = Sitting(deal, " ".join(line[: index + 1]))
    x, y = sitting.at("R1")

    sitting.press((x, y))
    sitting.move((x + 300, y + 200))

    assert sitting.lifted is None
    assert sitting.why() == "deck-defence.why.reveal_only_refills"
    sitting.release((x + 300, y + 200))
    assert sitting.played() == list(line[: index + 1])


# Keys in between


def test_a_key_that_plays_ends_the_drag() -> None:
    """An action chosen by keys sends a card that is held home; its drop cannot act on the new table."""
    sitting = dealt()
    sitting.lift("M2")
    sitting.move("H2")
    sitting.keys("1", "1")
    sitting.scene.paint()
    assert sitting.played() == ["M1>H1"]
    assert sitting.lifted is None
    sitting.release("H2")
    assert sitting.played() == ["M1>H1"]
    sitting.settle()
    at_rest(sitting)


def test_escape_in_mid_drag_only_sends_the_card_home() -> None:
    """Esc lets go and opens no menu; the button that goes up then means nothing."""
    sitting = dealt()
    sitting.lift("M1")
    sitting.move("H1")
    sitting.keys("escape")
    assert sitting.commands == []
    sitting.release("H1")
    untouched(sitting)
    sitting.keys("escape")
    assert [type(command) for command in sitting.commands] == [Push]


@pytest.mark.parametrize("key", ["f1", "ctrl+z", "ctrl+y"])
def test_another_screen_or_undo_in_mid_drag_lets_go(key: str) -> None:
    """The rules opened in mid-drag, or undo pressed: nothing sticks to the pointer afterwards."""
    sitting = dealt("M1>H1 M2>H2")
    sitting.lift("M1")
    sitting.keys(key)
    assert sitting.lifted is None
    before = sitting.played()
    sitting.release("H3")
    sitting.scene.paint()
    sitting.settle()
    assert sitting.played() == before
    at_rest(sitting)


def test_modifier_keys_do_not_disturb_a_drag() -> None:
    """Shift, a volume key or a key without a name leave the card in the hand."""
    sitting = dealt()
    sitting.lift("M1")
    sitting.keys("left shift", "volume up", "", "x")
    assert sitting.lifted == "M1"
    sitting.release("H1")
    assert sitting.played() == ["M1>H1"]


def test_undo_and_redo_during_the_animation() -> None:
    """Undo while the card still flies takes it back from where the game stands, and redo while it flies back."""
    sitting = dealt()
    sitting.by_click(decode("M1>H1"))
    sitting.pass_time(0.1)
    sitting.keys("ctrl+z")
    assert sitting.played() == []
    sitting.pass_time(0.1)
    sitting.keys("ctrl+y")
    assert sitting.played() == ["M1>H1"]
    sitting.settle()
    at_rest(sitting)
    sitting.rest()
    assert picture(sitting) == rested(sitting.fresh())


# The open refill


def test_no_card_of_the_open_refill_can_be_dragged_away() -> None:
    """While the refill is chosen the card just mustered can be pulled at, and nothing breaks or begins."""
    sitting, action = refill_open()
    played = sitting.played()
    for spot in ("H1", "H2", "H3", "M1", "M2", "M3", "O1"):
        sitting.lift(spot)
        assert sitting.lifted is None
        sitting.move(NOWHERE)
        sitting.scene.paint()
        sitting.release(NOWHERE)
        assert sitting.selection.pending
    assert sitting.why() == "deck-defence.why.choose_refill"
    assert sitting.played() == played

    assert action.refill is not None
    sitting.drag(f"R{action.refill + 1}", f"M{action.main + 1}")
    assert len(sitting.played()) == len(played) + 1


def test_a_refill_dropped_elsewhere_asks_again() -> None:
    """A reveal card dropped on another space goes home, the choice stays open and the reason says what is asked."""
    sitting, action = refill_open()
    sitting.drag(f"R{(action.refill or 0) + 1}", "discard")
    assert sitting.selection.pending
    assert sitting.why() == "deck-defence.why.choose_refill"


def test_undo_with_an_open_refill_undoes_the_last_whole_action() -> None:
    """The half action is let go and the one before it is taken back; nothing of the half one is left."""
    sitting, _ = refill_open()
    played = sitting.played()
    sitting.keys("ctrl+z")
    assert sitting.played() == played[:-1]
    assert sitting.selection.spots == ()
    sitting.settle()
    at_rest(sitting)


# The window


def test_minimised_in_mid_animation_and_back() -> None:
    """A window that is minimised while cards fly comes back with the cards where they belong."""
    sitting = Sitting(preferences=MOVING)
    sitting.pass_time(0.4)
    sitting.give(Focus(here=False))
    sitting.scene.update(0.1)
    sitting.give(Focus(here=True), Exposed())
    sitting.rest()
    at_rest(sitting)
    assert picture(sitting) == rested(sitting.fresh())


@pytest.mark.parametrize("dt", [1.0, 60.0, 1e6])
def test_a_huge_moment_lands_everything(dt: float) -> None:
    """After the machine slept the table is at rest in one frame, and the next input works."""
    sitting = Sitting(preferences=MOVING)
    sitting.scene.update(dt * 3)
    at_rest(sitting)
    sitting.by_click(decode("M1>H1"))
    sitting.scene.update(dt * 3)
    at_rest(sitting)
    assert sitting.played() == ["M1>H1"]


@pytest.mark.parametrize(("size", "scale"), EVERY)
def test_what_is_hit_is_what_is_seen(size: tuple[int, int], scale: int) -> None:
    """At every size every card answers from corner to corner, every button in its whole, and nothing beside them."""
    deal, line = won_games()[0]
    sitting = Sitting(deal, " ".join(line[:17]), size=size, scale=scale)
    window = pygame.Rect((0, 0), size)
    for spot, card in sitting.layout.top.items():
        pose = sitting.layout.cards[card]
        half = (pose.width / 2 - 2, pose.width * 0.7 - 2)
        for x, y in product((-1, 0, 1), repeat=2):
            point = (round(pose.x + x * half[0]), round(pose.y + y * half[1]))
            assert sitting.scene._board.layout.spot_at(point) == spot
    for spot, rect in sitting.layout.spots.items():
        assert sitting.scene._board.layout.spot_at((rect.x - 2, rect.centery)) != spot
        assert sitting.scene._board.layout.spot_at((rect.centerx, rect.bottom + 1)) != spot
    for name, button in sitting.scene._panels._buttons.items():
        assert window.contains(button.rect), name
        assert not any(button.rect.colliderect(rect) for rect in sitting.layout.spots.values()), name
        if button.enabled:
            assert sitting.scene._panels.button_at(near(button.rect.topleft, 1, 1)) is button
            assert sitting.scene._panels.button_at(near(button.rect.bottomright, -1, -1)) is button


@pytest.mark.parametrize(("size", "scale"), EVERY)
def test_the_buttons_keep_apart(size: tuple[int, int], scale: int) -> None:
    """With everything on offer at once (an attack that is ready) no two buttons overlap, whatever the text size."""
    deal, line = won_games()[0]
    index = next(index for index, text in enumerate(line) if "x" in text)
    for language in ("ja", "en"):
        sitting = Sitting(deal, " ".join(line[:index]), size=size, scale=scale, language=language)
        action = decode(line[index])
        assert isinstance(action, Repel)
        sitting.click(str(action.target))
        for hand in action.hands:
            sitting.click(f"H{hand + 1}")
        buttons = sitting.scene._panels._buttons
        assert {"yes", "no", "undo", "redo", "menu", "rules"} <= set(buttons)
        for one, two in product(buttons, repeat=2):
            assert one == two or not buttons[one].rect.colliderect(buttons[two].rect), (one, two)
            assert buttons[one].rect.w > 30


@pytest.mark.parametrize(("size", "scale"), EVERY)
def test_signs_stay_in_the_window(size: tuple[int, int], scale: int) -> None:
    """The reason of a refusal and the enlarged stack are seen in full, wherever they belong."""
    deal, line = won_games()[0]
    sitting = Sitting(deal, " ".join(line[:17]), size=size, scale=scale, language="en")
    window = pygame.Rect((0, 0), size)
    panels = sitting.scene._panels
    for spot, rect in sitting.layout.spots.items():
        reason = DESK.why_not(sitting.view, sitting.selection, spot)
        for surface, pos in panels.sign(sitting.kit.words.say(reason), rect, warn=True):
            assert window.contains(surface.get_rect(topleft=pos)), spot
        plate = closer.look(sitting.kit, DESK, sitting.layout, spot, sitting.scene._board.cards)[:1]
        for surface, pos in plate:
            assert window.contains(surface.get_rect(topleft=pos)), spot


@pytest.mark.parametrize("size", SIZES)
def test_a_click_plays_in_every_window(size: tuple[int, int]) -> None:
    """The same clicks and drags play the same actions in windows of every size."""
    sitting = Sitting(size=size)
    sitting.by_click(decode("M1>H1"))
    sitting.by_drag(decode("M2>H2"))
    assert sitting.played() == ["M1>H1", "M2>H2"]
