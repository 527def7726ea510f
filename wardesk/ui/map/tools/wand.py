"""Wand: picks the cells of one terrain that hang together, or all of that terrain."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.cells import patch, same_terrain
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.model import Selection
from wardesk.ui.map.tools.tool import Tool
from wardesk.words import tr


class WandTool(Tool):
    """Picks by terrain."""

    id = "wand"
    icon = "wand"
    key = "W"
    group = "pick"
    cursor = Qt.CursorShape.CrossCursor

    @property
    def title(self) -> str:
        return tr("Magic wand")

    def hints(self) -> Hints:
        if self.held.ctrl:
            return ((tr("Click"), tr("take the patch out of what is picked")),)
        if self.held.shift:
            return ((tr("Click"), tr("pick this terrain on the whole map")),)
        if self.held.alt:
            return ((tr("Click"), tr("add the patch to what is picked")),)
        return (
            (tr("Click"), tr("pick a patch of one terrain")),
            ("Shift", tr("this terrain everywhere")),
            ("Alt / O", tr("add")),
            ("Ctrl", tr("take away")),
            ("Esc", tr("pick nothing")),
        )

    def press(self, at: Pointer) -> None:
        self._pick(at.cell, everywhere=at.shift, add=at.alt, take=at.ctrl)

    def cell_entered(self, cell: str) -> None:
        self._pick(cell, everywhere=False, add=False, take=False)

    def _pick(self, cell: str, *, everywhere: bool, add: bool, take: bool) -> None:
        document = self.model.document
        found = same_terrain(document, cell) if everywhere else patch(document, cell)
        kept = dict.fromkeys(self.model.selection.cells if add or take else ())
        if take:
            gone = set(found)
            kept = {one: None for one in kept if one not in gone}
        else:
            kept.update(dict.fromkeys(found))
        self.model.select(Selection(tuple(kept)))

    def cancel(self) -> bool:
        if self.model.selection.is_empty:
            return False
        self.model.select(Selection())
        return True

    def step_back(self) -> bool:
        return False

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self.view.hover_cell:
            mark_cells(painter, self.view, [self.view.hover_cell])
