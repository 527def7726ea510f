"""Named zones on the printed map, drawn as the editor draws them."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.drawing.layers import SETUP
from wardesk.model.board import Board
from wardesk.render.map.names import Zone, paint_zone, zones_of
from wardesk.render.shapes import path_through
from wardesk.render.theme import MapTheme


class PrintedZones:
    """The zones of one board that have a name; set-up areas belong to a scenario, not to the print.

    *unit*: board units per drawing unit, as the names of the same print have it.
    """

    def __init__(self, board: Board, unit: float) -> None:
        self._board, self._unit = board, unit
        named = [one for one in board.features if one.name and SETUP not in one.properties]
        self.zones: tuple[Zone, ...] = tuple(zones_of(named, board.cells, unit, self._outline))

    def _outline(self, cell: str) -> QPainterPath:
        path = QPainterPath()
        for ring in self._board.outlines[cell]:
            path.addPath(path_through([(x / self._unit, y / self._unit) for x, y in ring], True))
        return path

    def paint(self, painter: QPainter, theme: MapTheme, lod: float, seen: QRectF) -> None:
        """Draw what reaches into *seen* (board units). *lod*: device pixels per board unit."""
        if not self.zones:
            return
        unit = self._unit
        box = QRectF(seen.x() / unit, seen.y() / unit, seen.width() / unit, seen.height() / unit)
        painter.save()
        painter.scale(unit, unit)
        for zone in self.zones:
            if zone.reach().intersects(box):
                paint_zone(painter, zone, theme, lod * unit * 100)
        painter.restore()
