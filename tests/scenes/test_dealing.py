"""Choosing a deal: by chance and difficulty, of the day, by a code; and handing it on."""

from pathlib import Path
from typing import NoReturn

import pygame
import pytest

from game.core import OptionValue
from game.deck_defence import deals
from game.deck_defence.public import ID, REMAKE, WEB
from game.kanu import card_set as kanu
from scenes import calendar, host
from scenes.app import Program, Start
from scenes.inputs import Key, Press, Release, Text
from scenes.pages import dealing
from scenes.pages.card_sets import CardSets
from scenes.pages.controls import Button, Choice
from scenes.pages.menu import Shelf
from scenes.pages.pause import Pause
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Prefer, Push
from scenes.seating import Sitting
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


@pytest.fixture
def store(screen: pygame.Surface, tmp_path: Path) -> Store:
    """Give a store of its own."""
    return Store(tmp_path)


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
    menu = Pause(program.kit, match, program.routes, match.chair.concede)
    menu.lay_out()
    menu._copy()
    assert clipboard == [deals.share_code("1204", remake=True)]
    assert deals.shared(clipboard[0]) == deals.Shared("1204", remake=True)


def test_a_clipboard_that_takes_nothing_is_told(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The button says that copying failed; it would have ended the program."""

    def refuse(_text: str) -> NoReturn:
        raise pygame.error("the clipboard belongs to nobody")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    match = host.begin(program.kit.store, ID, "1204", {})
    program.obey(Push(Pause(program.kit, match, program.routes, match.chair.concede)))
    menu = program.stack[-1]
    assert isinstance(menu, Pause)

    def button(label: str) -> Button:
        return next(one for one in menu._controls.all if isinstance(one, Button) and one.label == label)

    for label in ("Copy share code", "Copying failed"):
        program.frame([Press(button(label).rect.center), Release(button(label).rect.center)], 1 / 60)
    monkeypatch.setattr(pygame.scrap, "put_text", lambda _text: None)
    button("Copying failed").on()
    assert button("Copied").enabled


def test_other_games_have_no_share_codes(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the menu of Kan'u copies is the number, which can be typed there again."""
    clipboard: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", clipboard.append)
    sitting = Sitting.of(("Aoi", "Ben", "Chie"), (0, 1, 2), "table", 1)
    options = CardSets(program.kit, kanu.ID, lambda: None).options()
    match = host.begin(program.kit.store, kanu.ID, "326", options, sitting)
    menu = Pause(program.kit, match, program.routes, match.chair.concede)
    menu.lay_out()
    menu._copy()
    assert clipboard == ["326"]
    assert dealing.normal(kanu.ID, clipboard[0]) == "326"


@pytest.mark.parametrize("remake", [False, True])
def test_a_share_code_on_the_command_line_brings_its_rules(store: Store, remake: bool) -> None:
    """It stands for the deal and the rule set, whatever was played last; the deal is kept in its one spelling."""
    last = Preferences().with_options(ID, {"rules": WEB if remake else REMAKE})
    program = Program(store, last, Start(game=ID, deal=deals.share_code("1204", remake=remake).lower()))
    assert deal_of(program) == ("1204", "remake" if remake else "web")


@pytest.mark.parametrize("deal", [None, "7"])
def test_a_kept_game_is_not_replaced_unasked(store: Store, deal: str | None) -> None:
    """Started for a new game, the program asks first where another one goes on."""
    kept = host.begin(store, ID, "1204", {})
    kept.chair.submit(kept.chair.view().legal[0])
    program = Program(store, Preferences(), Start(game=ID, deal=deal))
    assert [type(scene) for scene in program.stack] == [Shelf, SetUp]
    again = host.resume(store)
    assert again is not None
    assert (again.deal, again.chair.standing().actions) == ("1204", 1)


def test_a_kept_game_of_no_action_is_replaced_at_once(store: Store) -> None:
    """Nothing is lost with it, so nothing is asked."""
    host.begin(store, ID, "1204", {})
    assert deal_of(Program(store, Preferences(), Start(game=ID, deal="7"))) == ("7", WEB)


@pytest.mark.parametrize("options", [{"foo": 1}, {"rules": "nonsense"}, {"open_discards": 7}])
def test_an_option_that_no_game_has_starts_no_less(store: Store, options: dict[str, OptionValue]) -> None:
    """What an edited or old file says of the rules gives way to the default, on the command line as at set-up."""
    program = Program(store, Preferences().with_options(ID, options), Start(game=ID, deal="7"))
    assert deal_of(program) == ("7", WEB)


@pytest.mark.parametrize(("deal", "number"), [("0" * 5000 + "7", "7"), ("²", "2"), ("", None), ("x", None)])
def test_a_deal_in_a_strange_spelling_is_as_hard_as_its_number(deal: str, number: str | None) -> None:
    """However it got into a record, nothing is raised."""
    hard = None if number is None else dealing.difficulty(ID, number, {})
    assert (hard is None) == (number is None)
    assert dealing.difficulty(ID, deal, {}) == hard


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
