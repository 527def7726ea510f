"""A damaged game: what is wrong, what stands, and a button that saves it as a new game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from wardesk.documents.games.gamelog import DamagedLog
from wardesk.errors import DamagedFile, UserError
from wardesk.services.play.files import recover
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr


class DamagedDialog(Dialog):
    """``saved(path)`` when what stands was saved; the damaged file itself is never touched."""

    saved = Signal(str)

    def __init__(self, path: Path, error: DamagedFile, parent: QWidget | None = None) -> None:
        super().__init__(parent, icon="warning", tone="warn", least=(520, 0))
        self.set_title(tr("A damaged game"), tr("This game is damaged"))
        self._path = path
        standing = error.saved if isinstance(error, DamagedLog) else None
        count = len(standing.records) if standing is not None else 0
        column = self.body
        column.addWidget(ElidedLine(str(path), self, role="mono", tone="text2", least=200))
        column.addWidget(Label(explained(error).message, self, wrap=True))
        self.words = Label("", self, wrap=True)
        column.addWidget(self.words)
        self.save = Button(tr("Save the sound part"), self, icon="copy", kind="primary")
        self.save.clicked.connect(self.mend)
        leave = self.set_foot(self.save, leave=tr("Leave it"))
        if count:
            self.words.setText(
                tr(
                    "{0} records before the damage are sound. You can save them "
                    "as a new game beside this one; this file stays as it is."
                ).format(count)
            )
        else:
            self.words.setText(
                tr("WarDesk can save nothing of it. Take a copy or a backup if you have one.")
            )
            self.judge(tr("Nothing before the damage is sound"))
        column.addStretch(1)
        (self.save if count else leave).setFocus()

    def mend(self) -> None:
        """Save what stands; where that fails the reason is said here."""
        try:
            target = recover(self._path)
        except UserError as error:
            self.words.setText(str(explained(error)))
            self.words.set_tone("danger")
            self.grow()
            return
        self.saved.emit(str(target))
        self.accept()

    def notice(self, target: str, reopen: Callable[[str], object]) -> Notice:
        """What to tell after `saved`."""
        words = tr("The sound part is saved as {0}.").format(Path(target).name)
        action = (tr("Open it"), lambda: reopen(target))
        return Notice(words, tr("The damaged file stays as it is."), "ok", (action,))


def repair(
    window: MainWindow, path: Path, error: DamagedFile, reopen: Callable[[str], object]
) -> DamagedDialog:
    """Open the dialog over *window*; what was saved can be opened from a notice."""
    dialog = DamagedDialog(path, error, window)

    def told(target: str) -> None:
        window.notify(dialog.notice(target, reopen))

    dialog.saved.connect(told)
    dialog.setModal(True)
    dialog.show()
    return dialog
