"""The notebook of 涼宮ハルヒの贈殖: marks, what is known already, where it lies, and what it must not hang on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import Beat, Reason, Seat, Up
from game.haruhi import insight
from game.haruhi.card_set import PERSONS, Person
from game.haruhi.course import State
from game.haruhi.insight import Finding
from game.haruhi.public import Accuse, Peek, View
from game.haruhi.rules import Haruhi
from game.table import Table
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.haruhi.notebook import Mark, Notebook, free, jot, read, spot_of, spots, written
from scenes.haruhi.shown import covered
from scenes.haruhi.standard import standard_set
from scenes.haruhi.verdicts import parts
from scenes.inputs import Press
from scenes.preferences import Preferences
from scenes.scene import Kit
from scenes.store import Store
from scenes.words import LANGUAGES, Words
from tests.rules.haruhi_bench import hide
from tests.scenes.haruhi_sitting import Round
from tests.scenes.sitting import painter, pixels

NAMES = ("アオイ", "Maximilian Q", "もじばけのこわいひとたち", "WWWWWWWWWWWW", "ミナト", "ソラ", "i")
WINDOWS = [((1280, 720), 100), ((1920, 1080), 100), ((800, 600), 100), ((800, 600), 200), ((640, 480), 100)]
Positions = tuple[tuple[State, View], ...]
KEYS = st.tuples(st.sampled_from([Seat(seat) for seat in range(7)]), st.sampled_from(PERSONS))


@cache
def positions(seats: int) -> Positions:
    """Return states of a random game, with the view of whoever decides there, or at the end of the first seat.

    Whoever may look or accuse does; every second accusation is right.
    """
    table = Table(Haruhi(standard_set()), "12", seats, {})
    rng = random.Random(seats)
    found = []
    while True:
        state, seat = table._state, table.turn
        view = table.view(Seat(0) if seat is None else seat)
        found.append((state, view))
        if seat is None:
            return tuple(found)
        sharp = [one for one in view.legal if isinstance(one, Peek | Accuse)]
        right = [one for one in sharp if isinstance(one, Accuse) and state.roles[one.target].person == one.person]
        table.act(seat, rng.choice((right if right and rng.random() < 0.5 else sharp) or view.legal))


def page(metrics: Metrics) -> pygame.Rect:
    """Return a page as the table gives it: about a quarter of the width, about half of the height."""
    w, h = metrics.size
    return pygame.Rect(round(w * 0.7), round(h * 0.3), round(w * 0.245), round(h * 0.5))


def kit_of(language: str = "ja", size: tuple[int, int] = (1280, 720), scale: int = 100) -> Kit:
    """Return a kit that draws with the painter of all tests."""
    return Kit(Words(language), painter(), Metrics(size, scale), Preferences(), Store(Path("/never/written")))


def book(seats: int) -> Notebook:
    """Return the notebook of a table with long names."""
    return Notebook(NAMES[:seats], tuple(range(seats)))


def filled(view: View, rng: random.Random) -> str:
    """Return notes with some mark at most places."""
    notes = ""
    for seat, person in free(view):
        for _ in range(rng.randrange(4)):
            found = jot(view, notes, spot_of(seat, person), 1)
            assert found is not None
            notes = found
    return notes


# Marks


@given(st.dictionaries(KEYS, st.sampled_from(Mark)))
def test_marks_survive_being_written(marks: dict[tuple[Seat, Person], Mark]) -> None:
    """What was set is read again, and nothing else; it is one line of plain letters."""
    text = written(marks)
    assert read(text) == marks
    assert text.isascii()
    assert written(read(text)) == text


@given(st.text() | st.text("0123456789otx ") | st.just("9" * 10_000))
def test_any_text_has_some_marks_or_none(text: str) -> None:
    """Whatever stands in a save: what is no mark is passed over."""
    marks = read(text)
    assert all(seat in range(7) and person in PERSONS for seat, person in marks)
    view = positions(4)[0][1]
    for spot in spots(view, page(Metrics((1280, 720))), Metrics((1280, 720))):
        assert jot(view, text, spot, 1) is not None


@given(st.data())
def test_marks_go_round(data: st.DataObject) -> None:
    """Certain, maybe, no, none; the other way round with -1; every other mark stays as it is."""
    view = data.draw(st.sampled_from(positions(data.draw(st.sampled_from((4, 7))))))[1]
    if not free(view):
        return
    seat, person = key = data.draw(st.sampled_from(free(view)))
    notes = filled(view, random.Random(data.draw(st.integers(0, 99))))
    others = {place: mark for place, mark in read(notes).items() if place != key}
    order = [None, Mark.CERTAIN, Mark.MAYBE, Mark.NO]
    at = order.index(read(notes).get(key))
    for step in (1, -1):
        text = notes
        for turn in range(1, 5):
            found = jot(view, text, spot_of(seat, person), step)
            assert found is not None
            text = found
            marks = dict(read(text))
            assert marks.pop(key, None) == order[(at + step * turn) % 4]
            assert marks == others


@pytest.mark.parametrize("spot", ["", "N", "H0", "N7", "N70", "N07", "N000", "S2", "deck"])
def test_other_spots_take_no_mark(spot: str) -> None:
    """Nor do seats and persons that are not there."""
    assert jot(positions(4)[0][1], "", spot, 1) is None


# What is known


@pytest.mark.parametrize("seats", [4, 5, 7])
def test_only_what_is_not_known_can_be_marked(seats: int) -> None:
    """By what is open to all or the seat's own: of the row of somebody known nothing, else only who it may be."""
    for _, view in positions(seats):
        possible = insight.candidates(view)
        for seat in range(seats):
            for person in PERSONS:
                can = len(possible[seat]) > 1 and person in possible[seat]
                assert (jot(view, "", spot_of(Seat(seat), person), 1) is not None) == can
        rows = {seat for seat, _ in free(view)}
        assert view.seat not in rows
        assert not rows & {seat for seat, seen in enumerate(view.board.roles) if isinstance(seen, Up)}
        assert not rows & {seat for seat, role in enumerate(view.peeked) if role is not None}
    assert free(positions(seats)[-1][1]) == ()


def test_a_covered_page_is_empty(screen: pygame.Surface) -> None:
    """While the hand lies face down nothing is drawn, there is no spot, and no mark can be set."""
    kit = kit_of()
    for _, view in positions(5):
        picture = covered(Beat(view, ())).view
        assert book(5).paint(picture, "11o 12x", kit, page(kit.metrics)) == []
        assert spots(picture, page(kit.metrics), kit.metrics) == {}
        assert all(jot(picture, "", spot_of(seat, person), 1) is None for seat, person in free(view))
    assert screen.get_size()


# Where it lies


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("seats", [4, 7])
def test_all_of_it_is_on_the_page(
    seats: int, size: tuple[int, int], scale: int, language: str, screen: pygame.Surface
) -> None:
    """Nothing leaves the page, no line lies on another, and every person has a column that no other has."""
    kit = kit_of(language, size, scale)
    area = page(kit.metrics)
    for _, view in positions(seats)[::9]:
        paints = book(seats).paint(view, filled(view, random.Random(1)), kit, area)
        for surface, pos in paints:
            assert area.inflate(2, 2).contains(surface.get_rect(topleft=pos))
        cells = list(spots(view, area, kit.metrics).values())
        assert all(area.contains(cell) and cell.w >= 8 and cell.h >= 8 for cell in cells)
        assert all(one.collidelist(cells[:index]) == -1 for index, one in enumerate(cells))
    assert screen.get_size()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [4, 7])
def test_a_page_says_all_that_there_is(seats: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, who one is, rank and points, every part of the condition with its sign, and what would be now."""
    kit = kit_of(language)
    said: list[str] = []
    write = kit.painter.type.write

    def note(text: str, *how: object, **more: object) -> pygame.Surface:
        said.append(text)
        return write(text, *how, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(kit.painter.type, "write", note)
    for _, view in positions(seats)[::9]:
        said.clear()
        book(seats).paint(view, "", kit, page(kit.metrics))
        told = "".join(said).replace(" ", "")
        character = view.board.card_set.character(view.role.person)
        found = insight.progress(view)
        names = [one.name.ja if language == "ja" else one.name.en for one in view.board.card_set.characters]
        texts = [kit.words.say(part.words) for part in parts(found)]
        over = "ended" if view.board.outcome is not None else "now"
        texts.append(kit.words(f"haruhi.notes.{over}_{ {True: 'wins', False: 'fails', None: 'open'}[found.holds] }"))
        texts += [character.text.ja if language == "ja" else character.text.en] * (seats == 4)  # else there is no room
        for text in (*names, *texts, "アオイ" if view.seat else "ミナト" if seats > 4 else "Maximilian"):
            assert text.replace(" ", "") in told, (text, told)


def leaves(found: Finding) -> Iterator[Finding]:
    """Yield what a condition is made of."""
    if not found.parts:
        yield found
    for part in found.parts:
        yield from leaves(part)


def test_every_part_of_a_condition_is_listed() -> None:
    """All that it is made of, deeper where something combines it; what must hold together needs no line of its own."""
    one, two, three = (
        Finding(predicate, holds)
        for predicate, holds in zip(
            map(_words, ("is_last", "revealed", "above_haruhi")), (True, None, False), strict=True
        )
    )
    some = Finding(_words("any"), None, (two, three))
    for found in (one, some, Finding(_words("all"), None, (one, some))):
        assert [part.words for part in parts(found) if part.leaf] == [leaf.words for leaf in leaves(found)]
    listed = list(parts(Finding(_words("all"), None, (one, some))))
    assert [(part.words.key.rpartition(".")[2], part.deep, part.holds) for part in listed] == [
        ("is_last", 0, True),
        ("any", 0, None),
        ("revealed", 1, None),
        ("above_haruhi", 1, False),
    ]
    inner = Finding(_words("any"), None, (Finding(_words("all"), False, (two, three)), one))
    assert [part.deep for part in parts(inner)] == [0, 1, 2, 2, 1]


def _words(name: str) -> Reason:
    return Reason.of(f"haruhi.condition.{name}")


# On the table


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
@pytest.mark.parametrize("seats", [4, 7])
def test_every_free_cell_of_the_table_takes_a_mark(seats: int, size: tuple[int, int], screen: pygame.Surface) -> None:
    """By click and by key; it is kept for this seat alone, and nothing else happens on the table."""
    sitting = Round(seats, size=size)
    sitting.sit_down(sitting.view.seat)
    view, seat = sitting.view, sitting.view.seat
    for place, (other, person) in enumerate(free(view)):
        spot = spot_of(other, person)
        if place % 2:
            sitting.scene._choosing.focus = spot
            sitting.keys("enter")
        else:
            sitting.click(spot)
        assert read(sitting.keep[-1].notes[seat])[other, person] is Mark.CERTAIN
    assert len(read(sitting.keep[-1].notes[seat])) == len(free(view))
    assert not any(text for other, text in enumerate(sitting.keep[-1].notes) if other != seat)
    assert sitting.view == view
    assert sitting.refusal is None
    sitting.keys("n")
    assert sitting.scene._choosing.focus == next(spot for spot in sitting.layout.spots if spot[0] == "N")
    assert screen.get_size()


def test_around_one_table_marks_are_set_while_the_hand_is_held_up(screen: pygame.Surface) -> None:
    """Before and after that the page is empty, and a click there is one on the bare table."""
    sitting = Round(5, way="table")
    sitting.sit_down(sitting.view.seat)
    spot = spot_of(*free(sitting.view)[0])
    assert spot not in sitting.layout.spots
    sitting.hold_up()
    where = sitting.at(spot)
    sitting.click(spot)
    sitting.hold_up(up=False)
    kept = sitting.keep[-1].notes
    sitting.press(where)
    sitting.release(where)
    sitting.give(Press(where, 3))
    assert sitting.keep[-1].notes == kept
    assert read(kept[sitting.view.seat]) == {free(sitting.view)[0]: Mark.CERTAIN}
    assert screen.get_size()


# What it hangs on


def differences(draw: Callable[[View, str], list[Paint]], seats: int) -> int:
    """Return how many pages differ when everything is permuted that the seat does not know."""
    rng, size, found = random.Random(5), (1280, 720), 0
    game = Haruhi(standard_set())
    for state, view in positions(seats)[::3]:
        notes = filled(view, rng)
        other = game.view(hide(state, view.seat, rng), view.seat)
        found += pixels(draw(view, notes), size) != pixels(draw(other, notes), size)
    return found


@pytest.mark.parametrize("seats", [4, 7])
def test_a_page_tells_nothing_that_its_reader_does_not_know(seats: int, screen: pygame.Surface) -> None:
    """With other hands, characters, deck and pile all its pixels stay the same."""
    kit = kit_of()
    assert differences(lambda view, notes: book(seats).paint(view, notes, kit, page(kit.metrics)), seats) == 0
    assert screen.get_size()


def test_a_page_that_tells_is_found_out(monkeypatch: pytest.MonkeyPatch, screen: pygame.Surface) -> None:
    """A leak in what a seat may know, here the truth about the next player, changes pixels."""
    kit = kit_of()
    honest = Haruhi.view

    def leaky(self: Haruhi, state: State, seat: Seat) -> View:
        view = honest(self, state, seat)
        neighbour = (seat + 1) % len(state.roles)
        peeked = [role if other != neighbour else state.roles[other] for other, role in enumerate(view.peeked)]
        return replace(view, peeked=tuple(peeked))

    monkeypatch.setattr(Haruhi, "view", leaky)
    positions.cache_clear()
    try:
        assert differences(lambda view, notes: book(5).paint(view, notes, kit, page(kit.metrics)), 5)
    finally:
        positions.cache_clear()
    assert screen.get_size()


def test_own_marks_look_otherwise_than_what_is_known(screen: pygame.Surface) -> None:
    """Each of the three marks changes its cell and nothing else; what is known is not changed by any."""
    kit, view = kit_of(), next(view for _, view in positions(5)[20:] if free(view))
    area, size = page(kit.metrics), (1280, 720)
    grid = spots(view, area, kit.metrics)
    pictures = {}
    for text in ("", *(written({free(view)[0]: mark}) for mark in Mark)):
        surface = pygame.Surface(size)
        surface.fblits(book(5).paint(view, text, kit, area))
        cell = grid[spot_of(*free(view)[0])]
        pictures[text] = pygame.image.tobytes(surface.subsurface(cell), "RGB")
        surface.fill((0, 0, 0), cell)
        pictures[f"around {text}"] = pygame.image.tobytes(surface, "RGB")
    assert len({picture for text, picture in pictures.items() if not text.startswith("around")}) == 4
    assert len({picture for text, picture in pictures.items() if text.startswith("around")}) == 1
    known = [(Seat(seat), person) for seat in range(5) for person in PERSONS if (Seat(seat), person) not in free(view)]
    everywhere = written(dict.fromkeys(known, Mark.MAYBE))
    assert pixels(book(5).paint(view, everywhere, kit, area), size) == pixels(book(5).paint(view, "", kit, area), size)
    assert screen.get_size()
