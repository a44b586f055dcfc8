"""Card files of Kan'u Collection: the default set, other sets, and one reason for every fault."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli

from game import cards as card_files
from game.core import BadInput, Outcome, Reason, Seat
from game.kanu import card_set as sets
from game.kanu.card_set import Card, Effect, Named
from game.kanu.public import HandsRaised, Phase
from game.kanu.rules import Kanu
from game.record import dump, fingerprint, load
from game.table import Table, lay_again
from tests.rules.benches import KANU_CARDS, kanu_bench
from tests.rules.laws import LAWS, Play, moments

FILE = Path(__file__).parents[2] / "assets" / "cards" / "kanu.toml"
TEXT = FILE.read_text("utf-8")


def fault(text: str) -> tuple[str, dict[str, Any]]:
    """Return the key and the values of what is wrong with a card file."""
    with pytest.raises(BadInput) as caught:
        sets.from_toml(text)
    return caught.value.reason.key, dict(caught.value.reason.values)


def changed(old: str, new: str) -> str:
    """Return the default file with one thing changed."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_default_set_is_marked_as_our_own() -> None:
    """What the source leaves open is this project's, in both languages."""
    assert KANU_CARDS.origin == "tefuda"
    assert KANU_CARDS.name.ja != KANU_CARDS.name.en
    assert KANU_CARDS.note.ja != KANU_CARDS.note.en


def test_the_default_set_stays_as_it_is() -> None:
    """Where a change is meant, balance and vectors change with it; games that are kept hold their own set."""
    nameless = replace(KANU_CARDS, name=Named("", ""), note=Named("", ""))
    assert fingerprint(nameless) == "7a159dcff3bfac3eaa6cc7eea6feafad"


def test_a_set_comes_back_from_its_record() -> None:
    """As the same value and the same text, however the file was laid out."""
    text = sets.record_text(KANU_CARDS)
    assert sets.from_record(text) == KANU_CARDS
    assert sets.record_text(sets.from_record(text)) == text
    plain = re.sub(r"#[^\n]*", "", TEXT)
    assert sets.record_text(sets.from_toml(plain)) == text


def test_an_old_game_is_laid_again_when_the_file_has_changed() -> None:
    """Its record holds the whole set; the default of the game plays no part."""
    table = Table(Kanu(KANU_CARDS), "5", 3, {})
    for _ in range(20):
        turn = table.turn
        assert turn is not None
        table.act(turn, table.view(turn).legal[-1])
    record = load(dump(table.record()))
    newer = Kanu(replace(KANU_CARDS, hands=(2, 2, 2, 2)))
    for game in (newer, Kanu()):
        assert lay_again(game, record).view(Seat(0)) == table.view(Seat(0))


def test_a_record_without_a_set_is_refused() -> None:
    """A damaged set is no set; one that was altered by hand is checked like a file."""
    for text in ("", "[]", "{", "7", '{"a": ' * 9999):
        with pytest.raises(BadInput) as caught:
            sets.from_record(text)
        assert caught.value.reason == Reason.of("cards.no_set")
    content = json.loads(sets.record_text(KANU_CARDS))
    content["hands"]["3"] = 70
    with pytest.raises(BadInput) as caught:
        sets.from_record(json.dumps(content))
    assert caught.value.reason.key == "cards.out_of_range"


def small_set() -> str:
    """Return a set of two series with three numbers, dealt for six, in which every pair bears effects."""
    content = tomli.loads(TEXT)
    effects = {"1": ["duel", "espionage"], "2": ["support", "search"], "3": ["night", "formation"]}
    series = [{**part, "effects": effects} for part in content["series"][:2]]
    content |= {"numbers": 3, "series": series, "peek": [0, 1, 99], "duel_bonus": [0, 9, 0, 1], "guard_rounds": 2}
    content["hands"] = {str(seats): 1 for seats in range(3, 7)}
    content["field"] = {"rows": 1, "columns": 3, "small": 1}
    return json.dumps(content)


def test_another_set_decides_everything_it_may() -> None:
    """Series, numbers, effects, tables, hands, field and guard."""
    card_set = sets.from_record(small_set())
    assert [str(kind) for kind in card_set.kinds] == ["11", "12", "13", "21", "22", "23"]
    assert card_set.effects(Card(2, 1)) == (Effect.DUEL, Effect.ESPIONAGE)
    assert (card_set.cells, card_set.hand(6), card_set.small, card_set.guard_rounds) == (3, 1, 1, 2)
    assert [card_set.has(Card(*kind)) for kind in ((2, 3), (3, 1), (1, 4), (0, 1), (1, 0))] == [True] + [False] * 4


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_games_with_another_set_end_and_keep_the_laws(seats: int) -> None:
    """Small fields, other effects and another guard lead into no corner the rules do not know."""

    def ended(state: Any, outcome: Outcome) -> None:
        assert outcome.scores == tuple(len(pairs) for pairs in state.board.pairs)

    game = Kanu(sets.from_record(small_set()))
    bench = replace(kanu_bench(game), check_end=ended, bound=lambda seats: 3 * 13 * 2 * seats + 200)
    told = set()
    for luck in range(16):
        play = Play(str(luck + 1), seats, luck, 60)
        for law in LAWS if luck < 5 else ():
            law(bench, play)
        for moment in moments(bench, play):
            told |= {type(event) for event in moment.step.events} | {moment.before.board.phase}
    assert {HandsRaised, Phase.SPY, Phase.DUEL, Phase.TAKE} <= told


@pytest.mark.parametrize(
    ("old", "new", "key", "values"),
    [
        ("[field]", "[field", "no_toml", {"line": TEXT.split("[field]")[0].count("\n") + 1, "column": 7}),
        ("copies = 2", f"copies = {'9' * 5000}", "too_much", {}),
        ('format = "kanu-cards/1"', "", "missing", {"place": "format"}),
        ("kanu-cards/1", "kanu-cards/2", "unknown_value_near", {"value": "kanu-cards/2", "suggestion": "kanu-cards/1"}),
        ("kanu-cards/1", "chess", "unknown_value", {"place": "format", "value": "chess", "allowed": "kanu-cards/1"}),
        ('format = "kanu-cards/1"', "format = 1", "wrong_kind", {"place": "format", "value": "1"}),
        ('origin = "tefuda"', "origin = 5", "wrong_kind", {"wanted": Reason("cards.kind_text")}),
        ('origin = "tefuda"', 'origin = " "', "bad_text", {"place": "origin", "value": " ", "most": 60}),
        ('origin = "tefuda"', f'origin = "{"x" * 61}"', "bad_text", {"value": "x" * 40 + "…"}),
        ('origin = "tefuda"', 'origin = "a\\nb"', "bad_text", {"place": "origin"}),
        ("numbers = 6", 'numbers = "six"', "wrong_kind", {"value": "six", "wanted": Reason("cards.kind_number")}),
        ("numbers = 6", "numbers = true", "wrong_kind", {"place": "numbers", "value": "True"}),
        ("numbers = 6", "numbers = 10", "out_of_range", {"place": "numbers", "value": "10", "least": 1, "most": 9}),
        ("numbers = 6", "nubmers = 6", "missing_near", {"place": "numbers", "found": "nubmers"}),
        ("copies = 2", "copies = 3", "only", {"place": "copies", "value": "3", "needed": 2}),
        ("copies = 2", "copies = 2\ncopy = 2", "unknown_key_near", {"place": "copy", "suggestion": "copies"}),
        ("copies = 2", "copies = 2\nzz = 2", "unknown_key", {"place": "zz"}),
        ("peek = [1, 2,", "peek = [1,", "wrong_count", {"place": "peek", "found": 6, "needed": 7}),
        ("peek = [1, 2,", "peek = 7 #", "wrong_kind", {"wanted": Reason("cards.kind_numbers")}),
        ("peek = [1, 2,", "peek = [1, -2,", "out_of_range", {"value": "-2", "least": 0}),
        ("guard_rounds = 5", "guard_rounds = 0", "out_of_range", {"place": "guard_rounds", "least": 1}),
        ('name = { ja = "手札の標準組",', 'name = { jp = "手札の標準組",', "missing", {"place": "name.ja"}),
        ('name = { ja = "手札の標準組",', 'name = { fr = "x", ja = "x",', "unknown_key", {"place": "name.fr"}),
        ("note = {", 'note = "x" #', "wrong_kind", {"place": "note", "wanted": Reason("cards.kind_table")}),
        ('id = "ikkitousen"', 'id = "yokoyama"', "twice", {"place": "series.2.id", "value": "yokoyama"}),
        ('3 = ["search", "night"]', '3 = "search"', "wrong_kind", {"wanted": Reason("cards.kind_texts")}),
        ('3 = ["search", "night"]', "3 = [4]", "wrong_kind", {"place": "series.yokoyama.effects.3"}),
        (
            '"search", "night"',
            '"search", "nigth"',
            "unknown_value_near",
            {"place": "series.yokoyama.effects.3", "value": "nigth", "suggestion": "night"},
        ),
        ('"search", "night"', '"search", "search"', "twice", {"place": "series.yokoyama.effects.3"}),
        ('6 = ["duel"]', '7 = ["duel"]', "unknown_key", {"place": "series.ikkitousen.effects.7"}),
        ("effects = { 2 =", "efects = { 2 =", "missing_near", {"place": "series.ikkitousen.effects"}),
        ("3 = 8", "2 = 8", "missing", {"place": "hands.3"}),
        ("3 = 8", "3 = 8\n7 = 3", "unknown_key", {"place": "hands.7"}),
        ("6 = 4\n", "6 = 8\n", "too_few", {"seats": 6, "needed": 73, "cards": 72}),
        ("rows = 5", "rows = 7", "out_of_range", {"place": "field.rows", "value": "7", "most": 6}),
        ("small = 5", "small = 26", "out_of_range", {"place": "field.small", "most": 25}),
        ("small = 5", "small = 5\nlarge = 6", "unknown_key", {"place": "field.large"}),
        ("sortie = 0", "sortie = 0\nsorties = 0", "unknown_key_near", {"suggestion": "sortie"}),
        ("develop = 3", "develop = 3.0", "wrong_kind", {"place": "draws.develop", "value": "3.0"}),
    ],
)
def test_every_fault_is_named(old: str, new: str, key: str, values: dict[str, Any]) -> None:
    """Where it stands, what stands there, and what may have been meant."""
    found, told = fault(changed(old, new))
    assert found == f"cards.{key}"
    assert {name: told[name] for name in values} == values


def test_a_missing_key_may_hide_behind_a_new_one() -> None:
    """A suggestion for an unknown key is first looked for among what is missing."""
    block = card_files.from_toml("lst = 1\nleast = 2")
    assert block.number("least", 0, 9) == 2
    assert list(block.optional(("list", "laste"))) == []
    with pytest.raises(BadInput) as caught:
        block.done()
    assert caught.value.reason == Reason.of("cards.unknown_key_near", place="lst", suggestion="list")


@pytest.mark.parametrize(
    ("series", "key"),
    [("series = 5", "wrong_kind"), ("series = [5]", "wrong_kind"), ("series = []", "out_of_range")],
)
def test_series_are_tables(series: str, key: str) -> None:
    """At least one of them."""
    head = TEXT.split("[[series]]")[0]
    found, told = fault(f"{head}\n{series}\n")
    assert (found, told["place"]) == (f"cards.{key}", "series")


def test_at_most_nine_series() -> None:
    """A card is written as two digits."""
    more = "\n".join(
        f'[[series]]\nid = "s{number}"\nname = {{ ja = "x", en = "x" }}\neffects = {{}}' for number in range(4)
    )
    found, told = fault(changed("[hands]", f"{more}\n[hands]"))
    assert (found, told["value"], told["most"]) == ("cards.out_of_range", "10", 9)


@pytest.mark.parametrize("text", ["", "=", "\x00", "a = " + "[" * 100_000, "x = 1"])
def test_whatever_comes_is_refused_with_a_reason(text: str) -> None:
    """Never another error."""
    assert fault(text)[0].startswith("cards.")
