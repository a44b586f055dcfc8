"""Thinking without threads and clocks, so that what the monkey meets is the same each time for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame

from scenes import company, host
from scenes.thinking import Job, Thinker

_ASKS = 30
"""So often a job may ask whether it has to stop, before it has."""


class Slowly(Thinker[Any]):
    """Is under way for some looks, then thinks shortly and at once, in the thread that looks."""

    chance = Random(0)

    def __init__(self) -> None:
        super().__init__()
        self._job: Job[Any] | None = None
        self._looks = 0
        self._answer: Any = None

    def begin(self, job: Job[Any], seconds: float) -> None:  # noqa: ARG002 - no clock runs
        """Take a job."""
        self._job, self._answer = job, None
        self._looks = self.chance.choice((0, 0, 1, 3, 20))

    def cancel(self) -> None:
        """Let go of the job and its answer."""
        self._job = self._answer = None

    @property
    def busy(self) -> bool:
        """Whether the job is under way."""
        self._go_on()
        return self._job is not None

    def look(self) -> Any:
        """Return the answer, once there is one."""
        self._go_on()
        return self._answer

    def _go_on(self) -> None:
        if self._job is None:
            return
        if self._looks:
            self._looks -= 1
            return
        job, self._job = self._job, None
        left = iter(range(_ASKS))
        for answer in job(lambda: next(left, None) is None):
            self._answer = answer


class _Secrets:
    """What `secrets` gives, from a seed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def randbelow(self, bound: int) -> int:
        return self._rng.randrange(bound)

    def token_hex(self, size: int) -> str:
        return self._rng.randbytes(size).hex()


class _Drawings:
    """Draws each drawing once for its size: half of the time of a start goes into them."""

    def __init__(self) -> None:
        self._draw = pygame.image.load_sized_svg
        self._kept: dict[tuple[bytes, tuple[int, int]], pygame.Surface] = {}
        self._room = _DRAWN

    def __call__(self, file: Any, size: tuple[int, int]) -> pygame.Surface:
        text = file.getvalue() if isinstance(file, BytesIO) else Path(file).read_bytes()
        drawn = self._kept.get((text, size))
        if drawn is None:
            drawn = self._kept[(text, size)] = self._draw(BytesIO(text), size)
            self._room -= size[0] * size[1]
            if self._room < 0:
                self._kept, self._room = {}, _DRAWN
        return drawn.copy()


_DRAWN = 40_000_000
"""Pixels of drawings that are kept."""
_drawings = _Drawings()


@contextmanager
def from_a_seed(rng: Random, *, drawings: bool = True) -> Iterator[None]:
    """Let everything that the program takes from outside, but its files, follow from a seed.

    With `drawings` each is drawn once for all programs, which needs memory.
    """
    Slowly.chance = Random(rng.random())
    modules = ("scenes.company", "scenes.table.hints", "scenes.table.lost", "scenes.after.review")
    patches: list[Any] = [patch(f"{module}.Thinker", Slowly) for module in modules]
    patches += [patch("pygame.image.load_sized_svg", _drawings)] if drawings else []
    patches += [patch.object(host, "secrets", _Secrets(Random(rng.random()))), patch.object(company, "THINK", 1e9)]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()
