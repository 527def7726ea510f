"""The title of a map without reading the map: for lists of files."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk.documents.files.untrusted import open_regular
from wardesk.errors import UserError
from wardesk.words import readied

PART = "manifest.json"
MOST_BYTES = 1 << 20
"""A longer manifest is none; a hostile file must not fill the memory of a list."""


class _Head(Struct):
    title: str = ""
    id: str = ""


def map_id(path: Path) -> str:
    """The id of the map in a file or folder, which a copy of it keeps; "" if it cannot be told."""
    return _head(path).id


def map_title(path: Path) -> str:
    """What the map in a file or folder calls itself; its file name if that cannot be told."""
    head = _head(path)
    words = " ".join("".join(c if c.isprintable() else " " for c in head.title).split())
    return words[:120] or path.stem


def _head(path: Path) -> _Head:
    try:
        return msgspec.json.decode(_manifest(path), type=readied(_Head))
    except (OSError, UserError, zipfile.BadZipFile, zlib.error, KeyError, ValueError,
            NotImplementedError, RuntimeError):  # fmt: skip
        return _Head()


def _manifest(path: Path) -> bytes:
    """The part's bytes. OSError, BadZipFile or KeyError if there is none to be read."""
    if path.is_dir():
        with open_regular(path / PART) as file:
            return file.read(MOST_BYTES)
    with open_regular(path) as file, zipfile.ZipFile(file) as whole, whole.open(PART) as part:
        return part.read(MOST_BYTES)
