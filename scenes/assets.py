"""Where the program's own files lie, from source and in the packaged program alike."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent / "assets"
