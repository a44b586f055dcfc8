"""Thinking beside the game: one job at a time in a thread of its own, cancelled by the next one or at any moment.

A job is given `stop`, which it asks often, and yields better and better answers. It must be given nothing that another
thread changes: views, records and numbers. The scene looks at `answer` when it paints; nothing waits for anything. But
a job waits in `stop` while a frame is made (`undisturbed`): of two threads that run at once each holds up the other.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

AnswerT = TypeVar("AnswerT")

Stop = Callable[[], bool]
Job = Callable[[Stop], Iterator[AnswerT]]

_SWITCH = 0.0005
"""Seconds after which a thinking thread lets the frame go on; Python's own interval would cost a third of a frame."""


_PATIENCE = 0.1
"""Seconds after which a job goes on though a frame is still being made."""
_free = threading.Event()
_free.set()


@contextmanager
def undisturbed() -> Iterator[None]:
    """While this is open, jobs rest as soon as they ask `stop`."""
    _free.clear()
    try:
        yield
    finally:
        _free.set()


class _Run(Generic[AnswerT]):
    """One job under way, and what it has answered so far."""

    def __init__(self, job: Job[AnswerT], seconds: float) -> None:
        self.answer: AnswerT | None = None
        self.fault: BaseException | None = None
        self.over = threading.Event()
        self._cancelled = False
        self._seconds = seconds
        self._ends = 0.0
        self._job = job

    def cancel(self) -> None:
        self._cancelled = True

    def _stop(self) -> bool:
        if not _free.is_set():
            _free.wait(_PATIENCE)
        return self._cancelled or time.monotonic() >= self._ends

    def work(self) -> None:
        self._ends = time.monotonic() + self._seconds
        try:
            for answer in self._job(self._stop):
                if self._cancelled:
                    break
                self.answer = answer
        except BaseException as fault:  # noqa: BLE001  # it is raised again where somebody sees it, see `Thinker.look`
            self.fault = fault
        finally:
            self.over.set()


class Thinker(Generic[AnswerT]):
    """Runs jobs one after the other; a new one cancels the one before, whose answers are then never seen."""

    def __init__(self) -> None:
        self._run: _Run[AnswerT] | None = None

    def begin(self, job: Job[AnswerT], seconds: float) -> None:
        """Let `job` think for `seconds`; `stop` says True from then on, and as soon as it is cancelled."""
        self.cancel()
        sys.setswitchinterval(_SWITCH)
        self._run = _Run(job, seconds)
        threading.Thread(target=self._run.work, name="thinking", daemon=True).start()

    def cancel(self) -> None:
        """Let go of the job; it ends by itself, soon and unseen."""
        if self._run is not None:
            self._run.cancel()
            self._run = None

    @property
    def busy(self) -> bool:
        """Whether a job is under way."""
        return self._run is not None and not self._run.over.is_set()

    def look(self) -> AnswerT | None:
        """Return the best answer so far, or None; a fault of the job is raised here, in the thread that asked."""
        if self._run is None:
            return None
        if self._run.fault is not None:
            fault, self._run = self._run.fault, None
            raise fault
        return self._run.answer

    def wait(self, seconds: float) -> bool:
        """Wait until the job has ended, `seconds` at most; return whether it has. For commands without a window."""
        return self._run is None or self._run.over.wait(seconds)
