"""The program: window, clock, scene stack, and the way from one scene to the next."""

from __future__ import annotations

import dataclasses
import gc
import io
import os
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.catalogue import find
from game.core import Reason
from game.record import Record
from scenes import calendar, diagnosis, host, theme
from scenes.assets import ASSETS
from scenes.desks import desk_for
from scenes.host import Match
from scenes.inputs import Exposed, Focus, Input, Key, Motion, Moved, Point, Press, Quit, Release, Resized, Wheel, read
from scenes.keymap import Keyboard
from scenes.menu import Shelf
from scenes.narration import Narrator, say_aloud
from scenes.notice import Notice
from scenes.painter import Painter
from scenes.preferences import Preferences
from scenes.scene import (
    Back,
    Command,
    Following,
    Guarded,
    Home,
    Kit,
    Learn,
    Leave,
    Leaving,
    Listening,
    Mute,
    Prefer,
    Private,
    Push,
    Replace,
    Scene,
    Sounding,
    Typing,
)
from scenes.sound import Sounds
from scenes.speaker import Speaker
from scenes.stage import Paint, Stage
from scenes.store import Store
from scenes.theme import Metrics, Size
from scenes.thinking import undisturbed
from scenes.toast import Toast
from scenes.touch import Finger
from scenes.waiting import sleeper
from scenes.words import Words, preferred, system_locales

if TYPE_CHECKING:
    from scenes.gamepads import Gamepads  # looked for when the first picture is there

_FRAME = 1 / 60
_NAP = 2.0
"""Seconds at most that the loop sleeps when nothing moves; any input wakes it."""
_DOZE, _DOZE_BEHIND = 1 / 20, 1 / 8
"""Seconds between two looks where SDL cannot sleep: in front, and in the background."""
_AWAKE = 1.5
"""Seconds after the last input during which the loop then still looks at full speed."""
_TRIES = 5
"""How often a window is asked to take its size back after full screen; a tiling window manager never will."""
_TOUCHES = (Press, Key, Motion, Wheel)
"""Inputs of somebody who is there, and may soon want to hear something."""
_LONGEST_FRAME = 0.1
"""Seconds that may pass for the scenes in one frame, however long the machine slept."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the command line asked of the window. `game` begins a new game at once."""

    game: str | None = None
    deal: str | None = None
    language: str | None = None
    data_dir: Path | None = None
    narrate: str | None = None
    """The file that everything is told to in words; "-" is the terminal."""


_GRIP = 100
"""Pixels of a window that must lie on a screen, so that it can be moved from there."""


class NoWindowError(Exception):
    """There is no window system to show anything in; `args[0]` is SDL's word for it."""

    log: Path | None = None
    """Where that was written down."""


def run(start: Start) -> int:
    """Open the window, run until it is closed, and return the exit code: 1 where a fault of our own ended it.

    Raises `NoWindowError`.
    """
    store = Store(start.data_dir)
    speaker = Speaker(tell=lambda: store.log(diagnosis.line("no sound device")))
    program: Program | None = None
    preferences = Preferences()
    try:
        preferences = store.load_preferences()
        store.log(diagnosis.line(f"begins: {diagnosis.versions()}"))
        open_window(preferences)
        store.log(diagnosis.line(f"window: {diagnosis.display()}"))
        program = Program(store, preferences, start, speaker)
        gc.freeze()  # what is here by now stays: no collection need walk it again
        program.loop()
        store.log(diagnosis.line("ends"))
    except NoWindowError as error:
        store.log(diagnosis.line(f"no window: {error}"))
        error.log = store.log_file
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, the game is kept and the player is told
        from scenes import failure

        speaker.close()  # what tells of the failure ends SDL
        scenes = [] if program is None else [type(scene).__name__ for scene in program.stack]
        return failure.ended(error, store, scenes, start.language or preferences.language)
    finally:
        pygame.display.quit()  # nobody looks at a window that waits for a sound device
        silent = speaker.close()
        store.close()
        if silent:
            pygame.quit()
    return 0


def open_window(preferences: Preferences) -> None:
    """Open the one window as large as it last was, and there; raise `NoWindowError` where there is no screen."""
    os.environ.setdefault("SDL_APP_NAME", "Tefuda")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    try:
        pygame.display.init()
        pygame.font.init()
    except pygame.error as error:
        raise NoWindowError(str(error)) from error
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        raise NoWindowError(driver)  # SDL would run unseen for ever
    if driver == "x11":
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"  # plain shared memory: much faster and smaller without a GPU
    icon = pygame.image.load_sized_svg(str(ASSETS / "images" / "icon.svg"), (64, 64))
    pygame.display.set_icon(icon)
    set_mode(preferences)
    pygame.key.set_repeat(350, 45)


def set_mode(preferences: Preferences) -> None:
    """Make the window full screen, or a window of the preferred size that fits the screen."""
    desktop = pygame.display.get_desktop_sizes()[0]
    if preferences.full_screen:
        pygame.display.set_mode(desktop, pygame.FULLSCREEN)
        return
    wanted = preferences.window or theme.DEFAULT
    size = (
        max(theme.SMALLEST[0], min(wanted[0], desktop[0])),
        max(theme.SMALLEST[1], min(wanted[1], desktop[1])),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it says what is mended here
        for _ in range(_TRIES):
            pygame.display.set_mode(size, pygame.RESIZABLE)
            if pygame.display.get_window_size() == size:
                break
            pygame.event.pump()  # X11 gives the old size back for a moment after full screen
            pygame.time.wait(20)
    if preferences.place is not None and can_be_reached(preferences.place, size, pygame.display.get_desktop_sizes()):
        pygame.display.set_window_position(preferences.place)


def can_be_reached(place: Point, size: Size, screens: Sequence[Size]) -> bool:
    """Whether a window lies so that its upper edge can be seen and taken, on screens side by side.

    How screens are arranged SDL does not tell here; where one has gone or shrunk the system chooses a place.
    """
    wide, high = sum(width for width, _ in screens), max(height for _, height in screens)
    return -size[0] + _GRIP <= place[0] <= wide - _GRIP and 0 <= place[1] <= high - _GRIP


class Program:
    """The scene stack and everything it works with."""

    def __init__(self, store: Store, preferences: Preferences, start: Start, sounds: Sounds | None = None) -> None:
        self._start = start
        self._kit = Kit(Words("en"), Painter(), Metrics(_window_size()), preferences, store, sounds or Sounds())
        self._stage = Stage()
        self._stack: list[Scene] = []
        self._laid_out: list[Scene] = []
        self._running = True
        self._front = True
        self._was_moving = False
        self._unsaved = False
        self._titled = ""
        self._logged = ""
        self._keyboard = Keyboard()
        self._finger = Finger()
        self._toast = Toast(self._kit)
        self._narrator: Narrator | None = None
        self._typing = True  # SDL begins with text input on
        self._adopt(preferences)
        self._first_scene()
        for problem in store.take_problems():
            self._tell(problem)
        self._lay_out()

    @property
    def stack(self) -> tuple[Scene, ...]:
        """The scenes from the lowest to the uppermost."""
        return tuple(self._stack)

    @property
    def kit(self) -> Kit:
        """What the scenes work with."""
        return self._kit

    @property
    def running(self) -> bool:
        """Whether the program goes on."""
        return self._running

    # From scene to scene

    def _first_scene(self) -> None:
        if self._start.game is None:
            self._stack = [self.shelf()]
            return
        if len(find(self._start.game).seats) > 1:  # who plays is asked first
            running = (kept := host.resume(self._kit.store)) is not None and kept.chair.standing().outcome is None
            from scenes.setup import SetUp

            page = SetUp(self._kit, self._start.game, running, self.table, self._start.deal)
            self._stack = [self.shelf(), page]
            return
        deal = self._start.deal or host.fresh_deal(self._start.game)
        options = self._kit.preferences.options.get(self._start.game, {})
        match = host.begin(self._kit.store, self._start.game, deal, options)
        self._stack = [self.table(match)]

    def shelf(self) -> Scene:
        """Return the shelf, with the game that is kept, where there is one."""
        match = host.resume(self._kit.store)
        outcome = None if match is None else match.chair.standing().outcome
        if match is not None and outcome is not None and self._stack and match.sitting.after(outcome).settled:
            self._kit.store.forget_record()  # its result has been seen; there is nothing to go on with
            match = None
        standing = None if match is None else self.standing(match)
        return Shelf(self._kit, match, self.table, lambda running: self.statistics(running=running), standing)

    def standing(self, match: Match) -> Reason:
        """Return how far a match is, as everybody may know it."""
        return desk_for(match).standing(match.chair.view())

    def table(self, match: Match) -> Scene:
        """Return the way to a match: its table, or the curtain before the seat in turn where it must fall."""
        if match.sitting.passes and match.chair.standing().outcome is None:
            return self.curtain(match)
        return self._seat(match)

    def curtain(self, match: Match) -> Scene:
        """Leave the seat of a match, and return the curtain that opens to it."""
        from scenes.curtain import Curtain

        seat, sitting = match.chair.seat, match.sitting
        match.chair.close()
        return Curtain(
            self._kit,
            sitting.names[seat],
            sitting.marks[seat],
            take=lambda: Home(self._seat(match.taken_by(seat))),
            menu=lambda: Home(self.shelf()),
        )

    def _hand_over(self, match: Match) -> Command:
        """Return the way to the person in turn, while a computer is to the same one: behind a curtain if one falls."""
        turn = match.chair.standing().turn
        assert turn is not None  # a game that is over is handed to nobody
        seat = turn if match.sitting.level(turn) is None else match.chair.seat
        return Home(self.table(match.taken_by(seat)))

    def _seat(self, match: Match) -> Scene:
        """Return the table as the seat of the match's chair sees it, with its ways to menu, result and rules."""
        from scenes.ranking import Ranking
        from scenes.result import Result
        from scenes.rules import RulesPage
        from scenes.table import TableScene, Ways

        ways = Ways(
            menu=lambda: self.menu(match, scene.demo if scene.advised else None),
            result=lambda: (Ranking if match.sitting.together else Result)(self._kit, match, self),
            rules=lambda section: RulesPage(self._kit, match.game_id, section),
            hand_over=lambda: self._hand_over(match),
        )
        scene = TableScene(self._kit, match, desk_for(match), ways)
        return scene

    def menu(self, match: Match, demo: Callable[[], None] | None = None) -> Scene:
        """Return the menu of a table; `demo` lets the table be played by itself."""
        from scenes.pause import Pause

        return Pause(self._kit, match, self, demo)

    def lesson(self, game_id: str, chapter: int = 0) -> Scene:
        """Return a chapter of the lesson of a game; it leads back to the present scene, or to a game of one's own."""
        from scenes.lesson import Tutor, find_lesson, lay
        from scenes.lesson_table import LessonTable, lesson_ways

        tutor = Tutor(find_lesson(game_id), chapter)
        match = lay(tutor.lesson, tutor, self._kit.words)
        ways = lesson_ways(self._kit, game_id, lambda: self.lesson(game_id))
        return LessonTable(
            self._kit,
            match,
            desk_for(match),
            ways,
            tutor,
            next_chapter=lambda: self.lesson(game_id, chapter + 1),
            play=lambda: self._play_after(game_id),
        )

    def _play_after(self, game_id: str) -> Command:
        """Return the way from a lesson to a game of one's own: its set-up page, which may lie below the lesson."""
        from scenes.setup import SetUp

        if any(isinstance(scene, SetUp) for scene in self._stack[:-1][-1:]):
            return Back()
        kept = host.resume(self._kit.store)
        running = kept is not None and kept.chair.standing().outcome is None
        return Replace(SetUp(self._kit, game_id, running, self.table))

    def statistics(self, *, running: bool) -> Scene:
        """Return the page about finished games; from there a replay may go on as a game in place of the kept one."""
        from scenes.stats import StatsPage

        return StatsPage(
            self._kit,
            lambda record: self.replay(record, running=running),
            lambda record: self.review(record, running=running),
        )

    def replay(self, record: Record, at: int = 0, *, running: bool) -> Scene:
        """Return the replay of a finished game from its action `at` on; raise `BadInput` where it does not replay."""
        from scenes.replay import Replay

        return Replay(self._kit, record, desk_for, self.table, at, running=running)

    def review(self, record: Record, *, running: bool) -> Scene:
        """Return the review of a finished game; raise `BadInput` where it does not replay."""
        from scenes.review import Review

        return Review(self._kit, record, desk_for, lambda at: self.replay(record, at, running=running))

    def _tell(self, problem: Reason) -> None:
        self._kit.store.log(diagnosis.line(f"problem: {diagnosis.told(problem)}"))
        close = self._kit.words("common.ok")
        self._stack.append(Notice(self._kit, self._kit.words.say(problem), [(close, Back)]))

    def obey(self, command: Command) -> None:
        """Do what a scene asked for."""
        match command:
            case Push(scene):
                self._stack.append(scene)
            case Replace(scene, count):
                del self._stack[-count:]
                self._stack.append(scene)
            case Back(count):
                del self._stack[-count:]
            case Home(scene):
                self._stack = [scene]
                if isinstance(scene, Shelf):  # the next table may be another game's: its cards need the room
                    self._kit.painter.forget()
            case Leave():
                self._running = False
            case Prefer(preferences):
                self._prefer(preferences)
            case Mute():
                self._mute()
                return
            case Learn(game_id):
                self._stack.append(self.lesson(game_id))
        if not self._stack:
            self._running = False
        self._lay_out()

    def _prefer(self, preferences: Preferences) -> None:
        before, self._kit.preferences = self._kit.preferences, preferences
        self._kit.store.save_preferences(preferences)
        if preferences.full_screen != before.full_screen:
            set_mode(preferences)
        self._adopt(preferences)
        self._lay_out_anew()

    def _mute(self) -> None:
        """Switch sound off or on; it is kept once nothing moves any more."""
        preferences = self._kit.preferences
        self._kit.preferences = dataclasses.replace(preferences, sound=not preferences.sound)
        self._kit.sounds.adopt(self._kit.preferences)
        self._unsaved = True

    def _adopt(self, preferences: Preferences) -> None:
        """Take language and sizes from the preferences (or the command line) and the window."""
        self._tell_in_words(preferences)
        language = self._start.language or preferences.language
        if language == "auto":
            language = preferred(system_locales())
        if language != self._kit.words.language or preferences.keys != self._kit.words.keys:
            self._kit.words = Words(language, preferences.keys)
        self._kit.painter.language = language
        self._kit.sounds.adopt(preferences)
        metrics, painter = Metrics(_window_size(), preferences.text_scale, preferences.left_handed), self._kit.painter
        palette, back = theme.palette(preferences.table, firm=preferences.high_contrast), f"back-{preferences.back}"
        if (metrics, palette, back) != (self._kit.metrics, painter.palette, painter.back):
            self._kit.metrics, painter.palette, painter.back = metrics, palette, back
            painter.forget()

    def _tell_in_words(self, preferences: Preferences) -> None:
        """Begin or end to tell in words what is on the screen."""
        wanted = preferences.narrate or self._start.narrate is not None
        if wanted != (self._narrator is not None):
            self._narrator = Narrator(self._write) if wanted else None

    def _write(self, line: str) -> None:
        file = self._start.narrate
        if file == "-":
            say_aloud(line)
        else:
            self._kit.store.narrate(line, None if file is None else Path(file))

    def _lay_out(self) -> None:
        """Lay out what is seen and has not been since the last change; what is covered waits until it is seen."""
        for scene in self._laid_out:
            if isinstance(scene, Leaving) and not any(scene is one for one in self._stack):
                scene.leave()
        self._laid_out = [scene for scene in self._laid_out if any(scene is one for one in self._stack)]
        for scene in self._stack[self._lowest() :] if self._stack else ():
            if not any(scene is one for one in self._laid_out):
                self._laid_out.append(scene)
                scene.lay_out()

    def _lay_out_anew(self) -> None:
        """Lay everything out again: sizes, words or preferences have changed."""
        self._laid_out.clear()
        self._stage.forget()
        self._lay_out()

    # Frame by frame

    def loop(self) -> None:
        """Run until the program ends: sixty frames a second while something moves, asleep otherwise."""
        clock = pygame.time.Clock()
        asleep = sleeper()
        since_input = 0.0
        gamepads: Gamepads | None = None
        while self._running:
            dt = min(clock.tick() / 1000, _LONGEST_FRAME)
            began = pygame.time.get_ticks()
            inputs = list(read(None if gamepads is None else gamepads.read))
            since_input = 0.0 if inputs else since_input + dt
            moving = self.frame(inputs, dt)
            if gamepads is None:  # the first picture is there
                gamepads = self._gamepads()
            if not moving and asleep is not None and not gamepads.present:
                touched = asleep(None, round(_NAP * 1000))
                if self._unsaved and not touched:
                    self._save()
                clock.tick()  # for the scenes no time passes asleep: what an input starts begins at its beginning
                continue
            pause = _FRAME
            if not moving and since_input > _AWAKE:
                if self._unsaved:
                    self._save()
                pause = _DOZE if self._front else _DOZE_BEHIND
            spent = (pygame.time.get_ticks() - began) / 1000
            pygame.time.wait(max(1, round((pause - spent) * 1000)))

        if self._unsaved:
            self._save()

    @staticmethod
    def _gamepads() -> Gamepads:
        from scenes.gamepads import Gamepads

        return Gamepads()

    def _save(self) -> None:
        """Keep the window's size and place, once they are no longer being changed."""
        self._unsaved = False
        self._kit.store.save_preferences(self._kit.preferences)

    @undisturbed()
    def frame(self, inputs: list[Input], dt: float) -> bool:
        """Take inputs, let `dt` seconds pass, show what changed; return whether something moves."""
        for event in (*inputs, *self._finger.rest(dt)):
            self._take(event)
        if not self._running:
            return False
        problems = self._kit.store.take_problems()
        for problem in problems:
            self._tell(problem)
        self._lay_out()
        moving = bool(problems) or self._finger.resting or self._toast.up
        self._toast.update(dt)
        upper = self._stack[-1]
        moving = upper.update(dt) or moving  # below a dialog no time passes
        if isinstance(upper, Following) and (command := upper.follow_up(dt)) is not None:
            self.obey(command)
            moving = True
        if inputs or moving or self._stage.empty or self._was_moving:
            self._stage.show(self.picture())
            self._name_window()
            if self._narrator is not None:
                self._narrator.listen(self._stack[-1])
        self._was_moving = moving
        self._kit.sounds.after_frame(touched=any(isinstance(event, _TOUCHES) for event in inputs))
        return moving

    def _name_window(self) -> None:
        """Set the title, and let the system's input method in only where text is typed: it would swallow keys."""
        if (title := self._title()) != self._titled:
            self._titled = title
            pygame.display.set_caption(title)
        upper = self._stack[-1]
        if (scene := type(upper).__name__) != self._logged:
            self._logged = scene
            self._kit.store.log(diagnosis.line(f"scene: {scene}"))
        if (typing := isinstance(upper, Typing) and upper.typing) != self._typing:
            self._typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def picture(self) -> list[Paint]:
        """Return what is seen: the lowest scene that nothing covers, and all above it."""
        return [paint for scene in self._stack[self._lowest() :] for paint in scene.paint()] + self._toast.paint()

    def _screenshot(self) -> str:
        """Keep a picture of the window, and return where it lies, or why there is none."""
        words = self._kit.words
        if any(isinstance(scene, Private) and scene.private for scene in self._stack[self._lowest() :]):
            return words("screenshot.private")
        window = pygame.display.get_surface()
        assert window is not None
        data = io.BytesIO()
        pygame.image.save(window, data, "picture.png")
        day = calendar.local(calendar.now())
        kept = self._kit.store.screenshot(f"tefuda-{day:%Y-%m-%d}", data.getvalue())
        if isinstance(kept, Reason):
            return words("screenshot.not_kept", cause=kept)
        return words("screenshot.kept", path=str(kept).encode("utf-8", "replace").decode("utf-8"))

    def _lowest(self) -> int:
        return max(index for index, scene in enumerate(self._stack) if scene.covers)

    def _title(self) -> str:
        name = self._kit.words("product.name")
        title = self._stack[self._lowest()].title()
        return name if not title or title == name else f"{title} - {name}"

    def _take(self, read: Input) -> None:
        upper = self._stack[-1]
        listening = isinstance(upper, Listening) and upper.listening
        typing = isinstance(upper, Typing) and upper.typing
        keys = self._kit.preferences.keys
        self._finger.note(read)
        raw = listening and isinstance(read, Key)
        event = read if raw else self._keyboard.translated(read, keys, typing=typing)
        match event:
            case None:
                return
            case Quit():
                self._running = False
                return
            case Resized():
                self._resized(event.size)
                return
            case Moved(place):
                self._moved(place)
                return
            case Exposed():
                self._stage.forget()
            case Focus(here):
                self._front = here
                self._stage.forget()
                if not here:
                    self._guard()
            case Key("f3") if not listening:
                if self._narrator is not None:
                    self._narrator.describe(upper)
                return
            case Key("f12") if not listening:
                self._toast.tell(self._screenshot())
                return
            case Key("f11") if not listening:
                preferences = self._kit.preferences
                self._prefer(dataclasses.replace(preferences, full_screen=not preferences.full_screen))
                return
            case Key("m") if not listening and not typing:
                self._mute()
                return
        command = upper.handle(event)
        if command is not None:
            if isinstance(event, (*_TOUCHES, Release)) and not (isinstance(upper, Sounding) and upper.sounding):
                self._kit.sounds.play("button")
            self.obey(command)

    def _guard(self) -> None:
        """Hide what not everybody may see: somebody else may come to sit in front of the screen."""
        for scene in self._stack:
            if isinstance(scene, Guarded) and (command := scene.guard()) is not None:
                self.obey(command)
                return

    def _moved(self, place: Point) -> None:
        preferences = self._kit.preferences
        if not preferences.full_screen and place != preferences.place:
            self._kit.preferences = dataclasses.replace(preferences, place=place)
            self._unsaved = True

    def _resized(self, size: Point) -> None:
        preferences = self._kit.preferences
        if not preferences.full_screen:
            preferences = self._kit.preferences = dataclasses.replace(preferences, window=size)
            self._unsaved = True
        self._adopt(preferences)
        self._lay_out_anew()


def _window_size() -> Size:
    surface = pygame.display.get_surface()
    assert surface is not None  # `open_window` comes first
    return surface.get_size()
