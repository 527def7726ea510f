"""Documents of one kind opened in the window: in a worker thread, with a word if it takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from wardesk.errors import UserError
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.notice import Notice

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow

SLOW_AFTER = 300
"""Milliseconds before a wait is explained."""


class Opening(QObject):
    """What the openers of all kinds share; each says in `slow`, `came` and `went_wrong` its own."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window_ = window
        self._tasks: list[Task] = []
        self._opening = self.task(self._came, self._went_wrong)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_AFTER)
        self._slow.timeout.connect(lambda: window.notify(self.slow()))

    def slow(self) -> Notice:
        """What is told when opening takes long."""
        raise NotImplementedError

    def came(self, found: Any) -> None:  # noqa: ANN401 - each kind knows what it opens
        """Show what was opened."""
        raise NotImplementedError

    def went_wrong(self, error: object) -> None:
        """It could not be opened."""
        self.tell(error)

    def task(
        self, done: Callable[[Any], object], failed: Callable[[Any], object] | None = None
    ) -> Task:
        """A worker thread until the window closes; without *failed* its errors are told."""
        made = Task(self)
        made.done.connect(done)
        made.failed.connect(failed or self.tell)
        self._tasks.append(made)
        return made

    def open_with(self, work: Callable[[], object]) -> bool:
        """Open with *work*; False while another is being opened: a second click on a card."""
        if self._opening.running:
            return False
        self._opening.start(work)
        self._slow.start()
        return True

    @property
    def busy(self) -> bool:
        """Whether something is being opened."""
        return self._opening.running

    def tell(self, error: object) -> None:
        """Show what a person can put right; anything else is ours."""
        if isinstance(error, UserError):
            self.window_.tell(error)
        elif isinstance(error, BaseException):
            raise error

    def shut(self) -> None:
        """The window closes: let go of the worker threads."""
        for task in self._tasks:
            task.stop()

    def _came(self, found: object) -> None:
        self._settle()
        self.came(found)

    def _went_wrong(self, error: object) -> None:
        self._settle()
        self.went_wrong(error)

    def _settle(self) -> None:
        self._slow.stop()
        self.window_.notices.clear()
