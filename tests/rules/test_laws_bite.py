"""Every law is shown a game that breaks it: a law that lets a planted fault pass would be no law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import Illegal, OptionValue, Seat, Step, Up
from tests.rules import laws, toy
from tests.rules.benches import toy_bench
from tests.rules.laws import AnyBench, Play


class OffersToAll(toy.Toy):
    """Every View holds the legal actions of whoever is in turn."""

    def view(self, state: toy.State, seat: Seat) -> toy.View:
        return replace(super().view(state, seat), legal=self.legal(state))


class WritesTwoAlike(toy.Toy):
    """To lay a card and to show it are written the same."""

    def encode(self, action: toy.Action) -> str:
        return super().encode(action).replace("s", "l")


class TakesAnything(toy.Toy):
    """What is not legal does nothing, and nobody is told."""

    def apply(self, state: toy.State, action: toy.Action) -> Step[toy.State, toy.Event]:
        try:
            return super().apply(state, action)
        except Illegal:
            return Step(state, (), reveals=False)


class LosesCards(toy.Toy):
    """Buried cards leave the game."""

    def apply(self, state: toy.State, action: toy.Action) -> Step[toy.State, toy.Event]:
        step = super().apply(state, action)
        return replace(step, state=replace(step.state, buried=()))


class NeverEnds(toy.Toy):
    """The first seat is in turn for ever."""

    def turn(self, _state: toy.State) -> Seat | None:
        return Seat(0)


class Remembers(toy.Toy):
    """The chance in mid-game hangs on how often this object has dealt."""

    deals = 0

    def start(self, *deal: object) -> Step[toy.State, toy.Event]:
        self.deals += 1
        step = super().start(*deal)  # type: ignore[arg-type]  # passed on as it came
        return replace(step, state=replace(step.state, word=self.deals))


class ReadsCapitals(toy.Toy):
    """An action has a second spelling."""

    def decode(self, text: str) -> toy.Action:
        return super().decode(text.lower())


class ShowsANeighbour(toy.Toy):
    """A leak in `view`: the first card of the next hand lies open."""

    def view(self, state: toy.State, seat: Seat) -> toy.View:
        view, other = super().view(state, seat), (seat + 1) % state.seats
        if not state.hands[other]:
            return view
        peeped = (Up(state.hands[other][0]), *view.hands[other][1:])
        return replace(view, hands=(*view.hands[:other], peeped, *view.hands[other + 1 :]))


class HintsAtTheDeck(toy.Toy):
    """A leak in `view` without a face: the deck looks thicker while a high card is on top."""

    def view(self, state: toy.State, seat: Seat) -> toy.View:
        view = super().view(state, seat)
        return replace(view, deck=view.deck + any(card.value > 5 for card in state.deck[:1]))


class TellsBurials(toy.Toy):
    """A leak in `see`: everybody is told which card was buried."""

    def see(self, event: toy.Event, seat: Seat) -> toy.Notice | None:
        notice = super().see(event, seat)
        if isinstance(event, toy.Buried) and isinstance(notice, toy.SawBury):
            return replace(notice, card=Up(event.card))
        return notice


class WhispersBurials(toy.Toy):
    """A leak in `see` without a face: the burial of a high card is not noticed by others."""

    def see(self, event: toy.Event, seat: Seat) -> toy.Notice | None:
        if isinstance(event, toy.Buried) and event.seat != seat and event.card.value > 5:
            return None
        return super().see(event, seat)


class HidesDraws(toy.Toy):
    """A drawn card turns up in its owner's hand without a notice."""

    def see(self, event: toy.Event, seat: Seat) -> toy.Notice | None:
        return None if isinstance(event, toy.Drew) else super().see(event, seat)


class PlaysDown(toy.Toy):
    """A step that tells something says that it reveals nothing: it could be taken back with the knowledge kept."""

    def apply(self, state: toy.State, action: toy.Action) -> Step[toy.State, toy.Event]:
        return replace(super().apply(state, action), reveals=False)


def _breaks(law: Callable[[AnyBench, Play], None], game: toy.Toy) -> bool:
    options: dict[str, OptionValue] = {"rounds": 3, "peeking": True, "deck": "scant"}
    for luck in range(30):
        try:
            law(toy_bench(game), Play("7", 2 + luck % 6, luck, 40, dict(options)))
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_honest_game_breaks_no_law(law: Callable[[AnyBench, Play], None]) -> None:
    """The plays that show the faults below show none in the game as it is."""
    assert not _breaks(law, toy.Toy())


@pytest.mark.parametrize(
    ("law", "broken"),
    [
        (laws.law_1_only_who_is_in_turn_may_act, OffersToAll),
        (laws.law_1_only_who_is_in_turn_may_act, WritesTwoAlike),
        (laws.law_2_legal_is_what_applies, TakesAnything),
        (laws.law_3_cards_are_conserved_and_games_end, LosesCards),
        (laws.law_3_cards_are_conserved_and_games_end, NeverEnds),
        (laws.law_4_the_same_again, Remembers),
        (laws.law_5_records_bring_everything_back, ReadsCapitals),
        (laws.law_6_nothing_hidden_comes_through, ShowsANeighbour),
        (laws.law_6_nothing_hidden_comes_through, HintsAtTheDeck),
        (laws.law_6_nothing_hidden_comes_through, TellsBurials),
        (laws.law_6_nothing_hidden_comes_through, WhispersBurials),
        (laws.law_6_nothing_hidden_comes_through, PlaysDown),
        (laws.law_7_events_tell_no_more_than_views, TellsBurials),
        (laws.law_8_faces_come_from_somewhere, ShowsANeighbour),
        (laws.law_8_faces_come_from_somewhere, HidesDraws),
    ],
)
def test_a_law_catches_a_broken_game(law: Callable[[AnyBench, Play], None], broken: type[toy.Toy]) -> None:
    """Each fault breaks the law that is there against it."""
    assert _breaks(law, broken())
