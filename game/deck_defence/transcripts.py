"""Checks transcripts of Deck Defence, in the notation of the rulings' vectors, against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from game.core import BadInput, Illegal
from game.deck_defence.public import Areas, Card, Explore, HoldOff, Muster, Repel, Stack
from game.deck_defence.rules import DeckDefence, State

_GAME = DeckDefence()
_OPTIONS = {spec.key: spec.default for spec in _GAME.options}
_KINDS = (Muster, Repel, HoldOff, Explore)


def check_playouts(content: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield name and first difference of every playout: legal actions at each decision, and the end."""
    for playout in content["playouts"]:
        yield f"playout {playout['seed']}", _playout_difference(playout)


def check_deals(content: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield name and first difference of every solved deal: its line must be legal, win, and reach `best`."""
    for solved in content["deals"]:
        yield f"deal {solved['seed']}", _deal_difference(solved)


def _start(deal: str) -> State:
    return _GAME.start(_GAME.chance(deal), 1, _OPTIONS).state


def _playout_difference(playout: dict[str, Any]) -> str | None:
    state = _start(playout["deal"])
    expected = zip(playout["actions"].split(), playout["legal"], playout["kinds"], playout["canon"], strict=True)
    for number, (text, legal, kinds, canon) in enumerate(expected, start=1):
        found = (len(state.legal), _kinds(state), _canonical_results(state))
        if found != (legal, kinds, canon):
            return f"decision {number}: legal, kinds, canon are {found}, expected {(legal, kinds, canon)}"
        try:
            state = _GAME.apply(state, _GAME.decode(text)).state
        except (Illegal, BadInput) as error:
            return f"decision {number}: {text} is not legal: {error}"
    outcome = _GAME.outcome(state)
    result = "going on" if outcome is None else "won" if outcome.winners else "lost"
    score = outcome.scores[0] if outcome is not None and outcome.winners else None
    found_end = (result, score, len(state.areas.repelled), _position(state))
    wanted_end = (playout["result"], playout["score"], playout["repelled"], playout["final"])
    return None if found_end == wanted_end else f"at the end: {found_end}, expected {wanted_end}"


def _deal_difference(solved: dict[str, Any]) -> str | None:
    state = _start(solved["deal"])
    if not solved["winnable"]:
        return None if solved["best"] is None else "a deal that cannot be won has a best score"
    for number, text in enumerate(solved["line"].split(), start=1):
        try:
            state = _GAME.apply(state, _GAME.decode(text)).state
        except (Illegal, BadInput) as error:
            return f"decision {number}: {text} is not legal: {error}"
    outcome = _GAME.outcome(state)
    score = outcome.scores[0] if outcome is not None and outcome.winners else None
    return None if score == solved["best"] else f"the line reaches {score}, expected {solved['best']}"


def _kinds(state: State) -> list[int]:
    """Count muster, repel, hold off and explore, without the refill choice."""
    plain = {_GAME.encode(action).partition("=")[0]: type(action) for action in state.legal}
    counts = Counter(plain.values())
    return [counts[kind] for kind in _KINDS]


def _canonical_results(state: State) -> int:
    """Count the different positions one action leads to, the spaces of one area being interchangeable (4.5)."""
    return len({_canonical(_GAME.apply(state, action).state) for action in state.legal})


def _canonical(state: State) -> tuple[object, ...]:
    areas = state.areas
    stacks = sorted("/".join(map(str, stack)) for stack in areas.hand)
    rows = [sorted(str(card) for card in row) for row in (areas.main, areas.occupied, areas.reveal)]
    return str(rows), str(stacks), tuple(map(str, areas.repelled)), len(state.deck)


def _position(state: State) -> str:
    areas: Areas = state.areas
    return (
        f"main {_cards(areas.main)} | hand {' '.join(_stack(stack) for stack in areas.hand)} | "
        f"occ {_cards(areas.occupied)} | reveal {_cards(areas.reveal)} | "
        f"repelled {len(areas.repelled)} | deck {len(state.deck)}"
    )


def _cards(row: tuple[Card | None, ...]) -> str:
    return " ".join("--" if card is None else str(card) for card in row)


def _stack(stack: Stack) -> str:
    return "/".join(str(card) for card in stack) or "--"
