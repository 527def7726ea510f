"""One rule on a card beside the number that names it: what it says and how it is ruled."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.rulebook import Rule
from wardesk.ui import theme
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Text
from wardesk.words import tr

_WIDTH, _MOST_HEIGHT = 400, 420


class RuleCard(QFrame):
    """Shows a `Rule`, in the words it is given. Esc, Enter or a click beside it closes it."""

    def __init__(self, cite: str, rule: Rule, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("popup")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(tr("Rule {0}").format(cite))
        self.setAccessibleDescription(f"{rule.title}: {rule.summary} {rule.ruling}".strip())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        close = ToolButton("close", tr("Close"), self, key="Esc", size=16)
        close.clicked.connect(self.close)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Chip(cite, self, tone="accent", icon="book"))
        head.addStretch(1)
        head.addWidget(close)
        body = QWidget(self)
        lines = QVBoxLayout(body)
        lines.setContentsMargins(0, 0, theme.S2, 0)
        lines.setSpacing(theme.S2)
        lines.addWidget(Text(rule.title, body, role="heading", wrap=True))
        lines.addWidget(Text(rule.summary, body, wrap=True))
        for title, words in (
            (tr("How it is played here"), rule.ruling),
            (tr("Rebuilt"), rule.reconstruction),
            (tr("Left to the players"), rule.why_hand),
        ):
            if words:
                lines.addWidget(Text(title, body, role="small-strong", tone="text2"))
                lines.addWidget(Text(words, body, wrap=True))
        lines.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S3, theme.S2, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        column.addWidget(Scroller(body, self))
        need = lines.heightForWidth(_WIDTH - theme.S4 - 2 * theme.S2 - 12) + 28 + 3 * theme.S3
        self.setFixedSize(_WIDTH, min(need + 12, _MOST_HEIGHT))

    def show_beside(self, part: QWidget) -> None:
        """Show it under *part*, wholly on the screen."""
        at = part.mapToGlobal(QPoint(0, part.height() + 4))
        screen = part.screen().availableGeometry()
        at.setX(max(screen.left(), min(at.x(), screen.right() - self.width())))
        if at.y() + self.height() > screen.bottom():
            at.setY(max(screen.top(), part.mapToGlobal(QPoint(0, 0)).y() - self.height() - 4))
        self.move(at)
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.close()
        else:
            super().keyPressEvent(event)
