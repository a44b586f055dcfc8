"""How the window is shared out for Kan'u Collection: panels, sizes of cards, places of piles and buttons.

The field takes the middle and as much height as there is. The seats stand in two columns beside it, clockwise from the
lower left; below them the hand, and at the right the actions with the buttons: for the left-handed on the
other sides. The log takes what the seats leave.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import pygame

from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.table.areas import Ground

ACTIONS = ("sortie", "reinforce", "scout", "develop", "ambush", "pass")
"""The spots of the five actions, and of doing nothing where that is allowed."""
SHOW = "show"
"""The spot on which a card is laid to show it to all."""
DECK = "deck"
_STRIP = 1.42
"""The room for deck and show beside the field, in card widths."""
_PILES = 4.4
"""The height that deck and show need below each other, in card widths."""
_ROW = 3.1
"""The width that they need beside each other, in card widths of the field."""
_BETWEEN = 0.13
"""The room between two cards of the field, in card widths."""
UNDER = 0.06
"""How far the lower card of a pair looks out, in card widths."""
_PAIRS = 5.6
"""So many captured pairs lie beside each other before they overlap."""


GAP = 0.06
"""The room between two cards of the hand, in card widths."""
_LARGE, _SMALL = 1.15, 0.85
"""How wide the cards of a small hand and of a large one are at least, if they can be, in card widths of the field."""
_ROWS = 3
"""So many rows of a hand at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a window is shared out. `seats` are the panels clockwise from the one above the hand.

    `cells` are the centres of the cells, `field`, `hand`, `pair` and `laid` the widths of cards there; those of a hand
    too large for that are `close` wide. `side` says that deck and show stand beside the field rather than below it.
    """

    panels: dict[str, pygame.Rect]
    seats: tuple[pygame.Rect, ...]
    heading: int
    pad: int
    cells: tuple[tuple[float, float], ...]
    field: int
    hand: int
    close: int
    pair: int
    laid: int
    side: bool
    deck: tuple[float, float, int]
    show: pygame.Rect
    facts: pygame.Rect
    actions: tuple[pygame.Rect, ...]
    buttons: pygame.Rect
    log: pygame.Rect


@lru_cache(maxsize=16)
def plan(metrics: Metrics, seats: int, rows: int, columns: int) -> Plan:
    """Return how the window is shared out among so many seats and cells."""
    ground = Ground.of(metrics, 1.62, 0.062)
    card, side, column = _columns(ground, rows, columns)
    panels, stands = _panels(ground, seats, column)
    cells, deck, show, facts = _middle(ground.body(panels["field"]), card, rows, columns, side=side)
    hand, close = _hand_cards(ground.body(panels["hand"]), card)
    inside = ground.body(stands[0])
    pair = int(min((inside.h - ground.pad * 0.4) / HEIGHT / (1 + UNDER), inside.w / _PAIRS))
    actions, buttons = _lower_right(panels["actions"].inflate(-2 * ground.pad, -2 * ground.pad), metrics)
    return Plan(
        panels=panels,
        seats=stands,
        heading=ground.heading,
        pad=ground.pad,
        cells=cells,
        field=card,
        hand=hand,
        close=close,
        pair=max(8, pair),
        laid=max(card, hand),
        side=side,
        deck=deck,
        show=show,
        facts=facts,
        actions=actions,
        buttons=buttons,
        log=panels["log"].inflate(-2 * ground.pad, -ground.pad),
    )


def _columns(ground: Ground, rows: int, columns: int) -> tuple[int, bool, int]:
    """Return the width of a card of the field, whether deck and show stand beside it, and the width of a column."""
    w, gap, pad = ground.metrics.size[0], ground.gap, ground.pad
    least = round(w * 0.266)
    inner = pygame.Rect(0, 0, w - 2 * least - 4 * gap - 2 * pad, ground.high - ground.heading - pad)
    beside, below = _card_beside(inner, rows, columns), _card_below(inner, rows, columns)
    side = beside >= below
    card = max(8, beside, below)
    across = columns + (columns - 1) * _BETWEEN
    wanted = round(card * (across + _STRIP if side else max(across, _ROW))) + 2 * pad
    most = round(min(w * 0.34, ground.high * 0.72))
    return card, side, max(least, min(most, (w - 4 * gap - wanted) // 2))


def _panels(ground: Ground, seats: int, column: int) -> tuple[dict[str, pygame.Rect], tuple[pygame.Rect, ...]]:
    """Return the panels by name, and those of the seats; what these leave of the columns goes to hand and log.

    However the columns lie, the seats go round clockwise from the one above the hand.
    """
    metrics, top, high, gap, pad = ground.metrics, ground.top, ground.high, ground.gap, ground.pad
    lower = _lower_height(metrics, high, seats)
    on_right = seats // 2
    on_left = seats - on_right
    log_least = min(round(4 * metrics.note * _STRIP) + 2 * pad, round(high * (0.2 if seats < 6 else 0.16)))
    tall = min(
        ground.heading + round((column - 2 * pad) / _PAIRS * HEIGHT * (1 + UNDER)) + round(pad * 1.6),
        (high - lower - gap - log_least - gap * on_right) // on_right,
        (high - round(high * 0.36) - gap * on_left) // on_left,
    )
    left, right = gap, metrics.size[0] - gap - column
    below_left, below_right = on_left * (tall + gap), on_right * (tall + gap)
    panels = {
        "field": pygame.Rect(left + column + gap, top, right - left - column - 2 * gap, high),
        "hand": pygame.Rect(left, top + below_left, column, high - below_left),
        "log": pygame.Rect(right, top + below_right, column, high - below_right - gap - lower),
        "actions": pygame.Rect(right, top + high - lower, column, lower),
    }
    beside_log = [pygame.Rect(right, top + index * (tall + gap), column, tall) for index in range(on_right)]
    stands = [pygame.Rect(left, top + index * (tall + gap), column, tall) for index in range(on_left)]
    *others, own = [metrics.handed(stand) for stand in stands]
    across = [metrics.handed(stand) for stand in beside_log]
    around = [*reversed(across), *others] if metrics.left_handed else [*reversed(others), *across]
    return {name: metrics.handed(panel) for name, panel in panels.items()}, (own, *around)


def _card_beside(inner: pygame.Rect, rows: int, columns: int) -> int:
    """Return the width of a card of the field with deck and show in a column of their own."""
    by_height = inner.h / max(_PILES, rows * HEIGHT + (rows - 1) * _BETWEEN)
    by_width = inner.w / (columns + (columns - 1) * _BETWEEN + _STRIP)
    return int(min(by_height, by_width))


def _card_below(inner: pygame.Rect, rows: int, columns: int) -> int:
    """Return the width of a card of the field with deck and show in a row below."""
    by_height = inner.h / (rows * HEIGHT + (rows - 1) * _BETWEEN + 1.35)
    by_width = inner.w / max(_ROW, columns + (columns - 1) * _BETWEEN)
    return int(min(by_height, by_width))


def _lower_height(metrics: Metrics, high: int, seats: int) -> int:
    """Return the height of actions and buttons: a little less where many seats leave the log little."""
    row = round(metrics.crowded.body * (1.75 if seats < 6 else 1.6)) + metrics.px(5)
    return min(len(ACTIONS) * row + 2 * metrics.px(10), round(high * 0.46))


def _middle(
    area: pygame.Rect, card: int, rows: int, columns: int, *, side: bool
) -> tuple[tuple[tuple[float, float], ...], tuple[float, float, int], pygame.Rect, pygame.Rect]:
    """Return the centres of the cells, the deck (centre and width), the space for showing, and where facts are told."""
    small = round(card * (0.92 if side else 0.72))
    tall = round(small * HEIGHT)
    field = area.copy()
    if side:
        field.w -= round(card * _STRIP)
    else:
        field.h -= round(card * 1.35)
    across = min(card * 1.3, (field.w - card) / max(1, columns - 1))
    down = min(card * (HEIGHT + 0.3), (field.h - card * HEIGHT) / max(1, rows - 1))
    cells = tuple(
        (field.centerx + (column - (columns - 1) / 2) * across, field.centery + (row - (rows - 1) / 2) * down)
        for row in range(rows)
        for column in range(columns)
    )
    if side:
        x = area.right - round(card * 0.5)
        first = max(area.y, min(cells[0][1] - card * HEIGHT / 2, area.bottom - _PILES * card)) + tall / 2
        show = pygame.Rect(0, 0, small, tall)
        show.midtop = (x, round(first + tall * 0.5 + card * 0.62))
        edge = math.ceil(cells[-1][0] + card * (0.5 + _BETWEEN))
        facts = pygame.Rect(edge, show.bottom + round(card * 0.42), area.right - edge, 0)
        facts.h = area.bottom - facts.y
        return cells, (x, first, small), show, facts
    middle = area.bottom - tall / 2
    left = max(area.x, min(cells[0][0] - card / 2, area.right - _ROW * card))
    show = pygame.Rect(round(left + small * 2.3), round(middle - tall / 2), small, tall)
    facts = pygame.Rect(show.right + round(small * 1.3), show.y, 0, tall)
    facts.w = max(1, area.right - facts.x)
    return cells, (left + small / 2, middle, small), show, facts


def _hand_cards(area: pygame.Rect, field: int) -> tuple[int, int]:
    """Return how wide the cards of a hand are: of one of up to six where they are large then, and of a larger one."""
    few, many = ([_whole(area, count) for count in counts] for counts in ((6, 4, 3), (12, 10, 8, 6)))
    hand = next((width for width in few if width >= field * _LARGE), few[-1])
    return hand, next((width for width in many if width >= field * _SMALL), hand)


def _whole(area: pygame.Rect, count: int) -> int:
    """Return the largest width at which so many cards lie beside and below each other, none of them covered."""
    best = 8
    for rows in range(1, _ROWS + 1):
        each = -(-count // rows)
        by_height = area.h / (rows * HEIGHT + (rows - 1) * GAP)
        by_width = area.w / (each + (each - 1) * GAP)
        best = max(best, int(min(by_height, by_width)))
    return best


def _lower_right(area: pygame.Rect, metrics: Metrics) -> tuple[tuple[pygame.Rect, ...], pygame.Rect]:
    """Return the places of the actions, below each other, and what is left beside them for prompt and buttons."""
    width = round(area.w * 0.42)
    step = area.h / len(ACTIONS)
    between = metrics.px(5)
    actions = tuple(
        pygame.Rect(area.x, round(area.y + index * step), width, max(4, round(step) - between))
        for index in range(len(ACTIONS))
    )
    left = area.x + width + metrics.px(12)
    return actions, pygame.Rect(left, area.y - metrics.px(4), area.right - left, area.h + metrics.px(4))
