"""People around a table of Kan'u Collection, for tests: one table scene for the seat in turn, handed over as asked.

Everything goes through `TableScene.handle`, `update`, `follow_up` and `paint`, as the program does it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from game.core import Beat, Down, Seat, Up
from game.kanu.card_set import Card
from game.kanu.course import State
from game.kanu.public import (
    Action,
    Ambush,
    Challenge,
    DeclineDuel,
    Develop,
    HoldBack,
    Notice,
    OpenCard,
    Reinforce,
    Scout,
    Sortie,
    Spy,
    TakePair,
    View,
    decode,
)
from game.kanu.rules import Kanu
from game.table import Table
from scenes.kanu.shown import Shown, shown
from scenes.kanu.standard import standard_set
from tests.scenes.hands import AnyTable
from tests.scenes.people import People

GAME = Kanu(standard_set())


@dataclass
class Round(People):
    """A match of Kan'u Collection of several people on one screen."""

    game: ClassVar[Any] = GAME

    @property
    def view(self) -> View:
        """The table as the seat in front of the screen may see it."""
        view = self.match.chair.view()
        assert isinstance(view, View)
        return view

    @property
    def picture(self) -> Shown:
        """What the board shows, the hand face down where it lies so."""
        view = self.scene._board.view
        assert isinstance(view, View | Shown)
        return shown(view)

    # Whole actions

    def steps(self, action: Action) -> list[str]:
        """Return the spots that are clicked, or gone to by keys, to carry out an action."""
        opened = [f"F{cell}" for cell in self.view.board.opened]
        match action:
            case OpenCard(cell) | Sortie(cell):
                return [f"F{cell}"]
            case Reinforce(place):
                return [opened[place], self.held(self._opened_card(place))]
            case Scout(asked, target):
                return [*(opened[place] for place in asked), "show" if target is None else f"S{target}"]
            case Develop(card):
                return [self.held(card), "develop"]
            case Ambush(card):
                return [self.held(card), "show"]
            case HoldBack() | DeclineDuel():
                return ["pass"]
            case Spy(target) | Challenge(target):
                return [f"S{target}"]
            case TakePair(pair):
                return [f"T{pair}"]

    def by_buttons(self, action: Action) -> list[str]:
        """Return the spots by which an action is made from its button on."""
        opened = [f"F{cell}" for cell in self.view.board.opened]
        match action:
            case Sortie(cell):
                return ["sortie", f"F{cell}"]
            case Reinforce(place):
                several = sum(isinstance(one, Reinforce) for one in self.view.legal) > 1
                return ["reinforce", *([opened[place]] if several else [])]
            case Scout(asked, target):
                chosen = [opened[place] for place in asked] if len(opened) > 1 else []
                return ["scout", *chosen, "show" if target is None else f"S{target}"]
            case Develop(card):
                several = sum(isinstance(one, Develop) for one in self.view.legal) > 1
                return ["develop", *([self.held(card)] if several else [])]
            case Ambush(card):
                return ["ambush", self.held(card)]
            case _:
                return self.steps(action)

    def by_drag(self, action: Action) -> bool:
        """Carry out an action with drags; return False for one that needs none."""
        opened = [f"F{cell}" for cell in self.view.board.opened]
        match action:
            case Reinforce(place):
                self.drag(self.held(self._opened_card(place)), opened[place])
            case Scout(asked, target):
                if len(asked) > 1:
                    for place in asked:
                        self.click(opened[place])
                self.drag(opened[asked[0]], "show" if target is None else f"S{target}")
            case Develop(card):
                one, other = self.all_held(card)[:2]
                self.drag(one, other)
            case Ambush(card):
                self.drag(self.held(card), "show")
            case TakePair(pair):
                self.drag(f"T{pair}", f"S{self.view.board.turn}")
            case _:
                return False
        return True

    def _opened_card(self, place: int) -> Card:
        seen = self.view.board.field[self.view.board.opened[place]]
        card = getattr(seen, "card", None)
        assert isinstance(card, Card)
        return card

    def all_held(self, card: Card) -> list[str]:
        """Return the spots of the hand at which a card lies."""
        return [f"H{place}" for place, held in enumerate(shown(self.view).hand) if held == Up(card)]

    def held(self, card: Card) -> str:
        """Return the first spot of the hand at which a card lies."""
        return self.all_held(card)[0]

    def do(self, action: Action, rng: random.Random) -> None:
        """Carry out an action in one of the ways of playing, the hand held up for it where it lies face down."""
        up = self.way == "table" and isinstance(action, Reinforce | Develop | Ambush)
        if up:
            self.hold_up()
        way = rng.choice(("click", "drag", "button", "keys"))
        if way == "drag" and self.by_drag(action):
            pass
        elif way == "keys":
            for spot in self.steps(action):
                self.go_to(spot, rng.choice(("tab", "shift+tab")))
        else:
            for spot in self.by_buttons(action) if way == "button" else self.steps(action):
                self.click(spot)
        if up:
            self.hold_up(up=False)


def lucky(table: AnyTable, rng: random.Random) -> Action:
    """Return a random action of the seat in turn, mostly one that captures where there is one: games are to go on."""
    assert table.turn is not None
    view, state = table.view(table.turn), table._state
    opened = [state.field[cell] for cell in view.board.opened]

    def captures(action: Action) -> bool:
        match action:
            case Sortie(cell):
                return state.field[cell] in opened
            case Reinforce() | Develop():
                return True
            case Scout(asked, target):
                seats = range(len(state.hands)) if target is None else (target,)
                return any(opened[place] in state.hands[seat] for place in asked for seat in seats if seat != view.seat)
            case Ambush(card):
                return any(card in hand for seat, hand in enumerate(state.hands) if seat != view.seat)
            case _:
                return False

    good = [action for action in view.legal if captures(action)]
    chosen: Action = rng.choice(good if good and rng.random() < 0.7 else view.legal)
    return chosen


@cache
def games(seed: int, count: int, seats: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return random games from beginning to end, as deals with their actions."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        deal = str(rng.randrange(1, 100_000))
        table: AnyTable = Table(GAME, deal, seats, {})
        while table.turn is not None:
            table.act(table.turn, lucky(table, rng))
        found.append((deal, tuple(table.record().actions)))
    return tuple(found)


@cache
def positions(seats: int, seed: int = 3, count: int = 1) -> tuple[tuple[View, Beat[View, Notice], View], ...]:
    """Return every beat of random games as the seat met it that acted: the view before, the beat, the view after."""
    return tuple((before[turn], beats[turn], beats[turn].view) for before, turn, beats in courses(seats, seed, count))


@cache
def courses(
    seats: int, seed: int = 3, count: int = 1
) -> tuple[tuple[tuple[View, ...], Seat, tuple[Beat[View, Notice], ...]], ...]:
    """Return every action of random games: the views of all seats before it, who acted, and the beats of all seats."""
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
            found.append((before, turn, tuple(table.beats(seat)[0] for seat in everybody)))
    return tuple(found)


def hidden(state: State, seat: Seat, rng: random.Random, *, own: bool) -> State:
    """Return the state with everything permuted that is not open to all, the hand of `seat` only with `own`."""
    closed = [isinstance(seen, Down) for seen in state.board.field]
    hands = [other for other in range(len(state.hands)) if own or other != seat]
    unknown = [card for other in hands for card in state.hands[other]]
    unknown += [*state.deck, *(card for card, down in zip(state.field, closed, strict=True) if card and down)]
    rng.shuffle(unknown)
    deal = iter(unknown)
    return replace(
        state,
        hands=tuple(
            tuple(next(deal) for _ in hand) if other in hands else hand for other, hand in enumerate(state.hands)
        ),
        field=tuple(next(deal) if down else card for card, down in zip(state.field, closed, strict=True)),
        deck=tuple(next(deal) for _ in state.deck),
    )
