"""The program as a whole, on a screen that nobody sees: from scene to scene, sizes, languages, problems, sleep."""

import dataclasses
import errno
import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.catalogue import GAMES
from game.core import Reason
from scenes import host, waiting, window
from scenes.app import Program, Start
from scenes.desk import NOTHING
from scenes.files import Files
from scenes.inputs import Exposed, Focus, Input, Key, KeyUp, Motion, Moved, Point, Press, Quit, Release, Resized
from scenes.pages.controls import Button
from scenes.pages.menu import Shelf
from scenes.pages.notice import Notice
from scenes.pages.pause import Pause
from scenes.pages.rules import RulesPage
from scenes.pages.settings import Settings
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Back, Home, Push
from scenes.store import Store
from scenes.table.table import TableScene

DEAL = Start("deck-defence", "1204")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store on an empty folder."""
    store = Store(tmp_path / "data")
    yield store
    store.close()


@pytest.fixture
def program(screen: pygame.Surface, store: Store) -> Program:
    """Start the program with the shelf, in English."""
    return Program(store, Preferences(language="en"), Start())


def keys(program: Program, *names: str) -> None:
    """Press keys, one a frame."""
    for name in names:
        program.frame([Key(name)], 1 / 60)


def let_pass(program: Program, seconds: float) -> bool:
    """Let time pass in frames; return whether something still moves."""
    moving = True
    for _ in range(round(seconds * 60)):
        moving = program.frame([], 1 / 60)
    return moving


def upper(program: Program) -> object:
    """Return the uppermost scene."""
    return program.stack[-1]


def test_f1_on_the_shelf_leads_to_the_rules_of_the_game_that_is_meant(program: Program) -> None:
    """Of the box or the button under the pointer; else of the first."""

    def read() -> str:
        program.frame([Key("f1")], 0.02)
        rules = program.stack[-1]
        assert isinstance(rules, RulesPage)
        program.frame([Key("escape")], 0.02)
        return rules._game

    shelf = program.stack[0]
    assert isinstance(shelf, Shelf)
    assert read() == "deck-defence"
    for control, game in list(shelf._of):
        program.frame([Motion(control.rect.center)], 0.02)
        assert read() == game
    assert {game for _, game in shelf._of} == set(GAMES)


def test_from_the_shelf_to_a_table_by_enter(program: Program) -> None:
    """Enter on the shelf leads to the set-up, Enter there to a table with a deal of its own."""
    assert isinstance(upper(program), Shelf)
    keys(program, "enter")
    assert isinstance(upper(program), SetUp)
    keys(program, "enter")
    table = upper(program)
    assert isinstance(table, TableScene)
    assert 1 <= int(table.match.deal) <= 999_999


def test_a_key_held_down_leads_no_further_than_one_page(program: Program) -> None:
    """Enter held for half a second on the shelf went through the set-up and dealt a game that nobody had set up."""
    program.frame([Key("enter")], 1 / 60)
    for _ in range(9):
        program.frame([Key("enter", repeated=True)], 0.045)
    assert isinstance(upper(program), SetUp)
    program.frame([KeyUp("enter")], 1 / 60)
    program.frame([Key("tab")], 1 / 60)
    page = upper(program)
    assert isinstance(page, SetUp)
    before = page._controls.focus
    program.frame([Key("tab", repeated=True)], 1 / 60)
    assert page._controls.focus != before
    keys(program, "enter", "escape")
    assert not isinstance(upper(program), TableScene)


def test_the_deal_ends_and_then_nothing_moves(screen: pygame.Surface, store: Store) -> None:
    """After the shuffle the program comes to rest: nothing is drawn any more, and the loop may sleep."""
    program = Program(store, Preferences(), DEAL)
    assert program.frame([], 0.0)
    assert not let_pass(program, 4)
    before = pygame.image.tobytes(screen, "RGB")
    program.frame([], 1 / 60)
    assert pygame.image.tobytes(screen, "RGB") == before


def test_giving_up_leads_to_the_result_and_home(screen: pygame.Surface, store: Store) -> None:
    """After the end the result comes by itself; from there the shelf has nothing to continue."""
    program = Program(store, Preferences(language="en"), DEAL)
    let_pass(program, 3)
    table = upper(program)
    assert isinstance(table, TableScene)
    table.concede()
    let_pass(program, 2)
    assert [type(scene).__name__ for scene in program.stack] == ["TableScene", "Result"]
    program.obey(Push(program.routes.shelf()))
    assert store.load_record() is None


def click(program: Program, pos: Point) -> None:
    """Press and let go somewhere."""
    program.frame([Motion(pos), Press(pos)], 1 / 60)
    program.frame([Release(pos)], 1 / 60)


def give_up_by_menu(program: Program) -> None:
    """Click the table's button "menu", there "Give up", and yes."""
    table = upper(program)
    assert isinstance(table, TableScene)
    click(program, table._panels._buttons["menu"].rect.center)
    for dialog, label in ((Pause, "pause.give_up"), (Notice, "pause.give_up_yes")):
        page = upper(program)
        assert isinstance(page, dialog)
        program.frame([], 1 / 60)
        named = (one for one in page._controls.all if isinstance(one, Button))
        click(program, next(one for one in named if one.label == program.kit.words(label)).rect.center)


def test_giving_up_from_the_menu_is_told_each_time(screen: pygame.Surface, store: Store) -> None:
    """Taken back and given up again, the game would be over with no result, and its hint button would stay."""
    program = Program(store, Preferences(language="en", speed="off", tell_lost=False), DEAL)
    let_pass(program, 1)
    table = upper(program)
    assert isinstance(table, TableScene)
    for _ in range(2):
        give_up_by_menu(program)
        let_pass(program, 2)
        assert [type(scene).__name__ for scene in program.stack] == ["TableScene", "Result"]
        assert "hint" not in table._panels._buttons
        keys(program, "escape", "ctrl+z")
        let_pass(program, 1)
        assert table.match.chair.standing().outcome is None
        assert "hint" in table._panels._buttons


def test_giving_up_from_the_menu_leaves_nothing_to_give_up(screen: pygame.Surface, store: Store) -> None:
    """The strip of a lost game stood there until the result came; a second "Give up" on it ended the program.

    What was chosen is let go, as it is when the strip's own button gives the game up.
    """
    program = Program(store, Preferences(language="en", speed="off"), DEAL)
    let_pass(program, 1)
    table = upper(program)
    assert isinstance(table, TableScene)
    keys(program, "1")
    table._advice.lost.reason, table._advice.lost.open = Reason.of("deck-defence.proof.no_path"), True
    table._choosing.refresh()
    place = table._panels._buttons["concede"].rect.center
    assert not table._choosing.idle
    give_up_by_menu(program)
    assert table._choosing.selection == NOTHING
    assert "concede" not in table._panels._buttons
    click(program, place)
    let_pass(program, 2)
    assert [type(scene).__name__ for scene in program.stack] == ["TableScene", "Result"]


def test_a_table_left_is_offered_again(screen: pygame.Surface, store: Store) -> None:
    """What was played is there at the next start, at the same position, log included."""
    program = Program(store, Preferences(), DEAL)
    let_pass(program, 3)
    keys(program, "1", "1")
    keys(program, "1", "2")
    table = upper(program)
    assert isinstance(table, TableScene)
    left = table.match.chair.view()
    again = Program(store, Preferences(), Start())
    keys(again, "enter")
    let_pass(again, 1)
    resumed = upper(again)
    assert isinstance(resumed, TableScene)
    assert resumed.match.chair.view() == left
    assert resumed.match.chair.standing().actions == table.match.chair.standing().actions > 0


def test_a_scene_that_was_left_is_let_go(screen: pygame.Surface, store: Store) -> None:
    """Whatever was pressed, typed or touched on it: its pictures are large."""
    program = Program(store, Preferences(), Start())
    page = RulesPage(program.kit, "kanu", None)
    left = weakref.ref(page)
    program.obey(Push(page))
    del page
    let_pass(program, 0.1)
    program.frame([Key("end"), Press((5, 5), touch=True)], 1 / 60)
    program.obey(Back())
    let_pass(program, 0.1)
    gc.collect()
    assert left() is None


def test_a_game_on_which_the_program_fails_stops_no_start(
    screen: pygame.Surface, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept aside, told of and written down; else the same fault would come at every start."""
    let_pass(Program(store, Preferences(), DEAL), 3)

    def fails(*_arguments: object, **_named: object) -> object:
        raise ZeroDivisionError("with a card in its words")

    monkeypatch.setattr(host, "lay_again", fails)
    program = Program(store, Preferences(), Start())
    assert [type(scene) for scene in program.stack] == [Shelf, Notice]
    assert store.folder is not None
    assert {path.name for path in store.folder.glob("table*")} == {"table.tefuda.bad-1"}
    log = (store.folder / "tefuda.log").read_text("utf-8")
    assert "ZeroDivisionError" in log
    assert "scenes/host.py" in log
    assert "its words" not in log


def be_second(folder: Path) -> Store:
    """Return the store of a second copy of the program."""
    first = Store(folder)
    first.load_preferences()
    second = Store(folder)
    second.load_preferences()
    first.close()
    return second


def be_full(folder: Path) -> Store:
    """Return a store whose disk takes no game, though it has room for the settings."""

    def write(fd: int, data: bytes) -> None:
        if b"sealed" in data:
            raise OSError(errno.ENOSPC, "full")
        Files().write(fd, data)

    return Store(folder, dataclasses.replace(Files(), write=write))


@pytest.mark.parametrize("unkept", [be_full, be_second])
def test_a_table_left_is_offered_though_it_is_not_saved(
    unkept: Callable[[Path], Store], screen: pygame.Surface, tmp_path: Path
) -> None:
    """It is lost when the program ends, as the menu says; from the shelf too, actions or the whole game were gone."""
    store = unkept(tmp_path)
    preferences = Preferences(language="en", speed="off")
    program = Program(store, preferences, DEAL)
    let_pass(program, 1)
    keys(program, *["escape"] * (len(program.stack) - 1))
    table = upper(program)
    assert isinstance(table, TableScene)
    for _ in range(4):
        table._choosing.follow(table.match.chair.view().legal[0])
    let_pass(program, 1)
    keys(program, *["escape"] * (len(program.stack) - 1))
    assert not store.is_keeping()
    store.save_preferences(preferences)  # which may well be kept
    store.settle()
    assert not store.is_keeping()
    program.obey(Home(program.routes.shelf()))
    keys(program, "enter")
    resumed = upper(program)
    assert isinstance(resumed, TableScene)
    assert resumed.match.chair.standing().actions == 4
    assert resumed.match.chair.view() == table.match.chair.view()
    store.close()
    left = Store(tmp_path)
    assert left.load_record() is None
    left.close()


@pytest.mark.parametrize("size", [(800, 600), (1920, 1080), (720, 1280)])
def test_resizing_lays_everything_out_anew(size: tuple[int, int], screen: pygame.Surface, store: Store) -> None:
    """At any size, also in mid-deal and with a dialog open, the whole window is painted and the size is kept."""
    program = Program(store, Preferences(), DEAL)
    program.frame([], 0.1)
    keys(program, "escape")
    window = pygame.display.set_mode(size)
    program.frame([Resized(size)], 1 / 60)
    assert program.kit.metrics.size == size
    assert all(window.get_at(corner)[:3] != (0, 0, 0) for corner in ((0, 0), (size[0] - 1, size[1] - 1)))
    assert program.kit.preferences.window == size


def test_what_is_covered_is_laid_out_when_it_is_seen_again(program: Program) -> None:
    """A page below another takes the new size once the upper one has gone."""
    program.obey(Push(Settings(program.kit)))
    pygame.display.set_mode((1024, 700))
    program.frame([Resized((1024, 700))], 1 / 60)
    keys(program, "escape")
    assert isinstance(upper(program), Shelf)
    assert program.picture()[0][0].get_size() == (1024, 700)


@pytest.mark.parametrize("change", [Resized((1024, 700)), Key("f11"), None], ids=repr)
def test_what_was_covered_while_sizes_changed_is_left_all_the_same(
    change: Input | None, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review or a table below another page would think on for minutes beside the game that came in its place."""
    left: list[TableScene] = []

    def leave(scene: TableScene) -> None:
        left.append(scene)

    monkeypatch.setattr(TableScene, "leave", leave)
    match = host.begin(program.kit.store, "deck-defence", "1204", {})
    table = program.routes.table(match)
    program.obey(Home(table))
    program.obey(Push(Settings(program.kit)))
    if change is not None:
        program.frame([change], 1 / 60)
    assert left == []
    program.obey(Home(program.routes.shelf()))
    assert left == [table]
    program.obey(Push(Settings(program.kit)))
    assert left == [table]


def test_the_language_changes_in_the_running_game(screen: pygame.Surface, store: Store) -> None:
    """Chosen in the settings, the language holds at once for the table below and for the title."""
    program = Program(store, Preferences(language="en"), DEAL)
    let_pass(program, 3)
    assert pygame.display.get_caption()[0] == "Deck Defence - Tefuda"
    program.obey(Push(Settings(program.kit)))
    keys(program, "tab", "left")
    assert program.kit.words.language == "ja"
    keys(program, "escape")
    program.frame([], 1 / 60)
    assert pygame.display.get_caption()[0] == "Deck Defence - 手札"
    assert store.load_preferences().language == "ja"


def test_the_command_line_names_the_language(screen: pygame.Surface, store: Store) -> None:
    """`--language` goes before the preferences, and does not change them."""
    program = Program(store, Preferences(language="ja"), Start(language="en"))
    assert program.kit.words.language == "en"
    assert program.kit.preferences.language == "ja"


def test_the_system_names_the_language(screen: pygame.Surface, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """With "auto" the system's locale decides, English where it is none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for locale, language in (("ja_JP.UTF-8", "ja"), ("en_GB.UTF-8", "en"), ("C", "en"), ("fr_FR", "en")):
        monkeypatch.setenv("LC_ALL", locale)
        assert Program(store, Preferences(), Start()).kit.words.language == language


def test_problems_are_told_one_by_one(screen: pygame.Surface, tmp_path: Path) -> None:
    """What the store could not do is a dialog over whatever is shown; closed, the program goes on."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.json").write_bytes(b"\x00")
    (folder / "table.tefuda").write_bytes(b"torn")
    store = Store(folder)
    program = Program(store, store.load_preferences(), Start(language="en"))
    assert [type(scene) for scene in program.stack] == [Shelf, Notice, Notice]
    keys(program, "enter", "escape")
    assert [type(scene) for scene in program.stack] == [Shelf]
    store.close()


def test_a_problem_in_a_quiet_moment_is_shown_at_once(
    program: Program, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure of the writer thread needs no input to be seen."""
    program.frame([], 1 / 60)
    problem = Reason.of("store.cannot_forget", path="x", cause=Reason.of("store.cause.io"))
    monkeypatch.setattr(store, "take_problems", iter([[problem], [], []]).__next__)
    shown = len(program.picture())
    program.frame([], 1 / 60)
    assert isinstance(upper(program), Notice)
    assert len(program.picture()) > shown


@pytest.mark.parametrize("event", [Focus(here=False), Focus(here=True), Exposed()])
def test_a_window_that_lost_its_picture_is_painted(event: Input, screen: pygame.Surface, program: Program) -> None:
    """After focus changes and exposure the whole picture is there again."""
    program.frame([], 1 / 60)
    before = pygame.image.tobytes(screen, "RGB")
    screen.fill((255, 0, 0))
    program.frame([event], 1 / 60)
    assert pygame.image.tobytes(screen, "RGB") == before


def test_closing_the_window_ends_the_program(program: Program) -> None:
    """The close button ends it without a question: everything is kept already."""
    program.frame([Quit(), Key("enter")], 1 / 60)
    assert not program.running


def test_full_screen_and_back(program: Program) -> None:
    """F11 makes the window as large as the screen, F11 again gives it the size it had."""
    keys(program, "f11")
    assert program.kit.metrics.size == pygame.display.get_desktop_sizes()[0]
    keys(program, "f11")
    assert pygame.display.get_window_size() == program.kit.metrics.size
    assert program.kit.store.load_preferences().full_screen is False


@pytest.mark.parametrize(
    ("wanted", "expected"), [((100_000, 90_000), None), ((10, 10), (640, 480)), ((800, 600), (800, 600))]
)
def test_a_window_fits_the_screen(
    wanted: tuple[int, int], expected: tuple[int, int] | None, screen: pygame.Surface
) -> None:
    """A kept size larger than today's screen, or absurdly small, is brought into reason."""
    window.set_mode(Preferences(window=wanted))
    assert pygame.display.get_window_size() == (expected or pygame.display.get_desktop_sizes()[0])


@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ((0, 0), True),
        ((-900, 40), True),
        ((2900, 500), True),
        ((3200, 0), False),
        ((-1000, 0), False),
        ((0, -30), False),
        ((0, 990), False),
        ((9000, 9000), False),
    ],
    ids=str,
)
def test_a_window_lies_where_it_can_be_reached(place: tuple[int, int], reached: bool) -> None:
    """A place on a screen that is gone, or above the edge, is left to the system."""
    assert window.can_be_reached(place, (1000, 700), [(1920, 1080), (1280, 720)]) is reached


def test_a_window_comes_back_where_it_was(screen: pygame.Surface, program: Program) -> None:
    """It is moved, the place is kept once it rests, and the next window opens there; not where nothing shows it."""
    program.frame([Moved((61, 47))], 1 / 60)
    pygame.event.post(pygame.Event(pygame.QUIT))
    program.loop()
    kept = program.kit.store.load_preferences()
    assert kept.place == (61, 47)
    window.set_mode(kept)
    assert pygame.display.get_window_position() == (61, 47)
    window.set_mode(Preferences(place=(9999, 0)))
    assert pygame.display.get_window_position()[0] < 9999
    keys(program, "f11")
    program.frame([Moved((0, 0))], 1 / 60)
    assert program.kit.preferences.place == (61, 47)


def test_text_input_is_on_only_where_text_is_typed(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The input method would swallow the table's keys, so it is let in only for a field."""
    heard: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: heard.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: heard.append("off"))
    program.frame([Exposed()], 1 / 60)
    keys(program, "enter")
    page = upper(program)
    assert isinstance(page, SetUp)
    keys(program, "tab", "right", "right", "tab")
    assert page.typing
    keys(program, "escape")
    assert heard == ["off", "on", "off"]


def test_sleep_needs_a_window_system(screen: pygame.Surface) -> None:
    """With the dummy driver SDL's wait would poll, so there is none and the loop polls slowly itself."""
    assert waiting.sleeper() is None


def test_the_loop_runs_until_it_is_closed(program: Program) -> None:
    """The real loop takes real events from pygame's queue and ends with the window."""
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, scancode=pygame.KSCAN_RETURN))
    pygame.event.post(pygame.Event(pygame.QUIT))
    program.loop()
    assert not program.running
    assert isinstance(upper(program), SetUp)


def test_the_screen_saver_is_left_alone() -> None:
    """SDL keeps it off while a window is open, unless it is told otherwise before that."""
    text = "from scenes import preferences, window; window.open_window(preferences.Preferences()); import pygame; "
    text += "print(pygame.display.get_allow_screensaver())"
    variables = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", text], cwd=root, env=variables, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "True"
