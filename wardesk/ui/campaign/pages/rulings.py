"""The register of rule questions: what is open, what was decided before, and a place to decide."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.services.campaign.rows import QueryRow
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr


class RulingsPage(QWidget):
    """Questions at the left, the chosen one at the right.

    ``ruled(query, decision, reason)``; ``asked(question, cite)`` for a new question.
    """

    ruled = Signal(str, str, str)
    asked = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[QueryRow, ...] = ()
        self._umpire = True
        self.search = search_field(tr("Find a question or a ruling"), self)
        self.search.textChanged.connect(lambda _text: self._list())
        self._count = Label("", self, role="small", tone="text3")
        self.list = RowList(tr("Questions"), self, most=10_000)
        self.list.picked.connect(self.show_query)
        self.list.reached.connect(self.show_query)
        self.new = Button(tr("New question…"), self, icon="plus")
        self.new.clicked.connect(lambda: self.show_query(""))
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self.search, 1)
        head.addWidget(self._count)
        holder = QWidget(self)
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.list)
        inner.addStretch(1)
        left = QVBoxLayout()
        left.setContentsMargins(theme.S4, theme.S2, theme.S2, theme.S2)
        left.setSpacing(theme.S2)
        left.addLayout(head)
        left.addWidget(Scroller(holder, self), 1)
        left.addWidget(self.new)
        self._detail: QWidget | None = None
        self._right = QVBoxLayout()
        self._right.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 5)
        row.addWidget(hairline(self, vertical=True))
        row.addLayout(self._right, 6)
        self.current: str | None = None
        self.decision: QComboBox | None = None
        self.reason: QLineEdit | None = None
        self.rule: Button | None = None
        self.question: QLineEdit | None = None

    def show_rows(self, rows: Sequence[QueryRow], *, umpire: bool) -> None:
        """Show the register."""
        if (tuple(rows), umpire) == (self._rows, self._umpire) and self.current is not None:
            return
        before = {row.id: row for row in self._rows}
        self._rows, self._umpire = tuple(rows), umpire
        self.new.setVisible(umpire)
        self._list()
        found = next((row for row in rows if row.id == self.current), None)
        if found is None or before.get(found.id) != found or not umpire:
            self.show_query(found.id if found else rows[0].id if rows else "")

    def _matching(self) -> list[QueryRow]:
        parts = self.search.text().casefold().split()
        return [
            row
            for row in self._rows
            if all(
                part
                in f"{row.cite} {shown(row.question)} {row.question} {shown(row.decision)} "
                f"{row.decision} {row.reason} {row.id}".casefold()
                for part in parts
            )
        ]

    def _list(self) -> None:
        found = self._matching()
        open_ = sum(not row.ruled_by for row in self._rows)
        words = tr("{0} open of {1}").format(open_, len(self._rows))
        if len(found) != len(self._rows):
            words = tr("{0} of {1}").format(len(found), len(self._rows))
        self._count.setText(words)
        self.list.set_rows(
            [
                ListRow(
                    row.id, shown(row.question), f"{row.cite} · {shown(row.decision)}",
                    figure=tr("holds") if row.ruled_by else "",
                    icon="scales" if row.ruled_by else "help",
                    tone="umpire_text" if row.ruled_by else "text2",
                    hint=row.reason if row.ruled_by else tr("open"), roomy=True,
                )
                for row in found
            ]
        )  # fmt: skip
        self.list.set_current(self.current or "")

    # ---- one question ---------------------------------------------------------------------------

    def focus_open(self) -> None:
        """Go to the first open question, with the keyboard on its answers."""
        first = next((row for row in self._rows if not row.ruled_by), None)
        if first is not None:
            self.search.clear()
            self.show_query(first.id)
            self.list.set_current(first.id)
        (self.decision or self.list).setFocus()

    def show_query(self, key: str) -> None:
        """Show a question with earlier rulings; an empty key is a new question."""
        self.current = key
        self.decision = self.reason = self.rule = self.question = None
        if self._detail is not None:
            here = QApplication.focusWidget()
            if here is not None and self._detail.isAncestorOf(here):
                self.list.setFocus()  # or the keyboard would fall into some other field
            self._right.removeWidget(self._detail)
            self._detail.hide()
            self._detail.deleteLater()
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        column.setSpacing(theme.S2)
        row = next((each for each in self._rows if each.id == key), None)
        if row is not None:
            self._one(column, body, row)
        elif self._umpire:
            self._new(column, body)
        column.addStretch(1)
        self._detail = Scroller(body, self)
        self._right.addWidget(self._detail)

    def _one(self, column: QVBoxLayout, body: QWidget, row: QueryRow) -> None:
        head = QHBoxLayout()
        chip = (
            Chip(tr("holds"), body, tone="umpire", icon="scales")
            if row.ruled_by
            else Chip(tr("open"), body, tone="warn", icon="help")
        )
        head.addWidget(chip)
        head.addWidget(
            ElidedLine(tr("Rule {0}").format(row.cite), body, role="small", tone="text2")
        )
        column.addLayout(head)
        column.addWidget(Label(shown(row.question), body, role="strong", wrap=True))
        if row.ruled_by:
            words = tr("Decided: {0}").format(shown(row.decision))
            column.addWidget(Label(words, body, tone="umpire_text", wrap=True))
            why = tr("{0}: {1}").format(row.ruled_by, row.reason)
            column.addWidget(Label(why, body, role="small", tone="text2", wrap=True))
        words = tr("Our proposal: {0}. {1}").format(shown(row.proposed), shown(row.why))
        column.addWidget(Label(words, body, role="small", tone="text2", wrap=True))
        words = (
            tr("A ruling changes what the desk does.") if row.decides
            else tr("A ruling is for the record: play it at the table.")
        )  # fmt: skip
        column.addWidget(Label(words, body, role="small", tone="text2", wrap=True))
        if row.earlier:
            column.addWidget(Label(tr("Earlier rulings worth a look"), body, role="strong"))
            for each in row.earlier[:6]:
                words = f"{each.id}: {shown(each.decision)} ({each.reason})"
                column.addWidget(Label(words, body, role="small", tone="text2", wrap=True))
        if self._umpire:
            self._decide(column, body, row)

    def _decide(self, column: QVBoxLayout, body: QWidget, row: QueryRow) -> None:
        column.addSpacing(theme.S2)
        again = bool(row.ruled_by)
        title = (
            tr("Rule anew; the earlier one stays on record") if again else tr("Rule", "RulingsPage")
        )
        column.addWidget(Label(title, body, role="strong", wrap=True))
        known = ((shown(option), option) for option in row.options)
        self.decision = combo_box(tr("Decision"), body, known)
        self.decision.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.decision.setMinimumContentsLength(16)
        self.decision.setEditable(not row.options)
        if row.decision in row.options:
            self.decision.setCurrentIndex(self.decision.findData(row.decision))
        else:
            self.decision.setCurrentText(row.decision)
        column.addWidget(self.decision)
        self.reason = line_edit(tr("Reason of the ruling"), body, hint=tr("Reason"))
        column.addWidget(self.reason)
        words = tr("Every seat reads the decision and its reason in its next packet.")
        column.addWidget(Label(words, body, role="small", tone="warn", wrap=True))
        self.rule = Button(tr("Rule", "RulingsPage"), body, icon="scales", kind="umpire")
        self.rule.clicked.connect(self._say_ruled)
        self.reason.returnPressed.connect(self.rule.click)
        self.reason.textChanged.connect(lambda _text: self._judge())
        box = FlowBox(body)
        box.add(self.rule)
        column.addWidget(box)
        self._judge()

    def _judge(self) -> None:
        if self.rule is None or self.reason is None:
            return
        if self.reason.text().strip():
            self.rule.allow()
        else:
            self.rule.refuse(tr("Say why: a ruling needs a reason"))

    def _say_ruled(self) -> None:
        if self.decision is not None and self.reason is not None and self.current:
            words = self.decision.currentData() or self.decision.currentText().strip()
            self.ruled.emit(self.current, words, self.reason.text().strip())

    def _new(self, column: QVBoxLayout, body: QWidget) -> None:
        column.addWidget(Label(tr("A new question about the rules"), body, role="strong"))
        self.question = QLineEdit(body)
        cite = QLineEdit(body)
        for field, words in ((self.question, tr("The question")),
                             (cite, tr("Rule number, if there is one"))):  # fmt: skip
            field.setFont(theme.font())
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
            column.addWidget(field)
        add = Button(tr("Put it in the register"), body, icon="plus")
        question = self.question
        why = tr("Write the question first")
        add.refuse(why)
        question.textChanged.connect(lambda text: add.allow() if text.strip() else add.refuse(why))
        add.clicked.connect(lambda: self.asked.emit(question.text().strip(), cite.text().strip()))
        box = FlowBox(body)
        box.add(add)
        column.addWidget(box)
        question.setFocus()
