"""A PNG painted and packed band by band, so that a large map never stands whole in memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import IO

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.errors import Progress, UserError, report
from wardesk.render.shapes import painting

_BAND_PIXELS = 3_000_000
_ROWS = 32
"""How many rows are packed at a time."""
_LEVEL = 1
"""How hard it is packed: the fibre of the paper leaves little to find, harder work saves 2 %."""
MAGIC = b"\x89PNG\r\n\x1a\n"

Rows = npt.NDArray[np.uint8]
"""Height × width × 3."""


def png_in_bands(
    stream: IO[bytes],
    size: tuple[int, int],
    dots_per_metre: int,
    ground: QColor,
    paint: Callable[[QPainter, int], None],
    progress: Progress | None = None,
) -> None:
    """Write to *stream* a picture of *size* pixels.

    ``paint(painter, top)`` paints the band that begins at row *top*.
    Cancelled if *progress* wants no more of it.
    """
    width, height = size
    deep = max(16, min(height, _BAND_PIXELS // width))
    packer = zlib.compressobj(_LEVEL)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    dots = struct.pack(">IIB", dots_per_metre, dots_per_metre, 1)
    stream.write(MAGIC + _chunk(b"IHDR", head) + _chunk(b"pHYs", dots))
    above = np.zeros((1, width, 3), np.uint8)
    for top in range(0, height, deep):
        report(progress, top, height)
        for rows in _band(width, min(deep, height - top), ground, top, paint):
            if part := packer.compress(_filtered(rows, above)):
                stream.write(_chunk(b"IDAT", part))
            above = rows[-1:].copy()  # not all rows for the sake of the last one
    stream.write(_chunk(b"IDAT", packer.flush()) + _chunk(b"IEND", b""))
    report(progress, height, height)


def _band(
    width: int, height: int, ground: QColor, top: int, paint: Callable[[QPainter, int], None]
) -> Iterator[Rows]:
    """The rows of a band, some at a time: packing takes several times the room of what it packs."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise UserError("There is not enough memory for so large a picture.")
    image.fill(ground)
    with painting(image) as painter:
        paint(painter, top)
    words = np.frombuffer(image.constBits(), np.uint32).reshape(height, width)
    for first in range(0, height, _ROWS):
        some = words[first : first + _ROWS]
        yield np.stack([(some >> shift).astype(np.uint8) for shift in (16, 8, 0)], axis=2)


def _filtered(rows: Rows, above: Rows) -> bytes:
    """Every row as what differs from its left, or from the row above, whatever is less."""
    height, width, _ = rows.shape
    found = np.empty((height, 1 + width * 3), np.uint8)
    left, up = rows.copy(), rows.copy()
    left[:, 1:] -= rows[:, :-1]
    up[0] -= above[0]
    up[1:] -= rows[:-1]
    level = _weight(left) <= _weight(up)
    found[:, 0] = np.where(level, 1, 2)
    up[level] = left[level]
    found[:, 1:] = up.reshape(height, -1)
    return found.tobytes()


def _weight(rows: Rows) -> npt.NDArray[np.int64]:
    """How far the bytes of every row are from nothing, by every fourth pixel."""
    sample = rows[:, ::4].view(np.int8).astype(np.int16)
    return np.abs(sample).sum(axis=(1, 2), dtype=np.int64)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
