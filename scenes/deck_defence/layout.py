"""Where the areas and cards of Deck Defence lie: a pure map of a View and a window size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.core import Up
from game.deck_defence.public import ENEMIES_PER_SUIT, SPACES, STACK_LIMIT, Card, Row, Suit, View
from scenes.desk import BACK, Layout, Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics

FAN = 0.285
"""How much of a covered card shows, in card heights: its whole index."""
_OVERLAP = 0.34
"""How far the repelled enemies of one suit lie apart, in card widths."""
_STACK = 1 + FAN * (STACK_LIMIT - 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """The panels by area id, the heading height, and the size of a card."""

    panels: dict[str, pygame.Rect]
    heading: int
    card: tuple[int, int]


@lru_cache(maxsize=8)
def plan(metrics: Metrics) -> Plan:
    """Return how the window is shared out.

    Three columns: reveal over deck and discard over the log; occupied over main over hand; repelled over the buttons.
    The card takes the largest width at which everything fits, be the window wide or tall.
    """
    w, h = metrics.size
    gap, heading = metrics.gap, round(metrics.crowded.title * 1.75) + metrics.px(2)
    pad, foot = metrics.px(14), metrics.px(12)
    free_height = h - metrics.bar - 4 * gap - 3 * heading - 3 * foot
    by_height = free_height / HEIGHT / (2 + _STACK)
    side = (1 + _OVERLAP * (ENEMIES_PER_SUIT - 1)) + 0.16
    columns = (SPACES + 0.12 * (SPACES - 1)) + (SPACES + 0.25 * (SPACES - 1)) + side
    by_width = (w - 4 * gap - 6 * pad) / columns
    width = int(max(40, min(by_height, by_width)))
    card = (width, round(width * HEIGHT))
    left = round(width * (SPACES + 0.12 * (SPACES - 1))) + 2 * pad
    right = max(round(width * side) + 2 * pad, min(metrics.text(170), w // 4))
    spare = w - 4 * gap - left - right - (round(width * (SPACES + 0.25 * (SPACES - 1))) + 2 * pad)
    left += round(spare * 0.18)
    middle = w - 4 * gap - left - right
    row = heading + card[1] + foot
    last = h - metrics.bar - 4 * gap - 2 * row
    top = metrics.bar + gap
    tops = (top, top + row + gap, top + 2 * (row + gap))
    x1, x2, x3 = gap, 2 * gap + left, 3 * gap + left + middle
    half = (left - gap) // 2
    panels = {
        "reveal": pygame.Rect(x1, tops[0], left, row),
        "deck": pygame.Rect(x1, tops[1], half, row),
        "discard": pygame.Rect(x1 + half + gap, tops[1], left - half - gap, row),
        "log": pygame.Rect(x1, tops[2], left, last),
        "occupied": pygame.Rect(x2, tops[0], middle, row),
        "main": pygame.Rect(x2, tops[1], middle, row),
        "hand": pygame.Rect(x2, tops[2], middle, last),
        "repelled": pygame.Rect(x3, tops[0], right, 2 * row + gap),
        "buttons": pygame.Rect(x3, tops[2], right, last),
    }
    panels = {name: metrics.handed(panel) for name, panel in panels.items()}
    return Plan(panels, heading, card)


def _spaces(metrics: Metrics, area: str) -> list[tuple[float, float]]:
    """Return the centres of the three spaces of a row."""
    shared = plan(metrics)
    panel = shared.panels[area]
    y = panel.y + shared.heading + shared.card[1] / 2
    step = min(panel.w / SPACES, shared.card[0] * (1.12 if area == "reveal" else 1.7))
    return [(panel.centerx + (index - 1) * step, y) for index in range(SPACES)]


def layout(view: View, metrics: Metrics) -> Layout:
    """Return the poses of all cards and the rectangles of all spots."""
    shared = plan(metrics)
    width, height = shared.card
    cards: dict[str, Pose] = {}
    spots: dict[str, pygame.Rect] = {}
    top: dict[str, str] = {}
    areas = view.areas
    reveal = _looked(view) if view.remake else areas.reveal

    def spot(x: float, y: float, tall: float = 0) -> pygame.Rect:
        return pygame.Rect(round(x - width / 2), round(y - height / 2), width, round(height + tall))

    for area, letter, row in (
        ("reveal", "R", reveal),
        ("occupied", "O", areas.occupied),
        ("main", "M", areas.main),
    ):
        for index, ((x, y), card) in enumerate(zip(_spaces(metrics, area), row, strict=True)):
            name = f"{letter}{index + 1}"
            spots[name] = spot(x, y)
            if card is not None:
                cards[name] = Pose(x, y, width, str(card))
                top[name] = name
    for index, ((x, y), stack) in enumerate(zip(_spaces(metrics, "hand"), areas.hand, strict=True)):
        name = f"H{index + 1}"
        spots[name] = spot(x, y, height * FAN * max(0, len(stack) - 1))
        for depth, ally in enumerate(stack):
            cards[f"{name}.{depth}"] = Pose(x, y + depth * height * FAN, width, str(ally))
            top[name] = f"{name}.{depth}"
    _piles(view, metrics, cards, spots)
    _repelled(view, metrics, cards)
    spots["repelled"] = shared.panels["repelled"]
    return Layout(cards, spots, top)


def _looked(view: View) -> Row:
    """Return the cards looked at: by the remake's rules they lie where the reveal area is by the others (section 6)."""
    first, second, third, *_ = (*(one.card for one in view.looked), None, None, None)
    return first, second, third


def _piles(view: View, metrics: Metrics, cards: dict[str, Pose], spots: dict[str, pygame.Rect]) -> None:
    shared = plan(metrics)
    width, height = shared.card
    for area, count in (("deck", view.deck - len(view.looked)), ("discard", len(view.discard))):
        panel = shared.panels[area]
        x, y = panel.centerx, panel.y + shared.heading + height / 2
        spots[area] = pygame.Rect(round(x - width / 2), round(y - height / 2), width, height)
        if count:
            upper = view.discard[-1] if area == "discard" else None
            face = str(upper.card) if isinstance(upper, Up) else BACK
            cards[area] = Pose(x, y, width, face, count)


def _repelled(view: View, metrics: Metrics, cards: dict[str, Pose]) -> None:
    counts = dict.fromkeys(Suit, 0)
    for enemy in view.areas.repelled:
        x, y, width = repelled_place(metrics, enemy, counts[enemy.suit])
        cards[repelled_key(enemy, counts[enemy.suit])] = Pose(x, y, width, str(enemy))
        counts[enemy.suit] += 1


def repelled_key(enemy: Card, index: int) -> str:
    """Return the name of the place of the `index`-th repelled enemy of its suit."""
    return f"V{enemy.suit.value}{index + 1}"


def repelled_place(metrics: Metrics, enemy: Card, index: int) -> tuple[float, float, float]:
    """Return centre and width of a repelled enemy: a row for each suit, overlapping (2.1)."""
    shared = plan(metrics)
    panel = shared.panels["repelled"]
    pad = metrics.px(14)
    high = (panel.h - shared.heading - 2 * pad) / len(Suit)
    width = min(shared.card[0], (high - metrics.px(8)) / HEIGHT)
    row = list(Suit).index(enemy.suit)
    spread = min(width * 0.62, (panel.w - 2 * pad - width) / (ENEMIES_PER_SUIT - 1))
    left = panel.centerx - spread
    return left + index * spread, panel.y + shared.heading + high * (row + 0.5), width
