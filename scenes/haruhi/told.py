"""The table of 涼宮ハルヒの贈殖 in words: what its places are called, and its cards."""

from __future__ import annotations

from game.core import Reason
from game.haruhi.card_set import COLOURS, PERSONS, Card, CardSet, EventCard
from game.haruhi.public import event_name, person_name
from scenes.desk import Face
from scenes.haruhi import gestures, notebook
from scenes.haruhi.layout import BARE, KNOWN
from scenes.haruhi.plan import BUTTONS, EVENT, GLANCE, PILES
from scenes.haruhi.shown import Shown
from scenes.haruhi.speech import Speech, cards_words
from scenes.narration import lies, listed


def read(card_set: CardSet, face: Face) -> Reason:
    """Return the name of a card: of an event, of a character, or colour and value."""
    number = int(face[1:].rstrip(KNOWN + BARE))
    match face[0]:
        case "e":
            return event_words(card_set, EventCard(number))
        case "p":
            return person_name(card_set, PERSONS[number])
    return cards_words((Card(COLOURS[face[0]], number),))


def event_words(card_set: CardSet, event: EventCard) -> Reason:
    """Return an event's name, what it is worth, and what its taker may do."""
    face = card_set.event(event)
    points = Reason.of("haruhi.event.points", count=face.points)
    effects = [
        Reason.of(f"haruhi.rule.{one.rule.value}" if one.rule is not None else f"haruhi.effect.{one.op.value}")
        for one in face.effects
    ]
    facts = listed((points, *effects))
    assert facts is not None
    return Reason.of("narration.facts", card=event_name(card_set, event), facts=facts)


def told(speech: Speech, picture: Shown, spot: str, lying: Reason | None, notes: str) -> Reason | None:
    """Return what is at a spot, or of cards that lie at none; see `scenes.desk.Desk.told`."""
    board = picture.board
    if spot in BUTTONS:
        key = gestures.buttons(picture).get(spot)
        return None if key is None else Reason.of(f"haruhi.action.{key}")
    if spot in PILES:
        count = {"deck": board.deck, "discard": board.discard, "pile": board.pile, "aside": len(board.aside)}[spot]
        return Reason.of(f"haruhi.area.{spot}", count=count)
    if spot == EVENT:
        return lies(Reason.of("haruhi.area.event"), lying)
    if spot == GLANCE:
        return None if lying is None else Reason.of("narration.shown", cards=lying)
    match spot[0]:
        case "H":
            return lies(Reason.of("narration.hand", number=int(spot[1:]) + 1), lying)
        case "S":
            seat = int(spot[1:])
            counts = Reason.of("haruhi.hand.count", count=board.hands[seat])
            return lies(Reason.of("narration.seat", name=speech.name(seat), counts=counts), lying)
        case "R" | "E":
            number = int(spot[1:])
            owners = [seat for seat, owned in enumerate(board.owned) if EventCard(number) in owned]
            owner = number if spot[0] == "R" else owners[0]
            return lies(Reason.of("narration.before", name=speech.name(owner)), lying)
        case "P":
            return lying
        case "N":
            seat, person = int(spot[1]), PERSONS[int(spot[2])]
            marks = notebook.read(notes)
            sign = next((mark.name.lower() for (at, who), mark in marks.items() if (at, who) == (seat, person)), "none")
            name = person_name(board.card_set, person)
            return Reason.of(f"narration.note_{sign}", name=speech.name(seat), person=name)
    return None  # the back of a hand is told with its seat
