"""What captures, draws and knowledge are worth to a computer player of Kan'u Collection, in captured pairs.

The figures were found by letting players with different ones meet in thousands of games.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.kanu_pack import Kind, Pack
from game.core import Seat
from game.kanu.card_set import Effect
from game.kanu.public import Board, Way

_DIE = 6


@dataclass(frozen=True, slots=True)
class Worth:
    """What is weighed against a captured pair.

    A card drawn (`draw`); a `pursuit` without a sure capture in sight, where one with it is worth that capture; a card
    laid open that somebody else may capture (`given`); a card of one's hand that all have seen (`shown`); the effects;
    and a capture that the others would not leave till the next turn (`hurry`).
    """

    draw: float = 0.2
    pursuit: float = 0.5
    given: float = 0.5
    shown: float = 0.15
    night: float = 0.25
    search: float = 0.25
    spying: float = 0.25
    support: float = 0.05
    hurry: float = 0.5


def duel_chance(board: Board, seat: Seat, target: Seat) -> float:
    """Return how likely the challenger wins: a die and a bonus each, ties are his (5.7)."""
    ahead = board.card_set.bonus(board.pairs[seat]) - board.card_set.bonus(board.pairs[target])
    wins = sum([max(0, min(_DIE, own + ahead + 1)) for own in range(_DIE)])
    return wins / _DIE**2


def duel_value(board: Board, seat: Seat, target: Seat) -> float:
    """Return what a duel is worth: a pair won or lost, half as much again against whoever is ahead of the others."""
    ahead = max([len(pairs) for other, pairs in enumerate(board.pairs) if other != seat])
    weight = 1.5 if len(board.pairs[target]) == ahead else 1.0
    return (2 * duel_chance(board, seat, target) - 1) * weight


def ending(board: Board) -> float:
    """Return how likely the game ends before one's next turn: a small field, and no deck to fill it from (6.1)."""
    if board.deck:
        return 0.0
    left = len(board.field) - board.field.count(None)
    return max(0.0, min(1.0, 1.2 - left / (1.5 * len(board.hands))))


class Prices:
    """What a capture is worth at one moment to the player whose turn it is."""

    def __init__(self, board: Board, pack: Pack, worth: Worth) -> None:
        self._board = board
        self._pack = pack
        self._worth = worth
        self._ending = ending(board)
        self._gains: dict[Kind, float] = {}
        self._duel: float | None = None
        draws = board.card_set.draws
        cards = {
            Way.SORTIE: draws.sortie,
            Way.REINFORCE: draws.reinforce,
            Way.SCOUT: draws.scout,
            Way.DEVELOP: draws.develop,
            Way.AMBUSH: draws.ambush,
            Way.NIGHT: 0,
        }
        left = max(0, board.deck - board.supply)
        self._drawn = {way: worth.draw * min(count, left) for way, count in cards.items()}

    def capture(self, kind: Kind, way: Way) -> float:
        """Return what capturing a pair in this way is worth: the pair, its effects, and the cards drawn for it."""
        gain = self._gains.get(kind)
        if gain is None:
            effects = self._pack.effects[kind]
            gain = self._gains[kind] = 1.0 + sum([self._effect(effect) for effect in effects])
        return gain + self._drawn[way]

    def _effect(self, effect: Effect) -> float:
        match effect:
            case Effect.SUPPORT:
                return self._worth.support
            case Effect.SEARCH:
                return self._worth.search
            case Effect.NIGHT:
                return self._worth.night
            case Effect.ESPIONAGE:
                return self._worth.spying
            case Effect.DUEL:
                if self._duel is None:
                    self._duel = self._best_duel()
                return self._duel
            case _:  # laying the field afresh takes from all alike
                return 0.0

    def _best_duel(self) -> float:
        board = self._board
        others = [Seat(seat) for seat in range(len(board.hands)) if seat != board.player and board.pairs[seat]]
        return max([0.0, *[duel_value(board, board.player, seat) for seat in others]])
