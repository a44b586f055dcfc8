"""What is packed: icons of every size, archives that are the same for the same files, what systems are told."""

import hashlib
import io
import lzma
import os
import re
import struct
import sys
import tarfile
import types
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pygame
import pytest

from build import debian, icons, packing, windows
from scenes import command_line

ROOT = Path(__file__).resolve().parents[1]
LINUX = ROOT / "build" / "linux"
NOON = 1_800_000_000


def test_there_is_one_version() -> None:
    """What is packed carries the version that the program tells."""
    assert packing.VERSION == command_line.VERSION


def test_the_icon_for_windows_holds_every_size() -> None:
    """Small ones are bitmaps with opacity, drawn from the bottom up; large ones are PNG."""
    data = icons.ico()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind, count) == (0, 1, len(icons.WINDOWS))
    for index, size in enumerate(icons.WINDOWS):
        width, height, *_, bits, length, start = struct.unpack_from("<BBBBHHII", data, 6 + 16 * index)
        assert (width or 256, height or 256, bits) == (size, size, 32)
        picture = data[start : start + length]
        if picture.startswith(b"\x89PNG"):
            drawn = pygame.image.load(io.BytesIO(picture), "icon.png")
        else:
            assert struct.unpack_from("<IiiHH", picture) == (40, size, 2 * size, 1, 32)
            upside_down = pygame.image.frombytes(picture[40 : 40 + 4 * size * size], (size, size), "BGRA")
            drawn = pygame.transform.flip(upside_down, flip_x=False, flip_y=True)
        assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(icons.drawn(size), "RGBA")
    assert pygame.image.load(io.BytesIO(data), "icon.ico").get_width() in icons.WINDOWS


def test_the_icon_for_macos_holds_every_size() -> None:
    """Each entry is a PNG, and the file says how long it is."""
    data = icons.icns()
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    at, sizes = 8, []
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at + 4)
        sizes.append(pygame.image.load(io.BytesIO(data[at + 8 : at + length]), "icon.png").get_size())
        at += length
    assert sorted(set(sizes)) == [(size, size) for size in (16, 32, 64, 128, 256, 512, 1024)]


def test_windows_is_told_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The resource that PyInstaller would write into the program can be read back; only Windows has what writes it."""
    compat = pytest.importorskip("PyInstaller.compat")
    monkeypatch.setitem(sys.modules, "pefile", types.ModuleType("pefile"))
    monkeypatch.setattr(compat, "win32api", None, raising=False)
    data: bytes = windows.version_resource().toRaw()
    assert f"ProductVersion\0{packing.VERSION}".encode("utf-16-le") in data.replace(b"\0\0\0\0", b"\0\0")
    for text in windows.texts().values():
        assert text.encode("utf-16-le") in data
    monkeypatch.delitem(sys.modules, "PyInstaller.utils.win32.versioninfo", raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give something like a built program, with files in no order and modes of all kinds."""
    built = tmp_path / "tefuda"
    for name, content, mode in (
        ("tefuda", b"\x7fELF GLIBC_2.17 GLIBC_2.35 GLIBC_2.4", 0o700),
        ("_internal/b/libz.so.1", b"\x7fELF GLIBC_2.14", 0o755),
        ("_internal/a.txt", b"text", 0o600),
        ("licences/zlib.txt", b"terms", 0o666),
        ("LICENSE", b"ours", 0o644),
    ):
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_bytes(content)
        (built / name).chmod(mode)
    (built / "_internal" / "link").symlink_to("b/libz.so.1")
    return built


def test_a_zip_is_the_same_for_the_same_files(folder: Path, tmp_path: Path) -> None:
    """Times, masks and the order of a file system leave no trace; rights and links are kept."""
    packing.write_zip(tmp_path / "one.zip", packing.entries_of(folder, "tefuda"), NOON)
    for file in folder.rglob("*"):
        os.utime(file, (1, 1), follow_symlinks=False)
    (folder / "_internal" / "a.txt").chmod(0o640)
    packing.write_zip(tmp_path / "two.zip", packing.entries_of(folder, "tefuda"), NOON)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == sorted(archive.namelist())
        modes = {info.filename: oct(info.external_attr >> 16) for info in archive.infolist()}
        assert archive.read("tefuda/_internal/link") == b"b/libz.so.1"
        assert {info.date_time for info in archive.infolist()} == {(2027, 1, 15, 8, 0, 0)}
    assert modes == {
        "tefuda/LICENSE": "0o100644",
        "tefuda/_internal/a.txt": "0o100644",
        "tefuda/_internal/b/libz.so.1": "0o100644",
        "tefuda/_internal/link": "0o120777",
        "tefuda/licences/zlib.txt": "0o100644",
        "tefuda/tefuda": "0o100755",
    }


@pytest.mark.parametrize(("given", "expected"), [("86400", 86_400), ("", None), ("noon", None)])
def test_the_time_is_that_of_the_commit(
    given: str, expected: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Or what SOURCE_DATE_EPOCH says; without either, the earliest that a zip can hold."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    monkeypatch.setattr(packing, "ROOT", tmp_path)  # which no commit is of
    assert packing.moment() == (expected or 315_532_800)


def members(deb: bytes) -> dict[str, bytes]:
    """Take the outermost archive of a Debian package apart."""
    assert deb.startswith(b"!<arch>\n")
    at, found = 8, {}
    while at < len(deb):
        header = deb[at : at + 60].decode("ascii")
        assert header.endswith("`\n")
        length = int(header[48:58])
        found[header[:16].strip()] = deb[at + 60 : at + 60 + length]
        at += 60 + length + length % 2
    return found


def test_a_debian_package(folder: Path, tmp_path: Path) -> None:
    """Its members, files, rights, links, sums and needs; and the same bytes for the same files."""
    program = packing.entries_of(folder, "tefuda")
    deb = debian.write_deb(tmp_path, program, NOON)
    first = deb.read_bytes()
    assert debian.write_deb(tmp_path, program, NOON).read_bytes() == first
    inside = members(first)
    assert list(inside) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
    assert inside["debian-binary"] == b"2.0\n"
    with tarfile.open(fileobj=io.BytesIO(inside["data.tar.xz"])) as data:
        files = {member.name: member for member in data.getmembers()}
        contents = {name: data.extractfile(name) for name, member in files.items() if member.isfile()}
        read = {name.removeprefix("./"): file.read() for name, file in contents.items() if file is not None}
    assert {(member.uid, member.gid, member.mtime) for member in files.values()} == {(0, 0, NOON)}
    assert files["./usr/games/tefuda"].linkname == "../lib/tefuda/tefuda"
    assert oct(files["./usr/lib/tefuda/tefuda"].mode) == "0o755"
    assert oct(files["./usr/lib/tefuda/_internal/a.txt"].mode) == "0o644"
    assert files["./usr/lib/tefuda/_internal/link"].linkname == "b/libz.so.1"
    assert read["usr/share/doc/tefuda/licences/zlib.txt"] == b"terms"
    assert "usr/lib/tefuda/LICENSE" not in read
    assert (ROOT / "LICENSE").read_text(encoding="utf-8") in read["usr/share/doc/tefuda/copyright"].decode()
    with tarfile.open(fileobj=io.BytesIO(lzma.decompress(inside["control.tar.xz"]))) as control:
        assert [member.name for member in control.getmembers()] == [".", "./control", "./md5sums"]  # no script
        told = (control.extractfile("./control") or io.BytesIO()).read().decode()
        sums = (control.extractfile("./md5sums") or io.BytesIO()).read().decode()
    assert "Depends: libc6 (>= 2.35), " in told
    assert f"Version: {packing.VERSION}\n" in told
    listed = {name: digest for digest, name in (line.split("  ") for line in sums.splitlines())}
    assert listed == {name: hashlib.md5(content, usedforsecurity=False).hexdigest() for name, content in read.items()}


def test_menu_and_software_centre() -> None:
    """The menu entry and the metadata are in both languages, name each other, the icon, and the version to come."""
    entry = dict(
        line.split("=", 1) for line in (LINUX / "org.tefuda.tefuda.desktop").read_text("utf-8").splitlines()[1:]
    )
    assert entry["Exec"] == "/usr/games/tefuda"
    assert entry["Icon"] == debian.APP_ID
    for key in ("Name", "GenericName", "Comment", "Keywords"):
        assert re.search("[ぁ-ヿ一-龠]", entry[f"{key}[ja]"])
        assert entry[key].isascii()
    text = debian._filled("org.tefuda.tefuda.metainfo.xml", NOON).decode()
    tree = ET.fromstring(text)  # noqa: S314  # our own file
    assert tree.findtext("launchable") == f"{debian.APP_ID}.desktop"
    release = tree.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": packing.VERSION, "date": "2027-01-15"}
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for kind in (".//p", ".//li", "name", "summary"):
        said = [element.get(language) for element in tree.iterfind(kind)]
        assert said == [None, "ja"] * (len(said) // 2)


def test_the_manual_tells_every_option() -> None:
    """And every command."""
    page = debian._filled("tefuda.6", NOON).decode().replace("\\-", "-")
    options = {*command_line._VALUED, *command_line._PLAIN}
    assert {word for word in (*options, *command_line._COMMANDS) if word not in page} == set()
    assert "2027-01-15" in page


def test_the_parts_of_a_package_are_named(folder: Path) -> None:
    """Every file counts once, for the part whose licence it is under; the table ends with the sum."""
    (folder / "_internal" / "assets" / "fonts").mkdir(parents=True)
    (folder / "_internal" / "assets" / "fonts" / "BIZUDPGothic-Bold.ttf").write_bytes(b"font" * 5000)
    (folder / "_internal" / "assets" / "cards.toml").write_bytes(b"cards")
    sizes = dict(packing.consists_of(folder))
    assert sizes["BIZ UDPGothic"] == 20_000
    assert sizes["our cards, sentences, sounds and pictures"] == 5
    assert sizes["other"] == len("text")
    assert sizes["zlib"] == len(b"\x7fELF GLIBC_2.14")
    assert sum(sizes.values()) == sum(
        file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink()
    )
    assert packing.table_of([("a", 2_000_000), ("b", 500_000)]).splitlines()[-1] == "    2.50 MB  together"
