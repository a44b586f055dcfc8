"""The table's menu: back, rules, settings, the same deal again, a new one, giving up, the shelf. The game is kept."""

from __future__ import annotations

from collections.abc import Callable

from scenes import company
from scenes.host import Match, begin, fresh_deal
from scenes.inputs import Input, Key
from scenes.pages import dealing, page
from scenes.pages.controls import Button, copied
from scenes.pages.notice import Notice
from scenes.pages.page import Column, Paths
from scenes.pages.rules import RulesPage
from scenes.pages.scroll import Scroll
from scenes.pages.settings import Settings
from scenes.pages.still_page import StillPage
from scenes.scene import Act, Back, Command, Home, Kit, Push
from scenes.seating import Sitting

_SHORT = 12
"""Signs of a share code that is worth reading aloud; that of 36 cards is only copied."""


class Pause(StillPage):
    """The menu over the table of `match`; the table can `concede` the game, and play a `demo` where there is advice."""

    covers = False

    def __init__(
        self,
        kit: Kit,
        match: Match,
        paths: Paths,
        concede: Callable[[], None],
        demo: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(kit)
        self._concede = concede
        self._demo = demo
        self._copied = ""
        """What the button that copies says once it was used."""
        self._match = match
        self._paths = paths
        self._scroll: Scroll | None = None

    def title(self) -> str:
        """Return nothing: a dialog leaves the title to what lies below it."""
        return ""

    def lay_out(self) -> None:
        """Build the menu for the present window."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        column = Column(kit, page.dialog_width(kit, 340))
        column.text(words("pause.title"), metrics.text(24), kit.palette.text, bold=True, centred=True)
        column.text(self._named_deal(), metrics.note, kit.palette.muted, centred=True)
        code = dealing.code(self._match.game_id, self._match.deal, self._match.options)
        shared = code != self._match.deal
        if shared and len(code) <= _SHORT:
            column.text(words("pause.code", code=code), metrics.note, kit.palette.muted, centred=True)
        column.skip(16)
        over, alone = self._match.chair.standing().outcome is not None, not self._match.sitting.together
        first = (
            self._button("resume", Back, main=True, note=words("keys.escape")),
            self._button("rules", lambda: Push(RulesPage(kit, self._match.game_id, None)), note=words.key("rules")),
            self._button("settings", lambda: Push(Settings(kit))),
            self._button(self._copied or ("copy" if shared else "copy_number"), self._copy),
            self._button("seats", self._change_seats, enabled=not over)
            if self._match.game_id in company.GAMES
            else self._button("demo", self._watch, enabled=not over and self._demo is not None),
        )
        second = (
            self._button("again", self._asking("again", self._again)),
            self._button("new_deal", self._asking("new_deal", self._new_deal)),
            self._button("give_up", self._asking("give_up", self._give_up), danger=True, enabled=not over and alone),
            self._button("shelf", lambda: Home(self._paths.shelf())),
        )
        for group in (first, second):
            for button in group:
                column.button(button)
                column.skip(8)
            column.skip(10)
        kept = kit.store.is_keeping()
        note, colour = ("pause.kept", kit.palette.muted) if kept else ("pause.not_kept", kit.palette.accent)
        column.text(words(note), metrics.note, colour, centred=True)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._paints, self._scroll = page.dialog(kit, column, offset)
        self._controls.replace((self._scroll,))

    def _named_deal(self) -> str:
        """Return what the deal is called, and how hard it is where that is known."""
        kit, match = self._kit, self._match
        name = page.deal_name(kit, match.deal)
        hard = dealing.difficulty(match.game_id, match.deal, match.options)
        return (
            name
            if hard is None
            else kit.words("list.dot", first=name, second=kit.words(f"{match.game_id}.difficulty.{hard}"))
        )

    def _change_seats(self) -> Command:
        from scenes.pages.taking_over import TakingOver

        return Push(TakingOver(self._kit, self._match, self._paths))

    def _copy(self) -> None:
        """Put what stands for the deal into the clipboard."""
        code = dealing.code(self._match.game_id, self._match.deal, self._match.options)
        self._copied = "copied" if copied(code) else "not_copied"
        self.lay_out()

    def _watch(self) -> Command | None:
        if self._demo is not None:
            self._demo()
        return Back()

    def _button(
        self, key: str, on: Act, *, main: bool = False, note: str = "", danger: bool = False, enabled: bool = True
    ) -> Button:
        label = self._kit.words(f"pause.{key}")
        return Button(page.nowhere(), label, on, main=main, note=note, danger=danger, enabled=enabled)

    def _asking(self, key: str, act: Act) -> Act:
        """Return `act`, or a question before it where it would cost a game that is going on, or several that count."""

        def ask() -> Command | None:
            match, words = self._match, self._kit.words
            if not (match.at_stake or key == "give_up"):
                return act()
            asked = words(f"pause.{key}_ask")
            if match.sitting.games > 1:
                asked += "\n" + words("pause.match_lost")
            actions: list[tuple[str, Act]] = [(words(f"pause.{key}_yes"), act), (words("common.cancel"), Back)]
            return Push(Notice(self._kit, asked, actions, danger=True))

        return ask

    @property
    def _sitting(self) -> Sitting:
        return self._match.sitting.afresh()

    def _again(self) -> Command:
        match = begin(self._kit.store, self._match.game_id, self._match.deal, self._match.options, self._sitting)
        return Home(self._paths.table(match))

    def _new_deal(self) -> Command:
        deal = fresh_deal(self._match.game_id)
        match = begin(self._kit.store, self._match.game_id, deal, self._match.options, self._sitting)
        return Home(self._paths.table(match))

    def _give_up(self) -> Command:
        self._concede()
        return Back(2)  # question and menu: the table tells how the game ended

    def handle(self, event: Input) -> Command | None:
        """Let the buttons answer; Esc leads back to the game, F1 to the rules."""
        taken, command = self._controls.handle(event)
        if taken:
            return command
        match event:
            case Key("escape"):
                return Back()
            case Key("f1"):
                return Push(RulesPage(self._kit, self._match.game_id, None))
        return command
