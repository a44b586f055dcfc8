"""Settings for all tests of the scenes: a screen that nobody sees, and Hypothesis without deadlines."""

import pygame
import pytest
from hypothesis import settings

settings.register_profile("scenes", deadline=None, max_examples=50)
settings.load_profile("scenes")

SCREEN = (1280, 720)


@pytest.fixture
def screen(hidden_screen: None) -> pygame.Surface:
    """Return the surface of a window of 1280 x 720 pixels that nobody sees."""
    surface = pygame.display.get_surface()
    if surface is None or surface.get_size() != SCREEN:
        surface = pygame.display.set_mode(SCREEN)
    pygame.event.clear()
    return surface
