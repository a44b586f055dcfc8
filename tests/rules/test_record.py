"""Records: what is written is read again, and nothing else is."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import zlib
from dataclasses import dataclass, field
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import BadInput, Reason
from game.record import FORMAT, MARK, Record, dump, fingerprint, load

RECORD = Record(
    match="a1b2",
    game="deck-defence",
    rules_version=1,
    deal="1204",
    seats=1,
    options=(("open_discards", False), ("show_budget", True)),
    actions=("M1>H1", "M2>O1=R3"),
    at=1,
    conceded=False,
    take_backs=2,
    hints=3,
    looked=(2,),
    digest="0123456789abcdef",
    sitting="by the window",
    notes=("Ben is bluffing",),
)
TEXTS = st.text(st.characters()) | st.text()
NUMBERS = st.integers(0, (1 << 31) - 1)
RECORDS = st.builds(
    Record,
    match=TEXTS,
    game=TEXTS,
    rules_version=NUMBERS,
    deal=TEXTS,
    seats=NUMBERS,
    options=st.lists(st.tuples(TEXTS, st.booleans() | st.integers() | TEXTS)).map(tuple),
    actions=st.lists(TEXTS).map(tuple),
    at=NUMBERS,
    conceded=st.booleans(),
    take_backs=NUMBERS,
    hints=NUMBERS,
    looked=st.lists(NUMBERS).map(tuple),
    digest=TEXTS,
    sitting=TEXTS,
    notes=st.lists(TEXTS).map(tuple),
)


def _body(**changes: object) -> dict[str, object]:
    return {**json.loads(json.dumps(dataclasses.asdict(RECORD))), **changes}


def _frame(body: object, **changes: object) -> str:
    """Return the text of a save whose seal is right, whatever it holds."""
    return _sealed(zlib.compress(json.dumps(body).encode()), **changes)


def _sealed(packed: bytes, **changes: object) -> str:
    sealed = base64.b64encode(packed).decode()
    check = hashlib.sha256(packed).hexdigest()
    return json.dumps({"mark": MARK, "format": FORMAT, "check": check, "sealed": sealed, **changes})


def _refusal(text: str) -> Reason:
    with pytest.raises(BadInput) as caught:
        load(text)
    return caught.value.reason


DAMAGED = Reason.of("bad.save_damaged")


@given(RECORDS)
def test_a_record_survives_being_written(record: Record) -> None:
    """`load(dump(record)) == record`, for any content of its fields; and it is one line of ASCII."""
    text = dump(record)
    assert load(text) == record
    assert text.isascii()
    assert text.count("\n") == 1
    assert dump(load(text)) == text


def test_half_a_character_survives_too() -> None:
    """A lone surrogate, as a window system may hand it over, does not keep a game from being saved."""
    record = dataclasses.replace(RECORD, deal="\ud800")
    assert load(dump(record)) == record


def test_no_content_stands_in_clear() -> None:
    """A casual reader of a save sees no card, no action and no deal."""
    text = dump(RECORD)
    assert not [word for word in ("1204", "M1>H1", "deck", "open_discards", "bluffing") if word in text]


def test_the_frame_used_by_these_tests_is_the_real_one() -> None:
    """What the tests below alter is a save that would be read."""
    assert load(_frame(_body())) == RECORD


@pytest.mark.parametrize("length", [0, 1, 20, 100, len(dump(RECORD)) - 2])
def test_a_torn_save_is_noticed(length: int) -> None:
    """Wherever the file ends, the save is damaged, and nothing is taken from it."""
    assert _refusal(dump(RECORD)[:length]) == DAMAGED


@given(st.integers(0), st.characters())
def test_an_altered_seal_is_noticed(place: int, character: str) -> None:
    """Any other sign in the sealed part breaks the checksum or the seal."""
    frame = json.loads(dump(RECORD))
    place %= len(frame["sealed"])
    sealed = frame["sealed"][:place] + character + frame["sealed"][place + 1 :]
    if sealed != frame["sealed"]:
        assert _refusal(json.dumps({**frame, "sealed": sealed})) == DAMAGED


@pytest.mark.parametrize(
    "text", ["null", "[]", "{}", "7", '"tefuda-record"', '{"mark": "other"}', '{"mark": ["tefuda"]}']
)
def test_a_foreign_file_is_no_save(text: str) -> None:
    """JSON of something else is told apart from a damaged save."""
    assert _refusal(text) == Reason.of("bad.save_foreign")


def test_a_save_of_the_first_format_is_read() -> None:
    """It said nothing of who sits where, so that nothing is known of it; one with that field was never written."""
    body = _body()
    del body["sitting"], body["notes"]
    assert load(_frame(body, format=1)) == dataclasses.replace(RECORD, sitting="", notes=())


def test_a_save_of_the_second_format_is_read() -> None:
    """Nobody could write anything for himself then; who sits where was kept."""
    body = _body()
    del body["notes"]
    assert load(_frame(body, format=2)) == dataclasses.replace(RECORD, notes=())
    assert _refusal(_frame(body, format=3)) == DAMAGED


@pytest.mark.parametrize("version", [FORMAT + 1, 99])
def test_a_save_from_the_future_says_so(version: int) -> None:
    """The player is told that a newer program wrote it, with the version."""
    assert _refusal(_frame(_body(), format=version)) == Reason.of("bad.save_newer", version=version)


@pytest.mark.parametrize("version", [0, -1, "1", None, 1.5, [1]])
def test_a_version_that_never_was_is_damage(version: object) -> None:
    """Only the known formats are read."""
    assert _refusal(_frame(_body(), format=version)) == DAMAGED


@pytest.mark.parametrize("sealed", [None, 5, "", "é", "abc", "====", "QUJD"])
def test_a_seal_that_is_none_is_damage(sealed: object) -> None:
    """Wrong type, no base64, or the wrong content for the checksum."""
    assert _refusal(_frame(_body(), sealed=sealed)) == DAMAGED


@pytest.mark.parametrize(
    "packed", [b"", b"no zlib", zlib.compress(b"\xff\xfe"), zlib.compress(b"{"), zlib.compress(b"[" * 9**5)]
)
def test_a_right_checksum_over_nonsense_is_damage(packed: bytes) -> None:
    """What is unpacked must be zlib, UTF-8 and JSON that is not nested beyond reason."""
    assert _refusal(_sealed(packed)) == DAMAGED


def test_a_save_cut_before_it_was_sealed_is_damage() -> None:
    """A compressed stream without its end is not taken for a whole one."""
    whole = zlib.compress(json.dumps(_body()).encode())
    assert _refusal(_sealed(whole[:-6])) == DAMAGED


def test_a_decompression_bomb_is_not_unpacked() -> None:
    """A small file that would unpack to 200 MB is refused after 4 MB."""
    pump = zlib.compressobj(9)
    packed = b"".join(pump.compress(b" " * 1_000_000) for _ in range(200)) + pump.flush()
    assert len(packed) < 300_000
    assert _refusal(_sealed(packed)) == DAMAGED


def test_deeply_nested_json_is_damage() -> None:
    """The reader's recursion limit is no way to crash the program."""
    assert _refusal("[" * 100_000) == DAMAGED


@pytest.mark.parametrize("body", [None, [], "x", {}, {"game": "deck-defence"}, _body(extra=1)])
def test_a_record_has_its_fields_and_no_others(body: object) -> None:
    """Missing and unknown fields are damage."""
    assert _refusal(_frame(body)) == DAMAGED


@pytest.mark.parametrize("key", [each.name for each in dataclasses.fields(Record)])
def test_no_field_may_be_missing(key: str) -> None:
    """Each of the fields is needed."""
    body = _body()
    del body[key]
    assert _refusal(_frame(body)) == DAMAGED


WRONG: dict[str, list[object]] = {
    "game": [None, 1, ["deck-defence"]],
    "deal": [None, 1204, {}],
    "digest": [None, 0, []],
    "rules_version": [None, "1", 1.0, True, -1, 1 << 31],
    "seats": [None, "1", 1.5, False, -1],
    "at": [None, "0", 0.0, True, -1],
    "take_backs": [None, "0", 2.0, True, -1, 10**30],
    "hints": [None, "0", 2.0, True, -1, 1 << 31],
    "match": [None, 1, []],
    "sitting": [None, 1, {}],
    "notes": [None, "", {}, [None], [1], [["○"]], ["○", 1]],
    "conceded": [None, 0, 1, "no"],
    "looked": [None, 2, "2", [True], [-1], ["1"], [1.0], [1 << 31], {"0": 1}],
    "actions": [None, "M1>H1", [1], [None], [["M1>H1"]], {}],
    "options": [
        None,
        {},
        {"open_discards": False},
        [["open_discards"]],
        [["open_discards", False, 1]],
        ["ab"],
        [[1, False]],
        [["open_discards", None]],
        [["open_discards", 1.5]],
        [["open_discards", []]],
    ],
}


@pytest.mark.parametrize(
    ("key", "value"),
    [pytest.param(key, value, id=f"{key}={value!r}") for key, values in WRONG.items() for value in values],
)
def test_a_field_of_the_wrong_type_is_damage(key: str, value: object) -> None:
    """A record that is read holds in each field what its class says, so replaying it meets no surprise."""
    assert _refusal(_frame(_body(**{key: value}))) == DAMAGED


def test_every_field_is_tried_with_wrong_types() -> None:
    """The table above leaves no field out."""
    assert set(WRONG) == {each.name for each in dataclasses.fields(Record)}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.text() | JSON.map(json.dumps) | st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape")))
def test_any_other_text_is_refused(text: str) -> None:
    """Random text, JSON and bytes give `BadInput` and nothing else."""
    _refusal(text)


@given(
    st.binary().map(_sealed)
    | JSON.map(_frame)
    | st.dictionaries(st.sampled_from(list(WRONG)), JSON).map(lambda bad: _frame(_body(**bad)))
)
def test_a_sealed_anything_is_a_record_or_refused(text: str) -> None:
    """With a right checksum too, only what is a record is read."""
    try:
        record = load(text)
    except BadInput:
        return
    assert load(dump(record)) == record


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Sample:
    first: object
    kept: object = field(default=None, compare=False)


def test_a_fingerprint_tells_values_apart() -> None:
    """Type, nesting, order and content all count."""
    values = [
        None,
        0,
        1,
        True,
        False,
        "",
        "0",
        "None",
        (),
        ((),),
        (1, 2),
        (2, 1),
        ((1,), 2),
        Colour.RED,
        Sample(1),
        Sample((1,)),
    ]
    assert len({fingerprint(value) for value in values}) == len(values)


def test_a_fingerprint_is_fixed_for_ever() -> None:
    """Saves hold it: it must be the same on every machine and every supported Python."""
    assert fingerprint((Sample(("手札", Colour.RED)), None, True, -5)) == "ac162939b64e3d76c7ea29b414054576"


def test_what_does_not_compare_is_left_out() -> None:
    """A field kept for speed changes no digest."""
    assert fingerprint(Sample(1, "quick")) == fingerprint(Sample(1, "slow"))


@pytest.mark.parametrize("value", [[1], {"a": 1}, 1.5, b"x", Sample, {1}])
def test_a_state_may_hold_frozen_values_only(value: object) -> None:
    """Anything whose text may differ from run to run has no digest."""
    with pytest.raises(TypeError, match="a state may not hold a"):
        fingerprint((value,))
