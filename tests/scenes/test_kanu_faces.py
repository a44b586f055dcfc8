"""The cards of Kan'u Collection, its seals and dice, and the marks of the seats: each can be told from all others."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from game.kanu.card_set import Card, CardSet, Effect, Named, Series
from scenes.desk import BACK
from scenes.drawing.painter import Painter
from scenes.drawing.paper import HEIGHT
from scenes.drawing.text import Type
from scenes.drawing.theme import PALETTES
from scenes.kanu.emblems import STYLES
from scenes.kanu.faces import (
    KNOWN,
    CardLook,
    SeriesLook,
    card_looks,
    face_maker,
    face_surface,
    series_looks,
    series_mark,
)
from scenes.kanu.icons import die, icon, raised_hand, seal
from scenes.kanu.standard import standard_face, standard_set
from scenes.seat_marks import COLOURS, seat_colour, seat_mark
from scenes.seating import MARKS
from tests.scenes.sitting import painter

pytestmark = pytest.mark.usefixtures("screen")
LOOKS = card_looks(standard_set())
WIDTHS = (40, 51, 63, 85, 95, 150, 260)
"""Some on either side of where a face leaves something out."""


def grey(surface: pygame.Surface) -> bytes:
    """Return a picture without its colours."""
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGBA")


def unlike(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return how much of two pictures of one size differs by more than a shade, without colours."""
    pairs = list(zip(grey(one)[::4], grey(other)[::4], strict=True))
    return sum(abs(a - b) > 24 for a, b in pairs) / len(pairs)


def plain(style: int, number: int, width: int) -> pygame.Surface:
    """Return a card that tells by its pictures alone: every letter is the same, no series has a name."""
    return face_surface(painter(), CardLook(SeriesLook(style, "A", ""), number), width)


def middle(surface: pygame.Surface) -> pygame.Surface:
    """Return where the emblem stands."""
    w, h = surface.get_size()
    return surface.subsurface(pygame.Rect(round(w * 0.08), round(h * 0.33), round(w * 0.84), round(h * 0.48)))


def changed_set(*series: tuple[str, str, str], numbers: int = 6) -> CardSet:
    """Return a set with these series, by id and names."""
    made = tuple(Series(id_, Named(ja, en), ((),) * numbers) for id_, ja, en in series)
    return replace(standard_set(), series=made, numbers=numbers)


# Faces


@pytest.mark.parametrize("width", [40, 60, 150])
def test_no_two_faces_look_alike(width: int) -> None:
    """All 36 cards and the back differ from one another, even without colours."""
    draw = face_maker(LOOKS)
    faces = [*LOOKS, BACK]

    assert len(faces) == 37
    assert len({grey(draw(painter(), face, width)) for face in faces}) == 37


@pytest.mark.parametrize("number", range(1, 7))
def test_series_differ_by_more_than_letter_and_colour(number: int) -> None:
    """With letters and names alike and colours gone, the emblems of any two series are far from each other."""
    emblems = [middle(plain(style, number, 95)) for style in range(6)]

    assert min(unlike(one, other) for one, other in combinations(emblems, 2)) > 0.08


@pytest.mark.parametrize("style", range(len(STYLES)))
def test_the_emblem_grows_with_the_number(style: int) -> None:
    """No card of a series is another with a different figure in its corner, up to the nine numbers of a card file."""
    emblems = [middle(plain(style, number, 95)) for number in range(1, 10)]

    assert min(unlike(one, other) for one, other in combinations(emblems, 2)) > 0.02


def test_every_series_has_its_own_paper() -> None:
    """Where nothing but paper is, at the left edge below the middle, any two of the six series differ."""
    edges = []
    for style in range(6):
        card = plain(style, 1, 150)
        edges.append(grey(card.subsurface(pygame.Rect(4, 150, 20, 56))))

    assert len(set(edges)) == 6


def test_small_cards_have_no_pattern() -> None:
    """Below 64 pixels a pattern would be noise: paper is paper."""
    strip = pygame.Rect(6, 60, 4, 12)
    shades = {tuple(plain(1, 1, 60).subsurface(strip).get_at((x, y)))[:3] for x in range(4) for y in range(12)}
    large = plain(1, 1, 150).subsurface(pygame.Rect(14, 150, 10, 30))

    assert max(max(one) for one in shades) - min(max(one) for one in shades) < 12
    assert len({tuple(large.get_at((x, y))) for x in range(10) for y in range(30)}) > 60


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("face", ["11", "22", "33", "66", BACK])
def test_faces_have_the_size_they_are_shown_at(face: str, width: int) -> None:
    """A face is drawn at its very size, never scaled afterwards."""
    assert face_maker(LOOKS)(painter(), face, width).get_size() == (width, round(width * HEIGHT))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_number_can_be_read(width: int) -> None:
    """The index takes a good part of the upper left corner at every size, and is all within the card."""
    card = plain(0, 4, width)
    corner = card.subsurface(pygame.Rect(round(width * 0.07), round(width * 0.05), width // 4, round(width * 0.38)))
    ink = pygame.mask.from_threshold(corner, STYLES[0].ink, (40, 40, 40, 255))

    assert ink.get_bounding_rects()
    assert max(rect.h for rect in ink.get_bounding_rects()) >= max(9, round(width * 0.19))


# Effects


def stamped(look: CardLook, width: int) -> int:
    """Return how many pixels at the foot of a card are of the vermilion of the seals."""
    card = face_surface(painter(), look, width)
    foot = card.subsurface(pygame.Rect(0, round(width * 1.1), width, card.get_height() - round(width * 1.1)))
    return pygame.mask.from_threshold(foot, (0xC8, 0x45, 0x2F), (24, 24, 24, 255)).count()


@pytest.mark.parametrize("width", WIDTHS)
def test_cards_with_effects_bear_seals_and_others_do_not(width: int) -> None:
    """Ruling 1.2: 18 of 36 are special, and each of them can be seen to be, at every size."""
    marked = {face for face, look in LOOKS.items() if stamped(look, width) > width * width * 0.01}

    assert marked == {str(card) for card in standard_set().kinds if card.series % 2 == card.number % 2}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_effect_has_its_own_seal(width: int) -> None:
    """Whatever the size, a seal says which effect it is without colours."""
    series = KNOWN["yokoyama"]
    cards = [face_surface(painter(), CardLook(series, 1, (effect,)), width) for effect in Effect]

    assert len({grey(card) for card in cards}) == len(Effect)
    assert len({grey(seal(painter(), effect, width // 4)) for effect in Effect}) == len(Effect)
    assert len({grey(icon(painter(), effect, width // 4)) for effect in Effect}) == len(Effect)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", range(1, 7))
def test_seals_stay_on_the_card(count: int, width: int) -> None:
    """A card file may give a pair every effect: the seals get smaller, and the edges of the card stay free."""
    bare, full = (
        face_surface(painter(), CardLook(KNOWN["koihime"], 1, effects), width)
        for effects in ((), tuple(Effect)[:count])
    )
    edge = max(1, round(width * 0.03))
    for left in (0, width - edge):
        rect = pygame.Rect(left, round(width * 1.15), edge, round(width * 0.2))
        assert unlike(bare.subsurface(rect), full.subsurface(rect)) == 0
    assert stamped(CardLook(KNOWN["koihime"], 1, tuple(Effect)[:count]), width) > 0


# Card sets


def test_every_card_of_the_set_shows_what_it_is() -> None:
    """A look has the effects of its card in their order, and the number; the six series have their letters."""
    for card in standard_set().kinds:
        look = LOOKS[str(card)]
        assert look.number == card.number
        assert look.effects == standard_set().effects(card)
    assert "".join(look.letter for look in series_looks(standard_set())) == "YIKMSH"
    assert [look.name for look in series_looks(standard_set())] == ["横山", "一騎", "恋姫", "無双", "蒼天", "覇"]


def test_a_series_keeps_its_look_wherever_it_stands() -> None:
    """A card file may leave out series or change their order: hearts are hearts."""
    looks = series_looks(changed_set(("lord", "覇-LORD-", "Ha"), ("koihime", "恋姫†無双", "Koihime")))

    assert looks == (KNOWN["lord"], KNOWN["koihime"])


def test_unknown_series_get_what_is_left() -> None:
    """Nine series, three of them known: no style and no letter is used twice."""
    known = [("koihime", "恋姫", "Koihime"), ("musou", "無双", "Musou"), ("lord", "覇", "Lord")]
    new = [
        (f"new-{index}", f"新{index}号", name) for index, name in enumerate(["Kaze", "Kumo", "Hana", "!!", "月", "Ame"])
    ]
    looks = series_looks(changed_set(*new[:3], *known, *new[3:]))

    assert sorted(look.style for look in looks) == list(range(9))
    assert len({look.letter for look in looks}) == 9
    assert all(len(look.letter) == 1 and "A" <= look.letter <= "Z" for look in looks)
    assert looks[0].letter == "A"  # K is taken by a known series
    assert looks[0].name == "新0"


@pytest.mark.parametrize(
    "name", ["", "覇", "蒼天", "三文字", "カード", "四文字だ", "とても長い名前", "LORD", "A very long name"]
)
@pytest.mark.parametrize("width", [90, 150])
def test_names_stay_on_their_ribbon(name: str, width: int) -> None:
    """Whatever a series is called, the ribbon ends above the emblem and leaves the index alone."""
    card = face_surface(painter(), CardLook(SeriesLook(3, "M", name), 1), width)
    bare = face_surface(painter(), CardLook(SeriesLook(3, "M", ""), 1), width)
    left, lower = (
        pygame.Rect(0, 0, round(width * 0.73), card.get_height()),
        pygame.Rect(0, round(width * 0.72), width, card.get_height() - round(width * 0.72)),
    )

    assert unlike(bare.subsurface(left), card.subsurface(left)) == 0
    assert unlike(bare.subsurface(lower), card.subsurface(lower)) == 0
    assert (unlike(bare, card) > 0) == bool(name)


def test_the_rules_name_cards_by_letter_and_number() -> None:
    """“K5” of the rules pages is the fifth card of the third series; the empty text is the back."""
    draw = face_maker(LOOKS)

    assert standard_face(painter(), "K5", 80) is draw(painter(), str(Card(3, 5)), 80)
    assert standard_face(painter(), BACK, 80) is draw(painter(), BACK, 80)


# Keeping


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count what is opened: fonts and drawings."""
    opened: list[str] = []
    font, load = pygame.Font, pygame.image.load_sized_svg

    def open_font(*arguments: object) -> pygame.Font:
        opened.append("font")
        return font(*arguments)  # type: ignore[arg-type] # whatever it was called with

    def open_svg(*arguments: object) -> pygame.Surface:
        opened.append("drawing")
        return load(*arguments)  # type: ignore[arg-type] # whatever it was called with

    monkeypatch.setattr(pygame, "Font", open_font)
    monkeypatch.setattr(pygame.image, "load_sized_svg", open_svg)
    return opened


def test_nothing_is_opened_for_a_face_that_was_drawn_before(
    counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same card is the same surface; the second time neither a font nor a drawing is opened, nor text written."""
    own, draw = Painter(), face_maker(LOOKS)
    first = [draw(own, face, 90) for face in (*LOOKS, BACK)]
    assert "font" in counted
    assert "drawing" in counted
    counted.clear()
    monkeypatch.setattr(Type, "write", lambda *_: pytest.fail("text was written"))

    assert all(draw(own, face, 90) is surface for face, surface in zip((*LOOKS, BACK), first, strict=True))
    assert counted == []


def test_sets_that_look_alike_share_their_faces() -> None:
    """The picture follows what a card shows, not the set it is of; another effect is another picture."""
    look = LOOKS["31"]
    same = CardLook(SeriesLook(look.series.style, look.series.letter, look.series.name), 1, look.effects)

    assert face_surface(painter(), same, 70) is face_surface(painter(), look, 70)
    assert face_surface(painter(), replace(look, effects=()), 70) is not face_surface(painter(), look, 70)


# Icons, dice, seats


@pytest.mark.parametrize("side", [12, 16, 48])
def test_small_drawings_can_be_told_apart(side: int) -> None:
    """Icons, faces of a die, marks of series and seats: no two of a kind are alike without colours."""
    kinds = (
        [icon(painter(), effect, side) for effect in Effect],
        [die(painter(), number, side) for number in range(1, 7)],
        [series_mark(painter(), look, side, on_dark=True) for look in KNOWN.values()],
        [seat_mark(painter(), mark, side) for mark in range(len(COLOURS))],
    )
    for pictures in kinds:
        assert all(picture.get_size() == (side, side) for picture in pictures)
        assert len({grey(picture) for picture in pictures}) == len(pictures)
    assert raised_hand(painter(), side) is icon(painter(), Effect.SUPPORT, side)


@pytest.mark.parametrize("seats", list(combinations(range(7), 2)))
def test_seats_differ_in_shape_and_colour(seats: tuple[int, int]) -> None:
    """Of any two seats the outlines differ in more than their edges, and so do the colours."""
    one, other = (pygame.mask.from_surface(seat_mark(painter(), seat, 48)) for seat in seats)
    both = one.overlap_area(other, (0, 0))

    assert one.count() + other.count() - 2 * both > 48 * 48 * 0.05
    for palette in PALETTES.values():
        first, second = (seat_colour(seat, palette) for seat in seats)
        assert sum(abs(a - b) for a, b in zip(first, second, strict=True)) > 80


def test_marks_have_the_colour_that_goes_with_them() -> None:
    """The drawings and the lines in their colour belong together; there are as many marks as seats can ask for."""
    assert len(COLOURS) == MARKS
    for mark, colour in enumerate(COLOURS):
        drawn = seat_mark(painter(), mark, 60)
        assert pygame.mask.from_threshold(drawn, colour, (48, 48, 48, 255)).count() > 300


def test_the_box_is_as_large_as_the_others() -> None:
    """The boxes on the shelf are drawn in one frame, so that one rectangle holds any of them."""
    boxes = {
        tuple(painter().drawing(f"box-{name}", (300, 380)).get_bounding_rect()) for name in ("deck_defence", "kanu")
    }

    assert len(boxes) == 1
