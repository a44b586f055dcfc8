"""How a person says what to do in Kan'u Collection: selections of spots, turned into the legal actions of a View.

Everything is looked up in `Shown.legal`, every refusal in `game.kanu.choices`; nothing here decides a rule. Where the
hand lies face down its cards and what needs them can be pointed at, but only to be told to hold it up first.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core import Seat, Up
from game.kanu.card_set import Card
from game.kanu.choices import opened_cards
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
)
from scenes.desk import Offer, Selection
from scenes.kanu.plan import ACTIONS, SHOW
from scenes.kanu.shown import Shown, by_series

KINDS: dict[str, type[Action]] = {
    "sortie": Sortie,
    "reinforce": Reinforce,
    "scout": Scout,
    "develop": Develop,
    "ambush": Ambush,
}
"""What the button of each of the five actions offers."""
HIDDEN = frozenset({"reinforce", "develop", "ambush"})
"""The actions that need a card of the hand."""

Targets = dict[str, Action | Selection]


def cell_of(spot: str) -> int | None:
    """Return the cell that a spot is."""
    return int(spot[1:]) if spot[0] == "F" and spot[1:].isdigit() else None


def seat_of(spot: str) -> Seat | None:
    """Return the seat whose panel a spot is."""
    return Seat(int(spot[1:])) if spot[0] == "S" and spot[1:].isdigit() else None


def held(picture: Shown, spot: str) -> Card | None:
    """Return the card of the hand that lies face up at a spot."""
    if spot[0] != "H" or not spot[1:].isdigit() or int(spot[1:]) >= len(picture.hand):
        return None
    seen = picture.hand[int(spot[1:])]
    return seen.card if isinstance(seen, Up) else None


def opened_at(picture: Shown, spot: str) -> int | None:
    """Return which of the opened cards lies at a spot: its place in `Board.opened`."""
    cell = cell_of(spot)
    return picture.board.opened.index(cell) if cell in picture.board.opened else None


def _opened_spots(picture: Shown) -> tuple[str, ...]:
    return tuple([f"F{cell}" for cell in picture.board.opened])


def _hand_spots(picture: Shown, card: Card) -> list[str]:
    return [f"H{place}" for place, seen in enumerate(picture.hand) if seen == Up(card)]


def asked_for(picture: Shown, selection: Selection) -> tuple[int, ...]:
    """Return which opened cards are chosen to be asked for; the only one goes without choosing."""
    chosen = [place for spot in selection.spots if (place := opened_at(picture, spot)) is not None]
    if not chosen and len(picture.board.opened) == 1:
        return (0,)
    return tuple(sorted(chosen))


def _passing(picture: Shown) -> Action | None:
    """Return the action of doing nothing, where it is one."""
    return next((action for action in picture.legal if isinstance(action, HoldBack | DeclineDuel)), None)


def offer(picture: Shown, selection: Selection) -> Offer:
    """Return what can be chosen after a selection, by click or key; see `scenes.desk.Desk.offer`."""
    targets = _targets(picture, selection)
    if not selection.spots:
        return Offer(targets)
    begin = _begin(picture)
    return Offer(targets, afresh={spot: to for spot, to in begin.items() if spot not in targets})


def _begin(picture: Shown) -> dict[str, Selection]:
    """Return the spots that begin something else when a thing has been chosen: no action is done by the way."""
    begin: dict[str, Selection] = {}
    for spot, to in _first(picture).items():
        if spot in KINDS:
            begin[spot] = Selection((spot,))
        elif isinstance(to, Selection):
            begin[spot] = to
    return begin


def _targets(picture: Shown, selection: Selection) -> Targets:
    if not selection.spots:
        return _first(picture)
    first = selection.spots[0]
    if first in KINDS:
        return _after_button(picture, selection)
    if opened_at(picture, first) is not None:
        return _after_opened(picture, selection)
    card = held(picture, first)
    return {} if card is None else _after_hand(picture, first, card)


def _first(picture: Shown) -> Targets:
    """Return what can be chosen first: what acts at once, what begins a selection, and the actions by their names."""
    targets: Targets = {}
    for action in picture.legal:
        match action:
            case OpenCard(cell) | Sortie(cell):
                targets[f"F{cell}"] = action
            case Reinforce(place):
                spots = _hand_spots(picture, opened_cards(picture.board)[place])
                targets |= {spot: Selection((spot,)) for spot in spots}
            case Scout((place, *_), _):
                spot = _opened_spots(picture)[place]
                targets[spot] = Selection((spot,))
            case Ambush(card) | Develop(card):
                targets |= {spot: Selection((spot,)) for spot in _hand_spots(picture, card)}
            case Spy(target) | Challenge(target):
                targets[f"S{target}"] = action
            case TakePair(pair):
                targets[f"T{pair}"] = action
            case HoldBack() | DeclineDuel():
                targets["pass"] = action
    for name, kind in KINDS.items():
        actions = [action for action in picture.legal if isinstance(action, kind)]
        if actions:
            only = actions[0] if len(actions) == 1 and kind in (Reinforce, Develop) else None
            targets[name] = only or Selection((name,))
    return dict(sorted(targets.items(), key=lambda item: _rank(item[0])))


def _rank(spot: str) -> tuple[int, int]:
    """Return the order in which spots are gone through: opened and closed cards, hand, actions, seats."""
    if spot in ACTIONS:
        return 2, ACTIONS.index(spot)
    return "FH?ST".find(spot[0]) % 6, int(spot[1:]) if spot[1:].isdigit() else 0


def _after_button(picture: Shown, selection: Selection) -> Targets:
    """Return what can follow when an action was chosen by its name."""
    name = selection.spots[0]
    if name == "scout":
        return _asking(picture, selection)
    targets: Targets = {}
    for action in picture.legal:
        match action:
            case Sortie(cell) if name == "sortie":
                targets[f"F{cell}"] = action
            case Reinforce(place) if name == "reinforce":
                card = opened_cards(picture.board)[place]
                targets |= dict.fromkeys((*_hand_spots(picture, card), _opened_spots(picture)[place]), action)
            case Develop(card) if name == "develop":
                targets |= dict.fromkeys(_hand_spots(picture, card), action)
            case Ambush(card) if name == "ambush":
                targets |= dict.fromkeys(_hand_spots(picture, card), action)
            case _:
                pass
    return targets


def _asking(picture: Shown, selection: Selection) -> Targets:
    """Return whom the chosen cards can be asked of, and which other opened card can be asked for as well."""
    asked = asked_for(picture, selection)
    targets: Targets = {}
    for action in picture.legal:
        if isinstance(action, Scout) and action.opened == asked:
            targets[SHOW if action.target is None else f"S{action.target}"] = action
    if len(picture.board.opened) > 1 and any(isinstance(action, Scout) for action in picture.legal):
        for spot in _opened_spots(picture):
            if spot not in selection.spots:
                targets[spot] = Selection((*selection.spots, spot))
            elif len(selection.spots) > 1:
                targets[spot] = Selection(tuple([other for other in selection.spots if other != spot]))
    return targets


def _after_opened(picture: Shown, selection: Selection) -> Targets:
    """Return what can be done with opened cards: ask for them, lay their match from the hand, turn up another."""
    targets = _asking(picture, selection)
    asked = asked_for(picture, selection)
    for action in picture.legal:
        match action:
            case Reinforce(place) if asked == (place,):
                spots = _hand_spots(picture, opened_cards(picture.board)[place])
                targets |= dict.fromkeys((*spots, "reinforce"), action)
            case Sortie(cell) if len(selection.spots) == 1:
                targets[f"F{cell}"] = action
            case _:
                pass
    if len(selection.spots) == 1 and any(isinstance(action, Scout) for action in picture.legal):
        targets["scout"] = Selection(("scout", *selection.spots))
    return targets


def _after_hand(picture: Shown, spot: str, card: Card) -> Targets:
    """Return what can be done with a hand card: lay it to its match, with its twin, or show it to all."""
    targets: Targets = {}
    for action in picture.legal:
        match action:
            case Reinforce(place) if opened_cards(picture.board)[place] == card:
                targets |= dict.fromkeys((_opened_spots(picture)[place], "reinforce"), action)
            case Develop(twin) if twin == card:
                others = [other for other in _hand_spots(picture, card) if other != spot]
                targets |= dict.fromkeys((*others, "develop"), action)
            case Ambush(shown) if shown == card:
                targets |= dict.fromkeys((SHOW, "ambush"), action)
            case _:
                pass
    return targets


def drag(picture: Shown, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
    """Return where the card of `spot` can be dropped; see `scenes.desk.Desk.drag`.

    With two opened cards chosen one of them takes both along.
    """
    if opened_at(picture, spot) is not None:
        chosen = selection if spot in selection.spots else Selection((spot,))
        targets = _asking(picture, chosen)
        dropped = {other: to for other, to in targets.items() if not isinstance(to, Selection)}
        if SHOW in dropped:
            dropped["scout"] = dropped[SHOW]
        return dropped
    if (card := held(picture, spot)) is not None:
        return _after_hand(picture, spot, card)
    pair = next(
        (action for action in picture.legal if isinstance(action, TakePair) and f"T{action.pair}" == spot), None
    )
    return {} if pair is None else {f"S{picture.board.turn}": pair}


def eager(picture: Shown, spot: str) -> Action | None:
    """Return the only sensible thing to do with a hand card: what a double click does.

    What captures goes before what asks; a card that can do both, lie to its match and to its twin, is left to choose.
    """
    card = held(picture, spot)
    if card is None:
        return None
    found = set(_after_hand(picture, spot, card).values())
    sensible = Ambush if picture.board.phase is Phase.AMBUSH else Reinforce | Develop
    sure = [action for action in found if isinstance(action, sensible)]
    return sure[0] if len(sure) == 1 else None


def digit(picture: Shown, selection: Selection, number: int) -> str | None:
    """Return the spot of a digit: an action, and once one is chosen, what is to be chosen next, in the order shown."""
    if not selection.spots:
        choices = _choices(picture)
        if choices:
            return choices[number - 1] if 1 <= number <= len(choices) else _pass_spot(picture, number)
        return ACTIONS[number - 1] if 1 <= number <= len(ACTIONS) else None
    targets = _targets(picture, selection)
    following = [spot for spot in (*_seats(picture), *_hand_or_pairs(picture)) if spot in targets]
    return following[number - 1] if 1 <= number <= len(following) else None


def _choices(picture: Shown) -> list[str]:
    """Return the players or pairs that are to choose from, where that is all there is to choose."""
    targets = _first(picture)
    match picture.board.phase:
        case Phase.SPY | Phase.DUEL:
            return [spot for spot in _seats(picture) if spot in targets]
        case Phase.TAKE if picture.board.loser is not None:
            return [f"T{pair}" for pair in by_series(picture.board.pairs[picture.board.loser]) if f"T{pair}" in targets]
    return []


def _pass_spot(picture: Shown, number: int) -> str | None:
    return "pass" if number == len(ACTIONS) and _passing(picture) is not None else None


def _seats(picture: Shown) -> list[str]:
    """Return the panels of the others, clockwise from the player."""
    seats = len(picture.board.hands)
    return [f"S{(picture.board.player + distance) % seats}" for distance in range(1, seats)]


def _hand_or_pairs(picture: Shown) -> list[str]:
    return [f"H{place}" for place in range(len(picture.hand))]


def possible(picture: Shown, name: str) -> bool:
    """Whether the button of an action is to look as if it could be used: with a covered hand, as if it might."""
    if name == "pass":
        return _passing(picture) is not None
    if any(isinstance(action, KINDS[name]) for action in picture.legal):
        return True
    return in_the_dark(picture, name)


def in_the_dark(picture: Shown, name: str) -> bool:
    """Whether only a look into the covered hand could tell if this action is possible."""
    if not picture.covered or not picture.legal or name not in HIDDEN:
        return False
    return picture.board.phase is Phase.ACT or (picture.board.phase is Phase.AMBUSH and name == "ambush")
