"""What the cards of 涼宮ハルヒの贈殖 say in words, for those who look closely. Their texts stand in the card file."""

from __future__ import annotations

from game.core import Reason
from game.haruhi.card_set import COLOURS, PERSONS, Card, CardSet, Colour, EventCard, Named, Op
from game.haruhi.public import card_name, event_name, person_name
from scenes.desk import Face, is_back
from scenes.haruhi.layout import BARE, KNOWN

_EXPLAINED = (Op.ACCUSE, Op.PEEK, Op.STEAL, Op.SWAP, Op.GIVE, Op.NEXT)
"""Effects of which there is more to say than stands on the card."""


def reading(card_set: CardSet, face: Face) -> tuple[Reason, ...]:
    """Return a card's name and what it does, counts, or wins by; nothing of a back."""
    if is_back(face):
        return ()
    whole = face.removesuffix(KNOWN).removesuffix(BARE)
    if whole[0] == "p":
        return _person(card_set, int(whole[1:]))
    if whole[0] == "e":
        return _event(card_set, EventCard(int(whole[1:])))
    card = Card(COLOURS.get(whole[0], Colour.SOS), int(whole[1:]))
    kind = "sos" if card.colour is Colour.SOS else "normal"
    return card_name(card), Reason.of(f"haruhi.reading.{kind}", value=card.value)


def _event(card_set: CardSet, event: EventCard) -> tuple[Reason, ...]:
    stands = card_set.event(event)
    told = [Reason.of("haruhi.event.points", count=stands.points), _said(stands.text)]
    told += [Reason.of(f"haruhi.told.{part.op.value}") for part in stands.effects if part.op in _EXPLAINED]
    told += [Reason.of("haruhi.reading.mark", mark=_said(tag.name)) for tag in card_set.tags if tag.id in stands.tags]
    return (event_name(card_set, event), *told)


def _person(card_set: CardSet, place: int) -> tuple[Reason, ...]:
    person = PERSONS[place]
    return (
        person_name(card_set, person),
        Reason.of("haruhi.reading.wins", how=_said(card_set.character(person).text)),
    )


def _said(named: Named) -> Reason:
    return Reason.of("haruhi.name", ja=named.ja, en=named.en)
