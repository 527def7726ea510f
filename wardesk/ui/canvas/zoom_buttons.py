"""The small buttons in the corner of a map: closer, the whole sheet, further away."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.panel import ground
from wardesk.words import tr


class Zoomed(Protocol):
    """What a view must be able to do for the buttons."""

    def closer(self) -> None:
        """One step closer."""
        ...

    def fit(self) -> None:
        """The whole sheet."""
        ...

    def further(self) -> None:
        """One step away."""
        ...


class ZoomButtons(QWidget):
    """Closer, whole sheet, further, on a ground of their own. *fit_key*: the key of the middle."""

    def __init__(self, view: Zoomed, parent: QWidget, *, fit_key: str = "F") -> None:
        super().__init__(parent)
        ground(self, "floating")
        self.setAccessibleName(tr("Zoom"))
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 3)
        column.setSpacing(0)
        for icon, words, key, run in (
            ("plus", tr("Closer"), "+", view.closer),
            ("fit", tr("Whole sheet"), fit_key, view.fit),
            ("minus", tr("Further away"), "−", view.further),
        ):
            button = ToolButton(icon, words, self, key=key)
            button.clicked.connect(run)
            column.addWidget(button)
        self.adjustSize()
