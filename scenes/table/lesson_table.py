"""A lesson on the table: the table scene, with a panel that tells what to do and never covers what it points at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import pygame

from scenes.desk import Desk, Layout, is_back
from scenes.drawing import theme
from scenes.drawing.painter import room
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint, moved
from scenes.host import Match
from scenes.inputs import Input, Key, KeyUp, Motion, Point, Press, Release
from scenes.pages import page
from scenes.pages.controls import Button, Look
from scenes.pages.notice import Notice
from scenes.pages.page import Column
from scenes.pages.rules import RulesPage
from scenes.scene import Act, Back, Command, Kit, Replace, Scene, Spoken
from scenes.table.lesson import LEARNER, Tutor, pointed
from scenes.table.table import TableScene, Ways

_WIDTHS = (0.27, 0.3, 0.34, 0.38, 0.42, 0.52, 0.66, 0.82, 0.97)
"""How wide the panel is tried, in parts of the window."""
_LARGEST = 0.42
"""The part of the window that it may cover."""
_SCALES = range(100, 39, -10)
"""Per cent of the wanted text size that are tried, the largest first, until the panel covers nothing it points at."""
_PLACES = 17
"""At so many places across and down it is tried."""
_TORN = 30
"""What a pixel of words costs that are covered in part: more than one of a card."""
_AWAY: Point = (-2, -2)
_TURNS = 0.9
"""Seconds between the last card's landing in a chapter and the next chapter."""


@dataclass(slots=True)
class Panel:
    """What is told now: its picture, its buttons, how they are drawn."""

    rect: pygame.Rect
    paints: list[Paint]
    buttons: list[Button]
    kit: Kit
    scale: int
    """Per cent of the wanted text size."""
    lines: list[str] = field(default_factory=list)
    """What stands on it, in words."""


class LessonTable(TableScene):
    """A chapter of a lesson. `next_chapter` returns the scene after it, `play` leads to a game of one's own."""

    learning = True

    def __init__(
        self,
        kit: Kit,
        match: Match,
        desk: Desk,
        ways: Ways,
        tutor: Tutor,
        *,
        next_chapter: Callable[[], Scene],
        play: Act,
    ) -> None:
        super().__init__(kit, match, desk, ways)
        self.tutor = tutor
        self._next_chapter = next_chapter
        self._play = play
        self._panel: Panel | None = None
        self._told: tuple[int, int, bool] | None = None
        self._down_on: Button | None = None
        self._pressed_panel = False
        self._enter_down = self._plays = False
        self._pointer: Point = _AWAY
        self._turning = 0.0

    def title(self) -> str:
        """Return that this is the lesson of the game."""
        return self._kit.words("lesson.title", game=super().title())

    def lay_out(self) -> None:
        """Take new sizes or words; the panel finds a place again."""
        super().lay_out()
        self._told = self._panel = None
        self._tell()

    @property
    def panel(self) -> Panel | None:
        """What is told now."""
        return self._panel

    def spoken(self) -> Spoken:
        """Return what is told, before what the table says."""
        told = () if self._panel is None else tuple(self._panel.lines)
        table = super().spoken()
        return replace(table, lines=(*told, *table.lines))

    # Time

    def update(self, dt: float) -> bool:
        """Let time pass; what was watched is over once the learner is in turn and everything has been shown."""
        moving = super().update(dt)
        step = self.tutor.step
        if self.tutor.watching and self._others_done:
            self.tutor.go_on()
            moving = True
        return self._tell() or moving or step is None

    @property
    def _others_done(self) -> bool:
        company = self.match.company
        return company.turn is None and not company.rests and not self._showing.busy

    @property
    def _result_due(self) -> bool:
        return False

    def follow_up(self, dt: float) -> Command | None:
        """Return the next chapter, once this one is over and its last card has lain for a moment."""
        if self.tutor.step is not None or self._showing.busy:
            return None
        self._turning += dt
        return Replace(self._next_chapter()) if self._turning >= _TURNS else None

    # Input

    def handle(self, event: Input) -> Command | None:
        """Let the panel answer, else the table."""
        taken, command = self._panel_takes(event)
        if not taken:
            command = super().handle(event)
            if isinstance(event, Motion | Press | Release):
                self._pointer = event.pos
        self._tell()
        return command

    def _panel_takes(self, event: Input) -> tuple[bool, Command | None]:
        panel = self._panel
        if panel is None:
            return False, None
        match event:
            case Motion(pos, _) if self._choosing.held is None and panel.rect.collidepoint(pos):
                super().handle(replace(event, pos=_AWAY))  # what lies below the panel is not pointed at
                self._pointer = pos
                return True, None
            case Press(pos, 1) if panel.rect.collidepoint(pos):
                self._down_on, self._pressed_panel = self._button_on(pos), True
                return True, None
            case Press(pos, _) if panel.rect.collidepoint(pos):
                return True, None
            case Release(pos, 1) if self._pressed_panel:
                button, self._down_on, self._pressed_panel = self._down_on, None, False
                return True, button.on() if button is not None and button is self._button_on(pos) else None
            case Key("enter") if (self.tutor.reads and self._told == self.tutor.state) or self._enter_down:
                repeated, self._enter_down = self._enter_down, True
                if not repeated and self.tutor.last:
                    self._plays = True  # once the key is let go: a repeated one would start the game unseen
                elif not repeated and self.tutor.step is not None:
                    self._go_on()
                return True, None
            case KeyUp("enter"):
                plays, self._enter_down, self._plays = self._plays, False, False
                return plays, self._play() if plays else None
        return False, None

    def _button_on(self, pos: Point) -> Button | None:
        buttons = () if self._panel is None else self._panel.buttons
        return next((button for button in buttons if button.rect.collidepoint(pos)), None)

    def _go_on(self) -> Command | None:
        if self.tutor.last:
            return self._play()
        self.tutor.go_on()
        return None

    # Picture

    def _above(self) -> list[Paint]:
        if self._panel is None:
            return []
        paints: list[Paint] = []
        kit, areas = self._panel.kit, self._areas()
        for area in (areas[name] for name in self._pointed if name in areas):
            around = area.inflate(2 * kit.metrics.px(8), 2 * kit.metrics.px(8))  # none of it on the words
            margin = room(around.w)
            glow = kit.painter.glow(around.size, theme.VERMILION, 1.0)
            paints.append((glow, (around.x - margin, around.y - margin)))
        paints += self._panel.paints
        for button in self._panel.buttons:
            hovered = button.rect.collidepoint(self._pointer)
            look = Look(hovered, pressed=button is self._down_on and hovered, focused=False, pointer=self._pointer)
            paints += button.paint(kit.painter, kit.metrics, look)
        return paints

    @property
    def _pointed(self) -> tuple[str, ...]:
        if self._showing.busy or self._told != self.tutor.state:
            return ()
        return tuple(pointed(self._board.layout, self.tutor.spots))

    def _tell(self) -> bool:
        """Make the panel anew where something else is to be told; return whether it was.

        What comes before it is over by then: the cards lie, and the others have acted.
        """
        step, turn = self.tutor.step, self.match.chair.standing().turn
        if step is None or self._told == self.tutor.state:
            return False
        if self._panel is not None and (self._showing.busy or not (step.watch or turn in (LEARNER, None))):
            return False
        self._told = self.tutor.state
        self._panel = self._placed()
        return True

    def _placed(self) -> Panel:
        """Return the panel with the largest text at which it covers nothing that its step points at."""
        avoided = list(self._avoided(self.tutor.all_spots))
        asked, spots = self._desk.button_area(self._kit.metrics), list(self._board.layout.spots.values())
        dear = _dear(self._board.layout)
        dear += spots if self.tutor.reads else [asked]  # while there is only to read, nothing is answered yet
        words = self._panels.words
        here = None if self._panel is None else self._panel.rect.topleft
        inside = self._room()
        best: tuple[float, Panel] | None = None
        for scale in _SCALES:
            best = None
            for part in _WIDTHS:
                panel = self._made(scale, part)
                area, last = panel.rect.w * panel.rect.h, scale == _SCALES[-1] and part == _WIDTHS[-1]
                if not last and (panel.rect.h > inside.h or area > _LARGEST * inside.w * inside.h):
                    continue
                for rect in _places(panel.rect, inside):
                    moved = 0 if here is None else abs(rect.x - here[0]) + abs(rect.y - here[1])
                    cost = 100_000 * _overlap(rect, avoided) + 0.05 * area + 12 * moved
                    if best is not None and cost >= best[0]:
                        continue
                    cost += _overlap(rect, dear) + 0.1 * _overlap(rect, spots) + _TORN * _torn(rect, words)
                    if best is None or cost < best[0]:
                        best = (cost, replace(panel, rect=rect))
            if best is not None and not _overlap(best[1].rect, avoided):
                break
        assert best is not None  # the last one that is tried always counts
        return self._moved(best[1])

    def _room(self) -> pygame.Rect:
        """Return where the panel may be: below the bar."""
        metrics = self._kit.metrics
        top, edge = metrics.bar, metrics.px(8)
        return pygame.Rect(edge, top + edge, metrics.size[0] - 2 * edge, metrics.size[1] - top - 2 * edge)

    def _avoided(self, spots: Iterable[str]) -> Iterable[pygame.Rect]:
        areas = self._areas()
        for spot in pointed(self._board.layout, spots):
            rect = areas.get(spot) or self._board.layout.spots.get(spot)
            if rect is not None:
                yield rect

    def _areas(self) -> dict[str, pygame.Rect]:
        """Return what a step can point at besides spots."""
        desk, metrics = self._desk, self._kit.metrics
        areas = {"buttons": desk.button_area(metrics), "log": desk.log_area(metrics)}
        if (notes := desk.notes_area(metrics)) is not None:
            areas["notes"] = notes
        return areas

    def _made(self, scale: int, part: float) -> Panel:
        """Return the panel at the upper left corner, so many per cent of the wanted text size, so wide."""
        metrics = self._kit.metrics
        kit = replace(self._kit, metrics=replace(metrics, text_scale=metrics.text_scale * scale // 100))
        words, tutor = kit.words, self.tutor
        step = tutor.step
        assert step is not None  # nothing is told after the last step
        pad = metrics.px(16)
        column = Column(kit, round(min(part * metrics.size[0], self._room().w)) - 2 * pad)
        key = f"{tutor.lesson.game_id}.lesson.{step.name}"
        count = words("lesson.count", number=tutor.number, total=len(tutor.lesson.steps))
        column.text(count, kit.metrics.note, kit.palette.muted)
        column.text(words(f"{key}.title"), kit.metrics.title, kit.palette.heading, bold=True)
        column.skip(4)
        column.text(words(f"{key}.text"), kit.metrics.body, kit.palette.text)
        lines = [words(f"{key}.title"), words(f"{key}.text")]
        if step.tasks:
            column.skip(8)
            lines.append(words(f"{key}.do_{tutor.state[1] + 1}"))
            column.text(lines[-1], kit.metrics.body, kit.palette.accent, bold=True)
        column.skip(10)
        column.flow(self._buttons(), align=1.0)
        rect = pygame.Rect(0, 0, column.width + 2 * pad, column.y + 2 * pad)
        paints = moved(column.paints, (pad, pad))
        buttons = [control for control in column.controls if isinstance(control, Button)]
        for button in buttons:
            button.rect.move_ip(pad, pad)
        return Panel(rect, paints, buttons, kit, scale, lines)

    def _buttons(self) -> list[Button]:
        words, tutor = self._kit.words, self.tutor
        leave = Button(page.nowhere(), words("lesson.done" if tutor.last else "lesson.leave"), Back)
        if not tutor.reads:
            return [leave]
        label = words("lesson.play" if tutor.last else "lesson.go_on")
        return [leave, Button(page.nowhere(), label, self._go_on, main=True, note=words("keys.enter"))]

    def _moved(self, panel: Panel) -> Panel:
        """Return the panel with everything on it where its rectangle is, on its plate."""
        kit, rect = self._kit, panel.rect
        plate = kit.painter.plate(
            rect.size,
            kit.palette.sheet,
            line=kit.palette.accent,
            line_width=1.6,
            radius=kit.metrics.px(16),
        )
        paints = [*page.shadow(kit, rect), (plate, rect.topleft)]
        paints += moved(panel.paints, rect.topleft)
        for button in panel.buttons:
            button.rect.move_ip(rect.topleft)
        return replace(panel, paints=paints)


def _places(panel: pygame.Rect, inside: pygame.Rect) -> Iterable[pygame.Rect]:
    """Yield the places of the panel that are tried."""
    for down in range(_PLACES):
        for across in range(_PLACES):
            x = inside.x + max(0, inside.w - panel.w) * across // (_PLACES - 1)
            y = inside.y + max(0, inside.h - panel.h) * down // (_PLACES - 1)
            yield pygame.Rect(x, y, panel.w, panel.h)


def _overlap(rect: pygame.Rect, others: list[pygame.Rect]) -> int:
    """Return how many pixels of the others lie under a rectangle."""
    parts = (rect.clip(others[index]) for index in rect.collidelistall(others))
    return sum(part.w * part.h for part in parts)


def _torn(rect: pygame.Rect, words: list[pygame.Rect]) -> int:
    """Return how much is covered of words that a rectangle covers in part, or left of them where that is less.

    A scrap counts as a quarter.
    """
    torn = 0
    for index in rect.collidelistall(words):
        word = words[index]
        part, whole = rect.clip(word), word.w * word.h
        covered = part.w * part.h
        torn += max(whole // 4, min(covered, whole - covered)) if covered < whole else 0
    return torn


def _dear(layout: Layout) -> list[pygame.Rect]:
    """Return what the panel should rather not cover: cards; a closed pile tells least."""
    rects: list[pygame.Rect] = []
    for pose in (one for one in layout.cards.values() if one.pile == 1 or not is_back(one.face)):
        rect = pygame.Rect(0, 0, round(pose.width), round(pose.width * HEIGHT))
        rect.center = (round(pose.x), round(pose.y))
        rects.append(rect)
    return rects


def lesson_ways(kit: Kit, game_id: str, again: Callable[[], Scene]) -> Ways:
    """Return where a lesson leads to: the question whether to leave it, and the rules."""

    def ask() -> Scene:
        words = kit.words
        actions: list[tuple[str, Act]] = [
            (words("lesson.leave"), lambda: Back(2)),
            (words("lesson.again"), lambda: Replace(again(), 2)),
            (words("lesson.go_on"), Back),
        ]
        return Notice(kit, words("lesson.ask"), actions)

    return Ways(menu=ask, result=ask, rules=lambda section: RulesPage(kit, game_id, section))
