"""Draw every picture of the program on one sheet, for the eye to judge.

Usage: python build/contact_sheet.py OUT.png

Each SVG under assets/images appears at two sizes, on paper and on the dark of an
enemy card. The sheet holds this four times: as it is, and as it looks with
protanopia, deuteranopia and tritanopia (matrices by Machado, Oliveira and
Fernandes 2009, severity 1.0, applied to linear RGB).
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

import pygame

Matrix = tuple[
    tuple[float, float, float],
    tuple[float, float, float],
    tuple[float, float, float],
]

IMAGES = Path(__file__).resolve().parent.parent / "assets" / "images"
PAPER = "#F5EEDD"
DARK = "#2E2630"
TABLE = "#1F3639"
LABEL = "#A9B8B0"

COLUMNS = 4
SIZES = (96, 40)
GAP = 8
HEADING = 40
LINE = 18
PANEL = (sum(SIZES) + 3 * GAP, max(SIZES) + 2 * GAP)
CELL = (2 * PANEL[0] + 2 * GAP, PANEL[1] + LINE + GAP)

VISIONS: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def to_linear(channel: int) -> float:
    """Return the light behind one sRGB channel (0-255), as 0.0-1.0."""
    value = channel / 255
    if value <= 0.04045:
        return value / 12.92
    return float(((value + 0.055) / 1.055) ** 2.4)


def to_srgb(light: float) -> int:
    """Return the sRGB channel (0-255) for an amount of light, clipped to 0.0-1.0."""
    light = min(1.0, max(0.0, light))
    value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(value * 255)


def seen_as(pixel: int, matrix: Matrix) -> int:
    """Return an RGBA pixel, packed in native byte order, as the vision shows it."""
    red, green, blue, alpha = pixel.to_bytes(4, sys.byteorder)
    light = (to_linear(red), to_linear(green), to_linear(blue))
    seen = [to_srgb(sum(weight * part for weight, part in zip(row, light, strict=True))) for row in matrix]
    return int.from_bytes(bytes((*seen, alpha)), sys.byteorder)


def simulate(picture: pygame.Surface, matrix: Matrix) -> pygame.Surface:
    """Return the picture as seen with the given vision; each colour is worked out once."""
    pixels = array("I", pygame.image.tobytes(picture, "RGBA"))
    table = {pixel: seen_as(pixel, matrix) for pixel in set(pixels)}
    seen = array("I", [table[pixel] for pixel in pixels])
    return pygame.image.frombytes(seen.tobytes(), picture.get_size(), "RGBA")


def render(path: Path, side: int) -> pygame.Surface:
    """Return the SVG drawn as large as fits a square of that side."""
    width, height = pygame.image.load(path).get_size()
    scale = side / max(width, height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return pygame.image.load_sized_svg(path, size)


def panel(path: Path, ground: str) -> pygame.Surface:
    """Return one picture at every size, side by side on the given ground."""
    surface = pygame.Surface(PANEL)
    surface.fill(ground)
    left = GAP
    for side in SIZES:
        picture = render(path, side)
        box = pygame.Rect(left, GAP, side, side)
        surface.blit(picture, picture.get_rect(center=box.center))
        left += side + GAP
    return surface


def draw_cell(sheet: pygame.Surface, path: Path, corner: tuple[int, int], font: pygame.font.Font) -> None:
    """Draw one picture on both grounds, with its name beneath."""
    left, top = corner
    sheet.blit(panel(path, PAPER), (left, top))
    sheet.blit(panel(path, DARK), (left + PANEL[0], top))
    name = path.relative_to(IMAGES).with_suffix("").as_posix()
    sheet.blit(font.render(name, True, LABEL), (left, top + PANEL[1] + 2))


def plain_sheet(paths: list[Path]) -> pygame.Surface:
    """Return all pictures in a grid, in their true colours."""
    rows = -(-len(paths) // COLUMNS)
    sheet = pygame.Surface((COLUMNS * CELL[0] + GAP, HEADING + rows * CELL[1]))
    sheet.fill(TABLE)
    font = pygame.font.Font(None, LINE)
    for number, path in enumerate(paths):
        row, column = divmod(number, COLUMNS)
        corner = (GAP + column * CELL[0], HEADING + row * CELL[1])
        draw_cell(sheet, path, corner, font)
    return sheet


def contact_sheet(paths: list[Path]) -> pygame.Surface:
    """Return the sheet in true colours and in each simulated vision, two by two."""
    plain = plain_sheet(paths)
    sheets = {"true colours": plain}
    sheets |= {name: simulate(plain, matrix) for name, matrix in VISIONS.items()}
    width, height = plain.get_size()
    whole = pygame.Surface((2 * width, 2 * height))
    font = pygame.font.Font(None, HEADING - GAP)
    for number, (name, sheet) in enumerate(sheets.items()):
        row, column = divmod(number, 2)
        whole.blit(sheet, (column * width, row * height))
        place = (column * width + GAP, row * height + GAP)
        whole.blit(font.render(name, True, LABEL), place)
    return whole


def main(arguments: list[str]) -> int:
    """Write the contact sheet to the file named; return the exit status."""
    if len(arguments) != 1:
        print("usage: python build/contact_sheet.py OUT.png", file=sys.stderr)
        return 2
    paths = sorted(IMAGES.rglob("*.svg"))
    if not paths:
        print(f"no SVG under {IMAGES}", file=sys.stderr)
        return 1
    pygame.font.init()
    pygame.image.save(contact_sheet(paths), arguments[0])
    print(f"{len(paths)} pictures on {arguments[0]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
