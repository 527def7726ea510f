"""Hexside: lays the border kind in ink along the sides that the hand follows, Alt takes it off."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import ClearSides, FlipSides, PaintSides
from wardesk.drawing.document import Layout
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.geometry.borders.side_ways import SideTrace, SideWays, WalkedSide
from wardesk.geometry.grids.snap import Point
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cells import beside
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import CASING, PICKED
from wardesk.ui.map.tools.eraser import REMOVED
from wardesk.ui.map.tools.options import KindBox, OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.words import sides_of
from wardesk.ui.widgets.segment import Segment
from wardesk.words import shown, tr

Pair = tuple[str, str]


class HexsideTool(Tool):
    """Paints sides of hexes and squares."""

    id = "hexside"
    icon = "hexside"
    key = "H"
    kinds = frozenset({"square", "hex"})

    alone = False
    """Whether painting takes other kinds off the side."""
    _trace: SideTrace | None = None
    """The way of the hand since it went down."""
    _way: tuple[WalkedSide, ...] = ()
    """What was passed so far in this stroke, rim left out."""
    _walked = False
    """Whether the hand has passed a side in this stroke, even if it went back over it."""
    _pressed: Pointer | None = None
    _corner: Point | None = None
    """Where the last stroke ended, for the shortest way from there."""
    _ahead: tuple[tuple[Point, Point] | None, tuple[WalkedSide, ...]] = (None, ())
    """The ends of the way that is shown while Shift is held, and the way."""
    _called: tuple[Layout | None, tuple[str, ...]] = (None, ())
    _high_left: bool | None = None
    """On which hand the high cells lie, as the walk goes; None before the stroke has shown it."""
    _key_side = 0
    """Which side of the keyboard's cell is meant."""

    @property
    def title(self) -> str:
        return sides_of(self.model.document.kind)

    def hints(self) -> Hints:
        if self.held.alt:
            return ((tr("Drag"), tr("take {0} off").format(self._name())),)
        if self.held.ctrl:
            return ((tr("Click"), tr("pick up the kind on the side")),)
        if self.held.shift:
            return ((tr("Click"), tr("the shortest way along sides from the last end")),)
        return (
            (tr("Drag"), tr("lay {0} along sides").format(self._name())),
            (tr("Shift+click"), tr("way from the last end")),
            ("Alt / O", tr("take off")),
            (tr("Ctrl+click"), tr("pick up")),
            (", .", tr("side of the keyboard's cell")),
            *(((tr("Click again"), tr("turn the high side round")),) if self.directed() else ()),
        )

    def directed(self) -> bool:
        """Whether the kind in ink has a high side: the cell that the hand came from."""
        kind = self.model.document.palette.borders.get(self.model.inks.side)
        return kind is not None and kind.directed

    def _name(self) -> str:
        kind = self.model.document.palette.borders.get(self.model.inks.side)
        return shown(kind.name) if kind is not None else tr("nothing")

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        row.add(tr("Kind"), KindBox(self.model, "side", row))
        choices = [("add", tr("Beside others")), ("only", tr("Alone"))]
        segment = Segment(choices, row, name=tr("What else may lie on the side"))
        segment.chosen.connect(self._choose)
        row.add(tr("Lies"), segment)
        return row

    def _choose(self, how: str) -> None:
        self.alone = how == "only"

    # ---- the hand ------------------------------------------------------------------------------

    def side_at(self, at: QPointF) -> Pair | None:
        """The side nearest to a point, ids in order; None at the edge of the map and off it."""
        sheet = self.view.sheet
        cell = sheet.locate(at)
        box = sheet.cell_path(cell).boundingRect() if cell else None
        size = min(box.width(), box.height()) if box is not None else sheet.counter * 1.6
        side = sheet.side_at(at, size)
        # at the edge of the map there is no cell beyond, and nothing can lie on such a side
        return side if side is not None and all(side) else None

    def press(self, at: Pointer) -> None:
        side = self.side_at(at.at)
        if at.ctrl:
            kinds = self.model.document.sides.get(side, ()) if side is not None else ()
            if kinds:
                self.model.ink(side=kinds[-1])
            return
        if not self.model.inks.side:
            return
        self.model.begin_stroke()
        ways = self._ways()
        self._pressed, self._way, self._walked = at, (), False
        self._trace = SideTrace(ways, at.point)
        corner = self._trace.corner
        if at.shift and self._corner is not None and corner is not None:
            self._trace.way = list(self._way_ahead(ways, corner))
            self._follow(self._trace, off=at.alt)
        else:
            self._high_left = None

    def move(self, at: Pointer) -> None:
        if self.model.in_stroke and self._trace is not None:
            self._trace.to(at.point)
            self._follow(self._trace, off=at.alt)
        self.view.update()

    def release(self, at: Pointer) -> None:
        pressed, trace, self._trace = self._pressed, self._trace, None
        if not self.model.in_stroke or pressed is None or trace is None:
            return
        if trace.way and not pressed.shift:  # with Shift just the way that was shown is laid
            trace.end()
            self._follow(trace, off=at.alt)
        self._corner = trace.corner
        if not self._walked:
            self._click(pressed, at.at)
        self.model.end_stroke()

    def begin(self) -> None:
        self._ahead = (None, ())

    def cancel(self) -> bool:
        self._trace = None
        return super().cancel()

    def _click(self, at: Pointer, end: QPointF) -> None:
        """The hand stayed where it went down: the side there is meant."""
        pair = self.side_at(at.at)
        line = self.view.sheet.side_line(*pair) if pair is not None else None
        if pair is None or line is None:
            return
        corner = min(line, key=lambda one: (one - end).manhattanLength())
        self._corner = (round(corner.x()), round(corner.y()))
        self._lay_one(pair, at.cell, off=at.alt)

    def _ways(self) -> SideWays:
        """The sides of the sheet as it is now."""
        document = self.model.document
        layout = document.layout
        if layout is None:
            raise TypeError("areas have no sides")
        labels, cells = self._labels(), document.cells
        return SideWays(layout.grid, lambda number: labels[number] in cells)

    def _labels(self) -> Sequence[str]:
        """What the cells are called, by their numbers on the sheet."""
        layout = self.model.document.layout
        if self._called[0] is not layout:
            self._called = (layout, tuple(self.model.document.cell_numbers))
        return self._called[1]

    def _way_ahead(self, ways: SideWays, corner: Point) -> tuple[WalkedSide, ...]:
        """The shortest way from where the last stroke ended."""
        if self._corner is None:
            return ()
        ends = (self._corner, corner)
        if self._ahead[0] != ends:
            ways.corner_near(self._corner)
            self._ahead = (ends, ways.way(*ends))
        return self._ahead[1]

    def _follow(self, trace: SideTrace, *, off: bool) -> None:
        """Lay what the hand has passed; what it went back over is as it was before."""
        before, way = self._way, tuple(side for side in trace.way if not side.is_rim)
        if way == before:
            return
        self._way, self._walked = way, True
        if way[: len(before)] != before:
            self.model.drop_stroke()
            self.model.begin_stroke()
            before = ()
        self._lay(way[len(before) :], off=off)

    def _lay(self, way: Sequence[WalkedSide], *, off: bool) -> None:
        """Lay the kind in ink on sides, or take it off them."""
        labels = self._labels()
        if way and self._high_left is None and self._pressed is not None:
            self._high_left = labels[way[0].right] != self._pressed.cell
        pairs = [(labels[side.left], labels[side.right]) for side in way]
        if not self._high_left:
            pairs = [(right, left) for left, right in pairs]
        self._paint(pairs, off=off)

    def _lay_one(self, pair: Pair, high: str, *, off: bool) -> None:
        """As `_lay` for one side; *high* lies high, and a second time the other cell does."""
        if self.directed() and not off and self.model.inks.side in self._kinds(pair):
            self.model.do(FlipSides((pair,)))
        else:
            self._paint([pair if high != pair[1] else (pair[1], pair[0])], off=off)

    def _paint(self, pairs: Sequence[Pair], *, off: bool) -> None:
        """*pairs*: of a directed kind the high cell first."""
        kind = self.model.inks.side
        if off:
            pairs = [pair for pair in pairs if kind in self._kinds(pair)]
        if not pairs:
            return
        how = "remove" if off else "only" if self.alone else "add"
        high = "first" if self.directed() and not off else None
        self.model.do(PaintSides(tuple(pairs), kind, how, high))

    def _kinds(self, pair: Pair) -> tuple[str, ...]:
        return self.model.document.sides.get(sorted_pair(*pair), ())

    # ---- the keyboard --------------------------------------------------------------------------

    def pressed_key(self, event: QKeyEvent) -> bool:
        step = {",": -1, ".": 1}.get(event.text(), 0)
        if step and self.view.focus_cell:
            self._key_side += step
            self.view.update()
        elif event.key() == Qt.Key.Key_Backspace and self.view.focus_cell:
            side = self.key_side()
            if side is not None and side in self.model.document.sides:
                self.model.do(ClearSides((side,)))
        else:
            return False
        return True

    def key_side(self) -> Pair | None:
        """The side that Enter paints: of the keyboard's cell, chosen with the keys ``,`` ``.``."""
        cell = self.view.focus_cell
        others = (
            list(beside(self.model.document)(cell)) if cell in self.model.document.cells else []
        )
        return sorted_pair(cell, others[self._key_side % len(others)]) if others else None

    def cell_entered(self, cell: str) -> None:
        side = self.key_side()
        if side is None or not self.model.inks.side:
            return
        high = (cell, side[1] if side[0] == cell else side[0])
        self._paint([high], off=self.model.inks.side in self._kinds(side))

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        ink = REMOVED if self.held.alt else PICKED
        here = camera.to_board(self.view.pointer)
        if self._trace is not None and self.model.in_stroke:
            self._dot(painter, camera, self._trace.corner, ink)
        elif self.held.shift and self._corner is not None and self.view.hover_cell:
            self._mark_ahead(painter, camera, here, ink)
        elif self.view.hover_cell:
            side = self.side_at(here)
            if side is not None:
                self._mark(painter, camera, side, ink)
        if self.view.hasFocus() and self.view.focus_cell:
            side = self.key_side()
            if side is not None:
                self._mark(painter, camera, side, "#1b1400")

    def _mark_ahead(self, painter: QPainter, camera: Camera, here: QPointF, ink: str) -> None:
        """The way that a click would lay now."""
        ways = self._ways()
        corner = ways.corner_near((here.x(), here.y()))
        if corner is None:
            return
        path = QPainterPath()
        for side in self._way_ahead(ways, corner):
            path.moveTo(camera.to_view(QPointF(*side.start)))
            path.lineTo(camera.to_view(QPointF(*side.end)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        _stroke(painter, path, ink)
        self._dot(painter, camera, self._corner, ink)
        self._dot(painter, camera, corner, ink)

    def _dot(self, painter: QPainter, camera: Camera, corner: Point | None, ink: str) -> None:
        if corner is not None:
            painter.setPen(QPen(QColor(CASING), 2.0))
            painter.setBrush(QColor(ink))
            painter.drawEllipse(camera.to_view(QPointF(*corner)), 5.0, 5.0)

    def _mark(self, painter: QPainter, camera: Camera, side: Pair, ink: str) -> None:
        ends = self.view.sheet.side_line(*side)
        if ends is None:
            return
        a, b = camera.to_view(ends[0]), camera.to_view(ends[1])
        path = QPainterPath(a)
        path.lineTo(b)
        _stroke(painter, path, ink)
        pair = sorted_pair(*side)
        if self.directed() and not self.held.alt:
            document = self.model.document
            high = document.high.get(pair, "") if pair in document.sides else ""
            high = high or (self.view.hover_cell if self.view.hover_cell in pair else pair[0])
            middle, up = (a + b) / 2, camera.to_view(self.view.sheet.anchor(high))
            way = middle - up
            tip = middle + way * 0.35
            arrow = QPainterPath(middle)
            arrow.lineTo(tip)
            painter.setPen(QPen(QColor(ink), 2.4))
            painter.drawPath(arrow)


def _stroke(painter: QPainter, path: QPainterPath, ink: str) -> None:
    for colour, width in ((CASING, 8.0), (ink, 4.6)):
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPath(path)
