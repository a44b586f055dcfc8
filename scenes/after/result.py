"""The end of a game: won or lost and why, the score, how it went, and where to go on."""

from __future__ import annotations

import pygame

from game.deck_defence import public as deck_defence
from scenes.after.ending import STAMP, Ending
from scenes.after.past import opened
from scenes.drawing import theme
from scenes.drawing.painter import FADES
from scenes.drawing.stage import Paint
from scenes.host import Match, begin, fresh_deal
from scenes.pages import page
from scenes.pages.controls import Button
from scenes.pages.page import Column, Paths
from scenes.scene import Back, Command, Home, Kit

CRESTS: dict[str, tuple[str, ...]] = {deck_defence.ID: ("suit-fire", "suit-sword", "suit-forest")}
"""For each game, the drawings over the score of a win."""
MOST: dict[str, int] = {deck_defence.ID: 9}
"""For each game, its best score."""
REVIEWED: tuple[str, ...] = (deck_defence.ID,)
"""The games of which a finished one can be reviewed."""

_FIRST_MARK, _EACH_MARK = 0.25, 0.09
"""Seconds until the first mark of a score is filled, and from one to the next."""
_FADE = 0.5
"""Seconds in which all that comes into sight together where motion is reduced."""


class Result(Ending):
    """The dialog over the table of `match`, which has ended."""

    def __init__(self, kit: Kit, match: Match, paths: Paths) -> None:
        super().__init__(kit, match, paths)
        self._won = self._is_festive()
        self._score = self._outcome.scores[match.chair.seat]
        progress = dict(paths.standing(match).values)
        self._done, self._all = int(str(progress["count"])), int(str(progress["total"]))
        self._marks: list[pygame.Rect] = []
        self._seal: pygame.Rect | None = None

    def lay_out(self) -> None:
        """Build the dialog for the present window."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        column = Column(kit, page.dialog_width(kit, 760))
        gap = metrics.px(40)
        sheet_width = max(metrics.px(248), self._narrowest())
        room = column.width - sheet_width - gap
        if room >= metrics.text(300):
            left, right = self._sheet(sheet_width), self._facts(room)
            tall = max(left.y, right.y)
            sheet_at = (0, (tall - left.y) // 2)
            column.place(left, *sheet_at)
            column.place(right, sheet_width + gap, (tall - right.y) // 2)
            column.y = tall
        else:
            sheet_width = min(column.width, max(sheet_width, metrics.px(360)))
            left, right = self._sheet(sheet_width), self._facts(column.width)
            sheet_at = ((column.width - sheet_width) // 2, 0)
            column.place(left, *sheet_at)
            column.y = left.y
            column.skip(24)
            column.place(right, 0, column.y)
            column.y += right.y
        column.skip(28)
        buttons = (
            Button(page.nowhere(), words("result.next_deal"), self._next, main=True, note=words("keys.enter")),
            Button(page.nowhere(), words("result.again"), self._again),
            Button(page.nowhere(), words("result.look"), Back, note=words("keys.escape")),
            Button(page.nowhere(), words("result.shelf"), lambda: Home(self._paths.shelf())),
            *self._past(),
            Button(page.nowhere(), words("result.statistics"), self._statistics, note=words.key("statistics")),
        )
        column.flow(buttons, align=0.5)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._paints, self._scroll = page.dialog(kit, column, offset)
        if self._won and not self._scroll.furthest:  # light falls around the paper, beyond what a scroll would show
            paper = pygame.Rect(
                (self._scroll.rect.x + sheet_at[0], self._scroll.rect.y + sheet_at[1]), (left.width, left.y)
            )
            self._paints += page.halo(kit, paper, kit.palette.accent, 120)
        for rect in (*self._marks, *(() if self._seal is None else (self._seal,))):
            rect.move_ip(sheet_at)
        self._controls.replace((self._scroll,))
        self._slips.lay_out()

    def _past(self) -> list[Button]:
        """Return the ways back into the game."""
        words = self._kit.words
        buttons = [Button(page.nowhere(), words("result.replay"), self._replay)]
        if self._match.game_id in REVIEWED:
            buttons.insert(0, Button(page.nowhere(), words("result.review"), self._review))
        return buttons

    def _narrowest(self) -> int:
        """Return the width that the words on the sheet need."""
        kit = self._kit
        label = kit.words("result.score" if self._won else "result.repelled")
        return kit.painter.type.width(label, kit.metrics.body, bold=True) + 2 * kit.metrics.px(24)

    def _sheet(self, width: int) -> Column:
        """Return the score on paper with its marks, or, after a loss, how far it went, on the dark."""
        kit, metrics, painter, words = self._kit, self._kit.metrics, self._kit.painter, self._kit.words
        column = Column(kit, width)
        ink, quiet = (theme.INK, theme.QUIET) if self._won else (painter.palette.text, painter.palette.muted)
        number, most = (self._score, MOST[self._match.game_id]) if self._won else (self._done, self._all)
        column.skip(20)
        if self._won:
            crest = metrics.px(34)
            names = CRESTS[self._match.game_id]
            across = len(names) * crest + (len(names) - 1) * metrics.px(8)
            for index, name in enumerate(names):
                at = ((width - across) // 2 + index * (crest + metrics.px(8)), column.y)
                column.paints.append((painter.drawing(name, (crest, crest)), at))
            column.y += crest
            column.skip(8)
        column.text(
            words("result.score" if self._won else "result.repelled"), metrics.body, quiet, bold=True, centred=True
        )
        size = max(metrics.text(40), metrics.px(104 if self._won else 72))
        digits = painter.type.write(str(number), size, ink, bold=True)
        column.paints.append((digits, ((width - digits.get_width()) // 2, column.y)))
        middle = column.y + digits.get_height() // 2
        column.y += digits.get_height()
        of_what = words("result.out_of", most=most) if self._won else words("result.of_all", total=most)
        column.text(of_what, metrics.note, quiet, centred=True)
        column.skip(12)
        gap = metrics.px(6)
        mark = min(max(metrics.px(18), metrics.text(15)), (width - 2 * metrics.px(16) - gap * (most - 1)) // most)
        left = (width - most * mark - (most - 1) * gap) // 2
        self._marks = [pygame.Rect(left + index * (mark + gap), column.y, mark, mark) for index in range(most)]
        line = (0xB9, 0xA9, 0x88) if self._won else painter.palette.faint
        hollow = painter.plate((mark, mark), theme.INK, opacity=0.05, line=line, line_width=1.4, radius=mark / 2)
        column.paints += [(hollow, rect.topleft) for rect in self._marks]
        column.y += mark
        column.skip(24)
        self._seal = None
        paper = (width, column.y)
        if self._won:
            plate = painter.plate(paper, theme.PAPER, line=theme.SAND, line_width=1.5, radius=metrics.px(12))
            column.paints.insert(0, (plate, (0, 0)))
            inner = (width - 2 * metrics.px(7), column.y - 2 * metrics.px(7))
            frame = painter.plate(
                inner, theme.PAPER, opacity=0.0, line=theme.INK, line_opacity=0.35, line_width=1.2, radius=metrics.px(8)
            )
            column.paints.insert(1, (frame, (metrics.px(7), metrics.px(7))))
            seal = metrics.px(58)
            self._seal = pygame.Rect(0, 0, seal, seal)
            self._seal.midright = (width - metrics.px(18), middle + metrics.px(12))
        else:
            column.paints.insert(0, (painter.panel(paper, metrics.px(12)), (0, 0)))
        return column

    def _facts(self, width: int) -> Column:
        """Return won or lost, why, and the numbers of the game."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        column = Column(kit, width)
        name, colour = ("result.won", kit.palette.accent) if self._won else ("result.lost", kit.palette.text)
        column.text(words(name), metrics.text(34), colour, bold=True)
        column.text(words.say(self._outcome.reason), metrics.body, kit.palette.text)
        column.skip(16)
        facts = self._numbers()
        if self._won:
            facts.insert(1, (words("result.waste"), str(MOST[self._match.game_id] - self._score)))
            facts.insert(0, (words("result.repelled"), f"{self._done} / {self._all}"))
        column.facts(facts)
        return column

    def _next(self) -> Command:
        return self._deal(fresh_deal(self._match.game_id))

    def _again(self) -> Command:
        return self._deal(self._match.deal)

    def _review(self) -> Command:
        return opened(self._kit, self._match.name, lambda record: self._paths.review(record, running=False))

    def _deal(self, deal: str) -> Command:
        match = begin(self._kit.store, self._match.game_id, deal, self._match.options)
        return Home(self._paths.table(match))

    @property
    def _end(self) -> float:
        """The time at which everything is shown."""
        if self._fades:
            return _FADE
        return (_FIRST_MARK + self._score * _EACH_MARK + STAMP) * self._kit.motion if self._won else 0.0

    @property
    def _fades(self) -> bool:
        """Whether a win fades in."""
        return self._won and self._kit.fades

    def _is_festive(self) -> bool:
        return self._match.chair.seat in self._outcome.winners

    def _coming(self) -> list[Paint]:
        """Return the marks, filled one after the other, and after a win the seal; or all of it as it fades in."""
        painter, motion = self._kit.painter, self._kit.motion
        number, colour = (self._score, theme.VERMILION) if self._won else (self._done, self._kit.palette.heading)
        filling = self._time < self._end and not self._fades
        if filling:
            number = max(0, min(number, int((self._time / motion - _FIRST_MARK) / _EACH_MARK) + 1))
        paints: list[Paint] = []
        for rect in self._marks[:number]:
            disc = painter.plate(rect.size, colour, radius=rect.w / 2)
            paints.append((disc, rect.topleft))
        if self._seal is not None and motion * (_FIRST_MARK + self._score * _EACH_MARK) <= self._time:
            past = (self._time - (self._end - STAMP * motion)) / (STAMP * motion) if filling else 1.0
            paints.append(self._stamp(self._seal, past))
        if self._fades and self._time < self._end:
            step = round(self._time / self._end * FADES)
            paints = [(painter.faded(surface, step), pos) for surface, pos in paints]
        return self._within(paints)
