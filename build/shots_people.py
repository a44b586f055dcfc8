"""What the pictures of all games of several people share: who sits there, the pages before a game, a table laid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.bots.core import Level
from game.core import Options
from scenes import host
from scenes.app import Program
from scenes.host import Match
from scenes.pages.card_sets import CardSets
from scenes.pages.setup import SetUp
from scenes.pages.taking_over import TakingOver
from scenes.scene import Back, Home, Push
from scenes.seating import Sitting, Way
from scenes.table.table import TableScene

Take = Callable[[Program, str], None]

_NAMES = ("アオイ", "ハル", "ナツ", "アキ", "フユ", "ソラ", "ミナト")


def set_up(program: Program, take: Take, game_id: str, word: str) -> None:
    """Take the set-up as it comes and with computers at two seats, and the page that gives seats to others in a game.

    `word` begins the pictures' names. The program stands at its shelf, and no card moves from then on.
    """
    kit = program.kit
    before = kit.preferences = replace(kit.preferences, speed="off", stay="short")
    program.obey(Push(SetUp(kit, game_id, False, program.routes.table)))
    take(program, f"{word}-setup")
    program.obey(Back())
    sitting = Sitting.of(_NAMES[:4], (0, 1, 2, 3), "pass", 3, (None, None, *tuple(Level)[1:]))
    kit.preferences = before.with_sitting(game_id, sitting)
    program.obey(Push(SetUp(kit, game_id, False, program.routes.table)))
    take(program, f"{word}-setup-computers")
    program.obey(Back())
    kit.preferences = before
    match = host.begin(kit.store, game_id, "1199", CardSets(kit, game_id, lambda: None).options(), sitting)
    program.obey(Push(TakingOver(kit, match, program.routes)))
    take(program, f"{word}-seats")
    program.obey(Back())


def begin(
    program: Program, game_id: str, deal: int, seats: int, way: Way, games: int = 1, **options: str | bool
) -> Match:
    """Begin a game of people alone; `options` are those that are not as they come."""
    kit = program.kit
    chosen: Options = {**CardSets(kit, game_id, lambda: None).options(), **options}
    return host.begin(
        kit.store, game_id, str(deal), chosen, Sitting.of(_NAMES[:seats], tuple(range(seats)), way, games)
    )


def lay(program: Program, match: Match) -> TableScene:
    """Lay the table in front of the match's seat, everything shown that it missed."""
    match.chair.beats()
    scene = program.routes.seat(match)
    program.obey(Home(scene))
    assert isinstance(scene, TableScene)
    for _ in range(20):
        program.frame([], 0.1)
    return scene
