"""``wardesk campaign`` with the address of a server in the place of a file."""

from __future__ import annotations

import json

import pytest
from postgres import Server, why_not

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "a server can be started"),
    pytest.mark.xdist_group("postgres"),
]


@pytest.fixture(scope="module")
def server():
    made = Server()
    with made.connect("postgres") as owner:
        owner.execute("CREATE ROLE erika LOGIN")
    yield made
    made.close()


@pytest.mark.slow
def test_a_campaign_on_a_server_goes_the_way_of_a_file(server, run, tmp_path):
    address = server.database("market")
    run("new", address, "--design", "market-garden", "--seed", 7, "--now", "2026-05-10T12:00")
    run("next", address)
    status = json.loads(run("status", address, "--json").out)
    assert status["file"].startswith(address)

    assert "No role" in run("seat-role", address).out
    run("seat-role", address, "german", "--role", "erika")
    assert "erika reads what german knows" in run("seat-role", address).out
    facts = json.loads(run("known", server.address("market", "erika"), "--json").out)
    assert facts["seat"] == "german"
    assert len(facts["facts"]) < status["events"]
    assert "17 Sep 1300: " in run("known", server.address("market", "erika")).out
    run("seat-role", address, "--remove", "--role", "erika")
    assert "no seat" in run("known", server.address("market", "erika"), expect=2).err

    run("copy", address, tmp_path / "copy.wdcamp")
    copied = json.loads(run("status", tmp_path / "copy.wdcamp", "--json").out)
    assert (copied["events"], copied["head_hash"]) == (status["events"], status["head_hash"])
    other = server.database("other")
    run("copy", tmp_path / "copy.wdcamp", other)
    said = json.loads(run("doctor", other, "--json").out)
    assert (said["ok"], said["events"]) == (True, status["events"])


def test_what_only_files_have_is_refused_in_words(server, run, tmp_path):
    address = server.database("files")
    run("new", address, "--design", "market-garden", "--seed", 7)
    assert "files" in run("restore", address, expect=2).err
    assert "server's own backups" in run("backup", address, expect=2).err
    assert "no campaign in this database" in run("status", server.database("none"), expect=2).err
    run("new", tmp_path / "file", "--design", "market-garden", "--seed", 7)
    assert "over a server" in run("known", tmp_path / "file.wdcamp", expect=2).err
    assert "of a player" in run("seat-role", address, "umpire", "--role", "erika", expect=2).err
