"""Makes the surfaces of everything but texts: ground, panels, card blanks, shadows, glows, drawings.

Each is made once for its size and kept, so that the same thing is the same surface: the frame path only asks. What is
not asked for any more goes when there is no room for it. Of the cards of a table a packed copy is held until they are
put away: no frame can wait until one is drawn again.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Hashable

import pygame

from scenes.assets import ASSETS
from scenes.drawing import theme
from scenes.drawing.keeping import Kept, Make, packed
from scenes.drawing.stage import Paint, moved
from scenes.drawing.text import Type
from scenes.drawing.theme import Colour, Palette, Size

IMAGES = ASSETS / "images"
_ROOM = 8
"""Bytes that are kept for every pixel of the window: two windows full, besides the ground."""
_LEAST = 16_000_000
"""Bytes that are kept at least: what stands in a small window is not much smaller."""
_SLICE = 64
"""Pixels of height that are drawn of what is the same at every height."""
_LEVELS, _MIDDLE = 85, 0.55
"""How many colours the light on the cloth has, each bare and in two threads; and where its middle one lies."""
_WEAVE = 4
"""Every so many pixels there is a thread, across and along."""
FADES = 6
"""In so many steps things fade where motion is reduced."""
_DIMMED = (118, 132, 140)
"""By so much, of 255, a face is darker that lies face down."""
SHADOW = 0.16
"""Room around a card for its shadow, in card widths."""


def hexed(colour: Colour) -> str:
    """Return `colour` in the notation of SVG."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def svg(markup: str, size: Size) -> pygame.Surface:
    """Draw SVG markup (what nanosvg knows of it) at exactly `size` pixels."""
    image = pygame.image.load_sized_svg(io.BytesIO(markup.encode()), size)
    if image.get_size() != size:
        image = pygame.transform.smoothscale(image, size)
    return image.convert_alpha()  # the window's own order of bytes: blits are several times faster


class Painter:
    """Keeps what it has made while there is room, and until `forget`, which a change of size or look calls for.

    `language` is that of the words on cards; while it is empty there are none. `palette` is the table's, and
    `back` the drawing on the backs of the cards. `window` is what there is to paint.
    """

    def __init__(self) -> None:
        self._kept = Kept()
        self.type = Type(kept=self._kept)
        self.language = ""
        self.palette = theme.PINE
        self.back = "back-waves"
        self.window: Size = theme.DEFAULT
        self._held: dict[Hashable, Make] = {}
        self._ground: pygame.Surface | None = None

    def forget(self) -> None:
        """Let go of everything that was made."""
        self._kept.clear()
        self._held.clear()
        self._ground = None

    def tidy(self) -> None:
        """Let go of what was asked for longest ago and has no room any more; to be called when a picture is shown."""
        self._kept.tidy(max(_LEAST, _ROOM * self.window[0] * self.window[1]))

    def put_away(self) -> None:
        """Let go of the cards of a table: none is laid any more."""
        self._held.clear()

    def keep(self, key: Hashable, make: Make) -> pygame.Surface:
        """Return the surface `key`, made by `make`, and kept while there is room for it."""
        return self._kept.get(key, make)

    def hold(self, key: Hashable, make: Make) -> pygame.Surface:
        """Return the surface `key` of a card, which `make` draws once until the cards are put away."""

        def again() -> pygame.Surface:
            if (unpack := self._held.get(key)) is not None:
                return unpack()
            surface = make()
            self._held[key] = packed(surface)
            return surface

        return self._kept.get(key, again)

    def holds(self, key: Hashable) -> bool:
        """Whether the surface `key` of a card has been drawn already."""
        return key in self._held

    def faded(self, surface: pygame.Surface, step: int) -> pygame.Surface:
        """Return a surface that comes or goes: nothing of it at step 0, all of it at `FADES`."""

        def make() -> pygame.Surface:
            faded = surface.copy()
            faded.set_alpha(255 * step // FADES)
            return faded

        return self.keep(("faded", surface, step), make)

    def dimmed(self, surface: pygame.Surface) -> pygame.Surface:
        """Return a card that lies face down, and is seen all the same."""

        def make() -> pygame.Surface:
            dimmed = surface.copy()
            dimmed.fill(_DIMMED, special_flags=pygame.BLEND_RGB_MULT)
            return dimmed

        return self.keep(("dimmed", surface), make)

    def drawing(self, name: str, size: Size) -> pygame.Surface:
        """Return the drawing `assets/images/<name>.svg` at `size` pixels."""
        return self.keep(("drawing", name, size), lambda: svg((IMAGES / f"{name}.svg").read_text("utf-8"), size))

    def faint(self, name: str, size: Size) -> pygame.Surface:
        """Return a drawing as a pale mark that says what belongs where."""

        def make() -> pygame.Surface:
            surface = self.drawing(name, size).copy()
            surface.set_alpha(70)
            return surface

        return self.keep(("faint", name, size), make)

    def ground(self, size: Size) -> pygame.Surface:
        """Return the table itself: a pool of light on its cloth. It covers the window."""
        if self._ground is None or self._ground.get_size() != size:
            self._ground = _ground(size, self.palette)
        return self._ground

    def veil(self, size: Size, strength: int = 150) -> list[Paint]:
        """Return a dark veil to lay over what waits behind a dialog."""

        def make(drawn: Size) -> pygame.Surface:
            surface = pygame.Surface(drawn, pygame.SRCALPHA)
            surface.fill((*self.palette.shade, strength))
            return surface

        return self.sliced(("veil", strength), size, 0, make)

    def sliced(self, key: Hashable, size: Size, edge: int, make: Callable[[Size], pygame.Surface]) -> list[Paint]:
        """Return a picture that is the same at every height but for `edge` pixels above and below, as `make` draws it.

        Only a part of it is drawn and kept, and laid as often as needed: all of it may be as large as the window.
        """
        width, height = size
        count, rest = divmod(height - 2 * edge, _SLICE)
        if count < 2:
            return [(self.keep((key, size), lambda: make(size)), (0, 0))]
        lower = edge + rest

        def part(top: int, tall: int) -> pygame.Surface:
            drawn = (width, edge + _SLICE + lower)
            return self.keep((key, size, top, tall), lambda: make(drawn).subsurface((0, top, width, tall)).copy())

        paints = [(part(edge, _SLICE), (0, edge + number * _SLICE)) for number in range(count)]
        if edge:
            paints.append((part(0, edge), (0, 0)))
        if lower:
            paints.append((part(edge + _SLICE, lower), (0, height - lower)))
        return paints

    def plate(
        self,
        size: Size,
        fill: Colour,
        *,
        opacity: float = 1.0,
        line: Colour | None = None,
        line_opacity: float = 1.0,
        line_width: float = 1.0,
        radius: float = 12,
    ) -> pygame.Surface:
        """Return a rectangle with round corners: panels, buttons, fields, signs."""
        if self.palette.firm:
            opacity, line_opacity, line_width = _firm(opacity, line_opacity, line_width)
        key = ("plate", size, fill, opacity, line, line_opacity, line_width, radius)
        return self.keep(key, lambda: _plate(size, fill, opacity, line, line_opacity, line_width, radius))

    def panel(self, size: Size, radius: float) -> pygame.Surface:
        """Return a panel: it holds places together and keeps quiet."""
        own = self.palette
        return self.plate(size, own.panel, opacity=own.panel_opacity, line=own.wash, line_opacity=0.08, radius=radius)

    def panel_at(self, rect: pygame.Rect, radius: int) -> list[Paint]:
        """Return a large panel in its place."""
        paints = self.sliced(("panel", radius), rect.size, radius + 2, lambda size: self.panel(size, radius))
        return moved(paints, rect.topleft)

    def space(self, size: Size) -> pygame.Surface:
        """Return the outline of a space where a card may lie."""
        return self.keep(("space", size), lambda: _space(size, self.palette))

    def shadow(self, size: Size, *, lifted: bool) -> pygame.Surface:
        """Return the soft shadow of a card of `size`, with `SHADOW` widths of room on every side."""
        return self.hold(("shadow", size, lifted), lambda: _shadow(size, lifted))

    def glow(self, size: Size, colour: Colour | None = None, strength: float = 1.0) -> pygame.Surface:
        """Return a soft line of light around a card of `size`, with `SHADOW` widths of room on every side."""
        colour = colour or self.palette.accent
        return self.keep(("glow", size, colour, strength), lambda: _glow(size, colour, strength, self.palette.firm))

    def shade(self, size: Size) -> pygame.Surface:
        """Return a thin dark cover of the form of a card: what cannot be used now steps back."""
        colour, radius = self.palette.shade, size[0] * 0.08
        return self.keep(("shade", size), lambda: _plate(size, colour, 0.42, None, 0.0, 0.0, radius))


def room(width: int) -> int:
    """Return the room around a card of `width` for its shadow or glow, in pixels."""
    return round(width * SHADOW)


def _firm(opacity: float, line_opacity: float, line_width: float) -> tuple[float, float, float]:
    """Return how a plate is drawn in high contrast: panels opaque, thin washes as they were, lines strong."""
    return (1.0 if opacity >= 0.35 else opacity), max(line_opacity, 0.8), max(2.0, line_width * 1.8)


def _ground(size: Size, palette: Palette) -> pygame.Surface:
    """Draw the cloth. It has few colours, and a byte for every pixel does: the window is larger than all else."""
    width, height = -(-size[0] // _WEAVE) * _WEAVE, size[1]
    pool = svg(
        '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90" viewBox="0 0 160 90">'
        '<defs><radialGradient id="g" cx="80" cy="38" r="104" gradientUnits="userSpaceOnUse">'
        '<stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/></radialGradient></defs>'
        '<rect width="160" height="90" fill="url(#g)"/></svg>',
        (160, 90),
    )
    small = (max(2, size[0] // 6), max(2, size[1] // 6))
    distances = pygame.transform.smoothscale(pygame.transform.smoothscale(pool, small), (width, height))
    greys = distances.get_buffer().raw[1::4]
    bare, lit, dark = (bytes(shade * _LEVELS + grey * _LEVELS // 256 for grey in range(256)) for shade in range(3))
    woven = bytearray(greys.translate(bare))
    for row in range(0, width * height, _WEAVE * width):  # a faint weave: the wide dark is cloth and not a gradient
        woven[row : row + width] = greys[row : row + width].translate(lit)
    woven[::_WEAVE] = greys[::_WEAVE].translate(dark)
    surface = pygame.Surface((width, height), 0, 8)
    surface.set_palette(_cloth(palette))
    surface.get_buffer().write(bytes(woven), 0)
    return surface.subsurface(((0, 0), size))


def _cloth(palette: Palette) -> list[pygame.Color]:
    """Return the colours from the middle of the light to the corners: bare, with a light thread, with a dark one."""
    light, middle, dark = map(pygame.Color, palette.ground)
    places = [(level + 0.5) / _LEVELS for level in range(_LEVELS)]
    bare = [
        light.lerp(middle, place / _MIDDLE) if place < _MIDDLE else middle.lerp(dark, (place - _MIDDLE) / (1 - _MIDDLE))
        for place in places
    ]
    threads = ((pygame.Color("white"), palette.weave[0]), (pygame.Color("black"), palette.weave[1]))
    return bare + [colour.lerp(thread, alpha / 255) for thread, alpha in threads for colour in bare]


def _space(size: Size, palette: Palette) -> pygame.Surface:
    """Draw a dashed outline; dash by dash, for the renderer's own dashes now and then end in a line across."""
    w, h = size
    corner = min(w, h) * 0.08
    step = max(6.0, min(w, h) / 11)
    path = ""
    for length, at in ((w, "M{a} 1H{b}M{a} {h}H{b}"), (h, "M1 {a}V{b}M{w} {a}V{b}")):
        count = max(1, round((length - 2 * corner) / step))
        dash = (length - 2 * corner) / count
        for index in range(count):
            start = corner + (index + 0.25) * dash
            path += at.format(a=round(start, 2), b=round(start + dash / 2, 2), w=w - 1, h=h - 1)
    width = max(1.0, min(w, h) / 90) * (1.6 if palette.firm else 1.0)
    opacity = 0.85 if palette.firm else 0.18 if palette.dark else 0.3
    return svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
        f'<rect x="1" y="1" width="{w - 2}" height="{h - 2}" rx="{corner}" fill="#000000" fill-opacity="0.10"/>'
        f'<path d="{path}" fill="none" stroke="{hexed(palette.wash)}" stroke-opacity="{opacity}" '
        f'stroke-width="{width}"/></svg>',
        size,
    )


def _plate(
    size: Size, fill: Colour, opacity: float, line: Colour | None, line_opacity: float, width: float, radius: float
) -> pygame.Surface:
    """Return a plate. Of a large one only the corners are drawn, in a quarter of the time; the rest is even."""
    edge = math.ceil(max(radius, width)) + 2
    if min(size) > 2 * edge + _SLICE:
        corners = _plate((2 * edge + 1, 2 * edge + 1), fill, opacity, line, line_opacity, width, radius)
        return _grown(corners, edge, size)
    w, h = size
    half = width / 2 if line else 0
    stroke = f'stroke="{hexed(line)}" stroke-opacity="{line_opacity}" stroke-width="{width}"' if line else ""
    return svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
        f'<rect x="{half}" y="{half}" width="{w - 2 * half}" height="{h - 2 * half}" rx="{min(radius, h / 2)}" '
        f'fill="{hexed(fill)}" fill-opacity="{opacity}" {stroke}/></svg>',
        size,
    )


def _grown(corners: pygame.Surface, edge: int, size: Size) -> pygame.Surface:
    """Return a plate of `size` with the corners and edges of a small one, whose middle is a single pixel."""
    grown = pygame.Surface(size, pygame.SRCALPHA, corners)
    inner = [side - 2 * edge for side in size]
    grown.fill(corners.get_at((edge, edge)), (edge, edge, *inner))
    columns, rows = (((0, edge, 0, edge), (edge, 1, edge, side), (edge + 1, edge, edge + side, edge)) for side in inner)
    for x, wide, left, wider in columns:
        for y, high, top, higher in rows:
            if (x, y) != (edge, edge):
                part = corners.subsurface((x, y, wide, high))
                grown.blit(pygame.transform.scale(part, (wider, higher)), (left, top))
    return grown


def _soft(size: Size, inner: pygame.Rect, colour: tuple[int, int, int, int], radius: int, blur: int) -> pygame.Surface:
    """Return a blurred rectangle. A wide blur is made of a smaller picture: nobody sees it, and it takes a tenth."""
    less = max(1, min(4, blur // 4))
    small = (-(-size[0] // less), -(-size[1] // less))
    surface = pygame.Surface(small, pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    form = pygame.Rect(*(round(side / less) for side in inner))
    pygame.draw.rect(surface, colour, form, border_radius=radius // less)
    blurred = pygame.transform.gaussian_blur(surface, max(1, blur // less))
    if less == 1:
        return blurred
    whole = pygame.transform.smoothscale(blurred, (small[0] * less, small[1] * less))
    return whole.subsurface((0, 0), size).copy()


def _shadow(size: Size, lifted: bool) -> pygame.Surface:
    w, h = size
    margin = room(w)
    drop = round(w * (0.09 if lifted else 0.025))
    inner = pygame.Rect(margin, margin + drop, w, h)
    if lifted:
        inner.inflate_ip(-w * 0.06, -w * 0.06)
    blur = round(w * (0.10 if lifted else 0.035))
    alpha = 130 if lifted else 115
    return _soft((w + 2 * margin, h + 2 * margin), inner, (4, 10, 12, alpha), round(w * 0.08), blur)


def _glow(size: Size, colour: Colour, strength: float, firm: bool) -> pygame.Surface:
    w, h = size
    margin = room(w)
    outer = (w + 2 * margin, h + 2 * margin)
    inner = pygame.Rect(margin, margin, w, h)
    thick = max(2, round(min(w, h / 1.4) * (0.042 if firm else 0.024)))
    light = (*colour, round(170 * strength))
    halo = _soft(outer, inner.inflate(thick * 2, thick * 2), light, round(w * 0.1), 2 * thick + 1)
    edge = inner.inflate(thick * 2, thick * 2)
    corner = round(min(w, h) * 0.08)
    pygame.draw.rect(halo, (*colour, 0), inner, border_radius=corner)  # light around it, none within
    pygame.draw.rect(halo, (*colour, round(255 * strength)), edge, width=thick, border_radius=corner + thick)
    return halo
