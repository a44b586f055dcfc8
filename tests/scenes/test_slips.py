"""The slips that fall over a win: by time alone, away at any input, none without motion, and no cost afterwards."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from scenes.after.result import Result
from scenes.drawing.slips import Slips
from scenes.inputs import Key, Motion
from scenes.preferences import Preferences
from scenes.scene import Kit
from tests.scenes.test_pages import Ways, kit, lost, won

__all__ = ["kit"]
LONGEST = 3.4
"""Seconds after which nothing falls any more, at normal speed."""


def shown(slips: Slips) -> list[tuple[int, tuple[int, int]]]:
    """Return what is in the air, and where."""
    return [(id(surface), pos) for surface, pos in slips.paint()]


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_they_fall_by_time_alone(kit: Kit, rate: int) -> None:
    """After a second they are where they are at any frame rate; after some seconds all are gone."""
    fine, coarse = Slips(kit, 1.0), Slips(kit, 1.0)
    for _ in range(rate):
        fine.update(1 / rate)
    coarse.update(1.0)

    there, then = ([pos for _, pos in shown(slips)] for slips in (coarse, fine))
    assert len(there) > 10
    assert all(abs(one[0] - other[0]) + abs(one[1] - other[1]) <= 2 for one, other in zip(there, then, strict=True))
    assert not coarse.update(LONGEST)
    assert coarse.paint() == []


def test_they_fall_through_the_whole_window(kit: Kit) -> None:
    """They come from above the window's edge, and cross it in its whole width and height."""
    slips = Slips(kit, 1.0)
    places: list[tuple[int, int]] = []
    while slips.update(1 / 60):
        places += [pos for _, pos in shown(slips)]
    width, height = kit.metrics.size

    assert min(y for _, y in places) < 0
    assert max(y for _, y in places) > height - 20
    assert {x * 8 // width for x, _ in places} >= set(range(8))


def test_no_frame_draws_them(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the page is laid out every picture of a slip is there."""
    slips = Slips(kit, 1.0)
    slips.lay_out()
    monkeypatch.setattr(pygame.image, "load_sized_svg", None)

    while slips.update(1 / 60):
        slips.paint()


def test_a_win_is_worth_seeing_and_any_input_ends_it(kit: Kit) -> None:
    """Slips fall over a result that was won; the pointer may move, but a key takes them away at once, for good."""
    page = Result(kit, won(kit), Ways())
    page.lay_out()
    bare = len(page.paint())
    assert page.update(0.8)
    assert len(page.paint()) > bare + 10

    page.handle(Motion((3, 3)))
    assert len(page._slips.paint()) > 10
    page.handle(Key("a"))

    assert not page.update(0.1)
    assert page._slips.paint() == []


def test_a_loss_and_a_table_without_motion_have_none(kit: Kit) -> None:
    """Nothing falls over a loss, with reduced motion, or with motion off."""
    for preferences in (Preferences(speed="off"), Preferences(reduced_motion=True)):
        kit.preferences = preferences
        assert not Result(kit, won(kit), Ways())._slips.falling
    kit.preferences = dataclasses.replace(Preferences(), speed="slow")

    assert not Result(kit, lost(kit), Ways())._slips.falling
