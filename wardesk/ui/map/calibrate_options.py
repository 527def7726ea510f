"""The controls of the calibration tool: the place of a mark, stretch or not, apply, drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from wardesk.ui import theme
from wardesk.ui.map.options import OptionRow
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.segment import Segment

if TYPE_CHECKING:
    from wardesk.ui.map.tools.calibrate import CalibrateTool


class CalibrateOptions(OptionRow):
    """A field that asks where the mark belongs, and the button that ends it."""

    def __init__(self, tool: CalibrateTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self._told = ("", False)
        """The place that was proposed last, and whether one was asked for."""
        self.place = QLineEdit(self)
        self.place.setFont(theme.font())
        self.place.setFixedSize(theme.px(104), theme.CONTROL_HEIGHT)
        self.place.setAccessibleName(self.tr("Place of the mark: a cell, or two coordinates"))
        self.place.returnPressed.connect(self._entered)
        self.kind = Segment(
            [("affine", self.tr("Stretch")), ("similarity", self.tr("Rigid"))],
            self,
            name=self.tr("Whether the picture may be stretched in one direction"),
            current=tool.marking.kind,
        )
        self.kind.chosen.connect(tool.set_kind)
        self.apply = Button(self.tr("Apply"), self, kind="primary")
        self.apply.clicked.connect(tool.apply)
        self.add("", self.place)
        self.add("", self.kind)
        self._row.addWidget(self.apply)
        tool.hinted.connect(self._show)
        tool.typed.connect(self._begin)
        self._show()

    def _entered(self) -> None:
        if self._tool.accept(self.place.text()):
            self._tool.view.setFocus()

    def _begin(self, words: str) -> None:
        """Go on in the field with what was typed over the sheet."""
        self.place.setFocus(Qt.FocusReason.OtherFocusReason)
        self.place.setText(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._propose()
            self._tool.view.setFocus()
        else:
            super().keyPressEvent(event)

    def _propose(self) -> None:
        self._told = (self._tool.proposed, self._tool.asks)
        self.place.setText(self._tool.proposed)
        self.place.selectAll()

    def _show(self) -> None:
        tool = self._tool
        bar = len(tool.marking.bar) == 2
        self.place.setEnabled(tool.asks)
        words = self.tr("Length") if bar else self.tr("Cell or x, y")
        self.place.setPlaceholderText(words)
        self.place.setToolTip(
            self.tr("How long the scale bar is, in {0}").format(tool.desk.document.unit)
            if bar
            else self.tr("Where the point that you marked belongs: a cell, or two coordinates")
        )
        if (tool.proposed, tool.asks) != self._told:
            self._propose()
        self.place.setAccessibleDescription(" ".join(tool.report()))
        if tool.marking.transform() is not None:
            self.apply.allow(self.tr("Lay the picture there (Enter)"))
        else:
            self.apply.refuse(self.tr("Mark two known points first."))
