"""What tells that files are still the very same, without reading them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

Signature = tuple[tuple[int, ...], ...]


def signature(files: Iterable[Path]) -> Signature:
    """Sizes, times, and the numbers that the file system gave the files; of none that is absent."""
    found = [file.lstat() for file in files if file.exists()]
    return tuple((s.st_ino, s.st_size, s.st_mtime_ns, s.st_ctime_ns, s.st_mode) for s in found)
