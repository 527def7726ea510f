"""How what is lit on the board is drawn: tints, edges, ways, lines of fire, words of their own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

import shapely
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from wardesk.render.shapes import cell_shape, path_of
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.heat import DEEP, ZONES, paint_heat
from wardesk.ui.canvas.marks import Barred, Callout, Marks
from wardesk.ui.canvas.picking import CellIndex, bounds
from wardesk.ui.widgets import paint

# Two tones each, so that one of them reads on any ground.
REACH, TARGET, SOURCE, BLOCKED, SELECTED = "#0b5c6b", "#e07a10", "#1f6fd6", "#e0007a", "#ffd400"
DANGER, FIRE, COMMAND = "#c02818", "#c8460a", "#2c5aa0"
CASING, DARK_CASING = "#ffffff", "#1b1400"

_EACH = 80
"""Cells that may be picked, of which each has an edge of its own; more have one around all."""
_RIMS = 2000
_PICTURES = 256
"""Lit cells that are kept as pictures: while the map stands still they look the same."""
_LARGE = 400_000
"""Px in a box that is painted anew instead: close up, a cell fills the view."""


class MarkPainter:
    """Draws `Marks`; *painter* maps board units to px throughout, *unit* is 1/106 counter edge."""

    def __init__(self, index: CellIndex, unit: float) -> None:
        self._index, self._unit = index, unit
        self._ranges: dict[frozenset[str], QPainterPath] = {}
        self._rims: dict[tuple[str, float], QPainterPath] = {}
        self._pictures = paint.Pictures(_PICTURES)

    def tints(
        self, painter: QPainter, marks: Marks, scale: float, seen: Sequence[QRectF] = ()
    ) -> None:
        """Grounds of lit cells: below the lettering. *seen*: no more is drawn than lies there."""
        paint_heat(painter, self._index, marks.heat, ZONES if marks.zones_of else DEEP)
        if marks.reach:
            self._reach(painter, marks, scale, seen)
        for cells, code, fill in (
            (marks.targets, TARGET, 0.42),
            (marks.sources, SOURCE, 0.16),
            (marks.chosen, SELECTED, 0.30),
        ):
            tone = QColor(code)
            tone.setAlphaF(fill)
            for cell in self._near(cells, seen):
                self._fill(painter, cell, QBrush(tone))
        for cells, code, strong in (
            (marks.danger, DANGER, 0.45),
            (marks.missing, TARGET, 0.8),
            (marks.blocked, BLOCKED, 0.55),
        ):
            hatch = QColor(code)
            hatch.setAlphaF(strong)
            brush = QBrush(hatch, Qt.BrushStyle.BDiagPattern)
            brush.setTransform(painter.worldTransform().inverted()[0])
            for cell in self._near(cells, seen):
                self._fill(painter, cell, brush)
        for cells, code in (
            (marks.sources, SOURCE), (marks.targets, TARGET),
            (marks.missing, TARGET), (marks.chosen, SELECTED), (marks.differ, SELECTED),
        ):  # fmt: skip
            for cell in self._near(cells, seen):
                self._edge(painter, cell, QColor(code), scale)

    def _near(self, cells: Iterable[str], seen: Sequence[QRectF]) -> Iterator[str]:
        """Those of *cells* that reach into one of the boxes *seen*."""
        for cell in cells:
            rings = self._polygons(cell)
            box = bounds(rings)
            if not seen or any(one.intersects(box) for one in seen):
                yield cell

    def _reach(self, painter: QPainter, marks: Marks, scale: float, seen: Sequence[QRectF]) -> None:
        """Cells that may be picked: each with its own edge, a great many with one around all."""
        tone = QColor(REACH)
        tone.setAlphaF(0.12)
        if len(marks.reach) > _EACH:
            self._range(painter, frozenset(marks.reach), scale, wide=marks.wide)
            return
        for cell in self._near(marks.reach, seen):
            if not marks.wide:
                self._fill(painter, cell, QBrush(tone))
            self._edge(painter, cell, QColor(REACH), scale, thin=marks.wide)

    def dim(self, painter: QPainter, cells: frozenset[str], sheet: QRectF) -> None:
        """Everything but *cells* under a veil; nothing, where there are none."""
        if not cells:
            return
        path = QPainterPath()
        path.addRect(sheet)
        path.addPath(self._around(cells))
        path.setFillRule(Qt.FillRule.OddEvenFill)
        veil = QColor(DARK_CASING)
        veil.setAlphaF(0.42)
        painter.fillPath(path, veil)

    def commands(self, painter: QPainter, marks: Marks, scale: float) -> None:
        """Dashed edges around what headquarters command."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for command in marks.commands:
            path = self._around(command.cells)
            for code, wide, dashed in ((CASING, 3.4, False), (COMMAND, 1.9, True)):
                tone = QColor(code)
                tone.setAlphaF(0.75 if code == CASING else 1.0)
                pen = QPen(tone, wide / scale)
                if dashed:
                    pen.setDashPattern([5.0, 3.0])
                    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawPath(path)

    def _around(self, cells: frozenset[str]) -> QPainterPath:
        """The outline of many cells together."""
        path = self._ranges.get(cells)
        if path is None:
            shapes = [cell_shape(self._index.board, c) for c in cells if c in self._index.outlines]
            path = path_of(shapely.union_all(shapes))
            if len(self._ranges) > 64:
                self._ranges.clear()
            self._ranges[cells] = path
        return path

    def _range(self, painter: QPainter, cells: frozenset[str], scale: float, *, wide: bool) -> None:
        """One edge around all cells that can be reached."""
        path = self._around(cells)
        if not wide:
            tone = QColor(REACH)
            tone.setAlphaF(0.14)
            painter.fillPath(path, tone)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for code, units in ((CASING, 8.0), (REACH, 4.2)):
            painter.setPen(QPen(QColor(code), max(self._unit * units, units * 0.4 / scale)))
            painter.drawPath(path)

    def focus(self, painter: QPainter, cell: str, scale: float) -> None:
        """The cell that the keyboard is on."""
        self._edge(painter, cell, theme.colour("focus"), scale, dashed=True)

    def hover(self, painter: QPainter, cell: str) -> None:
        """The cell under the pointer."""
        self._fill(painter, cell, QBrush(QColor(255, 255, 255, 38)))

    def _polygons(self, cell: str) -> list[QPolygonF]:
        return self._index.outlines.get(cell, [])

    def _fill(self, painter: QPainter, cell: str, brush: QBrush) -> None:
        def filled(inner: QPainter) -> None:
            path = QPainterPath()
            for ring in self._polygons(cell):
                path.addPolygon(ring)
                path.closeSubpath()
            inner.fillPath(path, brush)

        self._kept(painter, cell, (brush.color().rgba(), brush.style()), filled)

    def _kept(
        self, painter: QPainter, cell: str, key: Hashable, draw: Callable[[QPainter], None]
    ) -> None:
        """What lies within one cell: painted once for this zoom, and put there as a picture."""
        rings, transform = self._polygons(cell), painter.worldTransform()
        if not rings:
            return
        box = transform.mapRect(bounds(rings)).toAlignedRect().adjusted(-1, -1, 1, 1)
        if box.width() * box.height() > _LARGE:
            draw(painter)
            return
        # Whole pixels do not matter: a map that was dragged shows the same pictures elsewhere.
        within = (round(transform.dx() % 1, 3), round(transform.dy() % 1, 3))
        turned = (transform.m11(), transform.m12(), transform.m21(), transform.m22())

        def mapped(inner: QPainter) -> None:
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.setTransform(transform, combine=True)
            draw(inner)

        painter.save()
        painter.resetTransform()
        self._pictures.draw(painter, box, (cell, key, within, turned), mapped)
        painter.restore()

    def _edge(
        self, painter: QPainter, cell: str, core: QColor, scale: float, *,
        dashed: bool = False, thin: bool = False,
    ) -> None:  # fmt: skip
        """An edge inside the cell, so that two lit neighbours do not paint over each other."""
        wide = max(self._unit * 4.2, 1.6 / scale) * (0.6 if thin else 1)
        casing = QColor(DARK_CASING if core == QColor(SELECTED) else CASING)
        casing.setAlphaF(0.85)
        if not dashed:

            def rimmed(inner: QPainter) -> None:
                inner.fillPath(self._rim(cell, wide * 1.7), casing)
                inner.fillPath(self._rim(cell, wide), core)

            self._kept(painter, cell, (core.rgba(), thin), rimmed)
            return
        rings = self._polygons(cell)
        if not rings:
            return
        path = QPainterPath()
        for ring in rings:
            path.addPolygon(ring)
            path.closeSubpath()
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        for tone, width in ((casing, wide * 3.4), (core, wide * 2)):
            pen = QPen(tone, width)
            if tone is core:
                pen.setDashPattern([2.4, 1.6])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)
        painter.restore()

    def _rim(self, cell: str, width: float) -> QPainterPath:
        """The inner rim of a cell as an area: filling is far cheaper than stroking in a clip."""
        key = (cell, round(width, 3))
        if key not in self._rims:
            if len(self._rims) > _RIMS:
                self._rims.clear()
            known = cell in self._index.outlines
            shape = cell_shape(self._index.board, cell) if known else shapely.Polygon()
            self._rims[key] = path_of(shape.difference(shape.buffer(-width, quad_segs=2)))
        return self._rims[key]

    def lines(self, painter: QPainter, marks: Marks, camera: Camera, trim: float = 0.0) -> None:
        """Lines of fire and attacks; both ends stay *trim* board units off the middles.

        Between neighbours that is less, so that the head still bites into the target's cell.
        """
        painter.save()
        painter.setTransform(camera.transform(), True)
        for line in marks.lines:
            self._arrow(painter, line, QColor(FIRE), 6.0, trim)
        for barred in marks.barred:
            self._barred(painter, barred)
        painter.restore()

    def _barred(self, painter: QPainter, barred: Barred) -> None:
        """Solid up to what stands in the way, dashed beyond."""
        anchors = self._index.anchors
        if not {barred.start, barred.goal, barred.cell} <= set(anchors):
            return
        start, goal = anchors[barred.start], anchors[barred.goal]
        way = QLineF(start, goal)
        there = QLineF(start, anchors[barred.cell]).length() / max(way.length(), 1e-6)
        middle = way.pointAt(min(there, 1.0))
        for code, width in ((CASING, 9.0), (DANGER, 5.0)):
            pen = QPen(QColor(code), width * self._unit)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(start, middle)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([1.4, 1.4] if code == DANGER else [1e6, 1.0])
            painter.setPen(pen)
            painter.drawLine(middle, goal)

    def told(self, painter: QPainter, marks: Marks) -> None:
        """Words of blocked lines and of command radii, in px on grounds of their own."""
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        rows = [(one.cell, one.words, DANGER, 0.0) for one in marks.barred]
        for one in marks.commands:  # At the lower end of the ring, off the counters of its middle.
            anchors = [(self._index.anchors[c].y(), c) for c in one.cells]
            lowest, cell = max(anchors, default=(0.0, one.seat))
            half = self._index.outlines[cell][0].boundingRect().bottom() - lowest
            rows.append((cell, one.words, COMMAND, half))
        for cell, words, code, below in dict.fromkeys(rows):
            ink, wide = QColor(code), paint.advance(words, "small-strong") + 14
            box = QRectF(0, 0, wide, theme.px(22))
            box.moveCenter(transform.map(self._index.anchors[cell] + QPointF(0, below)))
            paint.rounded(painter, box, fill=QColor(CASING), outline=ink, radius=5)
            paint.words(painter, box, words, role="small-strong", ink=ink, align=paint.CENTRE)
        painter.restore()

    def way(self, painter: QPainter, marks: Marks) -> None:
        """The planned way."""
        if len(marks.path) > 1:
            self._arrow(painter, marks.path, QColor(SOURCE), 7.5)

    def _arrow(
        self, painter: QPainter, cells: tuple[str, ...], core: QColor, width: float,
        trim: float = 0.0,
    ) -> None:  # fmt: skip
        # An attack on the sector that one stands in has no length and no way to point.
        ways = [c for c, before in zip(cells, ("", *cells), strict=False) if c != before]
        points = [self._index.anchors[c] for c in ways if c in self._index.anchors]
        if len(points) < 2:
            return
        if trim:
            whole = QLineF(points[0], points[-1]).length()
            first, last = QLineF(points[0], points[1]), QLineF(points[-1], points[-2])
            points[0] = first.pointAt(min(trim, 0.3 * whole) / max(first.length(), 1e-6))
            points[-1] = last.pointAt(min(trim, 0.3 * whole) / max(last.length(), 1e-6))
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        last = QLineF(points[-2], points[-1])
        last.setLength(max(last.length(), 1e-6))
        head = self._head(last, self._unit * 22)
        joins = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        for tone, thick in ((QColor(CASING), width * 1.75), (core, width)):
            painter.setPen(QPen(tone, thick * self._unit, *joins))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)
            painter.setBrush(tone)
            painter.drawPolygon(head)

    @staticmethod
    def _head(last: QLineF, size: float) -> QPolygonF:
        unit = last.unitVector()
        along = QPointF(unit.dx(), unit.dy())
        aside = QPointF(-along.y(), along.x())
        base = last.p2() - along * size
        return QPolygonF([last.p2(), base + aside * size * 0.55, base - aside * size * 0.55])

    def costs(self, painter: QPainter, marks: Marks, scale: float, place: QPointF) -> None:
        """Words in reachable cells, haloed; *place* moves them off the counters (board units)."""
        size = min(max(self._unit * 26 * scale, 11.0), 22.0)
        font = theme.font("strong")
        font.setPixelSize(round(size))
        metrics = QFontMetricsF(font)
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        for cell, word in marks.reach.items():
            if word and cell in self._index.anchors:
                at = transform.map(self._index.anchors[cell] + place)
                left = at.x() - metrics.horizontalAdvance(word) / 2
                path = QPainterPath()
                path.addText(QPointF(left, at.y() + metrics.ascent() / 2), font, word)
                painter.strokePath(path, QPen(QColor(CASING), 3.5))
                painter.fillPath(path, QColor(REACH))
        painter.restore()


def paint_tags(
    painter: QPainter, index: CellIndex, words: Mapping[str, str], camera: Camera, edge: float
) -> None:
    """Words by cell on small plates below its counters, whose edge is *edge* board units."""
    for cell, said in words.items():
        anchor = index.anchors.get(cell)
        if anchor is None:
            continue
        at = camera.to_view(anchor)
        wide, high = paint.advance(said, "small-strong") + 10, theme.px(17)
        top = at.y() + 0.62 * edge * camera.scale - high / 2
        box = QRectF(at.x() - wide / 2, top, wide, high)
        paint.rounded(painter, box, fill=QColor(CASING), outline=QColor(FIRE), radius=high / 2)
        ink = QColor(DARK_CASING)
        paint.words(painter, box, said, role="small-strong", ink=ink, align=paint.CENTRE)


def paint_callout(painter: QPainter, view: QRectF, spot: QRectF, callout: Callout) -> QRectF:
    """Words on a ground of their own on the free side of *spot* (view px); gives the box."""
    width = min(paint.advance(callout.words, "small-strong") + 24, view.width() - 16)
    box = QRectF(0, 0, width, 30)
    box.moveCenter(spot.center())
    above = spot.top() - 40 > view.top()
    box.moveTop(spot.top() - 38 if above else spot.bottom() + 8)
    box.moveLeft(min(max(box.left(), view.left() + 8), view.right() - width - 8))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint.rounded(
        painter, box, fill=theme.colour("surface"), outline=theme.colour("edge"), radius=6
    )
    ink = theme.colour(callout.tone)
    words = QFontMetricsF(theme.font("small-strong")).elidedText(
        callout.words, Qt.TextElideMode.ElideRight, width - 20
    )
    paint.words(painter, box, words, role="small-strong", ink=ink, align=paint.CENTRE)
    return box
