"""Writes the Debian package: where the program's files lie in a system, and what the system is told about them.

It is written by the standard library, as the format is described in deb(5): so it is made where there is no dpkg, and
the same bytes come out everywhere. The package runs no script when it is installed or removed.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import platform
import re
import stat
import tarfile
import textwrap
import time
from collections.abc import Sequence
from email.utils import formatdate
from pathlib import Path

from build import icons
from build.packing import ROOT, VERSION, Entry

LINUX = ROOT / "build" / "linux"
APP_ID = "org.tefuda.tefuda"
MAINTAINER = "The Tefuda authors <authors@tefuda.invalid>"
_ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
_PROGRAM = "usr/lib/tefuda"
_DOC = "usr/share/doc/tefuda"
_NEEDED = ("libgcc-s1", "libstdc++6", "libx11-6", "libxext6")
"""What the program cannot do without, besides the C library: what pygame-ce is linked to, and a window."""
_WANTED = (
    "libasound2 | libasound2t64", "libdbus-1-3", "libdecor-0-0", "libpulse0", "libwayland-client0",
    "libwayland-cursor0", "libwayland-egl1", "libxcursor1", "libxfixes3", "libxi6", "libxkbcommon0", "libxrandr2",
    "libxss1",
)  # fmt: skip
"""What SDL looks for and does without: sound, Wayland, pointers, input methods, several screens."""
_DESCRIPTION = """card table for the desktop
 Boxed card games stand on a shelf: Deck Defence, a solitaire with honest
 advice; Kan'u Collection, a memory game with hidden hands for three to six;
 The Zoshoku of Haruhi Suzumiya, an auction among secret persons for four to
 seven. All play around one screen, by drag, by click or by keys alone, with
 computer players for any seat of the last two.
 .
 The program is in Japanese and English. It uses no network."""


def write_deb(folder: Path, program: Sequence[Entry], when: int) -> Path:
    """Write the package into `folder`, with the files of the built program, and return it."""
    architecture = _ARCHITECTURES[platform.machine().lower()]
    files = sorted([*_installed(program), *_told(when)], key=lambda entry: entry.name)
    control = [
        Entry("control", _control(files, architecture).encode()),
        Entry("md5sums", _sums(files).encode()),
    ]
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", _compressed(_tar(control, when))),
        ("data.tar.xz", _compressed(_tar(files, when))),
    ]
    target = folder / f"tefuda_{VERSION}_{architecture}.deb"
    target.write_bytes(_ar(members, when))
    return target


def _installed(program: Sequence[Entry]) -> list[Entry]:
    """Return the program's files at their places in the system, and the command that starts it."""
    found = [Entry("usr/games/tefuda", link="../lib/tefuda/tefuda")]
    for entry in program:
        name = entry.name.partition("/")[2]
        if name.startswith("licences/"):
            found.append(Entry(f"{_DOC}/{name}", entry.data))
        elif name != "LICENSE":  # its text stands in the file `copyright`
            found.append(Entry(f"{_PROGRAM}/{name}", entry.data, entry.executable, entry.link))
    return found


def _told(when: int) -> list[Entry]:
    """Return what desktops, software centres, readers of manuals and packagers are told."""
    share = "usr/share"
    found = [
        Entry(f"{share}/applications/{APP_ID}.desktop", (LINUX / f"{APP_ID}.desktop").read_bytes()),
        Entry(f"{share}/metainfo/{APP_ID}.metainfo.xml", _filled(f"{APP_ID}.metainfo.xml", when)),
        Entry(f"{share}/man/man6/tefuda.6.gz", _gzipped(_filled("tefuda.6", when))),
        Entry(f"{share}/lintian/overrides/tefuda", (LINUX / "lintian-overrides").read_bytes()),
        Entry(f"{share}/icons/hicolor/scalable/apps/{APP_ID}.svg", icons.DRAWING.read_bytes()),
        Entry(f"{_DOC}/copyright", _copyright().encode()),
        Entry(f"{_DOC}/changelog.gz", _gzipped(_changelog(when).encode())),
    ]
    hicolor = f"{share}/icons/hicolor"
    pictures = [Entry(f"{hicolor}/{size}x{size}/apps/{APP_ID}.png", icons.png(size)) for size in icons.HICOLOR]
    return found + pictures


def _filled(name: str, when: int) -> bytes:
    """Return a file of build/linux with version and day put in."""
    text = (LINUX / name).read_text(encoding="utf-8")
    return text.replace("@VERSION@", VERSION).replace("@DATE@", time.strftime("%Y-%m-%d", time.gmtime(when))).encode()


def _control(files: Sequence[Entry], architecture: str) -> str:
    needed = ", ".join((f"libc6 (>= {oldest_c_library(files)})", *_NEEDED))
    kilobytes = sum(-(-len(entry.data) // 1024) for entry in files)
    fields = {
        "Package": "tefuda",
        "Version": VERSION,
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(kilobytes),
        "Depends": needed,
        "Recommends": ", ".join(_WANTED),
        "Section": "games",
        "Priority": "optional",
        "Description": _DESCRIPTION,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def oldest_c_library(files: Sequence[Entry]) -> str:
    """Return the version of the C library that the programs and libraries among `files` ask for at least."""
    asked = {
        int(minor)
        for entry in files
        if entry.data.startswith(b"\x7fELF")
        for minor in re.findall(rb"GLIBC_2\.(\d+)", entry.data)
    }
    return f"2.{max(asked, default=0)}"


def _sums(files: Sequence[Entry]) -> str:
    """Return what dpkg compares the installed files with."""
    sums = [(hashlib.md5(entry.data, usedforsecurity=False).hexdigest(), entry) for entry in files if not entry.link]
    return "".join(f"{digest}  {entry.name}\n" for digest, entry in sums)


def _copyright() -> str:
    """Return our own licence, and what the parts are under, with the place of each text."""
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    parts = (ROOT / "assets" / "licences" / "README.md").read_text(encoding="utf-8")
    places = f"The texts named below lie in /{_DOC}/licences; the LGPL also in /usr/share/common-licenses/LGPL-2.1."
    return f"Tefuda\n======\n\n{own}\n{places}\n\n{parts}"


def _changelog(when: int) -> str:
    """Return the changes of this version as Debian writes them."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    of_this = changes.partition(f"## {VERSION}")[2].partition("\n## ")[0]
    points = " ".join(of_this.split("\n", 1)[1].split()).removeprefix("- ").split(" - ")
    wrapped = [textwrap.fill(point, 76, initial_indent="  * ", subsequent_indent="    ") for point in points]
    text = "\n".join(wrapped)
    return f"tefuda ({VERSION}) unstable; urgency=medium\n\n{text}\n\n -- {MAINTAINER}  {formatdate(when)}\n"


def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _compressed(data: bytes) -> bytes:
    # A stronger preset costs three times the time for a twentieth of the size.
    return lzma.compress(data, preset=1)


def _tar(files: Sequence[Entry], when: int) -> bytes:
    """Return an archive of the files and of the folders above them; all belong to root."""
    output = io.BytesIO()
    folders = {str(folder) for entry in files for folder in Path(entry.name).parents}
    with tarfile.open(fileobj=output, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(folders):
            info = _described("./" if name == "." else f"./{name}", when)
            info.type, info.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(info)
        for entry in files:
            info = _described(f"./{entry.name}", when)
            info.mode = stat.S_IMODE(entry.mode)
            if entry.link:
                info.type, info.linkname = tarfile.SYMTYPE, entry.link
            info.size = len(entry.data)
            archive.addfile(info, io.BytesIO(entry.data))
    return output.getvalue()


def _described(name: str, when: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.mtime, info.uname, info.gname = when, "root", "root"
    return info


def _ar(members: Sequence[tuple[str, bytes]], when: int) -> bytes:
    """Return the outermost archive, as ar(1) writes it."""
    output = b"!<arch>\n"
    for name, data in members:
        output += f"{name:<16}{when:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode("ascii")
        output += data + b"\n" * (len(data) % 2)
    return output
