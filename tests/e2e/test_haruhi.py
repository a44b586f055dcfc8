"""Stories of 涼宮ハルヒの贈殖 around the packaged program: a whole game by mouse, and kills while somebody looks."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from game.core import Seat
from game.haruhi.card_set import Person
from game.haruhi.public import Accuse, Claim, Gift, Give, HandOut, LaySos, Pass, Peek, Swap, decode
from game.record import Record
from scenes.haruhi.faces import ROLE_BACK, role_face
from scenes.haruhi.notebook import Mark, read
from scenes.preferences import Preferences
from scenes.seating import Sitting
from scenes.store import TABLE
from tests.e2e.conftest import Start
from tests.e2e.haruhi_party import HaruhiParty
from tests.e2e.party import counted, kill, settle_in
from tests.e2e.window import until
from tests.scenes.hands import AnyTable
from tests.scenes.haruhi_sitting import GAME
from tests.scenes.hot_seat import write
from tests.scenes.people import NAMES

pytestmark = pytest.mark.e2e

# A short game in which everything happens: gifts to others, SOS cards, a character looked at and named when its owner
# has three events, another one guessed, wrong guesses and what they cost, every kind of effect.
DEAL = "25"
LINE = (
    "B4r1 B0b3 B1n4 P B0n2 A46 B1b113 S4 A03 T14 S3 P P P B4n4 B0b5 K3 B0b5 B1n4 P P P A21 T10 B1r1 P B3r12 P L1 S3 P "
    "B1r12 P B1b3 B2r11222 U P P B1n4 P P X16,4 B1b5 B0g67 P P B2r1 U P B1g4 S3 P B4r11 B3b1 B4r2 B2g45 U B2n4 B3n2 S1 "
    "L0 P B3g4 P P B1r12 U S1 B3g5 B4r12 P B1n4 B2n22 L2 S4 B0n22444 B4b5 S4 A32 D004 B3b33 B1g5 B2r12 B2g4 G2,3"
)
ACTIONS = [decode(text) for text in LINE.split()]
NOTED = {Seat(4): (Seat(0), Person.HARUHI), Seat(0): (Seat(1), Person.ASAKURA)}
"""What two of them write down at their first turn."""
SITTING = Sitting.of(NAMES[:5], (0, 1, 2, 3, 4))


def new_table() -> AnyTable:
    """Return the game of the story before its first action."""
    return AnyTable(GAME, DEAL, 5, {}, match="m1", sitting=SITTING.dump())


def gather(start: Start, folder: Path, **chosen: object) -> HaruhiParty:
    """Start the program on a data folder; what stays to be looked at stays until somebody clicks."""
    preferences = Preferences(language="ja", stay="click", sittings={GAME.id: SITTING}, **chosen)  # type: ignore[arg-type]
    settle_in(folder, preferences)
    return HaruhiParty(start("--data-dir", str(folder)), folder, preferences=preferences)


def in_the_clear(folder: Path, party: HaruhiParty) -> list[str]:
    """Return what a casual reader finds in the save: of names, actions and notes there must be nothing."""
    record = party.record()
    assert record is not None
    text = (folder / TABLE).read_text(encoding="utf-8")
    assert set(json.loads(text)) == {"mark", "format", "check", "sealed"}
    told = (*NAMES[:5], GAME.id, *record.notes, *record.actions)
    written = {form for word in told for form in (word, json.dumps(word)[1:-1])}
    by_chance = 4  # so many letters and digits stand together now and then in what is sealed
    return [word for word in written if (len(word) > by_chance or not word.isascii()) and word in text]


def results(folder: Path) -> list[list[tuple[str, int, bool]]]:
    """Return who played the games of the history, with their points and whether they won."""
    with closing(sqlite3.connect(f"{(folder / 'history.sqlite3').as_uri()}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT players FROM games")
        return [[(name, score, won) for name, score, won, *_ in json.loads(players)] for (players,) in rows]


def test_five_people_play_a_whole_game_by_mouse(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """From the shelf through every curtain to the ranking: only the number of the deal is typed."""
    folder = tmp_path / "わたしの 卓"
    party = gather(start, folder, speed="off")
    party.click_on_the_shelf(running=False)
    party.set_up(DEAL)
    line = iter(ACTIONS)
    turns = 0
    cells: dict[Seat, bytes] = {}
    while party.table().turn is not None:
        seat, turns = party.seat(), turns + 1
        party.open_curtain()
        party.look_on()
        if seat in NOTED:
            if seat not in cells:
                blank = party.cell(*NOTED[seat])
                party.mark(*NOTED[seat])
                cells[seat] = party.cell(*NOTED[seat])
                assert cells[seat] != blank
            assert party.cell(*NOTED[seat]) == cells[seat]
        party.play(line)
        assert not in_the_clear(folder, party)
    assert next(line, None) is None
    assert party.curtains == turns >= 60
    assert party.kinds >= {kind.__name__ for kind in (Gift, LaySos, Accuse, HandOut, Claim, Swap, Give)}
    table = party.table()
    record, outcome = table.record(), table.outcome
    assert record.actions == tuple(LINE.split())
    marks = [{NOTED[Seat(seat)]: Mark.CERTAIN} if Seat(seat) in NOTED else {} for seat in range(5)]
    assert [read(note) for note in record.notes] == marks
    assert outcome is not None
    until(lambda: counted(folder) == [(GAME.id, DEAL, "played")], "the game in the history")
    assert results(folder) == [
        [(name, outcome.scores[seat], seat in outcome.winners) for seat, name in enumerate(SITTING.names)]
    ]
    until(lambda: party.ranking_is_shown() or party.impatient(), "the ranking", patience=40)


def test_killed_while_somebody_looks(start: Start, tmp_path: Path, hidden_screen: None) -> None:
    """Kill -9 while a character is shown in secret: it is not shown again, and whoever saw it goes on knowing it."""
    folder = tmp_path / "わたしの 卓"
    record, seat, target, person = looking()
    face, other, at = role_face(person), Seat((seat + 1) % 5), record.at
    write(record, folder)
    party = gather(start, folder, speed="slow")
    party.click_on_the_shelf(running=True)
    party.open_curtain()
    until(lambda: party.glances_at(face), "the character that is looked at")
    until(lambda: looked(party, seat) == at + 1, "the look on disk")
    left = kill(party)
    assert left is not None
    assert left.actions == record.actions

    party = gather(start, folder, speed="slow")
    party.click_on_the_shelf(running=True)
    party.open_curtain()
    until(party.all_is_shown, "the table at once, without a click")
    assert not party.glances_at(face)
    assert party.knows(target, face)
    assert party.record() == left

    party.act(Pass())
    party.hand_over()
    party.open_curtain()
    until(lambda: party.glances_at(ROLE_BACK) or party.impatient(), "the recap, in which others see a back alone")
    until(lambda: looked(party, other) == at + 1, "the look on disk")
    left = kill(party)
    assert left is not None

    party = gather(start, folder, speed="slow")
    party.click_on_the_shelf(running=True)
    assert party.seat() == other
    party.open_curtain()

    def goes_on() -> bool:
        assert not party.glances_at(ROLE_BACK)
        return party.all_is_shown() or party.impatient()

    until(goes_on, "the rest of the recap", patience=40)
    assert looked(party, other) == at + 2
    assert not party.knows(target, face)


def looking() -> tuple[Record, Seat, Seat, Person]:
    """Return the game of the story as a kill leaves it right after an action by which somebody looks at a character.

    That seat has not been shown it yet, the others nothing since they acted. Return also whose turn it is, at whose
    character it has looked, and who that is.
    """
    table = new_table()
    for action in ACTIONS:
        seat = table.turn
        assert seat is not None
        table.beats(seat)
        table.act(seat, action)
        if isinstance(action, Peek):
            assert table.turn == seat
            return table.record(), seat, action.target, table._state.roles[action.target].person
        table.beats(seat)
    raise AssertionError("nobody looks")


def looked(party: HaruhiParty, seat: Seat) -> int:
    """Return how much a seat has been shown, by the save."""
    record = party.record()
    return -1 if record is None else record.looked[seat]
