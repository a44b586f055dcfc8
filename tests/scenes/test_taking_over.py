"""Seats that change hands: at the set-up with one click, and in a running game from its menu."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.bots.core import Level
from game.core import Seat
from game.table import ChairClosed
from scenes import app, company
from scenes.app import Start
from scenes.inputs import Motion, Press, Release
from scenes.pages.controls import Button, Field
from scenes.pages.pause import Pause
from scenes.pages.setup import SetUp
from scenes.pages.taking_over import TakingOver
from scenes.preferences import Preferences
from scenes.seating import Sitting, load
from scenes.store import Store
from tests.scenes.evening import EASY, MEDIUM, QUIET, RULES, STRONG, AtOnce, Evening, new_table, sit_down
from tests.scenes.people import NAMES
from tests.scenes.sitting import painter


@pytest.fixture(autouse=True)
def shared_painter(monkeypatch: pytest.MonkeyPatch, screen: pygame.Surface) -> None:
    """Let all programs share one painter, and all computers think at once."""
    monkeypatch.setattr(app, "Painter", painter)
    monkeypatch.setattr(company, "Thinker", AtOnce)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give the program's folder, which does not exist yet."""
    return tmp_path / "data"


Page = SetUp | TakingOver
KINDS = ("Person", "CPU · Easy", "CPU · Medium", "CPU · Strong")


def page(evening: Evening) -> Page:
    """Return the page that is open."""
    upper = evening.upper
    assert isinstance(upper, SetUp | TakingOver)
    return upper


def kinds(evening: Evening) -> list[Button]:
    """Return the controls that say who plays, seat by seat."""
    controls = page(evening)._controls.all
    return [one for one in controls if isinstance(one, Button) and one.label in KINDS]


def names(evening: Evening) -> list[str]:
    """Return the names as they stand in their fields."""
    return [one.value for one in page(evening)._controls.all if isinstance(one, Field)][: len(kinds(evening))]


def click(evening: Evening, button: Button) -> None:
    """Click a button."""
    point = button.rect.center
    evening.frame(Motion(point), Press(point), Release(point))


def sitting(evening: Evening) -> Sitting:
    """Return who sits where, as it is on disk."""
    record = evening.kept()
    return load(record.sitting, record.seats)


# At the set-up


@pytest.mark.parametrize("game", RULES)
def test_a_click_gives_a_seat_to_a_computer(game: str, folder: Path) -> None:
    """Person, easy, medium, strong, and a person again; each has a name of its own, and one person stays."""
    evening = Evening(folder, start=Start(game))
    seats = len(kinds(evening))
    person, seen = names(evening), []
    for _ in range(4):
        click(evening, kinds(evening)[1])
        seen.append((kinds(evening)[1].label, names(evening)[1] == person[1]))
    assert seen == [(kind, kind == "Person") for kind in (*KINDS[1:], "Person")]
    for seat in range(1, seats):
        for _ in range(seat % 3 + 1):
            click(evening, kinds(evening)[seat])
    assert [one.enabled for one in kinds(evening)] == [False] + [True] * (seats - 1)
    click(evening, kinds(evening)[0])
    assert kinds(evening)[0].label == "Person"
    shown = names(evening)
    evening.keys("enter")
    assert evening.names == ["TableScene"]
    levels = [MEDIUM, STRONG, EASY]
    assert sitting(evening).levels == (None, *(levels[place % 3] for place in range(seats - 1)))
    assert list(sitting(evening).names) == shown
    evening.end()
    again = Evening(folder, again_preferences(folder), start=Start(game))
    assert names(again) == shown
    assert [one.label for one in kinds(again)][:4] == [KINDS[kind] for kind in (0, 2, 3, 1)]
    again.end()


def again_preferences(folder: Path) -> Preferences:
    """Return what is kept of the settings."""
    store = Store(folder)
    kept = store.load_preferences()
    store.close()
    return kept


def test_fewer_seats_keep_a_person(folder: Path) -> None:
    """Where the only person would lose the seat, the first seat is a person's again."""
    evening = Evening(folder, start=Start("kanu"))
    for seat in range(3):
        click(evening, kinds(evening)[seat])
    rows = page(evening)._seats
    assert rows is not None
    assert rows.sitting.people == (Seat(3),)
    rows._seat(0)
    assert rows.sitting.people == (Seat(0),)
    assert len(set(rows.sitting.names)) == 3
    evening.end()


def test_who_plays_alone_has_no_company(folder: Path) -> None:
    """A game for one has no such row, and its menu no such page."""
    evening = Evening(folder, start=Start("deck-defence", "7"))
    evening.keys("escape")
    pause = evening.upper
    assert isinstance(pause, Pause)
    labels = [one.label for one in pause._controls.all if isinstance(one, Button)]
    assert "Seats and computers" not in labels
    evening.end()


# In a running game


def open_page(evening: Evening) -> None:
    """Open the menu and its page about the seats."""
    evening.program.frame([Motion((2, 2))], 0.0)  # away from a card that would be looked at closely
    evening.keys("escape")
    pause = evening.upper
    assert isinstance(pause, Pause)
    buttons = [one for one in pause._controls.all if isinstance(one, Button)]
    click(evening, next(one for one in buttons if one.label.startswith("Seats")))
    assert isinstance(evening.upper, TakingOver)


def give(evening: Evening, seat: int, level: Level | None) -> None:
    """Click until a seat is a computer's of a level, or a person's."""
    wanted = KINDS[0 if level is None else 1 + list(Level).index(level)]
    for _ in range(4):
        if kinds(evening)[seat].label != wanted:
            click(evening, kinds(evening)[seat])
    assert kinds(evening)[seat].label == wanted


@pytest.mark.parametrize("game", RULES)
def test_a_seat_is_taken_over_and_given_back(game: str, folder: Path) -> None:
    """A friend comes: from then on the curtain falls before each of the two; and when he leaves it falls no more."""
    levels: tuple[Level | None, ...] = (None, EASY, EASY, STRONG)
    evening = sit_down(folder, new_table(game, levels))
    evening.play(lambda: evening.due and evening.chair.standing().actions > 4)
    before = evening.chair
    company_before = evening.table.match.company
    open_page(evening)
    give(evening, 1, None)
    evening.keys("enter")
    assert sitting(evening).levels == (None, None, EASY, STRONG)
    assert evening.behind_curtain
    with pytest.raises(ChairClosed):
        before.view()
    with pytest.raises(ChairClosed):
        next(iter(company_before._chairs.values())).view()
    seats = set()

    def seen_both() -> bool:
        if evening.due:
            seats.add(evening.chair.seat)
        return seats == {0, 1} and evening.due and evening.chair.seat == 0

    evening.play(seen_both)
    open_page(evening)
    give(evening, 1, MEDIUM)
    evening.keys("enter")
    assert sitting(evening).levels == (None, MEDIUM, EASY, STRONG)
    assert evening.names == ["TableScene"]
    assert evening.chair.seat == 0
    fallen: list[str] = []
    evening.frames.append(lambda house: fallen.extend(name for name in house.names if name == "Curtain"))
    acted = evening.chair.standing().actions
    evening.play(lambda: evening.due and evening.chair.standing().actions > acted + 6)
    assert not fallen
    record = evening.kept()
    evening.end()
    again = Evening(folder, QUIET)
    again.keys("enter")
    assert again.names == ["TableScene"]
    assert again.kept().sitting == record.sitting
    again.end()


def test_a_computer_may_play_on_for_whoever_leaves(folder: Path) -> None:
    """A computer that has a seat from the middle on is told what happened before; whoever stays sits down unseen."""
    evening = sit_down(folder, new_table("kanu", (None, None, EASY)))
    evening.play(lambda: evening.due and evening.chair.standing().actions > 6)
    left = evening.chair.seat
    open_page(evening)
    give(evening, left, STRONG)
    evening.keys("enter")
    assert sitting(evening).levels[left] is STRONG
    assert evening.behind_curtain  # one person alone, but not the one who was looking at the screen
    assert NAMES[1 - left] in evening.title
    evening.open_curtain()
    evening.play(lambda: left in evening.table.match.company._players and evening.due)
    player = evening.table.match.company._players[left]
    assert player._seen > 6
    evening.end()


def test_nothing_changes_before_it_is_said(folder: Path) -> None:
    """Esc leads back to the menu and the game, which is as it was; so does saying yes to what is as it was."""
    evening = sit_down(folder, new_table("kanu", (None, EASY, EASY)))
    evening.play(lambda: evening.due)
    before, chair = evening.kept(), evening.chair
    open_page(evening)
    click(evening, kinds(evening)[1])
    evening.keys("escape")
    assert evening.names == ["TableScene", "Pause"]
    evening.keys("escape")
    open_page(evening)
    evening.keys("enter")
    assert evening.names == ["TableScene", "Pause"]
    assert evening.chair is chair
    assert evening.kept() == before
    evening.end()


def test_a_wrong_name_is_told(folder: Path) -> None:
    """Two of the same name cannot play on."""
    evening = sit_down(folder, new_table("kanu", (None, EASY, EASY)))
    evening.play(lambda: evening.due)
    open_page(evening)
    rows = page(evening)._seats
    assert rows is not None
    rows._naming(1)(NAMES[0])
    assert rows.complaint is not None
    evening.keys("enter")
    assert isinstance(evening.upper, TakingOver)
    evening.end()
