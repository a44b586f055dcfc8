"""Why computer players acted, told in the replay: what they thought when they played, and to nobody too early."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots import catalogue
from game.bots.core import Decision, Level, Player, seat_words
from game.core import Reason, Seat
from game.table import Course
from scenes import app, company, seating
from scenes.after import thoughts
from scenes.after.ranking import Ranking
from scenes.after.replay import Replay
from scenes.after.thoughts import Thoughts
from scenes.inputs import Key
from scenes.scene import Home
from scenes.seating import Sitting
from tests.scenes.evening import EASY, MEDIUM, RULES, STRONG, AtOnce, new_table, sit_down
from tests.scenes.hands import AnyTable
from tests.scenes.people import NAMES
from tests.scenes.sitting import painter


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, screen: pygame.Surface) -> None:
    """Let all computers think at once."""
    monkeypatch.setattr(app, "Painter", painter)
    monkeypatch.setattr(company, "Thinker", AtOnce)
    monkeypatch.setattr(thoughts, "Thinker", AtOnce)


def play(table: AnyTable, sitting: Sitting, most: int = 2000) -> dict[int, Reason]:
    """Play with the computers of a sitting, and people who do what comes first; return why the former acted."""
    players = {seat: catalogue.player(table.game.id, level, "m1", seat) for seat, level in sitting.computers.items()}
    why: dict[int, Reason] = {}
    for seat, player in players.items():
        player.see(table.past(seat))
    for _ in range(most):
        if (turn := table.turn) is None:
            break
        chair = table.chair(turn)
        if turn in players:
            players[turn].see(chair.beats())
            decision = players[turn].decide()
            why[table.record().at + 1] = decision.why
            chair.submit(decision.action)
        else:
            chair.beats()
            chair.submit(chair.view().legal[0])
    return why


def told(table: AnyTable) -> dict[int, Reason]:
    """Return what is told of a game that is over."""
    record = table.record()
    found = Thoughts(record, Course(table), seating.load(record.sitting, record.seats))
    assert not found.coming
    return {at: why for at in range(record.at + 1) if (why := found.of(at)) is not None}


def plain(why: Reason) -> Reason:
    """Return a reason in which seats are called by their names, as seats again."""
    values = [(key, plain(value) if isinstance(value, Reason) else value) for key, value in why.values]
    return Reason(why.key, tuple((key, _seat(value) if isinstance(value, str) else value) for key, value in values))


def _seat(value: str) -> str | Reason:
    return seat_words(Seat(NAMES.index(value))) if value in NAMES else value


@pytest.mark.parametrize("game", RULES)
def test_at_the_table_and_in_the_replay_it_is_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a computer thought in the real program is what is told of its action, and nothing of any other."""
    levels: tuple[Level | None, ...] = (EASY, None, MEDIUM) if game == "kanu" else (EASY, None, MEDIUM, EASY)
    lived: list[Reason] = []
    decide = Player.decide

    def listen(self: Player, *stop: object) -> Decision:  # type: ignore[type-arg] # any game's
        decision = decide(self, *stop)  # type: ignore[arg-type] # as it is called
        lived.append(decision.why)
        return decision

    monkeypatch.setattr(Player, "decide", listen)
    evening = sit_down(tmp_path / "data", new_table(game, levels))
    evening.play()
    thought = list(lived)
    ranking = evening.upper
    assert isinstance(ranking, Ranking)
    (finished,) = evening.store.history()
    record = evening.store.record_of(finished.match)
    assert record is not None
    replay = evening.program.routes.replay(record, running=False)
    assert isinstance(replay, Replay)
    evening.program.obey(Home(replay))
    whys = [(at, why) for at in range(record.at + 1) if (why := replay._thoughts.of(at)) is not None]
    assert [plain(why) for _, why in whys] == thought
    turns = {replay._course.turn(at - 1) for at, _ in whys}
    assert turns == {seat for seat, level in enumerate(levels) if level is not None}

    at, why = whys[3]
    name = NAMES[replay._course.turn(at - 1) or 0]
    replay.go(at)
    shown: Reason | None = replay._thought
    assert shown == why
    said = evening.program.kit.words("replay.thought", name=name, thought=why)
    assert name in said
    for eye in replay._eyes:
        replay.look_as(eye)
        evening.frame()
        seen = eye in (None, replay._course.turn(at - 1))
        assert (replay._thought is not None) == seen
        assert (said in replay.spoken().lines) == seen
    assert replay.spoken().lines[0] in replay.described()
    evening.keys("home")
    assert replay._thought is None
    assert len(replay.spoken().lines) == 2
    evening.end()


def test_a_seat_that_changed_hands_is_told_of_while_a_computer_had_it() -> None:
    """Whoever has a seat in the end, each action is explained by whoever had it then, and people's by nobody."""
    table = new_table("kanu", (None, EASY, None))
    first = seating.load(table.record().sitting, 3)
    why = play(table, first, 20)
    second = first.changed_to(Sitting.of(NAMES[:3], (0, 1, 2), levels=(STRONG, None, None)), table.record().at)
    table.reseat(second.dump())
    assert seating.load(second.dump(), 3) == second
    why |= play(table, second, 20)
    people = second.changed_to(Sitting.of(NAMES[:3], (0, 1, 2)), table.record().at)
    assert not people.computers
    assert people.computers_ever
    table.reseat(people.dump())
    why |= play(table, people)
    assert table.turn is None
    found = told(table)
    assert {at: plain(reason) for at, reason in found.items()} == why
    actors = {(Course(table).turn(at - 1), at <= 20) for at in found}
    assert actors == {(Seat(1), True), (Seat(0), False)}


def test_of_other_actions_than_today_s_nothing_is_told() -> None:
    """A seat whose computer would do something else now is passed over: no reason is made up."""
    table = new_table("kanu", (None, EASY, EASY))
    why = play(table, seating.load(table.record().sitting, 3))
    record, course = table.record(), Course(table)
    other = replace(record, match="another")
    sitting = seating.load(record.sitting, 3)
    found = Thoughts(other, course, sitting)
    agreed = [at for at in why if found.of(at) is not None]
    assert len(agreed) < len(why)


def test_people_alone_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no computer ever had a seat nothing is thought."""
    table = new_table("kanu", (None, None, None))
    play(table, seating.load(table.record().sitting, 3))
    monkeypatch.setattr(thoughts, "_asked", None)
    assert told(table) == {}


BAD: tuple[Any, ...] = (
    [[0]],
    [["0", [None, "easy", None]]],
    [[-1, [None, "easy", None]]],
    [[3, []], [2, []]],
    [[0, ["easy"]]],
    {},
    [1],
)


@pytest.mark.parametrize("earlier", BAD, ids=str)
def test_an_earlier_sitting_that_cannot_be_is_refused(earlier: object) -> None:
    """A sitting is checked field by field, and so is who had the seats before."""
    body = Sitting.of(NAMES[:3], (0, 1, 2)).plain()
    assert seating.from_plain({**body, "earlier": [[2, [None, "easy", None]], [2, []]]}) is not None
    assert seating.from_plain({**body, "earlier": earlier}) is None


def test_the_next_game_begins_without_a_past() -> None:
    """Who had a seat in one game of a match play says nothing about the next."""
    sitting = Sitting.of(NAMES[:3], (0, 1, 2)).changed_to(
        Sitting.of(NAMES[:3], (0, 1, 2), levels=(None, EASY, None)), 4
    )
    assert sitting.level_at(Seat(1), 3) is None
    assert sitting.level_at(Seat(1), 4) is EASY
    assert sitting.afresh().earlier == ()


def test_leaving_the_replay_lets_go(tmp_path: Path) -> None:
    """A replay that is left asks nobody any more."""
    table = new_table("kanu", (None, EASY, EASY))
    play(table, seating.load(table.record().sitting, 3))
    evening = sit_down(tmp_path / "data", table)
    replay = evening.program.routes.replay(table.record(), running=False)
    assert isinstance(replay, Replay)
    evening.program.obey(Home(replay))
    assert replay._thoughts._thinker.look()
    evening.program.obey(Home(evening.program.routes.shelf()))
    evening.program.frame([Key("down")], 0.0)
    assert replay._thoughts._thinker.look() is None
