"""Asks from what a game with rules of one's own begins, or which one goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from wardesk.errors import UserError
from wardesk.services.packs.pack_copy import is_shipped
from wardesk.services.rulebooks.packs import PATTERNS, own_book, title_of
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.language import explained, said
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class NewRulebookDialog(Dialog):
    """``made(folder)``: a new game, or one that was there."""

    made = Signal(object)

    def __init__(self, there: Sequence[Path], parent: QWidget | None = None) -> None:
        """*there*: the games with rules that are known."""
        super().__init__(parent, size=(620, 0))
        self.set_title(tr("New game with rules"))
        words = tr("It begins from a small game that plays already; everything can be changed.")
        self.body.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        self.list = RowList(tr("What it begins from"), self, click_picks=False,
                            most=theme.px(300))  # fmt: skip
        rows = [
            ListRow(f"new {each.id}", said(each.title), detail=said(each.words), icon="plus")
            for each in PATTERNS
        ]
        for folder in there:
            copy = tr("Copy of {0}").format(title_of(folder))
            rows.append(ListRow(f"new {folder}", copy, detail=folder.name, icon="copy"))
        rows += [
            ListRow(f"open {folder}", tr("Go on with {0}").format(title_of(folder)),
                    detail=str(folder), icon="folder")
            for folder in there if not is_shipped(folder)
        ]  # fmt: skip
        self.list.set_rows(rows)
        self.list.set_current(rows[0].key)
        self.list.reached.connect(lambda _key: self._judge())
        self.list.picked.connect(lambda _key: self.go.click())
        self.name = line_edit(tr("Name of the game"), self, most=60)
        self.name.textChanged.connect(lambda _text: self._judge())
        fields = FormRows()
        fields.add(tr("Name"), self.name)
        self.body.addWidget(self.list)
        self.body.addLayout(fields)
        self.go = Button(tr("Make it"), self, kind="primary")
        self.go.clicked.connect(self._make)
        self.given = Button(tr("Open a folder…"), self, icon="folder")
        self.given.clicked.connect(self._choose)
        self.set_foot(self.go, left=(self.given,))
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._judge()
        self.name.setFocus()

    def done(self, result: int) -> None:
        self._task.stop()
        super().done(result)

    @property
    def _goes_on(self) -> bool:
        return self.list.current.startswith("open ")

    def _judge(self) -> None:
        self.name.setEnabled(not self._goes_on)
        needs = not self._goes_on and not self.name.text().strip()
        self.judge(tr("Give it a name.") if needs else "")
        self.go.set_words(tr("Open it") if self._goes_on else tr("Make it"), key="Enter")

    def _make(self) -> None:
        how, _space, what = self.list.current.partition(" ")
        if how == "open":
            self._done(Path(what))
        else:
            self._task.start(partial(own_book, what, self.name.text().strip()))

    def _choose(self) -> None:
        found = QFileDialog.getExistingDirectory(self, tr("Open a game with rules"))
        if found:
            self._done(Path(found))

    def _done(self, folder: Path) -> None:
        self.accept()
        self.made.emit(folder)

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            raise error
        told = explained(error)
        self.tell_problem(f"{told.message} {told.advice}".strip())
