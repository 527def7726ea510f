"""Searches in processes of their own: a window never waits for them, and they end when told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState, Value
from wardesk.errors import WarDeskError
from wardesk.players.bots import decision_rng
from wardesk.players.search.levels import LEVELS, SearchLevel, SearchPlayer
from wardesk.players.search.search import Job as Course
from wardesk.players.search.search import Spread, in_turn
from wardesk.players.search.thought import Leaf, Thought
from wardesk.players.search.worlds import ThoughtCancelled, Worlds
from wardesk.services.play import tables
from wardesk.services.play.worker import CONTEXT, Worker
from wardesk.words import decode, encode


class Job(Struct, frozen=True, kw_only=True, tag=True):
    """One question to think about: all that a `Thought` follows from."""

    number: int
    level: SearchLevel
    seed: int
    side: str
    count: int
    """How often the side has answered before."""
    view: bytes
    shared: bool = False
    """Whether a second process plays half of the courses."""


class Courses(Struct, frozen=True, kw_only=True, tag=True):
    """Courses through imagined worlds that a second process plays."""

    number: int
    """Of the job that they belong to."""
    view: bytes
    seed: int
    """Of the worlds."""
    longest: int
    courses: tuple[Course, ...]


class Thinker:
    """Thinks for one game, one question at a time; other threads may call `cancel` meanwhile.

    Its process begins with the first question, a second one with the first level that has use for
    two. Where a process cannot lay the same table (a scenario that is not on the shelf), or has
    died, the thinking is done in the thread that asks.
    """

    def __init__(
        self,
        rules: Rules[Any, Any],
        scenario: str,
        options: Mapping[str, Value],
        seed: int,
        *,
        own_process: bool = True,
    ) -> None:
        self._rules, self._scenario, self._options = rules, scenario, dict(options)
        self._seed = seed
        self._own_process = own_process
        self._lock = Lock()
        self.workers: list[Worker] = []
        """The process that thinks, and the one that plays half of its courses."""
        self._asked = 0
        self._budget = 1

    @cached_property
    def _cancelled(self) -> Any:  # noqa: ANN401 - ctypes
        """Jobs up to this number are not wanted any more.

        Like `_given` made with the first question: it wants memory that processes share, which not
        every machine has, and most tables never think.
        """
        return CONTEXT.RawValue("q", 0)

    @cached_property
    def _given(self) -> Any:  # noqa: ANN401 - ctypes
        """Answers given for the present job, in imagined worlds."""
        return CONTEXT.RawValue("q", 0)

    @property
    def progress(self) -> float:
        """How much of the present budget is used, 0 to 1."""
        return min(1.0, self._given.value / self._budget) if self._asked else 0.0

    def think(self, view: GameState[Any, Any], kind: str, side: str, count: int) -> Thought:
        """What a player of level *kind* thinks of the question of *view*; takes its time.

        The same whatever process does it. Raises `ThoughtCancelled` soon after `cancel`.
        """
        with self._lock:
            cancelled, given = self._cancelled, self._given  # before anybody can cancel
            self._asked += 1
            job = Job(
                number=self._asked,
                level=LEVELS[kind],
                seed=self._seed,
                side=side,
                count=count,
                view=encode(view),
                shared=LEVELS[kind].processes > 1,
            )
            given.value, self._budget = 0, max(1, job.level.answers)
            found = self._elsewhere(job)
            if found is None:
                found = _think(self._rules, job, cancelled, given)
            return found

    def cancel(self) -> None:
        """Nobody wants what is being thought about; does not wait."""
        if self._asked:
            self._cancelled.value = self._asked

    def close(self) -> None:
        """Let the process go; does not wait for it."""
        self.cancel()
        self._own_process = False
        if self._lock.acquire(blocking=False):
            try:
                self._drop()
            finally:
                self._lock.release()
        else:
            for worker in list(self.workers):
                worker.end()  # whoever waits for it hears that, and drops all

    def _drop(self) -> None:
        while self.workers:
            self.workers.pop().close()

    def _elsewhere(self, job: Job) -> Thought | None:
        """The answer of the process; None where there is none to ask."""
        if not self._own_process:
            return None
        try:
            while len(self.workers) < 1 + job.shared:
                if not self._begun():
                    return None
            first = self.workers[0]
            first.tell(encode(job))
            while (said := first.hear()) == _SHARE:
                first.tell(self._half(first.hear()))
        except (OSError, EOFError):
            self._drop()
            if job.number <= self._cancelled.value:
                raise ThoughtCancelled from None
            return None
        if said == _CANCELLED:
            raise ThoughtCancelled
        # An empty word: it broke there, and shall break here, where it is reported.
        return decode(said, Thought) if said else None

    def _half(self, courses: bytes) -> bytes:
        """What the second process makes of *courses*; empty where the first must play them."""
        if len(self.workers) < 2:
            return b""
        try:
            self.workers[1].tell(courses)
            said = self.workers[1].hear()
        except (OSError, EOFError):
            self.workers.pop().close()  # the next question begins another one
            return b""
        return b"" if said == _CANCELLED else said

    def _begun(self) -> bool:
        """Start a process more; False for good where it cannot lay the table."""
        worker = Worker(
            _serve, self._scenario, self._options, self._rules.digest, self._cancelled, self._given,
            name="thinking",
        )  # fmt: skip
        self.workers.append(worker)
        if worker.hear() != _READY:
            self._own_process = False
            self._drop()
        return self._own_process


_READY, _CANCELLED, _SHARE = b"ready", b"cancelled", b"share"


def _think(
    rules: Rules[Any, Any],
    job: Job,
    cancelled: Any,  # noqa: ANN401 - ctypes
    given: Any,  # noqa: ANN401 - ctypes
    spread: Spread = in_turn,
) -> Thought:
    view = decode(job.view, rules.state_type)
    rng = decision_rng(job.seed, job.side, job.count)
    unwanted = _unwanted(job.number, cancelled, given)
    return SearchPlayer(job.level).think(rules, view, rng, spread=spread, cancelled=unwanted)


def _unwanted(
    number: int,
    cancelled: Any,  # noqa: ANN401 - ctypes
    given: Any,  # noqa: ANN401 - ctypes
) -> Callable[[], bool]:
    """Asked before each answer, so it counts them, too."""

    def unwanted() -> bool:
        given.value += 1
        return cancelled.value >= number

    return unwanted


def _in_halves(pipe: Connection, job: Job) -> Spread:
    """Plays every other course here, and the others in the second process meanwhile."""

    def spread(worlds: Worlds, courses: Sequence[Course]) -> list[Leaf]:
        mine, others = courses[::2], courses[1::2]
        if not others:
            return in_turn(worlds, mine)
        wanted = Courses(number=job.number, view=job.view, seed=worlds.seed,
                         longest=worlds.longest, courses=tuple(others))  # fmt: skip
        pipe.send_bytes(_SHARE)
        pipe.send_bytes(encode(wanted))
        try:
            found = in_turn(worlds, mine)
        finally:  # also where nobody wants them any more: the next word is to be the next job
            said = pipe.recv_bytes()
        theirs = decode(said, list[Leaf]) if said else in_turn(worlds, others)
        leaves = [*found, *theirs]
        leaves[::2], leaves[1::2] = found, theirs
        return leaves

    return spread


def _serve(
    pipe: Connection,
    scenario: str,
    options: Mapping[str, Value],
    digest: str,
    cancelled: Any,  # noqa: ANN401 - ctypes
    given: Any,  # noqa: ANN401 - ctypes
) -> None:
    """The process: lays the table once, then does one job after the other until nobody asks."""
    try:
        rules = tables.load_table(scenario, options).rules
    except WarDeskError:
        rules = None
    if rules is None or rules.digest != digest:
        pipe.send_bytes(b"another table")
        return
    pipe.send_bytes(_READY)
    while True:
        job = decode(pipe.recv_bytes(), Job | Courses)
        unwanted = _unwanted(job.number, cancelled, given)
        try:
            if isinstance(job, Courses):
                view = decode(job.view, rules.state_type)
                worlds = Worlds(rules, view, job.seed, longest=job.longest, cancelled=unwanted)
                said = encode(in_turn(worlds, job.courses))
            else:
                spread = _in_halves(pipe, job) if job.shared else in_turn
                said = encode(_think(rules, job, cancelled, given, spread))
        except ThoughtCancelled:
            said = _CANCELLED
        except Exception:  # noqa: BLE001 - whoever asked meets the same fault and reports it
            said = b""
        pipe.send_bytes(said)
