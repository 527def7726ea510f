"""Pictures for underlays: what a PNG or JPEG says of itself, checked without decoding a pixel."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path

from msgspec import Struct

from wardesk.documents.container import DEFAULT_LIMITS
from wardesk.documents.untrusted import open_regular
from wardesk.drawing.underlays import good_size, image_part_name
from wardesk.errors import DamagedFile, UserError

MOST_BYTES = DEFAULT_LIMITS.part_bytes
_PNG = b"\x89PNG\r\n\x1a\n"
_ADVICE = "Open it in a picture editor and save it as PNG or JPEG."
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
            raise UserError(f"There is no picture at {path}.", "Check the path.")
        with open_regular(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(f"{path} could not be read: {error.strerror or error}.") from error
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
        raise UserError(f"{name} is neither PNG nor JPEG.", _ADVICE)
    try:
        good_size(size)
    except UserError as error:
        raise UserError(f"{name}: {error.message}", error.advice) from error
    digest = hashlib.sha256(data).hexdigest()
    return ImagePart(image_part_name(digest, suffix), size)


def _require_small(data: bytes, name: str) -> None:
    if len(data) > MOST_BYTES:
        text = f"{name} is larger than {MOST_BYTES >> 20} MB."
        raise UserError(text, "Save it as JPEG, or with fewer pixels.")


def _png_size(data: bytes, name: str) -> tuple[int, int]:
    """Width and height; every chunk must be whole, the last one the end."""
    head = data[8:33]
    sound = head[:8] == b"\x00\x00\x00\rIHDR"
    if not sound or zlib.crc32(head[4:21]) != int.from_bytes(head[21:25], "big"):
        raise DamagedFile(f"{name} is a damaged PNG: its header is wrong.", _ADVICE)
    at = 33
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        at += 12 + length
        if kind == b"IEND" and at <= len(data):
            return int.from_bytes(head[8:12], "big"), int.from_bytes(head[12:16], "big")
    raise DamagedFile(f"{name} is a PNG that is cut short.", _ADVICE)


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
            high, wide = (int.from_bytes(data[at + i : at + i + 2], "big") for i in (5, 7))
            return wide, high
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    raise DamagedFile(f"{name} is a damaged JPEG, or one that is cut short.", _ADVICE)
