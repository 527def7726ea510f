"""One issue: how grave, what is wrong, where, and the fix as a button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.drawing.issues.live import LiveIssue
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Line, Text


class IssueRow(QWidget):
    """``jumped(id)``: go there; ``fixed(id)``: do the fix. Enter jumps, F fixes."""

    jumped = Signal(str)
    fixed = Signal(str)

    def __init__(self, live: LiveIssue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.live = live
        issue = live.issue
        grave = issue.level == "error"
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        kind = self.tr("Error") if grave else self.tr("Warning")
        self.setAccessibleName(f"{kind}: {issue.text}")
        self.setAccessibleDescription(issue.advice)
        self.setToolTip("\n".join(part for part in (issue.text, issue.advice) if part))
        glyph = Glyph("error" if grave else "warning", self, tone="danger" if grave else "warn")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Text(issue.text, self, role="body", wrap=True))
        below = QHBoxLayout()
        below.setSpacing(theme.S2)
        place = "" if issue.place in issue.text else issue.place
        below.addWidget(Line(place, self, role="small", tone="text2", least=30))
        if live.fix is not None:
            fix = Button(live.fix_text, self, kind="link")
            fix.clicked.connect(lambda: self.fixed.emit(issue.id))
            below.addWidget(fix)
        words.addLayout(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S2, 6, theme.S1, 6)
        row.setSpacing(theme.S2)
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.jumped.emit(self.live.issue.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.jumped.emit(self.live.issue.id)
        elif event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fixed.emit(self.live.issue.id)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self.hasFocus() or self.underMouse()):
            return
        painter = QPainter(self)
        ring = theme.colour("focus") if self.hasFocus() else None
        ground = theme.colour("raised")
        paint.rounded(painter, QRectF(self.rect()), fill=ground, outline=ring, width=2)
        painter.end()
