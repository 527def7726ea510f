"""The options of the zone tool: which zone is edited, its name, cells or boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from wardesk.ui.map.options import OptionRow
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.segment import Segment

if TYPE_CHECKING:
    from wardesk.ui.map.tools.zone import ZoneTool


class ZoneOptions(OptionRow):
    """Chooses a zone, renames and removes it."""

    def __init__(self, tool: ZoneTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self.zones = QComboBox(self)
        self.zones.setAccessibleName(self.tr("Zone to edit"))
        self.zones.setMinimumWidth(160)
        self.zones.activated.connect(lambda k: tool.choose(str(self.zones.itemData(k))))
        self.shape = Segment(
            [("cells", self.tr("Cells")), ("box", self.tr("Box"))],
            self,
            name=self.tr("What the hand draws"),
        )
        self.shape.chosen.connect(tool.set_boxes)
        self.rename = ToolButton("pencil", self.tr("Rename the zone"), self, key="F2")
        self.rename.clicked.connect(tool.rename)
        self.remove = ToolButton("close", self.tr("Remove the zone"), self, key="Del")
        self.remove.clicked.connect(tool.remove)
        self.add(self.tr("Zone"), self.zones)
        self.add("", self.rename)
        self.add("", self.remove)
        self.add(self.tr("Draw"), self.shape)
        tool.hinted.connect(self._follow)
        tool.desk.changed.connect(self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        rows = [(self.tr("New zone"), "")]
        rows += [(row.feature.name, row.name) for row in self._tool.view.features.zones()]
        now = [(self.zones.itemText(k), self.zones.itemData(k)) for k in range(self.zones.count())]
        if rows != now:
            self.zones.clear()
            for words, name in rows:
                self.zones.addItem(words, name)
        self.zones.setCurrentIndex(max(self.zones.findData(self._tool.current), 0))
        for button in (self.rename, self.remove):
            button.setEnabled(bool(self._tool.current))
