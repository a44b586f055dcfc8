"""The routes from scene to scene: which one a match, a lesson, a kept record leads to.

Most scenes are imported here when somebody goes there: the shelf shows sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core import Reason
from game.record import Record
from scenes import host
from scenes.games import desk_for, lesson_for
from scenes.host import Match
from scenes.pages.menu import Shelf
from scenes.scene import Back, Command, Home, Kit, Replace, Scene

if TYPE_CHECKING:
    from scenes.table.table import TableScene


class Routes:
    """Makes the scenes that others lead to; `stack` tells which ones there are, the uppermost last."""

    def __init__(self, kit: Kit, stack: Callable[[], Sequence[Scene]]) -> None:
        self._kit = kit
        self._stack = stack

    def shelf(self) -> Scene:
        """Return the shelf, with the game that is kept, where there is one."""
        match = host.resume(self._kit.store)
        if match is not None and self._stack() and not match.goes_on:
            self._kit.store.forget_record()  # its result has been seen; there is nothing to go on with
            match = None
        standing = None if match is None else self.standing(match)
        return Shelf(self._kit, match, self.table, lambda running: self.statistics(running=running), standing)

    def standing(self, match: Match) -> Reason:
        """Return how far a match is, as everybody may know it."""
        return desk_for(match).standing(match.chair.view())

    def table(self, match: Match) -> Scene:
        """Return the way to a match: its table, or the curtain before the seat in turn where it must fall."""
        if match.sitting.passes and match.chair.standing().outcome is None:
            return self.curtain(match)
        return self.seat(match)

    def curtain(self, match: Match) -> Scene:
        """Leave the seat of a match, and return the curtain that opens to it."""
        from scenes.curtain import Curtain

        seat, sitting = match.chair.seat, match.sitting
        match.chair.close()
        return Curtain(
            self._kit,
            sitting.names[seat],
            sitting.marks[seat],
            take=lambda: Home(self.seat(match.taken_by(seat))),
            menu=lambda: Home(self.shelf()),
        )

    def _hand_over(self, match: Match) -> Command:
        """Return the way to the person in turn, while a computer is to the same one: behind a curtain if one falls."""
        turn = match.chair.standing().turn
        assert turn is not None  # a game that is over is handed to nobody
        seat = turn if match.sitting.level(turn) is None else match.chair.seat
        return Home(self.table(match.taken_by(seat)))

    def seat(self, match: Match) -> Scene:
        """Return the table as the seat of the match's chair sees it, with its ways to menu, result and rules."""
        from scenes.after.ranking import Ranking
        from scenes.after.result import Result
        from scenes.pages.rules import RulesPage
        from scenes.table.table import TableScene, Ways

        ways = Ways(
            menu=lambda: self.menu(scene),
            result=lambda: (Ranking if match.sitting.together else Result)(self._kit, match, self),
            rules=lambda section: RulesPage(self._kit, match.game_id, section),
            hand_over=lambda: self._hand_over(match),
        )
        scene = TableScene(self._kit, match, desk_for(match), ways)
        return scene

    def menu(self, table: TableScene) -> Scene:
        """Return the menu of a table, which the table itself is given up from, or left to play by itself."""
        from scenes.pages.pause import Pause

        return Pause(self._kit, table.match, self, table.concede, table.demo if table.advised else None)

    def lesson(self, game_id: str, chapter: int = 0) -> Scene:
        """Return a chapter of the lesson of a game; it leads back to the present scene, or to a game of one's own."""
        from scenes.table.lesson import Tutor, lay
        from scenes.table.lesson_table import LessonTable, lesson_ways

        tutor = Tutor(lesson_for(game_id), chapter)
        match = lay(tutor.lesson, tutor, self._kit.words)
        ways = lesson_ways(self._kit, game_id, lambda: self.lesson(game_id))
        return LessonTable(
            self._kit,
            match,
            desk_for(match),
            ways,
            tutor,
            next_chapter=lambda: self.lesson(game_id, chapter + 1),
            play=lambda: self._play_after(game_id),
        )

    def _play_after(self, game_id: str) -> Command:
        """Return the way from a lesson to a game of one's own: its set-up page, which may lie below the lesson."""
        from scenes.pages.setup import SetUp

        if any(isinstance(scene, SetUp) for scene in self._stack()[:-1][-1:]):
            return Back()
        return Replace(self.set_up(game_id))

    def set_up(self, game_id: str, deal: str | None = None) -> Scene:
        """Return the page before a game, where a deal may have been asked for already."""
        from scenes.pages.setup import SetUp

        return SetUp(self._kit, game_id, self.at_stake, self.table, deal)

    @property
    def at_stake(self) -> bool:
        """Whether a game is kept that would be lost with a new one."""
        kept = host.resume(self._kit.store)
        return kept is not None and kept.at_stake

    def statistics(self, *, running: bool) -> Scene:
        """Return the page about finished games; from there a replay may go on as a game in place of the kept one."""
        from scenes.pages.stats import StatsPage

        return StatsPage(
            self._kit,
            lambda record: self.replay(record, running=running),
            lambda record: self.review(record, running=running),
        )

    def replay(self, record: Record, at: int = 0, *, running: bool) -> Scene:
        """Return the replay of a finished game from its action `at` on; raise `BadInput` where it does not replay."""
        from scenes.after.replay import Replay

        return Replay(self._kit, record, desk_for, self.table, at, running=running)

    def review(self, record: Record, *, running: bool) -> Scene:
        """Return the review of a finished game; raise `BadInput` where it does not replay."""
        from scenes.after.review import Review

        return Review(self._kit, record, desk_for, lambda at: self.replay(record, at, running=running))
