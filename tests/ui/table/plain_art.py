"""Board art without any art: flat cells and counters with their title, for tests."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from wardesk.ui import theme


class PlainArt:
    """A `BoardArt` that draws outlines and names. *painted* counts tiles."""

    def __init__(self, board, counter=60.0):
        self.board, self._counter = board, counter
        left, top, right, bottom = board.extent
        self._sheet = QRectF(left - 20, top - 20, right - left + 40, bottom - top + 40)
        self.painted = 0

    @property
    def sheet(self):
        return self._sheet

    @property
    def counter(self):
        return self._counter

    @property
    def paper(self):
        return QColor("#f3ead0")

    def paint_ground(self, painter, rect, scale):
        self.painted += 1
        painter.setPen(QPen(QColor("#6b5638"), 2))
        painter.setBrush(QColor("#d3deab"))
        for rings in self.board.outlines.values():
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in rings[0]]))

    def paint_lettering(self, painter, rect, scale):
        painter.setPen(QColor("#333333"))
        font = theme.font("tiny")
        painter.setFont(font)
        for cell in self.board.cells.values():
            painter.drawText(QPointF(cell.anchor[0] - 40, cell.anchor[1] - 40), cell.name)

    def name_rects(self, scale):
        return {}

    def counter_image(self, look, side, pixels, ratio):
        image = QImage(round(pixels * ratio), round(pixels * ratio),
                       QImage.Format.Format_ARGB32_Premultiplied)  # fmt: skip
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(look.field or (side.field if side else "#999999")))
        painter.setPen(QPen(QColor("#222222"), 1))
        painter.drawRoundedRect(QRectF(0.5, 0.5, pixels - 1, pixels - 1), pixels / 12, pixels / 12)
        font = theme.font("strong")
        font.setPixelSize(max(6, pixels // 4))
        painter.setFont(font)
        painter.drawText(QRectF(0, 0, pixels, pixels), Qt.AlignmentFlag.AlignCenter,
                         f"{look.title}\n{look.left}")  # fmt: skip
        painter.end()
        return image

    def badge_image(self, badge, pixels, ratio):
        image = QImage(round(pixels * ratio), round(pixels * ratio),
                       QImage.Format.Format_ARGB32_Premultiplied)  # fmt: skip
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(badge.colour))
        return image
