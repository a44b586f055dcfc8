"""The page about finished games: what it shows is what the history says, and everything on it can be reached."""

from __future__ import annotations

import csv
import errno
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest

from game.core import BadInput, Reason
from game.record import Record
from scenes import calendar, history
from scenes.after.replay import Replay
from scenes.app import Program, Start
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.files import Files
from scenes.inputs import Key, Press, Release
from scenes.pages.controls import Button, Choice
from scenes.pages.ledger import GameRow
from scenes.pages.menu import Shelf
from scenes.pages.notice import Notice
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.pages.stats import LEAF, StatsPage
from scenes.preferences import Preferences
from scenes.scene import Back, Command, Kit, Push, Scene
from scenes.statistics import Finished, RuleSet, chosen, data_name, numbers
from scenes.store import Store
from scenes.words import Words
from tests.scenes import hands
from tests.scenes.past import CARDS, NAMES, OPEN, conceded, lost, many, played, quick_cards, record, remember, won


class Opened(hands.Elsewhere):
    """What a replay would be; it remembers of what."""

    def __init__(self, of: Record) -> None:
        super().__init__()
        self.record = of


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
def test_of_ten_thousand_games_one_leaf_is_drawn(kit: Kit, size: tuple[int, int]) -> None:
    """The page draws one leaf, however long the history is."""
    games = [replace(one, options=()) for one in many(10_000)]
    kit.store._with_history(
        lambda connection: history.put(connection, ((one, record(one.match)) for one in games)), write=True
    )
    kit.metrics = Metrics(size)
    page = StatsPage(kit, Opened)
    page.lay_out()
    page.paint()
    assert len(page.games) == 10_000
    assert len(rows(page)) == LEAF


def test_the_scrolls_stay_where_they_are_when_the_window_changes(kit: Kit) -> None:
    """A resize does not throw the reader back to the top."""
    page, _ = opened(kit, many(80))
    list_scroll = page._scrolls[-1]
    assert isinstance(list_scroll, Scroll)
    list_scroll.by(300)
    page.lay_out()

    assert page._scrolls[-1].offset == 300


# Games of several people


def evening() -> list[Finished]:
    """Return four games of several people, of three and of four."""
    scores = [(12, 9, 3), (4, 8, 8), (2, 14, 5, 1), (9, 1, 2)]
    return [played(*row, match=f"k{at}", finished=1000 + at, deal=str(70 + at)) for at, row in enumerate(scores)]


def test_every_player_has_a_line(kit: Kit) -> None:
    """Games, wins, share, average and best by name, who won most first; nothing of winning alone is told."""
    _, said = opened(kit, evening())
    at = said.index(NAMES[0], said.index("Players"))
    names = [text for text in said[said.index("Players") :] if text in NAMES]

    assert names[:4] == [NAMES[1], NAMES[0], NAMES[2], NAMES[3]]
    assert said[at : at + 6] == [NAMES[0], "4", "2", "50%", "6.8", "12"]
    assert {"Most wins", f"{NAMES[1]} and {NAMES[0]}", "4 players", "10.8"} <= set(said)
    assert not {"Streak", "Scores", "Unaided", "Wins"} & set(said)


def test_the_list_names_winners_and_scores(kit: Kit) -> None:
    """The newest first, each with its replay and without a review; a log that remembered is told."""
    games = [*evening(), played(1, 0, 0, match="k9", finished=2000, options=(CARDS[0], ("log_remembers", True)))]
    page, said = opened(kit, games)
    rowed = rows(page)

    assert [len(row.ways) for row in rowed] == [1] * 5
    assert f"{NAMES[1]} and {NAMES[2]} share the win" in said
    assert sum(text == f"{NAMES[0]} wins" for text in said) == 3
    joined = " ".join(said)
    assert f"{NAMES[1]} 14 · {NAMES[2]} 5 · {NAMES[0]} 2 · {NAMES[3]} 1" in joined
    assert joined.count(kit.words("kanu.option.log_remembers")) == 1
    command = use(page, rowed[0])
    assert isinstance(command, Push)
    assert isinstance(command.scene, Opened)
    assert command.scene.record.match == "k9"


def test_games_can_be_chosen_by_the_number_of_players(kit: Kit) -> None:
    """Where there are several; difficulty and help are nothing to choose by."""
    page, _ = opened(kit, evening())
    assert [list(choice.labels) for choice in choices(page)] == [["Any number", "3 players", "4 players"]]
    choose(page, choices(page)[0], "4 players")
    assert [one.match for one in page.games] == ["k2"]
    assert len(rows(page)) == 1
    choose(page, choices(page)[0], "Any number")
    assert len(page.games) == 4


def test_of_one_number_of_players_there_is_no_choice(kit: Kit) -> None:
    """Nothing is offered that makes no difference."""
    page, _ = opened(kit, evening()[:2])

    assert choices(page) == []


def test_games_of_one_and_of_several_are_kept_apart(kit: Kit) -> None:
    """Each game has its own page; going over to another begins with all of its games."""
    page, said = opened(kit, [won(3, match="a", finished=1), lost(match="b", finished=2), *evening()])
    assert list(choices(page)[0].labels) == ["Deck Defence", "Kan'u Collection"]
    assert len(page.games) == 4
    choose(page, choices(page)[1], "3 players")
    choose(page, choices(page)[0], "Deck Defence")
    said.clear()
    page.lay_out()
    assert {one.match for one in page.games} == {"a", "b"}
    assert "Streak" in said
    choose(page, choices(page)[1], "Unaided")
    choose(page, choices(page)[0], "Kan'u Collection")
    assert len(page.games) == 4


def test_a_game_is_chosen_before_its_rules(kit: Kit) -> None:
    """Games stand in one row, the rules of the chosen one in another; a game opens with the rules played last."""
    page, _ = opened(kit, [*evening(), won(match="u"), won(match="o", options=OPEN, finished=1_800_000_000)])
    assert list(choices(page)[0].labels) == ["Deck Defence", "Kan'u Collection"]
    assert list(choices(page)[1].labels) == ["Usual rules", "Open discards"]

    choose(page, choices(page)[1], "Usual rules")
    assert [one.match for one in page.games] == ["u"]
    choose(page, choices(page)[0], "Kan'u Collection")
    assert list(choices(page)[1].labels) == ["Any number", "3 players", "4 players"]
    choose(page, choices(page)[0], "Deck Defence")
    assert [one.match for one in page.games] == ["o"]


def test_card_sets_are_told_apart_by_name(kit: Kit) -> None:
    """Where only one was played with it goes without saying; of two with one name the second has a number."""
    other = dict(CARDS) | {"cards": quick_cards()}
    mixed = [*evening(), played(3, 2, 1, match="o", finished=3000, options=tuple(sorted(other.items())))]
    page, _ = opened(kit, mixed)
    name = data_name("kanu", str(other["cards"]))
    assert name is not None
    assert list(choices(page)[0].labels) == [name[1], f"{name[1]} · 2"]
    assert len(page.games) == 1


def test_a_card_set_that_cannot_be_read_is_not_written_out(kit: Kit) -> None:
    """A history from elsewhere may hold any text."""
    strange = played(3, 2, 1, match="s", finished=9, options=(("cards", "x" * 3000),))
    page, said = opened(kit, [*evening(), strange])

    assert "cards" in choices(page)[0].labels
    assert not [text for text in said if "xxx" in text]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 100), ((800, 600), 200), ((640, 480), 200), ((1920, 1080), 100)]
)
def test_the_longest_names_have_their_line(kit: Kit, language: str, size: tuple[int, int], scale: int) -> None:
    """Nothing of a player's line is shortened, leaves its column, or lies over another number."""
    names = ("もじばけのこわいひとたち", "WWWWWWWWWWWW", "一二三四五六七八九十百千", "i")
    remember(kit.store, [played(120, 90, 3, 4, names=names, match=f"k{at}") for at in range(120)])
    kit.words, kit.metrics = Words(language), Metrics(size, scale)
    column = Column(kit, 440)
    written: list[str] = []
    write = kit.painter.type.write

    def writing(text: str, size: int, colour: tuple[int, int, int], *, bold: bool = False) -> pygame.Surface:
        written.append(text)
        return write(text, size, colour, bold=bold)

    kit.painter.type.write = writing  # type: ignore[method-assign]
    StatsPage(kit, Opened)._players(column)
    told = "".join(written)
    for name in names:
        assert name in told
    rects = [surface.get_rect(topleft=pos) for surface, pos in column.paints if surface.get_height() > 8]  # no bars
    for index, rect in enumerate(rects):
        assert pygame.Rect(0, 0, 440, column.y).contains(rect)
        others = [one.inflate(-2, -one.h // 3) for one in rects[index + 1 :]]
        assert rect.inflate(-2, -rect.h // 3).collidelist(others) < 0


def test_the_table_has_the_players(kit: Kit, tmp_path: Path) -> None:
    """What is written for other programs names them."""
    page, _ = opened(kit, evening())
    use(page, button(page, "Export CSV"))
    (path,) = tmp_path.glob("*.csv")
    lines = list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))

    assert [line["seats"] for line in lines] == ["3", "3", "4", "3"]
    assert NAMES[2] in lines[1]["winners"]
