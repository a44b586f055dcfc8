"""What lies under and on the cards of 涼宮ハルヒの贈殖: panels with headings, the event in words, buttons.

All of it is drawn from a picture, so that it can tell no more than the picture does. The seats stand in `stands`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

import pygame

from game.haruhi.card_set import PERSONS, SOS, Effect, Op
from game.haruhi.choices import why_none
from game.haruhi.public import LaySos, Phase, person_name
from scenes.desk import Layout
from scenes.drawing import theme
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.haruhi import gestures
from scenes.haruhi.faces import tag_styles
from scenes.haruhi.icons import seal, tag_mark
from scenes.haruhi.layout import naming
from scenes.haruhi.plan import EVENT, PILES, Plan
from scenes.haruhi.shown import Shown
from scenes.haruhi.speech import Speech
from scenes.haruhi.stands import Stands, doubled
from scenes.scene import Kit
from scenes.table.areas import action_button, heading

_KEYS = {"use": "9", "pass": "0"}


@dataclass(frozen=True, slots=True)
class Furnisher:
    """Draws the furniture of one table. `hidden` says that hands are seen only while they are held up."""

    speech: Speech
    stands: Stands
    hidden: bool

    # Under the cards

    def furniture(self, picture: Shown, kit: Kit, plan: Plan, layout: Layout, first: int) -> list[Paint]:
        """Return panels, headings, spaces and buttons."""
        radius = kit.metrics.px(14)
        paints = [paint for panel in plan.panels.values() for paint in kit.painter.panel_at(panel, radius)]
        paints += self.stands.panels(picture, kit, plan, first)
        paints += self._event(picture, kit, plan)
        paints += self._piles(picture, kit, plan)
        paints += self._hand(picture, kit, plan)
        covered = kit.words("haruhi.hand.hold") if self.hidden and picture.covered else ""
        paints += heading(kit, plan.panels["notes"], plan.heading, plan.pad, kit.words("haruhi.area.notes"), covered)
        for name, key in gestures.buttons(picture).items():
            if name in layout.spots:
                paints += self._button(picture, kit, layout.spots[name], name, key)
        return paints

    def _hand(self, picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return the hand's heading: whose it is; how to see it, how many cards it has, or what is chosen."""
        words, board = kit.words, picture.board
        title = words("haruhi.area.hand", name=self.stands.name(words, picture.seat))
        if self.hidden and picture.hand and board.outcome is None:
            note = words("haruhi.hand.hold" if picture.covered else "haruhi.hand.held")
        else:
            note = words("haruhi.hand.count", count=len(picture.hand))
        return heading(kit, plan.panels["hand"], plan.heading, plan.pad, title, note)

    # The event in the middle

    def _event(self, picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return what is up for auction in words, or the effect that is being decided upon."""
        board, words = picture.board, kit.words
        note = words("haruhi.event.round", round=board.round, all=len(board.card_set.events))
        effect = _decided(picture)
        if board.event is not None or effect is None:
            title = words("haruhi.area.event") if board.event is not None or board.outcome is None else ""
            paints = heading(kit, plan.panels["event"], plan.heading, plan.pad, title, note)
            return paints + (self._auction(picture, kit, plan) if board.event is not None else [])
        title = words(f"haruhi.effect.{effect.op.value}")
        paints = heading(kit, plan.panels["event"], plan.heading, plan.pad, title, note)
        return paints if picture.glance is not None else paints + self._effect(picture, kit, plan, effect)

    def _auction(self, picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return name, points and effect of the event, the rules of this auction, and who leads."""
        board, words, painter, metrics = picture.board, kit.words, kit.painter, kit.metrics.crowded
        assert board.event is not None
        face, area, japanese = board.card_set.event(board.event), plan.facts, words.language == "ja"
        said = _Column(kit, area)
        said.text(face.name.ja if japanese else face.name.en, metrics.title, painter.palette.strong, bold=True)
        points = words("haruhi.event.points", count=face.points)
        said.text(points, metrics.body, painter.palette.accent if face.points >= 0 else painter.palette.bad, bold=True)
        styles = tag_styles(board.card_set)
        for tag in face.tags:
            name = board.card_set.tag(tag).name
            mark = tag_mark(painter, styles[tag], round(metrics.note * 1.1))
            said.marked(mark, name.ja if japanese else name.en, metrics.note)
        said.text(face.text.ja if japanese else face.text.en, metrics.note, painter.palette.text)
        for rule in board.rules:
            said.tag(words(f"haruhi.rule.{rule.value}"))
        if board.top:
            leader = self.speech.name(board.totals.index(board.top))
            said.foot(words("haruhi.event.leader", name=leader, total=board.top), painter.palette.heading)
        else:
            said.foot(words("haruhi.event.nobody"), painter.palette.muted)
        return said.paints

    def _effect(self, picture: Shown, kit: Kit, plan: Plan, effect: Effect) -> list[Paint]:
        """Return the seal of the effect under decision, and what is to be known about it."""
        board, words, metrics = picture.board, kit.words, kit.metrics.crowded
        area = plan.facts.copy()
        area.x, area.w = round(plan.event[0] - plan.event[2] / 2), area.right - round(plan.event[0] - plan.event[2] / 2)
        paints: list[Paint] = []
        if naming(picture):
            area.h = max(8, round(plan.persons[0][1] - plan.person * 0.7) - kit.metrics.px(3) - area.y)
            paints += self._persons(picture, kit, plan)
        side = min(round(area.h * 0.5), kit.metrics.px(96))
        paints.append((seal(kit.painter, effect, side), (area.x, area.y + kit.metrics.px(4))))
        indent = side + kit.metrics.px(14)
        said = _Column(kit, pygame.Rect(area.x + indent, area.y, area.w - indent, area.h))
        if board.optional and board.taker is not None and not naming(picture):
            name = board.card_set.event(board.owned[board.taker][-1]).name  # what was taken last lies last
            said.text(name.ja if words.language == "ja" else name.en, metrics.title, kit.palette.strong, bold=True)
        if effect.op is Op.NEXT and effect.rule is not None:
            said.text(words(f"haruhi.rule.{effect.rule.value}"), metrics.body, kit.palette.accent, bold=True)
        key = {Phase.HAND_OUT: "hand_out", Phase.CLAIM: "claim"}.get(board.phase, effect.op.value)
        values = {"count": effect.count} if effect.op is Op.DRAW else {}
        said.text(words(f"haruhi.told.{key}", **values), metrics.note, kit.palette.text)
        return [*paints, *said.paints]

    @staticmethod
    def _persons(picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return the names below the characters that can be named, every other one lower where they are crowded."""
        cards, typed, metrics = picture.board.card_set, kit.painter.type, kit.metrics.crowded
        step = plan.persons[1][0] - plan.persons[0][0]
        top = round(plan.persons[0][1] + plan.person * HEIGHT / 2) + max(3, kit.metrics.px(6))
        rows = 1 + (top + 2 * typed.line_height(metrics.note) < plan.panels["event"].bottom)
        names = [kit.words.say(person_name(cards, person)) for person in PERSONS]
        edge = plan.persons[0][0] - plan.panels["event"].x  # the outer names stay in the panel
        room = round(min(step * rows, 2 * edge)) - max(3, kit.metrics.px(8))
        size = min([typed.shrink(name, metrics.note, room, 7) for name in names])
        paints: list[Paint] = []
        for place, ((x, _), name) in enumerate(zip(plan.persons, names, strict=True)):
            written = typed.write(typed.fit(name, size, room), size, kit.palette.text)
            below = typed.line_height(size) if place % rows else 0
            paints.append((written, (round(x - written.get_width() / 2), top + below)))
        return paints

    @staticmethod
    def _piles(picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return the spaces of the piles, and how many cards lie there."""
        board, typed = picture.board, kit.painter.type
        counts = (board.deck, board.discard, board.pile, len(board.aside))
        texts = [kit.words(f"haruhi.area.{name}", count=count) for name, count in zip(PILES, counts, strict=True)]
        left = plan.piles[0].right + max(4, plan.pad * 2 // 3)
        free = plan.panels["event"].right - plan.pad // 2 - left
        size = min([typed.shrink(text, kit.metrics.crowded.note, free, 9) for text in texts])
        paints: list[Paint] = []
        for rect, text, count in zip(plan.piles, texts, counts, strict=True):
            if not count:
                paints.append((kit.painter.space(rect.size), rect.topleft))
            written = typed.write(text if typed.width(text, size) <= free else str(count), size, kit.palette.muted)
            paints.append((written, (left, rect.centery - written.get_height() // 2)))
        return paints

    # Buttons

    def _button(self, picture: Shown, kit: Kit, rect: pygame.Rect, name: str, key: str) -> list[Paint]:
        """Return a button of the phase: bright where it is possible."""
        text, able = kit.words(f"haruhi.action.{key}"), possible(picture, name)
        return action_button(kit, rect, text, _KEYS[name], able=able, high=0.56)

    # On the cards

    def marks(self, picture: Shown, kit: Kit, plan: Plan, layout: Layout, first: int) -> list[Paint]:
        """Return what lies on the cards: signs at the seats, and what counts double."""
        paints = self.stands.marks(picture, kit, plan, layout, first)
        event = picture.board.event
        if event is not None and event.number in picture.board.doubled:
            paints.append(doubled(kit, layout.spots[EVENT]))
        return paints


def possible(picture: Shown, name: str) -> bool:
    """Whether a button is to look as if it could be used: with a covered hand, as if it might."""
    if not picture.decides or picture.chosen:
        return False
    if picture.board.phase is not Phase.AUCTION:
        return True
    if name == "pass":
        return gestures.may_pass(picture)
    if picture.covered:
        return True
    return SOS in picture.cards and why_none(picture.board, picture.cards, LaySos) is None


def _decided(picture: Shown) -> Effect | None:
    """Return the effect that is being decided upon, or settled."""
    board = picture.board
    if board.phase in (Phase.HAND_OUT, Phase.CLAIM):
        return Effect(Op.ACCUSE)
    return board.effects[0] if board.effects else None


_SENTENCE = re.compile(r"。(?=.)|\.(?= )")
"""The end of a sentence that another one follows."""


class _Column:
    """Words below each other within an area, each smaller where the rest of the area is too small for it."""

    def __init__(self, kit: Kit, area: pygame.Rect) -> None:
        self.paints: list[Paint] = []
        self._kit = kit
        self._area = area
        self._y = area.y

    def text(self, words: str, size: int, colour: theme.Colour, *, bold: bool = False) -> None:
        """Add words, broken into lines; where there is room for it no phrase is cut.

        They may be a little smaller for that. The last sentences are left out where even the smallest are too many.
        """
        typed, room, size = self._kit.painter.type, self._area.bottom - self._y, max(9, size)
        uncut = product(range(size, max(8, size - 3), -1), (True,))
        for fitting, loose in (*uncut, *product(range(size, 8, -1), (False,))):
            high, lines = typed.line_height(fitting), typed.wrap(words, fitting, self._area.w, bold=bold, loose=loose)
            if high * len(lines) <= room:
                break
        else:
            ends = [found.end() for found in _SENTENCE.finditer(words)]
            if ends and high * len(lines) > room + 2:
                self.text(words[: ends[-1]], size, colour, bold=bold)
                return
        for line in lines:
            if self._y + high > self._area.bottom + 2:
                break
            self.paints.append((typed.write(line, fitting, colour, bold=bold), (self._area.x, self._y)))
            self._y += high

    def marked(self, mark: pygame.Surface, words: str, size: int) -> None:
        """Add a line with a mark before it."""
        typed, area = self._kit.painter.type, self._area
        step, indent = typed.line_height(size), mark.get_width() + self._kit.metrics.px(5)
        if self._y + step <= area.bottom:
            written = typed.write(typed.fit(words, size, area.w - indent), size, self._kit.palette.heading)
            self.paints.append((mark, (area.x, self._y + (step - mark.get_height()) // 2)))
            self.paints.append((written, (area.x + indent, self._y)))
            self._y += step

    def tag(self, words: str) -> None:
        """Add words on a vermilion plate."""
        painter, size = self._kit.painter, self._kit.metrics.crowded.note
        size = painter.type.shrink(words, size, self._area.w - size, bold=True)
        text = painter.type.write(words, size, theme.PAPER, bold=True)
        high = round(size * 1.5)
        if self._y + high <= self._area.bottom:
            plate = painter.plate((text.get_width() + size, high), theme.VERMILION, radius=high * 0.28)
            self.paints.append((plate, (self._area.x, self._y)))
            self.paints.append((text, (self._area.x + size // 2, self._y + (high - text.get_height()) // 2)))
            self._y += high + self._kit.metrics.px(4)

    def foot(self, words: str, colour: theme.Colour) -> None:
        """Add words at the bottom of the area, as large as there is room for them; none where there is too little."""
        typed, area = self._kit.painter.type, self._area
        for size in range(self._kit.metrics.crowded.note, 8, -1):
            lines = typed.wrap(words, size, area.w)
            top = area.bottom - typed.line_height(size) * len(lines)
            if top >= self._y:
                for row, line in enumerate(lines):
                    place = (area.x, top + row * typed.line_height(size))
                    self.paints.append((typed.write(line, size, colour), place))
                return
