"""Game logs: round trips, torn and damaged lines, hostile files, locks and failed writes."""

from __future__ import annotations

import errno
import gzip
import json
import os
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_bytes import chained, json_line, unchained
from toy_game import ToyRules, load_toy

from wardesk.cli.main import main as command_line
from wardesk.documents.files.filelock import FileLock
from wardesk.documents.games import gamelog, log_lines, log_upgrades
from wardesk.documents.games.gamelog import (
    DamagedLog,
    NoGame,
    SettingChange,
    decode_records,
    read_log,
    whole_log,
)
from wardesk.documents.games.log_upgrades import CURRENT, STEPS, upgrade
from wardesk.documents.games.log_writer import LogWriter
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.services.play.session import PlaySession

MUSEUM = Path(__file__).parents[1] / "museum"
BOTS = {"allies": "policy", "axis": "policy"}


def play(path=None, **changes):
    return PlaySession.new(
        "toy/dash", **{"seed": 3, "players": BOTS, "path": path, "loader": load_toy, **changes}
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "whole.wdgame"
    with play(path) as session:
        session.run()
        session.undo()
        session.set_dice("typed")
    return path.read_bytes()


def records(log):
    return list(decode_records(log, ToyRules.event_type))


def altered(whole, tmp_path, number, change):
    """The log in its old form, in which the structure alone can show a change."""
    lines = unchained(whole).splitlines(keepends=True)
    lines[number - 1] = change(lines[number - 1])
    path = tmp_path / "altered.wdgame"
    path.write_bytes(b"".join(lines))
    return path


def test_every_record_comes_back(tmp_path):
    with play(tmp_path / "a.wdgame") as session:
        session.run()
        session.undo()
        session.set_stop_filter(frozenset({"hit"}))
        log = read_log(session.path)

        assert log.header == session.header
        assert records(log) == session._record.file.records
        assert log.notices == ()


def test_a_torn_last_line_is_dropped_at_every_byte(whole, tmp_path):
    end = whole.rstrip(b"\n").rfind(b"\n") + 1
    good = len(whole[:end].splitlines()) - 1
    path = tmp_path / "torn.wdgame"
    for cut in range(end + 1, len(whole)):
        path.write_bytes(whole[:cut])

        log = read_log(path)

        # without its line end a record is whole already
        assert len(log.records) == (good if cut < len(whole) - 1 else good + 1)
        assert len(log.notices) == (cut < len(whole) - 1)


@pytest.mark.parametrize("rest", [b"", b"\x00" * 4096, b'{"event":{"id":9', b"\n\n"])
def test_a_torn_game_can_be_gone_on_with(whole, tmp_path, rest):
    lines = whole.splitlines(keepends=True)
    path = tmp_path / "torn.wdgame"
    path.write_bytes(b"".join(lines[:4]) + rest)

    with PlaySession.open(path, loader=load_toy) as session:
        assert session.journal.head == 2
        session.run()
    log = read_log(path)
    assert log.notices == ()
    assert len(log.records) > 3


def test_a_lost_line_end_is_put_back(whole, tmp_path):
    path = tmp_path / "torn.wdgame"
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:4])[:-1])

    with PlaySession.open(path, loader=load_toy) as session:
        session.run()
    assert len(read_log(path).records) > 3


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"rubbish\n", "cannot be read"),
        (b"\x00\x00\n", "cannot be read"),
        (b"[]\n", "not an object"),
        (b"{}\n", "not a record"),
        (b'{"event":{},"head":{}}\n', "not a record"),
        (b'{"spell":{"id":1}}\n', "not a record"),
        (b'{"event":7}\n', "not a record"),
        (b'{"event":{"id":1.5,"parent":0}}\n', "proper number"),
        (b'{"event":{"id":true,"parent":0}}\n', "proper number"),
        (b'{"event":{"id":99999999999999,"parent":0}}\n', "proper number"),
        (b'{"event":{"id":-4,"parent":0}}\n', "proper number"),
        (b'{"event":{"id":0,"parent":-1}}\n', "there twice"),
        (b'{"event":{"id":77,"parent":76}}\n', "follows an event that is not there"),
        (b'{"event":{"id":77,"parent":[]}}\n', "follows an event that is not there"),
        (b'{"head":{"head":77}}\n', "not there"),
        (b'{"head":{"head":{}}}\n', "not there"),
        (b'{"setting":NaN}\n', "cannot be read"),
        (b'{"event":' * 100_000 + b"\n", "cannot be read"),
        (b'{"event":{"id":1e400,"parent":0}}\n', "cannot be read"),
    ],
)
def test_a_damaged_line_is_named_with_what_can_be_saved(whole, tmp_path, line, what):
    path = altered(whole, tmp_path, 4, lambda _: line)
    before = path.read_bytes()

    with pytest.raises(DamagedLog, match=what) as caught:
        read_log(path)

    assert caught.value.line == 4
    assert len(caught.value.saved.records) == 2
    assert "The 2 records before it are sound." in caught.value.message
    with pytest.raises(DamagedLog):
        PlaySession.open(path, loader=load_toy)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"shape":"choose"', '"shape":"poker"'),
        ('"type":"piece"', '"type":"bomb"'),
        ('"type":"Move"', '"type":"Fly"'),
        ('"author":"policy"', '"author":3'),
        ('"field":"at"', '"field":null'),
        ('"value":"1"', '"value":1.5'),
        (',"value":"1"', ""),
    ],
)
def test_a_record_of_wrong_types_is_refused(whole, tmp_path, old, new):
    def change(line):
        assert old.encode() in line
        return line.replace(old.encode(), new.encode(), 1)

    path = altered(whole, tmp_path, 3, change)

    with pytest.raises(DamagedLog, match="Line 3") as caught:
        records(read_log(path))
    assert len(caught.value.saved.records) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"piece":"P"', '"piece":"Q"'),
        ('"field":"at"', '"field":"wings"'),
        ('"field":"at"', '"field":"steps"'),
    ],
)
def test_a_record_that_fits_no_table_is_refused(whole, tmp_path, old, new):
    path = altered(whole, tmp_path, 3, lambda x: x.replace(old.encode(), new.encode(), 1))

    with pytest.raises(DamagedFile, match="fit"):
        PlaySession.open(path, loader=load_toy)


def test_a_line_beyond_all_measure_is_refused(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(log_lines, "MOST_LINE", 2000)
    path = altered(whole, tmp_path, 4, lambda _: b'{"setting":"' + b"x" * 3000 + b'"}\n')

    with pytest.raises(DamagedLog, match="longer than any record"):
        read_log(path)


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"\n",
        b"PK\x03\x04",
        b'{"format":"wardesk-map","version":1}\n',
        b'{"format":"wardesk-game"}\n',
        b'{"format":"wardesk-game","version":true}\n',
        b'{"format":"wardesk-game","version":0}\n',
        b'{"format":"wardesk-game","version":1}\n',
        b'{"format":"wardesk-game","version":1,"app":"1","game":"toy","scenario":"x","seed":"7"}\n',
        b"[" * 100_000,
        os.urandom(300),
        b'{"format":"wardesk-ga',
    ],
)
def test_what_is_no_game_is_refused(tmp_path, first):
    path = tmp_path / "x.wdgame"
    path.write_bytes(first)

    with pytest.raises(DamagedFile):
        read_log(path)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("map.svg", b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ("pack.toml", b'id = "a"\n'),
        ("land.json", b'{"type":"FeatureCollection"}'),
        ("land.json", b"[1]\n"),
        ("shot.png", b"\x89PNG\r\n\x1a\n"),
        ("nothing", b"x"),
    ],
)
def test_what_is_not_called_a_game_is_not_said_to_be_a_damaged_one(tmp_path, name, data, capsys):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(NoGame) as told:
        read_log(path)
    assert name in told.value.message
    assert ".wdgame" in told.value.advice
    assert "copy" not in str(told.value)
    assert "JSON" not in told.value.message
    assert command_line(["doctor", str(path)]) != 0
    said = "".join(capsys.readouterr())
    assert "no game of WarDesk" in said
    assert "damaged" not in said


def test_a_newer_game_is_refused_politely(whole, tmp_path):
    path = altered(whole, tmp_path, 1, lambda x: x.replace(b'"version":1', b'"version":99'))

    with pytest.raises(NewerFile, match="format 99"):
        read_log(path)


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(UserError, match="no game at"):
        read_log(tmp_path / "none.wdgame")
    with pytest.raises(UserError, match="folder"):
        read_log(tmp_path)
    with pytest.raises(UserError, match="no game at"):
        PlaySession.open(tmp_path / "none.wdgame", loader=load_toy)
    assert list(tmp_path.iterdir()) == []


def test_a_gzip_bomb_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(gamelog, "MOST_BYTES", 1 << 20)
    path = tmp_path / "bomb.wdgame"
    path.write_bytes(gzip.compress(b"\n" * (8 << 20)))

    with pytest.raises(DamagedFile, match="unpacks to far more"):
        read_log(path)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("at", [0, 4])
def test_one_line_without_end_takes_no_more_memory_than_a_line_may(whole, tmp_path, packed, at):
    lines = whole.splitlines(keepends=True)
    data = b"".join(lines[:at]) + b"x" * (64 << 20) + b"\n" + b"".join(lines[at:])
    path = tmp_path / "long.wdgame"
    path.write_bytes(gzip.compress(data, 1) if packed else data)
    del data

    tracemalloc.start()
    with pytest.raises(DamagedFile, match=r"longer than any record|too long"):
        read_log(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < (40 << 20 if packed else 90 << 20)


@pytest.mark.parametrize("harm", ["cut", "flipped", "trailing"])
def test_a_harmed_copy_says_what_can_be_saved(whole, tmp_path, harm):
    packed = bytearray(gzip.compress(whole))
    if harm == "cut":
        packed = packed[: len(packed) * 3 // 4]
    elif harm == "flipped":
        packed[-6] ^= 0xFF
    else:
        packed += b"more"
    path = tmp_path / "copy.wdgame"
    path.write_bytes(packed)

    with pytest.raises(DamagedFile) as caught:
        read_log(path)
    assert getattr(caught.value, "saved", None) is None or caught.value.saved.records


@given(st.binary(max_size=400))
def test_no_bytes_do_more_than_be_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "bytes.wdgame"
    path.write_bytes(data)

    with pytest.raises(UserError):
        read_log(path)


@given(st.data())
def test_a_changed_byte_is_refused_or_harmless(whole, tmp_path_factory, data):
    at = data.draw(st.integers(0, len(whole) - 1))
    value = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "flip.wdgame"
    path.write_bytes(whole[:at] + bytes([value]) + whole[at + 1 :])

    try:
        session = PlaySession.open(path, loader=load_toy, keep=False)
    except UserError:
        return
    assert session.look().counters
    assert session.log_lines()


def test_a_saved_copy_opens_without_a_trace_beside_it(tmp_path):
    with play(keep=False) as session:
        session.run(limit=2)
        session.save_as(tmp_path / "a.wdgame")

    with PlaySession.open(tmp_path / "a.wdgame", loader=load_toy) as again:
        assert again.journal.head == 2
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.wdgame"]


def test_two_windows_do_not_write_to_one_log(tmp_path):
    with play(tmp_path / "a.wdgame") as session:
        with pytest.raises(UserError, match=f"process {os.getpid()} on"):
            PlaySession.open(session.path, loader=load_toy)
        with pytest.raises(UserError, match="open in another"):
            play(session.path)
        session.run()
    with PlaySession.open(session.path, loader=load_toy) as again:
        assert again.waiting == "over"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.wdgame"]


def test_the_lock_of_a_dead_process_is_taken_over(tmp_path):
    path = tmp_path / "a.wdgame"
    lock = tmp_path / ".a.wdgame.lock"
    lock.write_bytes(json.dumps({"pid": 999_999, "host": "gone"}).encode())

    with FileLock(path):
        assert json.loads(lock.read_bytes())["pid"] == os.getpid()
    assert not lock.exists()


def test_a_new_game_overwrites_nothing(tmp_path):
    path = tmp_path / "a.wdgame"
    path.write_bytes(b"mine")

    with pytest.raises(UserError, match="there already"):
        play(path)
    assert path.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [path]


def full_disk(monkeypatch, took):
    real = os.write

    def write(handle, data):
        if took:
            real(handle, data[:took])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", write)


@pytest.mark.parametrize("took", [0, 1, 40])
def test_a_full_disk_loses_only_the_answer_that_did_not_fit(tmp_path, monkeypatch, took):
    session = play(tmp_path / "a.wdgame")
    session.run(limit=3)
    before, content = session.state, session.path.read_bytes()
    with monkeypatch.context() as patch:
        full_disk(patch, took)
        with pytest.raises(UserError, match=r"No space left.*before it is safe"):
            session.step()
        with pytest.raises(UserError, match="No space left"):
            session.set_mode("adjudicate")

    assert session.state is before
    assert session.mode == "play"
    assert session.path.read_bytes() == content
    session.run()
    session.close()
    with PlaySession.open(session.path, loader=load_toy) as again:
        assert again.waiting == "over"


def test_a_short_write_is_no_write(tmp_path, monkeypatch):
    session = play(tmp_path / "a.wdgame")
    content = session.path.read_bytes()
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: real(handle, data[:-5]))
        with pytest.raises(UserError, match="only a part"):
            session.step()

    assert session.path.read_bytes() == content
    session.close()


def test_a_failed_sync_is_no_write(tmp_path, monkeypatch):
    session = play(tmp_path / "a.wdgame")
    content = session.path.read_bytes()

    def fail(handle):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(UserError, match="Input/output"):
            session.step()

    assert session.path.read_bytes() == content
    session.close()


def test_an_interrupt_while_storing_leaves_no_trace(tmp_path, monkeypatch):
    session = play(tmp_path / "a.wdgame")
    content = session.path.read_bytes()

    def interrupt(handle):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            session.step()

    assert session.path.read_bytes() == content
    assert session.journal.head == 0
    session.run()
    session.close()
    assert read_log(session.path).notices == ()


@pytest.mark.skipif(sys.platform == "win32", reason="locks there are of another kind")
def test_a_folder_that_knows_no_locks_is_played_in_all_the_same(tmp_path, monkeypatch):
    import fcntl

    def no_locks(handle, how):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)

    with play(tmp_path / "a.wdgame") as session:
        session.run()
    assert read_log(session.path).records


def test_a_removed_folder_is_said_and_the_game_can_be_saved_elsewhere(tmp_path):
    folder = tmp_path / "games"
    session = play(folder / "a.wdgame")
    session.run(limit=2)
    for entry in folder.iterdir():
        entry.unlink()
    folder.rmdir()

    with pytest.raises(UserError, match="could not store the last answer"):
        session.step()

    session.save_as(tmp_path / "rescued.wdgame")
    session.close()
    with PlaySession.open(tmp_path / "rescued.wdgame", loader=load_toy) as again:
        assert again.journal.head == 2


def test_nothing_is_left_of_a_game_that_could_not_be_started(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        full_disk(patch, 0)
        with pytest.raises((UserError, OSError)):
            play(tmp_path / "a.wdgame")

    assert list(tmp_path.iterdir()) == []


def test_a_closed_log_takes_nothing(tmp_path):
    session = play(tmp_path / "a.wdgame")
    session.close()
    session.close()

    with pytest.raises(UserError, match="closed"):
        session.step()


def test_the_museum_has_a_game_of_every_version():
    for version in range(1, CURRENT + 1):
        log = read_log(MUSEUM / f"game-v{version}.wdgame")
        found = records(log)
        assert any(isinstance(record, SettingChange) for record in found)
    assert set(STEPS) == set(range(1, CURRENT))


def test_the_oldest_game_still_stands_where_it_was_left():
    with PlaySession.open(MUSEUM / "game-v1.wdgame", loader=load_toy, keep=False) as session:
        assert session.state.result.text == "The platoon is over the bridge"
        assert session.mode == "adjudicate"
        assert any(line.overruled for line in session.log_lines())


def test_a_game_keeps_what_was_said_as_template_and_values(tmp_path):
    path = MUSEUM / "game-v3.wdgame"
    with PlaySession.open(path, loader=load_toy, keep=False) as session:
        said = session.journal.events[1].story[-1].text
        assert said == "P went to hex 1 with 2 men"
        assert said.template == "{unit} went to {place} with {men}"
        assert said.values["men"].many == "{n} men"
        again = whole_log(session.header, session._record.file.records)
    old = [json.loads(line) for line in path.read_bytes().splitlines()]
    old[3]["event"]["story"][-1].pop("at")  # a sentence of no place wrote "at":null
    old[13]["event"]["story"][-1].pop("at")
    entries = [*old[0].items()]
    at = [*old[0]].index("players")  # what keys the dice was not said
    old[0] = dict([*entries[:at], ("luck", "branch"), *entries[at:]])
    old[0]["pack"] = ""  # nor what the game carries
    assert again == chained(b"".join(map(json_line, old)), CURRENT)
    copy = tmp_path / "again.wdgame"
    copy.write_bytes(again)
    with PlaySession.open(copy, loader=load_toy, keep=False) as session:
        assert whole_log(session.header, session._record.file.records) == again


def test_steps_are_taken_one_version_at_a_time():
    steps = {
        1: lambda kind, record: {**record, "a": kind},
        2: lambda kind, record: {**record, "b": record["a"] + "!"},
    }

    assert upgrade("head", {}, 1, steps, 3) == {"a": "head", "b": "head!"}
    assert upgrade("head", {"a": "x"}, 2, steps, 3) == {"a": "x", "b": "x!"}


def test_an_upgrade_that_breaks_on_a_record_names_its_line(whole, tmp_path, monkeypatch):
    def broken(kind, record):
        return {**record, "new": record["old"]} if kind == "event" else record

    monkeypatch.setattr(log_lines, "upgrade", lambda *a: upgrade(*a, {1: broken}, 2))
    path = tmp_path / "old.wdgame"
    path.write_bytes(unchained(whole))

    with pytest.raises(DamagedLog, match="does not fit its version"):
        read_log(path)
    assert log_upgrades.CURRENT == 6


def test_the_writer_names_itself(tmp_path):
    with play(tmp_path / "a.wdgame") as session:
        assert isinstance(session._record.file._writer, LogWriter)
        first = json.loads(session.path.read_bytes().splitlines()[0])
    assert first["format"] == "wardesk-game"
    assert first["version"] == CURRENT
