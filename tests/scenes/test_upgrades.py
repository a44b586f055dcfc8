"""What any released version left on a disk is read for ever: `tests/golden/saves` has a folder for each, never changed.

Where a test here fails, the reading is wrong, not the folder. A new release adds one: see `tests.endurance.corpus`.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import record as records
from scenes import app, host
from scenes import preferences as settings
from scenes.preferences import Preferences
from scenes.store import HISTORY, SETTINGS, TABLE, Store
from tests.endurance.corpus import EXPECTED, plain, told
from tests.scenes.hot_seat import House
from tests.scenes.sitting import painter

SAVES = Path(__file__).parents[1] / "golden" / "saves"
VERSIONS = sorted(path for path in SAVES.iterdir() if path.is_dir())
GAMES = [path for version in VERSIONS for path in sorted(version.glob("*.tefuda"))]


def expected(version: Path) -> dict[str, Any]:
    """Return what is to be read in a version's folder."""
    content: dict[str, Any] = json.loads((version / EXPECTED).read_text("utf-8"))
    return content


@pytest.fixture(autouse=True)
def shared_painter(monkeypatch: pytest.MonkeyPatch, screen: pygame.Surface) -> None:
    """Let all programs share one painter: what is drawn once for a size need not be drawn again."""
    monkeypatch.setattr(app, "Painter", painter)


def test_every_version_has_left_all_it_leaves() -> None:
    """There is a first version, and none without settings, a history and games of each kind."""
    assert [version.name for version in VERSIONS][:1] == ["0.1.0"]
    for version in VERSIONS:
        names = {path.name for path in version.iterdir()}
        saves = expected(version)["saves"]
        assert names == {SETTINGS, HISTORY, EXPECTED, *(f"{name}.tefuda" for name in saves)}
        assert {save["record"]["game"] for save in saves.values()} == {"deck-defence", "kanu", "haruhi"}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_game_is_played_on(path: Path, tmp_path: Path) -> None:
    """It is the same game, at the same point, with the same people; the program continues it and keeps it."""
    wanted = expected(path.parent)["saves"][path.stem]
    found = told(path.read_text("utf-8"))
    lacking = {key: value for key, value in found["record"].items() if key not in wanted["record"]}
    assert found == {**wanted, "record": {**wanted["record"], **lacking}}
    folder = tmp_path / "files"
    folder.mkdir()
    shutil.copyfile(path, folder / TABLE)
    house = House(folder, Preferences(language="en", speed="off"))
    assert house.names == ["Shelf"]
    house.keys("enter")
    house.wait(1)
    assert house.names[0] in ("TableScene", "Curtain")
    house.end()
    with closing(Store(folder)) as store:
        match = host.resume(store)
        assert match is not None
        at, kept = found["record"]["at"], records.load((folder / TABLE).read_text("utf-8"))
        assert list(kept.actions[:at]) == found["record"]["actions"][:at]
        assert store.take_problems() == []


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_settings_are_taken_over(version: Path) -> None:
    """Every choice that still exists is as it was, and nothing is complained about."""
    preferences, complaints = settings.load((version / SETTINGS).read_text("utf-8"))
    assert complaints == ()
    now = json.loads(settings.dump(preferences))
    assert {key: now[key] for key in expected(version)["settings"]} == expected(version)["settings"]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_a_history_is_read_with_all_its_games(version: Path, tmp_path: Path) -> None:
    """No game is lost, and each can be replayed."""
    shutil.copyfile(version / HISTORY, tmp_path / HISTORY)
    with closing(Store(tmp_path)) as store:
        history = store.history()
        wanted = expected(version)["history"]
        assert [{key: plain(one)[key] for key in row} for one, row in zip(history, wanted, strict=True)] == wanted
        for one in history:
            record = store.record_of(one.match)
            assert record is not None
            host.look_back(record)
        assert store.take_problems() == []
