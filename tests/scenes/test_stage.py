"""What the window shows equals a full redraw, whatever was shown before, and nothing is drawn where nothing changed."""

from __future__ import annotations

from functools import cache

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.drawing.stage import Paint, Stage, clipped

SIZE = (160, 120)


@pytest.fixture(autouse=True)
def _small_window(screen: pygame.Surface) -> None:
    """Make the window small, so that every pixel of many pictures can be compared."""
    pygame.display.set_mode(SIZE)


def window() -> pygame.Surface:
    """Return the surface of the window."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


@cache
def ground() -> pygame.Surface:
    """Return an opaque ground with a pattern, so that a wrong place shows."""
    surface = pygame.Surface(SIZE)
    for y in range(SIZE[1]):
        surface.fill((y * 2 % 256, 40, 255 - y), pygame.Rect(0, y, SIZE[0], 1))
    return surface


@cache
def pieces() -> tuple[pygame.Surface, ...]:
    """Return surfaces of several sizes and colours, half of them half transparent."""
    found = []
    for index, size in enumerate([(20, 30), (20, 30), (60, 8), (1, 1), (90, 70), (33, 33)]):
        surface = pygame.Surface(size, pygame.SRCALPHA)
        surface.fill((40 * index, 255 - 40 * index, 90, 255 if index % 2 else 120))
        found.append(surface)
    return tuple(found)


paints = st.tuples(
    st.integers(0, 5).map(lambda index: pieces()[index]), st.tuples(st.integers(-40, 170), st.integers(-40, 130))
)
lists = st.lists(paints, max_size=7).map(lambda some: [(ground(), (0, 0)), *some])


def full(paints: list[Paint]) -> bytes:
    """Return the pixels of a list drawn from scratch."""
    surface = window().copy()
    surface.fill((255, 0, 255))
    surface.blits(paints)
    return pygame.image.tobytes(surface, "RGB")


def shown() -> bytes:
    """Return the pixels of the window."""
    return pygame.image.tobytes(window(), "RGB")


@given(st.lists(lists, min_size=1, max_size=5))
def test_the_window_always_equals_a_full_redraw(pictures: list[list[Paint]]) -> None:
    """After any sequence of pictures the window holds the last one, to the pixel."""
    stage = Stage()
    for picture in pictures:
        stage.show(picture)
        assert shown() == full(picture)


@given(lists, st.data())
def test_a_changed_order_and_duplicates_are_seen(picture: list[Paint], data: st.DataObject) -> None:
    """The same paints in another order, some of them twice, some gone, are drawn as they lie now."""
    stage = Stage()
    stage.show(picture)
    some = st.lists(st.sampled_from(picture), max_size=9)

    for _ in range(3):
        again = [picture[0], *data.draw(some)]
        stage.show(again)
        assert shown() == full(again)


@given(lists)
def test_the_same_picture_draws_nothing(picture: list[Paint]) -> None:
    """An equal list, even a new one, costs no rectangle and touches no pixel."""
    stage = Stage()
    stage.show(picture)
    window().set_at((80, 60), (1, 2, 3))  # a mark that any drawing there would cover

    drawn = stage.show(list(picture))

    assert drawn == 0
    assert window().get_at((80, 60))[:3] == (1, 2, 3)


@given(lists, paints)
def test_only_what_changed_is_drawn(picture: list[Paint], extra: Paint) -> None:
    """One more paint redraws its own rectangle and nothing outside of it."""
    stage = Stage()
    stage.show(picture)
    rect = extra[0].get_rect(topleft=extra[1]).clip(window().get_rect())
    marks = [point for point in ((0, 0), (159, 0), (0, 119), (159, 119), (80, 60)) if not rect.collidepoint(point)]
    for point in marks:
        window().set_at(point, (1, 2, 3))

    stage.show([*picture, extra])

    assert all(window().get_at(point)[:3] == (1, 2, 3) for point in marks)


def test_what_lies_between_two_changes_is_left_alone() -> None:
    """Two paints far apart move; the one that stands between them in the list lies elsewhere and is not drawn."""
    stage = Stage()
    small, wide = pieces()[0], pieces()[2]
    stage.show([(ground(), (0, 0)), (small, (0, 0)), (wide, (50, 56)), (small, (130, 85))])
    window().set_at((80, 60), (1, 2, 3))

    picture: list[Paint] = [(ground(), (0, 0)), (small, (1, 0)), (wide, (50, 56)), (small, (131, 85))]
    assert stage.show(picture) == 2

    assert window().get_at((80, 60))[:3] == (1, 2, 3)


def test_another_order_is_drawn_only_where_it_shows() -> None:
    """The lowest comes to lie above the others: it is drawn again with the one that it covers, and nothing else."""
    stage = Stage()
    small, wide, large = pieces()[0], pieces()[2], pieces()[4]
    stage.show([(ground(), (0, 0)), (small, (0, 0)), (wide, (10, 12)), (large, (90, 60))])
    window().set_at((120, 80), (1, 2, 3))

    picture: list[Paint] = [(ground(), (0, 0)), (wide, (10, 12)), (large, (90, 60)), (small, (0, 0))]
    assert stage.show(picture) > 0
    assert window().get_at((120, 80))[:3] == (1, 2, 3)
    assert stage.show([(ground(), (0, 0)), (large, (90, 60)), (wide, (10, 12)), (small, (0, 0))]) == 0


@given(lists)
def test_a_window_that_lost_its_content_is_drawn_anew(picture: list[Paint]) -> None:
    """After `forget` everything is drawn again, though the list did not change."""
    stage = Stage()
    stage.show(picture)
    window().fill((9, 9, 9))

    stage.forget()
    assert stage.empty
    stage.show(picture)

    assert shown() == full(picture)
    assert not stage.empty


def test_a_resized_window_is_drawn_anew() -> None:
    """A window of another size shows the whole picture, though the list did not change."""
    stage = Stage()
    picture: list[Paint] = [(ground(), (0, 0)), (pieces()[4], (10, 10))]
    stage.show(picture)

    pygame.display.set_mode((100, 100))
    stage.show(picture)

    assert shown() == full(picture)


def test_a_drawn_rectangle_leaves_no_clip_behind() -> None:
    """Whoever draws on the window after the stage is not cut off."""
    stage = Stage()
    stage.show([(ground(), (0, 0))])
    stage.show([(ground(), (0, 0)), (pieces()[0], (5, 5))])

    assert window().get_clip() == window().get_rect()


@given(lists, st.builds(pygame.Rect, st.integers(0, 80), st.integers(0, 60), st.integers(1, 80), st.integers(1, 60)))
def test_clipped_paints_stay_inside_and_look_the_same_there(picture: list[Paint], inside: pygame.Rect) -> None:
    """What `clipped` returns lies within the rectangle, and within it looks as the whole would."""
    cut = clipped(picture, inside)

    whole, part = window().copy(), window().copy()
    whole.blits(picture)
    part.blits(cut)

    assert all(inside.contains(surface.get_rect(topleft=pos)) for surface, pos in cut)
    assert pygame.image.tobytes(whole.subsurface(inside), "RGB") == pygame.image.tobytes(part.subsurface(inside), "RGB")
