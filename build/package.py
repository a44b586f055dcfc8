"""Packs what PyInstaller built in out/package: a zip on every system, on Linux a .deb besides; and says what is in it.

`python build/task.py package` runs it after the build.
"""

from __future__ import annotations

import platform
import sys

from build import packing
from build.debian import write_deb
from build.packing import ROOT

PACKAGE = ROOT / "out" / "package"


def main() -> int:
    """Pack, and print where it went and what it consists of."""
    folder = PACKAGE / ("Tefuda.app" if sys.platform == "darwin" else "tefuda")
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    when, entries = packing.moment(), packing.entries_of(folder, folder.name)
    archive = PACKAGE / f"tefuda-{packing.VERSION}-{system}-{platform.machine().lower()}.zip"
    packing.write_zip(archive, entries, when)
    made = [archive]
    if system == "linux":
        made.append(write_deb(PACKAGE, entries, when))
        print(packing.table_of(packing.consists_of(folder)))
    for file in made:
        print(f"{file.relative_to(ROOT).as_posix()}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
