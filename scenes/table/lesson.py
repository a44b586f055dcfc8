"""A first game that teaches: a fixed deal, what is said step by step, and which action each step waits for.

It is played on the real table by the real rules. The learner's chair takes only the action that the step waits for, and
says so kindly otherwise; what the computers do is written down. Nothing here knows a game.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from game.catalogue import find
from game.core import Beat, Illegal, Reason, Seat
from game.table import Standing
from scenes.assets import card_files
from scenes.chair import Seated
from scenes.company import PACES, Company
from scenes.desk import Layout
from scenes.host import Match, lay_lesson
from scenes.pages.card_sets import CARD_SETS
from scenes.preferences import Pace
from scenes.seating import ALONE, Sitting
from scenes.words import Words

LEARNER = Seat(0)
"""Where the learner sits."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: the actions that do it, as the game writes them, and the spots by which it is done.

    Without an action it is done by a mark in the notebook. Hands are sorted: "H=45" is the first card with this face.
    """

    actions: tuple[str, ...]
    spots: tuple[str, ...]


def task(actions: str, spots: str) -> Task:
    """Return a task from its actions and spots, each with spaces between."""
    return Task(tuple(actions.split()), tuple(spots.split()))


@dataclass(frozen=True, slots=True)
class Step:
    """What is told under one heading: the words `<game>.lesson.<name>`, and what to do meanwhile, one after the other.

    A step with nothing to do is read, at `spots` that it speaks of. One that is a `watch` is read first, then the
    others act; it ends by itself when the learner is in turn, or the game over.
    """

    name: str
    tasks: tuple[Task, ...] = ()
    spots: tuple[str, ...] = ()
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a lesson on one table: the deal, what was played there before, what is taught, what the others do."""

    deal: str
    steps: tuple[Step, ...]
    before: str = ""
    others: str = ""
    seats: int = 1


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first game in chapters."""

    game_id: str
    chapters: tuple[Chapter, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in order."""
        return tuple(step for chapter in self.chapters for step in chapter.steps)


class Tutor:
    """How far the learner is in one chapter."""

    def __init__(self, lesson: Lesson, chapter: int) -> None:
        self.lesson = lesson
        self.chapter = chapter
        self._steps = lesson.chapters[chapter].steps
        self._encode: Callable[[Any], str] = find(lesson.game_id).encode
        self._at = 0
        self._done = 0
        self._watching = False

    @property
    def step(self) -> Step | None:
        """What is taught now; None once the chapter is over."""
        return self._steps[self._at] if self._at < len(self._steps) else None

    @property
    def task(self) -> Task | None:
        """What is to be done now; None where something is read or watched."""
        step = self.step
        return step.tasks[self._done] if step is not None and step.tasks else None

    @property
    def state(self) -> tuple[int, int, bool]:
        """Which step, which task of it, and whether it is watched: changes whenever something else is to be said."""
        return self._at, self._done, self._watching

    @property
    def watching(self) -> bool:
        """Whether the others act, and the learner looks on."""
        return self._watching

    @property
    def number(self) -> int:
        """Which step of the whole lesson this is, from 1."""
        return sum(len(chapter.steps) for chapter in self.lesson.chapters[: self.chapter]) + self._at + 1

    @property
    def last(self) -> bool:
        """Whether this is the last step of the lesson."""
        return self.number == len(self.lesson.steps)

    @property
    def reads(self) -> bool:
        """Whether there is something to read, and to go on from."""
        return self.step is None or not (self.step.tasks or self._watching)

    @property
    def holds(self) -> bool:
        """Whether the others wait: until the learner has read what is to be watched."""
        return self.step is None or (self.step.watch and not self._watching)

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots that the step points at now."""
        if self.task is not None:
            return self.task.spots
        return () if self.step is None else self.step.spots

    @property
    def all_spots(self) -> tuple[str, ...]:
        """The spots that the step points at from its beginning to its end."""
        step = self.step
        if step is None:
            return ()
        return (*step.spots, *(spot for one in step.tasks for spot in one.spots))

    def go_on(self) -> None:
        """Go to the next step, or from reading to watching."""
        self._watching = self.step is not None and self.step.watch and not self._watching
        if not self._watching:
            self._at, self._done = self._at + 1, 0

    def why_not(self, action: Any) -> Reason | None:  # noqa: ANN401 - a game's own
        """Return why the learner is asked not to do this now; None where it is what the step waits for."""
        if self.task is None:
            return Reason.of("lesson.reading")
        return None if self._encode(action) in self.task.actions else Reason.of("lesson.other")

    def did(self) -> None:
        """The task is done: on to the next one, or to the next step."""
        self._done += 1
        if self.step is not None and self._done == len(self.step.tasks):
            self.go_on()

    def jotted(self) -> None:
        """Something was written into the notebook."""
        if self.task is not None and not self.task.actions:
            self.did()


class LearnerChair:
    """A chair that takes only what the tutor waits for, once the rules allow it. Nothing is taken back in a lesson."""

    def __init__(self, chair: Seated, tutor: Tutor) -> None:
        self._chair = chair
        self._tutor = tutor
        self.seat = chair.seat

    def standing(self) -> Standing:
        """Return how the table stands."""
        return replace(self._chair.standing(), may_undo=False, may_redo=False)

    def view(self) -> Any:  # noqa: ANN401 - a game's own
        """Return what the learner may know now."""
        return self._chair.view()

    def beats(self, most: int | None = None) -> tuple[Beat[Any, Any], ...]:
        """Return what was not shown yet."""
        return self._chair.beats(most)

    def past(self) -> tuple[Beat[Any, Any], ...]:
        """Return what was shown already."""
        return self._chair.past()

    def submit(self, action: Any) -> None:  # noqa: ANN401 - a game's own
        """Carry out what the step waits for; raise `Illegal` with a kind word otherwise."""
        if (reason := self._tutor.why_not(action)) is not None:
            raise Illegal(reason)
        self._chair.submit(action)
        self._tutor.did()

    def undo(self) -> None:
        """Say that nothing is taken back."""
        raise Illegal(Reason.of("lesson.no_undo"))

    def redo(self) -> None:
        """Say that nothing is taken back."""
        raise Illegal(Reason.of("lesson.no_undo"))

    def concede(self) -> None:
        """Say that there is nothing to give up."""
        raise Illegal(Reason.of("lesson.no_undo"))

    def count_hint(self) -> None:
        """A lesson counts nothing."""

    def notes(self) -> str:
        """Return what the learner has written."""
        return self._chair.notes()

    def jot(self, notes: str) -> None:
        """Write into the notebook."""
        self._chair.jot(notes)
        self._tutor.jotted()

    def close(self) -> None:
        """Leave the seat."""
        self._chair.close()


class Scripted(Company):
    """Computer players whose actions are written down; they wait while the learner reads."""

    def __init__(self, tutor: Tutor, actions: str, seats: int, chair: Callable[[Seat], Seated]) -> None:
        super().__init__()
        self._tutor = tutor
        self._decode: Callable[[str], Any] = find(tutor.lesson.game_id).decode
        self._actions = actions.split()
        self._chairs = {seat: chair(seat) for seat in map(Seat, range(seats)) if seat != LEARNER}

    @property
    def turn(self) -> Seat | None:
        """The seat in turn, where it may act."""
        return None if self._tutor.holds else super().turn

    def go_on(self, dt: float, pace: Pace, *, landed: bool, quiet: bool) -> bool:
        """Let `dt` seconds pass and the player in turn act; return whether it has."""
        if landed:
            self._still = max(0.0, self._still - dt)
        turn = self.turn
        if turn is None:
            self._asked = None
            return False
        if self._asked != turn:
            self._asked, self._still = turn, max(self._still, PACES[pace])
        if not quiet or self.rests:
            return False
        self._chairs[turn].submit(self._decode(self._actions.pop(0)))
        self._still = PACES[pace]
        return True


def lay(lesson: Lesson, tutor: Tutor, words: Words) -> Match:
    """Lay the table of a chapter in front of the learner; nothing of it is kept or counted."""
    chapter = lesson.chapters[tutor.chapter]
    seated = sitting(words, chapter.seats)

    def company(chair: Callable[[Seat], Seated]) -> Company:
        return Scripted(tutor, chapter.others, chapter.seats, chair) if chapter.seats > 1 else Company()

    make_cards = CARD_SETS.get(lesson.game_id)
    options = {} if make_cards is None else {"cards": make_cards(card_files()[lesson.game_id])}
    match = lay_lesson(lesson.game_id, chapter.deal, options, seated, chapter.before.split(), company)
    if chapter.before:
        match.chair.beats()  # what was played before is told by the log alone
    return replace(match, chair=LearnerChair(match.chair, tutor), take=None, seat_anew=None)


def sitting(words: Words, seats: int) -> Sitting:
    """Return the learner among computer players."""
    if seats == 1:
        return ALONE
    from game.bots.core import Level

    first, _, *others = re.split("[,、]", words("seat.names"))  # the second one sounds like a character of a game
    names = (words("lesson.you"), first, *others)[:seats]
    return Sitting.of(names, tuple(range(seats)), levels=(None, *(Level.MEDIUM,) * (seats - 1)))


def pointed(layout: Layout, names: Iterable[str]) -> Iterator[str]:
    """Yield the spots that are named, a card of the hand by what it shows: "H=45" is the first one that does."""
    tops = layout.top.items()
    for name in names:
        where, named, face = name.partition("=")
        if not named:
            yield name
        else:
            faces = (spot for spot, card in tops if spot[0] == where and layout.cards[card].face == face)
            yield from itertools.islice(faces, 1)
