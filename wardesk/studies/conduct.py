"""A whole study: workers, progress, checkpoints, and what happens when a worker dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor

import msgspec

from wardesk.studies.play import Played
from wardesk.studies.ranges import Planner, missing
from wardesk.studies.record import StudyRecord
from wardesk.studies.run import Lost, processes, run
from wardesk.studies.spec import MakeRules, Study, Task
from wardesk.studies.tally import merge

SAVE_EVERY = 5.0
"""Seconds between checkpoints: what a power cut may cost."""

Progress = Callable[[StudyRecord], None]


class Conductor:
    """Plays what is missing of a record. `record` always holds everything that was counted."""

    def __init__(
        self,
        record: StudyRecord,
        make: MakeRules,
        *,
        jobs: int,
        save: Callable[[StudyRecord], None] = lambda _: None,
        progress: Progress = lambda _: None,
        should_stop: Callable[[], bool] = lambda: False,
        pool: Callable[[int], Executor] = processes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*save* gets the record every few seconds and at the end, *progress* after each range."""
        self.record = msgspec.structs.replace(record, lost=())  # they get another chance
        self._make = make
        self._jobs = jobs
        self._save = save
        self._progress = progress
        self._should_stop = should_stop
        self._pool = pool
        self._clock = clock
        self._saved: float | None = None  # the first range at once shows if it can be written

    @property
    def study(self) -> Study:
        """What is played."""
        return self.record.study

    def play(self) -> StudyRecord:
        """Play until nothing is missing or somebody stops; the record so far.

        UserError when the rules cannot be made or a checkpoint cannot be written. Whatever is
        raised, KeyboardInterrupt included, what was counted is saved first.
        """
        work = [
            (spec, missing(spec.n, self.record.done(at)))
            for at, spec in enumerate(self.study.specs)
        ]
        planner = Planner(work, self._jobs)
        try:
            lost = self._round(planner, self._jobs)
            while lost and not self._should_stop():
                # One of these killed its worker; alone it cannot take others with it.
                for task in lost:
                    self._alone(task)
                lost = self._round(planner, self._jobs)
        finally:
            self._save(self.record)
        return self.record

    def _round(self, planner: Planner, jobs: int) -> list[Task]:
        """Play what *planner* has on a fresh executor; the ranges that a death took with it."""
        lost: list[Task] = []
        for answer in self._answers(planner, jobs):
            if isinstance(answer, Lost):
                lost.append(answer.task)
            else:
                planner.learn(answer.task.count, answer.seconds)
                self._take(answer)
        return lost

    def _alone(self, task: Task) -> None:
        """Play one range once more, by itself; the second death is reported, and that is all."""
        for answer in self._answers(iter((task,)), min(1, self._jobs)):
            if isinstance(answer, Lost):
                seeds = f"{task.spec.seed + task.first}"
                if task.count > 1:
                    seeds += f" to {task.spec.seed + task.first + task.count - 1}"
                text = f"A worker died twice on {task.spec.label}, seeds {seeds}: {answer.text}"
                self._set(lost=(*self.record.lost, text))
            else:
                self._take(answer)

    def _answers(self, tasks: Iterator[Task], jobs: int) -> Iterator[Played | Lost]:
        executor = self._pool(jobs)
        try:
            yield from run(
                tasks,
                executor,
                self._make,
                window=jobs + 1,  # one more than can be played: nobody waits for the next range
                should_stop=self._should_stop,
            )
        finally:
            executor.shutdown(wait=True, cancel_futures=True)

    def _take(self, played: Played) -> None:
        at = next(i for i, spec in enumerate(self.study.specs) if spec == played.task.spec)
        tallies = list(self.record.tallies)
        tallies[at] = merge((tallies[at], played.tally))
        self._set(tallies=tuple(tallies))
        self._progress(self.record)
        now = self._clock()
        if self._saved is None or now - self._saved >= SAVE_EVERY:
            self._save(self.record)
            self._saved = now

    def _set(self, **changes: object) -> None:
        self.record = msgspec.structs.replace(self.record, **changes)
