"""What all tests share: a screen that nobody sees, asserts explained, and who runs on which core."""

import os
from collections.abc import Iterator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

pytest.register_assert_rewrite("tests.scenes.sitting", "tests.rules.laws")


class Sharing(LoadFileScheduling):  # type: ignore[misc] # a base without types
    """Which tests stay together on a core: those of a file, and all stories in the window, which share one package."""

    def _split_scope(self, nodeid: str) -> str:
        folder = "tests/e2e/"
        return folder if nodeid.startswith(folder) else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Sharing:
    """Share the tests out among the cores."""
    return Sharing(config, log)


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
