"""Pictures for counters: judged by their bytes before anybody draws them, kept under their hash.

A picture may come from anybody, so size and kind are read from its head, never by decoding it.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from wardesk import paths
from wardesk.documents.files.atomic import write_atomically, write_files_atomically
from wardesk.documents.files.bare_pictures import bare
from wardesk.documents.files.drawing_gate import as_drawn
from wardesk.documents.files.drawings import PictureKind, read_drawing
from wardesk.documents.files.untrusted import open_regular
from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

LARGEST = 4 << 20
"""Bytes."""
WIDEST = 4096
"""Pixels each way."""
_NAME = re.compile(r"[0-9a-f]{32}\.(png|jpg|webp|svg)\Z")
_PNG = b"\x89PNG\r\n\x1a\n"
SMALLER = say("Use a PNG or JPEG, a WebP or a plain SVG of up to 4,096 pixels each way and 4 MB.")
COLUMNS = ("picture", "back")
"""The columns of tables of counters and cards that name the pictures of their two sides."""


def judge_picture(data: bytes, name: str) -> PictureKind:
    """Kind and size of a picture; *name* is for the message.

    DamagedFile when it is no PNG, JPEG, WebP or plain SVG, or larger than a counter could ever
    need.
    """
    if len(data) > LARGEST:
        raise DamagedFile(
            say("{name!s} has {number:.0f} MB.", name=name, number=len(data) / (1 << 20)), SMALLER
        )
    found = _png(data) or _jpeg(data) or _webp(data) or read_drawing(data, name)
    if found is None:
        text = say("{name!s} is no picture in PNG, JPEG, WebP or SVG form.", name=name)
        raise DamagedFile(text, SMALLER)
    if not (0 < found.width <= WIDEST and 0 < found.height <= WIDEST):
        raise DamagedFile(
            say(
                "{name!s} is {width!s} × {height!s} pixels large.",
                name=name,
                width=f"{found.width:,}",
                height=f"{found.height:,}",
            ),
            SMALLER,
        )
    return found


def let_in(data: bytes, name: str) -> tuple[bytes, PictureKind]:
    """A picture from outside: pixels alone, a drawing in words that our painter knows.

    Errors as `judge_picture`.

    What is kept already is only judged: it stays under the name that its bytes gave it.
    """
    kind = judge_picture(data, name)
    return (as_drawn(data, name) if kind.suffix == "svg" else bare(data)), kind


def as_far_as_drawn(data: bytes, name: str) -> bytes:
    """A picture of a pack or module that is made already: as `let_in`, else as it is.

    What was once let in must open for ever; it is shown as well as it can be.
    """
    with suppress(DamagedFile):
        return let_in(data, name)[0]
    return data


def _png(data: bytes) -> PictureKind | None:
    if not data.startswith(_PNG) or data[12:16] != b"IHDR" or len(data) < 33:
        return None
    return PictureKind("png", *struct.unpack(">II", data[16:24]))


def _jpeg(data: bytes) -> PictureKind | None:
    """Walk the segments up to the frame header."""
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return PictureKind("jpg", width, height)
        at += 2 + max(length, 2)
    return None


def _webp(data: bytes) -> PictureKind | None:
    """The three ways in which a WebP tells its size: lossy, lossless, and with more parts."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    kind = data[12:16]
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        wide, tall = struct.unpack("<HH", data[26:30])
        return PictureKind("webp", wide & 0x3FFF, tall & 0x3FFF)
    if kind == b"VP8L" and data[20] == 0x2F:
        packed = int.from_bytes(data[21:25], "little")
        return PictureKind("webp", (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
    if kind == b"VP8X":
        wide, tall = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return PictureKind("webp", wide, tall)
    return None


def keep_picture(file: Path) -> str:
    """Judge the picture in *file* and keep a copy for this person; the name to draw it by.

    The same picture gets the same name everywhere. UserError when it cannot be read or kept,
    DamagedFile as `judge_picture`.
    """
    return keep_bytes(let_in(read_picture(file), file.name)[0], file.name)


def keep_made_picture(file: Path) -> str:
    """The same of a pack that is made already (`as_far_as_drawn`)."""
    return keep_bytes(as_far_as_drawn(read_picture(file), file.name), file.name)


def read_picture(file: Path) -> bytes:
    """The bytes of *file*, never more than a picture may have. UserError or DamagedFile."""
    try:
        with open_regular(file) as stream:
            return stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise UserError(
            say("The picture {file!s} is missing.", file=file), "Choose another one."
        ) from None
    except OSError as error:
        raise UserError(
            say("{file!s} could not be read: {error}.", file=file, error=error.strerror or error)
        ) from error


def keep_bytes(data: bytes, name: str) -> str:
    """Judge and keep a picture; the name to draw it by. Errors as `keep_picture`."""
    kind = judge_picture(data, name)
    kept = _name_of(data, kind)
    goal = _folder() / kept
    if not goal.exists():
        goal.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(goal, data)
    return kept


def keep_many(found: Mapping[str, bytes]) -> dict[str, str]:
    """Keep pictures by what they are called; the names to draw them by.

    What is no picture is left out. UserError if they cannot be written.
    """
    names: dict[str, str] = {}
    fresh: dict[str, bytes] = {}
    for called, data in found.items():
        try:
            known, kind = let_in(data, called)
        except DamagedFile:
            continue
        names[called] = kept = _name_of(known, kind)
        fresh[kept] = known
    folder = _folder()
    missing = {name: data for name, data in fresh.items() if not (folder / name).exists()}
    if missing:
        write_files_atomically(folder, missing)
    return names


def find_picture(name: str) -> Path | None:
    """Where a kept picture lies; None when it is not here, or when *name* is none of ours."""
    if not _NAME.match(name):
        return None
    place = _folder() / name
    return place if place.is_file() else None


def _name_of(data: bytes, kind: PictureKind) -> str:
    return f"{hashlib.sha256(data).hexdigest()[:32]}.{kind.suffix}"


def _folder() -> Path:
    return paths.user_data() / "pictures"
