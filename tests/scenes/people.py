"""People around a table of a game of several, for tests: one table scene for the seat in turn, handed over as asked.

Everything goes through `TableScene.handle`, `update`, `follow_up` and `paint`, as the program does it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from game.core import Chance, Options, Seat
from game.record import Record
from game.table import Table
from scenes.drawing.theme import Metrics
from scenes.games import desk_for
from scenes.host import Match
from scenes.inputs import Key, KeyUp, Motion, Point
from scenes.preferences import Preferences
from scenes.scene import Command, Home, Kit
from scenes.seating import Sitting, Way
from scenes.sound.sound import Sounds
from scenes.store import Store
from scenes.table.table import TableScene, Ways
from scenes.words import Words
from tests.scenes.hands import AnyTable, Elsewhere, Hands
from tests.scenes.sitting import painter

NAMES = ("アオイ", "ハル", "ナツ", "フユ", "ミナト", "ソラ", "レン")


@dataclass
class People(Hands):
    """A match of several people on one screen. `commands` is what the scene asked of the program."""

    game: ClassVar[Any]
    """The rules that are played by."""

    seats: int = 4
    deal: str = "7"
    way: Way = "pass"
    actions: str = ""
    size: tuple[int, int] = (1280, 720)
    scale: int = 100
    language: str = "ja"
    preferences: Preferences = field(default_factory=lambda: Preferences(speed="off"))
    options: Options = field(default_factory=dict)
    chance: Chance | None = None
    names: tuple[str, ...] = NAMES
    keep: list[Record] = field(default_factory=list)
    sounds: Sounds = field(default_factory=Sounds)

    def __post_init__(self) -> None:
        self.sitting = Sitting.of(self.names[: self.seats], tuple(range(self.seats)), self.way)
        self.table: AnyTable = Table(
            self.game,
            self.deal,
            self.seats,
            self.options,
            sitting=self.sitting.dump(),
            chance=self.chance,
            keep=self.keep.append,
        )
        for text in self.actions.split():
            self.act(self.game.decode(text))
        self.commands: list[Command] = []
        self.kit = Kit(
            Words(self.language),
            painter(),
            Metrics(self.size, self.scale),
            self.preferences,
            Store(Path("/never/written")),
            self.sounds,
        )
        self.sit(self.table.turn or Seat(0))

    def act(self, action: Any) -> None:
        """Carry out an action of the seat in turn, without the screen."""
        assert self.table.turn is not None
        self.table.act(self.table.turn, action)

    def match_for(self, seat: Seat) -> Match:
        """Return the match in front of a seat."""
        chair = self.table.chair(seat)
        return Match(self.game.id, self.table.deal, self.table.options, chair, "", self.sitting, self.match_for)

    def sit(self, seat: Seat) -> None:
        """Let somebody sit down: a new table scene, as the program makes it."""
        self.match = self.match_for(seat)
        self.desk: Any = desk_for(self.match)
        ways = Ways(
            lambda: Elsewhere("menu"),
            lambda: Elsewhere("result"),
            lambda name: Elsewhere(f"rules:{name}"),
            hand_over=self._hand_over,
        )
        self.scene = TableScene(self.kit, self.match, self.desk, ways)
        self.scene.lay_out()

    def _hand_over(self) -> Command:
        turn = self.match.chair.standing().turn
        assert turn is not None
        self.match.chair.close()
        self.sit(turn)
        return Home(self.scene)

    # What is

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.outcome is not None

    # Inputs

    def hand_over(self) -> None:
        """Wait, and let the next seat sit down where it is its turn."""
        self.settle()
        command = self.scene.follow_up(1.0)
        if command is not None:
            self.commands.append(command)
            self.settle()

    def at(self, spot: str) -> Point:
        """Return where to point at a spot: at what is seen of its card."""
        rect = self.layout.spots[spot]
        return rect.center

    def drag(self, spot: str, target: str) -> None:
        """Take the card of a spot, carry it over the middle of another, and let it go there."""
        x, y = self.at(spot)
        pose = self.layout.cards[self.layout.top[spot]]
        to = self.layout.spots[target].center
        middle = (to[0] + x - round(pose.x), to[1] + y - round(pose.y))
        self.press((x, y))
        self.give(Motion((x + 20, y - 20), held=True), Motion(middle, held=True))
        self.release(middle)

    def go_to(self, spot: str, key: str = "tab") -> None:
        """Move the frame of the keys to a spot with Tab alone, and choose it."""
        for _ in range(90):
            if self.scene._choosing.focus == spot:
                self.keys("enter")
                return
            self.keys(key)
        raise AssertionError(f"no key leads to {spot}")

    def hold_up(self, *, up: bool = True) -> None:
        """Hold the hand up, or lay it down again."""
        self.give(Key("space") if up else KeyUp("space"))
