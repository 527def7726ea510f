"""Opening a campaign database with the settings that every one needs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import URL, Connection, Engine

from wardesk.errors import DamagedFile, UserError

APPLICATION_ID = 0x57444350
"""``WDCP`` in the header of a file: what ``file`` and other tools know it by."""
_BUSY_MS = 5000


def file_url(path: Path) -> URL:
    """The address of a campaign file."""
    return URL.create("sqlite", database=str(path))


def open_engine(url: URL | str) -> Engine:
    """The engine behind *url*. Nothing is opened before it is used."""
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    # IMMEDIATE: a second writer waits here, and is not refused in the middle of its work
    reads = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, so DDL rolls back too
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
    connection.execute("PRAGMA journal_mode=WAL")
    # FULL: an acknowledged event survives a power cut, too; it costs a fifth of a millisecond
    connection.execute("PRAGMA synchronous=FULL")


@contextmanager
def told(what: str) -> Iterator[None]:
    """Turn the database's own errors into ours. *what* was being done, e.g. ``"saved"``.

    DamagedFile for a file that is no database any more, UserError for a full disk, a lock, rights.
    """
    try:
        yield
    except exc.IntegrityError:
        raise
    except (exc.DatabaseError, sqlite3.DatabaseError) as error:
        text = str(getattr(error, "orig", None) or error)
        if any(word in text for word in ("malformed", "not a database", "encrypted")):
            advice = "Restore the last backup with `wardesk campaign restore`."
            raise DamagedFile(f"This campaign file is damaged: {text}.", advice) from error
        raise UserError(
            f"The campaign could not be {what}: {text}. What was stored before is unchanged.",
            "Free some space or check the rights and the connection to the disk, then try again.",
        ) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one moment of the database and holds no writer up."""
    with told("read"), engine.connect().execution_options(reading=True) as connection:
        yield connection
