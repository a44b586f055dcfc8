"""Kan'u Collection's side of the table scene: the parts of this package put together."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core import Beat, Reason
from game.kanu import card_set
from game.kanu.public import Action, Notice, View
from scenes.desk import BACK, Face, Frame, Group, Layout, Offer, Selection
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.host import Match
from scenes.kanu import cues, frames, gestures, layout, moves, reading, refusals, speech, told
from scenes.kanu import shown as pictures
from scenes.kanu.faces import card_looks, face_maker, series_looks
from scenes.kanu.furniture import Furnisher
from scenes.kanu.plan import Plan, plan
from scenes.kanu.shown import Shown, shown
from scenes.kanu.speech import Speech
from scenes.scene import Kit
from scenes.sound.sound import Cue
from scenes.table.unadvised import Unadvised


class KanuDesk(Unadvised):
    """See `scenes.desk.Desk`. Views of this desk are `View`s, or `Shown` pictures of moments between them."""

    game_id = card_set.ID
    unadvised = "kanu.no_advice"

    def __init__(self, match: Match) -> None:
        board = match.chair.view().board
        cards = self._cards = board.card_set
        sitting = match.sitting
        self._seats, self._rows, self._columns = len(board.hands), cards.rows, cards.columns
        self._first = 0 if sitting.around else match.chair.seat
        self._draw = face_maker(card_looks(cards))
        self._speech = Speech(sitting.names, bool(match.options.get("log_remembers", False)))
        self._furnisher = Furnisher(self._speech, sitting.marks, series_looks(cards), sitting.around)
        self.deck = (self.game_id, match.options.get("cards"))
        self.faces: tuple[Face, ...] = (BACK, *(str(card) for card in cards.kinds))

    def _plan(self, metrics: Metrics) -> Plan:
        return plan(metrics, self._seats, self._rows, self._columns)

    # Where it lies

    def layout(self, view: View | Shown, metrics: Metrics) -> Layout:
        """Return where everything lies."""
        return layout.layout(shown(view), metrics, self._first)

    def face(self, painter: Painter, face: Face, width: int) -> pygame.Surface:
        """Return the picture of a card."""
        return self._draw(painter, face, width)

    def reading(self, face: Face) -> tuple[Reason, ...]:
        """Return what a card says in words."""
        return reading.reading(self._cards, face)

    def furniture(self, view: View | Shown, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return panels with headings and counts, spaces, and the buttons of the actions."""
        return self._furnisher.furniture(shown(view), kit, self._plan(kit.metrics), layout_, self._first)

    def marks(self, view: View | Shown, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return the signs beside the seats: answers, raised hands, dice."""
        return self._furnisher.marks(shown(view), kit, self._plan(kit.metrics), layout_, self._first)

    def notebook(self, view: View | Shown, kit: Kit, layout_: Layout, notes: str) -> list[Paint]:  # noqa: ARG002 - a protocol's
        """Return nothing: remembering is the game."""
        return []

    def jot(self, view: View | Shown, notes: str, spot: str, step: int) -> str | None:  # noqa: ARG002 - a protocol's
        """Return None: nothing is written down."""
        return None

    def prints(self, metrics: Metrics) -> Mapping[int, tuple[Face, ...]]:
        """Return all cards as large as on the field, in the hand, captured, and in the middle."""
        plan = self._plan(metrics)
        return dict.fromkeys((plan.field, plan.hand, plan.close, plan.pair, plan.laid), self.faces)

    def log_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the inside of the log's panel."""
        return self._plan(metrics).log.copy()

    def button_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the place beside the actions."""
        return self._plan(metrics).buttons.copy()

    def notes_area(self, metrics: Metrics) -> pygame.Rect | None:  # noqa: ARG002 - a protocol's
        """Return None: there is no notebook."""
        return None

    # What can be done

    def offer(self, view: View | Shown, selection: Selection) -> Offer:
        """Return what can be chosen next."""
        return gestures.offer(shown(view), selection)

    def drag(self, view: View | Shown, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
        """Return where the card of a spot can be dropped."""
        return gestures.drag(shown(view), selection, spot)

    def preview(self, view: View | Shown, selection: Selection) -> View | Shown:  # noqa: ARG002 - a protocol's
        """Return the view itself: nothing is done before an action is complete."""
        return view

    def ways(
        self,
        view: View | Shown,  # noqa: ARG002 - a protocol's
        before: Selection,  # noqa: ARG002 - a protocol's
        after: Selection,  # noqa: ARG002 - a protocol's
        layout_: Layout,  # noqa: ARG002 - a protocol's
    ) -> tuple[Group, ...]:
        """Return no ways: choosing moves no card."""
        return ()

    def eager(self, view: View | Shown, spot: str) -> Action | None:
        """Return what a double click does."""
        return gestures.eager(shown(view), spot)

    def why_not(self, view: View | Shown, selection: Selection, spot: str) -> Reason:
        """Return why a spot cannot follow."""
        return refusals.why_not_spot(shown(view), selection, spot)

    def digit(self, view: View | Shown, selection: Selection, number: int) -> str | None:
        """Return an action's button, or what is to be chosen for it."""
        return gestures.digit(shown(view), selection, number)

    # What is shown

    def moves(
        self, before: View | Shown | None, after: View | Shown, beat: Beat[View | Shown, Notice], layout_: Layout
    ) -> tuple[Group, ...]:
        """Return how the cards went."""
        return moves.moves(before, after, beat, layout_)

    def unfold(self, before: View | Shown, beat: Beat[View | Shown, Notice]) -> tuple[Frame, ...]:
        """Return the beat part by part; answers, dice and what closes again stay to be looked at."""
        return frames.unfold(before, beat)

    def covered(self, beat: Beat[View | Shown, Notice]) -> Beat[Shown, Notice]:
        """Return a beat as it is seen while the hand lies face down."""
        return pictures.covered(beat)

    # Words

    def caption(self, view: View | Shown, result: Action | Selection) -> Reason | None:
        """Return what an action would do; of a selection the prompt says all."""
        return None if isinstance(result, Selection) else self._speech.caption(shown(view), result)

    def taken(self, result: Action | Selection) -> tuple[str, ...]:  # noqa: ARG002 - a protocol's
        """Return nothing: a card goes alone, or with those chosen before."""
        return ()

    def prompt(self, view: View | Shown, selection: Selection) -> Reason:
        """Return what the player is asked to do."""
        return self._speech.prompt(shown(view), selection)

    def cues(self, beat: Beat[View | Shown, Notice]) -> tuple[Cue, ...]:
        """Return what a beat sounds like."""
        return cues.cues(beat)

    def log_line(self, beat: Beat[View | Shown, Notice]) -> Reason | None:
        """Return what the log says; cards that were closed again are not named, unless the options say so."""
        return self._speech.log_line(beat)

    def places(self, beat: Beat[View | Shown, Notice]) -> tuple[str, ...]:
        """Return the panels of the seats that the log's line speaks of."""
        return speech.places(beat)

    def read(self, face: Face) -> Reason:
        """Return a card's name."""
        return told.read(self._cards, face)

    def told(self, view: View | Shown, spot: str, lying: Reason | None, notes: str) -> Reason | None:  # noqa: ARG002 - a protocol's
        """Return what is at a spot, in words."""
        return told.told(self._speech, shown(view), spot, lying)

    def standing(self, view: View | Shown) -> Reason:
        """Return whose turn it is and what is to be decided."""
        return self._speech.standing(shown(view))

    def help_section(self, view: View | Shown, selection: Selection) -> str:
        """Return the section of the rules that fits what is being done."""
        return speech.help_section(shown(view), selection)
