"""What must hold at every moment of the real program, whatever is done to it: asked after every frame of the monkey.

Where a law of `tests.rules.laws` speaks of a whole game, here the same is asked of each step as it happens at the
table on the screen.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pygame

from game import record as records
from game.core import Seat
from game.record import Record
from game.table import Table, lay_again
from scenes.app import Program
from scenes.curtain import Curtain
from scenes.desk import is_back
from scenes.drawing.stage import Paint
from scenes.haruhi.shown import Shown as HaruhiShown
from scenes.host import Match
from scenes.kanu.shown import Shown as KanuShown
from scenes.store import TABLE, Store
from scenes.table.table import TableScene
from tests.rules import benches, laws
from tests.rules.laws import AnyBench

AnyTable = Table[Any, Any, Any, Any, Any]
BENCHES: dict[str, AnyBench] = {bench.game.id: bench for bench in benches.BENCHES}


def table_of(match: Match) -> AnyTable | None:
    """Return the table behind a chair; None where the chair is closed, or only looks back."""
    table = getattr(match.chair, "_open", None)
    return table if isinstance(table, Table) else None


class Watch:
    """Looks at the program after every frame and raises `AssertionError` where something is not as it must be.

    `finished` are the matches that were played to their end, `won` those of them that somebody alone won.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._table: AnyTable | None = None
        self._bench: AnyBench | None = None
        self._pack: Counter[Any] = Counter()
        self._looked = 0
        self._views: list[Any] = []
        self._standing: object = None
        self._rested: object = None
        self._curtain: list[Paint] = []
        self._left: Record | None = None
        self.finished: set[str] = set()
        self.won: set[str] = set()
        self.lives = 0
        self.actions = 0
        self.curtains = 0
        self.rests = 0
        self.pictures = 0

    def look(self, program: Program) -> None:
        """Ask everything that can be asked now."""
        stack = program.stack
        assert stack or not program.running, "the stack is empty and the program goes on"
        if not program.running:
            return
        scene = stack[0]
        if isinstance(scene, TableScene):
            table = table_of(scene.match)
            assert table is not None, "a table scene without a chair"
            self._follow(table)
            self._at_rest(program, scene)
            self._on_disk(program.kit.store, table)
        if any(isinstance(one, Curtain) for one in stack):
            self._behind_the_curtain(program)

    # The rules

    def _follow(self, table: AnyTable) -> None:
        """Hold every step that was taken since the last frame to the laws."""
        if table is not self._table:
            self._take(table)
        bench = self._bench
        assert bench is not None
        journal = table._journal
        for happening in journal[self._looked :]:
            state = happening.state
            assert bench.all_cards(state) == self._pack, "a card appeared or went"
            self._check_position(bench, table, state)
            views = [bench.game.view(state, seat) for seat in self._seats(table)]
            if not happening.undone:
                self.actions += 1
                for seat in self._seats(table):
                    self._check_told(bench, happening, self._views[seat], views[seat], seat)
            self._views = views
        self._looked = len(journal)
        if (outcome := table.outcome) is not None and (name := table.record().match) not in self.finished:
            self.finished.add(name)
            if table.seats == 1 and outcome.winners:
                self.won.add(name)
            if not table.record().conceded:
                bench.check_end(table._state, outcome)
            again = lay_again(table.game, records.load(records.dump(table.record())))
            assert again.record() == table.record(), "a finished game is laid again as another"

    def _take(self, table: AnyTable) -> None:
        self._table, self._bench = table, BENCHES[table.game.id]
        self._pack = self._bench.all_cards(table._steps[0].state)
        self._looked = len(table._journal)
        self._views = [self._bench.game.view(table._state, seat) for seat in self._seats(table)]

    @staticmethod
    def _seats(table: AnyTable) -> list[Seat]:
        return [Seat(seat) for seat in range(table.seats)]

    def _check_position(self, bench: AnyBench, table: AnyTable, state: Any) -> None:
        game = bench.game
        turn, legal = game.turn(state), list(game.legal(state))
        assert bool(legal) == (turn is not None)
        assert (turn is None) == (game.outcome(state) is not None)
        for seat in self._seats(table):
            assert list(game.view(state, seat).legal) == (legal if seat == turn else [])
        seat = Seat(self._rng.randrange(table.seats))
        twin = bench.hide(state, seat, self._rng)
        assert game.view(twin, seat) == game.view(state, seat), "what a seat cannot know changes what it sees"

    @staticmethod
    def _check_told(bench: AnyBench, happening: Any, before: Any, after: Any, seat: Seat) -> None:
        laws._check_names(bench, happening, before, after, seat)
        known = Counter(bench.cards(before))
        known += Counter(card for notice in bench.notices(happening, seat) for card in bench.cards(notice))
        assert not Counter(bench.cards(after)) - known, f"seat {seat} sees what it was never told of"

    # The picture

    def _at_rest(self, program: Program, scene: TableScene) -> None:
        """Once nothing moves and nothing is held, the cards lie as the layout says, and show what the chair shows."""
        covered = not any(scene is one for one in program._laid_out)  # it waits until it is seen
        if covered or scene._showing.busy or scene._choosing.held is not None:
            return
        board, metrics, desk = scene._board, program.kit.metrics, scene._desk
        chair = scene.match.chair
        key = (
            id(board.layout),
            id(board.view),
            scene._choosing.selection,
            chair.standing(),
            metrics,
            scene._showing.hand_up,
        )
        if key == self._rested:
            return
        self._rested = key
        self.rests += 1
        view = chair.view()
        if not scene._showing.hand_up:
            view = desk.covered(scene._showing._last).view
        else:
            assert scene._showing._last.view == view, "the table shows another position than the chair's"
        assert board.view == view, "the board shows something else than it was given"
        wanted = desk.layout(desk.preview(view, scene._choosing.selection), metrics)
        assert board.layout == wanted, "the cards lie elsewhere than the layout says"
        prints = desk.prints(metrics)
        for pose in wanted.cards.values():
            drawn = is_back(pose.face) or pose.face in prints.get(round(pose.width), ())
            assert drawn, f"{pose.face} was not drawn {pose.width} wide before the table was laid"
        assert board.in_the_air() == []
        resting = board.resting((), None)
        assert resting == [board.cards.resting(pose) for pose in wanted.cards.values()]
        if scene._choosing.over:
            assert not scene._choosing.offer().targets
        if not scene._showing.hand_up:
            assert isinstance(view, KanuShown | HaruhiShown)
            assert not view.cards, "a hand that lies face down shows a card"

    def _behind_the_curtain(self, program: Program) -> None:
        """Nobody has a chair, and no card's face is in the picture."""
        self.curtains += 1
        for scene in program.stack:
            assert not isinstance(scene, TableScene), "a table under the curtain"
        if self._curtain is not program._stage._shown:
            self._curtain = program._stage._shown
            made = program.kit.painter._kept._alive.items()
            cards = {id(surface) for key, surface in made if isinstance(key, tuple) and key[0] in _OF_CARDS}
            assert cards.isdisjoint(id(surface) for surface, _ in self._curtain), "a card is seen through the curtain"

    def picture(self, program: Program) -> None:
        """What was drawn bit by bit is the same picture as all of it drawn at once."""
        window = pygame.display.get_surface()
        assert window is not None
        stage = program._stage
        if stage.empty:
            return
        self.pictures += 1
        anew = pygame.Surface(window.get_size(), 0, window)
        anew.fblits(stage._shown)
        same = pygame.image.tobytes(anew, "RGB") == pygame.image.tobytes(window, "RGB")
        assert same, "the window shows remains of an earlier picture"

    # The disk

    def _on_disk(self, store: Store, table: AnyTable) -> None:
        """What lies on the disk is the game as it stands."""
        told = (tuple(table._looked), tuple(table._notes), table._conceded, table._hints)
        standing = (table, len(table._journal), told)
        if standing == self._standing:
            return
        store.settle()
        assert store.is_keeping(), store.take_problems()
        folder = store._folder
        assert folder is not None
        kept = records.load((folder / TABLE).read_text("utf-8"))
        assert kept == table.record(), "the disk has another game than the table"
        self._standing = standing

    def ended(self, store: Store) -> None:
        """A program that ended has told all its problems, and has its files written."""
        assert not store.take_problems(), "the store has told of a problem"
        self._left = _game_in(store._folder)

    def started(self, program: Program) -> None:
        """What a program finds when it starts is what the one before it left."""
        store = program.kit.store
        self._standing = self._rested = None
        if not self.lives:
            self._left = _game_in(store._folder)
        self.lives += 1
        assert not store.take_problems(), "what was left is told to be damaged"
        begun = isinstance(program.stack[0], TableScene)  # a new game has taken the old one's place
        assert begun or _game_in(store._folder) == self._left, "the game that was left is not there"


def _game_in(folder: Path | None) -> Record | None:
    assert folder is not None
    path = folder / TABLE
    return records.load(path.read_text("utf-8")) if path.exists() else None


_OF_CARDS = {"resting", "lifted", "upright", "scaled", "fading", "back", "face"}
