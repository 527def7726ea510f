"""Where the eye is: the map from board units to the pixels of a view, and how it moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

CLOSEST_COUNTER = 260.0
"""Edge of a counter in px beyond which coming closer shows nothing new."""


@dataclass(frozen=True)
class Camera:
    """*centre* in board units lies in the middle of a view of *size* px; *scale* is px per unit."""

    centre: QPointF
    scale: float
    size: QSizeF

    def to_view(self, point: QPointF) -> QPointF:
        """A board point in view px."""
        return QPointF(
            (point.x() - self.centre.x()) * self.scale + self.size.width() / 2,
            (point.y() - self.centre.y()) * self.scale + self.size.height() / 2,
        )

    def to_board(self, point: QPointF) -> QPointF:
        """A view px in board units."""
        return QPointF(
            (point.x() - self.size.width() / 2) / self.scale + self.centre.x(),
            (point.y() - self.size.height() / 2) / self.scale + self.centre.y(),
        )

    def seen(self) -> QRectF:
        """The part of the board that the view shows, in board units."""
        wide, tall = self.size.width() / self.scale, self.size.height() / self.scale
        return QRectF(self.centre.x() - wide / 2, self.centre.y() - tall / 2, wide, tall)

    def transform(self) -> QTransform:
        """Board units to view px, for a painter."""
        corner = self.to_view(QPointF(0, 0))
        return QTransform(self.scale, 0, 0, self.scale, corner.x(), corner.y())

    def moved(self, by: QPointF) -> Camera:
        """Pushed by *by* px: the paper follows the hand."""
        return replace(self, centre=self.centre - by / self.scale)

    def zoomed(self, factor: float, at: QPointF) -> Camera:
        """Closer by *factor*; the board point under *at* (view px) stays where it is."""
        kept = self.to_board(at)
        nearer = replace(self, scale=self.scale * factor)
        return replace(nearer, centre=nearer.centre + kept - nearer.to_board(at))

    def clamped(self, sheet: QRectF, least: float, most: float) -> Camera:
        """Within the zoom limits, and with the middle of the view somewhere on the sheet."""
        scale = min(max(self.scale, least), most)
        centre = QPointF(
            min(max(self.centre.x(), sheet.left()), sheet.right()),
            min(max(self.centre.y(), sheet.top()), sheet.bottom()),
        )
        return Camera(centre, scale, self.size)


def fitting(sheet: QRectF, size: QSizeF, margin: float = 0.0) -> Camera:
    """The whole *sheet* in the middle of a view of *size* px, with *margin* px left all round."""
    wide, tall = max(size.width() - 2 * margin, 1.0), max(size.height() - 2 * margin, 1.0)
    scale = min(wide / max(sheet.width(), 1e-9), tall / max(sheet.height(), 1e-9))
    return Camera(sheet.center(), scale, size)
