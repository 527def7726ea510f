"""The controls of the underlay tool: add, choose, opacity, eye, lock, take away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSlider, QWidget

from wardesk.drawing.commands.all_commands import SetUnderlay
from wardesk.ui import theme
from wardesk.ui.map.options import OptionRow
from wardesk.ui.widgets.button import Button, ToolButton

if TYPE_CHECKING:
    from wardesk.ui.map.tools.underlay import UnderlayTool


class UnderlayOptions(OptionRow):
    """Works on the chosen underlay of its tool; strokes of the slider are one undo step."""

    def __init__(self, tool: UnderlayTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool, self._desk = tool, tool.desk
        self._showing = False
        self.more = Button(self.tr("Add…"), self, icon="image")
        self.more.setToolTip(
            self.tr("Add a picture: lay a scanned board under the map, as dropping its file does")
        )
        self.more.clicked.connect(tool.choose_file)
        self.which = QComboBox(self)
        self.which.setFont(theme.font())
        self.which.setAccessibleName(self.tr("Picture under the map"))
        self.which.setMaximumWidth(theme.px(120))
        self.which.activated.connect(lambda row: tool.choose(str(self.which.itemData(row))))
        self.opacity = self._slider(self.tr("Opacity of the picture"), 10)
        self.opacity.valueChanged.connect(self._faded)
        self.opacity.sliderPressed.connect(self._desk.begin_stroke)
        self.opacity.sliderReleased.connect(self._desk.end_stroke)
        self.strength = self._slider(self.tr("Strength of the map over the picture"), 0)
        self.strength.setValue(round(100 * tool.pictures.strength))
        self.strength.valueChanged.connect(lambda v: tool.pictures.set_strength(v / 100))
        self.eye = ToolButton("eye", self.tr("Hide the picture"), self)
        self.eye.clicked.connect(self._toggle_eye)
        self.lock = ToolButton("lock", self.tr("Lock the picture"), self, checkable=True)
        self.lock.clicked.connect(self._toggle_lock)
        self.remove = ToolButton("close", self.tr("Take the picture away"), self, key="Del")
        self.remove.clicked.connect(tool.remove)
        self._row.addWidget(self.more)
        self._row.addWidget(self.which)
        self.add(self.tr("Picture"), self.opacity)
        self.add(self.tr("Map"), self.strength)
        for button in (self.eye, self.lock, self.remove):
            self._row.addWidget(button)
        self._desk.changed.connect(self._show)
        tool.hinted.connect(self._show)
        self._show()

    def _slider(self, name: str, least: int) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(least, 100)
        slider.setMinimumWidth(theme.px(32))
        slider.setMaximumWidth(theme.px(72))
        slider.setFixedHeight(24)  # room for the whole handle
        slider.setAccessibleName(name)
        slider.setToolTip(name)
        return slider

    def _faded(self, value: int) -> None:
        row = self._tool.chosen
        if row is not None and not self._showing:
            self._desk.do(SetUnderlay(row.id, opacity=value / 100))

    def _toggle_eye(self) -> None:
        row = self._tool.chosen
        if row is not None:
            self._desk.do(SetUnderlay(row.id, visible=not row.visible))

    def _toggle_lock(self) -> None:
        row = self._tool.chosen
        if row is not None:
            self._desk.do(SetUnderlay(row.id, locked=not row.locked))
        self._show()

    def _show(self, _change: object = None) -> None:
        rows, row = self._desk.document.underlays, self._tool.chosen
        self._showing = True
        names = [(one.title or one.id, one.id) for one in rows]
        shown = [
            (self.which.itemText(k), self.which.itemData(k)) for k in range(self.which.count())
        ]
        if names != shown:
            self.which.clear()
            for words, name in names:
                self.which.addItem(words, name)
        self.which.setVisible(len(rows) > 1)
        for control in (self.opacity, self.strength, self.eye, self.lock, self.remove):
            control.setEnabled(row is not None)
        if row is not None:
            self.which.setCurrentIndex(self.which.findData(row.id))
            self.opacity.setValue(round(100 * row.opacity))
            words = self.tr("Hide the picture") if row.visible else self.tr("Show the picture")
            self.eye.set_name(words, icon="eye" if row.visible else "hidden")
            self.lock.setChecked(row.locked)
        self._showing = False
