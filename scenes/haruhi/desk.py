"""The side of 涼宮ハルヒの贈殖 at the table scene: the parts of this package put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pygame

from game.core import Beat, Reason
from game.haruhi import card_set
from game.haruhi.choices import accused_events
from game.haruhi.notices import Notice
from game.haruhi.public import Action, HandOut, View
from scenes.desk import BACK, Face, Frame, Group, Layout, Move, Offer, Selection
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.haruhi import chronicle, cues, frames, gestures, layout, moves, notebook, reading, refusals, speech, told
from scenes.haruhi import shown as pictures
from scenes.haruhi.chronicle import Chronicle
from scenes.haruhi.faces import EVENT_BACK, ROLE_BACK, FaceMaker, card_looks, event_face, face_maker, role_face
from scenes.haruhi.furniture import Furnisher
from scenes.haruhi.layout import BARE, KNOWN
from scenes.haruhi.notebook import Notebook
from scenes.haruhi.plan import Plan, plan
from scenes.haruhi.shown import Shown, shown
from scenes.haruhi.speech import Speech
from scenes.haruhi.stands import Stands
from scenes.host import Match
from scenes.scene import Kit
from scenes.sound.sound import Cue
from scenes.table.unadvised import Unadvised


class HaruhiDesk(Unadvised):
    """See `scenes.desk.Desk`. Views of this desk are `View`s, or `Shown` pictures of moments between them."""

    game_id = card_set.ID
    unadvised = "haruhi.no_advice"

    def __init__(self, match: Match) -> None:
        cards = match.chair.view().board.card_set
        sitting = match.sitting
        self._seats = len(match.chair.view().board.hands)
        self._first = 0 if sitting.around else match.chair.seat
        self._cards = cards
        self._makers: dict[str, FaceMaker] = {}
        self._speech = Speech(sitting.names)
        self._chronicle = Chronicle(self._speech)
        self._furnisher = Furnisher(self._speech, Stands(self._speech, sitting.marks), sitting.around)
        self._notebook = Notebook(sitting.names, sitting.marks)
        self.deck = (self.game_id, match.options.get("cards"))
        self._gifts: tuple[Face, ...] = (BACK, *(str(card) for card in cards.kinds))
        self._events: tuple[Face, ...] = (EVENT_BACK, *(event_face(event) for event in cards.event_cards))
        self._roles: tuple[Face, ...] = tuple([role_face(character.person) for character in cards.characters])

    def _plan(self, metrics: Metrics) -> Plan:
        return plan(metrics, self._seats)

    # Where it lies

    def layout(self, view: View | Shown, metrics: Metrics) -> Layout:
        """Return where everything lies."""
        picture = shown(view)
        return layout.layout(picture, metrics, self._first, tuple(gestures.buttons(picture)))

    def face(self, painter: Painter, face: Face, width: int) -> pygame.Surface:
        """Return the picture of a card, dimmed where it lies face down and is known all the same."""
        language = "" if face.endswith(BARE) else painter.language
        if language not in self._makers:
            self._makers[language] = face_maker(card_looks(self._cards, language))
        whole = self._makers[language](painter, face.removesuffix(KNOWN).removesuffix(BARE), width)
        return painter.dimmed(whole) if face.endswith(KNOWN) else whole

    def reading(self, face: Face) -> tuple[Reason, ...]:
        """Return what a card says in words."""
        return reading.reading(self._cards, face)

    def furniture(self, view: View | Shown, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return the panels with what is told in them, spaces, and the buttons of the phase."""
        return self._furnisher.furniture(shown(view), kit, self._plan(kit.metrics), layout_, self._first)

    def marks(self, view: View | Shown, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return the signs beside the seats, and which events count double."""
        return self._furnisher.marks(shown(view), kit, self._plan(kit.metrics), layout_, self._first)

    def notebook(self, view: View | Shown, kit: Kit, layout_: Layout, notes: str) -> list[Paint]:  # noqa: ARG002 - a protocol's
        """Return the notebook of the player in front."""
        return self._notebook.paint(shown(view), notes, kit, self._plan(kit.metrics).notes)

    def jot(self, view: View | Shown, notes: str, spot: str, step: int) -> str | None:
        """Return the notes with one mark gone on."""
        return notebook.jot(shown(view), notes, spot, step)

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every face, characters as they lie open, as they are known alone, and as they stand to be named."""
        ends = ("", KNOWN, BARE)
        return (*self._gifts, *self._events, ROLE_BACK, *(role + end for end in ends for role in self._roles))

    def prints(self, metrics: Metrics) -> Mapping[int, tuple[Face, ...]]:
        """Return what lies in the middle, in the hand, before the seats, as persons to be named, and on piles."""
        plan = self._plan(metrics)
        gifts, events, roles = self._gifts, self._events, (ROLE_BACK, *self._roles)
        found: dict[int, tuple[Face, ...]] = {}
        for width, faces in (
            (plan.event[2], (*events, *gifts, *roles)),  # gifts and characters at a glance
            (plan.hand, gifts),
            (plan.stand.card, (*gifts, *events, *roles, *(role + KNOWN for role in self._roles))),
            (plan.stand.small, (*gifts, *events)),
            (plan.person, tuple([role + BARE for role in self._roles])),
            (plan.piles[0].w, (BACK, *events)),
        ):
            found[width] = (*found.get(width, ()), *faces)
        return found

    def log_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the inside of the log's panel."""
        return self._plan(metrics).log.copy()

    def notes_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the notebook's panel, without the edge on which a mark around it lies."""
        return self._plan(metrics).panels["notes"].inflate(-2 * metrics.px(8), -2 * metrics.px(8))

    def button_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the place above the buttons of the phase."""
        return self._plan(metrics).prompt.copy()

    # What can be done

    def offer(self, view: View | Shown, selection: Selection) -> Offer:
        """Return what can be chosen next."""
        return gestures.offer(shown(view), selection)

    def drag(self, view: View | Shown, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
        """Return where the card of a spot can be dropped."""
        return gestures.drag(shown(view), selection, spot)

    def preview(self, view: View | Shown, selection: Selection) -> View | Shown:
        """Return the picture with chosen hand cards looking out, and events where the draft hands them out to."""
        picture = shown(view)
        if isinstance(selection.draft, HandOut):
            return replace(picture, board=frames.handed_out(picture.board, selection.draft))
        chosen = frozenset([place for spot in selection.spots if (place := gestures.place_of(spot)) is not None])
        return replace(picture, chosen=chosen) if chosen else view

    def ways(self, view: View | Shown, before: Selection, after: Selection, layout_: Layout) -> tuple[Group, ...]:
        """Return how events go when the draft of who gets them changes."""
        picture = shown(view)
        if not isinstance(before.draft, HandOut) and not isinstance(after.draft, HandOut):
            return ()
        old, new = (gestures.draft(picture, selection).receivers for selection in (before, after))
        events = accused_events(picture.board)
        moved = [event for event, was, now in zip(events, old, new, strict=True) if was != now]
        keys = [f"E{event.number}" for event in moved if f"E{event.number}" in layout_.cards]
        return (tuple([Move(key, key) for key in keys]),) if keys else ()

    def eager(self, view: View | Shown, spot: str) -> Selection | None:
        """Return what a double click does."""
        return gestures.eager(shown(view), spot)

    def why_not(self, view: View | Shown, selection: Selection, spot: str) -> Reason:
        """Return why a spot cannot follow."""
        return refusals.why_not_spot(shown(view), selection, spot)

    def digit(self, view: View | Shown, selection: Selection, number: int) -> str | None:
        """Return what a digit chooses: from the left, and the two buttons by 9 and 0."""
        return gestures.digit(shown(view), selection, number, self._first)

    # What is shown

    def moves(
        self, before: View | Shown | None, after: View | Shown, beat: Beat[View | Shown, Notice], layout_: Layout
    ) -> tuple[Group, ...]:
        """Return how the cards went."""
        return moves.moves(before, after, beat, layout_)

    def unfold(self, before: View | Shown, beat: Beat[View | Shown, Notice]) -> tuple[Frame, ...]:
        """Return the beat part by part; what others do, and what is over soon, stays to be looked at."""
        return frames.unfold(before, beat)

    def covered(self, beat: Beat[View | Shown, Notice]) -> Beat[Shown, Notice]:
        """Return a beat as it is seen while hand and character lie face down."""
        return pictures.covered(beat)

    # Words

    def caption(self, view: View | Shown, result: Action | Selection) -> Reason | None:
        """Return what an action would do, or what the chosen cards come to."""
        return self._speech.caption(shown(view), result)

    def taken(self, result: Action | Selection) -> tuple[str, ...]:  # noqa: ARG002 - a protocol's
        """Return nothing: a card goes alone, or with those chosen before."""
        return ()

    def prompt(self, view: View | Shown, selection: Selection) -> Reason:
        """Return what the player is asked to do, or while something is shown what that is."""
        picture = shown(view)
        if picture.momentary:
            return self._chronicle.line(Beat(picture, picture.news)) or self._speech.standing(picture)
        return self._speech.prompt(picture, selection)

    def cues(self, beat: Beat[View | Shown, Notice]) -> tuple[Cue, ...]:
        """Return what a beat sounds like."""
        return cues.cues(beat)

    def log_line(self, beat: Beat[View | Shown, Notice]) -> Reason | None:
        """Return what the log says: what everybody at the table has noticed."""
        return self._chronicle.line(beat)

    def places(self, beat: Beat[View | Shown, Notice]) -> tuple[str, ...]:
        """Return the panels of the seats that the log's line speaks of."""
        return chronicle.places(beat)

    def read(self, face: Face) -> Reason:
        """Return a card's name."""
        return told.read(self._cards, face)

    def told(self, view: View | Shown, spot: str, lying: Reason | None, notes: str) -> Reason | None:
        """Return what is at a spot, in words."""
        return told.told(self._speech, shown(view), spot, lying, notes)

    def standing(self, view: View | Shown) -> Reason:
        """Return which auction it is, whose turn, and what is to be decided."""
        return self._speech.standing(shown(view))

    def help_section(self, view: View | Shown, selection: Selection) -> str:
        """Return the section of the rules that fits what is being done."""
        return speech.help_section(shown(view), selection)
