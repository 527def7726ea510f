"""Tests that nothing drawn is lost: kills, full disks, read-only folders, two windows, tears."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wardesk.documents.maps.backups_and_pictures import backups, images_path
from wardesk.documents.maps.edit_journal import journal_path, map_digest
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.all_commands import NameCell, SetProperty
from wardesk.errors import DamagedFile, UserError
from wardesk.services.maps.edit_session import EditSession

TESTS = Path(__file__).parents[1]
SPECIMEN = TESTS / "museum" / "map-v1.wdmap"
MODULES = os.pathsep.join(
    [str(TESTS / "drawing"), str(TESTS / "documents"), str(TESTS.parent), *filter(None, sys.path)]
)


@pytest.fixture(params=["map.wdmap", "map"])
def path(request, tmp_path):
    place = tmp_path / request.param
    write_map(read_map(SPECIMEN), place)
    return place


def python(code, *args, **more):
    """The lines that a fresh interpreter says."""
    run = subprocess.run(
        [sys.executable, *([str(code)] if isinstance(code, Path) else ["-c", code]), *args],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": MODULES},
        **more,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def crash(session):
    session._writer.close(remove=False)
    session._lock.close()


@pytest.mark.parametrize(("kills", "seed"), [(12, 3), pytest.param(200, 4, marks=pytest.mark.long)])
@pytest.mark.timeout(600)
def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path, kills, seed):
    (said,) = python(TESTS / "services" / "kill_many.py", str(tmp_path), str(kills), str(seed))
    assert said.startswith("ok ")
    assert "as told" in said


FULL = """
import resource, signal, sys
from pathlib import Path
from pictures import png
from wardesk.documents.maps.edit_journal import map_digest
from wardesk.drawing.commands.all_commands import SetProperty
from wardesk.errors import UserError
from wardesk.services.maps.edit_session import EditSession
path, other = map(Path, sys.argv[1:])
session = EditSession.open(path)
for number in range(60):
    session.do(SetProperty(("A",), f"p{number}", "y" * 200))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
for what, act in {
    "save": session.save,
    "save as": lambda: session.save_as(other),
    "stroke": lambda: session.do(SetProperty(("A",), "lost", 1)),
    "undo": session.editor.undo,
    "picture": lambda: session.put_image(png(100, 90, noise=True)),
}.items():
    try:
        act()
        print(what, "went through")
    except UserError as error:
        print(what, "refused:", error.message)
print(map_digest(session.document))
"""


def test_a_full_disk_refuses_clearly_and_everything_before_stands(path, tmp_path):
    before = map_digest(read_map(path))
    other = tmp_path / "elsewhere" / "other.wdmap"
    other.parent.mkdir()
    *said, digest = python(FULL, str(path), str(other))
    assert [line.split(" refused")[0] for line in said] == [
        "save", "save as", "stroke", "undo", "picture",
    ]  # fmt: skip
    assert all("too large" in line.lower() for line in said), said
    assert map_digest(read_map(path)) == before
    assert [p.name for p in other.parent.iterdir() if not p.name.endswith(".lock")] == []
    with EditSession.open(path) as again:
        assert map_digest(again.document) == digest
        assert "lost" not in again.document.cells["A"].properties
        again.save()
        assert not images_path(path).exists() or again.document.underlays == []
    assert len(backups(path)) == 1


READ_ONLY = """
import os, sys
from pathlib import Path
path, opened = Path(sys.argv[1]), sys.argv[2] == "opened"
from wardesk.drawing.commands.all_commands import NameCell
from wardesk.errors import UserError
from wardesk.services.maps.edit_session import EditSession
def shut():
    path.parent.chmod(0o555)
    if os.getuid() == 0:
        os.setgid(65534); os.setuid(65534)
try:
    if not opened:
        shut()
    session = EditSession.open(path)
    session.do(NameCell("A", "Drawn"))
    shut()
    session.do(NameCell("A", "Drawn again"))
    session.save()
    print("went through")
except UserError as error:
    print(error.message, "|", error.advice)
"""


@pytest.mark.parametrize("when", ["before", "opened"])
def test_a_read_only_folder_is_told_and_loses_nothing(tmp_path, when):
    path = tmp_path / "there" / "map.wdmap"
    path.parent.mkdir()
    tmp_path.chmod(0o755)
    for above in tmp_path.parents:
        if above.owner() != "root" and os.getuid() == 0:
            continue
        if not above.stat().st_mode & 0o001 and os.getuid() == 0:
            above.chmod(above.stat().st_mode | 0o001)
    write_map(read_map(SPECIMEN), path)
    before = map_digest(read_map(path))
    (said,) = python(READ_ONLY, str(path), when)
    path.parent.chmod(0o755)
    assert "denied" in said
    assert "folder" in said.partition("|")[2]
    assert map_digest(read_map(path)) == before
    with EditSession.open(path) as again:
        kept = again.document.cells["A"].name
        assert kept == ("Drawn again" if when == "opened" else read_map(path).cells["A"].name)


SECOND = """
import sys, time
from wardesk.services.maps.edit_session import EditSession
from wardesk.drawing.commands.all_commands import NameCell
session = EditSession.open(sys.argv[1])
session.do(NameCell("A", "From the other"))
print("open", flush=True)
time.sleep(60)
"""


def test_the_window_of_another_process_keeps_the_map_until_it_dies(path):
    with subprocess.Popen(
        [sys.executable, "-c", SECOND, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": MODULES},
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(
            UserError, match=rf"open in another WarDesk .*process {other.pid}\b"
        ) as told:
            EditSession.open(path)
        assert "Close it there" in told.value.advice
        with pytest.raises(UserError, match="open in another"):
            EditSession.open(path, recover=False)
        assert journal_path(path).exists()
        other.kill()
        other.wait()
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name == "From the other"


def test_a_file_that_was_written_again_with_the_same_words_can_be_saved(path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Mine"))
        write_map(read_map(path), path)
        session.save()
    assert read_map(path).cells["A"].name == "Mine"


def test_a_file_that_changed_in_size_and_time_only_a_little_is_noticed(path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Mine"))
        session.save()
        file = path if path.is_file() else path / "cells.json"
        times = file.stat().st_atime_ns, file.stat().st_mtime_ns
        other = read_map(path)
        NameCell("A", "Them").apply(other)
        write_map(other, path)
        os.utime(path if path.is_file() else path / "cells.json", ns=times)
        session.do(NameCell("B", "More"))
        with pytest.raises(UserError, match="changed by another program"):
            session.save()
        assert read_map(path).cells["A"].name == "Them"


def test_a_file_that_was_moved_away_is_written_again(path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Mine"))
        path.rename(path.with_name("moved"))
        session.save()
    assert read_map(path).cells["A"].name == "Mine"


def test_a_file_broken_by_another_program_is_told_and_kept(path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Mine"))
        broken = path if path.is_file() else path / "cells.json"
        broken.write_bytes(b"rubbish")
        with pytest.raises((UserError, DamagedFile)):
            session.save()
        assert broken.read_bytes() == b"rubbish"
        crash(session)
    with pytest.raises(UserError):
        read_map(path)


@pytest.mark.slow
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 400))
def test_a_journal_torn_anywhere_gives_back_the_records_before(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("torn") / "map.wdmap"
    write_map(read_map(SPECIMEN), path)
    session = EditSession.open(path)
    ends, digests = [], []
    for number in range(4):
        session.do(SetProperty(("A",), "count", number))
        ends.append(journal_path(path).stat().st_size)
        digests.append(map_digest(session.document))
    crash(session)
    journal = journal_path(path)
    size = journal.stat().st_size
    length = max(size - cut, ends[0])
    os.truncate(journal, length)
    kept = max(place for place, end in enumerate(ends) if end <= length)
    with EditSession.open(path) as again:
        assert map_digest(again.document) == digests[kept]
        torn = length not in ends
        assert any("half written" in notice for notice in again.notices) == torn
        again.do(NameCell("A", "Goes on"))
        crash(again)
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name == "Goes on"


def test_a_journal_followed_by_zeros_after_a_power_cut_is_read(path):
    session = EditSession.open(path)
    session.do(NameCell("A", "Kept"))
    crash(session)
    with journal_path(path).open("ab") as stream:
        stream.write(b"\0" * 4096)
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name == "Kept"


# ---- journals of other people -------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_journal_that_is_no_file_is_refused_at_once(path, kind):
    journal = journal_path(path)
    os.mkfifo(journal) if kind == "pipe" else journal.symlink_to("/dev/zero")
    with pytest.raises(UserError, match=f"is a {kind}, not a file"):
        EditSession.open(path)


@pytest.mark.parametrize("at", [2, 20, 60])
def test_a_bad_byte_in_the_first_line_of_a_journal_is_a_sentence(path, at):
    session = EditSession.open(path)
    cell = next(iter(session.document.cells))
    session.do(NameCell(cell, "Renamed"))
    crash(session)
    journal = journal_path(path)
    data = bytearray(journal.read_bytes())
    data[at] = 0xFF
    journal.write_bytes(data)
    with pytest.raises(UserError, match=r"does not begin as a journal does|was altered"):
        EditSession.open(path)
