"""Printed tables with the current case lit, and bars of exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from wardesk.model.look import ChartLook, OddsLine
from wardesk.render.app import ensure_gui_app
from wardesk.render.lettering import put, rounded, text_width
from wardesk.render.shapes import pen
from wardesk.render.theme import table_theme

ROW = 1.9
"""Height of a chart row in letter sizes."""


def chart_size(chart: ChartLook, size: float) -> tuple[float, float]:
    """Width and height that a chart wants with letters of *size*."""
    first, rest = _columns(chart, size)
    wide = max(first + sum(rest), text_width(chart.title, "chart-strong", size * 1.15))
    high = size * (ROW * (len(chart.rows) + 1) + 2.6)
    return wide + size * 1.6, high + size * (2.4 if chart.cite or chart.reconstruction else 0.8)


def _columns(chart: ChartLook, size: float) -> tuple[float, list[float]]:
    """Width of the row heads, then of every column."""
    first = max(text_width(text, "chart-strong", size) for text in (chart.corner, *chart.rows, " "))
    rest = [
        max(
            text_width(head, "chart-strong", size),
            *(text_width(row[i], "chart", size) for row in chart.cells if i < len(row)),
            size,
        )
        + size * 1.1
        for i, head in enumerate(chart.columns)
    ]
    return first + size * 1.1, rest


def paint_chart(painter: QPainter, chart: ChartLook, box: QRectF, size: float) -> None:
    """Draw a chart into *box* with letters of *size*; row, column and cell of the case are lit."""
    theme = table_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(rounded(box, size * 0.4), theme.colour("chart.page"))
    pad = size * 0.8
    left, top = box.left() + pad, box.top() + size * 1.2
    room = box.width() - 2 * pad
    put(
        painter,
        chart.title,
        (left, top),
        size * 1.15,
        theme.colour("chart.ink"),
        role="chart-strong",
        align=-1,
        fit=room,
    )
    first, rest = _columns(chart, size)
    stretch = room / max(first + sum(rest), 1e-6)
    edges = [left, left + first * stretch]
    for wide in rest:
        edges.append(edges[-1] + wide * stretch)
    grid = QRectF(left, top + size * 1.1, room, size * ROW * (len(chart.rows) + 1))
    _grounds(painter, chart, grid, edges, size)
    _texts(painter, chart, grid, edges, size)
    note = " · ".join(
        part for part in (chart.cite, "reconstruction" if chart.reconstruction else "") if part
    )
    put(
        painter,
        note,
        (left, grid.bottom() + size * 1.1),
        size * 0.85,
        theme.colour("chart.note"),
        role="chart",
        align=-1,
        fit=room,
    )
    painter.restore()


def _grounds(
    painter: QPainter, chart: ChartLook, grid: QRectF, edges: list[float], size: float
) -> None:
    theme, step = table_theme(), size * ROW
    painter.fillRect(
        QRectF(grid.left(), grid.top(), grid.width(), step), theme.colour("chart.head")
    )
    lit_row = 0 <= chart.row < len(chart.rows)
    lit_column = 0 <= chart.column < len(chart.columns)
    row = QRectF(grid.left(), grid.top() + step * (chart.row + 1), grid.width(), step)
    lit: QRectF | None = None
    if lit_row:
        painter.fillRect(row, theme.colour("chart.lit"))
    if lit_column:
        x, wide = edges[chart.column + 1], edges[chart.column + 2] - edges[chart.column + 1]
        column = QRectF(x, grid.top(), wide, grid.height())
        painter.fillRect(column, theme.colour("chart.lit"))
        if lit_row:
            lit = column.intersected(row)
            painter.fillRect(lit, theme.colour("chart.lit_cell"))
    painter.setPen(pen(theme.colour("chart.rule"), size * 0.07))
    for number in range(len(chart.rows) + 2):
        y = grid.top() + step * number
        painter.drawLine(QPointF(grid.left(), y), QPointF(grid.right(), y))
    for x in edges[1:-1]:
        painter.drawLine(QPointF(x, grid.top()), QPointF(x, grid.bottom()))
    if lit is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(theme.colour("chart.lit_edge"), size * 0.16))
        painter.drawRect(lit)


def _texts(
    painter: QPainter, chart: ChartLook, grid: QRectF, edges: list[float], size: float
) -> None:
    theme, step = table_theme(), size * ROW
    ink = theme.colour("chart.ink")
    rows: list[tuple[str, ...]] = [(chart.corner, *chart.columns)]
    rows += [(head, *cells) for head, cells in zip(chart.rows, chart.cells, strict=False)]
    for number, row in enumerate(rows):
        y = grid.top() + step * (number + 0.5)
        for place, text in enumerate(row[: len(edges) - 1]):
            lit = number == chart.row + 1 and place == chart.column + 1 and number and place
            role = "chart-strong" if not number or not place or lit else "chart"
            room = edges[place + 1] - edges[place] - size * 0.5
            if place:
                middle = ((edges[place] + edges[place + 1]) / 2, y)
                put(painter, text, middle, size, ink, role=role, fit=room)
            else:
                put(
                    painter,
                    text,
                    (edges[0] + size * 0.4, y),
                    size,
                    ink,
                    role=role,
                    align=-1,
                    fit=room,
                )


def paint_odds(painter: QPainter, odds: Sequence[OddsLine], box: QRectF, size: float) -> None:
    """One bar per result: label, bar, ways in all ways and per cent. Exact, not rounded first."""
    theme = table_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(rounded(box, size * 0.4), theme.colour("chart.page"))
    pad, ink = size * 0.8, theme.colour("chart.ink")
    heads = max((text_width(one.label, "chart", size) for one in odds), default=0.0)
    heads = min(heads, box.width() * 0.42)
    tails = size * 6.4
    start = box.left() + pad + heads + size * 0.7
    room = max(size, box.right() - pad - tails - start)
    for number, one in enumerate(odds):
        y = box.top() + pad + size * ROW * (number + 0.5)
        share = one.ways / one.of if one.of else 0.0
        put(
            painter, one.label, (start - size * 0.7, y), size, ink, role="chart", align=1, fit=heads
        )
        track = QRectF(start, y - size * 0.55, room, size * 1.1)
        painter.fillPath(rounded(track, size * 0.2), theme.colour("chart.track"))
        if share > 0:
            bar = QRectF(
                track.left(), track.top(), max(track.width() * share, size * 0.25), track.height()
            )
            painter.fillPath(rounded(bar, size * 0.2), theme.colour(f"chart.{one.tone}"))
        words = f"{one.ways}/{one.of}   {share:.1%}"
        put(
            painter,
            words,
            (box.right() - pad, y),
            size,
            ink,
            role="chart-strong",
            align=1,
            fit=tails - size * 0.4,
        )
    painter.restore()


def odds_height(odds: Sequence[OddsLine], size: float) -> float:
    """Height that `paint_odds` wants."""
    return size * (ROW * len(odds) + 1.6)


def chart_image(
    chart: ChartLook, odds: Sequence[OddsLine] = (), size: float = 15.0, ratio: float = 2.0
) -> QImage:
    """A chart, and the odds below it, as a picture; *size* of letters in logical pixels."""
    ensure_gui_app()
    wide, high = chart_size(chart, size)
    wide = max(wide, size * 26) if odds else wide
    more = odds_height(odds, size) if odds else 0.0
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(round(wide * ratio), round((high + more) * ratio), form)
    image.fill(table_theme().colour("chart.page"))
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    paint_chart(painter, chart, QRectF(0, 0, wide, high), size)
    if odds:
        paint_odds(painter, odds, QRectF(0, high, wide, more), size)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
