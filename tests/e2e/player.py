"""A player at the packaged program: hands on the real window, eyes on the real save file and the real pixels.

Where to point follows from the game's own layout; what lies there is known from the save, replayed through the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game.core import BadInput, Seat
from game.deck_defence.public import Action, Explore, HoldOff, Muster, Reorder, Repel, View, encode
from game.deck_defence.rules import DeckDefence
from game.record import Record, load
from game.table import Table, lay_again
from scenes.deck_defence import gestures
from scenes.deck_defence.desk import DeckDefenceDesk
from scenes.desk import NOTHING, Layout, Selection
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from tests.e2e.window import Point, Program, until
from tests.scenes.sitting import swaps

DESK = DeckDefenceDesk()
GAME = DeckDefence()


@dataclass
class Player:
    """Plays Deck Defence in a window; `folder` is the program's data folder."""

    program: Program
    folder: Path
    focus: str | None = None
    kinds: set[str] = field(default_factory=set)
    """What was done by a drag: "muster", "hold off", "explore", "repel"."""

    def record(self) -> Record | None:
        """Return what is on disk, or None where nothing is."""
        try:
            return load((self.folder / "table.tefuda").read_text(encoding="utf-8"))
        except (FileNotFoundError, BadInput):
            return None

    def table(self) -> Table[Any, Any, Any, View, Any]:
        """Return the table that the save describes."""
        record = until(self.record, "a saved game")
        return lay_again(GAME, record)

    def view(self) -> View:
        """Return what the player sees, by the save."""
        return self.table().view(Seat(0))

    def layout(self, view: View) -> Layout:
        """Return where everything lies in the window as it is now."""
        return DESK.layout(view, Metrics(self.program.window.size()))

    def wait_for(self, actions: int) -> None:
        """Wait until so many actions are on disk."""

        def saved() -> bool:
            record = self.record()
            return record is not None and record.at == actions

        try:
            until(saved, f"{actions} actions on disk")
        except AssertionError as error:
            log = (self.folder / "tefuda.log").read_text(encoding="utf-8")
            error.add_note(f"the program's log ends with:\n{log[-1000:]}")
            raise

    # By mouse

    def drag_action(self, action: Action) -> None:
        """Carry out an action by drags (and clicks where the rules ask for a choice), and wait until it is on disk."""
        table = self.table()
        view, done = table.view(Seat(0)), table.record().at
        window, spots = self.program.window, self.layout(view).spots
        match action:
            case Muster(main, hand, _):
                self._drag(spots, f"M{main + 1}", f"H{hand + 1}", "muster")
            case HoldOff(main, occupied, _):
                self._drag(spots, f"M{main + 1}", f"O{occupied + 1}", "hold off")
            case Explore(hand):
                self._drag(spots, f"H{hand + 1}", "discard", "explore")
            case Repel(target, hands, _):
                self._repel(view, spots, str(target), hands)
            case Reorder(order):
                for one, other in swaps(order):
                    self._drag(spots, one, other, "swap")
                self._drag(spots, "R1", "deck", "put back")
        if self._asks_for_refill(view, action):
            assert not isinstance(action, Explore | Reorder)
            assert action.refill is not None
            window.click(spots[f"R{action.refill + 1}"].center)
        self.wait_for(done + 1)
        self.focus = None

    def _drag(self, spots: Any, source: str, target: str, kind: str) -> None:
        self.kinds.add(kind)
        self.program.window.drag(_hold(spots[source]), _hold(spots[target]))

    def _repel(self, view: View, spots: Any, target: str, hands: tuple[int, ...]) -> None:
        place = gestures.place(target)
        assert place is not None
        wanted = tuple(sorted(hands))
        if "repel" in self.kinds and gestures.sensible(view, place, hands[:1]) == [wanted]:
            self._drag(spots, f"H{hands[0] + 1}", target, "repel with a hand card")
        elif gestures.sensible(view, place) == [wanted]:
            self._drag(spots, target, "repelled", "repel")
        else:
            for spot in (target, *(f"H{hand + 1}" for hand in hands), "repelled"):
                self.program.window.click(_hold(spots[spot]))

    def _asks_for_refill(self, view: View, action: Action) -> bool:
        if isinstance(action, Explore | Reorder) or action.refill is None:
            return False
        last = isinstance(action, Repel) and len(view.areas.repelled) == 8
        return not last and len({card for card in view.areas.reveal if card is not None}) > 1

    # By keys

    def key_action(self, action: Action) -> None:
        """Carry out an action by Tab and Enter alone, and wait until it is on disk."""
        table = self.table()
        view, done = table.view(Seat(0)), table.record().at
        selection = NOTHING
        for spot in self._path(action):
            result = DESK.offer(view, selection).targets[spot]
            self._go(view, selection, spot)
            self.program.window.key("Return")
            if isinstance(result, Selection):
                selection = result
                self._rest(view, selection)
                continue
            break
        else:
            if selection.pending:
                assert not isinstance(action, Explore | Reorder)
                assert action.refill is not None
                self._go(view, selection, f"R{action.refill + 1}")
                self.program.window.key("Return")
        self.wait_for(done + 1)
        self._rest(self.view(), NOTHING)

    def _rest(self, view: View, selection: Selection) -> None:
        """Follow the focus where it goes by itself once something was chosen."""
        rest = DESK.offer(view, selection).rest
        if rest is not None and not selection.spots:
            self.focus = rest

    def _path(self, action: Action) -> tuple[str, ...]:
        match action:
            case Muster(main, hand, _):
                return (f"M{main + 1}", f"H{hand + 1}")
            case HoldOff(main, occupied, _):
                return (f"M{main + 1}", f"O{occupied + 1}")
            case Explore(hand):
                return (f"H{hand + 1}", "discard")
            case Reorder(order):
                return (*(spot for swap in swaps(order) for spot in swap), "deck")
            case Repel(target, hands, _):
                return (str(target), *(f"H{hand + 1}" for hand in hands), "repelled")

    def _go(self, view: View, selection: Selection, spot: str) -> None:
        """Press Tab until the focus is on a spot: it goes round among those that can be chosen."""
        offered = DESK.offer(view, selection).targets
        order = [one for one in self.layout(DESK.preview(view, selection)).spots if one in offered]
        if self.focus in order:
            steps = (order.index(spot) - order.index(self.focus)) % len(order)
        else:
            steps = order.index(spot) + 1
        if steps:
            self.program.window.key(*["Tab"] * steps)
        self.focus = spot

    # Eyes

    def sees(self, actions: int, *only: str) -> None:
        """Wait until the window shows every open card of the position after `actions` actions where it belongs.

        Where spots are named, only theirs: while something is chosen, all others may lie in the shade.
        """
        self.wait_for(actions)
        view = self.view()
        layout = self.layout(view)
        painter = Painter()

        def shown() -> bool:
            picture = self.program.window.screenshot()
            return all(
                _alike(picture, DESK.face(painter, pose.face, round(pose.width)), (pose.x, pose.y))
                for key, pose in layout.cards.items()
                if (key in only if only else key in layout.top.values() or key == "discard")
            )

        until(shown, f"the cards of {[encode(action) for action in view.legal][:3]}… on the screen")


def _hold(rect: pygame.Rect) -> Point:
    """Return a point low on a card, where it is not covered by others."""
    return rect.centerx, rect.bottom - rect.h // 4 if rect.h < 2 * rect.w else rect.centery


def _alike(picture: pygame.Surface, face: pygame.Surface, centre: tuple[float, float]) -> bool:
    """Whether the middle of a card's face is on the picture, but for a little rounding of colours."""
    w, h = face.get_size()
    left, upper = round(centre[0] - w / 2), round(centre[1] - h / 2)
    for x in range(w // 5, w * 4 // 5, 5):
        for y in range(h // 5, h * 4 // 5, 5):
            seen, drawn = picture.get_at((left + x, upper + y)), face.get_at((x, y))
            if any(abs(seen[channel] - drawn[channel]) > 10 for channel in range(3)):
                return False
    return True
