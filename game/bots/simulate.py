"""Plays many games among computer players and counts: who wins by seat, order, level and role, and how long it takes.

The same request gives the same answer, for ever: deals and chance follow from its seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from game.bots.catalogue import AnyCourse, Facts, company
from game.bots.core import AnyBrain, Level
from game.bots.driver import AnyTable, play
from game.catalogue import find
from game.core import BadInput, Illegal, Options, Outcome, Reason
from game.deal_number import HIGHEST_NUMBER
from game.rng import Random
from game.table import Course, Table

_CERTAINTY = 1.96
"""So many standard errors to each side hold the true value in 95 of 100 cases."""
MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be simulated: `bots` has a level for each seat; with `shuffled` each game mixes them over the seats.

    Made by `request`, which checks it.
    """

    game: str
    bots: tuple[Level, ...]
    games: int
    seed: int
    shuffled: bool

    def content(self) -> dict[str, object]:
        """Return what was asked for, to be printed with the answer."""
        return {
            "game": self.game,
            "seats": len(self.bots),
            "bots": [level.value for level in self.bots],
            "games": self.games,
            "seed": self.seed,
            "shuffled": self.shuffled,
        }


class Tally:
    """How often somebody won: `wins` counts games among whose winners he was, `share` splits those of several.

    `squares` is the sum of the squared shares, from which the spread follows.
    """

    def __init__(self) -> None:
        self.played = 0
        self.wins = 0
        self.share = 0.0
        self.squares = 0.0

    def add(self, *, won: bool, winners: int) -> None:
        """Count a game."""
        part = 1 / winners if won else 0.0
        self.played += 1
        self.wins += won
        self.share += part
        self.squares += part * part

    def content(self) -> dict[str, object]:
        """Return the figures; the rates with the interval that holds the true one in 95 of 100 cases."""
        rate, share = self.wins / self.played, self.share / self.played
        return {
            "played": self.played,
            "wins": self.wins,
            "rate": round(rate, 4),
            "rate_95": _interval(rate, rate, self.played),
            "share": round(share, 4),
            "share_95": _interval(share, self.squares / self.played, self.played),
        }


def _interval(mean: float, mean_square: float, count: int) -> list[float]:
    margin = _CERTAINTY * sqrt(max(0.0, mean_square - mean * mean) / count)
    return [round(max(0.0, mean - margin), 4), round(min(1.0, mean + margin), 4)]


class Count:
    """What many games of so many seats came to."""

    def __init__(self, seats: int) -> None:
        self.seats = [Tally() for _ in range(seats)]
        self.order = [Tally() for _ in range(seats)]
        self.levels: dict[str, Tally] = {}
        self.roles: dict[str, Tally] = {}
        self.games = 0
        self.errors = 0
        self.actions = 0
        self.length = 0
        self.winners = 0
        self.nobody = 0

    def add(self, outcome: Outcome, facts: Facts, bots: Iterable[Level], actions: int) -> None:
        """Count a finished game."""
        self.games += 1
        self.actions += actions
        self.length += facts.length
        self.winners += len(outcome.winners)
        self.nobody += not outcome.winners
        for seat, level in enumerate(bots):
            kept = [
                self.seats[seat],
                self.order[(seat - facts.first) % len(self.seats)],
                self.levels.setdefault(level.value, Tally()),
            ]
            if facts.roles:
                kept.append(self.roles.setdefault(facts.roles[seat], Tally()))
            for tally in kept:
                tally.add(won=seat in outcome.winners, winners=len(outcome.winners))

    def content(self) -> dict[str, object]:
        """Return the figures, means over the games that came to an end."""
        games = max(1, self.games)
        return {
            "ended": self.games,
            "errors": self.errors,
            "actions": round(self.actions / games, 2),
            "length": round(self.length / games, 2),
            "winners": round(self.winners / games, 3),
            "without_winner": round(self.nobody / games, 4),
            "by_seat": _contents(self.seats),
            "by_order": _contents(self.order),
            "by_level": _named(self.levels),
            "by_role": _named(self.roles),
        }


def _contents(tallies: Iterable[Tally]) -> list[dict[str, object]]:
    return [tally.content() for tally in tallies if tally.played]


def _named(tallies: dict[str, Tally]) -> dict[str, dict[str, object]]:
    return {name: tally.content() for name, tally in sorted(tallies.items())}


def request(game: str, *, seats: int | None, bots: tuple[Level, ...], games: int, seed: int, shuffled: bool) -> Request:
    """Return what is to be simulated; one level serves all seats. Raise `BadInput` for what cannot be."""
    company(game)
    allowed = find(game).seats
    count = len(bots) if seats is None else seats
    if count not in allowed:
        raise BadInput(Reason.of("bad.seats", seats=count, least=allowed[0], most=allowed[-1]))
    bots = bots * count if len(bots) == 1 else bots
    if len(bots) != count:
        raise BadInput(Reason.of("bots.bad.count", seats=count, count=len(bots)))
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(Reason.of("bots.bad.games", games=games, most=MOST_GAMES))
    return Request(game, bots, games, seed, shuffled)


def simulate(asked: Request, cards: str) -> Count:
    """Play all games of a request with the card file of this text.

    A game that a player spoils, or that does not end, counts as an error.
    """
    seats = len(asked.bots)
    friends = company(asked.game)
    brains: dict[Level, AnyBrain] = {level: friends.brain(level) for level in dict.fromkeys(asked.bots)}
    options = {"cards": friends.cards(cards)}
    count = Count(seats)
    for number in range(asked.games):
        random = Random.seeded("simulate", asked.seed, number)
        bots, random = random.shuffled(asked.bots) if asked.shuffled else (asked.bots, random)
        table, random = _dealt(asked.game, seats, options, random)
        try:
            actions = play(table, [brains[level] for level in bots], random, friends.most(seats))
        except Illegal:
            actions = None
        if actions is None:
            count.errors += 1
            continue
        course: AnyCourse = Course(table)
        count.add(course.outcome, friends.facts(course), bots, actions)
    return count


def _dealt(game: str, seats: int, options: Options, random: Random) -> tuple[AnyTable, Random]:
    number, random = random.below(HIGHEST_NUMBER)
    return Table(find(game), str(number + 1), seats, options), random
