"""A colour: a swatch that opens a chooser, and its code to type."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QColorDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr

_CODE = re.compile(r"#[0-9a-fA-F]{6}\Z")


class _Swatch(QPushButton):
    """A square in a colour; a dashed one while there is none of its own."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.colour, self.usual = "", ""
        self.setAutoDefault(False)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFixedSize(theme.CONTROL_HEIGHT, theme.CONTROL_HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(theme.CONTROL_HEIGHT, theme.CONTROL_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shown = self.colour or self.usual
        edge = theme.colour("focus" if self.hasFocus() else "edge")
        fill = QColor(shown) if shown else None
        rim = 2 if self.hasFocus() else 1
        paint.rounded(
            painter, box, fill=fill, outline=edge, width=rim, radius=5, dashed=not self.colour
        )
        painter.end()


class ColourField(QWidget):
    """``changed()``; `value` is ``#rrggbb``, or empty for the usual colour."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, value: str = "") -> None:
        super().__init__(parent)
        self._swatch = _Swatch(tr("Choose: {0}").format(name), self)
        self._swatch.clicked.connect(self._choose)
        self.field = QLineEdit(self)
        self.field.setFont(theme.font("mono"))
        self.field.setMaxLength(7)
        self.field.setFixedWidth(92)
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(tr("usual"))
        self.field.textChanged.connect(self._typed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        row.addWidget(self._swatch, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.field)
        row.addStretch(1)
        self.set_value(value)

    def value(self) -> str:
        """The colour; what is half typed counts as it stands, so that it can be refused."""
        return self.field.text().strip()

    def set_value(self, code: str) -> None:
        """Show a colour."""
        self.field.setText(code)

    def set_usual(self, code: str) -> None:
        """What an empty field means."""
        self._swatch.usual = code
        self._swatch.update()

    def _typed(self) -> None:
        self._swatch.colour = self.value() if _CODE.match(self.value()) else ""
        self._swatch.update()
        self.changed.emit()

    def _choose(self) -> None:
        now = QColor(self._swatch.colour or self._swatch.usual or "#8f9a8c")
        found = QColorDialog.getColor(now, self, self._swatch.accessibleName())
        if found.isValid():
            self.set_value(found.name())
