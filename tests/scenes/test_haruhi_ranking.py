"""How a game of 涼宮ハルヒの贈殖 ended: ranks, characters, conditions with their signs, the course, statistics."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import Beat, Seat, Up
from game.haruhi import card_file, insight, scoring
from game.haruhi.card_set import ID
from game.haruhi.public import Accuse, View
from game.haruhi.rules import Haruhi
from game.table import Table
from scenes.after.ranking import Ranking, match_lines, places
from scenes.drawing.theme import Colour, Metrics
from scenes.haruhi import verdicts
from scenes.haruhi.course import course
from scenes.haruhi.signs import Sign, sign
from scenes.haruhi.standard import standard_set
from scenes.host import Match
from scenes.inputs import Key
from scenes.pages.controls import Button
from scenes.pages.stats import StatsPage
from scenes.preferences import Preferences
from scenes.scene import Kit
from scenes.seating import Sitting
from scenes.statistics import Finished, Player, data_name
from scenes.store import Store
from scenes.words import LANGUAGES, Words
from tests.scenes.past import EVENING, HARUHI_CARDS, NAMES, play_haruhi, played, remember, seated
from tests.scenes.sitting import painter

WINDOWS = [((1280, 720), 100), ((1280, 720), 200), ((1920, 1080), 100), ((800, 600), 100), ((640, 480), 200)]
AnyTable = Table[Any, Any, Any, Any, Any]


@pytest.fixture
def kit(tmp_path: Path, screen: pygame.Surface) -> Iterator[Kit]:
    """Give a kit in English at 1280 x 720, with a store of its own and without motion."""
    store = Store(tmp_path)
    yield Kit(Words("en"), painter(), Metrics(screen.get_size()), Preferences(language="en", speed="off"), store)
    store.close()


@cache
def table_over(seats: int, winners: int) -> AnyTable:
    """Return the first table of so many players, played to the end at random, that so many have won."""
    for deal in range(1, 200):
        table: AnyTable = Table(Haruhi(standard_set()), str(deal), seats, {})
        rng = random.Random(deal)
        while (turn := table.turn) is not None:
            legal = table.view(turn).legal
            table.act(turn, rng.choice([one for one in legal if isinstance(one, Accuse)] or legal))
        assert table.outcome is not None
        if len(table.outcome.winners) == winners:
            return table
    raise AssertionError("no such game")


def over(seats: int, winners: int) -> Match:
    """Return a game that is over, in front of the first seat, which has seen all of it."""
    table = table_over(seats, winners)
    chair = table.chair(Seat(0))
    chair.beats()
    return Match(ID, table.deal, {}, chair, "h", seated(seats))


def last(match: Match) -> View:
    """Return the last View of a game."""
    view = match.chair.view()
    assert isinstance(view, View)
    return view


class Nowhere:
    """Where the dialog leads to is no matter here."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(name)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Colour]]:
    """Give a list that grows with everything that is written, and its colour."""
    heard: list[tuple[str, Colour]] = []
    write = painter().type.write

    def note(text: str, size: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        heard.append((text, colour))
        return write(text, size, colour, bold=bold)

    monkeypatch.setattr(painter().type, "write", note)
    return heard


def shown(kit: Kit, match: Match) -> Ranking:
    """Return the dialog, laid out."""
    ranking = Ranking(kit, match, Nowhere())  # type: ignore[arg-type]
    ranking.lay_out()
    return ranking


# Places


@pytest.mark.parametrize(("seats", "winners"), [(4, 0), (4, 1), (7, 1), (5, 2)])
def test_places_are_the_ranks_whoever_has_won(seats: int, winners: int) -> None:
    """By points, then by events; a winner stands where his rank is."""
    match = over(seats, winners)
    view, outcome = last(match), match.chair.standing().outcome
    assert outcome is not None
    table = scoring.tally(view.board)
    found = places(outcome, verdicts.ranks(view))
    assert [place.number for place in found] == sorted(table.ranks)
    for place in found:
        assert place.number == table.ranks[place.seat]
        assert place.score == table.points[place.seat]
        assert place.won == (Seat(place.seat) in outcome.winners)


@pytest.mark.parametrize(("winners", "told"), [(0, "Nobody wins"), (1, " wins"), (2, " win")])
def test_who_has_won_is_told(winners: int, told: str, kit: Kit, said: list[tuple[str, Colour]]) -> None:
    """One, several or nobody: several have not the same points, so they are not said to share a win."""
    match = over(5, winners)
    ranking = shown(kit, match)
    outcome = match.chair.standing().outcome
    assert outcome is not None
    assert said[0][0].endswith(told)
    assert all(NAMES[seat] in said[0][0] for seat in outcome.winners)
    assert len(ranking._seals) == winners
    inked = {text for text, colour in said if text in NAMES and colour[0] < 0x80}
    assert inked == {NAMES[seat] for seat in outcome.winners}


# Why


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "winners"), [(4, 1), (7, 2)])
def test_every_condition_is_told_with_all_its_parts(
    seats: int, winners: int, language: str, kit: Kit, said: list[tuple[str, Colour]]
) -> None:
    """Every character by name and crest, every part of its condition, points, events and cards in hand."""
    kit.words = Words(language)
    match = over(seats, winners)
    shown(kit, match)
    board, texts = last(match).board, [text for text, _ in said]
    whole = "".join(texts).replace(" ", "")
    table = scoring.tally(board)
    for seat, found in enumerate(insight.explained(board)):
        seen = board.roles[seat]
        assert isinstance(seen, Up)
        name = board.card_set.character(seen.card.person).name
        assert (name.ja if language == "ja" else name.en) in texts
        for part in verdicts.parts(found):
            assert kit.words.say(part.words).replace(" ", "") in whole
        assert kit.words("haruhi.ranking.points", count=table.points[seat]) in texts
        facts = [("events", table.events[seat]), ("hand", table.hands[seat])]
        assert all(kit.words(f"haruhi.ranking.{key}", count=count).replace(" ", "") in whole for key, count in facts)


def test_signs_say_what_holds(kit: Kit) -> None:
    """A ring at each part that holds, a cross at each that does not; whoever wins has no cross where all must hold."""
    view = last(over(5, 2))
    outcome = view.board.outcome
    assert outcome is not None
    for seat, found in enumerate(insight.explained(view.board)):
        for on_paper in (False, True):
            column = verdicts.why(kit, view, seat, 500, on_paper=on_paper)
            pictures = [surface for surface, _ in column.paints]
            for holds, which in ((True, Sign.RING), (False, Sign.CROSS)):
                tint = verdicts._ON_PAPER[holds] if on_paper else verdicts.tint(holds, kit.palette)
                drawn = sign(kit.painter, which, kit.metrics.note, tint)
                wanted = sum(part.holds is holds for part in verdicts.parts(found))
                assert sum(picture is drawn for picture in pictures) == wanted
        assert found.holds == (Seat(seat) in outcome.winners)


def test_nothing_is_told_before_the_end(kit: Kit) -> None:
    """It would lay open who the others are."""
    view = last(over(4, 1))
    running = dataclasses.replace(view, board=dataclasses.replace(view.board, outcome=None))
    with pytest.raises(ValueError, match="laid open"):
        verdicts.why(kit, running, 0, 500, on_paper=False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize(("seats", "winners"), [(4, 1), (7, 2)])
def test_everything_is_within_the_dialog(
    seats: int, winners: int, size: tuple[int, int], scale: int, language: str, kit: Kit, said: list[tuple[str, Colour]]
) -> None:
    """In every window and language; no text is shortened."""
    kit.words, kit.metrics = Words(language), Metrics(size, scale)
    ranking = shown(kit, over(seats, winners))
    assert ranking._scroll is not None
    for surface, (x, y) in ranking._scroll.content:
        assert 0 <= x <= x + surface.get_width() <= ranking._scroll.rect.w
        assert 0 <= y <= y + surface.get_height() <= ranking._scroll.height
    assert not [text for text, _ in said if text.endswith("…")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_stay_while_the_places_are_scrolled(kit: Kit, language: str) -> None:
    """With seven seats the places are longer than the window; what can be done next is seen all the same."""
    kit.words, kit.metrics = Words(language), Metrics((1280, 720))
    ranking = shown(kit, over(7, 2))
    scroll = ranking._scroll
    assert scroll is not None
    assert scroll.furthest > 0
    buttons = [one for one in ranking._controls.all if isinstance(one, Button)]
    before = [one.rect.copy() for one in buttons]
    ranking.handle(Key("page down"))
    assert scroll.offset > 0
    assert [one.rect for one in buttons] == before
    assert all(scroll.rect.bottom < rect.top and rect.bottom < 720 for rect in before)


# How it went


@pytest.mark.parametrize("seats", [4, 7])
def test_the_course_is_that_of_the_game(seats: int) -> None:
    """From what any seat was shown: nothing at the deal, then the points after each of the 19 events."""
    table = table_over(seats, 1)
    assert table.outcome is not None
    found = set()
    for seat in range(seats):
        table.beats(Seat(seat))
        found.add(course(table.past(Seat(seat))))
    (row,) = found
    assert len(row) == 20
    assert row[0] == (0,) * seats
    assert row[-1] == table.outcome.scores
    assert any(earlier != later for earlier, later in itertools.pairwise(row))


def test_events_that_were_taken_back_do_not_count() -> None:
    """Going back over the end of an auction makes it not have been; going on counts what is there then."""
    match = over(4, 1)
    beats = match.chair.past()
    ends = next(at for at, beat in enumerate(beats) if beat.view.board.round == 6)
    before, after = beats[:ends], beats[ends]
    back = Beat(before[-1].view, after.notices, undone=True)
    assert course((*before, after, back)) == course(before)
    assert course((*before, after, back, after)) == course((*before, after))
    assert len(course((*before, after))) == 6


def test_a_match_play_may_begin_with_a_game_that_nobody_wins() -> None:
    """Then nobody leads and nobody is level; only the next game is told."""
    match = over(4, 0)
    outcome = match.chair.standing().outcome
    assert outcome is not None
    sitting = Sitting.of(NAMES[:4], (0, 1, 2, 3), "pass", 3).after(outcome)
    assert match_lines(Words("en"), sitting) == ["Game 2 of 3 is next."]
    assert match_lines(Words("en"), dataclasses.replace(sitting, dealt=3)) == []


# Statistics


def told_by(page: StatsPage, said: list[tuple[str, Colour]]) -> list[str]:
    """Return everything that is written on a page."""
    page.lay_out()
    page.paint()
    return [text for text, _ in said]


def finished(points: tuple[int, ...], winners: set[int], **fields: object) -> Finished:
    """Return a game that was played to its end with these points."""
    players = tuple(
        Player(name, score, seat in winners) for seat, (name, score) in enumerate(zip(NAMES, points, strict=False))
    )
    one = dataclasses.replace(played(*points), game=ID, options=HARUHI_CARDS, players=players, finished=EVENING)
    return dataclasses.replace(one, **fields)  # type: ignore[arg-type]


def test_the_average_of_the_winners_is_theirs(kit: Kit, said: list[tuple[str, Colour]]) -> None:
    """Whoever wins need not have the most points; a game that nobody won counts for nothing there."""
    games = [
        finished((10, 2, 4, 0), {1, 2}, match="a"),
        finished((9, 8, 7, 6), {1}, match="b"),
        finished((20, 1, 1, 1), set(), match="c"),
    ]
    assert [one.winning_score for one in games] == [3, 8, None]
    remember(kit.store, games)
    texts = told_by(StatsPage(kit, lambda record: pytest.fail(str(record))), said)
    assert {"5.5", "ハル and Natsu win", "Nobody wins"} <= set(texts)
    assert kit.words("stats.lost_mark") not in texts


def test_without_any_winner_there_is_no_average(kit: Kit, said: list[tuple[str, Colour]]) -> None:
    """It is left open, not nought."""
    remember(kit.store, [finished((20, 1, 1, 1), set())])
    assert kit.words("stats.none") in told_by(StatsPage(kit, lambda record: pytest.fail(str(record))), said)


def test_a_game_that_was_played_is_in_the_history(kit: Kit) -> None:
    """Everybody's points, and all who won; its cards are known by name."""
    match = play_haruhi(kit.store, seated(5), "4")
    outcome = match.chair.standing().outcome
    (one,) = kit.store.history()
    assert outcome is not None
    assert one.game == ID
    assert tuple(player.score for player in one.players) == outcome.scores
    assert one.winners == tuple(NAMES[seat] for seat in outcome.winners)
    assert data_name(ID, dict(one.options)["cards"]) == ("手札の標準組", "Tefuda's default set")
    assert data_name(ID, "no cards") is None
    assert card_file.from_record(str(dict(one.options)["cards"])) == last(match).board.card_set
