"""The sight tool: click a cell to look from it; the line to the pointer says what it meets."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.overlays.sight import sight_overlay
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.fields import Choices
from wardesk.words import tr


class SightTool(Tool):
    """Puts the eye on a cell and switches the overlay of sight on."""

    id = "sight"
    icon = "eye"
    key = "I"
    group = "look"
    cursor = Qt.CursorShape.PointingHandCursor

    @property
    def title(self) -> str:
        return tr("Sight")

    def hints(self) -> Hints:
        return (
            (tr("Click"), tr("look from here")),
            (tr("Move"), tr("what stands in the way")),
        )

    def options(self, parent: QWidget) -> QWidget | None:
        """The classes of targets that the map's rule knows."""
        palette = self.model.document.palette.sight
        policy = next(iter(palette.values()), None)
        if policy is None or not policy.ranges:
            return None
        row, box = OptionRow(parent), Choices(parent)
        box.addItem(tr("any, without a limit of range"), None)
        for one in policy.ranges:
            box.addItem(one, one)
        box.activated.connect(lambda k: self._choose(box.itemData(k)))
        box.setAccessibleName(tr("Target"))
        row.add(tr("Target"), box)
        return row

    def _choose(self, target: str | None) -> None:
        sight_overlay(self.view).target_class = target
        self.view.update()

    def begin(self) -> None:
        sight_overlay(self.view).switch(True)

    def press(self, at: Pointer) -> None:
        if at.cell:
            self.cell_entered(at.cell)

    def cell_entered(self, cell: str) -> None:
        sight_overlay(self.view).look_from(cell)
