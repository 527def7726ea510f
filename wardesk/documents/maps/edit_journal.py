"""The journal of a map being edited: its state at the start, then one record per line.

The first line tells the map at the start: the digest of a copy of its file, which lies beside the
journal, or the whole map where it has no file yet. Pictures lie beside the journal too, so that
journal, copy and pictures are enough to recover. Reading trusts nothing: a torn last line is
dropped, anything else that is wrong is told.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from wardesk.documents.files.atomic import sync_folder, write_atomically
from wardesk.documents.files.container import Parts, pack, unpack
from wardesk.documents.files.json_parts import decode, encode
from wardesk.documents.files.untrusted import open_regular, read_bounded
from wardesk.documents.maps.store import document_from_parts, parts_from_document, written_by
from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.look import SetLook
from wardesk.drawing.commands.underlay import AddUnderlay, StraightenUnderlay
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Did, Record, Saved
from wardesk.drawing.underlays import is_image_part
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.model.map_look import pictures_of
from wardesk.words import readied, say

FORMAT, CURRENT = "wardesk-edit-journal", 3
"""Version 3 can name a copy of the map's file; version 2 names pictures, version 1 held them."""
MOST_BYTES = 512 << 20
MOST_LINE = 16 << 20
_LAST_LINE = 4096
"""Bytes that a record of saving fits into many times."""
_ADVICE = say("Repair puts the journal aside; then the map opens as it was saved last.")
_REPAIR = say("Repair saves all strokes before the damage as a new map; nothing was changed.")
_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class JournalHeader(Struct, frozen=True, kw_only=True):
    """The first line."""

    format: Literal["wardesk-edit-journal"] = FORMAT
    version: int = CURRENT
    app: str = ""
    start: str = ""
    """SHA-256 (hex) of the copy of the map's file; then *map* is empty."""
    check: str = ""
    """SHA-256 (hex) of *map*."""
    map: str = ""
    """The map at the start, as a ``.wdmap`` in base 64, without pictures."""
    images: tuple[str, ...] = ()
    """The parts of its pictures."""


LoadImages = Callable[[Iterable[str]], Mapping[str, bytes]]
"""Gives the pictures it finds, by part."""
LoadStart = Callable[[str], bytes]
"""Gives the file with this SHA-256; nothing where it is nowhere to be found."""


class FoundJournal(Struct, frozen=True, kw_only=True):
    """What `read_journal` found."""

    document: MapDocument
    digest: str
    from_file: bool
    """Whether it begins with the copy of a file (`JournalWriter.create_from_file`)."""
    records: tuple[Record, ...]
    good_bytes: int
    torn: bool
    """Whether a last line was dropped because it is incomplete."""
    lost_images: tuple[str, ...] = ()
    """Pictures that were nowhere to be found; the document holds empty parts for them."""


class DamagedJournal(DamagedFile):
    """A journal with a damaged line; *saved* is what stands before it."""

    def __init__(self, message: str, saved: FoundJournal) -> None:
        super().__init__(message, _REPAIR if saved.records else _ADVICE)
        self.saved = saved


def journal_path(path: Path) -> Path:
    """Where the journal of the map at *path* lies: hidden, beside it."""
    return path.with_name(f".{path.name}.journal")


def map_digest(document: MapDocument) -> str:
    """SHA-256 (hex) of the parts, apart from who wrote them."""
    return parts_digest(parts_from_document(document))


def parts_digest(parts: Parts) -> str:
    """The `map_digest` of a document whose parts, as they are written, are at hand."""
    digest = hashlib.sha256()
    manifest = decode(parts["manifest.json"], "manifest.json")
    for name in ("format", "version", "written_by"):
        manifest.pop(name, None)
    for name, data in sorted({**parts, "manifest.json": encode(manifest)}.items()):
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def read_journal(path: Path, load_images: LoadImages, load_start: LoadStart) -> FoundJournal:
    """Read a journal. UserError when it cannot be read, DamagedFile or NewerFile when it is bad.

    DamagedJournal when its first line is good.
    """
    data = read_bounded(path, MOST_BYTES, too_large=_ADVICE)
    first, mark, rest = data.partition(b"\n")
    if not mark:
        raise DamagedFile(say("{path!s} is cut short in its first line.", path=path), _ADVICE)
    document, named, from_file = _start(first, path, load_start)
    records, good, damage = _records(rest, path)
    good += len(first) + 1
    commands = (record.command for record in records if isinstance(record, Did))
    later = [image for command in commands for image in _pictures(command) if is_image_part(image)]
    wanted = [n for n in dict.fromkeys((*named, *later)) if n not in document.extra_parts]
    found = load_images(wanted)
    document.extra_parts.update({name: found.get(name, b"") for name in wanted})
    journal = FoundJournal(
        document=document,
        digest=map_digest(document),
        from_file=from_file,
        records=records,
        good_bytes=good,
        torn=good < len(data),
        lost_images=tuple(name for name in wanted if name not in found),
    )
    if damage:
        raise DamagedJournal(damage, journal)
    return journal


def _pictures(command: AnyCommand) -> Iterable[str]:
    if isinstance(command, SetLook):
        return pictures_of(command.look)
    return (command.image,) if isinstance(command, AddUnderlay | StraightenUnderlay) else ()


def _start(
    line: bytes, path: Path, load_start: LoadStart
) -> tuple[MapDocument, tuple[str, ...], bool]:
    """The map without the pictures that lie beside it, their parts, and if it was in a file."""
    try:
        told = msgspec.json.decode(line, type=dict[str, object])
        if told.get("format") != FORMAT:
            raise DamagedFile(say("{path!s} is not a journal of a map.", path=path), _ADVICE)
        version = told.get("version")
        if isinstance(version, int) and version > CURRENT:
            text = say(
                "{path!s} was written by a newer WarDesk ({told!s}).",
                path=path,
                told=f"{told.get('app')!s:.40}",
            )
            raise NewerFile(text, "Install that one, or a later one.")
        header = msgspec.convert(told, readied(JournalHeader))
        if header.start:
            packed = load_start(header.start)
            if not packed:
                text = say("The map with which {path!s} begins is missing or altered.", path=path)
                raise DamagedFile(text, _ADVICE)
            return document_from_parts(unpack(packed, path)), (), True
        if hashlib.sha256(header.map.encode()).hexdigest() != header.check:
            raise DamagedFile(
                say("{path!s}: the map in the journal was altered.", path=path), _ADVICE
            )
        packed = base64.b64decode(header.map, validate=True)
        named = tuple(name for name in header.images if is_image_part(name))
        return document_from_parts(unpack(packed, path)), named, False
    except (msgspec.MsgspecError, binascii.Error, UnicodeError, RecursionError) as error:
        text = say(
            "{path} does not begin as a journal does: {error}.", path=path, error=str(error)[:200]
        )
        raise DamagedFile(text, _ADVICE) from error


def _records(data: bytes, path: Path) -> tuple[tuple[Record, ...], int, str]:
    """The records, the length of the good part, and what is wrong behind it.

    The very last line may be torn; nothing is wrong then.
    """
    decoder = msgspec.json.Decoder(readied(Record))
    records: list[Record] = []
    good = 0
    lines = data.split(b"\n")
    last = len(data.rstrip(b"\x00\n"))
    for number, line in enumerate(lines, start=2):
        end = good + len(line) + 1
        if end > len(data):
            break  # no line end: torn, or nothing
        try:
            if len(line) > MOST_LINE:
                return (
                    tuple(records),
                    good,
                    say(
                        "{path!s}, line {number!s}: the line is too long.", path=path, number=number
                    ),
                )
            records.append(decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            if end >= last:
                break
            return (
                tuple(records),
                good,
                say(
                    "{path!s}, line {number!s}: {error}.",
                    path=path,
                    number=number,
                    error=str(error)[:200],
                ),
            )
        good = end
    return tuple(records), good, ""


class JournalWriter:
    """Appends records, each on the disk before `write` returns.

    After a failed write the file is cut back to its last good record. The caller holds the lock.
    """

    def __init__(self, path: Path, handle: int, end: int) -> None:
        self.path = path
        self._handle, self._end = handle, end

    @classmethod
    def create(cls, path: Path, document: MapDocument) -> JournalWriter:
        """Start a journal with the map as it is now, in the place of an old one. UserError.

        The caller has kept the map's pictures beside it. It takes as long as saving the map: for a
        map that lies in a file see `create_from_file`.
        """
        parts = parts_from_document(document)
        images = tuple(name for name in parts if is_image_part(name))
        plain = {name: data for name, data in parts.items() if name not in images}
        packed = base64.b64encode(pack(plain)).decode()
        check = hashlib.sha256(packed.encode()).hexdigest()
        return cls._create(
            path, JournalHeader(app=written_by(), check=check, map=packed, images=images)
        )

    @classmethod
    def create_from_file(cls, path: Path, start: str) -> JournalWriter:
        """Start a journal with the copy of a map's file, *start* its SHA-256 (hex). UserError.

        The caller has kept the copy.
        """
        return cls._create(path, JournalHeader(app=written_by(), start=start))

    @classmethod
    def _create(cls, path: Path, header: JournalHeader) -> JournalWriter:
        data = msgspec.json.encode(header) + b"\n"
        write_atomically(path, data)
        return cls._open(path, len(data))

    @classmethod
    def resume(cls, path: Path, journal: FoundJournal) -> JournalWriter:
        """Go on with a journal; a torn last line is cut off."""
        return cls._open(path, journal.good_bytes)

    def moved(self, path: Path) -> JournalWriter:
        """The same journal in another place, for a map saved under another name."""
        write_atomically(path, self.path.read_bytes()[: self._end])
        return self._open(path, self._end)

    @classmethod
    def _open(cls, path: Path, end: int) -> JournalWriter:
        try:
            handle = os.open(path, _FLAGS)
            try:
                os.ftruncate(handle, end)
            except OSError:
                os.close(handle)
                raise
        except OSError as error:
            text = say(
                "{path!s} cannot be written: {error}.", path=path, error=error.strerror or error
            )
            raise UserError(text, "Check the folder's permissions and the disk.") from error
        return cls(path, handle, end)

    def write(self, record: Record) -> None:
        """Append one record. UserError if it could not be stored; nothing changed then."""
        data = msgspec.json.encode(record) + b"\n"
        try:
            if not os.path.samestat(os.fstat(self._handle), self.path.stat()):
                raise OSError("the journal was replaced by another file")
            written = os.write(self._handle, data)
            if written != len(data):
                raise OSError("the disk took only a part of it")
            os.fsync(self._handle)
        except BaseException as error:  # an interrupt too must leave no half-believed record
            with contextlib.suppress(OSError):  # the first error is the one to tell
                os.ftruncate(self._handle, self._end)
            if isinstance(error, OSError):
                raise UserError(
                    say(
                        "WarDesk could not store the last stroke: {error}. It "
                        "does not count; everything before it is safe.",
                        error=error.strerror or error,
                    ),
                    "Free some space and draw it again, or save the map in another place.",
                ) from error
            raise
        self._end += written

    def close(self, *, remove: bool) -> None:
        """Let go of the file; with *remove* it is deleted. Closing twice is allowed."""
        handle, self._handle = self._handle, -1
        if handle < 0:
            return
        os.close(handle)
        if remove:
            with contextlib.suppress(OSError):  # a journal left behind is only recovered again
                self.path.unlink()
                sync_folder(self.path.parent)


def ends_saved(path: Path) -> bool:
    """Whether the last thing that this journal tells is that the map was saved.

    Reads the end of the file only; one that cannot be read, or is torn, tells nothing.
    """
    try:
        with open_regular(path) as file:
            file.seek(max(0, path.stat().st_size - _LAST_LINE))
            last = file.read().rpartition(b"\n")[0].rpartition(b"\n")[2]
        return isinstance(msgspec.json.decode(last, type=readied(Record)), Saved)
    except (OSError, UserError, msgspec.MsgspecError):
        return False
