"""Tufts of grass on the meadows of an area map."""

from __future__ import annotations

import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from shapely.geometry import Point

from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import Chunks, pen, plainer
from wardesk.render.theme import MapTheme


def build_tufts(sheet: PrintedSheet) -> Chunks:
    """Strew them once."""
    meadow = sheet.ground("open", "meadow")
    meadow = plainer(meadow, sheet.unit * 4).buffer(-sheet.unit * 4)
    rng, found = sheet.rng("tufts"), Chunks(sheet.unit * 400)
    shapely.prepare(meadow)
    step = sheet.unit * 24
    box = sheet.frame
    rows, columns = int(box.height() / step), int(box.width() / step)
    for i in range(rows):
        for j in range(columns):
            x = box.left() + (j + rng.random()) * step
            y = box.top() + (i + rng.random()) * step
            if rng.random() < 0.6 or not meadow.contains(Point(x, y)):
                continue
            path, size = found.at(x, y), sheet.unit * rng.uniform(2.4, 4.2)
            for lean in (-0.7, 0.0, 0.7):
                path.moveTo(x + lean * size * 0.35, y)
                path.lineTo(x + lean * size, y - size * (1.25 - abs(lean) * 0.5))
    return found.freeze()


def paint_tufts(
    painter: QPainter, made: Chunks, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Grass on the meadows, near only."""
    if fine < 44 or not theme.number("parcel.inside_alpha"):
        return
    for path in made.within(seen):
        painter.strokePath(path, pen(theme.colour("parcel.furrow", 0.34), unit * 1.1))
