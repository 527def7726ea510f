"""A rule number: dotted underline, the rule's one-line summary as tooltip, a click for more."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr


@runtime_checkable
class RuleReader(Protocol):
    """A workspace that can show the rules its numbers stand for."""

    def show_rule(self, cite: str, beside: QWidget) -> None:
        """Show the rule with the number *cite* near the widget that was pressed."""


def open_rule(cite: str, part: QWidget) -> None:
    """Ask the nearest `RuleReader` around *part* to show a rule beside it."""
    around = part.parentWidget()
    while around is not None and not isinstance(around, RuleReader):
        around = around.parentWidget()
    if around is not None:
        around.show_rule(cite, part)


class Cite(QPushButton):
    """*number* as the rules write it; *summary* is our own line about it, never the publisher's.

    Pressed, it asks the nearest `RuleReader` around it to show the rule.
    """

    def __init__(self, number: str, parent: QWidget | None = None, *, summary: str = "") -> None:
        super().__init__(number, parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        self._shown: tuple[str, ...] = ()
        self.set_rule(number, summary)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        open_rule(self.text(), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def set_rule(self, number: str, summary: str = "") -> None:
        """Show another rule; what has no number names none, and hides the part."""
        shown = (number, summary, tr("Rule {0}"))
        if shown == self._shown:
            return
        self._shown = shown
        self.setText(number)
        self.setVisible(any(letter.isdigit() for letter in number))
        self.setAccessibleName(tr("Rule {0}").format(number))
        self.setAccessibleDescription(summary)
        self.setToolTip(f"{number}: {summary}" if summary else self.accessibleName())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(round(paint.advance(self.text(), "small")) + 10, theme.px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        if self.underMouse():
            paint.rounded(painter, box, fill=theme.colour("accent_soft"), radius=4)
        paint.words(
            painter, box.adjusted(0, 0, 0, -2), self.text(), role="small", ink="accent_text",
            align=paint.CENTRE,
        )  # fmt: skip
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(theme.colour("accent_text"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(4, self.height() - 2, self.width() - 5, self.height() - 2)
        if self.hasFocus():
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2, radius=4)
        painter.end()
