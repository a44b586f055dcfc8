"""Deal numbers: the same for every game, each the same cards for ever."""

from __future__ import annotations

import re
import unicodedata

from game.core import BadInput, Reason

HIGHEST_NUMBER = 999_999_999


def deal_number(typed: str) -> int:
    """Return the number from 1 to `HIGHEST_NUMBER` that was typed, in digits of any width; raise `BadInput` else."""
    text = unicodedata.normalize("NFKC", typed).strip()
    number = int(text.lstrip("0")[:20] or "0") if re.fullmatch("[0-9]+", text) else 0  # more digits are too many
    if not 1 <= number <= HIGHEST_NUMBER:
        raise BadInput(Reason.of("bad.deal_number", value=text[:20], most=HIGHEST_NUMBER))
    return number
