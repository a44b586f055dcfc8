"""Shows a folder in the system's own program for that; the one place that starts another program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def show(folder: Path) -> bool:
    """Let the system open a folder, and return whether it has a program for that. Nothing is waited for."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)  # noqa: S606 - a folder of our own, no program
            return True
        opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
        if opener is None or not folder.is_dir():
            return False
        subprocess.Popen(  # noqa: S603 - the system's own opener, and a folder of ours
            [opener, str(folder)],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True


def _environment() -> dict[str, str]:
    """Return the system's own environment: the packaged program has libraries that others must not load."""
    found = dict(os.environ)
    own = found.pop("LD_LIBRARY_PATH_ORIG", None)
    if own is not None or getattr(sys, "frozen", False):
        found.pop("LD_LIBRARY_PATH", None)
    return found if own is None else {**found, "LD_LIBRARY_PATH": own}
