"""Reports of faults: whoever reads one learns where the fault is, and nothing of the person."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from wardesk.services import faults
from wardesk.services.faults import fault_report, sendable
from wardesk.store.engine import file_url, open_engine

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SECRETS = (
    "anna",
    "hunter2",
    "lab.example",
    "spring offensive",
    "10.1.2.3",
    "annas-laptop",
    "tulip",
)
"""The person, the password, the server, a name of a file, an address, the machine, a database."""


@pytest.fixture(autouse=True)
def annas_machine(monkeypatch):
    monkeypatch.setattr(faults.Path, "home", lambda: Path("/home/anna"))
    monkeypatch.setattr(faults.getpass, "getuser", lambda: "anna")
    monkeypatch.setattr(faults.platform, "node", lambda: "annas-laptop")


@pytest.mark.parametrize(
    "words",
    [
        "no room for /home/anna/spring offensive/game.wdgame",
        "cannot open '/media/anna/spring offensive.wdcamp'",
        "[Errno 2] No such file or directory: '/mnt/stick/anna/spring offensive/x.wdmap'",
        "cannot read /srv/annas/x.wdmap at all",
        r"cannot read C:\Users\Anna\spring offensive.wdgame",
        r"cannot read 'C:\\Users\\Anna\\spring offensive.wdgame'",
        r"\\lab.example\share\anna\x.wdmap is gone",
        "could not connect: postgresql+psycopg://anna:hunter2@lab.example:5432/tulip",
        "could not connect: postgresql://lab.example/tulip?user=anna&password=hunter2",
        "host=lab.example user='anna' dbname=tulip password=hunter2",
        'connection to server at "lab.example" (10.1.2.3), port 5432 failed: FATAL:  '
        'password authentication failed for user "anna"',
        'database "tulip" does not exist',
        "{'password': 'hunter2', 'host': 'lab.example'}",
        "tcp://lab.example:8786 does not answer annas-laptop",
        "Anna is not allowed to do that",
        "a value is there already\nDETAIL:  Key (orders)=(spring offensive) exists.",
        r"UniqueViolation('a value is there\nDETAIL:  Key (orders)=(spring offensive) exists.')",
    ],
)
def test_nothing_private_is_left(words):
    text = fault_report(OSError(words), NOW).lower()
    assert [secret for secret in SECRETS if secret in text] == []


def test_what_names_nobody_stays():
    words = (
        "KeyError: 'hex 0807' after event 12 of hannut-stonne/hannut: 2/3 of B/501, "
        "and/or options {'losses': 'any'}, board 51c0"
    )
    assert sendable(words) == words


def test_the_way_to_the_fault_can_be_read():
    with pytest.raises(ValueError, match="Expecting") as broken:
        json.loads("{")
    text = fault_report(broken.value, NOW, "Game g, seed 7")
    first, second, third, *rest = text.splitlines()
    assert first == "WarDesk 0.1.0, report, 2026-01-02 00:00:00"
    assert second.startswith("Python 3.")
    assert third == "Game g, seed 7"
    assert rest[1].startswith("json.decoder.JSONDecodeError: Expecting")
    assert rest[3] == "Traceback (most recent call last):"
    assert rest.count("") == 2
    assert any(line.endswith("in test_the_way_to_the_fault_can_be_read") for line in rest)
    assert any('json/decoder.py", line ' in line for line in rest)
    assert "JSONDecodeError" in rest[-1]


def test_a_frame_of_the_program_keeps_its_place():
    with pytest.raises(TypeError) as broken:
        sendable(None)  # pyright: ignore[reportArgumentType]
    assert 'File "wardesk/services/faults.py", line ' in fault_report(broken.value, NOW)


def test_a_file_of_a_kind_is_told_by_its_kind():
    assert sendable("cannot read '/mnt/a b/c.wdmap'") == "cannot read '<file.wdmap>'"


def test_a_campaign_that_breaks_does_not_tell_what_stands_in_it(tmp_path):
    engine, again = open_engine(file_url(tmp_path / "x.db")), sa.text("insert into t values (:a)")
    plan = {"a": "the secret plan"}
    with engine.begin() as connection:
        connection.execute(sa.text("create table t (a text unique)"))
        connection.execute(again, plan)
        with pytest.raises(IntegrityError) as broken:
            connection.execute(again, plan)
    engine.dispose()
    text = fault_report(broken.value, NOW)
    assert "insert into t" in text
    assert "the secret plan" not in text.partition("sqlalchemy.exc")[2]
