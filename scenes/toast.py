"""One line that tells what was done, for a moment, over whatever is on the screen. It takes no input."""

from __future__ import annotations

from scenes.drawing.stage import Paint
from scenes.scene import Kit

_STAYS = 4.0
"""Seconds."""


class Toast:
    """What is told at the lower edge of the window, if something is."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._text = ""
        self._left = 0.0

    @property
    def up(self) -> bool:
        """Whether something is told."""
        return bool(self._text)

    def tell(self, text: str) -> None:
        """Tell something, in place of what was told before."""
        self._text, self._left = text, _STAYS

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self._left -= dt
        if self._left <= 0:
            self._text = ""

    def paint(self) -> list[Paint]:
        """Return the line on its plate, in as many lines as it needs."""
        if not self._text:
            return []
        metrics, painter = self._kit.metrics, self._kit.painter
        typed, size, pad = painter.type, metrics.note, metrics.px(12)
        lines = typed.wrap(self._text, size, round(metrics.size[0] * 0.8) - 2 * pad)
        step, wide = typed.line_height(size), max(typed.width(line, size) for line in lines)
        plate = painter.plate(
            (wide + 2 * pad, step * len(lines) + pad),
            painter.palette.sheet,
            opacity=0.96,
            line=painter.palette.accent,
            line_width=2,
            radius=metrics.px(10),
        )
        place = plate.get_rect(midbottom=(metrics.size[0] // 2, metrics.size[1] - metrics.px(16)))
        paints: list[Paint] = [(plate, place.topleft)]
        for row, line in enumerate(lines):
            written = typed.write(line, size, painter.palette.text)
            paints.append((written, (place.x + pad, place.y + pad // 2 + row * step)))
        return paints
