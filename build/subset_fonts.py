"""Make the two bundled fonts: BIZ UDPGothic, cut down to the characters the game can need.

The source is the npm package named below, fetched with `npm pack` unless a folder with its unpacked files is given.
The same source and the same fontTools give the same bytes, and both are stated here by their SHA-256; `--check`
makes the fonts again beside the committed ones and compares. Nothing but making the fonts needs npm.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "assets" / "fonts"
PACKAGE = "@expo-google-fonts/biz-udpgothic"
VERSION = "0.4.2"
LICENCE = ("LICENSE_FONT", "OFL.txt")
EXTRA_KANJI = "塡剝頰𠮟"
"""The four kanji of the list for common use (jōyō, 2010) that JIS X 0208 lacks."""


@dataclass(frozen=True)
class Font:
    """One font file: where it lies in the source, what it is called here, and the SHA-256 of both."""

    member: str
    name: str
    source_sha256: str
    sha256: str


BUNDLED = (
    Font(
        member="400Regular/BIZUDPGothic_400Regular.ttf",
        name="BIZUDPGothic-Regular.ttf",
        source_sha256="22f41ce68f1ce62477ca4ec1e2c0c400cc545ddff31d713e8edf87808614aeb2",
        sha256="fdc3f6fe3b998f711dfb6f439478d98de5319da1c03d59bdbd5ac35c7802003f",
    ),
    Font(
        member="700Bold/BIZUDPGothic_700Bold.ttf",
        name="BIZUDPGothic-Bold.ttf",
        source_sha256="1a995936e0f9de8a7c142c97cdb679e7087e89c13e663f946cd047f4283cedf8",
        sha256="636d8e3f43079ef6b63a224b1bfc7569a395226bd96b05abe4ad8c700f9937ba",
    ),
)


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_kanji(char: str) -> bool:
    """Say whether a character is a kanji, in any of Unicode's blocks of them."""
    return "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or char >= "\U00020000"


def wanted_kanji() -> set[str]:
    """Return JIS levels 1 and 2, the vendors' additions that names are written with (髙, 﨑) and `EXTRA_KANJI`."""
    lead_bytes = [*range(0x81, 0xA0), *range(0xE0, 0xFD)]
    pairs = (bytes((lead, trail)) for lead in lead_bytes for trail in range(0x40, 0xFD))
    return {char for pair in pairs for char in pair.decode("cp932", errors="ignore") if is_kanji(char)} | {*EXTRA_KANJI}


def wanted(font: Path) -> set[int]:
    """Return the code points to keep: everything the font has but kanji, and of the kanji the wanted ones."""
    kanji = wanted_kanji()
    with TTFont(font) as source:
        return {point for point in source.getBestCmap() if not is_kanji(chr(point)) or chr(point) in kanji}


def make(font: Font, source: Path, target: Path) -> None:
    """Write the subset of one font into the target folder; layout tables go, hints stay, no time is recorded."""
    origin = source / font.member
    if sha256(origin) != font.source_sha256:
        sys.exit(f"{origin.name} is not the file of {PACKAGE} {VERSION}: its SHA-256 is {sha256(origin)}.")
    unicodes = ",".join(f"{point:04X}" for point in sorted(wanted(origin)))
    subset.main(
        [
            str(origin),
            f"--unicodes={unicodes}",
            "--layout-features=",
            "--drop-tables+=GSUB,meta,vhea,vmtx",
            "--name-IDs=*",
            "--no-recalc-timestamp",
            f"--output-file={target / font.name}",
        ]
    )


def fetch(folder: Path) -> Path:
    """Fetch the source package into a folder with `npm pack`; return the folder of its unpacked files."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit(f"npm is not installed: fetch {PACKAGE} {VERSION} otherwise and name the unpacked folder.")
    subprocess.run([npm, "pack", "--silent", f"{PACKAGE}@{VERSION}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.glob("*.tgz")
    shutil.unpack_archive(archive, folder, "gztar")
    return folder / "package"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the fonts, or with `--check` only compare; return 0 when the results are the stated ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", type=Path, help=f"unpacked {PACKAGE} {VERSION}; default: fetch it")
    parser.add_argument("--check", action="store_true", help="change nothing; say whether the same fonts come out")
    options = parser.parse_args(arguments)
    agreed = True
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        source = options.source or fetch(folder)
        target = folder if options.check else FONTS
        if not options.check:
            shutil.copyfile(source / LICENCE[0], FONTS / LICENCE[1])
        for font in BUNDLED:
            make(font, source, target)
            made = sha256(target / font.name)
            agreed = agreed and made == font.sha256
            print(f"{made}  {font.name}  {'as stated' if made == font.sha256 else 'NOT as stated in this script'}")
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
