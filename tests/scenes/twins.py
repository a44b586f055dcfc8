"""Evenings at tables that somebody cannot tell apart, for tests: the whole program, and every frame that it shows.

Twins are two tables at which all that somebody does not know lies otherwise. The same is done at both; whatever he can
look at, every title, and every sound must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, groupby
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import table as table_rules
from game.record import Record
from game.table import Table
from scenes import app, host
from scenes.curtain import Curtain
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, Stage
from scenes.inputs import Motion, Point, Press, Release
from scenes.scene import Speaking
from scenes.sound.sound import Sound
from scenes.table.table import TableScene
from tests.scenes.hot_seat import QUICK, House, write
from tests.scenes.sitting import painter

AnyTable = Table[Any, Any, Any, Any, Any]
Observer = str
"""Who looks: "player", whose turn ends; "next", who sits down after that; "anybody", who may see no hand at all."""

STEP = 1 / 6
SIZE = (800, 600)
"""Seconds from frame to frame, and the window: all pixels of all frames are looked at; there may not be too many."""


def with_state(table: AnyTable, state: Any) -> AnyTable:
    """Put a state in the place of the one that a table stands at."""
    table._steps[-1] = replace(table._steps[-1], state=state)
    table._journal[-1] = replace(table._journal[-1], state=state)
    return table


@dataclass(frozen=True)
class Picture:
    """One frame: where in the evening it is, the title, a digest of all pixels, what is heard, what is told."""

    where: str
    title: str
    pixels: int
    heard: tuple[Sound, ...]
    said: tuple[object, ...] = ()


@cache
def own_painter(number: int) -> Painter:
    """Return a painter for each of the twins: what one has drawn the other must draw by itself."""
    return painter() if number == 0 else Painter()


SIGHT: dict[Observer, tuple[str, ...]] = {
    "player": ("the shelf", "the first curtain", "the player's table", "the curtain"),
    "next": ("the shelf", "the first curtain", "the curtain", "the next one's table"),
    "anybody": ("the shelf", "the first curtain", "the curtain", "one table"),
}
"""Where each observer sits in front of the screen. Titles are seen, and sounds heard, by everybody at any time."""


def look(house: House, album: list[Picture], *, drawn: bool) -> Picture:
    """Return what there is to be seen now; where nothing was `drawn` the pixels are those of the frame before."""
    surface = pygame.display.get_surface()
    assert surface is not None
    pixels = hash(pygame.image.tobytes(surface, "RGB")) if drawn or not album else album[-1].pixels
    assert isinstance(house.upper, Speaking)
    said = (house.upper.spoken(), *house.upper.described())
    return Picture(place(house, album), house.title, pixels, tuple(house.heard.take()), said)


def place(house: House, album: list[Picture]) -> str:
    """Return where in the evening a house is."""
    if isinstance(house.upper, Curtain):
        return "the first curtain" if not any("table" in one.where for one in album) else "the curtain"
    if house.names[0] == "Shelf":
        return "the shelf"
    scene = house.table
    if not scene.match.sitting.passes:
        held = scene._showing.hand_up and house.upper is scene  # what lies over the table is read by everybody
        return "a hand held up" if held else "one table"
    return "the next one's table" if any(one.where == "the curtain" for one in album) else "the player's table"


def points() -> Iterator[Point]:
    """Yield points all over the window: wherever the pointer rests, nothing may be told."""
    for index in count():
        yield (index * 197) % SIZE[0], (index * 89) % SIZE[1]


def wander(house: House, reached: Callable[[], bool]) -> None:
    """Let time pass, the pointer now here, now there, until something holds."""
    for _, point in zip(range(2000), points(), strict=False):
        if reached():
            return
        house.frame(Motion(point))
    raise AssertionError(f"that never came; on the stack: {house.names}")


def rests(house: House) -> Callable[[], bool]:
    """Return what says whether a table is there at which nothing is left to be looked at."""
    return lambda: isinstance(house.upper, TableScene) and not house.upper._showing.busy


def drag(house: House, source: Point, target: Point) -> None:
    """Take what lies at a point, carry it over another, and back to where it was before letting go."""
    house.frame(Motion(source))
    house.frame(Press(source))
    for share in (0.2, 0.6, 1.0, 0.5):
        where = tuple(round(a + (b - a) * share) for a, b in zip(source, target, strict=True))
        house.frame(Motion((where[0], where[1]), held=True))
    house.frame(Motion(source, held=True))
    house.frame(Release(source))
    house.table._pointing._clicked = None


def spend(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    record: Record,
    change: Callable[[AnyTable], AnyTable] | None,
    script: Callable[[House], None],
) -> list[Picture]:
    """Run the program on a game that is kept, at a twin of its table where there is a `change`; return all frames."""
    album: list[Picture] = []
    number = int(change is not None)
    drawn: list[int] = []
    laid, show = table_rules.lay_again, Stage.show

    def lay_again(*arguments: Any, **named: Any) -> AnyTable:
        table: AnyTable = laid(*arguments, **named)
        return table if change is None else change(table)

    def shown(stage: Stage, paints: list[Paint]) -> int:
        drawn.append(show(stage, paints))
        return drawn[-1]

    def note(house: House) -> None:
        album.append(look(house, album, drawn=any(drawn)))
        drawn.clear()

    with monkeypatch.context() as patch:
        patch.setattr(host, "lay_again", lay_again)
        patch.setattr(app, "Painter", lambda: own_painter(number))
        patch.setattr(Stage, "show", shown)
        write(record, folder)
        house = House(folder, QUICK)
        house.step = STEP
        house.frames.append(note)
        house.frame()
        script(house)
        house.end()
    return album


def from_afar(frames: list[Picture]) -> list[Picture]:
    """Return what is left of frames for those who see the title alone, and hear what is to be heard."""
    titles = dict.fromkeys([replace(frame, pixels=0, heard=(), said=()) for frame in frames])
    return [*titles, *(replace(frame, pixels=0, said=()) for frame in frames if frame.heard)]


def told_apart(one: list[Picture], two: list[Picture], who: Observer) -> list[str]:
    """Return where two evenings look different to somebody who must not be able to tell them apart.

    Where he sees the screen, every frame counts and how many there are; elsewhere titles and sounds do, in order.
    """
    found = set()
    scenes = [[(where, list(frames)) for where, frames in groupby(each, lambda one: one.where)] for each in (one, two)]
    assert [where for where, _ in scenes[0]] == [where for where, _ in scenes[1]]
    for (where, frames), (_, others) in zip(*scenes, strict=True):
        unseen = where not in SIGHT[who]
        first, second = (from_afar(each) if unseen else each for each in (frames, others))
        if len(first) != len(second):
            found.add(f"frames at {where}")
        for ours, theirs in zip(first, second, strict=False):
            if ours.title != theirs.title:
                found.add(f"title at {where}")
            if ours.heard != theirs.heard:
                found.add(f"sound at {where}")
            if ours.said != theirs.said:
                found.add(f"words at {where}")
            if ours.pixels != theirs.pixels:
                found.add(f"picture at {where}")
    return sorted(found)
