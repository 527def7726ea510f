"""The brush, and what all tools share that act on cell after cell while the button is held."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.paint import PaintTerrain
from wardesk.geometry.grids.mirror import AXES, axis_place, images
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.cells import brush_cells, line_cells
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import outline, patch_outline
from wardesk.ui.map.tools.options import SizeOptions
from wardesk.ui.map.tools.tool import Tool
from wardesk.words import shown, tr

MOST = 6
AXIS = "#8a1c7c"
"""The ink of the lines that strokes are mirrored on."""
_Under = tuple[str, int, str]


class StrokeTool(Tool):
    """Acts on every cell once per stroke. Subclasses say what is done to them."""

    mark = "#0b4fb3"
    """The ink of the preview."""
    _last: QPointF | None = None
    """Where the last stroke ended, for straight lines and discs from there."""
    _done: frozenset[str] = frozenset()
    _down = False
    _under: _Under = ("", 0, "")
    """The cell, the size and the symmetry of the brush for which the mark was drawn."""
    _marked = QRectF()

    # ---- what subclasses say -------------------------------------------------------------------

    def apply(self, cells: tuple[str, ...]) -> bool:
        """Act on cells that the stroke has not met before; whether it was done."""
        raise NotImplementedError

    def sample(self, cell: str) -> None:
        """Take what is drawn with from a cell."""

    def begin_touch(self, at: Pointer) -> None:
        """A stroke begins here."""

    def verb(self) -> str:
        """What dragging does, for the hints."""
        raise NotImplementedError

    def more_hints(self) -> Hints:
        """What else there is to know while no modifier is held."""
        return ()

    # ---- what the status bar says --------------------------------------------------------------

    def hints(self) -> Hints:
        if self.held.ctrl and self.held.shift:
            return ((tr("Click"), tr("disc around the last place")),)
        if self.held.shift:
            return ((tr("Click"), tr("straight line from the last place")),)
        if self.held.ctrl:
            return ((tr("Click"), tr("pick up what lies there")),)
        return (
            (tr("Drag"), self.verb()),
            ("Shift", tr("line from the last")),
            (tr("Ctrl+click"), tr("pick up")),
            ("[ ]", tr("size")),
            *self.more_hints(),
        )

    def options(self, parent: QWidget) -> QWidget:
        return SizeOptions(self.model, parent)

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        if at.ctrl and not at.shift:
            self.sample(at.cell)
            return
        self.begin_touch(at)
        self.model.begin_stroke()
        self._done, self._down = frozenset(), True
        if at.ctrl and self._last is not None:
            self._touch(self._disc(at.at))
            return
        if at.shift and self._last is not None:
            self._touch(self._line(self._middle(self._last), self._middle(at.at)))
            self._last = at.at
            return
        self._along(at.at, at.at)

    def move(self, at: Pointer) -> None:
        if self._down and self.model.in_stroke and self._last is not None:
            self._along(self._last, at.at)
        self._follow()

    def _follow(self) -> None:
        """Show what lies under the brush now; the rest of the view stays as it is."""
        if self.held.shift:  # the preview of a line or disc may be anywhere
            self.view.update()
            return
        cell = self.view.hover_cell
        under = self._here(cell) if cell and not self.held.ctrl else ("", 0, "")
        if under == self._under:
            return
        self._under, old = under, self._marked
        self._marked = self._mark().boundingRect()
        for box in (old, self._marked):
            if not box.isEmpty():
                self.view.update_box(box)

    def _mark(self) -> QPainterPath:
        """The outline of the cells under the brush, map units."""
        cell, size, _ = self._under
        sheet, under = self.view.sheet, brush_cells(self.view.sheet, cell, size)
        return patch_outline([sheet.cell_path(one) for one in self._mirrored(under)])

    def _here(self, cell: str) -> _Under:
        return cell, self.model.inks.brush, self.model.inks.symmetry

    def _mirrored(self, cells: Sequence[str]) -> Sequence[str]:
        """The cells and those that lie opposite them."""
        symmetry, layout = self.model.inks.symmetry, self.model.document.layout
        if not symmetry or layout is None:
            return cells
        known, labels = self.model.document.cell_numbers, layout.numbering.labels(layout.grid)
        numbers = [known[cell] for cell in cells if cell in known]
        return [labels[number] for number in images(layout.grid, numbers, symmetry)]

    def release(self, at: Pointer) -> None:
        if self._down:
            self._down = False
            self.model.end_stroke()

    def cancel(self) -> bool:
        self._down = False
        return super().cancel()

    def cell_entered(self, cell: str) -> None:
        anchor = self.view.sheet.anchor(cell)
        self.begin_touch(Pointer(anchor, self.view.camera.to_view(anchor), cell))
        self.model.begin_stroke()
        self._done = frozenset()
        self._touch(brush_cells(self.view.sheet, cell, self.model.inks.brush))
        self.model.end_stroke()
        self._last = anchor

    def pressed_key(self, event: QKeyEvent) -> bool:
        step = {"[": -1, "]": 1}.get(event.text(), 0)
        if step:
            self.model.ink(brush=min(max(self.model.inks.brush + step, 1), MOST))
            self.view.update()
        return bool(step)

    def _middle(self, at: QPointF) -> QPointF:
        """On a lattice the middle of the cell, a hair above it; elsewhere the place itself.

        A line between two middles may run along a side all the way. So it takes the upper cells,
        wherever in its cells the hand was.
        """
        sheet = self.view.sheet
        cell = sheet.locate(at)
        if not cell or self.model.document.layout is None:
            return at
        return sheet.anchor(cell) - QPointF(0.0, 0.01 * sheet.counter)

    def _along(self, start: QPointF, end: QPointF) -> None:
        self._last = end
        self._touch(self._line(start, end))

    def _touch(self, cells: Sequence[str]) -> None:
        present = self.model.document.cells
        touched = self._mirrored(cells)
        new = tuple(cell for cell in touched if cell not in self._done and cell in present)
        if new and self.apply(new):
            self._done |= frozenset(new)

    def _line(self, start: QPointF, end: QPointF) -> list[str]:
        touched: dict[str, None] = {}
        for cell in line_cells(self.view.sheet, start, end):
            touched.update(dict.fromkeys(brush_cells(self.view.sheet, cell, self.model.inks.brush)))
        return list(touched)

    def _disc(self, at: QPointF) -> list[str]:
        """The cells around the last place whose anchors are no farther away than *at*."""
        sheet, middle = self.view.sheet, self._last
        if middle is None:
            return []
        # a cell that is touched at half its width belongs to the disc
        reach = math.hypot(at.x() - middle.x(), at.y() - middle.y()) + 0.3 * sheet.counter
        box = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)

        def far(cell: str) -> float:
            away = sheet.anchor(cell) - middle
            return math.hypot(away.x(), away.y())

        found = {sheet.locate(middle): None, sheet.locate(at): None}
        found.update(dict.fromkeys(cell for cell in sheet.cells_in(box) if far(cell) <= reach))
        return [cell for cell in found if cell]

    # ---- its picture ---------------------------------------------------------------------------

    def _paint_axes(self, painter: QPainter, camera: Camera) -> None:
        """The lines that strokes are mirrored on."""
        layout, rect = self.model.document.layout, self.view.sheet.rect
        if layout is None:
            return
        for axis in AXES[self.model.inks.symmetry]:
            at, path = axis_place(layout.grid, axis), QPainterPath()
            across = axis == "across"
            path.moveTo(QPointF(at, rect.top()) if across else QPointF(rect.left(), at))
            path.lineTo(QPointF(at, rect.bottom()) if across else QPointF(rect.right(), at))
            outline(painter, camera.transform().map(path), AXIS, 1.6)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        self._paint_axes(painter, camera)
        cell = self.view.hover_cell
        here = camera.to_board(self.view.pointer)
        if self.held.shift and self._last is not None and not self._down and cell:
            ahead = self._disc(here) if self.held.ctrl else self._line(self._last, here)
            mark_cells(painter, self.view, self._mirrored(ahead), self.mark, tint=0.12)
        elif cell and not self.held.ctrl:
            self._under = self._here(cell)
            path = self._mark()
            self._marked = path.boundingRect()
            outline(painter, camera.transform().map(path), self.mark, 1.6)


def terrain_at(tool: StrokeTool, cell: str) -> str:
    """The terrain of a cell, "" for none."""
    found = tool.model.document.cells.get(cell)
    return found.terrain if found is not None else ""


class BrushTool(StrokeTool):
    """Paints terrain; every cell once per stroke. Alt paints with the second ink."""

    id = "brush"
    icon = "brush"
    key = "B"
    _other = False
    """Whether this stroke paints with the second ink."""

    @property
    def title(self) -> str:
        return tr("Brush")

    def verb(self) -> str:
        kind = self.model.document.palette.terrain.get(self.ink())
        return tr("paint {0}").format(shown(kind.name) if kind is not None else self.ink())

    def hints(self) -> Hints:
        if self.held.alt and not self.held.ctrl:
            return ((tr("Drag"), self.verb()),)
        return super().hints()

    def more_hints(self) -> Hints:
        return (("Alt / O", tr("second ink")), ("X", tr("swap inks")))

    def ink(self) -> str:
        """The terrain that is painted."""
        inks = self.model.inks
        other = self._other if self._down else self.held.alt
        return inks.other_terrain if other else inks.terrain

    def begin_touch(self, at: Pointer) -> None:
        self._other = at.alt

    def apply(self, cells: tuple[str, ...]) -> bool:
        inks = self.model.inks
        return self.model.do(
            PaintTerrain(cells, inks.other_terrain if self._other else inks.terrain)
        )

    def sample(self, cell: str) -> None:
        terrain = terrain_at(self, cell)
        if terrain:
            self.model.ink(terrain=terrain)
