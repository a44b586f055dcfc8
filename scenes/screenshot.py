"""Pictures of the window, kept in a file."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pygame

from game.core import Reason
from scenes import calendar
from scenes.scene import Kit, Private, Scene


def keep(kit: Kit, seen: Sequence[Scene]) -> str:
    """Keep a picture of the window, which shows the scenes `seen`; return where it lies, or why there is none."""
    words = kit.words
    if any(isinstance(scene, Private) and scene.private for scene in seen):
        return words("screenshot.private")
    window = pygame.display.get_surface()
    assert window is not None
    data = io.BytesIO()
    pygame.image.save(window, data, "picture.png")
    day = calendar.local(calendar.now())
    kept = kit.store.screenshot(f"tefuda-{day:%Y-%m-%d}", data.getvalue())
    if isinstance(kept, Reason):
        return words("screenshot.not_kept", cause=kept)
    return words("screenshot.kept", path=str(kept))
