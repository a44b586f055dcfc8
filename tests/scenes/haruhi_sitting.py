"""People around a table of 涼宮ハルヒの贈殖, for tests: how each action is made by clicks, keys and drags."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from game.core import Beat, Seat
from game.haruhi.card_set import PERSONS, SOS, Card, EventCard
from game.haruhi.choices import accused_events
from game.haruhi.notices import Notice
from game.haruhi.public import (
    Accuse,
    Action,
    Claim,
    ClaimNothing,
    Forgo,
    Gift,
    Give,
    HandOut,
    LaySos,
    Pass,
    Peek,
    Phase,
    Steal,
    Swap,
    Use,
    View,
    decode,
)
from game.haruhi.rules import Haruhi
from game.table import Table
from scenes.haruhi.shown import Shown, shown
from scenes.haruhi.standard import standard_set
from tests.rules.haruhi_bench import choose
from tests.scenes.hands import AnyTable
from tests.scenes.people import People

GAME = Haruhi(standard_set())


@dataclass
class Round(People):
    """A match of 涼宮ハルヒの贈殖 of several people on one screen."""

    game: ClassVar[Any] = GAME

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kit.painter.language = self.language

    @property
    def view(self) -> View:
        """The table as the seat in front of the screen may see it."""
        view = self.match.chair.view()
        assert isinstance(view, View)
        return view

    @property
    def picture(self) -> Shown:
        """What the board shows, hand and character face down where they lie so."""
        view = self.scene._board.view
        assert isinstance(view, View | Shown)
        return shown(view)

    def sit_down(self, seat: Seat) -> None:
        """Let somebody sit down who has been shown everything already."""
        self.table.beats(seat)
        self.sit(seat)
        self.scene.take_beats()
        self.scene._showing.land()

    # Whole actions

    def steps(self, action: Action) -> list[str]:
        """Return the spots that are clicked, or gone to by keys, to carry out an action."""
        return steps(self.picture, action)

    def click_through(self, action: Action) -> None:
        """Carry out an action with clicks alone."""
        for spot in self.steps(action):
            if spot == "yes":
                self.click_button("yes")
            else:
                self.click(spot)

    def click_button(self, name: str) -> None:
        """Click a button of the lower right panel."""
        centre = self.scene._panels._buttons[name].rect.center
        self.press(centre)
        self.release(centre)

    def key_through(self, action: Action, tab: str = "tab") -> None:
        """Carry out an action with keys alone."""
        for spot in self.steps(action):
            if spot == "yes":
                self.keys("enter")
            else:
                self.go_to(spot, tab)

    def by_drag(self, action: Action) -> bool:
        """Carry out an action with drags; return False for one that has none."""
        ways = drags(self.picture, action)
        for spots in ways:
            if len(spots) == 2:
                self.drag(*spots)
            elif spots == ("yes",):
                self.keys("enter")
            else:
                self.click(*spots)
        return bool(ways)

    def do(self, action: Action, rng: random.Random) -> None:
        """Carry out an action in one of the ways of playing, the hand held up for it where it lies face down."""
        up = self.way == "table" and isinstance(action, Gift | LaySos)
        if up:
            self.hold_up()
        way = rng.choice(("click", "drag", "keys"))
        if way == "keys":
            self.key_through(action, rng.choice(("tab", "shift+tab")))
        elif way == "click" or not self.by_drag(action):
            self.click_through(action)
        if up:
            self.hold_up(up=False)


def steps(picture: Shown, action: Action) -> list[str]:
    """Return the spots that are clicked one after the other to carry out an action; "yes" is a button."""
    match action:
        case Gift(to, cards):
            return [*held(picture, cards), f"S{to}"]
        case LaySos(to):
            return [*held(picture, (SOS,)), f"S{to}"]
        case Pass() | Forgo() | ClaimNothing():
            return ["pass"]
        case Use():
            return ["use"]
        case Accuse(target, person):
            return [f"S{target}", f"P{PERSONS.index(person)}", "yes"]
        case Peek(target) | Steal(target):
            return [f"S{target}"]
        case Swap(own, other):
            return [_spot(own), _spot(other)]
        case Give(event, to):
            return [_spot(event), f"S{to}"]
        case Claim(event):
            return [_spot(event)]
        case HandOut():
            pairs = handed(picture, action)
            return [*(spot for event, to in pairs for spot in (_spot(event), f"S{to}")), "use"]


def drags(picture: Shown, action: Action) -> list[tuple[str, ...]]:
    """Return how an action is carried out by drags: from spot to spot, or a spot to be clicked; nothing without any."""
    match action:
        case Gift(to, cards):
            spots = held(picture, cards)
            return [*((spot,) for spot in (spots if len(spots) > 1 else ())), (spots[0], f"S{to}")]
        case LaySos(to):
            return [(*held(picture, (SOS,)), f"S{to}")]
        case Accuse(target, person):
            return [(f"P{PERSONS.index(person)}", f"S{target}"), ("yes",)]
        case Swap(own, other):
            return [(_spot(own), _spot(other))]
        case Give(event, to):
            return [(_spot(event), f"S{to}")]
        case Claim(event):
            return [(_spot(event), f"S{picture.seat}")]
        case HandOut():
            return [*((_spot(event), f"S{to}") for event, to in handed(picture, action)), ("use",)]
        case _:
            return []


def held(picture: Shown, cards: tuple[Card, ...]) -> list[str]:
    """Return a spot of the hand for each of these cards."""
    places = list(range(len(picture.hand)))
    found = []
    for card in cards:
        place = next(place for place in places if picture.card_at(place) == card)
        places.remove(place)
        found.append(f"H{place}")
    return found


def handed(picture: Shown, action: HandOut) -> list[tuple[EventCard, Seat]]:
    """Return the events that go to somebody else than the accused, and to whom."""
    board = picture.board
    pairs = zip(accused_events(board), action.receivers, strict=True)
    return [(event, to) for event, to in pairs if to != board.accused]


def _spot(event: EventCard) -> str:
    return f"E{event.number}"


@cache
def games(seed: int, count: int, seats: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return random games from beginning to end, as deals with their actions."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        deal = str(rng.randrange(1, 100_000))
        table: AnyTable = Table(GAME, deal, seats, {})
        while table.turn is not None:
            table.act(table.turn, choose(table._state, GAME.legal(table._state), rng))
        found.append((deal, tuple(table.record().actions)))
    return tuple(found)


@cache
def courses(seats: int, seed: int = 5, count: int = 2) -> tuple[tuple[tuple[View, ...], Seat, Any], ...]:
    """Return for each action of random games the views of all seats before it, whose turn it was, and their beats."""
    found = []
    for deal, actions in games(seed, count, seats):
        table: AnyTable = Table(GAME, deal, seats, {})
        everybody = [Seat(seat) for seat in range(seats)]
        for seat in everybody:
            table.beats(seat)
        for text in actions:
            before, turn = tuple(table.view(seat) for seat in everybody), table.turn
            assert turn is not None
            table.act(turn, decode(text))
            told: tuple[Beat[View, Notice], ...] = tuple(table.beats(seat)[0] for seat in everybody)
            found.append((before, turn, told))
    return tuple(found)


@cache
def decisions(seats: int, seed: int = 5, count: int = 2) -> tuple[View, ...]:
    """Return the views of those who decide in random games: all of the rare phases, some of the auctions."""
    views = [before[turn] for before, turn, _ in courses(seats, seed, count)]
    auctions = [view for view in views if view.board.phase is Phase.AUCTION]
    return (*auctions[::5], *(view for view in views if view.board.phase is not Phase.AUCTION))
