"""The page about finished games: what it shows is what the history says, and everything on it can be reached."""

from __future__ import annotations

import csv
import errno
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest

from game.core import BadInput, Reason
from game.record import Record
from scenes import calendar, history
from scenes.app import Program, Start
from scenes.controls import Button, Choice
from scenes.files import Files
from scenes.inputs import Input, Key, Press, Release
from scenes.ledger import GameRow
from scenes.menu import Shelf
from scenes.notice import Notice
from scenes.painter import Painter
from scenes.preferences import Preferences
from scenes.replay import Replay
from scenes.scene import Back, Command, Kit, Push, Scene
from scenes.scroll import Scroll
from scenes.stage import Paint
from scenes.statistics import Finished, RuleSet, chosen, numbers
from scenes.stats import LEAF, StatsPage
from scenes.store import Store
from scenes.theme import Metrics
from scenes.words import Words
from tests.scenes.past import OPEN, conceded, lost, many, record, remember, won


class Opened:
    """What a replay would be; it remembers of what."""

    covers = True

    def __init__(self, of: Record) -> None:
        self.record = of

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
    yield Kit(Words("en"), Painter(), Metrics(screen.get_size()), Preferences(language="en"), store)
    store.close()


def opened(kit: Kit, games: list[Finished], size: tuple[int, int] = (1280, 720)) -> tuple[StatsPage, list[str]]:
    """Return the page about these games, and what it writes."""
    remember(kit.store, games)
    kit.metrics = Metrics(size)
    said: list[str] = []
    write = kit.painter.type.write

    def writing(text: str, size: int, colour: tuple[int, int, int], *, bold: bool = False) -> pygame.Surface:
        said.append(text)
        return write(text, size, colour, bold=bold)

    kit.painter.type.write = writing  # type: ignore[method-assign]
    page = StatsPage(kit, Opened)
    page.lay_out()
    page.paint()
    return page, said


def rows(page: StatsPage) -> list[GameRow]:
    """Return the games in the list."""
    return [control for control in page._controls.all if isinstance(control, GameRow)]


def choices(page: StatsPage) -> list[Choice]:
    """Return the filters."""
    return [control for control in page._controls.all if isinstance(control, Choice)]


def button(page: StatsPage, label: str) -> Button:
    """Return the button that says this."""
    return next(one for one in page._controls.all if isinstance(one, Button) and one.label == label)


def choose(page: StatsPage, choice: Choice, label: str) -> None:
    """Click the part of a filter that says this."""
    pos = choice._parts()[list(choice.labels).index(label)].center
    page.handle(Press(pos))
    page.handle(Release(pos))


def use(page: StatsPage, control: GameRow | Button) -> Command | None:
    """Click a control, scrolled into sight."""
    for scroll in page._scrolls:
        if any(control is inner for inner in scroll.inner):
            scroll.reveal(control.rect)
    page.handle(Press(control.rect.center))
    return page.handle(Release(control.rect.center))


def told(command: Command | None) -> str:
    """Return what a dialog says that a command opens."""
    assert isinstance(command, Push)
    assert isinstance(command.scene, Notice)
    return command.scene._text


# Numbers


def test_the_numbers_are_those_of_the_statistics(kit: Kit) -> None:
    """Rate, average, best and streaks are written; each score has a bar with its number."""
    games = [won(3, match="a"), won(8, match="b", finished=1), lost(match="c"), won(8, match="d"), won(6, match="e")]
    games = [replace(one, finished=1000 + at) for at, one in enumerate(games)]
    _, said = opened(kit, games)

    assert {"80%", "4 won, 1 lost", "6.2", "8", "of 9", "2", "longest 2", "Deal 1204"} <= set(said)
    bars = numbers(games, 9).scores
    assert [said.count(str(count)) >= 1 for count in bars] == [True] * 10


def test_a_player_without_a_game_is_told_how_one_comes_here(kit: Kit) -> None:
    """No numbers of nothing, no list, no filter."""
    page, said = opened(kit, [])

    assert "No game has ended yet." in said
    assert rows(page) == []
    assert choices(page) == []
    assert page.handle(Key("escape")) == Back()


def test_the_filters_only_offer_what_there_is(kit: Kit) -> None:
    """One set of rules and no label: the only choice is whether help counts."""
    page, _ = opened(kit, many(1, labels=False))

    assert [list(one.labels) for one in choices(page)] == [["All games", "Unaided"]]


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_the_filters(kit: Kit, size: tuple[int, int]) -> None:
    """Rules, difficulty and help each narrow numbers and list; other rules begin with every difficulty again."""
    games = many(120)
    page, _ = opened(kit, games, size)
    by_rule = [list(one.labels) for one in choices(page)]
    assert by_rule == [
        ["Usual rules", "Open discards"],
        ["Any level", "Easy", "Hard", "Brutal"],
        ["All games", "Unaided"],
    ]
    choose(page, choices(page)[0], "Usual rules")
    usual = RuleSet("deck-defence")
    assert page.games == chosen(games, usual)
    choose(page, choices(page)[1], "Hard")
    assert page.games == chosen(games, usual, "hard")
    choose(page, choices(page)[2], "Unaided")
    assert page.games == chosen(games, usual, "hard", unaided=True)
    choose(page, choices(page)[0], "Open discards")
    assert page.games == chosen(games, RuleSet("deck-defence", (("open_discards", True),)), unaided=True)
    assert choices(page)[1].chosen == 0


def test_it_opens_with_the_rules_played_last(kit: Kit) -> None:
    """Who plays with open discards sees those games first."""
    page, _ = opened(kit, [won(match="a"), won(match="b", options=OPEN, finished=1_800_000_000)])

    assert [one.match for one in page.games] == ["b"]


def test_nothing_fits_the_filters(kit: Kit) -> None:
    """The page says so, and leads back to all games."""
    page, said = opened(kit, [won(hints=1)])
    choose(page, choices(page)[0], "Unaided")

    assert "There is no such game." in said
    assert rows(page) == []
    assert not button(page, "Export CSV").enabled
    choose(page, choices(page)[0], "All games")
    assert len(rows(page)) == 1


# The list


def test_the_list_tells_of_each_game(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Newest first: date, deal, result, score, actions, and every help."""
    monkeypatch.setattr(calendar, "local", lambda seconds: datetime.fromtimestamp(seconds, UTC))
    games = [
        won(7, match="a", deal="31", finished=1_000_000_000, actions=1),
        conceded(match="b", deal="S1 F2", finished=1_000_086_400, take_backs=2, hints=1, actions=31, difficulty="hard"),
    ]
    _, said = opened(kit, games)
    told_of = [text for text in said if text.startswith("2001-09") or text in ("Own deal", "Deal 31", "L")]

    assert told_of[0] in ("Own deal", "L")
    facts = " ".join(said)
    for part in ("31 actions", "given up", "Hard", "2 take-backs", "1 hint", "1 action", "2001-09-09", "2001-09-10"):
        assert part in facts
    assert facts.index("Own deal") < facts.index("Deal 31")


def test_a_row_replays_its_game(kit: Kit) -> None:
    """By a click, and by the keyboard alone."""
    page, _ = opened(kit, [one for one in many(60) if one.options != OPEN])
    newest, second = page.games[-1], page.games[-2]
    command = use(page, rows(page)[1])
    assert isinstance(command, Push)
    assert isinstance(command.scene, Opened)
    assert command.scene.record == record(second.match)

    page.lay_out()
    for _ in range(40):
        page.handle(Key("tab"))
        if page._controls.focused is rows(page)[0]:
            break
    command = page.handle(Key("enter"))
    assert isinstance(command, Push)
    assert isinstance(command.scene, Opened)
    assert command.scene.record == record(newest.match)


def test_the_leaves_of_the_list(kit: Kit) -> None:
    """All games are there, each once, newest first; beyond the first and last leaf there is nothing."""
    page, _ = opened(kit, many(3 * LEAF + 4, labels=False))
    total, seen = len(page.games), 0
    assert not button(page, "Newer").enabled
    while True:
        seen += len(rows(page))
        if not button(page, "Older").enabled:
            break
        use(page, button(page, "Older"))
        assert page._scrolls[-1].offset == 0
    assert seen == total
    use(page, button(page, "Newer"))
    assert len(rows(page)) == LEAF


def test_a_game_without_record_and_one_that_is_damaged(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are told in words; the page stays."""
    page, _ = opened(kit, [won(match="a")])
    monkeypatch.setattr(kit.store, "record_of", lambda _match: None)
    assert "have not been kept" in told(use(page, rows(page)[0]))

    def damaged(_match: str) -> Record:
        raise BadInput(Reason.of("bad.save_damaged"))

    monkeypatch.setattr(kit.store, "record_of", damaged)
    assert "cannot be replayed" in told(use(page, rows(page)[0]))


# Export


def test_the_export_holds_what_is_shown(kit: Kit, tmp_path: Path) -> None:
    """As a file whose name and place are told; a second one takes no other's place."""
    page, _ = opened(kit, [won(match="a"), lost(match="b", take_backs=1)])
    choose(page, choices(page)[0], "Unaided")
    for number in (1, 2):
        text = told(use(page, button(page, "Export CSV")))
        files = sorted(tmp_path.glob("tefuda-*.csv"))
        assert len(files) == number
        assert text.startswith("1 game was written")
        assert any(str(file) in text for file in files)
    with files[0].open(encoding="utf-8-sig", newline="") as file:
        assert [row["match"] for row in csv.DictReader(file)] == ["a"]


def test_an_export_that_fails_is_told(screen: pygame.Surface, tmp_path: Path) -> None:
    """With the cause, in the player's language."""

    def create(path: Path) -> int:
        raise OSError(errno.ENOSPC, "injected")

    store = Store(tmp_path, Files(create=create))
    kit = Kit(Words("ja"), Painter(), Metrics(screen.get_size()), Preferences(), store)
    page, _ = opened(kit, [won()])

    text = told(use(page, button(page, "CSVに書き出す")))
    assert text == "書き出せませんでした。ディスクに空きがありません。"
    store.close()


# From elsewhere


def test_the_shelf_and_the_result_lead_here(screen: pygame.Surface, tmp_path: Path) -> None:
    """F2 and the button of the shelf; F2 over a result; a row opens the replay; Esc leads back all the way."""
    store = Store(tmp_path)
    program = Program(store, Preferences(language="en"), Start(game="deck-defence", deal="7"))
    scenes: list[type[Scene]] = []
    table = program.stack[-1]
    table.concede()  # type: ignore[attr-defined]
    for _ in range(60):
        program.frame([], 0.1)
    for key in ("f2", "tab"):
        program.frame([Key(key)], 0.0)
    page = program.stack[-1]
    assert isinstance(page, StatsPage)
    assert len(rows(page)) == 1
    command = use(page, rows(page)[0])
    assert isinstance(command, Push)
    program.obey(command)
    assert isinstance(program.stack[-1], Replay)
    for _ in range(2):
        program.frame([Key("escape")], 0.0)
        scenes.append(type(program.stack[-1]))
    assert scenes[0] is StatsPage
    assert scenes[1].__name__ == "Result"

    fresh = Program(store, Preferences(language="en"), Start())
    seen = [type(fresh.stack[-1])]
    for key in ("f2", "escape"):
        fresh.frame([Key(key)], 0.0)
        seen.append(type(fresh.stack[-1]))
    assert seen == [Shelf, StatsPage, Shelf]
    assert screen.get_size()
    store.close()


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_ten_thousand_games_open_at_once(kit: Kit, size: tuple[int, int]) -> None:
    """The page draws one leaf, however long the history is."""
    games = [replace(one, options=()) for one in many(10_000)]
    kit.store._with_history(
        lambda connection: history.put(connection, ((one, record(one.match)) for one in games)), write=True
    )
    kit.metrics = Metrics(size)
    times = []
    for _ in range(3):
        began = time.perf_counter()
        page = StatsPage(kit, Opened)
        page.lay_out()
        page.paint()
        times.append(time.perf_counter() - began)
    assert len(page.games) == 10_000
    assert len(rows(page)) == LEAF
    assert min(times) < 1.0, "a shared machine; about 0.1 s on a quiet one"


def test_the_scrolls_stay_where_they_are_when_the_window_changes(kit: Kit) -> None:
    """A resize does not throw the reader back to the top."""
    page, _ = opened(kit, many(80))
    list_scroll = page._scrolls[-1]
    assert isinstance(list_scroll, Scroll)
    list_scroll.by(300)
    page.lay_out()

    assert page._scrolls[-1].offset == 300
