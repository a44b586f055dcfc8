"""Runs transcripts by an independent implementation against the rules.

A checker takes one parsed transcript file and yields a result for each transcript in it. It must compare everything
the file states, decision by decision; nothing is skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from game.core import BadInput, Reason
from game.deck_defence import transcripts as deck_defence


@dataclass(frozen=True, slots=True)
class Verdict:
    """One transcript: its name, and the first difference from the rules, or None where they agree."""

    name: str
    difference: str | None


Checker = Callable[[Any], Iterator[tuple[str, str | None]]]

CHECKERS: dict[str, Checker] = {
    "deckdefence-playouts/1": deck_defence.check_playouts,
    "deckdefence-deals/1": deck_defence.check_deals,
}


def check(text: str) -> list[Verdict]:
    """Return a verdict for every transcript of one file. A format that is not known yet is one failed transcript.

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
        return [Verdict(*verdict) for verdict in CHECKERS[name](content)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadInput(Reason.of("bad.transcript_content", detail=f"{type(error).__name__}: {error}")) from error
