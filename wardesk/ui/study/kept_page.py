"""What the Study place shows before a study is open: what it is for, and the studies kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.play.kept_games import restore_game
from wardesk.services.studies.kept import KeptStudy, put_away_study
from wardesk.ui import theme
from wardesk.ui.language import explained, said, whole, wording
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class KeptPage(QWidget):
    """``opened(path)``: a study of the list is wanted; ``changed()``: there are others now.

    ``noticed(Notice)``: something is to be told.
    """

    opened = Signal(object)
    changed = Signal()
    noticed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.list = RowList(tr("Kept studies"), self, click_picks=False, most=420)
        self.list.picked.connect(lambda key: self.opened.emit(Path(key)))
        self.open_ = Button(tr("Open", "KeptPage"), self, icon="folder")
        self.open_.clicked.connect(lambda: self._with_current(self.opened.emit))
        self.delete = Button(tr("Delete"), self, icon="close")
        self.delete.clicked.connect(lambda: self._with_current(self.put_away))
        words = tr(
            "Bots play a scenario many times. You see who wins and how, how long it takes, where "
            "men fall, and what an option changes. Choose at the left, then run it."
        )
        self._head = Label(tr("Kept studies"), self, role="heading")
        buttons = QHBoxLayout()
        buttons.addWidget(self.open_)
        buttons.addWidget(self.delete)
        buttons.addStretch(1)
        block = QWidget(self)
        block.setMaximumWidth(theme.px(640))
        block.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(block)
        column.setSpacing(theme.S2)
        column.addWidget(Glyph("study", block, size=28))
        column.addWidget(Label(tr("Ask a question, let bots answer it"), block, role="title"))
        column.addWidget(Label(words, block, tone="text2", wrap=True))
        column.addSpacing(theme.S4)
        column.addWidget(self._head)
        column.addWidget(self.list)
        column.addLayout(buttons)
        across = QHBoxLayout(self)
        across.addStretch(1)
        inside = QVBoxLayout()
        inside.addStretch(2)
        inside.addWidget(block)
        inside.addStretch(3)
        across.addLayout(inside, 100)
        across.addStretch(1)
        self.show_kept(())

    def show_kept(self, kept: Sequence[KeptStudy]) -> None:
        """List studies, the newest first."""
        self.list.set_rows([_row(one) for one in kept])
        for part in (self._head, self.list, self.open_, self.delete):
            part.setVisible(bool(kept))
        if kept and not self.list.current:
            self.list.set_current(str(kept[0].path))

    def _with_current(self, deed: Callable[[Path], object]) -> None:
        if key := self.list.current:
            deed(Path(key))

    def put_away(self, path: Path) -> None:
        """Put a kept study out of sight; a notice brings it back."""
        try:
            gone = put_away_study(path)
        except UserError as error:
            self._tell(error)
            return
        back = (tr("Bring it back"), partial(self._bring_back, gone))
        words = tr("It lies in {0} until you remove it there.").format(gone.parent)
        self.noticed.emit(Notice(tr("You deleted the study."), words, actions=(back,)))
        self.changed.emit()

    def _bring_back(self, gone: Path) -> None:
        try:
            restore_game(gone)
        except UserError as error:
            self._tell(error)
        self.changed.emit()

    def _tell(self, error: UserError) -> None:
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))


def _row(one: KeptStudy) -> ListRow:
    labels = ", ".join(said(label) for label in one.labels)
    if one.games < one.wanted:
        games = tr("{0} of {1} games").format(whole(one.games), whole(one.wanted))
    else:
        games = tr("{0} games").format(whole(one.games))
    when = one.when.astimezone().strftime("%Y-%m-%d %H:%M")
    return ListRow(
        str(one.path), wording().text(one.title), labels, f"{games} · {when}", icon="study"
    )
