"""The table: the only holder of a game's State, and the chairs through which everybody else plays.

A `Chair` shows one seat's View and beats and takes its actions; it closes at hand-over. Whoever is typed to take a
`Chair` cannot reach a State. The table owns the list of actions and tells `keep` of every change before it returns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol

from game.core import (
    ActionT,
    ActionT_contra,
    BadInput,
    Beat,
    Chance,
    EventT,
    Game,
    Illegal,
    LaysOpen,
    NoticeT,
    NoticeT_co,
    Options,
    OptionValue,
    Outcome,
    Reason,
    Seat,
    StateT,
    Step,
    ViewT,
    ViewT_co,
)
from game.record import Record, fingerprint


class ChairClosed(RuntimeError):  # noqa: N818 - said as it is heard at a table
    """A chair was used after its seat had been handed over: a fault of the program."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a table stands, as everybody may know it, and what one seat may take back.

    `actions` counts those on the table; `take_backs` counts how often something was taken back after it had shown
    somebody a new card (ruling 7.2 of Deck Defence), `hints` how often advice was given.
    """

    turn: Seat | None
    outcome: Outcome | None
    actions: int
    take_backs: int
    hints: int
    may_undo: bool
    may_redo: bool


@dataclass(frozen=True, slots=True)
class _Happening(Generic[StateT, EventT]):
    """One entry of the journal: the state now on the table, the events that led to it or were taken back."""

    state: StateT
    events: tuple[EventT, ...]
    undone: bool
    at: int


def checked_options(game: Game[StateT, ActionT, EventT, ViewT, NoticeT], options: Options) -> dict[str, OptionValue]:
    """Return a value for every option of `game`, its default where none is given; raise `BadInput` for a wrong one."""
    specs = {spec.key: spec for spec in game.options}
    for key, value in options.items():
        if key not in specs:
            raise BadInput(Reason.of("bad.option", option=key))
        free = specs[key].text and isinstance(value, str)
        if not free and not any(type(value) is type(allowed) and value == allowed for allowed in specs[key].values):
            raise BadInput(Reason.of("bad.option_value", option=key, value=str(value)))
    return {key: options.get(key, spec.default) for key, spec in specs.items()}


class Table(Generic[StateT, ActionT, EventT, ViewT, NoticeT]):
    """One game being played. `deal` is the game's deal code, `options` may leave out what has its default.

    `match` names this game among all others, `sitting` says who sits where (see `Record`).
    `chance` takes the place of the deal's own chance (transcripts, tests). `keep` is called with the Record after the
    deal and after every change. Raises `BadInput` for a deal, seat count or option that is none.
    """

    def __init__(  # noqa: PLR0913 - what most tables do without is named and has a default
        self,
        game: Game[StateT, ActionT, EventT, ViewT, NoticeT],
        deal: str,
        seats: int,
        options: Options,
        *,
        match: str = "",
        sitting: str = "",
        chance: Chance | None = None,
        keep: Callable[[Record], None] | None = None,
    ) -> None:
        if seats not in game.seats:
            raise BadInput(Reason.of("bad.seats", seats=seats, least=game.seats[0], most=game.seats[-1]))
        self._game = game
        self._match = match
        self._sitting = sitting
        self._deal = deal
        self._seats = seats
        self._options = checked_options(game, options)
        first = game.start(chance or game.chance(deal), seats, self._options)
        self._steps: list[Step[StateT, EventT]] = [first]
        self._actions: list[ActionT] = []
        self._at = 0
        self._conceded = False
        self._take_backs = 0
        self._hints = 0
        self._notes = [""] * seats
        self._journal = [_Happening(first.state, first.events, undone=False, at=0)]
        self._looked = [0] * seats
        self._printed: tuple[StateT, str] | None = None
        self._keep = keep
        self._tell()

    @property
    def game(self) -> Game[StateT, ActionT, EventT, ViewT, NoticeT]:
        """The rules that are played."""
        return self._game

    @property
    def deal(self) -> str:
        """The deal code as it was given."""
        return self._deal

    @property
    def options(self) -> Options:
        """The value of every rule option."""
        return dict(self._options)

    @property
    def seats(self) -> int:
        """How many seats are at the table."""
        return self._seats

    @property
    def turn(self) -> Seat | None:
        """The seat that decides next; None after the end."""
        return None if self._conceded else self._game.turn(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._game.conceded(self._state) if self._conceded else self._game.outcome(self._state)

    def standing(self, seat: Seat) -> Standing:
        """Return how the table stands, and what `seat` may take back or do again."""
        return Standing(
            turn=self.turn,
            outcome=self.outcome,
            actions=self._at,
            take_backs=self._take_backs,
            hints=self._hints,
            may_undo=self._conceded or self._why_no_undo(seat) is None,
            may_redo=self._why_no_redo(seat) is None,
        )

    def chair(self, seat: Seat) -> Chair[ActionT, ViewT, NoticeT]:
        """Return a chair for `seat`; whoever gave out an earlier one closes it first."""
        if not 0 <= seat < self._seats:
            raise ValueError(f"there is no seat {seat} at a table of {self._seats}")
        return Chair(self, seat)

    def undo(self, seat: Seat) -> None:
        """Take back the last action of `seat`, or its giving up; raise `Illegal` where that is not possible."""
        if self._conceded:
            self._conceded = False
            self._tell()
            return
        if (reason := self._why_no_undo(seat)) is not None:
            raise Illegal(reason)
        undone = self._steps[self._at]
        self._take_backs += undone.reveals
        self._at -= 1
        self._journal.append(_Happening(self._state, undone.events, undone=True, at=self._at))
        self._tell()

    def redo(self, seat: Seat) -> None:
        """Do the action of `seat` again that was taken back last; raise `Illegal` where there is none."""
        if (reason := self._why_no_redo(seat)) is not None:
            raise Illegal(reason)
        self._at += 1
        self._journal.append(_Happening(self._state, self._steps[self._at].events, undone=False, at=self._at))
        self._tell()

    def concede(self, seat: Seat) -> None:  # noqa: ARG002 - whoever may concede plays alone
        """Give up: a loss. Only somebody playing alone can; raise `Illegal` otherwise and after the end."""
        if self._seats != 1 or self.outcome is not None:
            raise Illegal(Reason.of("why.game_over" if self._seats == 1 else "why.no_concede"))
        self._conceded = True
        self._tell()

    def count_hint(self, seat: Seat) -> None:
        """Note that `seat` was given advice; raise `Illegal` where it has nothing to decide."""
        if self.turn != seat:
            raise Illegal(Reason.of("why.not_your_turn" if self.outcome is None else "why.game_over"))
        self._hints += 1
        self._tell()

    def notes(self, seat: Seat) -> str:
        """Return what `seat` has written for itself; empty where it has written nothing."""
        return self._notes[seat]

    def jot(self, seat: Seat, notes: str) -> None:
        """Keep what `seat` writes for itself, at any time. No rule reads it, and taking back leaves it as it is."""
        self._notes[seat] = notes
        self._tell()

    def reseat(self, sitting: str) -> None:
        """Let other players sit at the table from now on, in the same seats; `sitting` is as at the beginning."""
        self._sitting = sitting
        self._tell()

    def record(self) -> Record:
        """Return everything from which this table can be laid again."""
        return Record(
            match=self._match,
            game=self._game.id,
            rules_version=self._game.rules_version,
            deal=self._deal,
            seats=self._seats,
            options=tuple(sorted(self._options.items())),
            actions=tuple(self._game.encode(action) for action in self._actions),
            at=self._at,
            conceded=self._conceded,
            take_backs=self._take_backs,
            hints=self._hints,
            # Who plays alone is shown the whole course again, which fills the log: there is nobody to hide it from.
            looked=(0,) if self._seats == 1 else tuple(self._shown(mark) for mark in self._looked),
            sitting=self._sitting,
            notes=tuple(self._notes) if any(self._notes) else (),
            digest=self._digest(),
        )

    def act(self, seat: Seat, action: ActionT) -> None:
        """Carry out `action` of `seat`, and forget what could be redone; raise `Illegal` with the reason otherwise."""
        if self.outcome is not None:
            raise Illegal(Reason.of("why.game_over"))
        if self.turn != seat:
            raise Illegal(Reason.of("why.not_your_turn"))
        step = self._game.apply(self._state, action)
        del self._actions[self._at :], self._steps[self._at + 1 :]
        self._actions.append(action)
        self._steps.append(step)
        self._at += 1
        self._journal.append(_Happening(step.state, step.events, undone=False, at=self._at))
        self._tell()

    def view(self, seat: Seat) -> ViewT:
        """Return what `seat` may know now."""
        return self._game.view(self._state, seat)

    def beats(self, seat: Seat, most: int | None = None) -> tuple[Beat[ViewT, NoticeT], ...]:
        """Return what `seat` has not been shown yet, the deal included, and mark it as shown; `most` beats of it."""
        end = len(self._journal) if most is None else self._looked[seat] + most
        unseen = self._journal[self._looked[seat] : end]
        self._looked[seat] += len(unseen)
        if unseen and self._seats > 1:  # who has seen what matters only where somebody else has not
            self._tell()
        return tuple(self._beat(seat, happening) for happening in unseen)

    def past(self, seat: Seat) -> tuple[Beat[ViewT, NoticeT], ...]:
        """Return again what `seat` has been shown already: for the log, which says no more than it said then."""
        return tuple(self._beat(seat, happening) for happening in self._journal[: self._looked[seat]])

    def _digest(self) -> str:
        """Return the fingerprint of the present state, worked out once for it."""
        if self._printed is None or self._printed[0] is not self._state:
            self._printed = (self._state, fingerprint(self._state))
        return self._printed[1]

    @property
    def _state(self) -> StateT:
        return self._steps[self._at].state

    def _shown(self, mark: int) -> int:
        """Return how much of what is on the table now was shown by the first `mark` entries of the journal.

        What was taken back since counts as not shown: another action may stand in its place.
        """
        return min(happening.at for happening in self._journal[mark - 1 :]) + 1 if mark else 0

    def _beat(self, seat: Seat, happening: _Happening[StateT, EventT]) -> Beat[ViewT, NoticeT]:
        seen = (self._game.see(event, seat) for event in happening.events)
        notices = tuple(notice for notice in seen if notice is not None)
        return Beat(self._game.view(happening.state, seat), notices, happening.undone)

    def _why_no_undo(self, seat: Seat) -> Reason | None:
        if self._at == 0:
            return Reason.of("why.no_undo")
        if self._game.turn(self._steps[self._at - 1].state) != seat:
            return Reason.of("why.undo_other")
        if self._seats > 1 and self._steps[self._at].reveals:
            return Reason.of("why.undo_revealed")
        if self._seats > 1 and self.outcome is not None:  # whoever looks back at it has seen every hand
            return Reason.of("why.game_over")
        return None

    def _why_no_redo(self, seat: Seat) -> Reason | None:
        if self._conceded or self._at == len(self._actions) or self._game.turn(self._state) != seat:
            return Reason.of("why.no_redo")
        return None

    def _tell(self) -> None:
        if self._keep is not None:
            self._keep(self.record())

    def _resume(self, record: Record) -> None:
        """Bring a freshly dealt table to where `record` stood; used by `lay_again` alone."""
        for text in record.actions:
            action = self._game.decode(text)
            step = self._game.apply(self._steps[-1].state, action)
            self._actions.append(action)
            self._steps.append(step)
        self._at = record.at
        self._conceded = record.conceded
        self._take_backs = record.take_backs
        self._hints = record.hints
        self._notes = list(record.notes) or self._notes
        self._journal += [
            _Happening(step.state, step.events, undone=False, at=at)
            for at, step in enumerate(self._steps[1 : self._at + 1], start=1)
        ]
        self._looked = [min(looked, len(self._journal)) for looked in record.looked]


def lay_again(
    game: Game[StateT, ActionT, EventT, ViewT, NoticeT],
    record: Record,
    keep: Callable[[Record], None] | None = None,
) -> Table[StateT, ActionT, EventT, ViewT, NoticeT]:
    """Return the table that `record` describes, replayed action by action.

    Raises `BadInput` unless everything agrees, down to the digest of the position; then nothing has been kept.
    """
    if record.game != game.id:
        raise BadInput(Reason.of("bad.save_game", game=record.game))
    if record.rules_version != game.rules_version:
        raise BadInput(Reason.of("bad.save_rules", version=record.rules_version))
    disagrees = BadInput(Reason.of("bad.save_disagrees"))
    if len(record.looked) != record.seats or len(record.notes) not in (0, record.seats):
        raise disagrees
    if not 0 <= record.at <= len(record.actions):
        raise disagrees
    options = dict(record.options)
    table = Table(game, record.deal, record.seats, options, match=record.match, sitting=record.sitting)
    try:
        table._resume(record)
    except Illegal:
        raise disagrees from None
    if fingerprint(table._state) != record.digest:
        raise disagrees
    if record.conceded and (record.seats != 1 or game.turn(table._state) is None):
        raise disagrees
    table._keep = keep
    return table


class Course(Generic[StateT, ActionT, EventT, ViewT, NoticeT]):
    """A game that is over, to be looked back at after any of its actions, with the eyes of any seat or with all open.

    It is a picture of its own: nothing that happens at the table afterwards changes it. There is none of a game that
    still goes on, since it shows what nobody may know there yet: that raises `ValueError`.
    """

    def __init__(self, table: Table[StateT, ActionT, EventT, ViewT, NoticeT]) -> None:
        outcome = table.outcome
        if outcome is None:
            raise ValueError("a game that goes on is not laid open")
        self.outcome = outcome
        """How the game ended."""
        self.seats = table.seats
        """How many played."""
        self._game = table.game
        self._steps = tuple(table._steps[: table._at + 1])

    def __len__(self) -> int:
        """Return how many actions were taken."""
        return len(self._steps) - 1

    def turn(self, at: int) -> Seat | None:
        """Return the seat that decided after `at` actions; None at the end, but not where a game was given up."""
        return self._game.turn(self._steps[at].state)

    def view(self, at: int, seat: Seat) -> ViewT:
        """Return what `seat` saw after `at` actions."""
        return self._game.view(self._steps[at].state, seat)

    def beat(self, at: int, seat: Seat) -> Beat[ViewT, NoticeT]:
        """Return what `seat` met when action `at` was taken, counted from 1; 0 is the deal."""
        return Beat(self.view(at, seat), self._notices(at, seat))

    def back(self, at: int, seat: Seat) -> Beat[ViewT, NoticeT]:
        """Return the beat of going back before action `at`, counted from 1."""
        return Beat(self.view(at - 1, seat), self._notices(at, seat), undone=True)

    def all_open(self, at: int) -> object | None:
        """Return everything that was on the table after `at` actions; None where the game cannot be laid open."""
        return self._game.lay_open(self._steps[at].state) if isinstance(self._game, LaysOpen) else None

    def _notices(self, at: int, seat: Seat) -> tuple[NoticeT, ...]:
        seen = (self._game.see(event, seat) for event in self._steps[at].events)
        return tuple(notice for notice in seen if notice is not None)


class _Seating(Protocol[ActionT_contra, ViewT_co, NoticeT_co]):
    """What a chair needs of its table: no State, no Event."""

    def standing(self, seat: Seat) -> Standing: ...
    def view(self, seat: Seat) -> ViewT_co: ...
    def beats(self, seat: Seat, most: int | None = None) -> tuple[Beat[ViewT_co, NoticeT_co], ...]: ...
    def past(self, seat: Seat) -> tuple[Beat[ViewT_co, NoticeT_co], ...]: ...
    def act(self, seat: Seat, action: ActionT_contra) -> None: ...
    def undo(self, seat: Seat) -> None: ...
    def redo(self, seat: Seat) -> None: ...
    def concede(self, seat: Seat) -> None: ...
    def count_hint(self, seat: Seat) -> None: ...
    def notes(self, seat: Seat) -> str: ...
    def jot(self, seat: Seat, notes: str) -> None: ...


class Chair(Generic[ActionT, ViewT, NoticeT]):
    """One seat's way to the table: its View, its beats, its actions. After `close` everything raises `ChairClosed`."""

    def __init__(self, table: _Seating[ActionT, ViewT, NoticeT], seat: Seat) -> None:
        self._open: _Seating[ActionT, ViewT, NoticeT] | None = table
        self.seat = seat

    @property
    def _table(self) -> _Seating[ActionT, ViewT, NoticeT]:
        if self._open is None:
            raise ChairClosed(f"seat {self.seat} has been handed over")
        return self._open

    def close(self) -> None:
        """End this chair: from now on it shows and does nothing."""
        self._open = None

    def standing(self) -> Standing:
        """Return whose turn it is, how the game ended, and what this seat may take back."""
        return self._table.standing(self.seat)

    def view(self) -> ViewT:
        """Return what this seat may know now."""
        return self._table.view(self.seat)

    def beats(self, most: int | None = None) -> tuple[Beat[ViewT, NoticeT], ...]:
        """Return what this seat has not been shown yet, oldest first, each beat once; at most `most` beats."""
        return self._table.beats(self.seat, most)

    def past(self) -> tuple[Beat[ViewT, NoticeT], ...]:
        """Return the beats this seat has been shown already, oldest first: for the log, not to be shown again."""
        return self._table.past(self.seat)

    def submit(self, action: ActionT) -> None:
        """Carry out an action of this seat; raise `Illegal` with the reason, and change nothing, where it may not."""
        self._table.act(self.seat, action)

    def undo(self) -> None:
        """Take this seat's last action back; raise `Illegal` where that is not possible."""
        self._table.undo(self.seat)

    def redo(self) -> None:
        """Do again what was taken back last; raise `Illegal` where there is nothing."""
        self._table.redo(self.seat)

    def concede(self) -> None:
        """Give up; raise `Illegal` where others play too or the game is over."""
        self._table.concede(self.seat)

    def count_hint(self) -> None:
        """Note that this seat was given advice; raise `Illegal` where it has nothing to decide."""
        self._table.count_hint(self.seat)

    def notes(self) -> str:
        """Return what this seat has written for itself, and nobody else."""
        return self._table.notes(self.seat)

    def jot(self, notes: str) -> None:
        """Write for this seat alone, in place of what it wrote before."""
        self._table.jot(self.seat, notes)
