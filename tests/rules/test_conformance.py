"""Transcripts by an independent implementation agree with the rules, and the runner misses no difference."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from game.conformance import CHECKERS, Verdict, check
from game.core import BadInput

VECTORS = Path(__file__).parents[1] / "golden" / "vectors"
CARDS = Path(__file__).parents[2] / "assets" / "cards"
CARD_FILES = {file.stem: file.read_text("utf-8") for file in CARDS.glob("*.toml")}
FILES = sorted(VECTORS.glob("*.json"))


def _content(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((VECTORS / name).read_text("utf-8"))
    return content


PLAYOUTS = _content("deck_defence_playouts.json")
DEALS = _content("deck_defence_solved.json")
KANU = _content("kanu.json")
HARUHI = _content("haruhi.json")
WON = next(playout for playout in PLAYOUTS["playouts"] if playout["result"] == "won")
SOLVED = next(deal for deal in DEALS["deals"] if deal["winnable"])


def _difference(content: dict[str, Any], key: str, item: dict[str, Any]) -> str:
    """Return what the runner has to say of a file with this one transcript."""
    *tables, verdict = check(json.dumps({**content, key: [item]}), CARD_FILES)
    assert all(table.difference is None for table in tables)
    assert verdict.difference is not None
    return verdict.difference


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_transcript_agrees(path: Path) -> None:
    """All transcripts of all files, without exception."""
    verdicts = check(path.read_text("utf-8"), CARD_FILES)
    assert [verdict for verdict in verdicts if verdict.difference is not None] == []
    assert len(verdicts) > 100


def test_no_transcript_is_left_out() -> None:
    """As many verdicts as transcripts, each under the name of its own."""
    names = [verdict.name for verdict in check(json.dumps(PLAYOUTS))]
    assert names == [f"playout {playout['seed']}" for playout in PLAYOUTS["playouts"]]
    names = [verdict.name for verdict in check(json.dumps(DEALS))]
    assert names == [f"deal {deal['seed']}" for deal in DEALS["deals"]]
    names = [verdict.name for verdict in check(json.dumps({**KANU, "games": KANU["games"][::9]}), CARD_FILES)]
    assert names == ["tables", *(f"game {game['id']}" for game in KANU["games"][::9])]
    names = [verdict.name for verdict in check(json.dumps({**HARUHI, "games": HARUHI["games"][::9]}), CARD_FILES)]
    assert names == ["cards", *(f"game {number}" for number in range(len(HARUHI["games"][::9])))]


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


def _game_with(pattern: str) -> dict[str, Any]:
    """Return a game of Kan'u whose log has this."""
    game: dict[str, Any] = next(game for game in KANU["games"] if re.search(pattern, game["log"]))
    return game


def _altered(game: dict[str, Any], pattern: str, word: str) -> str:
    """Return what the runner has to say of a game when the first match in its log is replaced."""
    log = re.sub(pattern, word, game["log"], count=1)
    assert log != game["log"]
    return _difference(KANU, "games", {**game, "log": log})


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        (r"^o([A-Y]):25", r"o\1:24"),
        (r"(s[A-Y])-:", r"\1+:"),
        (r"(s[A-Y])\+:", r"\1-:"),
        (r"(c\d)-:", r"\1+:"),
        (r"(c\d)\+:", r"\1-:"),
        (r"(c\dab)\+\+:", r"\1+:"),
        (r"(c\dab)-:", r"\1+:"),
        (r"(m.)-:", r"\1+:"),
        (r"(m.)\+:", r"\1-:"),
        (r"(d.)\+:", r"\1:"),
        (r"r\+:", "ra+:"),
        (r"ra\+:", "rb+:"),
        (r"ra\+:", "r+:"),
        (r"(o[A-Y])\+:", r"\1:"),
        (r"h\[\]", "h[0]"),
        (r" h\[\]", ""),
        (r"\|0,(\d+,\d+)", r"|1,\1"),
        (r"\|(\d),25,", r"|\1,24,"),
        (r"\|(\d,\d+),0", r"|\1,1"),
        (r" \|\d+,\d+,\d+", ""),
        (r" F\[[^]]*\]", ""),
        (r"(F\[)(.)", r"\1\2\2"),
        (r"(p\d)\[[^]]", r"\1[@"),
        (r"(p\d)\[[^]]\]", r"\1[]"),
        (r"(u\d)\[\d\d\]", r"\1[777]"),
        (r"(u\d)\[(\d)\d\]", r"\1[\2]"),
        (r"u-", "x"),
        (r"x:", "u-:"),
        (r"(oW:\d+)", r"\1 F[abc]"),
    ],
)
def test_a_word_of_kanu_that_is_not_so_is_found(pattern: str, word: str) -> None:
    """Counts, results, raised hands, ends of turns, fields, looks and dice: each is compared, with its decision."""
    game = _game_with(pattern)
    if "@" in word:
        (target, hidden), *_ = re.findall(r"p(\d)\[([^]])", game["log"])
        word = word.replace("@", "0" if hidden != "0" else "1")
        assert target
    assert _altered(game, pattern, word).startswith("decision ")


@pytest.mark.parametrize("key", list(KANU["games"][0]["end"]))
def test_a_different_end_of_kanu_is_found(key: str) -> None:
    """Everything that stands there, and nothing that does not."""
    game = KANU["games"][0]
    assert _difference(KANU, "games", {**game, "end": {**game["end"], key: None}}).startswith("at the end: ")
    assert _difference(KANU, "games", {**game, "end": {**game["end"], "more": 1}}).startswith("at the end: ")


def test_another_start_or_stop_of_kanu_is_found() -> None:
    """A player begins who is not there; the cards are not the pack; the game is not over; it is over already."""
    game = KANU["games"][0]
    assert _difference(KANU, "games", {**game, "start": 7}).startswith("at the start: a number below 6")
    assert _difference(KANU, "games", {**game, "deck": game["deck"][1:]}).startswith("at the start: an order of 72")
    words = game["log"].split()
    last = next(place for place in range(len(words) - 1, 0, -1) if ":" in words[place])
    found = _difference(KANU, "games", {**game, "log": " ".join(words[:last])})
    assert found.startswith("at the end: {'reason': 'going on'")
    found = _difference(KANU, "games", {**game, "log": f"{game['log']} oA:0"})
    assert "is not legal: why.game_over" in found


@pytest.mark.parametrize("key", ["effects", "peek_by_kinds", "duel_bonus_by_largest_series"])
def test_other_tables_of_kanu_are_found(key: str) -> None:
    """What the file states of the default set is compared as well."""
    verdicts = check(json.dumps({**KANU, "games": [], key: [*KANU[key][:-1], KANU[key][0]]}), CARD_FILES)
    assert [verdict.name for verdict in verdicts] == ["tables"]
    assert str(verdicts[0].difference).startswith("effects, peek and duel tables are ")


@pytest.mark.parametrize(
    "change",
    [{"games": [{**KANU["games"][0], "log": "what"}]}, {"effect_codes": {"1": "?"}}, {"games": [{"id": 1}]}],
    ids=range(3),
)
def test_a_broken_file_of_kanu_is_refused(change: dict[str, Any]) -> None:
    """No transcript file; and without the card file there is nothing to play with."""
    for content, files in (({**KANU, **change}, CARD_FILES), (KANU, {})):
        with pytest.raises(BadInput) as caught:
            check(json.dumps(content), files)
        assert caught.value.reason.key == "bad.transcript_content"


def _haruhi_game(pattern: str) -> tuple[dict[str, Any], int]:
    """Return a game of Haruhi in which something is done, and the place of that."""
    for game in HARUHI["games"]:
        for place, act in enumerate(game["acts"].split()):
            if re.fullmatch(pattern, act):
                return game, place
    raise AssertionError(pattern)


def _haruhi_difference(game: dict[str, Any], place: int, act: str) -> str:
    """Return what the runner has to say when another act stands in a place of a game."""
    acts = game["acts"].split()
    acts[place] = act
    return _difference(HARUHI, "games", {**game, "acts": " ".join(acts)})


@pytest.mark.parametrize(
    ("pattern", "act", "said"),
    [
        ("B..*", "B9a", "is not legal: haruhi.why.no_such_seat"),
        ("B.a", "B0kk", "is not legal: haruhi.why.not_held"),
        ("B..*", "B0z", "is not legal: haruhi.bad.action"),
        ("B..*", "", None),
        ("P", "U", "is not legal: haruhi.why.auction_first"),
        ("P", "what", "is not legal: haruhi.bad.action"),
        ("A..", "A99", "is not legal: haruhi.bad.action"),
        ("D.", "D9", "is not legal: haruhi.bad.action"),
        ("D.", "D6", "is not legal: haruhi.why.no_such_seat"),
        ("T.", "T19", None),
        ("N", "F", "is not legal: haruhi.why.claim_first"),
        ("K.", "K9", "is not legal: haruhi.bad.action"),
        ("U", "F", None),
    ],
)
def test_an_act_of_haruhi_that_is_not_so_is_found(pattern: str, act: str, said: str | None) -> None:
    """What cannot be done is named with its reason; what can be leads somewhere else."""
    game, place = _haruhi_game(pattern)
    if not act:
        with pytest.raises(BadInput):
            _haruhi_difference(game, place, act)
        return
    found = _haruhi_difference(game, place, act)
    assert found.startswith(f"decision {place + 1}: " if said else ("decision ", "at the end: "))
    assert (said or "") in found


@pytest.mark.parametrize("pattern", ["B.*", "S.", "P", "F", "U", "A..", "D.", "T.*", "N", "K.", "L.", "X.*", "G.*"])
def test_a_different_count_of_haruhi_is_found(pattern: str) -> None:
    """The number of legal actions, and who decides, at every kind of decision."""
    game, place = _haruhi_game(pattern)
    legal = [*game["legal"][:place], game["legal"][place] + 1, *game["legal"][place + 1 :]]
    expected = f"decision {place + 1}: who and legal are "
    assert _difference(HARUHI, "games", {**game, "legal": legal}).startswith(expected)
    who = f"{game['who'][:place]}9{game['who'][place + 1 :]}"
    assert "decides, expected 9" in _difference(HARUHI, "games", {**game, "who": who})


def test_a_different_count_within_a_hand_out_of_haruhi_is_found() -> None:
    """Every event that is handed out is compared, not the first alone."""
    game, place = next(
        (game, place)
        for game in HARUHI["games"]
        for place, acts in enumerate(zip(game["acts"].split(), game["acts"].split()[1:], strict=False))
        if acts[0][0] == acts[1][0] == "D"
    )
    legal = [*game["legal"][: place + 1], 99, *game["legal"][place + 2 :]]
    found = _difference(HARUHI, "games", {**game, "legal": legal})
    assert found.startswith(f"decision {place + 1}: who and legal are ")
    found = _haruhi_difference(game, place + 1, "P")
    assert "is not legal: haruhi.why.hand_out_all" in found


@pytest.mark.parametrize("key", list(HARUHI["games"][0]["final"]))
def test_a_different_end_of_haruhi_is_found(key: str) -> None:
    """Everything that stands there, and nothing that does not."""
    game = HARUHI["games"][0]
    assert _difference(HARUHI, "games", {**game, "final": {**game["final"], key: 77}}).startswith("at the end: ")
    assert _difference(HARUHI, "games", {**game, "final": {**game["final"], "more": 1}}).startswith("at the end: ")


def test_other_chance_of_haruhi_is_found() -> None:
    """A deck that cannot be, a card that is not there, chance that is missing or left."""
    game = HARUHI["games"][0]
    deck = next(place for place, written in enumerate(game["chance"]) if written[0] == "R")
    card = next(place for place, written in enumerate(game["chance"]) if written[0] == "C")
    for place, written in ((deck, "Rabc"), (card, "Ck"), (deck, "Ca"), (card, "Rabc")):
        chance = [*game["chance"][:place], written, *game["chance"][place + 1 :]]
        assert "meets other chance" in _difference(HARUHI, "games", {**game, "chance": chance})
    assert "meets other chance" in _difference(HARUHI, "games", {**game, "chance": game["chance"][:-1]})
    found = _difference(HARUHI, "games", {**game, "chance": [*game["chance"], "Ra"]})
    assert found == "at the end: [], ['Ra'] left"


def test_a_game_of_haruhi_that_stops_early_or_goes_on_is_found() -> None:
    """The game is not over, or is over already."""
    game = HARUHI["games"][0]
    acts = game["acts"].split()
    short = {"acts": " ".join(acts[:-1]), "who": game["who"][:-1], "legal": game["legal"][:-1]}
    assert _difference(HARUHI, "games", {**game, **short}).startswith("at the end: ")
    long = {"acts": f"{game['acts']} P", "who": f"{game['who']}0", "legal": [*game["legal"], 1]}
    found = _difference(HARUHI, "games", {**game, **long})
    assert found == f"decision {len(acts) + 1}: seat None decides, expected 0"


def test_another_set_of_haruhi_is_found() -> None:
    """The transcripts say with which set they were played."""
    verdicts = check(json.dumps({**HARUHI, "games": [], "set_id": "other"}), CARD_FILES)
    assert [(verdict.name, bool(verdict.difference)) for verdict in verdicts] == [("cards", True)]


@pytest.mark.parametrize(
    "change",
    [
        {"games": [{**HARUHI["games"][0], "acts": "P"}]},
        {"games": [{**HARUHI["games"][0], "chars": "0999"}]},
        {"games": [{"n": 4}]},
        {"games": 3},
    ],
    ids=range(4),
)
def test_a_broken_file_of_haruhi_is_refused(change: dict[str, Any]) -> None:
    """No transcript file; and without the card file there is nothing to play with."""
    for content, files in (({**HARUHI, **change}, CARD_FILES), (HARUHI, {})):
        with pytest.raises(BadInput) as caught:
            check(json.dumps(content), files)
        assert caught.value.reason.key == "bad.transcript_content"


@pytest.mark.parametrize("key", ["deck", "events"])
def test_a_deal_of_haruhi_that_cannot_be_is_found(key: str) -> None:
    """The cards are not the pack, the events not the pile."""
    game = HARUHI["games"][0]
    found = _difference(HARUHI, "games", {**game, key: game[key][1:]})
    assert found.startswith("at the start: an order of ")


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
