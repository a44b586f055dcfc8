"""What is told in words: a game can be played by it alone, it tells nothing that cannot be seen, and only news."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.bots.core import Level
from game.core import Seat
from game.deck_defence.public import View as SoloView
from game.kanu.card_set import Effect
from game.kanu.public import Spy, card_name
from scenes import command_line, narration
from scenes.app import Program, Start
from scenes.inputs import Key, KeyUp
from scenes.kanu.standard import standard_set
from scenes.narration import Narrator, control_words
from scenes.pages.about import About
from scenes.pages.controls import Button, Choice, Field
from scenes.pages.licences import OWN, lines
from scenes.pages.notice import Notice
from scenes.pages.page import nowhere
from scenes.pages.settings import Settings
from scenes.preferences import Preferences
from scenes.scene import Back, Prefer, Push
from scenes.seating import Way
from scenes.store import Store
from scenes.table.table import TableScene
from scenes.words import Words
from tests.scenes import haruhi_sitting, hot_seat
from tests.scenes.evening import QUIET, new_table, sit_down
from tests.scenes.kanu_sitting import Round, games

PREFERENCES = Preferences(language="en", speed="off", tell_lost=False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store on an empty folder."""
    store = Store(tmp_path / "data")
    store.load_preferences()
    yield store
    store.close()


class Blind:
    """Somebody who hears every line and has a keyboard, and nothing else."""

    def __init__(self, program: Program, heard: list[str]) -> None:
        self._program = program
        self._heard = heard
        self._at = ""

    def press(self, name: str) -> list[str]:
        """Press a key, let everything come to rest, and return what is heard."""
        self._heard.clear()
        self._program.frame([Key(name)], 1 / 60)
        self._program.frame([KeyUp(name)], 0.5)
        return list(self._heard)

    def choose(self, *wanted: str) -> list[str]:
        """Go once round with Tab, then on to what was heard there of what is wanted most, and press Enter there."""
        around: list[str] = []
        while not around or around.count(around[0]) < 2:
            lines = self.press("tab")
            around.append(lines[-1] if lines else around[-1] if around else self._at)
        best = next(line for word in wanted for line in around if word in line)
        self._at = around[-1]
        while self._at != best:
            self._at = self.press("tab")[-1]
        return self.press("enter")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the lines that go to the terminal."""
    lines: list[str] = []
    monkeypatch.setattr(command_line, "say", lines.append)
    return lines


def test_a_game_is_played_by_ear(screen: pygame.Surface, store: Store, heard: list[str]) -> None:
    """By Tab, Enter and what is heard alone, from the first card to the end; the words tell the truth at every turn."""
    program = Program(store, PREFERENCES, Start("deck-defence", "1204", narrate="-"))
    player = Blind(program, heard)
    table = program.stack[-1]
    assert isinstance(table, TableScene)
    chair = table.match.chair
    wishes = ("Repel", "Muster", "Hold off", "Explore", "Refill", "Discard", ". Can be chosen", ". ")
    suits = {"S": "Sword", "F": "Fire", "W": "Forest"}
    while chair.standing().outcome is None:
        described = player.press("f3")
        view = chair.view()
        assert isinstance(view, SoloView)
        assert f"Repelled {len(view.areas.repelled)} of 9" in described
        assert f"Deck: face down, {view.deck} cards" in described or view.deck <= 1
        for area, row in (("Main", view.areas.main), ("Occupied", view.areas.occupied)):
            for number, card in enumerate(row, start=1):
                name = "empty" if card is None else f"{suits[card.suit.value]} {card.rank}"
                assert f"{area} area, space {number}: {name}" in described
        before = chair.standing().actions
        while chair.standing().actions == before and chair.standing().outcome is None:
            lines = player.choose(*wishes)
    assert chair.standing().actions > 15
    assert chair.standing().outcome is not None
    assert any("No action was possible any more." in line for line in lines)


def test_only_what_is_new_is_told_and_all_of_it_on_demand(screen: pygame.Surface, store: Store) -> None:
    """The same picture again says nothing; what changed is one line, and the file holds every line in order."""
    program = Program(store, dataclasses.replace(PREFERENCES, narrate=True), Start("deck-defence", "1204"))
    for _ in range(8):
        program.frame([], 1 / 10)
    store.settle()
    file = store.folder / "narration.txt" if store.folder is not None else Path()
    store._writer.submit(lambda: None).result()
    first = file.read_text(encoding="utf-8").splitlines()
    assert first == ["Deck Defence", "Choose an action"]
    program.frame([Key("tab")], 1 / 60)
    program.frame([], 1 / 60)
    store._writer.submit(lambda: None).result()
    assert file.read_text(encoding="utf-8").splitlines() == [*first, "Main area, space 1: Sword 1. Can be chosen"]
    program.obey(Prefer(PREFERENCES))
    program.frame([Key("tab"), Key("f3")], 1 / 60)
    store._writer.submit(lambda: None).result()
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_what_cannot_be_written_is_told_once(screen: pygame.Surface, store: Store, tmp_path: Path) -> None:
    """The game goes on; one sentence says why nothing is told."""
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").write_text("")
    file = tmp_path / "taken"
    for line in ("a", "b"):
        store.narrate(line, file)
    store._writer.submit(lambda: None).result()
    (problem,) = store.take_problems()
    assert problem.key == "store.cannot_narrate"


def test_a_file_named_on_the_command_line_is_begun_anew(store: Store, tmp_path: Path) -> None:
    """What an earlier start told is gone; everything of this one is there."""
    file = tmp_path / "told.txt"
    file.write_text("before\n", encoding="utf-8")
    for line in ("卓", "b"):
        store.narrate(line, file)
    store._writer.submit(lambda: None).result()
    assert file.read_text(encoding="utf-8") == "卓\nb\n"


def test_a_terminal_that_has_gone_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens any more; the game goes on."""

    def broken(_line: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(command_line, "say", broken)
    narration.say_aloud("a")


# Where several people play


@pytest.mark.parametrize("way", ["pass", "table"])
def test_where_people_share_the_screen_no_hand_is_told(way: Way) -> None:
    """However the hand lies open to the player in front: a line outlasts the turn, so it tells what all may know."""
    deal, actions = games(3, 1, 3)[0]
    sitting = Round(3, deal, way, " ".join(actions[:9]))
    turn = sitting.table.turn
    assert turn is not None
    sitting.sit(turn)
    sitting.scene.take_beats()
    sitting.scene._showing.land()
    sitting.keys("right")
    told = [*sitting.scene.described(), *sitting.scene.spoken().lines]
    hands = [line for line in told if "手札の" in line]
    assert len(hands) == len(sitting.table.view(turn).hand)
    assert all("裏向き" in line for line in hands)


@pytest.mark.parametrize("alone", [True, False])
def test_cards_that_stay_open_for_a_moment_are_told_to_whoever_is_alone(
    screen: pygame.Surface, tmp_path: Path, alone: bool
) -> None:
    """What a spy sees, before it is closed again; where people share the screen nobody else hears it."""
    levels = (None, *(Level.EASY if alone else None,) * 2)
    tables = (new_table("kanu", levels, deal=str(deal)) for deal in range(1, 200))
    found = ((table, hot_seat.hit(table, Effect.ESPIONAGE)) for table in tables if table.turn == Seat(0))
    table, actions = next((table, actions) for table, actions in found if actions is not None)
    for action in actions:
        table.act(Seat(0), action)
    evening = sit_down(tmp_path, table, dataclasses.replace(QUIET, stay="click"))
    if not alone:
        evening.open_curtain()
    evening.rest()
    evening.table.spoken()
    spy = next(action for action in evening.view.legal if isinstance(action, Spy))
    evening.do(spy)
    words = Words("en")
    hand = {words.say(card_name(standard_set(), card)) for card in table.view(spy.target).hand}
    told = {line.removeprefix("Shown: ") for line in evening.table.spoken().news if line.startswith("Shown: ")}
    assert told
    assert told <= (hand if alone else {"face down"})
    evening.end()


def test_cards_that_a_seat_missed_are_told_when_it_sits_down(screen: pygame.Surface, tmp_path: Path) -> None:
    """What lies still at a new table is news as well: here two cards that somebody opened in vain."""
    table = hot_seat.new_table()
    for action in hot_seat.miss(table):
        hot_seat.act(table, action)
    evening = sit_down(tmp_path, table, dataclasses.replace(QUIET, stay="click"))
    evening.open_curtain()
    evening.wait(1)
    told = evening.table.spoken().news
    cards = [line for line in told if line.startswith("Row ") and "face down" not in line]
    assert len(cards) == 2
    evening.end()


def test_a_frame_at_a_button_that_is_gone_says_nothing(screen: pygame.Surface) -> None:
    """Whoever passes by the keyboard leaves the frame at a button that the next phase need not have."""
    deal, actions = next(game for game in haruhi_sitting.games(5, 4, 5) if any(one[0] == "D" for one in game[1]))
    hand_out = next(place for place, one in enumerate(actions) if one[0] == "D")
    sitting = haruhi_sitting.Round(5, deal, "pass", " ".join(actions[:hand_out]))
    turn = sitting.table.turn
    assert turn is not None
    sitting.sit_down(turn)
    sitting.scene._choosing.focus = "pass"

    assert "pass" not in sitting.scene._choosing.layout.spots
    assert sitting.scene.spoken().focus == ""
    assert sitting.scene.described()[-1] == ""


def test_a_page_says_its_words_and_what_has_the_focus(screen: pygame.Surface, store: Store) -> None:
    """A question is heard before its answers; a setting is heard with its name and with what holds now."""
    program = Program(store, PREFERENCES, Start())
    heard: list[str] = []
    narrator = Narrator(heard.append)
    program.obey(Push(Notice(program.kit, "Really?", [("Yes", Back), ("No", Back)])))
    narrator.listen(program.stack[-1])
    program.frame([Key("tab")], 0.0)
    narrator.listen(program.stack[-1])
    narrator.listen(program.stack[-1])
    assert heard == ["Really?", "Yes"]
    heard.clear()
    program.obey(Push(Settings(program.kit)))
    narrator.listen(program.stack[-1])
    program.frame([Key("tab")], 0.0)
    narrator.listen(program.stack[-1])
    assert heard[0] == "Settings"
    assert heard[-1] == "Language: English"
    heard.clear()
    narrator.describe(program.stack[-1])
    assert {"Settings", "Text size: 100%", "Back"} <= {*heard}


def test_the_terms_of_a_part_are_told(screen: pygame.Surface, store: Store, heard: list[str]) -> None:
    """Whoever cannot see them heard the headings alone: no word of any licence. They are told whole, and once."""
    program = Program(store, PREFERENCES, Start(narrate="-"))
    program.obey(Push(About(program.kit)))
    program.frame([], 1 / 60)
    terms = [line.strip() for line in lines(OWN) if line.strip()]
    assert len(terms) > 3
    assert [line for line in heard if line in terms] == terms
    heard.clear()
    program.frame([Key("page down")], 1 / 60)
    assert heard == []


def test_what_became_of_a_picture_is_told(screen: pygame.Surface, store: Store, heard: list[str]) -> None:
    """The line that stands over the page for a moment said nothing to whoever cannot see it."""
    program = Program(store, PREFERENCES, Start(narrate="-"))
    program.frame([], 1 / 60)
    heard.clear()
    program.frame([Key("f12")], 1 / 60)
    program.frame([], 1 / 60)
    assert heard == [program._toast._text]


def test_what_controls_are_called() -> None:
    """Buttons by their label, with what they belong to; fields by what is in them."""
    words = Words("en")
    assert control_words(words, Button(nowhere(), "New game", Back, name="Kan'u")) == "Kan'u: New game"
    assert control_words(words, Choice(nowhere(), ("a", "b"), 1, lambda _: None)) == "b"
    assert control_words(words, Field(nowhere(), "", lambda _: None, Back, hint="a number")) == "Text: a number"
