"""What lies under and on the cards of Kan'u Collection: panels with headings, buttons, facts, and signs of a moment.

All of it is drawn from a picture, so that it can tell no more than the picture does.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core import Seat
from game.kanu.card_set import Effect
from game.kanu.choices import opened_cards
from game.kanu.public import Challenge, Phase, Spy, TakePair
from scenes.desk import Layout
from scenes.drawing import theme
from scenes.drawing.painter import room
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.kanu import gestures
from scenes.kanu.faces import SeriesLook
from scenes.kanu.icons import die, icon, raised_hand, seal
from scenes.kanu.layout import fan, place_of
from scenes.kanu.plan import ACTIONS, DECK, SHOW, Plan
from scenes.kanu.shown import Answer, Raised, Rolled, Shown, Sign, Watched
from scenes.kanu.speech import Speech
from scenes.pages.controls import write_centred
from scenes.scene import Kit
from scenes.seat_marks import seat_colour, seat_mark
from scenes.table.areas import action_button, heading, plaque, plaque_width
from scenes.words import Words


@dataclass(frozen=True, slots=True)
class Furnisher:
    """Draws the furniture of one table. `hidden` says that hands are seen only while they are held up."""

    speech: Speech
    seat_marks: tuple[int, ...]
    series: tuple[SeriesLook, ...]
    hidden: bool

    def _mark(self, seat: int) -> int:
        return self.seat_marks[seat] if seat < len(self.seat_marks) else seat

    def _name(self, words: Words, seat: int) -> str:
        name = self.speech.name(seat)
        return name if isinstance(name, str) else words.say(name)

    # Under the cards

    def furniture(self, picture: Shown, kit: Kit, plan: Plan, layout: Layout, first: int) -> list[Paint]:
        """Return panels, headings, spaces and buttons."""
        radius = kit.metrics.px(14)
        panels = [panel for panel in plan.panels.values() if panel.h > 0]
        paints = [paint for panel in panels for paint in kit.painter.panel_at(panel, radius)]
        for seat in range(len(picture.board.hands)):
            paints += self._seat(picture, kit, plan, seat, place_of(plan, seat, first))
        paints += self._field(picture, kit, plan, layout)
        paints += self._hand(picture, kit, plan)
        paints += self._facts(picture, kit, plan)
        for name in ACTIONS:
            paints += self._action(picture, kit, layout.spots[name], name)
        return paints

    def _seat(self, picture: Shown, kit: Kit, plan: Plan, seat: int, panel: pygame.Rect) -> list[Paint]:
        """Return a seat's panel: mark, name, who began, what waits for the next step, how many pairs and cards."""
        painter, metrics, board = kit.painter, kit.metrics.crowded, picture.board
        acts = (board.player if board.turn is None else board.turn) == seat and board.phase is not Phase.OVER
        colour = painter.palette.strong if acts else painter.palette.heading
        radius, width = kit.metrics.px(14), max(1.5, kit.metrics.px(2))
        plain = painter.panel(panel.size, radius)
        plate, gold = (  # both at once, so that none has to be drawn when the turn goes on
            painter.plate(
                panel.size,
                painter.palette.panel,
                opacity=opacity,
                line=line,
                line_opacity=0.9,
                line_width=width,
                radius=radius,
            )
            for opacity, line in ((0.62, seat_colour(self._mark(seat), kit.palette)), (0.42, painter.palette.accent))
        )
        if not acts:
            plate = gold if self._choosable(picture, seat) else plain
        paints: list[Paint] = [(plate, panel.topleft)]
        middle, side = panel.y + plan.heading // 2, round(plan.heading * 0.56)
        x = panel.x + plan.pad
        mark = seat_mark(painter, self._mark(seat), side)
        paints.append((mark, (x, middle - side // 2)))
        x += side + kit.metrics.px(7)
        right = self._ends(picture, plan, panel, seat)
        text = self._name(kit.words, seat)
        size = min(metrics.title, round(plan.heading * 0.62))
        wanted = painter.type.width(text, round(size * 0.8), bold=True)
        for chips in self._chips(picture, kit, seat, plan):
            left = right - sum(chip.get_width() + kit.metrics.px(8) for chip in chips)
            if left - x >= wanted + kit.metrics.px(6):
                break
        for chip in chips:
            right -= chip.get_width()
            paints.append((chip, (right, middle - chip.get_height() // 2)))
            right -= kit.metrics.px(8)
        size = painter.type.shrink(text, size, max(1, right - x), bold=True)
        name = painter.type.write(painter.type.fit(text, size, max(1, right - x), bold=True), size, colour, bold=True)
        paints.append((name, (x, middle - name.get_height() // 2)))
        return paints

    def _ends(self, picture: Shown, plan: Plan, panel: pygame.Rect, seat: int) -> int:
        """Return how far the heading of a panel reaches: to the backs that stand for a hand."""
        if seat == picture.seat:
            return panel.right - plan.pad
        return round(fan(plan, panel, picture.board.hands[seat])[0] - plan.heading * 0.4)

    @staticmethod
    def _choosable(picture: Shown, seat: int) -> bool:
        """Whether this seat is one of those that are to choose from now, where that is all there is to choose."""
        return any(isinstance(action, Spy | Challenge) and action.target == seat for action in picture.legal)

    def _chips(self, picture: Shown, kit: Kit, seat: int, plan: Plan) -> list[list[pygame.Surface]]:
        """Return what is told of a seat beside its name, from right to left: in full, and in less and less room."""
        board, words, typed = picture.board, kit.words, kit.painter.type
        size, side = min(kit.metrics.crowded.note, round(plan.heading * 0.55)), round(plan.heading * 0.56)

        def said(text: str) -> pygame.Surface:
            return typed.write(text, size, kit.palette.muted)

        pairs, own = said(words("kanu.count.pairs", count=len(board.pairs[seat]))), seat == picture.seat
        count = board.hands[seat]
        waiting = board.waiting[seat]
        tokens = [(Effect.NIGHT, waiting.night), (Effect.SEARCH, waiting.search)]
        signs = [seal(kit.painter, effect, side) for effect, waits in tokens if waits]
        start = [_tag(kit, words("kanu.tag.start"), side)] if board.start == seat else []
        full = [] if own else [said("　" + words("kanu.count.hand", count=count))]
        short = [] if own else [said(f"　{count}")]
        return [
            [*full, pairs, *signs, *start],
            [*short, pairs, *signs, *start],
            [*short, pairs, *signs],
            [*short, *signs],
        ]

    def _field(self, picture: Shown, kit: Kit, plan: Plan, layout: Layout) -> list[Paint]:
        """Return the field's heading, the spaces for cards, and what is said at deck and show."""
        painter, words, board = kit.painter, kit.words, picture.board
        count = sum(seen is not None for seen in board.field)
        paints = heading(
            kit,
            plan.panels["field"],
            plan.heading,
            plan.pad,
            words("kanu.area.field"),
            words("kanu.count.cards", count=count),
        )
        show = layout.spots[SHOW]
        spaces = [layout.spots[f"F{cell}"] for cell in range(len(board.field))]  # under cards too: none has to come
        for rect in (*spaces, layout.spots[DECK], show):
            paints.append((painter.space(rect.size), rect.topleft))
        side = round(show.w * 0.42)
        faint = painter.keep(("kanu-show", side), lambda: _faint(raised_hand(painter, side, painter.palette.text)))
        paints.append((faint, faint.get_rect(center=show.center).topleft))
        for rect, key, value in ((layout.spots[DECK], "deck", board.deck), (show, "show", 0)):
            text = words(f"kanu.area.{key}", count=value) if key == "deck" else words("kanu.area.show")
            paints += self._label(kit, plan, rect, text)
        return paints

    @staticmethod
    def _label(kit: Kit, plan: Plan, rect: pygame.Rect, text: str) -> list[Paint]:
        """Return the words of a pile or space: below it, or beside it where these stand in a row."""
        typed, size = kit.painter.type, kit.metrics.crowded.note
        if plan.side:
            panel = plan.panels["field"]
            free = min(rect.centerx - panel.x, panel.right - rect.centerx)
            width = min(round(plan.field * 1.36), 2 * free - plan.pad)
            size = typed.shrink(text, size, width)
            below = pygame.Rect(0, 0, width, round(size * 1.4))
            below.midtop = (rect.centerx, rect.bottom + round(plan.field * 0.05))
            return [write_centred(kit.painter, text, size, kit.palette.muted, below)]
        width = round(rect.w * 1.15)
        size = min(typed.shrink(text, size, width * 2), *(typed.shrink(word, size, width) for word in text.split()))
        lines = typed.wrap(text, size, width)
        top = rect.centery - len(lines) * typed.line_height(size) // 2
        left = rect.right + round(rect.w * 0.08)
        return [
            (typed.write(line, size, kit.palette.muted), (left, top + row * typed.line_height(size)))
            for row, line in enumerate(lines)
        ]

    def _hand(self, picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return the hand's heading: whose it is; how to see it, or what its owner's pairs are good for."""
        words, board, seat = kit.words, picture.board, picture.seat
        title = words("kanu.area.hand", name=self._name(words, seat))
        if self.hidden and picture.hand and board.outcome is None:
            note = words("kanu.hand.hold" if picture.covered else "kanu.hand.held")
        else:
            pairs = board.pairs[seat]
            note = words("kanu.hand.facts", peek=board.card_set.seen(pairs), bonus=board.card_set.bonus(pairs))
        return heading(kit, plan.panels["hand"], plan.heading, plan.pad, title, note)

    def _facts(self, picture: Shown, kit: Kit, plan: Plan) -> list[Paint]:
        """Return what acts in this step and what the end of the turn will bring."""
        board, words, painter = picture.board, kit.words, kit.painter
        rows: list[tuple[Effect | None, str]] = []
        if board.phase is Phase.OVER:
            return []
        if board.tokens.search:
            rows.append((Effect.SEARCH, words("kanu.effect.search")))
        if board.tokens.night:
            rows.append((Effect.NIGHT, words("kanu.effect.night")))
        if board.formation:
            rows.append((Effect.FORMATION, words("kanu.effect.formation")))
        if board.supply:
            rows.append((None, words("kanu.fact.supply", count=board.supply)))
        area, size = plan.facts, kit.metrics.crowded.note
        step = min(round(size * 1.7), area.h // max(1, len(rows)))
        side = min(round(size * 1.15), step)
        indent = side + kit.metrics.px(4)
        for effect, text in rows:
            size = painter.type.shrink(text, size, max(1, area.w - (indent if effect is not None else 0)))
        paints: list[Paint] = []
        left = area.x
        if plan.side:  # below the show
            wide = max((painter.type.width(text, size) + (indent if effect else 0) for effect, text in rows), default=0)
            left = max(area.x, min(plan.show.centerx - wide // 2, area.right - wide))
        for row, (effect, text) in enumerate(rows):
            y = area.y + row * step + step // 2
            x = left
            if effect is not None:
                paints.append((seal(painter, effect, side), (x, y - side // 2)))
                x += indent
            written = painter.type.write(
                painter.type.fit(text, size, max(1, area.right - x)), size, painter.palette.heading
            )
            paints.append((written, (x, y - written.get_height() // 2)))
        return paints

    def _action(self, picture: Shown, kit: Kit, rect: pygame.Rect, name: str) -> list[Paint]:
        """Return the button of an action: bright where it is possible."""
        possible = gestures.possible(picture, name)
        passing = name == "pass"
        if passing and not possible:
            return []
        key = "kanu.action.pass_duel" if passing and picture.board.phase is Phase.DUEL else f"kanu.action.{name}"
        alike = () if passing else [kit.words(f"kanu.action.{one}") for one in gestures.KINDS]
        digit = str(ACTIONS.index(name) + 1)
        return action_button(kit, rect, kit.words(key), digit, able=possible, high=0.62, alike=alike)

    # On the cards

    def marks(self, picture: Shown, kit: Kit, plan: Plan, layout: Layout, first: int) -> list[Paint]:
        """Return the light around cards shown for a moment, and the signs beside the seats."""
        paints: list[Paint] = []
        for index, laid in enumerate(picture.laid):
            pose = layout.cards[f"L{index}"]
            if laid.cell is not None:
                continue
            width, tall = round(pose.width), round(pose.width * HEIGHT)
            margin = room(width)
            glow = kit.painter.glow((width, tall), kit.palette.heading, 1.0)
            paints.append((glow, (round(pose.x - width / 2) - margin, round(pose.y - tall / 2) - margin)))
        for action in picture.legal:
            if isinstance(action, TakePair):
                rect = layout.spots[f"T{action.pair}"]
                margin = room(rect.w)
                paints.append(
                    (kit.painter.glow(rect.size, kit.palette.accent, 0.6), (rect.x - margin, rect.y - margin))
                )
        for seat in range(len(picture.board.hands)):
            if (sign := picture.sign(seat)) is not None:
                paints += self._sign(picture, kit, sign, Seat(seat), place_of(plan, seat, first), plan)
        return paints

    def _sign(self, picture: Shown, kit: Kit, sign: Sign, seat: Seat, panel: pygame.Rect, plan: Plan) -> list[Paint]:
        """Return a sign on a plate at the right of a seat's panel."""
        high = min(kit.metrics.px(58), round((panel.h - plan.heading - plan.pad) * 0.92))
        parts = self._parts(picture, kit, sign, round(high * 0.72))
        if not parts:
            return []
        body = pygame.Rect(panel.x, panel.y + plan.heading, panel.w, panel.h - plan.heading - plan.pad // 2)
        rect = pygame.Rect(0, 0, plaque_width(parts, high), high)
        rect.midright = (panel.right - plan.pad, body.centery)
        wins = isinstance(sign, Rolled) and sign.wins
        return plaque(kit, parts, rect, kit.palette.accent if wins else seat_colour(self._mark(seat), kit.palette))

    def _parts(self, picture: Shown, kit: Kit, sign: Sign, high: int) -> list[pygame.Surface]:
        """Return what stands on a sign, from left to right."""
        painter, words = kit.painter, kit.words
        size = max(9, round(high * 0.62))

        def text(said: str, colour: theme.Colour) -> pygame.Surface:
            return painter.type.write(said, size, colour, bold=True)

        match sign:
            case Answer(answers):
                cards = opened_cards(picture.board) if len(answers) > 1 else ()
                names = [f"{self.series[card.series - 1].letter}{card.number}" for card in cards]
                parts: list[pygame.Surface] = []
                for index, yes in enumerate(answers):
                    name = f"{names[index]} " if index < len(names) else ""
                    said = words("kanu.sign.yes" if yes else "kanu.sign.no")
                    if parts:
                        parts.append(text("·", painter.palette.muted))
                    parts.append(text(name + said, painter.palette.good if yes else painter.palette.bad))
                return parts
            case Raised(hand):
                return [raised_hand(painter, high, painter.palette.accent)] if hand else []
            case Rolled(rolled, bonus, _):
                parts = [die(painter, rolled, high)]
                if bonus:
                    parts += [
                        text(f"+{bonus}", painter.palette.heading),
                        text(f"= {rolled + bonus}", painter.palette.strong),
                    ]
                return parts
            case Watched(count):
                return [
                    icon(painter, Effect.ESPIONAGE, high, painter.palette.accent),
                    text(str(count), painter.palette.strong),
                ]


def _tag(kit: Kit, text: str, high: int) -> pygame.Surface:
    """Return a word in a small frame."""

    def make() -> pygame.Surface:
        size = max(9, round(high * 0.7))
        word = kit.painter.type.write(text, size, kit.palette.heading)
        plate = kit.painter.plate(
            (word.get_width() + round(high * 0.5), high),
            kit.palette.wash,
            opacity=0.04,
            line=kit.palette.heading,
            line_opacity=0.5,
            radius=high * 0.3,
        ).copy()
        plate.blit(word, word.get_rect(center=plate.get_rect().center))
        return plate

    return kit.painter.keep(("kanu-tag", text, high), make)


def _faint(surface: pygame.Surface) -> pygame.Surface:
    faint = surface.copy()
    faint.set_alpha(60)
    return faint
