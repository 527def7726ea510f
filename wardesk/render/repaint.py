"""Pictures of others in whatever form, made into PNG of a bounded size."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImageReader

from wardesk.documents.files.pictures import as_far_as_drawn
from wardesk.errors import DamagedFile

_MOST_PIXELS = 240_000_000
"""The largest boards of modules have so many; four bytes each while one is read."""
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
    large = size.width() * size.height() > _MOST_PIXELS
    if not size.isValid() or size.isEmpty() or large or max(size.width(), size.height()) > 40_000:
        raise DamagedFile("A picture cannot be read.", "Use PNG, JPEG, GIF or SVG.")
    scaled = max(size.width(), size.height()) > most
    good = not scaled and len(data) <= _KEPT_AS_IT_IS and reader.format() == b"png"
    if scaled:
        room = QSize(most, most)
        reader.setScaledSize(size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    QImageReader.setAllocationLimit(max(QImageReader.allocationLimit(), _MOST_PIXELS * 4 >> 20))
    image = reader.read()
    if image.isNull():
        raise DamagedFile("A picture cannot be read.", "Use PNG, JPEG, GIF or SVG.")
    if good:
        return data, (size.width(), size.height())
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(made, "PNG", 60)  # type: ignore[call-overload]
    return bytes(made.data().data()), (size.width(), size.height())
