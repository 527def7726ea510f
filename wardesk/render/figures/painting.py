"""Figures drawn by a painter: the same plots in the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from wardesk.render.figures.figure import (
    Area,
    Figure,
    FigureBox,
    FigureLine,
    FigureWords,
    Ink,
    Mark,
)
from wardesk.render.lettering import put, text_width
from wardesk.render.shapes import saved
from wardesk.words import Text, shown

Colours = Callable[[Ink], QColor]
"""The colour of a token in the theme of the window; ``#rrggbb`` is itself."""

_ALIGN = {"left": -1.0, "middle": 0.0, "right": 1.0}


def measure(words: str, size: float, strong: bool) -> float:
    """How wide *words* are in px."""
    return text_width(_said(words), _role(strong=strong), size)


def paint_figure(
    painter: QPainter, figure: Figure, colours: Colours, at: QPointF | None = None
) -> None:
    """Draw *figure* with its upper left corner at *at*."""
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(at or QPointF())
        for mark in figure.marks:
            _draw(painter, mark, colours)


def tip_at(figure: Figure, point: QPointF) -> str:
    """What is told of the box whose column lies under *point*; empty beside all of them."""
    for mark in figure.marks:
        if isinstance(mark, FigureBox) and mark.tip and mark.x <= point.x() < mark.x + mark.width:
            return _said(mark.tip)
    return ""


def _draw(painter: QPainter, mark: Mark, colours: Colours) -> None:
    match mark:
        case FigureLine():
            pen = QPen(colours(mark.ink), mark.width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if mark.dashes:
                pen.setDashPattern([length / mark.width for length in mark.dashes])
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF([QPointF(*point) for point in mark.points]))
        case Area():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_faded(colours(mark.ink), mark.opacity))
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in mark.points]))
        case FigureBox():
            _box(painter, mark, colours)
        case FigureWords():
            ink, align = colours(mark.ink).name(), _ALIGN[mark.align]
            role = _role(strong=mark.strong)
            put(painter, _said(mark.text), (mark.x, mark.y), mark.size, ink, role=role, align=align)


def _box(painter: QPainter, box: FigureBox, colours: Colours) -> None:
    colour = _faded(colours(box.ink), box.opacity)
    if box.hollow:
        painter.setPen(QPen(colour, 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(box.x, box.y, box.width, box.height), box.radius, box.radius)


def _faded(colour: QColor, opacity: float) -> QColor:
    found = QColor(colour)
    found.setAlphaF(opacity)
    return found


def _said(words: str) -> str:
    """A sentence or a number in the language in force; a name as it is."""
    name = not isinstance(words, Text) and any(map(str.isalpha, words))
    return words if name else shown(words)


def _role(*, strong: bool) -> str:
    return "chart-strong" if strong else "chart"
