"""A player without sense: any input at any rate, to the real program, with its laws asked after every frame.

It posts pygame's own events, so that `scenes.inputs` reads them as it reads a person's. Some tempers only make noise;
others know where the cards lie and what can be chosen, and so really get through whole games. Everything follows from
the seed: a round that failed fails again.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pygame

from game import record as records
from game.catalogue import find
from game.core import Seat
from game.record import Record
from game.table import Table
from scenes import preferences as settings
from scenes.app import Program, Start
from scenes.assets import card_files
from scenes.curtain import Curtain
from scenes.drawing.stage import Paint
from scenes.inputs import Point, read
from scenes.pages.card_sets import CARD_SETS
from scenes.pages.controls import Control
from scenes.pages.focus import Controls
from scenes.pages.menu import Shelf
from scenes.pages.scroll import Scroll
from scenes.preferences import Preferences
from scenes.seating import WAYS, Sitting
from scenes.store import SETTINGS, TABLE, Store
from scenes.table.table import TableScene
from scenes.window import set_mode
from tests.endurance.thinking import from_a_seed
from tests.endurance.watch import BENCHES, AnyTable, Watch, table_of
from tests.scenes.sitting import clicked, won_games

SIZES = ((1280, 720), (640, 480), (1024, 768), (1920, 1080), (800, 1300))
STEPS = (1 / 60, 1 / 60, 1 / 60, 1 / 30, 0.1, 0.1, 0.3, 0.0)
"""Seconds from one frame to the next; now and then hours have passed (`_LONG`)."""
_LONG = 20_000.0
_EVENTS_A_LIFE = 3000
"""About so many events after which the program is ended and begun again."""
_LOOKS = 0.04
"""So many of the pictures of a table are looked at, and as many of those compared with one drawn at once."""
NAMES = ("アオイ", "ハル", "Jean-Luc", "O'Hara/\\", 'A "B"', "👻", "ガギグゲゴガギグゲゴガギ")
TEXTS = ("a", "1", "手札", "👻", "é", "\u202eabc", " ", '"', "12345678901234567890", "x" * 300, "S1 S2", "\t", "\u0301")
KEYS = (
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_BACKSPACE, pygame.K_DELETE),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_F5, pygame.K_KP_ENTER, pygame.K_KP5),
    *(pygame.K_h, pygame.K_n, pygame.K_z, pygame.K_y, pygame.K_a, pygame.K_v, pygame.K_c, pygame.K_m, pygame.K_s),
    *(pygame.K_0, pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_9),
)
MODS = (0, 0, 0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
Event = tuple[int, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody behaves for a while: how often each kind of thing is done, how many inputs come within one frame."""

    name: str
    plays: float
    noise: float
    pages: float
    burst: tuple[int, ...]


TEMPERS = (
    Temper("careful", plays=12, noise=0.1, pages=1, burst=(1,)),
    Temper("player", plays=12, noise=0.5, pages=3, burst=(1, 2, 3)),
    Temper("hurried", plays=12, noise=1, pages=3, burst=(4, 10, 60)),
    Temper("child", plays=3, noise=6, pages=2, burst=(1, 5, 40)),
    Temper("noise", plays=0, noise=1, pages=0, burst=(1, 10, 150)),
    Temper("reader", plays=1, noise=0.5, pages=12, burst=(1, 2, 5)),
)
_COMMON = (1, 4, 5, 2, 1, 1)
"""How common each temper is."""


class Looked(Program):
    """The program, which draws only the pictures that somebody looks at: drawing is most of a frame's work."""

    seen = True

    def picture(self) -> list[Paint]:
        """Return the picture, or while nobody looks the one before."""
        look = self.seen or self._stage.empty or not isinstance(self._stack[-1], TableScene)
        return super().picture() if look else self._stage._shown


@dataclass
class Report:
    """What a round came to."""

    events: int = 0
    frames: int = 0
    lives: int = 0
    finished: int = 0
    won: int = 0
    actions: int = 0
    rests: int = 0
    pictures: int = 0
    curtains: int = 0
    scenes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: Report) -> Report:
        for part in dataclasses.fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))
        return self


class Monkey:
    """One round: a folder of its own, begun empty, in which programs are started, treated badly, ended, started.

    With `anew=False` it goes on with what lies in the folder; `store` makes the store for it; without `checks` the laws
    are not asked.
    """

    def __init__(
        self,
        game: str,
        seed: str,
        folder: Path,
        *,
        anew: bool = True,
        store: Callable[[Path], Store] = Store,
        checks: bool = True,
    ) -> None:
        self.game = game
        self.rng = Random(f"{game} {seed}")
        self.report = Report()
        self.trail: list[str] = []
        """The last inputs, for whoever has to find out what happened."""
        self._folder = folder
        self._anew = anew
        self._open = store
        self._checks = checks
        self._temper = TEMPERS[0]
        self._watch = Watch(Random(self.rng.random()))
        self._queue: list[Event] = []
        self._down: set[int] = set()
        self._keys: set[int] = set()
        self._pos: Point = (0, 0)
        self._patience = 0
        self._store: Store
        self._program: Looked

    def play(self, events: int) -> Report:
        """Go on until so many events have been sent; return what it came to."""
        with from_a_seed(Random(self.rng.random())):
            if self._anew:
                shutil.rmtree(self._folder, ignore_errors=True)
                self.prepare()
            self._begin()
            try:
                while self.report.events < events:
                    self._frame()
                    if not self._program.running or self.rng.random() < 4 / _EVENTS_A_LIFE:
                        self._end()
                        self._begin()
            finally:
                self._end()
        watch = self._watch
        self.report.finished, self.report.won = len(watch.finished), len(watch.won)
        self.report.actions, self.report.rests = watch.actions, watch.rests
        self.report.pictures, self.report.curtains = watch.pictures, watch.curtains
        return self.report

    # A program's life

    def prepare(self) -> None:
        """Lay settings into the folder, and mostly a game that is well under way."""
        self._folder.mkdir(parents=True)
        (self._folder / SETTINGS).write_text(settings.dump(self._first_settings()), encoding="utf-8")
        if self.rng.random() < 0.6:
            (self._folder / TABLE).write_text(records.dump(self._late()), encoding="utf-8")

    def _first_settings(self) -> Preferences:
        rng = self.rng
        chosen: dict[str, Any] = {
            "language": rng.choice(("ja", "en")),
            "speed": rng.choice(settings.SPEEDS),
            "stay": rng.choice(settings.STAYS),
            "pace": rng.choice(settings.PACES),
            "reduced_motion": rng.random() < 0.2,
            "chance_line": rng.random() < 0.2,
            "tell_lost": rng.random() < 0.5,
            "window": rng.choice(SIZES),
        }
        game = find(self.game)
        options = {self.game: {spec.key: rng.choice(spec.values) for spec in game.options if not spec.text}}
        sittings = {self.game: self._sitting(game.seats)} if len(game.seats) > 1 else {}
        return Preferences(**chosen, options=options, sittings=sittings)

    def _sitting(self, seats: range) -> Sitting:
        from game.bots.core import Level

        rng, count = self.rng, self.rng.choice(seats)
        persons = rng.choice((1, 1, 2, count))
        levels = tuple(None if seat < persons else rng.choice(tuple(Level)) for seat in range(count))
        names = tuple(rng.sample(NAMES, count))
        marks = tuple(rng.sample(range(7), count))
        return Sitting.of(names, marks, rng.choice(WAYS), rng.choice((1, 3)), levels)

    def _late(self) -> Record:
        """Return a game that is nearly over, or at least well under way: seldom would chance alone lead there."""
        rng, game = self.rng, find(self.game)
        if len(game.seats) == 1:
            deal, line = rng.choice(won_games())
            table: AnyTable = Table(game, deal, 1, {}, match="late")
            for text in line[: len(line) - rng.choice((1, 2, 3, 8))]:
                table.act(Seat(0), game.decode(text))
            return table.record()
        sitting = self._sitting(game.seats)
        bench = BENCHES[self.game]
        seats, deal = len(sitting.names), str(rng.randrange(1, 10**6))
        options: dict[str, Any] = {spec.key: rng.choice(spec.values) for spec in game.options if not spec.text}
        options["cards"] = CARD_SETS[self.game](card_files()[self.game])
        table = Table(game, deal, seats, options, match="late", sitting=sitting.dump())
        while (turn := table.turn) is not None:
            table.beats(turn)
            table.act(turn, bench.choose(table._state, game.legal(table._state), rng))
        actions = table.record().actions
        table = Table(game, deal, seats, options, match="late", sitting=sitting.dump())
        for text in actions[: max(0, len(actions) - rng.choice((1, 5, 20, 60)))]:
            turn = table.turn
            assert turn is not None
            table.beats(turn)
            table.act(turn, game.decode(text))
        return table.record()

    def _begin(self) -> None:
        first = not self.report.lives and (self._folder / TABLE).exists()  # it is to be played to its end
        self._temper = TEMPERS[0] if first and self.rng.random() < 0.4 else self.rng.choices(TEMPERS, _COMMON)[0]
        self._store = self._open(self._folder)
        kept = self._store.load_preferences()
        set_mode(kept)
        pygame.event.clear()
        straight = self.rng.random() < 0.3 or not (self._folder / TABLE).exists()
        self._program = Looked(self._store, kept, Start(self.game if straight else None))
        if self._checks:
            self._watch.started(self._program)
        self._queue, self._down, self._keys = [], set(), set()
        self.report.lives += 1
        self._note(f"-- life {self.report.lives}, {self._temper.name}, {kept}")

    def _end(self) -> None:
        self._store.close()
        if self._checks:
            self._watch.ended(self._store)

    def _frame(self) -> None:
        """Send what comes within a frame, let it pass, and look at everything."""
        rng = self.rng
        if not self._queue:
            for _ in range(min(20, rng.choice(self._temper.burst))):
                self._queue += self._trick()
                if self._patience:
                    break
        patient, self._patience = self._patience > 0, max(0, self._patience - 1)
        most = 1 if patient else rng.choice(self._temper.burst)
        now, self._queue = self._queue[:most], self._queue[most:]
        for kind, values in now:
            pygame.event.post(pygame.Event(kind, values))
            self.report.kinds[pygame.event.event_name(kind)] += 1
        dt = _LONG if rng.random() < 0.0005 else 0.1 if patient else rng.choice(STEPS)
        self._note(f"{dt:.3f} {type(self._program.stack[-1]).__name__}: {'; '.join(map(_said, now))}")
        self.report.events += len(now)
        self.report.frames += 1
        program = self._program
        self.report.scenes[type(program.stack[-1]).__name__] += 1
        program.seen = rng.random() < _LOOKS
        program.frame(list(read(None, program._down)), dt)
        if not self._checks:
            return
        self._watch.look(program)
        if program.seen and rng.random() < _LOOKS:
            self._watch.picture(program)

    def _note(self, line: str) -> None:
        self.trail.append(line)
        del self.trail[:-60]

    # Inputs

    def _trick(self) -> list[Event]:
        """Return the inputs of the next thing that is done."""
        scene, temper = self._program.stack[-1], self._temper
        doing: list[tuple[float, Callable[[], list[Event]]]] = [(temper.noise, self._noise)]
        if isinstance(scene, TableScene):
            doing.append((temper.plays, lambda: self._choose(scene)))
            doing.append((temper.pages / 200, lambda: self._tapped(pygame.K_ESCAPE)))
        elif isinstance(scene, Curtain):
            doing.append((temper.plays + temper.pages, self._hold))
        elif isinstance(controls := getattr(scene, "_controls", None), Controls):
            doing.append((temper.plays + temper.pages, lambda: self._use(controls)))
            enters = 3.0 if isinstance(scene, Shelf) else 0.3  # from the shelf it leads back to the game that is kept
            doing.append(((temper.plays + temper.pages) * enters, lambda: self._tapped(pygame.K_RETURN)))
        else:
            doing.append((temper.pages, lambda: self._tapped(self.rng.choice(KEYS))))
        weights = [weight for weight, _ in doing]
        return self.rng.choices([trick for _, trick in doing], weights)[0]()

    def _noise(self) -> list[Event]:
        rng = self.rng
        return rng.choices(
            (
                *(self._clicks, self._wild_button, self._drag, self._wheel, self._key, self._held_key, self._text),
                self._wander,
                *(self._both_buttons, self._back_and_forth, self._window, self._lost_focus, self._sizes, self._rare),
            ),
            (10, 5, 8, 2, 10, 2, 2, 6, 2, 4, 1, 1, 0.03, 0.1),
        )[0]()

    def _rare(self) -> list[Event]:
        rng = self.rng
        return rng.choice((self._full_screen, self._quit))()

    @staticmethod
    def _quit() -> list[Event]:
        return [(pygame.QUIT, {})]

    def _full_screen(self) -> list[Event]:
        return self._tapped(pygame.K_F11)

    def _somewhere(self) -> Point:
        """Return a point: on a card's place, on a button, anywhere, or outside."""
        rng, scene = self.rng, self._program.stack[-1]
        width, height = self._program.kit.metrics.size
        if isinstance(scene, TableScene) and rng.random() < 0.8:
            rects = [*scene._board.layout.spots.values(), *(button.rect for button in scene._panels._buttons.values())]
            if rects:
                return self._within(rng.choice(rects))
        if isinstance(controls := getattr(scene, "_controls", None), Controls) and controls.all and rng.random() < 0.6:
            return self._within(rng.choice(controls.all).rect)
        if rng.random() < 0.03:
            return (rng.randrange(-200, width + 200), rng.randrange(-200, height + 200))
        return (rng.randrange(width), rng.randrange(height))

    def _within(self, rect: pygame.Rect) -> Point:
        if self.rng.random() < 0.7:
            return rect.center
        return (rect.x + self.rng.randrange(max(1, rect.w)), rect.y + self.rng.randrange(max(1, rect.h)))

    def _motion(self, pos: Point, *, held: bool | None = None) -> Event:
        rel = (pos[0] - self._pos[0], pos[1] - self._pos[1])
        self._pos = pos
        left = 1 in self._down if held is None else held
        return pygame.MOUSEMOTION, {"pos": pos, "rel": rel, "buttons": (int(left), 0, int(3 in self._down))}

    def _press(self, pos: Point, button: int = 1) -> Event:
        self._down.add(button)
        self._pos = pos
        return pygame.MOUSEBUTTONDOWN, {"pos": pos, "button": button}

    def _release(self, pos: Point, button: int = 1) -> Event:
        self._down.discard(button)
        return pygame.MOUSEBUTTONUP, {"pos": pos, "button": button}

    def _click(self, pos: Point, button: int = 1) -> list[Event]:
        return [self._motion(pos), self._press(pos, button), self._release(pos, button)]

    def _clicks(self) -> list[Event]:
        """Click once to four times, the pointer wandering a little between the clicks."""
        rng, (x, y) = self.rng, self._somewhere()
        found: list[Event] = []
        for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
            found += self._click((x, y), rng.choice((1, 1, 1, 1, 3, 2)))
            x, y = x + rng.randrange(-4, 5), y + rng.randrange(-4, 5)
        return found

    def _wild_button(self) -> list[Event]:
        """Only press, or only let go: the other half happened where nobody saw it."""
        rng = self.rng
        button = rng.choice((1, 1, 1, 3, 2, 6))
        return [self._press(self._somewhere(), button) if rng.random() < 0.5 else self._release(self._pos, button)]

    def _drag(self) -> list[Event]:
        """Drag from somewhere to somewhere; now and then the end is not seen."""
        rng = self.rng
        start, end = self._somewhere(), self._somewhere()
        found = [self._press(start), *self._way(start, end, rng.choice((1, 2, 5, 12, 40)))]
        if rng.random() < 0.85:
            found.append(self._release(end))
        return found

    def _wander(self) -> list[Event]:
        """Move about, as fast as a hand can."""
        return self._way(self._pos, self._somewhere(), self.rng.choice((4, 12, 40, 120)))

    def _way(self, start: Point, end: Point, steps: int) -> list[Event]:
        (x, y), (to_x, to_y) = start, end
        way = [(x + (to_x - x) * step // steps, y + (to_y - y) * step // steps) for step in range(1, steps + 1)]
        return [self._motion(pos) for pos in way]

    def _both_buttons(self) -> list[Event]:
        pos = self._somewhere()
        order = [self._press(pos, 1), self._press(pos, 3), self._release(pos, 1), self._release(pos, 3)]
        if self.rng.random() < 0.5:
            self.rng.shuffle(order)
        return order

    def _wheel(self) -> list[Event]:
        rng = self.rng
        turned = (pygame.MOUSEWHEEL, {"x": 0, "y": rng.choice((1, -1, 3, -10, 0)), "flipped": False})
        return [self._motion(self._somewhere()), *[turned] * rng.choice((1, 3, 8))]

    @staticmethod
    def _pressed(key: int, mod: int) -> Event:
        return pygame.KEYDOWN, {"key": key, "mod": mod, "unicode": "", "scancode": 0}

    @staticmethod
    def _let_go(key: int, mod: int = 0) -> Event:
        return pygame.KEYUP, {"key": key, "mod": mod, "unicode": "", "scancode": 0}

    def _tapped(self, key: int, mod: int = 0) -> list[Event]:
        return [self._pressed(key, mod), self._let_go(key, mod)]

    def _key(self) -> list[Event]:
        """Press a key, or several; now and then one is not let go, or let go that was never pressed."""
        rng = self.rng
        found: list[Event] = []
        for _ in range(rng.choice((1, 1, 2, 4))):
            found += self._tapped(rng.choice(KEYS), rng.choice(MODS))
        if rng.random() < 0.1:
            del found[rng.randrange(len(found))]
        return found

    def _held_key(self) -> list[Event]:
        key, mod = self.rng.choice(KEYS), self.rng.choice(MODS)
        return [*[self._pressed(key, mod)] * self.rng.randrange(2, 25), self._let_go(key, mod)]

    def _back_and_forth(self) -> list[Event]:
        """Hold Ctrl+Z, then Ctrl+Y, or the two in turns."""
        rng = self.rng
        back, on = self._pressed(pygame.K_z, pygame.KMOD_CTRL), self._pressed(pygame.K_y, pygame.KMOD_CTRL)
        again = self._pressed(pygame.K_z, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
        times = rng.choice((1, 2, 12))
        return rng.choice(([back] * times, [back] * times + [on] * times, [back, again] * times))

    def _text(self) -> list[Event]:
        return [(pygame.TEXTINPUT, {"text": self.rng.choice(TEXTS)}) for _ in range(self.rng.choice((1, 3)))]

    def _lost_focus(self) -> list[Event]:
        """Another window comes in front, mostly not for long."""
        rng = self.rng
        gone, back = rng.choice(
            (
                (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED),
                (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED),
            )
        )
        found: list[Event] = [(gone, {})]
        if rng.random() < 0.3:
            found += self._noise() if rng.random() < 0.5 else [(pygame.WINDOWHIDDEN, {}), (pygame.WINDOWSHOWN, {})]
        return [*found, (back, {})] if rng.random() < 0.9 else found

    def _window(self) -> list[Event]:
        kind = self.rng.choice((pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWLEAVE, pygame.WINDOWMOVED))
        return [(kind, {"x": 5, "y": 5} if kind == pygame.WINDOWMOVED else {})]

    def _sizes(self) -> list[Event]:
        """Pull the window to another size: the surface changes first, then the program is told."""
        if self._program.kit.preferences.full_screen:
            return []
        width, height = self.rng.choice(SIZES)
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        return [(pygame.VIDEORESIZE, {"w": width, "h": height, "size": (width, height)})]

    # With some sense

    def _hold(self) -> list[Event]:
        """Hold the curtain until it opens, and a moment longer."""
        rng = self.rng
        pos = self._somewhere()
        self._patience = 0 if self._queue else rng.choice((3, 9, 9))
        waits: list[Event] = [self._motion(pos, held=True)] * 8
        if rng.random() < 0.3:
            return [self._let_go(pygame.K_SPACE), *self._tapped(pygame.K_RETURN)[:1], *waits]
        return [self._press(pos), *waits, self._release(pos)]

    def _use(self, controls: Controls) -> list[Event]:
        """Click one of the controls, type into it, or turn to it by keys."""
        rng = self.rng
        usable: Sequence[Control] = [one for one in controls.all if one.enabled and not isinstance(one, Scroll)]
        if not usable or rng.random() < 0.1:
            return self._wheel()
        if rng.random() < 0.15:
            tabs = self._tapped(pygame.K_TAB) * rng.randrange(1, 6)
            return [*tabs, *self._tapped(rng.choice((pygame.K_RETURN, pygame.K_SPACE)))]
        box = f"box-{self.game.replace('-', '_')}"
        own = [one for one in usable if getattr(one, "drawing", "") == box]
        control = own[0] if own and rng.random() < 0.5 else rng.choice(usable)
        return [*self._click(self._within(control.rect)), *(self._text() if rng.random() < 0.1 else ())]

    def _choose(self, scene: TableScene) -> list[Event]:
        """Do something that the table offers now, by click, drag or keys; hold the hand up where it lies face down."""
        rng = self.rng
        if not scene._showing.hand_up and rng.random() < 0.4:
            return [self._pressed(pygame.K_SPACE, 0)]
        if scene._showing.held_up and rng.random() < 0.15:
            return [self._let_go(pygame.K_SPACE)]
        if (spots := self._known(scene)) and rng.random() < 0.95:
            return [event for spot in spots for event in self._click(scene._board.layout.spots[spot].center)]
        offer = scene._choosing.offer()
        if offer.ready is not None and rng.random() < 0.6:
            return self._tapped(pygame.K_RETURN)
        spots = [spot for spot in (*offer.targets, *offer.afresh) if spot in scene._board.layout.spots]
        if not spots:
            return rng.choice((self._clicks, self._key))() if rng.random() < 0.05 else [self._motion(self._somewhere())]
        spot = rng.choice(spots)
        where = scene._board.layout.spots[spot].center
        if rng.random() < 0.2 and spot in scene._board.layout.top:
            targets = [one for one in scene._pointing.targets(spot)[0] if one in scene._board.layout.spots]
            if targets:
                return self._carried(scene, spot, rng.choice(targets))
        return self._click(where)

    @staticmethod
    def _known(scene: TableScene) -> list[str]:
        """Return what is to be clicked for the next action of a game that is known to lead to a win."""
        table = table_of(scene.match)
        if table is None or table.game.id != "deck-defence" or scene._showing.busy or scene._choosing.selection.spots:
            return []
        record = table.record()
        line = dict(won_games()).get(record.deal, ())
        if record.conceded or line[: record.at] != record.actions[: record.at] or record.at >= len(line):
            return []
        spots, refill = clicked(table.game.decode(line[record.at]))
        spots += [] if refill is None else [f"R{refill + 1}"]
        return spots if all(spot in scene._board.layout.spots for spot in spots) else []

    def _carried(self, scene: TableScene, spot: str, target: str) -> list[Event]:
        """Drag the card of a spot exactly onto another."""
        pose = scene._board.layout.cards[scene._board.layout.top[spot]]
        start, end = (round(pose.x), round(pose.y)), scene._board.layout.spots[target].center
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        return [self._press(start), self._motion(middle), self._motion(end), self._release(end)]


def _said(event: Event) -> str:
    kind, values = event
    told = [str(value) for key, value in values.items() if key in ("pos", "button", "key", "mod", "text", "y", "size")]
    return " ".join([pygame.event.event_name(kind), *told])
