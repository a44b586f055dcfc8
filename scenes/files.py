"""What the store asks of the operating system, call by call: so that a test can let each of them fail.

Nothing is decided here: no name of a file, no reason, no second attempt but where a system needs one.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_HELD = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}
_CANNOT_SYNC_FOLDERS = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EBADF}
_BINARY = getattr(os, "O_BINARY", 0)
_PAUSES: tuple[float, ...] = (0.02, 0.05, 0.1) if sys.platform == "win32" else ()
"""Seconds to wait and try again: on Windows a virus scanner may have a file open for a moment."""
_BUSY = 2.0
"""Seconds to wait for a database that another program (a backup, a viewer) has open."""


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _lock(path: Path) -> int | None:
    fd = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o600)
    try:
        if sys.platform == "win32":
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD:
            os.close(fd)
            return None
        # A file system that knows no locks (some network folders): better to keep games unguarded than not at all.
    return fd


def _read(path: Path, most: int) -> bytes:
    # Without O_NONBLOCK a named pipe lying here would hang the start for ever; with it, it may read as nothing at all.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        return file.read(most) or b""


def _create(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def _append(path: Path, data: bytes) -> int:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, 0o600)
    try:
        _write(fd, data)
        return os.lseek(fd, 0, os.SEEK_CUR)
    finally:
        os.close(fd)


def _replace(source: Path, target: Path) -> None:
    for pause in _PAUSES:
        try:
            source.replace(target)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    source.replace(target)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _age(path: Path) -> float | None:
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return None


def _size(path: Path) -> int:
    return path.lstat().st_size


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return []


def _sync(fd: int) -> None:
    os.fsync(fd)


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        try:
            fd = os.open(folder, os.O_RDONLY)
            try:
                _sync(fd)
            finally:
                os.close(fd)
        except OSError as error:
            if error.errno not in _CANNOT_SYNC_FOLDERS:
                raise


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    import sqlite3

    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    return sqlite3.connect(uri, timeout=_BUSY, isolation_level=None, check_same_thread=False, uri=True)


@dataclass(frozen=True, slots=True)
class Files:
    """Every call to the operating system that the store makes, so that a test can let each of them fail.

    `lock` returns None where another program holds the lock, `age` None where there is no such file; `size` is in
    bytes. `read` reads so many bytes at most, `names` returns what lies in a folder (nothing where there is none),
    `create` refuses a file that is there, `write` writes all of it, `append` adds to a file that need not be there and
    returns how long it is then. Failures are `OSError`s. `connect` opens a database, to be read only where that is
    said; from then on its failures are SQLite's.
    """

    make_folder: Callable[[Path], None] = _make_folder
    lock: Callable[[Path], int | None] = _lock
    read: Callable[[Path, int], bytes] = _read
    create: Callable[[Path], int] = _create
    write: Callable[[int, bytes], None] = _write
    append: Callable[[Path, bytes], int] = _append
    sync: Callable[[int], None] = _sync
    close: Callable[[int], None] = os.close
    replace: Callable[[Path, Path], None] = _replace
    remove: Callable[[Path], None] = _remove
    age: Callable[[Path], float | None] = _age
    size: Callable[[Path], int] = _size
    names: Callable[[Path], list[str]] = _names
    sync_folder: Callable[[Path], None] = _sync_folder
    connect: Callable[[Path, bool], sqlite3.Connection] = _connect
