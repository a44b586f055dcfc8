"""Pictures of Kan'u Collection for `shots.py`: the set-up, the curtain, every phase at 3 and 6 seats, the end.

With 4 and 5 seats there is one of the middle of a game.
"""

from __future__ import annotations

from build.shots_people import Take, begin, lay, set_up
from game.core import Chance
from game.kanu.card_set import ID
from game.kanu.public import Board, Challenge, Develop, Phase, Reinforce
from game.rng import Random
from scenes.app import Program
from scenes.inputs import Key, KeyUp, Motion
from scenes.scene import Home, Push

_MOST = 900
"""Actions after which a game that does not end is given up."""


def pictures(program: Program, take: Take) -> None:
    """Take the pictures, at a program that stands at its shelf."""
    set_up(program, take, ID, "kanu")
    for seats in (3, 6):
        _game(program, take, seats)
    for seats in (4, 5):
        _game(program, take, seats, most=90)
    _one_table(program, take)


def _kind(board: Board) -> str:
    """Return what is to be decided, and what acts in this step, as the name of a picture."""
    second = "-second" if board.phase is Phase.OPEN and board.opened else ""
    acting = {"night": board.tokens.night, "search": board.tokens.search}
    return board.phase.value + second + "".join(f"-{name}" for name, acts in acting.items() if acts)


def _game(program: Program, take: Take, seats: int, most: int = _MOST) -> None:
    """Play a game, capturing what is sure and else at random; take a picture of every phase, first and late.

    Of one that is left after `most` actions there is a picture of that moment alone.
    """
    match, seen = begin(program, ID, 1200 + seats, seats, "pass", 3, log_remembers=False), set[str]()
    chance: Chance = Random.seeded("shots", seats)
    program.obey(Home(program.routes.table(match)))
    take(program, f"kanu{seats}-curtain")
    match = match.taken_by(match.chair.seat)
    for number in range(most):
        standing = match.chair.standing()
        if standing.turn is None:
            break
        if standing.turn != match.chair.seat:
            match = match.taken_by(standing.turn)
        view = match.chair.view()
        kind = _kind(view.board)
        late = "-late" if number > 100 and kind == "act" else ""
        if most == _MOST and f"{kind}{late}" not in seen:
            seen.add(f"{kind}{late}")
            scene = lay(program, match)
            take(program, f"kanu{seats}-{kind}{late}")
            if late:
                program.frame([Key("3")], 0.0)
                take(program, f"kanu{seats}-scouting")
                program.frame([Key("escape")], 0.0)
                program.obey(Push(program.routes.menu(scene)))
                take(program, f"kanu{seats}-menu")
        sure = [action for action in view.legal if isinstance(action, Reinforce | Develop | Challenge)]
        index, chance = chance.below(len(sure or view.legal))
        match.chair.submit((sure or view.legal)[index])
    turn = match.chair.standing().turn
    match = match if turn is None else match.taken_by(turn)
    lay(program, match)
    if most < _MOST:
        take(program, f"kanu{seats}-middle")
        return
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
    match = begin(program, ID, 1204, 4, "table", log_remembers=False)
    scene = lay(program, match)
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
