"""Several people, one screen: from the set-up through every curtain, a recap for each, and nobody sees what is not his.

The program as a whole runs on a screen that nobody sees; what the pixels may depend on is in `test_hot_seat_secrets`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.core import Beat, Down, Seat
from game.kanu.card_set import Effect
from game.kanu.public import HandsRaised, Notice, Sortied, Spied, Spy, WasDealt, encode
from game.record import Record
from game.table import ChairClosed, lay_again
from scenes import app
from scenes.after.ranking import Ranking
from scenes.app import Start
from scenes.curtain import HOLD
from scenes.desk import BACK, Pose
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Press, Release, Resized, Wheel
from scenes.pages.controls import Choice
from scenes.pages.menu import Shelf
from scenes.pages.notice import Notice as Dialog
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Back, Home, Push
from scenes.seating import load
from scenes.table.board import Board
from scenes.table.table import TableScene
from tests.scenes.hands import FRAME, NOWHERE, AnyTable
from tests.scenes.hot_seat import (
    QUICK,
    House,
    act,
    deal_with,
    hit,
    keep,
    kept,
    miss,
    new_table,
    spots,
    view_of,
)
from tests.scenes.kanu_sitting import GAME, games
from tests.scenes.people import NAMES
from tests.scenes.sitting import painter

Told = list[tuple[Notice, ...]]


@pytest.fixture(autouse=True)
def shared_painter(monkeypatch: pytest.MonkeyPatch, screen: pygame.Surface) -> None:
    """Let all programs share one painter: what is drawn once for a size need not be drawn again."""
    monkeypatch.setattr(app, "Painter", painter)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give the program's folder, which does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Give a list of what is put on the board, frame by frame, as it is shown."""
    heard: Told = []
    play = Board.play

    def listen(self: Board, before: object, beat: Beat[object, object], held: dict[str, Pose]) -> None:
        heard.append(beat.notices)  # type: ignore[arg-type]
        play(self, before, beat, held)

    monkeypatch.setattr(Board, "play", listen)
    return heard


def flat(told: Told) -> list[Notice]:
    """Return all notices, one after the other."""
    return list(itertools.chain.from_iterable(told))


def missed(record: Record, seat: int) -> list[tuple[Notice, ...]]:
    """Return what a seat has not been shown yet, beat by beat, by the record."""
    table: AnyTable = lay_again(GAME, record)
    return [beat.notices for beat in table.beats(Seat(seat))]


def at_table(folder: Path, table: AnyTable, preferences: Preferences = QUICK) -> House:
    """Start the program on a game that is kept, and let the seat in turn sit down and see what it has missed."""
    keep(table, folder)
    house = House(folder, preferences)
    house.sit_down()
    return house


def is_closed(house: House, table: TableScene) -> bool:
    """Whether the chair that a table was played from shows and does nothing any more."""
    chair = table.match.chair
    for use in (chair.view, chair.standing, chair.beats, chair.past, chair.undo):
        try:
            use()
        except ChairClosed:
            continue
        return False
    return not any(scene is table for scene in house.program.stack)


# To the first seat


def test_from_the_set_up_to_the_curtain(folder: Path, told: Told) -> None:
    """Enter on the set-up deals, and there is nothing but the curtain of whoever begins; no seat has seen a card."""
    house = House(folder, start=Start("kanu"))
    assert house.names == ["Shelf", "SetUp"]
    house.keys("enter")
    assert house.behind_curtain
    record = house.kept()
    sitting, start = load(record.sitting, record.seats), lay_again(GAME, record).turn
    assert start is not None
    assert sitting.names[start] in house.title
    assert record.looked == (0,) * record.seats
    house.wait(2)
    assert house.behind_curtain
    assert not told
    house.open_curtain()
    house.rest()
    assert isinstance(flat(told)[0], WasDealt)
    assert house.kept().looked == tuple(int(seat == start) for seat in range(record.seats))
    assert house.chair.seat == start
    house.end()


def test_who_sits_where_is_offered_again(folder: Path) -> None:
    """Names, marks and the way of sitting are kept in the settings as soon as a game has begun."""
    house = House(folder, start=Start("kanu"))
    page = house.upper
    assert isinstance(page, SetUp)
    assert page._seats is not None
    page._seats._naming(0)("Momo")
    house.keys("enter")
    assert house.behind_curtain
    house.end()
    again = House(folder, start=Start("kanu"))
    assert again.store.load_preferences().sittings["kanu"].names[0] == "Momo"
    assert load(house.kept().sitting, 4).names[0] == "Momo"
    again.end()


def test_a_deal_asked_for_on_the_command_line_is_dealt(folder: Path) -> None:
    """Who plays is asked first; the number stands on the page already, and holds."""
    house = House(folder, start=Start("kanu", "1204"))
    assert house.names == ["Shelf", "SetUp"]
    house.keys("enter")
    assert house.behind_curtain
    assert house.kept().deal == "1204"
    house.end()


def test_what_comes_after_the_start_changes_nothing(folder: Path) -> None:
    """The game begins once it is kept who sits where; a click in the same moment asks for no deal without a number."""
    house = House(folder, start=Start("kanu"))
    page = house.upper
    assert isinstance(page, SetUp)
    kinds = next(
        one for one in page._controls.all if isinstance(one, Choice) and one.chosen == 0 and len(one.labels) == 2
    )
    right = (kinds.rect.right - 5, kinds.rect.centery)
    house.frame(Key("enter"), Press(right), Release(right))
    house.frame()
    assert house.behind_curtain
    house.end()


STRAY: dict[str, list[Input]] = {
    "clicks": [Press((640, 300)), Release((640, 300)), Press((5, 5)), Release((5, 5))],
    "the other button, held": [Press((640, 300), 3)],
    "a key that repeats since before": [Key("enter")] * 80,
    "letters": [Key("x"), KeyUp("x"), Key("1"), Key("h"), Key("ctrl+z"), Key("f1")],
    "the pointer": [Motion((640, 300)), Motion((600, 300), held=True), Wheel(3)],
    "a button let go": [Release((640, 300))],
    "held, but not long enough": [Press((9, 9)), *[Motion((9, 9), held=True)] * 20, Release((9, 9))],
    "a key held, but not long enough": [Key("space"), *[Key("space")] * 20, KeyUp("space")],
    "held while the window goes to the back": [Press((9, 9)), *[Motion((9, 9), held=True)] * 20, Focus(here=False)],
    "a new size while held": [Press((9, 9)), Release((9, 9)), Resized((1280, 720))],
}


@pytest.mark.parametrize("events", STRAY.values(), ids=STRAY)
def test_what_is_not_held_opens_no_curtain(events: list[Input], folder: Path, told: Told) -> None:
    """Whatever comes in, one a frame, the curtain stays, and nobody is shown anything."""
    keep(new_table(), folder)
    house = House(folder)
    house.frame(Key("enter"))
    for event in events:
        house.frame(event)
        assert house.behind_curtain
    house.wait(HOLD * 2)
    assert house.behind_curtain
    assert not told
    assert house.kept().looked == (0, 0, 0, 0)
    house.end()


@pytest.mark.parametrize("event", [Press((640, 300)), Press((5, 5)), Key("enter"), Key("space")])
def test_holding_opens_it(event: Input, folder: Path) -> None:
    """A button or key that is held long enough leads to the seat in turn, and to no other."""
    table = new_table()
    keep(table, folder)
    house = House(folder)
    house.keys("enter")
    house.wait(0.6)
    house.frame(event)
    house.wait(HOLD * 0.8)
    assert house.behind_curtain
    house.wait(HOLD * 0.4)
    assert house.names == ["TableScene"]
    assert house.chair.seat == table.turn
    assert house.view == view_of(table)
    house.end()


@pytest.mark.parametrize(
    ("down", "up"), [(Press((640, 300)), Release((640, 300))), (Key("enter"), KeyUp("enter")), (Key("space"), None)]
)
def test_a_problem_told_meanwhile_lets_the_curtain_go(down: Input, up: Input | None, folder: Path, told: Told) -> None:
    """Whoever holds it lets go over the notice, and closes that: the curtain would open by itself a second later."""
    keep(new_table(), folder)
    house = House(folder)
    house.keys("enter")
    house.wait(0.6)
    house.frame(down)
    house.wait(HOLD * 0.5)
    house.meet_problem()
    assert house.names == ["Curtain", "Notice"]
    if up is not None:
        house.frame(up)
    house.keys("escape")
    house.wait(HOLD * 2)
    assert house.behind_curtain
    assert not told
    house.end()


# From seat to seat


def test_a_finger_that_holds_the_curtain_touches_nothing_behind_it(folder: Path) -> None:
    """It opens just when a finger that rests means the right button: that cut the deal off that was to be seen."""
    keep(new_table(), folder)
    house = House(folder, Preferences(language="en"))
    house.keys("enter")
    house.frame(Press((600, 300), touch=True))
    house.wait_until(lambda: not house.behind_curtain, HOLD * 2)
    house.wait(0.1)
    house.frame(Release((600, 300)))

    assert house.table._board.busy
    house.end()


def test_the_seat_changes_behind_the_curtain(folder: Path) -> None:
    """A failed sortie stays to be looked at; then the curtain falls in one frame, and the seat before is closed."""
    table = new_table()
    opening, sortie = miss(table)
    house = at_table(folder, table)
    before, seat = house.table, house.chair.seat
    house.do(opening)
    house.rest()
    assert house.face_at(opening.cell) is not None
    house.do(sortie)
    turned = False
    while not house.behind_curtain:
        turned = turned or house.face_at(sortie.cell) is not None
        assert house.program.stack == (before,)
        assert before.match.chair.seat == seat
        house.frame()
    assert turned
    assert is_closed(house, before)
    after = (seat + 1) % 4
    assert NAMES[after] in house.title
    assert NAMES[seat] not in house.title
    house.open_curtain()
    assert house.chair.seat == after
    assert house.table is not before
    assert is_closed(house, before)
    house.end()


def test_what_is_held_when_the_curtain_falls_does_not_open_it(folder: Path) -> None:
    """The button that is still down from the last action must be let go and pressed again."""
    table = new_table()
    opening, sortie = miss(table)
    house = at_table(folder, table)
    house.do(opening)
    house.rest()
    house.do(sortie)
    house.wait(0.3)
    house.frame(Press(NOWHERE))
    house.wait_until(lambda: house.behind_curtain)
    house.wait(HOLD * 3)
    assert house.behind_curtain
    house.frame(Motion((700, 300), held=True))
    house.wait(HOLD * 2)
    assert house.behind_curtain
    house.frame(Release((700, 300)))
    house.open_curtain()
    house.end()


def test_everybody_is_shown_everything_once(folder: Path, told: Told) -> None:
    """Through two rounds each seat is shown, in order, what the others did since it last looked, and nothing twice."""
    seen: dict[int, list[Notice]] = {seat: [] for seat in range(4)}
    table = new_table()
    keep(table, folder)
    house = House(folder, replace(QUICK, speed="off"))
    house.keys("enter")
    for _ in range(8):
        seat = table.turn
        assert seat is not None
        due = flat(missed(table.record(), seat))
        del told[:]
        house.open_curtain()
        house.rest()
        assert house.chair.seat == seat
        assert flat(told) == due
        seen[seat] += flat(told)
        for action in miss(table):
            before = len(flat(told))
            house.do(action)
            house.wait_until(lambda: house.behind_curtain or not house.table._showing.busy)
            act(table, action)
            seen[seat] += flat(told)[before:]
        assert house.behind_curtain
        assert house.kept().looked == table.record().looked
    for one, notices in seen.items():
        due = flat(missed(replace(table.record(), looked=(0,) * 4), one))
        assert notices == due[: len(notices)]
        assert len(notices) > 20
    house.end()


def two_turns_ahead() -> AnyTable:
    """Return a table at which three seats have done something since the seat in turn was there."""
    table = new_table()
    for _ in range(4):
        for action in miss(table):
            act(table, action)
    return table


@pytest.mark.parametrize("how", ["closed", "killed"])
@pytest.mark.parametrize("stop", [1, 3, 4, 6])
def test_a_recap_that_was_broken_off_goes_on(how: str, stop: int, folder: Path, told: Told) -> None:
    """Ended in mid-recap, the program goes on after the beat that was being shown, and never shows that again."""
    table = two_turns_ahead()
    keep(table, folder)
    seat = table.turn
    assert seat is not None
    due = missed(table.record(), seat)
    assert len(due) == 6
    house = House(folder)
    house.keys("enter")
    house.open_curtain()
    house.wait_until(lambda: len(told) >= stop)
    house.wait(0.05)
    first = flat(told)
    begun = next(count for count in range(1, 7) if len(flat(due[:count])) >= len(first))
    assert flat(due)[: len(first)] == first
    left = house.killed() if how == "killed" else folder
    house.end()
    del told[:]
    again = House(left)
    assert again.names == ["Shelf"]
    again.keys("enter")
    assert again.behind_curtain
    assert not told
    again.open_curtain()
    again.rest()
    assert flat(told) == flat(due[begun:])
    again.end()
    del told[:]
    for _ in range(2):
        last = House(left)
        last.sit_down()
        assert not told
        assert last.chair.seat == seat
        last.end()


def test_the_log_tells_what_the_recap_showed(folder: Path) -> None:
    """After the recap, and after a new start, the log has a line for every beat that says something; equal ones."""
    house = at_table(folder, two_turns_ahead())
    lines = list(house.table._panels.log.lines)
    assert sum(line is not None for line in lines) >= 5
    house.end()
    again = House(folder)
    again.sit_down()
    assert again.table._panels.log.lines == lines
    again.end()


# Killed


@pytest.mark.parametrize("at", [0.0, 0.05, 0.1, 0.3, 0.7])
def test_killed_in_mid_flip(at: float, folder: Path, told: Told) -> None:
    """A sortie that the program did not survive stands, behind the next seat's curtain; who did it sees it no more."""
    table = new_table()
    opening, sortie = miss(table)
    house = at_table(folder, table)
    seat = house.chair.seat
    for action in (opening, sortie):
        house.do(action)
        if action is opening:
            house.rest()
        act(table, action)
    house.wait(at)
    assert not house.behind_curtain
    left = house.killed()
    house.end()
    assert kept(left) == table.record()
    del told[:]
    again = House(left)
    again.keys("enter")
    assert again.behind_curtain
    assert NAMES[(seat + 1) % 4] in again.title
    again.open_curtain()
    again.rest()
    assert again.view == view_of(table)
    assert any(isinstance(notice, Sortied) for notice in flat(told))  # the next seat has not seen it yet
    for _ in range(3):  # the others' turns, until the first seat is back
        for action in miss(table):
            again.do(action)
            again.wait_until(lambda: again.behind_curtain or not again.table._showing.busy)
            act(table, action)
        del told[:]
        again.open_curtain()
        again.rest()
    assert again.chair.seat == seat
    assert [notice.seat for notice in flat(told) if isinstance(notice, Sortied)] == [
        (seat + other) % 4 for other in (1, 2, 3)
    ]
    again.end()


def test_killed_after_a_capture_the_pursuit_goes_on(folder: Path, told: Told) -> None:
    """Where the turn goes on it is the same seat that comes back, and it is shown nothing of the step again."""
    table, (opening, capture) = deal_with(hit)
    house = at_table(folder, table)
    for action in (opening, capture):
        house.do(action)
        act(table, action)
        if action is opening:
            house.rest()
    house.wait(0.05)
    left = house.killed()
    house.end()
    assert kept(left) == table.record()
    again = House(left)
    del told[:]
    again.sit_down()
    assert not told
    assert again.view == view_of(table)
    assert again.view.board.pursuit
    again.end()


def spying(table: AnyTable) -> list[str] | None:
    """Return actions up to a look into a hand, where the first turn can bring one."""
    found = hit(table, Effect.ESPIONAGE)
    if found is None:
        return None
    for action in found:
        act(table, action)
    target = next(action for action in view_of(table).legal if isinstance(action, Spy))
    return [encode(target)]


@pytest.mark.parametrize("how", ["closed", "killed"])
def test_a_look_into_a_hand_is_had_once(how: str, folder: Path, told: Told) -> None:
    """Cards that were being looked at when the program ended are not shown again: no second look."""
    table, (spy,) = deal_with(spying)
    house = at_table(folder, table, replace(QUICK, stay="click"))
    del told[:]
    house.do(GAME.decode(spy))
    house.wait(1)
    assert any(isinstance(notice, Spied) for notice in flat(told))
    assert any(laid.secret for laid in house.shown.laid)
    left = house.killed() if how == "killed" else folder
    house.end()
    act(table, GAME.decode(spy))
    del told[:]
    again = House(left, replace(QUICK, stay="click"))
    again.keys("enter")
    again.open_curtain()
    again.frames.append(lambda one: pytest.fail("again!") if getattr(one.shown, "laid", ()) else None)
    again.rest()
    assert not any(isinstance(notice, Spied | HandsRaised) for notice in flat(told))
    assert again.view == view_of(table)
    again.end()


# Somebody leaves the screen


def take_up(house: House) -> None:
    """Take a card of the hand, and carry it."""
    x, y = house.at("H0")
    house.frame(Press((x, y)))
    house.frame(Motion((x + 60, y - 60), held=True))


OVER: dict[str, Callable[[House], None]] = {
    "the table": lambda house: house.wait(0.1),
    "the menu": lambda house: house.keys("escape"),
    "the rules": lambda house: house.keys("f1"),
    "the rules over the menu": lambda house: house.keys("escape", "f1"),
    "a card in the hand": take_up,
    "a chosen card": lambda house: house.click("H0"),
}


@pytest.mark.parametrize("over", OVER)
def test_focus_lost_is_a_curtain(over: str, folder: Path) -> None:
    """When the window goes to the back the curtain falls over all there is; the same seat comes back to its game."""
    table = new_table()
    act(table, miss(table)[0])
    house = at_table(folder, table)
    OVER[over](house)
    scene, view = house.table, house.view
    assert isinstance(scene, TableScene)
    house.frame(Focus(here=False))
    assert house.behind_curtain
    assert is_closed(house, scene)
    house.frame(Focus(here=True))
    house.wait(HOLD * 2)
    assert house.behind_curtain
    house.frame(Release((600, 300)))
    house.open_curtain()
    house.rest()
    assert house.view == view
    assert not house.table._choosing.held
    house.end()


def test_a_problem_is_still_to_be_read_when_the_focus_was_lost(folder: Path) -> None:
    """Who is told of a full disk goes to make room: the curtain fell, and what was told once in a session was gone.

    A question that was asked belonged to the table, and goes with it.
    """
    house = at_table(folder, new_table())
    scene = house.table
    house.keys("escape")
    house.program.obey(Push(Dialog(house.program.kit, "?", [("!", Back)])))
    house.meet_problem()
    assert house.names == ["TableScene", "Pause", "Notice", "Notice"]
    problem = house.upper
    house.frame(Focus(here=False))
    assert house.names == ["Curtain", "Notice"]
    assert house.upper is problem
    assert is_closed(house, scene)
    house.frame(Focus(here=True))
    house.wait(HOLD * 2)
    house.keys("enter")
    assert house.behind_curtain
    house.wait(0.6)
    house.open_curtain()
    house.rest()
    assert house.names == ["TableScene"]
    house.end()


def test_focus_lost_in_the_middle_of_a_recap(folder: Path, told: Told) -> None:
    """The recap goes on with the next beat once the seat is back."""
    table = two_turns_ahead()
    keep(table, folder)
    due = missed(table.record(), table.turn or 0)
    house = House(folder)
    house.keys("enter")
    house.open_curtain()
    house.wait_until(lambda: len(told) >= 3)
    first = flat(told)
    house.frame(Focus(here=False))
    assert house.behind_curtain
    house.open_curtain()
    house.rest()
    begun = next(count for count in range(1, 7) if len(flat(due[:count])) >= len(first))
    assert flat(told) == [*first, *flat(due[begun:])]
    house.end()


def test_focus_lost_while_the_last_action_is_shown(folder: Path) -> None:
    """The turn is over: it is the next seat that the curtain waits for."""
    table = new_table()
    opening, sortie = miss(table)
    house = at_table(folder, table)
    seat = house.chair.seat
    house.do(opening)
    house.rest()
    house.do(sortie)
    house.frame(Focus(here=False))
    assert house.behind_curtain
    house.open_curtain()
    assert house.chair.seat == (seat + 1) % 4
    house.end()


def test_after_the_end_everything_is_open(folder: Path) -> None:
    """There is nothing to hide any more, so no curtain falls over the result."""
    ((deal, actions), *_) = games(5, 1, 3)
    house = at_table(folder, new_table(" ".join(actions[:-1]), deal=deal, seats=3), replace(QUICK, speed="off"))
    house.do(GAME.decode(actions[-1]))
    house.wait_until(lambda: isinstance(house.upper, Ranking))
    house.frame(Focus(here=False))
    assert house.names == ["TableScene", "Ranking"]
    house.end()


def test_the_curtain_leads_to_the_shelf_and_back(folder: Path, told: Told) -> None:
    """Esc at the curtain leaves the game for the shelf; Continue leads to the same curtain, and nobody saw a thing."""
    keep(new_table(), folder)
    house = House(folder)
    for _ in range(3):
        assert isinstance(house.upper, Shelf)
        house.keys("enter")
        assert house.behind_curtain
        title = house.title
        house.keys("escape")
        assert title != house.title == "Tefuda"
    assert not told
    assert house.kept().looked == (0, 0, 0, 0)
    house.end()


def test_the_menu_leads_to_the_shelf_and_the_seat_is_closed(folder: Path) -> None:
    """From a table one goes by menu and shelf to the curtain again, never straight back to the hand."""
    house = at_table(folder, new_table())
    scene, view = house.table, house.view
    house.keys("escape")
    house.program.obey(Home(house.program.routes.shelf()))
    assert not any(one is scene for one in house.program.stack)
    house.keys("enter")
    assert house.behind_curtain
    house.open_curtain()
    house.rest()
    assert house.view == view
    house.end()


# All around one screen


def hand(house: House) -> set[str]:
    """Return the faces that the hand on the screen shows."""
    return {pose.face for key, pose in house.table._board.layout.cards.items() if key.startswith("H")}


def press_hand(house: House) -> None:
    """Press the button that holds the hand up."""
    house.frame(Press(house.table._panels._buttons["hand"].rect.center))


UP: dict[str, Callable[[House], object]] = {"space": lambda house: house.frame(Key("space")), "button": press_hand}
DOWN: dict[str, Callable[[House], object]] = {
    "let go": lambda house: (house.frame(KeyUp("space")), house.frame(Release((640, 300)))),
    "focus": lambda house: house.frame(Focus(here=False)),
    "menu": lambda house: house.frame(Key("escape")),
    "rules": lambda house: house.frame(Key("f1")),
    "a problem": lambda house: house.meet_problem(),
}


@pytest.mark.parametrize("up", UP)
@pytest.mark.parametrize("down", DOWN)
def test_a_hand_is_seen_while_it_is_held_up(up: str, down: str, folder: Path) -> None:
    """Around one table no curtain falls; the hand lies face down but while Space or the button is held.

    What comes over the table is where the key is let go: the hand would lie open below it, and stay so afterwards.
    """
    table = new_table(way="table")
    keep(table, folder)
    house = House(folder)
    house.keys("enter")
    house.rest()
    assert house.names == ["TableScene"]
    assert hand(house) == {BACK}
    UP[up](house)
    assert hand(house) == {str(card) for card in view_of(table).hand}
    house.wait(1)
    assert BACK not in hand(house)
    DOWN[down](house)
    assert hand(house) == {BACK}
    if down in ("menu", "rules", "a problem"):
        DOWN["let go"](house)  # which the table below does not hear of
        house.keys("escape")
    house.wait(0.5)
    assert house.names == ["TableScene"]
    assert hand(house) == {BACK}
    house.end()


def test_around_one_table_the_seat_changes_without_a_curtain(folder: Path, told: Told) -> None:
    """All have seen what happened: the next seat goes on at once, its hand face down, and nothing is shown again."""
    table = new_table(way="table")
    keep(table, folder)
    house = House(folder)
    house.keys("enter")
    house.rest()
    for _ in range(4):
        for action in miss(table):
            house.do(action)
            house.wait_until(lambda: not house.table._showing.busy and not house.table._seat_ends)
            act(table, action)
            assert house.names == ["TableScene"]
            assert hand(house) == {BACK}
        del told[:]
        house.wait(1)
        assert not told
        assert house.chair.seat == table.turn
    house.end()


def ending_without_a_look(table: AnyTable) -> list[str] | None:
    """Return the actions of a first turn that ends with a capture, so that nothing of it stays to be looked at."""
    actions = []
    for _ in range(2):
        if (found := hit(table)) is None:
            return None
        for action in found:
            act(table, action)
            actions.append(encode(action))
    return actions


def test_a_hand_held_up_at_the_turns_end_shows_no_other(folder: Path) -> None:
    """The seat changes only once Space is let go: held down it repeats, and would hold up the next hand."""
    fresh, actions = deal_with(ending_without_a_look, way="table")
    house = at_table(folder, new_table(" ".join(actions[:-1]), deal=fresh.deal, way="table"))
    seat = house.chair.seat
    own = hand(house)
    assert own == {BACK}
    house.frame(Key("space"))
    for spot in spots(house.view, GAME.decode(actions[-1])):
        house.click(spot)
    for _ in range(300):
        house.frame(Key("space"))  # as a key that is held down does
        assert house.chair.seat == seat
    house.frame(KeyUp("space"))
    assert hand(house) == {BACK}
    house.wait_until(lambda: house.chair.seat != seat, 2)
    assert hand(house) == {BACK}
    house.wait(1)
    assert hand(house) == {BACK}
    house.end()


def test_a_card_that_lies_open_stays_while_a_hand_is_held_up(folder: Path) -> None:
    """What is turned up for a moment waits until the hand is laid down: there may be something to compare."""
    table = new_table(way="table")
    opening, sortie = miss(table)
    keep(table, folder)
    house = House(folder)
    house.keys("enter")
    house.rest()
    house.do(opening)
    house.rest()
    house.do(sortie)
    house.wait(0.5)
    house.frame(Key("space"))
    house.wait(4)
    assert house.face_at(sortie.cell) is not None
    house.frame(KeyUp("space"))
    house.wait(1.5)
    assert house.face_at(sortie.cell) is None
    house.end()


# How long cards stay


@pytest.mark.parametrize(("stay", "least", "most"), [("short", 0.9, 1.8), ("normal", 1.9, 2.8), ("long", 3.9, 4.8)])
def test_cards_stay_as_long_as_the_players_want(stay: str, least: float, most: float, folder: Path) -> None:
    """A card turned up in vain is to be seen for one, two or four seconds."""
    table = new_table()
    opening, sortie = miss(table)
    house = at_table(folder, table, replace(QUICK, speed="off", stay=stay))  # type: ignore[arg-type]
    house.do(opening)
    house.rest()
    seen = 0
    for event in (Press(house.at(f"F{sortie.cell}")), Release(house.at(f"F{sortie.cell}"))):
        house.frame(event)
    while not house.behind_curtain:
        seen += house.face_at(sortie.cell) is not None
        house.frame()
    assert least <= seen * FRAME <= most
    house.end()


def test_cards_stay_until_a_click_and_the_loop_sleeps(folder: Path) -> None:
    """With the setting "click" nothing moves while a card lies open, however long; a click goes on, and only that."""
    table = new_table()
    opening, sortie = miss(table)
    house = at_table(folder, table, replace(QUICK, stay="click"))
    house.do(opening)
    house.rest()
    house.do(sortie)
    cell: int = sortie.cell
    house.wait(1.5)
    assert house.face_at(cell) is not None
    for _ in range(600):
        assert not house.frame()
    assert house.face_at(cell) is not None
    actions = house.kept().actions
    house.frame(Motion(house.at("F20")))
    assert house.face_at(cell) is not None
    house.frame(Press(house.at("F20")))
    house.frame(Release(house.at("F20")))
    house.wait_until(lambda: house.behind_curtain)
    assert house.kept().actions == actions
    house.end()


def test_the_first_click_after_all_was_shown_counts(folder: Path) -> None:
    """As soon as the table looks as it is, it can be played on: no click is lost to what is over."""
    table, (opening, capture) = deal_with(hit)
    house = at_table(folder, table, replace(QUICK, speed="off"))
    house.do(opening)
    house.rest()
    for spot in spots(house.view, capture):
        house.frame(Press(house.at(spot)))
        house.frame(Release(house.at(spot)))
    house.wait_until(lambda: house.shown == house.view)
    closed = next(cell for cell, seen in enumerate(house.view.board.field) if isinstance(seen, Down))
    house.frame(Press(house.at(f"F{closed}")))
    house.frame(Release(house.at(f"F{closed}")))
    assert house.view.board.opened == (closed,)
    house.end()


@pytest.mark.parametrize("stays", ["click", "long"])
def test_a_recap_waits_in_the_same_way(stays: str, folder: Path, told: Told) -> None:
    """A click goes on from one thing to the next; none of the clicks plays."""
    table = two_turns_ahead()
    keep(table, folder)
    due = flat(missed(table.record(), table.turn or 0))
    house = House(folder, replace(QUICK, stay=stays))  # type: ignore[arg-type]
    house.keys("enter")
    house.open_curtain()
    clicks = 0
    while house.table._showing.busy:
        house.wait(0.5)
        if house.table._showing.watching:
            house.frame(Press(house.at("F20")))
            house.frame(Release(house.at("F20")))
            clicks += 1
        assert clicks < 50
    assert clicks >= 3
    assert flat(told) == due
    assert house.kept().actions == table.record().actions
    house.end()


def test_a_finger_that_rests_goes_on_once(tmp_path: Path, told: Told) -> None:
    """The right button, which it means by resting, went on a second time: the next thing was gone before one saw it."""
    shown = []
    for held in (False, True):
        table = two_turns_ahead()
        folder = tmp_path / str(held)
        keep(table, folder)
        house = House(folder, replace(QUICK, stay="click"))
        house.keys("enter")
        house.open_curtain()
        house.wait(3)
        told.clear()
        house.frame(Press(house.at("F20"), touch=True))
        if not held:
            house.frame(Release(house.at("F20")))
        house.wait(3)
        assert house.table._showing.watching
        shown.append(len(told))
        house.end()
    assert shown[0] == shown[1] > 0


# Match play


@pytest.mark.parametrize("way", ["pass", "table"])
def test_the_best_of_three_goes_on(way: str, folder: Path) -> None:
    """After a game the next one is dealt to the same people, with the games won so far; a curtain falls before it."""
    ((deal, actions), *_) = games(5, 1, 3)
    table = new_table(" ".join(actions[:-1]), deal=deal, seats=3, way=way, games=3)  # type: ignore[arg-type]
    house = at_table(folder, table, replace(QUICK, speed="off"))
    act(table, GAME.decode(actions[-1]))
    outcome = table.outcome
    assert outcome is not None
    if way == "table":
        house.frame(Key("space"))
    house.do(GAME.decode(actions[-1]))
    house.frame(KeyUp("space"))
    house.wait_until(lambda: isinstance(house.upper, Ranking))
    house.wait(1)
    house.keys("enter")
    after = house.kept()
    sitting = load(after.sitting, 3)
    before = load(table.record().sitting, 3)
    assert sitting == before.after(outcome)
    assert sitting.dealt == 1
    assert after.actions == ()
    assert after.match != table.record().match
    assert house.behind_curtain is (way == "pass")
    (finished,) = house.store.history()
    assert [player.name for player in finished.players] == list(NAMES[:3])
    assert finished.ending == "played"
    house.end()


def test_a_game_of_one_sitting_never_names_a_curtain_for_one(folder: Path) -> None:
    """Who plays alone never meets a curtain: focus lost and found again is nothing."""
    house = House(folder, start=Start("deck-defence", "7"))
    house.frame(Focus(here=False))
    house.frame(Focus(here=True))
    house.wait(1)
    assert house.names == ["TableScene"]
    house.end()
