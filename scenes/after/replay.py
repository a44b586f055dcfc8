"""The replay of a finished game, on the real table: forwards, backwards, by itself, and on from any point of it.

Nobody plays here: the chair takes no action, and nothing of it is kept or counted. Whoever plays on from a point of it
begins a game of its own. A game of several people is seen all open or with the eyes of one seat; nobody plays on there.
Why a computer acted is told where its seat, or everybody's, is seen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pygame

from game.core import Reason, Seat
from game.record import Record
from scenes import host, narration, seating
from scenes.after.onlooker import Onlooker, all_open
from scenes.after.replay_foot import SIGNS, Foot, Moment
from scenes.after.thoughts import Thoughts
from scenes.desk import NOTHING, Desk, Frame, Layout
from scenes.drawing.painter import room
from scenes.drawing.stage import Paint
from scenes.games import looking_back
from scenes.host import Match
from scenes.inputs import Focus, Input, Key, Motion, Point, Press, Release, Wheel
from scenes.pages.notice import Notice
from scenes.pages.rules import RulesPage
from scenes.scene import Act, Back, Command, Home, Kit, Mute, Push, Scene, Spoken
from scenes.sound.sound import Score
from scenes.table import closer
from scenes.table.board import Board
from scenes.table.closer import Looking
from scenes.table.showing import STAYS
from scenes.table.table_panels import Panels

PAUSES = {"slow": 2.2, "normal": 1.1, "fast": 0.4}
"""Seconds between two actions of a replay that goes on by itself, from the last card's landing on."""
_SPEEDS = tuple(PAUSES)


class Replay:
    """The replay of the game of `record`, opened after its action `at`.

    `running` says that a game is kept that is not finished: playing on from here would replace it. Raises `BadInput`
    where the record does not replay.
    """

    covers = True

    def __init__(
        self,
        kit: Kit,
        record: Record,
        desk_for: Callable[[Match], Desk],
        open_table: Callable[[Match], Scene],
        at: int = 0,
        *,
        running: bool,
    ) -> None:
        self._kit = kit
        self._record = record
        self._desk_for = desk_for
        self._open_table = open_table
        self._running = running
        self._course = host.look_back(record)
        self._sitting = seating.load(record.sitting, record.seats)
        self._thoughts = Thoughts(record, self._course, self._sitting)
        self._thought: Reason | None = None
        seats = tuple(Seat(seat) for seat in range(record.seats))
        openable = self._sitting.together and self._course.all_open(0) is not None
        self._eyes: tuple[Seat | None, ...] = (None, *seats) if openable else seats
        """With whose eyes it can be seen; None is with all cards open."""
        self._eye = self._eyes[0]
        self._speed = "normal"
        self._playing = False
        self._waited = 0.0
        self._pointer: Point = (-1, -1)
        self._foot = Foot(kit, record, self._sitting, self._eyes, _SPEEDS)
        self._pressed: str | None = None
        self._dragging = False
        self._score = Score(kit.sounds.play)
        self._look(max(0, min(record.at, at)))

    def _look(self, at: int) -> None:
        """Sit down in front of the table as it was after `at` actions, with the present eyes."""
        record, seat = self._record, Seat(0) if self._eye is None else self._eye
        see = all_open(record.game, self._course, seat) if self._eye is None else None
        self._at = at
        self._chair = Onlooker(self._course, record, at, seat, see)
        match = Match(record.game, record.deal, dict(record.options), self._chair, record.match, self._sitting)
        self._match = match
        self._desk = looking_back(match) if match.sitting.together else self._desk_for(match)
        self._looking = Looking(self._desk)
        self._panels = Panels(self._kit, match, self._desk, self._place_foot, "common.back", "replay.title")
        for beat in self._chair.beats():
            self._panels.log.tell(beat)
        self._board = Board(self._kit, self._desk, self._chair.view())
        self._frames: list[Frame] = []
        self._stays = 0.0

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("replay.title")

    def spoken(self) -> Spoken:
        """Return which action the table stands at, what it was, and why it was taken."""
        words, moment, line = self._kit.words, self._moment, self._desk.log_line(self._chair.last())
        said = [words("replay.at" if self._at else "replay.dealt", at=self._at, total=self._record.at)]
        if line is not None:
            said.append(words.say(line))
        if moment.thought is not None:
            said.append(words("replay.thought", name=self._sitting.names[moment.actor], thought=moment.thought))
        return Spoken(self.title(), tuple(said))

    def described(self) -> list[str]:
        """Return the same, and what lies at every place."""
        view = self._chair.view()
        places = narration.whole_table(self._desk, view, self._desk.layout(view, self._kit.metrics))
        return [*self.spoken().lines, *[self._kit.words.say(place) for place in places]]

    @property
    def at(self) -> int:
        """How many actions stand on the table."""
        return self._at

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._playing

    @property
    def eye(self) -> Seat | None:
        """With whose eyes it is seen; None is with all cards open."""
        return self._eye

    def look_as(self, eye: Seat | None) -> None:
        """See the same moment with other eyes, where there are such."""
        if eye in self._eyes and eye != self._eye:
            self._eye = eye
            self._look(self._at)
            self.lay_out()

    # Back and forth

    def go(self, to: int) -> None:
        """Show the table after `to` actions: the next one as it was played, one farther away at once."""
        self._land()
        to = max(0, min(self._record.at, to))
        steps = to - self._at
        for _ in range(abs(steps)):
            if steps > 0:
                self._chair.redo()
            else:
                self._chair.undo()
        self._at = to
        self._waited = 0.0
        beats = self._chair.beats()
        for beat in beats:
            self._panels.log.tell(beat)
        if len(beats) == 1:
            self._frames = list(self._desk.unfold(self._board.view, beats[0]))
            self._next_frame()
        elif beats:
            self._board.view = beats[-1].view
            self._board.show(beats[-1].view)
        if self._at == self._record.at:
            self._playing = False
        self._refresh()

    def _next_frame(self) -> None:
        """Play what follows in the present action."""
        frame = self._frames.pop(0)
        self._board.play(self._board.view, frame.beat, {})
        self._score.begin(self._desk.cues(frame.beat), self._kit.motion)
        self._stays = min(STAYS[self._kit.preferences.stay], PAUSES[self._speed]) if frame.stays else 0.0

    def _land(self) -> None:
        """Let the present action be over."""
        self._board.land()
        self._score.finish()
        self._stays = 0.0
        if self._frames:
            self._board.view = self._frames[-1].beat.view
            self._board.show(self._board.view)
            self._frames = []

    def _refresh(self) -> None:
        self._thought = self._believed()
        self._panels.refresh(self._board.view, self._board.layout, NOTHING)

    def _believed(self) -> Reason | None:
        """Return why the last action was taken, if a computer did and these eyes are its own or see everything."""
        told = self._thoughts.of(self._at)
        return told if self._eye in (None, self._course.turn(self._at - 1)) else None

    def leave(self) -> None:
        """Ask nobody any further what was thought."""
        self._thoughts.leave()

    def toggle(self) -> None:
        """Go on by itself, from the beginning where the end is shown; or stop."""
        if not self._playing and self._at == self._record.at:
            self.go(0)
        self._playing = not self._playing and self._record.at > 0
        self._waited = 0.0
        self._refresh()

    def _faster(self, step: int) -> None:
        """Choose the next speed; `step` 0 goes round."""
        index = _SPEEDS.index(self._speed)
        self._speed = _SPEEDS[(index + 1) % len(_SPEEDS) if not step else max(0, min(len(_SPEEDS) - 1, index + step))]
        self._refresh()

    def play_on(self) -> Command | None:
        """Begin a game from here, after a question where it takes the place of one that is going on."""
        if self._sitting.together or self._chair.standing().turn is None:
            return None
        if not self._running:
            return self._begin()
        words = self._kit.words
        actions: list[tuple[str, Act]] = [(words("setup.replace_yes"), self._begin), (words("common.cancel"), Back)]
        return Push(Notice(self._kit, words("setup.replace_ask"), actions, danger=True))

    def _begin(self) -> Command:
        return Home(self._open_table(host.play_on(self._kit.store, self._record, self._at)))

    # Scene

    def lay_out(self) -> None:
        """Take new sizes or words: what was in the air has landed."""
        self._land()
        self._board.show(self._board.view)
        self._board.prepare()
        self._let_go()
        self._looking.point_at(None)
        self._refresh()

    def update(self, dt: float) -> bool:
        """Let the cards move, the pointer rest, and the replay go on by itself."""
        self._board.update(dt)
        self._score.update(dt)
        waiting = self._looking.update(dt, self._board.layout, idle=True)
        moving = self._playing or waiting or bool(self._frames) or self._thoughts.coming or self._score.running
        if self._believed() != self._thought:
            self._refresh()
        idle = not self._board.busy
        if idle and self._frames:
            self._stays -= dt
            if self._stays <= 0:
                self._next_frame()
                self._refresh()
        elif idle and self._playing:
            self._waited += dt
            if self._waited >= PAUSES[self._speed]:
                self.go(self._at + 1)
        return self._board.busy or moving

    def handle(self, event: Input) -> Command | None:
        """Take one input: keys and buttons move, the line under the numbers can be pressed and dragged."""
        match event:
            case Key(name):
                return self._key(name)
            case Motion(pos, held):
                self._move(pos, held)
            case Press(pos, 1):
                self._press(pos)
            case Release(pos, 1):
                return self._release(pos)
            case Wheel(lines):
                self._panels.log.scroll(lines)
            case Focus(here=False):
                self._let_go()
        return None

    def _key(self, name: str) -> Command | None:
        self._looking.end()
        match name:
            case "escape":
                return Back()
            case "f1":
                return self._rules()
            case "enter":
                return self.play_on()
            case "space":
                self.toggle()
            case "tab":
                self._other_eyes()
            case _ if name.isdecimal() and len(name) == 1:
                self.look_as(Seat(int(name) - 1) if int(name) else None)
            case "up" | "down":
                self._faster(1 if name == "up" else -1)
            case "page up" | "page down":
                self._panels.log.scroll(4 if name == "page up" else -4)
            case "left" | "right" | "home" | "end":
                self._act({"left": "back", "right": "on", "home": "first", "end": "last"}[name])
        return None

    def _act(self, name: str) -> Command | None:
        """Do what a button says."""
        if name in SIGNS:
            self._playing = False
            self.go({"first": 0, "back": self._at - 1, "on": self._at + 1, "last": self._record.at}[name])
        match name:
            case "play":
                self.toggle()
            case "speed":
                self._faster(0)
            case "play_on":
                return self.play_on()
            case "eyes":
                self._other_eyes()
            case "menu":
                return Back()
            case "rules":
                return self._rules()
            case "sound":
                return Mute()
        return None

    def _other_eyes(self) -> None:
        """See it with the next eyes."""
        self.look_as(self._eyes[(self._eyes.index(self._eye) + 1) % len(self._eyes)])

    def _rules(self) -> Command:
        return Push(RulesPage(self._kit, self._match.game_id, None))

    # Pointer

    def _button_at(self, pos: Point) -> str | None:
        """Return the name of the button at a point; buttons are made anew at every step, their names stay."""
        if (name := self._foot.button_at(pos)) is not None:
            return name
        button = self._panels.button_at(pos)
        return None if button is None else self._panels.name(button)

    def _move(self, pos: Point, held: bool) -> None:
        self._pointer = pos
        self._panels.pointer(pos)
        if not held:
            self._let_go()
        if self._dragging:
            self._to_point(pos)
        self._looking.point_at(self._board.layout.spot_at(pos))

    def _press(self, pos: Point) -> None:
        self._looking.end()
        self._pointer = pos
        self._pressed = self._button_at(pos)
        self._panels.pressed = self._panels.button_at(pos)
        if self._pressed is None and self._foot.on_track(pos):
            self._dragging, self._playing = True, False
            self._to_point(pos)

    def _release(self, pos: Point) -> Command | None:
        pressed = self._pressed
        self._let_go()
        return self._act(pressed) if pressed is not None and pressed == self._button_at(pos) else None

    def _let_go(self) -> None:
        """Forget what was pressed."""
        self._pressed, self._dragging = None, False
        self._panels.pressed = None

    def _to_point(self, pos: Point) -> None:
        if (to := self._foot.action_at(pos)) != self._at:
            self.go(to)

    # Picture

    def _place_foot(self, area: pygame.Rect) -> list[Paint]:
        return self._foot.place(area, self._moment)

    @property
    def _moment(self) -> Moment:
        actor = (self._course.turn(self._at - 1) if self._at else None) or Seat(0)
        return Moment(self._chair.standing(), self._eye, self._playing, self._speed, actor, self._thought)

    def paint(self) -> list[Paint]:
        """Return the table, the cards, what is in the air, and the buttons."""
        kit = self._kit
        paints = [*self._panels.furniture, *self._spoken_of(), *self._board.resting((), None), *self._panels.marks]
        paints += self._board.in_the_air()
        paints += self._panels.paint_buttons()
        paints += self._foot.paint(self._pointer, self._pressed)
        if (spot := self._looking.spot) is not None:
            paints += closer.look(kit, self._desk, self._legible(spot), spot, self._board.cards)
        return paints

    def _legible(self, spot: str) -> Layout:
        """Return where the cards lie, those on a spot as large as they can be shown side by side."""
        layout, width = self._board.layout, self._kit.metrics.size[0]
        keys = [key for key in layout.cards if key.split(".")[0] == spot]
        if not self._sitting.together or not keys:
            return layout
        least = min(max(self._desk.prints(self._kit.metrics)), width * 0.6 / len(keys))
        cards = dict(layout.cards)
        for key in keys:
            cards[key] = dataclasses.replace(cards[key], width=max(cards[key].width, least))
        return dataclasses.replace(layout, cards=cards)

    def _spoken_of(self) -> list[Paint]:
        """Return the light around the places that the log's line under the pointer speaks of."""
        spots, paints = self._panels.spoken_of()
        for rect in (self._board.layout.spots[spot] for spot in spots):
            margin = room(rect.w)
            glow = self._kit.painter.glow(rect.size, self._kit.palette.heading, 0.6)
            paints.append((glow, (rect.x - margin, rect.y - margin)))
        return paints
