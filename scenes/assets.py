"""Where the program's own files lie, from source and in the packaged program alike."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent / "assets"


def card_files() -> dict[str, str]:
    """Return the text of each card file of the program, by the id of its game."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted((ASSETS / "cards").glob("*.toml"))}
