"""The rules of 涼宮ハルヒの贈殖, ruling by ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random as Picks
from typing import Any, TypeVar

import pytest

from game.core import DOWN, BadInput, Illegal, OptionSpec, Reason, Seat, Step, Up
from game.deal_number import HIGHEST_NUMBER
from game.haruhi import card_file
from game.haruhi.card_set import PERSONS, SOS, Card, Colour, Effect, EventCard, Op, Person, Role, Rule
from game.haruhi.choices import LISTED, accused_events, equal_sum, legal_actions, why_none, why_not
from game.haruhi.course import Dealt, Drew, Event, State
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
    SawDraw,
    SosLaid,
    Stolen,
    Swapped,
    WasDealt,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import (
    Accusation,
    Accuse,
    Action,
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
    card_name,
    decode,
    encode,
    event_name,
    person_name,
)
from game.haruhi.rules import Haruhi
from game.record import fingerprint
from game.rng import Script
from game.table import Course, Table
from tests.rules.haruhi_bench import CARDS, choose, haruhi_bench

GAME = Haruhi(CARDS)
OPTIONS = {spec.key: spec.default for spec in GAME.options}
KINDS: tuple[type[Action], ...] = (
    Gift,
    LaySos,
    Pass,
    Forgo,
    Use,
    Accuse,
    HandOut,
    Claim,
    ClaimNothing,
    Peek,
    Steal,
    Swap,
    Give,
)
COLOURS = {"r": Colour.RED, "b": Colour.BLUE, "n": Colour.BROWN, "g": Colour.GREEN, "s": Colour.SOS}
EventT = TypeVar("EventT")


def card(text: str) -> Card:
    """Return the card of "r1"."""
    return Card(COLOURS[text[0]], int(text[1]))


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of "r1 g7": colour and value."""
    return tuple(card(word) for word in text.split())


def events(text: str) -> tuple[EventCard, ...]:
    """Return the events of "1 19"."""
    return tuple(EventCard(int(number)) for number in text.split())


def dealt(seats: int, deal: str = "1") -> State:
    """Return a table as it is dealt."""
    return GAME.start(GAME.chance(deal), seats, OPTIONS).state


def laid(  # noqa: PLR0913 - one for each part of the table that tests set
    *hands: str,
    event: int = 1,
    pile: str = "19 18",
    owned: Sequence[str] = (),
    deck: str = "r1 r1 r1 r1 r1 r1 r1 r1 r1 r1 r1 r1",
    discard: str = "",
    roles: Sequence[Person] = PERSONS,
    draws: Sequence[object] = (),
    effect: Sequence[str] | None = None,
    **board: Any,
) -> State:
    """Return a table at the start of an auction in which seat 0 begins; chance is as written in `draws`.

    Everybody is who comes next in `roles`. The event under the hammer has the parts of `effect` instead of its own.
    """
    seats = len(hands)
    chosen = CARDS
    if effect is not None:
        face = replace(CARDS.events[event - 1], effects=tuple(card_file.EFFECTS[word] for word in effect))
        chosen = replace(CARDS, events=(*CARDS.events[: event - 1], face, *CARDS.events[event:]))
    first = dealt(seats).board
    values: dict[str, Any] = {
        "card_set": chosen,
        "hands": tuple(len(cards(hand)) for hand in hands),
        "deck": len(cards(deck)),
        "discard": len(cards(discard)),
        "pile": len(events(pile)),
        "event": EventCard(event),
        "owned": tuple(events(numbers) for numbers in owned) or ((),) * seats,
        "first": Seat(0),
        "turn": Seat(0),
        **board,
    }
    return State(
        board=replace(first, **values),
        hands=tuple(cards(hand) for hand in hands),
        roles=tuple(Role(person) for person in roles[:seats]),
        spare=tuple(Role(person) for person in PERSONS if person not in roles[:seats]),
        peeks=((),) * seats,
        deck=cards(deck),
        discard=cards(discard),
        pile=events(pile),
        chance=Script(tuple(draws)),  # type: ignore[arg-type]  # places and orders, as the tests write them
    )


def play(state: State, *texts: str) -> Step[State, Event]:
    """Carry out actions in the notation; return the last step with the events of all."""
    told: list[Event] = []
    reveals = False
    for text in texts:
        step = GAME.apply(state, GAME.decode(text))
        state, reveals = step.state, step.reveals
        told += step.events
    return Step(state, tuple(told), reveals)


def taken(event: int, *hands: str, others: str = "P P P", **more: Any) -> State:
    """Return the table at which seat 0 has taken an event, with the red card that its hand begins with."""
    state = laid(f"r1 {hands[0]}", *hands[1:], event=event, **more)
    return play(state, "B0r1", *others.split()).state


def only(step: Step[State, Event], kind: type[EventT]) -> list[EventT]:
    """Return the events of this kind."""
    return [event for event in step.events if isinstance(event, kind)]


def texts(state: State) -> list[str]:
    """Return what is legal, in the notation."""
    return [GAME.encode(action) for action in GAME.legal(state)]


def refused(state: State, text: str) -> Reason:
    """Return why this is not possible."""
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, GAME.decode(text))
    return caught.value.reason


def random_play(seats: int, luck: int) -> Iterable[tuple[State, Step[State, Event]]]:
    """Yield every state of a game played by chance, and the step from it."""
    picks, state = Picks(luck), dealt(seats, str(luck + 1))
    while legal := GAME.legal(state):
        step = GAME.apply(state, choose(state, legal, picks))
        yield state, step
        state = step.state


# 1 Cards


def test_the_pack() -> None:
    """Rulings 1.1 and 1.2: 50 normal cards, 19 events, seven characters; values as they are ruled for the default."""
    counts = Counter(str(each) for each in CARDS.pack)
    assert counts == {
        "r1": 8,
        "r2": 8,
        "b1": 4,
        "b3": 4,
        "b5": 4,
        "n2": 6,
        "n4": 6,
        "g4": 2,
        "g5": 2,
        "g6": 2,
        "g7": 2,
        "s0": 2,
    }
    assert (len(CARDS.pack), len(CARDS.events), len(CARDS.characters)) == (50, 19, 7)
    assert [character.name.ja for character in CARDS.characters] == [
        "ハルヒ",
        "長門",
        "みくる",
        "鶴屋さん",
        "朝倉",
        "古泉",
        "キョン",
    ]
    assert [face.points for face in CARDS.events] == [5, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 0, -1, -2]
    assert sum("costume" in face.tags for face in CARDS.events) == 6
    assert sum(face.effects == (Effect(Op.ACCUSE),) for face in CARDS.events) == 6


# 2 Set-up


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_the_deal(seats: int) -> None:
    """Rulings 2.1 and 2.2: five cards and a secret character each, Haruhi among them; the rest of them stay unseen."""
    for deal in range(1, 40):
        step = GAME.start(GAME.chance(str(deal)), seats, OPTIONS)
        state = step.state
        assert [len(hand) for hand in state.hands] == [5] * seats
        assert Role(Person.HARUHI) in state.roles
        assert sorted([*state.roles, *state.spare], key=lambda role: role.person.value) == sorted(
            [Role(person) for person in PERSONS], key=lambda role: role.person.value
        )
        assert (len(state.roles), len(state.deck)) == (seats, 50 - 5 * seats)
        assert step.events[0] == Dealt(state.hands, state.roles, len(state.deck), state.board.first)
        for seat in range(seats):
            told = GAME.see(step.events[0], Seat(seat))
            first = state.board.first
            assert told == WasDealt(state.hands[seat], state.roles[seat], (5,) * seats, 50 - 5 * seats, first)
        assert step.reveals


def test_everything_is_drawn_by_lot() -> None:
    """Rulings 2.1 and 2.2: who is there, who is who, the events, the cards, the first player."""
    others = tuple(Role(person) for person in PERSONS if person is not Person.HARUHI)
    roles = (others[2], Role(Person.HARUHI), others[0], others[1])
    pile = tuple(reversed(CARDS.event_cards))
    step = GAME.start(Script((others, roles, pile, CARDS.pack, 2)), 4, OPTIONS)
    state = step.state
    assert (state.roles, state.spare) == (roles, others[3:])
    assert (state.board.event, state.pile) == (EventCard(19), pile[1:])
    assert state.hands == tuple(CARDS.pack[5 * seat : 5 * seat + 5] for seat in range(4))
    assert state.board.first == GAME.turn(state) == 2
    assert step.events[1] == EventTurned(Seat(2), 1, EventCard(19), ())


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


# 3 A round


def test_everybody_acts_once_clockwise() -> None:
    """Ruling 3.1: from the first player on."""
    state = laid("r1", "r2 r1", "b5", "n2")
    order = []
    for text in ("P", "B0r1", "P"):
        order.append(GAME.turn(state))
        state = play(state, text).state
    assert order == [0, 1, 2]
    assert GAME.turn(state) == 3
    assert (state.board.acted, state.board.round) == (3, 17)
    step = play(state, "P")
    assert only(step, EventTurned) == [EventTurned(Seat(0), 18, EventCard(19), ())]


def test_a_gift_is_any_number_of_cards_of_one_colour() -> None:
    """Ruling 3.2: laid before anybody; equal cards make no different gifts."""
    state = laid("r1 r2 r1 b5 g7", "n2", "n4", "b1")
    gifts = ["r1", "r2", "r11", "r12", "r112", "b5", "g7"]
    wanted = {f"B{to}{gift}" for to in range(4) for gift in gifts} | {"P"}
    assert set(texts(state)) == wanted
    assert len(texts(state)) == len(wanted)
    step = play(state, "B2r112")
    assert step.events == (Laid(Seat(0), Seat(2), cards("r1 r1 r2"), 4),)
    assert step.state.hands[0] == cards("b5 g7")
    assert (step.state.board.laid[2], step.state.board.totals) == (cards("r1 r1 r2"), (0, 0, 4, 0))
    assert step.reveals


def test_a_gift_that_is_none() -> None:
    """Ruling 3.2: more than one colour, an SOS card, nothing, or what one does not hold."""
    state = laid("r1 b1 s0", "n2", "n4", "b1")
    board, hand = state.board, state.hands[0]
    assert why_not(board, hand, Gift(Seat(1), cards("r1 b1"))) == Reason.of("haruhi.why.one_colour")
    assert why_not(board, hand, Gift(Seat(1), cards("s0"))) == Reason.of("haruhi.why.sos_is_no_gift")
    assert why_not(board, hand, Gift(Seat(1), ())) == Reason.of("haruhi.why.nothing_chosen")
    assert refused(state, "B1r11") == Reason.of("haruhi.why.not_held", card=card_name(card("r1")))
    assert refused(state, "B1g7") == Reason.of("haruhi.why.not_held", card=card_name(card("g7")))
    assert refused(state, "B4r1") == refused(state, "S4") == Reason.of("haruhi.why.no_such_seat")
    assert why_not(board, hand, Gift(Seat(1), cards("r1"))) is None


def test_the_order_of_a_gift_does_not_matter() -> None:
    """Ruling 3.2: the same cards are the same gift."""
    assert Gift(Seat(1), cards("r2 r1")) == Gift(Seat(1), cards("r1 r2"))


def test_other_colours_may_lie_there() -> None:
    """Ruling 3.2: the colour need not be that of the cards already there."""
    step = play(laid("r1", "b5", "n2", "n4"), "B3r1", "B3b5")
    assert (step.state.board.laid[3], step.state.board.totals[3]) == (cards("r1 b5"), 6)


def test_a_total_never_equals_the_top() -> None:
    """Ruling 3.2: the receiver's new total; above or below is fine, and the leader may always get more."""
    state = play(laid("b3", "r1 r2 b3 b1", "n2", "n4"), "B0b3").state
    assert {text for text in texts(state) if text[0] == "B"} == {
        *(f"B0{gift}" for gift in ("r1", "r2", "r12", "b1", "b3", "b13")),
        *(f"B{to}{gift}" for to in (1, 2, 3) for gift in ("r1", "r2", "b1", "b13")),
    }
    assert refused(state, "B1r12") == refused(state, "B2b3") == Reason.of("haruhi.why.equals_top", total=3)
    assert [equal_sum(state.board, Seat(to)) for to in range(4)] == [None, 3, 3, 3]
    state = play(state, "B2r1").state
    assert equal_sum(state.board, Seat(2)) == 2
    assert refused(state, "B2n2") == Reason.of("haruhi.why.equals_top", total=3)


def test_at_first_nothing_equals_the_top() -> None:
    """Ruling 3.2: all have 0 then, and a gift has more."""
    assert equal_sum(laid("r1", "", "", "").board, Seat(1)) is None


def test_ties_below_the_top_are_allowed() -> None:
    """Rulings 3.2 and 3.5: the new total is compared with the top alone."""
    state = play(laid("b5", "b3", "b3", "r1"), "B0b5", "B1b3", "B2b3", "P").state
    assert state.board.owned[0] == events("1")


def test_passing() -> None:
    """Ruling 3.3: allowed; it shows nothing, and can be taken back while the auction goes on."""
    step = play(laid("r1", "r2", "", ""), "P")
    assert step.events == (Passed(Seat(0), Passing.WISH),)
    assert not step.reveals


def test_an_empty_hand_passes_by_itself() -> None:
    """Ruling 3.3: everybody can see that it is empty."""
    step = play(laid("r1", "", "", "r2"), "P")
    assert step.events == (
        Passed(Seat(0), Passing.WISH),
        Passed(Seat(1), Passing.EMPTY),
        Passed(Seat(2), Passing.EMPTY),
    )
    assert GAME.turn(step.state) == 3


def test_who_has_passed_is_seen_until_the_next_auction() -> None:
    """Everybody who laid nothing, willingly or not; the digest of a save does not hang on it."""
    state = play(laid("r1", "", "r1", "r2"), "P").state
    assert state.board.passed == (Seat(0), Seat(1))
    assert fingerprint(state) == fingerprint(replace(state, board=replace(state.board, passed=())))
    state = play(state, "B2r1").state
    assert state.board.passed == (Seat(0), Seat(1))
    state = play(state, "P").state
    assert (state.board.acted, state.board.passed) == (0, ())


def test_where_passing_is_forbidden() -> None:
    """Rulings 3.3 and 4.2: a gift or an SOS card must be laid."""
    state = laid("r1 s0", "r2", "n2", "n4", rules=(Rule.NOBODY_PASSES,))
    assert "P" not in texts(state)
    assert refused(state, "P") == Reason.of("haruhi.why.no_pass")
    assert why_none(state.board, state.hands[0], Pass) == Reason.of("haruhi.why.no_pass")


def test_where_passing_is_forbidden_but_nothing_can_be_laid() -> None:
    """Ruling 3.3: one passes, and the others learn that."""
    state = laid("b3", "b3", "n2", "n4", rules=(Rule.NOBODY_PASSES, Rule.GIFT_ONLY))
    state = play(state, "B1b3").state
    assert texts(state) == ["P"]
    assert why_none(state.board, state.hands[1], Gift) == Reason.of("haruhi.why.no_gift")
    step = play(state, "P")
    assert step.events == (Passed(Seat(1), Passing.STUCK),)
    assert step.reveals


def test_an_sos_card_ends_the_auction() -> None:
    """Ruling 3.4: that player is out of it; the highest total among the others takes the event."""
    state = play(laid("b5", "b3", "s0 r1", "n2"), "B0b5", "B1b3").state
    assert [text for text in texts(state) if text[0] == "S"] == ["S0", "S1", "S2", "S3"]
    step = play(state, "S0")
    assert step.events[:4] == (
        SosLaid(Seat(2), Seat(0)),
        EventTaken(Seat(1), EventCard(1), 3),
        Cleared(3),
        Drew(Seat(1), cards("r1")),
    )
    assert step.state.board.first == 1
    assert step.state.discard == cards("b5 s0 b3")
    assert step.state.hands[2] == cards("r1 r1")


def test_an_sos_card_before_oneself() -> None:
    """Ruling 3.4: any player, and one with nothing before him too."""
    step = play(laid("b5", "s0", "b3", "n2"), "B0b5", "S1")
    assert only(step, EventTaken) == [EventTaken(Seat(0), EventCard(1), 5)]


def test_an_sos_card_that_leaves_nobody() -> None:
    """Rulings 3.4, 3.6 and 3.8: all others have 0, the event is out of the game, the first player stays."""
    step = play(laid("b5", "s0", "b3", "n2", first=Seat(0)), "B0b5", "S0")
    assert only(step, EventSetAside) == [EventSetAside(EventCard(1))]
    assert (step.state.board.aside, step.state.board.first, step.state.board.owned) == (events("1"), 0, ((),) * 4)
    assert [event.seat for event in only(step, Drew)] == [0, 1, 2, 3]


def test_a_tie_after_an_sos_card() -> None:
    """Ruling 3.5: whoever reached the present total first takes the event; a total that was raised counts from then."""
    begins: dict[str, Any] = {"first": Seat(1), "turn": Seat(1)}
    step = play(laid("s0", "b3", "n2", "r2", "r1", **begins), "B3b3", "B2n2", "B1r2", "P", "S3")
    assert only(step, EventTaken) == [EventTaken(Seat(2), EventCard(1), 2)]
    step = play(laid("s0", "b5", "r1", "n2", "r1", **begins), "B3b5", "B2r1", "B1n2", "B2r1", "S3")
    assert only(step, EventTaken) == [EventTaken(Seat(1), EventCard(1), 2)]


def test_no_sos_card_without_one() -> None:
    """Ruling 3.4: with the reason."""
    state = laid("r1", "r2", "", "")
    assert refused(state, "S1") == Reason.of("haruhi.why.not_held", card=card_name(SOS))
    assert why_none(state.board, state.hands[0], LaySos) == Reason.of("haruhi.why.not_held", card=card_name(SOS))


def test_the_highest_total_takes_the_event() -> None:
    """Rulings 3.5, 3.6 and 3.8: it lies open before its owner, who is the next first player."""
    state = laid("r1", "b5", "n2 n4", "r2")
    step = play(state, "B3r1", "P", "B0n24", "P")
    assert only(step, EventTaken) == [EventTaken(Seat(0), EventCard(1), 6)]
    assert step.state.board.owned == (events("1"), (), (), ())
    step = play(state, "P", "B2b5", "P", "P")
    assert step.state.board.first == GAME.turn(step.state) == 2


def test_nobody_takes_an_event_for_nothing() -> None:
    """Rulings 3.5, 3.6 and 3.8."""
    step = play(laid("r1", "r2", "b1", "n2"), "P", "P", "P", "P")
    assert step.events[4:] == (
        EventSetAside(EventCard(1)),
        *(Drew(Seat(seat), cards("r1")) for seat in range(4)),
        EventTurned(Seat(0), 18, EventCard(19), ()),
    )
    assert step.state.board.aside == events("1")


def test_everybody_draws_clockwise_from_the_taker() -> None:
    """Ruling 3.7: one card each; only the drawer sees it."""
    state = laid("r1", "b5", "n2", "n4", deck="g4 g5 g6 g7 b1")
    step = play(state, "B2r1", "P", "P", "P")
    draws = only(step, Drew)
    assert [(event.seat, *map(str, event.cards)) for event in draws] == [(2, "g4"), (3, "g5"), (0, "g6"), (1, "g7")]
    assert GAME.see(draws[0], Seat(2)) == SawDraw(Seat(2), (Up(card("g4")),))
    assert GAME.see(draws[0], Seat(1)) == SawDraw(Seat(2), (DOWN,))
    assert step.state.hands == (cards("g6"), cards("b5 g7"), cards("n2 g4"), cards("n4 g5"))


def test_the_deck_is_made_anew() -> None:
    """Ruling 3.7: from the discard, the cards just laid among it; if both are empty nothing is drawn."""
    state = laid("r1", "b5", "n2", "n4", deck="g4", discard="b1", draws=[cards("r1 b1")])
    step = play(state, "B0r1", "P", "P", "P")
    assert step.events[4:] == (
        EventTaken(Seat(0), EventCard(1), 1),
        Cleared(1),
        Drew(Seat(0), cards("g4")),
        DeckMade(2),
        Drew(Seat(1), cards("r1")),
        Drew(Seat(2), cards("b1")),
        EventTurned(Seat(0), 18, EventCard(19), ()),
    )
    assert (step.state.deck, step.state.discard) == ((), ())


# 4 Effects


def test_an_effect_may_be_forgone() -> None:
    """Ruling 4.1: after the draws; later there is no chance."""
    state = taken(6, "b1", "b5", "n2", "n4")
    assert (state.board.phase, state.board.taker, state.board.optional) == (Phase.EFFECT, 0, True)
    assert [len(hand) for hand in state.hands] == [2, 2, 2, 2]
    assert texts(state) == ["F", "U"]
    step = play(state, "F")
    assert step.events == (EffectForgone(Seat(0)), EventTurned(Seat(0), 18, EventCard(19), ()))
    assert step.state.board.taker is None


def test_a_draw() -> None:
    """Ruling 4.2: so many cards; all at once."""
    step = play(taken(13, "b1", "b5", "n2", "n4"), "U")
    assert step.events[:2] == (EffectBegan(Seat(0), Effect(Op.DRAW, 3)), Drew(Seat(0), cards("r1 r1 r1")))
    assert len(step.state.hands[0]) == 5


def test_a_draw_may_need_a_new_deck() -> None:
    """Rulings 3.7 and 4.2: in the middle of it; what is not there is not drawn."""
    state = taken(13, "b1", "b5", "n2", "n4", deck="g4 g5 g6 g7 b1", discard="n2", draws=[cards("n2 r1")])
    step = play(state, "U")
    assert step.events[1:3] == (DeckMade(2), Drew(Seat(0), cards("b1 n2 r1")))
    state = taken(13, "b1", "b5", "n2", "n4", deck="g4 g5 g6 g7", draws=[cards("r1")])
    assert only(play(state, "U"), Drew) == [Drew(Seat(0), cards("r1"))]


def test_a_draw_of_nothing_is_still_one() -> None:
    """Rulings 3.7 and 4.1: with neither deck nor discard it may be used, for nothing."""
    state = taken(13, "b1", "b5", "n2", "n4", deck="g4 g5 g6", draws=[cards("r1")])
    assert (state.deck, state.discard) == ((), ())
    assert texts(state) == ["F", "U"]
    assert only(play(state, "U"), Drew) == []


def test_a_peek() -> None:
    """Ruling 4.2: at one face-down character, in secret; one remembers it."""
    state = taken(10, "b1", "b5", "n2", "n4", roles=(Person.KYON, Person.HARUHI, Person.ASAKURA, Person.NAGATO))
    assert texts(state) == ["F", "K1", "K2", "K3"]
    step = play(state, "K2")
    (peeked,) = only(step, Peeked)
    assert peeked == Peeked(Seat(0), Seat(2), Role(Person.ASAKURA))
    assert GAME.see(peeked, Seat(0)) == peeked
    assert GAME.see(peeked, Seat(2)) == GAME.see(peeked, Seat(3)) == WasPeeked(Seat(0), Seat(2))
    assert GAME.view(step.state, Seat(0)).peeked == (None, None, Role(Person.ASAKURA), None)
    assert GAME.view(step.state, Seat(2)).peeked == (None,) * 4
    assert step.state.board.roles == (DOWN,) * 4
    again = replace(state, peeks=((Seat(2),), (), (), ()))
    assert play(again, "K2").state.peeks[0] == (2,)


def test_a_theft() -> None:
    """Ruling 4.2: a random card of one hand, seen by the two of them."""
    state = taken(3, "b1", "b5 g7 n4", "n4", "", deck="r1 r1", draws=[cards("r1"), 1], others="P P")
    assert texts(state) == ["F", "L1", "L2"]
    assert refused(state, "L3") == Reason.of("haruhi.why.no_cards_there")
    assert refused(state, "L0") == Reason.of("haruhi.why.oneself")
    assert refused(state, "L5") == Reason.of("haruhi.why.no_such_seat")
    step = play(state, "L1")
    (theft,) = only(step, Stolen)
    assert theft == Stolen(Seat(0), Seat(1), card("g7"))
    assert [GAME.see(theft, Seat(seat)) for seat in range(4)] == [
        theft,
        theft,
        WasStolen(Seat(0), Seat(1)),
        WasStolen(Seat(0), Seat(1)),
    ]
    assert step.state.hands[:2] == (cards("b1 r1 g7"), cards("b5 n4 r1"))


def test_a_swap() -> None:
    """Ruling 4.2: one's own event against another player's; moved events do not use their effects again (4.3)."""
    state = taken(16, "b1", "b5", "n2", "n4", owned=("4", "", "6 7", ""))
    assert texts(state) == ["F", "X4,6", "X4,7", "X16,6", "X16,7"]
    step = play(state, "X4,7")
    assert step.events[:2] == (
        EffectBegan(Seat(0), Effect(Op.SWAP)),
        Swapped(Seat(0), EventCard(4), Seat(2), EventCard(7)),
    )
    assert step.state.board.owned == (events("16 7"), (), events("6 4"), ())
    assert step.state.board.phase is Phase.AUCTION
    assert refused(state, "X6,7") == Reason.of("haruhi.why.not_own_event")
    assert refused(state, "X4,16") == refused(state, "X4,9") == Reason.of("haruhi.why.not_their_event")


def test_a_swap_needs_two_events() -> None:
    """Ruling 4.1: an effect that cannot be used at all is skipped without asking."""
    state = laid("r1 b1", "b5", "n2", "n4", event=16)
    step = play(state, "B0r1", "P", "P", "P")
    assert only(step, EffectLapsed) == [EffectLapsed(Seat(0), Effect(Op.SWAP))]
    assert step.state.board.phase is Phase.AUCTION


def test_giving_and_then_drawing() -> None:
    """Rulings 4.1 and 4.2: the first part decides, the second then is not optional."""
    state = taken(17, "b1", "b5", "n2", "n4", owned=("4", "", "", ""))
    assert texts(state) == ["F", "G4,1", "G4,2", "G4,3", "G17,1", "G17,2", "G17,3"]
    assert refused(state, "U") == refused(state, "A10") == Reason.of("haruhi.why.other_effect")
    assert refused(state, "G5,1") == Reason.of("haruhi.why.not_own_event")
    assert refused(state, "G4,0") == Reason.of("haruhi.why.oneself")
    step = play(state, "G17,3")
    assert step.events[:4] == (
        EffectBegan(Seat(0), Effect(Op.GIVE)),
        Given(Seat(0), Seat(3), EventCard(17)),
        EffectBegan(Seat(0), Effect(Op.DRAW, 2)),
        Drew(Seat(0), cards("r1 r1")),
    )
    assert step.state.board.owned == (events("4"), (), (), events("17"))
    assert only(play(state, "F"), Drew) == []


def test_a_later_part_with_a_choice_is_asked_for() -> None:
    """Ruling 4.1: without the choice to forgo it."""
    state = taken(1, "b1", "b5", "n2", "n4", effect=["draw 1", "peek", "next double"])
    state = play(state, "U").state
    assert (state.board.phase, state.board.optional) == (Phase.EFFECT, False)
    assert texts(state) == ["K1", "K2", "K3"]
    assert refused(state, "F") == Reason.of("haruhi.why.no_forgoing")
    step = play(state, "K1")
    assert only(step, RuleSet) == [RuleSet(Seat(0), Rule.DOUBLE)]


def test_impossible_parts_are_skipped() -> None:
    """Ruling 4.1: of those that are left the first decides."""
    step = play(
        laid("r1 b1", "b5", "n2", "n4", effect=["swap", "draw 1", "swap", "next no_pass"]), "B0r1", "P", "P", "P"
    )
    assert only(step, EffectLapsed) == [EffectLapsed(Seat(0), Effect(Op.SWAP))]
    assert texts(step.state) == ["F", "U"]
    step = play(step.state, "U")
    assert [type(event) for event in step.events] == [
        EffectBegan,
        Drew,
        EffectLapsed,
        EffectBegan,
        RuleSet,
        EventTurned,
    ]


def test_nobody_may_pass_in_the_next_auction() -> None:
    """Ruling 4.2: and only in that, whoever takes its event (4.3)."""
    step = play(taken(2, "b1", "b5", "n2", "n4", pile="19 18 1"), "U")
    assert step.events[:3] == (
        EffectBegan(Seat(0), Effect(Op.NEXT, rule=Rule.NOBODY_PASSES)),
        RuleSet(Seat(0), Rule.NOBODY_PASSES),
        EventTurned(Seat(0), 17, EventCard(19), (Rule.NOBODY_PASSES,)),
    )
    assert (step.state.board.rules, step.state.board.coming) == ((Rule.NOBODY_PASSES,), ())
    state = play(step.state, "B1b1", "B1b5", "B1n2", "B1n4", "F").state
    assert (state.board.rules, state.board.event) == ((), EventCard(18))


def test_gifts_only_in_the_next_auction() -> None:
    """Ruling 4.2: nobody may lay before himself, SOS included."""
    state = play(taken(9, "b1 s0", "b5", "n2", "n4"), "U").state
    assert state.board.rules == (Rule.GIFT_ONLY,)
    assert {text[:2] for text in texts(state)} == {"B1", "B2", "B3", "S1", "S2", "S3", "P"}
    assert refused(state, "B0b1") == refused(state, "S0") == Reason.of("haruhi.why.gift_only")


def test_the_next_event_counts_double() -> None:
    """Rulings 4.2 and 4.3: wherever it ends up."""
    state = play(taken(5, "b1", "b5", "n2", "n4", pile="17 18"), "U").state
    assert (state.board.event, state.board.doubled) == (EventCard(17), (17,))
    state = play(state, "B0b1", "P", "P", "P", "G17,2").state
    assert (state.board.owned[2], state.board.doubled) == (events("17"), (17,))


def test_rules_may_hold_at_once() -> None:
    """Ruling 4.3: several, each of them once."""
    effect = ["next double", "next no_pass", "next gift_only", "draw 1"]
    step = play(taken(1, "b1", "b5", "n2", "n4", effect=effect), "U")
    assert step.state.board.rules == (Rule.DOUBLE, Rule.NOBODY_PASSES, Rule.GIFT_ONLY)
    state = taken(1, "b1", "b5", "n2", "n4", effect=["next double"], coming=(Rule.DOUBLE,))
    assert play(state, "U").state.board.rules == (Rule.DOUBLE,)


# 5 Accusations

WHO = (Person.KYON, Person.HARUHI, Person.ASAKURA, Person.NAGATO)


def test_who_may_be_accused_of_what() -> None:
    """Ruling 5.1: every other player whose character is face down, of being any of the seven."""
    state = taken(4, "b1", "b5", "n2", "n4", roles=WHO, exposed=(False, True, False, False))
    seen = (DOWN, Up(Role(Person.HARUHI)), DOWN, DOWN)
    state = replace(state, board=replace(state.board, roles=seen))
    assert texts(state) == ["F", *(f"A{seat}{person}" for seat in (2, 3) for person in range(7))]
    assert refused(state, "A10") == refused(state, "A11") == Reason.of("haruhi.why.known_to_all")
    assert refused(state, "A00") == Reason.of("haruhi.why.oneself")
    assert refused(state, "A40") == Reason.of("haruhi.why.no_such_seat")
    assert "A20" in texts(state)


def test_a_right_accusation() -> None:
    """Ruling 5.2: the character is turned up, the hand discarded; the accuser hands out all the events."""
    state = taken(4, "b1", "b5", "n2", "n4", roles=WHO, owned=("", "6 9 8", "", ""))
    step = play(state, "A10")
    assert step.events == (
        EffectBegan(Seat(0), Effect(Op.ACCUSE)),
        Accused(Seat(0), Seat(1), Person.HARUHI, right=True),
        RoleTurned(Seat(1), Role(Person.HARUHI)),
        HandDiscarded(Seat(1), 2),
    )
    board = step.state.board
    assert (board.phase, board.turn, board.accused) == (Phase.HAND_OUT, 0, 1)
    assert board.roles == (DOWN, Up(Role(Person.HARUHI)), DOWN, DOWN)
    assert board.exposed == (False, True, False, False)
    assert step.state.hands[1] == ()
    assert step.state.discard[-2:] == cards("b5 r1")
    assert accused_events(board) == events("6 9 8")
    assert board.accusations == (Accusation(Seat(0), Seat(1), Person.HARUHI, right=True),)
    handed = play(step.state, "D310")
    assert only(handed, EventsHandedOut) == [
        EventsHandedOut(Seat(0), Seat(1), ((EventCard(6), Seat(3)), (EventCard(9), Seat(1)), (EventCard(8), Seat(0))))
    ]
    assert handed.state.board.owned == (events("4 8"), events("9"), (), events("6"))
    assert handed.state.board.accused is None
    assert handed.state.board.phase is Phase.AUCTION


def test_every_way_to_hand_out_a_few_events_is_listed() -> None:
    """Ruling 5.2: among all players as one likes; one action names a receiver for each."""
    state = play(taken(4, "b1", "b5", "n2", "n4", roles=WHO, owned=("", "6 9 8", "", "")), "A10").state
    assert len(texts(state)) == 4**3
    assert refused(state, "D00") == refused(state, "D0000") == Reason.of("haruhi.why.hand_out_all", count=3)
    assert refused(state, "D004") == Reason.of("haruhi.why.no_such_seat")
    assert refused(state, "N") == refused(state, "P") == Reason.of("haruhi.why.hand_out_first")


def test_of_many_ways_to_hand_out_some_are_listed_and_all_are_possible() -> None:
    """Ruling 5.2: the list holds those with at most one exception; the rules refuse none."""
    state = play(taken(4, "b1", "b5", "n2", "n4", roles=WHO, owned=("", "6 9 8 1 2", "", "")), "A10").state
    assert LISTED < 4**5
    assert set(texts(state)) == {
        f"D{most * place}{other}{most * (4 - place)}" for most in "0123" for other in "0123" for place in range(5)
    }
    assert len(texts(state)) == 4 + 5 * 4 * 3
    assert play(state, "D01233").state.board.owned == (events("4 6"), events("9"), events("8"), events("1 2"))


def test_a_right_accusation_of_somebody_without_events() -> None:
    """Ruling 5.2: there is nothing to hand out."""
    step = play(taken(4, "b1", "b5", "n2", "n4", roles=WHO), "A24")
    assert step.state.board.phase is Phase.AUCTION
    assert step.state.board.exposed[2]


def test_a_wrong_accusation() -> None:
    """Ruling 5.3: the accused says no, nothing else becomes known; the accuser discards his hand."""
    state = taken(4, "b1", "b5", "n2", "n4", roles=WHO, owned=("6", "", "", ""))
    step = play(state, "A20")
    assert step.events == (
        EffectBegan(Seat(0), Effect(Op.ACCUSE)),
        Accused(Seat(0), Seat(2), Person.HARUHI, right=False),
        HandDiscarded(Seat(0), 2),
    )
    board = step.state.board
    assert (board.phase, board.turn, board.accused, board.taker) == (Phase.CLAIM, 2, 2, 0)
    assert board.roles == (DOWN,) * 4
    assert step.state.hands[0] == ()
    assert texts(step.state) == ["T6", "T4", "N"]
    assert refused(step.state, "T9") == Reason.of("haruhi.why.not_accusers_event")
    assert refused(step.state, "P") == Reason.of("haruhi.why.claim_first")


def test_the_wrongly_accused_takes_an_event_or_none() -> None:
    """Ruling 5.3: the one just taken too."""
    state = play(taken(4, "b1", "b5", "n2", "n4", roles=WHO, owned=("6", "", "", "")), "A20").state
    step = play(state, "T4")
    assert only(step, EventClaimed) == [EventClaimed(Seat(2), Seat(0), EventCard(4))]
    assert step.state.board.owned == (events("6"), (), events("4"), ())
    step = play(state, "N")
    assert only(step, NothingClaimed) == [NothingClaimed(Seat(2), Seat(0))]
    assert step.state.board.owned == (events("6 4"), (), (), ())
    assert (step.state.board.first, step.state.board.phase) == (0, Phase.AUCTION)


def test_no_choice_without_an_event_before_the_accuser() -> None:
    """Ruling 5.3: here the event has been given away before."""
    state = taken(1, "b1", "b5", "n2", "n4", roles=WHO, effect=["give", "accuse", "draw 1"])
    step = play(state, "G1,3", "A20")
    assert step.state.board.phase is Phase.AUCTION
    assert [len(event.cards) for event in only(step, Drew)] == [1]
    assert step.state.hands[0] == cards("r1")


def test_accusing_oneself_of_being_elsewhere() -> None:
    """Ruling 5.1: of being whom one is oneself, or somebody exposed: allowed, and wrong."""
    state = taken(4, "b1", "b5", "n2", "n4", roles=WHO)
    assert only(play(state, "A26"), Accused) == [Accused(Seat(0), Seat(2), Person.KYON, right=False)]


def test_an_effect_without_anybody_to_accuse() -> None:
    """Ruling 4.1: all others are exposed; the effect is skipped without asking."""
    seen = (DOWN, Up(Role(WHO[1])), Up(Role(WHO[2])), Up(Role(WHO[3])))
    for event in (4, 10):
        state = laid("r1 b1", "b5", "n2", "n4", event=event, roles=WHO)
        state = replace(state, board=replace(state.board, roles=seen))
        step = play(state, "B0r1", "P", "P", "P")
        assert len(only(step, EffectLapsed)) == 1
        assert step.state.board.phase is Phase.AUCTION


# 6 End


def ended(owned: Sequence[str], roles: Sequence[Person] = WHO, **more: Any) -> State:
    """Return the end of a game after an auction that everybody passed."""
    state = laid("r1", "b5", "n2", "n4", pile="", owned=owned, roles=roles, **more)
    return play(state, "P", "P", "P", "P").state


def test_the_end_after_the_last_event() -> None:
    """Rulings 6.1 and 6.3: all characters are turned up, everybody whose condition holds wins."""
    state = laid("r1", "b5", "n2", "n4", event=4, pile="", owned=("", "3", "8", ""), roles=WHO)
    state = play(state, "B0r1", "P", "P", "P").state
    assert GAME.outcome(state) is None
    step = play(state, "F")
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert outcome.scores == (3, 4, 2, 0)
    assert outcome.winners == (1,)
    assert outcome.reason == Reason.of("haruhi.outcome.won")
    assert step.events == (
        EffectForgone(Seat(0)),
        RolesTurned(tuple(Role(person) for person in WHO)),
        Ended(outcome),
    )
    assert step.state.board.roles == tuple(Up(Role(person)) for person in WHO)
    assert step.state.board.exposed == (False,) * 4
    assert (GAME.turn(step.state), GAME.legal(step.state)) == (None, ())
    assert refused(step.state, "P") == Reason.of("why.game_over")
    view = GAME.view(step.state, Seat(0))
    assert legal_actions(view.board, view.hand) == ()
    assert why_not(view.board, view.hand, Pass()) == Reason.of("why.game_over")
    assert why_none(view.board, view.hand, Gift) == Reason.of("why.game_over")
    assert step.reveals


def test_several_winners() -> None:
    """Ruling 6.3: with no order among them: here Haruhi is first, and Koizumi with her, unexposed and not last."""
    roles = (Person.KOIZUMI, Person.HARUHI, Person.ASAKURA, Person.NAGATO)
    outcome = GAME.outcome(ended(("8", "3", "", "19"), roles))
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_no_winner() -> None:
    """Ruling 6.3: there may be none."""
    roles = (Person.TSURUYA, Person.HARUHI, Person.MIKURU, Person.NAGATO)
    outcome = GAME.outcome(ended(("4", "14", "7", "3"), roles))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), Reason.of("haruhi.outcome.nobody"))


def test_doubled_events_count_double_at_the_end() -> None:
    """Rulings 4.2 and 6.1: in either direction."""
    outcome = GAME.outcome(ended(("4", "19", "", ""), doubled=(4, 19)))
    assert outcome is not None
    assert outcome.scores == (6, -4, 0, 0)


def test_conceding_is_never_asked_for() -> None:
    """Nobody plays alone; the table refuses it."""
    assert GAME.conceded(dealt(4)).winners == ()


# 7 What is open


def test_a_view_holds_the_board_and_what_is_ones_own() -> None:
    """Ruling 7: the board is the same for all; beside it the own hand, character and peeks."""
    state = replace(laid("r1 r2", "b5", "", "n4", roles=WHO), peeks=((), (Seat(3),), (), ()))
    for seat in range(4):
        view = GAME.view(state, Seat(seat))
        assert (view.seat, view.board, view.hand, view.role) == (seat, state.board, state.hands[seat], Role(WHO[seat]))
        assert bool(view.legal) == (seat == 0)
        assert view.peeked == ((None, None, None, Role(Person.NAGATO)) if seat == 1 else (None,) * 4)


def test_who_owns_an_event() -> None:
    """Ruling 7: events lie open before each seat."""
    board = laid("", "", "", "", owned=("1 2", "", "3", "")).board
    assert [board.owner(EventCard(number)) for number in (1, 2, 3, 4)] == [0, 0, 2, None]
    assert accused_events(board) == ()


# What is possible, what not, and what can be taken back


@pytest.mark.parametrize("seats", [4, 7])
def test_every_wish_has_a_reason_or_is_possible(seats: int) -> None:
    """The reasons agree with the list of legal actions, action by action and kind by kind."""
    bench = haruhi_bench(GAME)
    universe = bench.universe(seats)
    picks = Picks(seats)
    for luck in range(3):
        for state, _ in random_play(seats, luck):
            turn = GAME.turn(state)
            assert turn is not None
            view = GAME.view(state, turn)
            legal = set(view.legal)
            for action in (*picks.sample(universe, 300), *legal):
                allowed = action in legal or bench.unlisted(state, action)
                assert (why_not(view.board, view.hand, action) is None) == allowed
            for kind in KINDS:
                possible = any(isinstance(action, kind) for action in legal)
                assert (why_none(view.board, view.hand, kind) is None) == possible


def test_wishes_in_the_wrong_phase() -> None:
    """What is to be done first, in words."""
    auction = laid("r1", "b5", "n2", "n4")
    assert refused(auction, "U") == refused(auction, "F") == Reason.of("haruhi.why.auction_first")
    assert refused(auction, "N") == refused(auction, "D0") == Reason.of("haruhi.why.no_accusation")
    effect = taken(4, "b1", "b5", "n2", "n4")
    assert refused(effect, "P") == refused(effect, "S1") == Reason.of("haruhi.why.effect_first")
    assert refused(effect, "T4") == Reason.of("haruhi.why.no_accusation")


@pytest.mark.parametrize(
    ("state", "actions", "reveals"),
    [
        (laid("r1", "b5", "n2", "n4"), "P", False),
        (laid("r1", "b5", "n2", "n4"), "B1r1", True),
        (laid("r1", "b5", "n2", "n4"), "P P P P", True),
        (taken(4, "b1", "b5", "n2", "n4", roles=WHO, owned=("6", "6", "", "")), "A20", True),
        (taken(1, "b1", "b5", "n2", "n4", effect=["give", "accuse"]), "G1,2", False),
        (taken(1, "b1", "b5", "n2", "n4", effect=["next double", "accuse"]), "U", False),
        (taken(1, "b1", "b5", "n2", "n4", effect=["draw 1", "accuse"]), "U", True),
        (taken(1, "b1", "b5", "n2", "n4", effect=["peek", "accuse"]), "K2", True),
        (taken(1, "b1", "b5", "n2", "n4", effect=["steal", "accuse"], draws=[0]), "L2", True),
        (taken(6, "b1", "b5", "n2", "n4"), "F", True),
    ],
    ids=range(10),
)
def test_what_shows_something_cannot_be_taken_back(state: State, actions: str, reveals: bool) -> None:
    """A turned event, a laid, drawn, stolen or seen card, an answer."""
    assert play(state, *actions.split()).reveals == reveals


def test_a_game_stays_within_its_bound() -> None:
    """Nineteen auctions, each with one action a seat, one use of an effect, one answer to it."""
    for seats in range(4, 8):
        for luck in range(4):
            course = list(random_play(seats, luck))
            assert len(course) <= 19 * (seats + 2)
            assert sum(len(only(step, EventTurned)) for _, step in course) == 18


# Notation, names, options


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("B2r112", Gift(Seat(2), cards("r1 r2 r1"))),
        ("B0g7", Gift(Seat(0), cards("g7"))),
        ("S6", LaySos(Seat(6))),
        ("P", Pass()),
        ("F", Forgo()),
        ("U", Use()),
        ("A24", Accuse(Seat(2), Person.ASAKURA)),
        ("D0136", HandOut((Seat(0), Seat(1), Seat(3), Seat(6)))),
        ("T7", Claim(EventCard(7))),
        ("T19", Claim(EventCard(19))),
        ("N", ClaimNothing()),
        ("K3", Peek(Seat(3))),
        ("L1", Steal(Seat(1))),
        ("X3,11", Swap(EventCard(3), EventCard(11))),
        ("G13,2", Give(EventCard(13), Seat(2))),
    ],
)
def test_the_notation(text: str, action: Action) -> None:
    """Actions are short text in saves, and read back."""
    assert (encode(action), decode(text)) == (text, action)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "p",
            "P ",
            "B2",
            "B7r1",
            "B2r0",
            "B2r21",
            "B2rb1",
            "B2s0",
            "B2x1",
            "S",
            "S7",
            "A7",
            "A27",
            "A",
            "D",
            "D7",
        ),
        *("T0", "T07", "T100", "T", "K7", "L", "X3", "X3,", "X3,0", "X03,1", "G3,7", "G3", "P\n", "b2r1", "B２r1"),
    ],
)
def test_anything_else_is_no_action(text: str) -> None:
    """With the reason."""
    with pytest.raises(BadInput) as caught:
        decode(text)
    assert caught.value.reason == Reason.of("haruhi.bad.action", text=text)


def test_names() -> None:
    """Colours come from the locale files, names from the card set, in both languages."""
    assert card_name(card("n4")) == Reason.of("haruhi.card.brown", value=4)
    assert card_name(SOS) == Reason.of("haruhi.card.sos")
    assert event_name(CARDS, EventCard(9)) == Reason.of("haruhi.name", ja="七夕", en="Star festival")
    assert person_name(CARDS, Person.TSURUYA) == Reason.of("haruhi.name", ja="鶴屋さん", en="Tsuruya")


def test_without_a_set_no_game_starts() -> None:
    """The rules know no cards of their own; the record of a game holds its set whole."""
    bare = Haruhi()
    assert bare.options == (OptionSpec("cards", default="", values=("",), text=True),)
    with pytest.raises(BadInput) as caught:
        Table(bare, "1", 4, {})
    assert caught.value.reason == Reason.of("cards.no_set")
    table = Table(bare, "1", 4, OPTIONS)
    assert table.view(Seat(0)) == Table(GAME, "1", 4, {}).view(Seat(0))
    assert dict(table.record().options) == {"cards": card_file.record_text(CARDS)}


def test_a_game_that_is_over_can_be_laid_open() -> None:
    """After any of its actions every hand and every character is there, beside what was open to all anyway."""
    table = Table(GAME, "5", 4, {})
    picks = Picks(5)
    while table.turn is not None:
        table.act(table.turn, picks.choice(table.view(table.turn).legal))
    course = Course(table)

    for at in (0, 1, len(course) // 2, len(course)):
        laid_open = course.all_open(at)
        assert isinstance(laid_open, OpenTable)
        for seat in range(4):
            view = course.view(at, Seat(seat))
            assert laid_open.board == view.board
            assert (laid_open.hands[seat], laid_open.roles[seat]) == (view.hand, view.role)
