"""Runs one match: the Table, its chair, its autosave. Alone among the scenes this module may hold a Table."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from game.catalogue import find
from game.core import BadInput, Options, Outcome, Reason, Seat
from game.record import Record
from game.table import Chair, Course, Table, lay_again
from scenes import calendar, diagnosis, seating
from scenes.chair import Seated
from scenes.company import Company
from scenes.seating import ALONE, Sitting
from scenes.statistics import Ending, Finished, Player
from scenes.store import Store

if TYPE_CHECKING:
    from game.deck_defence.deals import Difficulty

AnyChair = Chair[Any, Any, Any]
AnyCourse = Course[Any, Any, Any, Any, Any]
_AnyTable = Table[Any, Any, Any, Any, Any]

_NUMBERS = 999_999
"""Random deals come from the numbers that are short enough to be told to somebody."""


@dataclass(frozen=True, slots=True)
class Match:
    """One game at this table. Scenes play through `chair`; `deal` is its code, `options` those that were set.

    `name` names it among all that were ever played: in the history its record lies under it once it has ended.
    `sitting` says who sits where, `company` plays for the computers among them; `take` returns the same match in front
    of another seat, `seat_anew` with others in the same seats.
    """

    game_id: str
    deal: str
    options: Options
    chair: Seated
    name: str = ""
    sitting: Sitting = ALONE
    take: Callable[[Seat], Match] | None = None
    company: Company = field(default_factory=Company)
    seat_anew: Callable[[Sitting], Match] | None = None

    @property
    def goes_on(self) -> bool:
        """Whether there is something to go on with: the game has not ended, or there are more to come that count."""
        outcome = self.chair.standing().outcome
        return outcome is None or not self.sitting.after(outcome).settled

    @property
    def at_stake(self) -> bool:
        """Whether something would be lost with it: it goes on, and something was done in it or in a game before it."""
        return self.goes_on and (self.chair.standing().actions > 0 or self.sitting.dealt > 0)

    def taken_by(self, seat: Seat) -> Match:
        """Return the match in front of `seat`; this one's chair is closed, and with it all that it may see."""
        if self.take is None:
            raise ValueError("nobody else sits at this table")
        self.chair.close()
        return self.take(seat)

    def reseated(self, sitting: Sitting) -> Match:
        """Return the match with other people or computers in its seats, which is kept; all chairs are closed."""
        if self.seat_anew is None:
            raise ValueError("nobody else sits at this table")
        self.chair.close()
        self.company.close()
        return self.seat_anew(sitting)


def begin(store: Store, game_id: str, deal: str, options: Options, sitting: Sitting = ALONE) -> Match:
    """Deal a new game, which takes the place of the one kept; raise `BadInput` for a bad game, deal code or option."""
    game = find(game_id)
    keeper = _Keeper(store)
    seats = len(sitting.names) or game.seats[0]
    return keeper.sit(
        Table(game, deal, seats, options, match=_fresh_name(), sitting=sitting.dump(), keep=keeper), sitting
    )


def resume(store: Store) -> Match | None:
    """Return the match that was kept, exactly where it stood; None where there is none that can be played on.

    A kept game that does not replay is set aside, and the store tells of it; so is one on which the program fails,
    for it would at every start.
    """
    record = store.load_record()
    if record is None:
        return None
    keeper = _Keeper(store)
    try:
        sitting = seating.load(record.sitting, record.seats)
        return keeper.sit(lay_again(find(record.game), _named(record), keep=keeper), sitting)
    except BadInput as error:
        store.set_aside(error.reason)
    except Exception as error:  # noqa: BLE001  # a fault of our own: it is written down, and the shelf stands
        for line in diagnosis.fault(error):
            store.log(diagnosis.line(line))
        store.set_aside(Reason.of("bad.save_fault"))
    return None


def replay(record: Record) -> tuple[Match, Outcome | None]:
    """Return a finished game to be looked at from its first action to its last, and how it ended.

    Its chair stands after the last action and goes back and forth with `undo` and `redo`. Nothing of it is kept or
    counted. Raises `BadInput` where the record does not replay.
    """
    table = lay_again(find(record.game), dataclasses.replace(record, actions=record.actions[: record.at]))
    outcome = table.outcome
    if record.conceded:
        table.undo(Seat(0))  # giving up is no action: the table is the same before it and after it
    return _match(table, seating.load(record.sitting, record.seats)), outcome


def look_back(record: Record) -> AnyCourse:
    """Return a finished game, to be looked at with the eyes of any seat, or all open.

    Nothing of it is kept or counted. Raises `BadInput` where the record does not replay, or is of a game that goes on.
    """
    table = lay_again(find(record.game), dataclasses.replace(record, actions=record.actions[: record.at]))
    if table.outcome is None:
        raise BadInput(Reason.of("bad.save_disagrees"))
    return Course(table)


def play_on(store: Store, record: Record, at: int) -> Match:
    """Begin a match of its own with the first `at` actions of a game; it takes the place of the one kept.

    Whoever does that has seen more than a player at this point: what came to light since counts as taken back, and
    it is once at least. Raises `BadInput` where the record does not replay.
    """
    game = find(record.game)
    table = lay_again(game, dataclasses.replace(record, actions=record.actions[: record.at], match=_fresh_name()))
    if record.conceded:
        table.undo(Seat(0))
    for _ in range(record.at - at):
        table.undo(Seat(0))
    begun = table.record()
    begun = dataclasses.replace(begun, actions=begun.actions[:at], take_backs=max(1, begun.take_backs))
    keeper = _Keeper(store)
    match = keeper.sit(lay_again(game, begun, keep=keeper), seating.load(begun.sitting, begun.seats))
    store.keep(begun)
    return match


def lay_lesson(
    game_id: str,
    deal: str,
    options: Options,
    sitting: Sitting,
    before: Sequence[str],
    company: Callable[[Callable[[Seat], Seated]], Company],
) -> Match:
    """Return a table to learn at, in front of its first seat, with the actions of `before` on it.

    `company` is given the chairs of the computer players. Nothing of it is kept or counted.
    """
    game = find(game_id)
    table: _AnyTable = Table(game, deal, len(sitting.names) or game.seats[0], options, sitting=sitting.dump())
    for text in before:
        turn = table.turn
        assert turn is not None  # what was played before a lesson is no whole game
        table.act(turn, game.decode(text))
    return _match(table, sitting, Seat(0), company(table.chair))


def fresh_deal(game_id: str, wanted: Difficulty | None = None, options: Options | None = None) -> str:
    """Return the number of a deal that nobody has chosen, of a difficulty if one is wanted and known by these rules.

    This is the only chance that comes from outside.
    """
    if wanted is not None:
        from game.deck_defence.deals import LABELLED  # the shelf shows without what is known of deals
        from scenes.pages import dealing

        deal = dealing.next_of(game_id, wanted, secrets.randbelow(LABELLED), options or {})
        if deal is not None:
            return deal
    return str(1 + secrets.randbelow(_NUMBERS))


def _fresh_name() -> str:
    """Return a name that no other match has."""
    return secrets.token_hex(8)


def _named(record: Record) -> Record:
    return record if record.match else dataclasses.replace(record, match=_fresh_name())


class _Keeper:
    """Takes every Record of one table: for the next start, and once the game has ended for the history.

    A game that is left is no loss; one that was lost, taken back and won is a win. How often the same ending is told
    does not matter, so that a win is counted once (see `history.put`).
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._table: _AnyTable | None = None
        self._kept: Record | None = None

    def __call__(self, record: Record) -> None:
        before, self._kept = self._kept, record
        only_looked = before is not None and dataclasses.replace(before, looked=record.looked) == record
        self._store.keep(record, wait=not only_looked)  # a look must not hold up the picture
        if not only_looked:
            self._tell_ending(record)

    def sit(self, table: _AnyTable, sitting: Sitting) -> Match:
        """Take the table that is kept, and sit in front of the seat in turn.

        The game may have ended already, when the program was ended before it was counted.
        """
        self._table = table
        if table.outcome is not None:
            self._tell_ending(table.record())
        return _match(table, sitting)

    def _tell_ending(self, record: Record) -> None:
        outcome = None if self._table is None else self._table.outcome
        if outcome is not None:
            unread = dataclasses.replace(record, notes=())  # written for oneself, not to be looked back at
            self._store.remember(_finished(record, outcome), unread)


def _finished(record: Record, outcome: Outcome) -> Finished:
    from scenes.pages import dealing  # as above

    sitting = seating.load(record.sitting, record.seats)
    names = sitting.names
    won = Seat(0) in outcome.winners
    alone: Ending = "won" if won else "conceded" if record.conceded else "lost"
    return Finished(
        match=record.match,
        game=record.game,
        options=record.options,
        deal=record.deal,
        difficulty=dealing.difficulty(record.game, record.deal, dict(record.options)),
        finished=calendar.now(),
        ending="played" if names else alone,
        score=max(outcome.scores),
        actions=record.at,
        take_backs=record.take_backs,
        hints=record.hints,
        players=tuple(
            Player(name, outcome.scores[seat], Seat(seat) in outcome.winners, sitting.level(Seat(seat)))
            for seat, name in enumerate(names)
        ),
    )


def _match(table: _AnyTable, sitting: Sitting, seat: Seat | None = None, company: Company | None = None) -> Match:
    """Return the match in front of a person's seat, `company` going on with what it remembers."""
    name = table.record().match
    if company is None:
        company = Company(table.game.id, name, sitting.computers, table.chair)
    present = company

    def take(other: Seat) -> Match:
        return _match(table, sitting, other, present)

    def seat_anew(others: Sitting) -> Match:
        if others.levels != sitting.levels:
            others = sitting.changed_to(others, table.record().at)
        table.reseat(others.dump())
        return _match(table, others)

    chair = table.chair(_front(table, sitting) if seat is None else seat)
    return Match(table.game.id, table.deal, table.options, chair, name, sitting, take, present, seat_anew)


def _front(table: _AnyTable, sitting: Sitting) -> Seat:
    """Return who sits down first: whoever is in turn, after the end the first.

    While a computer is, the person who has been shown most, who watched when the game was left; at the beginning the
    next one after the computer.
    """
    turn = table.turn
    people = sitting.people or (Seat(0),)
    if turn is None or turn in people:
        return people[0] if turn is None else turn
    looked = table.record().looked
    return max(people, key=lambda seat: (looked[seat], (turn - seat) % table.seats))
