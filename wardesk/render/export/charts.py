"""Printed tables as pictures and on pages: title, columns, rows, and what stands in them."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.model.look import ChartLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.export.encoded import png_bytes
from wardesk.render.lettering import put, text_width
from wardesk.render.shapes import painting, pen, saved
from wardesk.words import say, shown

_INK, _PALE, _BAND = QColor("#1c1f23"), QColor("#8a8f96"), QColor("#ece7da")
_ROW, _LETTERS, _TITLE, _PAD = 7.0, 3.4, 5.2, 2.4
_SMALL = _LETTERS * 0.85
"""Millimetres."""
_LEFT = -1.0
_FINE = 6.0
"""Pixels per millimetre of a picture."""


def chart_size(chart: ChartLook) -> QSizeF:
    """How large a chart is, millimetres."""
    first, width = _widths(chart)
    return QSizeF(
        max(
            first + width * len(chart.columns),
            text_width(shown(chart.title), "map-place", _TITLE),
            text_width(shown(_cited(chart)), "chart", _SMALL),
        ),
        _TITLE * 2.4 + _ROW * (len(chart.rows) + 1) + (_ROW if chart.cite else 0),
    )


def paint_chart(painter: QPainter, chart: ChartLook) -> None:
    """The chart, its upper left corner where the painter stands; millimetres."""
    first, width = _widths(chart)
    whole = first + width * len(chart.columns)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        put(painter, shown(chart.title), (0, _TITLE * 0.9), _TITLE, _INK, role="map-place",
            align=_LEFT)  # fmt: skip
        painter.translate(0, _TITLE * 2.0)
        painter.fillRect(QRectF(0, 0, whole, _ROW), _BAND)
        put(painter, shown(chart.corner), (_PAD, _ROW / 2), _LETTERS, _INK, role="chart-strong",
            align=_LEFT)  # fmt: skip
        for number, column in enumerate(chart.columns):
            at = first + width * (number + 0.5), _ROW / 2
            put(painter, shown(column), at, _LETTERS, _INK, role="chart-strong")
        for down, (row, cells) in enumerate(zip(chart.rows, chart.cells, strict=False), start=1):
            y = _ROW * (down + 0.5)
            put(painter, shown(row), (_PAD, y), _LETTERS, _INK, role="chart-strong", align=_LEFT)
            for number, cell in enumerate(cells):
                at = first + width * (number + 0.5), y
                put(painter, shown(cell), at, _LETTERS, _INK, role="chart")
        painter.setPen(pen(_PALE, 0.2, cap=Qt.PenCapStyle.FlatCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        high = _ROW * (len(chart.rows) + 1)
        painter.drawRect(QRectF(0, 0, whole, high))
        for down in range(1, len(chart.rows) + 1):
            painter.drawLine(QLineF(0, down * _ROW, whole, down * _ROW))
        if chart.cite:
            put(painter, shown(_cited(chart)), (0, high + _ROW / 2), _SMALL, _PALE,
                role="chart", align=_LEFT)  # fmt: skip


def chart_png(chart: ChartLook) -> bytes:
    """The chart as a PNG."""
    ensure_gui_app()
    size = chart_size(chart)
    image = QImage(
        int((size.width() + 8) * _FINE), int((size.height() + 8) * _FINE),
        QImage.Format.Format_RGB32,
    )  # fmt: skip
    image.fill(Qt.GlobalColor.white)
    with painting(image) as painter:
        painter.scale(_FINE, _FINE)
        painter.translate(4, 4)
        paint_chart(painter, chart)
    return png_bytes(image)


def _cited(chart: ChartLook) -> str:
    """Its rule, and whether the chart is ours."""
    return say("{cite!s}, rebuilt", cite=chart.cite) if chart.reconstruction else chart.cite


def _widths(chart: ChartLook) -> tuple[float, float]:
    """Of the column of names, and of every other."""
    first = max(_wide(one, _LETTERS) for one in (chart.corner, *chart.rows, "0"))
    others = [*chart.columns, *(cell for row in chart.cells for cell in row), "00"]
    return first + 2 * _PAD, max(_wide(one, _LETTERS) for one in others) + 2 * _PAD


def _wide(text: str, size: float) -> float:
    return text_width(shown(text), "chart-strong", size)
