"""When our own code fails: write a report, say what is safe, go on if the person wants to."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QUrl, Signal, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QPlainTextEdit,
    QWidget,
)

from wardesk.errors import UserError
from wardesk.paths import user_data
from wardesk.services.faults import fault_report
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


def report_text(error: BaseException, when: datetime) -> str:
    """The report: when, which versions, and the way to the fault; nothing that is private."""
    return fault_report(error, when, f"Qt {qVersion()}")


def write_report(error: BaseException, when: datetime, folder: Path | None = None) -> Path | None:
    """Write the report under *folder* (the user data's ``reports``); None when even that fails."""
    try:
        where = folder or user_data() / "reports"
        where.mkdir(parents=True, exist_ok=True)
        path = where / f"report-{when:%Y%m%d-%H%M%S-%f}.txt"
        path.write_text(report_text(error, when), "utf-8")
    except OSError:
        return None
    return path


class CrashDialog(Dialog):
    """What went wrong in one line, what is safe, the report to copy, and two ways on."""

    def __init__(
        self, report: str, path: Path | None, safe: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, icon="error", tone="danger", size=(720, 460))
        self._report = report
        title = tr("Something in WarDesk failed. This is our mistake.")
        self.set_title(tr("Something in WarDesk failed"), title)
        column = self.body
        column.addWidget(Label(safe, self, wrap=True))
        where = (
            tr("The report is in {0}.").format(path)
            if path
            else tr("WarDesk could not write the report to disk; copy it from here.")
        )
        column.addWidget(Label(where, self, role="small", tone="text2", wrap=True))
        sent = tr(
            "You can send it: names, folders, files, logins and servers are taken out. "
            "Read it first."
        )
        column.addWidget(Label(sent, self, role="small", tone="text2", wrap=True))
        text = QPlainTextEdit(report, self)
        text.setReadOnly(True)
        text.setFont(theme.font("mono"))
        text.setAccessibleName(tr("Report"))
        column.addWidget(text, 1)
        self._carry_on = Button(tr("Carry on"), self, kind="primary")
        self._carry_on.clicked.connect(self.accept)
        copy = Button(tr("Copy the report"), self, icon="copy")
        copy.clicked.connect(self.copy)
        left = [copy]
        if path:
            show = Button(tr("Open the folder"), self, icon="folder")
            show.clicked.connect(
                lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
            )
            left.append(show)
        self.set_foot(self._carry_on, leave=tr("Quit WarDesk"), left=left)
        self._carry_on.setFocus()

    def copy(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self._report)


class FaultKeeper(QObject):
    """Takes every exception that nobody caught, in slots and in threads.

    *tell* shows a `UserError`; *safe* says in words what is stored; *shell* gives the window.
    """

    _failed = Signal(object)

    def __init__(
        self,
        tell: Callable[[UserError], None],
        safe: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tell, self._safe = tell, safe
        self._busy = False
        self.last_report: Path | None = None
        self._failed.connect(self.handle)

    def install(self) -> None:
        """Become the hook of the interpreter."""
        sys.excepthook = self._hook
        threading.excepthook = lambda args: (
            self._failed.emit(args.exc_value) if args.exc_value else None
        )

    def _hook(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        self._failed.emit(error.with_traceback(trace))

    def handle(self, error: BaseException) -> None:
        """Show a notice for what a person can mend, the dialog for what only we can."""
        if isinstance(error, UserError):
            self._tell(error)
            return
        now = datetime.now().astimezone()
        report, self.last_report = report_text(error, now), write_report(error, now)
        sys.stderr.write(report)
        if self._busy:
            return  # One dialog at a time: a fault in a paint event would open hundreds.
        self._busy = True
        try:
            if not self.ask(report):
                QApplication.quit()
        finally:
            self._busy = False

    def ask(self, report: str) -> bool:
        """Show the dialog; whether to carry on."""
        window = QApplication.activeWindow()
        dialog = CrashDialog(report, self.last_report, self._safe(), window)
        return dialog.exec() == QDialog.DialogCode.Accepted
