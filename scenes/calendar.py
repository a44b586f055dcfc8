"""The calendar on the wall: the only place that reads the date. Rules, motion and pictures must never look at it."""

from __future__ import annotations

import time
from datetime import UTC, datetime

LATEST = 253_370_764_800
"""Seconds up to which dates can be told everywhere: the year 9999."""


def now() -> int:
    """Return the date and time in seconds since 1970 (UTC), and where a clock stands beyond all telling the nearest."""
    return max(0, min(int(time.time()), LATEST))


def stamp() -> str:
    """Return the date and time as logs write it."""
    return datetime.fromtimestamp(now(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(seconds: int) -> datetime:
    """Return a date as this place's clocks told it; `seconds` lies between 0 and `LATEST`."""
    return datetime.fromtimestamp(seconds, UTC).astimezone()
