"""A clock that jumps: somebody sets it, a battery is empty, a time zone is crossed."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from game.core import Seat
from scenes import calendar, host, statistics
from scenes.pages import dealing
from scenes.store import Store
from tests.scenes.sitting import won_games

NOON = 1_800_000_000
DAY = 86_400


def play(folder: Path, deal: str, line: tuple[str, ...]) -> None:
    """Win a game that is known."""
    with closing(Store(folder)) as store:
        match = host.begin(store, "deck-defence", deal, {})
        for text in line:
            view = match.chair.view()
            match.chair.submit(next(one for one in view.legal if _text(one) == text))
        outcome = match.chair.standing().outcome
        assert outcome is not None
        assert Seat(0) in outcome.winners


def _text(action: object) -> str:
    from game.catalogue import find

    return find("deck-defence").encode(action)


def test_a_clock_that_jumps_costs_no_game_and_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dates go back a year, then to the beginning, then far ahead: every game is there, counted once, and can be told.

    Those that ended at the same moment or earlier than the one before are all in the list, by their dates.
    """
    times = [NOON, NOON - 365 * DAY, 0, calendar.LATEST, NOON + DAY]
    games = won_games()
    for number, moment in enumerate(times):
        monkeypatch.setattr(calendar, "now", lambda moment=moment: moment)
        play(tmp_path, *games[number % len(games)])
    with closing(Store(tmp_path)) as store:
        history = store.history()
        assert store.take_problems() == []
    assert sorted(one.finished for one in history) == sorted(times)
    assert [one.finished for one in history] == sorted(times)
    table = statistics.as_csv(history, lambda seconds: calendar.local(seconds).isoformat(" ", "minutes"))
    assert table.count("\r\n") == len(times) + 1


def test_the_deal_of_the_day_follows_the_clock_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Yesterday's deal comes back when the clock goes back, and every day there is one that can be dealt."""

    def today(moment: int) -> str:
        monkeypatch.setattr(calendar, "now", lambda: moment)
        return dealing.today()

    first = today(NOON)
    assert today(NOON + DAY) != first
    assert today(NOON) == first
    for moment in (0, calendar.LATEST):
        assert dealing.normal("deck-defence", today(moment)) == today(moment)


def test_a_clock_beyond_all_telling_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that stands before 1970, or beyond the year 9999: the game is counted at the nearest date there is."""
    games = won_games()
    for number, moment in enumerate((-5.0, calendar.LATEST + 1e9)):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        play(tmp_path, *games[number])
    with closing(Store(tmp_path)) as store:
        assert [one.finished for one in store.history()] == [0, calendar.LATEST]
        assert store.take_problems() == []
