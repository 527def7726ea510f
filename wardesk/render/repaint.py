"""Pictures of others in whatever form, made into PNG of a bounded size."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImageReader

from wardesk.documents.files.pictures import as_far_as_drawn
from wardesk.errors import DamagedFile
from wardesk.words import say

MOST_PIXELS = 120_000_000
"""A board of a metre at 300 dots to the inch has so many; five bytes each while one is read."""
MOST_OF_JPEG = 240_000_000
"""Of what is read small at once, so that it never lies in memory whole."""
_WIDEST = 40_000
_KEPT_AS_IT_IS = 512 << 10
"""Bytes: a PNG of up to so many that needs no scaling is not written anew once it could be read."""


def repainted(data: bytes, most: int) -> tuple[bytes, tuple[int, int]]:
    """A picture of any kind that Qt reads as PNG, at most *most* pixels each way, and its size.

    DamagedFile for what is no picture, or would not fit into memory. Safe in any thread.
    """
    data = as_far_as_drawn(data, "")
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        raise DamagedFile("A picture cannot be read.", "Use PNG, JPEG, GIF or SVG.")
    _judge_size(size, MOST_OF_JPEG if reader.format() == b"jpeg" else MOST_PIXELS)
    scaled = max(size.width(), size.height()) > most
    good = not scaled and len(data) <= _KEPT_AS_IT_IS and reader.format() == b"png"
    if scaled:
        room = QSize(most, most)
        reader.setScaledSize(size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    QImageReader.setAllocationLimit(max(QImageReader.allocationLimit(), MOST_PIXELS * 4 >> 20))
    image = reader.read()
    if image.isNull():
        raise DamagedFile("A picture cannot be read.", "Use PNG, JPEG, GIF or SVG.")
    if good:
        return data, (size.width(), size.height())
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(made, "PNG", 60)  # type: ignore[call-overload]
    return bytes(made.data().data()), (size.width(), size.height())


def _judge_size(size: QSize, most: int) -> None:
    if size.width() * size.height() > most or max(size.width(), size.height()) > _WIDEST:
        raise DamagedFile(
            say(
                "A picture has {width!s} × {height!s} pixels; {widest!s} a side and {most!s} "
                "million in all are the most.",
                width=f"{size.width():,}",
                height=f"{size.height():,}",
                widest=f"{_WIDEST:,}",
                most=most // 1_000_000,
            ),
            "Save it as JPEG, or with fewer pixels.",
        )
