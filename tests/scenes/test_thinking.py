"""Thinking beside the game: growing answers, cancelling, deadlines, faults."""

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from scenes.thinking import Stop, Thinker, undisturbed

LONG = 30.0
"""Seconds that no job here needs; only a fault makes a test wait that long."""


def _answer(number: int, _stop: Stop) -> Iterator[int]:
    return iter([number])


def test_answers_grow_and_the_last_one_stays() -> None:
    """The best answer so far can be looked at at any time; after the end the last one is there."""
    thinker: Thinker[int] = Thinker()

    thinker.begin(lambda _stop: iter([1, 2, 3]), LONG)

    assert thinker.wait(LONG)
    assert thinker.look() == 3
    assert not thinker.busy


def test_an_answer_is_there_while_the_job_goes_on() -> None:
    """Nobody has to wait for the end to see a first answer."""
    first, go = threading.Event(), threading.Event()
    thinker: Thinker[str] = Thinker()

    def job(_stop: Stop) -> Iterator[str]:
        yield "first"
        first.set()
        go.wait(LONG)
        yield "second"

    thinker.begin(job, LONG)
    assert first.wait(LONG)
    assert thinker.busy
    assert thinker.look() == "first"
    go.set()
    assert thinker.wait(LONG)
    assert thinker.look() == "second"


def test_a_cancelled_job_stops_and_is_never_seen() -> None:
    """The next job cancels the one before: its `stop` turns true and its answers do not mix in."""
    begun, ended = threading.Event(), threading.Event()
    thinker: Thinker[str] = Thinker()

    def endless(stop: Stop) -> Iterator[str]:
        yield "old"
        begun.set()
        while not stop():
            pass
        ended.set()
        yield "too late"

    thinker.begin(endless, LONG)
    assert begun.wait(LONG)
    thinker.begin(lambda _stop: iter(["new"]), LONG)
    assert ended.wait(LONG)
    assert thinker.wait(LONG)
    assert thinker.look() == "new"
    thinker.cancel()
    assert thinker.look() is None
    assert not thinker.busy


def test_time_runs_out() -> None:
    """After its seconds a job is told to stop, and what it found until then stands."""
    thinker: Thinker[int] = Thinker()

    def counting(stop: Stop) -> Iterator[int]:
        number = 0
        while not stop():
            number += 1
        yield number

    thinker.begin(counting, 0.01)
    assert thinker.wait(LONG)
    assert (thinker.look() or 0) > 0


def test_a_fault_is_not_swallowed() -> None:
    """What goes wrong in the thread is raised where the answer is looked for, once."""
    thinker: Thinker[int] = Thinker()

    thinker.begin(lambda _stop: (1 // nothing for nothing in [0]), LONG)
    assert thinker.wait(LONG)
    with pytest.raises(ZeroDivisionError):
        thinker.look()
    assert thinker.look() is None


def test_many_jobs_leave_no_thread_behind() -> None:
    """A thousand hints leave no thread that was not there before."""
    before = set(threading.enumerate())
    thinker: Thinker[int] = Thinker()
    for number in range(1000):
        thinker.begin(partial(_answer, number), LONG)
    assert thinker.wait(LONG)
    for thread in set(threading.enumerate()) - before:
        thread.join(LONG)
    assert set(threading.enumerate()) <= before


def test_a_job_rests_while_a_frame_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """`stop` returns after the frame, or where that never ends after a while."""
    monkeypatch.setattr("scenes.thinking._PATIENCE", LONG)
    asked, told = threading.Event(), threading.Event()
    thinker: Thinker[bool] = Thinker()

    def job(stop: Stop) -> Iterator[bool]:
        asked.set()
        yield stop()
        told.set()

    with undisturbed():
        thinker.begin(job, LONG)
        assert asked.wait(LONG)
        assert not told.wait(0.05)
        assert thinker.look() is None
    assert told.wait(LONG)
    assert thinker.look() is False
    monkeypatch.setattr("scenes.thinking._PATIENCE", 0.01)
    with undisturbed():
        thinker.begin(job, LONG)
        assert thinker.wait(LONG)
