"""A PNG painted and packed band by band, so that a large map never stands whole in memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.errors import Progress, UserError, report

_BAND_PIXELS = 3_000_000
_LEVEL = 4
"""How hard it is packed: half the time of the usual for a twentieth more bytes."""
MAGIC = b"\x89PNG\r\n\x1a\n"

Rows = npt.NDArray[np.uint8]
"""Height × width × 3."""


def png_in_bands(
    size: tuple[int, int],
    dots_per_metre: int,
    ground: QColor,
    paint: Callable[[QPainter, int], None],
    progress: Progress | None = None,
) -> bytes:
    """A picture of *size* pixels. ``paint(painter, top)`` paints the band that begins at row *top*.

    Cancelled if *progress* wants no more of it.
    """
    width, height = size
    deep = max(16, min(height, _BAND_PIXELS // width))
    packer = zlib.compressobj(_LEVEL)
    body: list[bytes] = []
    above = np.zeros((1, width, 3), np.uint8)
    for top in range(0, height, deep):
        report(progress, top, height)
        rows = _band(width, min(deep, height - top), ground, top, paint)
        body.append(packer.compress(_filtered(rows, above)))
        above = rows[-1:]
    body.append(packer.flush())
    report(progress, height, height)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    dots = struct.pack(">IIB", dots_per_metre, dots_per_metre, 1)
    found = bytearray(MAGIC + _chunk(b"IHDR", head) + _chunk(b"pHYs", dots))
    for number, part in enumerate(body):
        if part:
            found += _chunk(b"IDAT", part)
            body[number] = b""  # a large picture need not be in memory twice
    found += _chunk(b"IEND", b"")
    return bytes(found)


def _band(
    width: int, height: int, ground: QColor, top: int, paint: Callable[[QPainter, int], None]
) -> Rows:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise UserError("There is not enough memory for so large a picture.")
    image.fill(ground)
    painter = QPainter(image)
    paint(painter, top)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, width, 4)
    return np.ascontiguousarray(pixels[:, :, 2::-1])


def _filtered(rows: Rows, above: Rows) -> bytes:
    """Every row as what differs from its left, or from the row above, whatever is less."""
    height, width, _ = rows.shape
    found = np.empty((height, 1 + width * 3), np.uint8)
    for number, row in enumerate(rows):
        left = row.copy()
        left[1:] -= row[:-1]
        up = row - (rows[number - 1] if number else above[0])
        less = int(np.abs(left.view(np.int8)[::4].astype(np.int16)).sum()) <= int(
            np.abs(up.view(np.int8)[::4].astype(np.int16)).sum()
        )
        found[number, 0] = 1 if less else 2
        found[number, 1:] = (left if less else up).reshape(-1)
    return found.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
