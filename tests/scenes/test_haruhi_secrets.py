"""Nothing seen or said at the table of 涼宮ハルヒの贈殖 follows from what may not be known by those who see it.

Hands, characters, deck, discard and the events to come are permuted, and the others write other notes; pixels, words
and titles must stay the same, at rest, while choosing, and frame by frame while the seat changes. Planted leaks are
found out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import Beat, Illegal, Reason, Seat, Up
from game.haruhi import notices
from game.haruhi.card_set import PERSONS
from game.haruhi.course import State
from game.haruhi.public import Accuse, Action, Gift, LaySos, Peek, Phase, Steal, View, card_name, decode, person_name
from game.haruhi.rules import Haruhi
from game.table import Table
from scenes import host, routes
from scenes.curtain import Curtain
from scenes.desk import NOTHING, Offer, Selection
from scenes.haruhi import shown as pictures
from scenes.haruhi.chronicle import Chronicle
from scenes.host import Match
from scenes.inputs import Key, KeyUp, Motion, Press
from scenes.seating import Sitting, Way
from scenes.table.showing import Showing
from scenes.table.table import TableScene
from tests.rules.haruhi_bench import choose, hide
from tests.scenes.hands import NOWHERE
from tests.scenes.haruhi_sitting import Round
from tests.scenes.hot_seat import House
from tests.scenes.past import HARUHI_CARDS, NAMES
from tests.scenes.sitting import pixels
from tests.scenes.twins import SIZE, Observer, Picture, drag, points, rests, spend, told_apart, wander, with_state

pytestmark = pytest.mark.usefixtures("screen")
GAME = Haruhi()
AnyTable = Table[Any, Any, Any, Any, Any]
Said = list[object]


def new_table(actions: tuple[str, ...], deal: str, seats: int, way: Way = "pass") -> AnyTable:
    """Return a table at which these actions were done, each shown to whoever did it, and no more."""
    sitting = Sitting.of(NAMES[:seats], tuple(range(seats)), way)
    table: AnyTable = Table(GAME, deal, seats, dict(HARUHI_CARDS), match="m1", sitting=sitting.dump())
    for text in actions:
        act(table, decode(text))
    return table


def act(table: AnyTable, action: Action) -> None:
    """Let the seat in turn look at what it has missed, carry out an action, and see what comes of it."""
    seat = table.turn
    assert seat is not None
    table.beats(seat)
    table.act(seat, action)
    table.beats(seat)


@cache
def games(seats: int, deal: str) -> tuple[str, ...]:
    """Return a random game from beginning to end, in which accusations are often right."""
    table, rng = new_table((), deal, seats), random.Random(deal)
    while table.turn is not None:
        act(table, choose(table._state, table.view(table.turn).legal, rng))
    return tuple(table.record().actions)


def unknown(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Return the state with everything permuted that this seat does not know, or (None) that is not open to all."""
    if seat is not None:
        return hide(state, seat, rng)
    return hide(hide(state, Seat(0), rng), Seat(1), rng)


# At rest, and while choosing


@cache
def phases(seats: int) -> tuple[str, dict[Phase, list[int]]]:
    """Return the first deal whose game has all phases once everybody has acted some times, and where they are."""
    for deal in map(str, count(1)):
        table = new_table((), deal, seats)
        found: dict[Phase, list[int]] = {phase: [] for phase in Phase if phase is not Phase.OVER}
        for at, text in enumerate(games(seats, deal)):
            if at > 4 * seats:
                found[table.view(Seat(0)).board.phase].append(at)
            act(table, decode(text))
        if all(found.values()):
            return deal, found
    raise AssertionError


def tables(seats: int, way: Way) -> Iterator[Round]:
    """Yield tables in all phases of a random game, an early and a late one."""
    deal, found = phases(seats)
    for places in found.values():
        for at in {places[0], places[-1]}:
            yield Round(seats, deal, way, " ".join(games(seats, deal)[:at]))


def seen(sitting: Round) -> bytes:
    """Return what is to be seen now."""
    return pixels(sitting.scene.paint(), sitting.kit.metrics.size)


def said(sitting: Round) -> Said:
    """Return what can be chosen and every word that is said while choosing, over two steps."""
    desk, view = sitting.desk, sitting.picture
    heard: Said = [desk.standing(view), desk.help_section(view, NOTHING)]
    waiting, first = [NOTHING], True
    while waiting:
        selection = waiting.pop(0)
        offer: Offer = desk.offer(view, selection)
        heard += [selection, offer.ready, offer.afresh, desk.prompt(view, selection)]
        heard.append([desk.digit(view, selection, number) for number in range(10)])
        for spot in sitting.layout.spots:
            result = offer.targets.get(spot)
            heard += [spot, result, desk.why_not(view, selection, spot), dict(desk.drag(view, selection, spot))]
            heard.append(desk.eager(view, spot))
            if isinstance(result, Selection):
                waiting += [result] if first else []
            elif result is not None:
                heard.append(desk.caption(view, result))
        first = False
    return heard


def fumbled(sitting: Round) -> list[bytes]:
    """Return what is seen after a click on every second spot; no action is carried out by that."""
    shots = []
    sitting.match.chair.submit = refused  # type: ignore[method-assign, assignment]
    for spot in list(sitting.layout.spots)[::2]:
        if spot in sitting.layout.spots:  # what can be chosen changes by choosing
            sitting.give(Motion(sitting.at(spot)))
            sitting.click(spot)
            shots.append(seen(sitting))
            sitting.give(Key("escape") if sitting.selection != NOTHING else Press(NOWHERE, 3))
    return shots


def refused(_action: object) -> None:
    """Take the place of what carries out an action: by an action one may well learn something."""
    raise Illegal(Reason.of("why.game_over"))


def glimpse(sitting: Round, seat: Seat, *, fumbling: bool = False) -> tuple[object, ...]:
    """Let somebody sit down, and return what is then seen and said, and perhaps what is seen while trying spots."""
    sitting.sit_down(seat)
    return seen(sitting), said(sitting), fumbled(sitting) if fumbling else ()


def change(sitting: Round, seat: Seat, rng: random.Random) -> None:
    """Permute what this seat, or around one table an onlooker, may not know; let the others write something."""
    known = seat if sitting.way == "pass" else None
    with_state(sitting.table, unknown(sitting.table._state, known, rng))
    for other in range(sitting.seats):
        if other != known:
            sitting.table._notes[other] = scribble(sitting.seats, rng)


def scribble(seats: int, rng: random.Random) -> str:
    """Return some notes."""
    return " ".join([f"{rng.randrange(seats)}{rng.randrange(len(PERSONS))}{rng.choice('otx')}" for _ in range(9)])


def differing(seats: int, way: Way, rng: random.Random, *, fumbling: bool = False) -> int:
    """Return at how many tables something differs that must not: for whoever is in turn, and for another seat."""
    found = 0
    for sitting in tables(seats, way):
        assert sitting.table.turn is not None
        turn, other = sitting.table.turn, Seat((sitting.table.turn + 2) % seats)
        for seat in (turn, other) if way == "pass" else (turn,):
            before = glimpse(sitting, seat, fumbling=fumbling)
            change(sitting, seat, rng)
            found += glimpse(sitting, seat, fumbling=fumbling) != before
    return found


@pytest.mark.parametrize("way", ["pass", "table"])
@pytest.mark.parametrize("seats", [4, 7])
def test_the_table_tells_nothing_that_may_not_be_known(seats: int, way: Way) -> None:
    """Neither at rest nor in any word about any spot; around one table not of the own hand and character either."""
    assert differing(seats, way, random.Random(1)) == 0


def test_nothing_is_told_while_somebody_tries_what_is_possible() -> None:
    """The same holds for what is seen after clicks all over a table whose hand lies face down."""
    assert differing(5, "table", random.Random(2), fumbling=True) == 0


# While the seat changes


WANTED = ("gift", "gift that ends", "SOS", "peek", "steal", "right", "wrong")


@dataclass(frozen=True)
class Ending:
    """A table of five before the last actions of a turn, and those."""

    deal: str
    actions: tuple[str, ...]
    last: tuple[Action, ...]

    def table(self, way: Way = "pass") -> AnyTable:
        """Return the table as it is before them."""
        return new_table(self.actions, self.deal, 5, way)


def usable(last: tuple[Action, ...], after: Seat) -> bool:
    """Whether many other hands make last actions possible too, and who sits down next sees nothing of a secret one."""
    secret = [action for action in last if isinstance(action, Peek | Steal)]
    laid = [
        1 if isinstance(action, LaySos) else len(action.cards) for action in last if isinstance(action, Gift | LaySos)
    ]
    return sum(laid) <= 1 and all(action.target != after for action in secret)


def kind_of(action: Action, told: tuple[object, ...]) -> str:
    """Return what an action is among those that are wanted."""
    match action:
        case Gift(_, cards) if len(cards) == 1:
            return "gift that ends" if any(isinstance(one, notices.EventTaken) for one in told) else "gift"
        case LaySos():
            return "SOS"
        case Peek():
            return "peek"
        case Steal():
            return "steal"
        case Accuse():
            return "right" if any(isinstance(one, notices.RoleTurned) for one in told) else "wrong"
        case _:
            return ""


@cache
def endings() -> dict[str, Ending]:
    """Return the first turn of some games that ends in each way, or goes on to its end after that."""
    found: dict[str, Ending] = {}
    for deal in map(str, count(3)):
        actions, table = games(5, deal), new_table((), deal, 5)
        turns: list[Seat] = []
        kinds: list[str] = []
        for text in actions:
            assert table.turn is not None
            turns.append(table.turn)
            act(table, decode(text))
            kinds.append(kind_of(decode(text), table.past(turns[-1])[-1].notices))
        for at, kind in enumerate(kinds):
            end = next((later for later in range(at, len(turns)) if turns[later] != turns[at]), 0)
            last = tuple(map(decode, actions[at:end]))
            if kind and at > 12 and 0 < len(last) <= 3 and usable(last, turns[end]):
                found.setdefault(kind, Ending(deal, actions[:at], last))
        if set(WANTED) <= found.keys():
            return found
    raise AssertionError


def gathered(state: State, actions: tuple[Action, ...], who: Observer) -> object:
    """Return what somebody gets to know of actions and of the tables after them; None where they are not possible."""
    player = GAME.turn(state)
    beats = []
    states = [state]
    try:
        for action in actions:
            step = GAME.apply(states[-1], action)
            states.append(step.state)
            beats.append(step.events)
    except Illegal:
        return None
    seat = player if who != "next" else GAME.turn(states[-1])
    assert seat is not None
    told = []
    for after, events in zip(states[1:], beats, strict=True):
        beat: Beat[Any, Any] = Beat(GAME.view(after, seat), tuple([GAME.see(event, seat) for event in events]))
        told.append(beat if who != "anybody" else pictures.covered(beat))
    return told


def looks(state: State, ending: Ending) -> list[object]:
    """Return what the player alone, or with one other, gets to see by the last actions."""
    beats: Any = gathered(state, ending.last, "player")
    return [one for beat in beats for one in beat.notices if isinstance(one, notices.Peeked | notices.Stolen)]


@cache
def twin(kind: str, who: Observer) -> State:
    """Return the table before the last actions of a turn as it might be as well, for all that somebody knows."""
    ending, rng = endings()[kind], random.Random(f"{kind} {who}")
    state = ending.table()._state
    player, after = GAME.turn(state), state
    for action in ending.last:
        after = GAME.apply(after, action).state
    known = {"player": player, "next": GAME.turn(after), "anybody": None}[who]
    wanted = gathered(state, ending.last, who)
    found: list[tuple[int, State]] = []
    least = 8 if kind in ("peek", "steal") and who != "player" else 4
    for tried in range(20_000):
        other = replace(unknown(state, known, rng), pile=state.pile)  # the next event is turned for all to see
        if gathered(other, ending.last, who) == wanted:
            hands = sum(hand != two for hand, two in zip(state.hands, other.hands, strict=True))
            roles = sum(role != two for role, two in zip(state.roles, other.roles, strict=True))
            found.append((min(hands, 3) + min(roles, 3) + 4 * (looks(other, ending) != looks(state, ending)), other))
        if len(found) >= 5 and tried > 20 and max(found, key=lambda one: one[0])[0] >= least:
            break
    best, other = max(found, key=lambda one: one[0])
    assert best >= least
    return other


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, screen: pygame.Surface) -> Evening:
    """Give a way to spend an evening at a table and at its twins."""
    pygame.display.set_mode(SIZE)
    return Evening(monkeypatch, tmp_path)


ALBUMS: dict[tuple[str, Way], list[Picture]] = {}


@dataclass
class Evening:
    """Runs the program at a table and at its twins, and looks at every frame."""

    monkeypatch: pytest.MonkeyPatch
    folder: Path
    leaky: bool = False

    def differences(self, kind: str, who: Observer, way: Way = "pass") -> list[str]:
        """Return where the twins look different to somebody who must not be able to tell them apart."""
        ending, other, script = endings()[kind], twin(kind, who), pass_on if way == "pass" else around_one_table
        known = {"player": ending.table().turn, "next": self._next(ending), "anybody": None}[who]

        def change(table: AnyTable) -> AnyTable:
            rng = random.Random(kind)
            for seat in range(5):
                if seat != known:
                    table._notes[seat] = scribble(5, rng)
            return with_state(table, other)

        one = ALBUMS.get((kind, way))
        if one is None or self.leaky:
            one = self._spend(ending, way, None, script)
        if not self.leaky:
            ALBUMS[kind, way] = one
        return told_apart(one, self._spend(ending, way, change, script), who)

    @staticmethod
    def _next(ending: Ending) -> Seat | None:
        table = ending.table()
        for action in ending.last:
            act(table, action)
        return table.turn

    def _spend(
        self,
        ending: Ending,
        way: Way,
        change: Callable[[AnyTable], AnyTable] | None,
        script: Callable[[House, tuple[Action, ...]], None],
    ) -> list[Picture]:
        folder = self.folder / f"{len(list(self.folder.iterdir()))}"
        record = ending.table(way).record()
        return spend(self.monkeypatch, folder, record, change, lambda house: script(house, ending.last))


def carry_out(house: House, actions: tuple[Action, ...]) -> None:
    """Carry out actions one after the other, each once the one before has been shown."""
    for action in actions:
        wander(house, rests(house))
        house.table._choosing.follow(action)


def pass_on(house: House, last: tuple[Action, ...]) -> None:
    """Do the last actions of a turn, hand over, see what was missed, and begin to think."""
    house.frame(Key("enter"))
    house.open_curtain()
    carry_out(house, last)
    wander(house, lambda: house.behind_curtain)
    for point, _ in zip(points(), range(8), strict=False):
        house.frame(Motion(point))
    house.open_curtain((400, 250))
    wander(house, rests(house))
    fumble(house)


def fumble(house: House) -> None:
    """Try what is not possible, or not yet: click, drag, and press keys; no action comes of it."""
    chair = house.chair
    chair.submit = refused  # type: ignore[method-assign, assignment]
    spots = house.table._board.layout.spots
    for one, other in (("H0", "S1"), ("S1", "S2"), ("event", "H0"), ("S0", "event")):
        if one in spots and other in spots:
            drag(house, house.at(one), house.at(other))
            house.frame(Press(NOWHERE, 3))
            house.frame(Press(NOWHERE, 3))
    for name in ("tab", "tab", "h", "n", "down"):
        house.frame(Key(name))
    del chair.submit


def around_one_table(house: House, last: tuple[Action, ...]) -> None:
    """Fumble at a hand that lies face down, hold it up for a moment, then do the last actions of a turn."""
    house.frame(Key("enter"))
    wander(house, rests(house))
    fumble(house)
    house.frame(Press(NOWHERE, 3))
    house.frame(Key("space"))
    house.frame(KeyUp("space"))
    house.frame(Motion(NOWHERE))
    house.wait(0.5)
    seat = house.chair.seat
    carry_out(house, last)
    wander(house, lambda: rests(house)() and house.chair.seat != seat)
    house.wait(0.5)


@pytest.mark.parametrize("who", ["player", "next", "anybody"])
@pytest.mark.parametrize("kind", WANTED)
def test_while_the_seat_changes_nothing_hidden_is_seen(kind: str, who: Observer, evening: Evening) -> None:
    """From the last action to the next decision every frame is the same for twins, and so is every title."""
    assert evening.differences(kind, who) == []


@pytest.mark.parametrize("kind", ["gift that ends", "peek", "steal"])
def test_around_one_table_no_hand_is_seen(kind: str, evening: Evening) -> None:
    """While no hand is held up every frame is the same whatever hands and characters are; so are all notes."""
    assert evening.differences(kind, "anybody", "table") == []


# Planted leaks


def leaky_role(monkeypatch: pytest.MonkeyPatch) -> None:
    """A View knows somebody else's character."""
    built = Haruhi.view

    def view(self: Haruhi, state: State, seat: Seat) -> View:
        honest, other = built(self, state, seat), (seat + 1) % len(state.roles)
        told = [state.roles[other] if place == other else role for place, role in enumerate(honest.peeked)]
        return replace(honest, peeked=tuple(told))

    monkeypatch.setattr(Haruhi, "view", view)


def leaky_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is open to all hangs on the hands."""
    built = Haruhi.view

    def view(self: Haruhi, state: State, seat: Seat) -> View:
        honest, held = built(self, state, seat), sum(card.value for hand in state.hands for card in hand)
        return replace(honest, board=replace(honest.board, deck=held))

    monkeypatch.setattr(Haruhi, "view", view)


def leaky_event(kind: type[notices.Peeked | notices.Stolen]) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what plants this leak: everybody notices something as if he had done it."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        told = Haruhi.see

        def see(self: Haruhi, event: Any, seat: Seat) -> Any:
            return replace(event, seat=seat) if isinstance(event, kind) else told(self, event, seat)

        monkeypatch.setattr(Haruhi, "see", see)

    return plant


def leaky_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table gives everybody the notes of all."""
    monkeypatch.setattr(Table, "notes", lambda self, _seat: " ".join(self._notes))


def leaky_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log tells a beat as the player met it, and names what was drawn."""
    told = Chronicle.line

    def line(self: Chronicle, beat: Beat[Any, Any]) -> Reason | None:
        for notice in beat.notices:
            if isinstance(notice, notices.SawDraw) and notice.cards and isinstance(notice.cards[0], Up):
                return card_name(notice.cards[0].card)
        return told(self, beat)

    monkeypatch.setattr(Showing, "_public", lambda _self, beat: beat)
    monkeypatch.setattr(Chronicle, "line", line)


def leaky_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The curtain has a sign of who it hides."""
    fall = routes.Routes.curtain

    def curtain(self: routes.Routes, match: Match) -> Any:
        role = match.chair.view().role
        scene = fall(self, match)
        assert isinstance(scene, Curtain)
        scene._mark = PERSONS.index(role.person)
        return scene

    monkeypatch.setattr(routes.Routes, "curtain", curtain)


def leaky_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's title says who is in front of it."""
    monkeypatch.setattr(TableScene, "title", lambda self: self.match.chair.view().role.person.value)


def leaky_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf says of a kept game who is to go on."""

    def standing(_self: routes.Routes, match: host.Match) -> Reason:
        view = match.chair.view()
        return person_name(view.board.card_set, view.role.person)

    monkeypatch.setattr(routes.Routes, "standing", standing)


def leaky_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand and character are seen though nobody holds them up."""
    monkeypatch.setattr(Showing, "_shown", lambda _self, beat: beat)


def leaky_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the hand lies face down, it is still told what can be done with it."""
    cover = pictures._cover
    monkeypatch.setattr(
        pictures, "_cover", lambda picture: replace(cover(picture), legal=picture.legal, hand=picture.hand)
    )


@dataclass(frozen=True)
class Leak:
    """Something that must not be: how it is planted, and the evening at which it is found, and where."""

    plant: Callable[[pytest.MonkeyPatch], None]
    kind: str
    who: Observer
    found: str
    way: Way = "pass"


LEAKS: dict[str, Leak] = {
    "a View that knows a character": Leak(leaky_role, "gift", "next", "picture at the next one's table"),
    "a number of a View": Leak(leaky_number, "gift", "next", "picture at the next one's table"),
    "an event: a look": Leak(leaky_event(notices.Peeked), "peek", "next", "picture at the next one's table"),
    "an event: a theft": Leak(leaky_event(notices.Stolen), "steal", "next", "picture at the next one's table"),
    "the notes": Leak(leaky_notes, "gift", "player", "picture at the player's table"),
    "a line of the log": Leak(leaky_log, "gift that ends", "anybody", "picture at one table", "table"),
    "the curtain": Leak(leaky_curtain, "SOS", "anybody", "picture at the first curtain"),
    "the title": Leak(leaky_title, "SOS", "anybody", "title at the player's table"),
    "the shelf": Leak(leaky_shelf, "SOS", "anybody", "picture at the shelf"),
    "the hand's faces": Leak(leaky_memory, "peek", "anybody", "picture at one table", "table"),
    "what is possible": Leak(leaky_offer, "steal", "anybody", "picture at one table", "table"),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found(leak: Leak, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way in which something hidden could come to light is one that the twins tell of."""
    twin(leak.kind, leak.who)  # made by honest rules
    leak.plant(monkeypatch)
    evening.leaky = True
    assert leak.found in evening.differences(leak.kind, leak.who, leak.way)


@pytest.mark.parametrize(("plant", "way"), [(leaky_offer, "table"), (leaky_notes, "pass"), (leaky_number, "pass")])
def test_a_leak_is_found_at_rest(
    plant: Callable[[pytest.MonkeyPatch], None], way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pixels and words of a table that nobody touches tell of it too."""
    phases(4)  # played by honest rules
    plant(monkeypatch)
    assert differing(4, way, random.Random(1))
