"""The cards of the auction of gifts, its seals and marks: each can be told from all others, for any card file."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from game.haruhi.card_file import EFFECTS
from game.haruhi.card_set import ID, SOS, Card, CardSet, Colour, Effect, EventCard, Named, Op, Person, Rule, Tag
from scenes.desk import BACK
from scenes.drawing.painter import Painter
from scenes.drawing.paper import HEIGHT
from scenes.drawing.text import Type
from scenes.haruhi.faces import (
    EVENT_BACK,
    ROLE_BACK,
    EventLook,
    NormalLook,
    RoleLook,
    card_looks,
    colour_mark,
    event_face,
    face_maker,
    face_surface,
    normal_look,
    role_face,
    role_mark,
    tag_styles,
)
from scenes.haruhi.gifts import STYLES
from scenes.haruhi.icons import TAGS, icon, seal, tag_mark
from scenes.haruhi.pictures import known, picture
from scenes.haruhi.standard import standard_face, standard_set
from scenes.pages.rulebook import blocks
from scenes.pages.rules import SECTIONS
from scenes.words import sentences
from tests.scenes.sitting import painter

pytestmark = pytest.mark.usefixtures("screen")
LOOKS = card_looks(standard_set(), "ja")
BACKS = (BACK, EVENT_BACK, ROLE_BACK)
WIDTHS = (40, 51, 63, 86, 139, 150, 260)
"""Some on either side of where a face leaves something out."""
VALUES = range(1, 10)
"""What a card file may write on a normal card."""
COLOURS = (Colour.RED, Colour.BLUE, Colour.BROWN, Colour.GREEN)


def grey(surface: pygame.Surface) -> bytes:
    """Return a picture without its colours."""
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGBA")


def unlike(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return how much of two pictures of one size differs by more than a shade, without colours."""
    pairs = list(zip(grey(one)[::4], grey(other)[::4], strict=True))
    return sum(abs(a - b) > 24 for a, b in pairs) / len(pairs)


def middle(surface: pygame.Surface) -> pygame.Surface:
    """Return where the picture of a card stands."""
    w, h = surface.get_size()
    return surface.subsurface(pygame.Rect(round(w * 0.08), round(h * 0.33), round(w * 0.84), round(h * 0.48)))


def normal(colour: Colour, value: int, width: int = 95) -> pygame.Surface:
    """Return a normal card without a letter."""
    return face_surface(painter(), normal_look(Card(colour, value)), width)


def changed_set(events: int, **changes: object) -> CardSet:
    """Return the default set, the first so many of whose events are others."""
    old = standard_set()
    made = tuple([replace(event, id=f"other-{place}", **changes) for place, event in enumerate(old.events[:events])])  # type: ignore[arg-type] # whatever an event has
    return replace(old, events=made + old.events[events:])


# Faces


def test_every_card_of_the_set_has_a_look() -> None:
    """Eleven kinds of normal cards and the SOS card, 19 events and seven characters."""
    kinds, events = standard_set().kinds, standard_set().event_cards

    assert set(LOOKS) == {
        *map(str, kinds),
        *map(event_face, events),
        *map(role_face, Person),
    }
    assert len(LOOKS) == len(kinds) + 19 + 7
    for card in kinds:
        look = LOOKS[str(card)]
        assert isinstance(look, NormalLook)
        assert (look.colour, look.value) == (card.colour, card.value)
    for event in events:
        shown, told = LOOKS[event_face(event)], standard_set().event(event)
        assert isinstance(shown, EventLook)
        assert (shown.points, shown.effects, len(shown.tags)) == (told.points, told.effects, len(told.tags))
        assert (shown.name, shown.text) == (told.name.ja, told.text.ja)


def test_words_are_those_of_the_language() -> None:
    """The card file has both; without a language a card has no words, and no letter."""
    english, bare = card_looks(standard_set(), "en"), card_looks(standard_set())

    film = LOOKS["e1"]
    assert isinstance(film, EventLook)
    assert english["e1"] == replace(film, name="Film shoot", text="No effect")
    assert english["p3"] == RoleLook(Person.TSURUYA, "Tsuruya")
    assert LOOKS["p3"] == RoleLook(Person.TSURUYA, "鶴屋さん")
    assert [english[face] for face in ("n2", "g4")] == [
        NormalLook(Colour.BROWN, 2, "Br"),
        NormalLook(Colour.GREEN, 4, "G"),
    ]
    assert LOOKS["n2"] == NormalLook(Colour.BROWN, 2, "茶")
    assert bare["p3"] == RoleLook(Person.TSURUYA)
    assert bare["n2"] == NormalLook(Colour.BROWN, 2)


@pytest.mark.parametrize("width", [40, 60, 150])
@pytest.mark.parametrize("language", ["", "ja", "en"])
def test_no_two_faces_look_alike(width: int, language: str) -> None:
    """All cards and the three backs differ from one another, even without colours."""
    looks = card_looks(standard_set(), language)
    draw = face_maker(looks)
    pictures = {grey(draw(painter(), face, width)) for face in (*looks, *BACKS)}

    assert len(pictures) == len(looks) + 3


@pytest.mark.parametrize("value", VALUES)
def test_colours_differ_by_more_than_colour(value: int) -> None:
    """Without colours and letters the gifts of any two colours are far from each other."""
    cards = [middle(normal(colour, value)) for colour in COLOURS]

    assert min(unlike(one, other) for one, other in combinations(cards, 2)) > 0.05


@pytest.mark.parametrize("colour", COLOURS)
def test_there_are_as_many_gifts_as_the_value(colour: Colour) -> None:
    """No card is another with a different figure in its corner, up to the nine that a card file may write."""
    cards = [middle(normal(colour, value)) for value in VALUES]

    assert min(unlike(one, other) for one, other in combinations(cards, 2)) > 0.04


def test_every_colour_has_its_own_paper() -> None:
    """Where nothing but paper is, at the left edge below the middle, any two colours differ."""
    papers = {grey(normal(colour, 1, 150).subsurface(pygame.Rect(4, 150, 20, 56))) for colour in (*COLOURS, Colour.SOS)}

    assert len(papers) == 5


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("face", ["r1", "g7", "s0", "e3", "e17", "e19", "p3", *BACKS])
def test_faces_have_the_size_they_are_shown_at(face: str, width: int) -> None:
    """A face is drawn at its very size, never scaled afterwards."""
    assert face_maker(LOOKS)(painter(), face, width).get_size() == (width, round(width * HEIGHT))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("colour", COLOURS)
def test_the_value_can_be_read(width: int, colour: Colour) -> None:
    """The index takes a good part of the upper left corner at every size, and is all within the card."""
    card = normal(colour, 4, width)
    corner = card.subsurface(pygame.Rect(round(width * 0.07), round(width * 0.05), width // 4, round(width * 0.38)))
    ink = pygame.mask.from_threshold(corner, STYLES[colour].ink, (40, 40, 40, 255))

    assert ink.get_bounding_rects()
    assert max(rect.h for rect in ink.get_bounding_rects()) >= max(9, round(width * 0.19))


@pytest.mark.parametrize("back", ["back-event", "back-character", "back-waves", "back-hexagons", "back-arrows"])
def test_a_back_is_the_same_when_turned_by_half(back: str) -> None:
    """Which way round a card lies tells nothing."""
    drawn = painter().drawing(back, (150, 210))

    assert unlike(drawn, pygame.transform.rotate(drawn, 180)) < 0.01


# Events


@pytest.mark.parametrize("width", WIDTHS)
def test_points_can_be_told_apart(width: int) -> None:
    """From minus nine to nine every number of points is another picture."""
    cards = [face_surface(painter(), EventLook("", 1, points), width) for points in range(-9, 10)]

    assert len({grey(card) for card in cards}) == 19


@pytest.mark.parametrize("width", WIDTHS)
def test_lost_points_are_read_in_a_full_row(width: int) -> None:
    """Minus sign and number, apart, end within the left half of a card: a full row leaves little more of it."""
    for points in (-1, -2):
        seen = face_surface(painter(), EventLook("", 1, points), width).subsurface((0, 0, width, width // 3))
        inks = pygame.mask.from_threshold(seen, (0xFF, 0xB8, 0xA2), (40, 40, 40)).get_bounding_rects()

        assert len(inks) == 2
        assert max(ink.right for ink in inks) <= width / 2


@pytest.mark.parametrize("width", WIDTHS)
def test_every_effect_has_its_own_seal(width: int) -> None:
    """Whatever the size, a seal says which effect it is without colours; from 60 pixels on, how many are drawn too."""
    effects = [effect for effect in EFFECTS.values() if width >= 60 or effect.count < 2]
    cards = {grey(face_surface(painter(), EventLook("", 1, 2, (effect,)), width)) for effect in effects}

    assert len(cards) == len(effects)
    assert len({grey(seal(painter(), effect, 24)) for effect in EFFECTS.values()}) == len(EFFECTS)
    assert len({grey(icon(painter(), effect, 24)) for effect in EFFECTS.values()}) == len(EFFECTS)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", [1, 2, 5, len(EFFECTS)])
@pytest.mark.parametrize("points", [-9, 9])
def test_seals_stay_on_the_band(width: int, count: int, points: int) -> None:
    """A card file may give an event every effect: the seals get smaller, points and the rest of the card stay free."""
    effects = tuple(EFFECTS.values())[:count]
    bare, full = (face_surface(painter(), EventLook("", 1, points, some), width) for some in ((), effects))
    below = pygame.Rect(0, round(width * 0.4), width, full.get_height() - round(width * 0.4))
    edge = pygame.Rect(width - max(1, round(width * 0.02)), 0, max(1, round(width * 0.02)), full.get_height())
    figure = pygame.Rect(0, 0, round(width * 0.3), full.get_height())

    assert unlike(bare, full) > 0
    assert all(unlike(bare.subsurface(rect), full.subsurface(rect)) == 0 for rect in (below, edge, figure))


def test_what_holds_next_has_another_stamp() -> None:
    """The outline of a seal says whether it acts now or in the next auction."""
    now, later = (
        pygame.mask.from_surface(seal(painter(), effect, 48))
        for effect in (Effect(Op.PEEK), Effect(Op.NEXT, rule=Rule.DOUBLE))
    )
    both = now.overlap_area(later, (0, 0))

    assert now.count() + later.count() - 2 * both > 48 * 48 * 0.04


def test_every_event_of_the_set_has_a_picture_of_its_own() -> None:
    """Our own events are told apart by what they show, not only by their names."""
    events = standard_set().events
    drawn = [
        face_surface(painter(), EventLook(event.id, number, 0), 95) for number, event in enumerate(events, start=1)
    ]

    assert all(known(event.id) for event in events)
    assert min(unlike(middle(one), middle(other)) for one, other in combinations(drawn, 2)) > 0.05


def test_events_of_other_sets_have_stars() -> None:
    """An event that is not ours shows a star with points by its number; no two are alike."""
    looks = card_looks(changed_set(19, name=Named("", ""), points=0, effects=(), tags=(), text=Named("", "")))
    draw = face_maker(looks)

    assert len({picture("no such event", number) for number in range(1, 20)}) == 19
    for width in (40, 150):
        assert len({grey(draw(painter(), event_face(EventCard(number)), width)) for number in range(1, 20)}) == 19


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("一", "二"),
        (
            "十二文字の長い名前です。",
            "四十八文字まで書いてよいので、札の中に収まるかどうかを、どの大きさでも確かめておくことにしました。",
        ),
        ("WWWWWWWWWWWWWWWWWWWW", "W" * 96),
        (
            "Wonderful and so long",
            "Ninety-six letters of rather wide words make up what a card file may write on an event; it fits.",
        ),
    ],
)
def test_words_stay_on_the_card(width: int, name: str, text: str) -> None:
    """Whatever an event is called and does, the edges, the band and the lower line stay free."""
    bare, full = (
        face_surface(painter(), EventLook("film", 1, 3, name=n, text=t), width) for n, t in (("", ""), (name, text))
    )
    edge = max(1, round(width * 0.04))
    height = full.get_height()
    free = (
        pygame.Rect(0, 0, edge, height),
        pygame.Rect(width - edge, 0, edge, height),
        pygame.Rect(0, 0, width, round(width * 0.38)),
        pygame.Rect(0, height - max(1, round(width * 0.02)), width, max(1, round(width * 0.02))),
    )

    assert all(unlike(bare.subsurface(rect), full.subsurface(rect)) == 0 for rect in free)
    assert (unlike(bare, full) > 0) == (width >= 56)


def test_tags_keep_their_marks() -> None:
    """Costumes are hangers wherever they stand; others get what is left, and nine have nine marks."""
    tags = [Tag(f"tag-{number}", Named("印", "mark")) for number in range(8)]
    own = standard_set().tags[0]
    styles = tag_styles(replace(standard_set(), tags=(*tags[:3], own, *tags[3:])))

    assert styles["costume"] == 0
    assert sorted(styles.values()) == list(range(TAGS))
    assert len({grey(tag_mark(painter(), style, 16)) for style in range(TAGS)}) == TAGS


@pytest.mark.parametrize("width", WIDTHS)
def test_marks_are_seen_and_stay_on_the_card(width: int) -> None:
    """An event with every mark shows them all, between the band and the lower edge."""
    bare, one, full = (
        face_surface(painter(), EventLook("film", 1, 3, tags=tags), width) for tags in ((), (0,), tuple(range(TAGS)))
    )
    rest = pygame.Rect(0, 0, round(width * 0.7), full.get_height())
    foot = pygame.Rect(0, full.get_height() - round(width * 0.05), width, round(width * 0.05))

    assert unlike(bare, one) > 0
    assert unlike(one, full) > 0
    assert all(unlike(bare.subsurface(rect), full.subsurface(rect)) == 0 for rect in (rest, foot))


# Characters


def test_characters_differ_in_their_crests_alone() -> None:
    """Without names any two crests are far from each other; all that is around them is the same."""
    cards = [face_surface(painter(), RoleLook(person), 95) for person in Person]

    assert min(unlike(middle(one), middle(other)) for one, other in combinations(cards, 2)) > 0.1
    for rect in (pygame.Rect(0, 0, 95, 24), pygame.Rect(0, 110, 95, 23), pygame.Rect(0, 0, 12, 133)):
        assert len({grey(card.subsurface(rect)) for card in cards}) == 1


@pytest.mark.parametrize("width", [56, 86, 150])
@pytest.mark.parametrize("name", ["名", "十二文字の長い名前です。", "W" * 20])
def test_names_stay_on_their_plate(width: int, name: str) -> None:
    """A long name gets smaller, then shorter."""
    short, card = (face_surface(painter(), RoleLook(Person.KYON, text), width) for text in ("名", name))
    edge = round(width * 0.1)
    rects = (
        pygame.Rect(0, 0, edge, card.get_height()),
        pygame.Rect(width - edge, 0, edge, card.get_height()),
        pygame.Rect(0, 0, width, round(width * 1.05)),
    )

    assert all(unlike(short.subsurface(rect), card.subsurface(rect)) == 0 for rect in rects)


# The rules pages, and keeping


def test_the_rules_name_cards_by_two_signs() -> None:
    """“eg” of the rules pages is the sixteenth event; the empty text is the back of the normal cards."""
    draw = face_maker(card_looks(standard_set()))

    assert standard_face(painter(), "eg", 80) is draw(painter(), event_face(EventCard(16)), 80)
    assert standard_face(painter(), "e4", 80) is draw(painter(), event_face(EventCard(4)), 80)
    assert standard_face(painter(), "s0", 80) is draw(painter(), str(SOS), 80)
    assert standard_face(painter(), "p6", 80) is draw(painter(), role_face(Person.KYON), 80)
    for back in BACKS:
        assert standard_face(painter(), back, 80) is draw(painter(), back, 80)


def test_the_rules_show_cards_that_there_are() -> None:
    """Every card that the rules pages name can be drawn, and they show every effect."""
    lines = [
        block
        for section in SECTIONS[ID]
        for block in blocks(sentences("en")[f"{ID}.rules.{section}.text"])
        if block.mark == "="
    ]
    shown = {sign for block in lines for sign in block.head.split(" ") if len(sign) == 2 and sign != "--"}

    assert all(standard_face(painter(), sign, 40).get_size() == (40, 56) for sign in shown)
    effects = {
        effect
        for sign, event in zip("123456789abcdefghij", standard_set().events, strict=True)
        if f"e{sign}" in shown
        for effect in event.effects
    }
    assert {(effect.op, effect.rule) for effect in effects} == {(effect.op, effect.rule) for effect in EFFECTS.values()}
    assert {f"p{number}" for number in range(7)} <= shown


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
    first = [draw(own, face, 90) for face in (*LOOKS, *BACKS)]
    assert "font" in counted
    assert "drawing" in counted
    counted.clear()
    monkeypatch.setattr(Type, "write", lambda *_: pytest.fail("text was written"))

    assert all(draw(own, face, 90) is surface for face, surface in zip((*LOOKS, *BACKS), first, strict=True))
    assert counted == []


def test_sets_that_look_alike_share_their_faces() -> None:
    """The picture follows what a card shows, not the set it is of; other points are another picture."""
    same = card_looks(standard_set(), "ja")["e2"]
    assert isinstance(same, EventLook)

    assert face_surface(painter(), same, 70) is face_surface(painter(), LOOKS["e2"], 70)
    assert face_surface(painter(), replace(same, points=1), 70) is not face_surface(painter(), LOOKS["e2"], 70)


@pytest.mark.parametrize("side", [12, 16, 48])
@pytest.mark.parametrize("on_dark", [False, True])
def test_small_marks_can_be_told_apart(side: int, on_dark: bool) -> None:
    """Shapes of the colours and crests of the characters: no two of a kind are alike without colours."""
    kinds = (
        [colour_mark(painter(), colour, side, on_dark=on_dark) for colour in Colour],
        [role_mark(painter(), person, side, on_dark=on_dark) for person in Person],
    )
    for pictures in kinds:
        assert all(one.get_size() == (side, side) for one in pictures)
        assert len({grey(one) for one in pictures}) == len(pictures)
    shapes = [pygame.mask.from_surface(mark) for mark in kinds[0]]
    for one, other in combinations(shapes, 2):
        assert one.count() + other.count() - 2 * one.overlap_area(other, (0, 0)) > side * side * 0.05


def test_the_box_is_as_large_as_the_others() -> None:
    """The boxes on the shelf are drawn in one frame, so that one rectangle holds any of them."""
    boxes = {
        tuple(painter().drawing(f"box-{name}", (300, 380)).get_bounding_rect())
        for name in ("deck_defence", "kanu", "haruhi")
    }

    assert len(boxes) == 1
