"""Charts on paper: side by side, whole, under the name of their game."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QImage
from shipped import one_a_map

from wardesk.render.export import chart_sheets
from wardesk.render.export.chart_sheets import spread
from wardesk.render.export.charts import chart_size, paint_chart
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.page_layout import PAPERS, PageOptions
from wardesk.render.export.tables import export_table, table_to_write
from wardesk.render.shapes import painting
from wardesk.services.play.session import PlaySession

pytestmark = pytest.mark.usefixtures("qapp")
A4 = QRectF(12, 23, 186, 262)
PAGES = {"hannut-stonne/hannut": 1}
SIZES = st.builds(QSizeF, st.floats(20, 300), st.floats(20, 400))


def table_of(scenario):
    with PlaySession.new(scenario, seed=1, keep=False) as session:
        return table_to_write(session)


@pytest.fixture(scope="module")
def fort():
    return table_of("eben-emael/full-readiness")


@settings(max_examples=200)
@given(st.lists(SIZES, min_size=1, max_size=14))
def test_every_chart_is_whole_on_a_page_and_none_lies_over_another(sizes):
    pages = spread(sizes, A4)
    assert sorted(number for page in pages for number, _ in page) == list(range(len(sizes)))
    for page in pages:
        for number, box in page:
            assert A4.adjusted(-0.1, -0.1, 0.1, 0.1).contains(box)
            assert box.width() / box.height() == pytest.approx(
                sizes[number].width() / sizes[number].height()
            )
        for (_, one), (_, other) in combinations(page, 2):
            assert not one.adjusted(-5, -5, 5, 5).intersects(other)


def test_charts_stand_side_by_side_in_their_order_where_that_costs_no_page():
    ((first, second, third),) = spread([QSizeF(80, 100), QSizeF(90, 100), QSizeF(100, 60)], A4)
    assert [number for number, _ in (first, second, third)] == [0, 1, 2]
    assert first[1].top() == second[1].top()
    assert second[1].left() > first[1].right()
    assert third[1].top() > first[1].bottom()
    assert third[1].left() == first[1].left()


def test_charts_are_a_little_smaller_where_that_saves_a_page_and_never_much():
    (page,) = spread([QSizeF(180, 150), QSizeF(180, 115)], A4)
    assert {box.width() for _, box in page} == {180 * 0.95}
    assert len(spread([QSizeF(180, 200), QSizeF(180, 150)], A4)) == 2


@pytest.mark.parametrize(
    ("scenario", "most"),
    [(name, PAGES.get(name, 2)) for name in one_a_map()],
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_charts_of_a_game_fill_their_pages(scenario, most, paper):
    sheet = PAPERS[paper]
    room = QRectF(12, 23, sheet.width - 24, sheet.height - 35)
    assert len(spread([chart_size(one) for one in table_of(scenario).charts], room)) <= most


@pytest.mark.parametrize("scenario", one_a_map())
def test_nothing_of_a_chart_lies_beyond_its_size(scenario):
    for chart in table_of(scenario).charts:
        size, rim, fine = chart_size(chart), 10, 4
        width, height = size.width() + 2 * rim, size.height() + 2 * rim
        image = QImage(round(width * fine), round(height * fine), QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        with painting(image) as painter:
            painter.scale(fine, fine)
            painter.translate(rim, rim)
            paint_chart(painter, chart)
            painter.fillRect(QRectF(-0.5, -0.5, size.width() + 1, size.height() + 1), "white")
        blank = QImage(image.size(), image.format())
        blank.fill(QColor("white"))
        assert image == blank, chart.title


def test_each_page_has_the_names_of_game_and_scenario_and_which_page_it_is(
    fort, tmp_path, monkeypatch
):
    said = []
    put = chart_sheets.put

    def noted(painter, words, *more, **others):
        said.append(words)
        put(painter, words, *more, **others)

    monkeypatch.setattr(chart_sheets, "put", noted)
    (written,) = export_table(fort, {"charts": tmp_path / "c.pdf"}, ExportOptions())
    assert written.told == "10 charts on 2 pages"
    page = ["1940 Eben-Emael", "Full combat readiness"]
    assert said == ["1 of 2", *page, "2 of 2", *page]


def test_the_same_charts_give_the_same_bytes(fort, tmp_path):
    options = ExportOptions(pages=PageOptions(paper="letter"))
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for file in files:
        export_table(fort, {"charts": file}, options)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_long_name_stays_on_the_paper(fort, tmp_path, monkeypatch):
    widest = []
    put, width = chart_sheets.put, chart_sheets.text_width

    def noted(painter, words, at, size, *more, **others):
        if others["align"] < 0:
            widest.append(at[0] + width(words, others["role"], size))
        put(painter, words, at, size, *more, **others)

    monkeypatch.setattr(chart_sheets, "put", noted)
    long = replace(fort, game="A very long name of a game " * 4, title="of a scenario " * 6)
    export_table(long, {"charts": tmp_path / "c.pdf"}, ExportOptions())
    assert max(widest) < 210 - 12
