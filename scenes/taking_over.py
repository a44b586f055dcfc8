"""The page of a running game about its seats: a person takes one over from a computer, or leaves one to it."""

from __future__ import annotations

from dataclasses import replace

from scenes import page
from scenes.controls import Button, Field
from scenes.focus import Controls
from scenes.host import Match
from scenes.inputs import Input, Key
from scenes.narration import Paged
from scenes.page import Column, Paths
from scenes.scene import Back, Command, Home, Kit
from scenes.scroll import Scroll
from scenes.seating import Sitting
from scenes.seats import Seats
from scenes.stage import Paint


class TakingOver(Paged):
    """The page over the menu of `match`. Nothing changes before somebody says that it is done."""

    covers = True

    def __init__(self, kit: Kit, match: Match, paths: Paths) -> None:
        self._kit = kit
        self._match = match
        self._paths = paths
        self._seats = Seats(kit, match.game_id, self.lay_out, self._done, match.sitting)
        self._controls = Controls(())
        self._paints: list[Paint] = []
        self._scroll: Scroll | None = None

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("seat.change")

    @property
    def typing(self) -> bool:
        """Whether a name has the focus."""
        return isinstance(self._controls.focused, Field)

    def lay_out(self) -> None:
        """Build the page in the present language and size."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        head, back, top = page.header(kit, self.title(), Back)
        edge, gutter = page.margin(kit), Scroll.gutter(metrics)
        width = min(metrics.size[0] - 2 * edge - gutter, max(metrics.px(920), metrics.text(920)))
        column = Column(kit, page.panel_room(kit, width + gutter))
        column.text(words("seat.change_help"), metrics.note, kit.palette.muted)
        column.skip(12)
        self._seats.places(column)
        column.line()
        self._seats.ways(column)
        column.skip(8)
        done = Button(page.nowhere(), words("seat.change_done"), self._done, main=True, note=words("keys.enter"))
        column.flow((done,), align=1.0)
        left = (metrics.size[0] - width - gutter) // 2
        panel, rect = page.panelled(kit, page.body(kit, top, left, width), column.y)
        step = kit.painter.type.line_height(metrics.body)
        offset = self._scroll.offset if self._scroll is not None else 0
        self._scroll = Scroll(
            rect, column.paints, column.y, step, offset, inner=column.controls, stop=False, said=column.said
        )
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head, *panel]
        self._controls.replace((self._scroll, back))

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

    def handle(self, event: Input) -> Command | None:
        """Let the controls answer; Esc leads back to the menu."""
        taken, command = self._controls.handle(event)
        if not taken and event == Key("escape"):
            return Back()
        return command

    def update(self, _dt: float) -> bool:
        """Stand still."""
        return False

    def paint(self) -> list[Paint]:
        """Return ground, header and seats."""
        return [*self._paints, *self._controls.paint(self._kit.painter, self._kit.metrics)]
