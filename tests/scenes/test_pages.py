"""The pages and dialogs: usable by keyboard alone and by clicks alone, and readable in every window and text size."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NoReturn, Protocol, TypeVar

import pygame
import pytest

from game.catalogue import find as find_game
from game.core import Reason
from game.deck_defence.public import ID, decode
from game.haruhi.card_set import ID as HARUHI
from game.kanu.card_set import ID as KANU
from game.record import Record
from scenes import host
from scenes.after.ranking import Ranking
from scenes.after.result import Result
from scenes.after.review import Review
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Colour, Metrics
from scenes.host import Match
from scenes.inputs import Key, Motion, Press, Release, Text, Wheel
from scenes.pages import examples, licences, setup
from scenes.pages.about import About, LongText
from scenes.pages.book import Entry
from scenes.pages.controls import Button, Choice, Control, Field, Look
from scenes.pages.focus import Controls
from scenes.pages.key_page import KeyPage
from scenes.pages.links import Link
from scenes.pages.menu import Box, Placard, Shelf
from scenes.pages.notice import Notice
from scenes.pages.pause import Pause
from scenes.pages.rules import SECTIONS, RulesPage
from scenes.pages.scroll import Scroll
from scenes.pages.settings import Settings
from scenes.pages.setup import SetUp
from scenes.pages.stats import StatsPage
from scenes.preferences import Preferences, TextScale
from scenes.scene import Back, Command, Home, Kit, Leave, Prefer, Push, Scene
from scenes.store import Store
from scenes.words import Words
from tests.scenes import hands
from tests.scenes.past import NAMES, many, over, played, remember, seated
from tests.scenes.reviewing import Reviewing, let_think, reviewed

WON = (
    "F4 F1 W4 F1 F4 S2 F2 W3 F2 W4 W1 S2 F3 W1 S4 S3 W4 S1 W3 W3 S4 W2 F4 W2 F3 S3 F3 S3 S4 F2 S1 W1 W2 S1 F1 S2",
    " ".join(
        (
            "M1>O1 M3>O2 M3>O3 M1>H1 M2>H2 M3>H3 M1>H3 M3>H1 O1xH1H2H3 M1>O1 M3>H1 M1>H3 M3>H2 M2>H2 M2>H2 M3xH2H3",
            "M3>H1 H1? M1>H2=R3 M1>H3=R2 M3>H3=R1 O1xH1H2H3 M1>O1 O2xH2H3 M1>O2 M1>H3 M3>H2 M2xH2H3 M3>H2 O1xH2H3",
            "M1>H3 M1>O1 M1>H1 O2xH1H2 M1>H2 M1>H2 M3>H3 M2>H3 M2>H2 O3xH1H2H3 M3>H2 M2>H1 O1xH1H3",
        )
    ),
)
"""A deal and a way to win it."""

WINDOWS: list[tuple[tuple[int, int], TextScale]] = [
    ((1280, 720), 100),
    ((1280, 720), 200),
    ((1920, 1080), 150),
    ((800, 600), 80),
    ((800, 600), 200),
    ((720, 1280), 120),
    ((640, 480), 200),
]
SHORTENED = ("…",)


ControlT = TypeVar("ControlT")


class Page(Scene, Protocol):
    """A scene that this module is about: it keeps its controls together."""

    _controls: Controls


Written = dict[int, str]
"""What was written, by the surface it stands on."""


class Elsewhere(hands.Elsewhere):
    """What pages lead to: a table or shelf of nothing, remembering what it was opened for."""

    def __init__(self, match: Match | None = None) -> None:
        super().__init__()
        self.match = match


class Ways:
    """The program's answer to where the dialogs lead."""

    def table(self, match: Match) -> Scene:
        return Elsewhere(match)

    def curtain(self, match: Match) -> Scene:  # noqa: ARG002 - a protocol's
        return Elsewhere()

    def shelf(self) -> Scene:
        return Elsewhere()

    def statistics(self, *, running: bool) -> Scene:  # noqa: ARG002 - a protocol's
        return Elsewhere()

    def replay(self, record: Record, at: int = 0, *, running: bool) -> Scene:  # noqa: ARG002 - a protocol's
        return Elsewhere()

    def review(self, record: Record, *, running: bool) -> Scene:  # noqa: ARG002 - a protocol's
        return Elsewhere()

    def standing(self, match: Match) -> Reason:
        return Reason.of("table.repelled", count=len(match.chair.view().areas.repelled), total=9)


@pytest.fixture
def kit(tmp_path: Path, screen: pygame.Surface) -> Iterator[Kit]:
    """Give a kit in English at 1280 x 720, with a store of its own."""
    store = Store(tmp_path)
    yield Kit(Words("en"), Painter(), Metrics(screen.get_size()), Preferences(language="en"), store)
    store.close()


def menu(kit: Kit, match: Match) -> Pause:
    """Return the menu of a match whose table shows nothing."""
    return Pause(kit, match, Ways(), match.chair.concede)


def begun(kit: Kit, actions: int = 9) -> Match:
    """Return a match that some actions have been played in."""
    match = host.begin(kit.store, ID, "1204", {})
    choose = random.Random(4)
    for _ in range(actions):
        match.chair.submit(choose.choice(match.chair.view().legal))
    return match


def won(kit: Kit) -> Match:
    """Return a match that was won."""
    match = host.begin(kit.store, ID, WON[0], {})
    for action in WON[1].split():
        match.chair.submit(decode(action))
    return match


def lost(kit: Kit) -> Match:
    """Return a match that was given up after a few actions."""
    match = begun(kit, 3)
    match.chair.concede()
    return match


def typed(kit: Kit, text: str) -> SetUp:
    """Return the set-up page with a deal of one's own typed in."""
    page = SetUp(kit, ID, True, Ways().table)
    page.lay_out()
    page.handle(Key("tab"))
    page.handle(Key("right"))
    page.handle(Key("right"))
    press(page, find(page, Field))
    page.handle(Text(text))
    return page


def opened(section: str, game: str = ID) -> Callable[[Kit], Page]:
    """Return what opens the rules of a game at a section."""
    return lambda kit: RulesPage(kit, game, section)


def asked_for_a_key(kit: Kit) -> KeyPage:
    """Return the page of the keys, waiting for one."""
    page = KeyPage(kit)
    page.lay_out()
    page.handle(Key("tab"))
    page.handle(Key("enter"))
    return page


def past(_running: bool) -> Scene:
    """Return what the shelf leads to as the page about finished games."""
    return Elsewhere()


def stats(kit: Kit, count: int) -> StatsPage:
    """Return the page about so many finished games."""
    remember(kit.store, many(count))
    return StatsPage(kit, lambda _record: Elsewhere(), lambda _record: Elsewhere())


def stats_of_several(kit: Kit) -> StatsPage:
    """Return the page about games of three to six people, some of them with long names."""
    names = ("もじばけのこわいひとたち", "WWWWWWWWWWWW", *NAMES)
    games = [played(*(number % 7, 3, 12, 4, 5, 6)[: 3 + number % 4], names=names) for number in range(12)]
    remember(kit.store, [dataclasses.replace(one, match=f"k{at}") for at, one in enumerate(games)])
    return StatsPage(kit, lambda _record: Elsewhere(), lambda _record: Elsewhere())


def review(kit: Kit, *, done: bool) -> Review:
    """Return the review of a game that was won, thought out to its end or half-way."""
    kept = kit.store.record_of(won(kit).name)
    assert kept is not None
    desk = Reviewing(reviewed(kept.at if done else kept.at // 2, done=done), goes_on=not done)
    page = Review(kit, kept, lambda _match: desk, lambda _at: Elsewhere())
    page.lay_out()
    let_think(page, lambda: page.found is not None and page.thinking != done)
    return page


LAST = (9, 3, 11, 11, 0, 2)
"""What six people had at the end of a game."""

PAGES: dict[str, Callable[[Kit], Page]] = {
    "shelf": lambda kit: Shelf(kit, None, Ways().table, past),
    "shelf-continue": lambda kit: Shelf(kit, match := begun(kit), Ways().table, past, Ways().standing(match)),
    "setup": lambda kit: SetUp(kit, ID, False, Ways().table),
    "setup-typed": lambda kit: typed(kit, "S1 F3 X9"),
    "settings": Settings,
    "keys": KeyPage,
    "keys-asked": asked_for_a_key,
    "about": About,
    "about-part": lambda kit: About(kit, "pygame-ce 2.5.8"),
    "notice": lambda kit: Notice(
        kit,
        kit.words("setup.replace_ask"),
        [(kit.words("setup.replace_yes"), Leave), (kit.words("common.cancel"), Back)],
    ),
    "problem": lambda kit: Notice(
        kit,
        kit.words(
            "store.cannot_keep", cause=kit.words("store.cause.no_space"), path="/home/somebody/.local/share/Tefuda"
        ),
        [(kit.words("common.ok"), Back)],
    ),
    "pause": lambda kit: menu(kit, begun(kit)),
    "stats-empty": lambda kit: StatsPage(kit, lambda _record: Elsewhere()),
    "stats-one": lambda kit: stats(kit, 1),
    "review": lambda kit: review(kit, done=True),
    "review-half": lambda kit: review(kit, done=False),
    "stats": lambda kit: stats(kit, 40),
    "stats-several": stats_of_several,
    "won": lambda kit: Result(kit, won(kit), Ways()),
    "lost": lambda kit: Result(kit, lost(kit), Ways()),
    "ranking": lambda kit: Ranking(kit, over(seated(6, games=3), (0,) * 6, (1, 0, 0, 2, 0, 0), LAST), Ways()),
    **{f"rules-{section}": opened(section) for section in SECTIONS[ID]},
    **{f"rules-{game}-{section}": opened(section, game) for game in (KANU, HARUHI) for section in SECTIONS[game]},
}
SIMPLE = [name for name in PAGES if name == "rules-repel" or not name.startswith(("rules-", "keys-"))]
"""Without most sections of the rules, and without the page that takes every key as the one chosen."""


def made(kit: Kit, name: str) -> Page:
    """Return a page, laid out."""
    page = PAGES[name](kit)
    page.lay_out()
    page.update(60.0)
    return page


def find(page: Page, kind: type[ControlT], number: int = 0) -> ControlT:
    """Return a page's first control of a kind, or a later one."""
    return [control for control in page._controls.all if isinstance(control, kind)][number]


def labelled(page: Page, label: str) -> Button:
    """Return the button that says this."""
    return next(control for control in page._controls.all if isinstance(control, Button) and control.label == label)


def home(page: Page, control: Control) -> Scroll | None:
    """Return the scroll that a control lies on."""
    scrolls = (one for one in page._controls.all if isinstance(one, Scroll))
    return next((scroll for scroll in scrolls if any(control is inner for inner in scroll.inner)), None)


def bring_into_sight(page: Page, control: Control) -> None:
    """Turn the wheel until the middle of a control can be clicked."""
    scroll = home(page, control)
    if scroll is None:
        return
    page.handle(Motion(scroll.rect.center))
    for _ in range(300):
        if scroll.rect.top <= control.rect.centery < scroll.rect.bottom:
            return
        page.handle(Wheel(1 if control.rect.centery < scroll.rect.top else -1))
    raise AssertionError("the wheel does not reach the control")


def press(page: Page, control: Control, at: tuple[int, int] | None = None) -> Command | None:
    """Click a control, having brought it into sight by the wheel."""
    bring_into_sight(page, control)
    pos = at or control.rect.center
    page.handle(Press(pos))
    answer: Command | None = page.handle(Release(pos))
    return answer


def noting(painter: Painter, note: Callable[[str, int, pygame.Surface], None]) -> None:
    """Let the painter's type tell `note` of every text it writes, with its size and its surface."""
    write = painter.type.write

    def writing(text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        surface = write(text, size, colour, bold=bold)
        if text:
            note(text, size, surface)
        return surface

    painter.type.write = writing  # type: ignore[method-assign]


def texts_of(painter: Painter) -> Written:
    """Return what the painter's type writes from now on."""
    written: Written = {}
    alive: list[pygame.Surface] = []  # so that no other surface comes to lie where one of these was

    def note(text: str, _size: int, surface: pygame.Surface) -> None:
        written[id(surface)] = text
        alive.append(surface)

    noting(painter, note)
    return written


def pushed(command: Command | None) -> Page:
    """Return the page or question that a command lays over the present one."""
    assert isinstance(command, Push)
    assert isinstance(command.scene, Notice | SetUp | RulesPage | Settings)
    command.scene.lay_out()
    return command.scene


def at_table(command: Command | None) -> Match:
    """Return the match whose table a command leads to."""
    assert isinstance(command, Home)
    assert isinstance(command.scene, Elsewhere)
    assert command.scene.match is not None
    return command.scene.match


# Readable everywhere


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("size", "scale"), WINDOWS, ids=lambda value: str(value).strip("()").replace(", ", "x"))
def test_nothing_is_cut_off_and_nothing_overlaps(
    kit: Kit, language: str, size: tuple[int, int], scale: TextScale
) -> None:
    """All texts lie within the window or the scroll that shows them, within their controls, and clear of each other."""
    kit.words, kit.metrics = Words(language), Metrics(size, scale)
    kit.preferences = Preferences(text_scale=scale)
    written = texts_of(kit.painter)
    for name in PAGES:
        page = made(kit, name)
        picture = page.paint()
        window = pygame.Rect((0, 0), size)
        for rect, text in placed(picture, written):
            assert window.contains(rect), (name, text)
        scrolls = [control for control in page._controls.all if isinstance(control, Scroll)]
        for scroll in scrolls:
            check_content(name, scroll, written)
            assert window.contains(scroll.rect), name
        check_controls(name, page, written, kit)


def placed(paints: list[Paint], written: Written) -> list[tuple[pygame.Rect, str]]:
    """Return where texts stand in a picture."""
    return [(surface.get_rect(topleft=pos), written[id(surface)]) for surface, pos in paints if id(surface) in written]


def check_content(name: str, scroll: Scroll, written: Written) -> None:
    """Check the texts on a scroll against its width and height, against each other and against its controls."""
    texts = placed(scroll.content, written)
    whole = pygame.Rect(0, 0, scroll.rect.w, scroll.height)
    offset = (-scroll.rect.x, scroll.offset - scroll.rect.y)
    places = [control.rect.move(offset) for control in scroll.inner if not isinstance(control, Link)]
    for rect, text in texts:  # a link lies on the words that it links
        assert whole.contains(rect), (name, text, rect, whole)
        assert not text.endswith(SHORTENED), (name, text)
        assert rect.inflate(-4, -rect.h // 3).collidelist(places) < 0, (name, text)
    for (one, text), (other, other_text) in combinations(texts, 2):
        assert not one.inflate(-2, -one.h // 3).colliderect(other.inflate(-2, -other.h // 3)), (name, text, other_text)
    for first, second in combinations(places, 2):
        assert not first.colliderect(second), (name, first, second)
    for place in places:
        assert whole.contains(place), (name, place, whole)


def check_controls(name: str, page: Page, written: Written, kit: Kit) -> None:
    """Check that each control's texts lie within it, whole."""
    for control in page._controls.all:
        if isinstance(control, Scroll):
            continue
        look = Look(hovered=False, pressed=False, focused=True, pointer=(-1, -1))
        for rect, text in placed(control.paint(kit.painter, kit.metrics, look), written):
            assert control.rect.inflate(2, 2).contains(rect), (name, text, rect, control.rect)
            if not isinstance(control, Field):
                assert not text.endswith(SHORTENED), (name, text)


def test_the_largest_window_is_laid_out_too(kit: Kit) -> None:
    """At 3840 x 2160 everything grows with the window."""
    kit.metrics = Metrics((3840, 2160))
    written = texts_of(kit.painter)
    for name in ("shelf-continue", "setup-typed", "settings", "rules-controls", "won"):
        page = made(kit, name)
        for control in (one for one in page._controls.all if isinstance(one, Scroll)):
            check_content(name, control, written)
        check_controls(name, page, written, kit)


def test_texts_are_large_enough_to_be_read(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 1280 x 720 no sentence is smaller than 16 pixels, but for those on pictures of tables."""
    monkeypatch.setattr(examples, "picture", lambda *_: pygame.Surface((100, 50)))
    sizes: list[tuple[int, str]] = []

    def note(text: str, size: int, _surface: pygame.Surface) -> None:
        sizes.append((size, text))

    noting(kit.painter, note)
    for name in SIMPLE:
        made(kit, name).paint()
    letters = [entry for entry in sizes if entry[1] not in "剣火森1234"]  # on pictures of cards

    assert min(letters) >= (16, "")


# By keyboard alone, by clicks alone


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("size", [(1280, 720), (640, 480)], ids=["normal", "small"])
def test_the_keyboard_reaches_and_uses_everything(kit: Kit, name: str, size: tuple[int, int]) -> None:
    """Tab goes round all controls, each one in sight while it has the focus; Enter or an arrow key uses it."""
    kit.metrics = Metrics(size, 100 if size[0] > 700 else 200)
    page = made(kit, name)
    wanted = [control for control in page._controls.all if control.enabled and not isinstance(control, Scroll)]
    reached: list[Control] = []
    for _ in range(2 * len(page._controls.all)):
        page.handle(Key("tab"))
        control = page._controls.focused
        assert control is not None
        scroll = home(page, control)
        if scroll is not None:
            assert scroll.rect.top <= control.rect.centery <= scroll.rect.bottom, control
        reached.append(control)

    assert all(any(control is one for one in reached) for control in wanted)


@pytest.mark.parametrize("name", SIMPLE)
def test_every_control_answers_key_and_click_alike(kit: Kit, name: str) -> None:
    """What Enter does to a focused control a click does too."""
    page = made(kit, name)
    for number, control in enumerate(page._controls.all):
        if not control.enabled or not isinstance(control, Button | Box | Placard | Entry | Choice):
            continue
        used: list[object] = []
        control.on = lambda *given, used=used: used.append(given)
        if isinstance(control, Choice):
            part = control._parts()[(control.chosen + 1) % len(control.labels)]
            bring_into_sight(page, control)
            part = control._parts()[(control.chosen + 1) % len(control.labels)]
            press(page, control, part.center)
            assert len(used) == 1, (name, number)
        else:
            press(page, control)
            assert used == [()], (name, number)
        page._controls.focus, page._controls.focus_shown = number, True
        page.handle(Key("enter"))
        assert len(used) == 2, (name, number)


@pytest.mark.parametrize(
    ("name", "main"),
    [
        ("shelf", "New game"),
        ("setup", "Start"),
        ("notice", "Replace and start"),
        ("pause", "Back to the game"),
        ("won", "Next deal"),
        ("ranking", "Next game"),
    ],
)
def test_enter_means_the_main_button(kit: Kit, name: str, main: str) -> None:
    """With nothing focused Enter presses the one button that most people want."""
    page = made(kit, name)
    used: list[str] = []
    labelled(page, main).on = lambda: used.append(main)

    page.handle(Key("enter"))

    assert used == [main]


@pytest.mark.parametrize("name", [name for name in PAGES if not name.startswith(("shelf", "keys-"))])
def test_escape_leads_back(kit: Kit, name: str) -> None:
    """Esc leaves every page and closes every dialog, whatever has the focus."""
    page = made(kit, name)
    for _ in range(3):
        assert page.handle(Key("escape")) == Back()
        page.handle(Key("tab"))


def test_escape_does_not_end_the_program(kit: Kit) -> None:
    """The shelf is the ground floor."""
    assert made(kit, "shelf").handle(Key("escape")) is None


def test_a_click_beside_the_bar_turns_a_page_and_the_bar_can_be_dragged(kit: Kit) -> None:
    """A text that is too long can be read to its end without a wheel and without keys."""
    page = made(kit, "rules-controls")
    page.paint()
    scroll = next(control for control in page._controls.all if isinstance(control, Scroll) and control.furthest)
    press(page, scroll, (scroll.rect.right - 3, scroll.rect.bottom - 3))
    turned = scroll.offset
    assert turned > 0
    scroll.by(-scroll.height)

    page.handle(Press((scroll.rect.right - 3, scroll.rect.y + 3)))
    page.handle(Motion((scroll.rect.right - 3, scroll.rect.bottom + 200), held=True))
    page.handle(Release((scroll.rect.right - 3, scroll.rect.bottom + 200)))

    assert scroll.offset == scroll.furthest


def test_what_is_scrolled_away_cannot_be_clicked(kit: Kit) -> None:
    """A control outside its window does not answer."""
    kit.metrics = Metrics((640, 480), 200)
    page = made(kit, "settings")
    last = [control for control in page._controls.all if isinstance(control, Choice) and control.enabled][-1]

    assert home(page, last) is not None
    assert page._controls.at(last.rect.center) is not last


# Shelf


def test_a_box_and_its_button_set_up_a_game(kit: Kit) -> None:
    """Two clicks lead from the shelf to a new table."""
    shelf = made(kit, "shelf")
    page = pushed(press(shelf, find(shelf, Box)))
    match = at_table(press(page, labelled(page, "Start")))

    assert match.options == {spec.key: spec.default for spec in find_game(ID).options}


def test_continue_is_what_enter_does(kit: Kit) -> None:
    """Where a game is kept, the first thing is to go on with it."""
    match = begun(kit)
    shelf = Shelf(kit, match, Ways().table, past, Ways().standing(match))
    shelf.lay_out()

    assert at_table(shelf.handle(Key("enter"))) is match
    areas = [
        control.rect.w * control.rect.h for control in shelf._controls.all if isinstance(control, Placard | Button)
    ]
    assert isinstance(shelf._controls.all[1], Placard)
    assert areas[0] == max(areas)


def test_quit_leaves(kit: Kit) -> None:
    """The shelf is where the program is left."""
    shelf = made(kit, "shelf")

    assert press(shelf, labelled(shelf, "Quit")) == Leave()


# Set-up


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("0", "bad.deal_number"),
        ("hello", "bad.deal"),
        ("S1 F3", "bad.deal_count"),
        ("S1 X9", "bad.deal_card"),
        (" ".join(["S1"] * 36), "bad.deal_copies"),
    ],
)
def test_a_wrong_deal_is_told_while_it_is_typed(kit: Kit, text: str, key: str) -> None:
    """The reason stands under the field in words, and nothing can be started with it."""
    written = texts_of(kit.painter)
    page = typed(kit, text)
    page.paint()

    assert page.complaint is not None
    assert page.complaint.key == key
    assert kit.words.say(page.complaint)[:20] in " ".join(written.values())
    assert press(page, labelled(page, "Start")) is None


@pytest.mark.parametrize("text", ["１２０４", "1204", "  1204"], ids=["full-width", "plain", "spaces"])
def test_a_typed_number_is_dealt(kit: Kit, text: str) -> None:
    """Numbers are understood as they are typed in Japan."""
    page = typed(kit, text)
    question = pushed(press(page, labelled(page, "Start")))
    match = at_table(press(question, labelled(question, "Replace and start")))

    assert match.deal == "1204"


def test_cards_can_be_pasted(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole deal comes from the clipboard by one click, line ends and all."""
    monkeypatch.setattr(setup, "pasted", lambda: WON[0].replace(" ", "\n"))
    page = typed(kit, "12")
    press(page, labelled(page, "Paste"))

    assert page.complaint is None
    assert find(page, Field).value == WON[0]


@pytest.mark.parametrize(
    "fault", [pygame.error("no clipboard"), UnicodeDecodeError("utf-8", b"\xe9", 0, 1, "")], ids=repr
)
def test_what_cannot_be_read_from_the_clipboard_is_nothing(
    fault: Exception, kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program may leave bytes there that are no text: Ctrl+V and Paste would have ended the program."""

    def fail() -> NoReturn:
        raise fault

    monkeypatch.setattr(pygame.scrap, "has_text", lambda: True)
    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    page = typed(kit, "12")
    page.handle(Key("ctrl+v"))
    assert find(page, Field).value == "12"
    press(page, labelled(page, "Paste"))
    assert find(page, Field).value == "12"


def test_nothing_typed_is_told_at_the_start(kit: Kit) -> None:
    """An empty field is no error until somebody wants to begin with it."""
    page = typed(kit, "1")
    page.handle(Key("backspace"))
    assert page.complaint is None

    assert page.handle(Key("enter")) is None
    assert page.complaint == Reason.of("setup.deal_missing")


@pytest.mark.parametrize("name", ["", "Haru"])
def test_what_stops_the_start_is_brought_into_view(kit: Kit, name: str) -> None:
    """Without a number, or where two have the same name, the field with what is wrong below it gets the focus."""
    kit.metrics = Metrics((640, 480), 200)
    page = SetUp(kit, HARUHI, False, Ways().table)
    page.lay_out()
    assert page._seats is not None
    if name:
        page._seats._naming(0)(name)
    else:
        kinds = [choice for choice in page._controls.all if isinstance(choice, Choice)]
        next(one for one in kinds if kit.words("setup.deal_numbered") in one.labels).on(1)
    assert page._scroll is not None
    page._scroll.by(9999 if name else -9999)
    wrong = page._seats.last_name if name else page._field
    assert not page._scroll.rect.contains(wrong.rect)

    assert page._start() is None
    assert page._controls.focused is wrong
    assert page._scroll.rect.contains(wrong.rect)


def test_a_running_game_is_replaced_only_after_a_question(kit: Kit) -> None:
    """The question can be answered with no, by Esc as well, and Enter alone does not say yes."""
    page = SetUp(kit, ID, True, Ways().table)
    page.lay_out()
    question = pushed(page.handle(Key("enter")))

    assert question.handle(Key("escape")) == Back()
    assert question.handle(Key("enter")) == Back()
    assert kit.store.load_record() is None


def test_options_are_remembered_at_once(kit: Kit) -> None:
    """A rule option is kept with the settings, and is there at the next set-up."""
    page = made(kit, "setup")
    defaults = {spec.key: spec.default for spec in find_game(ID).options}
    last = [control for control in page._controls.all if isinstance(control, Choice)][-1]
    command = press(page, last, last._parts()[1].center)
    assert isinstance(command, Prefer)
    assert command.preferences.options == {ID: {**defaults, "show_budget": True}}

    kit.preferences = command.preferences
    again = made(kit, "setup")
    assert [control for control in again._controls.all if isinstance(control, Choice)][-1].chosen == 1


def test_wrong_options_in_the_settings_give_way_to_the_defaults(kit: Kit) -> None:
    """A file edited by hand cannot break the page."""
    kit.preferences = kit.preferences.with_options(ID, {"open_discards": "perhaps", "unknown": 3})
    page = made(kit, "setup")

    command = press(page, labelled(page, "Start"))

    assert isinstance(command, Home)


# Settings


@pytest.mark.parametrize(
    ("number", "part", "field", "value"),
    [
        (0, 1, "language", "ja"),
        (1, 4, "text_scale", 200),
        (2, 1, "full_screen", True),
        (3, 3, "table", "washi"),
        (4, 1, "back", "hexagons"),
        (5, 1, "high_contrast", True),
        (6, 0, "speed", "off"),
        (7, 3, "stay", "click"),
        (8, 0, "pace", "off"),
        (9, 1, "reduced_motion", True),
    ],
)
def test_every_setting_acts_at_once(kit: Kit, number: int, part: int, field: str, value: object) -> None:
    """A click asks the program for exactly this change."""
    page = made(kit, "settings")
    choice = find(page, Choice, number)
    while page._controls.at(choice.rect.center) is not choice:
        page.handle(Motion((640, 360)))
        page.handle(Wheel(-1))

    command = press(page, choice, choice._parts()[part].center)

    assert isinstance(command, Prefer)
    changed = {
        item.name
        for item in dataclasses.fields(Preferences)
        if getattr(command.preferences, item.name) != getattr(kit.preferences, item.name)
    }
    assert changed == {field}
    assert getattr(command.preferences, field) == value


def test_a_change_of_language_keeps_focus_and_place(kit: Kit) -> None:
    """The same page stands there in other words."""
    written = texts_of(kit.painter)
    page = made(kit, "settings")
    page.handle(Key("tab"))
    page.handle(Key("tab"))
    focus = page._controls.focus
    kit.words = Words("ja")
    written.clear()
    page.lay_out()
    page.paint()

    assert page._controls.focus == focus
    assert "文字の大きさ" in written.values()
    assert "Text size" not in written.values()
    assert page.title() == "設定"


def called(control: Control | None) -> tuple[type, str]:
    """Return of what kind a control is, and what it is called."""
    return type(control), str(getattr(control, "name", "") or getattr(control, "label", ""))


@pytest.mark.parametrize("name", ["ranking", "setup", "stats", "settings", "rules-repel"])
def test_a_new_size_keeps_the_focus(kit: Kit, name: str) -> None:
    """Whoever made the window smaller had the frame at another button then, and Enter did what that one does."""
    page = made(kit, name)
    there = [called(control) for control in page._controls.all]
    alone = [index for index, one in enumerate(there) if one[1] and there.count(one) == 1]
    assert len(alone) > 2
    for index in alone:
        page._controls.focus, page._controls.focus_shown = index, True
        for size, scale in (((640, 480), 200), ((1280, 720), 100)):
            kit.metrics = Metrics(size, scale)
            page.lay_out()
            assert called(page._controls.focused) == there[index]


def test_a_copy_of_the_cards_keeps_the_focus(kit: Kit) -> None:
    """The first copy brings a choice among the sets: it had the frame then, and a second Enter chose another set."""
    page = SetUp(kit, KANU, False, Ways().table)
    page.lay_out()
    copy = labelled(page, kit.words("cards.copy"))
    page._controls.lead_to(copy)
    page.handle(Key("enter"))

    assert called(page._controls.focused) == called(copy)
    assert any(isinstance(one, Choice) and "kanu.toml" in one.labels for one in page._controls.all)


def test_the_settings_lead_to_the_licences(kit: Kit) -> None:
    """The last row opens them."""
    page = made(kit, "settings")
    command = press(page, labelled(page, kit.words("settings.about_open")))
    assert isinstance(command, Push)
    assert isinstance(command.scene, About)


# Licences


@pytest.mark.parametrize("part", ["tefuda", *(part.name for part in licences.parts())])
def test_the_terms_of_every_part_can_be_read_in_full(part: str, kit: Kit) -> None:
    """Whoever turns the pages sees every line of every text, and no more than a window of them is written at a time."""
    page = About(kit, part)
    page.lay_out()
    files = next((one.texts for one in licences.parts() if one.name == part), (licences.OWN,))
    assert files
    terms = find(page, LongText)
    letters = [letter for file in files for letter in file.read_text(encoding="utf-8") if not letter.isspace()]
    assert [letter for line in terms.lines for letter in line if letter != " "] == letters
    seen: set[str] = set()
    written = texts_of(kit.painter)
    while True:
        shown = {written[id(surface)] for surface, _ in page.paint() if id(surface) in written}
        assert len(shown) < 120
        seen |= shown
        if terms.offset == terms.furthest:
            break
        terms.by(terms.rect.h // 2)
    assert set(terms.lines) - seen <= {""}
    assert page.title() == kit.words("about.title")


# Rules


def test_every_section_can_be_opened_by_click_and_by_key(kit: Kit) -> None:
    """The list leads everywhere."""
    page = RulesPage(kit, ID)
    page.lay_out()
    for number, section in enumerate(SECTIONS[ID]):
        press(page, find(page, Entry, number))
        assert page.section == section
    press(page, find(page, Entry, 0))
    seen = []
    for _ in SECTIONS[ID]:
        page.handle(Key("tab"))
        page.handle(Key("enter"))
        seen.append(page.section)
    assert set(seen) >= set(SECTIONS[ID][1:])


def test_a_long_list_stays_where_it_was_clicked(kit: Kit) -> None:
    """The rules with the most sections do not fit the window: the list scrolls, and opening one moves nothing."""
    page = RulesPage(kit, KANU)
    page.lay_out()
    last = len(SECTIONS[KANU]) - 1
    press(page, find(page, Entry, last))
    assert page.section == SECTIONS[KANU][last]
    beside = find(page, Entry, last - 3)
    scroll = home(page, beside)
    assert scroll is not None
    assert scroll.offset > 0
    press(page, beside)

    assert page.section == SECTIONS[KANU][last - 3]
    assert home(page, find(page, Entry, 0)) is not scroll
    assert find(page, Entry, last - 3).rect == beside.rect


def test_rules_show_the_name_of_the_section_they_open_at(kit: Kit) -> None:
    """Help may open at any section: its name is in sight in the list."""
    for game in (ID, KANU):
        for number, section in enumerate(SECTIONS[game]):
            page = RulesPage(kit, game, section)
            page.lay_out()
            entry = find(page, Entry, number)
            scroll = home(page, entry)
            assert scroll is not None
            assert entry.chosen
            assert scroll.rect.contains(entry.rect)


def test_an_unknown_section_opens_the_first(kit: Kit) -> None:
    """A page that was asked for wrongly still tells the rules."""
    assert RulesPage(kit, ID, "no such section").section == "goal"


def test_the_rules_of_one_game_lead_to_those_of_the_others(kit: Kit) -> None:
    """Below the sections stand the other games; to turn to one is no link from which one comes back."""
    rules = RulesPage(kit, ID, "score")
    rules.lay_out()
    for game in (HARUHI, KANU, ID):
        assert kit.words(f"{game}.title") in rules.others()
        rules.others()[kit.words(f"{game}.title")]()
        assert (rules.section, rules.left) == ("goal", None)
        assert rules.heading().startswith(kit.words(f"{game}.title"))
        assert kit.words(f"{game}.title") not in rules.others()
        shown = [getattr(one, "label", "") for one in rules._controls.all]
        assert set(rules.others()) <= set(shown)


def test_f1_closes_the_rules_again(kit: Kit) -> None:
    """The key that opens them leads back."""
    assert made(kit, "rules-goal").handle(Key("f1")) == Back()


# Pause and result


@pytest.mark.parametrize(("label", "yes"), [("Same deal again", "Start over"), ("New deal", "Start a new deal")])
def test_a_game_that_is_going_on_is_not_left_without_a_question(kit: Kit, label: str, yes: str) -> None:
    """Dealing anew from the menu asks, since it costs the game."""
    page = made(kit, "pause")
    question = pushed(press(page, labelled(page, label)))
    match = at_table(press(question, labelled(question, yes)))

    assert (match.deal == "1204") == (label == "Same deal again")
    assert match.chair.standing().actions == 0


def test_a_game_nothing_was_played_in_is_dealt_anew_at_once(kit: Kit) -> None:
    """Nothing is lost, so nothing is asked."""
    page = menu(kit, begun(kit, 0))
    page.lay_out()

    assert isinstance(press(page, labelled(page, "New deal")), Home)


def test_giving_up_asks_once_and_can_be_undone(kit: Kit) -> None:
    """After yes the game is lost; the table below tells, and undo takes it back."""
    match = begun(kit)
    page = menu(kit, match)
    page.lay_out()
    question = pushed(press(page, labelled(page, "Give up")))

    assert press(question, labelled(question, "Give up")) == Back(2)
    outcome = match.chair.standing().outcome
    assert outcome is not None
    assert outcome.reason.key == "deck-defence.outcome.conceded"
    match.chair.undo()
    assert match.chair.standing().outcome is None


def test_the_menu_does_not_promise_what_the_disk_does_not_keep(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where games cannot be saved at the moment, the menu says so instead of "always saved"."""
    written = texts_of(kit.painter)
    match = begun(kit)
    monkeypatch.setattr(Store, "is_keeping", lambda _: False)
    page = menu(kit, match)
    page.lay_out()

    assert "Your game is not being saved now." in written.values()
    assert "Your game is always saved." not in written.values()


def test_giving_up_is_not_offered_after_the_end(kit: Kit) -> None:
    """There is nothing left to give up."""
    page = menu(kit, lost(kit))
    page.lay_out()

    assert not labelled(page, "Give up").enabled


def test_a_win_fills_its_marks_and_any_key_ends_that(kit: Kit) -> None:
    """The score is counted up; nobody has to wait for it; after that nothing moves."""
    page = Result(kit, won(kit), Ways())
    page.lay_out()
    assert page.update(0.1)
    early = len(page._coming())
    page.handle(Key("a"))

    assert not page.update(0.1)
    assert len(page._coming()) > early


@pytest.mark.parametrize("reduced", [False, True])
def test_without_motion_a_win_stands_there_at_once(kit: Kit, *, reduced: bool) -> None:
    """The settings hold for results too."""
    kit.preferences = Preferences(speed="off", reduced_motion=reduced)
    page = Result(kit, won(kit), Ways())
    page.lay_out()

    assert not page.update(0.01)
    score = won(kit).chair.standing().outcome
    assert score is not None
    assert len(page._coming()) == score.scores[0] + 1


def test_a_win_fades_in_where_motion_is_reduced(kit: Kit) -> None:
    """Marks and seal are in their places from the first moment, and come into sight together; any key ends that."""
    kit.preferences = Preferences(reduced_motion=True)
    page = Result(kit, won(kit), Ways())
    page.lay_out()

    assert page.update(0.01)
    places = [pos for _, pos in page._coming()]
    opacity = [page._coming()[0][0].get_alpha() or 0]
    while page.update(0.1):
        assert [pos for _, pos in page._coming()] == places
        opacity.append(page._coming()[0][0].get_alpha() or 0)
    assert opacity == sorted(opacity)
    assert opacity[0] == 0
    assert opacity[-1] == 255

    again = Result(kit, won(kit), Ways())
    again.lay_out()
    again.handle(Key("shift"))
    assert not again.update(0.0)


def test_a_loss_is_calm(kit: Kit) -> None:
    """Nothing moves, and no seal is set."""
    page = Result(kit, lost(kit), Ways())
    page.lay_out()

    assert not page.update(0.01)
    assert page._coming() == []


@pytest.mark.parametrize(("label", "same"), [("Next deal", False), ("Same deal again", True)])
def test_from_the_result_to_the_next_game(kit: Kit, label: str, same: bool) -> None:
    """A finished game is replaced without a question."""
    page = made(kit, "lost")
    match = at_table(press(page, labelled(page, label)))

    assert (match.deal == "1204") == same


def test_pages_cost_nothing_while_nothing_changes(kit: Kit) -> None:
    """Painted twice, a page gives the same surfaces at the same places, so that nothing is drawn again."""
    for name in SIMPLE:
        page = made(kit, name)
        first, second = page.paint(), page.paint()
        assert [(id(surface), pos) for surface, pos in first] == [(id(surface), pos) for surface, pos in second], name
