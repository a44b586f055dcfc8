import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, Reason
from scenes import seating
from scenes.keymap import COMMANDS, clashing
from scenes.preferences import (
    FORMAT,
    LANGUAGES,
    LARGEST_WINDOW,
    MARK,
    SMALLEST_WINDOW,
    SPEEDS,
    STAYS,
    TEXT_SCALES,
    Preferences,
    dump,
    load,
)
from scenes.seating import Sitting
from scenes.words import Words

names = st.text(max_size=12)
option_values = st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=12)
windows = st.none() | st.tuples(st.integers(-5, 20_000), st.integers(-5, 20_000))
all_preferences = st.builds(
    Preferences,
    language=st.sampled_from(LANGUAGES),
    speed=st.sampled_from(SPEEDS),
    reduced_motion=st.booleans(),
    full_screen=st.booleans(),
    text_scale=st.sampled_from(TEXT_SCALES),
    stay=st.sampled_from(STAYS),
    window=windows,
    place=st.none() | st.tuples(st.integers(-40_000, 40_000), st.integers(-40_000, 40_000)),
    keys=st.dictionaries(st.sampled_from(sorted(COMMANDS)), st.sampled_from(["g", "f5", "ctrl+u", "n"]), max_size=3)
    .filter(lambda keys: not clashing(keys))
    .map(lambda keys: {command: key for command, key in keys.items() if key != COMMANDS[command]}),
    options=st.dictionaries(names, st.dictionaries(names, option_values, max_size=4), max_size=4),
)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=5),
)


def written(**fields: object) -> str:
    """Return a settings file with these fields and no others."""
    return json.dumps({"mark": MARK, "format": FORMAT, **fields})


def complaint(**fields: object) -> dict[str, int | str | Reason]:
    """Return the values of the one complaint about a file with these fields."""
    preferences, complaints = load(written(**fields))
    assert preferences == Preferences()
    assert [reason.key for reason in complaints] == ["store.bad_setting"]
    return dict(complaints[0].values)


@given(all_preferences)
def test_settings_come_back_as_they_were_written(preferences: Preferences) -> None:
    """What `dump` writes `load` reads, without a complaint, whatever the options are called."""
    assert load(dump(preferences)) == (preferences, ())


@given(all_preferences)
def test_the_text_of_settings_is_ascii(preferences: Preferences) -> None:
    """No locale and no editor can garble it, and half a surrogate pair can be written too."""
    assert dump(preferences).isascii()


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_other_text_is_bad_input(text: str) -> None:
    """Text that is no settings file raises our own error and nothing else."""
    with pytest.raises(BadInput):
        load(text)


@given(st.fixed_dictionaries({}, optional={item.name: json_values for item in dataclasses.fields(Preferences)}))
def test_any_value_in_any_field_gives_settings(fields: dict[str, Any]) -> None:
    """However wrong the values are: the result can be written again, and there are few complaints, all printable."""
    preferences, complaints = load(written(**fields))
    assert load(dump(preferences)) == (preferences, ())
    assert len(complaints) <= 8
    for reason in complaints:
        shown = dict(reason.values)
        assert str(shown["setting"]).isprintable()
        assert str(shown["value"]).isprintable()
        assert len(str(shown["value"])) <= 40


def test_what_is_missing_has_its_default() -> None:
    """An older or shortened file is no fault."""
    assert load(written()) == (Preferences(), ())
    assert load(written(speed="fast")) == (Preferences(speed="fast"), ())


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("lanfuage", Reason.of("store.misspelt_setting", setting="lanfuage", value="ja", meant="language")),
        ("zzz", Reason.of("store.unknown_setting", setting="zzz", value="ja")),
    ],
)
def test_unknown_keys_are_complained_of(setting: str, complaint: Reason) -> None:
    """A key we do not know is not taken, and not lost in silence; where one is near, that is named."""
    assert load(written(**{setting: "ja", "speed": "slow"})) == (Preferences(speed="slow"), (complaint,))
    for language in ("ja", "en"):
        assert setting in Words(language).say(complaint)


@pytest.mark.parametrize(
    ("setting", "value", "shown", "allowed"),
    [
        ("language", "fr", "fr", "auto, ja, en"),
        ("language", None, "null", "auto, ja, en"),
        ("speed", "warp", "warp", "off, fast, normal, slow"),
        ("speed", ["fast"], '["fast"]', "off, fast, normal, slow"),
        ("reduced_motion", 1, "1", "false, true"),
        ("full_screen", "yes", "yes", "false, true"),
        ("text_scale", 110, "110", "80, 100, 120, 150, 200"),
        ("text_scale", 100.0, "100.0", "80, 100, 120, 150, 200"),
        ("text_scale", True, "true", "80, 100, 120, 150, 200"),
        ("text_scale", float("nan"), "NaN", "80, 100, 120, 150, 200"),
        ("speed", {"a": 1}, "{...}", "off, fast, normal, slow"),
        ("speed", [[]], "[...]", "off, fast, normal, slow"),
        ("speed", "a\n\x00\ud800", "a???", "off, fast, normal, slow"),
        ("speed", "速" * 60, "速" * 37 + "...", "off, fast, normal, slow"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(setting: str, value: object, shown: str, allowed: str) -> None:
    """The setting keeps its default; the complaint says which, what stood there and what may stand there."""
    assert complaint(**{setting: value}) == {"setting": setting, "value": shown, "allowed": allowed}


@pytest.mark.parametrize(
    "window",
    [
        [639, 480],
        [640, 479],
        [16385, 900],
        [900, 16385],
        [10**40, 900],
        [900],
        [900, 900, 900],
        [900.0, 900],
        "big",
        {},
    ],
)
def test_a_window_outside_the_limits_is_refused(window: object) -> None:
    """A window of one pixel or of a wall's size never opens."""
    values = complaint(window=window)
    assert values["setting"] == "window"
    assert values["allowed"] == Reason.of("store.allowed.window", least="640×480", most="16384×16384")


def test_a_size_the_window_manager_gave_is_brought_inside_the_limits() -> None:
    """Saving it is no fault of the player, so it must not be complained of at the next start."""
    assert Preferences(window=(1, 99_999)).window == (SMALLEST_WINDOW[0], LARGEST_WINDOW[1])
    assert Preferences(window=(1280, 800)).window == (1280, 800)


@pytest.mark.parametrize("place", [[1], [0, 40_000], [0.5, 0], [True, 0], "left", {}])
def test_a_place_that_cannot_be_is_refused(place: object) -> None:
    """Where a window was is two numbers that a screen can have."""
    values = complaint(place=place)
    assert values["setting"] == "place"
    assert values["allowed"] == Reason.of("store.allowed.place", most=32767)


def test_a_place_beyond_all_screens_is_forgotten() -> None:
    """Saving what a window manager gave is no fault of the player."""
    assert Preferences(place=(0, 99_999)).place is None
    assert Preferences(place=(-1920, 20)).place == (-1920, 20)


def test_one_wrong_value_does_not_cost_the_others() -> None:
    """Each field stands for itself, each rule option too."""
    text = written(
        speed="fast", language="xx", options={"haruhi": {"open": True, "odd": 1.5}, "kanu": 3, "deck_defence": {"n": 2}}
    )
    preferences, complaints = load(text)
    assert preferences == Preferences(speed="fast", options={"haruhi": {"open": True}, "deck_defence": {"n": 2}})
    assert [dict(reason.values)["setting"] for reason in complaints] == [
        "language",
        "options.haruhi.odd",
        "options.kanu",
    ]


def test_sittings_are_remembered_by_game() -> None:
    """The next set-up of a game begins with who sat where last, and with no game of the match played."""
    sitting = Sitting(("A", "B"), (4, 0), "table", 3, (1, 1), 2)
    preferences = Preferences().with_sitting("kanu", sitting)
    assert preferences.sittings == {"kanu": Sitting.of(("A", "B"), (4, 0), "table", 3)}
    assert load(dump(preferences)) == (preferences, ())


def test_a_wrong_sitting_is_named_and_costs_no_other() -> None:
    """What was spoiled by hand gives way to nothing; the game it is for is named."""
    good = Sitting.of(("A", "B"), (0, 1))
    preferences, complaints = load(written(sittings={"kanu": {"names": ["A"]}, "haruhi": good.plain()}))
    assert preferences.sittings == {"haruhi": good}
    assert [dict(reason.values)["setting"] for reason in complaints] == ["sittings.kanu"]
    assert complaint(sittings=[seating.GAMES[0]])["setting"] == "sittings"


@pytest.mark.parametrize(
    ("keys", "usable", "named"),
    [
        ({"hint": "n", "notes": "h"}, {"hint": "n", "notes": "h"}, []),
        ({"hint": "h"}, {}, []),
        ({"hint": "enter", "undo": "f5"}, {"undo": "f5"}, [("keys.hint", "enter", "key")]),
        ({"hint": 7, "undo": "Ctrl+Z"}, {}, [("keys.hint", "7", "key"), ("keys.undo", "Ctrl+Z", "key")]),
        ({"hint": "n"}, {}, [("keys.hint", "n", "free_key")]),
        # the notes give way first, and have then the key that the hint was to have
        ({"hint": "n", "notes": "f2"}, {}, [("keys.notes", "f2", "free_key"), ("keys.hint", "n", "free_key")]),
        (["h"], {}, [("keys", '["h"]', "keys")]),
    ],
)
def test_wrong_keys_are_named_and_cost_no_others(
    keys: object, usable: dict[str, str], named: list[tuple[str, str, str]]
) -> None:
    """Each command has a key of its own, whatever was written."""
    preferences, complaints = load(written(keys=keys))
    assert preferences.keys == usable
    told = [
        Reason.of("store.bad_setting", setting=a, value=b, allowed=Reason.of(f"store.allowed.{c}")) for a, b, c in named
    ]
    assert list(complaints) == told


def test_a_misspelt_command_is_complained_of() -> None:
    """Whoever wrote "hnt" for "hint" got neither the key nor a word about it."""
    misspelt = Reason.of("store.misspelt_setting", setting="keys.hnt", value="x", meant="keys.hint")
    unknown = Reason.of("store.unknown_setting", setting="keys.flap", value="7")
    preferences, complaints = load(written(keys={"hnt": "x", "undo": "g", "flap": 7}))
    assert preferences.keys == {"undo": "g"}
    assert complaints == (misspelt, unknown)


def test_options_are_remembered_by_game() -> None:
    """Setting those of one game leaves those of the others, and the settings they came from, as they are."""
    before = Preferences().with_options("haruhi", {"open_discards": True})
    after = before.with_options("kanu", {"show_budget": False})
    assert before.options == {"haruhi": {"open_discards": True}}
    assert after.options == {"haruhi": {"open_discards": True}, "kanu": {"show_budget": False}}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "damaged"),
        ("{", "damaged"),
        ('{"mark": "tefuda-settings"}', "damaged"),
        ("\x00" * 400, "damaged"),
        ("[" * 100_000, "damaged"),
        ("9" * 5000, "damaged"),
        ("[]", "foreign"),
        ("null", "foreign"),
        ('{"speed": "fast"}', "foreign"),
        ('{"mark": "tefuda-record", "format": 1}', "foreign"),
        ('{"mark": "tefuda-settings", "format": 2}', "newer"),
        ('{"mark": "tefuda-settings", "format": 0}', "damaged"),
        ('{"mark": "tefuda-settings", "format": true}', "damaged"),
        ('{"mark": "tefuda-settings", "format": "2"}', "damaged"),
    ],
)
def test_what_is_no_settings_file_says_why(text: str, cause: str) -> None:
    """Torn, foreign and future files are told apart."""
    with pytest.raises(BadInput) as caught:
        load(text)
    assert caught.value.reason == Reason.of(f"store.cause.{cause}")
