"""Where a line may end: by the Japanese rules for line starts and ends, and best between phrases (文節)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

NOT_AT_START = frozenset(
    "、。，．・：；？！）］｝〉》」』】〕ー…‥ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.!?:;)]}%"
)
NOT_AT_END = frozenset("（［｛〈《「『【〔([{")
_CLOSES = frozenset("）］｝〉》」』】〕")
_PAUSES = frozenset("、。，．・：；？！…‥")
_RESTS = _PAUSES - {"："} | {" "}
"""Where a reader rests: not between a heading and its words."""
_LEADING = ("この", "その", "あの", "どの", "ほかの", "もう")
_POLITE = frozenset("おご")
_PARTICLES = frozenset("をはがにでとのもへて")
_TORN, _BETWEEN, _RAGGED, _SCRAP = 100.0, 6.0, 30.0, 50.0
"""What it costs to cut a phrase, to end a line after one but at no pause, to leave it empty, to end with a scrap."""
_LINE = 70.0
"""What a line costs where there is room for more of them."""
_NEVER = (1 << 30, 0.0, 0)
"""Lines, cost and beginning of the last one where a text cannot be set."""


def stands_alone(character: str) -> bool:
    """Whether a line may be broken before and after this character even within a word (kana, kanji, full width)."""
    return character >= "⺀"


def pieces(text: str) -> list[str]:
    """Cut a text into the parts that a line may be broken between."""
    found: list[str] = []
    for character in text:
        if found and _glued(found[-1][-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def phrases(text: str) -> list[str]:
    """Cut a text into the parts that a line is best broken between: pieces that belong together stay together."""
    found: list[str] = []
    for piece in pieces(text):
        if found and not _parts(found[-1], piece[0]):
            found[-1] += piece
        else:
            found.append(piece)
    return found


def spread(
    text: str,
    widths: Sequence[float],
    blanks: Sequence[float],
    width: float,
    indent: float,
    scrap: float,
    *,
    loose: bool = False,
) -> list[str]:
    """Set the pieces of a text, so wide each, in as few lines as can be: cutting few phrases, and no line much emptier.

    `blanks` is how much of each piece are spaces at its end: they may stand out. The first line begins after the
    indent; a last one narrower than `scrap` is avoided. A `loose` text rather takes a line more than it cuts a phrase.
    Empty where a piece is wider than a line.
    """
    line = (0, _LINE) if loose else (1, 0.0)
    parts = pieces(text)
    between = set(accumulate(len(phrase) for phrase in phrases(text)))
    ends = list(accumulate(len(part) for part in parts))
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for count, end in enumerate(ends, start=1):
        found, long = _NEVER, -blanks[count - 1]
        pause = parts[count - 1][-1] in _RESTS
        torn = _TORN if end not in between else 0.0 if pause else _BETWEEN
        for start in range(count - 1, -1, -1):
            long += widths[start]
            room = width if start else width - indent
            if long > room:
                break
            cost = torn + _RAGGED * ((room - long) / room) ** 2
            if count == len(parts):
                cost = _SCRAP if start and long < scrap else 0.0
            found = min(found, (best[start][0] + line[0], best[start][1] + line[1] + cost, start))
        best.append(found)
    lines: list[str] = []
    count = len(parts)
    while count and best[count] != _NEVER:
        start = best[count][2]
        words = "".join(parts[start:count]).rstrip()
        lines.insert(0, words.lstrip() if start else words)
        count = start
    return lines if not count else []


def _glued(last: str, character: str) -> bool:
    """Whether no line may end between two characters."""
    return (
        character in NOT_AT_START
        or "\u00a0" in (character, last)
        or last in NOT_AT_END
        or character == " "
        or (last == "・" and character.isdigit())  # 5・6人
        or (last != " " and not stands_alone(character) and not stands_alone(last))
    )


def _parts(phrase: str, first: str) -> bool:
    """Whether `phrase` is over where `first` comes: told by the kinds of the characters, without a dictionary."""
    last = phrase[-1]
    if phrase.rfind("「") > phrase.rfind("」"):
        return False  # 「剣の3」 is a name
    if last in _CLOSES:
        return not _hiragana(first)
    if last == " ":
        return not phrase.rstrip().isdigit()  # 18 actions
    if last in _PAUSES or first in NOT_AT_END or last == "を":
        return True
    if phrase.endswith(("ても", "でも")) and first == "か":
        return True  # 挑まなくても/かまいません
    if last in "はが" and phrase[-2:-1] in _CLOSES:
        return True  # 「剣の3」は/かえるが
    if phrase.endswith(_LEADING):
        return False  # その場で, ほかの人, もう一手
    alone = len(phrase) == 1 or not _hiragana(phrase[-2])
    if last in _POLITE and (alone or phrase[-2] in _PARTICLES):
        return False  # お席, ご自分
    if alone and last not in _PARTICLES:
        return False  # 並べ直す, 3つ目
    return _hiragana(last) and not _hiragana(first)


def _hiragana(character: str) -> bool:
    return "ぁ" <= character <= "ゟ"
