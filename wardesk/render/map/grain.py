"""The fibre of the paper that a map is printed on."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QImage, QPainter, QTransform

from wardesk.render.shapes import tint_image
from wardesk.render.theme import MapTheme


def grain_tile(chance: np.random.Generator, theme: MapTheme) -> QImage:
    """256 pixels of seamless paper fibre with no mean, to be laid over the print."""
    noise = chance.normal(0, 1, (256, 256))
    fibre = sum(np.roll(noise, by, 1) for by in range(-2, 3)) + sum(
        np.roll(noise[::-1], by, 0) for by in range(-2, 3)
    )
    depth = np.asarray(fibre) / np.std(fibre) * 0.021 * theme.number("paper.grain")
    tile = tint_image(theme.code("paper.grain_dark"), np.clip(depth, 0, 0.08))
    painter = QPainter(tile)
    painter.drawImage(0, 0, tint_image(theme.code("paper.grain_light"), np.clip(-depth, 0, 0.08)))
    painter.end()
    return tile


def paint_grain(painter: QPainter, tile: QImage, rect: QRectF, unit: float, lod: float) -> None:
    """Lay the fibre so that one tile pixel is one or two device pixels: no moiré, no swimming."""
    scale = 1.0 / lod * (2 if lod * unit > 1.6 else 1)
    brush = QBrush(tile)
    brush.setTransform(QTransform().scale(scale, scale))
    painter.fillRect(rect, brush)
