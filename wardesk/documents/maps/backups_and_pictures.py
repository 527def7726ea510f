"""What lies hidden beside a map: older generations; while it is edited, its start and its pictures.

A journal names the file with which editing began, and pictures, and does not hold them: their
folder is there as long as the journal is.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from wardesk.documents.files.atomic import not_written, sync_folder, write_atomically
from wardesk.documents.files.container import DEFAULT_LIMITS, pack, read_parts
from wardesk.documents.files.images import MOST_BYTES
from wardesk.documents.files.untrusted import read_bounded
from wardesk.drawing.underlays import image_part_name, is_image_part, use_of
from wardesk.errors import UserError
from wardesk.words import say

GENERATIONS = 5
_START = "start.wdmap"
_MOST_START = DEFAULT_LIMITS.total_bytes


def backup_path(path: Path, generation: int) -> Path:
    """Where a generation lies; 1 is the youngest."""
    stem = path.name.removesuffix(".wdmap")
    return path.with_name(f".{stem}.backup-{generation}.wdmap")


def backups(path: Path) -> tuple[Path, ...]:
    """The generations there are, the youngest first."""
    found = (backup_path(path, number) for number in range(1, GENERATIONS + 1))
    return tuple(place for place in found if place.is_file())


def keep_backup(path: Path) -> None:
    """Keep the map that is at *path* as generation 1; older ones move up, the oldest goes.

    UserError if it cannot be written; all generations stand then.
    """
    data = path.read_bytes() if path.is_file() else pack(read_parts(path))
    youngest = backup_path(path, 1)
    if youngest.is_file() and youngest.read_bytes() == data:
        return
    waiting = backup_path(path, 0)
    write_atomically(waiting, data)  # the new one is whole before an old one moves
    try:
        for number in range(GENERATIONS - 1, -1, -1):
            place = backup_path(path, number)
            if place.is_file():
                place.replace(backup_path(path, number + 1))
    except OSError as error:
        with contextlib.suppress(OSError):
            waiting.unlink()
        text = say(
            "The backup of {path} could not be kept: {error}.",
            path=path,
            error=error.strerror or error,
        )
        raise UserError(text, "Check the folder's permissions.") from error


def images_path(path: Path) -> Path:
    """Where start and pictures of the map at *path* lie while it is edited: hidden, beside it."""
    return path.with_name(f".{path.name}.images")


def keep_start(path: Path, source: Path) -> str:
    """Copy the map's file *source* as the start of the journal of *path*; gives its SHA-256 (hex).

    UserError if it cannot be read, or kept.
    """
    data = read_bounded(source, _MOST_START)
    _keep(path, _START, data)
    return hashlib.sha256(data).hexdigest()


def kept_start(path: Path, digest: str) -> bytes:
    """The file with which the journal of the map at *path* began; nothing if it is not whole.

    It is the copy, or the map's own file where that was not saved since.
    """
    for place in (images_path(path) / _START, path):
        with contextlib.suppress(UserError):
            data = read_bounded(place, _MOST_START)
            if hashlib.sha256(data).hexdigest() == digest:
                return data
    return b""


def mend_start(path: Path) -> None:
    """Copy the map's own file again for a journal that has lost its copy. UserError."""
    if not (images_path(path) / _START).is_file():
        keep_start(path, path)


def move_start(path: Path, target: Path) -> None:
    """Copy the start, if there is one, for the same journal beside *target*. UserError."""
    start = images_path(path) / _START
    if start.is_file():
        keep_start(target, start)


def keep_image(path: Path, part: str, data: bytes) -> None:
    """Put one picture on the disk, if it is not there yet. UserError if it cannot be."""
    name = part.rpartition("/")[2]
    place = images_path(path) / name
    if not place.is_file() or place.stat().st_size != len(data):
        _keep(path, name, data)


def _keep(path: Path, name: str, data: bytes) -> None:
    folder = images_path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise not_written(folder, error) from error
    try:
        write_atomically(folder / name, data)
    except UserError:
        with contextlib.suppress(OSError):
            folder.rmdir()  # only an empty one goes
        raise
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
            if image_part_name(hashlib.sha256(data).hexdigest(), suffix, use_of(part)) == part:
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
