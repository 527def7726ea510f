"""Pictures on counters: decoded small, once, and never trusted."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPainterPath

from wardesk.documents.files.pictures import find_picture
from wardesk.render.kept import kept

_EDGE = 320
"""Pixels that a picture is kept with in memory: the largest counter on a screen."""


def counter_picture(name: str) -> QImage | None:
    """The picture called *name*, at most `_EDGE` wide or tall; None when it cannot be drawn."""
    place = find_picture(name) if name else None
    return _decoded(str(place)) if place is not None else None


@kept(256)
def _decoded(file: str) -> QImage | None:
    reader = QImageReader(file)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid():
        return None
    room = QSize(_EDGE, _EDGE)
    drawing = file.endswith(".svg")  # is as sharp as it is large
    if drawing or size.width() > _EDGE or size.height() > _EDGE:
        reader.setScaledSize(size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


def paint_picture(painter: QPainter, image: QImage, box: QRectF) -> None:
    """The whole picture in the middle of *box*, as large as fits."""
    size = image.size().toSizeF().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF(0, 0, size.width(), size.height())
    place.moveCenter(box.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image)


def paint_printed(painter: QPainter, image: QImage, body: QPainterPath) -> None:
    """A picture that is one side of a counter: it fills *body*, of which nothing else is seen.

    What is nearly as wide as high is filled to the edge; anything else is seen whole.
    """
    box = body.boundingRect()
    size = image.size().toSizeF()
    nearly = 0.8 <= size.width() / max(size.height(), 1) <= 1.25
    way = (
        Qt.AspectRatioMode.KeepAspectRatioByExpanding
        if nearly
        else Qt.AspectRatioMode.KeepAspectRatio
    )
    shown = size.scaled(box.size(), way)
    place = QRectF(0, 0, shown.width(), shown.height())
    place.moveCenter(box.center())
    painter.save()
    painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image)
    painter.restore()
