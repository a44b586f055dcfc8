"""The table: a chair's View as cards that can be dragged, clicked and moved by keys. It knows no game, only a `Desk`.

All three ways of playing turn selections into actions of the legal list. Beats are played in order; when nothing is in
the air, the cards lie exactly as `desk.layout(view)` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from game.core import Beat, Illegal, Reason
from scenes import closer, narration, theme
from scenes.cards import LIFT
from scenes.controls import Button
from scenes.desk import NOTHING, Desk, Layout, Offer, Pose, Selection
from scenes.hints import Hints
from scenes.holding import DRAG_STARTS, WANDERS, Held
from scenes.host import Match
from scenes.inputs import Focus, Input, Key, KeyUp, Motion, Point, Press, Release, Wheel
from scenes.lost import Lost
from scenes.painter import room
from scenes.scene import Back, Command, Kit, Mute, Push, Scene, Spoken
from scenes.showing import Showing
from scenes.sound import Sound
from scenes.stage import Paint
from scenes.table_panels import Panels

_GROUND = ""
"""Stands for the bare table among the spots."""
_DOUBLE = 0.35
"""Seconds within which two clicks are a double click."""
_REFUSAL = 3.0
DEMO_PACE = {"off": 0.0, "fast": 0.8, "normal": 1.4, "slow": 2.4}
"""Seconds between two actions of the demo at each speed."""
_ALWAYS = ("escape", "f1")
"""Keys that are answered even while there is something to look at."""
_TAKING_BACK = ("ctrl+z", "ctrl+y", "ctrl+shift+z")
_HEARD = 30
"""So much of what happened is kept to be said."""
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


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not done, and the spot it stands beside."""

    reason: Reason
    spot: str


class TableScene:
    """One match on the table."""

    covers = True
    learning = False
    """Whether this is a lesson, which says itself what to do: no hints, nothing is taken back."""

    def __init__(self, kit: Kit, match: Match, desk: Desk, ways: Ways) -> None:
        self._kit = kit
        self.match = match
        self._desk = desk
        self._ways = ways
        self._panels = Panels(kit, match, desk, learning=self.learning)
        self._held: Held | None = None
        self._down: str | None = None
        self._pressed_button: Button | None = None
        self._hand_pressed = False
        self._heard: list[Reason] = []
        """What happened since `spoken` was last asked, as all may know it who share the screen."""
        self._lay: tuple[str, ...] = ()
        """What lay at every place when that was last said."""
        self._selection = NOTHING
        self._focus: str | None = None
        self._hover: str | None = None
        self._rest = 0.0
        self._peek: str | None = None
        self._refusal: Refusal | None = None
        self._refusal_left = 0.0
        self._clicked: tuple[str, float] | None = None
        self._clicked_view: object = None
        self._entered = False
        self._ended = 0.0
        self._told_end = False
        self._pointer: Point = (-1, -1)
        self._pressed_at: Point = (-1, -1)
        self._waited = False
        self._hints = Hints(desk)
        self._lost = self._panels.lost = Lost(desk)
        self._demo = False
        self._demo_waits = 0.0
        self._showing = Showing(kit, match, desk, self._show_beat)
        self._board = self._showing.board
        self._panels.story(self._showing.story)
        for beat in self._showing.story:
            self._hints.see(beat)
            self._lost.see(beat)

    # Scene

    def title(self) -> str:
        """Return the game's name."""
        return self._kit.words(f"{self._desk.game_id}.title")

    def lay_out(self) -> None:
        """Take new sizes or words: what was in the air has landed, what was held lies at home."""
        self._board.land()
        self._held = None
        self._put_back()
        self._select(self._selection, {})
        self._board.prepare()
        self._showing.open()

    def update(self, dt: float) -> bool:
        """Let time pass: flights, fading, the refusal's end, the pointer resting, the result after the end."""
        self._showing.update(dt)
        if self._refusal is not None:
            self._refusal_left -= dt
            if self._refusal_left <= 0:
                self._refusal = None
        if self._clicked is not None:
            self._clicked = (self._clicked[0], self._clicked[1] + dt)
            if self._clicked[1] > _DOUBLE:
                self._clicked = None
        self._rest += dt
        waiting = self._peek_waits
        if waiting and self._rest >= (closer.patience(self._desk, self._layout, self._hover) or 0.0):
            self._peek, waiting = self._hover, False
        thinking = self._let_computers(dt) or self._advise(dt) or self._watch()
        waiting = waiting or self._refusal is not None or self._clicked is not None
        leaning = self._held is not None and self._held.upright(dt)
        return self._showing.moving or waiting or thinking or leaning or self._result_due or self._seat_ends

    def _let_computers(self, dt: float) -> bool:
        """Let the computer players go on and show what they do; return whether one is in turn or is to be read."""
        company, down = self.match.company, not self._showing.held_up
        landed, quiet = down and not self._board.busy, down and not self._busy
        if company.go_on(dt, self._kit.preferences.pace, landed=landed, quiet=quiet):
            if self._held is not None or self._selection != NOTHING:
                self._let_all_go()
            self._showing.take()
        others = company.turn is not None or company.rests
        if self._waited and not others and not self._busy:
            self._waited = False
            if self.match.chair.standing().turn == self.match.chair.seat:
                self._kit.sounds.play("turn")
        self._waited = self._waited or others
        return others

    def leave(self) -> None:
        """Let go of what the computer players think about."""
        self.match.company.leave()

    def _advise(self, dt: float) -> bool:
        """Let advice go on: the demo's next action, the line that tells the chance; return whether some is due."""
        if not self.advised:
            self._demo = False
            return False
        remembering = self._kit.preferences.hints_remember
        if self._demo and not self._busy:
            self._hints.glance(self._view, remembering=remembering)
            self._demo_waits += dt
            best = self._hints.best
            if best is not None and self._demo_waits >= DEMO_PACE[self._kit.preferences.speed]:
                self._demo_waits = 0.0
                self.match.chair.count_hint()
                self._result(best.action)
        elif self._kit.preferences.chance_line and not self._busy and self._hints.hint is None:
            self._hints.glance(self._view, remembering=remembering)
        if self._panels.say_chance(self._hints.chance):
            self._refresh()
        return self._demo or self._hints.thinking

    def _watch(self) -> bool:
        """Look whether the game can still be won, and tell where it cannot; return whether that is being thought of."""
        preferences = self._kit.preferences
        changed = False
        if not preferences.tell_lost:
            changed = self._lost.forget()
        elif not self._over and not self._busy and self.match.chair.standing().actions:
            changed = self._lost.watch(self._view, remembering=preferences.hints_remember)
        if changed:
            self._refresh()
        return self._lost.thinking

    def ask(self) -> None:
        """Show a hint: the best action, asked again the next best."""
        if (reason := self._desk.no_advice(self._view)) is not None:
            self._refuse(reason, "buttons")
            return
        self._select(NOTHING, {})
        if not self._over and self._hints.ask(self._view, remembering=self._kit.preferences.hints_remember):
            self.match.chair.count_hint()

    def demo(self) -> None:
        """Let the advisor play on from here, until any key or click."""
        self._cancel()
        self._demo, self._demo_waits = self.advised, 0.0

    @property
    def advised(self) -> bool:
        """Whether the game goes on and there is advice for it."""
        return not self._over and self._desk.no_advice(self._view) is None

    @property
    def _peek_waits(self) -> bool:
        """Whether the pointer rests on a stack that will be shown large."""
        idle = self._peek is None and self._held is None and self._selection == NOTHING
        return idle and closer.patience(self._desk, self._layout, self._hover) is not None

    @property
    def _view(self) -> object:
        return self._board.view

    @property
    def _layout(self) -> Layout:
        """Where the cards lie as they are shown: an open choice is shown as done so far."""
        return self._board.layout

    @property
    def _busy(self) -> bool:
        return self._showing.busy

    @property
    def _seat_ends(self) -> bool:
        """Whether another person is in turn, once everything has been shown, and no hand is held up any more.

        A key that is still down would repeat, and hold up the next hand.
        """
        turn = self.match.chair.standing().turn
        ended = turn is not None and turn != self.match.chair.seat and self.match.sitting.level(turn) is None
        return ended and not self._busy and not self._showing.held_up and not self.match.company.rests

    @property
    def _result_due(self) -> bool:
        return not self._told_end and self.match.chair.standing().outcome is not None

    def follow_up(self, dt: float) -> Command | None:
        """Return the next seat's turn, or the result once the game is over and the last card has lain for a moment."""
        if self._seat_ends:
            return self._ways.hand_over()
        if not self._result_due or self._busy:
            return None
        self._ended += dt
        if self._ended < _RESULT:
            return None
        self._told_end = True
        self._kit.sounds.play("win" if self._won else "loss")
        return Push(self._ways.result())

    @property
    def _won(self) -> bool:
        """Whether the game is over, and somebody in front of the screen has won it."""
        outcome, people = self.match.chair.standing().outcome, self.match.sitting.people or (self.match.chair.seat,)
        return outcome is not None and not set(people).isdisjoint(outcome.winners)

    def handle(self, event: Input) -> Command | None:
        """Take one input; what is in the air lands first. Where there is something to look at, it only goes on."""
        if isinstance(event, Press | Key) and self._watching and not self._is_answered(event):
            self._entered = event == Key("enter")  # while it is held down it answers nothing that comes next
            rested = self.match.company.rests
            self.match.company.hurry()
            if self._showing.skip() or rested:
                return None
        command = self._handle(event)
        if command is not None or event == Focus(here=False):
            self._hold_up(up=False)
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
        return self._jotted(self.spot_at(event.pos), 1) is not None  # one writes while one looks

    @property
    def private(self) -> bool:
        """Whether a hand lies open that others at this screen must not see."""
        return self.match.sitting.shared and self._showing.hand_up and not self._over

    def guard(self) -> Command | None:
        """Return the curtain, where a hand lies open that somebody else could see when the player has gone."""
        together = self.match.sitting.passes and self.match.chair.standing().outcome is None
        return self._ways.hand_over() if together else None

    def _handle(self, event: Input) -> Command | None:
        if isinstance(event, Press | Key):
            if not self._showing.watching:
                self._land()
            self._refusal = None
            looked, self._peek = self._peek, None
            self._demo = False
            if looked is not None and event == Key("escape"):
                return None  # it only closes what was looked at
            self._entered = self._entered and event == Key("enter")
        self._touched(event)
        match event:
            case Motion(pos, held):
                if not held:
                    self._put_back()  # the button was let go where nobody saw it
                self._move(pos)
            case Press(pos, 1):
                self._press(pos)
            case Press(pos, _):
                if self._held is not None or not self._jot(self.spot_at(pos), -1):
                    self._cancel_or_inspect(self.spot_at(pos))
            case Release(pos, 1):
                return self._release(pos)
            case Key(name):
                return self._key(name)
            case KeyUp("enter"):
                self._entered = False
            case KeyUp("space"):
                self._hold_up(up=False)
            case Wheel(lines):
                self._panels.scroll(lines)
            case Focus(here=False):
                self._entered = False
                self._put_back()
        return None

    # What is heard of a person's touch

    @property
    def sounding(self) -> bool:
        """Always: of a table every touch is heard as what it is."""
        return True

    def _sound(self, sound: Sound) -> None:
        """Let a touch be heard by what it led to; not where others listen, for that may follow from a hand."""
        if not self.match.sitting.shared:
            self._kit.sounds.play(sound)

    def _touched(self, event: Input) -> None:
        """Where others listen, let a touch be heard by itself: the same whatever it leads to."""
        if not self.match.sitting.shared:
            return
        match event:
            case Press(pos, 1):
                self._pressed_at = pos
                self._kit.sounds.play("lift")
            case Release(pos, 1) if max(abs(a - b) for a, b in zip(pos, self._pressed_at, strict=True)) > WANDERS:
                self._kit.sounds.play("land")
            case Key(name) if name == "enter" or name.isdigit():
                self._kit.sounds.play("lift")

    # Beats

    def _show_beat(self, whole: Beat[object, object] | None) -> None:
        """Take notice of a frame that was put on the board, and of a beat once all of it was."""
        self._selection = NOTHING
        self._told_end = False
        self._ended = 0.0
        if whole is not None:
            self._panels.tell(whole)
            if (line := self._desk.log_line(whole)) is not None:
                self._hear(Reason.of("narration.undone", what=line) if whole.undone else line)
            self._hints.see(whole)
            self._lost.see(whole)
        self._refresh()

    def take_beats(self) -> None:
        """Show what happened at the chair since the last call."""
        self._showing.take()

    def _land(self) -> None:
        """Let everything be where it is going."""
        self._showing.land()

    def _hold_up(self, *, up: bool) -> None:
        """Hold the hand up for a look, or lay it face down again."""
        self._hand_pressed = self._hand_pressed and up
        if self._showing.hold_up(up):
            self._kit.sounds.play("slide")
            self._put_back()
            self._select(NOTHING, {})

    def _refresh(self) -> None:
        self._panels.refresh(self._view, self._layout, self._selection, self._notes)

    @property
    def _notes(self) -> str:
        """What the player has written; nothing while the hand lies face down."""
        return self.match.chair.notes() if self._showing.hand_up else ""

    def _jotted(self, spot: str | None, step: int) -> str | None:
        """Return the player's notes with the mark at a spot gone on, None where there is none to set."""
        if spot is None or not self._showing.hand_up:
            return None
        return self._desk.jot(self._view, self._notes, spot, step)

    def _jot(self, spot: str | None, step: int = 1) -> bool:
        """Set the mark at a spot of the notebook; return whether there was one. What is chosen stays chosen."""
        notes = self._jotted(spot, step)
        if notes is not None:
            self._sound("button")
            self.match.chair.jot(notes)
            self._refresh()
        return notes is not None

    @property
    def _over(self) -> bool:
        return self.match.chair.standing().outcome is not None

    def _offer(self, selection: Selection) -> Offer:
        """Return what can follow a selection: nothing after the end, and a game given up has ended."""
        return Offer() if self._over else self._desk.offer(self._view, selection)

    # What a person does

    def _result(self, result: object, held: dict[str, Pose] | None = None) -> None:
        """Follow what an offer led to: a selection to go on with, or an action to carry out."""
        self._put_back()  # what is held came from a table that may look otherwise now
        if isinstance(result, Selection):
            self._select(result, held or {})
            return
        try:
            self.match.chair.submit(result)
        except Illegal as illegal:  # an offer is made from the legal list; say it all the same, never swallow it
            self._refuse(illegal.reason, self._focus or "buttons")
            for card, pose in (held or {}).items():
                self._board.glide_home(card, pose)
            return
        self._selection = NOTHING
        self._showing.take(held)

    def _select(self, selection: Selection, held: dict[str, Pose]) -> None:
        """Go on with a selection. Where only a last choice is open, what was chosen so far is shown as done."""
        old, before, self._selection = self._board.layout, self._selection, selection
        self._board.show(self._desk.preview(self._view, selection))
        self._refresh()
        if ways := self._desk.ways(self._view, before, selection, self._board.layout):
            self._board.move(ways, old, held)

    def _refuse(self, reason: Reason, spot: str) -> None:
        self._refusal, self._refusal_left = Refusal(reason, spot), _REFUSAL
        self._sound("refuse")
        if not self.match.sitting.shared:
            self._hear(reason)

    def choose(self, spot: str) -> None:
        """Choose a spot, as a click or Enter does: go on with the selection, begin one, set a mark, or say why not."""
        if self._jot(spot):
            return
        offer = self._offer(self._selection)
        if spot in offer.targets or spot in offer.afresh:
            result = offer.targets[spot] if spot in offer.targets else offer.afresh[spot]
            if isinstance(result, Selection):
                self._sound("lift")
            self._result(result)
        elif self._selection.pending or spot in self._selection.spots[-1:]:
            self._cancel()
        elif not self._over:
            self._refuse(self._desk.why_not(self._view, self._selection, spot), spot)

    def _cancel(self) -> bool:
        """Let go of what is held or chosen, or where there is nothing of it of the draft; return whether it was any."""
        had = self._held is not None or self._selection != NOTHING
        draft_too = self._held is None and not self._selection.spots
        self._select(NOTHING if draft_too else self._selection.without_spots(), {})
        self._put_back()
        return had

    def inspect(self, spot: str | None) -> None:
        """Show the cards of a spot closely, with what the rules say of them, or say that there is nothing to read."""
        if closer.patience(self._desk, self._layout, spot) is not None:
            self._peek = spot
        elif spot is not None:
            self._refuse(Reason.of("table.nothing_to_read"), spot)

    def _cancel_or_inspect(self, spot: str | None) -> None:
        """Let go of what is held or chosen; where nothing is, show the cards of a spot closely."""
        if not self._cancel() and closer.patience(self._desk, self._layout, spot) is not None:
            self._peek = spot

    def _let_all_go(self) -> None:
        """Let go of what is held or chosen, the draft as well."""
        self._put_back()
        self._select(NOTHING, {})

    def _put_back(self) -> None:
        """Send home what is held; a button that is still down means nothing any more."""
        held, self._held = self._held, None
        self._pressed_button, self._down = None, None
        self._panels.press(None)
        if held is not None and held.dragging:
            self._glide_home(held)

    def undo(self) -> None:
        """Take the last action back, or say why not; a draft goes first, it came after that action."""
        if self._selection.draft is not None:
            self._let_all_go()
        else:
            self._again(self.match.chair.undo)

    def redo(self) -> None:
        """Do again what was taken back, or say why not."""
        self._again(self.match.chair.redo)

    def _again(self, change: Callable[[], None]) -> None:
        self._let_all_go()
        self._land()
        try:
            change()
        except Illegal as illegal:
            self._refuse(illegal.reason, "buttons")
            return
        self._told_end = False
        self._showing.take()
        self._refresh()

    def concede(self) -> None:
        """Give the game up."""
        self._let_all_go()
        self._lost.open = False
        self.match.chair.concede()
        self._refresh()

    # Pointer

    def spot_at(self, pos: Point) -> str | None:
        """Return the smallest spot under a point."""
        return next(iter(self._spots_at(pos)), None)

    def _spots_at(self, pos: Point) -> list[str]:
        """Return the spots under a point, the smallest first."""
        under = [(rect.w * rect.h, spot) for spot, rect in self._layout.spots.items() if rect.collidepoint(pos)]
        return [spot for _, spot in sorted(under)]

    def _meant(self, pos: Point) -> str | None:
        """Return the spot that a click means: where some lie upon each other, the smallest that can be chosen."""
        under, offer = self._spots_at(pos), self._offer(self._selection)
        able = [spot for choices in (offer.targets, offer.afresh) for spot in under if spot in choices]
        return next(iter((*able, *under)), None)

    def spot_centre(self, spot: str) -> Point:
        """Return where to point at a spot."""
        return self._layout.spots[spot].center

    def _move(self, pos: Point) -> None:
        delta, self._pointer = pos[0] - self._pointer[0], pos
        self._panels.pointer(pos)
        held = self._held
        if held is not None:
            held.to(pos)
            if not held.dragging and held.far >= DRAG_STARTS:
                self._lift(held)
            held.lean_with(delta)
            return
        spot = self.spot_at(pos)
        if spot != self._hover:
            self._hover, self._rest, self._peek = spot, 0.0, None

    def _lift(self, held: Held) -> None:
        """Begin to drag what is pressed; a card that can go nowhere stays, and says why once the pointer leaves it."""
        if held.targets:
            held.dragging = True
            self._sound("lift")
            if not held.joins:
                self._select(NOTHING, {})
            self._refresh()
        elif not self._layout.spots[held.spot].collidepoint(held.pos):
            self._put_back()
            if not self._over:
                chosen = self._selection if held.joins else NOTHING
                self._refuse(self._desk.why_not(self._view, chosen, held.spot), held.spot)

    def _press(self, pos: Point) -> None:
        self._put_back()
        self._pointer = pos
        self._pressed_button = self._panels.button_at(pos)
        if self._pressed_button is not None:
            self._panels.press(self._pressed_button)
            self._hand_pressed = self._panels.name(self._pressed_button) == "hand"
            if self._hand_pressed:
                self._hold_up(up=True)
            return
        self._focus = None
        spot = self._meant(pos)
        self._down = _GROUND if spot is None else spot
        card = self._layout.top.get(self._down)
        if spot is None or card is None:
            return
        pose = self._layout.cards[card]
        grip = (round(pos[0] - pose.x), round(pos[1] - pose.y))
        size = self._desk.face(self._kit.painter, pose.face, round(pose.width)).get_size()
        targets, joins = self._targets(spot)
        self._held = Held(spot, card, size, grip, pos, pos, targets, joins, before=self._selection)

    def _targets(self, spot: str) -> tuple[dict[str, object], bool]:
        """Return where the card of a spot may be dropped, and whether it goes on with the selection by that."""
        if self._over:
            return {}, False
        joining = dict(self._desk.drag(self._view, self._selection, spot))
        if self._selection.shown_done:  # the table is shown as it will be: nothing else can be begun from it
            return joining, True
        afresh = dict(self._desk.drag(self._view, NOTHING, spot))
        joins = bool(joining) and joining != afresh
        return (joining if joins else afresh), joins

    def _release(self, pos: Point) -> Command | None:
        self._pointer = pos
        if self._hand_pressed:
            self._hold_up(up=False)
            return None
        if self._pressed_button is not None:
            button, self._pressed_button = self._pressed_button, None
            self._panels.press(None)
            return self._button(button) if button is self._panels.button_at(pos) else None
        held, self._held = self._held, None
        down, self._down = self._down, None
        self._hover, self._rest = self.spot_at(pos), 0.0
        if held is not None and held.dragging:
            held.to(pos)
            self._drop(held)
        elif down is not None and down == (self._meant(pos) or _GROUND):
            if down == _GROUND:
                self._select(self._selection.without_spots(), {})
            else:
                self._click(down)
        return None

    def _click(self, spot: str) -> None:
        """Choose, or at the second click do the only sensible thing, unless more than this card is chosen already."""
        if self._jot(spot):  # every click there is one of its own
            self._clicked = None
            return
        chosen = self._selection.spots
        if self._clicked is not None and self._clicked[0] == spot:
            self._clicked = None
            offer = self._offer(self._selection)
            answers = offer.rest is None and spot in {*offer.targets, *offer.afresh}
            if self._clicked_view != self._view and not answers:
                return  # what the first click brought nobody has seen yet: the second one is no answer to it
            eager = self._desk.eager(self._view, spot) if chosen in ((), (spot,)) and not self._over else None
            if eager is not None:
                self._selection = NOTHING
                self._result(eager)
                return
        else:
            self._clicked = None if spot in chosen and len(chosen) > 1 else (spot, 0.0)
            self._clicked_view = self._view
        self.choose(spot)

    def _drop(self, held: Held) -> None:
        """Do what the drop means: the legal target that the card covers most, else home again, with the reason."""
        if held.far <= WANDERS:
            if self._selection != held.before:
                self._select(held.before, {})
            self._click(held.spot)
            return
        self._clicked = None
        card = held.rect
        spot = held.best_target(self._layout.spots)
        if spot is not None:
            pose = self._lifted_at(held)
            result = held.targets[spot]
            if isinstance(result, Selection) and not result.pending:
                self._glide_home(held)
            self._result(result, {held.card: pose})
            return
        self._glide_home(held)
        under = self.spot_at(card.center) or self.spot_at(held.pos)
        if under is not None and under != held.spot:
            chosen = self._selection if held.joins else Selection((held.spot,))
            self._refuse(self._desk.why_not(self._view, chosen, under), under)

    def _glide_home(self, held: Held) -> None:
        self._sound("land")
        self._board.glide_home(held.card, self._lifted_at(held))

    def _lifted_at(self, held: Held) -> Pose:
        """Return where a held card sets out from when it is let go: as large as it looks, it settles on its way."""
        pose = self._layout.cards[held.card].at(*held.rect.center)
        return replace(pose, width=pose.width * LIFT)

    # Keys

    def _key(self, name: str) -> Command | None:
        match name:
            case "escape":
                done = self._cancel() or self._hints.hide() or self._open_strip(open_=False)
                return None if done else Push(self._ways.menu())
            case "h":
                self.ask()
            case "f1":
                self._put_back()
                return Push(self._ways.rules(self._desk.help_section(self._view, self._selection)))
            case "ctrl+z":
                self.undo()
            case "ctrl+y" | "ctrl+shift+z":
                self.redo()
            case "left" | "right" | "up" | "down":
                self._focus = self._panels.neighbour(self._layout, self._focus, name)
            case "tab" | "shift+tab":
                self._tab(-1 if name.startswith("shift") else 1)
            case "enter":
                self._enter()
            case "space" if self.match.sitting.shared:
                self._hold_up(up=True)
            case "space" | "i":
                self.inspect(self._focus or self._hover)
            case "n":
                marks = (spot for spot in self._layout.spots if self._jotted(spot, 1) is not None)
                self._focus = next(marks, self._focus)
            case "page up" | "page down":
                self._panels.scroll(4 if name == "page up" else -4)
            case _ if name.isdigit():
                spot = self._desk.digit(self._view, self._selection, int(name))
                if spot is not None:
                    self._choose_by_key(spot)
        return None

    def _tab(self, step: int) -> None:
        """Move the focus among the spots that can be chosen now, and what the strip below the log offers."""
        order = [spot for spot in self._layout.spots if spot in self._offer(self._selection).targets]
        order += self._panels.stops
        if order:
            index = order.index(self._focus) + step if self._focus in order else (0 if step > 0 else -1)
            self._focus = order[index % len(order)]

    def _enter(self) -> None:
        """Say yes to what is complete, else choose the focused spot.

        A key still held down from the action before says yes to nothing that this action brought.
        """
        if self._entered:
            return
        if self._focus in self._panels.stops:
            self._do(self._focus or "")
            return
        if self._focus not in self._layout.spots:
            self._focus = None
        offer, before = self._offer(self._selection), self._view
        chosen = offer.rest is None and self._focus in self._selection.spots
        if offer.ready is not None and (self._focus is None or chosen):
            self._result(offer.ready)
        elif self._focus is None:
            self._tab(1)
        else:
            self._choose_by_key(self._focus)
        self._entered = self._jotted(self._focus, 1) is not None or (
            self._view != before and self._offer(self._selection).rest is not None
        )

    def _choose_by_key(self, spot: str) -> None:
        """Choose a spot; the frame stands there, or rests where the next Enter says yes to all that was done."""
        before, self._focus = (self._view, self._selection), spot
        self.choose(spot)
        rest = self._offer(self._selection).rest
        if rest is not None and not self._selection.spots and before != (self._view, self._selection):
            self._focus = rest

    def _open_strip(self, *, open_: bool) -> bool:
        """Open the strip that tells of a lost game, or leave only its sign; return whether that changed anything."""
        changed = self._lost.reason is not None and not self._over and self._lost.open != open_
        if changed:
            self._lost.open, self._focus = open_, None
            self._refresh()
        return changed

    def _button(self, button: Button) -> Command | None:
        if not self._showing.watching:
            self._land()
        self._sound("button")
        return self._do(self._panels.name(button))

    def _do(self, name: str) -> Command | None:
        """Do what the button of a name says."""
        match name:
            case "hint":
                self.ask()
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case "yes":
                self._result(self._offer(self._selection).ready)
            case "no":
                self._cancel()
            case "menu":
                return Push(self._ways.menu())
            case "rules":
                return Push(self._ways.rules(self._desk.help_section(self._view, self._selection)))
            case "concede":
                self.concede()
            case "lost" | "play_on":
                self._open_strip(open_=name == "lost")
            case "result":
                return Push(self._ways.result())
            case "sound":
                return Mute()
        return None

    # Words

    def _hear(self, reason: Reason) -> None:
        """Keep something to be said; where nobody listens, only the last of it."""
        self._heard = [*self._heard[-_HEARD:], reason]

    def spoken(self) -> Spoken:
        """Return what is asked, chosen and advised, where the frame is, and what happened since the last call.

        Where several people share the screen, it is what all of them may know: nothing of what one of them chooses.
        """
        say, view = self._kit.words.say, self._showing.common
        news, self._heard = [say(reason) for reason in self._heard], []
        if not self._busy:
            before, self._lay = self._lay, tuple(self._places(view))
            news += [line for line in self._lay if line not in before] if before else []
        return Spoken(self.title(), tuple(self._asked(view)), self._focus_words(view), tuple(news))

    def _asked(self, view: object) -> list[str]:
        """Return what is asked, what is chosen, and what is advised."""
        standing = self.match.chair.standing()
        selection = NOTHING if self.match.sitting.shared else self._selection
        reasons = [self._desk.prompt(view, selection)] if standing.outcome is None else [standing.outcome.reason]
        if selection != NOTHING and (chosen := self._desk.caption(view, selection)) is not None:
            reasons.append(chosen)
        if (hint := self._hints.hint) is not None:
            reasons.append(hint.words)
        if standing.outcome is None and self._lost.reason is not None:
            reasons.append(self._lost.reason)
        return [self._kit.words.say(reason) for reason in reasons]

    def _places(self, view: object) -> list[str]:
        """Return what lies at every place."""
        layout = self._desk.layout(view, self._kit.metrics)
        notes = "" if self.match.sitting.shared else self._notes
        return [self._kit.words.say(reason) for reason in narration.whole_table(self._desk, view, layout, notes)]

    def _focus_words(self, view: object) -> str:
        """Return what the frame of the keys stands at, and what choosing it would do."""
        if self._focus is None or self._focus not in self._layout.spots:
            return "" if self._focus is None else self._kit.words(f"table.{self._focus}")
        shared = self.match.sitting.shared
        layout = self._desk.layout(view, self._kit.metrics) if shared else self._layout
        found = narration.at_spot(self._desk, view, layout, self._focus, "" if shared else self._notes)
        offer = Offer() if shared else self._offer(self._selection)
        if found is not None and self._focus in offer.targets:
            caption = self._desk.caption(self._view, offer.targets[self._focus])
            act = caption if caption is not None else Reason.of("narration.choose")
            found = Reason.of("narration.may", what=found, act=act)
        return "" if found is None else self._kit.words.say(found)

    def described(self) -> list[str]:
        """Return how the game stands, what is asked, what lies at every place, and where the frame is."""
        view = self._showing.common
        standing = self._kit.words.say(self._desk.standing(view))
        return [standing, *self._asked(view), *self._places(view), self._focus_words(view)]

    # Picture

    def paint(self) -> list[Paint]:
        """Return the picture: ground, panels, glows, cards, what is in the air, what is held, what is said."""
        spoken, plate = self._panels.spoken_of()
        paints = [*self._panels.furniture, *plate]
        held = self._held if self._held is not None and self._held.dragging else None
        targets = self._shown_targets(held)
        paints += self._glows(held, targets, frozenset(spoken))
        lifted = held.card if held is not None else None
        paints += self._board.resting(lifted, self._bright(targets) if targets else None)
        paints += self._panels.marks
        paints += self._board.in_the_air()
        paints += self._panels.paint_buttons(self._focus)
        paints += self._above()
        if held is not None:
            paints += self._held_paints(held)
        elif self._peek is not None:
            paints += self._panels.peek(self._layout, self._peek, self._board.cards)
        if held is None and (hint := self._hints.hint) is not None:
            paints += self._panels.sign(self._kit.words.say(hint.words), self._anchor(hint.spots[-1]), warn=False)
        if self._refusal is not None:
            paints += self._panels.sign(
                self._kit.words.say(self._refusal.reason), self._anchor(self._refusal.spot), warn=True
            )
        return paints

    def _above(self) -> list[Paint]:
        """Return what lies over the table, but under what is held and said: nothing on a table that is no lesson."""
        return []

    @property
    def _pointed(self) -> tuple[str, ...]:
        """The spots that are pointed at: those of the hint."""
        hint = self._hints.hint
        return () if hint is None else hint.spots

    def _shown_targets(self, held: Held | None) -> frozenset[str]:
        """Return the spots to light up: where the held card may go, or what may follow the selection."""
        if held is not None:
            return frozenset(held.targets)
        if self._busy:
            return frozenset()
        offer = self._offer(self._selection)
        if self._selection == NOTHING and offer.rest is None:
            return frozenset()
        return frozenset(offer.targets) - set(self._selection.spots)

    def _glows(self, held: Held | None, targets: frozenset[str], spoken: frozenset[str]) -> list[Paint]:
        painter = self._kit.painter
        over = held.best_target(self._layout.spots) if held is not None else self._hover
        paints: list[Paint] = []
        pointed = self._pointed
        for spot, rect in self._layout.spots.items():
            if spot in pointed:
                glow = painter.glow(rect.size, theme.VERMILION, 1.0)
            elif spot in targets:
                glow = painter.glow(rect.size, painter.palette.accent, 1.0 if spot == over else 0.6)
            elif spot in self._selection.spots:
                glow = painter.glow(rect.size, painter.palette.strong, 1.0)
            elif spot == self._focus:
                glow = painter.glow(rect.size, painter.palette.text, 0.9)
            elif spot in spoken:
                glow = painter.glow(rect.size, painter.palette.heading, 0.6)
            else:
                continue
            margin = room(rect.w)
            paints.append((glow, (rect.x - margin, rect.y - margin)))
            if spot == self._focus and (spot in targets or spot in self._selection.spots):  # a second ring around it
                step = 2 * max(4, self._kit.metrics.px(5))
                ring = rect.inflate(step, step)
                margin = room(ring.w)
                paints.append((painter.glow(ring.size, painter.palette.text, 0.9), (ring.x - margin, ring.y - margin)))
        return paints

    def _bright(self, targets: frozenset[str]) -> set[str]:
        """Return the cards that do not step back: those that lie on the targets and the selection."""
        chosen = targets | set(self._selection.spots)
        rects = [self._layout.spots[spot] for spot in chosen]
        cards = self._layout.cards.items()
        bright = {key for key, pose in cards if any(rect.collidepoint(pose.x, pose.y) for rect in rects)}
        on_top = {self._layout.top[spot] for spot in chosen & self._layout.top.keys()}  # most of it may be covered
        return bright | on_top | self._layout.steady

    def _held_paints(self, held: Held) -> list[Paint]:
        rect = held.rect
        pose = self._layout.cards[held.card].at(*rect.center)
        paints = [self._board.cards.lifted(pose, round(held.lean))]
        spot = held.best_target(self._layout.spots)
        if spot is not None:
            caption = self._desk.caption(self._view, held.targets[spot])
            if caption is not None:
                paints += self._panels.sign(self._kit.words.say(caption), rect, warn=False)
        return paints

    def _anchor(self, spot: str) -> pygame.Rect:
        return self._layout.spots.get(spot) or self._desk.button_area(self._kit.metrics)
