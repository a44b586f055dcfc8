"""Runs one match: the Table, its chair, its autosave. Alone among the scenes this module may hold a Table."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from game.catalogue import find
from game.core import BadInput, Options, Seat
from game.deck_defence.deals import HIGHEST_NUMBER
from game.table import Chair, Table, lay_again
from scenes.store import Store

AnyChair = Chair[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """One game at this table. Scenes play through `chair`; `deal` is its code, `options` those that were set."""

    game_id: str
    deal: str
    options: Options
    chair: AnyChair


def begin(store: Store, game_id: str, deal: str, options: Options) -> Match:
    """Deal a new game, which takes the place of the one kept; raise `BadInput` for a bad game, deal code or option."""
    game = find(game_id)
    return _match(Table(game, deal, game.seats[0], options, match=secrets.token_hex(8), keep=store.keep))


def resume(store: Store) -> Match | None:
    """Return the match that was kept, exactly where it stood; None where there is none that can be played on.

    A kept game that does not replay is set aside, and the store tells of it.
    """
    record = store.load_record()
    if record is None:
        return None
    try:
        return _match(lay_again(find(record.game), record, keep=store.keep))
    except BadInput as error:
        store.set_aside(error.reason)
        return None


def fresh_deal() -> str:
    """Return the number of a deal that nobody has chosen; the only chance that comes from outside."""
    return str(1 + secrets.randbelow(min(HIGHEST_NUMBER, 999_999)))


def _match(table: Table[Any, Any, Any, Any, Any]) -> Match:
    return Match(table.game.id, table.deal, table.options, table.chair(Seat(0)))
