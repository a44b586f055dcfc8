"""How people play Kan'u Collection on the table: click, drag, buttons and keys reach the same, or are told why not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from game.core import Beat, Seat, Up
from game.kanu.choices import legal_actions
from game.kanu.public import (
    Action,
    Ambush,
    Challenge,
    DeclineDuel,
    Develop,
    HoldBack,
    OpenCard,
    Phase,
    Reinforce,
    Scout,
    Sortie,
    Spy,
    TakePair,
    Tokens,
    View,
    encode,
)
from scenes.desk import NOTHING, Selection
from scenes.drawing.theme import Metrics
from scenes.inputs import Key, KeyUp
from scenes.kanu import gestures, refusals
from scenes.kanu.layout import layout
from scenes.kanu.plan import ACTIONS
from scenes.kanu.shown import Shown, covered, in_order, shown
from tests.scenes.kanu_sitting import Round, games, lucky, positions

pytestmark = pytest.mark.usefixtures("screen")
METRICS = Metrics((1280, 720))


@cache
def decisions(seats: int) -> tuple[Shown, ...]:
    """Return the views of those who decide in random games, and such with every token and two equal cards in hand."""
    views = [before for before, _, _ in positions(seats)]
    found = [shown(view) for view in views]
    for view in views:
        board = replace(view.board, tokens=Tokens(search=True, night=view.board.tokens.night))
        hand = (*view.hand, *view.hand[:1])
        found.append(shown(View(view.seat, board, hand, legal_actions(board, hand))))
    return tuple(found)


def follow(picture: Shown) -> tuple[set[Action], set[Selection]]:
    """Return every action that clicks and keys lead to, and every selection on the way."""
    done: set[Action] = set()
    met, waiting = {NOTHING}, [NOTHING]
    while waiting:
        offer = gestures.offer(picture, waiting.pop())
        for result in offer.targets.values():
            if not isinstance(result, Selection):
                done.add(result)
            elif result not in met and len(result.spots) <= 3:
                met.add(result)
                waiting.append(result)
    return done, met


def dragged(picture: Shown) -> set[Action]:
    """Return every action that drags lead to, with any opened cards chosen before."""
    lying = layout(picture, METRICS, 0)
    opened = tuple(f"F{cell}" for cell in picture.board.opened)
    starts = [NOTHING, *(Selection((spot,)) for spot in opened), Selection(opened)]
    found: set[Action] = set()
    for spot in lying.top:
        for selection in starts:
            for result in gestures.drag(picture, selection, spot).values():
                assert not isinstance(result, Selection)
                found.add(result)
    return found


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_clicks_reach_exactly_the_legal_actions(seats: int) -> None:
    """Following every offer leads to each legal action and to no other."""
    phases = set()
    for picture in decisions(seats):
        assert follow(picture)[0] == set(picture.legal)
        phases.add(picture.board.phase)

    assert phases >= {Phase.OPEN, Phase.ACT, Phase.SPY, Phase.DUEL, Phase.TAKE}


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_drags_reach_all_that_moves_a_card(seats: int) -> None:
    """Whatever lays a card somewhere or shows it to somebody can be dragged; turning cards up cannot."""
    for picture in decisions(seats):
        moving = (Reinforce, Scout, Develop, Ambush, TakePair)
        assert dragged(picture) == {action for action in picture.legal if isinstance(action, moving)}


@pytest.mark.parametrize("seats", [3, 6])
def test_every_target_is_a_spot(seats: int) -> None:
    """Offers and drags name spots of the layout only."""
    for picture in decisions(seats):
        lying = layout(picture, METRICS, 0)
        for selection in follow(picture)[1]:
            offer = gestures.offer(picture, selection)
            assert {*offer.targets, *offer.afresh} <= set(lying.spots)
            for spot in lying.top:
                assert set(gestures.drag(picture, selection, spot)) <= set(lying.spots)
            for number in range(10):
                spot_of_digit = gestures.digit(picture, selection, number)
                assert spot_of_digit is None or spot_of_digit in lying.spots


@pytest.mark.parametrize("hand_up", [True, False], ids=["held", "covered"])
def test_every_spot_that_cannot_be_chosen_says_why(hand_up: bool) -> None:
    """There is a reason for each spot after each selection, whatever the phase."""
    for picture in decisions(4)[::3]:
        seen = picture if hand_up else covered(Beat(picture, ())).view
        lying = layout(seen, METRICS, 0)
        for selection in follow(seen)[1]:
            targets = gestures.offer(seen, selection).targets
            for spot in lying.spots:
                if spot not in targets:
                    assert refusals.why_not_spot(seen, selection, spot).key


@pytest.mark.parametrize(("seats", "way"), [(3, "pass"), (4, "table"), (5, "pass"), (6, "table")])
def test_a_game_can_be_played_in_every_way(seats: int, way: str) -> None:
    """Clicks, drags, buttons and keys, chosen by chance, carry out what was meant, and hand over when it is due."""
    rng = random.Random(seats)
    sitting = Round(seats, str(seats), "table" if way == "table" else "pass")
    for count in range(36):
        sitting.hand_over()
        if sitting.over:
            break
        action = lucky(sitting.table, rng)
        sitting.do(action, rng)
        assert sitting.played()[count:] == [encode(action)], (sitting.why(), sitting.selection)
        sitting.scene.paint()

    assert len(sitting.commands) > 3


def at(phase: Phase, seats: int = 4, way: str = "pass", wanted: type[Action] | None = None) -> Round:
    """Return a table at the first decision of a phase in random games, where an action of a kind is possible."""
    for seed in range(3, 9):
        for deal, actions in games(seed, 1, seats):
            sitting = Round(seats, deal, "table" if way == "table" else "pass")
            for text in actions:
                turn = sitting.table.turn
                assert turn is not None
                view = sitting.table.view(turn)
                if view.board.phase is phase and (
                    wanted is None or any(isinstance(action, wanted) for action in view.legal)
                ):
                    sitting.sit(turn)
                    sitting.scene.take_beats()
                    sitting.scene._showing.land()
                    return sitting
                sitting.act(sitting.table.game.decode(text))
    raise AssertionError(f"no {phase}")


def test_one_click_opens_a_card() -> None:
    """In the opening a click on a face-down card turns it up; the second click of a double click does no more."""
    sitting = at(Phase.OPEN)
    cell = next(action.cell for action in sitting.view.legal if isinstance(action, OpenCard))
    before = sitting.played()

    sitting.double_click(f"F{cell}")

    assert sitting.played()[len(before) :] == [encode(OpenCard(cell))]


def test_a_double_click_on_a_match_reinforces() -> None:
    """The only sensible thing to do with a hand card that matches an opened one is done at once."""
    sitting = at(Phase.ACT, wanted=Reinforce)
    (action, *_) = (action for action in sitting.view.legal if isinstance(action, Reinforce))

    sitting.double_click(sitting.held(sitting._opened_card(action.opened)))

    assert sitting.played()[-1] == encode(action)


def test_a_double_click_on_any_other_card_only_chooses_it() -> None:
    """Showing a card to all is nothing to be done in haste."""
    sitting = at(Phase.ACT, wanted=Ambush)
    idle = next(
        place for place, card in enumerate(sitting.view.hand) if gestures.eager(sitting.picture, f"H{place}") is None
    )
    before = sitting.played()

    sitting.double_click(f"H{idle}")

    assert sitting.played() == before


@pytest.mark.parametrize(("number", "name"), [*enumerate(ACTIONS[:5], start=1)])
def test_digits_choose_the_actions(number: int, name: str) -> None:
    """1 to 5 are the five actions: chosen, carried out where there is one way to, or refused with a reason."""
    sitting = at(Phase.ACT)
    before = sitting.played()

    sitting.keys(str(number))

    chosen = sitting.selection.spots == (name,)
    assert chosen or sitting.why() is not None or sitting.played() != before


def test_another_action_can_be_chosen_instead() -> None:
    """With something chosen the buttons begin afresh, and nothing is done by the way."""
    sitting = at(Phase.ACT, wanted=Reinforce)
    before = sitting.played()
    idle = next(
        place for place, card in enumerate(sitting.view.hand) if gestures.eager(sitting.picture, f"H{place}") is None
    )

    sitting.click(f"H{idle}")
    sitting.click("reinforce")
    assert sitting.selection.spots == ("reinforce",)
    sitting.click("sortie")

    assert sitting.selection.spots == ("sortie",)
    assert sitting.played() == before


def test_digits_go_on_with_seats() -> None:
    """After the scout's button a digit asks the player at that place clockwise."""
    sitting = at(Phase.ACT)
    player = sitting.view.board.player

    sitting.keys("3", "2")

    assert sitting.played()[-1] == encode(Scout((0,), Seat((player + 2) % 4)))


def test_two_opened_cards_are_asked_for_together() -> None:
    """By night both opened cards are chosen with a click each, then the player who is asked."""
    for seed in range(12):
        for deal, actions in games(seed, 1, 3):
            sitting = Round(3, deal)
            for text in actions:
                turn = sitting.table.turn
                assert turn is not None
                both = [
                    action
                    for action in sitting.table.view(turn).legal
                    if isinstance(action, Scout) and len(action.opened) == 2
                ]
                if both:
                    sitting.sit(turn)
                    sitting.scene.take_beats()
                    sitting.scene._showing.land()
                    for spot in sitting.steps(both[0]):
                        sitting.click(spot)
                    assert sitting.played()[-1] == encode(both[0])
                    return
                sitting.act(sitting.table.game.decode(text))
    raise AssertionError("no night with two cards")


def test_a_wrong_drop_says_why_and_changes_nothing() -> None:
    """A hand card on an opened card that it does not match goes home, and the reason stands there."""
    sitting = at(Phase.ACT)
    spot = next(f"H{place}" for place, card in enumerate(sitting.view.hand) if card != sitting._opened_card(0))
    before = sitting.played()

    sitting.drag(spot, f"F{sitting.view.board.opened[0]}")

    assert sitting.why() == "kanu.why.differ"
    assert sitting.played() == before


def test_field_cards_are_not_carried_away() -> None:
    """A face-down card stays where it is."""
    sitting = at(Phase.OPEN)
    cell = next(action.cell for action in sitting.view.legal if isinstance(action, OpenCard))
    before = sitting.played()

    sitting.drag(f"F{cell}", "S0")

    assert sitting.why() == "kanu.why.stays_there"
    assert sitting.played() == before


def test_impossible_actions_say_why() -> None:
    """A button that cannot be used answers with the rules' reason."""
    sitting = at(Phase.OPEN)
    sitting.click("reinforce")
    assert sitting.why() == "kanu.why.open_first"

    sitting = at(Phase.ACT)
    sitting.click("pass")
    assert sitting.why() == "kanu.why.no_pass"


@pytest.mark.parametrize("phase", [Phase.SPY, Phase.DUEL, Phase.TAKE])
def test_choices_after_a_capture_are_made_by_digit(phase: Phase) -> None:
    """Whose hand, whom to challenge, which pair: 1 is the first of them, as they stand there."""
    sitting = at(phase)
    kinds = {Phase.SPY: Spy, Phase.DUEL: Challenge, Phase.TAKE: TakePair}
    sitting.keys("1")

    assert isinstance(sitting.table.game.decode(sitting.played()[-1]), kinds[phase])


def test_a_duel_can_be_left_out() -> None:
    """The spot for not fighting is there when it is allowed, and 6 means it."""
    sitting = at(Phase.DUEL)

    sitting.keys("6")

    assert sitting.played()[-1] == encode(DeclineDuel())


def test_an_ambush_can_be_left_out() -> None:
    """After a pair opened by night one may hold back."""
    for seats in (3, 4):
        try:
            sitting = at(Phase.AMBUSH, seats)
        except AssertionError:
            continue
        sitting.click("pass")
        assert sitting.played()[-1] == encode(HoldBack())
        return
    raise AssertionError("no ambush after a night pair")


# With the hand face down


def test_a_covered_hand_asks_to_be_held_up() -> None:
    """Around one table its cards and the actions that need them answer with one sentence, whatever they are."""
    sitting = at(Phase.ACT, way="table")
    before = sitting.played()

    for spot in ("reinforce", "develop", "ambush", "H0"):
        sitting.click(spot)
        assert sitting.why() == "kanu.why.hold_up"

    assert sitting.played() == before


def test_a_covered_hand_does_not_hinder_the_rest() -> None:
    """Sortie and scout work while the hand lies face down."""
    sitting = at(Phase.ACT, way="table")
    target = next(action.target for action in sitting.view.legal if isinstance(action, Scout))

    sitting.drag(f"F{sitting.view.board.opened[0]}", f"S{target}")

    assert sitting.played()[-1] == encode(Scout((0,), target))


def test_a_hand_that_is_held_up_can_be_played_from() -> None:
    """While Space is held the hand is seen and its cards can be chosen."""
    sitting = at(Phase.ACT, way="table", wanted=Ambush)
    assert sitting.picture.covered

    sitting.give(Key("space"))
    assert sitting.picture.hand == in_order([Up(card) for card in sitting.view.hand])
    sitting.click("H0")
    sitting.click("show")
    sitting.give(KeyUp("space"))

    assert sitting.played()[-1] == encode(Ambush(sitting.table.game.decode(sitting.played()[-1]).card))
    assert sitting.picture.covered


def test_what_a_spy_sees_is_seen_while_the_hand_is_held_up() -> None:
    """Around one table the cards lie face down for all, and are turned up for the one who holds up the hand."""
    sitting = at(Phase.SPY, way="table")

    sitting.keys("1")
    assert sitting.picture.laid
    assert not any(isinstance(laid.card, Up) for laid in sitting.picture.laid)
    sitting.give(Key("space"))

    assert all(isinstance(laid.card, Up) for laid in sitting.picture.laid)


def kinds_met(seats: int) -> Iterator[type[Action]]:
    """Yield the kinds of action that were possible in random games."""
    for picture in decisions(seats):
        yield from {type(action) for action in picture.legal}


def test_the_tests_above_meet_every_kind_of_action() -> None:
    """No kind is left out."""
    met = {kind for seats in (3, 4, 6) for kind in kinds_met(seats)}

    assert met >= {OpenCard, Sortie, Reinforce, Scout, Develop, Ambush, Spy, Challenge, DeclineDuel, TakePair}
