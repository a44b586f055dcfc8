"""The table scene played from deal to end in three ways; what it shows is always the game as it stands."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import Reason
from game.deck_defence.public import ID, Action, Explore, HoldOff, Muster, Repel, decode, encode
from scenes.desk import NOTHING
from scenes.drawing.stage import Stage
from scenes.drawing.theme import SPEEDS, Metrics
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Press, Release, Wheel
from scenes.preferences import Preferences, Speed
from scenes.scene import Push
from scenes.table.table_keys import neighbour
from scenes.table.table_log import Line
from tests.scenes.hands import FRAME, NOWHERE
from tests.scenes.sitting import DESK, Sitting, canonical, games, likely, pixels, sameness, views, won_games

pytestmark = pytest.mark.usefixtures("screen")
SMALL = (800, 600)
WON = [game for game in won_games() if sum("?" in action for action in game[1]) > 1][:4]
"""Won games with explores, in which the refill is chosen."""
LOST = games(seed=4, count=3)
STACKS = (won_games()[0][0], " ".join(won_games()[0][1][:8]))
"""Enemies that can be repelled, and stacks of two, one and two cards in hand."""


def at_rest(sitting: Sitting) -> None:
    """Assert that the cards lie as the layout says, each drawn once, and none is in the air."""
    scene, view = sitting.scene, sitting.view
    assert scene._board.view == view
    assert sitting.layout == DESK.layout(DESK.preview(view, sitting.selection), sitting.kit.metrics)
    assert not sitting.flying
    assert scene._board.in_the_air() == []
    assert scene._board.resting((), None) == [
        scene._board.cards.resting(pose) for pose in sitting.layout.cards.values()
    ]


def picture(sitting: Sitting) -> str:
    """Return what the window shows, drawn from scratch, as a digest: equal for equal pixels."""
    return digest(pixels(sitting.scene.paint(), sitting.kit.metrics.size))


def digest(shown: bytes) -> str:
    """Return a short stand-in for pixels, so that a failing comparison says so at once."""
    return hashlib.blake2b(shown, digest_size=16).hexdigest()


# Whole games


@pytest.mark.parametrize("way", ["drags", "clicks", "keys"])
@pytest.mark.parametrize(("deal", "line"), WON, ids=range(len(WON)))
def test_a_game_can_be_won_in_one_way_of_playing(way: str, deal: str, line: tuple[str, ...]) -> None:
    """Drags alone, clicks alone and keys alone win a game, and the record holds just the actions meant."""
    sitting = Sitting(deal)
    rng = random.Random(deal)
    refills = 0

    for text in line:
        play(sitting, decode(text), way, rng)
        refills += "=" in text
        assert sitting.played()[-1] == text
        at_rest(sitting)

    assert sitting.played() == list(line)
    assert sitting.over
    assert refills
    assert {type(decode(text)) for text in line} == {Muster, HoldOff, Repel, Explore}


@pytest.mark.parametrize("way", ["drags", "clicks", "keys", "any"])
@pytest.mark.parametrize("deal", [deal for deal, _ in LOST])
def test_a_random_game_can_be_played_to_its_end(way: str, deal: str) -> None:
    """Whatever the cards are, every action that a way of playing means can be carried out until the game is over."""
    sitting = Sitting(deal)
    rng = random.Random(deal)

    while not sitting.over:
        before, view = len(sitting.played()), sitting.view
        action = likely(view, rng)
        if isinstance(action, Repel) and way in ("drags", "any"):
            action = sensible(action, sitting)
        play(sitting, action, way, rng)
        assert len(sitting.played()) == before + 1
        done = decode(sitting.played()[-1])
        assert sameness(view, done) == sameness(view, action)

    at_rest(sitting)


def sensible(action: Repel, sitting: Sitting) -> Repel:
    """Return a repel of the same enemy that spends no card in vain, as drags do."""
    sets = [one for one in canonical(sitting.view) if isinstance(one, Repel) and one.target == action.target]
    return min(sets, key=lambda one: (not set(one.hands) <= set(action.hands), len(one.hands)))


def play(sitting: Sitting, action: Action, way: str, rng: random.Random) -> None:
    """Carry out an action in one way."""
    if way == "any":
        way = rng.choice(("drags", "clicks", "keys"))
    match way:
        case "drags":
            sitting.by_drag(action)
        case "clicks":
            sitting.by_click(action)
        case _:
            sitting.by_keys(action, rng)


def test_escape_and_right_click_take_a_choice_back() -> None:
    """Esc and the right button let go of what is chosen, the refill included, and nothing has happened."""
    deal, line = WON[0]
    index = next(index for index, text in enumerate(line) if "=" in text and len(choices(deal, line, index)) > 1)
    sitting = Sitting(deal, " ".join(line[:index]))
    before, played = picture(sitting), sitting.played()

    for cancel in (Key("escape"), Press(NOWHERE, 3)):
        action = decode(line[index])
        assert isinstance(action, Muster)
        sitting.click(f"M{action.main + 1}")
        sitting.click(f"H{action.hand + 1}")
        assert len(sitting.selection.pending) > 1
        sitting.give(cancel)
        sitting.rest()
        assert sitting.played() == played
        assert picture(sitting) == before
    assert sitting.commands == []


def choices(deal: str, line: tuple[str, ...], index: int) -> set[object]:
    """Return the refills that the action at `index` of a line may be done with."""
    view = Sitting(deal, " ".join(line[:index])).view
    stem = line[index].partition("=")[0]
    return {sameness(view, action) for action in view.legal if encode(action).partition("=")[0] == stem}


def test_the_open_refill_shows_the_action_done() -> None:
    """Ruling 3.3: while the refill is chosen, the card lies where it goes and only the reveal area lights up."""
    deal, line = WON[0]
    index = next(index for index, text in enumerate(line) if "=" in text and len(choices(deal, line, index)) > 1)
    sitting = Sitting(deal, " ".join(line[:index]))
    action = decode(line[index])
    assert isinstance(action, Muster)

    sitting.drag(f"M{action.main + 1}", f"H{action.hand + 1}")

    assert f"M{action.main + 1}" not in sitting.layout.top
    assert all(spot[0] == "R" for spot in sitting.scene._picture.targets(None))
    at_rest(sitting)


def test_enter_alone_moves_the_focus_in() -> None:
    """The first Enter shows a focus on something that can be chosen, and does nothing else."""
    sitting = Sitting()
    sitting.keys("enter")
    assert sitting.scene._choosing.focus in DESK.offer(sitting.view, sitting.selection).targets
    assert sitting.selection.spots == ()


@pytest.mark.parametrize("name", ["²", "³", "ctrl+1", "½"])
def test_keys_that_are_no_digits_choose_nothing(name: str) -> None:
    """A small two stands on French keyboards, and would have ended the program."""
    sitting = Sitting()
    sitting.keys(name)
    assert sitting.selection.spots == ()


def test_the_focus_can_be_seen_wherever_it_is() -> None:
    """With nothing, a card or an attack chosen, every spot looks different with the focus on it."""
    deal, line = WON[0]
    index = next(index for index, text in enumerate(line) if "x" in text)
    repel = decode(line[index])
    assert isinstance(repel, Repel)
    for choice in ([], [str(repel.target)], [str(repel.target), f"H{repel.hands[0] + 1}"]):
        sitting = Sitting(deal, " ".join(line[:index]), size=SMALL)
        for spot in choice:
            sitting.click(spot)
        bare = picture(sitting)
        looks = set()
        for spot in sitting.layout.spots:
            sitting.scene._choosing.focus = spot
            looks.add(picture(sitting))
        assert bare not in looks
        assert len(looks) == len(sitting.layout.spots)


def test_what_can_be_chosen_does_not_step_back() -> None:
    """While an enemy may be repelled, the repelled enemies stay bright: they lie where it goes."""
    deal, line = WON[0]
    index = max(index for index, text in enumerate(line) if "x" in text)
    sitting = Sitting(deal, " ".join(line[:index]))
    repel = decode(line[index])
    assert isinstance(repel, Repel)

    sitting.click(str(repel.target))

    bright = sitting.scene._picture.bright(sitting.scene._picture.targets(None))
    assert {key for key in sitting.layout.cards if key[0] == "V"} <= bright
    assert {key for key in sitting.layout.cards if key[0] == "R"}.isdisjoint(bright)


def test_what_a_drop_would_spend_does_not_step_back() -> None:
    """A card held over an enemy shows which others go along with it; held over nothing, none."""
    deal, line = WON[0]
    index, repel = next(
        (index, action)
        for index, text in enumerate(line)
        if isinstance(action := decode(text), Repel) and len(action.hands) > 1
    )
    sitting = Sitting(deal, " ".join(line[:index]))
    first, *others = (f"H{hand + 1}" for hand in repel.hands)
    table = sitting.scene

    sitting.lift(first)
    assert not taken(sitting)
    sitting.move(sitting.layout.spots[str(repel.target)].center)

    assert taken(sitting) == set(others)
    bright = table._picture.bright(table._picture.targets(table._choosing.held) | taken(sitting))
    assert {sitting.layout.top[spot] for spot in others} <= bright


def taken(sitting: Sitting) -> frozenset[str]:
    """Return the spots that are lit because their cards would go along."""
    table = sitting.scene
    return table._picture._taken(table._choosing.held)


def test_arrows_reach_every_spot_from_every_spot() -> None:
    """The arrow keys lead everywhere, so that every space and pile can be chosen by them."""
    sitting = Sitting(actions="M1>H1")
    for start in sitting.layout.spots:
        for spot in sitting.layout.spots:
            sitting.scene._choosing.focus = start
            sitting.keys(*sitting.arrows_to(spot))
            assert sitting.scene._choosing.focus == spot


def test_the_buttons_do_what_the_keys_do() -> None:
    """Undo, redo and letting go can be clicked; menu and rules are asked of the program."""
    sitting = Sitting(actions="M1>H1 M2>H2")

    sitting.button("undo")
    assert sitting.played() == ["M1>H1"]
    sitting.button("redo")
    assert sitting.played() == ["M1>H1", "M2>H2"]
    sitting.click(next(iter(sitting.scene._choosing.offer().targets)))
    sitting.button("no")
    assert sitting.selection.spots == ()
    sitting.button("menu")
    sitting.button("rules")
    assert [type(command) for command in sitting.commands] == [Push, Push]


def test_the_yes_button_repels_with_what_is_chosen() -> None:
    """An attack that is strong enough can be carried out by its button."""
    deal, line = WON[0]
    index = next(index for index, text in enumerate(line) if "x" in text)
    sitting = Sitting(deal, " ".join(line[:index]))
    action = decode(line[index])
    assert isinstance(action, Repel)

    sitting.click(str(action.target))
    for hand in action.hands:
        sitting.click(f"H{hand + 1}")
    sitting.button("yes")

    assert sitting.played()[-1] == line[index]


@pytest.mark.parametrize("way", ["drags", "clicks"])
def test_what_is_done_before_the_refill_is_chosen_flies_as_usual(way: str) -> None:
    """A repel that waits for its refill sends the spent cards to the discard and the enemy away, each with its face."""
    deal, line, action = next(
        (deal, line[:index], action)
        for deal, line in won_games()
        for index, view in enumerate(views(deal, line))
        for action in view.legal
        if isinstance(action, Repel) and action.refill is not None and len(set(view.areas.reveal) - {None}) > 1
    )
    sitting = Sitting(deal, " ".join(line), preferences=Preferences(speed="normal"))
    old = sitting.layout
    rng = random.Random(1)

    play(sitting, replace(action, refill=None), way, rng)

    assert sitting.selection.pending
    flights = sitting.scene._board.timeline.flights
    assert [flight.source for flight in flights] == [
        *(f"H{hand + 1}.{len(sitting.view.areas.hand[hand]) - 1}" for hand in action.hands),
        str(action.target),
    ]
    for flight in flights:
        assert flight.source is not None
        assert {stop.face for stop in flight.stops} == {old.cards[flight.source].face}
        assert flight.key == "discard" if flight.source[0] == "H" else flight.key not in old.cards
    sitting.settle()
    at_rest(sitting)
    refill = next(iter(sitting.scene._choosing.offer().targets))
    sitting.click(refill)
    assert [flight.source for flight in sitting.scene._board.timeline.flights] == [refill]
    sitting.settle()
    at_rest(sitting)


# What surrounds the cards


def test_resting_on_a_stack_shows_it_large() -> None:
    """The pointer on a stack with covered cards shows them all after half a second; a press or a way off hides them."""
    sitting = Sitting(*STACKS)
    calm = len(sitting.scene.paint())
    single, stack = ("H2", "H1")
    assert [len(pile) for pile in sitting.view.areas.hand] == [2, 1, 2]

    sitting.give(Motion(sitting.at(single)))
    sitting.pass_time(1.0)
    assert len(sitting.scene.paint()) == calm
    sitting.give(Motion(sitting.at(stack)))
    sitting.pass_time(0.3)
    assert len(sitting.scene.paint()) == calm
    sitting.pass_time(0.3)
    assert len(sitting.scene.paint()) > calm + 3  # a plate, the two cards, and what is to be read of them
    sitting.give(Motion(NOWHERE))
    assert len(sitting.scene.paint()) == calm


def test_no_stack_is_shown_large_in_mid_drag() -> None:
    """While a card is held nothing covers the table."""
    sitting = Sitting(*STACKS)
    sitting.lift("M2")
    sitting.move("H1")
    sitting.pass_time(2.0)
    assert sitting.scene._looking.spot is None


def test_the_rules_open_where_they_help() -> None:
    """F1 leads to the section about what is being done: the goal, an ally, an enemy, a hand card."""
    sections = []
    for spots in ([], ["M3"], ["O1"], ["H1"]):
        sitting = Sitting(*STACKS)
        for spot in spots:
            sitting.click(spot)
        sitting.keys("f1")
        command = sitting.commands[0]
        assert isinstance(command, Push)
        sections.append(command.scene.title())
    assert sections == ["rules:goal", "rules:muster", "rules:repel", "rules:explore"]


def test_after_the_end_the_rules_tell_how_it_counts() -> None:
    """A game that is won leads to the score, one that is lost to how a game ends."""
    deal, line = won_games()[0]
    won = Sitting(deal, " ".join(line))
    assert DESK.help_section(won.view, NOTHING) == "score"
    lost = Sitting(LOST[0][0], " ".join(LOST[0][1]))
    assert not lost.view.legal
    assert DESK.help_section(lost.view, NOTHING) == "end"


def test_the_log_scrolls_and_comes_back() -> None:
    """Wheel and page keys show what was before; a new action brings the newest lines back."""
    deal, line = WON[0]
    sitting = Sitting(deal, " ".join(line[:30]), size=SMALL)
    newest = picture(sitting)

    sitting.give(Wheel(5))
    assert picture(sitting) != newest
    sitting.give(Wheel(-500))
    assert picture(sitting) == newest
    sitting.keys("page up", "page up")
    assert picture(sitting) != newest
    sitting.keys("ctrl+z", "ctrl+y")
    sitting.rest()
    assert sitting.scene._panels.log.scrolled == 0


def test_what_cannot_be_undone_or_redone_is_said() -> None:
    """Undo before the first action and redo after the last one give their reasons."""
    sitting = Sitting()
    sitting.keys("ctrl+z")
    assert sitting.why() == "why.no_undo"
    sitting.keys("ctrl+y")
    assert sitting.why() == "why.no_redo"


def test_the_title_names_the_game_alone() -> None:
    """The window's title tells nothing of the table."""
    assert Sitting().scene.title() == Sitting(actions="M1>H1 M2>H2").scene.title() == Sitting().kit.words(f"{ID}.title")


# The end


def test_the_result_follows_the_last_card() -> None:
    """After the last action the result is shown once, when the cards have landed and lain a moment."""
    deal, line = WON[1]
    sitting = Sitting(deal, " ".join(line[:-1]), preferences=Preferences(speed="normal"))
    sitting.pass_time(5)
    sitting.by_click(decode(line[-1]))

    assert sitting.scene.follow_up(10) is None
    sitting.settle()
    assert sitting.scene.follow_up(0.1) is None
    command = sitting.scene.follow_up(1.0)
    assert isinstance(command, Push)
    assert command.scene.title() == "result"
    assert sitting.scene.follow_up(5.0) is None


def test_whoever_gives_up_again_is_told_again() -> None:
    """Giving up was taken back: the result comes once more when the game is given up after all."""
    sitting = Sitting(actions="M1>H1")
    for _ in range(2):
        sitting.scene.concede()
        sitting.settle()
        assert isinstance(sitting.scene.follow_up(1.0), Push)
        assert sitting.scene.follow_up(1.0) is None
        sitting.keys("ctrl+z")
        assert not sitting.over
        assert sitting.scene.follow_up(1.0) is None


def test_after_the_end_enter_shows_the_result_again() -> None:
    """Whoever looked at the table came to the next game of a match by mouse alone; the button had no key."""
    sitting = Sitting(actions="M1>H1")
    sitting.scene.concede()
    sitting.settle()
    assert isinstance(sitting.scene.follow_up(1.0), Push)
    assert sitting.scene._panels._buttons["result"].note == "Enter"
    sitting.keys("right", "enter")
    (command,) = sitting.commands
    assert isinstance(command, Push)
    assert command.scene.title() == "result"
    sitting.keys("shift+tab")
    assert sitting.scene._choosing.focus == "result"
    assert sitting.scene.spoken().focus == sitting.scene._panels._buttons["result"].label


def test_the_result_that_was_opened_does_not_open_again() -> None:
    """Enter in the moment before it comes by itself: closed again, it stays closed."""
    sitting = Sitting(actions="M1>H1")
    sitting.scene.concede()
    sitting.settle()
    sitting.keys("enter")
    assert isinstance(sitting.commands[-1], Push)
    assert sitting.scene.follow_up(5.0) is None


def test_enter_held_down_since_the_last_action_shows_no_result() -> None:
    """The keyboard repeats it: whoever won was to see the table first."""
    deal, line = WON[1]
    sitting = Sitting(deal, " ".join(line[:-1]))
    action = decode(line[-1])
    assert isinstance(action, Repel)
    for spot in (str(action.target), *(f"H{hand + 1}" for hand in action.hands)):
        sitting.click(spot)
    for _ in range(9):
        sitting.give(Key("enter"))
    assert sitting.over
    assert sitting.commands == []
    sitting.give(KeyUp("enter"), Key("enter"))
    assert [type(command) for command in sitting.commands] == [Push]


def test_after_the_end_nothing_can_be_lifted_or_chosen() -> None:
    """On the final table cards stay, no reason is shown for it, and undo still works."""
    deal, line = WON[1]
    won = Sitting(deal, " ".join(line))
    given_up = Sitting(actions="M1>H1 M2>H2")
    given_up.scene.concede()
    for sitting in (won, given_up):
        played = sitting.played()
        for spot in sitting.layout.spots:
            sitting.lift(spot)
            assert sitting.lifted is None
            sitting.release(spot)
            sitting.click(spot)
            sitting.double_click(spot)
            sitting.keys("tab", "enter")
        assert sitting.refusal is None
        assert sitting.selection.spots == ()
        assert sitting.played() == played
        sitting.keys("ctrl+z")
        assert not sitting.over


def test_arrows_move_even_where_no_card_can_be_taken() -> None:
    """A table cleared to the last card has spots to look at, and the arrow keys do not fail."""
    sitting = Sitting()
    bare = replace(sitting.layout, top={})
    assert neighbour(bare, None, "left") in bare.spots


# The picture


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("reduced", [False, True])
def test_after_every_beat_the_cards_lie_as_the_view_says(speed: Speed, reduced: bool) -> None:
    """At every speed, with and without motion, forwards and backwards, what has landed is the layout of the view."""
    rng = random.Random(8)
    for deal, line in (*LOST[:2], WON[2]):
        sitting = Sitting(deal, preferences=Preferences(speed=speed, reduced_motion=reduced))
        for text in line:
            sitting.settle()
            at_rest(sitting)
            sitting.by_click(decode(text))
            if rng.random() < 0.3:
                sitting.settle()
                at_rest(sitting)
                sitting.keys(*rng.choice((("ctrl+z", "ctrl+y"), ("ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z"))))
        sitting.settle()
        at_rest(sitting)
        assert sitting.played() == list(line)
        sitting.rest()
        assert picture(sitting) == rested(sitting.fresh())


@pytest.mark.parametrize("speed", SPEEDS)
def test_reduced_motion_fades_at_every_speed_but_off(speed: Speed) -> None:
    """Who chose that nothing takes time would still wait for a card to fade; the settings grey the switch out there."""
    sitting = Sitting(preferences=Preferences(speed=speed, reduced_motion=True))
    sitting.settle()
    sitting.by_click(decode("M1>H1"))
    assert sitting.scene._board.busy == (speed != "off")
    assert not sitting.flying


def rested(sitting: Sitting) -> str:
    """Return the picture once nothing moves."""
    sitting.rest()
    return picture(sitting)


@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 144, 0.1, 5.0])
def test_the_end_is_the_same_at_every_frame_rate(dt: float) -> None:
    """However long a frame takes, the same cards lie in the same places after the same inputs, in the same time."""
    deal, line = WON[3]
    sitting = Sitting(deal, size=SMALL, preferences=Preferences(speed="normal"))
    for text in line[:14]:
        sitting.pass_time(2.5, dt)
        at_rest(sitting)
        sitting.by_click(decode(text))
    sitting.pass_time(2.5, dt)
    at_rest(sitting)

    reference = Sitting(deal, " ".join(line[:14]), size=SMALL, preferences=Preferences(speed="normal"))
    sitting.rest()
    assert picture(sitting) == rested(reference)


@pytest.mark.parametrize("dt", [1 / 32, 1 / 128])
def test_at_any_moment_the_same_is_in_the_air_at_every_frame_rate(dt: float) -> None:
    """A quarter, a half, and a second into the deal the picture does not depend on the frames before it."""
    slow = Sitting(size=SMALL, preferences=Preferences(speed="normal"))
    quick = Sitting(size=SMALL, preferences=Preferences(speed="normal"))
    for _ in range(4):
        slow.pass_time(0.25, 0.25)
        quick.pass_time(0.25, dt)
        assert slow.flying == quick.flying
        assert picture(slow) == picture(quick)


def test_taking_back_shows_the_cards_going_back() -> None:
    """Undo sends the mustered card from its stack to main, and the drawn one face down to the deck."""
    sitting = Sitting(preferences=Preferences(speed="normal"))
    sitting.settle()
    sitting.by_click(decode("M1>H1"))
    sitting.settle()

    sitting.keys("ctrl+z")

    ways = {(flight.source, flight.key) for flight in sitting.scene._board.timeline.flights}
    assert ways == {("H1.0", "M1"), ("M1", "deck")}
    sitting.settle()
    at_rest(sitting)


def test_the_deal_is_shown_once() -> None:
    """A new game begins with the shuffle; a game that was resumed lies there at once."""
    new = Sitting(preferences=Preferences(speed="normal"))
    resumed = Sitting(actions="M1>H1", preferences=Preferences(speed="normal"))
    again = Sitting(preferences=Preferences(speed="normal"))
    again.settle()
    again.scene.lay_out()

    assert new.flying
    assert not resumed.flying
    assert not again.flying


def test_drawing_only_what_changed_equals_drawing_everything() -> None:
    """In random play with everything moving, every frame in the window equals the same frame drawn from scratch."""
    pygame.display.set_mode(SMALL)
    window = pygame.display.get_surface()
    assert window is not None
    stage, rng = Stage(), random.Random(12)
    deal, line = WON[0]
    sitting = Sitting(deal, size=SMALL, preferences=Preferences(speed="fast"))
    frames = 0

    def compare() -> None:
        nonlocal frames
        paints = sitting.scene.paint()
        stage.show(paints)
        assert digest(pygame.image.tobytes(window, "RGB")) == digest(pixels(paints, SMALL))
        frames += 1

    for text in line[:22]:
        point = rng.choice([rect.center for rect in sitting.layout.spots.values()])
        sitting.give(Motion(point))
        for _ in range(rng.randrange(12)):
            sitting.scene.update(FRAME)
            compare()
        sitting.lift(rng.choice(list(sitting.layout.top)))
        compare()
        sitting.move(point)
        compare()
        sitting.release(point if rng.random() < 0.5 else NOWHERE)
        compare()
        if sitting.selection.spots:
            sitting.keys("escape")
        while len(sitting.played()) > line.index(text) and sitting.played() != list(line[: len(sitting.played())]):
            sitting.keys("ctrl+z")
            compare()
        if decode(text) in canonical(sitting.view) and len(sitting.played()) == line.index(text):
            sitting.by_click(decode(text))
        compare()
    assert frames > 200


def test_a_still_table_draws_nothing() -> None:
    """When nothing moves and nothing is done the next frame is the same list of the same surfaces."""
    sitting = Sitting(preferences=Preferences(speed="normal"))
    sitting.settle()
    stage = Stage()
    stage.show(sitting.scene.paint())
    for _ in range(10):
        assert not sitting.scene.update(FRAME)
        assert stage.show(sitting.scene.paint()) == 0


def test_a_table_at_rest_says_so() -> None:
    """The program may sleep once the cards lie: `update` tells that nothing moves, after whatever was done."""
    sitting = Sitting(preferences=Preferences(speed="normal"))
    sitting.give(Motion(sitting.at("M1")))
    sitting.click("M1")
    sitting.keys("escape")
    sitting.click("R1")
    for _ in range(600):
        moving = sitting.scene.update(FRAME)
    assert not moving


# Storms

SPOTS = ["M1", "M2", "M3", "H1", "H2", "H3", "O1", "O2", "R1", "R3", "deck", "discard", "repelled"]
KEYS = [
    *("1", "2", "3", "4", "left", "right", "up", "down", "tab", "shift+tab", "enter", "enter", "escape", "space", "f1"),
    *("ctrl+z", "ctrl+z", "ctrl+y", "page up", "left shift", "", "x"),
]
steps = st.one_of(
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("click"), st.sampled_from(SPOTS)),
    st.tuples(st.just("double"), st.sampled_from(SPOTS)),
    st.tuples(st.just("drag"), st.tuples(st.sampled_from(SPOTS), st.sampled_from(SPOTS))),
    st.tuples(st.just("press"), st.tuples(st.sampled_from(SPOTS), st.sampled_from([1, 3]))),
    st.tuples(st.just("release"), st.tuples(st.sampled_from(SPOTS), st.sampled_from([1, 3]))),
    st.tuples(st.just("move"), st.tuples(st.sampled_from(SPOTS), st.booleans())),
    st.tuples(st.just("button"), st.sampled_from(["undo", "redo", "yes", "no", "menu", "result", "concede"])),
    st.tuples(st.just("other"), st.sampled_from([Wheel(3), Focus(here=False), Focus(here=True), Motion(NOWHERE)])),
    st.tuples(st.just("size"), st.sampled_from([(1280, 720), (800, 600), (720, 1280)])),
    st.tuples(st.just("time"), st.sampled_from([0.01, 0.02, 0.1, 0.2, 0.5, 3.0])),
    st.tuples(st.just("play"), st.integers(0, 999)),
)


def step(sitting: Sitting, kind: str, value: Any) -> None:
    """Do one thing, whatever the table is about to do."""
    match kind:
        case "key":
            sitting.keys(value)
        case "click":
            sitting.press(value)
            sitting.release(value)
        case "double":
            sitting.double_click(value)
        case "drag":
            sitting.drag(*value)
        case "press" | "release":
            event = Press if kind == "press" else Release
            sitting.give(event(sitting.at(value[0]), value[1]))
        case "move":
            sitting.give(Motion(sitting.at(value[0]), held=value[1]))
        case "button":
            if value in sitting.scene._panels._buttons:
                sitting.button(value)
        case "other":
            sitting.give(value)
        case "size":
            sitting.kit.metrics = Metrics(value)
            sitting.scene.lay_out()
        case "time":
            sitting.scene.update(value)
        case "play" if not sitting.over:
            actions = canonical(sitting.view)
            sitting.by_click(actions[value % len(actions)])


@settings(max_examples=60)
@given(
    st.lists(steps, max_size=60),
    st.sampled_from(["off", "fast", "normal"]),
    st.booleans(),
    st.sampled_from([("1204", ""), (WON[0][0], " ".join(WON[0][1][:19])), (WON[1][0], " ".join(WON[1][1][:-2]))]),
)
def test_no_storm_of_inputs_brings_the_table_out_of_order(
    storm: list[tuple[str, Any]],
    speed: Speed,
    reduced: bool,
    game: tuple[str, str],
) -> None:
    """Whatever is pressed, dragged, typed, resized or lost at any moment, the table shows the game as it stands."""
    sitting = Sitting(*game, preferences=Preferences(speed=speed, reduced_motion=reduced))
    for kind, value in storm:
        step(sitting, kind, value)
        sitting.scene.paint()
        assert sitting.scene._board.view == sitting.view
    end: list[Input] = [Focus(here=False), Key("escape"), Press(NOWHERE), Release(NOWHERE), Motion(NOWHERE), Wheel(-99)]
    sitting.give(*end)
    sitting.rest()
    at_rest(sitting)
    log = sitting.scene._panels.log.lines
    assert log == sitting.fresh().scene._panels.log.lines
    assert picture(sitting) == rested(sitting.fresh())


def test_undo_held_down_goes_back_to_the_deal_and_redo_to_the_end() -> None:
    """A key that repeats every 45 ms outruns the animations and still ends where it should."""
    deal, line = WON[0]
    sitting = Sitting(deal, " ".join(line), preferences=Preferences(speed="slow"))
    for _ in range(len(line) + 5):
        sitting.keys("ctrl+z")
        sitting.pass_time(0.045)
    assert sitting.played() == []
    assert sitting.refusal is not None
    sitting.settle()
    at_rest(sitting)

    for _ in range(len(line) + 5):
        sitting.keys("ctrl+y")
        sitting.pass_time(0.045)
    assert sitting.played() == list(line)
    sitting.settle()
    at_rest(sitting)


# Secrets


def undrawn_otherwise(deal: str, drawn: int, rng: random.Random) -> str:
    """Return a deal that begins with the same cards and goes on with the others in another order."""
    cards = deal.split()
    rest = cards[drawn:]
    while rest == cards[drawn:]:
        rng.shuffle(rest)
    return " ".join([*cards[:drawn], *rest])


class Pair:
    """Two sittings whose games differ only in what nobody can know; every input goes to both, frame by frame."""

    def __init__(self, deals: tuple[str, str], actions: str) -> None:
        quick = Preferences(speed="normal")
        self.both = [Sitting(deal, actions, size=SMALL, preferences=quick) for deal in deals]

    def compare(self) -> None:
        one, two = self.both
        assert picture(one) == picture(two)
        assert one.scene.title() == two.scene.title()
        assert one.refusal == two.refusal
        assert one.scene._panels.log.lines == two.scene._panels.log.lines
        assert one.commands == two.commands

    def give(self, *events: Input, seconds: float = 0.1) -> None:
        for sitting in self.both:
            sitting.give(*events)
        self.compare()
        for sitting in self.both:
            sitting.pass_time(seconds)
        self.compare()

    def resize(self, size: tuple[int, int]) -> None:
        for sitting in self.both:
            sitting.kit.metrics = Metrics(size)
            sitting.scene.lay_out()
        self.compare()


@pytest.mark.parametrize("index", range(3))
def test_nothing_on_the_screen_depends_on_the_undrawn_deck(index: int) -> None:
    """Two deals alike in all that was drawn give the same pixels, titles and words through the same inputs."""
    deal, line = WON[index]
    rng = random.Random(index)
    actions = " ".join(line[: 12 + 5 * index])
    view = Sitting(deal, actions).view
    pair = Pair((deal, undrawn_otherwise(deal, 36 - view.deck, rng)), actions)
    sitting = pair.both[0]
    spots = sitting.layout.spots

    for spot in spots:
        x, y = sitting.at(spot)
        pair.give(Motion((x, y)), Press((x, y)), Motion((x + 9, y + 9), held=True))
        pair.give(Motion(rng.choice(list(spots.values())).center, held=True))
        pair.give(Release(NOWHERE), Motion(NOWHERE))
    pair.give(Motion(sitting.at("H1")), seconds=1.0)
    pair.give(Key("space"))
    for spot in ("deck", "discard", "R1"):
        pair.give(Press(spots[spot].center), Release(spots[spot].center))
    for name in (*["ctrl+z"] * 6, *["ctrl+y"] * 6):
        pair.give(Key(name))
    for size in ((1280, 720), SMALL):
        pair.resize(size)
        pair.give(Key("tab"))


def test_the_newest_line_of_the_log_is_the_bright_one() -> None:
    """Whatever came after it without a word."""
    sitting = Sitting(*STACKS)
    log, kit = sitting.scene._panels.log, sitting.kit
    said = next(line.said for line in reversed(log.lines) if line.said is not None)
    log.lines.append(Line(None, ()))
    log.lay_out(pygame.Rect(0, 0, 900, 200))
    bright = kit.painter.type.write(kit.words.say(said), kit.metrics.note, kit.palette.text)
    assert pygame.image.tobytes(log.paints[-1][0], "RGBA") == pygame.image.tobytes(bright, "RGBA")


def test_the_numbers_of_the_log_have_no_gaps() -> None:
    """A beat of which nothing is said takes no number away from the next line, and the deal has none."""
    sitting = Sitting(*STACKS)
    log, typed = sitting.scene._panels.log, sitting.kit.painter.type
    said = log.lines[0].said
    assert said is not None
    log.lines[:] = [Line(one, ()) for one in (said, None, said, said, None, said)]
    log.lay_out(pygame.Rect(0, 0, 900, 400))
    numbers = [surface for surface, (x, _) in log.paints if x == 0]
    wanted = [typed.write(number, sitting.kit.metrics.note, sitting.kit.palette.faint) for number in "123"]
    assert [pygame.image.tobytes(one, "RGBA") for one in numbers] == [
        pygame.image.tobytes(one, "RGBA") for one in wanted
    ]


def test_the_newest_line_of_the_log_is_written_smaller_where_it_has_no_room() -> None:
    """Its end stands there as well."""
    sitting = Sitting(*STACKS)
    log, kit = sitting.scene._panels.log, sitting.kit
    typed, note = kit.painter.type, kit.metrics.note
    area = pygame.Rect(0, 0, 260, 6 * typed.line_height(note))
    said = Reason.of("list.comma", first="word " * 34, second="end")
    log.lines.append(Line(said, ()))
    log.lay_out(area)

    written, (left, top) = log.paints[-1]
    size, high = log._size(area.w - left, area.h)
    *lines, last = typed.wrap(kit.words.say(said), size, area.w - left, loose=True)
    end = typed.write(last, size, kit.palette.text)
    assert size < note
    assert (len(lines) * high, top + high <= area.bottom) == (top, True)
    assert pygame.image.tobytes(written, "RGBA") == pygame.image.tobytes(end, "RGBA")
    assert len(typed.wrap(kit.words.say(said), note, area.w - left, loose=True)) > 6


def test_a_game_given_up_from_the_menu_has_ended_on_the_table_too() -> None:
    """Behind the result the table offers that again, not a hint."""
    sitting = Sitting()
    assert "hint" in sitting.scene._panels._buttons
    sitting.scene.match.chair.concede()
    sitting.pass_time(5)
    assert isinstance(sitting.scene.follow_up(5), Push)
    assert "result" in sitting.scene._panels._buttons
    assert "hint" not in sitting.scene._panels._buttons
