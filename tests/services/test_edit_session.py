"""Tests of edit sessions: journal, lock, recovery, backups, full disks, hostile journals."""

import base64
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wardesk.documents.files import atomic
from wardesk.documents.maps.backups_and_pictures import backups, images_path, keep_start
from wardesk.documents.maps.edit_journal import CURRENT, journal_path, map_digest
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.all_commands import MoveNode, NameCell, PaintTerrain
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.repair import map_health, recover_map

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"
CHILD = Path(__file__).parent / "edit_child.py"
DRAWING = Path(__file__).parents[1] / "drawing"


@pytest.fixture(params=["map.wdmap", "map"])
def path(request, tmp_path):
    place = tmp_path / request.param
    write_map(read_map(SPECIMEN), place)
    return place


def crash(session):
    """Let go of lock and journal as a killed process does."""
    session._writer.close(remove=False)
    session._lock.close()


def test_looking_at_a_map_writes_nothing(path):
    before = sorted(path.parent.iterdir())
    with EditSession.open(path) as session:
        assert not journal_path(path).exists()
        assert session.editor.is_clean
    assert sorted(path.parent.iterdir()) == before


def test_what_was_drawn_is_back_after_a_crash_with_its_history(path):
    session = EditSession.open(path)
    session.do(NameCell("A", "One"))
    session.do(NameCell("A", "Two"))
    session.editor.undo()
    crash(session)
    again = EditSession.open(path)
    assert again.document.cells["A"].name == "One"
    assert "what was drawn is back" in again.notices[0]
    again.editor.redo()
    assert again.document.cells["A"].name == "Two"
    again.save()
    again.close()
    assert read_map(path).cells["A"].name == "Two"
    assert not journal_path(path).exists()


@pytest.mark.parametrize("version", range(1, CURRENT + 1))
def test_strokes_that_an_older_wardesk_left_unsaved_are_back(version, tmp_path):
    path = tmp_path / "map.wdmap"
    shutil.copyfile(SPECIMEN, path)
    shutil.copyfile(SPECIMEN.with_name(f"edit-v{version}.journal"), journal_path(path))
    keep_start(path, SPECIMEN)  # older ones hold the map themselves
    with EditSession.open(path) as session:
        assert session.document.cells["A"].name == "One"
        session.editor.redo()
        assert session.document.cells["A"].name == "Two"
        session.save()
    assert read_map(path).cells["A"].name == "Two"


def test_the_first_stroke_does_not_write_the_whole_map(tmp_path):
    path = tmp_path / "map.wdmap"
    shutil.copyfile(SPECIMEN, path)
    with EditSession.open(path) as session:
        session.do(NameCell("A", "One"))
        assert journal_path(path).stat().st_size < 500


def test_a_file_that_was_changed_under_the_map_is_not_taken_for_its_start(tmp_path):
    path = tmp_path / "map.wdmap"
    shutil.copyfile(SPECIMEN, path)
    session = EditSession.open(path)
    with EditSession.new(read_map(SPECIMEN), tmp_path / "other.wdmap") as other:
        other.do(NameCell("A", "Foreign"))
        other.save()
    shutil.copyfile(tmp_path / "other.wdmap", path)
    session.do(NameCell("B", "One"))
    crash(session)
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name != "Foreign"
        assert again.document.cells["B"].name == "One"


def test_the_start_goes_with_a_map_that_is_saved_under_another_name(tmp_path):
    path = tmp_path / "map.wdmap"
    shutil.copyfile(SPECIMEN, path)
    before = read_map(path).cells["A"].name
    session = EditSession.open(path)
    session.do(NameCell("A", "One"))
    session.save_as(tmp_path / "moved.wdmap")
    session.do(NameCell("A", "Two"))
    crash(session)
    with EditSession.open(tmp_path / "moved.wdmap") as again:
        again.editor.undo()
        again.editor.undo()
        assert again.document.cells["A"].name == before


def test_a_journal_that_lost_its_start_takes_the_file_while_that_is_the_same(tmp_path):
    path = tmp_path / "map.wdmap"
    shutil.copyfile(SPECIMEN, path)
    session = EditSession.open(path)
    session.do(NameCell("A", "One"))
    crash(session)
    shutil.rmtree(images_path(path))
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name == "One"
        again.save()
        again.do(NameCell("A", "Two"))
        crash(again)
    with EditSession.open(path) as last:
        assert last.document.cells["A"].name == "Two"


def test_undo_reaches_behind_a_save_even_after_a_crash(path):
    session = EditSession.open(path)
    original = session.document.cells["A"].name
    session.do(NameCell("A", "One"))
    session.save()
    session.editor.undo()
    crash(session)
    again = EditSession.open(path)
    assert again.document.cells["A"].name == original
    assert not again.editor.is_clean
    again.discard()
    assert not journal_path(path).exists()
    assert read_map(path).cells["A"].name == "One"


def test_a_second_window_is_refused(path):
    with EditSession.open(path), pytest.raises(UserError, match="open in another WarDesk"):
        EditSession.open(path)
    EditSession.open(path).close()


def test_closing_without_saving_keeps_the_journal(path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Kept"))
    with EditSession.open(path) as session:
        assert session.document.cells["A"].name == "Kept"
    with EditSession.open(path, recover=False) as session:
        assert session.document.cells["A"].name != "Kept"


def test_new_maps_are_kept_before_they_are_ever_saved(tmp_path):
    session = EditSession.new(read_map(SPECIMEN), tmp_path / "new.wdmap")
    session.do(NameCell("A", "Fresh"))
    crash(session)
    with EditSession.open(tmp_path / "new.wdmap") as again:
        assert again.document.cells["A"].name == "Fresh"
        again.save()
    assert read_map(tmp_path / "new.wdmap").cells["A"].name == "Fresh"
    with pytest.raises(UserError, match="there already"):
        EditSession.new(read_map(SPECIMEN), tmp_path / "new.wdmap")


def test_every_save_keeps_the_version_before_five_of_them(path):
    with EditSession.open(path) as session:
        for number in range(7):
            session.do(NameCell("A", f"Name {number}"))
            session.save()
    names = [read_map(place).cells["A"].name for place in backups(path)]
    assert names == [f"Name {number}" for number in (5, 4, 3, 2, 1)]


def test_a_file_changed_by_another_program_is_not_overwritten(path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Mine"))
        other = read_map(path)
        other.title = "Theirs"
        write_map(other, path)
        with pytest.raises(UserError, match="changed by another program"):
            session.save()
        assert read_map(path).title == "Theirs"
        session.save(force=True)
    assert read_map(path).cells["A"].name == "Mine"
    assert read_map(backups(path)[0]).title == "Theirs"


def test_saving_under_another_name_keeps_the_history(path, tmp_path):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Elsewhere"))
        session.save_as(tmp_path / "other.wdmap")
        assert session.editor.is_clean
        session.editor.undo()
        crash(session)
    assert not journal_path(path).exists()
    with EditSession.open(tmp_path / "other.wdmap") as again:
        assert again.document.cells["A"].name != "Elsewhere"
        again.editor.redo()
        assert again.editor.is_clean


def test_a_stroke_that_cannot_be_stored_is_not_drawn(path, monkeypatch):
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Safe"))
        before = map_digest(session.document)

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(UserError, match="No space left"):
            session.do(NameCell("A", "Lost"))
        with pytest.raises(UserError, match="No space left"):
            session.editor.undo()
        assert map_digest(session.document) == before
        monkeypatch.undo()
        session.do(NameCell("B", "Later"))
    with EditSession.open(path) as again:
        assert [again.document.cells[c].name for c in "AB"] == ["Safe", "Later"]


@pytest.mark.parametrize("broken", ["_write_new_file", "sync_folder"])
def test_a_failed_save_leaves_file_and_journal(path, monkeypatch, broken):
    before = map_digest(read_map(path))
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Unsaved"))

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(atomic, broken, full)
        with pytest.raises(UserError, match="No space left"):
            session.save()
        assert not session.editor.is_clean
        monkeypatch.undo()
        if broken == "_write_new_file":
            assert map_digest(read_map(path)) == before
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name == "Unsaved"
        again.save(force=True)


def test_a_full_disk_loses_nothing(path):
    code = f"""
import resource, signal, sys
from wardesk.drawing.commands.all_commands import NameCell, SetProperty
from wardesk.errors import UserError
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.repair import map_health, recover_map
session = EditSession.open({str(path)!r})
session.do(NameCell("A", "Safe"))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY))
done = 0
try:
    for number in range(1000):
        session.do(SetProperty(("A",), "count", number))
        done = number
except UserError as error:
    print(done, "refused")
try:
    session.do(SetProperty(("A",), "long", "x" * 20000))
except UserError:
    print("refused")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = run.stdout.splitlines()
    with EditSession.open(path) as again:
        assert again.document.cells["A"].name == "Safe"
        assert again.document.cells["A"].properties["count"] == int(first.split()[0])
        assert second == "refused"
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY


@pytest.mark.parametrize("seed", range(5))
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path, seed):
    path = tmp_path / "map.wdmap"
    write_map(read_map(SPECIMEN), path)
    with subprocess.Popen(
        [sys.executable, str(CHILD), str(path), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(DRAWING), *filter(None, sys.path)])},
    ) as child:
        assert child.stdout is not None
        told = [child.stdout.readline().split()[1]]
        time.sleep(0.2 + 0.13 * seed)
        child.send_signal(signal.SIGKILL)
        told += [line.split()[1] for line in child.stdout if line.endswith("\n")]
    with EditSession.open(path) as session:
        if map_digest(session.document) != told[-1]:  # one more was stored, but not told any more
            editor, around = session.editor, set()
            if editor.can_undo:
                editor.undo()
                around.add(map_digest(session.document))
                editor.redo()
            if editor.can_redo:  # the one more was itself an undo
                editor.redo()
                around.add(map_digest(session.document))
            assert told[-1] in around


def _journal(path):
    session = EditSession.open(path)
    session.do(NameCell("A", "One"))
    session.do(PaintTerrain(("A",), next(iter(session.document.palette.terrain))))
    session.do(MoveNode(1, (-3.0, -3.0)))
    crash(session)
    return journal_path(path)


def test_a_torn_last_line_is_dropped_with_a_notice(path):
    journal = _journal(path)
    journal.write_bytes(journal.read_bytes()[:-5])
    with EditSession.open(path) as session:
        assert "half written" in session.notices[0]
        assert session.document.cells["A"].name == "One"
        session.do(NameCell("B", "Goes on"))
    with EditSession.open(path) as session:
        assert session.document.cells["B"].name == "Goes on"


def _altered(lines, number, line):
    return b"\n".join([*lines[:number], line, *lines[number + 1 :]])


def _header(lines, **changes):
    return _altered(lines, 0, json.dumps({**json.loads(lines[0]), **changes}).encode())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: b"", "cut short"),
        (lambda lines: b"\x00" * 50 + b"\n", "does not begin"),
        (lambda lines: b"{}\n", "is not a journal"),
        (lambda lines: b"[" * 100_000 + b"\n", "does not begin"),
        (lambda lines: lines[0][:100], "cut short"),
        (lambda lines: _header(lines, format="other"), "is not a journal"),
        (lambda lines: _header(lines, start="", map="xx"), "altered"),
        (
            lambda lines: _header(lines, start="", map=base64.b64encode(b"PK" * 99).decode()),
            "altered",
        ),
        (lambda lines: _header(lines, start="0" * 64), "missing or altered"),
        (lambda lines: _altered(lines, 1, b'{"record":"do"}'), "line 2"),
        (lambda lines: _altered(lines, 1, b'{"record":"explode"}'), "line 2"),
        (lambda lines: _altered(lines, 1, b"\xff\xfe"), "line 2"),
        (lambda lines: _altered(lines, 1, b'{"record":"redo"}'), "nothing to redo"),
        (
            lambda lines: _altered(
                lines, 1, b'{"record":"do","command":{"do":"name-cell","cell":"ZZ","name":"x"}}'
            ),
            "no cell 'ZZ'",
        ),
    ],
)
def test_a_hostile_journal_is_told_and_the_map_stands(path, change, words):
    journal = _journal(path)
    journal.write_bytes(change(journal.read_bytes().split(b"\n")))
    before = journal.read_bytes()
    with pytest.raises(DamagedFile, match=words):
        EditSession.open(path)
    assert journal.read_bytes() == before
    EditSession.open(path, recover=False).close()


def test_a_journal_whose_first_line_is_no_text_is_told(path):
    journal = _journal(path)
    data = bytearray(journal.read_bytes())
    data[data.index(b'"app":"') + 7] = 0xFF
    journal.write_bytes(data)

    with pytest.raises(DamagedFile, match="does not begin"):
        EditSession.open(path)


@pytest.mark.parametrize(
    ("line", "strokes"),
    [(b'{"record":"explode"}', 1), (b"\xff", 1), (b'{"record":"redo"}', 2), (b"x" * 99, 1)],
)
def test_all_strokes_before_the_damage_of_a_journal_are_saved(path, line, strokes):
    journal = _journal(path)
    lines = journal.read_bytes().split(b"\n")
    journal.write_bytes(_altered(lines, 1 + strokes, line))
    before = {p: p.read_bytes() for p in path.parent.rglob("*") if p.is_file()}

    health = map_health(path)
    saved = recover_map(path)

    assert health.records == strokes
    assert health.problem
    document = read_map(saved)
    assert document.cells["A"].name == "One"
    painted = document.cells["A"].terrain == next(iter(document.palette.terrain))
    assert painted or strokes == 1
    assert document.nodes[1] != (-3.0, -3.0)
    assert {p: p.read_bytes() for p in before} == before


def test_a_journal_without_a_beginning_is_put_aside_and_the_map_opens_as_saved(path):
    journal = _journal(path)
    harmed = b"\xff" + journal.read_bytes()
    journal.write_bytes(harmed)
    before = map_digest(read_map(path))
    health = map_health(path)
    assert "does not begin" in health.problem
    assert (health.way_out, health.records) == ("saved", 0)

    assert recover_map(path) == path

    assert map_digest(read_map(path)) == before
    assert journal.with_name(f"{journal.name}.old").read_bytes() == harmed
    assert map_health(path).problem == ""


def test_of_a_new_map_with_a_journal_without_a_beginning_nothing_can_be_saved(path):
    journal = _journal(path)
    harmed = b"\xff" + journal.read_bytes()
    journal.write_bytes(harmed)
    shutil.rmtree(path) if path.is_dir() else path.unlink()

    with pytest.raises(DamagedFile, match="does not begin"):
        recover_map(path)
    assert journal.read_bytes() == harmed


def test_flipped_bits_in_a_journal_are_told_in_sentences(path):
    journal = _journal(path)
    whole = journal.read_bytes()
    rng = random.Random(1940)
    for bit in rng.sample(range(len(whole) * 8), 60):
        harmed = bytearray(whole)
        harmed[bit // 8] ^= 1 << bit % 8
        journal.write_bytes(harmed)
        health = map_health(path)
        try:
            crash(EditSession.open(path))
        except DamagedFile:
            assert health.problem
        except NewerFile:
            continue


def test_a_newer_journal_is_refused_politely(path):
    journal = _journal(path)
    journal.write_bytes(_header(journal.read_bytes().split(b"\n"), version=99))
    with pytest.raises(NewerFile, match="newer WarDesk"):
        EditSession.open(path)


def test_a_closed_session_takes_no_more(path):
    session = EditSession.open(path)
    session.close()
    with pytest.raises(UserError, match="closed"):
        session.do(NameCell("A", "x"))
