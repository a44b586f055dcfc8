"""Lanterns: a toy game that is made to try the table: hidden hands, a face-down deck, chance in mid-game, 2-7 seats.

In turn, a seat may first bid (an open number) and then does one thing: lay a hand card open, show one to all and keep
it, bury one face down, draw from the deck, steal a card that chance picks from another hand, peek at the top of the
deck (option), or pass. After `rounds` turns each the highest sum of laid cards wins. Hands stay hidden to the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from game.core import (
    DOWN,
    BadInput,
    Chance,
    Down,
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
from game.rng import Random

HAND = 3
HIGHEST = 9
HIGHEST_BID = 2


@dataclass(frozen=True, slots=True)
class Card:
    value: int

    def __str__(self) -> str:
        return str(self.value)


DECK = tuple(Card(value) for value in range(1, HIGHEST + 1) for _ in range(4))


@dataclass(frozen=True, slots=True)
class Bid:
    number: int


@dataclass(frozen=True, slots=True)
class Lay:
    card: Card


@dataclass(frozen=True, slots=True)
class Show:
    card: Card


@dataclass(frozen=True, slots=True)
class Bury:
    card: Card


@dataclass(frozen=True, slots=True)
class Steal:
    victim: Seat


@dataclass(frozen=True, slots=True)
class Draw:
    pass


@dataclass(frozen=True, slots=True)
class Peek:
    pass


@dataclass(frozen=True, slots=True)
class Pass:
    pass


Action = Bid | Lay | Show | Bury | Steal | Draw | Peek | Pass


@dataclass(frozen=True, slots=True)
class Dealt:
    hands: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class WasBid:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Laid:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Shown:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Buried:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Stolen:
    seat: Seat
    victim: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Peeked:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome


Event = Dealt | WasBid | Laid | Shown | Buried | Stolen | Drew | Peeked | Passed | Ended


@dataclass(frozen=True, slots=True)
class WasDealt:
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SawBury:
    seat: Seat
    card: Seen[Card]


@dataclass(frozen=True, slots=True)
class SawTheft:
    seat: Seat
    victim: Seat
    card: Seen[Card]


@dataclass(frozen=True, slots=True)
class SawDraw:
    seat: Seat
    card: Seen[Card]


Notice = WasDealt | WasBid | Laid | Shown | SawBury | SawTheft | SawDraw | Peeked | Passed | Ended


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is. `turns` counts the turns that are over; `has_bid` belongs to the present one."""

    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    rows: tuple[tuple[Card, ...], ...]
    buried: tuple[Card, ...]
    bids: tuple[int | None, ...]
    has_bid: bool
    turns: int
    rounds: int
    peeking: bool
    word: int

    @property
    def seats(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees: of the other hands, the deck and the buried cards only how many they are."""

    hands: tuple[tuple[Seen[Card], ...], ...]
    deck: int
    rows: tuple[tuple[Card, ...], ...]
    buried: tuple[Down, ...]
    bids: tuple[int | None, ...]
    turn: Seat | None
    legal: tuple[Action, ...]
    outcome: Outcome | None


class Toy:
    """The rules, as a `game.core.Game`."""

    id = "toy"
    rules_version = 1
    seats = range(2, 8)
    options = (
        OptionSpec("rounds", default=2, values=(1, 2, 3)),
        OptionSpec("peeking", default=False),
        OptionSpec("deck", default="whole", values=("whole", "scant")),
    )

    def chance(self, deal: str) -> Chance:
        """Return the chance of a deal number."""
        if not (deal.isascii() and deal.isdigit()):
            raise BadInput(Reason.of("bad.deal", value=deal))
        return Random.seeded(self.id, int(deal))

    def start(self, chance: Chance, seats: int, options: Options) -> Step[State, Event]:
        """Deal three cards each; a scant deck has but four cards left."""
        pack, chance = chance.shuffled(DECK)
        word, _ = chance.below(1 << 64)
        hands = tuple(pack[HAND * seat : HAND * (seat + 1)] for seat in range(seats))
        deck = pack[HAND * seats :] if options["deck"] == "whole" else pack[HAND * seats :][:4]
        state = State(
            hands=hands,
            deck=deck,
            rows=((),) * seats,
            buried=(),
            bids=(None,) * seats,
            has_bid=False,
            turns=0,
            rounds=int(options["rounds"]),
            peeking=bool(options["peeking"]),
            word=word,
        )
        return Step(state, (Dealt(hands),), reveals=True)

    def turn(self, state: State) -> Seat | None:
        """Return the seats clockwise, each `rounds` times."""
        return Seat(state.turns % state.seats) if state.turns < state.rounds * state.seats else None

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return a bid (once a turn), or one of the things that end a turn."""
        seat = self.turn(state)
        if seat is None:
            return ()
        hand = list(dict.fromkeys(state.hands[seat]))
        actions: list[Action] = [] if state.has_bid else [Bid(number) for number in range(HIGHEST_BID + 1)]
        actions += [kind(card) for kind in (Lay, Show, Bury) for card in hand]
        actions += [Steal(Seat(other)) for other in range(state.seats) if other != seat and state.hands[other]]
        if state.deck:
            actions += [Draw(), Peek()] if state.peeking else [Draw()]
        return (*actions, Pass())

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        """Carry out one action; whatever is no bid ends the turn."""
        seat = self.turn(state)
        if seat is None or action not in self.legal(state):
            raise Illegal(Reason.of("why.toy"))
        if isinstance(action, Bid):
            bids = _put(state.bids, seat, action.number)
            return Step(replace(state, bids=bids, has_bid=True), (WasBid(seat, action.number),), reveals=False)
        after, event, reveals = self._carry_out(state, seat, action)
        after = replace(after, turns=after.turns + 1, has_bid=False)
        outcome = self.outcome(after)
        return Step(after, (event,) if outcome is None else (event, Ended(outcome)), reveals)

    def _carry_out(
        self, state: State, seat: Seat, action: Lay | Show | Bury | Steal | Draw | Peek | Pass
    ) -> tuple[State, Event, bool]:
        match action:
            case Lay(card):
                rows = _put(state.rows, seat, (*state.rows[seat], card))
                return replace(_without(state, seat, card), rows=rows), Laid(seat, card), True
            case Show(card):
                return state, Shown(seat, card), True
            case Bury(card):
                after = _without(state, seat, card)
                return replace(after, buried=(*state.buried, card)), Buried(seat, card), False
            case Steal(victim):
                place, chance = Random(state.word).below(len(state.hands[victim]))
                card = state.hands[victim][place]
                after = _with(_without(state, victim, card), seat, card)
                return replace(after, word=chance.word), Stolen(seat, victim, card), True
            case Draw():
                card = state.deck[0]
                return replace(_with(state, seat, card), deck=state.deck[1:]), Drew(seat, card), True
            case Peek():
                return state, Peeked(seat, state.deck[0]), True
            case Pass():
                return state, Passed(seat), False
        assert_never(action)

    def view(self, state: State, seat: Seat) -> View:
        """Build what the seat may see: its own hand, and what lies open."""
        turn = self.turn(state)
        return View(
            hands=tuple(
                tuple(Up(card) for card in hand) if other == seat else (DOWN,) * len(hand)
                for other, hand in enumerate(state.hands)
            ),
            deck=len(state.deck),
            rows=state.rows,
            buried=(DOWN,) * len(state.buried),
            bids=state.bids,
            turn=turn,
            legal=self.legal(state) if seat == turn else (),
            outcome=self.outcome(state),
        )

    def see(self, event: Event, seat: Seat) -> Notice | None:
        """Return an event as the seat notices it; a peek is noticed by nobody else."""
        match event:
            case Dealt(hands):
                return WasDealt(hands[seat])
            case Drew(who, card):
                return SawDraw(who, Up(card) if seat == who else DOWN)
            case Buried(who, card):
                return SawBury(who, Up(card) if seat == who else DOWN)
            case Stolen(thief, victim, card):
                return SawTheft(thief, victim, Up(card) if seat in (thief, victim) else DOWN)
            case Peeked(who):
                return event if seat == who else None
            case WasBid() | Laid() | Shown() | Passed() | Ended():
                return event
        assert_never(event)

    def outcome(self, state: State) -> Outcome | None:
        """Return the sums of the laid cards when all turns are over; all with the highest win."""
        if self.turn(state) is not None:
            return None
        scores = tuple(sum(card.value for card in row) for row in state.rows)
        winners = tuple(Seat(seat) for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(winners, scores, Reason.of("toy.outcome.laid"))

    def conceded(self, state: State) -> Outcome:
        """Return a loss: never asked for, since nobody plays alone."""
        return Outcome((), (0,) * state.seats, Reason.of("toy.outcome.conceded"))

    def encode(self, action: Action) -> str:
        """Return a letter and a number."""
        match action:
            case Bid(number):
                return f"b{number}"
            case Lay(card):
                return f"l{card}"
            case Show(card):
                return f"s{card}"
            case Bury(card):
                return f"u{card}"
            case Steal(victim):
                return f"t{victim}"
            case Draw():
                return "d"
            case Peek():
                return "k"
            case Pass():
                return "p"
        assert_never(action)

    def decode(self, text: str) -> Action:
        """Return the action of a text."""
        for action in universe(self.seats[-1]):
            if self.encode(action) == text:
                return action
        raise BadInput(Reason.of("toy.bad.action", text=text))


def universe(seats: int) -> tuple[Action, ...]:
    """Return every action there is at a table of so many seats."""
    cards = [Card(value) for value in range(1, HIGHEST + 1)]
    return (
        *(Bid(number) for number in range(HIGHEST_BID + 1)),
        *(kind(card) for kind in (Lay, Show, Bury) for card in cards),
        *(Steal(Seat(seat)) for seat in range(seats)),
        Draw(),
        Peek(),
        Pass(),
    )


def _put(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*row[:place], item, *row[place + 1 :])


def _with(state: State, seat: Seat, card: Card) -> State:
    return replace(state, hands=_put(state.hands, seat, (*state.hands[seat], card)))


def _without(state: State, seat: Seat, card: Card) -> State:
    hand = list(state.hands[seat])
    hand.remove(card)
    return replace(state, hands=_put(state.hands, seat, tuple(hand)))
