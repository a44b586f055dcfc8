"""The command line: what can be asked for, what is wrong with it, and the commands that need no window.

Whatever is wrong ends in one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import dataclasses
import difflib
import gc
import json
import re
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from game import catalogue
from game.core import BadInput, Reason
from scenes.assets import card_files
from scenes.words import LANGUAGES, Words

if TYPE_CHECKING:
    from game.bots.simulate import Request  # only one command needs it

VERSION = "0.1.0"
_OWN = {
    **dict.fromkeys(("--order", "--remake"), ("solve",)),
    **dict.fromkeys(("--seats", "--bots", "--games", "--seed", "--shuffle"), ("simulate",)),
    **dict.fromkeys(("--data-dir", "--narrate"), ("play",)),
    "--game": ("play", "simulate"),
    "--deal": ("play", "solve"),
}
"""The commands that an option belongs to, where it does not belong to all; to play is what is done without one."""
_VALUED = (
    "--game",
    "--deal",
    "--language",
    "--data-dir",
    "--narrate",
    "--order",
    "--seats",
    "--bots",
    "--games",
    "--seed",
)
_FLAGS = ("--remake", "--shuffle")
_PLAIN = ("--version", "--help", "--diagnose", *_FLAGS)
_COMMANDS = ("conform", "check-cards", "solve", "simulate")
_WITH_FILES = ("conform", "check-cards")
_WITH_WORDS = (*_WITH_FILES, "simulate")
_GAMES = 100
"""So many games are simulated where nothing else is asked for."""
_LANGUAGES = (*LANGUAGES, "auto")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for: `command` is "play", "version", "help", "diagnose", or one without a window.

    For "solve" `deal` is the deal code in its normal spelling; `simulation` is there for "simulate" alone.
    """

    command: str = "play"
    game: str | None = None
    deal: str | None = None
    language: str | None = None
    data_dir: Path | None = None
    narrate: str | None = None
    files: tuple[Path, ...] = ()
    remake: bool = False
    simulation: Request | None = None


def parse(arguments: Sequence[str]) -> Asked:
    """Return what `arguments` ask for; raise `BadInput` with one reason for the first thing that is wrong."""
    values: dict[str, str] = {}
    command: str | None = None
    named: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        option, equals, value = word.partition("=")
        if option in _VALUED:
            if not equals and (not rest or rest[0].startswith("--")):
                raise BadInput(Reason.of("command_line.missing_value", option=option))
            values[option] = value if equals else rest.pop(0)
        elif word in ("--version", "--help", "-h"):
            return Asked(command="version" if word == "--version" else "help", language=_language(values, arguments))
        elif word in (*_FLAGS, "--diagnose"):
            values[word] = ""
        elif word.startswith("-"):
            raise BadInput(_unknown("command_line.unknown_option", "option", word, (*_VALUED, *_PLAIN)))
        elif command in _WITH_WORDS:
            named.append(word)
        elif word in _COMMANDS:
            command = word
        else:
            raise BadInput(_unknown("command_line.unknown_argument", "argument", word, _COMMANDS))
    return _asked(command, values, named)


def _asked(command: str | None, values: dict[str, str], named: list[str]) -> Asked:
    """Return what a command with these options asks for; `named` are the words after it."""
    if "--diagnose" in values:  # whatever else was to be done: it is about how that would go
        return dataclasses.replace(_asked_play(values), command="diagnose")
    for option, owners in _OWN.items():
        if option in values and (command or "play") not in owners:
            if command is None or "play" not in owners:
                raise BadInput(Reason.of("command_line.only", option=option, command=owners[-1]))
            raise BadInput(Reason.of("command_line.not_of", option=option, command=command))
    match command:
        case "conform" | "check-cards":
            if not named:
                key = "command_line.no_files" if command == "conform" else "command_line.no_card_files"
                raise BadInput(Reason.of(key))
            return Asked(command, language=_checked_language(values), files=tuple([Path(file) for file in named]))
        case "solve":
            return _asked_solve(values)
        case "simulate":
            return _asked_simulate(values, named)
        case _:
            return _asked_play(values)


def _asked_play(values: dict[str, str]) -> Asked:
    """Return what the window is to open with."""
    game, deal = values.get("--game"), values.get("--deal")
    if deal is not None and game is None:
        game = next(iter(catalogue.GAMES))
    if game is not None:
        rules = catalogue.find(game)
        if deal is not None:
            rules.chance(deal)  # raises for a deal code that is none
    data_dir = values.get("--data-dir")
    for option in ("--data-dir", "--narrate"):
        if values.get(option) == "":
            raise BadInput(Reason.of("command_line.missing_value", option=option))
    return Asked(
        game=game,
        deal=deal,
        language=_checked_language(values),
        data_dir=None if data_dir is None else Path(data_dir),
        narrate=values.get("--narrate"),
    )


def _asked_solve(values: dict[str, str]) -> Asked:
    """Return what `solve` asks for: exactly one deal, by --deal or --order."""
    from game.deck_defence import deals  # only this command needs it

    given = [values[option] for option in ("--deal", "--order") if option in values]
    if len(given) != 1:
        raise BadInput(Reason.of("command_line.one_deal"))
    language, remake = _checked_language(values), "--remake" in values or deals.remake_named(given[0]) is True
    return Asked("solve", deal=deals.normal(given[0]), language=language, remake=remake)


def _asked_simulate(values: dict[str, str], named: list[str]) -> Asked:
    """Return what `simulate` asks for: one game, by its name or by --game, and who plays it."""
    from game.bots import catalogue as bots  # only this command needs these
    from game.bots.simulate import request

    games = [*named, *([values["--game"]] if "--game" in values else [])]
    if len(games) != 1:
        raise BadInput(Reason.of("command_line.one_game", games=", ".join(bots.COMPANIES)))
    simulation = request(
        games[0],
        seats=_number(values, "--seats") if "--seats" in values else None,
        bots=tuple([bots.level(word) for word in values.get("--bots", "medium").split(",")]),
        games=_number(values, "--games") if "--games" in values else _GAMES,
        seed=_number(values, "--seed") if "--seed" in values else 1,
        shuffled="--shuffle" in values,
    )
    return Asked("simulate", language=_checked_language(values), simulation=simulation)


def _number(values: dict[str, str], option: str) -> int:
    """Return the whole number that an option was given."""
    text = values[option]
    if not re.fullmatch("[0-9]{1,18}", text):
        raise BadInput(Reason.of("command_line.no_number", option=option, value=text[:40]))
    return int(text)


def _checked_language(values: dict[str, str]) -> str | None:
    language = values.get("--language")
    if language is not None and language not in _LANGUAGES:
        raise BadInput(
            Reason.of("command_line.bad_value", option="--language", value=language[:40], allowed=", ".join(_LANGUAGES))
        )
    return language


def _language(values: dict[str, str], arguments: Sequence[str]) -> str | None:
    """Return the language asked for anywhere on the line, for texts that are printed whatever else stands there."""
    words = [word for argument in arguments for word in argument.split("=")]
    named = [after for before, after in pairwise(words) if before == "--language"]
    return next((word for word in (*named, values.get("--language")) if word in LANGUAGES), None)


def asked_language(arguments: Sequence[str]) -> str | None:
    """Return the language that `arguments` ask for, even where something else about them is wrong."""
    return _language({}, arguments)


def wants_window(arguments: Sequence[str]) -> bool:
    """Return whether `arguments` ask for the window, even where something about them is wrong."""
    return not {*_COMMANDS, "--version", "--help", "-h", "--diagnose"}.intersection(arguments)


def _unknown(key: str, name: str, word: str, known: Sequence[str]) -> Reason:
    near = difflib.get_close_matches(word.partition("=")[0], known, n=1)
    if near:
        return Reason.of(f"{key}_near", **{name: word[:60], "suggestion": near[0]})
    return Reason.of(key, **{name: word[:60]})


def help_text(words: Words, program: str) -> str:
    """Return what `--help` prints."""
    rows = [
        ("--game GAME", words("command_line.game", games=", ".join(catalogue.GAMES))),
        ("--deal DEAL", words("command_line.deal")),
        ("--language LANG", words("command_line.language")),
        ("--data-dir DIR", words("command_line.data_dir")),
        ("--narrate FILE", words("command_line.narrate")),
        ("--order CARDS", words("command_line.order")),
        ("--remake", words("command_line.remake")),
        ("--seats NUMBER", words("command_line.seats")),
        ("--bots LEVELS", words("command_line.bots", levels="easy, medium, strong")),
        ("--games NUMBER", words("command_line.games")),
        ("--seed NUMBER", words("command_line.seed")),
        ("--shuffle", words("command_line.shuffle")),
        ("--diagnose", words("command_line.diagnose")),
        ("--version", words("command_line.version")),
        ("--help", words("command_line.help")),
    ]
    lines = [words("command_line.description"), "", words("command_line.usage", program=program)]
    lines += [words("command_line.usage_conform", program=program)]
    lines += [words("command_line.usage_check_cards", program=program)]
    lines += [words("command_line.usage_solve", program=program)]
    lines += [words("command_line.usage_simulate", program=program)]
    lines += ["", words("command_line.options")]
    lines += [f"  {left:<17} {right}" for left, right in rows]
    lines += ["", words("command_line.commands"), f"  {'conform':<17} {words('command_line.conform')}"]
    lines += [f"  {'check-cards':<17} {words('command_line.check_cards')}"]
    lines += [f"  {'solve':<17} {words('command_line.solve')}"]
    lines += [f"  {'simulate':<17} {words('command_line.simulate')}"]
    return "\n".join(lines)


def say(text: str, *, error: bool = False) -> None:
    """Print a line where there is somewhere to print to, whatever the terminal can show.

    Of an error nothing more comes where nobody hears it: whoever tells it may have a window for it, too.
    """
    stream = sys.stderr if error else sys.stdout
    if stream is None:  # a windowed program on Windows has no streams
        return
    encoding = stream.encoding or "ascii"
    with suppress(OSError, ValueError) if error else nullcontext():
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()


def conform(files: Sequence[Path], words: Words) -> int:
    """Run transcript files against the rules; return 0 if all agree, 1 if any differs, 2 if a file cannot be read."""
    from game import conformance  # only this command needs it

    passed = failed = 0
    unreadable = False
    for file in files:
        try:
            verdicts = conformance.check(file.read_text(encoding="utf-8"), card_files())
        except (OSError, UnicodeDecodeError, BadInput) as error:
            cause = words.say(error.reason) if isinstance(error, BadInput) else str(error)
            say(words("command_line.unreadable_file", file=str(file), cause=cause), error=True)
            unreadable = True
            continue
        for verdict in verdicts:
            if verdict.difference is None:
                passed += 1
                continue
            failed += 1
            name = f"{file.name}: {verdict.name}"
            say(words("command_line.differs", name=name, difference=verdict.difference))
    say(f"{passed} passed, {failed} failed")  # the same in every language, as OK below: programs read it
    return 2 if unreadable else 1 if failed else 0


def check_cards(files: Sequence[Path], words: Words) -> int:
    """Say of each card file that it is all right, or what is wrong first; return 0 if all are, else 2."""
    from game import cards  # only this command needs these
    from game.haruhi import card_file as haruhi
    from game.kanu import card_set as kanu

    readers = {kanu.FORMAT: kanu.from_toml, haruhi.FORMAT: haruhi.from_toml}
    faulty = False
    for file in files:
        try:
            text = file.read_text(encoding="utf-8-sig")
            readers[cards.written_for(text, tuple(readers))](text)
        except (OSError, UnicodeDecodeError, BadInput) as error:
            cause = words.say(error.reason) if isinstance(error, BadInput) else str(error)
            say(f"{file}: {cause}", error=True)
            faulty = True
        else:
            say(f"{file}: OK")
    return 2 if faulty else 0


def solve(deal: str, *, remake: bool) -> int:
    """Print as JSON what can be reached with a deal of Deck Defence whose order is known; return 0."""
    from game.deck_defence import public, review  # only this command needs these

    gc.freeze()  # as the program does: collections walk what is new alone
    began = time.perf_counter()
    found = review.solve_deal(deal, remake=remake)
    answer = {
        "winnable": found.winnable,
        "best": found.best,
        "proved": found.proved,
        "line": " ".join([public.encode(action) for action in found.line]),
        "nodes": found.nodes,
        "ms": round((time.perf_counter() - began) * 1000, 1),
    }
    say(json.dumps(answer))
    return 0


def simulate(asked: Request) -> int:
    """Print as JSON how many games among computer players went; return 0, or 1 where one did not come to its end."""
    from game.bots.simulate import simulate as played  # only this command needs it

    count = played(asked, card_files()[asked.game])
    say(json.dumps(asked.content() | count.content()))
    return 1 if count.errors else 0
