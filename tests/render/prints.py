"""The print of a map as numbers, for tests."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage

from wardesk.drawing.compile import compile_board
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.shapes import painting
from wardesk.render.theme import load_map_theme


class Print(Struct, frozen=True):
    """Blue, green and red by row and column, and the board's box on it."""

    pixels: np.ndarray
    box: QRectF
    scale: float
    """Pixels per board unit."""


def printed(document, wide, part=None):
    """A map *wide* pixels across; of *part* of it alone (map units), which no key moves."""
    of = BoardPainter(compile_board(document), load_map_theme())
    box = part or of.rect
    scale = wide / box.width()
    image = QImage(wide, round(box.height() * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with painting(image) as painter:
        painter.scale(scale, scale)
        painter.translate(-box.topLeft())
        of.paint_ground(painter, scale)
        of.paint_lettering(painter, scale)
    pixels = np.array(image.constBits()).reshape(image.height(), wide, 4)[:, :, :3]
    return Print(pixels.astype(int), box, scale)
