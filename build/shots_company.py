"""Pictures of computer players for `shots.py`: one of them acting at the table, and in the replay what it thought."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from game.bots import catalogue
from game.bots.core import Level
from game.core import Seat
from scenes import host
from scenes.after.replay import Replay
from scenes.app import Program
from scenes.host import Match
from scenes.pages.card_sets import CardSets
from scenes.scene import Home
from scenes.seating import Sitting
from scenes.table.table import TableScene

Take = Callable[[Program, str], None]

_NAMES = ("アオイ", "つる", "ふね", "かえる", "かぶと")
_LEVELS: tuple[Level | None, ...] = (None, *Level, Level.STRONG)
_SEATS = {"kanu": 4, "haruhi": 5}
_MOST = 600
"""Frames within which the computers come to act, or to be asked what they thought."""


def pictures(program: Program, take: Take, game: str) -> None:
    """Take the pictures of a game, at a program that stands at its shelf."""
    kit, seats = program.kit, _SEATS[game]
    kit.preferences = replace(kit.preferences, speed="off", stay="normal", pace="normal")
    cards = CardSets(kit, game, lambda: None).options()
    sitting = Sitting.of(_NAMES[:seats], tuple(range(seats)), "pass", 1, _LEVELS[:seats])
    match = host.begin(kit.store, game, "1500", cards, sitting)
    scene = program.routes.seat(match)
    program.obey(Home(scene))
    assert isinstance(scene, TableScene)
    told = 0
    for _ in range(_MOST):
        program.frame([], 0.1)
        time.sleep(0.002)
        if match.chair.standing().turn == match.chair.seat and not scene._showing.busy:
            match.chair.submit(match.chair.view().legal[-1])
            scene.take_beats()
        elif scene._showing.busy and told < 3 and match.chair.standing().actions > 4 + told:
            told += 1
            take(program, f"{game}-computers{told}")
    _finish(match, game)
    record = kit.store.record_of(match.name)
    assert record is not None
    replay = program.routes.replay(record, running=False)
    assert isinstance(replay, Replay)
    program.obey(Home(replay))
    for _ in range(_MOST):
        if not replay._thoughts.coming:
            break
        program.frame([], 0.1)
        time.sleep(0.02)
    whys = [at for at in range(record.at) if replay._thoughts.of(at) is not None]
    for number, at in enumerate(whys[20::30][:4], start=1):
        replay.go(at)
        program.frame([], 0.1)
        take(program, f"{game}-why{number}")


def _finish(match: Match, game: str) -> None:
    """Let the computers play the game to its end, and the person do what comes first."""
    heard: dict[Seat, int] = {}
    computers = match.sitting.computers
    players = {seat: catalogue.player(game, level, match.name, seat) for seat, level in computers.items()}
    while (turn := match.chair.standing().turn) is not None:
        match = match.taken_by(turn)
        match.chair.beats()
        if turn in players:
            beats = match.chair.past()
            players[turn].see(beats[heard.get(turn, 0) :])
            heard[turn] = len(beats)
            match.chair.submit(players[turn].decide().action)
        else:
            match.chair.submit(match.chair.view().legal[0])
