"""Cards looked at closely: large, side by side, and below them in words what the rules say of them.

It is told what lies on the table as it is shown, so that a card that lies face down says nothing.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pygame

from game.core import Reason
from scenes.desk import Desk, Layout, is_back
from scenes.drawing.cards import CardPainter
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint, moved
from scenes.pages.page import Column
from scenes.scene import Kit

_LARGER = 1.3
"""So many times as large as it lies is a card shown at least."""
_ALONE = 150
"""Pixels of the design that a single card is wide at least."""
_MOST_TOLD = 3
"""Of more different cards only the pictures are shown: so much nobody reads in passing."""
_SCALES = range(100, 39, -10)
"""Per cent of the wanted text size that are tried until all can be read in the window."""
_COVERED, _READABLE = 0.6, 1.2
"""Seconds the pointer rests on cards that are covered or small until they are shown large, and on others."""


def cards_on(layout: Layout, spot: str) -> list[str]:
    """Return the keys of the cards that lie on a spot."""
    return [key for key in layout.cards if key.split(".")[0] == spot]


def patience(desk: Desk, layout: Layout, spot: str | None) -> float | None:
    """Return how long the pointer rests on a spot until its cards are shown; None where there is nothing to see."""
    if spot is None or spot not in layout.spots:
        return None
    keys = cards_on(layout, spot)
    if spot in layout.closer or len(keys) > 1:
        return _COVERED
    return _READABLE if _told(desk, layout, keys) else None


def _told(desk: Desk, layout: Layout, keys: list[str]) -> list[tuple[Reason, ...]]:
    """Return what is to be read of the different cards that lie open."""
    faces = dict.fromkeys([layout.cards[key].face for key in keys])
    told = (desk.reading(face) for face in faces if not is_back(face))
    return [words for words in told if words]


class Looking:
    """Whose cards are looked at: of the `spot` on which the pointer has rested (`hover`), or that was asked for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._rested = 0.0
        self.hover: str | None = None
        self.spot: str | None = None

    def point_at(self, spot: str | None) -> None:
        """Take on which spot the pointer is."""
        if spot != self.hover:
            self.hover, self._rested, self.spot = spot, 0.0, None

    def let_go_on(self, spot: str | None) -> None:
        """Take on which spot the button was let go: what was clicked is seen large only when it is pointed at anew."""
        self.hover, self._rested = spot, -math.inf

    def look_at(self, layout: Layout, spot: str | None) -> bool:
        """Look at a spot's cards; return whether there is something to see."""
        seen = patience(self._desk, layout, spot) is not None
        if seen:
            self.spot = spot
        return seen

    def end(self) -> bool:
        """Look at nothing any more; return whether something was looked at."""
        looked, self.spot = self.spot, None
        return looked is not None

    def update(self, dt: float, layout: Layout, *, idle: bool) -> bool:
        """Let `dt` seconds pass; return whether the pointer still rests on something that will be looked at.

        Unless the player is `idle` it never is.
        """
        self._rested += dt
        if not idle or self.spot is not None or self._rested < 0:
            return False
        waits = patience(self._desk, layout, self.hover)
        if waits is None:
            self._rested = -math.inf  # nobody pointed at what comes to lie here later
        elif self._rested >= waits:
            self.spot = self.hover
        return waits is not None and self.spot is None


def look(kit: Kit, desk: Desk, layout: Layout, spot: str, cards: CardPainter) -> list[Paint]:
    """Return the cards of a spot large and side by side, with what is to be read of them, over a plate."""
    keys = cards_on(layout, spot)
    if not keys:
        return []
    metrics = kit.metrics
    pad, edge = metrics.px(14), metrics.px(12)
    most = (metrics.size[0] - 2 * pad - 2 * edge) / (1.1 * len(keys))
    wanted = layout.closer.get(spot, layout.cards[keys[0]].width * _LARGER)
    told = _told(desk, layout, keys)
    told = told if len(told) <= _MOST_TOLD else []
    if told and len(keys) == 1:
        wanted = max(wanted, metrics.px(_ALONE))
    width = int(min(wanted, most))
    gap, height = int(width * 0.1), round(width * HEIGHT)
    across = len(keys) * width + (len(keys) - 1) * gap
    words = _words(kit, told, across, metrics.size[1] - height - 3 * pad - 2 * edge)
    inner = across if words is None else max(across, words.width)
    below = 0 if words is None else words.y + pad
    rect = pygame.Rect(0, 0, inner + 2 * pad, height + below + 2 * pad)
    rect.midbottom = (layout.spots[spot].centerx, layout.spots[spot].y - metrics.px(8))
    rect.clamp_ip(pygame.Rect((0, 0), metrics.size).inflate(-edge, -edge))
    plate = kit.painter.plate(
        rect.size, kit.palette.sheet, line=kit.palette.heading, line_opacity=0.5, radius=metrics.px(16)
    )
    paints: list[Paint] = [(plate, rect.topleft)]
    left = rect.centerx - across / 2
    for index, key in enumerate(keys):
        pose = layout.cards[key].at(left + index * (width + gap) + width / 2, rect.y + pad + height / 2)
        paints.append(cards.resting(replace(pose, width=width, pile=1)))
    if words is not None:
        top = rect.y + 2 * pad + height
        paints += moved(words.paints, (rect.x + pad, top))
    return paints


def _words(kit: Kit, told: list[tuple[Reason, ...]], across: int, room: int) -> Column | None:
    """Return what is to be read, in text as large as there is room for."""
    if not told:
        return None
    metrics = kit.metrics
    for scale in _SCALES:
        smaller = replace(kit, metrics=replace(metrics, text_scale=max(1, metrics.text_scale * scale // 100)))
        size = smaller.metrics.body
        width = min(max(across, smaller.metrics.text(330)), metrics.size[0] - metrics.px(52))
        column = Column(smaller, width)
        for number, (name, *rules) in enumerate(told):
            if number:
                column.skip(8)
            column.text(kit.words.say(name), size, kit.palette.heading, bold=True)
            for rule in rules:
                column.text(kit.words.say(rule), size, kit.palette.text)
        if column.y <= room:
            break
    return column
