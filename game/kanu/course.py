"""The table of Kan'u Collection while one action is carried out, and the state it leads from and to.

Belongs to `rules`: whoever may not hold a `State` imports neither.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from game.core import DOWN, Chance, Outcome, Reason, Seat, Seen, Step, Up
from game.kanu.card_set import Card, Effect
from game.kanu.public import (
    Ambushed,
    Answered,
    Board,
    Captured,
    CardClosed,
    CardOpened,
    Cell,
    Developed,
    DuelDeclined,
    DuelFought,
    EffectBegan,
    EffectLapsed,
    Ended,
    FieldLaid,
    Hand,
    HandsRaised,
    HeldBack,
    PairTaken,
    Phase,
    Place,
    Reinforced,
    Scouted,
    Sortied,
    Spied,
    StartRolled,
    StepBegan,
    Tokens,
    TurnEnded,
    Way,
)

DIE = 6
NO_TOKENS = Tokens()


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt (2.1)."""

    hands: tuple[tuple[Card, ...], ...]
    field: int
    deck: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A player drew cards at the end of the turn (4.1)."""

    seat: Seat
    cards: tuple[Card, ...]


Event = (
    Dealt
    | StartRolled
    | StepBegan
    | CardOpened
    | Sortied
    | Reinforced
    | Scouted
    | Developed
    | Ambushed
    | Answered
    | Captured
    | CardClosed
    | EffectBegan
    | EffectLapsed
    | HandsRaised
    | Spied
    | DuelFought
    | DuelDeclined
    | PairTaken
    | HeldBack
    | Drew
    | FieldLaid
    | TurnEnded
    | Ended
)

_REVEALING = (
    CardOpened,
    Sortied,
    Reinforced,
    Scouted,
    Developed,
    Ambushed,
    HandsRaised,
    Spied,
    DuelFought,
    Drew,
    FieldLaid,
)
"""Events by which somebody learns of a hidden card, or that used up chance: what holds one cannot be taken back."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is: the open `board`, and beside it what is hidden.

    `hands` are in the order drawn, `field` holds each card that lies on it, open or not, `deck` runs from the top.
    """

    board: Board
    hands: tuple[tuple[Card, ...], ...]
    field: tuple[Card | None, ...]
    deck: tuple[Card, ...]
    chance: Chance


class Course:
    """The table while one action is carried out: what lies where by now, and the events so far."""

    def __init__(self, state: State) -> None:
        board = state.board
        self.board = board
        self.card_set = board.card_set
        self.hands = list(state.hands)
        self.field = list(state.field)
        self.deck = state.deck
        self.chance = state.chance
        self.opened = board.opened
        self.pairs = list(board.pairs)
        self.waiting = list(board.waiting)
        self.player = board.player
        self.turn = board.turn
        self.phase = board.phase
        self.pursuit = board.pursuit
        self.tokens = board.tokens
        self.loser = board.loser
        self.effects = board.effects
        self.night_pair = board.night_pair
        self.supply = board.supply
        self.formation = board.formation
        self.captured = board.captured
        self.quiet = board.quiet
        self.turns = board.turns
        self.outcome = board.outcome
        self.events: list[Event] = []

    def step(self) -> Step[State, Event]:
        """Return where all this has led."""
        seen: list[Seen[Card] | None] = [None if card is None else DOWN for card in self.field]
        for cell in self.opened:
            seen[cell] = Up(self.lying(cell))
        board = Board(
            card_set=self.card_set,
            hands=tuple([len(hand) for hand in self.hands]),
            field=tuple(seen),
            opened=self.opened,
            deck=len(self.deck),
            pairs=tuple(self.pairs),
            waiting=tuple(self.waiting),
            start=self.board.start,
            player=self.player,
            turn=self.turn,
            phase=self.phase,
            pursuit=self.pursuit,
            tokens=self.tokens,
            loser=self.loser,
            effects=self.effects,
            night_pair=self.night_pair,
            supply=self.supply,
            formation=self.formation,
            captured=self.captured,
            quiet=self.quiet,
            turns=self.turns,
            outcome=self.outcome,
        )
        state = State(board, tuple(self.hands), tuple(self.field), self.deck, self.chance)
        return Step(state, tuple(self.events), any(isinstance(event, _REVEALING) for event in self.events))

    # What several actions do

    def others(self) -> list[Seat]:
        """Return the players who can be asked, clockwise from the one whose turn it is."""
        seats = len(self.hands)
        return [Seat((self.player + distance) % seats) for distance in range(1, seats)]

    def lying(self, cell: int) -> Card:
        """Return the card at a cell of the field."""
        card = self.field[cell]
        assert card is not None
        return card

    def give_up(self, seat: Seat, card: Card) -> Hand:
        """Take a card out of a hand, whose others stay in their order."""
        hand = self.hands[seat]
        place = hand.index(card)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        return Hand(seat)

    def lift(self, cell: int) -> Cell:
        """Take a card from the field."""
        self.field[cell] = None
        self.opened = tuple([other for other in self.opened if other != cell])
        return Cell(cell)

    def capture(self, card: Card, way: Way, places: tuple[Place, Place]) -> None:
        """Lay a pair before its new owner; its effects wait until all pairs of the action lie there (3.8)."""
        self.pairs[self.player] += (card,)
        self.captured += 1
        self.events.append(Captured(self.player, card, way, places))
        self.effects += tuple([(card, effect) for effect in self.card_set.effects(card)])

    def die(self) -> int:
        """Roll a die."""
        rolled, self.chance = self.chance.below(DIE)
        return rolled + 1

    # The actions

    def open(self, cell: int) -> None:
        """Open a field card (3.1); by night a second one, and two that match are captured (5.4)."""
        card = self.lying(cell)
        self.events.append(CardOpened(self.player, cell, card))
        earlier, self.opened = self.opened, (*self.opened, cell)
        if earlier and self.lying(earlier[0]) == card:
            self.capture(card, Way.NIGHT, (self.lift(earlier[0]), self.lift(cell)))
            self.night_pair = True
            self.resolve()
        elif self.tokens.night and not earlier and len(self.field) - self.field.count(None) > 1:
            self.phase = Phase.OPEN
        else:
            self.phase = Phase.ACT

    def sortie(self, cell: int) -> None:
        """Turn up another field card (3.2)."""
        card = self.lying(cell)
        matching = [other for other in self.opened if self.lying(other) == card]
        self.events.append(Sortied(self.player, cell, card, hit=bool(matching)))
        if matching:
            self.supply += self.card_set.draws.sortie
            self.capture(card, Way.SORTIE, (self.lift(matching[0]), self.lift(cell)))
            self.resolve()
        else:
            self.events.append(CardClosed(cell, card))
            self.end_step()

    def reinforce(self, cell: int) -> None:
        """Lay the match from one's hand (3.3)."""
        card = self.lying(cell)
        self.events.append(Reinforced(self.player, cell, card))
        self.supply += self.card_set.draws.reinforce
        self.capture(card, Way.REINFORCE, (self.lift(cell), self.give_up(self.player, card)))
        self.resolve()

    def scout(self, cells: tuple[int, ...], target: Seat | None) -> None:
        """Ask for the match of opened cards (3.4); at most one other player can have it."""
        wanted = [(cell, self.lying(cell)) for cell in cells]
        cards = tuple([card for _, card in wanted])
        self.events.append(Scouted(self.player, cells, cards, target))
        asked = self.others() if target is None else [target]
        self.events += [Answered(seat, tuple([card in self.hands[seat] for card in cards])) for seat in asked]
        found = [(cell, card, seat) for cell, card in wanted for seat in asked if card in self.hands[seat]]
        if not found:
            self.end_step()
            return
        self.supply += self.card_set.draws.scout
        for cell, card, seat in found:
            self.capture(card, Way.SCOUT, (self.lift(cell), self.give_up(seat, card)))
        self.resolve()

    def develop(self, card: Card) -> None:
        """Lay two equal hand cards (3.5)."""
        self.events.append(Developed(self.player, card))
        self.supply += self.card_set.draws.develop
        self.capture(card, Way.DEVELOP, (self.give_up(self.player, card), self.give_up(self.player, card)))
        self.resolve()

    def ambush(self, card: Card) -> None:
        """Show a hand card and ask all others for its match (3.6); at most one of them can have it."""
        self.events.append(Ambushed(self.player, card))
        asked = self.others()
        self.events += [Answered(seat, (card in self.hands[seat],)) for seat in asked]
        holders = [seat for seat in asked if card in self.hands[seat]]
        if holders:
            self.supply += self.card_set.draws.ambush
            self.capture(card, Way.AMBUSH, (self.give_up(self.player, card), self.give_up(holders[0], card)))
        self.resolve()

    def hold_back(self) -> None:
        """Leave out the ambush after a pair opened by night (5.4)."""
        self.events.append(HeldBack(self.player))
        self.end_step()

    def spy(self, target: Seat) -> None:
        """Look at random cards of a hand, all at once (5.6)."""
        mixed, self.chance = self.chance.shuffled(self.hands[target])
        seen = mixed[: self.card_set.seen(self.pairs[self.player])]
        self.events.append(Spied(self.player, target, seen))
        self.effect_is_over()

    def challenge(self, target: Seat) -> None:
        """Fight a duel: the winner takes a pair of his choice (5.7)."""
        dice = (self.die(), self.die())
        bonuses = (self.card_set.bonus(self.pairs[self.player]), self.card_set.bonus(self.pairs[target]))
        won = dice[0] + bonuses[0] >= dice[1] + bonuses[1]
        winner, self.loser = (self.player, target) if won else (target, self.player)
        self.events.append(DuelFought(self.player, target, dice, bonuses, winner))
        self.turn, self.phase = winner, Phase.TAKE

    def decline(self) -> None:
        """Fight no duel (5.7)."""
        self.events.append(DuelDeclined(self.player))
        self.effect_is_over()

    def take(self, pair: Card) -> None:
        """Move a captured pair from the loser of a duel to its winner; its effects stay silent (section 5)."""
        winner, loser = self.turn, self.loser
        assert winner is not None
        assert loser is not None
        self.pairs[loser] = tuple([other for other in self.pairs[loser] if other != pair])
        self.pairs[winner] += (pair,)
        self.events.append(PairTaken(winner, loser, pair))
        self.turn, self.loser = self.player, None
        self.effect_is_over()

    # What follows from them

    def effect_is_over(self) -> None:
        """Go on with the effects after the one that was decided upon."""
        self.effects = self.effects[1:]
        self.resolve()

    def resolve(self) -> None:
        """Let the waiting effects take place one after the other, up to one that needs a decision (section 5)."""
        while self.effects:
            card, effect = self.effects[0]
            self.events.append(EffectBegan(self.player, card, effect))
            if self.needs_decision(effect):
                return
            self.effects = self.effects[1:]
        ambush_may_follow, self.night_pair = self.night_pair, False
        if ambush_may_follow and self.hands[self.player]:
            self.phase = Phase.AMBUSH
        else:
            self.end_step()

    def needs_decision(self, effect: Effect) -> bool:
        """Let one effect take place; return whether a player has to decide about it first."""
        match effect:
            case Effect.FORMATION:
                self.formation = True
            case Effect.SUPPORT:
                self.events.append(HandsRaised(self.supporters()))
            case Effect.SEARCH:
                self.waiting[self.player] = replace(self.waiting[self.player], search=True)
            case Effect.NIGHT:
                self.waiting[self.player] = replace(self.waiting[self.player], night=True)
            case Effect.ESPIONAGE | Effect.DUEL:
                spying = effect is Effect.ESPIONAGE
                if any(self.hands[seat] if spying else self.pairs[seat] for seat in self.others()):
                    self.phase = Phase.SPY if spying else Phase.DUEL
                    return True
                self.events.append(EffectLapsed(self.player, effect))
            case _:
                assert_never(effect)
        return False

    def supporters(self) -> tuple[Seat, ...]:
        """Return who holds a card that bears the 支援 mark (5.2)."""
        effects = self.card_set.effects
        return tuple(
            [
                Seat(seat)
                for seat, hand in enumerate(self.hands)
                if any(Effect.SUPPORT in effects(card) for card in hand)
            ]
        )

    def end_step(self) -> None:
        """Close what is still open; a first step with a capture is followed by the pursuit (3.1, 3.7)."""
        self.events += [CardClosed(cell, self.lying(cell)) for cell in self.opened]
        self.opened = ()
        if self.captured and not self.pursuit and any(self.field):
            self.begin_step(pursuit=True)
        else:
            self.end_turn()

    def begin_step(self, *, pursuit: bool) -> None:
        """Begin a step, in which the tokens that wait are used up (5.5)."""
        self.pursuit = pursuit
        self.tokens, self.waiting[self.player] = self.waiting[self.player], NO_TOKENS
        self.turn, self.phase = self.player, Phase.OPEN
        self.events.append(StepBegan(self.player, pursuit, self.tokens))

    def end_turn(self) -> None:
        """Supply, then formation (section 4), then the end or the next player's turn (6.1, 6.2)."""
        if drawn := self.deck[: self.supply]:
            self.deck = self.deck[self.supply :]
            self.hands[self.player] += drawn
            self.events.append(Drew(self.player, drawn))
        self.lay_field()
        self.events.append(TurnEnded(self.player, self.captured))
        self.turns += 1
        self.quiet = 0 if self.captured else self.quiet + 1
        guard = self.card_set.guard_rounds
        if not any(self.field):
            self.end(Reason.of("kanu.outcome.field"))
        elif guard and self.quiet == guard * len(self.hands):
            self.end(Reason.of("kanu.outcome.guard", count=guard))
        else:
            self.player = Seat((self.player + 1) % len(self.hands))
            self.supply, self.formation, self.captured = 0, False, 0
            self.begin_step(pursuit=False)

    def lay_field(self) -> None:
        """Fill the field and lay it afresh where 編成 was captured, or it is small and the deck has cards (4.2)."""
        lying = [card for card in self.field if card is not None]
        if not (self.formation or (len(lying) <= self.card_set.small and self.deck)):
            return
        room = self.card_set.cells - len(lying)
        filling, self.deck = self.deck[:room], self.deck[room:]
        laid, self.chance = self.chance.shuffled((*lying, *filling))
        self.field = [*laid, *[None] * (self.card_set.cells - len(laid))]
        self.events.append(FieldLaid(len(filling), len(laid), self.formation))

    def end(self, reason: Reason) -> None:
        """End the game: most captured pairs win, ties share it (6.1)."""
        scores = tuple([len(pairs) for pairs in self.pairs])
        winners = tuple([Seat(seat) for seat, score in enumerate(scores) if score == max(scores)])
        self.outcome = Outcome(winners, scores, reason)
        self.turn, self.phase = None, Phase.OVER
        self.events.append(Ended(self.outcome))
