"""A window and the pictures that are taken of it, each when nothing more is coming."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QEventLoop, QThread
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.ui.preferences import preferences
from wardesk.ui.shell.main_window import MainWindow

PATIENCE = 60_000
"""Milliseconds that one picture may take before it is taken as it is."""
_PAUSE = 5
"""Milliseconds between two looks, which threads that work something out have to themselves."""
_CALM = 5
"""Rounds of events without work, after which nothing more is coming."""


@contextmanager
def own_home() -> Iterator[None]:
    """A throw-away folder in the place of the person's own one."""
    home = os.environ.get("WARDESK_HOME")
    with tempfile.TemporaryDirectory() as own:
        os.environ["WARDESK_HOME"] = own
        try:
            yield
        finally:
            if home is None:
                del os.environ["WARDESK_HOME"]
            else:
                os.environ["WARDESK_HOME"] = home


class ScreenshotCamera:
    """One window of one size. Subclasses pose what is in it, and tell when it is busy."""

    prefix = ""
    """What the names of all its pictures begin with."""

    def __init__(self, app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
        self._app, self._folder, self._tag = app, folder, f"{tag}_{size[0]}x{size[1]}"
        self._window = MainWindow(preferences().now)
        self._window.resize(*size)
        self._window.show()

    def busy(self) -> bool:
        """Whether something is still being worked out."""
        return False

    def wait(self, until: Callable[[], bool] = lambda: True) -> None:
        """Until that holds and nothing more is coming."""
        limit, calm = QDeadlineTimer(PATIENCE), 0
        while calm < _CALM and not limit.hasExpired():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            # Qt leaves this to a running event loop; without one every table ever shown would stay.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            calm = calm + 1 if until() and not self.busy() else 0
            if not calm:
                QThread.msleep(_PAUSE)

    def take(
        self, name: str, of: QWidget | None = None, until: Callable[[], bool] = lambda: True
    ) -> None:
        """Wait, then save what a widget shows, by default the window."""
        self.wait(until)
        picture = (of or self._window).grab()
        picture.save(str(self._folder / f"{self.prefix}{name}_{self._tag}.png"))

    def shut(self) -> None:
        """Put the window away."""
        self._window.hide()
        self._window.deleteLater()
