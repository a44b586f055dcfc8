"""Card files of 涼宮ハルヒの贈殖: the default set, other sets, and one reason for every fault."""

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
from game.haruhi import card_file
from game.haruhi.card_set import EVENTS, PERSONS, Effect, Named, Op, Person, Rule
from game.haruhi.conditions import Every, Kind, Never, Predicate, Share, Some
from game.haruhi.notices import Passed, Passing
from game.haruhi.public import Phase
from game.haruhi.rules import Haruhi
from game.record import dump, fingerprint, load
from game.table import Table, lay_again
from tests.rules.haruhi_bench import CARDS, haruhi_bench
from tests.rules.laws import LAWS, Play, moments

FILE = Path(__file__).parents[2] / "assets" / "cards" / "haruhi.toml"
TEXT = FILE.read_text("utf-8")


def fault(text: str) -> tuple[str, dict[str, Any]]:
    """Return the key and the values of what is wrong with a card file."""
    with pytest.raises(BadInput) as caught:
        card_file.from_toml(text)
    return caught.value.reason.key, dict(caught.value.reason.values)


def changed(old: str, new: str) -> str:
    """Return the default file with one thing changed."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def with_win(win: dict[str, Any], person: Person = Person.NAGATO) -> str:
    """Return the default set with another win condition of one character."""
    content = json.loads(card_file.record_text(CARDS))
    content["characters"][PERSONS.index(person)]["win"] = win
    return json.dumps(content)


def win_fault(win: dict[str, Any], person: Person = Person.NAGATO) -> tuple[str, Any]:
    """Return the key of what is wrong with a win condition, and its place within."""
    with pytest.raises(BadInput) as caught:
        card_file.from_record(with_win(win, person))
    place = str(dict(caught.value.reason.values).get("place", ""))
    return caught.value.reason.key.removeprefix("cards."), place.removeprefix(f"characters.{person.value}.win")


def test_the_default_set_is_marked_as_our_own() -> None:
    """What the source leaves open is this project's, in both languages."""
    assert CARDS.origin == "tefuda"
    assert CARDS.name.ja != CARDS.name.en
    assert CARDS.note.ja != CARDS.note.en


def test_the_default_set_stays_as_it_is() -> None:
    """Where a change is meant, balance and vectors change with it; games that are kept hold their own set."""
    nameless = replace(CARDS, name=Named("", ""), note=Named("", ""))
    assert fingerprint(nameless) == "247037d6a3d9b1503ca360d9d2380b00"


def test_a_set_comes_back_from_its_record() -> None:
    """As the same value and the same text, however the file was laid out."""
    text = card_file.record_text(CARDS)
    assert card_file.from_record(text) == CARDS
    assert card_file.record_text(card_file.from_record(text)) == text
    plain = re.sub(r"(?m)^#[^\n]*", "", TEXT)
    assert card_file.record_text(card_file.from_toml(plain)) == text


def test_an_old_game_is_laid_again_when_the_file_has_changed() -> None:
    """Its record holds the whole set; the default of the game plays no part."""
    table = Table(Haruhi(CARDS), "5", 4, {})
    for _ in range(20):
        turn = table.turn
        assert turn is not None
        table.act(turn, table.view(turn).legal[-1])
    record = load(dump(table.record()))
    for game in (Haruhi(replace(CARDS, origin="else")), Haruhi()):
        assert lay_again(game, record).view(Seat(0)) == table.view(Seat(0))


def test_a_record_without_a_set_is_refused() -> None:
    """A damaged set is no set; one that was altered by hand is checked like a file."""
    for text in ("", "[]", "{", "7", '{"a": ' * 9999):
        with pytest.raises(BadInput) as caught:
            card_file.from_record(text)
        assert caught.value.reason == Reason.of("cards.no_set")
    content = json.loads(card_file.record_text(CARDS))
    content["events"][0]["points"] = 70
    with pytest.raises(BadInput) as caught:
        card_file.from_record(json.dumps(content))
    assert caught.value.reason.key == "cards.out_of_range"


def odd_set() -> str:
    """Return a set with other values, all effects in rows of several, tags, and conditions of every kind."""
    content = tomli.loads(TEXT)
    effects = [
        ["next gift_only", "next no_pass", "next double"],
        ["give", "give", "accuse"],
        ["accuse", "swap", "draw 1"],
        ["steal", "steal", "peek"],
        ["swap", "give", "accuse", "peek", "draw 9"],
        ["peek", "next no_pass", "next gift_only"],
    ]
    content["normal_cards"] = {"red": {"3": 16}, "blue": {"3": 12}, "brown": {"3": 6, "9": 6}, "green": {"1": 8}}
    content["tags"].append({"id": "night", "name": {"ja": "夜", "en": "night"}})
    for number, event in enumerate(content["events"]):
        words = list(dict.fromkeys(effects[number % len(effects)]))
        event |= {"points": number % 5 - 2, "effect": words, "tags": ["night", "costume"][: number % 3]}
    wins: list[dict[str, Any]] = [
        {"any": [{"p": "is_last"}, {"p": "points_at_least", "k": 3}]},
        {"any": [{"p": "rank_gap_at_most", "k": 1}, {"p": "above_haruhi"}]},
        {"not": {"any": [{"p": "below_haruhi"}, {"p": "revealed"}]}},
        {"p": "tag_at_least", "tag": "night", "k": 3},
        {"all": [{"p": "events_at_least", "k": 4}, {"p": "next_to_haruhi"}]},
        {"p": "rank_is", "k": "half", "who": "haruhi"},
        {"not": {"p": "most_tag", "tag": "night"}},
    ]
    for character, win in zip(content["characters"], wins, strict=True):
        character["win"] = win
    return json.dumps(content)


def test_another_set_decides_everything_it_may() -> None:
    """Values, tags, points, effects and win conditions."""
    chosen = card_file.from_record(odd_set())
    assert [str(kind) for kind in chosen.kinds] == ["r3", "b3", "n3", "n9", "g1", "s0"]
    assert chosen.tag("night").name == Named("夜", "night")
    assert chosen.events[0].effects == (
        Effect(Op.NEXT, rule=Rule.GIFT_ONLY),
        Effect(Op.NEXT, rule=Rule.NOBODY_PASSES),
        Effect(Op.NEXT, rule=Rule.DOUBLE),
    )
    assert chosen.events[4].effects[-1] == Effect(Op.DRAW, 9)
    assert chosen.character(Person.KOIZUMI).win == Predicate(Kind.RANK_IS, Share.HALF, of_haruhi=True)
    assert card_file.from_record(card_file.record_text(chosen)) == chosen


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_games_with_another_set_end_and_keep_the_laws(seats: int) -> None:
    """Rows of effects and rules that hold at once lead into no corner the rules do not know."""

    def ended(_state: Any, outcome: Outcome) -> None:
        assert len(outcome.scores) == seats

    bench = replace(
        haruhi_bench(Haruhi(card_file.from_record(odd_set()))),
        check_end=ended,
        bound=lambda seats: 19 * (seats + 8),
        universe=lambda _seats: (),
    )
    told = set()
    for luck in range(6):
        play = Play(str(luck + 1), seats, luck, 60)
        for law in LAWS if luck < 2 else ():
            if law.__name__ not in ("law_2_legal_is_what_applies", "law_5_records_bring_everything_back"):
                law(bench, play)
        for moment in moments(bench, replace(play, length=300)):
            told |= {type(event) for event in moment.step.events} | {moment.before.board.phase}
            told |= {event.why for event in moment.step.events if isinstance(event, Passed)}
    assert {Phase.EFFECT, Phase.HAND_OUT, Phase.CLAIM, Passing.EMPTY} <= told


FILM = 'id = "film"\nname = { ja = "映画撮影", en = "Film shoot" }\npoints = 5\ntags = ["costume"]\neffect = []'


@pytest.mark.parametrize(
    ("old", "new", "key", "values"),
    [
        (
            "[normal_cards]",
            "[normal_cards",
            "no_toml",
            {"line": TEXT.split("[normal_c")[0].count("\n") + 1, "column": 14},
        ),
        ("points = 5", f"points = {'9' * 5000}", "too_much", {}),
        ('format = "haruhi-cards/1"', "", "missing", {"place": "format"}),
        ("haruhi-cards/1", "haruhi-cards/2", "unknown_value_near", {"suggestion": "haruhi-cards/1"}),
        ('origin = "tefuda"', f'origin = "{"x" * 61}"', "bad_text", {"value": "x" * 40 + "…", "most": 60}),
        ('origin = "tefuda"', 'origin = "tefuda"\nzz = 1', "unknown_key", {"place": "zz"}),
        (
            "red = { 1 = 8,",
            "red = { 1 = 9,",
            "wrong_number_of_cards",
            {"place": "normal_cards.red", "found": 17, "needed": 16},
        ),
        ("red = { 1 = 8,", "red = { 10 = 8,", "unknown_key_near", {"place": "normal_cards.red.10"}),
        ("red = { 1 = 8,", "red = { 1 = 0,", "out_of_range", {"place": "normal_cards.red.1", "least": 1, "most": 16}),
        ("red = {", "rad = {", "missing_near", {"place": "normal_cards.red", "found": "rad"}),
        ("red = {", "sos = { 1 = 2 }\nred = {", "unknown_key", {"place": "normal_cards.sos"}),
        ('tags = [{ id = "costume"', 'tags = [{ id = "dress"', "unknown_value", {"place": "events.film.tags"}),
        ('en = "costume" } }]', 'en = "costume" }, x = 1 }]', "unknown_key", {"place": "tags.costume.x"}),
        (FILM, FILM.replace("film", "camp"), "twice", {"place": "events.3.id", "value": "camp"}),
        ("points = 5", "points = 10", "out_of_range", {"place": "events.film.points", "least": -9, "most": 9}),
        ("points = 5", "point = 5", "missing_near", {"place": "events.film.points", "found": "point"}),
        ("points = 5", "points = 5\nvalue = 5", "unknown_key", {"place": "events.film.value"}),
        ('["next no_pass"]', '["next nopass"]', "unknown_value_near", {"suggestion": "next no_pass"}),
        ('"draw 3"', '"draw 10"', "unknown_value_near", {"place": "events.hotpot.effect", "value": "draw 10"}),
        ('["steal"]', '["steal", "steal"]', "twice", {"place": "events.camp.effect", "value": "steal"}),
        ('["steal"]', '"steal"', "wrong_kind", {"place": "events.camp.effect", "wanted": Reason("cards.kind_texts")}),
        ('ja = "文化祭"', f'ja = "{"祭" * 13}"', "bad_text", {"place": "events.festival.name.ja", "most": 12}),
        ('en = "School festival"', f'en = "{"x" * 21}"', "bad_text", {"place": "events.festival.name.en", "most": 20}),
        ('ja = "効果なし"', f'ja = "{"な" * 49}"', "bad_text", {"place": "events.film.text.ja", "most": 48}),
        ('en = "No effect"', f'en = "{"x" * 97}"', "bad_text", {"place": "events.film.text.en", "most": 96}),
        ('id = "kyon"', 'id = "koizumi"', "twice", {"place": "characters.7.id", "value": "koizumi"}),
        ('id = "kyon"', 'id = "kion"', "unknown_value_near", {"place": "characters.7.id", "suggestion": "kyon"}),
        ('ja = "仮順位1位。"', 'jp = "仮順位1位。"', "missing", {"place": "characters.haruhi.text.ja"}),
        ('name = { ja = "ハルヒ"', 'x = 1\nname = { ja = "ハルヒ"', "unknown_key", {"place": "characters.haruhi.x"}),
        ('k = "middle"', 'k = "midle"', "unknown_value_near", {"place": "characters.nagato.win.all.2.k"}),
        ('k = "middle"', "k = 8", "out_of_range", {"place": "characters.nagato.win.all.2.k", "least": 1, "most": 7}),
        ('k = "middle"', "k = 1.0", "wrong_kind", {"place": "characters.nagato.win.all.2.k", "value": "1.0"}),
        ('p = "most_tag"', 'p = "most_tags"', "unknown_value_near", {"suggestion": "most_tag"}),
        ('tag = "costume"', 'tag = "night"', "unknown_value", {"place": "characters.mikuru.win.all.2.tag"}),
        ('tag = "costume" }', 'tag = "costume", k = 1 }', "unknown_key", {"place": "characters.mikuru.win.all.2.k"}),
        (
            '"is_last", who = "haruhi"',
            '"is_last", who = "kyon"',
            "unknown_value",
            {"value": "kyon", "allowed": "haruhi"},
        ),
    ],
)
def test_every_fault_is_named(old: str, new: str, key: str, values: dict[str, Any]) -> None:
    """Where it stands, what stands there, and what may have been meant."""
    found, told = fault(changed(old, new))
    assert found == f"cards.{key}"
    assert {name: told[name] for name in values} == values


@pytest.mark.parametrize(("mark", "place", "needed"), [("events", "events", 19), ("characters", "characters", 7)])
def test_a_card_too_few(mark: str, place: str, needed: int) -> None:
    """Ruling 1.1: 19 events, seven characters."""
    head, _, rest = TEXT.partition(f"[[{mark}]]")
    _, _, rest = rest.partition(f"[[{mark}]]")
    found, told = fault(f"{head}[[{mark}]]{rest}")
    assert (found, told) == (
        "cards.wrong_number_of_cards",
        {"place": place, "found": needed - 1, "needed": needed},
    )


def test_which_game_a_file_is_for() -> None:
    """Its format says so."""
    formats = ("kanu-cards/1", card_file.FORMAT)
    assert card_files.written_for(TEXT, formats) == card_file.FORMAT
    with pytest.raises(BadInput) as caught:
        card_files.written_for('format = "chess"', formats)
    assert caught.value.reason.key == "cards.unknown_value"


# Win conditions


@pytest.mark.parametrize(
    ("win", "key", "place"),
    [
        ({}, "one_of", ""),
        ({"p": "revealed", "not": {"p": "revealed"}}, "one_of", ""),
        ({"al": [{"p": "revealed"}]}, "one_of", ""),
        ({"p": "revealed", "k": 1}, "unknown_key", ".k"),
        ({"p": "rank_is"}, "missing", ".k"),
        ({"p": "next_to_haruhi", "who": "haruhi"}, "unknown_key", ".who"),
        ({"p": "events_at_least", "k": "half"}, "wrong_kind", ".k"),
        ({"p": "rank_gap_at_most", "k": 7}, "out_of_range", ".k"),
        ({"all": []}, "out_of_range", ".all"),
        ({"all": [{"p": "revealed"}] * 10}, "out_of_range", ".all"),
        ({"all": {"p": "revealed"}}, "wrong_kind", ".all"),
        ({"any": [{"all": [{"p": "hand_at_least", "k": n} for n in range(1, 8)]}] * 2}, "too_much", ""),
    ],
    ids=range(12),
)
def test_a_condition_that_says_nothing_clear(win: dict[str, Any], key: str, place: str) -> None:
    """Neither one predicate nor one combination, or a predicate with too much or too little."""
    assert win_fault(win) == (key, place)


def test_conditions_in_conditions_have_an_end() -> None:
    """A few levels are enough for everything."""
    win: dict[str, Any] = {"p": "revealed"}
    for _ in range(5):
        win = {"not": win}
    card_file.from_record(with_win(win))
    assert win_fault({"not": win}) == ("too_much", "")


def both(*parts: dict[str, Any]) -> dict[str, Any]:
    """Return the condition that all parts hold."""
    return {"all": list(parts)}


@pytest.mark.parametrize(
    ("win", "place"),
    [
        (both({"p": "rank_is", "k": 1}, {"p": "rank_is", "k": 2}), ""),
        (both({"p": "above_haruhi"}, {"p": "below_haruhi"}), ""),
        (both({"p": "rank_at_most", "k": 1}, {"p": "below_haruhi"}), ""),
        (both({"p": "is_last"}, {"p": "above_haruhi"}), ""),
        (both({"p": "revealed"}, {"not": {"p": "revealed"}}), ""),
        (both({"p": "hand_at_least", "k": 9}, {"not": {"p": "hand_at_least", "k": 8}}), ""),
        (both({"p": "most_tag", "tag": "costume"}, {"not": {"p": "tag_at_least", "tag": "costume", "k": 1}}), ""),
        (both({"p": "rank_is", "k": "half"}, {"p": "rank_is", "k": "middle"}, {"p": "rank_is", "k": 5}), ""),
        ({"p": "tag_at_least", "tag": "costume", "k": 7}, ""),
        ({"p": "points_at_least", "k": 81}, ""),
        ({"not": {"p": "points_at_least", "k": -6}}, ""),
        ({"not": {"p": "rank_at_most", "k": 7}}, ""),
        ({"not": {"any": [{"p": "above_haruhi"}, {"not": {"p": "above_haruhi"}}]}}, ""),
        ({"any": [{"p": "revealed"}, both({"p": "is_last"}, {"p": "above_haruhi"})]}, ".any.2"),
        (both({"p": "revealed"}, {"not": {"p": "rank_gap_at_most", "k": 6}}), ".all.2"),
    ],
    ids=range(15),
)
def test_a_condition_that_can_never_hold(win: dict[str, Any], place: str) -> None:
    """At no table, however the game goes; the innermost part that cannot is named."""
    assert win_fault(win) == ("never_holds", place)


@pytest.mark.parametrize("kind", ["above_haruhi", "below_haruhi"])
def test_haruhi_is_never_above_or_below_herself(kind: str) -> None:
    """A condition may be possible for others alone."""
    assert win_fault({"p": kind}, Person.HARUHI) == ("never_holds", "")
    card_file.from_record(with_win({"p": kind}))
    assert win_fault({"any": [{"p": "revealed"}, {"not": {"p": kind}}]}, Person.HARUHI) == ("never_holds", ".any.2.not")


@pytest.mark.parametrize(
    "win",
    [
        both({"p": "rank_is", "k": 7}, {"p": "is_last"}),
        both({"p": "next_to_haruhi"}, {"p": "rank_gap_at_most", "k": 0}),
        both({"p": "above_haruhi"}, {"not": {"p": "next_to_haruhi"}}),
        both({"p": "is_last"}, {"p": "rank_at_most", "k": 1}),
        both({"p": "is_last"}, {"p": "is_last", "who": "haruhi"}, {"p": "rank_is", "k": 6}),
        both({"p": "points_at_least", "k": 80}, {"not": {"p": "events_at_least", "k": 1}}),
        both({"p": "tag_at_least", "tag": "costume", "k": 2}, {"not": {"p": "most_tag", "tag": "costume"}}),
        both({"p": "hand_at_least", "k": 50}, {"p": "revealed"}),
        {"not": {"p": "points_at_least", "k": -5}},
    ],
    ids=range(9),
)
def test_a_condition_that_can_hold(win: dict[str, Any]) -> None:
    """Even where it seldom will."""
    chosen = card_file.from_record(with_win(win))
    condition = chosen.character(Person.NAGATO).win
    assert isinstance(condition, Every | Some | Never)
    assert card_file.from_record(card_file.record_text(chosen)) == chosen


def test_without_double_points_less_is_possible() -> None:
    """The limit of points follows from the events."""
    content = json.loads(with_win({"p": "points_at_least", "k": 41}))
    for event in content["events"]:
        event["effect"] = []
    with pytest.raises(BadInput) as caught:
        card_file.from_record(json.dumps(content))
    assert caught.value.reason == Reason.of("cards.never_holds", place="characters.nagato.win")


def test_there_are_limits_for_every_number() -> None:
    """So many events there are."""
    assert win_fault({"p": "events_at_least", "k": EVENTS + 1}) == ("out_of_range", ".k")


@pytest.mark.parametrize("text", ["", "=", "\x00", "a = " + "[" * 100_000, "x = 1"])
def test_whatever_comes_is_refused_with_a_reason(text: str) -> None:
    """Never another error."""
    assert fault(text)[0].startswith("cards.")
