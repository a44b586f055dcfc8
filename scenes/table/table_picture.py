"""The picture of the table: what glows, what steps back, what is in the air or held, what is said beside a spot."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from scenes.desk import NOTHING, Pose
from scenes.drawing import theme
from scenes.drawing.painter import room
from scenes.drawing.stage import Paint
from scenes.table import closer
from scenes.table.advice import Advice
from scenes.table.choosing import Choosing
from scenes.table.closer import Looking
from scenes.table.holding import Held


class Picture:
    """Paints one table."""

    def __init__(self, choosing: Choosing, looking: Looking, advice: Advice) -> None:
        self._choosing = choosing
        self._looking = looking
        self._advice = advice
        self._kit = choosing.kit
        self._desk = choosing.desk
        self._board = choosing.board
        self._panels = choosing.panels

    def paint(self, pointed: tuple[str, ...], above: list[Paint]) -> list[Paint]:
        """Return the picture, with a glow at the spots that are `pointed` at.

        What is `above` lies over the cards that are in the air, but under what is held and said.
        """
        choosing = self._choosing
        spoken, plate = self._panels.spoken_of()
        paints = [*self._panels.furniture, *plate]
        held = choosing.held if choosing.held is not None and choosing.held.dragging else None
        targets, taken = self.targets(held), self._taken(held)
        carried = {} if held is None else choosing.carried(held)
        away = {spot for spot, card in choosing.layout.top.items() if card in carried}
        paints += self._glows(held, targets, taken, pointed, spoken, away)
        paints += self._board.resting(carried, self.bright(targets | taken) if targets else None)
        paints += self._panels.marks
        paints += self._board.in_the_air()
        paints += self._panels.paint_buttons(choosing.focus)
        paints += above
        if held is not None:
            paints += self.carried(held, carried)
        elif self._looking.spot is not None:
            paints += closer.look(self._kit, self._desk, choosing.layout, self._looking.spot, self._board.cards)
        say = self._kit.words.say
        if held is None and (hint := self._advice.hints.hint) is not None:
            paints += self._panels.sign(say(hint.words), self._anchor(hint.spots[-1]))
        if (refusal := choosing.refusal) is not None:
            paints += self._panels.sign(say(refusal.reason), self._anchor(refusal.spot), warn=True)
        return paints

    def targets(self, held: Held | None) -> frozenset[str]:
        """Return the spots to light up: where the held card may go, or what may follow the selection."""
        choosing = self._choosing
        if held is not None:
            return frozenset(held.targets)
        if choosing.showing.busy:
            return frozenset()
        offer = choosing.offer()
        if choosing.selection == NOTHING and offer.rest is None:
            return frozenset()
        return frozenset(offer.targets) - set(choosing.selection.spots)

    def _taken(self, held: Held | None) -> frozenset[str]:
        """Return the spots whose cards go along if the held card is dropped where it is."""
        spot = None if held is None else held.best_target(self._choosing.layout.spots)
        if held is None or spot is None:
            return frozenset()
        return frozenset(self._desk.taken(held.targets[spot])) - {held.spot}

    def _glows(
        self,
        held: Held | None,
        targets: frozenset[str],
        taken: frozenset[str],
        pointed: tuple[str, ...],
        spoken: tuple[str, ...],
        away: set[str],
    ) -> list[Paint]:
        """Return the light around spots; there is none where a card was taken `away`."""
        choosing, painter = self._choosing, self._kit.painter
        over = held.best_target(choosing.layout.spots) if held is not None else self._looking.hover
        paints: list[Paint] = []
        for spot, rect in choosing.layout.spots.items():
            if spot in pointed:
                glow = painter.glow(rect.size, theme.VERMILION, 1.0)
            elif spot in away:
                continue
            elif spot in targets:
                glow = painter.glow(rect.size, painter.palette.accent, 1.0 if spot == over else 0.6)
            elif spot in choosing.selection.spots or spot in taken:
                glow = painter.glow(rect.size, painter.palette.strong, 1.0)
            elif spot == choosing.focus:
                glow = painter.glow(rect.size, painter.palette.text, 0.9)
            elif spot in spoken:
                glow = painter.glow(rect.size, painter.palette.heading, 0.6)
            else:
                continue
            paints.append(_around(glow, rect))
            if spot == choosing.focus and (spot in targets or spot in choosing.selection.spots):  # a second ring
                step = 2 * max(4, self._kit.metrics.px(5))
                ring = rect.inflate(step, step)
                paints.append(_around(painter.glow(ring.size, painter.palette.text, 0.9), ring))
        return paints

    def bright(self, targets: frozenset[str]) -> set[str]:
        """Return the cards that do not step back: those that lie on the targets and the selection."""
        layout, chosen = self._choosing.layout, targets | set(self._choosing.selection.spots)
        rects = [layout.spots[spot] for spot in chosen]
        cards = layout.cards.items()
        bright = {key for key, pose in cards if any(rect.collidepoint(pose.x, pose.y) for rect in rects)}
        on_top = {layout.top[spot] for spot in chosen & layout.top.keys()}  # most of it may be covered
        return bright | on_top | layout.steady

    def carried(self, held: Held, cards: Mapping[str, Pose]) -> list[Paint]:
        """Return the cards in the hand, and what they would do where they are."""
        choosing, rect = self._choosing, held.rect
        paints = [self._board.cards.lifted(pose, round(held.lean)) for pose in cards.values()]
        spot = held.best_target(choosing.layout.spots)
        if spot is not None:
            caption = self._desk.caption(choosing.view, held.targets[spot])
            if caption is not None:
                paints += self._panels.sign(self._kit.words.say(caption), rect, moving=True)
        return paints

    def _anchor(self, spot: str) -> pygame.Rect:
        return self._choosing.layout.spots.get(spot) or self._desk.button_area(self._kit.metrics)


def _around(glow: pygame.Surface, rect: pygame.Rect) -> Paint:
    margin = room(rect.w)
    return glow, (rect.x - margin, rect.y - margin)
