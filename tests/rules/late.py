"""Games of Deck Defence played on by a player who moves by habit, at times by chance: positions for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from game.core import Seat
from game.deck_defence.deals import chance
from game.deck_defence.fan import position_code
from game.deck_defence.habit import Habit
from game.deck_defence.knowledge import Knowledge, Pile
from game.deck_defence.promise import Habits
from game.deck_defence.rules import DeckDefence, State

GAME = DeckDefence()
OPTIONS = {spec.key: spec.default for spec in GAME.options}
SEAT = Seat(0)
_HABIT = Habit(Habits())


def known(state: State, pile: Pile | None) -> Knowledge:
    """Return what the player knows, with `pile` remembered."""
    return Knowledge.of(GAME.view(state, SEAT), pile)


def course(deal: int, picks: random.Random, slips: float = 0.25) -> Iterator[State]:
    """Yield the positions of one game; `slips` is how often it moves by chance."""
    state = GAME.start(chance(str(deal)), 1, OPTIONS).state
    while state.legal:
        yield state
        if picks.random() < slips:
            action = picks.choice(state.legal)
        else:
            blind = replace(state, deck=())
            levels = {code: level for level, code in _HABIT.moves(position_code(blind, 0))}
            after = {each: position_code(GAME.apply(blind, each).state, 0) for each in state.legal}
            action = min(state.legal, key=lambda each: levels.get(after[each], 99))
        state = GAME.apply(state, action).state
