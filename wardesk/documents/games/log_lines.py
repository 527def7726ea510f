"""The lines of a game log: what one must be to be read, and lines made so that they can be.

Reader and writer share one way: a record is only written when the very bytes of its line, read as
they will be read, give a record again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.documents.games.log_upgrades import CHAINED, upgrade
from wardesk.engine.chain import GENESIS, seal, unseal
from wardesk.errors import UserError
from wardesk.words import as_record, from_record, readied, say

MOST_LINE = 8 << 20
MOST_SEALED = MOST_LINE + 80
"""With its hash."""
MOST_RECORDS = 500_000
"""A hundred times the longest game; so many notes take a third of a gigabyte in memory."""
MOST_ID = 1 << 40
_BLANK = b"\x00\r\n "


class BadLine(ValueError):
    """A line that is no record here; *unreadable* when it is not even JSON."""

    def __init__(self, text: str, *, unreadable: bool = False) -> None:
        super().__init__(text)
        self.unreadable = unreadable


class RawRecord(Struct, frozen=True):
    """A record whose structure was checked, not yet decoded with a game's types."""

    line: int
    kind: str
    value: dict[str, Any]
    hash: str = ""
    """Of its line; empty in logs from before the chain."""


class LineReader:
    """Holds each line of one log against those before it."""

    def __init__(self, version: int, head: str) -> None:
        """*head*: the hash of the first line, which is the header."""
        self.version = version
        self.head = head
        self.line = 1
        """The number of the last good line."""
        self._ids: set[int] = set()

    def copy(self) -> LineReader:
        """A reader at the same place, for lines that may never be written."""
        other = LineReader(self.version, self.head)
        other.line, other._ids = self.line, set(self._ids)
        return other

    def read(self, line: bytes) -> RawRecord:
        """The next line, without its line end, as a record. BadLine when it is none."""
        number = self.line + 1
        if number > MOST_RECORDS + 1:
            raise BadLine(
                say("a game has at most {most_records} records", most_records=MOST_RECORDS)
            )
        body, digest = line, ""
        if self.version >= CHAINED:
            try:
                body, digest = unseal(line, self.head)
            except ValueError as error:
                raise BadLine(str(error)) from error
        if len(body) > MOST_LINE:
            raise BadLine(say("it is longer than any record"))
        kind, value = self._record(plain_line(body))
        if kind == "event":
            self._check_event(value)
        elif kind == "head" and not self._known(value.get("head")):
            raise BadLine("it goes to an event that is not there")
        elif not self._ids:
            raise BadLine("the set-up must come first")
        elif kind == "note" and not self._known(value.get("event")):
            raise BadLine("it is written on an event that is not there")
        return RawRecord(number, kind, value, digest)

    def keep(self, record: RawRecord) -> None:
        """Believe what `read` gave for the next line."""
        self.line, self.head = record.line, record.hash
        if record.kind == "event":
            self._ids.add(record.value["id"])

    def is_torn(self, line: bytes, *, ended: bool) -> bool:
        """Whether the last line, which `read` refused, was only cut off while it was written."""
        if not line.strip(_BLANK):
            return True
        if self.version < CHAINED:
            return _is_unreadable(line)
        if ended:
            return False
        try:  # a whole record whose line end alone is another byte was harmed, not cut off
            unseal(line[:-1], self.head)
        except ValueError:
            return True
        return False

    def _record(self, plain: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        kind = next(iter(plain), "")
        value = plain.get(kind)
        if len(plain) != 1 or kind not in KINDS or not isinstance(value, dict):
            raise BadLine("it is not a record of a game")
        try:
            return kind, upgrade(kind, value, self.version)
        except (KeyError, TypeError, ValueError) as error:
            raise BadLine(say("it does not fit its version ({error!r})", error=error)) from error

    def _check_event(self, value: dict[str, Any]) -> None:
        found, parent = value.get("id"), value.get("parent")
        if not is_number(found):
            raise BadLine("its event has no proper number")
        if found in self._ids:
            raise BadLine(say("event {found} is there twice", found=found))
        if self._ids and not self._known(parent):
            raise BadLine(say("event {found} follows an event that is not there", found=found))
        if not self._ids and (found != 0 or parent != -1):
            raise BadLine("the set-up must come first")
        # both key the dice
        if not (is_number(value.get("branch", 0)) and is_number(value.get("chances", 0))):
            raise BadLine(
                say("event {found} counts its branch or its dice below zero", found=found)
            )

    def _known(self, event: object) -> bool:
        return is_number(event) and event in self._ids


KINDS = ("event", "head", "setting", "note", "picture", "part", "letter")


def is_number(value: object) -> bool:
    """Whether *value* can count events: a whole number from 0 up."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_ID


def plain_line(line: bytes) -> dict[str, Any]:
    """The object on a line. BadLine when there is none: torn, NaN, nested beyond reason."""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        what = str(error) or type(error).__name__
        raise BadLine(say("it cannot be read ({what})", what=what), unreadable=True) from error
    if not isinstance(value, dict):
        raise BadLine("it is not an object")
    return value


def refuse_doubles(line: bytes) -> None:
    """BadLine when an object on a readable *line* has a key twice: readers would differ on it."""
    if msgspec.json.encode(msgspec.json.decode(line)) != line:  # whoever wrote it, we did not
        json.loads(line, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadLine(say("an entry stands in it twice"))
    return found


def _is_unreadable(line: bytes) -> bool:
    try:
        plain_line(line)
    except BadLine as error:
        return error.unreadable
    return False


# ---- making lines -------------------------------------------------------------------------------


def first_line(header: Struct) -> tuple[bytes, str]:
    """The line of a header, with its line end, and its hash. UserError if it cannot be kept."""
    try:
        body = msgspec.json.encode(header)
        msgspec.convert(plain_line(body), readied(type(header)))
    except _UNKEEPABLE as error:
        raise _not_kept(error) from error
    line, digest = seal(body, GENESIS)
    return line + b"\n", digest


class LineMaker:
    """Makes the lines of one log; none of them would be refused when it is read."""

    def __init__(self, types: Mapping[str, Any], reader: LineReader) -> None:
        """*types*: what each kind of record is decoded with. *reader* has read the log so far."""
        self._types = types
        self._decoders = {
            kind: msgspec.json.Decoder(readied(each), dec_hook=from_record)
            for kind, each in types.items()
        }
        self._reader = reader

    def copy(self) -> LineMaker:
        """A maker at the same place, for lines that may never be written."""
        return LineMaker(self._types, self._reader.copy())

    def make(self, kind: str, record: Struct) -> tuple[bytes, RawRecord]:
        """The next line, with its line end, as a reader would take it; `keep` believes it.

        UserError for a record that could not be read back: a wrong type, a text too long.
        """
        try:
            body = msgspec.json.encode({kind: record}, enc_hook=as_record)
            line, _ = seal(body, self._reader.head)
            raw = self._reader.read(line)
            # straight from the bytes: a third of the time of turning the plain values over
            self._decoders[kind].decode(body[len(kind) + 4 : -1])
        except _UNKEEPABLE as error:
            raise _not_kept(error) from error
        return line + b"\n", raw

    def keep(self, raw: RawRecord) -> None:
        """The line is on the disk."""
        self._reader.keep(raw)

    def trust(self, event: int) -> None:
        """Believe an event without a line: one that no person had a hand in, in memory only."""
        reader = self._reader
        reader.keep(RawRecord(reader.line + 1, "event", {"id": event}, reader.head))


_UNKEEPABLE = (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError)


def _not_kept(error: Exception) -> UserError:
    what = (
        say("it holds letters that WarDesk cannot read")
        if isinstance(error, UnicodeError)
        else str(error)
    )
    return UserError(
        say("The game cannot keep this, so WarDesk did not take it: {what}.", what=what),
        "Give texts as text, numbers as whole numbers, and nothing longer than a page.",
    )
