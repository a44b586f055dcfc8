"""What is heard of a person's touch of the table.

Where several people share the screen a touch sounds alike whatever it leads to: that could follow from a hidden hand.
"""

from __future__ import annotations

from scenes.inputs import Input, Key, Point, Press, Release
from scenes.sound.sound import Sound, Sounds
from scenes.table.holding import WANDERS


class TouchSounds:
    """The touches of one table; `shared` says that others listen who must not know what they lead to."""

    def __init__(self, sounds: Sounds, *, shared: bool) -> None:
        self._sounds = sounds
        self._shared = shared
        self._pressed_at: Point = (-1, -1)

    def led_to(self, sound: Sound) -> None:
        """Let a touch be heard by what it led to; not where others listen."""
        if not self._shared:
            self._sounds.play(sound)

    def feel(self, event: Input) -> None:
        """Where others listen, let a touch be heard by itself: the same whatever it leads to."""
        if not self._shared:
            return
        match event:
            case Press(pos, 1):
                self._pressed_at = pos
                self._sounds.play("lift")
            case Release(pos, 1) if max(abs(a - b) for a, b in zip(pos, self._pressed_at, strict=True)) > WANDERS:
                self._sounds.play("land")
            case Key(name) if name == "enter" or name.isdecimal():
                self._sounds.play("lift")
