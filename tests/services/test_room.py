"""What comes from strangers is read in a process of its own: whatever it does, it is a sentence."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from wardesk.errors import DamagedFile, UserError
from wardesk.services.room import ROOM, Room
from wardesk.words import say


def length(path: Path) -> int:
    return len(path.read_bytes())


def where(_: Path) -> int:
    return os.getpid()


def fails(_: Path) -> int:
    raise ValueError("a fault of ours")


def refuses(path: Path) -> int:
    raise DamagedFile(say("{path!s} is no good.", path=path), "Take another.")


def never_ends(_: Path) -> int:
    time.sleep(600)
    return 0


def dies(_: Path) -> int:
    os._exit(3)


def wants_all(_: Path) -> int:
    return len(bytes(1 << 40) + b"x" * (1 << 33))


def nests(_: Path) -> int:
    return nests(_) + 1


@pytest.fixture
def room():
    made = Room(seconds=6, memory=1 << 30)
    yield made
    made.close()


def test_what_is_good_comes_back(room, tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"12345")
    assert room.read(length, file, int) == 5
    assert room.read(where, file, int) != os.getpid()
    with pytest.raises(DamagedFile) as told:
        room.read(refuses, file)
    assert (told.value.message, told.value.advice) == (f"{file} is no good.", "Take another.")


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (fails, "ValueError: a fault of ours"),
        (dies, "ended the program"),
        (nests, "RecursionError"),
        pytest.param(wants_all, "more memory", marks=pytest.mark.skipif(
            os.name == "nt", reason="Windows does not hold it to its memory")),
        (never_ends, "takes longer than 6 seconds"),
    ],
)  # fmt: skip
def test_whatever_it_does_is_a_sentence_and_the_next_thing_is_read(room, tmp_path, work, words):
    file = tmp_path / "x"
    file.write_bytes(b"12345")
    began = time.monotonic()
    with pytest.raises(UserError) as told:
        room.read(work, file, int)
    assert words in str(told.value)
    assert str(file) in str(told.value)
    assert time.monotonic() - began < 30
    assert room.read(length, file, int) == 5


def test_packs_and_campaigns_are_read_there(monkeypatch, tmp_path):
    """All doors by which a stranger's file comes in."""
    from wardesk.services.campaign.workshop.packs import take_in
    from wardesk.services.packs.shelf import open_pack

    asked = []

    def read(work, path, kind=None):
        asked.append(work.__name__)
        raise UserError("not here")

    monkeypatch.setattr(ROOM, "read", read)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.toml").write_text("")
    (tmp_path / "x.zip").write_bytes(b"")
    doors = (open_pack, folder), (open_pack, tmp_path / "x.zip"), (take_in, tmp_path / "x.wdpack")
    for door, file in doors:
        with pytest.raises(UserError, match="not here"):
            door(file)
    assert len(asked) == 3
