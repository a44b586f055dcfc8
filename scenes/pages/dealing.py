"""Choosing a deal: by chance, of a day, of a difficulty; and what a deal is called."""

from __future__ import annotations

from functools import cache

from game.catalogue import find
from game.core import BadInput, Options, OptionValue
from game.deal_number import deal_number
from game.deck_defence import deals
from game.deck_defence import public as deck_defence
from game.deck_defence.deals import Difficulty
from scenes import calendar
from scenes.assets import ASSETS
from scenes.preferences import Preferences

PLAYABLE = (Difficulty.EASY, Difficulty.FAIR, Difficulty.HARD, Difficulty.BRUTAL)
"""What can be asked for at set-up, from the easiest."""


@cache
def _read(name: str) -> bytes:
    path = ASSETS / "deals" / f"{name}.bin"
    return path.read_bytes() if path.is_file() else b""


def labels(game_id: str, options: Options) -> bytes:
    """Return the difficulties of the numbered deals of a game by these rules as they were worked out; empty if not."""
    rules = options.get("rules", deck_defence.WEB)
    return _read(game_id if rules == deck_defence.WEB else f"{game_id}-{rules}")


def graded(game_id: str, options: Options) -> bool:
    """Whether deals of these rules have difficulties."""
    return bool(labels(game_id, options))


def difficulty(game_id: str, deal: str, options: Options) -> str | None:
    """Return the id of how hard a deal is, or None where that is not known: typed orders and high numbers."""
    try:
        number = deal_number(deal)
    except BadInput:
        return None
    found = deals.difficulty(number, labels(game_id, options))
    return None if found is None else found.value


def today() -> str:
    """Return the number of today's deal, the same for everybody on this date, by whatever rules it is played."""
    date = calendar.local(calendar.now())
    known = [labels(deck_defence.ID, {"rules": rules}) for rules in (deck_defence.WEB, deck_defence.REMAKE)]
    return str(deals.daily(date.year, date.month, date.day, *known))


def next_of(game_id: str, wanted: Difficulty, after: int, options: Options) -> str | None:
    """Return the next deal after the number `after` that is so hard by these rules; None where none is known."""
    number = deals.of_difficulty(wanted, labels(game_id, options), after)
    return None if number is None else str(number)


def normal(game_id: str, typed: str) -> str:
    """Return a typed deal code in its one spelling; raise `BadInput` where it is none."""
    if game_id == deck_defence.ID:
        return deals.normal(typed)
    return str(deal_number(typed))


def options_chosen(game_id: str, preferences: Preferences) -> dict[str, OptionValue]:
    """Return the options of a game as last chosen; what a hand-edited file says wrongly gives way to the default."""
    kept = preferences.options.get(game_id, {})
    specs = [spec for spec in find(game_id).options if not spec.text]
    return {spec.key: kept[spec.key] if kept.get(spec.key) in spec.values else spec.default for spec in specs}


def code(game_id: str, deal: str, options: Options) -> str:
    """Return what stands for a deal and its rule set: a share code, or the number where the game has no other deals."""
    if game_id != deck_defence.ID:
        return deal
    return deals.share_code(deal, remake=options.get("rules") == deck_defence.REMAKE)


def rules_of(typed: str) -> dict[str, OptionValue]:
    """Return the option that a typed deal fixes: a share code names its rule set, numbers and cards do not."""
    remake = deals.remake_named(typed)
    return {} if remake is None else {"rules": deck_defence.REMAKE if remake else deck_defence.WEB}
