"""A campaign file holds a campaign's tables and nothing beside them, and never works for ever."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from test_files_in_danger import new_desk, open_desk, score

from wardesk.errors import DamagedFile
from wardesk.services.campaign import files as campaign_files
from wardesk.store import engine, migrate
from wardesk.store.engine import examined, file_url, open_engine, reading, told

ENTRIES = {
    "a trigger that drops what is stored": (
        "CREATE TRIGGER lost BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END"
    ),
    "a view": "CREATE VIEW more AS SELECT 1",
    "a table": "CREATE TABLE more (x)",
    "an index": "CREATE INDEX more ON event (body)",
    "a rule that is gone": "DROP TRIGGER event_no_DELETE",
    "a column": "ALTER TABLE campaign ADD COLUMN more",
}


@pytest.fixture
def path(tmp_path):
    with new_desk(tmp_path / "s.wdcamp") as desk:
        score(desk)
    return tmp_path / "s.wdcamp"


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement)


@pytest.mark.parametrize("statement", ENTRIES.values(), ids=ENTRIES)
def test_a_file_with_tables_of_its_own_is_refused_and_named(path, statement):
    change(path, statement)
    before = path.read_bytes()

    findings, _ = campaign_files.examine_file(path)
    assert [(each.level, each.cause) for each in findings] == [("error", "damage")]
    for write in (False, True):
        with pytest.raises(DamagedFile, match=r"more|lost|event_no_DELETE|campaign"):
            open_desk(path, write=write)
    assert path.read_bytes() == before


def test_what_sqlite_notes_for_itself_is_let_in(path):
    change(path, "ANALYZE")
    assert not [f for f in campaign_files.examine_file(path)[0] if f.level == "error"]
    open_desk(path).close()


def test_an_unknown_revision_is_not_called_healthy(path):
    change(path, "UPDATE alembic_version SET version_num = 'r9999'")
    findings, _ = campaign_files.examine_file(path)
    assert [(each.level, each.cause) for each in findings] == [("error", "newer")]
    assert "r9999" in findings[0].text


def test_the_tables_of_each_revision_are_known():
    assert sorted(migrate.SCHEMAS) == list(range(migrate.newest() + 1))
    with migrate._empty() as made:
        assert migrate._digest(migrate._entries(made)) == migrate.SCHEMAS[migrate.newest()]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made.total_changes  # noqa: B018 - whatever is asked of it


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def test_work_without_end_is_broken_off(path, monkeypatch):
    monkeypatch.setattr(engine, "_WORK", 1_000)
    monkeypatch.setattr(engine, "_MOST_WORK", 100_000)
    endless = pytest.raises(DamagedFile, match="work without end")
    with endless, told("read"), examined(path) as database:
        database.execute(ENDLESS)
    opened = open_engine(file_url(path))
    for _ in range(2):  # each transaction has its own measure
        with reading(opened) as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM event").scalar()
    with pytest.raises(DamagedFile, match="work without end"), reading(opened) as connection:
        connection.exec_driver_sql(ENDLESS)
    opened.dispose()


def test_tables_may_call_nothing_that_reaches_out(path):
    opened = open_engine(file_url(path))
    with reading(opened) as connection:
        assert connection.exec_driver_sql("PRAGMA trusted_schema").scalar() == 0
    opened.dispose()
