"""The words: the same keys in both languages, every key that the program names, and letters that can be drawn."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core import Reason
from scenes.pages.rulebook import blocks
from scenes.pages.rules import FACES, SECTIONS
from scenes.words import LANGUAGES, Words, preferred, sentences

ROOT = Path(__file__).resolve().parents[2]
FONTS = sorted((ROOT / "assets" / "fonts").glob("*.ttf"))
READ_SIZES = (14, 16, 17, 19, 24, 34)
"""Text sizes that windows of 800 x 600 to 1920 x 1080 really use."""
FILES = {"settings.json", "table.tefuda", "narration.txt"}
"""What looks like a key and is the name of a file."""
BLANK = " \n\u3000\u00a0"


def plain(key: str) -> str:
    """Return a key without the number it is for."""
    stem, _, number = key.rpartition(".")
    return stem if number in ("one", "other") and f"{stem}.one" in sentences("en") else key


def spoken(text: str) -> str:
    """Return a sentence without its placeholders."""
    return "".join(literal for literal, _, _, _ in string.Formatter().parse(text))


def placeholders(text: str) -> set[str]:
    """Return the names of the values that a sentence takes."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def trees() -> Iterator[ast.AST]:
    """Yield every module of the program."""
    for file in (ROOT / "main.py", *(ROOT / "game").rglob("*.py"), *(ROOT / "scenes").rglob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


def named_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the keys that stand in the program, and patterns for those that it puts together."""
    sections = {key.partition(".")[0] for key in sentences("en")}
    whole: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for tree in trees():
        inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)) if id(node) not in inside:
                    if (
                        re.fullmatch(r"[a-z_-]+(\.[a-z_]+)+", text)
                        and text.partition(".")[0] in sections
                        and text not in FILES
                    ):
                        whole.add(text)
                case ast.JoinedStr(values=values):
                    parts = [
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z_.0-9-]+"
                        for part in values
                    ]
                    literal = "".join(str(part.value) for part in values if isinstance(part, ast.Constant))
                    if re.fullmatch(r"[a-z_.-]*[a-z]{4}[a-z_.-]*|[a-z-]+\.", literal):
                        patterns.append(re.compile("".join(parts)))
    return whole, patterns


def test_both_languages_have_the_same_keys() -> None:
    """Nothing is said in one language only; English may tell one from many."""
    japanese, english = ({plain(key) for key in sentences(language)} for language in ("ja", "en"))

    assert japanese == english


def test_both_languages_take_the_same_values() -> None:
    """A sentence has the same values in both; one for the number 1 may leave the number out."""
    japanese = sentences("ja")
    for key, text in sentences("en").items():
        wanted = placeholders(japanese[plain(key)])
        left_out = {"count"} if key.endswith(".one") else set()
        assert placeholders(text) | left_out == wanted | left_out, key


def test_every_key_that_the_program_names_exists() -> None:
    """No key in the source is missing, in either language."""
    whole, _ = named_keys()
    known = {plain(key) for key in sentences("en")}
    # a part of a longer key, put together elsewhere, is no key itself
    missing = {key for key in whole - known if not any(other.startswith(f"{key}.") for other in known)}

    assert missing == set()


def test_no_sentence_is_left_over() -> None:
    """Every sentence is named somewhere, or fits a key that is put together."""
    whole, patterns = named_keys()
    asked = {plain(key) for key in sentences("en")} - whole
    unused = {key for key in asked if not any(pattern.fullmatch(key) for pattern in patterns)}

    assert unused == set()


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_every_letter_can_be_seen(font: Path, screen: pygame.Surface) -> None:
    """Each character of all sentences leaves ink, in both weights, at the sizes that are read."""
    letters = sorted(
        {letter for language in LANGUAGES for text in sentences(language).values() for letter in spoken(text)}
    )
    unseen = {
        letter
        for size in READ_SIZES
        for loaded in (pygame.font.Font(font, size),)
        for letter in letters
        if letter not in BLANK and not pygame.mask.from_surface(loaded.render(letter, True, "white"), 90).count()
    }

    assert screen.get_size()
    assert unseen == set()


def test_there_are_two_fonts() -> None:
    """The test above looks at what is bundled."""
    assert len(FONTS) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_the_house_style(language: str) -> None:
    """No exclamation marks, no doubled or trailing spaces, no half-width punctuation in Japanese."""
    for key, text in sentences(language).items():
        prose = "\n".join(line for line in text.split("\n") if not line.startswith(("! ", "= ", "& ")))
        assert "!" not in prose, key
        assert "！" not in text, key
        assert not re.search(r"[^\n ]  |[ \t]$", text), key
        if language == "ja" and not key.startswith(("command_line.", "keys.")):
            assert not re.search(r"[ぁ-んァ-ヶ一-龠][,.?]", text), key


@pytest.mark.parametrize(("game", "section"), [(game, section) for game in FACES for section in SECTIONS[game]])
def test_rules_are_built_alike_in_both_languages(game: str, section: str) -> None:
    """A section has the same lines in the same order, and shows the same cards."""
    key = f"{game}.rules.{section}.text"
    japanese, english = blocks(sentences("ja")[key]), blocks(sentences("en")[key])

    assert [block.mark for block in japanese] == [block.mark for block in english]
    for ours, theirs in zip(japanese, english, strict=True):
        assert bool(ours.head) == bool(theirs.head), ours.text
        assert ours.text
        if ours.mark in ("=", "&"):
            assert ours.head == theirs.head


def test_what_is_the_learners_is_yours() -> None:
    """The learner's name is no name: what belongs to it is not "You's"; other names are as they are."""
    english, japanese = Words("en"), Words("ja")

    assert english("kanu.area.hand", name=english("lesson.you")) == "Your hand"
    assert english("kanu.area.hand", name="Youko") == "Youko's hand"
    assert english("kanu.area.hand", name="MaYou") == "MaYou's hand"
    assert japanese("kanu.area.hand", name=japanese("lesson.you")) == "あなたの手札"


def test_one_and_many() -> None:
    """English says one card and two cards; Japanese needs no difference."""
    said = [Words("en")("table.actions", count=count) for count in (1, 2)]

    assert said == ["1 action", "2 actions"]
    assert Words("ja")("table.actions", count=1) == "1手"


def test_less_than_nothing_has_the_sign_for_minus() -> None:
    """A hyphen is too short to be seen before a figure."""
    assert Words("en")("haruhi.owned.points", count=-2) == "\u22122 pts"
    assert Words("ja")("haruhi.owned.points", count=-2) == "\u22122点"


def test_a_sentence_is_always_text() -> None:
    """A folder of players may have a name that is none; what cannot be written could be neither told nor kept."""
    folder = b"/home/caf\xe9/cards".decode("utf-8", "surrogateescape")
    for language in LANGUAGES:
        words = Words(language)
        assert "/home/caf?/cards" in words("cards.copied", path=folder).encode("utf-8").decode("utf-8")
        assert "caf?" in words("cards.not_copied", cause=Reason.of("store.cannot_read_cards", path=folder, cause="x"))


def test_a_reason_within_a_reason_is_said_in_the_same_language() -> None:
    """Values that are words follow the reader's language."""
    card = Reason.of("deck-defence.card.name", suit=Reason.of("deck-defence.suit.sword"), rank=3)

    assert Words("ja").say(Reason.of("deck-defence.log.mustered", card=card)) == "「剣の3」を召集した"
    assert Words("en").say(Reason.of("deck-defence.log.mustered", card=card)) == "Mustered Sword\u00a03"


def test_an_unknown_key_is_a_fault_of_the_program() -> None:
    """It is not passed over in silence."""
    with pytest.raises(KeyError):
        Words("en")("no.such.key")


@pytest.mark.parametrize(
    ("locales", "language"),
    [(["ja_JP"], "ja"), (["fr_FR", "ja"], "ja"), (["en_GB", "ja_JP"], "en"), (["C"], "en"), ([], "en")],
    ids=["japanese", "second", "english", "posix", "none"],
)
def test_the_language_follows_the_system(locales: list[str], language: str) -> None:
    """The first locale that we speak decides, else English."""
    assert preferred(locales) == language
