"""How much of the system's memory the process holds: what was let go is given back, where the library can be told so.

GNU's library keeps what is let go for the next time, a table's cards for ever. Others are left as they are.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from functools import cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Numbers of `mallopt`, from malloc.h."""
_APART = 32_768
"""Bytes from which a thing has pages of its own, which go when it goes: most cards, all panels, long lines."""


@cache
def _library() -> ctypes.CDLL | None:
    """Return the C library where it is GNU's, else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None


def be_frugal() -> None:
    """Let large things have pages of their own, and threads share one heap: they hardly ever ask at the same time."""
    if (library := _library()) is not None:
        for number, value in ((_MMAP_THRESHOLD, _APART), (_TRIM_THRESHOLD, 8 * _APART), (_ARENA_MAX, 1)):
            library.mallopt(number, value)


def give_back() -> None:
    """Let go of what nothing leads to any more, and give back all pages that are free. It takes some hundredths."""
    gc.collect()
    if (library := _library()) is not None:
        library.malloc_trim(0)
