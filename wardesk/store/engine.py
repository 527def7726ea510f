"""Opening a campaign database with the settings that every one needs."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import event, exc
from sqlalchemy.engine import URL, Connection, Engine, make_url

from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

APPLICATION_ID = 0x57444350
"""``WDCP`` in the header of a file: what ``file`` and other tools know it by."""
SCHEMA = "wardesk"
"""Where the tables lie on a server."""
_BUSY_MS = 5000
_WORK = 1_000_000
"""Steps of SQLite's machine between two looks at how many they are."""
_MOST_WORK = 1_000_000_000
"""Steps of one transaction: some ten seconds, a hundred times what the largest campaign takes."""
_FILE = say("This campaign file")
_NO_ROOM = say("there is no room left on the disk")


def file_url(path: Path) -> URL:
    """The address of a campaign file."""
    return URL.create("sqlite", database=str(path))


def open_engine(url: URL | str) -> Engine:
    """The engine behind *url*. Nothing is opened before it is used."""
    # a server may have been started anew since the last question; a file is always there
    server = make_url(url).get_backend_name() != "sqlite"
    # what stands in a campaign must not come into the text of an error, which people send on
    engine = sa.create_engine(url, pool_pre_ping=server, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "connect", _prepare_server, insert=True)
    return engine


def _begin(connection: Connection) -> None:
    # IMMEDIATE: a second writer waits here, and is not refused in the middle of its work
    limit_work(cast("sqlite3.Connection", connection.connection.driver_connection))
    reads = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _prepare_server(connection: Any, _record: object) -> None:  # noqa: ANN401 - of the driver
    # the server's own catalogue comes first by itself; nothing else stands in the way of a name
    connection.autocommit = True
    connection.execute(f"SET search_path = {SCHEMA}, pg_temp")
    connection.autocommit = False


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, so DDL rolls back too
    connection.execute("PRAGMA trusted_schema=OFF")  # what a stranger's tables may call is little
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
    connection.execute("PRAGMA journal_mode=WAL")
    # After each commit everything goes on into the file itself, so that a mere copy of it, by mail
    # or by a program that keeps folders in step, has the whole session; it costs half a millisecond
    connection.execute("PRAGMA wal_autocheckpoint=1")
    # FULL: an acknowledged event survives a power cut, too; it costs a fifth of a millisecond
    connection.execute("PRAGMA synchronous=FULL")


@contextmanager
def examined(path: Path) -> Iterator[sqlite3.Connection]:
    """A campaign file to be looked at before anything in it is believed; nothing is changed."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        database.execute("PRAGMA trusted_schema=OFF")
        limit_work(database)
        database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        yield database


def limit_work(database: sqlite3.Connection) -> None:
    """Let *database* break off what takes longer from now on than any campaign could ask for."""
    left = iter(range(_MOST_WORK // _WORK))
    database.set_progress_handler(lambda: next(left, None) is None, _WORK)


Kind: TypeAlias = Literal["damage", "room", "busy", "rights", "lost", "refused", "other"]


class StoreTrouble(Struct, frozen=True):
    """Why a database could not be read or written."""

    kind: Kind
    words: str

    @property
    def advice(self) -> str:
        """What a person does about it."""
        return _ADVICE[self.kind]


_ADVICE = {
    "damage": "Restore the last backup with `wardesk campaign restore`.",
    "room": say("Free some space, then try again."),
    "busy": "Try again in a moment.",
    "rights": say("Check the rights of the file and its folder."),
    "refused": say("Check name, password and rights with whoever runs the server."),
    "lost": say("Check the address and the connection to the server, then try again."),
    "other": say("Check the disk and the connection to it, then try again."),
}
_KINDS: dict[int, Kind] = {
    sqlite3.SQLITE_CORRUPT: "damage",
    sqlite3.SQLITE_NOTADB: "damage",
    sqlite3.SQLITE_INTERRUPT: "damage",
    sqlite3.SQLITE_FULL: "room",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_READONLY: "rights",
    sqlite3.SQLITE_PERM: "rights",
    sqlite3.SQLITE_CANTOPEN: "rights",
}
_SERVER_KINDS: dict[str, Kind] = {
    "53": "room",  # insufficient resources: the disk above all
    "40": "busy",  # rolled back for another transaction
    "55": "busy",  # not available now
    "42501": "refused",
    "28": "refused",  # password or role refused
    "08": "lost",
    "57": "lost",  # shut down by its operator
    "XX": "damage",
}
"""What a server's error means, by its SQLSTATE or the two letters of its class."""


def trouble(error: BaseException) -> StoreTrouble:
    """What an error of the database or of the system means. The one place that judges them."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, UnicodeDecodeError):
        # the driver reads names of tables as text, also those in the database's own message
        return StoreTrouble("damage", say("WarDesk cannot read its contents"))
    if isinstance(cause, OSError):
        full = cause.errno in (errno.ENOSPC, errno.EDQUOT)
        return (
            StoreTrouble("room", _NO_ROOM)
            if full
            else StoreTrouble("rights", cause.strerror or str(cause))
        )
    if not isinstance(cause, sqlite3.Error):
        return _server_trouble(cause)
    code = getattr(cause, "sqlite_errorcode", 0)
    # a reader needs a little room as well, for the index of the write-ahead log
    kind: Kind = (
        "room" if code == sqlite3.SQLITE_IOERR_SHMSIZE else _KINDS.get(code & 0xFF, "other")
    )
    if code == sqlite3.SQLITE_INTERRUPT:
        return StoreTrouble(kind, say("it asks for work without end"))
    return StoreTrouble(kind, _NO_ROOM if kind == "room" else str(cause))


def _server_trouble(cause: BaseException) -> StoreTrouble:
    state = str(getattr(cause, "sqlstate", None) or "08000")  # none: there was no answer at all
    kind = _SERVER_KINDS.get(state, _SERVER_KINDS.get(state[:2], "other"))
    lines = str(cause).strip().splitlines()
    return StoreTrouble(kind, _NO_ROOM if kind == "room" else lines[0] if lines else state)


@contextmanager
def told(what: str, name: str = _FILE) -> Iterator[None]:
    """Turn the database's own errors into ours. *what* was being done, e.g. ``"saved"``.

    DamagedFile for a file that is no database any more, UserError for a full disk, a lock, rights.
    """
    try:
        yield
    except exc.IntegrityError:
        raise
    except (exc.DBAPIError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
        found = trouble(error)
        if found.kind == "damage":
            raise DamagedFile(
                say("{name} is damaged: {words}.", name=name, words=found.words), found.advice
            ) from error
        raise UserError(
            say(
                "The campaign could not be {what}: {words}. What was stored before is unchanged.",
                what=what,
                words=found.words,
            ),
            found.advice,
        ) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one moment of the database and holds no writer up."""
    with told("read"), engine.connect().execution_options(reading=True) as connection:
        yield connection
