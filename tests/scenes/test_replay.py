"""The replay: every position as it was played, by keys, buttons, the line and by itself; nothing of it counts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import BadInput, Illegal
from game.deck_defence.public import ID, decode
from game.record import Record
from scenes import host
from scenes.host import Match
from scenes.inputs import Focus, Input, Key, Motion, Press, Release, Wheel
from scenes.notice import Notice
from scenes.preferences import Preferences
from scenes.replay import PAUSES, Onlooker, Replay
from scenes.rules import RulesPage
from scenes.scene import Back, Command, Home, Kit, Push
from scenes.stage import Paint
from scenes.store import HISTORY, Store
from scenes.theme import Colour, Metrics
from scenes.words import Words
from tests.scenes.sitting import DESK, FRAME, painter, views, won_games

DEAL, LINE = won_games()[0]
WINDOWS = [((1280, 720), 100), ((1920, 1080), 100), ((800, 600), 100), ((1280, 720), 200), ((640, 480), 150)]


class Laid:
    """A table that is laid for a match."""

    covers = True

    def __init__(self, match: Match) -> None:
        self.match = match

    def lay_out(self) -> None: ...

    def handle(self, event: Input) -> Command | None: ...

    def update(self, dt: float) -> bool:  # noqa: ARG002 - a protocol's
        return False

    def paint(self) -> list[Paint]:
        return []

    def title(self) -> str:
        return ""


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
    control = replay._controls.get(name) or replay._panels._buttons[name]
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
        assert len(replay._panels._lines) == at + 1
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
    on = replay._controls["on"].rect.center
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
    line = replay._track
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
    assert not replay.update(FRAME)


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
    pos = replay._controls["play"].rect.center
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
    outcome = host.replay(record)[1]
    assert outcome is not None
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
        rects = [control.rect for control in replay._controls.values()]
        told, bottom = replay._told(area)
        assert bottom <= min(rect.top for rect in rects)
        for surface, pos in told:
            assert area.inflate(4, 4).contains(surface.get_rect(topleft=pos))
        for index, rect in enumerate(rects):
            assert area.contains(rect)
            assert rect.collidelist(rects[index + 1 :]) < 0
        for control in replay._controls.values():
            label = control.label
            assert kit.painter.type.width(label, replay._small.body) <= control.rect.w - 4, label


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
    """It has what the table asks of a chair, and the title names no secret."""
    record = finished(kit)
    match, outcome = host.replay(record)
    seated: host.Seated = Onlooker(match.chair, record, outcome)

    assert seated.view() == views(DEAL, LINE)[-1]
    assert opened(kit, record).title() == "Replay"
