"""The game log: a header and one record per line; reading one trusts nothing and runs no rules."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wardesk.documents.files.untrusted import open_regular
from wardesk.documents.games.log_lines import (
    MOST_RECORDS,
    MOST_SEALED,
    BadLine,
    LineMaker,
    LineReader,
    RawRecord,
    first_line,
    plain_line,
    refuse_doubles,
)
from wardesk.documents.games.log_upgrades import CHAINED, CURRENT, FORMAT, upgrade, version_of
from wardesk.engine.chain import GENESIS, seal, unseal
from wardesk.engine.journal import HeadMove
from wardesk.engine.luck import LuckRule
from wardesk.engine.types import Event, Value
from wardesk.errors import DamagedFile, UserError
from wardesk.model.standing import TableOrder
from wardesk.words import as_record, from_record, readied, say

MOST_BYTES = 256 << 20
"""A log may unpack to this much; the longest games are a hundredth of it."""
COPY_ADVICE = say("Get a fresh copy of the file; this one was not changed.")
HEAD_ADVICE = say(
    "Nothing can be read without that line: open a copy of the game, or start the game again; this "
    "file was not changed."
)
SAVE_ADVICE = say("Repair makes a copy that ends before the damage; this file was not changed.")
OPENS = say(
    "WarDesk opens its own games, maps, campaigns and packs (.wdgame, .wdmap, .wdcamp, .wdpack, "
    "folders and .zip of packs), modules of VASSAL (.vmod), and maps of Tiled (.tmx), GeoJSON "
    "(.geojson) and TripleA (polygons.txt)."
)
_SUFFIX = ".wdgame"
_CHUNK = 1 << 18


class Header(Struct, frozen=True, kw_only=True):
    """The first line: what is needed to lay the same table again."""

    format: Literal["wardesk-game"] = FORMAT
    version: int = CURRENT
    app: str
    game: str
    """Id of the rule system."""
    rules: str = ""
    """Digest of tables and rule data."""
    board: str = ""
    """Digest of the board."""
    scenario: str
    """``pack/scenario``; up to version 3 also a path."""
    title: str = ""
    options: dict[str, Value] = {}
    seed: int
    dice: Literal["seeded", "typed", "shared"] = "seeded"
    luck: LuckRule = "branch"
    """What keys the seeded dice. Games from before it was said went by the branch, and still do."""
    players: dict[str, str] = {}
    mode: Literal["play", "adjudicate"] = "play"
    created: str = ""
    """ISO time, UTC: the only time in the file, so that the same game gives the same bytes."""
    origin: dict[str, str] = {}
    """The campaign that the game is part of: its id, the scenario, the ledger's position."""
    pack: str = ""
    """Digest of what the scenario needs of its pack; empty for one that ships with WarDesk."""


class SettingChange(Struct, frozen=True, kw_only=True):
    """A change of how the game is played: mode, players, dice, stop filter, standing orders."""

    name: Literal["mode", "players", "dice", "stops", "orders"]
    value: str | dict[str, str] | tuple[str | TableOrder, ...]
    author: str = ""


NoteKind = Literal["bookmark", "note", "branch-name"]


class Note(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a person wrote on an event: a bookmark, a note, the name of the branch it begins.

    A later record of the same kind on the same event takes the place of this one, or takes it away.
    """

    event: int
    kind: NoteKind
    text: str = ""
    """Plain text, whatever is in it."""
    author: str = ""
    removed: bool = False


class Picture(Struct, frozen=True, kw_only=True):
    """A picture that the events behind it name, so that the file shows it anywhere."""

    name: str
    data: bytes


class CarriedPart(Struct, frozen=True, kw_only=True):
    """A piece of the zip with what the scenario needs of its pack."""

    data: bytes


class PostedLetter(Struct, frozen=True, kw_only=True):
    """A letter of a game by mail (`letters`), as it was sent or taken in."""

    data: bytes
    event: int
    """The event at the head then: after what an own letter tells, before what another's does."""


LogRecord = Event[Any, Any] | HeadMove | SettingChange | Note
"""What a table knows of its game."""
FileRecord = LogRecord | Picture | CarriedPart | PostedLetter
"""What the lines of a file hold."""


_TYPES: dict[str, type[Struct]] = {
    "head": HeadMove,
    "setting": SettingChange,
    "note": Note,
    "picture": Picture,
    "part": CarriedPart,
    "letter": PostedLetter,
}


class GameLog(Struct, frozen=True, kw_only=True):
    """What `read_log` found."""

    header: Header
    records: tuple[RawRecord, ...]
    notices: tuple[str, ...] = ()
    """Sentences a person should read: a torn last line was dropped."""
    good_bytes: int = 0
    """Length of the good part of a plain file, its last line end included."""
    complete_end: bool = True
    """False when the last good line lacks its line end."""
    packed: bool = False
    version: int = CURRENT
    """The version of the lines; *header* and *records* are brought up to date."""
    head: str = GENESIS
    """The hash of the last good line."""


class NoGame(DamagedFile):
    """A file that is no game, and is not called one."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            say("{path!s} is no game of WarDesk, and nothing else that it opens.", path=path), OPENS
        )


class DamagedLog(DamagedFile):
    """A log with a damaged line; *saved* is what stands before it (None without a header)."""

    def __init__(self, message: str, line: int, saved: GameLog | None = None) -> None:
        super().__init__(message, SAVE_ADVICE if saved else COPY_ADVICE)
        self.line = line
        self.saved = saved


def kind_of(record: FileRecord) -> str:
    """The key that *record* stands under in its line."""
    return next((name for name, known in _TYPES.items() if isinstance(record, known)), "event")


def read_log(path: Path) -> GameLog:
    """Read a plain or packed log.

    A torn last line is dropped with a notice. Raises UserError when the file cannot be read,
    NewerFile when a later WarDesk wrote it and DamagedLog when a line in the middle is not good.
    """
    data, packed, whole = _load(path)
    lines = _lines(data)
    first = next(lines, None)
    if first is None:
        raise DamagedFile(say("{path!s} is empty.", path=path), COPY_ADVICE)
    header, version, digest = _header(data[: min(first[1], MOST_SEALED + 1)], path)
    if data.count(b"\n") > MOST_RECORDS * 2:  # not worth the time to read half of them
        raise DamagedFile(
            say(
                "{path!s} has far more than {most_records} records.",
                path=path,
                most_records=MOST_RECORDS,
            ),
            COPY_ADVICE,
        )
    reader = LineReader(version, digest)
    collected = _Collected(header, reader, packed, first[1])
    content_end = _content_end(data)
    for start, end in lines:
        if end - start > MOST_SEALED:  # not worth the memory to look at it
            raise collected.damage(say("it is longer than any record"))
        line = data[start:end]
        try:
            raw = reader.read(line)
            refuse_doubles(line)
        except (BadLine, RecursionError) as error:
            if end >= content_end and reader.is_torn(line, ended=end < len(data)):
                collected.drop_torn()
                break
            raise collected.damage(say("{error}", error=error)) from error
        reader.keep(raw)
        collected.take(raw, end)
    log = collected.log(complete=collected.end < len(data))
    if not whole:
        text = say("{path} is cut short after line {line}.", path=path, line=reader.line)
        raise DamagedLog(text, reader.line + 1, log)
    return log


def decode_records(log: GameLog, event_type: Any) -> Iterator[FileRecord]:  # noqa: ANN401
    """The records as typed values. DamagedLog when one does not fit the game's own types."""
    types = _types(event_type)
    for index, raw in enumerate(log.records):
        try:
            yield msgspec.convert(raw.value, readied(types[raw.kind]), dec_hook=from_record)
        except (msgspec.ValidationError, RecursionError, ValueError, TypeError) as error:
            raise damaged_at(
                log, index, say("does not fit these rules: {error}", error=error)
            ) from error


def damaged_at(log: GameLog, index: int, what: str) -> DamagedLog:
    """The error for a record that *what* is wrong with; the records before it are saved."""
    before = msgspec.structs.replace(log, records=log.records[:index])
    line = log.records[index].line
    return DamagedLog(say("Line {line} of the game {what}.", line=line, what=what), line, before)


def _types(event_type: Any) -> dict[str, Any]:  # noqa: ANN401 - an Event with a game's types
    return {"event": event_type, **_TYPES}


def carried_pieces(log: GameLog) -> list[bytes]:
    """The pieces of the pack that a game carries. DamagedLog for one that is none."""
    found: list[bytes] = []
    for index, raw in enumerate(log.records):
        if raw.kind == "part":
            try:
                found.append(msgspec.convert(raw.value, readied(CarriedPart)).data)
            except (msgspec.ValidationError, ValueError) as error:
                raise damaged_at(
                    log, index, say("is no part of a pack: {error}", error=error)
                ) from error
    return found


# ---- what is written ----------------------------------------------------------------------------


def line_maker(log: GameLog, event_type: Any) -> LineMaker:  # noqa: ANN401 - see `_types`
    """Makes lines of the current version that follow *log*."""
    reader = LineReader(CURRENT, log.head)
    for raw in log.records:
        reader.keep(raw)
    return LineMaker(_types(event_type), reader)


def begun(header: Header) -> tuple[GameLog, bytes]:
    """The log of a new game, with the first line only, and its bytes. UserError."""
    data, digest = first_line(header)
    return GameLog(header=header, records=(), good_bytes=len(data), head=digest), data


def relaid(log: GameLog) -> tuple[GameLog, bytes]:
    """*log* in the current version, all its records chained anew, and its bytes."""
    raws = ((raw.kind, raw.value) for raw in log.records)
    data, hashes = _chained(log.header, raws)
    records = tuple(
        RawRecord(number, raw.kind, raw.value, digest)
        for number, (raw, digest) in enumerate(zip(log.records, hashes[1:], strict=True), 2)
    )
    new = msgspec.structs.replace(
        log,
        records=records,
        version=CURRENT,
        head=hashes[-1],
        good_bytes=len(data),
        complete_end=True,
        packed=False,
    )
    return new, data


def whole_log(header: Header, records: Iterable[FileRecord]) -> bytes:
    """All lines of a game; the same game gives the same bytes. UserError if they are too many."""
    data = _chained(header, ((kind_of(record), record) for record in records))[0]
    refuse_overlong(len(data))
    return data


def refuse_overlong(length: int) -> None:
    """UserError for a log of *length* bytes that could not be read back."""
    if length > MOST_BYTES:
        raise UserError(
            say(
                "The game is full: a file of one has at most {most_bytes} MB.",
                most_bytes=MOST_BYTES >> 20,
            ),
            "Begin a new game.",
        )


def _chained(header: Header, records: Iterable[tuple[str, object]]) -> tuple[bytes, list[str]]:
    line, digest = first_line(header)
    lines, hashes = [line], [digest]
    for kind, record in records:
        line, digest = seal(msgspec.json.encode({kind: record}, enc_hook=as_record), digest)
        lines += (line, b"\n")
        hashes.append(digest)
    return b"".join(lines), hashes


# ---- bytes and lines ----------------------------------------------------------------------------


def _load(path: Path) -> tuple[bytes, bool, bool]:
    """The bytes of a log unpacked, whether it was packed, and whether nothing is missing."""
    try:
        with open_regular(path) as stream:
            # room is set aside for as much as is asked for, however short the file
            data = stream.read(min(MOST_BYTES, os.fstat(stream.fileno()).st_size) + 1)
    except FileNotFoundError:
        raise UserError(
            say("There is no game at {path!s}.", path=path), "Check the path."
        ) from None
    except IsADirectoryError:
        raise UserError(
            say("{path!s} is a folder, not a game.", path=path), "Name the file in it."
        ) from None
    except OSError as error:
        raise UserError(
            say("{path!s} could not be read: {error}.", path=path, error=error.strerror or error)
        ) from error
    if len(data) > MOST_BYTES:
        raise DamagedFile(say("{path!s} is too large to be a game.", path=path), COPY_ADVICE)
    if not data.startswith(b"\x1f\x8b"):
        return data, False, True
    unpacked, whole = _unpack(data, path)
    return unpacked, True, whole


def _unpack(data: bytes, path: Path) -> tuple[bytes, bool]:
    stream = zlib.decompressobj(wbits=31)
    found = io.BytesIO()
    rest, line = data, 0
    try:
        while rest and not stream.eof and line <= MOST_SEALED:
            piece = stream.decompress(rest, _CHUNK)
            rest = stream.unconsumed_tail
            ends = piece.rfind(b"\n") + 1
            line = len(piece) - ends if ends else line + len(piece)
            if found.write(piece) and found.tell() > MOST_BYTES:
                raise DamagedFile(
                    say("{path!s} unpacks to far more than a game can hold.", path=path),
                    "It looks like a zip bomb; do not open it with other programs either.",
                )
    except zlib.error:
        return found.getvalue(), False
    return found.getvalue(), stream.eof and not stream.unused_data


def _content_end(data: bytes) -> int:
    """Where the padding begins that a power cut may leave at the end."""
    end = len(data)
    while end:
        start = max(0, end - _CHUNK)
        if kept := data[start:end].rstrip(b"\x00\r\n "):
            return start + len(kept)
        end = start
    return 0


def _lines(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of each line; the line end is not part of it."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        yield start, end
        start = end + 1


def _header(line: bytes, path: Path) -> tuple[Header, int, str]:
    """The header in the current version, the version of the file, and the hash of the line."""
    try:
        if len(line) > MOST_SEALED:
            raise BadLine("it is too long")
        plain = plain_line(line)
        refuse_doubles(line)
    except (BadLine, RecursionError) as error:
        if path.suffix.lower() != _SUFFIX:
            raise NoGame(path) from error
        raise DamagedFile(
            say("{path!s} is not a WarDesk game: {error}.", path=path, error=error), COPY_ADVICE
        ) from error
    if path.suffix.lower() != _SUFFIX and plain.get("format") != FORMAT:
        raise NoGame(path)
    version = version_of(plain)
    try:
        digest = unseal(line, GENESIS)[1] if version >= CHAINED else GENESIS
        return msgspec.convert(upgrade("header", plain, version), readied(Header)), version, digest
    except (msgspec.ValidationError, KeyError, ValueError) as error:
        text = say("The first line of {path} is damaged: {error}.", path=path, error=error)
        raise DamagedFile(text, HEAD_ADVICE) from error


class _Collected:
    """The good records of a log that is being read."""

    def __init__(self, header: Header, reader: LineReader, packed: bool, end: int) -> None:
        self.end = end
        """Of the last good line, without its line end."""
        self._header = header
        self._reader = reader
        self._packed = packed
        self._records: list[RawRecord] = []
        self._notices: list[str] = []

    def take(self, raw: RawRecord, end: int) -> None:
        self._records.append(raw)
        self.end = end

    def drop_torn(self) -> None:
        self._notices.append(
            say(
                "The last line ({line}) was cut off while it was written; it was dropped.",
                line=self._reader.line + 1,
            )
        )

    def log(self, *, complete: bool) -> GameLog:
        """What was collected; *complete* when the last good line has its line end."""
        return GameLog(
            header=self._header,
            records=tuple(self._records),
            notices=tuple(self._notices),
            good_bytes=self.end + complete,
            complete_end=complete,
            packed=self._packed,
            version=self._reader.version,
            head=self._reader.head,
        )

    def damage(self, what: str) -> DamagedLog:
        """The error for the line after the good ones."""
        number, good = self._reader.line + 1, len(self._records)
        told = say("Line {line} of the game is damaged: {what}.", line=number, what=what)
        if not good:
            return DamagedLog(told, number)
        text = say("{told} The {n} records before it are sound.", told=told, n=good)
        return DamagedLog(text, number, self.log(complete=True))
