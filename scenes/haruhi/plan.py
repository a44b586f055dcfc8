"""How the window is shared out for 涼宮ハルヒの贈殖: panels, sizes of cards, places of piles and buttons.

The seats stand side by side above, clockwise from the left, in as many rows as give them the largest cards. Below lie
the event under the hammer with the hand, the log with the actions, and the notes; in tall windows in rows of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.haruhi.card_set import PERSONS
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.table.areas import Ground

BUTTONS = ("use", "pass")
"""The spots of the two buttons: what they mean depends on the phase."""
PILES = ("deck", "discard", "pile", "aside")
"""The spots of the piles: deck, discard, events to be turned, events that nobody took."""
EVENT = "event"
GLANCE = "glance"
RAISED = 0.13
"""How far chosen cards of the hand look out, in card heights."""
_LEAST_STEP = 0.3
"""Cards of a row that would show less than this of their width lie in two rows instead, half as large."""
_TOLD = 142
"""Events of this width tell in words what they do."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How the panel of a seat is shared: where its total is told, its laid cards, its events and the character lie.

    `told` says what the events are worth. `card` is the width of a card, `small` that of one of two rows. All of it is
    measured from the upper left corner of the panel.
    """

    total: pygame.Rect
    laid: pygame.Rect
    told: pygame.Rect
    events: pygame.Rect
    role: tuple[float, float]
    card: int
    small: int


_NAMED = 3.6
"""The width for the name of a person below which every other name stands in a second row, in sizes of a note."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a window is shared out. `seats` are the panels from the left, `stand` is what all of them look like inside.

    `event` and `glance` are centre and width of the cards there, `hand` is the width of a card of the hand. The persons
    that can be named lie in `persons`, `person` pixels wide, `piles` stand in the order of `PILES`; `facts` is where
    words about the event stand.
    """

    panels: dict[str, pygame.Rect]
    seats: tuple[pygame.Rect, ...]
    stand: Stand
    heading: int
    pad: int
    event: tuple[float, float, int]
    glance: tuple[float, float, int]
    facts: pygame.Rect
    persons: tuple[tuple[float, float], ...]
    person: int
    piles: tuple[pygame.Rect, ...]
    hand: int
    fan: pygame.Rect
    buttons: tuple[pygame.Rect, ...]
    prompt: pygame.Rect
    notes: pygame.Rect
    log: pygame.Rect


@lru_cache(maxsize=16)
def plan(metrics: Metrics, seats: int) -> Plan:
    """Return how the window is shared out among so many seats."""
    ground = Ground.of(metrics, 1.55, 0.055)
    tall = metrics.size[0] < metrics.size[1]
    stands, stand, bottom = _seats(ground, seats, tall)
    panels = _tall(ground, bottom) if tall else _wide(ground, bottom)
    panels = {name: metrics.handed(panel) for name, panel in panels.items()}
    event, glance, facts, persons, person, piles = _middle(ground, ground.body(panels["event"]))
    fan = ground.body(panels["hand"])
    above = metrics.px(7)  # the light around chosen cards stays below the heading
    hand = max(8, int(min((fan.h - above) / (HEIGHT * (1 + RAISED)), fan.w / 4)))
    prompt, buttons = _actions(panels["actions"].inflate(-2 * ground.pad, -2 * ground.pad), metrics)
    return Plan(
        panels=panels,
        seats=stands,
        stand=stand,
        heading=ground.heading,
        pad=ground.pad,
        event=event,
        glance=glance,
        facts=facts,
        persons=persons,
        person=person,
        piles=piles,
        hand=hand,
        fan=fan,
        buttons=buttons,
        prompt=prompt,
        notes=ground.body(panels["notes"]),
        log=panels["log"].inflate(-2 * ground.pad, -ground.pad),
    )


# The seats


def _seats(ground: Ground, seats: int, tall: bool) -> tuple[tuple[pygame.Rect, ...], Stand, int]:
    """Return the panels of the seats and what they look like inside, in the number of rows with the largest cards."""
    best: tuple[float, tuple[pygame.Rect, ...], Stand, int] | None = None
    for rows, share in ((1, 0.37), (2, 0.5 if not tall else 0.42), (3, 0.5)):
        each = -(-seats // rows)
        high = round((ground.high * share - ground.gap * (rows - 1)) / rows)
        wide = (ground.metrics.size[0] - ground.gap * (each + 1)) / each
        panels = tuple(
            [
                pygame.Rect(
                    round(ground.gap + place % each * (wide + ground.gap)),
                    ground.top + place // each * (high + ground.gap),
                    int(wide),
                    high,
                )
                for place in range(seats)
            ]
        )
        stand = _stand(ground, pygame.Rect(0, 0, int(wide), high))
        score = min(stand.card, stand.events.w / 3, stand.laid.w / 2) * (seats / (rows * each)) ** 0.5
        if best is None or score > best[0]:
            best = (score, panels, stand, ground.top + rows * (high + ground.gap))
    assert best is not None
    return best[1:]


def _stand(ground: Ground, panel: pygame.Rect) -> Stand:
    """Return how a panel is shared: words beside the cards where it is wide, else in lines above them."""
    inside = ground.body(panel)
    note = ground.metrics.crowded.note
    line, high_line = round(note * 1.3), round(note * 1.65)
    gap = max(2, round(ground.pad * 0.4))
    beside = round(note * 4.2)
    across = (inside.h - gap) / 2 / HEIGHT
    above = (inside.h - line - high_line - gap) / 2 / HEIGHT
    if inside.w >= beside + 3.6 * across:
        card, left = int(across), beside
        upper = pygame.Rect(inside.x, inside.y, left - gap, round(card * HEIGHT))
        lower = upper.move(0, round(card * HEIGHT) + gap)
        total, told = upper, lower
    else:
        card, left = int(min(above, inside.w / 2.4)), 0
        spare = max(0, (inside.h - line - high_line - gap - round(2 * card * HEIGHT)) // 2)
        total = pygame.Rect(inside.x, inside.y, inside.w, high_line)
        told = pygame.Rect(inside.x, inside.y + high_line + round(card * HEIGHT) + gap + spare, inside.w, line)
        upper, lower = total.move(0, high_line), told.move(0, line)
    card = max(8, card)
    high = round(card * HEIGHT)
    laid = pygame.Rect(inside.x + left, upper.y, inside.w - left - card - gap, high)
    events = pygame.Rect(inside.x + left, lower.y, inside.w - left, high)
    small = max(6, int((high - 1) / 2 / HEIGHT))
    return Stand(total, laid, told, events, (inside.right - card / 2, upper.y + high / 2), card, small)


def row(area: pygame.Rect, count: int, card: int, small: int) -> tuple[int, tuple[tuple[float, float], ...]]:
    """Return the width of so many cards in an area of a panel, and their centres: in two rows where they are many."""
    step = (area.w - card) / max(1, count - 1)
    if count < 2 or step >= card * _LEAST_STEP:
        step = min(step, card * 1.06)
        return card, tuple([(area.x + card / 2 + place * step, area.y + card * HEIGHT / 2) for place in range(count)])
    each = -(-count // 2)
    step = min((area.w - small) / max(1, each - 1), small * 1.06)
    high = small * HEIGHT
    places = []
    for place in range(count):
        line, column = divmod(place, each)
        y = area.y + high / 2 if line == 0 else area.bottom - high / 2
        places.append((area.x + small / 2 + column * step, y))
    return small, tuple(places)


def close_row(area: pygame.Rect, count: int, width: int) -> tuple[tuple[float, float], ...]:
    """Return the centres of so many cards in a single row, however much they overlap."""
    step = min(width * 1.06, (area.w - width) / max(1, count - 1))
    return tuple([(area.x + width / 2 + place * step, area.centery) for place in range(count)])


# What stands below them


def _wide(ground: Ground, top: int) -> dict[str, pygame.Rect]:
    """Return the panels below the seats in three columns: event over hand, log over actions, notes."""
    gap, width = ground.gap, ground.metrics.size[0]
    high = ground.top + ground.high - top
    free = width - 4 * gap
    first, second = round(free * 0.46), round(free * 0.25)
    third = free - first - second
    event = round((high - gap) * 0.6)
    acts = min(_needed(ground.metrics), round((high - gap) * 0.62))
    x, y = gap + first + gap, gap + first + gap + second + gap
    return {
        "event": pygame.Rect(gap, top, first, event),
        "hand": pygame.Rect(gap, top + event + gap, first, high - event - gap),
        "log": pygame.Rect(x, top, second, high - gap - acts),
        "actions": pygame.Rect(x, top + high - acts, second, acts),
        "notes": pygame.Rect(y, top, third, high),
    }


def _tall(ground: Ground, top: int) -> dict[str, pygame.Rect]:
    """Return the panels below the seats in rows: event beside log, notes beside actions, the hand at the bottom."""
    gap, width = ground.gap, ground.metrics.size[0]
    high = ground.top + ground.high - top
    left = round((width - 3 * gap) * 0.58)
    right = width - 3 * gap - left
    hand = round(high * 0.24)
    upper = round((high - hand - 2 * gap) * 0.46)
    lower = high - hand - upper - 2 * gap
    x, second, third = 2 * gap + left, top + upper + gap, top + upper + lower + 2 * gap
    return {
        "event": pygame.Rect(gap, top, left, upper),
        "log": pygame.Rect(x, top, right, upper),
        "notes": pygame.Rect(gap, second, left, lower),
        "actions": pygame.Rect(x, second, right, lower),
        "hand": pygame.Rect(gap, third, width - 2 * gap, hand),
    }


def _needed(metrics: Metrics) -> int:
    """Return the height at which prompt, three buttons and those of the actions stand below each other."""
    return round(metrics.crowded.body * 12.4) + 2 * metrics.px(10)


_Middle = tuple[
    tuple[float, float, int],
    tuple[float, float, int],
    pygame.Rect,
    tuple[tuple[float, float], ...],
    int,
    tuple[pygame.Rect, ...],
]


def _middle(ground: Ground, area: pygame.Rect) -> _Middle:
    """Return the places in the panel of the event: the event, a card to glance at, words, persons, piles."""
    gap, note = ground.pad, ground.metrics.crowded.note
    step = area.h / len(PILES)
    high = round(step - max(3, gap * 0.5))
    small = max(8, round(high / HEIGHT))
    told = min(round(note * 5.5), round(area.w * 0.24))
    left = area.right - told - small
    piles = tuple([pygame.Rect(left, round(area.y + index * step), small, high) for index in range(len(PILES))])
    free = pygame.Rect(area.x, area.y, left - 2 * gap - area.x, area.h)
    width = int(min(area.h / HEIGHT, free.w * 0.5))
    width = width if width >= _TOLD or free.w * 0.42 >= width else round(free.w * 0.42)
    event = (area.x + width / 2, area.y + area.h / 2, width)
    facts = pygame.Rect(area.x + width + gap, area.y, free.right - area.x - width - gap, area.h)
    glance = (free.centerx, float(area.y + area.h / 2), width)
    count = len(PERSONS)
    person = int(min((free.w - 4 * (count - 1)) / count, area.h * 0.5 / HEIGHT))
    step = min((free.w - person) / (count - 1), person * 1.3)
    rows = 1 if step > _NAMED * note else 2  # of names below them
    y = area.bottom - round(note * 1.45) * rows - person * HEIGHT / 2
    persons = tuple([(free.x + person / 2 + place * step, y) for place in range(count)])
    return event, glance, facts, persons, person, piles


def _actions(area: pygame.Rect, metrics: Metrics) -> tuple[pygame.Rect, tuple[pygame.Rect, ...]]:
    """Return where prompt and buttons stand, and the places of the two buttons below them."""
    gap = metrics.px(8)
    high = min(round(metrics.crowded.body * 2.1), area.h // 4)
    width = (area.w - gap) // 2
    y = area.bottom - high
    buttons = (pygame.Rect(area.right - width, y, width, high), pygame.Rect(area.x, y, width, high))
    return pygame.Rect(area.x, area.y - metrics.px(4), area.w, area.h - high - gap + metrics.px(4)), buttons
