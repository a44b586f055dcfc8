"""Draws the program's icon for every system from the one drawing assets/images/icon.svg: PNG, .ico, .icns.

Nothing that comes out is kept in the repository; the package is built with what this draws at that moment.
"""

from __future__ import annotations

import io
import os
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

DRAWING = Path(__file__).resolve().parent.parent / "assets" / "images" / "icon.svg"
HICOLOR = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
"""Sizes that the icon themes of Linux desktops have folders for."""
WINDOWS = (16, 20, 24, 32, 40, 48, 64, 96, 128, 256)
"""The sizes at which Windows shows icons, at 100, 125, 150 and 200 %."""
_MAC: dict[str, int] = {
    "icp4": 16,
    "ic11": 32,
    "icp5": 32,
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}
"""Type of an entry of an .icns file → pixels; ic11 to ic14 and ic10 are those for screens of twice the density."""
_LARGEST_BITMAP = 64
"""Up to this size an .ico holds plain bitmaps, which every program reads; larger ones are PNG, to stay small."""


def drawn(size: int) -> pygame.Surface:
    """Return the icon, so many pixels wide and high."""
    surface = pygame.image.load_sized_svg(str(DRAWING), (size, size))
    return surface if surface.get_size() == (size, size) else pygame.transform.smoothscale(surface, (size, size))


def png(size: int) -> bytes:
    """Return the icon as a PNG file."""
    file = io.BytesIO()
    pygame.image.save(drawn(size), file, "icon.png")
    return file.getvalue()


def _bitmap(size: int) -> bytes:
    """Return the icon as an .ico holds it: lines from the bottom up with opacity, and an empty mask after them."""
    header = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0)
    pixels = pygame.image.tobytes(pygame.transform.flip(drawn(size), flip_x=False, flip_y=True), "BGRA")
    return header + pixels + bytes((size + 31) // 32 * 4 * size)


def ico(sizes: Sequence[int] = WINDOWS) -> bytes:
    """Return an icon file for Windows with all these sizes."""
    pictures = [_bitmap(size) if size <= _LARGEST_BITMAP else png(size) for size in sizes]
    head, body = struct.pack("<HHH", 0, 1, len(sizes)), b""
    start = len(head) + 16 * len(sizes)
    for size, picture in zip(sizes, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), start + len(body))
        body += picture
    return head + body


def icns() -> bytes:
    """Return an icon file for macOS."""
    entries = [(kind.encode(), png(size)) for kind, size in _MAC.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(picture)) + picture for kind, picture in entries)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main() -> int:
    """Write all of them into the folder that is named."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tefuda.ico").write_bytes(ico())
    (folder / "tefuda.icns").write_bytes(icns())
    for size in HICOLOR:
        (folder / f"tefuda-{size}.png").write_bytes(png(size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
