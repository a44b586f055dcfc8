"""A lesson can be played to its end by its own steps, on the real table; it answers kindly, and leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.catalogue import GAMES, find
from scenes import app, host
from scenes.drawing.theme import Metrics, Size
from scenes.games import lesson_for
from scenes.inputs import Input, Key, KeyUp, Motion, Point, Press, Release
from scenes.pages.notice import Notice
from scenes.pages.setup import SetUp
from scenes.preferences import Preferences
from scenes.scene import Home, Learn, Push
from scenes.store import Store
from scenes.table.lesson import LEARNER, pointed
from scenes.table.lesson_table import LessonTable, _torn
from scenes.table.table import TableScene

DECK_DEFENCE = "deck-defence"
FRAME = 0.1


class Pupil:
    """Somebody who opens a lesson in the program and does what it says."""

    def __init__(
        self, folder: Path, game: str, language: str = "en", size: Size = (1280, 720), scale: int = 100
    ) -> None:
        pygame.display.set_mode(size)
        preferences = Preferences(
            language="ja" if language == "ja" else "en",
            window=size,
            text_scale=200 if scale == 200 else 100,
            speed="off",
            stay="short",
            pace="off",
        )
        self.folder = folder
        self.store = Store(folder)
        self.program = app.Program(self.store, preferences, app.Start())
        self.game = find(game)
        self.program.obey(Learn(game))

    @property
    def scene(self) -> LessonTable:
        """The lesson that lies uppermost."""
        scene = self.program.stack[-1]
        assert isinstance(scene, LessonTable)
        return scene

    def give(self, *events: Input) -> None:
        """Hand the program some inputs."""
        self.program.frame(list(events), 0.0)

    def enter(self) -> None:
        """Press Enter and let it go."""
        self.give(Key("enter"))
        self.give(KeyUp("enter"))

    def wait(self) -> None:
        """Let time pass until the lesson waits for the pupil."""
        for _ in range(3000):
            self.program.frame([], FRAME)
            scene, tutor = self.scene, self.scene.tutor
            mine = tutor.reads or scene.match.chair.standing().turn == LEARNER
            if tutor.step is not None and not tutor.watching and not scene._showing.busy and mine:
                return
        raise AssertionError(f"{self.scene.tutor.step} never ends")

    def legal(self) -> dict[str, object]:
        """Return what the rules allow now, by its text."""
        return {self.game.encode(action): action for action in self.scene.match.chair.view().legal}

    def obey(self) -> None:
        """Do what is asked for now."""
        scene, task, state = self.scene, self.scene.tutor.task, self.scene.tutor.state
        if task is None:
            self.enter()
            return
        if task.actions:
            legal = self.legal()
            assert set(task.actions) & set(legal), f"{task.actions}: none is among {sorted(legal)}"
        for spot in pointed(scene._board.layout, task.spots):
            offer = scene._choosing.offer()
            if scene.tutor.state == state and (not task.actions or spot in {*offer.targets, *offer.afresh}):
                scene._choosing.choose(spot)
        if scene.tutor.state == state:
            scene._choosing.follow(scene._choosing.offer().ready)
        assert scene.tutor.state != state, f"{task.spots} do not lead to {task.actions}"
        self.give(Motion((2, 2)))

    def course(self) -> Iterator[LessonTable]:
        """Yield the lesson whenever it waits, up to its last step; in between do what it says."""
        for _ in range(100):
            self.wait()
            state = self.scene.tutor.state
            yield self.scene
            if self.scene.tutor.last:
                return
            if self.scene.tutor.state == state:
                self.obey()
        raise AssertionError("the lesson has no end")


def spoken(scene: LessonTable) -> str:
    """Return what the panel says."""
    assert scene.panel is not None
    return "\n".join(scene.panel.lines)


@pytest.mark.parametrize(
    ("game", "language", "size", "scale"),
    [
        *[(game, "ja", (1280, 720), 100) for game in GAMES],
        *[(game, "en", (800, 600), 200) for game in GAMES],
        (DECK_DEFENCE, "ja", (640, 480), 200),
    ],
)
def test_a_lesson_can_be_played_to_its_end(
    game: str, language: str, size: Size, scale: int, tmp_path: Path, screen: pygame.Surface
) -> None:
    """Every step waits for something legal, points at what is there, covers none of it, and fits on its panel."""
    pupil = Pupil(tmp_path, game, language, size, scale)
    told = []
    for scene in pupil.course():
        tutor, panel = scene.tutor, scene.panel
        assert panel is not None
        shown = list(pointed(scene._board.layout, tutor.spots))
        assert len(shown) == len(tutor.spots), tutor.step
        assert set(shown) <= {*scene._board.layout.spots, *scene._areas()}, tutor.step
        assert not any(rect.colliderect(panel.rect) for rect in scene._avoided(tutor.all_spots)), tutor.step
        assert pygame.Rect((0, 0), size).contains(panel.rect)
        words = [surface.get_rect(topleft=pos) for surface, pos in panel.paints if surface.get_width() < panel.rect.w]
        assert all(panel.rect.contains(rect) for rect in words), tutor.step
        assert all(panel.rect.contains(button.rect) for button in panel.buttons), tutor.step
        assert panel.lines not in told
        told.append(panel.lines)

    steps = lesson_for(game).steps
    assert 5 <= len(steps) <= 8
    assert len(told) >= len(steps)
    assert screen is not None


@pytest.mark.parametrize("game", GAMES)
def test_another_action_is_answered_kindly(game: str, tmp_path: Path, screen: pygame.Surface) -> None:
    """What the rules allow but the step does not ask for changes nothing, and the table says why."""
    pupil = Pupil(tmp_path, game)
    refused = 0
    for scene in pupil.course():
        task, state = scene.tutor.task, scene.tutor.state
        before = scene.match.chair.standing().actions
        for text, action in list(pupil.legal().items())[:4]:
            if task is not None and text in task.actions:
                continue
            scene._choosing.follow(action)
            assert scene._choosing.refusal is not None
            assert scene._choosing.refusal.reason.key == ("lesson.reading" if task is None else "lesson.other")
            assert (scene.match.chair.standing().actions, scene.tutor.state) == (before, state)
            refused += 1
        scene._choosing.put_back()

    assert refused > 5
    assert screen is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_leaves_no_trace(game: str, tmp_path: Path, screen: pygame.Surface) -> None:
    """The running game, statistics and settings are byte by byte what they were, and the lesson leads back."""
    pupil = Pupil(tmp_path, game)
    pupil.program.obey(Home(pupil.program.routes.table(host.begin(pupil.store, DECK_DEFENCE, "1204", {}))))
    table = pupil.program.stack[-1]
    pupil.store.settle()
    before = files(tmp_path)
    pupil.program.obey(Learn(game))
    for scene in pupil.course():
        assert scene.match.name == ""
    scene._choosing.undo()
    scene._advice.ask()
    assert files(tmp_path) == before
    click(pupil, "lesson.done")
    pupil.store.settle()

    assert pupil.program.stack[-1] is table
    assert files(tmp_path) == before
    assert not list(pupil.store.history())
    assert screen is not None


def files(folder: Path) -> dict[str, bytes]:
    """Return all that is kept."""
    return {
        path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".log"
    }


def place_of(pupil: Pupil, label: str) -> Point:
    """Return where a button of the panel is."""
    panel = pupil.scene.panel
    assert panel is not None
    wanted = pupil.program.kit.words(label)
    return next(button.rect.center for button in panel.buttons if button.label == wanted)


def click(pupil: Pupil, label: str) -> None:
    """Click a button of the panel."""
    pos = place_of(pupil, label)
    pupil.give(Motion(pos), Press(pos), Release(pos))


def test_a_lesson_by_mouse(tmp_path: Path, screen: pygame.Surface) -> None:
    """The lit card is dragged to the lit space; dragged elsewhere it glides home, and the table says why."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    pupil.wait()
    scene = pupil.scene

    def drag(spot: str, target: str) -> None:
        x, y = scene.spot_centre(spot)
        to = scene.spot_centre(target)
        pupil.give(Motion((x, y)), Press((x, y)), Motion((x + 20, y - 20), held=True), Motion(to, held=True))
        pupil.give(Release(to))

    drag("M1", "H2")
    assert scene._choosing.refusal is not None
    assert scene._choosing.refusal.reason.key == "lesson.other"
    assert scene.tutor.number == 1
    drag("M1", "H1")
    pupil.wait()

    assert scene.tutor.number == 2
    assert "Sword 2" in spoken(scene)
    assert screen is not None


def test_a_lesson_by_keys(tmp_path: Path, screen: pygame.Surface) -> None:
    """The whole lesson of Deck Defence by Tab and Enter alone; Enter at its end leads to a game of one's own."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    for scene in pupil.course():
        task, state = scene.tutor.task, scene.tutor.state
        if task is None:
            break
        for spot in task.spots:
            if scene.tutor.state == state and spot in scene._choosing.offer().targets:
                for _ in range(20):
                    if scene._choosing.focus == spot:
                        break
                    pupil.give(Key("tab"))
                pupil.enter()
        if scene.tutor.state == state:
            pupil.enter()
        assert scene.tutor.state != state, task
    pupil.enter()

    top = pupil.program.stack[-1]
    assert isinstance(top, SetUp)
    assert [type(one).__name__ for one in pupil.program.stack] == ["Shelf", "SetUp"]
    assert screen is not None


def test_from_a_set_up_page_one_comes_back_to_it(tmp_path: Path, screen: pygame.Surface) -> None:
    """Whoever learns before setting up a game goes on with that page."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    page = SetUp(pupil.program.kit, DECK_DEFENCE, False, pupil.program.routes.table)
    pupil.program.obey(Home(pupil.program.routes.shelf()))
    pupil.program.obey(Push(page))
    pupil.program.obey(Learn(DECK_DEFENCE))
    for _ in pupil.course():
        pass
    pupil.enter()

    assert pupil.program.stack[-1] is page
    assert screen is not None


def test_a_lesson_can_be_left_and_begun_again(tmp_path: Path, screen: pygame.Surface) -> None:
    """Esc asks; the answers go on, begin again, or leave. The button leaves at once."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    pupil.wait()
    pupil.obey()
    pupil.wait()
    assert pupil.scene.tutor.number == 2
    pupil.give(Key("escape"))
    assert isinstance(pupil.program.stack[-1], Notice)
    pupil.give(Key("escape"))
    assert pupil.scene.tutor.number == 2
    pupil.give(Key("escape"), Key("tab"), Key("tab"), Key("enter"))
    assert pupil.scene.tutor.number == 1
    pupil.give(Key("escape"), Key("enter"))
    assert not isinstance(pupil.program.stack[-1], TableScene)
    pupil.program.obey(Learn(DECK_DEFENCE))
    pupil.wait()
    click(pupil, "lesson.leave")

    assert not isinstance(pupil.program.stack[-1], TableScene)
    assert screen is not None


def test_a_slow_tap_on_a_button_of_a_lesson_is_a_click(tmp_path: Path, screen: pygame.Surface) -> None:
    """The right button, which a finger means by resting, left the lesson while the finger was still on "Leave"."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    pupil.wait()
    at = place_of(pupil, "lesson.leave")
    pupil.give(Motion(at), Press(at, touch=True))
    pupil.program.frame([], 0.7)
    assert isinstance(pupil.scene, TableScene)
    pupil.give(Release(at))

    assert not isinstance(pupil.program.stack[-1], TableScene)
    assert screen is not None


def test_the_panel_is_made_once(tmp_path: Path, screen: pygame.Surface) -> None:
    """While nothing is done nothing is drawn, and nothing moves."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    pupil.wait()
    panel = pupil.scene.panel
    pupil.program.frame([], FRAME)
    first, second = pupil.program.picture(), pupil.program.picture()

    assert pupil.scene.panel is panel
    assert [(id(one), pos) for one, pos in first] == [(id(one), pos) for one, pos in second]
    assert not pupil.program.frame([], FRAME)
    assert screen is not None


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_the_panel_tears_no_words(game: str, language: str, tmp_path: Path, screen: pygame.Surface) -> None:
    """What is written on the table is covered whole or not at all, but for a scrap."""
    for scene in Pupil(tmp_path, game, language).course():
        assert scene.panel is not None
        assert _torn(scene.panel.rect, scene._panels.words) < 40 * 40, scene.tutor.step
    assert screen is not None


def test_the_buttons_below_the_question_stand_side_by_side(tmp_path: Path, screen: pygame.Surface) -> None:
    """Whether to leave the lesson has three answers, and none stands alone."""
    for language in ("ja", "en"):
        pupil = Pupil(tmp_path, DECK_DEFENCE, language)
        pupil.give(Key("escape"))
        notice = pupil.program.stack[-1]
        assert isinstance(notice, Notice)
        assert notice._scroll is not None
        assert len({button.rect.y for button in notice._scroll.inner}) == 1
        assert len(notice._scroll.inner) == 3
        pupil.store.close()
    assert screen is not None


def test_a_lesson_takes_a_new_size_at_any_moment(tmp_path: Path, screen: pygame.Surface) -> None:
    """While the others act the window changes, and the panel lies in it again, covering nothing it points at."""
    pupil = Pupil(tmp_path, "kanu")
    for scene in pupil.course():
        if scene.tutor.step is not None and scene.tutor.step.watch:
            break
    pupil.enter()
    for size in ((800, 600), (1920, 1080), (640, 480)):
        pupil.program.kit.metrics = Metrics(size)
        scene.lay_out()
        assert scene.panel is not None
        assert pygame.Rect((0, 0), size).contains(scene.panel.rect)
        assert not any(rect.colliderect(scene.panel.rect) for rect in scene._avoided(scene.tutor.all_spots))
    assert screen is not None


def test_enter_held_down_starts_no_game(tmp_path: Path, screen: pygame.Surface) -> None:
    """A key that repeats leads no farther than one step; the game to play is set up once it is let go."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    for scene in pupil.course():
        number = scene.tutor.number
    pupil.give(Key("enter"))
    for _ in range(5):
        pupil.give(Key("enter"))
    assert isinstance(pupil.program.stack[-1], LessonTable)
    pupil.give(KeyUp("enter"))

    assert number == len(lesson_for(DECK_DEFENCE).steps)
    assert isinstance(pupil.program.stack[-1], SetUp)
    assert screen is not None


def test_the_words_on_what_lies_below_the_panel_stay_away(tmp_path: Path, screen: pygame.Surface) -> None:
    """A press on the panel chooses nothing of the table under it."""
    pupil = Pupil(tmp_path, DECK_DEFENCE)
    pupil.wait()
    panel = pupil.scene.panel
    assert panel is not None
    pos = panel.rect.move(4, 4).topleft
    pupil.give(Motion(pos), Press(pos), Release(pos))

    assert pupil.scene._looking.hover is None
    assert pupil.scene._choosing.refusal is None
    assert pupil.scene._choosing.selection.spots == ()
    assert screen is not None
