"""The pointer at the table: what is pressed, dragged, dropped, clicked and clicked twice."""

from __future__ import annotations

from scenes.desk import NOTHING, Selection
from scenes.drawing.paper import card_size
from scenes.inputs import Point
from scenes.table.choosing import Choosing
from scenes.table.closer import Looking
from scenes.table.holding import DRAG_STARTS, WANDERS, Held

_GROUND = ""
"""Stands for the bare table among the spots."""
_DOUBLE = 0.35
"""Seconds within which two clicks are a double click."""


class Pointing:
    """Turns what the pointer does into what is held and chosen, and where it rests into what is looked at."""

    def __init__(self, choosing: Choosing, looking: Looking) -> None:
        self._choosing = choosing
        self._looking = looking
        self._desk = choosing.desk
        self._panels = choosing.panels
        self._pointer: Point = (-1, -1)
        self._hand_pressed = False
        self._clicked: tuple[str, float] | None = None
        """The spot of the first click, and the seconds since then."""
        self._clicked_view: object = None

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; return whether anything changes by that, or may when more of them have passed."""
        if self._clicked is not None:
            spot, since = self._clicked
            self._clicked = (spot, since + dt) if since + dt <= _DOUBLE else None
        held = self._choosing.held
        leans = held is not None and held.upright(dt)
        return leans or self._clicked is not None

    def hold_up(self, *, up: bool) -> None:
        """Hold the hand up for a look, or lay it face down again."""
        self._hand_pressed = self._hand_pressed and up
        if self._choosing.showing.hold_up(up):
            self._choosing.kit.sounds.play("slide")
            self._choosing.let_all_go()

    # Moving

    def move(self, pos: Point, *, down: bool) -> None:
        """Take where the pointer is, and whether its button is down."""
        if not down:
            self._choosing.put_back()  # the button was let go where nobody saw it
        sideways, self._pointer = pos[0] - self._pointer[0], pos
        self._panels.pointer(pos)
        held = self._choosing.held
        if held is None:
            self._looking.point_at(self._choosing.layout.spot_at(pos))
            return
        held.to(pos)
        if not held.dragging and held.far >= DRAG_STARTS:
            self._lift(held)
        held.lean_with(sideways)

    def _lift(self, held: Held) -> None:
        """Begin to drag what is pressed; a card that can go nowhere stays, and says why once the pointer leaves it."""
        choosing = self._choosing
        if held.targets:
            held.dragging = True
            choosing.touches.led_to("lift")
            if not held.joins:
                choosing.select(NOTHING)
            choosing.refresh()
        elif not choosing.layout.spots[held.spot].collidepoint(held.pos):
            choosing.put_back()
            if not choosing.over:
                chosen = choosing.selection if held.joins else NOTHING
                choosing.refuse(self._desk.why_not(choosing.view, chosen, held.spot), held.spot)

    # Pressing

    def press(self, pos: Point) -> None:
        """Press the button under the pointer, or the card."""
        choosing = self._choosing
        choosing.put_back()
        self._pointer = pos
        button = self._panels.pressed = self._panels.button_at(pos)
        if button is not None:
            self._hand_pressed = self._panels.name(button) == "hand"
            if self._hand_pressed:
                self.hold_up(up=True)
            return
        choosing.focus = None
        spot = self._meant(pos)
        choosing.pressed = _GROUND if spot is None else spot
        card = choosing.layout.top.get(choosing.pressed)
        if spot is None or card is None:
            return
        pose = choosing.layout.cards[card]
        grip = (round(pos[0] - pose.x), round(pos[1] - pose.y))
        size = card_size(round(pose.width))
        targets, joins = self.targets(spot)
        choosing.held = Held(spot, card, size, grip, pos, pos, targets, joins, before=choosing.selection)

    def press_right(self, pos: Point) -> None:
        """Take a mark of the notebook back; else let go of what is held or chosen; else look at a spot closely.

        While a button of the panels is pressed nothing of all that is meant: a finger may be slow to let it go.
        """
        choosing, spot = self._choosing, self._choosing.layout.spot_at(pos)
        if self._panels.pressed is not None:
            return
        if choosing.held is None and choosing.jot(spot, -1):
            choosing.put_back()
        elif not choosing.cancel():
            self._looking.look_at(choosing.layout, spot)

    def _meant(self, pos: Point) -> str | None:
        """Return the spot that a click means: where some lie upon each other, the smallest that can be chosen."""
        under, offer = self._choosing.layout.spots_at(pos), self._choosing.offer()
        able = [spot for choices in (offer.targets, offer.afresh) for spot in under if spot in choices]
        return next(iter((*able, *under)), None)

    def targets(self, spot: str) -> tuple[dict[str, object], bool]:
        """Return where the card of a spot may be dropped, and whether it goes on with the selection by that."""
        choosing = self._choosing
        if choosing.over:
            return {}, False
        joining = dict(self._desk.drag(choosing.view, choosing.selection, spot))
        if choosing.selection.shown_done:  # the table is shown as it will be: nothing else can be begun from it
            return joining, True
        afresh = dict(self._desk.drag(choosing.view, NOTHING, spot))
        joins = bool(joining) and joining != afresh
        return (joining if joins else afresh), joins

    # Letting go

    def release(self, pos: Point) -> str | None:
        """Drop what is held, or click what was pressed; return the name of the button that was clicked, if one was."""
        choosing = self._choosing
        self._pointer = pos
        if self._hand_pressed:
            self.hold_up(up=False)
            return None
        if (button := self._panels.pressed) is not None:
            self._panels.pressed = None
            return self._panels.name(button) if button is self._panels.button_at(pos) else None
        held, choosing.held = choosing.held, None
        down, choosing.pressed = choosing.pressed, None
        self._looking.let_go_on(choosing.layout.spot_at(pos))
        if held is not None and held.dragging:
            held.to(pos)
            self._drop(held)
        elif down is not None and down == (self._meant(pos) or _GROUND):
            if down == _GROUND:
                choosing.select(choosing.selection.without_spots())
            else:
                self._click(down)
        return None

    def _click(self, spot: str) -> None:
        """Choose, or at the second click do the only sensible thing, unless more than this card is chosen already."""
        choosing = self._choosing
        if choosing.jot(spot):  # every click there is one of its own
            self._clicked = None
            return
        chosen = choosing.selection.spots
        if self._clicked is not None and self._clicked[0] == spot:
            self._clicked = None
            offer = choosing.offer()
            answers = offer.rest is None and spot in {*offer.targets, *offer.afresh}
            if self._clicked_view != choosing.view and not answers:
                return  # what the first click brought nobody has seen yet: the second one is no answer to it
            alone = chosen in ((), (spot,)) and not choosing.over
            eager = self._desk.eager(choosing.view, spot) if alone else None
            if eager is not None:
                choosing.selection = NOTHING
                choosing.follow(eager)
                return
        else:
            self._clicked = None if spot in chosen and len(chosen) > 1 else (spot, 0.0)
            self._clicked_view = choosing.view
        choosing.choose(spot)

    def _drop(self, held: Held) -> None:
        """Do what the drop means: the legal target that the card covers most, else home again, with the reason."""
        choosing = self._choosing
        if held.far <= WANDERS:
            if choosing.selection != held.before:
                choosing.select(held.before)
            self._click(held.spot)
            return
        self._clicked = None
        spot = held.best_target(choosing.layout.spots)
        if spot is not None:
            lifted = choosing.lifted(held)
            result = held.targets[spot]
            if isinstance(result, Selection) and not result.pending:
                choosing.glide_home(held)
            choosing.follow(result, lifted)
            return
        choosing.glide_home(held)
        under = choosing.layout.spot_at(held.rect.center) or choosing.layout.spot_at(held.pos)
        if under is not None and under != held.spot:
            chosen = choosing.selection if held.joins else Selection((held.spot,))
            choosing.refuse(self._desk.why_not(choosing.view, chosen, under), under)
