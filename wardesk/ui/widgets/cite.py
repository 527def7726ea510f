"""A rule number: dotted underline, the rule's one-line summary as tooltip, a click for more."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
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
        self.setObjectName("cite")
        self.setFont(theme.font("small"))
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
