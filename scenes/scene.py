"""What a scene is, what it may ask the program for, and the kit that every scene works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from scenes.drawing.painter import Painter
from scenes.drawing.stage import Paint
from scenes.drawing.theme import SPEEDS, Metrics, Palette
from scenes.inputs import Input
from scenes.preferences import Preferences
from scenes.sound.sound import Sounds
from scenes.store import Store
from scenes.words import Words


class Scene(Protocol):
    """One screen. Scenes lie on a stack; the uppermost gets the input, the uppermost that covers begins the picture."""

    covers: bool
    """Whether the picture fills the window; a dialog does not, and lies over the scene below."""

    def lay_out(self) -> None:
        """Take the kit's present sizes, words and preferences; called before the first picture and at every change."""
        ...

    def handle(self, event: Input) -> Command | None:
        """Take one input and return what the program should do about it."""
        ...

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass and return whether anything moves."""
        ...

    def paint(self) -> list[Paint]:
        """Return the picture in painter's order."""
        ...

    def title(self) -> str:
        """Return what the window's title says of this scene; a title is a screen too, so it names no secret."""
        ...


@runtime_checkable
class Following(Protocol):
    """A scene that asks for something by itself, once enough time has passed."""

    def follow_up(self, dt: float) -> Command | None:
        """Let `dt` seconds pass and return what is due; asked only while the scene is the uppermost."""
        ...


@runtime_checkable
class Typing(Protocol):
    """A scene in which text can be typed."""

    @property
    def typing(self) -> bool:
        """Whether a field has the focus now."""
        ...


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a scene says of itself for those who do not see it.

    `lines` are what is written there now, `focus` is what has the focus, `news` what happened since it was asked last.
    """

    title: str
    lines: tuple[str, ...] = ()
    focus: str = ""
    news: tuple[str, ...] = ()


@runtime_checkable
class Speaking(Protocol):
    """A scene that says what it shows; it says nothing that cannot be seen in it."""

    def title(self) -> str:
        """Return the scene's title."""
        ...

    def spoken(self) -> Spoken:
        """Return what is to be heard now."""
        ...

    def described(self) -> list[str]:
        """Return all that there is, line by line."""
        ...


@runtime_checkable
class Listening(Protocol):
    """A scene in which a key can be chosen for a command."""

    @property
    def listening(self) -> bool:
        """Whether the next key is the one chosen: it comes as it is, whatever command has it."""
        ...


@runtime_checkable
class Guarded(Protocol):
    """A scene that shows what not everybody may see."""

    def guard(self) -> Command | None:
        """Return what hides it when nobody may be sitting in front of the screen any more; None where all is open."""
        ...


@runtime_checkable
class Private(Protocol):
    """A scene that may show what others at this screen must not see."""

    @property
    def private(self) -> bool:
        """Whether it does so now: no picture of it is kept, which would outlast the moment."""
        ...


@runtime_checkable
class Leaving(Protocol):
    """A scene that has something going on beside the frames."""

    def leave(self) -> None:
        """End it: the scene is not shown any more."""
        ...


@runtime_checkable
class Sounding(Protocol):
    """A scene that lets its own touches be heard; of others, every input that leads somewhere is."""

    @property
    def sounding(self) -> bool:
        """Whether it does now."""
        ...


@dataclass(frozen=True, slots=True)
class Push:
    """Lay a scene over the present one."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a scene in the place of the uppermost `count`."""

    scene: Scene
    count: int = 1


@dataclass(frozen=True, slots=True)
class Back:
    """Take the uppermost `count` scenes away; taking the last one ends the program."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Home:
    """Put `scene` in the place of everything."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program; everything is kept already."""


@dataclass(frozen=True, slots=True)
class Prefer:
    """Change the preferences, keep them, and lay everything out anew."""

    preferences: Preferences


@dataclass(frozen=True, slots=True)
class Learn:
    """Lay the lesson of a game over the present scene."""

    game_id: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Switch sound off, or on again; nothing else changes, and nothing is laid out anew."""


Command = Push | Replace | Back | Home | Leave | Prefer | Learn | Mute

Act = Callable[[], Command | None]


@dataclass(slots=True)
class Kit:
    """What scenes need and share. The program alone changes it; scenes read it anew at every `lay_out`."""

    words: Words
    painter: Painter
    metrics: Metrics
    preferences: Preferences
    store: Store
    sounds: Sounds = field(default_factory=Sounds)

    @property
    def palette(self) -> Palette:
        """The colours of the table."""
        return self.painter.palette

    @property
    def motion(self) -> float:
        """How long motions take, as a part of their usual time; 0 where nothing moves."""
        return 0.0 if self.preferences.reduced_motion else SPEEDS[self.preferences.speed]

    @property
    def fades(self) -> bool:
        """Whether things fade instead of moving: motion is reduced, but not off."""
        return self.preferences.reduced_motion and SPEEDS[self.preferences.speed] > 0
