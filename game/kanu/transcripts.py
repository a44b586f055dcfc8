"""Checks transcripts of Kan'u Collection, in the notation of the rulings' vectors, against the rules.

Every action is carried out with exactly the chance that its transcript holds; then what the transcript says of it is
written anew from the events, and must be the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.core import BadInput, Illegal, Step
from game.kanu.card_set import Card, CardSet, Effect, record_text
from game.kanu.course import Drew, Event, State
from game.kanu.public import (
    Action,
    Ambush,
    Captured,
    Challenge,
    Develop,
    DuelFought,
    FieldLaid,
    HandsRaised,
    OpenCard,
    Reinforce,
    Scout,
    Sortie,
    Spied,
    Spy,
    TakePair,
    TurnEnded,
)
from game.kanu.rules import Kanu
from game.rng import ChanceMismatch, Script

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBERS = 6
_NAMES = {
    "編成": Effect.FORMATION,
    "支援": Effect.SUPPORT,
    "索敵": Effect.SEARCH,
    "夜戦": Effect.NIGHT,
    "諜報": Effect.ESPIONAGE,
    "演習": Effect.DUEL,
}
_DECISION = re.compile(r"(?P<act>u-|[^:\[+-]+)(?P<result>[+-]*)(\[(?P<chance>[^]]*)\])?:(?P<legal>\d+)")


def check_games(content: dict[str, Any], standard: CardSet) -> Iterator[tuple[str, str | None]]:
    """Yield name and first difference of the tables that a file states, then of every game in it."""
    yield "tables", _table_difference(content, standard)
    for game in content["games"]:
        yield f"game {game['id']}", _game_difference(game, standard)


def _table_difference(content: dict[str, Any], standard: CardSet) -> str | None:
    codes = {code: _NAMES[name] for code, name in content["effect_codes"].items()}
    # Nobody who captured a pair has no series: what the file says of none is never used.
    wanted = (
        [tuple([codes[code] for code in written]) for written in content["effects"]],
        content["peek_by_kinds"][1:],
        content["duel_bonus_by_largest_series"],
    )
    found = (
        [standard.effects(card) for card in standard.kinds],
        list(standard.peek[1:]),
        list(standard.duel_bonus),
    )
    return None if found == wanted else f"effects, peek and duel tables are {found}, expected {wanted}"


def _game_difference(game: dict[str, Any], standard: CardSet) -> str | None:
    rules = Kanu(standard)
    try:
        state = _start(rules, game, standard)
    except ChanceMismatch as error:
        return f"at the start: {error}"
    for number, words in enumerate(_decisions(game["log"]), start=1):
        decision = _DECISION.fullmatch(words[0])
        if decision is None:
            raise ValueError(f"{words[0]!r} is no decision")
        legal = len(rules.legal(state))
        if legal != int(decision["legal"]):
            return f"decision {number}: {words[0]}: {legal} legal actions"
        try:
            action = rules.decode(_notation(decision["act"]))
            step = rules.apply(replace(state, chance=Script(_chance(state, decision, words[1:]))), action)
        except (Illegal, BadInput, ChanceMismatch) as error:
            return f"decision {number}: {words[0]} is not legal: {error}"
        if step.state.chance != Script(()):
            return f"decision {number}: {words[0]}: not all of its chance was asked for"
        found = _words(state, action, step)
        wanted = [words[0].partition(":")[0], *words[1:]]
        if found != wanted:
            return f"decision {number}: {' '.join(found)}, expected {' '.join(wanted)}"
        state = step.state
    found_end, wanted_end = _end(state), {key: game["end"][key] for key in game["end"]}
    return None if found_end == wanted_end else f"at the end: {found_end}, expected {wanted_end}"


def _start(rules: Kanu, game: dict[str, Any], standard: CardSet) -> State:
    """Deal as the transcript says. It names the start player, not the dice, so the dice are made to choose him."""
    dice = [5 if seat == game["start"] else 0 for seat in range(game["n"])]
    chance = Script((_cards(game["deck"]), *dice))
    state = rules.start(chance, game["n"], {"cards": record_text(standard)}).state
    guarded = replace(standard, guard_rounds=game["guard"])
    return replace(state, board=replace(state.board, card_set=guarded))


def _decisions(log: str) -> Iterator[list[str]]:
    """Yield each decision with the words that tell what followed it."""
    words: list[str] = []
    for word in log.split():
        if ":" in word and words:
            yield words
            words = []
        words.append(word)
    yield words


def _notation(act: str) -> str:
    """Return a decision in the notation of the rules: a lone opened card is named, a card is series and number."""
    match act[0]:
        case "d" | "m" | "t":
            return f"{act[0]}{''.join([str(card) for card in _cards(act[1:])])}"
        case "r" if len(act) == 1:
            return "ra"
        case "c" if len(act) == 2:
            return f"{act}a"
        case _:
            return act


def _chance(state: State, decision: re.Match[str], after: Sequence[str]) -> tuple[int | tuple[object, ...], ...]:
    """Return the chance that an action uses: cards picked, dice, the field laid afresh."""
    draws: list[int | tuple[object, ...]] = []
    act, drawn = decision["act"], decision["chance"] or ""
    if act[0] == "p":
        seen, unseen = list(_cards(drawn)), list(state.hands[int(act[1:])])
        for card in seen:
            if card in unseen:
                unseen.remove(card)
        draws.append((*seen, *unseen))
    elif act[0] == "u":
        draws += [int(die) - 1 for die in drawn]
    draws += [_cards(word[2:-1]) for word in after if word.startswith("F")]
    return tuple(draws)


def _words(state: State, action: Action, step: Step[State, Event]) -> list[str]:
    """Write down an action and what followed it, as the transcripts do."""
    told = [_told(state, action, step.events)]
    drawn = 0
    for event in step.events:
        match event:
            case HandsRaised(seats):
                told.append(f"h[{''.join(map(str, seats))}]")
            case Drew(_, cards):
                drawn = len(cards)
            case TurnEnded():
                told.append(f"|{drawn},{len(_lying(step.state))},{len(step.state.deck)}")
    if any(isinstance(event, FieldLaid) for event in step.events):
        told.append(f"F[{_text(_lying(step.state))}]")
    return told


def _told(state: State, action: Action, events: Sequence[Event]) -> str:
    """Write down the action itself with its result."""
    captured = "+" * sum(isinstance(event, Captured) for event in events)
    lone = len(state.board.opened) == 1
    match action:
        case OpenCard() | Sortie() | Develop() | Ambush() | Reinforce() | Scout():
            text = Kanu().encode(action)
            if isinstance(action, Develop | Ambush):
                text = f"{text[0]}{_text([action.card])}"
            elif isinstance(action, Reinforce | Scout) and lone:
                text = text[:-1]
            return f"{text}{captured or ('' if isinstance(action, OpenCard) else '-')}"
        case Spy(target):
            seen = [event.cards for event in events if isinstance(event, Spied)]
            return f"p{target}[{_text(sorted(seen[0], key=_sign))}]"
        case Challenge(target):
            dice = [event.dice for event in events if isinstance(event, DuelFought)]
            return f"u{target}[{''.join(map(str, dice[0]))}]"
        case TakePair(pair):
            return f"t{_text([pair])}"
        case _:
            return Kanu().encode(action)


def _end(state: State) -> dict[str, object]:
    outcome = state.board.outcome
    return {
        "reason": "going on" if outcome is None else outcome.reason.key.rpartition(".")[2],
        "turns": state.board.turns,
        "pairs": [_text(pairs) for pairs in state.board.pairs],
        "hands": [_text(sorted(hand, key=_sign)) for hand in state.hands],
        "field": "".join(["." if card is None else _sign(card) for card in state.field]),
        "deck": _text(state.deck),
        "score": [] if outcome is None else list(outcome.scores),
        "winners": [] if outcome is None else list(outcome.winners),
    }


def _lying(state: State) -> list[Card]:
    return [card for card in state.field if card is not None]


def _cards(text: str) -> tuple[Card, ...]:
    places = [divmod(_SIGNS.index(sign), _NUMBERS) for sign in text]
    return tuple([Card(series + 1, number + 1) for series, number in places])


def _sign(card: Card) -> str:
    return _SIGNS[(card.series - 1) * _NUMBERS + card.number - 1]


def _text(cards: Sequence[Card]) -> str:
    return "".join([_sign(card) for card in cards])
