"""Packets as files: what is in them, written whole or not at all, the same bytes every time."""

from __future__ import annotations

import csv
import errno
import io
import os
import re
import subprocess
import sys
from collections import Counter
from gzip import decompress
from itertools import count

import msgspec
import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived, UnitMoved
from wardesk.campaign.operation.orders_text import read_form
from wardesk.campaign.operation.places import Place
from wardesk.documents.files import atomic
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.errors import UserError
from wardesk.reports.packet import (
    PARTS,
    PacketPainter,
    make_packet,
    qt_packet_painter,
    write_packets,
)
from wardesk.reports.packet_rows import packet_rows
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.operational_map import seat_map
from wardesk.services.campaign.packets import (
    accept_orders,
    player_seats,
    preview_orders,
    send_message,
    view_for,
)
from wardesk.services.campaign.page import PageMaker
from wardesk.services.campaign.places import Gazetteer
from wardesk.services.campaign.views import CampaignViews

FILES = ("facts.jsonl.gz", "map.jpg", "order-of-battle.csv", "orders.json", "orders.txt",
         "report.html", "report.pdf")  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "a.wdcamp", garden_design(), name="Test <b>", campaign="mg", seed=7, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as made:  # fmt: skip
        unit = made.design.members["101.501"][0]
        place = Place("hex", "61.141", "wed-eindhoven", "WED")
        made.add([EventDraft(payload=UnitArrived(unit=unit, place=place))])
        made.add([EventDraft(payload=StepsLost(unit=unit, steps=1, cause="fire"))])
        yield made


@pytest.fixture(scope="module")
def painter():
    return qt_packet_painter()


def test_a_packet_has_its_report_map_forces_and_orders_form(desk, tmp_path, painter):
    send_message(desk, ["101"], "What do you see?")
    out = tmp_path / "out"
    seals = write_packets(desk, ["101", "german"], out, painter)
    assert sorted(each.name for each in out.iterdir()) == ["101", "german"]
    assert sorted(each.name for each in (out / "101").iterdir()) == sorted(FILES)
    html = (out / "101" / "report.html").read_text()
    assert "What do you see?" in html
    assert "Test &lt;b&gt;" in html
    assert seals["101"] in html
    assert "What do you see?" not in (out / "german" / "report.html").read_text()
    rows = list(csv.DictReader(io.StringIO((out / "101" / "order-of-battle.csv").read_text())))
    assert {row["formation"] for row in rows} >= {"501 PIR", "502 PIR"}
    hurt = next(row for row in rows if row["unit"] == desk.design.members["101.501"][0])
    assert int(hurt["steps"]) == int(hurt["steps_full"]) - 1
    form = read_form((out / "101" / "orders.txt").read_bytes())
    assert form == read_form((out / "101" / "orders.json").read_bytes())
    assert (form.seat, form.seal) == ("101", seals["101"])
    assert (out / "101" / "map.jpg").read_bytes().startswith(b"\xff\xd8")


def test_what_was_sent_stands_in_the_ledger_and_the_next_packet_tells_what_is_new(
    desk, tmp_path, painter
):
    assert write_packets(desk, ["101"], tmp_path / "one", painter)
    assert [event.kind for event in desk.ledger.events][-1] == "packet.sent"
    row = next(row for row in packet_rows(desk) if row.seat == "101")
    assert (row.sent, row.facts, row.news) == (1, 0, ())
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.state.ordinal + 1))])
    send_message(desk, ["101"], "Well done")
    row = next(row for row in packet_rows(desk) if row.seat == "101")
    assert row.facts == 1  # that a turn began has no line of its own
    assert [words for _, words in row.news] == ["Message: Well done"]
    first = view_for(desk, "101").last_seal
    seals = write_packets(desk, ["101"], tmp_path / "two", painter)
    html = (tmp_path / "two" / "101" / "report.html").read_text()
    assert html.index(first) < html.index(seals["101"])


def test_a_packet_that_rests_on_what_was_taken_back_is_stale(desk, tmp_path, painter):
    write_packets(desk, ["101"], tmp_path / "one", painter)
    lost = next(e.seq for e in desk.ledger.events if e.kind == "unit.step_lost")
    desk.take_back([lost], reason="It was no hit", approved_by="umpire")
    assert [row.seat for row in packet_rows(desk) if row.stale] == ["101"]


def test_the_same_view_gives_the_same_bytes_without_any_clock(desk, painter):
    view = view_for(desk, "allied")
    one, two = (make_packet(desk.design, view, painter).files for _ in range(2))
    assert one == two
    stamps = set(re.findall(rb"\(D:[^)]*\)", one["report.pdf"]))
    assert stamps == {b"(D:19440917000000Z)"}
    for name in ("report.html", "orders.txt", "order-of-battle.csv"):
        assert not re.search(rb"\b20\d\d-\d\d-\d\d", one[name]), name


def test_the_files_are_the_same_in_another_process(tmp_path):
    script = (
        "from datetime import date; from hashlib import sha256\n"
        "from wardesk.render.export.paper import pdf_of\n"
        "text = '<h1>Word</h1>' + '<p>one <b>two</b> <i>three</i></p>' * 90\n"
        "text += '<pre style=\\'font-family: JetBrains Mono\\'>seal</pre><h2>four</h2>'\n"
        "data = pdf_of(text, {}, title='T', foot='F', day=date(1944, 9, 17))\n"
        "print(sha256(data).hexdigest(), data.count(b'/Type /Page\\n'))\n"
    )
    found = set()
    for seed in ("1", "2", "3"):
        # Qt's own hash tables begin with another random number in each
        more = {"PYTHONHASHSEED": seed, "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, **more}, check=True,
            capture_output=True, text=True,
        )  # fmt: skip
        found.add(done.stdout)
    assert len(found) == 1
    assert int(found.pop().split()[1]) > 1


def test_a_folder_that_is_there_is_never_overwritten(desk, tmp_path, painter):
    (tmp_path / "out").mkdir()
    head = desk.ledger.head
    with pytest.raises(UserError, match="is there already"):
        write_packets(desk, ["101"], tmp_path / "out", painter)
    with pytest.raises(UserError, match="There is no folder"):
        write_packets(desk, ["101"], tmp_path / "no" / "out", painter)
    with pytest.raises(UserError, match="sees everything"):
        write_packets(desk, ["umpire"], tmp_path / "new", painter)
    assert desk.ledger.head == head
    assert not (tmp_path / "new").exists()


def test_a_full_disk_leaves_nothing_half_made(desk, tmp_path, painter, monkeypatch):
    true, done = atomic._write_new_file, count()

    def full(path, data):
        if next(done) >= 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        true(path, data)

    monkeypatch.setattr(atomic, "_write_new_file", full)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(UserError, match="No space left") as told:
        write_packets(desk, ["101"], tmp_path / "out", painter)
    assert "Free some space" in told.value.advice
    assert sorted(tmp_path.iterdir()) == before
    assert not view_for(desk, "101").sent


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_may_not_be_written_is_refused_in_words(desk, tmp_path, painter):
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o500)
    with pytest.raises(UserError, match="Permission denied"):
        write_packets(desk, ["101"], shut / "out", painter)


def test_a_refused_folder_is_told_in_words(desk, tmp_path, painter, monkeypatch):
    def refused(*_args):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(atomic, "_fill", refused)
    with pytest.raises(UserError, match="Permission denied"):
        write_packets(desk, ["101"], tmp_path / "out", painter)
    assert not (tmp_path / "out").exists()


def test_if_the_ledger_cannot_be_written_no_folder_is_left(desk, tmp_path, painter, monkeypatch):
    def full(*_args):
        raise UserError("The disk is full.")

    monkeypatch.setattr(desk.store, "append", full)
    with pytest.raises(UserError, match="disk is full"):
        write_packets(desk, ["101"], tmp_path / "out", painter)
    assert not (tmp_path / "out").exists()
    assert not view_for(desk, "101").sent


@pytest.mark.parametrize("last", [0, 1, PARTS - 1, PARTS])
def test_packets_are_given_up_at_any_step_when_somebody_stops_them(desk, tmp_path, painter, last):
    told = []

    def stop(done, of):
        told.append((done, of))
        return done < last

    with pytest.raises(UserError, match="No packets were written"):
        write_packets(desk, ["101", "german"], tmp_path / "out", painter, stop)
    assert told == [(number, 2 * PARTS) for number in range(last + 1)]
    assert not (tmp_path / "out").exists()
    assert not view_for(desk, "101").sent


def test_the_bar_of_one_packet_goes_on_while_it_is_made(desk, tmp_path, painter):
    told = []
    write_packets(desk, ["101"], tmp_path / "out", painter, lambda *at: told.append(at) or True)
    assert told == [(number, PARTS) for number in range(PARTS)]


def test_every_players_seat_gets_packets_and_no_umpires(desk):
    assert [seat.id for seat in player_seats(desk)] == [
        "allied",
        "german",
        "101",
        "guards",
        "chill",
    ]


def test_a_filled_form_is_shown_first_and_entered_by_its_seat(desk, tmp_path, painter):
    write_packets(desk, ["101"], tmp_path / "out", painter)
    form = read_form((tmp_path / "out" / "101" / "orders.json").read_bytes())
    lines = [msgspec.structs.replace(line, order="Take Son") for line in form.orders[:1]]
    filled = msgspec.structs.replace(form, orders=tuple(lines), message="Soon")
    data = msgspec.json.encode(filled)
    head = desk.ledger.head
    found = preview_orders(desk, data)
    assert desk.ledger.head == head
    events = accept_orders(desk, data, found)
    assert [(event.actor, event.seen_by) for event in events] == [("101", ("101",))] * 2
    assert [order.text for order in view_for(desk, "101").orders] == ["Take Son"]
    with pytest.raises(UserError, match="others now"):
        accept_orders(desk, data, found)


def test_a_form_in_windows_own_letters_is_read_and_says_so(desk, tmp_path, painter):
    write_packets(desk, ["101"], tmp_path / "out", painter)
    form = (tmp_path / "out" / "101" / "orders.txt").read_text()
    blank = "[101.501] 501 PIR\nStands: (nothing)\nOrder: "
    filled = form.replace(blank, f"{blank}Hold “Veghel” – no café")
    windows = filled.replace("—", "-").encode("cp1252", "replace")

    shown = preview_orders(desk, windows)

    assert [change.after for change in shown.changes] == ["Hold “Veghel” – no café"]
    assert any("Windows" in note for note in shown.notes)
    assert not any("Windows" in note for note in preview_orders(desk, filled.encode()).notes)
    with pytest.raises(UserError, match="not text"):
        preview_orders(desk, windows + b"\x81")


def test_a_form_of_an_unknown_seat_or_an_umpire_is_refused(desk):
    for seat in ("moon", "umpire"):
        text = f"WarDesk orders form 1\nCampaign: Test\nSeat: {seat}\nSeal: 1\n"
        with pytest.raises(UserError, match="gives no orders here"):
            preview_orders(desk, text.encode())


def test_a_message_needs_a_reader_a_text_and_a_turn_to_come(desk):
    for to, text, due, words in (
        ((), "Hello", "", "somebody"),
        (("moon",), "Hello", "", "no seat"),
        (("101",), " ", "", "empty"),
        (("101",), "Hello", "17 Sep 0700", "passed"),
    ):
        with pytest.raises(UserError, match=words):
            send_message(desk, to, text, due=due)


# ---- the preview is the packet ------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["allied", "101", "german", "chill"])
def test_the_desk_opened_as_a_seat_shows_what_its_packet_holds(desk, seat):
    """Window and command line show pages and maps of `PageMaker` and `CampaignViews`."""
    german = desk.design.members["wal.fjr6"]
    place = Place("hex", "Neerpelt bridgehead astride Club Route", game="WED")
    for unit in german[:3]:
        away = UnitArrived(unit=unit, place=Place("box", "oirschot", game="WED"))
        desk.add([EventDraft(payload=away, seen_by=("german",))])
        # what is told is believed, though how it came there was not
        desk.add([EventDraft(payload=UnitMoved(unit=unit, place=place))])
    slip = desk.add([EventDraft(payload=UnitArrived(unit=german[3], place=place))])
    desk.take_back([slip[0].seq], reason="A slip", approved_by="umpire")
    desk.add([EventDraft(payload=UnitArrived(unit=german[4], place=place))])
    desk.add(
        [EventDraft(payload=UnitMoved(unit=german[4], place=Place("box", "best", game="WED")))]
    )
    view = view_for(desk, seat)
    painted = []

    def spy(design, state, _wide):
        painted.append(seat_map(Gazetteer(design, find_atlas(design.id)), state))

    files = make_packet(desk.design, view, PacketPainter(spy, lambda *_a, **_k: b"")).files
    views, page = CampaignViews(desk), PageMaker(desk).page(seat)
    shown = views.map(seat, 10**6)

    assert msgspec.structs.replace(shown, count=0) == painted[0]
    assert shown.tokens
    lines = decompress(files["facts.jsonl.gz"]).splitlines()
    facts = [msgspec.json.decode(line) for line in lines]
    assert [line.number for line in page.log] == [fact["number"] for fact in facts]
    rows = csv.DictReader(io.StringIO(files["order-of-battle.csv"].decode()))
    steps = Counter()
    for row in rows:
        steps[row["formation"]] += int(row["steps"])
    assert page.formations
    assert all(steps[row.name] == row.steps for row in page.formations)
