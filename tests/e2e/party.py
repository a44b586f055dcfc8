"""Several people at the packaged program, with the mouse alone: through curtains, past what stays to be looked at.

Where to point follows from the game's own layout, what lies there from the save, replayed through the rules. Whether
everything has been shown is seen in the window: the log and the cards look as the program itself would draw them.
Each game has a party of its own, which knows how its actions are made.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import pygame

from game.core import Seat
from game.record import Record
from game.table import lay_again
from scenes import host
from scenes import preferences as settings
from scenes.after.ranking import Ranking
from scenes.curtain import Curtain
from scenes.desk import Pose
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.games import desk_for
from scenes.host import Match
from scenes.inputs import Motion, Press, Release, Text
from scenes.pages.menu import Box, Placard, Shelf
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Back, Kit, Scene
from scenes.seating import load
from scenes.store import Store
from scenes.table.table import TableScene, Ways
from scenes.words import Words
from tests.e2e.player import Player
from tests.e2e.test_remake import nowhere, part
from tests.e2e.window import Point, until
from tests.scenes.hands import AnyTable
from tests.scenes.sitting import painter

ASIDE: Point = (3, 3)
"""A point in the bar where nothing answers."""
TOLERANCE = 12
"""Channels of colours that differ by less are alike."""


@dataclass
class Party(Player):
    """People who play a game in one window, one after the other."""

    game: ClassVar[Any]
    """The rules that are played by."""

    preferences: Preferences = field(default_factory=Preferences)
    curtains: int = 0
    """So many curtains were opened."""
    _end: tuple[Any, pygame.Surface, list[pygame.Rect]] = field(
        default_factory=lambda: (None, pygame.Surface((1, 1)), [])
    )
    """What was compared last: it is asked for again and again."""

    @cached_property
    def kit(self) -> Kit:
        """What the program's scenes are drawn with, here to be compared."""
        size = self.program.window.size()
        words, pen = Words(self.preferences.language), painter()
        pen.language = self.preferences.language
        return Kit(words, pen, Metrics(size), self.preferences, Store(self.folder / "none"))

    def table(self) -> AnyTable:
        """Return the table that the save describes."""
        record = until(self.record, "a saved game")
        return lay_again(self.game, record)

    def seat(self) -> Seat:
        """Return the seat in turn, by the save."""
        turn = self.table().turn
        assert turn is not None
        return turn

    # The program's scenes, as they should look

    def scene(self, table: AnyTable) -> TableScene:
        """Return the table as the seat in turn sees it once it has been shown everything."""
        seat = table.turn
        assert seat is not None
        table.beats(seat)
        match = self.match(table, seat)
        scene = TableScene(self.kit, match, desk_for(match), Ways(_no_scene, _no_scene, lambda _name: _no_scene()))
        scene.lay_out()
        scene._showing.land()
        return scene

    def match(self, table: AnyTable, seat: Seat) -> Match:
        """Return the match in front of a seat."""
        sitting = load(table.record().sitting, table.seats)
        return Match(self.game.id, table.deal, table.options, table.chair(seat), "", sitting)

    # What each game knows

    def clicks(self, scene: TableScene, action: Any) -> list[str]:
        """Return the spots that are clicked one after the other to carry out an action; "yes" is a button."""
        raise NotImplementedError

    def drags(self, scene: TableScene, action: Any) -> list[tuple[str, ...]]:
        """Return how an action is carried out by drags: from spot to spot, or a spot to be clicked.

        Nothing where there is no drag for it.
        """
        raise NotImplementedError

    def tells(self, card: str) -> bool:
        """Whether the card of this key is to lie as expected before everything counts as shown."""
        raise NotImplementedError

    def panels(self, scene: TableScene) -> list[pygame.Rect]:
        """Return what is to look as expected before everything counts as shown, besides cards."""
        return [scene._desk.log_area(self.kit.metrics)]

    # Eyes

    def curtain_is_down(self, seat: Seat) -> bool:
        """Whether the window shows the curtain of a seat and nothing else, the ring around the mark aside."""
        record = self.record()
        if record is None:
            return False
        sitting = load(record.sitting, record.seats)
        curtain = Curtain(self.kit, sitting.names[seat], sitting.marks[seat], Back, Back)
        curtain.lay_out()
        *paints, (ring, at) = curtain.paint()
        return self._looks_like(paints, aside=ring.get_rect(topleft=at).inflate(8, 8))

    def all_is_shown(self) -> bool:
        """Whether the window shows the table to the seat in turn, with nothing more to come."""
        record = self.record()
        if record is None:
            return False
        expected, areas = self._end_of(record)
        picture = self.program.window.screenshot()
        return all(_alike(picture, expected, area) for area in areas)

    def _end_of(self, record: Record) -> tuple[pygame.Surface, list[pygame.Rect]]:
        """Return the table as it is kept once all has been shown, and where it is to be compared."""
        kept = record.actions[: record.at], record.notes
        if self._end[0] == kept:
            return self._end[1:]
        scene = self.scene(self.table())
        expected = pygame.Surface(self.kit.metrics.size)
        expected.fblits(scene.paint())
        areas = self.panels(scene)
        for key, pose in scene._board.layout.cards.items():
            if self.tells(key):
                card = pygame.Rect(0, 0, round(pose.width * 0.6), round(pose.width * 0.8))
                card.center = (round(pose.x), round(pose.y))
                areas.append(card)
        self._end = kept, expected, areas
        return expected, areas

    def _looks_like(
        self, paints: list[Paint], area: pygame.Rect | None = None, aside: pygame.Rect | None = None
    ) -> bool:
        """Whether the window looks as painted, in an area of it or all over."""
        expected = pygame.Surface(self.kit.metrics.size)
        expected.fblits(paints)
        return _alike(self.program.window.screenshot(), expected, area or expected.get_rect(), aside)

    def ranking_is_shown(self) -> bool:
        """Whether the window shows the ranking of a game that is over, over the table."""
        table = self.table()
        table.beats(Seat(0))
        ranking = Ranking(self.kit, self.match(table, Seat(0)), None)  # type: ignore[arg-type]
        ranking.lay_out()
        assert ranking._scroll is not None
        return self._looks_like(ranking.paint(), ranking._scroll.rect)

    def shows(self, pose: Pose) -> bool:
        """Whether the middle of a card is seen where it lies so."""
        table = self.table()
        drawn = desk_for(self.match(table, Seat(0))).face(self.kit.painter, pose.face, round(pose.width))
        rect = drawn.get_rect(center=(round(pose.x), round(pose.y)))
        expected = pygame.Surface(self.kit.metrics.size)
        expected.blit(drawn, rect)
        middle = rect.inflate(-rect.w * 2 // 5, -rect.h * 2 // 5)
        return _alike(self.program.window.screenshot(), expected, middle)

    # Hands

    def click_on_the_shelf(self, *, running: bool) -> None:
        """Click the placard of the running game, or the box of this game."""
        window = self.program.window
        if running:
            until(lambda: self.record() is not None, "a game on disk")
            folder = self.folder.with_name("a copy")
            folder.mkdir(exist_ok=True)
            (folder / "table.tefuda").write_bytes((self.folder / "table.tefuda").read_bytes())
            store = Store(folder)
            match = host.resume(store)
            assert match is not None
            standing = desk_for(match).standing(match.chair.view())
            shelf = Shelf(self.kit, match, nowhere, lambda _running: nowhere(None), standing)
            store.close()
        else:
            shelf = Shelf(self.kit, None, nowhere, lambda _running: nowhere(None))
        shelf.lay_out()
        window.move(ASIDE)  # it may have come to rest over a box
        title = self.kit.words(f"{self.game.id}.title")
        found = next(
            control.rect
            for control in shelf._controls.all
            if (isinstance(control, Placard) if running else isinstance(control, Box) and control.label == title)
        )
        until(lambda: self._looks_like(shelf.paint(), found), "the shelf")
        window.click(found.center)
        window.move(ASIDE)

    def set_up(self, deal: str) -> None:
        """On the set-up page ask for a numbered deal, type its number, and begin."""
        words, page = self.kit.words, SetUp(self.kit, self.game.id, False, nowhere)
        page.lay_out()
        self._click(page, part(page, words("setup.deal_numbered")))
        assert page._scroll is not None
        self._click(page, page._field.rect.clip(page._scroll.rect).center)
        self.program.window.move(ASIDE)
        page.handle(Motion(ASIDE))
        until(lambda: self._looks_like(page.paint()), "the field that takes what is typed")
        self.program.window.type(deal)
        page.handle(Text(deal))
        self._click(page, part(page, words("setup.start")))
        self.program.window.move(ASIDE)
        self.wait_for(0)

    def _click(self, scene: Scene, point: Point) -> None:
        """Click in the window, and in a scene that is to stay like the one there."""
        self.program.window.click(point)
        scene.handle(Press(point))
        scene.handle(Release(point))

    def open_curtain(self) -> None:
        """Hold the mouse on the curtain until it opens."""
        seat, window = self.seat(), self.program.window
        until(lambda: self.curtain_is_down(seat), f"the curtain of seat {seat}")
        window.press(ASIDE)
        until(lambda: not self.curtain_is_down(seat), "the curtain to open")
        window.release(ASIDE)
        self.curtains += 1

    def look_on(self) -> None:
        """Click past everything that stays to be looked at, until all has been shown."""
        until(lambda: self.all_is_shown() or self.impatient(4), "everything to be shown", patience=40)

    def impatient(self, times: int = 1) -> bool:
        """Click aside, to go on from what stays to be looked at; not yet what was waited for."""
        self.program.window.click(ASIDE, times=times)
        return False

    def hand_over(self) -> None:
        """Click past what the turn ended with, until the curtain has fallen."""
        seat = self.seat()
        until(lambda: self.curtain_is_down(seat) or self.impatient(2), f"the curtain of seat {seat}", patience=40)

    def act(self, action: Any) -> None:
        """Carry out an action, the first of a kind and then every other one by a drag, and wait until it is on disk.

        A table like that in the window follows each step: what is chosen may move what is pointed at next.
        """
        table = self.table()
        scene, at, kind = self.scene(table), table.record().at, type(action).__name__
        drags = self.drags(scene, action) if kind not in self.kinds or at % 2 else []
        if drags:
            self.kinds.add(kind)
        for step in drags or [(spot,) for spot in self.clicks(scene, action)]:
            self._step(scene, step)
        self.program.window.move(ASIDE)
        self.wait_for(at + 1)

    def _step(self, scene: TableScene, spots: tuple[str, ...]) -> None:
        """Click a spot, or drag its card to another one."""
        layout = scene._board.layout
        start = _grip(scene, spots[0])
        if len(spots) == 1:
            self._click(scene, start)
            return
        pose, to = layout.cards[layout.top[spots[0]]], layout.spots[spots[1]].center
        end = (to[0] + start[0] - round(pose.x), to[1] + start[1] - round(pose.y))
        self.program.window.drag(start, end)
        scene.handle(Press(start))
        scene.handle(Motion(end, held=True))
        scene.handle(Release(end))

    def turn(self, actions: Iterator[Any]) -> Record:
        """Play a turn, from the curtain to the next one or to the end; return what is on disk then."""
        self.open_curtain()
        return self.play(actions)

    def play(self, actions: Iterator[Any]) -> Record:
        """Play on while it is the turn of the seat in front; return what is on disk then."""
        seat = self.seat()
        while True:
            self.look_on()
            self.act(next(actions))
            turn = self.table().turn
            if turn == seat:
                continue
            if turn is not None:
                self.hand_over()
            return until(self.record, "a saved game")


def _no_scene() -> SetUp:
    raise AssertionError


def _grip(scene: TableScene, spot: str) -> Point:
    """Return a point on a spot that belongs to no smaller one: of a seat's panel its heading. "yes" is a button."""
    if spot == "yes":
        return scene._panels._buttons[spot].rect.center
    rect = scene._board.layout.spots[spot]
    return (rect.x + 30, rect.y + 10) if spot[0] == "S" else rect.center


def _alike(
    picture: pygame.Surface, expected: pygame.Surface, area: pygame.Rect, aside: pygame.Rect | None = None
) -> bool:
    """Whether two pictures look the same in an area, but for a little rounding of colours and what lies `aside`."""
    whole = area.clip(picture.get_rect())
    seen, drawn = picture.subsurface(whole), expected.subsurface(whole)
    same = pygame.mask.from_threshold(seen, (0, 0, 0), (TOLERANCE, TOLERANCE, TOLERANCE, 255), drawn)
    if aside is not None:
        same.draw(pygame.Mask(aside.size, fill=True), (aside.x - whole.x, aside.y - whole.y))
    return same.count() == whole.w * whole.h


# Files


def settle_in(folder: Path, preferences: Preferences) -> None:
    """Leave settings in a data folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(settings.dump(preferences), encoding="utf-8")


def counted(folder: Path) -> list[tuple[str, str, str]]:
    """Return game, deal and ending of every game in the history, as another program reads it."""
    file = folder / "history.sqlite3"
    if not file.exists():
        return []
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            return []  # it is being made
        return list(connection.execute("SELECT game, deal, ending FROM games ORDER BY rowid"))


def kill(party: Party) -> Record | None:
    """End the program as a power cut would, and return what it left."""
    party.program.process.kill()
    party.program.process.wait()
    return party.record()
