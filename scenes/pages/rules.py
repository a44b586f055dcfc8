"""The rules of a game, a book of which each section is set by `scenes.pages.rulebook`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial

from game.deck_defence import public as deck_defence
from game.haruhi import card_set as haruhi
from game.kanu import card_set as kanu
from scenes.deck_defence.faces import face_surface
from scenes.figures import figures
from scenes.haruhi.standard import standard_face as haruhi_face
from scenes.kanu.standard import standard_face
from scenes.pages import examples, page
from scenes.pages.book import Book
from scenes.pages.controls import Button
from scenes.pages.links import Terms
from scenes.pages.page import Column
from scenes.pages.rulebook import Face, Writer, blocks
from scenes.scene import Act, Kit, Learn

FACES: dict[str, Face] = {deck_defence.ID: face_surface, kanu.ID: standard_face, haruhi.ID: haruhi_face}
"""What draws the cards that the rules of each game show."""
SECTIONS: dict[str, tuple[str, ...]] = {
    deck_defence.ID: (
        "goal",
        "table",
        "refill",
        "muster",
        "repel",
        "hold_off",
        "explore",
        "end",
        "score",
        "remake",
        "advice",
        "controls",
    ),
    kanu.ID: (
        "goal",
        "table",
        "setup",
        "turn",
        "sortie",
        "reinforce",
        "scout",
        "develop",
        "ambush",
        "pursuit",
        "supply",
        "formation",
        "support",
        "search",
        "night",
        "espionage",
        "duel",
        "end",
        "sitting",
        "glossary",
    ),
    haruhi.ID: (
        "goal",
        "table",
        "setup",
        "round",
        "gift",
        "limit",
        "sos",
        "take",
        "effects",
        "draw",
        "peek",
        "steal",
        "swap",
        "give",
        "next",
        "accuse",
        "hand_out",
        "end",
        "ranking",
        "conditions",
        "sitting",
        "glossary",
    ),
}
"""The sections of each game's rules, in the order of reading; their words are `<game>.rules.<section>`."""


class RulesPage(Book):
    """The rules of `game_id`, opened at `section` or at the first."""

    def __init__(self, kit: Kit, game_id: str, section: str | None = None) -> None:
        self._game = game_id
        super().__init__(kit, section)

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("rules.title")

    def heading(self) -> str:
        """Return whose rules they are."""
        return self._kit.words("list.dot", first=self._kit.words(f"{self._game}.title"), second=self.title())

    def names(self) -> Mapping[str, str]:
        """Return the names of the game's sections."""
        words = self._kit.words
        return {section: words(f"{self._game}.rules.{section}.title") for section in SECTIONS[self._game]}

    def others(self) -> Mapping[str, Act]:
        """Return the names of the other games, and the way to the rules of each."""
        return {self._kit.words(f"{game}.title"): self._turning(game) for game in SECTIONS if game != self._game}

    def _turning(self, game: str) -> Act:
        def turn() -> None:
            self._game = game
            self._opening(SECTIONS[game][0])()

        return turn

    def _terms(self) -> Iterator[tuple[str, str]]:
        """Yield the words that lead from the open section to others."""
        words, key = self._kit.words, f"{self._game}.rules"
        for section in SECTIONS[self._game]:
            if section != self._section and words.has(f"{key}.terms.{section}"):
                for form in words(f"{key}.terms.{section}").split("|"):
                    yield form, section

    def text(self, width: int) -> Column:
        """Return the section that is open, its rows of cards drawn."""
        kit, metrics = self._kit, self._kit.metrics
        column = Column(kit, width)
        picture = partial(examples.picture, kit, self._game, self._section)
        writer = Writer(kit, column, FACES[self._game], picture, Terms(self._terms()), self.following)
        if self.left is not None:
            back = kit.words("rules.back_to", title=self.names()[self.left])
            column.flow((Button(page.nowhere(), back, self.come_back, note=kit.words("keys.backspace")),))
            column.skip(12)
        column.text(
            kit.words(f"{self._game}.rules.{self._section}.title"), metrics.text(26), kit.palette.strong, bold=True
        )
        column.skip(12)
        if self._section == SECTIONS[self._game][0]:
            column.flow((Button(page.nowhere(), kit.words("lesson.learn"), lambda: Learn(self._game)),))
            column.skip(12)
        told = figures(kit.words, self._game)
        lines = blocks(kit.words(f"{self._game}.rules.{self._section}.text", **told))
        for mark, group in itertools.groupby(lines, key=lambda block: block.mark):
            writer.write(mark, list(group))
        return column
