"""Work on somebody's files that must not hold up, or bring down, everything else.

Whoever lists strangers' things reads each of them here: what is wrong with one is a sentence.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

T = TypeVar("T")

SECONDS = 8.0
"""How long a list waits for one of its entries: a disk that wakes up takes less."""

_hanging: dict[str, threading.Thread] = {}


def guarded(place: str, work: Callable[[], T]) -> T:
    """What *work* on the files at *place* gives. UserError, whatever it raises."""
    try:
        return work()
    except (UserError, MemoryError):
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"[:300]
        raise DamagedFile(
            say("{place!s} cannot be used: {what}.", place=place, what=what),
            "Something in it is not as it should be; take it away, or get another copy.",
        ) from error


def in_time(place: str, work: Callable[[], T], seconds: float | None = None) -> T:
    """What *work* on the files at *place* gives. Errors as `guarded`.

    UserError when it is not done after *seconds* (`SECONDS`), and again as long as it hangs. It
    goes on alone then, in a thread that does not keep the program from ending.
    """
    before = _hanging.get(place)
    if before is not None and before.is_alive():
        raise _no_answer(place)
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(guarded(place, work))
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            failed.append(error)

    thread = threading.Thread(target=run, name=f"reading {place}", daemon=True)
    thread.start()
    thread.join(SECONDS if seconds is None else seconds)
    if thread.is_alive():
        _hanging[place] = thread
        raise _no_answer(place)
    _hanging.pop(place, None)
    if failed:
        raise failed[0]
    return done[0]


def _no_answer(place: str) -> UserError:
    return UserError(
        say("{place!s} does not answer.", place=place),
        "Look at its disk or its network, then look again.",
    )
