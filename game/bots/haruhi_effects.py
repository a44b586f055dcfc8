"""How a computer player of 涼宮ハルヒの贈殖 uses effects, accuses, and shares events out.

Every way is weighed by the chance of winning that it leaves; an accusation by both of its ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.bots.core import Stop, seat_words
from game.bots.haruhi_mind import Choice, Mind, percent
from game.bots.haruhi_sight import Move, Sight, moved, sight
from game.core import Reason, Seat
from game.haruhi.card_set import PERSONS, Rule
from game.haruhi.public import (
    Accuse,
    Action,
    Claim,
    Give,
    HandOut,
    Peek,
    Steal,
    Swap,
    Use,
    person_name,
)

_LIKELY = 0.2
"""Whoever is less likely a person than this is not accused of being it."""


class Deeds:
    """What a seat may do after it took an event, or was accused."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._now: Sight = sight(mind.study, mind.stands, mind.skill.futures)
        self._cards = len(mind.view.hand)
        self._chance = mind.chance(self._now, self._cards)
        self._base = self._worth(self._chance)

    def choices(self, stop: Stop) -> Iterator[Choice]:
        """Yield what may be done, with what each is worth beside doing nothing; after `stop` no more than one."""
        for action in self._mind.view.legal:
            choice = self._weighed(action)
            if choice is not None:
                yield choice
                if stop():
                    return

    def _weighed(self, action: Action) -> Choice | None:
        mind = self._mind
        match action:
            case Accuse(target, person):
                return self._accusation(action, target, PERSONS.index(person))
            case Use():
                return Choice(self._use(), action, lambda: Reason.of("haruhi.thought.uses"))
            case Peek(target):
                doubt = 1.0 - mind.belief.best(target)[1]
                return Choice(
                    0.02 * doubt, action, lambda: Reason.of("haruhi.thought.wonders", seat=seat_words(target))
                )
            case Steal(target):
                worth = self._draws(1) * (1.0 + 0.01 * mind.board.hands[target])
                return Choice(worth, action, lambda: Reason.of("haruhi.thought.uses"))
            case Swap(own, other):
                giver = mind.board.owner(other)
                moves = (Move(own, mind.me, giver if giver is not None else mind.me), Move(other, giver, mind.me))
                return self._moving(action, moves)
            case Give(event, to):
                choice = self._moving(action, (Move(event, mind.me, to),))
                rest = sum([self._draws(effect.count) for effect in mind.board.effects[1:]])
                return Choice(choice.worth + rest, action, choice.why)
            case Claim(event):
                return self._moving(action, (Move(event, mind.board.taker, mind.me),))
            case _:  # to forgo, or to claim nothing
                return Choice(0.0, action, lambda: Reason.of("haruhi.thought.leaves"))

    def _use(self) -> float:
        """Return what an effect is worth that needs no choice."""
        mind = self._mind
        effect = mind.board.effects[0]
        if effect.rule is None:
            return self._draws(effect.count)
        if effect.rule is Rule.NOBODY_PASSES:
            others = sum(mind.board.hands) - self._cards
            return 0.001 * (self._cards * (len(mind.board.hands) - 1) - others)
        # Luck is good for whoever is behind; whoever is ahead likes it that others cannot take for themselves.
        ahead = self._chance - 0.5
        return 0.01 * (-ahead if effect.rule is Rule.DOUBLE else ahead)

    def _worth(self, chance: float) -> float:
        """Return what a chance is worth with the hand as it is."""
        return self._mind.worth(chance, self._mind.held, self._mind.calls)

    def _draws(self, count: int) -> float:
        """Return what so many cards more are worth, where the own condition counts them too."""
        mind = self._mind
        chance = mind.chance(self._now, self._cards + count)
        return mind.worth(chance, mind.held + count * mind.study.mean, mind.calls) - self._base

    def _moving(self, action: Action, moves: tuple[Move, ...]) -> Choice:
        """Return the choice of an action that moves events."""
        after = self._after(moves)
        return self._changing(action, self._mind.chance(after, self._cards))

    def _changing(self, action: Action, chance: float) -> Choice:
        """Return the choice of an action that leads to another chance."""
        return Choice(self._worth(chance) - self._base, action, partial(self._why_moved, chance))

    def _why_moved(self, chance: float) -> Reason:
        before, after = [self._mind.odds(one, self._mind.held, self._mind.calls) for one in (self._chance, chance)]
        return Reason.of("haruhi.thought.moves", before=percent(before), percent=percent(after))

    def _after(self, moves: tuple[Move, ...]) -> Sight:
        mind = self._mind
        return sight(mind.study, moved(mind.study, mind.stands, moves, mind.board.doubled), mind.skill.futures)

    # Accusing

    def _accusation(self, action: Action, target: Seat, person: int) -> Choice | None:
        """Return what it is worth to accuse somebody; None where it is hardly true and one need not."""
        mind = self._mind
        likely = mind.belief.who(target, person)
        if likely < _LIKELY and mind.board.optional:
            return None
        right = self._worth(self._haul_of(target, person)) - self._base
        left = mind.chance(self._now, 0) - self._worst_loss(target)
        wrong = self._base - mind.worth(max(0.0, left), 0, 0)
        worth = likely * right - (1.0 - likely) * wrong - mind.skill.caution
        return Choice(worth, action, partial(self._why_accused, target, person, likely), daring=True)

    def _why_accused(self, target: Seat, person: int, likely: float) -> Reason:
        who = person_name(self._mind.study.card_set, PERSONS[person])
        return Reason.of("haruhi.thought.accuses", seat=seat_words(target), person=who, percent=percent(likely))

    def _haul_of(self, target: int, person: int) -> float:
        """Return one's chance once the events of `target`, who is this person, are handed out as suits one best."""
        mind = self._mind
        if not mind.board.owned[target]:
            return self._chance
        return self._shared(target, mind.belief.places(target, person), thorough=False)[0]

    def _worst_loss(self, target: int) -> float:
        """Return how much the accused could hurt by the event that he takes after a wrong accusation."""
        mind = self._mind
        ways = [self._after((Move(event, mind.me, target),)) for event in mind.board.owned[mind.me]]
        return 0.5 * max([0.0, *[self._chance - mind.chance(after, self._cards) for after in ways]])

    # Handing out

    def hand_out(self, accused: int) -> Choice:
        """Return how to hand out the events of the accused."""
        chance, receivers = self._shared(accused, self._mind.places, thorough=True)
        return self._changing(HandOut(tuple([Seat(seat) for seat in receivers])), chance)

    def _shared(
        self, accused: int, places: Sequence[tuple[int, float]], *, thorough: bool
    ) -> tuple[float, tuple[int, ...]]:
        """Return the best way found to share out the events of the accused, and one's chance after it.

        It begins with all of them for one player, and then moves one event after the other.
        """
        mind = self._mind
        events = mind.board.owned[accused]
        seats = range(len(mind.board.hands))

        def reckoned(receivers: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
            moves = tuple([Move(event, accused, to) for event, to in zip(events, receivers, strict=True)])
            return mind.chance(self._after(moves), self._cards, places), receivers

        best = max([reckoned((seat,) * len(events)) for seat in seats])
        for place in range(len(events)) if thorough else ():
            receivers = best[1]
            ways = [(*receivers[:place], seat, *receivers[place + 1 :]) for seat in seats if seat != receivers[place]]
            best = max([best, *[reckoned(way) for way in ways]])
        return best
