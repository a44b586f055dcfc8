"""Colours, sizes and times: the one place that says how things look."""

from __future__ import annotations

from dataclasses import dataclass, replace

Colour = tuple[int, int, int]
Size = tuple[int, int]

TABLE_LIGHT: Colour = (0x2F, 0x50, 0x50)
TABLE_MIDDLE: Colour = (0x1F, 0x36, 0x39)
TABLE_DARK: Colour = (0x12, 0x22, 0x26)
PANEL: Colour = (0x0A, 0x19, 0x1B)
PAPER: Colour = (0xFB, 0xF6, 0xEA)
PAPER_SHADE: Colour = (0xEF, 0xE5, 0xCF)
INK: Colour = (0x1F, 0x2A, 0x44)
CREAM: Colour = (0xF3, 0xEE, 0xE0)
MUTED: Colour = (0xA9, 0xB8, 0xB0)
FAINT: Colour = (0x6F, 0x82, 0x7E)
GOLD: Colour = (0xF2, 0xC1, 0x4E)
VERMILION: Colour = (0xC8, 0x45, 0x2F)
SAND: Colour = (0xE2, 0xD3, 0xA8)

SMALLEST: Size = (640, 480)
DEFAULT: Size = (1280, 720)

SPEEDS = {"off": 0.0, "fast": 0.5, "normal": 1.0, "slow": 1.8}
"""How long a motion of normal length 1 takes at each speed setting."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """All lengths of a window of `size` pixels, with texts at `text_scale` per cent."""

    size: Size
    text_scale: int = 100

    @property
    def unit(self) -> float:
        """One pixel of the 1280 x 720 design."""
        return min(self.size[0] / DEFAULT[0], self.size[1] / DEFAULT[1])

    def px(self, length: float) -> int:
        """Return a length of the design in pixels, at least 1."""
        return max(1, round(length * self.unit))

    def text(self, size: float) -> int:
        """Return a text size of the design in pixels; in small windows text shrinks less than all else."""
        return max(9, round(size * max(self.unit, 0.8) * self.text_scale / 100))

    @property
    def title(self) -> int:
        """Headings of panels and pages."""
        return self.text(19)

    @property
    def crowded(self) -> Metrics:
        """The same for headings and bars around cards: they grow less than other text, for the cards need the room."""
        return replace(self, text_scale=min(self.text_scale, 130))

    @property
    def body(self) -> int:
        """Running text and buttons."""
        return self.text(17)

    @property
    def note(self) -> int:
        """Small print; never below 16 pixels of the design."""
        return self.text(16)

    @property
    def gap(self) -> int:
        """The space between two panels."""
        return self.px(14)
