"""Many pictures are kept in one go: what is none is left out, and nothing is left half done."""

from __future__ import annotations

import os
import struct
import zlib

import pytest

from wardesk.documents.files import atomic
from wardesk.documents.files.pictures import find_picture, keep_bytes, keep_many
from wardesk.errors import UserError


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(shade):
    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(bytes((0, shade, 0, 0))))
        + _chunk(b"IEND", b"")
    )


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_many_pictures_have_the_names_that_each_would_have_alone(home):
    found = {f"p{shade}": png(shade) for shade in range(30)} | {"twice": png(3), "none": b"x"}
    names = keep_many(found)
    assert "none" not in names
    assert names["twice"] == names["p3"]
    assert names["p7"] == keep_bytes(png(7), "p7")
    assert all(find_picture(name).read_bytes() for name in names.values())
    assert len(list((home / "pictures").iterdir())) == 30


def test_the_folder_is_looked_through_once_for_all_of_them(monkeypatch):
    looks = []
    scan = os.scandir
    monkeypatch.setattr(atomic.os, "scandir", lambda place: looks.append(place) or scan(place))
    keep_many({f"p{shade}": png(shade) for shade in range(20)})
    assert len(looks) == 1


def test_a_full_disk_leaves_no_half_picture(home, monkeypatch):
    def full(handle):
        raise OSError(28, "No space left on device")

    keep_many({"before": png(200)})
    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(UserError, match="No space left"):
        keep_many({f"p{shade}": png(shade) for shade in range(20)})
    assert len(list((home / "pictures").iterdir())) == 1
