"""The figures of the help pages: they stand in one place, are complete, and agree with the rules of the labels."""

from __future__ import annotations

import pytest

from game.deck_defence.deals import LABELLED, PARTS, Difficulty, label
from game.deck_defence.public import ID
from scenes.figures import _read, figures
from scenes.pages.rulebook import blocks
from scenes.words import LANGUAGES, Words


def test_the_labels_begin_where_the_page_says() -> None:
    """A deal has a label from so many wins on, and not from one less."""
    told = _read(ID)["difficulty"]
    assert told["parts"] == PARTS
    assert told["labelled"] == f"{LABELLED:,}"
    for name in ("easy", "fair", "hard"):
        assert label(told[name]) is Difficulty(name)
        assert label(told[name] - 1) is not Difficulty(name)


def test_every_measurement_has_its_interval() -> None:
    """A share of wins lies within its interval, whoever writes the numbers down."""
    measured = _read(ID)["measured"]
    assert measured
    for one in measured:
        assert 0 <= one["win_least"] <= one["win"] <= one["win_most"] <= 100
        assert float(one["score"]) > float(one["score_error"]) > 0
        assert one["deals"] >= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_lists_every_measurement(language: str) -> None:
    """Each is a line of a list, with its head; nothing is left open."""
    words = Words(language)
    text = words(f"{ID}.rules.advice.text", **figures(words, ID))
    lists = [block for block in blocks(text) if block.mark == "-"]
    assert len(lists) == 2 + len(_read(ID)["measured"]) + 4
    assert all(block.head and block.text for block in lists)
    assert "{" not in text


def test_a_game_without_figures_has_none() -> None:
    """Its pages name none."""
    assert figures(Words("en"), "no-such-game") == {"measured": ""}
