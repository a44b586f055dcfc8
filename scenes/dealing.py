"""Choosing a deal: by chance, of a day, of a difficulty; and what a deal is called."""

from __future__ import annotations

from functools import cache

from game.core import BadInput, Options, OptionValue
from game.deck_defence import deals
from game.deck_defence import public as deck_defence
from game.deck_defence.deals import Difficulty
from scenes import calendar
from scenes.assets import ASSETS

PLAYABLE = (Difficulty.EASY, Difficulty.FAIR, Difficulty.HARD, Difficulty.BRUTAL)
"""What can be asked for at set-up, from the easiest."""


@cache
def labels(game_id: str) -> bytes:
    """Return the difficulties of the numbered deals of a game as they were worked out; empty where none were."""
    path = ASSETS / "deals" / f"{game_id}.bin"
    return path.read_bytes() if path.is_file() else b""


def graded(game_id: str, options: Options) -> bool:
    """Whether deals of these rules have difficulties: those of the remake were not worked out."""
    return bool(labels(game_id)) and options.get("rules") != deck_defence.REMAKE


def difficulty(game_id: str, deal: str, options: Options) -> str | None:
    """Return the id of how hard a deal is, or None where that is not known: typed orders, high numbers, the remake."""
    if not deal.isdigit() or not graded(game_id, options):
        return None
    found = deals.difficulty(int(deal), labels(game_id))
    return None if found is None else found.value


def today() -> str:
    """Return the number of today's deal, the same for everybody on this date."""
    date = calendar.local(calendar.now())
    return str(deals.daily(date.year, date.month, date.day))


def next_of(game_id: str, wanted: Difficulty, after: int) -> str | None:
    """Return the next deal after the number `after` that is so hard; None where none is known."""
    number = deals.of_difficulty(wanted, labels(game_id), after)
    return None if number is None else str(number)


def code(deal: str, options: Options) -> str:
    """Return the share code of a deal and its rule set."""
    return deals.share_code(deal, remake=options.get("rules") == deck_defence.REMAKE)


def rules_of(typed: str) -> dict[str, OptionValue]:
    """Return the option that a typed deal fixes: a share code names its rule set, numbers and cards do not."""
    try:
        shared = deals.shared(typed)
    except BadInput:
        return {}  # no share code: the rule set is the one chosen on the page
    return {"rules": deck_defence.REMAKE if shared.remake else deck_defence.WEB}
