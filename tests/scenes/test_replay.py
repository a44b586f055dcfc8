"""The replay: every position as it was played, by keys, buttons, the line and by itself; nothing of it counts."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import BadInput, Illegal, Seat
from game.deck_defence.public import ID, decode
from game.kanu.card_set import ID as KANU
from game.kanu.public import OpenTable, Sortied
from game.record import Record
from scenes import host
from scenes.after.onlooker import Onlooker
from scenes.after.ranking import who_won
from scenes.after.replay import PAUSES, Replay
from scenes.chair import Seated
from scenes.desk import BACK
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Colour, Metrics
from scenes.host import Match
from scenes.inputs import Focus, Key, Motion, Press, Release, Wheel
from scenes.kanu.shown import by_series
from scenes.pages.notice import Notice
from scenes.pages.rules import RulesPage
from scenes.preferences import Preferences
from scenes.scene import Back, Command, Home, Kit, Push
from scenes.store import HISTORY, Store
from scenes.words import Words
from tests.scenes import hands
from tests.scenes.hands import FRAME
from tests.scenes.past import CARDS, play_kanu, seated
from tests.scenes.sitting import DESK, painter, views, won_games

DEAL, LINE = won_games()[0]
WINDOWS = [((1280, 720), 100), ((1920, 1080), 100), ((800, 600), 100), ((1280, 720), 200), ((640, 480), 150)]


class Laid(hands.Elsewhere):
    """A table that is laid for a match."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


@pytest.fixture
def kit(tmp_path: Path, screen: pygame.Surface) -> Iterator[Kit]:
    """Give a kit in English at 1280 x 720, with a store of its own."""
    store = Store(tmp_path)
    yield Kit(Words("en"), painter(), Metrics(screen.get_size()), Preferences(language="en"), store)
    store.close()


def finished(kit: Kit, actions: int = len(LINE), *, end: Callable[[Match], None] = lambda _: None) -> Record:
    """Return the record of a game that has been played to its end."""
    match = host.begin(kit.store, ID, DEAL, {})
    for action in LINE[:actions]:
        match.chair.submit(decode(action))
    end(match)
    kept = kit.store.record_of(kit.store.history()[-1].match)
    assert kept is not None
    return kept


def given_up(kit: Kit, actions: int = 12) -> Record:
    """Return the record of a game that was given up."""
    return finished(kit, actions, end=lambda match: match.chair.concede())


def opened(kit: Kit, record: Record, at: int = 0, *, running: bool = False) -> Replay:
    """Return a replay, laid out, with nothing in the air."""
    replay = Replay(kit, record, lambda _: DESK, Laid, at, running=running)
    replay.lay_out()
    return replay


def settle(replay: Replay) -> None:
    """Wait until nothing is in the air."""
    for _ in range(1000):
        replay.update(FRAME)
        if not replay._board.busy:
            return
    raise AssertionError("the cards never came to rest")


def shows(kit: Kit, replay: Replay, view: Any) -> bool:
    """Return whether the cards lie exactly as this view says."""
    return replay._board.view == view and replay._board.layout == DESK.layout(view, kit.metrics)


def click(replay: Replay, name: str) -> Command | None:
    """Click a button."""
    control = replay._foot.controls.get(name) or replay._panels._buttons[name]
    replay.handle(Motion(control.rect.center))
    replay.handle(Press(control.rect.center))
    return replay.handle(Release(control.rect.center))


# Back and forth


def test_every_position_is_as_it_was_played(kit: Kit) -> None:
    """Forward to the end and back again, step by step: the view, the cards, the log."""
    seen = views(DEAL, LINE)
    replay = opened(kit, finished(kit))
    for at, view in enumerate(seen):
        assert replay.at == at
        assert shows(kit, replay, view), at
        assert len(replay._panels.log.lines) == at + 1
        replay.handle(Key("right"))
        settle(replay)
    for at, view in reversed(list(enumerate(seen))):
        assert shows(kit, replay, view), at
        replay.handle(Key("left"))
        settle(replay)
    assert replay.at == 0


def test_a_step_is_played_as_it_was_and_a_leap_is_not(kit: Kit) -> None:
    """Cards fly one action on and one back; the next key lets them land first."""
    replay = opened(kit, finished(kit), at=10)
    seen = views(DEAL, LINE)
    for key, at in (("right", 11), ("right", 12), ("left", 11)):
        replay.handle(Key(key))
        assert replay._board.timeline.running
        assert replay._board.view == seen[at]
    for key, at in (("end", len(LINE)), ("home", 0)):
        replay.handle(Key(key))
        assert not replay._board.busy
        assert shows(kit, replay, seen[at])


@pytest.mark.parametrize(("at", "shown"), [(0, 0), (17, 17), (len(LINE), len(LINE)), (999, len(LINE)), (-3, 0)])
def test_it_opens_at_a_given_action(kit: Kit, at: int, shown: int) -> None:
    """What lies beyond the game is its end or beginning."""
    replay = opened(kit, finished(kit), at)

    assert replay.at == shown
    assert shows(kit, replay, views(DEAL, LINE)[shown])


def test_the_buttons(kit: Kit) -> None:
    """First, back, on, last, and those of the bar; where there is nowhere to go they do nothing."""
    record = finished(kit)
    replay = opened(kit, record, 5)
    for name, at in (("on", 6), ("back", 5), ("last", record.at), ("on", record.at), ("first", 0), ("back", 0)):
        click(replay, name)
        assert replay.at == at, name
    assert click(replay, "menu") == Back()
    rules = click(replay, "rules")
    assert isinstance(rules, Push)
    assert isinstance(rules.scene, RulesPage)
    assert replay.handle(Key("escape")) == Back()


def test_a_button_is_only_used_where_it_was_pressed(kit: Kit) -> None:
    """Let go elsewhere, pressed elsewhere, or after the window lost the keyboard: nothing."""
    replay = opened(kit, finished(kit), 5)
    on = replay._foot.controls["on"].rect.center
    replay.handle(Press(on))
    replay.handle(Release((3, 300)))
    replay.handle(Press((3, 300)))
    replay.handle(Release(on))
    replay.handle(Press(on))
    replay.handle(Focus(here=False))
    replay.handle(Release(on))
    replay.handle(Press(on, 3))
    replay.handle(Release(on, 3))

    assert replay.at == 5


def test_the_line_is_pressed_and_dragged(kit: Kit) -> None:
    """Its ends are the first and the last position; let go, it stays."""
    record = finished(kit)
    replay = opened(kit, record)
    line = replay._foot._track
    replay.handle(Press((line.right, line.centery)))
    assert replay.at == record.at
    replay.handle(Motion(line.center, held=True))
    assert replay.at in (record.at // 2, record.at // 2 + 1)
    replay.handle(Motion((line.x - 500, line.y + 60), held=True))
    assert replay.at == 0
    replay.handle(Release((line.x - 500, line.y + 60)))
    replay.handle(Motion(line.center))
    assert replay.at == 0


# By itself


@pytest.mark.parametrize("speed", PAUSES)
def test_it_goes_on_by_itself(kit: Kit, speed: str) -> None:
    """At the chosen speed, not faster than the cards move, to the end; there it stops and sleeps."""
    kit.preferences = Preferences(speed="off")
    record = finished(kit)
    replay = opened(kit, record)
    replay.handle(Key({"slow": "down", "fast": "up"}.get(speed, "shift")))
    replay.handle(Key("space"))
    frames = 0
    while replay.playing:
        assert replay.update(FRAME)
        frames += 1
        assert frames < 60_000
    assert replay.at == record.at
    assert frames * FRAME == pytest.approx(record.at * PAUSES[speed], rel=0.1)
    for _ in range(60):  # the last card may still be heard
        moving = replay.update(FRAME)
    assert not moving


def test_it_waits_for_the_cards(kit: Kit) -> None:
    """With slow cards and a fast replay no card is in the air when the next action begins."""
    kit.preferences = Preferences(speed="slow")
    replay = opened(kit, finished(kit))
    replay.handle(Key("up"))
    replay.handle(Key("space"))
    before = 0
    for _ in range(600):
        busy = replay._board.busy
        replay.update(FRAME)
        if replay.at != before:
            assert not busy
            before = replay.at
    assert before > 2


def test_stopping_and_starting(kit: Kit) -> None:
    """Any step by hand stops it; at the end it begins anew; the speeds go round by the button."""
    record = finished(kit)
    replay = opened(kit, record)
    replay.handle(Key("space"))
    replay.handle(Key("right"))
    states = [replay.playing]
    for _ in range(2):
        click(replay, "play")
        states.append(replay.playing)
    assert states == [False, True, False]
    replay.handle(Key("end"))
    replay.handle(Key("space"))
    assert (replay.playing, replay.at) == (True, 0)
    names = []
    for _ in range(3):
        click(replay, "speed")
        names.append(replay._speed)
    assert sorted(names) == sorted(PAUSES)


def test_a_pressed_button_survives_a_step(kit: Kit) -> None:
    """While it goes on by itself, a slow click still stops it."""
    kit.preferences = Preferences(speed="off")
    replay = opened(kit, finished(kit))
    replay.handle(Key("space"))
    pos = replay._foot.controls["play"].rect.center
    replay.handle(Motion(pos))
    replay.handle(Press(pos))
    for _ in range(90):
        replay.update(FRAME)
    assert replay.at > 0
    replay.handle(Release(pos))
    assert not replay.playing


def test_it_sleeps_when_nothing_moves(kit: Kit) -> None:
    """Wherever it stands, the end included."""
    replay = opened(kit, finished(kit))
    for key in ("right", "end", "left", "home"):
        replay.handle(Key(key))
        settle(replay)
        assert not replay.update(FRAME)
        first, second = replay.paint(), replay.paint()
        assert [id(surface) for surface, _ in first] == [id(surface) for surface, _ in second]


# Nothing counts


def test_nothing_of_a_replay_is_kept(kit: Kit, tmp_path: Path) -> None:
    """No file changes, whatever is pressed; going back is no take-back, and the chair takes no action."""
    record = finished(kit)
    kit.store.settle()
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.name != "tefuda.lock"}
    assert tmp_path / HISTORY in before
    replay = opened(kit, record)
    for key in ("right", "right", "left", "end", "home", "space", "up", "1", "ctrl+z", "ctrl+y", "tab", "f2"):
        replay.handle(Key(key))
    replay.handle(Wheel(2))
    replay.handle(Key("page up"))
    for spot in replay._board.layout.spots.values():
        replay.handle(Press(spot.center))
        replay.handle(Motion((spot.x, spot.y + 40), held=True))
        replay.handle(Release(spot.center))
    replay.handle(Key("end"))
    assert replay._chair.standing().take_backs == record.take_backs == 0
    for attempt in (replay._chair.concede, replay._chair.count_hint, lambda: replay._chair.submit(decode("M1>H1"))):
        with pytest.raises(Illegal):
            attempt()
    kit.store.settle()
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.name != "tefuda.lock"} == before


def test_how_it_ended_is_told_at_its_end_alone(kit: Kit) -> None:
    """A replay shows at each point what the player knew then."""
    said: list[str] = []
    spy(kit, said)
    record = given_up(kit)
    replay = opened(kit, record)
    outcome = host.look_back(record).outcome
    reason = kit.words.say(outcome.reason)
    assert reason not in " ".join(said)
    assert replay._chair.standing().outcome is None
    replay.handle(Key("end"))
    assert replay._chair.standing().outcome is not None
    assert any(text and reason.startswith(text) for text in said)


def spy(kit: Kit, said: list[str]) -> None:
    """Let a list grow with everything that is written."""
    kit.painter = type(kit.painter)()
    write = kit.painter.type.write

    def writing(text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        said.append(text)
        return write(text, size, colour, bold=bold)

    kit.painter.type.write = writing  # type: ignore[method-assign]


def test_a_record_that_does_not_replay_is_refused(kit: Kit) -> None:
    """As bad input, before anything is shown."""
    record = finished(kit)
    for bad in (
        dataclasses.replace(record, digest="0" * 32),
        dataclasses.replace(record, rules_version=99),
        dataclasses.replace(record, game="go"),
        dataclasses.replace(record, actions=("M9>H9", *record.actions[1:])),
    ):
        with pytest.raises(BadInput):
            opened(kit, bad)


def test_what_was_taken_back_at_the_end_is_not_shown(kit: Kit) -> None:
    """A game given up after an undo ends where it was given up."""

    def end(match: Match) -> None:
        match.chair.undo()
        match.chair.undo()
        match.chair.concede()

    record = finished(kit, 12, end=end)
    replay = opened(kit, record, at=99)

    assert replay.at == 10
    assert shows(kit, replay, views(DEAL, LINE)[10])
    assert replay._chair.standing().take_backs == record.take_backs


# On from here


def match_of(command: Command | None) -> Match:
    """Return the match whose table a command leads to."""
    assert isinstance(command, Home)
    assert isinstance(command.scene, Laid)
    return command.scene.match


def test_playing_on_from_a_point(kit: Kit) -> None:
    """A game of its own stands there, with these actions, told apart from games without help."""
    replay = opened(kit, finished(kit), 20)
    match = match_of(replay.handle(Key("enter")))

    assert match.chair.view() == views(DEAL, LINE)[20]
    standing = match.chair.standing()
    assert (standing.actions, standing.may_redo, standing.outcome) == (20, False, None)
    assert standing.take_backs >= 1
    resumed = host.resume(kit.store)
    assert resumed is not None
    assert resumed.chair.view() == match.chair.view()
    assert len(kit.store.history()) == 1


def test_playing_on_asks_before_it_replaces_a_game(kit: Kit) -> None:
    """Enter alone does not say yes; cancelled, everything is as before."""
    replay = opened(kit, finished(kit), 20, running=True)
    command = click(replay, "play_on")
    assert isinstance(command, Push)
    assert isinstance(command.scene, Notice)
    command.scene.lay_out()
    assert command.scene.handle(Key("enter")) == Back()
    assert match_of(command.scene._actions[0][1]()).chair.standing().actions == 20


def test_from_a_finished_position_there_is_nothing_to_play(kit: Kit) -> None:
    """After a win there is no action left; after giving up there is."""
    replay = opened(kit, finished(kit), 999)
    assert replay.handle(Key("enter")) is None
    assert click(replay, "play_on") is None
    over = opened(kit, given_up(kit), 999)
    assert match_of(over.handle(Key("enter"))).chair.standing().actions == 12


# The picture


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_every_word_can_be_read(kit: Kit, language: str, size: tuple[int, int], scale: int) -> None:
    """In the panel of the buttons nothing is shortened, lies over another, or leaves the panel."""
    record = given_up(kit)
    kit.words, kit.metrics = Words(language), Metrics(size, scale)
    for at in (0, 7, record.at):
        replay = opened(kit, record, at)
        area = DESK.button_area(kit.metrics)
        rects = [control.rect for control in replay._foot.controls.values()]
        told, bottom = replay._foot.told(area, replay._moment)
        assert bottom <= min(rect.top for rect in rects)
        for surface, pos in told:
            assert area.inflate(4, 4).contains(surface.get_rect(topleft=pos))
        for index, rect in enumerate(rects):
            assert area.contains(rect)
            assert rect.collidelist(rects[index + 1 :]) < 0
        for control in replay._foot.controls.values():
            label = control.label
            assert kit.painter.type.width(label, replay._foot._small.body) <= control.rect.w - 4, label


def test_a_stack_is_shown_large_under_a_resting_pointer(kit: Kit) -> None:
    """As on the table; the next move of the pointer puts it away."""
    replay = opened(kit, finished(kit), 20)
    stack = next(spot for spot in ("H1", "H2", "H3") if f"{spot}.1" in replay._board.layout.cards)
    before = len(replay.paint())
    replay.handle(Motion(replay._board.layout.spots[stack].center))
    for _ in range(60):
        replay.update(FRAME)
    assert len(replay.paint()) > before
    assert not replay.update(FRAME)
    replay.handle(Motion((2, 2)))
    assert len(replay.paint()) == before


def test_the_window_changes_in_the_middle(kit: Kit) -> None:
    """What was in the air has landed, in the new size."""
    replay = opened(kit, finished(kit), 9)
    replay.handle(Key("right"))
    kit.metrics = Metrics((900, 700), 120)
    replay.lay_out()

    assert not replay._board.busy
    assert shows(kit, replay, views(DEAL, LINE)[10])


def test_an_onlooker_is_seated(kit: Kit) -> None:
    """It has what the table asks of a chair, stops at both ends, and the title names no secret."""
    record = finished(kit)
    course = host.look_back(record)
    seated: Seated = Onlooker(course, record, len(course) - 1, Seat(0))

    assert seated.view() == views(DEAL, LINE)[-2]
    assert len(seated.beats(3)) == 3
    assert len(seated.past()) == 3
    assert len(seated.beats()) == len(course) - 3
    seated.redo()
    with pytest.raises(Illegal):
        seated.redo()
    assert seated.view() == views(DEAL, LINE)[-1]
    for _ in range(len(course)):
        seated.undo()
    with pytest.raises(Illegal):
        seated.undo()
    assert seated.view() == views(DEAL, LINE)[0]
    assert opened(kit, record).title() == "Replay"


# Games of several people


def together(kit: Kit, seats: int = 3) -> Record:
    """Return the record of a game of Kan'u Collection that has been played to its end."""
    play_kanu(kit.store, seated(seats), rounds=2)
    record = kit.store.record_of(kit.store.history()[-1].match)
    assert record is not None
    return record


def looking(kit: Kit, record: Record, at: int = 0) -> Replay:
    """Return a replay of such a game, laid out, with nothing in the air."""
    kit.preferences = dataclasses.replace(kit.preferences, speed="off", stay="short")
    replay = Replay(kit, record, lambda _: DESK, Laid, at, running=True)
    replay.lay_out()
    return replay


def come_to_rest(replay: Replay) -> None:
    """Wait until the present action is over."""
    for _ in range(2000):
        if not replay.update(FRAME):
            return
    raise AssertionError("it never came to rest")


def faces(replay: Replay, place: str) -> list[str]:
    """Return the faces of the cards at a place of the board: "H" for the hand in front, "F" for the field."""
    cards = replay._board.layout.cards
    return [pose.face for key, pose in cards.items() if key.split(".")[0].rstrip("0123456789") == place]


def test_all_open_shows_every_card_but_the_deck(kit: Kit) -> None:
    """At every point, forwards and backwards: the hands as their owners knew them, and the field as it lay."""
    record = together(kit)
    course = host.look_back(record)
    replay = looking(kit, record)
    assert replay.eye is None
    ways = [*range(record.at + 1), *range(record.at - 1, -1, -1)]
    for at in ways:
        if at != replay.at:
            replay.handle(Key("right" if at > replay.at else "left"))
            come_to_rest(replay)
        assert replay.at == at
        table = course.all_open(at)
        assert isinstance(table, OpenTable)
        layout = replay._board.layout
        for seat, hand in enumerate(table.hands):
            shown = [layout.cards[f"H{place}" if seat == 0 else f"B{seat}.{place}"].face for place in range(len(hand))]
            assert shown == [str(card) for card in (by_series(hand) if seat == 0 else hand)]
        for cell, card in enumerate(table.field):
            pose = layout.cards.get(f"F{cell}")
            assert (pose is None) == (card is None)
            assert pose is None or pose.face == f"{card}" + "~" * (cell not in table.board.opened)
        deck = layout.cards.get("deck")
        assert (deck is None and not table.deck) or (
            deck is not None and (deck.face, deck.pile) == (BACK, len(table.deck))
        )
        assert layout == replay._desk.layout(replay._board.view, kit.metrics)


def test_as_a_seat_saw_it(kit: Kit) -> None:
    """Its own hand and nobody else's; of the field what lay open. Nothing that was told to others alone is told."""
    record = together(kit)
    course = host.look_back(record)
    for seat in range(3):
        replay = looking(kit, record, record.at)
        replay.look_as(Seat(seat))
        assert replay.eye == seat
        for at in (record.at, record.at // 2, 5, 0):
            replay.go(at)
            assert replay._board.view == course.view(at, Seat(seat))
            assert faces(replay, "H") == [str(card) for card in by_series(course.view(at, Seat(seat)).hand)]
            assert set(faces(replay, "B")) <= {BACK}
            opened_cells = course.view(at, Seat(seat)).board.opened
            assert sum(face != BACK for face in faces(replay, "F")) == len(opened_cells)
        assert replay._chair.beats() == ()
        assert all(beat == course.beat(number, Seat(seat)) for number, beat in enumerate(replay._chair.past()[:3]))


def test_other_eyes_see_the_same_moment(kit: Kit) -> None:
    """By button, Tab and digits: the place in the game stays, the log is that of these eyes."""
    replay = looking(kit, together(kit), 9)
    seen = [replay.eye]
    for _ in range(3):
        replay.handle(Key("tab"))
        seen.append(replay.eye)
        assert (replay.at, len(replay._panels.log.lines)) == (9, 10)
    assert seen == [None, 0, 1, 2]
    click(replay, "eyes")
    assert replay.eye is None
    for key, eye in (("2", 1), ("0", None), ("3", 2), ("7", 2)):
        replay.handle(Key(key))
        assert replay.eye == eye
    assert len(replay._panels.log.lines) == replay.at + 1


def test_an_action_is_shown_part_by_part(kit: Kit) -> None:
    """What was turned up for a moment is seen turned up, then it closes; the next key is not kept waiting."""
    record = together(kit)
    course = host.look_back(record)
    missed = next(
        at
        for at in range(1, record.at)
        if any(isinstance(one, Sortied) and not one.hit for one in course.beat(at, Seat(0)).notices)
    )
    for eye in (None, Seat(0)):
        replay = looking(kit, record, missed - 1)
        replay.look_as(eye)
        before = faces(replay, "F")
        replay.handle(Key("right"))
        up = [face for face in faces(replay, "F") if face != BACK and not face.endswith("~")]
        assert len(up) == 2
        assert replay._frames
        come_to_rest(replay)
        assert replay._board.view == replay._chair.view()
        replay.handle(Key("left"))
        replay.handle(Key("right"))
        replay.handle(Key("left"))
        assert faces(replay, "F") == before
        assert not replay._frames


def test_it_goes_on_by_itself_through_every_part(kit: Kit) -> None:
    """To the end, with all open, and sleeps there; how it ended is told there alone, with the winners."""
    said: list[str] = []
    record = together(kit)
    spy(kit, said)
    replay = looking(kit, record, record.at - 8)
    replay.handle(Key("up"))
    told = who_won(kit.words, record.game, seated(3), host.look_back(record).outcome)
    assert told not in said
    replay.handle(Key("space"))
    for _ in range(20_000):
        if not replay.update(FRAME):
            break
    assert replay.at == record.at
    assert not replay.playing
    assert "".join(told.split()) in "".join("".join(said).split())


def test_nobody_plays_on_there(kit: Kit) -> None:
    """Everybody's cards have been seen: neither by key nor by button."""
    replay = looking(kit, together(kit), 4)

    assert "play_on" not in replay._foot.controls
    assert replay.handle(Key("enter")) is None
    assert replay.play_on() is None


def test_one_who_plays_alone_has_no_other_eyes(kit: Kit) -> None:
    """Nothing is offered that makes no difference."""
    replay = opened(kit, finished(kit), 5)
    for key in ("tab", "0", "1", "2"):
        replay.handle(Key(key))
    assert replay.eye == 0
    assert "eyes" not in replay._foot.controls


def test_a_game_that_goes_on_is_not_looked_back_at(kit: Kit) -> None:
    """Its record is refused, whatever led to it: all open it would show what nobody may know."""
    match = host.begin(kit.store, KANU, "88", dict(CARDS), seated(3))
    match.chair.submit(match.chair.view().legal[0])
    kept = kit.store.load_record()
    assert kept is not None
    with pytest.raises(BadInput):
        looking(kit, kept)
    with pytest.raises(BadInput):
        host.look_back(dataclasses.replace(kept, actions=(), at=0))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_every_word_can_be_read_in_a_game_of_several(
    kit: Kit, language: str, size: tuple[int, int], scale: int
) -> None:
    """In the panel of the buttons nothing is shortened, lies over another, or leaves the panel."""
    record = together(kit)
    kit.words, kit.metrics = Words(language), Metrics(size, scale)
    for at, eye in ((0, None), (7, Seat(2)), (record.at, None)):
        replay = looking(kit, record, at)
        replay.look_as(eye)
        area = replay._desk.button_area(kit.metrics)
        rects = [control.rect for control in replay._foot.controls.values()]
        told, bottom = replay._foot.told(area, replay._moment)
        assert bottom <= min(rect.top for rect in rects)
        for surface, pos in told:
            assert area.inflate(4, 4).contains(surface.get_rect(topleft=pos))
        for index, rect in enumerate(rects):
            assert area.contains(rect)
            assert rect.collidelist(rects[index + 1 :]) < 0
        for control in replay._foot.controls.values():
            assert kit.painter.type.width(control.label, replay._foot._small.body) <= control.rect.w - 4, control.label


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_an_open_hand_is_shown_large_under_a_resting_pointer(kit: Kit, size: tuple[int, int]) -> None:
    """In small windows its cards are small; at rest they can be read, within the window."""
    record = together(kit)
    kit.metrics = Metrics(size)
    replay = looking(kit, record)
    place = replay._board.layout.spots["B1"]
    before = replay.paint()
    replay.handle(Motion(place.center))
    for _ in range(60):
        replay.update(FRAME)
    shown = [surface for surface, _ in replay.paint()]
    added = [(surface, pos) for surface, pos in replay.paint() if id(surface) not in {id(one) for one, _ in before}]
    small = replay._board.layout.cards["B1.0"].width

    assert len(shown) > len(before)
    for surface, pos in added:
        assert pygame.Rect((0, 0), size).inflate(40, 40).contains(surface.get_rect(topleft=pos))
    cards = [surface for surface, _ in added[1:]]
    assert len(cards) >= 1
    assert all(surface.get_width() > 1.8 * small for surface in cards)
    replay.handle(Motion((2, 2)))
    assert len(replay.paint()) == len(before)


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_open_hands_lie_in_their_panels(kit: Kit, seats: int, size: tuple[int, int], scale: int) -> None:
    """Every card of every hand and pair within the panel of its seat, and each one's corner free of the next."""
    record = together(kit, seats)
    kit.metrics = Metrics(size, scale)
    replay = looking(kit, record)
    for at in range(0, record.at + 1, 5):
        replay.go(at)
        layout = replay._board.layout
        for seat in range(1, seats):
            panel = layout.spots[f"S{seat}"].inflate(4, 4)
            hand = [pose for key, pose in layout.cards.items() if key.startswith(f"B{seat}.")]
            pairs = [pose for key, pose in layout.cards.items() if key.startswith((f"S{seat}.", f"U{seat}."))]
            for pose in (*hand, *pairs):
                card = pygame.Rect(0, 0, round(pose.width), round(pose.width * HEIGHT))
                card.center = (round(pose.x), round(pose.y))
                assert panel.contains(card)
            for one, other in itertools.pairwise(hand):
                assert other.x - one.x >= one.width * 0.2
