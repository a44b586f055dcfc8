"""The table of a finished game of Kan'u Collection, looked back at: as one seat saw it, or with all cards open.

Open means that every hand lies face up and every closed card of the field shows its face, dimmed: what was turned up
for the players is bright. It is made of a course alone, and there is none of a game that goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core import Beat, Reason, Seat, Up
from game.kanu.card_set import Card
from game.kanu.public import Notice, OpenTable, SawDraw, Spied, View, WasDealt
from scenes.desk import BACK, Face, Frame, Layout, Pose
from scenes.drawing.painter import Painter
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.host import AnyCourse, Match
from scenes.kanu.desk import KanuDesk
from scenes.kanu.furniture import Furnisher
from scenes.kanu.layout import place_of
from scenes.kanu.plan import Plan
from scenes.kanu.shown import Shown, in_order, shown
from scenes.scene import Kit
from scenes.table.open_hands import between

_DIM = "~"
"""Ends the name of the face of a card that lies face down, and is seen all the same."""
_ROW = 26
"""So many pixels of the design a card is wide at least, if hand and pairs stand in two rows."""


@dataclass(frozen=True, slots=True)
class Open(Shown):
    """A picture with all cards open: the hands of all seats, and the card of every cell of the field."""

    hands: tuple[tuple[Card, ...], ...] = ()
    below: tuple[Card | None, ...] = ()


def all_open(course: AnyCourse, at: int, seat: Seat) -> Open:
    """Return the table after `at` actions with all cards open, the hand of `seat` in front."""
    table = course.all_open(at)
    assert isinstance(table, OpenTable)
    hand = in_order([Up(card) for card in table.hands[seat]])
    return Open(seat, table.board, hand, (), hands=table.hands, below=table.field)


def open_beat(course: AnyCourse, at: int, seat: Seat, *, back: bool = False) -> Beat[Open, Notice]:
    """Return action `at`, taken or taken back, with all cards open: each notice as whoever learnt most noticed it."""
    everybody = [course.beat(at, Seat(other)).notices for other in range(course.seats)]
    notices = tuple([_fullest(same, seat) for same in zip(*everybody, strict=True)])
    return Beat(all_open(course, at - back, seat), notices, undone=back)


def _fullest(same: Sequence[Notice], seat: Seat) -> Notice:
    """Return which of one event's notices, by seat, tells most."""
    match same[seat]:
        case WasDealt():
            return same[seat]
        case SawDraw(who):
            return same[who]
    return next((notice for notice in same if isinstance(notice, Spied)), same[seat])


class _Still(Furnisher):
    """The furniture without what only a player needs."""

    __slots__ = ()

    def _action(self, picture: Shown, kit: Kit, rect: pygame.Rect, name: str) -> list[Paint]:  # noqa: ARG002
        return []

    def _ends(self, picture: Shown, plan: Plan, panel: pygame.Rect, seat: int) -> int:
        """An open hand has no backs in the heading."""
        return panel.right - plan.pad if isinstance(picture, Open) else super()._ends(picture, plan, panel, seat)


class LookingDesk(KanuDesk):
    """The desk of somebody who looks back: nothing can be done at it, so the actions leave their room to the buttons.

    Its views may be `Open` pictures.
    """

    def __init__(self, match: Match) -> None:
        sitting = replace(match.sitting, way="pass")  # the hand in front is not to be held up
        told = {**match.options, "log_remembers": True} if isinstance(match.chair.view(), Open) else match.options
        super().__init__(replace(match, sitting=sitting, options=told))
        before = self._furnisher
        self._furnisher = _Still(before.speech, before.seat_marks, before.series, hidden=False)
        self.faces = (*self.faces, *(face + _DIM for face in self.faces if face != BACK))

    def button_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the whole panel of actions and buttons."""
        plan = self._plan(metrics)
        return plan.actions[0].union(plan.buttons)

    def face(self, painter: Painter, face: Face, width: int) -> pygame.Surface:
        """Return the picture of a card, dimmed where it lies face down."""
        whole = super().face(painter, face.removesuffix(_DIM), width)
        return painter.dimmed(whole) if face.endswith(_DIM) else whole

    def reading(self, face: Face) -> tuple[Reason, ...]:
        """Return what a card says in words, dimmed or not."""
        return super().reading(face.removesuffix(_DIM))

    def prints(self, metrics: Metrics) -> Mapping[int, tuple[Face, ...]]:
        """Return all cards, those of open hands among them, and on the field the dimmed ones too."""
        plan = self._plan(metrics)
        whole = tuple([face for face in self.faces if not face.endswith(_DIM)])
        widths = (*super().prints(metrics), _shares(plan, plan.seats[0], metrics).width)
        return {**dict.fromkeys(widths, whole), plan.field: self.faces}

    def layout(self, view: View | Shown, metrics: Metrics) -> Layout:
        """Return where everything lies; all open, hands and pairs share the panels of the seats.

        Open hands are spots, so that they can be seen large.
        """
        found, picture = super().layout(view, metrics), shown(view)
        if not isinstance(picture, Open):
            return found
        cards, plan = dict(found.cards), self._plan(metrics)
        for cell, card in enumerate(picture.below):
            pose = cards.get(f"F{cell}")
            if pose is not None and pose.face == BACK and card is not None:
                cards[f"F{cell}"] = replace(pose, face=f"{card}{_DIM}")
        spots = dict(found.spots)
        for seat in range(self._seats):
            if seat != picture.seat:
                shares = _shares(plan, place_of(plan, seat, self._first), metrics)
                spots[f"B{seat}"] = shares.hand
                _lay(picture, seat, shares, plan, cards)
        return Layout(cards, spots, found.top)

    def furniture(self, view: View | Shown, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return panels with headings and counts, and light ground under open hands."""
        paints, picture = super().furniture(view, kit, layout_), shown(view)
        if isinstance(picture, Open):
            plan = self._plan(kit.metrics)
            for seat in range(self._seats):
                if seat != picture.seat:
                    ground = _shares(plan, place_of(plan, seat, self._first), kit.metrics).hand.inflate(6, 6)
                    plate = kit.painter.plate(ground.size, kit.palette.wash, opacity=0.05, radius=kit.metrics.px(6))
                    paints.append((plate, ground.topleft))
        return paints

    def unfold(self, before: View | Shown, beat: Beat[View | Shown, Notice]) -> tuple[Frame, ...]:
        """Return the beat part by part; all open, what lies where follows from before and after."""
        frames = super().unfold(before, beat)
        first, last = shown(before), shown(beat.view)
        if not isinstance(first, Open) or not isinstance(last, Open):
            return frames
        return (*(_filled(frame, first, last) for frame in frames[:-1]), frames[-1])


def _filled(frame: Frame, first: Open, last: Open) -> Frame:
    """Return a frame between two open pictures with the hands and the field that it must have had."""
    picture = frame.beat.view
    assert isinstance(picture, Open)
    hands = tuple(
        [
            between(before, after, count)
            for before, after, count in zip(first.hands, last.hands, picture.board.hands, strict=True)
        ]
    )
    below = tuple([old or new for old, new in zip(first.below, last.below, strict=True)])
    return replace(frame, beat=replace(frame.beat, view=replace(picture, hands=hands, below=below)))


@dataclass(frozen=True, slots=True)
class _Shares:
    """How the panel of a seat is shared by its pairs and its hand, and how wide their cards are."""

    pairs: pygame.Rect
    hand: pygame.Rect
    width: int


def _shares(plan: Plan, panel: pygame.Rect, metrics: Metrics) -> _Shares:
    """Return pairs above the hand, or beside it where the panel is low."""
    body = pygame.Rect(panel.x + plan.pad, panel.y + plan.heading, panel.w - 2 * plan.pad, 0)
    body.h = max(8, panel.h - plan.heading - plan.pad)
    gap = max(2, plan.pad // 2)
    low = (body.h - gap) // 2
    width = min(int(low / HEIGHT / 1.06), plan.pair)
    if width >= metrics.px(_ROW):
        pairs = pygame.Rect(body.x, body.y, body.w, low)
        return _Shares(pairs, pygame.Rect(body.x, body.bottom - low, body.w, low), width)
    half = (body.w - 2 * gap) // 2
    pairs = pygame.Rect(body.x, body.y, half, body.h)
    return _Shares(pairs, pygame.Rect(body.right - half, body.y, half, body.h), plan.pair)


def _lay(picture: Open, seat: int, shares: _Shares, plan: Plan, cards: dict[str, Pose]) -> None:
    """Move the pairs of a seat into their share of its panel, and lay its hand beside them, face up."""
    width, pairs, hand = shares.width, shares.pairs, shares.hand
    laid = [key for key in cards if key.startswith((f"S{seat}.", f"U{seat}."))]
    lefts = [cards[key].x for key in laid]
    if laid:
        start, shrunk = min(lefts), width / plan.pair
        reach = max(1.0, max(lefts) - start)
        closer = min(shrunk, (pairs.w - width) / reach)
        top = min(cards[key].y for key in laid)
        for key in laid:
            pose = cards[key]
            x = pairs.x + width / 2 + (pose.x - start) * closer
            cards[key] = replace(pose, x=x, y=pairs.centery + (pose.y - top) * shrunk, width=width)
    count = picture.board.hands[seat]
    step = min(width * 1.08, (hand.w - width) / max(1, count - 1))
    held = picture.hands[seat]
    for place in range(count):
        face = str(held[place]) if place < len(held) else BACK
        cards[f"B{seat}.{place}"] = Pose(hand.x + width / 2 + place * step, hand.centery, width, face)
