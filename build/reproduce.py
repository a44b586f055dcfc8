"""Builds the package twice from the last commit and compares everything that came out, byte by byte.

The two builds have nothing in common but the commit and the environment .venv: folders with names of another length,
another time zone, another mask for new files, another seed for the order of sets (but PyInstaller's, which is fixed).
`python -m build.reproduce` prints every file that differs, and ends with 1 if there is one.
"""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from build import packing
from build.packing import ROOT

_BUILDS = (
    ("one", {"TZ": "UTC", "PYTHONHASHSEED": "1"}, 0o022),
    ("another-folder", {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"}, 0o077),
)


def commit() -> bytes:
    """Return the files of the last commit, as a tar."""
    asked = ["git", "-C", str(ROOT), "archive", "HEAD"]
    return subprocess.run(asked, capture_output=True, check=True).stdout


def build(tree: Path, variables: dict[str, str], mask: int) -> dict[str, str]:
    """Build in `tree` by the command everybody uses; return the digest of each file that came out."""
    (tree / ".venv").symlink_to(ROOT / ".venv")
    command = [sys.executable, str(tree / "build" / "task.py"), "package"]
    subprocess.run(command, env={**os.environ, **variables}, umask=mask, check=True)
    made = tree / "out" / "package"
    return {
        file.relative_to(made).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in made.rglob("*")
        if file.is_file()
    }


def main() -> int:
    """Build twice and compare."""
    builds: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        source = commit()
        moment = {"SOURCE_DATE_EPOCH": str(packing.moment())}  # a copy is no repository that could tell
        for name, variables, mask in _BUILDS:
            tree = Path(folder) / name
            with tarfile.open(fileobj=io.BytesIO(source)) as archive:
                archive.extractall(tree, filter="data")
            builds.append(build(tree, variables | moment, mask))
    first, second = builds
    differing = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    for name in differing:
        print(f"differs: {name}")
    print(f"{len(first)} files, {len(differing)} of them differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
