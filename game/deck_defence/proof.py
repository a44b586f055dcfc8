"""Proofs that a game of Deck Defence is lost, from what the player knows alone (ruling 7.3). Never false; often silent.

A game is lost for certain where no order of the unseen cards can still win. That is searched as a game in which the
player also picks every card that is drawn, and puts the pick off until the card is used: such a card is a *blank*.
Where even that cannot be won, nothing can. Cards that may be either in the deck or among the unknown discards may be
picked as well, which only makes winning easier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from game.core import Reason
from game.deck_defence.knowledge import Knowledge
from game.deck_defence.public import ENEMIES, SPACES, Card, Suit
from game.deck_defence.solver_tables import (
    ENEMY,
    HEIGHT,
    KIND_OF,
    PACK,
    PARTS,
    PLUS,
    POP,
    PUSH,
    REPELLERS,
    SIZE,
    SPEND,
    STACK_OF,
    TOP,
    hand_of,
    set_of,
)

NODES = 2_000
"""Positions searched unless the caller says otherwise."""
_SLICE = 32


class Cause(Enum):
    """Why a game is lost. The value is the end of a locale key."""

    SUIT = "suit"
    """Too few ranks of a suit are left for its enemies (5.4)."""
    PACKING = "packing"
    """The ranks of a suit would do, but its cards cannot be divided into sets that are strong enough (4.2)."""
    NO_PATH = "no_path"
    """However the unseen cards may lie, every way ends before the ninth enemy is repelled."""


@dataclass(frozen=True, slots=True)
class Proof:
    """No order of the unseen cards can still win, and why; `suit` is None for `NO_PATH`."""

    cause: Cause
    suit: Suit | None

    @property
    def reason(self) -> Reason:
        """The cause as a sentence."""
        key = f"deck-defence.proof.{self.cause.value}"
        if self.suit is None:
            return Reason.of(key)
        return Reason.of(key, suit=Reason.of(f"deck-defence.suit.{self.suit.name.lower()}"))


def _never() -> bool:
    return False


def proof(knowledge: Knowledge, *, nodes: int = NODES, stop: Callable[[], bool] = _never) -> Proof | None:
    """Return a proof that the game is lost; None where there is none, or none was found within the limits.

    By the remake's rules only the cards are counted, no path is searched.
    """
    if len(knowledge.areas.repelled) == ENEMIES:
        return None
    if knowledge.doomed is not None:
        return Proof(Cause.SUIT, knowledge.doomed)
    start = _start(knowledge)
    for place, suit in enumerate(Suit):
        byte = start.spent >> 8 * place & 255
        if PACK[byte] < 0:
            ranks = sum([(3 - (byte >> 2 * rank & 3)) * (rank + 1) for rank in range(3)])
            enough = ranks >= (ENEMY + 2) * (3 - (byte >> 6))
            return Proof(Cause.PACKING if enough else Cause.SUIT, suit)
    if knowledge.remake or not _lost(start, nodes, stop):
        return None
    return Proof(Cause.NO_PATH, None)


@dataclass(frozen=True, slots=True)
class _Place:
    """A position of the easier game. `pool` and `spent` count cards as the solver does ("spent"); see there.

    `main_blanks` and `reveal_blanks` are cards drawn and not yet picked; `pool` holds what they and the deck may be.
    """

    hand: int
    occupied: int
    main: int
    main_blanks: int
    reveal: int
    reveal_blanks: int
    deck: int
    pool: int
    spent: int


def _start(knowledge: Knowledge) -> _Place:
    areas = knowledge.areas
    unseen = knowledge.unseen()
    first, second, third = (STACK_OF[tuple([KIND_OF[card] for card in stack])] for stack in areas.hand)
    gone: list[Card] = [*areas.repelled, *[card for card in knowledge.pile if card is not None]]
    return _Place(
        hand=hand_of(first, second, third),
        occupied=set_of(areas.occupied),
        main=set_of(areas.main),
        main_blanks=0,
        reveal=set_of(areas.reveal),
        reveal_blanks=0,
        deck=knowledge.deck,
        pool=sum([SPEND[KIND_OF[card]] for card in unseen]),
        spent=sum([SPEND[KIND_OF[card]] for card in gone]),
    )


def _lost(start: _Place, nodes: int, stop: Callable[[], bool]) -> bool:
    """Whether the easier game is searched to its end without a win. The likeliest way first, to give up soon."""
    seen = {start}
    todo = [start]
    searched = 0
    while todo:
        if searched >= nodes or (searched % _SLICE == 0 and stop()):
            return False
        searched += 1
        children = [child for child in _children(todo.pop()) if child not in seen]
        if any(child.spent & _ALL == _ALL for child in children):
            return False
        seen.update(children)
        children.sort(key=_promise)
        todo += dict.fromkeys(children)
    return True


_ALL = 0xC0C0C0


def _promise(place: _Place) -> int:
    """Return a guess how near to a win this is; it only orders the search."""
    repelled = (place.spent >> 6 & 3) + (place.spent >> 14 & 3) + (place.spent >> 22)
    hand = (place.hand >> 18, place.hand >> 9 & 511, place.hand & 511)
    ready = 0
    for index, stack in enumerate(hand):
        for other in hand[index + 1 :]:
            if stack and other:
                upper, lower = TOP[stack], TOP[other]
                ready += upper >> 2 == lower >> 2 and (upper & 3) + (lower & 3) >= 3
    waste = sum([PACK[place.spent >> shift & 255] for shift in (0, 8, 16)])
    buried = sum([HEIGHT[stack] for stack in hand])
    return 40 * repelled + 4 * waste + 6 * ready - 5 * SIZE[place.occupied] - buried


def _children(place: _Place) -> Iterator[_Place]:
    """Yield the positions one action further, but for those whose suits can no longer repel their enemies."""
    stacks = (place.hand >> 18, place.hand >> 9 & 511, place.hand & 511)
    for kind, rest, blanks, pool in _in_main(place):
        for main, main_blanks, reveal, reveal_blanks, deck in _refills(place, rest, blanks):
            if kind & 3 != ENEMY:
                for index in range(SPACES):
                    grown = PUSH[stacks[index]][kind]
                    if grown >= 0:
                        hand = hand_of(grown, stacks[index - 1], stacks[index - 2])
                        yield _Place(
                            hand, place.occupied, main, main_blanks, reveal, reveal_blanks, deck, pool, place.spent
                        )
                continue
            if SIZE[place.occupied] < SPACES:
                occupied = PLUS[place.occupied][kind]
                yield _Place(place.hand, occupied, main, main_blanks, reveal, reveal_blanks, deck, pool, place.spent)
            for hand, spent in _repels(stacks, kind >> 2, place.spent):
                yield _Place(hand, place.occupied, main, main_blanks, reveal, reveal_blanks, deck, pool, spent)
    for kind, occupied in PARTS[place.occupied]:
        for hand, spent in _repels(stacks, kind >> 2, place.spent):
            yield _Place(
                hand, occupied, place.main, place.main_blanks, place.reveal, place.reveal_blanks,
                place.deck, place.pool, spent,
            )  # fmt: skip
    room = SPACES - SIZE[place.reveal] - place.reveal_blanks
    if room:
        drawn = min(room, place.deck)
        for index, stack in enumerate(stacks):
            if stack:
                spent = place.spent + SPEND[TOP[stack]]
                if _can_pack(spent):
                    hand = hand_of(POP[stack], stacks[index - 1], stacks[index - 2])
                    yield _Place(
                        hand, place.occupied, place.main, place.main_blanks, place.reveal,
                        place.reveal_blanks + drawn, place.deck - drawn, place.pool, spent,
                    )  # fmt: skip


def _in_main(place: _Place) -> Iterator[tuple[int, int, int, int]]:
    """Yield each kind that can be taken from main, the known kinds and blanks left there, and the pool after it."""
    for kind, rest in PARTS[place.main]:
        yield kind, rest, place.main_blanks, place.pool
    if place.main_blanks:
        for kind in range(12):
            if place.pool >> 8 * (kind >> 2) + 2 * (kind & 3) & 3:
                yield kind, place.main, place.main_blanks - 1, place.pool - SPEND[kind]


def _refills(place: _Place, main: int, blanks: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield main, its blanks, reveal, its blanks and the deck after the emptied main space was filled (3.1)."""
    if place.reveal_blanks:
        yield main, blanks + 1, place.reveal, place.reveal_blanks - 1, place.deck
    for kind, rest in PARTS[place.reveal]:
        yield PLUS[main][kind], blanks, rest, place.reveal_blanks, place.deck
    if not place.reveal and not place.reveal_blanks:
        if place.deck:
            yield main, blanks + 1, 0, 0, place.deck - 1
        else:
            yield main, blanks, 0, 0, 0


def _repels(stacks: tuple[int, int, int], suit: int, spent: int) -> Iterator[tuple[int, int]]:
    """Yield the hand and what was spent after repelling an enemy of a suit (4.2)."""
    for chosen in REPELLERS:
        used = [TOP[stacks[index]] for index in chosen]
        if all(kind >= 0 and kind >> 2 == suit for kind in used) and sum([(kind & 3) + 1 for kind in used]) > 4:
            after = spent + SPEND[suit * 4 + ENEMY] + sum([SPEND[kind] for kind in used])
            if _can_pack(after):
                first, second, third = (POP[s] if index in chosen else s for index, s in enumerate(stacks))
                yield hand_of(first, second, third), after


def _can_pack(spent: int) -> bool:
    return PACK[spent & 255] >= 0 and PACK[spent >> 8 & 255] >= 0 and PACK[spent >> 16] >= 0
