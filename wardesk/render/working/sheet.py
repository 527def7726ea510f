"""A plain working sheet, cell by cell, until the quick one is there."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from wardesk.drawing.change import Change
from wardesk.drawing.document import MapDocument
from wardesk.geometry.topology import outlines
from wardesk.render.theme import MapTheme


class WorkingSheet:
    def __init__(self, document: MapDocument, theme: MapTheme) -> None:
        self.document, self._theme = document, theme
        self._build()

    def _build(self) -> None:
        d = self.document
        self._paths: dict[str, QPainterPath] = {}
        self._anchors: dict[str, QPointF] = {}
        if d.layout is None:
            rings = outlines(d.network)
            anchors = {c: d.cells[c].anchor for c in rings}
        else:
            grid = d.layout.grid
            rings, anchors = {}, {}
            for i in range(grid.count):
                q = grid.coordinates(i)
                name = d.layout.numbering.label(grid, i)
                rings[name] = (grid.outline(*q),)
                anchors[name] = grid.centre(*q)
        for c, rs in rings.items():
            p = QPainterPath()
            for r in rs:
                p.addPolygon(QPolygonF([QPointF(*x) for x in r]))
                p.closeSubpath()
            self._paths[c] = p
            self._anchors[c] = QPointF(*anchors[c])
        box = QRectF()
        for p in self._paths.values():
            box = box.united(p.boundingRect())
        self.counter = (box.width() * box.height() / max(1, len(self._paths))) ** 0.5 * 0.6 or 1
        m = self.counter
        self.rect = box.adjusted(-m, -m, m, m)

    def set_theme(self, theme: MapTheme) -> None:
        self._theme = theme

    def set_layers(self, shown: Mapping[str, float]) -> None:
        pass

    def changed(self, change: Change) -> None:
        self._build()

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        painter.fillRect(self.rect, QColor("#efe7d2"))
        painter.setPen(QPen(QColor("#777"), 0))
        fill = self.document.layout.fill if self.document.layout else ""
        for c, p in self._paths.items():
            if p.boundingRect().intersects(seen):
                cell = self.document.cells.get(c)
                t = cell.terrain if cell else fill
                painter.setBrush(QColor.fromHsv(hash(t) % 360, 60, 225))
                painter.drawPath(p)

    def cell_path(self, cell: str) -> QPainterPath:
        return self._paths.get(cell, QPainterPath())

    def locate(self, point: QPointF) -> str:
        return next((c for c, p in self._paths.items() if p.contains(point)), "")

    def side_at(self, point: QPointF, within: float) -> tuple[str, str] | None:
        return None

    def side_line(self, a: str, b: str) -> tuple[QPointF, QPointF] | None:
        return None

    def cells_in(self, box: QRectF) -> list[str]:
        return [c for c, p in self._paths.items() if p.boundingRect().intersects(box)]

    def anchor(self, cell: str) -> QPointF:
        return self._anchors.get(cell, QPointF())
