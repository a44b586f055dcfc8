"""A story of one person among computer players, around the packaged program: they think in threads of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from game.bots.core import Level
from game.core import Seat
from game.haruhi.public import Gift, Pass
from scenes.preferences import Preferences
from scenes.seating import Sitting
from tests.e2e.conftest import Start
from tests.e2e.haruhi_party import HaruhiParty
from tests.e2e.party import kill, settle_in
from tests.e2e.window import until
from tests.scenes.people import NAMES

pytestmark = pytest.mark.e2e

ME = Seat(1)
SITTING = Sitting.of(NAMES[:4], (0, 1, 2, 3), levels=(Level.STRONG, None, Level.EASY, Level.MEDIUM))
TURNS = 5


@dataclass
class Alone(HaruhiParty):
    """A person whom others follow at once, without a curtain."""

    def wait_for(self, actions: int) -> None:
        """Wait until so many actions are on disk, or more."""
        until(lambda: (record := self.record()) is not None and record.at >= actions, f"{actions} actions on disk")

    def turn_comes(self) -> None:
        """Wait until the person is in turn and has seen everything."""
        until(lambda: self.table().turn == ME or self.impatient(), "the person's turn", patience=40)
        self.look_on()

    def move(self) -> None:
        """Give the first gift that there is, or else do the first thing that can be done."""
        self.turn_comes()
        legal = self.table().view(ME).legal
        self.act(next((one for one in legal if isinstance(one, Gift | Pass)), legal[0]))


def sit_down(start: Start, folder: Path) -> Alone:
    """Start the program on a data folder; computers act at once."""
    preferences = Preferences(language="ja", stay="click", speed="off", pace="off", sittings={"haruhi": SITTING})
    settle_in(folder, preferences)
    return Alone(start("--data-dir", str(folder)), folder, preferences=preferences)


def test_one_person_among_computers(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """No curtain falls, everybody acts in turn, and a kill loses nothing: the game goes on among the same players."""
    folder = tmp_path / "わたしの 卓"
    party = sit_down(start, folder)
    party.click_on_the_shelf(running=False)
    party.set_up("7")
    for _ in range(TURNS):
        party.move()
    party.turn_comes()
    before = party.record()
    assert before is not None
    left = kill(party)
    assert left == before
    assert left.at > 2 * TURNS

    party = sit_down(start, folder)
    party.click_on_the_shelf(running=True)
    party.turn_comes()
    assert party.record() == left
    for _ in range(TURNS):
        party.move()
    party.turn_comes()
    after = party.record()
    assert after is not None
    assert after.actions[: left.at] == left.actions
    assert after.at > left.at + TURNS
    assert party.curtains == 0
