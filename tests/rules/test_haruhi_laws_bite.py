"""Faults planted in 涼宮ハルヒの贈殖: leaks of hands, of the pile, of who is who. The laws find each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import DOWN, Illegal, Seat, Step, Up
from game.haruhi.card_set import Person, Role
from game.haruhi.course import Drew, Event, State
from game.haruhi.notices import (
    Accused,
    EventTurned,
    Notice,
    Passed,
    Peeked,
    RoleTurned,
    SawDraw,
    Stolen,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import Accuse, Action, Claim, Gift, HandOut, Pass, View
from game.haruhi.rules import Haruhi
from tests.rules import laws
from tests.rules.haruhi_bench import CARDS, haruhi_bench
from tests.rules.laws import AnyBench, Play


class OffersToAll(Haruhi):
    """Every View holds the legal actions of whoever decides."""

    def view(self, state: State, seat: Seat) -> View:
        return replace(super().view(state, seat), legal=self.legal(state))


class LetsTheAccuserClaim(Haruhi):
    """The View offers the choice after a wrong accusation to whoever was wrong."""

    def view(self, state: State, seat: Seat) -> View:
        view, board = super().view(state, seat), state.board
        claims = any(isinstance(action, Claim) for action in self.legal(state))
        return replace(view, legal=self.legal(state) if seat == board.taker else ()) if claims else view


class WritesTwoAlike(Haruhi):
    """A gift is written without its colour."""

    def encode(self, action: Action) -> str:
        text = super().encode(action)
        return f"{text[:2]}{text[3:]}" if isinstance(action, Gift) else text


class TakesAnything(Haruhi):
    """What is not legal does nothing, and nobody is told."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        try:
            return super().apply(state, action)
        except Illegal:
            return Step(state, (), reveals=False)


class ListsOnly(Haruhi):
    """Events can be handed out only in the ways that are listed."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        if isinstance(action, HandOut) and action not in self.legal(state):
            action = Pass()
        return super().apply(state, action)


class ListsTooFew(Haruhi):
    """Of the ways to hand out events only those to one player are offered, however few events there are."""

    def legal(self, state: State) -> tuple[Action, ...]:
        found = super().legal(state)
        return tuple(each for each in found if not isinstance(each, HandOut) or len(set(each.receivers)) == 1)


class AllowsTies(Haruhi):
    """A gift that would equal the top is offered."""

    def legal(self, state: State) -> tuple[Action, ...]:
        found, board = super().legal(state), state.board
        free = replace(board, totals=(0,) * len(board.hands))
        return found if not board.top else super().legal(replace(state, board=free))


class KeepsStolenCards(Haruhi):
    """A stolen card is in both hands."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        thefts = [event for event in step.events if isinstance(event, Stolen)]
        if not thefts:
            return step
        hands = list(step.state.hands)
        hands[thefts[0].target] = state.hands[thefts[0].target]
        return replace(step, state=replace(step.state, hands=tuple(hands)))


class LosesEvents(Haruhi):
    """Events that nobody took are gone."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        return replace(step, state=replace(step.state, board=replace(step.state.board, aside=())))


class CrownsHaruhi(Haruhi):
    """Whoever is Haruhi has won."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        outcome = step.state.board.outcome
        if outcome is None:
            return step
        winners = tuple(Seat(seat) for seat, role in enumerate(state.roles) if role.person is Person.HARUHI)
        board = replace(step.state.board, outcome=replace(outcome, winners=winners))
        return replace(step, state=replace(step.state, board=board))


class ShufflesAnew(Haruhi):
    """The chance in mid-game hangs on how often this object has dealt."""

    deals = 0

    def start(self, *deal: object) -> Step[State, Event]:
        self.deals += 1
        step = super().start(*deal)  # type: ignore[arg-type]  # passed on as it came
        return replace(step, state=replace(step.state, chance=self.chance(str(self.deals))))


class ReadsBlanks(Haruhi):
    """An action has a second spelling."""

    def decode(self, text: str) -> Action:
        return super().decode(text.replace(" ", ""))


class ShowsANeighboursHand(Haruhi):
    """A leak in `view`: one sees the hand to one's left."""

    def view(self, state: State, seat: Seat) -> View:
        return replace(super().view(state, seat), hand=state.hands[(seat + 1) % len(state.hands)])


class ShowsANeighboursRole(Haruhi):
    """A leak in `view`: one sees who sits to one's left."""

    def view(self, state: State, seat: Seat) -> View:
        view, other = super().view(state, seat), (seat + 1) % len(state.roles)
        peeked = tuple(state.roles[each] if each == other else role for each, role in enumerate(view.peeked))
        return replace(view, peeked=peeked)


class SharesPeeks(Haruhi):
    """A leak in `view`: what one has peeked at, all have."""

    def view(self, state: State, seat: Seat) -> View:
        view, seen = super().view(state, seat), {each for row in state.peeks for each in row}
        return replace(view, peeked=tuple(role if each in seen else None for each, role in enumerate(state.roles)))


class CountsTheSpare(Haruhi):
    """A leak in `view` without a face: the deck looks thicker where Kyon is not at the table."""

    def view(self, state: State, seat: Seat) -> View:
        view = super().view(state, seat)
        return replace(view, board=replace(view.board, deck=view.board.deck + (Role(Person.KYON) in state.spare)))


class OffersSensibleAccusations(Haruhi):
    """A leak in the list of legal actions: nobody may be accused of being whom nobody is (5.1)."""

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(
            action
            for action in super().legal(state)
            if not isinstance(action, Accuse) or Role(action.person) not in state.spare
        )

    def view(self, state: State, seat: Seat) -> View:
        view = super().view(state, seat)
        return replace(view, legal=self.legal(state) if view.legal else ())


class OffersRightAccusationsFirst(Haruhi):
    """A leak in the order of legal actions."""

    def view(self, state: State, seat: Seat) -> View:
        view = super().view(state, seat)
        right = [
            action
            for action in view.legal
            if isinstance(action, Accuse) and state.roles[action.target] == Role(action.person)
        ]
        return replace(view, legal=(*right, *(action for action in view.legal if action not in right)))


class WinksAtPasses(Haruhi):
    """A leak in `see`: who passes with a high card does so unseen."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step, turn = super().apply(state, action), state.board.turn
        high = turn is not None and any(card.value > 3 for card in state.hands[turn])
        if not high:
            return step
        return replace(step, events=tuple(event for event in step.events if not isinstance(event, Passed)))


class TellsDraws(Haruhi):
    """A leak in `see`: everybody sees what is drawn."""

    def see(self, event: Event, seat: Seat) -> Notice:
        if isinstance(event, Drew):
            return SawDraw(event.seat, tuple(Up(card) for card in event.cards))
        return super().see(event, seat)


class TellsThefts(Haruhi):
    """A leak in `see`: everybody sees the card that is stolen."""

    def see(self, event: Event, seat: Seat) -> Notice:
        return event if isinstance(event, Stolen) else super().see(event, seat)


class TellsPeeks(Haruhi):
    """A leak in `see`: everybody looks along."""

    def see(self, event: Event, seat: Seat) -> Notice:
        return event if isinstance(event, Peeked) else super().see(event, seat)


class WinksAtPeeks(Haruhi):
    """A leak in `see` without a face: a peek at Haruhi is told as one at oneself."""

    def see(self, event: Event, seat: Seat) -> Notice:
        notice = super().see(event, seat)
        if isinstance(event, Peeked) and isinstance(notice, WasPeeked) and event.role.person is Person.HARUHI:
            return replace(notice, target=notice.seat)
        return notice


class WinksAtThefts(Haruhi):
    """A leak in `see` without a face: the loss of a high card is told as one to oneself."""

    def see(self, event: Event, seat: Seat) -> Notice:
        notice = super().see(event, seat)
        if isinstance(event, Stolen) and isinstance(notice, WasStolen) and event.card.value > 3:
            return replace(notice, target=notice.seat)
        return notice


class NamesTheAccused(Haruhi):
    """A leak in an event: a wrong accusation turns the character up for all to see."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        told = [
            RoleTurned(event.target, state.roles[event.target])
            for event in step.events
            if isinstance(event, Accused) and not event.right
        ]
        return replace(step, events=(*step.events, *told))


class HidesDraws(Haruhi):
    """A drawn card turns up in its owner's hand without a face in any notice."""

    def see(self, event: Event, seat: Seat) -> Notice:
        if isinstance(event, Drew):
            return SawDraw(event.seat, (DOWN,) * len(event.cards))
        return super().see(event, seat)


class TurnsInSilence(Haruhi):
    """An event lies under the hammer that no notice has named."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        return replace(step, events=tuple(event for event in step.events if not isinstance(event, EventTurned)))


class PlaysDown(Haruhi):
    """A step that tells something says that it reveals nothing: it could be taken back with the knowledge kept."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        return replace(super().apply(state, action), reveals=False)


class PlaysDownAnswers(Haruhi):
    """The same where an accusation was answered."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        return replace(step, reveals=step.reveals and not any(isinstance(event, Accused) for event in step.events))


def _breaks(law: Callable[[AnyBench, Play], None], game: Haruhi, plays: int = 24) -> bool:
    for luck in range(plays):
        try:
            law(haruhi_bench(game), Play(str(luck + 1), 4 + luck % 4, luck, 100))
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_honest_game_breaks_no_law(law: Callable[[AnyBench, Play], None]) -> None:
    """Plays like those that show the faults below show none in the game as it is."""
    assert not _breaks(law, Haruhi(CARDS), plays=4)


@pytest.mark.parametrize(
    ("law", "broken"),
    [
        (laws.law_1_only_who_is_in_turn_may_act, OffersToAll),
        (laws.law_1_only_who_is_in_turn_may_act, LetsTheAccuserClaim),
        (laws.law_1_only_who_is_in_turn_may_act, WritesTwoAlike),
        (laws.law_2_legal_is_what_applies, TakesAnything),
        (laws.law_2_legal_is_what_applies, ListsOnly),
        (laws.law_2_legal_is_what_applies, ListsTooFew),
        (laws.law_2_legal_is_what_applies, AllowsTies),
        (laws.law_2_legal_is_what_applies, OffersSensibleAccusations),
        (laws.law_3_cards_are_conserved_and_games_end, KeepsStolenCards),
        (laws.law_3_cards_are_conserved_and_games_end, LosesEvents),
        (laws.law_3_cards_are_conserved_and_games_end, CrownsHaruhi),
        (laws.law_4_the_same_again, ShufflesAnew),
        (laws.law_5_records_bring_everything_back, ReadsBlanks),
        (laws.law_6_nothing_hidden_comes_through, ShowsANeighboursHand),
        (laws.law_6_nothing_hidden_comes_through, ShowsANeighboursRole),
        (laws.law_6_nothing_hidden_comes_through, SharesPeeks),
        (laws.law_6_nothing_hidden_comes_through, CountsTheSpare),
        (laws.law_6_nothing_hidden_comes_through, OffersSensibleAccusations),
        (laws.law_6_nothing_hidden_comes_through, OffersRightAccusationsFirst),
        (laws.law_6_nothing_hidden_comes_through, WinksAtPasses),
        (laws.law_6_nothing_hidden_comes_through, WinksAtPeeks),
        (laws.law_6_nothing_hidden_comes_through, WinksAtThefts),
        (laws.law_6_nothing_hidden_comes_through, PlaysDown),
        (laws.law_6_nothing_hidden_comes_through, PlaysDownAnswers),
        (laws.law_7_events_tell_no_more_than_views, TellsDraws),
        (laws.law_7_events_tell_no_more_than_views, TellsThefts),
        (laws.law_7_events_tell_no_more_than_views, TellsPeeks),
        (laws.law_7_events_tell_no_more_than_views, NamesTheAccused),
        (laws.law_8_faces_come_from_somewhere, ShowsANeighboursHand),
        (laws.law_8_faces_come_from_somewhere, ShowsANeighboursRole),
        (laws.law_8_faces_come_from_somewhere, HidesDraws),
        (laws.law_8_faces_come_from_somewhere, TurnsInSilence),
    ],
)
def test_a_law_catches_a_broken_game(law: Callable[[AnyBench, Play], None], broken: type[Haruhi]) -> None:
    """Each fault breaks the law that is there against it."""
    assert _breaks(law, broken(CARDS))
