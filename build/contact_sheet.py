"""Draw every picture of the program on one sheet, for the eye to judge.

Usage: python build/contact_sheet.py OUT.png

Each SVG under assets/images appears at two sizes, on paper and on the dark of an
enemy card; below come what the program draws itself: the faces of Kan'u
Collection at two sizes, its seals and dice, and in the same way the cards, seals
and marks of the auction of gifts. The sheet holds this four times: as it is, and
as it looks with protanopia, deuteranopia and tritanopia (matrices by Machado,
Oliveira and Fernandes 2009, severity 1.0, applied to linear RGB).
"""

from __future__ import annotations

import os
import sys
from array import array
from pathlib import Path

import pygame

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["SDL_VIDEODRIVER"] = "dummy"

from game.haruhi import card_set as haruhi  # noqa: E402 - the path comes first
from game.haruhi.card_file import EFFECTS  # noqa: E402
from game.kanu.card_set import Effect  # noqa: E402
from scenes.desk import BACK  # noqa: E402
from scenes.drawing.painter import Painter  # noqa: E402
from scenes.haruhi import faces as haruhi_faces  # noqa: E402
from scenes.haruhi import icons as haruhi_icons  # noqa: E402
from scenes.haruhi import standard as haruhi_standard  # noqa: E402
from scenes.kanu.faces import card_looks, face_surface  # noqa: E402
from scenes.kanu.icons import die, icon, seal  # noqa: E402
from scenes.kanu.standard import standard_set  # noqa: E402

Matrix = tuple[
    tuple[float, float, float],
    tuple[float, float, float],
    tuple[float, float, float],
]

IMAGES = ROOT / "assets" / "images"
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
FACES = (110, 48)
TALL = round(max(FACES) * 1.4) + GAP
TOKENS = (48, 24)
ABREAST = 7
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


def draw_faces(sheet: pygame.Surface, top: int, painter: Painter) -> int:
    """Draw the faces of Kan'u Collection, a series to the row, at every size; return where they end."""
    card_set = standard_set()
    looks = card_looks(card_set)
    for row in range(len(card_set.series)):
        left = GAP
        for width in FACES:
            for number in range(1, card_set.numbers + 1):
                sheet.blit(face_surface(painter, looks[f"{row + 1}{number}"], width), (left, top))
                left += width + GAP
        top += TALL
    return top


def draw_tokens(sheet: pygame.Surface, top: int, painter: Painter) -> None:
    """Draw icons and seals of the effects and the faces of a die at every size."""
    for side in TOKENS:
        row = [icon(painter, effect, side) for effect in Effect] + [seal(painter, effect, side) for effect in Effect]
        row += [die(painter, number, side) for number in range(1, 7)]
        for place, picture in enumerate(row):
            sheet.blit(picture, (GAP + place * (side + GAP // 2), top))
        top += side + GAP


def gift_cards() -> list[tuple[str, str]]:
    """Return the cards of the auction of gifts in both languages by turns, and its backs."""
    faces = list(haruhi_faces.card_looks(haruhi_standard.standard_set()))
    backs = [BACK, haruhi_faces.EVENT_BACK, haruhi_faces.ROLE_BACK]
    return [(face, ("ja", "en")[place % 2]) for place, face in enumerate(faces + backs)]


def draw_gift_cards(sheet: pygame.Surface, top: int, painter: Painter) -> int:
    """Draw them, so many to the row, at every size; return where they end."""
    makers = {
        language: haruhi_faces.face_maker(haruhi_faces.card_looks(haruhi_standard.standard_set(), language))
        for language in ("ja", "en")
    }
    for place, (face, language) in enumerate(gift_cards()):
        row, column = divmod(place, ABREAST)
        left = GAP + column * (sum(FACES) + 2 * GAP)
        for width in FACES:
            sheet.blit(makers[language](painter, face, width), (left, top + row * TALL))
            left += width + GAP
    return top + -(-len(gift_cards()) // ABREAST) * TALL


def draw_gift_tokens(sheet: pygame.Surface, top: int, painter: Painter) -> None:
    """Draw the seals of its effects, and the marks of colours, characters and tags, at every size."""
    effects = [effect for effect in EFFECTS.values() if effect.count < 4]
    for side in TOKENS:
        row = [haruhi_icons.seal(painter, effect, side) for effect in effects]
        row += [haruhi_faces.colour_mark(painter, colour, side, on_dark=True) for colour in haruhi.Colour]
        row += [haruhi_faces.role_mark(painter, person, side, on_dark=True) for person in haruhi.Person]
        row += [haruhi_icons.tag_mark(painter, style, side) for style in range(3)]
        for place, picture in enumerate(row):
            sheet.blit(picture, (GAP + place * (side + GAP // 2), top))
        top += side + GAP


def plain_sheet(paths: list[Path]) -> pygame.Surface:
    """Return all pictures in a grid, in their true colours."""
    rows = -(-len(paths) // COLUMNS)
    grid = HEADING + rows * CELL[1]
    tokens = sum(TOKENS) + 2 * GAP
    drawn = len(standard_set().series) * TALL + -(-len(gift_cards()) // ABREAST) * TALL + 2 * tokens
    sheet = pygame.Surface((COLUMNS * CELL[0] + GAP, grid + drawn))
    sheet.fill(TABLE)
    painter = Painter()
    painter.language = "ja"
    top = draw_faces(sheet, grid, painter)
    draw_tokens(sheet, top, painter)
    draw_gift_tokens(sheet, draw_gift_cards(sheet, top + tokens, painter), painter)
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
    pygame.display.set_mode((1, 1))
    pygame.font.init()
    pygame.image.save(contact_sheet(paths), arguments[0])
    print(f"{len(paths)} pictures on {arguments[0]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
