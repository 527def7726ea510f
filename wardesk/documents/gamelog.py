"""The game log: a header and one record per line; reading one trusts nothing and runs no rules."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wardesk.documents.log_upgrades import CURRENT, FORMAT, upgrade, version_of
from wardesk.documents.untrusted import open_regular
from wardesk.engine.journal import HeadMove
from wardesk.engine.types import Event, Value
from wardesk.errors import DamagedFile, UserError

MOST_BYTES = 256 << 20
"""A log may unpack to this much; the longest games are a hundredth of it."""
MOST_LINE = 8 << 20
MOST_ID = 1 << 40
COPY_ADVICE = "Get a fresh copy of the file; this one was not changed."
SAVE_ADVICE = "Repair makes a copy that ends before the damage; this file was not changed."
_CHUNK = 1 << 18
_KINDS = ("event", "head", "setting", "note")


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
    """``pack/scenario``, or a path."""
    title: str = ""
    options: dict[str, Value] = {}
    seed: int
    dice: Literal["seeded", "typed"] = "seeded"
    players: dict[str, str] = {}
    mode: Literal["play", "adjudicate"] = "play"
    created: str = ""
    """ISO time, UTC: the only time in the file, so that the same game gives the same bytes."""
    origin: dict[str, str] = {}
    """The campaign that the game is part of: its id, the scenario, the ledger's position."""


class Setting(Struct, frozen=True, kw_only=True):
    """A change of how the game is played: mode, players, dice, stop filter, standing orders."""

    name: Literal["mode", "players", "dice", "stops", "orders"]
    value: str | dict[str, str] | tuple[str, ...]
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


LogRecord = Event[Any, Any] | HeadMove | Setting | Note


_TYPES: dict[str, type[Struct]] = {"head": HeadMove, "setting": Setting, "note": Note}


class RawRecord(Struct, frozen=True):
    """A record whose structure was checked, not yet decoded with a game's types."""

    line: int
    kind: str
    value: dict[str, Any]


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


class DamagedLog(DamagedFile):
    """A log with a damaged line; *saved* is what stands before it (None without a header)."""

    def __init__(self, message: str, line: int, saved: GameLog | None = None) -> None:
        super().__init__(message, SAVE_ADVICE if saved else COPY_ADVICE)
        self.line = line
        self.saved = saved


def encode_record(record: LogRecord | Header) -> bytes:
    """One line with its line end. The same record gives the same bytes."""
    if isinstance(record, Header):
        return msgspec.json.encode(record) + b"\n"
    kind = next((name for name, known in _TYPES.items() if isinstance(record, known)), "event")
    return msgspec.json.encode({kind: record}) + b"\n"


def read_log(path: Path) -> GameLog:
    """Read a plain or packed log.

    A torn last line is dropped with a notice. Raises UserError when the file cannot be read,
    NewerFile when a later WarDesk wrote it and DamagedLog when a line in the middle is not good.
    """
    data, packed, whole = _load(path)
    lines = _lines(data)
    first = next(lines, None)
    if first is None:
        raise DamagedFile(f"{path} is empty.", COPY_ADVICE)
    header, version = _header(data[first[0] : first[1]], path)
    keeper = _Keeper(header, packed, first[1])
    content_end = len(data.rstrip(b"\x00\r\n "))
    for start, end in lines:
        if not keeper.take(data[start:end], version, last=end >= content_end, end=end):
            break
    log = keeper.log(data)
    if not whole:
        text = f"{path} is cut short after line {keeper.line}."
        raise DamagedLog(text, keeper.line + 1, log)
    return log


def decode_records(log: GameLog, event_type: Any) -> Iterator[LogRecord]:  # noqa: ANN401
    """The records as typed values. DamagedLog when one does not fit the game's own types."""
    types: dict[str, Any] = {"event": event_type, **_TYPES}
    for index, raw in enumerate(log.records):
        try:
            yield msgspec.convert(raw.value, types[raw.kind])
        except (msgspec.ValidationError, RecursionError, ValueError, TypeError) as error:
            before = msgspec.structs.replace(log, records=log.records[:index])
            text = f"Line {raw.line} of the game does not fit these rules: {error}."
            raise DamagedLog(text, raw.line, before) from error


# ---- bytes and lines ----------------------------------------------------------------------------


def _load(path: Path) -> tuple[bytes, bool, bool]:
    """The bytes of a log unpacked, whether it was packed, and whether nothing is missing."""
    try:
        with open_regular(path) as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UserError(f"There is no game at {path}.", "Check the path.") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a folder, not a game.", "Name the file in it.") from None
    except OSError as error:
        raise UserError(f"{path} could not be read: {error.strerror or error}.") from error
    if len(data) > MOST_BYTES:
        raise DamagedFile(f"{path} is too large to be a game.", COPY_ADVICE)
    if not data.startswith(b"\x1f\x8b"):
        return data, False, True
    unpacked, whole = _unpack(data, path)
    return unpacked, True, whole


def _unpack(data: bytes, path: Path) -> tuple[bytes, bool]:
    stream = zlib.decompressobj(wbits=31)
    found = bytearray()
    rest = data
    try:
        while rest and not stream.eof:
            found += stream.decompress(rest, _CHUNK)
            rest = stream.unconsumed_tail
            if len(found) > MOST_BYTES:
                raise DamagedFile(
                    f"{path} unpacks to far more than a game can hold.",
                    "It looks like a zip bomb; do not open it with other programs either.",
                )
    except zlib.error:
        return bytes(found), False
    return bytes(found), stream.eof and not stream.unused_data


def _lines(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of each line; the line end is not part of it."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        yield start, end
        start = end + 1


def _plain(line: bytes) -> dict[str, Any]:
    """The object on a line. ValueError when there is none: torn, NaN, nested beyond reason."""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError(str(error) or type(error).__name__) from error
    if not isinstance(value, dict):
        raise TypeError("it is not an object")
    return value


def _header(line: bytes, path: Path) -> tuple[Header, int]:
    try:
        if len(line) > MOST_LINE:
            raise ValueError("it is too long")
        plain = _plain(line)
    except (ValueError, TypeError) as error:
        raise DamagedFile(f"{path} is not a WarDesk game: {error}.", COPY_ADVICE) from error
    version = version_of(plain)
    try:
        return msgspec.convert(upgrade("header", plain, version), Header), version
    except (msgspec.ValidationError, KeyError) as error:
        text = f"The first line of {path} is damaged: {error}."
        raise DamagedFile(text, COPY_ADVICE) from error


class _Keeper:
    """Collects the records of one log and holds each against those before it."""

    def __init__(self, header: Header, packed: bool, end: int) -> None:
        self.header = header
        self.packed = packed
        self.line = 1
        self._end = end
        self._records: list[RawRecord] = []
        self._ids: set[int] = set()
        self._notices: list[str] = []

    def take(self, line: bytes, version: int, *, last: bool, end: int) -> bool:
        """Take in one line; False when it is a torn last one. DamagedLog when it is bad."""
        number = self.line + 1
        if len(line) > MOST_LINE:
            raise self._damage(number, "it is longer than any record")
        try:
            plain = _plain(line)
        except ValueError as error:
            if last:
                text = f"The last line ({number}) was cut off while it was written; it was dropped."
                self._notices.append(text)
                return False
            raise self._damage(number, f"it cannot be read ({error})") from error
        except TypeError as error:
            raise self._damage(number, str(error)) from error
        self._records.append(self._record(number, plain, version))
        self.line = number
        self._end = end
        return True

    def log(self, data: bytes) -> GameLog:
        """What was collected."""
        complete = self._end < len(data)
        return GameLog(
            header=self.header,
            records=tuple(self._records),
            notices=tuple(self._notices),
            good_bytes=self._end + complete,
            complete_end=complete,
            packed=self.packed,
        )

    def _record(self, number: int, plain: dict[str, Any], version: int) -> RawRecord:
        kind = next(iter(plain), "")
        value = plain.get(kind)
        if len(plain) != 1 or kind not in _KINDS or not isinstance(value, dict):
            raise self._damage(number, "it is not a record of a game")
        try:
            value = upgrade(kind, value, version)
        except (KeyError, TypeError, ValueError) as error:
            raise self._damage(number, f"it does not fit its version ({error!r})") from error
        if kind == "event":
            self._check_event(number, value)
        elif kind == "head" and not self._known(value.get("head")):
            raise self._damage(number, "it goes to an event that is not there")
        elif not self._ids:
            raise self._damage(number, "the set-up must come first")
        elif kind == "note" and not self._known(value.get("event")):
            raise self._damage(number, "it is written on an event that is not there")
        return RawRecord(number, kind, value)

    def _check_event(self, number: int, value: dict[str, Any]) -> None:
        found, parent = value.get("id"), value.get("parent")
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < MOST_ID:
            raise self._damage(number, "its event has no proper number")
        if found in self._ids:
            raise self._damage(number, f"event {found} is there twice")
        if self._ids and not self._known(parent):
            raise self._damage(number, f"event {found} follows an event that is not there")
        if not self._ids and (found != 0 or parent != -1):
            raise self._damage(number, "the set-up must come first")
        self._ids.add(found)

    def _known(self, event: object) -> bool:
        return isinstance(event, int) and not isinstance(event, bool) and event in self._ids

    def _damage(self, number: int, what: str) -> DamagedLog:
        saved = None
        if self._records:
            saved = self.log(b"")
            saved = msgspec.structs.replace(saved, good_bytes=self._end + 1, complete_end=True)
        return DamagedLog(
            f"Line {number} of the game is damaged: {what}."
            + (f" The {len(self._records)} records before it are good." if self._records else ""),
            number,
            saved,
        )
