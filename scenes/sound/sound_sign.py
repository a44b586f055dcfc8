"""The sign in the bar of every table that tells whether there is sound; a click on it switches sound off or on."""

from __future__ import annotations

from typing import Literal

import pygame

from scenes.drawing import theme
from scenes.drawing.painter import Painter, hexed, svg
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.pages.controls import Button
from scenes.scene import Kit, Mute

_State = Literal["on", "off", "missing"]
_BODY = '<path d="M3 9.2 V14.8 H6.8 L12 19 V5 L6.8 9.2 Z" fill="{fill}"/>'
_STROKES: dict[_State, str] = {
    "on": "M15 8.6 A5 5 0 0 1 15 15.4 M17.6 6 A9 9 0 0 1 17.6 18",
    "off": "M3.5 20.5 L20.5 3.5",
    "missing": "M15.5 9 L21.5 15 M21.5 9 L15.5 15",
}
"""Waves; a stroke through it all; a cross where waves would be, for there is nothing to make them."""


class SoundSign(Button):
    """It asks the kit at every picture how things are: nothing is laid out anew for it."""

    def __init__(self, rect: pygame.Rect, kit: Kit) -> None:
        super().__init__(rect, kit.words("settings.sound"), Mute)
        self._kit = kit

    @property
    def state(self) -> _State:
        """Whether there is sound, it is switched off, or no device for it was found."""
        if not self._kit.preferences.sound or not self._kit.preferences.volume:
            return "off"
        return "missing" if self._kit.sounds.missing else "on"

    def _words(self, painter: Painter, metrics: Metrics, colour: theme.Colour) -> list[Paint]:  # noqa: ARG002 - a button's
        """Draw the sign in place of words."""
        state, side = self.state, round(self.rect.h * 0.72)
        if state != "on":
            colour = painter.palette.muted

        def make() -> pygame.Surface:
            line = hexed(colour)
            return svg(
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 24 24">'
                f'{_BODY.format(fill=line)}<path d="{_STROKES[state]}" fill="none" stroke="{line}" '
                'stroke-width="2" stroke-linecap="round"/></svg>',
                (side, side),
            )

        picture = painter.keep(("sound sign", state, side, colour), make)
        return [(picture, picture.get_rect(center=self.rect.center).topleft)]
