"""What window stories stand on: the program as it is packaged, an X server of their own, and a start that always ends.

Where Xvfb, xdotool or xwd is missing the stories are skipped and say so. With TEFUDA_REQUIRE_WINDOW=1 in the
environment, as in continuous integration, they fail instead, so that nobody believes they ran.
"""

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.e2e.window import PATIENCE, Program, Window, without_display

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "xdotool", "xwd")

Begin = Callable[[Sequence[str], Mapping[str, str], "str | Path"], Program]
"""begin(command, environment, folder): run a command in a folder; return it with its window found."""
Start = Callable[..., Program]
"""start(*arguments): run the packaged program; return it with its window found."""


def skip_or_fail(reason: str) -> None:
    """Skip the test, or fail it where windows are required."""
    if os.environ.get("TEFUDA_REQUIRE_WINDOW") == "1":
        pytest.fail(f"{reason}, and TEFUDA_REQUIRE_WINDOW=1 forbids to skip", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def packaged() -> Path:
    """Build the package once, by the command a developer uses, and return its executable."""
    command = [sys.executable, str(ROOT / "build" / "task.py"), "package"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"the package could not be built:\n{done.stdout}{done.stderr}", pytrace=False)
    return ROOT / "out" / "package" / "tefuda" / ("tefuda.exe" if os.name == "nt" else "tefuda")


@pytest.fixture
def display() -> Iterator[dict[str, str]]:
    """Run an X server without a screen for one test; give the environment that leads a program to it."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        skip_or_fail(f"window stories need {', '.join(missing)}")
    answer, question = os.pipe()
    options = ["-displayfd", str(question), "-noreset", "-nolisten", "tcp", "-screen", "0", "1920x1080x24"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(["Xvfb", *options], pass_fds=[question], stdout=quiet, stderr=quiet)
    try:
        os.close(question)
        ready, _, _ = select.select([answer], [], [], PATIENCE)
        number = os.read(answer, 16).decode().strip() if ready else ""
        if not number:
            skip_or_fail("Xvfb did not start")
        yield {**without_display(), "DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy"}
    finally:
        os.close(answer)
        end(server)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Give a function that starts any command and finds its window; end whatever it started, come what may."""
    running: list[subprocess.Popen[bytes]] = []

    def begin(command: Sequence[str], environment: Mapping[str, str], folder: str | Path) -> Program:
        output = tmp_path / f"output-{len(running)}.txt"
        with output.open("wb") as sink:
            process = subprocess.Popen(command, env=environment, stdout=sink, stderr=subprocess.STDOUT, cwd=folder)
        running.append(process)
        try:
            window = Window.find(environment, "^tefuda$")
        except AssertionError as reason:
            pytest.fail(f"{reason}; exit code {process.poll()}, output:\n{output.read_text(errors='replace')}")
        return Program(process, window, output)

    try:
        yield begin
    finally:
        for process in running:
            end(process)


@pytest.fixture
def start(packaged: Path, display: dict[str, str], tmp_path: Path, begin: Begin) -> Start:
    """Give a function that starts the packaged program with arguments and a home of its own, from another folder."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {**{name: value for name, value in display.items() if not name.startswith("XDG_")}, "HOME": str(home)}
    return lambda *arguments: begin([str(packaged), *arguments], environment, tmp_path)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process, first kindly."""
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
