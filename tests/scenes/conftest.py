"""Settings for all tests of the scenes: a screen that nobody sees, a disk nobody waits for, Hypothesis in no hurry."""

import os
from collections.abc import Iterator

import pygame
import pytest
from hypothesis import settings

settings.register_profile("scenes", deadline=None, max_examples=50)
settings.load_profile("scenes")

SCREEN = (1280, 720)


@pytest.fixture(scope="session", autouse=True)
def unsynced() -> Iterator[None]:
    """Wait for no disk: only a power cut could tell, and `test_store_faults.py` sees to the order of the calls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        yield


@pytest.fixture
def screen(hidden_screen: None) -> pygame.Surface:
    """Return the surface of a window of 1280 x 720 pixels that nobody sees."""
    surface = pygame.display.get_surface()
    if surface is None or surface.get_size() != SCREEN:
        surface = pygame.display.set_mode(SCREEN)
    pygame.event.clear()
    return surface
