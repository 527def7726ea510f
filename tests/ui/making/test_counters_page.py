"""The page of counters in the wizard: taking away by key, and symbols that nobody drew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.render.counters.symbols import known_symbol, symbol
from wardesk.ui.making.counters_page import SHOWN, CountersPage

pytestmark = pytest.mark.usefixtures("light")

SIDES = [{"id": "blue", "name": "Blue"}, {"id": "red", "name": "Red"}]


@pytest.fixture
def page(qtbot):
    made = CountersPage()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.rows = [{"name": name, "side": "blue"} for name in ("First", "Second", "Third")]
    made.show_sides(SIDES, None)
    made.show()
    made.activateWindow()
    QTest.qWaitForWindowActive(made)
    return made


def names(page):
    return [row["name"] for row in page.rows]


def test_del_takes_the_picked_counters_away(page):
    page.table.setFocus()
    page.table.selectRow(1)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert names(page) == ["First", "Third"]


def test_del_without_a_picked_counter_does_nothing(page):
    page.table.setFocus()
    page.table.clearSelection()
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert len(page.rows) == 3


@pytest.mark.parametrize("name", ["antitank", "Anti-Tank", "anti tank", "AT", "machinegun"])
def test_a_symbol_may_be_written_in_one_word_or_two(name):
    assert known_symbol(name)
    assert symbol(name).lines.elementCount() or symbol(name).solid.elementCount()


def test_a_symbol_that_nobody_drew_is_said_with_the_nearest_one(page):
    page.rows[1]["symbol"] = "artilery"
    page.rows[2]["symbol"] = "antitank"
    page.show_sides(SIDES, None)
    words = [page.table.item(row, len(SHOWN)).text() for row in range(3)]
    assert words[0] == words[2] == ""
    assert "artilery" in words[1]
    assert "artillery" in words[1]


def test_cards_come_from_a_table_and_what_is_wrong_is_said(qtbot, tmp_path):
    page = CountersPage()
    qtbot.addWidget(page)
    page.show_sides([{"id": "n", "name": "North"}], None)
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("name,deck,text\nSmoke,Events,sight\nDelay,Events,\n")
    bad.write_text("name,deck,at\nSmoke,Events,nowhere\n")
    page.take_cards(good)
    assert [row["name"] for row in page.cards] == ["Smoke", "Delay"]
    assert "2" in page.cards_csv.text()

    page.take_cards(bad)
    assert "bad.csv, line 2" in page.note.text()
    assert len(page.cards) == 2
