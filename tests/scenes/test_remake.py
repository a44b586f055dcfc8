"""The remake's rules at the table: cards looked at, put in order and put back, in all three ways of playing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.catalogue import find
from game.core import Reason
from game.deck_defence.deals import FULL_DECK
from game.deck_defence.public import (
    ID,
    Card,
    Explore,
    HoldOff,
    Muster,
    Reorder,
    Repel,
    View,
    card_name,
    decode,
)
from scenes.after.result import Result
from scenes.deck_defence import reorder
from scenes.deck_defence.layout import layout, plan
from scenes.desk import BACK, NOTHING, Selection
from scenes.drawing.theme import Metrics
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Press, Release
from scenes.pages.menu import Shelf
from scenes.preferences import Preferences, Speed
from scenes.scene import Push
from scenes.statistics import RuleSet, rule_set
from scenes.variants import rules_name
from scenes.words import LANGUAGES, Words
from tests.scenes.hands import NOWHERE
from tests.scenes.past import many
from tests.scenes.sitting import DESK, REMAKE, Sitting, games, likely, sameness, views
from tests.scenes.test_gestures import at, by_click, by_drag, in_order, minimal, refused
from tests.scenes.test_hints import let_think
from tests.scenes.test_layout import EVERY, PANELS, rect_of
from tests.scenes.test_table import Pair, at_rest, picture, play, rested, sensible, step, steps, undrawn_otherwise

pytestmark = pytest.mark.usefixtures("screen")
WORDS = [Words(language) for language in LANGUAGES]
WON = {
    "3": "M2>H1 M1>H2 M2>O1 O1xH1H2 M1>H1 M1>H2 M3>H3 M3>H1 M1>H3 M3>H3 M3>H1 H3? =213 M3>H2 M3>O1 M3>O2 H3? =312 "
    "M2>H3 O2xH2H3 H3? =231 M2>H3 M2>H2 M1>H3 H2? =312 M1>H3 M1>O2 O2xH2H3 M1>H2 M1>H2 M1>H2 M1>O2 O1xH1H2 M2>H1 "
    "M2>O1 O1xH1H3 M1>H1 M1>O1 M1>O3 M2>H3 O1xH1H2H3 M3>H2 M3>O1 O2xH1H2 M2>H2 M3>H2 O1xH1H2 M2>H1 O3xH1H3",
    "11": "M3>O1 M3>H1 M1>H2 M2>H1 M1>H1 M1>O2 M2>H3 M2>H3 M2>H2 H2? =123 H2? =132 M1>H2 M1>O3 H2? =321 M3>H2 M1>H2 "
    "M3>H2 O1xH2H3 M3>O1 M3xH1H3 M2>H2 O1xH1H2 O2xH1H2 M1>H1 M1>O1 M1>O2 M1>H3 O1xH2H3 M2>H2 M1>H1 M1>O1 M2>H1 "
    "M3>H3 M1>H3 M1>H2 H2? =312 M1>H2 M1>H2 O2xH2H3 M3>O2 M3>H3 O1xH2H3 M3>H3 H2? M1>H2 O2xH2H3 M3>H2 O3xH2H3",
}
"""Deals with a way to win them; in the second the last exploring finds no deck."""
LOOK = WON["3"].partition(" =")[0]
"""The first of them up to its first look: F4, W4, S2."""


def beginning(cards: str) -> str:
    """Return a deal that begins with these cards; the others follow in the order of the deck."""
    first = cards.split()
    rest = [str(card) for card in FULL_DECK]
    for card in first:
        rest.remove(card)
    return " ".join([*first, *rest])


TRIPLETS = beginning("S1 S2 S3 F1 W1 W1 W1")
"""A deal in which the first look shows the same card three times."""


def looking(**more: Any) -> Sitting:
    """Return somebody who looks at three cards."""
    return Sitting("3", LOOK, options=REMAKE, **more)


@cache
def reachable() -> tuple[View, ...]:
    """Return positions of random and of won games by the remake's rules, every look among them."""
    lost = [view for deal, actions in games(20, 10, REMAKE) for view in views(deal, actions, REMAKE)]
    won = [view for deal, line in WON.items() for view in views(deal, line.split(), REMAKE)]
    few = [("F2", 1), ("F2 F2", 2), ("F2 W1", 2), ("F2 F2 S4", 3), ("S1 S1 S1", 3), ("", 0)]
    late = [at(main="S1 F1 W4", hand="W2/W1 F3 --", deck=deck, remake=True, looked=count) for deck, count in few]
    return (*late, *lost[::4], *won, *(view for view in lost if view.looked or view.outcome or not view.deck))


def looked(view: View) -> list[str]:
    """Return the cards looked at."""
    return [str(one.card) for one in view.looked]


def lying(sitting: Sitting) -> list[str]:
    """Return the cards that lie where those looked at lie, as they are shown."""
    cards = sitting.layout.cards
    return [cards[spot].face for spot in reorder.SPOTS if spot in cards]


# Whole games


@pytest.mark.parametrize("way", ["drags", "clicks", "keys"])
@pytest.mark.parametrize("deal", WON)
def test_a_game_can_be_won_in_one_way_of_playing(way: str, deal: str) -> None:
    """Drags alone, clicks alone and keys alone win a game, and the record holds just the actions meant."""
    sitting = Sitting(deal, options=REMAKE)
    rng = random.Random(deal)
    for text in WON[deal].split():
        play(sitting, decode(text), way, rng)
        assert sitting.played()[-1] == text
        at_rest(sitting)
    assert sitting.over
    assert {type(decode(text)) for text in sitting.played()} == {Muster, HoldOff, Repel, Explore, Reorder}


@pytest.mark.parametrize("way", ["drags", "clicks", "keys", "any"])
@pytest.mark.parametrize("deal", ["5", "61", "1204"])
def test_a_random_game_can_be_played_to_its_end(way: str, deal: str) -> None:
    """Whatever the cards are, every action that a way of playing means can be carried out until the game is over."""
    sitting = Sitting(deal, options=REMAKE)
    rng = random.Random(deal)
    while not sitting.over:
        before, view = len(sitting.played()), sitting.view
        action = likely(view, rng)
        if isinstance(action, Repel) and way in ("drags", "any"):
            action = sensible(action, sitting)
        play(sitting, action, way, rng)
        assert len(sitting.played()) == before + 1
        assert sameness(view, decode(sitting.played()[-1])) == sameness(view, action)
    at_rest(sitting)


# Gestures


def test_the_positions_are_worth_testing() -> None:
    """There are looks at one, two and three cards, some at equal ones, and explorings that find no deck."""
    every = reachable()
    assert {len(view.looked) for view in every} == {0, 1, 2, 3}
    assert any(len(view.looked) == 3 and len(set(looked(view))) == 2 for view in every)
    assert any(isinstance(action, Explore) and not view.deck for view in every for action in view.legal)


def test_clicks_and_drags_reach_every_action_and_no_other() -> None:
    """What clicks lead to is the legal list, equal cards aside; drags leave out repels that waste a card."""
    for view in reachable():
        clicked, dragged = by_click(view)[0], by_drag(view)
        assert {in_order(action) for action in (*clicked, *dragged)} <= set(view.legal)
        every = {sameness(view, action) for action in view.legal}
        assert {sameness(view, action) for action in clicked} == every
        wasteful = {
            sameness(view, action)
            for action in view.legal
            if isinstance(action, Repel) and frozenset(action.hands) not in minimal(view, action.target)
        }
        assert every - wasteful <= {sameness(view, action) for action in dragged}


def test_every_refusal_has_words_in_both_languages() -> None:
    """Whatever cannot be chosen or dropped on gives a reason that both languages can say in full."""
    reasons = {reason for view in reachable() for _, _, reason in refused(view)}
    keys = {reason.key.rpartition(".")[2] for reason in reasons}
    assert {"same_card", "nothing_looked_at", "put_back_first", "same_order", "empty_space"} <= keys
    assert "choose_refill" not in keys
    for reason in reasons:
        assert all(words.say(reason) and "{" not in words.say(reason) for words in WORDS)


def test_everything_said_exists_in_both_languages() -> None:
    """Prompts, captions, help sections and buttons have words for every selection of every position."""
    for view in reachable():
        actions, selections = by_click(view)
        for selection in selections:
            offer = DESK.offer(view, selection)
            reasons = [DESK.prompt(view, selection), DESK.caption(view, selection)]
            for words in WORDS:
                assert all(words.say(reason) for reason in reasons if reason is not None)
                assert words(f"{ID}.rules.{DESK.help_section(view, selection)}.title")
                assert words(offer.yes)
                assert words(offer.no)
        captions = [DESK.caption(view, action) for action in actions]
        assert all(words.say(caption) for caption in captions if caption is not None for words in WORDS)


def test_two_equal_cards_in_one_stack_are_refused_with_the_card() -> None:
    """Section 6: an ally whose equal lies anywhere in the stack is told so, dragged or clicked."""
    sitting = Sitting(beginning("S1 S1 S2"), "M1>H1 M3>H1", options=REMAKE)
    assert [str(card) for card in sitting.view.areas.hand[0]] == ["S1", "S2"]
    card = Reason.of("deck-defence.card.name", suit=Reason.of("deck-defence.suit.sword"), rank=1)
    refused_so = Reason.of("deck-defence.why.same_card", card=card)
    sitting.drag("M2", "H1")
    assert sitting.refusal == refused_so
    sitting.keys("left")
    sitting.click("M2")
    sitting.click("H1")
    assert sitting.refusal == refused_so


def test_the_cards_looked_at_change_places_until_they_are_put_back() -> None:
    """Clicks on two cards and drags of one onto another swap them; what is confirmed is what lies there."""
    sitting = looking()
    assert lying(sitting) == looked(sitting.view) == ["F4", "W4", "S2"]
    sitting.click("R1")
    sitting.click("R3")
    assert lying(sitting) == ["S2", "W4", "F4"]
    sitting.drag("R2", "R3")
    assert lying(sitting) == ["S2", "F4", "W4"]
    assert sitting.selection == Selection(draft=Reorder((2, 0, 1)))
    assert looked(sitting.view) == ["F4", "W4", "S2"]
    sitting.button("yes")
    assert sitting.played()[-1] == "=312"
    at_rest(sitting)


def test_the_order_of_the_deck_is_no_draft() -> None:
    """Swapping two cards and swapping them back leaves nothing chosen."""
    sitting = looking()
    sitting.drag("R1", "R2")
    sitting.drag("R1", "R2")
    assert sitting.selection == NOTHING
    assert lying(sitting) == looked(sitting.view)


def test_escape_lets_go_of_the_card_first_and_of_the_order_then() -> None:
    """Esc and the right button go back step by step: the card taken, the order, then the menu."""
    for cancel in (Key("escape"), Press(NOWHERE, 3)):
        sitting = looking()
        sitting.drag("R1", "R3")
        sitting.click("R2")
        assert sitting.selection.spots == ("R2",)
        sitting.give(cancel)
        assert sitting.selection == Selection(draft=Reorder((2, 1, 0)))
        sitting.give(cancel)
        assert sitting.selection == NOTHING
        assert lying(sitting) == ["F4", "W4", "S2"]
        assert sitting.commands == []
        sitting.rest()
        at_rest(sitting)


def test_a_stray_click_or_drop_does_not_cost_the_order() -> None:
    """The bare table lets go of a card only; other cards and places are refused; a drag given up changes nothing."""
    sitting = looking()
    sitting.drag("R1", "R3")
    sitting.click("R1")
    for point in (NOWHERE, NOWHERE):
        sitting.press(point)
        sitting.release(point)
        assert sitting.selection == Selection(draft=Reorder((2, 1, 0)))
    for spot in ("M1", "H2", "discard", "O1", "repelled"):
        sitting.click(spot)
        assert sitting.why() == "deck-defence.why.put_back_first"
        sitting.drag("R2", spot)
        assert sitting.why() == "deck-defence.why.put_back_first"
        sitting.drag("H1", "discard")
        assert sitting.why() == "deck-defence.why.put_back_first"
    sitting.lift("R2")
    sitting.keys("escape")
    sitting.release(NOWHERE)
    sitting.lift("R2")
    sitting.give(Focus(here=False))
    assert sitting.selection == Selection(draft=Reorder((2, 1, 0)))
    assert sitting.played()[-1][-1] == "?"


def test_undo_goes_back_to_the_order_before_and_to_the_deck_closed() -> None:
    """A draft goes first; then the look itself, which counts as taken back, for the cards were seen."""
    sitting = looking()
    sitting.drag("R1", "R3")
    sitting.keys("ctrl+z")
    assert sitting.selection == NOTHING
    assert sitting.played()[-1] == "H3?"
    sitting.drag("R1", "R3")
    sitting.drag("R1", "deck")
    assert sitting.played()[-1] == "=321"
    sitting.keys("ctrl+z")
    assert lying(sitting) == ["F4", "W4", "S2"]
    assert sitting.match.chair.standing().take_backs == 0
    sitting.keys("ctrl+z")
    assert lying(sitting) == []
    assert sitting.match.chair.standing().take_backs == 1
    sitting.keys("ctrl+y", "ctrl+y")
    assert sitting.played()[-1] == "=321"
    at_rest(sitting)


def test_equal_cards_or_one_need_only_the_confirmation() -> None:
    """Nothing can be swapped, and a click says so; double click, deck, a drag to it, Enter and the button confirm."""
    one = next(view for view in reachable() if len(view.looked) == 1)
    assert set(DESK.offer(one, NOTHING).targets) == {"deck"}
    assert dict(DESK.drag(one, NOTHING, "R1")) == {"deck": Reorder((0,))}
    assert DESK.marks(one, Sitting().kit, layout(one, Metrics((1280, 720)))) == []

    def at_equal() -> Sitting:
        return Sitting(TRIPLETS, "M1>H1 H1?", options=REMAKE)

    sitting = at_equal()
    assert lying(sitting) == ["W1", "W1", "W1"]
    sitting.click("R2")
    assert sitting.why() == "deck-defence.why.same_order"
    sitting.drag("R1", "R2")
    assert sitting.why() == "deck-defence.why.same_order"
    assert sitting.played()[-1] == "H1?"
    ways: list[Callable[[Sitting], None]] = [
        lambda one: one.double_click("R2"),
        lambda one: one.click("deck"),
        lambda one: one.drag("R3", "deck"),
        lambda one: one.keys("enter"),
        lambda one: one.button("yes"),
    ]
    for confirm in ways:
        sitting = at_equal()
        confirm(sitting)
        assert sitting.played()[-1] == "=123"


def test_a_double_click_never_decides_an_order() -> None:
    """Where the order matters a double click takes a card and lets it go."""
    sitting = looking()
    sitting.double_click("R2")
    assert sitting.played()[-1] == "H3?"
    assert sitting.selection == NOTHING


def test_the_frame_rests_on_the_deck_where_enter_puts_back() -> None:
    """By keys: two digits or two Enters swap, after which one more Enter confirms what lies there."""
    sitting = Sitting("3", LOOK.removesuffix(" H3?"), options=REMAKE)
    sitting.choose_by_key("H3", random.Random(1))
    sitting.choose_by_key("discard", random.Random(1))
    assert sitting.scene._choosing.focus == "deck"
    sitting.keys("1")
    assert sitting.scene._choosing.focus == "R1"
    sitting.keys("1", "1", "3")
    assert lying(sitting) == ["S2", "W4", "F4"]
    assert sitting.scene._choosing.focus == "deck"
    sitting.keys("tab", "enter", "right", "enter", "enter")
    assert sitting.played()[-1] == "=231"


def test_whoever_is_too_quick_still_sees_the_cards() -> None:
    """A second click of a double click, or Enter held down, does not put back what the first one brought."""
    for target in ("deck", "discard", "R2"):
        sitting = Sitting("3", LOOK.removesuffix(" H3?"), options=REMAKE)
        sitting.click("H3")
        sitting.double_click(target)
        assert sitting.played()[-1] == "H3?"
        assert sitting.selection == NOTHING
        assert sitting.refusal is None
    sitting = looking()
    sitting.double_click("deck")
    assert sitting.played()[-1] == "=123"
    assert sitting.refusal is None
    sitting = Sitting("3", LOOK.removesuffix(" H3?"), options=REMAKE)
    sitting.click("H3")
    sitting.scene._choosing.focus = "deck"
    sitting.give(*[Key("enter")] * 9)
    assert sitting.played()[-1] == "H3?"
    sitting.give(KeyUp("enter"))
    sitting.keys("enter")
    assert sitting.played()[-1] == "=123"


def test_a_refused_key_leaves_the_frame_where_it_is() -> None:
    """The frame goes by itself only where something was chosen."""
    sitting = looking()
    sitting.scene._choosing.focus = "M1"
    sitting.keys("enter")
    assert sitting.scene._choosing.focus == "M1"
    assert sitting.why() == "deck-defence.why.put_back_first"


def test_a_look_goes_on_after_a_restart_and_at_every_size() -> None:
    """Section 6: whoever sits down again still looks; a window that changes keeps the order in the making."""
    sitting = looking()
    assert lying(sitting.fresh()) == lying(sitting)
    sitting.drag("R1", "R2")
    sitting.kit.metrics = Metrics((800, 600))
    sitting.scene.lay_out()
    assert lying(sitting) == ["W4", "F4", "S2"]
    at_rest(sitting)


def test_a_game_given_up_while_looking_is_over() -> None:
    """The look stays open on the table, and nothing of it can be moved or confirmed any more."""
    sitting = looking()
    sitting.drag("R1", "R2")
    sitting.scene.concede()
    assert sitting.selection == NOTHING
    sitting.lift("R1")
    assert sitting.lifted is None
    sitting.keys("enter")
    assert "yes" not in sitting.scene._panels._buttons
    assert sitting.over
    at_rest(sitting)


def test_help_opens_at_the_remake() -> None:
    """F1 leads to the remake's rules while cards are looked at, and with a hand card that may explore."""
    sections = []
    for actions, spots in ((LOOK, []), (LOOK, ["R1"]), ("M1>H1", ["H1"]), ("M1>H1", [])):
        sitting = Sitting("3" if actions == LOOK else TRIPLETS, actions, options=REMAKE)
        for spot in spots:
            sitting.click(spot)
        sitting.keys("f1")
        command = sitting.commands[0]
        assert isinstance(command, Push)
        sections.append(command.scene.title())
    assert sections == ["rules:remake", "rules:remake", "rules:remake", "rules:goal"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_how_to_put_the_cards_back(language: str) -> None:
    """H names the cards in the order advised and marks those that change places; it is true whatever was arranged."""
    sitting = looking(language=language)
    sitting.drag("R1", "R3")
    sitting.keys("h")
    assert sitting.selection == NOTHING
    let_think(sitting, lambda: not sitting.scene._advice.hints.thinking)
    hint = sitting.scene._advice.hints.hint
    assert hint is not None
    assert isinstance(hint.action, Reorder)
    assert hint.action in sitting.view.legal
    moved = [f"R{index + 1}" for index, place in enumerate(hint.action.order) if index != place]
    assert hint.spots == (*moved, "deck")
    names = [sitting.kit.words.say(card_name(sitting.view.looked[place].card)) for place in hint.action.order]
    assert " → ".join(names) in sitting.kit.words.say(hint.words)
    assert sitting.match.chair.standing().hints == 1
    assert "hint" in sitting.scene._panels._buttons
    sitting.scene.paint()


def test_like_cards_need_not_change_places() -> None:
    """Among cards that are all the same nothing is marked but the deck."""
    sitting = Sitting(TRIPLETS, "M1>H1 H1?", options=REMAKE)
    assert {seen.card for seen in sitting.view.looked} == {Card.parse("W1")}
    sitting.keys("h")
    let_think(sitting, lambda: sitting.scene._advice.hints.hint is not None)
    hint = sitting.scene._advice.hints.hint
    assert hint is not None
    assert hint.spots == ("deck",)


def test_the_demo_plays_the_remake() -> None:
    """It looks, puts back and goes on, with what it put back in mind."""
    sitting = looking()
    sitting.scene.demo()
    let_think(sitting, lambda: not sitting.view.looked and sitting.match.chair.standing().actions >= 8)
    sitting.keys("shift")
    standing = sitting.match.chair.standing()
    assert standing.hints > 0


def test_what_was_put_back_is_remembered_and_taken_back() -> None:
    """The memory for hints has the order of the cards put back, until they are drawn or it is taken back."""
    sitting = looking()
    looked = [seen.card for seen in sitting.view.looked]
    memory = []
    for text in ("=312", "M3>H2"):
        sitting.match.chair.submit(decode(text))
        sitting.scene.take_beats()
        memory.append(sitting.scene._advice.hints._memory.ahead)  # type: ignore[attr-defined]
    sitting.scene._choosing.undo()
    sitting.scene._choosing.undo()
    memory.append(sitting.scene._advice.hints._memory.ahead)  # type: ignore[attr-defined]
    third, first, second = looked[2], looked[0], looked[1]
    assert memory == [(third, first, second), (first, second), tuple(looked)]


# Layout and motion


@cache
def crowded() -> tuple[View, ...]:
    """Return positions with looks and with much on the table."""
    every = reachable()
    looks = [next(view for view in every if len(view.looked) == count) for count in (1, 2, 3)]
    full = max(every, key=lambda view: sum(map(len, view.areas.hand)))
    return (*looks, full, max(every, key=lambda view: len(view.areas.repelled)))


@pytest.mark.parametrize("metrics", EVERY)
def test_everything_lies_in_its_panel(metrics: Metrics) -> None:
    """Every spot and card lies inside the window, each card in the panel of its area, the numbers at the cards."""
    window, panels = pygame.Rect((0, 0), metrics.size), plan(metrics).panels
    kit = Sitting(size=(800, 600)).kit
    kit.metrics = metrics
    for view in crowded():
        shown = layout(view, metrics)
        assert all(window.contains(rect) for rect in shown.spots.values())
        for name, pose in shown.cards.items():
            assert panels["discard" if name == "discard" else PANELS[name[0]]].contains(rect_of(pose)), name
        for surface, corner in DESK.marks(view, kit, shown):
            rect = surface.get_rect(topleft=corner)
            assert window.contains(rect)
            assert sum(shown.spots[spot].colliderect(rect) for spot in shown.spots) == 1


def test_every_card_is_drawn_once() -> None:
    """The cards looked at lie beside the deck, which is thinner by them as long as they do."""
    for view in reachable():
        shown = layout(view, Metrics((1280, 720)))
        assert [shown.cards[spot].face for spot in reorder.spots(view)] == looked(view)
        assert len([name for name in shown.cards if name[0] == "R"]) == len(view.looked)
        left = view.deck - len(view.looked)
        assert (shown.cards["deck"].pile if "deck" in shown.cards else 0) == left


def test_cards_fly_from_the_deck_and_back_onto_it() -> None:
    """A look turns the cards over on their way; put back they turn again, the one drawn next last, onto the others."""
    sitting = Sitting("3", LOOK.removesuffix(" H3?"), options=REMAKE, preferences=Preferences(speed="normal"))
    sitting.settle()
    sitting.drag("H3", "deck")
    flights = sitting.scene._board.timeline.flights
    assert [(flight.source, flight.key) for flight in flights] == [
        ("H3.2", "discard"),
        ("deck", "R1"),
        ("deck", "R2"),
        ("deck", "R3"),
    ]
    assert [flight.stops[-1].face for flight in flights[1:]] == ["F4", "W4", "S2"]
    assert {flight.stops[0].face for flight in flights[1:]} == {BACK}
    sitting.settle()
    at_rest(sitting)
    sitting.click("R1")
    sitting.click("R3")
    swapped = sitting.scene._board.timeline.flights
    assert {(flight.source, flight.key) for flight in swapped} == {("R1", "R3"), ("R3", "R1")}
    assert all(len({stop.face for stop in flight.stops}) == 1 for flight in swapped)
    sitting.settle()
    at_rest(sitting)
    sitting.click("deck")
    flights = sitting.scene._board.timeline.flights
    assert [(flight.source, flight.stops[0].face) for flight in flights] == [("R3", "F4"), ("R2", "W4"), ("R1", "S2")]
    assert {(flight.key, flight.stops[-1].face) for flight in flights} == {("deck", BACK)}
    sitting.settle()
    at_rest(sitting)


def test_a_card_dropped_sets_out_from_the_hand_that_held_it() -> None:
    """The swapped card glides from where it was let go; the other one comes from its place."""
    sitting = looking(preferences=Preferences(speed="normal"))
    sitting.settle()
    sitting.lift("R1")
    x, y = sitting.layout.spots["R3"].center
    sitting.move((x + 3, y + 5))
    sitting.release((x + 3, y + 5))
    first = {flight.source: flight.stops[0] for flight in sitting.scene._board.timeline.flights}
    assert abs(first["R1"].x - x) < 30
    assert first["R3"].x == pytest.approx(sitting.layout.cards["R3"].x)


@pytest.mark.parametrize("speed", ["off", "normal"])
@pytest.mark.parametrize("reduced", [False, True])
def test_after_every_beat_the_cards_lie_as_the_view_says(speed: Speed, reduced: bool) -> None:
    """With and without motion, forwards and backwards, what has landed is the layout of the view."""
    rng = random.Random(8)
    sitting = Sitting("11", options=REMAKE, preferences=Preferences(speed=speed, reduced_motion=reduced))
    for text in WON["11"].split():
        sitting.settle()
        at_rest(sitting)
        sitting.by_click(decode(text))
        if rng.random() < 0.3:
            sitting.settle()
            at_rest(sitting)
            sitting.keys("ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z")
    sitting.settle()
    at_rest(sitting)
    assert " ".join(sitting.played()) == WON["11"]
    sitting.rest()
    assert picture(sitting) == rested(sitting.fresh())


@settings(max_examples=40)
@given(
    st.lists(
        st.one_of(
            steps,
            st.tuples(
                st.just("drag"),
                st.tuples(st.sampled_from(reorder.SPOTS), st.sampled_from(["R1", "R2", "R3", "deck", "M1"])),
            ),
        ),
        max_size=50,
    ),
    st.sampled_from(["off", "normal"]),
    st.booleans(),
    st.sampled_from([("3", LOOK), ("3", ""), (TRIPLETS, "M1>H1 H1?"), ("11", WON["11"].rpartition(" =")[0])]),
)
def test_no_storm_of_inputs_brings_the_table_out_of_order(
    storm: list[tuple[str, Any]], speed: Speed, reduced: bool, game: tuple[str, str]
) -> None:
    """Whatever is pressed, dragged, typed, resized or lost at any moment, the table shows the game as it stands."""
    sitting = Sitting(*game, options=REMAKE, preferences=Preferences(speed=speed, reduced_motion=reduced))
    for kind, value in storm:
        step(sitting, kind, value)
        sitting.scene.paint()
        assert sitting.scene._board.view == sitting.view
    end: list[Input] = [
        Focus(here=False),
        Key("escape"),
        Key("escape"),
        Key("escape"),
        Press(NOWHERE),
        Release(NOWHERE),
    ]
    sitting.give(*end, Motion(NOWHERE))
    sitting.rest()
    at_rest(sitting)


# Secrets


def ways_round(pair: Pair) -> Iterator[None]:
    """Do all kinds of things with two tables that should look alike, comparing them each time."""
    sitting = pair.both[0]
    for spot in list(sitting.layout.spots):
        x, y = sitting.at(spot)
        pair.give(Motion((x, y)), Press((x, y)), Motion((x + 9, y + 9), held=True))
        pair.give(Release(NOWHERE), Motion(NOWHERE))
        yield
    pair.give(Motion(sitting.at("deck")), seconds=1.0)
    pair.give(Key("space"))
    pair.resize((1280, 720))
    pair.resize((800, 600))


def test_nothing_tells_the_order_in_which_cards_were_put_back() -> None:
    """Section 6: the same cards put back in two orders give the same pixels, until one of them is drawn."""
    pair = Pair(("3", "3"), "")
    for sitting, order in zip(pair.both, ("=123", "=312"), strict=True):
        fresh = Sitting(
            "3", f"{LOOK} {order}", size=(800, 600), options=REMAKE, preferences=Preferences(speed="normal")
        )
        sitting.__dict__.update(fresh.__dict__)
    pair.compare()
    for _ in ways_round(pair):
        pair.compare()
    last = pair.both[0].scene._panels.log.lines[-1].said
    assert last is not None
    assert WORDS[0].say(last) == WORDS[0]("deck-defence.log.put_back", count=3)


def test_cards_put_back_leave_the_table_as_the_view_says() -> None:
    """After a look, an order and its confirmation nothing of them is left: the table looks as sat down to anew."""
    sitting = looking(preferences=Preferences(speed="normal"))
    sitting.settle()
    sitting.drag("R1", "R3")
    sitting.settle()
    sitting.drag("R1", "deck")
    assert all("R" not in key[:1] for key in sitting.layout.cards)
    sitting.rest()
    assert picture(sitting) == rested(sitting.fresh())


def test_nothing_on_the_screen_depends_on_the_deck_below_the_cards_looked_at() -> None:
    """Two deals alike in all that was seen give the same pixels and words through a look, a swap and putting back."""
    rng = random.Random(3)
    cards = [str(card) for card in find(ID).chance("3").shuffled(FULL_DECK)[0]]
    seen = 36 - looking().view.deck + 3
    other = undrawn_otherwise(" ".join(cards), seen, rng)
    pair = Pair(("3", "3"), "")
    for sitting, deal in zip(pair.both, (" ".join(cards), other), strict=True):
        quick = Preferences(speed="normal")
        actions = LOOK.removesuffix(" H3?")
        fresh = Sitting(deal, actions, size=(800, 600), options=REMAKE, preferences=quick)
        sitting.__dict__.update(fresh.__dict__)
    for spots in (("H3", "discard"), ("R1", "R3"), ("R2", "R3"), ("deck",)):
        for spot in spots:
            at = pair.both[0].at(spot)
            pair.give(Press(at), Release(at), seconds=0.2)
    pair.give(Motion(NOWHERE), seconds=2.0)
    assert pair.both[0].played()[-1] == pair.both[1].played()[-1] == "=312"
    for _ in ways_round(pair):
        pair.compare()


def test_the_log_never_names_what_was_looked_at() -> None:
    """The notices of a look hold the cards; the lines about it count them."""
    for deal, line in WON.items():
        sitting = Sitting(deal, line, options=REMAKE)
        said = [line.said for line in sitting.scene._panels.log.lines if line.said is not None]
        for reason in said:
            if reason.key.endswith("put_back"):
                assert dict(reason.values).keys() == {"count"}
            if reason.key.endswith("looked"):
                assert dict(reason.values).keys() == {"card", "count"}
        assert any(reason.key.endswith("looked_at_none") for reason in said) == (deal == "11")


# The name of the rules


def test_the_rules_have_a_name_only_where_they_are_not_the_usual_ones() -> None:
    """The remake is named, the usual rules are not, whatever aids are on; old games have no such option."""
    for words in WORDS:
        assert rules_name(words, ID, {}) is None
        assert rules_name(words, ID, {"rules": "web", "open_discards": True}) is None
        assert rules_name(words, ID, REMAKE) == words("deck-defence.option_value.rules.remake")


def test_games_of_the_remake_are_counted_apart() -> None:
    """Statistics keep them as rules of their own; a game from before there was a choice was by the usual rules."""
    games = many(3)
    old, usual, remade = (
        replace(one, options=options)
        for one, options in zip(games, ((), (("rules", "web"),), (("rules", "remake"),)), strict=True)
    )
    assert rule_set(old) == rule_set(usual) == RuleSet(ID)
    assert rule_set(remade) == RuleSet(ID, (("rules", "remake"),))


def test_table_shelf_and_result_tell_by_which_rules_one_plays() -> None:
    """Bar, placard and result differ between the two rule sets where the game is otherwise the same."""

    class Ways:
        def standing(self, _: object) -> Reason:
            return Reason.of("table.repelled", count=0, total=9)

    looks: dict[bool, list[list[bytes]]] = {}
    for remake in (False, True):
        sitting = Sitting("3", options=REMAKE if remake else {})
        sitting.scene.concede()
        ways: Any = Ways()
        table: Any = None
        shelf = Shelf(sitting.kit, sitting.match, table, table, ways.standing(None))
        result = Result(sitting.kit, sitting.match, ways)
        scenes: list[Any] = [sitting.scene, shelf, result]
        for scene in scenes:
            scene.lay_out()
        looks[remake] = [[pygame.image.tobytes(surface, "RGBA") for surface, _ in scene.paint()] for scene in scenes]
    for web, remade in zip(looks[False], looks[True], strict=True):
        assert web != remade
