"""Faults planted in Kan'u Collection, whose secrets are richer than the toy's: the laws find each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import DOWN, Illegal, Seat, Step, Up
from game.kanu.course import Drew, Event, State
from game.kanu.public import (
    Action,
    Answered,
    FieldLaid,
    Notice,
    Reinforce,
    SawDraw,
    Scout,
    Sortie,
    Spied,
    StepBegan,
    View,
    WasSpied,
)
from game.kanu.rules import Kanu
from tests.rules import laws
from tests.rules.benches import KANU_CARDS, kanu_bench
from tests.rules.laws import AnyBench, Play


class OffersToAll(Kanu):
    """Every View holds the legal actions of whoever decides."""

    def view(self, state: State, seat: Seat) -> View:
        return replace(super().view(state, seat), legal=self.legal(state))


class GivesTheDuelAway(Kanu):
    """The View offers the choice after a duel to whose turn it is, though the winner decides."""

    def view(self, state: State, seat: Seat) -> View:
        return replace(super().view(state, seat), legal=self.legal(state) if seat == state.board.player else ())


class WritesTwoAlike(Kanu):
    """To open a card and to sortie to it are written the same."""

    def encode(self, action: Action) -> str:
        text = super().encode(action)
        return text.replace("s", "o") if isinstance(action, Sortie) else text


class TakesAnything(Kanu):
    """What is not legal does nothing, and nobody is told."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        try:
            return super().apply(state, action)
        except Illegal:
            return Step(state, (), reveals=False)


class LosesDraws(Kanu):
    """What is drawn at the end of a turn leaves the deck by one more card."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        if any(isinstance(event, Drew) for event in step.events):
            return replace(step, state=replace(step.state, deck=step.state.deck[1:]))
        return step


class ShufflesAnew(Kanu):
    """The chance in mid-game hangs on how often this object has dealt."""

    deals = 0

    def start(self, *deal: object) -> Step[State, Event]:
        self.deals += 1
        step = super().start(*deal)  # type: ignore[arg-type]  # passed on as it came
        return replace(step, state=replace(step.state, chance=self.chance(str(self.deals))))


class ReadsCapitals(Kanu):
    """An action has a second spelling."""

    def decode(self, text: str) -> Action:
        return super().decode(text[:1].lower() + text[1:])


class ShowsANeighboursHand(Kanu):
    """A leak in `view`: one sees the hand to one's left."""

    def view(self, state: State, seat: Seat) -> View:
        return replace(super().view(state, seat), hand=state.hands[(seat + 1) % len(state.hands)])


class ShowsTheFirstCell(Kanu):
    """A leak in `view`: the card in the corner never lies quite face down."""

    def view(self, state: State, seat: Seat) -> View:
        view, corner = super().view(state, seat), state.field[0]
        seen = view.board.field[0] if corner is None else Up(corner)
        return replace(view, board=replace(view.board, field=(seen, *view.board.field[1:])))


class CountsSupporters(Kanu):
    """A leak in `view` without a face: a hand looks bigger while it holds a card of the first series."""

    def view(self, state: State, seat: Seat) -> View:
        view = super().view(state, seat)
        hands = tuple(len(hand) + any(card.series == 1 for card in hand) for hand in state.hands)
        return replace(view, board=replace(view.board, hands=hands))


class OffersSensibleQuestions(Kanu):
    """A leak in the list of legal actions: nobody is asked for what he does not hold (3.4)."""

    def _sensible(self, state: State, action: Action) -> bool:
        if not isinstance(action, Scout) or action.target is None:
            return True
        wanted = [state.field[state.board.opened[place]] for place in action.opened]
        return any(card in state.hands[action.target] for card in wanted)

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(action for action in super().legal(state) if self._sensible(state, action))

    def view(self, state: State, seat: Seat) -> View:
        view = super().view(state, seat)
        return replace(view, legal=self.legal(state) if view.legal else ())


class OffersHitsFirst(Kanu):
    """A leak in the order of legal actions: sorties that hit come first."""

    def view(self, state: State, seat: Seat) -> View:
        view = super().view(state, seat)
        opened = [state.field[cell] for cell in state.board.opened]
        hits = [action for action in view.legal if isinstance(action, Sortie) and state.field[action.cell] in opened]
        return replace(view, legal=(*hits, *(action for action in view.legal if action not in hits)))


class TellsDraws(Kanu):
    """A leak in `see`: everybody sees what is drawn."""

    def see(self, event: Event, seat: Seat) -> Notice:
        if isinstance(event, Drew):
            return SawDraw(event.seat, tuple(Up(card) for card in event.cards))
        return super().see(event, seat)


class ShowsEspionageToItsVictim(Kanu):
    """A leak in `see`: whoever is spied on learns what was seen."""

    def see(self, event: Event, seat: Seat) -> Notice:
        if isinstance(event, Spied) and seat == event.target:
            return event
        return super().see(event, seat)


class ShowsEspionageToAll(Kanu):
    """A leak in `see`: everybody looks along."""

    def see(self, event: Event, seat: Seat) -> Notice:
        return event if isinstance(event, Spied) else super().see(event, seat)


class WinksAtEspionage(Kanu):
    """A leak in `see` without a face: the count is one higher where a pair was seen."""

    def see(self, event: Event, seat: Seat) -> Notice:
        notice = super().see(event, seat)
        if isinstance(event, Spied) and isinstance(notice, WasSpied):
            return replace(notice, count=notice.count + (len(set(event.cards)) < len(event.cards)))
        return notice


class WhispersFormation(Kanu):
    """A leak in `see` without a face: the field laid afresh is told differently where its corner is of series 1."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        corner = step.state.field[0]
        events = tuple(
            replace(event, filled=event.filled + (corner is not None and corner.series == 1))
            if isinstance(event, FieldLaid)
            else event
            for event in step.events
        )
        return replace(step, events=events)


class TellsNobodyOfDraws(Kanu):
    """A drawn card turns up in its owner's hand without a face in any notice."""

    def see(self, event: Event, seat: Seat) -> Notice:
        if isinstance(event, Drew):
            return SawDraw(event.seat, (DOWN,) * len(event.cards))
        return super().see(event, seat)


class OpensInSilence(Kanu):
    """A card lies open that no notice has named."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        return step if isinstance(step.events[-1], StepBegan) else replace(step, events=step.events[1:])


class PlaysDown(Kanu):
    """A step that tells something says that it reveals nothing: it could be taken back with the knowledge kept."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        return replace(super().apply(state, action), reveals=False)


class PlaysDownAnswers(Kanu):
    """The same where a question was answered with no."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        denied = any(isinstance(event, Answered) for event in step.events) and not isinstance(action, Reinforce)
        return replace(step, reveals=step.reveals and not denied)


class PlaysDownDraws(Kanu):
    """The same where the turn ended with a draw: the pair taken in a duel could be another one after it."""

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        return replace(step, reveals=step.reveals and not any(isinstance(event, Drew) for event in step.events))


class NeverStops(Kanu):
    """The guard is off, and a capture does not happen."""

    def start(self, *deal: object) -> Step[State, Event]:
        step = super().start(*deal)  # type: ignore[arg-type]  # passed on as it came
        board = replace(step.state.board, card_set=replace(KANU_CARDS, guard_rounds=0))
        return replace(step, state=replace(step.state, board=board))

    def apply(self, state: State, action: Action) -> Step[State, Event]:
        step = super().apply(state, action)
        return Step(state, (), reveals=False) if step.state.board.captured else step


def _breaks(law: Callable[[AnyBench, Play], None], game: Kanu, plays: int = 12) -> bool:
    for luck in range(plays):
        try:
            law(kanu_bench(game), Play(str(luck + 1), 3 + luck % 4, luck, 170))
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_honest_game_breaks_no_law(law: Callable[[AnyBench, Play], None]) -> None:
    """Plays like those that show the faults below show none in the game as it is."""
    assert not _breaks(law, Kanu(KANU_CARDS), plays=4)


@pytest.mark.parametrize(
    ("law", "broken"),
    [
        (laws.law_1_only_who_is_in_turn_may_act, OffersToAll),
        (laws.law_1_only_who_is_in_turn_may_act, GivesTheDuelAway),
        (laws.law_1_only_who_is_in_turn_may_act, WritesTwoAlike),
        (laws.law_2_legal_is_what_applies, TakesAnything),
        (laws.law_2_legal_is_what_applies, OffersSensibleQuestions),
        (laws.law_3_cards_are_conserved_and_games_end, LosesDraws),
        (laws.law_3_cards_are_conserved_and_games_end, NeverStops),
        (laws.law_4_the_same_again, ShufflesAnew),
        (laws.law_5_records_bring_everything_back, ReadsCapitals),
        (laws.law_6_nothing_hidden_comes_through, ShowsANeighboursHand),
        (laws.law_6_nothing_hidden_comes_through, ShowsTheFirstCell),
        (laws.law_6_nothing_hidden_comes_through, CountsSupporters),
        (laws.law_6_nothing_hidden_comes_through, OffersSensibleQuestions),
        (laws.law_6_nothing_hidden_comes_through, OffersHitsFirst),
        (laws.law_6_nothing_hidden_comes_through, TellsDraws),
        (laws.law_6_nothing_hidden_comes_through, ShowsEspionageToItsVictim),
        (laws.law_6_nothing_hidden_comes_through, ShowsEspionageToAll),
        (laws.law_6_nothing_hidden_comes_through, WinksAtEspionage),
        (laws.law_6_nothing_hidden_comes_through, WhispersFormation),
        (laws.law_6_nothing_hidden_comes_through, PlaysDown),
        (laws.law_6_nothing_hidden_comes_through, PlaysDownAnswers),
        (laws.law_6_nothing_hidden_comes_through, PlaysDownDraws),
        (laws.law_7_events_tell_no_more_than_views, TellsDraws),
        (laws.law_8_faces_come_from_somewhere, ShowsANeighboursHand),
        (laws.law_8_faces_come_from_somewhere, ShowsTheFirstCell),
        (laws.law_8_faces_come_from_somewhere, TellsNobodyOfDraws),
        (laws.law_8_faces_come_from_somewhere, OpensInSilence),
    ],
)
def test_a_law_catches_a_broken_game(law: Callable[[AnyBench, Play], None], broken: type[Kanu]) -> None:
    """Each fault breaks the law that is there against it."""
    assert _breaks(law, broken(KANU_CARDS))
