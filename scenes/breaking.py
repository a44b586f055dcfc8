"""Where a line may end: by the Japanese rules for line starts and ends, and best between phrases (文節)."""

from __future__ import annotations

NOT_AT_START = frozenset(
    "、。，．・：；？！）］｝〉》」』】〕ー…‥ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.!?:;)]}%"
)
NOT_AT_END = frozenset("（［｛〈《「『【〔([{")
_CLOSES = frozenset("）］｝〉》」』】〕")
_PAUSES = frozenset("、。，．・：；？！…‥")
_POLITE = frozenset("おご")
_PARTICLES = frozenset("をはがにでとのもへて")


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


def _glued(last: str, character: str) -> bool:
    """Whether no line may end between two characters."""
    return (
        character in NOT_AT_START
        or "\u00a0" in (character, last)
        or last in NOT_AT_END
        or character == " "
        or (last != " " and not stands_alone(character) and not stands_alone(last))
    )


def _parts(phrase: str, first: str) -> bool:
    """Whether `phrase` is over where `first` comes: told by the kinds of the characters, without a dictionary."""
    last = phrase[-1]
    if phrase.rfind("「") > phrase.rfind("」"):
        return False  # 「剣の3」 is a name
    if last in _CLOSES:
        return not _hiragana(first)
    if last == " " or last in _PAUSES or first in NOT_AT_END or last == "を":
        return True
    alone = len(phrase) == 1 or not _hiragana(phrase[-2])
    if last in _POLITE and (alone or phrase[-2] in _PARTICLES):
        return False  # お席, ご自分
    if alone and last not in _PARTICLES:
        return False  # 並べ直す, 3つ目
    return _hiragana(last) and not _hiragana(first)


def _hiragana(character: str) -> bool:
    return "ぁ" <= character <= "ゟ"
