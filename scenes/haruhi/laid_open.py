"""The table of a finished game of 涼宮ハルヒの贈殖, looked back at: as one seat saw it, or with all cards open.

Open means that every hand lies face up and every character shows its face, dimmed: what was turned up for the players
is bright. It is made of a course alone, and there is none of a game that goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.core import Beat, Seat, Up
from game.haruhi.card_set import Card, Role
from game.haruhi.notices import Notice, Peeked, SawDraw, Stolen, WasDealt
from game.haruhi.public import OpenTable, View
from scenes.desk import BACK, Frame, Layout, Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.haruhi.desk import HaruhiDesk
from scenes.haruhi.furniture import Furnisher
from scenes.haruhi.layout import place_of
from scenes.haruhi.plan import Plan, close_row
from scenes.haruhi.shown import Shown, in_order, shown
from scenes.host import AnyCourse, Match
from scenes.scene import Kit
from scenes.table.open_hands import between


@dataclass(frozen=True, slots=True)
class Open(Shown):
    """A picture with all cards open: the hands and characters of all seats."""

    hands: tuple[tuple[Card, ...], ...] = ()
    roles: tuple[Role, ...] = ()

    def known(self, seat: int) -> Role | None:
        """Return the character of a seat, unless it lies face up for everybody."""
        return None if isinstance(self.board.roles[seat], Up) else self.roles[seat]


def all_open(course: AnyCourse, at: int, seat: Seat) -> Open:
    """Return the table after `at` actions with all cards open, the hand of `seat` in front."""
    table = course.all_open(at)
    assert isinstance(table, OpenTable)
    hand = in_order(tuple([Up(card) for card in table.hands[seat]]))
    peeked = (None,) * len(table.hands)
    return Open(seat, table.board, hand, table.roles[seat], peeked, (), hands=table.hands, roles=table.roles)


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
    return next((notice for notice in same if isinstance(notice, Peeked | Stolen)), same[seat])


class _Still(Furnisher):
    """The furniture without what only a player needs."""

    __slots__ = ()

    def _button(self, picture: Shown, kit: Kit, rect: pygame.Rect, name: str, key: str) -> list[Paint]:  # noqa: ARG002
        return []


class LookingDesk(HaruhiDesk):
    """The desk of somebody who looks back: nothing can be done at it, so the actions leave their room to the buttons.

    Its views may be `Open` pictures.
    """

    def __init__(self, match: Match) -> None:
        super().__init__(replace(match, sitting=replace(match.sitting, way="pass")))  # no hand is to be held up
        before = self._furnisher
        self._furnisher = _Still(before.speech, before.stands, hidden=False)

    def button_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the whole panel of prompt and buttons."""
        plan = self._plan(metrics)
        return plan.prompt.unionall(list(plan.buttons))

    def layout(self, view: View | Shown, metrics: Metrics) -> Layout:
        """Return where everything lies; all open, hands and laid cards share their room in the panels of the seats.

        Open hands are spots, so that they can be seen large.
        """
        found, picture = super().layout(view, metrics), shown(view)
        if not isinstance(picture, Open):
            return found
        cards, spots, plan = dict(found.cards), dict(found.spots), self._plan(metrics)
        for seat in range(self._seats):
            panel = place_of(plan, seat, self._first)
            upper, lower = _halves(plan, panel)
            laid = [key for key in cards if key.startswith(f"S{seat}.")]
            for key, (x, y) in zip(laid, close_row(upper, len(laid), plan.stand.small), strict=True):
                cards[key] = replace(cards[key], x=x, y=y, width=plan.stand.small)
            if seat != picture.seat:
                spots[f"B{seat}"] = lower
                cards |= _hand(picture, seat, lower, plan.stand.small)
        return Layout(cards, spots, found.top, found.closer)

    def unfold(self, before: View | Shown, beat: Beat[View | Shown, Notice]) -> tuple[Frame, ...]:
        """Return the beat part by part; all open, who holds what follows from before and after."""
        frames = super().unfold(before, beat)
        first, last = shown(before), shown(beat.view)
        if not isinstance(first, Open) or not isinstance(last, Open):
            return frames
        return (*(_filled(frame, first, last) for frame in frames[:-1]), frames[-1])


def _filled(frame: Frame, first: Open, last: Open) -> Frame:
    """Return a frame between two open pictures with the hands that it must have had."""
    picture = frame.beat.view
    assert isinstance(picture, Open)
    hands = [
        between(before, after, count)
        for before, after, count in zip(first.hands, last.hands, picture.board.hands, strict=True)
    ]
    return replace(frame, beat=replace(frame.beat, view=replace(picture, hands=tuple(hands))))


def _halves(plan: Plan, panel: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the upper half of where cards are laid, and the lower one for the hand."""
    area = plan.stand.laid.move(panel.topleft)
    high = round(plan.stand.small * HEIGHT)
    return pygame.Rect(area.x, area.y, area.w, high), pygame.Rect(area.x, area.bottom - high, area.w, high)


def _hand(picture: Open, seat: int, area: pygame.Rect, width: int) -> dict[str, Pose]:
    """Return the hand of a seat, face up; its first card has the name that stands for all of a closed one."""
    count = picture.board.hands[seat]
    held = in_order(tuple([Up(card) for card in picture.hands[seat]]))
    faces = [str(seen.card) for seen in held if isinstance(seen, Up)] + [BACK] * (count - len(held))
    places = close_row(area, count, width)
    return {
        f"B{seat}.{place}" if place else f"B{seat}": Pose(x, y, width, face)
        for place, ((x, y), face) in enumerate(zip(places, faces, strict=False))
    }
