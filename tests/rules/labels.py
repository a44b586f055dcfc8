"""The shipped labels, and how they are made: `build/label_deals.py`, loaded by its path."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from game.deck_defence.habit import Habit
from game.deck_defence.promise import Habits
from game.deck_defence.public import REMAKE, WEB

ROOT = Path(__file__).parents[2]
LABELS = {
    WEB: ROOT / "assets" / "deals" / "deck-defence.bin",
    REMAKE: ROOT / "assets" / "deals" / "deck-defence-remake.bin",
}


def script() -> ModuleType:
    """Return the script as a module."""
    spec = importlib.util.spec_from_file_location("label_deals", ROOT / "build" / "label_deals.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wins(number: int, rules: str) -> int:
    """Return what the script finds for a deal."""
    return int(script().wins(Habit(Habits(), remake=rules == REMAKE), number, rules))
