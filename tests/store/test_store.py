"""Campaigns in SQL: nothing half written, nothing edited, nothing of another campaign."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from small_campaign import NOW, SEATS, small_design
from sqlalchemy import exc
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable
from sqlmodel import SQLModel

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.operation.design import design_hash
from wardesk.campaign.operation.places import Place
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.store.campaigns import CampaignStore, Conflict, unit_row
from wardesk.store.engine import APPLICATION_ID, file_url, open_engine
from wardesk.store.migrate import (
    create_tables,
    differences,
    file_version,
    newest,
    upgrade,
    upgrade_connection,
)

DESIGN = small_design()
HEX = Place("hex", "42.228", "S", "ONE")


class Opening:
    """A ledger over a file."""

    def __init__(self, path: Path, *, new: bool = True) -> None:
        if new:
            self.store = CampaignStore.create(create_tables(path), DESIGN, "c1", "Test", NOW)
        else:
            self.store = CampaignStore.open(open_engine(file_url(path)))
        self.ledger = Ledger.verified(self.store.design(), "c1", self.store.events())
        if new:
            self.do(
                CampaignOpened(
                    name="Test", design="small", design_hash=design_hash(DESIGN), seats=SEATS
                )
            )

    def do(self, *payloads):
        drafts = [EventDraft(payload=payload) for payload in payloads]
        return self.ledger.append(drafts, actor="umpire", now=NOW, write=self.store.append)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "test.wdcamp"


@pytest.fixture
def opening(path):
    made = Opening(path)
    yield made
    made.store.close()


def scalar(path: Path, query: str):
    database = sqlite3.connect(path)
    try:
        return database.execute(query).fetchone()[0]
    finally:
        database.close()


def test_what_was_stored_is_read_back(path, opening):
    opening.do(UnitArrived(unit="r1", place=HEX), StepsLost(unit="r1", steps=1, cause="fire ⊗"))
    opening.store.close()

    again = Opening(path, new=False)

    assert again.ledger.events == opening.ledger.events
    assert again.ledger.state == opening.ledger.state
    assert again.store.design() == DESIGN
    assert again.store.info().head_seq == 3
    again.store.close()


def test_the_file_says_what_it_is(path, opening):
    opening.store.close()

    assert scalar(path, "PRAGMA application_id") == APPLICATION_ID
    assert scalar(path, "PRAGMA user_version") == newest() == file_version(path)
    assert scalar(path, "PRAGMA journal_mode") == "wal"


@pytest.mark.parametrize(
    "statement",
    ["UPDATE event SET actor = 'eve'", "DELETE FROM event", "UPDATE design SET hash = ''",
     "DELETE FROM design", "INSERT INTO event SELECT * FROM event"],
)  # fmt: skip
def test_events_cannot_be_edited(path, opening, statement):
    database = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError), database:
        database.execute(statement)
    database.close()


def test_foreign_keys_are_really_on(opening):
    with opening.store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_unit_of_another_campaign_cannot_be_linked(opening):
    CampaignStore.create(
        opening.store.engine, small_design(units=(), appearances=()), "c2", "Other", NOW
    )
    row = unit_row("c2", "r1", opening.ledger.state)
    with pytest.raises(exc.IntegrityError), opening.store.engine.begin() as connection:
        connection.execute(sa.insert(SQLModel.metadata.tables["unit_state"]), [row])


@pytest.mark.parametrize("steps", [-1, 10])
def test_steps_out_of_range_are_refused_by_the_database(opening, steps):
    with pytest.raises(exc.IntegrityError), opening.store.engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE unit_state SET steps = {steps}"))


def test_the_slower_of_two_writers_is_told_and_nothing_of_his_counts(path, opening):
    other = Opening(path, new=False)
    other.do(Points(side="red", points=1, cause="first"))

    with pytest.raises(Conflict):
        opening.do(Points(side="blue", points=1, cause="second"))

    assert opening.ledger.head == 1
    assert [event.kind for event in other.store.events()][-1] == "vp.awarded"
    assert other.store.info().head_seq == 2
    other.store.close()


def test_a_failed_write_stores_nothing(opening, monkeypatch):
    def fail(*_):
        raise exc.OperationalError("INSERT", {}, sqlite3.OperationalError("disk is full"))

    monkeypatch.setattr(CampaignStore, "_store_units", fail)
    with pytest.raises(UserError, match="disk is full"):
        opening.do(UnitArrived(unit="r1", place=HEX))
    monkeypatch.undo()

    assert opening.store.info().head_seq == 1
    assert len(opening.store.events()) == 1
    opening.do(UnitArrived(unit="r1", place=HEX))
    assert opening.store.info().head_seq == 2


def test_the_cache_follows_the_ledger(opening):
    opening.do(UnitArrived(unit="r1", place=HEX), StepsLost(unit="r1", steps=1))
    assert opening.store.unit_states()["r1"]["steps"] == 1
    (seq,) = [e.seq for e in opening.ledger.events if e.kind == "unit.step_lost"]

    opening.ledger.take_back(
        [seq], actor="umpire", reason="wrong", now=NOW, write=opening.store.append
    )

    assert opening.store.unit_states()["r1"]["steps"] == 2


def test_a_second_campaign_of_the_same_name_is_refused(opening):
    with pytest.raises(UserError, match="already"):
        CampaignStore.create(opening.store.engine, DESIGN, "c1", "Test", NOW)


def test_a_new_campaign_never_overwrites_a_file(path):
    path.write_text("mine")

    with pytest.raises(UserError, match="already"):
        create_tables(path)

    assert path.read_text() == "mine"


def test_what_is_no_campaign_is_told_in_words(tmp_path):
    text = tmp_path / "a.wdcamp"
    text.write_text("this is no database at all, only some text" * 50)
    other = tmp_path / "b.wdcamp"
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("PRAGMA user_version=7")

    for path in (text, other):
        with pytest.raises(DamagedFile):
            file_version(path)


# ---- migrations ---------------------------------------------------------------------------------


def test_the_migrations_make_what_the_rows_say(path):
    engine = create_tables(path)

    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


def test_a_newer_file_is_refused_politely(path, opening):
    opening.store.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA user_version=99")

    with pytest.raises(NewerFile):
        upgrade(path)


_REVISION = '''
"""A later one."""
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Rebuild a table that others point to."""
{body}
'''
REBUILD = """
    with op.batch_alter_table("unit") as batch:
        batch.add_column(sa.Column("nickname", sa.String(20), server_default="", nullable=False))
"""


def scripts_with(tmp_path: Path, body: str) -> Path:
    import shutil

    from wardesk.store.migrate import SCRIPTS

    folder = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "r0003_later.py").write_text(_REVISION.format(body=body))
    return folder


def test_rebuilding_a_table_keeps_its_children_and_a_backup(path, opening, tmp_path):
    opening.do(UnitArrived(unit="r1", place=HEX))
    opening.store.close()
    states = scalar(path, "SELECT count(*) FROM unit_state")

    backup = upgrade(path, scripts_with(tmp_path, REBUILD))

    assert backup is not None
    assert scalar(path, "SELECT count(*) FROM unit_state") == states
    assert scalar(path, "SELECT count(nickname) FROM unit") == len(DESIGN.units)
    assert scalar(path, "PRAGMA user_version") == 3
    assert file_version(backup) == 2
    assert upgrade(path, scripts_with(tmp_path / "again", REBUILD)) is None


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('    op.execute("DROP TRIGGER event_no_DELETE")\n    op.execute("DELETE FROM event")',
         "event would be lost"),
        ('    op.execute("DELETE FROM unit")', "refer to something that is missing"),
        ('    op.drop_table("unit_state")', "unit_state would be lost"),
        ('    op.create_table("half", sa.Column("id", sa.Integer))\n    raise ValueError("oops")',
         "oops"),
    ],
)  # fmt: skip
def test_a_migration_that_would_lose_something_changes_nothing(path, opening, tmp_path, body, why):
    opening.do(UnitArrived(unit="r1", place=HEX))
    opening.store.close()

    with pytest.raises(UserError, match=why):
        upgrade(path, scripts_with(tmp_path, body))

    assert scalar(path, "PRAGMA user_version") == 2
    assert scalar(path, "SELECT count(*) FROM event") == 2
    assert scalar(path, "SELECT count(*) FROM unit_state") == len(DESIGN.units)
    assert scalar(path, "SELECT count(*) FROM sqlite_master WHERE name = 'half'") == 0
    again = Opening(path, new=False)
    assert again.ledger.head == 2
    again.store.close()


def test_an_empty_database_of_any_kind_can_be_filled(tmp_path):
    engine = open_engine(file_url(tmp_path / "x.db"))
    with engine.begin() as connection:
        upgrade_connection(connection)
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


def test_every_table_can_be_spelled_for_postgresql():
    for table in SQLModel.metadata.sorted_tables:
        text = str(CreateTable(table).compile(dialect=postgresql.dialect()))
        assert table.name in text
        assert all(constraint.name for constraint in table.constraints), table.name
