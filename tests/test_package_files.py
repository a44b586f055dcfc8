"""The files around the program keep their promises: licences, fonts, locks and what git must not ignore."""

import re
import wave
from array import array
from fnmatch import fnmatch
from pathlib import Path

import pytest
import tomli
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build import sounds
from build.subset_fonts import BUNDLED, Font, sha256

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
LICENCES = ASSETS / "licences"
WORKS = {".ttf", ".otf", ".png", ".jpg", ".jpeg", ".webp", ".svg", ".ogg", ".wav", ".mp3", ".flac"}
PROJECT = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def in_backticks(text: str) -> set[str]:
    """Return what a Markdown text sets as code."""
    return set(re.findall(r"`([^`\n]+)`", text))


def pins(lock: str) -> dict[str, str]:
    """Return name → version of every package in a lock, and see that each is pinned and carries a hash."""
    text = (ROOT / "build" / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip())
    found: dict[str, str] = {}
    for entry in entries:
        pinned = re.match(r"([\w.-]+)==([\w.!+]+)", entry)
        assert pinned, f"{lock}.txt: not pinned: {entry.splitlines()[0]}"
        assert "--hash=sha256:" in entry, f"{lock}.txt: no hash for {pinned[1]}"
        found[canonicalize_name(pinned[1])] = pinned[2]
    return found


def told_beside(work: Path) -> bool:
    """Say whether a README.md in a work's folder, or above it within assets/, names it and tells licence and source."""
    for folder in work.relative_to(ASSETS).parents:
        readme = ASSETS / folder / "README.md"
        if readme.is_file():
            text = readme.read_text(encoding="utf-8")
            names = (work.name, work.relative_to(readme.parent).as_posix())
            named = any(fnmatch(name, word) for word in in_backticks(text) for name in names)
            if named and re.search("licence|license", text, re.IGNORECASE) and re.search("source", text, re.IGNORECASE):
                return True
    return False


def test_every_work_has_its_licence_and_source_beside_it() -> None:
    """Fonts, pictures and sounds are named, as `file` or `pattern*`, by a README.md that tells licence and source."""
    works = [file for file in ASSETS.rglob("*") if file.suffix in WORKS]

    assert works
    assert [work.relative_to(ROOT).as_posix() for work in works if not told_beside(work)] == []


@pytest.mark.parametrize("font", BUNDLED, ids=lambda font: font.name)
def test_fonts_are_the_ones_stated(font: Font) -> None:
    """The committed fonts have the SHA-256 that their README and the script that makes them state."""
    made = sha256(ASSETS / "fonts" / font.name)

    assert made == font.sha256
    assert f"| `{font.name}` | `{made}` |" in (ASSETS / "fonts" / "README.md").read_text(encoding="utf-8")


def test_sounds_are_the_ones_the_script_makes() -> None:
    """Made again, every sound is the file that is committed, byte by byte; together they are small."""
    made = sounds.files()

    assert sounds.differences(made) == []
    assert sum(map(len, made.values())) <= sounds.LARGEST


def test_sounds_are_short_and_never_clipped() -> None:
    """Of each sound the loudest sample is well inside, it ends in silence, and none lasts longer than two seconds."""
    for file in sorted((ASSETS / "sounds").glob("*.wav")):
        with wave.open(str(file)) as sound:
            assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2)
            samples = array("h", sound.readframes(sound.getnframes()))
            seconds = len(samples) / sound.getframerate()
        assert 500 < max(map(abs, samples)) < 0.75 * 32768, file.name
        assert max(map(abs, samples[-16:])) < 80, file.name
        assert seconds < 2, file.name


def test_every_licence_text_is_named_and_every_named_text_is_there() -> None:
    """The table of parts and the folder of licence texts speak of the same files."""
    words = in_backticks((LICENCES / "README.md").read_text(encoding="utf-8"))
    named = {word for word in words if word.endswith(".txt") and "*" not in word}
    there = {file.name for file in LICENCES.glob("*.txt")}

    assert there <= named
    assert all((LICENCES / word).is_file() for word in named - {"docs/generated/LGPL.txt", "LICENSE.txt"})


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("play", PROJECT["project"]["dependencies"]),
        ("dev", PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]),
    ],
    ids=["play", "dev"],
)
def test_locks_agree_with_the_project(lock: str, wanted: list[str]) -> None:
    """Every dependency the project names is pinned, in a version the project accepts."""
    found = pins(lock)

    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        assert name in found, f"{lock}.txt lacks {name}: make it again as pyproject.toml tells"
        assert requirement.specifier.contains(found[name]), f"{lock}.txt pins {name} {found[name]}, not {requirement}"


def test_players_and_developers_have_the_same_versions() -> None:
    """What players install is tested: the play lock is part of the dev lock."""
    assert pins("play").items() <= pins("dev").items()


@pytest.mark.parametrize("lock", ["play", "dev"])
def test_locks_name_no_server(lock: str) -> None:
    """A lock holds names, versions and hashes; where to fetch them from is for the user's own pip to know."""
    text = (ROOT / "build" / "locks" / f"{lock}.txt").read_text(encoding="utf-8")

    assert "://" not in text
    assert "index-url" not in text


def test_git_does_not_ignore_the_build_folder() -> None:
    """build/ holds source here, though many ready-made .gitignore files drop a folder of that name."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [line.strip().strip("/") for line in lines if line.strip() and not line.startswith(("#", "!"))]

    for path in ("build", "build/task.py", "build/tefuda.spec", "build/locks/dev.txt"):
        parts = Path(path).parts
        assert not any(fnmatch(candidate, pattern) for pattern in patterns for candidate in (path, *parts))
