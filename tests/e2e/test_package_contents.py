"""What lies in the package: every part has its licence, nothing unwanted came along, and it stays small."""

import re
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 45_000_000
"""The unpacked package, in bytes."""


def parts_named() -> tuple[set[str], set[str]]:
    """Return the file patterns in the table of licences: those always there, and those that depend on the Python."""
    table = (ROOT / "assets" / "licences" / "README.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    cells = [row[4] for row in rows if len(row) == 5]
    always, sometimes = (
        {part for cell in cells if ("Pythons" in cell) is depends for part in re.findall(r"`([^`]+)`", cell)}
        for depends in (False, True)
    )
    return always, sometimes


def stem(path: Path) -> str:
    """Return a library's name without suffix, hash and version; other files keep theirs, with their folder."""
    if not path.name.startswith("lib") or ".so" not in path.name:
        return path.as_posix()
    return re.sub(r"-[0-9a-f]{8}[.\d]*$", "", path.name.split(".so")[0])


def files_below(folder: Path) -> list[Path]:
    """Return the files in a folder and its folders; the links that PyInstaller makes among them do not count."""
    return [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the table lists the libraries of the Linux package")
def test_every_file_of_the_package_has_a_licence(packaged: Path) -> None:
    """Each library and module belongs to a part named in the table, and each part in the table is really there."""
    inside = packaged.parent / "_internal"
    files = {file.relative_to(inside) for file in files_below(inside)}
    ours = {file for file in files if file.parts[0] == "assets" or file.name == "LICENSE"}
    foreign = {stem(file) for file in files - ours} | {packaged.name}
    always, sometimes = parts_named()

    assert {file for file in foreign if not any(fnmatch(file, part) for part in always | sometimes)} == set()
    assert {part for part in always if not any(fnmatch(file, part) for file in foreign)} == {"assets/fonts/*"}


def test_licences_and_assets_come_along(packaged: Path) -> None:
    """Every file below assets/ is packed but the README's pictures; the licences also lie where players look."""
    for file in files_below(ROOT / "assets"):
        if file.parent.name == "screenshots":
            continue
        assert (packaged.parent / "_internal" / file.relative_to(ROOT)).is_file(), f"{file} is not packed"
    for text in (ROOT / "assets" / "licences").iterdir():
        assert (packaged.parent / "licences" / text.name).is_file()
    assert (packaged.parent / "LICENSE").is_file()


def test_the_package_is_small(packaged: Path) -> None:
    """Unpacked, the program stays below 45 MB."""
    assert sum(file.stat().st_size for file in files_below(packaged.parent)) < LARGEST
