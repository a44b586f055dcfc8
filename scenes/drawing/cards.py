"""Pictures of cards at rest, in the hand and in the air, each with its shadow. The painter keeps what repeats."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace

import pygame

from scenes.desk import Face, Pose, is_back
from scenes.drawing.painter import FADES, Painter, room
from scenes.drawing.paper import card_size
from scenes.drawing.stage import Paint
from scenes.drawing.timeline import Flying

FaceMaker = Callable[[Painter, Face, int], pygame.Surface]

LIFT = 1.06
"""How much larger a lifted card looks."""
_PILE_STEP = 0.013
_CARDS_A_LAYER = 4
_RISE = 0.05
"""How much larger a card looks that turns over, where it is highest."""
_SQUASHES = 16
"""In so many steps a back is squashed."""


class CardPainter:
    """Makes the pictures of one game's cards. `deck` tells them from other cards with the same short texts."""

    def __init__(self, painter: Painter, face: FaceMaker, deck: Hashable) -> None:
        self._painter = painter
        self._face = face
        self._deck = deck
        self._held: set[int] = set()
        """The widths that are prepared."""

    def prepare(self, faces: Iterable[Face], width: int) -> None:
        """Draw these faces at this width, and the shadow of a card that is lifted, so that no frame has to."""
        self._held.add(width)
        new = [face for face in faces if not self._painter.holds(self._resting(face, width, 0))]
        for face in new:
            self.resting(Pose(0, 0, width, face))
        if new:
            self._painter.shadow(card_size(width), lifted=True)
            self._painter.tidy()

    def resting(self, pose: Pose) -> Paint:
        """Return a card (or pile) lying on the table."""
        width = round(pose.width)
        layers = 0 if pose.pile <= 1 else min(9, 1 + pose.pile // _CARDS_A_LAYER)
        made = self._painter.hold if width in self._held and not layers else self._painter.keep
        key = self._resting(pose.face, width, layers)
        surface = made(key, lambda: self._compose(pose.face, width, layers, lifted=False))
        margin = room(width)
        height = card_size(width)[1]
        return surface, (round(pose.x - width / 2) - margin, round(pose.y - height / 2) - margin)

    def lifted(self, pose: Pose, lean: int) -> Paint:
        """Return a card held above the table, leaning by `lean` degrees."""
        width = round(pose.width)
        key = ("lifted", *self._card(pose.face, width), lean)
        surface = self._painter.keep(key, lambda: self._lean(pose.face, width, lean))
        return surface, (round(pose.x - surface.get_width() / 2), round(pose.y - surface.get_height() / 2))

    def flying(self, flying: Flying) -> Paint:
        """Return a card in the air. While it turns or grows it is scaled, which makes a new surface for that frame.

        Backs that only turn or only grow are kept: many do so at a time, and all of them look the same.
        """
        pose = flying.pose
        base, pos = self.resting(replace(pose, width=flying.drawn))
        grown, squash = pose.width / flying.drawn, flying.squash
        if squash == grown == 1.0:
            return base, pos  # exactly as it will lie: no jump by a pixel when it lands
        often = is_back(pose.face) and (squash == 1.0 or grown == 1.0)
        if often:
            squash, grown = round(squash * _SQUASHES) / _SQUASHES, round(pose.width) / flying.drawn
        scale = grown * (1 + _RISE * math.sqrt(1 - squash**2))
        size = (max(1, round(base.get_width() * squash * scale)), max(1, round(base.get_height() * scale)))

        def make() -> pygame.Surface:
            return pygame.transform.smoothscale(base, size)

        surface = self._painter.keep(("scaled", base, size), make) if often else make()
        return surface, (round(pose.x - surface.get_width() / 2), round(pose.y - surface.get_height() / 2))

    def fading(self, pose: Pose, step: int) -> Paint:
        """Return a card that is going away, the more the higher `step` is (0 to `FADES`)."""
        surface, pos = self.resting(pose)
        return self._painter.faded(surface, FADES - step), pos

    def _resting(self, face: Face, width: int, layers: int) -> Hashable:
        return ("resting", *self._card(face, width), layers)

    def _card(self, face: Face, width: int) -> tuple[Hashable, ...]:
        """Return what tells a card from all others that there are."""
        return self._deck, self._painter.language, face, width

    def _compose(self, face: Face, width: int, layers: int, *, lifted: bool) -> pygame.Surface:
        picture = self._face(self._painter, face, width)
        margin = room(width)
        surface = self._painter.shadow(picture.get_size(), lifted=lifted).copy()
        for layer in range(layers, 0, -1):
            surface.blit(picture, (margin, margin + round(layer * _PILE_STEP * width)))
        surface.blit(picture, (margin, margin))
        return surface

    def _lean(self, face: Face, width: int, lean: int) -> pygame.Surface:
        key = ("upright", *self._card(face, width))
        upright = self._painter.keep(key, lambda: self._compose(face, width, 0, lifted=True))
        return pygame.transform.rotozoom(upright, lean, LIFT)
