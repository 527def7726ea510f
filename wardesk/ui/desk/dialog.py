"""The assistant as a window over the work: the form at the left, what it comes to at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.documents.translate_values import worded
from wardesk.errors import UserError
from wardesk.model.rulebook import Rulebook
from wardesk.model.worksheet import Desk, Values
from wardesk.services.play.desk import case_text
from wardesk.ui import language, theme
from wardesk.ui.desk.form import SheetForm
from wardesk.ui.desk.result import CaseResult
from wardesk.ui.dialogs.chart_dialog import ChartDialog
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

SETTLE = 60
"""Milliseconds after a change before the case is worked out: a number is typed in one go."""

_FORM, _RESULT = 612, 360
"""Px that both sides want at least."""


class DeskDialog(Dialog):
    """One form of a desk, worked out at every change. It opens with the case it was left with.

    *values* is a case to open with in its place: that of a table.
    """

    def __init__(
        self,
        game: str,
        desk: Desk,
        parent: QWidget | None = None,
        *,
        values: Values | None = None,
        sheet: str = "",
    ) -> None:
        super().__init__(parent, size=(1200, 740), least=(0, 480))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = language.wording()
        sheets = worded(desk.sheets(), words)
        self.sheet = next((one for one in sheets if one.id == sheet), sheets[0])
        self.desk, self._words = desk, words
        self.rulebook: Rulebook = worded(desk.rulebook, words)
        self._key = f"{game}/{self.sheet.id}"
        self.set_title(words.text(desk.title))
        self.form = SheetForm(self.sheet, self)
        self.shown = CaseResult(self.rulebook.summary, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE)
        self._timer.timeout.connect(self.work_out)
        self._lay_out()
        self.form.changed.connect(self._timer.start)
        self.shown.switched.connect(lambda name: self.form.flip("without", name))
        last = preferences().now.sheets.get(self._key)
        self.form.set_values(values or last or self.sheet.start)
        self.work_out()
        self.form.focus_first()

    def _lay_out(self) -> None:
        self.body.addWidget(Label(self.sheet.text, self, tone="text2", wrap=True))
        self._left, self._right = Scroller(self.form, self), Scroller(self.shown, self)
        self._left.setMinimumWidth(theme.px(_FORM))
        self._right.setMinimumWidth(theme.px(_RESULT))
        self._left.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the fields scroll it
        self._right.setAccessibleName(tr("What it comes to"))
        sides = QHBoxLayout()
        sides.setSpacing(theme.S3)
        sides.addWidget(self._left, 12)
        sides.addWidget(hairline(self, vertical=True))
        sides.addWidget(self._right, 10)
        self.body.addLayout(sides, 1)
        self.copy = Button(tr("Copy as text"), self, icon="copy", key="Ctrl+Shift+C")
        self.copy.clicked.connect(self.copy_text)
        self.chart = Button(tr("Chart"), self, icon="chart", key="Ctrl+T")
        self.chart.clicked.connect(self.show_chart)
        self.anew = Button(tr("Begin anew"), self, icon="undo", key="Ctrl+R")
        self.anew.clicked.connect(self.begin_anew)
        self.set_foot(None, leave=tr("Close"), left=(self.copy, self.chart, self.anew))
        for key, run in (("Ctrl+Shift+C", self.copy_text), ("Ctrl+T", self.show_chart),
                         ("Ctrl+R", self.begin_anew)):  # fmt: skip
            QShortcut(QKeySequence(key), self, run)

    # ---- what it does ---------------------------------------------------------------------------

    def work_out(self) -> None:
        """Show what the form comes to now, and keep it for the next time."""
        self._timer.stop()
        values = self.form.values()
        try:
            case = self.desk.odds(self.sheet.id, values)
        except UserError as error:
            self.shown.show_problem(language.explained(error))
            for button in (self.copy, self.chart):
                button.refuse(tr("The form does not make sense yet"))
            return
        self.shown.show_case(worded(case, self._words))
        for button in (self.copy, self.chart):
            button.allow()
        sheets = {**preferences().now.sheets, self._key: values}
        preferences().change("sheets", sheets, keep=False)

    def copy_text(self) -> None:
        """Put the case on the clipboard, as the command line prints it."""
        self.work_out()
        if self.shown.case is not None:
            QGuiApplication.clipboard().setText(case_text(self.shown.case))
            self.copy.set_words(tr("Copied"))
            QTimer.singleShot(1500, self, self._copied)

    def _copied(self) -> None:
        self.copy.set_words(tr("Copy as text"))

    def show_chart(self) -> None:
        """Show the chart with the column of the case lit."""
        self.work_out()
        case = self.shown.case
        if case is not None and case.chart is not None:
            ChartDialog(case.chart, self).open()

    def begin_anew(self) -> None:
        """The case that the form begins with."""
        self.form.set_values(self.sheet.start)
        self.work_out()
        self.form.focus_first()

    def show_rule(self, cite: str, beside: QWidget) -> None:
        """Show what stands behind a rule number that was pressed."""
        RuleDialog(self.rulebook, cite, self).open()

    def done(self, result: int) -> None:
        """Keep the case, also on the disk."""
        self.work_out()
        preferences().store()
        super().done(result)


class RuleDialog(Dialog):
    """One rule: our own summary, how it is played here, what had to be rebuilt."""

    def __init__(self, book: Rulebook, cite: str, parent: QWidget | None) -> None:
        super().__init__(parent, least=(460, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rule = book.rule(cite)
        self.set_title(f"{cite}  {rule.title}" if rule is not None else cite)
        if rule is not None:
            self.body.addWidget(Label(rule.summary, self, wrap=True))
            for title, words in (
                (tr("How it is played here"), rule.ruling),
                (tr("Rebuilt"), rule.reconstruction),
                (tr("Left to the players"), rule.why_hand),
            ):
                if words:
                    self.body.addWidget(Label(title, self, role="small-strong", tone="text2"))
                    self.body.addWidget(Label(words, self, wrap=True))
        self.body.addStretch(1)
        self.set_foot(None, leave=tr("Close")).setFocus()
