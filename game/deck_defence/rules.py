"""The rules of Deck Defence (web rules rev180319, and the remake's), as functions over frozen states.

Only `game.table.Table` and the tools that replay records hold a `State`; scenes and computer players get `public.View`.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field, replace
from typing import assert_never

from game.core import (
    DOWN,
    LATER,
    Chance,
    Illegal,
    Item,
    Options,
    OptionSpec,
    Outcome,
    Reason,
    Seat,
    Seen,
    Step,
    Up,
)
from game.deck_defence import deals, public
from game.deck_defence.public import (
    ENEMIES,
    ENEMIES_PER_SUIT,
    ENEMY_RANK,
    HAND_SPACES,
    LOOK,
    MAIN_SPACES,
    OCCUPIED_SPACES,
    RANKS_PER_SUIT,
    REMAKE,
    REVEAL_SPACES,
    SPACES,
    WEB,
    Action,
    Area,
    Areas,
    Card,
    Drawn,
    Ended,
    Explore,
    Explored,
    HoldOff,
    Looked,
    Muster,
    Mustered,
    Notice,
    Place,
    PutBack,
    Refilled,
    Reorder,
    Repel,
    Repelled,
    Row,
    Shuffled,
    Stack,
    Suit,
    View,
    WasHeldOff,
    legal_actions,
    why_not,
)

Event = Notice
"""Every event happens in the open; what is hidden (the order of the deck) stands in no event."""

PLAYER = Seat(0)
_EMPTY: Row = (None, None, None)
_SUIT_ORDER = {suit: index for index, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is. `deck` runs from the top, `discard` from the bottom to the top."""

    areas: Areas
    deck: tuple[Card, ...]
    discard: tuple[Card, ...]
    open_discards: bool
    show_budget: bool
    legal: tuple[Action, ...] = field(compare=False, repr=False)
    """Follows from the others; kept because everybody asks for it."""
    remake: bool = field(default=False, metadata=LATER)
    """Whether the remake's rules are played (section 6)."""
    looked: int = field(default=0, metadata=LATER)
    """How many cards of the deck the player looks at and must put back."""


def left_to_lose(state: State, suit: Suit) -> int:
    """Return how many ranks of `suit` may still be lost; below 0 its enemies cannot all be repelled any more (5.4)."""
    spent = sum([card.rank for card in state.discard if card.suit is suit])
    repelled = sum([card.suit is suit for card in state.areas.repelled])
    return RANKS_PER_SUIT - spent - (ENEMY_RANK + 1) * (ENEMIES_PER_SUIT - repelled)


def _score(discard: tuple[Card, ...]) -> int:
    """Ruling 5.3: the ranks of all allies that are not in the discard."""
    return RANKS_PER_SUIT * len(Suit) - sum([card.rank for card in discard])


def _outcome(areas: Areas, discard: tuple[Card, ...], legal: tuple[Action, ...]) -> Outcome | None:
    if len(areas.repelled) == ENEMIES:
        return Outcome((PLAYER,), (_score(discard),), Reason.of("deck-defence.outcome.all_repelled"))
    if not legal:
        return Outcome((), (0,), Reason.of("deck-defence.outcome.no_action"))
    return None


def _put(row: tuple[Item, Item, Item], index: int, item: Item) -> tuple[Item, Item, Item]:
    """Return the three spaces with `item` on that of `index`."""
    first, second, third = row
    if index == 0:
        return (item, second, third)
    if index == 1:
        return (first, item, third)
    return (first, second, item)


class _Hands:
    """The table while one action is carried out: what lies where by now, and the events so far."""

    def __init__(self, state: State) -> None:
        areas = state.areas
        self.main = areas.main
        self.hand = areas.hand
        self.occupied = areas.occupied
        self.reveal = areas.reveal
        self.repelled = areas.repelled
        self.deck = state.deck
        self.discard = state.discard
        self.looked = 0
        self.events: list[Event] = []
        self.reveals = False

    def spend(self, index: int) -> Card:
        """Discard the top card of a hand stack."""
        *rest, card = self.hand[index]
        self.hand = _put(self.hand, index, tuple(rest))
        self.discard = (*self.discard, card)
        return card

    def draw(self, place: Place) -> Card | None:
        """Turn over the top card of the deck, to be laid on `place`; None where the deck is empty (3.2)."""
        if not self.deck:
            return None
        card = self.deck[0]
        self.deck = self.deck[1:]
        self.events.append(Drawn(card, place))
        self.reveals = True
        return card

    def refill(self, index: int, source: int | None) -> None:
        """Fill the main space that the action empties from the reveal area, else from the deck (3.1, 3.3)."""
        if source is None:
            self.main = _put(self.main, index, self.draw(MAIN_SPACES[index]))
            return
        card = _present(self.reveal[source])
        self.reveal = _put(self.reveal, source, None)
        self.main = _put(self.main, index, card)
        self.events.append(Refilled(card, REVEAL_SPACES[source], MAIN_SPACES[index]))

    def uncover(self) -> None:
        """Draw into every empty reveal space (4.4)."""
        for index in range(SPACES):
            if self.reveal[index] is None:
                self.reveal = _put(self.reveal, index, self.draw(REVEAL_SPACES[index]))

    def look(self) -> None:
        """Look at the uppermost cards of the deck, as many as there are (section 6)."""
        self.looked = min(LOOK, len(self.deck))
        if self.looked:
            self.events.append(Looked(self.deck[: self.looked]))
            self.reveals = True

    def put_back(self, order: tuple[int, ...]) -> None:
        """Put the cards looked at back in another order."""
        cards = tuple([self.deck[place] for place in order])
        self.deck = (*cards, *self.deck[len(cards) :])
        self.events.append(PutBack(cards))

    def step(self, state: State) -> Step[State, Event]:
        areas = Areas(self.main, self.hand, self.occupied, self.reveal, self.repelled)
        won = len(self.repelled) == ENEMIES
        legal = () if won else legal_actions(areas, remake=state.remake, looked=self.looked)
        if (outcome := _outcome(areas, self.discard, legal)) is not None:
            self.events.append(Ended(outcome))
        after = replace(state, areas=areas, deck=self.deck, discard=self.discard, legal=legal, looked=self.looked)
        return Step(after, tuple(self.events), self.reveals)


def _present(card: Card | None) -> Card:
    assert card is not None
    return card


class DeckDefence:
    """Ruling pages 1 to 5 and 7 as a `game.core.Game`."""

    id = public.ID
    rules_version = 1
    seats = range(1, 2)
    options = (
        OptionSpec("rules", default=WEB, values=(WEB, REMAKE)),
        OptionSpec("open_discards", default=False),
        OptionSpec("show_budget", default=False),
    )

    def chance(self, deal: str) -> Chance:
        """Return the chance of a deal number, or of 36 cards in draw order (7.1)."""
        return deals.chance(deal)

    def start(self, chance: Chance, seats: int, options: Options) -> Step[State, Event]:  # noqa: ARG002 - one seat
        """Shuffle and draw the first three cards (3.1)."""
        deck, _ = chance.shuffled(deals.FULL_DECK)
        nothing: tuple[Stack, Stack, Stack] = ((), (), ())
        bare = State(
            Areas(_EMPTY, nothing, _EMPTY, _EMPTY, ()),
            deck,
            (),
            bool(options["open_discards"]),
            bool(options["show_budget"]),
            (),
            remake=options.get("rules", WEB) == REMAKE,
        )
        hands = _Hands(bare)
        hands.events.append(Shuffled(len(deck)))
        for index in range(SPACES):
            hands.refill(index, None)
        return hands.step(bare)

    def turn(self, state: State) -> Seat | None:
        """Return the only seat while an action is possible (5.2)."""
        return PLAYER if state.legal else None

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every possible action (section 4)."""
        return state.legal

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        """Carry out one action, the refill included (3.3); raise `Illegal` with the reason otherwise."""
        if not state.legal:
            raise Illegal(Reason.of("why.game_over"))
        if (reason := why_not(state.areas, action, remake=state.remake, looked=state.looked)) is not None:
            raise Illegal(reason)
        hands = _Hands(state)
        match action:
            case Muster(main, hand, refill):
                card = _present(hands.main[main])
                hands.hand = _put(hands.hand, hand, (*hands.hand[hand], card))
                hands.events.append(Mustered(card, MAIN_SPACES[main], HAND_SPACES[hand]))
                hands.refill(main, refill)
            case HoldOff(main, occupied, refill):
                card = _present(hands.main[main])
                hands.occupied = _put(hands.occupied, occupied, card)
                hands.events.append(WasHeldOff(card, MAIN_SPACES[main], OCCUPIED_SPACES[occupied]))
                hands.refill(main, refill)
            case Repel(target, spaces, refill):
                _repel(hands, target, spaces)
                if target.area is Area.MAIN:
                    hands.refill(target.index, refill)
            case Explore(hand):
                hands.events.append(Explored(hands.spend(hand), HAND_SPACES[hand]))
                if state.remake:
                    hands.look()
                else:
                    hands.uncover()
            case Reorder(order):
                hands.put_back(order)
            case _:
                assert_never(action)
        return hands.step(state)

    def view(self, state: State, seat: Seat) -> View:  # noqa: ARG002 - the only seat
        """Build what the player may see: of the discard only its top, of the deck only its size (2.1, 5.1).

        While the player looks at cards of the deck, these as well (section 6).
        """
        hidden = 0 if state.open_discards else max(len(state.discard) - 1, 0)
        discard: tuple[Seen[Card], ...] = (DOWN,) * hidden + tuple(Up(card) for card in state.discard[hidden:])
        left = tuple(left_to_lose(state, suit) for suit in Suit)
        sword, fire, forest = left
        outcome = self.outcome(state)
        return View(
            areas=state.areas,
            deck=len(state.deck),
            discard=discard,
            legal=state.legal,
            budget=(sword, fire, forest) if state.show_budget else None,
            doomed=next((suit for suit, points in zip(Suit, left, strict=True) if points < 0), None)
            if outcome is None
            else None,
            outcome=outcome,
            remake=state.remake,
            looked=tuple([Up(card) for card in state.deck[: state.looked]]),
        )

    def see(self, event: Event, seat: Seat) -> Notice:  # noqa: ARG002 - the only seat
        """Return the event as it is, kind by kind: each of them happens before the player's eyes."""
        match event:
            case Shuffled() | Drawn() | Refilled() | Mustered() | WasHeldOff() | Repelled() | Explored() | Ended():
                return event
            case Looked() | PutBack():
                return event
        assert_never(event)

    def outcome(self, state: State) -> Outcome | None:
        """Return a win with its score (5.1, 5.3), a loss where no action is possible (5.2), None otherwise."""
        return _outcome(state.areas, state.discard, state.legal)

    def conceded(self, state: State) -> Outcome:  # noqa: ARG002 - a loss from anywhere
        """Return the loss of a player who gives up (5.2)."""
        return Outcome((), (0,), Reason.of("deck-defence.outcome.conceded"))

    def encode(self, action: Action) -> str:
        """Return the notation of `public.encode`."""
        return public.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action of `public.decode`."""
        return public.decode(text)


def _repel(hands: _Hands, target: Place, spaces: tuple[int, ...]) -> None:
    """Repel the enemy at `target` with the tops of the hand spaces (4.2); a main space is refilled after it."""
    if target.area is Area.MAIN:
        enemy = _present(hands.main[target.index])
    else:
        enemy = _present(hands.occupied[target.index])
        hands.occupied = _put(hands.occupied, target.index, None)
    spent = tuple([hands.spend(hand) for hand in spaces])
    place = bisect(hands.repelled, _SUIT_ORDER[enemy.suit], key=lambda card: _SUIT_ORDER[card.suit])
    hands.repelled = (*hands.repelled[:place], enemy, *hands.repelled[place:])
    hands.events.append(Repelled(enemy, target, spent, tuple([HAND_SPACES[hand] for hand in spaces])))
