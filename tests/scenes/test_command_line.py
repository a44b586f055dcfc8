"""The command line: what it understands, and one sentence for everything else."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import main
from game.bots.catalogue import COMPANIES
from game.bots.core import Level
from game.bots.simulate import MOST_GAMES
from game.catalogue import GAMES
from game.core import BadInput
from game.deck_defence import deals
from game.deck_defence.solver import Solution
from scenes import command_line
from scenes.assets import ASSETS
from scenes.command_line import Asked, parse
from scenes.words import LANGUAGES, Words

GOLDEN = Path(__file__).parent.parent / "golden" / "vectors"


def reason_of(*arguments: str) -> tuple[str, dict[str, object]]:
    """Return the key and values of the refusal of a command line."""
    with pytest.raises(BadInput) as caught:
        parse(arguments)
    return caught.value.reason.key, dict(caught.value.reason.values)


def test_nothing_asked_opens_the_window() -> None:
    """Without arguments the window opens with the shelf."""
    assert parse([]) == Asked()


def test_all_options_in_both_spellings() -> None:
    """Values follow their option, or an equals sign."""
    spaced = parse(["--game", "deck-defence", "--deal", "1204", "--language", "ja", "--data-dir", "a b"])
    joined = parse(["--game=deck-defence", "--deal=1204", "--language=ja", "--data-dir=a b"])
    assert spaced == joined == Asked("play", "deck-defence", "1204", "ja", Path("a b"))


def test_a_deal_alone_means_the_first_game() -> None:
    """Who names only a deal wants to play it."""
    assert parse(["--deal", "7"]).game == "deck-defence"


def test_conform_takes_files() -> None:
    """Everything after the command is a file."""
    assert parse(["conform", "a.json", "b.json"]).files == (Path("a.json"), Path("b.json"))


@pytest.mark.parametrize(
    ("arguments", "key", "values"),
    [
        (["--gmae", "x"], "command_line.unknown_option_near", {"option": "--gmae", "suggestion": "--game"}),
        (["--zzzzzzz"], "command_line.unknown_option", {"option": "--zzzzzzz"}),
        (["-x"], "command_line.unknown_option", {"option": "-x"}),
        (["conforn"], "command_line.unknown_argument_near", {"argument": "conforn", "suggestion": "conform"}),
        (["hello"], "command_line.unknown_argument", {"argument": "hello"}),
        (["--game"], "command_line.missing_value", {"option": "--game"}),
        (["--deal", "--language", "ja"], "command_line.missing_value", {"option": "--deal"}),
        (["--data-dir="], "command_line.missing_value", {"option": "--data-dir"}),
        (["conform"], "command_line.no_files", {}),
        (["check-cards"], "command_line.no_card_files", {}),
        (["check-card"], "command_line.unknown_argument_near", {"argument": "check-card", "suggestion": "check-cards"}),
        (["solve"], "command_line.one_deal", {}),
        (["solve", "--remake"], "command_line.one_deal", {}),
        (["solve", "--deal", "1", "--order", "S1"], "command_line.one_deal", {}),
        (["--order", "S1"], "command_line.only", {"option": "--order", "command": "solve"}),
        (["--remake"], "command_line.only", {"option": "--remake", "command": "solve"}),
        (["simulate", "kanu", "--remake"], "command_line.only", {"option": "--remake", "command": "solve"}),
        (["solve", "--deal", "1", "--seed=1"], "command_line.only", {"option": "--seed", "command": "simulate"}),
        (["--shuffle"], "command_line.only", {"option": "--shuffle", "command": "simulate"}),
        (["solve", "--deal", "1", "--game", "kanu"], "command_line.not_of", {"option": "--game", "command": "solve"}),
        (["conform", "x", "--narrate", "y"], "command_line.not_of", {"option": "--narrate", "command": "conform"}),
        (["check-cards", "x", "--deal", "1"], "command_line.not_of", {"option": "--deal", "command": "check-cards"}),
        (["simulate", "kanu", "--data-dir=x"], "command_line.not_of", {"option": "--data-dir", "command": "simulate"}),
        (["simulate"], "command_line.one_game", {"games": ", ".join(COMPANIES)}),
        (["simulate", "kanu", "haruhi"], "command_line.one_game", {"games": ", ".join(COMPANIES)}),
        (["simulate", "kanu", "--game", "kanu"], "command_line.one_game", {"games": ", ".join(COMPANIES)}),
        (["simulate", "chess"], "bots.bad.game", {"value": "chess", "games": ", ".join(COMPANIES)}),
        (
            ["simulate", "deck-defence"],
            "bots.bad.game",
            {"value": "deck-defence", "games": ", ".join(COMPANIES)},
        ),
        (
            ["simulate", "kanu", "--bots", "easy,,hard"],
            "bots.bad.level",
            {"value": "", "levels": "easy, medium, strong"},
        ),
        (["simulate", "kanu", "--seats", "2"], "bad.seats", {"seats": 2, "least": 3, "most": 6}),
        (["simulate", "kanu"], "bad.seats", {"seats": 1, "least": 3, "most": 6}),
        (
            ["simulate", "kanu", "--seats", "4", "--bots", "easy,easy,easy"],
            "bots.bad.count",
            {"seats": 4, "count": 3},
        ),
        (
            ["simulate", "kanu", "--seats", "4", "--games", "0"],
            "bots.bad.games",
            {"games": 0, "most": MOST_GAMES},
        ),
        (["simulate", "kanu", "--seats", "four"], "command_line.no_number", {"option": "--seats", "value": "four"}),
        (["simulate", "kanu", "--seed", "-1"], "command_line.no_number", {"option": "--seed", "value": "-1"}),
        (["--game", "chess"], "bad.game", {"value": "chess", "games": ", ".join(GAMES)}),
    ],
)
def test_nonsense_is_named(arguments: list[str], key: str, values: dict[str, object]) -> None:
    """What is wrong is named, with the nearest right thing where there is one."""
    assert reason_of(*arguments) == (key, values)


def test_a_bad_deal_or_language_is_named_with_what_is_allowed() -> None:
    """The reasons of the rules are used as they are; languages are listed."""
    assert reason_of("--deal", "S1 F9")[0] == "bad.deal_card"
    assert reason_of("--deal", "0")[0] == "bad.deal_number"
    assert reason_of("--language", "fr")[1]["allowed"] == "ja, en, auto"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_option(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` explains all options and commands in the language asked for, wherever it stands on the line."""
    assert main.main(["--help", "--language", language]) == 0
    said = capsys.readouterr().out
    assert Words(language)("command_line.description") in said
    for word in (
        "--game",
        "--deal",
        "--language",
        "--data-dir",
        "--diagnose",
        "--version",
        "--help",
        "conform",
        "check-cards",
        "solve",
        "--order",
        "--remake",
        "simulate",
        "--seats",
        "--bots",
        "--games",
        "--seed",
        "--shuffle",
        *(level.value for level in Level),
    ):
        assert word in said


def test_a_reader_that_has_gone_is_no_fault() -> None:
    """`tefuda --help | head -1` ends without a word."""
    command = [sys.executable, str(Path(main.__file__)), "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize("remake", [False, True])
def test_a_share_code_brings_its_rules_to_the_solver(remake: bool) -> None:
    """`solve` reads the rule set out of it; an order or a number is of the web's rules."""
    asked = command_line.parse(["solve", "--deal", deals.share_code("7", remake=remake)])
    assert (asked.deal, asked.remake) == ("7", remake)
    assert not command_line.parse(["solve", "--deal", "7"]).remake


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` prints name and version and nothing else, and pyproject.toml says the same."""
    assert main.main(["--version"]) == 0
    assert capsys.readouterr().out == f"Tefuda {command_line.VERSION}\n"
    project = (Path(main.__file__).parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{command_line.VERSION}"' in project


def test_an_error_is_one_sentence_and_two(capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal goes to standard error, in the language asked for even where the line is wrong, with exit code 2."""
    assert main.main(["--language", "ja", "--deal", "S1 F9"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "F9" in said.err
    assert "枚目" in said.err


def test_diagnose_goes_before_whatever_else_is_asked() -> None:
    """It is about how that would go: folder and language are taken, a command is not carried out."""
    folder = Path("kept")
    assert parse(["--diagnose", "--data-dir", "kept"]) == Asked("diagnose", data_dir=folder)
    assert parse(["solve", "--diagnose", "--language=ja"]) == Asked("diagnose", language="ja")
    assert not command_line.wants_window(["--diagnose"])
    assert not command_line.wants_window(["solve", "--deal", "7"])
    assert command_line.wants_window(["--game", "chess"])


def test_solve_takes_one_deal() -> None:
    """By number, share code or cards; the deal comes in its normal spelling."""
    assert parse(["solve", "--deal", "007"]) == Asked("solve", deal="7")
    assert parse(["--deal=D15MZ", "solve", "--remake"]) == Asked("solve", deal="1204", remake=True)
    assert reason_of("solve", "--order", "S1 F9")[0] == "bad.deal_card"


def test_solve_prints_what_can_be_reached(capsys: pytest.CaptureFixture[str]) -> None:
    """One line of JSON; the best score is that of the vectors, and the line has a word for every action."""
    solved = json.loads((GOLDEN / "deck_defence_solved.json").read_text(encoding="utf-8"))["deals"][0]
    assert main.main(["solve", "--order", solved["deal"]]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"winnable", "best", "proved", "line", "nodes", "ms"}
    assert (answer["winnable"], answer["best"], answer["proved"]) == (True, solved["best"], True)
    assert len(answer["line"].split()) > 30


def test_solve_by_the_rules_of_the_remake(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The option reaches the solver."""
    asked: list[bool] = []

    def solve_deal(_deal: str, *, remake: bool) -> Solution:
        asked.append(remake)
        return Solution(winnable=None, best=None, most=9, proved=False, line=(), nodes=1)

    monkeypatch.setattr("game.deck_defence.review.solve_deal", solve_deal)
    assert main.main(["solve", "--deal", "7", "--remake"]) == 0
    assert main.main(["solve", "--deal", "7"]) == 0
    assert asked == [True, False]
    assert json.loads(capsys.readouterr().out.splitlines()[0])["winnable"] is None


def test_simulate_takes_a_game_and_its_players() -> None:
    """By name or by --game; one level serves all seats, or each has its own, which tell how many play."""
    few = parse(["simulate", "kanu", "--bots", "easy,strong,medium"]).simulation
    assert few is not None
    assert few.bots == (Level.EASY, Level.STRONG, Level.MEDIUM)
    assert (few.game, few.games, few.seed, few.shuffled) == ("kanu", 100, 1, False)
    many = parse(["simulate", "--game=kanu", "--seats=6", "--games=7", "--seed=9", "--shuffle"]).simulation
    assert many is not None
    assert many.bots == (Level.MEDIUM,) * 6
    assert (many.games, many.seed, many.shuffled) == (7, 9, True)


def test_simulate_prints_what_came_out(capsys: pytest.CaptureFixture[str]) -> None:
    """One line of JSON with what was asked for and what came out; the same number gives the same."""
    line = ["simulate", "kanu", "--bots", "easy,medium,medium", "--games", "2", "--seed", "5", "--shuffle"]
    assert main.main(line) == 0
    first = capsys.readouterr().out
    answer = json.loads(first)
    assert answer["bots"] == ["easy", "medium", "medium"]
    assert (answer["game"], answer["seats"], answer["games"], answer["seed"]) == ("kanu", 3, 2, 5)
    assert (answer["ended"], answer["errors"]) == (2, 0)
    assert {name: level["played"] for name, level in answer["by_level"].items()} == {"easy": 2, "medium": 4}
    assert main.main(line) == 0
    assert capsys.readouterr().out == first


def test_simulate_says_with_its_code_that_a_game_did_not_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs it in a script need not read the figures."""
    monkeypatch.setattr("game.bots.simulate.play", lambda *_: None)
    assert main.main(["simulate", "kanu", "--seats", "3", "--games", "2"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ended"], answer["errors"]) == (0, 2)


def test_conform_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Agreement ends with 0, a difference with 1 and its place, an unknown game counts as failed."""
    golden = GOLDEN / "deck_defence_solved.json"
    assert main.main(["conform", str(golden)]) == 0
    assert capsys.readouterr().out.endswith("158 passed, 0 failed\n")
    content = json.loads(golden.read_text(encoding="utf-8"))
    content["deals"] = content["deals"][:3]
    content["deals"][1]["best"] = 0
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(content), encoding="utf-8")
    assert main.main(["conform", str(changed), "--language", "en"]) == 1
    said = capsys.readouterr().out
    assert f"changed.json: deal {content['deals'][1]['seed']}" in said
    assert said.endswith("2 passed, 1 failed\n")
    unknown = tmp_path / "unknown.json"
    unknown.write_text('{"format": "chess/1"}', encoding="utf-8")
    assert main.main(["conform", str(unknown)]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b'{"format": "deckdefence-deals/1"}'])
def test_conform_cannot_read(content: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file that is no transcript is named on standard error, with exit code 2; the count still ends the output."""
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    assert main.main(["conform", str(file), str(tmp_path / "missing.json")]) == 2
    said = capsys.readouterr()
    assert said.err.count("broken.json") >= 1
    assert said.err.count("missing.json") >= 1
    assert said.out.endswith("0 passed, 0 failed\n")


def test_conform_plays_kanu_with_the_cards_of_the_program(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its transcripts are of the default set, which stands in a file."""
    content = json.loads((GOLDEN / "kanu.json").read_text(encoding="utf-8"))
    file = tmp_path / "kanu.json"
    file.write_text(json.dumps({**content, "games": content["games"][:2]}), encoding="utf-8")
    assert main.main(["conform", str(file)]) == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"


def test_check_cards_says_that_a_file_is_all_right(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Also where an editor has put a mark at its start."""
    marked = tmp_path / "marked.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + (ASSETS / "cards" / "kanu.toml").read_bytes())
    files = [*(str(file) for file in sorted((ASSETS / "cards").glob("*.toml"))), str(marked)]
    assert len(files) > 2
    assert main.main(["check-cards", *files]) == 0
    assert capsys.readouterr().out == "".join(f"{file}: OK\n" for file in files)


@pytest.mark.parametrize(("language", "word"), [("en", "Did you mean “night”?"), ("ja", "「night」のことでしょうか。")])
def test_check_cards_names_the_first_fault(
    language: str, word: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One sentence for each faulty file on standard error, exit code 2; those that are all right are still said."""
    text = (ASSETS / "cards" / "kanu.toml").read_text(encoding="utf-8")
    faulty, good, broken = (tmp_path / f"{name}.toml" for name in ("faulty", "good", "broken"))
    faulty.write_text(text.replace('"night"', '"nigth"', 1), encoding="utf-8")
    good.write_text(text, encoding="utf-8")
    broken.write_bytes(b"\xff\xfe\x00")
    files = [str(file) for file in (faulty, good, broken, tmp_path / "missing.toml")]
    assert main.main(["check-cards", *files, "--language", language]) == 2
    said = capsys.readouterr()
    assert said.out == f"{good}: OK\n"
    first, *others = said.err.splitlines()
    assert first.startswith(f"{faulty}: ")
    assert first.endswith(word)
    assert "series.yokoyama.effects.3" in first
    assert [other.partition(": ")[0] for other in others] == [files[2], files[3]]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"draw 3"', '"drawn 3"', ("events.hotpot.effect", "“drawn 3”", "“draw 3”")),
        ("points = 5", "", ("events.film.points",)),
        ("red = { 1 = 8,", "red = { 1 = 7,", ("normal_cards.red", "15", "16")),
        ('k = "middle" }', 'k = 1 },\n    { p = "is_last" },\n    { p = "above_haruhi" }', ("characters.nagato.win",)),
        ('ja = "効果なし"', f'ja = "{"な" * 49}"', ("events.film.text.ja", "48")),
        ("haruhi-cards/1", "haruhi-card/1", ("“haruhi-card/1”", "“haruhi-cards/1”")),
    ],
)
def test_check_cards_knows_for_which_game_a_file_is(
    old: str, new: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Its format says so; the one sentence about a fault names file, card, key, value and what may be meant."""
    text = (ASSETS / "cards" / "haruhi.toml").read_text(encoding="utf-8")
    assert old in text
    faulty = tmp_path / "mine.toml"
    faulty.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert main.main(["check-cards", str(faulty), "--language", "en"]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"{faulty}: ")
    assert all(word in said for word in words)


def test_a_terminal_that_cannot_show_a_letter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the C locale Japanese letters are escaped, never an error; without any stream nothing is printed."""
    with (tmp_path / "out").open("w", encoding="ascii") as stream:
        monkeypatch.setattr("sys.stdout", stream)
        command_line.say("手札")
    assert (tmp_path / "out").read_text(encoding="ascii") == "\\u624b\\u672d\n"
    monkeypatch.setattr("sys.stdout", None)
    command_line.say("手札")
