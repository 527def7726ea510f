"""Fill: paints the whole patch of one terrain under the pointer, or that terrain everywhere."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import FillTerrain, ReplaceTerrain
from wardesk.drawing.commands.change import DocumentChange
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.cells import patch, same_terrain
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.words import count_cells
from wardesk.ui.widgets.segment import Segment
from wardesk.words import shown, tr

SHOWN = 1000
"""So many cells are looked up while the pointer moves; larger patches are shown in part."""


class FillTool(Tool):
    """Fills with the terrain in ink."""

    id = "fill"
    icon = "fill"
    key = "F"

    everywhere = False
    _ahead: tuple[str, ...] = ()
    _ahead_of: tuple[str, bool] = ("", False)

    @property
    def title(self) -> str:
        return tr("Fill")

    def begin(self) -> None:
        self.model.changed.connect(self._forget)

    def leave(self) -> None:
        self.model.changed.disconnect(self._forget)
        self._forget()

    def _forget(self, _change: DocumentChange | None = None) -> None:
        self._ahead_of = ("", False)

    def hints(self) -> Hints:
        if self.held.ctrl:
            return ((tr("Click"), tr("pick up the ink")),)
        if self._all():
            return ((tr("Click"), tr("change this terrain on the whole map")),)
        return (
            (tr("Click"), tr("fill what hangs together")),
            ("Shift", tr("this terrain everywhere")),
            (tr("Ctrl+click"), tr("pick up the ink")),
            ("X", tr("swap inks")),
        )

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        choices = [("patch", tr("One patch")), ("all", tr("The whole map"))]
        segment = Segment(choices, row, name=tr("What is filled"))
        segment.chosen.connect(self._choose)
        row.add(tr("Fills"), segment)
        return row

    def _choose(self, what: str) -> None:
        self.everywhere = what == "all"
        self.hinted.emit()
        self.view.update()

    def _all(self) -> bool:
        return self.everywhere != self.held.shift

    def press(self, at: Pointer) -> None:
        cell = self.model.document.cells.get(at.cell)
        if cell is None:
            return
        if at.ctrl:
            self.model.ink(terrain=cell.terrain)
        else:
            self._fill(at.cell, everywhere=self.everywhere != at.shift)

    def move(self, at: Pointer) -> None:
        if (at.cell, self._all()) != self._ahead_of:
            self.view.update()

    def cell_entered(self, cell: str) -> None:
        self._fill(cell, everywhere=self.everywhere)

    def _fill(self, cell: str, *, everywhere: bool) -> None:
        ink, terrain = self.model.inks.terrain, self.model.document.cells[cell].terrain
        self.model.do(ReplaceTerrain(terrain, ink) if everywhere else FillTerrain(cell, ink))

    def ahead(self, cell: str) -> tuple[str, ...]:
        """The cells that a click on *cell* would paint; at most `SHOWN` of them."""
        if cell and self._ahead_of[1] == self._all() and cell in self._ahead and self._ahead_of[0]:
            return self._ahead  # still over the same patch
        document = self.model.document
        found = same_terrain(document, cell) if self._all() else patch(document, cell, SHOWN)
        self._ahead, self._ahead_of = tuple(found), (cell, self._all())
        return self._ahead

    def paint(self, painter: QPainter, camera: Camera) -> None:
        cell = self.view.hover_cell
        found = self.model.document.cells.get(cell)
        if found is None or self.held.ctrl:
            return
        ahead = self.ahead(cell)
        if found.terrain == self.model.inks.terrain:
            words = tr("painted so already")
        else:
            mark_cells(painter, self.view, ahead, tint=0.2, width=1.2)
            words = count_cells(len(ahead))
            if len(ahead) == SHOWN and not self._all():
                words = tr("more than {0} cells").format(SHOWN)
        kinds = self.model.document.palette.terrain
        kind = kinds.get(self.model.inks.terrain)
        ink = shown(kind.name) if kind is not None else self.model.inks.terrain
        paint_words(
            painter, self.view.rect().toRectF(), self.view.pointer, f"{ink}: {words}", below=True
        )
