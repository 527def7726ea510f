"""Worker processes that tell how much processor time each of them has taken since its start."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor, Future
from typing import Any

from wardesk.studies.play import PlayedTask, play_range
from wardesk.studies.run import processes
from wardesk.studies.spec import MakeRules, StudyTask


def played_and_timed(make: MakeRules, task: StudyTask) -> tuple[PlayedTask, int, float]:
    """Play a range; with it the process that did, and its processor seconds, its start included."""
    return play_range(make, task), os.getpid(), time.process_time()


class Timed(Executor):
    """The processes of a study; `seconds` holds what each of them took, by its number."""

    def __init__(self, jobs: int) -> None:
        self.seconds: dict[int, float] = {}
        self._inner = processes(jobs)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a range to a process."""
        assert fn is play_range
        outer: Future[Any] = Future()
        inner = self._inner.submit(played_and_timed, *args, **kwargs)
        inner.add_done_callback(lambda done: self._note(done, outer))
        return outer

    def _note(self, done: Future[Any], outer: Future[Any]) -> None:
        if error := done.exception():
            outer.set_exception(error)
            return
        played, process, seconds = done.result()
        self.seconds[process] = seconds
        outer.set_result(played)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes."""
        self._inner.shutdown(wait, cancel_futures=cancel_futures)
