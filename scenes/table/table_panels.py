"""What surrounds the cards on the table: top bar, log, prompt, buttons, signs. All of it in words of the locale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

import pygame

from game.core import Reason
from scenes.desk import NOTHING, Desk, Layout, Offer, Selection
from scenes.drawing import theme
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics, Size
from scenes.host import Match
from scenes.inputs import Point
from scenes.pages.controls import Button, Look, button_size, nothing
from scenes.scene import Kit
from scenes.sound.sound_sign import SoundSign
from scenes.table.lost import Lost, Strip, strip
from scenes.table.table_log import TableLog
from scenes.variants import rules_name

_BAR = ("menu", "rules", "sound")
"""The buttons in the top bar."""
_LEAST_BUTTON = 32
"""Pixels that a button is wide at least, so that it can be hit."""
_SMALLEST_SCALE = 40
"""Per cent to which the texts of the lower right panel shrink where the window is too small for the wanted size."""


Said = tuple[str, int, theme.Colour, bool]
"""A statement: its words, size, colour, and whether they are bold."""
Foot = Callable[[pygame.Rect], list[Paint]]
"""Says what stands in the lower right panel where nobody plays; its buttons are not for the panels to know."""


class Panels:
    """The still parts of a table scene, made anew by `refresh` when something they tell of has changed.

    `foot` takes the place of prompt and buttons, `menu` is the key of what the bar's first button is called, `kind`
    that of what this is where it is no game. Who is `learning` has buttons for the choice in the making alone.
    """

    def __init__(
        self,
        kit: Kit,
        match: Match,
        desk: Desk,
        foot: Foot | None = None,
        menu: str = "table.menu",
        kind: str = "",
        *,
        learning: bool = False,
    ) -> None:
        self._kit = kit
        self._match = match
        self._desk = desk
        self._foot = foot
        self._menu = menu
        self._kind = kind
        self._learning = learning
        self.log = TableLog(kit, desk)
        self._chance: Reason | None = None
        self._advised = True
        self.lost: Lost | None = None
        self._strip: Strip | None = None
        self._buttons: dict[str, Button] = {}
        self._button_metrics = kit.metrics
        self.pressed: Button | None = None
        """The button that is held down."""
        self._pointer: Point = (-1, -1)
        self._still: list[Paint] = []
        self._words: list[pygame.Rect] = []
        """Where headings, prompts and buttons stand, which a sign rather does not cover."""
        self.marks: list[Paint] = []

    # Layout

    def refresh(self, view: object, layout: Layout, selection: Selection, notes: str = "") -> None:
        """Make everything anew for this view and selection, and for what the player has written."""
        kit, metrics = self._kit, self._kit.metrics
        paints: list[Paint] = [(kit.painter.ground(metrics.size), (0, 0))]
        shown = self._desk.preview(view, selection)
        paints += self._desk.furniture(shown, kit, layout)
        paints += self._desk.notebook(view, kit, layout, notes)
        self.marks = self._desk.marks(shown, kit, layout)
        self._buttons = {}
        self._place_bar_buttons()
        paints += self._bar(view)
        area = self._desk.button_area(metrics)
        paints += self._place_foot(view, selection, area) if self._foot is None else self._foot(area)
        paints += self._place_strip()
        self._still = paints
        self._words = [*self._lines(paints), *(button.rect for button in self._buttons.values())]

    def _place_foot(self, view: object, selection: Selection, area: pygame.Rect) -> list[Paint]:
        """Place the player's buttons and return what is said above them."""
        metrics, standing = self._kit.metrics, self._match.chair.standing()
        words = self._prompt(view, selection)
        offer = Offer() if standing.outcome is not None else self._desk.offer(view, selection)
        chosen = self._desk.caption(view, selection) if selection != NOTHING else None
        said = self._statements(view, words, chosen)
        self._advised = self._desk.no_advice(view) is None
        bottom = self._place_buttons(area, offer, said, selection != NOTHING)
        free = pygame.Rect(area.x, area.y + metrics.px(2), area.w, bottom - area.y)
        for name, able in (("undo", standing.may_undo), ("redo", standing.may_redo)):
            if name in self._buttons:
                self._buttons[name].enabled = able
        return written(self._kit, said, free)

    def _place_strip(self) -> list[Paint]:
        """Place the strip that tells of a lost game, the log above it, and return its picture."""
        area = self._desk.log_area(self._kit.metrics)
        self._strip = None
        if self.lost is not None and self._match.chair.standing().outcome is None:
            self._strip = strip(self._kit, area, self.lost)
        if self._strip is not None:
            area.h = max(0, self._strip.rect.y - self._kit.metrics.px(6) - area.y)
            self._buttons |= self._strip.buttons
        self.log.lay_out(area)
        return [] if self._strip is None else self._strip.paints

    @property
    def furniture(self) -> list[Paint]:
        """What lies under the cards, the log included."""
        return [*self._still, *self.log.paints]

    @property
    def words(self) -> list[pygame.Rect]:
        """Where words stand: headings, prompts, buttons, and the lines of the log."""
        return [*self._words, *self._lines(self.log.paints)]

    def _lines(self, paints: list[Paint]) -> list[pygame.Rect]:
        return [surface.get_rect(topleft=at) for surface, at in paints if self._kit.painter.type.wrote(surface)]

    @property
    def stops(self) -> tuple[str, ...]:
        """The buttons at which the frame of the keys can stop, in order; after the end it is the way to the result."""
        return tuple(self._buttons.keys() & {"result"}) if self._strip is None else tuple(self._strip.buttons)

    def say_chance(self, chance: Reason | None) -> bool:
        """Take what the line of the chance says; return whether that is something new."""
        new, self._chance = chance != self._chance, chance
        return new

    def _prompt(self, view: object, selection: Selection) -> str:
        outcome = self._match.chair.standing().outcome
        if outcome is not None:
            return self._kit.words.say(outcome.reason)
        return self._kit.words.say(self._desk.prompt(view, selection))

    def _statements(self, view: object, prompt: str, chosen: Reason | None) -> list[Said]:
        kit, metrics = self._kit, self._kit.metrics
        said = [(prompt, metrics.body, kit.palette.text, True)]
        if chosen is not None:
            said.append((kit.words.say(chosen), metrics.body, kit.palette.accent, True))
        over = self._match.chair.standing().outcome is not None
        if not over and self._chance is not None:
            said.append((kit.words.say(self._chance), metrics.note, kit.palette.muted, False))
        if not over and (aid := self._desk.aid(view)) is not None:
            said.append((kit.words.say(aid), metrics.note, kit.palette.muted, False))
        return said

    def _bar(self, view: object) -> list[Paint]:
        """Return the top bar: seal, game, what it is and by which rules, deal; how far the game is."""
        kit, metrics, words = self._kit, self._kit.metrics.crowded, self._kit.words
        height = metrics.bar
        bar = kit.painter.plate((metrics.size[0], height), kit.palette.panel, opacity=0.55, radius=0)
        seal = round(height * 0.7)
        paints: list[Paint] = [
            (bar, (0, 0)),
            (kit.painter.drawing("seal", (seal, seal)), (metrics.gap, (height - seal) // 2)),
        ]
        standing = self._match.chair.standing()
        deal = words("table.deal", deal=self._match.deal) if self._match.deal.isdigit() else words("table.own_deal")
        left = metrics.gap + seal + metrics.px(12)
        title, right = words(f"{self._desk.game_id}.title"), self._buttons["sound"].rect.x - metrics.px(16)
        size = kit.painter.type.shrink(title, metrics.title, right - left, bold=True)
        name = kit.painter.type.write(title, size, kit.palette.text, bold=True)
        tags = [words(self._kind)] if self._kind else []
        if (rules := rules_name(words, self._match.game_id, self._match.options)) is not None:
            tags.append(rules)
        tagged = [kit.painter.type.write(tag, metrics.note, kit.palette.accent, bold=True) for tag in tags]
        known = [] if self._learning else [kit.painter.type.write(deal, metrics.note, kit.palette.muted)]
        surfaces = [name, *tagged, *known]
        needed = left + sum(one.get_width() + metrics.px(16) for one in (name, *tagged))
        far = [words.say(self._desk.standing(view))]
        if not self._match.sitting.together:
            far.append(words("table.actions", count=standing.actions))
        if standing.take_backs:
            far.append(words("table.take_backs", count=standing.take_backs))
        for parts in range(len(far), 0, -1):  # by which rules one plays goes before how long
            told = reduce(lambda first, second: words("list.dot", first=first, second=second), far[:parts])
            progress = kit.painter.type.write(told, metrics.note, kit.palette.muted)
            at = right - progress.get_width()
            if needed < at:
                break
        for surface in surfaces:
            if left + surface.get_width() + metrics.px(16) < at or surface is name:
                paints.append((surface, (left, (height - surface.get_height()) // 2)))
                left += surface.get_width() + metrics.px(16)
        if at > left:
            paints.append((progress, (at, (height - progress.get_height()) // 2)))
        return paints

    def _place_bar_buttons(self) -> None:
        kit, metrics = self._kit, self._kit.metrics.crowded
        height = metrics.bar
        right = metrics.size[0] - metrics.gap
        for name, key in (("menu", kit.words("keys.escape")), ("rules", kit.words.key("rules"))):
            label = kit.words(self._menu if name == "menu" else f"table.{name}")
            width, _ = button_size(kit.painter, metrics, label, key)
            inner = round(height * 0.78)
            rect = pygame.Rect(right - width, (height - inner) // 2, width, inner)
            self._buttons[name] = Button(rect, label, nothing, note=key)
            right = rect.x - metrics.px(8)
        width = max(inner, _LEAST_BUTTON)
        self._buttons["sound"] = SoundSign(pygame.Rect(right - width, (height - inner) // 2, width, inner), kit)

    def _place_buttons(self, area: pygame.Rect, offer: Offer, said: list[Said], chosen: bool) -> int:
        """Place the buttons from the bottom of `area` upwards and return where the lowest free pixel lies."""
        standing, sitting = self._match.chair.standing(), self._match.sitting
        over = standing.outcome is not None
        words = self._kit.words
        wanted: list[tuple[str, str, str]] = []
        if self._learning:
            over = False
        elif not sitting.together or standing.may_undo or standing.may_redo:  # what is shown to others stays shown
            wanted += [(name, words.key(name), "") for name in ("redo", "undo")]
        if sitting.around and not over:
            wanted.append(("hand", words.key("look"), ""))
        if not over and not chosen and self._advised and not self._learning:
            wanted.append(("hint", words.key("hint"), ""))
        if over:
            wanted.append(("result", words("keys.enter"), "main"))
        elif chosen:
            wanted.append(("no", words("keys.escape"), ""))
        if offer.ready is not None:
            wanted.append(("yes", words("keys.enter"), "main"))
        painter, gap = self._kit.painter, self._kit.metrics.px(8)
        labels = {name: words(f"table.{name}") for name, _, _ in wanted if name != "hand"} | {
            "hand": words("seat.hold_up"),
            "yes": words(offer.yes),
            "no": words(offer.no),
        }
        metrics = self._button_metrics = self._fitting(area, said, [labels[name] for name, _, _ in wanted])
        height = round(metrics.body * 2.1)
        y = area.bottom - self._kit.metrics.px(4)
        for name, key, kind in wanted:
            y -= height
            label = labels[name]
            main = kind == "main"
            note = key if button_size(painter, metrics, label, key, main=main)[0] <= area.w else ""
            rect = pygame.Rect(area.x, y, area.w, height)
            self._buttons[name] = Button(rect, label, nothing, main=main, note=note)
            y -= gap
        return y

    def _fitting(self, area: pygame.Rect, said: list[Said], labels: list[str]) -> Metrics:
        """Return the metrics with the largest text at which what is said and these buttons share the area."""
        metrics, painter, gap = self._kit.metrics, self._kit.painter, self._kit.metrics.px(8)
        for scale in range(metrics.text_scale, _SMALLEST_SCALE, -10):
            smaller = replace(metrics, text_scale=scale)
            tall = (round(smaller.body * 2.1) + gap) * len(labels)
            wide = max((button_size(painter, smaller, label, main=True)[0] for label in labels), default=0)
            spoken = _write(self._kit, said, area, scale * 100 // metrics.text_scale)[1]
            if wide <= area.w and spoken - area.y + tall <= area.h - self._kit.metrics.px(8):
                return smaller
        return replace(metrics, text_scale=_SMALLEST_SCALE)

    def spoken_of(self) -> tuple[tuple[str, ...], list[Paint]]:
        """Return the spots that the log's line under the pointer speaks of, and a plate over that line."""
        return self.log.spoken_of(self._pointer)

    # Buttons

    def pointer(self, pos: Point) -> None:
        """Take where the pointer is, for the buttons' looks."""
        self._pointer = pos

    def button_at(self, pos: Point) -> Button | None:
        """Return the enabled button at a point."""
        return next((one for one in self._buttons.values() if one.enabled and one.rect.collidepoint(pos)), None)

    def name(self, button: Button) -> str:
        """Return what a button is for."""
        return next((name for name, one in self._buttons.items() if one is button), "")

    def paint_buttons(self, focus: str | None = None) -> list[Paint]:
        """Return the pictures of all buttons, that of the name `focus` with the frame of the keys."""
        paints: list[Paint] = []
        for name, button in self._buttons.items():
            hovered = button.enabled and button.rect.collidepoint(self._pointer)
            pressed = button is self.pressed and hovered
            look = Look(hovered, pressed=pressed, focused=name == focus, pointer=self._pointer)
            metrics = self._kit.metrics.crowded if name in _BAR else self._button_metrics
            if self._strip is not None and name in self._strip.buttons:
                metrics = self._strip.metrics
            paints += button.paint(self._kit.painter, metrics, look)
        return paints

    # Signs

    def sign(self, text: str, anchor: pygame.Rect, *, warn: bool = False, moving: bool = False) -> list[Paint]:
        """Return a small sign beside `anchor`, within the window; one that warns has a vermilion edge.

        It covers as few words as it can, but beside what is `moving` it does not leap.
        """
        kit, metrics = self._kit, self._kit.metrics
        size = metrics.body
        lines = kit.painter.type.wrap(text, size, min(round(metrics.size[0] * 0.5), metrics.text(420)))
        pad = metrics.px(12)
        width = max(kit.painter.type.width(line, size) for line in lines) + 2 * pad + metrics.px(6)
        height = kit.painter.type.line_height(size) * len(lines) + pad
        around = 2 * metrics.px(6), metrics.px(6)
        words = [] if moving else [one.inflate(around) for one in self._words]
        rect = self._beside(anchor, (width, height), words)
        line_colour = theme.VERMILION if warn else kit.palette.accent
        plate = kit.painter.plate(rect.size, kit.palette.sheet, line=line_colour, line_width=2, radius=metrics.px(10))
        paints: list[Paint] = [(plate, rect.topleft)]
        for row, line in enumerate(lines):
            y = rect.y + pad // 2 + row * kit.painter.type.line_height(size) + metrics.px(2)
            paints.append((kit.painter.type.write(line, size, kit.palette.strong), (rect.x + pad + metrics.px(3), y)))
        return paints

    def _beside(self, anchor: pygame.Rect, size: Size, avoided: list[pygame.Rect]) -> pygame.Rect:
        """Return where a sign goes: below `anchor` or above it, to a side where it covers less of what is `avoided`."""
        metrics, aside = self._kit.metrics, (size[0] + anchor.w) // 2 if avoided else 0
        window = pygame.Rect((0, 0), metrics.size).inflate(-metrics.px(16), -metrics.px(16))
        below = pygame.Rect((anchor.centerx - size[0] // 2, anchor.bottom + metrics.px(10)), size)
        above = below.move(0, anchor.y - metrics.px(8) - below.bottom)
        places = [above] if below.bottom > window.bottom else [below, above] if above.y >= window.y else [below]
        best: tuple[int, int, pygame.Rect] | None = None
        for place in places:
            for shift in range(0, aside + 1, metrics.px(8)):
                for rect in (place.move(shift, 0).clamp(window), place.move(-shift, 0).clamp(window)):
                    covered = sum(one.w * one.h for one in map(rect.clip, avoided))
                    found = (covered, shift + (0 if place is places[0] else size[1]), rect)
                    best = found if best is None or found[:2] < best[:2] else best
        assert best is not None  # one place is always tried
        return best[2]


def written(kit: Kit, statements: list[Said], area: pygame.Rect) -> list[Paint]:
    """Return the statements below each other, all of them a little smaller where the area is too small for them."""
    for percent in range(100, _SMALLEST_SCALE - 1, -5):
        paints, bottom = _write(kit, statements, area, percent)
        if bottom <= area.bottom:
            break
    return paints


def _write(kit: Kit, statements: list[Said], area: pygame.Rect, percent: int) -> tuple[list[Paint], int]:
    """Return the statements from the top of the area on, so many per cent of their size, and where they end."""
    typed, between = kit.painter.type, kit.metrics.px(4)
    paints: list[Paint] = []
    y = area.y
    for text, full, colour, bold in statements:
        size = max(9, full * percent // 100)
        for line in typed.wrap(text, size, area.w, bold=bold, loose=True):
            paints.append((typed.write(line, size, colour, bold=bold), (area.x, y)))
            y += typed.line_height(size)
        y += between
    return paints, y
