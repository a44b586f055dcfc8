"""The page about one finished game: what was possible, how the chance went, and which actions lost most of it.

It is thought out beside the page, which shows what is known so far; leaving the page ends the thinking. The page knows
no game: what it tells comes from the game's desk as `Reviewed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pygame

from game.core import Reason
from game.record import Record
from scenes import host
from scenes.after.result import MOST
from scenes.desk import Desk
from scenes.drawing import theme
from scenes.drawing.painter import hexed, svg
from scenes.drawing.stage import Paint, moved
from scenes.host import Match
from scenes.pages import ledger, page
from scenes.pages.controls import Button, button_size
from scenes.pages.page import Column
from scenes.pages.still_page import ScrolledPage
from scenes.scene import Command, Kit, Push, Scene
from scenes.thinking import Stop, Thinker

LONGEST = 300.0
"""Seconds of thinking at most; a usual game takes some twenty."""
_STEPS = 40
"""So many lengths has the bar that shows how far it is."""
_SCORE = (0x96, 0x5E, 0x0A)
"""Gold, dark enough for a line on paper."""


@dataclass(frozen=True, slots=True)
class Possible:
    """The best score that the deal allowed, None where it allows none or none was found, and how sure that is."""

    score: int | None
    note: Reason


@dataclass(frozen=True, slots=True)
class Turn:
    """An action that lost much, made when `at` actions lay behind: what was done, what was better, what that cost."""

    at: int
    played: Reason
    better: Reason | None
    cost: Reason


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What is known of a game so far; `share` of the work has been done.

    `chances` (0 to 1) and `scores` are what was to be expected before each action that was looked at; `good` of these
    actions lost next to nothing. `turns` are those that lost most, the worst first, once everything is `done`.
    """

    possible: Possible | None
    chances: tuple[float, ...]
    scores: tuple[float, ...]
    good: int
    turns: tuple[Turn, ...]
    share: float
    done: bool


class Review(ScrolledPage):
    """The review of the game of `record`; `open_replay` leads to its replay after so many actions.

    Raises `BadInput` where the record does not replay.
    """

    read = True

    def __init__(
        self, kit: Kit, record: Record, desk_for: Callable[[Match], Desk], open_replay: Callable[[int], Scene]
    ) -> None:
        match, self._outcome = host.replay(record)
        super().__init__(kit)
        self._record = record
        self._desk = desk_for(match)
        self._open_replay = open_replay
        self._thinker: Thinker[Reviewed] = Thinker()
        self._begun = False
        self._thinking = True
        self._found: Reviewed | None = None

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("review.title")

    @property
    def found(self) -> Reviewed | None:
        """What is known so far."""
        return self._found

    @property
    def thinking(self) -> bool:
        """Whether more is coming."""
        return self._thinking

    # Layout

    def _rows(self, column: Column) -> None:
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        name = words("list.dot", first=words(f"{self._record.game}.title"), second=self._named_deal())
        column.text(name, metrics.note, kit.palette.muted)
        column.skip(12)
        ledger.tiles(kit, column, self._tiles())
        found = self._found
        if self.thinking:
            self._progress(column, 0.0 if found is None else found.share)
        if self._record.at:
            column.text(words("review.course"), metrics.title, kit.palette.heading, bold=True)
            column.skip(8)
            size = (self._record.at, MOST[self._record.game])
            _chart(kit, column, self._course(), size, () if found is None else found.turns)
            column.skip(22)
        if found is not None and not self.thinking:
            self._turns(column, found)
        replay = Button(page.nowhere(), words("result.replay"), partial(self._replay, 0))
        column.flow((replay,))

    def _named_deal(self) -> str:
        return page.deal_name(self._kit, self._record.deal)

    def _tiles(self) -> list[tuple[str, str, str]]:
        words, found, most = self._kit.words, self._found, MOST[self._record.game]
        none = words("stats.none")
        possible = None if found is None else found.possible
        of_most = words("result.out_of", most=most)
        won = self._outcome is not None and bool(self._outcome.winners)
        score = str(self._outcome.scores[0]) if won and self._outcome is not None else words("stats.lost_mark")
        chances = () if found is None else found.chances
        start = words("stats.percent", percent=round(100 * chances[0])) if chances else none
        good = none if found is None or not chances else str(found.good)
        return [
            (
                words("review.possible"),
                none if possible is None or possible.score is None else str(possible.score),
                words("review.not_yet") if possible is None else words.say(possible.note),
            ),
            (words("review.yours"), score, of_most if won else self._why()),
            (words("review.start"), start, words("review.start_note")),
            (words("review.good"), good, words("review.of_actions", count=len(chances))),
        ]

    def _why(self) -> str:
        return self._kit.words("stats.given_up" if self._record.conceded else "result.lost")

    def _progress(self, column: Column, share: float) -> None:
        """Say how far it has been thought out, and show it."""
        kit, metrics, painter = self._kit, self._kit.metrics, self._kit.painter
        step = round(share * _STEPS)
        told = kit.words("review.thinking", percent=round(100 * step / _STEPS))
        column.text(told, metrics.note, painter.palette.muted)
        column.skip(4)
        tall = max(4, metrics.px(6))
        track = painter.plate((column.width, tall), painter.palette.wash, opacity=0.12, radius=tall / 2)
        column.paints.append((track, (0, column.y)))
        if step:
            done = painter.plate(
                (column.width * step // _STEPS, tall), painter.palette.accent, opacity=0.9, radius=tall / 2
            )
            column.paints.append((done, (0, column.y)))
        column.y += tall
        column.skip(18)

    def _course(self) -> list[tuple[float, float]]:
        """Return chance and score, as shares of the most, before each action, and at last what came of it."""
        found, most = self._found, MOST[self._record.game]
        if found is None:
            return []
        course = [(chance, score / most) for chance, score in zip(found.chances, found.scores, strict=True)]
        if len(course) == self._record.at and self._outcome is not None and not self._record.conceded:
            won = bool(self._outcome.winners)
            course.append((float(won), self._outcome.scores[0] / most if won else 0.0))
        return course

    def _turns(self, column: Column, found: Reviewed) -> None:
        metrics, words = self._kit.metrics, self._kit.words
        column.text(words("review.turns"), metrics.title, self._kit.palette.heading, bold=True)
        column.skip(6)
        if not found.turns:
            column.text(self._no_turns(found), metrics.body, self._kit.palette.text)
            column.skip(18)
            return
        for number, turn in enumerate(found.turns, start=1):
            column.line()
            column.skip(10)
            self._turn(column, number, turn)
            column.skip(10)
        column.text(words("review.turns_note"), metrics.note, self._kit.palette.muted)
        column.skip(18)

    def _no_turns(self, found: Reviewed) -> str:
        """Say why no action is told of: there is none, none lost much, or the time was over before that was known."""
        words = self._kit.words
        if not found.done:
            return words("review.stopped", minutes=round(LONGEST / 60), percent=round(100 * found.share))
        return words("review.no_turns" if self._record.at else "review.no_actions")

    def _turn(self, column: Column, number: int, turn: Turn) -> None:
        """Write what an action cost, and beside it, or below, the way to its replay."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        button = Button(page.nowhere(), words("review.replay"), partial(self._replay, turn.at))
        size = button_size(kit.painter, metrics, button.label, widest=column.width)
        badge, across = _badge(kit, number)
        left = across + metrics.px(14)
        beside = column.width - left - size[0] - metrics.px(20) >= metrics.text(300)
        told = Column(kit, column.width - left - (size[0] + metrics.px(20) if beside else 0))
        told.text(
            words("review.played", number=turn.at + 1, what=turn.played), metrics.body, kit.palette.text, bold=True
        )
        if turn.better is not None:
            told.text(words("review.better", what=turn.better), metrics.body, kit.palette.text)
        told.text(words.say(turn.cost), metrics.note, kit.palette.muted)
        column.paints += moved(badge, (0, column.y))
        column.place(told, left, column.y)
        if beside:
            tall = max(told.y, size[1])
            button.rect = pygame.Rect((column.width - size[0], column.y + (tall - size[1]) // 2), size)
            column.y += tall
        else:
            column.y += told.y
            column.skip(8)
            button.rect = pygame.Rect((left, column.y), (min(size[0], column.width - left), size[1]))
            column.y += size[1]
        column.controls.append(button)

    # Ways

    def _replay(self, at: int) -> Command:
        return Push(self._open_replay(at))

    # Scene

    def leave(self) -> None:
        """Think no further."""
        self._thinker.cancel()

    def update(self, _dt: float) -> bool:
        """Begin to think, and take what has been thought out."""
        if not self._begun:
            self._begun = True
            record, desk = self._record, self._desk

            def job(stop: Stop) -> Iterator[Reviewed]:
                return desk.review(record, stop)

            self._thinker.begin(job, LONGEST)
        before, self._thinking = self._thinking, self._thinker.busy
        found = self._thinker.look()
        if found is not self._found or before != self._thinking:
            self._found = found
            self.lay_out()
        return self._thinking


def _badge(kit: Kit, number: int) -> tuple[list[Paint], int]:
    """Return the number of a turning point, as it also stands in the chart, and how wide it is."""
    size = kit.metrics.note
    across = round(size * 1.5)
    disc = kit.painter.plate((across, across), theme.VERMILION, radius=across / 2)
    digit = kit.painter.type.write(str(number), size, (255, 255, 255), bold=True)
    middle = ((across - digit.get_width()) // 2, (across - digit.get_height()) // 2)
    return [(disc, (0, 0)), (digit, middle)], across


def _chart(
    kit: Kit, column: Column, course: Sequence[tuple[float, float]], size: tuple[int, int], turns: Sequence[Turn]
) -> None:
    """Add the course on paper: the chance as a line over a tint, the score as a thin line with dots.

    `size` is how many actions there are, and the highest score.
    """
    total, most = size
    metrics, painter, typed, words = kit.metrics, kit.painter, kit.painter.type, kit.words
    note = typed.shrink("100%", metrics.note, column.width // 8, 9)
    step = typed.line_height(note)
    marks, across = _badge(kit, 1)
    pad, high = metrics.px(14), max(metrics.px(150), metrics.text(110))
    left = pad + typed.width("100%", note) + metrics.px(8)
    right = pad + typed.width(str(most), note) + metrics.px(8)
    plot = pygame.Rect(left, column.y + pad + across, column.width - left - right, high)
    legend = Column(kit, column.width - 2 * pad)
    _legend(kit, legend, note)
    tall = pad + across + high + metrics.px(4) + step + legend.y + pad
    paper = painter.plate((column.width, tall), theme.PAPER, line=theme.SAND, line_width=1.5, radius=metrics.px(12))
    column.paints.append((paper, (0, column.y)))
    for share in (0.0, 0.5, 1.0):
        y = plot.bottom - round(share * high)
        hair = painter.plate((plot.w, 1), theme.INK, opacity=0.45 if not share else 0.15, radius=0)
        column.paints.append((hair, (plot.x, y)))
        said = typed.write(words("stats.percent", percent=round(100 * share)), note, theme.QUIET)
        column.paints.append((said, (plot.x - metrics.px(8) - said.get_width(), y - said.get_height() // 2)))
    for score in (0, most):
        said = typed.write(str(score), note, _SCORE, bold=True)
        y = plot.bottom - high * score // most
        column.paints.append((said, (plot.right + metrics.px(8), y - said.get_height() // 2)))
    if len(course) > 1:
        column.paints.append((_lines(plot.size, course, total), plot.topleft))
    every = 10 if total > 12 else 5
    for number in range(every, total + 1, every):
        said = typed.write(str(number), note, theme.QUIET)
        x = plot.x + plot.w * number // total
        column.paints.append((said, (x - said.get_width() // 2, plot.bottom + metrics.px(4))))
    exact = [plot.x + plot.w * turn.at // total for turn in turns]
    apart = _apart(exact, across + metrics.px(2), plot.right)
    for number, (x, centre) in enumerate(zip(exact, apart, strict=True), start=1):
        line = painter.plate((max(1, metrics.px(2)), high), theme.VERMILION, opacity=0.55, radius=0)
        column.paints.append((line, (x - line.get_width() // 2, plot.y)))
        marks, _ = _badge(kit, number)
        corner = (centre - across // 2, plot.y - across)
        column.paints += moved(marks, corner)
    column.place(legend, pad, plot.bottom + metrics.px(4) + step)
    column.y += tall


def _apart(places: Sequence[int], least: int, most: int) -> list[int]:
    """Return places that differ by `least` or more, as near as can be to the given ones, none of them over `most`."""
    found = list(places)
    order = sorted(range(len(found)), key=lambda index: found[index])
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + least)
    limit = most
    for index in reversed(order):
        found[index] = min(found[index], limit)
        limit = found[index] - least
    return found


def _legend(kit: Kit, column: Column, note: int) -> None:
    """Write what the two lines are."""
    metrics, typed, painter = kit.metrics, kit.painter.type, kit.painter
    step, gap = typed.line_height(note), metrics.px(8)
    x = 0
    for key, colour, thick in (("review.chance", theme.INK, metrics.px(4)), ("review.score", _SCORE, metrics.px(2))):
        long = metrics.px(26)
        size = typed.shrink(kit.words(key), note, column.width - long - gap)
        text = typed.write(kit.words(key), size, theme.QUIET)
        if x and x + long + gap + text.get_width() > column.width:
            x, column.y = 0, column.y + step
        line = painter.plate((long, thick), colour, radius=thick / 2)
        column.paints.append((line, (x, column.y + (step - thick) // 2)))
        if key == "review.score":
            dot = metrics.px(7)
            column.paints.append(
                (
                    painter.plate((dot, dot), colour, radius=dot / 2),
                    (x + (long - dot) // 2, column.y + (step - dot) // 2),
                )
            )
        column.paints.append((text, (x + long + gap, column.y + (step - text.get_height()) // 2)))
        x += long + gap + text.get_width() + metrics.px(24)
    column.y += step


def _lines(size: tuple[int, int], course: Sequence[tuple[float, float]], total: int) -> pygame.Surface:
    """Draw both lines; it is drawn anew when something was added, so the painter does not keep it."""
    w, h = size
    at = [(round(w * index / total, 1), round(h - 2 - (h - 4) * chance, 1)) for index, (chance, _) in enumerate(course)]
    dots = [(round(w * index / total, 1), round(h - 2 - (h - 4) * score, 1)) for index, (_, score) in enumerate(course)]
    line = " L".join(f"{x} {y}" for x, y in at)
    thin = " L".join(f"{x} {y}" for x, y in dots)
    ink, gold = hexed(theme.INK), hexed(_SCORE)
    wide = max(2.0, h / 60)
    return svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
        f'<path d="M{at[0][0]} {h} L{line} L{at[-1][0]} {h} Z" fill="{ink}" fill-opacity="0.10"/>'
        f'<path d="M{thin}" fill="none" stroke="{gold}" stroke-width="{wide * 0.6}"/>'
        + "".join(f'<circle cx="{x}" cy="{y}" r="{wide * 1.1}" fill="{gold}"/>' for x, y in dots)
        + f'<path d="M{line}" fill="none" stroke="{ink}" stroke-width="{wide}" stroke-linejoin="round"/></svg>',
        size,
    )
