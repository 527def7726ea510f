"""Hexside: lays the border kind in ink on the sides that the hand passes, Alt takes it off."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands import ClearSides, FlipSides, PaintSides
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.language import common
from wardesk.ui.map.kinds import KindBox
from wardesk.ui.map.options import OptionRow
from wardesk.ui.map.patches import beside
from wardesk.ui.map.selection_marks import CASING, PICKED
from wardesk.ui.map.tool import Hints, Pointer, Tool
from wardesk.ui.map.tools.eraser import REMOVED
from wardesk.ui.widgets.segment import Segment

Side = tuple[str, str]
NEAR = 0.24
"""How far from a side the hand counts as on it, as a share of a cell's width."""


class HexsideTool(Tool):
    """Paints sides of hexes and squares."""

    id = "hexside"
    icon = "hexside"
    key = "H"
    kinds = frozenset({"square", "hex"})

    alone = False
    """Whether painting takes other kinds off the side."""
    _last: QPointF | None = None
    _from = ""
    """The cell the hand came from: the high one of a directed kind."""
    _done: frozenset[Side] = frozenset()
    _turn: Side | None = None
    _key_side = 0
    """Which side of the keyboard's cell is meant."""

    @property
    def title(self) -> str:
        return self.tr("Hexsides") if self.desk.document.kind == "hex" else self.tr("Sides")

    def hints(self) -> Hints:
        if self.held.alt:
            return ((self.tr("Drag"), self.tr("take {0} off").format(self._name())),)
        if self.held.ctrl:
            return ((self.tr("Click"), self.tr("pick up the kind on the side")),)
        if self.held.shift:
            return ((self.tr("Drag"), self.tr("always the nearest side")),)
        return (
            (self.tr("Drag"), self.tr("lay {0} along sides").format(self._name())),
            ("Shift", self.tr("nearest side")),
            ("Alt", self.tr("take off")),
            (self.tr("Ctrl+click"), self.tr("pick up")),
            (", .", self.tr("side of the keyboard's cell")),
            *(
                ((self.tr("Click again"), self.tr("turn the high side round")),)
                if self.directed()
                else ()
            ),
        )

    def directed(self) -> bool:
        """Whether the kind in ink has a high side: the cell that the hand came from."""
        kind = self.desk.document.palette.borders.get(self.desk.inks.side)
        return kind is not None and kind.directed

    def _name(self) -> str:
        kind = self.desk.document.palette.borders.get(self.desk.inks.side)
        return common(kind.name) if kind is not None else self.tr("nothing")

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        row.add(self.tr("Kind"), KindBox(self.desk, "side", row))
        choices = [("add", self.tr("Beside others")), ("only", self.tr("Alone"))]
        segment = Segment(choices, row, name=self.tr("What else may lie on the side"))
        segment.chosen.connect(self._choose)
        row.add(self.tr("Lies"), segment)
        return row

    def _choose(self, how: str) -> None:
        self.alone = how == "only"

    # ---- the hand ------------------------------------------------------------------------------

    def side_at(self, at: QPointF, *, snap: bool) -> Side | None:
        """The side under a point; with *snap* the nearest one however far it is."""
        sheet = self.view.sheet
        cell = sheet.locate(at)
        box = sheet.cell_path(cell).boundingRect() if cell else None
        wide = min(box.width(), box.height()) if box is not None else sheet.counter * 1.6
        side = sheet.side_at(at, wide * (1.0 if snap else NEAR))
        # at the edge of the map there is no cell beyond, and nothing can lie on such a side
        return side if side is not None and all(side) else None

    def press(self, at: Pointer) -> None:
        side = self.side_at(at.at, snap=True)
        if at.ctrl:
            kinds = self.desk.document.sides.get(side, ()) if side is not None else ()
            if kinds:
                self.desk.ink(side=kinds[-1])
            return
        if self._missing(side):
            return
        self.desk.begin_stroke()
        self._done, self._last, self._from = frozenset(), at.at, at.cell
        if side is not None:
            self._lay(side, off=at.alt)

    def _missing(self, side: Side | None) -> bool:
        return side is None or not self.desk.inks.side

    def move(self, at: Pointer) -> None:
        if self.desk.in_stroke and self._last is not None:
            self._along(self._last, at.at, snap=at.shift, off=at.alt)
            self._last = at.at
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self.desk.in_stroke:
            self._last = None
            self.desk.end_stroke()

    def _along(self, start: QPointF, end: QPointF, *, snap: bool, off: bool) -> None:
        way = end - start
        steps = min(int(way.manhattanLength() / max(self.view.sheet.counter / 6, 1e-9)) + 1, 2000)
        for k in range(1, steps + 1):
            point = start + way * (k / steps)
            cell = self.view.sheet.locate(point)
            side = self.side_at(point, snap=snap)
            if side is not None:
                self._lay(side, off=off)
            if cell and (side is None or cell not in side):
                self._from = cell  # the hand walked into the middle of a cell

    def _lay(self, side: Side, *, off: bool) -> None:
        pair = sorted_pair(*side)
        if pair in self._done:
            return
        self._done |= {pair}
        kind, there = self.desk.inks.side, self.desk.document.sides.get(pair, ())
        if off:
            if kind in there:
                self.desk.do(PaintSides((pair,), kind, "remove"))
            return
        how = "only" if self.alone else "add"
        if not self.directed():
            self.desk.do(PaintSides((pair,), kind, how))
        elif kind in there and len(self._done) == 1:
            self.desk.do(FlipSides((pair,)))
        else:
            high = "second" if self._from == pair[1] else "first"
            self.desk.do(PaintSides((pair,), kind, how, high))

    # ---- the keyboard --------------------------------------------------------------------------

    def pressed_key(self, event: QKeyEvent) -> bool:
        step = {",": -1, ".": 1}.get(event.text(), 0)
        if step and self.view.focus_cell:
            self._key_side += step
            self.view.update()
        elif event.key() == Qt.Key.Key_Backspace and self.view.focus_cell:
            side = self.key_side()
            if side is not None and side in self.desk.document.sides:
                self.desk.do(ClearSides((side,)))
        else:
            return False
        return True

    def key_side(self) -> Side | None:
        """The side that Enter paints: of the keyboard's cell, chosen with the keys ``,`` ``.``."""
        cell = self.view.focus_cell
        others = list(beside(self.desk.document)(cell)) if cell in self.desk.document.cells else []
        return sorted_pair(cell, others[self._key_side % len(others)]) if others else None

    def cell_entered(self, cell: str) -> None:
        side = self.key_side()
        if side is None or not self.desk.inks.side:
            return
        self.desk.begin_stroke()
        self._done, self._from = frozenset(), cell
        there = self.desk.document.sides.get(side, ())
        self._lay(side, off=self.desk.inks.side in there)
        self.desk.end_stroke()

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self.view.hover_cell:
            side = self.side_at(camera.to_board(self.view.pointer), snap=True)
            if side is not None:
                self._mark(painter, camera, side, REMOVED if self.held.alt else PICKED)
        if self.view.hasFocus() and self.view.focus_cell:
            side = self.key_side()
            if side is not None:
                self._mark(painter, camera, side, "#1b1400")

    def _mark(self, painter: QPainter, camera: Camera, side: Side, ink: str) -> None:
        ends = self.view.sheet.side_line(*side)
        if ends is None:
            return
        a, b = camera.to_view(ends[0]), camera.to_view(ends[1])
        for colour, wide in ((CASING, 8.0), (ink, 4.6)):
            pen = QPen(QColor(colour), wide)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(a, b)
        pair = sorted_pair(*side)
        if self.directed() and not self.held.alt:
            document = self.desk.document
            high = document.high.get(pair, "") if pair in document.sides else ""
            high = high or (self.view.hover_cell if self.view.hover_cell in pair else pair[0])
            middle, up = (a + b) / 2, camera.to_view(self.view.sheet.anchor(high))
            way = middle - up
            tip = middle + way * 0.35
            arrow = QPainterPath(middle)
            arrow.lineTo(tip)
            painter.setPen(QPen(QColor(ink), 2.4))
            painter.drawPath(arrow)
