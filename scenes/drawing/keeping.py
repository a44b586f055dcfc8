"""Surfaces that were made once, each under its key, as many as have room together, and packed ones beside them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable
from weakref import WeakValueDictionary

import pygame

Make = Callable[[], pygame.Surface]

_EACH = 600
"""Bytes that a surface takes besides its pixels, key included."""


def size_of(surface: pygame.Surface) -> int:
    """Return the bytes that a surface takes."""
    return surface.get_width() * surface.get_height() * surface.get_bytesize() + _EACH


def packed(surface: pygame.Surface) -> Make:
    """Return what makes the same picture again: a card takes a tenth of its bytes, and half a millisecond."""
    size, alpha, masks = surface.get_size(), surface.get_flags() & pygame.SRCALPHA, surface.get_masks()
    bits, data = surface.get_bitsize(), zlib.compress(surface.get_buffer().raw, 1)

    def unpack() -> pygame.Surface:
        again = pygame.Surface(size, alpha, bits, masks)
        again.get_buffer().write(zlib.decompress(data), 0)
        return again

    return unpack


class Kept:
    """What was asked for lately; whatever else there is no room for is let go by `tidy`, and made again when asked.

    As long as somebody else has it, it is still the same surface.
    """

    def __init__(self) -> None:
        self._now: dict[Hashable, pygame.Surface] = {}
        """What was asked for since the last `tidy`."""
        self._before: dict[Hashable, pygame.Surface] = {}
        """The rest, what was asked for longest ago first."""
        self._alive: WeakValueDictionary[Hashable, pygame.Surface] = WeakValueDictionary()
        self.size = 0
        """The bytes of all that is kept."""

    def get(self, key: Hashable, make: Make) -> pygame.Surface:
        """Return the surface `key`, made by `make` unless there is one."""
        surface = self._now.get(key)
        if surface is None:
            surface = self._before.pop(key, None)
            if surface is None:
                surface = self._alive.get(key)
                if surface is None:
                    surface = self._alive[key] = make()
                self.size += size_of(surface)
            self._now[key] = surface
        return surface

    def tidy(self, room: int) -> None:
        """Let go of what was asked for longest ago, until all take `room` bytes at most.

        What was asked for since the last time stays in any case: it is what the picture consists of.
        """
        while self.size > room and self._before:
            self.size -= size_of(self._before.pop(next(iter(self._before))))
        self._before |= self._now
        self._now.clear()

    def clear(self) -> None:
        """Forget everything: nothing is the same any more."""
        for kept in (self._now, self._before, self._alive):
            kept.clear()
        self.size = 0
