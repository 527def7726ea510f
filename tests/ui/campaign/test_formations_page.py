"""The page of formations: by division until a column sorts, and again after."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.services.campaign.rows import FormationRow
from wardesk.ui.campaign.pages.formations import FormationsPage, Heading
from wardesk.ui.widgets.table import LINE

FIRST, SECOND = "1st Airborne Division", "82nd Airborne Division"


def row(name, over, steps=3, seen=""):
    return FormationRow(
        id=name, name=name, side="allied", side_name="Allies", over=over, kind="brigade",
        symbol="infantry", fill="", ink="", steps=steps, steps_full=4, in_play=1, gone=0, units=2,
        where="", seen=seen,
    )  # fmt: skip


ROWS = [row("504 PIR", SECOND), row("1 Para", FIRST), row("505 PIR", SECOND), row("Corps", "")]


@pytest.fixture
def page(light, qtbot):
    made = FormationsPage()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.show_rows(ROWS)
    return made


def told(page):
    lines = (page.sorted.index(k, 0) for k in range(page.sorted.rowCount()))
    return [index.data() for index in lines]


def by_division():
    return [f"{SECOND} · 6 of 8 steps", "504 PIR", "505 PIR", f"{FIRST} · 3 of 4 steps", "1 Para",
            "Allies · 3 of 4 steps", "Corps"]  # fmt: skip


def test_formations_stand_under_their_divisions(page):
    assert told(page) == by_division()
    wide = [page.table.columnSpan(k, 0) for k in range(7)]
    assert [span > 1 for span in wide] == [True, False, False, True, False, True, False]


def test_a_column_sorts_all_of_them_and_a_third_click_brings_the_divisions_back(page):
    header = page.table.horizontalHeader()
    at = header.sectionViewportPosition(0) + 20
    seen = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=header.rect().topLeft()
                         + type(header.rect().topLeft())(at, 10))  # fmt: skip
        seen.append(told(page))
    assert seen[0] == ["1 Para", "504 PIR", "505 PIR", "Corps"]
    assert seen[1] == seen[0][::-1]
    assert seen[2] == by_division()
    assert page.table.columnSpan(0, 0) > 1


def test_a_search_leaves_the_divisions_of_what_it_found(page):
    page.search.setText("505")
    assert told(page) == [f"{SECOND} · 6 of 8 steps", "505 PIR"]
    assert page.table.columnSpan(0, 0) > 1
    page.search.setText("steps")  # of a heading: it is none of the formations
    assert told(page) == []


def test_arrow_keys_go_past_a_heading_and_a_formation_is_found(page):
    page.select("505 PIR")
    assert page.table.currentIndex().data(LINE).id == "505 PIR"
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert page.table.currentIndex().data(LINE).id == "1 Para"


def test_other_steps_change_the_heading_and_keep_the_place(page):
    page.select("1 Para")
    page.show_rows([row("504 PIR", SECOND, steps=1), *ROWS[1:]])
    assert told(page)[0] == f"{SECOND} · 4 of 8 steps"
    assert page.table.currentIndex().data(LINE).id == "1 Para"


def test_what_was_only_seen_has_no_count(light):
    assert Heading(FIRST, (row("1 Para", FIRST, seen="18 Sep 0900"),)).words == FIRST


@pytest.mark.parametrize("column", [0, 4, 5])
def test_words_that_are_too_long_for_a_cell_stand_in_two_lines(light, qtbot, column):
    def picture(end):
        page = FormationsPage()
        qtbot.addWidget(page)
        page.resize(560, 300)  # all there is at 1280 x 800
        one = row(f"101st airborne tanks (opt{end})" if column == 0 else "101 Ind", FIRST)
        one = replace(one, where=f"drop LZ W (Where Eagles Dare) and elsew{end}" * (column == 5),
                      units=10, gone=12 if end == "a" else 13)  # fmt: skip
        page.show_rows([one])
        with qtbot.waitExposed(page):
            page.show()
        index = page.sorted.index(1, column)
        assert page.table.columnWidth(column) == page.table.visualRect(index).width() < 190
        return page.table.viewport().grab(page.table.visualRect(index)).toImage()

    assert picture("a") != picture("b")
