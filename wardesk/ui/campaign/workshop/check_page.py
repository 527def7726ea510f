"""The page that says what is wrong: one row each, where it is, and the one step that mends it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.workshop.check import DesignTrouble, mend_all
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import WorkshopPage
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import say_count, tr

_LEVELS = {"error": ("error", "danger"), "warning": ("warning", "warn"), "note": ("info", "text2")}
MOST = 200
"""So many rows are shown; whoever has more mends these first."""


class CheckPage(WorkshopPage):
    """``go_asked(page)``: a row's page is wanted."""

    go_asked = Signal(str)

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.all = Button(tr("Mend all"), self, icon="check", action="workshop.mend")
        self.all.clicked.connect(self.mend_all)
        self.count = ElidedLine("", self, role="small", tone="text2")
        self.mends: list[Button] = []
        inside = QWidget(self)
        self._rows = QVBoxLayout(inside)
        self._rows.setContentsMargins(0, 0, theme.S2, 0)
        self._rows.setSpacing(theme.S2)
        head = QHBoxLayout()
        head.setSpacing(theme.S3)
        head.addWidget(ElidedLine(tr("Check"), self, role="title", grow=False))
        head.addWidget(self.count, 1)
        head.addWidget(self.all)
        box = QWidget(self)
        box.setMaximumWidth(theme.px(980))
        column = QVBoxLayout(box)
        column.setContentsMargins(theme.S6, theme.S4, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addLayout(head)
        column.addWidget(Scroller(inside, self), 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(box, 1)

    def show_verdict(self) -> None:
        clear(self._rows)
        self.mends = []
        found = self.model.troubles
        mendable = [each for each in found if each.mend is not None]
        errors = sum(each.finding.level == "error" for each in found)
        told = (
            said(say_count("one error", "{n} errors", n=errors)),
            said(say_count("one thing to look at", "{n} things to look at",
                           n=len(found) - errors)),
        )  # fmt: skip
        self.count.set_words(tr("{0}, {1}; each mend can be undone").format(*told))
        self.all.set_words(tr("Mend {0}").format(len(mendable)) if mendable else tr("Mend all"))
        self.all.allow() if mendable else self.all.refuse(tr("There is nothing to mend"))
        if not found:
            self._rows.addWidget(Label(tr("Nothing is wrong with it."), self, tone="ok"))
        for k, each in enumerate(found[:MOST]):
            if k:
                self._rows.addWidget(hairline(self))
            self._rows.addWidget(self._row(each))
        self._rows.addStretch(1)

    def _row(self, trouble: DesignTrouble) -> QWidget:
        finding = trouble.finding
        icon, tone = _LEVELS[finding.level]
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S3)
        line.addWidget(Glyph(icon, row, tone=tone, size=20), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        text = f"{said(finding.text)} {said(finding.advice)}".strip()
        words.addWidget(Label(text, row, wrap=True))
        words.addWidget(Label(said(finding.place), row, role="small", tone="text2", wrap=True))
        line.addLayout(words, 1)
        if trouble.page:
            go = Button(tr("Go there"), row, kind="link")
            go.clicked.connect(lambda _on=False, page=trouble.page: self.go_asked.emit(page))
            line.addWidget(go)
        if (mend := trouble.mend) is not None:
            button = Button(said(mend.words), row, icon="check")
            button.clicked.connect(lambda _on=False, mend=mend: self.model.change(mend.change))
            line.addWidget(button)
            self.mends.append(button)
        return row

    def mend_all(self) -> None:
        """All mends as one step."""
        found = list(self.model.troubles)
        self.model.change(lambda draft: mend_all(draft, found))
