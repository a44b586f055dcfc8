"""The row of a set-up page that chooses a card set: the program's own, or one of the player's files.

A file that cannot be used is named with its fault, and the program's own set is played instead.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game import cards
from game.core import BadInput, OptionValue, Reason
from game.haruhi import card_file as haruhi
from game.haruhi import card_set as haruhi_cards
from game.kanu import card_set as kanu
from scenes.assets import card_files
from scenes.pages import page
from scenes.pages.controls import Button, Choice
from scenes.pages.page import Column
from scenes.scene import Kit

CARD_SETS: dict[str, Callable[[str], str]] = {
    kanu.ID: lambda text: kanu.record_text(kanu.from_toml(text)),
    haruhi_cards.ID: lambda text: haruhi.record_text(haruhi.from_toml(text)),
}
"""For each game whose cards stand in a file, what turns such a file into the text that its option `cards` takes."""
_FORMATS = {kanu.ID: kanu.FORMAT, haruhi_cards.ID: haruhi.FORMAT}
_MOST = 3
"""So many files of the player are offered beside the program's own set."""


class CardSets:
    """What is chosen about the cards of `game_id`; `again` lays the page out anew."""

    def __init__(self, kit: Kit, game_id: str, again: Callable[[], None]) -> None:
        self._kit = kit
        self._game = game_id
        self._again = again
        self._chosen: str | None = None
        """The player's file that is chosen; files come and go, so that its name is kept, not its place among them."""
        self._copied: Path | Reason | None = None
        self._read()

    def _read(self) -> None:
        """Read the player's card files for this game; one that is wrong is kept with what is wrong with it.

        Where there are too many, the chosen one and a copy that was just made are offered all the same.
        """
        self._sets: dict[str, str | Reason] = {}
        found = self._kit.store.card_files()
        kept = (self._chosen, self._copied.name if isinstance(self._copied, Path) else None)
        mine = [name for name, text in found.items() if not self._is_another_games(text)]
        mine.sort(key=lambda name: (name not in kept, name))
        for name in sorted(mine[:_MOST]):
            text = found[name]
            try:
                self._sets[name] = text if isinstance(text, Reason) else CARD_SETS[self._game](text)
            except BadInput as error:
                self._sets[name] = error.reason
        if self._chosen not in self._sets:
            self._chosen = None

    def _is_another_games(self, text: str | Reason) -> bool:
        """Whether a file names the format of another game's cards; one that cannot be read may be anybody's."""
        try:
            formats = tuple(_FORMATS.values())
            return not isinstance(text, Reason) and cards.written_for(text, formats) != _FORMATS[self._game]
        except BadInput:
            return False

    @property
    def complaint(self) -> Reason | None:
        """What is wrong with the chosen file."""
        if self._chosen is None:
            return None
        found = self._sets[self._chosen]
        return Reason.of("cards.faulty", file=self._chosen, cause=found) if isinstance(found, Reason) else None

    def options(self) -> dict[str, OptionValue]:
        """Return the option that names the cards to play with: the program's own where the chosen file is faulty."""
        found = None if self._chosen is None else self._sets[self._chosen]
        return {"cards": found if isinstance(found, str) else CARD_SETS[self._game](card_files()[self._game])}

    def rows(self, column: Column) -> None:
        """Add the rows to a set-up page."""
        kit, words = self._kit, self._kit.words
        if self._sets:
            names, index = [words("cards.own"), *self._sets], (None, *self._sets).index(self._chosen)
            choice = Choice(page.nowhere(), names, index, self._choose)
            page.setting(column, kit, "cards.set", choice, last=True)
        else:
            column.skip(12)
            column.text(words("cards.set"), kit.metrics.body, kit.palette.text, bold=True)
            column.text(words("cards.only_own"), kit.metrics.note, kit.palette.muted)
        if (complaint := self.complaint) is not None:
            column.text(words.say(complaint), kit.metrics.note, kit.palette.bad)
            column.text(words("cards.instead"), kit.metrics.note, kit.palette.muted)
        column.skip(8)
        column.flow((Button(page.nowhere(), words("cards.copy"), self._copy),), align=0.0)
        column.skip(6 if self._copied is not None else 0)
        if isinstance(self._copied, Path):
            column.text(words("cards.copied", path=str(self._copied)), kit.metrics.note, kit.palette.accent)
        elif self._copied is not None:
            column.text(words("cards.not_copied", cause=self._copied), kit.metrics.note, kit.palette.bad)
        column.skip(12)

    def _choose(self, index: int) -> None:
        self._chosen = (None, *self._sets)[index]
        self._again()

    def _copy(self) -> None:
        """Write a copy of the program's own set for the player to change."""
        self._copied = self._kit.store.put_card_file(self._game, card_files()[self._game])
        self._read()
        self._again()
