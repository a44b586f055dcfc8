"""Golden files: the generator, the deals and whole games stay the same for ever, on every Python.

Saves, deal numbers and statistics rest on them. Where a change of the rules is meant, raise the game's `rules_version`
and write the file anew: `python -m tests.rules.test_golden`. Deals and generator must never change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.catalogue import AnyGame
from game.core import Seat
from game.deal_number import HIGHEST_NUMBER
from game.deck_defence import deals
from game.deck_defence.rules import DeckDefence
from game.haruhi.rules import Haruhi
from game.kanu.rules import Kanu
from game.record import fingerprint
from game.rng import Random
from tests.rules.benches import KANU_CARDS
from tests.rules.haruhi_bench import CARDS as HARUHI_CARDS

GOLDEN = Path(__file__).parents[1] / "golden" / "deck_defence.json"
KANU_GOLDEN = GOLDEN.with_name("kanu.json")
HARUHI_GOLDEN = GOLDEN.with_name("haruhi.json")
NUMBERS = (1, 2, 3, 42, 1204, 65536, 20240229, HIGHEST_NUMBER)
OPTIONS = ({"open_discards": False, "show_budget": False}, {"open_discards": True, "show_budget": True})


def _generator() -> dict[str, Any]:
    source = Random.seeded("手札", 1, -1)
    words, numbers, rest = [], [], source
    for bound in (2, 3, 36, 1000, 2**63 + 1, 2**64):
        word, rest = rest.next_word()
        number, rest = rest.below(bound)
        words.append(word)
        numbers.append(number)
    order, rest = rest.shuffled(range(52))
    return {"seeded": source.word, "words": words, "numbers": numbers, "order": list(order), "left": rest.word}


def _game(number: int, options: dict[str, bool]) -> dict[str, Any]:
    """Play a deal by the generator's own picks, and return the actions and digests of all that came of it."""
    game, seat = DeckDefence(), Seat(0)
    step = game.start(game.chance(str(number)), 1, options)
    picks, actions, states, views, told = Random.seeded("golden", number), [], [], [], []
    while True:
        states.append(step.state)
        views.append(game.view(step.state, seat))
        told.append(tuple(game.see(event, seat) for event in step.events))
        legal = game.legal(step.state)
        if not legal:
            break
        pick, picks = picks.below(len(legal))
        actions.append(game.encode(legal[pick]))
        step = game.apply(step.state, legal[pick])
    return {
        "deal": number,
        "rules_version": game.rules_version,
        "options": options,
        "actions": " ".join(actions),
        "states": [fingerprint(state) for state in states[::8]],
        "last_state": fingerprint(states[-1]),
        "all_states": fingerprint(tuple(states)),
        "all_views": fingerprint(tuple(views)),
        "all_notices": fingerprint(tuple(told)),
    }


def _party(game: AnyGame, number: int, seats: int) -> dict[str, Any]:
    """Play a deal of a game for several with its default set in the same way, as every seat sees it."""
    options = {spec.key: spec.default for spec in game.options}
    step = game.start(game.chance(str(number)), seats, options)
    picks, actions, states, views, told = Random.seeded("golden", number), [], [], [], []
    while True:
        states.append(step.state)
        for seat in range(seats):
            views.append(game.view(step.state, Seat(seat)))
            told.append(tuple(game.see(event, Seat(seat)) for event in step.events))
        legal = game.legal(step.state)
        if not legal:
            break
        pick, picks = picks.below(len(legal))
        actions.append(game.encode(legal[pick]))
        step = game.apply(step.state, legal[pick])
    return {
        "deal": number,
        "seats": seats,
        "rules_version": game.rules_version,
        "actions": " ".join(actions),
        "all_states": fingerprint(tuple(states)),
        "all_views": fingerprint(tuple(views)),
        "all_notices": fingerprint(tuple(told)),
    }


def _kanu_games() -> list[dict[str, Any]]:
    return [_party(Kanu(KANU_CARDS), 1204, seats) for seats in range(3, 7)]


def _haruhi_games() -> list[dict[str, Any]]:
    return [_party(Haruhi(HARUHI_CARDS), 1204, seats) for seats in range(4, 8)]


def _deck(number: int) -> str:
    order, _ = deals.chance(str(number)).shuffled(deals.FULL_DECK)
    return " ".join(map(str, order))


def _found() -> dict[str, Any]:
    return {
        "generator": _generator(),
        "deals": {str(number): _deck(number) for number in NUMBERS},
        "games": [_game(number, options) for number in NUMBERS for options in OPTIONS],
    }


def _golden() -> dict[str, Any]:
    golden: dict[str, Any] = json.loads(GOLDEN.read_text("utf-8"))
    return golden


def test_the_generator_gives_the_same_for_ever() -> None:
    """Words, numbers below a bound and shuffles."""
    assert _generator() == _golden()["generator"]


def test_a_deal_number_gives_the_same_deck_for_ever() -> None:
    """Ruling 7.1: the order of the deck of each number in the file."""
    assert {str(number): _deck(number) for number in NUMBERS} == _golden()["deals"]


def test_the_same_deal_and_actions_lead_to_the_same_game_for_ever() -> None:
    """Law 4: legal actions in their order, states, views and notices."""
    assert [_game(number, options) for number in NUMBERS for options in OPTIONS] == _golden()["games"]


def test_kanu_stays_the_same_game_for_ever() -> None:
    """Law 4, for Kan'u Collection with its default set."""
    assert _kanu_games() == json.loads(KANU_GOLDEN.read_text("utf-8"))


def test_haruhi_stays_the_same_game_for_ever() -> None:
    """Law 4, for 涼宮ハルヒの贈殖 with its default set."""
    assert _haruhi_games() == json.loads(HARUHI_GOLDEN.read_text("utf-8"))


if __name__ == "__main__":
    HARUHI_GOLDEN.write_text(json.dumps(_haruhi_games(), indent=1) + "\n", "utf-8")
    KANU_GOLDEN.write_text(json.dumps(_kanu_games(), indent=1) + "\n", "utf-8")
    GOLDEN.write_text(json.dumps(_found(), indent=1) + "\n", "utf-8")
