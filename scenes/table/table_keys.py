"""The keys at the table: where their frame stands, and what it says yes to."""

from __future__ import annotations

import math

from scenes.desk import Layout
from scenes.drawing.painter import room
from scenes.inputs import Focus, Input, Key, KeyUp, Press
from scenes.table.choosing import Choosing


class Keys:
    """Moves the frame of the keys among spots and buttons, and chooses what it stands at."""

    def __init__(self, choosing: Choosing) -> None:
        self._choosing = choosing
        self._held = False
        """Whether Enter is held down and answers nothing more: what it would say yes to came since it went down."""

    def note(self, event: Input) -> None:
        """Take notice of an input that is going to be answered."""
        match event:
            case Press() | Key():
                self._held = self._held and event == Key("enter")
            case KeyUp("enter") | Focus(here=False):
                self._held = False

    def pass_over(self, event: Press | Key) -> None:
        """Take notice of an input that answers nothing: while Enter is held down it answers nothing that comes next."""
        self._held = event == Key("enter")

    # The frame

    def move(self, direction: str) -> None:
        """Move the frame left, right, up or down."""
        self._choosing.focus = neighbour(self._choosing.layout, self._choosing.focus, direction)

    def tab(self, step: int) -> None:
        """Move the frame among the spots that can be chosen now, and what the strip below the log offers."""
        choosing = self._choosing
        targets = choosing.offer().targets
        order = [*(spot for spot in choosing.layout.spots if spot in targets), *choosing.panels.stops]
        if order:
            focus = choosing.focus
            index = order.index(focus) + step if focus in order else (0 if step > 0 else -1)
            choosing.focus = order[index % len(order)]

    def to_notebook(self) -> None:
        """Move the frame to the first mark that can be set in the notebook."""
        choosing = self._choosing
        marks = (spot for spot in choosing.layout.spots if choosing.jotted(spot) is not None)
        choosing.focus = next(marks, choosing.focus)

    # Choosing

    def enter(self) -> str | None:
        """Say yes to what is complete, else choose the spot at the frame; return the name of a button that it presses.

        A key still held down from the action before says yes to nothing that this action brought.
        """
        if self._held:
            return None
        choosing = self._choosing
        stops = choosing.panels.stops
        if choosing.over and stops:
            return stops[0]
        if choosing.focus in stops:
            return choosing.focus
        if choosing.focus not in choosing.layout.spots:
            choosing.focus = None
        offer, before = choosing.offer(), choosing.view
        chosen = offer.rest is None and choosing.focus in choosing.selection.spots
        if offer.ready is not None and (choosing.focus is None or chosen):
            choosing.follow(offer.ready)
        elif choosing.focus is None:
            self.tab(1)
        else:
            self._choose(choosing.focus)
        self._held = choosing.jotted(choosing.focus) is not None or (
            choosing.view != before and (choosing.over or choosing.offer().rest is not None)
        )
        return None

    def digit(self, number: int) -> None:
        """Choose the spot that a digit means, where it means one."""
        choosing = self._choosing
        spot = choosing.desk.digit(choosing.view, choosing.selection, number)
        if spot is not None:
            self._choose(spot)

    def _choose(self, spot: str) -> None:
        """Choose a spot; the frame stands there, or rests where the next Enter says yes to all that was done."""
        choosing = self._choosing
        before, choosing.focus = (choosing.view, choosing.selection), spot
        choosing.choose(spot)
        rest = choosing.offer().rest
        changed = before != (choosing.view, choosing.selection)
        if rest is not None and not choosing.selection.spots and changed:
            choosing.focus = rest


def neighbour(layout: Layout, focus: str | None, direction: str) -> str:
    """Return the spot nearest to the focused one in a direction; the first of all where there is no focus."""
    if focus is None or focus not in layout.spots:
        return next((spot for spot in layout.spots if spot in layout.top), next(iter(layout.spots)))
    here = layout.spots[focus].center
    best, least = focus, math.inf
    for spot, rect in layout.spots.items():
        dx, dy = rect.centerx - here[0], rect.centery - here[1]
        along, across = {
            "left": (-dx, abs(dy)),
            "right": (dx, abs(dy)),
            "up": (-dy, abs(dx)),
            "down": (dy, abs(dx)),
        }[direction]
        if along > room(rect.w) and (distance := along + 2.5 * across) < least:
            best, least = spot, distance
    return best
