"""The card set that Tefuda brings with it: this project's own events and conditions, for no source has them."""

from __future__ import annotations

from functools import cache

import pygame

from game.haruhi.card_file import from_toml
from game.haruhi.card_set import ID, CardSet
from scenes.assets import ASSETS
from scenes.desk import Face
from scenes.drawing.painter import Painter
from scenes.haruhi.faces import FaceMaker, card_looks, event_face, face_maker

FILE = ASSETS / "cards" / f"{ID}.toml"
_SIGNS = "123456789abcdefghij"


@cache
def standard_set() -> CardSet:
    """Return the default card set."""
    return from_toml(FILE.read_text("utf-8"))


def standard_face(painter: Painter, face: Face, width: int) -> pygame.Surface:
    """Return a card of the default set by two signs, as the rules write them, without words.

    "r2" "b5" "n4" "g7" "s0" are normal cards, "e1" to "e9" and "ea" to "ej" the events, "p0" to "p6" the characters,
    "e-" and "p-" the backs of both, and the empty text is the back of the normal cards.
    """
    return _maker()(painter, face, width)


@cache
def _maker() -> FaceMaker:
    looks = card_looks(standard_set())
    written = {
        f"e{sign}": looks[event_face(event)] for sign, event in zip(_SIGNS, standard_set().event_cards, strict=True)
    }
    return face_maker({**looks, **written})
