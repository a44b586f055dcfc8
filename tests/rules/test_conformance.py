"""Transcripts by an independent implementation agree with the rules, and the runner misses no difference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.conformance import CHECKERS, Verdict, check
from game.core import BadInput

VECTORS = Path(__file__).parents[1] / "golden" / "vectors"
FILES = sorted(VECTORS.glob("*.json"))


def _content(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((VECTORS / name).read_text("utf-8"))
    return content


PLAYOUTS = _content("deck_defence_playouts.json")
DEALS = _content("deck_defence_solved.json")
WON = next(playout for playout in PLAYOUTS["playouts"] if playout["result"] == "won")
SOLVED = next(deal for deal in DEALS["deals"] if deal["winnable"])


def _difference(content: dict[str, Any], key: str, item: dict[str, Any]) -> str:
    """Return what the runner has to say of a file with this one transcript."""
    (verdict,) = check(json.dumps({**content, key: [item]}))
    assert verdict.difference is not None
    return verdict.difference


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_transcript_agrees(path: Path) -> None:
    """All transcripts of all files, without exception."""
    verdicts = check(path.read_text("utf-8"))
    assert [verdict for verdict in verdicts if verdict.difference is not None] == []
    assert len(verdicts) > 100


def test_no_transcript_is_left_out() -> None:
    """As many verdicts as transcripts, each under the name of its own."""
    names = [verdict.name for verdict in check(json.dumps(PLAYOUTS))]
    assert names == [f"playout {playout['seed']}" for playout in PLAYOUTS["playouts"]]
    names = [verdict.name for verdict in check(json.dumps(DEALS))]
    assert names == [f"deal {deal['seed']}" for deal in DEALS["deals"]]


def test_every_format_that_is_known_has_a_file_here() -> None:
    """No checker goes unused."""
    assert {json.loads(path.read_text("utf-8"))["format"] for path in FILES} == set(CHECKERS)


def test_the_unaltered_samples_agree() -> None:
    """The differences below are found for what is planted in them, and for nothing else."""
    assert check(json.dumps({**PLAYOUTS, "playouts": [WON]})) == [Verdict(f"playout {WON['seed']}", None)]
    assert check(json.dumps({**DEALS, "deals": [SOLVED]})) == [Verdict(f"deal {SOLVED['seed']}", None)]


@pytest.mark.parametrize("decision", [0, 7, -1])
@pytest.mark.parametrize("key", ["legal", "canon"])
def test_a_different_count_is_found(key: str, decision: int) -> None:
    """The number of actions, and of positions they lead to, at the first, a middle and the last decision."""
    counts = list(WON[key])
    counts[decision] += 1
    number = range(1, len(counts) + 1)[decision]
    assert _difference(PLAYOUTS, "playouts", {**WON, key: counts}).startswith(f"decision {number}: legal, kinds, canon")


@pytest.mark.parametrize("kind", range(4))
def test_a_different_count_of_one_kind_is_found(kind: int) -> None:
    """Muster, repel, hold off and explore are each compared."""
    kinds = [list(counts) for counts in WON["kinds"]]
    kinds[5][kind] += 1
    assert _difference(PLAYOUTS, "playouts", {**WON, "kinds": kinds}).startswith("decision 6: legal, kinds, canon")


@pytest.mark.parametrize("text", ["M1>R1", "H3?=R1", "O3xH1H2H3", "nonsense"])
def test_an_action_that_is_not_legal_is_found(text: str) -> None:
    """Whether it cannot be read or cannot be done; with the number of the decision."""
    actions = WON["actions"].split()
    actions[0] = text
    found = _difference(PLAYOUTS, "playouts", {**WON, "actions": " ".join(actions)})
    assert found.startswith(f"decision 1: {text} is not legal: ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("result", "lost"),
        ("score", None),
        ("score", WON["score"] + 1),
        ("repelled", 8),
        ("final", WON["final"].replace("main", "Main")),
        ("final", WON["final"] + " "),
    ],
)
def test_a_different_end_is_found(key: str, value: object) -> None:
    """Result, score, repelled enemies and the whole position."""
    assert _difference(PLAYOUTS, "playouts", {**WON, key: value}).startswith("at the end: ")


def test_a_transcript_that_stops_early_is_found() -> None:
    """The game goes on where the transcript says that it has ended."""
    short = {key: WON[key][:-1] for key in ("legal", "kinds", "canon")}
    actions = " ".join(WON["actions"].split()[:-1])
    found = _difference(PLAYOUTS, "playouts", {**WON, **short, "actions": actions})
    assert found.startswith("at the end: ('going on', None, 8,")


def test_a_lost_playout_without_a_score_agrees_only_as_lost() -> None:
    """A loss has no score in the transcripts."""
    lost = next(playout for playout in PLAYOUTS["playouts"] if playout["result"] == "lost")
    assert _difference(PLAYOUTS, "playouts", {**lost, "score": 0}).startswith("at the end: ('lost', None")


@pytest.mark.parametrize("best", [None, SOLVED["best"] - 1, SOLVED["best"] + 1])
def test_a_line_that_reaches_another_score_is_found(best: int | None) -> None:
    """The line of a solved deal must reach its best score."""
    found = _difference(DEALS, "deals", {**SOLVED, "best": best})
    assert found == f"the line reaches {SOLVED['best']}, expected {best}"


def test_a_line_that_does_not_win_is_found() -> None:
    """A line that stops early reaches nothing."""
    line = SOLVED["line"].rpartition(" ")[0]
    assert _difference(DEALS, "deals", {**SOLVED, "line": line}) == f"the line reaches None, expected {SOLVED['best']}"


@pytest.mark.parametrize("extra", ["H1?", "what"])
def test_a_line_with_an_illegal_action_is_found(extra: str) -> None:
    """After the end nothing is legal."""
    number = len(SOLVED["line"].split()) + 1
    found = _difference(DEALS, "deals", {**SOLVED, "line": f"{SOLVED['line']} {extra}"})
    assert found.startswith(f"decision {number}: {extra} is not legal: ")


def test_a_lost_deal_has_no_best_score() -> None:
    """The file would contradict itself."""
    found = _difference(DEALS, "deals", {**SOLVED, "winnable": False})
    assert found == "a deal that cannot be won has a best score"


def test_another_deal_is_found() -> None:
    """The same actions on other cards differ somewhere."""
    deal = " ".join(reversed(WON["deal"].split()))
    assert _difference(PLAYOUTS, "playouts", {**WON, "deal": deal})


@pytest.mark.parametrize("name", ["kanu/9", "", "deckdefence-playouts/2"])
def test_a_format_that_is_not_known_has_failed(name: str) -> None:
    """It is not passed over in silence."""
    assert check(json.dumps({"format": name})) == [Verdict(name, "the rules of this format are not built yet")]


@pytest.mark.parametrize("text", ["", "{", "no", '{"format": "deckd', pytest.param("[" * 100_000, id="deep")])
def test_what_is_no_json_is_no_transcript(text: str) -> None:
    """The runner says so instead of failing."""
    with pytest.raises(BadInput) as caught:
        check(text)
    assert caught.value.reason.key == "bad.transcript_json"


@pytest.mark.parametrize("text", ["[]", "null", "7", "{}", '{"format": 1}', '{"format": null}'])
def test_what_names_no_format_is_no_transcript(text: str) -> None:
    """Any other JSON."""
    with pytest.raises(BadInput) as caught:
        check(text)
    assert caught.value.reason.key == "bad.transcript_format"


@pytest.mark.parametrize(
    "content",
    [
        {**PLAYOUTS, "playouts": None},
        {**PLAYOUTS, "playouts": 3},
        {**PLAYOUTS, "playouts": [{}]},
        {**PLAYOUTS, "playouts": ["x"]},
        {**PLAYOUTS, "playouts": [{**WON, "actions": 5}]},
        {**PLAYOUTS, "playouts": [{**WON, "deal": 5}]},
        {**PLAYOUTS, "playouts": [{**WON, "legal": WON["legal"][:-1]}]},
        {**PLAYOUTS, "playouts": [{**WON, "canon": [*WON["canon"], 1]}]},
        {**PLAYOUTS, "playouts": [{**WON, "kinds": []}]},
        {"format": PLAYOUTS["format"]},
        {**DEALS, "deals": {"1": 2}},
        {**DEALS, "deals": [{**SOLVED, "line": None}]},
        {**DEALS, "deals": [{"seed": 1}]},
    ],
    ids=range(13),
)
def test_a_broken_file_is_refused(content: dict[str, Any]) -> None:
    """Missing, wrong or unequally long parts: no transcript file, and the detail says what was met."""
    with pytest.raises(BadInput) as caught:
        check(json.dumps(content))
    assert caught.value.reason.key == "bad.transcript_content"
    assert dict(caught.value.reason.values)["detail"]


def test_a_transcript_with_a_wrong_deal_is_refused() -> None:
    """The reason is that of the deal."""
    with pytest.raises(BadInput) as caught:
        check(json.dumps({**DEALS, "deals": [{**SOLVED, "deal": "S1"}]}))
    assert caught.value.reason.key == "bad.deal_count"
