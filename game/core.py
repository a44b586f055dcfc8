"""The words every game at this table shares: seats, cards seen or hidden, steps, beats, and the `Game` protocol.

A game is a set of pure functions over frozen values. This module must never know a particular game, and nothing in it
may hold a secret: what a seat is allowed to know is built by the game's `view` and `see`, line by line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NewType, Protocol, TypeVar, runtime_checkable

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]

Item = TypeVar("Item")
CardT = TypeVar("CardT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")
NoticeT = TypeVar("NoticeT")
ViewT_co = TypeVar("ViewT_co", covariant=True)
NoticeT_co = TypeVar("NoticeT_co", covariant=True)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True)
StateT_co = TypeVar("StateT_co", covariant=True)
EventT_co = TypeVar("EventT_co", covariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Up(Generic[CardT]):
    """A card whose face this seat may see."""

    card: CardT


@dataclass(frozen=True, slots=True)
class Down:
    """A face-down card. It has no identity: only its place tells it from another, so no shuffle can be followed."""


DOWN = Down()
Seen = Up[CardT] | Down


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so, as a locale key and its values: the rules hold no sentences.

    Values that are themselves words are given as `Reason`s and are put into words by the reader's language.
    """

    key: str
    values: tuple[tuple[str, int | str | Reason], ...] = ()

    @classmethod
    def of(cls, key: str, **values: int | str | Reason) -> Reason:
        """Return the reason `key` with the named values."""
        return cls(key, tuple(values.items()))


class Illegal(Exception):  # noqa: N818 - an illegal action is an answer, not an error
    """An action that the rules do not allow now. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.key} {dict(reason.values)}")
        self.reason = reason


class BadInput(Exception):  # noqa: N818 - named from what came in
    """Text from outside (a deal, a save, a card file, an option) that cannot be used. Nothing was taken from it."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.key} {dict(reason.values)}")
        self.reason = reason


class Chance(Protocol):
    """A source of chance that is a value: every draw returns what was drawn and the source to draw from next."""

    def shuffled(self, items: Sequence[Item]) -> tuple[tuple[Item, ...], Chance]:
        """Return `items` in a random order, and the chance after it."""
        ...

    def below(self, bound: int) -> tuple[int, Chance]:
        """Return a whole number from 0 to `bound` - 1 and the chance after it; `bound` is at least 1."""
        ...


LATER = {"later": True}
"""Metadata of a field that a state or a View got after games had been saved: digests leave it out at its default."""


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT_co, EventT_co]):
    """What one action (or the deal) led to.

    `reveals` says that somebody learnt something that taking the action back could not make unlearnt.
    """

    state: StateT_co
    events: tuple[EventT_co, ...]
    reveals: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (there may be none), a score for each seat, and why it ended."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Beat(Generic[ViewT_co, NoticeT_co]):
    """One action as one seat met it: the view after it, and what that seat noticed, in order.

    In a beat with `undone` the action was taken back: `view` is the view before it, the notices those of the action.
    """

    view: ViewT_co
    notices: tuple[NoticeT_co, ...]
    undone: bool = False


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A rule option offered at set-up: its key, its default and the values it may take, the default among them.

    With `text` it takes any other text as well; `Game.start` raises `BadInput` for one that it cannot use.
    """

    key: str
    default: OptionValue
    values: tuple[OptionValue, ...] = field(default=(False, True))
    text: bool = False


@runtime_checkable
class Game(Protocol[StateT, ActionT, EventT, ViewT_co, NoticeT_co]):
    """The rules of one game, as functions over its own frozen values.

    `State` is everything there is; only `Table` ever holds one. `View` and `Notice` are what one seat may know of a
    state and of an event. Actions and events are the game's own unions; actions are written as short text in saves.
    """

    @property
    def id(self) -> str:
        """The name of the game in saves, options and locale keys."""
        ...

    @property
    def rules_version(self) -> int:
        """Raised when the same deal and actions would lead to other states than before."""
        ...

    @property
    def seats(self) -> range:
        """How many may play."""
        ...

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """The rule options offered at set-up."""
        ...

    def chance(self, deal: str) -> Chance:
        """Return the chance that the deal code `deal` stands for; raise `BadInput` where it stands for none."""
        ...

    def start(self, chance: Chance, seats: int, options: Options) -> Step[StateT, EventT]:
        """Deal. `seats` lies in `self.seats`; `options` has a value for every option of the game.

        Raises `BadInput` where the game cannot use the text of an option that takes any.
        """
        ...

    def turn(self, state: StateT) -> Seat | None:
        """Return the seat that decides next, or None after the end."""
        ...

    def legal(self, state: StateT) -> Sequence[ActionT]:
        """Return every action of the seat in turn, each once; empty exactly after the end.

        Where there are more than anybody could look through (Haruhi's ways to hand out many events), it is some of
        them: `why_not` then finds no fault with the others either, and they may be taken.
        """
        ...

    def apply(self, state: StateT, action: ActionT) -> Step[StateT, EventT]:
        """Return what `action` leads to, or raise `Illegal`. The given state stays as it is."""
        ...

    def view(self, state: StateT, seat: Seat) -> ViewT_co:
        """Build what `seat` may know of `state`, with its legal actions if it is in turn."""
        ...

    def see(self, event: EventT, seat: Seat) -> NoticeT_co | None:
        """Return what `seat` notices of `event`; None where it notices nothing."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def conceded(self, state: StateT) -> Outcome:
        """Return the outcome of giving up at `state`, where a single player may do so."""
        ...

    def encode(self, action: ActionT) -> str:
        """Return `action` as text without spaces; different legal actions have different texts."""
        ...

    def decode(self, text: str) -> ActionT:
        """Return the action that `encode` wrote as `text`; raise `BadInput` for any other text."""
        ...


@runtime_checkable
class LaysOpen(Protocol[StateT_contra]):
    """A game of which a finished one can be laid open: every hand, and what lies face down.

    Only `game.table.Course` asks for it, and a course is made of a game that is over.
    """

    def lay_open(self, state: StateT_contra) -> object:
        """Return everything that is on the table in `state`, as a value of the game's own that holds no chance."""
        ...
