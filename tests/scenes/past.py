"""Games that ended, for tests: rows made by hand, and stores in whose history they lie."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from game.core import Beat, Illegal, Outcome, Reason, Seat
from game.deck_defence.public import ID
from game.haruhi import card_file as haruhi_file
from game.haruhi import card_set as haruhi
from game.haruhi import public as haruhi_public
from game.kanu import card_set as kanu
from game.kanu import public as kanu_public
from game.record import Record
from game.table import Standing
from scenes import host
from scenes.assets import card_files
from scenes.host import Match
from scenes.seating import Sitting
from scenes.statistics import Finished, Player, Settings
from scenes.store import Store

USUAL = (("open_discards", False), ("show_budget", False))
OPEN = (("open_discards", True), ("show_budget", False))
BUDGET = (("open_discards", False), ("show_budget", True))
CARDS: Settings = (("cards", kanu.record_text(kanu.from_toml(card_files()[kanu.ID]))), ("log_remembers", False))
"""The usual options of Kan'u Collection."""
HARUHI_CARDS: Settings = (("cards", haruhi_file.record_text(haruhi_file.from_toml(card_files()[haruhi.ID]))),)
"""The usual options of 涼宮ハルヒの贈殖."""
NAMES = ("アオイ", "ハル", "Natsu", "ソラ", "レン", "Mio", "Yuki")
EVENING = 1_790_000_000
"""When the first of the games ended."""


def won(score: int = 5, **fields: Any) -> Finished:
    """Return a game that was won."""
    return dataclasses.replace(_game(**fields), ending="won", score=score)


def lost(**fields: Any) -> Finished:
    """Return a game that was lost."""
    return _game(**fields)


def conceded(**fields: Any) -> Finished:
    """Return a game that was given up."""
    return dataclasses.replace(_game(**fields), ending="conceded")


def played(*scores: int, names: tuple[str, ...] = NAMES, **fields: Any) -> Finished:
    """Return a game of several people with these scores, which the highest of them won."""
    highest = max(scores)
    players = tuple(Player(name, score, score == highest) for name, score in zip(names, scores, strict=False))
    usual = Finished("k", kanu.ID, CARDS, "88", None, EVENING, "played", highest, 120, 0, 0, players)
    return dataclasses.replace(usual, **fields)


def quick_cards(rounds: int = 1) -> str:
    """Return a card set with which a game is over after so many rounds without a capture."""
    own = kanu.from_record(str(dict(CARDS)["cards"]))
    return kanu.record_text(dataclasses.replace(own, guard_rounds=rounds))


def seated(seats: int = 3, *, games: int = 1) -> Sitting:
    """Return a sitting of so many people."""
    return Sitting.of(NAMES[:seats], tuple(range(seats)), "pass", games)


def play_kanu(store: Store, sitting: Sitting, deal: str = "88", rounds: int = 1, luck: int = 2) -> Match:
    """Play a game of Kan'u Collection to its end; a pair in hand is captured at every `luck`-th chance."""
    match = host.begin(store, kanu.ID, deal, {"cards": quick_cards(rounds)}, sitting)
    rng = random.Random(deal)
    while (turn := match.chair.standing().turn) is not None:
        if turn != match.chair.seat:
            match = match.taken_by(turn)
        legal = match.chair.view().legal
        good = [one for one in legal if isinstance(one, kanu_public.Develop | kanu_public.Reinforce)]
        match.chair.submit(rng.choice(good if good and rng.randrange(luck) == 0 else legal))
    match.chair.beats()
    return match


def play_haruhi(store: Store, sitting: Sitting, deal: str = "88") -> Match:
    """Play a game of 涼宮ハルヒの贈殖 to its end at random; whoever can accuse does, so that somebody is exposed."""
    match = host.begin(store, haruhi.ID, deal, dict(HARUHI_CARDS), sitting)
    rng = random.Random(deal)
    while (turn := match.chair.standing().turn) is not None:
        if turn != match.chair.seat:
            match = match.taken_by(turn)
        legal = match.chair.view().legal
        match.chair.submit(rng.choice([one for one in legal if isinstance(one, haruhi_public.Accuse)] or legal))
    match.chair.beats()
    return match


class Over:
    """The chair of somebody who sits at a table of Kan'u Collection that went like this, and saw all of it."""

    def __init__(self, course: tuple[tuple[int, ...], ...], take_backs: int = 0) -> None:
        self.seat = Seat(0)
        self._course = course
        self._take_backs = take_backs

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        last = self._course[-1]
        winners = tuple(Seat(seat) for seat, score in enumerate(last) if score == max(last))
        return Outcome(winners, last, Reason.of("kanu.outcome.guard", count=5))

    def standing(self) -> Standing:
        """Return how the table stands."""
        return Standing(None, self.outcome, 3 * len(self._course), self._take_backs, 0, may_undo=False, may_redo=False)

    def past(self) -> tuple[Beat[kanu_public.View, kanu_public.Notice], ...]:
        """Return what was shown: the deal, and one beat for each turn."""
        return tuple(Beat(self._view(turn), ()) for turn in range(len(self._course)))

    def view(self) -> kanu_public.View:
        """Return what is seen after the end."""
        return self._view(-1)

    def _view(self, turn: int) -> kanu_public.View:
        row = self._course[turn]
        first = kanu_deal(len(row))
        kinds = first.board.card_set.kinds
        board = dataclasses.replace(
            first.board,
            pairs=tuple(tuple(kinds[:score]) for score in row),
            turns=turn % len(self._course),
            outcome=self.outcome if turn in (-1, len(self._course) - 1) else None,
        )
        return dataclasses.replace(first, board=board)

    def beats(self, most: int | None = None) -> tuple[Beat[Any, Any], ...]:  # noqa: ARG002 - a protocol's
        """Return nothing: everything has been shown."""
        return ()

    def submit(self, action: Any) -> None:  # noqa: ARG002 - a protocol's
        """Refuse, as everything below: the game is over."""
        raise Illegal(Reason.of("why.game_over"))

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def concede(self) -> None: ...

    def count_hint(self) -> None: ...

    def notes(self) -> str:
        """Return nothing."""
        return ""

    def jot(self, notes: str) -> None: ...

    def close(self) -> None: ...


@cache
def kanu_deal(seats: int) -> kanu_public.View:
    """Return what the first seat sees when the cards have been dealt."""
    sitting = seated(seats)
    view = host.begin(Store(Path("/never/written")), kanu.ID, "88", dict(CARDS), sitting).chair.view()
    assert isinstance(view, kanu_public.View)
    return view


def over(sitting: Sitting, *course: tuple[int, ...], take_backs: int = 0) -> Match:
    """Return a match of Kan'u Collection that went like this, a row of pairs for every turn, and is over."""
    return Match(kanu.ID, "88", dict(CARDS), Over(course, take_backs), "k", sitting)


def _game(**fields: Any) -> Finished:
    usual = Finished("m", ID, USUAL, "1204", None, EVENING, "lost", 0, 40, 0, 0)
    return dataclasses.replace(usual, **fields)


def many(count: int, *, labels: bool = True) -> list[Finished]:
    """Return so many games of all kinds, one every two hours."""
    rng = random.Random(1)
    games = []
    for number in range(count):
        fields: dict[str, Any] = {
            "match": f"match {number}",
            "finished": EVENING + 7200 * number,
            "options": rng.choices((USUAL, OPEN, BUDGET), (7, 2, 1))[0],
            "deal": str(rng.randrange(1, 999_999)) if rng.random() < 0.9 else "S1 F3",
            "difficulty": rng.choice(("easy", "hard", "brutal", None)) if labels else None,
            "actions": rng.randrange(15, 60),
            "take_backs": rng.choice((0, 0, 0, 1, 12)),
            "hints": rng.choice((0, 0, 0, 0, 3)),
        }
        make = rng.choice((won, won, lost, conceded))
        games.append(make(**fields) if make is not won else won(rng.randrange(10), **fields))
    return games


def record(match: str = "m") -> Record:
    """Return a record that is kept with a game and means nothing."""
    return Record(match, ID, 1, "1204", 1, USUAL, (), 0, True, 0, 0, (0,), "d" * 32)


def remember(store: Store, games: Iterable[Finished]) -> None:
    """Hand games to a store, one after the other."""
    for one in games:
        store.remember(one, record(one.match))
    store.settle()
