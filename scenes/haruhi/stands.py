"""The panels of the seats at the table of 涼宮ハルヒの贈殖: name, lap, hand, total, events, and signs of a moment.

Everything is drawn from a picture, and all seats look the same: nothing follows from what lies face down.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core import Seat
from game.haruhi import scoring
from game.haruhi.card_set import Colour, Effect, Op
from game.haruhi.choices import equal_sum
from game.haruhi.public import Phase, person_name
from scenes.desk import NOTHING, Layout
from scenes.drawing import theme
from scenes.drawing.painter import room
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.haruhi import gestures, signs
from scenes.haruhi.faces import colour_mark, role_mark
from scenes.haruhi.icons import icon
from scenes.haruhi.layout import back_at, back_width, place_of
from scenes.haruhi.plan import Plan, row
from scenes.haruhi.shown import Brought, Named, Shown, Sign, Silent, Watched, Winner
from scenes.haruhi.speech import Speech
from scenes.pages.controls import write_centred
from scenes.scene import Kit
from scenes.seat_marks import seat_colour, seat_mark
from scenes.table.areas import plaque, plaque_width
from scenes.words import Words

_BASE = 0.38
"""How far below its middle the letters of a line stand, in parts of their size: small and large ones stand level."""
_SMALLEST = 9
"""Letters on a panel are never smaller, in pixels."""


@dataclass(frozen=True, slots=True)
class Stands:
    """Draws the seats of one table; `seat_marks` are theirs."""

    speech: Speech
    seat_marks: tuple[int, ...]

    def mark(self, seat: int) -> int:
        """Return the mark of a seat."""
        return self.seat_marks[seat] if seat < len(self.seat_marks) else seat

    def name(self, words: Words, seat: int) -> str:
        """Return the name of a seat."""
        name = self.speech.name(seat)
        return name if isinstance(name, str) else words.say(name)

    # Under the cards

    def panels(self, picture: Shown, kit: Kit, plan: Plan, first: int) -> list[Paint]:
        """Return the panels of all seats."""
        paints: list[Paint] = []
        for seat in range(len(picture.board.hands)):
            panel = place_of(plan, seat, first)
            paints.append((self._plate(picture, kit, seat, panel), panel.topleft))
            paints += self._heading(picture, kit, plan, seat, panel)
            paints += self._total(picture, kit, plan, seat, panel)
            paints += self._owned(picture, kit, plan, seat, panel)
        return paints

    def _plate(self, picture: Shown, kit: Kit, seat: int, panel: pygame.Rect) -> pygame.Surface:
        """Return the ground of a panel: lit where this seat is to decide, or can be chosen."""
        acts = picture.board.turn == seat
        can = self._choosable(picture, seat)
        line = seat_colour(self.mark(seat), kit.palette) if acts else kit.palette.accent if can else kit.palette.wash
        return kit.painter.plate(
            panel.size,
            kit.palette.panel,
            opacity=0.62 if acts else 0.42,
            line=line,
            line_opacity=0.9 if acts or can else 0.08,
            line_width=max(1.5, kit.metrics.px(2)) if acts or can else 1.0,
            radius=kit.metrics.px(14),
        )

    @staticmethod
    def _choosable(picture: Shown, seat: int) -> bool:
        """Whether this seat is one of those to choose from now, where nothing else is to be chosen first."""
        board = picture.board
        if not picture.decides or board.phase is not Phase.EFFECT or board.effects[0].op is Op.SWAP:
            return False
        return f"S{seat}" in gestures.offer(picture, NOTHING).targets

    def _heading(self, picture: Shown, kit: Kit, plan: Plan, seat: int, panel: pygame.Rect) -> list[Paint]:
        """Return mark, name, place in the lap, and how many cards are in the hand."""
        painter, metrics, board = kit.painter, kit.metrics.crowded, picture.board
        middle, side = panel.y + plan.heading // 2, round(plan.heading * 0.54)
        x, text = panel.x + plan.pad, self.name(kit.words, seat)
        paints: list[Paint] = [(seat_mark(painter, self.mark(seat), side), (x, middle - side // 2))]
        x += side + kit.metrics.px(6)
        small = min(metrics.note, round(plan.heading * 0.56))
        count = painter.type.write(str(board.hands[seat]), small, painter.palette.heading, bold=True)
        back_x, _ = back_at(plan, panel)
        right = round(back_x - back_width(plan) / 2)
        paints.append((count, (right + back_width(plan) + kit.metrics.px(4), middle - count.get_height() // 2)))
        size = (back_width(plan), round(back_width(plan) * HEIGHT))
        drawn = painter.drawing(painter.back, size) if board.hands[seat] else painter.space(size)
        paints.append((drawn, (right, middle - size[1] // 2)))  # where a hand lies closed, its card lies upon it
        right -= kit.metrics.px(5)
        if board.phase is Phase.AUCTION and board.event is not None:
            chip = self._passed(kit, round(plan.heading * 0.62))
            across = painter.type.width(text, min(metrics.title, round(plan.heading * 0.62)), bold=True)
            wanted = across + kit.metrics.px(10) + chip.get_width()
            if Seat(seat) not in board.passed or x + wanted > right:
                chip = self._lap(picture, kit, seat, round(plan.heading * 0.62))
            beside = right - chip.get_width() - kit.metrics.px(5)
            if painter.type.width(text, _SMALLEST, bold=True) <= beside - x:  # else the name matters more
                paints.append((chip, (right - chip.get_width(), middle - chip.get_height() // 2)))
                right = beside
        free = max(1, right - x)
        high = painter.type.shrink(text, min(metrics.title, round(plan.heading * 0.62)), free, bold=True)
        colour = painter.palette.strong if board.turn == seat else painter.palette.heading
        name = painter.type.write(painter.type.fit(text, high, free, bold=True), high, colour, bold=True)
        paints.append((name, (x, middle - name.get_height() // 2)))
        return paints

    @staticmethod
    def _passed(kit: Kit, high: int) -> pygame.Surface:
        """Return the word for a seat that has passed in this lap, on a plate."""
        painter, text = kit.painter, kit.words("haruhi.sign.pass")

        def make() -> pygame.Surface:
            said = painter.type.write(text, max(_SMALLEST, round(high * 0.72)), painter.palette.muted)
            size = (said.get_width() + round(high * 0.6), high)
            plate = painter.plate(
                size, painter.palette.wash, opacity=0.03, line=painter.palette.wash, line_opacity=0.3, radius=high / 2
            ).copy()
            plate.blit(said, said.get_rect(center=plate.get_rect().center))
            return plate

        return painter.keep(("haruhi-passed", text, high), make)

    @staticmethod
    def _lap(picture: Shown, kit: Kit, seat: int, side: int) -> pygame.Surface:
        """Return the place of a seat in the lap: bright in turn, dark when it has acted, a dash when it has passed."""
        board, painter = picture.board, kit.painter
        number = (seat - board.first) % len(board.hands)
        acted, acts = number < board.acted, board.turn == seat
        figure = "\u2013" if Seat(seat) in board.passed else str(number + 1)

        def make() -> pygame.Surface:
            plate = painter.plate(
                (side, side),
                theme.GOLD if acts else painter.palette.wash,
                opacity=1.0 if acts else 0.03 if acted else 0.10,
                line=painter.palette.accent if acts else painter.palette.wash,
                line_opacity=1.0 if acts else 0.14 if acted else 0.45,
                radius=side / 2,
            ).copy()
            colour = theme.INK if acts else painter.palette.faint if acted else painter.palette.text
            text = painter.type.write(figure, max(9, round(side * 0.68)), colour, bold=True)
            plate.blit(text, text.get_rect(center=plate.get_rect().center))
            return plate

        return painter.keep(("haruhi-lap", figure, acted, acts, side), make)

    def _total(self, picture: Shown, kit: Kit, plan: Plan, seat: int, panel: pygame.Rect) -> list[Paint]:
        """Return the total of a seat, large and gold where it leads, and what is to be said about it."""
        board, words, typed, metrics = picture.board, kit.words, kit.painter.type, kit.metrics.crowded
        if board.outcome is not None and seat in board.outcome.winners:
            return self._won(kit, plan.stand.total.move(panel.topleft))
        if board.phase is not Phase.AUCTION:
            return []
        total = board.totals[seat]
        leads = total == board.top and total > 0
        rect = plan.stand.total.move(panel.topleft)
        colour = kit.palette.accent if leads else kit.palette.strong if total else kit.palette.muted
        about, tint = self._about(picture, words, kit.palette, seat)
        title = words("haruhi.total.title")
        if plan.stand.laid.x > plan.stand.total.right - plan.stand.total.x:  # words stand beside the cards
            size = min(metrics.note, typed.shrink(title, metrics.note, rect.w))
            large = min(round(metrics.title * 1.75), round(rect.h * 0.44))
            number = typed.write(str(total), large, colour, bold=True)
            about = self._brief(picture, kit, seat, about, rect.w)
            note = typed.shrink(about, size, rect.w, _SMALLEST, bold=True)
            lines: list[Paint] = [
                (typed.write(title, size, kit.palette.muted), (rect.x, rect.y)),
                (number, (rect.x, rect.y + round(size * 1.15))),
            ]
            below = rect.y + round(size * 1.15) + round(number.get_height() * 0.98)
            if below + note <= rect.bottom + note * 0.4:
                lines.append(
                    (typed.write(typed.fit(about, note, rect.w, bold=True), note, tint, bold=True), (rect.x, below))
                )
            return lines
        size = min(round(metrics.title * 1.4), round(rect.h * 0.98))
        small = min(metrics.note, round(rect.h * 0.7))
        number = typed.write(str(total), size, colour, bold=True)
        between = kit.metrics.px(5)
        titled, brief = self._form(picture, kit, size, small, rect.w - 3 * between)
        if brief:
            about = self._short(picture, words, seat, about)
        paints: list[Paint] = []
        if titled:
            label = typed.write(title, small, kit.palette.muted)
            paints.append((label, (rect.x, rect.centery - label.get_height() // 2)))
        left = typed.width(title, small) + between if titled else 0
        rise = round(_BASE * (size - small))
        paints.append((number, (rect.x + left, rect.centery - number.get_height() // 2 - rise)))
        free = rect.w - left - number.get_width() - between
        about = self._brief(picture, kit, seat, about, free)
        note = typed.shrink(about, small, max(1, free), _SMALLEST, bold=True)
        said = typed.write(typed.fit(about, note, max(1, free), bold=True), note, tint, bold=True)
        paints.append((said, (rect.right - said.get_width(), rect.centery - said.get_height() // 2)))
        return paints

    def _form(self, picture: Shown, kit: Kit, size: int, small: int, room: int) -> tuple[bool, bool]:
        """Return whether totals have their title, and whether what is said about them is short: alike at all seats.

        The title is left out before the words are, for a number that large is what they are about; and whether it is
        does not change with the bids.
        """
        typed, words, board = kit.painter.type, kit.words, picture.board
        title = typed.width(words("haruhi.total.title"), small)
        told = [(total, self._about(picture, words, kit.palette, seat)[0]) for seat, total in enumerate(board.totals)]
        brief = [(total, self._short(picture, words, seat, about)) for seat, (total, about) in enumerate(told)]
        usual = [(0, words("haruhi.total.needs", count=10)), *told]

        def wide(lines: list[tuple[int, str]]) -> int:
            return max(
                [typed.width(str(one), size, bold=True) + typed.width(said, small, bold=True) for one, said in lines]
            )

        forms = ((True, False, usual), (False, False, told), (True, True, brief))
        fitting = ((titled, short) for titled, short, lines in forms if titled * title + wide(lines) <= room)
        return next(fitting, (False, True))

    @staticmethod
    def _won(kit: Kit, rect: pygame.Rect) -> list[Paint]:
        """Return the word for a winner, in place of the total."""
        typed, said = kit.painter.type, kit.words("haruhi.total.won")
        size = typed.shrink(said, min(round(kit.metrics.crowded.title * 1.2), rect.h), rect.w, bold=True)
        return [(typed.write(said, size, kit.palette.accent, bold=True), rect.topleft)]

    @staticmethod
    def _about(picture: Shown, words: Words, palette: theme.Palette, seat: int) -> tuple[str, theme.Colour]:
        """Return what the chosen cards would make of a total, or else whether it leads and what it would take."""
        board = picture.board
        total, top = board.totals[seat], board.top
        if picture.chosen:
            added = sum([card.value for place in picture.chosen if (card := picture.card_at(place)) is not None])
            if not added:
                return "", palette.muted
            if equal_sum(board, Seat(seat)) == added:
                return f"× {total + added}", palette.bad
            leads = all(total + added > other for at, other in enumerate(board.totals) if at != seat)
            return f"→ {total + added}", palette.accent if leads else palette.text
        if not top:
            return "", palette.muted
        if total == top:
            return words("haruhi.total.top"), palette.accent
        return words("haruhi.total.needs", count=top - total + 1), palette.muted

    @staticmethod
    def _brief(picture: Shown, kit: Kit, seat: int, about: str, room: int) -> str:
        """Return what is said about a total, shorter where there is no room for it."""
        if kit.painter.type.width(about, _SMALLEST, bold=True) <= room:
            return about
        return Stands._short(picture, kit.words, seat, about)

    @staticmethod
    def _short(picture: Shown, words: Words, seat: int, about: str) -> str:
        """Return what is said about a total as short as it can be: that it leads, the largest number tells as well."""
        missing = picture.board.top - picture.board.totals[seat] + 1
        if picture.chosen:
            return about
        return words("haruhi.total.brief", count=missing) if missing > 1 else ""

    @staticmethod
    def _owned(picture: Shown, kit: Kit, plan: Plan, seat: int, panel: pygame.Rect) -> list[Paint]:
        """Return how many events a seat has, and what they are worth."""
        table, words, typed = scoring.tally(picture.board), kit.words, kit.painter.type
        rect, metrics = plan.stand.told.move(panel.topleft), kit.metrics.crowded
        worth, count = table.points[seat], table.events[seat]
        points = words("haruhi.owned.points", count=worth)
        events = words("haruhi.owned.events", count=count)
        colour = kit.palette.bad if worth < 0 else kit.palette.strong if count else kit.palette.muted
        if plan.stand.laid.x > plan.stand.total.right - plan.stand.total.x:
            size = typed.shrink(points, round(metrics.title * 1.15), rect.w, bold=True)
            small = typed.shrink(events, metrics.note, rect.w)
            written = typed.write(points, size, colour, bold=True)
            return [
                (written, (rect.x, rect.y)),
                (typed.write(events, small, kit.palette.muted), (rect.x, rect.y + round(size * 1.25))),
            ]
        room = rect.w - plan.pad - typed.width(str(count), metrics.note)
        size = typed.shrink(points, min(metrics.body, round(rect.h * 0.84)), room, bold=True)
        written = typed.write(points, size, colour, bold=True)
        free = max(1, rect.w - written.get_width() - plan.pad)
        small = typed.shrink(events, min(metrics.note, size), free, max(9, round(metrics.note * 0.75)))
        counted = typed.write(events if typed.width(events, small) <= free else str(count), small, kit.palette.muted)
        return [
            (written, (rect.x, rect.centery - written.get_height() // 2)),
            (counted, (rect.right - counted.get_width(), rect.centery - counted.get_height() // 2)),
        ]

    # On the cards

    def marks(self, picture: Shown, kit: Kit, plan: Plan, layout: Layout, first: int) -> list[Paint]:
        """Return what counts double, which events can be chosen, and the signs beside the seats."""
        board, paints = picture.board, list[Paint]()
        for events in board.owned:
            for event in events:
                if event.number in board.doubled:
                    paints.append(doubled(kit, layout.spots[f"E{event.number}"]))
        for spot in self._events(picture):
            rect = layout.spots[spot]
            margin = room(rect.w)
            paints.append((kit.painter.glow(rect.size, kit.palette.accent, 0.6), (rect.x - margin, rect.y - margin)))
        for seat in range(len(board.hands)):
            if (found := picture.sign(seat)) is not None:
                paints += self._sign(picture, kit, found, seat, place_of(plan, seat, first), plan)
        return paints

    @staticmethod
    def _events(picture: Shown) -> list[str]:
        """Return the events that can be chosen, where they are what is chosen first."""
        if not picture.decides or picture.board.phase not in (Phase.EFFECT, Phase.CLAIM):
            return []
        return [spot for spot in gestures.offer(picture, NOTHING).targets if spot[0] == "E"]

    def _sign(self, picture: Shown, kit: Kit, found: Sign, seat: int, panel: pygame.Rect, plan: Plan) -> list[Paint]:
        """Return a sign on a plate beside the laid cards of a seat, or else low on the character: never on words."""
        high, laid = min(kit.metrics.px(46), round(panel.h * 0.26)), plan.stand.laid.move(panel.topleft)
        parts = self._parts(picture, kit, found, round(high * 0.66), panel.w - 2 * plan.pad)
        rect = pygame.Rect(0, 0, plaque_width(parts, high), high)
        width, places = row(laid, len(picture.board.laid[seat]), plan.stand.card, plan.stand.small)
        free = laid.right - max([laid.x, *[round(x + width / 2) for x, _ in places]])
        rect.bottomright = (laid.right if rect.w <= free else panel.right - plan.pad, laid.bottom)
        if rect.w > panel.w - 2 * plan.pad:
            rect.centerx = panel.centerx
        right = isinstance(found, Winner) or (isinstance(found, Named) and found.right)
        giver = found.giver if isinstance(found, Brought) else seat
        return plaque(kit, parts, rect, kit.palette.accent if right else seat_colour(self.mark(giver), kit.palette))

    def _parts(self, picture: Shown, kit: Kit, found: Sign, high: int, wide: int) -> list[pygame.Surface]:
        """Return what stands on a sign, from left to right."""
        painter, words = kit.painter, kit.words
        size = max(9, round(high * 0.78))

        def text(said: str, colour: theme.Colour, within: int = wide) -> pygame.Surface:
            fitting = painter.type.shrink(said, size, within, bold=True)
            return painter.type.write(said, fitting, colour, bold=True)

        match found:
            case Brought(giver, total):
                mark = seat_mark(painter, self.mark(giver), round(high * 0.7))
                if total is None:
                    return [
                        mark,
                        colour_mark(painter, Colour.SOS, high, on_dark=painter.palette.dark),
                        text("SOS", painter.palette.strong),
                    ]
                return [mark, text(f"+{total}", painter.palette.strong)]
            case Silent():
                return [text(words("haruhi.sign.pass"), painter.palette.heading)]
            case Winner():
                return [text(words("haruhi.sign.takes"), painter.palette.accent)]
            case Named(person, right):
                which, ink = (
                    (signs.Sign.RING, painter.palette.good) if right else (signs.Sign.CROSS, painter.palette.bad)
                )
                name = words.say(person_name(picture.board.card_set, person))
                crest = role_mark(painter, person, high, on_dark=painter.palette.dark)
                answer = signs.sign(painter, which, high, ink)
                return [crest, text(name, painter.palette.strong, wide - 3 * high), answer]
            case Watched():
                return [icon(painter, Effect(Op.PEEK), high, painter.palette.accent, painter.palette.sheet)]


def doubled(kit: Kit, rect: pygame.Rect) -> Paint:
    """Return the sign of an event that counts double, at the right edge of its card, above its name."""
    high = max(11, round(rect.h * 0.2))

    def make() -> pygame.Surface:
        painter = kit.painter
        plate = painter.plate((round(high * 1.6), high), theme.VERMILION, radius=high * 0.3).copy()
        plate.blit(*write_centred(painter, "×2", round(high * 0.86), theme.PAPER, plate.get_rect(), bold=True))
        return plate

    plate = kit.painter.keep(("haruhi-double", high), make)
    return plate, (
        min(rect.right - round(high * 0.4), rect.x + round(rect.h / HEIGHT)) - round(high * 1.4),
        rect.y + round(rect.h * 0.46),
    )
