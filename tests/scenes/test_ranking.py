"""The end of a game of several people: places, the course, the match play, and where it leads."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import Outcome, Reason, Seat
from game.kanu.card_set import ID as KANU
from game.record import Record
from scenes.after import chart
from scenes.after.ranking import COURSES, SCORES, Place, Ranking, listed, match_lines, places
from scenes.app import Program, Start
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Colour, Metrics
from scenes.host import Match
from scenes.inputs import Key, Press, Release
from scenes.kanu.course import course
from scenes.pages import page
from scenes.pages.controls import Button
from scenes.pages.notice import Notice
from scenes.pages.pause import Pause
from scenes.preferences import Preferences
from scenes.routes import Routes
from scenes.scene import Back, Command, Home, Kit, Push, Scene
from scenes.seat_marks import seat_mark
from scenes.seating import Sitting
from scenes.store import Store
from scenes.words import LANGUAGES, Words
from tests.scenes import hands
from tests.scenes.past import NAMES, Over, over, play_kanu, seated

WINDOWS = [((1280, 720), 100), ((1280, 720), 200), ((1920, 1080), 100), ((800, 600), 100), ((640, 480), 200)]


class There(hands.Elsewhere):
    """A scene that the dialog leads to."""

    def __init__(self, name: str, what: object = None) -> None:
        super().__init__(name)
        self.what = what


class Paths:
    """Where the dialog leads to."""

    def table(self, match: Match) -> Scene:
        return There("table", match)

    def curtain(self, match: Match) -> Scene:
        return There("curtain", match)

    def shelf(self) -> Scene:
        return There("shelf")

    def standing(self, match: Match) -> Reason:
        raise AssertionError(match)  # how far it is says nothing here

    def statistics(self, *, running: bool) -> Scene:
        return There("statistics", running)

    def replay(self, record: Record, at: int = 0, *, running: bool) -> Scene:
        return There("replay", (record, at, running))

    def review(self, record: Record, *, running: bool) -> Scene:
        raise AssertionError((record, running))  # a game of several people has none


@pytest.fixture
def kit(tmp_path: Path, screen: pygame.Surface) -> Iterator[Kit]:
    """Give a kit in English at 1280 x 720, with a store of its own and without motion."""
    store = Store(tmp_path)
    yield Kit(Words("en"), Painter(), Metrics(screen.get_size()), Preferences(language="en", speed="off"), store)
    store.close()


def writing(kit: Kit) -> list[tuple[str, Colour]]:
    """Return a list that grows with everything that is written, and its colour."""
    said: list[tuple[str, Colour]] = []
    write = kit.painter.type.write

    def note(text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        said.append((text, colour))
        return write(text, size, colour, bold=bold)

    kit.painter.type.write = note  # type: ignore[method-assign]
    return said


def shown(kit: Kit, match: Match) -> Ranking:
    """Return the dialog, laid out."""
    ranking = Ranking(kit, match, Paths())
    ranking.lay_out()
    return ranking


def press(ranking: Ranking, label: str) -> Command | None:
    """Click the button that says this."""
    button = next(one for one in ranking._controls.all if isinstance(one, Button) and one.label == label)
    assert ranking._scroll is not None
    ranking._scroll.reveal(button.rect)
    ranking.handle(Press(button.rect.center))
    return ranking.handle(Release(button.rect.center))


def labels(ranking: Ranking) -> list[str]:
    """Return what the buttons say."""
    return [one.label for one in ranking._controls.all if isinstance(one, Button)]


def there(command: Command | None, name: str) -> Any:
    """Return what the scene was opened with that a command leads to."""
    assert isinstance(command, Home | Push)
    assert isinstance(command.scene, There)
    assert command.scene.name == name
    return command.scene.what


# Places


def test_places_are_shared_where_results_are_alike() -> None:
    """First, first, third: those who share one stand in the order of their seats."""
    found = places(Outcome((Seat(1), Seat(3)), (5, 9, 5, 9, 2), Reason.of("x")))

    assert found == (
        Place(1, 1, 9, won=True),
        Place(1, 3, 9, won=True),
        Place(3, 0, 5, won=False),
        Place(3, 2, 5, won=False),
        Place(5, 4, 2, won=False),
    )


def test_who_has_won_is_first_whatever_the_score() -> None:
    """Rules may decide in another way than by score alone; there may be no winner at all."""
    assert [(one.number, one.seat) for one in places(Outcome((Seat(2),), (7, 9, 1), Reason.of("x")))] == [
        (1, 2),
        (2, 1),
        (3, 0),
    ]
    assert not any(one.won for one in places(Outcome((), (7, 9, 1), Reason.of("x"))))


@given(st.lists(st.integers(0, 4), min_size=2, max_size=7), st.data())
def test_every_seat_has_one_place(scores: list[int], data: st.DataObject) -> None:
    """Nobody is left out; a place is one more than those before it."""
    winners = data.draw(st.lists(st.sampled_from(range(len(scores))), unique=True).map(sorted))
    found = places(Outcome(tuple(Seat(seat) for seat in winners), tuple(scores), Reason.of("x")))

    assert sorted(one.seat for one in found) == list(range(len(scores)))
    for place in found:
        before = [other for other in found if (other.won, other.score) > (place.won, place.score)]
        assert place.number == 1 + len(before)
        assert all(found.index(other) < found.index(place) for other in before)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_listed_as_one_says_them(language: str) -> None:
    """One, two, or many."""
    told = [listed(Words(language), NAMES[:count]) for count in (1, 2, 3, 4)]

    assert (
        told
        == {
            "ja": ["アオイ", "アオイとハル", "アオイ、ハルとNatsu", "アオイ、ハル、Natsuとソラ"],
            "en": ["アオイ", "アオイ and ハル", "アオイ, ハル and Natsu", "アオイ, ハル, Natsu and ソラ"],
        }[language]
    )


# What is told


def test_who_won_and_why_is_told(kit: Kit) -> None:
    """The winner by name, the reason in words, everybody's place, name and score."""
    said = writing(kit)
    shown(kit, over(seated(3), (0, 0, 0), (1, 0, 0), (1, 4, 0), take_backs=2))
    texts = [text for text, _ in said]

    assert texts[0] == "ハル wins"
    assert kit.words("kanu.outcome.guard", count=5) in texts
    assert [text for text in texts if text in NAMES] == ["ハル", "アオイ", "Natsu"]
    assert [text for text in texts if text.endswith((" pair", " pairs"))] == ["4 pairs", "1 pair", "0 pairs"]
    assert kit.words("result.take_backs") in texts
    assert "Deal 88" in texts


def test_a_shared_win_is_everybodys(kit: Kit) -> None:
    """Both stand on paper, with a seal each; the others do not."""
    said = writing(kit)
    ranking = shown(kit, over(seated(4), (0, 0, 0, 0), (3, 1, 3, 2)))

    assert said[0][0] == "アオイ and Natsu share the win"
    assert len(ranking._seals) == 2
    inked = [text for text, colour in said if text in NAMES and colour[0] < 0x80]
    assert inked == ["アオイ", "Natsu"]


def test_nobody_may_have_won(kit: Kit) -> None:
    """Where rules have no winner that is said, and no seal is set."""
    said = writing(kit)
    match = over(seated(3), (0, 0, 0), (1, 2, 3))
    chair = match.chair
    assert isinstance(chair, Over)
    lost = dataclasses.replace(chair.outcome, winners=())
    standing = dataclasses.replace(chair.standing(), outcome=lost)
    chair.standing = lambda: standing  # type: ignore[method-assign]
    ranking = shown(kit, match)

    assert said[0][0] == "Nobody wins"
    assert ranking._seals == []
    assert not ranking.update(1.0)


def test_a_game_that_goes_on_has_no_ranking(kit: Kit) -> None:
    """It would show what is not decided."""
    match = over(seated(3), (0, 0, 0))
    running = dataclasses.replace(match.chair.standing(), outcome=None)
    match.chair.standing = lambda: running  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="ended"):
        Ranking(kit, match, Paths())


def test_a_game_that_nothing_is_known_of_is_ranked_too(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without words for its scores they are numbers; without a course there is no chart."""
    monkeypatch.delitem(SCORES, KANU)
    monkeypatch.delitem(COURSES, KANU)
    said = writing(kit)
    shown(kit, over(seated(3), (0, 0, 0), (1, 2, 30)))

    assert {"30", "2", "1"} <= {text for text, _ in said}
    assert kit.words("kanu.ranking.course") not in {text for text, _ in said}


def sitting(won: tuple[int, ...], dealt: int, games: int = 3) -> Sitting:
    """Return how a match play stands."""
    return dataclasses.replace(seated(len(won), games=games), won=won, dealt=dealt)


@pytest.mark.parametrize(
    ("stands", "lines"),
    [
        (sitting((1, 0, 0), 1, games=1), []),
        (sitting((1, 0, 0), 1), ["アオイ leads the match, 1 to 0.", "Game 2 of 3 is next."]),
        (
            sitting((1, 0, 1), 1),
            ["アオイ and Natsu are level in the match with one game each.", "Game 2 of 3 is next."],
        ),
        (sitting((1, 1, 0), 2), ["アオイ and ハル are level in the match with one game each.", "Game 3 of 3 is next."]),
        (sitting((2, 0, 0), 2), ["アオイ wins the match, 2 games to 0."]),
        (sitting((1, 2, 0), 3), ["ハル wins the match, 2 games to 1."]),
        (sitting((1, 1, 1), 3), ["アオイ, ハル and Natsu share the match with one game each."]),
        (sitting((2, 2, 0), 3), ["アオイ and ハル share the match with 2 games each."]),
        (
            sitting((2, 2, 0), 2),
            ["アオイ and ハル are level in the match with 2 games each.", "Game 3 of 3 is next."],
        ),
    ],
)
def test_how_the_match_play_stands(stands: Sitting, lines: list[str]) -> None:
    """Who leads or has won, or who are level, and which game is next; of a single game nothing is said."""
    assert match_lines(Words("en"), stands) == lines
    assert len(match_lines(Words("ja"), stands)) == len(lines)


def test_every_game_that_was_won_has_a_mark(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """This one counts already: two wins of three settle it; with shared wins there may be three."""
    filled: list[tuple[int, int]] = []
    progress = page.progress

    def marks(kit: Kit, done: int, total: int, mark: int) -> list[Paint]:
        filled.append((done, total))
        return progress(kit, done, total, mark)

    monkeypatch.setattr(page, "progress", marks)
    ranking = shown(kit, over(sitting((0, 1, 0), 1), (0, 0, 0), (1, 2, 0)))
    assert set(filled) == {(2, 2), (0, 2)}
    assert labels(ranking)[0] == "Play again"
    filled.clear()
    kit.painter = Painter()
    shown(kit, over(sitting((2, 2, 0), 2), (0, 0, 0), (2, 2, 0)))
    assert set(filled) == {(3, 3), (0, 2)}
    filled.clear()
    shown(kit, over(seated(3), (0, 0, 0), (1, 2, 0)))
    assert filled == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_longest_names_are_read_whole(kit: Kit, language: str, size: tuple[int, int], scale: int) -> None:
    """No name is shortened, and none leaves its row, with the most seats and a match play."""
    kit.words, kit.metrics = Words(language), Metrics(size, scale)
    said = writing(kit)
    names = ("もじばけのこわいひとたち", "WWWWWWWWWWWW", "W W W W W WW", "一二三四五六七八九十百千", "i", "ハル")
    match = over(Sitting.of(names, (6, 5, 4, 3, 2, 1), "pass", 3), (0,) * 6, (12, 12, 12, 0, 5, 5))
    ranking = shown(kit, match)

    assert not [text for text, _ in said if text.endswith("…")]
    told = "".join(text for text, _ in said).replace(" ", "")
    for name in names:
        assert name.replace(" ", "") in told
    assert ranking._scroll is not None
    for surface, (x, y) in ranking._scroll.content:
        assert 0 <= x <= x + surface.get_width() <= ranking._scroll.rect.w
        assert 0 <= y <= y + surface.get_height() <= ranking._scroll.height


@pytest.mark.parametrize(("games", "asked"), [(1, False), (3, True)])
@pytest.mark.parametrize("label", ["Same deal again", "New deal"])
def test_games_that_count_are_not_thrown_away_unasked(kit: Kit, games: int, asked: bool, label: str) -> None:
    """Between two games of a match the menu asks before it begins afresh, and the set-up page warns; after one not."""
    match = play_kanu(kit.store, seated(3, games=games), rounds=2)
    menu = Pause(kit, match, Paths(), match.chair.concede)
    menu.lay_out()
    button = next(one for one in menu._controls.all if isinstance(one, Button) and one.label == label)
    assert match.at_stake == asked
    assert Routes(kit, tuple).at_stake == asked

    command = button.on()
    if asked:
        assert isinstance(command, Push)
        assert isinstance(command.scene, Notice)
        assert command.scene._text.endswith(kit.words("pause.match_lost"))
    else:
        assert isinstance(command, Home)


# How it went


def test_the_course_is_that_of_the_game(kit: Kit) -> None:
    """From what one seat was shown: nothing at the deal, after the last turn what the outcome says."""
    match = play_kanu(kit.store, seated(4), rounds=2)
    outcome = match.chair.standing().outcome
    assert outcome is not None
    for seat in range(4):
        match = match.taken_by(Seat(seat))
        match.chair.beats()
        found = course(match.chair.past())
        assert found[0] == (0,) * 4
        assert found[-1] == outcome.scores
        assert len(found) == match.chair.view().board.turns + 1
        assert all(sum(later) - sum(row) in range(9) for row, later in itertools.pairwise(found))


def test_turns_that_were_taken_back_do_not_count() -> None:
    """Going back over the end of a turn makes it not have been; going on in another way counts."""
    views = [beat.view for beat in Over(((0, 0, 0), (2, 0, 0), (2, 1, 0))).past()]
    beats = Over(((0, 0, 0), (2, 0, 0), (2, 1, 0))).past()
    back = dataclasses.replace(beats[1], view=views[0], undone=True)
    other = Over(((0, 0, 0), (0, 0, 0), (0, 1, 0))).past()

    assert course(beats[:2]) == ((0, 0, 0), (2, 0, 0))
    assert course((*beats[:2], back)) == ((0, 0, 0),)
    assert course((*beats[:2], back, *other[1:])) == ((0, 0, 0), (0, 0, 0), (0, 1, 0))


def test_every_change_has_its_seats_mark(kit: Kit) -> None:
    """In the chart a line is known by shape as well: where something changed, and large at its end."""
    drawn: list[int] = []
    match = over(Sitting.of(NAMES[:3], (6, 2, 4)), (0, 0, 0), (1, 0, 0), (1, 2, 0), (3, 1, 0))
    ranking = shown(kit, match)
    assert ranking._scroll is not None
    pictures = {id(surface) for surface, _ in ranking._scroll.content}
    for mark in (6, 2, 4):
        small = seat_mark(kit.painter, mark, max(7, round(15 * 0.62)))
        drawn.append(sum(surface is small for surface, _ in ranking._scroll.content))
        assert id(seat_mark(kit.painter, mark, 15)) in pictures
    assert drawn == [2, 2, 0]


@given(
    st.lists(st.tuples(st.integers(-3, 60), st.integers(-3, 60), st.integers(-3, 60)), min_size=1, max_size=90),
)
def test_points_lie_where_they_belong(rows: list[tuple[int, int, int]]) -> None:
    """More is higher, later is farther right, equal seats lie close together and are told apart."""
    plot = pygame.Rect(30, 10, 400, 150)
    low, high = min(map(min, rows)), max(map(max, rows)) + 1
    graph = chart._Graph(plot, tuple(rows), (low, high))
    for turn, row in enumerate(rows):
        points = [graph.point(turn, seat) for seat in range(3)]
        for x, y in points:
            assert plot.left <= x <= plot.right
            assert plot.top - graph.over <= y <= plot.bottom + graph.over
        for one, other in ((0, 1), (0, 2), (1, 2)):
            between = points[other][1] - points[one][1]
            if row[one] == row[other]:
                assert 0 < between < 3 * graph.thick
    assert graph.x(0) == plot.left
    assert len(rows) == 1 or graph.x(len(rows) - 1) == plot.right


@given(st.integers(-40, 0), st.integers(1, 400))
def test_there_are_few_round_numbers_beside_a_chart(first: int, last: int) -> None:
    """Nought among them, none outside."""
    ticks = chart._ticks(first, last)

    assert 0 in ticks
    assert all(first <= tick <= last for tick in ticks)
    assert 2 <= len(ticks) <= 7 or last - first < 2


def test_a_game_without_a_turn_has_no_chart(kit: Kit) -> None:
    """There is nothing to draw."""
    said = writing(kit)
    shown(kit, over(seated(3), (0, 0, 0)))

    assert kit.words("kanu.ranking.course") not in {text for text, _ in said}


# Where it leads


def test_the_next_game_of_the_match(kit: Kit) -> None:
    """The same people by the same rules, another deal, and this game counted; nothing of it is counted twice."""
    match = over(sitting((0, 1, 0), 1), (0, 0, 0), (3, 2, 0))
    for _ in range(2):
        on = there(press(shown(kit, match), "Next game"), "table")
        assert on.sitting == sitting((1, 1, 0), 2)
        assert on.options == match.options
        assert on.chair.standing().outcome is None
    assert there(shown(kit, match).handle(Key("enter")), "table").sitting == sitting((1, 1, 0), 2)


def test_after_a_match_another_begins(kit: Kit) -> None:
    """With nothing won yet, by the same people in the same way."""
    for match in (over(sitting((0, 1, 0), 1), (0, 0, 0), (1, 2, 0)), over(seated(3), (0, 0, 0), (1, 2, 0))):
        again = there(press(shown(kit, match), "Play again"), "table")
        assert again.sitting == match.sitting.afresh()
        assert (again.sitting.dealt, sum(again.sitting.won)) == (0, 0)


def test_the_other_ways(kit: Kit) -> None:
    """Table, statistics, shelf; the replay of the very game, at its beginning."""
    match = play_kanu(kit.store, seated(3))
    ranking = shown(kit, match)

    assert labels(ranking) == ["Play again", "The table", "Replay", "Statistics", "To the shelf"]
    assert press(ranking, "The table") == Back()
    assert ranking.handle(Key("escape")) == Back()
    assert there(press(ranking, "Statistics"), "statistics") is False
    assert there(ranking.handle(Key("f2")), "statistics") is False
    there(press(ranking, "To the shelf"), "shelf")
    record, at, running = there(press(ranking, "Replay"), "replay")
    assert (record.match, at, running) == (match.name, 0, False)


def test_a_game_that_was_not_kept_cannot_be_replayed(kit: Kit) -> None:
    """That is said."""
    command = press(shown(kit, over(seated(3), (0, 0, 0), (1, 2, 0))), "Replay")

    assert isinstance(command, Push)
    assert isinstance(command.scene, Notice)


def test_the_seal_comes_down_and_any_key_ends_that(kit: Kit) -> None:
    """It stands there at once where nothing is to move."""
    kit.preferences = Preferences(language="en")
    ranking = shown(kit, over(seated(3), (0, 0, 0), (1, 2, 0)))
    before = len(ranking.paint())
    assert ranking.update(0.01)
    ranking.handle(Key("a"))
    assert not ranking.update(0.01)
    assert len(ranking.paint()) == before + 1

    slow = shown(kit, over(seated(3), (0, 0, 0), (1, 2, 0)))
    frames = 0
    while slow.update(1 / 60):
        slow.paint()
        frames += 1
        assert frames < 200
    assert len(slow.paint()) == before + 1
    for preferences in (Preferences(reduced_motion=True), Preferences(speed="off")):
        kit.preferences = preferences
        still = shown(kit, over(seated(3), (0, 0, 0), (1, 2, 0)))
        assert not still.update(0.01)
        assert len(still.paint()) == before + 1


def test_its_title_says_nothing(kit: Kit) -> None:
    """The table's below it stays."""
    assert shown(kit, over(seated(3), (0, 0, 0), (1, 2, 0))).title() == ""


def test_the_program_shows_it_at_the_end_of_such_a_game(screen: pygame.Surface, tmp_path: Path) -> None:
    """Over the table, once everything has been shown; Esc shows the table."""
    assert screen.get_size()
    store = Store(tmp_path)
    match = play_kanu(store, seated(3))
    program = Program(store, Preferences(language="en", speed="off"), Start())
    program.obey(Home(program.routes.table(match)))
    for _ in range(600):
        program.frame([], 1 / 30)
        if len(program.stack) == 2:
            break
    assert [type(scene).__name__ for scene in program.stack] == ["TableScene", "Ranking"]
    program.frame([Key("escape")], 1 / 30)
    assert [type(scene).__name__ for scene in program.stack] == ["TableScene"]
    store.close()
