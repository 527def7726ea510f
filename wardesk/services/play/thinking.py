"""Searches in a process of their own: a window never waits for them, and they end when told to."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from typing import Any, cast

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState, Value
from wardesk.errors import WarDeskError
from wardesk.players.bots import decision_rng
from wardesk.players.search.levels import LEVELS, SearchPlayer
from wardesk.players.search.thought import Thought
from wardesk.players.search.worlds import Cancelled
from wardesk.services.play import tables
from wardesk.words import decode, encode

_CONTEXT = multiprocessing.get_context("spawn")


class Job(Struct, frozen=True, kw_only=True):
    """One question to think about: all that a `Thought` follows from."""

    number: int
    kind: str
    """A level."""
    seed: int
    side: str
    count: int
    """How often the side has answered before."""
    view: bytes


class Thinker:
    """Thinks for one game, one question at a time; other threads may call `cancel` meanwhile.

    The process begins with the first question. Where it cannot lay the same table (a scenario that
    is not on the shelf), or has died, the thinking is done in the thread that asks.
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
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._asked = 0
        self._budget = 1
        self._cancelled = _CONTEXT.RawValue("q", 0)
        """Jobs up to this number are not wanted any more."""
        self._given = _CONTEXT.RawValue("q", 0)
        """Answers given for the present job, in imagined worlds."""

    @property
    def progress(self) -> float:
        """How much of the present budget is used, 0 to 1."""
        return min(1.0, self._given.value / self._budget)

    def think(self, view: GameState[Any, Any], kind: str, side: str, count: int) -> Thought:
        """What a player of level *kind* thinks of the question of *view*; takes its time.

        The same whatever process does it. Raises `Cancelled` soon after `cancel`.
        """
        with self._lock:
            self._asked += 1
            job = Job(
                number=self._asked,
                kind=kind,
                seed=self._seed,
                side=side,
                count=count,
                view=encode(view),
            )
            self._given.value, self._budget = 0, max(1, LEVELS[kind].answers)
            found = self._elsewhere(job)
            if found is None:
                found = _think(self._rules, job, self._cancelled, self._given)
            return found

    def cancel(self) -> None:
        """Nobody wants what is being thought about; does not wait."""
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
        elif (process := self._process) is not None:
            process.terminate()  # whoever waits for it hears the end of its pipe, and drops both

    def _drop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.terminate()
        self._pipe = self._process = None

    def _elsewhere(self, job: Job) -> Thought | None:
        """The answer of the process; None where there is none to ask."""
        if not self._own_process:
            return None
        try:
            pipe = self._pipe or self._begun()
            if pipe is None:
                return None
            pipe.send_bytes(encode(job))
            said = pipe.recv_bytes()
        except (OSError, EOFError):
            self._drop()
            if job.number <= self._cancelled.value:
                raise Cancelled from None
            return None
        if said == _CANCELLED:
            raise Cancelled
        # An empty word: it broke there, and shall break here, where it is reported.
        return decode(said, Thought) if said else None

    def _begun(self) -> Connection | None:
        """The pipe to a new process; None for good where it cannot lay the table."""
        pipe, there = _CONTEXT.Pipe()
        here = cast("Connection", pipe)  # The stubs know the pipes of Windows beside it.
        process = _CONTEXT.Process(
            target=_serve,
            args=(there, self._scenario, self._options, self._rules.digest, self._cancelled,
                  self._given),
            daemon=True,
            name="wardesk thinking",
        )  # fmt: skip
        process.start()
        there.close()
        self._process, self._pipe = process, here
        if here.recv_bytes() != _READY:
            self._own_process = False
            self._drop()
            return None
        return here


_READY, _CANCELLED = b"ready", b"cancelled"


def _think(
    rules: Rules[Any, Any],
    job: Job,
    cancelled: Any,  # noqa: ANN401 - ctypes
    given: Any,  # noqa: ANN401 - ctypes
) -> Thought:
    def unwanted() -> bool:
        given.value += 1
        return cancelled.value >= job.number

    view = decode(job.view, rules.state_type)
    player = SearchPlayer(LEVELS[job.kind])
    rng = decision_rng(job.seed, job.side, job.count)
    return player.think(rules, view, rng, cancelled=unwanted)


def _serve(
    pipe: Connection,
    scenario: str,
    options: Mapping[str, Value],
    digest: str,
    cancelled: Any,  # noqa: ANN401 - ctypes
    given: Any,  # noqa: ANN401 - ctypes
) -> None:
    """The process: lays the table once, then answers one job after the other until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: the first process is to act
    try:
        rules = tables.load_table(scenario, options).rules
    except WarDeskError:
        rules = None
    if rules is None or rules.digest != digest:
        pipe.send_bytes(b"another table")
        return
    pipe.send_bytes(_READY)
    while True:
        try:
            job = decode(pipe.recv_bytes(), Job)
        except (EOFError, OSError):
            return
        try:
            said = encode(_think(rules, job, cancelled, given))
        except Cancelled:
            said = _CANCELLED
        except Exception:  # noqa: BLE001 - whoever asked meets the same fault and reports it
            said = b""
        try:
            pipe.send_bytes(said)
        except OSError:
            return
