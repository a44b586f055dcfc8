"""The rules of a game, section by section: a list of them, and the one being read (see `scenes.rulebook`)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pygame

from game.deck_defence import public as deck_defence
from game.haruhi import card_set as haruhi
from game.kanu import card_set as kanu
from scenes import page
from scenes.controls import Button, Look
from scenes.deck_defence.faces import face_surface
from scenes.figures import figures
from scenes.focus import Controls
from scenes.haruhi.standard import standard_face as haruhi_face
from scenes.inputs import Input, Key, Point
from scenes.kanu.standard import standard_face
from scenes.page import Column
from scenes.painter import Painter
from scenes.rulebook import Face, Writer, blocks
from scenes.scene import Act, Back, Command, Kit, Learn
from scenes.scroll import Scroll
from scenes.stage import Paint
from scenes.theme import Metrics

FACES: dict[str, Face] = {deck_defence.ID: face_surface, kanu.ID: standard_face, haruhi.ID: haruhi_face}
"""What draws the cards that the rules of each game show."""
SECTIONS: dict[str, tuple[str, ...]] = {
    deck_defence.ID: (
        "goal",
        "table",
        "refill",
        "muster",
        "repel",
        "hold_off",
        "explore",
        "end",
        "score",
        "remake",
        "advice",
        "controls",
    ),
    kanu.ID: (
        "goal",
        "table",
        "setup",
        "turn",
        "sortie",
        "reinforce",
        "scout",
        "develop",
        "ambush",
        "pursuit",
        "supply",
        "formation",
        "support",
        "search",
        "night",
        "espionage",
        "duel",
        "end",
        "sitting",
        "glossary",
    ),
    haruhi.ID: (
        "goal",
        "table",
        "setup",
        "round",
        "gift",
        "limit",
        "sos",
        "take",
        "effects",
        "draw",
        "peek",
        "steal",
        "swap",
        "give",
        "next",
        "accuse",
        "hand_out",
        "end",
        "ranking",
        "conditions",
        "sitting",
        "glossary",
    ),
}
"""The sections of each game's rules, in the order of reading; their words are `<game>.rules.<section>`."""


@dataclass(eq=False)
class Entry:
    """A section's name in the list; the one being read has a gold edge."""

    rect: pygame.Rect
    label: str
    on: Act
    chosen: bool
    enabled: bool = True
    main: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the name, and a plate under it where it is chosen, hovered or focused."""
        paints: list[Paint] = []
        lit = look.hovered or look.focused
        if self.chosen or lit:
            plate = painter.plate(
                self.rect.size,
                painter.palette.wash,
                opacity=0.12 if self.chosen else 0.07,
                line=painter.palette.accent if look.focused else None,
                line_width=2.5,
                radius=metrics.px(10),
            )
            paints.append((plate, self.rect.topleft))
        if self.chosen:
            edge = painter.plate(
                (max(3, metrics.px(4)), self.rect.h - metrics.px(16)), painter.palette.accent, radius=2
            )
            paints.append((edge, (self.rect.x + metrics.px(6), self.rect.y + metrics.px(8))))
        colour = painter.palette.strong if self.chosen or lit else painter.palette.muted
        room = self.rect.w - metrics.px(32)
        label = painter.type.fit(self.label, metrics.body, room, bold=self.chosen)
        text = painter.type.write(label, metrics.body, colour, bold=self.chosen)
        paints.append((text, (self.rect.x + metrics.px(20), self.rect.centery - text.get_height() // 2)))
        return paints

    def click(self, _pos: Point, /) -> Command | None:
        """Open the section."""
        return self.on()

    def key(self, name: str) -> tuple[bool, Command | None]:
        """Answer Enter and Space."""
        return (True, self.on()) if name in ("enter", "space") else (False, None)

    def text(self, _text: str, /) -> None:
        """Entries take no text."""


class RulesPage:
    """The rules of `game_id`, opened at `section` or at the first."""

    covers = True

    def __init__(self, kit: Kit, game_id: str, section: str | None = None) -> None:
        self._kit = kit
        self._game = game_id
        sections = SECTIONS[game_id]
        self._section = section if section in sections else sections[0]
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None
        self._list: Scroll | None = None

    @property
    def section(self) -> str:
        """The section being read."""
        return self._section

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("rules.title")

    def lay_out(self) -> None:
        """Build the page: list and text side by side, or the list below the text where the window is narrow."""
        kit, metrics = self._kit, self._kit.metrics
        name = self._kit.words("list.dot", first=kit.words(f"{self._game}.title"), second=self.title())
        head, back, top = page.header(kit, name, Back)
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head]
        edge, gutter, gap = page.margin(kit), Scroll.gutter(metrics), metrics.px(40)
        entries = self._entries()
        listed = max(entry.rect.w for entry in entries)
        room = metrics.size[0] - 2 * edge - gutter - gutter - listed - gap
        offset = self._scroll.offset if self._scroll is not None else 0
        if room >= metrics.text(400):
            width = min(room, metrics.text(760))
            left = edge + (room - width) // 2
            contents = Column(kit, listed)
            for entry in entries:
                contents.add(entry)
                contents.skip(4)
            aside = Scroll(
                page.body(kit, top, left, listed),
                contents.paints,
                contents.y,
                entries[0].rect.h,
                self._list.offset if self._list is not None else 0,
                inner=entries,
                stop=False,
            )
            aside.reveal(next(entry.rect for entry in entries if entry.chosen))
            self._list = aside
            text = self._text(width)
            panel = page.body(kit, top, left + listed + gutter + gap, width)
            scroll = self._scrolled(panel, text, offset, stop=True)
            self._controls.replace((aside, scroll, back))
        else:
            width = metrics.size[0] - 2 * edge - gutter
            text = self._text(width)
            text.skip(32)
            text.line()
            text.skip(16)
            text.text(kit.words("rules.contents"), metrics.title, kit.palette.heading, bold=True)
            text.skip(8)
            for entry in entries:
                text.add(entry)
                text.skip(4)
            scroll = self._scrolled(page.body(kit, top, edge, width), text, offset, stop=True)
            self._controls.replace((scroll, back))
        self._scroll = scroll

    def _scrolled(self, rect: pygame.Rect, column: Column, offset: int, *, stop: bool) -> Scroll:
        step = self._kit.painter.type.line_height(self._kit.metrics.body)
        return Scroll(rect, column.paints, column.y, step, offset, inner=column.controls, stop=stop)

    def _entries(self) -> list[Entry]:
        kit, metrics, typed = self._kit, self._kit.metrics, self._kit.painter.type
        names = {section: kit.words(f"{self._game}.rules.{section}.title") for section in SECTIONS[self._game]}
        width = max(typed.width(name, metrics.body, bold=True) for name in names.values()) + metrics.px(40)
        height = max(metrics.px(40), typed.line_height(metrics.body) + metrics.px(12))
        return [
            Entry(pygame.Rect(0, 0, width, height), name, self._opening(section), section == self._section)
            for section, name in names.items()
        ]

    def _opening(self, section: str) -> Act:
        def show() -> None:
            self._section = section
            if self._scroll is not None:
                self._scroll.offset = 0
            self.lay_out()

        return show

    def _text(self, width: int) -> Column:
        kit, metrics = self._kit, self._kit.metrics
        column = Column(kit, width)
        writer = Writer(kit, column, FACES[self._game])
        column.text(
            kit.words(f"{self._game}.rules.{self._section}.title"), metrics.text(26), kit.palette.strong, bold=True
        )
        column.skip(12)
        if self._section == SECTIONS[self._game][0]:
            column.flow((Button(page.nowhere(), kit.words("lesson.learn"), lambda: Learn(self._game)),))
            column.skip(12)
        told = figures(kit.words, self._game)
        lines = blocks(kit.words(f"{self._game}.rules.{self._section}.text", **told))
        for mark, group in itertools.groupby(lines, key=lambda block: block.mark):
            writer.write(mark, list(group))
        return column

    def handle(self, event: Input) -> Command | None:
        """Let list and text answer; Esc and F1 lead back."""
        taken, command = self._controls.handle(event)
        if not taken and event in (Key("escape"), Key("f1")):
            return Back()
        return command

    def update(self, _dt: float) -> bool:
        """Stand still."""
        return False

    def paint(self) -> list[Paint]:
        """Return ground, header, list and text."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]
