"""The lower right panel of a replay: where it is, how the game ended, what a computer thought, and the buttons."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core import Reason, Seat
from game.record import Record
from game.table import Standing
from scenes.after.ranking import who_won
from scenes.drawing import theme
from scenes.drawing.painter import Painter, hexed, svg
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.inputs import Point
from scenes.pages.controls import Button, Look, button_size, nothing, write_centred
from scenes.scene import Kit
from scenes.seating import Sitting
from scenes.table.table_panels import written

_SMALLEST_SCALE = 40
_THOUGHT = 3
"""Lines kept free for what a computer thought; a longer thought stands in smaller letters."""

SIGNS = {
    "first": "M5 5h3v14h-3z M19 5v14l-10 -7z",
    "back": "M16.500 5v14l-10 -7z",
    "on": "M7.500 5v14l10 -7z",
    "last": "M5 5v14l10 -7z M16 5h3v14h-3z",
}
"""What stands on the buttons that move, as paths of a square of 24."""


@dataclass(eq=False)
class Knob:
    """A small button with a sign or a word on it, and no room to spare."""

    rect: pygame.Rect
    sign: str
    label: str
    size: int
    enabled: bool = True

    def paint(self, painter: Painter, metrics: Metrics, look: Look) -> list[Paint]:
        """Draw the plate, and the sign or the word."""
        opacity = 0.03 if not self.enabled else 0.15 if look.pressed else 0.11 if look.hovered else 0.05
        plate = painter.plate(
            self.rect.size,
            painter.palette.wash,
            opacity=opacity,
            line=painter.palette.wash,
            line_opacity=0.16,
            line_width=1.2,
            radius=min(self.rect.h / 2, metrics.px(12)),
        )
        colour = painter.palette.text if self.enabled else painter.palette.faint
        if not self.sign:
            return [(plate, self.rect.topleft), write_centred(painter, self.label, self.size, colour, self.rect)]
        side = max(8, min(round(self.size * 1.25), self.rect.w - 4, self.rect.h - 4))

        def make() -> pygame.Surface:
            return svg(
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 24 24">'
                f'<path d="{SIGNS[self.sign]}" fill="{hexed(colour)}"/></svg>',
                (side, side),
            )

        picture = painter.keep(("sign", self.sign, side, colour), make)
        return [(plate, self.rect.topleft), (picture, picture.get_rect(center=self.rect.center).topleft)]


@dataclass(frozen=True, slots=True)
class Moment:
    """What the panel tells of: how the table stands, seen with one seat's `eye` or all open (None).

    `actor` took the last action; `thought` is why, where a computer did and it may be told.
    """

    standing: Standing
    eye: Seat | None
    playing: bool
    speed: str
    actor: Seat
    thought: Reason | None


class Foot:
    """The panel of the replay of `record`, which can be seen with `eyes` and goes on by itself at `speeds`."""

    def __init__(
        self, kit: Kit, record: Record, sitting: Sitting, eyes: Sequence[Seat | None], speeds: Sequence[str]
    ) -> None:
        self._kit = kit
        self._record = record
        self._sitting = sitting
        self._eyes = eyes
        self._speeds = speeds
        self._small = kit.metrics
        self._track = pygame.Rect(0, 0, 0, 0)
        self.controls: dict[str, Button | Knob] = {}

    def place(self, area: pygame.Rect, moment: Moment) -> list[Paint]:
        """Place everything in `area`, in smaller letters where it is small, and return what stands.

        What a computer thought has as much room after every action, so that the buttons stay where they are.
        """
        for scale in range(self._kit.metrics.text_scale, _SMALLEST_SCALE - 1, -10):
            self._small = dataclasses.replace(self._kit.metrics, text_scale=scale)
            paints, bottom = self.told(area, moment)
            fits, top = self._place_buttons(area, moment)
            kept = _THOUGHT * self._kit.painter.type.line_height(self._small.note)
            if fits and bottom + (kept if self._sitting.computers_ever else 0) <= top:
                break
        if moment.thought is not None:
            name = self._sitting.names[moment.actor]
            text = self._kit.words("replay.thought", name=name, thought=moment.thought)
            free = pygame.Rect(area.x, bottom, area.w, top - bottom)
            paints += written(self._kit, [(text, self._small.note, theme.SAND, False)], free)
        return paints

    def told(self, area: pygame.Rect, moment: Moment) -> tuple[list[Paint], int]:
        """Return where the replay is, the line that shows it, how the game ended at its end, and where that ends."""
        small, words, typed = self._small, self._kit.words, self._kit.painter.type
        at, outcome = moment.standing.actions, moment.standing.outcome
        key = "replay.at" if at else "replay.dealt"
        paints: list[Paint] = []
        y = area.y
        for line in typed.wrap(words(key, at=at, total=self._record.at), small.body, area.w, bold=True):
            paints.append((typed.write(line, small.body, self._kit.palette.text, bold=True), (area.x, y)))
            y += typed.line_height(small.body)
        drawn, y = self._draw_track(area, y, at)
        paints += drawn
        if outcome is not None:
            told = [words.say(outcome.reason)]
            if self._sitting.together:
                told.insert(0, who_won(words, self._record.game, self._sitting, outcome))
            for line in (line for text in told for line in typed.wrap(text, small.note, area.w)):
                paints.append((typed.write(line, small.note, self._kit.palette.accent), (area.x, y)))
                y += typed.line_height(small.note)
        return paints, y

    def _draw_track(self, area: pygame.Rect, y: int, at: int) -> tuple[list[Paint], int]:
        """Return the line that can be dragged along, and where it ends."""
        small, painter = self._small, self._kit.painter
        thick, knob = max(3, small.px(4)), max(9, small.px(13))
        y += (knob - thick) // 2 + 2
        track = self._track = pygame.Rect(area.x + knob // 2, y, area.w - knob, thick)
        bar = painter.plate(track.size, painter.palette.wash, opacity=0.16, radius=thick / 2)
        paints: list[Paint] = [(bar, track.topleft)]
        done = round(track.w * at / max(1, self._record.at))
        if done:
            filled = painter.plate((done, thick), painter.palette.accent, opacity=0.9, radius=min(thick, done) / 2)
            paints.append((filled, track.topleft))
        disc = painter.plate((knob, knob), theme.PAPER, radius=knob / 2)
        paints.append((disc, disc.get_rect(center=(track.x + done, track.centery)).topleft))
        return paints, track.bottom + knob

    def _place_buttons(self, area: pygame.Rect, moment: Moment) -> tuple[bool, int]:
        """Place the buttons from the bottom up; return whether all words on them fit, and where they begin.

        What goes on by itself, and how fast, stands at the left of the rest; above it where names are long.
        """
        small, words, painter = self._small, self._kit.words, self._kit.painter
        gap, height = self._kit.metrics.px(8), round(small.body * 2.1)
        together, y = self._sitting.together, area.bottom - self._kit.metrics.px(4) - height
        label = self._eyes_name(moment.eye) if together else words("replay.play_on")
        note = words("keys.tab" if together else "keys.enter")
        names = [self._eyes_name(eye) for eye in self._eyes] if together else [label]
        widest = max(button_size(painter, small, name)[0] for name in names)
        side = round((area.w - gap) * 0.3)
        last = pygame.Rect(area.x + side + gap, y, area.w - side - gap, height)
        if beside := widest <= last.w:
            places = [pygame.Rect(area.x, last.y - row * (height + gap), side, height) for row in (1, 0)]
            moves = last.move(0, -height - gap)
        else:
            last = pygame.Rect(area.x, y, area.w, height)
            side = (area.w - gap) // 2
            places = [pygame.Rect(x, last.y - height - gap, side, height) for x in (area.x, area.right - side)]
            moves = last.move(0, -2 * (height + gap))
        if button_size(painter, small, label, note)[0] > last.w:
            note = ""
        on = together or moment.standing.turn is not None
        self.controls = {"eyes" if together else "play_on": Button(last, label, nothing, note=note, enabled=on)}
        play = words("replay.stop" if moment.playing else "replay.play")
        spoken = (("play", play), ("speed", words(f"replay.speed_{moment.speed}")))
        for rect, (name, word) in zip(places, spoken, strict=True):
            self.controls[name] = Knob(rect, "", word, small.body)
        width = (moves.w - gap * (len(SIGNS) - 1)) // len(SIGNS)
        for index, name in enumerate(SIGNS):
            rect = pygame.Rect(moves.x + index * (width + gap), moves.y, width, height)
            self.controls[name] = Knob(rect, name, "", small.body, self._leads_on(name, moment.standing.actions))
        labels = ("replay.play", "replay.stop", *(f"replay.speed_{speed}" for speed in self._speeds))
        fits = all(painter.type.width(words(one), small.body) <= side - small.px(12) for one in labels)
        return fits and (beside or widest <= area.w), moves.y - gap

    def _eyes_name(self, eye: Seat | None) -> str:
        words = self._kit.words
        return words("replay.all_open") if eye is None else words("replay.as_seat", name=self._sitting.names[eye])

    def _leads_on(self, name: str, at: int) -> bool:
        """Return whether a button leads anywhere now."""
        return at > 0 if name in ("first", "back") else at < self._record.at

    # Pointer

    def button_at(self, pos: Point) -> str | None:
        """Return the name of the button at a point; buttons are made anew at every step, their names stay."""
        return next((name for name, one in self.controls.items() if one.enabled and one.rect.collidepoint(pos)), None)

    def on_track(self, pos: Point) -> bool:
        """Return whether a point is on the line, or so near that it is meant."""
        grip = self._kit.metrics.px(10)
        return self._track.inflate(2 * grip, 2 * grip).collidepoint(pos)

    def action_at(self, pos: Point) -> int:
        """Return after how many actions the game was, where a point stands along the line."""
        share = (pos[0] - self._track.x) / max(1, self._track.w)
        return round(max(0.0, min(1.0, share)) * self._record.at)

    def paint(self, pointer: Point, pressed: str | None) -> list[Paint]:
        """Return the pictures of the buttons; `pressed` is the name of the one that is held down."""
        paints: list[Paint] = []
        for name, control in self.controls.items():
            hovered = control.enabled and control.rect.collidepoint(pointer)
            look = Look(hovered, pressed=hovered and name == pressed, focused=False, pointer=pointer)
            paints += control.paint(self._kit.painter, self._small, look)
        return paints
