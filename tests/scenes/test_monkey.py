from __future__ import annotations

from pathlib import Path

import pytest

from game.catalogue import GAMES
from tests.endurance.monkey import Monkey


@pytest.mark.parametrize("game", GAMES)
def test_no_input_at_any_rate_breaks_a_law(screen: object, game: str, tmp_path: Path) -> None:
    """Some thousand events to the real program; `build/endure.py monkey` sends as many as wanted."""
    report = Monkey(game, "3", tmp_path / "files").play(2500)
    assert report.frames > 20
