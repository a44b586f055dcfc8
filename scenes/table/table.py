"""The table: a chair's View as cards that can be dragged, clicked and moved by keys. It knows no game, only a `Desk`.

This scene decides which input is answered when, and when a turn or the game is over. All else has a place of its own:
`choosing` is the choice in the making and every way from there to the chair, `pointing` and `table_keys` turn inputs
into choices, `closer` looks at cards, `advice` thinks about the game, `telling` and `table_picture` show all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core import Beat, Reason
from scenes.desk import NOTHING, Desk
from scenes.drawing.stage import Paint
from scenes.host import Match
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Point, Press, Release, Wheel
from scenes.scene import Back, Command, Kit, Mute, Push, Scene, Spoken
from scenes.table.advice import Advice
from scenes.table.choosing import Choosing
from scenes.table.closer import Looking
from scenes.table.pointing import Pointing
from scenes.table.showing import Showing
from scenes.table.table_keys import Keys
from scenes.table.table_panels import Panels
from scenes.table.table_picture import Picture
from scenes.table.telling import Telling

_ALWAYS = ("escape", "f1")
"""Keys that are answered even while there is something to look at."""
_TAKING_BACK = ("ctrl+z", "ctrl+y", "ctrl+shift+z")
_RESULT = 0.55
"""Seconds between the last card's landing and the result."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the table leads to: its menu, the result, the rules at a section.

    Where several people play, also to the seat in turn, behind its curtain where one falls.
    """

    menu: Callable[[], Scene]
    result: Callable[[], Scene]
    rules: Callable[[str], Scene]
    hand_over: Callable[[], Command] = Back


class TableScene:
    """One match on the table."""

    covers = True
    learning = False
    """Whether this is a lesson, which says itself what to do: no hints, nothing is taken back."""
    sounding = True
    """Of a table every touch is heard as what it is."""

    def __init__(self, kit: Kit, match: Match, desk: Desk, ways: Ways) -> None:
        self._kit = kit
        self.match = match
        self._desk = desk
        self._ways = ways
        kind = "lesson.bar" if self.learning else ""
        self._panels = Panels(kit, match, desk, kind=kind, learning=self.learning)
        self._showing = Showing(kit, match, desk, self._show_beat)
        self._board = self._showing.board
        self._choosing = Choosing(kit, match, desk, self._showing, self._panels)
        self._looking = Looking(desk)
        self._pointing = Pointing(self._choosing, self._looking)
        self._keys = Keys(self._choosing)
        self._advice = Advice(self._choosing, learning=self.learning)
        self._telling = Telling(self._choosing, self._advice)
        self._picture = Picture(self._choosing, self._looking, self._advice)
        self._waited = False
        """Whether others have been in turn since the player was."""
        self._ended = 0.0
        """Seconds for which the last card has lain."""
        self._told_end = False
        for beat in self._showing.story:
            self._panels.log.tell(beat)
            self._advice.see(beat)

    def title(self) -> str:
        """Return the game's name."""
        return self._kit.words(f"{self._desk.game_id}.title")

    def lay_out(self) -> None:
        """Take new sizes or words: what was in the air has landed, what was held lies at home."""
        self._board.land()
        self._choosing.held = None
        self._choosing.put_back()
        self._choosing.select(self._choosing.selection)
        self._board.prepare()
        self._showing.open()

    def spot_centre(self, spot: str) -> Point:
        """Return where to point at a spot."""
        return self._board.layout.spots[spot].center

    # Time

    def update(self, dt: float) -> bool:
        """Let time pass: flights, fading, the refusal's end, the pointer resting, the result after the end."""
        self._showing.update(dt)
        waiting = self._choosing.update(dt)
        waiting = self._looking.update(dt, self._board.layout, idle=self._choosing.idle) or waiting
        thinking = self._let_computers(dt) or self._advice.update(dt)
        waiting = self._pointing.update(dt) or waiting
        return self._showing.moving or waiting or thinking or self._result_due or self._seat_ends

    def _let_computers(self, dt: float) -> bool:
        """Let the computer players go on and show what they do; return whether time brings what they do next.

        Where a frame stays until a click, nothing comes before that.
        """
        company, down = self.match.company, not self._showing.held_up
        landed, quiet = down and not self._board.busy, down and not self._showing.busy
        if company.go_on(dt, self._kit.preferences.pace, landed=landed, quiet=quiet):
            if not self._choosing.idle:
                self._choosing.let_all_go()
            self._showing.take()
        others = company.turn is not None or company.rests
        if self._waited and not others and not self._showing.busy:
            self._waited = False
            if self.match.chair.standing().turn == self.match.chair.seat:
                self._kit.sounds.play("turn")
        self._waited = self._waited or others
        return others and (self._showing.moving or not self._showing.busy)

    def leave(self) -> None:
        """Let go of what is thought about beside the table."""
        self.match.company.leave()
        self._advice.leave()

    # Beats

    def take_beats(self) -> None:
        """Show what happened at the chair since the last call."""
        self._showing.take()

    def _show_beat(self, whole: Beat[object, object] | None) -> None:
        """Take notice of a frame that was put on the board, and of a beat once all of it was."""
        self._choosing.selection = NOTHING
        self._told_end = False
        self._ended = 0.0
        if whole is not None:
            if (line := self._panels.log.tell(whole)) is not None:
                self._choosing.news.hear(Reason.of("narration.undone", what=line) if whole.undone else line)
            self._advice.see(whole)
        self._choosing.refresh()

    # The end of a turn, and of the game

    def follow_up(self, dt: float) -> Command | None:
        """Return the next seat's turn, or the result once the game is over and the last card has lain for a moment."""
        if self._seat_ends:
            return self._ways.hand_over()
        if not self._result_due:
            return None
        self._ended += dt
        if self._ended < _RESULT:
            return None
        return self._result()

    def _result(self) -> Command:
        """Return the way to the result; the first time it is heard as well."""
        if not self._told_end:
            self._told_end = True
            self._choosing.refresh()  # given up from the menu, it ended without anything that happened on the table
            self._kit.sounds.play("win" if self._won else "loss")
        return Push(self._ways.result())

    @property
    def _seat_ends(self) -> bool:
        """Whether another person is in turn, once everything has been shown, and no hand is held up any more.

        A key that is still down would repeat, and hold up the next hand.
        """
        turn = self.match.chair.standing().turn
        ended = turn is not None and turn != self.match.chair.seat and self.match.sitting.level(turn) is None
        return ended and not self._showing.busy and not self._showing.held_up and not self.match.company.rests

    @property
    def _result_due(self) -> bool:
        """Whether the game is over, everything has been shown, and the result has not."""
        return not self._told_end and self._choosing.over and not self._showing.busy

    @property
    def _won(self) -> bool:
        """Whether the game is over, and somebody in front of the screen has won it."""
        outcome, people = self.match.chair.standing().outcome, self.match.sitting.people or (self.match.chair.seat,)
        return outcome is not None and not set(people).isdisjoint(outcome.winners)

    # What others must not see

    @property
    def private(self) -> bool:
        """Whether a hand lies open that others at this screen must not see."""
        return self.match.sitting.shared and self._showing.hand_up and not self._choosing.over

    def guard(self) -> Command | None:
        """Return the curtain, where a hand lies open that somebody else could see when the player has gone."""
        together = self.match.sitting.passes and not self._choosing.over
        return self._ways.hand_over() if together else None

    # Input

    def handle(self, event: Input) -> Command | None:
        """Take one input; what is in the air lands first. Where there is something to look at, it only goes on."""
        if isinstance(event, Press | Key) and self._watching and not self._is_answered(event):
            if isinstance(event, Press) and event.touch and event.button != 1:
                return None  # the finger that rests has gone on by its touch
            self._keys.pass_over(event)
            rested = self.match.company.rests
            self.match.company.hurry()
            if self._showing.skip() or rested:
                return None
        command = self._handle(event)
        if command is not None or event == Focus(here=False):
            self._pointing.hold_up(up=False)
        return command

    @property
    def _watching(self) -> bool:
        """Whether there is something to look at: what is over soon, or what computer players do."""
        return self._showing.watching or self.match.company.turn is not None

    def _is_answered(self, event: Press | Key) -> bool:
        """Whether an input is answered even while there is something to look at: menu, rules, holding the hand up.

        Between two actions of computer players everything can be done that is not the turn's own.
        """
        between = not self._showing.watching
        if isinstance(event, Key):
            held = event.name == "space" and (self.match.sitting.around or not self.match.sitting.together)
            return held or event.name in _ALWAYS or (between and event.name in _TAKING_BACK)
        button = self._panels.button_at(event.pos)
        if button is not None:
            return between or self._panels.name(button) in ("hand", "menu", "rules", "sound")
        return self._choosing.jotted(self._board.layout.spot_at(event.pos)) is not None  # one writes while one looks

    def _handle(self, event: Input) -> Command | None:
        if isinstance(event, Press | Key):
            if not self._showing.watching:
                self._showing.land()
            self._choosing.refusal = None
            self._advice.end_demo()
            if self._looking.end() and event == Key("escape"):
                return None  # it only closes what was looked at
        self._keys.note(event)
        self._choosing.touches.feel(event)
        match event:
            case Motion(pos, held):
                self._pointing.move(pos, down=held)
            case Press(pos, 1):
                self._pointing.press(pos)
            case Press(pos, _):
                self._pointing.press_right(pos)
            case Release(pos, 1):
                if (name := self._pointing.release(pos)) is not None:
                    return self._click(name)
            case Key(name):
                return self._key(name)
            case KeyUp("space"):
                self._pointing.hold_up(up=False)
            case Wheel(lines):
                self._panels.log.scroll(lines)
            case Focus(here=False):
                self._choosing.put_back()
        return None

    def _key(self, name: str) -> Command | None:
        match name:
            case "escape":
                choosing, advice = self._choosing, self._advice
                done = choosing.cancel() or advice.hints.hide() or advice.open_strip(open_=False)
                return None if done else self._do("menu")
            case "h":
                self._advice.ask()
            case "f1":
                self._choosing.put_back()
                return self._do("rules")
            case "ctrl+z":
                self._choosing.undo()
            case "ctrl+y" | "ctrl+shift+z":
                self._choosing.redo()
            case "left" | "right" | "up" | "down":
                self._keys.move(name)
            case "tab" | "shift+tab":
                self._keys.tab(-1 if name.startswith("shift") else 1)
            case "enter":
                return self._do(self._keys.enter())
            case "space" if self.match.sitting.shared:
                self._pointing.hold_up(up=True)
            case "space" | "i":
                self._inspect(self._choosing.focus or self._looking.hover)
            case "n":
                self._keys.to_notebook()
            case "page up" | "page down":
                self._panels.log.scroll(4 if name == "page up" else -4)
            case _ if name.isdecimal():
                self._keys.digit(int(name))
        return None

    def _click(self, name: str) -> Command | None:
        """Do what the button of a name says that was clicked."""
        if not self._showing.watching:
            self._showing.land()
        self._choosing.touches.led_to("button")
        return self._do(name)

    def _do(self, name: str | None) -> Command | None:
        """Do what the button of a name says."""
        match name:
            case "hint":
                self._advice.ask()
            case "undo":
                self._choosing.undo()
            case "redo":
                self._choosing.redo()
            case "yes":
                self._choosing.follow(self._choosing.offer().ready)
            case "no":
                self._choosing.cancel()
            case "menu":
                return Push(self._ways.menu())
            case "rules":
                return Push(self._ways.rules(self._desk.help_section(self._board.view, self._choosing.selection)))
            case "concede":
                self.concede()
            case "lost" | "play_on":
                self._advice.open_strip(open_=name == "lost")
            case "result":
                return self._result()
            case "sound":
                return Mute()
        return None

    def _inspect(self, spot: str | None) -> None:
        """Show the cards of a spot closely, with what the rules say of them, or say that there is nothing to read."""
        if not self._looking.look_at(self._board.layout, spot) and spot is not None:
            self._choosing.refuse(Reason.of("table.nothing_to_read"), spot)

    def concede(self) -> None:
        """Give the game up."""
        self._choosing.let_all_go()
        self._advice.open_strip(open_=False)
        self.match.chair.concede()
        self._told_end = False  # where it was given up before, that was taken back
        self._choosing.refresh()

    # Advice

    @property
    def advised(self) -> bool:
        """Whether the game goes on and there is advice for it."""
        return self._advice.available

    def demo(self) -> None:
        """Let the advisor play on from here, until any key or click."""
        self._advice.begin_demo()

    # Words and picture

    def spoken(self) -> Spoken:
        """Return what is asked, chosen and advised, where the frame is, and what happened since the last call."""
        return self._telling.spoken(self.title())

    def described(self) -> list[str]:
        """Return how the game stands, what is asked, what lies at every place, and where the frame is."""
        return self._telling.described()

    def paint(self) -> list[Paint]:
        """Return the picture: ground, panels, glows, cards, what is in the air, what is held, what is said."""
        return self._picture.paint(self._pointed, self._above())

    def _above(self) -> list[Paint]:
        """Return what lies over the table, but under what is held and said: nothing on a table that is no lesson."""
        return []

    @property
    def _pointed(self) -> tuple[str, ...]:
        """The spots that are pointed at: those of the hint."""
        hint = self._advice.hints.hint
        return () if hint is None else hint.spots
