"""Game controllers and fingers: SDL's own events become keys and clicks, whatever keys were chosen."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from scenes import waiting
from scenes.app import Program, Start
from scenes.desk import NOTHING
from scenes.gamepads import BUTTONS, Gamepads
from scenes.inputs import Input, Key, KeyUp, Meant, Motion, Point, Press, Release, read
from scenes.pages.key_page import KeyPage
from scenes.pages.rules import RulesPage
from scenes.preferences import Preferences
from scenes.scene import Push
from scenes.sound.sound import Sounds
from scenes.store import Store
from scenes.table.table import TableScene
from scenes.touch import Finger
from tests.scenes.hands import Hands
from tests.scenes.sitting import Sitting
from tests.scenes.test_remake import looking

A, B, Y, RIGHT_SHOULDER, DOWN = 0, 1, 3, 10, 12


class Pad:
    """A controller that SDL takes for one of plastic."""

    def __init__(self) -> None:
        path = waiting._library()
        if path is None:
            pytest.skip("the library of SDL cannot be found here")
        self._sdl = ctypes.CDLL(path)
        self._sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_ubyte]
        self._sdl.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_short]
        self._index = self._sdl.SDL_JoystickAttachVirtual(1, 6, 15, 0)
        assert self._index >= 0
        self._number = self._sdl.SDL_JoystickGetDeviceInstanceID(self._index)

    @property
    def _handle(self) -> int:
        handle = self._sdl.SDL_JoystickFromInstanceID(self._number)
        assert handle  # somebody has opened it
        return int(handle)

    def button(self, number: int, *, down: bool) -> None:
        """Press a button, or let it go."""
        self._sdl.SDL_JoystickSetVirtualButton(self._handle, number, int(down))
        self._sdl.SDL_JoystickUpdate()

    def stick(self, axis: int, value: float) -> None:
        """Move a stick, from -1 to 1."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._handle, axis, round(value * 32767))
        self._sdl.SDL_JoystickUpdate()

    def unplug(self) -> None:
        """Take the controller away."""
        self._sdl.SDL_JoystickDetachVirtual(self._index)
        self._sdl.SDL_JoystickUpdate()


@pytest.fixture
def gamepads(screen: pygame.Surface) -> Iterator[Gamepads]:
    """Give the controllers that are there: none yet."""
    from pygame._sdl2 import controller

    assert screen.get_size()
    pads = Gamepads()
    pygame.event.clear()
    yield pads
    controller.quit()


def any_there(pads: Gamepads) -> bool:
    """Whether a controller is connected."""
    return pads.present


def keys(pads: Gamepads) -> list[Input]:
    """Return what controllers mean by what they have told since the last call."""
    return [event for event in read(pads.read) if isinstance(event, Meant)]


def test_a_controller_comes_is_used_and_goes(gamepads: Gamepads) -> None:
    """Plugged in while the program runs; buttons are keys that go down and up; gone, it is forgotten."""
    assert not any_there(gamepads)
    pad = Pad()
    assert keys(gamepads) == []
    assert any_there(gamepads)
    for number, name in ((A, "enter"), (B, "escape"), (Y, "space"), (RIGHT_SHOULDER, "tab"), (DOWN, "down")):
        pad.button(number, down=True)
        assert keys(gamepads) == [Meant(Key(name))]
        pad.button(number, down=False)
        assert keys(gamepads) == [Meant(KeyUp(name))]
    pad.unplug()
    assert keys(gamepads) == []
    assert not any_there(gamepads)


def test_a_stick_is_one_key_a_time(gamepads: Gamepads) -> None:
    """However it trembles near an end; it must come back before it means the same again."""
    pad = Pad()
    keys(gamepads)
    heard: list[Input] = []
    for value in (0.3, 0.7, 0.5, 0.9, 0.6, 0.1, 0.8, -0.9, 0.0):
        pad.stick(0, value)
        heard += keys(gamepads)
    assert heard == [Meant(Key(name)) for name in ("right", "right", "left")]
    pad.stick(3, 0.9)
    assert keys(gamepads) == [Meant(Key("page down"))]
    pad.unplug()
    keys(gamepads)


def test_without_support_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build without controllers plays on by keyboard and mouse."""
    from pygame._sdl2 import controller

    def broken() -> None:
        raise pygame.error("none")

    monkeypatch.setattr(controller, "init", broken)
    assert not Gamepads().present


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Give a store on an empty folder."""
    store = Store(tmp_path)
    yield store
    store.close()


def test_a_controller_means_the_same_whatever_keys_were_chosen(screen: pygame.Surface, store: Store) -> None:
    """Its buttons have no letters: no key that lost its command takes one from them."""
    program = Program(
        store, Preferences(language="en", speed="off", keys={"rules": "f5"}), Start("deck-defence", "1204")
    )
    program.frame([Key("f1")], 1.0)
    assert [type(scene) for scene in program.stack] == [TableScene]
    program.frame([Meant(Key("f1"))], 1 / 60)
    assert [type(scene) for scene in program.stack] == [TableScene, RulesPage]
    page = KeyPage(program.kit)
    program.obey(Push(page))
    program.frame([Key("tab"), Key("enter"), Meant(Key("escape"))], 1 / 60)
    assert not page.listening
    assert program.stack[-1].title() == page.title()


def test_no_button_of_a_controller_is_chosen_for_a_command(screen: pygame.Surface, store: Store) -> None:
    """While a key was asked for, the button that gives hints gave "H" away: hints lost their key, unasked."""
    program = Program(store, Preferences(language="en"), Start())
    page = KeyPage(program.kit)
    program.obey(Push(page))
    page._asking("notes")()
    for name in BUTTONS.values():
        if name != "escape":
            program.frame([Meant(Key(name)), Meant(KeyUp(name))], 1 / 60)
    assert page.listening
    assert program.kit.preferences.keys == {}
    program.frame([Meant(Key("escape"))], 1 / 60)
    assert not page.listening


def test_whoever_uses_a_controller_is_there(screen: pygame.Surface, store: Store) -> None:
    """The sound device was not opened at its first touch, and closed while somebody played: sounds came late."""
    touches: list[bool] = []

    class Listening(Sounds):
        def after_frame(self, *, touched: bool) -> None:
            touches.append(touched)

    program = Program(store, Preferences(language="en"), Start(), Listening())
    for event in (Meant(Key("down")), Key("down")):
        program.frame([event], 1 / 60)
    program.frame([], 1 / 60)
    assert touches == [True, True, False]


# Fingers


def rested(*steps: tuple[Input | None, float]) -> list[tuple[Input, ...]]:
    """Return what a finger means that does these things, each after so many seconds."""
    finger = Finger()
    found = []
    for event, seconds in steps:
        found.append(finger.rest(seconds, None))
        if event is not None:
            finger.note(event, None)
    return [one for one in found if one]


TOUCH = Press((50, 50), touch=True)


def test_a_finger_that_rests_is_a_right_click() -> None:
    """Once, where it was put down, however it trembles."""
    found = rested((TOUCH, 0.0), (Motion((53, 52), held=True), 0.3), (None, 0.4), (None, 1.0))
    assert found == [(Press((50, 50), 3, touch=True), Release((50, 50), 3), Motion((50, 50), held=True))]


@pytest.mark.parametrize(
    "event",
    [Motion((80, 50), held=True), Release((50, 50)), Press((50, 50))],
    ids=["it wanders", "it goes", "a mouse"],
)
def test_a_finger_that_drags_or_taps_is_none(event: Input) -> None:
    """Taps and drags stay what they are, and so does a mouse button that is held."""
    assert rested((TOUCH, 0.0), (event, 0.2), (None, 2.0)) == []


def test_touches_come_once_and_as_such(screen: pygame.Surface) -> None:
    """Of a finger's two events, the finger's and the mouse's, the second is the one that counts."""
    pygame.event.clear()
    pygame.event.post(pygame.Event(pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.1, y=0.1, dx=0, dy=0))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=1, touch=True))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(7, 8), button=1, touch=False))
    presses = [event for event in read() if isinstance(event, Press)]
    assert presses == [Press((5, 6), touch=True), Press((7, 8))]


def test_a_finger_that_rests_looks_closely(screen: pygame.Surface, store: Store) -> None:
    """What the pointer of a mouse does by resting: nothing is chosen, nothing lifted."""
    program = Program(store, Preferences(language="en", speed="off"), Start("deck-defence", "1204"))
    program.frame([], 1.0)
    table = program.stack[-1]
    assert isinstance(table, TableScene)
    at = table.spot_centre("M1")
    program.frame([Motion(at), Press(at, touch=True)], 1 / 60)
    assert program.frame([], 0.1)  # the program stays awake for it
    for _ in range(30):
        program.frame([], 0.1)
    assert table._looking.spot == "M1"
    program.frame([Release(at)], 1 / 60)
    assert table._choosing.selection.spots == ()


def slow_tap(hands: Hands, at: Point) -> None:
    """Tap so slowly that it means the right button on the way."""
    finger = Finger()
    press = Press(at, touch=True)
    finger.note(press, hands.scene)
    hands.give(Motion(at), press)
    hands.give(*finger.rest(0.75, hands.scene))
    hands.give(Release(at))


@pytest.mark.usefixtures("screen")
def test_a_slow_tap_on_a_button_of_the_table_is_a_click() -> None:
    """Whoever was slow on "put back" lost the order that was laid out, and nothing was put back."""
    hands = looking()
    hands.click("R1")
    hands.click("R3")
    slow_tap(hands, hands.scene._panels._buttons["yes"].rect.center)

    assert hands.played()[-1] == "=321"


@pytest.mark.usefixtures("screen")
def test_a_slow_tap_on_a_card_chooses_nothing() -> None:
    """Of a card it is a look alone, and nothing is done when the finger goes."""
    hands = Sitting("1204")
    slow_tap(hands, hands.at("M1"))

    assert hands.selection == NOTHING
    assert hands.scene._looking.hover == "M1"
