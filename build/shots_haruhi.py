"""Pictures of 涼宮ハルヒの贈殖 for `shots.py`: the set-up, every phase and gesture at 4 and 7 seats, crowded tables.

With 5 and 6 seats there is one of the middle of a game.
"""

from __future__ import annotations

from dataclasses import replace

from build.shots_people import Take, begin, lay, set_up
from game.core import Chance
from game.haruhi.card_set import ID, Card, EventCard, Op
from game.haruhi.public import Accuse, Board, Forgo, Gift, LaySos, Pass, Phase, View
from game.rng import Random
from scenes.app import Program
from scenes.desk import NOTHING
from scenes.host import Match
from scenes.inputs import Key, KeyUp, Motion, Press, Release
from scenes.scene import Back, Home
from scenes.table.table import TableScene

_MOST = 400
"""Actions after which a game that does not end is given up."""


def pictures(program: Program, take: Take) -> None:
    """Take the pictures, at a program that stands at its shelf."""
    set_up(program, take, ID, "haruhi")
    for seats in (4, 7):
        _game(program, take, seats)
    for seats in (5, 6):
        _game(program, take, seats, most=75)
    _one_table(program, take)
    for seats in (4, 7):
        _crowd(program, take, seats)


def _kind(board: Board) -> str:
    """Return what is to be decided, as the name of a picture."""
    return board.effects[0].op.value if board.phase is Phase.EFFECT else board.phase.value


def _game(program: Program, take: Take, seats: int, most: int = _MOST) -> None:
    """Play a game at random, most gifts small; take a picture of every phase, first and late, and of gestures.

    Of one that is left after `most` actions there is a picture of that moment alone.
    """
    match = begin(program, ID, 1300 + seats, seats, "pass", 3)
    seen: dict[str, int] = {}
    chance: Chance = Random.seeded("shots", seats)
    program.obey(Home(program.routes.table(match)))
    take(program, f"haruhi{seats}-curtain")
    match = match.taken_by(match.chair.seat)
    for number in range(most):
        standing = match.chair.standing()
        if standing.turn is None:
            break
        if standing.turn != match.chair.seat:
            match = match.taken_by(standing.turn)
        view = match.chair.view()
        kind = _kind(view.board)
        late = "-late" if number > 60 else "-first" if number < 2 else ""
        name = f"haruhi{seats}-{kind}{late}"
        if most == _MOST and name not in seen and (late != "-late" or view.board.acted > 1 or kind != "auction"):
            seen[name] = 1
            _gestures(program, take, lay(program, match), name)
        if most == _MOST and number == 44:
            _recap(program, take, match, seats)
        wise = [action for action in view.legal if _is_wise(view, action)]
        index, chance = chance.below(len(wise or view.legal))
        match.chair.submit((wise or view.legal)[index])
        ends = kind == "auction" and view.board.acted == seats - 1
        if most == _MOST and (ends or kind in ("accuse", "peek", "steal")) and f"{name}-after" not in seen:
            seen[f"{name}-after"] = 1
            _after(program, take, match, name)
    turn = match.chair.standing().turn
    match = match if turn is None else match.taken_by(turn)
    lay(program, match)
    if most < _MOST:
        take(program, f"haruhi{seats}-middle")
        return
    for _ in range(20):
        program.frame([], 0.1)
    take(program, f"haruhi{seats}-ranking")
    program.obey(Back())
    take(program, f"haruhi{seats}-over")
    record = program.kit.store.record_of(match.name)
    if record is not None:
        program.obey(Home(program.routes.replay(record, 70, running=False)))
        take(program, f"haruhi{seats}-replay")
    program.obey(Home(program.routes.statistics(running=False)))
    take(program, f"haruhi{seats}-stats")


def _is_wise(view: View, action: object) -> bool:
    """Whether an action is one that people would take: small gifts, few passes, effects used."""
    match action:
        case Gift(_, cards):
            return len(cards) < 3
        case Pass():
            return len(view.hand) < 2
        case LaySos():
            return view.board.round % 5 == 0
        case Forgo():
            return False
        case Accuse(target, person):
            return view.board.round % 2 == 0 or (target + view.board.round) % 3 == len(person.value) % 3
        case _:
            return True


def _gestures(program: Program, take: Take, scene: TableScene, name: str) -> None:
    """Take a picture of a decision, of something chosen for it, and of something dragged."""
    take(program, name)
    view = scene.match.chair.view()
    if view.board.phase is Phase.AUCTION:
        program.frame([Key("1")], 0.0)
        chosen = [spot for spot in scene._choosing.offer().targets if spot[0] == "H"]
        if len(chosen) > 1:
            scene._choosing.choose(chosen[1])
        take(program, f"{name}-chosen")
        hand, seat = scene.spot_centre(chosen[0]), scene.spot_centre(f"S{(view.seat + 1) % len(view.board.hands)}")
        for event in (Motion(hand), Press(hand), Motion((hand[0] + 30, hand[1] - 30), held=True)):
            scene.handle(event)
        scene.handle(Motion(seat, held=True))
        take(program, f"{name}-drag")
        scene.handle(Key("escape"))
        scene.handle(Release((2, 2)))
    elif view.board.phase is Phase.EFFECT and view.board.effects[0].op is Op.ACCUSE:
        program.frame([Key("2"), Key("3")], 0.0)
        take(program, f"{name}-named")
    elif view.board.phase is Phase.HAND_OUT:
        program.frame([Key("1"), Key("2")], 0.0)
        take(program, f"{name}-made")
    while scene._choosing.selection != NOTHING:
        program.frame([Key("escape")], 0.0)


def _after(program: Program, take: Take, match: Match, name: str) -> None:
    """Take a picture of the first thing that stays to be looked at after an action, with the eyes of its player."""
    scene = program.stack[-1]
    if isinstance(scene, TableScene) and scene.match is match:
        scene.take_beats()
        for _ in range(3):
            program.frame([], 0.05)
        take(program, f"{name}-after")


def _crowd(program: Program, take: Take, seats: int) -> None:
    """Twenty cards in one hand, nearly all events before one seat, much laid before another."""
    match = begin(program, ID, 1300 + seats, seats, "pass")
    table = match.chair._table  # type: ignore[attr-defined] # no game of chance leads there
    step = table._steps[0]
    state, board = step.state, step.state.board
    rich, seat = (match.chair.seat + 1) % seats, match.chair.seat
    owned: list[tuple[EventCard, ...]] = [()] * seats
    laid: list[tuple[Card, ...]] = [()] * seats
    events = [event for event in board.card_set.event_cards if event != board.event]
    owned[rich], owned[seat] = tuple(events[:15]), tuple(events[15:])
    cards: tuple[Card, ...] = sum(state.hands, state.deck)
    laid[(seat + 2) % seats] = cards[40:]
    hands = [cards[20 + 2 * other : 22 + 2 * other] for other in range(seats)]
    hands[seat], deck = cards[:20], cards[34:40]
    board = replace(
        board,
        hands=tuple([len(hand) for hand in hands]),
        deck=len(deck),
        pile=0,
        owned=tuple(owned),
        laid=tuple(laid),
        totals=tuple([sum([card.value for card in cards]) for cards in laid]),
        doubled=(events[3].number, events[16].number),
    )
    state = replace(state, board=board, hands=tuple(hands), deck=deck, pile=())
    table._steps[0] = replace(step, state=state)
    table._journal[0] = replace(table._journal[0], state=state)
    scene = lay(program, match)
    take(program, f"haruhi{seats}-crowd")
    scene._choosing.choose("H3")
    take(program, f"haruhi{seats}-crowd-chosen")
    program.frame([Key("escape"), Motion(scene.spot_centre(f"E{events[4].number}"))], 0.0)
    for _ in range(10):
        program.frame([], 0.1)
    take(program, f"haruhi{seats}-crowd-peek")


def _recap(program: Program, take: Take, match: Match, seats: int) -> None:
    """What a player sees who takes the seat: what the others did, one thing after the other."""
    program.obey(Home(program.routes.seat(match)))
    scene = program.stack[-1]
    assert isinstance(scene, TableScene)
    scene.take_beats()
    for number in range(1, 4):
        program.frame([], 0.05)
        take(program, f"haruhi{seats}-recap{number}")
        program.frame([Key("tab")], 0.0)


def _one_table(program: Program, take: Take) -> None:
    """The hand face down, and held up for a look."""
    match = begin(program, ID, 1305, 5, "table")
    scene = lay(program, match)
    program.frame([Motion((2, 2))], 0.1)
    take(program, "haruhi5-covered")
    program.frame([Key("space")], 0.1)
    take(program, "haruhi5-held-up")
    program.frame([KeyUp("space")], 0.1)
    scene.take_beats()
