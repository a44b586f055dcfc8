"""The rules of Kan'u Collection (rulings 2 to 6), as functions over frozen states.

Only `game.table.Table` and the tools that replay records hold a `State`; scenes and computer players get `public.View`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from game.core import DOWN, Chance, Illegal, Options, OptionSpec, Outcome, Reason, Seat, Step, Up
from game.deal_number import deal_number
from game.kanu import card_set, public
from game.kanu.card_set import COPIES, ID, LEAST_SEATS, MOST_SEATS, CardSet
from game.kanu.choices import legal_actions, why_not
from game.kanu.course import DIE, NO_TOKENS, Course, Dealt, Drew, Event, State
from game.kanu.public import (
    Action,
    Ambush,
    Ambushed,
    Answered,
    Board,
    Captured,
    CardClosed,
    CardOpened,
    Challenge,
    DeclineDuel,
    Develop,
    Developed,
    DuelDeclined,
    DuelFought,
    EffectBegan,
    EffectLapsed,
    Ended,
    FieldLaid,
    HandsRaised,
    HeldBack,
    HoldBack,
    Notice,
    OpenCard,
    OpenTable,
    PairTaken,
    Phase,
    Reinforce,
    Reinforced,
    SawDraw,
    Scout,
    Scouted,
    Sortie,
    Sortied,
    Spied,
    Spy,
    StartRolled,
    StepBegan,
    TakePair,
    TurnEnded,
    View,
    WasDealt,
    WasSpied,
)
from game.rng import Random


class Kanu:
    """Kan'u Collection as a `game.core.Game`.

    The option `cards` holds the whole card set as `card_set.record_text` writes it; its default is `standard`, or no
    set at all, with which no game can start. `log_remembers` allows the table's log to name cards that were closed
    again; it touches no rule.
    """

    id = ID
    rules_version = 1
    seats = range(LEAST_SEATS, MOST_SEATS + 1)

    def __init__(self, standard: CardSet | None = None) -> None:
        text = "" if standard is None else card_set.record_text(standard)
        self.options = (
            OptionSpec("cards", default=text, values=(text,), text=True),
            OptionSpec("log_remembers", default=False),
        )

    def chance(self, deal: str) -> Chance:
        """Return the chance of a deal number; raise `BadInput` for anything else."""
        return Random.seeded(ID, deal_number(deal))

    def start(self, chance: Chance, seats: int, options: Options) -> Step[State, Event]:
        """Shuffle, deal hands and field (2.1), and roll for the start (2.2); raise `BadInput` for a wrong card set."""
        chosen = _chosen(str(options["cards"]))
        pack, chance = chance.shuffled([card for card in chosen.kinds for _ in range(COPIES)])
        size = chosen.hand(seats)
        hands = tuple([pack[size * seat : size * (seat + 1)] for seat in range(seats)])
        rest = pack[size * seats :]
        field, deck = rest[: chosen.cells], rest[chosen.cells :]
        start, rolls, chance = _rolled_start(chance, seats)
        course = Course(State(_first_board(chosen, seats, start), hands, field, deck, chance))
        course.events += [Dealt(hands, len(field), len(deck)), *rolls]
        course.begin_step(pursuit=False)
        return replace(course.step(), reveals=True)

    def turn(self, state: State) -> Seat | None:
        """Return who decides: whose turn it is, but the winner of a duel chooses the pair he takes (5.7)."""
        return state.board.turn

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every possible action of whoever decides, from what that seat may know."""
        turn = state.board.turn
        return () if turn is None else legal_actions(state.board, state.hands[turn])

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        """Carry out one action and all that follows from it up to the next decision; raise `Illegal` otherwise."""
        turn = state.board.turn
        if turn is None:
            raise Illegal(Reason.of("why.game_over"))
        if (reason := why_not(state.board, state.hands[turn], action)) is not None:
            raise Illegal(reason)
        course = Course(state)
        match action:
            case OpenCard(cell):
                course.open(cell)
            case Sortie(cell):
                course.sortie(cell)
            case Reinforce(place):
                course.reinforce(course.opened[place])
            case Scout(asked, target):
                course.scout(tuple([course.opened[place] for place in asked]), target)
            case Develop(card):
                course.develop(card)
            case Ambush(card):
                course.ambush(card)
            case HoldBack():
                course.hold_back()
            case Spy(target):
                course.spy(target)
            case Challenge(target):
                course.challenge(target)
            case DeclineDuel():
                course.decline()
            case TakePair(pair):
                course.take(pair)
            case _:
                assert_never(action)
        return course.step()

    def view(self, state: State, seat: Seat) -> View:
        """Build what the seat may see: the board, which is open to all, and its own hand."""
        hand = state.hands[seat]
        legal = legal_actions(state.board, hand) if seat == state.board.turn else ()
        return View(seat, state.board, hand, legal)

    def lay_open(self, state: State) -> OpenTable:
        """Return every hand, the field and the deck, for those who look back at a game that is over."""
        return OpenTable(state.board, state.hands, state.field, state.deck)

    def see(self, event: Event, seat: Seat) -> Notice:
        """Return an event as the seat notices it: cards dealt, drawn and spied are known to one seat alone."""
        match event:
            case Dealt(hands, field, deck):
                return WasDealt(hands[seat], tuple([len(hand) for hand in hands]), field, deck)
            case Drew(who, cards):
                return SawDraw(who, tuple([Up(card) for card in cards]) if seat == who else (DOWN,) * len(cards))
            case Spied(who, target, cards):
                return event if seat == who else WasSpied(who, target, len(cards))
            case (
                StartRolled()
                | StepBegan()
                | CardOpened()
                | Sortied()
                | Reinforced()
                | Scouted()
                | Developed()
                | Ambushed()
                | Answered()
                | Captured()
                | CardClosed()
                | EffectBegan()
                | EffectLapsed()
                | HandsRaised()
                | DuelFought()
                | DuelDeclined()
                | PairTaken()
                | HeldBack()
                | FieldLaid()
                | TurnEnded()
                | Ended()
            ):
                return event
        assert_never(event)

    def outcome(self, state: State) -> Outcome | None:
        """Return who captured most when the field is empty or nothing happens any more (6.1, 6.2); None before."""
        return state.board.outcome

    def conceded(self, state: State) -> Outcome:
        """Return a loss for all: never asked for, since nobody plays alone."""
        return Outcome((), (0,) * len(state.hands), Reason.of("kanu.outcome.conceded"))

    def encode(self, action: Action) -> str:
        """Return the notation of `public.encode`."""
        return public.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action of `public.decode`."""
        return public.decode(text)


@lru_cache(maxsize=8)
def _chosen(text: str) -> CardSet:
    """Return the card set of an option: nearly all games are played with the same."""
    return card_set.from_record(text)


def _rolled_start(chance: Chance, seats: int) -> tuple[Seat, list[StartRolled], Chance]:
    """Let everybody roll, then again those with the highest die, until one is left (2.2)."""
    rolling = [Seat(seat) for seat in range(seats)]
    rounds: list[StartRolled] = []
    while len(rolling) > 1:
        rolls: list[tuple[Seat, int]] = []
        for seat in rolling:
            rolled, chance = chance.below(DIE)
            rolls.append((seat, rolled + 1))
        rounds.append(StartRolled(tuple(rolls)))
        highest = max(die for _, die in rolls)
        rolling = [seat for seat, die in rolls if die == highest]
    return rolling[0], rounds, chance


def _first_board(chosen: CardSet, seats: int, start: Seat) -> Board:
    """Return the board before anything is laid: `Course.step` fills in what follows from the cards."""
    return Board(
        card_set=chosen,
        hands=(),
        field=(),
        opened=(),
        deck=0,
        pairs=((),) * seats,
        waiting=(NO_TOKENS,) * seats,
        start=start,
        player=start,
        turn=start,
        phase=Phase.OPEN,
        pursuit=False,
        tokens=NO_TOKENS,
        loser=None,
        effects=(),
        night_pair=False,
        supply=0,
        formation=False,
        captured=0,
        quiet=0,
        turns=0,
        outcome=None,
    )
