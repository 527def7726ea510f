"""Pictures of others are judged by their heads before anybody unpacks them."""

from __future__ import annotations

import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from wardesk.errors import DamagedFile
from wardesk.render.repaint import repainted


def grey(wide, tall):
    """A PNG of one shade, one bit for each pixel."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", wide, tall, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((1 + -(-wide // 8)) * tall))
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_board_of_half_a_gigabyte_is_refused_with_its_size():
    with pytest.raises(DamagedFile, match=r"14,000 × 14,000 pixels; .* 120 million"):
        repainted(grey(14_000, 14_000), 4000)


def test_a_large_photograph_is_read_small():
    image = QImage(6000, 4000, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG")  # type: ignore[call-overload]
    data, size = repainted(bytes(buffer.data().data()), 400)
    assert size == (6000, 4000)
    assert QImage.fromData(data).width() == 400
