"""What computer players of 涼宮ハルヒの贈殖 read off a card set once: weights of events, questions, what hands can lay.

Everything here follows from the cards that all players know; nothing is of one game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.haruhi.card_set import PERSONS, CardSet, Colour, EventCard, Op
from game.haruhi.conditions import Condition, Kind, predicates
from game.rng import Random

WEIGHT = 32
"""A seat's strength is its points times this, and its number of events: greater is exactly a better rank (6.1, 6.2)."""
MOST_CARDS = 20
"""Hands of more cards than this are reckoned like those of so many."""
_TRIED = 160
"""By so many hands of each size it is reckoned what a hand can lay."""
_OF_HARUHI = (Kind.NEXT_TO_HARUHI, Kind.ABOVE_HARUHI, Kind.BELOW_HARUHI, Kind.RANK_GAP_AT_MOST)


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """A card set made ready: events by number - 1, persons in the order of `PERSONS`.

    `asks_haruhi` and `asks_hand` say whether a win condition hangs on where Haruhi sits, and on one's own hand.
    `reach[cards][sum]` is how likely a hand of so many unknown cards can lay at least that sum in one colour.
    """

    card_set: CardSet
    strengths: tuple[int, ...]
    tags: tuple[str, ...]
    borne: tuple[tuple[int, ...], ...]
    accuses: tuple[bool, ...]
    wins: tuple[Condition, ...]
    asks_haruhi: tuple[bool, ...]
    asks_hand: tuple[bool, ...]
    reach: tuple[tuple[float, ...], ...]
    mean: float
    """The mean value of a normal card."""

    def strength(self, event: EventCard, doubled: tuple[int, ...]) -> int:
        """Return what an event adds to its owner's strength; events with a number in `doubled` count double."""
        strength = self.strengths[event.number - 1]
        return 2 * strength - 1 if event.number in doubled else strength

    def can_lay(self, cards: int) -> tuple[float, ...]:
        """Return how likely a hand of so many unknown cards can lay at least each total before one player at once."""
        return self.reach[min(cards, MOST_CARDS)]


@lru_cache(maxsize=4)
def study(card_set: CardSet) -> Study:
    """Return what there is to know of a card set."""
    tags = tuple([tag.id for tag in card_set.tags])
    asked = [list(predicates(character.win)) for character in card_set.characters]
    return Study(
        card_set=card_set,
        strengths=tuple([face.points * WEIGHT + 1 for face in card_set.events]),
        tags=tags,
        borne=tuple([tuple([int(tag in face.tags) for face in card_set.events]) for tag in tags]),
        accuses=tuple([any(effect.op is Op.ACCUSE for effect in face.effects) for face in card_set.events]),
        wins=tuple([card_set.character(person).win for person in PERSONS]),
        asks_haruhi=tuple([any(one.of_haruhi or one.kind in _OF_HARUHI for one in every) for every in asked]),
        asks_hand=tuple([any(one.kind is Kind.HAND_AT_LEAST for one in every) for every in asked]),
        reach=_reach(card_set),
        mean=sum([card.value for card in card_set.pack]) / len(card_set.pack),
    )


def _reach(card_set: CardSet) -> tuple[tuple[float, ...], ...]:
    """Return, by number of cards, how likely the best colour of a hand has at least each sum."""
    random = Random.seeded("haruhi reach")
    best: list[list[int]] = [[] for _ in range(MOST_CARDS + 1)]
    for _ in range(_TRIED):
        pack, random = random.shuffled(card_set.pack)
        sums = dict.fromkeys(Colour, 0)
        best[0].append(0)
        for place, card in enumerate(pack[:MOST_CARDS], start=1):
            sums[card.colour] += card.value
            best[place].append(max(sums.values()))
    return tuple([tuple([sum(one >= total for one in row) / _TRIED for total in range(max(row) + 1)]) for row in best])
