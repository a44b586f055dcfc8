"""The store: the one place in the product that touches the player's files, and the one thread that writes them.

A file here is always either the old one or the new one, never a mixture, whatever is pulled out in between. A file that
cannot be read is kept aside, never written over. No fault of a disk leaves this module as an exception: it becomes one
clear `Reason`, the game plays on, and the next writing is tried again. This module must never know a game or a screen.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

import platformdirs

from game import record as records
from game.core import BadInput, Reason
from game.record import Record
from scenes import preferences as settings
from scenes.files import Files
from scenes.preferences import Preferences

if TYPE_CHECKING:
    import sqlite3  # only games that end and the page about them need it: the shelf shows sooner

    from scenes.statistics import Finished

SETTINGS = "settings.json"
TABLE = "table.tefuda"
HISTORY = "history.sqlite3"
LOCK = "tefuda.lock"
SCREENSHOTS = "screenshots"
"""The folder of the pictures that the player took."""
NARRATION = "narration.txt"
"""What was on the screen since the last start, in words."""
LOG, LOG_BEFORE = "tefuda.log", "tefuda.log.1"
"""The log, and what became of it when it was full: together they never grow beyond twice `_LARGEST_LOG`."""
PART = ".part"
"""Ends the name of a file that is still being written."""

_MOST_KEPT_ASIDE = 9
_LARGEST = {SETTINGS: 1_000_000, TABLE: 4_000_000}
"""Bytes of a file that are looked at; real ones have a few thousand."""
_LARGEST_LOG = 100_000
_MOST_REPORTS = 9
CARDS = "cards"
"""The folder of the player's own card files."""
_LARGEST_CARDS = 200_000
_UNREADABLE = {SETTINGS: "store.bad_settings", TABLE: "store.bad_record", HISTORY: "store.bad_history"}
_BESIDE = {HISTORY: ("-journal", "-wal", "-shm")}
"""Ends of the names of files that belong to another one and go where it goes."""
_MOST_EXPORTS = 999
_CAUSES = {
    errno.EROFS: "store.cause.read_only",
    errno.ENOSPC: "store.cause.no_space",
    errno.EDQUOT: "store.cause.no_space",
    errno.EACCES: "store.cause.no_access",
    errno.EPERM: "store.cause.no_access",
    errno.ENOENT: "store.cause.missing",
    errno.EEXIST: "store.cause.in_the_way",
    errno.ENOTDIR: "store.cause.in_the_way",
    errno.EISDIR: "store.cause.in_the_way",
    errno.EIO: "store.cause.io",
}
_DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR"}
"""What SQLite says of a file that is no database, or has not the tables that it says it has."""
_DATABASE_CAUSES = {
    "SQLITE_FULL": "store.cause.no_space",
    "SQLITE_READONLY": "store.cause.read_only",
    "SQLITE_PERM": "store.cause.no_access",
    "SQLITE_CANTOPEN": "store.cause.no_access",
    "SQLITE_BUSY": "store.cause.busy",
    "SQLITE_LOCKED": "store.cause.busy",
    "SQLITE_IOERR": "store.cause.io",
}

ResultT = TypeVar("ResultT")


def user_folder() -> Path | None:
    """Return the folder for this user's data, or None where the system names none: then nothing can be kept."""
    try:
        folder = Path(platformdirs.user_data_dir("Tefuda", appauthor=False))
    except RuntimeError:  # HOME names no folder, and the system knows no such user.
        return None
    # A relative folder would lie wherever the program was started.
    return folder if folder.is_absolute() else None


def documents_folder() -> Path | None:
    """Return the folder in which this user's documents lie, or None where the system names none."""
    try:
        folder = Path(platformdirs.user_documents_dir())
    except RuntimeError:  # as above
        return None
    return folder if folder.is_absolute() else None


class Store:
    """The files of one player. Nothing is touched before the first call that loads or keeps something.

    Every change goes through one writer thread and is on disk before the next one is begun. All methods are to be
    called from one thread. Of two programs on one folder, the second plays on but changes no file there.
    """

    def __init__(self, folder: Path | None = None, files: Files | None = None) -> None:
        """Serve the files in `folder`, which may not exist yet; by default in this user's data folder.

        What the player asks for as a file then goes to the documents; with a folder of our own it stays in that.
        """
        self._folder = user_folder() if folder is None else folder
        self._documents = documents_folder() if folder is None else folder
        self._files = files or Files()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._pending: list[Future[None]] = []
        self._unwritten: list[tuple[Finished, Record]] = []
        self._checked = False
        self._begun = False
        self._held: int | None = None
        self._second = False
        self._keeping = True
        self._in_the_way: dict[str, Reason] = {}
        self._problems: list[Reason] = []
        self._told: set[Reason] = set()
        self._telling = Lock()
        self._sealed = ""
        self._narrating = False
        self._closed = False

    @property
    def folder(self) -> Path | None:
        """The folder that the files lie in; None where the system names none."""
        return self._folder

    @property
    def log_file(self) -> Path | None:
        """The log that this program writes; None where it cannot, or is the second one on the folder."""
        return None if self._folder is None or self._held is None else self._folder / LOG

    @property
    def sealed(self) -> str:
        """The running game as it was last read or handed to the writer, sealed; empty where there is none."""
        return self._sealed

    def is_keeping(self) -> bool:
        """Return whether the last change to the running game reached the disk; False while it is not kept."""
        return self._keeping

    def take_problems(self) -> list[Reason]:
        """Return what the player has to be told since the last call; the same thing is told once in a session."""
        with self._telling:
            problems, self._problems = self._problems, []
        return problems

    def load_preferences(self) -> Preferences:
        """Return the settings, with defaults for whatever is missing or cannot be used."""
        try:
            text = self._text(SETTINGS)
            preferences, complaints = (Preferences(), ()) if text is None else settings.load(text)
        except BadInput as error:
            self._refuse(SETTINGS, error.reason)
            return Preferences()
        for complaint in complaints:
            self._tell(complaint)
        return preferences

    def look_in(self) -> tuple[dict[str, int], Preferences | Reason]:
        """Return what lies in the folder, with its sizes in bytes, and the settings or why there are none to be read.

        It changes nothing there, takes no lock, and may be asked while another program plays.
        """
        if self._folder is None:
            return {}, Reason.of("store.cause.missing")
        sizes: dict[str, int] = {}
        try:
            sizes = {name: self._files.size(self._folder / name) for name in self._files.names(self._folder)}
            text = _decoded(self._files.read(self._folder / SETTINGS, _LARGEST[SETTINGS]))
            return sizes, text if isinstance(text, Reason) else settings.load(text)[0]
        except BadInput as error:
            return sizes, error.reason
        except FileNotFoundError:
            return sizes, Preferences()
        except OSError as error:
            return sizes, _cause(error)

    def save_preferences(self, preferences: Preferences) -> None:
        """Hand the settings to the writer."""
        self._hand(SETTINGS, settings.dump(preferences))

    def load_record(self) -> Record | None:
        """Return the running game, or None where there is none, none that can be used, or it is another program's.

        It is the one of this session, where there is one: the disk may not have taken it.
        """
        self.settle()
        if self._sealed:
            return records.load(self._sealed)
        try:
            text = self._text(TABLE)
            if text is None or self._second:
                return None
            record = records.load(text)
        except BadInput as error:
            self._refuse(TABLE, error.reason)
            return None
        self._sealed = text
        return record

    def keep(self, record: Record, *, wait: bool = True) -> None:
        """Hand the running game to the writer. Waits only if the change before this one is not on disk yet.

        What is no action, such as what a seat has been shown, need not `wait` for that.
        """
        self._sealed = records.dump(record)
        self._hand(TABLE, self._sealed, wait=wait)

    def forget_record(self) -> None:
        """Let the writer delete the running game, after all that was kept of it."""
        self._sealed = ""
        self._hand(TABLE, None)

    def set_aside(self, reason: Reason) -> None:
        """Keep the running game aside: it was read, but `reason` tells why it cannot be played on."""
        self.settle()
        self._sealed = ""
        self._refuse(TABLE, reason)

    def remember(self, finished: Finished, record: Record) -> None:
        """Hand a game that has ended to the writer, for the history. Waits for nothing.

        The same game again takes the place of what was written of it, but a win stays (see `history.put`).
        """
        self._pending.append(self._writer.submit(self._remember, finished, record))

    def history(self) -> tuple[Finished, ...]:
        """Return all games of the history in the order in which they ended; none where it cannot be read."""
        from scenes import history

        self.settle()
        self._writer.submit(self._write_history).result()
        games, spoiled = self._writer.submit(self._with_history, history.read, write=False).result() or ((), 0)
        if spoiled:
            self._tell(Reason.of("store.spoiled_games", count=spoiled))
        return games

    def record_of(self, match: str) -> Record | None:
        """Return a game of the history, to be replayed; None where it is not there. Raises `BadInput` if damaged."""
        from scenes import history

        self.settle()
        work = self._writer.submit(self._with_history, lambda one: history.record_text(one, match), write=False)
        text = work.result()
        return None if text is None else records.load(text)

    def export(self, name: str, suffix: str, text: str) -> Path | Reason:
        """Write a file that the player asked for, under a name that is free; return it, or why that is not possible."""
        self.settle()
        return self._writer.submit(self._export, name, suffix, text.encode("utf-8")).result()

    def screenshot(self, name: str, data: bytes) -> Path | Reason:
        """Write a picture beside the games, under a new name; return it, or why not."""
        return self._writer.submit(self._put_in, SCREENSHOTS, name, ".png", data).result()

    def card_files(self) -> dict[str, str | Reason]:
        """Return the text of each card file that the player has put into the folder `cards`, or why it has none."""
        return self._writer.submit(self._card_files).result()

    def put_card_file(self, name: str, text: str) -> Path | Reason:
        """Write a card file for the player to change, under a name that is free; return it, or why not."""
        self.settle()
        return self._writer.submit(self._put_in, CARDS, name, ".toml", text.encode("utf-8")).result()

    def log(self, line: str) -> None:
        """Add a line to the log. Waits for nothing, and where it fails nobody is told: the game goes first.

        The second program on a folder changes no file there, and writes no log. A line may name nothing secret and
        nothing that was typed.
        """
        self._writer.submit(self._log, line)

    def narrate(self, line: str, file: Path | None = None) -> None:
        """Add a line to what is told in words, in `file` or in our folder; the first one begins it anew.

        Waits for nothing; the first failure is told. The second program on a folder tells nothing there.
        """
        self._writer.submit(self._narrate, line, file)

    def report(self, text: str) -> Path | Reason:
        """Write a report of a fault beside the games; return it, or why not. The last few are kept.

        Whatever else is on its way to the disk need not have arrived.
        """
        return self._writer.submit(self._report, text.encode("utf-8")).result()

    def settle(self) -> None:
        """Wait until everything handed over is on disk, or its failure is among the problems."""
        pending, self._pending = self._pending, []
        for change in pending:
            change.result()

    def close(self) -> None:
        """Settle, and let another program have the folder. The store can not be used after that, but closed again."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._unwritten:
                self._pending.append(self._writer.submit(self._write_history))
            self.settle()
        finally:
            self._writer.shutdown()
            self._let_go()

    def _tell(self, problem: Reason) -> None:
        with self._telling:
            if problem not in self._told:
                self._told.add(problem)
                self._problems.append(problem)

    def _hand(self, name: str, text: str | None, *, wait: bool = True) -> None:
        if wait:
            self.settle()
        self._pending.append(self._writer.submit(self._change, name, None if text is None else text.encode("utf-8")))

    def _change(self, name: str, data: bytes | None) -> None:
        """Write or, without data, delete a file: the writer's whole work."""
        kept = False
        try:
            kept = self._put(name, data)
        except OSError as error:
            key = "store.cannot_forget" if data is None else "store.cannot_keep"
            self._tell(Reason.of(key, path=self._place(), cause=_cause(error)))
        if name == TABLE:
            self._keeping = kept

    def _put(self, name: str, data: bytes | None) -> bool:
        """Return whether the change was made; as the second program we make none."""
        folder = self._open()
        if folder is None:
            return False
        if name in self._in_the_way:
            self._put_aside(folder, name, self._in_the_way[name])
        if data is None:
            self._files.remove(folder / name)
            self._files.sync_folder(folder)
            return True
        try:
            self._write(folder, name, data)
        except FileNotFoundError:
            # Somebody removed the folder while we played. Its lock went with it, so we must take the new one's.
            self._let_go()
            folder = self._open()
            if folder is None:
                return False
            self._write(folder, name, data)
        return True

    def _write(self, folder: Path, name: str, data: bytes) -> None:
        """Put `data` in place of the file at one stroke, and only once it is safely on disk."""
        part = folder / (name + PART)
        self._files.remove(part)
        fd = self._files.create(part)
        try:
            try:
                self._files.write(fd, data)
                self._files.sync(fd)
            finally:
                self._files.close(fd)
            self._files.replace(part, folder / name)
        except OSError:
            with suppress(OSError):
                self._files.remove(part)  # On a full disk every byte counts.
            raise
        self._files.sync_folder(folder)

    def _open(self) -> Path | None:
        """Return the folder, made and locked for us, or None if another program has it or had it when we came.

        Who comes second stays second: when the first one leaves, its game lies there, and we know nothing of it.
        """
        folder = self._folder
        if folder is None:
            raise FileNotFoundError(errno.ENOENT, "no folder")
        if self._held is None and not self._second:
            self._files.make_folder(folder)
            self._held = self._files.lock(folder / LOCK)
            if self._held is None:
                self._second, self._keeping = True, False
                self._tell(Reason.of("store.second_copy"))
            else:
                for name in _LARGEST:
                    with suppress(OSError):
                        self._files.remove(folder / (name + PART))  # Left by a program that was killed.
        return None if self._second else folder

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with suppress(OSError):
                self._files.close(held)

    def _text(self, name: str) -> str | None:
        """Return what a file says, or None where there is none; raise `BadInput` where it cannot be read."""
        self.settle()
        try:
            self._open()
        except OSError as error:
            self._keeping = False
            self._tell(Reason.of("store.cannot_keep", path=self._place(), cause=_cause(error)))
        if self._folder is None:
            return None
        try:
            data = self._files.read(self._folder / name, _LARGEST[name] + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise BadInput(_cause(error)) from None
        if len(data) > _LARGEST[name]:
            raise BadInput(Reason.of("store.cause.too_large"))
        text = _decoded(data)
        if isinstance(text, Reason):
            raise BadInput(text)
        return text

    def _refuse(self, name: str, cause: Reason) -> None:
        """Keep an unusable file aside. Where that fails it stays, and nothing is written in its place."""
        if self._second or self._folder is None:
            return
        try:
            self._put_aside(self._folder, name, cause)
        except OSError:
            self._in_the_way[name] = cause
            self._tell(Reason.of("store.left_in_place", file=name, path=self._place(), cause=cause))

    def _put_aside(self, folder: Path, name: str, cause: Reason) -> None:
        spares = [f"{name}.bad-{number}" for number in range(1, _MOST_KEPT_ASIDE + 1)]
        ages = {spare: self._files.age(folder / spare) for spare in spares}
        # Where all names are taken the oldest file gives way, so that a folder is never filled.
        spare = min(spares, key=lambda spare: (ages[spare] is not None, ages[spare] or 0.0))
        for end in _BESIDE.get(name, ()):
            self._files.remove(folder / (spare + end))
            with suppress(FileNotFoundError):
                self._files.replace(folder / (name + end), folder / (spare + end))
        with suppress(FileNotFoundError):
            self._files.replace(folder / name, folder / spare)
            self._tell(Reason.of(_UNREADABLE[name], file=name, kept_as=spare, cause=cause))
        self._in_the_way.pop(name, None)

    # The history, in the writer's thread alone

    def _remember(self, finished: Finished, record: Record) -> None:
        self._unwritten.append((finished, record))
        self._write_history()

    def _write_history(self) -> None:
        """Write what is not written yet; what fails is tried again at the next occasion."""
        from scenes import history

        def write(connection: sqlite3.Connection) -> bool:
            history.put(connection, self._unwritten)
            return True

        if not self._unwritten:
            return
        written = self._with_history(write, write=True)
        if written or self._second:  # as the second program we keep nothing
            self._unwritten.clear()

    def _with_history(self, work: Callable[[sqlite3.Connection], ResultT], *, write: bool) -> ResultT | None:
        """Do `work` on the history and return what it gives; None where there is none or it cannot be used.

        A database that cannot be used is kept aside and a new one begun; a folder that is gone is made again.
        """
        import sqlite3

        for last in (False, True):
            try:
                return self._use_history(work, write=write)
            except BadInput as error:
                self._refuse(HISTORY, error.reason)
            except sqlite3.Error as error:
                name = _primary(error)
                if name in _DAMAGED:
                    self._refuse(HISTORY, Reason.of("store.cause.damaged"))
                elif last or not self._folder_is_gone():
                    self._tell_of_history(_database_cause(name), write=write)
                    break
            except OSError as error:
                if last or not self._folder_is_gone():
                    self._tell_of_history(_cause(error), write=write)
                    break
            if HISTORY in self._in_the_way:
                break
        return None

    def _use_history(self, work: Callable[[sqlite3.Connection], ResultT], *, write: bool) -> ResultT | None:
        from scenes import history

        ours = self._open()
        folder = ours or self._folder
        if folder is None or (ours is None and write):
            return None
        if ours is not None and HISTORY in self._in_the_way:
            self._put_aside(folder, HISTORY, self._in_the_way[HISTORY])
        path = folder / HISTORY
        try:
            header = self._files.read(path, history.HEADER_LENGTH)
            history.check_header(header)
            if not header and not self._begun:
                self._tell(Reason.of("store.empty_history"))
        except FileNotFoundError:
            if not write:
                return None
            self._begun = True
        except (IsADirectoryError, NotADirectoryError) as error:
            raise BadInput(_cause(error)) from None
        with closing(self._files.connect(path, ours is None)) as connection:
            if ours is not None:
                history.prepare(connection, check=not self._checked)
                self._checked = True
            elif not history.is_present(connection):
                return None
            return work(connection)

    def _folder_is_gone(self) -> bool:
        """Return whether somebody removed the folder while we played; then its lock is gone, too."""
        try:
            gone = self._held is not None and self._folder is not None and self._files.age(self._folder) is None
        except OSError:
            return False
        if gone:
            self._let_go()
        return gone

    def _tell_of_history(self, cause: Reason, *, write: bool) -> None:
        key = "store.cannot_remember" if write else "store.cannot_read_history"
        self._tell(Reason.of(key, path=self._place(), cause=cause))

    # Log and reports, in the writer's thread alone

    def _log(self, line: str) -> None:
        if (log := self.log_file) is None:
            return
        with suppress(OSError):
            if self._files.append(log, line.encode("utf-8", "replace") + b"\n") > _LARGEST_LOG:
                self._files.replace(log, log.with_name(LOG_BEFORE))

    def _narrate(self, line: str, file: Path | None) -> None:
        if file is None:
            if self.log_file is None or self._folder is None:
                return
            file = self._folder / NARRATION
        try:
            if not self._narrating:
                self._files.remove(file)
            self._narrating = True
            self._files.append(file, line.encode("utf-8", "replace") + b"\n")
        except OSError as error:
            self._tell(Reason.of("store.cannot_narrate", path=str(file), cause=_cause(error)))

    def _report(self, data: bytes) -> Path | Reason:
        try:
            if self._folder is None:
                raise FileNotFoundError(errno.ENOENT, "no folder")
            self._files.make_folder(self._folder)
            paths = [self._folder / f"report-{number}.txt" for number in range(1, _MOST_REPORTS + 1)]
            ages = {path: self._files.age(path) for path in paths}
            # Where all names are taken the oldest gives way. Another program's folder is no matter: the name is new.
            path = min(paths, key=lambda path: (ages[path] is not None, ages[path] or 0.0))
            self._write(self._folder, path.name, data)
        except OSError as error:
            return _cause(error)
        return path

    # Files that the player asks for

    def _export(self, name: str, suffix: str, data: bytes) -> Path | Reason:
        try:
            return self._write_anew(self._export_folder(), name, suffix, data)
        except OSError as error:
            return _cause(error)

    def _put_in(self, within: str, name: str, suffix: str, data: bytes) -> Path | Reason:
        """Write a new file into a folder of ours."""
        try:
            if self._folder is None:
                raise FileNotFoundError(errno.ENOENT, "no folder")
            folder = self._folder / within
            self._files.make_folder(folder)
            return self._write_anew(folder, name, suffix, data)
        except OSError as error:
            return _cause(error)

    def _export_folder(self) -> Path:
        """Return the documents, or our own folder where there are none."""
        folder = self._documents
        if folder is not None and self._files.age(folder) is not None:
            return folder
        if self._folder is None:
            raise FileNotFoundError(errno.ENOENT, "no folder")
        self._files.make_folder(self._folder)
        return self._folder

    def _card_files(self) -> dict[str, str | Reason]:
        if self._folder is None:
            return {}
        folder = self._folder / CARDS
        found: dict[str, str | Reason] = {}
        try:
            names = [name for name in self._files.names(folder) if name.endswith(".toml")]
        except OSError as error:
            self._tell(Reason.of("store.cannot_read_cards", path=str(folder), cause=_cause(error)))
            return {}
        for name in names:
            try:
                data = self._files.read(folder / name, _LARGEST_CARDS + 1)
                found[name] = Reason.of("store.cause.too_large") if len(data) > _LARGEST_CARDS else _decoded(data)
            except OSError as error:
                found[name] = _cause(error)
        return found

    def _write_anew(self, folder: Path, name: str, suffix: str, data: bytes) -> Path:
        """Write a new file; a file that is there already is another's."""
        for number in range(1, _MOST_EXPORTS + 1):
            path = folder / (f"{name}{suffix}" if number == 1 else f"{name} ({number}){suffix}")
            try:
                fd = self._files.create(path)
            except FileExistsError:
                continue
            try:
                try:
                    self._files.write(fd, data)
                    self._files.sync(fd)
                finally:
                    self._files.close(fd)
            except OSError:
                with suppress(OSError):
                    self._files.remove(path)
                raise
            return path
        raise FileExistsError(errno.EEXIST, "all names are taken")

    def _place(self) -> str:
        """Return the folder's name, or what it would be called."""
        return "Tefuda" if self._folder is None else str(self._folder)


def _decoded(data: bytes) -> str | Reason:
    try:
        return data.decode("utf-8-sig")  # Editors of Windows put a mark before the text.
    except UnicodeDecodeError:
        return Reason.of("store.cause.damaged")


def _cause(error: OSError) -> Reason:
    number = error.errno or 0
    if number in _CAUSES:
        return Reason.of(_CAUSES[number])
    return Reason.of("store.cause.other", code=errno.errorcode.get(number, str(number)))


def _primary(error: sqlite3.Error) -> str:
    """Return SQLite's name for a failure, without what it adds to it; one without a name is a broken file's."""
    name = getattr(error, "sqlite_errorname", None) or "SQLITE_CORRUPT"
    return "_".join(name.split("_")[:2])


def _database_cause(name: str) -> Reason:
    if name in _DATABASE_CAUSES:
        return Reason.of(_DATABASE_CAUSES[name])
    return Reason.of("store.cause.other", code=name)
