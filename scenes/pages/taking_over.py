"""The page of a running game about its seats: a person takes one over from a computer, or leaves one to it."""

from __future__ import annotations

from dataclasses import replace

from scenes.host import Match
from scenes.pages import page
from scenes.pages.controls import Button, Field
from scenes.pages.page import Column, Paths
from scenes.pages.seats import Seats
from scenes.pages.still_page import ScrolledPage
from scenes.scene import Back, Command, Home, Kit
from scenes.seating import Sitting


class TakingOver(ScrolledPage):
    """The page over the menu of `match`. Nothing changes before somebody says that it is done."""

    def __init__(self, kit: Kit, match: Match, paths: Paths) -> None:
        super().__init__(kit)
        self._match = match
        self._paths = paths
        self._seats = Seats(kit, match.game_id, self.lay_out, self._done, match.sitting)

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("seat.change")

    @property
    def typing(self) -> bool:
        """Whether a name has the focus."""
        return isinstance(self._controls.focused, Field)

    def _rows(self, column: Column) -> None:
        words = self._kit.words
        column.text(words("seat.change_help"), self._kit.metrics.note, self._kit.palette.muted)
        column.skip(12)
        self._seats.places(column)
        column.line()
        self._seats.ways(column)
        column.skip(8)
        done = Button(page.nowhere(), words("seat.change_done"), self._done, main=True, note=words("keys.enter"))
        column.flow((done,), align=1.0)

    @property
    def _sitting(self) -> Sitting:
        """What is chosen, in a match play that goes on as it stands."""
        chosen, before = self._seats.sitting, self._match.sitting
        return replace(chosen, games=before.games, won=before.won, dealt=before.dealt, earlier=before.earlier)

    def _done(self) -> Command | None:
        """Play on with these in the seats; say nothing new where a name is wrong.

        Where one person is left who has not been in front of the screen, a curtain falls all the same.
        """
        if self._seats.complaint is not None:
            return None
        if self._sitting == self._match.sitting:
            return Back()
        seat = self._match.chair.seat
        match = self._match.reseated(self._sitting)
        hidden = match.chair.seat != seat and not match.sitting.shared
        return Home(self._paths.curtain(match) if hidden else self._paths.table(match))
