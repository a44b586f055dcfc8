"""What can be heard, by name, and when: the cues of what is shown, one after the other, in step with the cards.

Sound is a screen too: a cue follows from what everybody at the table may know. Nothing here knows a device; see
`scenes.sound.speaker`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from scenes.preferences import Preferences

Sound = Literal[
    "lift", "slide", "land", "flip", "deal", "shuffle", "muster", "hold", "knock", "die",
    "repel", "capture", "gift", "sos", "right", "wrong", "win", "loss",
    "refuse", "turn", "curtain", "button",
]  # fmt: skip
Group = Literal["table", "events", "signals"]

GROUPS: Mapping[Sound, Group] = {
    **dict.fromkeys(("lift", "slide", "land", "flip", "deal", "shuffle", "muster", "hold", "knock", "die"), "table"),
    **dict.fromkeys(("repel", "capture", "gift", "sos", "right", "wrong", "win", "loss"), "events"),
    **dict.fromkeys(("refuse", "turn", "curtain", "button"), "signals"),
}
"""By which of the volumes each sound goes."""


class Sounds:
    """Where sounds are played; this one is silent. What plays them for people to hear is `speaker.Speaker`."""

    @property
    def missing(self) -> bool:
        """Whether there should be sound, and no device was found."""
        return False

    def adopt(self, preferences: Preferences) -> None:
        """Take volumes and mute."""

    def play(self, sound: Sound, loudness: float = 1.0) -> None:
        """Let a sound be heard, `loudness` (up to 1) of what the volumes say."""

    def after_frame(self, *, touched: bool) -> None:
        """Do what must not hold up a picture, once it is shown; `touched` says that somebody is there."""

    def close(self) -> bool:
        """Be silent for good; return whether that is done."""
        return True


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and how many cards make it, one after the other."""

    sound: Sound
    cards: int = 1


def joined(cues: Iterable[Cue], *sounds: Sound) -> tuple[Cue, ...]:
    """Return the cues that have cards; neighbours with the same one of these sounds are one, with the cards of both."""
    found: list[Cue] = []
    for cue in cues:
        if found and found[-1].sound == cue.sound in sounds:
            found[-1] = Cue(cue.sound, found[-1].cards + cue.cards)
        else:
            found.append(cue)
    return tuple([cue for cue in found if cue.cards])


_EACH = ("slide", "land", "flip", "deal")
"""What every card of a cue sounds like; of all other sounds one stands for all its cards."""
_STAGGER, _SPREAD, _FLIGHT, _OVERLAP = 0.07, 0.95, 0.2, 0.75
"""How the groups of a `Timeline` set out, and how long a card is about in the air: sounds keep step with that."""
_DENSEST = 0.055
"""Seconds between two sounds of a row of cards at least."""
_FIRST_TO_NEXT = 0.09
"""Seconds between two sounds where nothing moves."""
_SWELL = (1.0, 0.7, 0.82, 0.62)
"""How loud the cards of a row are, over and over: like a hand that deals, not like a machine."""
_LATER: Mapping[Sound, float] = {
    **dict.fromkeys(("land", "muster", "hold", "repel", "capture"), 0.17),
    "deal": 0.11,
    "flip": 0.05,
}
"""Seconds after it has set out at which a card makes that sound."""


class Score:
    """The cues of what is being shown, each at its time; `play` lets one be heard."""

    def __init__(self, play: Callable[[Sound, float], None]) -> None:
        self._play = play
        self._notes: list[tuple[float, Sound, float]] = []
        self._time = 0.0

    @property
    def running(self) -> bool:
        """Whether something is still to be heard."""
        return bool(self._notes)

    def begin(self, cues: tuple[Cue, ...], pace: float, *, dropped: bool = False) -> None:
        """Let these cues be heard from now on; what was still to come of others is not heard any more.

        `pace` is how long motions take; at 0 nothing moves, and two sounds stand for all. `dropped` says that the
        player's own hand has just laid the first card down.
        """
        self._time = 0.0
        self._notes = _still(cues) if pace <= 0 else _moving(cues, pace, dropped)

    def finish(self) -> None:
        """Let all cards have landed: of what was still to come only the last event is heard, or that they land."""
        if self._notes:
            events = [sound for _, sound, _ in self._notes if GROUPS[sound] == "events"]
            self._notes, self._time = [(0.0, events[-1] if events else "land", 1.0)], 0.0

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self._time += dt
        while self._notes and self._notes[0][0] <= self._time:
            _, sound, loudness = self._notes.pop(0)
            self._play(sound, loudness)


def _still(cues: tuple[Cue, ...]) -> list[tuple[float, Sound, float]]:
    names = list(dict.fromkeys([cue.sound for cue in cues]))
    chosen = sorted(names, key=lambda name: GROUPS[name] != "events")[:2]  # events before cards
    return [(index * _FIRST_TO_NEXT, name, 1.0) for index, name in enumerate(sorted(chosen, key=names.index))]


def _moving(cues: tuple[Cue, ...], pace: float, dropped: bool) -> list[tuple[float, Sound, float]]:
    notes: list[tuple[float, Sound, float]] = []
    start = 0.0
    for cue in cues:
        stagger = min(_STAGGER, _SPREAD / max(1, cue.cards)) * pace
        every = max(1, math.ceil(_DENSEST / stagger)) if cue.sound in _EACH else cue.cards
        later = 0.0 if dropped and not notes else _LATER.get(cue.sound, 0.0) * pace
        notes += [
            (start + card * stagger + later, cue.sound, _SWELL[number % len(_SWELL)])
            for number, card in enumerate(range(0, cue.cards, every))
        ]
        start += ((cue.cards - 1) * stagger + _FLIGHT * pace) * _OVERLAP
    return _thinned(sorted(notes, key=lambda note: note[0]))


def _thinned(notes: list[tuple[float, Sound, float]]) -> list[tuple[float, Sound, float]]:
    """Leave out what is heard too soon after the same sound: of cards that set out together there is one."""
    last: dict[Sound, float] = {}
    found: list[tuple[float, Sound, float]] = []
    for note in notes:
        if note[0] - last.get(note[1], -1.0) >= _DENSEST - 1e-9:
            last[note[1]] = note[0]
            found.append(note)
    return found
