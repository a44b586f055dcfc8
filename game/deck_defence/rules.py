"""The rules of Deck Defence (web rules rev180319), as functions over frozen states.

Only `game.table.Table` and the tools that replay records hold a `State`; scenes and computer players get `public.View`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from game.core import (
    DOWN,
    BadInput,
    Chance,
    Illegal,
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
    RANKS_PER_SUIT,
    SPACES,
    Action,
    Area,
    Areas,
    Card,
    Drawn,
    Ended,
    Explore,
    Explored,
    HoldOff,
    Muster,
    Mustered,
    Notice,
    Place,
    Refilled,
    Repel,
    Repelled,
    Row,
    Shuffled,
    Stack,
    Suit,
    View,
    WasHeldOff,
    legal_actions,
    top,
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
    """Follows from `areas`; kept because everybody asks for it."""


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


class _Hands:
    """The table while one action is carried out: plain lists, and the events so far."""

    def __init__(self, state: State) -> None:
        areas = state.areas
        self.main = list(areas.main)
        self.hand = list(areas.hand)
        self.occupied = list(areas.occupied)
        self.reveal = list(areas.reveal)
        self.repelled = areas.repelled
        self.deck = state.deck
        self.discard = state.discard
        self.events: list[Event] = []
        self.reveals = False

    def take_main(self, index: int) -> Card:
        card = self.main[index]
        assert card is not None  # `why_not` has looked
        self.main[index] = None
        return card

    def spend(self, index: int) -> Card:
        """Discard the top card of a hand stack."""
        stack = self.hand[index]
        self.hand[index] = stack[:-1]
        self.discard = (*self.discard, stack[-1])
        return stack[-1]

    def draw(self, area: Area, index: int) -> None:
        """Turn the top card of the deck over onto an empty space, if there is one."""
        if not self.deck:
            return
        card = self.deck[0]
        self.deck = self.deck[1:]
        (self.main if area is Area.MAIN else self.reveal)[index] = card
        self.events.append(Drawn(card, Place(area, index)))
        self.reveals = True

    def refill(self, index: int, source: int | None) -> None:
        """Fill the emptied main space from the reveal area, else from the deck (3.1, 3.3)."""
        if source is None:
            self.draw(Area.MAIN, index)
            return
        card = self.reveal[source]
        assert card is not None  # `why_not` has looked
        self.reveal[source] = None
        self.main[index] = card
        self.events.append(Refilled(card, Place(Area.REVEAL, source), Place(Area.MAIN, index)))

    def step(self, state: State) -> Step[State, Event]:
        first, second, third = self.hand
        areas = Areas(
            _row(self.main), (first, second, third), _row(self.occupied), _row(self.reveal), self.repelled
        )
        won = len(self.repelled) == ENEMIES
        legal = () if won else legal_actions(areas)
        if (outcome := _outcome(areas, self.discard, legal)) is not None:
            self.events.append(Ended(outcome))
        after = State(areas, self.deck, self.discard, state.open_discards, state.show_budget, legal)
        return Step(after, tuple(self.events), self.reveals)


def _row(cards: list[Card | None]) -> Row:
    first, second, third = cards
    return (first, second, third)


class DeckDefence:
    """Ruling pages 1 to 5 and 7 as a `game.core.Game`."""

    id = public.ID
    rules_version = 1
    seats = range(1, 2)
    options = (OptionSpec("open_discards", default=False), OptionSpec("show_budget", default=False))

    def chance(self, deal: str) -> Chance:
        """Return the chance of a deal number, or of 36 cards in draw order (7.1)."""
        return deals.chance(deal)

    def start(self, chance: Chance, seats: int, options: Options) -> Step[State, Event]:
        """Shuffle and draw the first three cards (3.1)."""
        if seats not in self.seats:
            raise BadInput(Reason.of("bad.seats", seats=seats, least=1, most=1))
        deck, _ = chance.shuffled(deals.FULL_DECK)
        nothing: tuple[Stack, Stack, Stack] = ((), (), ())
        bare = State(
            Areas(_EMPTY, nothing, _EMPTY, _EMPTY, ()),
            deck,
            (),
            bool(options["open_discards"]),
            bool(options["show_budget"]),
            (),
        )
        hands = _Hands(bare)
        hands.events.append(Shuffled(len(deck)))
        for index in range(SPACES):
            hands.draw(Area.MAIN, index)
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
        if (reason := why_not(state.areas, action)) is not None:
            raise Illegal(reason)
        hands = _Hands(state)
        match action:
            case Muster(main, hand, refill):
                card = hands.take_main(main)
                hands.hand[hand] = (*hands.hand[hand], card)
                hands.events.append(Mustered(card, Place(Area.MAIN, main), Place(Area.HAND, hand)))
                hands.refill(main, refill)
            case HoldOff(main, occupied, refill):
                card = hands.take_main(main)
                hands.occupied[occupied] = card
                hands.events.append(WasHeldOff(card, Place(Area.MAIN, main), Place(Area.OCCUPIED, occupied)))
                hands.refill(main, refill)
            case Repel():
                _repel(hands, action)
            case Explore(hand):
                card = hands.spend(hand)
                hands.events.append(Explored(card, Place(Area.HAND, hand)))
                for index in range(SPACES):
                    if hands.reveal[index] is None:
                        hands.draw(Area.REVEAL, index)
            case _:
                assert_never(action)
        return hands.step(state)

    def view(self, state: State, seat: Seat) -> View:
        """Build what the player may see: of the discard only its top, of the deck only its size (2.1, 5.1)."""
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
        )

    def see(self, event: Event, seat: Seat) -> Notice:
        """Return the event as it is, kind by kind: each of them happens before the player's eyes."""
        match event:
            case Shuffled() | Drawn() | Refilled() | Mustered() | WasHeldOff() | Repelled() | Explored() | Ended():
                return event
        assert_never(event)

    def outcome(self, state: State) -> Outcome | None:
        """Return a win with its score (5.1, 5.3), a loss where no action is possible (5.2), None otherwise."""
        return _outcome(state.areas, state.discard, state.legal)

    def conceded(self, state: State) -> Outcome:
        """Return the loss of a player who gives up (5.2)."""
        return Outcome((), (0,), Reason.of("deck-defence.outcome.conceded"))

    def encode(self, action: Action) -> str:
        """Return the notation of `public.encode`."""
        return public.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action of `public.decode`."""
        return public.decode(text)


def _repel(hands: _Hands, action: Repel) -> None:
    index = action.target.index
    if action.target.area is Area.MAIN:
        enemy = hands.take_main(index)
    else:
        occupant = hands.occupied[index]
        assert occupant is not None  # `why_not` has looked
        enemy = occupant
        hands.occupied[index] = None
    spent = tuple([hands.spend(hand) for hand in action.hands])
    hands.repelled = tuple(sorted((*hands.repelled, enemy), key=lambda card: _SUIT_ORDER[card.suit]))
    spaces = tuple(Place(Area.HAND, hand) for hand in action.hands)
    hands.events.append(Repelled(enemy, action.target, spent, spaces))
    if action.target.area is Area.MAIN and len(hands.repelled) < ENEMIES:
        hands.refill(index, action.refill)
