"""Tests of atomic."""

import errno
import os
import shutil
import stat
from pathlib import Path

import pytest

from wardesk.documents.files.atomic import (
    sweep,
    write_atomically,
    write_folder_atomically,
    written_atomically,
)
from wardesk.documents.files.container import read_parts
from wardesk.errors import UserError


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "map.wdmap"
    path.write_bytes(b"old")
    return path


def full_disk(*_args, **_keywords):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "replace", "fdopen"])
def test_whatever_fails_the_old_file_stands(call, old, monkeypatch):
    monkeypatch.setattr(os, call, full_disk)
    with pytest.raises(UserError, match="No space left"):
        write_atomically(old, b"new")
    monkeypatch.undo()
    assert old.read_bytes() == b"old"
    assert names(old.parent) == ["map.wdmap"]


def test_writing_replaces_and_leaves_nothing_behind(old):
    old.chmod(0o640)
    write_atomically(old, b"new")
    assert old.read_bytes() == b"new"
    assert old.stat().st_mode & 0o777 == 0o640
    assert names(old.parent) == ["map.wdmap"]


def test_a_file_system_that_cannot_sync_folders_is_no_failure(old, monkeypatch):
    real = os.fsync

    def files_only(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        real(handle)

    monkeypatch.setattr(os, "fsync", files_only)
    write_atomically(old, b"new")
    assert old.read_bytes() == b"new"


def test_a_link_is_followed_not_replaced(old, tmp_path):
    link = tmp_path / "link.wdmap"
    link.symlink_to(old)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert old.read_bytes() == b"new"


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(UserError, match="could not be written"):
        write_atomically(tmp_path / "nowhere" / "x", b"")


@pytest.mark.parametrize("failing", ["fsync", "first rename", "second rename"])
def test_whatever_fails_the_old_folder_stands(failing, tmp_path, monkeypatch):
    folder = tmp_path / "map"
    write_folder_atomically(folder, {"a.json": b"old", "art/b": b"old"})
    calls = []
    real = Path.rename

    def rename(self, target):
        calls.append(target)
        if len(calls) == {"first rename": 1, "second rename": 2}[failing]:
            full_disk()
        return real(self, target)

    if failing == "fsync":
        monkeypatch.setattr(os, "fsync", full_disk)
    else:
        monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(UserError, match="unchanged"):
        write_folder_atomically(folder, {"a.json": b"new"})
    monkeypatch.undo()
    assert read_parts(folder) == {"a.json": b"old", "art/b": b"old"}
    assert names(tmp_path) == ["map"]


def test_an_interrupted_swap_tells_where_the_good_copy_is(tmp_path, monkeypatch):
    folder = tmp_path / "map"
    write_folder_atomically(folder, {"a.json": b"old"})
    shutil.move(folder, tmp_path / ".map.wardesk-old")
    with pytest.raises(UserError, match=r"interrupted.*\.map\.wardesk-old"):
        read_parts(folder)


@pytest.mark.parametrize("save", [lambda p: write_atomically(p, b"new"), sweep])
def test_what_killed_saves_left_is_swept_when_it_is_old(old, save):
    left = [
        old.with_name(f".map.wdmap.{word}.new") for word in ("e04ef88d", "00000000", "0000000a")
    ]
    left[0].write_bytes(b"half")
    left[1].mkdir()
    (left[1] / "part").write_bytes(b"half")
    left[2].write_bytes(b"under way")
    others = [".map.wdmap.notes.new", ".map2.wdmap.e04ef88d.new", ".map.wdmap.e04ef88d.old"]
    for name in others:
        (old.parent / name).write_bytes(b"mine")
    for entry in (*left[:2], *(old.parent / name for name in others)):
        os.utime(entry, (0, 0))

    save(old)

    assert names(old.parent) == sorted([*others, left[2].name, "map.wdmap"])


def test_what_is_written_piece_by_piece_is_there_when_it_is_whole(tmp_path):
    place = tmp_path / "map.txt"
    place.write_text("before")
    with written_atomically(place) as fresh:
        fresh.write_text("after")
        assert place.read_text() == "before"
    assert place.read_text() == "after"
    assert [one.name for one in tmp_path.iterdir()] == ["map.txt"]


def test_a_disk_that_is_full_half_way_leaves_what_was_there(tmp_path):
    place = tmp_path / "map.txt"
    place.write_text("before")

    def fail():
        with written_atomically(place) as fresh:
            fresh.write_text("half")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(UserError, match="could not be written"):
        fail()
    assert place.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["map.txt"]
