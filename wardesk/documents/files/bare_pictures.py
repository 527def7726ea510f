"""Pictures without what cameras and programs write beside the pixels: names, places, times.

A scan that somebody puts under a map goes wherever the map goes. What is left are the pixels as
they were, byte by byte, with colours and resolution; of a JPEG also which way up it was held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

_PNG = b"\x89PNG\r\n\x1a\n"
_SAID_IN_PNG = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME")
_SAID_IN_JPEG = (0xE1, 0xED, 0xFE)
"""EXIF and XMP, IPTC, comments."""
_SAID_IN_WEBP = (b"EXIF", b"XMP ")
_EXIF = b"Exif\0\0"
_ORIENTATION = 0x0112


def bare(data: bytes) -> bytes:
    """A PNG, JPEG or WebP without words about it; anything else as it is."""
    if data.startswith(_PNG):
        return data[:8] + b"".join(_png_chunks(data))
    if data.startswith(b"\xff\xd8\xff"):
        return b"".join(_jpeg_parts(data))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        body = b"WEBP" + b"".join(_webp_chunks(data))
        return b"RIFF" + len(body).to_bytes(4, "little") + body
    return data


def _png_chunks(data: bytes) -> Iterator[bytes]:
    at = 8
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        if kind not in _SAID_IN_PNG:
            yield data[at:end]
        if kind == b"IEND":
            return  # some programs write on behind the end
        at = end


def _jpeg_parts(data: bytes) -> Iterator[bytes]:
    yield data[:2]
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        if data[at + 1] == 0xFF:  # filling
            at += 1
            continue
        end = at + 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
        part = data[at:end]
        if data[at + 1] not in _SAID_IN_JPEG:
            yield part
        elif part[4:10] == _EXIF and (turn := _turn(part[10:])):
            yield b"\xff\xe1" + (len(turn) + 8).to_bytes(2, "big") + _EXIF + turn
        at = end
    yield data[at:]  # the pixels


def _webp_chunks(data: bytes) -> Iterator[bytes]:
    at = 12
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + size + size % 2
        kind, chunk = data[at : at + 4], data[at:end]
        if kind == b"VP8X" and size:
            yield chunk[:8] + bytes([chunk[8] & ~0x0C]) + chunk[9:]  # neither EXIF nor XMP
        elif kind not in _SAID_IN_WEBP:
            yield chunk
        at = end


def _turn(exif: bytes) -> bytes:
    """EXIF that says no more than which way up the picture is; empty if that needs no word."""
    order: Literal["little", "big"] = "little" if exif[:2] == b"II" else "big"

    def number(at: int, size: int) -> int:
        return int.from_bytes(exif[at : at + size], order)

    first = number(4, 4)
    for at in range(first + 2, first + 2 + 12 * min(number(first, 2), 200), 12):
        if number(at, 2) == _ORIENTATION and 2 <= (turn := number(at + 8, 2)) <= 8:
            entry = b"\x12\x01\x03\0\x01\0\0\0" + bytes([turn, 0, 0, 0])
            return b"II*\0\x08\0\0\0\x01\0" + entry + b"\0\0\0\0"
    return b""
