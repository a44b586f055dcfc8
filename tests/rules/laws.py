"""The eight laws of every game at this table (architecture.md), as functions over a `Bench` and a `Play`.

A law raises AssertionError where the game breaks it. A new game writes a `Bench`, adds it to `benches.BENCHES`, and is
held to all of them. Nothing here may know a particular game.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from hypothesis import strategies as st

from game.core import (
    ActionT,
    BadInput,
    EventT,
    Game,
    Illegal,
    NoticeT,
    Options,
    OptionValue,
    Outcome,
    Seat,
    StateT,
    Step,
)
from game.record import Record, dump, fingerprint, load
from game.table import Table, lay_again


class Offering(Protocol):
    """What the laws need of a View: the legal actions travel in it, under this name."""

    @property
    def legal(self) -> Sequence[Any]: ...


ViewT = TypeVar("ViewT", bound=Offering)
Value = TypeVar("Value")


_TRIED = 200
"""So many actions that somebody may wish for are tried in a position where there are more of them."""


def _as_it_is(action: Value) -> Value:
    return action


def _alone(action: Value) -> Sequence[Value]:
    return (action,)


def _by_chance(_state: object, legal: Sequence[Value], picks: Random) -> Value:
    return picks.choice(legal)


def _never(event: object) -> bool:
    return False


def _all_are_listed(_state: object, _action: object) -> bool:
    return False


@dataclass(frozen=True)
class Bench(Generic[StateT, ActionT, EventT, ViewT, NoticeT]):
    """A game, and what its laws need beyond `core.Game`.

    `card` is the class of its cards, or several. `universe` gives every action that can be encoded at a table of so
    many seats, `bound` the most actions a game can take. `hide` returns a state that the seat cannot tell from the
    given one: everything it does not know is permuted. `learns` says whether the rules let a seat learn something
    hidden by an event; `shows` whether a card named in it may be gone from every View at once. `normal` maps actions
    that the rules count as the same onto the one that `legal` lists; `alike` gives all actions (itself too) that the
    others cannot tell from the given one: any card laid face down. `check_end` asserts what the game says of its
    outcome. `pack` gives every card of a state, where a state does not name each exactly once; `usual` the length of
    most games, where the bound is far beyond it. `choose` picks among the legal actions of a state where chance alone
    would seldom lead far into a game. `unlisted` says whether the rules allow an action that the game need not list,
    since there are very many of its kind: the game's docstring says of which it lists only some.
    """

    game: Game[StateT, ActionT, EventT, ViewT, NoticeT]
    card: type | tuple[type, ...]
    deals: st.SearchStrategy[str]
    universe: Callable[[int], Sequence[ActionT]]
    bound: Callable[[int], int]
    hide: Callable[[StateT, Seat, Random], StateT]
    learns: Callable[[EventT, Seat], bool]
    check_end: Callable[[StateT, Outcome], None]
    shows: Callable[[EventT], bool] = _never
    normal: Callable[[ActionT], ActionT] = _as_it_is
    alike: Callable[[ActionT], Sequence[ActionT]] = _alone
    pack: Callable[[StateT], Iterable[Any]] | None = None
    usual: Callable[[int], int] | None = None
    choose: Callable[[StateT, Sequence[ActionT], Random], ActionT] = _by_chance
    unlisted: Callable[[StateT, ActionT], bool] = _all_are_listed

    def all_cards(self, state: StateT) -> Counter[Any]:
        """Return how often each card is there."""
        return Counter(self.cards(state) if self.pack is None else self.pack(state))

    def cards(self, value: object) -> Iterator[Any]:
        """Yield every card in a state, an event, a notice or a View; not those in the list of legal actions."""
        if isinstance(value, self.card):
            yield value
        elif dataclasses.is_dataclass(value):
            for part in dataclasses.fields(value):
                if part.compare and part.name != "legal":
                    yield from self.cards(getattr(value, part.name))
        elif isinstance(value, tuple):
            for item in value:
                yield from self.cards(item)

    def notices(self, step: Step[StateT, EventT], seat: Seat) -> list[NoticeT]:
        """Return what the seat notices of a step."""
        seen = (self.game.see(event, seat) for event in step.events)
        return [notice for notice in seen if notice is not None]


AnyBench = Bench[Any, Any, Any, Any, Any]


@dataclass(frozen=True)
class Play:
    """A game to be played: the deal, and the luck by which legal actions are picked, up to `length` of them."""

    deal: str
    seats: int
    luck: int
    length: int
    options: dict[str, OptionValue] = field(default_factory=dict)

    def picks(self) -> Random:
        """Return the generator that picks; the same for the same play."""
        return Random(self.luck)

    def everybody(self) -> list[Seat]:
        """Return all seats."""
        return [Seat(seat) for seat in range(self.seats)]


def plays(bench: AnyBench) -> st.SearchStrategy[Play]:
    """Return the strategy for all plays of a game; it shrinks towards few seats and few actions."""
    choices = {spec.key: st.sampled_from(spec.values) for spec in bench.game.options}
    return st.sampled_from(bench.game.seats).flatmap(
        lambda seats: st.builds(
            Play,
            deal=bench.deals,
            seats=st.just(seats),
            luck=st.integers(0, 2**32 - 1),
            length=st.integers(0, (bench.usual or bench.bound)(seats)),
            options=st.fixed_dictionaries(choices),
        )
    )


@dataclass(frozen=True)
class Moment(Generic[StateT, ActionT, EventT]):
    """An action of a play: the state it met, who acted, and the step it led to."""

    before: StateT
    seat: Seat
    action: ActionT
    step: Step[StateT, EventT]


def begun(bench: AnyBench, play: Play) -> Step[Any, Any]:
    """Deal."""
    options: Options = {spec.key: spec.default for spec in bench.game.options} | play.options
    return bench.game.start(bench.game.chance(play.deal), play.seats, options)


def moments(bench: AnyBench, play: Play) -> Iterator[Moment[Any, Any, Any]]:
    """Play, action by action, until `length` or the end."""
    state, picks = begun(bench, play).state, play.picks()
    for _ in range(play.length):
        seat = bench.game.turn(state)
        if seat is None:
            return
        action = bench.choose(state, bench.game.legal(state), picks)
        step = bench.game.apply(state, action)
        yield Moment(state, seat, action, step)
        state = step.state


def states(bench: AnyBench, play: Play) -> Iterator[Any]:
    """Yield every position of a play, the deal first."""
    yield begun(bench, play).state
    for moment in moments(bench, play):
        yield moment.step.state


def law_1_only_who_is_in_turn_may_act(bench: AnyBench, play: Play) -> None:
    """Legal actions: some while the game goes on, for whoever is in turn alone; each once, each with its own text."""
    game = bench.game
    for state in states(bench, play):
        turn, legal = game.turn(state), list(game.legal(state))
        assert bool(legal) == (turn is not None)
        assert (turn is None) == (game.outcome(state) is not None)
        texts = [game.encode(action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert not any(text != "".join(text.split()) or not text for text in texts)
        assert [game.decode(text) for text in texts] == legal
        for seat in play.everybody():
            assert list(game.view(state, seat).legal) == (legal if seat == turn else [])


@lru_cache(maxsize=16)
def _encodable(bench: AnyBench, seats: int) -> tuple[Sequence[Any], frozenset[Any]]:
    """Return every action there is, each with a text of its own that is read back."""
    game, universe = bench.game, bench.universe(seats)
    assert len({game.encode(action) for action in universe}) == len(universe)
    assert all(game.decode(game.encode(action)) == action for action in universe)
    return universe, frozenset(universe)


def law_2_legal_is_what_applies(bench: AnyBench, play: Play) -> None:
    """Of all actions there are, those that count as legal apply, all others raise `Illegal`; no state ever changes.

    Where there are very many, some of them are tried in each position beside those that are listed.
    """
    game, picks = bench.game, play.picks()
    universe, everything = _encodable(bench, play.seats)
    for state in states(bench, play):
        legal, mark = set(game.legal(state)), fingerprint(state)
        assert legal <= everything
        for action in universe if len(universe) <= _TRIED else (*legal, *picks.sample(universe, _TRIED)):
            try:
                game.apply(state, action)
            except Illegal:
                applied = False
            else:
                applied = True
            allowed = bench.normal(action) in legal or bench.unlisted(state, action)
            assert applied == allowed, game.encode(action)
        assert fingerprint(state) == mark
        assert list(game.legal(state)) == list(dict.fromkeys(game.legal(state)))


def law_3_cards_are_conserved_and_games_end(bench: AnyBench, play: Play) -> None:
    """No card appears or goes; the game ends within its bound, with a score for every seat that adds up."""
    bound = bench.bound(play.seats)
    course = list(states(bench, replace(play, length=bound)))
    pack = bench.all_cards(course[0])
    assert pack
    for state in course:
        assert bench.all_cards(state) == pack
    outcome = bench.game.outcome(course[-1])
    assert outcome is not None, f"still going on after {bound} actions"
    assert len(outcome.scores) == play.seats
    assert set(outcome.winners) <= set(play.everybody())
    bench.check_end(course[-1], outcome)


def law_4_the_same_again(bench: AnyBench, play: Play) -> None:
    """The same deal and actions lead to the same states, legal actions, views and events."""
    game = bench.game
    first, second = begun(bench, play), begun(bench, play)
    assert first == second
    state = second.state
    for moment in moments(bench, play):
        step = game.apply(state, game.decode(game.encode(moment.action)))
        assert step == moment.step
        assert fingerprint(step.state) == fingerprint(moment.step.state)
        assert game.legal(step.state) == game.legal(moment.step.state)
        for seat in play.everybody():
            assert game.view(step.state, seat) == game.view(moment.step.state, seat)
            assert bench.notices(step, seat) == bench.notices(moment.step, seat)
        state = step.state


def law_5_records_bring_everything_back(bench: AnyBench, play: Play) -> None:
    """A table played with take-backs is laid again from its text; altered text and actions give only `BadInput`."""
    kept: list[Record] = []
    table: Table[Any, Any, Any, Any, Any] = Table(bench.game, play.deal, play.seats, play.options, keep=kept.append)
    picks = play.picks()
    for _ in range(play.length):
        _fidget(play, table, picks)
    record = table.record()
    text = dump(record)
    assert replace(kept[-1], looked=record.looked) == record
    assert load(text) == record
    assert dump(load(text)) == text
    again = lay_again(bench.game, load(text))
    assert again.record() == record
    for seat in play.everybody():
        assert again.view(seat) == table.view(seat)
        assert again.standing(seat) == table.standing(seat)
        for laid in (table, again):
            assert [beat.view for beat in laid.beats(seat)][-1:] in ([], [table.view(seat)])
    _spoil(bench, text, [bench.game.encode(action) for action in bench.universe(play.seats)], picks)


def _fidget(play: Play, table: Table[Any, Any, Any, Any, Any], picks: Random) -> None:
    """Do something that somebody at the table may try."""
    seat = picks.choice(play.everybody())
    chair = table.chair(seat)
    try:
        match picks.randrange(8):
            case 0:
                chair.undo()
            case 1:
                chair.redo()
            case 2:
                chair.beats()
            case 3:
                chair.concede()
            case _ if (turn := table.turn) is not None:
                table.chair(turn).submit(picks.choice(table.chair(turn).view().legal))
    except Illegal:
        return  # a refused wish is part of life at a table


def _spoil(bench: AnyBench, text: str, actions: list[str], picks: Random) -> None:
    """Alter the text of a record, and of actions: what is still read must be what stands there."""
    alphabet = ' "{}[]:,=+/0aAz9é\n\\手'
    for _ in range(20):
        place = picks.randrange(len(text))
        altered = text[:place] + picks.choice(alphabet) * picks.randrange(2) + text[place + 1 :]
        with contextlib.suppress(BadInput):
            assert load(altered) == load(text)
        word = picks.choice(actions)
        place = picks.randrange(len(word))
        altered = word[:place] + picks.choice(alphabet + word.swapcase()) * picks.randrange(2) + word[place + 1 :]
        try:
            action = bench.game.decode(altered)
        except BadInput:
            continue
        assert bench.game.encode(action) == altered


def law_6_nothing_hidden_comes_through(bench: AnyBench, play: Play) -> None:
    """Non-interference: what a seat does not know changes neither its View nor its notices until it is told.

    Beside the game goes a twin that the seat cannot tell from it. The same actions must look the same to the seat as
    long as no event tells it something, and within a step up to the first that does; a step that claims to reveal
    nothing must tell nobody. What somebody else does in hiding may be another deed in the twin.
    """
    game, picks = bench.game, Random(play.luck + 1)
    course = list(moments(bench, play))
    for seat in play.everybody():
        first = begun(bench, play)
        twin = bench.hide(first.state, seat, picks)
        assert game.view(twin, seat) == game.view(first.state, seat)
        for moment in course:
            step = moment.step
            told = any(bench.learns(event, seat) for event in step.events)
            assert step.reveals or not told, "a step that tells something says that it reveals nothing"
            other = _same_step(bench, moment, twin, seat, picks)
            if other is not None:
                assert told == any(bench.learns(event, seat) for event in other.events)
                assert step.reveals == other.reveals
                assert _before_told(bench, other, seat) == _before_told(bench, step, seat)
                assert told or bench.notices(other, seat) == bench.notices(step, seat)
                assert told or game.view(other.state, seat) == game.view(step.state, seat)
            twin = bench.hide(step.state, seat, picks) if told or other is None else other.state
            assert game.view(twin, seat) == game.view(step.state, seat)


def _before_told(bench: AnyBench, step: Step[Any, Any], seat: Seat) -> list[Any]:
    """Return what a seat notices of a step before the first event that tells it something."""
    untold = itertools.takewhile(lambda event: not bench.learns(event, seat), step.events)
    return [notice for event in untold if (notice := bench.game.see(event, seat)) is not None]


def _same_step(
    bench: AnyBench,
    moment: Moment[Any, Any, Any],
    twin: object,
    seat: Seat,
    picks: Random,
) -> Step[Any, Any] | None:
    """Do in the twin what looks the same to the seat, or in another twin if it cannot be done there; None if nowhere.

    Its own action is the very same one, and must be possible.
    """
    if moment.seat == seat:
        return bench.game.apply(twin, moment.action)
    for _ in range(8):
        possible = set(bench.game.legal(twin))
        choices = [action for action in bench.alike(moment.action) if bench.normal(action) in possible]
        if choices:
            return bench.game.apply(twin, picks.choice(choices))
        twin = bench.hide(moment.before, seat, picks)
    return None


def law_7_events_tell_no_more_than_views(bench: AnyBench, play: Play) -> None:
    """A card named in a notice lies open for that seat before or after, unless the rules show it for a moment."""
    first, course = begun(bench, play), list(moments(bench, play))
    for seat in play.everybody():
        before = bench.game.view(first.state, seat)
        _check_names(bench, first, (), before, seat)
        for moment in course:
            after = bench.game.view(moment.step.state, seat)
            _check_names(bench, moment.step, before, after, seat)
            before = after


def _check_names(bench: AnyBench, step: Step[Any, Any], before: object, after: object, seat: Seat) -> None:
    known = {*bench.cards(before), *bench.cards(after)}
    for event in step.events:
        named = set(bench.cards(bench.game.see(event, seat)))
        assert bench.shows(event) or named <= known, f"{event} tells seat {seat} of {named - known}"


def law_8_faces_come_from_somewhere(bench: AnyBench, play: Play) -> None:
    """Every face in a View was in that seat's last View or in the notices of the beat; legal actions name no others."""
    game = bench.game
    course = [begun(bench, play), *(moment.step for moment in moments(bench, play))]
    for seat in play.everybody():
        before: Counter[Any] = Counter()
        for step in course:
            view = game.view(step.state, seat)
            after = Counter(bench.cards(view))
            told = Counter(card for notice in bench.notices(step, seat) for card in bench.cards(notice))
            assert not after - before - told, f"seat {seat} was never told of {after - before - told}"
            for action in view.legal:
                assert set(bench.cards(action)) <= set(after)
            before = after


LAWS: tuple[Callable[[AnyBench, Play], None], ...] = (
    law_1_only_who_is_in_turn_may_act,
    law_2_legal_is_what_applies,
    law_3_cards_are_conserved_and_games_end,
    law_4_the_same_again,
    law_5_records_bring_everything_back,
    law_6_nothing_hidden_comes_through,
    law_7_events_tell_no_more_than_views,
    law_8_faces_come_from_somewhere,
)
