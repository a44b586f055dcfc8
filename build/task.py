#!/usr/bin/env python3
"""The one task runner of Tefuda: it needs Python 3.11 and pip, makes what else it needs in .venv, and runs a task.

Whatever is installed comes from the pinned lists in build/locks/, checked by hash. This file uses the standard library
only, and no syntax that an older Python could not read, so that such a Python is told what is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "tefuda-lock.txt"
OUT = ROOT / "out"
OLDEST = (3, 11)


def give_up(sentence: str) -> NoReturn:
    """Say in one sentence what stands in the way, and leave with code 2."""
    print(f"task: {sentence}", file=sys.stderr, flush=True)
    sys.exit(2)


def run(*command: object, **variables: str) -> int:
    """Run a command in the project's folder, with environment variables added; return its exit code."""
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **variables}
    sys.stdout.flush()
    try:
        return subprocess.run([str(word) for word in command], cwd=ROOT, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130


def lock_file(name: str) -> Path:
    """Return the list of pinned packages called "play" or "dev"."""
    return ROOT / "build" / "locks" / f"{name}.txt"


def stamp_of(name: str) -> str:
    """Return what the stamp in .venv says when it holds exactly that lock."""
    return f"{name} {hashlib.sha256(lock_file(name).read_bytes()).hexdigest()}"


def prepare(name: str) -> None:
    """Make .venv hold the packages of a lock; do nothing if it does. A development environment also serves to play."""
    found = STAMP.read_text(encoding="utf-8") if STAMP.is_file() and PYTHON.exists() else ""
    if found.startswith("dev "):
        name = "dev"
    if found == stamp_of(name):
        return
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        give_up("this Python lacks the venv module; on Debian and Ubuntu, `apt install python3-venv` brings it.")
    print(f"task: installing the packages of {lock_file(name).relative_to(ROOT)} into .venv ...", flush=True)
    if run(sys.executable, "-m", "venv", "--clear", VENV) != 0:
        give_up(f"a virtual environment could not be made in {VENV}.")
    pip = (PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes")
    if run(*pip, "-r", lock_file(name)) != 0:
        give_up("pip could not install the packages (see above); check the network and run the same command again.")
    STAMP.write_text(stamp_of(name), encoding="utf-8")


def tool(title: str, *command: object) -> None:
    """Run one checking tool of the environment; if it fails, say which and leave."""
    print(f"task: {title}", flush=True)
    if run(PYTHON, "-m", *command) != 0:
        print(f"task: stopped, {title} found the faults above.", file=sys.stderr, flush=True)
        sys.exit(1)


def play(arguments: list[str]) -> int:
    """Start the game from its source."""
    prepare("play")
    return run(PYTHON, ROOT / "main.py", *arguments)


def check(arguments: list[str]) -> int:
    """Check style, format and types, and stop at the first tool that finds a fault."""
    if arguments:
        give_up("`check` takes no arguments.")
    prepare("dev")
    tool("ruff check", "ruff", "check", "--quiet")
    tool("ruff format", "ruff", "format", "--check", "--quiet")
    tool("mypy", "mypy", "--no-error-summary")
    return 0


def test(arguments: list[str]) -> int:
    """Check, then run every test on all cores and demand full coverage of game/; with arguments for pytest, just those.

    The tests of a file stay together on one core, and so do the stories in the window, which come first.
    """
    check([])
    print("task: pytest", flush=True)
    everything = ("--cov", "--cov-report=term", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
    return run(PYTHON, "-m", "pytest", *(arguments or everything))


def package(arguments: list[str]) -> int:
    """Build out/package/tefuda, which runs without Python, and pack it: a zip, and on Linux a .deb."""
    if arguments:
        give_up("`package` takes no arguments.")
    prepare("dev")
    target, work = OUT / "package", OUT / "work"
    shutil.rmtree(target, ignore_errors=True)
    if run(PYTHON, ROOT / "build" / "icons.py", work / "icons") != 0:
        give_up("the icons could not be drawn (see above).")
    recipe = ("--noconfirm", "--log-level=ERROR", "--distpath", target, "--workpath", work, "build/tefuda.spec")
    # Without chance in the order of sets, two builds of one commit are the same, byte by byte (build.reproduce).
    code = run(PYTHON, "-m", "PyInstaller", *recipe, PYINSTALLER_CONFIG_DIR=str(work / "cache"), PYTHONHASHSEED="0")
    if code != 0:
        give_up("PyInstaller could not build the package (see above).")
    print(f"task: built {(target / 'tefuda').relative_to(ROOT)}", flush=True)
    return run(PYTHON, "-m", "build.package")


def bench(arguments: list[str]) -> int:
    """Measure speed and size, and compare them with what was promised."""
    prepare("dev")
    return run(PYTHON, ROOT / "build" / "bench.py", *arguments)


def shots(arguments: list[str]) -> int:
    """Draw the screens into picture files."""
    prepare("dev")
    return run(PYTHON, ROOT / "build" / "shots.py", *arguments)


def texts(arguments: list[str]) -> int:
    """Look on every screen for texts that leave their box."""
    prepare("dev")
    return run(PYTHON, ROOT / "build" / "text_boxes.py", *arguments)


def fonts(arguments: list[str]) -> int:
    """Make the bundled fonts again from their source."""
    prepare("dev")
    return run(PYTHON, ROOT / "build" / "subset_fonts.py", *arguments)


def sounds(arguments: list[str]) -> int:
    """Make the sounds again; --check says whether they are what the script makes."""
    prepare("play")
    return run(PYTHON, ROOT / "build" / "sounds.py", *arguments)


TASKS: dict[str, tuple[str, Callable[[list[str]], int]]] = {
    "play": ("[argument ...]", play),
    "test": ("[pytest argument ...]", test),
    "check": ("", check),
    "package": ("", package),
    "bench": ("[argument ...]", bench),
    "shots": ("[argument ...]", shots),
    "texts": ("[walk ...]", texts),
    "fonts": ("[--check] [folder]", fonts),
    "sounds": ("[--check]", sounds),
}


def main() -> int:
    """Run the task that the command line names; return its exit code."""
    if sys.version_info < OLDEST:
        give_up(f"Tefuda needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")
    listing = "\n".join(f"  {f'{name} {usage}':<30}{task.__doc__}" for name, (usage, task) in TASKS.items())
    parser = argparse.ArgumentParser(
        prog="task.py",
        usage="python3 build/task.py task [argument ...]",
        description="Run, test and package Tefuda. What a task needs is installed into .venv the first time.",
        epilog=f"tasks:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("task", choices=TASKS, metavar="task", help="one of those below")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="go to the program that the task runs")
    if len(sys.argv) == 1:
        parser.print_help()
        return 2
    options = parser.parse_args()
    return TASKS[options.task][1](options.arguments)


if __name__ == "__main__":
    sys.exit(main())
