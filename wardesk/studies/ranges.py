"""Which games are still to be played, cut into ranges of about a second each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardesk.studies.spec import StudySpec, Task

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


class Planner(Iterator[Task]):
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

    def __next__(self) -> Task:
        """The next range; StopIteration when every game is handed out."""
        if not self._work:
            raise StopIteration
        spec, part = self._work.pop()
        # The last games are shared out, so that no worker sits idle beside one that has many.
        left = len(part) + sum(len(rest) for _, rest in self._work)
        count = min(self.size, max(1, -(-left // self._jobs)), len(part))
        if count < len(part):
            self._work.append((spec, part[count:]))
        return Task(spec, part.start, count)
