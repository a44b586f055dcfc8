"""Several people at the packaged program, with the mouse alone: through curtains, past what stays to be looked at.

Where to point follows from the game's own layout, what lies there from the save, replayed through the rules. Whether
everything has been shown is seen in the window: the log and the cards look as the program itself would draw them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import pygame

from game.core import Seat
from game.kanu.choices import opened_cards
from game.kanu.public import Action, Ambush, Develop, Reinforce, Scout, View
from game.record import Record
from game.table import lay_again
from scenes import host
from scenes.curtain import Curtain
from scenes.desk import Layout
from scenes.host import Match
from scenes.kanu.desk import KanuDesk
from scenes.menu import Box, Placard, Shelf
from scenes.preferences import Preferences
from scenes.scene import Back, Kit
from scenes.seating import load
from scenes.setup import SetUp
from scenes.stage import Paint
from scenes.store import Store
from scenes.table import TableScene, Ways
from scenes.theme import Metrics
from scenes.words import Words
from tests.e2e.player import Player
from tests.e2e.test_remake import nowhere, part
from tests.e2e.window import Point, until
from tests.scenes.hot_seat import spots
from tests.scenes.kanu_sitting import GAME, AnyTable
from tests.scenes.sitting import painter

ASIDE: Point = (3, 3)
"""A point in the bar where nothing answers."""
TOLERANCE = 12


@dataclass
class Party(Player):
    """People who play Kan'u Collection in one window, one after the other."""

    preferences: Preferences = field(default_factory=Preferences)
    curtains: int = 0
    """So many curtains were opened."""
    _end: tuple[tuple[str, ...] | None, pygame.Surface, list[pygame.Rect]] = field(
        default_factory=lambda: (None, pygame.Surface((1, 1)), [])
    )
    """What was compared last: it is asked for again and again."""

    @cached_property
    def kit(self) -> Kit:
        """What the program's scenes are drawn with, here to be compared."""
        size = self.program.window.size()
        words = Words(self.preferences.language)
        return Kit(words, painter(), Metrics(size), self.preferences, Store(self.folder / "none"))

    def table(self) -> AnyTable:
        """Return the table that the save describes."""
        record = until(self.record, "a saved game")
        return lay_again(GAME, record)

    def seat(self) -> Seat:
        """Return the seat in turn, by the save."""
        turn = self.table().turn
        assert turn is not None
        return turn

    # The program's scenes, as they should look

    def scene(self, table: AnyTable) -> TableScene:
        """Return the table as the seat in turn sees it once it has been shown everything."""
        record = table.record()
        sitting = load(record.sitting, record.seats)
        seat = table.turn
        assert seat is not None
        table.beats(seat)
        match = Match(GAME.id, table.deal, table.options, table.chair(seat), "", sitting)
        scene = TableScene(self.kit, match, KanuDesk(match), Ways(_no_scene, _no_scene, lambda _name: _no_scene()))
        scene.lay_out()
        return scene

    def view_and_layout(self) -> tuple[View, Layout]:
        """Return what the seat in turn sees, and where it lies."""
        table = self.table()
        scene = self.scene(table)
        assert table.turn is not None
        view = table.view(table.turn)
        assert isinstance(view, View)
        return view, scene._board.layout

    # Eyes

    def curtain_is_down(self) -> bool:
        """Whether the window shows the curtain of the seat in turn and nothing else, the ring around the mark aside."""
        record = self.record()
        if record is None:
            return False
        sitting = load(record.sitting, record.seats)
        seat = self.seat()
        curtain = Curtain(self.kit, sitting.names[seat], f"seat-{sitting.marks[seat]}", Back, Back)
        curtain.lay_out()
        *paints, (ring, at) = curtain.paint()
        around = ring.get_rect(topleft=at).inflate(8, 8)
        return self._looks_like(paints, (0, 0, *self.kit.metrics.size), step=6, aside=around)

    def all_is_shown(self) -> bool:
        """Whether the window shows the table to the seat in turn, with nothing more to come."""
        record = self.record()
        if record is None:
            return False
        expected, areas = self._end_of(record.actions[: record.at])
        picture = self.program.window.screenshot()
        return all(_alike(picture, expected, area, 4) for area in areas)

    def _end_of(self, actions: tuple[str, ...]) -> tuple[pygame.Surface, list[pygame.Rect]]:
        """Return the table after some actions once all has been shown, and where it is to be compared."""
        if self._end[0] == actions:
            return self._end[1:]
        scene = self.scene(self.table())
        expected = pygame.Surface(self.kit.metrics.size)
        expected.fblits(scene.paint())
        areas = [scene._desk.log_area(self.kit.metrics)]
        for key, pose in scene._board.layout.cards.items():
            if key[0] in "FH":
                card = pygame.Rect(0, 0, round(pose.width * 0.6), round(pose.width * 0.8))
                card.center = (round(pose.x), round(pose.y))
                areas.append(card)
        self._end = actions, expected, areas
        return expected, areas

    def _looks_like(
        self, paints: list[Paint], area: tuple[int, int, int, int], *, step: int, aside: pygame.Rect | None = None
    ) -> bool:
        picture = self.program.window.screenshot()
        expected = pygame.Surface(self.kit.metrics.size)
        expected.fblits(paints)
        return _alike(picture, expected, pygame.Rect(area), step, aside)

    def face_is_up(self, cell: int, face: str) -> bool:
        """Whether the window shows this face (`BACK`: a back) on a cell of the field."""
        table = self.table()
        layout = self.scene(table)._board.layout
        rect = layout.spots[f"F{cell}"]
        match = Match(GAME.id, table.deal, table.options, table.chair(Seat(0)), "", load(table.record().sitting, 4))
        drawn = KanuDesk(match).face(self.kit.painter, face, rect.w)
        expected = pygame.Surface(self.kit.metrics.size)
        expected.blit(drawn, drawn.get_rect(center=rect.center))
        middle = rect.inflate(-rect.w * 2 // 5, -rect.h * 2 // 5)
        return _alike(self.program.window.screenshot(), expected, middle, 3)

    def turned_up(self, cell: int) -> str:
        """Return the face of the card that really lies on a cell."""
        return str(self.table()._state.field[cell])

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
            standing = KanuDesk(match).standing(match.chair.view())
            shelf = Shelf(self.kit, match, nowhere, lambda _running: nowhere(None), standing)
            store.close()
        else:
            shelf = Shelf(self.kit, None, nowhere, lambda _running: nowhere(None))
        shelf.lay_out()
        wanted = Placard if running else Box
        rects = [control.rect for control in shelf._controls.all if isinstance(control, wanted)]
        until(lambda: self._looks_like(shelf.paint(), tuple(rects[-1]), step=9), "the shelf")  # type: ignore[arg-type]
        window.click(rects[-1].center)
        window.move(ASIDE)

    def set_up(self, deal: str) -> None:
        """On the set-up page ask for a numbered deal, type its number, and begin."""
        window, words = self.program.window, self.kit.words
        page = SetUp(self.kit, GAME.id, False, nowhere)
        page.lay_out()
        window.click(part(page, words("setup.deal_numbered")))
        page._kind = 1
        page.lay_out()
        window.click(page._field.rect.center)
        window.type(deal)
        page._field.text(deal)
        page.lay_out()
        window.click(part(page, words("setup.start")))
        window.move(ASIDE)
        self.wait_for(0)

    def open_curtain(self) -> None:
        """Hold the mouse on the curtain until it opens."""
        until(self.curtain_is_down, f"the curtain of seat {self.seat()}")
        window = self.program.window
        window.press(ASIDE)
        until(lambda: not self.curtain_is_down(), "the curtain to open")
        window.release(ASIDE)
        self.curtains += 1

    def look_on(self) -> None:
        """Click past everything that stays to be looked at, until all has been shown."""
        until(lambda: self.all_is_shown() or self.impatient(), "everything to be shown", patience=40)

    def impatient(self) -> bool:
        """Click aside, to go on from what stays to be looked at; not yet what was waited for."""
        self.program.window.click(ASIDE)
        return False

    def hand_over(self) -> None:
        """Click past what the turn ended with, until the curtain has fallen."""
        until(lambda: self.curtain_is_down() or self.impatient(), f"the curtain of seat {self.seat()}", patience=40)

    def act(self, action: Action) -> None:
        """Carry out an action, the first of a kind and then every other one by a drag, and wait until it is on disk."""
        view, layout = self.view_and_layout()
        record = self.record()
        assert record is not None
        window, kind, path = self.program.window, type(action).__name__, _drags(view, action)
        if path and (kind not in self.kinds or record.at % 2):
            source, target = path
            window.drag(_grip(layout, source), layout.spots[target].center)
            self.kinds.add(kind)
        else:
            for spot in spots(view, action):
                window.click(_grip(layout, spot))
        window.move(ASIDE)
        self.wait_for(record.at + 1)

    def turn(self, actions: Iterator[Action]) -> Record:
        """Play a turn, from the curtain to the next one or to the end; return what is on disk then."""
        seat = self.seat()
        self.open_curtain()
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


def _drags(view: View, action: Action) -> tuple[str, ...]:
    """Return source and target of the one drag that carries out an action; nothing where clicks are needed."""
    opened = [f"F{cell}" for cell in view.board.opened]
    held = [f"H{place}" for place in range(len(view.hand))]
    match action:
        case Reinforce(place):
            return held[view.hand.index(opened_cards(view.board)[place])], opened[place]
        case Scout((place,), target):
            return opened[place], "show" if target is None else f"S{target}"
        case Develop(card):
            first = view.hand.index(card)
            return held[first], held[view.hand.index(card, first + 1)]
        case Ambush(card):
            return held[view.hand.index(card)], "show"
        case _:
            return ()


def _grip(layout: Layout, spot: str) -> Point:
    """Return a point on a spot that belongs to no smaller one: of a seat's panel its heading."""
    rect = layout.spots[spot]
    return (rect.x + 30, rect.y + 10) if spot[0] == "S" else rect.center


def _alike(
    picture: pygame.Surface, expected: pygame.Surface, area: pygame.Rect, step: int, aside: pygame.Rect | None = None
) -> bool:
    """Whether two pictures look the same in an area, but for a little rounding of colours."""
    for x in range(area.left, area.right, step):
        for y in range(area.top, area.bottom, step):
            if aside is not None and aside.collidepoint(x, y):
                continue
            seen, drawn = picture.get_at((x, y)), expected.get_at((x, y))
            if any(abs(seen[channel] - drawn[channel]) > TOLERANCE for channel in range(3)):
                return False
    return True
