"""Writes the after-action report behind the scenes, says how far it is, and offers to open it."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QProgressBar, QWidget

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.translate_values import Wording
from wardesk.errors import WarDeskError
from wardesk.services.play.review import Review
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import PlayTable
from wardesk.services.play.timeline import TimelineLine
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.reports.after_action import Painter


class ReportCancelled(Exception):
    """Nobody wants the report any more."""


class _ReportSteps(QObject):
    done = Signal()


class ReportDialog(Dialog):
    """Starts at once; ``written(path)`` when the file is there. *opener* shows a file to people.

    *review*: what is known of luck and chances.
    """

    written = Signal(object)

    def __init__(
        self,
        session: PlaySession,
        path: Path,
        parent: QWidget | None = None,
        *,
        review: Review | None = None,
        opener: Callable[[QUrl], object] = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(parent, least=(440, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(tr("After-action report"))
        self.path, self._opener = path, opener
        self._stop = threading.Event()
        self._steps = _ReportSteps(self)
        self._steps.done.connect(self._step)
        self._words = Label(tr("Reading the game and drawing its pictures…"), self, wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("Pictures drawn"))
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _pictures(session))
        self.open_button = Button(tr("Open it"), self, kind="primary", icon="book")
        self.open_button.clicked.connect(self._open)
        self.open_button.hide()
        self.close_button = self.set_foot(self.open_button)
        self.body.addWidget(self._words)
        self.body.addWidget(self.bar)
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        # The worker gets a copy of the log: the game may go on meanwhile.
        self._folder = tempfile.TemporaryDirectory()
        copy = Path(self._folder.name) / "game.wdgame"
        session.snapshot(copy)
        self._task.start(
            partial(
                _write,
                copy,
                session.table,
                session.words,
                review,
                path,
                self._stop,
                self._steps.done.emit,
            )
        )

    @property
    def running(self) -> bool:
        """Whether it is still being written."""
        return self._task.running

    def _step(self) -> None:
        self.bar.setValue(min(self.bar.value() + 1, self.bar.maximum()))

    def _done(self, _result: object) -> None:
        self.bar.setValue(self.bar.maximum())
        self._words.setText(tr("The report is in {0}").format(self.path))
        self.close_button.set_words(tr("Close"), key="Esc")
        self.open_button.show()
        self.open_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.written.emit(self.path)

    def _failed(self, error: object) -> None:
        self.bar.hide()
        words = tr("WarDesk could not write the report.")
        if isinstance(error, (WarDeskError, OSError)):
            words = f"{words} {error}"
        elif isinstance(error, BaseException):
            words = f"{words} {type(error).__name__}: {error}"
        self._words.setText(words)
        self.close_button.set_words(tr("Close"), key="Esc")

    def _open(self) -> None:
        self._opener(QUrl.fromLocalFile(str(self.path)))
        self.accept()

    def done(self, result: int) -> None:
        """Close; what is still being drawn is given up and nothing is written."""
        self._stop.set()
        self._task.stop()
        self._folder.cleanup()
        super().done(result)


def _pictures(session: PlaySession) -> int:
    """About how many pictures the report will have: one per turn, the end, one per side."""
    line = TimelineLine(session.rules, session.journal)
    line.follow(session.journal.line())
    return sum(bool(tick.turn) for tick in line.ticks) + 1 + len(session.rules.sides)


def _write(
    copy: Path,
    table: PlayTable,
    words: Wording,
    review: Review | None,
    path: Path,
    stop: threading.Event,
    step: Callable[[], None],
) -> None:
    """Worker thread: the whole report, unless *stop* is set meanwhile."""
    from wardesk.reports.after_action import after_action_report, qt_painter

    with PlaySession.open(copy, keep=False, loader=lambda _scenario, _options: table) as session:
        session.speak(words)
        painter = _counted(qt_painter(), stop, step)
        text = after_action_report(session, painter, review=review)
    if stop.is_set():
        raise ReportCancelled
    write_atomically(path, text.encode())


def _counted(painter: Painter, stop: threading.Event, step: Callable[[], None]) -> Painter:
    """*painter*, which tells of every picture and can be stopped between two."""

    def counted(draw: Callable[..., bytes]) -> Callable[..., bytes]:
        def drawn(*given: Any) -> bytes:  # noqa: ANN401 - passed through
            if stop.is_set():
                raise ReportCancelled
            picture = draw(*given)
            step()
            return picture

        return drawn

    return type(painter)(counted(painter.table), counted(painter.heat))
