"""Ranges of games on any executor: processes of this machine, or whatever else has ``submit``."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import ParamSpec, TypeVar

from msgspec import Struct

from wardesk import gc_tuning
from wardesk.studies.play import PlayedTask, play_range
from wardesk.studies.spec import MakeRules, StudyTask

_WAIT = 0.2
"""Seconds after which somebody who wants to stop is heard."""

P = ParamSpec("P")
R = TypeVar("R")


class Lost(Struct, frozen=True):
    """A range whose worker died, or that was out when another one's worker did."""

    task: StudyTask
    text: str


class InThisProcess(Executor):
    """An executor that plays at once where it is asked: for tests and for few games."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call *fn* now."""
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor hands errors on
            future.set_exception(error)
        return future


def processes(jobs: int) -> Executor:
    """*jobs* worker processes, started afresh so that they share nothing; 0 = this process."""
    if jobs < 1:
        return InThisProcess()
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)


def _begin_worker() -> None:
    """Ctrl+C reaches every process of a terminal; only the first one is to act on it.

    A worker whose first process is gone, killed for example, would wait for work for ever.
    """
    gc_tuning.settle()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run(
    tasks: Iterator[StudyTask],
    executor: Executor,
    make: MakeRules,
    *,
    window: int = 1,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[PlayedTask | Lost]:
    """Play *tasks*, *window* at a time, and yield each answer as it comes.

    *tasks* is asked for the next one only when there is room, so it may learn from the answers.
    When a worker dies the executor is of no more use: every range that was out is yielded as
    `Lost`, and that is the end. After *should_stop* nothing new is handed out; what is being
    played is still waited for. Errors of *make* are raised here.
    """
    out: dict[Future[PlayedTask], StudyTask] = {}
    alive = True
    try:
        while True:
            while alive and len(out) < window and not should_stop():
                task = next(tasks, None)
                if task is None:
                    break
                try:
                    out[executor.submit(play_range, make, task)] = task
                except BrokenExecutor as error:
                    alive = False
                    yield Lost(task, _text(error))
            if not out:
                return
            for future in wait(out, timeout=_WAIT, return_when=FIRST_COMPLETED).done:
                task = out.pop(future)
                try:
                    played = future.result()
                except BrokenExecutor as error:
                    alive = False
                    yield Lost(task, _text(error))
                else:
                    yield played
    finally:
        for future in out:
            future.cancel()


def _text(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
