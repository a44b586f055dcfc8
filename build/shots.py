"""Makes a picture of every screen, in both languages and at four sizes, into out/shots: to be looked at, one by one.

`python build/task.py shots` runs it; words on its command line choose pictures by part of their names, and words that
begin with @ the sizes, languages and tables: `shots @ja-1280x720 @washi haruhi`.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from build import shots_company, shots_haruhi, shots_kanu, shots_lessons, shots_pages
from game.core import Options, Reason
from game.deck_defence.public import Repel, decode
from game.record import Record
from scenes import app, failure, host
from scenes.after.review import Review, Reviewed
from scenes.deck_defence.desk import DeckDefenceDesk
from scenes.inputs import Key, Motion, Press, Release, Wheel
from scenes.preferences import BACKS, TABLES, Language, Preferences, TextScale
from scenes.scene import Back, Home, Push, Scene
from scenes.statistics import Ending, Finished
from scenes.store import Store
from scenes.table.table import TableScene

OUT = ROOT / "out" / "shots"
SIZES = ((1280, 720), (1920, 1080), (800, 600), (3840, 2160))
SCALES: tuple[TextScale, ...] = (100, 200)
_PARTS, _TURN = 30, 12
"""So many parts of a page at most, and so many lines from one to the next."""
DEAL = "F4 F1 W4 F1 F4 S2 F2 W3 F2 W4 W1 S2 F3 W1 S4 S3 W4 S1 W3 W3 S4 W2 F4 W2 F3 S3 F3 S3 S4 F2 S1 W1 W2 S1 F1 S2"
WINNING = (
    "M1>O1 M3>O2 M3>O3 M1>H1 M2>H2 M3>H3 M1>H3 M3>H1 O1xH1H2H3 M1>O1 M3>H1 M1>H3 M3>H2 M2>H2 M2>H2 M3xH2H3 M3>H1 H1? "
    "M1>H2=R3 M1>H3=R2 M3>H3=R1 O1xH1H2H3 M1>O1 O2xH2H3 M1>O2 M1>H3 M3>H2 M2xH2H3 M3>H2 O1xH2H3 M1>H3 M1>O1 M1>H1 "
    "O2xH1H2 M1>H2 M1>H2 M3>H3 M2>H3 M2>H2 O3xH1H2H3 M3>H2 M2>H1 O1xH1H3"
)
"""A deal and a way to win it."""
LOST_DEAL = "7"
LOST = "M2>H3 M1>H2 M2>H1 M1>H1 M3>H3 M3>H1 M3>H2 M3>H2 M3>O3 M2>O2 M1>O1 M1>H3 H2? M1>H2=R2"
"""A deal and a way to lose it before it is over."""
REMAKE_DEAL = "3"
REMAKE_WINNING = (
    "M2>H1 M1>H2 M2>O1 O1xH1H2 M1>H1 M1>H2 M3>H3 M3>H1 M1>H3 M3>H3 M3>H1 H3? =213 M3>H2 M3>O1 M3>O2 H3? =312 M2>H3 "
    "O2xH2H3 H3? =231 M2>H3 M2>H2 M1>H3 H2? =312 M1>H3 M1>O2 O2xH2H3 M1>H2 M1>H2 M1>H2 M1>O2 O1xH1H2 M2>H1 M2>O1 "
    "O1xH1H3 M1>H1 M1>O1 M1>O3 M2>H3 O1xH1H2H3 M3>H2 M3>O1 O2xH1H2 M2>H2 M3>H2 O1xH1H2 M2>H1 O3xH1H3"
)
"""The same by the rules of the remake."""


class Book:
    """One language and size: the program, and the pictures taken of it."""

    def __init__(self, name: str, preferences: Preferences, wanted: list[str]) -> None:
        self.name = name
        self.wanted = wanted
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name))
        pygame.display.set_mode(preferences.window or (1280, 720))
        self.preferences = preferences

    def program(
        self, game: str | None = None, deal: str | None = None, rules: str = "web", *, budget: bool = False
    ) -> app.Program:
        """Start the program afresh on this book's folder, with a game in place of the one that was kept."""
        options: Options = {"rules": rules, "show_budget": budget}
        preferences = self.preferences.with_options("deck-defence", options)
        program = app.Program(self.store, preferences, app.Start())
        if game is not None and deal is not None:
            program.obey(Home(program.routes.table(host.begin(self.store, game, deal, options))))
        return program

    def take(self, program: app.Program, name: str) -> None:
        """Take a picture of what the program shows now; of a page that can be scrolled, one of each part."""
        program.frame([], 0.0)
        if not self._wants(name):
            return
        window = pygame.display.get_surface()
        assert window is not None
        window.fblits(program.picture())
        self.save(name)
        if isinstance(program.stack[-1], TableScene):
            return
        middle = window.get_rect().center
        for part in range(2, _PARTS):
            before = program.picture()
            program.frame([Motion(middle), Wheel(-_TURN), Motion((0, 0))], 0.0)
            if program.picture() == before:
                break
            window.fblits(program.picture())
            self.save(f"{name}-{part}")
        program.frame([Motion(middle), Wheel(_TURN * _PARTS), Motion((0, 0))], 0.0)

    def save(self, name: str) -> None:
        """Save what the window shows."""
        window = pygame.display.get_surface()
        assert window is not None
        if self._wants(name):
            pygame.image.save(window, OUT / f"{name}-{self.name}.png")

    def _wants(self, name: str) -> bool:
        return not self.wanted or any(word in name for word in self.wanted)

    def close(self) -> None:
        """Let go of the folder."""
        self.store.close()
        self.folder.cleanup()


def _table(program: app.Program) -> TableScene:
    scene = program.stack[-1]
    assert isinstance(scene, TableScene)
    return scene


def _play(program: app.Program, line: Iterator[str], until: Callable[[str], bool]) -> str | None:
    """Play actions of a line up to the first that `until` holds for; return that one, not played."""
    table = _table(program)
    for text in line:
        if until(text):
            return text
        table.match.chair.submit(decode(text))
        table.handle(Key("shift"))
        table.take_beats()
        table.handle(Key("shift"))
    return None


def _pages(book: Book) -> None:
    program = book.program()
    book.take(program, "shelf")
    program.frame([Key("tab")], 0.0)
    book.take(program, "shelf-focus")
    for name, scene in book_pages(program):
        program.obey(Push(scene))
        book.take(program, name)
        program.obey(Back())


def _failure(book: Book) -> None:
    """The window of the last words, which is no scene."""
    kit, path = book.program().kit, "/home/hana/.local/share/Tefuda"
    told = kit.words("failure.report", path=f"{path}/report.txt", log=f"{path}/tefuda.log")
    window = pygame.display.get_surface()
    assert window is not None
    text = "\n".join((kit.words("failure.playing"), kit.words("failure.kept"), told))
    failure._draw(window, kit.painter.type, kit.words, text)
    book.save("failure")


def book_pages(program: app.Program) -> Iterator[tuple[str, Scene]]:
    """Yield the pages that open from the shelf."""
    from scenes.pages.about import About
    from scenes.pages.key_page import KeyPage
    from scenes.pages.notice import Notice
    from scenes.pages.rules import SECTIONS, RulesPage
    from scenes.pages.settings import Settings
    from scenes.pages.setup import SetUp

    kit = program.kit
    yield "stats-empty", program.routes.statistics(running=False)
    yield "setup", SetUp(kit, "deck-defence", False, program.routes.table)
    yield "settings", Settings(kit)
    yield "keys", KeyPage(kit)
    yield "about", About(kit)
    for game, sections in SECTIONS.items():
        for section in sections:
            yield f"rules-{game}-{section}", RulesPage(kit, game, section)
    full = Reason.of("store.cause.no_space")
    problem = Reason.of("store.cannot_keep", path="/home/hana/.local/share/Tefuda", cause=full)
    yield "notice", Notice(kit, kit.words.say(problem), [(kit.words("common.ok"), Back)])


def _tables(book: Book) -> None:
    program = book.program("deck-defence", DEAL)
    line = iter(WINNING.split())
    _deal_and_attack(book, program, line)
    _hover_and_refuse(book, program)
    refill = _play(program, line, lambda text: "=" in text)
    assert refill is not None
    for digit in (refill[1], refill[4]):
        _table(program).handle(Key(digit))
    _wait(program, 1.0)
    book.take(program, "table-refill")
    _table(program).handle(Key("escape"))
    program.frame([Key("escape")], 0.0)
    book.take(program, "pause")
    program.obey(Back())
    book.take(book.program(), "shelf-continue")
    _play(program, iter([refill, *line]), lambda _: False)
    _wait(program, 3.0)
    book.take(program, "result-won")
    program = book.program("deck-defence", "7")
    _table(program).concede()
    _wait(program, 6.0)
    book.take(program, "result-lost")


def _lost(book: Book) -> None:
    """What the table tells of a game that can no longer be won, and the line of the log under the pointer."""
    program = book.program("deck-defence", LOST_DEAL)
    _play(program, iter(LOST.split()), lambda _: False)
    table = _table(program)
    _until(program, lambda: table._advice.lost.reason is not None)
    book.take(program, "lost-strip")
    for _ in range(9):
        program.frame([Key("tab")], 0.0)
    book.take(program, "lost-focus")
    program.frame([Key("escape")], 0.0)
    area = DeckDefenceDesk().log_area(program.kit.metrics)
    program.frame([Motion((area.centerx, area.y + area.h // 3))], 0.0)
    book.take(program, "lost-sign")


def _remake(book: Book) -> None:
    """The remake's phases: before exploring, looking, the order in the making, put back, and the end."""
    program = book.program("deck-defence", REMAKE_DEAL, "remake")
    _wait(program, 3.0)
    book.take(program, "remake-dealt")
    line = iter(REMAKE_WINNING.split())
    explore = _play(program, line, lambda text: text.endswith("?"))
    assert explore is not None
    table = _table(program)
    hand, deck = table.spot_centre(explore[:2]), table.spot_centre("deck")
    for event in (Motion(hand), Press(hand), Motion((hand[0] + 30, hand[1] - 30), held=True), Motion(deck, held=True)):
        table.handle(event)
    book.take(program, "remake-explore-drag")
    table.handle(Release(deck))
    program.frame([], 0.1)
    _wait(program, 0.4)
    book.take(program, "remake-looking-moving")
    _wait(program, 3.0)
    program.frame([Motion((2, 2))], 0.0)
    book.take(program, "remake-looking")
    for name in ("right", "tab"):
        table.handle(Key(name))
    book.take(program, "remake-focus")
    table.handle(Key("1"))
    book.take(program, "remake-picked")
    table.handle(Key("3"))
    _wait(program, 3.0)
    book.take(program, "remake-ordered")
    first, last = table.spot_centre("R1"), table.spot_centre("R2")
    for event in (
        Motion(first),
        Press(first),
        Motion((first[0] + 9, first[1] + 9), held=True),
        Motion(last, held=True),
    ):
        table.handle(event)
    book.take(program, "remake-drag")
    table.handle(Release((2, 2)))
    table.handle(Press(hand))
    table.handle(Release(hand))
    book.take(program, "remake-refusal")
    program.obey(Push(program.routes.menu(table)))
    program.obey(Back())
    book.take(book.program(), "remake-shelf")
    table.handle(Key("shift"))
    table.handle(Press(deck))
    table.handle(Release(deck))
    program.frame([], 0.1)
    _wait(program, 0.2)
    book.take(program, "remake-putting-back")
    _wait(program, 4.0)
    book.take(program, "remake-put-back")
    table.handle(Key("ctrl+z"))
    _play(program, line, lambda _: False)
    _wait(program, 3.0)
    book.take(program, "remake-won")


def _past(book: Book) -> None:
    """The page about finished games, empty, full, and at its end; the replay of a game, at rest, moving, at its end."""
    program = book.program()
    won = next(one for one in book.store.history() if one.won)
    record = book.store.record_of(won.match)
    assert record is not None
    program.obey(Push(program.routes.replay(record, 21, running=False)))
    book.take(program, "replay")
    program.frame([Key("right")], 0.0)
    program.frame([], 0.1)
    book.take(program, "replay-moving")
    program.frame([Key("end")], 0.0)
    book.take(program, "replay-end")
    program.obey(Back())
    known = _known(replace(record, match=""))
    for name, desk in (("review-half", _Known(known, half=True)), ("review", _Known(known))):
        review = Review(program.kit, record, lambda _, desk=desk: desk, lambda _: program.stack[0])  # type: ignore[misc]
        program.obey(Push(review))
        _until(program, lambda review=review: review.found is not None)  # type: ignore[misc]
        _wait(program, 0.5)
        book.take(program, name)
        program.frame([Key("escape")], 0.0)
    program.obey(Push(program.routes.statistics(running=False)))
    book.take(program, "stats-two")
    program.obey(Back())
    for one in _games(160, won):
        book.store.remember(one, record)
    program.obey(Push(program.routes.statistics(running=False)))
    book.take(program, "stats")
    program.frame([Key("end")], 0.0)
    book.take(program, "stats-end")


class _Known(DeckDefenceDesk):
    """A desk whose review was thought out before; half of it goes on until it is stopped."""

    def __init__(self, found: Reviewed, *, half: bool = False) -> None:
        self._found = found
        self._half = half

    def review(self, record: Record, stop: Callable[[], bool]) -> Iterator[Reviewed]:  # noqa: ARG002 - a protocol's
        """Yield what is known."""
        found, count = self._found, len(self._found.chances) // 2
        if self._half:
            chances, scores = found.chances[:count], found.scores[:count]
            yield replace(found, chances=chances, scores=scores, good=found.good // 2, turns=(), share=0.4, done=False)
        else:
            yield found
        while self._half and not stop():
            time.sleep(0.01)


@cache
def _known(record: Record) -> Reviewed:
    """Return the review of a game, thought out once for all pictures."""
    *_, last = DeckDefenceDesk().review(record, lambda: False)
    return last


def _until(program: app.Program, condition: Callable[[], bool]) -> None:
    """Let time pass until something that is thought beside the game has come."""
    for _ in range(3000):
        if condition():
            return
        program.frame([], 0.1)
        time.sleep(0.01)
    raise AssertionError("it never came")


def _games(count: int, like: Finished) -> Iterator[Finished]:
    """Yield finished games of all kinds."""
    scores = (5, None, 4, 7, 6, None, 3, 5, 8, 5, None, 2, 6, 4, None, 9, 5, 7, 0, 6, None, 3, 1)
    levels = ("easy", "fair", "hard", "fair", None)
    for number in range(count):
        score = scores[number * 7 % len(scores)]
        lost: Ending = "conceded" if number % 3 else "lost"
        yield replace(
            like,
            match=f"{number}",
            deal=str(1 + number * 7919 % 99_991),
            options=(
                ("open_discards", number % 9 == 4),
                ("rules", "remake" if number % 5 == 2 else "web"),
                ("show_budget", number % 13 == 1),
            ),
            difficulty=levels[number % len(levels)],
            finished=1_700_000_000 + number * 50_000,
            ending=lost if score is None else "won",
            score=score or 0,
            actions=24 + number * 5 % 31,
            take_backs=number % 7 // 5,
            hints=number % 11 // 8,
        )


def _wait(program: app.Program, seconds: float) -> None:
    """Let time pass."""
    for _ in range(round(seconds * 10)):
        program.frame([], 0.1)


def _deal_and_attack(book: Book, program: app.Program, line: Iterator[str]) -> None:
    """From the shuffle to the first repel, which is chosen, dragged, and then played."""
    book.take(program, "table-shuffle")
    _wait(program, 0.4)
    book.take(program, "table-dealing")
    repel = _play(program, line, lambda text: "x" in text)
    table = _table(program)
    assert repel is not None
    action = decode(repel)
    assert isinstance(action, Repel)
    book.take(program, "table-play")
    _look_closely(book, program)
    enemy = table.spot_centre(str(action.target))
    hand = table.spot_centre(f"H{action.hands[0] + 1}")
    table.handle(Press(enemy))
    table.handle(Release(enemy))
    book.take(program, "table-enemy-chosen")
    table.handle(Key("escape"))
    for event in (Motion(hand), Press(hand), Motion((hand[0] + 30, hand[1] - 30), held=True), Motion(enemy, held=True)):
        table.handle(event)
    book.take(program, "table-drag")
    table.handle(Key("escape"))
    _play(program, iter([repel]), lambda _: False)


def _look_closely(book: Book, program: app.Program) -> None:
    """A stack under the pointer, a card read by key, and a hint."""
    table = _table(program)
    program.frame([Motion(table.spot_centre("H1"))], 0.0)
    _wait(program, 1.5)
    book.take(program, "table-peek")
    program.frame([Motion(table.spot_centre("O1"))], 0.0)
    program.frame([Key("i")], 0.0)
    book.take(program, "table-closer")
    program.frame([Key("escape"), Motion((2, 2))], 0.0)
    program.frame([Key("h")], 0.0)
    book.take(program, "table-thinking")
    _until(program, lambda: table._advice.hints.hint is not None)
    book.take(program, "table-hint")
    program.frame([Key("escape")], 0.0)


def _aids(book: Book) -> None:
    """The table with what can be switched on: the chance, the spare ranks."""
    program = book.program("deck-defence", DEAL, budget=True)
    program.kit.preferences = replace(program.kit.preferences, chance_line=True)
    _play(program, iter(WINNING.split()), lambda text: "x" in text)
    table = _table(program)
    _until(program, lambda: table._panels._chance is not None)
    book.take(program, "table-aids")


def _hover_and_refuse(book: Book, program: app.Program) -> None:
    """A wish that the rules refuse."""
    table = _table(program)
    table.handle(Press(table.spot_centre("R2")))
    table.handle(Release(table.spot_centre("R2")))
    book.take(program, "table-refusal")
    table.handle(Key("escape"))


def books() -> Iterator[tuple[str, Preferences]]:
    """Yield what pictures are taken with: languages, sizes, sizes of text; then the other tables, and high contrast."""
    languages: tuple[Language, ...] = ("ja", "en")
    for language in languages:
        for size in SIZES:
            for scale in SCALES:
                if scale == 100 or size in ((1280, 720), (800, 600)):
                    name = f"{language}-{size[0]}x{size[1]}" + (f"-{scale}" if scale != 100 else "")
                    yield name, Preferences(language=language, window=size, text_scale=scale)
    looks = [(table, False) for table in TABLES[1:]] + [(TABLES[0], True), (TABLES[-1], True)]
    for at, (table, firm) in enumerate(looks):
        name = f"{table}{'-contrast' if firm else ''}"
        back = BACKS[at % len(BACKS)]
        yield name, Preferences(language=languages[at % 2], table=table, back=back, high_contrast=firm)


def walk(book: Book) -> None:
    """Go through every screen and phase and take its picture."""
    _pages(book)
    shots_pages.pictures(book.program(), book.take, Path(book.folder.name))
    _failure(book)
    _tables(book)
    _lost(book)
    _aids(book)
    _remake(book)
    _past(book)
    shots_lessons.pictures(book.program(), book.take)
    shots_kanu.pictures(book.program(), book.take)
    shots_haruhi.pictures(book.program(), book.take)
    for game in ("kanu", "haruhi"):
        shots_company.pictures(book.program(), book.take, game)


def main() -> int:
    """Make all pictures, or those named."""
    OUT.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    chosen = [word[1:] for word in sys.argv[1:] if word.startswith("@")]
    wanted = [word for word in sys.argv[1:] if not word.startswith("@")]
    for name, preferences in books():
        if chosen and name not in chosen:
            continue
        book = Book(name, preferences, wanted)
        walk(book)
        book.close()
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
