"""Something in the making as the window has it: changed, undone, kept by itself, judged."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.errors import UserError
from wardesk.ui.tasks import Task

Draft = TypeVar("Draft")
"""A frozen value: a change makes another one, so undoing is to take the old one."""
PAUSE = 250
"""Milliseconds after the last change before it is written and judged."""
MOST_STEPS = 500


class DraftModel(QObject, Generic[Draft]):
    """``changed()`` when the draft is another, ``judged()`` when it was looked over.

    ``refused(error)`` tells what could not be done or kept.
    """

    changed = Signal()
    judged = Signal()
    refused = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """UserError where the folder's files cannot be read."""
        super().__init__(parent)
        self.folder = folder
        self.draft = self.read(folder)
        self._past: list[Draft] = []
        self._future: list[Draft] = []
        self._kept = True
        self._then: Callable[[], object] | None = None
        self._task = Task(self)
        self._task.done.connect(self._looked)
        self._task.failed.connect(self._failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._look)
        self._judged_once = False
        self._begin()

    # ---- what each kind says --------------------------------------------------------------------

    def read(self, folder: Path) -> Draft:
        """The draft in *folder*. UserError where it cannot be read."""
        raise NotImplementedError

    def keep(self, folder: Path, draft: Draft) -> object:
        """Worker thread: write a draft, and say what is to be said of it."""
        raise NotImplementedError

    def look(self, folder: Path) -> object:
        """Worker thread: say the same of what lies there."""
        raise NotImplementedError

    def take_verdict(self, verdict: Any) -> None:  # noqa: ANN401 - each kind has its own
        """Take what was said of the draft."""
        raise NotImplementedError

    def _begin(self) -> None:
        self._task.start(partial(self.look, self.folder))

    @property
    def busy(self) -> bool:
        """Whether something is still to be kept or judged."""
        return self._task.running or self._timer.isActive()

    @property
    def kept(self) -> bool:
        """Whether its files say what the window shows."""
        return self._kept and not self.busy

    # ---- changing -------------------------------------------------------------------------------

    def change(self, make: Callable[[Draft], Draft]) -> bool:
        """Do one step that can be undone; whether it was done. What is refused is told."""
        try:
            made = make(self.draft)
        except UserError as error:
            self.refused.emit(error)
            return False
        if made != self.draft:
            self._past = [*self._past[-MOST_STEPS:], self.draft]
            self._future = []
            self._become(made)
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step that was taken back."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back."""
        if self._past:
            self._future.append(self.draft)
            self._become(self._past.pop())

    def redo(self) -> None:
        """Do again what was taken back."""
        if self._future:
            self._past.append(self.draft)
            self._become(self._future.pop())

    def _become(self, draft: Draft) -> None:
        self.draft = draft
        self._kept = False
        self._timer.start()
        self.changed.emit()

    # ---- keeping and judging --------------------------------------------------------------------

    def when_judged(self, then: Callable[[], object]) -> None:
        """Do something once everything is kept and judged: at once if it is."""
        if not self.busy and self._judged_once and self._kept:
            then()
            return
        self._then = then
        if self._timer.isActive() or not self._task.running:
            self._look()

    def _look(self) -> None:
        self._timer.stop()
        self._task.start(partial(self.keep, self.folder, self.draft))

    def _looked(self, judged: object) -> None:
        self._kept = not self._timer.isActive()
        self._judged_once = True
        self.take_verdict(judged)
        self.judged.emit()
        then, self._then = self._then, None
        if then is not None:
            then()

    def _failed(self, error: object) -> None:
        self._then = None
        if not isinstance(error, UserError):
            assert isinstance(error, BaseException)
            raise error
        self.refused.emit(error)

    def shut(self) -> None:
        """Keep what was not kept yet. UserError is told to nobody: the window is going."""
        self._timer.stop()
        self._task.stop()
        if not self._kept:
            try:
                self.keep(self.folder, self.draft)
            except UserError as error:
                self.refused.emit(error)
