"""The camera over a sheet: the map from board units to the pixels of a view, and how it moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

CLOSEST_COUNTER = 260.0
"""Edge of a counter in px beyond which coming closer shows nothing new."""


def turned(point: QPointF, turn: int) -> QPointF:
    """*point* after *turn* quarters clockwise around the origin: exact, no sine in sight."""
    x, y = point.x(), point.y()
    return QPointF(*((x, y), (-y, x), (-x, -y), (y, -x))[turn % 4])


def turned_rect(rect: QRectF, turn: int) -> QRectF:
    """The same for a rectangle, whose sides stay level."""
    first, last = turned(rect.topLeft(), turn), turned(rect.bottomRight(), turn)
    return QRectF(first, last).normalized()


@dataclass(frozen=True)
class Camera:
    """*centre* in board units lies in the middle of a view of *size* px; *scale* is px per unit.

    *turn* is how far the sheet lies turned, in quarters clockwise.
    """

    centre: QPointF
    scale: float
    size: QSizeF
    turn: int = 0

    def to_view(self, point: QPointF) -> QPointF:
        """A board point in view px."""
        way = turned(point - self.centre, self.turn)
        return QPointF(
            way.x() * self.scale + self.size.width() / 2,
            way.y() * self.scale + self.size.height() / 2,
        )

    def to_board(self, point: QPointF) -> QPointF:
        """A view px in board units."""
        way = QPointF(
            (point.x() - self.size.width() / 2) / self.scale,
            (point.y() - self.size.height() / 2) / self.scale,
        )
        return turned(way, -self.turn) + self.centre

    def along(self, way: QPointF) -> QPointF:
        """A direction on the view as a direction on the board, at the same length."""
        return turned(way, -self.turn)

    def seen(self) -> QRectF:
        """The part of the board that the view shows, in board units."""
        width, height = self.size.width() / self.scale, self.size.height() / self.scale
        box = QRectF(-width / 2, -height / 2, width, height)
        return turned_rect(box, -self.turn).translated(self.centre)

    def transform(self) -> QTransform:
        """Board units to view px, for a painter."""
        across, down = turned(QPointF(1, 0), self.turn), turned(QPointF(0, 1), self.turn)
        corner, s = self.to_view(QPointF(0, 0)), self.scale
        return QTransform(
            across.x() * s, across.y() * s, down.x() * s, down.y() * s, corner.x(), corner.y()
        )

    def moved(self, by: QPointF) -> Camera:
        """Pushed by *by* px: the paper follows the hand."""
        return replace(self, centre=self.centre - self.along(by) / self.scale)

    def zoomed(self, factor: float, at: QPointF) -> Camera:
        """Closer by *factor*; the board point under *at* (view px) stays where it is."""
        kept = self.to_board(at)
        nearer = replace(self, scale=self.scale * factor)
        return replace(nearer, centre=nearer.centre + kept - nearer.to_board(at))

    def turned_by(self, quarters: int) -> Camera:
        """The sheet turned clockwise around the middle of the view."""
        return replace(self, turn=(self.turn + quarters) % 4)

    def clamped(self, sheet: QRectF, least: float, most: float) -> Camera:
        """Within the zoom limits, and with the middle of the view somewhere on the sheet."""
        scale = min(max(self.scale, least), most)
        centre = QPointF(
            min(max(self.centre.x(), sheet.left()), sheet.right()),
            min(max(self.centre.y(), sheet.top()), sheet.bottom()),
        )
        return replace(self, centre=centre, scale=scale)


def fitting(sheet: QRectF, size: QSizeF, margin: float = 0.0, turn: int = 0) -> Camera:
    """The whole *sheet* in the middle of a view of *size* px, with *margin* px left all round."""
    width, height = max(size.width() - 2 * margin, 1.0), max(size.height() - 2 * margin, 1.0)
    lying = turned_rect(sheet, turn)
    scale = min(width / max(lying.width(), 1e-9), height / max(lying.height(), 1e-9))
    return Camera(sheet.center(), scale, size, turn % 4)
