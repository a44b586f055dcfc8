"""How a computer player of Kan'u Collection decides: each possible action is given a value, and the best is taken.

A value is what the action is expected to bring in captured pairs, less what it gives away. Only a `Belief`, which
follows from one seat's View and notes, is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from game.bots.core import Decision, seat_words
from game.bots.kanu_belief import Belief, Match
from game.bots.kanu_pack import Kind
from game.bots.kanu_values import Prices, Worth, duel_chance, duel_value
from game.core import Reason, Seat
from game.kanu.choices import duel_targets, spy_targets
from game.kanu.public import (
    Action,
    Ambush,
    Challenge,
    DeclineDuel,
    Develop,
    HoldBack,
    OpenCard,
    Phase,
    Reinforce,
    Scout,
    Sortie,
    Spy,
    TakePair,
    Way,
)
from game.rng import Random

ItemT = TypeVar("ItemT")

_FINE = 1 << 20
_FREE = "free"
_NOISE = 0.2
"""By so much at most a rough player misjudges what is neither sure nor hopeless."""
_GUESS = 0.25
"""What a rough player expects of a card without a known match."""


class Option(NamedTuple):
    """An action that may be taken, what it is expected to bring, and how likely it captures.

    `why`, with the card and the player that it is about, is the end of a locale key.
    """

    action: Action
    value: float
    chance: float
    why: str
    kind: Kind | None = None
    seat: Seat | None = None


class Choice:
    """One decision. Who is `rough` does not weigh what an unknown card may be, nor anything else finely."""

    def __init__(self, belief: Belief, worth: Worth, random: Random, *, rough: bool) -> None:
        self._belief = belief
        self._board = belief.view.board
        self._worth = worth
        self._rough = rough
        self._random = random
        self._prices = Prices(self._board, belief.pack, worth)
        self._cards = belief.pack.cards
        self._sure = self._surely()
        self._rivals = len(belief.others)
        self._singles = [kind for kind in dict.fromkeys(belief.hand) if belief.hand.count(kind) == 1]
        self._doubles = [kind for kind in dict.fromkeys(belief.hand) if belief.hand.count(kind) > 1]
        self._ambushes = [self._ambush(kind) for kind in self._singles if kind not in belief.opened]
        self._free = max([*self._develops(), *self._ambushes], key=lambda option: option.value, default=None)
        """The best that can be done whichever card lies open."""

    def decide(self) -> Decision[Action]:
        """Return the best action and why."""
        match self._board.phase:
            case Phase.OPEN:
                options = self._openings()
            case Phase.ACT:
                options = self._acts()
            case Phase.AMBUSH:
                options = [*self._ambushes, Option(HoldBack(), 0.0, 1.0, "hold_back")]
            case Phase.SPY:
                options = self._spyings()
            case Phase.DUEL:
                options = self._duels()
            case _:
                options = self._prizes()
        best = self._best(options)
        return Decision(best.action, self._reason(best))

    def _best(self, options: list[Option]) -> Option:
        """Return the option of the highest value, any of several equals."""
        if self._rough:
            options = [self._blurred(option) for option in options]
        highest = max([option.value for option in options])
        return self._any([option for option in options if option.value == highest])

    def _blurred(self, option: Option) -> Option:
        """Return an option as somebody sees it who does not weigh finely; what is sure or hopeless is seen as such."""
        if option.chance in (0, 1):
            return option
        drawn, self._random = self._random.below(_FINE)
        return option._replace(value=option.value + _NOISE * drawn / _FINE)

    def _any(self, items: Sequence[ItemT]) -> ItemT:
        """Return one of several by chance; it takes no chance to take the only one."""
        pick = 0
        if len(items) > 1:
            pick, self._random = self._random.below(len(items))
        return items[pick]

    def _reason(self, option: Option) -> Reason:
        values: dict[str, int | str | Reason] = {"percent": round(100 * option.chance)}
        if option.kind is not None:
            values["card"] = self._belief.pack.word(option.kind)
        if option.seat is not None:
            values["seat"] = seat_words(option.seat)
        return Reason.of(f"kanu.thought.{option.why}", **values)

    # What a capture brings

    def _surely(self) -> dict[Kind, float]:
        """Return the kinds that can be captured now, as far as is known, and how likely others would do it first."""
        belief = self._belief
        found: dict[Kind, float] = {}
        for kind in belief.hand:
            if belief.hand.count(kind) > 1:
                found[kind] = 0.0
            elif belief.cells.get(kind):
                found[kind] = 0.7 if kind in belief.shown else 0.1
            elif belief.holders.get(kind):
                found[kind] = 0.5 if kind in belief.shown else 0.2
        for kind, cells in belief.cells.items():
            if kind not in found and (len(cells) > 1 or belief.holders.get(kind)):
                found[kind] = 0.9
        return found

    def _gain(self, kind: Kind, way: Way) -> float:
        """Return what a capture brings, with what follows it."""
        hurry = self._sure.get(kind, 0.0) * self._worth.hurry
        return self._prices.capture(kind, way) + hurry + self._pursuit(kind)

    def _pursuit(self, taken: Kind | None) -> float:
        """Return what the pursuit brings after a capture in the first step (3.7)."""
        if self._board.pursuit:
            return 0.0
        return 1.0 if len(self._sure) > (taken in self._sure) else self._worth.pursuit

    # Captures that need no opened card

    def _develops(self) -> list[Option]:
        return [
            Option(Develop(self._cards[kind]), self._gain(kind, Way.DEVELOP), 1.0, "develop", kind)
            for kind in self._doubles
        ]

    def _ambush(self, kind: Kind) -> Option:
        belief = self._belief
        chance = belief.anyone(kind)
        cost = 0.0 if kind in belief.shown else self._worth.shown
        value = chance * self._gain(kind, Way.AMBUSH) - (1 - chance) * cost
        key = "ambush_known" if belief.holders.get(kind) else "ambush"
        return Option(Ambush(self._cards[kind]), value, chance, key, kind)

    # Which card to open

    def _openings(self) -> list[Option]:
        belief = self._belief
        options = [
            self._open_known(kind, cell, twice=len(cells) > 1) for kind, cells in belief.cells.items() for cell in cells
        ]
        if belief.new:
            value, chance = self._rough_value() if self._rough else self._unknown_value()
            options.append(Option(OpenCard(self._any(belief.new)), value, chance, "open_new"))
        return options

    def _open_known(self, kind: Kind, cell: int, *, twice: bool) -> Option:
        belief = self._belief
        if kind in belief.opened or (twice and self._board.tokens.night and not belief.opened):
            return Option(OpenCard(cell), self._night_pair(kind), 1.0, "open_pair", kind)
        value, chance, key = self._once_open(kind, belief.match(kind, cell))
        return Option(OpenCard(cell), value, chance, f"open_{key}", kind)

    def _night_pair(self, kind: Kind) -> float:
        """Return what a pair opened by night brings: an ambush may follow it (5.4)."""
        return self._gain(kind, Way.NIGHT) + max([0.0, *[option.value for option in self._ambushes]])

    def _once_open(self, kind: Kind, match: Match) -> tuple[float, float, str]:
        """Return what can be expected once a card lies open, how likely it is captured, and why one would open it."""
        best = self._with_open(kind, match)
        for other in self._belief.opened:  # the first of two by night
            best = max(best, self._with_open(other, self._belief.match(other)))
        if self._free is not None and self._free.value > best[0]:
            return self._free.value, best[1], _FREE
        return best

    def _with_open(self, kind: Kind, match: Match) -> tuple[float, float, str]:
        """Return the best that can be done with an opened card, how likely it succeeds, and why."""
        if match.held:
            return self._gain(kind, Way.REINFORCE), 1.0, "held"
        if match.holders:
            return self._gain(kind, Way.SCOUT), 1.0, "holder"
        if match.cells:
            return self._gain(kind, Way.SORTIE), 1.0, "pair"
        asked = sum(match.odds) if self._board.tokens.search else max(match.odds)
        by_asking, by_turning = asked * self._gain(kind, Way.SCOUT), match.cell * self._gain(kind, Way.SORTIE)
        return (by_asking, asked, "guess") if by_asking >= by_turning else (by_turning, match.cell, "guess")

    def _unknown_value(self) -> tuple[float, float]:
        """Return what opening an unknown card brings on average, and how likely it is one that can be captured."""
        belief = self._belief
        value = chance = whole = 0.0
        given = self._worth.given / self._rivals
        for kind, odds in belief.lying():
            match = belief.match(kind)
            if kind in belief.opened:
                act, taken = self._night_pair(kind), 1.0
            else:
                act, taken, key = self._once_open(kind, match)
                if key == _FREE and taken < 1:
                    taken = 0.0
            if taken < 1:
                act -= (1 - taken) * given * min(1.0, sum(match.odds))
            value += odds * act
            chance += odds * taken
            whole += odds
        return (value / whole, chance / whole) if whole else (0.0, 0.0)

    def _rough_value(self) -> tuple[float, float]:
        """Return the same as a rough player sees it: one of the hand's matches may turn up, or not."""
        belief = self._belief
        chance = len(self._singles) / (len(self._singles) + sum(belief.unknown.values()) + 1)
        otherwise = _GUESS if self._free is None else max(_GUESS, self._free.value)
        return chance * (1 + self._pursuit(None)) + (1 - chance) * otherwise, chance

    # What to do with the opened card

    def _acts(self) -> list[Option]:
        belief = self._belief
        options = [*self._develops(), *self._ambushes]
        matches = [belief.match(kind) for kind in belief.opened]
        for place, (kind, match) in enumerate(zip(belief.opened, matches, strict=True)):
            if match.held:
                gain = self._gain(kind, Way.REINFORCE)
                options.append(Option(Reinforce(place), gain, 1.0, "reinforce", kind))
                continue
            gain = self._gain(kind, Way.SORTIE)
            options += [Option(Sortie(cell), gain, 1.0, "sortie", kind) for cell in match.cells]
            options += self._scouts(place, kind, match)
        if len(matches) > 1:
            options += self._scouts_for_both(matches)
        return [*options, *self._turnings(matches)]

    def _scouts(self, place: int, kind: Kind, match: Match) -> list[Option]:
        gain = self._gain(kind, Way.SCOUT)
        if match.holders:
            return [Option(Scout((place,), match.holders[0]), gain, 1.0, "scout_known", kind, match.holders[0])]
        options = [
            Option(Scout((place,), seat), match.odds[seat] * gain, match.odds[seat], "scout", kind, seat)
            for seat in [seat for seat in self._belief.others if self._board.hands[seat]] or self._belief.others
        ]
        if self._board.tokens.search:
            odds = min(1.0, sum(match.odds))
            options.append(Option(Scout((place,), None), odds * gain, odds, "scout_all", kind))
        return options

    def _scouts_for_both(self, matches: list[Match]) -> list[Option]:
        """Return the ways to ask for both cards opened by night (5.4)."""
        targets: list[Seat | None] = [*self._belief.others]
        options = []
        for target in [*targets, None] if self._board.tokens.search else targets:
            odds = [_yes(match, target) for match in matches]
            gains = [self._prices.capture(kind, Way.SCOUT) for kind in self._belief.opened]
            either = 1 - (1 - odds[0]) * (1 - odds[1])
            value = odds[0] * gains[0] + odds[1] * gains[1] + either * self._pursuit(None)
            options.append(Option(Scout((0, 1), target), value, either, "scout_both"))
        return options

    def _turnings(self, matches: list[Match]) -> list[Option]:
        """Return the sorties that are no more than a try: at an unknown cell, or, to show nothing, at a known one."""
        belief = self._belief
        options = []
        if belief.new:
            opened = zip(belief.opened, matches, strict=True)
            chance = min(1.0, sum([match.cell for match in matches]))
            value = sum([match.cell * self._gain(kind, Way.SORTIE) for kind, match in opened])
            value -= (1 - chance) * self._worth.given / (2 * self._rivals)
            options.append(Option(Sortie(self._any(belief.new)), value, chance, "turn"))
        known = [cell for kind, cells in belief.cells.items() if kind not in belief.opened for cell in cells]
        if known:
            options.append(Option(Sortie(self._any(known)), 0.0, 0.0, "nothing"))
        return options

    # Effects

    def _spyings(self) -> list[Option]:
        """Return whose hand may be looked at; most is learnt from the one of which least is known."""
        targets = spy_targets(self._board)
        return [Option(Spy(seat), self._belief.room(seat), 1.0, "spy", None, seat) for seat in targets]

    def _duels(self) -> list[Option]:
        board, me = self._board, self._belief.me
        return [
            Option(DeclineDuel(), 0.0, 1.0, "decline"),
            *[
                Option(Challenge(seat), duel_value(board, me, seat), duel_chance(board, me, seat), "duel", None, seat)
                for seat in duel_targets(board)
            ],
        ]

    def _prizes(self) -> list[Option]:
        """Return the pairs that may be taken: best is one of a series that one has much of, or the loser has."""
        board = self._board
        assert board.loser is not None
        own = [pair.series for pair in board.pairs[self._belief.me]]
        theirs = [pair.series for pair in board.pairs[board.loser]]
        return [
            Option(
                TakePair(pair),
                own.count(pair.series) + theirs.count(pair.series) / 10,
                1.0,
                "take",
                self._belief.pack.kind(pair),
            )
            for pair in board.pairs[board.loser]
        ]


def _yes(match: Match, target: Seat | None) -> float:
    """Return how likely this player, or any, says yes when asked for a card."""
    if match.held:
        return 0.0
    if match.holders:
        return float(target is None or target in match.holders)
    return min(1.0, sum(match.odds)) if target is None else match.odds[target]
