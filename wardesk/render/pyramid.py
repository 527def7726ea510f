"""A large picture in halved sizes, so that painting it costs what is seen and no more.

Safe in any thread: nothing here touches a widget.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QTransform

from wardesk.errors import UserError
from wardesk.words import say

_MEGABYTES = 1024
"""Room for one decoded picture; twice what Qt allows by itself, enough for 200 million pixels."""
_LEAST = 256
"""Edge in pixels below which halving again saves nothing."""
_STRIP = 64
"""Rows that are halved at a time."""
_ADVICE = say("Open it in a picture editor and save it as PNG or JPEG.")


@dataclass(frozen=True)
class Pyramid:
    """*levels* from the finest; each shows the whole picture of *size* pixels."""

    size: tuple[int, int]
    levels: tuple[QImage, ...]

    def level(self, scale: float) -> QImage:
        """The coarsest level that still has a pixel of its own for every pixel on the screen.

        *scale* is device pixels per pixel of the picture.
        """
        fine = [one for one in self.levels if one.width() >= self.size[0] * scale * 0.99]
        return fine[-1] if fine else self.levels[0]

    def paint(self, painter: QPainter, to_device: QTransform, seen: QRectF) -> None:
        """Paint what lies in *seen* (device px); *to_device* takes pixels of the picture there."""
        back, sound = to_device.inverted()
        if not sound:
            return
        whole = QRectF(0, 0, *self.size)
        part = back.mapRect(seen).intersected(whole)
        if part.isEmpty():
            return
        scale = max(abs(to_device.m11()) + abs(to_device.m12()), 1e-9)
        image = self.level(scale)
        shrunk = image.width() / self.size[0], image.height() / self.size[1]
        # whole pixels of the level, so that neighbouring parts meet without a seam
        source = QRectF(
            part.x() * shrunk[0], part.y() * shrunk[1],
            part.width() * shrunk[0], part.height() * shrunk[1],
        ).toAlignedRect().intersected(image.rect())  # fmt: skip
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < 4)
        painter.setTransform(to_device, True)
        target = QRectF(
            source.x() / shrunk[0], source.y() / shrunk[1],
            source.width() / shrunk[0], source.height() / shrunk[1],
        )  # fmt: skip
        painter.drawImage(target, image, QRectF(source))
        painter.restore()


def sketch(data: bytes, size: tuple[int, int], edge: int = 1200) -> Pyramid:
    """A coarse version at once: a JPEG is decoded small, which takes a fraction of the time."""
    return Pyramid(size, (_decoded(data, QSize(*size).scaled(edge, edge, _KEEP)),))


def pyramid(data: bytes, size: tuple[int, int]) -> Pyramid:
    """The whole picture. UserError if it cannot be decoded."""
    levels = [_decoded(data, None)]
    while max(levels[-1].width(), levels[-1].height()) > _LEAST * 2:
        levels.append(_halved(levels[-1]))
    return Pyramid(size, tuple(levels))


def _halved(image: QImage) -> QImage:
    """Half as wide and as high, in strips: one call for all would stop every other thread."""
    half = QImage(max(1, image.width() // 2), max(1, image.height() // 2), image.format())
    painter = QPainter(half)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for top in range(0, half.height(), _STRIP):
        high = min(_STRIP, half.height() - top)
        strip = image.copy(0, 2 * top, image.width(), min(2 * high, image.height() - 2 * top))
        small = strip.scaled(half.width(), high, Qt.AspectRatioMode.IgnoreAspectRatio, _SMOOTH)
        painter.drawImage(0, top, small)
    painter.end()
    return half


_SMOOTH = Qt.TransformationMode.SmoothTransformation
_KEEP = Qt.AspectRatioMode.KeepAspectRatio


def _decoded(data: bytes, size: QSize | None) -> QImage:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    QImageReader.setAllocationLimit(_MEGABYTES)
    reader = QImageReader(buffer)
    if size is not None:
        reader.setScaledSize(size)
    image = reader.read()
    if image.isNull():
        raise UserError(
            say(
                "WarDesk cannot show the picture: {errorstring!s}.",
                errorstring=reader.errorString(),
            ),
            _ADVICE,
        )
    plain = QImage.Format.Format_ARGB32_Premultiplied
    solid = QImage.Format.Format_RGB32
    return image.convertToFormat(plain if image.hasAlphaChannel() else solid)
