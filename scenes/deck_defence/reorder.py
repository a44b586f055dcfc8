"""How a person puts the cards looked at back onto the deck, in the order wanted (section 6, the remake).

While they are looked at they lie in the reveal area's place, the one to be drawn first at the left. The order in the
making is the draft of a `Selection`: two cards change places until it is confirmed. Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core import Reason
from game.deck_defence.public import REVEAL_SPACES, Action, Card, Explore, Reorder, View, why_not
from scenes.desk import NOTHING, Group, Move, Offer, Selection

DECK = "deck"
SPOTS = tuple(str(space) for space in REVEAL_SPACES)


def order(view: View, selection: Selection) -> tuple[int, ...]:
    """Return the order in the making: for each place of the row, where its card lay on the deck."""
    draft = selection.draft
    if isinstance(draft, Reorder) and len(draft.order) == len(view.looked):
        return draft.order
    return tuple(range(len(view.looked)))


def spots(view: View) -> tuple[str, ...]:
    """Return the spots on which cards looked at lie."""
    return SPOTS[: len(view.looked)]


def card(view: View, selection: Selection, spot: str) -> Card | None:
    """Return the card looked at that lies on a spot."""
    if spot not in spots(view):
        return None
    return view.looked[order(view, selection)[SPOTS.index(spot)]].card


def arranged(view: View, selection: Selection) -> View:
    """Return the view with the cards looked at as they lie in the making."""
    return replace(view, looked=tuple(view.looked[place] for place in order(view, selection)))


def settled(view: View) -> bool:
    """Whether there is nothing to arrange: one card, or cards that are all the same."""
    return len({one.card for one in view.looked}) <= 1


def _swapped(view: View, selection: Selection, one: str, other: str) -> Selection:
    """Return the selection after two cards changed places; the order of the deck itself is no draft."""
    now = list(order(view, selection))
    a, b = SPOTS.index(one), SPOTS.index(other)
    now[a], now[b] = now[b], now[a]
    return NOTHING if now == sorted(now) else Selection(draft=Reorder(tuple(now)))


def offer(view: View, selection: Selection) -> Offer:
    """Return what can be done by click or key: take a card, change places with it, or put all of them back."""
    done = Reorder(order(view, selection))
    targets: dict[str, Action | Selection] = {}
    movable = () if settled(view) else spots(view)
    picked = selection.spots[0] if selection.spots else None
    for spot in movable:
        if picked is None:
            targets[spot] = Selection((spot,), draft=selection.draft)
        elif spot == picked:
            targets[spot] = selection.without_spots()
        else:
            targets[spot] = _swapped(view, selection, picked, spot)
    targets[DECK] = done
    no = "table.no" if picked is not None else "deck-defence.button.reset_order"
    return Offer(targets, done, rest=DECK, yes="deck-defence.button.put_back", no=no)


def drag(view: View, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
    """Return where a card looked at can be dropped: onto another, or onto the deck, which puts all of them back."""
    if spot not in spots(view):
        return {}
    others = () if settled(view) else [other for other in spots(view) if other != spot]
    swaps = {other: _swapped(view, selection, spot, other) for other in others}
    return {**swaps, DECK: Reorder(order(view, selection))}


def eager(view: View, spot: str) -> Action | None:
    """Return what a double click does: with nothing to arrange it puts the cards back."""
    return Reorder(order(view, NOTHING)) if spot in spots(view) and settled(view) else None


def refusal(view: View, spot: str) -> Reason:
    """Return why a spot cannot be chosen while cards are looked at."""
    if spot in spots(view):
        return Reason.of("deck-defence.why.same_order")
    if spot in SPOTS:
        return Reason.of("deck-defence.why.empty_space")
    first = why_not(view.areas, Explore(0), remake=view.remake, looked=len(view.looked))
    return first or Reason.of("deck-defence.why.nowhere")


def ways(view: View, before: Selection, after: Selection) -> tuple[Group, ...]:
    """Return how the cards change places when one order in the making gives way to another."""
    old, new = order(view, before), order(view, after)
    moved = tuple(Move(SPOTS[old.index(place)], SPOTS[index]) for index, place in enumerate(new) if old[index] != place)
    return (moved,) if moved else ()
