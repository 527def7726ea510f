"""What is given away names no folder and no person who did not want it."""

from __future__ import annotations

import gzip
import io
import random
import sqlite3
import zipfile
import zlib
from contextlib import closing
from datetime import date
from itertools import count
from pathlib import Path

import pytest
from garden import garden_design
from hidden_worlds import SPY
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader
from small_campaign import NOW

from wardesk import paths
from wardesk.documents.files.bare_pictures import bare
from wardesk.documents.files.pictures import find_picture, keep_picture
from wardesk.documents.maps.store import load_board, read_map, write_map
from wardesk.reports.after_action import after_action_report
from wardesk.reports.packet import write_packets
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.packets import player_seats
from wardesk.services.campaign.workshop.packs import SUFFIX, give_away, new_design
from wardesk.services.maps.underlay_files import put_under
from wardesk.services.packs.new_table import make_table
from wardesk.services.play.session import PlaySession

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"
FOLDER, PERSON, MACHINE = "zwetschgenkammer", "sauerkrautine", "rumpelkiste"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder, a person and a machine with names that stand nowhere else."""
    found = tmp_path / FOLDER
    found.mkdir()
    monkeypatch.setenv("WARDESK_HOME", str(found / "home"))
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, PERSON)
    monkeypatch.setattr("socket.gethostname", lambda: MACHINE)
    monkeypatch.setattr("platform.node", lambda: MACHINE)
    return found


def layers(data: bytes):
    """*data*, and whatever is packed within it."""
    yield data
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                yield name.encode()
                yield from layers(packed.read(name))
    elif data[:2] == b"\x1f\x8b":
        yield from layers(gzip.decompress(data))
    elif data[:1] == b"x":
        try:
            yield from layers(zlib.decompress(data))
        except zlib.error:
            return


def told(*files: Path) -> list[tuple[str, str]]:
    """The files that name the folder, the person or the machine, or a folder of this machine."""
    words = (FOLDER, PERSON, MACHINE, str(Path(__file__).parents[1]), str(Path.home()) + "/")
    found = []
    for file in files:
        for one in [file] if file.is_file() else sorted(p for p in file.rglob("*") if p.is_file()):
            if one.suffix == ".lock":
                continue  # it tells who has the file open, and is not given away
            text = b"\n".join(layers(one.read_bytes()))
            found += [
                (one.name, w) for w in words if w.encode() in text or w.encode("utf-16-le") in text
            ]
    return found


def played(session: PlaySession, steps: int = 15) -> None:
    chance = random.Random(3)
    for _ in range(steps):
        if session.ask is None:
            break
        session.answer(chance.choice(session.rules.options(session.state, 8, chance)))


def test_what_is_looked_for_would_be_found(home):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.gz", gzip.compress(f"by {PERSON}".encode()))
    file = home / "x.zip"
    file.write_bytes(inner.getvalue())
    assert told(home) == [("x.zip", PERSON)]


@pytest.mark.parametrize("scenario", ["hannut-stonne/hannut", "own"])
def test_a_game(home, scenario):
    """Its working log, its packed copy, its report; on a table of one's own as well."""
    if scenario == "own":
        made = make_table(HANNUT, sides=("Ants", "Bees"), out=home / "my-table")
        assert told(home / "my-table") == []
        scenario = made.scenario
    with PlaySession.new(scenario, seed=1) as session:
        played(session)
        session.annotate(session.journal.head, "note", "a note")
        copy, report = home / "copy.wdgame", home / "report.html"
        session.save_as(copy)
        report.write_text(after_action_report(session, None), "utf-8")
        assert session.path is not None
        assert told(session.path, copy, report) == []
    with PlaySession.open(copy) as again:  # and after it came from somewhere else
        played(again, 3)
        again.save_as(copy)
        assert again.path is not None
        assert told(again.path, copy) == []


def test_a_map(home):
    document = read_map(HANNUT)
    for file in (home / "my.wdmap", home / "my-map"):
        write_map(document, file)
        load_board(file)
        assert told(file) == []


def campaign(path: Path) -> CampaignDesk:
    numbers = count(1)
    return CampaignDesk.create(
        path, garden_design(), name="Test", campaign="test", seed=None, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    )  # fmt: skip


def test_a_campaign(home):
    """Its file, its packets, a copy, and the game of a table of it."""
    file = home / "june.wdcamp"
    with campaign(file) as desk:
        for _ in range(4):
            desk.next(skip="not now" if desk.pending() else "")
        write_packets(desk, [seat.id for seat in player_seats(desk)], home / "out", SPY)
    assert told(home / "out") == []
    assert told(file) == []
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("select count(*) from event").fetchone()[0] > 3


def test_a_pack_of_a_campaign(home):
    folder = new_design("Our June", "week-on-a-map", first_day=date(1944, 6, 6))
    packed = home / f"june{SUFFIX}"
    give_away(folder, packed)
    assert told(folder, packed) == []


@pytest.mark.parametrize("kind", ["png", "jpg", "webp"])
def test_a_picture(home, kind):
    """What a camera writes into a scan: it goes wherever the map or the pack goes."""
    pixels = QImage(20, 12, QImage.Format.Format_RGB32)
    pixels.fill(0xFF336699)
    scan, said = home / f"scan.{kind}", f"Artist {PERSON} {FOLDER}".encode()
    assert pixels.save(str(scan), kind, 100)
    plain = scan.read_bytes()
    scan.write_bytes(_with_words(plain, kind, said))
    assert told(scan)
    assert pixels.load(str(scan))  # it is a good picture all the same

    name = keep_picture(scan)
    kept = find_picture(name)
    assert told(kept) == []
    assert kept is not None
    shown = QImageReader(str(kept))
    if kind == "jpg":  # which way up it was held is not forgotten
        assert shown.transformation() == QImageIOHandler.Transformation.TransformationRotate90
    assert shown.read().pixelColor(3, 3) == pixels.pixelColor(3, 3)
    if kind == "webp":
        return
    file = home / "my.wdmap"
    write_map(read_map(HANNUT), file)
    put_under(file, scan, straighten=lambda data, _bend: (data, (1, 0, 0, 0, 1, 0)))
    assert told(file) == []


def test_a_jpeg_may_have_filling_between_its_parts():
    pixels = QImage(20, 12, QImage.Format.Format_RGB32)
    made = QBuffer()
    assert pixels.save(made, "jpg")  # type: ignore[call-overload]
    plain = bytes(made.data().data())
    told_of = _with_words(plain, "jpg", PERSON.encode())
    known = bare(told_of)
    assert PERSON.encode() not in known
    assert bare(told_of[:2] + b"\xff\xff" + told_of[2:]) == bare(known) == known


SIX = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
"""EXIF of a camera that was held on its side."""


def _with_words(data: bytes, kind: str, said: bytes) -> bytes:
    if kind == "png":
        body = b"tEXt" + b"Author\0" + said
        chunk = (len(body) - 4).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
        turn = b"eXIf" + SIX + said
        chunk += (len(turn) - 4).to_bytes(4, "big") + turn + zlib.crc32(turn).to_bytes(4, "big")
        return data[:33] + chunk + data[33:] + b"behind the end: " + said
    if kind == "jpg":
        exif = b"Exif\0\0" + SIX + said
        return data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:]
    flags = b"VP8X" + (10).to_bytes(4, "little") + bytes([8, 0, 0, 0]) + b"\x13\0\0\x0b\0\0"
    said = SIX + said
    chunk = b"EXIF" + len(said).to_bytes(4, "little") + said + b"\0" * (len(said) % 2)
    body = b"WEBP" + flags + data[12:] + chunk
    return b"RIFF" + len(body).to_bytes(4, "little") + body
