"""What the player at the table holds, has chosen and points at with the keys, and the only way from there to the chair.

All ways of playing (`pointing`, `table_keys`, the buttons) come here with a spot, or with what the desk offered.
Nothing here draws or knows a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.core import Illegal, Reason
from scenes.desk import NOTHING, Desk, Layout, Offer, Pose, Selection
from scenes.drawing.cards import LIFT
from scenes.host import Match
from scenes.narration import News
from scenes.scene import Kit
from scenes.table.holding import Held
from scenes.table.showing import Showing
from scenes.table.table_panels import Panels
from scenes.table.touch_sounds import TouchSounds

_REFUSAL = 3.0
"""Seconds for which a refusal is shown."""
_FAN = 0.3
"""How far a card that is dragged along looks out from behind the next, in card widths."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not done, and the spot it stands beside."""

    reason: Reason
    spot: str


class Choosing:
    """The choice in the making at one table, with what all parts of the table share besides.

    `pressed` is the spot on which the button went down that is still down; `focus` is where the frame of the keys
    stands, a spot or a button of the panels.
    """

    def __init__(self, kit: Kit, match: Match, desk: Desk, showing: Showing, panels: Panels) -> None:
        self.kit = kit
        self.match = match
        self.desk = desk
        self.showing = showing
        self.board = showing.board
        self.panels = panels
        self.touches = TouchSounds(kit.sounds, shared=match.sitting.shared)
        self.news = News()
        self.selection = NOTHING
        self.held: Held | None = None
        self.pressed: str | None = None
        self.focus: str | None = None
        self.refusal: Refusal | None = None
        self._refusal_left = 0.0

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; return whether a refusal is shown."""
        self._refusal_left -= dt
        if self._refusal_left <= 0:
            self.refusal = None
        return self.refusal is not None

    # The table as it is shown

    @property
    def view(self) -> object:
        """The view on the board."""
        return self.board.view

    @property
    def layout(self) -> Layout:
        """Where the cards lie as they are shown: an open choice is shown as done so far."""
        return self.board.layout

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.chair.standing().outcome is not None

    @property
    def idle(self) -> bool:
        """Whether nothing is held and nothing chosen."""
        return self.held is None and self.selection == NOTHING

    def offer(self) -> Offer:
        """Return what can follow the selection: nothing after the end, and a game given up has ended."""
        return Offer() if self.over else self.desk.offer(self.view, self.selection)

    def refresh(self) -> None:
        """Make what surrounds the cards anew."""
        self.panels.refresh(self.view, self.layout, self.selection, self.notes)

    # Choosing

    def choose(self, spot: str) -> None:
        """Choose a spot, as a click or Enter does: go on with the selection, begin one, set a mark, or say why not."""
        if self.jot(spot):
            return
        offer = self.offer()
        if spot in offer.targets or spot in offer.afresh:
            result = offer.targets[spot] if spot in offer.targets else offer.afresh[spot]
            if isinstance(result, Selection):
                self.touches.led_to("lift")
            self.follow(result)
        elif self.selection.pending or spot in self.selection.spots[-1:]:
            self.cancel()
        elif not self.over:
            self.refuse(self.desk.why_not(self.view, self.selection, spot), spot)

    def follow(self, result: object, held: dict[str, Pose] | None = None) -> None:
        """Follow what an offer led to: a selection to go on with, or an action to carry out.

        Cards in `held` set out from where the player let go of them.
        """
        self.put_back()  # what is held came from a table that may look otherwise now
        if isinstance(result, Selection):
            self.select(result, held)
            return
        try:
            self.match.chair.submit(result)
        except Illegal as illegal:  # an offer is made from the legal list; say it all the same, never swallow it
            self.refuse(illegal.reason, self.focus or "buttons")
            self.board.glide_home(held or {})
            return
        self.selection = NOTHING
        self.showing.take(held)

    def select(self, selection: Selection, held: dict[str, Pose] | None = None) -> None:
        """Go on with a selection. Where only a last choice is open, what was chosen so far is shown as done."""
        old, before, self.selection = self.board.layout, self.selection, selection
        self.board.show(self.desk.preview(self.view, selection))
        self.refresh()
        if ways := self.desk.ways(self.view, before, selection, self.board.layout):
            self.board.move(ways, old, held or {})

    def refuse(self, reason: Reason, spot: str) -> None:
        """Say beside a spot why something is not done."""
        self.refusal, self._refusal_left = Refusal(reason, spot), _REFUSAL
        self.touches.led_to("refuse")
        if not self.match.sitting.shared:
            self.news.hear(reason)

    # Letting go

    def cancel(self) -> bool:
        """Let go of what is held or chosen, or where there is nothing of it of the draft; return whether it was any."""
        had = not self.idle
        draft_too = self.held is None and not self.selection.spots
        self.select(NOTHING if draft_too else self.selection.without_spots())
        self.put_back()
        return had

    def let_all_go(self) -> None:
        """Let go of what is held or chosen, the draft as well."""
        self.put_back()
        self.select(NOTHING)

    def put_back(self) -> None:
        """Send home what is held; a button that is still down means nothing any more."""
        held, self.held = self.held, None
        self.pressed = self.panels.pressed = None
        if held is not None and held.dragging:
            self.glide_home(held)

    def glide_home(self, held: Held) -> None:
        """Let what was held glide back to its place."""
        self.touches.led_to("land")
        self.board.glide_home(self.lifted(held))

    def carried(self, held: Held) -> dict[str, Pose]:
        """Return the cards that are dragged, by their keys, the held one last: what was chosen with it comes along."""
        (x, y), spots = held.rect.center, self.selection.spots
        spots = spots if held.joins and held.spot in spots else ()
        along = [self.layout.top[spot] for spot in spots if spot[0] == held.spot[0] and spot in self.layout.top]
        behind = [card for card in along if card != held.card]
        step = held.size[0] * _FAN
        poses = {card: self.layout.cards[card].at(x - step * place, y) for place, card in enumerate(behind, start=1)}
        return {**dict(reversed(poses.items())), held.card: self.layout.cards[held.card].at(x, y)}

    def lifted(self, held: Held) -> dict[str, Pose]:
        """Return where what is dragged sets out from when it is let go: as large as it looks, it settles on its way."""
        return {card: replace(pose, width=pose.width * LIFT) for card, pose in self.carried(held).items()}

    # Taking back

    def undo(self) -> None:
        """Take the last action back, or say why not; a draft goes first, it came after that action."""
        if self.selection.draft is not None:
            self.let_all_go()
        else:
            self._change(self.match.chair.undo)

    def redo(self) -> None:
        """Do again what was taken back, or say why not."""
        self._change(self.match.chair.redo)

    def _change(self, change: Callable[[], None]) -> None:
        self.let_all_go()
        self.showing.land()
        try:
            change()
        except Illegal as illegal:
            self.refuse(illegal.reason, "buttons")
            return
        self.showing.take()
        self.refresh()

    # The player's own notes

    @property
    def notes(self) -> str:
        """What the player has written; nothing while the hand lies face down."""
        return self.match.chair.notes() if self.showing.hand_up else ""

    def jotted(self, spot: str | None, step: int = 1) -> str | None:
        """Return the player's notes with the mark at a spot gone on, None where there is none to set."""
        if spot is None or not self.showing.hand_up:
            return None
        return self.desk.jot(self.view, self.notes, spot, step)

    def jot(self, spot: str | None, step: int = 1) -> bool:
        """Set the mark at a spot of the notebook; return whether there was one. What is chosen stays chosen."""
        notes = self.jotted(spot, step)
        if notes is not None:
            self.touches.led_to("button")
            self.match.chair.jot(notes)
            self.refresh()
        return notes is not None
