"""What the rules of a game are called where they are a set of their own, chosen at the start. It touches no rule."""

from __future__ import annotations

from game.catalogue import GAMES
from game.core import Options
from scenes.words import Words


def rules_name(words: Words, game_id: str, options: Options) -> str | None:
    """Return the name of the rules that `options` choose, None for a game's usual ones.

    Only options whose values have names choose rules; what is on or off goes without saying.
    """
    name: str | None = None
    for spec in GAMES[game_id].options:
        value = options.get(spec.key, spec.default)
        if value != spec.default and isinstance(value, str) and not spec.text:
            said = words(f"{game_id}.option_value.{spec.key}.{value}")
            name = said if name is None else words("list.dot", first=name, second=said)
    return name
