"""Setting up a game: which order of the deck, which options. The options are remembered at once, the deal is not."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.catalogue import find
from game.core import BadInput, OptionSpec, OptionValue, Reason
from scenes.drawing.stage import Paint, moved
from scenes.host import Match, begin, fresh_deal
from scenes.inputs import Input, Key
from scenes.narration import Paged
from scenes.pages import dealing, page
from scenes.pages.card_sets import CARD_SETS, CardSets
from scenes.pages.controls import Button, Choice, Field, button_size, pasted
from scenes.pages.focus import Controls
from scenes.pages.notice import Notice
from scenes.pages.page import Column
from scenes.pages.rules import RulesPage
from scenes.pages.scroll import Scroll
from scenes.pages.seats import Seats
from scenes.scene import Act, Back, Command, Home, Kit, Learn, Prefer, Push, Scene
from scenes.seating import ALONE

_KINDS = ("random", "today", "own")
"""The ways to a deal, in the order of the choice."""
_KINDS_TOGETHER = ("random", "numbered")
"""The ways to a deal that several people play."""


class SetUp(Paged):
    """The page before a game of `game_id`. `running` says that a game is kept, which this one would replace.

    `deal` is the deal that was asked for already, to be changed like any other choice.
    """

    covers = True

    def __init__(
        self, kit: Kit, game_id: str, running: bool, open_table: Callable[[Match], Scene], deal: str | None = None
    ) -> None:
        self._kit = kit
        self._game = game_id
        self._running = running
        self._open_table = open_table
        self._wanted = 0
        self._complaint: Reason | None = None
        self._together = len(find(game_id).seats) > 1
        self._kinds = _KINDS_TOGETHER if self._together else _KINDS
        self._kind = 0 if deal is None else len(self._kinds) - 1
        self._seats = Seats(kit, game_id, self.lay_out, self._start) if self._together else None
        self._cards = CardSets(kit, game_id, self.lay_out) if game_id in CARD_SETS else None
        self._starting = False
        self._field = Field(page.nowhere(), deal or "", self._typed, self._start)
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("setup.title", game=self._kit.words(f"{self._game}.title"))

    @property
    def complaint(self) -> Reason | None:
        """What is wrong with the deal that was typed."""
        return self._complaint

    @property
    def typing(self) -> bool:
        """Whether the deal's field has the focus."""
        return isinstance(self._controls.focused, Field)

    def lay_out(self) -> None:
        """Build the page in the present language and size."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        head, back, top = page.header(kit, self.title(), Back)
        edge, gutter = page.margin(kit), Scroll.gutter(metrics)
        room = metrics.size[0] - 2 * edge
        width = min(room, max(metrics.px(880), metrics.text(880)))
        box = self._box()
        gap = metrics.px(48)
        beside = room - width >= box.width + gap or room - box.width - gap >= metrics.text(720)
        if beside:
            width = min(width, room - box.width - gap)
        left = (metrics.size[0] - width - (box.width + gap if beside else 0)) // 2
        column = Column(kit, page.panel_room(kit, width))
        if self._seats is not None:
            self._seats.rows(column)
        self._deal_rows(column)
        if self._cards is not None:
            column.line()
            self._cards.rows(column)
        for spec in self._specs:
            column.line()
            page.setting(column, kit, f"{self._game}.option.{spec.key}", self._option(spec), last=True)
        start = Button(page.nowhere(), words("setup.start"), self._start, main=True, note=words("keys.enter"))
        space = page.body(kit, top, left + (box.width + gap if beside else 0), width - gutter)
        learn = Button(page.nowhere(), words("lesson.learn"), lambda: Learn(self._game))
        foot = self._foot(column.width, (learn, start))
        below = metrics.px(20)
        stays = space.h - foot.y - below >= metrics.px(240)  # there is room for the way on to stay in sight
        if not stays:
            column.skip(20)
            column.place(foot, 0, column.y)
            column.y += foot.y
        panel, rect = page.panelled(kit, _shorter(space, foot.y + below) if stays else space, column.y)
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head, *panel]
        if stays:
            x, y = rect.x, rect.bottom + metrics.px(20) + below
            self._paints += moved(foot.paints, (x, y))
            for button in (learn, start):
                button.rect.move_ip(x, y)
        if beside:
            self._paints += moved(box.paints, (left, space.y))
        step = kit.painter.type.line_height(metrics.body)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._scroll = Scroll(
            rect, column.paints, column.y, step, offset, inner=column.controls, stop=False, said=column.said
        )
        self._controls.replace((self._scroll, learn, start, back) if stays else (self._scroll, back))

    def _box(self) -> Column:
        """Return the game's box with what it is about: what stands beside the panel where the window is wide."""
        kit, metrics = self._kit, self._kit.metrics
        width = metrics.px(232)
        column = Column(kit, max(width, metrics.text(200)))
        name = kit.words(f"{self._game}.title")
        column.paints += page.box(
            kit, self._game, name, pygame.Rect((column.width - width) // 2, 0, width, page.box_height(width))
        )
        column.y = page.box_height(width)
        column.skip(8)
        column.text(page.sitting(kit, self._game), metrics.note, kit.palette.text, centred=True)
        column.skip(4)
        column.text(kit.words(f"{self._game}.tagline"), metrics.note, kit.palette.muted, centred=True)
        return column

    def _deal_rows(self, column: Column) -> None:
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        kinds = [words(f"setup.deal_{kind}") for kind in self._kinds]
        choice = Choice(page.nowhere(), kinds, self._kind, self._choose)
        page.setting(
            column, kit, "setup.deal", choice, told=words(f"setup.deal_{self._kinds[self._kind]}_help"), last=True
        )
        if self._kinds[self._kind] == "random" and dealing.graded(self._game, self._options()):
            names = [words("setup.difficulty_any")]
            names += [words(f"{self._game}.difficulty.{one.value}") for one in dealing.PLAYABLE]
            column.line()
            hard = Choice(page.nowhere(), names, self._wanted, self._want)
            page.setting(column, kit, "setup.difficulty", hard, last=True)
        if not self._typed_deal:
            return
        paste = Button(page.nowhere(), words("setup.paste"), self._paste)
        width, height = button_size(kit.painter, metrics, paste.label, widest=column.width // 2)
        gap = metrics.px(12)
        self._field.rect = pygame.Rect(0, column.y, column.width - width - gap, height)
        self._field.hint = words("setup.deal_numbered_hint" if self._together else "setup.deal_hint")
        paste.rect = pygame.Rect(column.width - width, column.y, width, height)
        column.controls += [self._field, paste]
        column.y += height
        column.skip(8)
        wrong = self._complaint is not None
        column.text(self._verdict(), metrics.note, kit.palette.bad if wrong else kit.palette.muted)
        column.skip(16)

    def _verdict(self) -> str:
        """Return what is wrong with the deal code, or what it stands for, or how to write one."""
        words = self._kit.words
        if self._complaint is not None:
            return words.say(self._complaint)
        if not self._field.value.strip():
            return words("setup.deal_missing")
        deal = dealing.normal(self._game, self._field.value)
        return words("setup.deal_number", deal=deal) if deal.isdigit() else words("setup.deal_cards")

    def _foot(self, width: int, buttons: tuple[Button, ...]) -> Column:
        kit, metrics = self._kit, self._kit.metrics
        foot = Column(kit, width)
        foot.flow(buttons, align=1.0)
        if self._running:
            warning = Column(kit, min(button.rect.x for button in buttons) - metrics.px(24))
            if warning.width < metrics.text(280):
                warning = Column(kit, width)
            warning.text(kit.words("setup.replaces"), metrics.note, kit.palette.heading)
            if warning.width == width:
                for button in buttons:
                    button.rect.y += warning.y + metrics.px(12)
                foot.place(warning, 0, 0)
            else:
                foot.place(warning, 0, max(0, (foot.y - warning.y) // 2))
            foot.y = max(warning.y, *(button.rect.bottom for button in buttons))
        return foot

    def _option(self, spec: OptionSpec) -> Choice:
        words, values = self._kit.words, spec.values

        def name(value: OptionValue) -> str:
            if isinstance(value, bool):
                return words("common.on" if value else "common.off")
            return words(f"{self._game}.option_value.{spec.key}.{value}")

        def choose(index: int) -> Command:
            preferences = self._kit.preferences
            return Prefer(preferences.with_options(self._game, {**self._options(), spec.key: values[index]}))

        chosen = values.index(self._options()[spec.key])
        return Choice(page.nowhere(), [name(value) for value in values], chosen, choose)

    def _options(self) -> dict[str, OptionValue]:
        return dealing.options_chosen(self._game, self._kit.preferences)

    @property
    def _specs(self) -> list[OptionSpec]:
        """The options that have a row of their own."""
        return [spec for spec in find(self._game).options if not spec.text]

    @property
    def _typed_deal(self) -> bool:
        return self._kinds[self._kind] in ("own", "numbered")

    def _choose(self, index: int) -> None:
        self._kind = index
        self.lay_out()

    def _want(self, index: int) -> None:
        self._wanted = index

    def _paste(self) -> None:
        if text := pasted():
            self._field.show("")
            self._field.text(text)

    def _typed(self, text: str) -> None:
        self._complaint = None
        if text.strip():
            try:
                dealing.normal(self._game, text)
            except BadInput as error:
                self._complaint = error.reason
        self.lay_out()

    def _start(self) -> Command | None:
        if self._typed_deal and not self._field.value.strip():
            self._complaint = Reason.of("setup.deal_missing")
            self.lay_out()
        if self._typed_deal and self._complaint is not None:
            self._controls.lead_to(self._field)  # what is wrong stands below it
            return None
        if self._seats is not None and self._seats.complaint is not None:
            self._controls.lead_to(self._seats.last_name)
            return None
        if not self._running:
            return self._go()
        words = self._kit.words
        actions: list[tuple[str, Act]] = [(words("setup.replace_yes"), self._replace), (words("common.cancel"), Back)]
        return Push(Notice(self._kit, words("setup.replace_ask"), actions, danger=True))

    def _go(self) -> Command | None:
        """Begin; where several people play, once it is kept who sits where (see `follow_up`)."""
        self._starting = self._seats is not None
        return None if self._starting else self._begin()

    def _replace(self) -> Command | None:
        return self._go() or Back()

    def follow_up(self, _dt: float) -> Command | None:
        """Keep who sits where for the next set-up, then return the table."""
        if not self._starting or self._seats is None:
            return None
        preferences, sitting = self._kit.preferences, self._seats.sitting
        if preferences.sittings.get(self._game) != sitting:
            return Prefer(preferences.with_sitting(self._game, sitting))
        return self._begin()

    def _begin(self) -> Command:
        options = self._options()
        if self._cards is not None:
            options |= self._cards.options()
        match self._kinds[self._kind]:
            case "own" | "numbered":
                deal = dealing.normal(self._game, self._field.value)
                options |= {} if self._together else dealing.rules_of(self._field.value)
            case "today":
                deal = dealing.today()
            case _:
                wanted = (None, *dealing.PLAYABLE)[self._wanted] if dealing.graded(self._game, options) else None
                deal = fresh_deal(self._game, wanted, options)
        sitting = ALONE if self._seats is None else self._seats.sitting
        return Home(self._open_table(begin(self._kit.store, self._game, deal, options, sitting)))

    def handle(self, event: Input) -> Command | None:
        """Let the controls answer; Esc leads back, F1 to the rules. Once the game begins nothing changes any more."""
        if self._starting:
            return None
        taken, command = self._controls.handle(event)
        if taken:
            return command
        match event:
            case Key("escape"):
                return Back()
            case Key("f1"):
                return Push(RulesPage(self._kit, self._game, None))
        return command

    def update(self, _dt: float) -> bool:
        """Stand still."""
        return False

    def paint(self) -> list[Paint]:
        """Return ground, header, choices and the way on."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]


def _shorter(rect: pygame.Rect, by: int) -> pygame.Rect:
    return pygame.Rect(rect.x, rect.y, rect.w, rect.h - by)
