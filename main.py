"""Tefuda: a card table. Starts the window, or a command that needs none; `--help` tells which."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "tefuda")  # pygame would take the script's name, once imported

from game.core import BadInput, Reason
from scenes import command_line
from scenes.words import Words, preferred, system_locales


def _words(language: str | None) -> Words:
    return Words(preferred(system_locales()) if language in (None, "auto") else str(language))


def main(arguments: list[str]) -> int:
    """Do what the command line asks and return the exit code.

    It is 2 with one sentence where it asks for nonsense, 1 with one where the program itself has a fault.
    """
    try:
        return _obey(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read what is said has heard enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left must not fail once more
        return 1
    except Exception as error:  # noqa: BLE001  # whatever it is, the player is told
        from scenes import failure

        language = command_line.asked_language(arguments)
        return failure.outside(error, language, window=command_line.wants_window(arguments))


def _obey(arguments: list[str]) -> int:
    try:
        asked = command_line.parse(arguments)
        words = _words(asked.language)
        match asked.command:
            case "help":
                command_line.say(command_line.help_text(words, Path(sys.argv[0]).name))
            case "version":
                command_line.say(f"Tefuda {command_line.VERSION}")
            case "diagnose":
                from scenes import diagnosis  # imports pygame, as `app` does

                command_line.say(diagnosis.diagnose(asked.data_dir))
            case "conform":
                return command_line.conform(asked.files, words)
            case "check-cards":
                return command_line.check_cards(asked.files, words)
            case "solve":
                return command_line.solve(str(asked.deal), remake=asked.remake)
            case "simulate":
                assert asked.simulation is not None
                return command_line.simulate(asked.simulation)
            case _:
                return _play(asked)
    except BadInput as error:
        return _refuse(error.reason, command_line.asked_language(arguments))
    return 0


def _play(asked: command_line.Asked) -> int:
    from scenes import app, window  # imports pygame, which commands without a window do not need

    try:
        return app.run(app.Start(asked.game, asked.deal, asked.language, asked.data_dir, asked.narrate))
    except window.NoWindowError as error:
        log = None if error.log is None else Reason.of("command_line.log", log=str(error.log))
        return _refuse(Reason.of("command_line.no_window"), asked.language, log)


def _refuse(reason: Reason, language: str | None, log: Reason | None = None) -> int:
    words = _words(language)
    command_line.say(" ".join([words.say(one) for one in (reason, log) if one is not None]), error=True)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
