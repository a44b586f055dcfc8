"""The curtain between two seats: whose turn it is and nothing else. It opens when the seat's owner holds it.

It is given a name and a mark, no chair and no View, so that it can show nothing of a hand. A stray click or key does
not open it: the pointer or a key must be held for a while, and what was held when it fell does not count.
"""

from __future__ import annotations

import math

import pygame

from scenes.drawing.painter import hexed, svg
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Palette
from scenes.inputs import Focus, Input, Key, KeyUp, Press, Release
from scenes.pages.controls import write_centred
from scenes.scene import Act, Command, Kit, Spoken
from scenes.seat_marks import seat_mark

HOLD = 0.6
"""Seconds for which the curtain is held until it opens."""
_QUIET = 0.5
"""Seconds without a key after which one that goes down is no repetition of a key held since before the curtain fell."""
_STEPS = 24
"""Pictures of the ring that fills while it is held."""
_KEYS = ("enter", "space")


class Curtain:
    """The curtain before a seat: its `name`, its `mark`, what it opens to, and the menu."""

    covers = True

    def __init__(self, kit: Kit, name: str, mark: int, take: Act, menu: Act) -> None:
        self._kit = kit
        self._name = name
        self._mark = mark
        self._take = take
        self._menu = menu
        self._held = False
        self._time = 0.0
        self._quiet = 0.0
        self._fell = False
        self._paints: list[Paint] = []
        self._middle = (0, 0)

    def title(self) -> str:
        """Return whose turn it is."""
        return self._kit.words("curtain.title", name=self._name)

    def spoken(self) -> Spoken:
        """Return what stands on it."""
        return Spoken(self.title(), (self._kit.words("curtain.hold"),))

    def described(self) -> list[str]:
        """Return what stands on it."""
        return list(self.spoken().lines)

    def lay_out(self) -> None:
        """Draw the table's colour, the seat's mark and name, and what to do."""
        metrics, painter, words = self._kit.metrics, self._kit.painter, self._kit.words
        width, height = metrics.size
        across = self._across
        self._middle = (width // 2, round(height * 0.38))
        mark = seat_mark(painter, self._mark, across)
        self._paints = [
            (painter.ground(metrics.size), (0, 0)),
            (mark, mark.get_rect(center=self._middle).topleft),
        ]
        room = width - 2 * metrics.gap
        size = painter.type.shrink(self._name, metrics.text(44), room, bold=True)
        name = pygame.Rect(metrics.gap, self._middle[1] + round(across * 0.95), room, round(size * 1.5))
        self._paints.append(write_centred(painter, self._name, size, painter.palette.strong, name, bold=True))
        y = name.bottom + metrics.px(10)
        for line in painter.type.wrap(words("curtain.hold"), metrics.body, room):
            rect = pygame.Rect(metrics.gap, y, room, painter.type.line_height(metrics.body))
            self._paints.append(write_centred(painter, line, metrics.body, painter.palette.muted, rect))
            y = rect.bottom

    @property
    def _across(self) -> int:
        return max(48, self._kit.metrics.px(120))

    def handle(self, event: Input) -> Command | None:
        """Begin to open while pointer or key is held; Esc leads to the menu."""
        match event:
            case Press(_, 1):
                self._held, self._time = True, 0.0
            case Key("enter" | "space") if not self._held:
                if self._quiet >= _QUIET:
                    self._held, self._time = True, 0.0
                self._quiet = 0.0
            case KeyUp("enter" | "space"):
                self._held, self._quiet = False, _QUIET
            case Release(_, 1) | Focus(here=False):
                self._held = False
            case Key("escape"):
                return self._menu()
        return None

    def update(self, dt: float) -> bool:
        """Let the ring fill, and the keys come to rest."""
        if not self._fell:
            self._fell = True
            self._kit.sounds.play("curtain")
        self._time += dt
        self._quiet += dt
        return self._held or self._quiet < _QUIET

    def follow_up(self, _dt: float) -> Command | None:
        """Return the way to the seat once the curtain has been held long enough."""
        return self._take() if self._held and self._time >= HOLD else None

    def paint(self) -> list[Paint]:
        """Return the picture."""
        step = min(_STEPS, round(self._time / HOLD * _STEPS)) if self._held else 0
        side = round(self._across * 1.6)
        ring = self._kit.painter.keep(("curtain ring", side, step), lambda: _ring(side, step, self._kit.palette))
        return [*self._paints, (ring, ring.get_rect(center=self._middle).topleft)]


def _ring(side: int, step: int, palette: Palette) -> pygame.Surface:
    """Return a faint ring, of which so many steps are in the colour of what may be done."""
    gold, line = hexed(palette.accent), hexed(palette.text)
    around = 2 * math.pi * 46
    part = around * step / _STEPS
    return svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 100 100">'
        f'<circle cx="50" cy="50" r="46" fill="none" stroke="{line}" stroke-opacity="0.16" stroke-width="2"/>'
        f'<circle cx="50" cy="50" r="46" fill="none" stroke="{gold}" stroke-width="{3 if step else 0}" '
        f'stroke-dasharray="{part:.1f} {around:.1f}" transform="rotate(-90 50 50)"/></svg>',
        (side, side),
    )
