"""Small real PNG and JPEG files for tests, made by hand."""

from __future__ import annotations

import random
import struct
import zlib


def png(width=4, height=3, shade=0, noise=False):
    """A grey PNG. Sizes that no map may have only claim to be that big.

    Of *noise*, it takes as many bytes as it has pixels.
    """

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    if noise:
        grain = random.Random(shade)
        rows = b"".join(b"\0" + grain.randbytes(width) for _ in range(height))
    else:
        rows = (b"\0" + bytes([shade]) * min(width, 30_000)) * min(height, 4_000)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def jpeg(width=5, height=7):
    """The frame of a JPEG: header, size, end. No decoder would draw it; headers are all we read."""
    app = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0" + bytes(9)
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return b"\xff\xd8" + app + frame + b"\xff\xd9"
