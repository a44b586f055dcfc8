"""What the ends of all games have in common: a dialog over the table in which something comes into sight."""

from __future__ import annotations

from abc import ABC, abstractmethod

import pygame

from game.record import Record
from scenes.after.past import opened
from scenes.drawing.slips import Slips
from scenes.drawing.stage import Paint, moved
from scenes.host import Match
from scenes.inputs import Input, Key, KeyUp, Motion
from scenes.narration import Paged
from scenes.pages import page
from scenes.pages.focus import Controls
from scenes.pages.page import Paths
from scenes.pages.scroll import Scroll
from scenes.scene import Back, Command, Kit, Push, Scene
from scenes.variants import rules_name

STAMP = 0.22
"""Seconds in which a seal comes down."""


class Ending(Paged, ABC):
    """The dialog over the table of `match`, which has ended."""

    covers = False

    def __init__(self, kit: Kit, match: Match, paths: Paths) -> None:
        self._kit = kit
        self._match = match
        self._paths = paths
        self._standing = match.chair.standing()
        outcome = self._standing.outcome
        if outcome is None:
            raise ValueError("only a game that has ended has an end to be shown")
        self._outcome = outcome
        self._time = 0.0
        self._slips = Slips(kit, kit.motion if self._is_festive() else 0.0)
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None

    @abstractmethod
    def _is_festive(self) -> bool:
        """Whether somebody in front of the screen has won."""

    @property
    @abstractmethod
    def _end(self) -> float:
        """The time at which everything is shown."""

    @abstractmethod
    def _coming(self) -> list[Paint]:
        """Return what comes into sight, as far as it has."""

    def title(self) -> str:
        """Return nothing: a dialog leaves the title to what lies below it."""
        return ""

    def _numbers(self) -> list[tuple[str, str]]:
        """Return how many actions were done and taken back, and what was played."""
        words, match, standing = self._kit.words, self._match, self._standing
        facts = [(words("result.actions"), str(standing.actions))]
        if standing.take_backs:
            facts.append((words("result.take_backs"), str(standing.take_backs)))
        facts.append((words("result.deal"), page.deal_name(self._kit, match.deal)))
        if (rules := rules_name(words, match.game_id, match.options)) is not None:
            facts.append((words("result.rules"), rules))
        return facts

    # Ways

    def _statistics(self) -> Command:
        return Push(self._paths.statistics(running=False))

    def _replay(self) -> Command:
        def way(record: Record) -> Scene:
            return self._paths.replay(record, running=False)

        return opened(self._kit, self._match.name, way)

    # Scene

    def handle(self, event: Input) -> Command | None:
        """Let the buttons answer; Esc shows the table. Any key or press ends what moves."""
        if not isinstance(event, Motion | KeyUp):
            self._time = self._end
            self._slips.finish()
        taken, command = self._controls.handle(event)
        if taken:
            return command
        match event:
            case Key("escape"):
                return Back()
            case Key("f2"):
                return self._statistics()
        return command

    def update(self, dt: float) -> bool:
        """Let everything come into sight; slips fall meanwhile."""
        falling, coming = self._slips.update(dt), self._time < self._end
        if coming:
            self._time += dt
        return falling or coming

    def paint(self) -> list[Paint]:
        """Return veil, sheet and buttons, what comes into sight, and the slips in the air."""
        controls = self._controls.paint(self._kit.painter, self._kit.metrics)
        return [*self._paints, *controls, *self._coming(), *self._slips.paint()]

    def _within(self, paints: list[Paint]) -> list[Paint]:
        """Return pictures that are counted from the upper left corner of what is scrolled, as far as they are seen."""
        scroll = self._scroll
        if scroll is None:
            return []
        x, y = scroll.rect.x, scroll.rect.y - scroll.offset
        return scroll.within(moved(paints, (x, y)))

    def _stamp(self, rect: pygame.Rect, past: float) -> Paint:
        """Return the seal as large as it is after this part of its way down."""
        painter, grown = self._kit.painter, round((1.0 + 0.6 * (1 - max(0.0, min(1.0, past)))) * 8) / 8

        def make() -> pygame.Surface:
            return pygame.transform.rotozoom(painter.drawing("seal", rect.size), 8, grown)

        surface = painter.keep(("stamp", rect.size, grown), make)
        return surface, surface.get_rect(center=rect.center).topleft
