"""Where everything lies on the table of Kan'u Collection: a pure map of a picture and a size.

How the window is shared out stands in `plan`; here cards and spots are laid into it.
"""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.core import Up
from game.kanu.public import Phase
from scenes.desk import BACK, Layout, Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.kanu.plan import ACTIONS, DECK, GAP, SHOW, UNDER, Plan, plan
from scenes.kanu.shown import Shown, by_series
from scenes.table.areas import body

ON_MATCH = 0.07
"""How far beside its match a card is laid on the field, in card widths."""
_SERIES = 0.35
"""The room between two series of captured pairs, in steps from pair to pair."""


def place_of(plan_: Plan, seat: int, first: int) -> pygame.Rect:
    """Return the panel of a seat, where `first` sits at the lower left."""
    return plan_.seats[(seat - first) % len(plan_.seats)]


def layout(picture: Shown, metrics: Metrics, first: int) -> Layout:
    """Return where everything lies, with the seat `first` at the lower left."""
    board = picture.board
    shared = plan(metrics, len(board.hands), board.card_set.rows, board.card_set.columns)
    cards: dict[str, Pose] = {}
    spots: dict[str, pygame.Rect] = {}
    top: dict[str, str] = {}
    _lay_field(picture, shared, cards, spots, top)
    _lay_hand(picture, shared, cards, spots, top)
    spots |= dict(zip(ACTIONS, shared.actions, strict=True))
    for seat in range(len(board.hands)):
        panel = place_of(shared, seat, first)
        if seat != picture.seat:
            _lay_backs(board.hands[seat], shared, seat, panel, cards)
        _lay_pairs(picture, shared, seat, panel, cards, spots, top)
        spots[f"S{seat}"] = panel
    x, y, width = shared.deck
    tall = round(width * HEIGHT)
    spots[DECK] = pygame.Rect(round(x - width / 2), round(y - tall / 2), width, tall)
    if board.deck:
        cards[DECK] = Pose(x, y, width, BACK, board.deck)
    spots[SHOW] = shared.show
    _lay_middle(picture, shared, cards)
    return Layout(cards, spots, top)


def _lay_field(
    picture: Shown, shared: Plan, cards: dict[str, Pose], spots: dict[str, pygame.Rect], top: dict[str, str]
) -> None:
    width, tall = shared.field, round(shared.field * HEIGHT)
    for cell, ((x, y), seen) in enumerate(zip(shared.cells, picture.board.field, strict=True)):
        name = f"F{cell}"
        spots[name] = pygame.Rect(round(x - width / 2), round(y - tall / 2), width, tall)
        if seen is not None:
            cards[name] = Pose(x, y, width, str(seen.card) if isinstance(seen, Up) else BACK)
            top[name] = name


def _lay_hand(
    picture: Shown, shared: Plan, cards: dict[str, Pose], spots: dict[str, pygame.Rect], top: dict[str, str]
) -> None:
    """Lay the hand in as few rows as let every card be seen whole; of one too large for that the cards overlap."""
    area, count = body(shared.panels["hand"], shared.heading, shared.pad), len(picture.hand)
    width, rows = _hand_rows(shared, area, count)
    each = max(1, -(-count // rows))
    tall, between = round(width * HEIGHT), width * GAP
    step = min(width + between, (area.w - width) / max(1, each - 1))
    down = min(tall + between * 2, (area.h - tall) / max(1, rows - 1))
    for place, seen in enumerate(picture.hand):
        row, column = divmod(place, each)
        name, last = f"H{place}", column == each - 1 or place == count - 1
        x, y = area.x + width / 2 + column * step, area.y + tall / 2 + row * down
        visible = width if last else min(width, int(step))
        spots[name] = pygame.Rect(round(x - width / 2), round(y - tall / 2), visible, tall)
        if seen is not None:
            cards[name] = Pose(x, y, width, str(seen.card) if isinstance(seen, Up) else BACK)
            top[name] = name


def _hand_rows(shared: Plan, area: pygame.Rect, count: int) -> tuple[int, int]:
    """Return how wide the cards of such a hand are, and in how many rows they lie."""
    for width in (shared.hand, shared.close):
        each = max(1, int((area.w + width * GAP) // (width * (1 + GAP))))
        rows = max(1, int((area.h + width * GAP) // (width * (HEIGHT + GAP))))
        if count <= each * rows:
            return width, max(1, -(-count // each))
    return width, rows


def back_width(shared: Plan) -> int:
    """Return the width of the cards of others' hands."""
    return max(6, round(shared.heading * 0.5))


def fan(shared: Plan, panel: pygame.Rect, count: int) -> tuple[float, float]:
    """Return where the first of so many backs in the heading of a panel has its centre, and the step to the next."""
    width = back_width(shared)
    step = min(width * 0.46, (panel.w * 0.3 - width) / max(1, count - 1))
    return panel.right - shared.pad - width / 2 - step * (count - 1), step


def _lay_backs(count: int, shared: Plan, seat: int, panel: pygame.Rect, cards: dict[str, Pose]) -> None:
    x, step = fan(shared, panel, count)
    y = panel.y + shared.heading * 0.5
    for place in range(count):
        cards[f"B{seat}.{place}"] = Pose(x + place * step, y, back_width(shared), BACK)


def _lay_pairs(
    picture: Shown,
    shared: Plan,
    seat: int,
    panel: pygame.Rect,
    cards: dict[str, Pose],
    spots: dict[str, pygame.Rect],
    top: dict[str, str],
) -> None:
    """Lay the captured pairs in a row, overlapping where there are many; each can be chosen where one is taken."""
    area = body(panel, shared.heading, shared.pad)
    width = shared.pair
    tall = round(width * HEIGHT)
    pairs = by_series(picture.board.pairs[seat])
    if not pairs:
        return
    series = [pair.series for pair in pairs]
    breaks = [int(before != after) for before, after in pairwise(series)]
    steps = len(breaks) + _SERIES * sum(breaks)
    step = min(width * 1.12, (area.w - width * (1 + UNDER)) / steps) if breaks else 0.0
    x, y = area.x + width / 2, area.y + max(tall / 2, (area.h - width * UNDER) / 2)
    taking = picture.board.phase is Phase.TAKE and picture.board.loser == seat and not picture.momentary
    for index, pair in enumerate(pairs):
        under, face = width * UNDER, str(pair)
        cards[f"U{seat}.{pair}"] = Pose(x + under, y + under, width, face)
        cards[f"S{seat}.{pair}"] = Pose(x, y, width, face)
        on = step * (1 + _SERIES * breaks[index]) if index < len(breaks) else width
        if taking:
            name = f"T{pair}"
            spots[name] = pygame.Rect(round(x - width / 2), round(y - tall / 2), max(1, int(min(width, on))), tall)
            top[name] = f"S{seat}.{pair}"
        x += on


def _lay_middle(picture: Shown, shared: Plan, cards: dict[str, Pose]) -> None:
    """Lay what is shown for a moment on its match, or over the middle of the field."""
    width, field = shared.laid, shared.panels["field"]
    alone = [index for index, laid in enumerate(picture.laid) if laid.cell is None]
    middle = sum(x for x, _ in shared.cells) / len(shared.cells)
    height = sum(y for _, y in shared.cells) / len(shared.cells)
    room = field.w - 2 * shared.pad - width
    step = min(width * 1.16, room / max(1, len(alone) - 1))
    left = max(field.x + shared.pad + width / 2, middle - step * (len(alone) - 1) / 2)
    for index, laid in enumerate(picture.laid):
        face = str(laid.card.card) if isinstance(laid.card, Up) else BACK
        if laid.cell is None:
            cards[f"L{index}"] = Pose(left + alone.index(index) * step, height, width, face)
        else:
            x, y = shared.cells[laid.cell]
            cards[f"L{index}"] = Pose(x + shared.field * ON_MATCH, y + shared.field * ON_MATCH, shared.field, face)
