"""The review of a finished game: it grows beside the page, ends with the page, and leads to each move it speaks of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import BadInput, Reason
from game.deck_defence import review as rules_of
from game.deck_defence.advisor import Stage
from game.deck_defence.public import ID, Explore, Muster, decode
from game.deck_defence.solver import Solution
from game.record import Record
from scenes import host
from scenes.after.replay import Replay
from scenes.after.result import Result
from scenes.after.review import Review, Reviewed, _apart
from scenes.app import Program, Start
from scenes.deck_defence import review as words_of
from scenes.drawing.theme import Metrics
from scenes.inputs import Key, Press, Release
from scenes.pages.controls import Button
from scenes.pages.notice import Notice
from scenes.preferences import Preferences
from scenes.scene import Back, Command, Kit, Push, Scene
from scenes.store import Store
from scenes.table.table import TableScene
from scenes.words import LANGUAGES, Words
from tests.scenes import hands
from tests.scenes.hands import FRAME
from tests.scenes.reviewing import Reviewing, let_think, reviewed
from tests.scenes.sitting import DESK, painter, won_games

DEAL, LINE = won_games()[0]


class Opened(hands.Elsewhere):
    """What a replay would be; it remembers from where on."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


@pytest.fixture
def kit(tmp_path: Path, screen: pygame.Surface) -> Iterator[Kit]:
    """Give a kit in English at 1280 x 720, with a store of its own."""
    store = Store(tmp_path)
    yield Kit(Words("en"), painter(), Metrics(screen.get_size()), Preferences(language="en"), store)
    store.close()


def finished(kit: Kit, actions: int = len(LINE), *, rules: str = "web", line: tuple[str, ...] = LINE) -> Record:
    """Return the record of a game that was won, or given up after so many actions."""
    match = host.begin(kit.store, ID, DEAL if rules == "web" else "3", {"rules": rules})
    for action in line[:actions]:
        match.chair.submit(decode(action))
    if match.chair.standing().outcome is None:
        match.chair.concede()
    kept = kit.store.record_of(match.name)
    assert kept is not None
    return kept


def opened(kit: Kit, record: Record, desk: Any) -> Review:
    """Return a review, laid out."""
    page = Review(kit, record, lambda _match: desk, Opened)
    page.lay_out()
    return page


def button(page: Any, label: str, number: int = 0) -> Button:
    """Return a button that says this."""
    return [one for one in page._controls.all if isinstance(one, Button) and one.label == label][number]


def use(page: Review, control: Button) -> Command | None:
    """Click a button, scrolled into sight."""
    assert page._scroll is not None
    page._scroll.reveal(control.rect)
    page.handle(Press(control.rect.center))
    return page.handle(Release(control.rect.center))


# The page


def test_it_grows_while_it_is_thought_out(kit: Kit) -> None:
    """What is known stands there at once; the turning points come at the end, and then nothing moves."""
    record = finished(kit)
    half = Reviewing(reviewed(10, done=False), goes_on=True)
    page = opened(kit, record, half)
    assert page.update(FRAME)
    let_think(page, lambda: page.found is not None)
    assert page.thinking
    assert page.found is not None
    assert page.found.turns == ()
    assert len(page._course()) == 10
    page.leave()
    whole = opened(kit, record, Reviewing(reviewed(record.at, done=True)))
    let_think(whole, lambda: not whole.thinking)
    assert not whole.update(FRAME)
    assert len(whole._course()) == record.at + 1
    first, second = whole.paint(), whole.paint()
    assert [(id(surface), pos) for surface, pos in first] == [(id(surface), pos) for surface, pos in second]


@pytest.mark.parametrize("language", LANGUAGES)
def test_thinking_that_was_stopped_claims_nothing(language: str, kit: Kit) -> None:
    """On a slow machine a long game was said to have lost no chance, when its actions had not all been looked at."""
    kit.words = words = Words(language)
    page = opened(kit, finished(kit), Reviewing(reviewed(10, done=False)))
    let_think(page, lambda: not page.thinking)
    said = page.spoken().lines
    assert words("review.stopped", minutes=5, percent=50) in said
    assert words("review.no_turns") not in said
    assert len(page._course()) == 10
    whole = opened(kit, finished(kit), Reviewing(replace(reviewed(10, done=True), turns=())))
    let_think(whole, lambda: not whole.thinking)
    assert words("review.no_turns") in whole.spoken().lines


@pytest.mark.parametrize("by", ["key", "button"])
def test_leaving_the_page_ends_the_thinking(kit: Kit, by: str) -> None:
    """Esc and the button lead back, and a page that is left tells its thread to stop."""
    desk = Reviewing(reviewed(4, done=False), goes_on=True)
    page = opened(kit, finished(kit), desk)
    let_think(page, lambda: page.found is not None)
    if by == "key":
        command = page.handle(Key("escape"))
    else:
        back = button(page, "Back")
        page.handle(Press(back.rect.center))
        command = page.handle(Release(back.rect.center))
    assert command == Back()
    page.leave()
    assert desk.ended.wait(10)


def test_each_turning_point_leads_to_its_replay(kit: Kit) -> None:
    """The replay begins just before the action that lost most, the next, and so on; and one from the beginning."""
    page = opened(kit, finished(kit), Reviewing(reviewed(20, done=True)))
    let_think(page, lambda: not page.thinking)
    found = []
    for number in range(3):
        command = use(page, button(page, "Replay from there", number))
        assert isinstance(command, Push)
        found.append(getattr(command.scene, "at", None))
    assert found == [17, 3, 16]
    command = use(page, button(page, "Replay"))
    assert isinstance(command, Push)
    assert getattr(command.scene, "at", None) == 0


def test_the_keyboard_alone_reaches_the_replays(kit: Kit) -> None:
    """Tab goes from one turning point to the next."""
    page = opened(kit, finished(kit), Reviewing(reviewed(20, done=True)))
    let_think(page, lambda: not page.thinking)
    found = []
    for _ in range(6):
        page.handle(Key("tab"))
        if isinstance(page._controls.focused, Button) and page._controls.focused.label == "Replay from there":
            command = page.handle(Key("enter"))
            assert isinstance(command, Push)
            found.append(getattr(command.scene, "at", None))
    assert found == [17, 3, 16]


def test_a_game_without_a_single_action(kit: Kit) -> None:
    """It was given up at once: what was possible is told all the same."""
    nothing = Reviewed(reviewed(0, done=True).possible, (), (), 0, (), 1.0, done=True)
    page = opened(kit, finished(kit, 0), Reviewing(nothing))
    let_think(page, lambda: not page.thinking)
    assert page._tiles()[0][1] == "8"
    assert page._course() == []


@pytest.mark.parametrize("actions", [len(LINE), 20])
def test_the_course_ends_with_what_came_of_it(kit: Kit, actions: int) -> None:
    """A win ends at the top and at its score; a game given up just ends."""
    record = finished(kit, actions)
    page = opened(kit, record, Reviewing(reviewed(record.at, done=True)))
    let_think(page, lambda: not page.thinking)
    won = actions == len(LINE)
    assert len(page._course()) == record.at + won
    assert (page._course()[-1][0] == 1.0) == won
    assert page._tiles()[1][1].isdigit() == won


def test_a_record_that_does_not_replay_has_no_review(kit: Kit) -> None:
    """It is told where it was asked for (see `scenes.after.past`)."""
    record = replace(finished(kit), digest="0" * 32)
    with pytest.raises(BadInput):
        Review(kit, record, lambda _match: DESK, Opened)


# Words


def test_what_was_possible_in_words() -> None:
    """Proved, only bounded, lost from the start, or not found out."""
    cases = {
        Solution(True, 8, 8, True, (), 1): (8, "proved"),
        Solution(True, 6, 9, False, (), 1): (6, "at_most"),
        Solution(False, None, None, True, (), 1): (None, "unwinnable"),
        Solution(None, None, 9, False, (), 1): (None, "unknown"),
    }
    for solution, (score, key) in cases.items():
        possible = words_of._possible(solution)
        assert possible.score == score
        assert possible.note.key == f"deck-defence.review.{key}"
        for language in LANGUAGES:
            assert Words(language).say(possible.note)


def test_moves_that_look_alike_are_told_apart(kit: Kit) -> None:
    """Two stacks that show the same words are numbered; a refill is named where there was a choice."""
    said = Reason.of("deck-defence.caption.muster", card=Reason.of("deck-defence.suit.sword"))
    assert words_of._with_stack(said, Muster(0, 1, None)) == Reason.of("deck-defence.review.stack", what=said, number=2)
    assert words_of._with_stack(said, Explore(1)) == said
    match = host.begin(kit.store, ID, DEAL, {})
    for action in LINE[:18]:
        match.chair.submit(decode(action))
    view = match.chair.view()
    refilling = [action for action in view.legal if getattr(action, "refill", None) is not None]
    told = {words_of._words(view, action, DESK.caption).key for action in refilling}
    assert told == {"deck-defence.review.refilled"}


def thought_out(kit: Kit, record: Record) -> Reviewed:
    """Return the real review of a game."""
    page = opened(kit, record, DESK)
    let_think(page, lambda: not page.thinking)
    assert page.found is not None
    return page.found


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("web", ("M2>H3", "M1>H2", "M2>H1", "M1>H1", "M3>H3")),
        ("remake", ("M2>H1", "M1>H2", "M2>O1", "O1xH1H2", "M1>H1", "H1?", "=213")),
    ],
)
def test_a_real_review_can_be_read(
    kit: Kit, monkeypatch: pytest.MonkeyPatch, rules: str, line: tuple[str, ...]
) -> None:
    """By both rule sets, thought out for real: every number has its place and every sentence its words."""
    short = (Stage(orders=2, root=200, branch=50, keep=3, reach=9.0),)
    for name in ("QUICK", "CLOSER"):
        monkeypatch.setattr(rules_of, name, short)
    monkeypatch.setattr(rules_of, "LEAST_LOSS", 0.0)
    monkeypatch.setattr(rules_of, "NODES", 2_000)
    record = finished(kit, len(line), rules=rules, line=line) if rules == "remake" else _played(kit, line)
    found = thought_out(kit, record)
    assert found.done
    assert len(found.chances) == len(found.scores) == len(line)
    assert all(0 <= chance <= 1 for chance in found.chances)
    for language in LANGUAGES:
        say = Words(language).say
        for turn in found.turns:
            assert say(turn.played)
            assert say(turn.cost)
            assert turn.played != turn.better


def _played(kit: Kit, line: tuple[str, ...]) -> Record:
    match = host.begin(kit.store, ID, "7", {})
    for action in line:
        match.chair.submit(decode(action))
    match.chair.concede()
    kept = kit.store.record_of(match.name)
    assert kept is not None
    return kept


# From the result and from the list


class Ways:
    """Where a result leads to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Record, bool]] = []

    def replay(self, record: Record, at: int = 0, *, running: bool) -> Scene:
        self.asked.append(("replay", record, running))
        return Opened(at)

    def review(self, record: Record, *, running: bool) -> Scene:
        self.asked.append(("review", record, running))
        return Opened(0)

    def standing(self, _: object) -> Reason:
        return Reason.of("table.repelled", count=9, total=9)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def ended(kit: Kit) -> host.Match:
    """Return a match that was given up."""
    match = host.begin(kit.store, ID, DEAL, {})
    match.chair.submit(decode(LINE[0]))
    match.chair.concede()
    return match


@pytest.mark.parametrize(("label", "way"), [("Review", "review"), ("Replay", "replay")])
def test_the_result_leads_to_review_and_replay(kit: Kit, label: str, way: str) -> None:
    """With the record as the history keeps it; nothing of it is the game that goes on."""
    match, ways = ended(kit), Ways()
    page = Result(kit, match, ways)
    page.lay_out()
    command = button(page, label).click((0, 0))
    assert isinstance(command, Push)
    assert isinstance(command.scene, Opened)
    assert ways.asked == [(way, kit.store.record_of(match.name), False)]


def test_a_game_that_is_not_kept_says_so(kit: Kit) -> None:
    """The buttons lead to a sentence where the history has no record."""
    page = Result(kit, replace(ended(kit), name="nobody's"), Ways())
    page.lay_out()
    command = button(page, "Review").click((0, 0))
    assert isinstance(command, Push)
    assert isinstance(command.scene, Notice)


def uppermost(program: Program) -> Any:
    """Return the scene that is seen now."""
    return program.stack[-1]


def test_through_the_whole_program(tmp_path: Path, screen: pygame.Surface) -> None:
    """Given up at the table, reviewed from the result and from the list, replayed, and back again, by keys."""
    assert screen.get_size()
    store = Store(tmp_path)
    program = Program(store, Preferences(language="en", speed="off"), Start(ID, DEAL))
    table = uppermost(program)
    assert isinstance(table, TableScene)
    table.concede()
    _pass(program, lambda: isinstance(uppermost(program), Result))
    program.obey(button(uppermost(program), "Review").click((0, 0)) or Back())
    page = uppermost(program)
    assert isinstance(page, Review)
    _pass(program, lambda: not page.thinking)
    program.obey(button(page, "Replay").click((0, 0)) or Back())
    assert isinstance(uppermost(program), Replay)
    program.frame([Key("escape")], FRAME)
    program.frame([Key("escape")], FRAME)
    assert isinstance(uppermost(program), Result)
    program.frame([Key("f2")], FRAME)
    program.frame([*[Key("tab")] * 3, Key("right"), Key("enter")], FRAME)
    assert isinstance(uppermost(program), Review)
    program.frame([Key("escape")], FRAME)
    store.close()


def _pass(program: Program, until: Callable[[], bool]) -> None:
    """Let frames pass until something holds."""
    end = time.monotonic() + 30
    while not until():
        assert time.monotonic() < end
        program.frame([], FRAME)
        time.sleep(0.001)


def test_numbers_in_the_chart_make_room_for_each_other() -> None:
    """Turning points one after the other keep their order, apart from each other and within the picture."""
    assert _apart([10, 50, 90], 20, 100) == [10, 50, 90]
    assert _apart([50, 52, 51], 20, 100) == [50, 90, 70]
    assert _apart([95, 96, 97], 20, 100) == [60, 80, 100]
    assert _apart([], 20, 100) == []
