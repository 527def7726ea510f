"""A game by mail in the window: what the table offers, and the list that Home opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from wardesk.errors import UserError
from wardesk.services.play import mail
from wardesk.services.play.session import PlaySession
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.language import said
from wardesk.ui.table.model import TableModel
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

KIND = "WarDesk (*.wdmail)"
_SETTLED = 300
"""Milliseconds after which a file that appears is whole."""


def ask_letter(parent: QWidget) -> str:
    """A letter that came; empty when nobody chose one."""
    path, _ = QFileDialog.getOpenFileName(parent, tr("Take a letter in"), "", KIND)
    return path


class LetterWatch(QObject):
    """Takes in the letter that is due as soon as it lies where the last own one was put.

    So a folder that both homes reach, on a drive or kept in step by a program, needs no hands.
    """

    def __init__(self, model: TableModel, came: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._came, self._over = model, came, parent
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SETTLED)
        self._soon.timeout.connect(self._look)
        self._watcher.directoryChanged.connect(lambda _folder: self._soon.start())

    @property
    def folder(self) -> Path | None:
        """Where it looks; None before a letter was sent in this sitting."""
        return next(map(Path, self._watcher.directories()), None)

    def watch(self, folder: Path) -> None:
        """Look into *folder* from here on, and nowhere else."""
        if known := self._watcher.directories():
            self._watcher.removePaths(known)
        self._watcher.addPath(str(folder))
        self._soon.start()

    def _look(self) -> None:
        post = self._model.session.post
        if post is None or post.is_mine or not self._over.isVisible():
            return
        for folder in self._watcher.directories():
            for path in sorted(Path(folder).glob(f"*{mail.SUFFIX}")):
                if _is_due(path, post.game, post.number):
                    self._came(str(path))
                    return


def _is_due(path: Path, game: str, number: int) -> bool:
    try:
        letter = mail.read_file(path).letter
    except UserError:
        return False  # not a letter, or not all of it is there yet
    return (letter.game, letter.number) == (game, number)


def add_mail_actions(model: TableModel, parent: QWidget, came: Callable[[str], object]) -> None:
    """What the table of a game by mail has; *came* gets the file of a letter."""
    watch = LetterWatch(model, came, parent)

    def take() -> None:
        if path := ask_letter(parent):
            came(path)

    add = model.actions.add
    add("send_letter", tr("Send my turn…"), "", partial(send_turn, model, parent, watch),
        "export", also=tr("mail letter post opponent"))  # fmt: skip
    add("take_letter", tr("Take a letter in…"), "", take, "folder",
        also=tr("mail letter post opponent"))  # fmt: skip


def send_turn(model: TableModel, parent: QWidget, watch: LetterWatch) -> None:
    """Ask where the letter of this turn goes, and write it there; look there for the answer."""
    session = model.session
    if session.post is None:
        return
    count = session.post.number - (not session.post.is_mine)
    first = mail.default_file(session, count)
    with model.attempting():
        mail.ready(session)
        first.parent.mkdir(parents=True, exist_ok=True)
        first = (watch.folder or first.parent) / first.name
        path, _ = QFileDialog.getSaveFileName(parent, tr("Send my turn"), str(first), KIND)
        if path:
            place = mail.send(session, Path(path).with_suffix(mail.SUFFIX))
            told = tr("Send the file to the other person: by mail, chat or on a stick.")
            model.noticed.emit(Notice(tr("Your letter is in {0}.").format(place), told))
            watch.watch(place.parent)


class MailDialog(Dialog):
    """The games by mail and how each stands; a letter can be taken in, a game begun.

    ``opened(path)``, ``letter_came(path)``, ``begun(scenario)``.
    """

    opened = Signal(str)
    letter_came = Signal(str)
    begun = Signal(str)

    def __init__(self, scenarios: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """*scenarios*: id and title of those there are."""
        super().__init__(parent, size=(640, 460), least=(480, 320))
        self.set_title(tr("Play by mail"))
        words = tr(
            "You and the other person each play at home. Every turn is one file, sent by any "
            "way: mail, chat, a stick. Nobody can choose the dice, and every file is checked."
        )
        self.body.addWidget(Label(words, self, tone="text2", wrap=True))
        self.list = RowList(tr("Games by mail"), self, click_picks=False, most=200)
        self.list.picked.connect(self._open)
        self.body.addWidget(self.list)
        self.nothing = Label(tr("No game by mail yet."), self, tone="text2")
        self.body.addWidget(self.nothing)
        self.body.addStretch(1)
        self.scenario = combo_box(
            tr("Scenario"), self, [(title, name) for name, title in scenarios]
        )
        begin = Button(tr("Begin…"), self)
        begin.clicked.connect(self._begin)
        begin.setEnabled(bool(scenarios))
        rows = FormRows()
        rows.add(tr("A new game"), self.scenario, begin)
        self.body.addLayout(rows)
        take = Button(tr("Take a letter in…"), self, kind="primary", icon="folder")
        take.clicked.connect(self._take)
        self.set_foot(take, leave=tr("Close"))
        self._show([])
        self._task = Task(self)
        self._task.done.connect(self._show)
        self._task.start(_standing)

    def _show(self, rows: Sequence[ListRow]) -> None:
        self.list.set_rows(list(rows))
        self.list.setVisible(bool(rows))
        self.nothing.setVisible(not rows)

    def _open(self, path: str) -> None:
        self.opened.emit(path)
        self.accept()

    def _begin(self) -> None:
        self.begun.emit(str(self.scenario.currentData()))
        self.accept()

    def _take(self) -> None:
        if path := ask_letter(self):
            self.letter_came.emit(path)
            self.accept()


def _standing() -> list[ListRow]:
    """Worker thread: a row for each game by mail."""
    rows: list[ListRow] = []
    for path in mail.games():
        try:
            with PlaySession.open(path, keep=False) as session:
                found = mail.status(session)
        except UserError as error:
            rows.append(ListRow(str(path), path.stem, error.message, icon="error", tone="danger"))
            continue
        mine = found.to_do in ("send", "answer")
        rows.append(
            ListRow(
                str(path),
                said(found.title),
                said(found.words),
                figure=said(found.side),
                icon="person",
                strong=mine,
            )
        )
    return rows
