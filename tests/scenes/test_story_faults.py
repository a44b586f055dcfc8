from __future__ import annotations

from pathlib import Path

import pytest

from scenes import app
from tests.endurance import story
from tests.scenes.sitting import painter


def test_any_one_call_may_fail_on_an_evening(screen: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of the calls, in all ways; `build/endure.py story` lets each of them fail in each way."""
    monkeypatch.setattr(app, "Painter", painter)
    came = story.run(tmp_path, every=11)
    assert came["evenings"] > 20
    assert 0 < came["told"] < came["evenings"]
