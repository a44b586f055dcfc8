"""Stories of several people around the packaged program: a whole game by mouse, and kills between two looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core import Seat
from game.kanu.public import Ambush, Develop, OpenCard, Reinforce, Scout, Sortie, decode
from scenes.desk import BACK
from scenes.preferences import Preferences
from scenes.seating import Sitting
from tests.e2e.conftest import Start
from tests.e2e.kanu_party import KanuParty
from tests.e2e.party import counted, kill, settle_in
from tests.e2e.window import until
from tests.scenes.hot_seat import miss, new_table, write
from tests.scenes.people import NAMES

pytestmark = pytest.mark.e2e

# A short game in which everything happens: all six ways to capture, vain tries, espionage, duels, supporters, a
# formation, a night battle.
DEAL = "8616"
LINE = (
    "oD sL oB oG x oD sO oB sM oO sS oT sU oA sD oL sC u0 t46 oI sF oB d55 p1 oV c0a oH sW oN c1a oQ m22 p3 oK c0a p2 "
    "oR d12 oY ra oQ ra u2 t55 oM c2a oH c0a oP c3a oG c3a u3 t15 oR ra oE c1a oX ra oJ c1a p3 oB c2a p0 oW ra"
)
SITTING = Sitting.of(NAMES[:4], (0, 1, 2, 3))


def settled_in(folder: Path, **chosen: object) -> Preferences:
    """Leave settings in a data folder: four people, and what stays to be looked at stays until somebody clicks."""
    preferences = Preferences(language="ja", stay="click", sittings={"kanu": SITTING}, **chosen)  # type: ignore[arg-type]
    settle_in(folder, preferences)
    return preferences


def sit_down(start: Start, folder: Path, preferences: Preferences) -> KanuParty:
    """Start the program on a data folder and gather before it."""
    return KanuParty(start("--data-dir", str(folder)), folder, preferences=preferences)


def test_four_people_play_a_whole_game_by_mouse(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """From the shelf through every curtain to the result: only the number of the deal is typed."""
    folder = tmp_path / "わたしの 卓"
    party = sit_down(start, folder, settled_in(folder, speed="off"))
    party.click_on_the_shelf(running=False)
    party.set_up(DEAL)
    actions = [decode(text) for text in LINE.split()]
    line = iter(actions)
    looked = [0, 0, 0, 0]
    while party.table().turn is not None:
        seat = party.seat()
        record = party.turn(line)
        looked[seat] = record.at + 1

        def shown_to_nobody_else(looked: tuple[int, ...] = tuple(looked)) -> bool:
            return (now := party.record()) is not None and now.looked == looked

        until(shown_to_nobody_else, "the turn to be shown to whoever did it, and to nobody else")
    assert next(line, None) is None
    assert party.kinds >= {kind.__name__ for kind in (Reinforce, Scout, Develop, Ambush)}
    assert party.curtains >= 14
    outcome = party.table().outcome
    assert outcome is not None
    assert outcome.scores == (8, 7, 8, 4)
    until(lambda: counted(folder) == [("kanu", DEAL, "played")], "the game in the history")


def test_killed_between_two_looks(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """Kill -9 in mid-flip loses nothing, and in mid-recap there is no second look at what was being shown."""
    folder = tmp_path / "わたしの 卓"
    preferences = settled_in(folder, speed="slow")
    table = new_table(deal="7")
    opening, sortie = miss(table)
    assert isinstance(opening, OpenCard)
    assert isinstance(sortie, Sortie)
    write(table.record(), folder)
    party = sit_down(start, folder, preferences)
    party.click_on_the_shelf(running=True)
    party.open_curtain()
    party.look_on()
    seat = party.seat()
    party.act(opening)
    party.look_on()
    face = party.turned_up(sortie.cell)
    party.act(sortie)
    left = kill(party)  # its card is just being turned over
    assert left is not None
    assert [decode(text) for text in left.actions] == [opening, sortie]

    after = Seat((seat + 1) % 4)
    party = sit_down(start, folder, preferences)
    party.click_on_the_shelf(running=True)
    assert party.seat() == after
    party.open_curtain()
    until(lambda: party.face_is_up(sortie.cell, face) or party.impatient(), "the failed sortie in the recap")
    left = kill(party)
    assert left is not None
    assert left.looked[after] == left.at + 1

    party = sit_down(start, folder, preferences)
    party.click_on_the_shelf(running=True)
    party.open_curtain()
    until(party.all_is_shown, "the table at once, without a click")
    assert party.face_is_up(sortie.cell, BACK)
    assert party.record() == left
    party.act(opening)
    party.look_on()
