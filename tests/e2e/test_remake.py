"""A story of the packaged program: the remake is chosen by mouse, and the deck is looked at and put in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.deck_defence.public import ID, Card, Explore, Muster, Reorder, View
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.pages.controls import Button, Choice
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Back, Kit
from scenes.store import Store
from scenes.words import Words
from tests.e2e.conftest import Start
from tests.e2e.player import Player
from tests.e2e.window import Point, until

pytestmark = pytest.mark.e2e

RULES = {"rules": "remake"}


def set_up(player: Player, preferences: Preferences) -> SetUp:
    """Return the page before a game, laid out as it stands in the window."""
    metrics = Metrics(player.program.window.size())
    page = SetUp(Kit(Words("en"), Painter(), metrics, preferences, Store(player.folder / "none")), ID, False, nowhere)
    page.lay_out()
    return page


def nowhere(_match: object) -> SetUp:
    """Lead to no table: the page is only measured."""
    raise AssertionError(Back())


def part(page: SetUp, label: str) -> Point:
    """Return where to click for the value of a choice, or for a button."""
    for control in page._controls.all:
        if isinstance(control, Choice) and label in control.labels:
            return control._parts()[list(control.labels).index(label)].center
        if isinstance(control, Button) and control.label == label:
            return control.rect.center
    raise AssertionError(f"the page has no {label!r}")


def musters(view: View) -> list[Muster]:
    """Return the legal musters."""
    return [action for action in view.legal if isinstance(action, Muster)]


def test_the_remake_by_mouse(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """From the shelf to the table of the remake; explore, arrange what was seen, put it back, and draw it."""
    player = Player(start("--data-dir", str(tmp_path / "わたしの 卓"), "--language", "en"), tmp_path / "わたしの 卓")
    window = player.program.window
    window.key("Tab", "Return")
    settings = player.folder / "settings.json"

    def chosen() -> bool:
        window.click(part(set_up(player, Preferences()), "Remake"))
        return settings.is_file() and '"remake"' in settings.read_text(encoding="utf-8")

    until(chosen, "the remake's rules among the settings")
    window.click(part(set_up(player, Preferences().with_options(ID, RULES)), "Start"))
    player.wait_for(0)
    assert dict(player.table().record().options)["rules"] == "remake"
    player.sees(0)

    while not any(isinstance(action, Explore) for action in player.view().legal):
        view = player.view()
        player.drag_action(next(iter(musters(view)), view.legal[0]))
    for _ in range(2):
        player.drag_action(next(action for action in player.view().legal if isinstance(action, Explore)))
        looked = player.view().looked
        assert len(looked) == 3
        order = max(action.order for action in player.view().legal if isinstance(action, Reorder))
        wanted: list[Card] = [looked[place].card for place in order]
        player.sees(player.table().record().at, "R1", "R2", "R3")
        player.drag_action(Reorder(order))
        view = player.view()
        assert not view.looked
        if not musters(view):
            break
        muster = musters(view)[0]
        player.drag_action(muster)
        assert player.view().areas.main[muster.main] == wanted[0]
        if not any(isinstance(action, Explore) for action in player.view().legal):
            break
    player.sees(player.table().record().at)
    assert {"explore", "put back", "muster"} <= player.kinds
