"""What the table says in words, to those who cannot see it: what is asked, what lies where, what has happened.

Where several people share the screen, it is what all of them may know: nothing of what one of them chooses or writes.
"""

from __future__ import annotations

from game.core import Reason
from scenes import narration
from scenes.desk import NOTHING, Offer
from scenes.scene import Spoken
from scenes.table.advice import Advice
from scenes.table.choosing import Choosing


class Telling:
    """The words of one table."""

    def __init__(self, choosing: Choosing, advice: Advice) -> None:
        self._choosing = choosing
        self._advice = advice
        self._kit = choosing.kit
        self._desk = choosing.desk
        self._shared = choosing.match.sitting.shared
        self._lay = tuple(self._places(choosing.showing.common))
        """What lay at every place when that was last said, or when somebody sat down."""

    def spoken(self, title: str) -> Spoken:
        """Return what is asked, chosen and advised, where the frame is, and what happened since the last call."""
        view = self._choosing.showing.common
        news = [self._kit.words.say(reason) for reason in self._choosing.news.take()]
        if self._choosing.showing.still:
            before, self._lay = self._lay, tuple(self._places(view))
            news += [line for line in self._lay if line not in before]
        return Spoken(title, tuple(self._asked(view)), self._focus(view), tuple(news))

    def described(self) -> list[str]:
        """Return how the game stands, what is asked, what lies at every place, and where the frame is."""
        view = self._choosing.showing.common
        standing = self._kit.words.say(self._desk.standing(view))
        return [standing, *self._asked(view), *self._places(view), self._focus(view)]

    def _asked(self, view: object) -> list[str]:
        """Return what is asked, what is chosen, and what is advised."""
        outcome = self._choosing.match.chair.standing().outcome
        selection = NOTHING if self._shared else self._choosing.selection
        reasons = [self._desk.prompt(view, selection) if outcome is None else outcome.reason]
        if selection != NOTHING and (chosen := self._desk.caption(view, selection)) is not None:
            reasons.append(chosen)
        if (hint := self._advice.hints.hint) is not None:
            reasons.append(hint.words)
        if outcome is None and self._advice.lost.reason is not None:
            reasons.append(self._advice.lost.reason)
        return [self._kit.words.say(reason) for reason in reasons]

    def _places(self, view: object) -> list[str]:
        """Return what lies at every place."""
        layout = self._desk.layout(view, self._kit.metrics)
        return [self._kit.words.say(reason) for reason in narration.whole_table(self._desk, view, layout, self._notes)]

    @property
    def _notes(self) -> str:
        return "" if self._shared else self._choosing.notes

    def _focus(self, view: object) -> str:
        """Return what the frame of the keys stands at, and what choosing it would do."""
        choosing, focus = self._choosing, self._choosing.focus
        if focus in choosing.panels.stops:
            return self._kit.words(f"table.{focus}")
        if focus is None or focus not in choosing.layout.spots:  # a button may be gone that the last action pressed
            return ""
        layout = self._desk.layout(view, self._kit.metrics) if self._shared else choosing.layout
        found = narration.at_spot(self._desk, view, layout, focus, self._notes)
        offer = Offer() if self._shared else choosing.offer()
        if found is not None and focus in offer.targets:
            caption = self._desk.caption(choosing.view, offer.targets[focus])
            act = caption if caption is not None else Reason.of("narration.choose")
            found = Reason.of("narration.may", what=found, act=act)
        return "" if found is None else self._kit.words.say(found)
