"""What is thought about the game beside the player: hints, the demo, the line of the chance, whether it can be won."""

from __future__ import annotations

from game.core import Beat, Reason
from scenes.desk import NOTHING
from scenes.table.choosing import Choosing
from scenes.table.hints import Hints
from scenes.table.lost import Lost

DEMO_PACE = {"off": 0.0, "fast": 0.8, "normal": 1.4, "slow": 2.4}
"""Seconds between two actions of the demo at each speed."""


class Advice:
    """The advice of one table: its `hints`, and what is known of its being `lost`.

    Who is `learning` gets none: the lesson says itself what to do.
    """

    def __init__(self, choosing: Choosing, *, learning: bool = False) -> None:
        self._choosing = choosing
        self._learning = learning
        self._chair = choosing.match.chair
        self.hints = Hints(choosing.desk)
        self.lost = Lost(choosing.desk)
        choosing.panels.lost = self.lost  # they show the strip that tells of it
        self._demo = False
        self._demo_waits = 0.0

    @property
    def available(self) -> bool:
        """Whether the game goes on and there is advice for it."""
        return not self._choosing.over and self._missing is None

    @property
    def _missing(self) -> Reason | None:
        """Why there is no advice here."""
        if self._learning:
            return Reason.of("lesson.hint")
        return self._choosing.desk.no_advice(self._choosing.view)

    @property
    def _remembering(self) -> bool:
        return self._choosing.kit.preferences.hints_remember

    def see(self, beat: Beat[object, object]) -> None:
        """Remember what happened, as a player may."""
        self.hints.see(beat)
        self.lost.see(beat)

    def leave(self) -> None:
        """Think of nothing any more."""
        self.hints.clear()
        self.lost.forget()

    # Asked for

    def ask(self) -> None:
        """Show a hint: the best action, asked again the next best."""
        choosing = self._choosing
        if (reason := self._missing) is not None:
            choosing.refuse(reason, "buttons")
            return
        choosing.select(NOTHING)
        if not choosing.over and self.hints.ask(choosing.view, remembering=self._remembering):
            self._chair.count_hint()

    def begin_demo(self) -> None:
        """Play on from here, until `end_demo`."""
        self._choosing.cancel()
        self._demo, self._demo_waits = self.available, 0.0

    def end_demo(self) -> None:
        """Let the player go on."""
        self._demo = False

    def open_strip(self, *, open_: bool) -> bool:
        """Open the strip that tells of a lost game, or leave only its sign; return whether that changed anything."""
        lost, choosing = self.lost, self._choosing
        changed = lost.reason is not None and not choosing.over and lost.open != open_
        if changed:
            lost.open, choosing.focus = open_, None
            choosing.refresh()
        return changed

    # Time

    def update(self, dt: float) -> bool:
        """Let advice go on; return whether something is being thought of, or the demo plays."""
        return not self._learning and (self._advise(dt) or self._watch())

    def _advise(self, dt: float) -> bool:
        """Take the demo's next action, and tell the chance; return whether some of it is due."""
        if not self.available:
            self._demo = False
            return False
        choosing, preferences, busy = self._choosing, self._choosing.kit.preferences, self._choosing.showing.busy
        if self._demo and not busy:
            self.hints.glance(choosing.view, remembering=self._remembering)
            self._demo_waits += dt
            best = self.hints.best
            if best is not None and self._demo_waits >= DEMO_PACE[preferences.speed]:
                self._demo_waits = 0.0
                self._chair.count_hint()
                choosing.follow(best.action)
        elif preferences.chance_line and not busy and self.hints.hint is None:
            self.hints.glance(choosing.view, remembering=self._remembering)
        if choosing.panels.say_chance(self.hints.chance):
            choosing.refresh()
        return self._demo or self.hints.thinking

    def _watch(self) -> bool:
        """Look whether the game can still be won, and tell where it cannot; return whether that is being thought of."""
        choosing, changed = self._choosing, False
        if not choosing.kit.preferences.tell_lost:
            changed = self.lost.forget()
        elif not choosing.over and not choosing.showing.busy and self._chair.standing().actions:
            changed = self.lost.watch(choosing.view, remembering=self._remembering)
        if changed:
            choosing.refresh()
        return self.lost.thinking
