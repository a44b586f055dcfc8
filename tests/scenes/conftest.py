"""Settings for all tests of the scenes: a screen that nobody sees, and Hypothesis without deadlines."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

pytest.register_assert_rewrite("tests.scenes.sitting")

settings.register_profile("scenes", deadline=None, max_examples=50)
settings.load_profile("scenes")

SCREEN = (1280, 720)


@pytest.fixture(scope="session")
def _screen_session() -> Iterator[None]:
    """Bring SDL's dummy screen up. The variable is taken back at once: the stories in tests/e2e need a real screen."""
    before = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    if before is None:
        del os.environ["SDL_VIDEODRIVER"]
    else:
        os.environ["SDL_VIDEODRIVER"] = before
    yield
    pygame.quit()


@pytest.fixture
def screen(_screen_session: None) -> pygame.Surface:
    """Return the surface of a window of 1280 x 720 pixels that nobody sees."""
    surface = pygame.display.get_surface()
    if surface is None or surface.get_size() != SCREEN:
        surface = pygame.display.set_mode(SCREEN)
    pygame.event.clear()
    return surface
