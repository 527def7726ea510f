"""Hears when somebody else has added to a shared campaign, in a thread of its own."""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from wardesk.errors import UserError
from wardesk.store.server import ServerCampaignStore
from wardesk.ui.tasks import tell

WAIT = 0.25
"""Seconds after which the thread looks whether it shall stop."""
AGAIN = 3.0
"""Seconds before a lost connection is tried again."""


class _Hear(QRunnable):
    def __init__(self, store: ServerCampaignStore, stop: Event, owner: Listener) -> None:
        super().__init__()
        self._store, self._stop, self._owner = store, stop, owner

    def run(self) -> None:
        while not self._stop.is_set():
            try:
                for heard in self._store.news(WAIT):
                    if self._stop.is_set():
                        return
                    if heard:
                        tell(self._owner.grown)
            except UserError:
                # the next answer from the server tells it in words; here it is only waited for
                self._stop.wait(AGAIN)
            else:
                return
            tell(self._owner.grown)  # whatever came while nothing could be heard


class Listener(QObject):
    """``grown()`` in the GUI thread, each time that somebody has added events. Until `stop`."""

    grown = Signal()

    def __init__(self, store: ServerCampaignStore, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = Event()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.start(_Hear(store, self._stop, self))

    def stop(self) -> None:
        """Let go of the connection."""
        self._stop.set()
        self._pool.waitForDone(5000)
