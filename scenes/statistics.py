"""What finished games add up to: pure functions over the rows of the history. Nothing here touches a file or a clock.

Games of different rules are never added up together, and games with help can always be told from those without.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal, get_args

from game import catalogue
from game.bots.core import Level
from game.core import BadInput, OptionValue

Ending = Literal["won", "lost", "conceded", "played"]
"""`played` is what several people played to its end: who of them won stands with the players."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)
Settings = tuple[tuple[str, OptionValue], ...]

AIDS: dict[str, frozenset[str]] = {
    catalogue.DECK_DEFENCE: frozenset({"show_budget"}),
    catalogue.KANU: frozenset({"log_remembers"}),
}
"""For each game, the options that help a player and leave the rules as they are."""


@dataclass(frozen=True, slots=True)
class Player:
    """How a game of several ended for one of them, a person or a computer of some level. A win may be shared."""

    name: str
    score: int
    won: bool
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that ended. `match` names it among all games; `finished` is when, in seconds since 1970 (UTC).

    `difficulty` is the label of its deal, None where it has none. A game given up is conceded, and lost all the same.
    `players` are those of a game of several people, by seat; then `score` is the highest of theirs. Nobody is named
    where somebody played alone.
    """

    match: str
    game: str
    options: Settings
    deal: str
    difficulty: str | None
    finished: int
    ending: Ending
    score: int
    actions: int
    take_backs: int
    hints: int
    players: tuple[Player, ...] = ()

    @property
    def won(self) -> bool:
        """Whether it was won by somebody who played alone."""
        return self.ending == "won"

    @property
    def seats(self) -> int:
        """How many played."""
        return len(self.players) or 1

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won a game of several people."""
        return tuple(player.name for player in self.players if player.won)

    @property
    def winning_score(self) -> float | None:
        """The score with which a game of several people was won, of several winners the mean; None without a winner."""
        scores = [player.score for player in self.players if player.won]
        return sum(scores) / len(scores) if scores else None

    @property
    def unaided(self) -> bool:
        """Whether it was played without take-backs, hints, or an option that helps."""
        aids = AIDS.get(self.game, frozenset())
        return not self.take_backs and not self.hints and not any(value for key, value in self.options if key in aids)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game and those of its options that change the rules: the ones that are not as usual."""

    game: str
    options: Settings = ()


def rule_set(finished: Finished) -> RuleSet:
    """Return the rules of a game. An option that did not exist when it was played was as usual."""
    return _rule_set(finished.game, finished.options)


@lru_cache(maxsize=64)
def _rule_set(game_id: str, options: Settings) -> RuleSet:
    game = catalogue.GAMES.get(game_id)
    usual = {} if game is None else {spec.key: spec.default for spec in game.options}
    aids = AIDS.get(game_id, frozenset())
    changed = ((key, value) for key, value in options if key not in aids and usual.get(key) != value)
    return RuleSet(game_id, tuple(sorted(changed)))


def rule_sets(games: Iterable[Finished]) -> tuple[RuleSet, ...]:
    """Return the rules that were played by, each game's usual ones first."""
    order = list(catalogue.GAMES)
    found = {rule_set(one) for one in games}
    place = {name: index for index, name in enumerate((*order, *sorted({one.game for one in found} - {*order})))}
    return tuple(sorted(found, key=lambda one: (place[one.game], len(one.options), str(one.options))))


def chosen(
    games: Iterable[Finished],
    rules: RuleSet | None,
    difficulty: str | None = None,
    *,
    unaided: bool = False,
    seats: int | None = None,
) -> tuple[Finished, ...]:
    """Return the games of these rules: of one difficulty or number of players where that is given, or without help."""
    return tuple(
        one
        for one in games
        if (rules is None or rule_set(one) == rules)
        and (difficulty is None or one.difficulty == difficulty)
        and (one.unaided or not unaided)
        and (seats is None or one.seats == seats)
    )


@dataclass(frozen=True, slots=True)
class Numbers:
    """What some games add up to. `average` and `best` are those of the wins, None where there are none.

    `streak` counts the wins since the last loss. `scores` holds how many wins had each score from 0 on. `take_backs`
    and `hints` count the games in which there were some.
    """

    games: int
    wins: int
    conceded: int
    average: float | None
    best: int | None
    streak: int
    longest: int
    scores: tuple[int, ...]
    take_backs: int
    hints: int

    @property
    def losses(self) -> int:
        """How many were lost, those given up included."""
        return self.games - self.wins

    @property
    def percent(self) -> int | None:
        """The share of wins in whole per cent: 100 only if all were won, 0 only if none was; None without games."""
        return _percent(self.wins, self.games) if self.games else None


def _percent(wins: int, games: int) -> int:
    if wins in (0, games):
        return 100 if wins else 0
    return min(99, max(1, (200 * wins + games) // (2 * games)))


def numbers(games: Sequence[Finished], most: int) -> Numbers:
    """Add up games, given in the order in which they ended; `most` is the best score there is."""
    scores = [one.score for one in games if one.won]
    runs = [(won, sum(1 for _ in run)) for won, run in groupby(one.won for one in games)]
    return Numbers(
        games=len(games),
        wins=len(scores),
        conceded=sum(one.ending == "conceded" for one in games),
        average=sum(scores) / len(scores) if scores else None,
        best=max(scores, default=None),
        streak=runs[-1][1] if runs and runs[-1][0] else 0,
        longest=max((length for won, length in runs if won), default=0),
        scores=tuple(scores.count(score) for score in range(most + 1)),
        take_backs=sum(one.take_backs > 0 for one in games),
        hints=sum(one.hints > 0 for one in games),
    )


def by_difficulty(games: Sequence[Finished], most: int, labels: Sequence[str]) -> dict[str | None, Numbers]:
    """Return the numbers of each difficulty that was played, in the order of `labels`, unknown ones after them."""
    found = {one.difficulty for one in games}
    others = sorted(label for label in found if label is not None and label not in labels)
    order = [*(label for label in labels if label in found), *others, *([None] if None in found else [])]
    return {label: numbers([one for one in games if one.difficulty == label], most) for label in order}


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """What the games of one player add up to; there is one at least. `average` and `best` are of all scores."""

    name: str
    games: int
    wins: int
    average: float
    best: int

    @property
    def percent(self) -> int:
        """The share of wins in whole per cent, as `Numbers.percent`."""
        return _percent(self.wins, self.games)


def by_player(games: Iterable[Finished]) -> tuple[PlayerNumbers, ...]:
    """Add up games of several for each person's name, in the spelling of its last game; who won most comes first.

    Those who won as often stand in the order of their share of wins, then of their average, then of their names.
    """
    spelt: dict[str, str] = {}
    played: dict[str, list[Player]] = {}
    for player in (player for one in games for player in one.players if player.level is None):
        key = player.name.strip().casefold()
        spelt[key] = player.name
        played.setdefault(key, []).append(player)
    found = [
        PlayerNumbers(
            name=spelt[key],
            games=len(theirs),
            wins=sum(player.won for player in theirs),
            average=sum(player.score for player in theirs) / len(theirs),
            best=max(player.score for player in theirs),
        )
        for key, theirs in played.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.wins, one.games, -one.average, one.name)))


def data_name(game_id: str, value: OptionValue) -> tuple[str, str] | None:
    """Return what the value of an option is called that is data, such as a card set, in Japanese and in English.

    None for any other value, and for data that cannot be read.
    """
    if game_id not in _NAMES or not isinstance(value, str):
        return None
    return _card_set_name(game_id, value)


def _kanu_name(text: str) -> tuple[str, str]:
    from game.kanu import card_set  # only the page about finished games needs the card sets: the shelf shows sooner

    name = card_set.from_record(text).name
    return name.ja, name.en


def _haruhi_name(text: str) -> tuple[str, str]:
    from game.haruhi import card_file  # as above

    name = card_file.from_record(text).name
    return name.ja, name.en


_NAMES: dict[str, Callable[[str], tuple[str, str]]] = {catalogue.KANU: _kanu_name, catalogue.HARUHI: _haruhi_name}
"""For each game whose cards are data, what they are called in Japanese and in English."""


@lru_cache(maxsize=64)
def _card_set_name(game_id: str, text: str) -> tuple[str, str] | None:
    try:
        return _NAMES[game_id](text)
    except BadInput:
        return None


COLUMNS = (
    "finished",
    "game",
    "options",
    "deal",
    "difficulty",
    "result",
    "score",
    "actions",
    "take_backs",
    "hints",
    "unaided",
    "seats",
    "players",
    "winners",
    "computers",
    "match",
)


def as_csv(games: Iterable[Finished], when: Callable[[int], str]) -> str:
    """Return games as a table for other programs (RFC 4180, a mark before it so that spreadsheets read Japanese).

    `when` writes a date. The names of the columns are the same in every language. Options and players are JSON, the
    latter their scores by name; who won a game of several stands in a list, the levels of computers by name.
    """
    text = io.StringIO()
    text.write("\ufeff")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in games:
        options = {key: (data_name(one.game, value) or ("", value))[1] for key, value in one.options}
        words = (when(one.finished), one.game, _json(options), one.deal, one.difficulty or "", one.ending)
        score = one.score if one.won or one.players else ""
        counts = (score, one.actions, one.take_backs, one.hints, int(one.unaided), one.seats)
        scores = {player.name: player.score for player in one.players}
        levels = {player.name: player.level.value for player in one.players if player.level is not None}
        told = (_json(scores), _json(one.winners), _json(levels), one.match)
        writer.writerow((*map(_harmless, words), *counts, *map(_harmless, told)))
    return text.getvalue()


def _json(value: dict[str, OptionValue] | dict[str, int] | dict[str, str] | tuple[str, ...]) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""


def _harmless(text: str) -> str:
    """Return `text` so that no spreadsheet takes it for a formula, and no line of the table is broken by it."""
    clean = "".join(character if character.isprintable() else " " for character in text)
    return f"'{clean}" if clean[:1] in ("=", "+", "-", "@") else clean
