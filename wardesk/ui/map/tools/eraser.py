"""The eraser: takes terrain, what lies on sides, or drawn features away where the hand passes."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import ClearSides, EraseTerrain, RemoveFeature
from wardesk.drawing.commands.paint import SetProperty, elevation_property
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.cells import beside
from wardesk.ui.map.canvas.features import paint_feature
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.tools.brush import StrokeTool
from wardesk.ui.map.tools.options import BrushStepper, OptionRow, add_symmetry
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

REMOVED = "#b3261e"


class EraserTool(StrokeTool):
    """Erases terrain, sides, heights, or features."""

    id = "eraser"
    icon = "eraser"
    key = "E"
    mark = REMOVED
    what = "terrain"
    """``terrain``, ``sides``, ``heights`` or ``features``."""
    _at: QPointF | None = None

    @property
    def title(self) -> str:
        return tr("Eraser")

    def verb(self) -> str:
        return {
            "terrain": tr("back to the usual terrain"),
            "sides": tr("clear the sides of the cells"),
            "heights": tr("take heights away"),
            "features": tr("remove what is drawn there"),
        }[self.what]

    def hints(self) -> Hints:
        if self.what == "features":
            return ((tr("Drag"), self.verb()), ("Del", tr("remove what is picked")))
        return tuple(row for row in super().hints() if row[0] != tr("Ctrl+click"))

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        row.add(tr("Brush"), BrushStepper(self.model, row))
        choices = [("terrain", tr("Terrain")), ("heights", tr("Heights")),
                   ("features", tr("Drawn"))]  # fmt: skip
        if not self.model.is_area:
            choices.insert(1, ("sides", tr("Sides")))
        segment = Segment(choices, row, name=tr("What the eraser takes away"))
        segment.chosen.connect(self._choose)
        row.add(tr("Takes away"), segment)
        add_symmetry(row, self.model)
        return row

    def _choose(self, what: str) -> None:
        self.what = what
        self.hinted.emit()
        self.view.update()

    # ---- the hand ------------------------------------------------------------------------------

    def begin_touch(self, at: Pointer) -> None:
        self._at = at.at

    def press(self, at: Pointer) -> None:
        super().press(at)
        if self.model.in_stroke:
            self._features_to(at.at)

    def move(self, at: Pointer) -> None:
        super().move(at)
        if self._down and self.model.in_stroke:
            self._features_to(at.at)

    def cell_entered(self, cell: str) -> None:
        if self.what != "features":
            super().cell_entered(cell)
            return
        found = [row.name for row in self.view.features.rows
                 if row.feature.cell == cell or cell in row.cells]  # fmt: skip
        self.model.do_all(*map(RemoveFeature, reversed(found)))

    def _features_to(self, end: QPointF) -> None:
        """Remove the features that the pointer passes on its way to *end*."""
        start, self._at = self._at or end, end
        if self.what != "features":
            return
        way = end - start
        steps = max(int(way.manhattanLength() / (4 * self.view.pixel)), 1)
        for k in range(min(steps, 400) + 1):
            found = self.view.features.at(start + way * (k / min(steps, 400)))
            if found is not None:
                self.model.do(RemoveFeature(found.name))

    def apply(self, cells: tuple[str, ...]) -> bool:
        if self.what == "terrain":
            return self.model.do(EraseTerrain(cells))
        if self.what == "heights":
            name = elevation_property(self.model.document)
            raised = tuple(
                cell for cell in cells if name in self.model.document.cells[cell].properties
            )
            return not raised or self.model.do(SetProperty(raised, name))
        if self.what == "sides":
            around, sides = beside(self.model.document), self.model.document.sides
            pairs = {sorted_pair(cell, other) for cell in cells for other in around(cell)}
            found = tuple(sorted(pair for pair in pairs if pair in sides))
            return not found or self.model.do(ClearSides(found))
        return True

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self.what != "features":
            super().paint(painter, camera)
            return
        found = self.view.features.at(camera.to_board(self.view.pointer))
        if found is not None:
            paint_feature(painter, self.view, found, REMOVED)
            if found.is_zone:
                mark_cells(painter, self.view, found.cells, REMOVED)
