"""Pictures for underlays: what a PNG or JPEG says of itself, checked without painting a pixel.

Of a PNG the packed pixels are unpacked and counted too, a piece at a time.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from wardesk.documents.files.container import DEFAULT_LIMITS
from wardesk.documents.files.untrusted import open_regular
from wardesk.drawing.underlays import good_size, image_part_name
from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

MOST_BYTES = DEFAULT_LIMITS.part_bytes
_PNG = b"\x89PNG\r\n\x1a\n"
_ADVICE = say("Open it in a picture editor and save it as PNG or JPEG.")
_PIECE = 1 << 20
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Of each kind of colour that a PNG may have."""
_ADAM7 = (
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8),
    (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
)  # fmt: skip
"""The seven passes of an interlaced PNG: first column and row, and the steps."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that tell the size."""


class ImagePart(Struct, frozen=True):
    """A picture that can be put into a map: its part, and its size in pixels."""

    part: str
    size: tuple[int, int]


def read_image(path: Path) -> bytes:
    """The bytes of a picture file. UserError if it cannot be read or is too large."""
    try:
        if not path.is_file():
            raise UserError(say("There is no picture at {path!s}.", path=path), "Check the path.")
        with open_regular(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(
            say("{path!s} could not be read: {error}.", path=path, error=error.strerror or error)
        ) from error
    _require_small(data, str(path))
    return data


def image_part(data: bytes, name: str) -> ImagePart:
    """The part for these bytes. *name* serves the messages.

    UserError for what is no PNG or JPEG or has too many pixels, DamagedFile for one cut short.
    """
    _require_small(data, name)
    if data.startswith(_PNG):
        suffix, size = "png", _png_size(data, name)
    elif data.startswith(b"\xff\xd8\xff"):
        suffix, size = "jpg", _jpeg_size(data, name)
    else:
        raise UserError(say("{name!s} is neither PNG nor JPEG.", name=name), _ADVICE)
    try:
        good_size(size)
    except UserError as error:
        raise UserError(
            say("{name}: {message}", name=name, message=error.message), error.advice
        ) from error
    if suffix == "png":
        _check_pixels(data, name)
    digest = hashlib.sha256(data).hexdigest()
    return ImagePart(image_part_name(digest, suffix), size)


def _require_small(data: bytes, name: str) -> None:
    if len(data) > MOST_BYTES:
        text = say(
            "{name!s} is larger than {most_bytes!s} MB.", name=name, most_bytes=MOST_BYTES >> 20
        )
        raise UserError(text, "Save it as JPEG, or with fewer pixels.")


def _png_size(data: bytes, name: str) -> tuple[int, int]:
    """Width and height; every chunk must be whole, the last one the end."""
    head = data[8:33]
    sound = head[:8] == b"\x00\x00\x00\rIHDR"
    if not sound or zlib.crc32(head[4:21]) != int.from_bytes(head[21:25], "big"):
        raise DamagedFile(
            say("{name!s} is a damaged PNG: its header is wrong.", name=name), _ADVICE
        )
    for kind, _ in _chunks(data):
        if kind == b"IEND":
            return int.from_bytes(head[8:12], "big"), int.from_bytes(head[12:16], "big")
    raise DamagedFile(say("{name!s} is a PNG that is cut short.", name=name), _ADVICE)


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Kind, and kind with content and checksum, of every whole chunk behind the header."""
    view, at = memoryview(data), 33
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body = view[at + 4 : at + 12 + length]
        if len(body) < length + 8:
            return
        yield bytes(body[:4]), body
        at += 12 + length


def _check_pixels(data: bytes, name: str) -> None:
    """DamagedFile unless the packed pixels are as many as the header says."""
    stream, found = zlib.decompressobj(), 0
    most = _raw_bytes(data)
    try:
        for kind, body in _chunks(data):
            if kind != b"IDAT":
                continue
            if zlib.crc32(body[:-4]) != int.from_bytes(body[-4:], "big"):
                raise zlib.error("checksum")
            rest: bytes | memoryview = body[4:-4]
            while rest and not stream.eof and found <= most:
                found += len(stream.decompress(rest, _PIECE))
                rest = stream.unconsumed_tail
    except zlib.error as error:
        raise DamagedFile(
            say("{name!s} is a damaged PNG: its pixels are.", name=name), _ADVICE
        ) from error
    if not stream.eof or found != most:
        raise DamagedFile(say("{name!s} is a damaged PNG: its pixels are.", name=name), _ADVICE)


def _raw_bytes(data: bytes) -> int:
    """How many bytes the pixels of a PNG unpack to; -1 when the header is of no known kind."""
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    depth, colour, interlaced = data[24], data[25], data[28]
    if colour not in _CHANNELS or depth not in (1, 2, 4, 8, 16) or interlaced > 1:
        return -1
    found = 0
    for left, top, across, down in _ADAM7 if interlaced else ((0, 0, 1, 1),):
        columns, rows = -((left - width) // across), -((top - height) // down)
        if columns > 0 and rows > 0:
            found += rows * (1 + (columns * _CHANNELS[colour] * depth + 7) // 8)
    return found


def _jpeg_size(data: bytes, name: str) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        if marker in _FRAMES:
            if data.rfind(b"\xff\xd9") < at:
                break
            height, width = (int.from_bytes(data[at + i : at + i + 2], "big") for i in (5, 7))
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    raise DamagedFile(
        say("{name!s} is a damaged JPEG, or one that is cut short.", name=name), _ADVICE
    )
