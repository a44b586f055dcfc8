"""The rules of Kan'u Collection, ruling by ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from random import Random as Picks
from typing import Any, TypeVar

import pytest

from game.core import DOWN, BadInput, Illegal, OptionSpec, Reason, Seat, Step, Up
from game.deal_number import HIGHEST_NUMBER
from game.kanu import card_set as sets
from game.kanu.card_set import Card, Draws, Effect
from game.kanu.choices import legal_actions, opened_cards, why_none, why_not
from game.kanu.course import Dealt, Drew, Event, State
from game.kanu.public import (
    Action,
    Ambush,
    Ambushed,
    Answered,
    Captured,
    CardClosed,
    CardOpened,
    Cell,
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
    Hand,
    HandsRaised,
    HeldBack,
    HoldBack,
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
    Tokens,
    TurnEnded,
    WasDealt,
    WasSpied,
    Way,
    card_name,
    decode,
    encode,
)
from game.kanu.rules import Kanu
from game.rng import Script
from game.table import Course, Table
from tests.rules.benches import KANU_CARDS, kanu_bench
from tests.rules.laws import Play, moments

GAME = Kanu(KANU_CARDS)
OPTIONS = {spec.key: spec.default for spec in GAME.options}
KINDS: tuple[type[Action], ...] = (
    OpenCard,
    Sortie,
    Reinforce,
    Scout,
    Develop,
    Ambush,
    HoldBack,
    Spy,
    Challenge,
    DeclineDuel,
    TakePair,
)
EventT = TypeVar("EventT")


def card(text: str) -> Card:
    """Return the card of "31": its series and its number."""
    return Card(int(text[0]), int(text[1]))


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of "11 24": series and number."""
    return tuple(card(word) for word in text.split())


def dealt(seats: int, deal: str = "1") -> State:
    """Return a game just dealt."""
    return GAME.start(GAME.chance(deal), seats, OPTIONS).state


def laid(
    *hands: str,
    field: str,
    deck: str = "",
    pairs: Sequence[str] = (),
    draws: Sequence[object] = (),
    **board: Any,
) -> State:
    """Return a table at the start of the turn of seat 0, with these cards, and chance as written in `draws`.

    `field` names the cards cell by cell, "--" is an empty one; what it does not name is empty.
    """
    lying = [None if word == "--" else card(word) for word in field.split()]
    lying += [None] * (25 - len(lying))
    first = dealt(len(hands)).board
    return State(
        board=replace(
            first,
            hands=tuple(len(cards(hand)) for hand in hands),
            field=tuple(None if each is None else DOWN for each in lying),
            deck=len(cards(deck)),
            pairs=tuple(cards(owned) for owned in pairs) or ((),) * len(hands),
            start=Seat(0),
            player=Seat(0),
            turn=Seat(0),
            **board,
        ),
        hands=tuple(cards(hand) for hand in hands),
        field=tuple(lying),
        deck=cards(deck),
        chance=Script(tuple(draws)),  # type: ignore[arg-type]  # dice and orders, as the tests write them
    )


def play(state: State, *texts: str) -> Step[State, Event]:
    """Carry out actions in the notation; return the last step with the events of all."""
    events: list[Event] = []
    reveals = False
    for text in texts:
        step = GAME.apply(state, GAME.decode(text))
        state, reveals = step.state, step.reveals
        events += step.events
    return Step(state, tuple(events), reveals)


def only(step: Step[State, Event], kind: type[EventT]) -> list[EventT]:
    """Return the events of one kind."""
    return [event for event in step.events if isinstance(event, kind)]


def texts(state: State) -> list[str]:
    """Return what is legal, in the notation."""
    return [GAME.encode(action) for action in GAME.legal(state)]


def kinds(state: State) -> set[str]:
    """Return the first letters of what is legal."""
    return {text[0] for text in texts(state)}


def refused(state: State, text: str) -> Reason:
    """Return why an action is not possible."""
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, GAME.decode(text))
    return caught.value.reason


def random_play(seats: int, luck: int) -> Iterable[tuple[State, Step[State, Event]]]:
    """Play a game to its end by luck, often a lucky one."""
    bench = kanu_bench(GAME)
    play = Play(str(luck + 1), seats, luck, bench.bound(seats))
    return ((moment.before, moment.step) for moment in moments(bench, play))


PLAIN = "12 14 16 21 23 25 32 34"
"""Cards without an effect, all different."""


# 1 Cards


def test_the_pack() -> None:
    """Ruling 1.1: six series, numbers 1 to 6, two copies of each."""
    state = dealt(3)
    pack = Counter(kanu_bench(GAME).all_cards(state))
    assert pack == {Card(series, number): 2 for series, number in product(range(1, 7), range(1, 7))}
    names = [series.name.ja for series in KANU_CARDS.series]
    assert names == ["横山光輝三国志", "一騎当千", "恋姫†無双", "真・三國無双", "蒼天航路", "覇-LORD-"]


def test_the_default_effects() -> None:
    """Ruling 1.2: where series and number are both odd or both even, the number says the effects and their order."""
    told = {
        1: (Effect.FORMATION,),
        2: (Effect.SUPPORT, Effect.ESPIONAGE),
        3: (Effect.SEARCH, Effect.NIGHT),
        4: (Effect.NIGHT,),
        5: (Effect.ESPIONAGE,),
        6: (Effect.DUEL,),
    }
    for kind in KANU_CARDS.kinds:
        special = kind.series % 2 == kind.number % 2
        assert KANU_CARDS.effects(kind) == (told[kind.number] if special else ())
    assert sum(bool(KANU_CARDS.effects(kind)) for kind in KANU_CARDS.kinds) == 18


def test_the_peek_table() -> None:
    """Ruling 1.3: one card more than there are series among one's pairs."""
    assert [KANU_CARDS.seen(cards(pairs)) for pairs in ("", "11 12", "11 21 61", "11 21 31 41 51 61 62")] == [
        1,
        2,
        4,
        7,
    ]


def test_the_duel_bonus() -> None:
    """Ruling 1.4: by the largest series."""
    assert [KANU_CARDS.bonus(cards(pairs)) for pairs in ("", "11 21", "11 12 21", "11 12 13", "11 12 13 14")] == [
        0,
        0,
        1,
        2,
        2,
    ]


# 2 Set-up


@pytest.mark.parametrize(("seats", "hand"), [(3, 8), (4, 6), (5, 5), (6, 4)])
def test_the_deal(seats: int, hand: int) -> None:
    """Ruling 2.1: hands, 25 cards face down, the rest is the deck; everybody is told of the own hand alone."""
    step = GAME.start(GAME.chance("7"), seats, OPTIONS)
    state = step.state
    assert [len(held) for held in state.hands] == [hand] * seats
    assert state.board.field == (DOWN,) * 25
    assert len(state.deck) == state.board.deck == 72 - 25 - hand * seats
    assert isinstance(step.events[0], Dealt)
    for seat in range(seats):
        told = GAME.see(step.events[0], Seat(seat))
        assert told == WasDealt(state.hands[seat], (hand,) * seats, 25, len(state.deck))
    assert step.reveals


def test_the_start_player_rolls_highest() -> None:
    """Ruling 2.2: ties roll again, the highest begins."""
    pack = tuple(kind for kind in KANU_CARDS.kinds for _ in range(2))
    step = GAME.start(Script((pack, 4, 1, 4, 4, 0, 3, 3, 1, 2)), 4, OPTIONS)
    assert only(step, StartRolled) == [
        StartRolled(((Seat(0), 5), (Seat(1), 2), (Seat(2), 5), (Seat(3), 5))),
        StartRolled(((Seat(0), 1), (Seat(2), 4), (Seat(3), 4))),
        StartRolled(((Seat(2), 2), (Seat(3), 3))),
    ]
    assert step.state.board.start == step.state.board.player == GAME.turn(step.state) == 3
    assert step.events[-1] == StepBegan(Seat(3), pursuit=False, tokens=Tokens())


def test_play_goes_clockwise() -> None:
    """Ruling 2.2: from the start player on, round the table."""
    state = replace(laid("12", "14", "16", field=PLAIN))
    order = []
    for _ in range(4):
        order.append(GAME.turn(state))
        state = play(state, "oA", "sB").state
    assert order == [0, 1, 2, 0]


def test_a_view_holds_the_board_and_ones_own_hand() -> None:
    """Ruling 2.3: hand and deck sizes, captured pairs and open cards are public, nothing else."""
    state = play(laid("12 14", "16", "", field=PLAIN, deck="21", pairs=("", "66", "")), "oB").state
    for seat, hand in enumerate(("12 14", "16", "")):
        view = GAME.view(state, Seat(seat))
        assert (view.seat, view.hand, view.board) == (seat, cards(hand), state.board)
        assert bool(view.legal) == (seat == 0)
    board = state.board
    assert (board.hands, board.deck, board.pairs) == ((2, 1, 0), 1, ((), cards("66"), ()))
    assert board.field == (DOWN, Up(card("14")), *[DOWN] * 6, *[None] * 17)
    assert board.opened == (1,)


@pytest.mark.parametrize("deal", ["1", str(HIGHEST_NUMBER), " 007 ", "１２"])
def test_a_deal_is_a_number(deal: str) -> None:
    """Leading zeros and full-width digits are understood."""
    assert GAME.chance(deal) == GAME.chance(str(int(deal)))


@pytest.mark.parametrize("deal", ["", "0", "1000000000", "x", "-1", "9" * 5000, "①a", "²x"])
def test_anything_else_is_no_deal(deal: str) -> None:
    """With the reason for the screen."""
    with pytest.raises(BadInput) as caught:
        GAME.chance(deal)
    assert caught.value.reason.key == "bad.deal_number"


# 3 A turn


def test_a_step_opens_a_card_and_takes_one_of_five_actions() -> None:
    """Ruling 3.1: first open, then sortie, reinforce, scout, develop or ambush; there is no pass."""
    state = laid("12 16 16", "14", "21", field="12 -- 14 23")
    assert texts(state) == ["oA", "oC", "oD"]
    assert refused(state, "sA") == Reason.of("kanu.why.open_first")
    assert refused(state, "oB") == refused(state, "oZ") == refused(state, "o9") == Reason.of("kanu.why.empty_cell")
    state = play(state, "oA").state
    assert texts(state) == ["sC", "sD", "ra", "c1a", "c2a", "d16", "m12", "m16"]
    assert refused(state, "oC") == Reason.of("kanu.why.opened_already")
    assert refused(state, "x") == Reason.of("kanu.why.no_pass")
    assert refused(state, "sA") == Reason.of("kanu.why.lies_open")
    assert refused(state, "u1") == refused(state, "t12") == Reason.of("kanu.why.no_effect")


def test_a_card_that_is_not_captured_goes_back_to_its_place() -> None:
    """Ruling 3.1: face down, after the step."""
    state = laid("12", "14", "16", field="-- 21 23")
    step = play(state, "oB", "m12")
    assert only(step, CardOpened) == [CardOpened(Seat(0), 1, card("21"))]
    assert only(step, CardClosed) == [CardClosed(1, card("21"))]
    assert step.state.field == state.field
    assert step.state.board.field == state.board.field


def test_a_sortie_that_hits() -> None:
    """Ruling 3.2: both cards are captured."""
    step = play(laid("16", "", "", field="12 14 12"), "oA", "sC")
    assert step.events[1:] == (
        Sortied(Seat(0), 2, card("12"), hit=True),
        Captured(Seat(0), card("12"), Way.SORTIE, (Cell(0), Cell(2))),
        StepBegan(Seat(0), pursuit=True, tokens=Tokens()),
    )
    assert step.state.board.pairs[0] == cards("12")
    assert step.state.board.field[:3] == (None, DOWN, None)


def test_a_sortie_that_misses() -> None:
    """Ruling 3.2: both go back, and the turn ends; everybody has seen both."""
    state = laid("16", "", "", field="12 14 12")
    step = play(state, "oA", "sB")
    assert step.events[1:] == (
        Sortied(Seat(0), 1, card("14"), hit=False),
        CardClosed(1, card("14")),
        CardClosed(0, card("12")),
        TurnEnded(Seat(0), 0),
        StepBegan(Seat(1), pursuit=False, tokens=Tokens()),
    )
    assert step.state.field == state.field
    assert all(GAME.see(event, Seat(2)) == event for event in step.events)


def test_no_sortie_without_another_card() -> None:
    """Ruling 3.2: with one card on the field."""
    state = play(laid("16", "12", "", field="12"), "oA").state
    assert "s" not in kinds(state)
    assert refused(state, "sA") == refused(state, "sB") == Reason.of("kanu.why.no_other_card")


def test_reinforce() -> None:
    """Ruling 3.3: the match comes from one's hand; the others stay in their order."""
    step = play(laid("16 12 14", "", "", field="12 21"), "oA", "ra")
    assert step.events[1:3] == (
        Reinforced(Seat(0), 0, card("12")),
        Captured(Seat(0), card("12"), Way.REINFORCE, (Cell(0), Hand(Seat(0)))),
    )
    assert step.state.hands[0] == cards("16 14")


def test_reinforce_needs_the_match_and_is_never_compulsory() -> None:
    """Ruling 3.3: whoever holds the match may do something else."""
    state = play(laid("16", "12", "", field="12 21"), "oA").state
    assert refused(state, "ra") == Reason.of("kanu.why.not_held", card=card_name(KANU_CARDS, card("12")))
    assert refused(state, "rb") == Reason.of("kanu.why.not_opened")
    holding = play(laid("12", "16", "", field="12 21"), "oA").state
    assert kinds(holding) == {"s", "r", "c", "m"}


def test_a_scout_that_finds() -> None:
    """Ruling 3.4: the player asked must show the match, and it is captured."""
    step = play(laid("16", "14 12", "", field="12 21"), "oA", "c1a")
    assert step.events[1:4] == (
        Scouted(Seat(0), (0,), cards("12"), Seat(1)),
        Answered(Seat(1), (True,)),
        Captured(Seat(0), card("12"), Way.SCOUT, (Cell(0), Hand(Seat(1)))),
    )
    assert step.state.hands[1] == cards("14")


def test_a_scout_that_does_not_find() -> None:
    """Ruling 3.4: he says so, the turn ends, and nothing but the no becomes known."""
    step = play(laid("16", "14", "12", field="12 21"), "oA", "c1a")
    assert step.events[1:] == (
        Scouted(Seat(0), (0,), cards("12"), Seat(1)),
        Answered(Seat(1), (False,)),
        CardClosed(0, card("12")),
        TurnEnded(Seat(0), 0),
        StepBegan(Seat(1), pursuit=False, tokens=Tokens()),
    )


def test_every_question_to_one_other_is_allowed() -> None:
    """Ruling 3.4: to somebody without cards, or while one holds the match oneself; forbidding it would leak."""
    state = play(laid("12", "14", "", field="12 21"), "oA").state
    assert {"c1a", "c2a"} <= set(texts(state))
    assert only(play(state, "c2a"), Answered) == [Answered(Seat(2), (False,))]
    assert refused(state, "c0a") == Reason.of("kanu.why.oneself")
    assert refused(state, "c3a") == Reason.of("kanu.why.no_such_seat")
    assert refused(state, "c1b") == refused(state, "c1ab") == Reason.of("kanu.why.not_opened")
    assert refused(state, "c*a") == Reason.of("kanu.why.no_search")


def test_develop() -> None:
    """Ruling 3.5: two equal hand cards are captured; the opened card goes back."""
    state = laid("14 12 16 12", "", "", field="21 23")
    step = play(state, "oA", "d12")
    assert step.events[1:4] == (
        Developed(Seat(0), card("12")),
        Captured(Seat(0), card("12"), Way.DEVELOP, (Hand(Seat(0)), Hand(Seat(0)))),
        CardClosed(0, card("21")),
    )
    assert step.state.hands[0] == cards("14 16")
    assert step.state.field == state.field


def test_develop_needs_two_alike() -> None:
    """Ruling 3.5: with the reason why not."""
    state = play(laid("14", "", "", field="21 23"), "oA").state
    assert refused(state, "d14") == Reason.of("kanu.why.only_one", card=card_name(KANU_CARDS, card("14")))
    assert refused(state, "d12") == Reason.of("kanu.why.not_held", card=card_name(KANU_CARDS, card("12")))
    assert refused(state, "d99") == refused(state, "m17") == Reason.of("kanu.why.no_such_card")


def test_an_ambush_that_succeeds() -> None:
    """Ruling 3.6: all others are asked at once, the holder shows the match; the opened card goes back."""
    state = replace(laid("14 12", "16", "21 12 25", field="23 32"))
    step = play(state, "oA", "m12")
    assert step.events[1:6] == (
        Ambushed(Seat(0), card("12")),
        Answered(Seat(1), (False,)),
        Answered(Seat(2), (True,)),
        Captured(Seat(0), card("12"), Way.AMBUSH, (Hand(Seat(0)), Hand(Seat(2)))),
        CardClosed(0, card("23")),
    )
    assert step.state.hands == (cards("14"), cards("16"), cards("21 25"))
    assert step.state.board.pursuit


def test_an_ambush_that_fails() -> None:
    """Ruling 3.6: all say no, the shown card returns to the hand, all have seen it, the turn ends."""
    state = laid("14 12 34", "16", "21", field="12 23 32")
    step = play(state, "oB", "m12")
    assert step.events[1:] == (
        Ambushed(Seat(0), card("12")),
        Answered(Seat(1), (False,)),
        Answered(Seat(2), (False,)),
        CardClosed(1, card("23")),
        TurnEnded(Seat(0), 0),
        StepBegan(Seat(1), pursuit=False, tokens=Tokens()),
    )
    assert step.state.hands == state.hands
    assert GAME.see(step.events[1], Seat(2)) == Ambushed(Seat(0), card("12"))


def test_any_hand_card_may_be_shown() -> None:
    """Ruling 3.6: one kind is one choice; a card one does not hold is none."""
    state = play(laid("14 12 12", "16", "", field="14 23"), "oA").state
    assert [text for text in texts(state) if text[0] == "m"] == ["m14", "m12"]
    assert refused(state, "m16") == Reason.of("kanu.why.not_held", card=card_name(KANU_CARDS, card("16")))
    empty = play(laid("", "16", "", field="14 23"), "oA").state
    assert why_none(empty.board, (), Ambush) == Reason.of("kanu.why.no_cards")


def test_those_asked_answer_clockwise() -> None:
    """Rulings 3.6 and 5.3: from the left of whoever asks."""
    state = play(laid("12", "14", "16", "", field=PLAIN), "oA", "sB", "oA", "sB").state
    assert [event.seat for event in only(play(state, "oA", "m16"), Answered)] == [3, 0, 1]


def test_a_pursuit_follows_a_capture_in_the_first_step_alone() -> None:
    """Ruling 3.7: exactly one more step."""
    state = laid("12 14", "", "", field="12 14 16 21")
    step = play(state, "oA", "ra")
    assert (step.state.board.player, step.state.board.pursuit) == (0, True)
    step = play(step.state, "oB", "ra")
    assert (step.state.board.player, step.state.board.pursuit) == (1, False)
    assert only(step, TurnEnded) == [TurnEnded(Seat(0), 2)]


def test_no_pursuit_without_a_field() -> None:
    """Ruling 3.7: the turn ends, and here the game."""
    step = play(laid("12", "", "", field="12"), "oA", "ra")
    assert only(step, StepBegan) == []
    assert isinstance(step.events[-1], Ended)


def test_effects_follow_when_both_pairs_lie_there() -> None:
    """Ruling 3.8: in the order in which the field cards were opened."""
    state = laid("16", "15 11 23", "", field="15 11 12 14", tokens=Tokens(night=True))
    step = play(state, "oB", "oA", "c1ab")
    told = [event for event in step.events if isinstance(event, Captured | EffectBegan)]
    assert [(type(event), event.card) for event in told] == [
        (Captured, card("11")),
        (Captured, card("15")),
        (EffectBegan, card("11")),
        (EffectBegan, card("15")),
    ]
    assert step.state.board.effects == ((card("15"), Effect.ESPIONAGE),)


# 4 Turn end


@pytest.mark.parametrize(
    ("actions", "drawn"),
    [
        (["oA", "sB"], 0),
        (["oC", "sD", "oA", "sB"], 0),
        (["oA", "ra", "oB", "sC"], 1),
        (["oA", "m16", "oB", "sC"], 1),
        (["oB", "c1a", "oA", "sC"], 1),
        (["oA", "d21", "oB", "sC"], 3),
        (["oA", "d21", "oA", "ra"], 4),
        (["oB", "c1a", "oA", "ra"], 2),
    ],
)
def test_supply(actions: list[str], drawn: int) -> None:
    """Ruling 4.1: one for a reinforce, scout or ambush, three for a develop, nothing for a sortie, summed up."""
    state = laid("12 21 21 16", "14 16", "", field="12 14 23 23 25 32 34 36 61 63", deck="41 43 45 52 54")
    step = play(state, *actions)
    assert step.state.board.player == 1
    assert [len(event.cards) for event in only(step, Drew)] == [drawn] * bool(drawn)
    assert step.state.hands[0][-drawn or 99 :] == state.deck[:drawn]
    assert step.state.deck == state.deck[drawn:]


def test_only_the_player_draws_and_only_he_sees_what() -> None:
    """Ruling 4.1: the others see how many."""
    state = laid("21 21", "14", "", field=PLAIN, deck="41 43 45 52 54")
    step = play(state, "oA", "d21", "oA", "sB")
    (drew,) = only(step, Drew)
    assert GAME.see(drew, Seat(0)) == SawDraw(Seat(0), tuple(Up(each) for each in cards("41 43 45")))
    assert GAME.see(drew, Seat(1)) == GAME.see(drew, Seat(2)) == SawDraw(Seat(0), (DOWN, DOWN, DOWN))
    assert step.state.board.hands == (3, 1, 0)


def test_a_scout_that_took_two_pairs_draws_one() -> None:
    """Ruling 4.1."""
    state = laid("16", "14 12", "", field="12 14 23 25 32 34 36 41", deck="43 45", tokens=Tokens(night=True))
    step = play(state, "oA", "oB", "c1ab", "oC", "sD")
    assert [event.cards for event in only(step, Drew)] == [cards("43")]
    assert only(step, TurnEnded) == [TurnEnded(Seat(0), 2)]


def test_a_pair_opened_by_night_draws_nothing() -> None:
    """Ruling 4.1."""
    state = laid("16", "14", "", field="12 12 23 25 32 34 36 41", deck="43 45", tokens=Tokens(night=True))
    assert only(play(state, "oA", "oB", "x", "oC", "sD"), Drew) == []


def test_a_short_deck_gives_what_it_has() -> None:
    """Ruling 4.1."""
    state = laid("21 21", "14", "", field=PLAIN, deck="41")
    assert [event.cards for event in only(play(state, "oA", "d21", "oA", "sB"), Drew)] == [cards("41")]


def test_formation_by_its_effect() -> None:
    """Rulings 4.2 and 5.1: after the draws and the pursuit, filled up from the deck, shuffled, laid afresh."""
    rest = "12 14 23 25 32 34"
    order = cards("45 34 43 14 12 23 25 32")
    state = laid("11", "14", "", field=f"11 {rest}", deck="41 43 45", draws=[order])
    step = play(state, "oA", "ra")
    assert only(step, FieldLaid) == []
    assert step.state.board.formation
    step = play(step.state, "oB", "sC")
    assert [type(event) for event in step.events[-4:]] == [Drew, FieldLaid, TurnEnded, StepBegan]
    assert only(step, FieldLaid) == [FieldLaid(2, 8, by_effect=True)]
    assert step.state.field == (*order, *[None] * 17)
    assert step.state.board.field == (*[DOWN] * 8, *[None] * 17)
    assert (step.state.deck, step.state.board.formation) == ((), False)


def test_formation_fills_up_to_25() -> None:
    """Ruling 4.2: what does not fit stays in the deck."""
    deck = "41 43 45 52 54 56 61 63 65 41 43 45 52 54 56 61 63 65 12 14 16 21 23 25 36"
    order = cards("23 14 12 21") + cards(deck)[:21]
    state = laid("16", "", "", field="12 14 21 23", deck=deck, draws=[order])
    step = play(state, "oA", "sB")
    assert only(step, FieldLaid) == [FieldLaid(21, 25, by_effect=False)]
    assert (step.state.field, step.state.deck) == (order, cards(deck)[21:])


@pytest.mark.parametrize(("lying", "laid_afresh"), [(5, True), (6, False)])
def test_a_small_field_is_filled(lying: int, laid_afresh: bool) -> None:
    """Ruling 4.2: with five cards or fewer."""
    field = " ".join(PLAIN.split()[:lying])
    order = (*cards(field), card("41"))
    step = play(laid("36", "", "", field=field, deck="41", draws=[order]), "oA", "sB")
    assert bool(only(step, FieldLaid)) == laid_afresh


def test_a_small_field_stays_without_a_deck() -> None:
    """Ruling 4.2: a deck that the supply has just emptied is empty."""
    state = laid("21 21", "", "", field="12 14 23", deck="41")
    assert only(play(state, "oA", "d21", "oA", "sB"), FieldLaid) == []


def test_the_effect_formation_lays_afresh_without_a_deck() -> None:
    """Ruling 4.2: shuffled, from the top left."""
    state = laid("11", "", "", field="11 -- 12 -- 14", draws=[cards("14 12")])
    step = play(state, "oA", "ra", "oC", "sE")
    assert only(step, FieldLaid) == [FieldLaid(0, 2, by_effect=True)]
    assert step.state.field[:3] == (*cards("14 12"), None)


# 5 Effects


def test_the_pursuit_is_played_on_the_old_field() -> None:
    """Ruling 5.1."""
    state = laid("11", "", "", field="12 11 14 16")
    assert play(state, "oB", "ra").state.field[:4] == (card("12"), None, *cards("14 16"))


def test_support() -> None:
    """Ruling 5.2: everybody with a card that bears the mark raises one hand, the capturer included."""
    state = laid("22 42", "12 22 62", "14", "22", field="42 16 25 23")
    step = play(state, "oA", "ra")
    assert only(step, HandsRaised) == [HandsRaised((Seat(0), Seat(1), Seat(3)))]
    state = laid("42 22", "12", "14", "16", field="42 16 25 23")
    assert only(play(state, "oA", "ra"), HandsRaised) == [HandsRaised((Seat(0),))]
    state = laid("42", "12", "14", "16", field="42 16 25 23")
    assert only(play(state, "oA", "ra"), HandsRaised) == [HandsRaised(())]


def test_search() -> None:
    """Ruling 5.3: in the next step a scout may ask all at once; asking one stays possible."""
    state = laid("13", "12", "14 23", field="13 14 25 21")
    step = play(state, "oA", "ra")
    assert step.state.board.tokens == Tokens(search=True, night=True)
    state = replace(step.state, board=replace(step.state.board, tokens=Tokens(search=True)))
    state = play(state, "oB").state
    assert [text for text in texts(state) if text[0] == "c"] == ["c1a", "c2a", "c*a"]
    step = play(state, "c*a")
    assert only(step, Scouted) == [Scouted(Seat(0), (1,), cards("14"), None)]
    assert only(step, Answered) == [Answered(Seat(1), (False,)), Answered(Seat(2), (True,))]
    assert only(step, Captured) == [Captured(Seat(0), card("14"), Way.SCOUT, (Cell(1), Hand(Seat(2))))]


def test_search_that_finds_nothing() -> None:
    """Ruling 5.3: all say no, and the turn ends."""
    state = play(laid("16", "12", "23", field="14 25", tokens=Tokens(search=True)), "oA").state
    step = play(state, "c*a")
    assert len(only(step, Answered)) == 2
    assert step.state.board.player == 1


def night(*hands: str, field: str, search: bool = False, **more: Any) -> State:
    """Return a table where 夜戦 acts in the present step."""
    return laid(*hands, field=field, tokens=Tokens(search=search, night=True), **more)


def test_night_opens_two_cards() -> None:
    """Ruling 5.4: one after the other; both lie open; all actions may be about either."""
    state = play(night("14 16", "12", "", field="12 14 21 21"), "oB").state
    assert (state.board.phase, texts(state)) == (Phase.OPEN, ["oA", "oC", "oD"])
    assert refused(state, "oB") == Reason.of("kanu.why.lies_open")
    assert refused(state, "ra") == Reason.of("kanu.why.open_second")
    state = play(state, "oA").state
    assert state.board.opened == (1, 0)
    assert opened_cards(state.board) == cards("14 12")
    assert texts(state) == ["sC", "sD", "ra", "c1a", "c2a", "c1b", "c2b", "c1ab", "c2ab", "m14", "m16"]
    assert refused(state, "rb") == Reason.of("kanu.why.not_held", card=card_name(KANU_CARDS, card("12")))
    assert refused(state, "sA") == Reason.of("kanu.why.lies_open")


def test_night_opens_one_card_of_one() -> None:
    """Ruling 5.4: if the field has one."""
    state = play(night("14", "12", "", field="12"), "oA").state
    assert (state.board.phase, kinds(state)) == (Phase.ACT, {"c", "m"})


def test_night_cards_that_match_are_captured_at_once() -> None:
    """Ruling 5.4: then only an ambush may follow, or nothing."""
    step = play(night("14 16", "16", "", field="12 21 12 23"), "oA", "oC")
    assert step.events[1:] == (
        CardOpened(Seat(0), 2, card("12")),
        Captured(Seat(0), card("12"), Way.NIGHT, (Cell(0), Cell(2))),
    )
    assert (step.state.board.phase, texts(step.state)) == (Phase.AMBUSH, ["m14", "m16", "x"])
    assert refused(step.state, "oB") == refused(step.state, "sB") == Reason.of("kanu.why.only_ambush")
    hit = play(step.state, "m16")
    assert [event.way for event in only(hit, Captured)] == [Way.AMBUSH]
    assert hit.state.board.pursuit


@pytest.mark.parametrize("after", ["m14", "x"])
def test_the_pursuit_after_a_night_pair_is_due(after: str) -> None:
    """Ruling 5.4: even if the ambush fails, or is left out."""
    step = play(night("14", "16", "", field="12 21 12 23"), "oA", "oC", after)
    assert only(step, HeldBack) == [HeldBack(Seat(0))] * (after == "x")
    assert (step.state.board.player, step.state.board.pursuit) == (0, True)


def test_no_ambush_after_a_night_pair_without_a_hand() -> None:
    """Ruling 5.4: there is nothing to decide then, as everybody can see."""
    state = play(night("", "16", "", field="12 21 12 23"), "oA", "oC").state
    assert (state.board.phase, state.board.pursuit) == (Phase.OPEN, True)


def test_the_effects_of_a_night_pair_come_before_its_ambush() -> None:
    """Ruling 5.4: they resolve first; here the duel, declined."""
    state = night("14", "16", "", field="26 21 26 23", pairs=("", "12", ""))
    step = play(state, "oA", "oC")
    assert (step.state.board.phase, step.state.board.night_pair) == (Phase.DUEL, True)
    assert play(step.state, "u-").state.board.phase is Phase.AMBUSH


def test_a_night_pair_in_the_pursuit() -> None:
    """Rulings 3.7 and 5.4: after its ambush the turn ends."""
    state = night("14", "16", "", field="12 21 12 23", pursuit=True, captured=1)
    assert play(state, "oA", "oC", "x").state.board.player == 1


@pytest.mark.parametrize(("cell", "first"), [("C", "A"), ("D", "B")])
def test_a_night_sortie_matches_either(cell: str, first: str) -> None:
    """Ruling 5.4: one pair only; the other card goes back."""
    step = play(night("16", "", "", field="12 14 12 14"), "oA", "oB", f"s{cell}")
    assert [event.places for event in only(step, Captured)] == [(Cell("AB".index(first)), Cell("ABCD".index(cell)))]
    assert [event.cell for event in only(step, CardClosed)] == [1 - "AB".index(first)]


def test_a_night_sortie_that_misses() -> None:
    """Ruling 5.4: all three go back."""
    step = play(night("16", "", "", field="12 14 21"), "oA", "oB", "sC")
    assert [event.cell for event in only(step, CardClosed)] == [2, 0, 1]
    assert step.state.board.player == 1


@pytest.mark.parametrize(("text", "cell"), [("ra", 0), ("rb", 1)])
def test_a_night_reinforce_matches_either(text: str, cell: int) -> None:
    """Ruling 5.4."""
    step = play(night("14 12", "", "", field="12 14 21"), "oA", "oB", text)
    assert [event.cell for event in only(step, Reinforced)] == [cell]
    assert [event.cell for event in only(step, CardClosed)] == [1 - cell]


@pytest.mark.parametrize(
    ("text", "answers", "captured"),
    [
        ("c1a", [(True,)], ["12"]),
        ("c1b", [(False,)], []),
        ("c1ab", [(True, False)], ["12"]),
        ("c3ab", [(True, True)], ["12", "14"]),
        ("c*ab", [(False, False), (False, True), (True, False)], ["12", "14"]),
        ("c*b", [(False,), (True,), (False,)], ["14"]),
    ],
)
def test_a_night_scout(text: str, answers: list[tuple[bool, ...]], captured: list[str]) -> None:
    """Ruling 5.4: about either or both, and may take two pairs; with 索敵 too, of all players."""
    hands = {"c1": ("12", "16", ""), "c3": ("16", "", "14 12"), "c*": ("16", "14", "12")}[text[:2]]
    state = night("23", *hands, field="12 14 21", search=True)
    step = play(state, "oA", "oB", text)
    assert [event.answers for event in only(step, Answered)] == answers
    assert [str(event.card) for event in only(step, Captured)] == captured


def test_tokens_of_the_first_step_act_in_the_pursuit() -> None:
    """Ruling 5.5: and are used up by it, whether they served or not."""
    step = play(laid("13", "12", "14", field="13 14 25 21"), "oA", "ra")
    assert step.events[-1] == StepBegan(Seat(0), pursuit=True, tokens=Tokens(search=True, night=True))
    assert step.state.board.waiting == (Tokens(),) * 3
    board = play(step.state, "oB", "oC", "sD").state.board
    assert (board.waiting, board.tokens) == ((Tokens(),) * 3, Tokens())


def test_tokens_of_the_pursuit_act_in_the_next_turn() -> None:
    """Ruling 5.5: in its first step."""
    state = laid("24", "12", "14", field="24 14 25 21", pursuit=True, captured=1)
    state = play(state, "oA", "ra").state
    assert state.board.waiting == (Tokens(night=True), Tokens(), Tokens())
    step = play(state, "oB", "sC", "oB", "sC")
    assert step.events[-1] == StepBegan(Seat(0), pursuit=False, tokens=Tokens(night=True))


def test_two_tokens_of_a_kind_do_not_add() -> None:
    """Ruling 5.5: both nights serve the one pursuit."""
    state = night("16", "24 44", "", field="24 44 25 21")
    state = play(state, "oA", "oB", "c1ab").state
    assert state.board.tokens == Tokens(night=True)
    assert state.board.waiting[0] == Tokens()


def test_a_token_captured_while_one_acts_waits_for_the_next_step() -> None:
    """Ruling 5.5: the acting one is used up, the new one is not."""
    state = play(night("24", "", "", field="24 12 25 21"), "oA", "oB", "ra").state
    assert (state.board.pursuit, state.board.tokens) == (True, Tokens(night=True))


def test_tokens_wait_where_no_pursuit_follows() -> None:
    """Ruling 5.5: for the next turn; here the field was empty, and is filled."""
    state = laid("24", "", "", field="24", deck="12 14 16 21", draws=[cards("14 16 21")])
    assert play(state, "oA", "ra").state.board.waiting[0] == Tokens(night=True)


def test_espionage() -> None:
    """Ruling 5.6: so many random cards as the table says; only the capturer sees them; it is compulsory."""
    state = laid("15", "12 14 16 21", "", field="15 23 25", pairs=("21", "", ""), draws=[cards("16 12 21 14")])
    state = play(state, "oA", "ra").state
    assert (state.board.phase, texts(state)) == (Phase.SPY, ["p1"])
    assert refused(state, "p2") == Reason.of("kanu.why.no_cards_there")
    assert refused(state, "p0") == Reason.of("kanu.why.oneself")
    assert refused(state, "oB") == refused(state, "x") == Reason.of("kanu.why.spy_first")
    step = play(state, "p1")
    (spied,) = only(step, Spied)
    assert spied == GAME.see(spied, Seat(0)) == Spied(Seat(0), Seat(1), cards("16 12 21"))
    assert GAME.see(spied, Seat(1)) == GAME.see(spied, Seat(2)) == WasSpied(Seat(0), Seat(1), 3)
    assert step.state.hands == state.hands
    assert step.state.board.pursuit


def test_espionage_sees_at_most_the_whole_hand() -> None:
    """Ruling 1.3."""
    state = laid("15", "12", "14", field="15 23 25", pairs=("21 31", "", ""), draws=[cards("12")])
    assert [event.cards for event in only(play(state, "oA", "ra", "p1"), Spied)] == [cards("12")]


def test_espionage_lapses_without_anybody_to_look_at() -> None:
    """Ruling 5.6: compulsory if anyone has cards."""
    step = play(laid("15 12", "", "", field="15 23 25"), "oA", "ra")
    assert step.events[-3:-1] == (
        EffectBegan(Seat(0), card("15"), Effect.ESPIONAGE),
        EffectLapsed(Seat(0), Effect.ESPIONAGE),
    )
    assert step.state.board.pursuit


def duel(dice: tuple[int, int], pairs: Sequence[str] = ("21", "12 14", ""), **more: Any) -> State:
    """Return the moment in which seat 0 has captured 演習 and may challenge."""
    state = laid("26", "23", "", field="26 25 32", pairs=pairs, draws=[dice[0] - 1, dice[1] - 1], **more)
    return play(state, "oA", "ra").state


def test_a_duel_may_be_declined() -> None:
    """Ruling 5.7: or fought with a player who has a captured pair."""
    state = duel((1, 1))
    assert (state.board.phase, texts(state)) == (Phase.DUEL, ["u1", "u-"])
    assert refused(state, "u2") == Reason.of("kanu.why.no_pairs_there")
    assert refused(state, "u0") == Reason.of("kanu.why.oneself")
    assert refused(state, "oB") == Reason.of("kanu.why.duel_first")
    step = play(state, "u-")
    assert only(step, DuelDeclined) == [DuelDeclined(Seat(0))]
    assert step.state.board.pursuit


def test_a_duel_that_the_challenger_wins() -> None:
    """Ruling 5.7: higher, or a tie, with the bonuses; he takes a pair of his choice."""
    step = play(duel((2, 2)), "u1")
    assert step.events == (DuelFought(Seat(0), Seat(1), (2, 2), (1, 1), Seat(0)),)
    state = step.state
    assert (GAME.turn(state), state.board.phase, state.board.loser) == (0, Phase.TAKE, 1)
    assert texts(state) == ["t12", "t14"]
    assert refused(state, "t21") == Reason.of("kanu.why.not_their_pair")
    assert refused(state, "oB") == Reason.of("kanu.why.take_first")
    step = play(state, "t14")
    assert only(step, PairTaken) == [PairTaken(Seat(0), Seat(1), card("14"))]
    assert step.state.board.pairs == (cards("21 26 14"), cards("12"), ())
    assert (step.state.board.loser, step.state.board.pursuit) == (None, True)


def test_a_duel_that_the_challenged_wins() -> None:
    """Ruling 5.7: the winner chooses; even the pair just captured may be lost; then the challenger goes on."""
    step = play(duel((1, 2)), "u1")
    assert [event.winner for event in only(step, DuelFought)] == [1]
    state = step.state
    assert (GAME.turn(state), state.board.player, state.board.loser) == (1, 0, 0)
    assert [len(GAME.view(state, Seat(seat)).legal) for seat in range(3)] == [0, 2, 0]
    assert texts(state) == ["t21", "t26"]
    state = play(state, "t26").state
    assert state.board.pairs == (cards("21"), cards("12 14 26"), ())
    assert (GAME.turn(state), state.board.pursuit) == (0, True)


def test_a_stolen_pair_has_no_effect() -> None:
    """Section 5: effects belong to the capture."""
    step = play(duel((6, 1), ("", "11 24 13", "")), "u1", "t13")
    assert only(step, EffectBegan) == []
    assert step.state.board.waiting[0] == step.state.board.tokens == Tokens()


def test_a_duel_lapses_without_a_pair_to_win() -> None:
    """Ruling 5.7: nobody else has one."""
    step = play(laid("26", "23", "", field="26 25 32"), "oA", "ra")
    assert only(step, EffectLapsed) == [EffectLapsed(Seat(0), Effect.DUEL)]


def test_two_effects_with_decisions_follow_each_other() -> None:
    """Ruling 3.8: a scout by night took 演習 and 諜報."""
    state = night("12", "26 15 14", "", field="26 15 23 25", pairs=("", "", "32"), draws=[cards("14")])
    state = play(state, "oA", "oB", "c1ab").state
    assert state.board.phase is Phase.DUEL
    state = play(state, "u-").state
    assert state.board.phase is Phase.SPY
    assert play(state, "p1").state.board.pursuit


# 6 End


def test_the_game_ends_with_an_empty_field() -> None:
    """Ruling 6.1: most captured pairs win; cards in hand do not count."""
    step = play(laid("12", "14 16", "", field="12", pairs=("21", "23", "")), "oA", "ra")
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (2, 1, 0))
    assert outcome.reason == Reason.of("kanu.outcome.field")
    assert step.events[-1] == Ended(outcome)
    assert (GAME.turn(step.state), GAME.legal(step.state)) == (None, ())
    assert refused(step.state, "oA") == Reason.of("why.game_over")
    view = GAME.view(step.state, Seat(0))
    assert legal_actions(view.board, view.hand) == ()
    assert why_not(view.board, view.hand, OpenCard(0)) == Reason.of("why.game_over")
    assert why_none(view.board, view.hand, Scout) == Reason.of("why.game_over")


def test_ties_share_the_win() -> None:
    """Ruling 6.1."""
    outcome = GAME.outcome(play(laid("12", "", "", field="12", pairs=("", "23", "")), "oA", "ra").state)
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_an_empty_field_with_a_deck_is_filled() -> None:
    """Rulings 4.2 and 6.1: the end comes after formation."""
    state = laid("12", "", "", field="12", deck="14 16", draws=[cards("16")])
    assert GAME.outcome(play(state, "oA", "ra").state) is None


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_guard(seats: int) -> None:
    """Ruling 6.2: five full rounds in a row without a capture; a capture begins the count anew."""
    state = laid(*["12"] + [""] * (seats - 1), field=f"12 12 {PLAIN}")
    state = play(state, "oC", "sD").state
    assert state.board.quiet == 1
    for _ in range(seats - 1):
        state = play(state, "oC", "sD").state
    state = play(state, "oA", "sB", "oC", "sD").state
    assert state.board.quiet == 0
    for turn in range(5 * seats):
        assert GAME.outcome(state) is None, turn
        state = play(state, "oC", "sD").state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == Reason.of("kanu.outcome.guard", count=5)
    assert outcome.winners == (0,)


def test_without_the_guard_play_could_go_on_for_ever() -> None:
    """Ruling 6.3: a round of misses leads back to the same cards and the same player."""
    state = laid("16", "", "", field=PLAIN)
    state = replace(state, board=replace(state.board, card_set=replace(KANU_CARDS, guard_rounds=0)))
    later = play(state, *["oA", "sB"] * 300).state
    assert later == replace(state, board=replace(state.board, quiet=300, turns=300))


def captures(state: State, opening: Action) -> bool:
    """Whether some action after this opening captures a pair."""
    step = GAME.apply(state, opening)
    if step.state.board.phase is Phase.OPEN:
        return any(captures(step.state, second) for second in GAME.legal(step.state))
    if only(step, Captured):
        return True
    return any(only(GAME.apply(step.state, action), Captured) for action in GAME.legal(step.state))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_somebody_can_capture_at_the_start_of_every_turn(seats: int) -> None:
    """Ruling 6.3: and once the deck is empty, whatever card is opened."""
    late = 0
    for state, _ in random_play(seats, seats):
        board = state.board
        if board.phase is Phase.OPEN and not board.opened and not board.pursuit:
            openings = GAME.legal(state)
            assert any(captures(state, opening) for opening in openings)
            if not state.deck:
                late += 1
                assert all(captures(state, opening) for opening in openings)
    assert late > 3


# What is possible, what not, and what can be taken back


@pytest.mark.parametrize("seats", [3, 6])
def test_every_wish_has_a_reason_or_is_possible(seats: int) -> None:
    """The reasons agree with the list of legal actions, action by action and kind by kind."""
    universe = kanu_bench(GAME).universe(seats)
    for luck in range(4):
        for state, _ in random_play(seats, luck):
            turn = GAME.turn(state)
            assert turn is not None
            view = GAME.view(state, turn)
            for action in universe:
                assert (why_not(view.board, view.hand, action) is None) == (action in view.legal)
            for kind in KINDS:
                possible = any(isinstance(action, kind) for action in view.legal)
                assert (why_none(view.board, view.hand, kind) is None) == possible


def test_the_buttons_have_reasons() -> None:
    """What the five actions need, in words."""
    state = laid("14 16", "12", "", field="12")
    assert why_none(state.board, state.hands[0], Develop) == Reason.of("kanu.why.open_first")
    board = play(state, "oA").state.board
    hand = cards("14 16")
    assert why_none(board, hand, Sortie) == Reason.of("kanu.why.no_other_card")
    assert why_none(board, hand, Reinforce) == Reason.of("kanu.why.no_match")
    assert why_none(board, hand, Develop) == Reason.of("kanu.why.no_two_alike")
    assert why_none(board, hand, Scout) is None
    assert why_none(board, hand, Ambush) is None
    assert why_none(board, hand, OpenCard) == Reason.of("kanu.why.opened_already")


def test_what_shows_nothing_can_be_taken_back() -> None:
    """Holding back, declining and taking a pair, where no card is drawn, laid, shown or raised after it."""
    assert not play(night("14", "16", "", field="12 21 12 23"), "oA", "oC", "x").reveals
    assert not play(duel((1, 1)), "u-").reveals
    won = play(duel((1, 1)), "u1")
    assert won.reveals
    assert not play(won.state, "t12").reveals


def test_what_shows_something_cannot_be_taken_back() -> None:
    """Cards opened or shown, answers, raised hands, dice, looks, draws and a field laid afresh."""
    state = laid("12 16 21 21", "14", "", field=f"12 {PLAIN}")
    opened = play(state, "oA")
    assert opened.reveals
    assert all(play(opened.state, text).reveals for text in texts(opened.state))
    looked = laid("15", "12", "", field="15 23 25", draws=[cards("12")])
    assert play(looked, "oA", "ra", "p1").reveals
    drawing = laid("26 12", "23", "", field="26 12 32", deck="41", pairs=("", "34", ""), pursuit=True, captured=1)
    assert play(drawing, "oA", "ra", "u-").reveals
    laying = duel((1, 1), pursuit=True, captured=1, formation=True)
    laying = replace(laying, chance=Script((cards("25 32"),)))
    assert play(laying, "u-").reveals
    raising = night("12", "26 22 14", "16", field="26 22 23 25", pairs=("", "", "32"))
    raising = play(raising, "oA", "oB", "c1ab").state
    assert raising.board.effects[1] == (card("22"), Effect.SUPPORT)
    assert play(raising, "u-").reveals


def test_the_table_takes_back_a_declined_duel_but_no_opened_card() -> None:
    """As `Table` does it with the steps of these rules."""
    for deal in range(1, 200):
        table = Table(GAME, str(deal), 3, {})
        picks = Picks(deal)
        while (turn := table.turn) is not None:
            view = table.view(turn)
            action = next((each for each in view.legal if isinstance(each, DeclineDuel)), picks.choice(view.legal))
            table.act(turn, action)
            if isinstance(action, DeclineDuel) and table.turn == turn and table.view(turn).board.pursuit:
                table.undo(turn)
                assert table.view(turn) == view
                return
            with pytest.raises(Illegal) as caught:
                table.undo(turn)
            assert caught.value.reason.key in {"why.undo_revealed", "why.game_over"}
    raise AssertionError("no duel was declined")


def test_nobody_concedes() -> None:
    """The table asks for it only where one plays alone."""
    assert GAME.conceded(dealt(3)).winners == ()


# Notation and options


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (OpenCard(10), "oK"),
        (Sortie(35), "s9"),
        (Reinforce(1), "rb"),
        (Scout((0,), Seat(2)), "c2a"),
        (Scout((0, 1), None), "c*ab"),
        (Develop(card("31")), "d31"),
        (Ambush(card("66")), "m66"),
        (TakePair(card("12")), "t12"),
        (Spy(Seat(5)), "p5"),
        (Challenge(Seat(0)), "u0"),
        (DeclineDuel(), "u-"),
        (HoldBack(), "x"),
    ],
)
def test_the_notation(action: Action, text: str) -> None:
    """Each action is written and read back."""
    assert encode(action) == text
    assert decode(text) == action


@pytest.mark.parametrize(
    "text", ["", "o", "oa", "oKK", "r", "rc", "c2", "c6a", "c2ba", "d3", "d30", "m333", "u", "X", "xx", "ü", "t¹²"]
)
def test_other_texts_are_no_actions(text: str) -> None:
    """Whatever stands in a save."""
    with pytest.raises(BadInput) as caught:
        decode(text)
    assert caught.value.reason == Reason.of("kanu.bad.action", text=text)


def test_the_names_of_cards_come_from_the_set() -> None:
    """In both languages."""
    assert card_name(KANU_CARDS, card("24")) == Reason.of("kanu.card.name", ja="一騎当千", en="Ikki Tousen", number=4)


def test_a_game_is_played_with_the_cards_of_its_option() -> None:
    """Another set decides hands, field and effects; its record holds it whole."""
    other = replace(KANU_CARDS, hands=(2, 2, 2, 2), rows=2, columns=3, draws=Draws(1, 2, 3, 4, 5))
    table = Table(GAME, "1", 3, {"cards": sets.record_text(other)})
    board = table.view(Seat(0)).board
    assert (board.card_set, board.hands, len(board.field), board.deck) == (other, (2, 2, 2), 6, 60)
    assert dict(table.record().options)["cards"] == sets.record_text(other)


def test_without_a_set_no_game_starts() -> None:
    """The rules know no cards of their own."""
    bare = Kanu()
    assert OptionSpec("cards", default="", values=("",), text=True) in bare.options
    with pytest.raises(BadInput) as caught:
        Table(bare, "1", 3, {})
    assert caught.value.reason == Reason.of("cards.no_set")
    assert Table(bare, "1", 3, OPTIONS).view(Seat(0)) == Table(GAME, "1", 3, {}).view(Seat(0))


@pytest.mark.parametrize("value", [0, False, None])
def test_a_set_is_a_text(value: Any) -> None:
    """Other values are refused like any wrong option."""
    with pytest.raises(BadInput) as caught:
        Table(GAME, "1", 3, {"cards": value})
    assert caught.value.reason.key == "bad.option_value"


def test_a_sortie_may_bring_a_card_by_another_set() -> None:
    """Ruling 4.1 as another set decides it."""
    state = laid("16", "", "", field=f"12 12 {PLAIN}", deck="41 43")
    drawing = replace(KANU_CARDS, draws=replace(KANU_CARDS.draws, sortie=2))
    state = replace(state, board=replace(state.board, card_set=drawing))
    step = play(state, "oA", "sB", "oD", "sE")
    assert [event.cards for event in only(step, Drew)] == [cards("41 43")]


def test_laid_open_it_shows_what_every_seat_saw_and_what_nobody_did() -> None:
    """At every point of a finished game: the board and hands of the views, and every card of the pack once."""
    table = Table(GAME, "31", 4, {})
    picks = Picks(31)
    while (turn := table.turn) is not None:
        table.act(turn, picks.choice(table.view(turn).legal))
    course = Course(table)
    pack = sorted(str(card) for card in table.view(Seat(0)).board.card_set.kinds) * 2
    for at in range(len(course) + 1):
        laid_open = course.all_open(at)
        assert isinstance(laid_open, OpenTable)
        views = [course.view(at, Seat(seat)) for seat in range(4)]
        assert laid_open.hands == tuple(view.hand for view in views)
        assert {view.board for view in views} == {laid_open.board}
        for seen, card in zip(laid_open.board.field, laid_open.field, strict=True):
            assert (seen is None) == (card is None)
            assert not isinstance(seen, Up) or seen.card == card
        assert len(laid_open.deck) == laid_open.board.deck
        cards = [*laid_open.deck, *(card for card in laid_open.field if card is not None)]
        cards += [card for hand in laid_open.hands for card in hand]
        cards += [pair for pairs in laid_open.board.pairs for pair in pairs] * 2
        assert sorted(map(str, cards)) == sorted(pack)
