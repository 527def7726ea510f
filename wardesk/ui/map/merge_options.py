"""The controls of the merge tool: which id is kept, and what to do with the picked areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from wardesk.ui.map.options import OptionRow
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.segment import Segment

if TYPE_CHECKING:
    from wardesk.ui.map.tools.merge import MergeTool


class MergeOptions(OptionRow):
    """Keeps the first or the larger; buttons for the picked areas."""

    def __init__(self, tool: MergeTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self.keeps = Segment(
            [("first", self.tr("First")), ("larger", self.tr("Larger"))],
            self,
            name=self.tr("Whose id, terrain and name are kept"),
            current="larger" if tool.keeps_larger else "first",
        )
        self.keeps.chosen.connect(self._chosen)
        self.merge = Button(self.tr("Merge"), self)
        self.merge.clicked.connect(tool.merge_picked)
        self.delete = Button(self.tr("Delete"), self)
        self.delete.clicked.connect(tool.delete_picked)
        self.add(self.tr("Keeps"), self.keeps)
        self._row.addWidget(self.merge)
        self._row.addWidget(self.delete)
        tool.desk.selected.connect(self._show)
        self._show()

    def _chosen(self, which: str) -> None:
        self._tool.keeps_larger = which == "larger"

    def _show(self) -> None:
        picked = len(self._tool.desk.selection.cells)
        if picked > 1:
            self.merge.allow(self.tr("Make one area of the {0} picked ones (Enter)").format(picked))
        else:
            self.merge.refuse(self.tr("Pick two areas or more: Shift+click."))
        if picked:
            self.delete.allow(self.tr("Take them off the map; undo brings them back (Del)"))
        else:
            self.delete.refuse(self.tr("Pick an area: Shift+click."))
