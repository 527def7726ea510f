"""The page that says whether a game can be played, and who wins: faults, and a study of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from wardesk.services.rulebooks.judge import RulesFault
from wardesk.services.rulebooks.pages import place_words
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.rulebooks.faults_panel import sentence_of
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.rulebooks.outline_page import BookPage
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import say_count, tr

GAMES = 40


class BookCheckPage(BookPage):
    """``go_asked(fault)``; ``study_asked()`` and ``stop_asked()`` for the study."""

    go_asked = Signal(object)
    study_asked = Signal()
    stop_asked = Signal()

    def __init__(self, model: RulebookModel, page: str, parent: QWidget | None = None) -> None:
        super().__init__(model, page, parent)
        self._faults: tuple[RulesFault, ...] = ()
        self.count = Label("", self, tone="text2", wrap=True)
        self.list = RowList(tr("What is wrong"), self, most=theme.px(260))
        self.list.picked.connect(lambda key: self.go_asked.emit(self._faults[int(key)]))
        self.origins = Label("", self, role="small", tone="text2", wrap=True)
        self.study = Button(tr("Study: {0} games").format(GAMES), self, icon="chart",
                            action="rulebook.study")  # fmt: skip
        self.study.clicked.connect(self.study_asked)
        self.stop = Button(tr("Stop"), self, icon="close")
        self.stop.clicked.connect(self.stop_asked)
        self.stop.hide()
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("Games played"))
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.result = Label("", self, wrap=True)
        box = QWidget(self)
        box.setMaximumWidth(theme.px(820))
        column = QVBoxLayout(box)
        column.setContentsMargins(theme.S6, theme.S4, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addWidget(ElidedLine(tr("Check"), self, role="title", grow=False))
        column.addWidget(self.count)
        column.addWidget(self.list)
        column.addWidget(self.origins)
        column.addWidget(hairline(self))
        column.addWidget(Label(tr("Who wins, when programs play"), self, role="heading"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.study)
        buttons.addWidget(self.stop)
        buttons.addWidget(self.bar, 1)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self.result)
        column.addStretch(1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(box, 1)
        whole.addStretch(0)

    def show_draft(self) -> None:
        self._faults = self.model.faults
        self.list.set_rows([
            ListRow(str(k), sentence_of(fault),
                    detail=said(place_words(self.model.draft, fault.steps)),
                    icon="error" if fault.level == "error" else "warning",
                    tone="danger" if fault.level == "error" else "warn")
            for k, fault in enumerate(self._faults)
        ])  # fmt: skip
        self.list.setVisible(bool(self._faults))
        n = len(self.model.wrong)
        self.count.setText(
            said(say_count("One fault keeps it from being played.",
                           "{n} faults keep it from being played.", n=n))
            if n else tr("It can be played.")
        )  # fmt: skip
        self.study.refuse(tr("It cannot be played yet.")) if n else self.study.allow()

    def focus_first(self) -> None:
        (self.list if self._faults else self.study).setFocus()

    # ---- the study ------------------------------------------------------------------------------

    def show_progress(self, done: int, wanted: int) -> None:
        """A study runs."""
        self.bar.setRange(0, max(1, wanted))
        self.bar.setValue(done)
        self.bar.show()
        self.stop.show()

    def show_result(self, words: str) -> None:
        """It is over."""
        self.bar.hide()
        self.stop.hide()
        self.result.setText(words)
