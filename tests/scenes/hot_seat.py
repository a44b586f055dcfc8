"""An evening with several people around one screen, for tests: the whole `Program`, its files, and a game of Kan'u.

Inputs go through `Program.frame`, as the real loop gives them; games are prepared by the rules alone, in which the
cards may be looked at.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game import record as records
from game.core import Reason, Up
from game.kanu.card_set import Card, Effect
from game.kanu.choices import opened_cards
from game.kanu.public import (
    Action,
    Ambush,
    Challenge,
    DeclineDuel,
    Develop,
    HoldBack,
    OpenCard,
    Reinforce,
    Scout,
    Sortie,
    Spy,
    TakePair,
    View,
    decode,
)
from game.record import Record
from game.table import Table
from scenes.app import Program, Start
from scenes.chair import Seated
from scenes.curtain import HOLD, Curtain
from scenes.inputs import Input, Key, KeyUp, Motion, Point, Press, Release
from scenes.kanu.shown import shown
from scenes.pages.notice import Notice
from scenes.preferences import Preferences
from scenes.seating import Sitting, Way
from scenes.store import TABLE, Store
from scenes.table.table import TableScene
from tests.scenes.hands import FRAME, NOWHERE, AnyTable
from tests.scenes.heard import Heard
from tests.scenes.kanu_sitting import GAME
from tests.scenes.people import NAMES

QUICK = Preferences(language="en", speed="fast", stay="short")
"""Cards fly, and what is turned up for a moment stays, but not for long."""


# Games, by the rules alone


def new_table(
    actions: str = "", *, deal: str = "7", seats: int = 4, way: Way = "pass", games: int = 1, match: str = "m1"
) -> AnyTable:
    """Return a table at which people have done some actions, each of them shown to whoever did it, and no more."""
    sitting = Sitting.of(NAMES[:seats], tuple(range(seats)), way, games)
    table: AnyTable = Table(GAME, deal, seats, {}, match=match, sitting=sitting.dump())
    for text in actions.split():
        act(table, decode(text))
    return table


def act(table: AnyTable, action: Action) -> None:
    """Let the seat in turn look at what it has missed, carry out an action, and see what comes of it."""
    seat = table.turn
    assert seat is not None
    table.beats(seat)
    table.act(seat, action)
    table.beats(seat)


def view_of(table: AnyTable) -> View:
    """Return the table as the seat in turn sees it."""
    assert table.turn is not None
    view = table.view(table.turn)
    assert isinstance(view, View)
    return view


def spot_cards(table: AnyTable) -> list[Card | None]:
    """Return what really lies on each cell."""
    return list(table._state.field)


def miss(table: AnyTable) -> tuple[OpenCard, Sortie]:
    """Return an opening and a sortie that fails: its two cards differ."""
    cells = [cell for cell, card in enumerate(spot_cards(table)) if card is not None]
    field = spot_cards(table)
    second = next(cell for cell in cells[1:] if field[cell] != field[cells[0]])
    return OpenCard(cells[0]), Sortie(second)


def hit(table: AnyTable, effect: Effect | None = None) -> tuple[Action, Action] | None:
    """Return an opening and what captures its card, a pair that begins with an effect (None: with none), if any."""
    field, view = spot_cards(table), view_of(table)
    for cell, card in enumerate(field):
        if card is None or view.board.card_set.effects(card)[:1] != (() if effect is None else (effect,)):
            continue
        if field.count(card) == 2:
            return OpenCard(cell), Sortie(
                field.index(card, cell + 1) if field.index(card) == cell else field.index(card)
            )
        if card in view.hand:
            return OpenCard(cell), Reinforce(0)
    return None


def deal_with(found: Callable[[AnyTable], Any], **how: Any) -> tuple[AnyTable, Any]:
    """Return a fresh table, of the first deals, at which `found` finds something, and what it finds."""
    for deal in range(1, 200):
        table = new_table(deal=str(deal), **how)
        if (what := found(table)) is not None:
            return table, what
    raise AssertionError("no deal has that")


def keep(table: AnyTable, folder: Path) -> None:
    """Leave a table as a running game in the program's folder."""
    write(table.record(), folder)


def write(record: Record, folder: Path) -> None:
    """Leave a record as the running game in the program's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / TABLE).write_text(records.dump(record), encoding="utf-8")


def kept(folder: Path) -> Record:
    """Return what is on disk."""
    return records.load((folder / TABLE).read_text(encoding="utf-8"))


def spots(view: View, action: Action) -> list[str]:
    """Return the spots that are clicked one after the other to carry out an action."""
    opened = [f"F{cell}" for cell in view.board.opened]
    match action:
        case OpenCard(cell) | Sortie(cell):
            return [f"F{cell}"]
        case Reinforce(place):
            return [opened[place], f"H{shown(view).hand.index(Up(opened_cards(view.board)[place]))}"]
        case Scout(asked, target):
            return [*(opened[place] for place in asked), "show" if target is None else f"S{target}"]
        case Develop(card):
            return [f"H{shown(view).hand.index(Up(card))}", "develop"]
        case Ambush(card):
            return [f"H{shown(view).hand.index(Up(card))}", "show"]
        case HoldBack() | DeclineDuel():
            return ["pass"]
        case Spy(target) | Challenge(target):
            return [f"S{target}"]
        case TakePair(pair):
            return [f"T{pair}"]


# The program


@dataclass
class House:
    """The program on a folder, and whoever sits in front of it."""

    folder: Path
    preferences: Preferences = QUICK
    start: Start = field(default_factory=Start)
    frames: list[Callable[[House], None]] = field(default_factory=list)
    """Called after every frame."""
    step: float = FRAME
    """Seconds from one frame to the next."""

    def __post_init__(self) -> None:
        self.store = Store(self.folder)
        self.heard = Heard()
        self.program = Program(self.store, self.preferences, self.start, self.heard)
        self.moving = True
        self.frame()

    # What is

    @property
    def upper(self) -> object:
        """The uppermost scene."""
        return self.program.stack[-1]

    @property
    def names(self) -> list[str]:
        """What kinds of scenes lie on the stack."""
        return [type(scene).__name__ for scene in self.program.stack]

    @property
    def title(self) -> str:
        """What the window is called."""
        return pygame.display.get_caption()[0]

    @property
    def behind_curtain(self) -> bool:
        """Whether the curtain is all there is."""
        return self.names == ["Curtain"]

    @property
    def table(self) -> TableScene:
        """The table in front of whoever sits there."""
        scene = self.program.stack[0]
        assert isinstance(scene, TableScene)
        return scene

    @property
    def chair(self) -> Seated:
        """The chair in front of the screen."""
        return self.table.match.chair

    @property
    def view(self) -> View:
        """What the seat in front of the screen may know."""
        view = self.chair.view()
        assert isinstance(view, View)
        return view

    @property
    def shown(self) -> Any:
        """What the table shows at this moment: a View, or a picture between two."""
        return self.table._board.view

    def face_at(self, cell: int) -> Card | None:
        """Return the card that lies face up on a cell of the field, as it is shown."""
        seen = self.shown.board.field[cell]
        return seen.card if isinstance(seen, Up) else None

    # Time and inputs

    def frame(self, *inputs: Input) -> bool:
        """Let one frame pass; return whether something moves."""
        self.moving = self.program.frame(list(inputs), self.step)
        for look in self.frames:
            look(self)
        return self.moving

    def wait(self, seconds: float) -> None:
        """Let time pass in frames."""
        for _ in range(round(seconds / self.step)):
            self.frame()

    def wait_until(self, reached: Callable[[], bool], seconds: float = 60.0) -> None:
        """Let time pass until something holds."""
        for _ in range(round(seconds / self.step)):
            if reached():
                return
            self.frame()
        raise AssertionError(f"that never came; on the stack: {self.names}")

    def keys(self, *names: str) -> None:
        """Press keys one after the other, a frame each, and let each go."""
        for name in names:
            self.frame(Key(name))
            self.frame(KeyUp(name))

    def rest(self) -> None:
        """Wait until nothing is in the air and nothing is left to be looked at."""
        self.wait_until(lambda: isinstance(self.upper, TableScene) and not self.upper._showing.busy)

    def at(self, spot: str) -> Point:
        """Return where to point at a spot."""
        return self.table._board.layout.spots[spot].center

    def click(self, spot: str) -> None:
        """Click a spot, and take so long that it is no double click with the next one."""
        self.frame(Motion(self.at(spot)))
        self.frame(Press(self.at(spot)))
        self.frame(Release(self.at(spot)))
        self.table._pointing._clicked = None

    def do(self, action: Action) -> None:
        """Carry out an action by clicks; what comes of it has only begun to be shown then."""
        for spot in spots(self.view, action):
            self.click(spot)
        self.frame(Motion(NOWHERE))

    def meet_problem(self) -> None:
        """Let the store have something to tell, as it does when the disk is full."""
        cause = Reason.of("store.cause.no_space")
        self.store._tell(Reason.of("store.cannot_keep", path="tefuda", cause=cause))
        self.frame()
        assert isinstance(self.upper, Notice)

    def open_curtain(self, point: Point = (5, 5)) -> None:
        """Hold the curtain until it opens."""
        assert isinstance(self.upper, Curtain)
        self.frame(Press(point))
        self.wait_until(lambda: not isinstance(self.upper, Curtain), HOLD * 2)
        self.frame(Release(point))

    def sit_down(self) -> None:
        """From the shelf to the table: continue, open the curtain if there is one, and see what was missed."""
        self.keys("enter")
        if self.behind_curtain:
            self.open_curtain()
        self.rest()

    def kept(self) -> Record:
        """Return what is on disk, once all that was handed over is there."""
        self.store.settle()
        return kept(self.folder)

    # The end of a program

    def end(self) -> None:
        """Close the program as its owner does."""
        self.store.close()

    def killed(self) -> Path:
        """Return a folder as a killed program would leave it: what is on disk now, and a lock that nobody holds."""
        self.store.settle()
        number = sum(1 for _ in self.folder.parent.glob(f"{self.folder.name}-*"))
        return Path(shutil.copytree(self.folder, self.folder.with_name(f"{self.folder.name}-{number}")))
