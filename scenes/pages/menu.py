"""The shelf: the boxed games standing on a board, and the game to continue as the first and largest thing.

It is the first that a player sees. What it leads to is imported when somebody goes there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.catalogue import GAMES
from game.core import Reason
from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, moved
from scenes.drawing.theme import Metrics
from scenes.host import Match
from scenes.inputs import Input, Key
from scenes.narration import Paged
from scenes.pages import page
from scenes.pages.controls import Button, Control, Look, Pressed, button_size
from scenes.pages.focus import Controls
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.scene import Act, Command, Home, Kit, Learn, Leave, Push, Scene
from scenes.variants import rules_name


@dataclass(eq=False)
class Box(Pressed):
    """A boxed game: a click takes it from the shelf. `rect` is the box itself, standing on the board."""

    rect: pygame.Rect
    drawing: str
    label: str
    on: Act
    enabled: bool = True
    main: bool = False

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the box with its title; hovered it stands forward a little in a soft light, focused in a gold line."""
        lit = look.hovered or look.focused
        rect = self.rect.move(0, -metrics.px(5) if lit and not look.pressed else 0)
        paints: list[Paint] = []
        if lit:
            glow = page.box_glow(painter, self.drawing, rect.size, 1.0 if look.focused else 0.5)
            paints.append((glow, glow.get_rect(center=rect.center).topleft))
        return paints + page.box_picture(painter, self.drawing, self.label, rect)


@dataclass(eq=False)
class Placard(Pressed):
    """The card that leans on the shelf while there is a game to continue: all of it is the button."""

    rect: pygame.Rect
    on: Act
    words: list[Paint]
    """What stands on it, counted from its upper left corner."""
    enabled: bool = True
    main: bool = True
    label: str = ""
    """The same, for those who do not see it."""

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the paper, a vermilion edge at its left, and the words."""
        lit = look.hovered or look.focused
        line = theme.GOLD if lit else theme.SAND
        fill = theme.SAND if look.pressed else theme.PAPER
        width = metrics.px(4) if lit else 1.5
        plate = painter.plate(self.rect.size, fill, line=line, line_width=width, radius=metrics.px(14))
        edge = painter.plate((metrics.px(6), self.rect.h - metrics.px(40)), theme.VERMILION, radius=3)
        x, y = self.rect.topleft
        paints: list[Paint] = [(plate, (x, y)), (edge, (x + metrics.px(16), y + metrics.px(20)))]
        return paints + moved(self.words, (x, y))


class Shelf(Paged):
    """The main menu. `match` is the game that is kept, `standing` how far it is; `open_table` leads to a table.

    `statistics` leads to the page about finished games, told whether one is kept that is not finished.
    """

    covers = True

    def __init__(
        self,
        kit: Kit,
        match: Match | None,
        open_table: Callable[[Match], Scene],
        statistics: Callable[[bool], Scene],
        standing: Reason | None = None,
    ) -> None:
        self._kit = kit
        self._match = match
        self._open_table = open_table
        self._statistics = statistics
        self._standing = standing
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None
        self._of: list[tuple[Control, str]] = []
        """The box and the buttons of each game."""

    def title(self) -> str:
        """Return the product's name."""
        return self._kit.words("product.name")

    def lay_out(self) -> None:
        """Build the shelf for the present window: what is to be continued and the boxes side by side where they fit."""
        kit, metrics = self._kit, self._kit.metrics
        self._of = []
        width, height = metrics.size
        gutter = Scroll.gutter(metrics)
        inner = width - 2 * page.margin(kit) - gutter
        top, middle, foot = self._name(inner), self._middle(inner), self._foot(inner)
        needed = top.y + middle.y + foot.y + 4 * metrics.px(24)
        spare = max(0, height - needed)
        column = Column(kit, width)
        left = page.margin(kit) + gutter // 2
        column.place(top, left, metrics.px(24))
        # a little above the middle: the eye's middle, not the ruler's
        column.place(middle, left, metrics.px(48) + top.y + round(spare * 0.46))
        column.place(foot, left, metrics.px(72) + top.y + middle.y + spare)
        step = kit.painter.type.line_height(metrics.body)
        offset = self._scroll.offset if self._scroll is not None else 0
        whole = max(needed, height)
        self._scroll = Scroll(
            pygame.Rect(0, 0, width, height), column.paints, whole, step, offset, inner=column.controls, stop=False
        )
        self._scroll.said = column.said
        self._paints = [(kit.painter.ground(metrics.size), (0, 0))]
        self._controls.replace((self._scroll,))

    def _name(self, width: int) -> Column:
        """Return the seal and the product's name."""
        kit, metrics, typed = self._kit, self._kit.metrics, self._kit.painter.type
        column = Column(kit, width)
        seal = metrics.px(64)
        name = typed.write(
            kit.words("product.name"), max(metrics.px(40), metrics.text(34)), kit.palette.strong, bold=True
        )
        other = typed.write(kit.words("product.latin"), metrics.text(20), kit.palette.muted)
        left = seal + metrics.px(18)
        tall = max(seal, name.get_height())
        column.paints.append((kit.painter.drawing("seal", (seal, seal)), (0, (tall - seal) // 2)))
        column.paints.append((name, (left, (tall - name.get_height()) // 2)))
        beside = left + name.get_width() + metrics.px(14)
        foot = (tall + name.get_height()) // 2 - round(name.get_height() * 0.12)
        column.paints.append((other, (beside, foot - other.get_height())))
        column.y = tall
        return column

    def _middle(self, width: int) -> Column:
        """Return the placard and the boxes: on one board where they fit beside each other, else one above the other."""
        kit, metrics = self._kit, self._kit.metrics
        gap = metrics.px(64)
        boxes, stands = self._boxes(width)
        column = Column(kit, width)
        if self._match is None:
            left = (width - boxes.width) // 2
            self._lay_board(column, left, boxes.width, stands)
            column.place(boxes, left, 0)
            column.y = boxes.y
        elif (room := width - boxes.width - gap) >= metrics.text(320):
            placard = self._placard(min(room, max(metrics.px(480), metrics.text(440))))
            across = placard.rect.w + gap + boxes.width
            left = (width - across) // 2
            lift = max(0, placard.rect.h - stands)
            self._lay_board(column, left, across, stands + lift)
            placard.rect.bottomleft = (left, stands + lift)
            self._stand(column, placard)
            column.place(boxes, left + placard.rect.w + gap, lift)
            column.y = boxes.y + lift
        else:
            placard = self._placard(min(width, max(metrics.px(480), metrics.text(480))))
            placard.rect.topleft = ((width - placard.rect.w) // 2, 0)
            self._stand(column, placard)
            column.y = placard.rect.h
            column.skip(28)
            left = (width - boxes.width) // 2
            self._lay_board(column, left, boxes.width, column.y + stands)
            column.place(boxes, left, column.y)
            column.y += boxes.y
        return column

    def _stand(self, column: Column, placard: Placard) -> None:
        column.paints += page.shadow(self._kit, placard.rect)
        column.controls.append(placard)

    def _lay_board(self, column: Column, left: int, width: int, top: int) -> None:
        board = self._board(width)
        column.paints.append((board, (left + (width - board.get_width()) // 2, top)))

    def _boxes(self, width: int) -> tuple[Column, int]:
        """Return the boxes, each with seats and minutes and its button below, and how deep down they stand."""
        kit, metrics = self._kit, self._kit.metrics
        gap = metrics.px(40)
        room = (width - gap * (len(GAMES) - 1)) // len(GAMES)
        wide = min(metrics.px(264 if len(GAMES) == 1 else 212), room)
        height = page.box_height(wide)
        stands = page.box_front(pygame.Rect(0, 0, wide, height)).bottom
        signs = [self._sign(game_id, wide) for game_id in GAMES]
        cell = max(wide, *(sign.width for sign in signs))
        row = max(1, min(len(signs), (width + gap) // (cell + gap)))
        column = Column(kit, row * cell + (row - 1) * gap)
        for first in range(0, len(signs), row):
            top, tallest = column.y, 0
            if first:
                self._lay_board(column, 0, column.width, top + stands)
            for place, game_id in enumerate(list(GAMES)[first : first + row]):
                left, sign = place * (cell + gap), signs[first + place]
                rect = pygame.Rect(left + (cell - wide) // 2, top, wide, height)
                drawing, name = page.box_drawing(game_id), kit.words(f"{game_id}.title")
                box = Box(rect, drawing, name, self._setting_up(game_id))
                self._of.append((box, game_id))
                column.controls.append(box)
                column.place(sign, left + (cell - sign.width) // 2, top + stands + metrics.px(36))
                tallest = max(tallest, sign.y)
            column.y = top + stands + metrics.px(36) + tallest
            column.skip(32)
        column.y -= metrics.px(32)
        return column, stands

    def _sign(self, game_id: str, wide: int) -> Column:
        """Return what stands under a box: seats, minutes, the buttons to set up a new game and to learn it."""
        kit, metrics, words, typed = self._kit, self._kit.metrics, self._kit.words, self._kit.painter.type
        line = page.sitting(kit, game_id)
        main = self._match is None and game_id == next(iter(GAMES))  # Enter always leads somewhere
        button = Button(page.nowhere(), words("menu.new_game"), self._setting_up(game_id), main=main)
        button.name = words(f"{game_id}.title")
        if main:
            button.note = words("keys.enter")
        learn = Button(page.nowhere(), words("lesson.learn"), lambda: Learn(game_id))
        needed = button_size(kit.painter, metrics, button.label, button.note, main=main)[0]
        needed = max(needed, button_size(kit.painter, metrics, learn.label)[0])
        self._of += [(button, game_id), (learn, game_id)]
        column = Column(kit, max(wide, typed.width(line, metrics.note), needed))
        column.text(line, metrics.note, kit.palette.text, centred=True)
        column.skip(12)
        column.flow((button,), align=0.5)
        column.skip(8)
        column.flow((learn,), align=0.5)
        return column

    def _board(self, width: int) -> pygame.Surface:
        """Return the shelf's board, lit from above, running out into the dark at both ends."""
        metrics, painter = self._kit.metrics, self._kit.painter
        end = metrics.px(120)
        size = (width + 2 * end, metrics.px(22))

        def make() -> pygame.Surface:
            strip = pygame.Surface((1, size[1]), pygame.SRCALPHA)
            for y, (colour, strength) in enumerate(_wood(size[1], max(1, metrics.px(2)))):
                strip.set_at((0, y), (*colour, strength))
            ends = pygame.Surface((size[0], 1), pygame.SRCALPHA)
            for x in range(size[0]):
                ends.set_at((x, 0), (255, 255, 255, round(255 * min(1.0, (min(x, size[0] - 1 - x) + 1) / end))))
            surface = pygame.transform.scale(strip, size)
            surface.blit(pygame.transform.scale(ends, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            return surface

        return painter.keep(("board", size), make)

    def _placard(self, width: int) -> Placard:
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        match = self._match
        if match is None:
            raise ValueError("there is nothing to continue")
        left, pad = metrics.px(48), metrics.px(28)
        inner = Column(kit, width - left - pad)
        inner.skip(26)
        hint = kit.painter.type.write(words("keys.enter"), metrics.note, theme.QUIET)
        inner.text(words("menu.continue"), metrics.text(32), theme.INK, bold=True)
        inner.skip(8)
        name = words(f"{match.game_id}.title")
        if (rules := rules_name(words, match.game_id, match.options)) is not None:
            name = words("list.dot", first=name, second=rules)
        inner.text(name, metrics.title, theme.INK, bold=True)
        inner.skip(2)
        for line in page.joined(kit, self._story(match), inner.width):
            inner.text(line, metrics.note, theme.QUIET)
        inner.skip(16)
        if self._standing is not None and "total" in (numbers := dict(self._standing.values)):
            mark = max(metrics.px(18), metrics.text(15))
            row = page.progress(kit, int(str(numbers["count"])), int(str(numbers["total"])), mark)
            inner.paints += moved(row, (0, inner.y))
            inner.y += mark
        inner.skip(28)
        said = moved(inner.paints, (left, 0))
        said.append((hint, (width - pad - hint.get_width(), metrics.px(24))))
        return Placard(pygame.Rect(0, 0, width, inner.y), self._continue, said, label=", ".join(inner.said))

    def _story(self, match: Match) -> list[str]:
        """Return where the game stands: its deal, how far it is, how many actions, or that it is over."""
        kit, words = self._kit, self._kit.words
        standing = match.chair.standing()
        said = [page.deal_name(kit, match.deal)]
        if self._standing is not None:
            said.append(words.say(self._standing))
        over = standing.outcome is not None
        return [*said, words("menu.over") if over else words("table.actions", count=standing.actions)]

    def _foot(self, width: int) -> Column:
        words = self._kit.words
        column = Column(self._kit, width)
        buttons = (
            Button(page.nowhere(), words("menu.rules"), self._rules, note=words.key("rules")),
            Button(page.nowhere(), words("menu.statistics"), self._past, note=words.key("statistics")),
            Button(page.nowhere(), words("menu.settings"), self._settings),
            Button(page.nowhere(), words("menu.quit"), Leave),
        )
        column.flow(buttons, align=0.5)
        return column

    def _setting_up(self, game_id: str) -> Act:
        def set_up() -> Command:
            from scenes.pages.setup import SetUp

            return Push(SetUp(self._kit, game_id, self._running, self._open_table))

        return set_up

    @property
    def _running(self) -> bool:
        return self._match is not None and self._match.at_stake

    def _past(self) -> Command:
        return Push(self._statistics(self._running))

    def _continue(self) -> Command | None:
        return None if self._match is None else Home(self._open_table(self._match))

    def _rules(self) -> Command:
        """Lead to the rules of the game that is meant, else of the one that is kept, else of the first."""
        from scenes.pages.rules import RulesPage

        kept = next(iter(GAMES)) if self._match is None else self._match.game_id
        game_id = next((game for control, game in self._of if control is self._controls.meant), kept)
        return Push(RulesPage(self._kit, game_id, None))

    def _settings(self) -> Command:
        from scenes.pages.settings import Settings

        return Push(Settings(self._kit))

    def handle(self, event: Input) -> Command | None:
        """Let placard, boxes and buttons answer; F1 leads to the rules, F2 to the statistics. There is no way back."""
        taken, command = self._controls.handle(event)
        if taken:
            return command
        match event:
            case Key("f1"):
                return self._rules()
            case Key("f2"):
                return self._past()
        return command

    def update(self, _dt: float) -> bool:
        """Stand still."""
        return False

    def paint(self) -> list[Paint]:
        """Return the picture."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]


def _wood(height: int, edge: int) -> list[tuple[theme.Colour, int]]:
    """Return colour and opacity of the board line by line: a lit edge, the front, and the shadow it throws."""
    front = round(height * 0.55)
    lines: list[tuple[theme.Colour, int]] = [((0xD0, 0xB0, 0x7C), 240)] * edge
    lines += [((0x6E, 0x55, 0x3B), 240)] * (front - edge)
    return lines + [((0, 0, 0), round(110 * (1 - step / (height - front)))) for step in range(height - front)]
