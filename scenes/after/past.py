"""The way into a game that has ended: its record as the history keeps it, or a sentence where it keeps none."""

from __future__ import annotations

from collections.abc import Callable

from game.core import BadInput
from game.record import Record
from scenes.pages.notice import Notice
from scenes.scene import Back, Command, Kit, Push, Scene


def opened(kit: Kit, match: str, way: Callable[[Record], Scene]) -> Command:
    """Return the way into the finished game that is called `match`, or a notice that says why there is none.

    `way` raises `BadInput` where the record does not replay.
    """
    words = kit.words
    try:
        record = kit.store.record_of(match)
        if record is not None:
            return Push(way(record))
        text = words("stats.no_record")
    except BadInput as error:
        text = words("stats.bad_record", cause=error.reason)
    return Push(Notice(kit, text, [(words("common.ok"), Back)]))
