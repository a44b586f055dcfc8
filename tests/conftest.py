"""What all tests share: a screen that nobody sees."""

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

pytest.register_assert_rewrite("tests.scenes.sitting")


@pytest.fixture(scope="session")
def hidden_screen() -> Iterator[None]:
    """Bring SDL's dummy screen up. The variable is taken back at once: the stories in tests/e2e need a real screen."""
    before = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))
    if before is None:
        del os.environ["SDL_VIDEODRIVER"]
    else:
        os.environ["SDL_VIDEODRIVER"] = before
    yield
    pygame.quit()
