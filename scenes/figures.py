"""Measured figures that the help pages tell, from `assets/figures/<game>.toml`: the one place where they stand."""

from __future__ import annotations

from functools import cache
from typing import Any

import tomli

from scenes.assets import ASSETS
from scenes.words import Words


@cache
def _read(game_id: str) -> dict[str, Any]:
    path = ASSETS / "figures" / f"{game_id}.toml"
    return tomli.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def figures(words: Words, game_id: str) -> dict[str, int | str]:
    """Return the values that the help pages of a game may name.

    `measured` is a list, as the rulebook writes lists, with a line for each measurement; the others are by their names.
    """
    found = _read(game_id)
    lines = [
        words(f"{game_id}.measured", **{**one, "rules": words(f"{game_id}.option_value.rules.{one['rules']}")})
        for one in found.get("measured", ())
    ]
    return {"measured": "\n".join(f"- {line}" for line in lines), **found.get("difficulty", {})}
