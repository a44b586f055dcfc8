"""Who sits where: sittings as values and as text, the rows of the set-up, the curtain between two seats."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.core import Level
from game.core import BadInput, Outcome, Reason, Seat
from game.kanu.card_set import ID as KANU
from scenes import seating
from scenes.curtain import HOLD, Curtain
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Press, Release
from scenes.pages.seats import Seats
from scenes.preferences import Preferences
from scenes.scene import Back, Command, Kit
from scenes.seating import ALONE, GAMES, LONGEST_NAME, MARKS, WAYS, Sitting, why_not_names
from scenes.store import Store
from scenes.words import Words

NAMES = ("アオイ", "ハル", "Natsu")
THREE = Sitting.of(NAMES, (0, 3, 6), "table", 3)


@st.composite
def sittings(draw: st.DrawFn) -> Sitting:
    """Draw any sitting of several people."""
    letters = st.text(st.characters(min_codepoint=65, max_codepoint=0x3060), min_size=1, max_size=LONGEST_NAME)
    names = draw(st.lists(letters, min_size=2, max_size=MARKS).map(tuple))
    if why_not_names(names) is not None:
        names = tuple(f"n{seat}" for seat in range(len(names)))
    marks = tuple(draw(st.permutations(range(MARKS)))[: len(names)])
    games = draw(st.sampled_from(GAMES))
    won = tuple(draw(st.integers(0, 3)) for _ in names)
    levels = tuple(draw(st.lists(st.sampled_from((None, *Level)), min_size=len(names), max_size=len(names))))
    levels = levels if any(levels) and None in levels else ()
    return Sitting(names, marks, draw(st.sampled_from(WAYS)), games, won, draw(st.integers(0, games)), levels)


@given(sittings())
def test_a_sitting_comes_back_as_it_was_written(sitting: Sitting) -> None:
    """What `dump` writes `load` reads, for as many seats."""
    assert seating.load(sitting.dump(), len(sitting.names)) == sitting
    assert seating.from_plain(json.loads(json.dumps(sitting.plain()))) == sitting


def test_people_and_computers() -> None:
    """Hands are hidden where several people look at the screen, whoever plays beside them."""
    people = Sitting.of(NAMES, (0, 1, 2), "table", levels=(None, None, None))
    assert people.levels == ()
    assert (people.shared, people.passes, people.around) == (True, False, True)
    assert "levels" not in people.plain()  # a text from before there were computers says just as much
    two = Sitting.of(NAMES, (0, 1, 2), "pass", levels=(None, Level.STRONG, None))
    assert (two.together, two.shared, two.passes, two.around) == (True, True, True, False)
    assert (two.people, two.computers) == ((0, 2), {1: Level.STRONG})
    assert [two.level(Seat(seat)) for seat in range(4)] == [None, Level.STRONG, None, None]
    for way in WAYS:
        one = Sitting.of(NAMES, (0, 1, 2), way, levels=(Level.EASY, Level.EASY, None))
        assert (one.together, one.shared, one.passes, one.around) == (True, False, False, False)
        assert one.after(Outcome((Seat(0),), (1, 0, 0), Reason.of("x"))).levels == one.levels


def test_who_plays_alone_is_not_named() -> None:
    """One seat has no sitting, and nothing is hidden from anybody."""
    assert ALONE.dump() == ""
    assert seating.load("", 1) == ALONE
    assert not ALONE.together
    assert not ALONE.passes


@pytest.mark.parametrize(
    ("changes", "seats"),
    [
        ({}, 4),
        ({"names": ["アオイ", "ハル"]}, 3),
        ({"names": ["アオイ", "ハル", 3]}, 3),
        ({"names": ["アオイ", "ハル", " "]}, 3),
        ({"names": ["アオイ", "ハル", "ハル"]}, 3),
        ({"names": "abc"}, 3),
        ({"marks": [0, 0, 1]}, 3),
        ({"marks": [0, 1, MARKS]}, 3),
        ({"marks": [0, 1, True]}, 3),
        ({"won": [0, 0]}, 3),
        ({"won": [0, 0, -1]}, 3),
        ({"way": "online"}, 3),
        ({"games": 2}, 3),
        ({"games": True}, 3),
        ({"dealt": 4}, 3),
        ({"dealt": -1}, 3),
        ({"dealt": 1.0}, 3),
        ({"levels": ["easy", "easy", "easy"]}, 3),
        ({"levels": [None, "easy"]}, 3),
        ({"levels": [None, "easy", "best"]}, 3),
        ({"levels": [None, "easy", 1]}, 3),
        ({"levels": [None, "easy", ["easy"]]}, 3),
        ({"levels": [None, None, None]}, 3),
        ({"levels": "easy"}, 3),
        ({"levels": None}, 3),
    ],
)
def test_a_wrong_sitting_is_damage(changes: dict[str, object], seats: int) -> None:
    """A save whose sitting does not hold together is refused as a whole."""
    with pytest.raises(BadInput) as caught:
        seating.load(json.dumps({**THREE.plain(), **changes}), seats)
    assert caught.value.reason == Reason.of("bad.save_damaged")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "7", "null", "[]"])
def test_text_that_is_no_sitting_is_damage(text: str) -> None:
    """Any other text is refused, an empty one where several people sit."""
    with pytest.raises(BadInput):
        seating.load(text, 3)


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("A", " ", "C"), Reason.of("seat.why.empty", seat=2)),
        (("A", "x" * (LONGEST_NAME + 1)), Reason.of("seat.why.long", seat=2, most=LONGEST_NAME)),
        (("A\u0007", "B"), Reason.of("seat.why.sign", seat=1)),
        (("Aoi", "B", " aoi"), Reason.of("seat.why.twice", seat=3, name=" aoi")),
        (NAMES, None),
    ],
)
def test_names_tell_the_seats_apart(names: tuple[str, ...], reason: Reason | None) -> None:
    """A name is short, printable and nobody else's; what is wrong names the seat."""
    assert why_not_names(names) == reason


def test_a_match_of_three_ends_when_nobody_can_catch_up() -> None:
    """Two wins of three settle it; a shared win counts for each of the winners; one game is settled by itself."""

    def won_by(*seats: int) -> Outcome:
        return Outcome(tuple(Seat(seat) for seat in seats), (0, 0, 0), Reason.of("x"))

    once = THREE.after(won_by(1))
    assert (once.won, once.dealt, once.settled) == ((0, 1, 0), 1, False)
    assert once.after(won_by(1)).settled
    split = once.after(won_by(0, 2))
    assert (split.won, split.settled) == ((1, 1, 1), False)
    assert split.after(won_by(0)).settled
    assert Sitting.of(NAMES, (0, 1, 2)).after(won_by(2)).settled
    assert split.afresh() == THREE


def kit(*, size: tuple[int, int] = (1280, 720), language: str = "en", **preferences: object) -> Kit:
    """Return a kit whose store writes nothing."""
    chosen = Preferences(**preferences)  # type: ignore[arg-type]
    return Kit(Words(language), Painter(), Metrics(size), chosen, Store(Path("/never/written")))


# The rows of the set-up


def test_the_last_sitting_is_offered_again(screen: pygame.Surface) -> None:
    """Names, marks, way and games come from the settings; the seats beyond get names and marks that nobody has."""
    seats = Seats(kit(sittings={KANU: THREE}), KANU, lambda: None, lambda: None)
    assert seats.sitting == THREE
    seats._seat(3)
    six = seats.sitting
    assert six.names[:3] == NAMES
    assert len(set(six.names)) == len(set(six.marks)) == 6
    assert seats.complaint is None


def test_a_mark_changes_to_one_that_nobody_has(screen: pygame.Surface) -> None:
    """Clicking a mark goes through the free ones and never takes another seat's."""
    seats = Seats(kit(), KANU, lambda: None, lambda: None)
    seen = set()
    for _ in range(2 * MARKS):
        seats._marking(0)()
        marks = seats.sitting.marks
        assert len(set(marks)) == len(marks)
        seen.add(marks[0])
    assert seen == {0, *range(4, MARKS)}


def test_a_name_that_gives_way_leaves_the_caret_in_the_text(screen: pygame.Surface) -> None:
    """Fewer seats left computers alone: the first became a person of a shorter name, and Backspace did nothing."""
    levels = (Level.EASY, Level.EASY, Level.EASY, None)
    kept = Sitting.of(("Computer", "Computer 2", "Computer 3", "Aoi"), (0, 1, 2, 3), levels=levels)
    seats = Seats(kit(sittings={KANU: kept}), KANU, lambda: None, lambda: None)
    field = seats._fields[0]
    assert field.caret == len("Computer")
    seats._seat(0)
    assert seats.sitting.people == (Seat(0),)
    name = field.value
    assert name != "Computer"
    assert field.key("backspace") == (True, None)
    assert (field.value, seats.sitting.names[0]) == (name[:-1], name[:-1])


def test_a_wrong_name_is_told_at_once(screen: pygame.Surface) -> None:
    """The page is laid out anew when a complaint comes or goes, and not at every letter."""
    told: list[int] = []
    seats = Seats(kit(), KANU, lambda: told.append(1), lambda: None)
    other = seats.sitting.names[1]
    complaints = []
    for name in (other, other + "x", other + "xy"):
        seats._naming(0)(name)
        complaints.append((seats.complaint, len(told)))
    assert complaints == [(Reason.of("seat.why.twice", seat=2, name=other), 1), (None, 2), (None, 2)]


# The curtain


@pytest.fixture
def curtain(screen: pygame.Surface) -> Curtain:
    """Give a curtain that has just fallen; it opens to `Back(7)` and its menu is `Back(5)`."""
    scene = Curtain(kit(), "アオイ", 2, take=lambda: Back(7), menu=lambda: Back(5))
    scene.lay_out()
    return scene


def give(curtain: Curtain, *events: Input) -> Command | None:
    """Give inputs and return what the last one asked for."""
    command = None
    for event in events:
        command = curtain.handle(event)
    return command


def wait(curtain: Curtain, seconds: float) -> Command | None:
    """Let time pass in frames and return what came of it."""
    for _ in range(round(seconds * 60)):
        curtain.update(1 / 60)
        if (command := curtain.follow_up(1 / 60)) is not None:
            return command
    return None


def test_a_click_does_not_open_it(curtain: Curtain) -> None:
    """Neither a stray click nor a stray key lets anybody see a hand."""
    give(curtain, Press((5, 5)), Release((5, 5)))
    assert wait(curtain, 2) is None
    give(curtain, Key("enter"), KeyUp("enter"), Key("space"), KeyUp("space"), Key("x"), Motion((9, 9)))
    assert wait(curtain, 2) is None


@pytest.mark.parametrize("event", [Press((5, 5)), Key("enter"), Key("space")])
def test_holding_opens_it(curtain: Curtain, event: Input) -> None:
    """Pointer or key held for a while lead to the seat, and not before the ring is full."""
    assert wait(curtain, 1) is None
    give(curtain, event)
    assert wait(curtain, HOLD * 0.8) is None
    assert wait(curtain, HOLD) == Back(7)


def test_a_key_held_since_before_does_not_count(curtain: Curtain) -> None:
    """A key that repeats because it is still down from the last action opens nothing until it was let go."""
    for _ in range(100):
        give(curtain, Key("enter"))
        assert wait(curtain, 0.05) is None
    give(curtain, KeyUp("enter"), Key("enter"))
    assert wait(curtain, HOLD * 1.2) == Back(7)


@pytest.mark.parametrize("event", [Release((5, 5)), Focus(here=False)])
def test_letting_go_begins_again(curtain: Curtain, event: Input) -> None:
    """What was held before counts no more, and the ring is empty again."""
    empty = curtain.paint()[-1][0]
    give(curtain, Press((5, 5)))
    wait(curtain, HOLD * 0.8)
    assert curtain.paint()[-1][0] is not empty
    give(curtain, event)
    assert curtain.paint()[-1][0] is empty
    assert wait(curtain, 2) is None
    give(curtain, Press((5, 5)))
    assert wait(curtain, HOLD * 0.8) is None


def test_escape_leads_to_the_menu_and_nothing_moves(curtain: Curtain) -> None:
    """Esc is the way out; a curtain that nobody holds comes to rest."""
    assert give(curtain, Key("escape")) == Back(5)
    wait(curtain, 1)
    assert not curtain.update(1 / 60)


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1920, 1080), (720, 1280)])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_everything_on_it_lies_in_the_window(screen: pygame.Surface, size: tuple[int, int], language: str) -> None:
    """The longest name and all words fit, whatever the window."""
    scene = Curtain(kit(size=size, language=language), "ワ" * LONGEST_NAME, 0, Back, Back)
    scene.lay_out()
    window = pygame.Rect((0, 0), size)
    for surface, at in scene.paint():
        assert window.contains(surface.get_rect(topleft=at))
    assert "ワ" * LONGEST_NAME in scene.title()
