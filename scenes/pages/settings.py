"""The settings page. Every change acts at once; nothing has to be confirmed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from scenes.folder import show
from scenes.pages import page
from scenes.pages.controls import Button, Choice
from scenes.pages.key_page import KeyPage
from scenes.pages.notice import Notice
from scenes.pages.page import Column
from scenes.pages.still_page import ScrolledPage
from scenes.preferences import BACKS, LANGUAGES, PACES, SPEEDS, STAYS, TABLES, TEXT_SCALES, VOLUMES, Preferences
from scenes.scene import Back, Command, Kit, Prefer, Push
from scenes.sound.sound import Sound


class Row(NamedTuple):
    """One setting: its name, which its words are found by, and what it is changed with."""

    name: str
    control: Choice | Button
    told: str = ""
    """Another explanation than its own, where one holds now."""


_SAMPLES: dict[str, Sound] = {
    "sound": "flip",
    "volume": "land",
    "volume_table": "flip",
    "volume_events": "capture",
    "volume_signals": "turn",
}
"""What is heard when one of these settings has been changed."""


class Settings(ScrolledPage):
    """All settings in groups, each group made by a function of its own."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._told = self._now

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("settings.title")

    def lay_out(self) -> None:
        """Build the page in the present language and size, and let a volume be heard that has been changed."""
        before, self._told = self._told[0], self._now
        for name, sound in _SAMPLES.items():
            if getattr(before, name) != getattr(self._told[0], name):
                self._kit.sounds.play(sound)
        super().lay_out()

    def _rows(self, column: Column) -> None:
        groups = {
            "general": self._general(),
            "look": self._look(),
            "motion": self._motion(),
            "sound": self._sound(),
            "advice": self._advice(),
            "access": self._access(),
            "program": self._program(),
        }
        for group, rows in groups.items():
            if column.y:
                column.skip(20)
            named, size = self._kit.words(f"settings.group.{group}"), self._kit.metrics.title
            column.text(named, size, self._kit.palette.heading, bold=True)
            for row in rows:
                page.setting(
                    column, self._kit, f"settings.{row.name}", row.control, told=row.told, last=row is rows[-1]
                )

    def _general(self) -> list[Row]:
        words = self._kit.words
        languages = [words(f"settings.language_{language}") for language in LANGUAGES]
        scales = [words("settings.text_scale_value", percent=scale) for scale in TEXT_SCALES]
        return [
            self._choice("language", LANGUAGES, languages),
            self._choice("text_scale", TEXT_SCALES, scales),
            self._switch("full_screen"),
            Row("folder", Button(page.nowhere(), words("settings.folder_open"), self._show_folder)),
        ]

    def _look(self) -> list[Row]:
        return [self._named("table", TABLES), self._named("back", BACKS), self._switch("high_contrast")]

    def _motion(self) -> list[Row]:
        motion = self._switch("reduced_motion")
        motion.control.enabled = self._kit.preferences.speed != "off"
        return [
            self._named("speed", SPEEDS),
            self._named("stay", STAYS),
            self._named("pace", PACES),
            motion,
        ]

    def _sound(self) -> list[Row]:
        switch = self._switch("sound")
        if self._kit.sounds.missing:
            switch = switch._replace(told=self._kit.words("settings.sound_missing"))
        labels = [self._kit.words("settings.volume_value", percent=volume) for volume in VOLUMES]
        names = ("volume", "volume_table", "volume_events", "volume_signals")
        volumes = [self._choice(name, VOLUMES, labels) for name in names]
        for row in volumes:
            row.control.enabled = self._kit.preferences.sound
        return [switch, *volumes]

    def _advice(self) -> list[Row]:
        return [self._switch(name) for name in ("chance_line", "hints_remember", "tell_lost")]

    def _access(self) -> list[Row]:
        keys = Button(page.nowhere(), self._kit.words("settings.keys_open"), lambda: Push(KeyPage(self._kit)))
        return [self._switch("left_handed"), self._switch("narrate"), Row("keys", keys)]

    def _program(self) -> list[Row]:
        def read() -> Command:
            from scenes.pages.about import About  # few will ask: the shelf shows sooner

            return Push(About(self._kit))

        return [Row("about", Button(page.nowhere(), self._kit.words("settings.about_open"), read))]

    def _show_folder(self) -> Command | None:
        """Open the folder of the games, or say where it is."""
        folder, words = self._kit.store.folder, self._kit.words
        if folder is not None and show(folder):
            return None
        path = "-" if folder is None else str(folder)
        return Push(Notice(self._kit, words("settings.folder_closed", path=path), [(words("common.ok"), Back)]))

    def _switch(self, name: str) -> Row:
        """Return the row of a setting that is off or on."""
        return self._choice(name, (False, True), (self._kit.words("common.off"), self._kit.words("common.on")))

    def _named(self, name: str, values: Sequence[str]) -> Row:
        """Return the row of a setting whose values have words of their own."""
        return self._choice(name, values, [self._kit.words(f"settings.{name}_{value}") for value in values])

    def _choice(self, name: str, values: Sequence[Any], labels: Sequence[str]) -> Row:
        """Return the row of the field `name` of the preferences."""

        def choose(index: int) -> Command:
            return Prefer(dataclasses.replace(self._kit.preferences, **{name: values[index]}))

        chosen = values.index(getattr(self._kit.preferences, name))
        return Row(name, Choice(page.nowhere(), labels, chosen, choose))

    @property
    def _now(self) -> tuple[Preferences, bool]:
        """What can change while the page lies open: a key mutes, and a device is found to be missing."""
        return self._kit.preferences, self._kit.sounds.missing

    def update(self, _dt: float) -> bool:
        """Show what has changed behind the page's back."""
        changed = self._told != self._now
        if changed:
            self.lay_out()
        return changed
