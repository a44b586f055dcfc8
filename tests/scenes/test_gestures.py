"""Selections, drags and double clicks of Deck Defence over random positions: everything allowed, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from game.catalogue import find
from game.core import Reason, Seat
from game.deck_defence.public import ID, Action, Area, Explore, HoldOff, Muster, Place, Repel, View, top
from scenes.deck_defence import gestures
from scenes.deck_defence.gestures import REPELLED
from scenes.deck_defence.layout import layout
from scenes.desk import NOTHING, Selection
from scenes.drawing.theme import Metrics
from scenes.words import LANGUAGES, Words
from tests.rules.positions import position
from tests.scenes.sitting import DESK, games, sameness, views, won_games

SPOTS = (*(f"{area}{number}" for area in "ROMH" for number in (1, 2, 3)), "deck", "discard", REPELLED)
WORDS = [Words(language) for language in LANGUAGES]


@cache
def reachable() -> tuple[View, ...]:
    """Return positions of random and of won games, most of them with a choice of cards to spend or to refill with."""
    lost = [view for deal, actions in games(seed=20, count=12) for view in views(deal, actions)]
    won = [view for deal, actions in won_games()[:70] for view in views(deal, actions)]
    busy = [view for view in won if any(isinstance(action, Repel) for action in view.legal)]
    split = [view for view in busy if any(len(minimal(view, enemy)) > 1 for enemy in enemies(view))]
    choosing = [view for view in (*lost, *won) if len({card for card in view.areas.reveal if card is not None}) > 1]
    return (*lost[::5], *(view for view in lost if view.outcome), *busy[::8], *split[:20], *choosing[::5])


def at(**areas: Any) -> View:
    """Return the view of a position written as text."""
    view = find(ID).view(position(**areas), Seat(0))
    assert isinstance(view, View)
    return view


def by_click(view: View) -> tuple[set[Action], set[Selection]]:
    """Return every action and every selection that clicks lead to."""
    actions: set[Action] = set()
    seen, queue = {NOTHING}, [NOTHING]
    while queue:
        offer = gestures.offer(view, queue.pop())
        for result in (*offer.targets.values(), *([] if offer.ready is None else [offer.ready])):
            if not isinstance(result, Selection):
                actions.add(result)
            elif result not in seen:
                seen.add(result)
                queue.append(result)
    return actions, seen


def by_drag(view: View) -> set[Action]:
    """Return every action that drags lead to."""
    actions: set[Action] = set()
    seen, queue = {NOTHING}, [NOTHING]
    while queue:
        selection = queue.pop()
        for spot in SPOTS:
            for result in gestures.drag(view, selection, spot).values():
                if not isinstance(result, Selection):
                    actions.add(result)
                elif result not in seen:
                    seen.add(result)
                    queue.append(result)
    return actions


def in_order(action: Action) -> Action:
    """Return an action as the legal list writes it, the spent cards from left to right."""
    if isinstance(action, Repel):
        return Repel(action.target, tuple(sorted(action.hands)), action.refill)
    return action


def minimal(view: View, enemy: Place) -> set[frozenset[int]]:
    """Return the sets that repel an enemy and of which no card can be spared, straight from the legal list."""
    sets = {frozenset(one.hands) for one in view.legal if isinstance(one, Repel) and one.target == enemy}
    return {hands for hands in sets if not any(other < hands for other in sets)}


def enemies(view: View) -> list[Place]:
    """Return where enemies lie that a repel may aim at."""
    places = [Place(area, index) for area in (Area.MAIN, Area.OCCUPIED) for index in range(3)]
    return [place for place in places if (card := view.areas.card(place)) is not None and card.is_enemy]


def test_the_positions_are_worth_testing() -> None:
    """The random positions hold every kind of action, open refills, overkill and ends."""
    every = reachable()
    kinds = {type(action) for view in every for action in view.legal}
    assert kinds == {Muster, HoldOff, Repel, Explore}
    assert any(view.outcome is not None for view in every)
    assert sum(bool(by_click_pending(view)) for view in every) > 40
    assert any(len(minimal(view, enemy)) > 1 for view in every for enemy in enemies(view))


def by_click_pending(view: View) -> list[Selection]:
    """Return the selections that clicks lead to and that wait for the refill alone."""
    return [selection for selection in by_click(view)[1] if selection.pending]


def test_clicks_reach_every_action_and_no_other() -> None:
    """What clicks lead to is the legal list, equal refill cards and the order of spent cards aside."""
    for view in reachable():
        actions, _ = by_click(view)
        assert {in_order(action) for action in actions} <= set(view.legal)
        assert {sameness(view, action) for action in actions} == {sameness(view, action) for action in view.legal}


def test_drags_reach_every_sensible_action_and_nothing_illegal() -> None:
    """Drags muster, hold off and explore in every way, and repel with every set that wastes no card."""
    for view in reachable():
        actions = by_drag(view)
        assert {in_order(action) for action in actions} <= set(view.legal)
        wanted = {
            sameness(view, action)
            for action in view.legal
            if not isinstance(action, Repel) or frozenset(action.hands) in minimal(view, action.target)
        }
        assert wanted <= {sameness(view, action) for action in actions}


def test_every_legal_spot_of_an_area_is_a_drop() -> None:
    """A drag offers every space that a legal action names, so that a card may be dropped on any of them."""
    for view in reachable():
        for action in view.legal:
            match action:
                case Muster(main, hand, _):
                    assert f"H{hand + 1}" in gestures.drag(view, NOTHING, f"M{main + 1}")
                case HoldOff(main, occupied, _):
                    assert f"O{occupied + 1}" in gestures.drag(view, NOTHING, f"M{main + 1}")
                case Repel(target, hands, _):
                    assert REPELLED in gestures.drag(view, NOTHING, str(target))
                    assert all(str(target) in gestures.drag(view, NOTHING, f"H{hand + 1}") for hand in hands)
                case Explore(hand):
                    dropped = gestures.drag(view, NOTHING, f"H{hand + 1}")
                    empty = [f"R{index + 1}" for index, card in enumerate(view.areas.reveal) if card is None]
                    assert all(dropped[spot] == action for spot in ("deck", "discard", *empty))


def refused(view: View) -> Iterator[tuple[Selection, str, Reason]]:
    """Yield every spot that cannot be chosen, with what was chosen before and the reason."""
    for selection in by_click(view)[1]:
        for spot in set(SPOTS) - set(gestures.offer(view, selection).targets) - set(selection.spots):
            yield selection, spot, gestures.why_not_spot(view, selection, spot)
    for spot in SPOTS:
        card = gestures.card_at(view, spot)
        if card is not None:
            for target in set(SPOTS) - set(gestures.drag(view, NOTHING, spot)) - {spot}:
                yield Selection((spot,)), target, gestures.why_not_spot(view, Selection((spot,)), target)


def test_every_refusal_has_words_in_both_languages() -> None:
    """Whatever cannot be chosen or dropped on gives a reason that both languages can say in full."""
    reasons = {reason for view in reachable() for _, _, reason in refused(view)}
    assert len({reason.key for reason in reasons}) > 12
    for reason in reasons:
        for words in WORDS:
            said = words.say(reason)
            assert said
            assert "{" not in said


def test_no_refusal_denies_what_is_legal() -> None:
    """A drop that no gesture takes is never one that a legal action means."""
    for view in reachable():
        for action in view.legal:
            match action:
                case Muster(main, hand, _):
                    assert f"H{hand + 1}" in gestures.offer(view, Selection((f"M{main + 1}",))).targets
                case HoldOff(main, occupied, _):
                    assert f"O{occupied + 1}" in gestures.offer(view, Selection((f"M{main + 1}",))).targets
                case Repel(target, hands, _):
                    first = gestures.offer(view, Selection((str(target),))).targets
                    assert {f"H{hand + 1}" for hand in hands} <= set(first)
                case Explore(hand):
                    assert "discard" in gestures.offer(view, Selection((f"H{hand + 1}",))).targets


def test_too_few_cards_are_told_with_their_sum() -> None:
    """Ruling 4.2: an attack sent off with 3 of the 5 it takes is refused with both numbers."""
    view = at(main="S4 W1 F1", hand="S3 S2 W2")

    reason = gestures.why_not_spot(view, Selection(("M1", "H1")), REPELLED)

    assert reason == Reason.of("deck-defence.why.too_weak", total=3, needed=5)


def only_sensible(view: View, spot: str) -> set[tuple[object, ...]]:
    """Return what one could sensibly do with a card of main or occupied, empty spaces of an area being one place."""
    place = gestures.place(spot)
    assert place is not None
    if place in enemies(view) and (sets := minimal(view, place)):
        return {("repel", hands) for hands in sets}
    found: set[tuple[object, ...]] = set()
    for action in view.legal:
        match action:
            case Muster(main, hand, _) if place == Place(Area.MAIN, main):
                found.add(("muster", hand if view.areas.hand[hand] else "empty"))
            case HoldOff(main, _, _) if place == Place(Area.MAIN, main):
                found.add(("hold off",))
    return found


def meant(view: View, result: Action | Selection) -> tuple[object, ...]:
    """Return what an action, or the actions that wait for their refill, come to."""
    action = result.pending[0] if isinstance(result, Selection) else result
    match action:
        case Muster(_, hand, _):
            return ("muster", hand if view.areas.hand[hand] else "empty")
        case HoldOff():
            return ("hold off",)
        case Repel(_, hands, _):
            return ("repel", frozenset(hands))
    raise AssertionError(f"a double click never means {action}")


@pytest.mark.parametrize("area", ["M", "O"])
def test_a_double_click_does_the_only_sensible_thing_or_nothing(area: str) -> None:
    """Where there is one sensible thing a double click does it; where there are more it does none of them."""
    done = 0
    for view in reachable():
        for spot in (f"{area}{number}" for number in (1, 2, 3)):
            eager, sensible = gestures.eager(view, spot), only_sensible(view, spot)
            assert (eager is None) == (len(sensible) != 1)
            if eager is not None:
                assert {meant(view, eager)} == sensible
                done += 1
    assert done > 10


def test_a_double_click_elsewhere_does_nothing() -> None:
    """Hand and reveal cards, piles and empty spaces have no double click."""
    for view in reachable():
        for spot in ("H1", "H2", "H3", "R1", "R2", "R3", "deck", "discard", REPELLED):
            assert gestures.eager(view, spot) is None


def test_one_sensible_set_takes_one_gesture() -> None:
    """Where one set repels without waste, dropping the enemy away or a card of the set onto it repels so."""
    cases = 0
    for view in reachable():
        for enemy in enemies(view):
            sets = minimal(view, enemy)
            if len(sets) != 1:
                continue
            cases += 1
            only = next(iter(sets))
            results = [
                gestures.drag(view, NOTHING, str(enemy))[REPELLED],
                gestures.offer(view, Selection((str(enemy),))).targets[REPELLED],
                *(gestures.drag(view, NOTHING, f"H{hand + 1}")[str(enemy)] for hand in only),
            ]
            assert {meant(view, result) for result in results} == {("repel", only)}
    assert cases > 20


def test_the_card_dropped_first_is_discarded_first() -> None:
    """Ruling 4.6: the spent cards go to the pile in the order chosen."""
    view = at(main="S4 W1 F1", hand="S2 S3 W1")

    dropped = gestures.drag(view, NOTHING, "H2")["M1"]
    clicked = gestures.offer(view, Selection(("M1", "H2", "H1"))).ready

    assert dropped == clicked == Repel(Place(Area.MAIN, 0), (1, 0), None)


def test_more_cards_than_needed_can_be_spent_by_clicks() -> None:
    """Ruling 4.2: S3, S3 and S3 repel together, though two of them would do."""
    view = at(main="S4 W1 F1", hand="S3 S3 S3")

    offer = gestures.offer(view, Selection(("M1", "H1", "H2", "H3")))

    assert offer.ready == offer.targets["M1"] == offer.targets[REPELLED] == Repel(Place(Area.MAIN, 0), (0, 1, 2), None)


def test_of_several_sensible_sets_none_is_chosen_for_the_player() -> None:
    """With S3, S3 and S2 in hand, dropping the enemy away asks for the cards; each card dropped narrows it down."""
    view = at(main="S4 W1 F1", hand="S3 S3 S2")

    dropped = gestures.drag(view, NOTHING, "M1")[REPELLED]
    joined = gestures.drag(view, Selection(("M1", REPELLED)), "H3")["M1"]

    assert dropped == Selection(("M1", REPELLED))
    assert joined == Selection(("M1", REPELLED, "H3"))
    assert gestures.drag(view, joined, "H2")["M1"] == Repel(Place(Area.MAIN, 0), (2, 1), None)


def test_a_hand_card_may_still_explore_while_an_attack_is_in_the_making() -> None:
    """Choosing an enemy does not bind the hand: dropped on the discard, its card explores."""
    view = at(main="S4 W1 F1", hand="S3 S2 W2", deck="F1 F1 F1")

    drops = gestures.drag(view, Selection(("M1",)), "H1")

    assert drops["discard"] == Explore(0)
    assert drops["M1"] == Repel(Place(Area.MAIN, 0), (0, 1), None)


def test_the_refill_is_chosen_by_dragging_it_to_the_empty_space() -> None:
    """Ruling 3.3: while it is open, a reveal card can be dropped on the emptied space and nothing else can be moved."""
    view = at(main="S1 W1 F1", hand="-- W2 W3", reveal="F2 -- S4")
    pending = gestures.drag(view, NOTHING, "M1")["H1"]
    assert isinstance(pending, Selection)

    drops = {spot: dict(gestures.drag(view, pending, spot)) for spot in SPOTS}

    assert drops["R1"] == {"M1": Muster(0, 0, 0)}
    assert drops["R3"] == {"M1": Muster(0, 0, 2)}
    assert not any(drops[spot] for spot in SPOTS if spot not in ("R1", "R3"))


def test_equal_refill_cards_are_not_asked_for() -> None:
    """Ruling 3.3: where all refill cards are equal, or only one lies there, the action is complete."""
    for reveal in ("F2 -- F2", "-- -- S4"):
        view = at(main="S1 W1 F1", hand="-- -- --", reveal=reveal)
        assert isinstance(gestures.drag(view, NOTHING, "M1")["H1"], Muster)


def test_the_caption_sums_up_what_was_chosen() -> None:
    """While an attack grows, the caption says the sum of the cards chosen; a repel's caption says what it spends."""
    sums = 0
    for view in reachable():
        actions, selections = by_click(view)
        for selection in selections:
            caption = DESK.caption(view, selection)
            hands = gestures.chosen_hands(selection)
            if caption is not None and caption.key.endswith(".sum"):
                assert dict(caption.values)["total"] == sum(rank(view, hand) for hand in hands)
                sums += 1
        for action in actions:
            caption = DESK.caption(view, action)
            assert caption is not None
            assert all(words.say(caption) for words in WORDS)
            if isinstance(action, Repel):
                assert dict(caption.values)["total"] == sum(rank(view, hand) for hand in action.hands)
    assert sums > 50


def rank(view: View, hand: int) -> int:
    """Return the rank of the card on top of a hand space."""
    card = top(view.areas.hand[hand])
    assert card is not None
    return card.rank


def test_what_the_table_says_exists_in_both_languages() -> None:
    """Prompts, help sections, log lines and aids have words for every selection of every position."""
    for view in reachable():
        for selection in by_click(view)[1]:
            section = DESK.help_section(view, selection)
            for words in WORDS:
                assert words.say(DESK.prompt(view, selection))
                assert words(f"{ID}.rules.{section}.title")
        for words in WORDS:
            assert words.say(DESK.standing(view))


def test_the_prompt_asks_only_for_what_is_possible() -> None:
    """An enemy that cannot be held off (any more) is asked about as one to repel, and the other way round."""
    asked = set()
    for view in reachable():
        for enemy in enemies(view):
            if str(enemy) not in gestures.sources(view):
                continue
            key = DESK.prompt(view, Selection((str(enemy),))).key
            holds = any(isinstance(one, HoldOff) and Place(Area.MAIN, one.main) == enemy for one in view.legal)
            assert key.endswith(
                {(True, True): ".enemy", (True, False): ".hold_off", (False, True): ".repel"}[
                    holds, bool(minimal(view, enemy))
                ]
            )
            asked.add(key)
    assert len(asked) == 3


def test_a_digit_means_a_spot_of_the_layout_or_nothing() -> None:
    """Digits pick a main space first, then a hand space, then the refill; other numbers mean nothing."""
    for view in reachable()[:40]:
        spots = layout(view, Metrics((1280, 720))).spots
        for selection in by_click(view)[1]:
            meant_spots = {DESK.digit(view, selection, number) for number in range(10)}
            assert meant_spots - {None} <= set(spots)
            assert DESK.digit(view, selection, 0) is None
            assert DESK.digit(view, selection, 4) is None


def test_the_preview_shows_the_action_done_but_for_the_refill() -> None:
    """While the refill is open the table looks as after the action, with the emptied space still empty."""
    game = find(ID)
    view = at(main="S4 W1 F1", hand="S3/S2 S3 W1", reveal="F2 -- S1", discard="W1", deck="F1")
    state = position(main="S4 W1 F1", hand="S3/S2 S3 W1", reveal="F2 -- S1", discard="W1", deck="F1")
    pending = gestures.drag(view, NOTHING, "M1")[REPELLED]
    assert isinstance(pending, Selection)

    shown = gestures.preview(view, pending)
    after = game.view(game.apply(state, pending.pending[0]).state, Seat(0))

    assert isinstance(after, View)
    assert shown.areas.main == (None, *view.areas.main[1:])
    assert shown.areas.hand == after.areas.hand
    assert shown.areas.repelled == after.areas.repelled
    assert len(shown.discard) == len(after.discard)
    assert shown.discard[-1] == after.discard[-1]


def test_hand_cards_may_be_chosen_before_the_enemy() -> None:
    """Cards of one suit are gathered by clicks in any order; the enemy then is repelled with just these."""
    view = at(main="F4 S1 --", hand="F3 F2 F1")
    two = gestures.offer(view, Selection(("H2",))).targets["H1"]
    assert two == Selection(("H2", "H1"))
    assert gestures.offer(view, two).targets["M1"] == Repel(Place(Area.MAIN, 0), (1, 0), None)
    assert gestures.offer(view, two).targets["H2"] == Selection(("H1",))
    assert "discard" not in gestures.offer(view, two).targets  # two cards cannot explore
    weak = gestures.offer(view, Selection(("H2", "H3"))).targets["M1"]
    assert weak == Selection(("M1", "H2", "H3"))  # not enough yet: the attack goes on


def test_another_card_is_turned_to_without_letting_go_first() -> None:
    """With something chosen, pointing at another card of main or occupied, or another hand card, begins anew."""
    view = at(main="F4 S1 W2", hand="F3 F2 S3", occupied="W4 -- --")
    ally = gestures.offer(view, Selection(("M2",)))
    assert ally.afresh == {"M1": Selection(("M1",)), "M3": Selection(("M3",))}
    hand = gestures.offer(view, Selection(("H1",)))
    assert hand.afresh["H3"] == Selection(("H3",))
    assert not set(hand.afresh) & set(hand.targets)
    assert gestures.offer(view, NOTHING).afresh == {}


def test_an_attack_that_is_too_weak_says_its_sum_at_the_enemy() -> None:
    """Pointing at the enemy again with too few cards is answered with what is missing."""
    view = at(main="F4 S1 --", hand="F3 F2 F1")
    reason = gestures.why_not_spot(view, Selection(("M1", "H2", "H3")), "M1")
    assert reason == Reason.of("deck-defence.why.too_weak", total=3, needed=5)
