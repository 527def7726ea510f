"""Writing so that a crash, a full disk or a failed rename leaves the old file standing."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Container, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wardesk.errors import UserError
from wardesk.words import say

_WAIT = 3600.0
"""Seconds after which no save is under way any more."""
_LEFT = re.compile(r"\.(.+)\.[0-9a-f]{8}\.new", re.DOTALL)
_HANDS = 8
"""Files that are on their way to the disk at once: a disk syncs many at the price of a few."""


def write_atomically(path: Path, data: bytes) -> None:
    """Put *data* at *path* in one step; UserError if it cannot be, and nothing changed then.

    The bytes reach the disk before the name does: temp file in the same folder, fsync, rename,
    fsync of the folder. A symbolic link is followed, the permissions of the old file are kept.
    """
    with _replaced(path) as fresh:
        _write_new_file(fresh, data)


@contextlib.contextmanager
def written_atomically(path: Path) -> Iterator[Path]:
    """As `write_atomically`, for what is too large to stand in memory.

    Yields an empty file in the same folder to write to; it becomes *path* if the block ends well.
    """
    with _replaced(path) as fresh:
        _write_new_file(fresh, b"")
        yield fresh
        with fresh.open("rb+") as stream:
            os.fsync(stream.fileno())


@contextlib.contextmanager
def _replaced(path: Path) -> Iterator[Path]:
    """Yields the name of a file to be made, which then takes the place of *path*."""
    target = path.resolve()
    sweep(target)
    try:
        fresh = _sibling(target, "new")
        with _removed_on_error(fresh, _remove_file):
            yield fresh
            if target.exists():
                shutil.copymode(target, fresh)
            os.replace(fresh, target)  # noqa: PTH105 - tests make this very call fail
        sync_folder(target.parent)
    except OSError as error:
        raise not_written(path, error) from error


def write_folder_atomically(path: Path, parts: dict[str, bytes]) -> None:
    """Make the folder hold exactly *parts*; UserError if it cannot, with the old folder standing.

    Hidden entries (``.git``) move along. A new folder is filled beside the old one and the two are
    swapped by renaming; if power fails between the two renames, the old one is `interrupted_copy`.
    """
    target = path.resolve()
    sweep(target)
    try:
        fresh = _sibling(target, "new")
        with _removed_on_error(fresh, shutil.rmtree):
            _fill(fresh, parts)
            if target.exists():
                _copy_hidden(target, fresh)
            _swap_in(fresh, target)
        sync_folder(target.parent)
    except OSError as error:
        raise not_written(path, error) from error


def write_files_atomically(folder: Path, parts: Mapping[str, bytes]) -> None:
    """Put many files into *folder* by their names, as `write_atomically` does with one.

    UserError if it cannot be; then some of them may be there, each of them whole.
    """
    target = folder.resolve()
    try:
        target.mkdir(parents=True, exist_ok=True)
        _sweep_names(target, parts)
        fresh = {name: _sibling(target / name, "new") for name in parts}
        with contextlib.ExitStack() as stack:
            for one in fresh.values():
                stack.enter_context(_removed_on_error(one, _remove_file))
            _write_new_files({fresh[name]: data for name, data in parts.items()})
            for name, one in fresh.items():
                one.replace(target / name)
        sync_folder(target)
    except OSError as error:
        raise not_written(folder, error) from error


def sweep(path: Path) -> None:
    """Take away what killed saves of *path* left beside it an hour ago or earlier.

    A younger one may belong to a save that is under way. What cannot be removed stays.
    """
    target = path.resolve()
    _sweep_names(target.parent, (target.name,))


def _sweep_names(folder: Path, names: Container[str]) -> None:
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            left = _LEFT.fullmatch(entry.name)
            if left is None or left[1] not in names:
                continue
            if time.time() - entry.stat().st_mtime < _WAIT:
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108 - an entry has no unlink


def interrupted_copy(path: Path) -> Path | None:
    """The last good folder that an interrupted `write_folder_atomically` left, if any."""
    old = _old_name(path.resolve())
    return old if old.is_dir() and not path.exists() else None


def sync_folder(folder: Path) -> None:
    """Make a rename in *folder* survive a power cut, where platform and file system can do so."""
    if os.name == "nt":
        return  # Windows cannot open folders for syncing
    # the rename is done: a file system that cannot sync folders must not make it look failed
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def not_written(path: Path, error: OSError) -> UserError:
    """The sentence for a write that the system refused."""
    why = error.strerror or type(error).__name__
    return UserError(
        say(
            "{path!s} could not be written: {why}. What was there before is unchanged.",
            path=path,
            why=why,
        ),
        "Free some space, check the folder's permissions, or choose another place.",
    )


def _sibling(target: Path, word: str) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.{word}")


def _old_name(target: Path) -> Path:
    return target.with_name(f".{target.name}.wardesk-old")


def _write_new_file(path: Path, data: bytes) -> None:
    # O_EXCL: never follow or overwrite something that appeared under this name
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _write_new_files(files: Mapping[Path, bytes]) -> None:
    """Several at once; the first error is raised when all are done with."""
    if len(files) < _HANDS:
        for path, data in files.items():
            _write_new_file(path, data)
        return
    with ThreadPoolExecutor(_HANDS) as hands:
        for done in [hands.submit(_write_new_file, *one) for one in files.items()]:
            done.result()


def _remove_file(path: Path) -> None:
    path.unlink(missing_ok=True)


@contextlib.contextmanager
def _removed_on_error(path: Path, remove: Callable[[Path], None]):  # noqa: ANN202
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):  # the first error is the one to tell
            remove(path)
        raise


def _fill(folder: Path, parts: dict[str, bytes]) -> None:
    folder.mkdir()
    places = {folder.joinpath(*name.split("/")): data for name, data in parts.items()}
    folders = {folder} | {place.parent for place in places}
    for made in folders:
        made.mkdir(parents=True, exist_ok=True)
    _write_new_files(places)
    for made in folders:
        sync_folder(made)


def _copy_hidden(source: Path, target: Path) -> None:
    for entry in source.iterdir():
        if not entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.copytree(entry, target / entry.name, symlinks=True)
        else:
            shutil.copy2(entry, target / entry.name, follow_symlinks=False)


def _swap_in(fresh: Path, target: Path) -> None:
    old = _old_name(target)
    if target.exists():
        if old.exists():
            shutil.rmtree(old)
        target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
