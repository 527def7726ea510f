"""What a form comes to: the sum, every result with its chance, and each step with its rule."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.model.look import CaseLook, InputLine
from wardesk.ui import theme
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.odds_bar import OddsBar
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class CaseResult(QWidget):
    """Shows a `CaseLook` whole. ``switched(name)``: an umpire leaves a modifier out or lets it in.

    *summary* gives the line about a rule number.
    """

    switched = Signal(str)

    def __init__(self, summary: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._summary = summary
        self.case: CaseLook | None = None
        self._sum = Label("", self, role="title", wrap=True)
        self._rebuilt = rebuilt_chip(self)
        self._odds_head = Label(tr("Chances of every result"), self, role="heading")
        self.odds = OddsBar((), self, rows=True)
        self._steps = QWidget(self)
        self._problem = _Problem(self)
        head = QHBoxLayout()
        head.addWidget(self._odds_head)
        head.addStretch(1)
        head.addWidget(self._rebuilt)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.S4, 0, theme.S3, theme.S3)
        self._column.setSpacing(theme.S2)
        self._column.addWidget(self._problem)
        self._column.addWidget(self._sum)
        self._column.addLayout(head)
        self._column.addWidget(self.odds)
        self._column.addWidget(self._steps)
        self._column.addStretch(1)

    def show_case(self, case: CaseLook) -> None:
        """Show what a form comes to."""
        self.case = case
        self._problem.hide()
        self._sum.setText(case.sum_text)
        self.odds.set_odds(case.odds)
        self._rebuilt.setVisible(case.chart is not None and case.chart.reconstruction)
        self._set_steps(self._made(case))
        for part in (self._sum, self._odds_head, self.odds):
            part.show()

    def show_problem(self, error: UserError) -> None:
        """Say what does not fit; what was worked out before is gone."""
        self.case = None
        self._problem.tell(error)
        self._set_steps(QWidget(self))
        for part in (self._sum, self._odds_head, self.odds, self._rebuilt):
            part.hide()

    def _set_steps(self, steps: QWidget) -> None:
        old, self._steps = self._steps, steps
        with_keyboard = old.isAncestorOf(self.window().focusWidget() or self.window())
        name = self.window().focusWidget().accessibleName() if with_keyboard else ""  # type: ignore[union-attr]
        self._column.replaceWidget(old, steps)
        old.hide()
        old.deleteLater()
        steps.show()
        again = next((s for s in steps.findChildren(Switch) if s.accessibleName() == name), None)
        if again is not None:
            again.setFocus(Qt.FocusReason.OtherFocusReason)

    def _made(self, case: CaseLook) -> QWidget:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        part = ""
        for line in case.inputs:
            if line.part and line.part != part:
                column.addSpacing(theme.S2)
                column.addWidget(Label(line.part, body, role="heading"))
            part = line.part
            column.addWidget(_ResultStep(line, self._summary, self._switch, body))
        return body

    def _switch(self, name: str) -> None:
        self.switched.emit(name)


class _ResultStep(QWidget):
    """One line: what, how much, by which rules; a switch where an umpire may leave it out."""

    def __init__(
        self,
        line: InputLine,
        summary: Callable[[str], str],
        switch: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        tone = "text3" if line.off else "text2"
        label = Label(line.short or line.label, self, tone=tone, wrap=True)
        value = Label(line.value, self, role="body" if line.off else "strong", tone=tone, wrap=True)
        if not line.off:
            value.set_tone("text")
        value.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        row.addWidget(label, 5)
        row.addWidget(value, 4)
        cites = QHBoxLayout()
        cites.setSpacing(2)
        cites.addStretch(1)
        for number in filter(None, re.split(r",\s*", line.cite)):
            cites.addWidget(Cite(number, self, summary=summary(number)))
        if line.switch:
            flip = Switch(tr("{0} counts").format(line.short), self, on=not line.off,
                          tone="umpire")  # fmt: skip
            flip.setToolTip(tr("Let it count or leave it out"))
            flip.toggled.connect(lambda _on: switch(line.switch))
            cites.addWidget(flip)
        holder = QWidget(self)
        holder.setLayout(cites)
        cites.setContentsMargins(0, 0, 0, 0)
        holder.setFixedWidth(theme.px(_CITES))
        row.addWidget(holder, 0, Qt.AlignmentFlag.AlignTop)


_CITES = 172
"""Px for rule numbers and a switch at the end of a line."""


class _Problem(QFrame):
    """What does not fit, and how to mend it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.setProperty("tone", "warn")
        self.words = Label("", self, role="strong", wrap=True)
        self.advice = Label("", self, wrap=True)
        said = QVBoxLayout()
        said.setSpacing(2)
        said.addWidget(self.words)
        said.addWidget(self.advice)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S2)
        row.addWidget(Glyph("warning", self, tone="warn", size=16), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(said, 1)
        self.hide()

    def tell(self, error: UserError) -> None:
        """Show the words of *error*."""
        self.words.setText(error.message)
        self.advice.setText(error.advice)
        self.advice.setVisible(bool(error.advice))
        self.setAccessibleName(f"{error.message} {error.advice}")
        self.show()
