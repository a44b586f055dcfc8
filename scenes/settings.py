"""The settings page. Every change acts at once; nothing has to be confirmed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from scenes import page
from scenes.controls import Choice
from scenes.focus import Controls
from scenes.inputs import Input, Key
from scenes.page import Column
from scenes.preferences import LANGUAGES, PACES, SPEEDS, STAYS, TEXT_SCALES
from scenes.scene import Back, Command, Kit, Prefer
from scenes.scroll import Scroll
from scenes.stage import Paint


class Settings:
    """Language, motion, window, text size."""

    covers = True

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("settings.title")

    def lay_out(self) -> None:
        """Build the page in the present language and size."""
        kit, metrics = self._kit, self._kit.metrics
        head, back, top = page.header(kit, self.title(), Back)
        edge, gutter = page.margin(kit), Scroll.gutter(metrics)
        width = min(metrics.size[0] - 2 * edge - gutter, max(metrics.px(920), metrics.text(920)))
        column = self._rows(page.panel_room(kit, width + gutter))
        left = (metrics.size[0] - width - gutter) // 2
        panel, rect = page.panelled(kit, page.body(kit, top, left, width), column.y)
        step = kit.painter.type.line_height(metrics.body)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._scroll = Scroll(rect, column.paints, column.y, step, offset, inner=column.controls, stop=False)
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head, *panel]
        self._controls.replace((self._scroll, back))

    def _rows(self, width: int) -> Column:
        words, now = self._kit.words, self._kit.preferences
        column = Column(self._kit, width)
        switch = (words("common.off"), words("common.on"))
        languages = [words(f"settings.language_{language}") for language in LANGUAGES]
        speeds = [words(f"settings.speed_{speed}") for speed in SPEEDS]
        scales = [words("settings.text_scale_value", percent=scale) for scale in TEXT_SCALES]
        page.setting(column, self._kit, "settings.language", self._choice("language", LANGUAGES, languages))
        page.setting(column, self._kit, "settings.text_scale", self._choice("text_scale", TEXT_SCALES, scales))
        page.setting(column, self._kit, "settings.full_screen", self._choice("full_screen", (False, True), switch))
        page.setting(column, self._kit, "settings.speed", self._choice("speed", SPEEDS, speeds))
        stays = [words(f"settings.stay_{stay}") for stay in STAYS]
        page.setting(column, self._kit, "settings.stay", self._choice("stay", STAYS, stays))
        paces = [words(f"settings.pace_{pace}") for pace in PACES]
        page.setting(column, self._kit, "settings.pace", self._choice("pace", PACES, paces))
        motion = self._choice("reduced_motion", (False, True), switch)
        motion.enabled = now.speed != "off"
        page.setting(column, self._kit, "settings.reduced_motion", motion)
        for name in ("chance_line", "hints_remember", "tell_lost"):
            page.setting(column, self._kit, f"settings.{name}", self._choice(name, (False, True), switch))
        silent = Choice(page.nowhere(), switch, 0, lambda _: None, enabled=False)
        page.setting(column, self._kit, "settings.sound", silent, last=True)
        return column

    def _choice(self, field: str, values: Sequence[Any], labels: Sequence[str]) -> Choice:
        def choose(index: int) -> Command:
            return Prefer(dataclasses.replace(self._kit.preferences, **{field: values[index]}))

        chosen = values.index(getattr(self._kit.preferences, field))
        return Choice(page.nowhere(), labels, chosen, choose)

    def handle(self, event: Input) -> Command | None:
        """Let the controls answer; Esc leads back."""
        taken, command = self._controls.handle(event)
        if not taken and event == Key("escape"):
            return Back()
        return command

    def update(self, _dt: float) -> bool:
        """Stand still."""
        return False

    def paint(self) -> list[Paint]:
        """Return ground, header and settings."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]
