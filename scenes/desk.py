"""What a game brings to the table scene: where its cards lie, how they move, what can be done with them, its words.

The table scene knows no game; it draws layouts, plays moves and turns selections into actions through this protocol.
Everything a desk says follows from Views and notices alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import pygame

from game.core import Beat, Reason
from game.record import Record
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.inputs import Point
from scenes.scene import Kit
from scenes.sound.sound import Cue

Face = str
"""What a card shows, as the game's own short text ("S1")."""
BACK: Face = ""
"""The face of a card that lies face down."""


def is_back(face: Face) -> bool:
    """Whether a face is a back: `BACK`, or in a game whose cards have several backs one that ends with "-"."""
    return face == BACK or face.endswith("-")


@dataclass(frozen=True, slots=True)
class Pose:
    """A card on the table: its centre, its width in pixels, its face. A `pile` of more than one is drawn as thick."""

    x: float
    y: float
    width: float
    face: Face
    pile: int = 1

    def at(self, x: float, y: float) -> Pose:
        """Return the same card elsewhere."""
        return replace(self, x=x, y=y)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies for one View and one window size.

    `cards` is in painter's order, keyed by the card's place ("M1", "H2.0"). `spots` are the places that can be pointed
    at, keyed by their own names ("H2"). `top` names, for spots with a card that can be taken, that card. `closer` are
    spots whose card is too small to read where it lies, and how wide it is when it is shown large. `steady` cards do
    not step back while others can be chosen.
    """

    cards: Mapping[str, Pose]
    spots: Mapping[str, pygame.Rect]
    top: Mapping[str, str]
    closer: Mapping[str, int] = field(default_factory=dict)
    steady: frozenset[str] = frozenset()

    def spots_at(self, pos: Point) -> list[str]:
        """Return the spots under a point, the smallest first."""
        under = [(rect.w * rect.h, spot) for spot, rect in self.spots.items() if rect.collidepoint(pos)]
        return [spot for _, spot in sorted(under)]

    def spot_at(self, pos: Point) -> str | None:
        """Return the smallest spot under a point."""
        return next(iter(self.spots_at(pos)), None)


@dataclass(frozen=True, slots=True)
class Move:
    """One card's way from a card of the layout before to a card of the layout after, perhaps over a spot (`via`).

    A `Pose` as source is a card that comes from nowhere (the shuffle); as target, one that ends there. `face` is what
    the card shows all the way, for one that goes under another: a pile tells the face of its top alone.
    """

    source: str | Pose
    target: str | Pose
    via: str | None = None
    face: Face | None = None


Group = tuple[Move, ...]
"""Moves that start together, a little staggered."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What has been chosen for an action in the making.

    `spots` in the order of choosing; `pending` are complete actions that differ in one last choice only. `draft` is a
    complete action that may still be changed; it outlasts the choice of spots by which it is changed.
    """

    spots: tuple[str, ...] = ()
    pending: tuple[Any, ...] = ()
    draft: Any = None

    @property
    def shown_done(self) -> bool:
        """Whether the table is shown as the action leaves it, as far as it is made."""
        return bool(self.pending) or self.draft is not None

    def without_spots(self) -> Selection:
        """Return what is left when the chosen spots are let go: the draft."""
        return Selection(draft=self.draft)


NOTHING = Selection()


@dataclass(frozen=True, slots=True)
class Offer:
    """What can follow a selection.

    `targets` maps each spot that may be chosen next to the action this completes or the selection it leads to.
    `ready` is the action that is complete already and only waits for a yes. `afresh` maps spots that do not go on with
    the selection but may begin another one; they do not light up. `rest` is the spot that means `ready`, where there is
    one: the frame of the keys rests there when it has chosen. `yes` and `no` are what the buttons are called that carry
    out `ready` and let go.
    """

    targets: Mapping[str, Any] = field(default_factory=dict)
    ready: Any = None
    afresh: Mapping[str, Selection] = field(default_factory=dict)
    rest: str | None = None
    yes: str = "table.yes"
    no: str = "table.no"


@dataclass(frozen=True, slots=True)
class Frame:
    """A part of a beat that is shown by itself: the view of its `beat` is what the table looks like after it.

    One that `stays` is to be looked at: what follows waits as long as the players want it to.
    """

    beat: Beat[Any, Any]
    stays: bool = False


class Desk(Protocol):
    """A game's side of the table scene. `view` is always that game's View, `beat` a beat of it."""

    @property
    def game_id(self) -> str:
        """The id of the game."""
        ...

    @property
    def deck(self) -> Hashable:
        """What tells its cards from those of other tables: where it is the same, a face is the same card."""
        ...

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every face of the game's cards, the back included."""
        ...

    def layout(self, view: Any, metrics: Metrics) -> Layout:
        """Return where everything lies: a pure map of a View and a size."""
        ...

    def face(self, painter: Painter, face: Face, width: int) -> pygame.Surface:
        """Return the picture of a card, kept by the painter."""
        ...

    def reading(self, face: Face) -> tuple[Reason, ...]:
        """Return what a card is called and what the rules say of it, in short sentences; nothing of a back."""
        ...

    def furniture(self, view: Any, kit: Kit, layout: Layout) -> list[Paint]:
        """Return panels, spaces and labels: what lies under the cards."""
        ...

    def marks(self, view: Any, kit: Kit, layout: Layout) -> list[Paint]:
        """Return what lies on the cards, such as the numbers of an order: it belongs to the spots, not to the cards."""
        ...

    def notebook(self, view: Any, kit: Kit, layout: Layout, notes: str) -> list[Paint]:
        """Return what stands in the player's own notebook, over the furniture; nothing in a game without one.

        `notes` are what the seat of `view` has written, empty while its hand lies face down. They may be any text.
        """
        ...

    def jot(self, view: Any, notes: str, spot: str, step: int) -> str | None:
        """Return `notes` with the mark at `spot` gone on by `step`, 1 or -1; None where no mark can be set."""
        ...

    def prints(self, metrics: Metrics) -> Mapping[int, tuple[Face, ...]]:
        """Return the faces that may come to lie at each width, in pixels: they are drawn before the table is laid."""
        ...

    def log_area(self, metrics: Metrics) -> pygame.Rect:
        """Return where the log stands."""
        ...

    def button_area(self, metrics: Metrics) -> pygame.Rect:
        """Return where the buttons stand."""
        ...

    def notes_area(self, metrics: Metrics) -> pygame.Rect | None:
        """Return where the notebook stands; None in a game without one."""
        ...

    def offer(self, view: Any, selection: Selection) -> Offer:
        """Return what can be chosen after `selection`, by click or key."""
        ...

    def drag(self, view: Any, selection: Selection, spot: str) -> Mapping[str, Any]:
        """Return where the card of `spot` can be dropped, and what each drop leads to (as `Offer.targets`)."""
        ...

    def preview(self, view: Any, selection: Selection) -> Any:
        """Return the view to show while `selection` is open: what was done so far, done."""
        ...

    def ways(self, view: Any, before: Selection, after: Selection, layout: Layout) -> tuple[Group, ...]:
        """Return how the cards go when the selection changes: from the preview of `before` to that of `after`.

        `layout` is that of the latter. Where they are to lie there at once there are none.
        """
        ...

    def eager(self, view: Any, spot: str) -> Any:
        """Return what a double click on `spot` does: the only sensible action or selection, or None."""
        ...

    def why_not(self, view: Any, selection: Selection, spot: str) -> Reason:
        """Return why `spot` cannot follow `selection`."""
        ...

    def caption(self, view: Any, result: Any) -> Reason | None:
        """Return what a result of `offer` or `drag` means, in words, or None where the prompt says it all."""
        ...

    def taken(self, result: Any) -> tuple[str, ...]:
        """Return the spots whose cards a result of `drag` takes along."""
        ...

    def prompt(self, view: Any, selection: Selection) -> Reason:
        """Return what the player is asked to do."""
        ...

    def digit(self, view: Any, selection: Selection, number: int) -> str | None:
        """Return the spot that a digit key means now."""
        ...

    def moves(self, before: Any, after: Any, beat: Beat[Any, Any], layout: Layout) -> tuple[Group, ...]:
        """Return how the cards went from view `before` (None at the deal) to `after` by the notices of `beat`."""
        ...

    def unfold(self, before: Any, beat: Beat[Any, Any]) -> tuple[Frame, ...]:
        """Return a beat as what is seen one after the other, from view `before` on.

        The last frame has the beat's own view, all of them together its notices. Most beats are one frame.
        """
        ...

    def covered(self, beat: Beat[Any, Any]) -> Beat[Any, Any]:
        """Return a beat as somebody may see it who looks over the player's shoulder while the hand lies face down.

        What can be done in the view of it must not follow from the hidden cards either. A game without a hidden hand
        returns the beat itself.
        """
        ...

    def cues(self, beat: Beat[Any, Any]) -> tuple[Cue, ...]:
        """Return what a beat, or a frame of it, sounds like, in the order of `moves`.

        It follows from what everybody at the table knows, for everybody hears it: covered or not, it is the same.
        """
        ...

    def log_line(self, beat: Beat[Any, Any]) -> Reason | None:
        """Return what the log says of a beat, or None."""
        ...

    def places(self, beat: Beat[Any, Any]) -> tuple[str, ...]:
        """Return the spots that the log's line about a beat speaks of."""
        ...

    def read(self, face: Face) -> Reason:
        """Return what a card is called that shows `face`, which is no back."""
        ...

    def told(self, view: Any, spot: str, lying: Reason | None, notes: str) -> Reason | None:
        """Return what is at a spot, in words; `lying` names the cards that are drawn there.

        `spot` may also be the beginning of the names of cards that lie at no spot. None where there is nothing to say.
        """
        ...

    def standing(self, view: Any) -> Reason:
        """Return how far the game is, in a few words that everybody may read."""
        ...

    def help_section(self, view: Any, selection: Selection) -> str:
        """Return the section of the rules that helps now."""
        ...

    def remember(self, memory: Any, beat: Beat[Any, Any]) -> Any:
        """Return what a player who forgets nothing remembers after one more beat; None before the first."""
        ...

    def advise(self, view: Any, memory: Any, seed: int, stop: Callable[[], bool]) -> Iterator[tuple[Any, ...]]:
        """Yield the `scenes.table.hints.Hint`s for a view, best first, better and better founded until `stop`.

        It runs in a thread of its own and is given nothing that changes. `memory` is None for hints that see only what
        lies open now. The same arguments give the same hints where `stop` says the same.
        """
        ...

    def no_advice(self, view: Any) -> Reason | None:
        """Return why there are no hints by the rules of this table, or None where there are."""
        ...

    def aid(self, view: Any) -> Reason | None:
        """Return a line of help that the table's options allow, or None."""
        ...

    def proof(self, view: Any, memory: Any, stop: Callable[[], bool]) -> Reason | None:
        """Return why the game can no longer be won, whatever comes; None where that is not proved before `stop`.

        Never false, by what the player knows alone. It runs in a thread of its own; `memory` is as for `advise`.
        """
        ...

    def review(self, record: Record, stop: Callable[[], bool]) -> Iterator[Any]:
        """Yield growing `scenes.after.review.Reviewed`s of a finished game until it is done, or `stop`.

        It runs in a thread.

        Nothing is yielded by a game that has no review (see `scenes.after.result.REVIEWED`).
        """
        ...
