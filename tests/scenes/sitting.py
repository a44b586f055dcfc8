"""Somebody at the table, for tests: a table scene without window and files, and the three ways of playing on it.

Everything a `Sitting` does goes through `TableScene.handle`, `update` and `paint`, as the program does it.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pygame

from game.catalogue import find
from game.core import Options, Seat
from game.deck_defence.public import (
    ID,
    Action,
    Explore,
    HoldOff,
    Muster,
    Reorder,
    Repel,
    View,
    decode,
)
from game.record import Record
from game.table import Table, lay_again
from scenes.deck_defence import gestures
from scenes.deck_defence.desk import DeckDefenceDesk
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.host import Match
from scenes.inputs import Motion, Point
from scenes.preferences import Preferences
from scenes.scene import Command, Kit
from scenes.sound.sound import Sounds
from scenes.store import Store
from scenes.table.table import TableScene, Ways
from scenes.table.table_keys import neighbour
from scenes.words import Words
from tests.scenes.hands import FRAME, Elsewhere, Hands

DESK = DeckDefenceDesk()


@cache
def painter() -> Painter:
    """Return the painter that all tests share: what is drawn once for a size need not be drawn again."""
    return Painter()


@dataclass
class Sitting(Hands):
    """A match on a table scene. `commands` is what the scene asked of the program.

    Only where it is `told` does the table look for proofs that the game is lost: they come when they come, and tests of
    other things would wait for them.
    """

    deal: str = "1204"
    actions: str = ""
    size: tuple[int, int] = (1280, 720)
    scale: int = 100
    language: str = "ja"
    preferences: Preferences = field(default_factory=lambda: Preferences(speed="off"))
    options: Options = field(default_factory=dict)
    record: Record | None = None
    told: bool = False
    sounds: Sounds = field(default_factory=Sounds)

    def __post_init__(self) -> None:
        self.table: Table[Any, Any, Any, Any, Any] = (
            Table(find(ID), self.deal, 1, self.options) if self.record is None else lay_again(find(ID), self.record)
        )
        for text in self.actions.split():
            self.table.act(Seat(0), decode(text))
        self.kit = Kit(
            Words(self.language),
            painter(),
            Metrics(self.size, self.scale),
            self.preferences if self.told else dataclasses.replace(self.preferences, tell_lost=False),
            Store(Path("/never/written")),
            self.sounds,
        )
        self.commands: list[Command] = []
        self.match = Match(ID, self.deal, self.options, self.table.chair(Seat(0)))
        self.scene = TableScene(self.kit, self.match, DESK, self.ways())
        self.scene.lay_out()

    def ways(self) -> Ways:
        """Return the ways from the table to other scenes."""
        return Ways(lambda: Elsewhere("menu"), lambda: Elsewhere("result"), lambda name: Elsewhere(f"rules:{name}"))

    # What is

    @property
    def view(self) -> View:
        """The table as the player may see it."""
        view = self.match.chair.view()
        assert isinstance(view, View)
        return view

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.chair.standing().outcome is not None

    @property
    def flying(self) -> bool:
        """Whether something is in the air."""
        return self.scene._board.timeline.running

    @property
    def lifted(self) -> str | None:
        """The spot whose card is being dragged."""
        held = self.scene._choosing.held
        return held.spot if held is not None and held.dragging else None

    def fresh(self) -> Sitting:
        """Return the same game as its record lays it again, for somebody who sits down at it now."""
        return Sitting(
            deal=self.deal,
            size=self.kit.metrics.size,
            scale=self.kit.metrics.text_scale,
            language=self.language,
            preferences=self.kit.preferences,
            options=self.options,
            record=self.table.record(),
        )

    # Inputs

    def pass_time(self, seconds: float, dt: float = FRAME) -> None:
        """Let time pass in steps of `dt`."""
        while seconds > 0:
            self.scene.update(min(dt, seconds))
            seconds -= dt

    def at(self, spot: str) -> Point:
        """Return the middle of the card that can be taken from a spot, or of the spot where there is none."""
        card = self.layout.top.get(spot)
        if card is None:
            return self.layout.spots[spot].center
        pose = self.layout.cards[card]
        return (round(pose.x), round(pose.y))

    def move(self, where: str | Point) -> None:
        """Move the pointer with the left button down."""
        self.give(Motion(self.at(where) if isinstance(where, str) else where, held=True))

    def lift(self, spot: str) -> None:
        """Press a card and move it a little, far enough to begin a drag."""
        x, y = self.at(spot)
        self.press((x, y))
        self.move((x + 20, y - 20))

    def drag(self, spot: str, target: str) -> None:
        """Take the card of a spot, carry it over another and let it go there."""
        to = self.layout.spots[target].center
        self.lift(spot)
        self.move(to)
        self.release(to)

    def button(self, name: str) -> None:
        """Click a button of the table."""
        point = self.scene._panels._buttons[name].rect.center
        self.press(point)
        self.release(point)

    # Whole actions

    def by_drag(self, action: Action) -> None:
        """Carry out an action with drags alone."""
        match action:
            case Muster(main, hand, refill):
                self.drag(f"M{main + 1}", f"H{hand + 1}")
            case HoldOff(main, occupied, refill):
                self.drag(f"M{main + 1}", f"O{occupied + 1}")
            case Repel(target, hands, refill):
                enemy = str(target)
                if gestures.sensible(self.view, target) == [hands]:
                    self.drag(enemy, gestures.REPELLED)
                else:
                    before = self.played()
                    for hand in hands:
                        if self.played() == before and not self.selection.pending:
                            self.drag(f"H{hand + 1}", enemy)
            case Explore(hand):
                refill = None
                self.drag(f"H{hand + 1}", "discard")
            case Reorder(order):
                refill = None
                for one, other in swaps(order):
                    self.drag(one, other)
                self.drag("R1", "deck")
        if self.selection.pending and refill is not None:
            self.drag(f"R{refill + 1}", f"M{self._emptied(action) + 1}")

    @staticmethod
    def _emptied(action: Action) -> int:
        match action:
            case Muster(main, _, _) | HoldOff(main, _, _):
                return main
            case Repel(target, _, _):
                return target.index
            case Explore() | Reorder():
                raise AssertionError("exploring empties no main space")

    def by_click(self, action: Action) -> None:
        """Carry out an action with clicks alone."""
        spots, refill = clicked(action)
        for spot in spots:
            self.click(spot)
        if self.selection.pending and refill is not None:
            self.click(f"R{refill + 1}")

    def by_keys(self, action: Action, rng: random.Random) -> None:
        """Carry out an action with keys alone, choosing among the keys that lead to the same spot."""
        match action:
            case Muster(main, hand, refill):
                spots = [f"M{main + 1}", f"H{hand + 1}"]
            case HoldOff(main, occupied, refill):
                spots = [f"M{main + 1}", f"O{occupied + 1}"]
            case Repel(target, hands, refill):
                spots = [str(target), *(f"H{hand + 1}" for hand in hands)]
            case Explore(hand):
                spots, refill = [f"H{hand + 1}", "deck"], None
            case Reorder(order):
                spots, refill = [spot for swap in swaps(order) for spot in swap], None
                if not spots:
                    self.choose_by_key("deck", rng)
        for spot in spots:
            self.choose_by_key(spot, rng)
        if isinstance(action, Repel) or (isinstance(action, Reorder) and spots):
            self.keys("enter")
        if self.selection.pending and refill is not None:
            self.choose_by_key(f"R{refill + 1}", rng)

    def choose_by_key(self, spot: str, rng: random.Random) -> None:
        """Choose a spot by its digit, or by going there with Tab or arrows and Enter."""
        way = rng.choice(("digit", "tab", "shift+tab", "arrows"))
        digit = int(spot[1]) if spot[-1].isdigit() else 0
        if way == "digit" and DESK.digit(self.view, self.selection, digit) == spot:
            self.keys(str(digit))
            return
        if way == "arrows":
            self.keys(*self.arrows_to(spot))
        for _ in range(30):
            if self.scene._choosing.focus == spot:
                break
            self.keys("shift+tab" if way == "shift+tab" else "tab")
        assert self.scene._choosing.focus == spot, f"no key leads to {spot}"
        self.keys("enter")

    def arrows_to(self, spot: str) -> list[str]:
        """Return the arrow keys that lead from the focus to a spot, by the shortest way."""
        start = self.scene._choosing.focus
        ways: dict[str | None, list[str]] = {start: []}
        queue: deque[str | None] = deque([start])
        while queue:
            here = queue.popleft()
            if here == spot:
                return ways[here]
            for key in ("left", "right", "up", "down"):
                there = neighbour(self.layout, here, key)
                if there not in ways:
                    ways[there] = [*ways[here], key]
                    queue.append(there)
        raise AssertionError(f"no arrow keys lead from {start} to {spot}")


def clicked(action: Action) -> tuple[list[str], int | None]:
    """Return the spots that are clicked for an action, and the refill that may have to be chosen at last."""
    match action:
        case Muster(main, hand, refill):
            return [f"M{main + 1}", f"H{hand + 1}"], refill
        case HoldOff(main, occupied, refill):
            return [f"M{main + 1}", f"O{occupied + 1}"], refill
        case Repel(target, hands, refill):
            return [str(target), *(f"H{hand + 1}" for hand in hands), str(target)], refill
        case Explore(hand):
            return [f"H{hand + 1}", "discard"], None
        case Reorder(order):
            return [*(spot for swap in swaps(order) for spot in swap), "deck"], None


def swaps(order: tuple[int, ...]) -> list[tuple[str, str]]:
    """Return pairs of places that change cards, one pair after the other, until the cards looked at lie in an order."""
    now, found = list(range(len(order))), []
    for index, place in enumerate(order):
        if now[index] != place:
            other = now.index(place)
            now[index], now[other] = now[other], now[index]
            found.append((f"R{index + 1}", f"R{other + 1}"))
    return found


def canonical(view: View) -> list[Action]:
    """Return the legal actions of which no two differ only in equal refill cards: what the table can tell apart."""
    seen: set[object] = set()
    found: list[Action] = []
    for action in view.legal:
        key = sameness(view, action)
        if key not in seen:
            seen.add(key)
            found.append(action)
    return found


def sameness(view: View, action: Action) -> tuple[object, ...]:
    """Return what an action is, but for which of some equal cards refills and in which order cards are spent."""

    def filler(refill: int | None) -> object:
        return None if refill is None else view.areas.reveal[refill]

    match action:
        case Muster(main, hand, refill):
            return ("muster", main, hand, filler(refill))
        case HoldOff(main, occupied, refill):
            return ("hold off", main, occupied, filler(refill))
        case Repel(target, hands, refill):
            wins = len(view.areas.repelled) == 8
            return ("repel", target, frozenset(hands), None if wins else filler(refill))
        case Explore(hand):
            return ("explore", hand)
        case Reorder(order):
            return ("put back", *(view.looked[place].card for place in order))


REMAKE: Options = {"rules": "remake"}


def games(seed: int, count: int, options: Options | None = None) -> list[tuple[str, list[str]]]:
    """Return random games from beginning to end, as deals with their actions."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        deal = str(rng.randrange(1, 100_000))
        table: Table[Any, Any, Any, Any, Any] = Table(find(ID), deal, 1, options or {})
        played = []
        while table.turn is not None:
            view = table.view(Seat(0))
            action = likely(view, rng)
            played.append(table.game.encode(action))
            table.act(Seat(0), action)
        found.append((deal, played))
    return found


@cache
def won_games() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the deals whose winning lines are known, with these lines."""
    file = Path(__file__).parents[1] / "golden" / "vectors" / "deck_defence_solved.json"
    deals = json.loads(file.read_text("utf-8"))["deals"]
    return tuple((one["deal"], tuple(one["line"].split())) for one in deals if one["line"])


def views(deal: str, actions: Sequence[str], options: Options | None = None) -> list[View]:
    """Return every view of a game."""
    table: Table[Any, Any, Any, Any, Any] = Table(find(ID), deal, 1, options or {})
    found: list[View] = [table.view(Seat(0))]
    for action in actions:
        table.act(Seat(0), decode(action))
        found.append(table.view(Seat(0)))
    return found


def likely(view: View, rng: random.Random) -> Action:
    """Return a random action such as a player would rather choose, who often saves up cards before repelling."""
    actions = canonical(view)
    weights = [
        {Repel: rng.choice((0.1, 1.0, 8.0)), Muster: 4.0, HoldOff: 2.0, Explore: 0.6, Reorder: 1.0}[type(one)]
        for one in actions
    ]
    return rng.choices(actions, weights)[0]


def pixels(scene_paints: list[Paint], size: tuple[int, int]) -> bytes:
    """Return what a display list looks like, drawn from scratch."""
    surface = pygame.Surface(size)
    surface.fblits(scene_paints)
    return pygame.image.tobytes(surface, "RGB")
