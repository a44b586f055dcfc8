"""The words all computer players share: what a brain is, what it decides, and a player that remembers and decides.

A brain is given Views and beats of its own chair and nothing else, by type. It is a value: what it remembers are frozen
`notes` that the caller keeps, its chance is handed to it, and how long it may think `stop` says. Nothing here or in any
brain may know a State, a Table or a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from game.core import Beat, Reason, Seat
from game.rng import Random

Stop = Callable[[], bool]
"""Asked often while a brain thinks; from True on it answers at once with the best it has."""

ActionT = TypeVar("ActionT")
ActionT_co = TypeVar("ActionT_co", covariant=True)
ViewT = TypeVar("ViewT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
NoticeT = TypeVar("NoticeT")
NoticeT_contra = TypeVar("NoticeT_contra", contravariant=True)
NotesT = TypeVar("NotesT")


def never() -> bool:
    """Return False: a `Stop` for whoever lets a brain think to its end."""
    return False


class Level(Enum):
    """How well a computer player plays. The value is the word of the command line, of saves and of locale keys."""

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"

    @property
    def words(self) -> Reason:
        """The level's name."""
        return Reason.of(f"bots.level.{self.value}")


def seat_words(seat: Seat) -> Reason:
    """Return the words for a seat, in whose place whoever knows the names may put one: seats count from 1 in them."""
    return Reason.of("bots.seat", number=seat + 1)


@dataclass(frozen=True, slots=True)
class Decision(Generic[ActionT_co]):
    """What a brain does, one of the legal actions of the View it was asked about, and why, in words.

    `why` may name what the seat knows or believes: it is shown to nobody before the game is over.
    """

    action: ActionT_co
    why: Reason


class Brain(Protocol[ActionT_co, ViewT_contra, NoticeT_contra, NotesT]):
    """A way to play one game at one level, given when it is made. The same brain may play any number of seats.

    Every method is a pure function: the same arguments give the same result (`choose`: where `stop` says the same).
    """

    @property
    def level(self) -> Level:
        """How well it plays."""
        ...

    def begin(self, view: ViewT_contra, random: Random) -> NotesT:
        """Return what the seat knows by its first View. `random` is for the chance of remembering and forgetting."""
        ...

    def see(self, notes: NotesT, beat: Beat[ViewT_contra, NoticeT_contra]) -> NotesT:
        """Return the notes after a beat of the seat, oldest first; the beat of the deal is the first after `begin`.

        A seat that is taken over in a running game is told all its beats so far, beginning with the deal.
        """
        ...

    def choose(self, view: ViewT_contra, notes: NotesT, random: Random, stop: Stop) -> Decision[ActionT_co]:
        """Return one of `view.legal`, which is not empty. `random` is a fresh one for each decision."""
        ...


AnyBrain = Brain[Any, Any, Any, Any]


class Player(Generic[ActionT, ViewT, NoticeT, NotesT]):
    """One seat played by a brain: hand it the seat's beats in order, the deal's first, and ask it to decide.

    `word` is its chance: with the same word and the same beats it decides the same. `decide` may run in another thread
    as long as nobody calls `see` meanwhile.
    """

    def __init__(self, brain: Brain[ActionT, ViewT, NoticeT, NotesT], word: int) -> None:
        self.brain = brain
        self._word = word
        self._seen = 0
        self._view: ViewT | None = None
        self._notes: NotesT | None = None

    def see(self, beats: Iterable[Beat[ViewT, NoticeT]]) -> None:
        """Remember what happened, as well as the brain can."""
        for beat in beats:
            notes = self._notes
            if notes is None:
                notes = self.brain.begin(beat.view, Random.seeded(self._word, "memory"))
            self._notes = self.brain.see(notes, beat)
            self._view = beat.view
            self._seen += 1

    def decide(self, stop: Stop = never) -> Decision[ActionT]:
        """Return what to do after the last beat, in which the seat must be in turn."""
        assert self._view is not None, "a player sees the deal before it decides"
        assert self._notes is not None
        return self.brain.choose(self._view, self._notes, Random.seeded(self._word, self._seen), stop)


AnyPlayer = Player[Any, Any, Any, Any]
