"""The table of 涼宮ハルヒの贈殖 while one action is carried out, and the state it leads from and to.

Belongs to `rules`: whoever may not hold a `State` imports neither.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Chance, Seat, Seen, Step, Up
from game.haruhi import scoring
from game.haruhi.card_set import SOS, Card, Effect, EventCard, Op, Person, Role, Rule
from game.haruhi.choices import can_be_used
from game.haruhi.notices import (
    Accused,
    Cleared,
    DeckMade,
    EffectBegan,
    EffectForgone,
    EffectLapsed,
    Ended,
    EventClaimed,
    EventSetAside,
    EventsHandedOut,
    EventTaken,
    EventTurned,
    Given,
    HandDiscarded,
    Laid,
    NothingClaimed,
    Passed,
    Passing,
    Peeked,
    RolesTurned,
    RoleTurned,
    RuleSet,
    SosLaid,
    Stolen,
    Swapped,
)
from game.haruhi.public import Accusation, Board, Phase


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt, and the first player was drawn by lot (2.1, 2.2)."""

    hands: tuple[tuple[Card, ...], ...]
    roles: tuple[Role, ...]
    deck: int
    first: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """A player drew cards (3.7, 4.2)."""

    seat: Seat
    cards: tuple[Card, ...]


Event = (
    Dealt
    | EventTurned
    | Laid
    | SosLaid
    | Passed
    | EventTaken
    | EventSetAside
    | Cleared
    | DeckMade
    | Drew
    | EffectBegan
    | EffectForgone
    | EffectLapsed
    | Accused
    | RoleTurned
    | HandDiscarded
    | EventsHandedOut
    | EventClaimed
    | NothingClaimed
    | Peeked
    | Stolen
    | Swapped
    | Given
    | RuleSet
    | RolesTurned
    | Ended
)

_REVEALING = (EventTurned, Laid, SosLaid, DeckMade, Drew, Accused, Peeked, Stolen, RolesTurned)
"""Events by which somebody learns of a hidden card, or that used up chance: what holds one cannot be taken back."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is: the open `board`, and beside it what is hidden.

    `hands` are in the order drawn, `roles` by seat, `spare` the characters that nobody has (2.1); `peeks` are the seats
    whose characters each seat has looked at. `deck` and `pile` run from the top, `discard` from the bottom.
    """

    board: Board
    hands: tuple[tuple[Card, ...], ...]
    roles: tuple[Role, ...]
    spare: tuple[Role, ...]
    peeks: tuple[tuple[Seat, ...], ...]
    deck: tuple[Card, ...]
    discard: tuple[Card, ...]
    pile: tuple[EventCard, ...]
    chance: Chance


class Course:
    """The table while one action is carried out: what lies where by now, and the events so far."""

    def __init__(self, state: State) -> None:
        board = state.board
        self.card_set = board.card_set
        self.hands = list(state.hands)
        self.roles = state.roles
        self.spare = state.spare
        self.peeks = list(state.peeks)
        self.deck = state.deck
        self.discard = state.discard
        self.pile = state.pile
        self.chance = state.chance
        self.event = board.event
        self.rules = board.rules
        self.coming = board.coming
        self.laid = list(board.laid)
        self.totals = list(board.totals)
        self.since = list(board.since)
        self.acted = board.acted
        self.passed = board.passed
        self.owned = list(board.owned)
        self.doubled = board.doubled
        self.aside = board.aside
        self.first = board.first
        self.turn = board.turn
        self.phase = board.phase
        self.taker = board.taker
        self.effects = board.effects
        self.optional = board.optional
        self.accused = board.accused
        self.accusations = board.accusations
        self.exposed = board.exposed
        self.seen: tuple[Seen[Role], ...] = board.roles
        self.outcome = board.outcome
        self.events: list[Event] = []

    def board(self) -> Board:
        """Return what is open to all by now."""
        return Board(
            card_set=self.card_set,
            hands=tuple([len(hand) for hand in self.hands]),
            deck=len(self.deck),
            discard=len(self.discard),
            pile=len(self.pile),
            event=self.event,
            rules=self.rules,
            coming=self.coming,
            laid=tuple(self.laid),
            totals=tuple(self.totals),
            since=tuple(self.since),
            acted=self.acted,
            owned=tuple(self.owned),
            doubled=self.doubled,
            aside=self.aside,
            first=self.first,
            turn=self.turn,
            phase=self.phase,
            taker=self.taker,
            effects=self.effects,
            optional=self.optional,
            accused=self.accused,
            accusations=self.accusations,
            roles=self.seen,
            exposed=self.exposed,
            outcome=self.outcome,
            passed=self.passed,
        )

    def step(self) -> Step[State, Event]:
        """Return where all this has led."""
        state = State(
            board=self.board(),
            hands=tuple(self.hands),
            roles=self.roles,
            spare=self.spare,
            peeks=tuple(self.peeks),
            deck=self.deck,
            discard=self.discard,
            pile=self.pile,
            chance=self.chance,
        )
        reveals = any(
            isinstance(event, _REVEALING) or (isinstance(event, Passed) and event.why is Passing.STUCK)
            for event in self.events
        )
        return Step(state, tuple(self.events), reveals)

    # What several actions do

    @property
    def actor(self) -> Seat:
        """Whoever decides."""
        assert self.turn is not None
        return self.turn

    @property
    def owner(self) -> Seat:
        """Whoever has taken the event and uses its effect."""
        assert self.taker is not None
        return self.taker

    def clockwise(self) -> list[Seat]:
        """Return all seats, from the first player on."""
        seats = len(self.hands)
        return [Seat((self.first + distance) % seats) for distance in range(seats)]

    def lay_down(self, seat: Seat, to: Seat, cards: tuple[Card, ...]) -> None:
        """Move cards from a hand, whose others stay in their order, before a player."""
        left = list(self.hands[seat])
        for card in cards:
            left.remove(card)
        self.hands[seat] = tuple(left)
        self.laid[to] += cards

    def draw(self, seat: Seat, count: int) -> None:
        """Draw up to so many cards; an empty deck is made anew from the discard (3.7)."""
        drawn: tuple[Card, ...] = ()
        while len(drawn) < count:
            if not self.deck:
                if not self.discard:
                    break
                self.events.append(DeckMade(len(self.discard)))
                self.deck, self.chance = self.chance.shuffled(self.discard)
                self.discard = ()
            missing = count - len(drawn)
            drawn, self.deck = drawn + self.deck[:missing], self.deck[missing:]
        if drawn:
            self.hands[seat] += drawn
            self.events.append(Drew(seat, drawn))

    def throw_hand(self, seat: Seat) -> None:
        """Put a whole hand on the discard."""
        self.events.append(HandDiscarded(seat, len(self.hands[seat])))
        self.discard += self.hands[seat]
        self.hands[seat] = ()

    def move_event(self, event: EventCard, giver: Seat, to: Seat) -> None:
        """Move an event from before one player to before another, where it comes last."""
        self.owned[giver] = tuple([other for other in self.owned[giver] if other != event])
        self.owned[to] += (event,)

    # The auction (3)

    def begin_round(self) -> None:
        """Turn the next event (3.1), or end the game after the last (6.1)."""
        self.taker, self.effects, self.optional = None, (), False
        self.rules, self.coming = self.coming, ()
        if not self.pile:
            self.end()
            return
        event, self.pile = self.pile[0], self.pile[1:]
        self.event, self.acted, self.passed, self.phase = event, 0, (), Phase.AUCTION
        if Rule.DOUBLE in self.rules:
            self.doubled += (event.number,)
        number = len(self.card_set.events) - len(self.pile)
        self.events.append(EventTurned(self.first, number, event, self.rules))
        self.ask()

    def ask(self) -> None:
        """Ask the next player; who has no cards passes by himself (3.3). When all have acted the auction is over."""
        seats = len(self.hands)
        while self.acted < seats:
            seat = Seat((self.first + self.acted) % seats)
            if self.hands[seat]:
                self.turn = seat
                return
            self.events.append(Passed(seat, Passing.EMPTY))
            self.passed += (seat,)
            self.acted += 1
        self.close(None)

    def give_gift(self, to: Seat, cards: tuple[Card, ...]) -> None:
        """Lay cards before a player (3.2)."""
        seat = self.actor
        self.lay_down(seat, to, cards)
        self.totals[to] += sum([card.value for card in cards])
        self.acted += 1
        self.since[to] = self.acted
        self.events.append(Laid(seat, to, cards, self.totals[to]))
        self.ask()

    def pass_on(self) -> None:
        """Lay nothing (3.3)."""
        why = Passing.STUCK if Rule.NOBODY_PASSES in self.rules else Passing.WISH
        self.events.append(Passed(self.actor, why))
        self.passed += (self.actor,)
        self.acted += 1
        self.ask()

    def lay_sos(self, to: Seat) -> None:
        """Lay an SOS card (3.4)."""
        seat = self.actor
        self.lay_down(seat, to, (SOS,))
        self.events.append(SosLaid(seat, to))
        self.close(to)

    def close(self, out: Seat | None) -> None:
        """End the auction (3.5 to 3.8): `out` is out of it by an SOS card."""
        event = self.event
        assert event is not None
        bids = [(total, -since, Seat(seat)) for seat, (total, since) in enumerate(self.standing()) if seat != out]
        total, _, winner = max(bids)
        if total:
            self.owned[winner] += (event,)
            self.taker = self.first = winner
            self.events.append(EventTaken(winner, event, total))
        else:
            self.aside += (event,)
            self.events.append(EventSetAside(event))
        self.event = None
        self.clear()
        for seat in self.clockwise():
            self.draw(seat, 1)
        if total:
            self.effects, self.optional = self.card_set.event(event).effects, True
        self.resolve()

    def standing(self) -> list[tuple[int, int]]:
        """Return the total of each seat, and by which lay it was reached: the earlier goes first (3.5)."""
        return list(zip(self.totals, self.since, strict=True))

    def clear(self) -> None:
        """Move all laid cards to the discard (3.7)."""
        laid = tuple([card for row in self.laid for card in row])
        seats = len(self.laid)
        self.laid, self.totals, self.since = [()] * seats, [0] * seats, [0] * seats
        if laid:
            self.discard += laid
            self.events.append(Cleared(len(laid)))

    # The effect of the event that was taken (4)

    def resolve(self) -> None:
        """Go on with the effect up to the next decision; after it comes the next auction (4.1)."""
        while self.effects:
            effect = self.effects[0]
            if can_be_used(self.board(), effect):
                if self.optional or effect.op not in (Op.DRAW, Op.NEXT):
                    self.phase, self.turn = Phase.EFFECT, self.owner
                    return
                self.carry_out(effect)
            else:
                self.events.append(EffectLapsed(self.owner, effect))
            self.effects = self.effects[1:]
        self.begin_round()

    def go_on(self) -> None:
        """Go on after the part of the effect that was decided upon."""
        self.effects, self.optional, self.accused = self.effects[1:], False, None
        self.resolve()

    def carry_out(self, effect: Effect) -> None:
        """Carry out a part that needs no choice."""
        self.begin_effect(effect)
        if effect.rule is None:
            self.draw(self.owner, effect.count)
        else:
            self.coming += () if effect.rule in self.coming else (effect.rule,)
            self.events.append(RuleSet(self.owner, effect.rule))

    def begin_effect(self, effect: Effect) -> None:
        """Say what takes place."""
        self.events.append(EffectBegan(self.owner, effect))

    def forgo(self) -> None:
        """Do not use the effect: none of its parts takes place (4.1)."""
        self.events.append(EffectForgone(self.owner))
        self.effects = ()
        self.resolve()

    def use(self) -> None:
        """Use an effect that needs no choice."""
        self.carry_out(self.effects[0])
        self.go_on()

    def peek(self, target: Seat) -> None:
        """Look at a face-down character (4.2)."""
        self.begin_effect(self.effects[0])
        if target not in self.peeks[self.owner]:
            self.peeks[self.owner] += (target,)
        self.events.append(Peeked(self.owner, target, self.roles[target]))
        self.go_on()

    def steal(self, target: Seat) -> None:
        """Take a random card from a hand (4.2)."""
        self.begin_effect(self.effects[0])
        hand = self.hands[target]
        place, self.chance = self.chance.below(len(hand))
        self.hands[target] = hand[:place] + hand[place + 1 :]
        self.hands[self.owner] += (hand[place],)
        self.events.append(Stolen(self.owner, target, hand[place]))
        self.go_on()

    def swap(self, own: EventCard, other: EventCard) -> None:
        """Exchange events (4.2)."""
        target = next(Seat(seat) for seat, events in enumerate(self.owned) if other in events)
        self.begin_effect(self.effects[0])
        self.move_event(own, self.owner, target)
        self.move_event(other, target, self.owner)
        self.events.append(Swapped(self.owner, own, target, other))
        self.go_on()

    def give(self, event: EventCard, to: Seat) -> None:
        """Give an event away (4.2)."""
        self.begin_effect(self.effects[0])
        self.move_event(event, self.owner, to)
        self.events.append(Given(self.owner, to, event))
        self.go_on()

    # まっがーれ↓ (5)

    def accuse(self, target: Seat, person: Person) -> None:
        """Accuse a player; who was wrong about it loses his hand (5.2, 5.3)."""
        accuser = self.owner
        right = self.roles[target] == Role(person)
        self.begin_effect(self.effects[0])
        self.accusations += (Accusation(accuser, target, person, right),)
        self.events.append(Accused(accuser, target, person, right))
        if right:
            self.expose(target)
        self.throw_hand(target if right else accuser)
        if not self.owned[target if right else accuser]:
            self.go_on()
            return
        self.accused = target
        self.phase, self.turn = (Phase.HAND_OUT, accuser) if right else (Phase.CLAIM, target)

    def expose(self, seat: Seat) -> None:
        """Turn a character up (5.2)."""
        role = self.roles[seat]
        self.seen = (*self.seen[:seat], Up(role), *self.seen[seat + 1 :])
        self.exposed = (*self.exposed[:seat], True, *self.exposed[seat + 1 :])
        self.events.append(RoleTurned(seat, role))

    def hand_out(self, receivers: tuple[Seat, ...]) -> None:
        """Hand out the events of the accused (5.2); those he keeps stay where they lie."""
        accused = self.accused
        assert accused is not None
        moves = tuple(zip(self.owned[accused], receivers, strict=True))
        for event, receiver in moves:
            if receiver != accused:
                self.move_event(event, accused, receiver)
        self.events.append(EventsHandedOut(self.owner, accused, moves))
        self.go_on()

    def claim(self, event: EventCard | None) -> None:
        """Let the wrongly accused take an event of the accuser, or none (5.3)."""
        seat = self.actor
        if event is None:
            self.events.append(NothingClaimed(seat, self.owner))
        else:
            self.move_event(event, self.owner, seat)
            self.events.append(EventClaimed(seat, self.owner, event))
        self.go_on()

    # The end (6)

    def end(self) -> None:
        """Turn up all characters and see whose win condition holds (6.3)."""
        self.turn, self.phase = None, Phase.OVER
        self.outcome = scoring.outcome(self.board(), self.roles)
        self.seen = tuple([Up(role) for role in self.roles])
        self.events += [RolesTurned(self.roles), Ended(self.outcome)]
