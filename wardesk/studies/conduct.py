"""A whole study: its games in ranges of about a second, workers, progress, checkpoints, deaths."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor

import msgspec

from wardesk.errors import UserError
from wardesk.studies.play import PlayedTask
from wardesk.studies.record import StudyRecord
from wardesk.studies.run import Lost, processes, run
from wardesk.studies.spec import MakeRules, Study, StudySpec, StudyTask
from wardesk.studies.tally import merge

SECONDS = 1.0
"""What a range should take: small enough to stop soon, large enough that handing out is free."""
FIRST = 4
"""Games in a range while nobody knows how long one takes."""
LARGEST = 2_000


def missing(n: int, done: Iterable[int]) -> list[range]:
    """The numbers below *n* that are not in *done*, as ranges in order."""
    found: list[range] = []
    start = 0
    for number in (*sorted(number for number in done if number < n), n):
        if number > start:
            found.append(range(start, number))
        start = number + 1
    return found


class Planner(Iterator[StudyTask]):
    """Hands out ranges, one spec after the other, and learns from each how long a game takes."""

    def __init__(self, work: Iterable[tuple[StudySpec, list[range]]], jobs: int = 1) -> None:
        self._work = [(spec, part) for spec, parts in work for part in parts]
        self._work.reverse()
        self._jobs = max(1, jobs)
        self._seconds = 0.0
        self._games = 0

    def learn(self, games: int, seconds: float) -> None:
        """*games* took *seconds* in a worker."""
        self._games += games
        self._seconds += seconds

    @property
    def size(self) -> int:
        """Games in the next range."""
        if not self._games or not self._seconds:
            return FIRST
        return max(1, min(LARGEST, round(SECONDS * self._games / self._seconds)))

    def __next__(self) -> StudyTask:
        """The next range; StopIteration when every game is handed out."""
        if not self._work:
            raise StopIteration
        spec, part = self._work.pop()
        # The last games are shared out, so that no worker sits idle beside one that has many.
        left = len(part) + sum(len(rest) for _, rest in self._work)
        count = min(self.size, max(1, -(-left // self._jobs)), len(part))
        if count < len(part):
            self._work.append((spec, part[count:]))
        return StudyTask(spec, part.start, count)


_HOPELESS = 3
"""Ranges that killed their worker twice, before any was played, after which nobody goes on."""

SAVE_EVERY = 5.0
"""Seconds between checkpoints: what a power cut may cost."""

Progress = Callable[[StudyRecord], None]
Pool = Callable[[int], Executor]
"""``pool(jobs)``: a fresh executor that plays so many games at once."""


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
        pool: Pool = processes,
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
        self._played = False
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
                    self._give_up()
                lost = self._round(planner, self._jobs)
        finally:
            self._save(self.record)
        return self.record

    def _give_up(self) -> None:
        """UserError when nothing but deaths came back: no worker can be started here at all."""
        if not self._played and len(self.record.lost) >= _HOPELESS:
            raise UserError(
                "Every worker dies before it has played a game.",
                "Play without workers, with --jobs 0: that shows what is wrong.",
            )

    def _round(self, planner: Planner, jobs: int) -> list[StudyTask]:
        """Play what *planner* has on a fresh executor; the ranges that a death took with it."""
        lost: list[StudyTask] = []
        for answer in self._answers(planner, jobs):
            if isinstance(answer, Lost):
                lost.append(answer.task)
            else:
                planner.learn(answer.task.count, answer.seconds)
                self._take(answer)
        return lost

    def _alone(self, task: StudyTask) -> None:
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

    def _answers(self, tasks: Iterator[StudyTask], jobs: int) -> Iterator[PlayedTask | Lost]:
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

    def _take(self, played: PlayedTask) -> None:
        self._played = True
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
