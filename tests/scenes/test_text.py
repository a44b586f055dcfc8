"""Letters: line breaking with the Japanese rules, shortening, and texts that are rendered once."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pygame
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scenes.drawing.breaking import NOT_AT_END, NOT_AT_START, phrases
from scenes.drawing.text import Type
from scenes.words import LANGUAGES, sentences

pytestmark = pytest.mark.usefixtures("screen")
SIZE = 17
WIDEST = 20
"""No glyph of size 17 is wider."""

japanese = st.text("手札を出して敵カード、。「」（）ー…ッャ!?5 a", max_size=40)
latin = st.text("abc defg, .(hi)jk-lm!", max_size=60)
mixed = st.one_of(japanese, latin, st.text("あ、aB 「」（.\n", max_size=40))
widths = st.integers(WIDEST, 400)


@cache
def typed() -> Type:
    """Return the type that all tests share."""
    return Type()


def bare(text: str) -> str:
    """Return a text without its spaces."""
    return "".join(text.split())


@given(mixed, widths, st.booleans())
def test_no_line_is_wider_than_it_may_be(text: str, width: int, bold: bool) -> None:
    """Every line fits, as long as one letter does."""
    for line in typed().wrap(text, SIZE, width, bold=bold):
        assert typed().width(line, SIZE, bold=bold) <= width


@given(mixed, widths)
def test_wrapping_loses_nothing_but_spaces(text: str, width: int) -> None:
    """The lines joined are the text, spaces aside."""
    assert bare("".join(typed().wrap(text, SIZE, width))) == bare(text)


@given(mixed, widths, st.integers(0, 200))
@example("", 100, 60)
@example("あ", 20, 15)
def test_an_indent_leaves_room_in_the_first_line(text: str, width: int, indent: int) -> None:
    """The first line leaves the indent free, or is empty where nothing fits beside it; nothing is lost by it."""
    lines = typed().wrap(text, SIZE, width, indent=indent)

    assert lines[0] == "" or typed().width(lines[0], SIZE) <= width - indent
    assert all(typed().width(line, SIZE) <= width for line in lines)
    assert bare("".join(lines)) == bare(text)


@given(st.text("手札敵カード、。「」（）ー…ッaB!", max_size=40), st.integers(120, 400))
def test_japanese_lines_begin_and_end_as_they_should(text: str, width: int) -> None:
    """No line begins with 、 or 」 or ends with 「, unless a whole line of such characters cannot be broken at all."""
    lines = typed().wrap(text, SIZE, width)
    assume(all(typed().width(run, SIZE) <= width for run in unbreakable(text)))

    for earlier, later in pairwise(lines):
        assert later[0] not in NOT_AT_START
        assert earlier[-1] not in NOT_AT_END


@given(st.text("手札敵カード、。「」（）ー…ッaB!をに", max_size=40), st.integers(120, 400))
def test_whole_phrases_cost_no_line(text: str, width: int) -> None:
    """Japanese takes as few lines as it would if every line were filled."""
    runs = unbreakable(text)
    assume(all(typed().width(run, SIZE) <= width for run in runs))
    filled = [""]
    for run in runs:
        fits = typed().width(filled[-1] + run, SIZE) <= width
        filled[-1:] = [filled[-1] + run] if fits else [filled[-1], run]

    assert len(typed().wrap(text, SIZE, width)) <= len(filled)


def unbreakable(text: str) -> list[str]:
    """Return the runs of a text without spaces within which the rules allow no break."""
    runs: list[str] = []
    for character in text:
        last = runs[-1][-1] if runs else ""
        half = last and last < "⺀" and character < "⺀"
        if runs and (character in NOT_AT_START or last in NOT_AT_END or half):
            runs[-1] += character
        else:
            runs.append(character)
    return runs


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("召集する。", "召集する", ["召集", "する。"]),
        ("「敵」を", "「敵」", ["「敵」", "を"]),
        ("「敵」を", "「敵", ["「敵", "」を"]),
        ("山札（残り）", "山札（", ["山札", "（残", "り）"]),
        ("abc def", "abc d", ["abc", "def"]),
        ("一\n\n二", "一二", ["一", "", "二"]),
        ("", "一", [""]),
    ],
)
def test_breaks_are_where_a_reader_expects_them(text: str, room: str, lines: list[str]) -> None:
    """Punctuation hangs together with its word, Latin words stay whole, line ends of the text are kept."""
    assert typed().wrap(text, SIZE, typed().width(room, SIZE)) == lines


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "番号は卓に出るので、同じ並びをあとでもう一度遊べます。",
            "番号は/卓に/出るので、/同じ並びを/あとでもう一度遊べます。",
        ),
        ("「剣の3」を手駒の左端へ", "「剣の3」を/手駒の/左端へ"),
        (
            "まだ撃退できない敵は、メインエリアの場所をふさぎます。",
            "まだ/撃退できない/敵は、/メインエリアの/場所を/ふさぎます。",
        ),
        ("敵9枚をすべて撃退しました。", "敵9枚を/すべて/撃退しました。"),
        ("山札（残り14枚）を見る", "山札/（残り14枚）を/見る"),
        ("席を代わってお座りください", "席を/代わってお座りください"),
        ("2枚を並べ直すのは3つ目の手です", "2枚を/並べ直すのは/3つ目の/手です"),
        ("お席へどうぞ。お名前は", "お席へどうぞ。/お名前は"),
        ("4人なら2位、5・6人なら3位", "4人なら/2位、/5・6人なら/3位"),
        ("その場で、ほかの人の前に置く", "その場で、/ほかの人の/前に/置く"),
        ("選びます。挑まなくてもかまいません。", "選びます。/挑まなくても/かまいません。"),
        ("「剣の3」はかえるが持っている", "「剣の3」は/かえるが/持っている"),
        ("F1で、ここの rules を開く", "F1で、/ここの /rules /を/開く"),
        ("the best 18 hands", "the /best /18 hands"),
    ],
)
def test_a_japanese_sentence_is_taken_in_by_phrases(text: str, parts: str) -> None:
    """A phrase ends after its kana, at a pause or a bracket: not within 同じ, 撃退しました, お席, もう一度 or 5・6."""
    assert "/".join(phrases(text)) == parts


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("卓に出るので、同じ並びを", "卓に出るので、同", ["卓に出るので、", "同じ並びを"]),
        ("敵9枚をすべて撃退しました。", "敵9枚をすべて撃退し", ["敵9枚をすべて", "撃退しました。"]),
        ("敵をなければなりません。", "敵をなければな", ["敵をなければな", "りません。"]),
        ("はい、ふさぎますので", "はい、ふさぎますの", ["はい、", "ふさぎますので"]),
        ("戦場の札を1枚開きます。", "戦場の札を1枚開きま", ["戦場の札を", "1枚開きます。"]),
        ("「敵」を取った", "「敵」を取", ["「敵」を", "取った"]),
        (
            "「敵の2」を取った。支援：だれも手を挙げない",
            "「敵の2」を取った。支援：だ",
            ["「敵の2」を取った。", "支援：だれも手を挙げない"],
        ),
        ("アキが援軍で「召集の敵」を取った", "アキが援軍で「召集の敵」を取", ["アキが援軍で", "「召集の敵」を取った"]),
        (
            "Look through the pile. It shows only its top card.",
            "Look through the pile. It shows only its top",
            ["Look through the pile. It shows only its", "top card."],
        ),
        ("Repelled 2 of 9 after 18 actions", "Repelled 2 of 9 after 18", ["Repelled 2 of 9 after", "18 actions"]),
    ],
)
def test_a_line_ends_between_phrases(text: str, room: str, lines: list[str]) -> None:
    """A phrase that would be cut begins the next line, wherever that costs no line more; no word is left over alone."""
    assert typed().wrap(text, SIZE, typed().width(room, SIZE)) == lines


@pytest.mark.parametrize("size", [9, 16, 22, 31, 64])
@pytest.mark.parametrize("bold", [False, True])
def test_lines_of_one_size_are_equally_high(size: int, bold: bool) -> None:
    """Set in the middle of the same height they stand on one line, whether a letter hangs below it or not."""
    typed = Type()
    heights = {typed.write(text, size, (0, 0, 0), bold=bold).get_height() for text in ("Reveal", "gjpqy_", "手札", "9")}
    assert len(heights) == 1


def test_a_loose_text_takes_a_line_more_rather_than_cut_a_phrase() -> None:
    """Where its box is no larger than it must be, it is as short as can be; elsewhere nothing is torn."""
    text, room = "敵と2枚をクリックして決めます。", typed().width("敵と2枚をクリッ", SIZE)

    assert typed().wrap(text, SIZE, room) == ["敵と2枚をクリッ", "クして決めます。"]
    assert typed().wrap(text, SIZE, room, loose=True) == ["敵と2枚を", "クリックして", "決めます。"]


@given(mixed, widths)
def test_a_loose_text_is_set_by_the_same_rules(text: str, width: int) -> None:
    """Nothing is lost, every line fits, and it never has fewer lines."""
    loose, short = typed().wrap(text, SIZE, width, loose=True), typed().wrap(text, SIZE, width)

    assert bare("".join(loose)) == bare(text)
    assert all(typed().width(line, SIZE) <= width for line in loose)
    assert len(loose) >= len(short)


@given(mixed, st.integers(0, 400), st.booleans())
def test_fit_returns_the_text_or_a_beginning_of_it(text: str, width: int, bold: bool) -> None:
    """What fits is left alone; anything else is cut from the end and fits with its ellipsis."""
    text = text.replace("\n", "")
    fitted = typed().fit(text, SIZE, width, bold=bold)

    if typed().width(text, SIZE, bold=bold) <= width:
        assert fitted == text
    else:
        assert fitted.endswith("…")
        assert text.startswith(fitted[:-1].rstrip())
        assert fitted == "…" or typed().width(fitted, SIZE, bold=bold) <= width


@given(mixed, st.integers(1, 400))
def test_shrink_finds_the_largest_size_that_fits(text: str, width: int) -> None:
    """The size returned fits, or is the least; the next larger one would not have fitted."""
    text = text.replace("\n", "")
    size = typed().shrink(text, SIZE, width, 9)

    assert 9 <= size <= SIZE
    assert size == 9 or typed().width(text, size) <= width
    assert size == SIZE or typed().width(text, size + 1) > width


def test_the_same_text_is_rendered_once() -> None:
    """Equal text, size, colour and weight give the same surface; any difference gives another."""
    own = Type()
    first = own.write("手札", SIZE, (1, 2, 3))

    assert own.write("手札", SIZE, (1, 2, 3)) is first
    others = [
        own.write("手", SIZE, (1, 2, 3)),
        own.write("手札", SIZE + 1, (1, 2, 3)),
        own.write("手札", SIZE, (3, 2, 1)),
        own.write("手札", SIZE, (1, 2, 3), bold=True),
    ]
    assert all(other is not first for other in others)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("stroke", ["_", "-", "\u2212", "\u2013", "\u2014"])
def test_a_stroke_is_seen_at_every_size(stroke: str, bold: bool) -> None:
    """The font's own is thinner than a pixel and would vanish: a minus at 13 pixels, an underscore at most sizes."""
    own = typed()
    for size in range(9, 41):
        written = own.write(f"a{stroke}4", size, (255, 255, 255), bold=bold)
        left, right = (own.width(part, size, bold=bold) for part in ("a", f"a{stroke}"))
        middle = (left + right) // 2
        seen = [written.get_at((middle, y)).a for y in range(written.get_height())]
        assert max(seen) == 255, size
        assert sum(alpha > 0 for alpha in seen) <= max(2, size // 8), size


def test_an_empty_text_takes_no_room() -> None:
    """Nothing written is a surface of no width, always the same."""
    own = Type()
    assert own.write("", SIZE, (0, 0, 0)).get_width() == 0
    assert own.write("", SIZE, (0, 0, 0)) is own.write("", 30, (9, 9, 9), bold=True)


def test_texts_no_longer_used_are_let_go() -> None:
    """However much is written, only the texts last used are kept."""
    own = Type()
    kept = own.write("kept", 9, (0, 0, 0))
    for number in range(3000):
        own.write(str(number), 9, (0, 0, 0))
        own.write("kept", 9, (0, 0, 0))
        own._kept.tidy(100_000)

    assert own._kept.size <= 110_000
    assert own.write("kept", 9, (0, 0, 0)) is kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_knows_every_character_of_the_product(language: str) -> None:
    """No sentence has a character that the bundled fonts would draw as a box."""
    fonts = [typed()._font(SIZE, bold) for bold in (False, True)]
    text = sorted(
        {character for sentence in sentences(language).values() for character in sentence if character != "\n"}
    )
    for font in fonts:
        missing = [
            character for character, metrics in zip(text, font.metrics("".join(text)), strict=True) if not metrics
        ]
        assert missing == []


@given(st.text(st.characters(exclude_categories=()), max_size=30))
@example("\ud800")
@example("\xad")
def test_whatever_somebody_types_can_be_measured_and_drawn(text: str) -> None:
    """No text breaks the drawing: control characters, emoji, NUL and half characters out of a spoiled file included."""
    surface = typed().write(text, SIZE, (0, 0, 0))
    assert isinstance(surface, pygame.Surface)
    typed().width(text, SIZE)
    typed().fit(text, SIZE, 60)
    typed().wrap(text, SIZE, 60)
