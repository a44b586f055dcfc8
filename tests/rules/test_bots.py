"""What all computer players share: players, the driver, what is counted of their games, and what they may import."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from game.bots import catalogue, simulate
from game.bots.core import AnyBrain, Decision, Level, Player, Stop, never, seat_words
from game.bots.driver import play
from game.core import BadInput, Beat, Outcome, Reason, Seat
from game.kanu import public as kanu
from game.kanu.rules import Kanu
from game.rng import Random
from game.table import Table
from tests.rules.benches import KANU_CARDS
from tests.rules.test_imports import back_doors

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "assets" / "cards" / "kanu.toml").read_text("utf-8")
WITH_STATES = {"driver.py", "simulate.py", "catalogue.py"}
"""What lays tables for simulations; every other module of the folder belongs to somebody who sits at one."""


@dataclass(frozen=True)
class Simple:
    """A brain of a few lines: it notes how many beats it has seen, and takes what `pick` takes of the legal actions."""

    pick: Callable[[kanu.View, int, Random], kanu.Action]
    level: Level = Level.EASY

    def begin(self, _view: kanu.View, _random: Random) -> int:
        return 0

    def see(self, notes: int, _beat: Beat[kanu.View, kanu.Notice]) -> int:
        return notes + 1

    def choose(self, view: kanu.View, notes: int, random: Random, _stop: Stop) -> Decision[kanu.Action]:
        return Decision(self.pick(view, notes, random), Reason.of("why"))


def by_chance(view: kanu.View, _notes: int, random: Random) -> kanu.Action:
    """Take any legal action."""
    pick, _ = random.below(len(view.legal))
    return view.legal[pick]


def by_a_way_that_is_none(_view: kanu.View, _notes: int, _random: Random) -> kanu.Action:
    """Do what is never possible."""
    return kanu.OpenCard(35)


def table(deal: str = "1", seats: int = 3) -> Table[Any, kanu.Action, Any, kanu.View, kanu.Notice]:
    """Return a table just laid."""
    return Table(Kanu(KANU_CARDS), deal, seats, {})


def asked(**changes: Any) -> simulate.Request:
    """Return a request for a few games."""
    request = simulate.request("kanu", seats=3, bots=(Level.EASY,), games=3, seed=1, shuffled=False)
    return replace(request, **changes)


def test_a_player_hands_its_brain_what_its_seat_meets() -> None:
    """Every beat once, the deal included; the chance of a decision follows from the word and the beats so far."""
    laid = table()
    seat = laid.turn
    assert seat is not None
    seen: list[tuple[int, int]] = []

    def watched(view: kanu.View, notes: int, random: Random) -> kanu.Action:
        seen.append((notes, random.word))
        return by_chance(view, notes, random)

    chair, player = laid.chair(seat), Player(Simple(watched), 7)
    player.see(chair.beats())
    first = player.decide().action
    assert player.decide().action == first
    chair.submit(first)
    player.see(chair.beats())
    player.decide()
    assert [notes for notes, _ in seen] == [1, 1, 2]
    assert seen[0][1] == seen[1][1] != seen[2][1]

    again = Player(Simple(watched), 7)
    again.see(chair.past())
    again.decide()
    assert seen[-1] == seen[-2]


def test_a_player_of_another_word_has_another_chance() -> None:
    """So that two seats of one level do not move alike."""
    laid = table()
    beats = laid.chair(Seat(0)).beats()
    words = []

    def watched(view: kanu.View, _notes: int, random: Random) -> kanu.Action:
        words.append(random.word)
        return kanu.HoldBack()

    for word in (1, 2):
        player = Player(Simple(watched), word)
        player.see(beats)
        player.decide()
    assert words[0] != words[1]


def test_a_game_is_played_to_its_end_on_chairs() -> None:
    """The driver counts the actions; the same chance plays the same game."""
    first, second = table(), table()
    brains: list[AnyBrain] = [Simple(by_chance)] * 3
    actions = play(first, brains, Random(3), 2000)
    assert actions == first.standing(Seat(0)).actions
    assert first.outcome is not None
    assert play(second, brains, Random(3), 2000) == actions
    assert second.record().actions == first.record().actions
    third = table()
    play(third, brains, Random(4), 2000)
    assert third.record().actions != first.record().actions


def test_a_game_is_broken_off_where_it_grows_too_long() -> None:
    """After so many actions, not one more; a game that ends with the last of them has ended."""
    whole = table()
    brains: list[AnyBrain] = [Simple(by_chance)] * 3
    actions = play(whole, brains, Random(3), 2000)
    assert actions is not None
    exact, short = table(), table()
    assert play(exact, brains, Random(3), actions) == actions
    assert play(short, brains, Random(3), actions - 1) is None
    assert short.standing(Seat(0)).actions == actions - 1


@pytest.mark.parametrize("brain", [Simple(by_a_way_that_is_none), None])
def test_what_goes_wrong_is_counted(brain: Simple | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forbidden action and a game without end are errors; no figure is made of such a game."""
    company = catalogue.COMPANIES["kanu"]
    wrong = replace(company, most=lambda _: 5) if brain is None else replace(company, brain=lambda _: brain)
    monkeypatch.setattr(catalogue, "COMPANIES", {"kanu": wrong})
    content = simulate.simulate(asked(), TEXT).content()
    assert (content["ended"], content["errors"]) == (0, 3)
    assert content["by_seat"] == []
    assert content["by_level"] == {}


def test_a_simulation_is_the_same_again() -> None:
    """By its seed: another seed gives other games."""
    first = simulate.simulate(asked(), TEXT).content()
    assert simulate.simulate(asked(), TEXT).content() == first
    assert simulate.simulate(asked(seed=2), TEXT).content() != first
    assert (first["ended"], first["errors"]) == (3, 0)


def test_levels_stay_on_their_seats_unless_they_are_mixed() -> None:
    """Mixed, every level meets every seat; either way each plays as often as it was asked for."""
    seats: dict[bool, set[tuple[Level, ...]]] = {}
    bots = (Level.EASY, Level.EASY, Level.MEDIUM)
    for shuffled in (False, True):
        kept: list[tuple[Level, ...]] = []

        class Counted(simulate.Count):
            def add(self, outcome: Any, facts: Any, bots: Any, actions: int) -> None:
                kept.append(tuple(bots))  # noqa: B023 - used within its round
                super().add(outcome, facts, bots, actions)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(simulate, "Count", Counted)
            found = simulate.simulate(asked(bots=bots, games=6, shuffled=shuffled), TEXT).content()
        seats[shuffled] = set(kept)
        levels = found["by_level"]
        assert isinstance(levels, dict)
        assert {name: level["played"] for name, level in levels.items()} == {"easy": 12, "medium": 6}
    assert seats[False] == {bots}
    assert len(seats[True]) > 1


def test_wins_are_counted_by_seat_order_level_and_role() -> None:
    """Several winners share a win, and each has won; without a winner nobody has."""
    count = simulate.Count(3)
    levels = (Level.EASY, Level.STRONG, Level.STRONG)
    won = Outcome((Seat(0), Seat(1)), (5, 5, 2), Reason.of("why"))
    count.add(won, catalogue.Facts(20, Seat(1), ("a", "b", "c")), levels, 80)
    lost = Outcome((), (0, 0, 0), Reason.of("why"))
    count.add(lost, catalogue.Facts(10, Seat(0), ("b", "a", "c")), levels, 40)
    content: Any = count.content()
    assert (content["ended"], content["actions"], content["length"]) == (2, 60, 15)
    assert (content["winners"], content["without_winner"]) == (1, 0.5)
    assert [(seat["wins"], seat["share"]) for seat in content["by_seat"]] == [(1, 0.25), (1, 0.25), (0, 0)]
    assert [seat["wins"] for seat in content["by_order"]] == [1, 0, 1]
    assert content["by_level"]["strong"] | {"rate_95": 0, "share_95": 0} == {
        "played": 4,
        "wins": 1,
        "rate": 0.25,
        "rate_95": 0,
        "share": 0.125,
        "share_95": 0,
    }
    assert content["by_level"]["strong"]["rate_95"] == [0, 0.6744]
    assert {name: role["wins"] for name, role in content["by_role"].items()} == {"a": 1, "b": 1, "c": 0}


def test_the_interval_narrows_with_the_games() -> None:
    """Of 400 games half were won: the true rate lies between 45 and 55 in a hundred."""
    tally = simulate.Tally()
    for game in range(400):
        tally.add(won=game % 2 == 0, winners=1)
    assert tally.content()["rate_95"] == [0.451, 0.549]
    assert tally.content()["share_95"] == [0.451, 0.549]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"game": "deck-defence"}, "bots.bad.game"),
        ({"seats": 7}, "bad.seats"),
        ({"seats": None}, "bad.seats"),
        ({"bots": (Level.EASY, Level.EASY)}, "bots.bad.count"),
        ({"games": 0}, "bots.bad.games"),
        ({"games": simulate.MOST_GAMES + 1}, "bots.bad.games"),
    ],
)
def test_what_cannot_be_simulated_is_named(changes: dict[str, Any], key: str) -> None:
    """One reason for the first thing that is wrong."""
    values: dict[str, Any] = {"game": "kanu", "seats": 4, "bots": (Level.EASY,), "games": 1, "seed": 1}
    with pytest.raises(BadInput) as caught:
        simulate.request(**{**values, **changes}, shuffled=False)
    assert caught.value.reason.key == key


def test_one_level_serves_all_seats_or_each_has_its_own() -> None:
    """Without a number of seats the levels tell it; the request is printed with its answer."""
    same = simulate.request("kanu", seats=4, bots=(Level.STRONG,), games=1, seed=1, shuffled=True)
    assert same.bots == (Level.STRONG,) * 4
    own = simulate.request("kanu", seats=None, bots=tuple(Level), games=1, seed=1, shuffled=True)
    assert own.content() == {
        "game": "kanu",
        "seats": 3,
        "bots": ["easy", "medium", "strong"],
        "games": 1,
        "seed": 1,
        "shuffled": True,
    }


@pytest.mark.parametrize("game", list(catalogue.COMPANIES))
def test_every_game_with_computer_players_can_be_simulated(game: str) -> None:
    """With its own card file; the length is counted, and where there are roles every seat has one."""
    text = (ROOT / "assets" / "cards" / f"{game}.toml").read_text("utf-8")
    count = simulate.simulate(simulate.Request(game, (Level.EASY,) * 4, games=1, seed=1, shuffled=False), text)
    assert (count.games, count.errors) == (1, 0)
    assert count.length > 5
    assert len(count.roles) in (0, 4)


def test_levels_are_named_by_words() -> None:
    """By those of the command line; every other is refused with all there are."""
    assert [catalogue.level(level.value) for level in Level] == list(Level)
    assert [level.words.key for level in Level] == [f"bots.level.{level.value}" for level in Level]
    with pytest.raises(BadInput) as caught:
        catalogue.level("hard")
    assert dict(caught.value.reason.values) == {"value": "hard", "levels": "easy, medium, strong"}


def test_a_player_is_found_by_game_level_match_and_seat() -> None:
    """The same again for the same; each seat of a match has a chance of its own."""
    players = [catalogue.player("kanu", Level.EASY, "m", Seat(seat)) for seat in (0, 0, 1)]
    assert players[0]._word == players[1]._word != players[2]._word
    assert {player.brain.level for player in players} == {Level.EASY}
    with pytest.raises(BadInput):
        catalogue.player("deck-defence", Level.EASY, "m", Seat(0))


def test_nobody_is_hurried_who_may_think_to_the_end() -> None:
    """The stop of simulations never says so; seats in words count from 1."""
    assert never() is False
    assert seat_words(Seat(0)) == Reason.of("bots.seat", number=1)


def test_players_can_reach_no_state() -> None:
    """Decision 10: brains import no rules and no table; only what lays tables for simulations does."""
    files = [file for file in sorted((ROOT / "game" / "bots").glob("*.py")) if file.name not in WITH_STATES]
    assert len(files) > 5
    for file in files:
        source = file.read_text("utf-8")
        found = [name for name in back_doors(file.name, source) if "game.rng" not in name]
        assert found == []
        assert "game.table" not in source
    assert back_doors("kanu.py", "from game.kanu.rules import Kanu")
