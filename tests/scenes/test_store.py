import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from game import record as records
from game.core import Reason
from game.record import Record
from scenes import preferences
from scenes import store as store_module
from scenes.files import Files
from scenes.preferences import Preferences
from scenes.store import LOCK, SETTINGS, TABLE, Store, user_folder
from scenes.words import LANGUAGES, Words

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions, pipes and links of POSIX")
OpenStore = Callable[..., Store]


def game(actions: int) -> Record:
    """Return a game in which so many actions have been played."""
    played = tuple(f"move:{number}" for number in range(actions))
    options = (("open", True),)
    return Record("m", "deck_defence", 1, "K7", 1, options, played, actions, False, 0, 0, (actions + 1,), "d" * 32)


def names(folder: Path) -> set[str]:
    """Return the names of the files in a folder, without the lock."""
    return {path.name for path in folder.iterdir()} - {LOCK}


def keys(store: Store) -> list[str]:
    """Return the keys of the problems told since last time."""
    return [reason.key for reason in store.take_problems()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that does not exist yet, in one with a Japanese name and a space."""
    return tmp_path / "手札 の 太郎" / "Te fuda"


@pytest.fixture
def opened() -> Iterator[OpenStore]:
    """Return `Store`, whose stores are closed after the test."""
    stores: list[Store] = []

    def make(folder: Path | None, files: Files | None = None) -> Store:
        stores.append(Store(folder, files))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


def test_a_first_start_finds_nothing_and_says_nothing(folder: Path, opened: OpenStore) -> None:
    """An empty place is no problem."""
    store = opened(folder)
    assert store.load_preferences() == Preferences()
    assert store.load_record() is None
    assert store.is_keeping()
    assert store.take_problems() == []


def test_making_a_store_touches_nothing(folder: Path, opened: OpenStore) -> None:
    """A headless command that keeps nothing leaves no folder behind."""
    opened(folder)
    assert not folder.exists()


def test_what_was_kept_is_there_at_the_next_start(folder: Path) -> None:
    """Settings and the running game come back."""
    chosen = Preferences(language="ja", text_scale=150).with_options("haruhi", {"open_discards": True})
    with closing(Store(folder)) as store:
        store.save_preferences(chosen)
        store.keep(game(2))
        store.keep(game(3))
    with closing(Store(folder)) as store:
        assert store.load_preferences() == chosen
        assert store.load_record() == game(3)
        assert store.take_problems() == []
    assert names(folder) == {SETTINGS, TABLE}


def test_a_shorter_game_leaves_no_tail(folder: Path, opened: OpenStore) -> None:
    """A long file followed by a short one holds the short one only."""
    store = opened(folder)
    store.keep(game(500))
    store.keep(game(0))
    store.settle()
    assert (folder / TABLE).read_text("utf-8") == records.dump(game(0))


def test_a_forgotten_game_is_gone_with_all_that_was_handed_over_before(folder: Path, opened: OpenStore) -> None:
    """Deleting waits its turn behind the writing, and forgetting nothing is no problem."""
    store = opened(folder)
    store.forget_record()
    store.keep(game(1))
    store.forget_record()
    store.settle()
    assert names(folder) == set()
    store.keep(game(2))
    assert store.load_record() == game(2)
    assert store.take_problems() == []


def test_each_change_is_on_disk_before_the_next_begins(folder: Path, opened: OpenStore) -> None:
    """Between handing over and settling at most one change is under way."""
    store = opened(folder)
    for number in range(1, 20):
        store.keep(game(number))
        seen = records.load((folder / TABLE).read_text("utf-8")).at if (folder / TABLE).exists() else 0
        assert seen in {number - 1, number}


def test_keep_does_not_wait_for_the_disk(folder: Path, opened: OpenStore) -> None:
    """The frame loop goes on while the writer is still at it."""
    may_sync = Event()

    def slow(fd: int) -> None:
        assert may_sync.wait(10)
        os.fsync(fd)

    store = opened(folder, Files(sync=slow))
    store.keep(game(1))
    assert not (folder / TABLE).exists()
    may_sync.set()
    store.settle()
    assert store.load_record() == game(1)


@posix
def test_files_are_the_players_own(folder: Path, opened: OpenStore) -> None:
    """Nobody else on the machine reads the games or the settings."""
    store = opened(folder)
    store.save_preferences(Preferences())
    store.keep(game(1))
    store.settle()
    assert {(folder / name).stat().st_mode & 0o777 for name in (SETTINGS, TABLE, LOCK)} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_what_a_killed_run_left_half_written_is_cleaned_up(folder: Path, opened: OpenStore) -> None:
    """Parts of files go at the start; other files in the folder are not ours to touch."""
    folder.mkdir(parents=True)
    for name in (SETTINGS + ".part", TABLE + ".part", "mine.part"):
        (folder / name).write_text("torn")
    opened(folder).load_preferences()
    assert names(folder) == {"mine.part"}


BAD_FILES = {
    "empty": b"",
    "binary": bytes(range(256)),
    "zeros": bytes(4096),
    "half a character": '{"mark": "手'.encode()[:-1],
    "cut settings": preferences.dump(Preferences()).encode()[:60],
    "cut game": records.dump(game(4)).encode()[:-20],
    "a flipped letter": records.dump(game(4)).encode().replace(b'"sealed": "eJ', b'"sealed": "eK'),
    "foreign": b'{"name": "another program"}',
    "a list": b"[1, 2]",
    "from the future": b'{"mark": "tefuda-record", "format": 99}',
    "settings from the future": b'{"mark": "tefuda-settings", "format": 99}',
    "deep": b"[" * 200_000,
    "ten megabytes": b" " * 10_000_000,
}


@pytest.mark.parametrize("data", BAD_FILES.values(), ids=BAD_FILES)
@pytest.mark.parametrize("name", [SETTINGS, TABLE])
def test_a_bad_file_is_kept_aside_as_it_was(folder: Path, opened: OpenStore, name: str, data: bytes) -> None:
    """The program starts, the player hears where the old file is, and new files can be written."""
    folder.mkdir(parents=True)
    (folder / name).write_bytes(data)
    store = opened(folder)
    assert store.load_preferences() == Preferences()
    assert store.load_record() is None
    (problem,) = store.take_problems()
    assert problem.key == {SETTINGS: "store.bad_settings", TABLE: "store.bad_record"}[name]
    assert dict(problem.values)["file"] == name
    assert dict(problem.values)["kept_as"] == f"{name}.bad-1"
    cause = dict(problem.values)["cause"]
    assert isinstance(cause, Reason)
    assert (cause.key == "store.cause.too_large") == (len(data) > 5_000_000)
    assert (folder / f"{name}.bad-1").read_bytes() == data
    store.keep(game(1))
    store.save_preferences(Preferences(speed="off"))
    assert store.load_record() == game(1)
    assert store.load_preferences() == Preferences(speed="off")
    assert store.take_problems() == []


@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b'{"mark": "tefuda-record", "format": 1, "check": 1, "sealed": "\xc3\xa9"}')
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_bytes_never_stop_the_start(tmp_path: Path, data: bytes) -> None:
    """Whatever lies in the files, loading gives defaults, and the bytes are kept."""
    for path in (tmp_path / SETTINGS, tmp_path / TABLE):
        path.write_bytes(data)
    with closing(Store(tmp_path)) as store:
        assert store.load_preferences() == Preferences()
        assert store.load_record() is None
        assert keys(store) == ["store.bad_settings", "store.bad_record"]
    for path in tmp_path.glob("*.bad-1"):
        assert path.read_bytes() == data
        path.unlink()


@posix
@pytest.mark.parametrize("kind", ["folder", "full folder", "link to itself", "pipe", "endless"])
@pytest.mark.parametrize("name", [SETTINGS, TABLE])
def test_what_is_no_file_is_kept_aside(folder: Path, opened: OpenStore, name: str, kind: str) -> None:
    """A folder, a link in a circle, a pipe that nobody writes to: the start neither fails nor hangs."""
    path = folder / name
    folder.mkdir(parents=True)
    match kind:
        case "folder":
            path.mkdir()
        case "full folder":
            path.mkdir()
            (path / "inside").write_text("mine")
        case "link to itself":
            path.symlink_to(path)
        case "pipe":
            os.mkfifo(path)
        case _:
            path.symlink_to("/dev/zero")
    store = opened(folder)
    assert store.load_preferences() == Preferences()
    assert store.load_record() is None
    assert keys(store) == [{SETTINGS: "store.bad_settings", TABLE: "store.bad_record"}[name]]
    store.keep(game(1))
    store.save_preferences(Preferences(speed="off"))
    assert store.load_record() == game(1)
    assert store.load_preferences() == Preferences(speed="off")
    assert f"{name}.bad-1" in names(folder)


def test_bad_files_get_the_smallest_free_number_and_never_fill_the_folder(folder: Path) -> None:
    """Up to nine are kept; after that the oldest gives way."""
    folder.mkdir(parents=True)
    (folder / f"{TABLE}.bad-2").write_text("two")
    os.utime(folder / f"{TABLE}.bad-2", (1_000, 1_000))
    for number in (1, 3, 4, 5, 6, 7, 8, 9):
        (folder / TABLE).write_text(f"bad {number}")
        with closing(Store(folder)) as store:
            store.load_record()
            assert dict(store.take_problems()[0].values)["kept_as"] == f"{TABLE}.bad-{number}"
    (folder / TABLE).write_text("bad 10")
    with closing(Store(folder)) as store:
        store.load_record()
    kept = {path.name[-1]: path.read_text() for path in folder.glob("*.bad-*")}
    assert kept == {str(number): f"bad {number}" for number in range(1, 10)} | {"2": "bad 10"}


def test_a_game_that_cannot_be_played_on_is_kept_aside_with_the_reason(folder: Path, opened: OpenStore) -> None:
    """It parsed, but the rules made something else of it."""
    store = opened(folder)
    store.keep(game(3))
    store.set_aside(Reason.of("bad.save_differs"))
    assert names(folder) == {f"{TABLE}.bad-1"}
    differs = Reason.of("bad.save_differs")
    expected = Reason.of("store.bad_record", file=TABLE, kept_as=f"{TABLE}.bad-1", cause=differs)
    assert store.take_problems() == [expected]
    assert store.load_record() is None


def test_setting_aside_what_is_not_there_is_no_problem(folder: Path, opened: OpenStore) -> None:
    """Somebody else may have removed it meanwhile."""
    store = opened(folder)
    store.load_record()
    store.set_aside(Reason.of("bad.save_differs"))
    assert store.take_problems() == []


def test_wrong_values_in_the_settings_are_told_and_the_others_taken(folder: Path, opened: OpenStore) -> None:
    """Even where an editor of Windows put a byte order mark before the text."""
    folder.mkdir(parents=True)
    text = '{"mark": "tefuda-settings", "format": 1, "speed": "warp", "text_scale": 120}'
    (folder / SETTINGS).write_text(text, "utf-8-sig")
    store = opened(folder)
    assert store.load_preferences() == Preferences(text_scale=120)
    assert keys(store) == ["store.bad_setting"]
    assert names(folder) == {SETTINGS}


def test_a_second_program_plays_on_but_changes_nothing(folder: Path, opened: OpenStore) -> None:
    """It reads the settings, says so once, and leaves every file to the first, the bad ones too."""
    first = opened(folder)
    first.save_preferences(Preferences(speed="slow"))
    first.keep(game(5))
    first.settle()
    (folder / (TABLE + ".part")).write_text("the first one's, being written")

    second = opened(folder)
    assert second.load_preferences() == Preferences(speed="slow")
    assert second.load_record() is None
    assert not second.is_keeping()
    second.save_preferences(Preferences())
    second.keep(game(1))
    second.forget_record()
    second.set_aside(Reason.of("bad.save_differs"))
    second.settle()
    assert second.take_problems() == [Reason.of("store.second_copy")]
    assert names(folder) == {SETTINGS, TABLE, TABLE + ".part"}
    assert first.load_record() == game(5)

    first.close()
    second.keep(game(1))
    second.settle()
    third = opened(folder)
    assert third.load_record() == game(5)
    assert third.take_problems() == []


def test_a_second_program_leaves_bad_files_where_they_are(folder: Path, opened: OpenStore) -> None:
    """Keeping aside is a change, too."""
    first = opened(folder)
    first.load_preferences()
    (folder / SETTINGS).write_text("bad")
    second = opened(folder)
    assert second.load_preferences() == Preferences()
    assert keys(second) == ["store.second_copy"]
    assert names(folder) == {SETTINGS}


@posix
def test_a_removed_folder_is_made_again(folder: Path, opened: OpenStore) -> None:
    """Somebody tidies up while the game runs: the next action is kept all the same, and the new folder is locked."""
    store = opened(folder)
    store.keep(game(1))
    store.settle()
    folder.rename(folder.with_name("away"))
    store.keep(game(2))
    assert store.load_record() == game(2)
    assert store.take_problems() == []
    other = opened(folder)
    assert other.load_record() is None
    assert keys(other) == ["store.second_copy"]


@posix
def test_a_folder_made_again_by_another_program_is_that_programs(folder: Path, opened: OpenStore) -> None:
    """Whoever locks the new folder first has it; the other plays on unkept and says so."""
    real = Files().lock
    store = opened(folder, Files(lock=lambda path: None if folder.with_name("away").exists() else real(path)))
    store.keep(game(1))
    store.settle()
    folder.rename(folder.with_name("away"))
    store.keep(game(2))
    store.settle()
    assert keys(store) == ["store.second_copy"]
    assert not store.is_keeping()
    assert not (folder / TABLE).exists()


@pytest.mark.parametrize("blocked", ["the folder", "its parent"])
def test_a_file_where_the_folder_should_be(folder: Path, opened: OpenStore, blocked: str) -> None:
    """The game is played without being kept; one message says so; once the way is free it is kept again."""
    obstacle = folder if blocked == "the folder" else folder.parent
    obstacle.parent.mkdir(parents=True, exist_ok=True)
    obstacle.write_text("in the way")
    store = opened(folder)
    assert store.load_preferences() == Preferences()
    assert store.load_record() is None
    store.keep(game(1))
    store.keep(game(2))
    store.settle()
    assert not store.is_keeping()
    in_the_way = Reason.of("store.cause.in_the_way")
    assert store.take_problems() == [Reason.of("store.cannot_keep", path=str(folder), cause=in_the_way)]
    obstacle.unlink()
    store.keep(game(3))
    assert store.load_record() == game(3)
    assert store.is_keeping()
    assert store.take_problems() == []


def test_a_folder_whose_name_is_no_text_can_be_spoken_of(tmp_path: Path, opened: OpenStore) -> None:
    """File names may hold bytes that are no letters; what is said of them holds letters only."""
    obstacle = tmp_path / os.fsdecode(b"caf\xe9") if sys.platform == "linux" else tmp_path / "cafe"
    obstacle.write_text("in the way")
    store = opened(obstacle)
    store.keep(game(1))
    store.settle()
    (problem,) = store.take_problems()
    assert "caf" in Words("en").say(problem).encode("utf-8").decode("utf-8")


@pytest.mark.parametrize("kind", ["open", "sync"])
@pytest.mark.parametrize("number", [errno.EINVAL, errno.EACCES, errno.EIO])
@posix
def test_a_folder_that_cannot_be_synced(
    folder: Path, opened: OpenStore, monkeypatch: pytest.MonkeyPatch, kind: str, number: int
) -> None:
    """Some file systems do not know how, and that is no problem; a broken disk is one."""

    def refuse(*_: object) -> int:
        raise OSError(number, "injected")

    def as_always(fd: int) -> None:
        os.close(os.dup(fd))

    store = opened(folder, Files(sync=as_always))
    store.load_record()
    monkeypatch.setattr(os, "fsync", refuse)
    if kind == "open":
        real = os.open
        monkeypatch.setattr(os, "open", lambda path, *rest: refuse() if Path(path) == folder else real(path, *rest))
    store.keep(game(1))
    store.settle()
    assert store.load_record() == game(1)
    assert keys(store) == (["store.cannot_keep"] if number == errno.EIO else [])


@posix
def test_a_file_system_without_locks_keeps_games_all_the_same(
    folder: Path, opened: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network folders know no locks: better unguarded than not kept at all."""
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "injected")

    monkeypatch.setattr(fcntl, "flock", refuse)
    store = opened(folder)
    store.keep(game(1))
    assert store.load_record() == game(1)
    assert store.is_keeping()
    assert store.take_problems() == []


def test_another_programs_glance_at_a_file_is_waited_for(
    folder: Path, opened: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows a virus scanner holds a file for a moment; patience there spares the player a message."""
    refusals = iter([PermissionError(errno.EACCES, "held"), PermissionError(errno.EACCES, "held")])
    real = Path.replace

    def held(path: Path, target: Path) -> Path:
        for refusal in refusals:
            raise refusal
        return real(path, target)

    monkeypatch.setattr("scenes.files._PAUSES", (0.0, 0.0, 0.0))
    monkeypatch.setattr(Path, "replace", held)
    store = opened(folder)
    store.keep(game(1))
    assert store.load_record() == game(1)
    assert store.take_problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_words(language: str) -> None:
    """Whatever the store may tell, the player reads a sentence with nothing left open in it."""
    words = Words(language)
    causes = [Reason.of(f"store.cause.{key}") for key in ("damaged", "foreign", "newer", "too_large")]
    causes += [store_module._cause(OSError(number, "")) for number in (*errno.errorcode, 99_999)]
    for cause in causes:
        for key in ("store.cannot_keep", "store.cannot_forget"):
            assert words.say(cause) in words.say(Reason.of(key, path="/手札", cause=cause))
        assert "/手札" in words.say(Reason.of("store.left_in_place", file=TABLE, path="/手札", cause=cause))
        for key in ("store.bad_settings", "store.bad_record"):
            assert f"{TABLE}.bad-1" in words.say(Reason.of(key, file=TABLE, kept_as=f"{TABLE}.bad-1", cause=cause))
    assert words.say(Reason.of("store.second_copy"))
    text = (
        '{"mark": "tefuda-settings", "format": 1, "speed": 1, "window": 1, "options": {"kanu": 1, "haruhi": {"a": []}}}'
    )
    complaints = preferences.load(text)[1]
    assert len(complaints) == 4
    for complaint in complaints:
        assert str(dict(complaint.values)["setting"]) in words.say(complaint)


def test_closing_twice_is_as_good_as_once(folder: Path) -> None:
    """Whoever ends the program need not know whether somebody else closed the store."""
    store = Store(folder)
    store.keep(game(1))
    store.close()
    store.close()
    assert names(folder) == {TABLE}


def test_a_fault_of_the_program_is_not_hidden(folder: Path) -> None:
    """Only faults of files become problems; anything else comes up where the writer is waited for."""

    def wrong(_fd: int, _data: bytes) -> None:
        raise ZeroDivisionError

    store = Store(folder, replace(Files(), write=wrong))
    store.keep(game(1))
    with pytest.raises(ZeroDivisionError):
        store.settle()
    store.close()


@posix
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"HOME": "/home/taro"}, "/home/taro/.local/share/Tefuda"),
        ({"HOME": "/home/taro", "XDG_DATA_HOME": ""}, "/home/taro/.local/share/Tefuda"),
        ({"HOME": "/home/taro", "XDG_DATA_HOME": "data"}, "/home/taro/.local/share/Tefuda"),
        ({"HOME": "/home/taro", "XDG_DATA_HOME": "/data/太郎"}, "/data/太郎/Tefuda"),
        ({"XDG_DATA_HOME": "/data"}, "/data/Tefuda"),
        ({}, "own/.local/share/Tefuda"),
        ({"HOME": ""}, "own/.local/share/Tefuda"),
        ({"HOME": "here"}, "own/.local/share/Tefuda"),
    ],
)
@pytest.mark.skipif(sys.platform == "darwin", reason="the folders of Linux")
def test_the_users_folder_is_found(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str) -> None:
    """It never lies at the root or where the program was started, whatever the environment says."""
    import pwd

    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    own = pwd.getpwuid(os.getuid()).pw_dir
    assert user_folder() == Path(expected.replace("own", own))


def test_without_any_folder_the_game_is_played_unkept(monkeypatch: pytest.MonkeyPatch, opened: OpenStore) -> None:
    """A user without a home hears once that nothing is kept."""

    def homeless(*_: object, **__: object) -> str:
        raise RuntimeError

    monkeypatch.setattr("platformdirs.user_data_dir", homeless)
    store = opened(None)
    assert store.load_preferences() == Preferences()
    assert store.load_record() is None
    store.keep(game(1))
    store.forget_record()
    store.set_aside(Reason.of("bad.save_differs"))
    store.settle()
    missing = Reason.of("store.cause.missing")
    problems = store.take_problems()
    assert problems[0] == Reason.of("store.cannot_keep", path="Tefuda", cause=missing)
    assert not store.is_keeping()


def test_an_error_without_a_name_of_ours_is_given_by_its_code(folder: Path, opened: OpenStore) -> None:
    """The player can at least look it up or tell us."""

    def refuse(_: Path) -> None:
        raise OSError(errno.ELOOP, "loop")

    store = opened(folder, replace(Files(), make_folder=refuse))
    store.keep(game(1))
    store.settle()
    assert dict(store.take_problems()[0].values)["cause"] == Reason.of("store.cause.other", code="ELOOP")


def test_the_players_card_files_are_found_with_what_is_wrong_with_them(folder: Path, opened: OpenStore) -> None:
    """Every .toml file of the folder `cards` is there, as its text or as the reason why it has none."""
    store = opened(folder)
    assert store.card_files() == {}
    cards = folder / "cards"
    cards.mkdir(parents=True)
    (cards / "mine.toml").write_text("\ufeffname = 1", encoding="utf-8")
    (cards / "torn.toml").write_bytes(b"\xff\xfe\xff")
    (cards / "huge.toml").write_bytes(b"#" * 200_001)
    (cards / "folder.toml").mkdir()
    (cards / "note.txt").write_text("no cards", encoding="utf-8")
    assert store.card_files() == {
        "folder.toml": Reason.of("store.cause.in_the_way"),
        "huge.toml": Reason.of("store.cause.too_large"),
        "mine.toml": "name = 1",
        "torn.toml": Reason.of("store.cause.damaged"),
    }


def test_a_card_file_to_change_never_takes_the_place_of_another(folder: Path, opened: OpenStore) -> None:
    """Every copy has a name of its own, and is read like any other file of the player's."""
    store = opened(folder)
    first, second = store.put_card_file("kanu", "a = 1"), store.put_card_file("kanu", "b = 2")
    assert first == folder / "cards" / "kanu.toml"
    assert second == folder / "cards" / "kanu (2).toml"
    assert store.card_files() == {"kanu.toml": "a = 1", "kanu (2).toml": "b = 2"}


def test_a_disk_that_fails_says_why_there_are_no_card_files(folder: Path, opened: OpenStore) -> None:
    """Neither reading nor writing the files ends the program; the player is told what is the matter."""

    def fails(*_: object) -> NoReturn:
        raise OSError(errno.EIO, "no")

    store = opened(folder, Files(names=fails))
    assert store.card_files() == {}
    assert [problem.key for problem in store.take_problems()] == ["store.cannot_read_cards"]
    store = opened(folder / "other", Files(create=fails))
    assert store.put_card_file("kanu", "") == Reason.of("store.cause.io")
