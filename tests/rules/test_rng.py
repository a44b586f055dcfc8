"""The generator: golden values, no bias, and chance that is written down."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rng import ChanceMismatch, Random, Script

GAMMA = 0x9E3779B97F4A7C15


def test_words_are_those_of_splitmix64() -> None:
    """The published generator: the first five words of the seed 1234567, as in its reference implementations."""
    source, words = Random(1234567), []
    for _ in range(5):
        word, source = source.next_word()
        words.append(word)
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_generator_is_a_value() -> None:
    """Drawing changes nothing: the same generator gives the same again."""
    source = Random(5)
    assert source.next_word() == source.next_word()
    assert source.shuffled("abcdefg") == source.shuffled("abcdefg")
    assert source == Random(5)


def test_seeds_are_told_apart() -> None:
    """Numbers and texts, their order and where one ends: all of it counts."""
    parts: list[tuple[int | str, ...]] = [
        (),
        (0,),
        (1,),
        (-1,),
        (0, 0),
        (1, 2),
        (2, 1),
        ("",),
        ("ab",),
        ("a", "b"),
        ("ba",),
        ("手札",),
        ("deck-defence", 1),
        ("deck-defence", 2),
        ("deck-defence1",),
    ]
    assert len({Random.seeded(*each).word for each in parts}) == len(parts)


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64))
def test_a_number_lies_below_its_bound(word: int, bound: int) -> None:
    """From 0 to bound - 1, whatever the bound from 1 to 2**64."""
    number, after = Random(word).below(bound)
    assert 0 <= number < bound
    assert 0 <= after.word < 2**64


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_other_bounds_are_refused(bound: int) -> None:
    """There is no number below 0, and 64 bits reach no further."""
    with pytest.raises(ValueError, match=f"bound {bound} is not in 1 to"):
        Random(0).below(bound)


def test_the_widest_bound_takes_every_word() -> None:
    """At 2**64 a draw is the word itself."""
    word, after = Random(77).next_word()
    assert Random(77).below(2**64) == (word, after)


def test_words_that_would_favour_low_numbers_are_thrown_away() -> None:
    """No bias: at a bound of 2**63 + 1 nearly every second word is above the last multiple and drawn anew."""
    bound, thrown = 2**63 + 1, 0
    for seed in range(200):
        word, after = Random(seed).next_word()
        if word >= bound:
            thrown += 1
            assert Random(seed).below(bound) == after.below(bound)
        else:
            assert Random(seed).below(bound) == (word, after)
    assert 60 < thrown < 140


def test_every_order_is_equally_likely() -> None:
    """The 24 orders of four cards come about equally often (chi-squared, 23 degrees of freedom, p > 0.001)."""
    counts = Counter(Random(seed * GAMMA % 2**64).shuffled("abcd")[0] for seed in range(4800))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


@given(st.integers(0, 2**64 - 1), st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(word: int, items: list[int]) -> None:
    """The same items in some order; the list that was given stays as it was."""
    before = list(items)
    shuffled, _ = Random(word).shuffled(items)
    assert sorted(shuffled) == sorted(before)
    assert items == before


def test_a_script_gives_what_is_written() -> None:
    """Draw by draw, shuffles and numbers, until it is used up."""
    script = Script((("b", "a", "a"), 3, 0))
    order, after = script.shuffled(("a", "a", "b"))
    assert order == ("b", "a", "a")
    assert after.below(4) == (3, Script((0,)))
    assert Script((0,)).below(1) == (0, Script(()))


@pytest.mark.parametrize("draws", [(), (4,), (-1,), (("a",),)])
def test_a_script_refuses_another_number(draws: tuple[int | tuple[object, ...], ...]) -> None:
    """Used up, out of the bound, or a shuffle in its place: the message says what was asked and what is next."""
    with pytest.raises(ChanceMismatch, match="a number below 4 was asked for, next is"):
        Script(draws).below(4)


@pytest.mark.parametrize(
    "draws", [(), (1,), (("a", "b"),), (("a", "b", "b"),), (("a", "b", "x"),), (("a", "b", "a", "c"),)]
)
def test_a_script_refuses_another_shuffle(draws: tuple[int | tuple[object, ...], ...]) -> None:
    """Used up, a number in its place, too few, too many or other cards."""
    with pytest.raises(ChanceMismatch, match="an order of 3 cards was asked for, next is"):
        Script(draws).shuffled(("a", "b", "a"))
