"""What C libraries that SDL loads are asked for directly, where neither SDL nor pygame does it."""

from __future__ import annotations

import contextlib
import ctypes
import sys

_ALSA, _X11 = "libasound.so.2", "libX11.so.6"
"""The libraries by SDL's names for them. They are the system's: written where they are loaded, they would be packed."""


def hush_alsa() -> None:
    """Keep ALSA from writing to the terminal what SDL tells the program anyway."""
    _hear_nothing(_ALSA, "snd_lib_error_set_handler")


def hush_x11() -> None:
    """Let X11's library pass over a request that the server refuses: by itself it ends the program.

    SDL wakes its own wait with an event to the window. When a key closes it, and the server is busy, the window may
    have gone by the time the server comes to that event.
    """
    _hear_nothing(_X11, "XSetErrorHandler")


def _hear_nothing(library: str, setter: str) -> None:
    """Give a library a handler of errors that looks at no argument.

    It is a function of the C library: one of Python would need the lock that pygame holds at such a time.
    """
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, AttributeError):  # no such library here, or another make of it
            getattr(ctypes.CDLL(library), setter)(ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p))
