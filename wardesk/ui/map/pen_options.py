"""Controls of area tools above the sheet: new id and name, snapping, following, the border."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from wardesk.ui import theme
from wardesk.ui.map.edit_desk import EditDesk
from wardesk.ui.map.new_cell import NewCell, NewCellFields
from wardesk.ui.map.options import OptionRow
from wardesk.ui.map.pen import Pen
from wardesk.ui.widgets.button import ToolButton


class BorderBox(QComboBox):
    """The kind of border in ink."""

    def __init__(self, desk: EditDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setFont(theme.font())
        self.setAccessibleName(self.tr("Kind of border"))
        self.setToolTip(self.tr("Kind of border"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(11)
        self.activated.connect(self._chosen)
        desk.inked.connect(self._show)
        desk.changed.connect(self._fill)
        self._fill()

    def _fill(self, _change: object = None) -> None:
        kinds = self._desk.document.palette.borders
        if [self.itemData(row) for row in range(self.count())] != list(kinds):
            self.clear()
            for kind in kinds.values():
                self.addItem(kind.name, kind.id)
        self._show()

    def _show(self) -> None:
        self.setCurrentIndex(self.findData(self._desk.inks.side))

    def _chosen(self, row: int) -> None:
        self._desk.ink(side=str(self.itemData(row)))


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
