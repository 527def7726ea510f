"""Bringing a campaign file to today's tables: backed up, counted, checked, or left as it was."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.store.backups import copy_database
from wardesk.store.engine import APPLICATION_ID, examined, file_url, open_engine, told
from wardesk.words import say

SCRIPTS = Path(__file__).with_name("migrations")
_REVISION = re.compile(r"r(\d{4})_\w+\.py\Z")
_RESTORE = say("Restore the last backup.")
SCHEMAS: Mapping[int, str] = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "5764c1f5833e8c84e4dd66679be7bf99d8bbc6544506a152c4f5d3d915aab360",
    2: "8f922b0ff4cf6e10f31d32d3469163e22d9673703c344584bc3bbf01d69db8d0",
}
"""What the tables of a file say after each revision, as a digest."""
READABLE = 1
"""The oldest revision whose tables can be read as they are."""
_SAFE_TABLE = re.compile(r"[a-z_]+\Z")


def newest(scripts: Path = SCRIPTS) -> int:
    """The number of the newest revision."""
    return max(map(int, _revisions(scripts)), default=0)


def _revisions(scripts: Path) -> set[str]:
    # by the names of the files: Alembic is slow to load, and most openings change nothing
    names = (_REVISION.match(file.name) for file in (scripts / "versions").iterdir())
    return {name[1] for name in names if name}


def file_version(path: Path) -> int:
    """The revision of a campaign file, read without changing it. 0 for an empty file.

    DamagedFile for a file that is no campaign.
    """
    with told("read", say("{path!s} is no campaign, or it", path=path)), examined(path) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        kind = database.execute("PRAGMA application_id").fetchone()[0]
    if kind != APPLICATION_ID and version:
        raise DamagedFile(
            say("{path!s} is a database, but no WarDesk campaign.", path=path),
            "Choose another file.",
        )
    return version


def judge_file(path: Path, scripts: Path = SCRIPTS) -> int:
    """The revision of a campaign file whose tables are a campaign's and nothing beside them.

    NewerFile for a later WarDesk's file, DamagedFile for one that is damaged, or brings tables,
    views or triggers of its own.
    """
    version = file_version(path)
    if version > newest(scripts):
        raise NewerFile(
            say("{path!s} was written by a newer WarDesk.", path=path.name), "Open it there."
        )
    if scripts == SCRIPTS:
        _judge_tables(path, version)
    return version


def _judge_tables(path: Path, version: int) -> None:
    with told("read", path.name), examined(path) as database:
        found = _entries(database)
    if _digest(found) == SCHEMAS[version]:
        return
    with _empty() as empty:
        known = _entries(empty)
    wrong = sorted({f"{entry[0]} {entry[1]}" for entry in {*found} ^ {*known}})
    raise DamagedFile(
        say(
            "{path!s} does not hold what a campaign holds: {wrong!s}.",
            path=path.name,
            wrong=f"{', '.join(wrong)!a:.200}",
        ),
        say("It may have been made to do harm. {restore}", restore=_RESTORE),
    )


def _entries(database: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Kind, name and text of everything that a file defines; SQLite's own notes are left out."""
    rows = database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    found = [(str(kind), str(name), " ".join(str(sql).split())) for kind, name, sql in rows]
    return sorted(entry for entry in found if not entry[1].startswith("sqlite_stat"))


def _digest(entries: list[tuple[str, str, str]]) -> str:
    text = "\0".join(part for entry in entries for part in entry)
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def check_revision(path: Path, scripts: Path = SCRIPTS) -> None:
    """NewerFile for tables of a revision that is not among *scripts*, DamagedFile for none."""
    with told("read", path.name), examined(path) as database:
        found = [str(row[0]) for row in database.execute("SELECT version_num FROM alembic_version")]
    if len(found) != 1:
        raise DamagedFile(
            say("{path!s} does not say which version of WarDesk wrote it.", path=path.name),
            _RESTORE,
        )
    if found[0] not in _revisions(scripts):
        text = say(
            "{path!s} comes from a version of WarDesk that this one does not know: {found!r}.",
            path=path.name,
            found=found[0],
        )
        raise NewerFile(text, "Open it with the WarDesk that wrote it.")


def create_tables(path: Path) -> Engine:
    """A new, empty campaign file. UserError if something is there already."""
    if path.exists():
        raise UserError(
            say("There is a file at {path!s} already.", path=path), "Choose another name."
        )
    engine = open_engine(file_url(path))
    try:
        with told("created"), engine.connect() as connection, _empty() as empty:
            # one transaction of the file's: it has all tables or none, whatever happens
            empty.backup(cast("sqlite3.Connection", connection.connection.driver_connection))
    except BaseException:
        engine.dispose()
        for leftover in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            leftover.unlink(missing_ok=True)
        raise
    return engine


@contextmanager
def _empty() -> Iterator[sqlite3.Connection]:
    """An empty campaign in memory, for as long as the block lasts."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(_new_file())
        yield database


@cache
def _new_file() -> bytes:
    """The bytes of an empty campaign as the revisions make it; they take a tenth of a second."""
    engine = open_engine("sqlite://")
    try:
        with engine.begin() as connection:
            upgrade_connection(connection)
        with engine.connect() as connection:
            made = cast("sqlite3.Connection", connection.connection.driver_connection)
            return made.serialize()
    finally:
        engine.dispose()


def upgrade_connection(connection: Connection, scripts: Path = SCRIPTS) -> None:
    """Run what is missing on a connection in a transaction. Any database; nothing is committed."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        # the file says by itself what it is, without a look into its tables
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version={newest(scripts)}")


def upgrade(path: Path, scripts: Path = SCRIPTS) -> Path | None:
    """Bring the file at *path* to the newest revision. Hold its lock while calling.

    The backup that was made, None when nothing was to do. NewerFile for a later WarDesk's file,
    DamagedFile for a damaged one, UserError when it cannot be done: the file is unchanged then.
    """
    version = judge_file(path, scripts)
    if version:
        check_revision(path, scripts)
    if version == newest(scripts):
        return None
    engine = open_engine(file_url(path))
    try:
        _quick_check(engine, path)
        backup = path.with_name(f"{path.name}.v{version}.bak")
        copy_database(path, backup)
        try:
            _upgrade_in_place(engine, scripts)
        except Exception as error:
            text = say(
                "{path} could not be brought up to date: {error}", path=path.name, error=error
            )
            raise UserError(
                text, say("It is unchanged; a copy is in {backup!s}.", backup=backup)
            ) from error
    finally:
        engine.dispose()
    return backup


def _upgrade_in_place(engine: Engine, scripts: Path) -> None:
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        # Off before BEGIN, where alone it works: else rebuilding a table deletes its children.
        driver.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                before = row_counts(connection)
                upgrade_connection(connection, scripts)
                _foreign_keys_hold(connection)
                after = row_counts(connection)
                lost = [t for t, rows in before.items() if t in after and after[t] < rows]
                lost += [t for t in before if t not in after]
                if lost:
                    raise UserError(say("Entries of {lost!s} would be lost.", lost=", ".join(lost)))
        finally:
            driver.execute("PRAGMA foreign_keys=ON")
        result = driver.execute("PRAGMA integrity_check").fetchone()[0]
        if result != "ok":
            raise DamagedFile(
                say("The file does not hold together any more: {result!s}.", result=result)
            )


def row_counts(connection: Connection) -> dict[str, int]:
    """How many rows each table holds; Alembic's own is left out."""
    names = [name for name in sa.inspect(connection).get_table_names() if _SAFE_TABLE.match(name)]
    return {
        name: connection.scalar(sa.select(sa.func.count()).select_from(sa.table(name))) or 0
        for name in names
        if name != "alembic_version"
    }


def differences(connection: Connection) -> list[object]:
    """Where the tables are not what `rows` says; empty when both agree."""
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlmodel import SQLModel

    context = MigrationContext.configure(connection)
    return list(compare_metadata(context, SQLModel.metadata))


def _foreign_keys_hold(connection: Connection) -> None:
    wrong = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if wrong:
        raise UserError(
            say(
                "{number!s} entries of {wrong!s} refer to something that is missing.",
                number=len(wrong),
                wrong=wrong[0][0],
            )
        )


def _quick_check(engine: Engine, path: Path) -> None:
    with told("checked"), engine.connect() as connection:
        result = connection.exec_driver_sql("PRAGMA quick_check").scalar()
    if result != "ok":
        raise DamagedFile(
            say("{path!s} is damaged: {result}.", path=path.name, result=result), _RESTORE
        )
