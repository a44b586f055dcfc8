"""What window stories stand on: the program as it is packaged, an X server of their own, and a start that always ends.

Where Xvfb, xdotool or xwd is missing the stories are skipped and say so. With TEFUDA_REQUIRE_WINDOW=1 in the
environment, as in continuous integration, they fail instead, so that nobody believes they ran.
"""

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.e2e.window import PATIENCE, Program, Window, without_display

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "xdotool", "xwd")

Start = Callable[..., Program]
"""start(*arguments, command=[...]): run the packaged program, or another command; return it with its window found."""


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
def start(request: pytest.FixtureRequest, display: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Give a function that starts the program with a home of its own; end whatever it started, come what may."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {**{name: value for name, value in display.items() if not name.startswith("XDG_")}, "HOME": str(home)}
    running: list[subprocess.Popen[bytes]] = []

    def begin(*arguments: str, command: Sequence[str] = (), window_class: str = "^tefuda$") -> Program:
        words = [*(command or [str(request.getfixturevalue("packaged"))]), *arguments]
        output = tmp_path / f"output-{len(running)}.txt"
        with output.open("wb") as sink:
            process = subprocess.Popen(words, env=environment, stdout=sink, stderr=subprocess.STDOUT, cwd=tmp_path)
        running.append(process)
        try:
            window = Window.find(environment, window_class)
        except AssertionError as reason:
            pytest.fail(f"{reason}; exit code {process.poll()}, output:\n{output.read_text(errors='replace')}")
        return Program(process, window, output)

    try:
        yield begin
    finally:
        for process in running:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process, first kindly."""
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
