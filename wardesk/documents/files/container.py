"""A set of named parts, kept either as one zip file or as the same files in a folder.

Reading trusts nothing: names, counts, sizes and compression are checked, sizes while unpacking and
not from the headers alone. Nothing is ever unpacked to disk.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from pathlib import Path

from msgspec import Struct

from wardesk.documents.files.atomic import (
    interrupted_copy,
    write_atomically,
    write_folder_atomically,
)
from wardesk.documents.files.untrusted import open_regular
from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

Parts = dict[str, bytes]

COPY_ADVICE = say("Get a fresh copy of the file; this one was not changed.")
_CHUNK = 1 << 16
_END_RECORD = b"PK\x05\x06"
_ZIP64_LOCATOR = b"PK\x06\x07"
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Limits(Struct, frozen=True):
    """What a file may ask of us. Far above any real map, far below what hurts."""

    parts: int = 2_000
    part_bytes: int = 64 << 20
    total_bytes: int = 256 << 20
    ratio: int = 200
    """Unpacked size over packed size of one part; judged only for parts above `ratio_from`."""
    ratio_from: int = 1 << 20
    name_length: int = 200


DEFAULT_LIMITS = Limits()


def read_parts(path: Path, limits: Limits = DEFAULT_LIMITS) -> Parts:
    """All parts of a zip file or a folder by their names (``art/tree.svg``).

    UserError if it cannot be read, DamagedFile if it is not what it should be.
    """
    try:
        if path.is_dir():
            return _read_folder(path, limits)
        return _read_zip(path, limits)
    except FileNotFoundError:
        left = interrupted_copy(path)
        if left:
            raise UserError(
                say("Saving {path!s} was interrupted.", path=path),
                say(
                    "The last good copy is {left!s}; rename it to {path!s}.",
                    left=left,
                    path=path.name,
                ),
            ) from None
        raise UserError(
            say("There is nothing at {path!s}.", path=path), "Check the path."
        ) from None
    except PermissionError:
        raise UserError(
            say("{path!s} may not be read.", path=path), "Check the file's permissions."
        ) from None
    except OSError as error:
        raise UserError(
            say("{path!s} could not be read: {error}.", path=path, error=error.strerror or error)
        ) from error


def write_parts(parts: Parts, path: Path) -> None:
    """Write a zip if the name ends in ``.wdmap``, else a folder; all or nothing.

    UserError if it cannot be written, or if a folder of something else is in the way.
    """
    for name in parts:
        _check_name(name, DEFAULT_LIMITS, path)
    if path.is_file() or (path.suffix.lower() == ".wdmap" and not path.is_dir()):
        write_atomically(path, pack(parts))
        return
    if path.exists() and not (path / "manifest.json").is_file() and _is_occupied(path):
        raise UserError(
            say("{path!s} is there already and is not a map.", path=path),
            "Choose another name; nothing changed.",
        )
    write_folder_atomically(path, parts)


def pack(parts: Parts) -> bytes:
    """The parts as the bytes of a zip file: the same parts give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # the manifest first, so that `file` and curious people meet it first
        for name in sorted(parts, key=lambda name: (name != "manifest.json", name)):
            entry = zipfile.ZipInfo(name, _EPOCH)
            packed_already = name.endswith((".png", ".jpg"))
            entry.compress_type = zipfile.ZIP_STORED if packed_already else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, parts[name])
    return buffer.getvalue()


def _is_occupied(path: Path) -> bool:
    return not path.is_dir() or any(path.iterdir())


# ---- zip files ----------------------------------------------------------------------------------


def _read_zip(path: Path, limits: Limits) -> Parts:
    with open_regular(path) as stream:
        data = stream.read(limits.total_bytes + 1)
    if not data:
        raise DamagedFile(say("{path!s} is empty.", path=path), COPY_ADVICE)
    if len(data) > limits.total_bytes:
        most = limits.total_bytes >> 20
        raise DamagedFile(
            say("{path!s} is too large to be a map (over {most!s} MB).", path=path, most=most),
            COPY_ADVICE,
        )
    return unpack(data, path, limits)


def unpack(data: bytes, path: Path, limits: Limits = DEFAULT_LIMITS) -> Parts:
    """The parts in the bytes of a zip file; *path* serves the messages. DamagedFile."""
    _check_directory_size(data, limits, path)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpack(archive, limits, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as error:
        text = say(
            "{path!s} is damaged or cut short ({error}).",
            path=path,
            error=str(error) or type(error).__name__,
        )
        raise DamagedFile(text, COPY_ADVICE) from error


def _check_directory_size(data: bytes, limits: Limits, path: Path) -> None:
    """Refuse before `zipfile` builds an object per entry of a directory with millions of them."""
    end = data.rfind(_END_RECORD)
    if end < 0:
        if not data.startswith(b"PK"):
            raise DamagedFile(
                say("{path!s} is not a WarDesk map (not a zip file).", path=path), COPY_ADVICE
            )
        raise DamagedFile(
            say("{path!s} is cut short: its table of contents is missing.", path=path), COPY_ADVICE
        )
    directory_size = int.from_bytes(data[end + 12 : end + 16], "little")
    most = limits.parts * (46 + 2 * limits.name_length)
    if directory_size > most or data[max(0, end - 20) : end].startswith(_ZIP64_LOCATOR):
        raise DamagedFile(
            say("{path!s} lists more parts than a map can have.", path=path), COPY_ADVICE
        )


def _unpack(archive: zipfile.ZipFile, limits: Limits, path: Path) -> Parts:
    entries = [
        entry
        for entry in archive.infolist()
        if not entry.is_dir() and not _is_litter(entry.orig_filename)
    ]
    if len(entries) > limits.parts:
        raise DamagedFile(
            say(
                "{path!s} has {number!s} parts; {parts!s} is the most.",
                path=path,
                number=len(entries),
                parts=limits.parts,
            )
        )
    parts: Parts = {}
    folded: set[str] = set()
    total = 0
    for entry in entries:
        # orig_filename: zipfile cuts names at a NUL, which would hide the rest from the check
        name = entry.orig_filename
        _check_name(name, limits, path)
        if name.casefold() in folded:
            raise DamagedFile(
                say("{path!s} has the part “{name!s}” twice.", path=path, name=name), COPY_ADVICE
            )
        folded.add(name.casefold())
        parts[name] = _unpack_one(archive, entry, limits, path, limits.total_bytes - total)
        total += len(parts[name])
    _check_nesting(parts, path)
    return parts


def _unpack_one(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limits: Limits, path: Path, room: int
) -> bytes:
    name = entry.filename
    mode = entry.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise DamagedFile(
            say(
                "{path!s}: the part “{name!s}” is a link or a device, not data.",
                path=path,
                name=name,
            )
        )
    if entry.flag_bits & 0x1:
        raise DamagedFile(
            say("{path!s}: the part “{name!s}” is encrypted.", path=path, name=name),
            "Save it without a password.",
        )
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise DamagedFile(
            say(
                "{path!s}: the part “{name!s}” is packed in a way WarDesk does not read.",
                path=path,
                name=name,
            )
        )
    most = min(limits.part_bytes, room)
    packed = max(entry.compress_size, 1)
    data = bytearray()
    with archive.open(entry) as stream:
        while chunk := stream.read(_CHUNK):
            data += chunk
            swollen = len(data) > limits.ratio_from and len(data) > packed * limits.ratio
            if len(data) > most or swollen:
                raise DamagedFile(
                    say(
                        "{path!s}: the part “{name!s}” unpacks to far more than a map can hold.",
                        path=path,
                        name=name,
                    ),
                    "It looks like a zip bomb; do not open it with other programs either.",
                )
    return bytes(data)


# ---- folders ------------------------------------------------------------------------------------


def _read_folder(path: Path, limits: Limits) -> Parts:
    parts: Parts = {}
    room = limits.total_bytes
    for file in _files_below(path, path, limits):
        name = file.relative_to(path).as_posix()
        _check_name(name, limits, path)
        most = min(limits.part_bytes, room)
        try:
            with open_regular(file) as stream:
                data = stream.read(most + 1)
        except PermissionError:
            text = say("{path}: the part “{name}” may not be read.", path=path, name=name)
            raise UserError(text, "Check its permissions.") from None
        if len(data) > most or len(parts) >= limits.parts:
            raise DamagedFile(
                say(
                    "{path!s} holds more than a map can hold (at “{name!s}”).", path=path, name=name
                )
            )
        room -= len(data)
        parts[name] = data
    return parts


def _files_below(folder: Path, root: Path, limits: Limits, depth: int = 0) -> list[Path]:
    """Regular files in name order; hidden ones (``.git``, ``.DS_Store``) are not part of a map."""
    if depth > 8:
        raise DamagedFile(say("{root!s} has folders nested too deeply for a map.", root=root))
    found: list[Path] = []
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        mode = entry.lstat().st_mode
        if stat.S_ISDIR(mode):
            found += _files_below(entry, root, limits, depth + 1)
        elif stat.S_ISREG(mode):
            found.append(entry)
        else:
            name = entry.relative_to(root).as_posix()
            text = say(
                "{root!s}: the part “{name!s}” is a link or a device, not data.",
                root=root,
                name=name,
            )
            raise DamagedFile(text, "Replace it by the file itself.")
        if len(found) > limits.parts:
            raise DamagedFile(
                say(
                    "{root!s} has more than {parts!s} files; it is not a map.",
                    root=root,
                    parts=limits.parts,
                )
            )
    return found


# ---- names --------------------------------------------------------------------------------------


_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|\Z)", re.IGNORECASE)
"""Names that mean a device on Windows, with any ending."""
_LITTER = frozenset({".ds_store", "desktop.ini", "thumbs.db", "ehthumbs.db"})


def _is_litter(name: str) -> bool:
    """Whether a part is what file managers leave in folders; nobody wants it unpacked."""
    steps = name.lower().split("/")
    return steps[0] == "__macosx" or steps[-1] in _LITTER


def _check_name(name: str, limits: Limits, path: Path) -> None:
    """Refuse names that would leave the container if somebody unpacked it."""
    steps = name.split("/")
    bad = (
        not name
        or len(name) > limits.name_length
        or any(step in ("", ".", "..") or step.startswith(".") for step in steps)
        or any(step[-1:] in (".", " ") or _DEVICE.match(step) for step in steps)
        or any(ord(c) < 32 or c in '\\:*?"<>|' or ord(c) == 127 for c in name)
        or any(0xD800 <= ord(c) < 0xE000 for c in name)  # bytes of a name that are not UTF-8
    )
    if bad:
        raise DamagedFile(
            say(
                "{path!s} has a part with a forbidden name: {name!s}.",
                path=path,
                name=f"{name[:80]!a}",
            ),
            "A file like this may have been made to do harm; do not unpack it.",
        )


def _check_nesting(parts: Parts, path: Path) -> None:
    for name in parts:
        steps = name.split("/")
        for end in range(1, len(steps)):
            if "/".join(steps[:end]) in parts:
                raise DamagedFile(
                    say("{path!s}: “{name!s}” lies inside another part.", path=path, name=name),
                    COPY_ADVICE,
                )
