"""Pictures as files: JPEG and PNG in memory, and on the disk."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from wardesk.documents.files.atomic import not_written, write_atomically
from wardesk.errors import BugError, UserError
from wardesk.words import say

_PACKED = 75
"""How hard PNG files are packed: three times as quick as usual for a twentieth more bytes."""
_LOOSE = 90
"""The same for what is wanted at once and thrown away some day."""


def jpeg_bytes(image: QImage, quality: int = 82) -> bytes:
    """A picture as a JPEG in memory, for a file that holds its pictures; BugError if it cannot."""
    return _encoded(image, "JPG", quality)


def png_bytes(image: QImage, *, loose: bool = False) -> bytes:
    """A picture as a PNG in memory; BugError if it cannot be written.

    *loose* takes a third of the time, and nearly twice the room.
    """
    return _encoded(image, "PNG", _LOOSE if loose else _PACKED)


def write_png(image: QImage, file: Path) -> None:
    """Save a picture whole or not at all.

    UserError if the place cannot be written, or if its name is that of another kind of file.
    """
    if file.suffix.lower() not in ("", ".png"):
        raise UserError(
            say("{file!s} is no name for a PNG picture.", file=file.name), "Let it end in .png."
        )
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
    write_atomically(file, png_bytes(image))


def _encoded(image: QImage, form: str, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    if not image.save(buffer, form, quality):  # pyright: ignore[reportCallIssue, reportArgumentType]
        raise BugError(f"Qt cannot write a {form} here")
    return bytes(buffer.data().data())
