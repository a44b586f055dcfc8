"""What all packages are made of: files in a fixed order, one time, zips; and what the built program consists of.

Everything written here depends on the files alone: names are sorted, modes and owners fixed, and the one time that is
written anywhere is that of the commit (or `SOURCE_DATE_EPOCH`). It uses the standard library, and no tool of a system.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import time
import tomllib
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from scenes.pages import licences

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "out" / "package"
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
_OLDEST = 315_532_800
"""The first second of 1980: a zip knows no earlier one, and a source without a commit has no other."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in an archive: its name there, and what it holds, or where it leads if it is a link."""

    name: str
    data: bytes = b""
    executable: bool = False
    link: str = ""

    @property
    def mode(self) -> int:
        """The one mode that such a file has, whatever the mask of whoever built it."""
        if self.link:
            return stat.S_IFLNK | 0o777
        return stat.S_IFREG | (0o755 if self.executable else 0o644)


def moment() -> int:
    """Return the time that archives are marked with, in seconds: SOURCE_DATE_EPOCH, or that of the last commit."""
    if (given := os.environ.get("SOURCE_DATE_EPOCH", "")).isdigit():
        return int(given)
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return _OLDEST
    return int(said) if said.isdigit() else _OLDEST


def entries_of(folder: Path, prefix: str) -> list[Entry]:
    """Return all files of a folder, named below `prefix` and in the order of their names."""
    found: list[Entry] = []
    for path in folder.rglob("*"):
        name = f"{prefix}/{path.relative_to(folder).as_posix()}"
        if path.is_symlink():
            found.append(Entry(name, link=path.readlink().as_posix()))
        elif path.is_file():
            found.append(Entry(name, path.read_bytes(), executable=_is_executable(path)))
    return sorted(found, key=lambda entry: entry.name)


def _is_executable(path: Path) -> bool:
    # A library needs no right to be run, but PyInstaller gives it to every file that it has stripped.
    return bool(path.stat().st_mode & stat.S_IXUSR) and ".so" not in path.name


def write_zip(target: Path, entries: Iterable[Entry], when: int) -> None:
    """Write a zip. Modes and links are kept as Unix writes them, which others pass over."""
    written = max(when, _OLDEST)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in entries:
            info = zipfile.ZipInfo(entry.name, time.gmtime(written)[:6])
            info.create_system = 3  # Unix, whatever this was packed on
            info.external_attr = entry.mode << 16
            info.compress_type = zipfile.ZIP_STORED if entry.link else zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.link or entry.data)


# What it consists of


OURS = {
    "our cards, sentences, sounds and pictures": ("assets/*", "LICENSE"),
    "licences, once more for who looks into the folder": ("../LICENSE", "../licences/*"),
}
"""What belongs to no part of others: its name, and the patterns of its files, counted from the folder `_internal`."""


def stem(name: str) -> str:
    """Return a library's name without folder, suffix, hash and version; other files keep theirs, with their folder."""
    last = name.rpartition("/")[2]
    if not last.startswith("lib") or ".so" not in last:
        return name
    return re.sub(r"-[0-9a-f]{8}[.\d]*$", "", last.split(".so")[0])


def consists_of(folder: Path) -> list[tuple[str, int]]:
    """Return the parts of a built program with their bytes, the largest first; a file nobody names is "other"."""
    sizes: dict[str, int] = {}
    program = {"the program, with Python's library inside the executable": ("../tefuda",)}
    parts = program | {part.name: part.files for part in licences.parts()} | OURS  # the fonts lie among our assets
    for file in folder.rglob("*"):
        if file.is_symlink() or not file.is_file():
            continue
        name = file.relative_to(folder).as_posix()
        inside = name.removeprefix("_internal/") if name.startswith("_internal/") else f"../{name}"
        owners = (part for part, files in parts.items() if any(fnmatch(stem(inside), pattern) for pattern in files))
        owner = next(owners, "other")
        sizes[owner] = sizes.get(owner, 0) + file.stat().st_size
    return sorted(sizes.items(), key=lambda item: (-item[1], item[0]))


def table_of(sizes: Sequence[tuple[str, int]]) -> str:
    """Return the parts as lines to read, with their sum."""
    rows = [*sizes, ("together", sum(size for _, size in sizes))]
    return "\n".join(f"{size / 1e6:8.2f} MB  {name}" for name, size in rows)
