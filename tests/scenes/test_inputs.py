"""pygame's events as values: names of keys, buttons, motions merged, focus and sizes."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from scenes.inputs import (
    Exposed,
    Focus,
    Input,
    Key,
    KeyUp,
    Motion,
    Press,
    Quit,
    Release,
    Resized,
    Text,
    Wheel,
    read,
)

pytestmark = pytest.mark.usefixtures("screen")


def post(kind: int, **values: Any) -> None:
    """Put an event into pygame's queue."""
    pygame.event.post(pygame.event.Event(kind, **values))


def key(code: int, mod: int = pygame.KMOD_NONE) -> list[Input]:
    """Return what a key that goes down is read as."""
    post(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)
    return list(read())


@pytest.mark.parametrize(
    ("code", "mod", "name"),
    [
        (pygame.K_RETURN, 0, "enter"),
        (pygame.K_KP_ENTER, 0, "enter"),
        (pygame.K_ESCAPE, 0, "escape"),
        (pygame.K_1, 0, "1"),
        (pygame.K_KP1, 0, "1"),
        (pygame.K_KP9, pygame.KMOD_NUM, "9"),
        (pygame.K_LEFT, 0, "left"),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, "shift+tab"),
        (pygame.K_z, pygame.KMOD_LCTRL, "ctrl+z"),
        (pygame.K_z, pygame.KMOD_RMETA, "ctrl+z"),
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, "ctrl+shift+z"),
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_CAPS | pygame.KMOD_NUM, "ctrl+z"),
        (pygame.K_x, pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_SHIFT, "ctrl+alt+shift+x"),
        (pygame.K_F1, 0, "f1"),
        (pygame.K_PAGEUP, 0, "page up"),
        (pygame.K_SPACE, 0, "space"),
        (0xE9, 0, "é"),
        (0xDF, pygame.KMOD_LCTRL, "ctrl+ß"),
        (0xA5, 0, "¥"),
        (0, 0, ""),
    ],
)
def test_keys_have_the_names_that_scenes_use(code: int, mod: int, name: str) -> None:
    """Modifiers stand before the key in one order; both Enters and both rows of digits are the same.

    Letters that only some keyboards have had no name: no command could have such a key, nor could a page say why.
    """
    assert key(code, mod) == [Key(name)]


def test_the_upper_row_means_digits_on_every_keyboard() -> None:
    """On a French one the keys under the digits are called "&" and "é": cards could be chosen there by keypad alone."""
    for place, sign, digit in ((pygame.KSCAN_1, "&", "1"), (pygame.KSCAN_2, "é", "2"), (pygame.KSCAN_0, "à", "0")):
        post(pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign, scancode=place)
        post(pygame.KEYUP, key=ord(sign), mod=0, unicode=sign, scancode=place)
        assert list(read()) == [Key(digit), KeyUp(digit)]


def test_a_key_that_goes_up_has_its_bare_name() -> None:
    """Letting go is told by the key alone, whatever else is held."""
    post(pygame.KEYUP, key=pygame.K_z, mod=pygame.KMOD_CTRL, unicode="", scancode=0)
    assert list(read()) == [KeyUp("z")]


def test_a_key_that_is_held_is_repeated_until_it_goes_up() -> None:
    """From one call to the next, whatever other keys do meanwhile, and not while the window has no keys."""
    down: set[int] = set()
    found: list[Input] = []
    for kind, code in (
        (pygame.KEYDOWN, pygame.K_z),
        (pygame.KEYDOWN, pygame.K_z),
        (pygame.KEYDOWN, pygame.K_y),
        (pygame.KEYDOWN, pygame.K_z),
        (pygame.KEYUP, pygame.K_z),
        (pygame.KEYDOWN, pygame.K_z),
        (pygame.WINDOWFOCUSLOST, 0),
        (pygame.KEYDOWN, pygame.K_z),
    ):
        post(kind, key=code, mod=0, unicode="", scancode=0)
        found += read(None, down)
    keys = [event for event in found if isinstance(event, Key)]
    assert [(event.name, event.repeated) for event in keys] == [
        ("z", False),
        ("z", True),
        ("y", False),
        ("z", True),
        ("z", False),
        ("z", False),
    ]
    assert Key("z", repeated=True) == Key("z")


def test_motions_in_a_row_become_the_last_one() -> None:
    """Of many motions between two frames only the last counts, with its button."""
    for x in range(20):
        post(pygame.MOUSEMOTION, pos=(x, 7), rel=(1, 0), buttons=(int(x > 5), 0, 0), touch=False)
    assert list(read()) == [Motion((19, 7), held=True)]


def test_a_motion_is_not_carried_over_a_click() -> None:
    """Motions before and after a press stay before and after it, so that a drag keeps its beginning."""
    post(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    post(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1, touch=False)
    post(pygame.MOUSEMOTION, pos=(30, 30), rel=(0, 0), buttons=(1, 0, 0), touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(40, 40), button=1, touch=False)
    assert list(read()) == [Motion((1, 1)), Press((2, 2)), Motion((30, 30), held=True), Release((40, 40))]


@pytest.mark.parametrize("button", [1, 3])
def test_left_and_right_buttons_are_told(button: int) -> None:
    """Both buttons go down and up at the event's own position."""
    post(pygame.MOUSEBUTTONDOWN, pos=(2, 3), button=button, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(4, 5), button=button, touch=False)
    assert list(read()) == [Press((2, 3), button), Release((4, 5), button)]


@pytest.mark.parametrize("button", [2, 4, 5, 6, 7])
def test_other_buttons_mean_nothing(button: int) -> None:
    """The middle button, the wheel's old buttons and the side buttons are passed over."""
    post(pygame.MOUSEBUTTONDOWN, pos=(2, 3), button=button, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=(2, 3), button=button, touch=False)
    assert list(read()) == []


@pytest.mark.parametrize(
    ("kind", "values", "value"),
    [
        (pygame.MOUSEWHEEL, {"x": 0, "y": -2, "flipped": False}, Wheel(-2)),
        (pygame.TEXTINPUT, {"text": "手札"}, Text("手札")),
        (pygame.VIDEORESIZE, {"size": (801, 602), "w": 801, "h": 602}, Resized((801, 602))),
        (pygame.WINDOWFOCUSLOST, {}, Focus(here=False)),
        (pygame.WINDOWMINIMIZED, {}, Focus(here=False)),
        (pygame.WINDOWFOCUSGAINED, {}, Focus(here=True)),
        (pygame.WINDOWRESTORED, {}, Focus(here=True)),
        (pygame.WINDOWEXPOSED, {}, Exposed()),
        (pygame.QUIT, {}, Quit()),
    ],
)
def test_the_window_s_events_are_told(kind: int, values: dict[str, Any], value: Input) -> None:
    """Wheel, typed text, size, focus, lost content and the close button come as values."""
    post(kind, **values)
    assert list(read()) == [value]


def test_events_that_mean_nothing_are_passed_over() -> None:
    """Whatever else SDL reports, the list holds only what a person did."""
    post(pygame.USEREVENT)
    post(pygame.ACTIVEEVENT, gain=0, state=1)
    assert list(read()) == []


def test_positions_come_from_the_events() -> None:
    """The pointer's present place is never asked: a late event means where it happened."""
    post(pygame.MOUSEBUTTONDOWN, pos=(321, 123), button=1, touch=False)
    post(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(1, 0, 0), touch=False)
    assert next(iter(read())) == Press((321, 123))
