"""Lies over the whole table while the machine goes from one person to the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.words import tr


class Cover(QFrame):
    """Says whom to hand the machine to; its one button (Enter) shows the table to that side."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("surface")
        self._model = model
        self._title = Label("", self, role="title")
        self._why = Wrapped("", self, tone="text2")
        self._why.setFixedWidth(theme.px(460))
        self._why.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.ready = Button(tr("Go on"), self, kind="primary", key=tr("Enter"))
        self.ready.clicked.connect(model.uncover)
        column = QVBoxLayout(self)
        column.setSpacing(theme.S4)
        column.addStretch(2)
        for part in (self._title, self._why, self.ready):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def show_for(self, side: str) -> None:
        """Ask for the hand-over to *side*; says nothing of what it is asked."""
        names = {one.id: one.name for one in self._model.look.sides}
        name = names.get(side, side)
        self._title.setText(tr("Hand the machine to the {0}").format(name))
        self._why.setText(
            tr("Something on the table is hidden from the other side. Nothing is shown until the "
               "{0} sit here. The settings switch this off.").format(name)
        )  # fmt: skip
        self.ready.set_words(tr("The {0} are here").format(name))
        self.setAccessibleName(self._title.text())
        self.ready.setFocus(Qt.FocusReason.OtherFocusReason)

    def press(self) -> None:
        """Enter, wherever the keyboard is."""
        self.ready.click()
