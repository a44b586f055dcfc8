"""What a player of Deck Defence may know and do: cards, areas, actions, notices and the View.

Scenes and computer players import this module, never `rules`. Everything here follows from open information alone, so
nothing here can tell what lies in the deck. The numbers in docstrings are the rulings'.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations, permutations, product
from typing import assert_never

from game.core import LATER, BadInput, Outcome, Reason, Seen, Up

ID = "deck-defence"
SPACES = 3
STACK_LIMIT = 3
ENEMY_RANK = 4
ENEMIES = 9
COPIES = 3
ENEMIES_PER_SUIT = 3
RANKS_PER_SUIT = 18
"""Ruling 5.4: the ally ranks of one suit, summed."""
LOOK = 3
"""Section 6: how many cards of the deck one looks at when exploring by the remake's rules."""
WEB, REMAKE = "web", "remake"
"""The values of the option `rules`."""


class Suit(Enum):
    """Ruling 1.1. The value is the letter of the notation (1.2)."""

    SWORD = "S"
    FIRE = "F"
    FOREST = "W"

    __hash__ = object.__hash__  # members are single objects: hashing by name, the default, costs four times as much


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 12 kinds of card; there are three copies of each. Rank 4 is an enemy, 1 to 3 are allies (1.1)."""

    suit: Suit
    rank: int

    @property
    def is_enemy(self) -> bool:
        """Whether this is an enemy."""
        return self.rank == ENEMY_RANK

    def __str__(self) -> str:
        return f"{self.suit.value}{self.rank}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card written as `text` ("S1"); raise `KeyError` for anything else."""
        return _BY_NAME[text]


KINDS = tuple(Card(suit, rank) for suit in Suit for rank in range(1, ENEMY_RANK + 1))
_BY_NAME = {str(card): card for card in KINDS}


class Area(Enum):
    """The areas with three numbered spaces (2.1), by the letter of the notation."""

    MAIN = "M"
    HAND = "H"
    OCCUPIED = "O"
    REVEAL = "R"

    __hash__ = object.__hash__  # as for Suit


@dataclass(frozen=True, slots=True)
class Place:
    """A space of an area; `index` counts from 0, its text (`M1`) from 1."""

    area: Area
    index: int

    def __str__(self) -> str:
        return f"{self.area.value}{self.index + 1}"


def _spaces(area: Area) -> tuple[Place, Place, Place]:
    return (Place(area, 0), Place(area, 1), Place(area, 2))


MAIN_SPACES = _spaces(Area.MAIN)
HAND_SPACES = _spaces(Area.HAND)
OCCUPIED_SPACES = _spaces(Area.OCCUPIED)
REVEAL_SPACES = _spaces(Area.REVEAL)

Row = tuple[Card | None, Card | None, Card | None]
Stack = tuple[Card, ...]
"""Cards from the bottom to the top."""


@dataclass(frozen=True, slots=True)
class Areas:
    """Everything that lies open at any time (2.1): what the player may do follows from this alone."""

    main: Row
    hand: tuple[Stack, Stack, Stack]
    occupied: Row
    reveal: Row
    repelled: tuple[Card, ...]

    def row(self, area: Area) -> Row:
        """Return the cards that can be taken from `area`: for the hand area the top of each stack."""
        match area:
            case Area.MAIN:
                return self.main
            case Area.HAND:
                first, second, third = self.hand
                return (top(first), top(second), top(third))
            case Area.OCCUPIED:
                return self.occupied
            case Area.REVEAL:
                return self.reveal
        assert_never(area)

    def card(self, place: Place) -> Card | None:
        """Return the card that can be taken from `place`, or None where it is empty."""
        return self.row(place.area)[place.index]


def top(stack: Stack) -> Card | None:
    """Return the uppermost card of a stack, or None of an empty one."""
    return stack[-1] if stack else None


@dataclass(frozen=True, slots=True)
class Muster:
    """Take the ally at `main` into hand space `hand` (4.1). `refill`: the reveal space that refills main (3.3)."""

    main: int
    hand: int
    refill: int | None


@dataclass(frozen=True, slots=True)
class HoldOff:
    """Move the enemy at `main` to the empty space `occupied` (4.3)."""

    main: int
    occupied: int
    refill: int | None


@dataclass(frozen=True, slots=True)
class Repel:
    """Repel the enemy at `target` with the tops of the spaces `hands`, discarded in that order (4.2, 4.6)."""

    target: Place
    hands: tuple[int, ...]
    refill: int | None


@dataclass(frozen=True, slots=True)
class Explore:
    """Discard the top of hand space `hand` and draw into the empty reveal spaces (4.4)."""

    hand: int


@dataclass(frozen=True, slots=True)
class Reorder:
    """Put the cards looked at back onto the deck (section 6).

    `order` names them by their places before, 0 for the top, in the order they have from now on.
    """

    order: tuple[int, ...]


Action = Muster | HoldOff | Repel | Explore | Reorder


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck of `cards` cards was shuffled and the game began."""

    cards: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The top card of the deck was turned over onto `place`."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class Refilled:
    """A card of the reveal area moved into the emptied main space."""

    card: Card
    source: Place
    place: Place


@dataclass(frozen=True, slots=True)
class Mustered:
    """An ally joined a hand stack."""

    card: Card
    source: Place
    place: Place


@dataclass(frozen=True, slots=True)
class WasHeldOff:
    """An enemy was moved to the occupied area."""

    card: Card
    source: Place
    place: Place


@dataclass(frozen=True, slots=True)
class Repelled:
    """The enemy at `source` was repelled; `spent` was discarded from `hands`, in that order."""

    card: Card
    source: Place
    spent: tuple[Card, ...]
    hands: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Explored:
    """A hand card was discarded in order to explore; the draws follow as `Drawn`, in the remake one `Looked`."""

    card: Card
    source: Place


@dataclass(frozen=True, slots=True)
class Looked:
    """The player looks at the uppermost cards of the deck, from the top (section 6)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The cards looked at went back onto the deck, in this order from the top, face down."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


Notice = Shuffled | Drawn | Refilled | Mustered | WasHeldOff | Repelled | Explored | Looked | PutBack | Ended
"""All of these happen in the open, so they are the events of the rules as well."""


@dataclass(frozen=True, slots=True)
class View:
    """The table as its player may see it.

    `discard` runs from the bottom to the top: only the top is `Up`, unless the option `open_discards` is on (5.1).
    `budget` is, for each suit, how many ranks may still be lost (5.4); None unless `show_budget` is on.
    `doomed` is a suit whose ranks can no longer repel its enemies: a proof that the game is lost (5.4, 7.3).
    `remake` says that the remake's rules are played (section 6). By these `looked` are the uppermost cards of the deck,
    from the top, while the player looks at them and must put them back; `deck` counts them as well.
    """

    areas: Areas
    deck: int
    discard: tuple[Seen[Card], ...]
    legal: tuple[Action, ...]
    budget: tuple[int, int, int] | None
    doomed: Suit | None
    outcome: Outcome | None
    remake: bool = field(default=False, metadata=LATER)
    looked: tuple[Up[Card], ...] = field(default=(), metadata=LATER)


def stacks_on(card: Card, stack: Stack, *, remake: bool = False) -> bool:
    """Whether an ally may join this hand stack: an empty one, or fewer than three with a kindred top (4.1).

    By the remake's rules also only where no identical card lies in it (section 6).
    """
    if not stack:
        return True
    upper = stack[-1]
    kindred = upper.suit is card.suit or upper.rank == card.rank
    return len(stack) < STACK_LIMIT and kindred and not (remake and card in stack)


# Every action there is, made once: `legal_actions` only picks from these. A row of spaces, or a choice among them, is
# told by a mask with bit 0 for the first space. Where reveal holds a card, the refill is part of the action (3.3).
_CHOSEN = tuple(tuple(index for index in range(SPACES) if mask >> index & 1) for mask in range(1 << SPACES))
_ALL = (1 << SPACES) - 1
_REFILLS: tuple[tuple[int | None, ...], ...] = tuple(chosen or (None,) for chosen in _CHOSEN)
_HAND_SETS = tuple(hands for size in range(1, SPACES + 1) for hands in combinations(range(SPACES), size))
_STRONG_SETS = tuple(
    tuple(
        hands
        for hands in _HAND_SETS
        if all(ranks[hand] for hand in hands) and sum(ranks[hand] for hand in hands) > ENEMY_RANK
    )
    for ranks in product(range(ENEMY_RANK), repeat=SPACES)
)
"""By offer: the sets of hand spaces that repel (4.2), each ascending. An offer is written in base 4: the rank that each
hand space has on top in one suit, 0 where it has none."""
_OFFER_WEIGHTS = (ENEMY_RANK**2, ENEMY_RANK, 1)

# By the mask of the reveal spaces that hold a card, by the main space, and by the last key named.
_MUSTER = tuple(  # the mask of the hand spaces that the ally may join
    tuple(
        tuple(tuple(Muster(main, hand, refill) for hand in hands for refill in refills) for hands in _CHOSEN)
        for main in range(SPACES)
    )
    for refills in _REFILLS
)
_HOLD_OFF = tuple(  # the mask of the occupied spaces that are empty
    tuple(
        tuple(tuple(HoldOff(main, space, refill) for space in empty for refill in refills) for empty in _CHOSEN)
        for main in range(SPACES)
    )
    for refills in _REFILLS
)
_REPEL_MAIN = tuple(  # the offer in the enemy's suit
    tuple(
        tuple(tuple(Repel(place, hands, refill) for hands in sets for refill in refills) for sets in _STRONG_SETS)
        for place in MAIN_SPACES
    )
    for refills in _REFILLS
)
_REPEL_OCCUPIED = tuple(
    tuple(tuple(Repel(place, hands, None) for hands in sets) for sets in _STRONG_SETS) for place in OCCUPIED_SPACES
)
_EXPLORE = tuple(tuple(Explore(hand) for hand in hands) for hands in _CHOSEN)
_REORDER = tuple(tuple(Reorder(order) for order in permutations(range(cards))) for cards in range(LOOK + 1))
"""By how many cards are looked at."""


def _taken(row: Row) -> int:
    """Return the mask of the spaces that hold a card."""
    first, second, third = row
    return (first is not None) | (second is not None) << 1 | (third is not None) << 2


def _joinable(card: Card, hand: tuple[Stack, Stack, Stack], *, remake: bool) -> int:
    """Return the mask of the hand spaces that an ally may join."""
    first, second, third = hand
    return (
        stacks_on(card, first, remake=remake)
        | stacks_on(card, second, remake=remake) << 1
        | stacks_on(card, third, remake=remake) << 2
    )


def _offers(hand: tuple[Stack, Stack, Stack]) -> dict[Suit, int]:
    """Return the offer of the hand tops in each suit that lies on top somewhere."""
    offers: dict[Suit, int] = {}
    for stack, weight in zip(hand, _OFFER_WEIGHTS, strict=True):
        if stack:
            card = stack[-1]
            offers[card.suit] = offers.get(card.suit, 0) + weight * card.rank
    return offers


def legal_actions(areas: Areas, *, remake: bool = False, looked: int = 0) -> tuple[Action, ...]:
    """Return every possible action (section 4), by what lies open. Spaces are told apart; sets ascend (4.5, 4.6).

    While `looked` cards of the deck are looked at (section 6) the only actions are those that put them back.
    """
    if looked:
        return _REORDER[looked]
    actions: list[Action] = []
    hand = areas.hand
    reveal, empty = _taken(areas.reveal), _ALL & ~_taken(areas.occupied)
    offers = _offers(hand)
    for main, card in enumerate(areas.main):
        if card is None:
            continue
        if card.rank != ENEMY_RANK:
            actions += _MUSTER[reveal][main][_joinable(card, hand, remake=remake)]
        else:
            actions += _HOLD_OFF[reveal][main][empty]
            actions += _REPEL_MAIN[reveal][main][offers.get(card.suit, 0)]
    for occupied, card in enumerate(areas.occupied):
        if card is not None:
            actions += _REPEL_OCCUPIED[occupied][offers.get(card.suit, 0)]
    if reveal != _ALL:
        first, second, third = hand
        actions += _EXPLORE[bool(first) | bool(second) << 1 | bool(third) << 2]
    return tuple(actions)


def why_not(areas: Areas, action: Action, *, remake: bool = False, looked: int = 0) -> Reason | None:
    """Return why `action` is not possible now, or None where it is possible (sections 4 and 6)."""
    if isinstance(action, Reorder):
        if not looked:
            return Reason.of("deck-defence.why.nothing_looked_at")
        complete = sorted(action.order) == list(range(looked))
        return None if complete else Reason.of("deck-defence.why.not_all_put_back", count=looked)
    if looked:
        return Reason.of("deck-defence.why.put_back_first")
    match action:
        case Muster(main, hand, refill):
            return _why_not_muster(areas, main, hand, remake=remake) or _why_not_refill(areas, refill)
        case HoldOff(main, occupied, refill):
            return _why_not_hold_off(areas, main, occupied) or _why_not_refill(areas, refill)
        case Repel(target, hands, refill):
            if reason := why_not_repel(areas, target, hands):
                return reason
            if target.area is Area.MAIN:
                return _why_not_refill(areas, refill)
            return None if refill is None else Reason.of("deck-defence.why.no_refill_needed")
        case Explore(hand):
            return _why_not_explore(areas, hand)
    assert_never(action)


def _why_not_muster(areas: Areas, main: int, hand: int, *, remake: bool) -> Reason | None:
    card = areas.main[main]
    if card is None:
        return Reason.of("deck-defence.why.empty_space")
    if card.is_enemy:
        return Reason.of("deck-defence.why.enemy_in_hand")
    stack = areas.hand[hand]
    if len(stack) >= STACK_LIMIT:
        return Reason.of("deck-defence.why.stack_full", limit=STACK_LIMIT)
    if not stacks_on(card, stack):
        return Reason.of("deck-defence.why.no_kin", card=card_name(card), top=card_name(stack[-1]))
    if not stacks_on(card, stack, remake=remake):
        return Reason.of("deck-defence.why.same_card", card=card_name(card))
    return None


def _why_not_hold_off(areas: Areas, main: int, occupied: int) -> Reason | None:
    card = areas.main[main]
    if card is None:
        return Reason.of("deck-defence.why.empty_space")
    if not card.is_enemy:
        return Reason.of("deck-defence.why.ally_occupied")
    if areas.occupied[occupied] is not None:
        return Reason.of("deck-defence.why.occupied_taken")
    return None


def why_not_repel(areas: Areas, target: Place, hands: tuple[int, ...]) -> Reason | None:
    """Return why these hand tops do not repel the card at `target`, or None where they do (4.2)."""
    if target.area is Area.REVEAL:
        return Reason.of("deck-defence.why.reveal_only_refills")
    enemy = areas.card(target)
    if enemy is None:
        return Reason.of("deck-defence.why.empty_space")
    if not enemy.is_enemy:
        return Reason.of("deck-defence.why.not_an_enemy")
    total = 0
    for hand in hands:
        card = top(areas.hand[hand])
        if card is None:
            return Reason.of("deck-defence.why.empty_space")
        if card.suit is not enemy.suit:
            return Reason.of("deck-defence.why.other_suit", card=card_name(card), enemy=card_name(enemy))
        total += card.rank
    if len(set(hands)) < len(hands):
        return Reason.of("deck-defence.why.one_card_a_space")
    if total <= enemy.rank:
        return Reason.of("deck-defence.why.too_weak", total=total, needed=enemy.rank + 1)
    return None


def _why_not_explore(areas: Areas, hand: int) -> Reason | None:
    if not areas.hand[hand]:
        return Reason.of("deck-defence.why.empty_space")
    if None not in areas.reveal:
        return Reason.of("deck-defence.why.reveal_full")
    return None


def _why_not_refill(areas: Areas, refill: int | None) -> Reason | None:
    if refill is None:
        return Reason.of("deck-defence.why.refill_from_reveal") if _taken(areas.reveal) else None
    return Reason.of("deck-defence.why.no_refill_there") if areas.reveal[refill] is None else None


def card_name(card: Card) -> Reason:
    """Return the words for a card."""
    suit = Reason.of(f"deck-defence.suit.{card.suit.name.lower()}")
    return Reason.of("deck-defence.card.name", suit=suit, rank=card.rank)


def encode(action: Action) -> str:
    """Return the notation of the transcripts: `M2>H1=R3`, `M2>O1`, `M3xH1H2`, `H2?`; `=213` puts cards back."""
    match action:
        case Muster(main, hand, refill):
            return f"{Place(Area.MAIN, main)}>{Place(Area.HAND, hand)}{_suffix(refill)}"
        case HoldOff(main, occupied, refill):
            return f"{Place(Area.MAIN, main)}>{Place(Area.OCCUPIED, occupied)}{_suffix(refill)}"
        case Repel(target, hands, refill):
            spent = "".join(str(Place(Area.HAND, hand)) for hand in hands)
            return f"{target}x{spent}{_suffix(refill)}"
        case Explore(hand):
            return f"{Place(Area.HAND, hand)}?"
        case Reorder(order):
            return f"={''.join([str(place + 1) for place in order])}"
    assert_never(action)


def _suffix(refill: int | None) -> str:
    return "" if refill is None else f"={Place(Area.REVEAL, refill)}"


def _every_action() -> list[Action]:
    found: list[Action] = list(_EXPLORE[_ALL])
    for orders in _REORDER[1:]:
        found += orders
    for main in range(SPACES):
        for refill in (None, *range(SPACES)):
            found += [Muster(main, hand, refill) for hand in range(SPACES)]
            found += [HoldOff(main, occupied, refill) for occupied in range(SPACES)]
    for hands in _ordered_hand_sets():
        for index in range(SPACES):
            found.append(Repel(OCCUPIED_SPACES[index], hands, None))
            found += [Repel(MAIN_SPACES[index], hands, refill) for refill in (None, *range(SPACES))]
    return found


def _ordered_hand_sets() -> list[tuple[int, ...]]:
    return [hands for size in range(1, SPACES + 1) for hands in permutations(range(SPACES), size)]


_BY_TEXT = {encode(action): action for action in _every_action()}


def decode(text: str) -> Action:
    """Return the action written as `text`; raise `BadInput` for any other text."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise BadInput(Reason.of("deck-defence.bad.action", text=text)) from None
