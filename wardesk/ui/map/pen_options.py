"""Controls of area tools above the sheet: new id and name, snapping, following."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from wardesk.ui.map.new_cell import NewCell, NewCellFields
from wardesk.ui.map.options import OptionRow
from wardesk.ui.map.pen import Pen
from wardesk.ui.widgets.button import ToolButton


class PenOptions(OptionRow):
    """Id and name of what is drawn, further controls of the tool, snapping and following."""

    def __init__(
        self,
        pen: Pen,
        cell: NewCell,
        parent: QWidget | None = None,
        *,
        name: bool = True,
        follows: bool = True,
    ) -> None:
        super().__init__(parent)
        self._pen = pen
        self.fields = NewCellFields(cell, self)
        self.add("", self.fields.id)
        if name:
            self.add("", self.fields.name)
        else:
            self.fields.name.hide()
        self.snaps = ToolButton("target", self.tr("Snap to borders"), self, key=";", checkable=True)
        self.snaps.toggled.connect(pen.set_snaps)
        self.follows = ToolButton("line", self.tr("Follow borders"), self, checkable=True)
        self.follows.set_name(self.tr("Follow borders"), key="T" if follows else "")
        self.follows.toggled.connect(pen.set_follows)
        self._row.addWidget(self.snaps)
        if follows:
            self._row.addWidget(self.follows)
        else:
            self.follows.hide()
        pen.switched.connect(self._show)
        self._show()

    def insert(self, control: QWidget) -> None:
        """A control of the tool's own, before the two switches."""
        self._row.insertWidget(self._row.indexOf(self.snaps), control)

    def _show(self) -> None:
        for button, on in ((self.snaps, self._pen.snaps), (self.follows, self._pen.follows)):
            if button.isChecked() != on:
                button.setChecked(on)
