"""How a person says what to do in 涼宮ハルヒの贈殖: selections of spots, turned into the actions of the rules.

Which of them are possible is asked of `game.haruhi.choices`; nothing here decides a rule. Where the hand lies face down
its cards can be pointed at, but only to be told to hold it up first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core import Seat, Up
from game.haruhi.card_set import PERSONS, SOS, Card, EventCard, Op, Person, Rule
from game.haruhi.choices import accused_events, why_none, why_not
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
)
from scenes.desk import Offer, Selection
from scenes.haruhi.shown import Shown

Targets = dict[str, Action | Selection]


def seat_of(spot: str) -> Seat | None:
    """Return the seat whose panel a spot is."""
    return Seat(int(spot[1:])) if spot[0] == "S" and spot[1:].isdigit() else None


def event_of(spot: str) -> EventCard | None:
    """Return the event that lies at a spot."""
    return EventCard(int(spot[1:])) if spot[0] == "E" and spot[1:].isdigit() else None


def person_of(spot: str) -> Person | None:
    """Return the person that can be named at a spot."""
    return PERSONS[int(spot[1:])] if spot[0] == "P" and spot[1:].isdigit() else None


def place_of(spot: str) -> int | None:
    """Return the place in the hand that a spot is."""
    return int(spot[1:]) if spot[0] == "H" and spot[1:].isdigit() else None


def held(picture: Shown, spot: str) -> Card | None:
    """Return the card of the hand that lies face up at a spot."""
    place = place_of(spot)
    if place is None or place >= len(picture.hand):
        return None
    return picture.card_at(place)


def chosen_cards(picture: Shown, selection: Selection) -> tuple[Card, ...]:
    """Return the hand cards that are chosen."""
    return tuple([card for spot in selection.spots if (card := held(picture, spot)) is not None])


def draft(picture: Shown, selection: Selection) -> HandOut:
    """Return who gets the events of the accused as far as it is made: at first nothing changes."""
    if isinstance(selection.draft, HandOut):
        return selection.draft
    accused = picture.board.accused
    assert accused is not None
    return HandOut((accused,) * len(accused_events(picture.board)))


def named(selection: Selection) -> tuple[Seat | None, Person | None]:
    """Return who is chosen to be accused, and of being whom."""
    seats = [seat for spot in selection.spots if (seat := seat_of(spot)) is not None]
    persons = [person for spot in selection.spots if (person := person_of(spot)) is not None]
    return (seats[0] if seats else None), (persons[0] if persons else None)


def buttons(picture: Shown) -> dict[str, str]:
    """Return the buttons that there are now, each with the end of the locale key of its words."""
    board = picture.board
    match board.phase:
        case Phase.AUCTION:
            return {"use": "sos", "pass": "pass"}
        case Phase.EFFECT if board.effects:
            needs_no_choice = board.effects[0].op in (Op.DRAW, Op.NEXT)
            use = {"use": board.effects[0].op.value} if needs_no_choice else {}
            return use | ({"pass": "forgo"} if board.optional else {})
        case Phase.HAND_OUT:
            return {"use": "hand_out"}
        case Phase.CLAIM:
            return {"pass": "nothing"}
    return {}


# Clicks and keys


def offer(picture: Shown, selection: Selection) -> Offer:
    """Return what can be chosen after a selection, by click or key; see `scenes.desk.Desk.offer`."""
    if not picture.decides:
        return Offer()
    match picture.board.phase:
        case Phase.AUCTION:
            return _gift(picture, selection)
        case Phase.EFFECT:
            return _effect(picture, selection)
        case Phase.HAND_OUT:
            return _hand_out(picture, selection)
        case Phase.CLAIM:
            return Offer(_claim(picture))
    return Offer()


def _able(picture: Shown, action: Action) -> bool:
    return why_not(picture.board, picture.cards, action) is None


def _seats(picture: Shown) -> Iterator[Seat]:
    return (Seat(seat) for seat in range(len(picture.board.hands)))


def _gift(picture: Shown, selection: Selection) -> Offer:
    """Cards of one colour, or an SOS card alone, and then before whom."""
    hand = {f"H{place}": seen.card for place, seen in enumerate(picture.hand) if isinstance(seen, Up)}
    if not selection.spots:
        first: Targets = {spot: Selection((spot,)) for spot in hand}
        sos = next((spot for spot, card in hand.items() if card == SOS), None)
        if sos is not None:
            first["use"] = Selection((sos,))
        if may_pass(picture):
            first["pass"] = Pass()
        return Offer(first)
    cards = chosen_cards(picture, selection)
    targets: Targets = {}
    afresh: dict[str, Selection] = {}
    for spot, card in hand.items():
        if spot in selection.spots:
            targets[spot] = Selection(tuple([other for other in selection.spots if other != spot]))
        elif card.colour is cards[0].colour and card != SOS:
            targets[spot] = Selection((*selection.spots, spot))
        else:
            afresh[spot] = Selection((spot,))
    return Offer(targets | _receivers(picture, cards), afresh=afresh)


def _receivers(picture: Shown, cards: tuple[Card, ...]) -> Targets:
    """Return before whom these cards can be laid."""
    ways = {
        f"S{seat}": LaySos(seat) if cards == (SOS,) else Gift(seat, cards) for seat in _seats(picture)
    }  # an SOS card is chosen alone
    return {spot: action for spot, action in ways.items() if _able(picture, action)}


def may_pass(picture: Shown) -> bool:
    """Whether passing is possible; where it is forbidden, only the hand could tell of an exception."""
    if picture.covered and Rule.NOBODY_PASSES in picture.board.rules:
        return False
    return why_none(picture.board, picture.cards, Pass) is None


def _effect(picture: Shown, selection: Selection) -> Offer:
    """The part of the effect under decision: used, or forgone while that is possible."""
    board = picture.board
    forgo: Targets = {"pass": Forgo()} if board.optional and not selection.spots else {}
    match board.effects[0].op:
        case Op.DRAW | Op.NEXT:
            return Offer({"use": Use(), **forgo})
        case Op.PEEK:
            return Offer({**_on_seats(picture, Peek), **forgo})
        case Op.STEAL:
            return Offer({**_on_seats(picture, Steal), **forgo})
        case Op.ACCUSE:
            return _accuse(picture, selection, forgo)
        case Op.SWAP:
            return _swap(picture, selection, forgo)
        case Op.GIVE:
            return _give(picture, selection, forgo)


def _on_seats(picture: Shown, kind: type[Peek] | type[Steal]) -> Targets:
    return {f"S{seat}": kind(seat) for seat in _seats(picture) if _able(picture, kind(seat))}


def _accuse(picture: Shown, selection: Selection, forgo: Targets) -> Offer:
    """Whom, and of being whom, in any order; both can be changed until it is said."""
    seat, person = named(selection)
    targets: Targets = {}
    persons = [f"P{place}" for place in range(len(PERSONS))]
    seats = [f"S{other}" for other in _seats(picture) if _able(picture, Accuse(other, PERSONS[0]))]
    for spot in seats:
        left = () if spot in selection.spots else (spot,)
        targets[spot] = Selection((*left, *[other for other in selection.spots if other in persons]))
    for spot in persons:
        left = () if spot in selection.spots else (spot,)
        targets[spot] = Selection((*[other for other in selection.spots if other in seats], *left))
    ready = Accuse(seat, person) if seat is not None and person is not None else None
    return Offer(targets | forgo, ready=ready, yes="haruhi.action.accuse")


def _swap(picture: Shown, selection: Selection, forgo: Targets) -> Offer:
    """One's own event and another player's, in any order."""
    board = picture.board
    taker = picture.seat
    own = board.owned[taker]
    others = [event for seat, events in enumerate(board.owned) if seat != taker for event in events]
    begin: dict[str, Selection] = {f"E{event.number}": Selection((f"E{event.number}",)) for event in (*own, *others)}
    chosen = event_of(selection.spots[0]) if selection.spots else None
    if chosen is None:
        return Offer({**begin, **forgo})
    if chosen in own:
        targets: Targets = {f"E{other.number}": Swap(chosen, other) for other in others}
    else:
        targets = {f"E{event.number}": Swap(event, chosen) for event in own}
    return Offer(targets, afresh={spot: to for spot, to in begin.items() if spot not in {*targets, *selection.spots}})


def _give(picture: Shown, selection: Selection, forgo: Targets) -> Offer:
    """One's own event, and to whom."""
    begin = {f"E{event.number}": Selection((f"E{event.number}",)) for event in picture.board.owned[picture.seat]}
    chosen = event_of(selection.spots[0]) if selection.spots else None
    if chosen is None:
        return Offer({**begin, **forgo})
    targets: Targets = {
        f"S{seat}": Give(chosen, seat) for seat in _seats(picture) if _able(picture, Give(chosen, seat))
    }
    return Offer(targets, afresh={spot: to for spot, to in begin.items() if spot not in selection.spots})


def _hand_out(picture: Shown, selection: Selection) -> Offer:
    """An event of the accused and who gets it, one after the other, until the button says that it is to be so."""
    made = draft(picture, selection)
    events = accused_events(picture.board)
    begin = {f"E{event.number}": Selection((f"E{event.number}",), draft=selection.draft) for event in events}
    chosen = event_of(selection.spots[0]) if selection.spots else None
    if chosen is None:
        return Offer({**begin, "use": made}, rest="use")
    place = events.index(chosen)
    targets: Targets = {
        f"S{seat}": Selection(draft=HandOut((*made.receivers[:place], seat, *made.receivers[place + 1 :])))
        for seat in _seats(picture)
        if seat != made.receivers[place]
    }
    return Offer(targets, afresh={spot: to for spot, to in begin.items() if spot not in selection.spots})


def _claim(picture: Shown) -> Targets:
    taker = picture.board.taker
    assert taker is not None
    events: Targets = {f"E{event.number}": Claim(event) for event in picture.board.owned[taker]}
    return {**events, "pass": ClaimNothing()}


# Drags, double clicks, digits


def drag(picture: Shown, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
    """Return where the card of `spot` can be dropped; see `scenes.desk.Desk.drag`.

    A chosen card takes all that are chosen with it.
    """
    if not picture.decides:
        return {}
    if held(picture, spot) is not None and picture.board.phase is Phase.AUCTION:
        together = selection if spot in selection.spots else Selection((spot,))
        return _receivers(picture, chosen_cards(picture, together))
    if person_of(spot) is not None:
        return {target: to for target, to in offer(picture, Selection((spot,))).targets.items() if target[0] == "S"}
    if event_of(spot) is None:
        return {}
    if picture.board.phase is Phase.CLAIM:
        claim = _claim(picture).get(spot)
        return {} if claim is None else {f"S{picture.seat}": claim}
    begun = offer(picture, selection.without_spots()).targets.get(spot)
    return dict(offer(picture, begun).targets) if isinstance(begun, Selection) else {}


def eager(picture: Shown, spot: str) -> Selection | None:
    """Return what a double click does: on a hand card, choose all of its colour."""
    card = held(picture, spot)
    if card is None or not picture.decides or picture.board.phase is not Phase.AUCTION or card == SOS:
        return None
    alike = [place for place, seen in enumerate(picture.hand) if isinstance(seen, Up)]
    cards = picture.hand
    same = [place for place in alike if isinstance(seen := cards[place], Up) and seen.card.colour is card.colour]
    return Selection(tuple([f"H{place}" for place in same]))


def digit(picture: Shown, selection: Selection, number: int, first: int) -> str | None:
    """Return the spot of a digit: what is to be chosen next, from the left; 9 and 0 are the two buttons."""
    if number in (9, 0):
        name = "use" if number == 9 else "pass"
        return name if name in buttons(picture) else None
    targets = offer(picture, selection).targets
    board = picture.board
    seats = [f"S{(first + step) % len(board.hands)}" for step in range(len(board.hands))]
    persons = [f"P{place}" for place in range(len(PERSONS))]
    events = [f"E{event.number}" for row in board.owned for event in row]
    match board.phase:
        case Phase.AUCTION if not selection.spots:
            rows = [[f"H{place}" for place in range(len(picture.hand))]]
        case Phase.EFFECT if board.effects[0].op is Op.ACCUSE and named(selection)[0] is not None:
            rows = [persons]
        case _:
            rows = [seats, events]
    for row in rows:
        if any(spot in targets for spot in row):
            found = row if row is not events else [spot for spot in events if spot in targets]
            return found[number - 1] if number <= len(found) else None
    return None
