"""Pictures of Kan'u Collection for `shots.py`: the set-up, the curtain, every phase at 3 and 6 seats, the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.bots.core import Level
from game.core import Chance
from game.kanu.card_set import ID
from game.kanu.public import Challenge, Develop, Phase, Reinforce
from game.rng import Random
from scenes import host
from scenes.app import Program
from scenes.card_sets import CardSets
from scenes.host import Match
from scenes.inputs import Key, KeyUp, Motion
from scenes.scene import Back, Home, Push
from scenes.seating import Sitting, Way
from scenes.setup import SetUp
from scenes.table import TableScene
from scenes.taking_over import TakingOver

Take = Callable[[Program, str], None]

_NAMES = ("アオイ", "ハル", "ナツ", "アキ", "フユ", "ソラ")
_MOST = 900
"""Actions after which a game that does not end is given up."""


def pictures(program: Program, take: Take) -> None:
    """Take the pictures, at a program that stands at its shelf."""
    kit = program.kit
    kit.preferences = replace(kit.preferences, speed="off", stay="short")
    program.obey(Push(SetUp(kit, ID, False, program.routes.table)))
    take(program, "kanu-setup")
    program.obey(Back())
    _with_computers(program, take)
    for seats in (3, 6):
        _game(program, take, seats)
    _one_table(program, take)


def _with_computers(program: Program, take: Take) -> None:
    """The set-up with computers at two seats, and the page that gives seats to others in a running game."""
    kit, before = program.kit, program.kit.preferences
    sitting = Sitting.of(_NAMES[:4], (0, 1, 2, 3), "pass", 3, (None, None, *tuple(Level)[1:]))
    kit.preferences = before.with_sitting(ID, sitting)
    program.obey(Push(SetUp(kit, ID, False, program.routes.table)))
    take(program, "kanu-setup-computers")
    program.obey(Back())
    kit.preferences = before
    cards = CardSets(kit, ID, lambda: None).options()
    match = host.begin(kit.store, ID, "1199", cards, sitting)
    program.obey(Push(TakingOver(kit, match, program.routes)))
    take(program, "kanu-seats")
    program.obey(Back())


def _begin(program: Program, seats: int, way: Way, games: int = 1) -> Match:
    kit = program.kit
    cards = CardSets(kit, ID, lambda: None).options()
    sitting = Sitting.of(_NAMES[:seats], tuple(range(seats)), way, games)
    return host.begin(kit.store, ID, str(1200 + seats), {**cards, "log_remembers": False}, sitting)


def _lay(program: Program, match: Match) -> TableScene:
    """Lay the table in front of the match's seat, everything shown that it missed."""
    match.chair.beats()
    scene = program.routes.seat(match)
    program.obey(Home(scene))
    assert isinstance(scene, TableScene)
    for _ in range(20):
        program.frame([], 0.1)
    return scene


def _game(program: Program, take: Take, seats: int) -> None:
    """Play a game, capturing what is sure and else at random; take a picture of every phase, first and late."""
    match, seen = _begin(program, seats, "pass", 3), dict.fromkeys(Phase, 0)
    chance: Chance = Random.seeded("shots", seats)
    program.obey(Home(program.routes.table(match)))
    take(program, f"kanu{seats}-curtain")
    match = match.taken_by(match.chair.seat)
    for number in range(_MOST):
        standing = match.chair.standing()
        if standing.turn is None:
            break
        if standing.turn != match.chair.seat:
            match = match.taken_by(standing.turn)
        view = match.chair.view()
        phase = view.board.phase
        seen[phase] += 1
        if seen[phase] == 1 or (phase is Phase.ACT and number > 100 and seen[phase] < 1000):
            scene = _lay(program, match)
            late = "-late" if number > 100 and phase is Phase.ACT else ""
            take(program, f"kanu{seats}-{phase.value}{late}")
            if late:
                seen[phase] = 1000
                program.frame([Key("3")], 0.0)
                take(program, f"kanu{seats}-scouting")
                program.frame([Key("escape")], 0.0)
                program.obey(Push(program.routes.menu(scene.match)))
                take(program, f"kanu{seats}-menu")
        sure = [action for action in view.legal if isinstance(action, Reinforce | Develop | Challenge)]
        index, chance = chance.below(len(sure or view.legal))
        match.chair.submit((sure or view.legal)[index])
    _lay(program, match)
    for _ in range(20):
        program.frame([], 0.1)
    take(program, f"kanu{seats}-ranking")
    record = program.kit.store.record_of(match.name)
    if record is not None:
        program.obey(Home(program.routes.replay(record, 70, running=False)))
        take(program, f"kanu{seats}-replay")
    program.obey(Home(program.routes.statistics(running=False)))
    take(program, f"kanu{seats}-stats")


def _one_table(program: Program, take: Take) -> None:
    """The hand face down, held up for a look, and a failed sortie while its card stays to be seen."""
    match = _begin(program, 4, "table")
    scene = _lay(program, match)
    match.chair.submit(match.chair.view().legal[7])
    scene.take_beats()
    program.frame([Motion((2, 2))], 0.1)
    take(program, "kanu4-covered")
    program.frame([Key("space")], 0.1)
    take(program, "kanu4-held-up")
    program.frame([KeyUp("space")], 0.1)
    match.chair.submit(next(action for action in match.chair.view().legal))
    scene.take_beats()
    program.frame([], 0.1)
    take(program, "kanu4-sortie-stays")
