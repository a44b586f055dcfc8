"""The end of a game of several people: who won and why, everybody's place, how it went, how the match play stands.

It shows what is open to all; whose hand was what is for the replay. The table behind it stays as the last seat saw it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pygame

from game.core import Beat, Outcome, Seat
from game.haruhi import card_set as haruhi
from game.kanu import card_set as kanu
from scenes.after.chart import Course, chart
from scenes.after.ending import STAMP, Ending
from scenes.drawing import theme
from scenes.drawing.stage import Paint
from scenes.haruhi import verdicts
from scenes.haruhi.course import course as haruhi_course
from scenes.host import Match, begin, fresh_deal
from scenes.kanu.course import course as kanu_course
from scenes.pages import page
from scenes.pages.controls import Button
from scenes.pages.page import Column, Paths
from scenes.scene import Back, Command, Home, Kit
from scenes.seat_marks import seat_mark
from scenes.seating import Sitting, player_name
from scenes.words import Words

SCORES: dict[str, str] = {kanu.ID: "kanu.count.pairs", haruhi.ID: "haruhi.ranking.points"}
"""For each game of several people, the words for a score."""
COURSES: dict[str, Callable[[Iterable[Beat[Any, Any]]], Course]] = {
    kanu.ID: kanu_course,
    haruhi.ID: haruhi_course,
}
"""For each game of several people, how it went, from what a seat was shown."""
RANKS: dict[str, Callable[[Any], tuple[int, ...]]] = {haruhi.ID: verdicts.ranks}
"""For games that somebody wins without being first, the places of all seats by the last View."""


class Why(Protocol):
    """Says below the name of a seat why it has won or not, by the last View; a winner's name stands on paper."""

    def __call__(self, kit: Kit, view: Any, seat: int, width: int, *, on_paper: bool) -> Column:  # noqa: ANN401
        """Return it, so many pixels wide."""
        ...


WHYS: dict[str, Why] = {haruhi.ID: verdicts.why}
"""For games in which the score alone does not say who wins."""

_FIRST = 0.3
"""Seconds until the seal sets out."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of one seat, from 1; seats with the same result share theirs."""

    number: int
    seat: int
    score: int
    won: bool


def places(outcome: Outcome, ranks: Sequence[int] = ()) -> tuple[Place, ...]:
    """Return all places: winners first, then by score; those who share a place stand in the order of their seats.

    Where the rules have `ranks` of their own, by these.
    """
    if ranks:
        order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
        return tuple(Place(ranks[seat], seat, outcome.scores[seat], Seat(seat) in outcome.winners) for seat in order)
    results = [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
    order = sorted(range(len(results)), key=lambda seat: (not results[seat][0], -results[seat][1], seat))
    return tuple(
        Place(1 + sum(other > results[seat] for other in results), seat, results[seat][1], results[seat][0])
        for seat in order
    )


class _Row:
    """A row around the height `middle` whose ends, `left` and `right`, move together as things are put there."""

    def __init__(self, middle: int, left: int, right: int, gap: int) -> None:
        self.paints: list[Paint] = []
        self._middle, self._left, self._right, self._gap = middle, left, right, gap

    @property
    def room(self) -> int:
        """The pixels that are free."""
        return max(1, self._right - self._left)

    def first(self, surface: pygame.Surface, width: int) -> None:
        """Put something in the middle of the next `width` pixels from the left."""
        self._put(surface, self._left + (width - surface.get_width()) // 2)
        self._left += width + self._gap

    def last(self, surface: pygame.Surface, width: int = 0) -> None:
        """Put something at the right, where at least `width` pixels are left to it."""
        self._put(surface, self._right - surface.get_width())
        self._right -= max(width, surface.get_width()) + self._gap

    def _put(self, surface: pygame.Surface, x: int) -> None:
        self.paints.append((surface, (x, self._middle - surface.get_height() // 2)))


class Ranking(Ending):
    """The dialog over the table of `match`, which several people have played to its end."""

    def __init__(self, kit: Kit, match: Match, paths: Paths) -> None:
        super().__init__(kit, match, paths)
        self._view = match.chair.view()
        self._why = WHYS.get(match.game_id)
        ranks = RANKS[match.game_id](self._view) if match.game_id in RANKS else ()
        self._places = places(self._outcome, ranks)
        self._after = match.sitting.after(self._outcome)
        self._course = COURSES[match.game_id](match.chair.past()) if match.game_id in COURSES else ()
        self._seals: list[pygame.Rect] = []

    # Layout

    def lay_out(self) -> None:
        """Build the dialog for the present window: places and course beside each other where they fit."""
        kit, metrics = self._kit, self._kit.metrics
        column = Column(kit, page.dialog_width(kit, 940 if self._why is None else 1180))
        self._told(column)
        column.skip(18)
        gap = metrics.px(32)
        left_width = (column.width - gap) * (12 if self._why is None else 15) // 25
        beside = left_width >= metrics.text(330) and self._course
        left = self._ranking(left_width if beside else column.width)
        top = column.y
        if beside:
            right = Column(kit, column.width - gap - left_width)
            self._facts(right)
            column.place(left, 0, top)
            column.place(right, left_width + gap, top)
            column.y += max(left.y, right.y)
        else:
            column.place(left, 0, top)
            column.y += left.y
            column.skip(20)
            below = Column(kit, column.width)
            self._facts(below)
            column.place(below, 0, column.y)
            column.y += below.y
        for seal in self._seals:
            seal.move_ip(0, top)
        foot = Column(kit, column.width)
        foot.flow(self._buttons(), align=0.5)
        stays = foot.y <= metrics.size[1] // 4  # in the smallest windows the places need the room
        if not stays:
            column.skip(24)
            column.place(foot, 0, column.y)
            column.y += foot.y
        offset = self._scroll.offset if self._scroll is not None else 0
        self._paints, self._scroll = page.dialog(kit, column, offset, foot if stays else None)
        self._controls.replace((*foot.controls, self._scroll) if stays else (self._scroll,))
        self._slips.lay_out()

    def _told(self, column: Column) -> None:
        """Say who won, why it ended, and how the match play stands."""
        words, metrics = self._kit.words, self._kit.metrics
        colour = self._kit.palette.accent if self._outcome.winners else self._kit.palette.text
        won = who_won(words, self._match.game_id, self._match.sitting, self._outcome)
        column.text(won, metrics.text(32), colour, bold=True)
        column.text(words.say(self._outcome.reason), metrics.body, self._kit.palette.text)
        if lines := match_lines(words, self._after):
            told = lines[0] if len(lines) == 1 else words("list.sentences", first=lines[0], second=lines[1])
            column.text(told, metrics.body, self._kit.palette.heading, bold=True)

    def _ranking(self, width: int) -> Column:
        """Return everybody's place, the winners on paper with the seal."""
        column = Column(self._kit, width)
        self._seals = []
        for index, place in enumerate(self._places):
            if index:
                column.skip(10 if place.won or self._places[index - 1].won else 0)
            below = index + 1 < len(self._places) and not self._places[index + 1].won
            self._place(column, place, line=not place.won and (below if self._why else index + 1 < len(self._places)))
        return column

    def _place(self, column: Column, place: Place, *, line: bool) -> None:
        """Add a row: place, mark, name, games won of the match, score; `line` draws a hairline below it."""
        metrics, typed = self._kit.metrics, self._kit.painter.type
        large = metrics.text(23)
        size = large if place.won else metrics.text(18)
        ink, quiet = (theme.INK, theme.QUIET) if place.won else (self._kit.palette.text, self._kit.palette.muted)
        disc, gap = round(large * 1.75), max(metrics.px(12), round(size * 0.5))
        tall = max(metrics.px(76), disc + metrics.px(26)) if place.won else max(metrics.px(46), round(size * 2.1))
        row = _Row(column.y + tall // 2, metrics.px(18), column.width - metrics.px(18), gap)
        left = metrics.px(18) + typed.width("0", large, bold=True) + disc + 2 * gap
        below = Column(self._kit, column.width - left - metrics.px(18))
        if self._why is not None:
            tall -= metrics.px(8)
            below = self._why(self._kit, self._view, place.seat, below.width, on_paper=place.won)
            below.skip(14 if place.won else 8)
        if place.won:
            self._paper(column, tall + below.y)
        number = typed.write(str(place.number), size, quiet, bold=True)
        row.first(number, typed.width("0", large, bold=True))
        row.first(self._mark(place, disc, size), disc)
        if place.won:
            seal = pygame.Surface((min(metrics.px(56), tall - metrics.px(12)),) * 2, pygame.SRCALPHA)
            row.last(seal)  # a place for it: it comes down when everything else stands there
            self._seals.append(seal.get_rect(topleft=row.paints[-1][1]))
        scores = [typed.width(self._score(other.score), size, bold=True) for other in self._places]
        row.last(typed.write(self._score(place.score), size, ink, bold=True), max(scores))
        games = self._games_won(place, size)
        lines = self._name(place, size, row.room)
        if games is not None and lines.get_width() + gap + games.get_width() <= row.room:
            row.last(games)  # else the name needs the room; the line above tells it as well
        row.first(lines, lines.get_width())
        column.paints += row.paints
        column.y += tall
        column.place(below, left, column.y)
        column.y += below.y
        if line:
            column.line()

    def _mark(self, place: Place, disc: int, size: int) -> pygame.Surface:
        """Return a seat's mark; its colour is meant for the dark, so on paper it stands on a dark disc."""
        painter = self._kit.painter
        mark = seat_mark(painter, self._match.sitting.marks[place.seat], round(size * 1.25))
        if not place.won:
            return mark

        def make() -> pygame.Surface:
            surface = painter.plate((disc, disc), painter.palette.ground[1], radius=disc / 2).copy()
            surface.blit(mark, mark.get_rect(center=(disc // 2, disc // 2)))
            return surface

        return painter.keep(("mark on a disc", self._match.sitting.marks[place.seat], disc), make)

    def _name(self, place: Place, size: int, room: int) -> pygame.Surface:
        """Return a name: smaller where it is long, in two lines where it is too long for that."""
        metrics, painter, typed = self._kit.metrics, self._kit.painter, self._kit.painter.type
        sitting, ink = self._match.sitting, theme.INK if place.won else painter.palette.text
        name = player_name(self._kit.words, sitting.names[place.seat], sitting.level(Seat(place.seat)))
        small = typed.shrink(name, size, room, metrics.text(16), bold=True)
        across = typed.width(name, small, bold=True)
        if across <= room:
            return typed.write(name, small, ink, bold=True)

        def make() -> pygame.Surface:
            least = max(9, small // 2)
            half = next((part for part in range(small, least, -1) if len(wrapped(part)) <= 2), least)
            texts = [typed.write(line, half, ink, bold=True) for line in wrapped(half)]
            step = typed.line_height(half)
            surface = pygame.Surface((max(text.get_width() for text in texts), step * len(texts)), pygame.SRCALPHA)
            for index, text in enumerate(texts):
                surface.blit(text, (0, index * step + (step - text.get_height()) // 2))
            return surface

        def wrapped(part: int) -> list[str]:
            halved = typed.width(name, part, bold=True) * 11 // 20
            return typed.wrap(name, part, min(room, halved), bold=True)

        return painter.keep(("name", name, small, room, ink), make)

    def _paper(self, column: Column, tall: int) -> None:
        painter, px = self._kit.painter, self._kit.metrics.px
        size = (column.width, tall)
        column.paints.append(
            (painter.plate(size, theme.PAPER, line=theme.SAND, line_width=1.5, radius=px(12)), (0, column.y))
        )
        inner = (size[0] - 2 * px(5), size[1] - 2 * px(5))
        frame = painter.plate(
            inner, theme.PAPER, opacity=0.0, line=theme.INK, line_opacity=0.3, line_width=1.2, radius=px(8)
        )
        column.paints.append((frame, (px(5), column.y + px(5))))

    def _games_won(self, place: Place, size: int) -> pygame.Surface | None:
        """Return a mark for each game of the match that the seat has won, None where there is only one game."""
        sitting, painter = self._after, self._kit.painter
        if sitting.games == 1:
            return None
        won = sitting.won[place.seat]
        side, total = max(8, round(size * 0.5)), max(sitting.games // 2 + 1, won)

        def make() -> pygame.Surface:
            marks = page.progress(self._kit, won, total, side)
            surface = pygame.Surface((marks[-1][1][0] + side, side), pygame.SRCALPHA)
            surface.fblits(marks)
            return surface

        return painter.keep(("games won", won, total, side), make)

    def _score(self, score: int) -> str:
        key = SCORES.get(self._match.game_id)
        return str(score) if key is None else self._kit.words(key, count=score)

    def _facts(self, column: Column) -> None:
        """Add how the game went, and its numbers."""
        kit, words = self._kit, self._kit.words
        if len(self._course) > 1:
            title = words(f"{self._match.game_id}.ranking.course")
            chart(kit, column, title, self._course, self._match.sitting.marks)
            column.skip(12)
        column.facts(self._numbers())

    def _buttons(self) -> tuple[Button, ...]:
        words = self._kit.words
        on = "ranking.again" if self._after.settled else "ranking.next_game"
        return (
            Button(page.nowhere(), words(on), self._on, main=True, note=words("keys.enter")),
            Button(page.nowhere(), words("result.look"), Back, note=words("keys.escape")),
            Button(page.nowhere(), words("result.replay"), self._replay),
            Button(page.nowhere(), words("result.statistics"), self._statistics, note=words.key("statistics")),
            Button(page.nowhere(), words("result.shelf"), lambda: Home(self._paths.shelf())),
        )

    # Ways

    def _on(self) -> Command:
        """Deal the next game of the match play, or, once that is settled, the first one of another."""
        match = self._match
        sitting = match.sitting.afresh() if self._after.settled else self._after
        deal = fresh_deal(match.game_id)
        return Home(self._paths.table(begin(self._kit.store, match.game_id, deal, match.options, sitting)))

    @property
    def _end(self) -> float:
        """The time at which everything is shown."""
        return (_FIRST + STAMP) * self._kit.motion if self._seals else 0.0

    def _is_festive(self) -> bool:
        return any(self._match.sitting.level(seat) is None for seat in self._outcome.winners)

    def _coming(self) -> list[Paint]:
        """Return the seals of those who have won."""
        past = 1.0 if self._time >= self._end else (self._time / self._kit.motion - _FIRST) / STAMP
        return [] if past < 0 else self._within([self._stamp(seal, past) for seal in self._seals])


def who_won(words: Words, game_id: str, sitting: Sitting, outcome: Outcome) -> str:
    """Return who has won, in a sentence."""
    return won_by(words, game_id, [sitting.names[seat] for seat in outcome.winners])


def won_by(words: Words, game_id: str, names: Sequence[str]) -> str:
    """Return that those who are named have won a game; there may be nobody."""
    match names:
        case []:
            return words("ranking.nobody")
        case [name]:
            return words("ranking.won", name=name)
        case _:
            own = f"{game_id}.ranking.shared"
            return words(own if words.has(own) else "ranking.shared", names=listed(words, names))


def listed(words: Words, names: Sequence[str]) -> str:
    """Return names as one says them: "Aoi, Haru and Natsu"."""
    told = names[0]
    for index, name in enumerate(names[1:], start=2):
        told = words("list.and" if index == len(names) else "list.comma", first=told, second=name)
    return told


def match_lines(words: Words, sitting: Sitting) -> list[str]:
    """Return how a match play of several games stands after the last one, and which game is next; else nothing."""
    if sitting.games == 1:
        return []
    first, second, *_ = sorted(sitting.won, reverse=True)
    lines: list[str] = []
    ahead = [name for name, won in zip(sitting.names, sitting.won, strict=True) if won == first]
    settled = sitting.settled
    if len(ahead) == 1:
        key = "ranking.match_won" if settled else "ranking.match_leads"
        lines = [words(key, name=ahead[0], first=first, second=second)]
    elif first:  # there are games that nobody wins
        key = "ranking.match_shared" if settled else "ranking.match_level"
        lines = [words(key, names=listed(words, ahead), count=first)]
    if not settled:
        lines.append(words("ranking.match_next", number=sitting.dealt + 1, games=sitting.games))
    return lines
