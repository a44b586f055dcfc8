"""Runs transcripts by an independent implementation against the rules.

A checker takes one parsed transcript file and yields a result for each transcript in it. It must compare everything
the file states, decision by decision; nothing is skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from game.core import BadInput, Reason
from game.deck_defence import transcripts as deck_defence
from game.haruhi import card_file as haruhi_cards
from game.haruhi import card_set as haruhi_set
from game.haruhi import transcripts as haruhi
from game.kanu import card_set
from game.kanu import transcripts as kanu


@dataclass(frozen=True, slots=True)
class Verdict:
    """One transcript: its name, and the first difference from the rules, or None where they agree."""

    name: str
    difference: str | None


CardFiles = Mapping[str, str]
"""The text of each game's card file, by the game's id."""
Checker = Callable[[Any, CardFiles], Iterator[tuple[str, str | None]]]
_NO_FILES: CardFiles = MappingProxyType({})

CHECKERS: dict[str, Checker] = {
    "deckdefence-playouts/1": lambda content, _: deck_defence.check_playouts(content),
    "deckdefence-deals/1": lambda content, _: deck_defence.check_deals(content),
    "kanu-vectors/1": lambda content, files: kanu.check_games(content, card_set.from_toml(files[card_set.ID])),
    "zoushoku-vectors-1": lambda content, files: haruhi.check_games(
        content, haruhi_cards.from_toml(files[haruhi_set.ID])
    ),
}


def check(text: str, card_files: CardFiles = _NO_FILES) -> list[Verdict]:
    """Return a verdict for every transcript of one file. A format that is not known yet is one failed transcript.

    Games whose cards stand in a file are played with those of `card_files`.
    Raises `BadInput` where `text` is no transcript file at all.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(Reason.of("bad.transcript_json")) from None
    name = content.get("format") if isinstance(content, dict) else None
    if not isinstance(name, str):
        raise BadInput(Reason.of("bad.transcript_format"))
    if name not in CHECKERS:
        return [Verdict(name, "the rules of this format are not built yet")]
    try:
        return [Verdict(*verdict) for verdict in CHECKERS[name](content, card_files)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadInput(Reason.of("bad.transcript_content", detail=f"{type(error).__name__}: {error}")) from error
