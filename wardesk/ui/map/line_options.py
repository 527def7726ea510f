"""The options of the line tool: which kind is drawn, and what its points snap to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from wardesk.ui.map.kinds import KindBox
from wardesk.ui.map.options import OptionRow
from wardesk.ui.widgets.segment import Segment

if TYPE_CHECKING:
    from wardesk.ui.map.tools.line import LineTool


class LineOptions(OptionRow):
    """Kind and snapping of lines."""

    def __init__(self, tool: LineTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self.kind = KindBox(tool.desk, "line", self)
        choices = [("centres", self.tr("Middles")), ("sides", self.tr("Sides")),
                   ("corners", self.tr("Corners")), ("all", self.tr("All")),
                   ("off", self.tr("Off"))]  # fmt: skip
        self.snap = Segment(choices, self, name=self.tr("What points snap to"))
        self.snap.chosen.connect(tool.set_snap)
        tool.hinted.connect(self._follow)
        self.add(self.tr("Kind"), self.kind)
        self.add(self.tr("Snap to"), self.snap)

    def _follow(self) -> None:
        self.snap.set_current(self._tool.where if self._tool.snaps else "off")
