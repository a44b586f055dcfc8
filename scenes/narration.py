"""What is on the screen, in words: for screen readers, to a file or the terminal.

A scene says what it shows (`scenes.scene.Speaking`), a page by its controls; here only what is new in it becomes lines.
Nothing is asked of anything but the uppermost scene: while a curtain lies, it alone speaks. Where several people share
the screen, a table says what all of them may know, since a line outlasts the turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

from game.core import Reason
from scenes import command_line
from scenes.desk import Desk, Layout, is_back
from scenes.pages.controls import Choice, Control, Field
from scenes.pages.focus import Controls
from scenes.pages.scroll import Scroll
from scenes.scene import Kit, Scene, Speaking, Spoken
from scenes.words import Words


class Narrator:
    """Turns what the uppermost scene says into lines; `write` takes each of them."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._scene: Scene | None = None
        self._before = Spoken("")

    def listen(self, scene: Scene) -> None:
        """Write what is new since the last call: another scene, what happened, what is asked, what has the focus."""
        now = scene.spoken() if isinstance(scene, Speaking) else Spoken(scene.title())
        before, self._before = self._before, now
        if scene is not self._scene:
            self._scene, before = scene, Spoken("")
        said = [now.title] if now.title != before.title else []
        said += now.news
        known = {*before.lines}  # the terms of a part are hundreds of lines
        said += [line for line in now.lines if line not in known]
        if now.focus != before.focus:
            said.append(now.focus)
        self._say(said)

    def describe(self, scene: Scene) -> None:
        """Write all that there is, whatever was written before."""
        if isinstance(scene, Speaking):
            self._say((scene.title(), *scene.described()))

    def tell(self, text: str) -> None:
        """Write what the program itself has to say, whatever scene is there."""
        self._say((text,))

    def _say(self, lines: Iterable[str]) -> None:
        for text in lines:
            for line in text.replace("\u00a0", " ").split("\n"):  # where lines end concerns the picture alone
                if line.strip():
                    self._write(line.strip())


def say_aloud(line: str) -> None:
    """Write a line to the terminal; where that has gone nobody listens."""
    with suppress(OSError, ValueError):
        command_line.say(line)


# Pages


class Paged:
    """A page that is said by its controls and by what is written between them."""

    _kit: Kit
    _controls: Controls

    def title(self) -> str:
        """Return the page's name."""
        raise NotImplementedError

    def spoken(self) -> Spoken:
        """Return the page's words, and what has the focus."""
        focused = self._controls.focused if self._controls.focus_shown else None
        said = "" if focused is None else control_words(self._kit.words, focused)
        return Spoken(self.title(), tuple(self._written()), said)

    def described(self) -> list[str]:
        """Return the page's words and every control on it."""
        controls = (control_words(self._kit.words, one) for one in self._controls.all if one.enabled)
        return [*self._written(), *dict.fromkeys([words for words in controls if words])]

    def _written(self) -> list[str]:
        return [text for one in self._controls.all if isinstance(one, Scroll) for text in one.said]


def control_words(words: Words, control: Control) -> str:
    """Return what a control is called, and where it stands or what is in it."""
    match control:
        case Choice():
            chosen = control.labels[control.chosen]
            return words("narration.choice", name=control.name, chosen=chosen) if control.name else chosen
        case Field():
            return words("narration.field", text=control.value or control.hint)
    label = str(getattr(control, "label", ""))
    name = str(getattr(control, "name", ""))
    return words("narration.choice", name=name, chosen=label) if name else label


# Tables

_HEARD = 30
"""So much of what happened is kept to be said."""


class News:
    """What happened at a table since it was last taken, as all may know it who share the screen."""

    def __init__(self) -> None:
        self._heard: deque[Reason] = deque(maxlen=_HEARD)

    def hear(self, reason: Reason) -> None:
        """Keep something to be said; where nobody listens, only the last of it."""
        self._heard.append(reason)

    def take(self) -> list[Reason]:
        """Return what happened, once."""
        heard = list(self._heard)
        self._heard.clear()
        return heard


def lies(place: Reason, lying: Reason | None) -> Reason:
    """Return what lies at a place, or that nothing does."""
    if lying is None:
        return Reason.of("narration.empty", place=place)
    return Reason.of("narration.lies", place=place, cards=lying)


def listed(words: Iterable[Reason]) -> Reason | None:
    """Return several things one after the other, None for none of them."""
    whole: Reason | None = None
    for one in words:
        whole = one if whole is None else Reason.of("list.comma", first=whole, second=one)
    return whole


def at_spot(desk: Desk, view: object, layout: Layout, spot: str, notes: str = "") -> Reason | None:
    """Return what is at a spot, by the cards that are drawn there; None where there is nothing to be said."""
    cards = []
    for key, pose in layout.cards.items():
        if key.split(".")[0] != spot:
            continue
        card = Reason.of("narration.face_down") if is_back(pose.face) else desk.read(pose.face)
        cards.append(card if pose.pile == 1 else Reason.of("narration.pile", card=card, count=pose.pile))
    return desk.told(view, spot, listed(cards), notes)


def whole_table(desk: Desk, view: object, layout: Layout, notes: str = "") -> list[Reason]:
    """Return what is at every place of a table, spots first, then cards that lie at none of them."""
    loose = [key.split(".")[0] for key in layout.cards]
    places = dict.fromkeys([*layout.spots, *loose])
    found = (at_spot(desk, view, layout, place, notes) for place in places)
    return [reason for reason in found if reason is not None]
