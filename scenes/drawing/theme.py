"""Colours, sizes and times: the one place that says how things look."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

Colour = tuple[int, int, int]
Size = tuple[int, int]

PAPER: Colour = (0xFB, 0xF6, 0xEA)
PAPER_SHADE: Colour = (0xEF, 0xE5, 0xCF)
INK: Colour = (0x1F, 0x2A, 0x44)
QUIET: Colour = (0x68, 0x5E, 0x4C)
"""Ink thinned for small print on paper."""
CREAM: Colour = (0xF3, 0xEE, 0xE0)
GOLD: Colour = (0xF2, 0xC1, 0x4E)
VERMILION: Colour = (0xC8, 0x45, 0x2F)
SAND: Colour = (0xE2, 0xD3, 0xA8)
"""Paper, ink, seal, gold: what cards, sheets of paper and badges are made of is the same on every table."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a table, and of all that stands on it or on a panel without being paper; a player chooses one.

    `dark` says which of its two inks a mark takes there. `firm` is high contrast: outlines are strong and panels
    opaque, which the painter sees to.
    """

    dark: bool
    ground: tuple[Colour, Colour, Colour]
    """The cloth in the light, between, and at the edge."""
    weave: tuple[int, int]
    """How strongly its threads are seen, of 255: the light ones and the dark ones."""
    panel: Colour
    sheet: Colour
    """Dialogs, plaques and signs, which cover what lies below them."""
    shade: Colour
    """What dims and veils."""
    wash: Colour
    """Laid thinly over the ground: hairlines, buttons, what the pointer is on."""
    text: Colour
    strong: Colour
    heading: Colour
    muted: Colour
    faint: Colour
    accent: Colour
    """What may be done, and what has the focus."""
    good: Colour
    bad: Colour
    button: Colour
    """The ground of what is wanted or chosen among buttons; then what is written on it, large and small."""
    on_button: Colour
    beside_button: Colour
    panel_opacity: float = 0.42
    firm: bool = False

    def firmed(self) -> Palette:
        """Return the same table in high contrast."""
        black, white = (0, 0, 0), (255, 255, 255)
        back, front = (black, white) if self.dark else (white, black)
        light, middle, edge = self.ground
        ground = (middle, edge, edge) if self.dark else (light, light, light)
        heading = (255, 226, 150) if self.dark else (74, 32, 0)
        return replace(
            self,
            ground=ground,
            weave=(0, 0),
            panel=back,
            sheet=back,
            text=front,
            strong=front,
            heading=heading,
            muted=(225, 230, 228) if self.dark else (38, 36, 32),
            faint=(178, 188, 184) if self.dark else (76, 72, 64),
            accent=(255, 214, 84) if self.dark else (128, 30, 0),
            good=self.good if self.dark else (0, 78, 54),
            bad=self.bad if self.dark else (140, 20, 8),
            panel_opacity=1.0,
            firm=True,
        )


PINE = Palette(
    dark=True,
    ground=((0x2F, 0x50, 0x50), (0x1F, 0x36, 0x39), (0x12, 0x22, 0x26)),
    weave=(5, 12),
    panel=(0x0A, 0x19, 0x1B),
    sheet=(0x18, 0x2B, 0x2E),
    shade=(0x12, 0x22, 0x26),
    wash=(255, 255, 255),
    text=CREAM,
    strong=PAPER,
    heading=SAND,
    muted=(0xBA, 0xC8, 0xC0),
    faint=(0x90, 0xA2, 0x9D),
    accent=GOLD,
    good=(0x4F, 0xCF, 0xA3),
    bad=(0xFF, 0x8F, 0x72),
    button=PAPER,
    on_button=INK,
    beside_button=QUIET,
)
PALETTES = {
    "pine": PINE,
    "indigo": replace(
        PINE,
        ground=((0x36, 0x49, 0x72), (0x24, 0x32, 0x54), (0x14, 0x1D, 0x36)),
        panel=(0x0B, 0x12, 0x26),
        sheet=(0x1B, 0x26, 0x43),
        shade=(0x12, 0x1A, 0x30),
        muted=(0xC0, 0xC8, 0xD8),
        faint=(0x96, 0xA0, 0xB8),
    ),
    "lacquer": replace(
        PINE,
        ground=((0x5E, 0x33, 0x33), (0x42, 0x22, 0x26), (0x24, 0x13, 0x18)),
        panel=(0x1B, 0x0C, 0x10),
        sheet=(0x33, 0x1B, 0x20),
        shade=(0x20, 0x10, 0x14),
        muted=(0xCC, 0xB8, 0xB2),
        faint=(0xA8, 0x90, 0x8C),
    ),
    "washi": Palette(
        dark=False,
        ground=((0xE3, 0xD9, 0xC0), (0xD6, 0xCA, 0xAC), (0xC6, 0xB9, 0x99)),
        weave=(10, 7),
        panel=(0xF7, 0xF0, 0xDF),
        sheet=(0xF3, 0xEB, 0xD8),
        shade=(0x6B, 0x60, 0x4C),
        wash=(0x2A, 0x22, 0x10),
        text=INK,
        strong=(0x14, 0x1B, 0x30),
        heading=(0x64, 0x33, 0x0A),
        muted=(0x49, 0x43, 0x35),
        faint=(0x66, 0x5E, 0x4C),
        accent=(0x9A, 0x3F, 0x08),
        good=(0x0A, 0x66, 0x4A),
        bad=(0xA8, 0x2A, 0x18),
        button=(0x2C, 0x39, 0x5C),
        on_button=PAPER,
        beside_button=(0xD5, 0xD3, 0xCC),
    ),
}
"""The tables there are, by their names in the preferences: pine green, indigo, red lacquer, and paper by day."""


def palette(table: str, *, firm: bool) -> Palette:
    """Return the colours of a table by its name, in high contrast or as they are."""
    return PALETTES[table].firmed() if firm else PALETTES[table]


SMALLEST: Size = (640, 480)
DEFAULT: Size = (1280, 720)

SPEEDS = {"off": 0.0, "fast": 0.5, "normal": 1.0, "slow": 1.8}
"""How long a motion of normal length 1 takes at each speed setting."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """All lengths of a window of `size` pixels, with texts at `text_scale` per cent.

    `left_handed` says that a table's panels lie the other way round: what is pressed often is at the left.
    """

    size: Size
    text_scale: int = 100
    left_handed: bool = False

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

    def handed(self, rect: pygame.Rect) -> pygame.Rect:
        """Return where a panel lies that belongs at `rect` for a right-handed player."""
        return pygame.Rect(self.size[0] - rect.right, *rect[1:]) if self.left_handed else rect

    @property
    def title(self) -> int:
        """Headings of panels and pages."""
        return self.text(19)

    @property
    def crowded(self) -> Metrics:
        """The same for headings and bars around cards: they grow less than other text, for the cards need the room."""
        return replace(self, text_scale=min(self.text_scale, 130))

    @property
    def bar(self) -> int:
        """The height of the bar above a table."""
        return round(self.crowded.title * 2.3)

    @property
    def body(self) -> int:
        """Running text and buttons."""
        return self.text(17)

    @property
    def note(self) -> int:
        """Small print."""
        return self.text(16)

    @property
    def gap(self) -> int:
        """The space between two panels."""
        return self.px(14)
