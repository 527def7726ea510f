"""Maps on disk: reading and writing documents, and loading a board ready to play on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any

from wardesk.documents.files.container import DEFAULT_LIMITS, Parts, read_parts, write_parts
from wardesk.documents.files.json_parts import MEND, decode, encode
from wardesk.documents.files.signature import Signature, signature
from wardesk.documents.maps.map_rows import KNOWN, document_from, plain_parts
from wardesk.documents.maps.upgrades import CURRENT, FORMAT, judge_version, upgrade
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.whole_map import require_sound
from wardesk.drawing.part import part_of
from wardesk.drawing.underlays import stored_extras
from wardesk.errors import DamagedFile, NewerFile
from wardesk.model.board import Board
from wardesk.words import say

MANIFEST = "manifest.json"
MOST_BOARDS = 16
_boards: dict[bytes, Board] = {}
"""Boards by the bytes of their maps, the last used last: a pack made at a campaign's table brings
a copy of a map that is known."""
_NO_MAP = say("This is not a WarDesk map: there is no manifest.json.")
_OWN_FOLDER = say("Choose a map's own folder.")


def read_map(path: Path | str, *, check: bool = True) -> MapDocument:
    """The map in a ``.wdmap`` file or a folder of the same parts.

    UserError, DamagedFile or NewerFile in one sentence that names part and row. With *check* a map
    with errors (`drawing.issues`) is refused too; an editor passes False to open it and mend it.
    """
    path = Path(path)
    if path.is_dir() and not (path / MANIFEST).is_file():  # any folder of the disk, perhaps "/"
        raise DamagedFile(say("{path}: {no_map}", path=path, no_map=_NO_MAP), _OWN_FOLDER)
    document = _document(read_parts(path), path)
    if check:
        require_sound(document, str(path))
    return document


def _document(parts: Parts, path: Path) -> MapDocument:
    try:
        return document_from_parts(parts)
    except (DamagedFile, NewerFile) as error:
        raise type(error)(f"{path}: {error.message}", error.advice) from error


def sound_parts(path: Path | str) -> Parts:
    """The parts of a map without errors, as they are written; read again only after it changed.

    Raises as `read_map`.
    """
    place = Path(path).resolve()
    return dict(_sound_parts(place, file_signature(place)))


@lru_cache(maxsize=4)
def _sound_parts(path: Path, _files: Signature) -> Parts:
    return parts_from_document(read_map(path))


def write_map(document: MapDocument, path: Path | str) -> None:
    """Write the map, as one file if the name ends in ``.wdmap``, else as a folder.

    UserError if it cannot be written; what was there before stands then. Maps with errors are
    written too, so that unfinished work can be saved.
    """
    write_parts(parts_from_document(document), Path(path))


def document_from_parts(parts: Parts) -> MapDocument:
    """The document of raw parts, upgraded to the current version. DamagedFile or NewerFile."""
    if MANIFEST not in parts:
        raise DamagedFile(_NO_MAP, _OWN_FOLDER)
    plain = {MANIFEST: decode(parts[MANIFEST], MANIFEST)}
    judge_version(plain[MANIFEST])  # before a newer part can puzzle us
    plain |= {name: decode(parts[name], name) for name in parts if name in KNOWN}
    extra = {name: data for name, data in parts.items() if name not in KNOWN}
    return document_from_plain(plain, extra)


def document_from_plain(plain: Mapping[str, Any], extra: Parts) -> MapDocument:
    """The document of plain parts, upgraded to the current version. DamagedFile or NewerFile."""
    if MANIFEST not in plain:
        raise DamagedFile(_NO_MAP, MEND)
    judge_version(plain[MANIFEST])
    known = {name: part for name, part in plain.items() if name in KNOWN}
    return document_from(upgrade(known), extra)


def parts_from_document(document: MapDocument) -> Parts:
    """The parts as bytes: the same document gives the same bytes, line by line readable."""
    manifest = {"format": FORMAT, "version": CURRENT, "written_by": written_by()}
    parts = {name: encode(value) for name, value in plain_parts(document, manifest).items()}
    return {**stored_extras(document), **parts}


def load_board(path: Path | str, part: Sequence[str] = ()) -> Board:
    """The compiled board of a map, read again only after it changed. Raises as `read_map`.

    *part* names corners of a rectangle that is wanted alone, as `part_of` cuts it out.
    """
    place = Path(path).resolve()
    if part:
        return _cut_out(place, file_signature(place), tuple(part))
    return _compiled(place, file_signature(place))


@lru_cache(maxsize=MOST_BOARDS)
def _cut_out(path: Path, _files: Signature, part: tuple[str, ...]) -> Board:
    return compile_board(part_of(read_map(path), part))


@cache  # Looked up in the installed files, which takes as long as encoding a small map.
def written_by() -> str:
    """The version of this WarDesk, as files record it."""
    try:
        return metadata.version("wardesk")
    except metadata.PackageNotFoundError:  # run straight from a checkout
        return "0.1.0"


@lru_cache(maxsize=MOST_BOARDS)
def _compiled(path: Path, _files: Signature) -> Board:
    if path.is_dir() and not (path / MANIFEST).is_file():
        return compile_board(read_map(path, check=False))  # which says that it is no map
    parts = read_parts(path)
    digest = sha256()
    for name in sorted(parts):
        digest.update(f"{name}\0{len(parts[name])}\0".encode("utf-8", "surrogateescape"))
        digest.update(parts[name])
    board = _boards.pop(digest.digest(), None) or compile_board(_document(parts, path))
    _boards[digest.digest()] = board
    while len(_boards) > MOST_BOARDS:
        _boards.pop(next(iter(_boards)))
    return board


def file_signature(path: Path) -> Signature:
    """What tells that a map's files are still the very same without reading them; () for none.

    Sizes, times, and the numbers that the file system gave the files.
    """
    return signature(_files(path))


def _files(path: Path) -> list[Path]:
    """The files of a map, in order; of a folder that is none, or far too large, no more than that.

    Reading it says what is wrong; here the whole disk must not be walked.
    """
    if not path.is_dir():
        return [path]
    if not (path / MANIFEST).is_file():
        return []
    return sorted(islice(path.rglob("*"), 2 * DEFAULT_LIMITS.parts))
