"""Games of Deck Defence played on by a player who moves by habit, at times by chance: positions for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from game.core import Seat
from game.deck_defence.deals import chance
from game.deck_defence.fan import position_code
from game.deck_defence.habit import Habit
from game.deck_defence.knowledge import Knowledge, Memory, Pile
from game.deck_defence.promise import Habits
from game.deck_defence.public import REMAKE
from game.deck_defence.rules import DeckDefence, State

GAME = DeckDefence()
OPTIONS = {spec.key: spec.default for spec in GAME.options}
REMAKE_OPTIONS = {**OPTIONS, "rules": REMAKE}
SEAT = Seat(0)
_HABITS = {remake: Habit(Habits(), remake=remake) for remake in (False, True)}


def known(state: State, memory: Memory | Pile | None) -> Knowledge:
    """Return what the player knows, with `memory`, or a pile of discards, remembered."""
    return Knowledge.of(GAME.view(state, SEAT), memory)


def course(deal: int, picks: random.Random, slips: float = 0.25, *, remake: bool = False) -> Iterator[State]:
    """Yield the positions of one game; `slips` is how often it moves by chance. Cards are put back as chance has it."""
    for state, _ in remembered_course(deal, picks, slips, remake=remake):
        yield state


def remembered_course(
    deal: int, picks: random.Random, slips: float = 0.25, *, remake: bool = False
) -> Iterator[tuple[State, Memory]]:
    """Yield the positions of one game as `course` does, with what its player remembers."""
    step = GAME.start(chance(str(deal)), 1, REMAKE_OPTIONS if remake else OPTIONS)
    state, memory = step.state, Memory().after(step.events)
    while state.legal:
        yield state, memory
        if state.looked or picks.random() < slips:
            action = picks.choice(state.legal)
        else:
            blind = replace(state, deck=())
            levels = {code: level for level, code in _HABITS[remake].moves(position_code(blind, 0))}
            after = {each: position_code(GAME.apply(blind, each).state, 0) for each in state.legal}
            action = min(state.legal, key=lambda each: levels.get(after[each], 99))
        step = GAME.apply(state, action)
        state, memory = step.state, memory.after(step.events)
