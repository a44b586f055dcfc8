"""Where everything lies on the table of 涼宮ハルヒの贈殖: a pure map of a picture and a size.

How the window is shared out stands in `plan`; here cards and spots are laid into it. The cards before a seat are named
after its panel, so that they can be seen large there; events are spots of their own, for they can be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.core import Seen, Up
from game.haruhi.card_set import PERSONS, Card, Op, Role
from game.haruhi.public import Phase
from scenes.desk import BACK, Face, Layout, Pose
from scenes.drawing.paper import HEIGHT
from scenes.drawing.theme import Metrics
from scenes.haruhi import notebook
from scenes.haruhi.faces import EVENT_BACK, ROLE_BACK, event_face, role_face
from scenes.haruhi.plan import BUTTONS, EVENT, GLANCE, PILES, RAISED, Plan, plan, row
from scenes.haruhi.shown import Shown

KNOWN = "~"
"""Ends the name of the face of a card that lies face down, and is known to the player in front all the same."""
_WHOLE = 0.55
"""Hand cards of which less is seen, in card widths, are shown large when the pointer rests on them."""
BARE = "_"
"""Ends the name of the face of a character without its name, which stands below it."""


def place_of(plan_: Plan, seat: int, first: int) -> pygame.Rect:
    """Return the panel of a seat, where `first` sits at the left."""
    return plan_.seats[(seat - first) % len(plan_.seats)]


def layout(picture: Shown, metrics: Metrics, first: int, buttons: tuple[str, ...] = BUTTONS) -> Layout:
    """Return where everything lies, with the seat `first` at the left and the `buttons` that there are now."""
    seats = len(picture.board.hands)
    shared = plan(metrics, seats)
    lying = _Lying()
    _lay_hand(picture, shared, lying)
    stands = [place_of(shared, seat, first) for seat in range(seats)]
    lying.spots.update({f"S{seat}": panel for seat, panel in enumerate(stands)})
    for seat, panel in enumerate(stands):
        _lay_seat(picture, shared, seat, panel, lying)
    _lay_middle(picture, shared, lying)
    whole = shared.buttons[0].union(shared.buttons[1])
    places = zip(BUTTONS, shared.buttons, strict=True)
    lying.spots.update({name: whole if len(buttons) == 1 else rect for name, rect in places if name in buttons})
    lying.spots.update(notebook.spots(picture, shared.notes, metrics))
    return Layout(lying.cards, lying.spots, lying.top, lying.closer, frozenset((EVENT, *PILES)))


@dataclass(frozen=True, slots=True)
class _Lying:
    """A layout in the making."""

    cards: dict[str, Pose] = field(default_factory=dict)
    spots: dict[str, pygame.Rect] = field(default_factory=dict)
    top: dict[str, str] = field(default_factory=dict)
    closer: dict[str, int] = field(default_factory=dict)


def naming(picture: Shown) -> bool:
    """Whether the player in front is to say who somebody is."""
    board = picture.board
    return picture.decides and board.phase is Phase.EFFECT and board.effects[0].op is Op.ACCUSE


def _face_of(seen: Seen[Card]) -> Face:
    return str(seen.card) if isinstance(seen, Up) else BACK


def role_at(picture: Shown, seat: int) -> Face:
    """Return the face of a seat's character: what is open to all, what this player knows, or a back."""
    seen = picture.board.roles[seat]
    if isinstance(seen, Up):
        return role_face(seen.card.person)
    known: Role | None = picture.known(seat)
    return ROLE_BACK if known is None else role_face(known.person) + KNOWN


def _spot(pose: Pose, visible: float | None = None) -> pygame.Rect:
    """Return what a card covers, or the left part of it that is to be seen."""
    width, high = round(pose.width), round(pose.width * HEIGHT)
    seen = width if visible is None else max(1, min(width, int(visible)))
    return pygame.Rect(round(pose.x - width / 2), round(pose.y - high / 2), seen, high)


def _lay_hand(picture: Shown, shared: Plan, lying: _Lying) -> None:
    """Lay the hand in a row, overlapping where it is long; chosen cards look out."""
    area, width, count = shared.fan, shared.hand, len(picture.hand)
    high = width * HEIGHT
    step = min(width * 1.07, (area.w - width) / max(1, count - 1))
    for place, seen in enumerate(picture.hand):
        name = f"H{place}"
        y = area.bottom - high / 2 - (high * RAISED if place in picture.chosen else 0)
        pose = Pose(area.x + width / 2 + place * step, y, width, _face_of(seen))
        lying.cards[name], lying.top[name] = pose, name
        lying.spots[name] = _spot(pose, None if place == count - 1 else step)
        if step < width * _WHOLE:
            lying.closer[name] = shared.event[2]


def back_width(shared: Plan) -> int:
    """Return the width of the card that stands for another player's hand."""
    return max(6, round(shared.heading * 0.52))


def back_at(shared: Plan, panel: pygame.Rect) -> tuple[float, float]:
    """Return where that card has its centre; the number of cards is told at its right."""
    return panel.right - shared.pad - shared.heading * 0.86 - back_width(shared) / 2, panel.y + shared.heading * 0.5


def _lay_seat(picture: Shown, shared: Plan, seat: int, panel: pygame.Rect, lying: _Lying) -> None:
    """Lay hand, laid cards, events and character of a seat into its panel."""
    board, stand = picture.board, shared.stand
    if seat != picture.seat and board.hands[seat]:
        lying.cards[f"B{seat}"] = Pose(*back_at(shared, panel), back_width(shared), BACK)
    laid = board.laid[seat]
    width, places = row(stand.laid.move(panel.topleft), len(laid), stand.card, stand.small)
    for index, (card, place) in enumerate(zip(laid, places, strict=True)):
        lying.cards[f"S{seat}.{index}"] = Pose(*place, width, str(card))
    role = Pose(panel.x + stand.role[0], panel.y + stand.role[1], stand.card, role_at(picture, seat))
    lying.cards[f"R{seat}"] = role
    if role.face != ROLE_BACK:
        lying.spots[f"R{seat}"] = _spot(role)
        lying.closer[f"R{seat}"] = shared.event[2]
    events = board.owned[seat]
    width, places = row(stand.events.move(panel.topleft), len(events), stand.card, stand.small)
    for index, (event, place) in enumerate(zip(events, places, strict=True)):
        name, pose = f"E{event.number}", Pose(*place, width, event_face(event))
        after = places[index + 1][0] - place[0] if index + 1 < len(places) else 0.0
        lying.cards[name], lying.top[name], lying.closer[name] = pose, name, shared.event[2]
        lying.spots[name] = _spot(pose, after if after > 0 else None)


def _lay_middle(picture: Shown, shared: Plan, lying: _Lying) -> None:
    """Lay the event under the hammer, the persons that can be named, the piles, and what is looked at."""
    board = picture.board
    lying.spots.update(zip(PILES, shared.piles, strict=True))
    aside = event_face(board.aside[-1]) if board.aside else EVENT_BACK
    counts = (board.deck, board.discard, board.pile, len(board.aside))
    for name, count, face in zip(PILES, counts, (BACK, BACK, EVENT_BACK, aside), strict=True):
        if count:
            lying.cards[name] = Pose(*lying.spots[name].center, lying.spots[name].w, face, count)
    if board.aside:
        lying.closer["aside"] = shared.event[2]
    if board.event is not None:
        lying.cards[EVENT] = Pose(*shared.event, event_face(board.event))
        lying.spots[EVENT] = _spot(lying.cards[EVENT])
    if naming(picture):
        for index, ((x, y), person) in enumerate(zip(shared.persons, PERSONS, strict=True)):
            name = f"P{index}"
            lying.cards[name], lying.top[name] = Pose(x, y, shared.person, role_face(person) + BARE), name
            lying.spots[name] = _spot(lying.cards[name])
            lying.closer[name] = shared.event[2]
    if picture.glance is not None:
        seen, x, y, width = picture.glance.card, *shared.glance
        face = BACK if not picture.glance.role else ROLE_BACK
        if isinstance(seen, Up):
            face = role_face(seen.card.person) if isinstance(seen.card, Role) else str(seen.card)
        lying.cards[GLANCE] = Pose(x, y, width, face)
