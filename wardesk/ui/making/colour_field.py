"""A colour: a swatch that opens a chooser, and its code to type."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from wardesk.ui import theme
from wardesk.words import tr

_CODE = re.compile(r"#[0-9a-fA-F]{6}\Z")


class ColourField(QWidget):
    """``changed()``; `value` is ``#rrggbb``, or empty for the usual colour."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, value: str = "") -> None:
        super().__init__(parent)
        self._swatch = QPushButton(self)
        self._swatch.setObjectName("swatch")
        self._swatch.setAutoDefault(False)
        self._swatch.setAccessibleName(tr("Choose: {0}").format(name))
        self._swatch.setToolTip(self._swatch.accessibleName())
        self._swatch.setFixedSize(theme.CONTROL_HEIGHT, theme.CONTROL_HEIGHT)
        self._usual = ""
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
        self._usual = code
        self._tint()

    def _typed(self) -> None:
        self._tint()
        self.changed.emit()

    def _own(self) -> str:
        return self.value() if _CODE.match(self.value()) else ""

    def _tint(self) -> None:
        """Show the colour on the swatch; its edge is dashed while it is only the usual one."""
        self._swatch.setProperty("own", bool(self._own()))
        shown = self._own() or self._usual
        self._swatch.setStyleSheet(f"background: {QColor(shown).name()};" if shown else "")

    def _choose(self) -> None:
        now = QColor(self._own() or self._usual or "#8f9a8c")
        found = QColorDialog.getColor(now, self, self._swatch.accessibleName())
        if found.isValid():
            self.set_value(found.name())
