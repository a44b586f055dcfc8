"""Card files of 涼宮ハルヒの贈殖: from TOML text, or the record of a game, to a checked `CardSet`, and back to text.

Every fault is one `BadInput` that names its place; a set is never half read. A set with a win condition that can never
hold is faulty too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from game import cards
from game.core import BadInput, Reason
from game.haruhi.card_set import (
    COUNTS,
    EVENTS,
    LEAST_SEATS,
    MOST_SEATS,
    PERSONS,
    SOS,
    Card,
    CardSet,
    Character,
    Colour,
    Effect,
    EventFace,
    Named,
    Op,
    Person,
    Rule,
    Tag,
)
from game.haruhi.conditions import (
    Condition,
    Every,
    Kind,
    Limits,
    Never,
    Predicate,
    Share,
    Some,
    can_hold,
    predicates,
)

FORMAT = "haruhi-cards/1"
_HIGHEST_VALUE = 9
_MOST_POINTS = 9
_MOST_DRAWN = 9
_MOST_PARTS = 9
_MOST_PREDICATES = 12
_DEEPEST = 6
_MOST_TAGS = 9
_NAME_LENGTH = 60
_NOTE_LENGTH = 200
_CARD_NAME_LENGTHS = {"ja": 12, "en": 20}
_CARD_TEXT_LENGTHS = {"ja": 48, "en": 96}
"""So many letters have room on a card."""

EFFECTS: dict[str, Effect] = {
    **{op.value: Effect(op) for op in Op if op not in (Op.DRAW, Op.NEXT)},
    **{f"{Op.DRAW.value} {count}": Effect(Op.DRAW, count) for count in range(1, _MOST_DRAWN + 1)},
    **{f"{Op.NEXT.value} {rule.value}": Effect(Op.NEXT, rule=rule) for rule in Rule},
}
"""The vocabulary of effects, as card files write it."""
_WRITTEN = {effect: word for word, effect in EFFECTS.items()}


def from_toml(text: str) -> CardSet:
    """Return the set of a card file; raise `BadInput` with the first fault, naming its place."""
    return _checked(cards.from_toml(text))


@lru_cache(maxsize=4)
def from_record(text: str) -> CardSet:
    """Return the set that `record_text` wrote; raise `BadInput` as `from_toml` does."""
    return _checked(cards.from_json(text))


def record_text(card_set: CardSet) -> str:
    """Return the whole set as one normal text: a game keeps it, and is played on when the file has changed."""
    content = {
        "format": FORMAT,
        "name": _named_content(card_set.name),
        "origin": card_set.origin,
        "note": _named_content(card_set.note),
        "normal_cards": {
            colour.value: {
                str(card.value): card_set.pack.count(card) for card in card_set.kinds if card.colour is colour
            }
            for colour in _VALUED
        },
        "tags": [{"id": tag.id, "name": _named_content(tag.name)} for tag in card_set.tags],
        "events": [
            {
                "id": event.id,
                "name": _named_content(event.name),
                "points": event.points,
                "tags": list(event.tags),
                "effect": [_WRITTEN[effect] for effect in event.effects],
                "text": _named_content(event.text),
            }
            for event in card_set.events
        ],
        "characters": [
            {
                "id": character.person.value,
                "name": _named_content(character.name),
                "win": _condition_content(character.win),
                "text": _named_content(character.text),
            }
            for character in card_set.characters
        ],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


_VALUED = tuple(colour for colour in Colour if colour is not Colour.SOS)
_PERSON_WORDS = {person.value: person for person in Person}
_KIND_WORDS = {kind.value: kind for kind in Kind}
_SHARE_WORDS = {share.value: share for share in Share}
_WAYS = ("all", "any", "not", "p")
"""What a condition may be: `all` or `any` of several, `not` one, or a predicate."""
_OF_HARUHI = (Kind.RANK_IS, Kind.RANK_AT_MOST, Kind.IS_LAST)
"""Predicates that may be asked of Haruhi."""
_BOUNDS = {
    Kind.RANK_IS: (1, MOST_SEATS),
    Kind.RANK_AT_MOST: (1, MOST_SEATS),
    Kind.RANK_GAP_AT_MOST: (0, MOST_SEATS - 1),
    Kind.EVENTS_AT_LEAST: (1, EVENTS),
    Kind.POINTS_AT_LEAST: (-2 * EVENTS * _MOST_POINTS, 2 * EVENTS * _MOST_POINTS),
    Kind.HAND_AT_LEAST: (1, sum(COUNTS.values())),
    Kind.TAG_AT_LEAST: (1, EVENTS),
}
"""Predicates that have a number, and from what to what it may run."""


def _named_content(named: Named) -> dict[str, str]:
    return {"ja": named.ja, "en": named.en}


def _condition_content(condition: Condition) -> dict[str, object]:
    match condition:
        case Every(parts):
            return {"all": [_condition_content(part) for part in parts]}
        case Some(parts):
            return {"any": [_condition_content(part) for part in parts]}
        case Never(part):
            return {"not": _condition_content(part)}
        case Predicate(kind, bound, tag, of_haruhi):
            content: dict[str, object] = {"p": kind.value}
            if kind in _BOUNDS:
                content["k"] = bound.value if isinstance(bound, Share) else bound
            if tag:
                content["tag"] = tag
            return {**content, "who": Person.HARUHI.value} if of_haruhi else content
    assert_never(condition)


def _checked(block: cards.Block) -> CardSet:
    block.word("format", (FORMAT,))
    name = _named(block, "name", _NAME_LENGTH, _NAME_LENGTH)
    origin = block.text("origin", _NAME_LENGTH)
    note = _named(block, "note", _NOTE_LENGTH, _NOTE_LENGTH)
    pack = _pack(block.block("normal_cards"))
    tags = _tags(block)
    events = _events(block, tuple([tag.id for tag in tags]))
    characters = _characters(block, _limits(tags, events))
    block.done()
    return CardSet(name, origin, note, pack, tags, events, characters)


def _named(block: cards.Block, key: str, most_ja: int, most_en: int) -> Named:
    names = block.block(key)
    named = Named(names.text("ja", most_ja), names.text("en", most_en))
    names.done()
    return named


def _card_name(block: cards.Block) -> Named:
    return _named(block, "name", *_CARD_NAME_LENGTHS.values())


def _card_text(block: cards.Block) -> Named:
    return _named(block, "text", *_CARD_TEXT_LENGTHS.values())


def _pack(block: cards.Block) -> tuple[Card, ...]:
    """Return the normal cards: of each colour as many as are ruled (1.1), of whatever values."""
    pack: list[Card] = []
    for colour in _VALUED:
        row = block.block(colour.value)
        found: list[Card] = []
        for value in row.optional([str(value) for value in range(1, _HIGHEST_VALUE + 1)]):
            found += [Card(colour, int(value))] * row.number(value, 1, COUNTS[colour])
        row.done()
        _check_count(row.place, len(found), COUNTS[colour])
        pack += found
    block.done()
    return (*pack, *[SOS] * COUNTS[Colour.SOS])


def _check_count(place: str, found: int, needed: int) -> None:
    if found != needed:
        raise BadInput(Reason.of("cards.wrong_number_of_cards", place=place, found=found, needed=needed))


def _identified(block: cards.Block, key: str, earlier: Sequence[str]) -> str:
    """Return the id of a card, which none before it has; from now on its place tells of it."""
    found = block.text("id", _NAME_LENGTH)
    if found in earlier:
        raise BadInput(Reason.of("cards.twice", place=f"{block.place}.id", value=found))
    block.place = f"{key}.{found}"  # tells a reader more than a number
    return found


def _tags(block: cards.Block) -> tuple[Tag, ...]:
    found: list[Tag] = []
    for part in block.blocks("tags", 0, _MOST_TAGS):
        key = _identified(part, "tags", [tag.id for tag in found])
        found.append(Tag(key, _named(part, "name", *_CARD_NAME_LENGTHS.values())))
        part.done()
    return tuple(found)


def _events(block: cards.Block, tags: tuple[str, ...]) -> tuple[EventFace, ...]:
    found: list[EventFace] = []
    parts = block.blocks("events", 0, 9 * EVENTS)
    for part in parts:
        key = _identified(part, "events", [event.id for event in found])
        found.append(
            EventFace(
                id=key,
                name=_card_name(part),
                points=part.number("points", -_MOST_POINTS, _MOST_POINTS),
                tags=part.words("tags", tags),
                effects=tuple([EFFECTS[word] for word in part.words("effect", tuple(EFFECTS))]),
                text=_card_text(part),
            )
        )
        part.done()
    _check_count("events", len(found), EVENTS)
    return tuple(found)


def _limits(tags: tuple[Tag, ...], events: tuple[EventFace, ...]) -> Limits:
    """Return what these events make possible; where one may count double, all are taken to do so."""
    factor = 2 if any(effect.rule is Rule.DOUBLE for event in events for effect in event.effects) else 1
    lost = sum(min(event.points, 0) for event in events)
    won = sum(max(event.points, 0) for event in events)
    return Limits(
        seats=range(LEAST_SEATS, MOST_SEATS + 1),
        events=EVENTS,
        cards=sum(COUNTS.values()),
        points=(factor * lost, factor * won),
        tags={tag.id: sum(tag.id in event.tags for event in events) for tag in tags},
    )


def _characters(block: cards.Block, limits: Limits) -> tuple[Character, ...]:
    found: dict[Person, Character] = {}
    parts = block.blocks("characters", 0, 9 * len(PERSONS))
    for part in parts:
        person = _PERSON_WORDS[part.word("id", tuple(_PERSON_WORDS))]
        _identified(part, "characters", [other.value for other in found])
        win = part.block("win")
        condition = _condition(win, limits, 1, haruhis=person is Person.HARUHI)
        if len(list(predicates(condition))) > _MOST_PREDICATES:
            raise BadInput(Reason.of("cards.too_much"))
        found[person] = Character(person, _card_name(part), condition, _card_text(part))
        part.done()
    _check_count("characters", len(found), len(PERSONS))
    return tuple([found[person] for person in PERSONS])


def _condition(block: cards.Block, limits: Limits, depth: int, *, haruhis: bool) -> Condition:
    """Return a condition, Haruhi's own or another's; raise `BadInput` for one that can never hold."""
    ways = list(block.optional(_WAYS))
    if len(ways) != 1:
        raise BadInput(Reason.of("cards.one_of", place=block.place, found=len(ways), allowed=", ".join(_WAYS)))
    if depth > _DEEPEST:
        raise BadInput(Reason.of("cards.too_much"))
    condition: Condition
    match ways[0]:
        case "p":
            condition = _predicate(block, limits)
        case "not":
            condition = Never(_condition(block.block("not"), limits, depth + 1, haruhis=haruhis))
        case way:
            several = block.blocks(way, 1, _MOST_PARTS)
            parts = tuple([_condition(part, limits, depth + 1, haruhis=haruhis) for part in several])
            condition = Every(parts) if way == "all" else Some(parts)
    block.done()
    if len(list(predicates(condition))) <= _MOST_PREDICATES and not can_hold(condition, limits, haruhis=haruhis):
        raise BadInput(Reason.of("cards.never_holds", place=block.place))
    return condition


def _predicate(block: cards.Block, limits: Limits) -> Predicate:
    kind = _KIND_WORDS[block.word("p", tuple(_KIND_WORDS))]
    bound: int | Share = 0
    if kind in (Kind.RANK_IS, Kind.RANK_AT_MOST):
        written = block.number_or_word("k", *_BOUNDS[kind], tuple(_SHARE_WORDS))
        bound = _SHARE_WORDS[written] if isinstance(written, str) else written
    elif kind in _BOUNDS:
        bound = block.number("k", *_BOUNDS[kind])
    tag = block.word("tag", tuple(limits.tags)) if kind in (Kind.TAG_AT_LEAST, Kind.MOST_TAG) else ""
    of_haruhi = False
    if kind in _OF_HARUHI:
        of_haruhi = any(block.word(key, (Person.HARUHI.value,)) for key in block.optional(("who",)))
    return Predicate(kind, bound, tag, of_haruhi)
