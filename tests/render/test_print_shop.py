"""What a print shop takes: boxes of pages, sheets to fold, single counters, cutting lines."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage

from wardesk.documents.maps.store import read_map
from wardesk.errors import BugError, UserError
from wardesk.paths import campaigns
from wardesk.render.export.counter_sheets import counter_sheets
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import EXPORTERS
from wardesk.render.export.page_boxes import PageCut, tell_cuts
from wardesk.render.export.page_layout import PAPERS, PageOptions
from wardesk.render.export.tables import export_table, table_to_write
from wardesk.services.play.session import PlaySession

pytestmark = pytest.mark.usefixtures("qapp")
MM = 25.4 / 72


def boxes_of(file):
    """The boxes (x0, y0, x1, y1, millimetres) of the pages, as the last cross references find."""
    data = file.read_bytes()
    places, at = {}, int(re.search(rb"startxref\s+(\d+)\s+%%EOF\s*\Z", data)[1])
    while at is not None:
        assert data[at : at + 4] == b"xref"
        head = re.compile(rb"(\d+) (\d+)\s")
        here = at + 5
        while found := head.match(data, here):
            here = found.end()
            for number in range(int(found[1]), int(found[1]) + int(found[2])):
                place, _, kind = data[here : here + 20].split()
                here += 20
                if kind == b"n":
                    places.setdefault(number, int(place))
        before = re.compile(rb"/Prev (\d+)").search(data, here, data.find(b"startxref", here))
        at = int(before[1]) if before else None
    found = []
    for number, place in sorted(places.items()):
        text = data[place : data.find(b"endobj", place)]
        assert text.startswith(b"%d 0 obj" % number)
        if b"/Type /Page\n" in text:
            found.append(
                {
                    name: [float(one) * MM for one in row.split()]
                    for name, row in re.findall(rb"/(\w+)Box \[([^\]]*)\]", text)
                }
            )
    return found


@pytest.fixture(scope="module")
def sheet():
    return read_map(campaigns() / "hannut-stonne" / "maps" / "hannut")


def printed(sheet, place, **pages):
    options = ExportOptions(cell_mm=16, pages=PageOptions(**pages))
    EXPORTERS["pdf"].write(sheet, place, options, None)
    return boxes_of(place)


def test_a_poster_is_cut_where_its_sheet_ends_and_bleeds_beyond(sheet, tmp_path):
    (page,) = printed(sheet, tmp_path / "m.pdf", paper="poster", bleed=3, margin=8)
    assert page.keys() == {b"Media", b"Trim", b"Bleed"}
    trim, bleed, media = (page[name] for name in (b"Trim", b"Bleed", b"Media"))
    assert trim[0] == pytest.approx(11, abs=0.01)
    assert media[3] - trim[3] == pytest.approx(11, abs=0.01)
    assert [a - b for a, b in zip(trim, bleed, strict=True)] == pytest.approx(
        [3, 3, -3, -3], abs=0.001
    )
    assert media[2] - trim[2] == pytest.approx(11, abs=0.4)  # Qt rounds pages to whole points


def test_the_map_of_pages_is_not_cut_and_the_pages_are(sheet, tmp_path):
    first, *pages = printed(sheet, tmp_path / "m.pdf", margin=8)
    assert first[b"Trim"] == first[b"Media"]
    assert all(page[b"Trim"][0] == pytest.approx(8, abs=0.01) for page in pages)
    assert len(pages) > 1


def test_pages_that_are_not_there_are_not_told(tmp_path, sheet):
    printed(sheet, tmp_path / "m.pdf")
    with pytest.raises(BugError):
        tell_cuts(tmp_path / "m.pdf", [PageCut(0, 0, 1, 1)])


@given(st.sampled_from(list(PAPERS.values())), st.floats(8, 40), st.floats(0, 10), st.data())
def test_folded_in_the_middle_every_back_lies_behind_its_front(paper, edge, gutter, data):
    sheets = counter_sheets(paper, edge, gutter, fold=True)
    place = data.draw(st.integers(0, sheets.on_a_page - 1))
    front, back = sheets.box(place, paper), sheets.box(place, paper, behind=True)
    assert paper.width - back.right() == pytest.approx(front.left())
    assert front.right() < paper.width / 2 < back.left()
    assert front.left() > 10
    if place % sheets.columns:
        assert front.left() - sheets.box(place - 1, paper).right() == pytest.approx(gutter)


@pytest.fixture(scope="module")
def table():
    with PlaySession.new("freeform/hannut-table", seed=1, keep=False) as session:
        yield table_to_write(session)


def test_each_face_is_a_picture_that_goes_on_beyond_its_cut(table, tmp_path):
    folder = tmp_path / "shop"
    own = {"counter_bleed": 3.0, "counter_dpi": 254}
    export_table(table, {"counter_pictures": folder}, ExportOptions(counter_mm=15, own=own))
    with (folder / "counters.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["count"]) for row in rows) == len(table.counters)
    assert {row[end] for row in rows for end in ("front", "back")} | {"counters.csv"} == {
        one.name for one in folder.iterdir()
    }
    image = QImage(str(folder / rows[0]["front"]))
    assert (image.width(), image.height()) == (210, 210)
    assert image.dotsPerMeterX() == 10_000
    corner = image.pixelColor(1, 1)
    assert corner != QColor("white")
    assert corner == image.pixelColor(100, 31)  # the colour at the cut goes on to the edge


def test_alike_counters_are_one_picture(table, tmp_path):
    twice = type(table)(
        title=table.title, document=table.document, look=table.look,
        counters=[*table.counters, *table.counters],
    )  # fmt: skip
    export_table(twice, {"counter_pictures": tmp_path / "shop"}, ExportOptions())
    text = (tmp_path / "shop" / "counters.csv").read_text("utf-8")
    assert all(row.endswith(",2") for row in text.splitlines()[1:])


def test_a_folder_with_other_things_is_left_alone(table, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(UserError):
        export_table(table, {"counter_pictures": tmp_path}, ExportOptions())
    assert (tmp_path / "mine.txt").read_text("utf-8") == "mine"


@pytest.mark.parametrize("own", [{}, {"gutter": 3.0}, {"fold": True}])
def test_a_blade_goes_along_each_side_of_each_counter_once(own, table, tmp_path):
    place = tmp_path / "cut.svg"
    export_table(table, {"cut_lines": place}, ExportOptions(counter_mm=20, own=own))
    root = ET.fromstring(place.read_text("utf-8"))
    paper = PAPERS["a4"]
    assert root.get("width") == f"{paper.width}mm"
    (line, *_) = root.iter("{http://www.w3.org/2000/svg}path")
    legs = [
        tuple(map(float, leg))
        for leg in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", line.get("d"))
    ]
    sheets = counter_sheets(paper, 20, own.get("gutter", 0.0), fold=own.get("fold", False))
    many = min(sheets.on_a_page, len(table.counters))
    for behind in (False, True)[: 1 + own.get("fold", False)]:
        for n in range(many):
            box = sheets.box(n, paper, behind=behind)
            for at, ends, turned in (
                (box.left(), (box.top(), box.bottom()), True),
                (box.right(), (box.top(), box.bottom()), True),
                (box.top(), (box.left(), box.right()), False),
                (box.bottom(), (box.left(), box.right()), False),
            ):
                over = [
                    leg for leg in legs
                    if (leg[0] == leg[2]) == turned
                    and abs((leg[0] if turned else leg[1]) - at) < 0.01
                    and (leg[1] if turned else leg[0]) <= ends[0] + 0.01
                    and (leg[3] if turned else leg[2]) >= ends[1] - 0.01
                ]  # fmt: skip
                assert len(over) == 1
