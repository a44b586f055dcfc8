"""The computer players of Kan'u Collection: three levels of one and the same player, told apart by their memory.

What it remembers is in `kanu_memory`, what it concludes in `kanu_belief`, what it makes of it in `kanu_choice`.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.core import Decision, Level, Stop
from game.bots.kanu_belief import Belief
from game.bots.kanu_choice import Choice
from game.bots.kanu_memory import PERFECT, Memory, Notes, remembered
from game.bots.kanu_pack import Pack
from game.bots.kanu_values import Worth
from game.core import Beat
from game.kanu.public import Action, Notice, View
from game.rng import Random


@dataclass(frozen=True, slots=True)
class Style:
    """How a level plays: its memory, whether it judges roughly, and whether it weighs what every hand has room for."""

    memory: Memory
    rough: bool
    exact: bool
    worth: Worth


STYLES = {
    Level.EASY: Style(
        Memory(places=6, facts=28, fades=40, mixed=15, field=False), rough=True, exact=False, worth=Worth()
    ),
    Level.MEDIUM: Style(
        Memory(places=10, facts=40, fades=30, mixed=8, field=False), rough=False, exact=False, worth=Worth()
    ),
    Level.STRONG: Style(PERFECT, rough=False, exact=True, worth=Worth()),
}


class KanuBrain:
    """A `core.Brain` for Kan'u Collection. Its decisions take a few milliseconds at most: it never asks `stop`."""

    def __init__(self, level: Level, style: Style | None = None) -> None:
        self.level = level
        self._style = STYLES[level] if style is None else style
        self._known: Pack | None = None

    def begin(self, view: View, random: Random) -> Notes:  # noqa: ARG002 - the hand is always in the View
        """Return empty notes: nothing has been seen but one's own hand."""
        return Notes(random)

    def see(self, notes: Notes, beat: Beat[View, Notice]) -> Notes:
        """Remember as well as the level can."""
        return remembered(self._style.memory, self._pack(beat.view), notes, beat)

    def choose(self, view: View, notes: Notes, random: Random, stop: Stop) -> Decision[Action]:  # noqa: ARG002 - see above
        """Return the action that is worth most, as far as this level can judge."""
        style = self._style
        belief = Belief(view, notes, self._pack(view), exact=style.exact)
        return Choice(belief, style.worth, random, rough=style.rough).decide()

    def _pack(self, view: View) -> Pack:
        """Return the cards of the game that is played, counted once for all of it."""
        known, card_set = self._known, view.board.card_set
        if known is None or known.card_set is not card_set:
            known = self._known = Pack(card_set)
        return known
