"""The rules of 涼宮ハルヒの贈殖 (rulings 2 to 6), as functions over frozen states.

Only `game.table.Table` and the tools that replay records hold a `State`; scenes and computer players get `public.View`.
"""

from __future__ import annotations

from typing import assert_never

from game.core import DOWN, Chance, Illegal, Options, OptionSpec, Outcome, Reason, Seat, Step, Up
from game.deal_number import deal_number
from game.haruhi import card_file, public
from game.haruhi.card_set import HAND, ID, LEAST_SEATS, MOST_SEATS, PERSONS, CardSet, Person, Role
from game.haruhi.choices import legal_actions, why_not
from game.haruhi.course import Course, Dealt, Drew, Event, State
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
    Notice,
    Passed,
    Peeked,
    RolesTurned,
    RoleTurned,
    RuleSet,
    SawDraw,
    SosLaid,
    Stolen,
    Swapped,
    WasDealt,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import (
    Accuse,
    Action,
    Board,
    Claim,
    ClaimNothing,
    Forgo,
    Gift,
    Give,
    HandOut,
    LaySos,
    OpenTable,
    Pass,
    Peek,
    Phase,
    Steal,
    Swap,
    Use,
    View,
)
from game.rng import Random


class Haruhi:
    """涼宮ハルヒの贈殖 as a `game.core.Game`.

    The option `cards` holds the whole card set as `card_file.record_text` writes it; its default is `standard`, or no
    set at all, with which no game can start.
    """

    id = ID
    rules_version = 1
    seats = range(LEAST_SEATS, MOST_SEATS + 1)

    def __init__(self, standard: CardSet | None = None) -> None:
        text = "" if standard is None else card_file.record_text(standard)
        self.options = (OptionSpec("cards", default=text, values=(text,), text=True),)

    def chance(self, deal: str) -> Chance:
        """Return the chance of a deal number; raise `BadInput` for anything else."""
        return Random.seeded(ID, deal_number(deal))

    def start(self, chance: Chance, seats: int, options: Options) -> Step[State, Event]:
        """Shuffle three piles, deal, and draw the first player by lot (2); raise `BadInput` for a wrong card set."""
        chosen = card_file.from_record(str(options["cards"]))
        others, chance = chance.shuffled([Role(person) for person in PERSONS if person is not Person.HARUHI])
        roles, chance = chance.shuffled([Role(Person.HARUHI), *others[: seats - 1]])
        pile, chance = chance.shuffled(chosen.event_cards)
        deck, chance = chance.shuffled(chosen.pack)
        first, chance = chance.below(seats)
        hands = tuple([deck[HAND * seat : HAND * (seat + 1)] for seat in range(seats)])
        course = Course(
            State(
                board=_first_board(chosen, seats, Seat(first)),
                hands=hands,
                roles=roles,
                spare=others[seats - 1 :],
                peeks=((),) * seats,
                deck=deck[HAND * seats :],
                discard=(),
                pile=pile,
                chance=chance,
            )
        )
        course.events.append(Dealt(hands, roles, len(course.deck), Seat(first)))
        course.begin_round()
        return course.step()

    def turn(self, state: State) -> Seat | None:
        """Return who decides: in an auction one after the other, then the taker, or whom he accused."""
        return state.board.turn

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the possible actions of whoever decides, from what that seat may know.

        All of them, but that of more than `choices.LISTED` ways to hand out events it lists some.
        """
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
        _carry_out(course, action)
        return course.step()

    def view(self, state: State, seat: Seat) -> View:
        """Build what the seat may see: the board, which is open to all, its own hand and character, and its peeks."""
        hand = state.hands[seat]
        legal = legal_actions(state.board, hand) if seat == state.board.turn else ()
        peeked = [role if other in state.peeks[seat] else None for other, role in enumerate(state.roles)]
        return View(seat, state.board, hand, state.roles[seat], tuple(peeked), legal)

    def see(self, event: Event, seat: Seat) -> Notice:
        """Return an event as the seat notices it: cards dealt, drawn, stolen and looked at are not for everybody."""
        match event:
            case Dealt(hands, roles, deck, first):
                return WasDealt(hands[seat], roles[seat], tuple([len(hand) for hand in hands]), deck, first)
            case Drew(who, cards):
                return SawDraw(who, tuple([Up(card) for card in cards]) if seat == who else (DOWN,) * len(cards))
            case Peeked(who, target):
                return event if seat == who else WasPeeked(who, target)
            case Stolen(who, target):
                return event if seat in (who, target) else WasStolen(who, target)
            case (
                EventTurned()
                | Laid()
                | SosLaid()
                | Passed()
                | EventTaken()
                | EventSetAside()
                | Cleared()
                | DeckMade()
                | EffectBegan()
                | EffectForgone()
                | EffectLapsed()
                | Accused()
                | RoleTurned()
                | HandDiscarded()
                | EventsHandedOut()
                | EventClaimed()
                | NothingClaimed()
                | Swapped()
                | Given()
                | RuleSet()
                | RolesTurned()
                | Ended()
            ):
                return event
        assert_never(event)

    def lay_open(self, state: State) -> OpenTable:
        """Return the table with every hand and every character open."""
        return OpenTable(state.board, state.hands, state.roles)

    def outcome(self, state: State) -> Outcome | None:
        """Return whose win conditions hold after the last event (6.3); None before."""
        return state.board.outcome

    def conceded(self, state: State) -> Outcome:
        """Return a loss for all: never asked for, since nobody plays alone."""
        return Outcome((), (0,) * len(state.hands), Reason.of("haruhi.outcome.nobody"))

    def encode(self, action: Action) -> str:
        """Return the notation of `public.encode`."""
        return public.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action of `public.decode`."""
        return public.decode(text)


def _carry_out(course: Course, action: Action) -> None:
    """Carry out an action that is possible."""
    match action:
        case Gift(to, cards):
            course.give_gift(to, cards)
        case LaySos(to):
            course.lay_sos(to)
        case Pass():
            course.pass_on()
        case Forgo():
            course.forgo()
        case Use():
            course.use()
        case Accuse(target, person):
            course.accuse(target, person)
        case HandOut(receivers):
            course.hand_out(receivers)
        case Claim(event):
            course.claim(event)
        case ClaimNothing():
            course.claim(None)
        case Peek(target):
            course.peek(target)
        case Steal(target):
            course.steal(target)
        case Swap(own, other):
            course.swap(own, other)
        case Give(event, to):
            course.give(event, to)
        case _:
            assert_never(action)


def _first_board(chosen: CardSet, seats: int, first: Seat) -> Board:
    """Return the board before the first event is turned: `Course` fills in what follows from the cards."""
    return Board(
        card_set=chosen,
        hands=(),
        deck=0,
        discard=0,
        pile=0,
        event=None,
        rules=(),
        coming=(),
        laid=((),) * seats,
        totals=(0,) * seats,
        since=(0,) * seats,
        acted=0,
        owned=((),) * seats,
        doubled=(),
        aside=(),
        first=first,
        turn=None,
        phase=Phase.AUCTION,
        taker=None,
        effects=(),
        optional=False,
        accused=None,
        accusations=(),
        roles=(DOWN,) * seats,
        exposed=(False,) * seats,
        outcome=None,
    )
