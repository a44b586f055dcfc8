"""The program: the loop, the scene stack, and what concerns every scene: keys for all of them, sizes, words, sound."""

from __future__ import annotations

import dataclasses
import gc
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.catalogue import find
from game.core import Reason
from scenes import diagnosis, host, memory, screenshot
from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint, Stage
from scenes.drawing.theme import Metrics
from scenes.inputs import (
    Exposed,
    Focus,
    Input,
    Key,
    Meant,
    Motion,
    Moved,
    Point,
    Press,
    Quit,
    Release,
    Resized,
    Wheel,
    read,
)
from scenes.keymap import Keyboard
from scenes.narration import Narrator, say_aloud
from scenes.pages.menu import Shelf
from scenes.pages.notice import Notice
from scenes.preferences import Preferences
from scenes.routes import Routes
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
    Push,
    Replace,
    Scene,
    Sounding,
    Typing,
)
from scenes.sound.sound import Sounds
from scenes.sound.speaker import Speaker
from scenes.store import Store
from scenes.thinking import undisturbed
from scenes.toast import Toast
from scenes.touch import Finger
from scenes.waiting import sleeper
from scenes.window import NoWindowError, open_window, set_mode, window_size
from scenes.words import Words, preferred, system_locales

if TYPE_CHECKING:
    from scenes.gamepads import Gamepads  # looked for when the first picture is there

_FRAME = 1 / 60
_NAP = 5.0
"""Seconds at most that the loop sleeps when nothing moves; any input wakes it."""
_DOZE, _DOZE_BEHIND = 1 / 20, 1 / 8
"""Seconds between two looks where SDL cannot sleep: in front, and in the background."""
_AWAKE = 1.5
"""Seconds after the last input during which the loop then still looks at full speed."""
_TOUCHES = (Press, Key, Meant, Motion, Wheel)
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


def run(start: Start) -> int:
    """Open the window, run until it is closed, and return the exit code: 1 where a fault of our own ended it.

    Raises `NoWindowError`.
    """
    memory.be_frugal()
    store = Store(start.data_dir)
    speaker = Speaker(tell=lambda: store.log(diagnosis.line("no sound device")))
    program: Program | None = None
    preferences = Preferences()
    try:
        preferences = store.load_preferences()
        store.log(diagnosis.line(f"begins: {diagnosis.versions()}"))
        open_window(preferences)
        store.log(diagnosis.line(f"window: {diagnosis.display()}"))
        gc.freeze()  # modules and what they hold stay: no collection need walk them again; scenes come and go
        program = Program(store, preferences, start, speaker)
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


class Program:
    """The scene stack and everything it works with."""

    def __init__(self, store: Store, preferences: Preferences, start: Start, sounds: Sounds | None = None) -> None:
        self._start = start
        self._kit = Kit(Words("en"), Painter(), Metrics(window_size()), preferences, store, sounds or Sounds())
        self._stage = Stage()
        self._stack: list[Scene] = []
        self.routes = Routes(self._kit, lambda: self._stack)
        self._problems: list[Scene] = []
        """The notices of what the store had to tell; it tells each thing once in a session."""
        self._before: tuple[Scene, ...] = ()
        """The stack as it was the last time: what is not on it any more was left."""
        self._laid_out: list[Scene] = []
        self._running = True
        self._front = True
        self._was_moving = False
        self._unsaved = False
        self._untidy = False
        self._titled = ""
        self._logged = ""
        self._keyboard = Keyboard()
        self._down: set[int] = set()
        self._began: Scene | None = None
        """The scene on which the last key went down."""
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
        game, deal = self._start.game, self._start.deal
        if game is None:
            self._stack = [self.routes.shelf()]
            return
        if len(find(game).seats) > 1 or self.routes.at_stake:  # who plays is asked first, and what is to be lost
            self._stack = [self.routes.shelf(), self.routes.set_up(game, deal)]
            return
        from scenes.pages import dealing  # the shelf shows without it

        options = dealing.options_chosen(game, self._kit.preferences)
        if deal is None:
            deal = host.fresh_deal(game)
        else:
            options |= dealing.rules_of(deal)
            deal = dealing.normal(game, deal)
        self._stack = [self.routes.table(host.begin(self._kit.store, game, deal, options))]

    def _tell(self, problem: Reason) -> None:
        """Lay a problem over the present scene, which hears no more of what is let go now: as if the focus was lost."""
        self._stack[-1].handle(Focus(here=False))
        self._kit.store.log(diagnosis.line(f"problem: {diagnosis.told(problem)}"))
        close = self._kit.words("common.ok")
        self._problems.append(Notice(self._kit, self._kit.words.say(problem), [(close, Back)]))
        self._stack.append(self._problems[-1])

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
            case Leave():
                self._running = False
            case Prefer(preferences):
                self._prefer(preferences)
            case Mute():
                self._mute()
                return
            case Learn(game_id):
                self._stack.append(self.routes.lesson(game_id))
        if not self._stack:
            self._running = False
        if len(self._stack) == 1 and isinstance(self._stack[0], Shelf):
            self._kit.painter.put_away()
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
        self._kit.sounds.adopt(preferences)
        metrics, painter = Metrics(window_size(), preferences.text_scale, preferences.left_handed), self._kit.painter
        palette, back = theme.palette(preferences.table, firm=preferences.high_contrast), f"back-{preferences.back}"
        look = (metrics, palette, back, language)
        if look != (self._kit.metrics, painter.palette, painter.back, painter.language):
            self._kit.metrics, painter.palette, painter.back, painter.language = look
            painter.window = metrics.size
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
        for scene in self._before:
            if scene not in self._stack:
                self._untidy = True
                if isinstance(scene, Leaving):
                    scene.leave()
        self._before = self.stack
        if self._began not in self._stack:
            self._began = None  # a scene that was left is let go
        self._laid_out = [scene for scene in self._laid_out if scene in self._stack]
        for scene in self._seen if self._stack else ():
            if scene not in self._laid_out:
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
            inputs = list(read(None if gamepads is None else gamepads.read, self._down))
            since_input = 0.0 if inputs else since_input + dt
            moving = self.frame(inputs, dt)
            if gamepads is None:  # the first picture is there
                gamepads = self._gamepads()
            if not moving:
                self.rest()
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

    def rest(self) -> None:
        """Give back the memory of scenes that were left; the loop calls it whenever nothing moves."""
        if self._untidy:
            self._untidy = False
            memory.give_back()

    def _save(self) -> None:
        """Keep the window's size and place, once they are no longer being changed."""
        self._unsaved = False
        self._kit.store.save_preferences(self._kit.preferences)

    @undisturbed()
    def frame(self, inputs: list[Input], dt: float) -> bool:
        """Take inputs, let `dt` seconds pass, show what changed; return whether something moves."""
        for event in (*inputs, *self._finger.rest(dt, self._stack[-1])):
            if not self._held_over(event):
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
            self._kit.painter.tidy()
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
        return [paint for scene in self._seen for paint in scene.paint()] + self._toast.paint()

    @property
    def _seen(self) -> list[Scene]:
        """The lowest scene that nothing covers, and all above it."""
        return self._stack[max(index for index, scene in enumerate(self._stack) if scene.covers) :]

    def _title(self) -> str:
        name = self._kit.words("product.name")
        title = self._seen[0].title()
        return name if not title or title == name else f"{title} - {name}"

    def _held_over(self, event: Input) -> bool:
        """Whether this is a key that went down on another scene and is still held: it means nothing to this one."""
        if not isinstance(event, Key):
            return False
        if not event.repeated:
            self._began = self._stack[-1]
        return self._began is not self._stack[-1]

    def _take(self, read: Input) -> None:
        upper = self._stack[-1]
        listening = isinstance(upper, Listening) and upper.listening
        typing = isinstance(upper, Typing) and upper.typing
        keys = self._kit.preferences.keys
        self._finger.note(read, upper)
        event = self._keyboard.translated(read, keys, typing=typing, listening=listening)
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
                self._tell_briefly(screenshot.keep(self._kit, self._seen))
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

    def _tell_briefly(self, text: str) -> None:
        """Tell something for a moment, over whatever is on the screen."""
        self._toast.tell(text)
        if self._narrator is not None:
            self._narrator.tell(text)

    def _guard(self) -> None:
        """Hide what not everybody may see: somebody else may come to sit in front of the screen.

        What has not been read of the problems is still to be.
        """
        self._problems = [one for one in self._problems if one in self._stack]
        for scene in self._stack:
            if isinstance(scene, Guarded) and (command := scene.guard()) is not None:
                self.obey(command)
                self._stack += self._problems
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
