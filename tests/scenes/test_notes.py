"""What somebody writes for himself at the table: set by click and key, kept with the game, seen by nobody else.

The desk here is one of Kan'u Collection that has been given a small notebook, two places for a mark; the tests hold for
any game that has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import Illegal, Seat
from game.kanu.public import OpenCard, View
from game.table import Table
from scenes import app, routes
from scenes.after.onlooker import Onlooker
from scenes.deck_defence.desk import DeckDefenceDesk
from scenes.desk import NOTHING, Layout
from scenes.drawing import theme
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.host import look_back
from scenes.inputs import Key, KeyUp, Motion, Press, Release
from scenes.kanu.desk import KanuDesk
from scenes.kanu.shown import Shown, shown
from scenes.scene import Kit
from scenes.seating import Way
from scenes.store import Store
from tests.scenes.hot_seat import House, keep, kept, miss, new_table
from tests.scenes.kanu_sitting import Round
from tests.scenes.past import play_kanu, seated
from tests.scenes.sitting import Sitting, painter, pixels

pytestmark = pytest.mark.usefixtures("screen")
MARKS = "-oxt"
METRICS = Metrics((1280, 720))


class Jotting(KanuDesk):
    """A desk with a notebook: a mark stands at each of "N0" and "N1", while the hand is to be seen."""

    def layout(self, view: View | Shown, metrics: Metrics) -> Layout:
        """Return where everything lies, the two marks at the lower edge."""
        found = super().layout(view, metrics)
        if shown(view).covered:
            return found
        marks = {f"N{place}": pygame.Rect(30 + 40 * place, metrics.size[1] - 30, 24, 24) for place in (0, 1)}
        return Layout(found.cards, {**found.spots, **marks}, found.top)

    def jot(self, view: View | Shown, notes: str, spot: str, step: int) -> str | None:
        """Return the two marks with one of them gone on."""
        if shown(view).covered or spot not in ("N0", "N1"):
            return None
        marks = list(notes or MARKS[0] * 2)
        place = int(spot[1])
        marks[place] = MARKS[(MARKS.index(marks[place]) + step) % len(MARKS)]
        return "".join(marks)

    def notebook(self, view: View | Shown, kit: Kit, layout_: Layout, notes: str) -> list[Paint]:  # noqa: ARG002
        """Return the marks as letters."""
        return [
            (kit.painter.type.write(mark, 20, theme.GOLD), layout_.spots[f"N{place}"].topleft)
            for place, mark in enumerate(notes)
        ]


@pytest.fixture(autouse=True)
def jotting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Kan'u Collection be played with a notebook."""
    monkeypatch.setattr("tests.scenes.people.desk_for", Jotting)
    monkeypatch.setattr(routes, "desk_for", Jotting)
    monkeypatch.setattr(app, "Painter", painter)


def notes(sitting: Round) -> str:
    """Return what the seat in front of the screen has written, as the last record tells; nobody else has any."""
    kept_notes = list(sitting.keep[-1].notes) or [""] * sitting.seats
    own = kept_notes.pop(sitting.view.seat)
    assert not any(kept_notes)
    return own


def sat_down(way: Way = "pass") -> Round:
    """Return a table at which the first player has seen the deal."""
    sitting = Round(3, way=way)
    sitting.scene.take_beats()
    sitting.settle()
    return sitting


def test_every_click_sets_the_next_mark_and_is_kept() -> None:
    """None, and round again: each is in a record at once, for this seat alone; the game goes on as before."""
    sitting = sat_down()
    view = sitting.view
    for wanted in ("o-", "x-", "t-", "--"):
        sitting.click("N0")
        assert notes(sitting) == wanted
    sitting.click("N1")
    assert notes(sitting) == "-o"
    assert sitting.view == view
    assert sitting.played() == []


def test_quick_clicks_are_all_counted() -> None:
    """Two clicks within a moment are two marks, and no double click on anything."""
    sitting = sat_down()
    sitting.double_click("N0")
    assert notes(sitting) == "x-"
    sitting.double_click("N0")
    assert notes(sitting) == "--"


def test_what_is_chosen_stays_chosen() -> None:
    """One writes in the middle of a choice. The right button goes back on a mark, and lets go elsewhere."""
    sitting = sat_down()
    sitting.click("F3")
    sitting.keys("5")  # an ambush: a card is to follow
    chosen = sitting.selection
    assert chosen != NOTHING
    sitting.click("N0")
    sitting.give(Press(sitting.at("N1"), 3))
    assert sitting.selection == chosen
    assert notes(sitting) == "ot"
    sitting.give(Press((2, 2), 3))
    assert sitting.selection == NOTHING


def test_a_finger_that_rests_takes_a_mark_back() -> None:
    """Once: when it goes it does not set the mark again."""
    sitting = sat_down()
    at = sitting.at("N0")
    sitting.click("N0")
    sitting.give(Press(at, touch=True), Press(at, 3, touch=True), Release(at, 3), Motion(at, held=True), Release(at))
    assert notes(sitting) == "--"


def test_a_card_in_the_hand_is_put_back_first() -> None:
    """While a card is carried the right button lets it go, wherever that is, and writes nothing."""
    sitting = sat_down()
    sitting.click("F3")
    sitting.press("H0")
    sitting.give(Motion(sitting.at("N0"), held=True), Press(sitting.at("N0"), 3))
    assert notes(sitting) == ""


def test_keys_write_too() -> None:
    """N leads there, the arrows on, Enter sets the mark; held down it sets one only."""
    sitting = sat_down()
    sitting.keys("n")
    assert sitting.scene._choosing.focus == "N0"
    sitting.give(Key("enter"), Key("enter"), Key("enter"), KeyUp("enter"))
    assert notes(sitting) == "o-"
    sitting.keys("right", "enter", "enter")
    assert notes(sitting) == "ox"


def test_one_writes_during_a_recap() -> None:
    """A click on a mark sets it and lets the recap go on by itself; any other click goes on to the next thing."""
    sitting = sat_down()
    for action in miss(sitting.table):
        sitting.act(action)
    assert sitting.table.turn is not None
    sitting.sit(sitting.table.turn)
    sitting.scene.take_beats()
    assert sitting.scene._showing.watching
    before = sitting.table.record().looked
    sitting.click("N0")
    assert notes(sitting) == "o-"
    assert sitting.scene._showing.watching
    assert sitting.table.record().looked == before
    sitting.give(Press((2, 2)))
    assert sitting.table.record().looked != before
    assert notes(sitting) == "o-"


def test_a_covered_table_has_no_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Around one table they are drawn and written only while the hand is held up."""
    drawn: list[str] = []

    def notebook(self: Jotting, view: View | Shown, kit: Kit, layout_: Layout, text: str) -> list[Paint]:
        drawn.append(text)
        return honest(self, view, kit, layout_, text)

    honest = Jotting.notebook
    sitting = sat_down("table")
    sitting.table.jot(sitting.view.seat, "xt")
    monkeypatch.setattr(Jotting, "notebook", notebook)
    sitting.keys("n", "enter")
    sitting.give(Press((42, 700)), Release((42, 700)), Press((42, 700), 3))
    sitting.rest()
    assert set(drawn) == {""}
    assert notes(sitting) == "xt"
    sitting.hold_up()
    assert drawn[-1] == "xt"
    sitting.click("N0")
    assert notes(sitting) == "tt"
    sitting.hold_up(up=False)
    assert drawn[-1] == ""


def test_taking_back_leaves_the_notes() -> None:
    """A choice is let go, an action is taken back: a mark stays."""
    sitting = sat_down()
    sitting.act(sitting.view.legal[0])
    sitting.scene.take_beats()
    sitting.settle()
    sitting.click("N0")
    sitting.keys("ctrl+z", "escape")
    assert notes(sitting) == "o-"


def seen(sitting: Round, seat: Seat) -> bytes:
    """Let a seat sit down, and return what is seen."""
    sitting.sit(seat)
    sitting.scene.take_beats()
    sitting.scene._showing.land()
    return pixels(sitting.scene.paint(), sitting.kit.metrics.size)


def strangers(way: Way) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield what each seat sees with nothing written, with notes of all others, and with its own."""
    for seat in (Seat(0), Seat(1), Seat(2)):
        sitting = Round(3, way=way)
        before = seen(sitting, seat)
        for other in (Seat(0), Seat(1), Seat(2)):
            if other != seat:
                sitting.table.jot(other, "ox")
        others = seen(sitting, seat)
        sitting.table.jot(seat, "ot")
        yield before, others, seen(sitting, seat)


def test_nobody_sees_what_another_has_written() -> None:
    """Not a pixel hangs on it; the own notes are to be seen, but not where the hand lies face down."""
    for before, others, own in strangers("pass"):
        assert before == others
        assert before != own
    for before, others, own in strangers("table"):
        assert before == others == own


def test_a_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that gives everybody the notes of all is found out."""
    monkeypatch.setattr(Table, "notes", lambda self, _seat: max(self._notes))
    assert all(before != others for before, others, _ in strangers("pass"))


def test_killed_after_a_mark_it_is_there_again(tmp_path: Path) -> None:
    """It is on disk like an action: for the seat that wrote it, and for no other."""
    folder = tmp_path / "data"
    table = new_table()
    seat = table.turn
    assert seat is not None
    keep(table, folder)
    house = House(folder)
    house.sit_down()
    house.click("N0")
    house.click("N0")
    left = house.killed()
    house.end()
    assert kept(left).notes[seat] == "x-"
    again = House(left)
    again.sit_down()
    assert again.chair.notes() == "x-"
    again.do(OpenCard(next(cell for cell, card in enumerate(again.view.board.field) if card is not None)))
    again.rest()
    assert again.kept().notes[seat] == "x-"
    other = again.table.match.taken_by(Seat((seat + 1) % 4))
    assert other.chair.notes() == ""
    again.end()


def test_a_game_that_is_over_is_kept_without_notes(tmp_path: Path) -> None:
    """What was written for one player alone is not left to be looked back at."""
    store = Store(tmp_path)
    match = play_kanu(store, seated(3))
    match.chair.jot("ox")
    record = store.record_of(match.name)
    store.close()
    assert record is not None
    assert record.notes == ()


def test_whoever_looks_back_sees_and_writes_no_notes(tmp_path: Path) -> None:
    """Even where a record has some."""
    store = Store(tmp_path)
    record = store.record_of(play_kanu(store, seated(3)).name)
    store.close()
    assert record is not None
    onlooker = Onlooker(look_back(record), replace(record, notes=("a", "b", "c")), 0, Seat(1))
    assert onlooker.notes() == ""
    with pytest.raises(Illegal):
        onlooker.jot("x")


def test_other_games_have_no_notebook() -> None:
    """Nothing is drawn, and no spot takes a mark."""
    kanu, alone = Round(3), Sitting()
    for table, desk in ((kanu, KanuDesk(kanu.match)), (alone, DeckDefenceDesk())):
        view: Any = table.view
        assert desk.notebook(view, table.kit, desk.layout(view, METRICS), "ox") == []
        assert [desk.jot(view, "", spot, 1) for spot in ("N0", "H0", "M1")] == [None] * 3
