"""The worker of a campaign: all is done in one thread, and answers with a new page."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.page import UMPIRE, CampaignPage, PageMaker
from wardesk.store.campaigns import Conflict
from wardesk.store.server import ServerCampaignStore
from wardesk.ui.tasks import Task, tell

WAIT = 0.25
"""Seconds after which the thread looks whether it shall stop."""
AGAIN = 3.0
"""Seconds before a lost connection is tried again."""


class Listener(QObject):
    """``grown()`` in the GUI thread, each time that somebody has added events. Until `stop`."""

    grown = Signal()

    def __init__(self, store: ServerCampaignStore, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.start(partial(self._hear, store))

    def stop(self) -> None:
        """Let go of the connection."""
        self._stop.set()
        self._pool.waitForDone(5000)

    def _hear(self, store: ServerCampaignStore) -> None:
        """In the worker thread."""
        while not self._stop.is_set():
            try:
                for heard in store.news(WAIT):
                    if self._stop.is_set():
                        return
                    if heard:
                        tell(self.grown)
            except UserError:
                # the next answer from the server tells it in words; here it is only waited for
                self._stop.wait(AGAIN)
            else:
                return
            tell(self.grown)  # whatever came while nothing could be heard


Answered = Callable[[Any], object]


def nonce() -> bytes:
    """Bytes that nobody can guess, for secrets."""
    return secrets.token_bytes(16)


@dataclass(frozen=True)
class _Work:
    run: Callable[[CampaignDesk], Any]
    then: Answered | None
    failed: Answered | None
    writes: bool
    undoes: bool = False
    mine: bool = True
    """What it gives was done here, and can be undone here."""
    once: str = ""
    """A name: not asked for again right after itself."""


class CampaignWorker(QObject):
    """Owns a `CampaignDesk`. The window reads pages only, never the desk: it may be changing.

    ``paged(Page)`` after whatever changed, ``refused(UserError)`` when something was not done,
    ``working(bool)`` when it begins to work and is free again.
    """

    paged = Signal(object)
    refused = Signal(object)
    working = Signal(bool)

    def __init__(
        self, desk: CampaignDesk, page: CampaignPage, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk, self._maker = desk, PageMaker(desk)
        self.page = page
        self._waiting: deque[_Work] = deque()
        self._now: _Work | None = None
        self._seat = page.seat
        self.undo_steps: list[tuple[int, ...]] = []
        """What was done since the campaign was opened, each with its events, newest last."""
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._closed = False
        self._listener = Listener(desk.store, self) if isinstance(
            desk.store, ServerCampaignStore
        ) else None  # fmt: skip
        if self._listener is not None:
            self._listener.grown.connect(self.catch_up)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._now is not None

    @property
    def campaign(self) -> str:
        """The id of the campaign; it never changes."""
        return self._desk.ledger.campaign

    def read(
        self, run: Callable[[CampaignDesk], Any], then: Answered, failed: Answered | None = None
    ) -> None:
        """Ask the desk something; *then* is called with the answer in the GUI thread."""
        self._start(_Work(run, then, failed, False))

    def do(
        self,
        run: Callable[[CampaignDesk], list[LedgerEvent]],
        then: Answered | None = None,
        failed: Answered | None = None,
        *,
        undoes: bool = False,
        once: str = "",
    ) -> None:
        """Change the campaign; a new page comes before *then* is called with the events.

        What has a name *once* is not done again right after itself, while it waits or is done.
        """
        last = self._waiting[-1] if self._waiting else self._now
        if not once or last is None or last.once != once:
            self._start(_Work(run, then, failed, True, undoes, once=once))

    def catch_up(self) -> None:
        """Read what others have added to a shared campaign, and show it."""
        if all(work.mine for work in self._waiting):
            self._start(_Work(CampaignDesk.catch_up, None, None, True, mine=False))

    def see_as(self, seat: str) -> None:
        """Show the campaign as a seat sees it, from now on."""
        self._seat = seat
        self.read(lambda _desk: None, lambda _nothing: None)

    def close(self) -> None:
        """Do what was pressed, keep a backup if anything changed, let go of the file."""
        if self._closed:
            return
        self._closed = True
        if self._listener is not None:
            self._listener.stop()
        self._task.stop()
        self._work_off()
        try:
            if self._desk.writable and self._desk.changed() and not self._desk.shared:
                self._desk.backup("session")
        except UserError as error:
            self.refused.emit(error)
        finally:
            self._desk.close()

    def _work_off(self) -> None:
        """Do here what would change the campaign and still waits; nobody wants pages any more."""
        while self._waiting:
            work = self._waiting.popleft()
            if not (work.writes and work.mine):
                continue
            try:
                work.run(self._desk)
            except UserError as error:
                self.refused.emit(error)

    # ---- the queue ------------------------------------------------------------------------------

    def _start(self, work: _Work) -> None:
        if self._closed:
            return
        self._waiting.append(work)
        if self._now is None:
            self.working.emit(True)
            self._next()

    def _next(self) -> None:
        self._now = self._waiting.popleft()
        self._task.start(partial(self._run, self._now, self._seat))

    def _run(self, work: _Work, seat: str) -> tuple[Any, CampaignPage | None]:
        """Worker thread: do it, then make the page that it leads to."""
        found = work.run(self._desk)
        fresh = (work.writes and (work.mine or bool(found))) or seat != self.page.seat
        return found, self._maker.page(seat) if fresh else None

    def _done(self, result: tuple[Any, CampaignPage | None]) -> None:
        found, page = result
        work = self._finish()
        if work.writes and work.mine and found:
            self._remember(work, found)
        if page is not None:
            self.page = page
            self.paged.emit(page)
        if work.then is not None:
            work.then(found)
        self._go_on()

    def _remember(self, work: _Work, events: list[LedgerEvent]) -> None:
        if work.undoes:
            gone = set(getattr(events[0].payload, "of", ()))
            self.undo_steps = [step for step in self.undo_steps if not gone & set(step)]
        else:
            self.undo_steps.append(tuple(event.seq for event in events))

    def _failed(self, error: object) -> None:
        work = self._finish()
        if isinstance(error, UserError):
            (work.failed or self.refused.emit)(error)
            # a die may have been written before the refusal
            if isinstance(error, Conflict):
                # what somebody else did was read already; the page does not show it yet
                self._waiting.appendleft(_Work(_nothing, None, None, True))
            self._go_on()
            return
        self._go_on()
        if isinstance(error, BaseException):
            raise error

    def _finish(self) -> _Work:
        work, self._now = self._now, None
        assert work is not None
        return work

    def _go_on(self) -> None:
        if self._now is not None or self._closed:
            return
        if self._waiting:
            self._next()
        else:
            self.working.emit(False)


def _nothing(_desk: CampaignDesk) -> None:
    """Change nothing: a new page is made of what is there."""


def first_page(desk: CampaignDesk) -> CampaignPage:
    """Worker thread: the umpire's page of a desk that was just opened."""
    return PageMaker(desk).page(UMPIRE)
