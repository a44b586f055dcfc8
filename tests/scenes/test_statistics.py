"""What finished games add up to, from rows made by hand."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.core import Level
from game.catalogue import GAMES
from game.deck_defence.public import ID
from scenes.statistics import (
    AIDS,
    COLUMNS,
    Finished,
    PlayerNumbers,
    RuleSet,
    as_csv,
    by_difficulty,
    by_player,
    chosen,
    data_name,
    numbers,
    rule_set,
    rule_sets,
)
from tests.scenes.past import BUDGET, CARDS, NAMES, OPEN, USUAL, conceded, lost, many, played, quick_cards, won

games_of_all_kinds = st.lists(
    st.one_of(st.builds(won, st.integers(0, 9)), st.builds(lost), st.builds(conceded)), max_size=40
)


def test_no_games() -> None:
    """Nothing is divided by nothing."""
    none = numbers([], 9)

    assert (none.games, none.wins, none.losses, none.streak, none.longest) == (0, 0, 0, 0, 0)
    assert (none.percent, none.average, none.best) == (None, None, None)
    assert none.scores == (0,) * 10


def test_an_evening() -> None:
    """Wins, losses and games given up are counted; average and best are those of the wins."""
    evening = numbers([won(3), lost(), won(6), won(6), conceded(), won(9)], 9)

    assert (evening.games, evening.wins, evening.losses, evening.conceded) == (6, 4, 2, 1)
    assert evening.percent == 67
    assert evening.average == 6.0
    assert evening.best == 9
    assert evening.scores == (0, 0, 0, 1, 0, 0, 2, 0, 0, 1)


def test_a_win_without_a_point_is_a_win() -> None:
    """Its score of 0 is no loss's."""
    poor = numbers([won(0), lost()], 9)

    assert (poor.wins, poor.best, poor.average, poor.scores[0]) == (1, 0, 0.0, 1)


@pytest.mark.parametrize(
    ("wins", "losses", "percent"),
    [(0, 5, 0), (5, 0, 100), (1, 1, 50), (2, 1, 67), (1, 2, 33), (999, 1, 99), (1, 999, 1), (1, 199, 1), (199, 1, 99)],
)
def test_the_rate(wins: int, losses: int, percent: int) -> None:
    """It is rounded, and 100 only where everything was won, 0 only where nothing was."""
    assert numbers([won()] * wins + [lost()] * losses, 9).percent == percent


@pytest.mark.parametrize(
    ("course", "streak", "longest"),
    [("", 0, 0), ("W", 1, 1), ("L", 0, 0), ("WWL", 0, 2), ("LWW", 2, 2), ("WWWLWW", 2, 3), ("WLWLW", 1, 1)],
)
def test_streaks(course: str, streak: int, longest: int) -> None:
    """The present streak ends with the last loss; the longest one stays."""
    evening = numbers([won() if one == "W" else conceded() for one in course], 9)

    assert (evening.streak, evening.longest) == (streak, longest)


@given(games_of_all_kinds)
def test_the_numbers_agree_with_each_other(games: list[Finished]) -> None:
    """Whatever was played: no rate above 100, no streak longer than the longest, as many scores as wins."""
    sums = numbers(games, 9)

    assert sums.wins + sums.losses == sums.games == len(games)
    assert sums.percent is None or 0 <= sums.percent <= 100
    assert 0 <= sums.streak <= sums.longest <= sums.wins
    assert sum(sums.scores) == sums.wins
    assert sums.conceded <= sums.losses


def test_help_is_told_apart() -> None:
    """Games with take-backs and with hints are counted; a game without either, and without an aid, is unaided."""
    games = [won(), won(take_backs=2), lost(hints=1), won(take_backs=1, hints=4), won(options=BUDGET)]
    sums = numbers(games, 9)

    assert (sums.take_backs, sums.hints) == (2, 2)
    assert [one.unaided for one in games] == [True, False, False, False, False]
    assert chosen(games, None, unaided=True) == (games[0],)


def test_aids_are_options_of_their_games() -> None:
    """A renamed option would silently count as played without help."""
    for game_id, options in AIDS.items():
        assert options <= {spec.key for spec in GAMES[game_id].options}


def test_rule_sets_are_kept_apart() -> None:
    """Open discards are other rules; the budget is help within the same ones."""
    usual, opened = RuleSet(ID), RuleSet(ID, (("open_discards", True),))
    games = [won(options=OPEN), lost(options=USUAL), won(options=BUDGET)]

    assert [rule_set(one) for one in games] == [opened, usual, usual]
    assert rule_sets(games) == (usual, opened)
    assert chosen(games, opened) == (games[0],)
    assert chosen(games, usual) == (games[1], games[2])


def test_an_option_that_did_not_exist_was_as_usual() -> None:
    """Games from before an update are played by the same rules as games after it."""
    assert rule_set(won(options=())) == rule_set(won(options=USUAL))


def test_a_game_that_is_unknown_here_is_kept_apart_too() -> None:
    """A history from another version is not thrown together with what we know."""
    games = [won(game="go", options=(("komi", 6),)), won()]

    assert rule_sets(games) == (RuleSet(ID), RuleSet("go", (("komi", 6),)))


def test_difficulties_are_kept_apart() -> None:
    """From easy to hard as the game orders them, labels nobody knows after those, games without a label last."""
    games = [won(difficulty="hard"), lost(difficulty=None), won(difficulty="odd"), lost(difficulty="easy"), won()]
    split = by_difficulty(games, 9, ("easy", "hard"))

    assert list(split) == ["easy", "hard", "odd", None]
    assert [(one.games, one.wins) for one in split.values()] == [(1, 0), (1, 1), (1, 1), (2, 1)]
    assert chosen(games, RuleSet(ID), "hard") == (games[0],)


def test_an_evening_of_several_people() -> None:
    """Each name has its games, wins, average and best; a shared win is one for each of the winners."""
    first, second, third = NAMES[:3]
    evening = by_player([played(12, 9, 3), played(8, 8, 8), played(2, 14), lost()])

    assert evening == (
        PlayerNumbers(second, 3, 2, 31 / 3, 14),
        PlayerNumbers(first, 3, 2, 22 / 3, 12),
        PlayerNumbers(third, 2, 1, 5.5, 8),
    )
    assert [one.percent for one in evening] == [67, 67, 50]
    assert by_player([won(), conceded()]) == ()


def test_a_player_is_one_whatever_the_spelling() -> None:
    """Capitals and spaces around a name make nobody else of it; the last spelling is shown."""
    found = by_player([played(4, 2, names=("mio", "ハル")), played(1, 5, names=("Mio ", "ハル"))])

    assert [(one.name, one.games, one.wins) for one in found] == [("ハル", 2, 1), ("Mio ", 2, 1)]


@given(st.lists(st.lists(st.integers(-5, 20), min_size=2, max_size=6), min_size=1, max_size=20))
def test_the_numbers_of_the_players_agree_with_the_games(scores: list[list[int]]) -> None:
    """Everybody's games are all seats, everybody's wins all winners, and no average is above the best."""
    games = [played(*row) for row in scores]
    found = by_player(games)

    assert sum(one.games for one in found) == sum(one.seats for one in games)
    assert sum(one.wins for one in found) == sum(len(one.winners) for one in games) >= len(games)
    assert all(one.average <= one.best for one in found)
    assert [one.wins for one in found] == sorted((one.wins for one in found), reverse=True)


def test_games_of_several_people_are_kept_apart() -> None:
    """By the number of players where that is asked for; alone one plays in one seat, and wins or loses."""
    games = [played(3, 2, 1), played(5, 4, 3, 2), won(), played(1, 1, 2)]

    assert [one.seats for one in games] == [3, 4, 1, 3]
    assert chosen(games, None, seats=3) == (games[0], games[3])
    assert [one.winners for one in games] == [NAMES[:1], NAMES[:1], (), NAMES[2:3]]
    assert not games[0].won


def test_a_card_set_is_rules_of_its_own_with_a_name() -> None:
    """Games with other cards are not added up with those; a log that remembers is help within the same rules."""
    own = dict(CARDS)["cards"]
    helped = played(3, 2, 1, options=(("cards", own), ("log_remembers", True)))
    other = played(3, 2, 1, options=(("cards", quick_cards()), ("log_remembers", False)))

    assert rule_set(helped) == rule_set(played(1, 2, 3)) != rule_set(other)
    assert (helped.unaided, other.unaided) == (False, True)
    assert data_name("kanu", own) == data_name("kanu", quick_cards())
    assert data_name("kanu", own) is not None
    assert data_name("kanu", "{") is None
    assert data_name("kanu", True) is None
    assert data_name(ID, "web") is None


def rows(text: str) -> list[dict[str, str]]:
    """Return a CSV as another program reads it."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))


def test_the_table_says_everything() -> None:
    """One line a game, with the names of the columns above."""
    told = rows(as_csv([won(7, take_backs=1), conceded(difficulty="hard", options=BUDGET)], str))

    assert list(told[0]) == list(COLUMNS)
    assert (told[0]["result"], told[0]["score"], told[0]["take_backs"], told[0]["unaided"]) == ("won", "7", "1", "0")
    assert (told[1]["result"], told[1]["score"], told[1]["difficulty"]) == ("conceded", "", "hard")
    assert told[1]["options"] == '{"open_discards": false, "show_budget": true}'


def test_the_table_names_the_players() -> None:
    """Their scores by name, and who won; the text of a card set gives way to its name."""
    told = rows(as_csv([played(12, 9, 12), won(7)], str))
    name = data_name("kanu", dict(CARDS)["cards"])

    assert name is not None
    assert (told[0]["result"], told[0]["score"], told[0]["seats"]) == ("played", "12", "3")
    assert json.loads(told[0]["players"]) == {NAMES[0]: 12, NAMES[1]: 9, NAMES[2]: 12}
    assert json.loads(told[0]["winners"]) == [NAMES[0], NAMES[2]]
    assert json.loads(told[0]["options"]) == {"cards": name[1], "log_remembers": False}
    assert (told[1]["seats"], told[1]["players"], told[1]["winners"]) == ("1", "", "")


def test_computers_are_told_apart() -> None:
    """They are no persons of the statistics, whatever they are called; the table names them with their levels."""
    game = played(12, 9, 12)
    mixed = replace(game, players=(game.players[0], replace(game.players[1], level=Level.STRONG), game.players[2]))

    assert {one.name: one.games for one in by_player([game, mixed])} == {NAMES[0]: 2, NAMES[1]: 1, NAMES[2]: 2}
    assert {one.name for one in by_player([mixed])} == {NAMES[0], NAMES[2]}
    told = rows(as_csv([game, mixed], str))
    assert told[0]["computers"] == ""
    assert json.loads(told[1]["computers"]) == {NAMES[1]: "strong"}
    assert json.loads(told[1]["players"]) == {NAMES[0]: 12, NAMES[1]: 9, NAMES[2]: 12}


@pytest.mark.parametrize(
    "odd", ['say "S1", twice', "a,b;c\td", "two\nlines\r\nand more", "手札 🂡", "'quoted'", "\0 nothing"]
)
def test_odd_values_stay_in_their_column(odd: str) -> None:
    """Quotes, commas, line breaks and letters of any script neither break a line nor move a column."""
    told = rows(as_csv([won(deal=odd, difficulty=odd, match=odd), lost()], str))

    assert len(told) == 2
    assert told[0]["deal"] == told[0]["match"]
    assert told[0]["deal"].split() == "".join(one if one.isprintable() else " " for one in odd).split()
    assert told[1]["result"] == "lost"


@pytest.mark.parametrize("formula", ["=1+1", "+SUM(A1)", "-2", "@cmd", "\t=1+1"])
def test_no_value_becomes_a_formula(formula: str) -> None:
    """A spreadsheet that opens the table computes nothing."""
    assert rows(as_csv([won(deal=formula)], str))[0]["deal"][0] not in "=+-@"


def test_the_lines_end_as_the_standard_says() -> None:
    """RFC 4180: carriage return and line feed."""
    text = as_csv(many(3), str)

    assert text.count("\r\n") == 4
    assert "\n" not in text.replace("\r\n", "")
