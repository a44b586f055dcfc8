"""What a computer player of 涼宮ハルヒの贈殖 thinks with: its skill, what it remembers, and its chances of winning.

It knows its View and its notes. Chances are between 0 and 1; what cards are worth is told as chances too, so that one
can be weighed against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import exp, log

from game.bots.core import seat_words
from game.bots.haruhi_belief import Belief, Hint, Hints, believe, suspicion
from game.bots.haruhi_sight import Sight, Standing, sight, with_hand
from game.bots.haruhi_study import Study
from game.core import Reason, Seat, Up
from game.haruhi import insight
from game.haruhi.card_set import PERSONS, SOS, EventCard
from game.haruhi.public import Action, Board, View, event_name, person_name

PRICE = 0.01
"""What one value of a card is worth, as a chance, to whoever weighs no finer, and as others are thought to weigh."""
_A_ROUND = 5.0
"""A player can bring about so much card value in one auction: what one holds beyond that for each helps less."""
_SOS_VALUE = 6.0
"""An SOS card is worth about as much as cards of this value."""
_BLUR = 0.6
"""With each auction to come, what can be seen by now tells less, by so much of what it would tell at the end."""
_CARD_ODDS = 0.13
"""What one value of a card held beyond what others hold adds to the logarithm of the odds, before they are blurred."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays."""

    futures: int
    """So many futures it looks at."""
    keenness: float
    """How much it reads out of what others do; 0: nothing but what is certain."""
    foresees: bool
    """Whether it reckons with those who act after it."""
    hides: float
    """How dear it is to it that its own deeds do not give it away."""
    farsighted: bool
    """Whether it knows how little a lead tells while many events are to come, and how much cards do."""
    doubt: float
    """By up to so much it misjudges each choice."""
    timid: bool
    """Whether it takes what is daring for worse than it is, by up to twice its doubt."""
    caution: float
    """By so much an accusation must be worth more than none."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a seat remembers: the board after the last beat, how it stood when the auction began, and all hints."""

    study: Study = field(compare=False, repr=False)
    board: Board
    stands: Standing
    hints: Hints


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, what it is worth, and why it may be made, in words."""

    worth: float
    action: Action
    why: Callable[[], Reason]
    daring: bool = False
    """Whether it is an accusation, or cards are spent without taking the event oneself."""


class Mind:
    """One seat about to decide."""

    def __init__(self, skill: Skill, view: View, notes: Notes) -> None:
        self.skill = skill
        self.view = view
        self.board = view.board
        self.study = notes.study
        self.stands = notes.stands
        self.hints = notes.hints
        self.me = view.seat
        self.person = PERSONS.index(view.role.person)
        self.held = sum([card.value for card in view.hand])
        """The sum of the cards in hand."""
        self.calls = view.hand.count(SOS)
        self.candidates = insight.candidates(view)
        self.belief: Belief = believe(self.candidates, notes.hints)
        self.places = self.belief.places(self.me, self.person)

    def chance(self, seen: Sight, cards: int | None = None, places: Sequence[tuple[int, float]] = ()) -> float:
        """Return one's own chance in this sight, with so many `cards` in hand, if Haruhi sits as `places` tell."""
        if cards is not None and self.study.asks_hand[self.person]:
            seen = with_hand(self.study, seen, self.me, cards, self.skill.futures)
        places = places or self.places
        return sum([part * seen.chance(self.person, self.me, haruhi) for haruhi, part in places])

    # What cards are worth

    @property
    def rounds(self) -> int:
        """How many auctions are still to begin."""
        return self.board.pile

    def saved(self, value: float) -> float:
        """Return how much of the value of a hand there will be auctions for."""
        most = _A_ROUND * self.rounds
        return most * (1.0 - exp(-value / most)) if most else 0.0

    def odds(self, chance: float, value: float, calls: int) -> float:
        """Return how likely one wins with a hand of this value and so many SOS cards, if `chance` is what futures tell.

        Futures know no players: whoever leads in them is opposed, the more often the longer the game goes on. Who is
        farsighted reckons with that, as it has been in thousands of games.
        """
        if not (self.skill.farsighted and self.rounds):
            return chance
        count = self.skill.futures
        told = log((chance * count + 0.5) / (count - chance * count + 0.5))
        cards = self.saved(value) + _SOS_VALUE * calls - self._others
        return 1.0 / (1.0 + exp(-(told + _CARD_ODDS * cards) / (1.0 + _BLUR * self.rounds)))

    def worth(self, chance: float, value: float, calls: int) -> float:
        """Return what a chance and a hand of this value, with so many SOS cards, are worth together."""
        if self.skill.farsighted:
            return self.odds(chance, value, calls)
        return chance + PRICE * (_SOS_VALUE * calls + self.saved(value) if self.rounds else 0.0)

    @cached_property
    def _others(self) -> float:
        """What the cards of another player are worth on average."""
        cards = sum(self.board.hands) - self.board.hands[self.me]
        return self.saved(cards * self.study.mean / (len(self.board.hands) - 1))

    @cached_property
    def now(self) -> float:
        """One's chance as it stands, without the event under the hammer."""
        return self.chance(sight(self.study, self.stands, self.skill.futures))

    def draws(self, count: float) -> float:
        """Return what it is worth to draw so many cards more."""
        more = self.worth(self.now, self.held + count * self.study.mean, self.calls)
        return more - self.worth(self.now, self.held, self.calls)

    @property
    def hidden(self) -> list[int]:
        """The other seats whose characters lie face down."""
        return [seat for seat, role in enumerate(self.board.roles) if seat != self.me and not isinstance(role, Up)]

    # What others may know of oneself

    def suspected(self, hint: Hint) -> float:
        """Return how likely others must think it that one is who one is, by such a hint; one is not exposed."""
        board = self.board
        excluded = {said.person for said in board.accusations if said.target == self.me}
        excluded |= {seen.card.person for seen in board.roles if isinstance(seen, Up)}
        return suspicion(hint, self.me, frozenset(excluded), self.person)

    @property
    def dangers(self) -> int:
        """How many events that accuse are still to come."""
        return sum([self.study.accuses[number - 1] for number in self.stands.left])

    # Why

    def event(self, event: EventCard) -> Reason:
        """Return the words for an event."""
        return event_name(self.study.card_set, event)

    def suspect(self, why: Reason) -> Reason:
        """Return a reason, and beside it whom one suspects most, where somebody is suspected but not known."""
        if not self.skill.keenness:
            return why
        guesses = [(*self.belief.best(seat), seat) for seat in self.hidden]
        person, known, seat = max(guesses, key=lambda guess: guess[1], default=(0, 0.0, 0))
        if not 0.5 <= known < 1.0:
            return why
        who = person_name(self.study.card_set, PERSONS[person])
        guess = Reason.of("haruhi.thought.suspects", seat=seat_words(Seat(seat)), person=who, percent=percent(known))
        return Reason.of("haruhi.thought.and", first=why, second=guess)


def percent(chance: float) -> int:
    """Return a chance as a whole number of hundredths."""
    return round(100 * min(1.0, max(0.0, chance)))
