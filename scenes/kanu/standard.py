"""The card set that Tefuda brings with it: this project's own choice of effects and tables, for no source has one."""

from __future__ import annotations

from functools import cache

import pygame

from game.kanu.card_set import ID, CardSet, from_toml
from scenes.assets import ASSETS
from scenes.desk import Face
from scenes.drawing.painter import Painter
from scenes.kanu.faces import FaceMaker, card_looks, face_maker

FILE = ASSETS / "cards" / f"{ID}.toml"


@cache
def standard_set() -> CardSet:
    """Return the default card set."""
    return from_toml(FILE.read_text("utf-8"))


def standard_face(painter: Painter, face: Face, width: int) -> pygame.Surface:
    """Return a card of the default set by letter and number ("K5"), as the rules write them, or the back."""
    return _maker()(painter, face, width)


@cache
def _maker() -> FaceMaker:
    looks = card_looks(standard_set()).values()
    return face_maker({f"{look.series.letter}{look.number}": look for look in looks})
