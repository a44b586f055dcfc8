"""The story of the Debian package: installed, started from its menu entry, played, quit, and removed without a trace.

It is installed below a folder of its own, so that no test changes the machine and nobody needs to be root.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.deck_defence.public import decode
from tests.e2e.conftest import Begin, skip_or_fail
from tests.e2e.player import Player
from tests.e2e.test_stories import MOUSE_DEAL, MOUSE_LINE

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the package is for Debian and its like"),
]


def dpkg(root: Path, *arguments: object) -> str:
    """Run dpkg on the system below `root`; return what it says."""
    command = ["dpkg", "--root", root, "--force-not-root", "--force-bad-path", *arguments]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files(root: Path) -> set[str]:
    """Return what lies below `root`, but for what dpkg itself keeps."""
    return {
        path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_relative_to(root / "var" / "lib")
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give a folder that dpkg takes for a system on which nothing is installed."""
    if shutil.which("dpkg") is None:
        skip_or_fail("the story of the Debian package needs dpkg")
    system = tmp_path / "system"
    for folder in ("info", "updates"):
        (system / "var" / "lib" / "dpkg" / folder).mkdir(parents=True)
    (system / "var" / "lib" / "dpkg" / "status").touch()
    return system


def test_from_installing_to_removing(
    packaged: Path, root: Path, display: dict[str, str], tmp_path: Path, begin: Begin, hidden_screen: None
) -> None:
    """What the menu starts opens a window in which a game can be played and left; in the end all is as before."""
    (package,) = packaged.parent.parent.glob("*.deb")
    before = files(root)
    dpkg(root, "--force-depends", "--install", package)
    assert dpkg(root, "--verify", "tefuda") == ""
    (entry,) = (root / "usr/share/applications").glob("*.desktop")
    for tool, target in (
        (("desktop-file-validate",), entry),
        (("appstreamcli", "validate", "--no-net"), next((root / "usr/share/metainfo").glob("*.xml"))),
    ):
        if shutil.which(tool[0]) is not None:
            checked = subprocess.run([*tool, str(target)], capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked.stdout + checked.stderr
    (line,) = [line for line in entry.read_text(encoding="utf-8").splitlines() if line.startswith("Exec=")]
    command = root / line.removeprefix("Exec=/")

    home = tmp_path / "home"
    home.mkdir()
    program = begin([str(command), "--game", "deck-defence", "--deal", MOUSE_DEAL], {**display, "HOME": str(home)}, "/")
    player = Player(program, home / ".local" / "share" / "Tefuda")
    player.sees(0)
    for text in MOUSE_LINE.split()[:4]:
        player.key_action(decode(text))
    player.sees(4)
    program.window.key("Escape", "shift+Tab", "Return")  # the last way from the table's menu is to the shelf
    program.window.key("shift+Tab", "Return")  # and the last button of the shelf quits
    assert program.wait_for_end() == 0

    dpkg(root, "--purge", "tefuda")
    assert files(root) - before <= {"usr", "var"}
    assert (home / ".local/share/Tefuda/table.tefuda").is_file()  # what the player made is the player's
