"""The rulings 1 to 5 of Deck Defence, one by one; 7 is in `test_deals` and `test_table`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain, combinations, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import DOWN, BadInput, Illegal, Outcome, Reason, Seat, Step, Up
from game.deck_defence.deals import FULL_DECK
from game.deck_defence.public import (
    Action,
    Area,
    Card,
    Drawn,
    Ended,
    Explore,
    Explored,
    HoldOff,
    Looked,
    Muster,
    Mustered,
    Notice,
    Place,
    PutBack,
    Refilled,
    Reorder,
    Repel,
    Repelled,
    Shuffled,
    Suit,
    View,
    WasHeldOff,
    card_name,
    decode,
    encode,
    why_not,
)
from game.deck_defence.rules import DeckDefence, State, left_to_lose
from tests.rules.benches import DECK_DEFENCE
from tests.rules.laws import Play, moments, plays, states
from tests.rules.positions import cards, position

GAME = DeckDefence()
OPTIONS: dict[str, bool | str] = {"rules": "web", "open_discards": False, "show_budget": False}
SEAT = Seat(0)
SOLVED = Path(__file__).parents[1] / "golden" / "vectors" / "deck_defence_solved.json"


def _play(state: State, text: str) -> Step[State, Notice]:
    return GAME.apply(state, decode(text))


def _refusal(state: State, action: Action) -> Reason:
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, action)
    return caught.value.reason


def _why(key: str, **values: int | str | Reason) -> Reason:
    return Reason.of(f"deck-defence.why.{key}", **values)


def _texts(state: State) -> set[str]:
    return {encode(action) for action in GAME.legal(state)}


def _view(state: State) -> View:
    return GAME.view(state, SEAT)


# 1 Cards


def test_the_deck_has_27_allies_and_9_enemies() -> None:
    """Ruling 1.1: three suits, allies of rank 1 to 3 and enemies of rank 4, three copies each."""
    assert Counter(FULL_DECK) == {Card(suit, rank): 3 for suit in Suit for rank in (1, 2, 3, 4)}
    assert sum(card.is_enemy for card in FULL_DECK) == 9
    assert [card for card in FULL_DECK if card.is_enemy] == [card for card in FULL_DECK if card.rank == 4]


@pytest.mark.parametrize(
    ("text", "suit", "rank"), [("S1", Suit.SWORD, 1), ("F3", Suit.FIRE, 3), ("W4", Suit.FOREST, 4)]
)
def test_cards_are_written_as_suit_letter_and_rank(text: str, suit: Suit, rank: int) -> None:
    """Ruling 1.2: S sword, F fire, W forest."""
    assert Card.parse(text) == Card(suit, rank)
    assert str(Card(suit, rank)) == text


@pytest.mark.parametrize("text", ["", "S", "S0", "S5", "s1", "X1", "1S", "S11"])
def test_nothing_else_is_a_card(text: str) -> None:
    """Ruling 1.2: any other text is refused."""
    with pytest.raises(KeyError):
        Card.parse(text)


def test_a_deal_is_its_cards_in_draw_order() -> None:
    """Ruling 1.2: the first card of the deal is the first drawn."""
    deal = " ".join(map(str, FULL_DECK))
    start = GAME.start(GAME.chance(deal), 1, OPTIONS).state
    assert (*start.areas.main, *start.deck) == FULL_DECK


# 2 Table


def test_cards_are_taken_from_the_tops_of_stacks() -> None:
    """Ruling 2.1: main, occupied, hand and reveal have three spaces; of a stack the top card can be taken."""
    areas = position("S1 -- W4", "S1/S2 -- F3", "F4 -- --", "-- W2 --").areas
    assert areas.row(Area.MAIN) == (Card.parse("S1"), None, Card.parse("W4"))
    assert areas.row(Area.HAND) == (Card.parse("S2"), None, Card.parse("F3"))
    assert areas.row(Area.OCCUPIED) == (Card.parse("F4"), None, None)
    assert areas.row(Area.REVEAL) == (None, Card.parse("W2"), None)
    assert areas.card(Place(Area.HAND, 0)) == Card.parse("S2")
    assert areas.card(Place(Area.REVEAL, 2)) is None


def test_repelled_enemies_are_sorted_by_suit() -> None:
    """Ruling 2.1: the repelled area is sorted by suit, in whatever order the enemies were repelled."""
    state = position("W4 S4 F4", "S3 S3 --", repelled="S4 F4 W4")
    assert _play(state, "M2xH1H2").state.areas.repelled == cards("S4 S4 F4 W4")
    state = position("W4 S4 F4", "F3 F3 --", repelled="S4 W4")
    assert _play(state, "M3xH1H2").state.areas.repelled == cards("S4 F4 W4")
    state = position("W4 S4 F4", "W3 W3 --", repelled="S4 W4")
    assert _play(state, "M1xH1H2").state.areas.repelled == cards("S4 W4 W4")


def test_only_the_top_of_the_discard_is_visible() -> None:
    """Ruling 2.1: what lies under the top card may not be looked at."""
    view = _view(position("S1 -- --", discard="S1 F2 W3"))
    assert view.discard == (DOWN, DOWN, Up(Card.parse("W3")))


@pytest.mark.parametrize("discard", ["", "F2"])
def test_a_discard_of_one_card_or_none_hides_nothing(discard: str) -> None:
    """Ruling 2.1: the top card of the discard is visible."""
    assert _view(position("S1 -- --", discard=discard)).discard == tuple(Up(card) for card in cards(discard))


def test_everything_else_that_lies_open_is_in_the_view() -> None:
    """Rulings 2.1 and 5.1: all areas are open at any time, and so is the size of the deck."""
    state = position("S1 F4 --", "S1/S2 -- --", "W4 -- --", "-- W2 --", repelled="S4", deck="S3 F1")
    assert _view(state).areas == state.areas
    assert _view(state).deck == 2


def test_the_view_never_holds_the_order_of_the_deck() -> None:
    """Rulings 2.1 and 5.1: two decks in another order look the same."""
    first, second = position("S1 -- --", deck="S3 F1 W2"), position("S1 -- --", deck="W2 F1 S3")
    assert _view(first) == _view(second)


# 3 Refill


def test_the_game_starts_with_three_draws() -> None:
    """Ruling 3.1: main is filled from the deck; everything else is empty."""
    deal = " ".join(map(str, FULL_DECK))
    step = GAME.start(GAME.chance(deal), 1, OPTIONS)
    assert step.state.areas == position("S1 S1 S1").areas
    assert step.events == (
        Shuffled(36),
        *(Drawn(Card.parse("S1"), Place(Area.MAIN, index)) for index in range(3)),
    )


def test_an_empty_main_space_is_filled_from_the_deck() -> None:
    """Ruling 3.1: with nothing in the reveal area, the top card of the deck."""
    step = _play(position("S1 S2 S3", deck="F1 F2"), "M2>H1")
    assert step.state.areas == position("S1 F1 S3", "S2 -- --").areas
    assert step.state.deck == cards("F2")
    assert step.events[-1] == Drawn(Card.parse("F1"), Place(Area.MAIN, 1))
    assert step.reveals


def test_a_card_in_the_reveal_area_comes_first() -> None:
    """Rulings 3.1 and 3.3: the player chooses which one; it goes into the emptied space, other cards never move."""
    step = _play(position("S1 S2 S3", reveal="-- W4 W2", deck="F1"), "M1>H3=R3")
    assert step.state.areas == position("W2 S2 S3", "-- -- S1", reveal="-- W4 --").areas
    assert step.state.deck == cards("F1")
    assert step.events == (
        Mustered(Card.parse("S1"), Place(Area.MAIN, 0), Place(Area.HAND, 2)),
        Refilled(Card.parse("W2"), Place(Area.REVEAL, 2), Place(Area.MAIN, 0)),
    )
    assert not step.reveals


def test_every_choice_of_the_refill_is_an_action_of_its_own() -> None:
    """Ruling 3.3: the choice belongs to the action, also where only one card lies there."""
    assert _texts(position("S1 -- --", "S2/S2/S2 -- F1/F1/F1", reveal="W1 W2 W3", deck="F1")) == {
        "M1>H2=R1",
        "M1>H2=R2",
        "M1>H2=R3",
    }
    assert "M1>H2=R2" in _texts(position("S1 -- --", reveal="-- W2 --"))
    assert "M1>H2" not in _texts(position("S1 -- --", reveal="-- W2 --"))


def test_a_space_stays_empty_when_nothing_is_left_to_fill_it() -> None:
    """Ruling 3.2: play goes on as long as an action is possible."""
    step = _play(position("S1 S2 --"), "M1>H1")
    assert step.state.areas == position("-- S2 --", "S1 -- --").areas
    assert not step.reveals
    assert GAME.turn(step.state) == SEAT


@pytest.mark.parametrize("wish", ["M1>H1", "M3>O1", "M3xH2H3"])
def test_the_deck_cannot_be_taken_instead_of_the_reveal_area(wish: str) -> None:
    """Ruling 3.3: while a card lies in the reveal area, the refill must be one of them."""
    state = position("S1 S2 W4", "-- W3 W3", reveal="F1 -- --", deck="F2")
    assert _refusal(state, decode(wish)) == _why("refill_from_reveal")
    assert f"{wish}=R1" in _texts(state)


@pytest.mark.parametrize("reveal", ["-- -- --", "F1 -- F1"])
def test_a_refill_needs_a_card_there(reveal: str) -> None:
    """Ruling 3.3: an empty reveal space refills nothing."""
    state = position("S1 S2 W4", reveal=reveal, deck="F2")
    assert _refusal(state, decode("M1>H1=R2")) == _why("no_refill_there")


# 4 Actions


def _kin(card: Card, stack: str) -> bool:
    """Return whether an ally may join a stack, by ruling 4.1 read word by word."""
    if not stack:
        return True
    top = Card.parse(stack.rpartition("/")[2])
    return stack.count("/") < 2 and (top.suit == card.suit or top.rank == card.rank)


def test_an_ally_joins_an_empty_space_or_a_kindred_top() -> None:
    """Ruling 4.1: fewer than three cards, and the top shares suit or rank, or both."""
    allies = [Card(suit, rank) for suit in Suit for rank in (1, 2, 3)]
    below = ["", "W3/", "W3/S1/"]
    stacks = ["", *(f"{under}{top}" for under, top in product(below, allies))]
    for card, stack in product(allies, stacks):
        state = position(f"{card} -- --", f"{stack or '--'} F1/F1/F1 F1/F1/F1")
        assert ("M1>H1" in _texts(state)) == _kin(card, stack), (card, stack)
        assert (why_not(state.areas, Muster(0, 0, None)) is None) == _kin(card, stack)


def test_a_mustered_ally_lies_on_top() -> None:
    """Ruling 4.1: the ally goes from main onto the stack."""
    step = _play(position("S1 F1 W1", "S3/S2 -- --"), "M1>H1")
    assert step.state.areas == position("-- F1 W1", "S3/S2/S1 -- --").areas
    assert step.events == (Mustered(Card.parse("S1"), Place(Area.MAIN, 0), Place(Area.HAND, 0)),)


def test_why_an_ally_cannot_be_mustered() -> None:
    """Rulings 2.2 and 4.1: nothing there; an enemy; a full stack; a top that shares neither suit nor rank."""
    state = position("S1 W4 --", "S1/S2/S3 F2 --", deck="F1")
    assert _refusal(state, Muster(2, 2, None)) == _why("empty_space")
    assert _refusal(state, Muster(1, 2, None)) == _why("enemy_in_hand")
    assert _refusal(state, Muster(0, 0, None)) == _why("stack_full", limit=3)
    no_kin = _why("no_kin", card=card_name(Card.parse("S1")), top=card_name(Card.parse("F2")))
    assert _refusal(state, Muster(0, 1, None)) == no_kin


def test_cards_are_named_in_the_readers_language() -> None:
    """A reason holds keys and numbers, never sentences."""
    suit = Reason.of("deck-defence.suit.forest")
    assert card_name(Card.parse("W3")) == Reason.of("deck-defence.card.name", suit=suit, rank=3)


def test_a_repel_spends_any_sufficient_set_of_the_enemys_suit() -> None:
    """Ruling 4.2: tops of the enemy's suit, at most one per space, ranks of 5 or more in sum; more may be spent."""
    tops = ["--", "F3", *(f"S{rank}" for rank in (1, 2, 3))]
    for hand in product(tops, repeat=3):
        ranks = [int(top[1]) if top[0] == "S" else 0 for top in hand]
        sets = chain.from_iterable(combinations(range(3), size) for size in (1, 2, 3))
        strong = {spaces for spaces in sets if all(ranks[i] for i in spaces) and sum(ranks[i] for i in spaces) >= 5}
        state = position("S4 F2 W4", " ".join(hand), "-- S4 --")
        repels = [action for action in GAME.legal(state) if isinstance(action, Repel)]
        targets = (Place(Area.MAIN, 0), Place(Area.OCCUPIED, 1))
        assert set(repels) == {Repel(target, spaces, None) for target in targets for spaces in strong}


def test_a_repelled_enemy_leaves_main_and_the_space_is_refilled() -> None:
    """Rulings 4.2 and 3.3: the cards are discarded, the enemy goes to repelled, then the emptied space is filled."""
    step = _play(position("F1 S4 F2", "S3 W1/S2 S1", deck="W3", discard="F1"), "M2xH1H2H3")
    assert step.state.areas == position("F1 W3 F2", "-- W1 --", repelled="S4").areas
    assert step.state.discard == cards("F1 S3 S2 S1")
    assert step.events == (
        Repelled(
            Card.parse("S4"),
            Place(Area.MAIN, 1),
            cards("S3 S2 S1"),
            tuple(Place(Area.HAND, index) for index in range(3)),
        ),
        Drawn(Card.parse("W3"), Place(Area.MAIN, 1)),
    )


def test_an_occupant_is_repelled_without_a_refill() -> None:
    """Ruling 4.2: an enemy in occupied; no main space was emptied."""
    step = _play(position("F1 -- F2", "S3 -- S2", "-- S4 W4", reveal="F3 -- --", deck="W3"), "O2xH1H3")
    assert step.state.areas == position("F1 -- F2", "-- -- --", "-- -- W4", "F3 -- --", repelled="S4").areas
    assert step.state.deck == cards("W3")
    assert not step.reveals


def test_only_cards_on_top_when_the_action_begins_count() -> None:
    """Ruling 4.2: a card that this repel would uncover cannot be spent in it: at most one per space."""
    state = position("S4 -- --", "S3/S3 -- --")
    assert _refusal(state, Repel(Place(Area.MAIN, 0), (0, 0), None)) == _why("one_card_a_space")
    assert "M1xH1" not in _texts(state)


def test_why_an_enemy_cannot_be_repelled() -> None:
    """Ruling 4.2: an empty space, no enemy, an empty stack, another suit, too weak; with the numbers needed."""
    state = position("S4 F1 --", "S3 F3 --", "W4 -- --", deck="F1")
    main, second, third = (Place(Area.MAIN, index) for index in range(3))
    assert _refusal(state, Repel(third, (0,), None)) == _why("empty_space")
    assert _refusal(state, Repel(Place(Area.OCCUPIED, 1), (0,), None)) == _why("empty_space")
    assert _refusal(state, Repel(second, (0,), None)) == _why("not_an_enemy")
    assert _refusal(state, Repel(Place(Area.HAND, 0), (1,), None)) == _why("not_an_enemy")
    assert _refusal(state, Repel(main, (0, 2), None)) == _why("empty_space")
    other = _why("other_suit", card=card_name(Card.parse("F3")), enemy=card_name(Card.parse("S4")))
    assert _refusal(state, Repel(main, (0, 1), None)) == other
    assert _refusal(state, Repel(main, (0,), None)) == _why("too_weak", total=3, needed=5)
    assert _refusal(state, Repel(main, (), None)) == _why("too_weak", total=0, needed=5)


def test_a_repel_in_occupied_takes_no_refill() -> None:
    """Rulings 3.3 and 4.2: only an action that empties a main space has a refill."""
    state = position("F1 -- --", "S3 S3 --", "S4 -- --", reveal="F2 -- --")
    assert _refusal(state, Repel(Place(Area.OCCUPIED, 0), (0, 1), 0)) == _why("no_refill_needed")


def test_an_enemy_is_held_off_in_an_empty_occupied_space() -> None:
    """Rulings 4.3 and 2.2: one enemy to a space, from main."""
    state = position("S4 F1 --", occupied="W4 -- --", deck="W1")
    assert {text for text in _texts(state) if "O" in text} == {"M1>O2", "M1>O3"}
    step = _play(state, "M1>O3")
    assert step.state.areas == position("W1 F1 --", occupied="W4 -- S4").areas
    assert step.events[0] == WasHeldOff(Card.parse("S4"), Place(Area.MAIN, 0), Place(Area.OCCUPIED, 2))


def test_why_an_enemy_cannot_be_held_off() -> None:
    """Rulings 4.3 and 2.2: nothing there; never an ally; the space is taken."""
    state = position("S4 F1 --", occupied="W4 -- --", deck="W1")
    assert _refusal(state, HoldOff(2, 1, None)) == _why("empty_space")
    assert _refusal(state, HoldOff(1, 1, None)) == _why("ally_occupied")
    assert _refusal(state, HoldOff(0, 0, None)) == _why("occupied_taken")


def test_exploring_fills_every_empty_reveal_space() -> None:
    """Ruling 4.4: the top of one hand space is discarded, then every empty reveal space gets a card, left to right."""
    step = _play(position("S4 S4 S4", "S1/S2 F1 --", reveal="-- W1 --", deck="F2 F4 F3"), "H1?")
    assert step.state.areas == position("S4 S4 S4", "S1 F1 --", reveal="F2 W1 F4").areas
    assert step.state.deck == cards("F3")
    assert step.state.discard == cards("S2")
    assert step.events == (
        Explored(Card.parse("S2"), Place(Area.HAND, 0)),
        Drawn(Card.parse("F2"), Place(Area.REVEAL, 0)),
        Drawn(Card.parse("F4"), Place(Area.REVEAL, 2)),
    )
    assert step.reveals


def test_exploring_draws_what_there_is() -> None:
    """Ruling 4.4: with fewer cards than empty spaces, all there are."""
    step = _play(position("S4 S4 S4", "S2 -- --", deck="F2"), "H1?")
    assert step.state.areas.reveal == (Card.parse("F2"), None, None)
    assert step.state.deck == ()


def test_exploring_with_an_empty_deck_uncovers_the_stack() -> None:
    """Ruling 4.4: it is still legal, and shows no new card."""
    step = _play(position("S4 S4 S4", "S3/F2 S3 --"), "H1?")
    assert step.state.areas == position("S4 S4 S4", "S3 S3 --").areas
    assert not step.reveals
    assert "M1xH1H2" in _texts(step.state)


def test_why_one_cannot_explore() -> None:
    """Rulings 4.4 and 4.6: it needs a hand card, and room in the reveal area."""
    assert _refusal(position("S1 -- --", "S1 -- --"), Explore(1)) == _why("empty_space")
    full = position("S1 -- --", "S1 S1 S1", reveal="F1 F4 W1")
    assert _refusal(full, Explore(0)) == _why("reveal_full")
    assert not {text for text in _texts(full) if "?" in text}


def test_spaces_are_told_apart_but_do_not_matter() -> None:
    """Ruling 4.5: every empty space is offered; the positions differ only by the space."""
    state = position("S1 F4 --", "-- -- --", deck="W1")
    assert _texts(state) == {"M1>H1", "M1>H2", "M1>H3", "M2>O1", "M2>O2", "M2>O3"}


@pytest.mark.parametrize("spaces", [(0,), (0, 1), (0, 1, 2)])
def test_enemies_in_the_reveal_area_are_out_of_reach(spaces: tuple[int, ...]) -> None:
    """Ruling 4.6: they can be neither repelled nor held off there; they only refill main."""
    state = position("F1 -- --", "S3 S3 S3", reveal="S4 -- --")
    assert _refusal(state, Repel(Place(Area.REVEAL, 0), spaces, None)) == _why("reveal_only_refills")
    assert not {text for text in _texts(state) if "x" in text or "O" in text}


def test_there_is_no_passing_and_no_rearranging() -> None:
    """Ruling 4.6: nothing but the four kinds of action exists."""
    kinds = {type(action) for action in DECK_DEFENCE.universe(1)}
    assert kinds == {Muster, HoldOff, Repel, Explore, Reorder}
    assert not GAME.legal(position("-- -- --", "-- -- --", "S4 -- --", deck=""))


@pytest.mark.parametrize("hands", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_a_repel_discards_in_the_order_chosen(hands: tuple[int, ...]) -> None:
    """Ruling 4.6: the order of the hands decides the order of the discard, and nothing else."""
    state = position("S4 F1 F1", "S1 S2 S3", deck="W1", discard="F3")
    step = GAME.apply(state, Repel(Place(Area.MAIN, 0), hands, None))
    listed = GAME.apply(state, Repel(Place(Area.MAIN, 0), (0, 1, 2), None))
    assert step.state.discard == (Card.parse("F3"), *(Card(Suit.SWORD, hand + 1) for hand in hands))
    assert (step.state.areas, step.state.deck) == (listed.state.areas, listed.state.deck)
    assert GAME.legal(step.state) == GAME.legal(listed.state)


@given(plays(DECK_DEFENCE))
def test_the_last_card_shows_which_action_was_taken(play: Play) -> None:
    """Ruling 4: the first event of an action is its own, and says what was moved from where to where."""
    for moment in moments(DECK_DEFENCE, play):
        main = moment.before.areas.main
        match moment.action, moment.step.events[0]:
            case Muster(source, hand), Mustered(card, origin, place):
                assert (origin, place) == (Place(Area.MAIN, source), Place(Area.HAND, hand))
                assert card == main[source]
            case HoldOff(source, occupied), WasHeldOff(card, origin, place):
                assert (origin, place) == (Place(Area.MAIN, source), Place(Area.OCCUPIED, occupied))
                assert card == main[source]
            case Repel(target, hands), Repelled(card, origin, spent, places):
                assert (origin, places) == (target, tuple(Place(Area.HAND, hand) for hand in hands))
                assert spent == tuple(moment.before.areas.hand[hand][-1] for hand in hands)
                assert card == moment.before.areas.card(target)
            case Explore(hand), Explored(card, origin):
                assert origin == Place(Area.HAND, hand)
                assert card == moment.before.areas.hand[hand][-1]
            case Reorder(order), PutBack(put):
                assert put == tuple(moment.before.deck[place] for place in order)
            case action, event:
                pytest.fail(f"{action} began with {event}")


# 5 End


def test_the_game_is_won_when_all_nine_are_repelled() -> None:
    """Rulings 5.1 and 5.3: at once, though actions would be possible; the score is all ranks outside the discard."""
    state = position("S4 F1 --", "S3 W2/S2 W1", deck="W3", repelled="S4 S4 F4 F4 F4 W4 W4 W4", discard="S1 S2")
    step = _play(state, "M1xH1H2")
    won = Outcome((SEAT,), (54 - 8,), Reason.of("deck-defence.outcome.all_repelled"))
    assert GAME.outcome(step.state) == won
    assert step.events[-1] == Ended(won)
    assert GAME.legal(step.state) == ()
    assert GAME.turn(step.state) is None
    assert _view(step.state).outcome == won
    assert _view(step.state).doomed is None


def test_a_win_comes_before_a_loss() -> None:
    """Ruling 5.1: repelling the ninth enemy wins, though no action is left."""
    state = position("S4 -- --", "S3 S2 --", repelled="S4 S4 F4 F4 F4 W4 W4 W4")
    outcome = GAME.outcome(_play(state, "M1xH1H2").state)
    assert outcome is not None
    assert outcome.winners == (SEAT,)


def test_the_last_refill_is_drawn_also_after_a_win() -> None:
    """Rulings 3.3 and 5.1: the refill belongs to the action (and the transcripts have it)."""
    state = position("S4 F1 --", "S3 S2 --", deck="W3", repelled="S4 S4 F4 F4 F4 W4 W4 W4")
    step = _play(state, "M1xH1H2")
    assert step.state.areas.main[0] == Card.parse("W3")


def test_open_discards_shows_the_whole_discard() -> None:
    """Ruling 5.1: only with the table option the discard may be looked through."""
    view = _view(position("S1 -- --", discard="S1 F2 W3", open_discards=True))
    assert view.discard == tuple(Up(card) for card in cards("S1 F2 W3"))


def test_the_game_is_lost_when_no_action_is_possible() -> None:
    """Ruling 5.2: enemies in main, occupied full, hands empty."""
    step = _play(position("S4 F4 W4", "S1 -- --", "S4 S4 S4"), "H1?")
    lost = Outcome((), (0,), Reason.of("deck-defence.outcome.no_action"))
    assert GAME.outcome(step.state) == lost
    assert step.events[-1] == Ended(lost)
    assert GAME.turn(step.state) is None


def test_nothing_can_be_done_after_the_end() -> None:
    """Ruling 5.2: any action is refused as being too late."""
    state = position("S4 F4 W4", "-- -- --", "S4 S4 S4")
    assert _refusal(state, Explore(0)) == Reason.of("why.game_over")


def test_the_player_may_give_up() -> None:
    """Ruling 5.2: a resignation is a loss."""
    state = position("S1 -- --")
    assert GAME.conceded(state) == Outcome((), (0,), Reason.of("deck-defence.outcome.conceded"))


def test_the_score_counts_every_ally_outside_the_discard() -> None:
    """Rulings 5.3 and 5.4: hand with covered cards, main, reveal, deck; 9 less what exploring and overkill wasted."""
    solved = [deal for deal in json.loads(SOLVED.read_text("utf-8"))["deals"] if deal["winnable"]]
    assert len(solved) > 50
    for deal in solved:
        state = GAME.start(GAME.chance(deal["deal"]), 1, OPTIONS).state
        waste = 0
        for text in deal["line"].split():
            step = _play(state, text)
            state = step.state
            for event in step.events:
                match event:
                    case Repelled(_, _, spent):
                        waste += sum(card.rank for card in spent) - 5
                    case Explored(card):
                        waste += card.rank
        areas = state.areas
        kept = [card for card in (*areas.main, *areas.reveal, *state.deck) if card is not None]
        kept += [card for stack in areas.hand for card in stack]
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.scores == (sum(card.rank for card in kept),) == (9 - waste,) == (deal["best"],)


def test_each_suit_can_lose_three_points() -> None:
    """Ruling 5.4: 18 ranks less 5 for each enemy still to repel; overkill counts as lost."""
    state = position("S1 -- --", discard="S3 S3 F1", repelled="S4")
    assert [left_to_lose(state, suit) for suit in Suit] == [2, 2, 3]


def test_the_budget_is_an_aid_that_is_off_by_default() -> None:
    """Ruling 5.4: with the option the View has it per suit, without it the View holds nothing of it."""
    assert {spec.key: spec.default for spec in GAME.options} == OPTIONS
    hidden, shown = (position("S1 -- --", discard="S3 F1", show_budget=aid) for aid in (False, True))
    assert _view(hidden).budget is None
    assert _view(shown).budget == (0, 2, 3)


@pytest.mark.parametrize(
    ("discard", "doomed"),
    [("S3", None), ("S3 S1", Suit.SWORD), ("F3 W1 F2", Suit.FIRE), ("W2 W2", Suit.FOREST), ("S1 S2 F1 F2 W3", None)],
)
def test_a_suit_that_has_lost_four_points_dooms_the_game(discard: str, doomed: Suit | None) -> None:
    """Rulings 5.2, 5.4 and 7.3: at 4 lost points the game is certainly lost, at 3 it is not."""
    assert _view(position("S1 -- --", discard=discard)).doomed == doomed


def test_overkill_dooms_as_exploring_does() -> None:
    """Ruling 5.4: waste is ranks lost to exploring and overkill together."""
    state = position("S4 S4 S4", "S3 S3 S3", discard="S1")
    assert _view(_play(state, "M1xH1H2").state).doomed is None
    assert _view(_play(state, "M1xH1H2H3").state).doomed is Suit.SWORD


def test_no_winnable_position_is_called_doomed() -> None:
    """Ruling 7.3: along every line that wins, the app never shows a proof of loss."""
    for deal in json.loads(SOLVED.read_text("utf-8"))["deals"]:
        if deal["winnable"]:
            state = GAME.start(GAME.chance(deal["deal"]), 1, OPTIONS).state
            for text in deal["line"].split():
                assert _view(state).doomed is None
                state = _play(state, text).state


@given(plays(DECK_DEFENCE), st.randoms(use_true_random=False))
def test_a_proof_of_loss_uses_what_the_player_knows(play: Play, picks: object) -> None:
    """Ruling 7.3: every card counted as lost was discarded before the player's eyes, whatever the deck holds."""
    for state in states(DECK_DEFENCE, play):
        assert _view(state).doomed == _view(DECK_DEFENCE.hide(state, SEAT, picks)).doomed  # type: ignore[arg-type]


@given(plays(DECK_DEFENCE))
def test_a_game_has_at_most_90_actions(play: Play) -> None:
    """A proof: every action lowers a sum that starts at 90, by web rules at 63, and cannot fall below 0.

    An ally counts 3 until it is mustered, then 2, discarded 0; an enemy 1 until held off or repelled; looking at cards
    1. So a muster, an exploring, a putting back and a holding off cost 1 or more each, and a repel 4 or more. By web
    rules exploring is one action: there 2 and 1 do, and a repel costs 2 or more, as no ally is strong enough alone.
    """
    for ally, most in ((3, 90),) if play.options["rules"] == "remake" else ((3, 90), (2, 63)):
        sums = [_yet_to_move(state, ally) for state in states(DECK_DEFENCE, play)]
        assert sums[0] == most <= DECK_DEFENCE.bound(1) == 90
        assert all(after < before for before, after in pairwise(sums))
        assert sums[-1] >= 0


def _yet_to_move(state: State, ally: int) -> int:
    areas = state.areas
    loose = [card for card in (*areas.main, *areas.reveal, *state.deck) if card is not None]
    in_hand = sum(len(stack) for stack in areas.hand)
    return sum(1 if card.is_enemy else ally for card in loose) + (ally - 1) * in_hand + (state.looked > 0)


# 6 The remake


REMAKE_OPTIONS = {**OPTIONS, "rules": "remake"}


def test_the_remake_is_chosen_at_the_start() -> None:
    """Section 6: a rule option; the table shows it, and the same deal has the same cards."""
    web, remake = (GAME.start(GAME.chance("7"), 1, options).state for options in (OPTIONS, REMAKE_OPTIONS))
    assert (web.remake, remake.remake) == (False, True)
    assert (_view(web).remake, _view(remake).remake) == (False, True)
    assert (web.areas, web.deck) == (remake.areas, remake.deck)


def test_without_the_option_web_rules_are_played() -> None:
    """Records made before there was a choice have no such option."""
    start = GAME.start(GAME.chance("7"), 1, {"open_discards": False, "show_budget": False})
    assert start == GAME.start(GAME.chance("7"), 1, OPTIONS)


def test_exploring_the_remakes_way_looks_at_three_cards() -> None:
    """Section 6: one hand card is discarded, and the top three of the deck are seen; none is drawn."""
    state = position("S4 S4 S4", "S1/S2 F1 --", deck="F2 F4 F3 W1", remake=True)
    step = _play(state, "H1?")
    assert step.state.areas == position("S4 S4 S4", "S1 F1 --").areas
    assert step.state.deck == cards("F2 F4 F3 W1")
    assert step.state.discard == cards("S2")
    assert step.events == (Explored(Card.parse("S2"), Place(Area.HAND, 0)), Looked(cards("F2 F4 F3")))
    assert step.reveals
    assert _view(step.state).looked == tuple(Up(card) for card in cards("F2 F4 F3"))
    assert _view(step.state).deck == 4


def test_the_cards_looked_at_are_put_back_in_any_order() -> None:
    """Section 6: every order is possible, nothing else is; then they lie face down again."""
    state = position("S4 S4 S4", "S1 F1 --", deck="F2 F4 F3 W1", remake=True, looked=3)
    assert _texts(state) == {"=123", "=132", "=213", "=231", "=312", "=321"}
    step = _play(state, "=231")
    assert step.state.deck == cards("F4 F3 F2 W1")
    assert step.events == (PutBack(cards("F4 F3 F2")),)
    assert not step.reveals
    assert _view(step.state).looked == ()
    assert {text for text in _texts(step.state) if ">" not in text} == {"H1?", "H2?"}


@pytest.mark.parametrize(("deck", "orders"), [("F2 F4", {"=12", "=21"}), ("F2", {"=1"})])
def test_one_looks_at_what_there_is(deck: str, orders: set[str]) -> None:
    """Section 6: fewer than three cards if there are fewer."""
    step = _play(position("S4 S4 S4", "S1/S2 -- --", deck=deck, remake=True), "H1?")
    assert _view(step.state).looked == tuple(Up(card) for card in cards(deck))
    assert _texts(step.state) == orders


def test_exploring_an_empty_deck_only_uncovers() -> None:
    """Sections 4.4 and 6: still legal; nothing is looked at, so nothing is put back."""
    step = _play(position("S4 S4 S4", "S3/F2 S3 --", remake=True), "H1?")
    assert step.events == (Explored(Card.parse("F2"), Place(Area.HAND, 0)),)
    assert not step.reveals
    assert "M1xH1H2" in _texts(step.state)


def test_the_remake_draws_from_the_deck_alone() -> None:
    """Section 6: there is no reveal area; the deck as put back refills main."""
    state = position("S1 S4 S4", "F1 -- --", deck="F2 F4 F3 W1", remake=True, looked=3)
    step = _play(_play(state, "=312").state, "M1>H2")
    assert step.state.areas.main[0] == Card.parse("F3")
    assert step.state.areas.reveal == (None, None, None)
    assert step.state.deck == cards("F2 F4 W1")


def test_no_identical_cards_in_one_stack() -> None:
    """Section 6: not on top of each other, nor with another between them; by web rules both are allowed."""
    for stack in ("S1/S2", "S2/S1", "S1"):
        remake, web = (position("S1 -- --", f"{stack} -- --", deck="F1", remake=rules) for rules in (True, False))
        assert "M1>H1" in _texts(web)
        assert "M1>H1" not in _texts(remake)
        assert _refusal(remake, Muster(0, 0, None)) == _why("same_card", card=card_name(Card.parse("S1")))
    assert "M1>H1" in _texts(position("S3 -- --", "S1/S2 -- --", deck="F1", remake=True))


def test_why_cards_cannot_be_put_back() -> None:
    """Section 6: only those looked at, all of them, and before anything else."""
    state = position("S1 S4 S4", "F1 -- --", deck="F2 F4 F3 W1", remake=True, looked=3)
    assert _refusal(state, decode("M1>H2")) == _why("put_back_first")
    assert _refusal(state, decode("H1?")) == _why("put_back_first")
    assert _refusal(state, Reorder((1, 0))) == _why("not_all_put_back", count=3)
    assert _refusal(state, Reorder((0, 0, 1))) == _why("not_all_put_back", count=3)
    assert _refusal(position("S1 -- --", "F1 -- --", deck="F2 F4"), Reorder((1, 0))) == _why("nothing_looked_at")


@given(plays(DECK_DEFENCE))
def test_the_remake_keeps_its_own_rules(play: Play) -> None:
    """Section 6, in whole games: reveal stays empty, stacks hold no two alike; by web rules nothing is looked at."""
    for state in states(DECK_DEFENCE, play):
        if state.remake:
            assert state.areas.reveal == (None, None, None)
            assert all(len(set(stack)) == len(stack) for stack in state.areas.hand)
        else:
            assert state.looked == 0


# Notation


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("M2>H1=R3", Muster(1, 0, 2)),
        ("M2>H1", Muster(1, 0, None)),
        ("M2>O1", HoldOff(1, 0, None)),
        ("M1>O3=R2", HoldOff(0, 2, 1)),
        ("M3xH1H2", Repel(Place(Area.MAIN, 2), (0, 1), None)),
        ("M3xH2H1=R1", Repel(Place(Area.MAIN, 2), (1, 0), 0)),
        ("O1xH1H2H3", Repel(Place(Area.OCCUPIED, 0), (0, 1, 2), None)),
        ("H2?", Explore(1)),
        ("=213", Reorder((1, 0, 2))),
        ("=21", Reorder((1, 0))),
        ("=1", Reorder((0,))),
    ],
)
def test_actions_are_written_as_in_the_transcripts(text: str, action: Action) -> None:
    """The notation of the vectors, both ways."""
    assert encode(action) == text
    assert decode(text) == action


@pytest.mark.parametrize(
    "text", ["", "M2", "M4>H1", "M2>R1", "H1>H2", "O1xH1H1", "O1xH1=R1", "R1xH1", "m2>h1", "H2? ", "=", "=11", "=13"]
)
def test_any_other_text_is_no_action(text: str) -> None:
    """`decode` raises only `BadInput`, with the text."""
    with pytest.raises(BadInput) as caught:
        decode(text)
    assert caught.value.reason == Reason.of("deck-defence.bad.action", text=text)
