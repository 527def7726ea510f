"""Numbers by cell on the printed map: the more, the deeper the tint; each is written too."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.model.board import Board
from wardesk.render.app import ensure_gui_app
from wardesk.render.lettering import put
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.shapes import painting, path_of, pen
from wardesk.render.theme import load_map_theme

_DEEP = 0.72
"""Opacity of the largest number's cell."""
_HEAT = "#a92a1a"
_LIGHT = "#ffffff"


def heat_picture(
    board: Board, values: Mapping[str, int], *, wide: int = 1200, theme: str = "printed"
) -> QImage:
    """The board with a tint and a number in each cell of *values*; unknown cells are left out.

    The picture is *wide* pixels wide.
    """
    ensure_gui_app()
    ink = load_map_theme(theme)
    sheet = BoardPainter(board, ink)
    lod = wide / sheet.rect.width()
    high = max(1, round(sheet.rect.height() * lod))
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ink.colour("paper.sheet"))
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(lod, lod)
        painter.translate(-sheet.rect.topLeft())
        sheet.paint_ground(painter, lod)
        paint_heat(painter, sheet, values)
        sheet.paint_lettering(painter, lod)
        for cell in values:
            if cell in board.cells and values[cell]:
                _disc(painter, sheet.slot(cell), str(values[cell]))
    return image


def paint_heat(painter: QPainter, sheet: BoardPainter, values: Mapping[str, int]) -> None:
    """The tints alone, in board units. Tints grow with the root, so that small numbers show."""
    most = max(values.values(), default=0)
    if most <= 0:
        return
    unit = sheet.sheet.unit
    for cell, value in values.items():
        shape = sheet.sheet.cells.get(cell)
        if shape is None or value <= 0:
            continue
        tint = QColor(_HEAT)
        tint.setAlphaF(max(0.14, _DEEP * math.sqrt(value / most)))
        path = path_of(shape)
        painter.fillPath(path, tint)
        painter.strokePath(path, pen(QColor(_HEAT), unit * 4))


def _disc(painter: QPainter, slot: QRectF, words: str) -> None:
    """A number on a disc of its own: readable on every tint, and without seeing colours."""
    size = slot.width() * 0.46
    middle = slot.center()
    painter.setPen(pen(QColor(_HEAT), size * 0.12))
    painter.setBrush(QColor(_LIGHT))
    painter.drawEllipse(middle, size, size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    text_size = size * (1.15 if len(words) < 3 else 0.85)
    put(painter, words, (middle.x(), middle.y()), text_size, QColor(_HEAT), role="counter")
