"""The list of all games that a person has begun: searched, gone on with, named, deleted, found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.shell.cards import ContinueCard
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_STEPS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LEAST = 240
"""Px of the list in a low window."""


class AllGames(Dialog):
    """The games one under the other, the latest first: whose turn it is, when, which scenario.

    *read* gives the next games after so many; it runs in a worker thread until there are no more.
    ``opened(path)``, ``rename_asked(path, title)``, ``delete_asked(path)``, ``new_asked()``.
    """

    opened = Signal(str)
    rename_asked = Signal(str, str)
    delete_asked = Signal(str)
    new_asked = Signal()

    def __init__(
        self,
        read: Callable[[int], Sequence[ContinueCard]],
        parent: QWidget | None = None,
        *,
        opener: Callable[[QUrl], object] = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(parent, size=(860, 620), least=(560, 420))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(tr("All games"))
        self._read, self._opener = read, opener
        self._cards: list[ContinueCard] = []
        self.search = line_edit(tr("Search games"), self, hint=tr("Search games"))
        self.search.textChanged.connect(lambda _text: self._show())
        self.search.installEventFilter(self)
        self.list = RowList(tr("All games"), self, click_picks=False, most=_LEAST)
        self.list.picked.connect(lambda _key: self._open())
        self.list.installEventFilter(self)
        self.count = Label("", self, role="small", tone="text2", wrap=True)
        self._task = Task(self)
        self._task.done.connect(self._came)
        self._go = Button(tr("Open", "AllGames"), self, kind="primary")
        self._go.clicked.connect(self._open)
        new = Button(tr("New game"), self, icon="plus")
        new.clicked.connect(self._new)
        self._folder = Button(tr("Show in folder"), self, icon="folder")
        self._folder.clicked.connect(self._show_folder)
        self._rename = Button(tr("Rename"), self, key="F2")
        self._rename.clicked.connect(self._ask_rename)
        self._delete = Button(tr("Delete"), self, key="Del")
        self._delete.clicked.connect(self._ask_delete)
        for part in (self.search, self.list, self.count):
            self.body.addWidget(part)
        self.body.addStretch(1)
        self.set_foot(
            self._go, leave=tr("Close"), left=(new, self._folder, self._rename, self._delete)
        )
        self.search.setFocus()
        self.read_again()

    # ---- what it shows --------------------------------------------------------------------------

    def read_again(self) -> None:
        """Begin anew: a game has gone, or has another name."""
        self._cards = []
        self._task.start(partial(self._read, 0))
        self._show()

    def _came(self, more: Sequence[ContinueCard]) -> None:
        self._cards += more
        if more:
            self._task.start(partial(self._read, len(self._cards)))
        self._show()

    def _show(self) -> None:
        parts = self.search.text().casefold().split()
        rows = [
            _row(card)
            for card in self._cards
            if all(part in card.words.casefold() for part in parts)
        ]
        self.list.set_rows(rows)
        self.list.setVisible(bool(rows))  # why there are none stands under the field
        if rows and not self.list.current:
            self.list.set_current(rows[0].key)
        self._fit()
        total = len(self._cards)
        said = tr("{0} of {1}").format(len(rows), total) if parts else str(total)
        if self._task.running:
            said = tr("{0}, and WarDesk is reading on…").format(said)
        elif not total:
            said = tr("You have begun no game yet.")
        elif not rows:
            said = tr("No game has these words.")
        self.count.setText(said)
        why_not = "" if rows else tr("No game is picked.")
        for button in (self._go, self._folder, self._rename, self._delete):
            button.refuse(why_not) if why_not else button.allow()

    def _fit(self) -> None:
        """The list takes what is left between field and foot."""
        below = self.count.height() + 2 * self.body.spacing()
        room = self.foot.geometry().top() - self.list.geometry().top() - below
        self.list.setFixedHeight(max(_LEAST, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # ---- what is done ---------------------------------------------------------------------------

    def current(self) -> ContinueCard | None:
        """The game that the keyboard is on."""
        return next((card for card in self._cards if card.path == self.list.current), None)

    def _open(self) -> None:
        if (card := self.current()) is not None:
            self.accept()
            self.opened.emit(card.path)

    def _new(self) -> None:
        self.reject()
        self.new_asked.emit()

    def _show_folder(self) -> None:
        if (card := self.current()) is not None:
            self._opener(QUrl.fromLocalFile(str(Path(card.path).parent)))

    def _ask_rename(self) -> None:
        if (card := self.current()) is not None:
            self.rename_asked.emit(card.path, card.title)

    def _ask_delete(self) -> None:
        if (card := self.current()) is not None:
            self.delete_asked.emit(card.path)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows walk through the list while the field has the keyboard; letters search."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if watched is self.search and key in _STEPS:
                QApplication.sendEvent(self.list, event)
                return True
            if key == Qt.Key.Key_F2:
                self._ask_rename()
                return True
            if key == Qt.Key.Key_Delete and (watched is self.list or not self.search.text()):
                self._ask_delete()
                return True
        return super().eventFilter(watched, event)

    def done(self, result: int) -> None:
        self._task.stop()
        super().done(result)


def _row(card: ContinueCard) -> ListRow:
    detail = " · ".join(part for part in (card.waits_for, card.subtitle) if part)
    icon = "table" if card.icon != "warning" else card.icon
    return ListRow(card.path, card.title, detail=detail, figure=card.when, icon=icon)
