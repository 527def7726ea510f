"""Workers on other machines: an executor over a cluster of Dask, which is asked for by name.

Dask is no part of WarDesk: the extra ``cluster`` brings it. It hands a range whose worker died to
another worker by itself; a range that kills one worker after the other comes back as lost.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from typing import Any, ParamSpec, TypeVar

from wardesk import paths
from wardesk.errors import UserError
from wardesk.words import say

LOCAL = "local"
"""The address of a cluster on this machine, made for one study."""
_PATIENCE = 20
"""Seconds for a scheduler to answer, and for the first worker to be there."""

_SAME = say("Give every worker the same WarDesk and the same packs.")

P = ParamSpec("P")
R = TypeVar("R")


class Cluster(Executor):
    """Hands work to the workers of a client of Dask; the client outlives it."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - Dask is loaded at need
        self._client = client

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have *fn* called by a worker that is free. BrokenExecutor without a scheduler."""
        outer: Future[R] = Future()
        try:
            inner = self._client.submit(fn, *args, **kwargs, pure=False)
        except Exception as error:
            raise BrokenExecutor(str(error)) from error
        inner.add_done_callback(lambda done: _hand_over(done, outer))
        return outer


def _hand_over(done: Any, outer: Future[Any]) -> None:  # noqa: ANN401 - a future of Dask
    if not outer.set_running_or_notify_cancel():
        return
    if done.status == "finished":
        outer.set_result(done.result())
        return
    error = done.exception() if done.status == "error" else None
    if error is None:
        outer.set_exception(BrokenExecutor(f"the cluster has dropped it ({done.status})"))
    elif type(error).__name__ in ("KilledWorker", "CommClosedError", "FutureCancelledError"):
        outer.set_exception(BrokenExecutor(str(error)))
    else:
        outer.set_exception(error)


class Workers:
    """A cluster that answers: how many games it plays at once, and an executor over it."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - Dask is loaded at need
        self.client = client

    @property
    def jobs(self) -> int:
        """Games that are played at the same time now; workers come and go."""
        return max(1, sum(self.client.nthreads().values()))

    def executor(self, jobs: int) -> Executor:
        """An executor over all of the workers."""
        del jobs
        return Cluster(self.client)


@contextmanager
def connected(address: str, jobs: int) -> Iterator[Workers]:
    """The workers of the cluster at *address*; of one of *jobs* processes here for `LOCAL`.

    UserError when Dask is not there, nobody answers, no worker comes, or a worker has another
    WarDesk.
    """
    dask = _dask()
    made: Any = None
    if address == LOCAL:
        made = dask.LocalCluster(
            n_workers=max(1, jobs),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            # A study that is paused ends workers in the middle of a game: nothing to be warned of.
            silence_logs=logging.CRITICAL,
            # A range that has killed two workers is tried alone before it is given up.
            scheduler_kwargs={"allowed_failures": 1},
        )
    try:
        client = dask.Client(made or address, timeout=_PATIENCE, set_as_default=False)
    except Exception as error:
        if made is not None:
            made.close()
        text = say("No cluster answers at {address!s}.", address=address)
        advice = say("Start its scheduler, and write its address like tcp://lab:8786.")
        raise UserError(text, advice) from error
    try:
        _wait(client, address)
        _refuse_others(client)
        yield Workers(client)
    finally:
        for one in (client, made):
            with suppress(Exception):  # a worker that has just died; nothing is lost by then
                if one is not None:
                    one.close()


def _dask() -> Any:  # noqa: ANN401 - a module
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise UserError(
            "Dask is not installed, so there is no cluster.",
            "Install it with: pip install 'wardesk[cluster]'",
        ) from error


def _wait(client: Any, address: str) -> None:  # noqa: ANN401 - a client of Dask
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except Exception as error:
        text = say("The cluster at {address!s} has no workers.", address=address)
        raise UserError(text, "Start some with: dask worker ADDRESS") from error


def _version() -> str:
    """Which WarDesk a worker has."""
    return paths.VERSION


def _refuse_others(client: Any) -> None:  # noqa: ANN401 - a client of Dask
    """UserError that names the workers with another WarDesk, or with none."""
    try:
        found: dict[str, Any] = client.run(_version, on_error="return")
    except Exception as error:
        raise UserError("A worker of the cluster has no WarDesk.", _SAME) from error
    for worker, version in sorted(found.items()):
        if isinstance(version, BaseException):
            text = say("The worker {worker!s} has no WarDesk.", worker=worker)
        elif version != paths.VERSION:
            text = say(
                "The worker {worker!s} has WarDesk {version!s}, not {own!s}.",
                worker=worker,
                version=version,
                own=paths.VERSION,
            )
        else:
            continue
        raise UserError(text, _SAME)
