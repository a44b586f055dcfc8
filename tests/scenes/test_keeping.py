"""What is kept of all that was made: no more than has room, the same surface while it is, and cards drawn once."""

from __future__ import annotations

import pygame
import pytest

from scenes.drawing import theme
from scenes.drawing.keeping import Kept, packed, size_of
from scenes.drawing.painter import _LEAST, _ROOM, Painter
from scenes.drawing.stage import Paint
from scenes.pages import page
from tests.scenes.sitting import Sitting

pytestmark = pytest.mark.usefixtures("screen")
SIZE = (100, 60)


class Maker:
    """Makes surfaces, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> pygame.Surface:
        """Make one."""
        self.count += 1
        return pygame.Surface(SIZE, pygame.SRCALPHA)


def shown(paints: list[Paint], size: tuple[int, int]) -> pygame.Surface:
    """Return what paints look like on a plain ground."""
    ground = pygame.Surface(size)
    ground.fill((40, 90, 60))
    ground.fblits(paints)
    return ground


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    """There is room for three: a fourth takes the place of that which was not asked for since."""
    kept, makers = Kept(), [Maker() for _ in range(4)]
    room = 3 * size_of(Maker()())
    for asked in (0, 1, 2, 0, 3):
        kept.get(asked, makers[asked])
        kept.tidy(room)

    assert kept.size == room
    for asked in (0, 2, 3, 1):
        kept.get(asked, makers[asked])
    assert [maker.count for maker in makers] == [1, 2, 1, 1]


def test_what_a_picture_consists_of_stays_whatever_its_size() -> None:
    """A picture that needs more than the room keeps all of it until another is shown."""
    kept, makers = Kept(), [Maker() for _ in range(9)]
    for _ in range(3):
        for number, maker in enumerate(makers):
            kept.get(number, maker)
        kept.tidy(0)
    assert [maker.count for maker in makers] == [1] * 9

    kept.get("another", Maker())
    kept.tidy(0)
    assert kept.size == size_of(Maker()())


def test_as_long_as_somebody_has_it_it_is_the_same_surface() -> None:
    """A page that paints what it was given once does not make the next asker draw it again."""
    kept, maker = Kept(), Maker()
    mine = kept.get("one", maker)
    kept.tidy(0)
    kept.tidy(0)
    assert not kept.size
    assert kept.get("one", maker) is mine

    kept.clear()
    assert kept.get("one", maker) is not mine


@pytest.mark.parametrize("flags", [0, pygame.SRCALPHA])
def test_what_was_packed_is_the_same_picture(flags: int) -> None:
    """Every pixel of it, half transparent ones included, in far fewer bytes and in the window's own order of bytes."""
    surface = pygame.Surface((40, 70), flags)
    for y in range(70):
        surface.fill((y, 40, 200 - y, 3 * y), pygame.Rect(y // 2, y, 30, 1))
    again = packed(surface)()

    assert pygame.image.tobytes(again, "RGBA") == pygame.image.tobytes(surface, "RGBA")
    assert (again.get_masks(), again.get_flags()) == (surface.get_masks(), surface.get_flags())


def test_a_card_is_drawn_once_until_the_cards_are_put_away() -> None:
    """However much else is made meanwhile."""
    painter, maker = Painter(), Maker()
    painter.window = (10, 10)
    for round_ in range(4):
        painter.hold("card", maker)
        for number in range(40):
            painter.plate((600, 400 + number), (round_, 0, 0))
        painter.tidy()
        painter.tidy()
    assert maker.count == 1

    painter.put_away()
    painter._kept.clear()
    painter.hold("card", maker)
    assert maker.count == 2


def test_a_large_window_has_more_room() -> None:
    """What is kept is bounded by the window, and by a little where that is small."""
    painter = Painter()
    for window in ((800, 600), (3840, 2160)):
        painter.window = window
        for number in range(240):
            painter.plate((600, 400 + number), theme.INK)
            painter.tidy()
        assert 0.9 * max(_LEAST, _ROOM * window[0] * window[1]) < painter._kept.size + size_of(Maker()()) * 60
        assert painter._kept.size <= max(_LEAST, _ROOM * window[0] * window[1]) + 4 * 600 * 640
        painter.forget()


@pytest.mark.parametrize("height", [60, 330, 400, 1000])
def test_a_picture_in_slices_looks_as_it_would_in_one(height: int) -> None:
    """The sheet of a dialog: its corners and edges are where they would be, and nothing is missing between."""
    painter = Painter()

    def plate(size: tuple[int, int]) -> pygame.Surface:
        return painter.plate(size, theme.PAPER, opacity=0.9, line=theme.VERMILION, line_width=1.4, radius=20)

    size = (300, height)
    whole, sliced = shown([(plate(size), (0, 0))], size), shown(painter.sliced("sheet", size, 22, plate), size)
    one, other = (pygame.image.tobytes(look, "RGB") for look in (whole, sliced))
    assert max(abs(mine - yours) for mine, yours in zip(one, other, strict=True)) <= 2  # rounding along a curve
    same = [surface for surface, _ in painter.sliced("sheet", size, 22, plate)]
    assert all(one is other for one, (other, _) in zip(same, painter.sliced("sheet", size, 22, plate), strict=True))


def test_the_veil_covers_everything_evenly() -> None:
    """Every pixel is dimmed once."""
    size = (320, 777)
    veiled = shown(Painter().veil(size), size)
    looks = {tuple(veiled.get_at((x, y))) for x in (0, 150, 319) for y in range(777)}
    assert len(looks) == 1
    assert looks != {(40, 90, 60, 255)}


def test_the_shadow_of_a_tall_sheet_is_as_soft_as_that_of_a_low_one() -> None:
    """Made in slices it is the same from top to bottom, and at both ends as it is around a sheet drawn in one."""
    kit = Sitting().kit
    looks = []
    for height in (330, 900):
        rect = pygame.Rect(100, 100, 300, height)
        looks.append((shown(page.halo(kit, rect, (0, 0, 0), 200), (500, height + 200)), height + 200))
    for x in (60, 75, 90, 99, 250, 402, 420):
        for y in (60, 70, 80, 99, 110, 150):
            for side in (0, 1):
                ends = [look.get_at((x, abs(side * (tall - 1) - y))) for look, tall in looks]
                assert all(abs(one - other) <= 6 for one, other in zip(*ends, strict=True)), (x, y, side, ends)
