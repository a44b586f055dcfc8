"""What is on the screen while the seat changes hangs on nothing that whoever may look at it must not know.

Twins are two tables that a seat cannot tell apart: all that it does not know lies otherwise. The same is done at both,
and every frame must be the same picture under the same title. Leaks that are planted here must be found by that.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core import Beat, Down, Illegal, Reason, Seat, Up
from game.kanu import rules
from game.kanu.public import (
    Action,
    Ambush,
    OpenCard,
    Phase,
    Reinforce,
    SawDraw,
    Sortie,
    Sortied,
    Spied,
    Spy,
    View,
    card_name,
)
from scenes import host, routes
from scenes.curtain import Curtain
from scenes.desk import Selection
from scenes.drawing.stage import Paint
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Press, Release
from scenes.kanu import shown as pictures
from scenes.kanu.desk import KanuDesk
from scenes.kanu.speech import Speech
from scenes.scene import Command
from scenes.seating import Way
from scenes.sound.sound import Cue
from scenes.table import table_picture
from scenes.table.choosing import Choosing
from scenes.table.pointing import Pointing
from scenes.table.showing import Showing
from scenes.table.table import TableScene
from tests.scenes.hands import NOWHERE, AnyTable
from tests.scenes.hot_seat import House, act, new_table, spots
from tests.scenes.kanu_sitting import GAME, lucky
from tests.scenes.twins import SIZE, Observer, Picture, drag, points, rests, spend, told_apart, wander, with_state

State = Any


# Last actions of turns


@dataclass(frozen=True)
class Ending:
    """A table before the last action of a turn, and that action."""

    deal: str
    actions: str
    last: Action

    def table(self, way: Way = "pass") -> AnyTable:
        """Return the table as it is before the last action."""
        return new_table(self.actions, deal=self.deal, way=way)


WANTED = ("Sortie", "Scout", "Ambush", "Scout and draws", "Spy and draws", "Reinforce and draws", "Ambush and draws")


@cache
def endings() -> dict[str, Ending]:
    """Return the first turn of some games that ends in each way, once everybody has had a turn."""
    found: dict[str, Ending] = {}
    rng = random.Random(7)
    for deal in count(1):
        table = new_table(deal=str(deal))
        while (turn := table.turn) is not None and set(WANTED) - found.keys():
            before = " ".join(table.record().actions)
            action = lucky(table, rng)
            act(table, action)
            if table.turn in (turn, None) or table.view(turn).board.turns <= 4:
                continue
            if isinstance(action, Spy) and action.target == table.turn:
                continue  # whoever sits down next knows these cards
            notices = table.past(turn)[-1].notices
            drew = any(isinstance(notice, SawDraw) for notice in notices)
            found.setdefault(
                f"{type(action).__name__}{' and draws' if drew else ''}", Ending(str(deal), before, action)
            )
        if set(WANTED) <= found.keys():
            return {kind: found[kind] for kind in WANTED}
    raise AssertionError


# Twins


def seen(state: State, action: Action, who: Observer) -> object:
    """Return what somebody gets to know of an action and of the table after it; None where it is not possible."""
    player = GAME.turn(state)
    assert player is not None
    try:
        step = GAME.apply(state, action)
    except Illegal:
        return None
    seat = player if who != "next" else GAME.turn(step.state)
    assert seat is not None
    beat: Beat[Any, Any] = Beat(GAME.view(step.state, seat), tuple(GAME.see(event, seat) for event in step.events))
    return beat if who != "anybody" else pictures.covered(beat)


def shuffled(state: State, known: int | None, action: Action, rng: random.Random) -> State:
    """Return a table on which some of what the seat `known` (None: nobody) does not know lies otherwise."""
    pinned = action.cell if isinstance(action, OpenCard | Sortie) else None
    places: list[tuple[str, int, int]] = [
        ("hand", seat, place) for seat, hand in enumerate(state.hands) if seat != known for place in range(len(hand))
    ]
    places += [
        ("field", cell, 0) for cell, up in enumerate(state.board.field) if isinstance(up, Down) and cell != pinned
    ]
    places += [("deck", place, 0) for place in range(len(state.deck))]
    moved = [place for place in places if rng.random() < rng.choice((0.5, 0.8, 1.0))]
    hands, field, deck = [list(hand) for hand in state.hands], list(state.field), list(state.deck)
    rows = {"hand": hands, "field": [field], "deck": [deck]}
    at = [(rows["hand"][one], other) if kind == "hand" else (rows[kind][0], one) for kind, one, other in moved]
    cards = [row[index] for row, index in at]
    rng.shuffle(cards)
    for (row, index), card in zip(at, cards, strict=True):
        row[index] = card
    return replace(state, hands=tuple(tuple(hand) for hand in hands), field=tuple(field), deck=tuple(deck))


def possible(state: State) -> set[type[Action]]:
    """Return what kinds of actions the seat in turn has."""
    return {type(action) for action in GAME.legal(state)}


@cache
def twin(kind: str, who: Observer) -> State:
    """Return the table before the last action of a turn as it might be as well, for all that somebody knows."""
    ending, rng = endings()[kind], random.Random(f"{kind} {who}")
    state = ending.table()._state
    player = GAME.turn(state)
    after = GAME.turn(GAME.apply(state, ending.last).state)
    known = {"player": player, "next": after, "anybody": None}[who]
    wanted = seen(state, ending.last, who)
    found: list[tuple[int, int, int, State]] = []
    for tried in range(60_000):
        other = shuffled(state, known, ending.last, rng)
        if seen(other, ending.last, who) == wanted:
            hands = sum(one[:1] != two[:1] for one, two in zip(state.hands, other.hands, strict=True))
            cards = sum(one != two for one, two in zip(state.field + state.deck, other.field + other.deck, strict=True))
            told = (state.deck[:1] != other.deck[:1]) + (possible(state) != possible(other))
            found.append((hands, told, cards, other))
        if len(found) >= 12 and tried > 200:
            break
    hands, _, cards, best = max(found, key=lambda one: (one[0] + one[1], one[2]))
    assert hands >= (3 if who == "anybody" else 2)
    assert cards >= 4  # late in a game there are few
    return best


# What is on the screen


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, screen: pygame.Surface) -> Evening:
    """Give a way to spend an evening at a table and at its twins."""
    pygame.display.set_mode(SIZE)
    return Evening(monkeypatch, tmp_path)


@dataclass
class Evening:
    """Runs the program at a table and at its twins, and looks at every frame."""

    monkeypatch: pytest.MonkeyPatch
    folder: Path
    leaky: bool = False

    def spend(
        self, kind: str, state: State | None, script: Callable[[House, Action], None], way: Way = "pass"
    ) -> list[Picture]:
        """Run the program on a game that stands before the last action of a turn; return all that was to be seen."""
        change = None if state is None else (lambda table: with_state(table, state))
        folder = self.folder / f"{len(list(self.folder.iterdir()))}"
        last = endings()[kind].last
        record = endings()[kind].table(way).record()
        return spend(self.monkeypatch, folder, record, change, lambda house: script(house, last))

    def differences(
        self, kind: str, who: Observer, script: Callable[[House, Action], None], way: Way = "pass"
    ) -> list[str]:
        """Return where the twins look different to somebody who must not be able to tell them apart."""
        other = twin(kind, who)
        one = ALBUMS.get((kind, way))
        if one is None or self.leaky:
            one = self.spend(kind, None, script, way)
        if not self.leaky:
            ALBUMS[kind, way] = one
        two = self.spend(kind, other, script, way)
        return told_apart(one, two, who)


ALBUMS: dict[tuple[str, Way], list[Picture]] = {}
"""What was to be seen at the tables themselves: their twins are many."""


def pass_on(house: House, last: Action) -> None:
    """Do the last action of a turn, hand over, see what was missed, and begin to think."""
    house.frame(Key("enter"))
    house.open_curtain()
    wander(house, rests(house))
    house.do(last)
    wander(house, lambda: house.behind_curtain)
    for point, _ in zip(points(), range(12), strict=False):
        house.frame(Motion(point))
    house.frame(Press((400, 250)))
    house.frame(Release((400, 250)))
    house.open_curtain((400, 250))
    wander(house, rests(house))
    fumble(house)


def fumble(house: House) -> None:
    """Try what is not possible, or not yet: click, drag and press keys that mean nothing."""
    ways = [("H0", "F7"), ("F3", "H1"), ("deck", "S1"), ("H1", "show"), ("S0", "S2")]
    asked = house.view.board.phase is Phase.SPY  # a click on a player is an answer then
    for spot, target in ways[:-1] if asked else ways:
        if spot not in house.table._board.layout.spots:
            continue
        drag(house, house.at(spot), house.at(target))
        house.frame(Press(NOWHERE, 3))
    for name in ("reinforce", "develop", "ambush", "scout"):
        house.click(name)
        house.frame(Press(NOWHERE, 3))


def around_one_table(house: House, last: Action) -> None:
    """Fumble at a hand that lies face down, hold it up until a problem is told, then do the last action of a turn."""
    house.frame(Key("enter"))
    wander(house, rests(house))
    fumble(house)
    digits = ("1", "5") if house.view.board.phase is Phase.ACT else ()  # elsewhere they act at once
    for name in ("tab", "tab", "down", *digits, "h", "ctrl+z"):
        house.frame(Key(name))
    house.frame(Press(NOWHERE, 3))
    house.frame(Key("space"))
    house.frame(Motion(house.at("H1")))
    house.frame(Press(house.at("H1")))
    house.frame(Release(house.at("H1")))
    read_problem(house)
    house.frame(Motion(NOWHERE))
    house.wait(0.5)
    hidden = isinstance(last, Reinforce | Ambush)
    if hidden:
        house.frame(Key("space"))
    for spot in spots(house.view, last):
        house.click(spot)
    if hidden:
        house.frame(KeyUp("space"))
    house.frame(Motion(NOWHERE))
    seat = house.chair.seat
    wander(house, lambda: rests(house)() and house.chair.seat != seat)
    house.wait(0.5)


def read_problem(house: House) -> None:
    """Read what is told while a hand is held up: it is laid down over that."""
    house.meet_problem()
    house.frame(KeyUp("space"))
    house.keys("escape")


def be_disturbed(house: House, _last: Action) -> None:
    """Sit down at one table, hold the hand up until a problem is told, and look at the table after that."""
    house.frame(Key("enter"))
    wander(house, rests(house))
    house.frame(Key("space"))
    read_problem(house)
    house.wait(0.5)


def go_round(house: House, _last: Action) -> None:
    """Sit down at one table and let the frame of the keys go round among what can be chosen."""
    house.frame(Key("enter"))
    wander(house, rests(house))
    for _ in range(12):
        house.frame(Key("shift+tab"))


@pytest.mark.parametrize("who", ["player", "next", "anybody"])
@pytest.mark.parametrize("kind", WANTED)
def test_while_the_seat_changes_nothing_hidden_is_seen(kind: str, who: Observer, evening: Evening) -> None:
    """From the last action to the next decision every frame is the same for twins, and so is every title."""
    assert evening.differences(kind, who, pass_on) == []


@pytest.mark.parametrize("kind", ["Sortie", "Scout", "Scout and draws", "Spy and draws"])
def test_around_one_table_no_hand_is_seen(kind: str, evening: Evening) -> None:
    """While no hand is held up every frame is the same whatever the hands hold, also after one was held up."""
    assert evening.differences(kind, "anybody", around_one_table, "table") == []


# Planted leaks


@dataclass(frozen=True)
class Leak:
    """Something that must not be: how it is planted, and the evening at which it is found, and where."""

    plant: Callable[[pytest.MonkeyPatch], None]
    kind: str
    who: Observer
    found: str
    way: Way = "pass"
    script: Callable[[House, Action], None] | None = None


def real(scene: TableScene | Choosing) -> View:
    """Return what a scene could show, if it did not care."""
    view = scene.match.chair.view()
    assert isinstance(view, View)
    return view


def leaky_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """A View shows a card of the field that lies face down."""
    built = rules.Kanu.view

    def view(self: rules.Kanu, state: State, seat: Seat) -> View:
        honest = built(self, state, seat)
        field = list(honest.board.field)
        for cell, card in enumerate(state.field):
            if isinstance(field[cell], Down):
                field[cell] = Up(card)
        return replace(honest, board=replace(honest.board, field=tuple(field)))

    monkeypatch.setattr(rules.Kanu, "view", view)


def leaky_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A View holds the hand of the seat before."""
    built = rules.Kanu.view

    def view(self: rules.Kanu, state: State, seat: Seat) -> View:
        return replace(built(self, state, seat), hand=state.hands[(seat - 1) % len(state.hands)])

    monkeypatch.setattr(rules.Kanu, "view", view)


def leaky_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody draws is told to everybody."""
    told = rules.Kanu.see

    def see(self: rules.Kanu, event: Any, seat: Seat) -> Any:
        if type(event).__name__ == "Drew" and event.seat != seat:
            return Sortied(event.seat, 0, event.cards[0], False)
        return told(self, event, seat)

    monkeypatch.setattr(rules.Kanu, "see", see)


def leaky_spy(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a spy sees is told to everybody."""
    told = rules.Kanu.see

    def see(self: rules.Kanu, event: Any, seat: Seat) -> Any:
        return event if isinstance(event, Spied) else told(self, event, seat)

    monkeypatch.setattr(rules.Kanu, "see", see)


def leaky_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log tells a beat as the player met it, and names what was drawn."""
    told = Speech.log_line

    def log_line(self: Speech, beat: Beat[Any, Any]) -> Reason | None:
        for notice in beat.notices:
            if isinstance(notice, SawDraw) and isinstance(notice.cards[0], Up):
                return card_name(beat.view.board.card_set, notice.cards[0].card)
        return told(self, beat)

    monkeypatch.setattr(Showing, "_public", lambda _self, beat: beat)
    monkeypatch.setattr(Speech, "log_line", log_line)


def leaky_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign beside a card that lies face down says what it is."""
    refuse = Choosing.refuse

    def named(self: Choosing, reason: Reason, spot: str) -> None:
        view = real(self)
        if spot[0] == "H":
            reason = card_name(view.board.card_set, view.hand[int(spot[1:])])
        refuse(self, reason, spot)

    monkeypatch.setattr(Choosing, "refuse", named)


def leaky_drag(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of a hand that lies face down can be taken, and shows its face while it is carried."""

    def targets(self: Pointing, spot: str) -> tuple[dict[str, object], bool]:
        return ({"show": Selection()}, False) if spot[0] == "H" else honest(self, spot)

    def carried(self: table_picture.Picture, one: Any, _: Any) -> list[Paint]:
        face = str(real(self._choosing).hand[int(one.spot[1:])])
        pose = replace(self._board.layout.cards[one.card].at(*one.rect.center), face=face)
        return [self._board.cards.lifted(pose, 0)]

    honest = Pointing.targets
    monkeypatch.setattr(Pointing, "targets", targets)
    monkeypatch.setattr(table_picture.Picture, "carried", carried)


def leaky_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the hand lies face down, the keys still lead to what can be done with it."""
    cover = pictures._cover
    monkeypatch.setattr(pictures, "_cover", lambda picture: replace(cover(picture), legal=picture.legal))


def leaky_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The curtain says more than a name."""
    fall = routes.Routes.curtain

    def curtain(self: routes.Routes, match: host.Match) -> Any:
        card = match.chair.view().hand[0]
        scene = fall(self, match)
        assert isinstance(scene, Curtain)
        scene._name = f"{scene._name} {card}"
        return scene

    monkeypatch.setattr(routes.Routes, "curtain", curtain)


def leaky_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's title tells of the hand."""
    monkeypatch.setattr(TableScene, "title", lambda self: f"Kan'u {real(self).hand[0]}")


def leaky_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shelf says of a kept game what is in a hand."""

    def standing(_self: routes.Routes, match: host.Match) -> Reason:
        view = match.chair.view()
        return card_name(view.board.card_set, view.hand[0])

    monkeypatch.setattr(routes.Routes, "standing", standing)


def leaky_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand lies face up though nobody holds it."""
    monkeypatch.setattr(Showing, "_shown", lambda _self, beat: beat)


def leaky_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that is held up stays so below a problem that is told, and after it."""
    answer = TableScene.handle

    def handle(self: TableScene, event: Input) -> Command | None:
        return None if event == Focus(here=False) else answer(self, event)

    monkeypatch.setattr(TableScene, "handle", handle)


def leaky_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is touched sounds like what it is."""
    answer = TableScene._handle

    def handle(self: TableScene, event: Input) -> Command | None:
        spot = self._board.layout.spot_at(event.pos) if isinstance(event, Press) else None
        if spot is not None and spot[0] == "H":
            self._kit.sounds.play("knock" if real(self).hand[int(spot[1:])].series % 2 else "hold")
        return answer(self, event)

    monkeypatch.setattr(TableScene, "_handle", handle)


def leaky_cue(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is heard: a beat sounds as the player meets it, a high card lower than a low one."""
    sounds = KanuDesk.cues

    def cues(self: KanuDesk, beat: Beat[Any, Any]) -> tuple[Cue, ...]:
        low = [one.cards[0] for one in beat.notices if isinstance(one, SawDraw) and isinstance(one.cards[0], Up)]
        return (Cue("knock" if low[0].card.series % 2 else "hold"),) if low else sounds(self, beat)

    monkeypatch.setattr(Showing, "_public", lambda _self, beat: beat)
    monkeypatch.setattr(KanuDesk, "cues", cues)


LEAKS: dict[str, Leak] = {
    "a View that shows the field": Leak(leaky_view, "Sortie", "next", "picture at the next one's table"),
    "a View with another hand": Leak(leaky_hand, "Scout", "next", "picture at the next one's table"),
    "an event: a card drawn": Leak(leaky_draw, "Scout and draws", "next", "picture at the next one's table"),
    "an event: cards spied": Leak(leaky_spy, "Spy and draws", "next", "picture at the next one's table"),
    "a line of the log": Leak(leaky_log, "Scout and draws", "anybody", "picture at one table", "table"),
    "a sign beside a card": Leak(leaky_sign, "Sortie", "anybody", "picture at one table", "table"),
    "a card carried": Leak(leaky_drag, "Sortie", "anybody", "picture at one table", "table"),
    "where the keys lead": Leak(leaky_offer, "Scout", "anybody", "picture at one table", "table", go_round),
    "the hand's faces": Leak(leaky_memory, "Sortie", "anybody", "picture at one table", "table", go_round),
    "a problem told": Leak(leaky_problem, "Sortie", "anybody", "picture at one table", "table", be_disturbed),
    "the curtain": Leak(leaky_curtain, "Sortie", "anybody", "title at the curtain"),
    "the title": Leak(leaky_title, "Sortie", "anybody", "title at the player's table"),
    "the sound of a touch": Leak(leaky_touch, "Sortie", "player", "sound at the next one's table"),
    "the sound of a beat": Leak(leaky_cue, "Scout and draws", "next", "sound at the player's table"),
    "the shelf": Leak(leaky_shelf, "Sortie", "anybody", "picture at the shelf"),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found(leak: Leak, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way in which something hidden could come to light is one that the twins tell of."""
    twin(leak.kind, leak.who)  # made by honest rules
    leak.plant(monkeypatch)
    evening.leaky = True
    script = leak.script or (pass_on if leak.way == "pass" else around_one_table)
    assert leak.found in evening.differences(leak.kind, leak.who, script, leak.way)
