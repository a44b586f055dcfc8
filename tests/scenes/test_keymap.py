"""Keys chosen anew: what a pressed key means then, the page on which they are chosen, and the words that name them."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import keymap
from scenes.app import Program, Start
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Press, Text
from scenes.keymap import COMMANDS, FIXED, Keyboard
from scenes.pages.controls import Button, Field
from scenes.pages.key_page import KeyPage
from scenes.pages.rules import RulesPage
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Back, Kit, Prefer, Push
from scenes.store import Store
from scenes.table.table import TableScene
from scenes.words import LANGUAGES, Words
from tests.scenes.test_pages import press, texts_of

KEYS = sorted({*COMMANDS.values(), "g", "f5", "ctrl+u", "shift+q", "ctrl+shift+[", "alt+-", "print screen"})
choices = st.lists(st.tuples(st.sampled_from(sorted(COMMANDS)), st.sampled_from(KEYS)), max_size=6)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store on an empty folder."""
    store = Store(tmp_path)
    yield store
    store.close()


@pytest.fixture
def kit(store: Store, screen: pygame.Surface) -> Kit:
    """Give a kit in English at 1280 x 720."""
    return Kit(Words("en"), Painter(), Metrics(screen.get_size()), Preferences(language="en"), store)


def through(*events: Input, keys: dict[str, str], typing: bool = False) -> list[Input | None]:
    """Return what scenes get of some inputs."""
    keyboard = Keyboard()
    return [keyboard.translated(event, keys, typing=typing, listening=False) for event in events]


def upper(program: Program) -> object:
    """Return the uppermost scene."""
    return program.stack[-1]


def asks(page: KeyPage) -> bool:
    """Whether the page waits for a key."""
    return page.listening


def test_first_keys_are_usable_and_differ() -> None:
    """Nobody has to choose before playing."""
    assert len({*COMMANDS.values()}) == len(COMMANDS)
    assert all(keymap.usable(key) for key in COMMANDS.values())


@given(choices)
def test_however_keys_are_chosen_each_command_has_one_of_its_own(made: list[tuple[str, str]]) -> None:
    """A key that another command had is swapped for the old one; the last choice always holds."""
    keys: dict[str, str] = {}
    for command, key in made:
        before = keymap.in_force(keys)
        keys, loser = keymap.chosen(keys, command, key)
        now = keymap.in_force(keys)
        assert now[command] == key
        assert len({*now.values()}) == len(COMMANDS)
        assert loser == next((one for one, had in before.items() if had == key and one != command), None)
        if loser is not None:
            assert now[loser] == before[command]
    now = keymap.in_force(keys)
    meant = [keymap.meaning(keys, key) for key in now.values()]
    assert meant == list(COMMANDS.values())
    assert all(keymap.meaning(keys, key) is None for key in {*COMMANDS.values()} - {*now.values()})
    assert all(keymap.meaning(keys, key) == key for key in FIXED)


@pytest.mark.parametrize(
    "name", ["enter", "tab", "shift+tab", "4", "left", "left shift", "shift+left shift", "", "caps lock", "H", "ctrl+a"]
)
def test_some_keys_no_command_can_have(name: str) -> None:
    """Those that always mean the same, those held with others, and those that are none."""
    assert not keymap.usable(name)


@pytest.mark.parametrize(
    ("name", "cap"),
    [
        ("h", "H"),
        ("ctrl+z", "Ctrl+Z"),
        ("ctrl+alt+shift++", "Ctrl+Alt+Shift++"),
        ("f11", "F11"),
        ("print screen", "Print\u00a0Screen"),
        ("space", "Space"),
        ("é", "É"),
        ("ctrl+ß", "Ctrl+ß"),
    ],
)
def test_what_a_key_is_called(name: str, cap: str) -> None:
    """As it stands on a keyboard, in one word."""
    assert keymap.cap(name) == cap


def test_a_new_key_means_what_the_old_one_did_and_the_old_one_nothing() -> None:
    """Scenes go on to know the first key."""
    assert through(Key("g"), Key("h"), Key("n"), keys={"hint": "g"}) == [Key("h"), None, Key("n")]
    assert through(Key("n"), Key("h"), keys={"hint": "n", "notes": "h"}) == [Key("h"), Key("n")]


def test_a_key_goes_up_as_what_it_went_down_as() -> None:
    """Holding the hand up works with any key, and letting go of a key without a command does nothing."""
    keys = {"look": "shift+v"}
    events = (Key("shift+left shift"), Key("shift+v"), KeyUp("left shift"), KeyUp("v"), Key("space"), KeyUp("space"))
    assert through(*events, keys=keys) == [events[0], Key("space"), events[2], KeyUp("space"), None, None]
    assert through(KeyUp("space"), keys=keys) == [KeyUp("space")]  # it went down before the window was there


def test_keys_that_type_are_left_alone_where_text_is_typed() -> None:
    """Letters go into the field; keys that write nothing do what they do elsewhere."""
    keys = {"rules": "r", "look": "f5", "hint": "f1"}
    typed = (Key("r"), Key("shift+r"), Key("space"), Text("r"))
    assert through(*typed, keys=keys, typing=True) == list(typed)
    assert through(Key("f1"), Key("f5"), keys=keys, typing=True) == [Key("h"), Key("space")]


# In the program


def test_the_whole_program_goes_by_the_keys_chosen(screen: pygame.Surface, store: Store) -> None:
    """Rules, menu, hint and full screen answer the new keys only; the settings file brings them back."""
    keys = {"rules": "r", "hint": "f1", "look": "g"}
    store.save_preferences(Preferences(language="en", keys=keys, speed="off"))
    program = Program(store, store.load_preferences(), Start("deck-defence", "1204"))
    program.frame([Key("h")], 1.0)
    table = program.stack[-1]
    assert isinstance(table, TableScene)
    program.frame([Key("f1")], 1 / 60)
    assert table.match.chair.standing().hints == 1
    program.frame([Key("r")], 1 / 60)
    assert isinstance(upper(program), RulesPage)


def test_a_typed_deal_is_not_translated(screen: pygame.Surface, store: Store) -> None:
    """Whatever command has the letter S, it goes into the field."""
    program = Program(store, Preferences(language="en", keys={"rules": "s"}), Start())
    page = SetUp(program.kit, "deck-defence", False, lambda _match: program.routes.shelf())
    program.obey(Push(page))
    program.frame([Key("s")], 1 / 60)
    assert isinstance(upper(program), RulesPage)
    program.frame([Key("s")], 1 / 60)
    program.frame([Key("tab"), Key("right"), Key("right")], 1 / 60)
    (field,) = [control for control in page._controls.all if isinstance(control, Field)]
    page._controls.lead_to(field)
    program.frame([Key("s"), Text("S")], 1 / 60)
    assert upper(program) is page
    assert field.value == "S"


def test_a_key_is_chosen_in_the_program(screen: pygame.Surface, store: Store) -> None:
    """Enter on a command, then a key that another command has: both are told, both hold at once, both are kept."""
    program = Program(store, Preferences(language="en"), Start())
    page = KeyPage(program.kit)
    program.obey(Push(page))
    program.frame([Key("tab"), Key("enter")], 1 / 60)
    assert asks(page)
    program.frame([Key("f11")], 1 / 60)  # chosen, not obeyed
    assert not asks(page)
    assert program.kit.preferences.keys == {"hint": "f11", "full_screen": "h"}
    assert not program.kit.preferences.full_screen
    assert store.load_preferences().keys == {"hint": "f11", "full_screen": "h"}
    assert program.kit.words.key("hint") == "F11"


# The page


def opened(kit: Kit) -> KeyPage:
    """Return the page, laid out."""
    page = KeyPage(kit)
    page.lay_out()
    return page


def button(page: KeyPage, label: str) -> Button:
    """Return the button with a label."""
    return next(one for one in page._controls.all if isinstance(one, Button) and one.label == label)


def test_a_swap_is_told_at_both_commands(kit: Kit) -> None:
    """Who had the key, and what it has now."""
    page = opened(kit)
    press(page, button(page, "H"))
    command = page.handle(Key("ctrl+z"))
    assert isinstance(command, Prefer)
    assert command.preferences == dataclasses.replace(kit.preferences, keys={"hint": "ctrl+z", "undo": "h"})
    kit.words = Words("en", command.preferences.keys)
    said = texts_of(kit.painter)
    page.lay_out()
    page.paint()
    assert "Ctrl+Z belonged to “Undo”, which now has H." in said.values()
    assert "Now has H, because Ctrl+Z was given away." in said.values()


def test_what_cannot_be_used_is_told_and_asked_again(kit: Kit) -> None:
    """A key that always means the same, one that is no command's; a modifier alone waits for the rest."""
    page = opened(kit)
    press(page, button(page, "H"))
    said = texts_of(kit.painter)
    for name in ("enter", "caps lock", "ctrl+left ctrl"):
        assert page.handle(Key(name)) is None
        assert asks(page)
        page.paint()
    said_all = " ".join(said.values())
    assert "Enter always means the same." in said_all
    assert "This key cannot be used." in said_all
    assert isinstance(page.handle(Key("ctrl+u")), Prefer)


@pytest.mark.parametrize("event", [Key("escape"), Press((3, 3)), Focus(here=False)])
def test_asking_for_a_key_can_be_left(kit: Kit, event: Input) -> None:
    """Nothing has changed, the page is still there; the next Esc leads back."""
    page = opened(kit)
    press(page, button(page, "Ctrl+Y"))
    page.handle(Motion((2, 2)))
    assert asks(page)
    assert page.handle(event) is None
    assert not asks(page)
    assert button(page, "Ctrl+Y").enabled
    assert page.handle(Key("escape")) == Back()


def test_the_first_keys_come_back(kit: Kit) -> None:
    """The button is there to be pressed once something differs."""
    page = opened(kit)
    assert not button(page, "Back to the first keys").enabled
    kit.preferences = dataclasses.replace(kit.preferences, keys={"hint": "g"})
    kit.words = Words("en", {"hint": "g"})
    page.lay_out()
    command = press(page, button(page, "Back to the first keys"))
    assert isinstance(command, Prefer)
    assert command.preferences.keys == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_names_the_key_in_force(language: str) -> None:
    """No key that can be chosen stands in a locale file as such."""
    chosen = {command: f"ctrl+{letter}" for command, letter in zip(COMMANDS, "bdefgijklmopqrstuw", strict=False)}
    words, plain = Words(language, chosen), Words(language)
    assert words("setup.start") == plain("setup.start")
    for command, key in chosen.items():
        assert words.key(command) == keymap.cap(key)
    help_line = words("settings.full_screen_help")
    assert keymap.cap(chosen["full_screen"]) in help_line
    controls = words("deck-defence.rules.controls.text")
    for command in ("undo", "redo", "hint", "rules", "full_screen", "look", "statistics"):
        assert keymap.cap(chosen[command]) in controls
        assert f"& {keymap.cap(COMMANDS[command])} " not in controls
