"""Copies, links, full disks, newer files, flipped bits: nothing is lost, each has a sentence."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from small_campaign import NOW, small_design
from test_campaign_kill import environment

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.desk import CampaignDesk

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and locks of POSIX")


def new_desk(path: Path) -> CampaignDesk:
    return CampaignDesk.create(
        path, small_design(), name="S", campaign="s", seed=1, options={}, now=lambda: NOW,
        nonce=lambda: bytes(16),
    )  # fmt: skip


def open_desk(path: Path, *, write: bool = True) -> CampaignDesk:
    return CampaignDesk.open(path, write=write, now=lambda: NOW, nonce=lambda: bytes(16))


def score(desk: CampaignDesk) -> None:
    desk.add([EventDraft(payload=Points(side="red", points=1, cause="a town"))])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "s.wdcamp"


# ---- a copy of an open file ---------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 30])
def test_a_copy_of_the_open_file_alone_has_every_event(path, tmp_path, number):
    with new_desk(path) as desk:
        for _ in range(number):
            score(desk)
        shutil.copyfile(path, tmp_path / "copy.wdcamp")
        head = desk.ledger.head

    with open_desk(tmp_path / "copy.wdcamp", write=False) as copied:
        assert copied.ledger.head == head


def test_a_copy_is_saved_while_the_campaign_is_open(path, tmp_path):
    target = tmp_path / "copy.wdcamp"
    with new_desk(path) as desk:
        score(desk)
        campaign_files.save_copy(path, target)
        score(desk)

    with open_desk(target) as copied:
        assert copied.state.points("red") == 1
    assert [each.name for each in tmp_path.iterdir() if "copy" in each.name] == ["copy.wdcamp"]


def test_a_copy_overwrites_nothing_and_a_failed_one_leaves_nothing(path, tmp_path, monkeypatch):
    new_desk(path).close()
    mine = tmp_path / "mine.wdcamp"
    mine.write_text("mine")
    with pytest.raises(UserError, match="already"):
        campaign_files.save_copy(path, mine)
    assert mine.read_text() == "mine"

    def damaged(_: Path) -> None:
        raise DamagedFile("The copy is not whole.")

    monkeypatch.setattr(campaign_files, "verify_copy", damaged)
    with pytest.raises(DamagedFile):
        campaign_files.save_copy(path, tmp_path / "copy.wdcamp")
    assert not [each.name for each in tmp_path.iterdir() if "copy" in each.name]


# ---- locks --------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_second_writer_is_refused_through_a_link(path, tmp_path, link):
    (tmp_path / "other").mkdir()
    alias = tmp_path / "other" / "alias.wdcamp"
    with new_desk(path) as desk:
        link(path, alias)
        with pytest.raises(UserError, match="open in another WarDesk"):
            open_desk(alias)
        score(desk)
    with open_desk(alias) as desk, pytest.raises(UserError, match="open in another WarDesk"):
        open_desk(path)
    with open_desk(path) as desk:
        assert desk.state.points("red") == 1


@POSIX
def test_a_second_process_is_refused_through_a_hard_link(path, tmp_path):
    new_desk(path).close()
    os.link(path, tmp_path / "alias.wdcamp")
    code = (
        "import sys; from pathlib import Path\n"
        "from wardesk.services.campaign.desk import CampaignDesk, utc_now\n"
        "from wardesk.errors import UserError\n"
        "try: CampaignDesk.open(Path(sys.argv[1]), write=True, now=utc_now,"
        " nonce=lambda: bytes(16))\n"
        "except UserError as error: print(error)\n"
    )
    with open_desk(path):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "alias.wdcamp")], env=environment(),
            capture_output=True, text=True, check=True,
        )  # fmt: skip

    assert "open in another WarDesk" in done.stdout


# ---- a full disk --------------------------------------------------------------------------------

FULL = """
mount -t tmpfs -o size=1500k tmpfs {room} || exit 77
cp {file} {room}/s.wdcamp
cat /dev/zero > {room}/fill 2>/dev/null
{python} -m wardesk campaign status {room}/s.wdcamp 2>&1
{python} -m wardesk campaign next {room}/s.wdcamp 2>&1
{python} -m wardesk campaign doctor {room}/s.wdcamp 2>&1
exit 0
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs a small disk of its own")
def test_a_full_disk_is_called_full_and_never_damage(path, tmp_path):
    new_desk(path).close()
    room = tmp_path / "room"
    room.mkdir()
    script = FULL.format(room=room, file=path, python=sys.executable)
    done = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", script], env=environment(), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"no small disk can be made here: {done.stderr}")

    assert "amaged" not in done.stdout, done.stdout
    assert "estore" not in done.stdout, done.stdout
    assert done.stdout.count("no room left on the disk") == 3, done.stdout


# ---- newer files --------------------------------------------------------------------------------


def test_a_newer_file_is_not_called_damaged(path):
    new_desk(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA user_version=99")

    findings, _ = campaign_files.examine_file(path)

    (found,) = [each for each in findings if each.level == "error"]
    assert found.cause == "newer"
    with pytest.raises(NewerFile):
        open_desk(path)


def test_a_file_of_an_unknown_revision_is_not_written_to(path):
    new_desk(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = 'r9999'")
    before = path.read_bytes()

    with pytest.raises(NewerFile, match="r9999"):
        open_desk(path)

    assert path.read_bytes() == before
    with open_desk(path, write=False) as desk:
        assert desk.ledger.head == 3


# ---- flipped bits -------------------------------------------------------------------------------


def spoiled_schema(path: Path) -> None:
    """Bytes that are no text in the name of a table, which SQLite quotes in its message."""
    data = path.read_bytes()
    name = data.index(b"tablealembic_version") + len(b"table")
    sql = data.index(b"CREATE TABLE alembic_version")
    data = data[:name] + b"\xff\xfe" + data[name + 2 :]
    path.write_bytes(data[:sql] + b"\xff" + data[sql + 1 :])


def test_a_schema_that_is_no_text_is_damage_in_words(path):
    with new_desk(path) as desk:
        desk.backup("asked")
    spoiled_schema(path)

    findings, _ = campaign_files.examine_file(path)
    assert [each.level for each in findings] == ["error"]
    for write in (False, True):
        with pytest.raises(DamagedFile):
            open_desk(path, write=write)
    campaign_files.restore(path)
    open_desk(path).close()


@pytest.mark.slow
def test_flipped_bits_are_found_or_harmless_and_always_told_in_words(path, tmp_path):
    with new_desk(path) as desk:
        for _ in range(20):
            score(desk)
        events = desk.ledger.events
    whole, chance = path.read_bytes(), random.Random(11)
    for number in range(120):
        spoiled = bytearray(whole)
        for _ in range(chance.choice((1, 1, 1, 40))):
            spoiled[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        place = tmp_path / "spoiled.wdcamp"
        place.write_bytes(spoiled)
        campaign_files.examine_file(place)
        for write in (False, True):
            with suppress(UserError), open_desk(place, write=write) as desk:
                assert desk.ledger.events == events, number
        for end in ("-wal", "-shm"):
            place.with_name(place.name + end).unlink(missing_ok=True)
