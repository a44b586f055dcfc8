"""Pictures of cards: where they are drawn, how large, and that each is made once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pygame
import pytest

from game.deck_defence.public import KINDS, Muster
from scenes.deck_defence.faces import face_surface
from scenes.desk import BACK, NOTHING, Pose, is_back
from scenes.drawing.cards import LIFT, CardPainter
from scenes.drawing.painter import FADES, Painter, room
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.drawing.timeline import Flight, Flying
from scenes.preferences import Preferences
from scenes.table.holding import Held
from tests.scenes.sitting import Sitting, clicked, painter

pytestmark = pytest.mark.usefixtures("screen")
FACES = (*(str(card) for card in KINDS), BACK)
POSE = Pose(200.0, 150.0, 80.0, "S1")


@cache
def cards() -> CardPainter:
    """Return the card painter that all tests share."""
    return CardPainter(painter(), face_surface, "deck-defence")


def middle(paint: Paint) -> tuple[float, float]:
    """Return the middle of a paint."""
    surface, (x, y) = paint
    return x + surface.get_width() / 2, y + surface.get_height() / 2


def seen(paint: Paint, size: tuple[int, int] = (400, 300)) -> bytes:
    """Return what a paint looks like on a plain ground."""
    ground = pygame.Surface(size)
    ground.fill((40, 90, 60))
    ground.blit(*paint)
    return pygame.image.tobytes(ground, "RGB")


def test_a_card_at_rest_lies_on_its_pose() -> None:
    """The card itself, without the room for its shadow, covers exactly the rectangle of its pose."""
    surface, (x, y) = cards().resting(POSE)
    margin = room(80)
    card = pygame.Rect(x + margin, y + margin, surface.get_width() - 2 * margin, surface.get_height() - 2 * margin)
    assert card.size == (80, round(80 * HEIGHT))
    assert (x + margin, y + margin) == (160, 150 - round(80 * HEIGHT) // 2)


def test_the_same_card_is_the_same_surface() -> None:
    """Wherever a card lies, its picture is made once; the stage knows it again by that."""
    assert cards().resting(POSE)[0] is cards().resting(POSE.at(7, 9))[0]
    assert cards().lifted(POSE, 3)[0] is cards().lifted(POSE.at(7, 9), 3)[0]
    assert cards().fading(POSE, 2)[0] is cards().fading(POSE, 2)[0]


@pytest.mark.parametrize("face", FACES)
def test_no_two_faces_look_alike(face: str) -> None:
    """Every card and the back can be told from all others, even without colours."""
    grey = [_grey(face_surface(painter(), other, 60)) for other in FACES if other != face]
    assert _grey(face_surface(painter(), face, 60)) not in grey


def _grey(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGBA")


@pytest.mark.parametrize("width", [40, 63, 95, 300])
@pytest.mark.parametrize("face", ["S1", "W4", BACK])
def test_faces_have_the_size_they_are_shown_at(face: str, width: int) -> None:
    """A face is drawn at its very size, never scaled afterwards."""
    assert face_surface(painter(), face, width).get_size() == (width, round(width * HEIGHT))


def test_a_pile_looks_thicker_the_more_cards_it_has() -> None:
    """A single card, a small pile and a large pile look different; one card fewer of a large one is no jump."""
    looks = [seen(cards().resting(Pose(200, 150, 80, BACK, pile))) for pile in (1, 2, 10, 33)]
    assert len(set(looks)) == 4
    assert seen(cards().resting(Pose(200, 150, 80, BACK, 33))) == seen(cards().resting(Pose(200, 150, 80, BACK, 32)))


def test_a_lifted_card_is_larger_and_hangs_around_its_pose() -> None:
    """A held card is 1.06 times as large, leans by turning, and stays centred where the hand holds it."""
    upright, leaning = cards().lifted(POSE, 0), cards().lifted(POSE, 6)
    assert upright[0].get_width() == pytest.approx(cards().resting(POSE)[0].get_width() * LIFT, abs=2)
    assert leaning[0].get_width() > upright[0].get_width()
    for paint in (upright, leaning):
        assert middle(paint) == pytest.approx((POSE.x, POSE.y), abs=1)


def test_a_flying_card_that_lands_looks_like_one_at_rest() -> None:
    """The last moment of a flight and the card that lies there afterwards are the same picture: nothing jumps."""
    for pose in (POSE, Pose(203.5, 151.5, 77.0, "F4"), Pose(120.5, 100.0, 81.0, BACK)):
        for start in (pose.at(10, 10), Pose(10.0, 10.0, pose.width, pose.face)):
            landed = Flight((start, pose), 0.0, 1.0, "M1", "deck").at(1.0)
            assert seen(cards().flying(landed)) == seen(cards().resting(pose))


def test_a_card_that_turns_over_gets_narrow_and_wide_again() -> None:
    """A turning card is a line half-way and keeps its middle."""
    flight = Flight((Pose(100, 100, 80, BACK), Pose(300, 100, 80, "S1")), 0.0, 1.0, "M1", "deck")
    widths = [cards().flying(flight.at(time))[0].get_width() for time in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert widths[0] > widths[1] > widths[2] < widths[3] < widths[4]
    assert widths[2] <= 2
    for time in (0.0, 0.25, 0.5, 0.75, 1.0):
        flying = flight.at(time)
        assert middle(cards().flying(flying)) == pytest.approx((flying.pose.x, flying.pose.y), abs=1)


def test_a_fading_card_disappears_step_by_step() -> None:
    """With reduced motion a card that leaves is fully there at first and gone at the last step."""
    ground = pygame.Surface((400, 300))
    ground.fill((40, 90, 60))
    looks = [seen(cards().fading(POSE, step)) for step in range(FADES + 1)]
    assert looks[0] == seen(cards().resting(POSE))
    assert looks[-1] == pygame.image.tobytes(ground, "RGB")
    assert len(set(looks)) == FADES + 1


def test_a_back_tells_nothing() -> None:
    """All face-down cards of one size are one surface, whatever they are."""
    backs = [cards().flying(Flying(Pose(50.0 * index, 60.0, 80.0, BACK), 1.0, 80.0))[0] for index in range(3)]
    assert backs[0] is backs[1] is backs[2]


def test_backs_that_turn_over_are_the_same_pictures() -> None:
    """Cards that set out one after the other show the same squashed backs: none is made twice."""
    painter = cards()
    flight = Flight((Pose(100, 100, 80, BACK), Pose(300, 100, 80, "S1")), 0.0, 1.0, "M1", "deck")
    for time in (0.1, 0.2, 0.3, 0.4):
        moment = flight.at(time)
        later = replace(moment, pose=moment.pose.at(200, 150))
        assert painter.flying(moment)[0] is painter.flying(later)[0]


def test_each_pile_has_edges_of_its_own_back() -> None:
    """Where a game has several backs, a pile of one kind is no pile of another; a game's own text ends with "-"."""
    assert [is_back(face) for face in (BACK, "e-", "p-", "e4", "S1")] == [True, True, True, False, False]
    colours = {BACK: (20, 30, 90), "e-": (90, 20, 30)}

    def face(painter_: Painter, name: str, width: int) -> pygame.Surface:
        def make() -> pygame.Surface:
            surface = pygame.Surface((width, round(width * HEIGHT)))
            surface.fill(colours[name])
            return surface

        return painter_.keep(("plain", name, width), make)

    piles = CardPainter(Painter(), face, "plain")
    for name, colour in colours.items():
        picture, _ = piles.resting(Pose(100, 100, 80, name, 30))
        assert picture.get_at((picture.get_width() // 2, room(80) + round(80 * HEIGHT) + 4))[:3] == colour


def test_a_held_card_comes_upright_while_the_hand_rests() -> None:
    """It leans against the movement, and by time alone stands upright again, the same at any frame rate."""
    leans = []
    for rate in (30, 144):
        held = Held("H1", "H1", (100, 140), (0, 0), (0, 0), (0, 0), {}, joins=False, before=NOTHING)
        held.lean_with(-40)
        assert held.lean == 6.0
        for _ in range(rate // 6):
            assert held.upright(1 / rate)
        leans.append(held.lean)
        while held.upright(1 / rate):
            pass
        assert held.lean == 0.0
    assert abs(leans[0] - leans[1]) < 0.2


@pytest.mark.parametrize("home", [False, True])
def test_a_card_that_is_let_go_settles(home: bool) -> None:
    """It sets out as large as it was held, lands as large as it lies, and no face is drawn for the way."""
    sitting = Sitting(preferences=Preferences(speed="normal"))
    sitting.settle()
    sitting.scene._board.prepare()
    action = next(action for action in sitting.view.legal if isinstance(action, Muster))
    spot, target = clicked(action)[0]
    lying = sitting.layout.cards[sitting.layout.top[spot]].width
    sitting.lift(spot)
    sitting.move((3, 300) if home else target)
    faces = _faces(sitting.kit.painter)

    sitting.release((3, 300) if home else target)
    sitting.scene.paint()

    flight = sitting.scene._board.timeline.flights[0]
    assert flight.at(0.0).pose.width == pytest.approx(lying * LIFT)
    assert flight.at(flight.length).pose.width == pytest.approx(flight.stops[-1].width)
    assert flight.at(flight.length / 2).pose.width < lying * LIFT
    assert faces == _faces(sitting.kit.painter)


def _faces(painter_: Painter) -> list[object]:
    """Return the keys of all faces that were drawn, in the order in which they were."""
    return [key for key in painter_._held if isinstance(key, tuple) and key[0] == "face"]
