"""Pictures of a map that is being edited, kept beside its journal, each once.

A journal names pictures and does not hold them; this hidden folder does. It is there as long as the
journal is.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from wardesk.documents.files.atomic import not_written, sync_folder, write_atomically
from wardesk.documents.files.images import MOST_BYTES
from wardesk.drawing.underlays import image_part_name, is_image_part


def images_path(path: Path) -> Path:
    """Where the pictures of the map at *path* lie while it is edited: hidden, beside it."""
    return path.with_name(f".{path.name}.images")


def keep_image(path: Path, part: str, data: bytes) -> None:
    """Put one picture on the disk, if it is not there yet. UserError if it cannot be."""
    folder = images_path(path)
    place = folder / part.rpartition("/")[2]
    if place.is_file() and place.stat().st_size == len(data):
        return
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise not_written(folder, error) from error
    write_atomically(place, data)
    sync_folder(path.parent)


def kept_images(path: Path, parts: Iterable[str]) -> dict[str, bytes]:
    """Those of the named pictures that are there and whole; each must be what its name says."""
    found: dict[str, bytes] = {}
    for part in parts:
        place = images_path(path) / part.rpartition("/")[2]
        if not is_image_part(part) or not place.is_file() or place.stat().st_size > MOST_BYTES:
            continue
        with contextlib.suppress(OSError):  # one that cannot be read is told as missing
            data = place.read_bytes()
            suffix = part.rpartition(".")[2]
            if image_part_name(hashlib.sha256(data).hexdigest(), suffix) == part:
                found[part] = data
    return found


def forget_images(path: Path) -> None:
    """Take the folder away; what cannot be removed is forgotten the next time."""
    shutil.rmtree(images_path(path), ignore_errors=True)


def put_images_aside(path: Path) -> None:
    """Keep the folder for a journal that is put aside, in the place of an older one."""
    folder = images_path(path)
    if folder.is_dir():
        old = folder.with_name(f"{folder.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        with contextlib.suppress(OSError):
            folder.rename(old)
