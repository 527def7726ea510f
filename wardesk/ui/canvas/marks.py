"""What is lit on the board for the pending question, and how that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import shapely
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from wardesk.model.look import Overlay
from wardesk.render.shapes import cell_shape, path_of
from wardesk.ui import theme
from wardesk.ui.canvas.heat import paint_heat
from wardesk.ui.canvas.picking import CellIndex
from wardesk.ui.widgets import paint

# Two tones each, so that one of them reads on any ground.
REACH, TARGET, SOURCE, BLOCKED, SELECTED = "#0b3f8a", "#d3121f", "#1f6fd6", "#e0007a", "#ffd400"
CASING, DARK_CASING = "#ffffff", "#1b1400"


@dataclass(frozen=True)
class Callout:
    """A few words beside a cell; *tone* is a token."""

    cell: str
    words: str
    tone: str = "text"


@dataclass(frozen=True)
class Marks:
    """Everything lit. Cells by id, pieces by id."""

    reach: Mapping[str, str] = field(default_factory=dict)
    """Cells that may be picked, with a word such as the cost."""
    targets: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    path: tuple[str, ...] = ()
    candidates: frozenset[str] = frozenset()
    """Pieces that answer the question by themselves."""
    movable: frozenset[str] = frozenset()
    """Pieces that may be taken in hand; there may be many, so they are lit quietly."""
    selected: frozenset[str] = frozenset()
    callout: Callout | None = None
    heat: Mapping[str, int] = field(default_factory=dict)
    """Numbers by cell: the more, the deeper the tint."""
    differ: tuple[str, ...] = ()
    """Cells that are not the same at two compared points: an edge, no tint, as they may be many."""
    wide: bool = False
    """Whether the light covers most of the board: edges only, or the map could not be read."""


def from_overlays(overlays: Iterable[Overlay], base: Marks | None = None) -> Marks:
    """The overlays of a look, laid under those of the interaction in *base*."""
    base = base or Marks()
    cells: dict[str, list[str]] = {}
    lines: list[tuple[str, ...]] = []
    for overlay in overlays:
        cells.setdefault(overlay.kind, []).extend(overlay.cells)
        if overlay.line:
            lines.append(overlay.line)
    # Where the interaction lights cells of its own, the look's general hint would only blur them.
    reach = base.reach or dict.fromkeys(cells.get("reach", ()), "")
    return Marks(
        reach=reach,
        targets=base.targets or tuple(cells.get("target", ())),
        sources=base.sources or tuple(cells.get("source", ())),
        blocked=base.blocked or tuple(cells.get("blocked", ())),
        chosen=(*base.chosen, *cells.get("selected", ())),
        lines=(*base.lines, *lines),
        path=base.path,
        candidates=base.candidates,
        movable=base.movable,
        selected=base.selected,
        callout=base.callout,
        heat=base.heat,
        differ=base.differ,
        wide=base.wide,
    )


def read_through(marks: Marks, cells: int) -> Marks:
    """*marks* so that what is printed on a board with this many cells can be read under them."""
    return replace(marks, wide=2 * max(len(marks.reach), len(marks.targets)) > cells)


class MarkPainter:
    """Draws `Marks`; *painter* maps board units to px throughout, *unit* is 1/106 counter edge."""

    def __init__(self, index: CellIndex, unit: float) -> None:
        self._index, self._unit = index, unit
        self._ranges: dict[frozenset[str], QPainterPath] = {}

    def tints(self, painter: QPainter, marks: Marks, scale: float) -> None:
        """Grounds of lit cells: below the lettering."""
        paint_heat(painter, self._index, marks.heat)
        if marks.reach:
            self._range(painter, frozenset(marks.reach), scale, wide=marks.wide)
        for cells, code, fill in (
            (() if marks.wide else marks.targets, TARGET, 0.20),
            (marks.sources, SOURCE, 0.16),
            (marks.chosen, SELECTED, 0.30),
        ):
            tone = QColor(code)
            tone.setAlphaF(fill)
            for cell in cells:
                self._fill(painter, cell, QBrush(tone))
        hatch = QColor(BLOCKED)
        hatch.setAlphaF(0.55)
        brush = QBrush(hatch, Qt.BrushStyle.BDiagPattern)
        brush.setTransform(painter.worldTransform().inverted()[0])
        for cell in marks.blocked:
            self._fill(painter, cell, brush)
        for cells, code in (
            (marks.sources, SOURCE), (marks.targets, TARGET),
            (marks.chosen, SELECTED), (marks.differ, SELECTED),
        ):  # fmt: skip
            thin = marks.wide and cells is marks.targets
            for cell in cells:
                self._edge(painter, cell, QColor(code), scale, thin=thin)

    def _range(self, painter: QPainter, cells: frozenset[str], scale: float, *, wide: bool) -> None:
        """One edge around all cells that can be reached, with a glow to the inside."""
        path = self._ranges.get(cells)
        if path is None:
            shapes = [cell_shape(self._index.board, c) for c in cells if c in self._index.outlines]
            path = path_of(shapely.union_all(shapes))
            if len(self._ranges) > 64:
                self._ranges.clear()
            self._ranges[cells] = path
        tone = QColor(REACH)
        if not wide:
            tone.setAlphaF(0.14)
            painter.fillPath(path, tone)
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for units, alpha in ((40, 0.10), (22, 0.14)):
            tone.setAlphaF(alpha)
            painter.setPen(QPen(tone, self._unit * units))
            painter.drawPath(path)
        painter.restore()
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
        path = QPainterPath()
        for ring in self._polygons(cell):
            path.addPolygon(ring)
            path.closeSubpath()
        painter.fillPath(path, brush)

    def _edge(
        self, painter: QPainter, cell: str, core: QColor, scale: float, *,
        dashed: bool = False, thin: bool = False,
    ) -> None:  # fmt: skip
        rings = self._polygons(cell)
        if not rings:
            return
        path = QPainterPath()
        path.addPolygon(rings[0])
        path.closeSubpath()
        painter.save()
        # Inside the cell only, so that two lit neighbours do not paint over each other.
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        wide = max(self._unit * 4.2, 1.6 / scale) * (0.5 if thin else 1)
        casing = QColor(DARK_CASING if core == QColor(SELECTED) else CASING)
        casing.setAlphaF(0.85)
        for tone, width in ((casing, wide * 3.4), (core, wide * 2)):
            pen = QPen(tone, width)
            if dashed and tone is core:
                pen.setDashPattern([2.4, 1.6])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)
        painter.restore()

    def lines(self, painter: QPainter, marks: Marks) -> None:
        """Lines of fire and the planned way."""
        for line in marks.lines:
            self._arrow(painter, line, QColor(TARGET), 6.0)
        if len(marks.path) > 1:
            self._arrow(painter, marks.path, QColor(SOURCE), 7.5)

    def _arrow(self, painter: QPainter, cells: tuple[str, ...], core: QColor, width: float) -> None:
        # An attack on the sector that one stands in has no length and no way to point.
        ways = [c for c, before in zip(cells, ("", *cells), strict=False) if c != before]
        points = [self._index.anchors[c] for c in ways if c in self._index.anchors]
        if len(points) < 2:
            return
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
