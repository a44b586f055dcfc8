"""The page on which the keys are chosen: every command with its key, and a new one for it by pressing it."""

from __future__ import annotations

import dataclasses

from scenes import keymap
from scenes.inputs import Focus, Input, Key, Press
from scenes.keymap import COMMANDS, Keys
from scenes.pages import page
from scenes.pages.controls import Button
from scenes.pages.page import Column
from scenes.pages.still_page import ScrolledPage
from scenes.scene import Act, Command, Kit, Prefer


class KeyPage(ScrolledPage):
    """The commands with their keys. Choosing one waits for the key that it shall have; Esc leaves it as it is."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._asked: str | None = None
        self._told: dict[str, str] = {}

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("keys.title")

    @property
    def listening(self) -> bool:
        """Whether the next key is the one chosen."""
        return self._asked is not None

    def _rows(self, column: Column) -> None:
        words, metrics = self._kit.words, self._kit.metrics
        column.text(words("keys.fixed"), metrics.note, self._kit.palette.muted)
        column.skip(8)
        for command in COMMANDS:
            asked = command == self._asked
            label = words("keys.press") if asked else words.key(command)
            button = Button(page.nowhere(), label, self._asking(command), main=asked)
            told = words("keys.press_help") if asked else words(f"keys.command.{command}_help")
            page.setting(column, self._kit, f"keys.command.{command}", button, told=self._told.get(command, told))
        column.skip(16)
        column.text(words("keys.gamepad"), metrics.note, self._kit.palette.muted)
        column.skip(16)
        reset = Button(page.nowhere(), words("keys.reset"), self._reset, enabled=bool(self._kit.preferences.keys))
        column.flow((reset,), align=1.0)

    def _asking(self, command: str) -> Act:
        def ask() -> None:
            self._asked, self._told = command, {}
            self.lay_out()

        return ask

    def _stop_asking(self, told: dict[str, str] | None = None) -> None:
        self._asked, self._told = None, told or {}
        self.lay_out()

    def _choose(self, command: str, name: str) -> Command | None:
        """Give a command a key, or say why it cannot be; who had the key so far gets the old one for it."""
        words = self._kit.words
        if name == "escape":
            self._stop_asking()
            return None
        if name in keymap.FIXED:
            self._told = {command: words("keys.is_fixed", cap=keymap.cap(name))}
            self.lay_out()
            return None
        if not keymap.usable(name):
            if keymap.base(name) not in keymap.MODIFIERS:  # held with another key, they are a part of its name
                self._told = {command: words("keys.unusable")}
                self.lay_out()
            return None
        keys, loser = keymap.chosen(self._kit.preferences.keys, command, name)
        told: dict[str, str] = {}
        if loser is not None:
            now = keymap.cap(keymap.in_force(keys)[loser])
            values = {"cap": keymap.cap(name), "other": words(f"keys.command.{loser}"), "now": now}
            told = {command: words("keys.swapped", **values), loser: words("keys.moved", **values)}
        self._asked, self._told = None, told
        return self._prefer(keys)

    def _reset(self) -> Command:
        self._told = {}
        return self._prefer({})

    def _prefer(self, keys: Keys) -> Command:
        return Prefer(dataclasses.replace(self._kit.preferences, keys=keys))

    def handle(self, event: Input) -> Command | None:
        """Take the key that was asked for, else let the controls answer; Esc leads back."""
        if self._asked is not None:
            match event:
                case Key(name):
                    return self._choose(self._asked, name)
                case Press(_, _) | Focus(here=False):
                    self._stop_asking()
        return super().handle(event)
