"""How people play 涼宮ハルヒの贈殖 on the table: click, drag, buttons and keys reach the same, or are told why not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import Beat, Seat, Up
from game.haruhi.card_set import SOS, Card, Colour, Op, Rule
from game.haruhi.choices import accused_events, why_not
from game.haruhi.public import (
    Accuse,
    Action,
    Claim,
    ClaimNothing,
    Forgo,
    Gift,
    Give,
    HandOut,
    LaySos,
    Pass,
    Peek,
    Phase,
    Steal,
    Swap,
    Use,
    View,
    decode,
    encode,
)
from scenes.desk import NOTHING, Selection
from scenes.drawing.theme import Metrics
from scenes.haruhi import gestures, refusals
from scenes.haruhi.layout import layout
from scenes.haruhi.shown import Shown, covered, shown
from scenes.haruhi.stands import Stands
from scenes.inputs import Key, KeyUp, Motion, Press
from scenes.preferences import Preferences
from scenes.seating import Way
from tests.scenes.haruhi_sitting import Round, decisions, games

pytestmark = pytest.mark.usefixtures("screen")
METRICS = Metrics((1280, 720))


def at(wanted: Callable[[View], bool], seats: int = 4, way: Way = "pass") -> Round:
    """Return a table with the first decision of random games that is wanted."""
    for seed in range(40):
        for deal, actions in games(seed, 1, seats):
            sitting = Round(seats, deal, way)
            for text in actions:
                turn = sitting.table.turn
                assert turn is not None
                if wanted(sitting.table.view(turn)):
                    sitting.sit_down(turn)
                    return sitting
                sitting.act(sitting.table.game.decode(text))
    raise AssertionError("no such decision")


def effect(op: Op, events: int = 0) -> Callable[[View], bool]:
    """Return what looks for a part of an effect, and so many events before its user."""

    def wanted(view: View) -> bool:
        board = view.board
        found = board.phase is Phase.EFFECT and board.effects[0].op is op
        return found and len(board.owned[view.seat]) >= events

    return wanted


def follow(picture: Shown) -> set[Action]:
    """Return every action that clicks and keys lead to; of drafts those that give one event away."""
    done: set[Action] = set()
    met, waiting = {NOTHING}, [NOTHING]
    while waiting:
        selection = waiting.pop()
        found = gestures.offer(picture, selection)
        done |= {found.ready} if found.ready is not None else set()
        for result in found.targets.values():
            if not isinstance(result, Selection):
                done.add(result)
                continue
            key = replace(result, spots=tuple(sorted(result.spots)))
            deep = len(result.spots) <= 6 and (result.draft is None or selection.draft is None)
            if key not in met and deep:
                met.add(key)
                waiting.append(result)
    return done


@pytest.mark.parametrize("seats", [4, 7])
def test_clicks_reach_exactly_the_legal_actions(seats: int) -> None:
    """Following every offer leads to each legal action and to no other, as far as the hand is not too long."""
    kinds = set()
    for view in decisions(seats):
        picture, done = shown(view), set[Action]()
        if len(view.hand) > 9:
            continue
        done = follow(picture)
        legal = {action for action in view.legal if not isinstance(action, Gift) or len(action.cards) <= 6}
        if view.board.phase is Phase.HAND_OUT:
            accused = view.board.accused
            few = {action for action in legal if isinstance(action, HandOut) and _moved(action, accused) <= 1}
            assert few <= done
            assert all(why_not(view.board, view.hand, action) is None for action in done)
        else:
            assert done == legal
        kinds |= {type(action) for action in done}

    assert kinds == {Gift, LaySos, Pass, Forgo, Use, Accuse, HandOut, Claim, ClaimNothing, Peek, Steal, Swap, Give}


def _moved(action: HandOut, accused: Seat | None) -> int:
    return sum(to != accused for to in action.receivers)


@pytest.mark.parametrize("seats", [4, 7])
def test_drags_lead_to_possible_actions(seats: int) -> None:
    """Whatever is dropped where it can be is possible, or goes on with the choice."""
    dragged: set[type[object]] = set()
    for view in decisions(seats):
        picture = shown(view)
        lying = layout(picture, METRICS, 0)
        for spot in lying.top:
            for target, result in gestures.drag(picture, NOTHING, spot).items():
                assert target in lying.spots
                if not isinstance(result, Selection):
                    assert why_not(view.board, view.hand, result) is None
                dragged.add(type(result))

    assert dragged == {Gift, LaySos, Claim, Swap, Give, Selection}


@pytest.mark.parametrize("how", ["click", "keys", "drag"])
@pytest.mark.parametrize(("seats", "size"), [(4, (1280, 720)), (7, (800, 600))])
def test_actions_are_made_in_every_way(how: str, seats: int, size: tuple[int, int]) -> None:
    """At the table each kind of action is carried out by clicks, by keys alone, and by drags where it has one."""
    rng, done = random.Random(seats), set[type[Action]]()
    for deal, actions in games(seats, 1, seats):
        sitting = Round(seats, deal, size=size)
        for text in actions:
            turn = sitting.table.turn
            assert turn is not None
            action = sitting.table.game.decode(text)
            if rng.random() < 0.06 or type(action) not in done:
                sitting.sit_down(turn)
                before = sitting.played()
                if how == "keys":
                    sitting.key_through(action, rng.choice(("tab", "shift+tab")))
                elif how == "click" or not sitting.by_drag(action):
                    sitting.click_through(action)
                assert sitting.played() == [*before, text], (text, sitting.why())
                done.add(type(action))
            else:
                sitting.act(action)

    assert {Gift, Forgo} <= done


@pytest.mark.parametrize("way", ["pass", "table"])
def test_a_game_is_played_by_hand(way: Way) -> None:
    """Every action is made at the screen, handed over each time, in whatever way: to the end, around one table half."""
    rng = random.Random(way)
    deal, actions = games(11, 1, 4)[0]
    whole = way == "pass"
    sitting = Round(4, deal, way, preferences=Preferences(speed="off", stay="short"))
    for text in actions if whole else actions[: len(actions) // 2]:
        sitting.hand_over()
        sitting.do(decode(text), rng)
        assert sitting.played()[-1] == text, sitting.why()
    sitting.settle()

    assert sitting.over == whole
    assert all(isinstance(seen, Up) for seen in sitting.picture.board.roles) == whole


# Gifts


def in_auction(view: View) -> bool:
    """Whether this is an auction, with two cards of one colour in hand and some others."""
    colours = [card.colour for card in view.hand if card != SOS]
    several = any(colours.count(colour) > 1 for colour in colours) and len(set(colours)) > 1
    return view.board.phase is Phase.AUCTION and several


def pair(sitting: Round) -> tuple[str, str, str]:
    """Return two spots of the same colour and one of another."""
    hand = sitting.picture.hand
    spots = {f"H{place}": seen.card.colour for place, seen in enumerate(hand) if isinstance(seen, Up)}
    colours = [colour for colour in spots.values() if colour is not Colour.SOS]
    colour = next(colour for colour in colours if colours.count(colour) > 1)
    first, second, *_ = [spot for spot, found in spots.items() if found is colour]
    return first, second, next(spot for spot, found in spots.items() if found not in (colour, Colour.SOS))


def test_cards_of_one_colour_are_chosen_one_by_one() -> None:
    """A second card joins, a click on a chosen one lets it go, one of another colour begins afresh."""
    sitting = at(in_auction)
    first, second, other = pair(sitting)

    chosen = []
    for spot in (first, second, first, other, other):
        sitting.click(spot)
        chosen.append(sitting.selection.spots)

    assert chosen == [(first,), (first, second), (second,), (other,), ()]


def test_a_double_click_chooses_a_whole_colour() -> None:
    """All cards of the colour are chosen at once, and look out of the hand."""
    sitting = at(in_auction)
    first, *_ = pair(sitting)
    card = sitting.picture.card_at(int(first[1:]))
    resting = {key: pose.y for key, pose in sitting.layout.cards.items()}

    sitting.double_click(first)

    chosen = gestures.chosen_cards(sitting.picture, sitting.selection)
    assert card is not None
    assert len(chosen) == sum(one.colour is card.colour for one in sitting.view.hand)
    assert all(sitting.layout.cards[spot].y < resting[spot] for spot in sitting.selection.spots)


def test_a_chosen_card_takes_all_along() -> None:
    """Dragging one of several chosen cards onto a seat gives them all."""
    sitting = at(in_auction)
    first, second, _ = pair(sitting)
    sitting.click(first)
    sitting.click(second)
    cards = gestures.chosen_cards(sitting.picture, sitting.selection)
    to = next(
        seat for seat in range(4) if why_not(sitting.view.board, sitting.view.hand, Gift(Seat(seat), cards)) is None
    )

    sitting.drag(second, f"S{to}")

    assert sitting.played()[-1] == encode(Gift(Seat(to), cards))


def test_chosen_cards_are_carried_together() -> None:
    """What was chosen with the dragged card is seen behind it, and away from the hand; let go, all glide home."""
    sitting = at(in_auction)
    first, second, _ = pair(sitting)
    sitting.click(first)
    sitting.click(second)
    choosing = sitting.scene._choosing

    x, y = sitting.layout.spots[second].center
    sitting.scene.handle(Press((x, y)))
    sitting.scene.handle(Motion((x + 20, y - 20), held=True))

    held = choosing.held
    assert held is not None
    carried = choosing.carried(held)
    assert list(carried) == [first, second]
    assert carried[first].x < carried[second].x == held.rect.centerx
    resting = {position for _, position in sitting.scene._board.resting((), None)}
    assert len(resting - {position for _, position in sitting.scene._board.resting(carried, None)}) == 2
    choosing.kit.preferences = replace(choosing.kit.preferences, speed="normal")
    choosing.put_back()
    assert {flight.key for flight in sitting.scene._board.timeline.flights} == {first, second}


def test_a_total_equal_to_the_highest_is_refused() -> None:
    """Neither click nor drag lays it; the reason names the total, and the seat shows it before."""

    def equal(view: View) -> bool:
        board = view.board
        missing = {board.top - total for total in board.totals if total != board.top}
        return board.phase is Phase.AUCTION and any(card.value in missing for card in view.hand if card != SOS)

    sitting = at(equal)
    board = sitting.view.board
    spot, to = next(
        (spot, seat)
        for seat, total in enumerate(board.totals)
        for spot in [f"H{place}" for place in range(len(sitting.view.hand))]
        if total != board.top
        and (card := gestures.held(sitting.picture, spot)) is not None
        and card != SOS
        and card.value == board.top - total
    )
    before = sitting.played()

    sitting.drag(spot, f"S{to}")
    assert sitting.why() == "haruhi.why.equals_top"
    sitting.click(spot)
    preview = shown(sitting.desk.preview(sitting.view, sitting.selection))
    assert Stands._about(preview, sitting.kit.words, sitting.kit.palette, to)[0] == f"× {board.top}"
    sitting.click(f"S{to}")
    assert sitting.why() == "haruhi.why.equals_top"
    assert sitting.played() == before


def test_chosen_cards_show_what_they_would_make_of_every_total() -> None:
    """Beside each seat stands the total it would have, and the event does not step back meanwhile."""
    sitting = at(lambda view: in_auction(view) and not view.board.top)
    first, *_ = pair(sitting)
    sitting.click(first)
    card = sitting.picture.card_at(int(first[1:]))
    assert card is not None

    preview = shown(sitting.desk.preview(sitting.view, sitting.selection))
    for seat in range(4):
        assert Stands._about(preview, sitting.kit.words, sitting.kit.palette, seat)[0] == f"→ {card.value}"
    targets = sitting.scene._picture.targets(None)
    assert {"event", "deck", first} <= sitting.scene._picture.bright(targets)


def test_the_events_of_a_seat_belong_to_its_panel() -> None:
    """With cards chosen, a click on an event or a character lays them before its owner."""

    def wanted(view: View) -> bool:
        return in_auction(view) and not view.board.top and any(view.board.owned)

    sitting = at(wanted)
    seat = next(seat for seat, owned in enumerate(sitting.view.board.owned) if owned)
    event = sitting.view.board.owned[seat][0]
    first, *_ = pair(sitting)
    sitting.click(first)

    sitting.click(f"E{event.number}")

    assert sitting.played()[-1][:2] == f"B{seat}"


def test_the_sos_button_chooses_the_card() -> None:
    """Where one is held, the button is the first step of laying it; where none is, it says so."""
    sitting = at(lambda view: view.board.phase is Phase.AUCTION and SOS in view.hand)
    sitting.click("use")
    assert gestures.chosen_cards(sitting.picture, sitting.selection) == (SOS,)
    to = sitting.view.seat
    sitting.keys("1")
    assert sitting.played()[-1] == encode(LaySos(to))

    sitting = at(lambda view: view.board.phase is Phase.AUCTION and SOS not in view.hand)
    sitting.click("use")
    assert sitting.why() == "haruhi.why.not_held"


def test_digits_choose_cards_then_seats_from_the_left() -> None:
    """Without a choice a digit is a card of the hand, with one a seat; 0 passes."""
    sitting = at(lambda view: in_auction(view) and not view.board.top)
    seat = sitting.view.seat

    sitting.keys("2", "3")

    assert sitting.played()[-1][:2] == f"B{(seat + 2) % 4}"
    sitting = at(lambda view: in_auction(view) and Rule.NOBODY_PASSES not in view.board.rules)
    sitting.keys("0")
    assert sitting.played()[-1] == "P"


def test_passing_needs_no_cards_chosen_and_no_ban() -> None:
    """With cards chosen the pass button asks to let them go; where passing is forbidden it says so."""
    sitting = at(in_auction)
    sitting.keys("1")
    sitting.click("pass")
    assert sitting.why() == "haruhi.why.let_go"

    sitting = at(lambda view: in_auction(view) and Rule.NOBODY_PASSES in view.board.rules)
    sitting.click("pass")
    assert sitting.why() == "haruhi.why.no_pass"


# Effects


def test_an_accusation_is_said_only_when_confirmed() -> None:
    """Player and character in any order, both can be changed; nothing is done before the yes."""
    sitting = at(effect(Op.ACCUSE))
    before = sitting.played()
    targets = [spot for spot in gestures.offer(sitting.picture, NOTHING).targets if spot[0] == "S"]

    sitting.click("P4")
    sitting.click(targets[0])
    sitting.click(targets[1])
    sitting.click("P2")
    assert sitting.selection.spots == (targets[1], "P2")
    assert sitting.played() == before
    sitting.click_button("yes")

    assert sitting.played() == [*before, f"A{targets[1][1:]}2"]


def test_a_chosen_accusation_can_be_let_go() -> None:
    """Esc takes all of it back; a click on what is chosen takes that."""
    sitting = at(effect(Op.ACCUSE))
    targets = [spot for spot in gestures.offer(sitting.picture, NOTHING).targets if spot[0] == "S"]
    sitting.click("P4")
    sitting.click(targets[0])
    sitting.click("P4")
    assert sitting.selection.spots == (targets[0],)
    sitting.keys("escape")
    assert sitting.selection == NOTHING


def test_a_swap_may_begin_at_either_end() -> None:
    """One's own event first, or the other player's."""
    for turned in (False, True):
        sitting = at(effect(Op.SWAP, 1))
        action = next(action for action in sitting.view.legal if isinstance(action, Swap))
        spots = sitting.steps(action)
        for spot in reversed(spots) if turned else spots:
            sitting.click(spot)
        assert sitting.played()[-1] == encode(action)


def test_events_are_handed_out_as_a_draft_until_it_is_confirmed() -> None:
    """Each move is shown and can be changed; Esc drops all of it; the button makes it so."""
    sitting = at(lambda view: view.board.phase is Phase.HAND_OUT and len(accused_events(view.board)) > 1)
    board = sitting.view.board
    accused = board.accused
    assert accused is not None
    first, second, *rest = accused_events(board)
    others = [seat for seat in range(4) if seat != accused]
    before = sitting.played()

    sitting.drag(f"E{first.number}", f"S{others[0]}")
    sitting.click(f"E{second.number}")
    sitting.click(f"S{others[1]}")
    panel = sitting.layout.spots[f"S{others[0]}"]
    assert panel.contains(sitting.layout.spots[f"E{first.number}"])
    sitting.drag(f"E{first.number}", f"S{others[2]}")
    assert sitting.layout.spots[f"S{others[2]}"].contains(sitting.layout.spots[f"E{first.number}"])
    assert sitting.played() == before
    sitting.keys("escape")
    assert sitting.selection == NOTHING
    assert sitting.layout.spots[f"S{accused}"].contains(sitting.layout.spots[f"E{first.number}"])
    sitting.drag(f"E{first.number}", f"S{others[1]}")
    sitting.click("use")

    receivers = (Seat(others[1]), accused, *[accused for _ in rest])
    assert sitting.played() == [*before, encode(HandOut(receivers))]


def test_a_choice_of_one_of_the_accusers_events() -> None:
    """A click takes it, so does a drag to oneself; the button takes none."""
    for how in ("click", "drag", "none"):
        sitting = at(lambda view: view.board.phase is Phase.CLAIM)
        action = next(action for action in sitting.view.legal if isinstance(action, Claim))
        if how == "none":
            sitting.click("pass")
            assert sitting.played()[-1] == encode(ClaimNothing())
            continue
        sitting.by_drag(action) if how == "drag" else sitting.click_through(action)
        assert sitting.played()[-1] == encode(action)


@pytest.mark.parametrize("op", [Op.PEEK, Op.STEAL])
def test_one_click_on_a_player_is_enough(op: Op) -> None:
    """For a look or a theft nothing else is to be chosen; the second click of a double click does no more."""
    sitting = at(effect(op))
    action = next(action for action in sitting.view.legal if isinstance(action, Peek | Steal))
    before = sitting.played()

    sitting.double_click(f"S{action.target}")

    assert sitting.played()[len(before) :][:1] == [encode(action)]
    assert len(sitting.played()) == len(before) + 1


# Refusals


@pytest.mark.parametrize("seats", [4, 7])
def test_everything_that_cannot_be_chosen_says_why(seats: int) -> None:
    """Every spot that no choice leads to has a reason, covered or not, with something chosen or nothing."""
    reasons = set()
    for view in decisions(seats)[::3]:
        for picture in (shown(view), covered_view(view)):
            lying = layout(picture, METRICS, 0)
            first = [
                result for result in gestures.offer(picture, NOTHING).targets.values() if isinstance(result, Selection)
            ]
            for selection in (NOTHING, *first[:2]):
                found = gestures.offer(picture, selection)
                for spot in lying.spots:
                    if spot not in {*found.targets, *found.afresh}:
                        reasons.add(refusals.why_not_spot(picture, selection, spot).key)

    assert len(reasons) >= 12


def covered_view(view: View) -> Shown:
    """Return a view as it is seen while hand and character lie face down."""
    return covered(Beat(view, ())).view


# With the hand face down


def test_a_covered_hand_asks_to_be_held_up() -> None:
    """Around one table its cards, the SOS button and the seats answer with one sentence, whatever the hand is."""
    sitting = at(in_auction, way="table")
    before = sitting.played()

    for spot in ("H0", "use", "S1"):
        sitting.click(spot)
        assert sitting.why() == "haruhi.why.hold_up"

    assert sitting.played() == before


def test_a_hand_that_is_held_up_can_be_given_from() -> None:
    """While Space is held the hand is seen and its cards can be laid."""
    sitting = at(lambda view: in_auction(view) and not view.board.top, way="table")
    assert sitting.picture.covered

    sitting.give(Key("space"))
    card = sitting.picture.card_at(0)
    sitting.click("H0")
    sitting.click("S2")
    sitting.give(KeyUp("space"))

    assert isinstance(card, Card)
    assert sitting.played()[-1] == encode(Gift(Seat(2), (card,)) if card != SOS else LaySos(Seat(2)))
    assert sitting.picture.covered


def test_what_needs_no_hand_is_done_while_it_lies_face_down() -> None:
    """Passing, and an accusation, follow from the board alone."""
    sitting = at(lambda view: in_auction(view) and Rule.NOBODY_PASSES not in view.board.rules, way="table")
    sitting.click("pass")
    assert sitting.played()[-1] == "P"

    sitting = at(effect(Op.ACCUSE), way="table")
    target = next(spot for spot in gestures.offer(sitting.picture, NOTHING).targets if spot[0] == "S")
    sitting.click(target)
    sitting.click("P1")
    sitting.click_button("yes")
    assert sitting.played()[-1] == f"A{target[1:]}1"


def test_a_small_event_is_shown_large() -> None:
    """The pointer rests on an event before a seat, and it is shown at a size at which its text can be read."""
    sitting = at(lambda view: any(view.board.owned))
    event = next(event for owned in sitting.view.board.owned for event in owned)
    spot = f"E{event.number}"

    sitting.give(Motion(sitting.at(spot)))
    for _ in range(60):
        sitting.scene.update(1 / 60)

    assert sitting.scene._looking.spot == spot
    assert sitting.layout.closer[spot] >= 140 > sitting.layout.cards[spot].width
