"""What is heard: which sound for which beat and which touch, when, how loud, and nothing that tells of a hand."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from build.sounds import RECIPES
from game.deck_defence.public import Explore, HoldOff, Muster, Reorder, Repel
from game.haruhi.notices import Accused, EventTaken, Passed, SosLaid
from game.haruhi.notices import Laid as GiftLaid
from game.kanu.public import Captured, DuelFought, FieldLaid
from scenes.app import Program, Start
from scenes.haruhi import cues as haruhi
from scenes.haruhi import frames as haruhi_frames
from scenes.haruhi import shown as haruhi_shown
from scenes.inputs import Key, Press, Release
from scenes.kanu import cues as kanu
from scenes.kanu import frames as kanu_frames
from scenes.kanu import shown as kanu_shown
from scenes.pages.controls import Choice
from scenes.pages.settings import Settings
from scenes.preferences import Preferences
from scenes.scene import Prefer
from scenes.sound.sound import GROUPS, Cue, Score, Sound, joined
from scenes.sound.sound_sign import SoundSign
from scenes.store import Store
from scenes.table.table import TableScene
from tests.scenes import haruhi_sitting, kanu_sitting
from tests.scenes.hands import FRAME
from tests.scenes.heard import Heard
from tests.scenes.hot_seat import House, act, deal_with, keep, miss
from tests.scenes.sitting import REMAKE, Sitting, games, won_games

pytestmark = pytest.mark.usefixtures("screen")
EVENTS = {sound for sound, group in GROUPS.items() if group == "events"}


def rested(sitting: Any, seconds: float = 0.5) -> None:
    """Let everything come to rest, and some time pass."""
    for _ in range(1000):
        if not sitting.scene._showing.busy:
            break
        sitting.scene.update(FRAME)
    for _ in range(round(seconds / FRAME)):
        sitting.scene.update(FRAME)


def heard_of(cues: tuple[Cue, ...], pace: float, dt: float = FRAME) -> list[tuple[float, Sound, float]]:
    """Return what is heard of cues: when, what, how loud."""
    found: list[tuple[float, Sound, float]] = []
    time = 0.0
    score = Score(lambda sound, loudness: found.append((time, sound, loudness)))
    score.begin(cues, pace)
    while score.running:
        score.update(dt)
        time += dt
    return found


# Names


def test_every_sound_is_made_and_every_one_made_is_played() -> None:
    """The names that scenes know are those of the files, each in a group."""
    assert set(GROUPS) == set(get_args(Sound)) == set(RECIPES)


# When


def test_a_row_of_cards_is_thinned_out() -> None:
    """Of 25 cards dealt no two sound together, fewer the faster they go, and not all are equally loud."""
    counts = {}
    for pace in (0.5, 1.0, 1.8):
        notes = heard_of((Cue("deal", 25),), pace, 0.001)
        times = [time for time, _, _ in notes]
        assert min(b - a for a, b in pairwise(times)) > 0.05
        assert len({loudness for _, _, loudness in notes}) > 2
        counts[pace] = len(notes)
    assert 6 < counts[0.5] < counts[1.0] <= counts[1.8] <= 25


def test_cues_keep_step_with_the_cards() -> None:
    """A shuffle takes as long as its cards do; what comes after it is heard when they have come together."""
    notes = heard_of((Cue("shuffle", 36), Cue("flip", 3)), 1.0)
    assert [sound for _, sound, _ in notes] == ["shuffle", "flip", "flip", "flip"]
    assert notes[0][0] < 0.05
    assert 0.7 < notes[1][0] < 1.1


def test_rows_after_each_other_take_their_time() -> None:
    """Hands and field are two rows: they take as long as the cards of both, and never sound twice at once."""
    times = [time for time, _, _ in heard_of((Cue("deal", 16), Cue("deal", 25)), 1.0, 0.001)]
    assert 1.5 < times[-1] < 2.2
    assert min(b - a for a, b in pairwise(times)) > 0.05


@given(
    st.lists(st.tuples(st.sampled_from(sorted(GROUPS)), st.integers(1, 30)), max_size=6),
    st.sampled_from([0.0, 0.5, 1.0, 1.8]),
    st.sampled_from([1 / 144, 1 / 60, 1 / 10, 3.0]),
)
def test_every_cue_is_heard_at_any_frame_rate(rows: list[tuple[Sound, int]], pace: float, dt: float) -> None:
    """What is heard does not depend on the frames; without motion two sounds stand for all, events before cards."""
    cues = joined([Cue(sound, cards) for sound, cards in rows])
    sounds = [sound for _, sound, _ in heard_of(cues, pace, dt)]
    if pace:
        assert sounds == [sound for _, sound, _ in heard_of(cues, pace, FRAME)]
        assert set(sounds) == {sound for sound, _ in rows}
    else:
        events = {sound for sound, _ in rows if sound in EVENTS}
        assert len(sounds) == min(2, len({sound for sound, _ in rows}))
        assert len(events & set(sounds)) == min(2, len(events))


def test_what_is_skipped_is_one_sound() -> None:
    """Cards that all land at once are heard once; an event that was still to come is heard all the same."""
    for cues, rest in (((Cue("deal", 20),), "land"), ((Cue("shuffle", 30), Cue("capture"), Cue("deal", 5)), "capture")):
        found: list[Sound] = []
        score = Score(lambda sound, _, found=found: found.append(sound))  # type: ignore[misc] # a default that mypy cannot see
        score.begin(cues, 1.0)
        score.update(0.2)
        found.clear()
        score.finish()
        score.update(0.0)
        assert found == [rest]
        assert not score.running


# Deck Defence


KINDS = {Muster: "muster", HoldOff: "hold", Repel: "repel", Explore: "slide", Reorder: "slide"}


@pytest.mark.parametrize("options", [{}, REMAKE], ids=["web", "remake"])
def test_every_action_alone_is_heard(options: dict[str, Any]) -> None:
    """Each action has its sound, whatever way it is carried out; the deal is shuffled; the end is told."""
    ((deal, actions),) = games(3, 1, options)
    heard = Heard()
    sitting = Sitting(deal, options=options, sounds=heard)
    rested(sitting)
    assert heard.take() == ["shuffle", "flip"]
    for text in actions:
        action = sitting.table.game.decode(text)
        sitting.by_click(action)
        rested(sitting)
        sounds = heard.take()
        assert KINDS[type(action)] in sounds
        assert "refuse" not in sounds


@pytest.mark.parametrize("won", [True, False])
def test_the_end_is_heard(won: bool) -> None:
    """Who wins hears that, and who gives up the other; once."""
    deal, line = won_games()[0]
    heard = Heard()
    sitting = Sitting(deal, " ".join(line[:-1]), sounds=heard)
    rested(sitting)
    if won:
        sitting.by_click(sitting.table.game.decode(line[-1]))
    else:
        sitting.scene.concede()
    for _ in range(120):
        sitting.scene.update(FRAME)
        sitting.scene.follow_up(FRAME)
    assert Counter(heard.take())["win" if won else "loss"] == 1


def test_touches_alone_are_heard_by_what_they_lead_to() -> None:
    """A card that is lifted and let go, one that is chosen, what is refused, what is taken back."""
    heard = Heard()
    sitting = Sitting("1204", sounds=heard)
    rested(sitting)
    heard.take()
    muster = next(one for one in sitting.view.legal if isinstance(one, Muster))
    spot = f"M{muster.main + 1}"
    sitting.lift(spot)
    assert heard.take() == ["lift"]
    sitting.release((5, 700))
    assert heard.take() == ["land"]
    sitting.click(spot)
    assert heard.take() == ["lift"]
    sitting.keys("escape")
    heard.take()
    sitting.click("deck")
    assert heard.take() == ["refuse"]
    sitting.drag(spot, f"H{muster.hand + 1}")
    rested(sitting)
    assert "muster" in heard.take()
    sitting.keys("ctrl+z")
    rested(sitting)
    assert heard.take() == ["slide"]


def test_a_card_that_is_dropped_is_heard_at_once() -> None:
    """What the hand lays down sounds when it is let go, not when the picture has caught up."""
    heard = Heard()
    sitting = Sitting("1204", preferences=Preferences(speed="slow"), sounds=heard)
    sitting.scene._showing.land()
    rested(sitting)
    heard.take()
    muster = next(one for one in sitting.view.legal if isinstance(one, Muster))
    sitting.drag(f"M{muster.main + 1}", f"H{muster.hand + 1}")
    sitting.scene.update(FRAME)
    assert heard.take() == ["lift", "muster"]


# Several people


def games_of_several() -> list[tuple[Any, Any, Any, Any]]:
    """Return the two games of several: their courses, how a beat falls into frames, is covered, and sounds."""
    return [
        (kanu_sitting.courses(4), kanu_frames.unfold, kanu_shown.covered, kanu.cues),
        (haruhi_sitting.courses(5, count=1), haruhi_frames.unfold, haruhi_shown.covered, haruhi.cues),
    ]


@pytest.mark.parametrize("which", [0, 1], ids=["kanu", "haruhi"])
def test_everybody_hears_the_same(which: int) -> None:
    """A beat sounds the same from every seat, hand face down or not: it follows from what all of them notice."""
    courses, unfold, covered, cues = games_of_several()[which]
    some = set()
    for views, _, beats in courses:
        ways = []
        for before, beat in zip(views, beats, strict=True):
            for first, told in ((before, beat), (covered(dataclasses.replace(beat, view=before)).view, covered(beat))):
                frames = unfold(first, told)
                ways.append([cue for frame in frames for cue in cues(frame.beat)])
                some |= set(ways[-1])
        assert all(way == ways[0] for way in ways)
    assert len({cue.sound for cue in some}) > 6


def test_events_of_several_are_heard() -> None:
    """Captures, dice, a field laid afresh, gifts, SOS, passes and accusations have sounds of their own."""
    wanted: dict[type[Any], str] = {
        Captured: "capture", DuelFought: "die", FieldLaid: "deal",
        GiftLaid: "gift", SosLaid: "sos", Passed: "knock", EventTaken: "capture", Accused: "right wrong",
    }  # fmt: skip
    met = set()
    for courses, unfold, _, cues in games_of_several():
        for views, turn, beats in courses:
            for frame in unfold(views[turn], beats[turn]):
                sounds = {cue.sound for cue in cues(frame.beat)}
                for notice in frame.beat.notices:
                    if type(notice) in wanted:
                        met.add(type(notice))
                        assert sounds & set(wanted[type(notice)].split())
    assert met == set(wanted)


@pytest.mark.parametrize("way", ["pass", "table"])
def test_where_others_listen_every_touch_sounds_alike(way: Any) -> None:
    """A hand card is clicked, carried and dropped wrongly: what is heard is the same whatever the card is good for."""
    rng = random.Random(5)
    for _ in range(4):
        heards = []
        deal, actions = kanu_sitting.games(5, 1, 4)[0]
        at = rng.randrange(8, len(actions))
        for card in range(2):
            heard = Heard()
            sitting = kanu_sitting.Round(4, deal, way, " ".join(actions[:at]), sounds=heard)
            sitting.scene.take_beats()
            sitting.scene._showing.land()
            rested(sitting)
            heard.take()
            sitting.click(f"H{card}")
            sitting.give(Press((2, 2), 3))
            sitting.drag(f"H{card}", "deck")
            rested(sitting)
            heards.append(heard.take())
        assert heards[0] == heards[1]
        assert set(heards[0]) == {"lift", "land"}


def test_the_curtain_is_heard_and_nothing_behind_it(tmp_path: Path) -> None:
    """When a turn ends the curtain falls with one sound; until it opens there is no other."""
    table, (opening, sortie) = deal_with(miss)
    act(table, opening)
    keep(table, tmp_path)
    house = House(tmp_path)
    house.sit_down()
    house.heard.take()
    house.do(sortie)
    house.wait_until(lambda: house.behind_curtain)
    while house.heard.take():
        house.frame()
    house.wait(2)
    assert house.heard.take() in ([], ["curtain"])
    house.open_curtain()
    house.end()


# Mute


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return the program at a game, with somebody who listens."""
    store = Store(tmp_path)
    return Program(store, Preferences(language="en"), Start("deck-defence", "1204"), Heard())


def test_a_key_mutes_without_disturbing_anything(program: Program) -> None:
    """M switches sound off and on; cards in the air stay there, and the choice is kept."""
    program.frame([], 0.1)
    table = program.stack[0]
    assert isinstance(table, TableScene)
    kept = []
    for _ in range(2):
        program.frame([Key("m")], 0.1)
        assert table._board.busy
        program._save()
        kept.append((program.kit.preferences.sound, program.kit.store.load_preferences().sound))
    assert kept == [(False, False), (True, True)]
    program.kit.store.close()


def test_what_is_typed_does_not_mute(tmp_path: Path) -> None:
    """A name with an M in it can be written."""
    store = Store(tmp_path)
    program = Program(store, Preferences(language="en"), Start("kanu"), Heard())
    for _ in range(40):
        program.frame([Key("tab")], 0.1)
        if getattr(program.stack[-1], "typing", False):
            break
    assert getattr(program.stack[-1], "typing", False)
    program.frame([Key("m")], 0.1)
    assert program.kit.preferences.sound
    store.close()


def test_the_sign_in_the_bar_tells_and_switches(program: Program) -> None:
    """On every table a sign tells whether there is sound; a click on it switches it, its picture changes at once."""
    program.frame([], 3.0)
    for _ in range(200):
        program.frame([], 0.1)
    table, heard = program.stack[0], program.kit.sounds
    assert isinstance(table, TableScene)
    assert isinstance(heard, Heard)
    sign = table._panels._buttons["sound"]
    assert isinstance(sign, SoundSign)
    pictures = []
    for deaf, state in ((False, "on"), (True, "missing"), (False, "off")):
        heard.deaf = deaf
        if state == "off":
            program.frame([Press(sign.rect.center)], 0.1)
            program.frame([Release(sign.rect.center)], 0.1)
        assert sign.state == state
        program._stage.forget()
        program.frame([Key("shift")], 0.1)
        surface = pygame.display.get_surface()
        assert surface is not None
        pictures.append(pygame.image.tobytes(surface.subsurface(sign.rect), "RGB"))
    assert len(set(pictures)) == 3
    assert not program.kit.preferences.sound
    program.kit.store.close()


# Settings


def test_volumes_are_chosen_and_heard() -> None:
    """Every volume has a row; a change of one is heard as it will be; without sound there is nothing to choose."""
    heard = Heard()
    sitting = Sitting(sounds=heard)
    page = Settings(sitting.kit)
    page.lay_out()
    assert heard.take() == []
    samples = {"volume": "land", "volume_table": "flip", "volume_events": "capture", "volume_signals": "turn"}
    for row, (name, sample) in zip(page._sound()[1:], samples.items(), strict=True):
        assert isinstance(row.control, Choice)
        command = row.control.on(0)
        assert isinstance(command, Prefer)
        assert getattr(command.preferences, name) == 0
        sitting.kit.preferences = command.preferences
        page.lay_out()
        assert heard.take() == [sample]
    sitting.kit.preferences = dataclasses.replace(sitting.kit.preferences, sound=False)
    assert page.update(0.1)
    assert [row.control.enabled for row in page._sound()] == [True, False, False, False, False]
    assert not page.update(0.1)


def test_the_settings_say_that_there_is_no_device() -> None:
    """As soon as it is known, the page says it, with what to do."""
    heard = Heard()
    sitting = Sitting(language="en", sounds=heard)
    page = Settings(sitting.kit)
    page.lay_out()
    assert page._sound()[0].told == ""
    heard.deaf = True
    assert page.update(0.1)
    assert "No sound device" in page._sound()[0].told


def test_buttons_tick(tmp_path: Path) -> None:
    """What leads to another page ticks; the table's own button does too, once."""
    store = Store(tmp_path)
    heard = Heard()
    program = Program(store, Preferences(language="en"), Start(), heard)
    program.frame([], 0.1)
    program.frame([Key("f2")], 0.1)
    assert heard.take() == ["button"]
    program.frame([Key("f5")], 0.1)
    assert heard.take() == []
    store.close()
