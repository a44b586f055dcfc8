"""How a person says what to do in Deck Defence: selections of spots, turned into the legal actions of a View.

A selection begins at a card and goes on to the next spot until one action is left. Everything is looked up in
`view.legal`; nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from game.core import Reason, Up
from game.deck_defence.public import (
    HAND_SPACES,
    MAIN_SPACES,
    OCCUPIED_SPACES,
    Action,
    Area,
    Areas,
    Card,
    Explore,
    HoldOff,
    Muster,
    Mustered,
    Notice,
    Place,
    Reorder,
    Repel,
    Repelled,
    Suit,
    View,
    WasHeldOff,
    card_name,
    top,
    why_not,
    why_not_repel,
)
from scenes.deck_defence import reorder
from scenes.desk import NOTHING, Offer, Selection

Item = TypeVar("Item")

REPELLED = "repelled"
_DISCARD_SPOTS = ("discard", "deck")


def place(spot: str) -> Place | None:
    """Return the place a spot's name stands for, None for piles and the repelled area."""
    if len(spot) == 2 and spot[1].isdigit():
        return Place(Area(spot[0]), int(spot[1]) - 1)
    return None


def card_at(view: View, spot: str, selection: Selection = NOTHING) -> Card | None:
    """Return the card that can be taken from a spot; those looked at lie as the selection arranges them."""
    if view.looked and spot in reorder.SPOTS:
        return reorder.card(view, selection, spot)
    where = place(spot)
    return None if where is None else view.areas.card(where)


def _enemy(view: View, selection: Selection) -> Place | None:
    """Return the enemy a selection is about to repel or hold off."""
    for spot in selection.spots:
        where = place(spot)
        if where is not None and where.area in (Area.MAIN, Area.OCCUPIED):
            card = view.areas.card(where)
            return where if card is not None and card.is_enemy else None
    return None


def chosen_hands(selection: Selection) -> tuple[int, ...]:
    """Return the hand spaces of a selection, in the order of choosing."""
    return tuple(int(spot[1]) - 1 for spot in selection.spots if spot[0] == "H")


def repels(view: View, enemy: Place) -> dict[tuple[int, ...], tuple[Action, ...]]:
    """Return the sets that repel the enemy, each with its actions (they differ in the refill)."""
    found: dict[tuple[int, ...], tuple[Action, ...]] = {}
    for action in view.legal:
        if isinstance(action, Repel) and action.target == enemy:
            found[action.hands] = (*found.get(action.hands, ()), action)
    return found


def sensible(view: View, enemy: Place, chosen: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the sets with `chosen` in them that repel the enemy and of which no other card could be spared."""
    sets = [set(hands) for hands in repels(view, enemy)]
    holding = [hands for hands in sets if set(chosen) <= hands]
    return [
        tuple(sorted(hands)) for hands in holding if not any(other < hands and set(chosen) <= other for other in sets)
    ]


def _settled(view: View, actions: tuple[Action, ...], selection: Selection) -> Action | Selection:
    """Return the action left, or the selection that asks for the refill card where that makes a difference (3.3)."""
    fillers = {
        view.areas.reveal[action.refill]
        for action in actions
        if not isinstance(action, Explore | Reorder) and action.refill is not None
    }
    wins = isinstance(actions[0], Repel) and len(view.areas.repelled) == 8
    if len(actions) == 1 or len(fillers) == 1 or wins:
        return actions[0]
    return Selection(selection.spots, actions)


def _ordered(action: Action, hands: tuple[int, ...]) -> Action:
    """Return a repel with its cards in the order they were chosen (4.6)."""
    if isinstance(action, Repel) and set(action.hands) == set(hands):
        return Repel(action.target, hands, action.refill)
    return action


def _repel_with(view: View, enemy: Place, hands: tuple[int, ...], selection: Selection) -> Action | Selection:
    actions = tuple(_ordered(action, hands) for action in repels(view, enemy)[tuple(sorted(hands))])
    return _settled(view, actions, selection)


def offer(view: View, selection: Selection) -> Offer:
    """Return what can be chosen after a selection, by click or key; see `scenes.desk.Desk.offer`."""
    if view.looked:
        return reorder.offer(view, selection)
    found = _offer(view, selection, dragging=False)
    if not selection.spots or selection.pending:
        return found
    begin = {spot: Selection((spot,)) for spot in sources(view) if _begins_anew(selection, spot)}
    return replace(found, afresh={spot: start for spot, start in begin.items() if spot not in found.targets})


def _begins_anew(selection: Selection, spot: str) -> bool:
    """Whether pointing at a spot turns to another card: one of main or occupied, or a hand card after another."""
    if spot in selection.spots:
        return False
    return spot[0] in "MO" or (spot[0] == "H" and selection.spots[0][0] == "H")


def drag(view: View, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
    """Return where the card of `spot` can be dropped; see `scenes.desk.Desk.drag`.

    With an attack in the making a hand card joins it, or begins anew where it is dropped elsewhere. While the refill is
    being chosen, the cards of the reveal area go to the space that waits for it, and nothing else can be moved.
    """
    if view.looked:
        return reorder.drag(view, selection, spot)
    if selection.pending:
        choice = _offer(view, selection, dragging=True).targets.get(spot)
        return {} if choice is None else {str(_emptied(selection.pending[0])): choice}
    if spot not in sources(view):
        return {}
    targets = dict(_offer(view, Selection((spot,)), dragging=True).targets)
    enemy = _enemy(view, selection)
    if enemy is not None and spot[0] == "H":
        joined = _join(view, selection, enemy, spot)
        return {} if joined is None else {**targets, str(enemy): joined, REPELLED: joined}
    return targets


def _emptied(action: Action) -> Place | None:
    """Return the main space that an action empties."""
    match action:
        case Muster(main, _, _) | HoldOff(main, _, _):
            return Place(Area.MAIN, main)
        case Repel(target, _, _) if target.area is Area.MAIN:
            return target
    return None


def _offer(view: View, selection: Selection, *, dragging: bool) -> Offer:
    if selection.pending:
        return Offer(
            {
                str(Place(Area.REVEAL, action.refill)): action
                for action in selection.pending
                if action.refill is not None
            }
        )
    if not selection.spots:
        return Offer({spot: Selection((spot,)) for spot in sorted(sources(view))})
    if (enemy := _enemy(view, selection)) is not None:
        return _offer_enemy(view, selection, enemy, dragging=dragging)
    if selection.spots[0][0] == "H":
        return _offer_hands(view, selection, dragging=dragging)
    return Offer(_by_target(view, selection.spots[0]))


def sources(view: View) -> set[str]:
    """Return the spots at which a legal action can begin."""
    found: set[str] = set()
    for action in view.legal:
        match action:
            case Muster(main, _, _) | HoldOff(main, _, _):
                found.add(str(Place(Area.MAIN, main)))
            case Repel(target, hands, _):
                found.add(str(target))
                found.update(str(Place(Area.HAND, hand)) for hand in hands)
            case Explore(hand):
                found.add(str(Place(Area.HAND, hand)))
    return found


def _by_target(view: View, spot: str) -> dict[str, Action | Selection]:
    """Return where the main card at `spot` can be moved: hand spaces for an ally, occupied spaces for an enemy."""
    by_target: dict[str, tuple[Action, ...]] = {}
    for action in view.legal:
        match action:
            case Muster(main, hand, _) if str(Place(Area.MAIN, main)) == spot:
                key = str(Place(Area.HAND, hand))
            case HoldOff(main, occupied, _) if str(Place(Area.MAIN, main)) == spot:
                key = str(Place(Area.OCCUPIED, occupied))
            case _:
                continue
        by_target[key] = (*by_target.get(key, ()), action)
    return {key: _settled(view, actions, Selection((spot, key))) for key, actions in by_target.items()}


def _offer_enemy(view: View, selection: Selection, enemy: Place, *, dragging: bool) -> Offer:
    hands = chosen_hands(selection)
    targets: dict[str, Action | Selection] = {}
    ready: Action | Selection | None = None
    sets = repels(view, enemy)
    if not hands and REPELLED not in selection.spots:
        targets |= _by_target(view, str(enemy))
    usable = {hand for strong in sets for hand in strong}
    for hand in usable:
        spot = str(Place(Area.HAND, hand))
        if hand in hands:
            targets[spot] = Selection(tuple(other for other in selection.spots if other != spot))
        elif any({*hands, hand} <= set(strong) for strong in sets):
            targets[spot] = Selection((*selection.spots, spot))
    if tuple(sorted(hands)) in sets:
        ready = _repel_with(view, enemy, hands, selection)
        targets[REPELLED] = targets[str(enemy)] = ready
    elif sets and (dragging or not hands):
        only = sensible(view, enemy, hands)
        if len(only) == 1:
            order = (*hands, *(hand for hand in only[0] if hand not in hands))
            targets[REPELLED] = _repel_with(view, enemy, order, selection)
        elif REPELLED not in selection.spots:
            targets[REPELLED] = Selection((*selection.spots, REPELLED))
    return Offer(targets, ready)


def _offer_hands(view: View, selection: Selection, *, dragging: bool) -> Offer:
    """Return what hand cards chosen first can do: one explores; several of one suit, in any order, meet an enemy."""
    hands = chosen_hands(selection)
    targets: dict[str, Action | Selection] = {}
    if len(hands) == 1 and (explore := Explore(hands[0])) in view.legal:
        targets |= dict.fromkeys(_DISCARD_SPOTS, explore)
        for index, card in enumerate(view.areas.reveal):
            if card is None:
                targets[str(Place(Area.REVEAL, index))] = explore
    strong = [(action.target, set(action.hands)) for action in view.legal if isinstance(action, Repel)]
    for enemy, needed in strong:
        if not set(hands) <= needed:
            continue
        if not dragging:
            more = {str(HAND_SPACES[hand]) for hand in needed - set(hands)}
            targets |= {spot: Selection((*selection.spots, spot)) for spot in more}
        attack = Selection((str(enemy), *selection.spots))
        only = sensible(view, enemy, hands)
        if (dragging and len(only) == 1) or tuple(sorted(hands)) in repels(view, enemy):
            order = (*hands, *(hand for hand in only[0] if hand not in hands))
            targets[str(enemy)] = _repel_with(view, enemy, order, attack)
        else:
            targets[str(enemy)] = attack
    if len(hands) > 1:
        for hand in hands:
            spot = str(HAND_SPACES[hand])
            targets[spot] = Selection(tuple(other for other in selection.spots if other != spot))
    return Offer(targets)


def _join(view: View, selection: Selection, enemy: Place, spot: str) -> Action | Selection | None:
    """Return what the next hand card of an attack leads to: the repel, as soon as one sensible set is left."""
    hands = chosen_hands(selection)
    hand = int(spot[1]) - 1
    together = (*hands, hand)
    only = [] if hand in hands else sensible(view, enemy, together)
    if not only:
        return None
    chosen = Selection((*selection.spots, spot))
    if len(only) > 1:
        return chosen
    order = (*together, *(other for other in only[0] if other not in together))
    return _repel_with(view, enemy, order, chosen)


def eager(view: View, spot: str) -> Action | Selection | None:
    """Return the only sensible action that begins at a spot: what a double click does.

    An enemy that one sensible set repels is repelled; else a card with one place to go goes there. Empty spaces of one
    area count as one place, the first of them (4.5).
    """
    if view.looked:
        return reorder.eager(view, spot)
    where = place(spot)
    card = card_at(view, spot)
    if where is None or card is None or where.area is Area.HAND or where.area is Area.REVEAL:
        return None
    if card.is_enemy:
        sets = sensible(view, where)
        if sets:
            return _repel_with(view, where, sets[0], Selection((spot,))) if len(sets) == 1 else None
    moves = _by_target(view, spot)
    kinds: dict[str, Action | Selection] = {}
    for key, result in sorted(moves.items()):
        empty = card_at(view, key) is None
        kinds.setdefault("empty" if empty else key, result)
    return next(iter(kinds.values())) if len(kinds) == 1 else None


def preview(view: View, selection: Selection) -> View:
    """Return the table with the action carried out but for its refill, which is still being chosen (3.3).

    Cards looked at lie in the order in the making. A picture only: the rules carry the action out as a whole once the
    choice is made.
    """
    if view.looked:
        return reorder.arranged(view, selection)
    if not selection.pending:
        return view
    areas = view.areas
    main, occupied, hand = list(areas.main), list(areas.occupied), list(areas.hand)
    repelled, discard = areas.repelled, view.discard
    match selection.pending[0]:
        case Muster(source, target, _) if (card := main[source]) is not None:
            main[source], hand[target] = None, (*hand[target], card)
        case HoldOff(source, target, _):
            main[source], occupied[target] = None, main[source]
        case Repel(place, hands, _) if (card := main[place.index]) is not None:
            main[place.index] = None
            repelled = tuple(sorted((*repelled, card), key=lambda one: list(Suit).index(one.suit)))
            discard = (*discard, *(Up(hand[index][-1]) for index in hands))
            for index in hands:
                hand[index] = hand[index][:-1]
    shown = Areas(_three(main), _three(hand), _three(occupied), areas.reveal, repelled)
    return replace(view, areas=shown, discard=discard)


def so_far(view: View, selection: Selection) -> tuple[Notice, ...]:
    """Return what will be noticed of the action that waits for its refill, but for the refill."""
    areas = view.areas
    match selection.pending[:1]:
        case (Muster(source, target, _),) if (card := areas.main[source]) is not None:
            return (Mustered(card, MAIN_SPACES[source], HAND_SPACES[target]),)
        case (HoldOff(source, target, _),) if (card := areas.main[source]) is not None:
            return (WasHeldOff(card, MAIN_SPACES[source], OCCUPIED_SPACES[target]),)
        case (Repel(place, hands, _),) if (card := areas.card(place)) is not None:
            spent = tuple(areas.hand[hand][-1] for hand in hands)
            return (Repelled(card, place, spent, tuple(HAND_SPACES[hand] for hand in hands)),)
    return ()


def _three(items: list[Item]) -> tuple[Item, Item, Item]:
    first, second, third = items
    return first, second, third


def why_not_spot(view: View, selection: Selection, spot: str) -> Reason:
    """Return why a spot cannot follow a selection, as the rules would put it."""
    if view.looked:
        return reorder.refusal(view, spot)
    if selection.pending:
        return Reason.of("deck-defence.why.choose_refill")
    if not selection.spots:
        return _why_not_begin(view, spot)
    first, where = selection.spots[0], place(spot)
    source = place(first)
    if source is None:
        return Reason.of("deck-defence.why.nowhere")
    card = view.areas.card(source)
    if card is None:
        return Reason.of("deck-defence.why.empty_space")
    reason: Reason | None = None
    if source == where and chosen_hands(selection):
        reason = why_not_repel(view.areas, source, chosen_hands(selection))
    elif source.area is Area.HAND:
        reason = _why_not_hand(view, source, spot)
    elif where is not None and where.area is Area.HAND and card.is_enemy:
        reason = _why_not_join(view, source, selection, where)
    elif where is not None and where.area is Area.HAND:
        muster = Muster(source.index, where.index, _any_refill(view))
        reason = why_not(view.areas, muster, remake=view.remake)
    elif where is not None and where.area is Area.OCCUPIED and source.area is Area.MAIN:
        reason = why_not(view.areas, HoldOff(source.index, where.index, _any_refill(view)))
    elif spot == REPELLED:
        reason = why_not_repel(view.areas, source, chosen_hands(selection) or _all_of_suit(view, card))
    return reason or Reason.of("deck-defence.why.nowhere")


def _any_refill(view: View) -> int | None:
    return next((index for index, card in enumerate(view.areas.reveal) if card is not None), None)


def _all_of_suit(view: View, enemy: Card) -> tuple[int, ...]:
    return tuple(
        index for index, stack in enumerate(view.areas.hand) if (ally := top(stack)) and ally.suit is enemy.suit
    )


def _why_not_begin(view: View, spot: str) -> Reason:
    where, card = place(spot), card_at(view, spot)
    if where is None:
        return Reason.of("deck-defence.why.not_a_source")
    if view.remake and where.area is Area.REVEAL:
        return Reason.of("deck-defence.why.nothing_looked_at")
    if card is None:
        return Reason.of("deck-defence.why.empty_space")
    if where.area is Area.REVEAL:
        return Reason.of("deck-defence.why.reveal_only_refills")
    if where.area is Area.HAND:
        return Reason.of("deck-defence.why.hand_idle")
    if card.is_enemy:
        return Reason.of("deck-defence.why.enemy_idle", enemy=card_name(card))
    return Reason.of("deck-defence.why.ally_idle", card=card_name(card))


def _why_not_hand(view: View, source: Place, spot: str) -> Reason | None:
    where = place(spot)
    if spot in _DISCARD_SPOTS or (where is not None and where.area is Area.REVEAL):
        return why_not(view.areas, Explore(source.index))
    if where is not None and where.area is Area.HAND:
        return Reason.of("deck-defence.why.no_rearranging")
    if where is None:
        return None
    reason = why_not_repel(view.areas, where, (source.index,))
    if reason is None or reason.key != "deck-defence.why.too_weak":
        return reason
    enemy = view.areas.card(where)
    return reason if enemy is None else why_not_repel(view.areas, where, _all_of_suit(view, enemy))


def _why_not_join(view: View, enemy: Place, selection: Selection, where: Place) -> Reason | None:
    hands = chosen_hands(selection)
    if top(view.areas.hand[where.index]) is None:
        return Reason.of("deck-defence.why.enemy_in_hand")
    reason = why_not_repel(view.areas, enemy, (*hands, where.index))
    card = view.areas.card(enemy)
    if reason is not None and reason.key == "deck-defence.why.too_weak" and card is not None:
        return why_not_repel(view.areas, enemy, _all_of_suit(view, card))
    return reason
