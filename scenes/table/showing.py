"""What has happened at a chair, shown on the board one thing after the other.

Beats are taken from the chair one at a time, each only when the one before has been shown: a program that is ended in
between goes on with the next one, and shows none of them twice. A beat may fall into several frames, some of which stay
until the players have seen enough. While the hand lies face down everything here is what an onlooker may see; what is
heard is that always.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.core import Beat
from scenes.desk import Desk, Frame, Pose
from scenes.host import Match
from scenes.preferences import Stay
from scenes.scene import Kit
from scenes.sound.sound import Score
from scenes.table.board import Board

STAYS: dict[Stay, float] = {"short": 1.0, "normal": 2.0, "long": 4.0, "click": math.inf}
"""Seconds for which cards turned up for a moment stay open."""

Told = Callable[[Beat[object, object] | None], None]


@dataclass(frozen=True, slots=True)
class _Part:
    """One frame to be shown; the last one of a beat has the whole beat, to be told of."""

    frame: Frame
    whole: Beat[object, object] | None


class Showing:
    """The board of one table scene and what is still to be shown on it.

    `told` is called whenever a frame is put on the board, with the whole beat at its last one: as everybody may know it
    where several play, since a log outlasts the moment.
    """

    def __init__(self, kit: Kit, match: Match, desk: Desk, told: Told) -> None:
        self._kit = kit
        self._match = match
        self._desk = desk
        self._told = told
        self._together = match.sitting.together
        self._around = match.sitting.around
        self._missed = self._together and not self._around
        self._hand_up = not self._around
        self._parts: list[_Part] = []
        self._behind = True
        self._stays = 0.0
        chair = match.chair
        past = chair.past()
        # Alone, or all around one table, everybody has seen everything; else the deal begins, or the last thing seen.
        unseen = (1 if not past else 0) if self._missed else None
        beats = (*past, *chair.beats(unseen))
        self._last: Beat[object, object] = beats[-1]
        self._opening = self._last if not past and len(beats) == 1 else None
        self.story = tuple(self._public(beat) for beat in beats)
        """What this seat has been shown before, for the log."""
        self.board = Board(kit, desk, self._shown(self._last).view)
        self._score = Score(kit.sounds.play)

    @property
    def hand_up(self) -> bool:
        """Whether the player's hand is to be seen."""
        return self._hand_up

    @property
    def held_up(self) -> bool:
        """Whether the player holds the hand up now, to look at what only this seat may see."""
        return self._hand_up and self._around

    @property
    def common(self) -> object:
        """The view on the board, as all may know it who share the screen."""
        return self._desk.covered(self._last).view if self._match.sitting.shared else self.board.view

    @property
    def busy(self) -> bool:
        """Whether something moves, stays to be looked at or is still to come."""
        return self.board.busy or bool(self._parts) or self._stays > 0 or self._behind

    @property
    def still(self) -> bool:
        """Whether nothing moves: all has been shown, or something stays to be looked at."""
        return not self.board.busy and (self._stays > 0 or not self.busy)

    @property
    def watching(self) -> bool:
        """Whether the players look at what happens, so that an input only goes on to the next thing."""
        waiting = self._stays > 0 or any(part.frame.stays for part in self._parts)
        return waiting or (self._behind and self._missed)

    @property
    def moving(self) -> bool:
        """Whether time changes something: not where a frame stays until a click."""
        return self.board.busy or self._score.running or (self.busy and not math.isinf(self._stays))

    def open(self) -> None:
        """Show the deal, if that is what this table begins with."""
        if self._opening is not None:
            opening, self._opening = self._opening, None
            self.board.play(None, self._shown(opening), {})
            self._sound(opening)

    def take(self, held: Mapping[str, Pose] | None = None) -> None:
        """Show what is new at the chair. Cards in `held` set out from where the player holds them."""
        self._behind = True
        self._go_on(held or {})

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.board.update(dt)
        self._score.update(dt)
        if self.board.busy:
            return
        if not self.held_up:
            self._stays = max(0.0, self._stays - dt)
        if not self._stays and self._behind:
            self._go_on({})

    def skip(self) -> bool:
        """Go on: let what is in the air land, or what stays be gone; return whether there was any of it."""
        if self.board.busy:
            self.board.land()
            self._score.finish()
            return True
        stayed, self._stays = self._stays > 0, 0.0
        self._go_on({})
        return stayed or self._behind

    def land(self) -> None:
        """Let everything be where it is going."""
        self.board.land()
        self._stays = 0.0
        while self._behind:
            self._go_on({})
            self.board.land()
            self._stays = 0.0
        self._score.finish()

    def hold_up(self, up: bool) -> bool:
        """Hold the hand up or lay it face down, where that makes a difference; return whether it did."""
        if not self._around or up == self._hand_up:
            return False
        self._hand_up = up
        self.board.view = self._shown(self._last).view
        return True

    def _go_on(self, held: Mapping[str, Pose]) -> None:
        """Put the next frame on the board; where there is none, this seat has been shown everything."""
        if not self._parts:
            for beat in self._match.chair.beats(1):
                frames = self._desk.unfold(self._last.view, beat)
                self._parts += [_Part(frame, beat if frame is frames[-1] else None) for frame in frames]
        if not self._parts:
            self._behind = False
            return
        part = self._parts.pop(0)
        before, self._last = self._last, part.frame.beat
        self.board.play(self._shown(before).view, self._shown(part.frame.beat), held)
        self._sound(part.frame.beat, dropped=bool(held))
        self._stays = STAYS[self._kit.preferences.stay] if part.frame.stays else 0.0
        self._told(None if part.whole is None else self._public(part.whole))

    def _sound(self, beat: Beat[object, object], *, dropped: bool = False) -> None:
        """Let a beat, or a part of it, be heard: by everybody, so as an onlooker sees it."""
        self._score.begin(self._desk.cues(self._public(beat)), self._kit.motion, dropped=dropped)

    def _shown(self, beat: Beat[object, object]) -> Beat[object, object]:
        return beat if self._hand_up else self._desk.covered(beat)

    def _public(self, beat: Beat[object, object]) -> Beat[object, object]:
        return self._desk.covered(beat) if self._together else beat
