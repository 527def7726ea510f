"""What a drawing (an SVG) is given otherwise than a picture: text instead of outlines, layers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontInfo, QPaintEngine, QPainter, QTransform

from wardesk.render import lettering
from wardesk.render.fonts import font
from wardesk.render.lettering import cap_height, text_width


def is_drawing(painter: QPainter) -> bool:
    """Whether a painter writes a drawing in which somebody may want to change the words."""
    engine = painter.paintEngine()
    return engine is not None and engine.type() == QPaintEngine.Type.SVG


def is_raster(painter: QPainter) -> bool:
    """Whether a painter puts down pixels, and not what is made into some later."""
    engine = painter.paintEngine()
    return engine is not None and engine.type() == QPaintEngine.Type.Raster


def pixels_of(painter: QPainter) -> QTransform | None:
    """How a painter that puts down whole pixels comes to them; None for any other."""
    now = painter.worldTransform()
    straight = now.m12() == now.m21() == 0 and now.m11() == now.m22() > 0
    if not straight or not is_raster(painter) or painter.device().devicePixelRatio() != 1:
        return None
    return QTransform(now)


LAYER_MARK = "\ue0f0"
"""Stands around the name of a layer in a drawing as Qt writes it; whoever exports it makes groups
of what lies between two marks."""


@contextmanager
def drawn_layer(painter: QPainter, name: str) -> Iterator[None]:
    """What is painted inside belongs to this layer of a drawing; pictures have none."""
    if not is_drawing(painter):
        yield
        return
    _mark(painter, name)
    yield
    _mark(painter, "")


def _mark(painter: QPainter, name: str) -> None:
    painter.save()
    painter.setOpacity(1.0)
    painter.setPen(QColor("black"))  # Qt leaves text without a pen out
    painter.drawText(QPointF(), f"{LAYER_MARK}{name}{LAYER_MARK}")
    painter.restore()


def write(
    painter: QPainter, text: str, role: str, size: float, ink: QColor, *, tracking: float = 0.0
) -> None:
    """Write a line, the middle of its capitals on (0, 0)."""
    face = QFont(font(role, round(size)))
    face.setFamilies([QFontInfo(face).family()])  # readers take a list for one long name
    if tracking:
        face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, tracking * size)
    painter.setFont(face)
    painter.setPen(ink)
    left = -text_width(text, role, size, tracking) / 2
    painter.drawText(QPointF(left, cap_height(role, size) / 2), text)


def put(
    painter: QPainter,
    text: str,
    at: tuple[float, float],
    size: float,
    ink: QColor,
    *,
    role: str,
    align: float = 0.0,
    fit: float = 0.0,
    tracking: float = 0.0,
) -> None:
    """As `lettering.put`, with text in a drawing."""
    if not text:
        return
    if fit:
        size *= min(1.0, fit / max(1e-6, text_width(text, role, size, tracking)))
    if not is_drawing(painter):
        painter.fillPath(lettering.text_path(text, role, size, at, align, tracking), ink)
        return
    painter.save()
    painter.translate(at[0] - text_width(text, role, size, tracking) * align / 2, at[1])
    painter.scale(size / 100, size / 100)
    write(painter, text, role, 100.0, ink, tracking=tracking)
    painter.restore()
