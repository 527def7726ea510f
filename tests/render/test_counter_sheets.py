"""Sheets of counters: a back lies behind its front; modules and saved games of a real table."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QImage

from wardesk.documents.exports.vassal_words import made_readable
from wardesk.errors import UserError
from wardesk.model.look import CounterLook
from wardesk.render.counters.counter import paint_counter, side_of
from wardesk.render.export.counter_sheets import counter_sheets
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.page_layout import PAPERS, PageOptions
from wardesk.render.export.tables import export_table, table_to_write
from wardesk.render.shapes import painting
from wardesk.services.play.session import PlaySession
from wardesk.words import shown

pytestmark = pytest.mark.usefixtures("qapp")


@given(st.sampled_from(list(PAPERS.values())), st.floats(8, 60), st.data())
def test_turned_over_the_long_edge_every_back_lies_behind_its_front(paper, edge, data):
    sheets = counter_sheets(paper, edge)
    place = data.draw(st.integers(0, sheets.on_a_page - 1))
    front, back = sheets.box(place, paper), sheets.box(place, paper, behind=True)
    assert paper.width - back.right() == pytest.approx(front.left())
    assert back.top() == front.top()
    assert front.left() > 10
    assert front.bottom() < paper.height - 10


@pytest.fixture(scope="module")
def table():
    with PlaySession.new("freeform/hannut-table", seed=1, keep=False) as session:
        yield table_to_write(session)


def test_a_table_is_written_in_all_forms_the_same_twice(table, tmp_path):
    options = ExportOptions(wide=400, pages=PageOptions(paper="letter"))
    found = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        wanted = {
            "vmod": tmp_path / folder / "t.vmod",
            "vsav": tmp_path / folder / "t.vsav",
            "counters": tmp_path / folder / "t.pdf",
        }
        export_table(table, wanted, options)
        found.append([path.read_bytes() for path in wanted.values()])
    assert found[0] == found[1]
    with zipfile.ZipFile(io.BytesIO(found[0][0])) as archive:
        root = ET.fromstring(archive.read("buildFile.xml"))  # our own file
        names = {*archive.namelist()}
    slots = [one for one in root.iter() if one.tag.endswith(".PieceSlot")]
    assert len({slot.get("gpid") for slot in slots}) == len(slots)
    pictures = {
        name for slot in slots for name in (slot.text or "").replace("\\", "").split(";")
        for name in name.split(",") if name.endswith(".png")
    }  # fmt: skip
    assert pictures
    assert {f"images/{name}" for name in pictures} <= names
    with zipfile.ZipFile(io.BytesIO(found[0][1])) as archive:
        said = made_readable(archive.read("savedGame")).decode()
    standing = [one for one in table.counters if one.place]
    assert said.count("+/1") == len(standing)


def test_a_counter_for_scissors_is_flat_and_its_colours_go_beyond_its_edge():
    look = CounterLook(piece="", side="", at=None, title="", symbol="none",
                       field="#3080c0", bar="#204060")  # fmt: skip
    image = QImage(140, 140, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    with painting(image) as painter:
        middle = QPointF(70, 70)
        paint_counter(painter, look, side_of({}, ""), middle, 100, 100, shadow=0, beyond=20)
    for corner in (QPoint(1, 1), QPoint(138, 1)):
        assert image.pixelColor(corner).name() == "#204060"
    around = [QPoint(1, 138), QPoint(138, 138), QPoint(1, 70), QPoint(138, 70), QPoint(70, 119)]
    assert {image.pixelColor(at).name() for at in around} == {"#3080c0"}


def test_the_size_of_a_counter_is_chosen(table, tmp_path):
    options = ExportOptions(counter_mm=25, pages=PageOptions(paper="a3"))
    (written,) = export_table(table, {"counters": tmp_path / "c.pdf"}, options)
    assert "of 25 mm" in shown(written.told)
    with pytest.raises(UserError, match="from 8 to 60"):
        export_table(table, {"counters": tmp_path / "d.pdf"}, ExportOptions(counter_mm=3))


def test_counters_show_each_step(table):
    two = [one for one in table.counters if one.look.title.startswith("Sample tanks")]
    assert [len(one.faces) for one in two] == [2, 2, 2]
    assert [face.reduced for face in two[0].faces] == [False, True]
    assert two[0].up == 0


def test_a_game_without_tables_says_so(table, tmp_path):
    with pytest.raises(UserError, match="no printed tables"):
        export_table(table, {"charts": tmp_path / "c.pdf"}, ExportOptions())
