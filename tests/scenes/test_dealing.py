"""Choosing a deal: by chance and difficulty, of the day, by a code; and handing it on."""

from pathlib import Path

import pygame
import pytest

from game.deck_defence import deals
from game.deck_defence.public import ID, REMAKE, WEB
from scenes import calendar, host
from scenes.app import Program, Start
from scenes.inputs import Key, Text
from scenes.pages import dealing
from scenes.pages.controls import Choice
from scenes.pages.pause import Pause
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Prefer, Push
from scenes.store import Store
from scenes.table.table import TableScene

DATE = 1_796_031_000
"""The 30th of November 2026, about noon (UTC)."""


@pytest.fixture
def program(screen: pygame.Surface, tmp_path: Path) -> Program:
    """Start the program with the set-up page open, in English."""
    program = Program(Store(tmp_path), Preferences(language="en"), Start())
    program.obey(Push(SetUp(program.kit, ID, running=False, open_table=program.routes.table)))
    program.frame([], 0.0)
    return program


def press(program: Program, *names: str) -> None:
    """Press keys."""
    for name in names:
        program.frame([Key(name)], 1 / 60)


def deal_of(program: Program) -> tuple[str, object]:
    """Return the deal on the table, and its rule set."""
    table = program.stack[-1]
    assert isinstance(table, TableScene)
    return table.match.deal, table.match.options["rules"]


def test_the_deal_of_the_day(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes from the date alone, here and everywhere."""
    monkeypatch.setattr(calendar, "now", lambda: DATE)
    page = program.stack[-1]
    assert isinstance(page, SetUp)
    press(program, "tab", "right")
    program.obey(page._begin())
    today = calendar.local(DATE)
    known = [dealing.labels(ID, {"rules": rules}) for rules in (WEB, REMAKE)]
    assert deal_of(program) == (str(deals.daily(today.year, today.month, today.day, *known)), "web")


@pytest.mark.parametrize("rules", [WEB, REMAKE])
@pytest.mark.parametrize(("index", "wanted"), list(enumerate(dealing.PLAYABLE, start=1)))
def test_a_deal_of_a_difficulty(program: Program, index: int, wanted: deals.Difficulty, rules: str) -> None:
    """Only deals of the difficulty that was asked for are dealt, by the rules that were chosen."""
    program.obey(Prefer(program.kit.preferences.with_options(ID, {"rules": rules})))
    page = program.stack[-1]
    assert isinstance(page, SetUp)
    page.lay_out()
    choice = [control for control in page._controls.all if isinstance(control, Choice)][1]
    choice.click(choice._parts()[index].center)
    command = page._begin()
    program.obey(command)
    deal, played = deal_of(program)
    assert played == rules
    assert dealing.difficulty(ID, deal, {"rules": rules}) == wanted.value


@pytest.mark.parametrize("remake", [False, True])
def test_a_share_code_brings_its_rules(program: Program, remake: bool) -> None:
    """A typed code stands for the deal and for the rule set it was shared with."""
    press(program, "tab", "right", "right", "tab")
    program.frame([Text(deals.share_code("1204", remake=remake).lower())], 1 / 60)
    press(program, "enter")
    assert deal_of(program) == ("1204", "remake" if remake else "web")


def test_numbers_and_cards_leave_the_rules_as_chosen() -> None:
    """Only a share code fixes the rule set."""
    assert dealing.rules_of("1204") == {}
    assert dealing.rules_of(" ".join(map(str, deals.FULL_DECK))) == {}


def test_the_code_is_copied(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's menu puts the share code into the clipboard and says so."""
    clipboard: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", clipboard.append)
    match = host.begin(program.kit.store, ID, "1204", {"rules": "remake"})
    menu = Pause(program.kit, match, program.routes)
    menu.lay_out()
    menu._copy()
    assert clipboard == [deals.share_code("1204", remake=True)]
    assert deals.shared(clipboard[0]) == deals.Shared("1204", remake=True)


def test_what_is_not_labelled_has_no_difficulty() -> None:
    """High numbers, typed orders and other games are not graded."""
    for options in ({}, {"rules": REMAKE}):
        assert dealing.difficulty(ID, "999999", options) is None
        assert dealing.difficulty(ID, " ".join(map(str, deals.FULL_DECK)), options) is None
        assert dealing.difficulty("another", "1", options) is None
        assert dealing.labels("another", options) == b""
        assert not dealing.graded("another", options)
        assert dealing.next_of("another", deals.Difficulty.EASY, 1, options) is None


def test_rule_sets_have_difficulties_of_their_own() -> None:
    """The same number may be hard by one and easy by the other."""
    web, remake = [[dealing.difficulty(ID, str(n), {"rules": r}) for n in range(1, 101)] for r in (WEB, REMAKE)]
    assert None not in web + remake
    assert web != remake
